"""The doors by which files, photos, positions and commands come in, with examples, and what holds of what is let in.

`enter` says whether something was let in. It fails where that was wrong; whatever else it raises is a crash. What is
refused is refused in words. Pieces of the box are counted by the invariants that hold in every position.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec
from PIL import Image, ImageDraw, UnidentifiedImageError

from companion.boards import maps
from companion.boards import photos as board_photos
from companion.boards.library import Boards, Table
from companion.boards.making import Draft, Spot, finished, lacks
from companion.boards.maps import MapError
from companion.boards.sheet import read
from companion.boards.writing import toml
from companion.language import text
from companion.records.record import Halted, Malformed, Step, begin, play, stamped, write
from companion.records.record import read as read_record
from companion.rules import commands, engine, events, notation
from companion.rules.model import Game, Refused
from tests.fuzz import wire
from tests.rules import invariants
from tests.rules.position import board

RECORDS = Path(__file__).parents[1] / "record" / "by_hand"
PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"


class Door(NamedTuple):
    """A door: what comes in by it, scraps that mean something there, and `enter`, which may write into the folder.

    `counts` says for how much something counts that came in: one, or the frames of a talk.
    """

    examples: tuple[bytes, ...]
    scraps: tuple[bytes, ...]
    enter: Callable[[bytes, Path], bool]
    counts: Callable[[bytes], int] = lambda _: 1


def refused_in_words(sentence: str) -> bool:
    """Nothing was let in, and why is said on one line, in letters; fails when it is not."""
    assert len(sentence) > 3
    assert sentence.isprintable()
    return False


# Records.


def records() -> Door:
    """Games as text: read, and played as far as they go."""
    by_hand = [path.read_bytes() for path in sorted(RECORDS.glob("*.jsonl"))]
    # Their digests would stop every game that took another turn.
    long = [re.sub(rb',"digest":"[0-9a-f]*"', b"", path.read_bytes()) for path in sorted(PLAYTHROUGHS.glob("*.jsonl"))]
    short = [b"".join(game.splitlines(keepends=True)[:40]) for game in long]
    lines = b"\n".join([*by_hand, *short]).splitlines(keepends=True)
    return Door((*by_hand, *short), (*_JSON, *lines[::7]), _record)


def _record(data: bytes, folder: Path) -> bool:
    """It is malformed, it halts at a line, or it is a game: in every position of which the box is whole, and which
    comes back from its own record."""
    try:
        record = read_record(data)
    except Malformed as fault:
        return refused_in_words(fault.reason)
    invariants.check(record.opening)
    try:
        played = []
        for step in play(record):
            invariants.check(step.after)
            played.append(step.after)
        again = write(record.header, stamped(record)).encode()
    except Halted as halted:
        return refused_in_words(halted.reason)
    told = read_record(again)
    assert [step.after for step in play(told)] == played
    assert begin(told.header) == record.opening
    return True


# Maps and boards in the making.


def map_files() -> Door:
    """Map files from elsewhere."""
    files = [path.read_bytes() for folder in (maps.FOLDER, maps.FOLDER / "isles") for path in folder.glob("*.toml")]
    files.sort(key=len)
    lines = sorted({line for file in files for line in file.splitlines(keepends=True)})
    words = (b"[[region]]\n", b'"""', b"nan", b"true", b"false", b'"sea"', b'"lake"', b'"anchor"', b'"r02"', b"inf")
    # The small ones often, as their lines are many times fewer.
    return Door((*files[:12] * 3, *files[12:]), (*words, *lines[::29]), _map)


def _map(data: bytes, folder: Path) -> bool:
    """It is refused in a sentence; or it is a map that is written and read as the same, with neighbours on both sides
    of every border, and a game can be laid out on it."""
    path = folder / "any.toml"
    path.write_bytes(data)
    try:
        drawn = maps.load(path)
    except MapError as fault:
        return refused_in_words(str(fault))
    path.write_text(toml(read(path)))
    assert maps.load(path) == drawn
    regions = drawn.board.regions
    assert all(region.id in regions[other].adjacent for region in regions.values() for other in region.adjacent)
    assert all(maps.inside(drawn.centres[id], outline) for id, outline in drawn.outlines.items())
    return True


