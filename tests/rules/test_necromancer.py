"""Necromancer Island (expansion sheet, under that name; rulings H): what it does, its limits, what is refused.

Dee is the Necromancer of the positions here, on the map for three; the Lake with the Island is region 16, and its shore
10, 11, 15, 17, 20, 21 and 22.
"""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from companion import demo, maps, show
from companion.rules import notation
from companion.rules.commands import (
    Accept,
    Act,
    Answer,
    Choose,
    Conquer,
    Conquest,
    Decline,
    DropRace,
    Finish,
    PlayTurn,
    Redeploy,
    SetBand,
    SetPile,
    SetRecord,
    SetRegion,
    Stop,
)
from companion.rules.engine import Refused, chances, decide, fold, new_game, offers
from companion.rules.events import CoinsMoved
from companion.rules.model import Game, SeatSetup, Setup
from companion.rules.score import winners
from companion.rules.sets import SETS
from tests.rules.moves import attempt, band, finish, finish_turn, form, ready, redeploy
from tests.rules.position import (
    after,
    bent,
    bill,
    board,
    coins,
    conquer,
    lies,
    listed,
    refusal,
    refused,
    region,
    table,
    ways,
)

SEATS = "seats Ann Ben Cid Dee | board base-3 | 16: [island]"
MARKET = f"turn 3 Dee market | {SEATS}"
CONQUER = f"turn 3 Dee conquer | {SEATS}"
NAMES = ("Ann", "Ben", "Cid", "Dee", "Eve", "Fay")


def began(players: int = 4, start: int = 0, boxes: tuple[str, ...] = ("base", "necromancer"), **options: str) -> Game:
    """A game as it is laid out."""
    seats = tuple(SeatSetup(name) for name in NAMES[:players])
    return fold(new_game(Setup(board(f"base-{players - 1}"), seats, start, boxes, options)))


def drawn(game: Game, count: int = 6) -> Game:
    """The game after so many badges were drawn for the Ghosts, the first ones there are."""
    for _ in range(count):
        due = chances(game)[0]
        game = after(game, Answer(due.occasion, due.choices[0]))
    return game


def ghosts(game: Game) -> int:
    """The Ghosts on the Island."""
    return band(game, "ghosts").hand


# Setting up.


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_island_lies_in_the_lake_of_a_map_for_one_player_fewer(players: int) -> None:
    """Modified Game Setup: the map for the number of players minus 1, and the Island in its Lake."""
    game = began(players)
    at = game.pieces("island")
    assert [game.board.regions[each].terrain for each in at] == ["lake"]


@pytest.mark.parametrize("players", [2, 7])
def test_three_to_six_play(players: int) -> None:
    """Modified Game Setup: there is a map for two to five of the others."""
    seats = tuple(SeatSetup(name) for name in (*NAMES, "Gus")[:players])
    with pytest.raises(Refused):
        new_game(Setup(board("base-5"), seats, boxes=("base", "necromancer")))


def test_a_board_without_a_lake_is_refused() -> None:
    """Modified Game Setup: the Island needs a Lake."""
    dry = board("base-3")
    regions = {key: each for key, each in dry.regions.items() if each.terrain != "lake"}
    with pytest.raises(Refused) as caught:
        new_game(Setup(replace(dry, regions=regions), tuple(map(SeatSetup, NAMES[:4])), boxes=("base", "necromancer")))
    assert caught.value.say.key == "refuse.no_lake"


@pytest.mark.parametrize(("start", "seat"), [(0, 3), (1, 0), (3, 2)])
def test_the_necromancer_sits_to_the_right_of_the_first_player(start: int, seat: int) -> None:
    """Modified Game Setup: so the Ghosts play last in each turn."""
    assert band(began(start=start), "ghosts").seat == seat


def test_one_ghost_lies_on_the_island_and_thirteen_in_reserve() -> None:
    """Modified Game Setup: 14 Ghosts."""
    game = began()
    assert (ghosts(game), game.tray["ghosts"]) == (1, 13)


@pytest.mark.parametrize(("option", "reserve"), [("13", 12), ("12", 11)])
def test_a_handicap_takes_ghosts_out_of_the_reserve(option: str, reserve: int) -> None:
    """Other Rules: a Ghost or two fewer before the game begins."""
    assert began(ghosts=option).tray["ghosts"] == reserve


