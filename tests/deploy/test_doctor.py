"""`companion doctor` beside a running table, and on a computer where none runs."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from companion.hardware.virtual import SOCKET
from companion.store.store import FILE, Store
from companion.upkeep.doctor import at_rest, news
from tests.browser.house import Table
from tests.hardware.heard import ask
from tests.ports import kept


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A table with mock pins, not started yet."""
    made = Table(tmp_path / "data")
    yield made
    made.kill()


def command(table: Table, *more: str, pins: str = "mock", tray: str = "auto") -> list[str]:
    """The command line of doctor for this table."""
    # The table's port is kept free at this address alone: at all addresses another test may have its number.
    here = ["--host", "127.0.0.1", "--port", str(table.port)]
    own = ["--data", str(table.data), *here, "--pins", pins, "--tray", tray]
    return [sys.executable, "-m", "companion", "doctor", *own, *more]


def doctor(table: Table, *more: str, **how: str) -> subprocess.CompletedProcess[str]:
    """Run it to its end."""
    return subprocess.run(command(table, *more, **how), capture_output=True, text=True, timeout=60, check=False)


def test_it_asks_the_running_table(table: Table) -> None:
    """The table's own findings are printed; mock pins are no real button, so the status is 1 and says why."""
    table.start()
    table.press()
    found = doctor(table)
    assert f"ok   Table: Open at {table.address}" in found.stdout
    assert "ok   Die button: On GPIO 17, pulled up; presses: 1" in found.stdout
    assert "LOOK Pins: The GPIO pins are mock pins" in found.stdout
    assert "ok   Dice tray: None connected" in found.stdout
    assert (found.returncode, found.stderr) == (1, "")


def test_live_prints_each_press(table: Table) -> None:
    """With --live a press is printed as it happens, until Ctrl-C."""
    table.start()
    with subprocess.Popen(
        command(table, "--live"), stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}
    ) as live:
        assert live.stdout
        try:
            assert any("Press the button" in line for line in live.stdout)
            table.press()
            # A finding that changes meanwhile has a line of its own.
            assert any(line == "  Pressed\n" for line in live.stdout)
            assert any(line == "  Released\n" for line in live.stdout)
            live.send_signal(signal.SIGINT)
            assert live.wait(60) == 1
        finally:
            live.kill()


def test_games_of_a_newer_version_are_named(table: Table) -> None:
    """A table that cannot open because of them says nothing any more; the doctor does."""
    Store(table.data).close()
    with closing(sqlite3.connect(table.data / FILE)) as log, log:
        log.execute("INSERT INTO _sqlite_migrations (migration_set, name) VALUES ('companion', 'm999_later')")
    found = doctor(table, pins="off", tray="off").stdout
    assert re.search("^LOOK Games: .* cannot be read .* was written by a newer version", found, re.M)
    assert "Update the companion" in found


def test_without_a_table_it_looks_itself(table: Table) -> None:
    """No table runs: the pins are opened, looked at and given back; a folder that is not there yet is no fault."""
    found = doctor(table)
    assert "ok   Table: No table is running here" in found.stdout
    assert "ok   Die button: On GPIO 17, pulled up; not pressed yet" in found.stdout
    assert found.stderr == ""
    assert not table.data.exists()
    table.start()


def test_the_tray_is_tested_and_its_light_is_lit(table: Table) -> None:
    """No table runs: the tray at its port is asked how it is, and its lights are shown to whoever looks."""
    table.data.mkdir()
    found = doctor(table, "--light", pins="off", tray="virtual")
    assert "The lights of the button and the dice tray are showing three pips now" in found.stdout
    assert "self-test passed, running on 5 V" in found.stdout
    assert "> PING 0 3" in found.stdout
    assert found.stderr == ""


def test_the_running_table_shows_its_lights(table: Table) -> None:
    """The table has the lights, so it is asked to light them."""
    table.start()
    found = doctor(table, "--light")
    assert "are showing three pips now" in found.stdout
    assert "blinking the pips of a roll now" in found.stdout


