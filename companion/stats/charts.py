"""The figures of a game for screens and other programs: the data of its charts, in a language, and of the table."""

from __future__ import annotations

import csv
import io
from typing import Any

import msgspec

from companion.language import text
from companion.rules.model import Message
from companion.rules.quotes import DIE
from companion.stats.figures import (
    DEALT,
    FOUND,
    GAINED,
    GROUPS,
    MENDED,
    PAID,
    SPENT,
    Figures,
    deviation,
    expected,
    group,
)

Plain = dict[str, Any]

# Reasons for coins that are not an ability.
WORDED = ("start", "regions", "declined", PAID, FOUND, GAINED, SPENT, DEALT, MENDED)
# Signs that make a spreadsheet read a name as a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")
SEVERAL = 3  # rolls that make luck worth a word
KINDS = ("empty", "tribe", "player")
COLUMNS = (
    "turn", "seat", "name", "race", "power", "active_regions", "declined_regions",
    "conquests", "failed", "rolls", "pips", "coins", "total",
)  # fmt: skip


def view(found: Figures, language: str) -> Plain:
    """All charts of a game whose purses are revealed: the numbers of each by seat and turn, and words.

    `coins`: by seat, before the first turn and after each. `regions`: by seat and turn, active and declined, or None.
    `groups` and `kinds` name the parts of the bars in `grouped` and `conquered`; `reasons`, `attacks` and `luck` have
    the details.
    """
    seats = range(len(found.names))
    grouped = [found.groups(seat) for seat in seats]
    shown = [key for key in GROUPS if any(each[key] for each in grouped)]
    return {
        "turns": found.turns,
        "stopped": found.stopped,
        "coins": [found.running(seat) for seat in seats],
        "regions": [[[held.active, held.declined] if held else None for held in found.regions(seat)] for seat in seats],
        "groups": [{"key": key, "text": _word(f"coins.group.{key}", language)} for key in shown],
        "grouped": [[each[key] for key in shown] for each in grouped],
        "reasons": _reasons(found, language),
        "kinds": [{"key": key, "text": _word(f"conquest.kind.{key}", language)} for key in KINDS],
        "conquered": [_conquered(found, seat) for seat in seats],
        "attacks": [_attacks(found, seat) for seat in seats],
        "luck": [_luck(found, seat, language) for seat in seats],
        "combos": [
            {
                "turn": choice.turn,
                "seat": choice.seat,
                "name": text.say(Message("combo", {"race": choice.race, "power": choice.power}), language),
                "coins": found.earned_by(choice),
            }
            for choice in found.choices
        ],
        "told": [text.sentence(say, language) for say in highlights(found)],
    }


def highlights(found: Figures) -> list[Message]:
    """The highlights of a game: the best single turn, the most conquests, the luckiest roller, each if it is one's."""
    says = []
    earned: dict[tuple[int, int], int] = {}
    for each in found.coins:
        if group(each.reason) not in ("column", "other"):
            earned[each.turn, each.seat] = earned.get((each.turn, each.seat), 0) + each.amount
    best = max(earned.values(), default=0)
    turns = [key for key, coins in earned.items() if coins == best > 0]
    if len({seat for _, seat in turns}) == 1:
        turn, seat = turns[0]
        says.append(Message("told.turn", {"name": found.names[seat], "count": best, "number": turn}))
    won = [sum(each.won for each in found.conquests if each.seat == seat) for seat in range(len(found.names))]
    if won.count(max(won)) == 1 and max(won):
        says.append(Message("told.conquests", {"name": found.names[won.index(max(won))], "count": max(won)}))
    more = [_pips(found, seat) - expected(_rolls(found, seat)) for seat in range(len(found.names))]
    seat = more.index(max(more))
    if max(more) >= 1 and more.count(max(more)) == 1 and _rolls(found, seat) >= SEVERAL:
        args = {"name": found.names[seat], "pips": _pips(found, seat), "count": _rolls(found, seat)}
        says.append(Message("told.luck", args))
    return says


def reason(key: str, language: str) -> str:
    """The name of a reason for coins, which may be an ability."""
    return _word(f"coins.{key}", language) if key in WORDED else text.ability(key, language)


def _word(key: str, language: str) -> str:
    return text.say(Message(key), language)


