"""Guests who mean to be a nuisance: what they send again, ask for and pile up without end, and call themselves."""

from __future__ import annotations

import gc
import itertools
import re
from collections import deque

import pytest

from companion.boards import library, maps, photos
from companion.boards.islands import PRACTICE, faces
from tests.web.house import House, Phone
from tests.web.routes import ROUTES
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


@pytest.mark.parametrize(
    "other",
    [
        *("Ａｎｎ", "ANN", "A\u200bnn", "Ann\u3164", "\u202eAnn", " Ann\n", "Ann\ufe0f", "A\u034fnn", "An\u17b4n"),
        *("Ann\U000e0101", "\u0410nn", "\u0391nn", "\u0430nn"),
    ],
)
def test_nobody_sits_down_under_a_name_that_reads_the_same(home: House, other: str) -> None:
    """Wide letters, other alphabets', signs that show nothing and those that turn the text round make no other name."""
    assert joined(home, "Ann", 1) == 200
    assert joined(home, other, 2) == 409
    assert joined(home, "Anne", 3) == 200


@pytest.mark.parametrize("name", ["\u3164", "\u2800\u115f", "\u200b", " \n", "", "x" * 21, "\ufe0f", 9 * "\u0336"])
def test_a_name_can_be_read(home: House, name: str) -> None:
    """Whoever sits there is called something."""
    assert joined(home, name, 1) in (400, 409)
    assert home.phone().state()["seats"] == []


def test_a_stranger_cannot_ask_for_seats_without_end(home: House) -> None:
    """A few times a minute, whatever phone it says it is; who has lost a seat is heard all the same."""
    home.seated(2)
    phones = [home.phone(address="127.0.3.9") for _ in range(15)]
    statuses = [phone.ask("POST", "/api/rejoin", {"seat": 0}).status for phone in phones]
    assert statuses == 6 * [200] + 9 * [429]
    assert home.phone().post("/api/rejoin", seat=1)["waiting"]


def draft(phone: Phone, id: str) -> None:
    """Make a board and take it away."""
    assert phone.ask("PUT", f"/api/boards/{id}", {"name": id}).status == 200
    assert phone.ask("DELETE", f"/api/boards/{id}").status == 200


def test_boards_that_were_taken_away_do_not_pile_up(home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last ones are still there to be found in the folder."""
    monkeypatch.setattr(library, "MOST", 3)
    ann, _ = home.seated(2)
    for number in range(6):
        draft(ann, f"kitchen-{number}")
    there = {path.name for path in (home.folder / library.FOLDER).iterdir()}
    assert there == {f"kitchen-{number}.json{library.REMOVED}" for number in (3, 4, 5)}


def test_pictures_do_not_fill_the_card(home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many are kept; the same one is no further one, and the next is refused with the place to make room."""
    monkeypatch.setattr(photos, "MOST", 1)
    ann, _ = home.seated(2)
    assert put(ann, picture()).status == put(ann, picture()).status == 200
    found = put(ann, picture(300, 300))
    assert (found.status, str(home.folder / photos.FOLDER) in found.json["error"]) == (409, True)
    assert len(list((home.folder / photos.FOLDER).iterdir())) == 1


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


MARK = "zzyzx"
# Names that no board has, and one that a board could have: as short as any, and as long as an address may be.
NAMES = (MARK + "-{}", MARK + "{}%00", MARK + "{:0>1900}", f"isles-{MARK}" + "{:0>1000}")
TIMES = 10


def gathered() -> int:
    """How many strings with the mark any one dictionary, set or list of this process has."""
    # A dictionary of strings is known to those alone that hold it.
    held = [each for each in gc.get_referents(*gc.get_objects()) if type(each) in (dict, set, list, deque)]
    return max(sum(type(one) is str and MARK in one for one in list(each)) for each in held)


def test_what_is_refused_is_forgotten(home: House) -> None:
    """Asked by a player for one name after another that there is not, no route remembers them."""
    ann, _ = home.seated(2)
    statuses = set()
    for name in [name for name in ROUTES if "<" in name or "?" in ROUTES[name].path]:
        method, _, rule = name.partition(" ")
        sent = b"" if method in ("GET", "DELETE") else b'{"nothing": 1}'
        for number, pattern in itertools.product(range(TIMES), NAMES):
            told = pattern.format(f"{number}-{method}")
            path = re.sub("<[^>]*>", told, rule) if "<" in rule else re.sub("=.*", f"={told}", ROUTES[name].path)
            found = ann.ask(method, path, raw=sent, Content_Type=ROUTES[name].kind or "application/json")
            # Who takes away what is not there is told that it is gone.
            statuses.add(400 if method == "DELETE" and found.status == 200 else found.status)
    assert statuses <= {400, 404, 409, 429}
    assert gathered() < TIMES


def test_a_refused_photo_is_not_kept(home: House) -> None:
    """Of a map that there is not, no photo lies on the card."""
    ann, _ = home.seated(2)
    for number in range(3):
        sent = picture(300 + number, 300)
        assert ann.ask("PUT", f"/api/photo/{MARK}", raw=sent, Content_Type="image/jpeg").status == 409
    assert not list(home.folder.glob("photos/*"))
