"""Hordes of: tokens that are as good as the race's own, among them a region that they hold alone."""

from __future__ import annotations

import pytest

from companion.rules import hooks, notation, score
from companion.rules.commands import Accept, Conquer, Decline, SetBand, SetRegion
from companion.rules.model import Game, Marker
from tests.rules.moves import band, finish, form, picked, place, placing, ready, redeploy, roll
from tests.rules.position import after, bill, coins, conquer, lies, listed, refusal, region, table, ways

HORDES = "turn 3 Ann conquer | 7: 1 ratmen+hordes-of@Ann | hand ratmen+hordes-of@Ann"
TWO = {"hordes-of": 2}


def crowd(game: Game, race: str = "ratmen") -> int:
    """The Hordes tokens that the Ratmen, or another race, have in hand."""
    return hooks.in_hand(game, band(game, race), "hordes")


def test_hordes_of_brings_five_tokens_and_two_hordes() -> None:
    """Hordes of: 5 on the badge, and 2 Hordes tokens (expansion sheet, Hordes of; badges)."""
    game = picked("ratmen+hordes-of")
    assert (band(game, "ratmen").hand, crowd(game)) == (13, 2)


def test_a_horde_counts_as_a_token_in_attack() -> None:
    """Hordes of: exactly as if they were additional race tokens (expansion sheet, Hordes of)."""
    game = after(table(f"{HORDES} 5"), Conquer(region(2), boosts={"hordes-of": 1}))
    assert (lies(game, 2), crowd(game)) == ("1 ratmen+hordes-of@Ann [hordes]", 1)


def test_hordes_that_are_not_asked_stay_in_hand() -> None:
    """Hordes of: you may use them (expansion sheet, Hordes of)."""
    game = conquer(table(f"{HORDES} 5"), 2)
    assert (lies(game, 2), crowd(game)) == ("2 ratmen+hordes-of@Ann", 2)


@pytest.mark.parametrize("count", [-1, 3])
def test_no_more_hordes_are_lost_than_there_are(count: int) -> None:
    """Hordes of: two of them (expansion sheet, Hordes of; Putting right)."""
    wrong = SetBand(1, memo={"hordes-of.lost": count})
    assert refusal(table(f"{HORDES} 5"), wrong) == "hordes-of.lost cannot have that value"


def test_hordes_alone_take_a_region() -> None:
    """Hordes of: as good as race tokens, so none of those is needed (ruling G23)."""
    game = after(table(f"{HORDES} 0"), Conquer(region(2), boosts=TWO))
    assert (lies(game, 2), game.grounds["r02"].band) == ("0 ratmen+hordes-of@Ann [hordes hordes]", 1)


def test_hordes_alone_hold_a_region_for_a_coin() -> None:
    """Hordes of: the region is theirs (ruling G23)."""
    assert coins(table("turn 3 Ann score | 7: 1 ratmen+hordes-of@Ann | 2: 0 ratmen@Ann [hordes]")) == "regions 2"


def test_a_table_may_want_a_token_beside_each_horde() -> None:
    """Hordes of: with the option a race token goes along (ruling G23, table option)."""
    game = table(f"{HORDES} 5 | option hordes-alone=accompanied")
    assert lies(after(game, Conquer(region(2), boosts={"hordes-of": 1})), 2) == "1 ratmen+hordes-of@Ann [hordes]"


def test_with_that_option_hordes_alone_take_nothing() -> None:
    """Hordes of: accompanied, as the fan wiki has it (ruling G23, table option)."""
    assert listed(table(f"{HORDES} 0 | option hordes-alone=accompanied")) == {"finish"}


@pytest.mark.parametrize(("lost", "most"), [(0, 2), (1, 1)])
def test_lost_hordes_are_not_placed_again(lost: int, most: int) -> None:
    """Hordes of: what has gone to the box stays there."""
    game = table(f"turn 3 Ann redeploy | 7: 3 ratmen+hordes-of@Ann | memo ratmen@Ann hordes-of.lost {lost}")
    assert form(game, "place:hordes").total == most


def test_when_both_hordes_are_lost_there_is_nothing_to_place() -> None:
    """Hordes of: what has gone to the box stays there."""
    game = table("turn 3 Ann redeploy | 7: 3 ratmen+hordes-of@Ann | memo ratmen@Ann hordes-of.lost 2")
    assert "place:hordes" not in listed(game)


RAIDED = "turn 3 Ann conquer | 6: 1 elves+hill@Ann | hand elves+hill@Ann 9 | 14: 1 ratmen+hordes-of@Ben"


