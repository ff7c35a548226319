"""A table of players who choose at random from what is offered, to the last turn.

Nothing in here knows a rule: it reads offers, fills forms within their bounds and
answers for chance.  What a walk proves is in `test_walk.py`.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from companion.boards.islands import drawn
from companion.rules.boxes.registry import ABILITIES, PIECES
from companion.rules.commands import (
    Accept,
    Answer,
    Command,
    Conquer,
    Conquest,
    Decline,
    DropRace,
    Finish,
    Leave,
    Pick,
    Place,
    PlayTurn,
    PutBack,
    Ready,
    Recount,
    Redeploy,
    SetBand,
    SetCoins,
    SetColumn,
    SetPile,
    SetRace,
    SetRecord,
    SetRegion,
    SetTurn,
    Unveil,
    UseAbility,
    Withdraw,
)
from companion.rules.correct import REASONS
from companion.rules.engine import Offer, chances, decide, evolve, fold, islands, new_game, offers, on_map
from companion.rules.events import Event
from companion.rules.model import Attack, Chance, Combo, Form, Game, Marker, SeatSetup, Setup
from companion.rules.whole_turn import draft
from tests.rules.position import board

NAMES = ("Ann", "Ben", "Cid", "Dee", "Eve", "Fay")
DIE = ("0", "0", "0", "1", "2", "3")
EAGERNESS = {"conquer": 12, "attempt": 6, "place": 6, "act": 3, "ready": 9, "accept": 3}
"""How gladly a kind of offer is chosen; others 1, so that games get somewhere."""
FIRST = ("conquer", "attempt")
RESTLESS = {**EAGERNESS, "decline": 20}
"""A table that puts race after race in decline, until the badges run out."""


class Step(NamedTuple):
    """One command of a walk, and the game before and after it."""

    before: Game
    command: Command
    events: tuple[Event, ...]
    after: Game


def set_up(players: int, dice: Random, boxes: tuple[str, ...] = ("base",), **options: str) -> Setup:
    """A game for so many players on their printed map or on practice islands, with these boxes; somebody begins."""
    seats = tuple(SeatSetup(name) for name in NAMES[:players])
    many = on_map(boxes, players)
    printed = f"base-{many}" if many < 6 else "practice-6"
    map = drawn(players, dice.choice) if islands(boxes) else printed
    return Setup(board(map), seats, dice.randrange(players), boxes, options)


def walk(setup: Setup, dice: Random, gladly: Container[str] = ()) -> Iterator[Step]:
    """A whole game by random players, a command at a time, to the last purse laid open.

    Races and powers of `gladly` are drawn as long as there are any.
    """
    game = fold(new_game(setup))
    eagerness = dice.choice((EAGERNESS, EAGERNESS, RESTLESS))
    while (command := choose(game, dice, eagerness, gladly)) is not None:
        events = decide(game, command)
        after = played(game, events)
        yield Step(game, command, events, after)
        game = after


def played(game: Game, events: tuple[Event, ...]) -> Game:
    """The game after some events."""
    for event in events:
        game = evolve(game, event)
    return game


def choose(
    game: Game, dice: Random, eagerness: dict[str, int] = EAGERNESS, gladly: Container[str] = ()
) -> Command | None:
    """What somebody does next: chance is answered first; None when nothing is left to do."""
    waiting = chances(game)
    if waiting:
        return answer(waiting[0], dice, gladly)
    listed = everything(game)
    if not listed:
        return None
    # The first conquest readies the troops: all of them together are one more way to do that.
    first = sum(offer.kind in FIRST for offer in listed) if game.turn.stage == "begin" else 0
    weights = [
        eagerness["ready"] / first if first and offer.kind in FIRST else eagerness.get(offer.kind, 1)
        for offer in listed
    ]
    chosen = dice.choices(listed, weights)[0]
    if isinstance(chosen.command, PlayTurn):
        return at_once(game, chosen.command, dice)
    return filled(chosen, dice)


def at_once(game: Game, command: PlayTurn, dice: Random) -> PlayTurn:
    """A turn told at random from what its draft says may come next, and how it stands at the end."""
    while True:
        told = draft(game, command)
        possible = [offer for offer in offers(told.conquering, game.turn.seat) if offer.kind in ("conquer", "attempt")]
        if not possible or dice.random() < 0.2:
            break
        chosen = dice.choice(possible).command
        assert isinstance(chosen, Conquer)
        pips = int(dice.choice(DIE)) if chosen.die else None
        asked = Conquest(chosen.region, chosen.way, chosen.die, pips, chosen.boosts)
        command = replace(command, conquests=(*command.conquests, asked))
    if told.standing is None:
        return command
    for offer in offers(told.standing, game.turn.seat):
        match filled(offer, dice):
            case Place(kind=kind, regions=regions) if not PIECES[kind].holds(game):
                command = replace(command, pieces={**command.pieces, kind: regions})
            case Redeploy(tokens=tokens):
                command = replace(command, tokens=tokens)
    return command


def everything(game: Game) -> list[Offer]:
    """All that anybody may do now."""
    return [offer for seat in range(len(game.seats)) for offer in offers(game, seat)]


def answer(chance: Chance, dice: Random, gladly: Container[str] = ()) -> Answer:
    """Chance answers as the box would, the die has three empty faces; but with what comes gladly before all else."""
    preferred = [choice for choice in chance.choices if choice in gladly]
    value = dice.choice(DIE if chance.kind == "roll" else preferred or chance.choices)
    return Answer(chance.occasion, value, "companion")


def filled(offer: Offer, dice: Random) -> Command:
    """An offer's command, its form left as proposed or filled in at random."""
    if offer.form is None or dice.random() < 0.3:
        return proposed(offer)
    return with_counts(offer, at_random(offer.form, dice))


