"""Nobody peeks: what others see does not depend on anybody's coins, to the byte, over whole random games."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.web.house import House, Plain, filled, offer
from tests.web.twins import twins

Differ = Callable[[list[Plain]], None]
# More steps than any game takes.
WHOLE = 1000


def more_coins(events: list[Plain]) -> None:
    """The secret seat begins with 23 coins more."""
    began = next(event for event in events if event["type"] == "game_began")
    began["setup"]["seats"][0]["coins"] = 28


def another_scoring(events: list[Plain]) -> None:
    """The first score sheet of the secret seat that paid anything was higher; later sheets are as they were."""
    scored = next(event for event in events if event["type"] == "scored" and event["seat"] == 0 and event["lines"])
    scored["lines"][0]["amount"] += 4


def live_through(folder: Path, seed: int, players: int, differ: Differ, before: int, steps: int) -> dict[str, int]:
    """Play a random game on twin tables; fails when anything shows. Returns how often what was done."""
    with twins(folder, seed, players, differ, before) as pair:
        pair.play(steps)
        assert pair.purses_differ()
        pair.streams_agree()
        return pair.done


def test_starting_coins_do_not_show(tmp_path: Path) -> None:
    """Two whole games that differ in one purse from the beginning look the same to all others, to the end.

    The random table acts, is refused, rolls, takes back and answers questions: else it would prove little.
    """
    done = live_through(tmp_path, 1, 3, more_coins, 0, WHOLE)
    for wanted in ("act 200", "act 409", "roll 200", "takeback 200", "consent 200"):
        assert f"/api/{wanted}" in done, wanted


@pytest.mark.parametrize(("seed", "players", "steps"), [(6, 2, WHOLE), (9, 3, 80), (7, 5, 40)])
def test_an_earlier_scoring_does_not_show(tmp_path: Path, seed: int, players: int, steps: int) -> None:
    """Two games that differ in a score sheet that is not the last one look the same to all others, to the end."""
    live_through(tmp_path, seed, players, another_scoring, 45, steps)


@pytest.mark.long(name="secrets")
@pytest.mark.parametrize("differ", [more_coins, another_scoring])
@pytest.mark.parametrize("seed", range(100, 140))
def test_many_games_do_not_show(tmp_path: Path, differ: Differ, seed: int) -> None:
    """Eighty whole games of 2 to 5 players."""
    live_through(tmp_path, seed, 2 + seed % 4, differ, 100 if differ is another_scoring else 0, WHOLE)


def test_a_difference_is_found(tmp_path: Path) -> None:
    """The same comparison does fail on what may differ: the owner's own purse."""
    with twins(tmp_path, 1, 3, more_coins) as pair, pytest.raises(AssertionError, match="purse"):
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
    """Once the next score sheet is accepted, no earlier one can be read anywhere; the sheet of the moment can."""
    phones = home.seated(2)
    for conquests, seat in enumerate((0, 1), start=1):
        phones[seat].act(seat, filled(offer(phones[0].state(), "pick")))
        for _ in range(conquests):
            phones[seat].act(seat, filled(offer(phones[0].state(), "conquer")))
        phones[seat].act(seat, {"type": "finish"})
        phones[seat].act(seat, filled(offer(phones[0].state(), "redeploy")))
        phones[seat].act(seat, {"type": "accept"})
        assert phones[0].state()["game"]["sheet"]["seat"] == seat
    accepted = [line["text"] for line in phones[0].get("/api/log")["log"] if "score sheet" in line["text"]]
    assert accepted == ["Ben accepts the score sheet", "Ann accepts the score sheet"]
