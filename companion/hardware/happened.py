"""What a tray did last, for whoever places its sensors and wants to see each knock."""

from __future__ import annotations

from collections import deque
from typing import Any

# So many are remembered.
_REMEMBERED = 12


class Happened:
    """Remembers the last of what happened: a knock that `rang`, a roll that was `rolled`, and one that is `void`."""

    def __init__(self) -> None:
        self._seen: deque[tuple[int, float, str, dict[str, int]]] = deque(maxlen=_REMEMBERED)
        self._number = 0

    def note(self, now: float, what: str, **args: int) -> None:
        """Remember it, with the numbers that its words want. `now` is in seconds."""
        self._number += 1
        self._seen.append((self._number, now, what, args))

    def report(self, now: float) -> list[dict[str, Any]]:
        """The newest first, each with its running `number`, and `ago` in seconds."""
        return [
            {"number": number, "what": what, "args": args, "ago": round(now - at, 1)}
            for number, at, what, args in reversed(self._seen)
        ]
