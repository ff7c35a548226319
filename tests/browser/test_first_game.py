"""The coach for a first game."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import come_together
from tests.browser.house import SPOKEN, Phone, Table, drawn, seldom
from tests.browser.positions import Position

# The prices whose middle lies under the tip.
UNDER_TIP = """() => {
  const tip = document.querySelector("[data-test='coach']").getBoundingClientRect();
  return [...document.querySelectorAll(".map .price")].filter((price) => {
    const { top, bottom } = price.getBoundingClientRect();
    return (top + bottom) / 2 < tip.bottom;
  }).map((price) => price.closest("[data-of]").dataset.of);
}"""


# The players over whom the tip lies, and those whose middle no finger meets.
HIDDEN = """() => {
  const tip = document.querySelector("[data-test='coach']").getBoundingClientRect();
  const chips = [...document.querySelectorAll("[data-test^='player-']")];
  const under = chips.filter((chip) => chip.getBoundingClientRect().bottom > tip.top);
  const unmet = chips.filter((chip) => {
    const { left, top, width, height } = chip.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2)?.closest("button") !== chip;
  });
  return [under, unmet].map((some) => some.map((chip) => chip.dataset.test));
}"""


# How far the letters of the tip stay off the inner edge of its box, above and below.
ROOM = """() => {
  const tip = document.querySelector("[data-test='coach']"), box = tip.getBoundingClientRect();
  const words = document.createRange();
  words.selectNodeContents(tip.querySelector("p"));
  const lines = [...words.getClientRects()];
  const edge = parseFloat(getComputedStyle(tip).borderTopWidth);
  return Math.min(lines[0].top - box.top, box.bottom - lines.at(-1).bottom) - edge;
}"""


def begin(table: Table, phone: Phone, *names: str) -> None:
    """All play on one phone."""
    for name in names:
        assert phone.context.request.post(f"{table.address}/api/join", data={"name": name, "another": True}).ok
    assert phone.context.request.post(f"{table.address}/api/start", data={}).ok


def test_a_new_name_is_coached_step_by_step(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """One sentence and one picture for each step; a tap closes that tip alone, and More ends them all."""
    table, ann = serve(), phone(knows=False)
    begin(table, ann, "Ann", "Ben")
    ann.page.goto(table.address)
    coach = ann.sees("coach")
    expect(coach).to_have_attribute("data-step", "pick")
    expect(coach.locator("svg").first).to_be_visible()
    # What the tip says is not said twice.
    expect(ann.sees("coach")).to_contain_text("the top one is free")
    expect(ann.at("screen-column")).not_to_contain_text("The top combo is free")
    expect(ann.at("screen-column")).to_contain_text("Tap one to see it, then pick.")
    ann.picks()
    expect(ann.at("coach")).to_have_attribute("data-step", "enter")
    ann.touch(ann.open_regions()[0])
    expect(ann.at("coach")).to_have_attribute("data-step", "conquer")
    ann.tap("coach-off")
    expect(ann.at("coach")).to_have_count(0)
    # Whoever still has a piece to place stops first.
    ann.page.locator("[data-test='done'], [data-test='offer-finish']").first.tap()
    expect(ann.sees("coach")).not_to_have_attribute("data-step", "conquer")
    ann.tap("nav-more")
    ann.tap("setting-coach")
    ann.page.reload()
    ann.sees("nav-more")
    expect(ann.at("coach")).to_have_count(0)
    ann.tap("nav-more")
    ann.tap("setting-coach")
    ann.tap("nav-map")
    ann.sees("coach")


def wants_tips(phone: Phone) -> None:
    """Somebody who has played before switches them on."""
    # What the phone hears after that may bring the map.
    phone.hears(phone.state())
    phone.tap("nav-more")
    phone.at("setting-coach").check()
    phone.tap("nav-map")


def test_the_sign_of_another_way_is_explained(pair: list[Phone]) -> None:
    """A Dragon takes any region for one token, so its sign is on every tag."""
    ann, _ = pair
    position = Position(pair)
    position.race(0, "giants", "dragon-master", r03=7)
    position.turn(4, 0)
    ann.sees("form-ready")
    ann.tap("confirm")
    expect(ann.at("turn")).to_have_attribute("data-stage", "conquer")
    wants_tips(ann)
    expect(ann.sees("coach")).to_have_attribute("data-step", "also")
    expect(ann.at("coach")).to_contain_text("Dragon Master can also take that region")
    ann.tap("coach-off")
    expect(ann.sees("coach")).to_have_attribute("data-step", "conquer")


# How far plus and minus lie under the tip.
UNDER = """() => {
  const [tip, buttons] = ['coach', 'on-token'].map(each => document.querySelector(`[data-test='${each}']`));
  return tip.getBoundingClientRect().bottom - buttons.getBoundingClientRect().top;
}"""


@pytest.mark.long(name="looks")
def test_a_tip_leaves_plus_and_minus_to_the_finger(pair: list[Phone]) -> None:
    """Of a region at the upper edge they stand below it."""
    ann, _ = pair
    position = Position(pair)
    position.race(0, "giants", "merchant", r02=5, r12=2, r17=2)
    position.turn(4, 0)
    ann.sees("form-ready")
    wants_tips(ann)
    ann.sees("coach")
    for region in ("r17", "r12", "r02"):
        ann.touch(region)
        expect(ann.at("on-token")).to_have_attribute("data-at", region)
        drawn(ann.page)
        assert ann.page.evaluate(UNDER) <= 0
        # They may lie over the next one.
        ann.tap("token-close")


def test_a_rule_about_a_symbol_of_the_map_shows_it(pair: list[Phone]) -> None:
    """Nobody knows yet which of the signs on the map is a Cavern; a rule about none of them shows none."""
    ann, _ = pair
    combos = ("trolls", "underworld"), ("dwarves", "alchemist")
    Position(pair).enter(
        type="set_column", combos=[{"race": race, "power": power, "coins": 0} for race, power in combos]
    )
    for place, signs in enumerate(([0, 1], [1, 0])):
        ann.tap(f"combo-{place}")
        for rule, count in zip(combos[place], signs, strict=True):
            expect(ann.at(f"rule-{rule}").locator("span svg")).to_have_count(count)


def test_a_die_is_explained_where_a_tag_has_one(pair: list[Phone]) -> None:
    """A region that could also be tried with the die has another tag, and nobody looks for a die on it."""
    ann, _ = pair
    position = Position(pair)
    position.race(0, "giants", "dragon-master", r03=3)
    position.race(1, "trolls", "hill", r04=2)
    position.turn(4, 0)
    ann.sees("form-ready")
    ann.tap("confirm")
    expect(ann.at("turn")).to_have_attribute("data-stage", "conquer")
    wants_tips(ann)
    assert {offer["kind"] for offer in ann.state()["game"]["offers"] if offer["region"] == "r04"} == {
        "conquer",
        "attempt",
    }
    expect(ann.sees("coach")).to_have_attribute("data-step", "also")


def test_a_guessed_count_is_explained_where_it_is_met_first(
    serve: Callable[..., Table], phone: Callable[..., Phone]
) -> None:
    """Ann ended her turn without a word of where her tokens are; the tip is put away like any other."""
    table, ann, ben = serve(), phone(), phone()
    with come_together(table, [ann, ben], started=True) as pair:
        position = Position(pair)
        position.race(0, "giants", "merchant", r03=4, r04=2)
        position.race(1, "elves", "swamp", r05=9)
        position.turn(4, 0)
        for each in pair:
            wants_tips(each)
        ann.sees("form-ready")
        ann.touch(ann.open_regions()[0])
        expect(ann.at("happened")).to_contain_text("conquers")
        ann.tap("done")
        # Who is to attack there reads it as well as who has to move.
        for each in pair:
            expect(each.sees("coach")).to_have_attribute("data-step", "guess")
            expect(each.at("coach")).to_contain_text("what the app suggested")
        ann.tap("coach-off")
        expect(ann.at("coach")).to_have_attribute("data-step", "wait")


@pytest.mark.long(name="looks")
def test_a_tip_goes_by_itself(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """Nobody has to put it away: two acts on the map is seen without it."""
    with come_together(serve(), [phone(), phone()], started=True) as pair:
        ann, ben = pair
        position = Position(pair)
        position.race(0, "ratmen", "merchant", r03=9)
        position.race(1, "elves", "swamp", r15=9)
        position.turn(4, 0)
        ann.sees("form-ready")
        for each in pair:
            wants_tips(each)
        expect(ben.sees("coach")).to_have_attribute("data-step", "wait")
        for moves in range(3):
            region = ann.open_regions()[0]
            ann.touch(region)
            expect(ann.at("happened")).to_contain_text(f"conquers region {int(region[1:])}")
            if not moves:
                expect(ann.sees("coach")).to_have_attribute("data-step", "conquer")
        expect(ann.page.locator("[data-test='coach'][data-step='conquer']")).to_have_count(0)
        ben.hears(ann.state())
        expect(ben.at("coach")).to_have_count(0)


def test_the_board_is_set_up_from_the_first_screen(pair: list[Phone]) -> None:
    """Until somebody comes onto it a tap on any phone shows what lies where, but for whoever has the map to look at."""
    ann, ben = pair
    for each in pair:
        each.tap("set-up")
        expect(each.sees("box-lay_out")).to_contain_text("Mountains in regions 6, 9, 16 and 20")
        expect(each.at("box-lay_out")).to_contain_text("the app tells you which to lay out")
    ann.tap("nav-column")
    ann.picks()
    for each in pair:
        each.tap("nav-map")
        expect(each.at("happened")).to_contain_text("Ann picks")
    expect(ben.sees("set-up")).to_be_in_viewport(ratio=0.9)
    expect(ann.at("set-up")).to_have_count(0)
    ann.touch(ann.open_regions()[0])
    for each in pair:
        expect(each.at("happened")).to_contain_text("Ann conquers")
        expect(each.at("set-up")).to_have_count(0)


def test_who_has_played_here_before_is_not_coached(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """In the second game of Ann and Ben only Cid's phone has tips: nobody here has seen that name before."""
    table, ann, cid = serve(), phone(knows=False), phone(knows=False)
    begin(table, ann, "Ann", "Ben")
    ann.page.goto(table.address)
    position = Position([ann, ann])
    position.post(ann, "/api/consent", by=1, ask=position.enter(type="stop")["ask"], yes=True)
    for _ in range(2):
        position.enter(type="unveil")
    assert ann.context.request.post(f"{table.address}/api/new", data={"by": 0}).ok
    assert cid.context.request.post(f"{table.address}/api/join", data={"name": "Cid"}).ok
    assert cid.context.request.post(f"{table.address}/api/start", data={}).ok
    cid.page.goto(table.address)
    cid.sees("coach")
    ann.sees("screen-play")
    expect(ann.at("coach")).to_have_count(0)
    assert ann.context.request.get(f"{table.address}/api/me").json()["new"] == []


