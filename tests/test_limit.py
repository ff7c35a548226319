"""What waits for ever is ended."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.limit import limited

# An event loop, which a process with a browser has already: it works until the limit is over, and then waits.
WORKS = """
import asyncio, time
from contextlib import ExitStack
from tests.limit import limited

def work():
    limit.enter_context(limited(0.05))
    time.sleep(0.3)
    print("worked")

async def main():
    asyncio.get_running_loop().call_soon(work)
    await asyncio.sleep(60)

with ExitStack() as limit:
    asyncio.run(main())
"""


def test_what_waits_for_ever_fails_and_so_does_its_clearing_up() -> None:
    """Both waits are interrupted, each where it is."""
    ended: list[str] = []

    def wait(name: str) -> None:
        try:
            time.sleep(60)
        finally:
            ended.append(name)

    with limited(0.05, 0.05):
        with pytest.raises(pytest.fail.Exception, match="not over after"):
            wait("the test")
        with pytest.raises(pytest.fail.Exception, match="not over after"):
            wait("its end")
    assert ended == ["the test", "its end"]


def test_what_is_done_in_time_is_left_alone() -> None:
    """The limit ends with what it was set for."""
    with limited(60), limited(0.05):
        pass
    time.sleep(0.1)


def test_an_event_loop_at_work_is_not_torn_from_it() -> None:
    """What is raised in the middle of it would end the line to the browser: it ends its work and is stopped then."""
    ended = subprocess.run(
        [sys.executable, "-c", WORKS], capture_output=True, text=True, cwd=Path(__file__).parents[1], timeout=50
    )
    assert ended.stdout == "worked\n"
    assert "not over after 0.05 seconds" in ended.stderr
