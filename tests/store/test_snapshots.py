"""The copies that a table makes by itself: whole ones, the newest few, and what becomes of them when a log is lost."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest

from companion.game.entries import Entry, StoreError
from companion.store import snapshots
from companion.store.snapshots import MOST
from companion.store.store import COPIES, FILE, ReadOnlyStore, Store
from tests import chance
from tests.web.house import House, Phone, house


def grown(folder: Path, rows: int = 1, pips: int = 1) -> None:
    """Let a log have more rows."""
    with closing(Store(folder)) as store:
        store.append(1, [Entry(kind="practice", command={"pips": pips, "source": "tray"})] * rows)


def names(folder: Path) -> list[str]:
    """The files among the copies."""
    return sorted(path.name for path in (folder / COPIES).iterdir())


def copied_and_lost(tmp_path: Path) -> Path:
    """A data folder with a copy of a game that has begun, and without the log itself."""
    data = tmp_path / "data"
    with house(data) as home:
        begun(home)
        snapshots.make(data)
    (data / FILE).unlink()
    return data


def test_the_newest_few_are_left(tmp_path: Path) -> None:
    """One is made for each growth and none without, each is numbered after the one before, and only the oldest go."""
    for _ in range(MOST + 2):
        grown(tmp_path)
        assert snapshots.make(tmp_path)
        assert snapshots.make(tmp_path) is None
    assert names(tmp_path) == [f"games-{number}.db" for number in range(3, MOST + 3)]


# What a copy leaves of the process's own memory when it is done, in kB. A thread makes it, as at a table.
TAKEN = """
import sys, threading
from pathlib import Path
from companion.host import memory
memory.one_heap()
from companion.store import snapshots
def own(): return int(Path("/proc/self/status").read_text().partition("RssAnon:")[2].split()[0])
before = own()
copying = threading.Thread(target=snapshots.make, args=[Path(sys.argv[1])])
copying.start(); copying.join()
print(own() - before)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells it there")
def test_a_copy_takes_little_memory(tmp_path: Path) -> None:
    """A log of several MB is read and written through small caches: the table keeps what the copy has taken."""
    with closing(Store(tmp_path)) as store:
        store.append(1, [Entry(kind="practice", command={"pips": 1, "source": "tray" * 500})] * 3000)
    assert (tmp_path / FILE).stat().st_size > 5_000_000
    found = subprocess.run([sys.executable, "-c", TAKEN, tmp_path], stdout=subprocess.PIPE, text=True, check=True)
    assert names(tmp_path) == ["games-1.db"]
    assert int(found.stdout) < 3500


def test_what_is_left_of_a_lost_log_stays(tmp_path: Path) -> None:
    """Whatever is played on a new one, also once that has more rows: it is all there is of the games before."""
    grown(tmp_path, 5)
    left = snapshots.make(tmp_path)
    assert left
    held = left.read_bytes()
    for file in tmp_path.glob(f"{FILE}*"):
        file.unlink()
    for _ in range(MOST + 3):
        # No two logs have the same row at the same place, as their rows say when and what.
        grown(tmp_path, 2, pips=3)
        assert snapshots.make(tmp_path)
    assert left.read_bytes() == held
    assert len(names(tmp_path)) == MOST + 1


def test_a_damaged_copy_gives_way(tmp_path: Path) -> None:
    """What cannot be read any more is worth no room, and hinders no newer one."""
    grown(tmp_path)
    first = snapshots.make(tmp_path)
    assert first
    first.write_bytes(chance.dice().randbytes(8192))
    for _ in range(MOST):
        grown(tmp_path)
        snapshots.make(tmp_path)
    assert not first.exists()


def test_a_damaged_log_pushes_no_good_copy_out(tmp_path: Path) -> None:
    """What does not read back whole is no copy, and leaves nothing behind."""
    grown(tmp_path, 300)
    good = snapshots.make(tmp_path)
    assert good
    grown(tmp_path)
    log = tmp_path / FILE
    whole = log.read_bytes()
    log.write_bytes(whole[:-8192] + chance.dice().randbytes(8192))
    with suppress(sqlite3.Error, StoreError):
        assert snapshots.make(tmp_path) is None
    assert names(tmp_path) == [good.name]


