"""Be Not Afraid: its races."""

from __future__ import annotations

import pytest

from companion.language import text
from companion.rules import notation
from companion.rules.boxes.registry import ABILITIES
from companion.rules.commands import Accept, Answer, Conquer, Pick, Redeploy, SetBand, SetColumn
from companion.rules.engine import chances
from companion.rules.model import Combo, Game
from tests.rules.moves import attempt, band, finish, finish_turn, form, picked, place, placing, ready, redeploy
from tests.rules.position import after, board, coins, conquer, lies, listed, refusal, table

# Typed in from the printed pieces: tokens received, tokens in the box.
BANNERS = {
    "barbarians": (9, 14),
    "homunculi": (5, 18),
    "leprechauns": (6, 11),
    "pixies": (11, 16),
    "pygmies": (6, 15),
}


@pytest.mark.parametrize(("race", "printed"), BANNERS.items())
def test_its_banners_say_what_is_printed(race: str, printed: tuple[int, int]) -> None:
    """Tokens received, and tokens in the box (printed banners)."""
    assert (ABILITIES[race].tokens, ABILITIES[race].supply) == printed


# Barbarians.

HORDE = "turn 3 Ann conquer | 5: 3 barbarians+hill@Ann | 10: 1 barbarians@Ann | hand barbarians@Ann 2"


def test_barbarians_stay_where_they_are() -> None:
    """Barbarians: no redeployment at the end of the turn (expansion sheet, Barbarians)."""
    asked = form(finish(table(HORDE)), "redeploy")
    assert [(slot.id, slot.least, slot.most) for slot in asked.slots] == [("r05", 3, 3), ("r10", 1, 1)]


def test_barbarians_left_in_hand_wait_off_the_map() -> None:
    """Barbarians: what was not used waits for their next turn (ruling L1)."""
    waiting = band(redeploy(finish(table(HORDE))), "barbarians")
    assert (waiting.hand, waiting.aside) == (0, 2)


def test_barbarians_of_a_failed_attempt_wait_off_the_map() -> None:
    """Barbarians: those used in a failed attempt stay off the board (expansion sheet, Barbarians)."""
    game = redeploy(attempt(table(f"{HORDE} | 4: tribe"), 4, 0))
    assert band(game, "barbarians").aside == 2


def test_barbarians_come_back_to_hand() -> None:
    """Barbarians: until the start of their next turn (expansion sheet, Barbarians)."""
    game = after(redeploy(finish(table(f"{HORDE} | 12: 1 elves+swamp@Ben"))), Accept())
    game = after(redeploy(finish(ready(game, "elves"))), Accept())
    assert (band(game, "barbarians").hand, band(game, "barbarians").aside) == (2, 0)


@pytest.mark.parametrize(("choice", "there"), [("placed", (0, 2)), ("kept", (1, 1))])
def test_barbarians_driven_out_go_back_on_the_map(choice: str, there: tuple[int, int]) -> None:
    """Barbarians: tokens withdrawn are placed, unless the table keeps them off the map (ruling G1)."""
    theirs = f"4: 2 barbarians+hill@Ben | 21: 1 barbarians@Ben | option barbarians-withdrawn={choice}"
    game = table(f"turn 3 Ann conquer | 5: 1 orcs+swamp@Ann | hand orcs@Ann 5 | {theirs}")
    game = redeploy(finish(conquer(game, 4)))
    game = after(game, Accept())
    assert game.turn.seat == 1
    hand, standing = there
    assert (band(game, "barbarians").hand, game.grounds["r21"].tokens) == (hand, standing)


# Homunculi.

COMBOS = "homunculi+hill, orcs+swamp, elves+stout, humans+flying, trolls+forest, giants+merchant"
BYPASSED = f"turn 1 Ann begin | column {COMBOS}"


def test_homunculi_gather_tokens_when_passed_over() -> None:
    """Homunculi: a token beside the coin each time they are bypassed (expansion sheet, Homunculi)."""
    game = after(table(BYPASSED), Pick(2))
    assert game.column[0] == Combo("homunculi", "hill", 1, 1)


