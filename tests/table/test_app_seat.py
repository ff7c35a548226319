"""The app at a seat of its own: its turn, and everything that people do about it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.game.lobby import Change
from companion.game.permissions import Changed, NoSeat, NotYours
from companion.language.text import say
from companion.rules import commands
from companion.rules.model import Combo, Message, Refused
from companion.table.app_seats import AppSeats
from tests.table.sitting import NAMES, Sitting, sitting


def app_plays(table: Sitting, rolls: bool = True) -> None:
    """The app does whatever it can do before somebody else has to do something; people roll for it, or nobody does."""
    seats = AppSeats(table.table.session)
    while seats.go_on() or (rolls and people_roll(table)):
        pass


def people_roll(table: Sitting) -> bool:
    """Roll nothing but blanks if a roll of the app's is due; returns whether one was."""
    due, places = table.table.queries.roll_due(), table.history.lobby.places
    if due is None or not places[table.game.turn.seat].level:
        return False
    by = next(seat for seat, place in enumerate(places) if place.phone)
    table.table.die.roll(places[by].phone, by, due, 0)
    return True


def app_joins(table: Sitting, *levels: str) -> None:
    """Ann's table has these players of the app as well."""
    table.table.seats.join("ann", "Ann")
    for level in levels:
        table.table.seats.change("ann", Change(level=level))


@pytest.fixture
def solo(tmp_path: Path) -> Iterator[Sitting]:
    """Ann plays alone with the app, and has played her first turn."""
    with sitting(tmp_path) as opened:
        app_joins(opened, "normal")
        opened.table.seats.start("ann")
        opened.do("pick")
        opened.do("conquer")
        opened.do("done")
        yield opened


def done(table: Sitting, phone: str = "ann", by: int = 0) -> int:
    """Whoever moved the app's pieces says so."""
    ends = table.state["app"]["ends"]
    return int(table.act(phone, by, commands.decode(ends))["row"])


def test_the_apps_card_has_what_comes_with_a_combo(tmp_path: Path) -> None:
    """Tokens that lie on it, and pieces that fight like tokens, are in its hand from then on (Homunculi, Hordes of)."""
    with sitting(tmp_path) as table:
        app_joins(table, "normal")
        table.table.seats.change("ann", Change(boxes=("base", "cursed", "be_not_afraid")))
        table.table.seats.start("ann")
        table.do("pick")
        for kind in ("conquer", "done"):
            table.do(kind)
        combo = Combo("homunculi", "hordes-of", coins=20, tokens=2)
        table.act("ann", 0, commands.SetColumn((combo,)))
        app_plays(table)
        told = [text for step in table.state["app"]["steps"] for text in step["texts"]]
        assert {"Take 2 Homunculi from the combo", "Take 2 Hordes tokens as well"} <= {*told}


def test_the_app_has_a_sign_and_a_colour_of_its_own(tmp_path: Path) -> None:
    """Two of the app's players have two names, colours and signs, and no phone; neither is away."""
    with sitting(tmp_path) as table:
        app_joins(table, "easy", "hard")
        seats = table.state["seats"]
        assert [(seat["name"], seat["level"]) for seat in seats] == [("Ann", None), ("App", "easy"), ("App 2", "hard")]
        assert len({seat["colour"] for seat in seats}) == len({seat["shape"] for seat in seats}) == 3
        assert [(seat["phone"], seat["away"]) for seat in seats[1:]] == [(False, False), (False, False)]


def test_anybody_may_change_and_remove_the_app(tmp_path: Path) -> None:
    """Its name and level are changed on any phone with a seat; a person's seat has no level."""
    with sitting(tmp_path) as table:
        app_joins(table, "easy")
        table.table.seats.change("ann", Change(seat=1, name="Robin", level="hard"))
        assert [(seat["name"], seat["level"]) for seat in table.state["seats"]] == [("Ann", None), ("Robin", "hard")]
        with pytest.raises(Refused):
            table.table.seats.change("ann", Change(seat=0, level="hard"))
        with pytest.raises(Refused):
            table.table.seats.change("ann", Change(level="brilliant"))
        table.table.seats.change("ann", Change(remove=1))
        assert [seat["name"] for seat in table.state["seats"]] == ["Ann"]


OTHER_ENDS = [("necromancer", 3, "with the Necromancer"), ("teams", 6, "in teams")]


