"""The house rules of the core: what it may name, what every ability must bring, the printed numbers."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion.rules
from companion.language.catalogues import ENGLISH
from companion.rules import commands
from companion.rules.ability import Ability
from companion.rules.boxes.registry import ABILITIES, BOXES, PIECES
from docs.words import unwritten
from tests.rules.printed import BADGES

CORE = Path(companion.rules.__file__).parent
SOURCES = sorted(CORE.glob("*.py"))
STAGES = ("begin", "conquer", "redeploy", "score", "withdraw", "over")

# Typed in from the printed banners: tokens received, tokens in the box.
BANNERS = {
    "amazons": (6, 15),
    "dwarves": (3, 8),
    "elves": (6, 11),
    "ghouls": (5, 10),
    "giants": (6, 11),
    "halflings": (6, 11),
    "humans": (5, 10),
    "orcs": (5, 10),
    "ratmen": (8, 13),
    "skeletons": (6, 20),
    "sorcerers": (5, 18),
    "tritons": (6, 11),
    "trolls": (5, 10),
    "wizards": (5, 10),
}
# Base rules, Components.
SUPPLY = {"lair": 10, "fortress": 6, "encampment": 5, "hole": 2, "hero": 2, "dragon": 1}


def tree(path: Path) -> ast.Module:
    """A module's syntax tree."""
    return ast.parse(path.read_text(encoding="utf-8"))


def docstrings(module: ast.Module) -> set[int]:
    """The ids of the constants that are docstrings."""
    found = set()
    for node in ast.walk(module):
        body = getattr(node, "body", None)
        first = body[0] if isinstance(body, list) and body else None
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
            found.add(id(first.value))
    return found