def test_homunculi_come_with_what_lies_on_them() -> None:
    """Homunculi: tokens and coins are added to those normally received (expansion sheet, Homunculi)."""
    game = after(table(BYPASSED.replace("hill", "hill 2+2", 1)), Pick(0))
    assert (band(game, "homunculi").hand, game.seats[0].coins) == (5 + 4 + 2, 5 + 2)


def test_homunculi_come_from_the_tray_only() -> None:
    """Homunculi: a token if any is left (expansion sheet, Homunculi; ruling G4)."""
    game = after(table(BYPASSED.replace("hill", "hill 1+18", 1)), Pick(1))
    assert game.column[0] == Combo("homunculi", "hill", 2, 18)


def test_homunculi_get_no_more_than_there_are() -> None:
    """Homunculi: what lies on the combo is out of the tray, so the banner's number may fall short (ruling A10)."""
    game = after(table(BYPASSED.replace("hill", "hill 0+15", 1)), Pick(0))
    assert band(game, "homunculi").hand == 18


def test_others_gather_no_tokens() -> None:
    """Homunculi: only on their own combo (expansion sheet, Homunculi)."""
    game = after(table(BYPASSED), Pick(5))
    assert [combo.tokens for combo in game.column] == [1, 0, 0, 0, 0]


def test_tokens_on_a_combo_stand_in_a_position() -> None:
    """Homunculi: coins and tokens on the combo are read again as they were written."""
    game = table(BYPASSED.replace("hill", "hill 2+3", 1))
    again = notation.read(notation.write(game), board("base-2"))
    assert (again.column, again.tray["homunculi"]) == (game.column, 15)


def test_tokens_on_a_combo_can_be_put_right() -> None:
    """Homunculi: the column is laid out with what really lies on it, and the tray follows (Putting right)."""
    game = table(BYPASSED.replace("hill", "hill 2+3", 1))
    game = after(game, SetColumn((Combo("homunculi", "hill", 2, 1), *game.column[1:])))
    assert (game.column[0].tokens, game.tray["homunculi"]) == (1, 17)


def test_no_more_tokens_than_there_are_can_be_laid() -> None:
    """Homunculi: the box has 18."""
    game = table(BYPASSED)
    asked = SetColumn((Combo("homunculi", "hill", 0, 19), *game.column[1:]))
    assert refusal(game, asked).startswith("there are not that many Homunculi left in the tray")


# Leprechauns.

GOLD = "turn 3 Ann conquer | 5: 2 leprechauns+swamp@Ann | 10: 1 leprechauns@Ann"
RICH = "5: 1 leprechauns+swamp@Ann [pot] | 10: 1 leprechauns@Ann [pot] | 11: 1 leprechauns@Ann"


def test_leprechauns_hide_a_pot_in_each_region() -> None:
    """Leprechauns: a Pot in any or all of their regions (expansion sheet, Leprechauns; ruling G9)."""
    game = place(finish(table(GOLD)), "pot", {5: 1, 10: 1})
    assert (lies(game, 5), lies(game, 10)) == ("2 leprechauns+swamp@Ann [pot]", "1 leprechauns+swamp@Ann [pot]")


def test_one_pot_to_a_region() -> None:
    """Leprechauns: one at most (ruling G9)."""
    assert refusal(finish(table(GOLD)), placing("pot", {5: 2})) == "region 5 takes 0 to 1"


def test_pots_are_paid_as_the_next_turn_begins() -> None:
    """Leprechauns: each Pot still there is worth a coin, and is used up (expansion sheet, Leprechauns)."""
    game = table(f"turn 3 Ben redeploy | 12: 1 elves+hill@Ben | {RICH}")
    game = after(redeploy(game), Accept())
    assert (game.turn.seat, game.seats[0].coins, game.pieces("pot")) == (0, 7, [])
    assert band(game, "leprechauns").memo == {"leprechauns.spent": 2}