def drafts() -> Door:
    """Boards in the making, as the maker sends them."""
    drawn = [maps.load(id) for id in ("base-2", "base-3")]
    made = [_draft_of(one, most) for one, most in ((drawn[0], 6), (drawn[1], 6), (drawn[0], 9), (drawn[1], 14))]
    islands = (Table(("base-2", "base-3"), "Two", 5, 9), Table(("base-3", "base-2", "base-2"), "Three", 6, 12))
    examples = tuple(msgspec.json.encode(one) for one in (*made, *islands))
    spots = (b'"terrain":"sea"', b'"edge":true', b'"tribe":true', b"[0,1],", b"[1,0],", b'"symbols":["mine"]')
    return Door(examples, (*_JSON, *spots, b'"base-4"'), _draft)


def _draft_of(drawn: maps.Map, most: int) -> Draft:
    """The first regions of a map as somebody would tap them."""
    regions = list(drawn.board.regions.values())[:most]
    places = {region.id: place for place, region in enumerate(regions)}
    spots = tuple(
        Spot(*drawn.centres[each.id], each.terrain, each.symbols, each.lost_tribe, each.edge) for each in regions
    )
    joins = {
        (min(one, places[other]), max(one, places[other]))
        for one, each in enumerate(regions)
        for other in each.adjacent
        if other in places
    }
    return Draft("Kitchen", 2, 10, drawn.width, drawn.height, "", spots, tuple(sorted(joins)))


def _draft(data: bytes, folder: Path) -> bool:
    """It is no draft; it lacks something, in words; or it is a map that can be read and played on. Boards that are laid
    together are refused in words, or one map has the regions of all."""
    try:
        draft = msgspec.json.decode(data, type=Draft)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return _islands(data, folder)
    found = lacks(draft)
    if any(not lack.hint for lack in found):
        return refused_in_words(" ".join(text.say(lack.message) for lack in found))
    made, _ = finished(draft, "any")
    path = folder / "any.toml"
    path.write_text(toml(made))
    drawn = maps.load(path)
    assert {id: len(region.adjacent) for id, region in drawn.board.regions.items()} == {
        region.id: len(region.adjacent) for region in made.regions
    }
    return True


def _islands(data: bytes, folder: Path) -> bool:
    try:
        asked = msgspec.json.decode(data, type=Table)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    shelf = _shelf(folder / "shelf")
    try:
        shelf.lay_together("together", asked)
    except Refused as refused:
        return refused_in_words(text.say(refused.message))
    assert shelf.faults == []
    whole = shelf.load("together").board
    assert (whole.players, whole.turns) == (asked.players, asked.turns)
    assert len(whole.regions) == sum(len(maps.load(id).board.regions) for id in asked.together)
    return True


@cache
def _shelf(folder: Path) -> Boards:
    """The boards of a table: one shelf, on which the same place is written again and again."""
    return Boards(folder)


# Photos.


def photos() -> Door:
    """Pictures of boards."""
    return Door(tuple(_pictures()), (*_JPEG, b"\xff\xd9" + b"FILM" * 8 + b"\xff\xd9"), _photo)


def _pictures() -> Iterator[bytes]:
    image = Image.new("RGB", (240, 200), (200, 180, 90))
    ImageDraw.Draw(image).ellipse((20, 20, 220, 180), fill=(60, 120, 60))
    exif = Image.Exif()
    exif[0x010E] = "KITCHEN"
    for how in (
        {},
        {"progressive": True},
        {"exif": exif, "comment": b"NOTE"},
        {"restart_marker_blocks": 4},
        {"optimize": True, "subsampling": 0},
    ):
        for mode in ("RGB", "L"):
            out = io.BytesIO()
            image.convert(mode).save(out, "JPEG", quality=10, **how)
            yield out.getvalue()


