"""Sitting down with a phone, and still sitting there after whatever happens to phone and service."""

import base64
import json
import stat
from pathlib import Path

import pytest

from companion.web.seats import KEY_FILE
from tests.web.house import House, Phone, Plain, house, offer


def test_joining_gives_a_cookie_that_scripts_cannot_read(home: House) -> None:
    """The cookie is HttpOnly, SameSite=Lax, lasts, and the body holds the seat alone."""
    phone = home.phone()
    found = phone.ask("POST", "/api/join", {"name": "Ann"})
    cookie = found.headers["set-cookie"]
    assert found.json == {"seat": 0}
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Max-Age=31536000" in cookie
    assert phone.get("/api/me") == {"seats": [0], "new": [0], "moved": [], "waiting": False, "sign": None}


def test_an_answer_that_was_lost_is_given_again(home: House) -> None:
    """The same join sent twice, the second time without the cookie of the first answer: one seat, the same phone."""
    phone = home.phone()
    phone.post("/api/join", name="Ann", id="tap-1")
    phone.cookie = ""
    assert phone.post("/api/join", name="Ann", id="tap-1") == {"seat": 0}
    assert phone.get("/api/me")["seats"] == [0]
    assert phone.post("/api/join", name="Ann", id="tap-1") == {"seat": 0}
    assert len(phone.state()["seats"]) == 1
    assert home.phone().refused("/api/join", name="Ann", id="tap-2").status == 409


def test_a_request_whose_seat_is_free_again_takes_another(home: House) -> None:
    """Who stood up in between sits down anew: the old answer would name nobody's seat."""
    phone = home.phone()
    phone.post("/api/join", name="Ann", id="tap-1")
    phone.post("/api/lobby", remove=0)
    assert phone.post("/api/join", name="Ann") == {"seat": 0}


def test_the_price_is_that_of_the_seat_that_is_asked_for(home: House) -> None:
    """A region's price is public: any seated phone asks for its own or another's, and for no seat that is not there."""
    ann, ben = home.seated(2)
    region = next(offer["region"] for offer in ann_conquers(home, ann) if offer["kind"] == "conquer")
    mine = ann.get(f"/api/quote?region={region}")
    assert mine["seat"] == 0
    assert ben.get(f"/api/quote?region={region}&seat=0") == ben.get(f"/api/quote?region={region}") == mine
    assert ben.get(f"/api/quote?region={region}&seat=1")["refusal"] == "Ben has no active race"
    assert ben.ask("GET", f"/api/quote?region={region}&seat=7").status == 409
    assert ben.ask("GET", f"/api/quote?region={region}&seat=x").status == 400


def ann_conquers(home: House, ann: Phone) -> list[Plain]:
    """What Ann may do once she has taken the first combo."""
    pick = offer(ann.state(), "pick")
    ann.post("/api/act", id="pick", by=0, command=pick["command"])
    found: list[Plain] = ann.state()["game"]["offers"]
    return found


def test_pages_say_their_language(home: House) -> None:
    """The page's language is the one it is answered in, for screen readers and for the page's own words."""
    for path in ("/", "/table", "/dice", "/status", "/maker", "/card"):
        assert b'<html lang="fr">' in home.phone().ask("GET", path, Accept_Language="fr-CA, en;q=0.5").body
        assert b'<html lang="en">' in home.phone().ask("GET", path, Accept_Language="it, pl;q=0.5").body


def test_a_phone_takes_one_seat_unless_it_wants_another(home: House) -> None:
    """A second join of one phone is refused, unless it says that it means another seat."""
    phone = home.phone()
    phone.post("/api/join", name="Ann")
    assert phone.refused("/api/join", name="Ben").status == 409
    assert phone.post("/api/join", name="Ben", another=True) == {"seat": 1}
    assert phone.get("/api/me")["seats"] == [0, 1]


def test_the_seat_is_there_after_a_restart(tmp_path: Path) -> None:
    """A cookie of before the restart, on another port, still holds the seat and its purse."""
    with house(tmp_path) as first:
        ann, ben = first.seated(2)
        cookies = ann.cookie, ben.cookie
        version = ann.state()["version"]
    with house(tmp_path) as second:
        for seat, cookie in enumerate(cookies):
            phone = second.phone()
            phone.cookie = cookie
            assert phone.get("/api/me")["seats"] == [seat]
            assert phone.get(f"/api/purse?seat={seat}") == {"coins": 5}
        assert phone.state()["version"] > version


