"""The unseen banners and badges: all of the boxes except those that are somewhere else."""

from __future__ import annotations

from companion.rules.boxes.registry import BOXES
from companion.rules.model import Game

Stack = tuple[str, ...]


def stacks(game: Game) -> tuple[Stack, Stack]:
    """The stacks of banners and of badges, as they come out of the box."""
    races = {band.race for band in game.bands.values()} | {combo.race for combo in game.column}
    races |= {*game.returned, game.half}
    powers = {power for band in game.bands.values() for power in band.powers}
    powers |= {combo.power for combo in game.column} | {*game.discards}
    powers |= {kind for contents in game.piles.values() for kind in contents}
    banners = [race.key for box in game.boxes for race in BOXES[box].races]
    badges = [power.key for box in game.boxes for power in BOXES[box].powers]
    return tuple(key for key in banners if key not in races), tuple(key for key in badges if key not in powers)
