"""Nearly right: what comes in by any door is let in rightly or refused in words, however it was spoiled."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from time import process_time
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.boards import maps
from companion.boards.islands import together
from companion.boards.maps import MapError
from companion.boards.sheet import _neighbour_faults, read
from companion.records import record
from companion.rules import engine, notation
from tests.fuzz import wire
from tests.fuzz.doors import DOORS, Door
from tests.fuzz.edits import SPOILING, Edit, edited, told

HERE = Path(__file__).parents[2]
KEPT = Path.home() / ".cache" / "smallworld-companion" / "fuzz"
# In the normal run a second or so each; in the long ones ten million frames, and a hundred thousand of everything else.
FEW = {"frames": 10, "records": 40, "maps": 30, "drafts": 100, "photos": 200, "positions": 150, "commands": 300}
MANY = dict.fromkeys(DOORS, 100_000) | {"frames": 10_000_000}
# By coverage a frame takes four times as long.
GUIDED = MANY | {"frames": 1_000_000}
PARTS = 10
# So many examples of a tenth have as much; a talk has a hundred frames and more.
TIMES = dict.fromkeys(DOORS, 10_000) | {"frames": 11_000}
# Seconds of the processor for one example, a thousand times what it takes.
ENDLESS = 10


# The program as it is, for what is made wrong of it.
DECIDE, FOLD, WRITE, FAULTS = engine.decide, engine.fold, notation.write, _neighbour_faults
BOARD = read(maps.FOLDER / "base-2.toml")


class Came(NamedTuple):
    """How much came to a door, how many examples got in, and the processor's seconds that the slowest one took."""

    much: int
    inside: int
    slowest: float


@cache
def door(name: str) -> Door:
    """A door, its examples made once."""
    return DOORS[name]()


FEWEST = (Phase.generate, Phase.shrink)


def spoil(name: str, folder: Path, number: int, times: int, phases: tuple[Phase, ...] = FEWEST) -> Came:
    """Bring spoiled examples to a door; fails with the fewest edits that do harm."""
    here, much, inside, slowest = door(name), 0, 0, 0.0

    @seed(number)
    @settings(
        max_examples=times,
        database=None,
        deadline=None,
        phases=phases,
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    @given(st.binary(min_size=SPOILING, max_size=SPOILING).map(told))
    def bring(spoiling: tuple[int, list[Edit]]) -> None:
        nonlocal much, inside, slowest
        example, edits = spoiling
        data = edited(here.examples[example % len(here.examples)], edits, here.scraps, here.examples)
        begun = process_time()
        inside += here.enter(data, folder)
        slowest = max(slowest, process_time() - begun)
        much += here.counts(data)

    bring()
    return Came(much, inside, slowest)


@pytest.mark.parametrize("name", DOORS)
def test_examples_get_in(name: str, tmp_path: Path) -> None:
    """What nobody spoiled is let in: else the rest would prove little."""
    got_in = [door(name).enter(example, tmp_path) for example in door(name).examples[:40:5]]
    assert sum(got_in) >= 0.8 * len(got_in)


@pytest.mark.parametrize("name", DOORS)
def test_what_is_spoiled_does_no_harm(name: str, tmp_path: Path) -> None:
    """Some of everything: no crash, nothing wrong is let in, and some of it is right."""
    assert spoil(name, tmp_path, 0, FEW[name]).inside


@pytest.mark.long(name="fuzz")
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", DOORS)
def test_whatever_is_spoiled_does_no_harm(name: str, part: int, tmp_path: Path) -> None:
    """A hundred thousand of everything in ten parts, ten million frames, and nothing holds the table up."""
    came = spoil(name, tmp_path, 1 + part, TIMES[name])
    print(f"{name}, part {part}: {came.much} came, {came.inside} got in, the slowest took {came.slowest:.3f} s")
    assert came.much * PARTS >= MANY[name]
    assert came.inside
    assert came.slowest < ENDLESS


@pytest.mark.long(name="guided")
@pytest.mark.parametrize("name", DOORS)
def test_led_by_coverage(name: str) -> None:
    """libFuzzer looks for the ways into every corner: a hundred thousand of everything again, and a million frames.

    What it learns is kept for the next run.
    """
    folder = KEPT / name
    folder.mkdir(parents=True, exist_ok=True)
    much = inside = 0
    while much < GUIDED[name]:
        command = [sys.executable, "-m", "tests.fuzz.guided", name, str(folder), "-runs=20000"]
        done = subprocess.run(
            command, cwd=HERE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
        )
        assert done.returncode == 0, done.stdout[-4000:]
        told_last = re.findall(r"^(\d+) came, (\d+) got in$", done.stdout, re.MULTILINE)[-1]
        much, inside = much + int(told_last[0]), inside + int(told_last[1])
        reached = re.findall(r"cov: (\d+)", done.stdout)
        print(f"{name}: {much} came, {inside} got in; {reached[0]} branches at first, {reached[-1]} in the end")
    assert inside


@pytest.mark.parametrize(
    ("name", "where", "wrong"),
    [
        (
            "records",
            "companion.records.record.fold",
            lambda happened, game=None: replace(FOLD(happened, game), tribes=99) if game else FOLD(happened),
        ),
        ("records", "tests.fuzz.doors.write", lambda header, entries: record.write(header, [*entries][:-1])),
        (
            "maps",
            "companion.boards.sheet._neighbour_faults",
            lambda *of: (each for each in FAULTS(*of) if ", but" not in each),
        ),
        ("drafts", "companion.boards.making._missing", lambda _: iter(())),
        ("drafts", "companion.boards.library.together", lambda *_, **named: together([BOARD, BOARD], **named)),
        ("photos", "companion.boards.photos.checked", lambda data: data),
        ("positions", "companion.rules.notation.write", lambda game: WRITE(game).replace(" declined", "")),
        ("commands", "companion.rules.engine.decide", lambda game, command, **_: DECIDE(game, command, as_played=True)),
    ],
)
def test_a_wrong_acceptance_would_be_found(
    name: str, where: str, wrong: Callable[..., object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No judge is a rubber stamp, and what is spoiled reaches it: a program that lets wrong things in is caught."""
    monkeypatch.setattr(where, wrong)
    with pytest.raises((AssertionError, MapError, notation.Malformed)):
        spoil(name, tmp_path, 0, 1000, (Phase.generate,))


def test_a_wrong_roll_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The judge is no rubber stamp: a host that takes a wrong sum, or a reveal that does not fit, is caught."""
    talk = wire.EVENINGS[0]
    spoiled = talk.replace(b" fresh*", b" fresH*")
    assert wire.enter(spoiled) >= 0
    monkeypatch.setattr("companion.hardware.frames.checksum", lambda body: wire.check_sum(body.replace(b"H", b"h")))
    with pytest.raises(AssertionError):
        wire.enter(spoiled)
    monkeypatch.undo()
    lie = wire.mended(re.sub(rb"(!.. SHOW .*) \d\*", rb"\1 3*", talk))
    assert wire.enter(lie) < wire.enter(talk)
    monkeypatch.setattr("companion.hardware.commitment.pips", lambda *_: 3)
    with pytest.raises(AssertionError):
        wire.enter(lie)
