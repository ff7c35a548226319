"""Names as a sentence needs them: in a form of their own, agreeing with what stands beside them, joined to the words.

A catalogue may give a name more forms than one and several, each in a message beside it: `race.white-ladies:the` is
the name after an article ("die Weißen Frauen"), and `KEY:gender` says what articles and adjectives agree with.  English
has none of these messages, and where one is missing the plain name stands, or the masculine.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from string import Formatter

# Separates the key of a name from the form that a message has for it.
FORM = ":"
GENDER = "gender"
# In the order in which a sentence offers its words: `{race:los|las}`, `{piece:einen|eine|ein}`.
GENDERS = ("m", "f", "n")
# A badge whose name ends so makes one word with its banner ("Wald-Trolle"), and is named without it alone.
HYPHEN = "-"
# How a badge and a banner make one name where the language's pattern for all of them will not do.
COMBO = "combo"
# What a badge is called without a banner, where its name is only part of a combo's ("Trolls et leur Dragon").
ALONE = "alone"

# Stands in front of whatever is filled in while a sentence is put together.
SEAM = "\0"
# What a word becomes before a name that is filled in.  French: d’Ana, l’île, du Héros; an h is left as it is, for it
# may be aspirate.  Spanish (Real Academia Española): Ana e Inés, but Ana y Hierro; Ana u Olga; del Héroe.
# A sign that is large tells a name of its own ("El Niño"), which keeps its article; so the case counts everywhere.
_VOWEL = "[aàâäæeéèêëiîïoôöœuùûüAÀÂÄÆEÉÈÊËIÎÏOÔÖŒUÙÛÜ]"
JOINTS: dict[str, list[tuple[str, str]]] = {
    "en": [(rf"\b([aA]) {SEAM}(?=[aeioAEIO])", r"\1n ")],
    "fr": [
        (rf"\b([dlnsmtDLNSMT]|[qQ]u|[jJ]usqu|[lL]orsqu|[pP]uisqu)e {SEAM}(?={_VOWEL})", r"\1’"),
        (rf"\b([lL])a {SEAM}(?={_VOWEL})", r"\1’"),
        (rf"\b([dD])e {SEAM}le ", r"\1u "),
        (rf"\b([dD])e {SEAM}les ", r"\1es "),
        (rf"\bà {SEAM}le ", "au "),
        (rf"\bà {SEAM}les ", "aux "),
    ],
    "es": [
        (rf"\by {SEAM}(?=[hH]?[iíIÍ](?![aeouAEOU]))", "e "),
        (rf"\bo {SEAM}(?=[hH]?[oóOÓ]|8|11\b)", "u "),
        (rf"\b([dD]e|[aA]) {SEAM}el ", r"\1l "),
    ],
}
_joints = {language: [(re.compile(found), said) for found, said in joints] for language, joints in JOINTS.items()}


class Name(str):
    """What is filled in: `{race:the}` is its form after an article, `{race:los|las}` the word for its gender.

    `form` finds the name's other forms, "" where it has none of that kind.
    """

    form: Callable[[str], str]

    def __new__(cls, said: str, form: Callable[[str], str]) -> Name:
        name = super().__new__(cls, said)
        name.form = form
        return name

    def __format__(self, wanted: str) -> str:
        if "|" in wanted:
            return agreeing(wanted.split("|"), self.form(GENDER))
        return (wanted and self.form(wanted)) or str(self)


def agreeing(words: Sequence[str], gender: str) -> str:
    """The word of several that goes with a gender; the first where none is known, or none was offered for it."""
    at = GENDERS.index(gender) if gender in GENDERS else 0
    return words[at] if at < len(words) else words[0]


@lru_cache(maxsize=500)
def _parts(pattern: str) -> tuple[tuple[str, str | None, str | None, str | None], ...]:
    """A sentence as its catalogue has it, taken apart."""
    return tuple(Formatter().parse(pattern))


def filled(pattern: str, spoken: Mapping[str, object], language: str) -> str:
    """A sentence with its names filled in, and with the words before them as the language says them there."""
    text = ""
    for literal, field, wanted, _ in _parts(pattern):
        text += literal
        if field is not None:
            text += SEAM + _formed(spoken[field], wanted or "")
    for found, said in _joints.get(language, ()):
        text = found.sub(said, text)
    return text.replace(SEAM, "")


def _formed(said: object, wanted: str) -> str:
    """A name in the form that a sentence wants; what is no name has none."""
    if isinstance(said, Name):
        return format(said, wanted)
    return agreeing(wanted.split("|"), "") if "|" in wanted else str(said).replace(SEAM, "")
