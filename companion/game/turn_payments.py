"""What was paid in the open during a turn before it was scored: it is on no line of the score sheet."""

from companion.game.hand_steps import instruction
from companion.game.history import History
from companion.game.last_act import NEWS
from companion.rules.events import CoinsMoved
from companion.rules.model import Message


def payments(history: History, seat: int) -> list[Message]:
    """Who paid whom how much in the latest turn of a seat, told once for each two."""
    number, paid = None, dict[tuple[str, str], int]()
    for step in reversed(history.steps):
        if step.before is None or step.before.turn.seat != seat:
            if number is not None:
                break
            continue
        if number not in (None, step.before.turn.number):
            break
        number = step.before.turn.number
        for event in (event for event in step.events if isinstance(event, CoinsMoved)):
            way = event.source, event.target
            paid[way] = paid.get(way, 0) + event.amount
    game = history.game
    told = [instruction(game, CoinsMoved(count, *way)) for way, count in paid.items()] if game else []
    return [each for each in told if each and each.key in NEWS]
