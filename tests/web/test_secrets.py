"""Nobody peeks: what others see does not depend on anybody's coins, to the byte, over whole random games."""

from pathlib import Path

import pytest

from tests.web.house import House, Plain, filled, offer
from tests.web.twins import twins

STEPS = 250


def more_coins(events: list[Plain]) -> None:
    """The secret seat begins with 23 coins more."""
    began = next(event for event in events if event["type"] == "game_began")
    began["setup"]["seats"][0]["coins"] = 28


def another_scoring(events: list[Plain]) -> None:
    """The first score sheet of the secret seat was higher; later sheets are as they were."""
    scored = next(event for event in events if event["type"] == "scored" and event["seat"] == 0)
    scored["lines"][0]["amount"] += 4


@pytest.mark.parametrize(("seed", "players"), [(1, 3), (2, 4), (3, 2), (4, 5)])
def test_starting_coins_do_not_show(tmp_path: Path, seed: int, players: int) -> None:
    """Two games that differ in one purse from the beginning look the same to all others, to the end."""
    with twins(tmp_path, seed, players, more_coins) as pair:
        pair.play(STEPS)
        assert pair.purses_differ()
        pair.streams_agree()
        assert sum(pair.done.values()) > 50


@pytest.mark.parametrize(("seed", "players"), [(5, 3), (6, 2), (7, 4)])
def test_an_earlier_scoring_does_not_show(tmp_path: Path, seed: int, players: int) -> None:
    """Two games that differ in a score sheet that is not the last one look the same to all others, to the end."""
    with twins(tmp_path, seed, players, another_scoring, before=45) as pair:
        pair.play(STEPS)
        assert pair.purses_differ()
        pair.streams_agree()


def test_the_walk_does_a_bit_of_everything(tmp_path: Path) -> None:
    """The random table acts, is refused, rolls, takes back and answers questions: else it would prove little."""
    done: dict[str, int] = {}
    for seed in (11, 12):
        with twins(tmp_path / str(seed), seed, 3, more_coins) as pair:
            pair.play(STEPS)
            done |= pair.done
    for wanted in ("act 200", "act 409", "roll 200", "takeback 200", "consent 200"):
        assert any(f"/api/{wanted}" == key for key in done), (wanted, done)


def test_a_difference_is_found(tmp_path: Path) -> None:
    """The same comparison does fail on what may differ: the owner's own purse."""
    with (
        twins(tmp_path, 1, 3, more_coins) as pair,
        pytest.raises(AssertionError, match="purse"),
    ):
        pair.both(pair.secret, "GET", f"/api/purse?seat={pair.secret}")


def test_no_phone_ever_receives_anothers_coins(home: House) -> None:
    """With coins that no other number in the game can be, no byte of them reaches another phone or the screen."""
    ann, ben, _ = home.seated(3)
    streams = [ben.stream(), home.phone().stream()]
    ann.post("/api/purse", id="count", seat=0, coins=7391)
    ann.act(0, filled(offer(ann.state(), "pick")))
    ann.act(0, filled(offer(ann.state(), "conquer")))
    ann.act(0, {"type": "finish"})
    ann.act(0, filled(offer(ann.state(), "redeploy")))
    ann.act(0, {"type": "accept"})
    assert ann.get("/api/purse?seat=0")["coins"] > 7391
    version = ann.state()["version"]
    for stream in streams:
        stream.state(version)
        assert not any(b"739" in message for message in stream.messages)
        stream.close()
    for route in ("/api/state", "/api/log", "/api/mine?seat=1", "/api/purse?seat=0", "/table", "/"):
        assert b"739" not in ben.ask("GET", route).body


def test_the_log_keeps_no_amounts(home: House) -> None:
    """Once the next score sheet is accepted, no earlier one can be read anywhere."""
    ann, ben = home.seated(2)
    phones = [ann, ben]
    totals = []
    for seat in (0, 1):
        phones[seat].act(seat, filled(offer(ann.state(), "pick")))
        for _ in range(2 + seat):
            phones[seat].act(seat, filled(offer(ann.state(), "conquer")))
        phones[seat].act(seat, {"type": "finish"})
        phones[seat].act(seat, filled(offer(ann.state(), "redeploy")))
        totals.append(ann.state()["game"]["sheet"]["total"])
        phones[seat].act(seat, {"type": "accept"})
        assert ann.state()["game"]["sheet"]["seat"] == seat
    assert totals[0] != totals[1]
    assert ann.state()["game"]["sheet"]["total"] == totals[1]
    accepted = [line["text"] for line in ann.get("/api/log")["log"] if "score sheet" in line["text"]]
    assert accepted == ["Ben accepts the score sheet", "Ann accepts the score sheet"]
