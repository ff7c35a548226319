"""What is beside the map and in no race's hand, for the screens: piles of tokens, badges in reserve."""

from __future__ import annotations

from typing import Any

from companion.language import text
from companion.rules import hooks
from companion.rules.boxes.registry import ABILITIES, PIECES, banners
from companion.rules.events import TRIBE
from companion.rules.model import Band, Game, Ground, Message

Plain = dict[str, Any]


def piles(game: Game, language: str) -> list[Plain]:
    """Every pile that the rules of the table use, with its contents and what else may be found there.

    A badge comes with its rule; `others` are kinds that are not there now.
    """
    found = []
    for key, pile in hooks.piles(game).items():
        lying = game.piles.get(key, {})
        if pile.badges:
            others = [power for power in (*game.badges, *game.discards) if power not in lying]
        else:
            races = {band.race: None for band in game.bands.values()}
            others = [kind for kind in (*pile.besides, TRIBE, *races) if kind not in lying]
        found.append(
            {
                "key": key,
                "name": text.name("heading", key, language),
                "badges": pile.badges,
                "count": sum(lying.values()),
                "items": [_item(kind, count, language) for kind, count in lying.items()],
                "others": [_item(kind, 0, language) for kind in others],
            }
        )
    return found


def _item(kind: str, count: int, language: str) -> Plain:
    badge = kind in ABILITIES and not ABILITIES[kind].supply
    return {
        "kind": kind,
        "name": text.capital(name(kind, language)),
        "text": text.sentence(pile_contents({kind: max(count, 1)})[0], language),
        "count": count,
        "rule": text.rule(kind, language) if badge else None,
    }


def pile_contents(contents: dict[str, int]) -> tuple[Message, ...]:
    """The contents of a pile, an item a kind."""
    return tuple(_pile_item(kind, count) for kind, count in contents.items())


def _pile_item(kind: str, count: int) -> Message:
    if kind == TRIBE or kind in PIECES:
        return Message("pieces", {"count": count, "piece": kind})
    if kind not in ABILITIES:
        return Message(f"{kind}s", {"count": count})
    if not ABILITIES[kind].supply:
        return Message("lay.power", {"power": kind})
    return Message("tokens", {"race": kind, "count": count})


def name(kind: str, language: str, count: int = 2) -> str:
    """What so many tokens of a race or so many pieces are called."""
    if kind in ABILITIES and kind not in PIECES and ABILITIES[kind].supply:
        return text.race(kind, count, language)
    return text.piece(kind, language, count)


def at_home(game: Game, piece: str) -> Band | None:
    """The band whose tokens in hand are kept on a piece on the map, if any."""
    return next((band for band in game.bands.values() if ABILITIES[band.race].home == piece), None)


def rests(game: Game, ground: Ground) -> Plain | None:
    """A race whose tokens in hand are kept on a piece here: they do not hold the region."""
    for marker in ground.markers:
        band = at_home(game, marker.kind)
        if band:
            return {"band": band.id, "seat": band.seat, "race": band.race, "tokens": band.hand, "declined": False}
    return None


def with_banner(game: Game, band: Band) -> bool:
    """Whether it is a race of the column, with a banner and a badge, which may go out of play."""
    return band.race in banners(game.boxes)