@pytest.mark.long(name="looks")
def test_a_tip_leaves_the_sheet_and_the_die_alone(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """It goes while a region's sheet is open, whose head it would cover, and while its reader is to roll."""
    table, ann, ben = serve(), phone((360, 640)), phone()
    with come_together(table, [ann, ben], started=True) as pair:
        position = Position(pair)
        position.race(0, "giants", "berserk", r03=6)
        position.race(1, "elves", "swamp", r04=2, r05=3)
        position.turn(4, 0)
        ann.sees("form-ready")
        wants_tips(ann)
        ann.sees("coach")
        ann.touch("r05")
        ann.sees("sheet")
        expect(ann.at("coach")).to_have_count(0)
        ann.tap("sheet-close")
        ann.sees("coach")
        ann.tap("confirm")
        ann.tap("offer-act")
        ann.sees("roll-due")
        expect(ann.at("coach")).to_have_count(0)


@pytest.mark.parametrize("size", [(360, 640), *seldom("looks", (390, 844))])
def test_the_players_are_asked_about_beside_a_tip(
    serve: Callable[..., Table], phone: Callable[..., Phone], size: tuple[int, int]
) -> None:
    """Whoever waits sees and taps them above the tip, if the map has its buttons elsewhere; else through the tip."""
    table, ann, ben = serve(), phone(), phone(size, knows=False)
    with come_together(table, [ann, ben], started=True) as pair:
        Position(pair).begins("giants", "merchant", r03=6)
        expect(ben.sees("coach")).to_have_attribute("data-step", "wait")
        drawn(ben.page)
        under, unmet = ben.page.evaluate(HIDDEN)
        assert unmet == []
        assert under == [] or ben.page.locator(".maptools.top").count()
        ben.tap("player-0")
        ben.sees("player-sheet")


def test_a_combo_that_is_opened_shows_the_button_that_takes_it(
    serve: Callable[..., Table], phone: Callable[..., Phone]
) -> None:
    """On the shortest phone the second one of the column opens below the screen's edge."""
    table, ann = serve(), phone((360, 640), knows=False)
    begin(table, ann, "Ann", "Ben")
    ann.page.goto(table.address)
    ann.sees("screen-column")
    ann.tap("combo-1")
    expect(ann.at("pick-1")).to_be_in_viewport(ratio=1)


@pytest.mark.long(name="looks")
def test_what_was_lost_is_read_beside_a_tip(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """The tip does not cover it, on the smallest phone either."""
    table, ann, ben = serve(), phone(knows=False), phone((360, 640), knows=False)
    with come_together(table, [ann, ben], started=True) as pair:
        position = Position(pair)
        position.race(0, "giants", "merchant", r03=6)
        position.race(1, "elves", "swamp", r04=1, r05=1)
        position.turn(4, 0)
        ann.sees("form-ready")
        ben.sees("coach")
        ann.touch("r04")
        expect(ben.sees("losses")).to_have_text("You lost swamp 4")
        tip, lost = (ben.sees(name).bounding_box() for name in ("coach", "losses"))
        assert tip
        assert lost
        assert lost["y"] + lost["height"] <= tip["y"]


def test_each_stage_of_a_turn_has_its_own_tip(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """A turn begins with a choice, and once nothing can be conquered any more head and tip say how it ends."""
    table, ann, ben = serve(), phone(knows=False), phone()
    with come_together(table, [ann, ben], started=True) as pair:
        position = Position(pair)
        position.race(0, "giants", "merchant", r03=4)
        position.turn(4, 0)
        ann.sees("form-ready")
        expect(ann.sees("coach")).to_have_attribute("data-step", "again")
        ann.tap("confirm")
        expect(ann.at("coach")).to_have_attribute("data-step", "conquer")
        position.enter(type="set_region", region="r05", band=1, tokens=2)
        position.enter(type="set_band", band=1, hand=0)
        expect(ann.at("coach")).to_have_attribute("data-step", "end")
        expect(ann.at("task")).to_have_text("Move tokens or end turn")


@pytest.mark.long(name="looks")
def test_a_tip_hides_nothing_that_is_to_be_tapped(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """On the smallest phones it lies over the players; where something is asked it makes room."""
    table, ann, ben = serve(), phone((360, 640), knows=False), phone(knows=False)
    with come_together(table, [ann, ben], started=True) as pair:
        position = Position(pair)
        position.race(1, "elves", "swamp", r04=2, r05=1)
        ann.picks()
        expect(ann.sees("coach")).to_have_attribute("data-step", "enter")
        expect(ann.page.locator(".map .price")).not_to_have_count(0)
        drawn(ann.page)
        assert ann.page.evaluate(UNDER_TIP) == []
        # Whoever waits is told nothing of prices.
        ben.sees("coach")
        expect(ben.page.locator(".map .price")).to_have_count(0)
        ann.touch(ann.open_regions()[0])
        expect(ann.at("happened")).to_contain_text("conquers")
        ben.tap("take-back")
        ann.sees("yes")
        expect(ann.at("coach")).to_have_count(0)
        ann.tap("no")
        ann.sees("coach")


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("size", [(360, 640), *seldom("looks", (390, 844))])
def test_a_tip_has_room_for_its_words(
    serve: Callable[..., Table], phone: Callable[..., Phone], size: tuple[int, int], language: str
) -> None:
    """No line of it touches the edge of its box."""
    table, ann = serve(), phone(size, knows=False)
    begin(table, ann, "Ann", "Ben")
    ann.page.goto(table.address)
    ann.speaks(language)
    ann.tap("nav-map")
    ann.sees("coach")
    drawn(ann.page)
    assert ann.page.evaluate(ROOM) >= 2
