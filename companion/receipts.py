"""Receipts: each score sheet and each correction of a purse, committed to as it happens (docs/receipts.md).

A receipt is a hash of what it says, of a salt and of the receipt before it of the same seat. The hashes, the heads of
the chain, go to the seat's own phone at once, which keeps them. What they say and the salts stay in the log until the
reveal. So nobody can change later what a phone has a head of, and no head tells anything before.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.rules import commands, engine
from companion.rules.correct import REASONS
from companion.rules.events import COUNTED, CoinsMoved, Event, Scored
from companion.rules.model import Game

TAG = "smallworld-companion receipt 1"
# What the first receipt of a seat stands on.
NONE = "0" * 64

Salt = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
Head = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Said(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="kind"):
    """What a receipt says: the `n`-th of its seat, from 1; 0 until it is linked."""

    seat: int
    n: int = 0


class Item(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a score sheet: coins, the reason for them, and where."""

    key: str
    amount: int
    regions: tuple[str, ...]


class Sheet(Said, frozen=True, tag="sheet"):
    """A score sheet was accepted in a turn: `coins` in all, `purse` is what the seat has with them."""

    turn: int
    lines: tuple[Item, ...]
    coins: int
    purse: int


class Correction(Said, frozen=True, tag="correction"):
    """Coins were put right by a difference, entered by a seat: by the owner, or by another one for a reason.

    `turn` names the old score sheet that is put right, where it is one.
    """

    by: int | None
    difference: int
    reason: str
    turn: int = 0


class TakenBack(Said, frozen=True, tag="taken_back"):
    """What the seat's receipt with the number `of` says does not count any more."""

    of: int


class Receipt(Struct, frozen=True, forbid_unknown_fields=True):
    """What is said, the salt, 16 bytes in hexadecimal digits, and the head, 32 of them."""

    receipt: Sheet | Correction | TakenBack
    salt: Salt
    head: Head


def salt() -> str:
    """Sixteen bytes that nobody can guess."""
    return secrets.token_hex(16)


def hashed(before: str, salt: str, said: Said) -> str:
    """The head of a receipt on the head before it: SHA-256 over four lines of text."""
    lines = (TAG, before, salt, msgspec.json.encode(said, order="sorted").decode())
    return sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def link(before: Receipt | None, said: Sheet | Correction | TakenBack, salt: str) -> Receipt:
    """The next receipt of a seat."""
    numbered = replace(said, n=before.receipt.n + 1 if before else 1)
    return Receipt(numbered, salt, hashed(before.head if before else NONE, salt, numbered))


def told(
    game: Game, command: commands.Command | None, happening: Sequence[Event], by: int | None
) -> Iterator[Sheet | Correction]:
    """What an act says of purses: `game` is as it was before, `by` the seat that entered it."""
    if not any(isinstance(event, Scored | CoinsMoved) for event in happening):
        return
    reasons = _reasons(command)
    for event in happening:
        game = engine.evolve(game, event)
        match event:
            case Scored(seat=seat, lines=lines):
                items = tuple(Item(line.key, line.amount, line.where) for line in lines)
                coins, purse = sum(line.amount for line in lines), game.seats[seat].coins
                yield Sheet(seat=seat, turn=game.turn.number, lines=items, coins=coins, purse=purse)
            case CoinsMoved(amount=amount, source=source, target=target) if source == COUNTED:
                seat = int(target.removeprefix("seat:"))
                reason, turn = next(reasons, ("", 0))
                yield Correction(seat=seat, by=by, difference=amount, reason=reason, turn=turn)


def _reasons(command: commands.Command | None) -> Iterator[tuple[str, int]]:
    """Why coins are put right and on which turn's score sheet, 0 for none, for each time that a command does so."""
    match command:
        case commands.SetCoins(reason=reason):
            yield reason, 0
        case commands.SetSheet(turn=turn, line=line):
            yield line if line in REASONS else "", turn
        case commands.SetPast(sheets=sheets):
            yield from (("", old.turn) for old in sheets if old.coins)


class Receipts:
    """All receipts of a game, by the rows of the log that they stand in."""

    def __init__(self) -> None:
        self._rows: dict[int, tuple[Receipt, ...]] = {}

    def take(self, row: int, stored: str) -> None:
        """Take up a row's receipts as they are stored."""
        self._rows[row] = msgspec.json.decode(stored, type=tuple[Receipt, ...])

    def __iter__(self) -> Iterator[Receipt]:
        """All of them, as they came."""
        return (each for made in self._rows.values() for each in made)

    def has(self, row: int) -> bool:
        """Whether a row made any: those of a game that was taken in from a record did not."""
        return row in self._rows

    def of(self, seat: int) -> list[Receipt]:
        """Those of a seat, as they came."""
        return [each for each in self if each.receipt.seat == seat]

    def undone(self, rows: Iterable[int]) -> list[TakenBack]:
        """What is to be said when rows are taken back."""
        found = (each.receipt for row in sorted(rows) for each in self._rows.get(row, ()))
        return [TakenBack(seat=each.seat, of=each.n) for each in found]

    def following(
        self, said: Iterable[Sheet | Correction | TakenBack], salt: Callable[[], str]
    ) -> Iterator[Receipt]:
        """The receipts that come next; they are taken up with their rows."""
        last = {each.receipt.seat: each for each in self}
        for each in said:
            last[each.seat] = link(last.get(each.seat), each, salt())
            yield last[each.seat]


def stored(made: Sequence[Receipt]) -> str | None:
    """Receipts as a row keeps them; None where there are none."""
    return msgspec.json.encode(made, order="sorted").decode() if made else None
