"""What is left of the steps of earlier acts, for slow hands: which wait, where they stand, and when they are gone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.house import Phone, drawn
from tests.browser.positions import Position, conquering
from tests.browser.test_ticks import EDGES, cards, conquers, free, redoes, ticks, undoes


@pytest.mark.long(name="moments")
def test_what_is_left_to_lay_out_waits_once_somebody_has_begun(pair: list[Phone]) -> None:
    """The combos lie on nobody's table because the first player was quick to pick one."""
    ann, ben = pair
    ann.sees("screen-column")
    ben.tap("nav-map")
    pieces = [step.get_attribute("aria-label") or "" for step in ben.at("steps").locator("button").all()]
    assert len(pieces) > 2
    ticks(ben, 1)
    ann.picks()
    picked = ann.at("happened").inner_text()
    # The one that Ann has taken is laid out no more.
    named = [re.findall(r"Lay out the (.+)", piece)[0] for piece in pieces]
    left = [combo not in picked for combo in named[1:]]
    for phone in pair:
        expect(phone.at("steps-left")).to_have_text(re.compile(rf"^\s*{sum(left)} earlier steps?\s*$"))


def test_where_people_tick_all_see_the_same_rest(pair: list[Phone], wall: Page) -> None:
    """After the next act what it says comes first, then that something is left: on both phones, and on the wall."""
    ann, ben, position = conquering(pair)
    wall.goto(f"{ann.home}table")
    ben.sees("screen-play")
    conquers(ann, "r04")
    expect(wall.locator("[data-test='last']")).to_contain_text("conquers region 4")
    ticks(ann, 1)
    conquers(ann, free(ann, position))
    new = len(ann.state()["last"]["steps"])
    ben.hears(ann.state())
    for phone in pair:
        expect(cards(phone, ticked=False)).to_have_count(new)
        expect(phone.at("steps").locator("button").first).to_have_attribute("data-test", "step-0")
    # What is done of the newest act leaves the rest of the one before, and nobody reads that all is done.
    ticks(ann, new)
    for page in (ann.page, ben.page, wall):
        expect(page.locator("[data-test='steps-left']")).to_have_text(re.compile(r"^\s*1 earlier step\s*$"))
        expect(page.locator("[data-test='steps-done']")).to_have_count(0)
    ben.tap("steps-left")
    rest = ben.sees("earlier-steps").locator("[aria-pressed='false']").first
    expect(rest).to_contain_text("give Ben 2 Elves back from region 4")
    while rest.count():
        rest.tap()
    for page in (ann.page, ben.page, wall):
        expect(page.locator("[data-test='steps-left']")).to_have_count(0)
    expect(wall.locator("[data-test='steps-done']")).to_have_text("All done")


@pytest.mark.long(name="moments")
def test_the_first_tick_brings_no_line_under_the_finger(pair: list[Phone]) -> None:
    """That something is left is told from the next act on; who opens the sheet finds it at once, and each step once."""
    ann, _, position = conquering(pair)
    conquers(ann, "r04")
    conquers(ann, free(ann, position))
    new = len(ann.state()["last"]["steps"])
    before = ann.at("steps").evaluate(EDGES)
    ticks(ann, 1)
    assert ann.at("steps").evaluate(EDGES) == before
    expect(ann.at("steps-left")).to_have_count(0)
    ann.tap("grab")
    expect(ann.sees("earlier-steps")).to_be_visible()
    expect(ann.page.locator("[data-test^='step-']")).to_have_count(new)
    # Nor does a tick in the open list move another line; that is gone when the list is opened again.
    left = ann.at("earlier-steps").locator("button")
    several = left.count()
    assert several > 1
    left.first.tap()
    expect(left.first).to_have_attribute("aria-pressed", "true")
    expect(left).to_have_count(several)
    ann.tap("grab")
    ann.tap("grab")
    expect(left).to_have_count(several - 1)
    ann.tap("grab")
    conquers(ann, free(ann, position))
    expect(ann.at("steps-left")).to_be_attached()
    # The last of them takes no other away either.
    ann.tap("grab")
    for step in ann.sees("earlier-steps").locator("button").all():
        step.tap()
    expect(left).not_to_have_count(0)
    expect(ann.at("earlier-steps").locator("button[aria-pressed=false]")).to_have_count(0)


