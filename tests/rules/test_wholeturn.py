"""A turn that was made on the cardboard, entered at once: it comes out as if it had been entered step by step."""

from __future__ import annotations

import pytest

from companion.game import narration
from companion.language import text
from companion.rules import commands
from companion.rules.commands import Command, Conquer, Conquest, Pick, PlayTurn, UseAbility
from companion.rules.engine import Refused, decide, offers
from companion.rules.events import Rolled
from companion.rules.model import Game
from companion.rules.whole_turn import draft, leavable
from tests.rules.isles import isles
from tests.rules.moves import (
    attempt,
    band,
    finish,
    numbered,
    place,
    ready,
    readying,
    redeploy,
    roll,
)
from tests.rules.position import after, coins, conquer, lies, listed, refusal, region, table
from tests.rules.six import drawn, six
from tests.rules.walker import played

FULL = "humans+swamp, trolls+forest, giants+flying, ratmen+stout, wizards+mounted"


def taken(*numbers: int) -> tuple[Conquest, ...]:
    """Ordinary conquests by region number."""
    return tuple(Conquest(region(number)) for number in numbers)


def line(game: Game, command: Command) -> str:
    """What the log says of a command."""
    return text.sentence(narration.headline(game, command, decide(game, command)))


# As if it had been entered step by step.


def test_a_turn_of_trolls() -> None:
    """Ready, three conquests and the redeployment, with the Lairs (Trolls), at once."""
    game = table("turn 3 Ann begin | 5: 6 trolls+hill@Ann [lair] | 9: 1 tribe")
    steps = redeploy(finish(conquer(ready(game, "trolls"), 10, 4)), {5: 1, 10: 3, 4: 2})
    whole = PlayTurn(conquests=taken(10, 4), tokens=numbered({5: 1, 10: 3, 4: 2}))
    assert after(game, whole) == steps
    assert lies(after(game, whole), 10) == "3 trolls+hill@Ann [lair]"


def test_a_turn_that_begins_with_a_pick() -> None:
    """The combo is paid and taken, its tokens conquer from the border, and the sheet lies open."""
    game = table(f"turn 1 Ann begin | column orcs+hill, {FULL.replace('swamp', 'swamp 2')}")
    steps = redeploy(finish(conquer(after(game, Pick(1)), 5, 10)))
    whole = after(game, PlayTurn(pick=1, conquests=taken(5, 10)))
    assert whole == steps
    assert (whole.turn.stage, whole.seats[0].coins) == ("score", 5 - 1 + 2)


def test_the_rest_of_a_turn() -> None:
    """What was entered already stands; the others follow at once."""
    begun = conquer(ready(table("turn 3 Ann begin | 5: 9 giants+hill@Ann"), "giants"), 10)
    steps = redeploy(finish(conquer(begun, 4, 15)), {5: 1, 10: 1, 4: 1, 15: 6})
    assert after(begun, PlayTurn(conquests=taken(4, 15), tokens=numbered({5: 1, 10: 1, 4: 1, 15: 6}))) == steps


def test_elves_go_back_to_hand_and_skeletons_come() -> None:
    """Elves lose nobody (Elves), and two conquests that were not empty bring a Skeleton (Skeletons)."""
    elves = "10: 1 elves+swamp@Ben | 4: 1 elves@Ben | 22: 2 elves@Ben"
    game = table(f"turn 3 Ann begin | 5: 9 skeletons+hill@Ann | {elves}")
    steps = redeploy(finish(conquer(ready(game, "skeletons"), 10, 4)))
    whole = after(game, PlayTurn(conquests=taken(10, 4)))
    assert whole == steps
    assert (band(whole, "elves").withdrawn, whole.tray["skeletons"]) == (2, 20 - 9 - 1)


def test_amazons_step_off_the_map() -> None:
    """Four Amazons are kept aside at the end, and the final counts are those of the others (Amazons)."""
    game = table("turn 3 Ann begin | 5: 2 amazons+hill@Ann | hand amazons+hill@Ann 8")
    whole = after(game, PlayTurn(conquests=taken(10), tokens=numbered({5: 2, 10: 4})))
    assert whole == redeploy(finish(conquer(ready(game, "amazons"), 10)), {5: 2, 10: 4})
    assert band(whole, "amazons").aside == 4


