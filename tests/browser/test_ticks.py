"""What was ticked off of the steps that hands do, for the whole table, and what is left of them after the next act."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import closing
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

from tests.browser.house import NAMES, SIZES, Phone, Table, drawn, resize
from tests.browser.link import Link
from tests.browser.positions import Position
from tests.browser.test_one_glance import STAGE, conquering

EDGES = "box => { const {x, y, width, height} = box.getBoundingClientRect(); return [x, y, width, height]; }"


def cards(phone: Phone, *, ticked: bool) -> Locator:
    """The cards beside the way on, ticked off or still to do."""
    return phone.page.locator(f"[data-test='steps'] [aria-pressed='{str(ticked).lower()}']")


def conquers(phone: Phone, region: str) -> None:
    """A tap on the map, and its steps are shown."""
    phone.touch(region)
    expect(phone.at("happened")).to_contain_text(f"conquers region {int(region[1:])}")


def undoes(phone: Phone) -> None:
    """The way back beside what happened, and its steps are shown."""
    phone.tap("take-back")
    expect(phone.at("happened")).to_contain_text("Undone")


def redoes(phone: Phone) -> None:
    """What was undone is done again, and its steps are shown: an undo names the conquest too."""
    phone.tap("redo")
    expect(phone.at("happened")).not_to_contain_text("Undone")


def free(phone: Phone, position: Position) -> str:
    """A region of nobody that a single tap conquers."""
    return next(each for each in phone.open_regions() if position.game["regions"][each]["band"] is None)


def ticks(phone: Phone, count: int) -> None:
    """So many of the cards that are still to do are ticked off, one after the other."""
    for _ in range(count):
        done = cards(phone, ticked=True).count()
        cards(phone, ticked=False).first.tap()
        expect(cards(phone, ticked=True)).to_have_count(done + 1)


def test_ticks_stay_when_the_score_is_closed(pair: list[Phone]) -> None:
    """What was ticked off in the list above the score is so on the cards below the map, and in the list again."""
    ann, _, _ = conquering(pair)
    conquers(ann, "r04")
    ticks(ann, 2)
    ann.tap("done")
    moves = ann.sees("score").page.locator(".step-list [data-test^='step-']")
    count = moves.count()
    assert count > 1
    for move in moves.all()[1:]:
        move.tap()
    ann.tap("score-shut")
    expect(cards(ann, ticked=False)).to_have_count(1)
    ticks(ann, 1)
    expect(cards(ann, ticked=False)).to_have_count(0)
    ann.tap("grab")
    expect(ann.page.locator(".step-list [data-test^='step-'][aria-pressed='true']")).to_have_count(count)


def test_the_last_tick_says_that_all_is_done(pair: list[Phone]) -> None:
    """The map and the list stand still meanwhile, and a tick can be taken back."""
    ann, ben, _ = conquering(pair)
    conquers(ann, "r04")
    for size in SIZES:
        resize(ann.page, *size)
        drawn(ann.page)
        stage, row = ann.page.evaluate(STAGE), ann.at("steps").evaluate(EDGES)
        ticks(ann, 2)
        expect(ann.at("steps-done")).to_have_text("All done")
        expect(cards(ann, ticked=True)).to_have_count(2)
        expect(ben.at("steps-done")).to_have_text("All done")
        assert (ann.page.evaluate(STAGE), ann.at("steps").evaluate(EDGES)) == (stage, row)
        for place in range(2):
            ann.at(f"step-{place}").tap()
        expect(ann.at("steps-done")).to_have_count(0)


def test_what_is_left_to_lay_out_waits_once_somebody_has_begun(pair: list[Phone]) -> None:
    """The combos lie on nobody's table because the first player was quick to pick one."""
    ann, ben = pair
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
    wall.goto(f"{ann.page.url}table")
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
    ann.tap("grab")
    conquers(ann, free(ann, position))
    expect(ann.at("steps-left")).to_be_attached()


def test_an_open_sheet_says_each_step_once(pair: list[Phone]) -> None:
    """Also where a turn begins with what hands do, which stands above the two choices while the sheet is low."""
    ann, _, _ = conquering(pair)
    conquers(ann, "r04")
    undoes(ann)
    ann.sees("form-ready")
    count = ann.page.locator("[data-test^='step-']").count()
    assert count
    ann.tap("grab")
    expect(ann.page.locator(".step-list [data-test^='step-']")).to_have_count(count)
    expect(ann.page.locator("[data-test^='step-']")).to_have_count(count)


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


