"""Base rules, Entering In Decline.  What single races and powers make of it is tested with them."""

from __future__ import annotations

import pytest

from companion.rules.commands import Accept, Conquer, Decline, Finish, Pick, SetBand
from companion.rules.engine import Refused, decide
from companion.rules.model import Game
from tests.rules.moves import band, finish, finish_turn, ready, redeploy
from tests.rules.position import after, coins, conquer, lies, listed, refusal, table

SIX = "column elves+spirit, trolls+swamp, giants+commando, humans+stout, tritons+flying, dwarves+wealthy"
RATS = "turn 4 Ann begin | 5: 3 ratmen+merchant@Ann | 10: 1 ratmen+merchant@Ann | hand ratmen+merchant@Ann 1"


def races(game: Game) -> list[str]:
    """The races in play."""
    return [band.race for band in game.bands.values()]


def test_one_token_stays_in_each_region() -> None:
    """One token is flipped in each region, all others go to the tray, those in hand too."""
    game = after(table(RATS), Decline())
    assert (lies(game, 5), lies(game, 10)) == ("1 ratmen@Ann declined", "1 ratmen@Ann declined")
    assert band(game, "ratmen").hand == 0
    assert game.tray["ratmen"] == 13 - 2


def test_the_badge_is_discarded() -> None:
    """The special power is no longer in effect."""
    game = after(table(RATS), Decline())
    assert band(game, "ratmen").powers == ()
    assert game.discards == ("merchant",)


def test_the_turn_ends_with_the_scoring() -> None:
    """No conquest, no redeployment: one coin for each region, without bonus."""
    game = after(table(RATS), Decline())
    assert listed(game) == {"accept"}
    assert coins(game) == "declined 2"
    game = after(game, Accept())
    assert (game.turn.seat, game.turn.stage) == (1, "begin")


def test_the_next_turn_begins_with_a_pick() -> None:
    """On the next turn the player selects a new combo, and follows the rules of the first turn."""
    game = after(table(f"{RATS} | 21: 1 orcs+hill@Ben | {SIX}"), Decline(), Accept())
    game = finish_turn(ready(game, "orcs"))
    assert listed(game) == {f"pick:{place}" for place in range(6)}
    game = after(game, Pick(1))
    assert refusal(game, Conquer("r09")) == "the first conquest has to enter at the edge of the map"
    game = finish_turn(conquer(game, 4))
    assert game.sheet is not None
    assert [(line.key, line.amount) for line in game.sheet.lines] == [("regions", 1), ("swamp", 1), ("declined", 2)]


def test_an_older_race_leaves_first() -> None:
    """Only one race in decline: the older ones tokens go to the tray, its banner to the stack,
    and it does not score once more."""
    game = after(table(f"{RATS} | 20: 1 elves@Ann declined | 21: 1 elves@Ann declined"), Decline())
    assert races(game) == ["ratmen"]
    assert (lies(game, 20), game.tray["elves"], game.returned) == ("nothing", 11, ("elves",))
    assert coins(game) == "declined 2"


def test_other_players_races_in_decline_stay() -> None:
    """The limit is one for each player."""
    game = after(table(f"{RATS} | 20: 1 elves@Ben declined"), Decline())
    assert lies(game, 20) == "1 elves@Ben declined"


def test_an_older_spirit_race_stays() -> None:
    """A Spirit race does not count towards the limit (appendix II, Spirit)."""
    game = after(table(f"{RATS} | 20: 1 elves+spirit@Ann declined | 21: 1 orcs@Ann declined"), Decline())
    assert set(races(game)) == {"elves", "ratmen"}
    assert coins(game) == "declined 2, declined 1"


def test_decline_is_chosen_before_the_troops_are_ready() -> None:
    """At the start of the turn, instead of conquests (ruling D4)."""
    game = ready(table(RATS), "ratmen")
    assert "decline" not in listed(game)
    assert refusal(game, Decline()) == "you can only go into decline at the start of your turn"


def test_no_decline_in_a_turn_with_a_conquest() -> None:
    """The player can make no conquests during the turn his race goes into decline."""
    game = conquer(ready(table(RATS), "ratmen"), 4)
    assert refusal(game, Decline()) == "you cannot go into decline in a turn with a conquest"


def test_no_decline_after_redeployment() -> None:
    """Only a Stout race declines after its conquests."""
    game = redeploy(finish(ready(table(RATS), "ratmen")))
    assert listed(game) == {"accept"}
    assert refusal(game, Accept(decline=True)) == "only a race whose power allows it can go into decline after scoring"
    assert refusal(game, Decline()).startswith("not now")


def test_no_decline_of_a_race_picked_in_the_same_turn() -> None:
    """Decline comes at the start of a later turn, even where declined Ghouls have still to move."""
    game = table(f"turn 4 Ann begin | 5: 2 ghouls@Ann declined | {SIX}")
    game = after(game, Pick(0))
    assert "decline" not in listed(game)
    assert refusal(game, Decline()) == "you can only go into decline at the start of your turn"


