"""How often an address may ask for what is limited."""

from companion.web.rate_limit import MOST_ADDRESSES, RateLimiter


class Clock:
    """Seconds that stand until they are moved on."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_so_many_in_any_while_and_no_more() -> None:
    """Two in ten seconds and three in a hundred: each is said with the seconds to wait, and addresses count apart."""
    clock = Clock()
    often = RateLimiter({10: 2, 100: 3}, clock)
    assert often.wait("a") == 0
    clock.now += 4
    assert often.wait("a") == 0
    clock.now += 1
    assert often.wait("a") == 5
    assert often.wait("b") == 0
    clock.now += 5
    assert often.wait("a") == 0
    clock.now += 20
    assert often.wait("a") == 70
    clock.now += 70
    assert often.wait("a") == 0


def test_who_was_refused_waits_no_longer_for_asking_again() -> None:
    """What is refused does not count, so an impatient finger is let in as soon as a patient one."""
    clock = Clock()
    often = RateLimiter({10: 1}, clock)
    often.wait("a")
    for _ in range(9):
        clock.now += 1
        assert often.wait("a") > 0
    clock.now += 1
    assert often.wait("a") == 0


def test_an_address_that_went_is_forgotten() -> None:
    """However many addresses ask in an evening, only those of the last while are kept."""
    clock = Clock()
    often = RateLimiter({10: 1}, clock)
    for number in range(1000):
        often.wait(str(number))
        clock.now += 1
    assert len(often._asked) <= 10


def test_of_more_addresses_than_any_network_has_the_last_are_remembered() -> None:
    """However many ask within the time looked back on, and who has just asked is not the one that is forgotten."""
    often = RateLimiter({10_000: 1}, clock := Clock())
    for number in range(MOST_ADDRESSES + 100):
        clock.now += 1
        assert often.wait(str(number)) == 0
    assert len(often._asked) == MOST_ADDRESSES
    assert often.wait(str(MOST_ADDRESSES + 99)) > 0
