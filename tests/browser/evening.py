"""One game at one table, played by taps from the first turn to the reveal, and held against the table's log."""

from __future__ import annotations

import re
import signal
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, closing
from itertools import count, cycle
from pathlib import Path

from playwright.sync_api import Page, expect

from companion.boards import maps
from companion.rules import engine, events, score
from companion.rules.model import Game
from companion.store.store import FILE
from tests.browser.hearing import OWN, Hearing, nobody_heard_of_others
from tests.browser.house import Phone, Table
from tests.browser.players import Album, Player
from tests.browser.policy import EAGER, Plain, Temper, choose, filled, note, water

EACH_STARTS_WITH = 5
# No game has more turns.
WHOLE_GAME = 10
# Something that happens once: in the first turn from this number on that is a player's, when conquests are to be had.
Happening = tuple[int, Player, Callable[[], None]]


class Evening:
    """People with phones play one game. `people` may hold several seats each, and nobody enters for others unasked.

    In turns after `by_hand` they tap only what they have not tapped before; the rest is posted, as their phones would.
    `done` counts what was done, by kind and by offer, and what was seen on the table; `coins` is what each seat adds up
    from the sheets it was shown.
    `deck` are the races and powers in the order in which the table turns them up, where it shuffles itself, `finds`
    what else comes to light; `faces` what the box's own die shows, where it is rolled instead of the button.
    """

    def __init__(
        self,
        table: Table,
        people: Sequence[Player],
        album: Album,
        *,
        screen: Page | None = None,
        temper: Temper = EAGER,
        deck: Iterable[tuple[str, str]] = (),
        finds: Iterable[str] = (),
        faces: Sequence[int] = (),
        by_hand: int = WHOLE_GAME,
    ) -> None:
        self.table = table
        self.people = list(people)
        self.album = album
        self.screen = screen
        self.hearing = Hearing(screen) if screen else None
        self.temper = temper
        self.pieces: dict[str, list[str]] = {"banner": [], "badge": [], "draw": [*finds]}
        for race, power in deck:
            self.pieces["banner"].append(race)
            self.pieces["badge"].append(power)
        self.faces = cycle(faces) if faces else None
        self.by_hand = by_hand
        self.tapped: set[tuple[int, str]] = set()
        self.posted = count(1)
        self.done: Counter[str] = Counter()
        self.coins: dict[int, int] = {}

    def state(self) -> Plain:
        """The public state as it is now."""
        return self.people[0].state()

    def at(self, seat: int) -> Player:
        """Who sits at a seat."""
        return next(player for player in self.people if seat in player.seats)

    def shot(self, name: str) -> None:
        """Keep a picture of the table screen."""
        if self.screen:
            self.album.keep(name, self.screen)

    # Sitting down.

    def sit_down(self, *names: str) -> None:
        """Everybody opens the page and takes a seat; names left over are added on the first phone."""
        for seat, (player, name) in enumerate(zip(self.people, names, strict=False)):
            player.sits_down(self.table.address, name)
            player.seats = [seat]
        first = self.people[0]
        for seat, name in list(enumerate(names))[len(self.people) :]:
            first.tap("add-player")
            first.sees("name").fill(name)
            first.tap("join")
            first.sees(f"seat-{seat}")
            first.seats.append(seat)
        for player in self.people:
            player.sees(f"seat-{len(names) - 1}")

    def begin(self, entering: Player | None = None) -> None:
        """The game has been started: everybody sees the board, but for who is entering how it stands."""
        for player in self.people:
            if player is not entering:
                player.sees("screen-play")
        state = self.state()
        drawn = self.people[0].context.request.get(f"{self.table.address}/api/map/{state['game']['map']}").json()
        for player in self.people:
            player.board = {region["id"]: region["centre"] for region in drawn["regions"]}
        self.coins = dict.fromkeys(range(len(state["seats"])), EACH_STARTS_WITH)

    # Playing.

    def play(self, story: Iterable[Happening] = ()) -> None:
        """Play to the end of the last turn; each part of the story happens once, and all of it.

        Phones are held against each other whenever a turn begins, and where turns are posted whenever a round does.
        """
        story = list(story)
        state = self.state()
        before = (0, None)
        while state["phase"] == "play":
            turn = state["game"]["turn"]
            now = (turn["number"], turn["seat"])
            if now != before and (turn["number"] <= self.by_hand or turn["number"] != before[0]):
                self.agree()
            before, seat = now, turn["seat"]
            # Seafaring Halflings may go everywhere: what is refused has to wait for somebody else.
            easy = turn["stage"] == "conquer" and kinds(state)["conquer"] > 1 and out_of_bounds(state)
            for number, player, happening in story:
                if easy and turn["number"] >= number and seat in player.seats:
                    story.remove((number, player, happening))
                    happening()
                    state = self.state()
                    break
            else:
                state = self.step(state)
        assert not story

    def step(self, state: Plain, by: Player | None = None) -> Plain:
        """One thing is done by whoever is to do something, or for them from another phone; returns what is then."""
        if draws(state):
            self.deal(state)
            return self.state()
        offer = choose(state, self.done, self.temper)
        game, seat = state["game"], offer["seat"]
        player = by or self.at(seat)
        tapped = by is not None or self.is_tapped(player, offer, state)
        if tapped:
            player.catches_up(state)
            with player.gets_through("/api/act"):
                player.takes(offer, state)
        else:
            self.post(player, offer)
        note(self.done, state, offer)
        if offer["kind"] == "pick":
            combo = game["column"][offer["command"]["place"]]
            self.coins[seat] += combo["coins"] - combo["price"]
        if offer["kind"] == "accept":
            self.coins[seat] += game["sheet"]["total"]
        after = self.state()
        if offer["kind"] == "done" and _scored(game, after):
            self.coins[seat] += after["seats"][seat]["income"]
        if tapped:
            player.catches_up(after)
        self.notice(after)
        return self.roll(after)

    def is_tapped(self, player: Player, offer: Plain, state: Plain) -> bool:
        """Whether this is an early turn, or the first time that this player does such a thing."""
        ways = sum(other["region"] == offer["region"] for other in state["game"]["offers"])
        kind = offer["kind"]
        sort = f"{kind}, {ways > 1}" if kind == "conquer" else offer["id"] if kind in ("act", "place") else kind
        first = (self.people.index(player), sort) not in self.tapped
        self.tapped.add((self.people.index(player), sort))
        return first or state["game"]["turn"]["number"] <= self.by_hand

    def post(self, player: Player, offer: Plain) -> None:
        """Do what an offer says, without a finger."""
        command = dict(offer["command"])
        if offer["form"]:
            command[offer["form"]["field"]] = filled(offer)
        body = {"id": f"posted-{next(self.posted)}", "by": offer["seat"], "command": command}
        answer = player.context.request.post(f"{self.table.address}/api/act", data=body)
        assert answer.ok, answer.text()

    def notice(self, state: Plain) -> None:
        """Count what lies on the table for the first time: races, powers, pieces, and what an ability leaves there."""
        game = state["game"]
        seen = {key for band in game["bands"] for key in (band["race"], band["power"]) if key}
        seen |= {marker["kind"] for lies in game["regions"].values() for marker in lies["markers"]}
        seen |= {f"{band['race']} aside" for band in game["bands"] if band["aside"]}
        held = [id for id, lies in game["regions"].items() if lies["tokens"]]
        seen |= {f"{game['regions'][id]['race']} at sea" for id in held if water(game, id)}
        declined = Counter(band["seat"] for band in game["bands"] if band["declined"])
        if max(declined.values(), default=0) > 1:
            seen.add("two races in decline")
        for key in seen - self.done.keys():
            self.done[key] = 1

    def roll(self, state: Plain) -> Plain:
        """If a roll is due, somebody presses the button on the table or rolls the box's die; everybody reads it."""
        if not any(chance["kind"] == "roll" for chance in state["game"]["chances"]):
            return state
        roller = self.at(state["game"]["turn"]["seat"])
        for player in self.people:
            player.sees("roll-due")
            player.looks("die-due-own" if player is roller else "die-due-other")
        self.shot("table-die-due")
        with ExitStack() as reading:
            for player in self.people:
                reading.enter_context(player.reads_roll())
            if self.faces:
                roller.tap(f"face-{next(self.faces)}")
            else:
                self.table.press()
        after = self.state()
        assert after["last_roll"]["source"] == ("box" if self.faces else "button")
        self.done["roll"] += 1
        return after

    def deal(self, state: Plain) -> None:
        """What the table turned up is tapped in, on one phone after the other."""
        chance = draws(state)[0]
        player = self.people[sum(self.done[kind] for kind in self.pieces) % len(self.people)]
        player.deals(chance, self.turned_up(chance))
        self.done[chance["kind"]] += 1

    def turned_up(self, chance: Plain) -> str:
        """The piece that comes up for a draw: the next one of the deck that is not on the table."""
        choices = [choice["key"] for choice in chance["choices"]]
        wanted = self.pieces[chance["kind"]]
        piece = next((piece for piece in wanted if piece in choices), choices[0])
        if piece in wanted:
            wanted.remove(piece)
        return piece

    def agree(self) -> None:
        """All phones show the same state of every region, the one that the table has."""
        state = self.state()
        for player in self.people:
            player.catches_up(state)
            shown = player.reads_map()
            for id, lies in state["game"]["regions"].items():
                assert shown[id].startswith(lies["text"]), (player.seat, id)

    def peek(self, player: Player, seat: int | None = None) -> int:
        """What a player reads under the cover while holding it; it is covered again afterwards."""
        seat = player.seat if seat is None else seat
        # Somebody else of this phone's players may have it in hand.
        if player.at(f"purse-of-{seat}").count():
            player.at(f"purse-of-{seat}").tap()
        cover = player.sees(f"purse-{seat}")
        with player.holding(cover):
            coins = int(player.sees("coins").inner_text())
            player.looks("purse-open")
        expect(player.at("coins")).to_have_count(0)
        return coins

    # The end.

    def reveal(self) -> list[int]:
        """The purses open from one tap on, hurried by the next phones; returns what all phones and the table show."""
        for player in self.people:
            player.sees("screen-end")
        self.people[0].looks("reveal-covered")
        with self.people[0].gets_through("/api/act"):
            self.people[0].tap("unveil")
        for turn in range(1, len(self.coins)):
            player = self.people[turn % len(self.people)]
            player.page.wait_for_function(HURRY, arg=turn)
            player.looks(f"reveal-{turn}")
        expect(self.people[0].page.locator(".reveal .open")).to_have_count(len(self.coins))
        # Each number counts up to what it is.
        expect(self.people[0].page.locator("[data-counting]")).to_have_count(0)
        opened = [each["seat"] for each in self.state()["game"]["reveal"]]
        rows = {seat: self.people[0].at(f"reveal-{seat}").locator(".amount") for seat in opened}
        shown = {seat: read_amount(row.inner_text()) for seat, row in rows.items()}
        assert list(shown.values()) == sorted(shown.values())
        for page in [*(player.page for player in self.people), *([self.screen] if self.screen else [])]:
            expect(page.locator("[data-test='winner']")).to_be_visible()
            for seat, coins in shown.items():
                expect(page.locator(f"[data-test='reveal-{seat}'] .amount")).to_have_text(re.compile(rf"\b{coins}\b"))
        self.people[-1].looks("reveal-winner")
        self.shot("table-reveal")
        return [shown[seat] for seat in range(len(self.coins))]

    def end(self) -> None:
        """The reveal shows what the log says and what everybody added up, and nobody has heard it any earlier."""
        shown = self.reveal()
        self.table.kill(signal.SIGTERM)
        game = replayed(self.table.data)
        assert shown == [seat.coins for seat in game.seats]
        assert shown == [self.coins[seat] for seat in range(len(shown))]
        winners = [seat.name for seat in (game.seats[number] for number in score.winners(game))]
        for player in self.people:
            for name in winners:
                expect(player.at("winner")).to_contain_text(name)
        for player in self.people:
            nobody_heard_of_others(player.hearing, player.seats)
        if self.hearing:
            nobody_heard_of_others(self.hearing, [])

    def try_to_peek(self) -> None:
        """Nobody gets another's purse or list by asking for it."""
        for player in self.people:
            for seat in self.coins:
                for route in OWN:
                    allowed = 200 if seat in player.seats else 403
                    assert player.page.evaluate(STATUS, f"{route}?seat={seat}") == allowed


