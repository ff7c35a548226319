"""What the app advises a player: which combo, whether to decline now, which regions are weakest. Reasons, not moves."""

from __future__ import annotations

from typing import Any

from companion.game import narration
from companion.language import text
from companion.rules.boxes.registry import ABILITIES
from companion.rules.model import Game, Line, Message
from companion.seat.advice import Advice, ComboAdvice, DeclineAdvice

Plain = dict[str, Any]
# Of so many combos, and of so many regions, it speaks: the best, and the weakest.
COMBOS, REGIONS = 2, 3


def view(game: Game, seat: int, advice: Advice, language: str) -> Plain:
    """The three answers; what does not apply now is empty."""
    return {
        "combos": [_combo(each, language) for each in advice.combos[:COMBOS]],
        "decline": _decline(game, seat, advice.decline, language) if advice.decline else None,
        "weakest": [
            {"region": each.region, "text": _weak(game, each.region, each.price, each.seats, language)}
            for each in advice.weakest[:REGIONS]
        ],
    }


def _combo(found: ComboAdvice, language: str) -> Plain:
    """A combo with what it brings, and its reasons, each with regions."""
    parts = [Message("advice.tokens", {"count": found.tokens})]
    if found.coins:
        parts.append(Message("advice.coins", {"count": found.coins}))
    if found.price:
        parts.append(Message("advice.price", {"count": found.price}))
    parts.append(Message("advice.income", {"count": found.income}))
    return {
        "place": found.place,
        "race": found.race,
        "power": found.power,
        "name": text.combo((found.power,), found.race, language),
        "text": ", ".join(text.say(part, language) for part in parts),
        "reasons": [
            *(_reason("advice.saves", line, -line.amount, language) for line in found.saves),
            *(_reason("advice.earns", line, line.amount, language) for line in found.lines if _own(line)),
        ],
    }


def _own(line: Line) -> bool:
    """Whether a line of a sheet comes from a race or a power."""
    return line.key in ABILITIES and line.amount > 0


def _reason(key: str, line: Line, count: int, language: str) -> Plain:
    said = Message(key, {"ability": line.key, "count": count})
    return {"sign": line.key, "text": text.sentence(said, language), "places": list(dict.fromkeys(line.where))}


def _decline(game: Game, seat: int, found: DeclineAdvice, language: str) -> Plain:
    """Whether to decline now, what either brings this turn, and by how much it is better till the end."""
    band = game.active(seat)
    better = round(abs(found.decline.worth - found.go_on.worth))
    race = band.race if band else ""
    # It counts coins: the race is named whole, however few they are.
    args = {"race": Message("combo", {"race": race, "power": ()}), "count": better}
    key = "advice.decline" if found.now else "advice.go_on"
    turn = {"decline": found.decline.income, "go_on": found.go_on.income}
    return {
        "now": found.now,
        "race": race,
        "text": text.sentence(Message(key if better else f"{key}.even", args), language),
        "turn": text.sentence(Message("advice.turn", turn), language),
    }


def _weak(game: Game, region: str, price: int, seats: tuple[int, ...], language: str) -> str:
    """For how many tokens a region can be had, and who reaches it."""
    names = text.listed([game.name(seat) for seat in seats], language)
    args = {"count": price, "names": names, "regions": narration.named((region,))}
    return text.sentence(Message("advice.weak", args), language)
