"""Score sheets of old turns, put right: which ones follow from what lay where, and by how many coins each differs.

A sheet is reckoned twice with the rules of today, as the table was thought to lie and as it did lie, and the difference
is paid now. Nothing else is judged again. What lay there then is taken to have lain there until something happened to
that region, so every look at it needs what everybody has seen, and no purse.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec
from msgspec import Struct

from companion.ledger import Step
from companion.rules import commands, engine, score
from companion.rules.commands import Lay, OldSheet, SetPast, SetSheet
from companion.rules.events import Event, Scored
from companion.rules.model import Attack, Game, Ground, Line, Marker, Refused, Say

Key = tuple[int, int]


class Accepted(Struct, frozen=True):
    """A score sheet that was accepted: its row, and the table as it lay then, put right as far as that was done since.

    `lines` are those that were accepted, on the table as it was `entered`; `corrected` is what was put right of it
    since, with the coins.
    """

    row: int
    turn: int
    seat: int
    lines: tuple[Line, ...]
    game: Game
    entered: Game
    corrected: tuple[tuple[commands.Command, int], ...] = ()

    @property
    def key(self) -> Key:
        """The turn and the seat, by which commands name it."""
        return self.turn, self.seat


class Change(Struct, frozen=True):
    """What was thought to lie on a region at an old turn's end, and what people say lay there.

    `seats` are those whom it concerns.
    """

    lay: Lay
    was: Ground
    then: Ground
    seats: frozenset[int]

    @property
    def region(self) -> str:
        """Where."""
        return self.lay.region


class Followed(Struct, frozen=True):
    """A sheet that follows: which changes surely held by then, and which perhaps: nobody but the people knows."""

    sheet: Accepted
    sure: tuple[Change, ...]
    perhaps: tuple[Change, ...]


class Follows(Struct, frozen=True):
    """What changes, and the sheets that follow, the one at which it was said first."""

    changes: tuple[Change, ...]
    sheets: tuple[Followed, ...]


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
            return Accepted(step.row, game.turn.number, event.seat, event.lines, game, game)
        game = engine.evolve(game, event)
    return None


def _with(sheet: Accepted, command: commands.Command, coins: int) -> Accepted:
    return msgspec.structs.replace(sheet, corrected=(*sheet.corrected, (command, coins)))


def _lay_all(found: dict[Key, Accepted], command: SetPast) -> None:
    """Lay what was put right on every table of then that follows from it."""
    first = found.get((command.turn, command.seat))
    changes = _changes(first.game, command.lays) if first else ()
    for old in command.sheets:
        sheet = found.get((old.turn, old.seat))
        if sheet and first:
            game, _ = _laid(sheet, [each for each in changes if each.region in old.regions or not old.regions], first)
            found[sheet.key] = _with(msgspec.structs.replace(sheet, game=game), command, old.coins)


def _changes(game: Game, lays: Iterable[Lay]) -> tuple[Change, ...]:
    """What of this lay otherwise than a table of then has it."""
    found = []
    for lay in lays:
        was = game.grounds.get(lay.region, Ground())
        then = Ground(lay.band, lay.tokens, lay.tribe, lay.markers)
        if was != then:
            bands = {was.band, then.band, *(marker.band for marker in _pieces_changed(was, then))} - {0}
            seats = {game.bands[band].seat for band in bands if band in game.bands} or range(len(game.seats))
            found.append(Change(lay, was, then, frozenset(seats)))
    return tuple(found)


def _laid(sheet: Accepted, changes: Sequence[Change], first: Accepted) -> tuple[Game, tuple[Change, ...]]:
    """A table of then with what really lay there, and what of it the pieces allow to have lain there by then."""
    fits = tuple(changes)
    game = _with_all(sheet, fits)
    if game is None:
        game, fits = sheet.game, ()
        for change in changes:
            also = _with_all(sheet, (*fits, change))
            if also is not None:
                game, fits = also, (*fits, change)
    return (_conquered(game, fits) if sheet.key == first.key else game), fits


def _with_all(sheet: Accepted, changes: Sequence[Change]) -> Game | None:
    """A table with what really lay there; None where the pieces do not allow it.

    It is laid anew from what was entered: a prize forgets what it has given when its region goes, so that a region put
    back where it was must never have gone.
    """
    before, now = sheet.entered.grounds, sheet.game.grounds
    lies = {region: ground for region, ground in now.items() if ground != before[region]}
    lies |= {each.region: _really(now[each.region], each) for each in changes}
    lays = [_lay_of(region, ground) for region, ground in lies.items() if ground != before[region]]
    try:
        game = _lay_out(sheet.entered, lays) if lays else sheet.entered
    except Refused:
        return None
    return _attacked(game, sheet.game.turn.attacks)


def _lay_of(region: str, ground: Ground) -> Lay:
    return Lay(region, *msgspec.structs.astuple(ground))


def _lay_out(game: Game, lays: Sequence[Lay]) -> Game:
    """A table on which lies what is said. Raises Refused where the box has not the pieces."""
    laying = SetPast(1, 0, "", today=True).of(tuple(lays))
    return _after(game, engine.decide(game, laying, blind=True))


def _after(game: Game, happening: Iterable[Event]) -> Game:
    for event in happening:
        game = engine.evolve(game, event)
    return game


def _conquered(game: Game, changes: Iterable[Change]) -> Game:
    """A table with the turn's record put right where people say that a region was conquered in it, or was not."""
    attacks = list(game.turn.attacks)
    for change in changes:
        if change.lay.conquered is not None:
            attacks = [attack for attack in attacks if attack.region != change.region]
        if change.lay.conquered and change.then.band:
            was = change.was
            band, region = change.then.band, change.region
            attacks.append(Attack(band, region, tribe=was.tribe, against=was.band, tokens=was.tokens))
    return _attacked(game, tuple(attacks))