def test_six_badges_are_drawn_and_nothing_else_goes_on_meanwhile() -> None:
    """Modified Game Setup: the Necromancer draws before anybody plays."""
    due = chances(began())[0]
    assert (due.kind, due.seat, listed(began(), 0)) == ("draw", 3, set())


def test_badges_that_mean_nothing_to_ghosts_are_not_drawn() -> None:
    """Modified Game Setup: Cursed, Spirit and Stout are drawn again."""
    boxes = ("base", "cursed", "necromancer")
    badges = {power.key for box in boxes for power in SETS[box].powers}
    assert badges - set(chances(began(boxes=boxes))[0].choices) == {"cursed", "spirit", "stout"}


def test_a_badge_is_drawn_once() -> None:
    """Modified Game Setup: what lies open is in no stack any more."""
    game = drawn(began(), 1)
    lying = set(game.piles["reserve"])
    assert lying.isdisjoint({*chances(game)[0].choices, *game.badges})


def test_the_necromancer_chooses_the_power_to_begin_with() -> None:
    """Modified Game Setup: one of the six is in use, five are in reserve."""
    game = drawn(began())
    first = game.turn.asked[0]
    game = after(game, Choose("turn1.seat0.ask7", first.choices[2]))
    assert (band(game, "ghosts").powers, len(game.piles["reserve"])) == ((first.choices[2],), 5)


def test_then_the_first_player_begins() -> None:
    """Modified Game Setup: now proceed with the standard game setup."""
    game = drawn(began())
    game = after(game, Choose("turn1.seat0.ask7", game.turn.asked[0].choices[0]))
    assert {chance.kind for chance in chances(game)} == {"banner"}


# The market.


def test_a_ghost_costs_a_coin_for_each_power_and_each_ghost() -> None:
    """Acquiring Ghosts and Special Powers: 2 powers in use and 6 Ghosts on the map make 8 coins."""
    line = f"{MARKET} | 10: 2 ghosts+hill+swamp@Dee | 11: 1 ghosts@Dee | hand ghosts@Dee 3 | coins 5 5 5 20"
    assert bought(table(line), Act("ghosts", "ghost")) == 8


def bought(game: Game, command: Act) -> int:
    """What a purchase costs."""
    return game.seats[3].coins - after(game, command).seats[3].coins


def test_ghosts_in_the_well_or_the_reserve_and_powers_in_reserve_cost_nothing() -> None:
    """Acquiring Ghosts and Special Powers: powers in use, Ghosts on the map (H)."""
    line = f"{MARKET} | hand ghosts+hill@Dee 2 | pile well ghosts 3 | pile reserve flying, forest"
    assert bought(table(line), Act("ghosts", "ghost")) == 3


def test_a_table_may_want_a_coin_more() -> None:
    """Rulings H5: one review adds 1."""
    game = table(f"{MARKET} | hand ghosts+hill@Dee 2 | option ghost-price=one-more")
    assert bought(game, Act("ghosts", "ghost")) == 4


def test_the_price_is_reckoned_anew_after_each_purchase() -> None:
    """Acquiring Ghosts and Special Powers: the second Ghost costs one coin more (H)."""
    game = table(f"{MARKET} | hand ghosts+hill@Dee 2 | coins 5 5 5 20")
    game = after(game, Act("ghosts", "ghost"))
    assert bought(game, Act("ghosts", "ghost")) == 4


def test_a_bought_ghost_lies_on_the_island() -> None:
    """Acquiring Ghosts and Special Powers: from the reserve onto the Island."""
    game = table(f"{MARKET} | hand ghosts+hill@Dee 2")
    game = after(game, Act("ghosts", "ghost"))
    assert (ghosts(game), game.tray["ghosts"]) == (3, 11)


def test_a_bought_power_joins_those_in_use() -> None:
    """Acquiring Ghosts and Special Powers: their effects add up."""
    game = table(f"{MARKET} | hand ghosts+hill@Dee 2 | pile reserve flying, forest")
    game = after(game, Act("ghosts", "power", "flying"))
    assert (band(game, "ghosts").powers, game.piles["reserve"]) == (("hill", "flying"), {"forest": 1})


