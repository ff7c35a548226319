"""Who is asked: the abilities of a band, the rules of the table, the pieces on a region."""

from __future__ import annotations

from functools import cache, lru_cache

from companion.rules.ability import Ability, Heap, Me, Piece
from companion.rules.model import NOBODY, Band, Game, Ground, Marker
from companion.rules.prizes import GROUND
from companion.rules.sets import ABILITIES, PIECES, SETS


def _answers(kind: type[Ability], hook: str) -> bool:
    """Whether an ability of this class has something of its own to say to a hook."""
    return getattr(kind, hook) is not getattr(Ability, hook)


class Answering(dict[str, tuple[Ability, ...]]):
    """The abilities of a race with these powers and prizes that answer each hook, looked for when it is first asked."""

    def __init__(self, abilities: tuple[str, ...], prizes: tuple[str, ...], declined: bool) -> None:
        self._abilities, self._prizes, self._declined = abilities, prizes, declined

    def __missing__(self, hook: str) -> tuple[Ability, ...]:
        keys = self._abilities if hook in GROUND else (*self._abilities, *self._prizes)
        asked = [each for each in (ABILITIES[key] for key in keys) if _answers(type(each), hook)]
        self[hook] = found = tuple([each for each in asked if hook in each.lasts] if self._declined else asked)
        return found


# A game meets some dozens of these, again and again; those of all games there may be are tens of thousands.
@lru_cache(maxsize=512)
def _of(race: str, powers: tuple[str, ...], prizes: tuple[str, ...], declined: bool) -> Answering:
    return Answering((race, *powers), prizes, declined)


def answering(band: Band, hook: str) -> tuple[Ability, ...]:
    """The abilities of a band that have something to say to a hook now."""
    return _of(band.race, band.powers, band.prizes, band.declined)[hook]


@cache
def rules(boxes: tuple[str, ...], hook: str) -> tuple[Ability, ...]:
    """The rules of the table, of whichever boxes are played, that have something to say to a hook."""
    return tuple(ABILITIES[kind.key] for box in boxes for kind in SETS[box].rules if _answers(kind, hook))


def heaps(game: Game) -> dict[str, Heap]:
    """The piles beside the map that the rules of the table use."""
    return {heap.key: heap for box in game.boxes for rule in SETS[box].rules for heap in rule.heaps}


def planners(game: Game, hook: str) -> list[tuple[Ability, Me]]:
    """Who has a say in a turn's stages: the rules of the table, then all bands of the seat whose turn it is."""
    seat = game.turn.seat
    asked = [(rule, NOBODY) for rule in rules(game.boxes, hook)]
    asked += [(each, band) for band in game.bands.values() if band.seat == seat for each in answering(band, hook)]
    return [(ability, Me(game, band)) for ability, band in asked]


def _pieces_with(*hooks: str) -> frozenset[str]:
    """The kinds of pieces that have something of their own to say to any of these hooks, or a number for it."""
    return frozenset(
        kind
        for kind, piece in PIECES.items()
        for hook in hooks
        if getattr(type(piece), hook) is not getattr(Piece, hook)
    )


# On most regions there is none of these, and every region is asked again and again.
SHIELDING = _pieces_with("immune", "shields")
DEFENDING = _pieces_with("defence", "strength", "defence_cost")


def ground_pieces(ground: Ground) -> list[tuple[Piece, Marker]]:
    """The pieces on a region, in the order in which they were set."""
    return [(PIECES[marker.kind], marker) for marker in ground.markers] if ground.markers else []


def piece_owner(game: Game, marker: Marker, region: str) -> Me:
    """Whom a piece belongs to: pieces of nobody to NOBODY, but a prize to the active band that controls it."""
    number = marker.band
    if marker.kind in game.prizes:
        holder = game.bands.get(game.grounds[region].band)
        number = holder.id if holder and marker.kind in holder.prizes else 0
    return Me(game, game.bands.get(number, NOBODY), region)
