"""The Royal Bonus: its races and special powers."""

from __future__ import annotations

import pytest

from companion import happened, text
from companion.rules.commands import Conquer, Decline, Redeploy, SetBand
from companion.rules.engine import decide
from companion.rules.model import Game
from companion.rules.sets import ABILITIES
from tests.rules.moves import band, finish, redeploy, roll
from tests.rules.position import after, bent, coins, lies, listed, refused, region, table

# Typed in from the printed badges: tokens received.
BADGES = {"aquatic": 3, "fireball": 5}


@pytest.mark.parametrize(("power", "tokens"), BADGES.items())
def test_its_badges_say_what_is_printed(power: str, tokens: int) -> None:
    """Tokens received (printed badges)."""
    assert ABILITIES[power].tokens == tokens


# Aquatic.


def test_aquatic_pays_on_the_shore_and_takes_inland() -> None:
    """Aquatic: 1 more for each region on a Sea or the Lake, 1 less for any other (expansion sheet, Aquatic; L10)."""
    line = "turn 3 Ann score | 2: 1 elves+aquatic@Ann | 7: 1 elves@Ann | 12: 2 elves@Ann"
    assert coins(table(line)) == "regions 3, aquatic 2, aquatic -1"


def test_aquatic_looks_at_the_active_race_only() -> None:
    """Aquatic: a race in decline has no power (expansion sheet, Put a Race In Decline)."""
    line = "turn 3 Ann score | 2: 1 elves+aquatic@Ann | 12: 1 orcs@Ann declined"
    assert coins(table(line)) == "regions 1, aquatic 1, declined 1"


# Fireball.

MAGES = "turn 3 Ann conquer | 7: 1 ratmen+fireball@Ann | hand ratmen+fireball@Ann"
TWO = "memo ratmen+fireball@Ann fireball.hand 2"


def hand(game: Game) -> int:
    """The Fireballs that the Ratmen have in hand."""
    return band(game, "ratmen").memo.get("fireball.hand", 0)


def burnt(game: Game, number: int, count: int) -> Game:
    """The game after conquering a region with so many Fireballs."""
    return after(game, Conquer(region(number), boosts={"fireball": count}))


def test_a_fireball_is_taken_for_each_magic_region() -> None:
    """Fireball: 1 for each Magic Source occupied, while redeploying (expansion sheet, Fireball)."""
    game = redeploy(finish(table("turn 3 Ann conquer | 2: 2 ratmen+fireball@Ann | 14: 1 ratmen@Ann | 7: 1 ratmen@Ann")))
    assert hand(game) == 2


def test_there_are_four_fireballs() -> None:
    """Fireball: no more than the box has (ruling G21)."""
    game = table(f"{MAGES} 1 | 2: 2 ratmen@Ann | 14: 1 ratmen@Ann | {TWO.replace(' 2', ' 3')}")
    assert hand(redeploy(finish(game))) == 4


def test_fireballs_are_taken_once_a_turn() -> None:
    """Fireball: during Troop Redeployment, which comes once (expansion sheet, Fireball)."""
    game = redeploy(finish(table("turn 3 Ann conquer | 2: 2 ratmen+fireball@Ann")))
    assert hand(bent(game, Redeploy({region(2): 2}))) == 1


def test_a_fireball_counts_as_two_tokens() -> None:
    """Fireball: worth 2 race tokens (expansion sheet, Fireball)."""
    game = burnt(table(f"{MAGES} 5 | {TWO} | 6: 1 orcs@Ben declined"), 6, 1)
    assert (lies(game, 6), hand(game)) == ("2 ratmen+fireball@Ann", 1)


def test_several_fireballs_help_in_one_conquest() -> None:
    """Fireball: several may be used to conquer a single region (expansion sheet, Fireball)."""
    game = burnt(table(f"{MAGES} 5 | {TWO} | 6: 2 orcs@Ben declined"), 6, 2)
    assert (lies(game, 6), hand(game)) == ("1 ratmen+fireball@Ann", 0)


def test_a_token_goes_along_with_the_fireballs() -> None:
    """Fireball: a minimum of 1 race token to occupy the region (expansion sheet, Fireball)."""
    assert lies(burnt(table(f"{MAGES} 5 | {TWO}"), 2, 1), 2) == "1 ratmen+fireball@Ann"


def test_without_a_token_fireballs_take_nothing() -> None:
    """Fireball: a token is needed in hand (expansion sheet, Fireball)."""
    assert listed(table(f"{MAGES} 0 | {TWO}")) == {"finish"}


def test_a_fireball_that_is_of_no_use_is_not_offered() -> None:
    """Fireball: each takes something off the price, or it would be thrown away (our own reading)."""
    ids = {f"conquer:r02:ordinary:fireball={count}" for count in (1, 2)}
    assert ids & listed(table(f"{MAGES} 5 | {TWO}")) == {"conquer:r02:ordinary:fireball=1"}


def test_there_are_no_more_fireballs_than_in_hand() -> None:
    """Fireball: what is not there cannot be thrown, not even as played (expansion sheet, Fireball)."""
    game = table(f"{MAGES} 5 | {TWO} | 6: 4 orcs@Ben declined")
    assert refused(game, Conquer(region(6), boosts={"fireball": 3})) == "Fireball: not 3 of it to help here"


def test_fireballs_are_used_up_in_a_failed_attempt() -> None:
    """Fireball: discarded once used, also where the die fails (ruling G21)."""
    tried = Conquer(region(6), die=True, boosts={"fireball": 1})
    game = after(table(f"{MAGES} 1 | {TWO} | 6: 2 orcs@Ben declined"), tried)
    game = roll(game, 1)
    assert (lies(game, 6), hand(game)) == ("2 orcs@Ben declined", 1)


def test_fireballs_help_in_an_attempt_that_wins() -> None:
    """Fireball: with the die as without (expansion sheet, Fireball; Final Conquest Attempt)."""
    tried = Conquer(region(6), die=True, boosts={"fireball": 1})
    game = after(table(f"{MAGES} 1 | {TWO} | 6: 2 orcs@Ben declined"), tried)
    game = roll(game, 2)
    assert (lies(game, 6), hand(game)) == ("1 ratmen+fireball@Ann", 1)


def test_fireballs_go_with_the_badge() -> None:
    """Fireball: in decline the power is gone, and what it had with it (Put a Race In Decline)."""
    game = after(table(f"turn 3 Ann begin | 7: 2 ratmen+fireball@Ann | {TWO}"), Decline())
    assert band(game, "ratmen").memo == {}


def test_fireballs_in_hand_can_be_corrected() -> None:
    """Fireball: what is in hand stands on the correcting screen (Corrections)."""
    game = table(f"{MAGES} 5 | {TWO}")
    assert hand(after(game, SetBand(1, memo={"fireball.hand": 4}))) == 4


def test_conquests_with_fireballs_are_told_with_them() -> None:
    """Fireball: the bill says what they saved (Conquering a Region)."""
    game = table(f"{MAGES} 5 | {TWO} | 6: 1 orcs@Ben declined")
    command = Conquer(region(6), boosts={"fireball": 1})
    said = happened.headline(game, command, decide(game, command))
    assert (text.say(said), text.bill(said.args["bill"])) == (
        "Ann conquers region 6 with 2 Ratmen",
        "region 2, defenders 1, mountain 1, fireball -2",
    )