def test_a_conqueror_gets_the_pot() -> None:
    """Leprechauns: an opponent who conquers the region gets it instead (expansion sheet, Leprechauns)."""
    game = conquer(table(f"turn 3 Ben conquer | 4: 1 elves+hill@Ben | hand elves@Ben 5 | {RICH}"), 5)
    assert ([seat.coins for seat in game.seats], game.pieces("pot")) == ([5, 6], ["r10"])
    assert band(game, "leprechauns").memo == {"leprechauns.spent": 1}


def test_ones_own_ghouls_find_no_pot() -> None:
    """Leprechauns: no opponent came, so the Pot goes back to the stock unpaid (ruling M7)."""
    line = f"turn 3 Ann conquer ghouls | 4: 2 ghouls@Ann declined | hand ghouls@Ann 4 | {RICH}"
    game = conquer(table(line), 5)
    assert (game.seats[0].coins, band(game, "leprechauns").memo) == (5, {})


def test_a_pot_that_lies_is_none_of_those_left() -> None:
    """Leprechauns: nine in all, on the map and used up ones among them (expansion sheet, Leprechauns)."""
    line = f"{GOLD} [pot] | 11: 1 leprechauns@Ann | memo leprechauns@Ann leprechauns.spent"
    assert form(finish(table(f"{line} 7")), "place:pot").total == 1
    assert "place:pot" not in listed(finish(table(f"{line} 8")))


@pytest.mark.parametrize("count", [-1, 10])
def test_no_more_pots_are_used_up_than_there_are(count: int) -> None:
    """Leprechauns: nine in the box, so from none to nine (Putting right)."""
    game = table(GOLD)
    wrong = SetBand(band(game, "leprechauns").id, memo={"leprechauns.spent": count})
    assert refusal(game, wrong) == "leprechauns.spent cannot have that value"


def test_there_are_nine_pots() -> None:
    """Leprechauns: what was used up is not placed again (expansion sheet, Leprechauns)."""
    game = finish(table(f"{GOLD} | memo leprechauns@Ann leprechauns.spent 8"))
    assert form(game, "place:pot").total == 1
    assert "place:pot" not in listed(finish(table(f"{GOLD} | memo leprechauns@Ann leprechauns.spent 9")))


# Pixies.

RING = "turn 3 Ann conquer | 5: 3 pixies+hill@Ann | 10: 1 pixies@Ann | hand pixies@Ann 4"


def test_pixies_stand_alone() -> None:
    """Pixies: a single token in each region, all others off the board (expansion sheet, Pixies)."""
    game = redeploy(finish(table(RING)))
    assert [game.grounds[region].tokens for region in ("r05", "r10")] == [1, 1]
    assert band(game, "pixies").aside == 2 + 4


def test_more_than_one_pixie_is_refused() -> None:
    """Pixies: never two in a region at the turn's end (expansion sheet, Pixies)."""
    assert refusal(finish(table(RING)), Redeploy({"r05": 2})) == "region 5 takes 1 to 1"


def test_pixies_come_back_to_hand() -> None:
    """Pixies: until the start of their next turn (expansion sheet, Pixies)."""
    line = "turn 3 Ben redeploy | 12: 1 elves+swamp@Ben | 5: 1 pixies+hill@Ann | aside pixies@Ann 6"
    game = after(redeploy(table(line)), Accept())
    assert (band(game, "pixies").hand, band(game, "pixies").aside) == (6, 0)


def test_pixies_driven_out_wait_off_the_map() -> None:
    """Pixies: one to a region is the most, so those taken back wait too (ruling G10)."""
    line = "turn 3 Ann conquer | 4: 3 pixies+hill@Ben | 21: 1 pixies@Ben | 5: 1 orcs+swamp@Ann | hand orcs@Ann 6"
    game = redeploy(finish(conquer(table(line), 4)))
    before = band(game, "pixies").withdrawn
    game = after(game, Accept())
    assert (before, game.grounds["r21"].tokens, band(game, "pixies").hand) == (2, 1, 2)


# Pygmies.

BUSH = "turn 3 Ann conquer | 4: 2 pygmies+hill@Ben | 21: 1 pygmies@Ben | 5: 1 orcs+swamp@Ann | hand orcs@Ann 9"


