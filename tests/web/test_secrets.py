"""Nobody peeks: what others see does not depend on anybody's coins, to the byte, over whole random games."""

import re
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.web.house import House, Plain, filled, offer
from tests.web.routes import ROUTES
from tests.web.twins import FIGURES, OF_THE_COMPUTER, Twins, twins

Differ = Callable[[list[Plain]], None]
# More steps than any game takes.
WHOLE = 1000
# What Ann has in the test of all bytes, before and after a turn; a port, or a hash, may have these digits in it.
RICH = re.compile(rb"(?<![0-9A-Za-z])7[34][0-9]{2}(?![0-9A-Za-z])")


def more_coins(events: list[Plain]) -> None:
    """The secret seat begins with 23 coins more."""
    began = next(event for event in events if event["type"] == "game_began")
    began["setup"]["seats"][0]["coins"] = 28


def another_scoring(events: list[Plain]) -> None:
    """The first score sheet of the secret seat that paid anything was higher; later sheets are as they were."""
    scored = next(event for event in events if event["type"] == "scored" and event["seat"] == 0 and event["lines"])
    scored["lines"][0]["amount"] += 4


def live_through(folder: Path, seed: int, players: int, differ: Differ, before: int, steps: int) -> dict[str, int]:
    """Play a random game on twin tables; fails when anything shows. Returns how often what was done."""
    with twins(folder, seed, players, differ, before) as pair:
        pair.play(steps)
        assert pair.purses_differ()
        pair.streams_agree()
        return pair.done


def test_starting_coins_do_not_show(tmp_path: Path) -> None:
    """Two whole games that differ in one purse from the beginning look the same to all others, to the end.

    The random table acts, is refused, rolls, takes back and answers questions: else it would prove little.
    """
    done = live_through(tmp_path, 2, 2, more_coins, 0, WHOLE)
    for wanted in ("act 200", "act 409", "roll 200", "takeback 200", "consent 200"):
        assert f"/api/{wanted}" in done, wanted


@pytest.mark.parametrize(
    ("seed", "players", "steps"),
    [
        (6, 2, WHOLE),
        pytest.param(9, 3, 80, marks=pytest.mark.long(name="secrets")),
        pytest.param(7, 5, 40, marks=pytest.mark.long(name="secrets")),
    ],
)
def test_an_earlier_scoring_does_not_show(tmp_path: Path, seed: int, players: int, steps: int) -> None:
    """Two games that differ in a score sheet that is not the last one look the same to all others, to the end."""
    live_through(tmp_path, seed, players, another_scoring, 45, steps)


def words(pair: Twins) -> list[str]:
    """The log, the newest line first."""
    return [line["text"] for line in pair.both(-1, "GET", "/api/log").json["log"]]


@pytest.mark.long(name="secrets")
def test_the_necromancers_purse_does_not_show(tmp_path: Path) -> None:
    """The market's prices tell nobody what is in the purse of who buys there: who sits to the right of the first."""
    with twins(tmp_path, 1, 3, more_coins, 40, boxes=["necromancer"], start=1) as pair:
        pair.play(50)
        assert pair.purses_differ()
        pair.streams_agree()
        assert any("Ann chooses “Buy" in line for line in words(pair))


def test_no_purse_shows_where_players_pay_each_other(tmp_path: Path) -> None:
    """What Corrupt and Ransacking take from a purse tells nobody else how much is in it."""
    with twins(tmp_path, 2, 3, more_coins, boxes=["cursed", "be_not_afraid"]) as pair:
        # Neighbours on the map for three.
        target, shore = "r05", "r04"
        for command in (
            {"type": "set_race", "seat": 0, "race": "orcs", "power": "corrupt"},
            {"type": "set_race", "seat": 1, "race": "trolls", "power": "ransacking"},
            {"type": "set_region", "region": target, "band": 1, "tokens": 1},
            {"type": "set_region", "region": shore, "band": 2, "tokens": 1},
            {"type": "set_band", "band": 2, "hand": 9},
        ):
            assert pair.post(2, "/api/act", command=command).status == 200
        turn = pair.post(2, "/api/act", command={"type": "set_turn", "number": 2, "seat": 1}).json
        pair.post(1, "/api/consent", ask=turn["ask"], yes=True)
        for kind in ("ready", "conquer"):
            offers = [one for one in pair.state()["game"]["offers"] if one["kind"] == kind]
            one = next(one for one in offers if one["region"] in (None, target))
            bill = one["bill"] and one["bill"]["text"]
            assert pair.post(1, "/api/act", command=filled(one), seat=1, bill=bill).status == 200
        said = {text for step in pair.state()["last"]["steps"] for text in step["texts"]}
        assert {"Ann gives Ben 1 coin", "Ben gives Ann 1 coin"} <= said, said
        for seat in pair.others:
            pair.look(seat, [target, shore])
        pair.play(6)
        assert pair.purses_differ()
        pair.streams_agree()


