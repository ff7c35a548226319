"""The words of each language, by message key.

English is the source and stands in tables: what the rules say, what the table
says, what machines say of themselves, what a newcomer reads, what the pages say
(their keys begin with `page.` here).  Every other language is one gettext
catalogue beside them: a message's context is our key and its id the English
sentence, so that a translation of an older sentence is noticed.  A key and its
`.one` are one message with a plural.  Messages with a colon in their key are a
language's own: other forms of a name (`names.py`).
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Mapping
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, NamedTuple

from companion.language.en import (
    book,
    log,
    machines,
    page,
    page_beside,
    page_game,
    page_lobby,
    page_screens,
    page_turn,
    pieces,
    rules,
    setting_up,
    setup,
    table,
    turn,
    warcraft,
)
from companion.language.names import FORM

if TYPE_CHECKING:
    from polib import POFile

SOURCE = "en"
# By the name that its speakers look for.
LANGUAGES = {"en": "English", "fr": "Français", "de": "Deutsch", "es": "Español"}
PAGE = "page."
ONE = ".one"
# The names of a later printing of a box, where they differ: race.KEY@later.
PRINTED = "@"

PAGES = (page, page_lobby, page_game, page_turn, page_beside, page_screens)

ENGLISH: dict[str, str] = {
    **pieces.WORDS,
    **warcraft.WORDS,
    **turn.WORDS,
    **log.WORDS,
    **setup.WORDS,
    **table.WORDS,
    **machines.WORDS,
    **rules.WORDS,
    **book.WORDS,
    **setting_up.WORDS,
    **{PAGE + key: word for part in PAGES for key, word in part.WORDS.items()},
}


class Words(NamedTuple):
    """A language: its sentence for each key, and whether a number of things is one of them."""

    table: Mapping[str, str]
    singular: Callable[[int], bool]


def messages(english: Mapping[str, str]) -> dict[str, str | tuple[str, str]]:
    """English as catalogues hold it, by key: a sentence, or one for one thing and one for several."""
    return {
        key: (english[key + ONE], word) if key + ONE in english else word
        for key, word in english.items()
        if not key.endswith(ONE)
    }


def catalogue(language: str) -> POFile:
    """The catalogue of a language that is not English. Raises OSError, also for one out of order."""
    # A table that speaks English alone reads none.
    import polib

    return polib.pofile(str(path(language)), wrapwidth=0)


def path(language: str) -> Path:
    """Where the catalogue of a language is."""
    return Path(__file__).parent / f"{language}.po"


def read(language: str, english: Mapping[str, str]) -> Words:
    """The words of a language, with English where the catalogue has no translation.

    A translation of an older sentence is shown as long as it fills in the same names: at a
    table that reads German, yesterday's German is of more use than today's English.
    """
    if language == SOURCE:
        return Words(english, lambda count: count == 1)
    table = dict(english)
    found = catalogue(language)
    translated = {message.msgctxt: message for message in found}
    for key, source in messages(english).items():
        message = translated.get(key)
        if message is None:
            continue
        one, several = message.msgstr_plural.values() if message.msgid_plural else ("", message.msgstr)
        wanted = names(source if isinstance(source, str) else source[1])
        if names(several) != wanted or names(one) - wanted or bool(one) == isinstance(source, str):
            continue
        if several:
            table |= {key: several, **({key + ONE: one} if one else {})}
    table |= {key: message.msgstr for key, message in translated.items() if FORM in key}
    plural = gettext.c2py(found.metadata["Plural-Forms"].partition("plural=")[2].rstrip(";"))
    return Words(table, lambda count: plural(count) == 0)


def names(pattern: str) -> set[str]:
    """The names in braces that a sentence fills in."""
    return {name for _, name, _, _ in Formatter().parse(pattern) if name is not None}