@pytest.mark.long(name="moments")
def test_where_nobody_ticks_the_newest_act_stands_alone(pair: list[Phone]) -> None:
    """What came before it lies there by then; whoever is slower opens the sheet and finds what is left of the turn."""
    ann, ben = pair
    position = Position(pair)
    position.begins("ratmen", "merchant", r03=12)
    for _ in range(3):
        conquers(ann, free(ann, position))
    ben.hears(ann.state())
    for phone in pair:
        expect(phone.at("steps").locator("button")).to_have_count(len(ann.state()["last"]["steps"]))
        expect(phone.at("earlier-steps")).to_have_count(0)
        phone.tap("grab")
        phone.sees("step-0")
        expect(phone.sees("earlier-steps").locator("button")).to_have_count(3)


@pytest.mark.long(name="moments")
def test_what_moves_nothing_leaves_the_steps_before_it(pair: list[Phone]) -> None:
    """Slow hands are still at the last conquest when its player ends the conquests, whether they tick or not."""
    ann, _, _ = conquering(pair)
    conquers(ann, "r04")
    steps = ann.at("steps").locator("button").count()
    assert steps
    ann.tap("offer-finish")
    expect(ann.at("turn")).to_have_attribute("data-stage", "redeploy")
    expect(ann.at("steps").locator("button")).to_have_count(steps)
    expect(ann.at("earlier-0")).to_contain_text("If not done yet")


def test_the_set_up_is_not_over_with_the_first_pick(pair: list[Phone]) -> None:
    """The combos are still to be laid out: both phones say that something is left, though nobody has ticked.

    A combo on which the first player has put coins lies there as before.
    """
    ann, ben = pair
    ann.sees("screen-column")
    laid = ann.state()["last"]["steps"][0]["texts"]
    assert len(laid) == 6
    ann.tap("combo-2")
    ann.tap("pick-2")
    expect(ann.at("turn")).to_have_attribute("data-stage", "conquer")
    ben.tap("nav-map")
    for phone in pair:
        expect(phone.at("steps-left")).to_have_text(re.compile(rf"^\s*{len(laid) - 1} earlier steps\s*$"))
    # What one has just done oneself comes before it.
    ann.touch(ann.open_regions()[0])
    expect(ann.at("happened")).to_contain_text("conquers")
    ann.tap("grab")
    left = ann.sees("earlier-steps").locator("button")
    expect(left.first).to_contain_text("Take ")
    expect(left.last).to_contain_text("Lay out ")


def test_what_was_undone_is_not_left_to_do(pair: list[Phone]) -> None:
    """An act that was begun waits while it stands, and no longer."""
    ann, _, position = conquering(pair)
    conquers(ann, "r04")
    ticks(ann, 1)
    another = next(each for each in ann.open_regions() if position.game["regions"][each]["band"] is None)
    conquers(ann, another)
    expect(ann.at("steps-left")).to_be_attached()
    undoes(ann)
    expect(ann.at("steps-left")).to_be_attached()
    ann.tap("take-back")
    ann.sees("form-ready")
    expect(ann.at("steps-left")).to_have_count(0)


def test_steps_for_the_own_hands_wait_untouched(pair: list[Phone]) -> None:
    """Nobody has lost how a turn's end is laid out because the next player is quick."""
    ann, ben, _ = conquering(pair)
    conquers(ann, "r04")
    ticks(ann, 2)
    ann.tap("done")
    ann.sees("score")
    ben.tap("confirm")
    expect(ben.at("turn")).to_have_attribute("data-stage", "conquer")
    ann.hears(ben.state())
    expect(ann.at("earlier-0").first).to_be_attached()
    expect(ben.page.locator("[data-test^='earlier-']").filter(has_text="Giant")).to_have_count(0)
    # What the other one does comes first; what waits names its region.
    expect(ann.at("steps").locator("button").first).to_contain_text("Ben")
    expect(ann.at("earlier-0")).to_contain_text("region")
    ben.tap("done")
    ben.sees("score")
    # In the own next turn the board looks otherwise, and whoever did it all may never have ticked it.
    ann.hears(ben.state())
    expect(ann.page.locator("[data-test^='earlier-']").filter(has_text="Giant")).to_have_count(0)


@pytest.mark.long(name="moments")
def test_the_score_is_seen_first_by_whoever_had_a_list_open(pair: list[Phone]) -> None:
    """The sheet that was opened for what is left is low again when the turn ends."""
    ann, _ = pair
    position = Position(pair)
    position.begins("ratmen", "merchant", r03=12)
    for _ in range(2):
        conquers(ann, free(ann, position))
    ann.tap("grab")
    ann.sees("earlier-steps")
    ann.tap("done")
    ann.sees("score")
    expect(ann.at("earlier-steps")).to_have_count(0)


