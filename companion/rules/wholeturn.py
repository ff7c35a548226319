"""A turn that was made on the cardboard, entered at once.

Nothing here knows a rule of its own: the steps that people would have entered
one by one are carried out one after the other, through the same paths.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from companion.rules import conquest, decisions, hooks, troops, turn
from companion.rules.ability import Me
from companion.rules.commands import Conquest, PlayTurn
from companion.rules.doing import Doing
from companion.rules.events import DieCalled, Event, Impossible
from companion.rules.model import Band, Game, Refused, Say

# What the box's own die showed while nobody looked at a phone.
SOURCE = "box"


class Draft(NamedTuple):
    """A turn as far as it was told.

    `conquering`: the game after the conquests; `standing`: after their end, when the troops are redeployed, or None
    while the face of the die is not told, or somebody is asked something.  `refused`: what the rules have against it,
    where it can be entered as played all the same.
    """

    conquering: Game
    standing: Game | None
    refused: Say | None


def play(doing: Doing, command: PlayTurn) -> None:
    """A whole turn, or what is left of it: it ends with the score sheet open.

    A race in decline makes way for the active one instead.  Where a race that is taken asks something first, the turn
    goes no farther.  A refusal names the conquest, or says that it is about how the race stands at the end.
    """
    conquer(doing, command)
    if held_up(doing.game):
        return
    finish(doing)
    try:
        for kind, regions in command.pieces.items():
            turn.place(doing, kind, regions)
        turn.redeploy(doing, command.tokens)
    except Refused as refused:
        race = acting(doing.game).race
        raise Refused(Say("refuse.standing", {"race": race, "why": refused.say}), refused.bendable) from refused


def conquer(doing: Doing, command: PlayTurn) -> None:
    """The turn up to its last conquest: the pick, the readying, and the conquests in their order."""
    # Later nothing of it is left to be played.
    doing.stage("begin", "conquer", done=("redeploy", "score", "withdraw"))
    if command.pick is not None:
        turn.pick(doing, command.pick)
    game = doing.game
    if held_up(game) and not command.conquests:
        return
    active = game.active(game.turn.seat)
    if game.turn.stage == "begin":
        doing.need(bool(command.band or active), "refuse.pick_first", name=game.name(game.turn.seat))
        turn.ready(doing, command.band or (active.id if active else 0), command.stay)
    else:
        doing.need(not command.stay, "refuse.readied")
    doing.need(command.band in (0, acting(doing.game).id), "refuse.another_race")
    for number, asked in enumerate(command.conquests, 1):
        try:
            attack(doing, asked)
        except Refused as refused:
            raise Refused(_named(number, asked, refused.say), refused.bendable) from refused
        except Impossible as fault:
            raise Refused(_named(number, asked, Say("refuse.impossible", {"why": str(fault)}))) from fault


def held_up(game: Game) -> bool:
    """Nothing goes on before somebody has answered."""
    return any(asked.holds for asked in game.turn.asked)


def _named(number: int, asked: Conquest, why: Say) -> Say:
    return Say("refuse.conquest", {"number": number, "region": asked.region, "why": why})


def finish(doing: Doing) -> None:
    """Come to the end of the conquests, over every wave that is still to come."""
    while doing.game.turn.stage == "conquer":
        turn.finish(doing)


def wave(doing: Doing, asked: Conquest) -> None:
    """End the wave where a conquest must belong to the next: it could not be made now, or is the final attempt."""
    if not turn.conquers_again(doing.game):
        return
    now, later = Doing(doing.game, False, doing.blind), Doing(doing.game, False, doing.blind)
    turn.finish(later)
    for probe in (later, now) if asked.die else (now, later):
        try:
            conquest.conquer(probe, asked.region, asked.way, asked.die, asked.boosts)
        except Refused:
            continue
        if probe is later:
            turn.finish(doing)
        return


def attack(doing: Doing, asked: Conquest) -> None:
    """One conquest, with the die before it or as the final attempt where its pips are told."""
    doing.need(asked.pips is None or asked.pips in conquest.DIE, "refuse.pips")
    wave(doing, asked)
    if not asked.die and asked.pips is not None:
        called = die_call(doing.game)
        doing.need(bool(called), "refuse.no_call")
        doing.do_all(called)
        turn.roll(doing, asked.pips, SOURCE)
    conquest.conquer(doing, asked.region, asked.way, asked.die, asked.boosts)
    if asked.die and asked.pips is not None:
        turn.roll(doing, asked.pips, SOURCE)
        for asked_now in decisions.choices(doing.game, doing.game.turn.seat):
            # What helped would have been told.
            if asked_now.holds:
                decisions.answer(doing, asked_now, asked_now.choices[0])
        turn.settle_changed(doing)


def acting(game: Game) -> Band:
    """The band that conquers in this turn.  Raises Refused where there is none."""
    return conquest.attacker(game, game.turn.seat)


def die_call(game: Game) -> tuple[Event, ...]:
    """What an ability of the acting race does to have the die rolled before a conquest; empty where none does."""
    band = acting(game)
    for ability, deed in hooks.acts(game, band):
        if deed.closed:
            continue
        happening = tuple(ability.on_act(Me(game, band), deed.act, deed.target))
        if any(isinstance(event, DieCalled) for event in happening):
            return happening
    return ()


def draft(game: Game, command: PlayTurn, *, blind: bool = False) -> Draft:
    """How a turn stands while it is being told, its final counts left out.

    Raises Refused where it cannot go on, not even as played.
    """
    try:
        return Draft(*_told(Doing(game, False, blind), command), None)
    except Refused as refused:
        if not refused.bendable:
            raise
        return Draft(*_told(Doing(game, True, blind), command), refused.say)


def _told(doing: Doing, command: PlayTurn) -> tuple[Game, Game | None]:
    conquer(doing, command)
    conquering = doing.game
    if conquering.turn.attempt is not None or conquering.turn.called or held_up(conquering):
        return conquering, None
    finish(doing)
    return conquering, doing.game


def leavable(game: Game, command: PlayTurn) -> Iterable[str]:
    """The regions that the race held before it readied its troops, and may have left empty."""
    if game.turn.stage != "begin" or command.pick is not None:
        return ()
    active = game.active(game.turn.seat)
    band = game.bands.get(command.band) or active
    return [slot.id for slot in troops.ready_form(game, band).slots] if band else ()
