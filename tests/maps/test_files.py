"""Map files that are wrong: one sentence each, and never anything else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.boards import maps
from companion.boards.maps import MapError
from companion.rules.model import Region
from companion.toml import LARGEST, MOST
from tests.maps.shore import SHORE

READS = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def written(folder: Path, data: str | bytes, name: str = "shore.toml") -> Path:
    """A map file that holds this."""
    path = folder / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def refusal(path: Path) -> str:
    """Why a file is no map."""
    with pytest.raises(MapError) as caught:
        maps.load(path)
    return str(caught.value)


def changed(*pairs: tuple[str, str]) -> str:
    """The small map with pieces of its text replaced, each at its first place."""
    text = SHORE
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    return text


def test_a_map_file_is_read_as_it_is_written(tmp_path: Path) -> None:
    """Every field arrives; what is left out is no."""
    map = maps.load(written(tmp_path, SHORE, "any name.toml"))
    assert (map.board.id, map.board.players, map.board.turns) == ("shore", 2, 10)
    assert (map.name, map.width, map.height) == ("map.base-2", 300, 100)
    assert map.board.regions == {
        "r01": Region("r01", "sea", (), False, True, True, False, ("r02",)),
        "r02": Region("r02", "hill", ("mine",), True, True, True, True, ("r01", "r03")),
        "r03": Region("r03", "forest", (), False, True, True, False, ("r02",)),
    }
    assert map.centres == {"r01": (45, 50), "r02": (150, 50), "r03": (250, 50)}
    assert map.clear == {"r01": 30, "r02": 30, "r03": 30}
    assert map.outlines["r02"] == ((100, 0), (200, 0), (200, 100), (100, 100))


LAND_AND_WATER = "farmland, forest, hill, mountain, swamp, sea, lake"

WRONG = {
    "unknown neighbour": (
        [('adjacent = ["r02"]', 'adjacent = ["r02", "r09"]')],
        "r01 has the unknown neighbour r09, add that region or take it off the list.",
    ),
    "one-sided neighbours": (
        [('adjacent = ["r01", "r03"]', 'adjacent = ["r03"]')],
        "r01 has the neighbour r02, but r02 does not list r01, add it there.",
    ),
    "its own neighbour": (
        [('adjacent = ["r02"]', 'adjacent = ["r01", "r02"]')],
        "r01 is its own neighbour, take it off the list.",
    ),
    "neighbour twice": (
        [('adjacent = ["r02"]', 'adjacent = ["r02", "r02"]')],
        "r01 lists its neighbour r02 twice, write it once.",
    ),
    "no neighbours": (
        [('adjacent = ["r02"]', "adjacent = []")],
        "r01 has no neighbours, list them in adjacent.",
    ),
    "duplicate id": (
        [('id = "r03"', 'id = "r02"')],
        "two regions are called r02, give one of them another id.",
    ),
    "no region id": (
        [('id = "r03"', 'id = "east"')],
        '"east" is no region id, write r and two digits like "r07".',
    ),
    "unknown terrain": (
        [('"hill"', '"desert"')],
        f'r02 has the unknown terrain "desert", write one of {LAND_AND_WATER}.',
    ),
    "unknown symbol": (
        [('"mine"', '"tavern"')],
        'r02 has the unknown symbol "tavern", write one of cavern, magic, mine, anchor, size-s, size-m, size-l.',
    ),
    "symbol twice": (
        [('["mine"]', '["mine", "mine"]')],
        "r02 has the symbol mine twice, write it once.",
    ),
    "tribe on water": (
        [('terrain = "sea"', 'terrain = "sea"\nlost_tribe = true')],
        "r01 is water and has a Lost Tribe, set lost_tribe = false.",
    ),
    "centre off the board": (
        [("centre = [45, 50]", "centre = [45, 100]")],
        "r01 has its centre off the board, keep it between 0,0 and 300,100.",
    ),
    "way point off the board": (
        [("[[280, 50, 10]]", "[[301, 80, 10]]")],
        "r03 has the way point 301,80 off the board, move it onto the board.",
    ),
    "two pieces": (
        [
            ('["r02"]\ncentre = [45', '["r04"]\ncentre = [45'),
            ('["r01", "r03"]', '["r03"]'),
            (
                '[[region]]\nid = "r03"',
                '[[region]]\nid = "r04"\nterrain = "swamp"\nadjacent = ["r01"]\ncentre = [1, 1]\nclear = 1\n\n'
                '[[region]]\nid = "r03"',
            ),
        ],
        "the map is in 2 pieces, join r02 to the rest by its neighbours.",
    ),
    "border missing": (
        [("border = true\n", "")],
        "r01 touches the board's edge or a sea that does, set border = true.",
    ),
    "border too many": (
        [('edge = true\nadjacent = ["r02"]\ncentre = [250', 'adjacent = ["r02"]\ncentre = [250')],
        "r03 touches neither the board's edge nor such a sea, set border = false.",
    ),
    "coastal missing": (
        [("coastal = true", "coastal = false")],
        "r02 is land on a shore, set coastal = true.",
    ),
    "coastal too many": (
        [('terrain = "forest"', 'terrain = "forest"\ncoastal = true')],
        "r03 is water or lies on no shore, set coastal = false.",
    ),
    "no players": (
        [("players = 2", "players = 0")],
        "field players: expected `int` >= 1; docs/maps.md lists every field.",
    ),
    "too many turns": (
        [("turns = 10", "turns = 100")],
        "field turns: expected `int` <= 99; docs/maps.md lists every field.",
    ),
    "turns in words": (
        [("turns = 10", 'turns = "ten"')],
        "field turns: expected `int`, got `str`; docs/maps.md lists every field.",
    ),
    "board too narrow": (
        [("width = 300", "width = 99")],
        "field width: expected `int` >= 100; docs/maps.md lists every field.",
    ),
    "board too high": (
        [("height = 100", "height = 10001")],
        "field height: expected `int` <= 10000; docs/maps.md lists every field.",
    ),
    "nothing clear": (
        [("clear = 30", "clear = 0")],
        "region number 1, field clear: expected `int` >= 1; docs/maps.md lists every field.",
    ),
    "half a unit": (
        [("[150, 50]", "[150.5, 50]")],
        "region number 2, field centre[0]: expected `int`, got `float`; docs/maps.md lists every field.",
    ),
    "way point without a radius": (
        [("[[280, 50, 10]]", "[[280, 50]]")],
        "region number 3, field via[0]: expected `array` of length 3, got 2; docs/maps.md lists every field.",
    ),
    "no file name": (
        [('id = "shore"', 'id = "../shore"')],
        "field id: expected `str` matching regex '^[a-z0-9][a-z0-9-]{0,39}$'; docs/maps.md lists every field.",
    ),
    "unknown field": (
        [("turns = 10", "turns = 10\nrounds = 10")],
        "object contains unknown field `rounds`; docs/maps.md lists every field.",
    ),
    "unknown field of a region": (
        [("clear = 30", "clear = 30\ncolour = 1")],
        "region number 1: object contains unknown field `colour`; docs/maps.md lists every field.",
    ),
    "missing field": (
        [("players = 2\n", "")],
        "object missing required field `players`; docs/maps.md lists every field.",
    ),
    "missing field of a region": (
        [('terrain = "hill"\n', "")],
        "region number 2: object missing required field `terrain`; docs/maps.md lists every field.",
    ),
    "no TOML": (
        [("turns = 10", "turns: 10")],
        "the file is no valid TOML, mend this: Expected '=' after a key in a key/value pair (at line 4, column 6).",
    ),
    "a field twice": (
        [("turns = 10", "turns = 10\nturns = 9")],
        "the file is no valid TOML, mend this: Cannot overwrite a value (at line 5, column 10).",
    ),
    "no end of digits": (
        [("turns = 10", f"turns = 1{'0' * 5000}")],
        "the file has a number with far too many digits; shorten it.",
    ),
    "no end of brackets": (
        [("turns = 10", f"turns = {'[' * 700}")],
        "the file has brackets inside brackets without end; take them out.",
    ),
    **{
        f"too many {sign}": (
            [("turns = 10", f"turns = 10 # {sign * (most + 1)}")],
            f'the file has "{sign}" more than {most} times; choose another file, or write it more simply.',
        )
        for sign, most in MOST.items()
    },
}


@pytest.mark.parametrize("kind", WRONG)
def test_what_is_wrong_is_said_in_one_sentence(kind: str, tmp_path: Path) -> None:
    """The sentence names the file, the region and what to do."""
    pairs, sentence = WRONG[kind]
    assert refusal(written(tmp_path, changed(*pairs))) == f"shore.toml: {sentence}"


OUTLINE = "100,0 200,0 200,100 100,100"
WRONG_OUTLINES = {
    "left out": ("", 'no outline, draw all of them with "python -m companion.boards.outline shore.toml".'),
    "too short": ("100,0 200,0", "an outline of 2 points, give it 3 or more."),
    "off the board": (
        "100,0 200,0 200,101 100,100",
        "an outline that leaves the board, keep it within 300,100.",
    ),
    "somewhere else": (
        "200,0 300,0 300,100 200,100",
        "its centre outside its outline, move the centre or draw the outline again.",
    ),
    **{
        f"written as {point}": (
            f"100,0 {point} 200,100 100,100",
            f'"{point}" in its outline, write points as whole numbers like 120,45.',
        )
        for point in ("200", "200;0", "200,", ",0", "-1,0", "2e2,0", "200,0,0", "200.5,0", "٢,٠", "²,0", "123456,0")
    },
}


@pytest.mark.parametrize("kind", WRONG_OUTLINES)
def test_an_outline_that_cannot_be_drawn_is_refused(kind: str, tmp_path: Path) -> None:
    """The sentence names the region, and what of its outline is wrong."""
    outline, sentence = WRONG_OUTLINES[kind]
    assert refusal(written(tmp_path, changed((OUTLINE, outline)))) == f"shore.toml: r02 has {sentence}"


def test_files_that_hold_no_text_or_are_not_there(tmp_path: Path) -> None:
    """Empty, binary, endless and missing files, and a folder, are refused by what they are."""
    assert refusal(written(tmp_path, "")) == (
        "shore.toml: object missing required field `id`; docs/maps.md lists every field."
    )
    assert refusal(written(tmp_path, b"\xff\xd8\xff")) == "shore.toml: the file is no UTF-8 text; save it as UTF-8."
    assert refusal(written(tmp_path, "#" * 65_537)) == (
        "shore.toml: the file is too large (more than 65536 bytes); choose another file."
    )
    assert refusal(tmp_path / "gone.toml") == (
        "gone.toml: the file cannot be read (No such file or directory); check its name and place."
    )
    assert "cannot be read (Is a directory)" in refusal(tmp_path)


@pytest.mark.parametrize("count", [0, 1, 100])
def test_a_map_has_two_to_99_regions(count: int, tmp_path: Path) -> None:
    """The number on the drawn map has two digits, and a region needs a neighbour."""
    head, first, *_ = re.split(r"(?m)^(?=\[\[region\]\])", SHORE)
    text = head + first * count if count else head + "region = []"
    assert refusal(written(tmp_path, text)) == f"shore.toml: it has {count} regions, give it 2 to 99."


def test_a_quoted_word_cannot_break_the_sentence(tmp_path: Path) -> None:
    """Line breaks and escapes that a file puts into a word do not reach the screen."""
    assert refusal(written(tmp_path, changed(('"hill"', r'"a\n\u001b[31mb"')))) == (
        f'shore.toml: r02 has the unknown terrain "a  [31mb", write one of {LAND_AND_WATER}.'
    )


def test_an_unknown_id_names_the_maps_there_are() -> None:
    """A string is an id and never a path, so nobody reads other files through it."""
    there = r"base-2, base-3, base-4, base-5, practice-6"
    with pytest.raises(MapError, match=rf"^There is no map base-9; choose one of {there}\.$"):
        maps.load("base-9")
    for path in ("../maps/base-2", str(maps.FOLDER / "base-2.toml"), "base-2.toml", ""):
        with pytest.raises(MapError, match="There is no map"):
            maps.load(path)


def test_the_maps_of_a_folder(tmp_path: Path) -> None:
    """Maps are listed by players and id; a file that is not named after its map is refused."""
    written(tmp_path, SHORE)
    written(tmp_path, changed(('"shore"', '"bay"')), "bay.toml")
    written(tmp_path, changed(('"shore"', '"alone"'), ("players = 2", "players = 1")), "alone.toml")
    written(tmp_path, "no map", "notes.txt")
    assert [(name.id, name.players, name.path.name) for name in maps.names(tmp_path)] == [
        ("alone", 1, "alone.toml"),
        ("bay", 2, "bay.toml"),
        ("shore", 2, "shore.toml"),
    ]
    written(tmp_path, SHORE, "copy.toml")
    with pytest.raises(MapError, match=r"^copy\.toml holds the map shore, rename the file to shore\.toml\.$"):
        maps.names(tmp_path)


def reads_or_refuses(path: Path) -> None:
    """Loading gives a map, or a sentence on one line."""
    try:
        maps.load(path)
        return
    except MapError as error:
        sentence = str(error)
    assert sentence.isprintable()
    assert sentence.startswith("shore.toml: ")
    assert sentence.endswith(".")


@READS
@given(data=st.one_of(st.binary(), st.text().map(str.encode)))
def test_any_file_is_refused_in_a_sentence(data: bytes, tmp_path: Path) -> None:
    """Arbitrary bytes and text give a MapError and nothing else."""
    path = written(tmp_path, data)
    with pytest.raises(MapError):
        maps.load(path)
    reads_or_refuses(path)


SCRAPS = st.one_of(
    st.text(max_size=8),
    st.integers().map(str),
    st.sampled_from(
        ["[", "]", '"', '"""', "{", "}", "=", "\n", "[[region]]", "true", "nan", "2020-01-01", "0x", "1e999"]
    ),
)