def test_a_race_is_flipped_after_the_coins_are_scored(pair: list[Phone]) -> None:
    """Whoever ends the turn first and moves then finds above the score what the decline had for hands."""
    ann, ben, position = conquering(pair)
    position.turn(5, 0)
    ann.tap("offer-decline")
    steps = ann.sees("score").page.locator(".step-list .do").all_inner_texts()
    assert "Flip the Giants banner" in steps[0]
    ann.tap("accept")
    expect(ann.at("turn")).to_have_attribute("data-seat", "1")
    expect(ann.at("steps").locator("button")).to_have_count(len(steps))
    # They say the same again, as nothing else has moved, but to nobody who has done it.
    assert ann.at("steps").locator(".do").all_inner_texts() == [f"If not done yet\n{steps[0]}", *steps[1:]]
    # It is no business of other hands, and the next player's first act does not take it away.
    expect(ben.at("steps").filter(has_text="Flip")).to_have_count(0)
    ben.tap("confirm")
    expect(ann.at("happened")).to_contain_text("Ben")
    expect(ann.at("steps")).to_contain_text("flip the Giants banner")
    # Among what another player moves one's own has one's name.
    expect(ann.at("steps").locator(".whose")).to_have_text(["Ben:", *["Ann:"] * len(steps)])


@pytest.mark.long(name="moments")
def test_how_a_turn_ended_waits_while_others_put_their_tokens_back(pair: list[Phone]) -> None:
    """The next turn begins with that, and whoever ended the one before is still laying out tokens."""
    ann, ben = pair
    position = Position(pair)
    position.race(0, "giants", "merchant", r03=9)
    position.race(1, "elves", "swamp", r04=2, r05=1, r10=1)
    position.turn(4, 0)
    ann.sees("form-ready")
    conquers(ann, "r04")
    ann.tap("done")
    expect(ben.at("turn")).to_have_attribute("data-stage", "withdraw")
    ben.tap("confirm")
    expect(ben.at("turn")).to_have_attribute("data-stage", "begin")
    ann.hears(ben.state())
    left = ann.page.locator("[data-test='steps'] [data-test^='earlier-']")
    expect(left.filter(has_text="Giants")).not_to_have_count(0)
    # Nor does a correction by another phone hide what is still to be done before the own turn.
    band = position.game["regions"]["r04"]["band"]
    position.enter(type="set_region", region="r04", band=band, tokens=5)
    expect(ben.at("happened")).to_contain_text("Region 4 was corrected")
    left = ben.page.locator("[data-test='steps'] [data-test^='earlier-']")
    expect(left.filter(has_text="Put 1 more Elf in region 5")).to_be_in_viewport(ratio=1)


@pytest.mark.long(name="moments")
@pytest.mark.parametrize("ticking", [False, True])
def test_a_piece_that_is_placed_hides_no_conquest(pair: list[Phone], ticking: bool) -> None:
    """The Fortress comes at once after it, and its tokens may still be in hand; the score hides no Fortress either."""
    ann, _ = pair
    position = Position(pair)
    position.begins("humans", "fortified", r03=9)
    conquers(ann, free(ann, position))
    (told,) = ann.state()["last"]["steps"][-1]["texts"]
    if ticking:
        ticks(ann, 1)
    expect(ann.at("offer-finish")).to_have_count(1)
    expect(ann.at("offer-finish")).to_have_text("Stop and place your Fortress")
    ann.tap("offer-finish")
    ann.touch("r03")
    expect(ann.at("happened")).to_contain_text("Fortress")
    before = ann.page.locator("[data-test='steps'] [data-test^='earlier-']")
    expect(before.filter(has_text=told)).to_be_in_viewport(ratio=1)
    ann.tap("done")
    ann.sees("score")
    expect(before.filter(has_text="Fortress")).to_be_in_viewport(ratio=1)
    expect(before.filter(has_text=told)).to_have_count(0)