def strings(path: Path) -> Iterator[str]:
    """Every string of a module that is no docstring; of one with blanks its first part, up to the blank."""
    module = tree(path)
    prose = docstrings(module)
    inside = {id(part) for node in ast.walk(module) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(module):
        if isinstance(node, ast.JoinedStr):
            first = node.values[0]
            if isinstance(first, ast.Constant):
                yield f"{first.value}{{"
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose | inside:
            yield node.value


def said() -> set[str]:
    """Every string of the core that is no docstring."""
    return {text for path in CORE.rglob("*.py") for text in strings(path)}


def names() -> set[str]:
    """The keys and class names of all races, powers and pieces, in small letters."""
    kinds = [*ABILITIES.values(), *PIECES.values()]
    return {name.lower() for kind in kinds for name in (kind.key, type(kind).__name__)}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_the_core_names_no_race_power_or_piece(path: Path) -> None:
    """Outside of `boxes` no ability's name occurs in the code (the examples in notation's docstring apart)."""
    source = path.read_text(encoding="utf-8")
    if path.stem == "notation":
        source = source.replace(ast.get_docstring(tree(path), clean=False) or "", "")
    words = {word.lower() for word in re.findall(r"[A-Za-z]+(?:-[A-Za-z]+)*", source)}
    words |= {part for word in words for part in re.split(r"[-_]", word)}
    assert not words & names()


def test_the_names_are_the_boxs() -> None:
    """The scan above looks for all 34 abilities and 6 pieces of the base box."""
    assert set(BANNERS) | set(BADGES) | set(SUPPLY) | {"dragonmaster"} <= names()


# What is printed.


def test_the_box_holds_14_races_20_powers_and_6_kinds_of_pieces() -> None:
    """There are 14 races and 20 special powers (base rules, appendix II; Components)."""
    base = BOXES["base"]
    assert [race.key for race in base.races] == sorted(BANNERS)
    assert [power.key for power in base.powers] == sorted(BADGES)
    assert {piece.key for piece in base.pieces} == set(SUPPLY)


@pytest.mark.parametrize("race", BOXES["base"].races, ids=lambda race: race.key)
def test_banners_say_what_is_printed_on_them(race: type[Ability]) -> None:
    """Tokens received, and tokens in the box (printed banners; base rules, Components)."""
    assert (race.tokens, race.supply) == BANNERS[race.key]


@pytest.mark.parametrize("power", BOXES["base"].powers, ids=lambda power: power.key)
def test_badges_say_what_is_printed_on_them(power: type[Ability]) -> None:
    """Tokens received (printed badges)."""
    assert power.tokens == BADGES[power.key]


@pytest.mark.parametrize("piece", BOXES["base"].pieces, ids=lambda piece: piece.key)
def test_there_are_as_many_pieces_as_in_the_box(piece: type[Ability]) -> None:
    """10 Lairs, 6 Fortresses, 5 Encampments, 2 Holes, 2 Heroes, 1 Dragon (base rules, Components)."""
    assert piece.supply == SUPPLY[piece.key]


def test_each_piece_belongs_to_one_ability() -> None:
    """Every piece is put on the map by somebody, and no ability by pieces that are not there."""
    owned = [kind for ability in ABILITIES.values() for kind in ability.pieces]
    assert sorted(owned) == sorted(PIECES)


def test_badges_that_stay_in_decline() -> None:
    """Fortified, Seafaring and Spirit have a face for it; Garrisoned and Marshdweller as well (rulings A9 and J28)."""
    staying = {"fortified", "seafaring", "spirit", "garrisoned", "marshdweller"}
    assert {key for key, ability in ABILITIES.items() if ability.keeps_badge} == staying


# What every ability brings.


@pytest.mark.parametrize("kind", [*ABILITIES.values(), *PIECES.values()], ids=lambda kind: kind.key)
def test_every_ability_says_its_rule(kind: Ability) -> None:
    """Its docstring is what phones show: a sentence of its own, not that of its base class."""
    rule = kind.rule()
    assert rule.endswith(".")
    assert "  " not in rule
    assert "__doc__" in vars(type(kind))


@pytest.mark.parametrize("kind", [*ABILITIES.values(), *PIECES.values()], ids=lambda kind: kind.key)
def test_every_ability_answers_hooks_there_are(kind: Ability) -> None:
    """A method that is no hook would never be asked, and a hook misspelled in `lasts` would never last."""
    bases = {name for base in type(kind).__mro__[1:] for name in vars(base)}
    methods = {name for name, value in vars(type(kind)).items() if callable(value) and not name.startswith("_")}
    assert methods <= bases
    assert kind.lasts <= set(vars(Ability))


@pytest.mark.parametrize("kind", ABILITIES.values(), ids=lambda kind: kind.key)
def test_memory_is_declared_with_a_range(kind: Ability) -> None:
    """A field that could hold one value only would remember nothing."""
    assert all(memory.least < memory.most for memory in kind.memory)


def test_memory_is_recalled_and_noted_by_declared_names_only() -> None:
    """`recall` and `Earn(remember=...)` name declared fields."""
    for path in (CORE / "boxes").rglob("*.py"):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.ClassDef):
                declared = {
                    field.args[0].value
                    for field in ast.walk(node)
                    if isinstance(field, ast.Call) and getattr(field.func, "id", "") == "Memory"
                }
                used = set()
                for call in ast.walk(node):
                    if isinstance(call, ast.Call) and getattr(call.func, "attr", "") == "recall":
                        used.add(call.args[1].value)
                    if isinstance(call, ast.keyword) and call.arg == "remember":
                        used.add(call.value.elts[0].value)
                assert used <= declared, node.name


# Words.


def test_every_race_power_piece_and_option_has_its_words() -> None:
    """The names of races, powers, pieces and boxes, and what can be chosen or corrected, in English."""
    assert unwritten() == []


def test_every_terrain_and_symbol_of_the_printed_maps_has_its_name() -> None:
    """Seven terrains and three symbols (base rules, Components: the maps)."""
    terrains = ("farmland", "forest", "hill", "mountain", "swamp", "sea", "lake")
    needed = {f"terrain.{key}" for key in terrains} | {f"symbol.{key}" for key in ("mine", "magic", "cavern")}
    assert sorted(needed - set(ENGLISH)) == []


def test_every_message_of_the_core_has_its_words() -> None:
    """No sentence is born in the rules, and none is missing."""
    keys = {text for text in said() if re.fullmatch(r"(refuse|offer|chance|act|combo|hint)\.[a-z_.]+", text)}
    assert len(keys) > 60
    assert sorted(keys - set(ENGLISH)) == []


def test_every_message_that_is_put_together_has_its_words() -> None:
    """Keys with a blank: stages, the two pieces of the column, and ways to conquer."""
    blanks = {text for text in said() if re.fullmatch(r"(refuse|chance|act|stage|offer)\.\{", text)}
    assert blanks == {"stage.{", "chance.{", "offer.{"}
    needed = {f"{key}.{stage}" for key in ("stage", "turn") for stage in STAGES}
    needed |= {f"chance.{kind}" for kind in ("banner", "badge", "attempt", "called")}
    needed |= {"offer.conquer", "offer.conquer_by", "offer.conquer_by.tray", "offer.conquer_by.at"}
    needed |= {"offer.attempt", "offer.attempt_by.at"}
    assert sorted(needed - set(ENGLISH)) == []


