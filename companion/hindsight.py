"""Score sheets of old turns, put right: which ones follow from what lay where, and by how many coins each differs.

A sheet is reckoned twice with the rules of today, as the table was thought to lie and as it did lie, and the difference
is paid now. Nothing else is judged again. What lay there then is taken to have lain there until something happened to
that region, so every look at it needs what everybody has seen, and no purse.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from companion import happened, show, text
from companion.ledger import Step
from companion.rules import commands, engine, score
from companion.rules.commands import OldSheet, SetPast, SetSheet
from companion.rules.events import Scored
from companion.rules.model import Game, Ground, Line, Marker, Refused, Say

Plain = dict[str, Any]
Key = tuple[int, int]


class Accepted(Struct, frozen=True):
    """A score sheet that was accepted: its row, and the table as it lay then, put right as far as that was done since.

    `lines` are those that were accepted, `corrected` what was put right of it since, with the coins.
    """

    row: int
    turn: int
    seat: int
    lines: tuple[Line, ...]
    game: Game
    corrected: tuple[tuple[commands.Command, int], ...] = ()

    @property
    def key(self) -> Key:
        """The turn and the seat, by which commands name it."""
        return self.turn, self.seat


class Follows(Struct, frozen=True):
    """The sheets that follow from a correction of what lay where, the one it was made at first, and how they lay then.

    Of `unclear` ones nobody but the people at the table knows. `seats` are those whom it concerns; `was` is what was
    thought to lie there.
    """

    was: Ground
    clear: tuple[tuple[Accepted, Game], ...]
    unclear: tuple[tuple[Accepted, Game], ...]
    seats: frozenset[int]


def sheets(steps: Iterable[Step]) -> dict[Key, Accepted]:
    """The accepted sheets that stand, by turn and seat. One that was made twice, in a turn set back, is the last."""
    found: dict[Key, Accepted] = {}
    for step in steps:
        sheet = _accepted(step)
        if sheet:
            found.pop(sheet.key, None)
            found[sheet.key] = sheet
        elif isinstance(step.command, SetSheet) and (step.command.turn, step.command.seat) in found:
            key = step.command.turn, step.command.seat
            found[key] = _with(found[key], step.command, step.command.difference)
        elif isinstance(step.command, SetPast):
            _lay_all(found, step.command)
    return found


def _accepted(step: Step) -> Accepted | None:
    game = step.before
    if game is None or not any(isinstance(event, Scored) for event in step.events):
        return None
    for event in step.events:
        if isinstance(event, Scored):
            return Accepted(step.row, game.turn.number, event.seat, event.lines, game)
        game = engine.evolve(game, event)
    return None


def _with(sheet: Accepted, command: commands.Command, coins: int) -> Accepted:
    return msgspec.structs.replace(sheet, corrected=(*sheet.corrected, (command, coins)))


def _lay_all(found: dict[Key, Accepted], command: SetPast) -> None:
    """Lay what was put right on every table of then that follows from it."""
    first = found.get((command.turn, command.seat))
    was = first.game.grounds[command.region] if first else Ground()
    for old in command.sheets:
        sheet = found.get((old.turn, old.seat))
        if sheet:
            game = _laid(sheet.game, command.region, was, _then(command)) or sheet.game
            found[sheet.key] = _with(msgspec.structs.replace(sheet, game=game), command, old.coins)


def _then(command: SetPast) -> Ground:
    return Ground(command.band, command.tokens, command.tribe, command.markers)


def _laid(game: Game, region: str, was: Ground, then: Ground) -> Game | None:
    """A table of then with what really lay on a region; None where the pieces do not allow it."""
    lies = _really(game.grounds[region], was, then)
    try:
        happening = engine.decide(
            game, commands.SetRegion(region, lies.band, lies.tokens, lies.tribe, lies.markers), blind=True
        )
    except Refused:
        return None
    for event in happening:
        game = engine.evolve(game, event)
    return game


def _really(ground: Ground, was: Ground, then: Ground) -> Ground:
    """What lay there at a later sheet: as then, or where its holder was right all along, what differed then differs."""
    if was.band != then.band:
        return then
    markers = list(ground.markers)
    for marker in _changed(was, then):
        more = then.markers.count(marker) - was.markers.count(marker)
        markers += [marker] * more
        for _ in range(min(-more, markers.count(marker))):
            markers.remove(marker)
    tokens = then.tokens if (ground.band, ground.tokens) == (was.band, was.tokens) else ground.tokens
    tribe = then.tribe if ground.tribe == was.tribe else ground.tribe
    return Ground(ground.band, tokens, tribe, tuple(markers))


# Which sheets follow.


def follows(steps: Sequence[Step], command: SetPast) -> Follows:
    """The sheets that follow from a correction. Raises Refused where there is no such sheet, or it could not lie so."""
    known = sheets(steps)
    sheet = known.get((command.turn, command.seat))
    if sheet is None:
        raise Refused(Say("table.no_sheet"))
    then = _then(command)
    # So that it is refused with its reason.
    engine.decide(sheet.game, commands.SetRegion(command.region, *msgspec.structs.astuple(then)), blind=True)
    was = sheet.game.grounds[command.region]
    if was == then:
        raise Refused(Say("refuse.no_change"))
    clear: list[tuple[Accepted, Game]] = []
    unclear: list[tuple[Accepted, Game]] = []
    sure, first = True, None
    for step in steps:
        if step.row < sheet.row or step.before is None:
            continue
        made = _accepted(step)
        at = known.get(made.key) if made else None
        if made and at and at.row == step.row:
            thought, told = made.game.grounds[command.region], at.game.grounds[command.region]
            laid = _laid(at.game, command.region, was, then)
            if laid is None or told not in (thought, was):
                # The pieces, or the table itself, say that something else lay there by then.
                break
            first = first or thought
            alike = thought == first or (was.band == then.band and _same_but_tokens(thought, first))
            sure = sure and alike and _declined(at.game, then) == _declined(sheet.game, then)
            (clear if sure else unclear).append((at, laid))
        lies = _still(sure, step, command.region, was, then)
        if lies is None:
            break
        sure = lies
    bands = {was.band, then.band, *(marker.band for marker in _changed(was, then))} - {0}
    concerned = {sheet.game.bands[band].seat for band in bands} or range(len(sheet.game.seats))
    return Follows(was, tuple(clear), tuple(unclear), frozenset(concerned))


def _declined(game: Game, then: Ground) -> bool | None:
    return game.bands[then.band].declined if then.band in game.bands else None


def _changed(was: Ground, then: Ground) -> list[Marker]:
    """The kinds of pieces of which there lay more or fewer."""
    kinds = dict.fromkeys((*was.markers, *then.markers))
    return [marker for marker in kinds if was.markers.count(marker) != then.markers.count(marker)]


def _same_but_tokens(one: Ground, other: Ground) -> bool:
    """Whether the same race holds it with the same pieces."""
    return msgspec.structs.replace(one, tokens=other.tokens) == other


def _still(sure: bool, step: Step, region: str, was: Ground, then: Ground) -> bool | None:
    """Whether what really lay there may lie there after a step too: surely, perhaps (False), or not any more (None)."""
    assert step.before is not None  # noqa: S101  A sheet comes before it.
    before, after = step.before.grounds[region], step.after.grounds[region]
    if before == after:
        return sure
    if isinstance(step.command, commands.SetRegion):
        # The table has said what lies there.
        return None
    if before.band == after.band:
        # Tokens go up and down in a turn: it is the end of one that counts.
        return sure
    # Somebody took it, or its holder left it: then only what is nobody's may lie there still.
    stays = any(not marker.band for marker in _changed(was, then))
    if not stays and (after.band or was.band == then.band or not then.band):
        return None
    return False


# By how many coins.


def reckoned(steps: Sequence[Step], command: SetPast) -> SetPast:
    """The correction with every sheet that follows from it, and what each differs by.

    Of the sheets that it names itself, those count that are unclear: the table has decided that they follow. Raises
    Refused as `follows` does.
    """
    found = follows(steps, command)
    named = {(old.turn, old.seat) for old in command.sheets}
    table = [*found.clear, *((sheet, laid) for sheet, laid in found.unclear if sheet.key in named)]
    return msgspec.structs.replace(command, sheets=tuple(_differs(sheet, laid) for sheet, laid in table))


def _differs(sheet: Accepted, laid: Game) -> OldSheet:
    before, after = (score.total(score.sheet(game, sheet.seat)) for game in (sheet.game, laid))
    return OldSheet(sheet.turn, sheet.seat, after - before)


def stands(command: commands.Command | None, known: Mapping[Key, Accepted]) -> bool:
    """Whether all sheets that a correction is about are among these; any other command stands."""
    match command:
        case SetSheet():
            return (command.turn, command.seat) in known
        case SetPast():
            return all((old.turn, old.seat) in known for old in command.sheets)
    return True


# For the screens.


def view(sheet: Accepted, own: bool, language: str) -> Plain:
    """An old turn's end: what lay on every region then, and for the owner the lines of the sheet."""
    where = Say("past.title", {"number": sheet.turn, "name": sheet.game.name(sheet.seat)})
    return {
        "row": sheet.row,
        "turn": sheet.turn,
        "seat": sheet.seat,
        "text": text.sentence(where, language),
        "regions": show.public(sheet.game, language)["regions"],
        **({"lines": lines(sheet, language)} if own else {}),
    }


