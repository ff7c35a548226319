"""Sums as people write them: "2 + 1 defender − 1 Commando = 2", "Regions 4 + Hill 2 = 6"."""

from __future__ import annotations

from typing import NamedTuple

MINUS = "−"


class Part(NamedTuple):
    """A number of a sum, below zero where it is taken off, and what it counts; "" for a bare number."""

    number: int
    noun: str


class Sum(NamedTuple):
    """Numbers with their nouns.

    `least` says what is to be paid instead of a smaller total: "at least 1"; of nothing at all, that alone. The nouns
    of a bill follow their numbers, those of a score (`score`) stand first.
    """

    parts: tuple[Part, ...]
    least: str = ""
    score: bool = False

    @property
    def total(self) -> int:
        return sum(part.number for part in self.parts)

    @property
    def text(self) -> str:
        """The whole sum; of a single number that number alone, "" without any."""
        if not self.parts:
            return self.least
        said = ""
        for part in self.parts:
            sign = MINUS if part.number < 0 else "+" if said else ""
            words = (part.noun, str(abs(part.number))) if self.score else (str(abs(part.number)), part.noun)
            term = " ".join(filter(None, words))
            said = f"{said} {sign} {term}" if said else sign + term
        if len(self.parts) < 2 and not self.least:
            return said
        total = f"{said} = {MINUS if self.total < 0 else ''}{abs(self.total)}"
        return f"{total}, {self.least}" if self.least else total