@READS
@given(data=st.data())
def test_a_map_with_a_scrap_put_into_it_is_read_or_refused(data: st.DataObject, tmp_path: Path) -> None:
    """A map file that was damaged in one place is still a map, or gives a MapError and nothing else."""
    start = data.draw(st.integers(0, len(SHORE)))
    end = data.draw(st.integers(start, min(start + 12, len(SHORE))))
    text = SHORE[:start] + data.draw(SCRAPS) + SHORE[end:]
    reads_or_refuses(written(tmp_path, text.encode()))


VALUES = st.recursive(
    st.one_of(st.integers(-10, 400), st.integers(), st.booleans(), st.text(max_size=5), st.floats(), st.just("r02")),
    lambda inner: st.lists(inner, max_size=4),
    max_leaves=6,
)


def as_toml(value: object) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(map(as_toml, value))}]"
    if isinstance(value, str):
        return '"' + "".join(f"\\U{ord(sign):08x}" for sign in value) + '"'
    return str(value)


@READS
@given(value=VALUES, line=st.sampled_from([line for line in SHORE.splitlines() if " = " in line and '"""' not in line]))
def test_a_map_with_another_value_is_read_or_refused(value: object, line: str, tmp_path: Path) -> None:
    """Whatever value a field is given, the file is still a map, or gives a MapError and nothing else."""
    field = line.partition(" = ")[0]
    reads_or_refuses(written(tmp_path, SHORE.replace(line, f"{field} = {as_toml(value)}", 1)))


