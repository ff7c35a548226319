"""The Golden Soapbar and the Popular Places but the Sigil (expansion sheet, under their names; rulings I, L4, L5).

Partners are Ann and Dee, Ben and Eve, Cid and Fay.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.rules.commands import Accept, Choose, Decline, Leave, Ready, SetBand, UseAbility
from companion.rules.model import Game
from tests.rules.moves import band, finish, redeploy
from tests.rules.position import after, bent, bill, coins, conquer, lies, listed, refusal, ways
from tests.rules.six import answers, choose, drawn, labels, question, six, told

CONQUER = "turn 3 Ann conquer"
SCORE = "turn 3 Ann score"
BEGIN = "turn 3 Ann begin"


# The Golden Soapbar.


def soapbar(line: str = "7: 2 ratmen+forest@Ann [soapbar]") -> Game:
    """Ann holds the Soapbar on region 7, whose neighbours are 6, 11, 15 and 16, and is about to score."""
    return six(f"{SCORE} | {line}")


def test_the_soapbar_brings_a_coin() -> None:
    """The Golden Soapbar: at turn's end, collect 1 bonus Victory coin."""
    assert coins(soapbar()) == "regions 1, soapbar 1"


def test_the_soapbar_must_move_on() -> None:
    """The Golden Soapbar: you must then immediately move it to a region adjacent to your active race."""
    assert answers(after(soapbar(), Accept()), "soapbar") == ["r06", "r11", "r15", "r16"]


def test_the_soapbar_goes_next_to_any_region_of_the_race() -> None:
    """The Golden Soapbar: adjacent to your active race, wherever it stands; not only to where the Soapbar lay."""
    held = "7: 1 ratmen+forest@Ann [soapbar] | 17: 1 ratmen@Ann"
    assert answers(after(soapbar(held), Accept()), "soapbar") == ["r01", "r06", "r11", "r15", "r16", "r18"]


def test_the_soapbar_goes_nowhere_else() -> None:
    """The Golden Soapbar: adjacent to your active race; a race in decline does not count."""
    held = "7: 1 ratmen+forest@Ann [soapbar] | 17: 1 elves@Ann declined"
    assert answers(after(soapbar(held), Accept()), "soapbar") == ["r06", "r11", "r15", "r16"]


def test_the_soapbar_moves_to_no_region_that_there_is_not() -> None:
    """A position that names others than the board has leaves those that it has."""
    asked = "turn 3 Ann withdraw | 7: 2 ratmen+forest@Ann [soapbar] | asked ratmen@Ann soapbar choice Ann r07 of=r06,r0"
    assert answers(six(asked), "soapbar") == ["r06"]


def test_the_soapbars_question_names_player_and_region() -> None:
    """The Golden Soapbar: whoever moves it reads where to (Questions inside a turn)."""
    assert labels(after(soapbar(), Accept()), "soapbar")[-1] == "Ann, move the Golden Soapbar: region 16"


def test_the_turn_waits_for_the_soapbar() -> None:
    """The Golden Soapbar: immediately, so before anybody else plays."""
    game = after(soapbar(), Accept())
    assert (game.turn.seat, choose(game, "soapbar", "r16").turn.seat) == (0, 1)


def test_the_soapbar_lies_where_it_was_moved() -> None:
    """The Golden Soapbar: a region that might be empty."""
    moved = choose(after(soapbar(), Accept()), "soapbar", "r16")
    assert (lies(moved, 16), lies(moved, 7), moved.bands[1].prizes) == ("[soapbar]", "2 ratmen+forest@Ann", ())


def test_the_soapbar_keeps_off_the_own_active_race() -> None:
    """The Golden Soapbar: just not to a region occupied by your own active troops."""
    held = "7: 1 ratmen+forest@Ann [soapbar] | 6: 1 ratmen@Ann | 16: 1 ratmen@Ann"
    assert answers(after(soapbar(held), Accept()), "soapbar") == ["r05", "r11", "r15", "r23"]


def test_the_soapbar_may_go_to_anybody_else() -> None:
    """The Golden Soapbar: own in decline, ally's, enemy's troops, monsters, lost tribes."""
    line = "7: 1 ratmen+forest@Ann [soapbar] | 6: tribe [monster] | 11: 1 elves@Ann declined"
    game = after(soapbar(f"{line} | 15: 1 humans+hill@Dee | 16: 1 orcs+swamp@Ben"), Accept())
    assert answers(game, "soapbar") == ["r06", "r11", "r15", "r16"]