def test_two_powers_work_together() -> None:
    """Acquiring Ghosts and Special Powers: each takes its token off the price."""
    game = table(f"{CONQUER} | hand ghosts+commando+mounted@Dee 5")
    shore = game.board.regions[region(16)].adjacent
    hill = next(each for each in shore if game.board.regions[each].terrain in ("hill", "farmland"))
    assert "commando -1, mounted -1" in bill(game, int(hill[1:]))


def test_a_bought_power_begins_as_one_that_is_taken() -> None:
    """Acquiring Ghosts and Special Powers: the Historian is paid for the races in decline at once, 2 here, after 3."""
    line = f"{MARKET} | hand ghosts+hill@Dee 2 | 15: 1 orcs@Ann declined | 21: 1 elves@Ben declined"
    game = after(table(f"{line} | pile reserve historian"), Act("ghosts", "power", "historian"))
    assert game.seats[3].coins == 5 - 3 + 2


def test_what_the_purse_cannot_pay_is_not_offered_to_its_owner() -> None:
    """Acquiring Ghosts and Special Powers: coins earned in earlier turns."""
    game = table(f"{MARKET} | hand ghosts+hill@Dee 2 | coins 5 5 5 2")
    assert listed(game, 3) == {"finish"}


def test_what_is_for_sale_tells_others_nothing_about_the_purse() -> None:
    """Abilities 23: everybody's list of offers is the same with an empty purse."""
    poor, rich = (table(f"{MARKET} | hand ghosts+hill@Dee 2 | coins 5 5 5 {coins}") for coins in (0, 99))
    assert offers(poor, 3, blind=True) == offers(rich, 3, blind=True)


def test_nobody_buys_on_credit() -> None:
    """Acquiring Ghosts and Special Powers: as many as he can afford."""
    game = table(f"{MARKET} | hand ghosts+hill@Dee 2 | coins 5 5 5 2")
    assert "3" in refusal(game, Act("ghosts", "ghost"))


def test_nothing_is_bought_after_the_market() -> None:
    """Necromancer's Game Turn: first the purchases, then the conquests."""
    game = table(f"{CONQUER} | hand ghosts+hill@Dee 2")
    assert "act:ghosts:ghost:" not in listed(game, 3)


def test_a_forgotten_purchase_is_entered_as_played() -> None:
    """Corrections: the cardboard is right."""
    game = bent(table(f"{CONQUER} | hand ghosts+hill@Dee 2"), Act("ghosts", "ghost"))
    assert (ghosts(game), game.seats[3].coins) == (3, 2)


def test_the_last_ghost_of_the_reserve_is_the_last_one_sold() -> None:
    """Acquiring Ghosts and Special Powers: there are 14."""
    game = table(f"{MARKET} | hand ghosts+hill@Dee 14 | coins 5 5 5 99")
    assert listed(game, 3) == {"finish"}


def test_after_the_market_the_ghosts_set_out() -> None:
    """Necromancer's Game Turn: with none on the map there is nothing to ready."""
    game = after(table(f"{MARKET} | hand ghosts+hill@Dee 2"), Finish())
    assert (game.turn.stage, game.turn.band) == ("conquer", band(game, "ghosts").id)


def test_ghosts_on_the_map_are_readied_first() -> None:
    """Conquer Regions: he conquers as others do."""
    game = after(table(f"{MARKET} | 10: 3 ghosts+hill@Dee"), Finish())
    assert ghosts(ready(game, "ghosts")) == 2


# Conquests.


def test_the_ghosts_enter_by_the_shore_of_the_lake() -> None:
    """Conquer Regions: the border regions are those around the Lake."""
    game = table(f"{CONQUER} | hand ghosts+wealthy@Dee 9")
    found = {offer.region for offer in offers(game, 3) if offer.kind == "conquer"}
    assert found == {region(number) for number in (10, 11, 15, 17, 20, 21, 22)}


