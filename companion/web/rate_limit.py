"""A rate limiter per client address."""

import math
import time
from collections import deque
from collections.abc import Callable, Mapping
from functools import wraps
from itertools import count
from threading import Lock
from typing import ParamSpec, TypeVar

from flask import current_app, request
from werkzeug.exceptions import TooManyRequests

from companion.host.address import counted_as

# Addresses that are remembered; no network around a table has as many.
MOST_ADDRESSES = 1000

# A number for each limit of this program.
NUMBERS = count()

P = ParamSpec("P")
T = TypeVar("T")


class RateLimiter:
    """Limits the requests of an address within a sliding window; refused requests do not count.

    One limiter may guard several routes, which then count together.
    """

    def __init__(self, most: Mapping[int, int], clock: Callable[[], float] = time.monotonic) -> None:
        """`most` says how many times in how many seconds; several may be said. `clock` gives seconds that only grow."""
        self._most = dict(most)
        self._clock = clock
        self._asked: dict[str, deque[float]] = {}
        self._lock = Lock()

    def wait(self, address: str) -> float:
        """Count a request; returns the seconds until it is allowed, 0 if it is allowed now."""
        with self._lock:
            now = self._clock()
            # Who has not asked for the longest time looked back on is forgotten, whoever it was.
            self._asked = {one: times for one, times in self._asked.items() if times[-1] > now - max(self._most)}
            if len(self._asked) >= MOST_ADDRESSES and address not in self._asked:
                del self._asked[min(self._asked, key=lambda one: self._asked[one][-1])]
            times = self._asked.setdefault(address, deque(maxlen=max(self._most.values())))
            ends = [times[-most] + within - now for within, most in self._most.items() if len(times) >= most]
            if (left := max(ends, default=0.0)) > 0:
                return left
            times.append(now)
            return 0.0


def limit(most: Mapping[int, int]) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Decorates routes so that an address that asks too often is answered with 429.

    What one call gives may decorate several routes: they are counted together, in each app by itself.
    """
    key = f"companion.limit.{next(NUMBERS)}"

    def limited(route: Callable[P, T]) -> Callable[P, T]:
        @wraps(route)
        def guarded(*args: P.args, **kwargs: P.kwargs) -> T:
            limiter: RateLimiter = current_app.extensions.get(key) or _made(key, most)
            if left := limiter.wait(counted_as(request.remote_addr)):
                raise TooManyRequests(retry_after=math.ceil(left))
            return route(*args, **kwargs)

        return guarded

    return limited


def _made(key: str, most: Mapping[int, int]) -> RateLimiter:
    # Two requests may come first at once; both get the same one.
    limiter: RateLimiter = current_app.extensions.setdefault(key, RateLimiter(most))
    return limiter
