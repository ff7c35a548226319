"""The hub: versions, waiting, and how many may watch."""

import threading

import pytest

from companion.table.hub import ENDING, Full, Hub


def test_a_wait_ends_with_the_next_version() -> None:
    """Everybody who waits is woken by one new version and gets its number."""
    hub = Hub(10, first=7)
    found: list[int] = []
    threads = [threading.Thread(target=lambda: found.append(hub.wait(7, 30))) for _ in range(5)]
    for thread in threads:
        thread.start()
    hub.publish()
    for thread in threads:
        thread.join()
    assert found == [8] * 5


def test_a_wait_for_what_is_there_already_ends_at_once() -> None:
    """Whoever has seen less than there is does not wait."""
    hub = Hub(10, first=3)
    assert hub.wait(2, 30) == 3
    assert hub.wait(3, 0) == 3


def test_a_crowd_hears_of_it_after_all_who_play() -> None:
    """Phones and the first two screens are woken at once; whoever else watches has to wait until they have it."""
    hub = Hub(10, later=1.0)
    streams = [hub.enter(phone) for phone in (None, None, None, "ann")]
    assert [stream.crowd for stream in streams] == [False, False, True, False]
    found: list[int] = []
    threads = [
        threading.Thread(target=lambda n=number, s=stream: found.append(n) if hub.wait(0, 30, s) == 1 else None)
        for number, stream in enumerate(streams)
    ]
    for thread in threads:
        thread.start()
    hub.publish()
    for thread in threads:
        thread.join()
    assert sorted(found) == [0, 1, 2, 3]
    assert found[-1] == 2


def test_a_screen_that_goes_leaves_its_place_to_the_next() -> None:
    """The wall's screen that is switched off and on again is no crowd."""
    hub = Hub(10)
    wall = hub.enter(None)
    hub.enter(None)
    hub.leave(wall)
    assert not hub.enter(None).crowd


def test_streams_are_capped() -> None:
    """One more than the cap is refused, and let in when another has gone."""
    hub = Hub(3)
    streams = [hub.enter(None) for _ in range(3)]
    with pytest.raises(Full):
        hub.enter(None)
    hub.leave(streams[0])
    hub.enter(None)
    assert hub.count() == 3


def test_a_player_takes_the_place_of_a_stranger() -> None:
    """When all streams are taken, a phone with a seat gets in and the oldest screen without one ends."""
    hub = Hub(2)
    first, second = hub.enter(None), hub.enter(None)
    hub.enter("ann")
    assert (first.ended, second.ended) == (True, False)
    assert hub.wait(0, 30, first) == -1
    hub.enter("ben")
    with pytest.raises(Full):
        hub.enter("cid")


def test_a_phone_that_comes_back_displaces_its_own_oldest() -> None:
    """A phone that reconnects again and again keeps its newest streams and takes no room from others."""
    hub = Hub(4, each=2)
    streams = [hub.enter("ann") for _ in range(4)]
    assert [stream.ended for stream in streams] == [True, True, False, False]
    hub.enter("ben")
    assert hub.watching() == {"ann", "ben"}


def test_streams_that_hang_while_ending_are_capped_too() -> None:
    """Streams that were told to end and do not are counted, so that threads cannot run out."""
    hub = Hub(2, each=1)
    opened = 0
    with pytest.raises(Full):
        while True:
            hub.enter("ann")
            opened += 1
    assert opened == 2 + ENDING


def test_closing_ends_all_waits() -> None:
    """When the table closes, every wait ends and nobody gets in any more."""
    hub = Hub(3)
    stream = hub.enter("ann")
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(hub.wait(0, 30, stream)))
    thread.start()
    hub.close()
    thread.join()
    assert found == [-1]
    with pytest.raises(Full):
        hub.enter("ben")


def test_only_phones_whose_stream_goes_on_are_watching() -> None:
    """A screen without a seat is none of them, and neither is a phone whose only stream was told to end."""
    hub = Hub(10, each=1)
    hub.enter(None)
    hub.enter("ann")
    hub.leave(hub.enter("ann"))
    assert hub.watching() == set()
