"""Necromancer Island (expansion sheet, under that name; rulings H): the Well of Souls, spawning, and who wins."""

from __future__ import annotations

from random import Random

import pytest

from companion.game import hand_steps
from companion.rules.boxes.registry import BOXES
from companion.rules.commands import Accept, Answer, Conquer, Decline, Finish, Leave, Stop
from companion.rules.engine import chances, decide
from companion.rules.score import winners
from companion.views import ending
from tests.bench import former
from tests.rules.island import END, MARKET, OWN_END, SEATS, began, ghosts
from tests.rules.moves import band, finish_turn
from tests.rules.position import after, conquer, lies, region, table


def test_lost_tokens_go_into_the_well() -> None:
    """Player's Game Turn: race tokens lost in conquests, of everybody."""
    line = f"turn 3 Ann conquer | {SEATS} | 15: 1 orcs+hill@Ann | 10: 2 trolls+swamp@Ben | hand orcs@Ann 9"
    game = conquer(table(f"{line} | hand ghosts+forest@Dee 1"), 10)
    assert (game.piles, game.tray["trolls"]) == ({"well": {"trolls": 1}}, 10 - 2)


@pytest.mark.parametrize(
    ("lying", "well"),
    [
        ("10: 4 priestesses@Ben declined", {"priestesses": 4}),
        ("10: 3 ghouls@Ben declined | withdrawn ghouls@Ben 2", {"ghouls": 5}),
        ("10: 3 ghouls@Ben declined | 20: 1 ghouls@Ben declined", {"ghouls": 1}),
    ],
)
def test_all_of_a_race_that_is_gone_go_into_the_well(lying: str, well: dict[str, int]) -> None:
    """The Well of Souls: a race in decline loses all its tokens with its last region (rulings C7, G11)."""
    line = f"turn 3 Ann conquer | {SEATS} | 15: 1 orcs+hill@Ann | hand orcs@Ann 9 | {lying}"
    assert conquer(table(line), 10).piles == {"well": well}


def test_what_hands_do_with_a_race_that_is_gone_is_told_once() -> None:
    """The Well of Souls: nobody is given tokens back that then go to the tray."""
    line = f"turn 3 Ann conquer | {SEATS} | 15: 1 orcs+hill@Ann | hand orcs@Ann 9 | 10: 4 priestesses@Ben declined"
    game = table(line)
    said = [each.key for each in hand_steps.instructions(game, decide(game, Conquer(region(10))))]
    assert said == ["do.pile", "do.map", "do.vanish"]


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


def test_the_necromancer_wins_at_once() -> None:
    """Checking for Victory: no Ghost in reserve, none in the Well, at the end of his own turn."""
    game = after(table(f"{OWN_END} | hand ghosts@Dee 11"), Accept())
    assert (game.over, winners(game)) == (True, (3,))


def test_a_ghost_in_the_well_holds_victory_up() -> None:
    """Checking for Victory: none in reserve or in the Well."""
    game = after(table(f"{OWN_END} | hand ghosts@Dee 10 | pile well ghosts 1"), Accept())
    assert not game.over


def test_ghosts_in_the_well_and_in_reserve_hold_victory_up() -> None:
    """Checking for Victory: as many in the one as in the other are still two."""
    game = after(table(f"{OWN_END} | hand ghosts@Dee 9 | pile well ghosts 1"), Accept())
    assert (game.over, game.turn.seat) == (False, 0)


def test_victory_is_looked_for_at_the_end_of_his_turn() -> None:
    """Checking for Victory: step 4, not when the last Ghost is bought."""
    game = after(table(f"{MARKET} | 10: 1 ghosts+hill@Dee | hand ghosts@Dee 13"), Finish())
    assert (game.over, game.turn.stage) == (False, "begin")


def test_nothing_spawns_for_a_necromancer_who_has_left() -> None:
    """Ruling H8: the Ghosts stand where they are."""
    game = after(table(f"{END} | hand ghosts+swamp@Dee 1 | pile well trolls 4"), Leave(3), Accept())
    assert (ghosts(game), game.piles["well"]) == (1, {"trolls": 4})


def test_converted_elves_go_to_the_tray() -> None:
    """Rulings L7: what Sorcerers replace is no loss of a conquest, nor of a decline."""
    line = f"turn 3 Ann conquer | {SEATS} | 15: 1 sorcerers+hill@Ann | 10: 1 elves+swamp@Ben | hand sorcerers@Ann 1"
    game = conquer(table(f"{line} | hand ghosts+forest@Dee 1"), 10, way="sorcerers")
    assert (game.piles, game.tray["elves"]) == ({}, 11)


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
    assert ending.tie(game, "en") == "There is no Ghost left in the reserve or the Well of Souls: Dee wins at once"


def test_the_reveal_says_why_most_coins_did_not_win() -> None:
    """Checking for Victory: the others are ranked without the Necromancer."""
    game = after(table(f"{MARKET} | hand ghosts+hill@Dee 1 | coins 30 40 20 99"), Stop())
    assert ending.tie(game, "en") == "Dee did not win in time, so the best of the other players wins"


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_players_who_need_no_phone_play_it_to_the_end(players: int) -> None:
    """The demonstration: they choose only from what is offered, with all the boxes there are."""
    boxes = tuple(box for box, held in BOXES.items() if not held.alone and box != "teams")
    game, dice = began(players, boxes=boxes), Random(players)
    while not game.over:
        due = chances(game)
        command = Answer(due[0].occasion, dice.choice(due[0].choices)) if due else former.choose(game, dice)
        assert command is not None
        game = after(game, command)
    assert winners(game)
