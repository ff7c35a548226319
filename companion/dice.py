"""What each die of this table has rolled so far, and whether that looks like a fair die.

Every roll that was really made counts here once: those of all games, also when the act it belonged to was taken back,
and practice. What people did not let count, a cocked die or a face tapped in wrongly, is told beside it.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path

import click
from msgspec import Struct

from companion import text
from companion.rules import conquest
from companion.rules.model import Say
from companion.store import Bystander, Row, StoreError

# What rolls, the most visible first. Rolls of an imported game were not made at this table and have no source here.
SOURCES = ("tray", "button", "phone", "box")
FACES = sorted(set(conquest.DIE))
# The usual rule of thumb for the chi-square test: each face expected 5 times at least.
LEAST = 30
# From here on a series is called uneven, and very uneven.
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
    """What each source that has rolled at all has rolled, from the rows that Store.rolls() finds."""
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
    """How often a fair die with the faces 0, 0, 0, 1, 2 and 3 shows these pips in so many rolls."""
    return rolls * conquest.DIE.count(pips) / len(conquest.DIE)


def chi_square(seen: Counter[int]) -> float:
    """How far the faces seen stray from a fair die: 0 for not at all. Needs one roll at least."""
    rolls = seen.total()
    return sum((seen[pips] - expected(rolls, pips)) ** 2 / expected(rolls, pips) for pips in FACES)


def share_of_fair_dice(chi: float) -> float:
    """The share, 0 to 1, of fair dice that stray at least so far: the upper tail of chi-square, 3 degrees of freedom.

    For an odd number of degrees it has a closed form (Abramowitz and Stegun 26.4.4).
    """
    return math.erfc(math.sqrt(chi / 2)) + math.sqrt(2 * chi / math.pi) * math.exp(-chi / 2)


def judged(one: Tally) -> Say:
    """What a player may think of a source's rolls."""
    if one.rolls < LEAST:
        return Say("dice.few", {"least": LEAST})
    share = share_of_fair_dice(chi_square(one.seen))
    if share < VERY_UNEVEN:
        return Say("dice.very_uneven")
    key = "dice.fair" if share >= UNEVEN else "dice.uneven"
    # Rounded up to one, for none of a thousand would be said too strongly.
    of = 100 if share >= 0.01 else 1000
    return Say(key, {"share": max(1, round(share * of)), "of": of})


def voided(one: Tally) -> list[Say]:
    """What stands beside the count: practice, and rolls that did not count."""
    found = []
    if one.practice:
        found.append(Say("dice.practice", {"count": one.practice}))
    for key, faces in (("cocked", one.cocked), ("mistapped", one.mistapped)):
        if faces:
            found.append(Say(f"dice.{key}", {"count": len(faces), "faces": ", ".join(map(str, faces))}))
    return found


def printed(found: Sequence[Tally], language: str = text.DEFAULT) -> str:
    """The same as the page, for a terminal."""
    if not found:
        return text.say(Say("dice.none"), language)
    lines = []
    for one in found:
        head = Say("dice.rolls", {"count": one.rolls, "source": one.source})
        lines += ["", text.sentence(head, language)]
        most = max(one.rolls / 2, *one.seen.values(), 1)
        for pips in FACES:
            seen, wanted = one.seen[pips], expected(one.rolls, pips)
            bar = "#" * round(24 * seen / most)
            lines.append(f"  {pips}  {bar:24}  {text.say(Say('dice.face', _face(seen, wanted)), language)}")
        lines += [f"  {text.sentence(say, language)}" for say in (judged(one), *voided(one))]
    return "\n".join(lines[1:])


def _face(seen: int, wanted: float) -> dict[str, object]:
    return {"seen": seen, "expected": f"{wanted:.1f}".removesuffix(".0")}


def view(found: Sequence[Tally], language: str) -> list[dict[str, object]]:
    """Each source for the page: names, sentences, and for each face how often it was seen and expected."""
    shown: list[dict[str, object]] = []
    for one in found:
        top = max(one.rolls / 2, *one.seen.values(), 1)
        shown.append(
            {
                "source": one.source,
                "title": text.sentence(Say("dice.rolls", {"count": one.rolls, "source": one.source}), language),
                "faces": [
                    {
                        "pips": pips,
                        "seen": one.seen[pips] / top,
                        "expected": expected(one.rolls, pips) / top,
                        "text": text.say(
                            Say("dice.face", _face(one.seen[pips], expected(one.rolls, pips))), language
                        ),
                    }
                    for pips in FACES
                ],
                "judged": text.sentence(judged(one), language),
                "beside": [text.sentence(say, language) for say in voided(one)],
            }
        )
    return shown


def run(folder: Path) -> None:
    """Print what the dice of a data folder have rolled. Raises ClickException with a sentence for people."""
    try:
        with closing(Bystander(folder)) as log:
            click.echo(printed(tally(log.rolls())))
    except StoreError as error:
        raise click.ClickException(str(error)) from None
