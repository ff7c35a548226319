"""A game as a text file: a JSON header, then one command a line, as docs/record.md describes.

    load(path)             -> Record: the content of a file, checked as far as possible without the rules
    read(bytes)            -> the same for a file's bytes
    play(record)           -> the game, step by step; stops at a refused command
    stamped(record)        -> its commands, each with the digest of the game after it
    write(header, entries) -> the file

Reading is lenient, because people write records by hand: regions may be
numbers, races and players may be named.  Writing is exact.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from companion.boards import maps, sheet
from companion.game import log_entries
from companion.language import text
from companion.records.notation import Names, Plain, spelled
from companion.rules import column, commands, notation
from companion.rules.engine import decide, fold, new_game, on_map
from companion.rules.events import Event
from companion.rules.model import Board, Game, Refused, Region, SeatSetup, Setup
from companion.rules.notation.line import on_one_line

VERSION = 1
# Bytes of a file, of a line and of a position, and the commands of a file: of a long evening a file has 100 kB, a line
# and a position less than one. What is built of a file takes thirty times its size, and a position is read in a time
# that grows with its square.
LARGEST, LONGEST_LINE, LONGEST_POSITION, MOST_COMMANDS = 2 * 1024 * 1024, 64 * 1024, 16 * 1024, 20_000
# Characters of what is said of a file, which may quote it.
LONGEST_REASON = 1_000
FIRST = f'a record begins with a line such as {{"record": {VERSION}, "players": ["Ann", "Ben"]}}'


class Malformed(ValueError):
    """A file that is not a record: `line` counts from 1, `reason` says what is wrong there."""

    def __init__(self, line: int, reason: str) -> None:
        self.line = line
        self.reason = on_one_line(reason[:LONGEST_REASON])
        super().__init__(f"{line}: {self.reason}")


class Halted(Exception):
    """A record that cannot be played on: at `line`, for `reason`."""

    def __init__(self, line: int, reason: str) -> None:
        self.line = line
        self.reason = on_one_line(reason[:LONGEST_REASON])
        super().__init__(f"{line}: {self.reason}")


class WholeMap(Struct, frozen=True):
    """A map written out in full, if the program does not have it."""

    id: str
    turns: int
    regions: tuple[Region, ...]
    players: int = 0


class Header(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line: a set-up, or a position in one-line notation."""

    record: int
    map: str | WholeMap = ""
    players: tuple[str, ...] = ()
    start: str | int = 0
    boxes: tuple[str, ...] = ("base",)
    options: dict[str, str] = field(default_factory=dict)
    guard: bool = False
    coins: tuple[int, ...] = ()
    column: tuple[str, ...] = ()
    position: str = ""
    comment: str = ""


class RecordLine(Struct, frozen=True, omit_defaults=True):
    """One command of the file, with its annotations.

    `by`: the player who acts, checked if present. `as_played`: against the rules. `blind`: entered for another player,
    without a look at the purse. `digest`: the result of `digest()` after it. `line`: its line in the file.
    """

    command: Plain
    by: str | int = ""
    as_played: bool = False
    blind: bool = False
    digest: str = ""
    comment: str = ""
    line: int = 0


BESIDE = ("by", "as_played", "blind", "digest", "comment")


class Record(Struct, frozen=True):
    """A file as it was read: header, the game before the first command, and the commands."""

    header: Header
    opening: Game
    entries: tuple[RecordLine, ...]

    @property
    def later(self) -> list[str]:
        """The races and powers that the header deals after the first six combos."""
        return [key for combo in self.header.column[column.VISIBLE :] for key in combo.split("+")]


class Step(NamedTuple):
    """One command of a record, played."""

    entry: RecordLine
    before: Game
    command: commands.Command
    events: tuple[Event, ...]
    after: Game


# Reading.


def load(path: Path) -> Record:
    """The record at a path. Raises OSError, and Malformed as read() does."""
    with path.open("rb") as file:
        return read(file.read(LARGEST + 1))


