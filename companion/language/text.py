"""Messages to sentences in a language; the rules contain no sentences.

Arguments are turned into words by their name: `race` into the race's name,
`region` into "region 7", and so on; see SPOKEN.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from threading import Lock
from typing import Any

from companion.language.catalogues import ENGLISH, LANGUAGES, ONE, PAGE, PRINTED, SOURCE, Words, read
from companion.language.names import ALONE, COMBO, FORM, GENDER, HYPHEN, Name, filled
from companion.language.sums import Part, Sum
from companion.rules import ways
from companion.rules.ability import PRINTING
from companion.rules.boxes.registry import ABILITIES, BOXES, OWN
from companion.rules.model import Line, Message
from companion.rules.notation.line import on_one_line

log = logging.getLogger(__name__)

DEFAULT = SOURCE
# So many languages, printings and sets of own words are kept at a time.
MOST_SPOKEN = 32
# And so many of the names in them.
MOST_NAMES = 500
RULE = "rule"
# Separates a language from a printing in a language tag; BCP 47 calls such a tag private.
_PRINTING = "-x-"
# Separates a printing from the hash of a table's own words.
_OWN = "-own-"
# Own words by their mark, those spoken last at the end. A table has one such set, and a new one with each change of a
# name in the lobby.
_owned: dict[str, Mapping[str, str]] = {}
_owned_lock = Lock()
# Keys that were requested but have no words.
missing: set[str] = set()
# Pieces that a table can name itself, by kind.
BLANK = {"race": "blank-banner", "power": "blank-badge"}


def english() -> dict[str, str]:
    """Every English sentence by its key; an ability's rule is its docstring."""
    rules = {f"{RULE}.{key}": ability.rule() for key, ability in ABILITIES.items()}
    return {**ENGLISH, **rules, **dict(_called())}


def _called() -> Iterator[tuple[str, str]]:
    """The names of home-made races, powers and pieces, from their classes."""
    box = BOXES.get(OWN)
    for kind, held in (("race", box.races), ("power", box.powers), ("piece", box.pieces)) if box else ():
        for own in held:
            one, several = own.called or (own.key, own.key)
            name = f"{kind}.{own.key}"
            yield from ((name, several), (name + ONE, one))
            if kind == "piece":
                yield from ((f"line.{own.key}", several), (f"line.{own.key}{ONE}", one))
            for memory in own.memory:
                yield f"memory.{own.key}.{memory.key}", memory.key


# Own names of blank pieces make another table of words; those that nobody speaks any more are dropped.
@lru_cache(maxsize=MOST_SPOKEN)
def words(language: str = DEFAULT) -> Words:
    """The words of a language, read once; of English if there is no such language."""
    spoken, _, manner = language.partition(_PRINTING)
    if manner:
        found = words(spoken)
        printing, _, own = manner.partition(_OWN)
        table = in_print(found.table, printing) if printing else found.table
        called = _owned.get(own, {})
        # A name that the table has given has no forms but its own.
        kept = {key: word for key, word in table.items() if key.partition(FORM)[0] not in called}
        return found._replace(table={**kept, **called})
    return read(spoken if spoken in LANGUAGES else DEFAULT, english())


def in_print(table: Mapping[str, str], printing: str) -> dict[str, str]:
    """Words with those in place that differ in a printing: `race.KEY@PRINTING` instead of `race.KEY`."""
    mark = PRINTED + printing
    return {**table, **{key.replace(mark, "", 1): word for key, word in table.items() if mark in key}}


def manner(options: Mapping[str, str]) -> str | None:
    """How a table with these options names its pieces, None for the usual names.

    It may use the names of a later printing, and has own words for its blank pieces.
    """
    chosen = options.get(PRINTING.key, PRINTING.default)
    printing = "" if chosen == PRINTING.default else chosen
    own = {key: word for kind, blank in BLANK.items() for key, word in _own_words(kind, blank, options)}
    if not own:
        return printing or None
    mark = sha256(repr(sorted(own.items())).encode()).hexdigest()[:16]
    with _owned_lock:
        _owned.pop(mark, None)
        _owned[mark] = own
        if len(_owned) > MOST_SPOKEN:
            del _owned[next(iter(_owned))]
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
    """The words of the pages themselves, and the terrain and symbols they need."""
    table = words(language).table
    own = {key.removeprefix(PAGE): word for key, word in table.items() if key.startswith(PAGE)}
    return own | {key: word for key, word in table.items() if key.startswith(("terrain.", "symbol."))}


