"""What hands have done is ticked off for the whole table, beside the game and not in its log."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.game.permissions import Changed, NoSeat
from companion.rules.commands import Conquest, Place, PlayTurn, Recount, SetBand, SetRegion, Stop, Unveil
from companion.rules.engine import offers
from companion.rules.model import Ground
from companion.table.ticks import ACTS
from tests.table.sitting import Sitting, sitting
from tests.table.test_app_seat import app_joins, app_plays


def tick(table: Sitting, phone: str | None, row: int, step: int, *texts: int, done: bool = True) -> int:
    """Tick off, or untick; returns the first version that shows it."""
    return int(table.table.tick(phone, row, step, texts, done)["version"])


def ticks(table: Sitting, row: int) -> list[list[bool]] | None:
    """The ticks of an act as everybody gets them, None for one that is forgotten."""
    found: list[list[bool]] | None = table.state["ticks"].get(str(row))
    return found


def test_anybody_ticks_for_everybody(three: Sitting) -> None:
    """Each step has its own ticks, text by text, and whoever has a seat unticks them."""
    row = three.do("pick")
    shape = [[False for _ in step["texts"]] for step in three.state["last"]["steps"]]
    assert ticks(three, row) == shape
    version = tick(three, "ben", row, 0, 0)
    assert three.state["version"] == version
    shape[0][0] = True
    assert ticks(three, row) == shape
    tick(three, "cid", row, 0, 0, done=False)
    shape[0][0] = False
    assert ticks(three, row) == shape


def test_a_tick_is_no_part_of_the_game(three: Sitting) -> None:
    """The log has no row of it; nothing of the state but the ticks, that people tick, and its version is another."""
    row = three.do("pick")
    before, rows = three.state, list(three.store.rows(1))
    tick(three, "ben", row, 0, 0)
    after = three.state
    assert {key for key in after if after[key] != before[key]} == {"version", "ticks", "ticking"}
    assert list(three.store.rows(1)) == rows


def test_what_is_ticked_already_tells_nobody(three: Sitting) -> None:
    """A tick that is sent twice is one."""
    row = three.do("pick")
    first = tick(three, "ben", row, 0, 0)
    assert tick(three, "ann", row, 0, 0) == first


def test_who_has_no_seat_ticks_nothing(three: Sitting) -> None:
    """Strangers watch."""
    row = three.do("pick")
    for phone in ("eve", None):
        with pytest.raises(NoSeat):
            tick(three, phone, row, 0, 0)
    assert not any(map(any, ticks(three, row) or []))


def test_only_what_there_is_to_do_is_ticked(three: Sitting) -> None:
    """No other act, step or text; nothing of a tick that names one too many is taken."""
    row = three.do("pick")
    steps = three.state["last"]["steps"]
    for wrong in ((row + 1, 0, 0), (1, 0, 0), (row, len(steps), 0), (row, 0, 0, len(steps[0]["texts"]))):
        with pytest.raises(Changed, match=r"table\.late"):
            tick(three, "ann", *wrong)
    assert not any(map(any, ticks(three, row) or []))


def test_ticks_stay_for_a_few_acts(three: Sitting) -> None:
    """The next acts leave them, until there are enough newer ones."""
    row = three.do("pick")
    tick(three, "ann", row, 0, 0)
    for _ in range(ACTS):
        assert (ticks(three, row) or [[False]])[0][0]
        three.table.count_purse("ann", next(three.ids), 0, 5)
    assert ticks(three, row) is None
    assert len(three.state["ticks"]) == ACTS
    with pytest.raises(Changed, match=r"table\.late"):
        tick(three, "ann", row, 0, 0)


def test_an_act_that_is_undone_leaves_no_ticks(three: Sitting) -> None:
    """Redone it is a new act, of which nothing is done."""
    three.do("pick")
    row = three.do("conquer")
    tick(three, "ann", row, 0, 0)
    three.back("ann", 0, row)
    assert ticks(three, row) is None
    again = int(three.table.redo("ann", next(three.ids), 0)["row"])
    assert not any(map(any, ticks(three, again) or []))


def test_a_restart_forgets_them(three: Sitting) -> None:
    """What was done last can be ticked off again."""
    row = three.do("pick")
    tick(three, "ann", row, 0, 0)
    three.again()
    assert not any(map(any, ticks(three, row) or []))
    tick(three, "ann", row, 0, 0)
    assert (ticks(three, row) or [[False]])[0][0]


def left(table: Sitting) -> list[str]:
    """What earlier acts still have for hands, as everybody reads it."""
    return [text for act in table.state["earlier"] for step in act["steps"] for text in step["texts"]]


def test_an_act_is_left_until_its_turn_is_over(three: Sitting) -> None:
    """Its last act, and how its end is laid out, wait for another one, as the next player may be quick."""
    three.do("pick")
    three.do("conquer")
    assert any("banner" in text for text in left(three))
    taken = three.todo
    three.do("done")
    laid = three.todo
    assert left(three) == taken
    three.do("pick")
    assert left(three) == [*taken, *laid]
    for kind in ("finish", "redeploy", "accept"):
        three.do(kind)
    assert not {*laid} & {*left(three)}


def test_a_race_is_flipped_after_its_turn_is_scored(three: Sitting) -> None:
    """To count coins and to accept have nothing for hands; what the decline has waits as a turn's last act does."""
    for _ in range(3):
        for kind in ("pick", "finish", "redeploy", "accept"):
            three.do(kind)
    three.do("decline")
    flipped = three.todo
    three.table.count_purse("ann", next(three.ids), 0, 5)
    three.do("accept")
    assert flipped
    assert left(three) == flipped


