"""Berserk: the die before each conquest."""

from __future__ import annotations

import pytest

from companion.rules.commands import Conquer, UseAbility
from companion.rules.model import Game
from tests.rules.moves import attempt, band, finish, ready, redeploy, roll, tries
from tests.rules.position import after, bill, conquer, lies, listed, refusal, region, table

ROLL = UseAbility("berserk", "roll")
LINE = "turn 3 Ann conquer | 2: 1 ratmen+berserk@Ann | hand ratmen@Ann 4"


def rolled(game: Game, pips: int) -> Game:
    """The game after a Berserk roll."""
    return roll(after(game, ROLL), pips)


def test_berserk_may_roll_before_a_conquest() -> None:
    """The die may be used before each conquest (Berserk)."""
    assert "act:berserk:roll:" in listed(table(LINE))


def test_berserk_rolls_first_and_chooses_then() -> None:
    """No conquest is made between the call and the roll (Berserk): F1."""
    assert "roll the die first" in refusal(after(table(LINE), ROLL), Conquer(region(7)))


def test_the_pips_make_a_region_cheaper() -> None:
    """The required number of tokens, minus the die's result (Berserk)."""
    assert bill(rolled(table(f"{LINE} | 7: 2 orcs+hill@Ben"), 2), 7) == "2 + 2 defenders − 2 Berserk = 2"


def test_the_tokens_placed_are_fewer_by_the_pips() -> None:
    """Only the tokens paid are placed there (Berserk)."""
    assert lies(conquer(rolled(table(f"{LINE} | 7: 2 orcs+hill@Ben"), 3), 7), 7) == "1 ratmen+berserk@Ann"


def test_berserk_needs_one_token_at_least() -> None:
    """A minimum of 1 token is still required (Berserk)."""
    assert bill(rolled(table(LINE), 3), 7) == "2 − 3 Berserk = −1, at least 1"


def test_a_blank_roll_saves_nothing() -> None:
    """Three of six faces show no pip, and the region costs what it costs (Berserk)."""
    assert bill(rolled(table(LINE), 0), 7) == "2"


def test_berserk_does_not_roll_without_a_token() -> None:
    """One token must be there to attempt a conquest (Berserk)."""
    assert "act:berserk:roll:" not in listed(table("turn 3 Ann conquer | 2: 5 ratmen+berserk@Ann"))


def test_berserk_rolls_once_for_a_conquest() -> None:
    """A bad roll is not rolled again (Berserk): F1."""
    assert refusal(rolled(table(LINE), 0), ROLL) == "Berserk: not possible now"


def test_berserk_rolls_again_for_the_next_conquest() -> None:
    """Before each of the conquests (Berserk): F2."""
    game = rolled(conquer(rolled(table(LINE), 1), 7), 2)
    assert bill(game, 12) == "2 − 2 Berserk = 0, at least 1"


def test_a_roll_belongs_to_one_conquest() -> None:
    """The conquest made with it uses it up (Berserk): F2."""
    assert bill(conquer(rolled(table(LINE), 1), 7), 12) == "2"


def test_a_blank_roll_is_used_up_too() -> None:
    """After the conquest the die may be rolled again (Berserk): F2."""
    assert "act:berserk:roll:" in listed(conquer(rolled(table(LINE), 0), 7))


def test_berserk_may_conquer_without_the_die() -> None:
    """It may use the die, it need not (Berserk): F1."""
    assert lies(conquer(table(LINE), 7), 7) == "2 ratmen+berserk@Ann"


def test_berserk_has_no_final_attempt_with_a_region_named_first() -> None:
    """Its own roll, before the region is chosen, takes the place of the usual one (Berserk): F1."""
    game = table("turn 3 Ann conquer | 2: 1 ratmen+berserk@Ann | hand ratmen@Ann 1")
    assert tries(game, 7) == {7: False}


def test_naming_a_region_for_the_die_is_refused() -> None:
    """The refusal holds for the command as well as for the list (Berserk): F1."""
    game = table("turn 3 Ann conquer | 2: 1 ratmen+berserk@Ann | hand ratmen@Ann 1")
    assert refusal(game, Conquer(region(7), die=True)) == "the die cannot help: it costs 2; you have 1"