def language_for(wanted: list[str]) -> str:
    """The first language we have of those a phone asks for ("de-AT", "fr"), else English."""
    for tag in wanted:
        if tag.split("-")[0].lower() in LANGUAGES:
            return tag.split("-")[0].lower()
    return DEFAULT


def say(told: Message, language: str = DEFAULT) -> str:
    """A message as text in a language; the key itself if it has no words."""
    if told.key == COMBO:
        return combo(told.args["power"], told.args["race"], language)
    pattern = _of(told.key, told.args.get("count"), language)
    if not told.args:
        return pattern
    return _fill(
        pattern, {name: _spoken(name, value, told.args, language) for name, value in told.args.items()}, language
    )


def _fill(pattern: str, spoken: Mapping[str, object], language: str) -> str:
    return filled(pattern, spoken, language.partition(_PRINTING)[0])


def sentence(told: Message, language: str = DEFAULT) -> str:
    """A message as a sentence of its own, with a capital letter."""
    return capital(say(told, language))


def capital(said: str) -> str:
    """Words with a capital in front, as they stand on a button or in a list."""
    return said[:1].upper() + said[1:]


def here(told: Message) -> Message:
    """What hands do in a region, for whoever sees a picture of it: without its name, where there are such words."""
    key = f"{told.key}.here"
    return Message(key, told.args) if key in words().table else told


def name(kind: str, key: str, language: str = DEFAULT) -> str:
    """The name of a race, power, piece, terrain or symbol; the key itself if it has none."""
    return words(language).table.get(f"{kind}.{key}", key)


def mentioned(told: Message) -> tuple[str, ...]:
    """The races and powers that a sentence names, in its order."""
    found = _mentions(told, ("race", "power", "ability", "piece"))
    # A player may have the name of a race.
    return tuple(dict.fromkeys(each for each in found if each in ABILITIES))


def places(told: Message) -> tuple[str, ...]:
    """The regions that a sentence names, in its order."""
    return tuple(dict.fromkeys(each for each in _mentions(told, ("region", "regions", "stand")) if each))


def _mentions(told: Message, args: Collection[str]) -> Iterator[str]:
    """What a sentence, or one inside it, has for these arguments."""
    for arg, value in told.args.items():
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, Message):
                yield from _mentions(each, args)
            elif arg in args:
                yield each


def label(key: str, language: str = DEFAULT) -> str:
    """The words of a message key that people may have made up: the key itself if it has none."""
    return words(language).table.get(key, key)


def race(key: str, count: int, language: str = DEFAULT) -> str:
    """The name of a race's tokens: one Troll, two Trolls."""
    return str(_name(f"race.{key}", language, count))


def _name(key: str, language: str, count: object = None) -> Name:
    """A name with its forms, by its key in the catalogue: what comes after the point where it has no words."""
    return _named(key, language, isinstance(count, int) and words(language).singular(count))


# A state says some 150 names, and nearly all of them were in the one before.
@lru_cache(maxsize=MOST_NAMES)
def _named(key: str, language: str, single: bool) -> Name:
    table = words(language).table
    at = key + ONE if single and key + ONE in table else key

    # It looks the words up again: a name that is kept here must not keep a whole table that nobody speaks any more.
    def form(wanted: str) -> str:
        return words(language).table.get(f"{key if wanted == GENDER else at}{FORM}{wanted}", "")

    return Name(table.get(at) or key.partition(".")[2], form)


@lru_cache(maxsize=MOST_NAMES)
def faction(key: str, language: str = DEFAULT) -> str:
    """The faction of a race; "" in a box without factions."""
    box = next((box for box in BOXES.values() if any(race.key == key for race in box.races)), None)
    if box is None or not any(race.faction for race in box.races):
        return ""
    return _pattern(f"faction.{ABILITIES[key].faction or 'neutral'}", language)


