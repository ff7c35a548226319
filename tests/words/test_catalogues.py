"""Every language says everything, and says it with the same names and numbers."""

from __future__ import annotations

import re
from typing import Literal, get_args, get_origin, get_type_hints

import pytest
from polib import POEntry, POFile

from companion.language import text
from companion.language.catalogues import LANGUAGES, SOURCE, catalogue, messages, names, path, read
from companion.language.names import FORM
from companion.rules.model import Message
from companion.settings import Settings
from docs.words import forms, lacking, updated, written

OTHERS = [language for language in LANGUAGES if language != SOURCE]
# What is typed into a terminal.
TYPED = re.compile(r"'[^']+'")


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_holds_every_sentence_once_and_no_other(language: str) -> None:
    """The file is what docs/words.py would write: nothing is left over, nothing missing, all in the English order."""
    assert path(language).read_text(encoding="utf-8") == written(updated(language)), "Run: python docs/words.py"


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_names_and_numbers_of_its_sentence(language: str) -> None:
    """What is filled in is filled in in every language; a singular may leave out its one, except where 0 is one too."""
    wrong = []
    many = read(language, text.english()).singular(0)
    for message in catalogue(language):
        strings = forms(message)
        # A form of a name is a language's own.
        if message.fuzzy or not all(strings) or FORM in str(message.msgctxt):
            continue
        wanted = names(message.msgid_plural or message.msgid)
        for place, string in enumerate(strings):
            lost = wanted - names(string)
            if len(strings) > 1 and place == 0 and not many:
                lost -= {"count"}
            if lost or names(string) - wanted:
                wrong.append((message.msgctxt, string))
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


def test_a_sentence_that_changed_keeps_its_translation_marked_as_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    """A German table reads German until somebody has looked; English only where other names are to be filled in."""
    english = {"close": "Shut it", "region": "region {number}", "lost": "{count} lost", "lost.one": "{count} lost"}
    found = POFile()
    found.metadata = {"Language": "fr", "Plural-Forms": "nplurals=2; plural=(n > 1);"}
    found.append(POEntry(msgctxt="close", msgid="Shut it now", msgstr="Fermez maintenant"))
    found.append(POEntry(msgctxt="region", msgid="region {region}", msgstr="région {region}"))
    found.append(POEntry(msgctxt="lost", msgid="{count} lost", msgstr="{count} perdus"))
    monkeypatch.setattr("companion.language.catalogues.catalogue", lambda _: found)
    monkeypatch.setattr("docs.words.catalogue", lambda _: found)
    monkeypatch.setattr("docs.words.english", lambda: english)
    assert read("fr", english).table == {**english, "close": "Fermez maintenant"}
    stale, other, plural = updated("fr")
    assert (stale.msgstr, stale.fuzzy, other.fuzzy, forms(plural)) == ("Fermez maintenant", True, True, ("", ""))


def test_the_names_of_a_printing_take_the_place_of_the_others() -> None:
    """A table whose box says otherwise says so everywhere, one or many; the rest is as it was."""
    table = {"race.a": "As", "race.a.one": "A", "race.a@later": "Bs", "race.a@later.one": "B", "close": "Close"}
    found = text.in_print(table, "later")
    assert (found["race.a"], found["race.a.one"], found["close"]) == ("Bs", "B", "Close")
    assert text.printed("fr", None) == "fr"
    assert text.say(Message("region", {"number": "7"}), text.printed("en", "later")) == "region 7"


def test_every_language_can_be_set() -> None:
    """The setting takes the languages there are, and none."""
    hint = get_type_hints(Settings)["language"]
    assert get_origin(hint) is Literal
    assert get_args(hint) == ("", *LANGUAGES)


def test_english_is_a_singular_only_where_there_is_a_plural() -> None:
    """Every `.one` has its message, or no language would ever say it."""
    english = text.english()
    assert {key.removesuffix(".one") for key in english if key.endswith(".one")} <= set(messages(english))


def test_a_word_that_nobody_wrote_breaks_nothing(caplog: pytest.LogCaptureFixture) -> None:
    """A sentence without words is its key on the screen and a line in the journal, once."""
    for _ in range(2):
        assert text.say(Message("hint.never_written", {"count": 2}), "fr") == "hint.never_written"
    assert [record.getMessage() for record in caplog.records] == [
        "There are no words for hint.never_written: add them to companion/language/en"
    ]
    assert text.rule("nobody") == "rule.nobody"
    text.missing -= {"hint.never_written", "rule.nobody"}


