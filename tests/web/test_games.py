"""Past games and players: what the page, its JSON and the files tell, and that nothing is told too early."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.__main__ import main
from companion.game.entries import Entry
from companion.game.lobby import Lobby
from companion.game.log_entries import settled
from companion.records.importer import rows
from companion.records.record import play, read
from companion.rules.model import Refused
from companion.stats.figures import Figures
from companion.stats.past_games import Archive, Past
from companion.store.store import Store
from tests.book import evening
from tests.record.played import text_of
from tests.web.house import STRANGER, House, house

FILES = ("game.jsonl", "game.json", "game.csv")


@pytest.fixture
def evenings(tmp_path: Path) -> Path:
    """A data folder with two games that are open and one that runs."""
    store = Store(tmp_path / "data")
    for game, name in enumerate(("evening", "evening", "ghouls"), 1):
        record = read(text_of(name).encode())
        store.append(game, rows(record, list(play(record)), "table"))
    store.close()
    return tmp_path / "data"


@pytest.fixture
def played(evenings: Path) -> Iterator[House]:
    """A table that keeps them."""
    with house(evenings) as home:
        yield home


def test_games_the_newest_first(played: House) -> None:
    """Each game with its map and players; coins and winner only where every purse is open."""
    found = played.phone().get("/api/games")["games"]
    assert [(game["game"], game["map"], game["over"], game["open"]) for game in found] == [
        (3, "Board for 2 players", False, False),
        (2, "Board for 3 players", True, True),
        (1, "Board for 3 players", True, True),
    ]
    assert [(seat["name"], seat["coins"], seat["won"]) for seat in found[0]["seats"]] == [
        ("Ann", None, False),
        ("Ben", None, False),
    ]
    assert [(seat["name"], seat["coins"], seat["won"]) for seat in found[1]["seats"]] == [
        ("Ann", 9, False),
        ("Ben", 6, False),
        ("Cid", 10, True),
    ]
    assert len({(seat["colour"], seat["shape"]) for seat in found[1]["seats"]}) == 3


def test_how_players_have_fared(played: House) -> None:
    """Two games each: Cid has won both, with 10 at best; the Forest Giants brought 2 coins each time."""
    players = played.phone().get("/api/games")["players"]
    assert [(each["name"], each["games"], each["wins"], each["best"], each["mean"]) for each in players] == [
        ("Cid", 2, 2, 10, 10),
        ("Ann", 2, 0, 9, 9),
        ("Ben", 2, 0, 6, 6),
    ]
    assert players[0]["combos"] == [{"name": "Forest Giants", "times": 2, "coins": 4}]
    assert players[2]["combos"] == []


def test_a_game_in_figures(played: House) -> None:
    """Charts of an open game; of a running one, or one that never was, a refusal in a sentence."""
    phone = played.phone()
    found = phone.get("/api/games/1")
    assert found["coins"] == [[5, 9, 9], [6, 6, 6], [7, 9, 10]]
    assert [seat["won"] for seat in found["seats"]] == [False, False, True]
    for number in (3, 4):
        refused = phone.ask("GET", f"/api/games/{number}")
        assert refused.status == 409
        assert refused.json["error"].startswith("No figures yet")


def test_a_game_as_files(played: House) -> None:
    """The record plays to the same end, JSON and CSV hold the same totals, and each file is named after its game."""
    phone = played.phone()
    answers = {name: phone.ask("GET", f"/api/games/2/{name}") for name in FILES}
    for name, found in answers.items():
        assert found.status == 200
        assert found.headers["content-disposition"] == f"attachment; filename={name.replace('game', 'game-2')}"
    assert [*play(read(answers["game.jsonl"].body))][-1].after.seats[2].coins == 10
    assert answers["game.json"].json["totals"] == [9, 6, 10]
    last = [*csv.DictReader(StringIO(answers["game.csv"].body.decode()))][-3:]
    assert [line["total"] for line in last] == ["9", "6", "10"]
    refused = phone.ask("GET", "/api/games/2/game.exe")
    assert (refused.status, refused.json["overridable"]) == (404, False)


def test_the_page_is_there(played: House) -> None:
    """The page comes without anybody's name or coins in it: those it asks for."""
    found = played.phone().ask("GET", "/games")
    assert found.status == 200
    assert b"Ann" not in found.body


def test_nothing_before_the_reveal(home: House) -> None:
    """A running game has no figures and no file, nor while purse after purse opens; with the last they are there."""
    ann, ben = home.seated(2)
    ask = ann.act(0, {"type": "stop"})["ask"]
    paths = ["/api/games/1", *(f"/api/games/1/{name}" for name in FILES)]
    assert {ann.ask("GET", path).status for path in paths} == {409}
    ben.post("/api/consent", id="yes", by=1, ask=ask, yes=True)
    ann.act(0, {"type": "unveil"})
    assert {ann.ask("GET", path).status for path in paths} == {409}
    assert [seat["coins"] for seat in ann.get("/api/games")["games"][0]["seats"]] == [None, None]
    ben.act(1, {"type": "unveil"})
    assert {ann.ask("GET", path).status for path in paths} == {200}
    assert [seat["coins"] for seat in ann.get("/api/games")["games"][0]["seats"]] == [5, 5]


class TakenBackMeanwhile(Archive):
    """The figures of past games, where an end is taken back as soon as its figures are read."""

    def __init__(self, folder: Path, take_back: Callable[[], None]) -> None:
        super().__init__(folder)
        self._take_back = take_back

    def game(self, number: int) -> tuple[Past, Figures] | None:
        """As ever, and then the end is taken back."""
        found = super().game(number)
        assert found
        self._take_back()
        return found


