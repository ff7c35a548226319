"""How often something may be asked for: so many times in a while, counted for each address by itself."""

import math
import time
from collections import deque
from collections.abc import Callable, Mapping
from functools import wraps
from threading import Lock
from typing import ParamSpec, TypeVar

from flask import request
from werkzeug.exceptions import TooManyRequests

P = ParamSpec("P")
T = TypeVar("T")


class Often:
    """Lets an address ask so many times in any so many seconds; what it refuses does not count.

    One may guard several routes: they are counted together.
    """

    def __init__(self, most: Mapping[int, int], clock: Callable[[], float] = time.monotonic) -> None:
        """`most` says how many times in how many seconds; several may be said. `clock` gives seconds that only grow."""
        self._most = dict(most)
        self._clock = clock
        self._asked: dict[str, deque[float]] = {}
        self._lock = Lock()

    def wait(self, address: str) -> float:
        """Somebody asks: the seconds to wait until it is let in, 0 where it is now."""
        with self._lock:
            now = self._clock()
            # Who has not asked for the longest time looked back on is forgotten, whoever it was.
            self._asked = {one: times for one, times in self._asked.items() if times[-1] > now - max(self._most)}
            times = self._asked.setdefault(address, deque(maxlen=max(self._most.values())))
            ends = [times[-most] + within - now for within, most in self._most.items() if len(times) >= most]
            if (left := max(ends, default=0.0)) > 0:
                return left
            times.append(now)
            return 0.0

    def limited(self, route: Callable[P, T]) -> Callable[P, T]:
        """A route that answers an address that asks too often with 429."""

        @wraps(route)
        def guarded(*args: P.args, **kwargs: P.kwargs) -> T:
            if left := self.wait(request.remote_addr or ""):
                raise TooManyRequests(retry_after=math.ceil(left))
            return route(*args, **kwargs)

        return guarded