def test_the_seat_is_there_under_another_name_of_the_computer(home: House) -> None:
    """Whatever address or local name the phone uses, a cookie it sends is known."""
    ann, _ = home.seated(2)
    for host in ("192.168.1.5", "smallworld.local:8000", "localhost", "[fe80::1]:8000"):
        assert ann.ask("GET", "/api/me", Host=host).json["seats"] == [0]


def test_a_lost_cookie_comes_back_with_a_yes(home: House) -> None:
    """A phone without its cookie waits with a sign; another's yes gives it the seat, which the old cookie has lost."""
    ann, ben = home.seated(2)
    old, ann.cookie = ann.cookie, ""
    sign = ann.post("/api/rejoin", seat=0)["sign"]
    assert ann.get("/api/me") == {"seats": [], "new": [], "moved": [], "waiting": True, "sign": sign}
    assert ann.ask("GET", "/api/purse?seat=0").status == 401
    ask = ben.state()["asks"][0]
    assert sign in ask["text"]
    ben.post("/api/consent", id="y", by=1, ask=ask["id"], yes=True)
    assert ann.get("/api/me") == {"seats": [0], "new": [0], "moved": [], "waiting": False, "sign": None}
    stolen = home.phone()
    stolen.cookie = old
    assert stolen.get("/api/me") == {"seats": [], "new": [], "moved": [0], "waiting": False, "sign": None}
    assert stolen.ask("GET", "/api/purse?seat=0").status == 401
    assert stolen.refused("/api/act", id="late", by=0, command=offer(ben.state(), "pick")["command"]).status == 401


def test_a_request_is_taken_back_by_who_made_it_alone(tmp_path: Path) -> None:
    """Another phone that waits, players and strangers leave it open; taken back it is gone, also after a restart."""
    with house(tmp_path) as first:
        ann, ben, cid = first.seated(3)
        new, other = first.phone(address="127.0.5.1"), first.phone(address="127.0.5.2")
        sign, theirs = (each.post("/api/rejoin", seat=0)["sign"] for each in (new, other))
        for each in (ann, ben, cid, first.phone()):
            each.post("/api/rejoin/withdraw")
        assert [sign in ask["text"] for ask in ben.state()["asks"]] == [True, False]
        for _ in range(2):
            assert new.post("/api/rejoin/withdraw") == {}
        assert [theirs in ask["text"] for ask in ben.state()["asks"]] == [True]
        assert not new.get("/api/me")["waiting"]
        assert other.get("/api/me")["sign"] == theirs
        other.post("/api/rejoin/withdraw")
    with house(tmp_path) as second:
        assert second.phone().state()["asks"] == []


def test_who_took_a_request_back_may_ask_again(home: House) -> None:
    """Nobody has said no: the next request is open at once with a number of its own, and a yes gives the seat."""
    _, ben = home.seated(2)
    new = home.phone(address="127.0.5.1")
    old = new.post("/api/rejoin", seat=0)["sign"]
    before = ben.state()["asks"][0]["id"]
    log = ben.state()["log"]
    new.post("/api/rejoin/withdraw")
    assert ben.state()["log"] == log
    assert ben.refused("/api/consent", id="late", by=1, ask=before, yes=True).status == 409
    assert new.post("/api/rejoin", seat=0)["sign"] != old
    ben.post("/api/consent", id="y", by=1, ask=ben.state()["asks"][0]["id"], yes=True)
    assert new.get("/api/me")["seats"] == [0]


@pytest.mark.parametrize("change", ["signature", "payload", "other key", "empty", "long", "unicode"])
def test_no_seat_without_the_cookie(home: House, change: str) -> None:
    """A cookie that was altered, made up or signed by another table is no cookie."""
    ann, _ = home.seated(2)
    name, _, value = ann.cookie.partition("=")
    payload, _, signature = value.partition(".")
    forged = {
        "signature": f"{payload}.{'A' * len(signature)}",
        "payload": f"{base64.urlsafe_b64encode(json.dumps('ann').encode()).decode()}.{signature}",
        "other key": "ImFubiI.Zm9yZ2VkZm9yZ2VkZm9yZ2Vk",
        "empty": "",
        "long": "x" * 8000,
        "unicode": "\xe4\xf6",
    }[change]
    ann.cookie = f"{name}={forged}"
    assert ann.get("/api/me")["seats"] == []
    assert ann.ask("GET", "/api/purse?seat=0").status == 401


def test_the_key_is_the_owners_alone(home: House) -> None:
    """The key file can be read by this user only, and stays the same."""
    path = home.folder / KEY_FILE
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert len(path.read_bytes()) == 32