def test_a_dragon_and_a_sorcerer() -> None:
    """Ways of the abilities' own are named, and are used up for the turn (Dragon Master, Sorcerers)."""
    game = table("turn 3 Ann begin | 5: 5 sorcerers+dragon-master@Ann | 10: 1 elves+hill@Ben | 4: 4 elves+hill@Ben")
    by = (Conquest(region(10), "sorcerers"), Conquest(region(4), "dragon-master"))
    steps = conquer(conquer(ready(game, "sorcerers"), 10, way="sorcerers"), 4, way="dragon-master")
    assert after(game, PlayTurn(conquests=by)) == redeploy(finish(steps))
    assert refusal(game, PlayTurn(conquests=(*by, Conquest(region(15), "dragon-master")))) == (
        "conquest 3, region 15: the Dragon has already been used this turn"
    )


@pytest.mark.parametrize("pips", [1, 2])
def test_a_final_attempt_won_or_lost(pips: int) -> None:
    """The face of the box's die says whether the last region was taken (Final Conquest Attempt)."""
    game = table("turn 3 Ann begin | 5: 4 giants+hill@Ann | 4: 1 tribe")
    steps = redeploy(attempt(conquer(ready(game, "giants"), 10), 4, pips))
    whole = after(game, PlayTurn(conquests=(*taken(10), Conquest(region(4), die=True, pips=pips))))
    assert whole == steps
    assert (lies(whole, 4) != "tribe") == (pips > 1)


def test_the_face_of_the_die_must_be_told() -> None:
    """A turn with a final attempt is not over before the die has shown something."""
    game = table("turn 3 Ann begin | 5: 4 giants+hill@Ann | 4: 1 tribe")
    tried = PlayTurn(conquests=(*taken(10), Conquest(region(4), die=True)))
    assert refusal(game, tried) == "roll the die first, or undo the attempt"
    assert refusal(game, PlayTurn(conquests=(Conquest(region(4), die=True, pips=4),))) == (
        "conquest 1, region 4: the die shows 0 to 3"
    )


def test_a_roll_before_a_conquest() -> None:
    """Berserk's pips stand beside the conquest they were rolled for, and others have no such roll (Berserk)."""
    game = table("turn 3 Ann begin | 5: 4 elves+berserk@Ann | 4: 3 humans+hill@Ben")
    called = after(ready(game, "elves"), UseAbility("berserk", "roll"))
    steps = redeploy(finish(conquer(roll(called, 2), 4)))
    told = PlayTurn(conquests=(Conquest(region(4), pips=2),))
    assert after(game, told).grounds == steps.grounds
    assert [event.pips for event in decide(game, told) if isinstance(event, Rolled)] == [2]
    assert refusal(game, PlayTurn(conquests=taken(4))) == "conquest 1, region 4: costs 2 + 3 defenders = 5; you have 3"
    giants = table("turn 3 Ann begin | 5: 4 giants+hill@Ann")
    assert refusal(giants, PlayTurn(conquests=(Conquest(region(4), pips=2),))) == (
        "conquest 1, region 4: no die is rolled before this conquest"
    )


def test_ghouls_in_decline_have_a_turn_of_their_own() -> None:
    """First the Ghouls' conquests and redeployment, then the active race's (Ghouls)."""
    game = table("turn 4 Ann begin | 5: 4 ghouls@Ann declined | 12: 5 wizards+hill@Ann")
    first = after(game, PlayTurn(band=band(game, "ghouls").id, conquests=taken(10)))
    assert first == redeploy(finish(conquer(ready(game, "ghouls"), 10)))
    assert first.turn.stage == "begin"
    assert after(first, PlayTurn(conquests=taken(17))) == redeploy(finish(conquer(ready(first, "wizards"), 17)))