@pytest.mark.long(name="moments")
def test_a_step_does_not_outlive_its_region(pair: list[Phone]) -> None:
    """What was to be done where somebody else has conquered since waits for nobody, and all else does."""
    ann, ben = pair
    position = Position(pair)
    position.race(0, "giants", "merchant", r03=6)
    position.race(1, "elves", "swamp", r04=2, r05=9)
    position.turn(4, 0)
    ann.sees("form-ready")
    conquers(ann, "r04")
    ticks(ann, 1)
    ann.tap("done")
    ann.sees("score")
    ben.tap("confirm")
    expect(ben.at("turn")).to_have_attribute("data-stage", "conquer")
    ann.hears(ben.state())
    ann.tap("grab")
    left = ann.sees("earlier-steps").locator("button")
    expect(left.filter(has_text="Giants in region 4")).not_to_have_count(0)
    (offer,) = (each for each in ben.state()["game"]["offers"] if (each["kind"], each["region"]) == ("conquer", "r04"))
    position.post(ben, "/api/act", by=1, command=offer["command"])
    ann.hears(ben.state())
    expect(left.filter(has_text="Giants in region 4")).to_have_count(0)


@pytest.mark.long(name="moments")
def test_a_step_goes_where_somebody_has_put_the_region_right(pair: list[Phone]) -> None:
    """The board has been looked at: what was still to be done there would spoil it."""
    ann, _, position = conquering(pair)
    conquers(ann, "r04")
    ticks(ann, 1)
    conquers(ann, free(ann, position))
    ann.sees("steps-left")
    band = position.game["regions"]["r04"]["band"]
    position.enter(type="set_region", region="r04", band=band, tokens=1)
    # What the next act has for hands elsewhere still waits, in sight as nothing has come after it.
    expect(ann.at("steps").locator("button")).to_have_count(1)
    ann.tap("grab")
    expect(ann.sees("earlier-steps").locator("summary")).to_have_text(re.compile(r"^\s*1 earlier step\s*$"))
    expect(ann.at("earlier-steps").locator("button").filter(has_text="region 4")).to_have_count(0)


@pytest.mark.long(name="moments")
def test_what_an_undo_says_waits_where_people_tick(pair: list[Phone]) -> None:
    """Something else is done before the pieces are back where they were: they are not forgotten; redone they are."""
    ann, ben, position = conquering(pair)
    conquers(ann, "r04")
    ticks(ann, 2)
    conquers(ann, free(ann, position))
    undoes(ann)
    # What is to be in the hand is another number after the next conquest.
    back = sum(bool(step["places"]) for step in ann.state()["last"]["steps"])
    assert back
    # Not the same again, which would be redone.
    conquers(ann, [each for each in ann.open_regions() if position.game["regions"][each]["band"] is None][1])
    expect(ann.at("happened")).not_to_contain_text("Undone")
    for phone in (ann, ben):
        expect(phone.at("steps-left")).to_have_text(re.compile(rf"^\s*{back} earlier steps?\s*$"))
    ann.tap("take-back")
    expect(ann.at("happened")).to_contain_text("Undone")
    redoes(ann)
    ann.tap("grab")
    expect(ann.sees("earlier-steps").locator("summary")).to_contain_text("earlier step")


@pytest.mark.long(name="moments")
def test_the_first_tick_beside_a_die_moves_nothing(pair: list[Phone]) -> None:
    """Whoever ticks what is left before the roll finds the die where it was, and the other steps."""
    ann, _, position = conquering(pair)
    conquers(ann, "r04")
    position.enter(type="set_band", band=position.game["turn"]["band"], hand=1)
    attempt = next(each for each in position.game["offers"] if each["kind"] == "attempt")
    position.post(ann, "/api/act", by=0, command=attempt["command"])
    die = ann.sees("roll-due")
    left = ann.page.locator("[data-test^='earlier-'][aria-pressed]")
    expect(left.first).to_be_visible()
    before = left.count(), die.evaluate(EDGES)
    left.first.tap()
    expect(left.first).to_have_attribute("aria-pressed", "true")
    drawn(ann.page)
    assert (left.count(), die.evaluate(EDGES)) == before


@pytest.mark.long(name="moments")
def test_the_first_tick_above_a_score_moves_nothing(pair: list[Phone]) -> None:
    """Whoever moves after the turn has ended finds each step, and the sums below, where they were."""
    ann, _, position = conquering(pair)
    conquers(ann, free(ann, position))
    ann.tap("done")
    score = ann.sees("score")
    steps = score.page.locator(".step-list button[aria-pressed]")
    drawn(ann.page)
    before = steps.count(), score.evaluate(EDGES)
    steps.first.tap()
    expect(steps.first).to_have_attribute("aria-pressed", "true")
    drawn(ann.page)
    assert (steps.count(), score.evaluate(EDGES)) == before
