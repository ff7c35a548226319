"""Write docs/reference.md from the code: python docs/reference.py"""

from __future__ import annotations

import sys
from pathlib import Path

from msgspec.structs import fields

PAGE = Path(__file__).parent / "reference.md"
sys.path.insert(0, str(PAGE.parent.parent))

from companion.language.text import name, say  # noqa: E402
from companion.records.notation import KINDS, field_of  # noqa: E402 (found from the folder above)
from companion.rules.boxes.registry import BOXES, PIECES  # noqa: E402
from companion.rules.commands import Command  # noqa: E402
from companion.rules.engine import options  # noqa: E402
from companion.rules.model import Message  # noqa: E402

HEAD = """\
# Reference of records

Every command that [a record](record.md) can hold, and the names of all races, powers, pieces and table options.
`python docs/reference.py` writes this page from the code: do not edit it."""


def page() -> str:
    """The whole page: every command, and every name."""
    # Those of the boxes that are played alone are among the others.
    mixed = tuple(box for box, held in BOXES.items() if not held.alone)
    parts = [HEAD, "## Every command", *(command(tag, kind) for tag, kind in KINDS.items())]
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
