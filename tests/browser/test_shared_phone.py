"""Several players on one phone: whom it is passed to, what each sees of the own, and who is named."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.house import Phone, Table, drawn
from tests.browser.positions import Position
from tests.browser.test_first_turn import number_left
from tests.browser.test_isles import opens_islands
from tests.browser.test_map import land, middles


def shared(table: Table, phones: dict[Phone, str]) -> Position:
    """A game begins; each phone has the seats of the players whose first letters it is given, and passes none on."""
    seats: list[Phone] = []
    for holder, letters in phones.items():
        for letter in letters:
            name = {"A": "Ann", "B": "Ben", "C": "Cid", "D": "Dee", "E": "Eve"}[letter]
            assert holder.context.request.post(f"{table.address}/api/join", data={"name": name, "another": True}).ok
            seats.append(holder)
    assert seats[0].context.request.post(f"{table.address}/api/start", data={}).ok
    for each in phones:
        each.page.goto(table.address)
        each.sees("screen-play")
        each.page.remove_locator_handler(each.at("pass"))
    return Position(seats)


def turns(position: Position, number: int, seat: int) -> None:
    """Somebody's turn begins, with the last player's yes."""
    ask = position.enter(type="set_turn", number=number, seat=seat)["ask"]
    last = len(position.phones) - 1
    position.post(position.phones[last], "/api/consent", by=last, ask=ask, yes=True)
    position.heard()


def test_one_phone_holds_all_seats(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """Two players share a phone: each one's turn is played on it, and it shows the coins of one of them at a time."""
    table, ann = serve(), phone()
    ann.sits_down(table.address, "Ann")
    ann.tap("add-player")
    ann.sees("name").fill("Ben")
    ann.tap("join")
    ann.sees("seat-1")
    ann.tap("start")
    ann.page.remove_locator_handler(ann.at("pass"))
    for seat in (0, 1):
        expect(ann.at("turn")).to_have_attribute("data-seat", str(seat))
        ann.picks()
        ann.touch(ann.open_regions()[0])
        expect(ann.at("happened")).to_contain_text("conquers")
        ann.tap("offer-finish")
        ann.sees("form-redeploy")
        for left in range(number_left(ann), 0, -1):
            expect(ann.at("task")).to_contain_text(str(left))
            ann.at("form-redeploy").locator(".slots button.round:enabled").last.tap()
        ann.tap("confirm")
        ann.tap("accept")
        # What it brought is seen before the phone goes on, and nobody plays meanwhile.
        expect(ann.sees("score")).to_contain_text(f"{['Ann', 'Ben'][seat]}’s score")
        expect(ann.at("pass")).to_have_count(0)
        expect(ann.page.locator(".tap[data-can='sure'], .panel .main")).to_have_count(0)
        ann.tap("score-shut")
        ann.tap("pass-on")
    expect(ann.at("turn")).to_have_attribute("data-seat", "0")
    ann.tap("nav-purse")
    ann.sees("purse-0")
    expect(ann.at("purse-1")).to_have_count(0)
    # Ben's are asked for by passing the phone to him.
    ann.tap("purse-of-1")
    expect(ann.sees("pass")).to_contain_text("Pass the phone to Ben")
    expect(ann.at("purse-1")).to_have_count(0)
    ann.tap("pass-on")
    ann.sees("purse-1")
    expect(ann.at("purse-0")).to_have_count(0)
    expect(ann.at("coins")).to_have_count(0)


@pytest.mark.long(name="moments")
def test_a_phone_of_two_is_passed_on_when_the_other_plays(
    serve: Callable[..., Table], phone: Callable[..., Phone]
) -> None:
    """When Ann's turn is over a cover asks for the phone to be passed to Ben, and nothing else is in reach."""
    ann = phone()
    position = shared(serve(), {ann: "AB"})
    expect(ann.at("pass")).to_have_count(0)
    turns(position, 1, 1)
    expect(ann.sees("pass").get_by_role("heading")).to_have_text("Pass the phone to Ben")
    expect(ann.at("pass-on")).to_be_focused()
    ann.tap("pass-on")
    expect(ann.at("pass")).to_have_count(0)
    expect(ann.at("turn")).to_have_attribute("data-seat", "1")


