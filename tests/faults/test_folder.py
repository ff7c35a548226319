"""Files of the data folder are damaged, several at once: the table opens, and shows no other game without a word."""

from __future__ import annotations

import json
import shutil
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from companion.__main__ import main
from companion.boards.library import FOLDER as BOARDS
from companion.files import SECOND
from companion.game.entries import Entry
from companion.hardware import calibration, open_question
from companion.hardware.tray import KEY_FILE as TRAY_KEY
from companion.hardware.tray import Tray
from companion.host.hotspot import PASSWORD_FILE, Hotspot, password
from companion.settings import Settings
from companion.store import snapshots
from companion.store.store import FILE, Store
from companion.web.seats import KEY_FILE
from tests import chance
from tests.faults.test_damage import ALONE
from tests.maps.shore import SHORE
from tests.record.played import text_of
from tests.store.stored import add_games, content
from tests.web.house import house
from tests.web.test_boards import lobby, put, square

TRIALS = 25
HOW = ("bit", "bit", "bit", "letter", "zeros", "cut", "empty", "anything", "another's", "longer")
# Nothing shows that rows went with these, where the copies that have them are damaged too: a log that is another whole
# one, or begins anew, and rows that wait beside it, which may as well never have been written.
UNSEEN = (f"{FILE}: another's", f"{FILE}: empty", f"{FILE}-wal: ")
# Whatever is looked at by those who sit, or by the computer itself.
LOOKS = ("/", "/table", "/maker", "/games", "/dice", "/rules", "/card", "/status", "/api/state", "/api/log", "/api/box")
LOOKS += ("/api/me", "/api/status", "/api/wifi", "/api/games", "/api/games/1", "/api/games/2/game.jsonl", "/api/record")
LOOKS += ("/api/boards", "/api/boards/square", "/api/boards/twins", "/api/boards/shore/map.toml")
LOOKS += ("/api/map/square", "/api/map/twins", "/api/map/shore", "/api/map/base-2")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with two games, two copies, rows that wait beside the log, boards, keys, and a tray's lessons."""
    data = tmp_path_factory.mktemp("folder") / "data"
    add_games(data, [text_of("evening"), text_of("record")])
    snapshots.make(data)
    with house(data) as home:
        Tray(Settings(data=data, tray="off"), rolled=lambda *_: None, tell=lambda *_: None)
        password(data)
        (data / calibration.FILE).write_text(json.dumps({"1a2b3c4d": {"mode": "number"}}))
        open_question.keep(data, open_question.OpenQuestion("the die", "1a2b3c4d", 3))
        store = home.store
        store.append(2, [Entry(kind="practice", command={"pips": 2, "source": "button"})])
        snapshots.make(data)
        store.append(2, [Entry(kind="practice", command={"pips": 1, "source": "button"})])
        with house(data.with_name("maker")) as maker:
            ann, _ = lobby(maker)
            put(ann, "square", square(name="Viereck ü"))
            twins = {"together": ["square", "square"], "name": "Twins é", "players": 2, "turns": 10}
            ann.ask("PUT", "/api/boards/twins/islands", twins)
        shutil.copytree(data.with_name("maker") / BOARDS, data / BOARDS)
        (data / BOARDS / "shore.toml").write_text(SHORE)
        shutil.copytree(data, data.with_name("torn off"), ignore=shutil.ignore_patterns("*.sock"))
    return data.with_name("torn off")


def spoil(file: Path, dice: Random, others: list[Path]) -> str:
    """Damage a file in one of the ways in which files are damaged; says which."""
    held = bytearray(file.read_bytes())
    place = dice.randrange(len(held)) if held else 0
    match how := dice.choice(HOW):
        case "bit" if held:
            held[place] ^= 1 << dice.randrange(8)
        case "letter" if held:
            held[place] = 0xFF
        case "zeros":
            held = bytearray(len(held))
        case "cut":
            held = held[:place]
        case "empty":
            held = bytearray()
        case "anything":
            held = bytearray(dice.randbytes(dice.choice((10, 5_000))))
        case "another's":
            held = bytearray(dice.choice(others).read_bytes())
        case "longer":
            held += dice.randbytes(3_000)
    file.write_bytes(held)
    return f"{file.name}: {how}"


