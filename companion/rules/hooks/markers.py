"""Pieces: whose kinds they are, what they hold and are worth, how many are in hand."""

from __future__ import annotations

from companion.rules.ability import Me
from companion.rules.hooks.asked import ground_pieces, piece_owner
from companion.rules.model import Band, Game
from companion.rules.sets import ABILITIES, PIECES


def pieces(band: Band) -> list[str]:
    """The kinds of pieces that a band's abilities put on the map."""
    return [kind for key in band.abilities for kind in ABILITIES[key].pieces]


def may_ask(band: Band) -> list[str]:
    """The abilities and kinds of pieces that may ask questions for a band."""
    return [*band.abilities, *pieces(band)]


def in_hand(game: Game, band: Band, kind: str) -> int:
    """How many pieces of a kind a band has in hand."""
    me = Me(game, band)
    return me.in_hand(kind, PIECES[kind].owned(me))


def bodies(game: Game, region: str) -> int:
    """How many tokens, and pieces as good as one, hold a region."""
    ground = game.grounds[region]
    if not ground.markers:
        return ground.tokens
    return ground.tokens + sum([bool(marker.band) and piece.holds(game) for piece, marker in ground_pieces(ground)])


def worth(game: Game, region: str) -> tuple[tuple[str, int], ...]:
    """What each piece on a region is worth in its defence now, by kind: of those that are not always worth the same."""
    ground = game.grounds[region]
    owned = [(piece, piece_owner(game, marker, region)) for piece, marker in ground_pieces(ground)]
    return tuple({piece.key: piece.strength(me) for piece, me in owned if piece.strength(me) != piece.defence}.items())
