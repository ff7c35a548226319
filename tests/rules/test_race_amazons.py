"""Amazons: four tokens that attack and never defend."""

from __future__ import annotations

from companion.rules.commands import Accept, Decline, Redeploy
from companion.rules.score import tokens_on_board
from tests.rules.moves import attempt, band, finish, form, picked, ready, redeploy
from tests.rules.position import after, bill, coins, conquer, lies, refusal, table

OUT = "turn 2 Ann redeploy | 2: 3 amazons+commando@Ann | 7: 2 amazons@Ann | hand amazons@Ann 4"


def test_amazons_begin_with_four_more() -> None:
    """The banner's 6, the +4 on it and the badge's 4 (Amazons): E1."""
    assert band(picked("amazons+commando"), "amazons").hand == 14


def test_the_largest_badge_brings_all_the_amazons_of_the_box() -> None:
    """6, 4 and 5 are the 15 tokens of the box (Amazons; Components): E1."""
    game = picked("amazons+flying")
    assert (band(game, "amazons").hand, game.tray["amazons"]) == (15, 0)


def test_the_four_amazons_attack_with_the_others() -> None:
    """They may be used for conquest (Amazons)."""
    game = table("turn 1 Ann conquer | hand amazons+merchant@Ann 12 | 2: 9 orcs+hill@Ben")
    assert lies(conquer(game, 2), 2) == "11 amazons+merchant@Ann"


def test_four_amazons_come_off_after_redeployment() -> None:
    """At the end of the redeployment four are removed from the map (Amazons)."""
    assert band(redeploy(table(OUT)), "amazons").aside == 4


def test_one_amazon_must_stay_in_each_region_if_it_can() -> None:
    """At least one is left in each region as long as that is possible (Amazons)."""
    game = table(OUT)
    assert refusal(game, Redeploy({"r02": 4, "r07": 0})) == "region 7 takes 1 to 4"


def test_the_four_come_off_even_if_regions_are_given_up() -> None:
    """Four must come off although that abandons a region conquered this turn (Amazons): E2."""
    game = table(
        "turn 2 Ann redeploy | 2: 2 amazons+commando@Ann | 3: 1 amazons@Ann | 7: 1 amazons@Ann | 12: 1 amazons@Ann"
    )
    assert coins(redeploy(game, {2: 1, 3: 0, 7: 0, 12: 0})) == "regions 1"


def test_amazons_too_few_for_all_regions_stand_one_by_one() -> None:
    """Where not all regions can keep one, as many as can do: none is left so that two stand elsewhere (Amazons)."""
    game = table("turn 2 Ann redeploy | 2: 2 amazons+commando@Ann | 3: 2 amazons@Ann | 7: 2 amazons@Ann")
    assert refusal(game, Redeploy({"r02": 2, "r03": 0, "r07": 0})) == "region 2 takes 0 to 1"


def test_the_form_proposes_amazons_that_add_up() -> None:
    """What the redeployment proposes leaves the four out (Amazons)."""
    game = table("turn 2 Ann redeploy | 2: 7 amazons+commando@Ann | 3: 1 amazons@Ann | 7: 1 amazons@Ann")
    assert sum(slot.start for slot in form(game, "redeploy").slots) == 5


def test_pieces_in_a_region_amazons_give_up_are_taken_off() -> None:
    """An abandoned region keeps no Fortress (Fortified; Amazons)."""
    game = table("turn 2 Ann redeploy | 2: 2 amazons+fortified@Ann | 3: 2 amazons@Ann | 7: 2 amazons@Ann [fortress]")
    assert lies(redeploy(game, {2: 1, 3: 1, 7: 0}), 7) == "nothing"


def test_the_four_return_as_the_next_turn_begins() -> None:
    """They are taken back in hand when the troops are readied (Amazons)."""
    game = after(table("turn 2 Ben score | 2: 3 amazons+commando@Ann | aside amazons@Ann 4"), Accept())
    assert (band(game, "amazons").hand, band(game, "amazons").aside) == (4, 0)


def test_readied_amazons_have_the_four_besides_the_surplus() -> None:
    """The four and what exceeds one in each region are in hand (Amazons; Ready your Troops)."""
    game = after(table("turn 2 Ben score | 2: 3 amazons+commando@Ann | aside amazons@Ann 4"), Accept())
    assert band(ready(game, "amazons"), "amazons").hand == 6


