"""Bring the catalogues up to date with the English sentences: python docs/words.py

A new sentence appears without a translation; one that changed keeps its old translation, marked `fuzzy`, until somebody
has looked at it and taken the mark away; one that is gone takes its translation along. It ends with an error while
anything is left to translate.
"""

from __future__ import annotations

import sys
from io import SEEK_END, BytesIO
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import write_po

from companion.text import english
from companion.words import LANGUAGES, SOURCE, catalogue, messages, path

# No dates and no names of people or programs: what several people change at once meets without a conflict.
HEADER = """\
# {name}. Written by docs/words.py from the English sentences; the translations are kept.
# Take a message's word "fuzzy" away when its translation says again what the English says.
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plural}\\n"
"Content-Type: text/plain; charset=utf-8\\n"

"""


def updated(language: str) -> Catalog:
    """A language's catalogue with every English sentence in its order."""
    old = catalogue(language) if path(language).exists() else Catalog(locale=language)
    kept = {message.context: message for message in old if message.id}
    new = Catalog(locale=language)
    for key, source in messages(english()).items():
        before = kept.get(key)
        new[source] = found = Message(source, before.string if before and fits(before, source) else "", context=key)
        if before and before.string and (before.fuzzy or before.id != source):
            found.flags.add("fuzzy")
    return new


def fits(before: Message, source: str | tuple[str, str]) -> bool:
    """Whether a translation has as many forms as the sentence now has."""
    return isinstance(before.string, str) == isinstance(source, str)


def written(catalogue: Catalog) -> bytes:
    """A catalogue as its file holds it, a sentence on one line."""
    language = str(catalogue.locale)
    head = HEADER.format(name=LANGUAGES[language], language=language, plural=catalogue.plural_forms)
    found = BytesIO(head.encode())
    found.seek(0, SEEK_END)
    write_po(found, catalogue, width=0, omit_header=True)
    return found.getvalue()


def lacking(catalogue: Catalog) -> list[str]:
    """The keys whose translation is missing or belongs to an older sentence."""
    return [str(each.context) for each in catalogue if each.id and (each.fuzzy or not all_of(each.string))]


def all_of(string: str | list[str] | tuple[str, ...]) -> bool:
    return bool(string) if isinstance(string, str) else bool(string) and all(string)


if __name__ == "__main__":
    left = 0
    for language in LANGUAGES:
        if language == SOURCE:
            continue
        found = updated(language)
        path(language).write_bytes(written(found))
        keys = lacking(found)
        left += len(keys)
        sys.stdout.write("\n  ".join((f"{path(language).name}: {len(keys)} to translate", *keys)) + "\n")
    sys.exit(1 if left else 0)
