"""Copies that players keep on their phones: sealed, as long whoever is rich, opened by the table's own key alone."""

from __future__ import annotations

import io
import itertools
import os
import secrets
import shutil
import socket
import sqlite3
import zipfile
from contextlib import ExitStack, closing
from pathlib import Path

import click
import pytest

from companion import backup, copies, keeping, phonecopy, seal
from companion.store import FILE
from tests.web.house import House, Phone, house
from tests.web.test_secrets import more_coins
from tests.web.twins import Twins, twins

FETCH = "/api/sealed"


def fetched(phone: Phone) -> bytes:
    """A copy as it comes down to a phone."""
    found = phone.ask("GET", FETCH)
    assert (found.status, found.headers["content-type"]) == (200, "application/octet-stream"), found
    return found.body


def opened(data: Path, copy: bytes) -> bytes:
    """What was sealed, opened with a data folder's key."""
    return b"".join(seal.opened(io.BytesIO(copy), [(data / seal.KEY_FILE).read_bytes()]))


def log_of(data: Path) -> list[tuple[object, ...]]:
    """All rows of a log."""
    with closing(sqlite3.connect(data / FILE)) as log:
        return list(log.execute("SELECT * FROM log ORDER BY row"))


def refused(data: Path, file: Path) -> str:
    """The sentence with which a restore is refused."""
    with pytest.raises(click.ClickException) as said:
        backup.restore(data, file)
    return said.value.message


@pytest.fixture
def kept(tmp_path: Path) -> tuple[Path, Path]:
    """The data folder of a table that is closed, and a copy of it that a phone has kept."""
    data, file = tmp_path / "data", tmp_path / "smallworld.sealed"
    with house(data) as home:
        ann, _ = home.seated(2)
        (data / "photos").mkdir(exist_ok=True)
        (data / "photos/a.jpg").write_bytes(b"\xff\xd8" * 70_000)
        file.write_bytes(fetched(ann))
    return data, file


def lengths(pair: Twins) -> list[int]:
    """How long copies are that another player fetches of both tables; each has the whole log in it."""
    found = [len(fetched(phones[1])) for phones in pair.phones]
    for home, length in zip(pair.houses, found, strict=True):
        assert length > max(path.stat().st_size for path in (home.folder / copies.FOLDER).glob("games-*.db"))
    return found


def test_a_copy_is_as_long_whoever_is_rich(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games that differ in one purse are sealed to the same length, to the byte and before any rounding up.

    In the end the owner counts that purse, and the table was right on one side alone.
    """
    monkeypatch.setattr(phonecopy, "STEP", 1)
    with twins(tmp_path, 1, 3, more_coins, 60) as pair:
        for steps in (0, 4):
            pair.play(steps)
            assert pair.purses_differ()
            first, second = lengths(pair)
            assert first == second
        coins = pair.phones[0][pair.secret].get(f"/api/purse?seat={pair.secret}")["coins"]
        for phones in pair.phones:
            phones[pair.secret].post("/api/purse", id="counted", seat=pair.secret, coins=coins)
        first, second = lengths(pair)
        assert first == second


def test_its_length_is_rounded_up(home: House) -> None:
    """So one row more mostly changes nothing."""
    ann, _ = home.seated(2)
    first = fetched(ann)
    ann.act(0, {"type": "pick", "place": 0})
    assert len(fetched(ann)) == len(first)


def test_nothing_in_it_can_be_read(home: House) -> None:
    """No name and no file's beginning shows, nothing is sealed alike twice, and the key stays in its folder."""
    ann, _ = home.seated(2)
    first, second = fetched(ann), fetched(ann)
    assert first != second
    assert first[64:] != second[64:]
    key = home.folder / seal.KEY_FILE
    assert key.stat().st_mode & 0o077 == 0
    plain = opened(home.folder, first)
    with zipfile.ZipFile(io.BytesIO(plain)) as pack:
        assert {FILE, "server.key"} <= set(pack.namelist())
        assert seal.KEY_FILE not in pack.namelist()
        assert not any(name.startswith(copies.FOLDER) for name in pack.namelist())
    for word in (b"Ann", b"Ben", b"game_began", b"SQLite format", b"PK\x03\x04", b"server.key"):
        assert word in plain
        assert word not in first
    assert key.read_bytes() not in plain


def test_it_goes_back_into_the_table(kept: tuple[Path, Path]) -> None:
    """Games that were lost are back with their photos, also where another backup had brought another key meanwhile."""
    data, file = kept
    before = log_of(data)
    (data / FILE).unlink()
    backup.restore(data, file)
    assert log_of(data) == before
    assert (data / "photos/a.jpg").read_bytes() == b"\xff\xd8" * 70_000
    assert not list(data.rglob("opened*"))
    keeping.keep(data / seal.KEY_FILE, secrets.token_bytes(32))
    backup.restore(data, file)
    assert log_of(data) == before


def test_a_backup_on_a_stick_opens_it_on_a_new_card(kept: tuple[Path, Path], tmp_path: Path) -> None:
    """The key is in the backup, so that what phones have kept since is not lost with a card."""
    data, file = kept
    stick = tmp_path / "stick"
    stick.mkdir()
    backup.restore(tmp_path / "new", backup.back_up(data, stick))
    backup.restore(tmp_path / "new", file)
    assert log_of(tmp_path / "new") == log_of(data)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("elsewhere", "was sealed by another Pi"),
        ("headless", "was cut off"),
        ("cut", "was cut off"),
        ("piece", "was cut off"),
        ("changed", "or changed on its way"),
        ("longer", "or changed on its way"),
        ("swapped", "or changed on its way"),
    ],
)
def test_what_is_not_whole_changes_nothing(kept: tuple[Path, Path], tmp_path: Path, wrong: str, said: str) -> None:
    """Another Pi's key, and a file that was cut off, changed, put in another order or gone on with."""
    data, file = kept
    held, begins, piece = file.read_bytes(), 28 + 16 + 24, 64 * 1024 + 17
    data = tmp_path / "other" if wrong == "elsewhere" else data
    other = {
        "headless": held[:50],
        "cut": held[:-1],
        "piece": held[: begins + 3 * piece],
        "changed": held[:100_000] + bytes([held[100_000] ^ 1]) + held[100_001:],
        "longer": held + b"x",
        "swapped": held[:begins] + held[begins + piece : begins + 2 * piece] + held[begins : begins + piece]
        + held[begins + 2 * piece :],
    }  # fmt: skip
    file.write_bytes(other.get(wrong, held))
    before = log_of(data) if wrong != "elsewhere" else []
    sentence = refused(data, file)
    assert said in sentence
    assert sentence.endswith("Nothing was changed.")
    assert wrong == "elsewhere" or log_of(data) == before
    assert not list(data.glob("kept-*"))


