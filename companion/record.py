"""A game as a text file: a JSON header, then one command a line, as docs/record.md describes.

    read(bytes)            -> Record: what the file says, checked as far as no rule is needed
    play(record)           -> the game, step by step; stops where a command is refused
    stamped(record)        -> its commands, each with the digest of the game after it
    write(header, entries) -> the file, with the receipts of a game that was played at a table

Reading is generous, because people write records by hand: regions may be
numbers, races and players may be named.  Writing is exact.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from companion import maps, text
from companion.maps import sheet
from companion.receipts import Receipt
from companion.rules import column, commands, decisions, notation
from companion.rules.engine import decide, evolve, fold, new_game, on_map
from companion.rules.events import Event
from companion.rules.model import Board, Game, Refused, Region, SeatSetup, Setup
from companion.rules.notation.line import on_one_line
from companion.spelling import Names, Plain, spelled

VERSION = 1
FIRST = f'a record begins with a line such as {{"record": {VERSION}, "players": ["Ann", "Ben"]}}'


class Malformed(ValueError):
    """A file that is no record: `line` counts from 1, `reason` says what is wrong there."""

    def __init__(self, line: int, reason: str) -> None:
        self.line = line
        self.reason = on_one_line(reason)
        super().__init__(f"{line}: {self.reason}")


class Halted(Exception):
    """A record that cannot be played on: at `line`, for `reason`."""

    def __init__(self, line: int, reason: str) -> None:
        self.line = line
        self.reason = on_one_line(reason)
        super().__init__(f"{line}: {self.reason}")


class WholeMap(Struct, frozen=True):
    """A map written out in full, for one that the program does not have."""

    id: str
    turns: int
    regions: tuple[Region, ...]
    players: int = 0


class Header(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line: a set-up, or a position in the notation of one line."""

    record: int
    map: str | WholeMap = ""
    players: tuple[str, ...] = ()
    start: str | int = 0
    boxes: tuple[str, ...] = ("base",)
    options: dict[str, str] = field(default_factory=dict)
    coins: tuple[int, ...] = ()
    column: tuple[str, ...] = ()
    position: str = ""
    comment: str = ""


class Entry(Struct, frozen=True, omit_defaults=True):
    """One command as the file has it, and what stands beside it.

    `by`: the player whose act it is, checked when present.  `as_played`: the
    rules were bent.  `blind`: entered for another player, whose purse was not
    looked at.  `digest`: what `digest()` said after it.  `line`: where it
    stands in the file.
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
    """A file as it was read: header, the game before the first command, the commands, and the receipts."""

    header: Header
    opening: Game
    entries: tuple[Entry, ...]
    receipts: tuple[Receipt, ...] = ()

    @property
    def later(self) -> list[str]:
        """The races and powers that the header deals after the first six combos."""
        return [key for combo in self.header.column[column.VISIBLE :] for key in combo.split("+")]


class Step(NamedTuple):
    """One command of a record, played."""

    entry: Entry
    before: Game
    command: commands.Command
    events: tuple[Event, ...]
    after: Game


# Reading.


def read(data: bytes) -> Record:
    """What a file says.

    Raises Malformed where a line is no JSON object, the header makes no game,
    or a line is no command and no receipt.  Whether the rules allow a command shows in play().
    """
    lines = [(number, line) for number, raw in enumerate(data.split(b"\n"), 1) if (line := _stripped(number, raw))]
    if not lines:
        raise Malformed(1, f"the file is empty; {FIRST}")
    number, line = lines[0]
    try:
        plain = _object(line)
        if "record" not in plain:
            raise ValueError(FIRST)
        header = msgspec.convert(plain, Header)
        opening = begin(header)
    except Refused as refused:
        raise Malformed(number, text.sentence(refused.say)) from None
    except ValueError as fault:
        raise Malformed(number, plainly(fault)) from None
    entries, receipts = [], []
    for number, line in lines[1:]:
        try:
            plain = _object(line)
            if "receipt" in plain:
                receipts.append(_receipt(plain, opening))
            else:
                entries.append(_entry(number, plain, opening))
        except ValueError as fault:
            raise Malformed(number, plainly(fault)) from None
    return Record(header, opening, tuple(entries), tuple(receipts))


def plainly(fault: ValueError) -> str:
    """A fault in words: msgspec's path to a field becomes the field's name, before what it says."""
    said = str(fault)
    found = re.fullmatch(r"(.*) - at `(?:key in )?\$\.?(.*?)`", said, re.DOTALL)
    return f"{found[2] or 'this'}: {found[1]}".replace("`", "") if found else said.replace("`", "")


def _stripped(number: int, raw: bytes) -> bytes:
    line = raw.removeprefix(b"\xef\xbb\xbf" if number == 1 else b"").strip()
    return b"" if line.startswith(b"#") else line


def _object(line: bytes) -> Plain:
    """A line's JSON object.  Raises ValueError when it is none."""
    try:
        value = msgspec.json.decode(line)
    except RecursionError:
        raise ValueError("this is nested too deeply") from None
    if not isinstance(value, dict):
        raise ValueError("this is no JSON object")
    _modest(value)
    return value


def _modest(value: Any) -> None:
    """No number at a table is as long as this.  Raises ValueError."""
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            _modest(item)
    elif isinstance(value, int | float) and abs(value) > 100_000:
        raise ValueError("a number is far too large")


def _entry(number: int, plain: Plain, opening: Game) -> Entry:
    beside = {key: plain.pop(key) for key in BESIDE if key in plain}
    entry = msgspec.convert({"command": plain, **beside, "line": number}, Entry)
    spelled(entry.command, opening)
    if entry.by != "":
        _seat(opening, entry.by)
    return entry


