"""The table screen: it fills a screen of any shape, shows what everybody wants to know, and lets nothing out early."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.house import SPOKEN, Phone, Table, drawn, keep_picture, resize, seldom
from tests.browser.positions import Position, conquering

SHAPES = [(1024, 600), (1280, 800), (1920, 1080), (1200, 1920)]
WALL = (1280, 720)
BOARD = "document.querySelector('.board .map').getBoundingClientRect()"
# What of the map and of everybody's cards is out of sight, and the smallest letters on them.
HIDDEN = """() => [...document.querySelectorAll('.board .map, .player, .combos li, .top')].filter((each) => {
  const box = each.getBoundingClientRect();
  return box.left < 0 || box.top < 0 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
}).map((each) => each.className?.baseVal ?? each.className)"""
SMALLEST = """() => Math.min(...[...document.querySelectorAll('.player, .player *, .combos li *')]
  .filter((each) => !each.closest('svg') && each.textContent.trim())
  .map((each) => parseFloat(getComputedStyle(each).fontSize)))"""
# The lowest end of anything, as a share of the height of the screen.
FILLED = """() => Math.max(...[...document.querySelectorAll('.board .map, aside > *')]
  .map((each) => each.getBoundingClientRect().bottom)) / innerHeight"""

# Whether a label is drawn after the first count.
LABEL_OVER_COUNT = """() => {
  const count = document.querySelector(".board .count");
  const after = (label) => count.compareDocumentPosition(label) & Node.DOCUMENT_POSITION_FOLLOWING;
  return [...document.querySelectorAll(".board .label")].some(after);
}"""
# Words and numbers of the podium that end outside the screen or outside their player's place.
SPILT = """() => [...document.querySelectorAll(".podium li")].flatMap((place) => {
  const own = place.getBoundingClientRect();
  return [...place.querySelectorAll(".who b, .amount, small")].filter((each) => {
    const words = document.createRange();
    words.selectNodeContents(each);
    const box = words.getBoundingClientRect();
    return box.left < own.left - 1 || box.right > own.right + 1 || box.bottom > innerHeight || box.top < 0;
  }).map((each) => each.textContent.trim());
})"""
# Addresses that are broken, or stick out of the screen.
BROKEN = """() => [...document.querySelectorAll('code')].filter((code) =>
  code.getClientRects().length > 1 || code.getBoundingClientRect().right > innerWidth
  || code.getBoundingClientRect().bottom > innerHeight).map((code) => code.textContent)"""
# What is neither whole nor wholly out of sight beside the map.
PARTLY = """() => [...document.querySelectorAll('aside .player, aside .last > *, .combos li, .rows li, .links a')]
  .filter((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    const boxes = [each.closest('aside'), each.closest('.latest, .combos, .rows') ?? each.closest('aside')]
      .map((box) => box.getBoundingClientRect());
    if (boxes.some((box) => left >= box.right)) return false;
    return boxes.some((box) => top < box.top - 1 || bottom > box.bottom + 1 || right > box.right + 1);
  }).map((each) => each.textContent.trim())"""
PAINT = (
    "part => { const {color, backgroundColor, fill} = getComputedStyle(part); return [color, backgroundColor, fill]; }"
)
FIVE = ("Maximiliane", "Ben", "Konstantin-Aurel", "Dee", "Großmutter Rosi")


def test_it_fills_every_shape(pair: list[Phone], still: Page) -> None:
    """Map, players and prices are whole and in sight on a small tablet, on televisions and on a tall tablet."""
    position = Position(pair)
    position.race(0, "trolls", "hill", r03=4, r02=1)
    position.race(1, "humans", "fortified", r10=2, r15=1)
    still.goto(f"{pair[0].home}table")
    # The map comes a moment after all else.
    expect(still.locator(".board .map")).to_be_visible()
    for width, height in SHAPES:
        resize(still, width, height)
        expect(still.locator(".combos li")).to_have_count(6)
        # The map takes its new size with the next picture drawn, not with the window.
        still.wait_for_function(f"() => {BOARD}.width * {BOARD}.height / innerWidth / innerHeight > 0.3")
        still.wait_for_function(f"() => ({HIDDEN})().length === 0")
        drawn(still)
        assert still.evaluate(SMALLEST) >= 12
        assert still.evaluate(FILLED) > 0.9
        assert still.evaluate(BROKEN) == []
        keep_picture(still, f"wall-{width}")


@pytest.mark.long(name="looks")
@pytest.mark.parametrize("shape", [WALL, *seldom("sizes", *SHAPES[1:])])
def test_what_is_to_be_laid_out_leaves_room_for_all_combos(
    pair: list[Phone], still: Page, shape: tuple[int, int]
) -> None:
    """At the beginning the wall names six combos to lay out, and beside them what each costs."""
    resize(still, *shape)
    still.goto(f"{pair[0].home}table")
    expect(still.locator(".last .do")).to_have_count(6)
    drawn(still)
    expect(still.locator(".combos li")).to_have_count(6)
    assert still.evaluate(PARTLY) == []


@pytest.mark.long(name="looks")
@pytest.mark.parametrize("language", SPOKEN)
def test_all_beside_the_map_is_whole_however_long_the_list(pair: list[Phone], still: Page, language: str) -> None:
    """A decline has much for hands: combos move together, and the list says how much more there is."""
    ann, _ = pair
    position = Position(pair)
    position.race(1, "elves", "fortified", r03=3, r04=3, r10=2)
    halflings = position.race(0, "halflings", "mounted", r02=3, r07=1, r13=2, r06=2)
    for region in ("r12", "r18"):
        hole = [{"kind": "hole", "band": halflings}]
        position.enter(type="set_region", region=region, band=halflings, tokens=1, markers=hole)
    position.turn(4, 0)
    still.context.add_cookies([{"name": "language", "value": language, "url": ann.home}])
    still.goto(f"{ann.home}table")
    ann.tap("offer-decline")
    ann.tap("accept")
    ann.hears(ann.state())
    todo, more = still.locator("[data-test='last'] .do"), still.locator("[data-test='more-to-do']")
    for size in [WALL, *SHAPES]:
        resize(still, *size)
        expect(todo.first).to_contain_text(re.compile("Halflings|Mi-portions|Halblinge|Medianos"))
        drawn(still)
        assert still.evaluate(PARTLY) == [], size
        told = int(re.sub(r"\D", "", more.inner_text())) if more.count() else 0
        assert todo.count() + told == 6, size
        keep_picture(still, f"wall-list-{language}-{size[0]}")
        # A low screen has no room for both.
        if size[1] > 600:
            assert (todo.count(), still.locator(".combos li").count()) == (6, 6), size
        else:
            assert todo.count() >= 3


@pytest.mark.long(name="looks")
def test_the_log_ends_with_a_whole_line(pair: list[Phone], still: Page) -> None:
    """At whatever height: a line that has no room is left out."""
    Position(pair).race(0, "trolls", "hill", r03=4, r02=1)
    still.goto(f"{pair[0].home}table")
    expect(still.locator(".rows li").first).to_be_visible()
    assert still.locator(".rows").evaluate("rows => getComputedStyle(rows).maskImage") == "none"
    for height in range(660, 760, 7):
        resize(still, 1280, height)
        assert still.evaluate(PARTLY) == [], height


@pytest.mark.long(name="looks")
def test_the_mark_in_the_head_has_the_players_colour(pair: list[Phone], still: Page) -> None:
    """It is looked for as it stands on the card and beside the tokens, and past turns keep their numbers."""
    Position(pair).turn(3, 1)
    still.goto(f"{pair[0].home}table")
    expect(still.locator("[data-test='whose']")).to_contain_text("Ben")
    head, card = (still.locator(f"{place} .mark").evaluate(PAINT) for place in (".whose", ".player.now"))
    assert head[2] == card[2]
    ground = still.locator(".whose .seatmark").evaluate(PAINT)[1]
    assert ground == still.locator(".player.now").evaluate(PAINT)[1]
    for turn in still.locator(".track .gone").all():
        ink, paper, _ = turn.evaluate(PAINT)
        assert ink != paper


def test_all_races_that_score_are_on_their_players_card(pair: list[Phone], still: Page) -> None:
    """Beside the active race those in decline, as many as there are; a race without regions is left out."""
    position = Position(pair)
    position.race(1, "orcs", "", r22=1)
    position.race(1, "elves", "fortified", r03=3)
    still.goto(f"{pair[0].home}table")
    ben = still.locator("[data-test='round'] li").nth(1)
    expect(ben).to_contain_text("Fortified Elves")
    expect(ben.get_by_role("img", name="Orcs, in decline")).to_be_visible()
    position.enter(type="set_region", region="r22", tokens=0)
    expect(ben.get_by_role("img", name="Orcs, in decline")).to_have_count(0)


def test_everybody_is_seen_at_one_glance(pair: list[Phone], still: Page) -> None:
    """A player's card has race and power, regions and tokens in hand; the column has its prices."""
    position = Position(pair)
    position.race(0, "trolls", "hill", r03=4, r02=1)
    still.goto(f"{pair[0].home}table")
    ann = still.locator("[data-test='round'] li").first
    resize(still, *WALL)
    expect(ann).to_contain_text(re.compile(r"Ann.*Hill Trolls.*2 regions", re.DOTALL))
    # A sign alone is not understood.
    expect(ann.get_by_text(re.compile(r"^\d in hand$"))).to_be_visible()
    expect(still.locator(".combos .price")).to_have_text(["free", *(f"costs {coins}" for coins in range(1, 6))])


