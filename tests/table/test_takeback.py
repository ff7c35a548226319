"""Taking back, consent and corrections."""

from pathlib import Path

import pytest

from companion.game.lobby import Change
from companion.game.permissions import Changed, NoSeat, NotYours
from companion.language import text
from companion.rules.commands import (
    Conquer,
    Finish,
    Leave,
    SetBand,
    SetCoins,
    SetRace,
    SetRegion,
    SetTurn,
    Stop,
    Unveil,
)
from companion.rules.engine import offers
from companion.rules.model import Marker, Message, Refused
from tests.table.sitting import NAMES, Sitting, sitting


def log(one: Sitting) -> list[tuple[str, str | None, str | None]]:
    """The log's lines: words, who entered them, and their mark; the newest first."""
    return [(line["text"], line["by"], line["state"]) for line in one.table.queries.log()]


def test_a_conquest_is_taken_back_at_once(three: Sitting) -> None:
    """What happened since the last thing chance revealed is taken back freely; the game is exactly as before."""
    three.do("pick")
    before = three.game
    first = three.do("conquer")
    three.do("conquer")
    assert three.state["takeback"]["free"]
    three.back("ann", 0, first)
    assert three.game == before
    marks = [mark for words, _, mark in log(three) if "conquers" in words and "Undone" not in words]
    assert marks == ["undone", "undone"]


def test_taken_back_and_done_again_is_the_same(three: Sitting) -> None:
    """Doing again what was taken back leads to an equal game, also after a restart."""
    three.do("pick")
    row = three.do("conquer")
    after = three.game
    three.back("ann", 0, row)
    three.do("conquer")
    assert three.game == after
    three.again()
    assert three.game == after


def test_an_accepted_sheet_is_undone_freely_until_another_acts(three: Sitting) -> None:
    """One's own sheet goes back at once; when the next player has acted, only with that player's approval."""
    three.do("pick")
    three.do("conquer")
    three.do("finish")
    row = three.do("redeploy")
    assert three.history.free(row, [0])
    assert not three.history.free(row, [1])
    accepted = three.do("accept")
    assert three.history.free(accepted, [0])
    assert three.history.free(row, [0])
    three.do("pick")
    assert not three.history.free(accepted, [0])
    ask = three.back("ann", 0, accepted)
    assert set(ask) == {"ask"}
    assert three.game.turn.seat == 1
    three.say("ben", 1, ask["ask"])
    assert (three.game.turn.seat, three.game.turn.stage) == (0, "score")


def test_only_another_seat_says_yes(three: Sitting) -> None:
    """Neither the one who asks, nor a stranger, nor a seat of another phone answers for another."""
    row = three.do("pick")
    ask = three.back("ann", 0, row)["ask"]
    assert three.state["asks"][0]["may"] == [1, 2]
    with pytest.raises(NotYours):
        three.say("ann", 0, ask)
    with pytest.raises(NotYours):
        three.say("ben", 2, ask)
    with pytest.raises(NoSeat):
        three.say("stranger", 1, ask)
    three.say("ben", 1, ask, yes=False)
    assert three.state["asks"] == []
    said = three.state["rejected"]
    assert (said["by"], said["seat"]) == (0, 1)
    assert said["text"].startswith("Ann wants to undo: ")
    assert three.game.active(0) is not None
    with pytest.raises(Changed):
        three.say("cid", 2, ask)


def test_who_asked_may_think_better_of_it(three: Sitting) -> None:
    """The asking phone may answer no to its own question."""
    ask = three.back("ann", 0, three.do("pick"))["ask"]
    three.say("ann", 0, ask, yes=False)
    assert three.state["asks"] == []
    assert log(three)[0][0].startswith("Ann wants to undo: Ann picks the ")
    assert log(three)[0][0].endswith(" – cancelled")
    assert three.state["rejected"] is None


def test_whose_seat_is_asked_for_says_no(three: Sitting) -> None:
    """The player of the seat cancels nothing: the log says who refused."""
    three.table.seats.rejoin("new", 1)
    three.say("ben", 1, three.state["asks"][0]["id"], yes=False)
    assert log(three)[0][0].endswith(" wants Ben’s seat – Ben rejects it")


def test_a_no_is_told_until_something_is_done(three: Sitting) -> None:
    """Also after a restart; the next act takes it away."""
    ask = three.back("ann", 0, three.do("pick"))["ask"]
    three.say("ben", 1, ask, yes=False)
    three.again()
    assert three.state["rejected"]["seat"] == 1
    three.do("conquer")
    assert three.state["rejected"] is None


