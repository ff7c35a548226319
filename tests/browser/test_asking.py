"""What needs another player's yes, and the early end that it may lead to."""

import re

from playwright.sync_api import expect

from tests.browser.house import Phone, reads_roll
from tests.browser.positions import Position

# How much of a notice's width its words have.
ROOM = "notice => notice.querySelector('p').getBoundingClientRect().width / notice.getBoundingClientRect().width"


def test_a_refused_conquest_is_entered_as_played(pair: list[Phone]) -> None:
    """The sheet says why not and offers to enter it as played; the other phone says yes and it stands."""
    ann, ben = pair
    position = Position(pair)
    position.race(0, "elves", "stout", r03=6)
    position.turn(4, 0)
    ann.sees("form-ready")
    ann.tap("confirm")
    expect(ann.at("turn")).to_have_attribute("data-stage", "conquer")
    ben.sees("screen-play")
    ann.touch("r20")
    expect(ann.sees("refusal")).to_contain_text("Not next to the Elves")
    ann.tap("enter-as-played")
    ben.sees("yes").tap()
    for each in pair:
        expect(each.region("r20")).to_have_attribute("aria-label", re.compile(r"\(Ann\)"))


def test_a_roll_is_taken_back_with_a_yes(pair: list[Phone]) -> None:
    """A take-back beyond a roll is asked of the other phone; after a no it stands, after a yes it is gone."""
    ann, ben = pair
    position = Position(pair)
    position.race(0, "elves", "berserk", r03=6)
    position.turn(4, 0)
    ann.sees("form-ready")
    ann.tap("confirm")
    ann.tap("offer-act")
    with reads_roll(ann.page, "Ann rolls a 3"):
        ann.tap("face-3")
    ann.puts_roll_away()
    for answer in ("no", "yes"):
        ann.sees("take-back").tap()
        ben.sees(answer).tap()
        expect(ben.at("yes")).to_have_count(0)
        expect(ann.at("never-mind")).to_have_count(0)
        expect(ann.at("roll-due")).to_have_count(1 if answer == "yes" else 0)
        if answer == "no":
            expect(ann.sees("rejected")).to_contain_text("Ben rejected this")
            expect(ann.at("rejected")).to_contain_text("Ann wants to undo")
            expect(ben.at("rejected")).to_have_count(0)
            # Its words have room, and no other screen is covered by it.
            assert ann.at("rejected").evaluate(ROOM) > 0.6
            ann.tap("nav-log")
            expect(ann.at("rejected")).to_have_count(0)
            ann.tap("nav-map")
            ann.tap("rejected-close")
        expect(ann.at("rejected")).to_have_count(0)


def test_stopping_and_a_tie(pair: list[Phone]) -> None:
    """The game is stopped with the other's yes, and the reveal says how a tie on coins was broken."""
    ann, ben = pair
    position = Position(pair)
    position.race(0, "elves", "stout", r03=2)
    position.race(1, "humans", "hill", r10=5)
    for seat in (0, 1):
        position.coins(seat, 12)
    ben.sees("screen-play")
    ann.tap("nav-more")
    ann.unfolds("ending")
    for _ in range(2):
        ann.tap("stop")
    ben.sees("yes").tap()
    ann.sees("screen-end")
    ann.sees("unveil").tap()
    for each in pair:
        expect(each.sees("winner")).to_contain_text("Ben")
        expect(each.at("screen-end")).to_contain_text("Tied on coins: most race tokens on the map wins")
        # Whoever has won stands above whoever has not.
        expect(each.page.locator(".reveal .who")).to_have_text(["Ben", "Ann"])
    # One tap throws nobody from the results; two do, and whoever sits next begins.
    ann.tap("new-game")
    expect(ann.at("new-game")).to_contain_text("Tap again to confirm")
    ben.sees("winner")
    ann.tap("new-game")
    for each in pair:
        each.sees("screen-lobby")
        expect(each.at("start-1")).to_be_checked()


def test_what_ends_the_game_is_in_sight_once_it_is_unfolded(pair: list[Phone]) -> None:
    """It is the last thing on a long page: a tap on it would open something below the edge."""
    ann = pair[0]
    ann.tap("nav-more")
    ann.unfolds("ending")
    expect(ann.at("leave-1")).to_be_in_viewport(ratio=1)


def test_somebody_leaves(pair: list[Phone]) -> None:
    """Who leaves says so twice on the own phone; the table goes on without them."""
    ann, ben = pair
    ann.tap("nav-map")
    ben.tap("nav-more")
    ben.sees("give-up-1")
    ben.unfolds("ending")
    for _ in range(2):
        ben.tap("leave-1")
    expect(ann.at("happened")).to_contain_text("Ben leaves the game")
    expect(ben.at("leave-1")).to_have_count(0)
    # Nobody plays on for who has left: the seat goes to no other phone.
    expect(ben.at("give-up-1")).to_have_count(0)
