"""Small World of Warcraft: the rules of the table (Warcraft rules, under the headings given with each).

A first conquest may enter through an Entry Region; Murlocs are this box's Lost Tribes.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType

from companion.rules.ability import PRINTING, Income, Owner
from companion.rules.boxes import registry
from companion.rules.model import Board, Message
from companion.rules.table_rule import TableRule

# Game Setup: the large, medium and small boards, and the rounds, by the number of players.
BOARDS = {2: "ls", 3: "lms", 4: "lmms", 5: "llmss"}
TURNS = {2: 10, 3: 10, 4: 9, 5: 8}
SIZE = "size-"
ALLIANCE, HORDE = FACTIONS = ("alliance", "horde")
OTHER_SIDE = {ALLIANCE: HORDE, HORDE: ALLIANCE}


def faction_of(race: str) -> str:
    """The faction of a race; "" for a neutral one, and for none."""
    return registry.ABILITIES[race].faction if race in registry.ABILITIES else ""


def side(owner: Owner) -> str:
    """The faction for which a race fights this turn: its own, or the one that a neutral race has chosen."""
    return faction_of(owner.band.race) or ("", *FACTIONS)[owner.band.memo.get("battleground.side", 0)]


def beaten(owner: Owner) -> dict[int, list[str]]:
    """The races of the other side that a race has beaten this turn, and in which regions."""
    found: dict[int, list[str]] = {}
    conquests = owner.conquests()
    others = OTHER_SIDE.get(side(owner)) if conquests else None
    for attack in conquests if others else ():
        # Beating one's own race pays nothing (J4).
        if attack.faction == others and attack.against_seat != owner.band.seat:
            found.setdefault(attack.against, []).append(attack.region)
    return found


class BoardsTogether(TableRule):
    """Several boards are on the table, each an island: large, medium and small ones by the number of players."""

    # Warcraft rules, Game Setup.
    key = "boards-together"
    islands = MappingProxyType(BOARDS)
    # Lost Tribes are called Murlocs here.
    settles = MappingProxyType({PRINTING.key: "murlocs"})

    def unfit(self, board: Board) -> Message | None:
        sizes = [
            symbol.removeprefix(SIZE)
            for island in board.islands
            for region in island
            for symbol in board.regions[region].symbols
            if symbol.startswith(SIZE)
        ]
        fits = len(sizes) == len(board.islands) and "".join(sorted(sizes)) == BOARDS.get(board.players)
        return None if fits else Message("refuse.no_islands", {"count": board.players})


class TravelCost(TableRule):
    """A race may go to any Entry Region of any island, the first time and later. It takes 1 extra token if the
    region is not next to one of its own."""

    # Warcraft rules, Conquering a Region and Subsequent Conquests.
    key = "travel-cost"
    passage = 1


class AllDiscarded(TableRule):
    """All tokens of a race in decline in a conquered region are discarded."""

    # Warcraft rules, Entering In Decline: the note on several tokens.
    key = "all-discarded"
    settles = MappingProxyType({"declined-losses": "all"})


class FactionBonus(TableRule):
    """At the turn's end a race of the Alliance or the Horde earns 1 coin for each race of the other side from which
    it took a region."""

    # Warcraft rules, Alliance and Horde Faction Bonus.
    key = "faction-bonus"

    def score(self, owner: Owner) -> Iterable[Income]:
        if found := beaten(owner):
            yield Income(len(found), tuple(regions[0] for regions in found.values()))


RULES: tuple[type[TableRule], ...] = (BoardsTogether, TravelCost, AllDiscarded, FactionBonus)