def read(data: bytes) -> Record:
    """The record in a file's bytes.

    Raises Malformed if a line is not a JSON object, the header makes no game,
    a line is not a command, or something is larger than any game needs.  play()
    shows whether the rules allow a command.
    """
    if len(data) > LARGEST:
        raise Malformed(1, f"the file is too large for a record (more than {LARGEST} bytes)")
    lines = _lines(data)
    number, line = next(lines, (1, b""))
    if not line:
        raise Malformed(1, f"the file is empty; {FIRST}")
    try:
        plain = _object(line)
        if "record" not in plain:
            raise ValueError(FIRST)
        header = msgspec.convert(plain, Header)
        opening = begin(header)
    except Refused as refused:
        raise Malformed(number, text.sentence(refused.message)) from None
    except ValueError as fault:
        raise Malformed(number, plainly(fault)) from None
    entries: list[RecordLine] = []
    for number, line in lines:
        try:
            plain = _object(line)
            # Earlier versions ended a record with receipts, hashes of its score sheets, which nothing needs now.
            if "receipt" not in plain:
                entries.append(_entry(number, plain, opening))
        except ValueError as fault:
            raise Malformed(number, plainly(fault)) from None
        if len(entries) > MOST_COMMANDS:
            raise Malformed(number, f"a record has {MOST_COMMANDS} commands at most")
    return Record(header, opening, tuple(entries))


