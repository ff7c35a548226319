"""Defenders: base rules, Enemy Losses & Withdrawals.

Merchant Ratmen attack; Hill Orcs are driven out.  Neither has a say in it.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.rules.commands import Accept, Conquer, Withdraw
from companion.rules.engine import decide
from companion.rules.events import TokensMoved
from companion.rules.model import Game
from tests.rules.moves import attempt, band, finish, finish_turn, form, numbered, ready, redeploy
from tests.rules.position import after, coins, conquer, lies, listed, refusal, table

RATS = "turn 3 Ann conquer | 10: 1 ratmen+merchant@Ann | hand ratmen+merchant@Ann 12"


def withdrawing(game: Game, race: str, counts: dict[int, int]) -> Withdraw:
    """The command that puts a race's withdrawn tokens back."""
    return Withdraw(band(game, race).id, numbered(counts))


def test_one_token_is_lost_and_the_others_are_taken_back() -> None:
    """One goes to the tray for good, the others to their owner's hand."""
    game = conquer(table(f"{RATS} | 5: 3 orcs+hill@Ben"), 5)
    orcs = band(game, "orcs")
    assert (orcs.withdrawn, orcs.hand, game.tray["orcs"]) == (2, 0, 10 - 2)


def test_a_single_defender_is_discarded() -> None:
    """A region defended by one token leaves nothing to take back."""
    game = conquer(table(f"{RATS} | 5: 1 orcs+hill@Ben | 21: 1 orcs+hill@Ben"), 5)
    assert (band(game, "orcs").withdrawn, game.tray["orcs"]) == (0, 10 - 1)


def test_each_region_that_is_lost_costs_a_token() -> None:
    """Attacked several times in a turn, the survivors wait together (ruling C4)."""
    game = conquer(table(f"{RATS} | 5: 3 orcs+hill@Ben | 4: 2 orcs+hill@Ben | 21: 1 orcs+hill@Ben"), 5, 4)
    assert (band(game, "orcs").withdrawn, game.tray["orcs"]) == (3, 10 - 4)


def test_a_lost_tribe_is_discarded() -> None:
    """It is a single token, and belongs to nobody."""
    before = table(f"{RATS} | 4: tribe")
    assert conquer(before, 4).tribes == before.tribes + 1


def test_a_failed_attempt_costs_the_defender_nothing() -> None:
    """Only a conquest drives tokens out."""
    game = attempt(
        table("turn 3 Ann conquer | 10: 1 ratmen+merchant@Ann | 5: 3 orcs+hill@Ben | hand ratmen+merchant@Ann 3"),
        5,
        pips=1,
    )
    assert (lies(game, 5), band(game, "orcs").withdrawn) == ("3 orcs+hill@Ben", 0)


def test_defenders_come_last() -> None:
    """They redeploy as the final action of the attacker's turn: after redeployment and scoring (ruling C2)."""
    game = conquer(table(f"{RATS} | 5: 3 orcs+hill@Ben | 21: 1 orcs+hill@Ben | 20: 1 orcs+hill@Ben"), 5)
    assert listed(game, 1) == set()
    game = redeploy(finish(game))
    assert listed(game, 1) == set()
    game = after(game, Accept())
    assert game.turn.stage == "withdraw"
    assert listed(game, 1) == {f"withdraw:{band(game, 'orcs').id}"}
    assert listed(game, 0) == set()


def test_defenders_cannot_go_back_before_the_turn_ends() -> None:
    """Not while the attacker is still conquering."""
    game = conquer(table(f"{RATS} | 5: 3 orcs+hill@Ben | 21: 1 orcs+hill@Ben"), 5)
    assert refusal(game, withdrawing(game, "orcs", {21: 2})) == "not now: Ann is conquering"


def defended() -> Game:
    """Ann has taken region 5 and scored; Ben has two Orcs to put on regions 20 and 21."""
    game = conquer(table(f"{RATS} | 5: 3 orcs+hill@Ben | 21: 1 orcs+hill@Ben | 20: 2 orcs+hill@Ben"), 5)
    return finish_turn(game)


def test_withdrawn_tokens_go_to_any_regions_still_held() -> None:
    """In any other region of that race, adjacent or not."""
    game = after(defended(), withdrawing(defended(), "orcs", {21: 1, 20: 1}))
    assert (lies(game, 21), lies(game, 20)) == ("2 orcs+hill@Ben", "3 orcs+hill@Ben")
    assert (game.turn.seat, game.turn.stage) == (1, "begin")