def test_the_four_do_not_defend() -> None:
    """Only tokens on the map add to a region's cost (Amazons)."""
    game = table(
        "turn 2 Ben conquer | 7: 1 amazons+commando@Ann | aside amazons@Ann 4 | 12: 1 orcs+hill@Ben | hand orcs@Ben 5"
    )
    assert bill(game, 7) == "2 + 1 defender = 3"


def test_an_attack_cannot_touch_the_four() -> None:
    """A lost region costs a token of those that stood there, none of the four (Amazons)."""
    game = table(
        "turn 2 Ben conquer | 7: 2 amazons+commando@Ann | 2: 1 amazons@Ann | aside amazons@Ann 4"
        " | 12: 1 orcs+hill@Ben | hand orcs@Ben 5"
    )
    lost = band(conquer(game, 7), "amazons")
    assert (lost.withdrawn, lost.aside) == (1, 4)


WIPED_OUT = "turn 3 Ann begin | hand amazons+commando@Ann 4 | 2: tribe"


def test_amazons_with_nothing_but_the_four_enter_again() -> None:
    """They stay active and the four attack as in a first conquest (Amazons): E3."""
    assert lies(conquer(ready(table(WIPED_OUT), "amazons"), 2), 2) == "2 amazons+commando@Ann"


def test_the_four_cannot_hold_what_they_conquer_alone() -> None:
    """They come off again at the end, and the region is nobody's and pays nothing (Amazons): E2, E3."""
    game = redeploy(finish(conquer(ready(table(WIPED_OUT), "amazons"), 2)))
    assert (lies(game, 2), coins(game), band(game, "amazons").aside) == ("nothing", "", 4)


def test_amazons_driven_out_wait_in_hand_beside_the_four() -> None:
    """Survivors without a region enter again next turn, with the four (Enemy Losses & Withdrawals; Amazons)."""
    game = table(
        "turn 2 Ben conquer | 7: 3 amazons+commando@Ann | aside amazons@Ann 4 | 12: 1 orcs+hill@Ben | hand orcs@Ben 6"
    )
    game = after(redeploy(finish(conquer(game, 7))), Accept())
    assert band(game, "amazons").hand == 2 + 4


def test_a_failed_attempt_leaves_the_four_to_come_off() -> None:
    """What the die did not win goes into redeployment, less the four (Amazons; Final Conquest Attempt): L9."""
    game = table("turn 3 Ann conquer | 2: 5 amazons+hill@Ann | hand amazons@Ann 1 | 7: tribe")
    game = redeploy(attempt(game, 7, 0))
    assert (lies(game, 2), band(game, "amazons").aside) == ("2 amazons+hill@Ann", 4)


def test_pillaging_amazons_are_paid_for_a_region_they_had_to_give_up() -> None:
    """The bonus is for the conquest of this turn, the region's own coin for holding it (Pillaging; Amazons): E2."""
    game = table("turn 3 Ann conquer | 2: 1 amazons+pillaging@Ann | hand amazons@Ann 6 | 7: tribe | 3: tribe")
    game = redeploy(finish(conquer(game, 7, 3)), {2: 1, 7: 1, 3: 1})
    assert coins(game) == "regions 3, pillaging 2"


def test_the_four_go_back_to_the_tray_in_decline() -> None:
    """Decline leaves one token in each region and nothing else (Entering Into Decline)."""
    game = after(
        table("turn 3 Ann begin | 2: 3 amazons+commando@Ann | 7: 1 amazons@Ann | hand amazons@Ann 4"), Decline()
    )
    assert (band(game, "amazons").hand, game.tray["amazons"]) == (0, 13)


def test_declined_amazons_defend_with_what_lies_there() -> None:
    """A declined Amazon is one token as any other (Entering Into Decline)."""
    game = table("turn 4 Ben conquer | 7: 1 amazons@Ann declined | 12: 1 orcs+hill@Ben | hand orcs@Ben 5")
    assert bill(game, 7) == "2 + 1 defender = 3"


def test_the_four_do_not_break_a_tie() -> None:
    """The attackers are not counted, whether aside or on the map in the middle of a turn (End of the game): D14."""
    aside = table("turn 3 Ben begin | 2: 3 amazons+commando@Ann | aside amazons@Ann 4")
    on_the_map = table("turn 3 Ann conquer | 2: 7 amazons+commando@Ann")
    assert (tokens_on_board(aside, 0), tokens_on_board(on_the_map, 0)) == (3, 3)
