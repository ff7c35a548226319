"""What comes in by the doors and costs as much as it can, and what that is: python -m tests.fuzz.heavy prints it.

Each shape is as large as is let in, or as large as it can be before it is refused. A shape that costs more than all of
these belongs here.
"""

from __future__ import annotations

import bz2
import io
import json
import struct
import tempfile
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from math import cos, pi, sin
from pathlib import Path
from string import ascii_lowercase
from time import process_time
from typing import NamedTuple

import click
import msgspec

from companion import toml
from companion.boards.library import Boards, Table
from companion.boards.making import Draft, Spot, at_the_rim, in_reading_order, proposed
from companion.boards.maps import load as load_map
from companion.boards.photos import LARGEST as LARGEST_PHOTO
from companion.boards.photos import checked
from companion.boards.sheet import SYMBOLS
from companion.records.record import LONGEST_LINE, LONGEST_POSITION, Halted, Malformed, load, play
from companion.rules import commands, engine, notation
from companion.rules.model import Game, Refused
from companion.upkeep import wheel
from companion.upkeep.wheel import LIBRARIES, PINS
from companion.upkeep.zip_file import LONGEST_LIST
from companion.web.incoming import SMALL

Shapes = dict[str, bytes]


class Cost(NamedTuple):
    """Bytes of memory at the worst moment, beyond what was there before, and the processor's seconds."""

    memory: int
    seconds: float


class Heavy(NamedTuple):
    """What comes in by a door: its shapes, and `enter`, which may write into the folder."""

    shapes: Callable[[], Shapes]
    enter: Callable[[bytes, Path], None]


def cost(enter: Callable[[bytes, Path], None], data: bytes) -> Cost:
    """What it costs that something comes in. It comes twice, for counting memory takes its time."""
    with tempfile.TemporaryDirectory() as folder:
        begun = process_time()
        enter(data, Path(folder))
        seconds = process_time() - begun
    with tempfile.TemporaryDirectory() as folder:
        tracemalloc.start()
        try:
            enter(data, Path(folder))
            memory = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
    return Cost(memory, seconds)


# Map files.


def _names() -> Iterator[str]:
    """Names, the short ones first."""
    for first in ("", *ascii_lowercase):
        for second in ascii_lowercase:
            for third in ("", *ascii_lowercase) if first else ("",):
                yield first + second + third


def _each(line: str, count: int) -> str:
    """A line for each of so many names."""
    return "".join(line.replace("NAME", name) for name, _ in zip(_names(), range(count), strict=False))


