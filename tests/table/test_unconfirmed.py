"""Counts that nobody laid out when a turn was ended: marked, and settled when somebody says what stands there."""

import pytest

from companion.game.unconfirmed import unconfirmed
from companion.records.export import header, written
from companion.records.record import play, read
from companion.rules.commands import Answer, EndTurn, Recount, SetBand, SetRegion, Stop
from companion.rules.model import Refused
from companion.table.ticks import ACTS
from tests.rules.moves import attempt
from tests.rules.position import after, table
from tests.table.sitting import Sitting


def marked(three: Sitting) -> dict[str, int]:
    """The regions whose counts are proposals, as everybody reads them."""
    regions = three.state["game"]["regions"]
    return {key: lies["tokens"] for key, lies in regions.items() if lies.get("unconfirmed")}


def held(three: Sitting) -> dict[str, int]:
    """What stands where of Ann's first race."""
    return {key: three.game.grounds[key].tokens for key in three.game.holdings(1)}


def conquers(three: Sitting) -> None:
    """Ann takes a race and two regions."""
    three.do("pick")
    three.do("conquer")
    three.do("conquer")


def test_a_proposed_redeployment_is_marked(three: Sitting) -> None:
    """Done without a word about the tokens: every count that it made another one is a proposal."""
    conquers(three)
    three.do("done")
    assert marked(three) == held(three)


def test_a_new_game_proposes_tokens_where_enemies_can_come_and_its_record_says_so(three: Sitting) -> None:
    """Games of earlier versions do not, and what their logs leave to the proposal stands as it did."""
    conquers(three)
    three.do("done")
    assert three.game.guard
    record = written(header(three.history), three.history.steps)
    assert list(play(read(record.encode())))[-1].after == three.game


def test_who_takes_a_region_with_as_many_tokens_has_counted_them() -> None:
    """The marked number was the loser's."""
    before = table(
        "turn 3 Ann conquer | 9: 1 ratmen+hill@Ann | hand ratmen@Ann 3 | 10: 3 orcs+swamp@Ben | 4: 2 orcs@Ben"
    )
    after = attempt(before, 10, 2)
    assert (after.grounds["r10"].band, after.grounds["r10"].tokens) == (before.grounds["r09"].band, 3)
    assert unconfirmed({"r10": 3, "r04": 2}, before, Answer("", "2"), after) == {"r04": 2}


def test_what_was_laid_out_is_not_marked(three: Sitting) -> None:
    """A count that was said is none; neither is one of a redeployment entered by itself."""
    conquers(three)
    form = three.offer("done").form
    assert form
    said = {form.slots[0].id: form.slots[0].start}
    three.act("ann", 0, EndTurn(said))
    assert marked(three) == {key: count for key, count in held(three).items() if key not in said}


@pytest.mark.parametrize("redeploys", [True, False])
def test_what_stays_as_it_stood_is_no_proposal(three: Sitting, redeploys: bool) -> None:
    """One token is left: hands have put the others where they are, so the count that it changes alone is a proposal."""
    conquers(three)
    three.act("ann", 0, SetBand(1, hand=1))
    stood = held(three)
    if redeploys:
        three.do("finish")
    three.do("done")
    changed = {key: count for key, count in held(three).items() if count != stood[key]}
    assert len(changed) == 1
    assert marked(three) == changed


def test_redeployed_step_by_step_nothing_is_marked(three: Sitting) -> None:
    """The form of the redeployment was confirmed."""
    conquers(three)
    for kind in ("finish", "redeploy", "accept"):
        three.do(kind)
    assert marked(three) == {}


def test_a_settled_count_takes_from_the_other_proposals(three: Sitting) -> None:
    """One more here is one fewer there; the settled one is marked no more, the other still is."""
    conquers(three)
    three.do("done")
    region, other = held(three)
    before = held(three)
    three.act("ben", 1, Recount(region, before[region] + 1, (other,)))
    assert held(three) == {region: before[region] + 1, other: before[other] - 1}
    assert marked(three) == {other: before[other] - 1}


def test_the_log_says_what_a_settled_count_takes_from(three: Sitting) -> None:
    """Nobody is left to find out that another region has another number now."""
    conquers(three)
    three.do("done")
    region, other = held(three)
    before = held(three)
    three.act("ben", 1, Recount(region, before[region] + 1, (other,)))
    words = three.state["log"][0]["text"]
    assert words.endswith(f"That leaves region {int(other[1:])}: {three_of(three, other)}")
    three.act("ben", 1, Recount(other, held(three)[other]))
    assert "leaves" not in three.state["log"][0]["text"]


def three_of(three: Sitting, region: str) -> str:
    """What stands on a region, with whose it is."""
    text = three.state["game"]["regions"][region]["text"]
    return str(text).rpartition(", ")[2]


def test_every_number_it_can_be_is_offered(three: Sitting) -> None:
    """From one token to all but one on each other proposal."""
    conquers(three)
    three.do("done")
    region, *_ = held(three)
    counts = three.table.queries.quote("ben", region)["counts"]
    assert [each["tokens"] for each in counts] == list(range(1, sum(held(three).values())))