def test_the_shore_stays_within_reach() -> None:
    """Conquer Regions: the Island is always behind them, whatever else they hold."""
    game = table(f"{CONQUER} | 10: 1 ghosts+wealthy@Dee | hand ghosts@Dee 9")
    assert ways(game, 22) == ["ordinary"]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_shore_is_that_of_every_printed_map(players: int) -> None:
    """Facts: the Lake's neighbours on the maps for two to five."""
    shores = {
        3: (3, 7, 9, 13, 14),
        4: (10, 11, 15, 17, 20, 21, 22),
        5: (10, 11, 12, 16, 18, 22, 23, 24),
        6: (13, 14, 20, 22, 25, 26, 29, 30, 36, 37),
    }
    regions = maps.load(f"base-{players - 1}").board.regions.values()
    water = next(each for each in regions if each.terrain == "lake")
    assert set(water.adjacent) == {region(number) for number in shores[players]}


def test_no_ghost_need_stay_on_the_island() -> None:
    """Conquer Regions: all of them may stand on the map."""
    game = conquer(table(f"{CONQUER} | hand ghosts+commando@Dee 4"), 15)
    assert (game.turn.stage, ghosts(redeploy(finish(game), {15: 4}))) == ("conquer", 0)


def test_ghosts_may_stay_on_the_island() -> None:
    """Conquer Regions: the Island is a place like others for them."""
    game = finish(conquer(table(f"{CONQUER} | hand ghosts+commando@Dee 6"), 15))
    assert ghosts(redeploy(game, {15: 1})) == 6 - 1


def test_a_held_region_keeps_a_ghost() -> None:
    """Troop Redeployment: at least one in each region."""
    game = finish(conquer(table(f"{CONQUER} | hand ghosts+commando@Dee 6"), 15))
    assert form(game, "redeploy", 3).slots[0].least == 1


def test_the_final_attempt_is_open_to_ghosts() -> None:
    """Scoring and Spawning: after his final conquest attempt."""
    game = attempt(table(f"{CONQUER} | hand ghosts+wealthy@Dee 1"), 15, 3)
    assert lies(game, 15).startswith("1 ghosts")


def test_nobody_conquers_the_island() -> None:
    """Other Rules: it is immune, even to Seafaring players."""
    line = f"turn 3 Ann conquer | {SEATS} | 15: 1 orcs+seafaring@Ann | hand orcs@Ann 9 | hand ghosts+hill@Dee 1"
    assert ways(table(line), 16) == []


def test_a_dragon_does_not_come_to_the_island() -> None:
    """Other Rules: immune to other players."""
    line = (
        f"turn 3 Ann conquer | {SEATS} | 15: 1 orcs+dragon-master@Ann | hand orcs@Ann 9 | hand ghosts+hill@Dee 1"
    )
    assert "Necromancer Island" in refusal(table(line), Conquer(region(16), "dragon-master"))


# In the eyes of others.


def test_ghosts_cannot_be_replaced_by_sorcerers() -> None:
    """Other Rules: others consider Ghosts as in decline (H1)."""
    line = f"turn 3 Ann conquer | {SEATS} | 9: 1 sorcerers+hill@Ann | 10: 1 ghosts+swamp@Dee | hand sorcerers@Ann 9"
    assert ways(table(line), 10) == ["ordinary"]


def test_goblins_save_a_token_against_ghosts() -> None:
    """Other Rules: others consider Ghosts as in decline (H1)."""
    line = f"turn 3 Ann conquer | {SEATS} | 9: 1 goblins+hill@Ann | 10: 1 ghosts+swamp@Dee | hand goblins@Ann 9"
    assert "goblins -1" in bill(table(line), 10)


def test_an_attack_on_ghosts_is_none_on_an_active_race() -> None:
    """Other Rules: others consider Ghosts as in decline (H1)."""
    line = f"turn 3 Ann conquer | {SEATS} | 15: 1 orcs+hill@Ann | 10: 1 ghosts+swamp@Dee | hand orcs@Ann 9"
    game = conquer(table(line), 10)
    assert not game.turn.attacks[0].active


def test_peace_does_not_bind_ghosts() -> None:
    """Other Rules: a Diplomat binds active races only (H1)."""
    line = f"{CONQUER} | 15: 1 orcs+diplomat@Ann | memo orcs@Ann diplomat.ally 4 | hand ghosts+hill@Dee 9"
    assert ways(table(line), 15) == ["ordinary"]


def test_fauns_give_ghosts_nothing() -> None:
    """Other Rules: others consider Ghosts as in decline (H1)."""
    line = f"turn 3 Ann conquer | {SEATS} | 15: 1 fauns+hill@Ann | 10: 2 ghosts+swamp@Dee | hand fauns@Ann 9"
    assert band(conquer(table(line), 10), "ghosts").withdrawn == 1


