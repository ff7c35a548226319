"""A turn that was made on the cardboard while no phone was touched, entered at once on a 360 px phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.house import Phone
from tests.browser.players import Album
from tests.browser.positions import Position


def counted(phone: Phone, region: str) -> Locator:
    """The line that says how many tokens stand on a region at the end."""
    return phone.page.locator(f".whole > .slots [data-test='slot-{region}']")


def fewer(phone: Phone, region: str) -> None:
    """One token fewer at the end."""
    counted(phone, region).locator("button.round").first.tap()


def more(phone: Phone, region: str) -> None:
    """One token more at the end."""
    counted(phone, region).locator("button.round").nth(1).tap()


def told(phone: Phone, *regions: str) -> None:
    """Wait until the map numbers these regions, in this order, and the table has said what it makes of them."""
    expect(phone.page.locator(".map .order")).to_have_count(len(regions))
    expect(phone.at("remaining")).to_contain_text(f"Conquests: {len(regions)}")
    for region in regions:
        expect(counted(phone, region)).to_be_visible()


def test_four_conquests_in_eleven_taps(pair: list[Phone], album: Album) -> None:
    """More, my whole turn at once, four regions, two tokens moved from one to another (4 taps at most), enter, accept:
    2 + 4 + 2 + 1 + 1 = 10 taps, and one for a finger that slipped."""
    ann, ben = pair
    position = Position(pair)
    giants = position.race(0, "giants", "hill", r05=9, r11=2)
    position.race(1, "elves", "forest", r20=5)
    position.turn(4, 0)
    ann.sees("form-ready")
    album.keep("whole-0-begin", ann.page)
    ann.tells_whole_turn()  # 1
    expect(ann.at("whole-turn")).to_be_visible()
    ann.sees("slot-r05")
    album.keep("whole-1-open", ann.page)
    ann.touch("r10")  # 2
    ann.touch("r15")  # 3
    ann.touch("r16")  # 4
    ann.touch("r22")  # 5
    told(ann, "r10", "r15", "r16", "r22")
    expect(ann.at("whole-enter")).to_be_enabled()
    album.keep("whole-2-told", ann.page)
    # What was told is still there after a look at another page.
    ann.page.goto(f"{ann.page.url}rules")
    ann.page.go_back()
    told(ann, "r10", "r15", "r16", "r22")
    expect(ann.at("whole-enter")).to_be_enabled()
    fewer(ann, "r15")  # 6
    expect(ann.at("remaining")).to_contain_text("Still to place: 1")
    expect(ann.at("whole-enter")).to_be_disabled()
    more(ann, "r05")  # 7
    album.keep("whole-3-counted", ann.page)
    # Nothing is entered before the button.
    assert position.game["regions"]["r10"]["band"] is None
    ann.tap("whole-enter")  # 8
    sheet = ann.sees("score")
    album.keep("whole-4-sheet", ann.page)
    expect(sheet.locator("tfoot td")).to_have_text(re.compile("8"))
    regions = position.game["regions"]
    assert {region: regions[region]["tokens"] for region in regions if regions[region]["band"] == giants}.keys() == {
        "r05", "r10", "r11", "r15", "r16", "r22"
    }  # fmt: skip
    assert sum(lies["tokens"] for lies in regions.values() if lies["band"] == giants) == 11
    expect(ben.at("happened")).to_contain_text(
        "Ann’s turn, entered in one go: conquered region 10, region 15, region 16, region 22"
    )
    album.keep("whole-5-other", ben.page)
    ann.tap("accept")  # 9
    expect(ben.at("turn")).to_have_attribute("data-seat", "1")


COLUMN = (
    ("orcs", "hill"),
    ("ratmen", "stout"),
    ("humans", "swamp"),
    ("wizards", "mounted"),
    ("elves", "forest"),
    ("tritons", "merchant"),
)


@pytest.mark.long(name="moments")
def test_a_new_race_and_a_lost_try(pair: list[Phone], album: Album) -> None:
    """The combo by a tap, a region out of reach that is taken off again, and the face that the box's die showed."""
    ann, ben = pair
    position = Position(pair)
    position.enter(type="set_column", combos=[{"race": race, "power": power} for race, power in COLUMN])
    ann.sees("screen-column")
    album.keep("whole-column", ann.page)
    ann.tells_whole_turn()
    ann.sees("whole-pick-1")
    album.keep("whole-pick", ann.page)
    ann.tap("whole-pick-0")
    expect(ann.at("remaining")).to_contain_text("tokens left: 9")
    for region in ("r05", "r10", "r22"):
        ann.touch(region)
    expect(ann.sees("refusal")).to_have_text("Conquest 3, region 22: not next to the Orcs")
    album.keep("whole-refused", ann.page)
    ann.touch("r22")
    expect(ann.at("refusal")).to_have_count(0)
    told(ann, "r05", "r10")
    ann.touch("r04")
    ann.touch("r09")
    ann.sees("whole-face-0")
    expect(ann.at("whole-enter")).to_be_disabled()
    album.keep("whole-die", ann.page)
    ann.tap("whole-face-0")
    expect(ann.at("whole-enter")).to_be_enabled()
    expect(ann.page.locator(".map .order.lost")).to_have_text("4")
    album.keep("whole-lost", ann.page)
    ann.tap("whole-enter")
    # 3 regions, a hill, and the Lost Tribe that stood on region 4 (Orcs).
    expect(ann.sees("score").locator("tfoot td")).to_have_text(re.compile(r"\b5$"))
    expect(ben.at("happened")).to_contain_text("region 4; failed to take region 9 with a roll of 0")
    # One act, and one way back; a banner has come up since the pick, so it is asked for.
    ann.tap("take-back")
    ben.tap("yes")
    expect(ann.at("turn")).to_have_attribute("data-stage", "begin")
    assert position.game["bands"] == []


