"""The three races and three special powers of the Royal Bonus (expansion sheet, under their names)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules.ability import Ability, Earn, Me, Piece


class Aquatic(Ability):
    """Each region you hold on the shore of a Sea or the Lake is worth 1 coin more, any other 1 less."""

    key = "aquatic"
    tokens = 3

    def score(self, me: Me) -> Iterable[Earn]:
        held = me.holdings()
        coast = tuple(region for region in held if me.game.board.regions[region].coastal)
        inland = tuple(region for region in held if region not in coast)
        yield Earn(len(coast), coast)
        yield Earn(-len(inland), inland)


RACES: tuple[type[Ability], ...] = ()
POWERS: tuple[type[Ability], ...] = (Aquatic,)
PIECES: tuple[type[Piece], ...] = ()