def test_no_record_of_a_game_whose_end_is_taken_back_meanwhile(home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it is written from is looked at, and not only what was there a moment before."""
    phones = home.seated(2)
    evening.to_the_last_turn(phones)
    evening.play_the_last_turn(phones)
    evening.reveal(phones)
    archive = TakenBackMeanwhile(home.folder, lambda: evening.take_back_the_end(home, phones))
    monkeypatch.setattr(home.table.session, "archive", archive)
    with pytest.raises(Refused, match=r"table\.no_figures"):
        home.table.queries.record_of(1)


def test_past_games_are_not_for_strangers(played: House) -> None:
    """Who sits here looks at every game, who only watches at the one on the table, and that once it is open."""
    stranger, guest = played.phone(address=STRANGER), played.phone(address=STRANGER)
    guest.post("/api/rejoin", seat=0)
    for path in ("/games", "/api/games", "/api/games/1", *(f"/api/games/1/{name}" for name in FILES), "/api/games/99"):
        assert stranger.ask("GET", path).status == 401, path
        assert guest.ask("GET", path).status in (200, 409), path
    for path in ("/api/games/3", *(f"/api/games/3/{name}" for name in FILES)):
        assert stranger.ask("GET", path).status == 409, path
    guest.post("/api/rejoin", seat=1)
    ask = guest.act(0, {"type": "stop"})["ask"]
    guest.post("/api/consent", id="yes", by=1, ask=ask, yes=True)
    for seat in (0, 1):
        guest.act(seat, {"type": "unveil"})
    for path in ("/api/games/3", *(f"/api/games/3/{name}" for name in FILES)):
        assert stranger.ask("GET", path).status == 200, path


def test_a_shared_win_is_a_win_for_both(home: House) -> None:
    """Two with the same coins and tokens have both won, and so it stands among the players."""
    ann, ben = home.seated(2)
    ben.post("/api/consent", id="yes", by=1, ask=ann.act(0, {"type": "stop"})["ask"], yes=True)
    for seat, phone in enumerate((ann, ben)):
        phone.act(seat, {"type": "unveil"})
    assert [(each["name"], each["wins"]) for each in ann.get("/api/games")["players"]] == [("Ann", 1), ("Ben", 1)]


def test_a_game_taken_up_again_after_its_reveal(home: House) -> None:
    """A correction after the reveal is in the figures at once, though they were looked at before."""
    ann, ben = home.seated(2)
    ben.post("/api/consent", id="yes", by=1, ask=ann.act(0, {"type": "stop"})["ask"], yes=True)
    for seat, phone in enumerate((ann, ben)):
        phone.act(seat, {"type": "unveil"})
    assert ann.get("/api/games/1")["coins"] == [[5, 5], [5, 5]]
    ann.act(0, {"type": "set_coins", "seat": 1, "difference": 3, "reason": "forgotten"})
    assert ann.get("/api/games/1")["coins"] == [[5, 5], [5, 8]]
    assert [each["wins"] for each in ann.get("/api/games")["players"]] == [1, 0]


def test_stats_in_the_terminal(evenings: Path) -> None:
    """`companion stats` prints each game with its result, and each player."""
    done = CliRunner().invoke(main, ["stats", "--data", str(evenings)])
    assert done.exit_code == 0
    lines = [" ".join(line.split()) for line in done.output.splitlines()]
    assert lines[1].endswith("base-2: under way, Ann, Ben")
    assert lines[2].endswith("base-3: Cid 10 (won), Ann 9, Ben 6")
    assert "Cid: games 2, won 2, best 10 coins, 10 on average" in lines
    assert "favourites: Forest Giants (2×, 4 coins)" in lines


def test_stats_without_games(tmp_path: Path) -> None:
    """A folder without games, and one where none has begun, are told in a sentence."""
    missing = CliRunner().invoke(main, ["stats", "--data", str(tmp_path)])
    assert missing.exit_code == 1
    assert "No games are kept" in missing.output
    Store(tmp_path).close()
    done = CliRunner().invoke(main, ["stats", "--data", str(tmp_path)])
    assert (done.exit_code, done.output) == (0, "No game has begun here yet.\n")


def test_a_game_that_cannot_be_played_again_hides_no_other(evenings: Path) -> None:
    """A game with a race that this version does not have is listed as such, and the others as ever."""
    store = Store(evenings)
    record = read(text_of("evening").encode())
    made = [
        Entry(kind=row.kind, events=row.events.replace('"orcs"', '"gnolls"'))
        for row in rows(record, list(play(record)), "table")
    ]
    store.append(4, made)
    store.append(5, [Entry(kind="start", events='[{"type":"landed"}]')])
    store.append(6, [settled("new", Lobby(), None, {})])
    store.close()
    with house(evenings) as home:
        found = home.phone().get("/api/games")
        listed = [(game["game"], len(game["seats"])) for game in found["games"]]
        assert listed == [(5, 0), (4, 0), (3, 2), (2, 3), (1, 3)]
        assert [each["games"] for each in found["players"]] == [2, 2, 2]
        assert home.phone().ask("GET", "/api/games/4").status == 409
    lines = CliRunner().invoke(main, ["stats", "--data", str(evenings)]).output.splitlines()
    assert lines[1].endswith("this version cannot play it again")