def shortened(phone: Phone, turns: int) -> None:
    """Choose the printed map for those who sit there, with fewer turns on it, by the phone of one of them."""
    address, players = phone.page.url.rstrip("/"), len(phone.state()["seats"])
    board = (maps.FOLDER / f"base-{players}.toml").read_text(encoding="utf-8")
    for line, other in (
        (f'id = "base-{players}"', 'id = "brief"'),
        (f'name = "map.base-{players}"', 'name = "Brief"'),
        (r"turns = \d+", f"turns = {turns}"),
    ):
        board, found = re.subn(rf"^{line}$", other, board, flags=re.MULTILINE)
        assert found == 1, line
    post = phone.context.request.post
    assert post(f"{address}/api/boards/import", data=board, headers={"Content-Type": "application/toml"}).ok
    assert post(f"{address}/api/lobby", data={"map": "brief"}).ok


# The next purse opens sooner by a tap, which comes too late where it has opened by itself.
HURRY = """count => {
  if (document.querySelectorAll('.reveal .open').length > count) return true;
  document.querySelector("[data-test='unveil']")?.click();
  return false;
}"""
STATUS = "path => fetch(path).then(answer => answer.status)"


def kinds(state: Plain) -> Counter[str]:
    """How many offers there are of each kind."""
    return Counter(offer["kind"] for offer in state["game"]["offers"])


