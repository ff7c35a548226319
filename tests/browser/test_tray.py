"""A magnetic die, taught to the tray from a narrow phone."""

from collections.abc import Callable

from playwright.sync_api import expect

from companion.hardware.virtual import SOCKET
from tests.browser.house import Phone, Table
from tests.hardware.heard import ask

LEVELS = (512, 520, 640, 704)


def test_a_die_is_laid_down_face_by_face(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """Four taps; two faces that are alike are named; then what lies there is read, and knocks count no more."""
    table = serve("--tray", "virtual")
    ann = phone()
    ann.sits_down(table.address, "Ann")
    ann.page.goto(f"{table.address}/status")
    ann.sees("teaching").locator("summary").tap()
    tray = table.data / SOCKET
    for pips, level in enumerate(LEVELS):
        ask(tray, f"level {level}")
        ann.tap(f"lay-{pips}")
        expect(ann.at(f"lay-{pips}")).to_have_class("laid")
    expect(ann.sees("tray-alike")).to_contain_text("cannot tell 0 and 1 apart")
    expect(ann.at("tray-mode")).to_have_count(0)
    ask(tray, "level 576")
    ann.tap("lay-1")
    expect(ann.at("tray-alike")).to_have_count(0)
    for button in ann.page.locator("details button").all():
        box = button.bounding_box()
        assert box
        assert box["height"] >= 44
    width = ann.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]
    ann.tap("tray-mode")
    ann.sees("tray-reads")
    # The tray is told how to read a moment after the phone.
    while ask(tray, "die 640", "light")[1] in ("dark", "nobody"):
        pass
    assert ask(tray, "until pips 2") == ["ok"]
    ann.tap("tray-mode")
    expect(ann.at("tray-reads")).to_have_count(0)
    ann.tap("tray-forget")
    expect(ann.at("lay-0")).to_have_class("")
    ask(tray, "unplug")
    expect(ann.at("teaching")).to_have_count(0)


def test_only_whoever_sits_at_the_table_teaches(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """Whoever only looks on is told to sit down, and the tray learns nothing."""
    table = serve("--tray", "virtual")
    bob = phone()
    bob.page.goto(f"{table.address}/status")
    bob.sees("teaching").locator("summary").tap()
    bob.tap("lay-3")
    expect(bob.sees("tray-refused")).to_contain_text("has no player")
    expect(bob.at("lay-3")).to_have_class("")
