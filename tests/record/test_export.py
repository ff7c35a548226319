"""`companion export`: a game of the log as a record, and who hears of it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.__main__ import main
from companion.game.entries import Entry, StoreError
from companion.game.lobby import Change
from companion.records.record import Record, play, read
from companion.rules import commands
from companion.rules.model import Game
from companion.store.store import FILE, ReadOnlyStore, Store, TooNew
from tests.record.evenings import evening
from tests.record.played import refusal_of
from tests.table.sitting import Sitting, sitting
from tests.web.house import House, Phone, house, offer


def export(folder: Path, *arguments: str | Path) -> Result:
    """Run the command on a data folder."""
    return CliRunner().invoke(main, ["export", "--data", str(folder), *map(str, arguments)])


def apart(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    command = [sys.executable, "-m", "companion", "export", "--data", str(folder), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def end(record: Record) -> Game:
    """The game that a record comes to."""
    return [*play(record)][-1].after


def log(table: Sitting) -> list[str]:
    """The newest lines that everybody reads."""
    return [line["text"] for line in table.state["log"]]


@pytest.mark.parametrize(
    ("seed", "players", "dealing"),
    [(2, 2, "companion"), (22, 4, "companion"), (3, 3, "table"), (7, 5, "table")],
)
def test_a_whole_evening_can_be_replayed(tmp_path: Path, seed: int, players: int, dealing: str) -> None:
    """With take-backs, corrections, counted purses, rules bent and acts entered for others, the end is the same."""
    with sitting(tmp_path, seed=seed, dealing=dealing) as table:
        evening(table, seed, players)
        done = export(tmp_path)
        steps = table.history.steps
        assert (done.exit_code, done.stderr) == (0, "")
        record = read(done.stdout.encode())
        assert end(record) == table.game
        kinds = {row.kind for row in table.store.rows(1)}
    assert table.game.over
    assert len(record.entries) == len([step for step in steps if step.command and step.events])
    assert all(entry.digest for entry in record.entries)
    assert {"takeback", "for_another", "chance", "purse"} <= kinds


def test_what_was_taken_back_is_left_out(tmp_path: Path) -> None:
    """A conquest that was taken back is no line of the record; what others did since then stays."""
    with sitting(tmp_path) as table:
        table.sit("ann", "ben")
        table.do("pick")
        row = table.do("conquer")
        table.act("ben", 1, commands.SetCoins(1, 2))
        table.back("ann", 0, row)
        record = read(export(tmp_path, "--open").stdout.encode())
        assert end(record) == table.game
    told = [(entry.command["type"], entry.by) for entry in record.entries if entry.command["type"] != "answer"]
    assert told == [("pick", "Ann"), ("set_coins", "Ben")]


def test_what_the_rules_refuse_is_marked(tmp_path: Path) -> None:
    """A pick entered for somebody without the coins is blind, a conquest out of reach as played, nothing else."""
    with sitting(tmp_path) as table:
        table.sit("ann", "ben")
        table.table.count_purse("ann", "c", 0, 0)
        table.act("ben", 1, commands.Pick(3))
        inland = next(key for key, region in table.game.board.regions.items() if not region.border)
        asked = table.act("ann", 0, commands.Conquer(inland), as_played=True)
        table.say("ben", 1, asked["ask"])
        text = export(tmp_path, "--open").stdout
        record = read(text.encode())
        assert end(record) == table.game
    marked = {entry.command["type"]: (entry.as_played, entry.blind) for entry in record.entries}
    assert marked == {
        "answer": (False, False),
        "set_coins": (False, False),
        "pick": (False, True),
        "conquer": (True, False),
    }
    assert refusal_of(text.replace(',"blind":true', "")) is not None
    assert refusal_of(text.replace(',"as_played":true', "")) is not None


def test_corrections_are_for_anybody(tmp_path: Path) -> None:
    """What Ben corrects in Ann's turn stands under Ben's name, races and column too."""
    with sitting(tmp_path) as table:
        table.sit("ann", "ben")
        table.act("ben", 1, commands.SetRace(0, *free(table.game)))
        table.act("ben", 1, commands.DropRace(1))
        table.act("ben", 1, commands.SetColumn(table.game.column[:2]))
        record = read(export(tmp_path, "--open").stdout.encode())
        assert end(record) == table.game
    assert [entry.by for entry in record.entries if entry.command["type"] != "answer"] == ["Ben"] * 3


def free(game: Game) -> tuple[str, str]:
    """A race and a power that lie in no column."""
    return game.banners[0], game.badges[0]


def test_a_purse_that_was_right_is_no_line(tmp_path: Path) -> None:
    """Counting and finding what was known leaves nothing in the record."""
    with sitting(tmp_path) as table:
        table.sit("ann", "ben")
        table.table.count_purse("ann", "c", 0, table.game.seats[0].coins)
        record = read(export(tmp_path, "--open").stdout.encode())
    assert {entry.command["type"] for entry in record.entries} == {"answer"}


def test_closed_purses_are_not_written(tmp_path: Path) -> None:
    """Before the reveal, and until the last purse is open, one sentence refuses, and neither file nor line appears."""
    with sitting(tmp_path) as table:
        table.sit("ann", "ben")
        asked = table.act("ann", 0, commands.Stop())
        table.say("ben", 1, asked["ask"])
        for opened in range(2):
            assert len(table.game.unveiled) == opened
            done = export(tmp_path, tmp_path / "game.jsonl")
            assert done.exit_code == 1
            assert done.output.startswith("Error: The coins of game 1 are not all revealed yet")
            table.act("ann", 0, commands.Unveil())
        assert export(tmp_path, tmp_path / "game.jsonl").exit_code == 0
        assert not any("opened" in line for line in log(table))
    assert end(read((tmp_path / "game.jsonl").read_bytes())) == table.game


def test_open_coins_are_no_secret(tmp_path: Path) -> None:
    """Where the table plays with open coins, a running game is written without a word in the log."""
    with sitting(tmp_path) as table:
        for phone in ("ann", "ben"):
            table.table.seats.join(phone, phone)
        table.table.seats.change("ann", Change(options={"coins": "open"}))
        table.table.seats.start("ann")
        assert export(tmp_path).exit_code == 0
        assert {row.kind for row in table.store.rows(1)} == {"join", "lobby", "start", "chance"}


def test_an_opened_purse_is_told_to_a_running_table(tmp_path: Path) -> None:
    """Another process opens the purses of a running game: the record is whole, and the table says so and plays on."""
    with sitting(tmp_path) as table:
        table.sit("ann", "ben")
        table.do("pick")
        done = apart(tmp_path, "--open")
        assert (done.returncode, done.stderr) == (0, "This opens every purse; the game's log says so to everybody.\n")
        assert end(read(done.stdout.encode())) == table.game
        before, version = table.game, table.hub.version
        table.table.session.look_around()
        assert table.hub.version > version
        assert table.game == before
        assert log(table)[0] == "The scores were revealed by an export on the computer"
        version = table.hub.version
        table.table.session.look_around()
        assert table.hub.version == version
        assert export(tmp_path, "--open").exit_code == 0
        table.do("conquer")
        told = table.state["log"]
        assert told[1]["text"] == log(table)[2] == "The scores were revealed by an export on the computer"
        table.again()
        assert table.state["log"] == told


def test_an_opened_purse_is_told_when_the_table_opens(tmp_path: Path) -> None:
    """When nobody keeps the table, the line waits in the file."""
    with sitting(tmp_path) as table:
        table.sit("ann", "ben")
    assert export(tmp_path, "--open").exit_code == 0
    with sitting(tmp_path) as table:
        assert log(table)[0] == "The scores were revealed by an export on the computer"


def test_games_have_numbers(tmp_path: Path) -> None:
    """The last game that has begun is written unless another is asked for; opening an old one is told today."""
    with sitting(tmp_path) as table:
        table.sit("ann", "ben")
        table.say("ben", 1, table.act("ann", 0, commands.Stop())["ask"])
        table.table.seats.new("ann", 0)
        assert export(tmp_path, "--open").stdout == export(tmp_path, "--open", "--game", "1").stdout
        table.table.seats.start("ann")
        assert end(read(export(tmp_path, "--open").stdout.encode())) == table.game
        assert export(tmp_path, "--open", "--game", "1").exit_code == 0
        table.table.session.look_around()
        assert log(table)[0] == "The scores of game 1 were revealed by an export on the computer"
        wrong = export(tmp_path, "--game", "7")
    assert (wrong.exit_code, wrong.output) == (1, "Error: There is no game 7. These have begun: 1, 2.\n")


def test_a_file_is_never_written_over(tmp_path: Path) -> None:
    """A file that is there stays, and no purse is said to be opened; nor is one where nothing can be written."""
    there = tmp_path / "there.jsonl"
    there.write_text("mine")
    with sitting(tmp_path / "data") as table:
        table.sit("ann", "ben")
        done = export(tmp_path / "data", "--open", there)
        assert (done.exit_code, done.output) == (1, f"Error: {there} cannot be written: File exists.\n")
        assert export(tmp_path / "data", "--open", tmp_path / "none" / "game.jsonl").exit_code == 1
        assert "opened" not in {row.kind for row in table.store.rows(1)}
    assert there.read_text() == "mine"


def test_an_empty_folder_has_no_game(tmp_path: Path) -> None:
    """Without a log, and with a lobby alone, one sentence says so; the folder is not made."""
    done = export(tmp_path / "none")
    assert (done.exit_code, done.output) == (1, f"Error: No games are kept in {tmp_path / 'none'}.\n")
    assert not (tmp_path / "none").exists()
    with sitting(tmp_path) as table:
        table.table.seats.join("ann", "Ann")
    assert export(tmp_path).output == "Error: No game has begun here yet.\n"


def test_a_damaged_log_is_said_to_be_so(tmp_path: Path) -> None:
    """A file that is no log is refused in one sentence and stays as it is."""
    (tmp_path / FILE).write_bytes(b"no database" * 100)
    done = export(tmp_path)
    assert done.exit_code == 1
    assert done.output.startswith(f"Error: {tmp_path / FILE} is damaged. Start the table")
    assert (tmp_path / FILE).read_bytes() == b"no database" * 100


def test_a_newer_log_is_left_alone(tmp_path: Path) -> None:
    """A file with a migration of a later version is refused."""
    store = Store(tmp_path)
    store._db.execute("INSERT INTO _sqlite_migrations (migration_set, name) VALUES ('companion', 'm999_later')")
    store.close()
    with pytest.raises(TooNew):
        ReadOnlyStore(tmp_path)


def test_a_bystander_writes_nothing_by_reading(tmp_path: Path) -> None:
    """What is read through is open for reading alone."""
    Store(tmp_path).close()
    log = ReadOnlyStore(tmp_path)
    with pytest.raises(Exception, match="readonly"):
        log._db.execute("INSERT INTO runs (time, program) VALUES ('', '')")
    log.close()
    with pytest.raises(StoreError):
        ReadOnlyStore(tmp_path / "none")


def test_rules_that_have_changed_lose_nothing(tmp_path: Path) -> None:
    """An act that today's rules play differently is written as it was logged, and its line is named."""
    with sitting(tmp_path) as table:
        table.sit("ann", "ben")
        row = '[{"type":"coins_moved","amount":3,"source":"bank","target":"seat:0"}]'
        command = {"type": "set_coins", "seat": 0, "difference": 2}
        table.store.append(1, [Entry(kind="act", seat=0, entered_by=0, command=command, events=row)])
    done = export(tmp_path, "--open", tmp_path / "game.jsonl")
    lines = (tmp_path / "game.jsonl").read_text().splitlines()
    assert done.exit_code == 0
    assert f"This version of the rules plays line {len(lines)} differently: The game differs" in done.output
    assert '"difference":2' in lines[-1]


