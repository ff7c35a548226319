"""Every screen of every kind of page in four languages: nothing serious for axe-core, and nothing cut off."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.house import SIZES, Phone
from tests.browser.tour import TOUR

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
SERIOUS = ("serious", "critical")


def faults(page: Page) -> list[str]:
    """What axe-core finds serious on a page as it is now, each with its place."""
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(AXE)
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{each['id']}: {node['target']} {node['failureSummary']}"
        for each in found["violations"]
        for node in each["nodes"]
        if each["impact"] in SERIOUS
    ]


# What sticks out of the page, and what is cut off inside its own box; a map may be larger than its frame.
CUT = """() => [...document.querySelectorAll('body *')].filter((each) => {
  if (each.closest('.mapbox, svg') || getComputedStyle(each).visibility === 'hidden') return false;
  const box = each.getBoundingClientRect();
  if (!box.width || !box.height) return false;
  const out = box.left < -1 || box.right > innerWidth + 1;
  const cut = !each.children.length && getComputedStyle(each).display !== 'inline' && each.clientWidth
    && each.scrollWidth > each.clientWidth + 1;
  return out || cut;
}).map((each) => `${each.tagName}.${each.className}: ${each.textContent.slice(0, 60)}`)"""


def cut_off(page: Page) -> list[str]:
    """Words that do not fit, each with its place."""
    found: list[str] = page.evaluate(CUT)
    return found


def test_a_word_that_is_cut_off_is_found(browser: Browser) -> None:
    """A row wider than the page, and a word longer than its box, do not fit."""
    page = browser.new_page(viewport={"width": 360, "height": 400})
    page.set_content(
        "<body style='margin:0'><p style='width:400px'>wide</p><p style='width:9px;overflow:hidden'>long</p><p>fits"
    )
    assert cut_off(page) == ["P.: wide", "P.: long"]
    page.close()


def test_a_fault_is_found(browser: Browser) -> None:
    """Grey on grey, and a button without a name, are serious."""
    page = browser.new_page()
    page.set_content("<html lang=en><title>A</title><main><p style='color: #bbb'>Read it?</p><button></button></main>")
    assert sorted(fault.split(":")[0] for fault in faults(page)) == ["button-name", "color-contrast"]
    page.close()


@pytest.mark.parametrize("part", TOUR)
@pytest.mark.parametrize(
    ("language", "schemes"),
    # A colour does not hang on a language, so the three others take turns.
    [("en-GB", ["light", "dark"]), ("fr-FR", ["dark"]), ("de-DE", ["light"]), ("es-ES", ["dark"])],
)
def test_no_screen_has_a_serious_fault(
    tmp_path: Path, browser: Browser, phone: Callable[..., Phone], language: str, schemes: list[str], part: str
) -> None:
    """Contrast, names, roles, order, language and room for the words, on the phone's screens and the table's."""
    found: dict[str, list[str]] = {}
    context = browser.new_context(viewport={"width": 1280, "height": 720}, locale=language)

    def look(name: str, page: Page) -> None:
        for scheme in schemes:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            found[f"{name}, {scheme}"] = faults(page) + cut_off(page)
        page.emulate_media(color_scheme="light")

    TOUR[part](tmp_path, lambda: phone(SIZES[0], locale=language), context.new_page, look)
    context.close()
    assert {name: each for name, each in found.items() if each} == {}
