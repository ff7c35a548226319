"""A limit on what a test may take: one that waits for ever fails by its name, at the line where it waits."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import pytest

# Seconds for setting a test up, for the test, and for clearing up after it. On a quiet computer none takes a fifth.
LONGEST = 420.0
# What waits for ever may do so again in the next line of the clearing up.
AGAIN = 30.0
# Seconds until the next try where the browser's driver is at work.
SOON = 0.02


@contextmanager
def limited(seconds: float = LONGEST, again: float = AGAIN) -> Iterator[None]:
    """Fail what runs meanwhile after so many seconds, and whatever it does about that again after some more.

    For the main thread, in which tests run. Also what waits for a browser is interrupted, and the browser lives on.
    """

    def over(number: int, frame: FrameType | None) -> None:
        if at_work(frame):
            signal.setitimer(signal.ITIMER_REAL, SOON, again)
            return
        # No subclass of Exception: nothing that is tested takes it for a fault of its own.
        pytest.fail(f"This was not over after {seconds:g} seconds")

    handler = signal.signal(signal.SIGALRM, over)
    outer = signal.setitimer(signal.ITIMER_REAL, seconds, again)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *outer)
        signal.signal(signal.SIGALRM, handler)


def at_work(frame: FrameType | None) -> bool:
    """Whether an event loop, as that of the browser's driver, does something and does not only wait.

    What is raised there would end its connection, and with it all the browser tests that follow.
    """
    now = frame
    while frame:
        if frame.f_globals.get("__name__") == "asyncio.base_events" and frame.f_code.co_name == "_run_once":
            return now is not None and now.f_globals.get("__name__") != "selectors"
        frame = frame.f_back
    return False