def _lines(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, with their numbers. Raises Malformed."""
    for number, raw in enumerate(io.BytesIO(data), 1):
        if line := _stripped(number, raw):
            if len(line) > LONGEST_LINE:
                raise Malformed(number, f"this line is too long (more than {LONGEST_LINE} bytes)")
            yield number, line


def plainly(fault: ValueError) -> str:
    """An error in plain words: msgspec's path becomes the field's name, in front of the message."""
    said = str(fault)
    found = re.fullmatch(r"(.*) - at `(?:key in )?\$\.?(.*?)`", said, re.DOTALL)
    return f"{found[2] or 'this'}: {found[1]}".replace("`", "") if found else said.replace("`", "")


def _stripped(number: int, raw: bytes) -> bytes:
    line = raw.removeprefix(b"\xef\xbb\xbf" if number == 1 else b"").strip()
    return b"" if line.startswith(b"#") else line


def _object(line: bytes) -> Plain:
    """A line's JSON object.  Raises ValueError if it is not one."""
    try:
        value = msgspec.json.decode(line)
    except RecursionError:
        raise ValueError("this is nested too deeply") from None
    if not isinstance(value, dict):
        raise ValueError("this is no JSON object")
    _modest(value)
    return value


def _modest(value: Any) -> None:
    """Raises ValueError for a number longer than any at a table."""
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            _modest(item)
    elif isinstance(value, int | float) and abs(value) > 100_000:
        raise ValueError("a number is far too large")


def _entry(number: int, plain: Plain, opening: Game) -> RecordLine:
    beside = {key: plain.pop(key) for key in BESIDE if key in plain}
    entry = msgspec.convert({"command": plain, **beside, "line": number}, RecordLine)
    spelled(entry.command, opening)
    if entry.by != "":
        _seat(opening, entry.by)
    return entry


def _seat(game: Game, who: str | int) -> int:
    seat = Names(game).seat(who)
    if not 0 <= seat < len(game.seats):
        raise ValueError(f"there is no seat {seat}")
    return int(seat)


def begin(header: Header) -> Game:
    """The game before the first command.

    Raises ValueError for a header that makes no game, Refused if the rules
    do not allow it.
    """
    if header.record != VERSION:
        raise ValueError(FIRST)
    if header.position:
        return _from_position(header)
    if not header.players:
        raise ValueError('the header needs "players", clockwise, or a "position"')
    if not all(name.strip() and name.isprintable() for name in header.players):
        raise ValueError("a player's name is missing")
    if header.coins and (len(header.coins) != len(header.players) or min(header.coins) < 0):
        raise ValueError('"coins" needs one number for each player, none below 0')
    if not header.boxes or len(set(header.boxes)) < len(header.boxes):
        raise ValueError('"boxes" names each box once')
    board = _board(header.map or f"base-{on_map(header.boxes, len(header.players))}")
    coins = header.coins or (SeatSetup("").coins,) * len(header.players)
    seats = tuple(SeatSetup(name, has) for name, has in zip(header.players, coins, strict=True))
    setup = Setup(board, seats, 0, header.boxes, header.options, header.guard)
    start = _seat(fold(new_game(setup)), header.start)
    game = fold(new_game(replace(setup, start=start)))
    for combo in header.column:
        if combo.count("+") != 1:
            raise ValueError(f"{combo}: write a race and a power as in elves+spirit")
    for combo in header.column[: column.VISIBLE]:
        for key in combo.split("+"):
            due = column.question(game)
            game = fold(decide(game, commands.Answer(due.occasion if due else "", key)), game)
    return game


def _from_position(header: Header) -> Game:
    said = msgspec.to_builtins(header).keys() - {"record", "map", "position", "comment"}
    if said:
        raise ValueError(f"a position says that itself: {', '.join(sorted(said))}")
    if re.search(r"\d{6}", header.position):
        raise ValueError("a number is far too large")
    if len(header.position) > LONGEST_POSITION:
        raise ValueError(f"the position is too long (more than {LONGEST_POSITION} characters)")
    # The pattern would try all ways to divide a long run of blanks.
    position = " ".join(header.position.split())
    return notation.read(position, _board(header.map or notation.board_of(position)))


def _board(wanted: str | WholeMap) -> Board:
    """A map by its name, or written out in full.  Raises ValueError."""
    if isinstance(wanted, str):
        try:
            return maps.load(wanted).board
        except maps.MapError as fault:
            raise ValueError(str(fault)) from None
    regions = {region.id: region for region in wanted.regions}
    if len(regions) < len(wanted.regions):
        raise ValueError("two regions of the map have the same id")
    if not re.fullmatch(r"[\w-]+", wanted.id):
        raise ValueError("a map's id is letters, digits and dashes")
    if wanted.turns < 1 or not regions:
        raise ValueError("a map needs a turn and a region at least")
    for name in regions:
        # "tray" or "hand" would be mistaken for a place of tokens.
        if not re.fullmatch(r"r[0-9]{2}", name):
            raise ValueError(f'{name} is no region id, write r and two digits such as "r07"')
    for region in regions.values():
        if region.terrain not in (*sheet.LAND, *sheet.WATER):
            raise ValueError(f"{region.id} has the unknown terrain {region.terrain}")
        for symbol in region.symbols:
            if symbol not in sheet.SYMBOLS:
                raise ValueError(f"{region.id} has the unknown symbol {symbol}")
        for other in region.adjacent:
            if other == region.id or other not in regions or region.id not in regions[other].adjacent:
                raise ValueError(f"{region.id} lists {other} as adjacent, and {other} does not list {region.id}")
    return Board(wanted.id, wanted.players, wanted.turns, regions)


# Playing.


def play(record: Record) -> Iterator[Step]:
    """The game command by command, with the draws that the record leaves to the program.

    Raises Halted at a refused command, and where the game differs from the
    record's digest.
    """
    game = record.opening
    later = record.later
    for entry in record.entries:
        try:
            for step in _dealt(game, entry, later):
                yield step
                game = step.after
            step = _carried_out(game, entry)
        except Refused as refused:
            raise Halted(entry.line, text.sentence(refused.message)) from None
        found = digest(step.after) if entry.digest else ""
        if found != entry.digest:
            raise Halted(entry.line, f"The game differs from here on: its digest is {found}, not {entry.digest}")
        yield step
        game = step.after


def _dealt(game: Game, entry: RecordLine, later: list[str]) -> Iterator[Step]:
    """The draws that must come before a pick and that the record does not mention.

    They come from the header's column while it lasts, then in the box's order.
    """
    picks = entry.command["type"] == commands.Pick.__struct_config__.tag or entry.command.get("pick") is not None
    if not picks or entry.as_played:
        return
    while due := column.question(game):
        value = later.pop(0) if later else due.choices[0]
        answer = commands.Answer(due.occasion, value, "table")
        step = _carried_out(game, RecordLine(commands.encode(answer), line=entry.line))
        yield step
        game = step.after


def _carried_out(game: Game, entry: RecordLine) -> Step:
    """One command.  Raises Refused by the rules, or Halted if it is another player's to do."""
    command = spelled(entry.command, game)
    acting = log_entries.actor(game, command)
    if entry.by != "" and acting is not None and _seat(game, entry.by) != acting:
        raise Halted(entry.line, f"This is for {game.name(acting)} to do")
    events = _decided(game, command, entry)
    return Step(entry, game, command, events, fold(events, game))


def _decided(game: Game, command: commands.Command, entry: RecordLine) -> tuple[Event, ...]:
    """The events of a command.  Raises Refused.

    Earlier versions accepted a placement without a piece, so older records have such commands.
    """
    try:
        return decide(game, command, as_played=entry.as_played, blind=entry.blind)
    except Refused as refused:
        empty = isinstance(command, commands.Place) and not any(command.regions.values())
        if not (empty and refused.message.key.startswith("refuse.form.")):
            raise
        return decide(game, command, as_played=True, blind=entry.blind)


def digest(game: Game) -> str:
    """Twelve hexadecimal digits that are the same for the same state, without the map.

    Empty values and zeros are left out, so that a field added for a later box
    changes no old digest.
    """
    plain = {name: msgspec.to_builtins(getattr(game, name)) for name in game.__struct_fields__ if name != "board"}
    return fingerprint(plain)[:12]


def fingerprint(plain: Any) -> str:
    """Hexadecimal digits for plain values, of which empty ones and zeros are left out."""
    return sha256(msgspec.json.encode(_bare(plain), order="sorted")).hexdigest()


def _bare(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): bare for key, item in value.items() if (bare := _bare(item))}
    if isinstance(value, list | tuple):
        return [_bare(item) for item in value]
    return value