def test_questions_outlive_a_restart(three: Sitting) -> None:
    """An open question is still open after a restart, in the same words, and its yes still counts."""
    ask = three.back("ann", 0, three.do("pick"))["ask"]
    before = three.state["asks"]
    three.again()
    assert three.state["asks"] == before
    three.say("ben", 1, ask)
    assert three.game.active(0) is None


def test_the_only_phone_is_handed_over(tmp_path: Path) -> None:
    """Where one phone holds all seats, it answers for another of them, and not for the one that asks."""
    with sitting(tmp_path) as one:
        one.sit("ann", "ann", "ann")
        row = one.do("pick")
        ask = one.back("ann", 0, row)["ask"]
        assert one.state["asks"][0]["may"] == [1, 2]
        with pytest.raises(NotYours):
            one.say("ann", 0, ask)
        one.say("ann", 2, ask)
        assert one.game.active(0) is None


def test_whoever_is_left_alone_decides(tmp_path: Path) -> None:
    """When all others have left, nobody is asked any more."""
    with sitting(tmp_path) as one:
        one.sit("ann", "ben")
        one.act("ben", 1, Leave(1))
        row = one.do("pick")
        assert set(one.back("ann", 0, row)) == {"row"}
        assert one.game.active(0) is None


def test_others_corrections_are_kept(three: Sitting) -> None:
    """When Ann takes back, what Ben put right in the meantime stays put right; her own later acts go."""
    three.do("pick")
    row = three.do("conquer")
    band = three.game.turn.band
    empty = next(key for key, ground in three.game.grounds.items() if not ground.band and not ground.tribe)
    fixed = three.act("ben", 1, SetRegion(empty, tribe=1))["row"]
    three.act("cid", 2, SetCoins(1, -2))
    three.do("conquer")
    three.back("ann", 0, row)
    assert three.game.grounds[empty].tribe == 1
    assert three.game.seats[1].coins == 3
    assert three.game.holdings(band) == []
    assert three.state["takeback"]["row"] > fixed
    three.again()
    assert three.game.grounds[empty].tribe == 1
    three.back("ben", 1, fixed)
    assert three.game.grounds[empty].tribe == 0
    assert three.game.seats[1].coins == 3


def test_a_row_is_taken_back_once(three: Sitting) -> None:
    """A row that was taken back, is no act, or does not exist is refused."""
    three.do("pick")
    row = three.do("conquer")
    three.back("ann", 0, row)
    for wrong in (row, 1, 99):
        with pytest.raises(Changed):
            three.back("ann", 0, wrong)


def test_a_yes_that_comes_too_late(three: Sitting) -> None:
    """A yes to something that cannot be any more changes nothing, says so, and closes the question."""
    three.do("pick")
    inland = next(
        key
        for key, region in three.game.board.regions.items()
        if not region.border and region.terrain not in ("sea", "lake")
    )
    ask = three.act("ann", 0, Conquer(inland), as_played=True)["ask"]
    three.act("cid", 2, SetBand(three.game.turn.band, hand=0))
    before = three.game
    with pytest.raises(Changed):
        three.say("ben", 1, ask)
    assert three.game == before
    assert three.state["asks"] == []


def test_questions_about_a_turn_end_with_it(three: Sitting) -> None:
    """What was to be entered as played is not asked any more once the turn is over."""
    three.do("pick")
    inland = next(key for key, region in three.game.board.regions.items() if not region.border)
    three.act("ann", 0, Conquer(inland), as_played=True)
    three.do("finish")
    three.do("redeploy")
    assert three.state["asks"]
    three.do("accept")
    assert three.state["asks"] == []


@pytest.mark.parametrize("command", [Stop(), SetTurn(1, 2), Leave(2)])
def test_what_ends_somebodys_part_needs_a_yes(three: Sitting, command: Stop | SetTurn | Leave) -> None:
    """Stopping, giving the turn to another, and saying that another has left are questions first."""
    ask = three.act("ann", 0, command)["ask"]
    before = three.game
    three.say("ben", 1, ask)
    assert three.game != before


def test_one_leaves_by_oneself(three: Sitting) -> None:
    """A player leaves without asking, from the own phone; a seat that has left says yes to nothing."""
    three.act("cid", 2, Leave(2))
    assert three.state["seats"][2]["left"]
    three.back("ann", 0, three.do("pick"))
    assert three.state["asks"][0]["may"] == [1]


