"""Bring the catalogues up to date with the English sentences: python docs/words.py

A new sentence appears without a translation and is shown in English. One that changed keeps its old translation,
marked `fuzzy`, until somebody has translated it again and deleted the mark. One that is gone takes its translation
along, and so does a name its other forms (`KEY:the`), which a language adds for itself. What is left to translate is
listed. Where English words are missing it names them and ends with an error. A new language begins with the first nine
lines of another language's file, with its own plural rule in them.
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from polib import POEntry, POFile

from companion.language.catalogues import LANGUAGES, ONE, SOURCE, catalogue, messages, path
from companion.language.names import FORM
from companion.language.text import english
from companion.rules import engine
from companion.rules.ability import Ability
from companion.rules.boxes.registry import ABILITIES, BOXES, PIECES

RULES = Path(engine.__file__).parent
# A message that the rules have for a player.
KEY = re.compile(r"(act|chance|choice|combo|hint|noted|offer|question|refuse)\.([\w-]+\.)*[\w-]+")

# No dates and no names of people or programs: what several people change at once meets without a conflict.
HEADER = """\
# {name}. Written by docs/words.py from the English sentences; the translations are kept.
# Delete the word "fuzzy" when a translation says again what its English says.
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plural}\\n"
"Content-Type: text/plain; charset=utf-8\\n"

"""


def updated(language: str) -> POFile:
    """A language's catalogue with every English sentence in its order."""
    old = catalogue(language)
    kept = {message.msgctxt: message for message in old}
    forms_of = _forms(old)
    new = POFile(wrapwidth=0)
    new.metadata = old.metadata
    for key, source in messages(english()).items():
        found = _message(key, source)
        if (before := kept.get(key)) and bool(before.msgid_plural) == bool(found.msgid_plural):
            found.msgstr = before.msgstr
            found.msgstr_plural = before.msgstr_plural or found.msgstr_plural
            changed = (before.msgid, before.msgid_plural) != (found.msgid, found.msgid_plural)
            if (before.fuzzy or changed) and any(forms(found)):
                found.flags.insert(0, "fuzzy")
        new.append(found)
        for form in forms_of.get(key, ()):
            form.msgid = found.msgid
            new.append(form)
    return new


def _forms(old: POFile) -> dict[str, list[POEntry]]:
    """The other forms that a language gives to names (companion/language/names.py): only its speakers know them."""
    found: dict[str, list[POEntry]] = {}
    for each in old:
        name, _, form = str(each.msgctxt).partition(FORM)
        if form:
            found.setdefault(name.removesuffix(ONE), []).append(each)
    return found


def _message(key: str, source: str | tuple[str, str]) -> POEntry:
    """A message without its translation; an editor of catalogues is told where there are {names} to keep."""
    one, several = (source, "") if isinstance(source, str) else source
    return POEntry(
        msgctxt=key,
        msgid=one,
        msgid_plural=several,
        msgstr_plural={0: "", 1: ""} if several else {},
        flags=["python-brace-format"] if "{" in one + several else [],
    )


def forms(message: POEntry) -> tuple[str, ...]:
    """A translation, or its forms for one thing and for several."""
    return tuple(message.msgstr_plural.values()) or (message.msgstr,)


def written(catalogue: POFile) -> str:
    """A catalogue as its file holds it, a sentence on one line."""
    language = catalogue.metadata["Language"]
    head = HEADER.format(name=LANGUAGES[language], language=language, plural=catalogue.metadata["Plural-Forms"])
    return head + "\n".join(message.__unicode__(wrapwidth=0) for message in catalogue) + "\n"


def lacking(catalogue: POFile) -> list[str]:
    """The keys whose translation is missing or belongs to an older sentence."""
    return [str(each.msgctxt) for each in catalogue if each.fuzzy or not all(forms(each))]


def needed() -> set[str]:
    """The keys that every race, power, piece, option and box has to have in English, and all that the rules say."""
    races = {race.key for box in BOXES.values() for race in box.races}
    powers = {power.key for box in BOXES.values() for power in box.powers}
    keys = {f"race.{key}{one}" for key in races for one in ("", ".one")}
    keys |= {f"power.{key}" for key in powers} | {f"piece.{key}" for key in PIECES} | {f"set.{box}" for box in BOXES}
    keys |= {f"memory.{key}.{field.key}" for key, ability in ABILITIES.items() for field in ability.memory}
    keys |= {f"help.{key}" for key, kind in ABILITIES.items() if type(kind).boost is not Ability.boost}
    keys |= {f"line.{key}" for key, piece in PIECES.items() if piece.defence}
    mixed = tuple(box for box, held in BOXES.items() if not held.alone)
    alone = [option for box, held in BOXES.items() if held.alone for option in engine.options((box,))]
    for option in (*engine.options(mixed), *alone):
        choices = [choice for choice in option.choices if choice and not choice.isdecimal()]
        keys |= {f"option.{option.key}", *(f"option.{option.key}.{choice}" for choice in choices)}
    counted = {key + ONE for key in keys if key.startswith("help.") and "{count}" in english().get(key, "")}
    return keys | counted | said()


def said() -> set[str]:
    """The keys that stand in the rules as they are."""
    modules = [ast.parse(path.read_text(encoding="utf-8")) for path in RULES.rglob("*.py")]
    texts = [node.value for module in modules for node in ast.walk(module) if isinstance(node, ast.Constant)]
    return {text for text in texts if isinstance(text, str) and KEY.fullmatch(text)}


def unwritten() -> list[str]:
    """The keys that have no English words."""
    return sorted(needed() - set(english()))


if __name__ == "__main__":
    for language in LANGUAGES:
        if language == SOURCE:
            continue
        found = updated(language)
        path(language).write_text(written(found), encoding="utf-8")
        keys = lacking(found)
        sys.stdout.write("\n  ".join((f"{path(language).name}: {len(keys)} to translate", *keys)) + "\n")
    if missing := unwritten():
        sys.stdout.write("\n  ".join(("English words are missing:", *missing)) + "\n")
    sys.exit(1 if missing else 0)
