"""Reads firmware/vectors.txt, which the firmware's own tests read too."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).parents[2] / "firmware" / "vectors.txt"
LINES = FILE.read_text(encoding="ascii").splitlines()


class Talk(NamedTuple):
    """One talk: its name, what both sides are made of, and its lines as (mark, text)."""

    name: str
    made_of: dict[str, str]
    lines: list[tuple[str, str]]


def examples(word: str) -> list[tuple[str, str]]:
    """The examples that begin with a word, as what is given and what follows from it."""
    found = [line.removeprefix(f"{word} ").split(" => ") for line in LINES if line.startswith(f"{word} ")]
    return [(given, follows) for given, follows in found]


def talks() -> Iterator[Talk]:
    """Every talk."""
    inside: Talk | None = None
    for line in LINES:
        mark, _, text = line.partition(" ")
        if mark == "talk":
            inside = Talk(text, {}, [])
        elif mark == "end":
            assert inside
            yield inside
            inside = None
        elif inside and mark == "with":
            inside.made_of.update(word.split("=") for word in text.split())
        elif inside:
            inside.lines.append((mark, text))


def raw(text: str) -> bytes:
    r"""The bytes of a text with \n, \r, \\ and \xNN."""
    named = {r"\n": "\n", r"\r": "\r", r"\\": "\\"}
    whole = re.sub(r"\\(?:x[0-9a-f]{2}|[nr\\])", lambda found: named.get(found[0]) or chr(int(found[0][2:], 16)), text)
    return whole.encode("latin-1")