def test_the_soapbar_serves_the_partner_it_came_to() -> None:
    """Righteous Relics and Popular Places: to whoever controls them or occupies their region."""
    game = after(soapbar("7: 1 ratmen+forest@Ann [soapbar] | 15: 1 humans+hill@Dee"), Accept())
    assert band(choose(game, "soapbar", "r15"), "humans").prizes == ("soapbar",)


def cut_off(line: str) -> Game:
    """Regions 6, 7 and 11 are an island of a board of one's own: they touch each other and no other region."""
    game, island = soapbar(line), ("r06", "r07", "r11")
    alone = {key: replace(game.board.regions[key], adjacent=tuple(set(island) - {key})) for key in island}
    return replace(game, board=replace(game.board, regions={**game.board.regions, **alone}))


def test_the_soapbar_moves_by_itself_where_only_one_region_is_left() -> None:
    """The Golden Soapbar: there is nothing to choose."""
    game = cut_off("7: 1 ratmen+forest@Ann [soapbar] | 6: 1 ratmen@Ann")
    assert lies(after(game, Accept()), 11) == "[soapbar]"


def test_the_soapbar_stays_where_it_has_no_way_to_go() -> None:
    """Ruling I2: every region next to the active race is its own."""
    game = after(cut_off("7: 1 ratmen+hill@Ann [soapbar] | 6: 1 ratmen@Ann | 11: 1 ratmen@Ann"), Accept())
    assert (lies(game, 7), game.turn.seat) == ("1 ratmen+hill@Ann [soapbar]", 1)


def test_the_soapbar_pays_nothing_in_the_turn_of_a_decline() -> None:
    """Righteous Relics and Popular Places: never used by races in decline."""
    game = after(six(f"{BEGIN} | 7: 1 ratmen+forest@Ann [soapbar]"), Decline())
    assert coins(game) == "declined 1"


def test_a_stout_race_moves_the_soapbar_before_it_declines() -> None:
    """The Golden Soapbar, with Stout: the whole turn is scored first (ruling D8)."""
    game = after(soapbar("7: 1 ratmen+stout@Ann [soapbar]"), Accept(decline=True))
    assert answers(game, "soapbar") == ["r06", "r11", "r15", "r16"]


# Glandulf's Tavern.

TAVERN = f"{SCORE} | 7: 2 ratmen+forest@Ann [tavern]"


def test_the_tavern_brings_two_coins() -> None:
    """Glandulf's Tavern: at turn's end, collect 2 bonus Victory coins."""
    assert coins(six(TAVERN)) == "regions 1, tavern 2"


@pytest.mark.parametrize("guest", [1, 3])
def test_a_coin_of_the_tavern_goes_to_anybody(guest: int) -> None:
    """Glandulf's Tavern: the player of your choice, including but not limited to your ally."""
    game = after(six(TAVERN), UseAbility("tavern", "give", str(guest)))
    assert (coins(game), game.seats[guest].coins) == ("regions 1, tavern 1", 6)


def test_both_coins_of_the_tavern_may_be_given() -> None:
    """Glandulf's Tavern: these bonus coins."""
    game = after(six(TAVERN), UseAbility("tavern", "give", "3"), UseAbility("tavern", "give", "3"))
    assert (coins(game), game.seats[3].coins) == ("regions 1", 7)


def test_no_third_coin_is_given() -> None:
    """Glandulf's Tavern: these coins only."""
    game = after(six(TAVERN), UseAbility("tavern", "give", "3"), UseAbility("tavern", "give", "3"))
    assert not any(offer.startswith("act:tavern") for offer in listed(game))


def test_the_tavern_is_shared_with_one_player() -> None:
    """Glandulf's Tavern: with the player of your choice."""
    game = after(six(TAVERN), UseAbility("tavern", "give", "3"))
    assert refusal(game, UseAbility("tavern", "give", "1")) == "you can share the Tavern’s 2 coins with only one player"


def test_the_tavern_gives_nothing_before_the_turns_end() -> None:
    """Glandulf's Tavern: at turn's end."""
    game = six(f"{CONQUER} | 7: 2 ratmen+forest@Ann [tavern] | hand ratmen@Ann 2")
    assert refusal(game, UseAbility("tavern", "give", "3"))
    assert bent(game, UseAbility("tavern", "give", "3")).seats[3].coins == 6


