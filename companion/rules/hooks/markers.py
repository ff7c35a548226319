"""Hooks of pieces: who brings them, what they hold and are worth, how many are in hand."""

from __future__ import annotations

from companion.rules.ability import Owner
from companion.rules.boxes.registry import ABILITIES, PIECES
from companion.rules.hooks.asked import ground_pieces, piece_owner
from companion.rules.model import Band, Game
from companion.rules.piece import Piece


def pieces(band: Band) -> list[str]:
    """The kinds of pieces that a band's abilities put on the map."""
    return [kind for key in band.abilities for kind in ABILITIES[key].pieces]


def may_ask(band: Band) -> list[str]:
    """The abilities and kinds of pieces that may ask questions for a band."""
    return [*band.abilities, *pieces(band)]


def in_hand(game: Game, band: Band, kind: str) -> int:
    """How many pieces of a kind a band has in hand."""
    owner = Owner(game, band)
    return owner.in_hand(kind, PIECES[kind].owned(owner))


def in_hands(game: Game, kind: str) -> int:
    """How many pieces of a kind all bands have in hand: none of those that come from the box."""
    if type(PIECES[kind]).owned is Piece.owned:
        return 0
    return sum([in_hand(game, band, kind) for band in game.bands.values() if kind in pieces(band)])


def bodies(game: Game, region: str) -> int:
    """How many tokens, and pieces as good as one, hold a region."""
    ground = game.grounds[region]
    if not ground.markers:
        return ground.tokens
    return ground.tokens + sum([bool(marker.band) and piece.holds(game) for piece, marker in ground_pieces(ground)])


def worth(game: Game, region: str) -> tuple[tuple[str, int], ...]:
    """What each piece in a region now adds to its defence, by kind: only of those that vary."""
    ground = game.grounds[region]
    owned = [(piece, piece_owner(game, marker, region)) for piece, marker in ground_pieces(ground)]
    return tuple(
        {piece.key: piece.strength(owner) for piece, owner in owned if piece.strength(owner) != piece.defence}.items()
    )
