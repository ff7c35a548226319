"""The hotspot as people meet it: the card on the table screen, a phone's sign-in sheet, the status page's switch."""

import io
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Queue

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from companion.host.hotspot import ADDRESS
from companion.rules.model import Message
from tests.browser.house import SCREENS, Phone, seldom
from tests.web.hotspots import Helper, hotspot
from tests.web.house import House, house

Codes = Callable[[Page], list[str]]


@pytest.fixture
def cafe(tmp_path: Path) -> Iterator[House]:
    """A table on its hotspot."""
    own, _ = hotspot(tmp_path / "data")
    with house(tmp_path / "data", hotspot=own) as opened:
        yield opened


def codes(picture: bytes) -> list[str]:
    """What a camera reads off a picture, from the top left to the bottom right."""
    found = zxingcpp.read_barcodes(Image.open(io.BytesIO(picture)))
    return [code.text for code in sorted(found, key=lambda code: code.position.top_left.x + code.position.top_left.y)]


def shot(page: Page, name: str) -> bytes:
    """A picture of the page when its codes are drawn; kept where it was asked for."""
    page.evaluate("Promise.all([...document.images].map(image => image.decode())).then(() => null)")
    picture = page.screenshot(full_page=True)
    if folder := os.environ.get(SCREENS):
        (Path(folder) / f"{name}.png").write_bytes(picture)
    return picture


def expected(cafe: House) -> list[str]:
    """The two codes: the Wi-Fi, and the address that the state has."""
    word = (cafe.folder / "hotspot.password").read_text().strip()
    return [f"WIFI:T:WPA;S:Small World;P:{word};;", "http://192.0.2.7:8000"]