def test_corrections_are_made_at_once_by_anybody(three: Sitting) -> None:
    """A region and a band's hand are corrected from any seated phone, at once, and the log says what and by whom."""
    three.do("pick")
    band = three.game.turn.band
    three.act("cid", 2, SetBand(band, hand=3))
    assert three.game.bands[band].hand == 3
    region = next(key for key, ground in three.game.grounds.items() if not ground.band)
    three.act("ben", 1, SetRegion(region, band=band, tokens=2))
    assert three.game.grounds[region].tokens == 2
    assert "was corrected: 2" in log(three)[0][0]
    assert three.state["log"][0]["by"] == "entered by Ben"


def test_the_same_id_is_the_same_act(three: Sitting) -> None:
    """A command sent twice with one id happens once and gets the same answer, even when it would be refused now."""
    command = three.offer("pick").command
    first = three.table.act("ann", "same", 0, command)
    rows = len(list(three.store.rows(1)))
    assert three.table.act("ann", "same", 0, command) == first
    three.again()
    assert three.table.act("ann", "same", 0, command) == first
    assert len(list(three.store.rows(1))) == rows


def test_a_question_asked_twice_is_one_question(three: Sitting) -> None:
    """The same question of the same seat is open once, whatever its ids."""
    row = three.do("pick")
    assert three.back("ann", 0, row) == three.back("ann", 0, row)
    assert len(three.state["asks"]) == 1


def test_a_stale_bill_is_refused_with_the_new_one(three: Sitting) -> None:
    """A conquest whose price has changed since the phone showed it is refused, and the new price is named."""
    three.do("pick")
    offer = three.offer("conquer")
    assert offer.region
    region = three.game.grounds[offer.region]
    three.act("ben", 1, SetRegion(offer.region, tribe=region.tribe + 1))
    with pytest.raises(Changed) as caught:
        three.act("ann", 0, offer.command, bill="2")
    assert "tribe" in str(caught.value.message.args["now"]).lower()
    three.act("ann", 0, offer.command, bill=caught.value.message.args["now"])


def test_a_price_that_pieces_on_the_map_lower_is_no_stale_one(tmp_path: Path) -> None:
    """Before a turn's first act the Behemoths stand on the map: they come to hand with that conquest (Royal Bonus)."""
    two = Sitting(tmp_path, choose=lambda keys: "behemoth" if "behemoth" in keys else keys[0])
    two.sit_two("royal_bonus")
    two.act("ann", 0, SetRace(0, "ratmen", "behemoth", False))
    (band,) = two.game.bands
    swamps = [region.id for region in two.game.board.regions.values() if region.terrain == "swamp"]
    for region in swamps[:2]:
        two.act("ann", 0, SetRegion(region, band, 3, markers=(Marker("behemoth", band),)))
    helped = next(offer for offer in offers(two.game, 0) if offer.kind == "conquer" and offer.boosts)
    said = text.bill(helped.bill, "en").text
    assert "Behemoth" in said
    two.act("ann", 0, helped.command, bill=said)
    assert two.game.grounds[helped.region or ""].band == band


def test_an_act_meant_for_another_turn_is_refused(three: Sitting) -> None:
    """A tap that was meant for Ann's turn does nothing in Ben's."""
    three.turn()
    with pytest.raises(Changed, match="another_turn"):
        three.act("ann", 0, three.offer("pick").command, seat=0)


def test_to_the_reveal_and_on_to_a_new_game(three: Sitting) -> None:
    """After the last purse a new lobby has the same seats, and the old game's log is not touched."""
    with pytest.raises(Refused, match="not_over"):
        three.table.seats.new("ann", 0)
    three.say("ben", 1, three.act("ann", 0, Stop())["ask"])
    assert three.state["phase"] == "reveal"
    for _ in range(3):
        three.act("cid", 2, Unveil())
    assert three.state["game"]["winner"]
    old = [row.row for row in three.store.rows(1)]
    three.table.seats.new("ben", 1)
    assert three.state["phase"] == "lobby"
    assert [seat["name"] for seat in three.state["seats"]] == ["Ann", "Ben", "Cid"]
    assert three.table.queries.seats("cid") == [2]
    three.again()
    assert three.state["phase"] == "lobby"
    three.table.seats.start("ann")
    assert [row.row for row in three.store.rows(1)] == old
    assert three.do("pick") > old[-1]


