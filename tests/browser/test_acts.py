"""What abilities let one do besides conquests, and forms that are not of every turn, by taps."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.house import Phone, reads_roll
from tests.browser.positions import Position

# How long another tap on a region where a piece was put down is the same finger's, in ms.
BOUNCES = 700
CLICK = "region => region.dispatchEvent(new MouseEvent('click', { bubbles: true }))"


def stage(phone: Phone, stage: str, seat: int) -> None:
    """Wait until a phone shows whose turn it is and how far it has come."""
    expect(phone.at("turn")).to_have_attribute("data-stage", stage)
    expect(phone.at("turn")).to_have_attribute("data-seat", str(seat))


def takes_region_4(ann: Phone) -> None:
    """Ann picks up her tokens, conquers that region and ends her conquests."""
    ann.tap("confirm")
    stage(ann, "conquer", 0)
    ann.touch("r04")
    expect(ann.region("r04")).to_have_attribute("aria-label", re.compile(r"\(Ann\)"))
    ann.tap("offer-finish")


@pytest.mark.long(name="moments")
def test_peace_by_one_tap(pair: list[Phone]) -> None:
    """The Diplomat's owner makes peace beside the redeployment; the other one reads on the region that it is so."""
    ann, ben = pair
    position = Position(pair)
    position.race(0, "elves", "diplomat", r03=3, r04=2)
    position.race(1, "humans", "berserk", r09=9)
    position.turn(4, 0)
    ann.sees("form-ready")
    ann.tap("confirm")
    ann.tap("offer-finish")
    ann.sees("form-redeploy")
    ann.page.locator("[data-offer='act:diplomat:ally:1']").tap()
    expect(ann.at("happened")).to_contain_text("peace with Ben")
    ann.tap("confirm")
    ann.tap("accept")
    ben.sees("form-ready")
    ben.tap("confirm")
    stage(ben, "conquer", 1)
    ben.touch("r03")
    expect(ben.sees("refusal")).to_have_text("At peace with Ann")


@pytest.mark.long(name="moments")
def test_a_called_roll_is_tapped_in(pair: list[Phone]) -> None:
    """Berserk's owner calls for the die, taps what the box's own shows, and every price falls by it."""
    ann, ben = pair
    position = Position(pair)
    position.race(0, "elves", "berserk", r03=6)
    position.turn(4, 0)
    ann.sees("form-ready")
    ann.tap("confirm")
    stage(ann, "conquer", 0)
    dear = cost(position, "r04")
    ann.tap("offer-act")
    ann.sees("roll-due")
    # Only who did something has its take-back large.
    expect(ben.at("roll-due")).to_be_visible()
    expect(ben.at("take-back")).not_to_have_class(re.compile("main"))
    with reads_roll(ann.page, "Ann rolls a 2"), reads_roll(ben.page, "Ann rolls a 2"):
        ann.tap("face-2")
    assert cost(position, "r04") == max(1, dear - 2)


def test_a_roll_before_is_offered_where_the_hand_does_not_suffice(pair: list[Phone]) -> None:
    """Berserk (base rules): what cannot be conquered with what is in hand may be with the die's help.

    No roll brings what is out of reach.
    """
    ann, _ = pair
    position = Position(pair)
    position.race(0, "elves", "berserk", r03=3)
    position.race(1, "giants", "swamp", r04=5)
    position.turn(4, 0)
    ann.sees("form-ready")
    ann.tap("confirm")
    stage(ann, "conquer", 0)
    ann.touch("r20")
    expect(ann.sees("refusal")).to_contain_text("Not next to")
    expect(ann.at("sheet-before")).to_have_count(0)
    ann.tap("sheet-close")
    ann.touch("r04")
    expect(ann.sees("refusal")).to_contain_text("you have 2")
    expect(ann.at("sheet-before")).to_contain_text("Roll before conquering")
    ann.tap("sheet-before")
    ann.sees("roll-due")
    expect(ann.at("sheet")).to_have_count(0)


def cost(position: Position, region: str) -> int:
    """What a region costs now."""
    return next(int(offer["cost"]) for offer in position.game["offers"] if offer["region"] == region)