def test_pieces_lie_as_they_are_told() -> None:
    """A Fortress and where it was built; Encampments are all laid anew (Fortified, Bivouacking)."""
    game = table("turn 3 Ann begin | 5: 5 trolls+fortified@Ann")
    steps = redeploy(place(finish(conquer(ready(game, "trolls"), 10)), "fortress", {10: 1}))
    assert after(game, PlayTurn(conquests=taken(10), pieces={"fortress": numbered({10: 1})})) == steps
    camps = table("turn 3 Ann begin | 5: 5 elves+bivouacking@Ann [encampment encampment]")
    told = after(camps, PlayTurn(conquests=taken(10), pieces={"encampment": numbered({10: 4})}))
    assert (lies(told, 5), lies(told, 10)) == (
        "3 elves+bivouacking@Ann",
        "2 elves+bivouacking@Ann [encampment encampment encampment encampment]",
    )


def test_regions_left_empty() -> None:
    """A region that was given up while readying is named with none, and counts no coin."""
    game = table("turn 3 Ann begin | 5: 2 giants+hill@Ann | 10: 3 giants+hill@Ann")
    whole = after(game, PlayTurn(stay=numbered({5: 0}), conquests=taken(15)))
    assert whole == redeploy(finish(conquer(after(game, readying(game, "giants", {5: 0})), 15)))
    assert lies(whole, 5) == "nothing"
    assert coins(whole) == "regions 2, hill 1"


# What is refused, and what is not.


def test_a_refusal_names_the_conquest() -> None:
    """Which conquest, which region and why; and nothing at all has happened."""
    game = table("turn 3 Ann begin | 5: 9 giants+hill@Ann")
    assert refusal(game, PlayTurn(conquests=taken(10, 22, 15))) == "conquest 2, region 22: not next to the Giants"
    assert refusal(game, PlayTurn(conquests=taken(10, 10))) == "conquest 2, region 10: you already hold this region"


def test_counts_that_do_not_add_up() -> None:
    """The numbers are in the refusal, and whose they are."""
    game = table("turn 3 Ann begin | 5: 9 giants+hill@Ann")
    told = PlayTurn(conquests=taken(10), tokens=numbered({5: 2, 10: 6}))
    assert refusal(game, told) == "the Giants at the end of the turn: that adds up to 8; it has to be 9"
    elsewhere = PlayTurn(conquests=taken(10), tokens=numbered({4: 1}))
    assert refusal(game, elsewhere) == "the Giants at the end of the turn: region 4 cannot be used here"
    fort = PlayTurn(conquests=taken(10), pieces={"fortress": numbered({10: 1})})
    assert refusal(game, fort) == "the Giants at the end of the turn: you cannot place a Fortress now"


def test_as_it_was_played() -> None:
    """With another's yes the rules bend in the middle of it, pieces never."""
    game = table("turn 3 Ann begin | 5: 9 giants+hill@Ann")
    told = PlayTurn(conquests=taken(10, 22, 15))
    whole = played(game, decide(game, told, as_played=True))
    assert [attack.region for attack in whole.turn.attacks] == ["r10", "r22", "r15"]
    assert whole.turn.stage == "score"
    with pytest.raises(Refused) as refused:
        decide(game, PlayTurn(conquests=taken(10, 22, 15, 16, 9)), as_played=True)
    assert not refused.value.overridable
    assert refused.value.message.key == "refuse.conquest"


def test_what_has_no_place_in_it() -> None:
    """No combo, another's race, troops readied twice, another stage: refused in words."""
    none = table("turn 3 Ann begin | column orcs+hill")
    assert refusal(none, PlayTurn()) == "Ann has to pick a combo first"
    both = table("turn 3 Ann begin | 5: 9 giants+hill@Ann | 10: 2 elves+forest@Ben")
    assert refusal(both, PlayTurn(band=band(both, "elves").id)) == "the Elves cannot be picked up now"
    begun = ready(both, "giants")
    assert refusal(begun, PlayTurn(stay=numbered({5: 0}))) == "your tokens are already in hand"
    assert refusal(begun, PlayTurn(band=band(both, "elves").id)) == "another race is conquering now"
    assert refusal(finish(begun), PlayTurn()) == "not now: Ann is redeploying"
    with pytest.raises(Refused) as refused:
        decide(finish(begun), PlayTurn(), as_played=True)
    assert not refused.value.overridable


