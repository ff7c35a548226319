"""Islands: the parts of a board that one cannot walk between."""

from __future__ import annotations

from companion.rules.model import Board


def islands(board: Board) -> tuple[frozenset[str], ...]:
    """The regions of each of them, in the order of the map; a board of one piece is one."""
    found: list[frozenset[str]] = []
    for start in board.regions:
        if not any(start in part for part in found):
            found.append(ashore(board, start))
    return tuple(found)


def ashore(board: Board, region: str) -> frozenset[str]:
    """All regions that one can walk to from this one, itself among them."""
    reached, ahead = {region}, [region]
    while ahead:
        fresh = set(board.regions[ahead.pop()].adjacent) - reached
        reached |= fresh
        ahead += fresh
    return frozenset(reached)