def test_tokens_that_come_back_are_their_players(pair: list[Phone], still: Page) -> None:
    """From the moment they are given back, on phones and wall, although they are in no hand before the turn is over."""
    ann, ben, _ = conquering(pair)
    ann.touch("r04")
    expect(ann.at("happened")).to_contain_text("conquers")
    still.goto(f"{ann.home}table")
    expect(still.locator(".player", has_text="Ben").get_by_label("2 in hand")).to_be_visible()
    for phone in (ann, ben):
        expect(phone.at("player-1")).to_have_attribute("aria-label", re.compile("2 in hand"))
        expect(phone.at("player-1").locator(".figures span").last).to_have_text("2")


@pytest.mark.long(name="looks")
def test_what_a_decline_has_for_hands_stays_while_its_turn_is_scored(pair: list[Phone], still: Page) -> None:
    """Whoever taps to score is quicker than hands; the next player's first act is what hands do then."""
    ann, ben, position = conquering(pair)
    position.turn(5, 0)
    still.goto(f"{ann.home}table")
    ann.tap("offer-decline")
    ann.tap("accept")
    last = still.locator("[data-test='last']")
    expect(last).to_contain_text("Ann scores and ends the turn")
    expect(last).to_contain_text("Flip the Giants banner")
    ben.tap("confirm")
    expect(last).to_contain_text("Ben")
    expect(last).not_to_contain_text("Flip the Giants banner")