def test_hordes_defend_like_tokens() -> None:
    """Hordes of: exactly as race tokens (expansion sheet, Hordes of)."""
    game = table(f"{RAIDED} | 7: 2 ratmen@Ben [hordes]")
    assert bill(game, 7) == "2 + 2 defenders + 1 Hordes token = 5"


def test_a_horde_falls_before_a_race_token() -> None:
    """Hordes of: one of them is the token that is lost (our own reading; M6)."""
    game = conquer(table(f"{RAIDED} | 7: 2 ratmen@Ben [hordes]"), 7)
    ratmen = band(game, "ratmen")
    assert (ratmen.withdrawn, ratmen.memo, game.turn.returned) == (2, {"hordes-of.lost": 1}, ())


def test_the_other_horde_withdraws() -> None:
    """Hordes of: one token is lost, the others go back on the map (Enemy Losses and Withdrawals)."""
    game = conquer(table(f"{RAIDED} | 7: 1 ratmen@Ben [hordes hordes]"), 7)
    assert game.turn.returned == ((band(game, "ratmen").id, "hordes", 1),)


def test_a_lone_horde_is_lost_with_its_region() -> None:
    """Hordes of: a single defending token is discarded (Enemy Losses and Withdrawals)."""
    game = conquer(table(f"{RAIDED} | 7: 0 ratmen@Ben [hordes]"), 7)
    assert (lies(game, 7), crowd(game)) == ("3 elves+hill@Ann", 1)


def test_a_region_held_by_hordes_is_not_empty() -> None:
    """Hordes of: race tokens lie there (base rules, appendix II: non-empty)."""
    game = conquer(table(f"{RAIDED} | 7: 0 ratmen@Ben [hordes]".replace("elves+hill", "elves+pillaging")), 7)
    assert coins(game) == "regions 2, pillaging 1"


def test_sorcerers_may_replace_a_lone_horde() -> None:
    """Hordes of: 1 of the opponent's active tokens, alone in its region (base rules, Sorcerers)."""
    line = f"{RAIDED} | 7: 0 ratmen@Ben [hordes]".replace("elves", "sorcerers")
    game = conquer(table(line), 7, way="sorcerers")
    assert (lies(game, 7), crowd(game)) == ("1 sorcerers+hill@Ann", 1)


def test_a_horde_beside_a_token_keeps_sorcerers_off() -> None:
    """Hordes of: two tokens stand there (base rules, Sorcerers)."""
    line = f"{RAIDED} | 7: 1 ratmen@Ben [hordes]".replace("elves", "sorcerers")
    assert ways(table(line), 7) == ["ordinary"]


def test_elves_of_a_horde_lose_nothing() -> None:
    """Hordes of, Elves: nobody dies in a conquest (base rules, Elves; expansion sheet, Hordes of)."""
    line = "turn 3 Ann conquer | 6: 1 orcs+hill@Ann | hand orcs+hill@Ann 9 | 14: 1 elves+hordes-of@Ben"
    game = conquer(table(f"{line} | 7: 1 elves@Ben [hordes]"), 7)
    elves = band(game, "elves")
    assert (elves.withdrawn, elves.memo, game.turn.returned) == (1, {}, ((elves.id, "hordes", 1),))


LEAVING = "turn 3 Ann begin | 7: 2 ratmen+hordes-of@Ann [hordes] | 2: 0 ratmen@Ann [hordes]"


def test_hordes_are_taken_up_with_the_troops() -> None:
    """Hordes of: those that are not needed to hold a region come to hand (Ready your Troops)."""
    game = ready(table(LEAVING), "ratmen")
    assert (lies(game, 7), lies(game, 2), crowd(game)) == (
        "1 ratmen+hordes-of@Ann", "0 ratmen+hordes-of@Ann [hordes]", 1,
    )  # fmt: skip


def test_a_region_of_hordes_alone_may_be_abandoned() -> None:
    """Hordes of: leaving none there (Abandoning a Region)."""
    game = ready(table(LEAVING), "ratmen", {2: 0})
    assert (lies(game, 2), crowd(game)) == ("nothing", 2)


def test_hordes_stay_beside_their_tokens_if_wanted() -> None:
    """Hordes of: more may stay than needed, tokens first (Ready your Troops)."""
    assert lies(ready(table(LEAVING), "ratmen", {7: 3}), 7) == "2 ratmen+hordes-of@Ann [hordes]"


def test_hordes_in_decline_are_gone_with_what_they_held() -> None:
    """Hordes of: they disappear (expansion sheet, Hordes of); what they held alone is given up (ruling M6)."""
    game = after(table(LEAVING), Decline())
    assert (lies(game, 7), lies(game, 2)) == ("1 ratmen@Ann declined", "nothing")