def test_the_tavern_pays_in_full_again_next_turn() -> None:
    """Glandulf's Tavern: at each turn's end."""
    game = after(six(TAVERN), UseAbility("tavern", "give", "3"), UseAbility("tavern", "give", "3"), Accept())
    assert game.bands[1].memo == {"tavern.given": 2}
    line = "turn 3 Fay score | 30: 1 humans+swamp@Fay | 7: 2 ratmen+forest@Ann [tavern]"
    again = six(f"{line} | memo ratmen@Ann tavern.given 2")
    assert after(again, Accept()).bands[2].memo == {"tavern.given": 0}


def test_a_gift_of_the_tavern_is_said_to_everybody() -> None:
    """Glandulf's Tavern: a coin that changes hands in the open."""
    assert told(six(TAVERN), UseAbility("tavern", "give", "3")) == ["Dee takes 1 coin from the bank"]


def test_nobody_gives_to_oneself() -> None:
    """Glandulf's Tavern: what is not given is one's own."""
    given = {offer for offer in listed(six(TAVERN)) if offer.startswith("act:tavern")}
    assert given == {f"act:tavern:give:{seat}" for seat in range(1, 6)}


def test_who_has_left_is_given_nothing() -> None:
    """Glandulf's Tavern: a player who is at the table."""
    game = after(six(TAVERN), Leave(3))
    assert refusal(game, UseAbility("tavern", "give", "3")) == "Glandulf’s Tavern: not possible now"


@pytest.mark.parametrize("given", [-1, 3])
def test_no_more_than_two_coins_are_noted_as_given(given: int) -> None:
    """Glandulf's Tavern: 2 coins (Putting right)."""
    assert refusal(six(TAVERN), SetBand(1, memo={"tavern.given": given})) == "tavern.given cannot have that value"


# Bony's Boneyard.

DECLINED = "16: 1 humans@Ben declined | 11: 1 elves@Dee declined"


def test_bony_is_placed_as_soon_as_the_boneyard_is_taken() -> None:
    """Bony's Boneyard: place Bony on one in decline banner of your choice: own, ally's, enemy's."""
    line = f"{CONQUER} | 7: 1 ratmen+hill@Ann | hand ratmen+hill@Ann 5 | 6: [boneyard] | 15: 1 orcs@Ann declined"
    game = conquer(six(f"{line} | {DECLINED}"), 6)
    assert sorted(answers(game, "boneyard")) == ["elves", "humans", "orcs"]


def test_bony_is_placed_when_the_boneyard_comes_to_light() -> None:
    """Righteous Relics and Popular Places: it comes into play immediately after the conquest."""
    line = f"{CONQUER} | 7: 1 ratmen+hill@Ann | hand ratmen+hill@Ann 5 | 6: tribe [monster]"
    game = drawn(conquer(six(f"{line} | {DECLINED}"), 6), "boneyard")
    placed = choose(game, "boneyard", "humans")
    assert placed.bands[1].memo == {"boneyard.banner": band(placed, "humans").id}


def test_bony_waits_for_a_race_in_decline() -> None:
    """Bony's Boneyard; ruling I6: with no banner in decline he is placed once there is one."""
    game = six(f"{CONQUER} | 7: 1 ratmen+hill@Ann | hand ratmen+hill@Ann 5 | 6: [boneyard]")
    later = six(f"{BEGIN} | 6: 2 ratmen+hill@Ann [boneyard] | {DECLINED}")
    assert conquer(game, 6).turn.asked == ()
    assert sorted(answers(after(later, UseAbility("boneyard", "place", "")), "boneyard")) == ["elves", "humans"]


def test_without_a_banner_in_decline_bony_is_not_offered() -> None:
    """Ruling I6: there is nowhere to put him."""
    assert "act:boneyard:place:" not in listed(six(f"{BEGIN} | 6: 2 ratmen+hill@Ann [boneyard]"))


def test_bony_is_asked_about_once() -> None:
    """Bony's Boneyard: while the question is open there is no second one, whatever came before."""
    game = six(f"{BEGIN} | 6: 2 ratmen+hill@Ann [boneyard] | {DECLINED} | memo ratmen@Ann boneyard.banner 0")
    asked = after(game, UseAbility("boneyard", "place", ""))
    assert ("act:boneyard:place:" in listed(game), "act:boneyard:place:" in listed(asked)) == (True, False)