def test_not_even_a_partner_sees_a_purse(tmp_path: Path) -> None:
    """Coins are not shared with the partner (expansion sheet, Playing in Teams): Dee sees of Ann's what all see."""
    with twins(tmp_path, 3, 6, more_coins, 40, boxes=["teams"]) as pair:
        assert pair.state()["game"]["teams"] == [[0, 3], [1, 4], [2, 5]]
        # The Tavern's coins go from the bank to whom its holder names, the secret player among them.
        held = {id: lies["seat"] for id, lies in pair.state()["game"]["regions"].items()}
        region = next(id for id, seat in held.items() if seat not in (None, pair.secret))
        lies = pair.state()["game"]["regions"][region]
        tavern = {"type": "set_region", "region": region, "band": lies["band"], "tokens": lies["tokens"]}
        tavern["markers"] = [{"kind": "tavern", "band": 0}]
        assert pair.post(1, "/api/act", command=tavern).status == 200
        pair.play(15)
        for seat in pair.others:
            pair.look(seat, [region])
        assert pair.purses_differ()
        pair.streams_agree()


def test_an_old_turn_put_right_does_not_show(tmp_path: Path) -> None:
    """What anybody says of an old board, and what its owner changes of a sheet, tells nothing of what was scored."""
    with twins(tmp_path, 9, 3, another_scoring, 45) as pair:
        rows = [line["row"] for line in pair.both(-1, "GET", "/api/log").json["log"] if line["sheet"]]
        done = 0
        for row in rows[-3:]:
            ended = pair.both(1, "GET", f"/api/past?row={row}&region=r05").json
            assert ("lines" in ended) == (ended["seat"] == 1)
            for seat in {2, -1}:
                pair.both(seat, "GET", f"/api/past?row={row}")
            for choice in ended["correct"]["choices"]:
                past = {**choice["command"], "type": "set_past", "turn": ended["turn"], "seat": ended["seat"]}
                pair.both(2, "POST", "/api/past", {"command": past})
                asked = pair.post(1, "/api/act", command=past)
                if asked.status == 200:
                    done += pair.post(2, "/api/consent", ask=asked.json["ask"], yes=True).status == 200
            line = {"type": "set_sheet", "turn": ended["turn"], "seat": 0, "line": "regions", "difference": -1}
            assert pair.post(1, "/api/act", command=line).status == 403
            if ended["seat"] == 0:
                asked = pair.post(0, "/api/act", command=line)
                assert pair.post(1, "/api/consent", ask=asked.json["ask"], yes=True).status == 200
        for seat in pair.others:
            pair.look(seat, ["r05"])
        assert done > 3
        assert any("Ann’s score sheet for turn" in line for line in words(pair))
        pair.play(3)
        assert pair.purses_differ()
        pair.streams_agree()


@pytest.mark.long(name="secrets")
@pytest.mark.parametrize("differ", [more_coins, another_scoring])
@pytest.mark.parametrize("seed", range(100, 140))
def test_many_games_do_not_show(tmp_path: Path, differ: Differ, seed: int) -> None:
    """Eighty whole games of 2 to 5 players."""
    players = 2 + seed % 4
    # A game of two may be over after a hundred acts.
    live_through(tmp_path, seed, players, differ, 30 * players if differ is another_scoring else 0, WHOLE)


def test_a_difference_is_found(tmp_path: Path) -> None:
    """The same comparison does fail on what may differ: the owner's own purse."""
    with twins(tmp_path, 1, 3, more_coins) as pair:
        pair.play(5)
        for own in ("purse", "diary"):
            with pytest.raises(AssertionError, match=own):
                pair.both(pair.secret, "GET", f"/api/{own}?seat={pair.secret}")
        with pytest.raises(AssertionError, match="check"):
            pair.both(pair.secret, "POST", "/api/check", {"seat": pair.secret, "coins": {"5": 1}})