def test_what_moves_nothing_leaves_the_steps_before_it(pair: list[Phone]) -> None:
    """Slow hands are still at the last conquest when its player ends the conquests, whether they tick or not."""
    ann, _, _ = conquering(pair)
    conquers(ann, "r04")
    steps = ann.at("steps").locator("button").count()
    assert steps
    ann.tap("offer-finish")
    expect(ann.at("turn")).to_have_attribute("data-stage", "redeploy")
    expect(ann.at("steps").locator("button")).to_have_count(steps)
    expect(ann.at("earlier-0")).to_contain_text("From before")


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


def test_what_is_to_be_as_before_says_why(pair: list[Phone]) -> None:
    """Above what was undone before a turn stands what it was: it is read before the way on."""
    ann, _, _ = conquering(pair)
    conquers(ann, "r04")
    undoes(ann)
    ann.sees("form-ready")
    lead = ann.page.locator(".put-back .lead")
    expect(lead).to_have_text(re.compile("^Undone: "))
    expect(lead).to_be_in_viewport(ratio=1)


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
    assert ann.at("steps").locator(".do").all_inner_texts() == [f"From before\n{step}" for step in steps]
    # It is no business of other hands, and the next player's first act does not take it away.
    expect(ben.at("steps").filter(has_text="Flip")).to_have_count(0)
    ben.tap("confirm")
    expect(ann.at("happened")).to_contain_text("Ben")
    expect(ann.at("steps")).to_contain_text("flip the Giants banner")
    # Among what another player moves one's own has one's name.
    expect(ann.at("steps").locator(".whose")).to_have_text(["Ben:", *["Ann:"] * len(steps)])


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


def test_what_one_phone_ticks_is_done_on_all(pair: list[Phone]) -> None:
    """Ben has taken his tokens back and ticks that off; Ann unticks it, and what she ticks he sees as well."""
    ann, ben, _ = conquering(pair)
    conquers(ann, "r04")
    ben.hears(ann.state())
    for one, other in ((ben, ann), (ann, ben)):
        ticks(one, 1)
        expect(cards(other, ticked=True)).to_have_count(1)
        expect(cards(other, ticked=False)).to_have_count(1)
        cards(other, ticked=True).tap()
        expect(cards(one, ticked=True)).to_have_count(0)
    ticks(ben, 2)
    expect(ann.at("steps-done")).to_have_text("All done")


def test_a_tick_brings_nothing_else_into_motion(pair: list[Phone]) -> None:
    """Another's tick shuts no sheet, takes no tokens out of a form, and asks for nothing."""
    ann, ben, _ = conquering(pair)
    conquers(ann, "r04")
    ben.hears(ann.state())
    ann.page.wait_for_load_state("networkidle")
    ann.touch("r05")
    ann.sees("sheet")
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(request.url))
    ticks(ben, 1)
    expect(cards(ann, ticked=True)).to_have_count(1)
    expect(ann.at("sheet")).to_be_visible()
    assert asked == []


def test_the_wall_lists_what_is_still_to_do(pair: list[Phone], wall: Page) -> None:
    """What is ticked off goes, and comes again when it is unticked; when nothing is left it says so."""
    ann, _, _ = conquering(pair)
    conquers(ann, "r04")
    wall.goto(f"{ann.page.url}table")
    todo, done = wall.locator("[data-test='last'] .do"), wall.locator("[data-test='steps-done']")
    count = sum(len(step["texts"]) for step in ann.state()["last"]["steps"])
    expect(todo).to_have_count(count)
    expect(todo.filter(has_text="Give Ben 2 Elves back")).to_have_count(1)
    expect(done).to_have_count(0)
    ticks(ann, 1)
    expect(todo).to_have_count(count - 1)
    ticks(ann, 1)
    expect(todo).to_have_count(0)
    expect(done).to_have_text("All done")
    cards(ann, ticked=True).first.tap()
    expect(todo).to_have_count(1)


def test_ticks_of_a_phone_out_of_reach_are_caught_up(pair: list[Phone]) -> None:
    """They show there at once, the table hears of them in the order in which they were tapped, and it misses none."""
    ann, ben, _ = conquering(pair)
    conquers(ann, "r04")
    with closing(Link(urlsplit(ann.page.url).port or 80)) as link:
        ben.page.goto(link.address)
        ben.hears(ann.state())
        # All that the page is made of has come by then.
        ben.sees("steps")
        link.down()
        ben.sees("lost")
        ticks(ben, 2)
        ben.at("step-0").tap()
        expect(cards(ben, ticked=True)).to_have_count(1)
        expect(cards(ann, ticked=True)).to_have_count(0)
        link.up()
        # The last that is sent unticks what the first ticked off.
        for place, ticked in ((1, "true"), (0, "false")):
            expect(ann.at(f"step-{place}")).to_have_attribute("aria-pressed", ticked)
        expect(cards(ben, ticked=True)).to_have_count(1)
        # What others ticked meanwhile shows too.
        link.down()
        ben.sees("lost")
        ticks(ann, 1)
        link.up()
        ben.sees("steps-done")
        ben.page.goto("about:blank")