def _reasons(found: Figures, language: str) -> list[Plain]:
    """Every reason for which anybody gained or paid coins, in the order of the groups, with amounts by seat."""
    seats = range(len(found.names))
    amounts = [{"start": found.start[seat], **found.by(lambda each: each.reason, seat)} for seat in seats]
    keys = list(dict.fromkeys(key for each in amounts for key in each))
    keys.sort(key=lambda key: GROUPS.index("start" if key == "start" else group(key)))
    return [{"text": reason(key, language), "amounts": [each.get(key, 0) for each in amounts]} for key in keys]


def _conquered(found: Figures, seat: int) -> list[int]:
    """How many regions a seat conquered, by what was there: nothing, a Lost Tribe, a player's race."""
    won = [each for each in found.conquests if each.seat == seat and each.won]
    held = sum(each.against is not None for each in won)
    tribes = sum(each.against is None and each.tribe > 0 for each in won)
    return [len(won) - held - tribes, tribes, held]


def _attacks(found: Figures, seat: int) -> Plain:
    """Failed attempts, conquests with the die, and regions lost to others."""
    own = [each for each in found.conquests if each.seat == seat]
    return {
        "failed": sum(not each.won for each in own),
        "die": sum(each.won and each.pips is not None for each in own),
        "lost": sum(each.won and each.against == seat and each.seat != seat for each in found.conquests),
    }


def _luck(found: Figures, seat: int, language: str) -> Plain:
    """A seat's rolls: how many, their pips, the average for a fair die, and the usual deviation."""
    rolls, pips = _rolls(found, seat), _pips(found, seat)
    faces = [sum(each.seat == seat and each.pips == face for each in found.rolls) for face in sorted(set(DIE))]
    args = {"count": rolls, "pips": pips, "expected": expected(rolls)}
    return {
        "rolls": rolls,
        "pips": pips,
        "expected": expected(rolls),
        "average": text.decimal(expected(rolls), language),
        "usual": deviation(rolls),
        "faces": faces,
        "text": text.sentence(Message("luck" if rolls else "luck.none", args), language),
    }


def _rolls(found: Figures, seat: int) -> int:
    return sum(each.seat == seat for each in found.rolls)


def _pips(found: Figures, seat: int) -> int:
    return sum(each.pips for each in found.rolls if each.seat == seat)


# For other programs. Names are those of the rules, whatever language people read.


def as_json(game: int, begun: str | None, found: Figures) -> bytes:
    """All figures of a game, with every coin, conquest and roll (docs/tables.md)."""
    told = {"game": game, "begun": begun, **msgspec.structs.asdict(found)}
    return msgspec.json.format(msgspec.json.encode(told), indent=1)


def as_csv(found: Figures) -> str:
    """A line for each turn of each player, with a column for each reason for coins (docs/tables.md)."""
    reasons = list(dict.fromkeys(each.reason for each in found.coins))
    out = io.StringIO()
    lines = csv.writer(out)
    lines.writerow([*COLUMNS, *(f"coins_{key}" for key in reasons)])
    for turn in range(found.turns + 1):
        for seat, name in enumerate(found.names):
            lines.writerow(_line(found, turn, seat, name, reasons))
    return out.getvalue()


def _line(found: Figures, turn: int, seat: int, name: str, reasons: list[str]) -> list[str | int]:
    mine = [each for each in found.coins if (each.turn, each.seat) == (turn, seat)]
    attacks = [each for each in found.conquests if (each.turn, each.seat) == (turn, seat)]
    rolls = [each.pips for each in found.rolls if (each.turn, each.seat) == (turn, seat)]
    choice = next((each for each in reversed(found.choices) if each.seat == seat and each.turn <= turn), None)
    held = found.regions(seat)[turn - 1] if turn else None
    total = found.start[seat] + sum(each.amount for each in found.coins if each.seat == seat and each.turn <= turn)
    return [
        turn,
        seat,
        f"'{name}" if name.startswith(FORMULA) else name,
        choice.race if choice else "",
        choice.power if choice else "",
        held.active if held else "",
        held.declined if held else "",
        sum(each.won for each in attacks),
        sum(not each.won for each in attacks),
        len(rolls),
        sum(rolls),
        sum(each.amount for each in mine) if turn else found.start[seat],
        total,
        *(sum(each.amount for each in mine if each.reason == key) for key in reasons),
    ]