def test_no_copy_fills_the_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where little room is left it is the game's."""
    grown(tmp_path)
    monkeypatch.setattr(snapshots, "SPARE", shutil.disk_usage(tmp_path).total)
    assert snapshots.make(tmp_path) is None


def test_a_copy_is_made_where_the_log_fits_twice_beside_what_is_spared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The copy, and as much again that the log may grow by; with one byte less there is none."""
    grown(tmp_path)
    room = 2 * (tmp_path / FILE).stat().st_size + snapshots.SPARE
    card = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: card._replace(free=room - 1))
    assert snapshots.make(tmp_path) is None
    monkeypatch.setattr(shutil, "disk_usage", lambda _: card._replace(free=room))
    assert snapshots.make(tmp_path)


def test_the_newest_whole_copy_is_offered(tmp_path: Path) -> None:
    """A damaged copy is passed over, and one that has no more than the log is none to go on from."""
    for _ in range(3):
        grown(tmp_path)
        snapshots.make(tmp_path)
    (tmp_path / COPIES / "games-3.db").write_text("no games")
    found = snapshots.newer_copy(tmp_path, 1)
    assert found is not None
    assert (found.path.name, found.last) == ("games-2.db", 2)
    assert snapshots.newer_copy(tmp_path, 2) is None


def until_copied(folder: Path) -> None:
    """Wait for a copy of any number: one that was lost while the next was made is counted all the same."""
    while not any((folder / COPIES).glob("games-*.db")):
        time.sleep(0.01)


def test_they_are_made_while_the_table_is_open(tmp_path: Path) -> None:
    """The first at once, the next as soon as something was done; a card that takes none ends nothing."""
    grown(tmp_path)
    ending = threading.Event()
    keeping = threading.Thread(target=snapshots.keep, args=(tmp_path, ending, 0.01))
    keeping.start()
    until_copied(tmp_path)
    shutil.rmtree(tmp_path / COPIES)
    (tmp_path / COPIES).write_text("in the way")
    grown(tmp_path)
    (tmp_path / COPIES).unlink()
    until_copied(tmp_path)
    ending.set()
    keeping.join()


def torn(log: Path) -> None:
    """Some pages in the middle hold anything."""
    whole = log.read_bytes()
    log.write_bytes(whole[:4096] + chance.dice().randbytes(8192) + whole[12288:])


def blank(log: Path) -> None:
    """Some pages are nothing but zeroes, as a worn card gives them back."""
    whole = log.read_bytes()
    log.write_bytes(whole[:8192] + bytes(16384) + whole[24576:])


def cut(log: Path) -> None:
    """Half the file."""
    log.write_bytes(log.read_bytes()[: log.stat().st_size // 2])


def headless(log: Path) -> None:
    """The first bytes say no more that it is SQLite's."""
    log.write_bytes(chance.dice().randbytes(100) + log.read_bytes()[100:])


def letter(log: Path) -> None:
    """Another file under its name."""
    log.write_text("No games at all. " * 500)


def empty(log: Path) -> None:
    """A file without a byte, as a power cut may leave one."""
    log.write_bytes(b"")


def gone(log: Path) -> None:
    """No file at all."""
    log.unlink()


def begun(home: House) -> list[Phone]:
    """A game of two in which Ann has taken a combo, and Ben has counted 23 coins; the phones."""
    ann, ben = home.seated(2)
    ann.act(0, next(each["command"] for each in ann.state()["game"]["offers"] if each["kind"] == "pick"))
    ben.post("/api/purse", id="count", seat=1, coins=23)
    return [ann, ben]


@pytest.mark.parametrize("harm", [torn, blank, headless])
def test_a_log_whose_copy_has_what_was_harmed_is_repaired(tmp_path: Path, harm: Callable[[Path], None]) -> None:
    """The newest row is whole, and tells which copy has those before it: nothing is asked, everything is as it was."""
    data = tmp_path / "data"
    with house(data) as home:
        phones = begun(home)
        snapshots.make(data)
        cookie, before = phones[1].cookie, home.phone().state()["game"]
    harm(data / FILE)
    held = (data / FILE).read_bytes()
    with house(data) as home:
        phone = home.phone()
        phone.cookie = cookie
        state = phone.state()
        assert (state["game"], state["table"]["copy"]) == (before, None)
        assert "nothing is missing" in state["table"]["notices"][0]
        assert phone.get("/api/purse?seat=1")["coins"] == 23
    assert (data / "games.damaged-1.db").read_bytes() == held


