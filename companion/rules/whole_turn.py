"""A turn that was played on the board, entered at once.

It has no rules of its own: the steps that people would have entered one by
one are carried out one after the other, by the same code.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from companion.rules import actions, conquest, decisions, hooks, quotes, troops, turn
from companion.rules.ability import Owner
from companion.rules.commands import Conquest, PlayTurn
from companion.rules.events import DieCalled, Event, Impossible
from companion.rules.execution import Execution
from companion.rules.model import Band, Game, Message, Refused

# The source of pips of the box's own die.
SOURCE = "box"


class Draft(NamedTuple):
    """A turn as far as it was entered.

    `conquering`: the game after the conquests; `standing`: the game when the troops are redeployed, or None while a
    face of the die is missing, or somebody is asked something. `refused`: why the rules forbid it, if it can still be
    entered as played.
    """

    conquering: Game
    standing: Game | None
    refused: Message | None


def play(execution: Execution, command: PlayTurn) -> None:
    """Play a whole turn, or the rest of it, up to its score sheet.

    A declined race's turn ends where the active one's begins.  If a conquered race asks something first, the turn stops
    there.  A refusal names the conquest, or says that it is about the redeployment.
    """
    conquer(execution, command)
    if held_up(execution.game):
        return
    finish(execution)
    try:
        perform_acts(execution, command)
        for kind, regions in command.pieces.items():
            turn.place(execution, kind, regions, or_none=True)
        turn.redeploy(execution, command.tokens)
    except Refused as refused:
        race = acting(execution.game).race
        raise Refused(
            Message("refuse.standing", {"race": race, "why": refused.message}), refused.overridable
        ) from refused


def conquer(execution: Execution, command: PlayTurn) -> None:
    """Play the turn up to its last conquest: the pick, the readying, and the conquests in order."""
    # In a later stage none of it is left to be played.
    execution.stage("begin", "conquer", done=("redeploy", "score", "withdraw"))
    if command.pick is not None:
        turn.pick(execution, command.pick)
    game = execution.game
    if held_up(game) and not command.conquests:
        return
    active = game.active(game.turn.seat)
    if game.turn.stage == "begin":
        execution.need(bool(command.band or active), "refuse.pick_first", name=game.name(game.turn.seat))
        turn.ready(execution, command.band or (active.id if active else 0), command.stay)
    else:
        execution.need(not command.stay, "refuse.readied")
    execution.need(command.band in (0, acting(execution.game).id), "refuse.another_race")
    for number, asked in enumerate(command.conquests, 1):
        try:
            attack(execution, asked)
        except Refused as refused:
            raise Refused(_named(number, asked, refused.message), refused.overridable) from refused
        except Impossible as fault:
            raise Refused(_named(number, asked, Message("refuse.impossible", {"why": str(fault)}))) from fault


def perform_acts(execution: Execution, command: PlayTurn) -> None:
    """Carry out what abilities did when the conquests were over."""
    for done in command.acts:
        actions.act(execution, done.ability, done.act, done.target)


def held_up(game: Game) -> bool:
    """Whether nothing goes on before somebody has answered."""
    return any(asked.holds for asked in game.turn.asked)


def _named(number: int, asked: Conquest, why: Message) -> Message:
    return Message("refuse.conquest", {"number": number, "region": asked.region, "why": why})


def finish(execution: Execution) -> None:
    """End the conquests, with every wave that is still to come."""
    while execution.game.turn.stage == "conquer":
        turn.finish(execution)


def wave(execution: Execution, asked: Conquest) -> None:
    """End the wave before a conquest that must belong to the next: it is impossible now, or is the final attempt.

    If its wave is given, nothing is guessed.
    """
    while asked.wave > execution.game.turn.cycle + 1 and turn.conquers_again(execution.game):
        turn.finish(execution)
    if asked.wave:
        execution.need(asked.wave == execution.game.turn.cycle + 1, "refuse.no_wave", number=asked.wave)
        return
    if not turn.conquers_again(execution.game):
        return
    now, later = Execution(execution.game, False, execution.blind), Execution(execution.game, False, execution.blind)
    turn.finish(later)
    for probe in (later, now) if asked.die else (now, later):
        try:
            conquest.conquer(probe, asked.region, asked.way, asked.die, asked.boosts)
        except Refused:
            continue
        if probe is later:
            turn.finish(execution)
        return


def attack(execution: Execution, asked: Conquest) -> None:
    """Make one conquest, with the die before it, or as the final attempt if its pips are given."""
    for pips in (asked.pips, asked.again):
        execution.need(pips is None or pips in quotes.DIE, "refuse.pips")
    wave(execution, asked)
    if not asked.die and asked.pips is not None:
        called = die_call(execution.game)
        execution.need(bool(called), "refuse.no_call")
        execution.apply_all(called)
        turn.roll(execution, asked.pips, SOURCE)
    turn.conquer(execution, asked.region, asked.way, asked.die, asked.boosts)
    if asked.die and asked.pips is not None:
        turn.roll(execution, asked.pips, SOURCE)
        afterwards(execution, asked)
    else:
        execution.need(not asked.late and asked.again is None, "refuse.no_question")
    if asked.found:
        find(execution, asked)


def afterwards(execution: Execution, asked: Conquest) -> None:
    """Answer what was decided after the roll: "no" unless given, and "yes" for a flight that became the final
    attempt."""
    held = [each for each in decisions.choices(execution.game, execution.game.turn.seat) if each.holds]
    execution.need(bool(held) or not asked.late, "refuse.no_question")
    for question in held:
        decisions.answer(execution, question, question.choices[-1 if asked.late else 0])
    turn.settle_changed(execution)
    if asked.again is not None:
        execution.need(execution.game.turn.rolling, "refuse.no_question")
        turn.roll(execution, asked.again, SOURCE)


def find(execution: Execution, asked: Conquest) -> None:
    """A piece that is revealed in a region serves its conqueror at once."""
    due = (each for each in decisions.due(execution.game) if (each.kind, each.about) == (decisions.DRAW, asked.region))
    question = next(due, None)
    if question is None:
        raise Refused(Message("refuse.nothing_found"))
    decisions.answer(execution, question, asked.found, SOURCE)
    turn.settle_changed(execution)


def acting(game: Game) -> Band:
    """The band that conquers in this turn.  Raises Refused if there is none."""
    return quotes.attacker(game, game.turn.seat)


def die_call(game: Game) -> tuple[Event, ...]:
    """The events by which an ability of the acting race has the die rolled before a conquest, if one does."""
    band = acting(game)
    for ability, action in hooks.actions(game, band):
        if action.closed:
            continue
        events = tuple(ability.on_action(Owner(game, band), action.act, action.target))
        if any(isinstance(event, DieCalled) for event in events):
            return events
    return ()


def draft(game: Game, command: PlayTurn, *, blind: bool = False) -> Draft:
    """The state of a turn that is being entered, without its final counts.

    Raises Refused if it cannot go on, not even as played.
    """
    try:
        return Draft(*_told(Execution(game, False, blind), command), None)
    except Refused as refused:
        if not refused.overridable:
            raise
        return Draft(*_told(Execution(game, True, blind), command), refused.message)


def _told(execution: Execution, command: PlayTurn) -> tuple[Game, Game | None]:
    conquer(execution, command)
    conquering = execution.game
    if conquering.turn.attempt is not None or conquering.turn.called or held_up(conquering):
        return conquering, None
    finish(execution)
    perform_acts(execution, command)
    return conquering, execution.game


def leavable(game: Game, command: PlayTurn) -> Iterable[str]:
    """The regions that the race held before it readied its troops, and may have left empty."""
    if game.turn.stage != "begin" or command.pick is not None:
        return ()
    active = game.active(game.turn.seat)
    band = game.bands.get(command.band) or active
    return [slot.id for slot in troops.ready_form(game, band).slots] if band else ()
