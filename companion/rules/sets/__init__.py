"""Which races, powers and pieces each box holds.  A new one is one line here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from companion.rules.ability import Ability, Option, Piece
from companion.rules.prizes import Prize
from companion.rules.sets import (
    be_not_afraid,
    blank,
    cursed,
    grand_dames,
    necromancer,
    relics,
    royal_bonus,
    teams,
    warcraft,
)
from companion.rules.sets.base import powers, races


class Box(NamedTuple):
    """What one box brings: banners, badges and pieces, rules that hold for the whole table, races without a banner.

    `prizes` are pieces as well, and abilities of whoever controls them.  `tribes`: how many tokens of nobody are in it.
    What is played `alone` is mixed with no other box.
    """

    races: tuple[type[Ability], ...]
    powers: tuple[type[Ability], ...]
    pieces: tuple[type[Piece], ...]
    rules: tuple[type[Ability], ...] = ()
    bannerless: tuple[type[Ability], ...] = ()
    tribes: int = 0
    alone: bool = False
    prizes: tuple[type[Prize], ...] = ()


SETS: dict[str, Box] = {
    "base": Box(races.RACES, powers.POWERS, races.PIECES + powers.PIECES, tribes=18),
    "cursed": Box(cursed.RACES, cursed.POWERS, cursed.PIECES),
    "grand_dames": Box(grand_dames.RACES, grand_dames.POWERS, grand_dames.PIECES),
    "be_not_afraid": Box(be_not_afraid.RACES, be_not_afraid.POWERS, be_not_afraid.PIECES),
    "royal_bonus": Box(royal_bonus.RACES, royal_bonus.POWERS, royal_bonus.PIECES),
    "blank_banner": Box(blank.BANNER, (), blank.PIECES),
    "blank_badge": Box((), blank.BADGE, blank.PIECES),
    "necromancer": Box((), (), necromancer.PIECES, necromancer.RULES, necromancer.BANNERLESS),
    "teams": Box((), (), teams.PIECES, teams.RULES, prizes=relics.PRIZES),
    "warcraft": Box(
        warcraft.RACES,
        warcraft.POWERS,
        warcraft.PIECES,
        warcraft.RULES,
        tribes=15,
        alone=True,
        prizes=warcraft.PRIZES,
    ),
}

PRIZES: dict[str, Prize] = {kind.key: kind() for box in SETS.values() for kind in box.prizes}
ABILITIES: dict[str, Ability] = {
    kind.key: kind() for box in SETS.values() for kind in box.races + box.powers + box.rules + box.bannerless
} | PRIZES
PIECES: dict[str, Piece] = {kind.key: kind() for box in SETS.values() for kind in box.pieces} | PRIZES


OWN = "own"
"""The box of an owner's own races and powers, where there are any."""


def add(kinds: Iterable[type[Ability]]) -> None:
    """Put classes into the box of the owner's own: those with tokens in the box are races, the others powers."""
    given = tuple(kinds)
    pieces = tuple(kind for kind in given if issubclass(kind, Piece))
    others = [kind for kind in given if not issubclass(kind, Piece)]
    races = tuple(kind for kind in others if kind.supply)
    SETS[OWN] = Box(races, tuple(kind for kind in others if not kind.supply), pieces)
    ABILITIES.update({kind.key: kind() for kind in others})
    PIECES.update({kind.key: kind() for kind in pieces})


def asker(key: str) -> Ability:
    """Whoever may ask a question: a race, a power or a piece."""
    return ABILITIES.get(key) or PIECES[key]


def abilities(boxes: tuple[str, ...]) -> list[Ability]:
    """Every race and power of some boxes, races first."""
    kinds = [kind for box in boxes for kind in SETS[box].races]
    kinds += [kind for box in boxes for kind in SETS[box].powers]
    return [ABILITIES[kind.key] for kind in kinds]


def ability_options(boxes: tuple[str, ...]) -> list[Option]:
    """The table options that belong to abilities of some boxes, each once."""
    found = [option for ability in abilities(boxes) for option in ability.options]
    found += [option for box in boxes for rule in SETS[box].rules for option in rule.options]
    return list(dict.fromkeys(found))


def pieces(boxes: tuple[str, ...]) -> tuple[str, ...]:
    """The kinds of pieces in some boxes."""
    return tuple(kind.key for box in boxes for kind in (*SETS[box].pieces, *SETS[box].prizes))


def banners(boxes: tuple[str, ...]) -> tuple[str, ...]:
    """The races of some boxes that have a banner to be drawn."""
    return tuple(race.key for box in boxes for race in SETS[box].races)
