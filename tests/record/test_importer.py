"""`companion import`: a record becomes the game of the table, and people sit down at it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from companion.__main__ import main
from companion.records.importer import laid
from companion.records.record import read
from companion.rules import commands, engine, events
from tests.record.evenings import evening, settle
from tests.record.played import BY_HAND, end_of, lines, text_of
from tests.record.test_export import export
from tests.record.test_page import examples
from tests.rules.walker import set_up, walk
from tests.table.sitting import sitting
from tests.web.house import house, offer

ANN_AND_BEN = {"record": 1, "players": ["Ann", "Ben"]}


def take_in(folder: Path, file: Path) -> Result:
    """Run the command on a data folder."""
    return CliRunner().invoke(main, ["import", "--data", str(folder), str(file)])


def imported(folder: Path, text: str) -> Path:
    """A data folder with a game from a record."""
    file = folder / "game.jsonl"
    file.write_text(text)
    done = take_in(folder / "data", file)
    assert (done.exit_code, done.stderr) == (0, "")
    return folder / "data"


@pytest.mark.parametrize(("seed", "players", "dealing"), [(4, 4, "companion"), (3, 3, "table")])
def test_a_whole_evening_goes_there_and_back(tmp_path: Path, seed: int, players: int, dealing: str) -> None:
    """A game taken in from its export is the same game, and is exported as the same text."""
    with sitting(tmp_path / "old", seed=seed, dealing=dealing) as table:
        evening(table, seed, players)
        text = export(tmp_path / "old").stdout
    with sitting(imported(tmp_path, text)) as again:
        assert again.game == table.game
        assert [seat["name"] for seat in again.state["seats"]] == ["Ann", "Ben", "Cid", "Dee"][:players]
    assert export(tmp_path / "data").stdout == text


def test_a_running_game_goes_on(tmp_path: Path) -> None:
    """A game taken in before its end is played on by the same dealing, taken back and exported."""
    with sitting(tmp_path / "old", dealing="table") as table:
        evening(table, seed=5, players=2, most=60)
        text = export(tmp_path / "old", "--open").stdout
    folder = imported(tmp_path, text)
    with sitting(folder) as again:
        assert again.game == table.game
        assert again.state["table"]["dealing"] == "table"
        for phone, seat in (("ann", 0), ("ben", 1)):
            again.table.seats.rejoin(phone, seat)
        before = again.game
        assert not engine.chances(before)
        kind = next(offer.kind for offer in engine.offers(before, before.turn.seat))
        settle(again, 1, again.back("ann", 0, again.do(kind)))
        assert again.game == before
    assert export(folder, "--open").stdout == text


RECORDS = {path.stem: path.read_text() for path in sorted(BY_HAND.glob("*.jsonl"))}
RECORDS |= {f"page-{number}": example.record for number, example in enumerate(examples())}


@pytest.mark.parametrize("name", [name for name, text in RECORDS.items() if '"map": {' not in text])
def test_a_record_by_hand_becomes_a_game(tmp_path: Path, name: str) -> None:
    """From a set-up or from a position, with draws told or untold, the table shows what the record comes to."""
    end = end_of(RECORDS[name])
    folder = imported(tmp_path, RECORDS[name])
    with sitting(folder) as table:
        now = table.game
        # Draws that were due when the record ended were made.
        assert next(step.after for step in reversed(table.history.steps) if step.after.drawn == end.drawn) == end
        assert all(chance.kind == "roll" for chance in engine.chances(now))
        assert [seat["name"] for seat in table.state["seats"]] == [seat.name for seat in end.seats]
    again = export(folder, "--open").stdout
    assert end_of(again) == now
    assert read(again.encode()).header == read(RECORDS[name].encode()).header


@pytest.mark.parametrize(
    ("boxes", "players"), [(("base", "teams"), 6), (("base", "necromancer"), 4), (("warcraft",), 2)]
)
def test_any_position_of_a_game_can_be_taken_in(boxes: tuple[str, ...], players: int) -> None:
    """With all that its turn remembers, what lies in stacks and piles, and the numbers of its races."""
    dice = Random(f"taken in {boxes}")
    for step in walk(set_up(players, dice, boxes), dice):
        assert engine.fold(events.decode(events.encode(laid(step.after)))) == step.after


def test_a_record_of_an_earlier_version_with_receipts_is_taken_in(tmp_path: Path) -> None:
    """Its game is the same; the receipts, which nothing needs any more, are left out when it is written again."""
    earlier = (Path(__file__).with_name("earlier") / "with-receipts.jsonl").read_text().splitlines(keepends=True)
    needed = [line for line in earlier if '"receipt":' not in line]
    assert len(needed) == len(earlier) - 22
    assert export(imported(tmp_path, "".join(earlier)), "--open").stdout == "".join(needed)


def test_a_seat_without_a_phone_is_free_to_take(tmp_path: Path) -> None:
    """The first phone that taps a name has the seat at once; the next one asks; seats with a phone are asked for."""
    folder = imported(tmp_path, text_of("evening"))
    with house(folder) as home:
        ann, other, stranger = home.phone("ann"), home.phone("other"), home.phone("stranger")
        assert [seat["phone"] for seat in ann.state()["seats"]] == [False, False, False]
        assert stranger.ask("GET", "/api/purse?seat=0").status == 401
        assert ann.post("/api/rejoin", seat=0) == {"waiting": False, "sign": None}
        assert ann.get("/api/me")["seats"] == [0]
        assert ann.get("/api/purse?seat=0")["coins"] >= 0
        assert ann.state()["log"][0]["text"] == "Ann joins"
        assert other.post("/api/rejoin", seat=0)["waiting"]
        assert other.get("/api/me")["seats"] == []
        assert other.post("/api/rejoin", seat=1) == {"waiting": False, "sign": None}
        assert [seat["phone"] for seat in ann.state()["seats"]] == [True, True, False]
    with house(folder) as home:
        assert [seat["phone"] for seat in home.phone().state()["seats"]] == [True, True, False]


def test_a_beginning_is_dealt_and_played(tmp_path: Path) -> None:
    """A record that is a header alone becomes a game whose column lies open, and the first race is picked."""
    with house(imported(tmp_path, lines(ANN_AND_BEN))) as home:
        ann = home.phone()
        ann.post("/api/rejoin", seat=0)
        ann.act(0, offer(ann.state(), "pick")["command"])
        assert ann.state()["game"]["turn"]["stage"] == "conquer"


def test_a_game_under_way_stays(tmp_path: Path) -> None:
    """A game that is not over is not replaced; one that is over is followed by the record's."""
    file = tmp_path / "game.jsonl"
    file.write_text(lines(ANN_AND_BEN))
    with sitting(tmp_path / "data") as table:
        table.sit("ann", "ben")
    done = take_in(tmp_path / "data", file)
    assert done.exit_code == 1
    assert done.output.startswith("A game is in progress here.")
    with sitting(tmp_path / "data") as again:
        assert again.game == table.game
        again.say("ben", 1, again.act("ann", 0, commands.Stop())["ask"])
    assert take_in(tmp_path / "data", file).output.startswith("This is game 2 now")
    with sitting(tmp_path / "data") as third:
        assert not third.game.over
        assert not any(seat["phone"] for seat in third.state["seats"])