def test_a_restart_unticks_and_goes_on(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """The table has no ticks of before; the step can be ticked off again, for everybody."""
    table, pair = serve(), [phone(), phone()]
    for each, name in zip(pair, NAMES, strict=False):
        each.sits_down(table.address, name)
    assert pair[0].context.request.post(f"{table.address}/api/start", data={}).ok
    ann, ben, _ = conquering(pair)
    conquers(ann, "r04")
    ben.hears(ann.state())
    ticks(ann, 1)
    expect(cards(ben, ticked=True)).to_have_count(1)
    table.kill()
    table.start()
    for each in pair:
        expect(cards(each, ticked=False)).to_have_count(2)
    ticks(ann, 1)
    expect(cards(ben, ticked=True)).to_have_count(1)


def test_the_log_says_again_what_hands_had_to_do(pair: list[Phone]) -> None:
    """A line that is opened has the steps of its act with their ticks; of an act that was undone nothing is to do."""
    ann, _, position = conquering(pair)
    conquers(ann, "r04")
    first = ann.state()["last"]["row"]
    ticks(ann, 1)
    conquers(ann, free(ann, position))
    second = ann.state()["last"]["row"]
    undoes(ann)
    ann.tap("nav-log")
    ann.tap(f"row-{first}")
    expect(ann.sees("log-step-0")).to_have_attribute("aria-pressed", "true")
    expect(ann.at("log-step-1")).to_have_attribute("aria-pressed", "false")
    expect(ann.at("log-step-1")).to_contain_text("Give Ben 2 Elves back")
    ann.tap(f"row-{second}")
    expect(ann.at("log-step-0")).to_have_count(0)


def test_coins_are_for_those_who_use_cardboard_ones(pair: list[Phone], wall: Page) -> None:
    """The app has the coins on the combos: a phone says what to pay once its player wants that, the wall never."""
    ann, _ = pair
    ann.sees("screen-column")
    ann.tap("combo-2")
    ann.tap("pick-2")
    expect(ann.at("turn")).to_have_attribute("data-stage", "conquer")
    assert [each["coins"] for each in ann.state()["game"]["column"][:2]] == [1, 1]
    paid = ann.page.locator("[data-test='steps'] button", has_text="coin")
    expect(cards(ann, ticked=False)).not_to_have_count(0)
    expect(paid).to_have_count(0)
    wall.goto(f"{ann.page.url}table")
    todo = wall.locator("[data-test='last'] .do")
    expect(todo).not_to_have_count(0)
    expect(todo.filter(has_text="coin")).to_have_count(0)
    ann.tap("nav-purse")
    ann.at("setting-cardboard").check()
    ann.tap("nav-map")
    expect(paid).to_have_count(1)


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


def test_what_an_undo_says_waits_where_people_tick(pair: list[Phone]) -> None:
    """Something else is done before the pieces are back where they were: they are not forgotten; redone they are."""
    ann, ben, position = conquering(pair)
    conquers(ann, "r04")
    ticks(ann, 2)
    conquers(ann, free(ann, position))
    undoes(ann)
    back = len(ann.state()["last"]["steps"])
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


def test_each_step_stands_once_while_something_is_still_to_be_placed(pair: list[Phone]) -> None:
    """How one's tokens were put back is undone: that stands above what is to be placed anew, and not below it again."""
    ann, ben, position = conquering(pair)
    position.enter(type="set_region", region="r10", band=position.game["bands"][-1]["id"], tokens=1)
    conquers(ann, "r04")
    ann.tap("done")
    expect(ben.at("turn")).to_have_attribute("data-stage", "withdraw")
    ben.tap("confirm")
    expect(ben.at("turn")).to_have_attribute("data-stage", "begin")
    undoes(ben)
    ben.tap("grab")
    ben.page.locator(".slots button:not([disabled])[aria-label^='One fewer']").first.tap()
    ben.tap("grab")
    ben.sees("remaining")
    expect(ben.page.locator(".panel .step", has_text="s before")).to_have_count(len(ben.state()["last"]["steps"]))


def test_what_was_undone_before_a_turn_can_be_undone_further(pair: list[Phone]) -> None:
    """On the smallest phone the way back stands beside what is to be put back, not below the fold."""
    ann, _, _ = conquering(pair)
    conquers(ann, "r04")
    undoes(ann)
    for size in SIZES:
        resize(ann.page, *size)
        for name in ("step-0", "redo"):
            expect(ann.at(name)).to_be_in_viewport(ratio=1)
        expect(ann.at("redo")).to_have_count(1)
    redoes(ann)