@pytest.mark.long(name="moments")
def test_what_a_player_has_asked_of_another_is_read_by_all(pair: list[Phone], still: Page) -> None:
    """Whoever waits for an answer, and whoever wonders why nothing happens, finds out whom all wait for."""
    ann, ben, _ = conquering(pair)
    ann.touch("r04")
    expect(ann.at("happened")).to_contain_text("conquers")
    still.goto(f"{ann.home}table")
    expect(still.locator(".latest")).to_contain_text("conquers region 4")
    expect(still.locator("[data-test='asked']")).to_have_count(0)
    ben.hears(ann.state())
    ben.tap("take-back")
    expect(still.locator(".due")).to_contain_text("Ben wants to undo: Ann conquers region 4")
    expect(still.locator("[data-test='asked']")).to_have_text("For Ann to approve")
    ann.page.locator("[data-test='no']").tap()
    expect(still.locator("[data-test='asked']")).to_have_count(0)


@pytest.mark.long(name="moments")
def test_what_hands_have_to_do_stays_while_a_die_is_awaited(pair: list[Phone], still: Page) -> None:
    """Whoever moves the pieces is not done because the next region is tried."""
    ann, _, position = conquering(pair)
    ann.touch("r04")
    expect(ann.at("happened")).to_contain_text("conquers")
    position.enter(type="set_band", band=position.game["turn"]["band"], hand=1)
    still.goto(f"{ann.home}table")
    (attempt, *_) = (each for each in position.game["offers"] if each["kind"] == "attempt")
    position.post(ann, "/api/act", by=0, command=attempt["command"])
    expect(still.locator(".due")).to_have_count(1)
    last = still.locator("[data-test='last']")
    expect(last).to_contain_text("Give Ben 2 Elves back")
    # It is no news, and is not done twice.
    expect(last.locator(".do").first).to_contain_text("If not done yet · ")


