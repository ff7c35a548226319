"""Logging of internal errors: where they happened and of what kind, never with values.

A journal gets pasted into a bug report without a second look, and the text of an exception may hold names or coins.
"""

import logging
import sys
import threading
import time
import traceback
from collections.abc import Callable
from types import TracebackType

# Seconds between two reports of the same error, so that nobody can fill the journal by repeating it.
ONCE_IN = 60.0
# Longest message, in characters, on one line.
LONGEST = 300
Fault = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class Discreet(logging.Formatter):
    """Formats an error as its traceback and kind, without its message."""

    def format(self, record: logging.LogRecord) -> str:
        """The text of a record, ignoring what another handler cached of its traceback."""
        record.exc_text = None
        return super().format(record)

    def formatMessage(self, record: logging.LogRecord) -> str:
        """The message on one line: it may contain an address that somebody requested."""
        said = "".join(sign if sign.isprintable() else " " for sign in super().formatMessage(record))
        return said if len(said) <= LONGEST else f"{said[:LONGEST]}..."

    def formatException(self, ei: Fault) -> str:
        """The traceback without the exception's message."""
        kind, _, where = ei
        name = f"{kind.__module__}.{kind.__qualname__}" if kind else "?"
        return "".join(traceback.format_tb(where)) + f"{name} (message left out)"


class Seldom(logging.Filter):
    """Passes the same message once a minute, with the number that were dropped since.

    Messages are the same if they come from the same line, about an error in the same place.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock` gives seconds that only grow."""
        super().__init__()
        self._clock = clock
        self._lock = threading.Lock()
        self._said: dict[tuple[str, int, str, int], float] = {}
        self._left_out: dict[tuple[str, int, str, int], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is logged."""
        place = record.pathname, record.lineno, *_place(record.exc_info)
        with self._lock:
            now = self._clock()
            if now - self._said.get(place, -ONCE_IN) < ONCE_IN:
                self._left_out[place] = self._left_out.get(place, 0) + 1
                return False
            self._said[place] = now
            if left_out := self._left_out.pop(place, 0):
                record.msg, record.args = f"{record.getMessage()} ({left_out} more like this since)", ()
        return True


def _place(fault: object) -> tuple[str, int]:
    """The file and line that an error comes from."""
    found = traceback.extract_tb(fault[2])[-1:] if isinstance(fault, tuple) else []
    return next(((frame.filename, frame.lineno or 0) for frame in found), ("", 0))


def begin() -> None:
    """Log everything in this process without values, including threads that end with an error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(Seldom())
    handler.setFormatter(Discreet("%(levelname)s in %(name)s: %(message)s"))
    logging.getLogger().addHandler(handler)
    threading.excepthook = _ended


def discreet() -> None:
    """Report an error that ends the program without values as well."""
    sys.excepthook = _failed


def _failed(kind: type[BaseException], fault: BaseException, where: TracebackType | None) -> None:
    if not issubclass(kind, Exception):
        sys.__excepthook__(kind, fault, where)
        return
    told = Discreet().formatException((kind, fault, where))
    sys.stderr.write(f"The program ended because of an internal error. Nothing that was saved is lost.\n{told}\n")


def _ended(fault: threading.ExceptHookArgs) -> None:
    name = fault.thread.name if fault.thread else "?"
    found = (fault.exc_type, fault.exc_value or fault.exc_type(), fault.exc_traceback)
    logging.getLogger(__name__).error("Thread %s ended", name, exc_info=found)
