"""What the program says of its own faults, for the journal: where it happened and what kind, never with which values.

A journal is pasted into a report without a second look, and the words of an exception may hold a name or a purse.
"""

import logging
import sys
import threading
import traceback
from types import TracebackType

Fault = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class Discreet(logging.Formatter):
    """Writes the places of a fault and its kind, and leaves its words out."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record, whatever another handler has made of its fault before."""
        record.exc_text = None
        return super().format(record)

    def formatException(self, ei: Fault) -> str:
        """The traceback as far as it is the program's own text."""
        kind, _, where = ei
        name = f"{kind.__module__}.{kind.__qualname__}" if kind else "?"
        return "".join(traceback.format_tb(where)) + f"{name} (its words are left out)"


def begin() -> None:
    """Let everything that is logged in this process, and every thread that ends by a fault, be told discreetly."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Discreet("%(levelname)s in %(name)s: %(message)s"))
    logging.getLogger().addHandler(handler)
    threading.excepthook = _ended


def _ended(fault: threading.ExceptHookArgs) -> None:
    name = fault.thread.name if fault.thread else "?"
    found = (fault.exc_type, fault.exc_value or fault.exc_type(), fault.exc_traceback)
    logging.getLogger(__name__).error("The thread %s ended", name, exc_info=found)