def play_to_the_reveal(home: House) -> Phone:
    """Two phones stop their game; one of them is given."""
    ann, ben = home.seated(2)
    ann.act(0, offer(ann.state(), "pick")["command"])
    ann.act(0, {"type": "stop"})
    ben.post("/api/consent", id="y", by=1, ask=ben.state()["asks"][0]["id"], yes=True)
    return ann


def test_the_web_gives_the_record_after_the_reveal(tmp_path: Path) -> None:
    """Until every purse is open there is a refusal; then anybody can have the file, and the export is the same."""
    with house(tmp_path) as home:
        stranger = home.phone()
        assert stranger.ask("GET", "/api/record").status == 409
        ann = play_to_the_reveal(home)
        for _ in range(2):
            assert stranger.ask("GET", "/api/record").status == 409
            ann.act(0, {"type": "unveil"})
        found = stranger.ask("GET", "/api/record")
        assert found.status == 200
        assert found.headers["content-disposition"] == "attachment; filename=game.jsonl"
        assert found.headers["content-type"].startswith("application/jsonl")
        assert found.body.decode() == export(tmp_path).stdout
        assert end(read(found.body)) == home.table.queries.game()
        ann.post("/api/new", by=0)
        assert stranger.ask("GET", "/api/record").status == 409
