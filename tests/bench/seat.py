"""The seat's weights, its strength and its time: python -m tests.bench.seat --fit, --fit-islands, --judge, or --slow.

They play whole games and take long; the same seed plays the same games on every machine.
"""

from __future__ import annotations

import os
import random
import resource
from pathlib import Path
from time import perf_counter

import click

from companion.seat import worth
from tests.bench import fitting
from tests.bench.evening import TABLES
from tests.bench.judging import Maker, match
from tests.bench.opponents import beginner, common_1, common_4, demo, greedy, seat
from tests.bench.slow import held_back

FOLDER = Path(worth.__file__).parent
RIDGE, ISLANDS_RIDGE = 0.003, 0.0001
STORY = """\
What each figure of a position counts for: how many coins it will bring on the mean of the others until the end.
Three numbers for each figure: for every turn left, for at most one, and for at most three.

Made by: python -m tests.bench.seat --{made} --games {games} --seed {seed}
{rounds}"""

# Who plays in the rounds of a fit, each as often as it is named: the seat itself from the second on.
FIRST = (greedy, greedy, greedy, demo, beginner)
LATER = (*[seat("normal")] * 3, greedy, demo, beginner)
ROUNDS = 2
# Who plays on the islands, by the weights for every map: good players, who seldom try what is not the best step.
ISLANDERS = (common_4, common_4, common_1, greedy)
SELDOM = 8
# The matches that judge the levels: name, player, opponents, boxes, players.
MATCHES = [
    *((f"hard v demo, {table}", seat("hard"), demo, table, 2) for table in TABLES),
    *((f"hard v hand-made greedy, {table}", seat("hard"), greedy, table, 2) for table in TABLES),
    ("hard v two hand-made greedy, base", seat("hard"), greedy, "base", 3),
    ("hard v normal, base", seat("hard"), seat("normal"), "base", 2),
    ("normal v hand-made greedy, base", seat("normal"), greedy, "base", 2),
    ("easy v beginner, base", seat("easy"), beginner, "base", 2),
    ("hand-made greedy v demo, base", greedy, demo, "base", 2),
    ("beginner v demo, base", beginner, demo, "base", 2),
]


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--fit", is_flag=True, help="Make the weights, and write them.")
@click.option("--fit-islands", is_flag=True, help="Make the weights for two players on a map in parts, and write them.")
@click.option("--judge", is_flag=True, help="Play the levels against other players.")
@click.option("--slow", is_flag=True, help="Time its turns while the kernel gives it a fifth of a processor (as root).")
@click.option("--games", type=click.IntRange(2, 100_000), default=100, help="Games in each round or match. [100]")
@click.option("--match", "only", default="", help="Only the matches, or boxes to time, with this in their name.")
@click.option("--seed", default="judge", help="What the games are dealt by. Judge with another one than fitted.")
def main(fit: bool, fit_islands: bool, judge: bool, slow: bool, games: int, only: str, seed: str) -> None:
    """Make the weights of the seat's figures, judge how well it plays, or see how long it thinks on a slow computer."""
    if fit:
        make(games, seed)
    if fit_islands:
        make_islands(games, seed)
    if judge:
        for name, one, other, table, players in (each for each in MATCHES if only in each[0]):
            click.echo(match(one, other, games, seed, table, players).line(name))
    if slow:
        for table in (each for each in TABLES if only in each):
            with held_back(os.getpid()):
                thought = match(seat("hard"), greedy, games, seed, table, clock=perf_counter)
            click.echo(thought.line(f"hard at a fifth, {table}"))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    click.echo(f"memory at most {peak} MB")


def make(games: int, seed: str) -> None:
    """Fit the weights round by round, each to the games that the weights before it played, and write them."""
    sums, rounds = fitting.Sums(), []
    for number in range(1, ROUNDS + 1):
        played = gather(sums, FIRST if number == 1 else LATER, games, f"{seed} {number}", fitting.kinds())
        found, explained = sums.fitted(RIDGE)
        rounds.append(f"Round {number}: {games} games more, {played} positions in all, R2 {explained:.2f}.")
        click.echo(rounds[-1])
        write(worth.COMMON, found, STORY.format(made="fit", games=games, seed=seed, rounds="\n".join(rounds)))


def make_islands(games: int, seed: str) -> None:
    """Fit the weights for two players on a map in parts to games by the weights for every map, and write them."""
    sums = fitting.Sums()
    played = gather(sums, ISLANDERS, games, seed, [("Warcraft", 2)], SELDOM)
    found, explained = sums.fitted(ISLANDS_RIDGE)
    rounds = f"{games} games of two players on islands, {played} positions, R2 {explained:.2f}."
    click.echo(rounds)
    write(worth.ISLANDS, found, STORY.format(made="fit-islands", games=games, seed=seed, rounds=rounds))


def write(table: str, found: list[float], story: str) -> None:
    """Put weights where the seat reads them."""
    (FOLDER / f"{table}.toml").write_text(fitting.written(found, story), "utf-8")
    worth.weights.cache_clear()
    worth.weights_for.cache_clear()


def gather(
    sums: fitting.Sums,
    makers: tuple[Maker, ...],
    games: int,
    seed: str,
    kinds: list[tuple[str, int]],
    often: int = fitting.EXPLORING,
) -> int:
    """Play games between players of these kinds, and return how many positions have been kept so far."""
    for number in range(games):
        deal = f"{seed} {number}"
        dice = random.Random(deal)
        table, players = kinds[number % len(kinds)]
        who = [
            fitting.exploring(dice.choice(makers)(f"{deal} {seat}"), f"{deal} {seat}", often) for seat in range(players)
        ]
        for row, target in fitting.positions(who, deal, TABLES[table]):
            sums.add(row, target)
    return len(sums.targets)


if __name__ == "__main__":
    main(prog_name="python -m tests.bench.seat")
