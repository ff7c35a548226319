"""What is to be said of the hardware: each sentence once, when it changes."""

import threading
from collections.abc import Callable

from companion.rules.model import Say


class Notices:
    """Passes on what changed, and only that: a source and its sentence, or None when all is well there."""

    def __init__(self, tell: Callable[[str, Say | None], None]) -> None:
        self._tell = tell
        self._said: dict[str, Say | None] = {}
        self._lock = threading.Lock()

    def say(self, source: str, sentence: Say | None) -> None:
        """Say how it is. May be called from any thread."""
        with self._lock:
            if self._said.get(source) == sentence:
                return
            self._said[source] = sentence
        self._tell(source, sentence)
