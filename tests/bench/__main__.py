"""How quick the companion is: each figure beside a baseline that was measured in the same run on the same machine.

A figure alone says as much about the machine as about the program; its ratio to a baseline says what the program adds.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Callable

import click
import msgspec

from tests.bench import arrival, card, cold, crowd, rules, slow, table
from tests.bench.figure import HEAD, Figure

# What can be measured, by name, with so many games or so many taps, in so many rounds at most.
PARTS: dict[str, Callable[[int, int, int], list[Figure]]] = {
    "games": lambda games, _, rounds: rules.games(games, rounds),
    "boxes": lambda games, _, rounds: rules.boxes(games, rounds),
    "replay": lambda games, _, rounds: rules.replay(games, rounds),
    "table": lambda _, taps, rounds: table.evening(taps, rounds),
    "slow": lambda _, taps, rounds: slow.slowed(taps, rounds),
    "crowd": lambda _, taps, rounds: crowd.watched(taps, rounds),
    "card": lambda _games, taps, _rounds: card.costs(taps),
    "start": lambda _games, _taps, rounds: table.start(rounds),
    "cold": lambda _games, _taps, rounds: cold.cold(rounds),
    "arrival": lambda _games, _taps, rounds: arrival.comes(rounds),
}


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("parts", nargs=-1, type=click.Choice(list(PARTS)), metavar="[PART]...")
@click.option("--games", type=click.IntRange(1, 10_000), default=15, help="Games in each round. [15]")
@click.option("--taps", type=click.IntRange(1, 10_000), default=100, help="Taps on the table with six phones. [100]")
@click.option("--rounds", type=click.IntRange(1, 10), default=10, help="Rounds of a part, at most. [10]")
@click.option("--json", "as_json", is_flag=True, help="Print all figures as one JSON array.")
def main(parts: tuple[str, ...], games: int, taps: int, rounds: int, as_json: bool) -> None:
    """Measure how quick the companion is on this computer, in under a minute.

    PART is games, boxes, replay, table, slow, crowd, card, start, cold or arrival; left out, all are measured.
    """
    figures = [figure for part in PARTS if part in (parts or PARTS) for figure in PARTS[part](games, taps, rounds)]
    if as_json:
        click.echo(msgspec.json.encode(figures).decode())
        return
    click.echo(f"Python {platform.python_version()} on {platform.machine()} with {os.cpu_count()} cores")
    click.echo(HEAD)
    for figure in figures:
        click.echo(figure.line())


if __name__ == "__main__":
    main(prog_name="python -m tests.bench")
