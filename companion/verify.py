"""`companion verify`: an exported record against the heads that phones have kept, and what that proves, in sentences.

A record proves nothing by itself, for whoever wrote it could have made all of it anew, receipts too. A head that a
phone heard fixes all of its seat up to there: docs/receipts.md says what follows from that, and what does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Literal

import click
import msgspec
from msgspec import Meta, Struct

from companion import receipts
from companion.receipts import Correction, Head, Receipt, Sheet, TakenBack
from companion.record import Halted, Malformed, Record, plainly, play, read
from companion.replay import MALFORMED, fail
from companion.spelling import Names

MISMATCH = 1
Number = Annotated[int, Meta(ge=1)]


class Brought(Struct, frozen=True, forbid_unknown_fields=True):
    """What a phone gives: the heads it heard, each with its number; a number that it heard twice stands there twice.

    `since` is how many there were when it asked for the first time.
    """

    receipts: Literal[1]
    game: Number
    seat: Annotated[int, Meta(ge=0)]
    name: str
    since: Annotated[int, Meta(ge=0)]
    heads: tuple[tuple[Number, Head], ...]


class Read(Struct, frozen=True):
    """What a phone shows to be read out, "Ann 12 0c1a 0e10 e1e2 6155": its last receipt, and how its head begins."""

    name: str
    number: int
    begins: str


# Sixteen digits: nobody finds another sheet and another salt with the same ones.
READ_OUT = re.compile(r"(?P<name>.+) (?P<number>[1-9][0-9]{0,5}) (?P<begins>(?:[0-9a-f]{4} ?){4,16})", re.IGNORECASE)


class Finding(Struct, frozen=True):
    """A sentence, and whether it tells of something that does not agree."""

    text: str
    wrong: bool = False


def run(path: str, brought: Sequence[str]) -> int:
    """Print what a record proves together with what phones bring: files, or what they show to be read out.

    Returns the exit status: 0, 1 where something does not agree, 2 for a file that is none; then one line on stderr.
    """
    try:
        record = read(Path(path).read_bytes())
        phones: dict[str, Brought] = {}
        said: list[Read] = []
        for path in brought:
            if (told := READ_OUT.fullmatch(path.strip())) and not Path(path).exists():
                begins = told["begins"].replace(" ", "").lower()
                said.append(Read(told["name"], int(told["number"]), begins))
            else:
                phones[path] = msgspec.json.decode(Path(path).read_bytes(), type=Brought)
    except OSError as fault:
        fail(f"{path}: {fault.strerror}")
    except Malformed as fault:
        fail(f"{path}:{fault.line}: {fault.reason}")
    except (ValueError, RecursionError) as fault:
        why = plainly(fault) if isinstance(fault, ValueError) else "nested too deeply"
        fail(f"{path}: this is no file with the heads of a phone: {why}")
    else:
        found = list(verified(record, phones, said))
        for each in found:
            click.echo(f"{'! ' if each.wrong else ''}{each.text}")
        return MISMATCH if any(each.wrong for each in found) else 0
    return MALFORMED


def verified(record: Record, phones: dict[str, Brought], said: Sequence[Read] = ()) -> Iterator[Finding]:
    """What is proved, and what is not, seat by seat; `phones` by the names of their files, `said` was read out."""
    names = [seat.name for seat in record.opening.seats]
    try:
        came_to = replayed(record)
    except Halted as halted:
        came_to = None
        yield Finding(
            f"The record cannot be played beyond its line {halted.line}: {halted.reason}. It was changed, or this"
            " version of the rules plays it differently. What its receipts say is compared with nothing.",
            wrong=True,
        )
    for path, phone in phones.items():
        if names[phone.seat : phone.seat + 1] != [phone.name]:
            yield Finding(f"{path} is of another game: no {phone.name} sits there in this one.", wrong=True)
    for told in said:
        if told.name not in names:
            yield Finding(f"No {told.name} sits in this game.", wrong=True)
    for seat, name in enumerate(names):
        chain = [each for each in record.receipts if each.receipt.seat == seat]
        yield Finding(f"{name}:")
        for each in (*_chain(chain), *_says(chain, names, came_to[seat] if came_to else None)):
            yield Finding(f"  {each.text}", each.wrong)
        theirs = {path: phone for path, phone in phones.items() if (phone.seat, phone.name) == (seat, name)}
        for each in _heads(chain, theirs, [told for told in said if told.name == name]):
            yield Finding(f"  {each.text}", each.wrong)


def replayed(record: Record) -> list[list[Sheet | Correction]]:
    """What each seat's receipts ought to say, as the record is played. Raises Halted."""
    found: list[list[Sheet | Correction]] = [[] for _ in record.opening.seats]
    for step in play(record):
        by = Names(step.before).seat(step.entry.by) if step.entry.by != "" else None
        for said in receipts.told(step.before, step.command, step.events, by):
            found[said.seat].append(said)
    return found


# The receipts by themselves.


