"""The status page on a narrow phone: what is connected, and each press as it happens."""

from collections.abc import Callable

from playwright.sync_api import expect

from companion.hardware.virtual import SOCKET
from tests.browser.house import Phone, Table, shows_meanwhile
from tests.hardware.heard import ask

# For two seconds.
BLINKS = """document.querySelector("[data-test='status-light']").textContent.includes("blinking the pips")"""


def test_a_press_is_seen_as_it_happens(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """From the lobby's notice to the page; a press appears there by itself, and nothing is cut off."""
    table = serve()
    ann = phone()
    ann.sits_down(table.address, "Ann")
    ann.sees("to-status-notice").tap()
    # Pins do not tell whether a button is wired to them.
    expect(ann.sees("status-button")).to_contain_text("not pressed yet")
    expect(ann.at("status-button")).to_contain_text("If there is a button, press it now")
    expect(ann.at("status-pins")).to_have_attribute("data-well", "false")
    table.press()
    expect(ann.sees("recent").locator("li").first).to_contain_text("Released")
    expect(ann.at("recent").locator("li").nth(1)).to_contain_text("Pressed")
    expect(ann.at("status-button")).to_contain_text("presses: 1")
    with shows_meanwhile(ann.page, BLINKS):
        ann.tap("blink-light")
    width = ann.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]
    ann.tap("back")
    ann.sees("screen-lobby")


def test_a_tray_shows_what_goes_over_its_line(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """The virtual tray with its firmware; each knock as it happens, and its last frames one tap away."""
    table = serve("--tray", "virtual")
    ann = phone()
    ann.page.goto(f"{table.address}/status")
    tray = ann.sees("status-tray")
    # The tray, and that it is simulated: one part, one card.
    expect(tray).to_contain_text("firmware virtual-1.0")
    expect(tray.locator("[data-test='said']")).to_have_count(2)
    expect(ann.page.get_by_role("heading", name="Dice tray")).to_have_count(1)
    expect(ann.at("status-tray")).to_have_count(1)
    tray.locator("summary", has_text="frames").tap()
    expect(ann.at("frames")).to_contain_text("PONG")
    assert ask(table.data / SOCKET, "knock") == ["ok"]
    expect(ann.at("knocks")).to_contain_text("The knock sensor rang for 34 ms")
    expect(ann.at("knocks")).to_contain_text("Roll 1: ")
    tray.locator("summary", has_text="Magnetic").tap()
    assert ask(table.data / SOCKET, "level 700") == ["ok"]
    expect(ann.at("tray-level")).to_have_text("The magnet sensor reads 700 out of 1023.")
    width = ann.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]