# Writing.


def header_of(setup: Setup) -> Header:
    """The header of a game that began with this set-up."""
    names = tuple(seat.name for seat in setup.seats)
    start = names[setup.start]
    coins = tuple(seat.coins for seat in setup.seats)
    return Header(
        record=VERSION,
        map=_map_of(setup.board),
        players=names,
        start=start if names.count(start) == 1 else setup.start,
        boxes=setup.boxes,
        options=setup.options,
        guard=setup.guard,
        coins=() if set(coins) == {SeatSetup("").coins} else coins,
    )


def _map_of(board: Board) -> str | WholeMap:
    """A map's name if this program has the same map, else the whole of it."""
    try:
        if _board(board.id) == board:
            return board.id
    except ValueError:
        pass
    return WholeMap(board.id, board.turns, tuple(board.regions.values()), board.players)


def stamped(record: Record) -> Iterator[RecordLine]:
    """Every command, implied draws too, with the digest of the game after it.  Raises Halted."""
    for step in play(record):
        yield replace(step.entry, digest=digest(step.after))


def write(header: Header, entries: Iterable[RecordLine]) -> str:
    """The file of a game: the header, then a command a line."""
    lines = [msgspec.json.encode(header)]
    for entry in entries:
        beside = {key: value for key, value in msgspec.to_builtins(entry).items() if key in BESIDE}
        lines.append(msgspec.json.encode({**entry.command, **beside}))
    return "".join(line.decode() + "\n" for line in lines)
