"""Seasons: those that the club has named with their dates, and the calendar year for every other day."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from itertools import pairwise

from msgspec import Struct


class BadSeason(Exception):
    """A sentence: what is wrong with a season."""


class Season(Struct, frozen=True, order=True):
    """A season from its first day to its last one, both as YYYY-MM-DD."""

    first: str
    last: str
    name: str


WRITTEN = re.compile(r"^\s*(.{1,40}?)\s*=\s*(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)\s*$")


def read(written: str) -> Season:
    """A season as it is typed: NAME=FIRST..LAST. Raises BadSeason."""
    found = WRITTEN.match(written)
    try:
        if found and date.fromisoformat(found[2]) <= date.fromisoformat(found[3]):
            return Season(found[2], found[3], found[1])
    except ValueError:
        pass
    raise BadSeason(f"{written!r} is no season. Write it like this: Spring=2026-01-05..2026-04-30")


def apart(seasons: Iterable[Season]) -> list[Season]:
    """The seasons in their order. Raises BadSeason where two have a day or a name in common."""
    ordered = sorted(seasons)
    for before, after in pairwise(ordered):
        if after.first <= before.last:
            raise BadSeason(f"The seasons {before.name} and {after.name} have a day in common.")
    if len({season.name for season in ordered}) < len(ordered):
        raise BadSeason("Two seasons have the same name.")
    return ordered


def of(day: str, seasons: Iterable[Season]) -> str:
    """The name of the season of a day: its year, if none was named for it."""
    return next((season.name for season in seasons if season.first <= day <= season.last), day[:4])
