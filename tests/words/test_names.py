"""Names in sentences: combos, counts, articles and the words before a name, as each language has them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

import pytest

from companion.game.piles import pile_contents
from companion.language import text
from companion.language.catalogues import LANGUAGES, ONE, SOURCE, catalogue
from companion.language.names import FORM, GENDER, GENDERS, filled
from companion.rules.boxes.registry import BOXES, PIECES
from companion.rules.model import Message
from docs.words import forms

OTHERS = [language for language in LANGUAGES if language != SOURCE]
SOFT_HYPHEN = "\u00ad"
# Keys of races with a feminine name in their box, in languages whose adjectives tell.
WOMEN = {
    "fr": ("amazons", "gypsies", "priestesses", "white-ladies"),
    "es": ("amazons", "white-ladies"),
}
# French and Spanish adjectives and nouns that only men have, at the end of a combo.
MASCULINE = {
    "fr": re.compile(r"(és|dits|eurs|ands|aux|lus|rés|cus|ants|ards|iens|rompus|tifs|ins)$"),
    "es": re.compile(r"(?<!Behem)(ados|idos|ores|ivos|icos|tos|rios|eros|ropos|ulentos)$"),
}
COMBOS = {
    "en": {
        ("mounted", "orcs"): "Mounted Orcs",
        ("were-", "orcs"): "Were-Orcs",
        ("hordes-of", "white-ladies"): "Hordes of White Ladies",
        ("flying forest", "ghosts"): "Flying Forest Ghosts",
        ("dragon-master", "amazons"): "Dragon Master Amazons",
        ("peace-loving", "barbarians"): "Peace-Loving Barbarians",
        ("", "trolls"): "Trolls",
    },
    "de": {
        ("hill", "dwarves"): "Hügel-Zwerge",
        ("mounted", "amazons"): "Berittene Amazonen",
        ("merchant", "white-ladies"): "Weiße Händler-Frauen",
        ("mounted", "white-ladies"): "Berittene Weiße Frauen",
        ("hordes-of", "white-ladies"): "Horden der Weißen Frauen",
        ("hordes-of", "elves"): "Horden der Elben",
        ("flying hordes-of", "ghosts"): "Fliegende Horden der Geister",
        ("hordes-of forest", "ghosts"): "Wald-Horden der Geister",
        ("flying forest", "trolls"): "Fliegende Wald-Trolle",
        ("were-", "ratmen"): "Wer-Rattenmenschen",
        ("farmer", "forsaken"): "Bauern-Verlassene",
        ("enraged", "ethereals"): "Wütende Astrale",
        ("", "white-ladies"): "Weiße Frauen",
    },
    "fr": {
        ("mounted", "orcs"): "Orcs Montés",
        ("mounted", "amazons"): "Amazones Montées",
        ("imperial", "priestesses"): "Prêtresses Impériales",
        ("spirit", "white-ladies"): "Dames Blanches Ancestrales",
        ("stout", "gypsies"): "Gitanes Dures-à-cuire",
        ("ransacking", "amazons"): "Amazones Voleuses",
        ("heroic", "amazons"): "Amazones Héroïques",
        ("hill", "white-ladies"): "Dames Blanches des Collines",
        ("dragon-master", "amazons"): "Amazones et leur Dragon",
        ("cursed", "homunculi"): "Homoncules Maudits",
        ("flying forest", "ghosts"): "Fantômes Volants des Forêts",
        ("forest flying", "ghosts"): "Fantômes Volants des Forêts",
        ("dragon-master hill flying", "ghosts"): "Fantômes Volants des Collines et leur Dragon",
        ("enraged", "night-elves"): "Elfes de la nuit Enragés",
    },
    "es": {
        ("mounted", "orcs"): "Orcos Montados",
        ("mounted", "amazons"): "Amazonas Montadas",
        ("merchant", "amazons"): "Amazonas Mercaderas",
        ("stout", "amazons"): "Amazonas Resistentes",
        ("were-", "white-ladies"): "Apariciones Licántropas",
        ("imperial", "gypsies"): "Gitanos Imperiales",
        ("diplomat", "amazons"): "Amazonas Diplomáticas",
        ("swamp", "amazons"): "Amazonas del Pantano",
        ("commando", "amazons"): "Amazonas Comando",
        ("alchemist", "elves"): "Elfos Alquimistas",
        ("hordes-of", "priestesses"): "Clérigos en Hordas",
        ("flying spirit", "ghosts"): "Fantasmas Voladores Espectrales",
        ("swamp flying", "ghosts"): "Fantasmas Voladores del Pantano",
    },
}  # fmt: skip


def combos() -> Iterator[tuple[str, str]]:
    """Every power with every race of boxes that are played together."""
    mixed = [box for box in BOXES.values() if not box.alone]
    for boxes in (mixed, *([box] for box in BOXES.values() if box.alone)):
        races = [race.key for box in boxes for race in box.races + box.bannerless]
        powers = [power.key for box in boxes for power in box.powers]
        yield from product(powers, races)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_combo_is_named_as_its_language_does(language: str) -> None:
    """A dozen hard ones, written by hand: adjectives agree, compounds have their hyphen, articles decline a name."""
    said = {
        (powers, race): text.combo(powers.split(), race, language).replace(SOFT_HYPHEN, "")
        for powers, race in COMBOS[language]
    }
    assert said == COMBOS[language]


def test_german_makes_a_word_or_a_phrase_of_every_combo() -> None:
    """No noun hangs on an adjective by a hyphen, and none follows "der" in the form without it."""
    wrong = re.compile(r"-\s|-(Weiße|Leere)\b|\bder \w+e Frauen|\bder (Verlassene|Astrale)$")
    assert all(wrong.search(each) for each in ("Händler-Weiße Frauen", "Horden der Weiße Frauen", "Wald- Elben"))
    said = [text.combo(power, race, "de") for power, race in combos()]
    assert [each for each in said if wrong.search(each)] == []


@pytest.mark.parametrize("language", ["fr", "es"])
def test_a_power_agrees_with_every_race_of_women(language: str) -> None:
    """No combo of women ends with a word that is said of men alone."""
    assert all(MASCULINE[language].search(text.combo(each, "orcs", language)) for each in ("mounted", "cursed"))
    said = [text.combo(power, race, language) for power, race in combos() if race in WOMEN[language]]
    assert len(said) > 60
    assert [each for each in said if MASCULINE[language].search(each)] == []


def test_several_powers_without_their_race_are_a_list() -> None:
    """What a correction gave the Ghosts: names beside each other would be one power."""
    powers = Message("band.powers", {"power": ("flying", "dragon-master", "hill")})
    said = {language: text.say(powers, language) for language in ("en", "fr")}
    assert said == {"en": "Flying, Dragon Master, Hill", "fr": "Volants, Dragon, Collines"}


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "Pick the Hill Orcs: 9 tokens, pay 1 coin, collect 2"),
        ("de", "Hügel-Orks nehmen: 9 Plättchen, 1 Münze zahlen, 2 kassieren"),
        ("fr", "Choisir les Orcs des Collines : 9 pions, payer 1 jeton, en prendre 2"),
        ("es", "Elegir los Orcos de las Colinas: 9 fichas, pagas 1 moneda, cobras 2"),
    ],
)
def test_each_number_of_a_sentence_has_its_own_plural(language: str, expected: str) -> None:
    """Tokens and coins: not only what the sentence counts first."""
    args = {"combo": Message("combo", {"race": "orcs", "power": "hill"}), "count": 9, "price": 1, "coins": 2}
    said = text.say(Message("offer.pick.pay.get", args), language)
    assert said.replace(SOFT_HYPHEN, "").replace("\N{NO-BREAK SPACE}", " ") == expected


def test_what_helps_in_a_conquest_is_said_in_one_breath() -> None:
    coin, tokens = Message("help.mercenary", {"count": 1}), Message("help.hordes-of", {"count": 2})
    way = Message("offer.conquer", {"region": "r07", "count": 2})
    helped = Message("offer.helped", {"what": way, "help": (coin, tokens)})
    said = {language: text.say(helped, language) for language in ("en", "fr")}
    assert said == {
        "en": "Conquer region 7 with 2 tokens, using 1 coin and 2 Hordes tokens",
        "fr": "Conquérir la région\N{NO-BREAK SPACE}7 avec 2 pions grâce à 1 jeton et 2 pions de la Horde",
    }


def test_a_combo_after_an_article_is_declined_as_a_whole() -> None:
    """Duden: weak endings after "die"."""
    said = {
        powers: filled("die {combo:the}", {"combo": text.combo_name(powers.split(), race, "de")}, "de")
        for powers, race in (("mounted", "white-ladies"), ("merchant", "white-ladies"), ("flying", "forsaken"))
    }
    assert said == {
        "mounted": "die Berittenen Weißen Frauen",
        "merchant": "die Weißen Händler-Frauen",
        "flying": "die Fliegenden Verlassenen",
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_piece_of_which_there_are_several_has_its_plural(language: str) -> None:
    """Whatever the box holds more than once is counted in its own words."""
    table = text.words(language).table
    kinds = [kind for kind, piece in PIECES.items() if piece.supply > 1] + ["tribe"]
    assert [kind for kind in kinds if f"piece.{kind}{ONE}" not in table] == []


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["1 Hero", "2 Heroes", "2 Fortresses", "3 Troll’s Lairs"]),
        ("de", ["1 Held", "2 Helden", "2 Festungen", "3 Trollhöhlen"]),
        ("fr", ["1 Héros", "2 Héros", "2 Forteresses", "3 Antres de Troll"]),
        ("es", ["1 Héroe", "2 Héroes", "2 Fortalezas", "3 Guaridas de Troll"]),
    ],
)
def test_pieces_are_counted(language: str, said: list[str]) -> None:
    counted = [(1, "hero"), (2, "hero"), (2, "fortress"), (3, "lair")]
    assert [text.say(Message("pieces", {"count": n, "piece": kind}), language) for n, kind in counted] == said


@pytest.mark.parametrize(("language", "said"), [("en", "1 Well of Eternity"), ("es", "1 Pozo de la Eternidad")])
def test_a_piece_on_a_pile_is_named_as_a_piece(language: str, said: str) -> None:
    """A relic that leaves the map is no race, though the box has a supply of both."""
    assert [text.say(each, language) for each in pile_contents({"eternity": 1})] == [said]


def test_no_sentence_counts_pieces_by_a_sign() -> None:
    """Nobody says "2 × Hero" aloud."""
    every = [(language, key, said) for language in LANGUAGES for key, said in text.words(language).table.items()]
    assert [(language, key) for language, key, said in every if re.search(r"× ?\{piece\}", said)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_form_belongs_to_a_name(language: str) -> None:
    """A gender is one of three, and a form that says nothing else than its name is left out."""
    table, english = text.words(language).table, text.english()
    found = {key: said for key, said in table.items() if FORM in key}
    assert [key for key in found if key.partition(FORM)[0] not in english] == []
    assert {said for key, said in found.items() if key.endswith(FORM + GENDER)} <= set(GENDERS)
    needless = {key for key, said in found.items() if said == table[key.partition(FORM)[0]]}
    # The first printing's name of this race declines where the later one does not.
    assert needless <= {f"race.pygmies@later{ONE}{FORM}{case}" for case in ("acc", "dat")}


@pytest.mark.parametrize("language", OTHERS)
def test_a_sentence_asks_only_for_forms_that_some_name_has(language: str) -> None:
    """A misspelt form would never be said."""
    table = text.words(language).table
    # A number takes the noun of a message.
    known = {key.partition(FORM)[2] for key in table if FORM in key} | {"coins"} & set(table)
    asked = {
        form for each in catalogue(language) for said in forms(each) for form in re.findall(r"\{\w+:([^}|]*)\}", said)
    }
    assert asked <= known


def test_german_gives_a_race_that_is_an_adjective_its_ending_after_an_article() -> None:
    """Duden: "Verlassene", but "die Verlassenen"; another race has one form for both."""
    dropped = {race: text.say(Message("refuse.race_in_play", {"race": race}), "de") for race in ("forsaken", "orcs")}
    assert dropped == {"forsaken": "die Verlassenen sind schon im Spiel", "orcs": "die Orks sind schon im Spiel"}
    counted = Message("region.held", {"tokens": Message("tokens", {"count": 2, "race": "forsaken"}), "name": "Ann"})
    assert text.say(counted, "de") == "2 Verlassene (Ann)"
    article = re.compile(r"\b([Dd](ie|er|en))( \w+en)? {(race|combo)}")
    assert [each.msgctxt for each in catalogue("de") if any(map(article.search, forms(each)))] == []


@pytest.mark.parametrize(
    ("race", "printing", "said"),
    [
        ("giants", "de", "Ben setzt 1 Riesen hierher"),
        ("trolls", "de", "Ben setzt 1 Troll hierher"),
        ("white-ladies", "de", "Ben setzt 1 Weiße Frau hierher"),
        ("pygmies", "de", "Ben setzt 1 Pygmäen hierher"),
        ("pygmies", "de-x-later", "Ben setzt 1 Medizinmann hierher"),
    ],
)
def test_german_declines_the_one_token_that_somebody_moves(race: str, printing: str, said: str) -> None:
    """Weak nouns end in -en in the accusative (Duden); no name keeps the ending of another printing's."""
    assert text.say(Message("do.put.here", {"name": "Ben", "count": 1, "race": race}), printing) == said


