"""What waits for ever is ended."""

import time

import pytest

from tests.limit import limited


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
