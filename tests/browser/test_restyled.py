"""How often a page is drawn and how much of it styled anew for an act: on an old phone that is what one waits for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.house import LARGE, Phone, drawn, resize
from tests.browser.positions import Position, conquering
from tests.browser.test_ticks import conquers, undoes

# Of what the page has: all of it but the map, with the ground of two new pictures of regions. With the map it is more
# than one and a half times as much, as what is used several times counts each time.
SHARE = 0.65
# By how many px the sheet is higher than it is at least.
LIFTED = "parseFloat(getComputedStyle(document.querySelector('.sheetbox')).getPropertyValue('--more'))"
FEW = 100  # parts that a tap alone may have styled, as the button under the finger


def undone(pair: list[Phone]) -> None:
    """The first conquers a region and takes it back, and both phones show it."""
    ann, _ = pair
    ann.touch("r04")
    for each in pair:
        expect(each.at("happened")).to_contain_text("conquers")
        expect(each.at("happened")).not_to_contain_text("Undone")
    ann.tap("take-back")
    for each in pair:
        expect(each.at("happened")).to_contain_text("Undone")


def styled(browser: Browser, page: Page, *does: Callable[[], object]) -> list[int]:
    """How many parts of a page are styled anew, time by time, while something is done; a tap alone does not count."""
    traced: list[dict[str, Any]] = []
    ended: list[bool] = []
    trace = browser.new_browser_cdp_session()
    trace.on("Tracing.dataCollected", lambda some: traced.extend(some["value"]))
    trace.on("Tracing.tracingComplete", lambda _: ended.append(True))
    trace.send("Tracing.start", {"traceConfig": {"includedCategories": ["devtools.timeline"]}})
    for each in does:
        each()
    trace.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(20)
    trace.detach()
    found = [each["args"]["elementCount"] for each in traced if each["name"] == "UpdateLayoutTree" and "dur" in each]
    return [parts for parts in found if parts > FEW]


@pytest.mark.long(name="looks")
def test_an_act_styles_little_of_the_page_anew(pair: list[Phone], browser: Browser) -> None:
    """The map has thousands of parts; a conquest and its undo change a few of them."""
    conquering(pair)
    ann, _ = pair
    # A turn that begins shows its map anew, on each phone as soon as it comes to it.
    undone(pair)
    parts = ann.page.locator("*").count()
    acts = styled(browser, ann.page, *[lambda: undone(pair)] * 3)
    assert len(acts) >= 6
    assert max(acts) < parts * SHARE


@pytest.mark.long(name="looks")
def test_a_list_that_lifts_the_sheet_styles_no_map_anew(pair: list[Phone], browser: Browser) -> None:
    """How high the sheet is for what hands do matters to nothing on the map."""
    ann, _ = pair
    resize(ann.page, *LARGE)
    position = Position(pair)
    position.race(0, "giants", "merchant", r19=4, r20=4)
    position.race(1, "elves", "swamp", r21=2, r05=3)
    position.turn(4, 0)
    ann.sees("form-ready")
    heights = []

    def conquered() -> None:
        conquers(ann, "r21")
        drawn(ann.page)
        heights.append(ann.page.evaluate(LIFTED))

    def taken_back() -> None:
        undoes(ann)
        drawn(ann.page)
        heights.append(ann.page.evaluate(LIFTED))

    # A turn that begins shows its map anew.
    conquered()
    taken_back()
    parts = ann.page.locator("*").count()
    acts = styled(browser, ann.page, conquered, taken_back)
    assert len({*heights}) > 1
    assert max(acts) < parts * SHARE


@pytest.mark.long(name="looks")
def test_an_act_leaves_the_ground_as_it_was_drawn(pair: list[Phone]) -> None:
    """The map's ground has half of what there is to draw, and no act changes it."""
    conquering(pair)
    ann, _ = pair
    undone(pair)
    layers: list[Counter[int]] = []
    tree = ann.context.new_cdp_session(ann.last_page())
    tree.on("LayerTree.layerTreeDidChange", lambda told: layers.append(painted(told.get("layers", []))))
    tree.send("DOM.enable")
    tree.send("LayerTree.enable")
    page = tree.send("DOM.getDocument")["root"]["nodeId"]
    found = tree.send("DOM.querySelector", {"nodeId": page, "selector": ".map .ground"})["nodeId"]
    ground = tree.send("DOM.describeNode", {"nodeId": found})["node"]["backendNodeId"]
    undone(pair)
    drawn(ann.page)
    before = layers[-1]
    for _ in range(3):
        undone(pair)
    drawn(ann.page)
    assert layers[-1][ground] == before[ground] > 0
    assert max(layers[-1][each] - before[each] for each in before) >= 6


def painted(layers: list[dict[str, Any]]) -> Counter[int]:
    """How often the layers of a page were drawn, by what they are of: several of one part count together."""
    counts: Counter[int] = Counter()
    for each in layers:
        counts[each.get("backendNodeId", 0)] += each["paintCount"]
    return counts


# Its tokens with what it says, and the way back large.
DRAWN = 2


@pytest.mark.long(name="looks")
def test_an_act_draws_the_page_a_few_times(pair: list[Phone]) -> None:
    """The tap, the answer and what the own purse can pay draw nothing by themselves: the new state does."""
    conquering(pair)
    ann, _ = pair
    undone(pair)
    script = ann.context.new_cdp_session(ann.last_page())
    script.send("Profiler.enable")
    script.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": False})
    for _ in range(3):
        undone(pair)
    covered = script.send("Profiler.takePreciseCoverage")["result"]
    (drawn,) = (
        part["ranges"][0]["count"]
        for each in covered
        if each["url"].endswith("/lib/map.js")
        for part in each["functions"]
        if part["functionName"] == "mapView"
    )
    assert 6 <= drawn <= 6 * DRAWN
