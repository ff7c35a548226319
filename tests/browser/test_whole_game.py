"""The main job: three people scan, play a whole game by taps, press the die, and see who has won."""

from __future__ import annotations

import re
from collections.abc import Callable

from click.testing import CliRunner
from playwright.sync_api import Page, expect

from companion.__main__ import main
from tests.browser.evening import WHOLE_GAME, Evening, one_way, refused, shortened
from tests.browser.hearing import Hearing
from tests.browser.house import NAMES, Sizes, Table, read_code
from tests.browser.players import Album, Player
from tests.browser.policy import Temper

# Ann's coins while nobody else may hear of them: no other number at a table in its first turns is like it.
COUNTED = 300
UNLIKELY = re.compile(r"(?<![\d.])3\d\d(?![\d.])")


class ThreePhones(Evening):
    """Three people with a phone each, and a screen on the wall."""

    people: list[Player]
    screen: Page

    # Sitting down.

    def scan(self) -> None:
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
            expect(player.page.locator(f"form.join h2 .c-{colour}")).to_be_visible()
            player.looks("join")
            player.tap("join")
            player.sees("screen-lobby")
        ann, ben, cleo = self.people
        ann.sees("seat-2")
        dragged = [NAMES[2], NAMES[0], NAMES[1]]
        with ann.dragging(ann.at("grip-2"), ann.at("seat-0")):
            expect(ann.at("screen-lobby").locator("ol.seats b")).to_have_text(dragged)
        for player in self.people:
            expect(player.at("screen-lobby").locator("ol.seats b")).to_have_text(dragged)
        ann.seats, ben.seats, cleo.seats = [1], [2], [0]
        ben.tap("start-1")
        expect(cleo.at("start-1")).to_be_checked()
        cleo.looks("lobby")
        if self.by_hand < WHOLE_GAME:
            shortened(cleo, 4)
        self.shot("table-lobby-seats")
        cleo.tap("start")
        self.begin()

    # What happens once in this game. Each waits for a moment when it can.

    def take_back(self) -> None:
        """Ann looks closely at a region, conquers it by one tap, and takes that back."""
        ann, before = self.people[0], self.state()
        while not (region := one_way(before)):
            # The Dragon flies first.
            before = self.step(before)
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
            expect(player.region(region)).to_have_attribute("aria-label", re.compile(r"\(Ann\)"))
        ann.looks("conquered-take-back-large")
        with ann.gets_through("/api/takeback"):
            ann.tap("take-back")
        expect(ann.at("hand")).to_have_text(hand)
        assert self.state()["game"]["regions"] == before["game"]["regions"]
        self.agree()

    def enter_for_another(self) -> None:
        """Ben is in the kitchen: Cleo enters his conquest, and the log says so."""
        ann, ben, cleo = self.people
        cleo.plays_for(ben.seat)
        cleo.sees("stop-entering")
        cleo.looks("entering-for-another")
        self.step(self.state(), by=cleo)
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
        choice = ann.at("sheet").locator(".corrections button").filter(has_text=re.compile(r"^\s*\d")).first
        # Behind the tokens it says what that changes.
        found = re.match(r"\d+ [^\W\d]+", choice.inner_text())
        assert found
        wanted = found[0]
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

    def count(self, coins: int) -> None:
        """Ann counts her coins, and the companion takes her number."""
        ann = self.people[0]
        ann.goes_to("purse")
        ann.page.locator(".count summary").tap()
        for step, times in ((10, coins // 10), (1, coins % 10)):
            for _ in range(times):
                ann.tap(f"count-{ann.seat}-{step}")
        ann.looks("purse-counting")
        ann.tap(f"check-{ann.seat}")
        ann.sees(f"verdict-{ann.seat}")
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
            # The folder of the mock pins is named in the notices, and may have a number of its own.
            texts = [each.text.replace(str(self.table.data), "") for each in heard]
            assert not [text for text in texts if UNLIKELY.search(text)]
        self.count(self.known + gained)

    def reveal(self) -> list[int]:
        """After the reveal Ann's phone gives the record; played again, it comes to what all screens show."""
        shown = super().reveal()
        ann = self.people[0]
        with ann.page.expect_download() as saved:
            ann.tap("file-jsonl")
        done = CliRunner().invoke(main, ["replay", str(saved.value.path())])
        assert done.exit_code == 0, done.output
        for seat in self.state()["seats"]:
            assert f"{seat['name']}: {shown[seat['id']]} coins" in done.output
        return shown

    def others(self) -> list[Hearing]:
        """What those hear who are not Ann, the table screen among them."""
        assert self.hearing
        return [self.people[1].hearing, self.people[2].hearing, self.hearing]

    def say_it_was_played(self) -> None:
        """What the rules refuse Cleo is not done with a no of Ann, and is with a yes of Ben."""
        ann, ben, cleo = self.people
        before = self.state()
        game = before["game"]
        region = refused(before)
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


def test_a_whole_game(
    serve: Callable[..., Table],
    wall: Page,
    people: Callable[..., list[Player]],
    album: Album,
    sizes: Sizes,
    by_hand: int,
) -> None:
    """Three phones scan and play four or ten turns with all that happens at a table; the log agrees on the coins."""
    # What comes up is the same in each run: so all that the story waits for comes.
    table = serve(seed="three phones")
    ann, ben, cleo = people(*sizes)
    evening = ThreePhones(table, (ann, ben, cleo), album, screen=wall, temper=Temper(3, 2), by_hand=by_hand)
    wall.goto(f"{table.address}/table")
    evening.scan()
    evening.play(
        [
            (1, ann, evening.take_back),
            (1, ben, evening.enter_for_another),
            (1, cleo, evening.correct),
            (2, ben, evening.look_around),
            (2, cleo, evening.hide_a_number),
            (3, cleo, evening.say_it_was_played),
            (4, ben, evening.find_no_number),
            (4, cleo, evening.try_to_peek),
            (4, ann, evening.press_for_nothing),
            (4, ben, evening.lose_power),
            (4, ben, evening.load_anew),
        ]
    )
    for kind in ("withdraw", "decline", "attempt", "roll", "ready", "redeploy"):
        assert evening.done[kind], kind
    evening.end()