def test_a_phone_is_passed_back_after_a_look_at_coins(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """Ben was handed the phone in Ann's turn to look at his coins: what is Ann's to play, he does not come to."""
    ann = phone()
    shared(serve(), {ann: "AB"})
    ann.tap("nav-purse")
    ann.tap("purse-of-1")
    ann.tap("pass-on")
    ann.sees("purse-1")
    expect(ann.at("pass")).to_have_count(0)
    ann.tap("nav-column")
    expect(ann.sees("pass").get_by_role("heading")).to_have_text("Pass the phone to Ann")
    ann.tap("pass-on")
    expect(ann.at("pass")).to_have_count(0)
    ann.sees("screen-column")


@pytest.mark.long(name="moments")
def test_a_turn_asks_for_the_phone_also_of_whoever_was_busy_last(
    serve: Callable[..., Table], phone: Callable[..., Phone]
) -> None:
    """Ann was the last one here with something to do, but Ben has the phone for his coins when her turn comes."""
    ann, cid = phone(), phone()
    position = shared(serve(), {ann: "AB", cid: "C"})
    turns(position, 1, 2)
    ann.tap("nav-purse")
    ann.tap("purse-of-1")
    ann.tap("pass-on")
    ann.sees("purse-1")
    turns(position, 2, 0)
    expect(ann.sees("pass").get_by_role("heading")).to_have_text("Pass the phone to Ann")


def test_the_cover_tells_what_waits_for_a_yes(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """Cid asks for something while the phone of Ann and Ben is on its way from one to the other."""
    ann, cid = phone(), phone()
    position = shared(serve(), {ann: "AB", cid: "C"})
    turns(position, 1, 1)
    ann.sees("pass")
    expect(ann.at("pass-asked")).to_have_count(0)
    command = {"type": "set_turn", "number": 2, "seat": 2}
    assert position.post(cid, "/api/act", by=2, command=command)["ask"]
    expect(ann.sees("pass-asked")).to_contain_text("For Ann to approve")
    ann.tap("pass-on")
    ann.sees("yes").tap()
    expect(ann.at("turn")).to_have_attribute("data-seat", "2")


def test_a_phone_of_two_names_who_of_them_is_next(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """In Cid's turn "you" would be whoever holds the phone, who has just played."""
    ann, cid = phone(), phone()
    position = shared(serve(), {ann: "AB", cid: "C"})
    turns(position, 1, 2)
    expect(ann.at("turn")).to_have_attribute("data-seat", "2")
    expect(ann.at("task")).to_have_text("Ann is next")


def scored(position: Position, ann: Phone) -> None:
    """Ann has conquered a region and ended her turn; Ben, on the same phone, is next."""
    position.race(0, "giants", "merchant", r03=9)
    position.race(1, "elves", "swamp", r14=2)
    turns(position, 4, 0)
    ann.touch(next(each["region"] for each in position.game["offers"] if each["kind"] == "conquer"))
    ann.tap("done")
    expect(ann.sees("score-shut")).to_have_text("Pass the phone to Ben")


@pytest.mark.long(name="moments")
def test_a_score_is_looked_at_after_the_page_was_loaded_anew(
    serve: Callable[..., Table], phone: Callable[..., Phone]
) -> None:
    """The phone has not changed hands by that: Ben's turn is not played in Ann's."""
    ann = phone()
    scored(shared(serve(), {ann: "AB"}), ann)
    ann.page.reload()
    expect(ann.sees("score-shut")).to_have_text("Pass the phone to Ben")
    expect(ann.at("pass")).to_have_count(0)
    ann.tap("score-shut")
    expect(ann.sees("pass")).to_contain_text("Pass the phone to Ben")
    ann.tap("pass-on")
    ann.sees("form-ready")


def test_whoever_looks_at_a_score_may_undo_the_end(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """The turn goes on in the same hands."""
    ann = phone()
    scored(shared(serve(), {ann: "AB"}), ann)
    expect(ann.at("turn").locator("h1")).to_have_text("Ann’s score")
    ann.tap("take-back")
    ann.sees("done")
    expect(ann.at("pass")).to_have_count(0)
    expect(ann.at("turn")).to_have_attribute("data-seat", "0")


@pytest.mark.long(name="moments")
def test_a_cover_goes_when_another_phone_has_played(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """It asked for Ben, who has nothing to do any more."""
    ann, cid = phone(), phone()
    position = shared(serve(), {ann: "AB", cid: "C"})
    turns(position, 1, 1)
    ann.sees("pass")
    turns(position, 1, 2)
    expect(ann.at("pass")).to_have_count(0)


@pytest.mark.long(name="moments")
def test_several_who_lost_something_are_named(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """What came back to one of them is not lost."""
    ann, cid = phone(), phone()
    position = shared(serve(), {ann: "AB", cid: "C"})
    position.race(0, "orcs", "stout", r04=1, r02=1)
    position.race(1, "elves", "swamp", r05=2)
    position.race(2, "giants", "merchant", r03=9)
    turns(position, 4, 2)
    cid.touch("r04")
    expect(ann.at("losses")).to_have_text(re.compile("^Ann: you lost .* 4$"))
    cid.touch("r05")
    expect(ann.at("losses")).to_have_text("Ann and Ben lost 2 regions between them")
    cid.tap("take-back")
    expect(ann.at("losses")).to_have_text(re.compile("^Ann: you lost .* 4$"))


@pytest.mark.long(name="moments")
def test_whoever_lost_something_is_named(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """ "You" would be either of the two."""
    ann, cid = phone(), phone()
    position = shared(serve(), {ann: "AB", cid: "C"})
    position.race(1, "elves", "swamp", r04=2, r05=3)
    position.race(2, "giants", "merchant", r03=9)
    turns(position, 4, 2)
    cid.touch("r04")
    expect(ann.at("losses")).to_have_text(re.compile("^Ben: you lost .* 4$"))


@pytest.mark.parametrize(
    ("power", "title"),
    [
        ("heroic", "Ann: place your Heroes"),
        pytest.param("merchant", "Ann: redeploy tokens", marks=pytest.mark.long(name="moments")),
    ],
)
def test_what_is_to_do_is_named_beside_whose_it_is(
    serve: Callable[..., Table], phone: Callable[..., Phone], power: str, title: str
) -> None:
    """Either of the two could be meant, and two left would seem to be tokens, of which none are in hand."""
    ann = phone()
    position = shared(serve(), {ann: "AB"})
    position.race(0, "giants", power, r03=5, r04=1)
    turns(position, 4, 0)
    ann.tap("confirm")
    ann.tap("offer-finish")
    expect(ann.at("turn").locator("h1")).to_have_text(title)


@pytest.mark.long(name="moments")
def test_whose_tokens_come_back_is_named(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """The phone has gone to Ben by then; Ann, whose turn is next, is asked nothing."""
    ann, cid = phone(), phone()
    position = shared(serve(), {ann: "AB", cid: "C"})
    position.race(1, "humans", "swamp", r04=3, r05=1, r10=1)
    position.race(2, "giants", "merchant", r03=9)
    turns(position, 4, 2)
    cid.touch("r04")
    cid.tap("done")
    expect(ann.sees("pass").get_by_role("heading")).to_have_text("Pass the phone to Ben")
    ann.tap("pass-on")
    expect(ann.at("turn").locator("h1")).to_have_text("Ben: redeploy 2 tokens")


@pytest.mark.long(name="moments")
def test_what_hands_do_as_the_phone_goes_on_is_seen_after_it(
    serve: Callable[..., Table], phone: Callable[..., Phone]
) -> None:
    """Ben puts tokens back, the round is over, and the cover comes at once: the turn marker would stay where it is."""
    ann, cid = phone(), phone()
    position = shared(serve(), {ann: "AB", cid: "C"})
    position.race(0, "elves", "hill", r13=3)
    position.race(1, "humans", "swamp", r04=3, r05=1, r10=1)
    position.race(2, "giants", "merchant", r03=9)
    turns(position, 4, 2)
    cid.touch("r04")
    cid.tap("done")
    ann.sees("pass")
    ann.tap("pass-on")
    ann.sees("form-withdraw")
    ann.tap("confirm")
    expect(ann.sees("pass").get_by_role("heading")).to_have_text("Pass the phone to Ann")
    ann.tap("pass-on")
    expect(ann.at("steps").get_by_text("Move the turn marker to 5")).to_be_in_viewport()
    expect(ann.at("form-ready")).to_be_in_viewport()


def test_the_map_is_seen_anew_by_whoever_gets_the_phone(
    serve: Callable[..., Table], phone: Callable[..., Phone]
) -> None:
    """Ann has brought it nearer: Ben would not see what he could have beyond its edge."""
    ann = phone()
    position = shared(serve(), {ann: "AB"})
    ann.tap("nav-map")
    ann.tap("map-near")
    ann.sees("map-whole")
    turns(position, 1, 1)
    ann.tap("pass-on")
    ann.tap("nav-map")
    ann.sees("map-near")


@pytest.mark.long(name="moments")
def test_whoever_gets_the_phone_sees_the_own_regions(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """Ben could have nearly every region of a large board: it is seen near, at the corner where his race is."""
    holders = {phone((360, 640)): letters for letters in ("AB", "C", "D", "E")}
    ann = next(iter(holders))
    position = shared(serve(), holders)
    corner = max(middles(ann).items(), key=lambda each: sum(each[1]) if land(ann, each[0]) else 0)[0]
    position.race(1, "ratmen", "flying", **{corner: 9})
    turns(position, 4, 1)
    ann.tap("pass-on")
    ann.sees("map-whole")
    drawn(ann.page)
    count, sheet = (
        ann.page.locator(name).bounding_box() for name in (f".map [data-of='{corner}'] .count", ".sheetbox > .panel")
    )
    assert count
    assert sheet
    assert count["y"] + count["height"] <= sheet["y"]


@pytest.mark.long(name="moments")
def test_islands_are_seen_anew_where_ones_own_regions_are(
    serve: Callable[..., Table], phone: Callable[..., Phone]
) -> None:
    """Ben's race holds a region of the second island: the phone shows that one when he gets it."""
    ann, position = opens_islands(serve, phone)
    ann.page.remove_locator_handler(ann.at("pass"))
    position.race(0, "warcraft-orcs", "sailing", r08=3)
    position.race(1, "night-elves", "fishing", r18=3)
    turns(position, 4, 1)
    ann.tap("pass-on")
    expect(ann.at("isle-1")).to_have_attribute("aria-current", "true")
    turns(position, 5, 0)
    ann.tap("pass-on")
    expect(ann.at("isle-0")).to_have_attribute("aria-current", "true")


@pytest.mark.long(name="moments")
def test_whoever_has_the_phone_asks_for_the_end(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """The phone was Ann's first, but it is Ben who has it in hand."""
    ann, cid = phone(), phone()
    position = shared(serve(), {ann: "AB", cid: "C"})
    turns(position, 1, 1)
    ann.tap("pass-on")
    ann.tap("nav-more")
    ann.unfolds("ending")
    for _ in range(2):
        ann.tap("stop")
    expect(cid.page.locator(".ask")).to_contain_text("Ben wants to end the game early")


@pytest.mark.long(name="moments")
def test_whoever_has_the_phone_corrects(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """In Cid's turn Ben, who has it in hand, says what lies there: the log does not name Ann."""
    ann, cid = phone(), phone()
    position = shared(serve(), {ann: "AB", cid: "C"})
    position.race(1, "elves", "swamp", r04=2)
    turns(position, 1, 1)
    ann.tap("pass-on")
    turns(position, 1, 2)
    ann.tap("nav-map")
    ann.touch("r04")
    ann.tap("correct-0")
    expect(ann.at("happened")).to_contain_text("was corrected")
    assert "Ben" in position.phones[0].state()["log"][0]["by"]


@pytest.mark.long(name="moments")
def test_who_has_the_phone_is_forgotten_with_the_game(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """Ben had it when the last game was left: in the next one Ann begins, and nobody else's name is signed."""
    ann = phone()
    position = shared(serve(), {ann: "AB"})
    turns(position, 1, 1)
    ann.tap("pass-on")
    kept = ann.page.evaluate("JSON.stringify(Object.entries(sessionStorage))")
    assert '\\"seat\\":1' in kept
    ann.page.evaluate(
        "([[key, value]]) => sessionStorage.setItem(key, JSON.stringify({ ...JSON.parse(value), game: -1 }))",
        ann.page.evaluate("Object.entries(sessionStorage).filter(([key]) => key.endsWith('holder'))"),
    )
    turns(position, 1, 0)
    ann.page.reload()
    ann.sees("screen-column")
    expect(ann.at("pass")).to_have_count(0)
