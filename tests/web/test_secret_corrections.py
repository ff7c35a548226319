"""Nobody sees what a correction came to: the same one brings Ann 3 coins on one table and none on its twin."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

import pytest

from companion.game import past_turns
from companion.game.past_turns import Accepted, Change
from tests.web.house import Plain
from tests.web.test_secrets import more_coins
from tests.web.twins import Twins, twins

# Ann begins with 5 coins on one table and with 28 on the other, and has earned less than this in between.
RICH = 25


@pytest.fixture
def hung(monkeypatch: pytest.MonkeyPatch) -> None:
    """What Ann's old sheets differ by hangs on her purse, as no board has it: so the same act comes to 0 and to 3."""

    def differs(sheet: Accepted, changes: Collection[Change]) -> int:
        return 3 if sheet.seat == 0 and sheet.game.seats[0].coins > RICH else 0

    monkeypatch.setattr(past_turns, "differs", differs)


def sheets(pair: Twins, seat: int) -> list[int]:
    """The rows of a seat's accepted score sheets, the newest first."""
    lines = pair.both(-1, "GET", "/api/log").json["log"]
    rows = [line["row"] for line in lines if line["sheet"]]
    return [row for row in rows if pair.both(1, "GET", f"/api/past?row={row}").json["seat"] == seat]


def lying(pair: Twins, row: int, regions: Sequence[str]) -> Plain:
    """A correction of these regions at an old turn's end: the last thing that each may have held."""
    ended, lays = {}, []
    for region in regions:
        ended = pair.both(1, "GET", f"/api/past?row={row}&region={region}").json
        choice = ended["correct"]["choices"][-1]["command"]
        lays.append({key: choice[key] for key in ("region", "band", "tokens", "tribe", "markers")})
    return {"type": "set_past", "turn": ended["turn"], "seat": ended["seat"], **lays[0], "also": lays[1:]}


def everybody_looks(pair: Twins) -> None:
    """All others ask for all there is."""
    for seat in pair.others:
        pair.look(seat, ["r05"])


def test_the_same_correction_looks_the_same(tmp_path: Path, hung: None) -> None:
    """Asked by the owner and by another, refused, agreed to, taken back, played on: not a byte or row more."""
    with twins(tmp_path, 9, 3, more_coins, 45) as pair:
        mine, *_ = sheets(pair, 0)
        for by, yes, regions in ((0, True, ["r05"]), (2, True, ["r11", "r04"]), (1, False, ["r07"])):
            command = lying(pair, mine, regions)
            for seat in (1, 2):
                pair.both(seat, "POST", "/api/past", {"command": command})
            own = [phones[0].post("/api/past", command=command)["own"][0]["coins"] for phones in pair.phones]
            assert own[0] == 0 < own[1]
            asked = pair.post(by, "/api/act", command=command)
            assert asked.status == 200
            for seat in pair.others:
                pair.both(seat, "GET", f"/api/past?ask={asked.json['ask']}")
            assert pair.post((by + 1) % 3, "/api/consent", ask=asked.json["ask"], yes=yes).status == 200
            everybody_looks(pair)
            for seat in (1, 2):
                pair.both(seat, "GET", f"/api/past?row={mine}")
        assert pair.purses_differ()
        lines = [line for line in pair.state()["log"] if "was corrected" in line["text"]]
        right = next(line["row"] for line in lines if " says " not in line["text"])
        asked = pair.post(0, "/api/takeback", row=right)
        may = next(each["may"][0] for each in pair.state()["asks"] if each["id"] == asked.json["ask"])
        assert pair.post(may, "/api/consent", ask=asked.json["ask"], yes=True).status == 200
        everybody_looks(pair)
        pair.play(4)
        pair.streams_agree()


def test_what_the_owner_counts_and_changes_looks_the_same(tmp_path: Path) -> None:
    """A count that was right or not, and a line by one coin or by three: the others see that it was done, no more.

    While they are asked for a line they read its coins; the log keeps none.
    """
    with twins(tmp_path, 9, 3, more_coins, 45) as pair:
        counted = pair.phones[0][0].get("/api/purse?seat=0")["coins"]
        # Right on the first table, wrong on the other.
        assert pair.both(0, "POST", "/api/purse", {"id": "count", "seat": 0, "coins": counted}).status == 200
        everybody_looks(pair)
        pair.streams_agree()
        mine, *_ = sheets(pair, 0)
        turn = pair.both(1, "GET", f"/api/past?row={mine}").json["turn"]
        for difference, phones, home in zip((1, 3), pair.phones, pair.houses, strict=True):
            line = {"type": "set_sheet", "turn": turn, "seat": 0, "line": "regions", "difference": difference}
            asked = phones[0].act(0, line)["ask"]
            for stream in pair.streams[pair.houses.index(home)]:
                stream.settle(home.hub.version)
                stream.messages.clear()
            phones[1].post("/api/consent", id="line", by=1, ask=asked, yes=True)
        assert pair.purses_differ()
        everybody_looks(pair)
        pair.play(2)
        pair.streams_agree()