def test_pieces_are_placed_and_then_it_goes_on(pair: list[Phone]) -> None:
    """Encampments are laid by taps on the map; when they are confirmed the redeployment's own form is back."""
    ann, _ = pair
    position = Position(pair)
    position.race(0, "elves", "bivouacking", r03=3, r04=2)
    position.turn(4, 0)
    ann.sees("form-ready")
    ann.tap("confirm")
    ann.tap("offer-finish")
    ann.sees("form-place")
    expect(ann.sees("task")).to_contain_text("5 left")
    for _ in range(2):
        ann.touch("r03")
    expect(ann.at("task")).to_contain_text("3 left")
    ann.tap("confirm")
    ann.sees("form-redeploy")
    expect(ann.region("r03")).to_have_attribute("aria-label", re.compile("2 Encampments"))


@pytest.mark.long(name="moments")
def test_a_stout_race_declines_when_it_has_scored(pair: list[Phone], wall: Page) -> None:
    """Stout offers a second button on the score sheet; its race lies in decline, and the players' list says so."""
    ann, ben = pair
    position = Position(pair)
    position.race(0, "elves", "stout", r03=3, r04=2)
    position.turn(4, 0)
    ann.sees("form-ready")
    ann.tap("confirm")
    ann.tap("offer-finish")
    ann.tap("confirm")
    ann.tap("accept-decline")
    stage(ben, "begin", 1)
    expect(ann.region("r03")).to_have_attribute("aria-label", re.compile("in decline"))
    expect(ann.at("player-0")).to_have_attribute("aria-label", re.compile("Elves, in decline"))
    wall.goto(f"{ann.home}table")
    expect(wall.locator(".player").first).to_contain_text("Elves, in decline")


def test_tokens_are_put_back_by_their_owner(pair: list[Phone], wall: Page) -> None:
    """After an attack the owner puts the tokens back where they belong, on the own phone, before the own turn; the wall
    has the owner's colour."""
    ann, ben = pair
    position = Position(pair)
    position.race(0, "trolls", "commando", r03=9)
    position.race(1, "humans", "stout", r04=3, r10=1, r15=1)
    position.turn(4, 0)
    ann.sees("form-ready")
    takes_region_4(ann)
    ann.tap("confirm")
    ann.tap("accept")
    form = ben.sees("form-withdraw")
    wall.goto(f"{ann.home}table")
    colours = [seat["colour"] for seat in ben.state()["seats"]]
    expect(wall.locator(".playing")).to_have_class(re.compile(rf"\bc-{colours[1]}\b"))
    form.locator("[data-test='slot-r10'] button.round").first.tap()
    form.locator("[data-test='slot-r15'] button.round").last.tap()
    ben.tap("confirm")
    stage(ben, "begin", 1)
    assert [position.game["regions"][region]["tokens"] for region in ("r10", "r15")] == [1, 3]


@pytest.mark.long(name="moments")
def test_heroes_stand_in_two_regions(pair: list[Phone]) -> None:
    """Heroes are put by taps on two regions, not both on one; whoever looks there reads that it is held by them."""
    ann, ben = pair
    position = Position(pair)
    position.race(0, "elves", "heroic", r03=3, r04=2)
    position.race(1, "humans", "berserk", r09=9)
    position.turn(4, 0)
    ann.tap("confirm")
    ann.tap("offer-finish")
    ann.sees("form-place")
    for region in ("r03", "r03", "r04"):
        ann.touch(region)
    # Both stand: nothing is left to confirm.
    ann.sees("form-redeploy")
    for region in ("r03", "r04"):
        expect(ann.region(region)).to_have_attribute("aria-label", re.compile("Hero"))
    ann.tap("confirm")
    ann.tap("accept")
    ben.sees("form-ready")
    ben.tap("confirm")
    stage(ben, "conquer", 1)
    ben.touch("r03")
    expect(ben.sees("refusal")).to_have_text("Protected by the Hero")


def places_heroes(pair: list[Phone]) -> tuple[Phone, Position]:
    """Ann's Elves hold three regions, and two Heroes are to be placed there."""
    ann, _ = pair
    position = Position(pair)
    position.begins("elves", "heroic", r03=3, r04=2, r05=2)
    ann.tap("confirm")
    ann.tap("offer-finish")
    ann.sees("form-place")
    return ann, position


