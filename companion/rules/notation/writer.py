"""Writing a position as a line."""

from __future__ import annotations

from typing import Any

from companion.rules.ability import BAND
from companion.rules.model import Band, Combo, Game, Ground
from companion.rules.notation.line import NONE, PLACES
from companion.rules.sets import ABILITIES


def write(game: Game) -> str:
    """A game's position as a line; read() makes the same position of it."""
    turn = game.turn
    acting = game.bands.get(turn.band)
    default = game.active(turn.seat)
    race = f" {acting.race}" if acting and acting != default else ""
    stage = f"{turn.stage}:{turn.cycle + 1}" if turn.cycle else turn.stage
    found = [f"turn {turn.number} {game.name(turn.seat)} {stage}{race}"]
    found.append("seats " + " ".join(seat.name for seat in game.seats))
    found.append(f"board {game.board.id}")
    if game.boxes != ("base",):
        found.append("boxes " + " ".join(box for box in game.boxes if box != "base"))
    if game.start:
        found.append(f"start {game.name(game.start)}")
    for region, ground in game.grounds.items():
        if ground != Ground():
            found.append(f"{region}: {_ground(game, ground)}")
    for band in sorted(game.bands.values(), key=lambda band: band.race):
        found += _off_map(game, band)
    found.append("coins " + " ".join(str(seat.coins) for seat in game.seats))
    if game.column:
        found.append("column " + ", ".join(_combo(combo) for combo in game.column))
    for owner, kind, count in turn.returned:
        found.append(f"returned {_band(game, game.bands[owner])} {kind} {count}")
    for asked in turn.asked:
        who = _band(game, game.bands[asked.band]).removesuffix(" declined") if asked.band else NONE
        words = [who, asked.ability, asked.kind]
        words += [game.name(asked.seat), asked.about, f"of={','.join(asked.choices)}" if asked.choices else ""]
        found.append(" ".join(["asked", *(word for word in words if word), *(["holds"] if asked.holds else [])]))
    if turn.used:
        found.append("used " + " ".join(turn.used))
    if turn.pips is not None:
        found.append(f"pips {turn.pips}")
    for pile, heap in game.piles.items():
        found.append(f"pile {pile} " + ", ".join(f"{kind} {count}" for kind, count in heap.items()))
    found += [f"option {key}={choice}" for key, choice in game.options.items()]
    return " | ".join(found)


def _off_map(game: Game, band: Band) -> list[str]:
    """What a band has beside the map; one that has nothing anywhere is still in play."""
    words = _band(game, band)
    found = [f"{place} {words} {count}" for place in PLACES if (count := getattr(band, place))]
    if not found and not game.holdings(band.id):
        found = [f"hand {words} 0"]
    return found + [f"memo {words} {key} {_remembered(game, key, value)}" for key, value in band.memo.items()]


def _remembered(game: Game, key: str, value: int) -> str:
    """A number; where it is a band's, its race."""
    ability, _, field = key.partition(".")
    kinds = {memory.key: memory.kind for memory in ABILITIES[ability].memory}
    return game.bands[value].race if kinds.get(field) == BAND and value in game.bands else str(value)


def _band(game: Game, band: Band) -> str:
    return "+".join((band.race, *band.powers)) + f"@{game.name(band.seat)}" + (" declined" if band.declined else "")


def _combo(combo: Combo) -> str:
    tokens = f"+{combo.tokens}" if combo.tokens else ""
    return f"{combo.race}+{combo.power}" + (f" {combo.coins}{tokens}" if combo.coins or tokens else "")


def _ground(game: Game, ground: Ground) -> str:
    words: list[Any] = []
    holder = game.bands.get(ground.band)
    if holder:
        words += [ground.tokens, _band(game, holder)]
    if ground.tribe:
        words.append("tribe" if ground.tribe == 1 else f"{ground.tribe} tribes")
    if ground.markers:
        kinds = []
        for marker in ground.markers:
            owner = game.bands.get(marker.band)
            stray = owner and marker.band != ground.band
            kinds.append(f"{marker.kind}@{owner.race}" if owner and stray else marker.kind)
        words.append(f"[{' '.join(kinds)}]")
    return " ".join(str(word) for word in words)