def test_ransackers_get_nothing_from_ghosts() -> None:
    """Other Rules: others consider Ghosts as in decline (H1)."""
    line = f"turn 3 Ann conquer | {SEATS} | 15: 1 orcs+ransacking@Ann | 10: 1 ghosts+swamp@Dee | hand orcs@Ann 9"
    assert conquer(table(line), 10).seats[3].coins == 5


def test_to_its_owner_a_ghost_region_is_active() -> None:
    """Scoring and Spawning: a coin for each region, and the powers' bonus."""
    game = table(f"turn 3 Dee score | {SEATS} | 10: 2 ghosts+merchant@Dee | 11: 1 ghosts@Dee")
    assert coins(game, 3) == "regions 2, merchant 2"


def test_ghosts_never_decline() -> None:
    """Other Rules (H): there is no banner to flip, whatever the table says."""
    game = after(table(f"{MARKET} | 10: 3 ghosts+hill@Dee"), Finish())
    assert refused(game, Decline()) == "the Ghosts never go into decline"


def test_decline_is_not_offered_to_ghosts() -> None:
    """Other Rules (H): their turn begins with readying."""
    game = after(table(f"{MARKET} | 10: 3 ghosts+hill@Dee"), Finish())
    assert listed(game, 3) == {f"ready:{band(game, 'ghosts').id}"}


def test_no_power_lets_ghosts_decline_late() -> None:
    """Other Rules (H): not after scoring either, by whatever power a correction has given them (base rules, Stout)."""
    game = table(f"turn 3 Dee score | {SEATS} | 10: 2 ghosts+stout@Dee")
    assert "accept:decline" not in listed(game, 3)


# The Well of Souls.


def test_lost_tokens_go_into_the_well() -> None:
    """Player's Game Turn: race tokens lost in conquests, of everybody."""
    line = f"turn 3 Ann conquer | {SEATS} | 15: 1 orcs+hill@Ann | 10: 2 trolls+swamp@Ben | hand orcs@Ann 9"
    game = conquer(table(f"{line} | hand ghosts+forest@Dee 1"), 10)
    assert (game.piles, game.tray["trolls"]) == ({"well": {"trolls": 1}}, 10 - 2)


def test_lost_tribes_go_into_the_well() -> None:
    """Player's Game Turn: Lost Tribes too."""
    line = f"turn 3 Ann conquer | {SEATS} | 15: 1 orcs+hill@Ann | 10: tribe | hand orcs@Ann 9 | hand ghosts+swamp@Dee 1"
    assert conquer(table(line), 10).piles == {"well": {"tribe": 1}}


def test_a_conquered_ghost_goes_into_the_well_and_the_others_to_hand() -> None:
    """Player's Game Turn: one is lost, all others go back to the Necromancer."""
    line = f"turn 3 Ann conquer | {SEATS} | 15: 1 orcs+hill@Ann | 10: 3 ghosts+swamp@Dee | hand orcs@Ann 9"
    game = conquer(table(line), 10)
    assert (game.piles["well"], band(game, "ghosts").withdrawn) == ({"ghosts": 1}, 2)


def test_a_replaced_token_goes_to_the_tray() -> None:
    """Rulings L7: the Sorcerers' text says so."""
    line = f"turn 3 Ann conquer | {SEATS} | 15: 1 sorcerers+hill@Ann | 10: 1 trolls+swamp@Ben | hand sorcerers@Ann 1"
    game = conquer(table(f"{line} | hand ghosts+forest@Dee 1"), 10, way="sorcerers")
    assert (game.piles, game.tray["trolls"]) == ({}, 10)


def test_what_a_declining_race_gives_up_goes_to_the_tray() -> None:
    """Player's Game Turn: extra tokens removed at decline still go to the storage tray."""
    line = f"turn 3 Ann begin | {SEATS} | 15: 4 orcs+hill@Ann | hand ghosts+forest@Dee 1"
    assert after(table(line), Decline()).piles == {}


def test_elves_given_up_at_decline_go_into_the_well() -> None:
    """Other Rules: they never die in conquests, so these join the Well."""
    line = f"turn 3 Ann begin | {SEATS} | 15: 4 elves+hill@Ann | hand ghosts+forest@Dee 1"
    assert after(table(line), Decline()).piles == {"well": {"elves": 3}}


