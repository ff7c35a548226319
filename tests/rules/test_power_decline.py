"""The special powers that change a decline: Seafaring, Spirit, Stout."""

from __future__ import annotations

import pytest

from companion.rules.commands import Accept, Conquer, Decline
from tests.rules.moves import band, finish, finish_turn, ready, readying, redeploy
from tests.rules.position import after, bill, coins, conquer, lies, listed, refusal, region, table

# Seafaring.

SEA = "turn 3 Ann conquer | 2: 1 ratmen+seafaring@Ann | 7: 1 ratmen@Ann | hand ratmen@Ann 9"


@pytest.mark.parametrize("number", [1, 8], ids=["sea", "lake"])
def test_seas_and_lake_are_empty_regions_to_a_seafaring_race(number: int) -> None:
    """It may conquer them, considering them as empty regions (Seafaring): F19."""
    assert bill(table(SEA), number) == "2"


@pytest.mark.parametrize(("number", "terrain"), [(1, "sea"), (8, "lake")])
def test_nobody_else_conquers_water(number: int, terrain: str) -> None:
    """Seas and Lakes cannot usually be conquered (Conquering a Region)."""
    game = table(SEA.replace("seafaring", "hill"))
    assert refusal(game, Conquer(region(number))) == f"a {terrain} cannot be conquered without the right power"


def test_each_water_scores_like_a_region() -> None:
    """3 regions, 1 coin each (Seafaring): F19."""
    game = table("turn 3 Ann score | 1: 1 ratmen+seafaring@Ann | 8: 1 ratmen@Ann | 23: 1 ratmen@Ann")
    assert coins(game) == "regions 3"


def test_a_seafaring_race_may_enter_on_a_sea() -> None:
    """Both Seas touch the board's edge (First Conquest; Seafaring): B7."""
    assert bill(table("turn 1 Ann conquer | hand ratmen+seafaring@Ann 13"), 1) == "2"


def test_a_seafaring_race_does_not_enter_on_the_lake() -> None:
    """The Lake is no border region (First Conquest; Seafaring): B7."""
    game = table("turn 1 Ann conquer | hand ratmen+seafaring@Ann 13")
    assert refusal(game, Conquer(region(8))) == "the first conquest has to enter at the edge of the map"


def test_a_seafaring_race_needs_adjacency() -> None:
    """The far Sea is not next to it (Following Conquests; Seafaring)."""
    assert refusal(table(SEA), Conquer(region(23))) == "not next to the Ratmen"


def test_a_seafaring_race_goes_on_across_the_lake() -> None:
    """What borders its Lake is next to it (Following Conquests; Seafaring)."""
    assert bill(conquer(table(SEA), 8), 14) == "2"


def test_others_enter_by_a_shore_where_a_seafaring_race_lies() -> None:
    """A shore on an edge Sea is a border region even if the Sea is occupied (First Conquest): B1."""
    game = table("turn 3 Ben conquer | 23: 1 ratmen+seafaring@Ann | hand orcs+hill@Ben 9")
    assert bill(game, 22) == "2"


def test_water_is_not_empty_when_another_seafaring_race_is_there() -> None:
    """Its tokens defend it as anywhere (Seafaring; Conquering a Region): F20."""
    game = table("turn 5 Ben conquer | 1: 1 elves@Ann declined | 2: 1 ratmen+seafaring@Ben | hand ratmen@Ben 9")
    assert bill(game, 1) == "2 + 1 defender = 3"


def test_nobody_else_drives_a_seafaring_race_off_the_sea() -> None:
    """Only Seafaring races may occupy the Seas and the Lake (Seafaring): F20."""
    game = table("turn 4 Ben conquer | 1: 1 ratmen+seafaring@Ann | 2: 1 orcs+hill@Ben | hand orcs@Ben 9")
    assert refusal(game, Conquer(region(1))) == "a sea cannot be conquered without the right power"


def test_water_is_kept_in_decline() -> None:
    """You keep these regions once you go into decline, and go on scoring for them (Seafaring): F20."""
    game = after(table("turn 4 Ann begin | 1: 2 ratmen+seafaring@Ann | 2: 1 ratmen@Ann"), Decline())
    assert (lies(game, 1), coins(game)) == ("1 ratmen+seafaring@Ann declined", "declined 2")


