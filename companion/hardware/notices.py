"""Notices of the hardware, reported once when they change."""

import threading
from collections.abc import Callable

from companion.rules.model import Message


class Notices:
    """Passes on what changed, and only that: a source and its sentence, or None when all is well there."""

    def __init__(self, tell: Callable[[str, Message | None], None]) -> None:
        self._tell = tell
        self._said: dict[str, Message | None] = {}
        self._lock = threading.Lock()

    def say(self, source: str, sentence: Message | None) -> None:
        """Say how it is. May be called from any thread."""
        with self._lock:
            if self._said.get(source) == sentence:
                return
            self._said[source] = sentence
        self._tell(source, sentence)