def test_they_may_all_go_to_one_region() -> None:
    """One chooses freely among the regions still held."""
    game = after(defended(), withdrawing(defended(), "orcs", {20: 2, 21: 0}))
    assert lies(game, 20) == "4 orcs+hill@Ben"


def test_they_are_proposed_where_the_fewest_stand() -> None:
    """The form begins with the weakest region (ruling L14): 1 and 2 become 2 and 3."""
    slots = form(defended(), f"withdraw:{band(defended(), 'orcs').id}", 1).slots
    assert {slot.id: slot.start for slot in slots} == {"r20": 0 + 1, "r21": 1}


HEROES = f"{RATS} | 5: 3 orcs+heroic@Ben | 21: 1 orcs+heroic@Ben [hero] | 20: 2 orcs+heroic@Ben"


def test_they_are_proposed_where_enemies_can_come() -> None:
    """Nobody enters a region with a Hero (Powers, Heroic): what is taken back is needed elsewhere."""
    game = finish_turn(conquer(replace(table(HEROES), guard=True), 5))
    slots = form(game, f"withdraw:{band(game, 'orcs').id}", 1).slots
    assert {slot.id: slot.start for slot in slots} == {"r20": 2, "r21": 0}


@pytest.mark.parametrize(("guard", "stands"), [(True, [4, 1]), (False, [3, 2])])
def test_withdrawn_without_a_word_they_stand_as_the_game_proposes_it(guard: bool, stands: list[int]) -> None:
    """Games of earlier versions proposed such regions too, and their logs name none of what was proposed."""
    game = finish_turn(conquer(replace(table(HEROES), guard=guard), 5))
    game = after(game, Withdraw(band(game, "orcs").id))
    assert [game.grounds[region].tokens for region in ("r20", "r21")] == stands


def test_withdrawn_tokens_may_not_stay_in_hand() -> None:
    """They must be placed while the race has a region (ruling C5)."""
    game = defended()
    assert refusal(game, withdrawing(game, "orcs", {21: 1, 20: 0})) == "that adds up to 1; it has to be 2"


def test_they_go_nowhere_else() -> None:
    """Only regions occupied by that race take them, and none takes fewer than stand there."""
    game = defended()
    assert refusal(game, withdrawing(game, "orcs", {10: 2})) == "region 10 cannot be used here"
    assert refusal(game, withdrawing(game, "orcs", {20: 3, 21: -1})) == "region 20 takes 0 to 2"


def test_with_one_region_left_there_is_nothing_to_ask() -> None:
    """All go there, and the next turn begins."""
    game = finish_turn(conquer(table(f"{RATS} | 5: 3 orcs+hill@Ben | 21: 1 orcs+hill@Ben"), 5))
    assert lies(game, 21) == "3 orcs+hill@Ben"
    assert (game.turn.seat, game.turn.stage) == (1, "begin")


def test_several_defenders_go_clockwise_from_the_attacker() -> None:
    """The next player clockwise is the first (ruling C3): Ben attacks, so Cid goes before Ann."""
    game = table(
        "seats Ann Ben Cid | turn 3 Ben conquer | 4: 1 ratmen+merchant@Ben | hand ratmen+merchant@Ben 12"
        "| 5: 2 orcs+hill@Ann | 3: 2 giants+stout@Cid | 29: 1 orcs+hill@Ann | 28: 1 giants+stout@Cid"
    )
    game = redeploy(finish(conquer(game, 5, 3)))
    events = decide(game, Accept())
    moved = [event.band for event in events if isinstance(event, TokensMoved) and event.source == "withdrawn"]
    assert moved == [band(game, "giants").id, band(game, "orcs").id]


def test_the_turn_waits_for_every_defender() -> None:
    """The next turn begins when all withdrawn tokens stand."""
    game = table(
        "seats Ann Ben Cid | turn 3 Cid conquer | 4: 1 ratmen+merchant@Cid | hand ratmen+merchant@Cid 12"
        "| 5: 2 orcs+hill@Ben | 3: 2 giants+stout@Ann | 29: 1 orcs+hill@Ben | 28: 1 giants+stout@Ann"
        "| 24: 1 orcs+hill@Ben | 27: 1 giants+stout@Ann"
    )
    game = finish_turn(conquer(game, 5, 3))
    game = after(game, withdrawing(game, "giants", {28: 1, 27: 0}))
    assert (game.turn.seat, game.turn.stage) == (2, "withdraw")
    game = after(game, withdrawing(game, "orcs", {29: 1, 24: 0}))
    assert (game.turn.seat, game.turn.stage) == (0, "begin")