def test_every_item_of_bills_and_sheets_has_its_words() -> None:
    """An item is an ability or a piece by its name, or a rule of the table."""
    calls = [node for path in CORE.rglob("*.py") for node in ast.walk(tree(path)) if isinstance(node, ast.Call)]
    items = [call.args[0] for call in calls if getattr(call.func, "id", "") == "Line"]
    keys = {item.value for item in items if isinstance(item, ast.Constant)}
    assert keys == {"region", "defenders", "tribe", "mountain"}
    named = (keys - {"region"}) | {"regions", "declined", "regions.short", "declined.short"}
    assert sorted({f"line.{key}" for key in named} - set(ENGLISH)) == []


def test_no_words_are_left_over() -> None:
    """A refusal that nothing says is a rule that was lost."""
    code = [path for path in CORE.parent.rglob("*.py") if "language" not in path.parts]
    found = said() | {text for path in code for text in strings(path)}
    refusals = {key.removesuffix(".one").partition("@")[0] for key in ENGLISH if key.startswith("refuse.")}
    assert not refusals - found


# Commands.


@pytest.mark.parametrize(
    "plain",
    [
        {"type": "pick", "place": 2},
        {"type": "ready", "band": 1, "stay": {"r07": 0}},
        {"type": "conquer", "region": "r07", "way": "ordinary", "die": True, "boosts": {"fireball": 1}},
        {"type": "act", "ability": "berserk", "act": "roll", "target": ""},
        {"type": "finish"},
        {"type": "redeploy", "tokens": {"r07": 2}},
        {"type": "place", "kind": "hero", "regions": {"r07": 1}},
        {"type": "accept", "decline": True, "regions": {"r07": 1}},
        {"type": "decline", "regions": {}},
        {"type": "withdraw", "band": 2, "tokens": {"r07": 1}},
        {"type": "put_back", "band": 2, "kind": "encampment", "regions": {"r07": 1}},
        {"type": "answer", "occasion": "draw1", "value": "trolls", "source": "table"},
        {
            "type": "set_region",
            "region": "r07",
            "band": 1,
            "tokens": 2,
            "tribe": 0,
            "markers": [{"kind": "lair", "band": 1}],
        },
        {
            "type": "set_band",
            "band": 1,
            "hand": 3,
            "aside": None,
            "memo": {"wealthy.paid": 1},
            "withdrawn": None,
            "returned": {"encampment": 1},
            "powers": None,
        },
        {"type": "set_pile", "pile": "well", "kinds": {"trolls": 2, "soul": 1}},
        {"type": "set_record", "stage": "score", "band": 1, "attacks": None, "used": {"sorcerers:1": True}, "pips": 2},
        {"type": "set_coins", "seat": 0, "difference": -2, "reason": "other", "note": "lent"},
        {"type": "set_turn", "number": 3, "seat": 1},
        {"type": "leave", "seat": 1},
        {"type": "stop"},
        {"type": "unveil"},
    ],
    ids=lambda plain: plain["type"],
)
def test_commands_are_what_phones_send(plain: dict[str, object]) -> None:
    """JSON and back, without loss; a dict does as well."""
    command = commands.decode(json.dumps(plain))
    assert commands.decode(plain) == command
    assert json.loads(json.dumps(commands.encode(command))) == plain


def test_a_command_says_what_is_wrong_with_it() -> None:
    """Unknown types, unknown fields and wrong kinds of values are refused."""
    for plain in ({"type": "fly"}, {"type": "finish", "now": True}, {"type": "pick", "place": "top"}, {}):
        with pytest.raises(ValueError, match=r".+"):
            commands.decode(plain)


UNASKED = ("hooks.left(", "piece.on_fall(", "rule.lays_out(", "called")
"""What happens without asking whether those left may stay: of regions that are left or lost as a whole, before the
first turn, and a call for the die."""


def test_whatever_abilities_bring_about_goes_through_one_place() -> None:
    """`leaving.apply_and_settle` checks who may stay in a region, so no new ability can forget it."""
    calls = [(path.stem, call) for path in SOURCES for call in re.findall(r"apply_all\((.*)", path.read_text())]
    others = [(stem, call) for stem, call in calls if stem not in ("leaving", "execution")]
    assert {each for each in others if not each[1].startswith(UNASKED)} == set()
    assert ("leaving", "events)") in calls