def test_german_declines_the_pieces_that_somebody_is_to_place() -> None:
    told = [
        text.say(Message("offer.place", {"count": count, "piece": piece}), "de")
        for count, piece in ((2, "objective"), (1, "objective"), (2, "hero"))
    ]
    assert told == ["Setz deine Militärischen Ziele", "Setz dein Militärisches Ziel", "Setz deine Helden"]


@pytest.mark.parametrize(
    ("language", "pattern", "said"),
    [
        ("fr", "tour de {name}", {"Ana": "tour d’Ana", "Inès": "tour d’Inès", "Hugo": "tour de Hugo"}),
        ("fr", "Ce que {name} doit", {"Olga": "Ce qu’Olga doit", "Jörg": "Ce que Jörg doit"}),
        ("fr", "protégée par la {name}", {"île": "protégée par l’île", "tribu": "protégée par la tribu"}),
        ("es", "Ben y {name}", {"Inés": "Ben e Inés", "Hilda": "Ben e Hilda", "Hierro": "Ben y Hierro"}),
        ("es", "Ana o {name}", {"Olga": "Ana u Olga", "Hortensia": "Ana u Hortensia", "Max": "Ana o Max"}),
        ("es", "turno de {name}", {"El Niño": "turno de El Niño", "Ana": "turno de Ana"}),
        ("fr", "tour de {name}", {"Le Goff": "tour de Le Goff", "Élise": "tour d’Élise"}),
        ("en", "protected by a {name}", {"Encampment": "protected by an Encampment", "Hero": "protected by a Hero"}),
        ("de", "Zug von {name}", {"Ana": "Zug von Ana"}),
    ],
)  # fmt: skip
def test_a_word_takes_its_form_before_a_name(language: str, pattern: str, said: dict[str, str]) -> None:
    """French elides, Spanish says "e" and "u", English "an"."""
    assert {name: filled(pattern, {"name": name}, language) for name in said} == said