def _attacked(game: Game, attacks: tuple[Attack, ...]) -> Game:
    """A table with these attacks in the turn's record."""
    if attacks == game.turn.attacks:
        return game
    try:
        return _after(game, engine.decide(game, commands.SetRecord(attacks=attacks), blind=True))
    except Refused:
        # It was somebody else's turn: what was conquered in it, that race did not.
        return game


def _really(ground: Ground, change: Change) -> Ground:
    """What lay there at a later sheet: as then, or where its holder was right all along, what differed then differs."""
    was, then = change.was, change.then
    if was.band != then.band:
        return then
    markers = list(ground.markers)
    for marker in _pieces_changed(was, then):
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
    first = known.get((command.turn, command.seat))
    if first is None:
        raise Refused(Say("table.no_sheet"))
    # So that it is refused with its reason.
    _lay_out(first.game, command.lays)
    changes = _changes(first.game, command.lays)
    if not changes:
        raise Refused(Say("refuse.no_change"))
    tracks = [_Track(change, first) for change in changes]
    found: list[Followed] = []
    for step in steps:
        if step.row < first.row or step.before is None:
            continue
        made = _accepted(step)
        at = known.get(made.key) if made else None
        if made and at and at.row == step.row:
            tracks = [track for track in tracks if track.may_lie(made, at)]
            _, fits = _laid(at, [track.change for track in tracks], first)
            # The pieces say that something else lay there by then.
            tracks = [track for track in tracks if track.change in fits]
            for track in tracks:
                track.weigh(made, at)
            sure = tuple(track.change for track in tracks if track.sure)
            perhaps = tuple(track.change for track in tracks if not track.sure)
            found.append(Followed(at, sure, perhaps))
        tracks = [track for track in tracks if track.stays(step)]
        if not tracks:
            break
    return Follows(changes, tuple(found))


class _Track:
    """How long what really lay on a region may have lain there, and whether that is sure."""

    def __init__(self, change: Change, first: Accepted) -> None:
        self.change, self.first = change, first
        self.sure = True
        self.thought: Ground | None = None

    def may_lie(self, made: Accepted, at: Accepted) -> bool:
        """Whether the table itself has not said what lay there at a later sheet."""
        thought, told = (sheet.game.grounds[self.change.region] for sheet in (made, at))
        return told in (thought, self.change.was)

    def weigh(self, made: Accepted, at: Accepted) -> None:
        """Whether it still surely lay there at a later sheet."""
        was, then = self.change.was, self.change.then
        thought = made.game.grounds[self.change.region]
        self.thought = self.thought or thought
        alike = thought == self.thought or (was.band == then.band and _same_but_tokens(thought, self.thought))
        self.sure = self.sure and alike and _declined(at.game, then) == _declined(self.first.game, then)

    def stays(self, step: Step) -> bool:
        """Whether it may lie there after a step too; from then on `sure` says whether it surely does."""
        assert step.before is not None  # noqa: S101  A sheet comes before it.
        was, then = self.change.was, self.change.then
        before, after = step.before.grounds[self.change.region], step.after.grounds[self.change.region]
        if before == after:
            return True
        if isinstance(step.command, commands.SetRegion):
            # The table has said what lies there.
            return False
        if before.band == after.band:
            # Tokens go up and down in a turn: it is the end of one that counts.
            return True
        # Somebody took it, or its holder left it: then only what is nobody's may lie there still.
        self.sure = False
        stays = any(not marker.band for marker in _pieces_changed(was, then))
        return stays or (not after.band and was.band != then.band and bool(then.band))


