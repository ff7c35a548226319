"""Limits requests for seats, so that strangers cannot keep people from their seats.

A phone that asks for a seat has no credentials, so only the address counts from which it asks. An address has one open
request for a seat, and a few in all; so have a seat and the table. If there is no room, the request is dropped whose
address has asked most often in the last hour, and of several the oldest: somebody who asks for the first time always
gets a place, and somebody who asks again and again only takes one from others who do the same.

A "no" lasts. It lasts only a moment for an address from which somebody plays: a family may share it, and so may a
player with the phone that just lost its cookie. Such a request is never dropped for a stranger's, and there may be one
for each seat. All of this is forgotten when the service stops.
"""

from __future__ import annotations

import math
import secrets
from collections import deque
from collections.abc import Callable, Collection, Iterable, Sequence

from companion.game.permissions import Ask
from companion.rules.model import Message, Refused

# How many requests may be open: from an address from which nobody plays, for one seat, and in all.
EACH, FOR_A_SEAT, IN_ALL = 2, 4, 12
# How long a request of an address counts, in seconds.
OF_LATE = 3600.0
# How long a first "no" lasts, in seconds; a second one for the same seat lasts for the rest of the game. For an address
# from which somebody plays, every "no" lasts for the shorter time.
NO_LASTS, NO_TO_PLAYERS_LASTS = 600.0, 60.0
# How many addresses are remembered of a phone, how many phones, and how many addresses that have asked.
ADDRESSES, PHONES, MOST_ADDRESSES = 3, 64, 1000
# A code is not used again before this many others: players compare it with what a phone showed a while ago.
APART = 60


class Claims:
    """What is known of the phones that ask for seats. Called with the table's lock held.

    An `address` is one as companion/host/address.py counts it.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        """`clock` gives seconds that only increase."""
        self._clock = clock
        self._homes: dict[str, deque[str]] = {}
        self._from: dict[int, str] = {}
        self._times: dict[str, list[float]] = {}
        self._refused: dict[tuple[int, str, int], tuple[int, float]] = {}
        self._codes: deque[str] = deque(maxlen=APART)

    def heard(self, phone: str, address: str) -> None:
        """Note that a phone that holds a seat uses an address."""
        known = self._homes.pop(phone, deque[str](maxlen=ADDRESSES))
        if address not in known:
            known.append(address)
        self._homes[phone] = known
        if len(self._homes) > PHONES:
            del self._homes[next(iter(self._homes))]

    def making_room(
        self, game: int, address: str, phone: str, seat: int, asks: Sequence[Ask], holders: Collection[str | None]
    ) -> list[int]:
        """The numbers of the open requests to drop for a phone that asks for a seat from an address.

        `asks` are the open requests, `holders` the phones that hold the seats. Raises Refused if the phone may not ask.
        """
        home = self._home(address, holders)
        self._not_refused(game, (address, phone), seat, home)
        same = [ask.number for ask in asks if ask.by == seat and self._from.get(ask.number) == address]
        others = [ask for ask in asks if ask.number not in same]
        if not home and sum(self._from.get(ask.number) == address for ask in others) >= EACH:
            raise Refused(Message("table.many_wait"))
        for_it = [ask for ask in others if ask.by == seat]
        crowd = for_it if len(for_it) >= FOR_A_SEAT else others if len(others) >= IN_ALL else []
        if not crowd:
            return same
        last = max(crowd, key=lambda ask: (*self._rank(self._from.get(ask.number), holders), -ask.number))
        stranger, often = self._rank(address, holders)
        if self._rank(self._from.get(last.number), holders) < (stranger, often + 1):
            raise Refused(Message("table.many_wait"))
        return [*same, last.number]

    def asked(self, number: int, address: str, asks: Iterable[Ask]) -> None:
        """Note the number of a new request, beside the open ones."""
        now = self._clock()
        open_ones = {ask.number for ask in asks}
        self._from = {one: where for one, where in self._from.items() if one in open_ones} | {number: address}
        recent = {where: [at for at in times if now - at < OF_LATE] for where, times in self._times.items()}
        own = [*recent.pop(address, ()), now]
        known = [(where, times) for where, times in recent.items() if times]
        self._times = dict([*known[1 - MOST_ADDRESSES :], (address, own)])

    def refused(self, game: int, ask: Ask) -> None:
        """Note that a player said no to a request in a game."""
        now = self._clock()
        self._refused = {key: said for key, said in self._refused.items() if key[0] == game}
        for who in {self._from.get(ask.number, ""), ask.command["phone"]} - {""}:
            times, _ = self._refused.get((game, who, ask.by), (0, now))
            self._refused[game, who, ask.by] = times + 1, now

    def new_pairing_code(self, asks: Iterable[Ask]) -> str:
        """Two digits for a phone that asks, which no other one shows or has recently shown."""
        shown = {*self._codes, *(ask.pairing_code for ask in asks)}
        free = [code for number in range(100) if (code := f"{number:02}") not in shown]
        self._codes.append(secrets.choice(free))
        return self._codes[-1]

    def _home(self, address: str, holders: Collection[str | None]) -> bool:
        """Whether somebody who holds a seat uses an address."""
        return any(address in known for phone, known in self._homes.items() if phone in holders)

    def _rank(self, address: str | None, holders: Collection[str | None]) -> tuple[bool, float]:
        """Requests with the greatest rank are dropped first: from before a restart, then strangers who asked often."""
        if address is None:
            return True, math.inf
        now = self._clock()
        often = sum(now - at < OF_LATE for at in self._times.get(address, ()))
        return not self._home(address, holders), often

    def _not_refused(self, game: int, whose: Iterable[str], seat: int, home: bool) -> None:
        """Raise Refused while a "no" to an address or a phone lasts."""
        for who in whose:
            times, last = self._refused.get((game, who, seat), (0, 0.0))
            wait = last + (NO_TO_PLAYERS_LASTS if home else NO_LASTS) - self._clock()
            if times > 1 and not home:
                raise Refused(Message("table.refused_twice"))
            if times and wait > 0:
                raise Refused(Message("table.refused", {"count": max(1, round(wait / 60))}))
