"""Strangers who ask for other people's seats, from one address or many: the players get their own all the same."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.game.claims import EACH, FOR_A_SEAT, IN_ALL, NO_LASTS, NO_TO_PLAYERS_LASTS, Claims
from companion.game.permissions import Ask
from companion.host.address import counted_as
from companion.rules.model import Message
from companion.table.seats import LINK_LASTS
from companion.web.routes import lobby
from tests.clock import Clock
from tests.web.house import House, Phone, Plain, house

# The address of a player's phone, of another one, and of a proxy that a whole family is behind.
ANNS, OTHER, PROXY = "127.0.5.1", "127.0.5.2", "127.0.5.3"


def strangers(count: int, first: int = 1) -> list[str]:
    """So many addresses at which nobody plays."""
    return [f"127.0.6.{number}" for number in range(first, first + count)]


@pytest.fixture
def clock() -> Clock:
    """The table's clock."""
    return Clock()


@pytest.fixture
def home(tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A table at which three play, and which takes any number of requests a minute: what else there is has to do."""
    monkeypatch.setitem(lobby.ASKING, 60, 10_000)
    monkeypatch.setitem(lobby.ASKING, 3600, 10_000)
    monkeypatch.setitem(lobby.JOINING, 60, 10_000)
    monkeypatch.setitem(lobby.JOINING, 3600, 10_000)
    with house(tmp_path / "data", clock=clock) as opened:
        opened.seated(3)
        yield opened


def asking(home: House, address: str, seat: int = 0) -> Phone:
    """A new phone that may ask for a seat, and does."""
    phone = home.phone(address=address)
    phone.post("/api/rejoin", seat=seat)
    return phone


def waits(phone: Phone) -> bool:
    """Whether a phone's request is open."""
    return bool(phone.get("/api/me")["waiting"])


def question(home: House, phone: Phone) -> Plain:
    """What the players are asked about a phone that waits."""
    (found,) = [ask for ask in home.phones[1].state()["asks"] if phone.get("/api/me")["sign"] in ask["text"]]
    assert isinstance(found, dict)
    return found


def answer(home: House, phone: Phone, *, yes: bool, by: int = 1) -> None:
    """Another player compares the sign, and says yes or no."""
    ids = home.phones[by].ids
    home.phones[by].post("/api/consent", id=next(ids), by=by, ask=question(home, phone)["id"], yes=yes)


def refusal(home: House, address: str, seat: int = 0, phone: Phone | None = None) -> str:
    """The sentence with which a phone is refused to ask for a seat."""
    found = (phone or home.phone(address=address)).refused("/api/rejoin", seat=seat)
    assert found.status == 409
    return str(found.json["error"])


def pester(home: House, addresses: list[str], times: int = 1) -> None:
    """From each address new phones ask for every seat, again and again, whatever they are told."""
    for _, address, seat in itertools.product(range(times), addresses, range(3)):
        home.phone(address=address).ask("POST", "/api/rejoin", {"seat": seat})


def test_four_addresses_do_not_keep_a_player_out(home: House) -> None:
    """They ask for every seat before her and after her, with ever new phones: Ann is asked about until Ben says yes."""
    pester(home, strangers(4), 3)
    ann = asking(home, ANNS)
    pester(home, strangers(4), 5)
    assert waits(ann)
    answer(home, ann, yes=True)
    assert ann.get("/api/me")["seats"] == [0]


def test_with_every_place_taken_by_another_address_a_player_finds_one(home: House) -> None:
    """As many addresses as there are places, one request each: who has waited longest makes room for a new address."""
    for number, address in enumerate(strangers(IN_ALL)):
        asking(home, address, number % 3)
    assert len(home.phones[1].state()["asks"]) == IN_ALL
    ann = asking(home, ANNS)
    assert len(home.phones[1].state()["asks"]) == IN_ALL
    for address in strangers(FOR_A_SEAT - 1, first=100):
        asking(home, address)
    pester(home, strangers(IN_ALL), 2)
    assert waits(ann)


def test_a_seat_has_a_few_requests_and_so_has_an_address(home: House) -> None:
    """However many addresses ask for one seat, and however many seats one address asks for."""
    for address in strangers(2 * FOR_A_SEAT):
        asking(home, address, 0)
    assert len(home.phones[1].state()["asks"]) == FOR_A_SEAT
    pester(home, strangers(1, first=99), 2)
    assert len(home.phones[1].state()["asks"]) == FOR_A_SEAT - 1 + EACH
    assert "Too many phones" in refusal(home, strangers(1, first=99)[0], 2)


def test_a_request_made_and_dropped_makes_room_for_the_next_from_there(home: House) -> None:
    """A browser that has forgotten its cookie asks again: the players are asked once, with the number it shows now."""
    first = asking(home, ANNS)
    second = asking(home, ANNS)
    assert not waits(first)
    assert [ask["id"] for ask in home.phones[1].state()["asks"]] == [question(home, second)["id"]]
    answer(home, second, yes=True)
    assert second.get("/api/me")["seats"] == [0]


def test_a_no_lasts(home: House, clock: Clock) -> None:
    """Neither a new phone at that address nor that phone at a new one asks again for ten minutes; others do."""
    (there, elsewhere) = strangers(2)
    stranger = asking(home, there)
    answer(home, stranger, yes=False)
    clock.now += NO_LASTS - 61
    assert "Ask again in 1 minute," in refusal(home, there)
    moved = home.phone(address=elsewhere)
    moved.cookie = stranger.cookie
    assert "A player rejected it" in refusal(home, elsewhere, phone=moved)
    assert home.phones[1].state()["asks"] == []
    assert waits(asking(home, there, 1))
    assert waits(asking(home, ANNS))
    clock.now += 62
    assert waits(asking(home, there))


def test_a_second_no_lasts_for_the_game(home: House, clock: Clock) -> None:
    """From that address nobody asks for that seat any more, until another game begins."""
    (there,) = strangers(1)
    for _ in range(2):
        answer(home, asking(home, there), yes=False)
        clock.now += NO_LASTS + 1
    clock.now += 100 * NO_LASTS
    assert "rejected it twice" in refusal(home, there)
    ann, ben, cid = home.phones[:3]
    ask = ann.act(0, {"type": "stop"})["ask"]
    ben.post("/api/consent", id="stop", by=1, ask=ask, yes=True)
    for seat, phone in enumerate((ann, ben, cid)):
        phone.act(seat, {"type": "unveil"})
    ann.post("/api/new", by=0)
    assert waits(asking(home, there))


def test_from_where_she_played_a_player_always_asks(home: House, clock: Clock) -> None:
    """A phone that has lost its cookie alone: it gives way to no stranger, and a no by mistake lasts for a minute."""
    ann = home.phone(address=ANNS)
    ann.cookie = home.phones[0].cookie
    stream = ann.stream()
    stream.state()
    ann.cookie = ""
    for address in strangers(IN_ALL):
        asking(home, address, 0)
    ann.post("/api/rejoin", seat=0)
    for address in strangers(2 * FOR_A_SEAT, first=100):
        asking(home, address, 0)
    assert waits(ann)
    for _ in range(3):
        answer(home, ann, yes=False)
        assert "A player rejected it" in refusal(home, ANNS, phone=ann)
        clock.now += NO_TO_PLAYERS_LASTS + 1
        ann.post("/api/rejoin", seat=0)
    answer(home, ann, yes=True)
    assert ann.get("/api/me")["seats"] == [0]
    stream.close()


def test_who_has_given_up_the_seat_is_a_stranger_again(home: House) -> None:
    """A no to the phone of somebody who has stopped playing lasts as long as any."""
    cid = home.phone(address=OTHER)
    cid.cookie = home.phones[2].cookie
    stream = cid.stream()
    stream.state()
    cid.post("/api/standup", seat=2)
    answer(home, asking(home, OTHER), yes=False)
    assert "in 10 minutes" in refusal(home, OTHER)
    stream.close()


def test_a_family_behind_one_address_asks_for_each_of_its_seats(home: House) -> None:
    """Where a proxy speaks for all, one who plays there opens the way for the others: a request for each seat."""
    ben = home.phone(address=PROXY)
    ben.cookie = home.phones[1].cookie
    stream = ben.stream()
    stream.state()
    others = {seat: asking(home, PROXY, seat) for seat in (0, 2, 1)}
    assert all(waits(phone) for phone in others.values())
    for seat in (0, 2):
        answer(home, others[seat], yes=True)
        assert others[seat].get("/api/me")["seats"] == [seat]
    stream.close()


def test_a_number_stands_for_one_phone(home: House) -> None:
    """Whoever says yes compares it: no other phone shows the same, and none soon after that showed it before."""
    ann = asking(home, ANNS)
    row = int(question(home, ann)["id"][1:])
    ben = home.phones[1]
    while len(list(home.store.rows(1))) < row + 99:
        ben.post("/api/purse", id=next(ben.ids), seat=1, coins=5)
    assert question(home, asking(home, OTHER))["id"] == f"a{row + 100}"
    shown = [asking(home, address, 1).get("/api/me")["sign"] for address in strangers(40)]
    assert len({*shown, ann.get("/api/me")["sign"]}) == 41


def test_no_number_is_given_that_a_phone_shows() -> None:
    """Of a hundred numbers ninety-nine are shown: the next phone gets the last one."""
    shown = [Ask(number, 0, "seat", {}, Message("log.asked")) for number in range(99)]
    assert Claims(Clock()).new_pairing_code(shown) == "99"


def test_requests_of_before_a_restart_keep_nobody_out(tmp_path: Path) -> None:
    """Where they came from is not known any more, so they give way."""
    with house(tmp_path / "data") as first:
        first.seated(2)
        cookie = first.phones[1].cookie
        for address in strangers(FOR_A_SEAT):
            asking(first, address)
    with house(tmp_path / "data") as second:
        ben = second.phone()
        ben.cookie = cookie
        assert len(ben.state()["asks"]) == FOR_A_SEAT
        assert waits(asking(second, ANNS))
        assert len(ben.state()["asks"]) == FOR_A_SEAT


def test_a_link_from_the_computer_gives_the_seat_whatever_strangers_do(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Behind one address with a stranger who uses up all requests, the phone that opens the link has the seat."""
    monkeypatch.setitem(lobby.ASKING, 60, 2)
    with house(tmp_path / "data", clock=clock) as home:
        home.seated(2)
        pester(home, [PROXY], 4)
        ann = home.phone(address=PROXY)
        assert ann.refused("/api/rejoin", seat=0).status == 429
        for number in range(50):
            assert ann.refused("/api/link", secret=f"{number:012x}").status == 409
        secret = home.table.seats.link("ANN")
        assert ann.post("/api/link", secret=secret) == {"seat": 0}
        assert ann.get("/api/me")["seats"] == [0]
        assert ann.get("/api/purse?seat=0") == {"coins": 5}
        assert home.phones[0].get("/api/me") == {"seats": [], "moved": [0], "waiting": False, "sign": None, "new": []}


def test_a_link_is_good_once_for_a_while_and_for_its_player(home: House, clock: Clock) -> None:
    """Not after it was opened, not when a newer one was made, not after ten minutes, and for no other seat."""
    first, second = home.table.seats.link("Ann"), home.table.seats.link("Ann")
    bens = home.table.seats.link("Ben")
    assert home.table.seats.link("Nobody") is None
    phone = home.phone(address=ANNS)
    assert phone.refused("/api/link", secret=first).status == 409
    assert phone.post("/api/link", secret=second) == {"seat": 0}
    thief = home.phone(address=OTHER)
    assert "no longer works" in thief.refused("/api/link", secret=second).json["error"]
    clock.now += LINK_LASTS + 1
    assert thief.refused("/api/link", secret=bens).status == 409
    assert thief.get("/api/me")["seats"] == []


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::2", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%wlan0", "fe80::/64"),
        ("", ""),
        (None, ""),
    ],
)
def test_what_an_address_is_counted_as(address: str | None, counted: str) -> None:
    """A device makes itself addresses in its IPv6 network as it likes: they are one. An IPv4 address is one."""
    assert counted_as(address) == counted


def test_a_device_that_changes_its_ipv6_address_has_one_request(home: House) -> None:
    """Twenty addresses of one network ask for a seat: one request is open."""
    for number in range(20):
        client = home.app.test_client()
        found = client.post("/api/rejoin", json={"seat": 0}, environ_base={"REMOTE_ADDR": f"2001:db8::{number:x}"})
        assert found.status_code == 200
    assert len(home.phones[1].state()["asks"]) == 1
    found = home.app.test_client().post(
        "/api/rejoin", json={"seat": 0}, environ_base={"REMOTE_ADDR": "2001:db8:0:1::1"}
    )
    assert found.status_code == 200
    assert len(home.phones[1].state()["asks"]) == 2
