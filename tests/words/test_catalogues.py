"""Every language says everything, and says it with the same names and numbers."""

from __future__ import annotations

import re
from string import Formatter
from typing import Literal, get_args, get_origin, get_type_hints

import pytest
from babel.messages.catalog import Catalog

from companion import text
from companion.rules.model import Say
from companion.settings import Settings
from companion.words import LANGUAGES, SOURCE, catalogue, messages, path, read
from docs.words import lacking, updated, written

OTHERS = [language for language in LANGUAGES if language != SOURCE]


def places(pattern: str) -> set[str]:
    """The {names} of a pattern."""
    return {name for _, name, _, _ in Formatter().parse(pattern) if name is not None}


def forms(of: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    """A sentence, or its forms for one thing and for several."""
    return (of,) if isinstance(of, str) else tuple(of)


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_holds_every_sentence_once_and_no_other(language: str) -> None:
    """The file is what docs/words.py would write: nothing is left over, nothing missing, all in the English order."""
    assert path(language).read_bytes() == written(updated(language))


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_names_and_numbers_of_its_sentence(language: str) -> None:
    """What is filled in is filled in in every language; a singular may leave out its one, except where 0 is one too."""
    wrong = []
    many = read(language, text.english()).singular(0)
    for message in catalogue(language):
        if not message.id or message.fuzzy or not all(forms(message.string)):
            continue
        sources, strings = forms(message.id), forms(message.string)
        for place, string in enumerate(strings):
            wanted = places(sources[-1])
            lost = wanted - places(string)
            if len(strings) > 1 and place == 0 and not many:
                lost -= {"count"}
            if lost or places(string) - wanted:
                wrong.append((message.context, string))
    assert not wrong


def test_what_is_one_is_the_language_s_to_say() -> None:
    """French counts nothing as one, the others do not (CLDR's plural rules)."""
    assert [read(language, text.english()).singular(0) for language in ("en", "fr", "de", "es")] == [
        False,
        True,
        False,
        False,
    ]
    assert all(read(language, text.english()).singular(1) for language in LANGUAGES)
    assert not any(read(language, text.english()).singular(2) for language in LANGUAGES)


def test_a_sentence_that_changed_is_english_until_somebody_looked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A translation belongs to one sentence: another one is said in English, and keeps the old one marked as stale."""
    english = {"close": "Shut it", "region": "region {number}"}
    found = Catalog(locale="fr")
    found.add("Shut it now", "Fermez maintenant", context="close")
    found.add("region {number}", "région {number}", context="region")
    monkeypatch.setattr("companion.words.catalogue", lambda _: found)
    monkeypatch.setattr("docs.words.catalogue", lambda _: found)
    monkeypatch.setattr("docs.words.english", lambda: english)
    assert read("fr", english).table == {"close": "Shut it", "region": "région {number}"}
    stale, kept = (each for each in updated("fr") if each.id)
    assert (stale.string, stale.fuzzy, kept.fuzzy) == ("Fermez maintenant", True, False)


def test_the_names_of_a_printing_take_the_place_of_the_others() -> None:
    """A table whose box says otherwise says so everywhere, one or many; the rest is as it was."""
    table = {"race.a": "As", "race.a.one": "A", "race.a@later": "Bs", "race.a@later.one": "B", "close": "Close"}
    found = text.in_print(table, "later")
    assert (found["race.a"], found["race.a.one"], found["close"]) == ("Bs", "B", "Close")
    assert text.printed("fr", None) == "fr"
    assert text.say(Say("region", {"number": "7"}), text.printed("en", "later")) == "region 7"


def test_every_language_can_be_set() -> None:
    """The setting takes the languages there are, and none."""
    hint = get_type_hints(Settings)["language"]
    assert get_origin(hint) is Literal
    assert get_args(hint) == ("", *LANGUAGES)


def test_english_is_a_singular_only_where_there_is_a_plural() -> None:
    """Every `.one` has its message, or no language would ever say it."""
    english = text.english()
    assert {key.removesuffix(".one") for key in english if key.endswith(".one")} <= set(messages(english))


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_is_said_in_every_language(language: str) -> None:
    """No sentence is without its translation, and none has that of an older one; docs/words.py lists them."""
    assert lacking(updated(language)) == []


def test_a_badge_and_a_banner_may_make_one_word() -> None:
    """Where a badge's name ends with a hyphen the race follows it at once; alone it is named without."""
    were = Say("combo", {"power": "were-", "race": "orcs"})
    assert [text.say(were, language) for language in ("en", "fr")] == ["Were-Orcs", "Orcs Garous"]
    assert text.combo(("flying", "forest"), "trolls", "de") == "Fliegende Wald-Trolle"
    assert text.combo((), "trolls", "de") == "Trolle"
    assert text.say(Say("do.flip.discard", {"race": "trolls", "power": "forest"}), "de").endswith("„Wald“ ab")


def test_german_puts_no_name_where_it_would_need_another_ending() -> None:
    """Names are kept in the nominative; after these words several Fauns would be `Faunen`, several Fireballs too."""
    dative = re.compile(
        r"\b(mit|von|aus|bei|zu|zum|zur|nach|dem|den|beim|vom|im|am) (\{count\} (× )?)?\{(race|tokens|piece|help)\}"
    )
    assert dative.search("erobert {region} mit {count} {race}")
    assert [each.context for each in catalogue("de") if any(map(dative.search, forms(each.string)))] == []


def test_what_somebody_wrote_breaks_no_line_and_steers_no_terminal() -> None:
    """A sentence that quotes it says it in letters."""
    assert text.say(Say("board.wrong", {"why": "a\nb\x1b[2Jc"})).endswith("a b [2Jc")
