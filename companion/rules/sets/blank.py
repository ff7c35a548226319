"""The blank banner and the blank badge: a race and a power of people's own making (expansion sheet, under these names).

What they do is played by hand, as played where need be, and scored by hand over the score sheet.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from companion.rules.ability import COUNT, Ability, Deed, Earn, Me, Memory, Option, Piece
from companion.rules.events import Event, Remembered
from companion.rules.model import Say

LONGEST_NAME, LONGEST_RULE = 24, 160


class ByHand(Ability):
    """Named, numbered and described by the table: how many tokens it gives is an option, its coins are told."""

    number: ClassVar[Option]
    memory = (Memory("coins", 0, 30, COUNT),)
    acts_in = ("score",)
    lasts = frozenset({"acts", "score", "on_turn_begin"})

    def extra_tokens(self, me: Me) -> int:
        return int(self.number.chosen(me.game))

    def acts(self, me: Me) -> Iterable[Deed]:
        coins = self.recall(me, "coins")
        if coins < self.memory[0].most:
            yield Deed("more", "", Say("act.blank.more", {"ability": self.key}))
        if coins:
            yield Deed("fewer", "", Say("act.blank.fewer", {"ability": self.key}))

    def on_act(self, me: Me, act: str, target: str) -> Iterable[Event]:
        yield self._coins(me, self.recall(me, "coins") + (1 if act == "more" else -1))

    def on_turn_begin(self, me: Me) -> Iterable[Event]:
        if self.recall(me, "coins"):
            yield self._coins(me, 0)

    def score(self, me: Me) -> Iterable[Earn]:
        yield Earn(self.recall(me, "coins"))

    def _coins(self, me: Me, count: int) -> Event:
        """So many coins are told for this turn."""
        return Remembered(me.band.id, f"{self.key}.coins", count)


def numbers(most: int, usual: int) -> tuple[str, ...]:
    """The numbers from 1 that may stand on a piece, the usual one first."""
    return (str(usual), *(str(number) for number in range(1, most + 1) if number != usual))


class BlankBanner(ByHand):
    """A race of your own: play what you have agreed on, and add its coins by hand."""

    key = "blank-banner"
    supply = 15
    number = Option("blank-banner-tokens", numbers(10, 6))
    options = (
        Option("blank-banner-name", ("",), longest=LONGEST_NAME),
        number,
        Option("blank-banner-rule", ("",), longest=LONGEST_RULE),
    )


class BlankBadge(ByHand):
    """A special power of your own: play what you have agreed on, and add its coins by hand."""

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