def test_one_more_than_the_tray_has_is_first_missing_where_nobody_laid_out_how_many(three: Sitting) -> None:
    """The fullest region comes after it, as somebody has said how many stand there."""
    conquers(three)
    three.do("done")
    region, other = held(three)
    total = sum(held(three).values())
    three.act("ben", 1, Recount(region, total - 2, (other,)))
    three.act("ben", 1, SetRegion(region, 1, total - 4))
    third = next(key for key, lies in three.game.grounds.items() if not lies.band)
    three.act("ben", 1, SetRegion(third, 1, three.game.tray[three.game.bands[1].race]))
    choices = three.table.queries.quote("ben", third)["correct"]["choices"]
    assert [choice["from"] for choice in choices if "from" in choice] == [[other], [region]]


def sources(three: Sitting, region: str) -> list[str]:
    """Where one more token on a region may have come from, as the phones say it."""
    choices = three.table.queries.quote("ben", region)["correct"]["choices"]
    return [choice["changes"] for choice in choices if choice["changes"].startswith("+1")]


def test_one_more_is_rather_one_that_nobody_laid_out(three: Sitting) -> None:
    """The tray has some left, but a count is the app's own proposal: the token lies here and not there."""
    conquers(three)
    three.do("done")
    region, other = held(three)
    three.act("ben", 1, SetRegion(region, 1, 1))
    assert sources(three, region) == [f"+1 from region {int(other[1:])}", "+1 from the tray"]
    three.act("ben", 1, SetRegion(other, 1, 2))
    assert sources(three, region) == ["+1"]


def test_a_single_token_that_is_left_of_a_proposal_is_none(three: Sitting) -> None:
    """All the others have been found elsewhere: nothing is left to tell, and a tap there does not ask."""
    conquers(three)
    three.do("done")
    region, other = held(three)
    total = sum(held(three).values())
    three.act("ben", 1, Recount(region, total - 1, (other,)))
    assert marked(three) == {}


def test_a_corrected_region_is_settled(three: Sitting) -> None:
    """Whoever says what lies there has looked."""
    conquers(three)
    three.do("done")
    region, other = held(three)
    three.act("ben", 1, SetRegion(region, 1, held(three)[region]))
    assert list(marked(three)) == [other]


def test_in_decline_every_count_is_known(three: Sitting) -> None:
    """A token stays in each region, so nobody is asked how many stand there."""
    conquers(three)
    three.do("done")
    for _ in range(2):
        for kind in ("pick", "finish", "redeploy", "accept"):
            three.do(kind)
    mine = list(held(three))
    assert set(mine) & set(marked(three))
    three.do("decline")
    assert [three.game.grounds[key].tokens for key in mine] == [1] * len(mine)
    assert not set(marked(three)) & set(mine)


def test_a_recount_moves_nothing_of_another_race(three: Sitting) -> None:
    """The tokens come from the same race, or it is refused."""
    conquers(three)
    three.do("done")
    region, _ = held(three)
    empty = next(key for key, ground in three.game.grounds.items() if not ground.band)
    with pytest.raises(Refused):
        three.act("ben", 1, Recount(region, 1, (empty,)))


def ticks(three: Sitting, row: int, step: int) -> None:
    """Ann has done a step."""
    three.table.tick("ann", row, step, range(len(three.state["last"]["steps"][step]["texts"])), True)


def test_what_hands_have_put_there_is_no_proposal_any_more(three: Sitting) -> None:
    """A step that is ticked off settles its region, all of them settle the rest; an untick opens it again."""
    conquers(three)
    row = three.do("done")
    steps = three.state["last"]["steps"]
    assert [step["places"] for step in steps] == [[region] for region in held(three)]
    before, open_counts, rows = held(three), dict(three.history.unconfirmed), list(three.store.rows(1))
    ticks(three, row, 0)
    assert list(marked(three)) == list(before)[1:]
    assert three.table.queries.quote("ben", next(iter(before)))["counts"] == []
    three.table.tick("ben", row, 0, [0], False)
    assert marked(three) == before
    for step in range(len(steps)):
        ticks(three, row, step)
    assert marked(three) == {}
    # It is no part of the game.
    assert (three.history.unconfirmed, list(three.store.rows(1))) == (open_counts, rows)


def test_a_settled_proposal_stays_so_until_the_next(three: Sitting) -> None:
    """The steps of an act are forgotten after a few others; what was put on the table stands there all the same."""
    conquers(three)
    row = three.do("done")
    for step in range(len(three.state["last"]["steps"])):
        ticks(three, row, step)
    for _ in range(ACTS + 1):
        assert marked(three) == {}
        three.table.count_purse("ann", next(three.ids), 0, 5)
    assert str(row) not in three.state["ticks"]
    assert marked(three) == {}
    three.back("ann", 0, row)
    three.do("done")
    assert marked(three) == held(three)


def test_a_game_that_is_over_has_no_proposals() -> None:
    """Nobody attacks or puts right what stands on the board then: the sign would mean nothing."""
    before = table("turn 3 Ann conquer | 9: 3 ratmen+hill@Ann | 10: 2 orcs+swamp@Ben | 4: 2 orcs@Ben")
    assert unconfirmed({"r10": 2, "r04": 2}, before, Stop(), after(before, Stop())) == {}