def test_what_is_not_translated_is_listed_and_said_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever adds a sentence need not know four languages."""
    monkeypatch.setattr("docs.words.english", lambda: {**text.english(), "hint.brand_new": "Brand new"})
    assert lacking(updated("de"))[-1:] == ["hint.brand_new"]
    assert read("de", {**text.english(), "hint.brand_new": "Brand new"}).table["hint.brand_new"] == "Brand new"


def test_german_puts_no_name_where_it_would_need_another_ending() -> None:
    """Names are kept in the nominative; after these words several Fauns would be `Faunen`, several Fireballs too."""
    dative = re.compile(
        r"\b(mit|von|aus|bei|zu|zum|zur|nach|dem|den|beim|vom|im|am) (\{count\} )?\{(race|tokens|piece|help)\}",
        re.I,
    )
    assert dative.search("erobert {region} mit {count} {race}")
    assert [each.msgctxt for each in catalogue("de") if any(map(dative.search, forms(each)))] == []


def test_german_has_no_verb_that_would_make_one_human_a_menschen() -> None:
    """One Human is `1 Mensch`, but whoever moves it moves `1 Menschen`; so 1 Giant, 1 Elf and 1 Hero stand without."""
    before = re.compile(
        r"\b(legt|setzt|stellt|nehmt|lasst|hat) ([^{}]*\{(region|stand)\} )?(\w+ )?\{count\} \{(race|what)\}", re.I
    )
    after = re.compile(
        r"(\{count\} \{(race|what)\}|\{piece\}) ([\w{} ]+ )?(setzen|zurücksetzen|nehmen|legen|anwerben|wegnehmen)\b"
    )
    wrong = ("Legt {count} {race} in den Vorrat", "Setzt hier {count} {race} ein", "{count} {race} auf die Hand nehmen")
    assert all(before.search(each) or after.search(each) for each in wrong)
    said = [(each.msgctxt, form) for each in catalogue("de") for form in forms(each)]
    assert [key for key, form in said if before.search(form) or after.search(form)] == []


@pytest.mark.parametrize(
    ("language", "said"), [("en", "regions 6, 9 and 20; region 6"), ("de", "Regionen 6, 9 und 20; Region 6")]
)
def test_the_last_of_several_numbers_has_a_word_before_it(language: str, said: str) -> None:
    """Heard aloud, "6, 20" is a number with a fraction."""
    several, one = (
        text.say(Message("box.regions", {"count": len(numbers), "numbers": numbers}), language)
        for numbers in (("6", "9", "20"), ("6",))
    )
    assert f"{several}; {one}" == said


@pytest.mark.parametrize(
    ("language", "coin"), [("en", "1 coin"), ("de", "1 Münze"), ("fr", "1 jeton"), ("es", "1 moneda")]
)
def test_a_ghost_may_cost_one_coin(language: str, coin: str) -> None:
    bought = (Message("act.ghosts.ghost", {"count": 1}), Message("act.ghosts.power", {"power": "flying", "count": 1}))
    assert [text.say(each, language).endswith(coin) for each in bought] == [True, True]


def test_french_keeps_its_punctuation_on_the_line() -> None:
    """A space stands before : ; ? ! and inside guillemets, and no line may break there."""
    loose = re.compile(r" [:;?!»]|« |[\w)}][?!»]")
    assert loose.search("Qui joue ?")
    assert loose.search("« oui»")
    assert not loose.search("Qui joue\xa0? «\xa0Ann\xa0»")
    # What stands in straight quotes is typed into a terminal, where such a space is an error.
    said = [(each.msgctxt, TYPED.sub("", form)) for each in catalogue("fr") for form in forms(each)]
    assert [key for key, form in said if loose.search(form)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_command_in_quotes_is_typed_alike_in_every_language(language: str) -> None:
    """A shell needs its plain spaces: `ss` reads nothing where French would keep the colon on the line."""
    english, told = text.words("en").table, text.words(language).table
    commands = {
        key: TYPED.findall(said) for key, said in english.items() if key.startswith("status.") and "sudo" in said
    }
    assert commands["status.port_busy.do"] == ["'sport = :{port}'"]
    assert {key: TYPED.findall(told[key]) for key in commands} == commands


def test_what_somebody_wrote_breaks_no_line_and_steers_no_terminal() -> None:
    """A sentence that quotes it says it in letters."""
    assert text.say(Message("board.wrong", {"why": "a\nb\x1b[2Jc"})).endswith("a b [2Jc")


def test_a_name_that_is_quoted_stays_one_word() -> None:
    """The places where a long name may be parted pass into the sentence around it."""
    sorcerers = text.race("sorcerers", 3, "de")
    assert (sorcerers, sorcerers.isprintable()) == ("Hexen\u00admeister", False)
    told = Message("correct.instead", {"what": f"3 {sorcerers}"})
    assert text.say(told, "de") == "nicht 3 Hexen\u00admeister, sondern"
    assert text.say(Message("board.wrong", {"why": "Non\u202f!"})).endswith("Non\u202f!")
