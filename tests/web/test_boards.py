"""The board maker at the HTTP boundary: what is kept, what is refused, and that a game in progress keeps its board."""

from __future__ import annotations

import threading
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from companion.boards.library import FOLDER, MOST_WAITING, Boards
from companion.rules.model import Refused
from tests.maps.shore import SHORE
from tests.web.house import House, Phone

Plain = dict[str, Any]


def square(**how: object) -> Plain:
    """Four hills that lie round a point, joined in a ring."""
    spots = [{"x": x, "y": y, "terrain": "hill", "edge": True} for x, y in ((60, 60), (240, 60), (240, 240), (60, 240))]
    draft: Plain = {"name": "Square", "players": 2, "turns": 10, "width": 300, "height": 300, "spots": spots}
    return {**draft, "joins": [[0, 1], [1, 2], [2, 3], [0, 3]], **how}


def lobby(home: House) -> list[Phone]:
    """Two phones with seats, the game not begun."""
    phones = [home.phone(name) for name in ("Ann", "Ben")]
    for phone, name in zip(phones, ("Ann", "Ben"), strict=True):
        phone.post("/api/join", name=name)
    return phones


def put(phone: Phone, id: str, draft: Plain) -> Any:
    """Save a draft; returns the whole answer."""
    return phone.ask("PUT", f"/api/boards/{id}", draft)


def test_a_finished_board_is_offered_at_set_up_and_played(home: House) -> None:
    """Its regions are those of the game that begins on it."""
    ann, _ = lobby(home)
    assert put(ann, "square", square()).json["ready"]
    assert {"id": "square", "name": "Square"} in ann.state()["lobby"]["maps"]
    ann.post("/api/lobby", map="square")
    ann.post("/api/start")
    assert sorted(ann.state()["game"]["regions"]) == ["r01", "r02", "r03", "r04"]
    assert len(ann.get("/api/map/square")["regions"]) == 4


def test_an_unfinished_board_is_kept_and_not_offered(home: House) -> None:
    """What it lacks is said in words, with the regions."""
    ann, _ = lobby(home)
    answer = put(ann, "square", square(joins=[[0, 1]])).json
    assert (answer["ready"], answer["lacks"][0]) == (
        False,
        {"text": "2 regions have no neighbours yet", "spots": [2, 3], "hint": False},
    )
    assert "square" not in [each["id"] for each in ann.state()["lobby"]["maps"]]
    assert ann.get("/api/boards/square")["joins"] == [[0, 1]]


def test_a_board_is_there_again_after_a_restart(tmp_path: Path) -> None:
    """Boards lie in the data folder, beside the games."""
    from tests.web.house import house

    with house(tmp_path / "data") as home:
        put(lobby(home)[0], "square", square())
    with house(tmp_path / "data") as home:
        assert home.phone().get("/api/boards")["made"] == [
            {"id": "square", "name": "Square", "regions": 4, "ready": True, "islands": False}
        ]


def test_the_board_of_a_running_game_is_neither_changed_nor_taken_away(home: House) -> None:
    """The phones draw it until the game is over."""
    ann, _ = lobby(home)
    put(ann, "square", square())
    ann.post("/api/lobby", map="square")
    ann.post("/api/start")
    assert put(ann, "square", square(name="Other")).json["error"].startswith("A game is being played")
    assert ann.ask("DELETE", "/api/boards/square").status == 409
    assert ann.get("/api/boards/square")["name"] == "Square"


def test_nobody_without_a_seat_makes_boards(home: House) -> None:
    """A watcher is told to sit down, and nothing is kept."""
    lobby(home)
    assert put(home.phone(), "square", square()).status == 401
    assert not (home.folder / FOLDER).exists()


@pytest.mark.parametrize("id", ["base-2", "Square", "-x", "x" * 41, "..%2fgames"])
def test_an_id_that_is_no_name_of_its_own_is_refused(home: House, id: str) -> None:
    """Shipped boards keep their names, and no file outside the folder is reached."""
    ann, _ = lobby(home)
    assert put(ann, id, square()).status in (404, 409)


@pytest.mark.parametrize(
    "draft",
    [
        {},
        square(spots=[{"x": -1, "y": 0}]),
        square(joins=[[0, 99]]),
        square(width=5),
        square(spots=[{"x": 1, "y": 1, "terrain": "hill"}] * 100),
        square(photo="../server.key"),
        square(extra=1),
    ],
)
def test_a_malformed_draft_is_refused_and_the_old_one_stays(home: House, draft: Plain) -> None:
    """One sentence, and what was kept is as before."""
    ann, _ = lobby(home)
    put(ann, "square", square())
    assert put(ann, "square", draft).status == 400
    assert ann.get("/api/boards/square")["name"] == "Square"