@pytest.mark.parametrize("harm", [cut, letter, empty, gone])
def test_a_lost_log_is_taken_up_again_from_its_copy(tmp_path: Path, harm: Callable[[Path], None]) -> None:
    """The start page offers the copy with its players and its turn, one tap takes it up, and all sit there again.

    The harmed file keeps its bytes under a name that is told.
    """
    data = tmp_path / "data"
    with house(data) as home:
        phones = begun(home)
        snapshots.make(data)
        cookies = [phone.cookie for phone in phones]
        before = home.phone().state()["game"]
    harm(data / FILE)
    held = (data / FILE).read_bytes() if (data / FILE).exists() else b""
    with house(data) as home:
        stranger = home.phone()
        table = stranger.state()["table"]
        assert "Ann, Ben, turn 1" in table["copy"]
        assert stranger.post("/api/copy") == {}
        after = stranger.state()
        assert (after["game"], after["table"]["copy"]) == (before, None)
        assert "games.before-1.db" in after["table"]["notices"][0]
        for seat, cookie in enumerate(cookies):
            phone = home.phone()
            phone.cookie = cookie
            assert phone.get("/api/me")["seats"] == [seat]
        assert phone.get("/api/purse?seat=1")["coins"] == 23
        assert [each.refused("/api/copy").status for each in (stranger, phone)] == [401, 409]
        phone.post("/api/purse", id="later", seat=1, coins=24)
    if held:
        assert held in [path.read_bytes() for path in data.glob("games.damaged-*.db")]
    with house(data) as home:
        assert home.phone().state()["game"]["turn"] == before["turn"]
    with closing(ReadOnlyStore(data)) as log:
        assert [row.request for row in log.rows(1) if row.kind == "purse"] == ["count", "later"]


def test_rows_that_went_with_a_missing_file_are_offered(tmp_path: Path) -> None:
    """The file beside the log, which has its newest rows, is gone: the log is whole, and has less than its copy."""
    data = tmp_path / "data"
    with house(data) as home:
        begun(home)
        aside = tmp_path / "aside"
        shutil.copytree(data, aside)
        snapshots.make(data)
    (aside / "games.db-wal").unlink()
    shutil.copytree(data / COPIES, aside / COPIES)
    with house(aside) as home:
        assert "Ann, Ben, turn 1" in home.phone().state()["table"]["copy"]


@pytest.mark.parametrize(("leaves", "said"), [(False, "Ann, not started yet"), (True, "nobody had joined yet")])
def test_a_copy_of_a_lobby_says_who_was_there(tmp_path: Path, leaves: bool, said: str) -> None:
    """Whoever chooses between it and what is shown knows what it is."""
    data = tmp_path / "data"
    with house(data) as home:
        ann = home.phone("Ann")
        ann.post("/api/join", name="Ann")
        if leaves:
            ann.post("/api/lobby", remove=0)
        snapshots.make(data)
    (data / FILE).unlink()
    with house(data) as home:
        assert said in home.phone().state()["table"]["copy"]


def test_who_sits_down_anew_decides(tmp_path: Path) -> None:
    """Once somebody sits there a stranger takes no copy up, and a new game ends the offer."""
    data = copied_and_lost(tmp_path)
    with house(data) as home:
        ann, ben = home.phone("Ann"), home.phone("Ben")
        ann.post("/api/join", name="Ann")
        assert ben.refused("/api/copy").status == 401
        ben.post("/api/join", name="Ben")
        assert ann.state()["table"]["copy"]
        ann.post("/api/start")
        assert ann.state()["table"]["copy"] is None
        assert ann.refused("/api/copy").status == 409


def test_a_copy_that_finds_no_room_leaves_the_log(tmp_path: Path) -> None:
    """It says so, and what the table has goes on."""
    data = copied_and_lost(tmp_path)
    with house(data) as home:
        (data / "games.db.part").mkdir()
        phone = home.phone()
        assert phone.refused("/api/copy").status == 503
        assert phone.state()["table"]["copy"]
        phone.post("/api/join", name="Ann")
