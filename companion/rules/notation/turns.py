"""The words for what was done in a turn, and for a score sheet, both ways.

Each begins with what it is about; further values are `name=value`, or a word alone for a flag.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from companion.rules.boxes.registry import ABILITIES
from companion.rules.correct import LINES, TOO_MANY
from companion.rules.model import Attack, Attempt, Line, Sheet
from companion.rules.notation.line import NONE, Malformed
from companion.rules.quotes import ORDINARY
from companion.rules.turn_record import MOST_THERE

FACTIONS = {ability.faction for ability in ABILITIES.values()}
MOST_PIPS = 3


class LineNames(NamedTuple):
    """How a line names races, regions and players: from a number or an id to a word, and back."""

    race: Callable[[Any], Any]
    region: Callable[[Any], Any]
    seat: Callable[[Any], Any]


def besides(words: Iterable[str], *known: str) -> dict[str, str]:
    """The values that are given by name; a word alone has its own name as its value.  Raises Malformed for unknown
    ones."""
    found: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if name not in known or name in found:
            raise Malformed(f"{word} says nothing here; there may be {' '.join(known)}")
        found[name] = value if equals else name
    return found


def within(word: str, most: int, least: int = 0) -> int:
    """A number between two others.  Raises Malformed."""
    number = int(word)
    if not least <= number <= most:
        raise Malformed(f"{word} is not between {least} and {most}")
    return number


def way_of(word: str, told: LineNames) -> str:
    """A way to conquer, with the region where a piece is put for it.  Raises Malformed."""
    key, colon, at = word.partition(":")
    if key not in (ORDINARY, *ABILITIES):
        raise Malformed(f"nobody conquers by {key}")
    return f"{key}:{told.region(at)}" if colon else key


def write_attack(attack: Attack, told: LineNames) -> str:
    """An attack of this turn: whose, where, by which way, and what was there."""
    words = [told.race(attack.band), attack.region]
    words += [f"by={attack.way}"] if attack.way != ORDINARY else []
    words += [f"tribes={attack.tribe}"] if attack.tribe else []
    words += [f"tokens={attack.tokens}"] if attack.tokens else []
    words += [f"against={told.race(attack.against)}"] if attack.against else []
    words += [f"of={told.seat(attack.against_seat)}"] if attack.against_seat >= 0 else []
    words += ["active"] if attack.active else []
    words += [f"faction={attack.faction}"] if attack.faction else []
    return " ".join(words + ([] if attack.won else ["failed"]))


def read_attack(rest: str, told: LineNames) -> Attack:
    """The attack in these words.  Raises ValueError."""
    race, region, *more = rest.split()
    said = besides(more, "by", "tribes", "tokens", "against", "of", "active", "faction", "failed")
    if said.get("faction", "") not in FACTIONS:
        raise Malformed(f"there is no faction {said['faction']}")
    return Attack(
        band=told.race(race),
        region=told.region(region),
        way=way_of(said.get("by", ORDINARY), told),
        tribe=within(said.get("tribes", "0"), MOST_THERE),
        against=told.race(said["against"]) if "against" in said else 0,
        against_seat=told.seat(said["of"]) if "of" in said else -1,
        active="active" in said,
        tokens=within(said.get("tokens", "0"), MOST_THERE),
        won="failed" not in said,
        faction=said.get("faction", ""),
    )


def write_attempt(attempt: Attempt) -> str:
    """The final attempt that waits for the die, or for a question about help."""
    words = [attempt.region, f"cost={attempt.cost}"]
    words += [f"by={attempt.way}"] if attempt.way != ORDINARY else []
    if attempt.boosts:
        words.append("with=" + ",".join(f"{key}:{count}" for key, count in attempt.boosts.items()))
    words += [f"pips={attempt.pips}"] if attempt.pips is not None else []
    words += ["free"] if attempt.free else []
    return " ".join(words + ([f"lent={attempt.lent}"] if attempt.lent else []))


def read_attempt(rest: str, told: LineNames) -> Attempt:
    """The final attempt in these words.  Raises ValueError."""
    region, *more = rest.split()
    said = besides(more, "cost", "by", "with", "pips", "free", "lent")
    boosts = {}
    for word in said["with"].split(",") if "with" in said else ():
        key, _, count = word.partition(":")
        if key not in ABILITIES:
            raise Malformed(f"nothing helps as {key}")
        boosts[key] = within(count, MOST_THERE, 1)
    return Attempt(
        region=told.region(region),
        cost=within(said["cost"], TOO_MANY, -TOO_MANY),
        way=way_of(said.get("by", ORDINARY), told),
        boosts=boosts,
        pips=within(said["pips"], MOST_PIPS) if "pips" in said else None,
        free="free" in said,
        lent=within(said.get("lent", "0"), MOST_PIPS),
    )


def write_sheet(sheet: Sheet, told: LineNames) -> str:
    """The score sheet that was accepted last: whose, and its lines."""
    lines = []
    for line in sheet.lines:
        words = [line.key, str(line.amount), told.race(line.band)]
        words += [f"at={','.join(line.where)}"] if line.where else []
        words += ["notes={}:{}".format(*line.remember)] if line.remember else []
        lines.append(" ".join(words))
    return f"{told.seat(sheet.seat)} {'; '.join(lines)}".strip()


def read_sheet(rest: str, told: LineNames) -> Sheet:
    """The score sheet in these words.  Raises ValueError."""
    seat, _, items = rest.partition(" ")
    lines = []
    for item in items.split(";") if items.strip() else ():
        key, amount, race, *more = item.split()
        if key not in (*LINES, *ABILITIES):
            raise Malformed(f"no sheet has a line {key}")
        said = besides(more, "at", "notes")
        where = tuple(told.region(region) for region in said["at"].split(",")) if "at" in said else ()
        field, _, value = said.get("notes", "").partition(":")
        remember = (field, within(value, TOO_MANY)) if "notes" in said else None
        band = 0 if race == NONE else told.race(race)
        lines.append(Line(key, within(amount, TOO_MANY, -TOO_MANY), where, band, remember))
    return Sheet(told.seat(seat), tuple(lines))