def one_way(state: Plain) -> str | None:
    """A region that one tap conquers; with the Dragon in hand there is none."""
    offers = state["game"]["offers"]
    ways = Counter(offer["region"] for offer in offers)
    return next((each["region"] for each in offers if each["kind"] == "conquer" and ways[each["region"]] == 1), None)


def out_of_bounds(state: Plain) -> list[str]:
    """The empty regions that the rules refuse to whose turn it is."""
    game = state["game"]
    can = {offer["region"] for offer in game["offers"]}
    empty = (id for id, lies in game["regions"].items() if not lies["tokens"] and not lies["tribe"])
    return [id for id in empty if id not in can]


def refused(state: Plain) -> str:
    """One of them: a land far away if there is one, else a sea."""
    return min(out_of_bounds(state), key=lambda id: water(state["game"], id))


def draws(state: Plain) -> list[Plain]:
    """The banners and badges that wait to be tapped in."""
    return [chance for chance in state["game"]["chances"] if chance["kind"] != "roll"]


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


def _scored(game: Plain, after: Plain) -> bool:
    """Whether a Done ended the turn: where a race in decline conquers first it ends no more than that race's part."""
    turn, now = game["turn"], after["game"]["turn"]
    ended = (now["number"], now["seat"]) != (turn["number"], turn["seat"])
    return after["phase"] != "play" or now["stage"] == "withdraw" or ended
