"""The firmware's own ELF and the real service, with nothing between them but a pseudo-terminal."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.store.store import Store
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


@pytest.mark.long(name="extras")
@pytest.mark.long(name="tray")
@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.long(name="evenings"))])
def test_whole_games_rolls(sitting: Sitting, whole: bool) -> None:
    """Every roll is the tray's, whatever happens to it meanwhile: none is lost, and none counts twice.

    Each trouble comes once; in a long part the game is played to its end.
    """
    every_roll_counts(sitting, whole=whole)


def every_roll_counts(sitting: Sitting, dark: tuple[str, ...] = (), *, whole: bool = False) -> None:
    """Play until each trouble was there, or a `whole` game at least. After those named `dark` no pips are lit."""
    knocks, games = 0, 1
    while ((due := sitting.play_to_the_die()) and whole) or knocks < len(TROUBLES):
        if not due:
            sitting.post("new", {"by": 0})
            sitting.post("start", {})
            games += 1
            continue
        before = sitting.last_row()
        sitting.ready()
        trouble = list(TROUBLES)[knocks % len(TROUBLES)]
        sitting.board.word(*KNOCK, *TROUBLES[trouble])
        knocks += 1
        last = sitting.answered(before)
        assert trouble in dark or sitting.lights(last["pips"]), trouble
    assert sitting.service.ends() == 0
    with closing(Store(sitting.data)) as log:
        rows = [row.request or "" for game in range(1, games + 1) for row in log.rows(game)]
    names = [name for name in rows if name.startswith("tray:")]
    tray = names[0].split(":")[1]
    assert names == [f"tray:{tray}:{n}" for n in range(1, knocks + 1)]


@pytest.mark.long(name="tray")
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


@pytest.mark.long(name="tray")
def test_a_knock_from_before_the_question_does_not_answer_it(sitting: Sitting) -> None:
    """The table hears of it when the die is due; it is practice, and the next knock is the roll."""
    sitting.found()
    sitting.board.word("lose 1000000", *KNOCK)
    assert sitting.play_to_the_die()
    sitting.board.word("lose 0")
    view = sitting.shown(lambda view: view.get("practice") or view.get("last_roll"))
    assert (view["practice"]["source"], view["last_roll"]) == ("tray", None)
    sitting.ready()
    sitting.board.word(*KNOCK)
    assert sitting.lights(sitting.answered(0)["pips"])


@pytest.mark.long(name="extras")
@pytest.mark.long(name="tray")
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


@pytest.mark.long(name="tray")
def test_a_die_with_magnets(sitting: Sitting) -> None:
    """Each face is taught once from a phone; then the die's own fall counts, and a level between two faces does not."""
    assert sitting.play_to_the_die()
    sitting.ready()
    for pips, millivolts in ((0, 2500), (1, 2800), (2, 3100), (3, 3400)):
        sitting.board.word(f"adc 0 {millivolts}", "wait 100")
        sitting.post("tray/face", {"pips": pips})
    sitting.post("tray/mode", {"mode": "magnets"})
    sitting.board.word("wait 1500", *KNOCK, "adc 0 2950")
    sitting.shown(lambda view: any("between two faces" in notice for notice in view["table"]["notices"]))
    assert sitting.last_row() == 0
    sitting.board.word("wait 500", *KNOCK, "adc 0 2400", "wait 100", "adc 0 3090")
    assert sitting.answered(0)["pips"] == 2
    assert sitting.lights(2)


@pytest.mark.long(name="tray")
@pytest.mark.parametrize("left", [("lose 4000", *KNOCK), (*KNOCK[:-1], "wait 30", "lose 4000", "wait 100")])
def test_a_tray_from_another_table(built: Path, tmp_path: Path, left: tuple[str, ...]) -> None:
    """What it has left of a roll there is no roll here: it waits for a knock, and that one counts."""
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    with closing(Sitting(built, there)) as other:
        other.begin()
        assert other.play_to_the_die()
        other.ready()
        other.board.word(*left, "power off")
    shutil.copy(there / "eeprom", here)
    with closing(Sitting(built, here)) as sitting:
        sitting.begin()
        assert sitting.play_to_the_die()
        sitting.ready()
        assert sitting.last_row() == 0
        sitting.board.word(*KNOCK)
        assert sitting.lights(sitting.answered(0)["pips"])


@pytest.mark.long(name="tray")
def test_another_version(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> None:
    """A tray of another version is named in a sentence, no roll of it counts, and the table goes on."""
    folder = tmp_path_factory.mktemp("another")
    build(folder, "PROTOCOL=2")
    with closing(Sitting(folder, tmp_path)) as sitting:
        sitting.begin()
        assert sitting.play_to_the_die()
        words = re.compile("newer than the app")
        sitting.shown(lambda view: any(words.search(notice) for notice in view["table"]["notices"]))
        sitting.board.word(*KNOCK, "wait 500")
        assert sitting.last_row() == 0
