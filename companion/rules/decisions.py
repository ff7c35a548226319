"""Questions inside a turn, which abilities ask a seat or chance, in anybody's turn.

They are part of the turn, so that a game goes on from them after a restart.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.rules import strikes
from companion.rules.ability import Owner
from companion.rules.boxes.registry import asker
from companion.rules.events import Rolled, Settled
from companion.rules.execution import Execution
from companion.rules.leaving import apply_and_settle
from companion.rules.model import NOBODY, Chance, Decision, Game, Message, Refused

ROLL, DRAW, CHOICE = KINDS = ("roll", "draw", "choice")
FACES = ("0", "1", "2", "3")


def due(game: Game) -> list[Decision]:
    """The questions that may be answered now, each with the answers that are left."""
    return [by_now(game, each) for each in asked_now(game)]


def asked_now(game: Game) -> Sequence[Decision]:
    """The same as they were asked: those that hold everything up, else all that are open."""
    if game.over or not game.turn.asked:
        return ()
    return [each for each in game.turn.asked if each.holds] or game.turn.asked


def by_now(game: Game, decision: Decision) -> Decision:
    """A question with the answers that are left: a piece may have been revealed meanwhile, tokens may be gone."""
    if not decision.choices:
        return decision
    left = asker(decision.ability).answers(owner(game, decision), decision)
    return decision if left == decision.choices else replace(decision, choices=left)


def drawing(game: Game) -> bool:
    """Whether chance still has to reveal something, which may be worth coins."""
    return bool(game.turn.asked) and any(each.kind == DRAW for each in game.turn.asked)


def occasion(game: Game, decision: Decision) -> str:
    """The permanent name of a question."""
    return f"turn{game.turn.number}.seat{game.turn.seat}.ask{decision.number}"


def owner(game: Game, decision: Decision) -> Owner:
    """Whose question it is."""
    return Owner(game, game.bands.get(decision.band, NOBODY))


def chances(game: Game) -> list[Chance]:
    """The first roll and every draw that may be answered now."""
    found: list[Chance] = []
    for asked in asked_now(game):
        if asked.kind == CHOICE or any(asked.kind == chance.kind == ROLL for chance in found):
            continue
        each = by_now(game, asked)
        say = asker(each.ability).question(owner(game, each), each)
        choices = FACES if each.kind == ROLL else each.choices
        found.append(Chance(each.kind, occasion(game, each), choices, each.seat, say, each.holds))
    return found


def choices(game: Game, seat: int) -> list[Decision]:
    """The questions that a seat may answer now."""
    return [by_now(game, each) for each in asked_now(game) if each.kind == CHOICE and each.seat == seat]


def holding(game: Game) -> int | None:
    """Another seat than the one whose turn it is, for whose answer everything waits; None if there is none."""
    held = [each.seat for each in asked_now(game) if each.holds and each.kind == CHOICE]
    return held[0] if held and game.turn.seat not in held else None


def asked_on(game: Game, name: str) -> Decision | None:
    """The open question of an occasion."""
    return next((by_now(game, each) for each in asked_now(game) if occasion(game, each) == name), None)


def answer(execution: Execution, decision: Decision, value: str, source: str = "") -> None:
    """Answer a question with one of its choices, and apply the consequences."""
    known = FACES if decision.kind == ROLL else decision.choices
    execution.need(value in known, "refuse.not_drawable", piece=value)
    execution.apply(
        Rolled(int(value), source, decision.number) if decision.kind == ROLL else Settled(decision.number, value)
    )
    ability, whose = asker(decision.ability), owner(execution.game, decision)
    apply_and_settle(execution, ability.on_answer(whose, decision, value))
    strikes.strike(execution, whose, ability.strikes(whose, decision.about, value))


def consent(game: Game, name: str) -> bool:
    """Whether the open question of an occasion asks for a seat's own consent."""
    decision = asked_on(game, name)
    return decision is not None and asker(decision.ability).consent(owner(game, decision), decision)


def choose(execution: Execution, name: str, value: str) -> None:
    """A seat answers its question."""
    decision = asked_on(execution.game, name)
    if decision is None or decision.kind != CHOICE:
        raise Refused(Message("refuse.no_question"))
    execution.need(value in decision.choices, "refuse.no_answer")
    if not execution.blind:
        fee = asker(decision.ability).fee(owner(execution.game, decision), decision, value)
        execution.rule(not fee or fee <= execution.game.seats[decision.seat].coins, "refuse.fee", count=fee)
    answer(execution, decision, value)


def drop_idle(execution: Execution) -> None:
    """Drop questions of races that are gone, or without an answer; a player who has left takes the first one."""
    for each in execution.game.turn.asked:
        asked = by_now(execution.game, each)
        if (each.band and each.band not in execution.game.bands) or (each.choices and not asked.choices):
            execution.apply(Settled(each.number))
        elif each.kind == CHOICE and execution.game.seats[each.seat].left:
            answer(execution, asked, asked.choices[0])