def _receipt(plain: Plain, opening: Game) -> Receipt:
    found = msgspec.convert(plain, Receipt)
    _seat(opening, found.receipt.seat)
    return found


def _seat(game: Game, who: str | int) -> int:
    seat = Names(game).seat(who)
    if not 0 <= seat < len(game.seats):
        raise ValueError(f"there is no seat {seat}")
    return int(seat)


def begin(header: Header) -> Game:
    """The game before the first command.

    Raises ValueError for a header that makes no game, Refused where the rules
    say why.
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
    setup = Setup(board, seats, 0, header.boxes, header.options)
    start = _seat(fold(new_game(setup)), header.start)
    game = fold(new_game(replace(setup, start=start)))
    for combo in header.column:
        if combo.count("+") != 1:
            raise ValueError(f"{combo}: write a race and a power as in elves+spirit")
    for combo in header.column[: column.VISIBLE]:
        for key in combo.split("+"):
            due = column.question(game)
            for event in decide(game, commands.Answer(due.occasion if due else "", key)):
                game = evolve(game, event)
    return game


def _from_position(header: Header) -> Game:
    said = msgspec.to_builtins(header).keys() - {"record", "map", "position", "comment"}
    if said:
        raise ValueError(f"a position says that itself: {', '.join(sorted(said))}")
    if re.search(r"\d{6}", header.position):
        raise ValueError("a number is far too large")
    return notation.read(header.position, _board(header.map or notation.board_of(header.position)))


def _board(wanted: str | WholeMap) -> Board:
    """A map by its name, or as it is written out in full.  Raises ValueError."""
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
    """The game command by command, draws that the record leaves to the program among them.

    Raises Halted where a command is refused, or where the game has come out
    differently than the record's digest says.
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
            raise Halted(entry.line, text.sentence(refused.say)) from None
        found = digest(step.after) if entry.digest else ""
        if found != entry.digest:
            raise Halted(entry.line, f"The game differs from here on: its digest is {found}, not {entry.digest}")
        yield step
        game = step.after


def _dealt(game: Game, entry: Entry, later: list[str]) -> Iterator[Step]:
    """The draws that must come before a pick and that the record does not tell.

    They come from the header's column while it lasts, then in the box's order.
    """
    picks = entry.command["type"] == commands.Pick.__struct_config__.tag or entry.command.get("pick") is not None
    if not picks or entry.as_played:
        return
    while due := column.question(game):
        value = later.pop(0) if later else due.choices[0]
        answer = commands.Answer(due.occasion, value, "table")
        step = _carried_out(game, Entry(commands.encode(answer), line=entry.line))
        yield step
        game = step.after


def _carried_out(game: Game, entry: Entry) -> Step:
    """One command.  Raises Refused by the rules, or Halted where it is another player's to do."""
    command = spelled(entry.command, game)
    acting = actor(game, command)
    if entry.by != "" and acting is not None and _seat(game, entry.by) != acting:
        raise Halted(entry.line, f"This is for {game.name(acting)} to do")
    events = decide(game, command, as_played=entry.as_played, blind=entry.blind)
    after = game
    for event in events:
        after = evolve(after, event)
    return Step(entry, game, command, events, after)


def actor(game: Game, command: commands.Command) -> int | None:
    """Whose act a command is; None for what anybody may do: answers, corrections, leaving, the end."""
    match command:
        case commands.Withdraw(band=number) | commands.PutBack(band=number):
            return game.bands[number].seat if number in game.bands else None
        case commands.Choose(occasion=occasion):
            asked = decisions.asked_on(game, occasion)
            return asked.seat if asked else None
        case (
            commands.Answer()
            | commands.Cocked()
            | commands.SetRegion()
            | commands.SetBand()
            | commands.SetPile()
            | commands.SetRecord()
            | commands.SetCoins()
            | commands.SetSheet()
            | commands.SetPast()
            | commands.SetTurn()
            | commands.SetRace()
            | commands.DropRace()
            | commands.SetColumn()
            | commands.Leave()
            | commands.Stop()
            | commands.Unveil()
        ):
            return None
        case _:
            return game.turn.seat


def digest(game: Game) -> str:
    """Twelve hexadecimal digits that are the same for the same state, the map left out.

    What is empty or nothing is left out, so that a field added for a later box
    changes no old digest.
    """
    plain = {name: msgspec.to_builtins(getattr(game, name)) for name in game.__struct_fields__ if name != "board"}
    return fingerprint(plain)[:12]


def fingerprint(plain: Any) -> str:
    """Hexadecimal digits for plain values; what is empty or nothing in them is left out."""
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
        coins=() if set(coins) == {SeatSetup("").coins} else coins,
    )


def _map_of(board: Board) -> str | WholeMap:
    """A map's name where this program has the same one, else the whole of it."""
    try:
        if _board(board.id) == board:
            return board.id
    except ValueError:
        pass
    return WholeMap(board.id, board.turns, tuple(board.regions.values()), board.players)


def stamped(record: Record) -> Iterator[Entry]:
    """Every command, untold draws too, with the digest of the game after it.  Raises Halted."""
    for step in play(record):
        yield replace(step.entry, digest=digest(step.after))


def write(header: Header, entries: Iterable[Entry], receipts: Iterable[Receipt] = ()) -> str:
    """The file of a game: the header, then a command a line, then a receipt a line."""
    lines = [msgspec.json.encode(header)]
    for entry in entries:
        beside = {key: value for key, value in msgspec.to_builtins(entry).items() if key in BESIDE}
        lines.append(msgspec.json.encode({**entry.command, **beside}))
    lines += [msgspec.json.encode(each, order="sorted") for each in receipts]
    return "".join(line.decode() + "\n" for line in lines)
