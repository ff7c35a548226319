"""What was done last, for the people whose hands do it on the table."""

from collections.abc import Sequence

from msgspec import Struct

from companion.game.hand_steps import instructions
from companion.game.history import History
from companion.game.moves import STANDS, moves, taken_back
from companion.game.steps import Step, Undone
from companion.language import text
from companion.rules import commands
from companion.rules.events import Attacked, CoinsMoved, Rolled
from companion.rules.model import Message

# One step of what hands do: everything in one place, in its order.
HandStep = list[Message]
# Payments other than those for combos and scores are news to everybody.
NEWS = frozenset({"do.give", "do.spend", "do.income"})
# Coins. The app has them: hands move them at a table that uses cardboard coins too.
PAID = frozenset({"do.pay", "do.pay.others", "do.pay.more", "do.get"})
COINS = PAID | {"back.coins.on", "back.coins.off", "back.scored"} | NEWS


class LastAct(Struct, frozen=True):
    """An act by its row, with chance's answers, or an undo.

    `seat` is whose hands they are, None where they are nobody's in particular; `hands` what they do; `lost` who lost
    which region by it.
    """

    row: int
    seat: int | None
    words: Message
    hands: tuple[Message, ...]
    lost: tuple[tuple[int, str], ...] = ()


class LeftStep(Struct, frozen=True):
    """A step of an earlier act: its number there, and the numbers of those of its texts that may still be to do."""

    number: int
    lines: list[int]
    step: HandStep


class Left(Struct, frozen=True):
    """What an earlier act, by its row, has for the hands of a seat; `just` one that hands may still be at."""

    row: int
    seat: int | None
    steps: list[LeftStep]
    just: bool = False


def last_act(history: History, until: int | None = None) -> LastAct | None:
    """What was done last. Rows from `until` on are left out: they are on the app's card.

    What the app did at once in somebody else's turn belongs to what was done there.
    """
    if history.undone is not None:
        return _undone(history, history.undone)
    steps: list[Step] = []
    for step in reversed(history.steps):
        if until is not None and step.row >= until:
            continue
        steps.insert(0, step)
        if not step.by_app and (not isinstance(step.command, commands.Answer) or step.dealt or _is_roll(step)):
            break
    if not steps:
        return None
    row = steps[0].row
    won = [event.attack for step in steps for event in step.events if isinstance(event, Attacked) and event.attack.won]
    lost = tuple((attack.against_seat, attack.region) for attack in won if attack.against_seat >= 0)
    return LastAct(row, steps[0].seat, history.words(row), tuple(_ordered(_all_hands(history, steps))), lost)


def by_place(hands: Sequence[Message]) -> list[HandStep]:
    """What hands do, in steps: all that is done in one region, and beside the map; coins are a step of their own."""
    steps: list[HandStep] = []
    found: dict[tuple[tuple[str, ...], bool, bool], HandStep] = {}
    for told in hands:
        place = text.places(told), told.key in COINS, told.key in NEWS
        if len(place[0]) < 2 and place in found:
            found[place].append(told)
        else:
            steps.append([told])
            found[place] = steps[-1]
    return steps


def _undone(history: History, undone: Undone) -> LastAct:
    """After an undo: what hands put back."""
    game = history.game
    assert game is not None  # noqa: S101  A take-back names a row after the first.
    seat = game.turn.seat if undone.seat is None else undone.seat
    hands = moves(undone.now, game, seat, taken_back(undone.paid))
    # Not how many: a sheet that was shut stays so.
    hands += [Message("back.scored", {"name": game.name(who), "number": turn}) for turn, who in undone.scored]
    return LastAct(undone.row, undone.seat, history.words(undone.row), tuple(hands))


def _all_hands(history: History, steps: Sequence[Step]) -> list[Message]:
    """What hands do about acts; after a redo also what is still to be put back, and all that was redone before it.

    Whoever undoes and redoes several acts may not have moved a piece in between, or one after each: each place is told
    once, with what is to be done there.
    """
    redone, game, first = history.redone, history.game, steps[0]
    if redone is None or game is None or first.row not in redone.rows:
        return [say for step in steps for say in _hands(history, step, _told(step, first))]
    before = [step for step in history.steps if step.row in redone.rows and step.row < first.row]
    again = [say for step in (*before, *steps) for say in _hands(history, step, _told(step, first))]
    told = {place for say in again for place in text.places(say)}
    seat = game.turn.seat if first.seat is None else first.seat
    back = [
        say
        for say in moves(redone.now, game, seat)
        if say.key in STANDS and not told & {*text.places(say)} and say not in again
    ]
    return [*back, *again]


def _told(step: Step, first: Step) -> int | None:
    """Whose hands are told what to do about an act: whoever began it moves the app's pieces as if they were own."""
    return step.seat if step.by_app else first.seat


def _ordered(hands: Sequence[Message]) -> list[Message]:
    """A banner and the badge that comes beside it are laid out together; a race is turned over before anything else."""
    found: list[Message] = []
    for told in hands:
        if told.key == "do.badge" and found and found[-1].key == "do.banner":
            banner = found.pop().args["piece"]
            race, power = banner, told.args["piece"]
            combo = Message("combo", {"race": race, "power": (power,)})
            told = Message("do.banner.badge", {"race": race, "power": power, "combo": combo})
        found.append(told)
    return sorted(found, key=lambda told: not told.key.startswith("do.flip"))


def _hands(history: History, step: Step, seat: int | None) -> list[Message]:
    """What the hands of a seat do about an act.

    A turn that was played on the board was undone there too, if it is redone.
    """
    if step.before is None or isinstance(step.command, commands.CORRECTIONS):
        return []
    if isinstance(step.command, commands.PlayTurn):
        if not history.redone or step.row not in history.redone.rows:
            return []
        paid = [event for event in step.events if isinstance(event, CoinsMoved)]
        return moves(step.before, step.after, step.before.turn.seat, paid)
    told = instructions(step.before, step.events, seat)
    # Whose turn it is was put right by what lies on the table: the marker is there already.
    return [say for say in told if say.key != "do.turn"] if isinstance(step.command, commands.SetTurn) else told


def _is_roll(step: Step) -> bool:
    return any(isinstance(event, Rolled) for event in step.events)