@pytest.mark.parametrize(("box", "seats", "where"), OTHER_ENDS)
def test_the_lobby_says_why_the_app_cannot_play(tmp_path: Path, box: str, seats: int, where: str) -> None:
    """Teams and the Necromancer have other ends: the game cannot begin, and says why."""
    with sitting(tmp_path) as table:
        app_joins(table, *["normal"] * (seats - 1))
        table.table.seats.change("ann", Change(add_box=box))
        assert table.state["lobby"]["why_not"].startswith(f"The app cannot play {where}.")
        table.table.seats.change("ann", Change(drop_box=box, remove=1))
        assert table.state["lobby"]["ready"]


@pytest.mark.parametrize(("box", "seats", "where"), OTHER_ENDS)
def test_the_app_is_not_offered_where_it_cannot_play(tmp_path: Path, box: str, seats: int, where: str) -> None:
    """The lobby says so before anybody adds it, nobody can, and no seat is given to it once the game has begun."""
    with sitting(tmp_path) as table:
        for name in NAMES[: seats - 1]:
            table.table.seats.join(name.lower(), name)
        assert table.state["lobby"]["app_out"] is None
        table.table.seats.change("ann", Change(add_box=box))
        assert table.state["lobby"]["app_out"] == f"The app does not play {where}."
        with pytest.raises(Refused, match="app_out"):
            table.table.seats.change("ann", Change(level="normal"))
        table.table.seats.join("fay", "Fay")
        table.table.seats.start("ann")
        with pytest.raises(Refused, match="app_out"):
            table.table.seats.entrust("ann", 0, "normal")


def test_its_turn_waits_for_whoever_moves_its_pieces(solo: Sitting) -> None:
    """It plays up to its score sheet, and Ann's tap ends its turn."""
    app_plays(solo)
    assert (solo.game.turn.seat, solo.game.turn.stage) == (1, "score")
    done(solo)
    assert (solo.game.turn.seat, solo.game.turn.number) == (0, 2)


def test_its_card_says_what_hands_do(solo: Sitting) -> None:
    """The combo, and every region in the order of the conquests with as many tokens as are to stand there."""
    assert solo.state["app"] is None
    app_plays(solo)
    card = solo.state["app"]
    assert card["lead"][0].startswith("App picks")
    assert card["order"] == [attack.region for attack in solo.game.turn.attacks if attack.won]
    race = solo.game.bands_of(1)[-1].race
    for region in card["order"]:
        said = say(Message("do.map", {"count": solo.game.grounds[region].tokens, "race": race, "region": region}))
        (step,) = [step for step in card["steps"] if step["places"] == [region]]
        assert said in step["texts"]
        assert step["order"] == card["order"].index(region) + 1


def test_before_it_has_thought_nothing_ends_its_turn(solo: Sitting) -> None:
    """The command that ends it comes with the last of its moves."""
    seats, ends = AppSeats(solo.table.session), []
    while solo.game.turn.stage != "score":
        assert seats.go_on() or people_roll(solo)
        ends.append(solo.state["app"]["ends"])
    assert set(map(str, ends)) == {"None"}
    seats.go_on()
    assert solo.state["app"]["ends"]["type"] == "accept"


def test_its_coins_are_nobodys_to_see(solo: Sitting) -> None:
    """No phone may look at its purse, before the last score is revealed."""
    app_plays(solo)
    with pytest.raises(NotYours):
        solo.table.queries.purse("ann", 1)
    assert solo.state["game"]["open_coins"] is None


def test_one_undo_goes_back_to_what_a_person_did(solo: Sitting) -> None:
    """Ann undoes her own turn with all that the app has made of it, asks nobody, and does it once more."""
    before = solo.game
    app_plays(solo, rolls=False)
    takeback = solo.state["takeback"]
    assert takeback["text"] == "Undo: Ann scores and ends the turn"
    assert "row" in solo.back("ann", 0, takeback["row"])
    assert (solo.game.turn.seat, solo.game.turn.stage) == (0, "conquer")
    app_plays(solo, rolls=False)
    assert solo.game.turn.seat == 0
    solo.table.redo("ann", "again", 0)
    assert solo.game.turn == before.turn


