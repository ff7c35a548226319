"""Old score sheets, scored again once somebody says what was really on the board when they were accepted.

A sheet is scored twice by today's rules, on the board as entered and on the board as it really was, and the difference
is paid now. No move is judged again, and no purse is looked at: everybody has seen those boards. A change lasts until
its region changes hands; where anything else happened there meanwhile, the players say which turns it held in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from companion.game.steps import Step
from companion.rules import commands, correct, engine, score, turn_record
from companion.rules.commands import Lay, OldSheet, SetPast, SetSheet
from companion.rules.events import Scored
from companion.rules.model import NOBODY, Attack, Game, Ground, Line, Message, Refused

# The turn and the seat, by which commands name a score sheet.
Key = tuple[int, int]


class Accepted(Struct, frozen=True):
    """A score sheet that was accepted in a row of the log, with its lines.

    `entered` is the game as it was then, `game` the same with every later correction, and `corrected` has each
    correction with its coins.
    """

    row: int
    turn: int
    seat: int
    lines: tuple[Line, ...]
    entered: Game
    game: Game
    corrected: tuple[tuple[SetSheet | SetPast, int], ...] = ()


class Change(Struct, frozen=True):
    """What people say was on a region when `sheet` was accepted, and what (`was`) it was taken for until now."""

    sheet: Key
    was: Ground
    lay: Lay

    @property
    def region(self) -> str:
        return self.lay.region

    @property
    def bands(self) -> set[int]:
        """The bands whose tokens or pieces it is about."""
        pieces = (*self.was.markers, *self.lay.markers)
        return {self.was.band, self.lay.band, *(piece.band for piece in pieces)} - {0}

    def seats(self, game: Game) -> set[int]:
        """The players of those bands; everybody where there are none."""
        return {game.bands[band].seat for band in self.bands} or set(range(len(game.seats)))

    def at(self, ground: Ground) -> Ground:
        """The region at a later sheet: where its holder stays and has moved since, only the pieces differ."""
        if self.was.band != self.lay.band or ground == self.was:
            return self.lay.ground
        markers = Counter((*ground.markers, *self.lay.markers))
        markers.subtract(self.was.markers)
        return replace(ground, markers=tuple((+markers).elements()))

    def lasted(self, first: Accepted, later: Accepted) -> bool | None:
        """Whether it still held at a later sheet; False where only the players know, None where it cannot have."""
        if first == later:
            return True
        was, now = (sheet.entered.grounds[self.region] for sheet in (first, later))
        taken = any(attack.won and attack.region == self.region for attack in later.entered.turn.attacks)
        corrected = later.game.grounds[self.region] not in (now, self.was)
        if taken or now.band != was.band or corrected or not self.bands <= later.game.bands.keys():
            return None
        same = replace(was, tokens=now.tokens) if self.was.band == self.lay.band else was
        declined = {sheet.game.bands.get(self.lay.band, NOBODY).declined for sheet in (first, later)}
        return now == same and len(declined) == 1


class Followed(NamedTuple):
    """A later sheet, and the changes that still held by then: surely (True), or perhaps."""

    sheet: Accepted
    held: dict[Change, bool]


def key(named: Accepted | SetSheet | SetPast | OldSheet) -> Key:
    """The turn and the seat of a score sheet."""
    return named.turn, named.seat


def sheets(steps: Iterable[Step]) -> dict[Key, Accepted]:
    """The accepted sheets, the oldest first. Of one that was accepted twice, in a turn set back, the later one."""
    known: dict[Key, Accepted] = {}

    def correct(sheet: Accepted, command: SetSheet | SetPast, coins: int, game: Game) -> None:
        known[key(sheet)] = replace(sheet, game=game, corrected=(*sheet.corrected, (command, coins)))

    for step in steps:
        match step.command:
            case SetSheet() as command if sheet := known.get(key(command)):
                correct(sheet, command, command.difference, sheet.game)
            case SetPast() as command if first := known.get(key(command)):
                changes = _changes(first, command.lays)
                for old in command.sheets:
                    if sheet := known.get(key(old)):
                        held = [each for each in changes if not old.regions or each.region in old.regions]
                        correct(sheet, command, old.coins, board(sheet, held))
            case _:
                if sheet := _accepted(step):
                    known.pop(key(sheet), None)
                    known[key(sheet)] = sheet
    return known


def _accepted(step: Step) -> Accepted | None:
    for number, event in enumerate(step.events):
        if step.before and isinstance(event, Scored):
            game = engine.fold(step.events[:number], step.before)
            return Accepted(step.row, game.turn.number, event.seat, event.lines, game, game)
    return None


def _changes(sheet: Accepted, lays: Iterable[Lay]) -> list[Change]:
    changes = [Change(key(sheet), sheet.game.grounds[lay.region], lay) for lay in lays]
    return [each for each in changes if each.was != each.lay.ground]


def board(sheet: Accepted, changes: Iterable[Change]) -> Game:
    """The game at a sheet with these changes."""
    grounds, attacks = dict(sheet.game.grounds), sheet.game.turn.attacks
    for each in changes:
        grounds[each.region] = each.at(grounds[each.region])
        if each.sheet == key(sheet) and each.lay.conquered is not None:
            attacks = tuple(attack for attack in attacks if attack.region != each.region)
            if each.lay.conquered and each.lay.band:
                was = each.was
                attack = Attack(each.lay.band, each.region, tribe=was.tribe, against=was.band, tokens=was.tokens)
                attacks = (*attacks, turn_record.with_defender(sheet.game, attack))
    game = correct.with_grounds(sheet.entered, grounds)
    return replace(game, turn=replace(game.turn, attacks=attacks))


def follows(steps: Sequence[Step], command: SetPast) -> list[Followed]:
    """The sheets from the corrected one on, at which every change holds, each with the changes that held by then.

    Raises Refused if there is no such sheet, if the box lacks the pieces, and if nothing changes.
    """
    known = sheets(steps)
    first = known.get(key(command))
    if first is None:
        raise Refused(Message("table.no_sheet"))
    _require_pieces(first.game, command.lays)
    held = dict.fromkeys(_changes(first, command.lays), True)
    if not held:
        raise Refused(Message("refuse.no_change"))
    found = []
    for sheet in known.values():
        if sheet.row >= first.row:
            lasted = {each: each.lasted(first, sheet) for each in held}
            # Once in doubt, always in doubt.
            held = {each: held[each] and sure for each, sure in lasted.items() if sure is not None}
            if _lacks_tokens(board(sheet, held)):
                held = dict.fromkeys(held, False)
            found.append(Followed(sheet, held))
    return found


def _require_pieces(game: Game, lays: Iterable[Lay]) -> None:
    engine.decide(game, SetPast(1, 0, "", today=True).of(tuple(lays)), blind=True)


def _lacks_tokens(game: Game) -> bool:
    return min(game.tribes, *game.tray.values()) < 0


def with_consequences(steps: Sequence[Step], command: commands.Command) -> commands.Command:
    """A correction of the past with every sheet that follows and its coins; any other command as it is.

    Of the sheets that it names itself only those in doubt count: the players have decided about them. Raises Refused
    as `follows` does.
    """
    match command:
        case SetSheet() if key(command) not in sheets(steps):
            raise Refused(Message("table.no_sheet"))
        case SetPast():
            found = follows(steps, command)
            changed = command.of(tuple(change.lay for change in found[0].held))
            return replace(changed, sheets=counting(found, command.sheets))
    return command


def counting(found: Sequence[Followed], decided: Iterable[OldSheet]) -> tuple[OldSheet, ...]:
    """The sheets that count, with their coins: what is sure, and what the players have decided."""
    everywhere = tuple(change.region for change in found[0].held)
    ticked = {key(old): old.regions or everywhere for old in decided}
    count = []
    for sheet, changes in found:
        named = ticked.get(key(sheet), ())
        held = [change for change, sure in changes.items() if sure or change.region in named]
        if held:
            regions = () if len(held) == len(everywhere) else tuple(change.region for change in held)
            count.append(OldSheet(*key(sheet), differs(sheet, held), regions))
    return tuple(count)


def differs(sheet: Accepted, changes: Collection[Change]) -> int:
    """By how many coins a sheet differs with these changes."""
    before, after = (score.total(score.sheet(game, sheet.seat)) for game in (sheet.game, board(sheet, changes)))
    return after - before


def conquest_pays(found: Sequence[Followed], change: Change) -> bool | None:
    """Whether a change counts as conquered in that turn; None where no coins depend on it."""
    sheet, others = found[0].sheet, [each for each in found[0].held if each != change]
    told = [replace(change, lay=replace(change.lay, conquered=conquered)) for conquered in (False, True)]
    if len({differs(sheet, [*others, each]) for each in told}) == 1:
        return None
    entered = any(attack.region == change.region and attack.won for attack in sheet.game.turn.attacks)
    return entered if change.lay.conquered is None else change.lay.conquered


def fits_today(now: Game, found: Sequence[Followed]) -> bool:
    """Whether today's board can be changed in the same way: the regions are still what they were taken for."""
    try:
        _require_pieces(now, [change.lay for change in found[0].held])
    except Refused:
        return False
    return all(now.grounds[change.region] == change.was for change in found[0].held)


def stands(command: commands.Command | None, known: Collection[Key]) -> bool:
    """Whether all the sheets of a correction are among these; True for any other command."""
    match command:
        case SetSheet():
            return key(command) in known
        case SetPast():
            return all(key(old) in known for old in command.sheets)
    return True