def test_a_map_file_goes_out_and_in_again_under_another_id(home: House) -> None:
    """The same file that the shipped maps use, outlines and all."""
    ann, _ = lobby(home)
    put(ann, "square", square())
    text = ann.ask("GET", "/api/boards/square/map.toml").body.replace(b'id = "square"', b'id = "other"')
    assert ann.ask("POST", "/api/boards/import", raw=text, Content_Type="application/toml").json == {"id": "other"}
    assert len(ann.get("/api/map/other")["regions"]) == 4


@pytest.mark.parametrize("text", [b"", b"\xff\xfe", b"id = 1", b"[[region]]", b'id = "base-2"\n' * 2, b"x" * 65_537])
def test_a_file_that_is_no_map_is_refused_in_one_sentence(home: House, text: bytes) -> None:
    """What is wrong is named, and no part of it stays in the folder."""
    ann, _ = lobby(home)
    refused = ann.ask("POST", "/api/boards/import", raw=text, Content_Type="application/toml")
    assert refused.status in (409, 413)
    assert [path.name for path in (home.folder / FOLDER).glob("*")] == []


def test_islands_are_one_map_with_every_board_on_it(home: House) -> None:
    """Eight regions of two squares; no region of one touches the other's."""
    ann, _ = lobby(home)
    put(ann, "square", square())
    asked = {"together": ["square", "square"], "name": "Twins", "players": 2, "turns": 10}
    assert ann.ask("PUT", "/api/boards/twins/islands", asked).status == 200
    near = {each["id"]: set(each["adjacent"]) for each in ann.get("/api/map/twins")["regions"]}
    assert (len(near), near["r05"]) == (8, {"r06", "r08"})


def test_islands_of_boards_that_are_not_there_are_refused(home: House) -> None:
    """The missing board is named."""
    ann, _ = lobby(home)
    asked = {"together": ["nowhere", "base-2"], "name": "Twins", "players": 2, "turns": 10}
    assert "nowhere" in ann.ask("PUT", "/api/boards/twins/islands", asked).json["error"]


@pytest.mark.parametrize("text", ['id = "torn"\nna', "a." * 8_000 + "a=1", SHORE + "\n" * 65_536, "[" * 700])
def test_a_broken_file_among_the_boards_keeps_nobody_from_playing(text: str, tmp_path: Path) -> None:
    """It is named on the start page, whatever an earlier version let in, and the shipped boards are offered."""
    from tests.web.house import house

    (tmp_path / "data" / FOLDER).mkdir(parents=True)
    (tmp_path / "data" / FOLDER / "torn.toml").write_text(text)
    with house(tmp_path / "data") as home:
        ann, _ = lobby(home)
        state = ann.state()
        assert any("torn.toml" in notice for notice in state["table"]["notices"])
        assert state["lobby"]["map"] == "base-2"


def test_a_board_that_another_phone_has_opened_since_is_not_overwritten(home: House) -> None:
    """Whoever opened it last keeps it; the other is told, and may open it again to go on."""
    ann, ben = lobby(home)
    put(ann, "square", square())
    assert put(ben, "square", square(name="Blind")).json["error"].startswith("This board has been opened on another")
    ben.get("/api/boards/square")
    assert put(ben, "square", square(name="Ben's")).status == 200
    assert put(ann, "square", square(name="Ann's")).status == 409
    home.phone().get("/api/boards/square")  # A look from nowhere takes it out of nobody's hand.
    assert put(ben, "square", square(name="Ben's own")).status == 200
    ann.get("/api/boards/square")
    assert put(ann, "square", square(name="Ann's")).status == 200


def test_a_map_file_never_replaces_another_board(home: House) -> None:
    """It gets the next number; taken in twice it is there once, and a draft of its name stays as it is."""
    ann, _ = lobby(home)
    put(ann, "square", square())
    same = ann.ask("GET", "/api/boards/square/map.toml").body
    other = same.replace(b'"Square"', b'"Elsewhere"')
    take = {"Content_Type": "application/toml"}
    assert ann.ask("POST", "/api/boards/import", raw=same, **take).json == {"id": "square"}
    assert ann.ask("POST", "/api/boards/import", raw=other, **take).json == {"id": "square-2"}
    names = {board["id"]: board["name"] for board in ann.get("/api/boards")["made"]}
    assert names == {"square": "Square", "square-2": "Elsewhere"}
    assert ann.get("/api/boards/square")["name"] == "Square"


