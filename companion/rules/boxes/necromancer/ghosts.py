"""Necromancer Island (expansion sheet, under that name): a player whose race has no banner.

The Ghosts on the Island are those in the band's hand, its reserve is the tray. The badges that it may still buy are on
one pile, the Well of Souls is another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from companion.rules.ability import Ability, Action, Garrison, Loss, Option, Owner, Pile
from companion.rules.boxes import registry
from companion.rules.events import (
    TRIBE,
    BadgeMoved,
    BandEntered,
    Event,
    GameEnded,
    MarkerPlaced,
    Mustered,
    PileChanged,
    TokensMoved,
)
from companion.rules.model import NOBODY, Band, Board, Decision, Game, Message, Region, Stage
from companion.rules.piece import Piece
from companion.rules.table_rule import TableRule

MARKET, SPAWN, VERDICT = "market", "spawn", "verdict"
WELL, RESERVE, REMOVED = "well", "reserve", "removed"
SOUL = "soul"
SOULS_A_GHOST = 4
DRAWN = 6
LAKE = "lake"
HOW_MANY = Option("ghosts", ("14", "13", "12"))
PRICE = Option("ghost-price", ("printed", "one-more"))


def lake(board: Board) -> Region | None:
    """The Lake with the Island."""
    return next((region for region in board.regions.values() if region.terrain == LAKE), None)


class Ghosts(Ability):
    """Your Ghosts set out from the Island in the Lake and never decline; for everybody else they are in decline.
    Before you conquer you may buy Ghosts and powers: each costs a coin for every power in use and every Ghost on the
    map. After scoring, each of your regions adds a soul (any spare token) to the Well of Souls. You win at once if
    no Ghost is then left in your reserve or in the Well."""

    key = "ghosts"
    supply = 14
    stages = (MARKET,)
    actions_in = stages
    home = "island"
    counts_declined = True
    by_border = False

    # The turn.

    def plan(self, owner: Owner, stages: list[Stage]) -> list[Stage]:
        """The market comes first, the check for victory last; without a region there is nothing to ready."""
        begin = Stage("begin") if owner.holdings() else Stage("begin", owner.band.id, waits=False)
        rest = [begin if stage.kind == "begin" else stage for stage in stages]
        return [Stage(MARKET, owner.band.id), *rest, Stage(VERDICT, owner.band.id, waits=False)]

    def on_stage(self, owner: Owner, stage: Stage) -> Iterable[Event]:
        if stage.kind == "begin" and not stage.waits:
            yield Mustered(owner.band.id)
        game = owner.game
        if stage.kind == VERDICT and not (game.tray[self.key] or game.piles.get(WELL, {}).get(self.key, 0)):
            yield GameEnded(winner=owner.band.seat)

    def declines(self, owner: Owner) -> bool:
        return False

    # The market.

    def actions(self, owner: Owner) -> Iterable[Action]:
        more = PRICE.chosen(owner.game) == "one-more"
        price = len(owner.band.powers) + on_the_map(owner.game, owner.band) + more
        here = owner.game.turn.band == owner.band.id
        closed = None if here else Message("refuse.no_act", {"ability": self.key})
        if owner.game.tray[self.key]:
            yield Action("ghost", "", Message("act.ghosts.ghost", {"count": price}), closed, price)
        for power in owner.game.piles.get(RESERVE, {}):
            yield Action("power", power, Message("act.ghosts.power", {"power": power, "count": price}), closed, price)

    def on_action(self, owner: Owner, act: str, target: str) -> Iterable[Event]:
        if act == "ghost":
            yield TokensMoved(owner.band.id, 1, "tray", "hand")
        else:
            yield BadgeMoved(target, f"pile:{RESERVE}", f"band:{owner.band.id}")

    # Six badges are drawn before the first turn, and one of them is in use at once.

    def question(self, owner: Owner, decision: Decision) -> Message:
        return Message(f"question.ghosts.{decision.kind}", {"name": owner.game.name(decision.seat)})

    def choice(self, owner: Owner, decision: Decision, key: str) -> Message:
        return Message("choice.power", {"power": key})

    def on_answer(self, owner: Owner, decision: Decision, answer: str) -> Iterable[Event]:
        if decision.kind == "choice":
            yield BadgeMoved(answer, f"pile:{RESERVE}", f"band:{owner.band.id}")
            return
        drawn = BadgeMoved(answer, "badges", f"pile:{RESERVE}")
        yield drawn
        after = Owner(drawn.apply(owner.game), owner.band)
        lying = tuple(after.game.piles[RESERVE])
        if len(lying) < DRAWN:
            yield draw(self, after)
        else:
            yield self.ask(after, owner.band.seat, "choice", choices=lying, holds=True)

    # The Island in the Lake.

    def entries(self, owner: Owner) -> Iterable[str]:
        """The shore of the Lake."""
        water = lake(owner.game.board)
        return water.adjacent if water else ()

    def neighbours(self, owner: Owner, held: list[str]) -> Iterable[str]:
        return self.entries(owner)

    def garrison(self, owner: Owner) -> Garrison:
        return Garrison(spare=True)


class Island(Piece):
    """Necromancer Island makes the Lake immune to all other players, even those with ships."""

    key = Ghosts.home
    supply = 1
    immune = True


class Necromancy(TableRule):
    """The player to the right of the first player has the Ghosts. Tokens lost in conquests go into the Well of
    Souls, and when a turn ends every 4 tokens there become a Ghost."""

    key = "necromancer"
    apart = 1
    piles = (Pile(RESERVE, badges=True), Pile(WELL, besides=(SOUL,)), Pile(REMOVED))
    pieces = (Island.key,)
    options = (HOW_MANY, PRICE)

    def beside(self, start: int, seats: int) -> int:
        return (start - 1) % seats

    def unfit(self, board: Board) -> Message | None:
        return None if lake(board) else Message("refuse.no_lake")

    def lays_out(self, owner: Owner) -> Iterable[Event]:
        seat = self.beside(owner.game.start, len(owner.game.seats))
        water = lake(owner.game.board)
        if water:
            yield MarkerPlaced(water.id, Island.key, 0)
        ghosts = Ghosts()
        entered = BandEntered(owner.game.taken + 1, seat, ghosts.key, (), False)
        yield entered
        yield TokensMoved(entered.band, 1, "tray", "hand")
        fewer = ghosts.supply - int(HOW_MANY.chosen(owner.game))
        if fewer:
            yield PileChanged(REMOVED, ghosts.key, fewer)
        yield draw(ghosts, Owner(owner.game, Band(entered.band, seat, ghosts.key)))

    def ranked(self, owner: Owner, seat: int) -> bool:
        return seat != necromancer(owner.game).seat

    def buries(self, owner: Owner, loss: Loss) -> str | None:
        """Everything lost in conquests; of a declining race only what is never lost otherwise."""
        return WELL if loss.cause == "conquest" or (loss.cause == "decline" and loss.deathless) else None

    def plan(self, owner: Owner, stages: list[Stage]) -> list[Stage]:
        return [*stages, Stage(SPAWN, waits=False)]

    def on_stage(self, owner: Owner, stage: Stage) -> Iterable[Event]:
        return spawning(owner.game) if stage.kind == SPAWN else ()


def draw(ghosts: Ghosts, owner: Owner) -> Event:
    """Draw the next of the six badges; those that are useless to Ghosts are drawn again."""
    fitting = tuple(key for key in owner.game.badges if not registry.ABILITIES[key].column_only)
    return ghosts.ask(owner, owner.band.seat, "draw", choices=fitting, holds=True)


def necromancer(game: Game) -> Band:
    """The band of Ghosts; NOBODY if there is none."""
    return next((band for band in game.bands.values() if band.race == Ghosts.key), NOBODY)


def on_the_map(game: Game, band: Band) -> int:
    """The number of Ghosts on the map, those on the Island included."""
    standing = sum(game.grounds[region].tokens for region in game.holdings(band.id))
    return standing + band.hand + band.withdrawn + band.aside


def spawning(game: Game) -> Iterator[Event]:
    """Add souls to the Well; then every four tokens there make a Ghost, as long as there is one to place.

    Ghosts are on top, so they are taken first and return to the reserve; souls, which may be anybody's, come last.
    """
    band = necromancer(game)
    if band is NOBODY or game.seats[band.seat].left:
        return
    souls = len(game.holdings(band.id)) if game.turn.seat == band.seat else 0
    if souls:
        yield PileChanged(WELL, SOUL, souls)
    well = game.piles.get(WELL, {})
    if sum(well.values()) + souls < SOULS_A_GHOST:
        return
    lying = Counter(well)
    lying[SOUL] += souls
    order = [Ghosts.key, TRIBE, *sorted({*lying} - {Ghosts.key, TRIBE, SOUL}), SOUL]
    pile = [kind for kind in order for _ in range(lying[kind])]
    reserve, taken, made = game.tray[Ghosts.key], Counter[str](), 0
    while len(pile) >= SOULS_A_GHOST:
        four, pile = pile[:SOULS_A_GHOST], pile[SOULS_A_GHOST:]
        reserve += four.count(Ghosts.key)
        if not reserve:
            break
        reserve, made = reserve - 1, made + 1
        taken.update(four)
    for kind in order:
        if taken[kind]:
            yield PileChanged(WELL, kind, -taken[kind])
    if made:
        yield TokensMoved(band.id, made, "tray", "hand")


RULES: tuple[type[TableRule], ...] = (Necromancy,)
BANNERLESS: tuple[type[Ability], ...] = (Ghosts,)
PIECES: tuple[type[Piece], ...] = (Island,)
