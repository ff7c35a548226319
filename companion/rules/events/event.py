"""The base class of events, and functions that change parts of a game."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from companion.rules.model import (
    Band,
    Combo,
    Game,
    Ground,
)

HANDS = ("hand", "withdrawn", "aside")
PILE = "pile:"
COUNTED = "counted"
TRIBE = "tribe"


class Impossible(ValueError):
    """The pieces do not allow it: a token that is not there, a region held by others."""


class Event(Struct, frozen=True, tag_field="type"):
    """Something that happened."""

    def apply(self, game: Game) -> Game:
        """The game after this event."""
        raise NotImplementedError


def with_ground(game: Game, region: str, ground: Ground) -> dict[str, Ground]:
    grounds = dict(game.grounds)
    grounds[region] = ground
    return grounds


def with_band(game: Game, band: Band) -> dict[int, Band]:
    bands = dict(game.bands)
    bands[band.id] = band
    return bands


def with_pile(game: Game, pile: str, kind: str, change: int) -> dict[str, dict[str, int]]:
    """The piles beside the map after a change.  Raises Impossible if there are not enough."""
    lying = game.piles.get(pile, {})
    left = lying.get(kind, 0) + change
    if left < 0:
        raise Impossible(f"the {pile} has no {-change} {kind}")
    changed = {key: count for key, count in {**lying, kind: left}.items() if count}
    return {key: contents for key, contents in {**game.piles, pile: changed}.items() if contents}


def controlled(game: Game, *holders: int) -> Game:
    """Each active band controls the prizes in its regions; a prize that is no longer controlled forgets what it
    remembers.

    With `holders` only these bands' regions have changed, else anybody's.
    """
    if not game.prizes:
        return game
    changed: dict[int, Band] = {}
    for number in holders or game.bands:
        band = game.bands.get(number)
        if band is None:
            continue
        prizes = () if band.declined else prizes_of(game, number)
        if prizes != band.prizes:
            gone = set(band.prizes) - set(prizes)
            memo = {key: value for key, value in band.memo.items() if key.partition(".")[0] not in gone}
            changed[number] = replace(band, prizes=prizes, memo=memo)
    return replace(game, bands={**game.bands, **changed}) if changed else game


def prizes_of(game: Game, holder: int) -> tuple[str, ...]:
    """The prizes in a band's regions, in map order."""
    return tuple(
        [
            marker.kind
            for ground in game.grounds.values()
            if ground.markers and ground.band == holder
            for marker in ground.markers
            if marker.kind in game.prizes
        ]
    )


def prized(game: Game, ground: Ground) -> bool:
    """Whether there is a prize in this region."""
    return bool(ground.markers) and any(marker.kind in game.prizes for marker in ground.markers)


def tokens_back(tray: dict[str, int], combos: list[Combo] | tuple[Combo, ...]) -> dict[str, int]:
    """The tray after the tokens on these combos go back to it."""
    return tray | {combo.race: tray[combo.race] + combo.tokens for combo in combos if combo.tokens}
