"""Whatever a file holds, it is played, refused or called malformed; nothing else ever happens."""

from __future__ import annotations

import json
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.records import replay
from companion.records.notation import KINDS
from companion.records.record import BESIDE
from companion.rules import notation
from tests.record.played import end_of, lines, text_of

GAMES = [text_of(name) for name in ("ghouls", "heroic", "halflings", "bivouacking", "evening")]
LINES = [line.encode() for line in GAMES[0].splitlines()]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file to be written again and again."""
    return tmp_path_factory.mktemp("record") / "any.jsonl"


def survives(file: Path, data: bytes) -> None:
    """Replays bytes as a file, and holds what it prints against its exit status."""
    file.write_bytes(data)
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        status = replay.run((str(file),), as_json=True, events=True)
    printed, failed = out.getvalue(), err.getvalue()
    if status == 0:
        assert printed.count("\n") == 1
        assert not failed
    else:
        assert status in (1, 2)
        assert not printed
        assert failed.startswith(f"{file}:")
        assert failed.count("\n") == 1


@given(st.binary(max_size=200))
def test_any_bytes(file: Path, data: bytes):
    """No bytes at all upset the reader."""
    survives(file, data)


@given(st.lists(st.one_of(st.sampled_from(LINES), st.binary(max_size=60)), max_size=12))
def test_any_lines(file: Path, more: list[bytes]):
    """Lines of a game in any order, with any bytes between them."""
    survives(file, b"\n".join([LINES[1], *more]))


WORDS = st.sampled_from(
    [
        *("Ann", "Ben", "trolls", "elves", "hill", "berserk", "roll", "ordinary", "dragon-master"),
        *("lair", "hero", "encampment", "r05", "r10", "5", "-1", "", "\u00b2", "r\u00b2", "\x00", "a\nb"),
    ]
)
ODD = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=4), WORDS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(WORDS, inner, max_size=3)),
    max_leaves=6,
)
REGIONS = st.one_of(st.integers(0, 24), st.sampled_from(["r05", "r10", "10", "99", "", "r\u00b2", "a\nb"]))
COUNTS = st.dictionaries(REGIONS.map(str), st.integers(-1, 9), max_size=4)
SMALL = st.integers(-1, 12)
WHO = st.sampled_from(["Ann", "Ben", 0, 1, 2, 7, -1])
BANDS = st.sampled_from(["ghouls", "trolls", "halflings", "orcs", "ratmen", "elves", "hill", 0, 1, 2, 3, 9, -1])
PIECE = st.sampled_from(["lair", "hero", "hole", "fortress", "encampment", "dragon", "crown"])
LIKELY: dict[str, st.SearchStrategy[Any]] = {
    "place": st.one_of(SMALL, BANDS),
    "band": BANDS,
    "region": REGIONS,
    **dict.fromkeys(("stay", "regions"), COUNTS),
    "tokens": st.one_of(COUNTS, SMALL),
    "kind": PIECE,
    "markers": st.lists(st.one_of(PIECE, st.builds(lambda kind, band: {"kind": kind, "band": band}, PIECE, BANDS))),
    **dict.fromkeys(("seat", "by", "target"), WHO),
    **dict.fromkeys(("tribe", "hand", "aside", "number", "difference"), SMALL),
    "memo": st.dictionaries(st.sampled_from(["halflings.dug", "wealthy.paid", "x"]), SMALL, max_size=2),
    "value": st.one_of(SMALL, BANDS),
    "occasion": st.sampled_from(["", "draw1", "turn1.seat0.roll1"]),
    **dict.fromkeys(("die", "decline", "as_played", "blind"), st.booleans()),
    **dict.fromkeys(("way", "ability"), st.sampled_from(["ordinary", "sorcerers", "dragon-master", "berserk"])),
    "act": st.sampled_from(["roll", "ally"]),
    **dict.fromkeys(("source", "comment", "digest"), st.text(max_size=3)),
}


@st.composite
def commands(draw: st.DrawFn) -> str:
    """A command of some type, with fields that mostly make sense."""
    tag = draw(st.sampled_from(sorted(KINDS)))
    rare = [key for key in BESIDE if draw(st.integers(0, 9)) == 0]
    left_out = draw(st.integers(0, 9)) == 0
    plain = {}
    for key in (*KINDS[tag].__struct_fields__, *rare):
        if (left_out or key == "occasion") and draw(st.booleans()):
            continue
        odd = key not in LIKELY or draw(st.integers(0, 49)) == 0
        plain[key] = draw(ODD if odd else LIKELY[key])
    return lines({"type": tag, **plain})


@given(st.sampled_from(GAMES), st.integers(0, 50), st.lists(commands(), min_size=1, max_size=5))
def test_any_command(file: Path, game: str, many: int, more: list[str]):
    """Commands with any values, from anywhere in a game."""
    survives(file, lines(*game.splitlines()[: 2 + many], *more).encode())


RIGHT = [part for game in GAMES[:2] for part in notation.write(end_of(game)).split(" | ")]
STRANGE = [
    *("turn 1 Ann score", "turn 1 Ben redeploy", "turn 1 Ann withdraw", "turn 0 Ann begin", "turn 1 Ann conquer elves"),
    *("seats Ann", "seats", "seats Ann Ann", "board base-5", "start", "start Ben", "coins 1", "coins -1 5"),
    *("7: tribes", "7: 99 tribes", "5: 0 trolls@Ann", "5: 1 trolls@Ben", "5: 1 trolls@Ann [hero hero hero]"),
    *("9: 1 ghouls@Ann declined", "9: 1 elves+spirit@Ben declined", "5: [hole@elves]", "5: [dragon]", "7:", "x: 1"),
    *("hand trolls@Ann 99", "hand trolls@Ann -2", "aside elves@Cid 1", "withdrawn elves@Ben 2"),
    *("column elves+hill -2", "column hill+elves", "column elves+hill, elves+swamp", "column orcs+hill 3"),
    *("memo trolls@Ann dug 1", "memo elves+diplomat@Ben diplomat.ally 6", "memo elves+wealthy@Ben wealthy.paid 5"),
    *("pips 7", "pips 2", "option x=y", "option coins=open", "used x y", "game x", "region 1", ":"),
]
"""Parts of positions that are wrong, or right only beside certain others."""


@given(st.lists(st.sampled_from(RIGHT), max_size=12), st.lists(st.sampled_from(STRANGE), max_size=2), commands())
def test_any_position(file: Path, right: list[str], strange: list[str], command: str):
    """Positions put together from right and strange parts, and a command in them."""
    position = " | ".join([*right, *strange]) or "turn"
    survives(file, lines({"record": 1, "position": position}, command).encode())


@given(st.sampled_from(GAMES), st.integers(0, 60), st.text(max_size=4))
def test_any_name(file: Path, game: str, many: int, name: str):
    """The offers of anybody, anywhere in a game, are listed, or there is nobody of that name."""
    file.write_text(lines(*game.splitlines()[: 2 + many]))
    assert replay.run((str(file),), name="Ann") == 0
    assert replay.run((str(file),), name="Ben", as_json=True) == 0
    players = next(json.loads(line)["players"] for line in game.splitlines() if line.startswith('{"record"'))
    assert replay.run((str(file),), name=name) == (0 if name in ("", *players) else 2)
