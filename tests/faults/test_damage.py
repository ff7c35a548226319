"""Bits flip and pages are spoiled: the table always starts, and never shows another game without a word."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from companion.__main__ import main
from companion.game.entries import Entry
from companion.store import snapshots
from companion.store.recovery import damaged
from companion.store.sqlite_file import FRAME_HEAD
from companion.store.store import FILE, Store
from companion.table.hub import Hub
from companion.table.service import TableService
from companion.table.session import Session
from tests.faults.served import Served
from tests.playthroughs.again import path_of
from tests.record.played import text_of
from tests.store.earlier_logs import EARLIER, laid
from tests.store.stored import add_games, content
from tests.web.house import Phone

PAGE = 4096
WAL = f"{FILE}-wal"
# Nothing of this computer's own.
ALONE = ("--pins", "off", "--tray", "off", "--hotspot", "asked", "--port", "0", "--host", "127.0.0.1")

Spoil = Callable[[Path, Random], str]


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Folders with logs: three games, beside a copy, with rows that wait beside the file, and of each version."""
    made = tmp_path_factory.mktemp("logs")
    add_games(made / "three", map(text_of, ("ghouls", "evening", "record")))
    shutil.copytree(made / "three", made / "copied")
    snapshots.make(made / "copied")
    with closing(Store(made / "copied")) as store:
        store.append(3, [Entry(kind="practice", command={"pips": 2, "source": "button"})])
    with closing(Store(made / "three")) as store:
        for number in range(30):
            store.append(3, [Entry(kind="practice", request=f"{number}", command={"pips": 2, "source": "button"})])
        shutil.copytree(made / "three", made / "cut off")
    add_games(made / "evening", [path_of("two").read_text(), text_of("evening")])
    for packed in EARLIER:
        folder = made / packed.name.partition(".")[0]
        laid(packed, folder)
        add_games(folder, [text_of("evening")])
    return sorted(made.iterdir())


