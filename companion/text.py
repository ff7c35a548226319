"""Message keys to sentences in a language.  No sentence is born in the rules.

Arguments are turned into words by their name: `race` into the race's name,
`region` into "region 7", and so on; see SPOKEN.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any

from companion.rules.ability import PRINTING
from companion.rules.model import Line, Say
from companion.rules.notation.line import on_one_line
from companion.rules.sets import ABILITIES, OWN, SETS
from companion.words import ENGLISH, LANGUAGES, ONE, PAGE, PRINTED, SOURCE, Words, read

DEFAULT = SOURCE
RULE = "rule"
# Their nouns keep their capitals within a sentence.
CAPITALS = ("de",)
# What stands between a language and a printing in a language tag; such a tag is private by BCP 47.
_PRINTING = "-x-"
# What stands between a printing and the mark of a table's own words.
_OWN = "-own-"
# Own words by their mark; tables rarely change them, and each is a few sentences.
_owned: dict[str, Mapping[str, str]] = {}
# Pieces that a table names itself, by the kind of their name.
BLANK = {"race": "blank-banner", "power": "blank-badge"}


def english() -> dict[str, str]:
    """Every English sentence by its key; an ability's rule is its docstring."""
    rules = {f"{RULE}.{key}": ability.rule() for key, ability in ABILITIES.items()}
    return {**ENGLISH, **rules, **dict(_called())}


def _called() -> Iterator[tuple[str, str]]:
    """The names of an owner's own races, powers and pieces, which their classes know."""
    box = SETS.get(OWN)
    for kind, held in (("race", box.races), ("power", box.powers), ("piece", box.pieces)) if box else ():
        for own in held:
            one, several = own.called or (own.key, own.key)
            name = f"{kind}.{own.key}"
            yield from ((name, several), (name + ONE, one), (f"line.{own.key}", one.lower()))
            for memory in own.memory:
                yield f"memory.{own.key}.{memory.key}", memory.key


# Own names of blank pieces make a table anew; those that nobody speaks any more are let go.
@lru_cache(maxsize=32)
def words(language: str = DEFAULT) -> Words:
    """The words of a language, read once; of English if there is no such language."""
    spoken, _, manner = language.partition(_PRINTING)
    if manner:
        found = words(spoken)
        printing, _, own = manner.partition(_OWN)
        table = in_print(found.table, printing) if printing else found.table
        return found._replace(table={**table, **_owned.get(own, {})})
    return read(spoken if spoken in LANGUAGES else DEFAULT, english())


def in_print(table: Mapping[str, str], printing: str) -> dict[str, str]:
    """Words with those in place that differ in a printing: `race.KEY@PRINTING` instead of `race.KEY`."""
    mark = PRINTED + printing
    return {**table, **{key.replace(mark, "", 1): word for key, word in table.items() if mark in key}}


def manner(options: Mapping[str, str]) -> str | None:
    """How a table with these options speaks of its pieces, None where it does so as everybody.

    It may use the names of a later printing, and has own words for its blank pieces.
    """
    chosen = options.get(PRINTING.key, PRINTING.default)
    printing = "" if chosen == PRINTING.default else chosen
    own = {key: word for kind, blank in BLANK.items() for key, word in _own_words(kind, blank, options)}
    if not own:
        return printing or None
    mark = sha256(repr(sorted(own.items())).encode()).hexdigest()[:16]
    _owned[mark] = own
    return printing + _OWN + mark