def test_a_roll_that_pays_for_nothing_was_the_last() -> None:
    """Without enough tokens for any region only the end of the conquests is left (Berserk): F1."""
    game = rolled(table("turn 3 Ann conquer | 2: 1 ratmen+berserk@Ann | hand ratmen@Ann 1 | 7: tribe"), 0)
    assert listed(game) == {"finish"}


def test_after_a_failed_roll_the_tokens_are_redeployed() -> None:
    """What could not be used goes to regions already held (Final Conquest Attempt): L9."""
    game = rolled(table("turn 3 Ann conquer | 2: 1 ratmen+berserk@Ann | hand ratmen@Ann 1"), 0)
    assert lies(redeploy(finish(game)), 2) == "2 ratmen+berserk@Ann"


def test_berserk_may_roll_and_leave_it_at_that() -> None:
    """The roll is spent, and the conquests may end (Berserk): L12."""
    assert finish(rolled(table(LINE), 3)).turn.pips is None


def test_berserk_enters_with_the_die() -> None:
    """The first conquest is a conquest too (Berserk; First Conquest)."""
    assert bill(rolled(table("turn 1 Ann conquer | hand ratmen+berserk@Ann 12"), 1), 2) == "2 − 1 Berserk = 1"


def test_berserk_and_race_save_together() -> None:
    """The race's saving is counted first, then the pips (Berserk; Tritons): B10."""
    game = rolled(table("turn 1 Ann conquer | hand tritons+berserk@Ann 9 | 2: 2 orcs+hill@Ben"), 1)
    assert bill(game, 2) == "2 + 2 defenders − 1 Triton − 1 Berserk = 2"


def test_a_conversion_needs_no_roll_and_spends_none() -> None:
    """The pips lowered no price, so they wait for a conquest they do (Berserk; Sorcerers): F3."""
    game = table("turn 3 Ann conquer | 12: 1 sorcerers+berserk@Ann | hand sorcerers@Ann 3 | 7: 1 orcs+hill@Ben")
    assert bill(conquer(rolled(game, 1), 7, way="sorcerers"), 6) == "2 + 1 mountain − 1 Berserk = 2"


@pytest.mark.parametrize("stage", ["begin", "redeploy", "score"])
def test_berserk_rolls_while_it_conquers(stage: str) -> None:
    """Before a conquest, and at no other time (Berserk)."""
    assert (
        refusal(table(f"turn 3 Ann {stage} | 2: 1 ratmen+berserk@Ann | hand ratmen@Ann 4"), ROLL)
        == "Berserk: not possible now"
    )


def test_the_pips_are_not_for_the_ghouls() -> None:
    """The power is its own race's; Ghouls in decline have their usual final attempt (Berserk; Ghouls): E7."""
    game = table("turn 4 Ann conquer ghouls | 7: 1 ghouls@Ann declined | hand ghouls@Ann 1 | 11: 3 orcs+berserk@Ann")
    assert (ROLL.ability in str(listed(game)), lies(attempt(game, 2, 1), 2)) == (False, "1 ghouls@Ann declined")


def test_declined_berserk_ghouls_have_the_usual_attempt() -> None:
    """Their power is gone and with it what it replaced (Berserk; Ghouls): E8."""
    game = table("turn 4 Ann begin | 7: 2 ghouls@Ann declined | 11: 3 orcs+hill@Ann")
    assert tries(ready(game, "ghouls"), 2) == {2: True}


def test_the_berserk_roll_is_no_attack_on_anybody() -> None:
    """No region is named before it (Berserk): F1."""
    game = finish(
        rolled(table("turn 3 Ann conquer | 2: 1 ratmen+berserk@Ann | hand ratmen@Ann 1 | 7: 3 orcs+hill@Ben"), 0)
    )
    assert (game.turn.attacks, band(game, "ratmen").hand) == ((), 1)