@pytest.mark.long(name="moments")
def test_undone_heroes_are_placed_again(pair: list[Phone]) -> None:
    """They are in hand again: whoever undoes where they stand is asked where else."""
    ann, position = places_heroes(pair)
    for region in ("r03", "r04"):
        ann.touch(region)
    ann.sees("form-redeploy")
    ann.tap("take-back")
    expect(ann.at("turn").locator("h1")).to_have_text("Place your Heroes")
    expect(ann.at("task")).to_have_text("2 left: tap a region")
    for region in ("r04", "r05"):
        ann.touch(region)
    ann.sees("form-redeploy")
    assert stand(position) == ["r04", "r05"]


@pytest.mark.long(name="moments")
def test_a_hero_of_two_that_is_undone_is_placed_again(pair: list[Phone]) -> None:
    """One was left out on purpose: once the other is undone, both are asked for."""
    ann, _ = places_heroes(pair)
    ann.at("slot-r03").locator("button.round").last.tap()
    ann.tap("confirm")
    ann.sees("form-redeploy")
    expect(ann.at("happened")).to_contain_text("Hero")
    ann.tap("take-back")
    expect(ann.at("turn").locator("h1")).to_have_text("Place your Heroes")


@pytest.mark.long(name="moments")
def test_heroes_that_the_table_refused_are_asked_for_again(pair: list[Phone]) -> None:
    """A region was put right before the tap had arrived: they stand nowhere, and nobody is to forget them."""
    ann, position = places_heroes(pair)
    held: list[Route] = []
    ann.page.route("**/api/act", lambda route: held.append(route))
    ann.touch("r03")
    ann.touch("r04")
    while not held:
        ann.page.wait_for_timeout(20)
    position.enter(type="set_region", region="r03")
    held[0].continue_()
    ann.sees("told")
    assert stand(position) == []
    expect(ann.at("turn").locator("h1")).to_have_text("Place your Heroes")


def heroes(pair: list[Phone]) -> tuple[Phone, Position]:
    """Ann's Elves hold three regions, two of them with Heroes of her last turn, and are about to move those."""
    ann, _ = pair
    position = Position(pair)
    position.race(0, "elves", "heroic", r03=3, r04=2, r05=2)
    for region, count in (("r03", 3), ("r04", 2)):
        position.enter(type="set_region", region=region, band=1, tokens=count, markers=[{"kind": "hero", "band": 1}])
    position.turn(4, 0)
    ann.tap("confirm")
    ann.sees("done")
    return ann, position


def stand(position: Position) -> list[str]:
    """The regions in which Heroes stand."""
    return sorted(key for key, lies in position.game["regions"].items() if "hero" in str(lies.get("markers")))


def test_heroes_that_stand_can_be_moved_at_the_end_of_a_turn(pair: list[Phone]) -> None:
    """They are placed again each turn; where they may stay the way there is beside the way on, and one tap."""
    ann, position = heroes(pair)
    expect(ann.at("offer-finish")).to_have_text("Stop and move your Heroes")
    ann.tap("offer-finish")
    expect(ann.at("turn").locator("h1")).to_have_text("Move your Heroes")
    expect(ann.at("task")).to_have_text("Tap one to pick it up")
    # Slow hands are still at what was told before the conquests ended.
    expect(ann.at("earlier-0")).to_contain_text("Pick up 4 Elves")
    for gone, comes in (("r04", "r05"), ("r03", "r04")):
        ann.touch(gone)
        expect(ann.region(gone)).not_to_have_attribute("aria-label", re.compile("Hero: 1"))
        ann.touch(comes)
        expect(ann.region(comes)).to_have_attribute("aria-label", re.compile("Hero: 1"))
        # The other one stays where it is, and nobody is told to move it.
        expect(ann.at("happened")).to_contain_text("Ann moves 1 Hero")
        expect(ann.at("step-0")).to_be_in_viewport(ratio=0.9)
        expect(ann.at("step-0")).to_have_attribute("aria-label", re.compile("Move the Hero from region . to region ."))
        expect(ann.at("step-1")).to_have_count(0)
    expect(ann.at("task")).to_have_text("Tap one to pick it up")
    assert stand(position) == ["r04", "r05"]


