"""The board maker: a board from nothing on a photo, islands, and a game on them."""

from __future__ import annotations

from collections.abc import Callable
from math import dist
from pathlib import Path

import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import expect

from tests.browser.evening import Evening
from tests.browser.house import NAMES, Phone, Sizes, Table, drawn, keep_picture
from tests.browser.players import Album, Player
from tests.browser.policy import Temper

# How far down the page the middle of the second point lies.
MIDDLE = """() => {
  const { top, bottom } = document.querySelector("[data-test='spot-1'] .body").getBoundingClientRect();
  return (top + bottom) / 2;
}"""
# Whether the first, the seventh and the last point lie where one comes to them by reading; all measured in one moment.
NUMBERED = """([columns, rows]) => {
  const board = document.querySelector("[data-test='maker-board']").getBoundingClientRect();
  return [0, 6, 11].every((place) => {
    const spot = document.querySelector(`[data-test='spot-${place}'] .body`).getBoundingClientRect();
    const column = Math.floor(((spot.x + spot.width / 2 - board.x) / board.width) * columns);
    const row = Math.floor(((spot.y + spot.height / 2 - board.y) / board.height) * rows);
    return row * columns + column === place;
  });
}"""
COLUMNS, ROWS = 4, 3
TERRAINS = (
    ("sea", "farmland", "hill", "forest"),
    ("mountain", "swamp", "lake", "farmland"),
    ("forest", "hill", "mountain", "swamp"),
)