def test_no_decline_once_declined_ghouls_have_readied() -> None:
    """Conquests by Ghouls are conquests of that turn (ruling D5)."""
    game = table("turn 4 Ann begin | 5: 2 ghouls@Ann declined | 21: 2 ratmen+merchant@Ann")
    assert "decline" in listed(game)
    game = redeploy(finish(ready(game, "ghouls")))
    assert {each.partition(":")[0] for each in listed(game)} == {"ready", "attempt"}
    assert refusal(game, Decline()) == "you can only go into decline at the start of your turn"


def test_without_an_active_race_there_is_nothing_to_put_in_decline() -> None:
    """Between two races one picks."""
    game = table(f"turn 4 Ann begin | 5: 1 orcs@Ann declined | {SIX}")
    assert refusal(game, Decline()) == "Ann has no active race"


def test_a_declined_race_pays_in_later_turns_too() -> None:
    """Left-over tokens go on scoring beside the new race."""
    game = finish_turn(ready(table(f"{RATS} | 21: 1 elves@Ann declined"), "ratmen"))
    assert game.sheet is not None
    assert [(line.key, line.amount) for line in game.sheet.lines] == [("regions", 2), ("merchant", 2), ("declined", 1)]


# A race without a token on the map.


def test_a_race_without_a_token_declines_and_is_gone() -> None:
    """Nothing is left to flip: its banner goes back at once (ruling D3), its tokens in hand to the tray."""
    game = after(table("turn 4 Ann begin | hand ratmen+merchant@Ann 3"), Decline())
    assert races(game) == []
    assert (game.returned, game.discards, game.tray["ratmen"]) == (("ratmen",), ("merchant",), 13)
    assert coins(game) == ""


def test_a_race_without_a_token_still_drives_the_older_one_out() -> None:
    """It declines like any other, so the older race in decline leaves (ruling D2)."""
    game = after(table("turn 4 Ann begin | hand ratmen+merchant@Ann 3 | 20: 1 elves@Ann declined"), Decline())
    assert races(game) == []
    assert game.returned == ("elves", "ratmen")


def test_who_has_lost_everything_does_not_pick_at_once() -> None:
    """The decline is the whole turn: the pick comes with the next one (ruling D1)."""
    game = after(table(f"turn 4 Ann begin | hand ratmen+merchant@Ann 3 | {SIX}"), Decline())
    assert refusal(game, Pick(0)).startswith("not now")


# Decline after a turn of conquests.

STOUT = "turn 4 Ann begin | 5: 3 ratmen+stout@Ann | 20: 1 elves@Ann declined"


def test_a_late_decline_follows_the_scoring() -> None:
    """Conquests, redeployment and scoring first, then one token stays in each region (appendix II, Stout)."""
    game = redeploy(finish(conquer(ready(table(STOUT), "ratmen"), 10)))
    assert coins(game) == "regions 2, declined 1"
    before = game.seats[0].coins
    game = after(game, Accept(decline=True))
    assert (lies(game, 5), lies(game, 10)) == ("1 ratmen@Ann declined", "1 ratmen@Ann declined")
    assert game.seats[0].coins == before + 3
    assert (game.turn.seat, game.turn.stage) == (1, "begin")


def test_a_late_decline_drives_the_older_race_out_after_it_has_scored() -> None:
    """The older race scores a last time, then leaves (ruling D8)."""
    game = after(redeploy(finish(ready(table(STOUT), "ratmen"))), Accept(decline=True))
    assert races(game) == ["ratmen"]
    assert game.returned == ("elves",)


def test_a_late_decline_is_optional() -> None:
    """ "You may": the sheet can be accepted without it (appendix II, Stout)."""
    game = redeploy(finish(ready(table(STOUT), "ratmen")))
    assert listed(game) == {"accept", "accept:decline"}
    assert lies(after(game, Accept()), 5) == "3 ratmen+stout@Ann"


def test_who_may_decline_late_may_decline_early_too() -> None:
    """The ordinary decline is open to all, and cannot be followed by another."""
    game = after(table(STOUT), Decline())
    assert listed(game) == {"accept"}
    assert refusal(game, Accept(decline=True)) == "only a race whose power allows it can go into decline after scoring"


def test_a_decline_may_be_entered_as_it_was_played() -> None:
    """The table is right: what it did can be entered, though the rules are against it."""
    game = conquer(ready(table(RATS), "ratmen"), 4)
    with pytest.raises(Refused) as caught:
        decide(game, Decline())
    assert caught.value.overridable
    events = decide(game, Decline(), as_played=True)
    for event in events:
        game = event.apply(game)
    assert lies(game, 4) == "1 ratmen@Ann declined"
    assert game.turn.stage == "score"


def test_one_cannot_pass_with_a_race() -> None:
    """Passing is for players without a race and without a combo to pick."""
    assert refusal(table(RATS), Finish()) == "not now: Ann is starting their turn"


def test_a_discarded_badge_takes_its_memory_along() -> None:
    """Nothing is remembered for a power that is no longer there."""
    game = table("turn 4 Ann begin | 5: 1 halflings+wealthy@Ann | memo halflings@Ann wealthy.paid 1")
    game = after(game, SetBand(band(game, "halflings").id, memo={"halflings.dug": 2}), Decline())
    assert band(game, "halflings").memo == {"halflings.dug": 2}
