"""Every screen of every kind of page in four languages: nothing serious for axe-core, and nothing cut off."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.house import LARGE, SMALL, Phone, drawn
from tests.browser.shelf import Shelf
from tests.browser.tour import TOUR

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
SERIOUS = ("serious", "critical")
# A phone's sign-in sheet goes on by itself to a page that says the same: so the phone asks anew whether all is well,
# also where nobody taps. It may have no script that could do it more quietly.
BY_ITSELF = "meta-refresh"
SHADES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
# The rules about colours.
COLOURS = ("color-contrast", "link-in-text-block")


def faults(page: Page, but: Sequence[str] = (), only: Sequence[str] = ()) -> list[str]:
    """What axe-core finds serious on a page as it is now, each with its place; `but` are rules that are let be.

    With `only` no other rules are asked.
    """
    drawn(page)
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(AXE)
    # What would be loaded beforehand is for a rule about a page that is turned on its side, and the pages turn nothing.
    options = {"resultTypes": ["violations"], "preload": False} | ({"runOnly": list(only)} if only else {})
    found = page.evaluate("options => axe.run(document, options)", options)
    return [
        f"{each['id']}: {node['target']} {node['failureSummary']}"
        for each in found["violations"]
        for node in each["nodes"]
        if each["impact"] in SERIOUS and each["id"] not in but
    ]


# What sticks out of the page, what is cut off inside its own box, and words that something else lies over; a map may be
# larger than its frame, a table of numbers scrolls in its own, a row of cards goes on sideways, and what is clipped
# away on purpose is for keys and ears. Words below the edge of what scrolls are pushed into sight first.
CUT = """() => {
  const found = (each) => {
    const { visibility, clipPath } = getComputedStyle(each);
    if (each.closest('.mapbox, .wide-table > *, svg') || visibility === 'hidden' || clipPath !== 'none') return false;
    const box = each.getBoundingClientRect();
    if (!box.width || !box.height) return false;
    const out = !each.closest('.acts, .strip') && (box.left < -1 || box.right > innerWidth + 1);
    const cut = !each.children.length && getComputedStyle(each).display !== 'inline' && each.clientWidth
      && each.scrollWidth > each.clientWidth + 1;
    return out || cut || covered(each);
  };
  // The upper and the lower edge of the letters in each line: what is seen there is not these words.
  const lines = (each) => [...each.childNodes].filter((part) => part.nodeType === 3 && part.data.trim())
    .flatMap((part) => {
      const words = document.createRange();
      words.selectNodeContents(part);
      return [...words.getClientRects()];
    });
  // What has a colour of its own and is not below these words hides them.
  const over = (each, x, y) => {
    let seen = document.elementFromPoint(x, y);
    if (!seen) return true;
    if (seen.closest('dialog, .over-map, .mapbox')) return false;
    for (; !seen.contains(each) && !each.contains(seen); seen = seen.parentElement) {
      const { backgroundColor, backgroundImage } = getComputedStyle(seen);
      if (!backgroundColor.endsWith(', 0)') || backgroundImage !== 'none') return true;
    }
    return false;
  };
  // Whether the upper and the lower half of a line are hidden.
  const hidden = (each, number) => {
    const { left, right, top, bottom, height } = lines(each)[number];
    return [top + height / 5, bottom - height / 5].map((y) => over(each, (left + right) / 2, y));
  };
  // A line is half hidden, and scrolling does not bring it out.
  const covered = (each) => {
    if (each.closest('.steps') || !each.checkVisibility()) return false;
    const split = [...lines(each).keys()].filter((number) => new Set(hidden(each, number)).size > 1);
    if (!split.length) return false;
    const boxes = [];
    for (let box = each.parentElement; box; box = box.parentElement) boxes.push([box, box.scrollTop]);
    const whole = (number) => !hidden(each, number).includes(true);
    const found = split.some((number) => {
      each.scrollIntoView({ block: 'center', behavior: 'instant' });
      if (whole(number)) return false;
      for (const [box] of boxes) box.scrollTop += lines(each)[number].top - innerHeight / 2;
      return !whole(number);
    });
    for (const [box, before] of boxes) box.scrollTop = before;
    return found;
  };
  return [...document.querySelectorAll('body *')].filter(found)
    .map((each) => `${each.tagName}.${each.className}: ${each.textContent.slice(0, 60)}`);
}"""


def cut_off(page: Page) -> list[str]:
    """Words that do not fit, each with its place."""
    drawn(page)
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


def test_words_that_something_lies_over_are_found(browser: Browser) -> None:
    """A line whose lower half is below a bar, not one that can be scrolled out of it or that a clear bar lies over."""
    page = browser.new_page(viewport={"width": 360, "height": 400})
    bar = "<div style='position:sticky;bottom:0;height:40px;background:%s'></div>"
    page.set_content(
        "<body style='margin:0;font:20px/20px serif'><div style='height:50px;overflow:hidden'>"
        f"<p style='margin:0'>half</p><div style='margin-top:-10px;position:relative'>{bar % '#fff'}</div></div>"
        f"<div style='height:50px'><p style='margin:0'>clear</p><div style='margin-top:-10px'>{bar % '#0000'}</div>"
        "</div><div style='height:60px;overflow:auto'>"
        f"<p style='margin:0'><br>scrolls<br><br><br></p>{bar % '#fff'}</div>"
    )
    assert cut_off(page) == ["P.: half"]
    page.close()


def test_a_fault_is_found(browser: Browser) -> None:
    """Grey on grey, and a button without a name, are serious."""
    page = browser.new_page()
    page.set_content("<html lang=en><title>A</title><main><p style='color: #bbb'>Read it?</p><button></button></main>")
    assert sorted(fault.split(":")[0] for fault in faults(page)) == ["button-name", "color-contrast"]
    assert [fault.split(":")[0] for fault in faults(page, only=COLOURS)] == ["color-contrast"]
    page.close()


LANGUAGES = ("en-GB", "fr-FR", "de-DE", "es-ES")


def look_everywhere(
    folder: Path, shelf: Shelf, language: str, size: tuple[int, int], part: str, *, twice: bool = False
) -> None:
    """Go through a part of the tour, and find no fault on any screen, light and dark in turn; with `twice` in both."""
    found: dict[str, list[str]] = {}
    phones: list[Phone] = []
    # One page after the other is light and dark, and not one page in turn: it would be drawn anew each time. Every
    # other part begins with a dark one: the first phone has most of the screens, and is as often light as dark.
    shades = itertools.cycle(SHADES[:: (-1) ** [*TOUR].index(part)])
    wide = next(shades)
    context = shelf.new_context(
        viewport={"width": 1280, "height": 720}, locale=language, color_scheme=wide, reduced_motion="reduce"
    )
    shade = {context: wide}

    def take() -> Phone:
        own = next(shades)
        phones.append(Phone(shelf, size, locale=language, dark=own == "dark", motion="reduce"))
        shade[phones[-1].context] = own
        return phones[-1]

    def look(name: str, page: Page) -> None:
        own = shade[page.context]
        found[f"{name}, {own}"] = faults(page, [BY_ITSELF] if name == "portal" else []) + cut_off(page)
        if twice:
            # Nothing but the colours is another in the other one.
            other = SHADES[own == "light"]
            page.emulate_media(color_scheme=other)
            found[f"{name}, {other}"] = faults(page, only=COLOURS)
            page.emulate_media(color_scheme=own)

    TOUR[part](folder, take, context.new_page, look)
    for each in (context, *(phone.context for phone in phones)):
        shelf.put_back(each)
    assert [fault for phone in phones for fault in phone.faults] == []
    assert {name: each for name, each in found.items() if each} == {}


# What comes before a game, a turn of it and what comes after: once, light or dark at every stop, in the languages with
# longer words than English. All parts, in each language and size and in both shades, are a long part of their own.
TURNS = [("before", "fr-FR", SMALL), ("game", "de-DE", SMALL), ("after", "es-ES", LARGE)]


@pytest.mark.long(name="extras")
@pytest.mark.parametrize(("part", "language", "size"), TURNS)
def test_no_screen_has_a_serious_fault(
    tmp_path: Path, shelf: Shelf, part: str, language: str, size: tuple[int, int]
) -> None:
    """Contrast, names, roles, order, language and room for the words, on the phone's screens and the table's."""
    look_everywhere(tmp_path, shelf, language, size, part)


@pytest.mark.long(name="axe")
@pytest.mark.parametrize("part", TOUR)
@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_screen_has_one_in_any_language_size_and_colour(
    tmp_path: Path, shelf: Shelf, language: str, size: tuple[int, int], part: str
) -> None:
    """Every screen, in every language, on a small and a large phone, light and dark."""
    look_everywhere(tmp_path, shelf, language, size, part, twice=True)
