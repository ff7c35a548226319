"""What hands put back: moves carried out on a cardboard table of its own, in games by players who choose at random."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.game.moves import moves
from companion.language import text
from companion.rules.model import Game, Message
from tests.rules.test_walk import random_set_up
from tests.rules.walker import walk

ONTO = ("do.map", "do.map_from_tray", "do.put")
OFF = ("do.take", "do.tray_region", "do.give_back", "do.lose")
GAMES = 6


class Cardboard:
    """What is on each region, moved by instructions alone."""

    def __init__(self, game: Game) -> None:
        self.on: dict[str, Counter[str]] = {}
        for region, ground in game.grounds.items():
            race = game.bands[ground.band].race if ground.band in game.bands else ""
            self.on[region] = Counter(marker.kind for marker in ground.markers)
            self.on[region].update({race: ground.tokens, "tribe": ground.tribe})

    def do(self, said: Message) -> None:
        """Carry out an instruction; nothing is taken from where it is not."""
        key, args = said.key, said.args
        region = self.on.get(str(args.get("region")), Counter())
        kind, count = str(args.get("race", args.get("piece"))), int(args.get("count", 1))
        if key in OFF:
            self._off(region, kind, count)
        elif key in ONTO:
            region[kind] += count
        elif key == "do.lift":
            self._off(region, kind, 1)
        elif key == "do.place":
            region[kind] += 1
        elif key == "do.tribe":
            self._off(region, "tribe", 1)
        elif key == "do.tribe.back":
            region["tribe"] += 1

    def _off(self, region: Counter[str], kind: str, count: int) -> None:
        assert region[kind] >= count
        region[kind] -= count

    def shows(self, game: Game) -> bool:
        return {key: +held for key, held in self.on.items()} == {key: +held for key, held in Cardboard(game).on.items()}


@pytest.mark.parametrize("seed", range(GAMES))
def test_the_moves_lead_from_one_position_to_another(seed: int) -> None:
    """Back over one act or several, and on again: whoever does what is said has that position on the table."""
    dice = Random(seed)
    steps = list(walk(random_set_up(seed, dice), dice))
    for at, step in enumerate(steps):
        back = steps[max(0, at - dice.choice((0, 0, 1, 2, 5)))]
        for now, to in ((step.after, back.before), (back.before, step.after)):
            board = Cardboard(now)
            told = moves(now, to, back.before.turn.seat)
            for said in told:
                assert text.sentence(said)
                board.do(said)
            assert board.shows(to)


def test_nothing_moves_where_nothing_differs() -> None:
    """The same position twice needs no hands."""
    dice = Random(3)
    for step in walk(random_set_up(3, dice), dice):
        assert moves(step.after, step.after, 0) == []