@pytest.mark.parametrize(
    ("language", "key", "said"),
    [
        ("fr", "fortress", "la Forteresse"),
        ("fr", "lair", "l’Antre de Troll"),
        ("es", "hero", "el Héroe"),
        ("es", "lair", "la Guarida de Troll"),
    ],
)
def test_an_article_agrees_with_its_name(language: str, key: str, said: str) -> None:
    pattern = {"fr": "{piece:le|la} {piece}", "es": "{piece:el|la} {piece}"}[language]
    assert filled(pattern, {"piece": text.piece_name(key, language)}, language) == said


@pytest.mark.parametrize(
    ("language", "kind", "said"),
    [
        ("fr", "dragon", ["Posez ici le Dragon", "Retirez le Dragon"]),
        ("fr", "fortress", ["Posez ici une Forteresse", "Retirez une Forteresse"]),
        ("fr", "ashes", ["Posez ici les Cendres d’Al’ar", "Retirez les Cendres d’Al’ar"]),
        ("es", "dragon", ["Pon aquí el Dragón", "Quita el Dragón"]),
        ("es", "fortress", ["Pon aquí una Fortaleza", "Quita una Fortaleza"]),
        ("es", "ashes", ["Pon aquí las Cenizas de Al’ar", "Quita las Cenizas de Al’ar"]),
    ],
)
def test_a_piece_of_which_there_is_one_is_not_counted(language: str, kind: str, said: list[str]) -> None:
    """One of several is any of them."""
    messages = [Message(key, {"piece": kind, "region": "7"}) for key in ("do.place.here", "do.lift.here")]
    assert [text.say(message, language) for message in messages] == said


