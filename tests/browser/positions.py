"""A game in the middle: set over HTTP as the phones' own corrections do, so that a test begins where it matters."""

from __future__ import annotations

import itertools
from typing import Any
from urllib.parse import urljoin, urlsplit

from tests.browser.house import OFTEN, Phone

Plain = dict[str, Any]
# Whether a page that listens to the table has heard what a row of the log has changed. On a busy computer one may think
# for a moment that it has lost it: what is shown then is older, and is waited for all the same where nobody has cut the
# line, as a test does for a page with an address of its own.
HEARD = """async ([row, cut]) => {
  if (!document.scripts.length) return true;
  const { page } = await import(`${document.scripts[1].src}/../../lib/page.js`);
  return !page.state || page.link === "full" || (cut && page.link === "lost") || page.state.changed >= row;
}"""
# Six combos, from the top of the column.
COMBOS = (
    ("amazons", "alchemist"),
    ("dwarves", "berserk"),
    ("giants", "commando"),
    ("halflings", "flying"),
    ("orcs", "forest"),
    ("skeletons", "hill"),
)


class Position:
    """What lies on the cardboard, entered by the first of some phones; their seats are in the same order.

    Those of their pages that are open have heard of it before anybody taps: a new stage of the turn leads a phone away
    from what it shows.
    """

    def __init__(self, phones: list[Phone]) -> None:
        self.phones = phones
        self.ids = (f"position-{number}" for number in itertools.count(1))

    def post(self, phone: Phone, path: str, **body: Any) -> Plain:
        """Post as the phone would; nothing is refused."""
        table = urljoin(self.phones[0].home, path)
        answer = phone.context.request.post(table, data={"id": next(self.ids), **body})
        assert answer.ok, answer.text()
        found: Plain = answer.json()
        return found

    def enter(self, **command: Any) -> Plain:
        """Enter a command."""
        answer = self.post(self.phones[0], "/api/act", by=0, command=command)
        self.heard()
        return answer

    def heard(self) -> None:
        """Wait until the pages that listen have heard of the position; it need not be laid out there yet."""
        row = self.phones[0].state()["changed"]
        for page in (page for phone in self.phones for page in phone.context.pages):
            cut = urlsplit(page.url).netloc != urlsplit(self.phones[0].home).netloc
            page.wait_for_function(HEARD, arg=[row, cut], polling=OFTEN)

    def race(self, seat: int, race: str, power: str = "", **regions: int) -> int:
        """A race in play with tokens on regions, in decline if it has no power; returns the number of the band."""
        self.enter(type="set_race", seat=seat, race=race, power=power, declined=not power)
        band = int(self.phones[0].state()["game"]["bands"][-1]["id"])
        for region, tokens in regions.items():
            self.enter(type="set_region", region=region, band=band, tokens=tokens)
        return band

    def begins(self, race: str, power: str, **regions: int) -> None:
        """The fourth turn of the first player, who has a race in play, begins."""
        self.race(0, race, power, **regions)
        self.turn(4, 0)

    def stronghold(self, region: str) -> None:
        """The second player's Trolls hold a region as strongly as they can: two tokens, a Lair and a Fortress."""
        trolls = self.race(1, "trolls", "fortified", **{region: 1})
        pieces = [{"kind": kind, "band": trolls} for kind in ("lair", "fortress")]
        self.enter(type="set_region", region=region, band=trolls, tokens=2, markers=pieces)

    def turn(self, number: int, seat: int) -> None:
        """Somebody's turn begins, with the second phone's yes."""
        ask = self.enter(type="set_turn", number=number, seat=seat)["ask"]
        self.post(self.phones[1], "/api/consent", by=1, ask=ask, yes=True)
        self.heard()

    def coins(self, seat: int, coins: int) -> None:
        """A player has counted the coins."""
        self.post(self.phones[seat], "/api/purse", seat=seat, coins=coins)
        self.heard()

    @property
    def game(self) -> Plain:
        """The game as all may see it."""
        found: Plain = self.phones[0].state()["game"]
        return found


def conquering(pair: list[Phone]) -> tuple[Phone, Phone, Position]:
    """Ann has tokens in hand beside Ben's region, and is to conquer."""
    ann, ben = pair
    position = Position(pair)
    position.race(0, "giants", "merchant", r03=9)
    position.race(1, "elves", "swamp", r04=2, r05=3)
    position.turn(4, 0)
    return ann, ben, position


def lay_column(phone: Phone) -> None:
    """Lay out six combos by two taps each, with two coins on the first."""
    phone.tap("lay-anew")
    for combo in COMBOS:
        for piece in combo:
            phone.tap(f"piece-{piece}")
    for _ in range(2):
        phone.tap("lay-coins-0-1")