def combo(powers: str | Iterable[str], key: str, language: str = DEFAULT) -> str:
    """A race with its powers, as on the badge and banner; the race alone when it has none."""
    return str(combo_name(powers, key, language))


def combo_name(powers: str | Iterable[str], key: str, language: str) -> Name:
    """The same with its forms."""
    return _combo((powers,) if isinstance(powers, str) else tuple(powers), key, language)


@lru_cache(maxsize=MOST_NAMES)
def _combo(powers: tuple[str, ...], key: str, language: str) -> Name:
    badges = [_name(f"power.{each}", language) for each in powers]
    banner = _name(f"race.{key}", language, 2)

    def form(wanted: str) -> str:
        return banner.form(wanted) if wanted == GENDER or not badges else _joined(badges, banner, wanted, language)

    return Name(_joined(badges, banner, "", language), form)


def _joined(badges: Sequence[Name], banner: Name, wanted: str, language: str) -> str:
    """A race with its powers in a form, "" for that in which it stands alone; an adjective agrees with the race."""
    whole = words(language).table[COMBO]
    named = format(banner, wanted)
    around = [form for form in (badge.form(COMBO) for badge in badges) if form]
    # "Horden der Elben" is one name, and what else the race has stands before it; "et leur Dragon" ends the combo.
    for pattern in around:
        if not pattern.startswith("{race}"):
            named = _fill(pattern, {"race": banner}, language)
    power = ""
    # "Fantômes Volants des Forêts", whichever came first: adjectives stand beside what they agree with.
    for badge in sorted(badges, key=lambda badge: bool(badge.form(ALONE))):
        if not badge.form(COMBO):
            power += " " if power and not power.endswith(HYPHEN) else ""
            power += badge.form(wanted) or badge.form(banner.form(GENDER)) or badge
    if power.endswith(HYPHEN):
        if named == format(banner, wanted):
            whole = banner.form(f"{COMBO}-{wanted}" if wanted else COMBO) or whole
        whole = whole.replace("{power} ", "{power}")
    said = _fill(whole, {"power": power, "race": named}, language) if power else named
    for pattern in around:
        if pattern.startswith("{race}"):
            said = _fill(pattern, {"race": said}, language)
    return said


def rule(key: str, language: str = DEFAULT) -> str:
    """The rule of a race or a power in our own words."""
    return _pattern(f"{RULE}.{key}", language)


@lru_cache(maxsize=MOST_NAMES)
def region(region_id: str, language: str = DEFAULT) -> str:
    """A region as people call it: "region 7"."""
    return say(Message("region", {"number": number(region_id)}), language)


def number(region_id: str) -> str:
    """The number on the drawn map: "r07" is 7; other ids speak for themselves."""
    digits = region_id[1:]
    return digits.lstrip("0") if region_id[:1] == "r" and digits.isdecimal() else region_id


def ability(key: str, language: str = DEFAULT) -> str:
    """The name of a race, a power or a prize, whichever it is."""
    return str(_ability(key, language))


@lru_cache(maxsize=MOST_NAMES)
def _ability(key: str, language: str) -> Name:
    table = words(language).table
    named = next((name for name in (f"power.{key}", f"race.{key}", f"piece.{key}") if name in table), f"piece.{key}")
    found = _name(named, language, 1 if named.startswith("piece.") else None)
    return Name(found.form(ALONE) or found.removesuffix(HYPHEN) or found, found.form)


def piece(key: str, language: str = DEFAULT, count: int = 1) -> str:
    """The name of a piece, one or several of it, or of a banner or badge that is turned up."""
    return str(piece_name(key, language, count))


def piece_name(key: str, language: str, count: object = 1) -> Name:
    """The same with its forms."""
    named = f"piece.{key}"
    return _name(named, language, count) if named in words(language).table else _ability(key, language)


def noun(line: Line, language: str = DEFAULT) -> str:
    """What an item of a bill counts: "defenders", "Commando"; "" for the price of the region itself."""
    if line.key == "region":
        return ""
    key = f"line.{line.key}"
    if key in words(language).table:
        return _of(key, abs(line.amount), language)
    if f"race.{line.key}" in words(language).table:
        return say(Message("line.race", {"race": line.key, "count": abs(line.amount)}), language)
    return say(Message("line.ability", {"ability": line.key}), language)


