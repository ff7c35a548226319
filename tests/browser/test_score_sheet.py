"""The turn that scores itself: every coin with its reason."""

from playwright.sync_api import expect

from tests.browser.house import SIZES, Phone, drawn, resize
from tests.browser.positions import Position
from tests.browser.test_one_glance import CUT_OFF

REGIONS = "pictures => pictures.map(picture => picture.dataset.regions)"


def test_the_regions_that_pay_are_seen_beside_the_reason(pair: list[Phone]) -> None:
    """Base rules, Humans and Hill: a coin for each farmland, and for each hill. That each region pays, all know."""
    ann = pair[0]
    position = Position(pair)
    position.race(0, "humans", "hill", r02=2, r12=2, r07=2, r13=2)
    position.turn(4, 0)
    ann.tap("confirm")
    ann.tap("done")
    for name, regions in (("humans", ["r02", "r12"]), ("hill", ["r07"])):
        line = ann.sees("score").page.locator(f"[data-test='why-{name}']").last
        assert line.locator(".cutout").evaluate_all(REGIONS) == regions
    assert ann.at("why-humans").first.locator(".cutout").count() == 0
    for size in SIZES:
        resize(ann.page, *size)
        drawn(ann.page)
        assert not ann.at("score").evaluate(CUT_OFF)
    expect(ann.at("score")).to_contain_text("Total")