def test_it_is_offered_while_conquests_are_to_come() -> None:
    """For the pick, for each race that may ready its troops, and for what is left of the conquests; then no more."""

    def at_once(game: Game, seat: int = 0) -> list[str]:
        return [offer.id for offer in offers(game, seat) if offer.kind == "turn"]

    game = table(f"turn 4 Ann begin | 5: 4 ghouls@Ann declined | column orcs+hill, {FULL}")
    assert at_once(game) == ["turn:pick", "turn:1"]
    begun = ready(game, "ghouls")
    assert at_once(begun) == ["turn:1"]
    assert at_once(begun, 1) == []
    assert at_once(finish(begun)) == []
    waits = after(ready(table("turn 3 Ann begin | 5: 2 giants+hill@Ann"), "giants"), Conquer("r10", die=True))
    assert at_once(waits) == []


# What the log says.


def test_one_line_of_the_log() -> None:
    """The combo, every region in its order, its way and the die."""
    column = f"column orcs+hill, sorcerers+dragon-master, {FULL[14:]}"
    game = table(f"turn 1 Ann begin | {column} | 10: 3 elves+spirit@Ben | 15: tribe")
    asked = (Conquest("r05"), Conquest("r10", "dragon-master"), Conquest("r04"), Conquest("r15"))
    lost = Conquest("r09", die=True, pips=0)
    assert line(game, PlayTurn(pick=1, conquests=(*asked, lost))) == (
        "Ann’s turn, entered in one go: picked the Dragon Master Sorcerers for 1 coin; conquered region 5, "
        "region 10 using Dragon Master, region 4, region 15; failed to take region 9 with a roll of 0"
    )
    held = table("turn 3 Ann begin | 5: 9 giants+hill@Ann")
    assert line(held, PlayTurn()) == "Ann’s turn, entered in one go: conquered nothing"


# The draft: what the phone is shown while the turn is told.


def test_a_draft_shows_how_far_it_has_come() -> None:
    """What may come next is what would be on offer after the same steps; the troops stand as after their end."""
    game = table("turn 3 Ann begin | 5: 9 giants+hill@Ann")
    told = draft(game, PlayTurn(conquests=taken(10)))
    steps = conquer(ready(game, "giants"), 10)
    assert (told.conquering, told.standing, told.refused) == (steps, finish(steps), None)
    assert listed(told.conquering) == listed(steps)


def test_what_may_be_left_empty() -> None:
    """What the race held before it readied its troops; nothing with a new race, nor once it has readied."""
    game = table("turn 3 Ann begin | 5: 2 giants+hill@Ann | 10: 3 giants+hill@Ann")
    assert [*leavable(game, PlayTurn(conquests=taken(15)))] == ["r05", "r10"]
    assert [*leavable(ready(game, "giants"), PlayTurn())] == []
    new = table(f"turn 3 Ann begin | 5: 2 ghouls@Ann declined | column orcs+hill, {FULL}")
    assert [*leavable(new, PlayTurn(pick=0))] == []
    assert [*leavable(new, PlayTurn(band=band(new, "ghouls").id))] == ["r05"]


def test_a_draft_waits_for_the_die() -> None:
    """While the face is not told nobody knows how the troops stand."""
    game = table("turn 3 Ann begin | 5: 2 giants+hill@Ann")
    told = draft(game, PlayTurn(conquests=(Conquest("r10", die=True),)))
    assert (told.standing, told.refused) == (None, None)
    assert draft(game, PlayTurn(conquests=(Conquest("r10", die=True, pips=1),))).standing is not None


