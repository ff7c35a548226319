"""The registry of races, powers and pieces by key, and of the boxes they come from. Each box registers its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from companion.rules.ability import Ability, Option
from companion.rules.piece import Piece
from companion.rules.prizes import Prize
from companion.rules.table_rule import TableRule


class Box(NamedTuple):
    """The contents of a box: banners, badges and pieces, rules for the whole table, and races without a banner.

    `prizes` are pieces too, and abilities of whoever controls them. `tribes`: how many Lost Tribes are in it. A box
    that is played `alone` is not mixed with any other.
    """

    races: tuple[type[Ability], ...]
    powers: tuple[type[Ability], ...]
    pieces: tuple[type[Piece], ...]
    rules: tuple[type[TableRule], ...] = ()
    bannerless: tuple[type[Ability], ...] = ()
    tribes: int = 0
    alone: bool = False
    prizes: tuple[type[Prize], ...] = ()


BOXES: dict[str, Box] = {}
PRIZES: dict[str, Prize] = {}
RULES: dict[str, TableRule] = {}
ABILITIES: dict[str, Ability] = {}
PIECES: dict[str, Piece] = {}
FORGOTTEN: set[str] = set()
"""Memory fields of earlier versions, as older records name them."""


def fill(boxes: Mapping[str, Box]) -> None:
    """Register the contents of these boxes."""
    BOXES.update(boxes)
    PRIZES.update({kind.key: kind() for box in boxes.values() for kind in box.prizes})
    RULES.update({kind.key: kind() for box in boxes.values() for kind in box.rules})
    for box in boxes.values():
        ABILITIES.update({kind.key: kind() for kind in (*box.races, *box.powers)})
        ABILITIES.update({kind.key: RULES[kind.key] for kind in box.rules})
        ABILITIES.update({kind.key: kind() for kind in box.bannerless})
    ABILITIES.update(PRIZES)
    FORGOTTEN.update(f"{key}.{field}" for key, ability in ABILITIES.items() for field in ability.forgotten)
    PIECES.update({kind.key: kind() for box in boxes.values() for kind in box.pieces} | PRIZES)


OWN = "own"
"""The box of an owner's own races and powers, if there are any."""


def add(kinds: Iterable[type[Ability]]) -> None:
    """Add classes to the owner's own box: those with tokens in the box are races, the others powers."""
    given = tuple(kinds)
    pieces = tuple(kind for kind in given if issubclass(kind, Piece))
    others = [kind for kind in given if not issubclass(kind, Piece)]
    races = tuple(kind for kind in others if kind.supply)
    BOXES[OWN] = Box(races, tuple(kind for kind in others if not kind.supply), pieces)
    ABILITIES.update({kind.key: kind() for kind in others})
    PIECES.update({kind.key: kind() for kind in pieces})


def asker(key: str) -> Ability:
    """The race, power or piece with this key, which has asked a question."""
    return ABILITIES.get(key) or PIECES[key]


def abilities(boxes: tuple[str, ...]) -> list[Ability]:
    """Every race and power of these boxes, races first."""
    kinds = [kind for box in boxes for kind in BOXES[box].races]
    kinds += [kind for box in boxes for kind in BOXES[box].powers]
    return [ABILITIES[kind.key] for kind in kinds]


def ability_options(boxes: tuple[str, ...]) -> list[Option]:
    """The table options of these boxes' abilities, each once."""
    found = [option for ability in abilities(boxes) for option in ability.options]
    found += [option for box in boxes for rule in BOXES[box].rules for option in rule.options]
    return list(dict.fromkeys(found))


def pieces(boxes: tuple[str, ...]) -> tuple[str, ...]:
    """The kinds of pieces in these boxes."""
    return tuple(kind.key for box in boxes for kind in (*BOXES[box].pieces, *BOXES[box].prizes))


def banners(boxes: tuple[str, ...]) -> tuple[str, ...]:
    """The races of these boxes with a banner to draw."""
    return tuple(race.key for box in boxes for race in BOXES[box].races)
