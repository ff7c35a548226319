"""Small World of Warcraft: the rules of the table (Warcraft rules, under the headings that stand with each).

Entry Regions are those through which a first conquest may enter; Murlocs are the tokens of nobody.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType

from companion.rules import sets
from companion.rules.ability import PRINTING, Ability, Earn, Me
from companion.rules.model import Board, Say

# Game Setup: the large, medium and small boards on the table, and the rounds, by the number of players.
BOARDS = {2: "ls", 3: "lms", 4: "lmms", 5: "llmss"}
TURNS = {2: 10, 3: 10, 4: 9, 5: 8}
SIZE = "size-"
ALLIANCE, HORDE = FACTIONS = ("alliance", "horde")
OTHER_SIDE = {ALLIANCE: HORDE, HORDE: ALLIANCE}


def faction_of(race: str) -> str:
    """The faction of a race, by its key; "" for a neutral one, and for none."""
    return sets.ABILITIES[race].faction if race in sets.ABILITIES else ""


def side(me: Me) -> str:
    """The faction for which a race fights this turn: its own, or the one a neutral race has taken."""
    taken = me.band.memo.get("battleground.side", 0)
    return faction_of(me.band.race) or ("", *FACTIONS)[taken]


def beaten(me: Me) -> dict[int, list[str]]:
    """The races of the other side that a race has beaten this turn, and in which regions."""
    found: dict[int, list[str]] = {}
    for attack in me.conquests():
        # To beat a race of one's own brings nothing (J4).
        if attack.faction and attack.faction == OTHER_SIDE.get(side(me)) and attack.against_seat != me.band.seat:
            found.setdefault(attack.against, []).append(attack.region)
    return found


class BoardsTogether(Ability):
    """Several boards lie on the table, each an island: large, medium and small ones by the number of players."""

    # Warcraft rules, Game Setup.
    key = "boards-together"
    islands = MappingProxyType(BOARDS)
    # The tokens of nobody are Murlocs here.
    settles = MappingProxyType({PRINTING.key: "murlocs"})

    def unfit(self, board: Board) -> Say | None:
        sizes = [
            symbol.removeprefix(SIZE)
            for island in board.islands
            for region in island
            for symbol in board.regions[region].symbols
            if symbol.startswith(SIZE)
        ]
        fits = len(sizes) == len(board.islands) and "".join(sorted(sizes)) == BOARDS.get(board.players)
        return None if fits else Say("refuse.no_islands", {"count": board.players})


class TravelCost(Ability):
    """A race may go to any Entry Region of any island, the first time and later. It takes 1 token more where none of
    its regions borders on it."""

    # Warcraft rules, Conquering a Region and Subsequent Conquests.
    key = "travel-cost"
    passage = 1


class AllDiscarded(Ability):
    """All tokens of a race in decline that stand in a conquered region are discarded."""

    # Warcraft rules, Entering In Decline: the note on several tokens.
    key = "all-discarded"
    settles = MappingProxyType({"declined-losses": "all"})


class FactionBonus(Ability):
    """At the turn's end a race of the Alliance or the Horde brings 1 coin for each race of the other side that it took
    a region from."""

    # Warcraft rules, Alliance and Horde Faction Bonus.
    key = "faction-bonus"

    def score(self, me: Me) -> Iterable[Earn]:
        if found := beaten(me):
            yield Earn(len(found), tuple(regions[0] for regions in found.values()))


RULES: tuple[type[Ability], ...] = (BoardsTogether, TravelCost, AllDiscarded, FactionBonus)