def rolls(game: Game) -> list[str]:
    """The occasions of the rolls that are due."""
    return [chance.occasion for chance in chances(game) if chance.kind == "roll"]


def test_pygmies_roll_for_a_token_lost() -> None:
    """Pygmies: a roll of the die for each token lost (expansion sheet, Pygmies)."""
    game = conquer(table(BUSH), 4)
    due = next(chance for chance in chances(game) if chance.kind == "roll")
    assert (due.occasion, due.seat, due.holds) == ("turn3.seat0.ask1", 1, False)
    assert text.say(due.message) == "Ben, roll for a lost token of the Pygmies"


def test_pygmies_receive_as_many_as_the_die_shows() -> None:
    """Pygmies: new ones from storage, placed when the turn ends (expansion sheet, Pygmies)."""
    game = conquer(table(BUSH), 4)
    game = after(game, Answer("turn3.seat0.ask1", "3", "tray"))
    assert (band(game, "pygmies").withdrawn, game.tray["pygmies"]) == (1 + 3, 15 - 2 - 3)


OWN_GHOULS = (
    "turn 3 Ann conquer ghouls | 7: 1 ghouls@Ann declined | hand ghouls@Ann 5"
    " | 2: 2 pygmies+hill@Ann | 3: 1 pygmies@Ann"
)


def test_pygmies_lost_to_own_ghouls_wait_for_the_turns_end_too() -> None:
    """Pygmies: new ones are placed at the end of the current player's turn, also their own (expansion sheet, Pygmies);
    only the survivor may be used before (ruling L2)."""
    game = after(conquer(table(OWN_GHOULS), 2), Answer("turn3.seat0.ask1", "3", "tray"))
    assert (band(game, "pygmies").hand, band(game, "pygmies").withdrawn) == (1, 3)


def test_pygmies_of_a_late_roll_in_their_own_turn_are_placed() -> None:
    """Pygmies: rolled when the turn ends, the new ones still go on the map (expansion sheet, Pygmies)."""
    game = ready(redeploy(finish(conquer(table(OWN_GHOULS), 2))), "pygmies")
    game = after(finish_turn(game), Answer("turn3.seat0.ask1", "3", "tray"))
    assert lies(game, 3) == "5 pygmies+hill@Ann"


def test_pygmies_are_limited_by_the_tray() -> None:
    """Pygmies: up to the number left (expansion sheet, Pygmies)."""
    game = conquer(table(BUSH.replace("21: 1 pygmies", "21: 12 pygmies")), 4)
    game = after(game, Answer("turn3.seat0.ask1", "3", "tray"))
    assert (band(game, "pygmies").withdrawn, game.tray["pygmies"]) == (1 + 2, 0)


def test_pygmies_hold_nobody_up() -> None:
    """Pygmies: the attacker goes on, and the turn waits for the roll only at its end (ruling G12)."""
    game = conquer(table(BUSH), 4, 10)
    game = after(redeploy(finish(game)), Accept())
    assert (game.turn.seat, game.turn.stage, rolls(game)) == (0, "withdraw", ["turn3.seat0.ask1"])
    game = after(game, Answer("turn3.seat0.ask1", "0", "box"))
    assert game.turn.seat == 1


def test_pygmies_roll_for_each_loss_of_the_turn() -> None:
    """Pygmies: two regions lost are two rolls, one after the other (expansion sheet, Pygmies)."""
    game = conquer(table(f"{BUSH} | 10: 1 pygmies@Ben"), 4, 10)
    game = after(game, Answer(rolls(game)[0], "1", "tray"))
    assert rolls(game) == ["turn3.seat0.ask2"]


def test_a_final_attempt_has_its_own_die() -> None:
    """Pygmies: their roll and the attacker's are two occasions, so that neither takes the other's pips."""
    game = conquer(table(BUSH.replace("Ann 9", "Ann 5")), 4)
    game = after(game, Conquer("r10", die=True)) if band(game, "orcs").hand < 2 else game
    assert rolls(game) == ["turn3.seat0.roll1"]
    game = after(game, Answer("turn3.seat0.roll1", "1", "tray"))
    assert (rolls(game), game.grounds["r10"].band) == (["turn3.seat0.ask1"], band(game, "orcs").id)