def test_its_done_is_undone_as_any_tap(solo: Sitting) -> None:
    """Done too early: Ann takes it back, and the card is there again."""
    app_plays(solo)
    card = solo.state["app"]
    row = done(solo)
    app_plays(solo)
    assert solo.state["app"] is None
    solo.back("ann", 0, row)
    app_plays(solo)
    assert solo.state["app"] == card


def test_what_the_board_shows_is_right_in_its_turn_too(solo: Sitting) -> None:
    """A correction on its card changes its score sheet, and its turn still ends with one tap."""
    app_plays(solo)
    region = solo.state["app"]["order"][0]
    total = solo.state["game"]["sheet"]["total"]
    solo.act("ann", 0, commands.SetRegion(region))
    app_plays(solo)
    assert solo.state["game"]["sheet"]["total"] < total
    done(solo)
    assert solo.game.turn.seat == 0


def test_what_it_has_played_otherwise_is_entered_as_played(solo: Sitting) -> None:
    """Its pieces stand where the rules would not let them: Ann says so, and the app plays on from there."""
    solo.act("ann", 0, solo.offer("pick").command)
    board = solo.game.board
    inland = next(
        key
        for key, region in board.regions.items()
        if not region.border and key not in board.waters and not solo.game.grounds[key].tribe
    )
    with pytest.raises(Refused):
        solo.act("ann", 0, commands.Conquer(inland))
    assert "row" in solo.act("ann", 0, commands.Conquer(inland), as_played=True)
    assert solo.state["log"][0]["state"] == "as played"
    app_plays(solo)
    assert solo.game.bands[solo.game.grounds[inland].band].seat == 1
    done(solo)
    assert solo.game.turn.seat == 0


def test_its_lost_tokens_go_back_at_once(tmp_path: Path) -> None:
    """What it loses in Ann's turn it puts back itself, and the steps of Ann's turn say where."""
    with sitting(tmp_path) as table:
        app_joins(table, "normal")
        table.table.seats.start("ann")
        while not any(isinstance(step.command, commands.Withdraw) and step.by_app for step in table.history.steps):
            whole_turn(table)
            assert not any(band.withdrawn for band in table.game.bands_of(1))
            assert not table.game.over
        # The app has played on since: its card stands beside what is to do of Ann's turn.
        last = table.state["last"]
        assert last["text"] == "Ann scores and ends the turn"
        assert any(line.startswith("Put ") for line in table.todo)


def whole_turn(table: Sitting) -> None:
    """The next player's turn: Ann's, who takes from the app where she can, or the app's; people roll 3."""
    this = table.game.turn.number, table.game.turn.seat
    app_plays(table, rolls=False)
    while not table.game.over and (table.game.turn.number, table.game.turn.seat) == this:
        if due := table.table.queries.roll_due():
            table.table.die.roll("ann", 0, due, 3)
        elif table.game.turn.stage == "withdraw":
            table.do("withdraw")
        elif table.game.turn.seat == 1:
            done(table)
        else:
            takes_from_the_app(table)
        app_plays(table, rolls=False)


def takes_from_the_app(table: Sitting) -> None:
    """Ann plays a turn, and conquers what the app holds where she can."""
    if table.game.active(0) is None:
        table.do("pick")
    while (found := [each for each in table.state["game"]["offers"] if each["kind"] == "conquer"]) and (
        table.game.turn.stage in ("begin", "conquer")
    ):
        theirs = [each for each in found if table.state["game"]["regions"][each["region"]]["seat"] == 1]
        table.act("ann", 0, commands.decode((theirs or found)[0]["command"]))
    kinds = [each["kind"] for each in table.state["game"]["offers"]]
    if table.game.turn.stage == "begin":
        table.do("ready" if "ready" in kinds else "finish")
    if table.game.turn.stage == "conquer":
        table.do("finish")
    if table.game.turn.stage == "redeploy":
        table.do("redeploy")
    table.do("accept")


def test_done_said_twice_ends_one_turn(tmp_path: Path) -> None:
    """Two people say that App's pieces are moved: the second one's tap does not end the turn of App 2."""
    with sitting(tmp_path) as table:
        app_joins(table, "normal", "normal")
        table.table.seats.start("ann")
        for kind in ("pick", "conquer", "done"):
            table.do(kind)
        app_plays(table)
        done(table)
        app_plays(table)
        assert (table.game.turn.seat, table.game.turn.stage) == (2, "score")
        with pytest.raises(Changed):
            table.table.act("ann", "again", 0, commands.Accept(), seat=1)
        assert table.game.turn.seat == 2