def test_where_people_tick_an_act_is_left_until_its_player_has_another_turn(three: Sitting) -> None:
    """One tick among the newest acts, and what is left of those before is told to everybody."""
    three.do("pick")
    row = three.do("conquer")
    tick(three, "ben", row, 0, 0)
    three.do("done")
    three.do("pick")
    assert any(text.startswith("Take") and "banner" in text for text in left(three))


def test_what_is_laid_out_at_first_is_left_for_a_round_where_people_tick(three: Sitting) -> None:
    """It is nobody's in particular; once all have picked a combo, what is left of it is on nobody's mind."""
    combos = three.todo
    tick(three, "ben", three.state["last"]["row"], 0, 0)
    for _ in range(3):
        three.do("pick")
        assert {*combos[1:]} & {*left(three)}
        for kind in ("finish", "redeploy", "accept"):
            three.do(kind)
    assert not {*combos} & {*left(three)}


def test_what_is_left_of_ones_turn_before_does_not_come_again_with_the_next_players(three: Sitting) -> None:
    """In the own turn the board looks otherwise; after it, too."""
    three.do("pick")
    three.do("conquer")
    conquered = [text for text in three.todo if text.startswith("Put")]
    three.do("done")
    for _ in range(2):
        tick(three, "ben", three.do("pick"), 0, 0)
        assert {*conquered} & {*left(three)}
        for kind in ("finish", "redeploy", "accept"):
            three.do(kind)
    assert three.game.turn.seat == 0
    assert not {*conquered} & {*left(three)}
    for kind in ("ready", "finish", "redeploy", "accept"):
        three.do(kind)
    assert three.game.turn.seat == 1
    assert not {*conquered} & {*left(three)}


def test_who_ticked_in_the_round_before_still_ticks(three: Sitting) -> None:
    """However many acts there were since; who has ticked nothing for a round is told no more of what is left."""
    assert not three.state["ticking"]
    tick(three, "ben", three.state["last"]["row"], 0, 0)
    for _ in range(3):
        assert three.state["ticking"]
        for kind in ("pick", "finish", "redeploy", "accept"):
            three.do(kind)
    for _ in range(3):
        assert three.state["ticking"]
        three.do("decline")
        three.do("accept")
    assert (three.state["game"]["turn"]["number"], three.state["ticking"]) == (3, False)