def test_withdrawn_ghosts_go_to_their_regions() -> None:
    """Player's Game Turn: redeployed onto the map at the end of the player's turn."""
    line = f"turn 3 Ann conquer | {SEATS} | 15: 1 orcs+hill@Ann | 10: 3 ghosts+swamp@Dee | 22: 1 ghosts@Dee"
    game = finish_turn(conquer(table(f"{line} | hand orcs@Ann 9"), 10))
    assert (lies(game, 22), ghosts(game)) == ("3 ghosts+swamp@Dee", 0)


def test_withdrawn_ghosts_without_a_region_go_to_the_island() -> None:
    """Player's Game Turn: or onto the Island, if there are no Ghost regions left."""
    line = f"turn 3 Ann conquer | {SEATS} | 15: 1 orcs+hill@Ann | 10: 3 ghosts+swamp@Dee | hand orcs@Ann 9"
    assert ghosts(finish_turn(conquer(table(line), 10))) == 2


# Spawning.

END = f"turn 3 Ann score | {SEATS} | 15: 1 orcs+hill@Ann"


@pytest.mark.parametrize(
    ("well", "made"), [("trolls 3", 0), ("trolls 4", 1), ("trolls 5, tribe 2", 1), ("trolls 8", 2)]
)
def test_four_tokens_make_a_ghost_when_a_turn_ends(well: str, made: int) -> None:
    """Player's Game Turn: one Ghost for each set of 4, at the end of each player's turn."""
    game = after(table(f"{END} | hand ghosts+swamp@Dee 1 | pile well {well}"), Accept())
    assert ghosts(game) == 1 + made


def test_what_is_left_over_stays_in_the_well() -> None:
    """Player's Game Turn: until at least 4 are there; the others go back to the tray."""
    game = after(table(f"{END} | hand ghosts+swamp@Dee 1 | pile well trolls 6"), Accept())
    assert (game.piles["well"], game.tray["trolls"]) == ({"trolls": 2}, 10 - 2)


def test_ghosts_leave_the_well_first_and_go_back_to_the_reserve() -> None:
    """Player's Game Turn: removing Ghost tokens first, which are placed back in the reserve."""
    game = after(table(f"{END} | hand ghosts+swamp@Dee 1 | pile well trolls 5, ghosts 2"), Accept())
    assert (game.piles["well"], game.tray["ghosts"]) == ({"trolls": 3}, 14 - 2)


def test_without_a_ghost_in_reserve_nothing_spawns() -> None:
    """Rulings H: the tokens stay in the Well."""
    game = after(table(f"{END} | hand ghosts+swamp@Dee 14 | pile well trolls 5"), Accept())
    assert (ghosts(game), game.piles["well"]) == (14, {"trolls": 5})


def test_a_ghost_in_the_well_can_be_the_one_that_spawns() -> None:
    """Player's Game Turn: it goes back to the reserve, from where the new one comes."""
    game = after(table(f"{END} | hand ghosts+swamp@Dee 13 | pile well trolls 3, ghosts 1"), Accept())
    assert (ghosts(game), game.piles) == (14, {})


def test_nothing_spawns_while_withdrawn_tokens_wait() -> None:
    """Player's Game Turn: once troop redeployment is over."""
    line = f"{END} | 9: 1 trolls+forest@Ben | 5: 1 trolls@Ben | withdrawn trolls@Ben 1 | hand ghosts+swamp@Dee 1"
    game = after(table(f"{line} | pile well tribe 4"), Accept())
    assert (game.turn.stage, ghosts(game)) == ("withdraw", 1)


OWN_END = f"turn 3 Dee score | {SEATS} | 10: 1 ghosts+swamp@Dee | 11: 2 ghosts@Dee"


def test_each_region_gives_a_soul() -> None:
    """Scoring and Spawning: one for each region he occupies, not for the Island."""
    game = after(table(f"{OWN_END} | hand ghosts@Dee 2"), Accept())
    assert game.piles == {"well": {"soul": 2}}


def test_souls_spawn_at_once() -> None:
    """Scoring and Spawning: if there are at least 4 tokens, he then spawns."""
    game = after(table(f"{OWN_END} | hand ghosts@Dee 2 | pile well trolls 2"), Accept())
    assert (ghosts(game), game.piles) == (3, {})