@pytest.fixture(scope="module")
def unread(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Logs of earlier versions that this one has not read yet: their rows have no checksums."""
    made = tmp_path_factory.mktemp("unread")
    for packed in EARLIER:
        laid(packed, made / packed.name.partition(".")[0])
    return sorted(made.iterdir())


def files_of(data: Path) -> list[Path]:
    """The log's file, and the one beside it with rows that wait."""
    return [path for path in (data / FILE, data / WAL) if path.exists() and path.stat().st_size]


def a_bit(data: Path, chance: Random) -> str:
    """Flip one bit of the log, or of the file beside it."""
    file = chance.choice(files_of(data))
    held = bytearray(file.read_bytes())
    while True:
        bit = chance.randrange(len(held) * 8)
        # The words of the last page that waits, by which it is told from one of another time, cannot be missed: a page
        # that never was written has others too.
        if file.name != WAL or not 8 <= bit // 8 - (len(held) - PAGE - FRAME_HEAD) < 16:
            break
    held[bit // 8] ^= 1 << bit % 8
    file.write_bytes(held)
    return f"{file.name}, bit {bit}"


def a_page(data: Path, chance: Random) -> str:
    """Let a page of the log hold nothing, anything, or what another page holds."""
    file = data / FILE
    held = bytearray(file.read_bytes())
    page, other = (chance.randrange(len(held) // PAGE) * PAGE for _ in range(2))
    how = chance.choice(("nothing", "anything", "another's"))
    put = {"nothing": bytes(PAGE), "anything": chance.randbytes(PAGE), "another's": held[other : other + PAGE]}[how]
    held[page : page + PAGE] = put
    file.write_bytes(held)
    return f"page {page // PAGE} holds {how}"


def tried(logs: Sequence[Path], spoil: Spoil, times: int, chance: Random, beside: Path) -> Counter[str]:
    """Spoil a log so many times, and start a table each time; how often what was said."""
    said = Counter[str]()
    for number in range(times):
        whole = chance.choice(logs)
        data = beside / str(number)
        shutil.copytree(whole, data)
        before = content(whole)
        what = f"{whole.name}: {spoil(data, chance)}"
        files = [path.read_bytes() for path in files_of(data)]
        with closing(Store(data)) as store:
            notice = store.notice.key if store.notice else ""
            stored = content(data)
            table = TableService(Session(store, Hub(6), address=str))
            table.queries.state()
            table.queries.log()
        found = set(before)
        # No row is another one, and where one is missing people are told.
        assert [row for row in stored if row not in found] == [], what
        assert notice or stored == before, what
        assert notice != "notice.repaired" or stored == before, what
        if notice:
            # Nothing is deleted.
            kept = [path.read_bytes() for path in data.glob("games.damaged-1.*")]
            assert all(file in kept for file in files), what
            assert not damaged(data / FILE), what
        said[notice.removeprefix("notice.") or "nothing"] += 1
        shutil.rmtree(data)
    return said


@pytest.mark.parametrize(("spoil", "times"), [(a_bit, 60), (a_page, 25)], ids=["bits", "pages"])
def test_a_damaged_log_opens(logs: list[Path], spoil: Spoil, times: int, tmp_path: Path) -> None:
    """What is shown was stored so, what is missing is told, and the damaged file is kept."""
    said = tried(logs, spoil, times, Random(times), tmp_path)
    assert {"damaged", "repaired"} <= said.keys()


@pytest.mark.long(name="damage")
@pytest.mark.parametrize(("spoil", "times"), [(a_bit, 1000), (a_page, 300)], ids=["bits", "pages"])
def test_logs_damaged_often_open(logs: list[Path], spoil: Spoil, times: int, tmp_path: Path) -> None:
    """The same, a thousand bits and three hundred pages."""
    print(tried(logs, spoil, times, Random(times), tmp_path))


@pytest.mark.parametrize("spoil", [a_bit, a_page], ids=["bits", "pages"])
def test_a_damaged_log_of_an_earlier_version_opens(unread: list[Path], spoil: Spoil, tmp_path: Path) -> None:
    """Where nothing shows that a row has changed it is taken for what it says, but the table always starts."""
    chance, same = Random(9), Counter[bool]()
    for number in range(12):
        whole, data = chance.choice(unread), tmp_path / str(number)
        shutil.copytree(whole, data)
        spoil(data, chance)
        with closing(Store(data)) as store:
            TableService(Session(store, Hub(6), address=str)).queries.state()
            # What was checked once has its checksums.
            same[store.notice is None] += 1
        assert not damaged(data / FILE)
    assert same[True]
    assert same[False]


# What the program and its commands say.


def test_the_service_opens_with_it(logs: list[Path], tmp_path: Path) -> None:
    """The journal has the same sentence as the screens; the last game but for its end is there."""
    data = tmp_path / "data"
    shutil.copytree(next(path for path in logs if path.name == "evening"), data)
    held = bytearray((data / FILE).read_bytes())
    place = held.rindex(b'"type":"accept"')
    held[place + 12] ^= 1
    (data / FILE).write_bytes(held)
    with closing(Served(data)) as served:
        served.begin()
        assert served.program
        said = served.program.says(f"{served.address}/table")
        assert "The saved-games file was damaged" in said
        assert "games.damaged-1.db" in said
        assert "Traceback" not in said
        phone = Phone(served.port)
        with closing(phone.connection):
            assert phone.state()["table"]["notices"][0] in said.replace("\n", " ")
    assert len(content(data)) > 5


def test_a_fault_that_ends_the_program_quotes_nothing() -> None:
    """Whatever an exception says, the terminal and the journal are told where it was raised, and its kind."""
    code = """
from companion import app
from companion.__main__ import main

def run(*_):
    purse = {"Ann": 31}
    raise KeyError(f"no coins {purse}")

app.run = run
main(["serve"])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert "builtins.KeyError (message left out)" in done.stderr
    assert "ended because of an internal error" in done.stderr
    assert "Ann" not in done.stderr
    assert "31" not in done.stderr


@pytest.mark.parametrize("line", ["check", "export", "export --game 1", "doctor", "stats", "dice", "backup"])
def test_each_command_says_what_is_damaged(logs: list[Path], unread: list[Path], line: str, tmp_path: Path) -> None:
    """In a sentence, which quotes nothing of the log, with what to do; the file stays as it is."""
    words, chance, said = line.split(), Random(7), 0
    settings = ALONE if words[0] in ("check", "doctor") else ()
    places = (str(tmp_path),) if words[0] == "backup" else ()
    for number in range(16):
        data = tmp_path / str(number)
        shutil.copytree(chance.choice(logs if number % 3 else unread), data)
        (a_bit if number % 2 else a_page)(data, chance)
        held = (data / FILE).read_bytes()
        told = CliRunner().invoke(main, [*words, *places, "--data", str(data), *settings])
        assert isinstance(told.exception, SystemExit | None), told.exc_info
        assert "Traceback" not in told.output
        if f"{FILE} is damaged" in told.output:
            said += 1
            assert "tart the table" in told.output
            assert not any(name in told.output for name in ("Ann", "Ben", "scored", "coins"))
            assert (data / FILE).read_bytes() == held
    assert said
