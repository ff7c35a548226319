"""The board in the picture: photographed by one phone, seen by all."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from tests.browser.house import Phone, keep_picture, seldom
from tests.browser.picture import CORNERS, PAINT, SIZE, board_of, colour_at, photographed

# A colour of the board comes through noise, blur, JPEG and two samplings; terrains lie farther apart than twice this.
NEAR = 30.0
SLOW = 6
# Opening a picture waits until it is released, as on a phone that takes its time.
HOLD = """() => {
  const open = createImageBitmap;
  window.createImageBitmap = (...picture) => {
    window.opened = new Promise((go) => { window.held = go; }).then(() => open(...picture));
    return opened;
  };
}"""
RELEASE = """() => {
  held();
  window.held = null;
}"""
# What the bar of progress has shown.
BAR = """() => {
  window.shown = [];
  new MutationObserver(() => {
    const bar = document.querySelector("progress[max]");
    if (bar && bar.value !== shown.at(-1)) shown.push(bar.value);
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""


def straighten(phone: Phone) -> None:
    """Tap until it begins: a phone that is this slow may lose a tap, as a real one does."""
    for _ in range(3):
        phone.tap("photo-straighten")
        with suppress(TimeoutError):
            return phone.at("photo-straighten").wait_for(state="hidden", timeout=6000)
    raise AssertionError("three taps did nothing")


def show_corners(phone: Phone) -> None:
    """Drag each ring onto the corner of the board in the picture."""
    for corner, (x, y) in enumerate(CORNERS):
        frame = phone.at("photo-corners").bounding_box()
        ring = phone.at(f"corner-{corner}").bounding_box()
        assert frame
        assert ring
        start = (ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2)
        end = (frame["x"] + x / SIZE[0] * frame["width"], frame["y"] + y / SIZE[1] * frame["height"])
        phone.slide(start, end, half_way="photo-loupe")


@pytest.mark.parametrize("slower", [*seldom("extras", 1), *seldom("slow", SLOW)])
def test_a_photo_of_the_board_is_straightened_and_lies_under_the_map_of_every_phone(
    seated: list[Phone], screen: Callable[[str], Page], tmp_path: Path, slower: int
) -> None:
    """Twelve megapixels, at an angle, noisy and on their side: each region shows its own colour where it is tapped."""
    ann, ben = seated
    drawn = board_of("base-2")
    slow = ann.context.new_cdp_session(ann.last_page())
    slow.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    ann.at("photo-file").set_input_files(photographed(drawn, tmp_path / "board.jpg"))
    ann.sees("photo-corners")
    show_corners(ann)
    keep_picture(ann.page, "photo-corners")
    ann.page.evaluate(BAR)
    straighten(ann)
    ann.sees("photo-done")
    bar = ann.page.evaluate("shown")
    assert len(bar) > 10
    assert bar == sorted(bar)
    keep_picture(ann.page, "photo-done")
    ann.tap("photo-lay")
    ann.sees("screen-lobby")
    photo = ben.state()["table"]["photo"]
    answer = ben.context.request.get(f"{ben.home.rstrip('/')}/api/photo/{photo}")
    assert answer.headers["content-type"] == "image/jpeg"
    picture = answer.body()
    # The noise is blended in at an eighth, and greys every colour by so much.
    wrong = {
        region.id: colour_at(picture, drawn, region.id)
        for region in drawn.board.regions.values()
        if any(
            abs(seen - (0.88 * paint + 0.12 * 128)) > NEAR
            for seen, paint in zip(colour_at(picture, drawn, region.id), PAINT[region.terrain], strict=True)
        )
    }
    assert wrong == {}
    slow.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    ann.tap("start")
    for each in seated:
        each.sees("screen-play")
        each.tap("nav-map")
        expect(each.page.locator("svg.map image")).to_have_attribute("href", f"api/photo/{photo}")
    page = screen(ann.page.url.rstrip("/"))
    expect(page.locator("svg.map image")).to_have_attribute("href", f"api/photo/{photo}")
    page.locator("svg.map image").evaluate("image => image.decode ? image.decode() : null")
    keep_picture(page, "photo-table")
    ann.tap("nav-column")
    ann.picks()
    region = ann.open_regions()[0]
    ann.touch(region)
    ann.sees("take-back")
    keep_picture(ann.page, "photo-played")


@pytest.mark.long(name="extras")
def test_a_photo_is_turned_and_its_corners_go_with_it(seated: list[Phone], tmp_path: Path) -> None:
    """After four turns the rings are where they were."""
    ann = seated[0]
    ann.at("photo-file").set_input_files(photographed(board_of("base-2"), tmp_path / "board.jpg"))
    corners = ann.sees("photo-corners")
    before = [ann.at(f"corner-{corner}").get_attribute("transform") for corner in range(4)]
    expect(corners).to_have_attribute("viewBox", "0 0 2400 1800")
    for turned in ("0 0 1800 2400", "0 0 2400 1800") * 2:
        ann.tap("photo-turn")
        expect(corners).to_have_attribute("viewBox", turned)
    for corner, where in enumerate(before):
        expect(ann.at(f"corner-{corner}")).to_have_attribute("transform", str(where))


def release(phone: Phone) -> None:
    """Once it is about to open a picture, let it."""
    phone.page.wait_for_function("() => Boolean(window.held)")
    phone.page.evaluate(RELEASE)


@pytest.mark.long(name="extras")
def test_a_photo_that_was_given_up_does_not_come_back(seated: list[Phone], tmp_path: Path) -> None:
    """Neither while the phone still opens it nor while it is made straight; the next photo is the next one."""
    ann = seated[0]
    path = photographed(board_of("base-2"), tmp_path / "board.jpg")
    ann.page.evaluate(HOLD)
    ann.at("photo-file").set_input_files(path)
    ann.tap("photo-cancel")
    ann.sees("screen-lobby")
    release(ann)
    ann.page.evaluate("opened.then(() => null)")
    expect(ann.at("screen-photo")).to_have_count(0)
    ann.at("photo-file").set_input_files(path)
    release(ann)
    ann.sees("photo-corners")
    slow = ann.context.new_cdp_session(ann.last_page())
    slow.send("Emulation.setCPUThrottlingRate", {"rate": 20})
    ann.tap("photo-straighten")
    ann.tap("photo-cancel")
    ann.sees("screen-lobby")
    slow.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    ann.at("photo-file").set_input_files(path)
    release(ann)
    corners = ann.sees("photo-corners")
    ann.tap("photo-turn")
    expect(corners).to_have_attribute("viewBox", "0 0 1800 2400")
    expect(ann.at("photo-done")).to_have_count(0)


@pytest.mark.long(name="extras")
def test_crossed_corners_are_named_and_cannot_be_straightened(seated: list[Phone], tmp_path: Path) -> None:
    """Two rings that changed places are refused in words before any work is done."""
    ann = seated[0]
    ann.at("photo-file").set_input_files(photographed(board_of("base-2"), tmp_path / "board.jpg"))
    ann.sees("photo-corners")
    rings = [ann.at(f"corner-{corner}").bounding_box() for corner in range(2)]
    middles = [(ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2) for ring in rings if ring]
    ann.slide(middles[0], (middles[1][0] + 30, middles[1][1]))
    ann.sees("photo-crossed")
    expect(ann.at("photo-straighten")).to_be_disabled()


def test_what_is_no_picture_is_refused_in_a_sentence_and_the_lobby_is_as_before(
    seated: list[Phone], tmp_path: Path
) -> None:
    """A text file with the name of a photo changes nothing."""
    ann = seated[0]
    path = tmp_path / "board.jpg"
    path.write_text("not a picture")
    ann.at("photo-file").set_input_files(path)
    expect(ann.at("told")).to_contain_text("cannot open that picture")
    ann.sees("screen-lobby")
    assert ann.state()["table"]["photo"] is None


@pytest.mark.long(name="looks")
def test_a_photo_can_be_hidden_on_one_phone_and_taken_away_for_all(seated: list[Phone], tmp_path: Path) -> None:
    """The drawing is one tap away for a phone, two for everybody."""
    ann, ben = seated
    ann.at("photo-file").set_input_files(photographed(board_of("base-2"), tmp_path / "board.jpg"))
    ann.sees("photo-corners")
    ann.tap("photo-straighten")
    ann.sees("photo-done")
    ann.tap("photo-lay")
    ann.tap("start")
    for each in seated:
        each.sees("screen-play")
        each.tap("nav-map")
    expect(ben.page.locator("svg.map image")).to_have_count(1)
    ben.tap("nav-more")
    ben.tap("setting-drawn")
    ben.tap("nav-map")
    expect(ben.page.locator("svg.map image")).to_have_count(0)
    expect(ann.page.locator("svg.map image")).to_have_count(1)
    ann.tap("nav-more")
    ann.tap("photo-away")
    ann.tap("photo-away")
    expect(ann.at("setting-drawn")).to_have_count(0)
    assert ben.state()["table"]["photo"] is None
