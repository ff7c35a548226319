"""Receipts: each score sheet and correction is committed to in its own row, and each phone hears its own heads."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion import receipts
from companion.consent import NoSeat, NotYours
from companion.rules.commands import SetCoins
from tests.table.sitting import Sitting, sitting


def chain(table: Sitting, seat: int) -> list[dict[str, Any]]:
    """A seat's receipts as the file has them."""
    rows = table.store._db.query("SELECT receipts FROM log WHERE receipts IS NOT NULL ORDER BY row")
    made = [each for row in rows for each in json.loads(row["receipts"])]
    return [each for each in made if each["receipt"]["seat"] == seat]


def said(table: Sitting, seat: int) -> list[dict[str, Any]]:
    """What they say."""
    return [each["receipt"] for each in chain(table, seat)]


def heads(table: Sitting, seat: int) -> list[str]:
    """What the seat's phone hears."""
    found: list[str] = table.table.receipts(table.table._ledger.lobby.places[seat].phone, seat)["heads"]
    return found


def test_a_head_is_what_the_page_says_it_is(three: Sitting) -> None:
    """SHA-256 over four lines: the name, the head before, the salt, and what is said with its keys in order."""
    for _ in range(6):
        three.turn()
    for seat in range(3):
        before, made = "0" * 64, chain(three, seat)
        assert len(made) == 2
        for each in made:
            body = json.dumps(each["receipt"], sort_keys=True, separators=(",", ":"))
            lines = f"smallworld-companion receipt 1\n{before}\n{each['salt']}\n{body}\n"
            assert each["head"] == sha256(lines.encode()).hexdigest()
            before = each["head"]
        assert [each["head"] for each in made] == heads(three, seat)


def test_a_sheet_is_committed_to_in_its_own_row(three: Sitting) -> None:
    """The row that accepts a sheet has its lines, their sum and the purse, and no other row of the turn has any."""
    three.turn()
    (made,) = [row for row in three.store.rows(1) if row.receipts]
    assert made.command["type"] == "accept"
    (told,) = said(three, 0)
    sheet = three.state["game"]["sheet"]
    assert (told["kind"], told["n"], told["turn"], told["seat"]) == ("sheet", 1, 1, 0)
    assert [line["amount"] for line in told["lines"]] == [line["amount"] for line in sheet["lines"]]
    assert told["coins"] == sheet["total"] == sum(line["amount"] for line in told["lines"])
    assert told["purse"] == three.table.purse("ann", 0)


def test_salts_are_all_different(three: Sitting) -> None:
    """Nobody finds out a sheet by trying all there could be: each receipt has sixteen bytes of its own."""
    for _ in range(6):
        three.turn()
    salts = {each["salt"] for seat in range(3) for each in chain(three, seat)}
    assert len(salts) == 6
    assert {len(bytes.fromhex(salt)) for salt in salts} == {16}


def test_a_correction_is_a_receipt_of_its_own(three: Sitting) -> None:
    """Coins put right by another, and by the owner's own count, say by whom and by how much; a right count nothing."""
    three.act("ben", 1, SetCoins(0, -2, "paid"))
    three.table.count_purse("ann", "count", 0, 9)
    three.table.count_purse("ann", "count-again", 0, 9)
    assert said(three, 0) == [
        {"kind": "correction", "seat": 0, "n": 1, "by": 1, "difference": -2, "reason": "paid"},
        {"kind": "correction", "seat": 0, "n": 2, "by": 0, "difference": 6, "reason": ""},
    ]
    assert heads(three, 1) == []


def test_a_sheet_that_is_taken_back_stays_in_the_chain(three: Sitting) -> None:
    """Its row stays, a receipt names it, and the sheet that is accepted instead comes after; nothing is replaced."""
    three.turn()
    before = heads(three, 0)
    row = next(row.row for row in three.store.rows(1) if row.receipts)
    ask = three.back("ann", 0, row)["ask"]
    three.say("ben", 1, ask)
    assert said(three, 0)[1] == {"kind": "taken_back", "seat": 0, "n": 2, "of": 1}
    three.do("accept")
    assert [told["kind"] for told in said(three, 0)] == ["sheet", "taken_back", "sheet"]
    assert heads(three, 0)[:1] == before


def test_what_a_take_back_keeps_has_its_receipt_already(three: Sitting) -> None:
    """Ben's correction outlives Ann's take-back of what was before it, and is said once."""
    three.do("pick")
    row = three.do("conquer")
    three.act("ben", 1, SetCoins(1, 2, "forgotten"))
    three.back("ann", 0, row)
    assert [told["kind"] for told in said(three, 1)] == ["correction"]
    assert three.table.purse("ben", 1) == 7


def test_a_game_that_goes_back_to_the_seats_takes_nothing_out(three: Sitting) -> None:
    """Heads that phones have heard stay where they were also when the game begins anew."""
    three.act("ben", 1, SetCoins(1, 2, "forgotten"))
    before = heads(three, 1)
    start = next(row.row for row in three.store.rows(1) if row.kind == "start")
    three.say("ben", 1, three.back("ann", 0, start)["ask"])
    three.table.start("ann")
    assert heads(three, 1)[:1] == before
    assert [told["kind"] for told in said(three, 1)] == ["correction", "taken_back"]


def test_the_chain_goes_on_after_a_restart(three: Sitting) -> None:
    """The next receipt stands on the last one in the file."""
    three.act("ben", 1, SetCoins(1, 2, "forgotten"))
    before = heads(three, 1)
    three.again()
    three.act("ben", 1, SetCoins(1, -1, "paid"))
    assert heads(three, 1)[:1] == before
    assert [told["n"] for told in said(three, 1)] == [1, 2]


def test_a_purse_is_the_owners(three: Sitting) -> None:
    """Another phone, and one without a seat, hear no head."""
    three.act("ben", 1, SetCoins(0, 2, "forgotten"))
    for phone, refusal in (("ben", NotYours), ("nobody", NoSeat), (None, NoSeat)):
        with pytest.raises(refusal):
            three.table.receipts(phone, 0)


def test_a_sheet_is_one_synced_write_with_its_receipt(tmp_path: Path) -> None:
    """The tap that accepts a sheet is one transaction, receipt and all."""
    with sitting(tmp_path) as table:
        table.sit("ann", "ben")
        table.do("pick")
        table.do("finish")
        table.do("redeploy")
        statements: list[str] = []
        table.store._db.conn.set_trace_callback(statements.append)
        table.do("accept")
        table.store._db.conn.set_trace_callback(None)
        assert len([line for line in statements if line.strip().upper().startswith("COMMIT")]) == 1
        assert any('"head":' in line for line in statements)


def test_the_page_has_a_receipt_that_is_right() -> None:
    """The line that docs/receipts.md shows is one, as its first of a seat."""
    page = (Path(__file__).parents[2] / "docs" / "receipts.md").read_text()
    shown = msgspec.json.decode(page.partition("```json\n")[2].partition("\n```")[0], type=receipts.Receipt)
    assert receipts.link(None, shown.receipt, shown.salt) == shown