def test_bonys_place_is_said_to_everybody() -> None:
    """Bony's Boneyard: he is put on a banner, for all to see."""
    game = after(six(f"{BEGIN} | 6: 2 ratmen+hill@Ann [boneyard] | {DECLINED}"), UseAbility("boneyard", "place", ""))
    assert labels(game, "boneyard")[-1] == "Ann, put Bony on the banner of a race in decline: Dee’s Elves, in decline"
    occasion = f"turn3.seat0.ask{question(game, 'boneyard').number}"
    assert told(game, Choose(occasion, "elves")) == ["Bony protects: now Elves"]


def test_bony_once_placed_stays() -> None:
    """Bony's Boneyard: one banner of your choice."""
    game = six(f"{BEGIN} | 6: 2 ratmen+hill@Ann [boneyard] | {DECLINED} | memo ratmen@Ann boneyard.banner elves")
    assert "act:boneyard:place:" not in listed(game)


def bony(attacker: str, way: str = "") -> Game:
    """Cid attacks Ben's Humans in decline on region 16, whom Ann's Bony protects."""
    line = f"turn 3 Cid conquer | 7: 1 {attacker}@Cid | hand {attacker}@Cid 6 | 16: 1 humans@Ben declined"
    return six(f"{line} | 30: 1 ratmen+hill@Ann [boneyard] | memo ratmen@Ann boneyard.banner humans{way}")


def test_bony_takes_a_saving_away() -> None:
    """Bony's Boneyard: immune to any opponents' racial and special powers (ruling L4)."""
    assert bill(bony("trolls+commando"), 16) == "2 + 1 defender = 3"


def test_without_bony_the_saving_is_there() -> None:
    """Commando, for comparison: the region of another race."""
    game = six("turn 3 Cid conquer | 7: 1 trolls+commando@Cid | hand trolls@Cid 6 | 16: 1 humans@Ben declined")
    assert bill(game, 16) == "2 + 1 defender − 1 Commando = 2"


def test_bony_keeps_the_dragon_off() -> None:
    """Bony's Boneyard: no dragon (ruling L4)."""
    assert ways(bony("trolls+dragon-master"), 16) == ["ordinary"]


def test_bony_does_not_prevent_an_ordinary_conquest() -> None:
    """Bony's Boneyard: powers only (ruling L4)."""
    assert lies(conquer(bony("trolls+forest"), 16), 16) == "3 trolls+forest@Cid [lair]"


def test_bony_does_not_bind_the_owner_of_the_banner() -> None:
    """Bony's Boneyard: opponents' powers."""
    line = "turn 3 Ben conquer | 7: 1 trolls+commando@Ben | hand trolls@Ben 6 | 16: 1 humans@Ben declined"
    game = six(f"{line} | 30: 1 ratmen+hill@Ann [boneyard] | memo ratmen@Ann boneyard.banner humans")
    assert bill(game, 16) == "2 + 1 defender − 1 Commando = 2"


def test_bony_binds_whoever_holds_him_too() -> None:
    """Bony's Boneyard: any opponents of the protected race, Ann among them."""
    line = f"{CONQUER} | 7: 1 ratmen+commando@Ann [boneyard] | hand ratmen@Ann 6 | 16: 1 humans@Ben declined"
    assert bill(six(f"{line} | memo ratmen@Ann boneyard.banner humans"), 16) == "2 + 1 defender = 3"


def test_bony_protects_one_banner() -> None:
    """Bony's Boneyard: all corresponding tokens, and no other race's."""
    game = bony("trolls+commando", " | 6: 1 elves@Dee declined | 15: 1 humans@Ben declined")
    assert (bill(game, 15), bill(game, 6)) == ("2 + 1 defender = 3", "2 + 1 defender − 1 Commando = 2")


def test_bony_goes_when_the_boneyard_is_abandoned() -> None:
    """Bony's Boneyard: he immediately abandons the banner he was protecting."""
    line = f"{BEGIN} | 7: 2 ratmen+hill@Ann | 6: 1 ratmen@Ann [boneyard] | {DECLINED}"
    game = six(f"{line} | memo ratmen@Ann boneyard.banner humans")
    assert after(game, Ready(band(game, "ratmen").id, {"r06": 0})).bands[1].memo == {}


def test_bony_goes_when_his_holder_declines() -> None:
    """Bony's Boneyard: if your troops occupying the Boneyard go in decline."""
    game = six(f"{BEGIN} | 6: 1 ratmen+hill@Ann [boneyard] | {DECLINED} | memo ratmen@Ann boneyard.banner humans")
    assert band(after(game, Decline()), "ratmen").memo == {}