def test_a_lair_goes_with_the_hordes_that_held_its_region() -> None:
    """Hordes of: what they held alone is given up in decline (ruling M6), and a Lair stays with its Trolls."""
    line = "turn 3 Ann begin | 7: 1 trolls+hordes-of@Ann [lair] | 2: 0 trolls@Ann [hordes lair]"
    assert lies(after(table(line), Decline()), 2) == "nothing"


def test_a_token_may_leave_a_region_to_a_horde() -> None:
    """Hordes of: one body in each region will do (Troop Redeployment; ruling G23)."""
    game = finish(table("turn 3 Ann conquer | 7: 1 ratmen+hordes-of@Ann [hordes] | 2: 1 ratmen@Ann"))
    assert lies(redeploy(game, {7: 0, 2: 2}), 7).startswith("0 ratmen")


def test_hordes_are_placed_with_the_troops() -> None:
    """Hordes of: redeployed as race tokens are (expansion sheet, Hordes of)."""
    game = place(finish(table(f"{HORDES} 3 | 2: 1 ratmen@Ann")), "hordes", {2: 2})
    assert lies(game, 2) == "1 ratmen+hordes-of@Ann [hordes hordes]"


def test_hordes_that_nobody_placed_stand_by_themselves() -> None:
    """Hordes of: no token stays in hand while the race holds a region (ruling L13)."""
    game = redeploy(finish(table(f"{HORDES} 3 | 2: 1 ratmen@Ann")))
    assert sorted(game.pieces("hordes")) == ["r02", "r07"]


def test_kobold_hordes_hold_a_region_by_two() -> None:
    """Hordes of, Kobolds: a Kobold and a Hordes token are two (ruling G23)."""
    line = "turn 3 Ann conquer | 7: 2 kobolds+hordes-of@Ann | hand kobolds+hordes-of@Ann 1"
    game = after(table(line), Conquer(region(2), boosts={"hordes-of": 1}))
    assert lies(game, 2) == "1 kobolds+hordes-of@Ann [hordes]"


def test_hordes_may_try_with_the_die() -> None:
    """Hordes of: a Hordes token in hand is an unused token (Final Conquest Attempt)."""
    game = table(f"{HORDES} 0 | 12: 1 orcs@Ben declined")
    tried = after(game, Conquer(region(12), die=True, boosts=TWO))
    assert lies(roll(tried, 1), 12) == "0 ratmen+hordes-of@Ann [hordes hordes]"


def test_hordes_count_in_a_tie() -> None:
    """Hordes of: race tokens on the board (End of the game; D14)."""
    game = table("turn 10 Ann score | 7: 2 ratmen+hordes-of@Ann [hordes] | 2: 0 ratmen@Ann [hordes]")
    assert score.tokens_on_board(game, 0) == 4


def test_a_region_of_hordes_can_be_corrected() -> None:
    """Hordes of: the cardboard is right, also where a Hordes token stands alone (Corrections)."""
    game = table("turn 3 Ann begin | 7: 2 ratmen+hordes-of@Ann")
    game = after(game, SetRegion(region(2), 1, 0, 0, (Marker("hordes", 1),)))
    assert (lies(game, 2), game.grounds["r02"].band) == ("0 ratmen+hordes-of@Ann [hordes]", 1)


def test_a_position_with_hordes_is_written_and_read() -> None:
    """Notation: a region without a token is held by the piece in its brackets."""
    game = table(LEAVING)
    assert table(notation.write(game)) == game


def test_where_the_last_horde_leaves_a_token_comes() -> None:
    """Hordes of: no region is emptied while redeploying, but troops move freely (Troop Redeployment)."""
    game = finish(table("turn 3 Ann conquer | 7: 3 ratmen+hordes-of@Ann | 2: 0 ratmen@Ann [hordes hordes]"))
    game = place(game, "hordes", {7: 2})
    assert (lies(game, 2), lies(game, 7)) == ("1 ratmen+hordes-of@Ann", "2 ratmen+hordes-of@Ann [hordes hordes]")


def test_hordes_that_hold_a_region_stay_where_there_is_no_token() -> None:
    """Hordes of: a region is not emptied while redeploying (ruling C10)."""
    game = finish(table("turn 3 Ann conquer | 7: 1 ratmen+hordes-of@Ann | 2: 0 ratmen@Ann [hordes hordes]"))
    assert refusal(game, placing("hordes", {7: 2})) == "region 2 takes 1 to 2"