# Beginnings of segments, and sizes.
_MARKERS = (0xD8, 0xD9, 0xDA, 0xC0, 0xC2, 0xC3, 0xC4, 0xDB, 0xDD, 0xD0, 0xFF, 0x00, 0x01)
_SIZES = (b"\x00\xc8\x00\x09", b"\x00\xc8\x01\x00", b"\xff\xff\x00\x09", b"\xff\xff\x01\x00")
_JPEG = (
    *(bytes((0xFF, marker)) for marker in _MARKERS),
    *(bytes((0xFF, marker, 0, 6)) + b"SPOT" for marker in (0xE1, 0xE2, 0xED, 0xFE, 0xE0, 0xEE)),
    *(b"\xff\xc0\x00\x0b\x08" + size + b"\x01\x01\x11\x00" for size in _SIZES),
    *(b"\x00\x00", b"\xff\xff", b"\x00\x02", b"\x10\x01", b"\x00\xc8"),
)


def _photo(data: bytes, folder: Path) -> bool:
    """It is refused in words; or what is kept of it is one picture of a size that boards have, with nothing behind its
    end, no word of the camera, and kept again as it is."""
    try:
        kept = board_photos.checked(data)
    except Refused as refused:
        return refused_in_words(text.say(refused.message))
    assert board_photos.checked(kept) == kept
    assert len(kept) <= len(data) <= board_photos.LARGEST
    for marker, segment in _told(kept):
        assert marker not in (0xFE, *range(0xE1, 0xEE), 0xEF), f"a segment {marker:X} of {segment!r} is kept"
    try:
        size = Image.open(io.BytesIO(kept)).size
    except (UnidentifiedImageError, OSError, SyntaxError):
        return True  # Broken further in: no browser shows it, and nobody is harmed.
    assert all(board_photos.SHORTEST <= side <= board_photos.LONGEST for side in size)
    return True


def _told(kept: bytes) -> Iterator[tuple[int, bytes]]:
    """The segments of a whole JPEG to its end, coded data skipped (ITU-T T.81, B.1.1); fails where it is none."""
    assert kept[:2] == b"\xff\xd8"
    at = 2
    while kept[at : at + 2] != b"\xff\xd9":
        assert kept[at] == 0xFF, at
        length = int.from_bytes(kept[at + 2 : at + 4])
        assert length >= 2
        yield kept[at + 1], kept[at : at + 2 + length]
        coded = kept[at + 1] == 0xDA
        at += 2 + length
        while coded and not (kept[at] == 0xFF and kept[at + 1] not in (0, 0xFF, *range(0xD0, 0xD8))):
            at += 1
    assert at + 2 == len(kept), "something lies behind the end"


# Positions.


def positions() -> Door:
    """Positions as a line: the board it names, and what lies there."""
    lines = {notation.write(step.after) for step in _steps() if not step.after.over}
    parts = sorted({part.encode() for line in lines for part in line.split("|")})
    words = (b" | ", b"@Ann", b"+hill", b" declined", b"tribe", b"[hero hero]", b" withdraw", b" market", b"holds")
    return Door(tuple(line.encode() for line in sorted(lines)[::5]), (*words, *parts[::13]), _position)


def _position(data: bytes, folder: Path) -> bool:
    """It is malformed, in words; or the box is whole in it, all that may be done there is listed, and it is written
    and read as the same line."""
    line = data.decode("utf-8", "replace")
    try:
        on = board(notation.board_of(line))
    except (MapError, KeyError):
        return False
    try:
        game = notation.read(line, on)
    except notation.Malformed as fault:
        return refused_in_words(str(fault))
    except Refused as refused:
        return refused_in_words(text.say(refused.message))
    invariants.check(game)
    for seat in range(len(game.seats)):
        engine.offers(game, seat)
    engine.chances(game)
    again = notation.write(game)
    assert notation.write(notation.read(again, on)) == again
    return True


# Commands.


