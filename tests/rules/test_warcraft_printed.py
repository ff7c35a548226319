"""Small World of Warcraft: what is printed on its banners, badges and pieces."""

from __future__ import annotations

import pytest

from companion.rules.ability import Ability
from companion.rules.boxes.registry import BOXES
from companion.rules.boxes.warcraft.table import ALLIANCE, HORDE

# Typed in from the printed banners: tokens received, tokens in the box.
BANNERS = {
    "blood-elves": (5, 10),
    "draenei": (7, 12),
    "ethereals": (5, 10),
    "forsaken": (6, 20),
    "gnomes": (5, 10),
    "naga": (6, 11),
    "night-elves": (4, 9),
    "pandaren": (5, 10),
    "tauren": (11, 16),
    "warcraft-dwarves": (5, 10),
    "warcraft-goblins": (6, 11),
    "warcraft-humans": (5, 10),
    "warcraft-kobolds": (6, 11),
    "warcraft-orcs": (6, 11),
    "warcraft-trolls": (6, 11),
    "worgen": (5, 10),
}
# Typed in from a list of the printed badges: tokens received.
BADGES = {
    "archaeologist": 5,
    "battle-master": 5,
    "beast-master": 4,
    "blacksmith": 4,
    "championing": 5,
    "defensive": 5,
    "enraged": 4,
    "explorer": 4,
    "farmer": 4,
    "fishing": 3,
    "garrisoned": 3,
    "herbalist": 4,
    "intimidating": 4,
    "marshdweller": 4,
    "mining": 4,
    "mountaineer": 4,
    "portal-mage": 5,
    "ranger": 4,
    "sailing": 5,
    "swamp-walker": 4,
}
# Warcraft rules, the list of components.
SUPPLY = {"wisp-wall": 9, "fort": 10, "bomb": 12, "objective": 2, "watch-tower": 6, "beast": 5, "champion": 1}
FACTIONS = {
    ALLIANCE: {"draenei", "warcraft-dwarves", "gnomes", "warcraft-humans", "night-elves", "worgen"},
    HORDE: {"blood-elves", "forsaken", "warcraft-goblins", "warcraft-orcs", "tauren", "warcraft-trolls"},
}
BOX = BOXES["warcraft"]


@pytest.mark.parametrize("race", BOX.races, ids=lambda race: race.key)
def test_banners_say_what_is_printed_on_them(race: type[Ability]) -> None:
    """Tokens received, and tokens in the box (printed banners; Warcraft rules, components)."""
    assert (race.tokens, race.supply) == BANNERS[race.key]


@pytest.mark.parametrize("power", BOX.powers, ids=lambda power: power.key)
def test_badges_say_what_is_printed_on_them(power: type[Ability]) -> None:
    """Tokens received (printed badges)."""
    assert power.tokens == BADGES[power.key]


@pytest.mark.parametrize("piece", [piece for piece in BOX.pieces if piece.key in SUPPLY], ids=lambda piece: piece.key)
def test_there_are_as_many_pieces_as_in_the_box(piece: type[Ability]) -> None:
    """9 Wisp Walls, 10 Forts, 12 Bombs, 2 Objectives, 6 Watch Towers, 5 Beasts, 1 Champion (components)."""
    assert piece.supply == SUPPLY[piece.key]


@pytest.mark.parametrize("race", BOX.races, ids=lambda race: race.key)
def test_a_race_is_on_the_side_that_its_banner_shows(race: type[Ability]) -> None:
    """Six races of the Alliance, six of the Horde, four neutral (Alliance and Horde Faction Bonus)."""
    assert race.faction == next((side for side, races in FACTIONS.items() if race.key in races), "")
