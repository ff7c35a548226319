"""Whole games at other tables: two who shuffle their own pieces, five phones of all sizes, one phone for everybody.

The box's own die shows the same faces in each run and the table turns up the same pieces, so that each run of the first
two meets the same races, powers and acts; together they have all of the base box's.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.evening import Evening, draws, refused
from tests.browser.house import Sizes, Table
from tests.browser.players import Album, Player
from tests.browser.policy import Temper

NAMES = ("Ann", "Ben", "Cleo", "Dee", "Eve")
FACES = (2, 0, 1, 3, 0)
# The fourth lies on its side.
FIVE = ((360, 640), (390, 844), (412, 915), (844, 390), (430, 932))
# In the order in which they come up. The first ones are taken first, the others when a race has declined.
FOR_TWO = (
    ("ghouls", "spirit"),
    ("sorcerers", "fortified"),
    ("skeletons", "wealthy"),
    ("humans", "merchant"),
    ("elves", "flying"),
    ("wizards", "alchemist"),
    ("ratmen", "swamp"),
    ("giants", "hill"),
    ("dwarves", "forest"),
)
FOR_FIVE = (
    ("amazons", "berserk"),
    ("halflings", "dragon-master"),
    ("ghouls", "heroic"),
    ("dwarves", "bivouacking"),
    ("orcs", "stout"),
    ("trolls", "diplomat"),
    ("tritons", "seafaring"),
    ("giants", "fortified"),
    ("elves", "mounted"),
    ("skeletons", "flying"),
    ("humans", "commando"),
    ("wizards", "underworld"),
    ("ratmen", "pillaging"),
)

Serve = Callable[..., Table]
People = Callable[..., list[Player]]


@pytest.mark.long(name="evenings")
def test_two_who_shuffle_their_own_pieces(serve: Serve, people: People, album: Album, sizes: Sizes) -> None:
    """Two tap in what comes up, one of it wrongly and one after a reload, and play to the reveal."""
    table = serve("--dealing", "table")
    ann, ben = people(*sizes[:2])
    evening = Evening(table, (ann, ben), album, temper=Temper(3, 2), deck=FOR_TWO, faces=FACES)
    evening.sit_down(*NAMES[:2])
    ann.tap("start")
    evening.begin()
    evening.deal(evening.state())

    # The badge was the wrong one: it is taken back, by whoever sees it, and asked for again.
    (badge,) = (chance for chance in draws(evening.state()) if chance["kind"] == "badge")
    ben.deals(badge, "hill")
    ann.catches_up(evening.state())
    with ann.gets_through("/api/takeback"):
        ann.tap("take-back")
    assert draws(evening.state())[0]["occasion"] == badge["occasion"]
    # Ben's phone was locked meanwhile, and asks all the same.
    ben.hearing.all()
    ben.page.reload()
    ben.sees("deal-badge")
    evening.deal(evening.state())
    while draws(evening.state()):
        evening.deal(evening.state())
    column = evening.state()["game"]["column"]
    assert [(combo["race"], combo["power"]) for combo in column] == list(FOR_TWO[:6])

    # Nobody waits for the next piece: the map stays, and is played on.
    evening.step(evening.state())
    assert draws(evening.state())
    for player in (ann, ben):
        player.goes_to("map")
        player.sees("deal-banner")
        expect(player.page.locator(".mapframe")).to_be_in_viewport(ratio=0.9)
    ann.looks("deal-later")

    evening.play()
    for act in (
        "place:fortress",  # Fortified
        "ready of a race in decline",  # Ghouls
        "two races in decline",  # Spirit
        "a way by sorcerers",
        "withdraw",
        "decline",
        "attempt",
    ):
        assert evening.done[act], act
    evening.end()


@pytest.mark.long(name="evenings")
def test_five_phones_of_all_sizes(serve: Serve, people: People, album: Album) -> None:
    """Five play on small, large, dark and lying phones, with nearly every special act there is."""
    table = serve("--dealing", "table")
    players = people(*FIVE)
    evening = Evening(table, players, album, temper=Temper(2, 2), deck=FOR_FIVE, faces=FACES)
    evening.sit_down(*NAMES)
    players[3].tap("start")
    evening.begin()
    dark, lying = players[1], players[3]
    evening.play(
        [
            (1, dark, lambda: dark.looks("five-dark")),
            (1, lying, lambda: lying.looks("five-lying")),
            (2, players[2], evening.try_to_peek),
        ]
    )
    for act in (
        "act:berserk:roll:",
        "amazons aside",
        "a way by dragon-master",
        "dragon",
        "hole",  # Halflings
        "place:hero",
        "place:encampment",
        "place:fortress",
        "accept:decline",  # Stout
        "act:diplomat:ally:1",
        "lair",  # Trolls
        "tritons at sea",  # Seafaring
        "ready of a race in decline",  # Ghouls
        "withdraw",
        "attempt",
    ):
        assert evening.done[act], act
    evening.end()


@pytest.mark.long(name="evenings")
def test_one_phone_for_everybody(serve: Serve, people: People, album: Album, sizes: Sizes) -> None:
    """Two share a phone: for a yes it is handed over or the button is pressed, and each purse has its own cover."""
    table = serve()
    (phone,) = people(sizes[1])
    evening = Evening(table, (phone,), album, temper=Temper(2, 3))
    evening.sit_down(*NAMES[:2])
    phone.tap("start")
    evening.begin()

    def say_it_was_played(answer: Callable[[], None], yes: bool) -> None:
        region = refused(evening.state())
        phone.touch(region)
        phone.sees("refusal")
        with phone.gets_through("/api/act"):
            phone.tap("enter-as-played")
        asks = evening.state()["game"]["turn"]["seat"]
        expect(phone.sees("hand-over")).to_contain_text(f"Pass the phone to {NAMES[1 - asks]} to answer, or press")
        phone.looks("one-phone-ask")
        answer()
        expect(phone.at("hand-over")).to_have_count(0)
        assert evening.state()["game"]["regions"][region]["seat"] == (asks if yes else None)

    def look_at_all_coins() -> None:
        phone.goes_to("purse")
        phone.looks("one-phone-purses")
        for seat in phone.seats:
            assert evening.peek(phone, seat) == evening.coins[seat]
        phone.goes_to("map")

    evening.play(
        [
            (1, phone, lambda: say_it_was_played(lambda: phone.tap("no"), yes=False)),
            (2, phone, lambda: say_it_was_played(table.press, yes=True)),
            (3, phone, lambda: say_it_was_played(lambda: phone.tap("yes"), yes=True)),
            (4, phone, look_at_all_coins),
        ]
    )
    evening.end()
