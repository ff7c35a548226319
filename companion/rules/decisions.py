"""Questions inside a turn: abilities ask them of a seat or of chance, in anybody's turn.

They stand in the turn, so that a game goes on from them after a restart.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.rules import strikes
from companion.rules.ability import Me
from companion.rules.decline import leave_emptied
from companion.rules.doing import Doing
from companion.rules.events import Rolled, Settled
from companion.rules.model import NOBODY, Chance, Decision, Game, Refused, Say
from companion.rules.sets import asker

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
    """A question with the answers that are left: a piece may have come to light meanwhile, tokens may be gone."""
    if not decision.choices:
        return decision
    left = asker(decision.ability).answers(me(game, decision), decision)
    return decision if left == decision.choices else replace(decision, choices=left)


def drawing(game: Game) -> bool:
    """Chance still has to turn something up, which may be worth coins."""
    return any(each.kind == DRAW for each in game.turn.asked)


def occasion(game: Game, decision: Decision) -> str:
    """What names a question for ever."""
    return f"turn{game.turn.number}.seat{game.turn.seat}.ask{decision.number}"


def me(game: Game, decision: Decision) -> Me:
    """Whose question it is."""
    return Me(game, game.bands.get(decision.band, NOBODY))


def chances(game: Game) -> list[Chance]:
    """The first roll and every draw that may be answered now."""
    found: list[Chance] = []
    for asked in asked_now(game):
        if asked.kind == CHOICE or any(asked.kind == chance.kind == ROLL for chance in found):
            continue
        each = by_now(game, asked)
        say = asker(each.ability).question(me(game, each), each)
        choices = FACES if each.kind == ROLL else each.choices
        found.append(Chance(each.kind, occasion(game, each), choices, each.seat, say, each.holds))
    return found


def choices(game: Game, seat: int) -> list[Decision]:
    """The questions that a seat may answer now."""
    return [by_now(game, each) for each in asked_now(game) if each.kind == CHOICE and each.seat == seat]


def holding(game: Game) -> int | None:
    """Another seat than the one whose turn it is, for whose answer everything waits; None without one."""
    held = [each.seat for each in asked_now(game) if each.holds and each.kind == CHOICE]
    return held[0] if held and game.turn.seat not in held else None


def asked_on(game: Game, name: str) -> Decision | None:
    """The open question of an occasion."""
    return next((by_now(game, each) for each in asked_now(game) if occasion(game, each) == name), None)


def answer(doing: Doing, decision: Decision, value: str, source: str = "") -> None:
    """A question has its answer, one of its choices; what comes of it happens."""
    known = FACES if decision.kind == ROLL else decision.choices
    doing.need(value in known, "refuse.not_drawable", piece=value)
    doing.do(
        Rolled(int(value), source, decision.number)
        if decision.kind == ROLL
        else Settled(decision.number, value)
    )
    ability, before = asker(decision.ability), doing.game
    whose = me(before, decision)
    doing.do_all(ability.on_answer(whose, decision, value))
    leave_emptied(doing, before)
    strikes.strike(doing, whose, ability.strikes(whose, decision.about, value))


def consent(game: Game, name: str) -> bool:
    """The open question of an occasion asks a seat for its own consent."""
    decision = asked_on(game, name)
    return decision is not None and asker(decision.ability).consent(me(game, decision), decision)


def choose(doing: Doing, name: str, value: str) -> None:
    """A seat answers its question."""
    decision = asked_on(doing.game, name)
    if decision is None or decision.kind != CHOICE:
        raise Refused(Say("refuse.no_question"))
    doing.need(value in decision.choices, "refuse.no_answer")
    if not doing.blind:
        fee = asker(decision.ability).fee(me(doing.game, decision), decision, value)
        doing.rule(not fee or fee <= doing.game.seats[decision.seat].coins, "refuse.fee", count=fee)
    answer(doing, decision, value)


def drop_idle(doing: Doing) -> None:
    """Drop questions of races that are gone, or with no answer left; a player who has left takes what stands first."""
    for each in doing.game.turn.asked:
        asked = by_now(doing.game, each)
        if (each.band and each.band not in doing.game.bands) or (each.choices and not asked.choices):
            doing.do(Settled(each.number))
        elif each.kind == CHOICE and doing.game.seats[each.seat].left:
            answer(doing, asked, asked.choices[0])