@pytest.mark.long(name="looks")
def test_what_is_new_stands_before_what_may_be_done_already(pair: list[Phone], still: Page) -> None:
    """What has no room is the older of the two."""
    ann, ben = pair
    position = Position(pair)
    position.race(0, "giants", "merchant", r03=9)
    position.race(1, "elves", "swamp", r04=2, r05=3, r10=1)
    position.turn(4, 0)
    ann.sees("form-ready")
    ann.touch("r04")
    expect(ann.at("happened")).to_contain_text("region 4")
    ann.tap("done")
    ben.sees("form-withdraw")
    ben.tap("confirm")
    still.goto(f"{ann.home}table")
    expect(still.locator("[data-test='last'] .do").first).to_contain_text("Elves")
    said = still.locator("[data-test='last'] .do").all_inner_texts()
    old = next(place for place, text in enumerate(said) if "If not done yet" in text)
    assert 0 < old < len(said)
    assert ["Giants" in text for text in said] == [place >= old for place in range(len(said))]


@pytest.mark.long(name="looks")
def test_a_player_whose_phone_is_offline_is_said_in_words(pair: list[Phone], still: Page) -> None:
    """A sign alone is not understood."""
    ann, ben = pair
    still.goto(f"{ann.home}table")
    card = still.locator("[data-test='round'] li").nth(1)
    expect(card).not_to_contain_text("phone offline")
    ben.page.goto("about:blank")
    expect(card).to_contain_text("phone offline")


@pytest.mark.long(name="looks")
def test_no_label_lies_over_a_count(pair: list[Phone], still: Page) -> None:
    """On a crowded map a region's number may be covered, but never how many tokens are there."""
    Position(pair).race(0, "trolls", "hill", r03=4, r02=1)
    still.goto(f"{pair[0].home}table")
    expect(still.locator(".board .count")).to_have_count(2)
    assert still.evaluate(LABEL_OVER_COUNT) is False


def test_the_code_is_there_while_a_seat_is_free(pair: list[Phone], still: Page) -> None:
    """Nobody needs the code while everybody has a phone; whoever is to take a free seat finds it above the map."""
    ann, ben = pair
    still.goto(f"{ann.home}table")
    expect(still.locator("[data-test='whose']")).to_be_visible()
    expect(still.locator("[data-test='qr']")).to_have_count(0)
    assert ben.context.request.post(f"{ben.home}api/standup", data={"seat": 1}).ok
    expect(still.locator(".top [data-test='qr']")).to_be_visible()
    for size in SHAPES:
        resize(still, *size)
        assert still.evaluate(BROKEN) == [], size


@pytest.mark.moves
@pytest.mark.long(name="looks")
def test_the_winners_colour_comes_over_the_whole_screen(pair: list[Phone], wall: Page) -> None:
    """The one with the fewest coins is counted first, and at the end the screen is of the winner's colour."""
    position = Position(pair)
    for seat, coins in ((0, 20), (1, 31)):
        position.coins(seat, coins)
    wall.goto(f"{pair[0].home}table")
    position.post(pair[1], "/api/consent", by=1, ask=position.enter(type="stop")["ask"], yes=True)
    position.enter(type="unveil")
    expect(wall.locator("[data-test='reveal-0'].open")).to_be_visible()
    expect(wall.locator("[data-test='reveal-1'].covered")).to_be_visible()
    expect(wall.locator("[data-test='winner']")).to_have_text(re.compile("Ben wins"))
    expect(wall.locator("[data-test='table-end']")).to_have_class(re.compile("over c-orange"))
    expect(wall.locator("[data-counting]")).to_have_count(0)
    expect(wall.locator("[data-test='reveal-1'] .amount")).to_have_text(re.compile(r"^\s*31\s*$"))
    # Without anybody's tap the figures take their turn, and the coins have a column of their own.
    expect(wall.locator("[data-test='picture-coins']")).to_be_visible()
    coins, regions = (wall.locator(f"[data-test='picture-{each}']").bounding_box() for each in ("coins", "regions"))
    assert coins
    assert regions
    assert coins["height"] > 1.9 * regions["height"]