def harm_key(path: Path, harm: str) -> None:
    """Flip a bit in a key file, cut it, fill it with nothing, or take it away."""
    held = bytearray(path.read_bytes())
    held[5] ^= 16
    path.unlink()
    if harm != "gone":
        path.write_bytes({"a bit": bytes(held), "cut": held[:7], "zeros": bytes(len(held)), "empty": b""}[harm])


@pytest.mark.parametrize("harm", ["a bit", "cut", "zeros", "empty", "gone"])
def test_a_damaged_key_is_mended(tmp_path: Path, harm: str) -> None:
    """Every phone keeps its seat; what was damaged is kept, and all are told."""
    with house(tmp_path) as one:
        ann, _ = one.seated(2)
        key = (tmp_path / KEY_FILE).read_bytes()
    harm_key(tmp_path / KEY_FILE, harm)
    held = (tmp_path / KEY_FILE).read_bytes() if harm not in ("gone", "empty") else b""
    with house(tmp_path) as one:
        again = one.phone()
        again.cookie = ann.cookie
        assert again.get("/api/me")["seats"] == [0]
        said = " ".join(again.state()["table"]["notices"])
        assert ("server.damaged-1.key" in said) == bool(held)
    assert (tmp_path / KEY_FILE).read_bytes() == key
    assert not held or (tmp_path / "server.damaged-1.key").read_bytes() == held


@pytest.mark.parametrize("harm", ["a bit", "cut", "zeros", "gone"])
def test_a_damaged_second_copy_of_the_key_is_made_again(tmp_path: Path, harm: str) -> None:
    """So is that which an earlier version had not; the key stays the same, and nobody need hear of it."""
    with house(tmp_path) as one:
        ann, _ = one.seated(2)
    second = tmp_path / f"{KEY_FILE}.copy"
    held = second.read_bytes()
    harm_key(second, harm)
    with house(tmp_path) as one:
        again = one.phone()
        again.cookie = ann.cookie
        assert again.get("/api/me")["seats"] == [0]
        assert again.state()["table"]["notices"] == []
    assert second.read_bytes() == held
    assert stat.S_IMODE(second.stat().st_mode) == 0o600


def test_a_lost_key_is_said(tmp_path: Path) -> None:
    """With both damaged a new one is made, never one that can be guessed, and people read what to do."""
    with house(tmp_path) as one:
        ann, _ = one.seated(2)
    (tmp_path / KEY_FILE).write_bytes(bytes(32))
    (tmp_path / f"{KEY_FILE}.copy").write_bytes(bytes(48))
    with house(tmp_path) as one:
        again = one.phone()
        again.cookie = ann.cookie
        assert again.get("/api/me")["seats"] == []
        assert "companion seat NAME" in again.state()["table"]["notices"][0]
    assert len({*(tmp_path / KEY_FILE).read_bytes()}) > 10


def test_joining_is_limited(home: House) -> None:
    """Whoever joins too often is told to wait, and whoever has joined plays on."""
    ann, _ = home.seated(2)
    answers = [home.phone().ask("POST", "/api/rejoin", {"seat": 9}).status for _ in range(30)]
    assert 429 in answers
    limited = home.phone().refused("/api/join", name="Eve")
    assert limited.status == 429
    assert "Wait" in limited.json["error"]
    assert 1 <= int(limited.headers["retry-after"]) <= 60
    ann.act(0, offer(ann.state(), "pick")["command"])


def test_a_stranger_watches_and_does_nothing(home: House) -> None:
    """Without a seat one sees what the table screen shows, and every act is refused with 401."""
    ann, _ = home.seated(2)
    stranger = home.phone()
    assert stranger.state() == ann.state()
    before = home.table.queries.state()
    pick = offer(ann.state(), "pick")["command"]
    for path, value in (
        ("/api/act", {"id": "x", "by": 0, "command": pick}),
        ("/api/takeback", {"id": "x", "by": 0, "row": 3}),
        ("/api/consent", {"id": "x", "by": 0, "ask": "a1", "yes": True}),
        ("/api/roll", {"by": 0, "occasion": "x"}),
        ("/api/purse", {"id": "x", "seat": 0, "coins": 99}),
        ("/api/lobby", {"start": 1}),
        ("/api/start", {}),
        ("/api/new", {"by": 0}),
    ):
        assert stranger.refused(path, **value).status == 401, path
    for path in ("/api/mine?seat=0", "/api/purse?seat=0", "/api/quote?region=r07"):
        assert stranger.ask("GET", path).status == 401, path
    assert home.table.queries.state() == before
