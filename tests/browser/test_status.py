"""The status page on a narrow phone: what is connected, and each press as it happens."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.house import Phone, Table

# The light blinks for two seconds; a slow test does not miss it.
BLINKS = """() => ({seen: new Promise(resume => {
  const look = () => document.querySelector("[data-test='status-light']").textContent.includes("blinking the pips")
    ? resume(true) : requestAnimationFrame(look);
  look();
})})"""


def test_a_press_is_seen_as_it_happens(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """From the lobby's notice to the page; a press appears there by itself, and nothing is cut off."""
    table = serve()
    ann = phone()
    ann.sits_down(table.address, "Ann")
    ann.sees("to-status-notice").tap()
    expect(ann.sees("status-button")).to_contain_text("not pressed yet")
    expect(ann.at("status-pins")).to_have_attribute("data-well", "false")
    table.press()
    expect(ann.sees("recent").locator("li").first).to_contain_text("Let go")
    expect(ann.at("recent").locator("li").nth(1)).to_contain_text("Pressed")
    expect(ann.at("status-button")).to_contain_text("presses heard: 1")
    blinks = ann.page.evaluate_handle(BLINKS)
    ann.tap("blink-light")
    assert blinks.evaluate("each => each.seen")
    width = ann.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]
    ann.tap("back")
    ann.sees("screen-lobby")


def test_a_tray_shows_what_goes_over_its_line(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """The virtual tray is there with its firmware, and its last frames lie one tap away."""
    table = serve("--tray", "virtual")
    ann = phone()
    ann.page.goto(f"{table.address}/status")
    tray = ann.sees("status-tray")
    expect(tray).to_contain_text("firmware virtual-1.0")
    tray.locator("summary", has_text="frames").tap()
    expect(ann.at("frames")).to_contain_text("PONG")
    width = ann.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]