def test_no_phone_ever_receives_anothers_coins(home: House) -> None:
    """With coins that no other number in the game can be, no byte of them reaches another phone or the screen."""
    ann, ben, _ = home.seated(3)
    streams = [ben.stream(), home.phone().stream()]
    ann.post("/api/purse", id="count", seat=0, coins=7391)
    ann.act(0, filled(offer(ann.state(), "pick")))
    ann.act(0, filled(offer(ann.state(), "conquer")))
    ann.act(0, {"type": "finish"})
    ann.act(0, filled(offer(ann.state(), "redeploy")))
    ann.act(0, {"type": "accept"})
    assert ann.get("/api/purse?seat=0")["coins"] == ann.get("/api/diary?seat=0")["entries"][0]["sum"] > 7391
    assert ann.post("/api/check", seat=0, coins={"10": 1})["difference"] < -7300
    version = ann.state()["version"]
    for stream in streams:
        stream.state(version)
        assert not any(RICH.search(message) for message in stream.messages)
        stream.close()
    for route in ("state", "log", "mine?seat=1", "purse?seat=0", "diary?seat=0"):
        assert not RICH.search(ben.ask("GET", f"/api/{route}").body)
    for route in ("/table", "/", "/games", *FIGURES, *(ROUTES[name].path for name in OF_THE_COMPUTER[1:])):
        assert not RICH.search(ben.ask("GET", route).body)
    assert not RICH.search(ben.refused("/api/check", seat=0, coins={"10": 1}).body)
    assert RICH.search(ann.ask("GET", "/api/purse?seat=0").body)


def test_the_log_keeps_no_amounts(home: House) -> None:
    """Once the next score sheet is accepted, no earlier one can be read anywhere; the sheet of the moment can."""
    phones = home.seated(2)
    for conquests, seat in enumerate((0, 1), start=1):
        phones[seat].act(seat, filled(offer(phones[0].state(), "pick")))
        for _ in range(conquests):
            phones[seat].act(seat, filled(offer(phones[0].state(), "conquer")))
        phones[seat].act(seat, {"type": "finish"})
        phones[seat].act(seat, filled(offer(phones[0].state(), "redeploy")))
        phones[seat].act(seat, {"type": "accept"})
        assert phones[0].state()["game"]["sheet"]["seat"] == seat
    accepted = [line["text"] for line in phones[0].get("/api/log")["log"] if "scores" in line["text"]]
    assert accepted == ["Ben scores and ends the turn", "Ann scores and ends the turn"]


@pytest.mark.parametrize("seated", [True, False])
def test_no_other_phone_looks_into_a_purse(home: House, seated: bool) -> None:
    """Diary and check answer the phone that holds the seat; another player's is told so, one without a seat too."""
    ann, ben = home.seated(2)
    other = ben if seated else home.phone()
    status = 403 if seated else 401
    assert ann.get("/api/diary?seat=0")["entries"]
    assert other.ask("GET", "/api/diary?seat=0").status == status
    assert other.refused("/api/check", seat=0, coins={"1": 5}).status == status


def test_a_private_look_is_seen_by_nobody(home: House) -> None:
    """However often Ann reads her diary and checks her coins, there is no new version, no row and no message."""
    ann, ben = home.seated(2)
    with closing(ben.stream()) as stream:
        stream.settle(home.hub.version)
        version, rows = home.hub.version, list(home.store.rows(1))
        for _ in range(3):
            ann.get("/api/diary?seat=0")
            assert ann.post("/api/check", seat=0, coins={"1": 5}) == {"counted": 5, "difference": 0}
            assert ann.post("/api/check", seat=0, coins={"3": 1}) == {"counted": 3, "difference": -2}
        assert (home.hub.version, list(home.store.rows(1))) == (version, rows)
        # The next thing that anybody does is the very next message.
        ann.act(0, filled(offer(ann.state(), "pick")))
        stream.settle(version + 1)
        assert len([message for message in stream.messages if int(message.split(b"\n", 2)[1][4:]) > version]) == 1


@pytest.mark.parametrize("wrong", [{"2": 1}, {"1": -1}, {"1": 100}, {"one": 1}, {"1": "five"}, [5], None])
def test_coins_that_are_none_are_refused(home: House, wrong: object) -> None:
    """Only counts of the coins there are, and what is refused says so in a sentence."""
    (ann, _) = home.seated(2)
    found = ann.refused("/api/check", seat=0, coins=wrong)
    assert found.status in (400, 409)
    assert found.json["error"]


def test_ones_own_diary_stays_when_the_next_sheet_closes_it_for_others(home: House) -> None:
    """After Ben's sheet nobody reads Ann's any more, but for Ann."""
    phones = home.seated(2)
    for seat in (0, 1):
        phones[seat].act(seat, filled(offer(phones[0].state(), "pick")))
        for kind in ("conquer", "finish", "redeploy"):
            phones[seat].act(seat, filled(offer(phones[0].state(), kind)))
        phones[seat].act(seat, {"type": "accept"})
    ann, ben = phones
    assert ann.state()["game"]["sheet"]["seat"] == 1
    (sheet,) = [entry for entry in ann.get("/api/diary?seat=0")["entries"] if entry["score"]]
    assert sheet["score"].endswith(f" {sheet['amount']}")
    assert {entry["text"] for entry in ben.get("/api/diary?seat=1")["entries"]} == {"Scored", "At the start"}
    assert ben.ask("GET", "/api/diary?seat=0").status == 403
