"""What each die of this table has rolled so far, and whether that looks like a fair die.

Every real roll counts once: those of all games, even if the move was taken back, and practice. Rolls that people
declared void, for a cocked die or a wrongly tapped face, are listed separately.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path

import click
from msgspec import Struct

from companion.game.entries import Row, StoreError
from companion.language import text
from companion.rules import quotes
from companion.rules.model import Message
from companion.store.store import ReadOnlyStore

# The dice, the most visible first. Rolls of an imported game were not made here and have no source.
SOURCES = ("tray", "button", "phone", "box")
FACES = sorted(set(quotes.DIE))
# The usual rule of thumb for the chi-square test: each face expected at least 5 times.
LEAST = 30
# The shares of fair dice below which a series is called uneven, and very uneven.
UNEVEN, VERY_UNEVEN = 0.05, 0.001


class Tally(Struct):
    """The rolls of one source.

    `seen` counts each face, practice included; `practice` is how many of them were practice; `cocked` and `mistapped`
    are the faces that did not count, the oldest first.
    """

    source: str
    seen: Counter[int]
    practice: int
    cocked: list[int]
    mistapped: list[int]

    @property
    def rolls(self) -> int:
        """How many rolls were seen."""
        return self.seen.total()


def tally(rows: Iterable[Row]) -> list[Tally]:
    """The tally of each source that has rolled, from the rows of Store.rolls()."""
    rolls: dict[int, tuple[str, int]] = {}
    practice: set[int] = set()
    void: dict[int, str] = {}
    for row in rows:
        if row.returns_to is not None:
            void[row.returns_to] = "cocked" if row.command.get("cocked") else "mistapped"
        elif row.kind == "practice":
            rolls[row.row] = (row.command["source"], row.command["pips"])
            practice.add(row.row)
        else:
            rolls[row.row] = (row.command["source"], int(row.command["value"]))
    found = {source: Tally(source, Counter(), 0, [], []) for source in SOURCES}
    for number, (source, pips) in rolls.items():
        one = found.get(source)
        if one is None:
            continue
        match void.get(number):
            case "cocked":
                one.cocked.append(pips)
            case "mistapped":
                one.mistapped.append(pips)
            case _:
                one.seen[pips] += 1
                one.practice += number in practice
    return [one for one in found.values() if one.rolls or one.cocked or one.mistapped]


def expected(rolls: int, pips: int) -> float:
    """How often a fair die with the faces 0, 0, 0, 1, 2 and 3 shows these pips in that many rolls, on average."""
    return rolls * quotes.DIE.count(pips) / len(quotes.DIE)


def chi_square(seen: Counter[int]) -> float:
    """Pearson's chi-square of the faces seen against a fair die: 0 for a perfect match. Needs at least one roll."""
    rolls = seen.total()
    return sum((seen[pips] - expected(rolls, pips)) ** 2 / expected(rolls, pips) for pips in FACES)


def share_of_fair_dice(chi: float) -> float:
    """The share, 0 to 1, of fair dice with at least this chi-square: its upper tail with 3 degrees of freedom.

    For an odd number of degrees there is a closed form (Abramowitz and Stegun 26.4.4).
    """
    return math.erfc(math.sqrt(chi / 2)) + math.sqrt(2 * chi / math.pi) * math.exp(-chi / 2)


def verdict(one: Tally) -> Message:
    """What a player may conclude about a source's rolls."""
    if one.rolls < LEAST:
        return Message("dice.few", {"least": LEAST})
    share = share_of_fair_dice(chi_square(one.seen))
    if share < VERY_UNEVEN:
        return Message("dice.very_uneven")
    key = "dice.fair" if share >= UNEVEN else "dice.uneven"
    # Rounded up to one: "none in a thousand" would claim too much.
    of = 100 if share >= 0.01 else 1000
    return Message(key, {"share": max(1, round(share * of)), "of": of})


def not_counted(one: Tally) -> list[Message]:
    """What did not count as a roll of a game: practice and void rolls."""
    found = []
    if one.practice:
        found.append(Message("dice.practice", {"count": one.practice}))
    for key, faces in (("cocked", one.cocked), ("mistapped", one.mistapped)):
        if faces:
            found.append(Message(f"dice.{key}", {"count": len(faces), "faces": tuple(map(str, faces))}))
    return found


def printed(found: Sequence[Tally], language: str = text.DEFAULT) -> str:
    """The same as the page, for a terminal."""
    if not found:
        return text.say(Message("dice.none"), language)
    lines = []
    for one in found:
        head = Message("dice.rolls", {"count": one.rolls, "source": one.source})
        lines += ["", text.sentence(head, language)]
        most = max(one.rolls / 2, *one.seen.values(), 1)
        for pips in FACES:
            seen, wanted = one.seen[pips], expected(one.rolls, pips)
            bar = "#" * round(24 * seen / most)
            lines.append(f"  {pips}  {bar:24}  {text.say(Message('dice.face', _face(seen, wanted)), language)}")
        lines += [f"  {text.sentence(say, language)}" for say in (verdict(one), *not_counted(one))]
    return "\n".join(lines[1:])


def _face(seen: int, wanted: float) -> dict[str, object]:
    return {"seen": seen, "expected": wanted}


def view(found: Sequence[Tally], language: str) -> list[dict[str, object]]:
    """Each source for the page: names, sentences, and how often each face was seen and expected."""
    shown: list[dict[str, object]] = []
    for one in found:
        top = max(one.rolls / 2, *one.seen.values(), 1)
        shown.append(
            {
                "source": one.source,
                "title": text.sentence(Message("dice.rolls", {"count": one.rolls, "source": one.source}), language),
                "faces": [
                    {
                        "pips": pips,
                        "seen": one.seen[pips] / top,
                        "expected": expected(one.rolls, pips) / top,
                        "text": text.say(
                            Message("dice.face", _face(one.seen[pips], expected(one.rolls, pips))), language
                        ),
                    }
                    for pips in FACES
                ],
                "judged": text.sentence(verdict(one), language),
                "beside": [text.sentence(say, language) for say in not_counted(one)],
            }
        )
    return shown


def run(folder: Path) -> None:
    """Print what the dice of a data folder have rolled. Raises ClickException with a sentence for people."""
    try:
        with closing(ReadOnlyStore(folder)) as log:
            click.echo(printed(tally(log.rolls())))
    except StoreError as error:
        raise click.ClickException(str(error)) from None