def test_a_seat_comes_back_with_a_yes(three: Sitting) -> None:
    """A phone that lost its cookie asks for its seat; another's yes gives it, and the old phone has lost it."""
    three.table.seats.rejoin("new", 0)
    three.table.seats.rejoin("new", 0)
    assert three.table.queries.waiting("new")
    assert [ask["what"] for ask in three.state["asks"]] == ["seat"]
    assert three.table.queries.waiting("new") in three.state["asks"][0]["text"]
    with pytest.raises(NoSeat):
        three.table.queries.purse("new", 0)
    three.say("ben", 1, three.state["asks"][0]["id"])
    assert not three.table.queries.waiting("new")
    assert three.table.queries.seats("new") == [0]
    assert three.table.queries.seats("ann") == []
    three.again()
    assert three.table.queries.seats("new") == [0]


def test_the_computer_itself_gives_a_seat_back(tmp_path: Path) -> None:
    """Where the only phone is lost nobody can say yes but whoever is at the computer."""
    with sitting(tmp_path) as one:
        one.sit("ann", "ann")
        one.table.seats.rejoin("new", 0)
        with pytest.raises(NoSeat):
            one.say("new", 0, one.state["asks"][0]["id"])
        sign = str(one.table.queries.waiting("new"))
        assert one.table.approvals.allow(sign) == "Ann"
        assert one.table.queries.seats("new") == [0]
        assert one.table.approvals.allow(sign) is None


def test_nobody_acts_for_a_seat_of_another_phone(three: Sitting) -> None:
    """`by` must be a seat of the phone, whatever the act."""
    command = three.offer("pick").command
    with pytest.raises(NotYours):
        three.act("ben", 0, command)
    with pytest.raises(NoSeat):
        three.act("stranger", 0, command)
    with pytest.raises(NoSeat):
        three.act(None, 0, Finish())
    with pytest.raises(NotYours):
        three.back("ben", 0, 1)
    with pytest.raises(NotYours):
        three.table.die.roll("ben", 0, "x")


def test_looking_changes_nothing(three: Sitting) -> None:
    """Reading purse, offers, quotes and log appends no row and raises no version."""
    before, rows = three.table.queries.state(), len(list(three.store.rows(1)))
    three.table.queries.purse("ann", 0)
    three.table.queries.mine("ann", 0)
    three.table.queries.quote("ben", "r07")
    three.table.queries.log()
    three.table.session.look_around()
    assert three.table.queries.state() == before
    assert len(list(three.store.rows(1))) == rows


def test_a_full_disk_acknowledges_nothing(three: Sitting) -> None:
    """When the row cannot be stored the act did not happen; when there is room it is done again."""
    three.do("pick")
    before, version = three.game, three.hub.version
    three.store._db.execute("PRAGMA query_only=1")
    with pytest.raises(Exception, match="read-only"):
        three.do("conquer")
    assert three.game == before
    assert three.hub.version == version
    three.store._db.execute("PRAGMA query_only=0")
    three.do("conquer")
    after = three.game
    three.again()
    assert three.game == after


def test_notices_are_shown_once(three: Sitting) -> None:
    """A notice appears for everybody, is not repeated, and goes when all is well."""
    version = three.hub.version
    three.table.session.tell("button", Message("status.said", {"sentence": "The button is not connected."}))
    three.table.session.tell("button", Message("status.said", {"sentence": "The button is not connected."}))
    assert three.state["table"]["notices"] == ["The button is not connected."]
    assert three.hub.version == version + 1
    three.table.session.tell("button", None)
    assert three.state["table"]["notices"] == []


def test_a_purchase_is_taken_back_with_its_coins(tmp_path: Path) -> None:
    """Necromancer Island: the badge lies in reserve again, and its price in the purse."""
    with sitting(tmp_path) as one:
        for name in NAMES[:3]:
            one.table.seats.join(name.lower(), name)
        one.table.seats.change("ann", Change(boxes=("necromancer",)))
        one.table.seats.start("ann")
        one.do("choose")
        ask = one.act("ann", 0, SetTurn(1, 2))["ask"]
        one.say("ben", 1, ask, yes=True)
        before = one.game
        row = one.do("act", 1)
        assert one.game.piles != before.piles
        one.back("cid", 2, row)
        assert (one.game.piles, one.game.seats, one.game.bands) == (before.piles, before.seats, before.bands)
