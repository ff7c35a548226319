"""Guests who mean to be a nuisance: what they send again, ask for and pile up without end, and call themselves."""

from __future__ import annotations

import itertools

import pytest

from companion import boards, maps, photo
from companion.maps.islands import PRACTICE, faces
from tests.web.house import House, Phone
from tests.web.test_photo import picture, put


def joined(home: House, name: str, number: int) -> int:
    """With which status somebody sits down under a name."""
    return home.phone(address=f"127.0.3.{number}").ask("POST", "/api/join", {"name": name}).status


def test_a_join_is_not_done_twice(home: House) -> None:
    """One that comes again after its seat was given up is refused in words, and takes none."""
    ann = home.phone()
    ann.post("/api/join", name="Ann", id="one")
    ann.post("/api/lobby", remove=0)
    assert ann.refused("/api/join", name="Ann", id="one").status == 409
    assert ann.state()["seats"] == []


@pytest.mark.parametrize("other", ["Ａｎｎ", "ANN", "A\u200bnn", "Ann\u3164", "\u202eAnn", " Ann\n"])
def test_nobody_sits_down_under_a_name_that_reads_the_same(home: House, other: str) -> None:
    """Wide letters, signs that show nothing and those that turn the text round make no other name."""
    assert joined(home, "Ann", 1) == 200
    assert joined(home, other, 2) == 409
    assert joined(home, "Anne", 3) == 200


@pytest.mark.parametrize("name", ["\u3164", "\u2800\u115f", "\u200b", " \n", "", "x" * 21])
def test_a_name_can_be_read(home: House, name: str) -> None:
    """Whoever sits there is called something."""
    assert joined(home, name, 1) in (400, 409)
    assert home.phone().state()["seats"] == []


def test_a_stranger_cannot_ask_for_seats_without_end(home: House) -> None:
    """A few questions a minute, whatever phone it says it is; who has lost a seat is heard all the same."""
    ann, _ = home.seated(2)
    for number in range(15):
        home.phone(address="127.0.3.9").ask("POST", "/api/rejoin", {"seat": number % 2})
    assert len(ann.state()["asks"]) == 6
    assert home.phone().post("/api/rejoin", seat=1)["waiting"]


def draft(phone: Phone, id: str) -> None:
    """Make a board and take it away."""
    assert phone.ask("PUT", f"/api/boards/{id}", {"name": id}).status == 200
    assert phone.ask("DELETE", f"/api/boards/{id}").status == 200


def test_boards_that_were_taken_away_do_not_pile_up(home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last ones are still there to be found in the folder."""
    monkeypatch.setattr(boards, "MOST", 3)
    ann, _ = home.seated(2)
    for number in range(6):
        draft(ann, f"kitchen-{number}")
    there = {path.name for path in (home.folder / boards.FOLDER).iterdir()}
    assert there == {f"kitchen-{number}.json{boards.REMOVED}" for number in (3, 4, 5)}


def test_pictures_do_not_fill_the_card(home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many are kept; the same one is no further one, and the next is refused with the place to make room."""
    monkeypatch.setattr(photo, "MOST", 1)
    ann, _ = home.seated(2)
    assert put(ann, picture()).status == put(ann, picture()).status == 200
    found = put(ann, picture(300, 300))
    assert (found.status, str(home.folder / photo.FOLDER) in found.json["error"]) == (409, True)
    assert len(list((home.folder / photo.FOLDER).iterdir())) == 1


def test_whoever_looks_at_all_maps_takes_no_memory(home: House) -> None:
    """Practice islands lie in hundreds of ways, of which some are kept at hand."""
    stranger = home.phone()
    large = [face for face in faces() if face[0] == "l"]
    small = [face for face in faces() if face[0] == "s"]
    medium = [face for face in faces() if face[0] == "m"]
    ways = ["-".join(way) for way in itertools.product(large, medium, small)]
    found = [stranger.ask("GET", f"/api/map/{PRACTICE}{way}").status for way in ways]
    assert found.count(200) > 16
    known = maps._load.cache_info()
    assert known.currsize == known.maxsize == 16