def _filled(unit: str, head: str = "", tail: str = "") -> str:
    """As much of something as a file may have."""
    return head + unit * ((toml.LARGEST - len(f"{head}{tail}".encode())) // len(unit.encode())) + tail


_SQUARE = "0,0 100,0 100,100 0,100"


def _map(count: int, near: Callable[[int], list[int]], outline: str = _SQUARE) -> str:
    """A map file with so many regions, the outline of the first one as it is given."""
    lines = ['id = "big"\nname = "Big"\nplayers = 2\nturns = 10\nwidth = 10000\nheight = 10000\n']
    for place in range(1, count + 1):
        region = {
            "id": f"r{place:02}",
            "terrain": "hill",
            "border": True,
            "edge": True,
            "adjacent": [f"r{other:02}" for other in near(place)],
            "centre": [50, 50],
            "clear": 1,
        }
        lines += ["[[region]]", *(f"{key} = {json.dumps(value)}" for key, value in region.items())]
        lines.append(f'outline = """\n{outline if place == 1 else _SQUARE}\n"""')
    return "\n".join(lines)


def maps() -> Shapes:
    """The bounds on signs kept to the last one, and beyond them what once took gigabytes."""
    most = toml.MOST
    deep = "a." * most["."]

    def other(place: int) -> list[int]:
        return [3 - place]

    shapes = {
        # What took 250 MB, 3.6 GB and ten seconds.
        "16 kB of dotted parts": "a." * 8_000 + "a=1",
        "60 kB of dotted parts": "a." * 30_000 + "a=1",
        "dotted tables": "[" + "a." * 32_000 + "a]",
        # Just as much of each sign as there may be.
        "a dotted key": deep + "a=1",
        "keys in a deep table": f"[{deep}a]\n" + _each("NAME=1\n", most["="] - 10),
        "arrays in a deep table": f"[{deep}a]\n" + _each("NAME=[]\n", most["["] - 2),
        "arrays": _each("NAME=[]\n", most["["]),
        "tables": _each("[NAME]\nNAME=0\n", most["["]),
        "arrays of tables": _each("[[NAME]]\n", most["["] // 2),
        "tables, words and tables in lines": _each("[NAME]\n", most["["] - 100)
        + "zz=["
        + "'\u0100'," * 4_000
        + "]\n"
        + _each("zNAME='\u0100'\n", 1_200)
        + "zy=["
        + "{}," * 100
        + "]",
        "brackets in brackets": "a=" + "[" * most["["],
        "braces in braces": "a=" + "{a=" * most["{"],
        "numbers": "a=[" + "999," * most[","] + "]",
        "words": "a=[" + "'\u0100'," * most[","] + "]",
        "dates": "a=[" + "1979-05-27," * 5_900 + "]",
        "long numbers": "a=[" + ("9" * toml.MOST_DIGITS + ",") * 320 + "]",
        "a longer number": "a=1" + "0" * toml.MOST_DIGITS,
        "numbers with strokes": "a=[" + ("1_" * 99 + "1,") * 320 + "]",
        "a wide letter": _filled("x", "a='\U0001f600\U0001f600", "'"),
        "escapes": _filled("x", 'a="' + "\\n" * most["\\"], '"'),
        "a long key": _filled("x", tail="=1"),
        "a long key twice": f"{'x' * 30_000}=1\n" * 2,
        "a long unknown field": _map(2, other).replace("clear", "x" * 30_000),
        # What is not counted.
        "comments": _filled("#\n"),
        "comments in an array": _filled("#\n", "a=[", "]"),
        "empty lines": _filled("\n"),
        "blanks": _filled(" "),
        "points for numbers": _filled("1,2 3,4\n", "a=[\n", "]"),
        "points for keys": _filled("1,2 3,4\n"),
        # Maps that are right, or nearly.
        "99 regions": _map(99, lambda place: [each for each in (place - 1, place + 1) if 0 < each < 100]),
        "74 regions that all touch": _map(74, lambda place: [each for each in range(1, 75) if each != place]),
        "an outline of near points": _map(2, other, f"{_SQUARE}\n" + "0,0 0,0 0,0 0,0\n" * 3_900),
        "an outline of far points": _map(2, other, f"{_SQUARE}\n" + "9999,9998 9997,9996\n" * 3_100),
        "an outline on one line": _map(2, other, " ".join(["100,100"] * 5_900)),
        "nearer points on one line": _map(2, other, " ".join(["1,1"] * 16_000)),
        "digits on one line": _map(2, other, f"1,1 {'1' * 64_000}"),
        "a neighbour again and again": _map(2, lambda place: [3 - place] * 2_500),
    }
    return {name: text.encode() for name, text in shapes.items()}


def _take(data: bytes, folder: Path) -> None:
    """As one phone sends it."""
    with suppress(Refused):
        Boards(folder).take(data)


# Boards in the making, and several laid together.


def drafts() -> Shapes:
    """Joins that cross in all ways, and regions in all places. None of them can be drawn: that takes seconds."""
    circle = [(5_000 + int(4_900 * cos(n / 49 * pi)), 5_000 + int(4_900 * sin(n / 49 * pi))) for n in range(98)]
    columns = [(x, 100 * row + 10) for x in (100, 9_000) for row in range(23)]
    found = {
        "500 joins that all cross": _draft(columns, [(a, 23 + b) for a in range(23) for b in range(23)]),
        "a star": _draft([*circle, (5_000, 5_000)], [(n, 98) for n in range(98)]),
        "all in one place": _draft([(500, 500)] * 99, [(n, n + 1) for n in range(98)]),
    }
    return found | {"regions without end": b'{"name":"x","spots":[' + b'{"x":1,"y":1},' * 4_600 + b'{"x":1,"y":1}]}'}


def _draft(spots: list[tuple[int, int]], joins: list[tuple[int, int]]) -> bytes:
    symbols = SYMBOLS[:5]
    made = tuple(Spot(x, y, "hill", symbols, True, True) for x, y in spots)
    return msgspec.json.encode(Draft("x" * 40, 2, 10, 10_000, 10_000, "", made, tuple(joins[:500])))


def _keep(data: bytes, folder: Path) -> None:
    """As the maker sends it: it is kept, and neighbours are proposed."""
    try:
        draft = msgspec.json.decode(data, type=Draft)
    except msgspec.DecodeError:
        return
    with suppress(Refused):
        Boards(folder).save("any", draft)
    proposed(draft)
    at_the_rim(draft)
    in_reading_order(draft)


def tables() -> Shapes:
    """The largest boards there are, twelve of each."""
    return {name: maps()[name] for name in ("an outline of near points", "74 regions that all touch")}


def _lay(data: bytes, folder: Path) -> None:
    shelf = Boards(folder)
    shelf.take(data)
    with suppress(Refused):
        shelf.lay_together("together", Table(("big",) * 12, "Together", 2, 10))


# Records, and the positions in them.

_HEADER = '{"record":1,"players":["Ann","Ben"]}\n'
_TROLLS = "turn 2 Ann conquer | hand trolls+hill@Ann 3 | 5: 1 trolls+hill@Ann [lair] | 11: 2 elves+swamp@Ben"


def records(lines: int = 1) -> Shapes:
    """The longest lines there may be, or as many of the shortest: 31 of them are a whole file."""

    def listed(head: str, unit: str, tail: str) -> str:
        long = head + ",".join([unit] * ((LONGEST_LINE - len(head + tail)) // (len(unit) + 1))) + tail
        return _HEADER + f"{long}\n" * lines

    def keyed(head: str, unit: str, tail: str) -> str:
        long = head + ",".join(unit.replace("KEY", str(10_000 + key)) for key in range(4_500)) + tail
        return _HEADER + f"{long}\n" * lines

    trolls = json.dumps({"record": 1, "position": _TROLLS}) + "\n"
    shapes = {
        "conquests": listed('{"type":"play_turn","conquests":[', "7", "]}"),
        "conquests with boosts": listed('{"type":"play_turn","conquests":[', '{"region":7,"boosts":{}}', "]}"),
        "tokens on regions there are not": keyed('{"type":"redeploy","tokens":{', '"KEY":1', "}}"),
        "markers": listed('{"type":"set_region","region":7,"band":1,"tokens":1,"tribe":0,"markers":[', '"lair"', "]}"),
        "attacks": listed('{"type":"set_record","attacks":[', '{"region":"x","band":1}', "]}"),
        "lists in lists": listed('{"type":"finish","comment":[', "[]", "]}"),
        "brackets": _HEADER + '{"type":' + "[" * (LONGEST_LINE - 9),
        "players": '{"record":1,"players":[' + '"A",' * 16_000 + '"B"]}',
        "corrections": trolls + '{"type":"set_coins","seat":0,"difference":1,"reason":"forgotten"}\n' * 625 * lines,
        "empty lines": _HEADER + "\n" * LONGEST_LINE * lines,
    }
    return {name: text.encode() for name, text in shapes.items()} | _positions()


def _positions() -> Shapes:
    """Lines that a reader could try in many ways, or go through again for each word."""
    begin, most = "turn 1 Ann begin | ", LONGEST_POSITION - 200
    lines = {
        "blanks": f"{begin}7: 1 trolls@Ann{' ' * most}x",
        "one sign again and again": f"{begin}7: 1 {'@' * most}",
        "brackets": f"{begin}7: 1 trolls@Ann{'[' * most}",
        "pluses": f"{begin}hand trolls{'+hill' * (most // 5)}@Ann 1",
        "pieces": f"{begin}7: [{'lair ' * (most // 5)}]",
        "players": f"{begin}board base-2 | seats {' '.join(f'a{number}' for number in range(2_600))}",
        "questions": f"{begin}hand elves+hill@Ann 5{' | asked elves+hill@Ann elves roll Ann 7' * 390}",
        "options": f"{begin}7: tribe{' | option a=b' * 1_200}",
        "parts": f"{begin}7: tribe{' | x' * (most // 4)}",
    }
    return {
        f"a position of {name}": json.dumps({"record": 1, "position": line}).encode() for name, line in lines.items()
    }


def _play(data: bytes, folder: Path) -> None:
    """As `companion import` does."""
    path = folder / "any.jsonl"
    path.write_bytes(data)
    with suppress(Malformed, Halted):
        list(play(load(path)))


# Photos.


def photos() -> Shapes:
    """4 MB of the smallest things there may be."""
    frame, scan = b"\xff\xc0\x00\x0b\x08\x01\x00\x01\x00\x01\x01\x11\x00", b"\xff\xda\x00\x02"
    end = b"\xff\xd9"

    def filled(head: bytes, unit: bytes, tail: bytes) -> bytes:
        return head + unit * ((LARGEST_PHOTO - len(head + tail)) // len(unit)) + tail

    begun = b"\xff\xd8" + frame
    return {
        "empty tables": filled(begun, b"\xff\xdb\x00\x02", scan + end),
        "empty comments": filled(begun, b"\xff\xfe\x00\x02", scan + end),
        "empty scans": filled(begun, scan, end),
        "fill bytes": filled(begun, b"\xff", scan + end),
        "fill bytes to the end": filled(begun, b"\xff", b""),
        "stuffed bytes": filled(begun + scan, b"\xff\x00", end),
        "restarts": filled(begun + scan, b"\xff\xd0", end),
    }


def _look_at(data: bytes, folder: Path) -> None:
    with suppress(Refused):
        checked(data)


# Commands.


def orders() -> Shapes:
    """As much as any phone may send, of whatever a command has in any number."""

    def listed(head: str, unit: str, tail: str = "]}") -> str:
        return head + ",".join([unit] * ((SMALL - len(head + tail)) // (len(unit) + 1))) + tail

    def keyed(head: str, unit: str, tail: str = "}}") -> str:
        return head + ",".join(unit.replace("KEY", str(number)) for number in range(400)) + tail

    shapes = {
        "conquests": listed('{"type":"play_turn","conquests":[', '{"region":"r07"}'),
        "conquests with the die": listed('{"type":"play_turn","conquests":[', '{"region":"r07","die":true,"pips":0}'),
        "pieces": keyed('{"type":"play_turn","pieces":{', '"kKEY":{}'),
        "tokens": keyed('{"type":"redeploy","tokens":{', '"rKEY":1'),
        "boosts": keyed('{"type":"conquer","region":"r07","boosts":{', '"bKEY":1'),
        "attacks": listed('{"type":"set_record","stage":"conquer","attacks":[', '{"region":"r07","band":1}'),
        "combos": listed('{"type":"set_column","combos":[', '{"race":"elves","power":"hill"}'),
        "brackets": '{"type":' + "[" * 8_000,
        "a long word": '{"type":"act","ability":"diplomat","act":"ally","target":"' + "x" * 8_000 + '"}',
    }
    return {name: text.encode() for name, text in shapes.items()}


def _order(data: bytes, folder: Path) -> None:
    """In the middle of a game, as the rules have it and as played."""
    try:
        command = commands.decode(data)
    except (msgspec.DecodeError, RecursionError):
        return
    for as_played in (False, True):
        with suppress(Refused):
            engine.decide(game_of_trolls(), command, as_played=as_played)


@cache
def game_of_trolls() -> Game:
    """Trolls about to conquer."""
    return notation.read(_TROLLS, load_map("base-2").board)


# Releases.

_RELEASE = "smallworld_companion-9.0-py3-none-any.whl"
_ABOUT = "smallworld_companion-9.0.dist-info/METADATA"


def _entry(name: bytes, *, comment: bytes = b"", flags: int = 0) -> bytes:
    """An entry of a zip file's list, with nothing in it."""
    sizes = struct.pack("<2L5H2L", 0, 0, len(name), 0, len(comment), 0, 0, 0, 0)
    return b"PK\x01\x02" + struct.pack("<6HL", 20, 20, flags, 0, 0, 0x21, 0) + sizes + name + comment


def _list(entry: Callable[[int], bytes], most: int) -> bytes:
    """A zip file of nothing but a list of entries, as long as it can be."""
    size = len(entry(0))
    listed = b"".join(entry(number) for number in range(most // size))
    return listed + b"PK\x05\x06" + struct.pack("<4H2LH", 0, 0, 0, 0, len(listed), 0, 0)


def _packed(method: int, data: bytes) -> bytes:
    """A zip file with one entry, packed in a way, that says it has forty million bytes."""
    head = struct.pack("<5H3L2H", 20, 0, method, 0, 0x21, 0, len(data), 39_000_000, 1, 0)
    entry = _entry(b"a")
    entry = entry[:10] + struct.pack("<3H3L", method, 0, 0x21, 0, len(data), 39_000_000) + entry[28:]
    body = b"PK\x03\x04" + head + b"a" + data
    return body + entry + b"PK\x05\x06" + struct.pack("<4H2LH", 0, 0, 1, 1, len(entry), len(body), 0)


def release(**texts: bytes) -> bytes:
    """A release in order but for some of its texts."""
    about = b"Metadata-Version: 2.4\nName: smallworld-companion\nVersion: 9.0\n"
    held = {_ABOUT: about, LIBRARIES: b"", PINS: b""} | {name.replace("__", "/"): text for name, text in texts.items()}
    with io.BytesIO() as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as pack:
            for name, text in held.items():
                pack.writestr(name, text)
        return file.getvalue()


def _number(number: int) -> bytes:
    """Three letters that no other number has."""
    return bytes(0x30 + (number >> shift & 63) for shift in (12, 6, 0))


@cache
def _lines() -> bytes:
    """As many lines as one text of a release may have, no two of them alike."""
    return b"\n".join(map(_number, range(wheel.MOST_TEXT // 5)))


def releases() -> Shapes:
    """What zipfile takes memory for: entries, names and comments, ways of packing; and long texts within."""
    wide = "\U0001f600".encode() + b"x" * 60_000 + b"\0"
    shapes = {
        "a dictionary of 4 GB": _packed(zipfile.ZIP_LZMA, b"\x09\x04\x05\x00\x5d\xff\xff\xff\xff" + bytes(100)),
        "bzip2": _packed(zipfile.ZIP_BZIP2, bz2.compress(bytes(39_000_000))),
        "zeros": _packed(zipfile.ZIP_DEFLATED, zlib.compress(bytes(39_000_000), wbits=-15)),
        "headers": release(**{_ABOUT: b"".join(b"%b:\n" % _number(one) for one in range(wheel.MOST_TEXT // 5))}),
        "a long header": release(**{_ABOUT: b"Name: " + b"x\n " * (wheel.MOST_TEXT // 3 - 9)}),
        "libraries": release(**{LIBRARIES: b"#" + _lines().replace(b"\n", b"\n#"), PINS: _lines()}),
        "a long library": release(**{LIBRARIES: b"x" * (wheel.MOST_TEXT - 9)}),
    }
    for most, which in ((LONGEST_LIST, "as many as may be"), (wheel.MOST - 30, "10 MB")):
        shapes |= {
            f"entries of one name, {which}": _list(lambda _: _entry(b"a"), most),
            f"entries, {which}": _list(lambda number: _entry(_number(number)), most),
            f"comments, {which}": _list(lambda number: _entry(_number(number), comment=b"x" * 9), most),
            f"wide names, {which}": _list(lambda _: _entry(wide, flags=0x800), most),
        }
    return shapes


def _update(data: bytes, folder: Path) -> None:
    """As `companion update` looks at a file, whose bytes it holds."""
    file = folder / _RELEASE
    file.write_bytes(data)
    (folder / wheel.SUMS).write_bytes(_lines())
    with suppress(click.ClickException):
        wheel.read(file)


DOORS = {
    "maps": Heavy(maps, _take),
    "drafts": Heavy(drafts, _keep),
    "tables": Heavy(tables, _lay),
    "records": Heavy(records, _play),
    "photos": Heavy(photos, _look_at),
    "commands": Heavy(orders, _order),
    "releases": Heavy(releases, _update),
}


def main() -> None:
    """Print what each shape costs, the heaviest of a door first."""
    for name, (shapes, enter) in (DOORS | {"records": Heavy(lambda: records(31), _play)}).items():
        costs = {shape: (cost(enter, data), len(data)) for shape, data in shapes().items()}
        for shape, (found, size) in sorted(costs.items(), key=lambda one: -one[1][0].memory):
            print(f"{name:10} {shape:40} {size:9} bytes {found.memory / 1e6:8.2f} MB {found.seconds * 1e3:9.1f} ms")


if __name__ == "__main__":
    main()
