"""Old score sheets, scored again once somebody says what was really on the board when they were accepted.

A sheet is scored twice by today's rules, on the board as entered and on the board as it really was, and the difference
is paid now. No move is judged again, and no purse is looked at: everybody has seen those boards. A change lasts until
something else happens in its region.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from companion.game.steps import Step
from companion.rules import commands, correct, engine, placing, score, turn_record
from companion.rules.commands import Lay, OldSheet, SetPast, SetSheet
from companion.rules.events import Scored
from companion.rules.model import NOBODY, Attack, Game, Ground, Message, Refused

# The turn and the seat, by which commands name a score sheet.
Key = tuple[int, int]


class Accepted(Struct, frozen=True):
    """A score sheet that was accepted in a row of the log.

    `entered` is the game as it was then, `game` the same with every later correction of its board.
    """

    row: int
    turn: int
    seat: int
    entered: Game
    game: Game


class Change(Struct, frozen=True):
    """What people say was on a region when `sheet` was accepted, and what (`was`) it was taken for until now."""

    sheet: Key
    was: Ground
    lay: Lay

    @property
    def keeps_holder(self) -> bool:
        """Whether the same race had the region: its tokens come and go there, and only pieces are worth something."""
        return self.was.band == self.lay.band > 0

    def lasts(self, before: Accepted, later: Accepted) -> bool:
        """Whether nothing else has happened there since the sheet before, neither as entered nor as corrected."""
        entered, now = (sheet.entered.grounds[self.lay.region] for sheet in (before, later))
        taken = later.game.grounds[self.lay.region]
        same = _alike(entered, now, self.keeps_holder) and _alike(self.was, taken, self.keeps_holder)
        bands = {self.lay.band, *(piece.band for piece in self.lay.markers)} - {0}
        return same and bands <= later.game.bands.keys()

    def at(self, sheet: Accepted) -> Ground:
        """The region with the change, at its own sheet or a later one: there with the pieces alone, for one holder."""
        if key(sheet) == self.sheet or not self.keeps_holder:
            return self.lay.ground
        ground = sheet.game.grounds[self.lay.region]
        markers = Counter(ground.markers) + Counter(self.lay.markers) - Counter(self.was.markers)
        return replace(ground, markers=tuple(markers.elements()))


def _alike(one: Ground, other: Ground, moved: bool = False) -> bool:
    """Whether two regions have the same pieces and tokens; with `moved`, any number of the same tokens."""
    plain, like = (replace(each, markers=(), tokens=0 if moved else each.tokens) for each in (one, other))
    return plain == like and Counter(one.markers) == Counter(other.markers)


def key(named: Accepted | SetSheet | SetPast | OldSheet) -> Key:
    """The turn and the seat of a score sheet."""
    return named.turn, named.seat


def sheets(steps: Iterable[Step]) -> dict[Key, Accepted]:
    """The accepted sheets, the oldest first. Of one that was accepted twice, in a turn set back, the later one."""
    known: dict[Key, Accepted] = {}
    for step in steps:
        if isinstance(step.command, SetPast) and (first := known.get(key(step.command))):
            changes = _changes(first, step.command.lays)
            for old in step.command.sheets:
                if sheet := known.get(key(old)):
                    held = [each for each in changes if not old.regions or each.lay.region in old.regions]
                    known[key(old)] = replace(sheet, game=board(sheet, held))
        elif sheet := _accepted(step):
            known.pop(key(sheet), None)
            known[key(sheet)] = sheet
    return known


def _accepted(step: Step) -> Accepted | None:
    for number, event in enumerate(step.events):
        if step.before and isinstance(event, Scored):
            game = engine.fold(step.events[:number], step.before)
            return Accepted(step.row, game.turn.number, event.seat, game, game)
    return None


def _changes(sheet: Accepted, lays: Iterable[Lay]) -> list[Change]:
    changes = [Change(key(sheet), sheet.game.grounds[lay.region], lay) for lay in lays]
    return [each for each in changes if not _alike(each.was, each.lay.ground)]


def board(sheet: Accepted, changes: Iterable[Change]) -> Game:
    """The game at a sheet with these changes."""
    grounds, attacks = dict(sheet.game.grounds), sheet.game.turn.attacks
    for each in changes:
        grounds[each.lay.region] = each.at(sheet)
        if each.sheet == key(sheet) and each.lay.conquered is not None:
            attacks = tuple(attack for attack in attacks if attack.region != each.lay.region)
            if each.lay.conquered and each.lay.band:
                attacks = (*attacks, _attack(sheet, each))
    game = correct.with_grounds(sheet.entered, grounds)
    return replace(game, turn=replace(game.turn, attacks=attacks))


def _attack(sheet: Accepted, change: Change) -> Attack:
    """The attack by which a region was conquered: as entered, else on what it was taken to have."""
    lay, was = change.lay, change.was
    attack = Attack(lay.band, lay.region, tribe=was.tribe, against=was.band, tokens=was.tokens)
    entered = (each for each in sheet.entered.turn.attacks if (each.band, each.region) == (lay.band, lay.region))
    return next((each for each in entered if each.won), turn_record.with_defender(sheet.game, attack))


def differs(sheet: Accepted, changes: Iterable[Change]) -> int:
    """By how many coins a sheet differs with these changes."""
    before, after = (score.total(score.sheet(game, sheet.seat)) for game in (sheet.game, board(sheet, changes)))
    return after - before


def with_consequences(steps: Sequence[Step], command: commands.Command) -> commands.Command:
    """A correction of the past with all that follows from it; any other command as it is. Raises as `corrected`."""
    match command:
        case SetSheet() if key(command) not in sheets(steps):
            raise Refused(Message("table.no_sheet"))
        case SetPast():
            return corrected(steps, command)
    return command


def corrected(steps: Sequence[Step], command: SetPast) -> SetPast:
    """The correction with the sheets that are scored again, and their coins.

    Raises Refused if there is no such sheet, if the box lacks the pieces, and if nothing changes.
    """
    known = sheets(steps)
    first = known.get(key(command))
    if first is None:
        raise Refused(Message("table.no_sheet"))
    # Refuses what the box has no pieces for.
    engine.decide(first.game, replace(command, sheets=(), today=True), blind=True)
    earlier = [sheet for sheet in known.values() if sheet.row < first.row]
    later = [sheet for sheet in known.values() if sheet.row > first.row]
    changes = held = _changes(first, [_with_conquest(first, lay, earlier[-1:]) for lay in command.lays])
    if not held:
        raise Refused(Message("refuse.no_change"))
    found = [OldSheet(*key(first), differs(first, held))]
    for before, sheet in pairwise([first, *later]):
        held = _with_pieces(sheet, [each for each in held if each.lasts(before, sheet)])
        if held:
            regions = () if held == changes else tuple(each.lay.region for each in held)
            found.append(OldSheet(*key(sheet), differs(sheet, held), regions))
    return replace(command.of(tuple(each.lay for each in changes)), sheets=tuple(found))


def _with_conquest(sheet: Accepted, lay: Lay, before: Iterable[Accepted]) -> Lay:
    """A region that changes hands, and whether it was conquered in that turn.

    As entered, where it goes to the holder that was entered. Else it was if the race that was acting has it, and had it
    not at the sheet `before`.
    """

    def attacked(game: Game) -> bool:
        return any(attack.won and attack.region == lay.region for attack in game.turn.attacks)

    if lay.band == sheet.entered.grounds[lay.region].band:
        conquered = attacked(sheet.entered)
    else:
        had = any(each.game.grounds[lay.region].band == lay.band for each in before)
        conquered = 0 < lay.band == sheet.entered.turn.band and not had
    return replace(lay, conquered=conquered if conquered != attacked(sheet.game) else None)


def _with_pieces(sheet: Accepted, changes: list[Change]) -> list[Change]:
    """The changes but for those whose tokens or pieces were all elsewhere at a sheet."""
    now, then = sheet.game, board(sheet, changes)
    short = {race for race, count in then.tray.items() if count < min(0, now.tray[race])}

    def there(lay: Lay) -> bool:
        pieces = (placing.free(then, each) >= min(0, placing.free(now, each)) for each in lay.markers)
        return now.bands.get(lay.band, NOBODY).race not in short and all(pieces)

    return [each for each in changes if there(each.lay)]