# A race without a region.


def wiped_out() -> Game:
    """Ben's Orcs have lost their only region; it is Ben's turn."""
    return finish_turn(conquer(table(f"{RATS} | 5: 3 orcs+hill@Ben"), 5))


def test_a_wiped_out_race_keeps_its_tokens_in_hand() -> None:
    """With none on the board they wait for their owner's next turn (ruling B20)."""
    game = wiped_out()
    orcs = band(game, "orcs")
    assert (orcs.hand, orcs.withdrawn, game.tray["orcs"]) == (2, 0, 8)
    assert game.turn.seat == 1


def test_a_wiped_out_active_race_keeps_its_banner() -> None:
    """Only a race in decline gives its banner back (ruling A8)."""
    game = conquer(table(f"{RATS} | 5: 1 orcs+hill@Ben"), 5)
    game = finish_turn(game)
    assert not band(game, "orcs").declined
    assert game.returned == ()
    assert listed(game, 1) == {f"ready:{band(game, 'orcs').id}", "decline"}


def test_a_wiped_out_race_enters_again_at_the_border() -> None:
    """As if it were its first conquest, on its owner's next turn."""
    game = ready(wiped_out(), "orcs")
    assert refusal(game, Conquer("r10")) == "the first conquest has to enter at the edge of the map"
    assert lies(conquer(game, 2), 2) == "2 orcs+hill@Ben"


def test_a_race_without_tokens_scores_nothing_and_stays() -> None:
    """One may pass with it (ruling D1)."""
    game = finish_turn(conquer(table(f"{RATS} | 5: 1 orcs+hill@Ben | 21: 1 elves@Ben declined"), 5))
    game = redeploy(finish(ready(game, "orcs")))
    assert coins(game, 1) == "declined 1"


# Races in decline.


def test_a_declined_race_that_loses_its_last_token_gives_its_banner_back() -> None:
    """The banner goes to the bottom of the stack at once (Entering In Decline)."""
    game = conquer(table(f"{RATS} | 5: 1 orcs@Ben declined"), 5)
    assert game.returned == ("orcs",)
    assert game.tray["orcs"] == 10
    assert [band.race for band in game.bands.values()] == ["ratmen"]


def test_a_declined_race_with_another_region_stays() -> None:
    """Only the last token takes the banner along."""
    game = conquer(table(f"{RATS} | 5: 1 orcs@Ben declined | 21: 1 orcs@Ben declined"), 5)
    assert band(game, "orcs").declined
    assert game.returned == ()


def test_a_declined_race_with_a_badge_gives_that_back_too() -> None:
    """The badge is discarded when its race leaves the game."""
    game = conquer(table(f"{RATS} | 5: 1 orcs+spirit@Ben declined"), 5)
    assert game.discards == ("spirit",)


def test_of_several_declined_tokens_one_is_lost() -> None:
    """The general rule: the others go to another region of theirs (ruling C7)."""
    game = conquer(table(f"{RATS} | 5: 3 ghouls@Ben declined | 21: 1 ghouls@Ben declined"), 5)
    assert (band(game, "ghouls").withdrawn, game.tray["ghouls"]) == (2, 10 - 3)
    assert lies(finish_turn(game), 21) == "3 ghouls@Ben declined"


def test_of_several_declined_tokens_all_may_be_lost() -> None:
    """By a table option, as in the Warcraft rules; active races lose one as ever (ruling C7)."""
    line = f"{RATS} | 5: 3 ghouls@Ben declined | 21: 1 ghouls@Ben declined | 4: 2 orcs+hill@Ben"
    game = conquer(table(f"{line} | option declined-losses=all"), 5, 4)
    assert (band(game, "ghouls").withdrawn, game.tray["ghouls"]) == (0, 10 - 1)
    assert band(game, "orcs").withdrawn == 1


def test_declined_tokens_without_another_region_are_lost() -> None:
    """The last region gone, the race leaves the game with all its tokens (rulings C7, E11)."""
    game = conquer(table(f"{RATS} | 5: 3 ghouls@Ben declined"), 5)
    assert game.tray["ghouls"] == 10
    assert game.returned == ("ghouls",)


def test_the_two_races_of_a_player_never_mix() -> None:
    """Active and declined tokens of one player are two races (ruling C8)."""
    game = conquer(table(f"{RATS} | 5: 3 orcs+hill@Ben | 20: 1 elves@Ben declined"), 5)
    game = finish_turn(game)
    assert lies(game, 20) == "1 elves@Ben declined"
    assert band(game, "orcs").hand == 2
