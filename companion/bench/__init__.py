"""How quick the companion is: each figure beside a baseline that was measured in the same run on the same machine.

A figure alone says as much about the machine as about the program; its ratio to a baseline says what the program adds.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Sequence

import click
import msgspec

from companion.bench.figure import Figure

__all__ = ["PARTS", "Figure", "measure", "report"]


def _games(games: int, _taps: int) -> list[Figure]:
    from companion.bench import rules

    return rules.games(games)


def _boxes(games: int, _taps: int) -> list[Figure]:
    from companion.bench import rules

    return rules.boxes(games)


def _replay(games: int, _taps: int) -> list[Figure]:
    from companion.bench import rules

    return rules.replay(games)


def _table(_games: int, taps: int) -> list[Figure]:
    from companion.bench import table

    return table.evening(taps)


def _crowd(_games: int, taps: int) -> list[Figure]:
    from companion.bench import crowd

    return crowd.watched(taps)


def _card(_games: int, taps: int) -> list[Figure]:
    from companion.bench import card

    return card.costs(taps)


def _start(_games: int, _taps: int) -> list[Figure]:
    from companion.bench import table

    return table.start()


PARTS: dict[str, Callable[[int, int], list[Figure]]] = {
    "games": _games,
    "boxes": _boxes,
    "replay": _replay,
    "table": _table,
    "crowd": _crowd,
    "card": _card,
    "start": _start,
}
"""What can be measured, by name; each is imported when it is run, so that none weighs on the others."""


def measure(parts: Sequence[str], games: int, taps: int) -> list[Figure]:
    """Measure these parts, all of them if none is named, with so many games and so many taps."""
    return [figure for part in PARTS if part in (parts or PARTS) for figure in PARTS[part](games, taps)]


def report(parts: Sequence[str], games: int, taps: int, as_json: bool) -> None:
    """Measure and print, for people or as one JSON array. Raises UsageError for a part that there is not."""
    if unknown := [part for part in parts if part not in PARTS]:
        raise click.UsageError(f"There is no part {unknown[0]}; there are {', '.join(PARTS)}.")
    figures = measure(parts, games, taps)
    if as_json:
        click.echo(msgspec.json.encode(figures).decode())
        return
    click.echo(f"Python {platform.python_version()} on {platform.machine()} with {os.cpu_count()} cores")
    for figure in figures:
        click.echo(figure.line())
