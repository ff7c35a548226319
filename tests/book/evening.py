"""Short ways to a game that is over, on real phones at a real table."""

from __future__ import annotations

from typing import Any

from tests.web.house import House, Phone, filled, offer


def sit_down(phones: list[Phone], names: list[str]) -> None:
    """Each phone takes a seat, under a name."""
    for seat, (phone, name) in enumerate(zip(phones, names, strict=True)):
        assert phone.post("/api/join", name=name)["seat"] == seat


def to_the_last_turn(phones: list[Phone]) -> None:
    """All agree that it is the last turn of the last seat."""
    state, last = phones[0].state(), len(phones) - 1
    ask = phones[0].act(0, {"type": "set_turn", "number": state["game"]["turn"]["of"], "seat": last})["ask"]
    phones[last].post("/api/consent", id=next(phones[last].ids), by=last, ask=ask, yes=True)


def play_the_last_turn(phones: list[Phone]) -> None:
    """The last seat takes a combo and a region, and scores: the game is over, its coins still secret."""
    last = len(phones) - 1
    for kind in ("pick", "conquer"):
        phones[last].act(last, filled(offer(phones[0].state(), kind)))
    phones[last].act(last, {"type": "finish"})
    phones[last].act(last, filled(offer(phones[0].state(), "redeploy")))
    phones[last].act(last, {"type": "accept"})
    assert phones[0].state()["phase"] == "reveal"


def reveal(phones: list[Phone]) -> None:
    """Every purse is opened, by tap."""
    for _ in phones:
        state = phones[0].state()
        if len(state["game"]["reveal"]) < len(phones):
            phones[0].act(0, {"type": "unveil"})


def played(phones: list[Phone], **lobby: Any) -> None:
    """A whole game, from the lobby on, with the shortest of ways."""
    phones[0].post("/api/lobby", start=0, **lobby)
    phones[0].post("/api/start")
    to_the_last_turn(phones)
    play_the_last_turn(phones)
    reveal(phones)


def take_back_the_end(home: House, phones: list[Phone]) -> None:
    """The first asks for the end of the game to be taken back, and whoever played last agrees."""
    back = next(step.row for step in reversed(home.table.session.history.steps) if step.after.over is False)
    last = len(phones) - 1
    ask = phones[0].post("/api/takeback", id="back", by=0, row=back)["ask"]
    phones[last].post("/api/consent", id="yes", by=last, ask=ask, yes=True)
    assert phones[0].state()["phase"] == "play"
