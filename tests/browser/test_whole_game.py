"""The main job: three people scan, play a whole game by taps, press the die, and see who has won."""

from __future__ import annotations

import re
import signal
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.rules import engine, events, score
from companion.rules.model import Game
from companion.store import FILE
from tests.browser.hearing import Heard, Hearing, numbers
from tests.browser.house import NAMES, SIZES, Table, read_code
from tests.browser.players import Album, Player
from tests.browser.policy import Plain, choose

EACH_STARTS_WITH = 5
# Ann's coins while nobody else may hear of them: no other number at a table in its first turns is like it.
COUNTED = 300
UNLIKELY = re.compile(r"(?<![\d.])3\d\d(?![\d.])")
STATUS = "path => fetch(path).then(answer => answer.status)"
OWN = ("/api/purse", "/api/mine")
# Every number that all may read before the reveal. A new member that tells one must be thought about here.
PUBLIC = re.compile(
    r"""^\.(version|seating|beginning
    |seats\[\]\.id
    |asks\[\]\.(by|since|may\[\])
    |takeback\.row|log\[\]\.row|last\.row|last_roll\.(row|pips)
    |lobby\.(start|most)
    |game\.turn\.(number|of|seat|band|hand)
    |game\.regions\.\*\.(band|seat|tokens|tribe|markers\[\]\.(band|count))
    |game\.record\.(pips|bands\[\]|lay\[\]\.(seat|was\..*)|attacks\[\]\.attack\..*)
    |game\.bands\[\]\.(id|seat|hand|withdrawn|aside|regions|pieces\[\]\.waiting|memory\[\]\.(value|least|most))
    |game\.column\[\]\.(place|tokens|coins|price)     # coins that lie on the column
    |game\.chances\[\]\.seat
    |game\.sheet\.(seat|total|lines\[\]\.amount)      # of this turn alone
    |game\.offers\[\]\.(seat|cost|bill\[\]\.amount|command\..*|form\.(total|least_total|there|slots\[\]\.(least|most|start)))
    |game\.tray\[\]\.count
    )$""",
    re.VERBOSE,
)
# And every number in the other answers, behind its route; `mine` and `purse` are the owner's alone.
ANSWERS = re.compile(
    r"""^/api/((act|takeback|consent|purse)\.row|join\.seat|me\.seats\[\]|map/.*
    |quote\.(seat|ways\[\]\.(seat|cost|bill\[\]\.amount|command\..*)|bills\[\]\.(cost|lines\[\]\.amount))
    |quote\.correct\.((choices|pieces)\[\]\.command\.)?(band|tokens|tribe|markers\[\]\.(band|count))
    |mine\.offers\[\]\..*
    |purse\.coins
    )$""",
    re.VERBOSE,
)


@pytest.fixture
def album(tmp_path: Path) -> Album:
    """Where the pictures of the screens go."""
    return Album(tmp_path / "screens")


@pytest.fixture
def people(browser: Browser, album: Album) -> Iterator[list[Player]]:
    """Three people, each with another phone; afterwards none of their pages may have made an error."""
    players = [Player(browser, size, album, dark=size == SIZES[1]) for size in SIZES]
    yield players
    for player in players:
        player.looks(f"last-{NAMES[players.index(player)]}")
        player.context.close()
    assert [fault for player in players for fault in player.faults] == []


@pytest.fixture
def wall(browser: Browser) -> Iterator[Page]:
    """A screen on the wall, not yet showing anything."""
    context = browser.new_context(viewport={"width": 1280, "height": 720}, locale="en-GB")
    yield context.new_page()
    context.close()