@pytest.mark.parametrize("length", [0, 1, seal.PIECE, seal.PIECE + 1])
def test_nothing_may_follow_the_last_piece(length: int) -> None:
    """A seal of any length is opened to what it was made of, and not when more stands behind it."""
    key, plain = secrets.token_bytes(32), secrets.token_bytes(length)
    made = seal.Seal(key)
    made.write(plain)
    sealed = made.finish()
    assert b"".join(seal.opened(io.BytesIO(sealed), [key])) == plain
    with pytest.raises(seal.NotOpened):
        list(seal.opened(io.BytesIO(sealed + sealed[-17:]), [key]))


def test_a_nearly_full_card_is_told(home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """What room is left is the game's, and a copy is refused in words."""
    ann, _ = home.seated(2)
    monkeypatch.setattr(copies, "SPARE", shutil.disk_usage(home.folder).total)
    found = ann.ask("GET", FETCH)
    assert (found.status, "nearly full" in found.json["error"]) == (503, True)
    monkeypatch.undo()
    # A copy with everything that is there already takes no room.
    assert copies.make(home.folder)
    monkeypatch.setattr(copies, "SPARE", shutil.disk_usage(home.folder).total)
    fetched(ann)


def test_some_at_a_time_and_some_a_minute(home: House) -> None:
    """Phones that stop reading hold up some copies and no game; the next one is told, and is served when they go."""
    ann, ben = home.seated(2)
    (home.folder / "photos").mkdir(exist_ok=True)
    # More than lies on a line that nobody reads.
    (home.folder / "photos/a.jpg").write_bytes(os.urandom(16_000_000))
    for _ in range(5):
        # A head alone is no copy on its way.
        assert ann.ask("HEAD", FETCH).status == 200
    with ExitStack() as lines:
        for number in range(3):
            own = (f"127.0.0.{number + 2}", 0)
            line = lines.enter_context(socket.create_connection(("127.0.0.1", home.port), source_address=own))
            line.sendall(f"GET {FETCH} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {ann.cookie}\r\n\r\n".encode())
            assert line.recv(12) == b"HTTP/1.1 200"
        told = ann.ask("GET", FETCH)
        assert (told.status, "fetching" in told.json["error"]) == (503, True)
        assert ben.ask("GET", FETCH).status == 429
        ann.act(0, {"type": "pick", "place": 0})
    # The server notices some time that they have gone; asked from another address each time, it is never too often.
    for number in itertools.count(250):
        late = home.phone(address=f"127.0.{number // 250}.{number % 250 + 1}")
        late.cookie = ben.cookie
        if (status := late.ask("HEAD", FETCH).status) != 503:
            break
    assert status == 200
