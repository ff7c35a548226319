"""The end of a game for phones and the table screen: teams, revealed scores, winners and why."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from companion.language import text
from companion.rules import engine, score
from companion.rules.model import Game, Message

Plain = dict[str, Any]


# The same in all states of a game, which have it twice.
@lru_cache(maxsize=8)
def teams(boxes: tuple[str, ...], start: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """The seats of each team, in the order in which the teams begin; none where everybody plays alone, or yet."""
    found = engine.allies(boxes, seats) if seats in engine.players(boxes) else ()
    return tuple(sorted(found, key=lambda team: min((seat - start) % seats for seat in team)))


def view(game: Game, language: str) -> Plain:
    """The reveal: scores revealed so far, then the winners, with the coins of each team."""
    reveal = [
        {"seat": seat, "coins": game.seats[seat].coins, "tokens": score.tokens_on_board(game, seat)}
        for seat in game.unveiled
    ]
    if len(reveal) < len(game.seats):
        return {"over": game.over, "reveal": reveal, "winner": None, "tie": None, "team_scores": []}
    together = [side for side in score.sides(game) if len(side) > 1]
    ranked = sorted(together, key=lambda side: score.rank(game, side), reverse=True)
    return {
        "over": True,
        "reveal": reveal,
        "winner": list(score.winners(game)),
        "tie": tie(game, language),
        "team_scores": [{"seats": side, "coins": score.rank(game, side)[0]} for side in ranked],
    }


def tie(game: Game, language: str) -> str | None:
    """How a tie on coins was broken, or the rule that decided instead of coins; None without one."""
    apart = engine.beside(game.boxes, game.start, len(game.seats))
    for seat, rule in apart.items():
        if game.won == seat:
            return text.sentence(Message(f"won.{rule}", {"name": game.name(seat)}), language)
    sides = score.sides(game)
    most = max(score.rank(game, side)[0] for side in sides)
    tied = [side for side in sides if score.rank(game, side)[0] == most]
    if len(tied) < 2:
        out = [Message(f"out.{rule}", {"name": game.name(seat)}) for seat, rule in apart.items()]
        return text.sentence(out[0], language) if out else None
    by = ".team" if len(tied[0]) > 1 else ""
    broken = [score.rank(game, side)[1] for side in tied]
    if broken.count(max(broken)) == 1:
        return text.say(Message(f"tie.tokens{by}"), language)
    shared = score.TIE.chosen(game) == "shared"
    return text.say(Message(f"tie.shared{by}" if shared else f"tie.seat{by}"), language)
