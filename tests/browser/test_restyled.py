"""How often a page is drawn and how much of it styled anew for an act: on an old phone that is what one waits for."""

from __future__ import annotations

from collections import Counter
from typing import Any

from playwright.sync_api import Browser, expect

from tests.browser.house import Phone, drawn
from tests.browser.positions import conquering

# Of what the page has: all of it but the map. With the pictures that are used several times a whole one is more than
# twice as much.
SHARE = 0.6
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


def test_an_act_styles_little_of_the_page_anew(pair: list[Phone], browser: Browser) -> None:
    """The map has thousands of parts; a conquest and its undo change a few of them."""
    conquering(pair)
    ann, _ = pair
    # A turn that begins shows its map anew, on each phone as soon as it comes to it.
    undone(pair)
    parts = ann.page.locator("*").count()
    traced: list[dict[str, Any]] = []
    ended: list[bool] = []
    trace = browser.new_browser_cdp_session()
    trace.on("Tracing.dataCollected", lambda some: traced.extend(some["value"]))
    trace.on("Tracing.tracingComplete", lambda _: ended.append(True))
    trace.send("Tracing.start", {"traceConfig": {"includedCategories": ["devtools.timeline"]}})
    for _ in range(3):
        undone(pair)
    trace.send("Tracing.end")
    while not ended:
        ann.page.wait_for_timeout(20)
    styled = [each["args"]["elementCount"] for each in traced if each["name"] == "UpdateLayoutTree" and "dur" in each]
    acts = [parts_styled for parts_styled in styled if parts_styled > FEW]
    assert len(acts) >= 6
    assert max(acts) < parts * SHARE


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
    assert layers[-1][ground] == before[ground]
    assert max(layers[-1][each] - before[each] for each in before) >= 6


def painted(layers: list[dict[str, Any]]) -> Counter[int]:
    """How often the layers of a page were drawn, by what they are of: several of one part count together."""
    counts: Counter[int] = Counter()
    for each in layers:
        counts[each.get("backendNodeId", 0)] += each["paintCount"]
    return counts


# Its tokens with what it says, and the way back large.
DRAWN = 2


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
