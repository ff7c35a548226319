"""The blank banner and the blank badge: a race and a power that people make up (expansion sheet, under these names).

What they do is played by hand, "as played" if need be, and their coins are entered by hand above the score sheet.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from companion.rules.ability import COUNT, Ability, Action, Income, Memory, Option, Owner
from companion.rules.events import Event, Remembered
from companion.rules.model import Message
from companion.rules.piece import Piece

LONGEST_NAME, LONGEST_RULE = 24, 160


class ByHand(Ability):
    """Named and described by the table: an option says how many tokens it gives, and its coins are entered."""

    number: ClassVar[Option]
    memory = (Memory("coins", 0, 30, COUNT),)
    actions_in = ("score",)
    lasts = frozenset({"actions", "score", "on_turn_begin"})

    def extra_tokens(self, owner: Owner) -> int:
        return int(self.number.chosen(owner.game))

    def actions(self, owner: Owner) -> Iterable[Action]:
        coins = self.recall(owner, "coins")
        if coins < self.memory[0].most:
            yield Action("more", "", Message("act.blank.more", {"ability": self.key}))
        if coins:
            yield Action("fewer", "", Message("act.blank.fewer", {"ability": self.key}))

    def on_action(self, owner: Owner, act: str, target: str) -> Iterable[Event]:
        yield self._coins(owner, self.recall(owner, "coins") + (1 if act == "more" else -1))

    def on_turn_begin(self, owner: Owner) -> Iterable[Event]:
        if self.recall(owner, "coins"):
            yield self._coins(owner, 0)

    def score(self, owner: Owner) -> Iterable[Income]:
        yield Income(self.recall(owner, "coins"))

    def _coins(self, owner: Owner, count: int) -> Event:
        """This many coins are entered for this turn."""
        return Remembered(owner.band.id, f"{self.key}.coins", count)


def numbers(most: int, usual: int) -> tuple[str, ...]:
    """The numbers from 1 that a piece may have, the usual one first."""
    return (str(usual), *(str(number) for number in range(1, most + 1) if number != usual))


class BlankBanner(ByHand):
    """A race of your own: play by the rule you have agreed on, and add its coins by hand."""

    key = "blank-banner"
    supply = 15
    number = Option("blank-banner-tokens", numbers(10, 6))
    options = (
        Option("blank-banner-name", ("",), longest=LONGEST_NAME),
        number,
        Option("blank-banner-rule", ("",), longest=LONGEST_RULE),
    )


class BlankBadge(ByHand):
    """A special power of your own: play by the rule you have agreed on, and add its coins by hand."""

    key = "blank-badge"
    number = Option("blank-badge-tokens", numbers(5, 4))
    options = (
        Option("blank-badge-name", ("",), longest=LONGEST_NAME),
        number,
        Option("blank-badge-rule", ("",), longest=LONGEST_RULE),
    )


BANNER: tuple[type[Ability], ...] = (BlankBanner,)
BADGE: tuple[type[Ability], ...] = (BlankBadge,)
PIECES: tuple[type[Piece], ...] = ()
