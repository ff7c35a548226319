"""Events of the column of combos and the stacks that fill it."""

from __future__ import annotations

from msgspec.structs import replace

from companion.rules.events.event import (
    Event,
    Impossible,
    tokens_back,
    with_band,
)
from companion.rules.model import (
    Band,
    Combo,
    Game,
)


class Revealed(Event, frozen=True, tag="revealed"):
    """A banner or a badge was revealed for the column's lowest empty slot."""

    kind: str
    key: str

    def apply(self, game: Game) -> Game:
        """Raises Impossible if that piece is not in its stack."""
        drawn = game.drawn + 1
        if self.kind == "banner":
            if self.key in game.banners:
                banners = tuple(key for key in game.banners if key != self.key)
                return replace(game, banners=banners, half=self.key, drawn=drawn)
            if game.returned[:1] == (self.key,):
                return replace(game, returned=game.returned[1:], half=self.key, drawn=drawn)
            raise Impossible(f"{self.key} is not in the stack of banners")
        if self.key not in game.badges or not game.half:
            raise Impossible(f"{self.key} is not in the stack of badges")
        badges = tuple(key for key in game.badges if key != self.key)
        column = (*game.column, Combo(game.half, self.key))
        return replace(game, badges=badges, column=column, half="", drawn=drawn)


class BadgesReshuffled(Event, frozen=True, tag="badges_reshuffled"):
    """The discarded badges became the new stack (base rules, Entering in decline)."""

    def apply(self, game: Game) -> Game:
        """Nobody knows the order."""
        return replace(game, badges=tuple(sorted(game.badges + game.discards)), discards=())


class TokensLaid(Event, frozen=True, tag="tokens_laid"):
    """Tokens of its race were put on a combo in the column (count above 0), or went back to the tray."""

    place: int
    count: int

    def apply(self, game: Game) -> Game:
        """Raises Impossible if there are not enough."""
        combo = game.column[self.place]
        left = game.tray[combo.race] - self.count
        if left < 0 or combo.tokens + self.count < 0:
            raise Impossible(f"not so many {combo.race}")
        column = list(game.column)
        column[self.place] = replace(combo, tokens=combo.tokens + self.count)
        return replace(game, column=tuple(column), tray={**game.tray, combo.race: left})


class ComboTaken(Event, frozen=True, tag="combo_taken"):
    """A seat picked a combo from the column, which became its new band."""

    place: int
    seat: int
    band: int

    def apply(self, game: Game) -> Game:
        """The combos below slide up; tokens on the combo go to hand."""
        combo = game.column[self.place]
        column = game.column[: self.place] + game.column[self.place + 1 :]
        band = Band(self.band, self.seat, combo.race, (combo.power,), hand=combo.tokens)
        return replace(game, column=column, bands=with_band(game, band), taken=self.band)


class ColumnLaid(Event, frozen=True, tag="column_laid"):
    """The column was corrected, without coins or tokens; what was in it before went back to its stacks."""

    column: tuple[Combo, ...]

    def apply(self, game: Game) -> Game:
        """Pieces named here are in the column and nowhere else."""
        races = {combo.race for combo in self.column}
        powers = {combo.power for combo in self.column}
        before = tuple(combo.race for combo in game.column) + ((game.half,) if game.half else ())
        banners = game.banners + before
        badges = game.badges + tuple(combo.power for combo in game.column)
        return replace(
            game,
            column=self.column,
            tray=tokens_back(game.tray, game.column),
            half="",
            banners=tuple(key for key in banners if key not in races),
            returned=tuple(key for key in game.returned if key not in races),
            badges=tuple(key for key in badges if key not in powers),
            discards=tuple(key for key in game.discards if key not in powers),
        )