def proposed(offer: Offer) -> Command:
    """An offer's command with its form as it is proposed; where that leaves a choice, the first slots are chosen."""
    if offer.form is None:
        return offer.command
    counts = {slot.id: slot.start for slot in offer.form.slots}
    for slot in offer.form.slots:
        counts[slot.id] += max(0, min(slot.most - slot.start, offer.form.least_total - sum(counts.values())))
    return with_counts(offer, counts)


def with_counts(offer: Offer, counts: dict[str, int]) -> Command:
    """An offer's command with these counts in its form's field."""
    assert offer.form is not None
    return replace(offer.command, **{offer.form.field: counts})


def at_random(form: Form, dice: Random) -> dict[str, int]:
    """Counts within the bounds of every slot and of the sum; what may hold nothing sometimes does."""
    slots = list(form.slots)
    while bare := [slot for slot in slots if slot.none]:
        left_out = dice.choice(bare)
        fewer = [slot for slot in slots if slot is not left_out]
        full = sum(slot.least for slot in slots) > form.total
        if not full and (sum(slot.most for slot in fewer) < form.least_total or dice.random() < 0.6):
            break
        slots = fewer
    counts = {slot.id: 0 for slot in form.slots} | {slot.id: slot.least for slot in slots}
    least = max(form.least_total, sum(counts.values()))
    most = min(form.total, sum(slot.most for slot in slots))
    for _ in range(dice.randint(least, most) - sum(counts.values())):
        room = [slot.id for slot in slots if counts[slot.id] < slot.most]
        counts[dice.choice(room)] += 1
    return counts


def wild_turn(regions: list[str], band: int, ability: str, dice: Random) -> PlayTurn:
    """A whole turn of all sorts, some of it nonsense."""

    def counts() -> dict[str, int]:
        return {dice.choice(regions): dice.randrange(-1, 5) for _ in range(dice.choice((0, 0, 1, 3)))}

    conquests = tuple(
        Conquest(
            dice.choice(regions),
            dice.choice(("ordinary", "ordinary", ability)),
            dice.random() < 0.2,
            dice.choice((None, None, 0, 2, 4)),
        )
        for _ in range(dice.randrange(4))
    )
    pieces = {dice.choice([*PIECES, "castle"]): counts()} if dice.random() < 0.3 else {}
    pick = dice.choice((None, None, -1, 0, 5, 7))
    return PlayTurn(pick, dice.choice((0, 0, band)), counts(), conquests, pieces, counts())