def lines(sheet: Accepted, language: str) -> list[Plain]:
    """The lines of a sheet with all that was put right since, for its owner; `key` is None for what is no line."""
    found: dict[str, Plain] = {}
    for line in sheet.lines:
        words = show.score_reason(sheet.game, line, language)
        at = found.setdefault(line.key, {"key": line.key, "text": words, "amount": 0})
        at["amount"] += line.amount
    for number, (command, coins) in enumerate(sheet.corrected):
        if isinstance(command, SetSheet) and command.line in found:
            found[command.line]["amount"] += coins
        elif coins:
            words = text.sentence(why(command), language)
            found[f"corrected-{number}"] = {"key": None, "text": words, "amount": coins}
    return list(found.values())


def why(command: commands.Command) -> Say:
    """For what reason an old sheet was put right."""
    if isinstance(command, SetPast):
        return Say("past.lay", {"region": command.region})
    assert isinstance(command, SetSheet)  # noqa: S101  Nothing else puts one right.
    return Say("past.why", {"what": happened.line_of(command)})


def follows_view(steps: Sequence[Step], command: SetPast, own: Sequence[int], language: str) -> Plain:
    """What would follow from a correction: {"clear", "unclear", "today", "own"}.

    The first two list the sheets of those whom it concerns, whether or not they differ. `today` says whether today's
    board could be put so too. `own` has by how many coins the clear sheets of seats of this phone differ in all.
    Raises Refused as `follows` does.
    """
    found = follows(steps, command)

    def listed(table: Sequence[tuple[Accepted, Game]]) -> list[Plain]:
        return [_named(sheet, language) for sheet, _ in table if sheet.seat in found.seats]

    coins = dict.fromkeys(own, 0)
    for sheet, laid in found.clear:
        if sheet.seat in coins:
            coins[sheet.seat] += _differs(sheet, laid).coins
    return {
        "clear": listed(found.clear),
        "unclear": listed(found.unclear),
        "today": _can_lie(steps[-1].after, command, found.was),
        "own": [{"seat": seat, "coins": amount} for seat, amount in coins.items()],
    }


def _named(sheet: Accepted, language: str) -> Plain:
    words = Say("past.title", {"number": sheet.turn, "name": sheet.game.name(sheet.seat)})
    return {"turn": sheet.turn, "seat": sheet.seat, "text": text.sentence(words, language)}


def _can_lie(now: Game, command: SetPast, was: Ground) -> bool:
    """Whether it lies today as it was thought to lie then, and could lie as it did."""
    if now.grounds[command.region] != was:
        return False
    try:
        engine.decide(now, commands.SetRegion(command.region, *msgspec.structs.astuple(_then(command))), blind=True)
    except Refused:
        return False
    return True