def takes_over(table: Sitting) -> None:
    """Ben asks for the app's seat, and Ann approves."""
    table.table.seats.rejoin("ben", 1)
    (ask,) = table.state["asks"]
    table.table.approvals.consent("ann", "yes-ben", 0, ask["id"], True)


def test_nobody_looks_into_the_apps_purse_unasked(solo: Sitting) -> None:
    """A phone that asks for its seat has neither the seat nor its coins before another player approves."""
    app_plays(solo)
    solo.table.seats.rejoin("ben", 1)
    assert solo.table.queries.seats("ben") == []
    with pytest.raises(NoSeat):
        solo.table.queries.purse("ben", 1)


def test_a_guest_takes_its_seat(solo: Sitting) -> None:
    """Whoever comes late has the seat with Ann's yes and plays on from there; the app has no more part in it."""
    app_plays(solo)
    takes_over(solo)
    assert solo.table.queries.seats("ben") == [1]
    assert (solo.state["seats"][1]["level"], solo.state["app"]) == (None, None)
    solo.act("ben", 1, commands.Accept())
    solo.do("done") if solo.game.turn.stage == "redeploy" else None
    assert solo.table.queries.purse("ben", 1) > 0


def test_a_player_who_goes_to_bed_gives_the_seat_to_the_app(solo: Sitting) -> None:
    """Ann's own turn goes on without her, from where she was; nobody else may give her seat away."""
    app_plays(solo)
    done(solo)
    takes_over(solo)
    with pytest.raises(NotYours):
        solo.table.seats.entrust("ben", 0, "normal")
    solo.table.seats.entrust("ann", 0, "normal")
    assert solo.table.queries.log()[0]["text"] == "The app plays for Ann from now on"
    app_plays(solo)
    assert (solo.game.turn.seat, solo.game.turn.stage) == (0, "score")
    done(solo, "ben", 1)
    while solo.game.turn.stage == "withdraw":
        solo.do("withdraw")
    assert solo.game.turn.seat == 1


def test_the_app_is_asked_for_no_approval(tmp_path: Path) -> None:
    """With the app as the only other player Ann decides alone; with Ben there too, only he is asked."""
    with sitting(tmp_path) as table:
        app_joins(table, "normal")
        table.table.seats.join("ben", "Ben")
        table.table.seats.start("ann")
        ask = table.act("ann", 0, commands.Stop())["ask"]
        assert [each["may"] for each in table.state["asks"] if each["id"] == ask] == [[2]]


def test_everything_is_there_again_after_a_restart(solo: Sitting) -> None:
    """The seat, its level, what it has played and how its turn ends."""
    app_plays(solo)
    before = solo.state
    solo.again()
    app_plays(solo)
    after = solo.state
    for key in ("app", "seats", "takeback", "log"):
        assert after[key] == before[key]


def test_people_roll_for_it(solo: Sitting) -> None:
    """A roll in its turn waits for people, and the app goes on after that; a cocked die is rolled again."""
    while not (found := [each for each in solo.state["game"]["offers"] if each["kind"] == "attempt"]):
        kind = next(each["kind"] for each in solo.state["game"]["offers"] if each["kind"] in ("pick", "conquer"))
        solo.act("ann", 0, solo.offer(kind).command)
    solo.act("ann", 0, commands.decode(found[0]["command"]))
    app_plays(solo, rolls=False)
    due = solo.table.queries.roll_due()
    assert due is not None
    solo.table.die.roll("ann", 0, due, 0)
    app_plays(solo)
    assert solo.game.turn.stage == "score"
    solo.act("ann", 0, commands.decode(solo.state["cocked"]))
    assert solo.table.queries.roll_due() == due


def test_the_reveal_shows_its_coins(solo: Sitting) -> None:
    """A whole game is played to its end, and its coins are revealed as anybody's."""
    while not solo.game.over:
        whole_turn(solo)
    for _ in solo.game.seats:
        solo.act("ann", 0, commands.Unveil())
    shown = {each["seat"]: each["coins"] for each in solo.state["game"]["reveal"]}
    assert shown == {seat: each.coins for seat, each in enumerate(solo.game.seats)}
