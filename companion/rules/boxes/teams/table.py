"""Six players in three teams (expansion sheet, Playing in Teams): their score, and the Monsters before the first
turn.

Partners sit opposite each other; play is clockwise, so it goes from team to team.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from companion.rules.ability import Owner
from companion.rules.boxes.teams.relics import PRIZES, Boneyard
from companion.rules.events import Event, MarkerPlaced
from companion.rules.model import Board, Decision, Game, Message, Region
from companion.rules.prizes import Hoard
from companion.rules.table_rule import TableRule

PLAYERS = 6
MONSTERS = 5


class Monster(Hoard):
    """A Monster makes its region cost 1 token more. When the region is conquered, a relic or a place is revealed."""

    key = "monster"
    supply = MONSTERS
    defence = 1
    lost_as_token = True
    finds = PRIZES


class Teams(TableRule):
    """Two players who sit opposite each other are a team. Each still plays for themselves, and may even attack the
    other. Before the first turn everybody but the first player puts a Monster in a region with a Lost Tribe, not
    next to another Monster. Only the lower of the two partners' scores counts for a team. The best team wins; a tie
    goes to the richest player."""

    key = "teams"
    players = (PLAYERS,)
    pieces = (Monster.key, *(prize.key for prize in PRIZES))

    def allies(self, seat: int, seats: int) -> tuple[int, ...]:
        first = seat % (seats // 2)
        return first, first + seats // 2

    def unfit(self, board: Board) -> Message | None:
        tribes = tuple(region for region in board.regions.values() if region.lost_tribe)
        return None if apart(tribes, MONSTERS) else Message("refuse.few_tribes", {"count": MONSTERS})

    # Monsters before the first turn.

    def lays_out(self, owner: Owner) -> Iterable[Event]:
        return self._next(owner, owner.game.start + 1)

    def _next(self, owner: Owner, place: int) -> Iterator[Event]:
        free = lairs(owner.game, owner.game.board.regions)
        if free and place - owner.game.start < len(owner.game.seats):
            yield self.ask(owner, place % len(owner.game.seats), "choice", choices=free, holds=True)

    def answers(self, owner: Owner, decision: Decision) -> tuple[str, ...]:
        return lairs(owner.game, decision.choices)

    def choice(self, owner: Owner, decision: Decision, key: str) -> Message:
        return Message("choice.region", {"region": key})

    def on_answer(self, owner: Owner, decision: Decision, answer: str) -> Iterable[Event]:
        placed = MarkerPlaced(answer, Monster.key, 0)
        yield placed
        steps = (decision.seat - owner.game.start) % len(owner.game.seats)
        yield from self._next(Owner(placed.apply(owner.game), owner.band), owner.game.start + steps + 1)

    # The Boneyard affects other regions than its own, so it belongs to the table.

    def spares(self, owner: Owner) -> Mapping[int, Message]:
        bands = owner.game.bands
        for holder in bands.values():
            if holder.prizes and Boneyard.key in holder.prizes:
                band = bands.get(holder.memo.get(f"{Boneyard.key}.banner", 0))
                if band and band.declined and band.seat != owner.band.seat:
                    return {band.id: Message("refuse.bony", {"race": band.race})}
        return {}


def apart(regions: tuple[Region, ...], count: int) -> bool:
    """Whether this many of the regions can be chosen without two next to each other."""
    return count == 0 or any(
        apart(tuple(other for other in regions[place + 1 :] if other.id not in region.adjacent), count - 1)
        for place, region in enumerate(regions)
    )


def lairs(game: Game, among: Iterable[str]) -> tuple[str, ...]:
    """Those of some regions with a Lost Tribe that have no Monster in or next to them; a position that people wrote may
    name unknown ones."""
    taken = set(game.pieces(Monster.key))
    regions, grounds = game.board.regions, game.grounds
    return tuple(
        [
            region
            for region in among
            if region in grounds and grounds[region].tribe and taken.isdisjoint((region, *regions[region].adjacent))
        ]
    )


RULES: tuple[type[TableRule], ...] = (Teams,)
PIECES: tuple[type[Hoard], ...] = (Monster,)
