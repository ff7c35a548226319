"""How quick the companion is: each figure beside a baseline that was measured in the same run on the same machine.

A figure alone says as much about the machine as about the program; its ratio to a baseline says what the program adds.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Callable

import click
import msgspec

from tests.bench import arrival, card, crowd, rules, slow, table
from tests.bench.figure import HEAD, Figure

# What can be measured, by name, with so many games or so many taps.
PARTS: dict[str, Callable[[int, int], list[Figure]]] = {
    "games": lambda games, _: rules.games(games),
    "boxes": lambda games, _: rules.boxes(games),
    "replay": lambda games, _: rules.replay(games),
    "table": lambda _, taps: table.evening(taps),
    "slow": lambda _, taps: slow.slowed(taps),
    "crowd": lambda _, taps: crowd.watched(taps),
    "card": lambda _, taps: card.costs(taps),
    "start": lambda _games, _taps: table.start(),
    "arrival": lambda _games, _taps: arrival.comes(),
}


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("parts", nargs=-1, type=click.Choice(list(PARTS)), metavar="[PART]...")
@click.option("--games", type=click.IntRange(1, 10_000), default=15, help="Games in each of 10 rounds. [15]")
@click.option("--taps", type=click.IntRange(1, 10_000), default=100, help="Taps on the table with six phones. [100]")
@click.option("--json", "as_json", is_flag=True, help="Print all figures as one JSON array.")
def main(parts: tuple[str, ...], games: int, taps: int, as_json: bool) -> None:
    """Measure how quick the companion is on this computer, in under a minute.

    PART is games, boxes, replay, table, slow, crowd, card, start or arrival; left out, all are measured.
    """
    figures = [figure for part in PARTS if part in (parts or PARTS) for figure in PARTS[part](games, taps)]
    if as_json:
        click.echo(msgspec.json.encode(figures).decode())
        return
    click.echo(f"Python {platform.python_version()} on {platform.machine()} with {os.cpu_count()} cores")
    click.echo(HEAD)
    for figure in figures:
        click.echo(figure.line())


if __name__ == "__main__":
    main(prog_name="python -m tests.bench")