def test_the_maps_that_come_along_have_room_to_spare() -> None:
    """As much again would fit into what a file may be: its size, and how often it has each sign."""
    for path in maps.FOLDER.rglob("*.toml"):
        text = path.read_text()
        assert 2 * len(text.encode()) < LARGEST
        # Most of the commas are in outlines, which are not counted; here they are.
        assert all(2 * text.count(sign) < most for sign, most in MOST.items()), path.name


def test_a_wrong_file_among_the_maps_is_left_out_and_named(tmp_path: Path) -> None:
    """The others can be played all the same; what is wrong is said in a sentence, outlines included."""
    written(tmp_path, SHORE, "shore.toml")
    written(tmp_path, SHORE, "other.toml")
    written(tmp_path, "what is this", "strange.toml")
    crooked = re.sub('outline = "[^"]*"', 'outline = "1,2 3,4"', SHORE.replace('"shore"', '"crooked"'))
    written(tmp_path, crooked, "crooked.toml")
    found, faults = maps.survey(tmp_path)
    assert [name.id for name in found] == ["shore"]
    assert [fault.split(":")[0].split()[0] for fault in faults] == ["crooked.toml", "other.toml", "strange.toml"]
    assert faults[1] == "other.toml holds the map shore, rename the file to shore.toml."


def test_the_maps_that_come_along_are_all_in_order() -> None:
    """Nothing is left out of the lobby of a fresh installation."""
    assert maps.survey() == (maps.names(), ())
