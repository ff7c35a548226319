"""Phones of one table, each in its own language."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.house import NAMES, Phone, Table, keep_picture


@pytest.mark.long(name="extras")
def test_each_phone_speaks_its_own_language(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """English, French and German play one game, each sees its own words; one goes on in Spanish and stays so."""
    table = serve()
    ann, ben, cleo = phone(), phone(locale="fr-CA"), phone(locale="de-AT")
    for one, name in zip((ann, ben, cleo), NAMES, strict=True):
        one.sits_down(table.address, name)
    expect(ben.at("language")).to_have_value("fr")
    ann.tap("start")
    for one, words in ((ann, "Your turn"), (ben, "À Ann de jouer"), (cleo, "Ann ist am Zug")):
        expect(one.sees("turn")).to_contain_text(words)
    ann.picks()
    ann.touch(ann.open_regions()[0])
    expect(ann.at("happened")).to_contain_text("Ann conquers")
    told = {one: one.at("turn").locator("h1") for one in (ben, cleo)}
    expect(told[ben]).to_have_text("Ann conquiert")
    expect(told[cleo]).to_have_text("Ann erobert")

    cleo.tap("nav-more")
    expect(cleo.sees("screen-more").locator("h1")).to_have_text("Mehr")
    keep_picture(cleo.page, "language-german")
    cleo.at("language").select_option("es")
    expect(cleo.page.locator("html")).to_have_attribute("lang", "es")
    expect(cleo.sees("turn")).to_contain_text("Ann conquista")
    cleo.page.reload()
    cleo.tap("nav-more")
    expect(cleo.sees("screen-more").locator("h1")).to_have_text("Más")
    expect(cleo.at("language")).to_have_value("es")
    keep_picture(cleo.page, "language-spanish")
    expect(told[ben]).to_have_text("Ann conquiert")

    ann.tap("offer-finish")
    expect(cleo.sees("turn")).to_contain_text("Ann redespliega")
    for one in (ann, ben, cleo):
        assert one.faults == []


@pytest.mark.long(name="extras")
def test_a_language_is_there_although_the_pages_own_cookies_come_late(
    serve: Callable[..., Table], phone: Callable[..., Phone]
) -> None:
    """A browser may set a cookie of the page's later than it asks for the page anew: here it never does."""
    ann = phone()
    ann.last_page().add_init_script("Object.defineProperty(document, 'cookie', { set() {}, get: () => '' })")
    ann.sits_down(serve().address, "Ann")
    ann.at("language").select_option("es")
    expect(ann.page.locator("html")).to_have_attribute("lang", "es")


@pytest.mark.long(name="extras")
def test_a_list_of_alternatives_follows_the_language(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """Real Academia Española: "o" becomes "u" before its own sound; of three names, only the last has it."""
    ana = phone(locale="es-ES")
    ana.sits_down(serve().address, "Ana")
    either = """names => import(`${document.scripts[1].src}/../../lib/words.js`).then(({ anyOf }) => anyOf(names))"""
    assert ana.page.evaluate(either, ["Ana", "Ben"]) == "Ana o Ben"
    assert ana.page.evaluate(either, ["Ana", "Olga"]) == "Ana u Olga"
    assert ana.page.evaluate(either, ["Ana", "Ben", "Cid"]) == "Ana, Ben o Cid"


def test_a_word_of_a_page_is_joined_to_the_name_behind_it(
    serve: Callable[..., Table], phone: Callable[..., Phone]
) -> None:
    """French elides before a vowel on the pages as in the table's own sentences."""
    ana = phone(locale="fr-FR")
    ana.sits_down(serve().address, "Ana")
    words = "import(`${document.scripts[1].src}/../../lib/words.js`)"
    title = f"name => {words}.then(({{ w }}) => w('score.title', {{ name }}))"
    assert ana.page.evaluate(title, "Inès") == "Décompte d’Inès"
    assert ana.page.evaluate(title, "Ben") == "Décompte de Ben"
