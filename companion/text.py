"""Message keys to sentences in a language.  No sentence is born in the rules.

Arguments are turned into words by their name: `race` into the race's name,
`region` into "region 7", and so on; see SPOKEN.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.rules.model import Line, Say
from companion.rules.sets import ABILITIES
from companion.words import en, table_en

DEFAULT = "en"
LANGUAGES: dict[str, dict[str, str]] = {DEFAULT: {**en.WORDS, **table_en.WORDS}}


def language_for(wanted: list[str]) -> str:
    """The first language we have of those a phone asks for ("de-AT", "fr"), else English."""
    for tag in wanted:
        if tag.split("-")[0].lower() in LANGUAGES:
            return tag.split("-")[0].lower()
    return DEFAULT


def say(words: Say, language: str = DEFAULT) -> str:
    """A sentence in a language.  Raises KeyError for a key that has no words."""
    table = LANGUAGES.get(language, LANGUAGES[DEFAULT])
    pattern = table[words.key]
    if not words.args:
        return pattern
    if words.args.get("count") == 1:
        pattern = table.get(f"{words.key}.one", pattern)
    spoken = {name: _spoken(name, value, words.args, language) for name, value in words.args.items()}
    return pattern.format(**spoken)


def sentence(words: Say, language: str = DEFAULT) -> str:
    """The same with a capital letter, to stand alone."""
    text = say(words, language)
    return text[:1].upper() + text[1:]


def name(kind: str, key: str, language: str = DEFAULT) -> str:
    """The name of a race, power, piece, terrain or symbol; the key itself if it has none."""
    return LANGUAGES.get(language, LANGUAGES[DEFAULT]).get(f"{kind}.{key}", key)


def label(key: str, language: str = DEFAULT) -> str:
    """The words of a message key that people may have made up: the key itself if it has none."""
    return LANGUAGES.get(language, LANGUAGES[DEFAULT]).get(key, key)


def race(key: str, count: int, language: str = DEFAULT) -> str:
    """The name of a race's tokens: one Troll, two Trolls."""
    table = LANGUAGES.get(language, LANGUAGES[DEFAULT])
    many = table.get(f"race.{key}", key)
    return table.get(f"race.{key}.one", many) if count == 1 else many


def region(region_id: str, language: str = DEFAULT) -> str:
    """A region as people call it: "region 7"."""
    return say(Say("region", {"number": number(region_id)}), language)


def number(region_id: str) -> str:
    """The number on the drawn map: "r07" is 7; other ids speak for themselves."""
    digits = region_id[1:]
    return digits.lstrip("0") if region_id[:1] == "r" and digits.isdecimal() else region_id


def ability(key: str, language: str = DEFAULT) -> str:
    """The name of a race or a power, whichever it is."""
    table = LANGUAGES.get(language, LANGUAGES[DEFAULT])
    return table.get(f"power.{key}") or table.get(f"race.{key}") or key


def piece(key: str, language: str = DEFAULT) -> str:
    """The name of a piece, or of a banner or badge that is turned up."""
    table = LANGUAGES.get(language, LANGUAGES[DEFAULT])
    return table.get(f"piece.{key}") or ability(key, language)


def reason(line: Line, language: str = DEFAULT) -> str:
    """What an item of a bill is for; abilities are named in small letters."""
    if line.key in ABILITIES:
        return ability(line.key, language).lower()
    return name("line", line.key, language)


def bill(lines: tuple[Line, ...], language: str = DEFAULT) -> str:
    """A bill in the table's own words: "region 2, mountain 1, commando -1"."""
    return ", ".join(f"{reason(line, language)} {line.amount}" for line in lines)


def _spoken(arg: str, value: Any, args: dict[str, Any], language: str) -> object:
    if isinstance(value, int):
        return value
    if isinstance(value, Say):
        return say(value, language)
    if arg == "bill":
        return bill(value, language)
    if isinstance(value, tuple):
        return (", " if arg == "regions" else "; ").join(str(_spoken(arg, item, args, language)) for item in value)
    if arg == "race":
        return race(value, args.get("count", 2), language)
    speak = SPOKEN.get(arg)
    return speak(value, language) if speak and isinstance(value, str) else value


SPOKEN: dict[str, Callable[[str, str], str]] = {
    "region": region,
    "ability": ability,
    "power": lambda key, language: name("power", key, language),
    "piece": piece,
    "terrain": lambda key, language: name("terrain", key, language),
    "source": lambda key, language: name("source", key, language),
}
