"""The benchmark runs and says what it must; how quick anything is, no test asks."""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random

import pytest

from companion.rules.engine import fold
from tests.bench import rules
from tests.bench.__main__ import PARTS
from tests.bench.figure import Figure

MEASURED = {
    "games": {"full games for two players", "commands in a game", "both together, for a command"},
    "boxes": {
        "a command with all expansions",
        "a command with these, Necromancer Island",
        "a command with these, six in teams",
        "a command with Warcraft",
    },
    "replay": {"a log of 1,000 commands played again"},
    "table": {"from a tap to the last of six phones", "memory with six phones in a game"},
    "slow": {"from a tap to the last of six phones, at a fifth", "a plain loop, at a fifth"},
    "crowd": {"from a tap to the last of six phones in a crowd", "memory after 54 more have watched"},
    "card": {
        "synced writes to the card for a tap",
        "written to the card for a tap",
        "a game of 50 commands opened again",
    },
    "start": {"from start to the first answer", "of it the processor's time"},
    "cold": {"from start to the first answer, from a card"},
    "arrival": {"its requests", "its bytes on the wire", "its requests then", "its bytes on the wire then"},
}


# What a tap costs is looked at in each run; what pages cost on the wire is held by the tests of a first visit.
HELD = ("table",)


def bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The command as a person runs it."""
    command = [sys.executable, "-m", "tests.bench", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "part",
    [pytest.param(part, marks=[] if part in HELD else pytest.mark.long(name="bench")) for part in MEASURED],
)
def test_each_part_runs_alone_and_gives_its_figures(part: str) -> None:
    """Every figure is there, above nothing, and a ratio to a baseline above nothing unless it is a plain count."""
    done = bench(part, "--games", "1", "--taps", "5", "--rounds", "1", "--json")
    assert done.returncode == 0, done.stderr
    figures = [Figure(**plain) for plain in json.loads(done.stdout)]
    if part in ("slow", "cold") and not figures:
        pytest.skip("Nobody but root may slow a process, and not from every disk.")
    assert MEASURED[part] <= {figure.name for figure in figures}
    for figure in figures:
        assert figure.value > 0
        assert bool(figure.baseline) == (figure.base > 0) == (figure.ratio is not None)
    assert any(figure.baseline for figure in figures)


def test_every_part_is_tested() -> None:
    """A new part comes with its figures above."""
    assert set(MEASURED) == set(PARTS)


def test_it_prints_a_line_for_each_figure_with_what_it_is_a_ratio_to() -> None:
    """People read the machine, the figure, and how many times the baseline it is."""
    done = bench("games", "--games", "1", "--rounds", "1")
    machine, head, *lines = done.stdout.splitlines()
    assert "Python" in machine
    assert "aim" in head
    assert len(lines) == 5
    assert any("times a plain loop" in line and "at most 50 µs" in line for line in lines)


def test_an_unknown_part_is_named_with_those_there_are() -> None:
    """A wrong word ends it before anything is measured."""
    done = bench("speed")
    assert done.returncode == 2
    assert all(f"'{part}'" in done.stderr for part in ("speed", *PARTS))


def test_each_command_counts_by_its_quickest_round() -> None:
    """A round that something disturbed for a moment still counts for all its other commands."""
    assert rules.quickest([0.001, 0.005, 0.003], [0.004, 0.002, 0.003]) == pytest.approx(2000)


def test_the_same_seed_plays_the_same_games_to_the_end() -> None:
    """Measured again, elsewhere or later, the games are the same, and each is a whole one."""
    first, again = rules.play(2), rules.play(2)
    assert (first.commands, first.logs) == (again.commands, again.logs)
    assert all(fold(log).over for log in first.logs)
    assert rules.play(2, seed=1).logs != first.logs


def test_its_players_never_stop_while_they_can_conquer() -> None:
    """Whatever else is offered, the command is a conquest as long as there is one."""
    seen = 0
    for log in rules.play(2).logs:
        for length in range(1, len(log)):
            found = rules.listed(fold(log[:length]))
            if any(offer.kind in ("conquer", "attempt") for offer in found):
                seen += 1
                chosen = rules.choose(found, Random(length))
                assert chosen in [offer.command for offer in found if offer.kind in ("conquer", "attempt")]
    assert seen > 20


def test_its_players_keep_to_what_is_offered() -> None:
    """Hordes that hold a region alone stay there: these games have such regions, and come to their end."""
    table, _, _ = rules.BOXES["all expansions"]
    played = rules.play(3, seed=6, table=table)
    assert all(fold(log).over for log in played.logs)


@pytest.mark.parametrize("name", rules.BOXES)
def test_its_games_come_to_their_end_with_every_box(name: str) -> None:
    """The players know no rule, and none of the boxes brings one on which they stick."""
    table, _, usual = rules.BOXES[name]
    assert all(fold(log).over for each in (table, usual) for log in rules.play(1, table=each).logs)