def test_a_new_occupier_places_bony_anew() -> None:
    """Bony's Boneyard: waiting for some new active troops to conquer the Boneyard."""
    line = f"{CONQUER} | 7: 1 ratmen+hill@Ann | hand ratmen+hill@Ann 6 | 6: 1 trolls+swamp@Ben [boneyard] | {DECLINED}"
    game = conquer(six(f"{line} | memo trolls@Ben boneyard.banner elves"), 6)
    assert (question(game, "boneyard").seat, game.bands[1].memo) == (0, {})


def test_bonys_banner_is_put_right() -> None:
    """The cardboard is right: he stands on another banner."""
    game = six(f"{BEGIN} | 6: 2 ratmen+hill@Ann [boneyard] | {DECLINED} | memo ratmen@Ann boneyard.banner elves")
    humans, ratmen = band(game, "humans").id, band(game, "ratmen").id
    moved = after(game, SetBand(ratmen, memo={"boneyard.banner": humans}))
    assert moved.bands[ratmen].memo == {"boneyard.banner": humans}
    assert refusal(game, SetBand(ratmen, memo={"boneyard.banner": 9})) == "boneyard.banner cannot have that value"


# Mirror's Vale.


def vale(own: str, partners: str, more: str = "") -> Game:
    """Ann's turn begins; she holds the Vale on region 7, Dee a region at 30."""
    return six(f"{BEGIN} | 7: 2 {own}@Ann [vale] | 30: 2 {partners}@Dee{more}")


def swapped(game: Game) -> Game:
    """The game after the exchange."""
    return after(game, UseAbility("vale", "swap", ""))


def test_partners_exchange_their_powers() -> None:
    """Mirror's Vale: at turn start, you may exchange your special power with that of your ally."""
    game = swapped(vale("ratmen+commando", "trolls+flying"))
    assert (band(game, "ratmen").powers, band(game, "trolls").powers) == (("flying",), ("commando",))


def test_the_exchange_is_nobodys_duty() -> None:
    """Mirror's Vale: you may."""
    assert "ready:1" in listed(vale("ratmen+commando", "trolls+flying"))


def test_the_power_works_at_once() -> None:
    """Mirror's Vale: ready to play."""
    game = swapped(vale("ratmen+commando", "trolls+hill", " | 16: 1 humans+swamp@Ben"))
    assert bill(after(game, Ready(1)), 16) == "2 + 1 defender = 3"


def test_pieces_come_into_the_new_owners_hand() -> None:
    """Mirror's Vale: tokens on the board are immediately removed from the board."""
    line = f"{BEGIN} | 7: 2 ratmen+hill@Ann [vale] | 30: 2 trolls+heroic@Dee [hero] | 31: 2 trolls@Dee [hero]"
    game = swapped(six(line))
    assert (game.pieces("hero"), "place:hero" in listed(finish(after(game, Ready(1))))) == ([], True)


def test_a_races_own_pieces_stay() -> None:
    """Mirror's Vale: the powers' tokens, not the races' (ruling I3)."""
    game = swapped(vale("ratmen+commando", "trolls+flying", " [lair]"))
    assert game.pieces("lair") == ["r30"]


def test_race_tokens_stay_as_they_are() -> None:
    """Ruling I3: only powers and their pieces change hands."""
    game = swapped(vale("ratmen+commando", "trolls+flying"))
    assert (lies(game, 7), lies(game, 30)) == ("2 ratmen+flying@Ann [vale]", "2 trolls+commando@Dee")


def test_a_badge_takes_its_memory_along() -> None:
    """Ruling L5: what is used up stays used up."""
    game = swapped(vale("ratmen+wealthy", "trolls+flying", " | memo ratmen@Ann wealthy.paid 1"))
    assert (band(game, "ratmen").memo, band(game, "trolls").memo) == ({}, {"wealthy.paid": 1})


def test_a_swapped_historian_is_not_paid_again() -> None:
    """Ruling L5: what a power brings when it is picked, it has brought."""
    game = swapped(vale("ratmen+commando", "trolls+historian", " | 16: 1 humans@Ben declined"))
    assert game.seats[0].coins == 5


def test_hordes_change_sides() -> None:
    """Mirror's Vale: into the new owner's hand; a region that they alone held is given up."""
    line = f"{BEGIN} | 7: 2 ratmen+hill@Ann [vale] | 30: 2 trolls+hordes-of@Dee | 31: 0 trolls@Dee [hordes lair]"
    game = swapped(six(line))
    assert (lies(game, 31), band(game, "ratmen").powers) == ("nothing", ("hordes-of",))