@pytest.mark.long(name="sizes")
def test_the_podium_holds_five_long_names_on_a_small_tablet(
    serve: Callable[..., Table], phone: Callable[..., Phone], still: Page
) -> None:
    """Names, coins of three digits and what decides a tie stay in their places."""
    table, ann, ben = serve("--pins", "off"), phone(), phone()
    holders = [ann, ben, ann, ann, ann]
    for each, name in zip(holders, FIVE, strict=True):
        assert each.context.request.post(f"{table.address}/api/join", data={"name": name, "another": True}).ok
    assert ann.context.request.post(f"{table.address}/api/start", data={}).ok
    ann.page.goto(table.address)
    ann.sees("screen-play")
    position = Position(holders)
    for seat in range(len(FIVE)):
        position.coins(seat, 112 if seat > 2 else 60 + seat)
    position.post(ben, "/api/consent", by=1, ask=position.enter(type="stop")["ask"], yes=True)
    still.set_viewport_size({"width": 1024, "height": 600})
    still.goto(f"{table.address}/table")
    position.enter(type="unveil")
    expect(still.locator(".podium .open")).not_to_have_count(0)
    expect(still.locator("[data-test='winner']")).to_be_visible()
    expect(still.locator("[data-counting]")).to_have_count(0)
    expect(still.locator(".podium small")).to_have_count(len(FIVE))
    still.wait_for_function(f"() => ({SPILT})().length === 0")
    keep_picture(still, "wall-podium")


# Links that are cut off, or have something drawn over them.
CUT_LINKS = """() => [...document.querySelectorAll('.links a')].filter((link) => {
  const { left, top, right, bottom } = link.getBoundingClientRect();
  const met = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return right > innerWidth || bottom > innerHeight || top < 0 || !link.contains(met);
}).map((link) => link.textContent)"""
SIX = ("Maximiliane", "Konstantin-Aurel", "Großmutter Rosi", "Dee", "Eve-Charlotte", "Friedemann")


@pytest.mark.long(name="looks")
def test_a_full_wall_keeps_its_links(serve: Callable[..., Table], phone: Callable[..., Phone], still: Page) -> None:
    """Six players, whose phones are offline, a question, steps, a free seat and many notices: in the lobby and in the
    game the links below are whole."""
    table = serve()
    phones = [phone() for _ in SIX]
    for each, name in zip(phones, SIX, strict=True):
        assert each.context.request.post(f"{table.address}/api/join", data={"name": name}).ok
    ann = phones[0]
    ann.page.goto(table.address)
    ann.unfolds("boxes")
    ann.tap("box-teams")
    ann.sees("team-2")
    still.goto(f"{table.address}/table")
    expect(still.locator(".seats li")).to_have_count(6)
    still.evaluate("""() => {
      const notice = document.querySelector('.notice');
      for (let more = 0; more < 4; more += 1) notice.after(notice.cloneNode(true));
    }""")
    for size in [*SHAPES[:2], WALL]:
        resize(still, *size)
        drawn(still)
        assert still.evaluate(CUT_LINKS) == [], size
    keep_picture(still, "wall-full-lobby")
    ann.tap("start")
    ann.sees("screen-play")
    assert ann.context.request.post(f"{table.address}/api/standup", data={"seat": 0}).ok
    expect(still.locator(".top [data-test='qr']")).to_be_visible()
    expect(still.locator(".player .cut")).to_have_count(5)
    for size in [*SHAPES[:2], WALL]:
        resize(still, *size)
        drawn(still)
        assert still.evaluate(CUT_LINKS) == [], size
    keep_picture(still, "wall-full-play")
    # On a usual screen nothing had to give way.
    assert still.evaluate(HIDDEN) == []
    assert still.evaluate(PARTLY) == []
    expect(still.locator(".combos li")).to_have_count(6)


@pytest.mark.long(name="looks")
def test_what_was_put_aside_is_in_nobodys_hand(pair: list[Phone], wall: Page) -> None:
    """Four Amazons are off the map until their player's next turn, and the screen counts as the phones do."""
    ann, _ = pair
    Position(pair).begins("amazons", "merchant", r03=5, r02=4)
    wall.goto(f"{ann.home}table")
    ann.tap("confirm")
    ann.tap("done")
    ann.sees("score")
    assert next(band for band in ann.state()["game"]["bands"] if band["seat"] == 0)["aside"]
    expect(wall.locator(".player").first.get_by_label("0 in hand")).to_be_visible()
