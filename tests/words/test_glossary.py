"""One thing has one word: the glossary's words are used, and what it forbids is not."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from polib import POEntry

from companion.language.catalogues import SOURCE, catalogue
from companion.language.text import english
from docs.words import forms

TOP = Path(__file__).parents[2]
GLOSSARY = TOP / "docs" / "glossary.md"
# Sentences in the change log stay as their version was released.
DOCUMENTS = sorted({*TOP.glob("*.md"), *(TOP / "docs").glob("*.md")} - {GLOSSARY, TOP / "CHANGELOG.md"})
CODE = [path for kind in ("py", "js") for path in (TOP / "companion").rglob(f"*.{kind}") if "vendor" not in path.parts]
NAMES = {"English": "en", "German": "de", "French": "fr", "Spanish": "es"}
OTHERS = [name for name, language in NAMES.items() if language != SOURCE]
# A row for this says what only screens must not say.
SCREENS = " screens"
NOTHING = "–"


def tables() -> list[list[dict[str, str]]]:
    """The rows of the glossary's tables, by their headings."""
    found = []
    for chapter in re.split(r"^## ", GLOSSARY.read_text(encoding="utf-8"), flags=re.M)[1:]:
        lines = [line for line in chapter.splitlines() if line.startswith("|")]
        head, _, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines)
        found.append([dict(zip(head, row, strict=True)) for row in rows])
    return found


def words(cell: str) -> list[str]:
    """The forms that a cell holds."""
    return [] if cell == NOTHING else [word.strip() for word in cell.split(",")]


def pattern(word: str) -> re.Pattern[str]:
    """Finds a word as a whole; a star stands for any beginning or ending, a capital for itself."""
    begin = "" if word[0] in "*'’" else r"\b"
    end = "" if word[-1] in "*:" else r"\b"
    # A German noun has its capital everywhere: "Set" is not the "set" of a command to type.
    return re.compile(begin + re.escape(word.strip("*")) + end, 0 if word[0].isupper() else re.I)


GAME, TABLE, FORBIDDEN = tables()
TERMS = GAME + TABLE


def unused(forms_of_it: str, sentences: Iterable[str]) -> list[str]:
    """The forms in a cell that none of the sentences uses."""
    text = "\n".join(sentences)
    return [word for word in words(forms_of_it) if not pattern(word).search(text)]


def misused(sentences: Iterable[tuple[str, str]], *languages: str) -> list[tuple[str, str]]:
    """Where sentences, each by its name, use a word that the rows of these languages forbid."""
    unwanted = [word for row in FORBIDDEN if row["Language"] in languages for word in words(row["Not"])]
    return [(name, word) for name, sentence in sentences for word in unwanted if pattern(word).search(sentence)]


def waits(message: POEntry) -> bool:
    """Whether somebody has yet to translate a message."""
    return message.fuzzy or not all(forms(message))


@pytest.mark.parametrize("term", TERMS, ids=lambda term: term["English"])
def test_a_term_is_said_on_a_screen(term: dict[str, str]) -> None:
    """Each English form is in an English sentence."""
    assert unused(term["English"], english().values()) == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_term_is_translated_by_its_word(language: str) -> None:
    """Each form is in a sentence of its language, unless a sentence with the English word waits for its translation."""
    messages = catalogue(NAMES[language])
    waiting = [f"{each.msgid}\n{each.msgid_plural}" for each in messages if waits(each)]
    said = [form for each in messages for form in forms(each)]
    settled = [term for term in TERMS if len(unused(term["English"], waiting)) == len(words(term["English"]))]
    assert {term["English"]: lost for term in settled if (lost := unused(term[language], said))} == {}


def test_a_term_has_the_name_that_stands_in_the_code() -> None:
    """Each name is a word of a Python module or a script."""
    known = {word for path in CODE for word in re.findall(r"\w+", path.read_text(encoding="utf-8"))}
    assert {name for term in TERMS for name in re.findall(r"`(\w+)`", term["In code"])} - known == set()


def test_no_english_sentence_uses_a_forbidden_word() -> None:
    """Whatever a screen says is said in the glossary's words."""
    assert misused(english().items(), "English", "English" + SCREENS) == []


@pytest.mark.parametrize("language", OTHERS)
def test_no_translation_uses_a_forbidden_word(language: str) -> None:
    """One that waits to be translated again may."""
    messages = [each for each in catalogue(NAMES[language]) if not waits(each)]
    assert misused(((str(each.msgctxt), form) for each in messages for form in forms(each)), language) == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_no_document_uses_a_forbidden_word(document: Path) -> None:
    """Code in it is left out: a name may be older than the word."""
    text = re.sub(r"```.*?```|`[^`]*`", "", document.read_text(encoding="utf-8"), flags=re.S)
    assert misused(((line, line) for line in text.splitlines()), "English") == []
