"""Six players in three teams (expansion sheet, Playing in Teams): their score, and the monsters before the first turn.

Partners sit opposite each other; play is clockwise, so it goes from team to team.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.rules.ability import Ability, Fight, Me
from companion.rules.events import Event, MarkerPlaced
from companion.rules.model import Board, Decision, Game, Region, Say
from companion.rules.prizes import Hoard
from companion.rules.sets.relics import PRIZES, Boneyard

PLAYERS = 6
MONSTERS = 5


class Monster(Hoard):
    """A Monster makes its region cost 1 token more. A relic or a place comes to light when the region is conquered."""

    key = "monster"
    supply = MONSTERS
    defence = 1
    lost_as_token = True
    finds = PRIZES


class Teams(Ability):
    """Two players who sit opposite each other are a team; they play for themselves all the same, even against each
    other. Before the first turn everybody but the first player puts a Monster on a region with a Lost Tribe, not next
    to another one. A team has as many coins as the poorer of the two. The team with most of them wins; a tie goes to
    the richest player."""

    key = "teams"
    players = (PLAYERS,)
    pieces = (Monster.key, *(prize.key for prize in PRIZES))

    def allies(self, seat: int, seats: int) -> tuple[int, ...]:
        first = seat % (seats // 2)
        return first, first + seats // 2

    def unfit(self, board: Board) -> Say | None:
        tribes = tuple(region for region in board.regions.values() if region.lost_tribe)
        return None if apart(tribes, MONSTERS) else Say("refuse.few_tribes", {"count": MONSTERS})

    # Monsters before the first turn.

    def lays_out(self, me: Me) -> Iterable[Event]:
        return self._next(me, me.game.start + 1)

    def _next(self, me: Me, place: int) -> Iterator[Event]:
        free = lairs(me.game)
        if free and place - me.game.start < len(me.game.seats):
            yield self.ask(me, place % len(me.game.seats), "choice", choices=free, holds=True)

    def answers(self, me: Me, decision: Decision) -> tuple[str, ...]:
        free = lairs(me.game)
        return tuple(region for region in decision.choices if region in free)

    def choice(self, me: Me, decision: Decision, key: str) -> Say:
        return Say("choice.region", {"region": key})

    def on_answer(self, me: Me, decision: Decision, answer: str) -> Iterable[Event]:
        placed = MarkerPlaced(answer, Monster.key, 0)
        yield placed
        steps = (decision.seat - me.game.start) % len(me.game.seats)
        yield from self._next(Me(placed.apply(me.game), me.band), me.game.start + steps + 1)

    # The Boneyard reaches beyond its region, so it is asked of the table.

    def shields(self, me: Me, kind: str, fight: Fight) -> Iterable[Say]:
        defender = fight.defender
        if kind != "power" or not defender or not defender.declined or defender.seat == fight.band.seat:
            return
        for band in me.game.bands.values():
            if Boneyard.key in band.prizes and band.memo.get(f"{Boneyard.key}.banner") == defender.id:
                yield Say("refuse.bony", {"race": defender.race})


def apart(regions: tuple[Region, ...], count: int) -> bool:
    """So many of some regions can be chosen that none lies next to another."""
    return count == 0 or any(
        apart(tuple(other for other in regions[place + 1 :] if other.id not in region.adjacent), count - 1)
        for place, region in enumerate(regions)
    )


def lairs(game: Game) -> tuple[str, ...]:
    """The regions with a Lost Tribe that have no monster, nor one next to them."""
    taken = set(game.pieces(Monster.key))
    regions = game.board.regions.values()
    return tuple(
        each.id for each in regions if game.grounds[each.id].tribe and not taken & {each.id, *each.adjacent}
    )


RULES: tuple[type[Ability], ...] = (Teams,)
PIECES: tuple[type[Hoard], ...] = (Monster,)