def test_a_partners_kobold_left_alone_by_its_hordes_goes_too() -> None:
    """Mirror's Vale, Kobolds: never occupy a region with less than 2 tokens (ruling G8)."""
    line = f"{BEGIN} | 7: 2 ratmen+hill@Ann [vale] | 30: 2 kobolds+hordes-of@Dee | 31: 1 kobolds@Dee [hordes]"
    game = swapped(six(line))
    assert (lies(game, 31), band(game, "kobolds").withdrawn) == ("nothing", 1)


def test_ones_own_kobold_left_alone_by_its_hordes_comes_to_hand() -> None:
    """Mirror's Vale, Kobolds: in their own turn they set out with it (ruling G8)."""
    game = swapped(six(f"{BEGIN} | 7: 1 kobolds+hordes-of@Ann [vale hordes] | 30: 2 trolls+hill@Dee"))
    assert (lies(game, 7), band(game, "kobolds").hand) == ("[vale]", 1)


def test_a_horde_that_stays_alone_keeps_what_a_place_remembers() -> None:
    """Bony's Boneyard, Hordes of: the region is held all the time, so Bony stays on his banner (rulings G23, I6)."""
    line = "turn 3 Ann redeploy | 7: 1 ratmen+hordes-of@Ann [boneyard hordes] | 6: 2 ratmen@Ann | 16: 1 humans@Ben"
    game = six(f"{line} declined | memo ratmen@Ann boneyard.banner humans")
    stood = redeploy(game, {6: 3, 7: 0})
    assert (lies(stood, 7), band(stood, "ratmen").memo) == (
        "0 ratmen+hordes-of@Ann [boneyard hordes]",
        {"boneyard.banner": band(game, "humans").id},
    )


def test_powers_are_exchanged_before_the_troops_are_readied() -> None:
    """Mirror's Vale: at turn start."""
    game = after(vale("ratmen+commando", "trolls+flying"), Ready(1))
    assert refusal(game, UseAbility("vale", "swap", "")).startswith(
        "you can swap powers once, at the start of your turn"
    )


def test_powers_are_exchanged_once_a_turn() -> None:
    """Mirror's Vale: an exchange at the turn's start."""
    game = swapped(vale("ratmen+commando", "trolls+flying"))
    assert refusal(game, UseAbility("vale", "swap", "")).startswith(
        "you can swap powers once, at the start of your turn"
    )


def test_powers_are_not_exchanged_over_the_score_sheet() -> None:
    """Mirror's Vale: at turn start."""
    game = six(f"{SCORE} | 7: 2 ratmen+commando@Ann [vale] | 30: 2 trolls+flying@Dee")
    assert refusal(game, UseAbility("vale", "swap", "")).startswith(
        "you can swap powers once, at the start of your turn"
    )


def test_powers_are_exchanged_before_ghouls_in_decline_set_out() -> None:
    """Mirror's Vale: at turn start, which is over when a race in decline has conquered."""
    game = vale("ratmen+commando", "trolls+flying", " | 16: 2 ghouls@Ann declined")
    game = redeploy(finish(after(game, Ready(band(game, "ghouls").id))))
    assert game.turn.stage == "begin"
    assert refusal(game, UseAbility("vale", "swap", "")).startswith(
        "you can swap powers once, at the start of your turn"
    )


def test_only_the_partners_power_can_be_had() -> None:
    """Mirror's Vale: with the special power of your ally; nobody else's."""
    game = six(f"{BEGIN} | 7: 2 ratmen+commando@Ann [vale] | 30: 2 trolls+flying@Ben")
    assert "act:vale:swap:" not in listed(game)


@pytest.mark.parametrize(("own", "partners"), [("ratmen", "trolls+flying"), ("ratmen+commando", "trolls")])
def test_a_race_without_a_badge_has_no_power_to_give(own: str, partners: str) -> None:
    """Mirror's Vale: your special power with that of your ally; one may have got lost on the cardboard."""
    assert "act:vale:swap:" not in listed(vale(own, partners))


def test_a_partner_in_decline_has_no_power_to_give() -> None:
    """Mirror's Vale: a declined race's badge is gone, or does not count."""
    game = six(f"{BEGIN} | 7: 2 ratmen+commando@Ann [vale] | 30: 2 trolls+spirit@Dee declined")
    assert "act:vale:swap:" not in listed(game)