@pytest.mark.long(name="extras")
def test_a_table_opens_whatever_of_its_files_is_damaged(folder: Path, tmp_path: Path) -> None:
    """Two to six of them at once, copies and keys among them: each page is shown or refused in words."""
    dice, known = chance.dice(), set(content(folder))
    for number in range(TRIALS):
        data = tmp_path / str(number)
        shutil.copytree(folder, data)
        files = [path for path in sorted(data.rglob("*")) if path.is_file()]
        what = [spoil(file, dice, files) for file in dice.sample(files, dice.randint(2, 6))]
        with house(data) as home:
            settings = Settings(data=data, tray="off")
            Tray(settings, rolled=lambda *_: None, tell=lambda *_: None)
            Hotspot(data)
            rows, phone = content(data), home.phone()
            assert [row for row in rows if row not in known] == [], what
            told = home.store.notice or home.table.session.copy
            assert len(rows) == len(known) or told or any(each.startswith(UNSEEN) for each in what), what
            for path in LOOKS:
                found = phone.ask("GET", path)
                assert found.status < 500, (what, path, found.body)
            if home.table.session.copy:
                assert phone.ask("POST", "/api/copy", {"take": True}).status < 500, what
                assert phone.ask("GET", "/api/state").status == 200, what
        with closing(Store(data)):
            pass
        shutil.rmtree(data)


# What SQLite is not asked about.


@pytest.fixture
def data(folder: Path, tmp_path: Path) -> Path:
    """A copy of the folder."""
    return Path(shutil.copytree(folder, tmp_path / "data"))


@pytest.mark.parametrize("held", [b'{"\xff": 1}', b'{"name": "\xff"}', b"[" * 20_000, b"\xff", b""])
def test_a_file_of_ours_that_is_none_any_more_counts_as_none(data: Path, held: bytes) -> None:
    """Letters that are no UTF-8 and brackets without end are faults of kinds of their own."""
    for path in (*(data / BOARDS).iterdir(), data / calibration.FILE, data / open_question.FILE):
        path.write_bytes(held)
    assert open_question.load(data) is None
    assert calibration.Taught(data).of("1a2b3c4d") == calibration.Lesson()
    with house(data) as home:
        assert home.phone().get("/api/boards")["made"] == []
        assert home.phone().ask("GET", "/api/boards/square").status == 404


def test_a_map_that_goes_while_the_table_runs_is_told(data: Path) -> None:
    """Its file is changed by hand, or taken away: who looks at it reads what is wrong with it."""
    with house(data) as home:
        (data / BOARDS / "shore.toml").write_text("torn")
        (data / BOARDS / "square.toml").unlink()
        for id in ("shore", "square"):
            found = home.phone().ask("GET", f"/api/map/{id}")
            assert found.status == 409
            assert f"{id}.toml" in found.json["error"]


def test_a_log_that_cannot_be_read_yet_is_told_by_the_check(data: Path) -> None:
    """In a sentence, where SQLite has something to undo first."""
    (data / f"{FILE}-journal").write_bytes(b"hello")
    told = CliRunner().invoke(main, ["check", "--data", str(data), *ALONE])
    assert told.exit_code == 1
    assert told.output.startswith(f"Error: {data / FILE} cannot be read: ")


@pytest.mark.parametrize(("both", "said"), [(False, "server.damaged-1.key"), (True, "companion seat NAME")])
def test_the_check_of_a_release_says_that_a_key_is_damaged(data: Path, both: bool, said: str) -> None:
    """It is no fault of the release, which takes over."""
    for name in (KEY_FILE, KEY_FILE + SECOND)[: 1 + both]:
        (data / name).write_bytes(bytes(32))
    told = CliRunner().invoke(main, ["check", "--data", str(data), *ALONE])
    assert told.exit_code == 0
    assert said in told.output
    assert "works with these games" in told.output


def test_what_the_trials_damage_is_all_there(folder: Path) -> None:
    """Keys, settings of machines, copies and boards are among the files."""
    names = {path.name for path in folder.rglob("*") if path.is_file()}
    assert names >= {FILE, f"{FILE}-wal", KEY_FILE, KEY_FILE + SECOND, TRAY_KEY, PASSWORD_FILE, "games-2.db"}
    assert names >= {calibration.FILE, open_question.FILE, "square.json", "twins.json", "shore.toml"}