def _declined(game: Game, then: Ground) -> bool | None:
    return game.bands[then.band].declined if then.band in game.bands else None


def _pieces_changed(was: Ground, then: Ground) -> list[Marker]:
    """The kinds of pieces of which there lay more or fewer."""
    kinds = dict.fromkeys((*was.markers, *then.markers))
    return [marker for marker in kinds if was.markers.count(marker) != then.markers.count(marker)]


def _same_but_tokens(one: Ground, other: Ground) -> bool:
    """Whether the same race holds it with the same pieces."""
    return msgspec.structs.replace(one, tokens=other.tokens) == other


# By how many coins.


def reckoned(steps: Sequence[Step], command: SetPast) -> SetPast:
    """The correction with every sheet that follows from it, and what each differs by.

    What changes nothing is left out. Of the sheets that it names itself, those count that are unclear: the table has
    decided that they follow. Raises Refused as `follows` does.
    """
    found = follows(steps, command)
    there = command.of(tuple(change.lay for change in found.changes))
    return msgspec.structs.replace(there, sheets=counting(found, command.sheets))


def counting(found: Follows, decided: Iterable[OldSheet]) -> tuple[OldSheet, ...]:
    """The sheets that count, with what each differs by: what is clear of them, and what the table has decided."""
    first = found.sheets[0].sheet
    named = {(old.turn, old.seat): old.regions for old in decided}
    table = []
    for each in found.sheets:
        ticked = named.get(each.sheet.key)
        also = [] if ticked is None else [one for one in each.perhaps if one.region in ticked or not ticked]
        held = [one for one in found.changes if one in (*each.sure, *also)]
        if held:
            regions = () if len(held) == len(found.changes) else tuple(one.region for one in held)
            table.append(OldSheet(*each.sheet.key, differs(each.sheet, held, first), regions))
    return tuple(table)


def differs(sheet: Accepted, changes: Sequence[Change], first: Accepted) -> int:
    """By how many coins a sheet differs where these changes held by then."""
    laid, _ = _laid(sheet, changes, first)
    before, after = (score.total(score.sheet(game, sheet.seat)) for game in (sheet.game, laid))
    return after - before


def table_then(found: Follows) -> Game:
    """The table as it really lay at the end of the old turn."""
    first = found.sheets[0].sheet
    return _laid(first, found.changes, first)[0]


def conquest_pays(found: Follows, change: Change) -> bool | None:
    """Whether a change counts as conquered in that turn, where coins of the turn's sheet hang on it; else None."""
    first = found.sheets[0].sheet
    came = {}
    for conquered in (False, True):
        told = msgspec.structs.replace(change, lay=msgspec.structs.replace(change.lay, conquered=conquered))
        came[conquered] = differs(first, [told if one == change else one for one in found.changes], first)
    if came[False] == came[True]:
        return None
    entered = any(attack.region == change.region and attack.won for attack in first.game.turn.attacks)
    return entered if change.lay.conquered is None else change.lay.conquered


def can_lie(now: Game, found: Follows) -> bool:
    """Whether it lies today as it was thought to lie then, and could lie as it did."""
    if any(now.grounds[change.region] != change.was for change in found.changes):
        return False
    try:
        _lay_out(now, [change.lay for change in found.changes])
    except Refused:
        return False
    return True


def stands(command: commands.Command | None, known: Mapping[Key, Accepted]) -> bool:
    """Whether all sheets that a correction is about are among these; any other command stands."""
    match command:
        case SetSheet():
            return (command.turn, command.seat) in known
        case SetPast():
            return all((old.turn, old.seat) in known for old in command.sheets)
    return True