def test_no_more_hordes_go_along_than_a_region_takes() -> None:
    """Hordes of: a coast that costs Tritons 1 takes a single one; with two the price would be below nothing."""
    game = table("turn 3 Ann conquer | 7: 1 tritons+hordes-of@Ann | hand tritons+hordes-of@Ann 5")
    taking = {offer for offer in listed(game) if offer.startswith("conquer:r02:")}
    assert taking == {"conquer:r02:ordinary", "conquer:r02:ordinary:hordes-of=1"}


def test_hordes_of_kobolds_that_are_too_few_may_be_placed() -> None:
    """Hordes of, Kobolds: the two pieces may go where they stand, though no region but that one has two (ruling G8)."""
    line = "turn 3 Ann redeploy | 7: 1 kobolds+hordes-of@Ann | 12: 1 kobolds@Ann | 2: 0 kobolds@Ann [hordes hordes]"
    game = place(table(f"{line} | option kobolds-ready=single"), "hordes", {2: 2})
    assert lies(redeploy(game), 2) == "0 kobolds+hordes-of@Ann [hordes hordes]"


def test_hordes_of_kobolds_change_places_with_tokens() -> None:
    """Hordes of, Kobolds: troops move freely as long as two stand in each region (Troop Redeployment; ruling G7)."""
    line = "turn 3 Ann redeploy | 7: 2 kobolds+hordes-of@Ann | 2: 0 kobolds@Ann [hordes hordes]"
    game = redeploy(place(table(line), "hordes", {7: 2}), {7: 0, 2: 2})
    assert (lies(game, 7), lies(game, 2)) == (
        "0 kobolds+hordes-of@Ann [hordes hordes]", "2 kobolds+hordes-of@Ann",
    )  # fmt: skip


def test_a_behemoth_may_stay_with_hordes_alone() -> None:
    """Hordes of, Behemoth (Ghosts may have both): Hordes go with it like a race token (expansion sheet, Hordes of)."""
    line = "turn 3 Ann redeploy | 7: 3 ratmen+behemoth+hordes-of@Ann | 2: 0 ratmen@Ann [behemoth hordes]"
    game = place(table(line), "behemoth", {2: 1, 7: 1})
    assert lies(game, 2) == "0 ratmen+behemoth+hordes-of@Ann [hordes behemoth]"


def test_hordes_of_barbarians_stay_where_they_are() -> None:
    """Hordes of, Barbarians: race tokens are not redeployed, nor what is as good as one (ruling M28)."""
    game = table("turn 3 Ann redeploy | 7: 3 barbarians+hordes-of@Ann | 2: 0 barbarians@Ann [hordes hordes]")
    assert listed(game) == {"redeploy"}


def test_hordes_of_barbarians_in_hand_wait_there() -> None:
    """Hordes of, Barbarians: what is left in hand comes to no region (rulings L1, M28)."""
    game = redeploy(table("turn 3 Ann redeploy | 7: 3 barbarians+hordes-of@Ann"))
    assert (lies(game, 7), crowd(game, "barbarians")) == ("3 barbarians+hordes-of@Ann", 2)


def test_hordes_of_pixies_stand_one_by_one() -> None:
    """Hordes of, Pixies: of all that is as good as a Pixie one stays in each region (ruling M28)."""
    game = redeploy(table("turn 3 Ann redeploy | 7: 1 pixies+hordes-of@Ann | 2: 0 pixies@Ann [hordes hordes]"))
    assert (lies(game, 2), lies(game, 7)) == ("0 pixies+hordes-of@Ann [hordes]", "1 pixies+hordes-of@Ann")


def test_a_pixie_leaves_a_region_to_a_horde() -> None:
    """Hordes of, Pixies: where a Hordes token stands the Pixie waits off the map (ruling M28)."""
    game = redeploy(place(table("turn 3 Ann redeploy | 7: 2 pixies+hordes-of@Ann"), "hordes", {7: 1}))
    assert (lies(game, 7), band(game, "pixies").aside) == ("0 pixies+hordes-of@Ann [hordes]", 2)


def test_hordes_driven_out_wait_with_their_pixies() -> None:
    """Hordes of, Pixies: they go to no other region, as Pixies do not (rulings G10, M28)."""
    line = "turn 3 Ann score | 6: 1 elves+hill@Ann | 7: 1 pixies+hordes-of@Ben | 2: 1 pixies@Ben"
    game = table(f"{line} | returned pixies@Ben hordes 1")
    assert crowd(after(game, Accept()), "pixies") == 2
