"""What lies beside the map and belongs to no race's hand: piles of tokens, badges in reserve; for the screens."""

from __future__ import annotations

from typing import Any

from companion import text
from companion.rules import hooks
from companion.rules.events import TRIBE
from companion.rules.model import Band, Game, Ground, Say
from companion.rules.sets import ABILITIES, banners

Plain = dict[str, Any]


def piles(game: Game, language: str) -> list[Plain]:
    """Every pile that the rules of the table use, with what lies there and what else may be found there.

    A badge has its rule with it; `others` are kinds that do not lie there now.
    """
    found = []
    for key, heap in hooks.heaps(game).items():
        lying = game.piles.get(key, {})
        if heap.badges:
            others = [power for power in (*game.badges, *game.discards) if power not in lying]
        else:
            races = {band.race: None for band in game.bands.values()}
            others = [kind for kind in (*heap.besides, TRIBE, *races) if kind not in lying]
        found.append(
            {
                "key": key,
                "name": text.sentence(Say("pile", {"pile": key}), language),
                "badges": heap.badges,
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
        "name": name(kind, language),
        "text": text.sentence(heaped({kind: max(count, 1)})[0], language),
        "count": count,
        "rule": text.rule(kind, language) if badge else None,
    }


def heaped(heap: dict[str, int]) -> tuple[Say, ...]:
    """What lies on a pile, an item a kind."""
    return tuple(_heaped(kind, count) for kind, count in heap.items())


def _heaped(kind: str, count: int) -> Say:
    if kind == TRIBE:
        return Say("tribes", {"count": count})
    if kind not in ABILITIES:
        return Say(f"{kind}s", {"count": count})
    if not ABILITIES[kind].supply:
        return Say("lay.power", {"power": kind})
    return Say("tokens", {"race": kind, "count": count})


def name(kind: str, language: str) -> str:
    """What one kind on a pile is called, several of them."""
    if kind in ABILITIES and ABILITIES[kind].supply:
        return text.race(kind, 2, language)
    return text.piece(kind, language)


def at_home(game: Game, piece: str) -> Band | None:
    """The band whose tokens in hand lie on a piece on the map; None where there is none."""
    return next((band for band in game.bands.values() if ABILITIES[band.race].home == piece), None)


def rests(game: Game, ground: Ground) -> Plain | None:
    """A race whose tokens in hand lie on a piece here: they hold no region."""
    for marker in ground.markers:
        band = at_home(game, marker.kind)
        if band:
            return {"band": band.id, "seat": band.seat, "race": band.race, "tokens": band.hand, "declined": False}
    return None


def with_banner(game: Game, band: Band) -> bool:
    """A race of the column: it has a banner, one badge, and may go out of play."""
    return band.race in banners(game.boxes)