@pytest.mark.long(name="moments")
def test_a_hero_that_was_taken_up_is_put_back_by_undo_and_no_turn_ends_without_it(pair: list[Phone]) -> None:
    """It was lifted on this phone alone: the way on says what is missing, and the way back puts it down."""
    ann, position = heroes(pair)
    ann.tap("offer-finish")
    expect(ann.at("task")).to_have_text("Tap one to pick it up")
    ann.touch("r04")
    expect(ann.at("task")).to_have_text("Tap a region")
    ann.tap("done")
    expect(ann.sees("told")).to_contain_text("Tap a region")
    assert position.game["turn"]["stage"] == "redeploy"
    ann.tap("take-back")
    expect(ann.at("task")).to_have_text("Tap one to pick it up")
    expect(ann.region("r04")).to_have_attribute("aria-label", re.compile("Hero: 1"))
    ann.touch("r05")
    expect(ann.sees("told")).to_contain_text("None left to place")
    assert stand(position) == ["r03", "r04"]


def test_who_may_roll_first_is_told_on_the_button_of_that_race_alone(pair: list[Phone]) -> None:
    """Declined Ghouls are picked up before the race with the power to roll."""
    ann, position = pair[0], Position(pair)
    position.race(0, "ghouls", r03=3)
    position.race(0, "orcs", "berserk", r04=3)
    position.turn(4, 0)
    said = "Pick up your tokens to roll before conquering"
    expect(ann.sees("confirm")).to_contain_text("Ghouls")
    expect(ann.at("confirm")).not_to_contain_text(said)
    ann.tap("confirm")
    ann.tap("done")
    expect(ann.sees("confirm")).to_contain_text("Orcs")
    expect(ann.at("confirm")).to_contain_text(said)


@pytest.mark.long(name="moments")
def test_a_second_tap_at_once_still_opens_the_form_of_the_heroes(pair: list[Phone]) -> None:
    """A finger that bounces on the button has not said that it wants to move tokens."""
    ann, _ = heroes(pair)
    ann.at("offer-finish").evaluate("button => { button.click(); button.click(); }")
    expect(ann.at("task")).to_have_text("Tap one to pick it up")


@pytest.mark.long(name="moments")
def test_a_second_tap_at_once_leaves_a_hero_where_it_was_put_down(pair: list[Phone]) -> None:
    """A finger that bounces on the region does not pick it up again; a later tap does. The page's clock stands still
    meanwhile, however slow the computer is."""
    ann, position = heroes(pair)
    ann.tap("offer-finish")
    expect(ann.at("task")).to_have_text("Tap one to pick it up")
    ann.touch("r04")
    expect(ann.at("task")).to_have_text("Tap a region")
    ann.page.evaluate("window.stands = performance.now(); performance.now = () => window.stands")
    ann.region("r05").evaluate(CLICK)
    expect(ann.at("happened")).to_contain_text("Hero")
    ann.page.evaluate(f"window.stands += {BOUNCES - 1}")
    ann.region("r05").evaluate(CLICK)
    expect(ann.at("task")).to_have_text("Tap one to pick it up")
    assert stand(position) == ["r03", "r05"]
    ann.page.evaluate("window.stands += 2")
    ann.region("r05").evaluate(CLICK)
    expect(ann.at("task")).to_have_text("Tap a region")


@pytest.mark.long(name="moments")
def test_tokens_stay_laid_out_while_heroes_are_moved(pair: list[Phone]) -> None:
    """Where a Hero stands changes what is proposed, not what somebody has laid out, also before the conquests ended."""
    ann, position = heroes(pair)
    ann.touch("r03")
    for _ in range(4):
        ann.tap("token-plus")
    ann.tap("offer-finish")
    expect(ann.at("task")).to_have_text("Tap one to pick it up")
    ann.touch("r04")
    ann.touch("r05")
    expect(ann.at("happened")).to_contain_text("Hero")
    ann.tap("done")
    ann.sees("score")
    assert [position.game["regions"][region]["tokens"] for region in ("r03", "r04", "r05")] == [5, 1, 1]


@pytest.mark.long(name="moments")
def test_a_fortress_is_built_once(pair: list[Phone]) -> None:
    """One Fortress a turn; as it was played there were two, and the other player says yes to the second."""
    ann, ben = pair
    position = Position(pair)
    position.race(0, "elves", "fortified", r03=3, r04=2)
    position.turn(4, 0)
    ann.tap("confirm")
    ann.tap("offer-finish")
    ann.sees("form-place")
    expect(ann.at("confirm")).to_be_disabled()
    ann.at("slot-r04").locator("button.round").last.tap()
    ann.at("slot-r03").locator("button.round").last.tap()
    expect(ann.at("slot-r03").locator("output")).to_have_text("1")
    expect(ann.at("slot-r04").locator("output")).to_have_text("0")
    ann.tap("otherwise")
    ann.touch("r04")
    expect(ann.at("slot-r04").locator("output")).to_have_text("1")
    ann.tap("confirm")
    expect(ben.sees("yes")).to_be_visible()
    expect(ben.page.locator(".ask")).not_to_contain_text("(as played)")
    ben.tap("yes")
    for region in ("r03", "r04"):
        expect(ann.region(region)).to_have_attribute("aria-label", re.compile("Fortress"))