def test_who_ticks_nothing_off_does_not_tick(three: Sitting) -> None:
    """To untick what is not ticked changes nothing that anybody would have to be told."""
    row, version = three.state["last"]["row"], three.state["version"]
    tick(three, "ben", row, 0, 0, done=False)
    assert three.state["version"] == version
    three.do("pick")
    assert not three.state["ticking"]


def test_what_is_left_has_the_numbers_by_which_it_is_ticked_off(three: Sitting) -> None:
    """Beside the map each text is left by itself; the picked combo is laid out no more."""
    row = three.state["last"]["row"]
    count = len(three.state["last"]["steps"][0]["texts"])
    three.do("pick")
    (act,) = three.state["earlier"]
    assert (act["row"], act["by"], len(act["steps"])) == (row, None, count - 1)
    for step in act["steps"]:
        tick(three, "ben", row, step["number"], *step["lines"])
    assert sum(done for step in ticks(three, row) or [] for done in step) == count - 1


def test_nothing_is_left_where_a_region_was_put_right(three: Sitting) -> None:
    """The board has been looked at: what was still to be done there would spoil it."""
    three.do("pick")
    three.do("conquer")
    (region,) = three.game.holdings(1)
    three.do("conquer")
    assert any(f"region {int(region[1:])}" in text for text in left(three))
    three.act("ben", 1, SetRegion(region, 1, 1))
    assert not any(f"region {int(region[1:])}" in text for text in left(three))


def beside(table: Sitting, hand: int, told: str) -> str:
    """A region of Ann's turn before in which hands still have this to do; Ben's race is next to it, with so many tokens
    in hand."""
    table.do("pick")
    tick(table, "ann", table.state["last"]["row"], 0, 0)
    while any(offer.kind == "conquer" for offer in offers(table.game, 0)):
        table.do("conquer")
    table.do("done")
    table.do("pick")
    begins = {each: told_there(table, each)[0] for each in table.game.holdings(1) if told_there(table, each)}
    region = next(each for each, text in begins.items() if text.startswith(told))
    band = table.game.turn.band
    near = next(each for each in table.game.board.regions[region].adjacent if table.game.grounds[each] == Ground())
    table.act("cid", 2, SetBand(band, hand=hand))
    table.act("cid", 2, SetRegion(near, band, 1))
    return region


def told_there(table: Sitting, region: str) -> list[str]:
    """What earlier acts still have for hands in a region."""
    return [text for text in left(table) if re.search(rf"region {int(region[1:])}\b", text, re.IGNORECASE)]


def test_a_region_that_is_only_tried_has_what_was_to_be_done_there(three: Sitting) -> None:
    """Nothing has moved before the die lies, nor after a roll that was too low."""
    region = beside(three, 1, "Put 2")
    before = told_there(three, region)
    assert before
    (attempt,) = (each for each in offers(three.game, 1) if each.kind == "attempt" and each.region == region)
    three.act("ben", 1, attempt.command)
    assert told_there(three, region) == before
    due = three.table.queries.roll_due()
    assert due is not None
    three.table.die.roll("ben", 1, due, 0)
    assert three.game.grounds[region].band == 1
    assert told_there(three, region) == before


def test_what_was_to_be_taken_from_a_region_lies_there_after_somebody_has_conquered_it(three: Sitting) -> None:
    """Slow hands have not taken it yet; what was to come there comes no more."""
    region = beside(three, 7, "Return the Lost Tribe")
    tribe, put = told_there(three, region)
    assert put.startswith("Put ")
    (conquest,) = (each for each in offers(three.game, 1) if each.kind == "conquer" and each.region == region)
    three.act("ben", 1, conquest.command)
    assert told_there(three, region) == [tribe]