class Maker:
    """Somebody who makes a board on a phone, and counts the taps."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.taps = 0

    def tap(self, name: str) -> None:
        """Tap a button."""
        self.phone.tap(name)
        self.taps += 1

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a place of the board, in shares of its sides, lies on the screen."""
        board = self.phone.at("maker-board")
        board.scroll_into_view_if_needed()
        drawn(self.phone.page)
        box = board.bounding_box()
        assert box
        return box["x"] + x * box["width"], box["y"] + y * box["height"]

    def spot(self, number: int) -> tuple[float, float]:
        """Where the middle of a region lies on the screen, the top of the page in view."""
        self.phone.page.evaluate("scrollTo(0, 0)")
        drawn(self.phone.page)
        box = self.phone.sees(f"spot-{number}").locator(".body").bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def touch(self, x: float, y: float) -> None:
        """Tap a place of the board."""
        self.phone.page.touchscreen.tap(*self.at(x, y))
        self.taps += 1

    def draw(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drag a finger from one place of the board to another."""
        self.phone.slide(self.at(*start), self.at(*end))
        self.taps += 1


def middle(column: int, row: int) -> tuple[float, float]:
    """The middle of a field of the board, in shares of its sides."""
    return (column + 0.5) / COLUMNS, (row + 0.5) / ROWS


def board_photo(path: Path) -> Path:
    """A photo of twelve fields on a table, straight from above."""
    image = Image.new("RGB", (1600, 1300), (80, 60, 40))
    pen = ImageDraw.Draw(image)
    for row in range(ROWS):
        for column in range(COLUMNS):
            box = (160 + 320 * column, 130 + 346 * row, 480 + 320 * column, 476 + 346 * row)
            pen.rectangle(box, fill=(90 + 40 * column, 200 - 40 * row, 120), outline=(20, 20, 20), width=6)
    image.save(path, "JPEG")
    return path


@pytest.mark.long(name="evenings")
def test_a_board_of_twelve_regions_and_a_table_of_two_islands_are_made_from_nothing_and_played_on(
    serve: Callable[..., Table], people: Callable[..., list[Player]], album: Album, tmp_path: Path, sizes: Sizes
) -> None:
    """Photo, points, terrain, symbols, neighbours, islands; then a game of three turns on both, to its reveal.

    Twelve regions take fewer than fifty taps: two for each region, and some for what is chosen between.
    """
    ann, ben = people(*sizes[:2])
    evening = Evening(serve(), (ann, ben), album, temper=Temper(2, 2))
    evening.sit_down(*NAMES[:2])
    ann.hearing.all()
    ann.tap("to-maker")
    ann.sees("screen-maker")
    ann.at("board-name").fill("Our hills")
    ann.at("board-photo").set_input_files(board_photo(tmp_path / "board.jpg"))
    ann.sees("photo-corners")
    maker = Maker(ann)
    maker.tap("photo-straighten")
    ann.sees("photo-done")
    maker.tap("photo-lay")
    ann.sees("screen-draft")
    keep_picture(ann.page, "maker-empty", whole=True)
    wanted = {terrain for row in TERRAINS for terrain in row}
    for terrain in sorted(wanted):
        maker.tap(f"brush-{terrain}")
        for row in range(ROWS):
            for column in range(COLUMNS):
                if TERRAINS[row][column] == terrain:
                    maker.touch(*middle(column, row))
    expect(ann.page.locator("[data-test^='spot-']")).to_have_count(12)
    expect(ann.at("lack").first).to_be_visible()
    keep_picture(ann.page, "maker-points", whole=True)
    maker.tap("propose")
    expect(ann.page.locator("svg.maker .join")).to_have_count(17)
    # They are numbered as one reads, whatever was tapped first.
    ann.page.wait_for_function(NUMBERED, arg=[COLUMNS, ROWS])
    # Two that touch at a corner only are joined and parted again, once by drawing and once by two taps.
    maker.tap("brush-join")
    maker.draw(middle(0, 0), middle(1, 1))
    expect(ann.page.locator("svg.maker .join")).to_have_count(18)
    maker.touch(*middle(0, 0))
    maker.touch(*middle(1, 1))
    expect(ann.page.locator("svg.maker .join")).to_have_count(17)
    maker.tap("brush-magic")
    maker.touch(*middle(1, 0))
    maker.tap("brush-tribe")
    maker.touch(*middle(2, 2))
    maker.tap("undo")
    maker.touch(*middle(3, 2))
    ann.sees("board-ready")
    keep_picture(ann.page, "maker-done", whole=True)
    assert maker.taps < 50
    maker.tap("draft-close")
    ann.sees("edit-our-hills")
    # A second board, without a photo, and both together.
    ann.at("board-name").fill("Rock")
    ann.tap("board-bare")
    ann.sees("screen-draft")
    ann.tap("brush-hill")
    for x, y in ((0.25, 0.3), (0.75, 0.3), (0.5, 0.75)):
        maker.touch(x, y)
    ann.tap("propose")
    ann.sees("board-ready")
    ann.tap("draft-close")
    ann.tap("lay-islands")
    ann.at("islands-name").fill("Two islands")
    for _ in range(7):
        ann.tap("turns-minus")
    expect(ann.at("turns")).to_have_text("3")
    ann.tap("island-our-hills")
    ann.tap("island-rock")
    keep_picture(ann.page, "maker-islands", whole=True)
    ann.tap("islands-done")
    ann.sees("made-two-islands")
    keep_picture(ann.page, "maker-shelf", whole=True)
    ann.hearing.all()
    ann.page.goto(ann.page.url.replace("/maker", "/"))
    ann.sees("screen-lobby")
    ben.unfolds("maps")
    ben.tap("map-two-islands")
    expect(ann.at("map-two-islands")).to_be_checked()
    ann.tap("start")
    evening.begin()
    assert len(evening.state()["game"]["regions"]) == 15
    ann.goes_to("map")
    expect(ann.page.locator("svg.map image")).to_have_count(1)
    # The photo shows its own island; the other one is drawn.
    expect(ann.page.locator("svg.map .land")).to_have_count(3)
    evening.play([(1, ann, lambda: keep_picture(ann.page, "maker-played"))])
    assert evening.done["conquer"] > 3
    assert evening.reveal() == [evening.coins[seat] for seat in range(2)]


@pytest.mark.long(name="extras")
def test_a_board_is_gone_on_with_later_and_goes_out_and_in_as_a_map_file(seated: list[Phone], tmp_path: Path) -> None:
    """Half a board is kept; when it is whole its file can be had, and taken in again under another id."""
    ann = seated[0]
    ann.tap("to-maker")
    ann.at("board-name").fill("Half")
    ann.tap("board-bare")
    ann.sees("screen-draft")
    maker = Maker(ann)
    ann.tap("brush-hill")
    maker.touch(0.25, 0.5)
    expect(ann.at("lack").first).to_be_visible()
    ann.tap("draft-close")
    ann.sees("edit-half")
    expect(ann.at("export-half")).to_have_count(0)
    ann.page.reload()
    ann.tap("edit-half")
    ann.sees("spot-0")
    maker.touch(0.75, 0.5)
    ann.tap("propose")
    ann.sees("board-ready")
    ann.tap("draft-close")
    with ann.page.expect_download() as going:
        ann.tap("export-half")
    text = going.value.path().read_text(encoding="utf-8")
    path = tmp_path / "other.toml"
    path.write_text(text.replace('id = "half"', 'id = "other"'), encoding="utf-8")
    ann.at("board-import").set_input_files(path)
    ann.sees("made-other")
    path.write_text("players = 'many'", encoding="utf-8")
    ann.at("board-import").set_input_files(path)
    expect(ann.at("told")).to_contain_text("That map file cannot be used")


def bare_board(ann: Phone, name: str) -> Maker:
    """A new board without a photo, in hand."""
    if ann.at("to-maker").count():
        ann.tap("to-maker")
    ann.sees("screen-maker")
    ann.at("board-name").fill(name)
    ann.tap("board-bare")
    ann.sees("screen-draft")
    ann.tap("brush-hill")
    return Maker(ann)


@pytest.mark.long(name="extras")
def test_points_are_set_joined_and_moved_on_a_board_brought_nearer_by_two_fingers(seated: list[Phone]) -> None:
    """The place between the fingers stays; two points that one finger would have covered lie apart; nothing is set."""
    ann = seated[0]
    maker = bare_board(ann, "Near")
    maker.touch(0.5, 0.5)
    place = maker.spot(0)
    before = ann.at("maker-board").bounding_box()
    assert before
    ann.pinch(place, 4)
    first = maker.spot(0)
    assert dist(first, place) < 5
    board = ann.at("maker-board").bounding_box()
    assert board
    assert board["width"] == pytest.approx(4 * before["width"], rel=0.03)
    expect(ann.page.locator("[data-test^='spot-']")).to_have_count(1)
    # On the whole board these two would lie 15 px apart.
    ann.page.touchscreen.tap(first[0] + 60, first[1])
    expect(ann.page.locator("[data-test^='spot-']")).to_have_count(2)
    ann.tap("brush-join")
    ann.slide(maker.spot(0), maker.spot(1), half_way="maker-near")
    expect(ann.page.locator("svg.maker .join")).to_have_count(1)
    ann.tap("brush-hill")
    x, y = maker.spot(1)
    ann.slide((x, y), (x, y + 60))
    ann.page.wait_for_function(f"was => ({MIDDLE})() > was + 50", arg=y)
    assert maker.spot(1)[1] - maker.spot(0)[1] == pytest.approx(60, abs=3)
    # One finger beside them pushes the board.
    x, y = maker.spot(0)
    ann.slide((x - 60, y - 60), (x - 120, y - 60))
    ann.page.wait_for_function(
        "was => document.querySelector('[data-test=spot-0] .body').getBoundingClientRect().x < was - 40", arg=x
    )
    expect(ann.page.locator("[data-test^='spot-']")).to_have_count(2)


def test_a_board_is_made_with_keys_alone(seated: list[Phone]) -> None:
    """Regions are added, moved, joined and made into another terrain without a finger, and each says what it is."""
    ann = seated[0]
    maker = bare_board(ann, "Keys")

    def press(name: str, key: str = "Enter") -> None:
        ann.at(name).focus()
        ann.page.keyboard.press(key)

    press("brush-hill")
    press("add-spot")
    press("add-spot")
    expect(ann.at("spot-1")).to_be_focused()
    # Each has a place of its own.
    assert dist(maker.spot(0), maker.spot(1)) > 10
    shown = ann.sees("spot-1").locator(".body")
    before = shown.bounding_box()
    for _ in range(3):
        ann.page.keyboard.press("ArrowDown")
    ann.page.wait_for_function(
        "was => document.querySelector('[data-test=spot-1] .body').getBoundingClientRect().y > was + 5",
        arg=before and before["y"],
    )
    press("brush-mine")
    press("spot-0", "Space")
    press("brush-join")
    press("spot-0")
    expect(ann.at("spot-0")).to_have_attribute("aria-pressed", "true")
    press("spot-1")
    expect(ann.at("spot-0")).to_have_attribute("aria-label", "region 1, hill, mine, touches 2")
    expect(ann.at("spot-1")).to_have_attribute("aria-label", "region 2, hill, touches 1")


@pytest.mark.long(name="extras")
def test_a_board_is_kept_through_a_power_cut_and_when_the_page_is_left_at_once(
    serve: Callable[..., Table], phone: Callable[..., Phone]
) -> None:
    """While the table is away the phone says so and tries again by itself; the back button takes nothing along."""
    table = serve()
    ann = phone()
    ann.sits_down(table.address, "Ann")
    maker = bare_board(ann, "Kept")
    maker.touch(0.25, 0.5)
    expect(ann.at("screen-draft")).to_contain_text("saved")
    table.kill()
    maker.touch(0.75, 0.5)
    expect(ann.at("draft-leave")).to_be_visible()
    keep_picture(ann.page, "maker-lost", whole=True)
    ann.tap("draft-close")
    expect(ann.at("spot-1")).to_have_count(1)
    table.start()
    expect(ann.at("draft-leave")).to_have_count(0)
    maker.touch(0.5, 0.2)
    expect(ann.page.locator("[data-test^='spot-']")).to_have_count(3)
    ann.page.go_back()
    ann.sees("screen-lobby")
    ann.tap("to-maker")
    ann.tap("edit-kept")
    expect(ann.page.locator("[data-test^='spot-']")).to_have_count(3)


@pytest.mark.long(name="extras")
def test_two_phones_at_one_board_take_nothing_from_each_other(seated: list[Phone]) -> None:
    """The one that opened it last has it; the other keeps its own as another board, and one has another name."""
    ann, ben = seated
    mine = bare_board(ann, "Ours")
    mine.touch(0.25, 0.5)
    expect(ann.at("screen-draft")).to_contain_text("· saved")
    ben.tap("to-maker")
    ben.tap("edit-ours")
    ben.sees("spot-0")
    mine.touch(0.75, 0.5)
    expect(ann.at("told")).to_contain_text("another phone")
    ann.tap("draft-another")
    expect(ann.at("screen-draft")).to_contain_text("· saved")
    ann.at("screen-draft").locator("summary").tap()
    ann.at("draft-name").fill("Mine now")
    ann.tap("draft-close")
    expect(ann.at("made-ours-2")).to_contain_text("Mine now")
    expect(ann.at("made-ours-2")).to_contain_text("2 regions")
    expect(ann.at("made-ours")).to_contain_text("1 region,")


def test_somebody_without_a_seat_is_asked_to_sit_down_first(
    serve: Callable[..., Table], phone: Callable[..., Phone]
) -> None:
    """The maker belongs to those at the table."""
    table = serve()
    guest = phone()
    guest.page.goto(f"{table.address}/maker")
    guest.sees("maker-sit")