def _own_words(kind: str, blank: str, options: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The name and the rule that a table has given to a blank piece."""
    if called := options.get(f"{blank}-name"):
        yield from ((f"{kind}.{blank}{one}", called) for one in ("", ONE))
    if told := options.get(f"{blank}-rule"):
        yield f"{RULE}.{blank}", told


def printed(language: str, manner: str | None) -> str:
    """A language as a table that speaks in this manner speaks it: "fr", or "fr-x-later"."""
    return language + _PRINTING + manner if manner else language


def page(language: str) -> dict[str, str]:
    """The words that a page says by itself, and those of the board that it needs."""
    table = words(language).table
    own = {key.removeprefix(PAGE): word for key, word in table.items() if key.startswith(PAGE)}
    return own | {key: word for key, word in table.items() if key.startswith(("terrain.", "symbol."))}


def language_for(wanted: list[str]) -> str:
    """The first language we have of those a phone asks for ("de-AT", "fr"), else English."""
    for tag in wanted:
        if tag.split("-")[0].lower() in LANGUAGES:
            return tag.split("-")[0].lower()
    return DEFAULT


def say(told: Say, language: str = DEFAULT) -> str:
    """A sentence in a language.  Raises KeyError for a key that has no words."""
    if told.key == COMBO:
        return combo(told.args["power"], told.args["race"], language)
    pattern = _of(told.key, told.args.get("count"), language)
    if not told.args:
        return pattern
    spoken = {name: _spoken(name, value, told.args, language) for name, value in told.args.items()}
    return pattern.format(**spoken)


def sentence(told: Say, language: str = DEFAULT) -> str:
    """The same with a capital letter, to stand alone."""
    text = say(told, language)
    return text[:1].upper() + text[1:]


def name(kind: str, key: str, language: str = DEFAULT) -> str:
    """The name of a race, power, piece, terrain or symbol; the key itself if it has none."""
    return words(language).table.get(f"{kind}.{key}", key)


def mentioned(told: Say) -> tuple[str, ...]:
    """The races and powers that a sentence names, in its order."""
    found: list[str] = []
    for arg, value in told.args.items():
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, Say):
                found += mentioned(each)
            # A player may be called like a race.
            elif arg in ("race", "power", "ability", "piece") and each in ABILITIES:
                found.append(each)
    return tuple(dict.fromkeys(found))


def label(key: str, language: str = DEFAULT) -> str:
    """The words of a message key that people may have made up: the key itself if it has none."""
    return words(language).table.get(key, key)


def race(key: str, count: int, language: str = DEFAULT) -> str:
    """The name of a race's tokens: one Troll, two Trolls."""
    return _of(f"race.{key}", count, language) if f"race.{key}" in words(language).table else key


def faction(key: str, language: str = DEFAULT) -> str:
    """The side on which a race stands; "" in a box without sides."""
    box = next((box for box in SETS.values() if any(race.key == key for race in box.races)), None)
    if box is None or not any(race.faction for race in box.races):
        return ""
    return words(language).table[f"faction.{ABILITIES[key].faction or 'neutral'}"]


def combo(powers: str | Iterable[str], key: str, language: str = DEFAULT) -> str:
    """A race with its powers, as its badge and banner lie side by side; the race alone when it has none."""
    named = " ".join(name("power", each, language) for each in ((powers,) if isinstance(powers, str) else powers))
    banner = race(key, 2, language)
    whole = words(language).table[COMBO].format(power=named, race=banner)
    return whole.replace(HYPHEN + " ", HYPHEN) if named else banner


def rule(key: str, language: str = DEFAULT) -> str:
    """The rule of a race or a power in our own words."""
    return words(language).table[f"{RULE}.{key}"]


def region(region_id: str, language: str = DEFAULT) -> str:
    """A region as people call it: "region 7"."""
    return say(Say("region", {"number": number(region_id)}), language)


def number(region_id: str) -> str:
    """The number on the drawn map: "r07" is 7; other ids speak for themselves."""
    digits = region_id[1:]
    return digits.lstrip("0") if region_id[:1] == "r" and digits.isdecimal() else region_id


def ability(key: str, language: str = DEFAULT) -> str:
    """The name of a race, a power or a prize, whichever it is."""
    table = words(language).table
    named = (f"power.{key}", f"race.{key}", f"piece.{key}")
    return next((table[name] for name in named if name in table), key).removesuffix(HYPHEN)


def piece(key: str, language: str = DEFAULT) -> str:
    """The name of a piece, or of a banner or badge that is turned up."""
    table = words(language).table
    return table.get(f"piece.{key}") or ability(key, language)


def reason(line: Line, language: str = DEFAULT) -> str:
    """What an item of a bill is for; abilities are named in small letters, where nouns are."""
    if line.key in ABILITIES:
        found = ability(line.key, language)
        return found if language.startswith(CAPITALS) else found.lower()
    return name("line", line.key, language)


def bill(lines: tuple[Line, ...], language: str = DEFAULT) -> str:
    """A bill in the table's own words: "region 2, mountain 1, commando -1"."""
    return ", ".join(f"{reason(line, language)} {line.amount}" for line in lines)


def _of(key: str, count: object, language: str) -> str:
    """The pattern of a message, that for one thing where its `count` is one. Raises KeyError."""
    table, singular = words(language)
    one = key + ONE
    return table[one] if isinstance(count, int) and one in table and singular(count) else table[key]


def _spoken(arg: str, value: Any, args: dict[str, Any], language: str) -> object:
    if isinstance(value, int):
        return value
    if isinstance(value, str):
        value = on_one_line(value)
    if isinstance(value, Say):
        return say(value, language)
    if arg == "bill":
        return bill(value, language)
    if isinstance(value, tuple):
        return JOINED.get(arg, "; ").join(str(_spoken(arg, item, args, language)) for item in value)
    if arg == "race":
        return race(value, args.get("count", 2), language)
    speak = SPOKEN.get(arg)
    return speak(value, language) if speak and isinstance(value, str) else value


# A badge whose name ends so makes one word with its banner ("Wald-Trolle"), and is named without it alone.
HYPHEN = "-"
COMBO = "combo"
# What stands between several of them; what is not named here are clauses.
JOINED = {"regions": ", ", "lies": ", ", "help": ", ", "power": " "}

SPOKEN: dict[str, Callable[[str, str], str]] = {
    "region": region,
    "stand": lambda key, language: region(key, language) if key else "",
    "ability": ability,
    "power": ability,
    "piece": piece,
    "terrain": lambda key, language: name("terrain", key, language),
    "pile": lambda key, language: name("pile", key, language),
    "source": lambda key, language: name("source", key, language),
}