# Spirit.

DECLINING = "turn 5 Ann begin | 2: 3 ratmen+{power}@Ann"


def test_a_spirit_race_joins_a_race_in_decline() -> None:
    """It does not count toward the limit of one race in decline: both stay (Spirit): D10."""
    game = after(table(f"{DECLINING.format(power='spirit')} | 7: 1 elves@Ann declined"), Decline())
    assert coins(game) == "declined 1, declined 1"


def test_another_race_joins_a_spirit_race_in_decline() -> None:
    """Whichever declined first, Spirit and one other may be in decline (Spirit): D10."""
    game = after(table(f"{DECLINING.format(power='hill')} | 7: 1 elves+spirit@Ann declined"), Decline())
    assert (lies(game, 7), lies(game, 2)) == ("1 elves+spirit@Ann declined", "1 ratmen@Ann declined")


def test_without_spirit_the_older_race_leaves() -> None:
    """One race in decline at a time (Entering Into Decline): D7."""
    game = after(table(f"{DECLINING.format(power='hill')} | 7: 1 elves@Ann declined"), Decline())
    assert (lies(game, 7), lies(game, 2)) == ("nothing", "1 ratmen@Ann declined")


def test_a_third_race_sends_the_other_one_away() -> None:
    """Spirits stay on the board, although the other race in decline disappears (Spirit): D10."""
    line = f"{DECLINING.format(power='hill')} | 7: 1 elves+spirit@Ann declined | 12: 1 orcs@Ann declined"
    game = after(table(line), Decline())
    assert [lies(game, number) for number in (7, 12, 2)] == [
        "1 elves+spirit@Ann declined",
        "nothing",
        "1 ratmen@Ann declined",
    ]


def test_a_second_spirit_race_stays_as_well() -> None:
    """The badge may come back: each Spirit race is exempt (Spirit): D12."""
    line = f"{DECLINING.format(power='spirit')} | 7: 1 elves+spirit@Ann declined | 12: 1 orcs@Ann declined"
    assert coins(after(table(line), Decline())) == "declined 1, declined 1, declined 1"


def test_spirits_leave_by_conquest_only() -> None:
    """They do take losses from opponents' conquests (Spirit)."""
    game = table("turn 6 Ben conquer | 7: 1 elves+spirit@Ann declined | 12: 1 orcs+hill@Ben | hand orcs@Ben 5")
    game = conquer(game, 7)
    assert (game.tray["elves"], game.returned, game.discards) == (11, ("elves",), ("spirit",))


def test_an_active_spirit_race_has_no_benefit() -> None:
    """The power speaks of the decline (Spirit)."""
    assert coins(table("turn 5 Ann score | 2: 3 ratmen+spirit@Ann")) == "regions 1"


def test_opponents_declined_races_are_their_own_affair() -> None:
    """The limit is one race in decline for each player (Entering Into Decline)."""
    game = after(table(f"{DECLINING.format(power='hill')} | 7: 1 elves@Ben declined"), Decline())
    assert lies(game, 7) == "1 elves@Ben declined"


# Stout.

STOUT = "turn 5 Ann score | 2: 3 ratmen+stout@Ann | 3: 1 ratmen@Ann | 7: 1 elves@Ann declined"


def test_a_stout_race_may_decline_after_scoring() -> None:
    """At the end of a regular turn of conquests (Stout): D8."""
    game = after(table(STOUT), Accept(decline=True))
    assert lies(game, 2) == "1 ratmen@Ann declined"


def test_a_stout_race_scores_in_full_before() -> None:
    """After scoring: 2 active regions and 1 of the race that then leaves (Stout): D8."""
    game = after(table(STOUT), Accept(decline=True))
    assert (game.seats[0].coins, lies(game, 7)) == (5 + 3, "nothing")


def test_a_stout_race_scores_its_bonus_too() -> None:
    """It was active when the turn was scored (Stout): D8."""
    game = after(table("turn 5 Ann score | 2: 3 wizards+stout@Ann"), Accept(decline=True))
    assert game.seats[0].coins == 5 + 2


def test_a_stout_race_need_not_decline() -> None:
    """It may (Stout): D8."""
    assert {"accept", "accept:decline"} <= listed(table(STOUT))


