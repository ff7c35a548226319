"""The tray in MicroPython: what is said on the line to the letter, and the same stories as those of the other board.

It runs in the official build of MicroPython for Node, behind a pseudo-terminal; only its pins are made up.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.firmware import test_in_simavr
from tests.firmware.bench import FIRMWARE, Board, Line
from tests.firmware.pico_bench import Pico, Python
from tests.firmware.sitting import Sitting
from tests.firmware.test_with_the_table import every_roll_counts

VECTORS = (FIRMWARE / "vectors.txt").read_text(encoding="ascii").splitlines()
# The stories that are told of both boards. That two trays differ and that one outlives its box is asked below.
EVERY_EVENING = (
    test_in_simavr.test_hello,
    test_in_simavr.test_rolls,
    test_in_simavr.test_pips_stay_dark_until_seen,
    test_in_simavr.test_a_bouncing_knock_is_one,
)
SELDOM = (
    test_in_simavr.test_lost_frames_come_again,
    test_in_simavr.test_noise,
    test_in_simavr.test_it_tells_how_long_the_knock_sensor_rang,
    test_in_simavr.test_numbers_with_leading_zeros_are_none,
    test_in_simavr.test_a_reset_in_the_middle_of_a_frame,
    test_in_simavr.test_the_watchdog_bites,
    test_in_simavr.test_magnets,
    test_in_simavr.test_another_version_is_asked_for,
    test_in_simavr.test_pings,
    test_in_simavr.test_self_test,
    test_in_simavr.test_unplugged,
)
# Chi-square with three degrees of freedom: a fair die is above it once in a thousand runs.
FAIR = 16.27
ROLLS = 20_000


@pytest.fixture
def python(tmp_path: Path) -> Iterator[Python]:
    """MicroPython with the tray's modules."""
    with closing(Python(tmp_path / "flash")) as python:
        yield python


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Board]:
    """A new board with power."""
    with closing(Pico(tmp_path, tmp_path)) as board:
        yield board


@pytest.fixture
def line(board: Board) -> Iterator[Line]:
    """The host's end of its line, after the tray has started."""
    with closing(Line(board.port)) as line:
        board.word("wait 50")
        line.serial.reset_input_buffer()
        yield line


@pytest.mark.parametrize(
    "story",
    [*EVERY_EVENING, *(pytest.param(story, marks=pytest.mark.long(name="tray")) for story in SELDOM)],
    ids=lambda story: story.__name__.removeprefix("test_"),
)
def test_the_same_stories(story, board: Board, line: Line) -> None:
    """What holds of the one board holds of the other."""
    story(board, line)


@pytest.mark.long(name="tray")
@pytest.mark.parametrize("cut", ["power off", "reset"])
def test_no_second_number_by_pulling_the_plug(board: Board, line: Line, cut: str) -> None:
    """A roll that is broken off keeps its secret, and once it was revealed also the host's number."""
    test_in_simavr.test_no_second_number_by_pulling_the_plug(board, line, cut)


@pytest.mark.long(name="extras")
@pytest.mark.long(name="tray")
def test_its_flash_outlives_it(tmp_path: Path) -> None:
    """Id, count and the next secret are there when the tray is taken out of its box again; another tray has others."""
    (tmp_path / "other").mkdir()
    with closing(Pico(tmp_path, tmp_path)) as board, closing(Line(board.port)) as line:
        tray = line.greet()[3]
        test_in_simavr.roll(board, line, tray)
        board.word("wait 10")
    with closing(Pico(tmp_path, tmp_path)) as board, closing(Line(board.port)) as line:
        assert line.greet()[3:] == [tray, "1", "power"]
        assert test_in_simavr.roll(board, line, tray)[0] == "2"
    with closing(Pico(tmp_path, tmp_path / "other")) as board, closing(Line(board.port)) as line:
        assert line.greet()[3] != tray


@pytest.mark.long(name="extras")
@pytest.mark.long(name="tray")
def test_rolls_at_the_table(tmp_path: Path) -> None:
    """In a real game each knock is one roll, whatever happens to the tray: none is lost, none counts twice."""
    with closing(Sitting(tmp_path, tmp_path, board=Pico)) as sitting:
        sitting.begin()
        # Its roll is over in some milliseconds: what starts it anew then finds the pips lit, and they go.
        every_roll_counts(sitting, dark=("watchdog", "unplugged", "reset twice", "reset in the middle of its frame"))


