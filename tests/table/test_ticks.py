"""What hands have done is ticked off for the whole table, beside the game and not in its log."""

from __future__ import annotations

import pytest

from companion.game.permissions import Changed, NoSeat
from companion.rules.commands import SetRegion
from companion.table.ticks import ACTS
from tests.table.sitting import Sitting


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


def test_where_people_tick_an_act_is_left_until_it_is_ticked_off(three: Sitting) -> None:
    """One tick among the newest acts, and what is left of those before is told to everybody, whoever's turn it is."""
    combos = three.state["last"]["row"]
    three.do("pick")
    three.do("conquer")
    conquered = [text for text in three.todo if text.startswith("Put")]
    tick(three, "ben", combos, 0, 0)
    three.do("done")
    for first in ("pick", "pick", "ready"):
        assert {*conquered} <= {*left(three)}
        assert any(text.startswith("Take") and "banner" in text for text in left(three))
        for kind in (first, "finish", "redeploy", "accept"):
            three.do(kind)
    assert (three.game.turn.number, three.game.turn.seat) == (2, 1)
    assert {*conquered} <= {*left(three)}


def test_where_nobody_ticks_nothing_of_another_turn_is_left(three: Sitting) -> None:
    """But for its last act, which the next player's turn takes along."""
    three.do("pick")
    three.do("conquer")
    three.do("done")
    three.do("pick")
    assert not any(text.startswith("Take") and "banner" in text for text in left(three))


def test_what_was_done_before_people_began_to_tick_is_not_asked_for(three: Sitting) -> None:
    """Whoever ticks something off for the first time is told nothing of the turns before."""
    three.do("pick")
    three.do("conquer")
    conquered = [text for text in three.todo if text.startswith("Put")]
    three.do("done")
    for kind in ("pick", "finish", "redeploy", "accept", "pick"):
        three.do(kind)
    picked = [text for text in three.todo if "banner" in text]
    three.do("conquer")
    tick(three, "cid", three.state["last"]["row"], 0, 0)
    assert {*picked} <= {*left(three)}
    assert not {*conquered} & {*left(three)}


def test_what_is_done_in_a_region_settles_what_was_told_there_before(three: Sitting) -> None:
    """Whoever has made it right looks for nothing more there; unticked, what was told before is open again."""
    three.do("pick")
    three.do("conquer")
    before = [text for text in three.todo if text.startswith("Put")]
    (places,) = [step["places"] for step in three.state["last"]["steps"] if step["places"]]
    three.do("done")
    ended = three.state["last"]
    (number,) = [number for number, step in enumerate(ended["steps"]) if step["places"] == places]
    texts = range(len(ended["steps"][number]["texts"]))
    assert {*before} <= {*left(three)}
    tick(three, "ben", ended["row"], number, *texts)
    assert not {*before} & {*left(three)}
    tick(three, "ben", ended["row"], number, *texts, done=False)
    assert {*before} <= {*left(three)}


def test_what_is_ticked_off_of_an_earlier_act_is_told_no_more(three: Sitting) -> None:
    """The act itself still is: it was the last one of somebody."""
    three.do("pick")
    picked = three.state["last"]
    three.do("conquer")
    for step in range(len(picked["steps"])):
        tick(three, "ben", picked["row"], step, *range(len(picked["steps"][step]["texts"])))
    assert not {*(text for step in picked["steps"] for text in step["texts"])} & {*left(three)}
    assert picked["row"] in [act["row"] for act in three.state["earlier"]]


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


def test_what_an_undo_puts_back_is_left_until_another_undo_or_a_redo(three: Sitting) -> None:
    """Pieces lie where they do not belong, whatever is done next; the next undo tells all that is to be put back."""
    three.do("pick")
    three.back("ann", 0, three.do("conquer"))
    back = [text for step in three.state["last"]["steps"] for text in step["texts"]]
    assert back
    three.do("conquer", 1)
    assert {*back} <= {*left(three)}
    three.back("ann", 0, three.state["last"]["row"])
    again = [text for step in three.state["last"]["steps"] for text in step["texts"]]
    three.table.redo("ann", next(three.ids), 0)
    assert {*back} <= {*left(three)}
    assert not {*again} & {*left(three)}