def test_a_turn_entered_at_once_settles_what_was_to_be_where_it_went(three: Sitting) -> None:
    """It was played on the board, so people have looked there: what an undo had said of it is not so any more."""
    three.do("pick")
    region = three.offer("conquer").region
    three.back("ann", 0, three.do("conquer"))
    assert any("as before" in text.lower() for text in three.todo)
    three.act("ann", 0, PlayTurn(conquests=(Conquest(region),)))
    assert not told_there(three, region)


def test_an_end_that_is_undone_leaves_its_turn_what_it_had(three: Sitting) -> None:
    """Nobody's next turn has begun: the same one goes on, and what it had for hands waits."""
    three.do("pick")
    tick(three, "ann", three.state["last"]["row"], 0, 0)
    three.do("conquer")
    before = left(three)
    assert before
    three.back("ann", 0, three.do("done"))
    three.do("done")
    assert {*before} <= {*left(three)}


def test_what_the_app_conquers_settles_what_was_to_be_put_there(tmp_path: Path) -> None:
    """Its turn is on a card of its own, and is the last act of nobody."""
    with sitting(tmp_path, seed=2) as solo:
        app_joins(solo, "easy")
        solo.table.seats.start("ann")
        solo.do("pick")
        tick(solo, "ann", solo.state["last"]["row"], 0, 0)
        while any(offer.kind == "conquer" for offer in offers(solo.game, 0)):
            solo.do("conquer")
        held = solo.game.holdings(1)
        solo.do("done")
        puts = {region: [text for text in told_there(solo, region) if text.startswith("Put ")] for region in held}
        app_plays(solo)
        lost = [region for region in held if puts[region] and solo.game.grounds[region].band != 1]
        assert lost
        assert not [text for region in lost for text in told_there(solo, region) if text in puts[region]]


def test_a_new_game_begins_with_nothing_to_tick(three: Sitting) -> None:
    """What was left, undone or ticked in the game before is not on its table."""
    three.do("pick")
    three.back("ann", 0, three.do("conquer"))
    tick(three, "ann", three.state["last"]["row"], 0, 0)
    three.say("ben", 1, three.act("ann", 0, Stop())["ask"])
    for seat, phone in enumerate(("ann", "ben", "cid")):
        three.act(phone, seat, Unveil())
    three.table.seats.new("ann", 0)
    assert (three.state["ticks"], three.state["earlier"], three.state["ticking"]) == ({}, [], False)
    three.table.seats.start("ann")
    assert (three.state["earlier"], three.state["ticking"]) == ([], False)


def test_what_an_undo_puts_back_is_left_until_another_undo_or_a_redo(three: Sitting) -> None:
    """Pieces lie where they do not belong, whatever is done next; the next undo tells all that is to be put back.

    How many are to be in the hand is no longer right after the next conquest.
    """
    three.do("pick")
    three.back("ann", 0, three.do("conquer"))
    back = [text for step in three.state["last"]["steps"] if step["places"] for text in step["texts"]]
    assert back
    three.do("conquer", 1)
    assert {*back} <= {*left(three)}
    three.back("ann", 0, three.state["last"]["row"])
    again = [text for step in three.state["last"]["steps"] for text in step["texts"]]
    three.table.redo("ann", next(three.ids), 0)
    assert {*back} <= {*left(three)}
    assert not {*again} & {*left(three)}


def just_before(three: Sitting) -> list[str]:
    """What the act just before the last one still has for hands."""
    return [text for act in three.state["earlier"] if act["just"] for step in act["steps"] for text in step["texts"]]


def test_after_an_act_without_steps_those_of_the_one_before_stand(three: Sitting) -> None:
    """The conquests end: hands are still at the last one. What was before that one is not just before."""
    three.do("pick")
    three.do("conquer")
    told = three.todo
    three.do("finish")
    assert not three.todo
    assert just_before(three) == told


def with_power(folder: Path, power: str, *boxes: str) -> Sitting:
    """Ann and Ben begin; the first combo has the power."""
    two = Sitting(folder, choose=lambda keys: power if power in keys else keys[0])
    two.sit_two(*boxes)
    assert two.game.column[0].power == power
    two.do("pick")
    two.do("conquer")
    return two


