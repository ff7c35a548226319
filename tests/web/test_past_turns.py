"""Old turns put right over HTTP: who may look at what, who is asked, and who sees what it comes to."""

from __future__ import annotations

import pytest

from tests.web.house import House, Phone, Plain, filled, offer


@pytest.fixture
def played(home: House) -> tuple[list[Phone], int]:
    """Ann's Dwarves and Ben's Elves on the board for two, and a turn of each; with the row of Ann's sheet."""
    phones = home.seated(2)
    ann = phones[0]
    for command in (
        {"type": "set_race", "seat": 0, "race": "dwarves", "power": "commando"},
        {"type": "set_region", "region": "r02", "band": 1, "tokens": 3},
        {"type": "set_race", "seat": 1, "race": "elves", "power": "swamp"},
        {"type": "set_region", "region": "r18", "band": 2, "tokens": 3},
    ):
        ann.act(0, command)
    for seat in (0, 1):
        for kind in ("ready", "finish", "redeploy", "accept"):
            phones[seat].act(seat, filled(offer(ann.state(), kind)))
    rows = [line["row"] for line in ann.get("/api/log")["log"] if line["sheet"]]
    return phones, rows[-1]


def was(phone: Phone, row: int, region: str, words: str) -> Plain:
    """The correction that a phone makes of a choice for a region at an old turn's end."""
    ended = phone.get(f"/api/past?row={row}&region={region}")
    choice = next(one for one in ended["correct"]["choices"] if one["label"] == words)
    return {**choice["command"], "type": "set_past", "turn": ended["turn"], "seat": ended["seat"]}


def test_a_forgotten_mine_is_told_asked_and_paid(home: House, played: tuple[list[Phone], int]) -> None:
    """Region 3 of this board has a mine: a coin for it and one for the region, which Ann alone is told of."""
    (ann, ben), row = played
    ended = ben.get(f"/api/past?row={row}")
    assert (ended["turn"], ended["seat"], ended["regions"]["r02"]["tokens"]) == (1, 0, 3)
    command = was(ben, row, "r03", "2 Dwarves")
    told = [phone.post("/api/past", command=command) for phone in (ann, ben)]
    assert [one.pop("own") for one in told] == [[{"seat": 0, "coins": 2}], [{"seat": 1, "coins": 0}]]
    assert told[0] == told[1]
    assert told[0]["turns"] == [1, 1]
    before, version = ann.get("/api/purse?seat=0")["coins"], ann.state()["version"]
    asked = ben.act(1, command)
    (ask,) = ben.state()["asks"]
    assert (ask["may"], ask["past"]) == ([0], True)
    assert [phone.get(f"/api/past?ask={ask['id']}")["own"] for phone in (ann, ben)] == [
        [{"seat": 0, "coins": 2}],
        [{"seat": 1, "coins": 0}],
    ]
    assert (ann.get("/api/purse?seat=0")["coins"], ann.state()["version"]) == (before, version + 1)
    assert ben.refused("/api/consent", id="own", by=1, ask=asked["ask"], yes=True).status == 403
    ann.post("/api/consent", id="yes", by=0, ask=asked["ask"], yes=True)
    assert ann.get("/api/purse?seat=0")["coins"] == before + 2
    assert ann.state()["game"]["regions"]["r03"]["band"] is None


def test_one_region_after_the_other(played: tuple[list[Phone], int]) -> None:
    """What may have lain on the next region starts from what was said of the others: pieces on tokens, for one."""
    (ann, ben), row = played
    command = was(ann, row, "r03", "2 Dwarves")
    told = ann.post("/api/past", command=command, region="r03")
    assert told["regions"]["r03"]["tokens"] == 2
    labels = [one["label"] for one in told["correct"]["choices"]]
    assert labels[:3] == ["1 Dwarf", "3 Dwarves", "4 Dwarves"]
    more = next(one["command"] for one in told["correct"]["choices"] if one["label"] == "3 Dwarves")
    also = {key: more[key] for key in ("band", "tokens", "tribe", "markers")}
    command = {**was(ann, row, "r05", "1 Dwarf"), "also": [{"region": "r03", **also}]}
    told = ann.post("/api/past", command=command)
    assert [one["text"] for one in told["lays"]] == [
        "Region 5: 1 Dwarf (Ann), conquered that turn",
        "Region 3: 3 Dwarves (Ann), conquered that turn",
    ]
    assert told["own"] == [{"seat": 0, "coins": 3}]
    asked = ann.act(0, command)
    ben.post("/api/consent", id="yes", by=1, ask=asked["ask"], yes=True)
    assert ann.get(f"/api/past?row={row}")["regions"]["r03"]["tokens"] == 3
    assert ann.refused("/api/past", command=command, region="r99").status == 409
    twice = {**command, "also": [{"region": "r05", **also}]}
    assert ann.refused("/api/past", command=twice).status == 409


def test_coins_that_a_phone_claims_count_for_nothing(home: House, played: tuple[list[Phone], int]) -> None:
    """What each sheet differs by is worked out at the table, whatever is posted, and only where it follows."""
    (ann, ben), row = played
    before = ann.get("/api/purse?seat=0")["coins"]
    command = was(ann, row, "r03", "1 Dwarf")
    command["sheets"] = [{"turn": 1, "seat": 0, "coins": 50}, {"turn": 1, "seat": 1, "coins": 60}]
    asked = ann.act(0, command)
    ben.post("/api/consent", id="yes", by=1, ask=asked["ask"], yes=True)
    assert ann.get("/api/purse?seat=0")["coins"] == before + 2
    assert ben.get("/api/diary?seat=1")["entries"][0]["text"] == "Scored"


def test_who_may_not_look(home: House, played: tuple[list[Phone], int]) -> None:
    """A stranger sees no old turn, nobody but the owner its lines, and what is no sheet says so."""
    (ann, ben), row = played
    own = ann.get(f"/api/past?row={row}")["lines"]
    assert own == [{"text": "Regions held by the Dwarves", "amount": 1}]
    assert "lines" not in ben.get(f"/api/past?row={row}")
    stranger = home.phone()
    for query in (f"row={row}", "ask=a1"):
        assert stranger.ask("GET", f"/api/past?{query}").status == 401
    assert stranger.refused("/api/past", command=was(ann, row, "r03", "1 Dwarf")).status == 401
    line = {"type": "set_sheet", "turn": 1, "seat": 0, "line": "regions", "difference": 1}
    assert ben.refused("/api/act", id="line", by=1, command=line).status == 403
    stop = ann.act(0, {"type": "stop"})["ask"]
    for query in (f"ask={stop}", "ask=a1", "ask=x"):
        assert ann.ask("GET", f"/api/past?{query}").status == 409
    for query, status in (("", 400), ("row=x", 400), ("row=1", 409), (f"row={row}&region=x", 409)):
        assert ann.ask("GET", f"/api/past?{query}").status == status
    assert ann.refused("/api/past", command={"type": "stop"}).status == 400
    found = ann.refused("/api/past", command={"type": "set_past", "turn": 2, "seat": 0, "region": "r03"})
    assert (found.status, found.json["error"].split(":")[0]) == (409, "There is no such score sheet")
