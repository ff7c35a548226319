"""Makes a game of a position, and checks whether the pieces of the box allow it."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from companion.rules import hooks
from companion.rules.ability import Ability
from companion.rules.boxes.registry import BOXES, PIECES, Box
from companion.rules.correct import TOO_MANY
from companion.rules.engine import fold, new_game
from companion.rules.events import TRIBE, controlled
from companion.rules.model import Game, Seat, SeatSetup, Setup, Turn
from companion.rules.notation.line import ACTING, LED, NONE, OVER, POWERS, READIED, STAGES, Malformed
from companion.rules.notation.reader import Reader
from companion.rules.notation.stacks import stacks


def laid_out(told: Reader) -> Game:
    """The position as a game, with the rest of the box in tray and stacks."""
    seats = tuple(SeatSetup(name) for name in told.names)
    began = new_game(Setup(told.board, seats, told.start, boxes(told), told.options))[0]
    laid = fold((began,))
    bands = {band.id: band for band in sorted(told.bands.values(), key=lambda band: band.id)}
    people = zip(told.names, told.coins, strict=True)
    game = replace(
        laid,
        seats=tuple(Seat(name, coins, number in told.gone) for number, (name, coins) in enumerate(people)),
        grounds=told.grounds,
        bands=bands,
        column=told.column,
        taken=max(bands, default=0) if told.taken is None else told.taken,
        piles=told.piles,
        returned=told.stacks.get("below", ()),
        discards=told.stacks.get("discards", ()),
        half=told.half,
        drawn=told.drawn,
        sheet=told.sheet,
        over=told.turn.stage == OVER,
        stopped=told.stopped,
        unveiled=told.unveiled,
        won=told.won,
    )
    turn = turn_of(told, game)
    tray = dict(laid.tray)
    for band in bands.values():
        standing = sum(game.grounds[region].tokens for region in game.holdings(band.id))
        tray[band.race] -= standing + band.hand + band.withdrawn + band.aside
    for contents in told.piles.values():
        for kind, count in contents.items():
            if kind in tray:
                tray[kind] -= count
    for combo in told.column:
        tray[combo.race] -= combo.tokens
    for race, count in tray.items():
        if count < 0:
            raise Malformed(f"there are not enough {race} in the box")
    game = replace(
        game,
        turn=turn,
        tray=tray,
        tribes=laid.tribes
        + sum(ground.tribe for ground in laid.grounds.values())
        - sum(ground.tribe for ground in told.grounds.values())
        - sum(contents.get(TRIBE, 0) for contents in told.piles.values()),
    )
    banners, badges = stacks(game)
    banners, badges = shuffled(told, "banners", banners), shuffled(told, "badges", badges)
    return controlled(replace(game, banners=banners, badges=badges))


def turn_of(told: Reader, game: Game) -> Turn:
    """The turn, with the acting race, and those that have readied their troops, if not given."""
    turn = told.turn
    acting = next((band for band in game.bands.values() if band.race == told.acting), None)
    if acting is None and told.acting != NONE and turn.stage in LED:
        acting = game.active(turn.seat)
    readied = (acting.id,) if acting and turn.stage in READIED else ()
    return replace(
        turn,
        band=acting.id if acting else 0,
        mustered=readied if told.ready is None else turn.mustered,
        questions=told.questions,
        rolls=int(turn.pips is not None) if told.rolls is None else told.rolls,
    )


def shuffled(told: Reader, name: str, stack: tuple[str, ...]) -> tuple[str, ...]:
    """A stack in the given order.  Raises Malformed if that is not made of the same pieces."""
    said = told.stacks.get(name, stack)
    if sorted(said) != sorted(stack):
        raise Malformed(f"the {name} are not those that are nowhere else")
    return said


def boxes(told: Reader) -> tuple[str, ...]:
    """The base box, those that are given, and every other one that a race, power or piece here comes from.

    A box that is played alone is there by itself.  After `-` all are given, in order.
    """
    if told.ticked[:1] == (NONE,):
        return told.ticked[1:]
    named = {key for band in told.bands.values() for key in band.abilities}
    named |= {key for combo in told.column for key in (combo.race, combo.power)}
    named |= {marker.kind for ground in told.grounds.values() for marker in ground.markers}
    named |= {kind for pile in told.piles.values() for kind in pile}
    found = tuple(
        box for box, held in BOXES.items() if box in told.ticked or not named.isdisjoint(kind.key for kind in _of(held))
    )
    alone = any(BOXES[box].alone for box in found)
    return found if alone or "base" in found else ("base", *found)


def _of(box: Box) -> tuple[type[Ability], ...]:
    """Everything in a box that a position may name."""
    return box.races + box.powers + box.bannerless + box.pieces + box.prizes


def checked(game: Game) -> Game:
    """The game, if the pieces of the box allow it.  Raises Malformed."""
    turn = game.turn
    owned = [band.race for band in game.bands.values()] + [combo.race for combo in game.column]
    owned += [*game.returned, *([game.half] if game.half else [])]
    active = [band for band in game.bands.values() if not band.declined]
    badges = [key for band in active for key in band.powers] + [combo.power for combo in game.column]
    badges += [kind for pile in game.piles.values() for kind in pile if kind in POWERS]
    badges += game.discards
    lines = game.sheet.lines if game.sheet else ()
    named = [*turn.mustered, *(attack.band for attack in turn.attacks)]
    # Some attacks met no race, and some lines are about none.
    named += [attack.against for attack in turn.attacks if attack.against] + [line.band for line in lines if line.band]
    among = {race.key for box in game.boxes for race in BOXES[box].races}
    of_badges = {power.key for box in game.boxes for power in BOXES[box].powers}
    waiting: Counter[str] = Counter()
    for _, kind, count in turn.returned:
        waiting[kind] += count
    withdrawn = any(band.withdrawn for band in game.bands.values())
    wrong = {
        f"there is no turn {turn.number} on this map": not 1 <= turn.number <= game.board.turns,
        f"there is no stage {turn.stage}; there are {' '.join(STAGES)}": turn.stage not in STAGES,
        "no stage comes before its first time": turn.cycle < 0,
        f"{game.name(turn.seat)} has no race to {turn.stage} with": turn.stage in ACTING and not turn.band,
        "no combo has fewer than no coins": any(min(combo.coins, combo.tokens) < 0 for combo in game.column),
        "nobody has anything to put back": turn.stage == "withdraw" and not (withdrawn or turn.returned or turn.asked),
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
        "fewer races were taken than are in play": game.taken < max(game.bands, default=0),
        "no race that was taken has this number": not all(1 <= number <= max(1, game.taken) for number in named),
        "no banner of these boxes is turned up or came back": not {*game.returned, game.half} - {""} <= among,
        "no badge of these boxes was discarded": not {*game.discards} <= of_badges,
        "there are not enough Lost Tribes in the box": game.tribes < 0,
        "there are not enough of one kind of piece in the box": any(
            len(game.pieces(kind)) + waiting[kind] > piece.supply for kind, piece in PIECES.items()
        ),
    }
    for reason, holds in wrong.items():
        if holds:
            raise Malformed(reason)
    return game


def _belongs(game: Game, name: str, pile: dict[str, int]) -> bool:
    """Whether this game has such a pile, and the pile may contain this."""
    found = hooks.piles(game).get(name)
    if found is None:
        return False
    kinds = POWERS if found.badges else {TRIBE, *found.besides, *game.tray}
    return pile.keys() <= kinds and all(0 < count < (2 if found.badges else TOO_MANY) for count in pile.values())