def test_a_draft_goes_on_as_played() -> None:
    """What the rules refuse is said, and the turn is told on; what the pieces refuse is refused."""
    game = table("turn 3 Ann begin | 5: 9 giants+hill@Ann")
    told = draft(game, PlayTurn(conquests=taken(22, 10)))
    assert told.refused is not None
    assert text.say(told.refused) == "conquest 1, region 22: not next to the Giants"
    assert [attack.region for attack in told.conquering.turn.attacks] == ["r22", "r10"]
    with pytest.raises(Refused, match="conquest"):
        draft(game, PlayTurn(conquests=taken(5)))


# What is told of the middle of a turn.


def test_what_came_to_light_serves_in_the_same_turn() -> None:
    """A Meeting Stone found in one conquest saves the travel cost of the next (Warcraft rules, Meeting Stone)."""
    game = isles("turn 2 Ann begin | 2: 6 naga+mining@Ann | 8: [face-down]")
    told = (Conquest(region(8), found="meeting-stone"), Conquest(region(19)))
    steps = conquer(drawn(conquer(ready(game, "naga"), 8), "meeting-stone"), 19)
    assert after(game, PlayTurn(conquests=told)) == redeploy(finish(steps))
    assert draft(game, PlayTurn(conquests=told)).conquering == steps


def test_nothing_comes_to_light_where_nothing_lay() -> None:
    """Only what lies face down is turned up."""
    game = isles("turn 2 Ann begin | 2: 6 naga+mining@Ann")
    told = PlayTurn(conquests=(Conquest(region(8), found="karazhan"),))
    assert refusal(game, told) == "conquest 1, region 8: nothing was found there"


def test_a_coin_paid_after_the_roll() -> None:
    """A Mercenary's coin that was paid once the die fell short (Mercenary)."""
    game = table("turn 2 Ann begin | 5: 4 elves+mercenary@Ann | 10: 2 trolls@Ben declined")
    told = Conquest(region(10), die=True, pips=0, late=True)
    whole = after(game, PlayTurn(conquests=(told,)))
    assert (lies(whole, 10) != "2 trolls@Ben declined", whole.seats[0].coins) == (True, 4)


def test_a_flight_that_became_the_final_attempt() -> None:
    """Gnomes: the free die, and the final attempt with another one (Warcraft rules, Gnomes; ruling M13)."""
    game = isles("turn 2 Ann begin | 8: 3 gnomes+farmer@Ann | 20: 1 naga+mining@Ben")
    told = Conquest(region(20), "gnomes", die=True, pips=0, late=True, again=3)
    assert lies(after(game, PlayTurn(conquests=(told,))), 20) == "2 gnomes+farmer@Ann"


def test_no_question_follows_a_roll_that_was_enough() -> None:
    """What nobody was asked cannot have been answered by yes."""
    game = table("turn 3 Ann begin | 5: 4 giants+hill@Ann")
    told = PlayTurn(conquests=(Conquest(region(10), die=False, late=True),))
    assert refusal(game, told) == "conquest 1, region 10: that question is no longer open"


def test_acts_between_the_conquests_and_the_end() -> None:
    """Forsaken: tokens are enlisted when the conquests are over, and stand with the others (Warcraft rules)."""
    game = isles("turn 2 Ann begin | 8: 5 forsaken+farmer@Ann | 7: 2 naga+mining@Ben | coins 5 5")
    steps = after(finish(conquer(ready(game, "forsaken"), 7)), UseAbility("forsaken", "enlist", "1"))
    done = (commands.Done("forsaken", "enlist", "1"),)
    whole = PlayTurn(conquests=taken(7), acts=done, tokens=numbered({7: 4, 8: 2}))
    assert after(game, whole) == redeploy(steps, {7: 4, 8: 2})


def test_a_question_about_a_region_that_was_left_is_dropped() -> None:
    """Sigil of Sacrifice: nobody names a race with a Sigil they have left behind."""
    line = "turn 3 Ann begin | 6: 2 ratmen+hill@Ann [sigil] | 7: 3 ratmen@Ann | 16: 1 humans+swamp@Ben"
    game = after(six(line), UseAbility("sigil", "name", ""))
    whole = after(game, PlayTurn(stay=numbered({6: 0}), conquests=taken(11)))
    assert whole.turn.asked == ()