def orders() -> Door:
    """Commands as phones send them, each on the first line with the place in the games from which it comes."""
    steps = _steps()
    examples = tuple(b"%d %s" % (at, msgspec.json.encode(step.command)) for at, step in enumerate(steps))
    words = sorted({word for example in examples for word in re.findall(rb'"[^"]*"', example)})
    return Door(examples, (*_JSON, *words), _order)


@cache
def _steps() -> tuple[Step, ...]:
    """Every step of the games that were written by hand."""
    found: list[Step] = []
    for path in sorted(RECORDS.glob("*.jsonl")):
        found += play(read_record(path.read_bytes()))
    return tuple(found)


def _order(data: bytes, folder: Path) -> bool:
    """It is no command; it is refused in words; or it is done: the box is whole afterwards, what happened comes back
    from the log as it was, and what is no correction and not as played was listed before."""
    at, _, body = data.partition(b" ")
    steps = _steps()
    game = steps[int(at) % len(steps) if at.isdigit() and len(at) < 9 else len(data) % len(steps)].before
    try:
        command = commands.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    assert commands.decode(commands.encode(command)) == command
    accepted = _decided(game, command, as_played=False)
    if accepted:
        assert listed(game, command), command
    bent = _decided(game, command, as_played=True)
    assert bent or not accepted
    return accepted or bent


def _decided(game: Game, command: commands.Command, *, as_played: bool) -> bool:
    try:
        new_events = engine.decide(game, command, as_played=as_played)
    except Refused as refused:
        return refused_in_words(text.say(refused.message))
    after = game
    for event in new_events:
        after = engine.evolve(after, event)
    invariants.check(after)
    assert events.decode(events.encode(new_events)) == new_events
    return True


# What nobody offers: the table is right, chance answers, and who leaves is asked for no reason.
_UNLISTED = (*commands.CORRECTIONS, commands.SetTurn, commands.Leave, commands.Stop, commands.PlayTurn, commands.Cocked)


def listed(game: Game, command: commands.Command) -> bool:
    """Whether a command that was done is one that could be chosen: an offer, with counts that its form has."""
    if isinstance(command, _UNLISTED):
        return True
    if isinstance(command, commands.Answer):
        return any(command.occasion == one.occasion and command.value in one.choices for one in engine.chances(game))
    return any(_fits(offer, command) for seat in range(len(game.seats)) for offer in engine.offers(game, seat))


def _fits(offer: engine.Offer, command: commands.Command) -> bool:
    if type(offer.command) is not type(command):
        return False
    plain, asked = commands.encode(offer.command), commands.encode(command)
    if isinstance(command, commands.Conquer):
        # With no Fireball is without one.
        asked["boosts"] = {key: count for key, count in command.boosts.items() if count}
        plain["boosts"] = offer.command.boosts
    if offer.form is None:
        return plain == asked
    field = offer.form.field
    counts = asked.pop(field, {})
    plain.pop(field, None)
    bounds = {slot.id: (0 if slot.none else slot.least, slot.most) for slot in offer.form.slots}
    return plain == asked and all(
        id in bounds and bounds[id][0] <= count <= bounds[id][1] for id, count in counts.items()
    )


_JSON = (
    *(b"{}", b"[]", b'""', b"null", b"true", b"false", b"-1", b"0.5", b"1e400", b"[" * 400, b'{"a":' * 400),
    *(b'"type":"', b'"\\u0000"', b'"\\ud800"', b'"r07"', b'"Ann"', b'"__class__"', b",", b":", b"}", b"]"),
)


# The tray's line.


def frames() -> Door:
    """What a tray sends, with everything that a wire can do to it."""
    return Door((*wire.EVENINGS * 16, *wire.TALKS), wire.SCRAPS, _frames, lambda data: data.count(b"!"))


def _frames(data: bytes, folder: Path) -> bool:
    """Some rolls counted; half of all talks are told by a tray that lies with right sums."""
    return wire.enter(wire.mended(data) if len(data) % 2 else data) > 0


DOORS = {
    "frames": frames,
    "records": records,
    "maps": map_files,
    "drafts": drafts,
    "photos": photos,
    "positions": positions,
    "commands": orders,
}
