"""Everything a page hears from the table: each answer and each message of its stream, as it came."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Error, Page, Request

OWN = ("/api/purse", "/api/diary", "/api/mine")
# Every number that all may read before the reveal. A new member that tells one must be thought about here.
PUBLIC = re.compile(
    r"""^\.(version|seating|beginning|changed|changed
    |seats\[\]\.(id|income)                                  # of the last sheet, which all have read
    |asks\[\]\.(by|since|may\[\])|rejected\.(row|by|seat)
    |takeback\.(row|free\[\])|redo\.may\[\]|log\[\]\.(row|sheet\.(turn|seat))|last_roll\.(row|pips)
    |last\.(row|by|lost\[\]\.seat|bill\.(total|parts\[\]\.number))
    |earlier\[\]\.(row|by|steps\[\]\.(number|lines\[\]))   # by which steps are ticked off
    |lobby\.(start|most|options\[\]\.longest)
    |game\.turn\.(number|of|seat|asked|band|hand)
    |game\.regions\.\*\.(band|seat|tokens|tribe|markers\[\]\.(band|count))
    |game\.record\.(pips|bands\[\]|lay\[\]\.(seat|was\..*)|attacks\[\]\.attack\..*)
    |game\.bands\[\]\.(id|seat|hand|withdrawn|aside|regions|pieces\[\]\.waiting|memory\[\]\.(value|least|most))
    |game\.column\[\]\.(place|tokens|coins|price|laid|numbers\[\])  # what is printed and lies on the column
    |game\.chances\[\]\.seat
    |game\.sheet\.(seat|total|sum\.(total|parts\[\]\.number)|lines\[\]\.amount|bank\[\]\[\])      # of this turn alone
    |game\.offers\[\]\.(seat|cost|least|faces\[\]\.pips|bill\.(total|parts\[\]\.number)|command\..*)
    |game\.offers\[\]\.form\.(total|least_total|there|slots\[\]\.(least|most|start))
    |game\.tray\[\]\.count
    |game\.piles\[\]\.(count|others\[\]\.count)     # what lies beside the map
    )$""",
    re.VERBOSE,
)
# And every number in the other answers, behind its route; those of `OWN` and `check` are the owner's alone.
ANSWERS = re.compile(
    r"""^/api/((act|takeback|redo|consent|purse|roll)\.row|roll\.pips|tick\.version|join\.seat|map/.*
    |me\.(seats|new|moved)\[\]
    |quote\.(seat|(ways|bills)\[\]\.(seat|cost|least|faces\[\]\.pips|bill\.(total|parts\[\]\.number)|command\..*))
    |quote\.counts\[\]\.(command\.)?(tokens|band|seat)
    |quote\.correct\.((choices|pieces)\[\]\.command\.)?(band|tokens|tribe|markers\[\]\.(band|count))
    |mine\.offers\[\]\..*
    |games/.*                                         # refused until every purse of the game is open
    |purse\.coins|diary\..*|check\.(counted|difference)
    )$""",
    re.VERBOSE,
)


class Heard(NamedTuple):
    """One answer or message. `path` has no query; `seat` is the one the query names."""

    method: str
    path: str
    seat: int | None
    status: int
    text: str

    @property
    def json(self) -> Any:
        """What it says, None for a page, a script or a picture."""
        return json.loads(self.text) if self.path.startswith("/api/") else None


class Hearing:
    """Listens to what a page's browser receives, below the page's own scripts."""

    def __init__(self, page: Page) -> None:
        self._heard: list[Heard] = []
        self._waiting: list[Request] = []
        page.on("requestfinished", self._finished)
        # A stream does not finish, so its messages are taken from the network itself.
        network = page.context.new_cdp_session(page)
        network.send("Network.enable")
        network.on(
            "Network.eventSourceMessageReceived",
            lambda message: self._heard.append(Heard("GET", "/api/stream", None, 200, message["data"])),
        )

    def _finished(self, request: Request) -> None:
        # A font tells nothing, and Chromium does not keep each.
        if not request.url.endswith("/api/stream") and request.resource_type != "font":
            self._waiting.append(request)

    def all(self) -> list[Heard]:
        """Everything heard so far. To be called before the page is loaded anew: its answers are forgotten then."""
        # While one is read others come in.
        while self._waiting:
            request = self._waiting.pop(0)
            answer = request.response()
            assert answer, request.url
            address = urlsplit(request.url)
            seat = parse_qs(address.query).get("seat")
            try:
                text = answer.body().decode(errors="replace") if answer.status not in (204, 304) else "null"
            except Error as fault:
                raise AssertionError(f"{request.method} {request.url}") from fault
            self._heard.append(Heard(request.method, address.path, int(seat[0]) if seat else None, answer.status, text))
        return self._heard


def numbers(value: Any, path: str = "") -> Iterator[str]:
    """The place of every number in a JSON value: members by name, but all members of a list or a map of ids as one."""
    if isinstance(value, dict):
        for key, member in value.items():
            yield from numbers(member, f"{path}.{'*' if any(sign.isdigit() for sign in key) else key}")
    elif isinstance(value, list):
        for member in value:
            yield from numbers(member, f"{path}[]")
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield path


def nobody_heard_of_others(hearing: Hearing, seats: Collection[int]) -> None:
    """A page got no purse but those of its own seats, and nothing that all get tells what anybody has too early."""
    heard = hearing.all()
    asked = {each.seat for each in heard if each.path in OWN and each.method == "GET" and each.status == 200}
    assert asked == set(seats)
    states = [each.text for each in heard if public(each)]
    assert len(states) > 50
    strange = {path for state in states for path in too_early(state)}
    assert not strange, strange
    rest = {each.path + path for each in heard if not public(each) for path in numbers(each.json)}
    strange = [path for path in rest if not ANSWERS.match(path)]
    assert not strange, strange


@cache
def too_early(state: str) -> list[str]:
    """The numbers of a state, which all phones get, that nobody may read before the reveal."""
    read = json.loads(state)
    return [] if read.get("phase") == "reveal" else [path for path in {*numbers(read)} if not PUBLIC.match(path)]


def public(each: Heard) -> bool:
    """The state that all get."""
    return each.path in ("/api/state", "/api/stream")