def test_souls_are_given_in_his_own_turn_only() -> None:
    """Scoring and Spawning: under his own turn."""
    game = after(table(f"{END} | 10: 1 ghosts+swamp@Dee"), Accept())
    assert game.piles == {}


# Victory.


def test_the_necromancer_wins_at_once() -> None:
    """Checking for Victory: no Ghost in reserve, none in the Well, at the end of his own turn."""
    game = after(table(f"{OWN_END} | hand ghosts@Dee 11"), Accept())
    assert (game.over, winners(game)) == (True, (3,))


def test_a_ghost_in_the_well_holds_victory_up() -> None:
    """Checking for Victory: none in reserve or in the Well."""
    game = after(table(f"{OWN_END} | hand ghosts@Dee 10 | pile well ghosts 1"), Accept())
    assert not game.over


def test_a_ghost_in_reserve_holds_victory_up() -> None:
    """Checking for Victory: none in reserve or in the Well."""
    game = after(table(f"{OWN_END} | hand ghosts@Dee 10"), Accept())
    assert not game.over


def test_the_last_spawned_ghost_counts() -> None:
    """Checking for Victory: step 4 comes after the spawning of step 3."""
    game = after(table(f"{OWN_END} | hand ghosts@Dee 10 | pile well tribe 2"), Accept())
    assert (winners(game), game.over) == ((3,), True)


def test_nobody_looks_for_victory_in_the_others_turns() -> None:
    """Checking for Victory: in the Necromancer's turn (H)."""
    game = after(table(f"{END} | hand ghosts+swamp@Dee 14"), Accept())
    assert not game.over


def test_ghosts_taken_out_as_a_handicap_do_not_count() -> None:
    """Other Rules: they are in no reserve."""
    game = after(table(f"{OWN_END} | hand ghosts@Dee 10 | pile removed ghosts 1"), Accept())
    assert game.over


def test_otherwise_the_best_of_the_others_wins() -> None:
    """Checking for Victory: the winner is determined among the other players."""
    game = after(table(f"turn 10 Dee score | {SEATS} | 10: 1 ghosts+swamp@Dee | coins 30 40 20 99"), Accept())
    assert winners(game) == (1,)


def test_stopped_early_the_best_of_the_others_wins() -> None:
    """End of the Game: scored as it stands."""
    assert winners(after(table(f"{MARKET} | hand ghosts+hill@Dee 1 | coins 30 40 20 99"), Stop())) == (1,)


def test_the_reveal_says_why_the_necromancer_won() -> None:
    """Checking for Victory: no coins decided it."""
    game = after(table(f"{OWN_END} | hand ghosts@Dee 11"), Accept())
    assert show.tie(game, "en") == "No Ghost is left in the reserve or in the Well of Souls: Dee has won at once"


def test_the_reveal_says_why_most_coins_did_not_win() -> None:
    """Checking for Victory: the others are ranked without the Necromancer."""
    game = after(table(f"{MARKET} | hand ghosts+hill@Dee 1 | coins 30 40 20 99"), Stop())
    assert show.tie(game, "en") == "Dee has not won at once, so the best of the others has won"


# A turn at once.


def test_a_turn_of_ghosts_is_entered_at_once() -> None:
    """Entered at once: from readying to the score sheet, as for every race."""
    game = after(table(f"{MARKET} | 10: 1 ghosts+commando@Dee | hand ghosts@Dee 5"), Finish())
    game = after(game, PlayTurn(conquests=(Conquest(region(15)), Conquest(region(20)))))
    held = [key for key, ground in game.grounds.items() if ground.band == band(game, "ghosts").id]
    assert (game.turn.stage, held) == ("score", [region(10), region(15), region(20)])


def test_a_turn_is_not_entered_at_once_before_the_market_is_over() -> None:
    """Entered at once: what was bought is a secret of nobody, so it is told first."""
    game = table(f"{MARKET} | hand ghosts+commando@Dee 5")
    assert refusal(game, PlayTurn(conquests=(Conquest(region(15)),))) == "not now: Dee buys Ghosts and powers"


# Putting right.