def test_after_a_stout_decline_a_combo_is_picked_in_the_next_turn() -> None:
    """No turn is lost: the next one begins with a pick (Stout): D8."""
    column = "giants+hill, elves+forest, amazons+mounted, humans+swamp, trolls+flying, wizards+merchant"
    line = "turn 5 Ann score | 2: 3 ratmen+stout@Ann | 12: 3 orcs+berserk@Ben"
    game = after(table(f"{line} | column {column}"), Accept(decline=True))
    assert "pick:0" in listed(finish_turn(ready(game, "orcs")))


def test_a_race_without_stout_does_not_decline_after_scoring() -> None:
    """Decline takes an entire turn (Entering Into Decline)."""
    game = table(STOUT.replace("stout", "hill"))
    words = "only a race whose power allows it can go into decline after scoring"
    assert refusal(game, Accept(decline=True)) == words


def test_others_do_not_decline_in_a_turn_of_conquests() -> None:
    """The player can make no conquest during the turn of decline (Entering Into Decline)."""
    game = conquer(table("turn 5 Ann conquer | 2: 1 ratmen+hill@Ann | hand ratmen@Ann 4"), 3)
    assert "decline" not in listed(finish(game))


def test_a_stout_race_may_also_decline_at_the_start() -> None:
    """ "May" leaves the usual decline open, which takes the turn (Stout; Entering Into Decline)."""
    game = after(table("turn 5 Ann begin | 2: 3 ratmen+stout@Ann | 3: 1 ratmen@Ann"), Decline())
    assert (coins(game), listed(game)) == ("declined 2", {"accept"})


def test_a_stout_race_joins_spirits_in_decline() -> None:
    """The Spirit race does not count, so both stay (Stout; Spirit): D9."""
    game = after(table(STOUT.replace("elves@Ann", "elves+spirit@Ann")), Accept(decline=True))
    assert (lies(game, 2), lies(game, 7)) == ("1 ratmen@Ann declined", "1 elves+spirit@Ann declined")


def test_a_stout_race_that_conquered_declines_with_one_token_each() -> None:
    """After conquests, redeployment and scoring one token stays in each region (Stout; Entering Into Decline)."""
    game = conquer(table("turn 5 Ann conquer | 2: 1 ratmen+stout@Ann | hand ratmen@Ann 5"), 3)
    game = finish_turn(game, decline=True)
    assert (lies(game, 2), lies(game, 3)) == ("1 ratmen@Ann declined", "1 ratmen@Ann declined")


def test_stout_ghouls_stay_in_full_and_conquer_next_turn() -> None:
    """They decline after their turn, and in the next one may go on (Stout; Ghouls)."""
    game = after(table("turn 5 Ann score | 2: 3 ghouls+stout@Ann | 7: 1 orcs+hill@Ben"), Accept(decline=True))
    assert (lies(game, 2), band(game, "ghouls").declined) == ("3 ghouls@Ann declined", True)


def test_a_stout_race_pays_its_conquests_before_it_declines() -> None:
    """Full scoring, what was conquered this turn included (Stout; Orcs): D8."""
    game = conquer(table("turn 5 Ann conquer | 2: 1 orcs+stout@Ann | hand orcs@Ann 5 | 3: tribe"), 3)
    assert finish_turn(game, decline=True).seats[0].coins == 5 + 3


def test_a_declined_stout_race_readies_no_troops() -> None:
    """Declined is declined (Entering Into Decline)."""
    game = table("turn 6 Ann begin | 2: 1 ratmen@Ann declined")
    assert refusal(game, readying(game, "ratmen")) == "the Ratmen cannot be picked up now"


def test_stout_is_for_a_regular_turn_of_conquests() -> None:
    """A turn spent on declining has no second decline (Stout): D8."""
    game = after(table("turn 5 Ann begin | 2: 3 ratmen+stout@Ann"), Decline())
    assert refusal(game, Accept(decline=True)) == "only a race whose power allows it can go into decline after scoring"


def test_a_turn_without_any_conquest_is_a_regular_one() -> None:
    """A turn of conquests asks for none to be made (Stout; Expanding through new Conquests): B16."""
    game = redeploy(table("turn 5 Ann redeploy | 2: 3 ratmen+stout@Ann"))
    assert "accept:decline" in listed(game)
