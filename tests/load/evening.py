"""Six phones that tap all the time, whatever becomes of their lines, and what has to be true afterwards."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

from companion.store.store import FILE
from tests.load.pocket import Plain, Pocket

# Corrections of coins are the taps that can be counted: each is right at any moment and adds to what was there.
COIN = "set_coins"


def plays(phone: Pocket, seat: int, dice: random.Random, pause: float) -> None:
    """Tap until the phone is switched off: what is due in its own turn, or a coin more."""
    while not phone.ended.wait(dice.uniform(0, pause)):
        tap_once(phone, seat, dice)


def tap_once(phone: Pocket, seat: int, dice: random.Random) -> None:
    """One tap on what the phone shows."""
    game = phone.state.get("game")
    rolls = [chance for chance in game["chances"] if chance["kind"] == "roll" and chance["seat"] == seat]
    offers = [one for one in game["offers"] if one["seat"] == seat and not one["command"].get("place")]
    offers = [one for one in offers if one["kind"] != "place"]
    if rolls:
        phone.taps("/api/roll", by=seat, occasion=rolls[0]["occasion"], pips=None)
    elif offers and dice.random() < 0.5:
        phone.taps("/api/act", by=seat, command=dice.choice(offers)["command"])
    else:
        phone.taps("/api/act", by=seat, command={"type": COIN, "seat": seat, "difference": 1})


def rows(folder: Path) -> dict[str, list[Plain]]:
    """The rows of the log by the request that made them."""
    found: dict[str, list[Plain]] = {}
    with closing(sqlite3.connect(f"file:{folder / FILE}?mode=ro", uri=True)) as log:
        log.row_factory = sqlite3.Row
        for row in log.execute("SELECT row, request, kind FROM log WHERE request IS NOT NULL ORDER BY row"):
            found.setdefault(row["request"], []).append(dict(row))
    return found


def once_each(folder: Path, phones: list[Pocket]) -> int:
    """Every tap was done once or refused, and nothing else was done; returns how many were done."""
    own = tuple(f"{phone.name}-" for phone in phones)
    stored = {id: [row["row"] for row in found] for id, found in rows(folder).items() if id.startswith(own)}
    done = {id: [row] for phone in phones for id, row in phone.done.items()}
    assert {id: (stored.get(id), done.get(id)) for id in stored | done if stored.get(id) != done.get(id)} == {}
    refused = {id for phone in phones for id in phone.refused}
    assert not refused & set(done)
    return len(done)
