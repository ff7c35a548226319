"""A tick over the wire: who may, what is refused, and how little each phone is sent for it."""

from __future__ import annotations

from companion.web.compression import compressed
from companion.web.routes.play import MOST_TEXTS, TICKING
from tests.web.house import House, Phone, offer


def picked(home: House) -> tuple[Phone, Phone, int]:
    """Ann has picked, and something is to be laid out; the row of it."""
    ann, ben = home.seated(2)
    return ann, ben, int(ann.act(0, offer(ann.state(), "pick")["command"])["row"])


def test_a_tick_is_heard_at_once_and_costs_little(home: House) -> None:
    """The other phone's stream brings it, and packed it is less than a kilobyte."""
    ann, ben, row = picked(home)
    stream = ann.stream()
    stream.settle(home.hub.version)
    version = ben.post("/api/tick", row=row, step=0, texts=[0], done=True)["version"]
    assert stream.state(version)["ticks"][str(row)][0][0] is True
    before, after = stream.messages[-2:]
    assert len(list(compressed(iter([before, after])))[1]) < 1000
    stream.close()


def test_what_cannot_be_is_refused(home: House) -> None:
    """Without a seat, of an act that is not there, of a step that it has not, and of more than any act has."""
    ann, ben, row = picked(home)
    good = {"row": row, "step": 0, "texts": [0], "done": True}
    assert home.phone(address="127.0.3.7").refused("/api/tick", **good).status == 401
    for wrong in ({"row": row + 1}, {"step": 99}, {"texts": [99]}):
        found = ben.refused("/api/tick", **{**good, **wrong})
        assert (found.status, found.json["changed"]) == (409, True)
    for wrong in ({"step": -1}, {"step": 1000}, {"texts": []}, {"texts": [0] * (MOST_TEXTS + 1)}, {"more": 1}):
        assert ben.refused("/api/tick", **{**good, **wrong}).status == 400
    assert not any(map(any, ann.state()["ticks"][str(row)]))


def test_nobody_ticks_without_end(home: House) -> None:
    """Faster than the fingers of a whole table is too often, and says when to go on."""
    _, ben, row = picked(home)
    ((_, most),) = TICKING.items()
    for number in range(most):
        ben.post("/api/tick", row=row, step=0, texts=[0], done=number % 2 == 0)
    found = ben.refused("/api/tick", row=row, step=0, texts=[0], done=True)
    assert (found.status, "retry-after" in found.headers) == (429, True)