def wild(game: Game, dice: Random) -> Command:
    """What a table enters that corrects, bends the rules or mistypes: often something offered, often not."""
    if dice.random() < 0.4:
        command = choose(game, dice)
        if command is not None:
            return command
    regions = [*game.board.regions, "r00"]
    region = dice.choice(regions)
    band = dice.randrange(-1, game.taken + 2)
    seat = dice.randrange(-1, len(game.seats) + 1)
    counts = {dice.choice(regions): dice.randrange(-1, 5) for _ in range(dice.randrange(4))}
    kind = dice.choice([*PIECES, "castle"])
    markers = tuple(Marker(kind, band) for _ in range(dice.choice((0, 0, 1, 2))))
    ability = dice.choice([*ABILITIES])
    field = dice.choice([memory.key for memory in ABILITIES[ability].memory] or ["nothing"])
    possible: list[Command] = [
        SetRegion(region, band, dice.randrange(-1, 4), dice.randrange(-1, 2), markers),
        SetRegion(region, *dice.choice([(0, 0), (band, 1), (band, 2)])),
        Recount(region, dice.randrange(-1, 4), tuple(dice.choices([*game.holdings(band), region, "hand"], k=2))),
        SetBand(band, dice.choice((None, -1, 0, 2)), dice.choice((None, 0, 3)), {f"{ability}.{field}": 1}),
        SetBand(band, dice.choice((None, 0, 2, 4))),
        SetBand(band, withdrawn=dice.randrange(-1, 3), returned={kind: dice.randrange(-1, 3)}),
        SetBand(band, powers=tuple(dice.choices([*game.badges, *game.piles.get("reserve", {}), ability], k=2))),
        SetPile(
            dice.choice(("well", "reserve", "removed", "attic")),
            {dice.choice(["tribe", "soul", "ghosts", *ABILITIES]): dice.randrange(-1, 4) for _ in range(2)},
        ),
        SetRecord(dice.choice(("", "market", "begin", "conquer", "redeploy", "score", "lunch"))),
        SetRecord(dice.choice(("conquer", "score")), band),
        SetRecord(attacks=tuple(Attack(band, at, tribe=1) for at in counts)),
        SetRecord(used={dice.choice((ability, f"{ability}:{seat}", f"place:{kind}")): True}),
        SetRecord(pips=dice.choice((-1, 1, 4))),
        SetCoins(seat, dice.randrange(-9, 10), dice.choice(("", *REASONS, "greed")), "again"),
        Conquer(region, dice.choice(("ordinary", "ordinary", "ordinary", *ABILITIES)), dice.random() < 0.2),
        SetRace(seat, ability, dice.choice(["", *ABILITIES]), dice.random() < 0.5),
        DropRace(band),
        SetColumn(tuple(Combo(dice.choice([*ABILITIES]), dice.choice([*ABILITIES]), 1) for _ in range(2))),
        SetColumn(game.column[1:]),
        Pick(dice.randrange(-1, 8)),
        Ready(band, counts),
        Redeploy(counts),
        wild_turn(regions, band, ability, dice),
        Withdraw(band, counts),
        PutBack(band, kind, counts),
        Place(kind, counts),
        UseAbility(ability, dice.choice(("roll", "ally", "dance")), str(seat)),
        UseAbility("ghosts", *dice.choice((("ghost", ""), ("power", ability)))),
        Answer(f"draw{game.drawn + 1}", dice.choice([*ABILITIES])),
        Answer(f"turn{game.turn.number}.seat{game.turn.seat}.roll{game.turn.rolls + 1}", dice.choice("01234x")),
        Finish(),
        Decline(),
        Accept(dice.random() < 0.3),
        Unveil(),
    ]
    if dice.random() < 0.02:
        possible = [SetTurn(dice.randrange(-1, game.board.turns + 2), seat), Leave(seat)]
    return dice.choice(possible)