def test_what_came_between_two_looks_is_printed_once() -> None:
    """The lists lose their oldest meanwhile; each event has its own number."""
    before = {"tray": {"recent": [{"number": 2, "text": "two"}, {"number": 1, "text": "one"}]}}
    now = {"tray": {"recent": [{"number": number, "text": str(number)} for number in (4, 3, 2)]}}
    assert news(before, now) == ["3", "4"]
    assert news(now, now) == []
    assert news({"tray": None}, now) == ["2", "3", "4"]


def test_a_level_is_told_at_rest() -> None:
    """A magnet that is being moved over the sensor tells nothing; nor does a tray that is not there."""
    looks = [{"tray": {"level": level}} for level in (512, 700, 702)]
    assert [at_rest(before, now) for before, now in pairwise(looks)] == [None, 702]
    assert at_rest({"tray": None}, looks[0]) is None


@pytest.mark.parametrize("running", [True, False])
def test_live_prints_each_knock_and_roll(tmp_path: Path, running: bool) -> None:
    """A knock with its strength and its pips, one that was too weak, and the level of the sensor, each as it happens.

    Without a table each knock is practice, so that the next one is seen too.
    """
    table = Table(tmp_path / "data", "--tray", "virtual")
    table.data.mkdir()
    try:
        if running:
            table.start()
        with subprocess.Popen(
            command(table, "--live", pins="off", tray="virtual"),
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        ) as live:
            assert live.stdout
            try:
                # A finding that changes meanwhile has a line of its own.
                said = (line for line in live.stdout if re.match(r"  \S", line))
                assert any(line == "  The magnet sensor reads 512\n" for line in said)
                virtual = table.data / SOCKET
                for n in (1, 2):
                    assert ask(virtual, "knock") == ["ok"]
                    came = {next(said), next(said)}
                    assert "  The knock sensor rang for 34 ms\n" in came
                    assert any(re.fullmatch(rf"  Roll {n}: [0-3] pips?\n", line) for line in came)
                assert ask(virtual, "knock 6", "level 700") == ["ok", "ok"]
                came = {next(said), next(said)}
                assert came == {"  The knock sensor rang for 6 ms\n", "  The magnet sensor reads 700\n"}
                live.send_signal(signal.SIGINT)
                live.wait(60)
            finally:
                live.kill()
    finally:
        table.kill()


def test_all_well_is_status_0(table: Table) -> None:
    """Where nothing is wrong the status says so to a script."""
    found = doctor(table, pins="off")
    assert found.returncode == 0, found.stdout
    assert "LOOK" not in found.stdout


def test_a_table_at_another_port_is_left_alone(table: Table) -> None:
    """While a table has the games open, its pins are not touched; one sentence says how to reach it."""
    table.start()
    with kept() as free:
        table.port = free.getsockname()[1]
        found = doctor(table)
    assert found.returncode == 1
    assert found.stdout.startswith("A table has the games in")
    assert "--port" in found.stdout


@pytest.mark.parametrize("running", [True, False])
def test_a_tray_is_told_with_its_firmware_and_last_frames(tmp_path: Path, running: bool) -> None:
    """The virtual tray, asked by the table or by doctor itself: port, firmware, frames as they went over the line."""
    table = Table(tmp_path / "data", "--tray", "virtual")
    table.data.mkdir()
    try:
        if running:
            table.start()
            found = doctor(table, tray="virtual")
            while "firmware" not in found.stdout:
                found = doctor(table, tray="virtual")
        else:
            found = doctor(table, tray="virtual")
    finally:
        table.kill()
    assert re.search(
        r"ok   Dice tray: Circuit board [0-9a-f]{8} at \S+, firmware virtual-1\.0, rolls so far: 0", found.stdout
    )
    assert re.search(r"^ +.*(PING|PONG|TRAY|HELLO)", found.stdout, re.MULTILINE)
    assert found.stderr == ""