def bill(lines: tuple[Line, ...], language: str = DEFAULT) -> Sum:
    """A bill as a sum: "2 + 1 mountain - 1 Giant = 2"."""
    items, floor = ways.below_least(lines)
    least = ""
    if floor:
        words = {"count": ways.price(lines), "ability": floor.key}
        least = say(Message("sum.least" if floor.key == "least" else "sum.least.of", words), language)
    return Sum(tuple(Part(line.amount, noun(line, language)) for line in items), least)


def _of(key: str, count: object, language: str) -> str:
    """The pattern of a message, the singular if its `count` is one."""
    table, singular = words(language)
    one = key + ONE
    found = one if isinstance(count, int) and one in table and singular(count) else key
    return table[found] if found in table else _pattern(found, language)


def _pattern(key: str, language: str) -> str:
    """The words of a key, or the key itself, so that a missing word breaks no screen."""
    found = words(language).table.get(key)
    if found is not None:
        return found
    if key not in missing:
        missing.add(key)
        log.warning("There are no words for %s: add them to companion/language/en", key)
    return key


def decimal(number: float, language: str = DEFAULT) -> str:
    """A number to one place, with the language's decimal sign: "0.7", "0,7"; "18" where nothing is left over."""
    whole, _, tenth = f"{number:.1f}".partition(".")
    return whole if tenth == "0" else _pattern("decimal", language).format(whole=whole, tenth=tenth)


def listed(parts: Sequence[str], language: str = DEFAULT) -> str:
    """Several things said in one breath: "3, 9 and 12"; "" for none."""
    if not parts:
        return ""
    *before, last = parts
    spoken = {"before": ", ".join(before), "last": last}
    return _fill(_pattern("listed", language), spoken, language) if before else last


def _spoken(arg: str, value: Any, args: dict[str, Any], language: str) -> object:
    if isinstance(value, str):
        return _word(arg, on_one_line(value), args, language)
    if isinstance(value, int):
        return _number(value, language)
    if isinstance(value, Message):
        return (
            combo_name(value.args["power"], value.args["race"], language)
            if value.key == COMBO
            else say(value, language)
        )
    if isinstance(value, float):
        return decimal(value, language)
    if arg == "bill":
        return bill(value, language).text
    if isinstance(value, tuple):
        spoken = [str(_spoken(arg, item, args, language)) for item in value]
        if arg in LISTED:
            return listed(spoken, language)
        return (JOINED.get(arg) or _pattern("clauses", language)).join(spoken)
    return value


@lru_cache(maxsize=MOST_NAMES, typed=True)
def _number(value: int, language: str) -> Name:
    """A number. As `{price:coins}` it has the noun of the message `coins`, in the singular where it is one."""

    def form(noun: str) -> str:
        return say(Message(noun, {"count": value}), language) if noun in words(language).table else ""

    return Name(str(value), form)


def _word(arg: str, key: str, args: dict[str, Any], language: str) -> str:
    """What a key stands for in a sentence; what is no key, such as a player's name, stays as it is."""
    if arg == "race":
        return _name(f"race.{key}", language, args.get("count", 2))
    if arg == "piece":
        return piece_name(key, language, args.get("count", 1))
    speak = SPOKEN.get(arg)
    return speak(key, language) if speak else key


# Separators of lists; those not named here are clauses.
JOINED = {"regions": ", ", "lies": ", ", "power": ", "}
# Lists with a word before their last item: "6, 20" would be a number in languages with a decimal comma.
LISTED = ("numbers", "faces", "help")

SPOKEN: dict[str, Callable[[str, str], str]] = {
    "region": region,
    "stand": lambda key, language: region(key, language) if key else "",
    "ability": _ability,
    "power": _ability,
    "terrain": lambda key, language: name("terrain", key, language),
    "pile": lambda key, language: name("pile", key, language),
    "heading": lambda key, language: name("heading", key, language),
    "source": lambda key, language: name("source", key, language),
}