def test_an_article_and_a_preposition_become_one_word() -> None:
    """French "du", "des", "au", "aux"; Spanish "del", "al"."""
    dragon = text.piece_name("dragon", "fr")
    assert filled("le retour de {piece:le|la} {piece}", {"piece": dragon}, "fr") == "le retour du Dragon"
    assert filled("face à {piece:le|la} {piece}", {"piece": dragon}, "fr") == "face au Dragon"
    lair = text.piece_name("lair", "fr")
    assert filled("le coût de {piece:le|la} {piece}", {"piece": lair}, "fr") == "le coût de l’Antre de Troll"
    hero = text.piece_name("hero", "es")
    assert filled("la vuelta de {piece:el|la} {piece}", {"piece": hero}, "es") == "la vuelta del Héroe"


def test_a_name_that_a_table_gives_keeps_no_forms_of_another() -> None:
    """A blank banner is a word for women in Spanish; what a table calls it need not be."""
    assert text.combo("mounted", "blank-banner", "es") == "fichas del estandarte en blanco Montadas"
    own = text.printed("es", text.manner({"blank-banner-name": "Duendes"}))
    assert text.combo("mounted", "blank-banner", own) == "Duendes Montados"
    assert text.combo("blank-badge", "elves", text.printed("en", text.manner({"blank-badge-name": "Ice - Fire"}))) == (
        "Ice - Fire Elves"
    )
    assert text.ability("blank-badge", text.printed("en", text.manner({"blank-badge-name": "-"}))) == "-"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Flip {0} {race:the}\\’s Forsaken back to their active side"),
        ("de", "Die Verlassenen von {0} {race:the}\\ wieder auf die Vorderseite drehen"),
        ("fr", "Retournez les Réprouvés ({0} {race:the}\\) côté actif"),
        ("es", "Dales la vuelta a los Renegados de {0} {race:the}\\: vuelven a ser la raza activa"),
    ],
)
def test_a_race_without_powers_and_any_players_name_are_said(language: str, said: str) -> None:
    """A race in decline may have lost its badge; what people call themselves is never a pattern."""
    races = Message("combo", {"race": "forsaken", "power": ()})
    named = Message("back.active", {"name": "{0} {race:the}\\", "combo": races})
    assert text.sentence(named, language).replace(SOFT_HYPHEN, "") == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_without_forms_are_said_where_a_sentence_asks_for_one(language: str) -> None:
    """A word, a number or a list has no forms: it is said as it is, and nothing fails."""
    for said in ("Elves", 3, Message("lay.race", {"race": "elves"})):
        assert text.sentence(Message("back.active", {"name": "Ann", "combo": said}), language)
