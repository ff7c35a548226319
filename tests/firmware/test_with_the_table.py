"""The firmware's own ELF and the real service, with nothing between them but a pseudo-terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.store import Store
from tests.firmware.bench import build, frame
from tests.firmware.sitting import Sitting

KNOCK = ("wait 420", "pin D3 0", "wait 30", "pin D3 1")
# What happens to the tray in the middle of a roll, in turn.
TROUBLES = {
    "none": (),
    "noise": ("noise 300",),
    "lost": ("lose 60",),
    "reset in the middle of its frame": ("wait 1", "reset"),
    "noise before it": ("noise 40", "wait 3", "noise 40"),
    "watchdog": (f"type {frame(0, 'TEST watchdog').decode().strip()}",),
    "unplugged": ("unplug", "power off", "wait 700", "plug", "power on"),
    "reset twice": ("wait 20", "reset", "wait 90", "reset"),
}


@pytest.fixture
def sitting(built: Path, tmp_path: Path) -> Iterator[Sitting]:
    """A game that has begun, at a table with a new tray."""
    with closing(Sitting(built, tmp_path)) as sitting:
        sitting.begin()
        yield sitting


def test_a_whole_games_rolls(sitting: Sitting) -> None:
    """Every roll of a game is the tray's, whatever happens to it meanwhile: none is lost, and none counts twice."""
    knocks = 0
    while sitting.play_to_the_die():
        before = sitting.last_row()
        sitting.ready()
        trouble = list(TROUBLES)[knocks % len(TROUBLES)]
        sitting.board.word(*KNOCK, *TROUBLES[trouble])
        knocks += 1
        last = sitting.answered(before)
        assert sitting.lights(last["pips"]), trouble
    assert knocks >= len(TROUBLES)
    assert sitting.service.ends() == 0
    with closing(Store(sitting.data)) as log:
        names = [row.request for row in log.rows(1) if (row.request or "").startswith("tray:")]
        rolls = [row for row in log.rows(1) if (row.request or "").startswith(("tray:", "press:"))]
    tray = names[0].split(":")[1]
    assert names == [f"tray:{tray}:{n}" for n in range(1, knocks + 1)]
    assert len(rolls) == knocks


def test_the_table_is_started_anew_in_the_middle_of_a_roll(built: Path, tmp_path: Path) -> None:
    """A knock that only the tray knows of is counted when the table is there again."""
    with closing(Sitting(built, tmp_path)) as sitting:
        sitting.begin()
        assert sitting.play_to_the_die()
        sitting.ready()
        sitting.board.word("lose 4000", *KNOCK)
        sitting.service.process.kill()
        sitting.service.process.communicate()
        sitting.board.word("lose 0")
        sitting.start()
        assert sitting.answered(0)["pips"] in range(4)


def test_a_knock_that_nobody_waits_for_is_practice(sitting: Sitting) -> None:
    """When no roll is due, the tray lights its pips, the phones show them, and the game is as it was."""
    assert sitting.play_to_the_die()
    sitting.ready()
    sitting.board.word(*KNOCK)
    game = sitting.shown(lambda view: view["last_roll"])["game"]
    sitting.board.word(*KNOCK, *KNOCK)
    view = sitting.shown(lambda view: view["practice"])
    assert view["practice"]["source"] == "tray"
    assert view["game"] == game


def test_another_version(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> None:
    """A tray of another version is named in a sentence, no roll of it counts, and the table goes on."""
    folder = tmp_path_factory.mktemp("another")
    build(folder, "PROTOCOL=2")
    with closing(Sitting(folder, tmp_path)) as sitting:
        sitting.begin()
        assert sitting.play_to_the_die()
        words = re.compile("newer than this companion")
        sitting.shown(lambda view: any(words.search(notice) for notice in view["table"]["notices"]))
        sitting.board.word(*KNOCK, "wait 500")
        assert sitting.last_row() == 0
