"""What was paid in the open during a turn before it was scored: it is on no line of the score sheet."""

from companion.game.hand_steps import instruction
from companion.game.history import History
from companion.game.last_act import NEWS
from companion.rules.events import CoinsMoved, Scored, TurnBegan
from companion.rules.model import Message


def payments(history: History, *, accepted: bool) -> list[Message]:
    """Who paid whom how much in the turn whose score is seen, told once for each two; one that is over was accepted."""
    game = history.game
    paid: dict[tuple[str, str], int] = {}
    sought = accepted
    for event in (event for step in reversed(history.steps) for event in reversed(step.events)):
        if sought:
            sought = not isinstance(event, Scored)
        elif isinstance(event, TurnBegan):
            break
        elif isinstance(event, CoinsMoved):
            way = event.source, event.target
            paid[way] = paid.get(way, 0) + event.amount
    told = [instruction(game, CoinsMoved(count, *way)) for way, count in paid.items()] if game else []
    return [each for each in reversed(told) if each and each.key in NEWS]
