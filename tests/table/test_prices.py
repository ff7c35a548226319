"""The prices on the map: what each region in reach costs, and the chance with the die (faces 0, 0, 0, 1, 2, 3)."""

import pytest

from companion.rules.model import Refused
from companion.views import region_quote
from tests.rules.position import table


def chance(position: str, region: str = "r10", seat: int = 0) -> object:
    """The chance of a region in a position."""
    return region_quote.prices(table(position), seat)[region]["chance"]


@pytest.mark.parametrize(
    ("hand", "faces"),
    [(5, None), (4, "3/6"), (3, "2/6"), (2, "1/6"), (1, "0/6")],
)
def test_the_chance_of_a_final_attempt_is_exact(hand: int, faces: str | None) -> None:
    """Base rulebook, "Final Conquest Attempt": two Trolls and their lair cost 5."""
    position = f"turn 3 Ann conquer | hand orcs+hill@Ann {hand} | 5: 1 orcs+hill@Ann | 10: 2 trolls+swamp@Ben [lair]"
    assert (region_quote.prices(table(position), 0)["r10"]["cost"], chance(position)) == (5, faces)


def test_without_a_token_in_hand_no_die_helps() -> None:
    """Base rulebook, "Final Conquest Attempt": at least one token must be left."""
    assert chance("turn 3 Ann conquer | hand orcs+hill@Ann 0 | 5: 1 orcs+hill@Ann") == "0/6"


def test_berserk_rolls_for_every_conquest() -> None:
    """Berserk: the die is rolled before the region is named, so two tokens short is a third."""
    position = "turn 3 Ann conquer | hand orcs+berserk@Ann 1 | 5: 1 orcs+berserk@Ann | 10: 1 trolls+swamp@Ben"
    assert chance(position) == "2/6"


def test_berserk_rolls_for_nobody_without_a_token() -> None:
    """Berserk: a conquest takes one token in any case, whatever the die shows before it."""
    assert chance("turn 3 Ann conquer | hand orcs+berserk@Ann 0 | 5: 1 orcs+berserk@Ann") == "0/6"


def test_a_berserk_roll_that_waits_is_in_the_price() -> None:
    """With the pips on the table there is no further roll."""
    position = "turn 3 Ann conquer | hand orcs+berserk@Ann 1 | 5: 1 orcs+berserk@Ann | 10: 1 trolls+swamp@Ben | pips 1"
    assert region_quote.prices(table(position), 0)["r10"] == {"cost": 2, "chance": "0/6"}


def test_the_first_way_that_can_be_paid_is_the_price() -> None:
    """A dragon takes any region for one token, once a turn: nobody spends it where the hand suffices."""
    position = "turn 3 Ann conquer | hand orcs+dragon-master@Ann 3 | 5: 1 orcs+dragon-master@Ann | 10: 1 ratmen@Ben"
    assert region_quote.prices(table(position), 0)["r10"] == {"cost": 3, "chance": None}
    troops = "hand orcs+dragon-master@Ann 3 | 5: 1 orcs+dragon-master@Ann"
    position = f"turn 3 Ann conquer | {troops} | 10: 9 ratmen@Ben declined"
    assert region_quote.prices(table(position), 0)["r10"] == {"cost": 1, "chance": None}


def test_regions_out_of_reach_have_no_price() -> None:
    """Only neighbours of one's own regions can be attacked."""
    assert "r12" not in region_quote.prices(table("turn 3 Ann conquer | hand orcs+hill@Ann 3 | 5: 1 orcs+hill@Ann"), 0)


def test_in_anothers_turn_prices_have_no_chance() -> None:
    """What one's own race would pay, with tokens it does not hold yet."""
    position = "turn 3 Ann conquer | hand orcs+hill@Ann 3 | 5: 1 orcs+hill@Ann | 12: 1 elves+swamp@Ben"
    assert {each["chance"] for each in region_quote.prices(table(position), 1).values()} == {None}


def test_a_player_without_a_race_pays_nothing_anywhere() -> None:
    """Between two races there is nothing to add up."""
    with pytest.raises(Refused):
        region_quote.prices(table("turn 3 Ann conquer | hand orcs+hill@Ann 3"), 1)