def _chain(chain: Sequence[Receipt]) -> Iterator[Finding]:
    """Whether each receipt follows from the one before it."""
    before = None
    for each in chain:
        # Its number too, so that none is missing.
        if receipts.link(before, each.receipt, each.salt) != each:
            what = f"Receipt {each.receipt.n} was changed, or does not follow from the one before it."
            yield Finding(what, wrong=True)
            return
        before = each
    if chain:
        yield Finding(f"{_count(len(chain), 'receipt')}, each of which follows from the one before.")


def _says(
    chain: Sequence[Receipt], names: Sequence[str], came_to: Sequence[Sheet | Correction] | None
) -> Iterator[Finding]:
    """Whether the receipts that count say what the game came to; and what was put right or taken back."""
    said = [each.receipt for each in chain]
    back = {each.of: each.n for each in said if isinstance(each, TakenBack)}
    standing = [each for each in said if not isinstance(each, TakenBack) and each.n not in back]
    for each in said:
        if isinstance(each, Correction) or each.n in back:
            gone = f"; taken back, says receipt {back[each.n]}" if each.n in back else ""
            yield Finding(f"Receipt {each.n}: {_sentence(each, names)}{gone}.")
    if came_to is None:
        return
    # Games that began before there were receipts have them from some sheet on.
    early = max(0, len(came_to) - len(standing))
    for each, now in zip(standing, came_to[early:], strict=False):
        if msgspec.structs.replace(each, n=0) != now:
            told, plays = _sentence(each, names), _sentence(now, names)
            if told == plays:
                plays += ", with other lines or another purse"
            yield Finding(f"Receipt {each.n} says: {told}. The record comes to: {plays}.", wrong=True)
            return
    if len(standing) > len(came_to):
        first = _sentence(standing[len(came_to)], names)
        yield Finding(f"The record ends before what receipt {standing[len(came_to)].n} says: {first}.", wrong=True)
    elif not standing:
        why = "" if said else " A game that was taken in from a record, or written by hand, has none."
        yield Finding(f"No receipts that count, and so nothing to prove.{why}")
    else:
        yield Finding("They say what the game in this record comes to, coin for coin.")
        if early:
            yield Finding(f"They begin with {_sentence(standing[0], names)}; what was before has none.")


def _sentence(said: Sheet | Correction | TakenBack, names: Sequence[str]) -> str:
    match said:
        case Sheet(turn=turn, coins=coins):
            return f"score sheet of turn {turn}, {_count(coins, 'coin')}"
        case Correction(by=by, difference=difference, reason=reason, turn=turn):
            who = names[by] if by is not None and 0 <= by < len(names) else "somebody"
            why = f" ({reason})" if reason else ""
            old = f" on the score sheet of turn {turn}" if turn else ""
            return f"correction by {who}{old}, {difference:+d}{why}"
        case TakenBack(of=of):
            return f"receipt {of} taken back"


# The receipts against the heads.


def _heads(chain: Sequence[Receipt], phones: dict[str, Brought], said: Sequence[Read]) -> Iterator[Finding]:
    """What the phones of a seat prove of its receipts."""
    proved = 0
    for told in said:
        if not (_head(chain, told.number) or "").startswith(told.begins):
            yield Finding(f"Receipt {told.number}, as it was read out, is not what the record says.", wrong=True)
        else:
            proved = max(proved, told.number)
            what = _reach(told.number)
            yield Finding(f"As it was read out: {what} unchanged since that phone heard of receipt {told.number}.")
    for path, phone in phones.items():
        wrong = sorted(number for number, head in phone.heads if _head(chain, number) != head)
        if wrong:
            what = "is not in the record" if wrong[0] > len(chain) else "is not what the record says"
            none = len(wrong) == len(phone.heads)
            other = " None of its heads agrees: it may have heard those of another game." if none else ""
            yield Finding(f"{path}: receipt {wrong[0]}, as this phone heard it, {what}.{other}", wrong=True)
            continue
        last = max((number for number, _ in phone.heads), default=0)
        if not last:
            yield Finding(f"{path}: this phone has heard no head, and proves nothing.")
            continue
        proved = max(proved, last)
        yield Finding(f"{path}: {_reach(last)} unchanged since this phone heard of {'it' if last == 1 else 'them'}.")
        if phone.since:
            came = min(last, phone.since)
            yield Finding(f"  It came when there were {came}: what was done to those before it came, it cannot know.")
    if not phones and not said and chain:
        yield Finding("No phone has brought its heads, so nothing is proved: all of it could have been made anew.")
    elif 0 < proved < len(chain):
        yield Finding(f"What comes after receipt {proved} no phone here has heard of: it is not proved.")


def _head(chain: Sequence[Receipt], number: int) -> str | None:
    return chain[number - 1].head if number <= len(chain) else None


def _reach(last: int) -> str:
    return "receipt 1 is" if last == 1 else f"receipts 1 to {last} are"


def _count(number: int, one: str, more: str = "") -> str:
    return f"{number} {one if number == 1 else more or one + 's'}"
