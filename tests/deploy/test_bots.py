"""The players of the demonstration, at a real table with its log on the disk."""

import random
import threading
from pathlib import Path

from companion.store.store import Store
from companion.table.bots import play
from companion.table.hub import Hub
from companion.table.service import TableService
from companion.table.session import Session


def test_they_play_to_the_end_and_begin_again(tmp_path: Path) -> None:
    """A whole game is played, every purse is unveiled, and the next game begins with the same three."""
    store, hub, dice = Store(tmp_path), Hub(10), random.Random(5)
    table = TableService(Session(store, hub, address=lambda: "http://192.0.2.7", choose=dice.choice))
    ending = threading.Event()
    players = threading.Thread(target=play, args=(table, ending), kwargs={"pace": 0, "rest": 0})
    players.start()
    seen, finished, again = -1, False, False
    while players.is_alive() and not again:
        seen = hub.wait(seen, timeout=60)
        game = table.queries.game()
        finished = finished or (game is not None and game.over)
        again = finished and game is not None and not game.over
    ending.set()
    players.join()
    store.close()
    assert again
