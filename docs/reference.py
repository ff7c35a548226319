"""Write docs/reference.md from the code: python docs/reference.py"""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import fields

PAGE = Path(__file__).parent / "reference.md"
sys.path.insert(0, str(PAGE.parent.parent))

from companion.language.text import name, say  # noqa: E402
from companion.records.notation import KINDS, field_of  # noqa: E402 (found from the folder above)
from companion.rules.ability import Ability  # noqa: E402
from companion.rules.boxes.registry import ABILITIES, BOXES, PIECES  # noqa: E402
from companion.rules.commands import Command  # noqa: E402
from companion.rules.engine import options  # noqa: E402
from companion.rules.model import Message  # noqa: E402
from companion.rules.piece import Piece  # noqa: E402
from companion.rules.table_rule import TableRule  # noqa: E402

HEAD = """\
# Reference for records

Every command that [a record](record.md) can hold, what is written for which race or power, and the names of all
races, powers, pieces and table options.
`python docs/reference.py` writes this page from the code: do not edit it."""

TOLD = """\
What is not listed needs nothing but the steps that everybody takes. Whatever is rolled or drawn is an `answer`.
The page about records says [more about some of these](record.md#what-abilities-are-told)."""


def page() -> str:
    """The whole page: every command, what is written for each ability, and every name."""
    # Those of the boxes that are played alone are among the others.
    mixed = tuple(box for box, held in BOXES.items() if not held.alone)
    parts = [HEAD, "## Every command", *(command(tag, kind) for tag, kind in KINDS.items())]
    parts += ["## What is written for each ability", TOLD, abilities()]
    parts += ["## Every name", *(names(box) for box in BOXES), "### Table options", choices(mixed)]
    return "\n\n".join(parts) + "\n"


def command(tag: str, kind: type[Command]) -> str:
    """One command: what it does, and its fields."""
    rows = [
        f"| `{field.name}` | {'yes' if field.required and field.name != 'occasion' else 'no'} "
        f"| {field_of(tag, field.name).words} |"
        for field in fields(kind)
    ]
    table = ["| field | needed | what it holds |", "|---|---|---|", *rows] if rows else []
    return "\n\n".join(["### `" + tag + "`", prose(kind), *(["\n".join(table)] if table else [])])


def prose(kind: type) -> str:
    """A docstring as one paragraph."""
    return " ".join((kind.__doc__ or "").split()).replace(".  ", ". ")


def abilities() -> str:
    """The abilities that need something in a record, box by box."""
    # A piece may have the name of its race or power: one line tells of both.
    keys = {kind.key: box for box, held in BOXES.items() for part in held if isinstance(part, tuple) for kind in part}
    rows = [
        f"| `{key}` | {box} | {'; '.join(words)} |"
        for key, box in keys.items()
        if (words := list(told(ABILITIES.get(key) or PIECES[key])))
    ]
    return "\n".join(["| ability | box | what is written |", "|---|---|---|", *rows])


def told(ability: Ability) -> Iterator[str]:
    """What is written for an ability: which commands, and with which of its own words."""
    calls = [node for node in sources(ability) if isinstance(node, ast.Call)]
    acts = {first(call): None for call in calls if getattr(call.func, "id", "") == "Action"}
    asks = [call for call in calls if getattr(call.func, "attr", "") == "ask"]
    if answers(ability, "ways"):
        yield f"`way` `{ability.key}`"
    if answers(ability, "boost"):
        yield f"`boosts` `{ability.key}`"
    if acts:
        yield f"`act` {' or '.join(f'`{act}`' for act in acts)}"
    if answers(ability, "placements"):
        yield f"`place` {' or '.join(f'`{piece}`' for piece in ability.pieces)}"
    if answers(ability, "gathers"):
        yield "`decline` with `regions`"
    if answers(ability, "declines_late"):
        yield "`accept` with `decline`"
    choices = [any(isinstance(word, ast.Constant) and word.value == "choice" for word in ask.args) for ask in asks]
    # Where the ability itself asks nothing, the conquest asks for it: yes or no.
    if any(choices) or (answers(ability, "on_answer") and not asks):
        yield "`choose`"
    if not all(choices):
        yield "`answer`"


def answers(ability: Ability, hook: str) -> bool:
    """Whether an ability has its own answer to a hook."""
    return getattr(type(ability), hook) is not getattr(Ability, hook)


def first(call: ast.Call) -> str:
    """The word that a call begins with."""
    return next(str(word.value) for word in call.args if isinstance(word, ast.Constant))


def sources(ability: Ability) -> list[ast.AST]:
    """The code of an ability's class, and of those it is made of."""
    kinds = [kind for kind in type(ability).__mro__ if kind.__module__.startswith("companion.rules")]
    kinds = [kind for kind in kinds if kind not in (Ability, Piece, TableRule)]
    return [node for kind in kinds for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(kind))))]


def names(box: str) -> str:
    """The races, powers and pieces of a box, with what their badges and banners say and what they remember."""
    lines = [f"### Races, powers and pieces: {box}", "", "| race | tokens | in the box |", "|---|---|---|"]
    lines += [
        f"| `{race.key}` | {race.tokens} | {race.supply} |" for race in (*BOXES[box].races, *BOXES[box].bannerless)
    ]
    lines += ["", "| power | tokens |", "|---|---|"]
    lines += [f"| `{power.key}` | {power.tokens} |" for power in BOXES[box].powers]
    lines += ["", "| piece | in the box |", "|---|---|"]
    lines += [f"| `{piece.key}` | {PIECES[piece.key].supply} |" for piece in BOXES[box].pieces]
    if prizes := BOXES[box].prizes:
        lines += ["", "| relic, artifact or place | it stays where it is |", "|---|---|"]
        lines += [f"| `{prize.key}` | {'yes' if prize.fixed else 'no'} |" for prize in prizes]
    lines += ["", "| memory | kind | from | to | what it is |", "|---|---|---|---|---|"]
    for ability in (*BOXES[box].races, *BOXES[box].powers, *BOXES[box].bannerless, *BOXES[box].prizes):
        for memory in ability.memory:
            key = f"{ability.key}.{memory.key}"
            lines.append(f"| `{key}` | {memory.kind} | {memory.least} | {memory.most} | {name('memory', key)} |")
    return "\n".join(lines)


def choices(boxes: tuple[str, ...]) -> str:
    """The table options; the first choice holds unless the header says otherwise."""
    lines = ["| option | choices, the usual one first | the question |", "|---|---|---|"]
    for option in options(boxes):
        keys = f"up to {option.longest} letters" if option.longest else ", ".join(f"`{key}`" for key in option.choices)
        lines.append(f"| `{option.key}` | {keys} | {say(Message(f'option.{option.key}'))} |")
    return "\n".join(lines)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