def test_a_running_table_is_not_touched(tmp_path: Path) -> None:
    """While a table keeps the log, a record is refused with what to do, whatever the table is at."""
    file = tmp_path / "game.jsonl"
    file.write_text(lines(ANN_AND_BEN))
    with sitting(tmp_path / "data") as table:
        done = take_in(tmp_path / "data", file)
        assert done.exit_code == 1
        assert done.output.startswith("Another companion is already keeping the games")
        assert table.store.last_game() == 1
        assert list(table.store.rows(1)) == []


@pytest.mark.parametrize(
    ("text", "status", "said"),
    [
        (lines(ANN_AND_BEN, {"type": "finish"}), 1, ":2: Ann has to pick a combo first"),
        (lines(ANN_AND_BEN, {"type": "stop", "digest": "0"}), 1, ":2: The game differs from here on"),
        (lines(ANN_AND_BEN, {"type": "stopp"}), 2, ":2: stopp is no command"),
        ("", 2, ":1: the file is empty"),
        (lines({"record": 1, "players": ["Ann", "ann"]}), 1, ": Somebody is already called ann"),
        (lines({"record": 1, "players": ["Ann", "B" * 21]}), 1, ": A name has 1 to 20 letters"),
        (
            next(example.record for example in examples() if '"map": {' in example.record),
            1,
            ": The app has no drawing of",
        ),
    ],
)
def test_a_record_that_will_not_do_changes_nothing(tmp_path: Path, text: str, status: int, said: str) -> None:
    """A refused line is status 1, a malformed file 2, each in one line with its place; no data folder is made."""
    file = tmp_path / "game.jsonl"
    file.write_text(text)
    done = take_in(tmp_path / "data", file)
    assert done.exit_code == status
    assert done.output.startswith(f"{file}{said}")
    assert done.output.count("\n") == 1
    assert not (tmp_path / "data").exists()


def test_a_file_that_is_not_there_is_status_2(tmp_path: Path) -> None:
    """A missing file is named in one line."""
    done = take_in(tmp_path / "data", tmp_path / "none.jsonl")
    assert (done.exit_code, done.output) == (2, f"{tmp_path}/none.jsonl: No such file or directory\n")


def test_a_counted_purse_stays_private(tmp_path: Path) -> None:
    """By how much an owner corrected the own coins does not show in the log of the game taken in."""
    text = lines(ANN_AND_BEN, {"type": "set_coins", "seat": "Ann", "difference": -3, "by": "Ann"})
    with sitting(imported(tmp_path, text)) as table:
        told = [line["text"] for line in table.state["log"]]
        assert "Ann counts their coins" in told
        assert not any("3" in line for line in told)
        assert table.game.seats[0].coins == 2