def builds(two: Sitting) -> None:
    """Ann places her Fortress."""
    form = two.offer("place").form
    assert form
    two.act("ann", 0, Place("fortress", {form.slots[0].id: 1}))


def test_a_piece_that_is_placed_leaves_the_last_conquest_in_sight(tmp_path: Path) -> None:
    """Whoever places it at once may have the tokens still in hand (Fortified)."""
    two = with_power(tmp_path, "fortified")
    told = two.todo
    two.do("finish")
    builds(two)
    assert just_before(two) == told


def test_a_piece_that_was_placed_stands_beside_the_end_of_that_turn_alone(tmp_path: Path) -> None:
    """The next player's conquest has its own steps (Fortified)."""
    two = with_power(tmp_path, "fortified")
    two.do("finish")
    builds(two)
    told = two.todo
    two.do("done")
    assert just_before(two) == told
    two.do("pick")
    two.do("conquer")
    assert not {*told} & {*just_before(two)}


def test_troops_that_are_readied_again_leave_no_conquest_in_sight(tmp_path: Path) -> None:
    """Its tokens were put there before they are picked up for more (Cursed, Marauding)."""
    two = with_power(tmp_path, "marauding", "cursed")
    two.do("finish")
    assert any(text.startswith("Pick up ") for text in two.todo)
    assert two.game.turn.stage == "conquer"
    assert not just_before(two)


def test_the_next_conquest_leaves_none_in_sight(three: Sitting) -> None:
    """By then hands have moved what the one before it says."""
    three.do("pick")
    three.do("conquer")
    three.do("conquer", 1)
    assert not just_before(three)


def test_a_region_put_right_leaves_what_was_picked_in_sight(three: Sitting) -> None:
    """It says nothing of the banner and of the tokens beside the map; another correction there hides them no less."""
    three.do("pick")
    told = three.todo
    assert any(text.startswith("Take ") for text in told)
    region = three.offer("conquer").region
    three.act("ann", 0, SetRegion(region, 0, 0))
    assert just_before(three) == told


def test_a_token_moved_by_a_correction_leaves_what_was_done_elsewhere(three: Sitting) -> None:
    """Two regions were put right: the conquest of a third is still to be laid out."""
    three.do("pick")
    regions = []
    for _ in range(3):
        regions.append(three.offer("conquer").region or "")
        three.do("conquer")
    told = three.todo
    one, other, _ = regions
    three.act("ben", 1, Recount(one, three.game.grounds[one].tokens + 1, (other,)))
    assert three.state["last"]["places"] == [one, other]
    assert just_before(three) == told


def test_a_race_put_right_settles_what_was_picked(three: Sitting) -> None:
    """So many are in its hand: nobody is told again how many to take."""
    three.do("pick")
    (band,) = three.game.bands
    three.act("ann", 0, SetBand(band, hand=9))
    assert not just_before(three)


def test_a_conquest_put_right_brings_no_older_act_back(three: Sitting) -> None:
    """What was picked before it lies there by then."""
    three.do("pick")
    region = three.offer("conquer").region
    three.do("conquer")
    three.act("ann", 0, SetRegion(region, 1, 1))
    assert not just_before(three)


def test_a_combo_that_was_passed_over_is_still_to_be_laid_out(tmp_path: Path) -> None:
    """It gets its coins where it lies: only the one that was picked is laid out no more (Cursed)."""
    two = Sitting(tmp_path, choose=lambda keys: "cursed" if "cursed" in keys else keys[0])
    two.sit_two("cursed")
    assert two.game.column[0].power == "cursed"
    told = two.todo
    assert "the Cursed" in told[0]
    two.do("pick", 1)
    assert [text for text in two.todo if "3 coins" in text]
    left = [text for act in two.state["earlier"] for step in act["steps"] for text in step["texts"]]
    assert left == [told[0], *told[2:]]