@pytest.mark.long(name="moments")
def test_what_was_laid_out_stays_in_sight_while_a_piece_is_placed(pair: list[Phone]) -> None:
    """The map shows the tokens as they were laid out, and the piece as what it is, no price."""
    ann, _ = heroes(pair)
    counts = [ann.page.locator(f".map [data-of='{region}'] .count text") for region in ("r03", "r04")]
    proposed = [count.text_content() for count in counts]
    ann.touch("r04")
    ann.tap("token-plus")
    laid = [count.text_content() for count in counts]
    assert laid != proposed
    ann.tap("offer-finish")
    expect(ann.at("task")).to_have_text("Tap one to pick it up")
    assert [count.text_content() for count in counts] == laid
    expect(ann.page.locator(".map [data-of='r04'] .piece")).to_have_count(1)
    expect(ann.page.locator(".map .price")).to_have_count(0)


@pytest.mark.long(name="moments")
def test_encampments_are_put_back(pair: list[Phone]) -> None:
    """What stood on a conquered region goes back on the map by its owner's taps, each where it should."""
    ann, ben = pair
    position = Position(pair)
    position.race(0, "ratmen", "commando", r03=9)
    band = position.race(1, "elves", "bivouacking", r04=2, r10=1, r15=1)
    camps = [{"kind": "encampment", "band": band}] * 2
    position.enter(type="set_region", region="r04", band=band, tokens=2, markers=camps)
    position.turn(4, 0)
    takes_region_4(ann)
    ann.tap("confirm")
    ann.tap("accept")
    ben.sees("form-withdraw")
    # The tokens first: two ways on that change places under a finger would be one too many.
    expect(ben.at("offer-withdraw")).to_have_count(0)
    ben.tap("confirm")
    expect(ben.at("confirm")).to_contain_text("Encampment")
    # It is Ben himself who is awaited.
    expect(ben.at("turn").locator("h1")).to_have_text("Place your Encampments")
    expect(ann.at("turn").locator("h1")).to_have_text("Waiting for Ben")
    form = ben.sees("form-withdraw")
    form.locator("[data-test='slot-r10'] button.round").first.tap()
    form.locator("[data-test='slot-r15'] button.round").last.tap()
    ben.tap("confirm")
    stage(ben, "begin", 1)
    assert [position.game["regions"][region]["markers"] for region in ("r10", "r15")] == [
        [],
        [{"kind": "encampment", "band": band, "count": 2}],
    ]


@pytest.mark.long(name="moments")
def test_pieces_that_stand_stay_though_others_are_not_placed(pair: list[Phone]) -> None:
    """Two Encampments are put down, the others stay off the map: a second tap ends the turn with the two."""
    ann, _ = pair
    position = Position(pair)
    position.begins("giants", "bivouacking", r03=8, r10=1)
    takes_region_4(ann)
    ann.sees("form-place")
    for region in ("r03", "r10"):
        ann.touch(region)
    ann.tap("done")
    expect(ann.at("remaining")).to_contain_text("3 Encampments not placed")
    ann.tap("done")
    ann.sees("score")
    markers = [position.game["regions"][region]["markers"] for region in ("r03", "r10")]
    assert [[(each["kind"], each["count"]) for each in lying] for lying in markers] == [[("encampment", 1)]] * 2


@pytest.mark.long(name="moments")
def test_a_price_is_somebodys(pair: list[Phone]) -> None:
    """On another's turn a region says what it costs the one whose turn it is, and what it costs oneself."""
    ann, ben = pair
    position = Position(pair)
    position.race(0, "ratmen", "commando", r07=6)
    position.race(1, "elves", "flying", r15=2)
    position.turn(4, 0)
    ann.tap("confirm")
    stage(ann, "conquer", 0)
    ben.touch("r13")
    expect(ben.sees("price-0")).to_have_text("Costs Ann 2")
    expect(ben.sees("price-1")).to_have_text("Costs you 3")