@pytest.mark.parametrize("id", ["photo", "import", "propose", "islands", "incoming"])
def test_a_board_may_have_any_name(home: House, id: str) -> None:
    """No name stands for something else on the way to the table; drawings and signs are kept as they are."""
    ann, _ = lobby(home)
    assert put(ann, id, square(name='🏝️ "Hügel" \\ \u202e\x00')).status == 200
    assert ann.get(f"/api/boards/{id}")["name"] == '🏝️ "Hügel" \\ \u202e\x00'
    assert len(ann.get(f"/api/map/{id}")["regions"]) == 4


def test_islands_never_lie_on_themselves(home: House) -> None:
    """Neither at once nor through other islands: it is refused in words, and both are drawn as before."""
    ann, _ = lobby(home)
    put(ann, "square", square())

    def lay(id: str, *boards: str) -> Any:
        asked = {"together": boards, "name": id, "players": 2, "turns": 10}
        return ann.ask("PUT", f"/api/boards/{id}/islands", asked)

    assert lay("twins", "square", "square").status == 200
    assert lay("more", "twins", "square").status == 200
    assert "lies on itself" in lay("twins", "more", "square").json["error"]
    assert "lies on itself" in lay("twins", "twins", "square").json["error"]
    assert [len(ann.get(f"/api/map/{id}")["regions"]) for id in ("twins", "more")] == [8, 12]


def other(home: House, id: str, number: int = 0) -> bytes:
    """The map file of a square under another id, and with another number of turns."""
    ann = home.phone("Ann")
    text = ann.ask("GET", "/api/boards/square/map.toml").body
    return text.replace(b'"square"', f'"{id}"'.encode()).replace(b"turns = 10", b"turns = %d" % (10 + number))


TOML = {"Content_Type": "application/toml"}


def test_nobody_waits_while_a_map_is_read(home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long that takes, the other phones look at boards, maps and the table, and a tap counts."""
    ann, ben = lobby(home)
    put(ann, "square", square())
    text, loads = other(home, "slow"), tomllib.loads
    begun, go_on = threading.Event(), threading.Event()

    def slowly(said: str) -> Plain:
        if 'id = "slow"' in said:
            begun.set()
            assert go_on.wait(60)
        return loads(said)

    monkeypatch.setattr(tomllib, "loads", slowly)
    with ThreadPoolExecutor() as pool:
        taken = pool.submit(ann.ask, "POST", "/api/boards/import", raw=text, **TOML)
        try:
            assert begun.wait(60)
            ben.connection.timeout = 10
            assert [each["id"] for each in ben.get("/api/boards")["made"]] == ["square"]
            assert ben.get("/api/map/square")["players"] == 2
            ben.post("/api/lobby", map="square")
            assert ben.state()["lobby"]["map"] == "square"
        finally:
            go_on.set()
        assert taken.result(60).json == {"id": "slow"}


def test_some_wait_while_a_map_is_read_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes when so many wait is told so at once, and has a thread of the server again."""
    shelf, loads = Boards(tmp_path), tomllib.loads
    go_on, answers = threading.Event(), Queue[str]()

    def slowly(said: str) -> Plain:
        assert go_on.wait(60)
        return loads(said)

    def bring() -> None:
        try:
            answers.put(shelf.take(SHORE.encode()))
        except Refused as refused:
            answers.put(refused.message.key)

    monkeypatch.setattr(tomllib, "loads", slowly)
    crowd = [threading.Thread(target=bring) for _ in range(MOST_WAITING + 4)]
    for each in crowd:
        each.start()
    try:
        assert [answers.get(timeout=30) for _ in range(3)] == ["board.busy"] * 3
    finally:
        go_on.set()
    assert [answers.get(timeout=60) for _ in range(MOST_WAITING + 1)] == ["shore"] * (MOST_WAITING + 1)
    for each in crowd:
        each.join()


def test_maps_are_not_brought_without_end(home: House) -> None:
    """Some a minute; what is made on the phone itself is kept all the same."""
    ann, _ = lobby(home)
    put(ann, "square", square())
    brought = [
        ann.ask("POST", "/api/boards/import", raw=other(home, "square", number), **TOML).status for number in range(8)
    ]
    assert brought == [200] * 6 + [429] * 2
    assert put(ann, "square", square(name="Mine")).status == 200