def test_what_lies_in_the_well_is_put_right() -> None:
    """Corrections: its tokens come from the tray and go back there."""
    game = table(f"{END} | hand ghosts+swamp@Dee 1 | pile well trolls 2")
    game = after(game, SetPile("well", {"tribe": 1, "soul": 2}))
    assert (game.piles["well"], game.tray["trolls"]) == ({"tribe": 1, "soul": 2}, 10)


def test_the_well_holds_no_more_than_the_box() -> None:
    """Corrections: there are 10 Trolls."""
    game = table(f"{END} | hand ghosts+swamp@Dee 1")
    assert "Troll" in refused(game, SetPile("well", {"trolls": 11}))


def test_the_powers_in_use_are_put_right() -> None:
    """Corrections: badges come from the reserve and go back there."""
    game = table(f"{MARKET} | hand ghosts+hill@Dee 1 | pile reserve flying, forest")
    game = after(game, SetBand(band(game, "ghosts").id, powers=("flying",)))
    assert (band(game, "ghosts").powers, set(game.piles["reserve"])) == (("flying",), {"hill", "forest"})


def test_other_races_keep_their_one_badge() -> None:
    """Corrections: a race of the column is corrected with its badge."""
    game = table(END)
    assert "one badge" in refused(game, SetBand(band(game, "orcs").id, powers=("hill", "swamp")))


def test_ghosts_on_the_island_are_put_right() -> None:
    """Corrections: those in hand lie on the Island."""
    game = table(f"{MARKET} | hand ghosts+hill@Dee 1")
    assert ghosts(after(game, SetBand(band(game, "ghosts").id, hand=4))) == 4


def test_ghosts_on_a_region_are_put_right() -> None:
    """Corrections: as for every race."""
    game = table(f"{MARKET} | hand ghosts+hill@Dee 1")
    game = after(game, SetRegion(region(10), band(game, "ghosts").id, 2))
    assert (lies(game, 10), game.tray["ghosts"]) == ("2 ghosts+hill@Dee", 11)


def test_the_turn_goes_back_to_the_market() -> None:
    """Corrections: how far the turn has come."""
    game = table(f"{CONQUER} | hand ghosts+hill@Dee 2")
    assert "act:ghosts:ghost:" in listed(after(game, SetRecord("market")), 3)


def test_ghosts_stay_in_the_game() -> None:
    """Corrections: there is no banner that could go back."""
    game = table(f"{MARKET} | hand ghosts+hill@Dee 1")
    assert "no banner" in refused(game, DropRace(band(game, "ghosts").id))


def test_a_position_says_it_all() -> None:
    """Notation: both ways, with the market, the Island, the Well, the reserve and all powers."""
    line = f"{MARKET} | 10: 2 ghosts+hill+swamp@Dee | hand ghosts@Dee 1"
    line += " | pile well tribe 1, soul 2 | pile reserve flying"
    assert notation.read(notation.write(table(line)), board("base-3")) == table(line)


def test_what_is_paid_goes_to_the_bank_for_all_to_see() -> None:
    """Acquiring Ghosts and Special Powers: an event of its own, no part of anybody's score."""
    events = decide(table(f"{MARKET} | hand ghosts+hill@Dee 2"), Act("ghosts", "ghost"))
    assert events[0] == CoinsMoved(3, "seat:3", "bank")


def test_ghosts_have_no_banner_in_the_column() -> None:
    """Modified Game Setup: they are drawn by nobody."""
    assert "ghosts" not in began().banners


def test_redeployment_leaves_others_nothing_in_hand() -> None:
    """Troop Redeployment: only Ghosts may wait on an Island (L13)."""
    line = f"turn 3 Ann redeploy | {SEATS} | 15: 1 orcs+hill@Ann | hand orcs@Ann 2 | hand ghosts+swamp@Dee 1"
    assert "3" in refusal(table(line), Redeploy({region(15): 1}))


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_players_who_need_no_phone_play_it_to_the_end(players: int) -> None:
    """The demonstration: they choose only from what is offered, with all the boxes there are."""
    game, dice = began(players, boxes=tuple(SETS)), Random(players)
    while not game.over:
        due = chances(game)
        command = Answer(due[0].occasion, dice.choice(due[0].choices)) if due else demo.choose(game, dice)
        assert command is not None
        game = after(game, command)
    assert winners(game)