def test_pygmies_replaced_by_sorcerers_are_lost_too() -> None:
    """Pygmies: each time a token is lost (expansion sheet, Pygmies)."""
    line = "turn 3 Ann conquer | 4: 1 pygmies+hill@Ben | 5: 1 sorcerers+swamp@Ann | hand sorcerers@Ann 1"
    assert rolls(conquer(table(line), 4, way="sorcerers")) == ["turn3.seat0.ask1"]


def test_pygmies_without_a_region_keep_them_in_hand() -> None:
    """Pygmies: with no region left they wait in hand for the next turn (ruling G12)."""
    game = conquer(table(BUSH.replace(" | 21: 1 pygmies@Ben", "")), 4)
    game = after(game, Answer(rolls(game)[0], "2", "tray"))
    game = after(redeploy(finish(game)), Accept())
    assert (game.turn.seat, band(game, "pygmies").hand) == (1, 1 + 2)


def test_pygmies_in_decline_roll_no_more() -> None:
    """Pygmies: only while they are active (ruling G12)."""
    line = "turn 3 Ann conquer | 4: 1 pygmies@Ben declined | 5: 1 orcs+swamp@Ann | hand orcs@Ann 9"
    assert rolls(conquer(table(line), 4)) == []


def test_pygmies_that_decline_before_the_roll_gain_nothing() -> None:
    """Pygmies: only while they are active (ruling G12), also when their roll is still due."""
    line = "turn 3 Ann conquer | 4: 1 orcs+swamp@Ann | 21: 1 pygmies@Ben declined"
    game = after(table(f"{line} | asked pygmies@Ben pygmies roll Ben r04"), Answer("turn3.seat0.ask1", "3", "tray"))
    assert (band(game, "pygmies").withdrawn, game.tray["pygmies"]) == (0, 15 - 1)


def test_a_roll_that_is_due_stands_in_a_position() -> None:
    """Pygmies: a position with their roll due can be written and read."""
    line = "turn 3 Ann conquer | 4: 1 orcs+swamp@Ann | 21: 1 pygmies+hill@Ben | asked pygmies@Ben pygmies roll Ben r04"
    game = table(line)
    assert rolls(game) == ["turn3.seat0.ask1"]
    assert notation.read(notation.write(game), board("base-2")) == game


def test_the_pick_gives_the_printed_tokens() -> None:
    """Pixies: eleven and the badge's own (printed banner)."""
    assert band(picked("pixies+hill"), "pixies").hand == 11 + 4


# The powers.


@pytest.mark.parametrize(("count", "paid"), [(4, "regions 4, barricade 3"), (5, "regions 5")])
def test_barricade_pays_for_few_regions(count: int, paid: str) -> None:
    """Barricade: 3 coins with 4 regions or fewer (expansion sheet, Barricade)."""
    assert coins(table(f"turn 3 Ann score | {held('orcs+barricade', count)}")) == paid


def test_barricade_pays_without_a_region() -> None:
    """Barricade: none is 4 or fewer (ruling G16)."""
    assert coins(table("turn 3 Ann score | hand orcs+barricade@Ann 3")) == "barricade 3"


def test_barricade_counts_the_active_race_only() -> None:
    """Barricade: regions of the declined race do not count (ruling G15)."""
    line = f"turn 3 Ann score | {held('orcs+barricade', 4)} | 21: 1 elves@Ann declined"
    assert coins(table(line)) == "regions 4, barricade 3, declined 1"


@pytest.mark.parametrize(("count", "paid"), [(3, "regions 3"), (5, "regions 5, imperial 2")])
def test_imperial_pays_beyond_the_third(count: int, paid: str) -> None:
    """Imperial: a coin for each region in excess of 3 (expansion sheet, Imperial)."""
    assert coins(table(f"turn 3 Ann score | {held('orcs+imperial', count)}")) == paid


def held(words: str, count: int) -> str:
    """So many regions with a token each."""
    return " | ".join(f"{number}: 1 {words}@Ann" for number in (4, 5, 9, 10, 11)[:count])