@pytest.mark.parametrize("cut", range(0, 70, 7))
def test_a_file_that_was_being_written_counts_as_none(tmp_path: Path, python: Python, cut: int) -> None:
    """Whatever of the newer file reached the flash, the tray goes on with what the older one says."""
    python.ask(run="from board import Board\nfrom kept import Kept\nkept = Kept(Board())\nkept.next()")
    before = python.ask(run="print(kept.id, kept.n, kept.secret)")["said"]
    python.ask(run="kept.next()")
    newer = tmp_path / "flash" / "tray.b"
    newer.write_text(newer.read_text()[: 2 * cut])
    assert python.ask(run="kept = Kept(Board())\nprint(kept.id, kept.n, kept.secret)")["said"] == before


def test_frames_are_written_to_the_letter(python: Python) -> None:
    """Every example of a frame."""
    examples = [line.removeprefix("frame ").split(" => ") for line in VECTORS if line.startswith("frame ")]
    said = [(int(text[:2], 16), text[3:]) for text, _ in examples]
    found = python.ask(run=f"from frames import frame\nfor n, text in {said!r}: print(frame(n, text).decode().strip())")
    assert found["said"].split() == "".join(wanted + "\n" for _, wanted in examples).split()


def test_whole_frames_are_found_and_broken_ones_named(python: Python) -> None:
    """Every example of bytes."""
    python.ask(run=READ)
    for line in VECTORS:
        kind, _, rest = line.partition(" ")
        if kind not in ("broken", "stream"):
            continue
        raw, _, wanted = rest.rpartition(" => ")
        data = raw.encode().decode("unicode_escape").encode("latin1")
        whole, broken, fault = json.loads(python.ask(run=f"read({data!r})")["said"])
        if kind == "broken":
            assert (whole, broken, fault) == ([], 1, wanted), line
        else:
            *texts, count = wanted.split(" | ")
            assert [text[3:] for text in texts] == whole, line
            assert count == f"broken {broken}", line


# "SS" is told by the reader's own tests; here the words count.
READ = """
import json
from frames import Reader
def read(data):
    reader = Reader()
    found = [reader.feed(byte) for byte in data]
    print(json.dumps([[text for text in found if text is not None], reader.broken, reader.fault]))
"""


def test_commitments_and_pips_are_those_of_the_protocol(python: Python) -> None:
    """Every example of both."""
    for line in VECTORS:
        kind, _, rest = line.partition(" ")
        given, _, wanted = rest.partition(" => ")
        words = given.split(" ")
        if kind == "commit":
            tray, n, secret = words
            made = f"tohex(commit(bytes.fromhex('{tray}'), {n}, bytes.fromhex('{secret}')))"
        elif kind == "pips":
            secret, draw, n = words
            made = f"pips(bytes.fromhex('{secret}'), bytes.fromhex('{draw}'), {n})"
        else:
            continue
        source = f"from fair import commit, pips\nfrom frames import tohex\nprint({made})"
        assert python.ask(run=source)["said"] == wanted, line


@pytest.mark.long(name="extras")
@pytest.mark.long(name="tray")
def test_its_dice_are_fair(python: Python) -> None:
    """20,000 rolls with the tray's own secrets: as many of each as a fair die has, within what chance allows."""
    made = python.ask(run=DICE % ROLLS)["said"].split()
    counted = Counter(made)
    assert sum(counted.values()) == ROLLS
    expected = {"0": ROLLS / 2, "1": ROLLS / 6, "2": ROLLS / 6, "3": ROLLS / 6}
    assert sum((counted[pips] - count) ** 2 / count for pips, count in expected.items()) < FAIR, counted


# The host's numbers count up: all chance is the tray's.
DICE = """
import board, kept
from fair import pips
found = kept.Kept(board.Board())
found._write = lambda: None
made = []
for at in range(%d):
    made.append(str(pips(found.secret, at.to_bytes(8, "big"), found.n)))
    found.next()
print(" ".join(made))
"""
