"""The words of each language, by message key.

English is the source and stands in tables: what the rules say, what the table
says, what machines say of themselves, what a newcomer reads, what the pages say
(their keys begin with `page.` here).  Every other language is one gettext
catalogue beside them: a message's context is our key and its id the English
sentence, so that a sentence that changes leaves its translation behind.  A key
and its `.one` are one message with a plural.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from companion.words import (
    log_en,
    machines_en,
    page_beside_en,
    page_en,
    page_game_en,
    page_lobby_en,
    pieces_en,
    rules_en,
    setup_en,
    table_en,
    turn_en,
    warcraft_en,
)

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

SOURCE = "en"
# By the name that its speakers look for.
LANGUAGES = {"en": "English", "fr": "Français", "de": "Deutsch", "es": "Español"}
PAGE = "page."
ONE = ".one"
# The names of a later printing of a box, where they differ: race.KEY@later.
PRINTED = "@"

PAGES = (page_en, page_lobby_en, page_game_en, page_beside_en)

ENGLISH: dict[str, str] = {
    **pieces_en.WORDS,
    **warcraft_en.WORDS,
    **turn_en.WORDS,
    **log_en.WORDS,
    **setup_en.WORDS,
    **table_en.WORDS,
    **machines_en.WORDS,
    **rules_en.WORDS,
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


def catalogue(language: str) -> Catalog:
    """The catalogue of a language that is not English. Raises OSError, or PoFileError for one out of order."""
    # A table that speaks English alone spares itself Babel's 5 MB.
    from babel.messages.pofile import read_po

    with path(language).open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def path(language: str) -> Path:
    """Where the catalogue of a language is."""
    return Path(__file__).parent / f"{language}.po"


def read(language: str, english: Mapping[str, str]) -> Words:
    """The words of a language, with English where the catalogue has no translation, or one of another sentence."""
    if language == SOURCE:
        return Words(english, lambda count: count == 1)
    table = dict(english)
    found = catalogue(language)
    for key, source in messages(english).items():
        message = found.get(source, context=key)
        if message is None or message.fuzzy or not message.string:
            continue
        if isinstance(message.string, str):
            table[key] = message.string
        elif all(message.string):
            table[key + ONE], table[key] = message.string
    several = gettext.c2py(found.plural_expr)
    return Words(table, lambda count: several(count) == 0)
