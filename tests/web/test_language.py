"""Each phone at a table is spoken to in its own language."""

from __future__ import annotations

import json
import re

from companion.language.catalogues import LANGUAGES
from companion.language.names import JOINTS
from companion.language.text import page
from companion.web.answers import OWN_LANGUAGE
from tests.web.house import House, Phone, Plain, offer


def french(phone: Phone, path: str, **headers: str) -> Plain:
    """What a phone set to French gets from a page of JSON."""
    found: Plain = phone.ask("GET", path, Accept_Language="fr-CA, en;q=0.5", **headers).json
    return found


def test_a_phone_reads_the_game_in_its_own_language(home: House) -> None:
    """State, offers, region, log and refusal come in the language that the browser asks for."""
    ann, ben = home.seated(2)
    pick = offer(ann.state(), "pick")
    ann.act(0, pick["command"])
    english, other = ann.state(), french(ben, "/api/state")
    assert english["game"]["turn"]["text"] == "Ann is conquering"
    assert other["game"]["turn"]["text"] == "Ann conquiert"
    assert other["language"] == "fr"
    assert any(row["text"].startswith("Ann picks the ") for row in english["log"])
    assert any(row["text"].startswith("Ann choisit les ") for row in french(ben, "/api/log")["log"])
    assert any(each["label"] == "Arrêter et redéployer" for each in other["game"]["offers"])
    region = offer(english, "conquer")["region"]
    assert french(ben, f"/api/quote?region={region}")["text"].startswith("Région ")
    wrong = {"id": "x", "by": 1, "command": {"type": "decline"}}
    refused = ben.ask("POST", "/api/act", wrong, Accept_Language="fr")
    assert refused.status == 409
    assert "{" not in refused.json["error"]
    assert refused.json["error"] != ben.ask("POST", "/api/act", {**wrong, "id": "y"}).json["error"]
    assert ben.ask("GET", "/nowhere", Accept_Language="fr").json["error"] == "Il n’y a rien à cette adresse."


def test_what_was_chosen_beats_what_the_browser_asks_for(home: House) -> None:
    """The address comes first, then the phone's choice, then this computer's own language, then the browser's wish."""
    phone = home.phone()

    def spoken(path: str = "/", **headers: str) -> str:
        body = phone.ask("GET", path, Accept_Language="fr", **headers).body.decode()
        return body.partition('<html lang="')[2].partition('"')[0]

    assert spoken() == "fr"
    assert spoken(Cookie="language=xx") == "fr"
    assert spoken(Cookie="language=es") == "es"
    assert spoken("/?lang=de", Cookie="language=es") == "de"
    home.app.config[OWN_LANGUAGE] = "de"
    assert spoken(Cookie="") == "de"
    assert spoken(Cookie="language=es") == "es"


def test_a_screen_keeps_the_language_of_its_address(home: House) -> None:
    """A table screen has no keyboard: opened once with ?lang= it goes on so, and its stream too."""
    screen = home.phone()
    assert b'<html lang="de">' in screen.ask("GET", "/table?lang=de").body
    assert screen.cookie == "language=de"
    stream = screen.stream()
    assert stream.state()["language"] == "de"
    stream.close()
    assert screen.ask("GET", "/table?lang=xx").headers.get("set-cookie") is None


def test_the_words_of_the_pages_come_in_one_language(home: House) -> None:
    """A module names every language and holds one; a browser that has it is told so."""
    phone = home.phone()
    for language in LANGUAGES:
        found = phone.ask("GET", f"/static/words/{language}.js")
        # What each line gives: the languages, how words are joined to names, and the words.
        names, joined, words = (re.split(r"= |default ", line)[1] for line in found.body.decode().splitlines())
        assert json.loads(names.rstrip(";")) == LANGUAGES
        assert [found for found, _ in json.loads(joined.rstrip(";"))] == [
            found for found, _ in JOINTS.get(language, [])
        ]
        assert json.loads(words.rstrip(";")) == page(language)
        assert found.headers["content-type"].startswith("text/javascript")
        assert phone.ask("GET", f"/static/words/{language}.js", If_None_Match=found.headers["etag"]).status == 304
    assert phone.ask("GET", "/static/words/xx.js").status == 404


def test_the_table_calls_its_pieces_as_they_were_printed(home: House) -> None:
    """A box of a later printing has Nomads where an earlier one has Gypsies: in every language, before the game too."""
    ann, ben = (home.phone(name) for name in ("ann", "ben"))
    for phone, name in ((ann, "Ann"), (ben, "Ben")):
        phone.post("/api/join", name=name)
    ann.post("/api/lobby", boxes=["base", "grand_dames"])
    assert b"Gypsies" in ann.ask("GET", "/rules").body
    ann.post("/api/lobby", options={"printing": "later"})
    for stage in ("before", "in the game"):
        rules = ann.ask("GET", "/rules").body
        assert (b"Nomads" in rules, b"Gypsies" in rules) == (True, False), stage
        if stage == "before":
            ann.post("/api/start")
    names = {each["race"]: each["name"] for each in french(ben, "/api/state")["game"]["tray"]}
    assert names["gypsies"] == "Nomades"


def test_a_newcomer_reads_what_a_box_does_otherwise(home: House) -> None:
    """What a box changes for everybody has a part of its own on the page of the rules, where one does."""
    ann = home.phone("ann")
    ann.post("/api/join", name="Ann")
    assert b"House rules and variants" not in ann.ask("GET", "/rules").body
    ann.post("/api/lobby", boxes=["warcraft"])
    rules = ann.ask("GET", "/rules").body
    assert all(words in rules for words in (b"House rules and variants", b"Faction Bonus", b"Dark Portal"))


def test_whoever_opens_a_wrong_address_reads_a_page(home: House) -> None:
    """A browser gets a page in its language with the way back, a script the same sentence as JSON."""
    phone = home.phone()
    browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
    page = phone.ask("GET", "/nowhere", Accept_Language="de", Accept=browser)
    assert page.status == 404
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "<h1>Hier ist nichts.</h1>" in page.body.decode()
    assert 'href="/"' in page.body.decode()
    for accept in ("*/*", "application/json"):
        assert phone.ask("GET", "/nowhere", Accept_Language="de", Accept=accept).json["error"] == "Hier ist nichts."