@pytest.mark.long(name="moments")
def test_as_it_was_played(pair: list[Phone], album: Album) -> None:
    """What the rules refuse in the middle of it is entered with the other player's yes; till then it waits."""
    ann, ben = pair
    position = Position(pair)
    position.begins("giants", "hill", r05=9)
    ann.tells_whole_turn()
    ann.sees("slot-r05")
    ann.touch("r22")
    expect(ann.sees("refusal")).to_contain_text("Conquest 1, region 22")
    expect(ann.at("whole-enter")).to_have_text("Record it anyway")
    ann.tap("whole-enter")
    expect(ben.page.locator(".ask")).to_contain_text("entered in one go: conquered region 22")
    album.keep("whole-ask", ben.page)
    ben.tap("yes")
    expect(ann.at("turn")).to_have_attribute("data-stage", "score")
    ann.sees("score")
    assert position.phones[0].state()["log"][0]["state"] == "as played"


def test_the_rest_of_a_turn_with_a_way_and_pieces(pair: list[Phone], album: Album) -> None:
    """One conquest was entered as ever; the others, the Dragon's among them, follow at once."""
    ann, _ = pair
    position = Position(pair)
    position.race(0, "trolls", "dragon-master", r05=6)
    position.race(1, "elves", "forest", r15=4)
    position.turn(4, 0)
    ann.sees("form-ready")
    ann.tap("confirm")
    expect(ann.at("turn")).to_have_attribute("data-stage", "conquer")
    ann.touch("r10")
    ann.sees("sheet")
    ann.tap("way-conquer")
    expect(ann.at("hand")).to_have_text("3")
    ann.tells_whole_turn()
    ann.sees("slot-r10")
    ann.touch("r15")
    told(ann, "r15")
    # Four Elves and the hill are too dear: it was the Dragon.
    expect(ann.at("remaining")).to_contain_text("tokens left: 2")
    ann.touch("r04")
    # Two in hand and a cost of three: only the die could have done it, and it did not come to that.
    ann.sees("whole-face-0")
    ann.touch("r04")
    told(ann, "r15")
    ann.tap("whole-enter")
    ann.sees("score")
    lies = position.game["regions"]["r15"]
    assert sorted(marker["kind"] for marker in lies["markers"]) == ["dragon", "lair"]


def test_a_region_left_empty_and_a_fortress(pair: list[Phone], album: Album) -> None:
    """One fewer than one leaves a region empty, one more holds it again; the Fortress lies where it is tapped in."""
    ann, _ = pair
    position = Position(pair)
    position.begins("giants", "fortified", r05=3, r11=1)
    ann.tells_whole_turn()
    ann.sees("slot-r05")
    fewer(ann, "r11")
    fewer(ann, "r11")
    expect(counted(ann, "r11")).to_contain_text("abandoned")
    album.keep("whole-empty", ann.page)
    counted(ann, "r11").locator("button.round").tap()
    expect(counted(ann, "r11").locator("output")).to_have_text("1")
    fewer(ann, "r11")
    expect(counted(ann, "r11")).to_contain_text("abandoned")
    ann.touch("r10")
    told(ann, "r10")
    ann.tap("whole-fortress")
    ann.at("whole-fortress").locator("button.round").nth(1).tap()
    album.keep("whole-fortress", ann.page)
    ann.tap("whole-enter")
    ann.sees("score")
    regions = position.game["regions"]
    assert regions["r11"]["band"] is None
    assert [region for region in regions if regions[region]["markers"]] == ["r05"]


@pytest.mark.long(name="moments")
def test_a_question_that_the_line_swallowed_is_asked_again(pair: list[Phone]) -> None:
    """What was told of a turn stays when one answer does not come: nothing is entered by asking twice."""
    ann, _ = pair
    Position(pair).begins("giants", "hill", r05=9, r11=2)
    ann.tells_whole_turn()
    ann.sees("slot-r05")
    swallowed: list[Route] = []

    def swallow(route: Route) -> None:
        swallowed.append(route)
        route.abort()

    ann.page.route("**/api/draft", swallow, times=1)
    ann.touch("r10")
    told(ann, "r10")
    assert len(swallowed) == 1
    expect(ann.at("told")).to_have_count(0)