class Evening:
    """One game of three people at one table, from the code on the screen to the reveal.

    `done` counts what was done, by kind and by offer; `coins` is what each seat adds up from the sheets it was shown.
    """

    def __init__(self, table: Table, screen: Page, people: list[Player], album: Album) -> None:
        self.table = table
        self.screen = screen
        self.people = people
        self.album = album
        self.hearing = Hearing(screen)
        screen.goto(f"{table.address}/table")
        self.done: Counter[str] = Counter()
        self.coins: dict[int, int] = {}

    def state(self) -> Plain:
        """The public state as it is now."""
        return self.people[0].state()

    def at(self, seat: int) -> Player:
        """Who sits at a seat."""
        return next(player for player in self.people if player.seat == seat)

    # Sitting down.

    def sit_down(self) -> None:
        """Scan, join, drag the seats into order, and choose who starts."""
        code = self.screen.locator("[data-test='qr']")
        expect(code).to_be_visible()
        code.evaluate("image => image.decode()")
        self.shot("table-lobby")
        address = read_code(self.screen)
        assert address == self.table.address
        for player, name, colour, shape in zip(
            self.people, NAMES, ("green", "pink", "blue"), ("star", "circle", "cross"), strict=True
        ):
            player.page.goto(address)
            player.sees("name").tap()
            player.page.keyboard.type(name)
            player.tap(f"colour-{colour}")
            player.tap(f"shape-{shape}")
            player.looks("join")
            player.tap("join")
            player.sees("screen-lobby")
        ann, ben, cleo = self.people
        ann.sees("seat-2")
        ann.drag(ann.at("grip-2"), ann.at("seat-0"))
        for player in self.people:
            expect(player.at("screen-lobby").locator("ol.seats b")).to_have_text([NAMES[2], NAMES[0], NAMES[1]])
        ann.seat, ben.seat, cleo.seat = 1, 2, 0
        ben.tap("start-1")
        expect(cleo.at("start-1")).to_be_checked()
        cleo.looks("lobby")
        self.shot("table-lobby-seats")
        cleo.tap("start")
        for player in self.people:
            player.sees("screen-play")
        drawn = ann.page.request.get(f"{address}/api/map/base-3").json()
        for player in self.people:
            player.board = {region["id"]: region["centre"] for region in drawn["regions"]}
        self.coins = dict.fromkeys(range(3), EACH_STARTS_WITH)

    # Playing.

    def step(self, by: Player | None = None) -> None:
        """One thing is done by whoever is to do something, or for them from another phone."""
        state = self.state()
        offer = choose(state, self.done)
        game, seat = state["game"], offer["seat"]
        player = by or self.at(seat)
        player.catches_up(state)
        with player.gets_through("/api/act"):
            player.takes(offer, state)
        self.done.update({offer["kind"], offer["id"]})
        if offer["kind"] == "pick":
            combo = game["column"][offer["command"]["place"]]
            self.coins[seat] += combo["coins"] - combo["price"]
        if offer["kind"] == "accept":
            self.coins[seat] += game["sheet"]["total"]
        after = self.state()
        player.catches_up(after)
        self.roll(after)

    def roll(self, state: Plain) -> None:
        """If a roll is due, somebody presses the button on the table, and everybody reads what came up."""
        if not any(chance["kind"] == "roll" for chance in state["game"]["chances"]):
            return
        for player in self.people:
            player.sees("roll-due")
            player.looks("die-due-own" if player.seat == state["game"]["turn"]["seat"] else "die-due-other")
        self.shot("table-die-due")
        with ExitStack() as reading:
            for player in self.people:
                reading.enter_context(player.reads_roll())
            self.table.press()
        assert self.state()["last_roll"]["source"] == "button"
        self.done["roll"] += 1

    def agree(self) -> None:
        """All phones show the same state of every region, the one that the table has."""
        state = self.state()
        for player in self.people:
            player.catches_up(state)
            shown = player.reads_map()
            for id, lies in state["game"]["regions"].items():
                assert shown[id].startswith(lies["text"]), (player.seat, id)

    def shot(self, name: str) -> None:
        """Keep a picture of the table screen."""
        self.album.keep(name, self.screen)

    # What happens once in this game. Each waits for a moment when it can.

    def take_back(self) -> None:
        """Ann looks closely at a region, conquers it by one tap, and takes that back."""
        before = self.state()
        ann, region = self.people[0], one_way(before)
        ann.catches_up(before)
        ann.looks("map-own-turn")
        hand = ann.sees("hand").inner_text()
        with ann.holding(ann.region(region), ann.spot(region)):
            ann.sees("sheet")
        ann.sees("way-conquer")
        ann.looks("region-sheet")
        ann.tap("sheet-close")
        with ann.gets_through("/api/act"):
            ann.touch(region)
        expect(ann.at("happened")).to_have_class(re.compile("fresh"))
        for player in self.people:
            expect(player.region(region)).to_have_attribute("aria-label", re.compile("of Ann"))
        ann.looks("conquered-take-back-large")
        with ann.gets_through("/api/takeback"):
            ann.tap("take-back")
        expect(ann.at("hand")).to_have_text(hand)
        assert self.state()["game"]["regions"] == before["game"]["regions"]
        self.agree()

    def enter_for_another(self) -> None:
        """Ben is in the kitchen: Cleo enters his conquest, and the log says so."""
        ann, ben, cleo = self.people
        cleo.tap(f"enter-for-{ben.seat}")
        cleo.sees("stop-entering")
        cleo.looks("entering-for-another")
        self.step(by=cleo)
        cleo.tap("stop-entering")
        expect(cleo.at("stop-entering")).to_have_count(0)
        ann.goes_to("log")
        expect(ann.sees("screen-log")).to_contain_text("entered by Cleo")
        ann.looks("log")
        ann.goes_to("map")

    def correct(self) -> None:
        """On Cleo's turn Ann sets by two taps what really lies on one of her regions."""
        ann = self.people[0]
        ann.looks("map-not-own-turn")
        regions = self.state()["game"]["regions"]
        region = next(id for id, lies in regions.items() if lies["seat"] == ann.seat)
        ann.touch(region)
        ann.sees("correct-0")
        choice = ann.at("sheet").locator(".corrections button").filter(has_text=re.compile(r"^\d")).first
        wanted = choice.inner_text()
        ann.looks("correction")
        with ann.gets_through("/api/act"):
            choice.tap()
        assert wanted not in regions[region]["text"]
        for player in self.people:
            expect(player.region(region)).to_have_attribute("aria-label", re.compile(re.escape(wanted)))
        self.agree()

    def look_around(self) -> None:
        """Out of turn Ann reads the column and the rest; everybody looks at the own coins, then they are covered."""
        ann = self.people[0]
        ann.goes_to("column")
        ann.tap("combo-2")
        ann.looks("column-not-own-turn")
        ann.goes_to("more")
        ann.looks("more")
        ann.sees("put-right").locator("summary").first.tap()
        ann.sees("right-coins")
        ann.looks("more-put-right")
        for player in self.people:
            player.goes_to("purse")
            player.looks("purse-covered")
            assert self.peek(player) == self.coins[player.seat]
            player.goes_to("map")

    def peek(self, player: Player) -> int:
        """What a player reads under the cover while holding it; it is covered again afterwards."""
        cover = player.sees(f"purse-{player.seat}")
        with player.holding(cover):
            coins = int(player.sees("coins").inner_text())
            player.looks("purse-open")
        expect(player.at("coins")).to_have_count(0)
        return coins

    def count(self, coins: int) -> None:
        """Ann counts her coins, and the companion takes her number."""
        ann = self.people[0]
        ann.goes_to("purse")
        ann.page.locator(".count summary").tap()
        for step, times in ((10, coins // 10), (1, coins % 10)):
            for _ in range(times):
                ann.tap(f"count-{ann.seat}-{step}")
        ann.looks("purse-counting")
        with ann.gets_through("/api/purse"):
            ann.tap(f"count-{ann.seat}")
        self.coins[ann.seat] = coins
        assert self.peek(ann) == coins
        ann.goes_to("map")

    def hide_a_number(self) -> None:
        """From now on Ann has a number of coins that is like no other number."""
        self.known = self.coins[self.people[0].seat]
        self.from_here = [len(hearing.all()) for hearing in self.others()]
        self.count(COUNTED)

    def find_no_number(self) -> None:
        """Nobody else has heard of it, not a byte; then she counts again."""
        gained = self.coins[self.people[0].seat] - COUNTED
        assert gained > 0
        for hearing, start in zip(self.others(), self.from_here, strict=True):
            heard = hearing.all()[start:]
            assert len(heard) > 20
            assert not [each for each in heard if UNLIKELY.search(each.text)]
        self.count(self.known + gained)

    def others(self) -> list[Hearing]:
        """What those hear who are not Ann, the table screen among them."""
        return [self.people[1].hearing, self.people[2].hearing, self.hearing]

    def say_it_was_played(self) -> None:
        """What the rules refuse Cleo is not done with a no of Ann, and is with a yes of Ben."""
        ann, ben, cleo = self.people
        before = self.state()
        game = before["game"]
        can = {offer["region"] for offer in game["offers"]}
        empty = (id for id, lies in game["regions"].items() if not lies["tokens"] and not lies["tribe"])
        # A land far away if there is one, else a sea.
        region = min((id for id in empty if id not in can), key=lambda id: "sea," in game["regions"][id]["text"])
        for asked, yes in ((ann, False), (ben, True)):
            cleo.touch(region)
            cleo.sees("refusal")
            cleo.looks("refusal-not-reached")
            with cleo.gets_through("/api/act"):
                cleo.tap("enter-as-played")
            expect(cleo.sees("screen-play").locator(".ask.waits")).to_be_visible()
            cleo.looks("ask-waits")
            asked.sees("yes")
            asked.looks("ask")
            with asked.gets_through("/api/consent"):
                asked.tap("yes" if yes else "no")
            for player in self.people:
                expect(player.page.locator(".ask")).to_have_count(0)
            after = self.state()["game"]["regions"]
            assert after[region]["seat"] == (cleo.seat if yes else None)
            assert yes or after == game["regions"]
        self.agree()

    def lose_power(self) -> None:
        """The service is killed in the middle of Ben's turn; the phones come back by themselves, and all is there."""
        before, maps = self.state(), [player.reads_map() for player in self.people]
        self.table.kill()
        for player in self.people:
            player.sees("lost")
            player.looks("out-of-reach")
        self.table.start()
        for player, shown in zip(self.people, maps, strict=True):
            expect(player.at("lost")).to_have_count(0)
            player.catches_up(before)
            assert player.reads_map() == shown
            expect(player.page.locator(f"[data-test='panel'][data-focus='{player.seat}']")).to_have_count(
                int(player.seat == before["game"]["turn"]["seat"])
            )
        after = self.state()
        for member in ("game", "last", "log", "takeback", "last_roll", "asks", "phase", "seating"):
            assert after[member] == before[member], member
        self.shot("table-play")

    def load_anew(self) -> None:
        """Ben loads the page anew in his turn and is in his seat at once."""
        ben = self.people[1]
        ben.hearing.all()
        ben.page.reload()
        ben.catches_up(self.state())
        expect(ben.page.locator(f"[data-test='panel'][data-focus='{ben.seat}']")).to_be_visible()

    def press_for_nothing(self) -> None:
        """The button does nothing while no roll is due."""
        before = self.state()
        self.table.press()
        assert self.state()["log"] == before["log"]
        assert self.state()["last_roll"] == before["last_roll"]

    def try_to_peek(self) -> None:
        """Nobody gets another's purse or list by asking for it."""
        for player in self.people:
            for seat in range(3):
                for route in OWN:
                    assert player.page.evaluate(STATUS, f"{route}?seat={seat}") == (200 if seat == player.seat else 403)

    # The end.

    def reveal(self) -> list[int]:
        """The purses are laid open one by one, the fewest coins first; returns what all phones and the table show."""
        shown: dict[int, int] = {}
        for turn, player in enumerate(self.people):
            player.sees("screen-end")
            player.looks("reveal-covered")
            with player.gets_through("/api/act"):
                player.tap("unveil")
            opened = player.page.locator(".reveal .open")
            expect(opened).to_have_count(turn + 1)
            open_now = opened.evaluate_all("rows => rows.map(row => Number(row.dataset.test.split('-')[1]))")
            (seat,) = set(open_now) - set(shown)
            shown[seat] = read_amount(player.at(f"reveal-{seat}").locator(".amount").inner_text())
            player.looks(f"reveal-{turn + 1}")
        assert list(shown.values()) == sorted(shown.values())
        for page in [*(player.page for player in self.people), self.screen]:
            expect(page.locator("[data-test='winner']")).to_be_visible()
            for seat, coins in shown.items():
                expect(page.locator(f"[data-test='reveal-{seat}'] .amount")).to_have_text(re.compile(rf"\b{coins}\b"))
        self.people[1].looks("reveal-winner")
        self.shot("table-reveal")
        return [shown[seat] for seat in range(3)]


def one_way(state: Plain) -> str:
    """A region that one tap conquers."""
    regions = Counter(offer["region"] for offer in state["game"]["offers"] if offer["region"])
    return next(
        offer["region"]
        for offer in state["game"]["offers"]
        if offer["kind"] == "conquer" and regions[offer["region"]] == 1
    )


def read_amount(text: str) -> int:
    """The number in what stands on a page."""
    found = re.search(r"\d+", text)
    assert found, text
    return int(found[0])


def replayed(data: Path) -> Game:
    """The game that the rows of the log make which were not taken back."""
    with closing(sqlite3.connect(f"file:{data / FILE}?mode=ro", uri=True)) as log:
        kinds = ("start", "act", "for_another", "as_played", "chance", "purse", "takeback")
        marks = ",".join("?" * len(kinds))
        rows = log.execute(f"SELECT events FROM standing WHERE kind IN ({marks}) ORDER BY row", kinds).fetchall()
    return engine.fold(event for (text,) in rows for event in events.decode(text))


def test_a_whole_game(serve: Callable[..., Table], wall: Page, people: list[Player], album: Album) -> None:
    """Three phones scan and play ten turns by taps with all that happens at a table; the log agrees on the coins."""
    table = serve()
    evening = Evening(table, wall, people, album)
    evening.sit_down()
    ann, ben, cleo = people
    # Each once, in the first turn it can: the turn's number, whose turn, what.
    story: list[tuple[int, Player, Callable[[], None]]] = [
        (1, ann, evening.take_back),
        (1, ben, evening.enter_for_another),
        (1, cleo, evening.correct),
        (2, ben, evening.look_around),
        (2, cleo, evening.hide_a_number),
        (3, cleo, evening.say_it_was_played),
        (4, ben, evening.find_no_number),
        (5, ben, evening.lose_power),
        (6, ben, evening.load_anew),
        (7, ann, evening.press_for_nothing),
        (8, cleo, evening.try_to_peek),
    ]
    state = evening.state()
    turn = state["game"]["turn"]
    while state["phase"] == "play":
        if state["game"]["turn"]["seat"] != turn["seat"]:
            evening.agree()
        turn = state["game"]["turn"]
        easy = turn["stage"] == "conquer" and sum(offer["kind"] == "conquer" for offer in state["game"]["offers"]) > 1
        for number, player, happening in story:
            if easy and turn["number"] >= number and turn["seat"] == player.seat:
                story.remove((number, player, happening))
                happening()
                break
        else:
            evening.step()
        state = evening.state()
    assert not story
    for kind in ("withdraw", "decline", "attempt", "roll", "ready", "redeploy"):
        assert evening.done[kind], kind

    shown = evening.reveal()
    table.kill(signal.SIGTERM)
    game = replayed(table.data)
    assert shown == [seat.coins for seat in game.seats]
    assert shown == [evening.coins[seat] for seat in range(3)]
    winners = [people_at.name for people_at in (game.seats[seat] for seat in score.winners(game))]
    for player in people:
        for name in winners:
            expect(player.at("winner")).to_contain_text(name)
    nobody_heard_of_others(evening)


def nobody_heard_of_others(evening: Evening) -> None:
    """No phone ever got another's purse, and nothing that all get tells what anybody has before the reveal."""
    for seat, hearing in [*((player.seat, player.hearing) for player in evening.people), (-1, evening.hearing)]:
        heard = hearing.all()
        asked = {each.seat for each in heard if each.path in OWN and each.method == "GET" and each.status == 200}
        assert asked == ({seat} - {-1})
        states = [each.json for each in heard if public(each)]
        assert len(states) > 100
        told = {path for state in states if state.get("phase") != "reveal" for path in numbers(state)}
        assert not [path for path in told if not PUBLIC.match(path)]
        rest = {each.path + path for each in heard if not public(each) for path in numbers(each.json)}
        assert not [path for path in rest if not ANSWERS.match(path)]


def public(each: Heard) -> bool:
    """The state that all get."""
    return each.path in ("/api/state", "/api/stream")
