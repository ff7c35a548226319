"""Where the contents of the box go: laid out at set-up, left in the trays, and put away at the end.

Set-up as in the base rulebook, "Setting up the game". Every view is a list of lines, {"sign": a drawing's key, "text",
"regions": those it is about, for whoever shows them on the map}.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.boards.islands import on_table
from companion.game import hand_steps, piles
from companion.language import text
from companion.rules import engine
from companion.rules.boxes.registry import ABILITIES, PIECES
from companion.rules.model import Board, Game, Message, SeatSetup, Setup

Lines = list[dict[str, Any]]


def lay_out(board: Board, language: str, setup: Setup | None = None, *, dealt: bool = False) -> Lines:
    """What to lay on the table before the first turn; what boxes lay out besides once the `setup` is settled.

    Where combos are `dealt` by the program, nobody shuffles.
    """
    regions = board.regions.values()
    mountains = [each.id for each in regions if each.terrain == "mountain"]
    tribes = [each.id for each in regions if each.lost_tribe]
    return [
        _line("map", _boards(board, language), language),
        # A board that people made may have none.
        *(
            _line(sign, _where(sign, found), language, found)
            for sign, found in (("mountain", mountains), ("tribe", tribes))
            if found
        ),
        _line("coin", Message("box.coins", {"count": SeatSetup("").coins}), language),
        _line("log", Message("box.marker", {"count": board.turns}), language),
        _line("column", Message("box.column.dealt" if dealt else "box.column"), language),
        *(_besides(setup, language) if setup else []),
    ]


def _boards(board: Board, language: str) -> Message:
    """Which boards are played on; practice islands by their names."""
    lying = on_table(board.id)
    if lying:
        return Message("box.isles", {"where": "; ".join(text.say(Message(f"isle.{face}"), language) for face in lying)})
    apart = len(board.islands)
    return Message("box.boards", {"count": apart}) if apart > 1 else Message("box.board", {"count": board.players})


def _besides(setup: Setup, language: str) -> Lines:
    """What the rules of the boxes lay out, and who plays beside those whom the map is made for."""
    names = [seat.name for seat in setup.seats]
    beside = engine.beside(setup.boxes, setup.start, len(names))
    lines = [
        _line("crown", Message(f"box.beside.{rule}", {"name": names[seat], "first": names[setup.start]}), language)
        for seat, rule in beside.items()
    ]
    began, *events = engine.new_game(setup)
    hands = hand_steps.instructions(engine.fold((began,)), tuple(events))
    return lines + [_line("hand", said, language) for said in hands]


def _piles(game: Game, language: str) -> Lines:
    """The piles beside the map."""
    return [
        _line("column", Message("box.pile", {"heading": pile, "what": piles.pile_contents(contents)}), language)
        for pile, contents in game.piles.items()
    ]


def left(game: Game, language: str) -> Lines:
    """What is left in the trays: race tokens, Lost Tribes and pieces."""
    pieces = {
        kind: piece.supply - len(game.pieces(kind))
        for kind, piece in PIECES.items()
        if _in_play(game, kind) and not piece.coin
    }
    return [
        *(
            _line(race, Message("tokens", {"count": count, "race": race}), language)
            for race, count in game.tray.items()
            if any(band.race == race for band in game.bands.values())
        ),
        _line("tribe", Message("tribes", {"count": game.tribes}), language),
        *(_line(kind, Message("pieces", {"count": count, "piece": kind}), language) for kind, count in pieces.items()),
        *_piles(game, language),
    ]


def away(game: Game, language: str) -> Lines:
    """What to take off the table at the end, tray by tray."""
    lines: Lines = []
    for band in game.bands.values():
        places = [
            text.say(Message("box.there", {"count": ground.tokens, "region": region}), language)
            for region, ground in game.grounds.items()
            if ground.band == band.id
        ]
        if band.hand + band.withdrawn:
            places.append(text.say(Message("box.hand", {"count": band.hand + band.withdrawn}), language))
        if band.aside:
            places.append(text.say(Message("box.aside", {"count": band.aside}), language))
        if places:
            lines.append(
                _line(band.race, Message("box.race", {"race": band.race, "where": ", ".join(places)}), language)
            )
    for kind in PIECES:
        if found := game.pieces(kind):
            lines.append(_line(kind, Message("box.piece", {"piece": kind, "where": _numbers(found)}), language))
    tribes = [region for region, ground in game.grounds.items() if ground.tribe]
    mountains = [each.id for each in game.board.regions.values() if each.terrain == "mountain"]
    for sign, found in (("tribe", tribes), ("mountain", mountains)):
        if found:
            lines.append(_line(sign, _where(sign, found), language))
    lines += _piles(game, language)
    lines.append(_line("coin", Message("box.rest"), language))
    return lines


def _in_play(game: Game, kind: str) -> bool:
    """Whether a race or power that uses a piece is in play, or the piece is on the map."""
    owners = (ABILITIES[key] for band in game.bands.values() for key in band.abilities)
    return bool(game.pieces(kind)) or any(kind in each.pieces for each in owners)


def _where(sign: str, regions: Iterable[str]) -> Message:
    return Message(f"box.{sign}", {"where": _numbers(regions)})


def _numbers(regions: Iterable[str]) -> Message:
    """Regions by number: "regions 3 and 9"; several pieces in one: "regions 3 (2) and 9"."""
    counts: dict[str, int] = {}
    for region in regions:
        counts[region] = counts.get(region, 0) + 1
    numbers = tuple(text.number(region) + (f" ({count})" if count > 1 else "") for region, count in counts.items())
    return Message("box.regions", {"count": len(numbers), "numbers": numbers})


def _line(sign: str, words: Message, language: str, regions: Iterable[str] = ()) -> dict[str, Any]:
    return {"sign": sign, "text": text.sentence(words, language), "regions": list(regions)}