@pytest.mark.parametrize("size", [(1280, 720), *seldom("looks", (1024, 768), (768, 1024))])
def test_both_codes_are_read_off_the_table_screen(cafe: House, browser: Browser, size: tuple[int, int]) -> None:
    """In the lobby and in the game, on a television and on a tablet, also held upright."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale="en-GB")
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{cafe.port}/table")
    expect(page.locator("[data-test='two-steps']")).to_be_visible()
    assert codes(shot(page, f"hotspot-lobby-{size[0]}")) == expected(cafe)
    cafe.seated(2)
    expect(page.locator("[data-test='table-play']")).to_be_visible()
    assert codes(shot(page, f"hotspot-play-{size[0]}")) == expected(cafe)
    context.close()


@pytest.mark.long(name="extras")
def test_the_sheet_fits_a_narrow_phone(cafe: House, phone: Callable[..., Phone]) -> None:
    """Everything is in sight at 360 pixels, the button is large, and a tap says what to do then."""
    ann = phone()
    ann.page.goto(f"http://127.0.0.1:{cafe.port}/portal")
    button = ann.sees("portal-seen").bounding_box()
    assert button
    assert button["height"] >= 44
    assert codes(shot(ann.page, "portal")) == [f"http://{ADDRESS}:{cafe.port}"]
    width = ann.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]
    ann.tap("portal-seen")
    expect(ann.sees("portal-done")).to_contain_text(f"http://{ADDRESS}:{cafe.port}")
    shot(ann.page, "portal-done")
    assert ann.context.cookies() == []


def test_the_card_is_read_off_a_phone(cafe: House, phone: Callable[..., Phone]) -> None:
    """The first code joins the Wi-Fi, the second opens the page; the same on the one sheet that is printed of it."""
    ann = phone()
    ann.page.goto(f"http://127.0.0.1:{cafe.port}/card")
    ann.sees("card-open")
    both = [expected(cafe)[0], f"http://{ADDRESS}:{cafe.port}"]
    assert codes(shot(ann.page, "card")) == both
    drawn = subprocess.run(
        ["pdftoppm", "-r", "100", "-png", "-"], input=ann.page.pdf(format="A4"), capture_output=True, check=True
    )
    # A second sheet would stand behind the end of the first picture.
    assert drawn.stdout.count(b"IEND") == 1
    assert codes(drawn.stdout) == both
    width = ann.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]


@pytest.mark.long(name="extras")
def test_the_card_is_for_the_homes_wifi_where_there_is_no_hotspot(tmp_path: Path, phone: Callable[..., Phone]) -> None:
    """Its password is typed once, read off the card by a camera, and taken off it again."""
    own, _ = hotspot(tmp_path / "data", on=False)
    with house(tmp_path / "data", hotspot=own) as home:
        ann = phone()
        address = f"http://127.0.0.1:{home.port}"
        ann.page.goto(f"{address}/card")
        ann.sees("card-open")
        expect(ann.at("card-join")).to_have_count(0)
        ann.unfolds("card-home")
        ann.sees("home-name").fill("Our; home")
        ann.sees("home-password").fill("pass:word 1")
        ann.tap("home-keep")
        expect(ann.sees("card-join")).to_contain_text("Our; home")
        assert codes(shot(ann.page, "card-home")) == [
            r"WIFI:T:WPA;S:Our\; home;P:pass\:word 1;;",
            "http://192.0.2.7:8000",
        ]
        for name in ("home.wifi", "home.password"):
            assert (tmp_path / "data" / name).stat().st_mode & 0o777 == 0o600
        ann.unfolds("card-home")
        ann.tap("home-forget")
        expect(ann.at("card-join")).to_have_count(0)
        assert not list((tmp_path / "data").glob("home.*"))


@pytest.mark.long(name="extras")
def test_the_homes_wifi_is_typed_in_and_tried(tmp_path: Path, phone: Callable[..., Phone]) -> None:
    """On a phone without a seat: what was wrong with it, and then that it works."""
    own, sees = hotspot(tmp_path / "data", helper=tmp_path / "helper.sock")
    with Helper(tmp_path / "helper.sock", sees) as helper, house(tmp_path / "data", hotspot=own) as cafe:
        helper.answers += ["password", "done"]
        ann = phone()
        ann.page.goto(f"http://127.0.0.1:{cafe.port}/")
        ann.tap("to-wifi")
        ann.sees("home-name").fill("Our; home")
        ann.sees("home-password").fill("short")
        ann.tap("home-try")
        expect(ann.sees("home-told")).to_contain_text("8 to 63 letters")
        for _ in range(2):  # The news has nothing newer.
            with ann.page.expect_response("**/api/wifi/home") as news:
                pass
            assert news.value.json()["says"] == ""
        expect(ann.sees("home-told")).to_contain_text("8 to 63 letters")
        for password, says in (("mistyped", "The password for “Our; home” is wrong."), ("pass:word 1", "It works")):
            ann.sees("home-password").fill(password)
            ann.tap("home-try")
            expect(ann.sees("home-told")).to_contain_text(says)
        width = ann.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert width[0] <= width[1]
    assert [said.split()[0] for said in helper.words] == ["join", "on", "join"]


@pytest.mark.long(name="extras")
def test_the_switch_says_first_what_will_be(tmp_path: Path, phone: Callable[..., Phone]) -> None:
    """One tap tells the consequences and shows the codes to photograph; the second switches."""
    helper = tmp_path / "helper.sock"
    helper.touch()  # Nobody listens there.
    ann = phone()
    told: Queue[Message | None] = Queue()
    own, _ = hotspot(tmp_path / "data", on=False, helper=helper, tell=told.put)
    with house(tmp_path / "data", hotspot=own) as opened:
        ann.page.goto(f"http://127.0.0.1:{opened.port}/status")
        ann.sees("status-hotspot")
        expect(ann.at("hotspot-sure")).to_be_hidden()
        opens = ann.at("hotspot-switch").locator("summary")
        large = opens.bounding_box()
        assert large
        assert large["height"] >= 44
        opens.tap()
        ann.sees("hotspot-sure")
        picture = shot(ann.page, "hotspot-switch")
        assert codes(picture) == [expected(opened)[0], f"http://{ADDRESS}:{opened.port}"]
        box = ann.at("hotspot-sure").bounding_box()
        assert box
        assert box["height"] >= 44
        ann.tap("hotspot-sure")
        wrong = told.get(timeout=30)
        assert wrong
        assert wrong.key == "notice.hotspot"
