"""A position laid out as a game, and whether the pieces of the box can lie so."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from companion.rules import hooks
from companion.rules.ability import Ability
from companion.rules.correct import TOO_MANY
from companion.rules.engine import fold, new_game
from companion.rules.events import TRIBE, controlled
from companion.rules.model import Game, Seat, SeatSetup, Setup
from companion.rules.notation.line import ACTING, OWN_STAGES, POWERS, STAGES, Malformed
from companion.rules.notation.reader import Reader
from companion.rules.sets import PIECES, SETS, Box


def laid_out(told: Reader) -> Game:
    """The position as a game, with the rest of the box in tray and stacks."""
    seats = tuple(SeatSetup(name) for name in told.names)
    began = new_game(Setup(told.board, seats, told.start, boxes(told), told.options))[0]
    laid = fold((began,))
    bands = {band.id: band for band in told.bands.values()}
    game = replace(
        laid,
        seats=tuple(Seat(*pair) for pair in zip(told.names, told.coins, strict=True)),
        grounds=told.grounds,
        bands=bands,
        column=told.column,
        taken=len(bands),
        piles=told.piles,
    )
    acting = next((b for b in bands.values() if b.race == told.acting), None)
    acting = acting or game.active(told.turn.seat)
    turn = told.turn
    if acting and turn.stage in (*ACTING, "score"):
        turn = replace(turn, band=acting.id, mustered=(acting.id,))
    if acting and turn.stage in OWN_STAGES:
        turn = replace(turn, band=acting.id)
    races = {band.race for band in bands.values()} | {combo.race for combo in told.column}
    powers = {power for band in bands.values() for power in band.powers}
    powers |= {combo.power for combo in told.column}
    powers |= {kind for heap in told.piles.values() for kind in heap}
    tray = dict(laid.tray)
    for band in bands.values():
        standing = sum(game.grounds[region].tokens for region in game.holdings(band.id))
        tray[band.race] -= standing + band.hand + band.withdrawn + band.aside
    for heap in told.piles.values():
        for kind, count in heap.items():
            if kind in tray:
                tray[kind] -= count
    for combo in told.column:
        tray[combo.race] -= combo.tokens
    for race, count in tray.items():
        if count < 0:
            raise Malformed(f"the box has not so many {race}")
    game = replace(
        game,
        turn=turn,
        tray=tray,
        tribes=laid.tribes
        + sum(ground.tribe for ground in laid.grounds.values())
        - sum(ground.tribe for ground in told.grounds.values())
        - sum(heap.get(TRIBE, 0) for heap in told.piles.values()),
        banners=tuple(race for race in laid.banners if race not in races),
        badges=tuple(power for power in laid.badges if power not in powers),
    )
    return controlled(game)


def boxes(told: Reader) -> tuple[str, ...]:
    """The base box, those that are said, and every other one that a race, power or piece here comes from.

    A box that is played alone is there by itself.
    """
    named = {key for band in told.bands.values() for key in band.abilities}
    named |= {key for combo in told.column for key in (combo.race, combo.power)}
    named |= {marker.kind for ground in told.grounds.values() for marker in ground.markers}
    named |= {kind for pile in told.piles.values() for kind in pile}
    found = tuple(
        box
        for box, held in SETS.items()
        if box in told.ticked or not named.isdisjoint(kind.key for kind in _of(held))
    )
    alone = any(SETS[box].alone for box in found)
    return found if alone or "base" in found else ("base", *found)


def _of(box: Box) -> tuple[type[Ability], ...]:
    """Everything that a box brings and that a position may name."""
    return box.races + box.powers + box.bannerless + box.pieces + box.prizes


def checked(game: Game) -> Game:
    """The game, when the pieces of the box can lie so.  Raises Malformed."""
    turn = game.turn
    owned = [band.race for band in game.bands.values()] + [combo.race for combo in game.column]
    active = [band for band in game.bands.values() if not band.declined]
    badges = [key for band in active for key in band.powers] + [combo.power for combo in game.column]
    badges += [kind for pile in game.piles.values() for kind in pile if kind in POWERS]
    waiting: Counter[str] = Counter()
    for _, kind, count in turn.returned:
        waiting[kind] += count
    withdrawn = any(band.withdrawn for band in game.bands.values())
    wrong = {
        f"there is no turn {turn.number} on this map": not 1 <= turn.number <= game.board.turns,
        f"there is no stage {turn.stage}; there are {' '.join(STAGES)}": turn.stage not in STAGES,
        "no stage comes before its first time": turn.cycle < 0,
        f"{game.name(turn.seat)} has no race to {turn.stage} with": turn.stage in ACTING and not turn.band,
        "nobody has fewer than no coins": any(seat.coins < 0 for seat in game.seats),
        "no combo has fewer than no coins": any(min(combo.coins, combo.tokens) < 0 for combo in game.column),
        "nobody has anything to put back": turn.stage == "withdraw"
        and not (withdrawn or turn.returned or turn.asked),
        "something lies on a pile that does not belong there": any(
            not _belongs(game, *each) for each in game.piles.items()
        ),
        "a race is there twice": len(set(owned)) < len(owned),
        "a power is there twice": len(set(badges)) < len(badges),
        "a player has two active races": any(
            sum(not band.declined for band in game.bands_of(seat)) > 1 for seat in range(len(game.seats))
        ),
        "a race holds a region with no token": any(
            ground.band and not hooks.bodies(game, region) for region, ground in game.grounds.items()
        ),
        "a race remembers something of what it has not": any(
            key.partition(".")[0] not in band.abilities for band in game.bands.values() for key in band.memo
        ),
        "the box has not so many Lost Tribes": game.tribes < 0,
        "the box has not so many of a piece": any(
            len(game.pieces(kind)) + waiting[kind] > piece.supply for kind, piece in PIECES.items()
        ),
    }
    for reason, holds in wrong.items():
        if holds:
            raise Malformed(reason)
    return game


def _belongs(game: Game, name: str, pile: dict[str, int]) -> bool:
    """Whether this game has such a pile, and the pile can hold this."""
    heap = hooks.heaps(game).get(name)
    if heap is None:
        return False
    kinds = POWERS if heap.badges else {TRIBE, *heap.besides, *game.tray}
    return pile.keys() <= kinds and all(0 < count < (2 if heap.badges else TOO_MANY) for count in pile.values())
