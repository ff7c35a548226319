"""Necromancer Island (expansion sheet, under that name): a player whose race has no banner.

The Ghosts that lie on the Island are those in the band's hand, its reserve is the tray.  The five badges it may still
buy lie on one pile, the Well of Souls is another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from companion.rules import sets
from companion.rules.ability import Ability, Deed, Garrison, Heap, Loss, Me, Option, Piece
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
from companion.rules.model import NOBODY, Band, Board, Decision, Game, Region, Say, Stage

MARKET, SPAWN, VERDICT = "market", "spawn", "verdict"
WELL, RESERVE, REMOVED = "well", "reserve", "removed"
SOUL = "soul"
SOULS_A_GHOST = 4
DRAWN = 6
LAKE = "lake"
HOW_MANY = Option("ghosts", ("14", "13", "12"))
PRICE = Option("ghost-price", ("printed", "one-more"))


def lake(board: Board) -> Region | None:
    """The Lake in which the Island lies."""
    return next((region for region in board.regions.values() if region.terrain == LAKE), None)


class Ghosts(Ability):
    """Your Ghosts set out from the Island in the Lake and never decline; to all others they
    are in decline. Before you conquer you may buy Ghosts and powers: each costs a coin for
    every power in use and every Ghost on the map. After scoring each of your regions gives a
    soul, any spare token, to the Well of Souls. You win at once if then no Ghost is left in
    your reserve or in the Well."""

    key = "ghosts"
    supply = 14
    stages = (MARKET,)
    acts_in = stages
    home = "island"
    counts_declined = True
    by_border = False

    # The turn.

    def plan(self, me: Me, stages: list[Stage]) -> list[Stage]:
        """The market first, the verdict last; with no region there is nothing to ready."""
        begin = Stage("begin") if me.holdings() else Stage("begin", me.band.id, waits=False)
        rest = [begin if stage.kind == "begin" else stage for stage in stages]
        return [Stage(MARKET, me.band.id), *rest, Stage(VERDICT, me.band.id, waits=False)]

    def on_stage(self, me: Me, stage: Stage) -> Iterable[Event]:
        if stage.kind == "begin" and not stage.waits:
            yield Mustered(me.band.id)
        left = me.game.tray[self.key] + me.game.piles.get(WELL, {}).get(self.key, 0)
        if stage.kind == VERDICT and not left:
            yield GameEnded(winner=me.band.seat)

    def declines(self, me: Me) -> bool:
        return False

    # The market.

    def acts(self, me: Me) -> Iterable[Deed]:
        more = PRICE.chosen(me.game) == "one-more"
        price = len(me.band.powers) + on_the_map(me.game, me.band) + more
        here = me.game.turn.band == me.band.id
        closed = None if here else Say("refuse.no_act", {"ability": self.key})
        if me.game.tray[self.key]:
            yield Deed("ghost", "", Say("act.ghosts.ghost", {"price": price}), closed, price)
        for power in me.game.piles.get(RESERVE, {}):
            yield Deed("power", power, Say("act.ghosts.power", {"power": power, "price": price}), closed, price)

    def on_act(self, me: Me, act: str, target: str) -> Iterable[Event]:
        if act == "ghost":
            yield TokensMoved(me.band.id, 1, "tray", "hand")
        else:
            yield BadgeMoved(target, f"pile:{RESERVE}", f"band:{me.band.id}")

    # Six badges before the first turn, of which one is in use at once.

    def question(self, me: Me, decision: Decision) -> Say:
        return Say(f"question.ghosts.{decision.kind}", {"name": me.game.name(decision.seat)})

    def choice(self, me: Me, decision: Decision, key: str) -> Say:
        return Say("choice.power", {"power": key})

    def on_answer(self, me: Me, decision: Decision, answer: str) -> Iterable[Event]:
        if decision.kind == "choice":
            yield BadgeMoved(answer, f"pile:{RESERVE}", f"band:{me.band.id}")
            return
        drawn = BadgeMoved(answer, "badges", f"pile:{RESERVE}")
        yield drawn
        after = Me(drawn.apply(me.game), me.band)
        lying = tuple(after.game.piles[RESERVE])
        if len(lying) < DRAWN:
            yield draw(self, after)
        else:
            yield self.ask(after, me.band.seat, "choice", choices=lying, holds=True)

    # The Island in the Lake.

    def entries(self, me: Me) -> Iterable[str]:
        """The shore of the Lake."""
        water = lake(me.game.board)
        return water.adjacent if water else ()

    def neighbours(self, me: Me, held: list[str]) -> Iterable[str]:
        return self.entries(me)

    def garrison(self, me: Me) -> Garrison:
        return Garrison(spare=True)


class Island(Piece):
    """Necromancer Island makes the Lake immune to all other players, on ships too."""

    key = Ghosts.home
    supply = 1
    immune = True


class Necromancy(Ability):
    """Who sits to the right of the first player has the Ghosts. Tokens lost in conquests go
    into the Well of Souls, and when a turn ends every 4 tokens there become a Ghost."""

    key = "necromancer"
    apart = 1
    heaps = (Heap(RESERVE, badges=True), Heap(WELL, besides=(SOUL,)), Heap(REMOVED))
    pieces = (Island.key,)
    options = (HOW_MANY, PRICE)

    def beside(self, start: int, seats: int) -> int:
        return (start - 1) % seats

    def unfit(self, board: Board) -> Say | None:
        return None if lake(board) else Say("refuse.no_lake")

    def lays_out(self, me: Me) -> Iterable[Event]:
        seat = self.beside(me.game.start, len(me.game.seats))
        water = lake(me.game.board)
        if water:
            yield MarkerPlaced(water.id, Island.key, 0)
        ghosts = Ghosts()
        entered = BandEntered(me.game.taken + 1, seat, ghosts.key, (), False)
        yield entered
        yield TokensMoved(entered.band, 1, "tray", "hand")
        fewer = ghosts.supply - int(HOW_MANY.chosen(me.game))
        if fewer:
            yield PileChanged(REMOVED, ghosts.key, fewer)
        yield draw(ghosts, Me(me.game, Band(entered.band, seat, ghosts.key)))

    def ranked(self, me: Me, seat: int) -> bool:
        return seat != necromancer(me.game).seat

    def buries(self, me: Me, loss: Loss) -> str | None:
        """All that is lost in conquests; of a decline only what is never lost otherwise."""
        return WELL if loss.cause == "conquest" or (loss.cause == "decline" and loss.deathless) else None

    def plan(self, me: Me, stages: list[Stage]) -> list[Stage]:
        return [*stages, Stage(SPAWN, waits=False)]

    def on_stage(self, me: Me, stage: Stage) -> Iterable[Event]:
        band = necromancer(me.game)
        if stage.kind != SPAWN or band is NOBODY or me.game.seats[band.seat].left:
            return
        souls = len(me.game.holdings(band.id)) if me.game.turn.seat == band.seat else 0
        yield from spawning(me.game, band, souls)


def draw(ghosts: Ghosts, me: Me) -> Event:
    """The next badge of the six is to be drawn; some mean nothing to Ghosts and are drawn again."""
    fitting = tuple(key for key in me.game.badges if not sets.ABILITIES[key].column_only)
    return ghosts.ask(me, me.band.seat, "draw", choices=fitting, holds=True)


def necromancer(game: Game) -> Band:
    """The band of Ghosts; NOBODY where there is none."""
    return next((band for band in game.bands.values() if band.race == Ghosts.key), NOBODY)


def on_the_map(game: Game, band: Band) -> int:
    """The Ghosts on the map, those on the Island too."""
    standing = sum(game.grounds[region].tokens for region in game.holdings(band.id))
    return standing + band.hand + band.withdrawn + band.aside


def spawning(game: Game, band: Band, souls: int) -> Iterator[Event]:
    """So many souls come into the Well; then every four tokens there make a Ghost, as long as there is one to place.

    Ghosts lie on top, so they are taken first, and go back into the reserve; souls, which are anybody's, last.
    """
    if souls:
        yield PileChanged(WELL, SOUL, souls)
    lying = Counter(game.piles.get(WELL, {}))
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


RULES: tuple[type[Ability], ...] = (Necromancy,)
BANNERLESS: tuple[type[Ability], ...] = (Ghosts,)
PIECES: tuple[type[Piece], ...] = (Island,)
