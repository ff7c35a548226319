"""Small World of Warcraft: the races of the Alliance."""

from __future__ import annotations

import pytest

from companion.rules.commands import Conquer, Conquest, Decline, Pick, PlayTurn
from companion.rules.engine import chances, offers
from companion.rules.model import Game
from tests.rules.isles import COLUMN, isles, purses
from tests.rules.moves import band, form, place, ready, roll
from tests.rules.position import after, bill, conquer, lies, listed, refusal, region

# Draenei.

ATTACKED = "turn 3 Ann conquer | 7: 1 forsaken+explorer@Ann | hand forsaken+explorer@Ann 11 | 8: 2 draenei+farmer@Ben"


def test_the_first_token_that_draenei_would_lose_comes_back() -> None:
    """Draenei: the first token they should discard in an opponent's turn stays with them (Warcraft rules, Draenei)."""
    assert band(conquer(isles(ATTACKED), 8), "draenei").withdrawn == 2


def test_draenei_lose_the_second_one() -> None:
    """Draenei: all following casualties are discarded as usual (Warcraft rules, Draenei)."""
    game = conquer(isles(f"{ATTACKED} | 10: 2 draenei@Ben"), 8, 10)
    assert (band(game, "draenei").withdrawn, game.tray["draenei"]) == (3, 12 - 3)


def test_what_draenei_have_saved_this_turn_can_be_put_right() -> None:
    """Draenei: once in each opponent's turn, which the turn's record knows (Warcraft rules, Draenei)."""
    assert band(conquer(isles(f"{ATTACKED} | used draenei"), 8), "draenei").withdrawn == 1


def test_draenei_in_decline_lose_their_tokens() -> None:
    """Draenei: a race in decline has no power (Warcraft rules, Entering In Decline)."""
    game = conquer(isles(ATTACKED.replace("2 draenei+farmer@Ben", "2 draenei@Ben declined")), 8)
    assert game.tray["draenei"] == 12


def test_draenei_give_up_tokens_at_their_own_decline() -> None:
    """Draenei: in opponents' turns only (Warcraft rules, Draenei)."""
    game = after(isles("turn 3 Ben begin | 8: 3 draenei+farmer@Ben"), Decline())
    assert (lies(game, 8), game.tray["draenei"]) == ("1 draenei@Ben declined", 12 - 1)


def test_draenei_save_nothing_where_the_champion_is_taken() -> None:
    """Draenei: no defending token is discarded with the Champion, so the first loss is still to come (Championing)."""
    led = ATTACKED.replace("draenei+farmer@Ben", "draenei+championing@Ben [champion]")
    game = conquer(isles(f"{led} | 10: 2 draenei@Ben"), 8, 10)
    assert (band(game, "draenei").withdrawn, game.tray["draenei"]) == (4, 12 - 4)


def test_draenei_save_nothing_that_the_chapel_saves() -> None:
    """Draenei: they may call the Holy Light, and keep it while the Chapel saves all (Light's Hope Chapel)."""
    game = conquer(isles(f"{ATTACKED} [chapel] | 10: 2 draenei@Ben"), 8, 10)
    assert (band(game, "draenei").withdrawn, game.tray["draenei"]) == (4, 12 - 4)


# Dwarves.

MINERS = "turn 3 Ann conquer | 8: 1 warcraft-dwarves+explorer@Ann | hand warcraft-dwarves+explorer@Ann 5"


def test_mountains_cost_dwarves_two_less() -> None:
    """Dwarves: 2 and 1 for the mountain, 2 less (Warcraft rules, Dwarves)."""
    assert bill(isles(MINERS), 11) == "2 + 1 mountain − 2 Dwarves = 1"


def test_a_mountain_takes_dwarves_one_token_all_the_same() -> None:
    """Dwarves: with a Blacksmith's saving a minimum of 1 is still required (Warcraft rules, Dwarves)."""
    game = conquer(isles(MINERS.replace("explorer", "blacksmith")), 11)
    assert lies(game, 11) == "1 warcraft-dwarves+blacksmith@Ann"


def test_other_regions_cost_dwarves_what_they_cost() -> None:
    """Dwarves: Mountains only (Warcraft rules, Dwarves)."""
    assert bill(isles(MINERS), 10) == "2"


# Gnomes.

FLIERS = "turn 3 Ann conquer | 8: 1 gnomes+explorer@Ann | hand gnomes+explorer@Ann 3"


def fly(game: Game, number: int, pips: int) -> Game:
    """The game after a flight to a region, with what its die showed."""
    return roll(after(game, Conquer(region(number), "gnomes", die=True)), pips)


def choose(game: Game, answer: str) -> Game:
    """The game after saying whether a flight becomes the final attempt."""
    return after(game, next(offer.command for offer in offers(game, 0) if offer.id.endswith(f":{answer}")))


def test_gnomes_fly_to_any_region_of_any_island() -> None:
    """Gnomes: as though it were adjacent (Warcraft rules, Gnomes)."""
    assert {"attempt:r17:gnomes", "attempt:r12:gnomes", "attempt:r10:gnomes"} <= listed(isles(FLIERS))


def test_a_flight_takes_no_travel_cost() -> None:
    """Gnomes: an Entry Region is treated as adjacent (Warcraft rules, Gnomes)."""
    assert bill(isles(FLIERS), 19, "gnomes") == "2 + 1 travel cost − 1 Gnome = 2"


def test_a_flight_saves_no_travel_cost_that_sailing_saves() -> None:
    """Gnomes: as though it were adjacent, and no cheaper (Warcraft rules, Gnomes; Sailing)."""
    assert bill(isles(FLIERS.replace("explorer", "sailing")), 19, "gnomes") == "2 + 1 travel cost − 1 Sailing = 2"


def test_the_free_die_takes_off_the_price() -> None:
    """Gnomes: 4 less the 1 that was rolled, and the turn goes on (Warcraft rules, Gnomes)."""
    game = fly(isles(f"{FLIERS} | 17: 2 draenei+ranger@Ben"), 17, 1)
    assert (lies(game, 17), game.turn.stage) == ("3 gnomes+explorer@Ann", "conquer")


def test_a_flight_takes_a_token_all_the_same() -> None:
    """Gnomes: 2 less 3, and at least 1 (Warcraft rules, Conquering a Region: Important Note)."""
    game = fly(isles(FLIERS), 17, 3)
    assert (lies(game, 17), band(game, "gnomes").hand) == ("1 gnomes+explorer@Ann", 2)


def test_gnomes_fly_once_a_turn() -> None:
    """Gnomes: once per turn (Warcraft rules, Gnomes)."""
    command = Conquer(region(20), "gnomes", die=True)
    assert "you have already flown this turn" in refusal(fly(isles(FLIERS), 17, 3), command)


def test_the_free_die_is_not_the_final_one() -> None:
    """Gnomes: the final attempt is still to come (Warcraft rules, Gnomes)."""
    game = fly(isles(f"{FLIERS} | 11: 1 draenei+ranger@Ben"), 17, 2)
    assert "attempt:r11" in listed(game)


def test_a_flight_that_is_too_far_short_is_over() -> None:
    """Gnomes: more than three short of the price, the flight is used up and the turn goes on (ruling M13)."""
    game = fly(isles(f"{FLIERS} | 17: 6 draenei+ranger@Ben"), 17, 1)
    assert (lies(game, 17), game.turn.stage, band(game, "gnomes").hand) == ("6 draenei+ranger@Ben", "conquer", 3)
    assert "attempt:r12:gnomes" not in listed(game)


def test_a_flight_may_become_the_final_attempt() -> None:
    """Gnomes: the die twice, for the flight and for the final attempt (Warcraft rules, Gnomes)."""
    asked = fly(isles(f"{FLIERS} | 17: 4 draenei+ranger@Ben"), 17, 1)
    game = roll(choose(asked, "yes"), 2)
    assert (lies(game, 17), game.turn.stage) == ("3 gnomes+explorer@Ann", "redeploy")


def test_the_second_die_may_fail() -> None:
    """Gnomes: then the conquests are over (Warcraft rules, Final Conquest Attempt)."""
    game = roll(choose(fly(isles(f"{FLIERS} | 17: 4 draenei+ranger@Ben"), 17, 1), "yes"), 1)
    assert (lies(game, 17), game.turn.stage) == ("4 draenei+ranger@Ben", "redeploy")


def test_gnomes_may_turn_back() -> None:
    """Gnomes: they may benefit from the second roll, and need not (Warcraft rules, Gnomes)."""
    game = choose(fly(isles(f"{FLIERS} | 17: 4 draenei+ranger@Ben"), 17, 1), "no")
    assert (game.turn.stage, band(game, "gnomes").hand) == ("conquer", 3)


def test_no_roll_waits_once_gnomes_have_turned_back() -> None:
    """Gnomes: the flight is over, and the final die still to come (Warcraft rules, Gnomes; ruling M13)."""
    game = choose(fly(isles(f"{FLIERS} | 17: 4 draenei+ranger@Ben"), 17, 1), "no")
    assert ([chance.kind for chance in chances(game) if chance.kind == "roll"], game.turn.used) == ([], ("gnomes",))


def test_an_ordinary_conquest_is_no_flight() -> None:
    """Gnomes: the flight is still to come (Warcraft rules, Gnomes)."""
    assert "attempt:r17:gnomes" in listed(conquer(isles(FLIERS), 10))


def test_gnomes_reach_no_immune_region_and_no_water() -> None:
    """Gnomes: all other rules stay (Warcraft rules, Gnomes)."""
    game = isles(f"{FLIERS} | 21: 1 naga+defensive@Ben [watch-tower]")
    assert not {"attempt:r21:gnomes", "attempt:r16:gnomes"} & listed(game)


def test_a_flight_that_was_made_on_the_cardboard_is_told_with_its_die() -> None:
    """Gnomes: the pips come with the conquest (Warcraft rules, Gnomes)."""
    flight = Conquest(region(17), "gnomes", die=True, pips=1)
    game = after(isles(f"{FLIERS} | 17: 2 draenei+ranger@Ben"), PlayTurn(conquests=(flight,)))
    assert (lies(game, 17), game.turn.stage) == ("3 gnomes+explorer@Ann", "score")


# Humans.

ARMY = "turn 3 Ann redeploy | 8: 2 warcraft-humans+explorer@Ann | 19: 1 tauren+ranger@Ben"


def test_humans_put_objectives_on_regions_of_others_and_of_nobody() -> None:
    """Humans: in up to 2 different regions (Warcraft rules, Humans)."""
    game = place(isles(ARMY), "objective", {10: 1, 19: 1})
    assert game.pieces("objective") == [region(10), region(19)]


def test_no_objective_lies_on_a_region_of_the_alliance() -> None:
    """Humans: non-Alliance regions only, so none of their own (Warcraft rules, Humans)."""
    slots = {slot.id for slot in form(isles(f"{ARMY} | 20: 1 draenei@Ben declined"), "place:objective").slots}
    assert not slots & {region(8), region(20)}
    assert {region(10), region(19)} <= slots


def test_there_are_two_objectives_in_different_regions() -> None:
    """Humans: 2 tokens, in different regions (Warcraft rules, Humans)."""
    bounds = form(isles(ARMY), "place:objective")
    assert (bounds.total, {slot.most for slot in bounds.slots}) == (2, {1})


def test_objectives_are_retrieved_to_be_placed_anew() -> None:
    """Humans: retrieved, if necessary (Warcraft rules, Humans)."""
    game = place(place(isles(ARMY), "objective", {10: 1, 19: 1}), "objective", {7: 1})
    assert game.pieces("objective") == [region(7)]


GOAL = "turn 3 Ben conquer | 7: 1 {}@Ben | hand {}@Ben 5 | 11: 1 warcraft-humans+fishing@Ann"
LAID = "8: [objective@warcraft-humans] | coins 5 5"


def reached(attacker: str) -> Game:
    """The game after Ben has conquered a region with an objective."""
    return conquer(isles(f"{GOAL.format(attacker, attacker)} | {LAID}"), 8)


def test_who_conquers_an_objective_gets_two_coins_and_so_do_the_humans() -> None:
    """Humans: 2 for a non-Horde player, and 2 for the Human player (Warcraft rules, Humans)."""
    game = reached("naga+ranger")
    assert (purses(game), game.pieces("objective")) == ([7, 7], [])


def test_a_race_of_the_horde_gets_nothing_for_an_objective() -> None:
    """Humans: nothing happens, and the token stays (Warcraft rules, Humans)."""
    game = reached("forsaken+ranger")
    assert (purses(game), game.pieces("objective")) == ([5, 5], [region(8)])


def test_humans_get_two_coins_for_an_objective_of_their_own() -> None:
    """Humans: including the Humans themselves (Warcraft rules, Humans)."""
    line = "turn 3 Ann conquer | 7: 1 warcraft-humans+explorer@Ann | hand warcraft-humans+explorer@Ann 5"
    assert purses(conquer(isles(f"{line} | {LAID}"), 8)) == [7, 5]


def test_objectives_go_with_the_humans_decline() -> None:
    """Humans: a race in decline has no power (Warcraft rules, Entering In Decline)."""
    game = isles(f"turn 3 Ann begin | 7: 1 warcraft-humans+explorer@Ann | {LAID}")
    assert after(game, Decline()).pieces("objective") == []


# Night Elves.

ELVES = "turn 3 Ann conquer | 8: 1 night-elves+explorer@Ann | hand night-elves+explorer@Ann 5"


def test_forests_cost_night_elves_one_less() -> None:
    """Night Elves: a Forest at 1 token less (Warcraft rules, Night Elves)."""
    assert bill(isles(ELVES), 10) == "2 − 1 Night Elf = 1"


def test_night_elves_put_a_wisp_wall_on_a_forest() -> None:
    """Night Elves: each time they conquer a Forest (Warcraft rules, Night Elves)."""
    assert lies(conquer(isles(ELVES), 10), 10) == "1 night-elves+explorer@Ann [wisp-wall]"


def test_night_elves_put_none_elsewhere() -> None:
    """Night Elves: Forests only (Warcraft rules, Night Elves)."""
    assert lies(conquer(isles(ELVES), 7), 7) == "2 night-elves+explorer@Ann"


def test_there_are_nine_wisp_walls() -> None:
    """Night Elves: the tenth is not in the box (Warcraft rules, components)."""
    rest = "1 night-elves+explorer@Ann [wisp-wall wisp-wall wisp-wall wisp-wall wisp-wall wisp-wall wisp-wall wisp-wall"
    game = isles(f"{ELVES.replace('Ann 5', 'Ann 3')} | 14: {rest} wisp-wall]")
    assert lies(conquer(game, 10), 10) == "1 night-elves+explorer@Ann"


WALLED = "turn 3 Ann conquer | 8: 1 forsaken+explorer@Ann | hand forsaken+explorer@Ann 6"


@pytest.mark.parametrize("elves", ["1 night-elves+farmer@Ben", "1 night-elves@Ben declined"])
def test_a_wisp_wall_defends_like_a_token(elves: str) -> None:
    """Night Elves: counts as 1 token for defence and remains in decline (Warcraft rules, Night Elves)."""
    assert bill(isles(f"{WALLED} | 10: {elves} [wisp-wall]"), 10) == "2 + 1 defender + 1 Wisp Wall = 4"


def test_a_wisp_wall_stays_as_night_elves_decline() -> None:
    """Night Elves: remains In Decline (Warcraft rules, Night Elves)."""
    game = isles("turn 3 Ann begin | 10: 2 night-elves+explorer@Ann [wisp-wall]")
    assert lies(after(game, Decline()), 10) == "1 night-elves@Ann declined [wisp-wall]"


def test_a_wisp_wall_goes_when_its_region_is_conquered() -> None:
    """Night Elves: removed when the region is conquered (Warcraft rules, Night Elves)."""
    game = conquer(isles(f"{WALLED} | 10: 1 night-elves+farmer@Ben [wisp-wall]"), 10)
    assert lies(game, 10) == "4 forsaken+explorer@Ann"


def test_a_wisp_wall_goes_when_its_region_is_abandoned() -> None:
    """Night Elves: removed when the region is emptied (Warcraft rules, Night Elves)."""
    game = isles("turn 3 Ann begin | 8: 1 night-elves+explorer@Ann | 10: 1 night-elves@Ann [wisp-wall]")
    assert lies(ready(game, "night-elves", {10: 0}), 10) == "nothing"


# Worgen.

BEGUN = "turn 3 Ann begin | 8: 2 worgen+explorer@Ann | coins 5 5"
ENDED = "turn 2 Ben score | 8: 2 worgen+explorer@Ann | 19: 2 forsaken+farmer@Ben"
MOON = "turn 3 Ann conquer | 8: 1 worgen+explorer@Ann | hand worgen+explorer@Ann 3"
ASKED = "asked worgen@Ann worgen choice Ann of=human,beast holds"


def chosen(game: Game, form: str) -> Game:
    """The game after the Worgen have chosen their form."""
    return after(game, next(offer.command for offer in offers(game, 0, blind=True) if offer.id.endswith(f":{form}")))


def test_worgen_are_asked_as_their_turn_begins() -> None:
    """Worgen: they must choose, and nothing goes on before (Warcraft rules, Worgen)."""
    game = after(isles(ENDED), next(offer.command for offer in offers(isles(ENDED), 1) if offer.id == "accept"))
    assert [offer.id.rpartition(":")[2] for offer in offers(game, 0)] == ["human", "beast"]


def test_worgen_that_were_just_picked_choose_too() -> None:
    """Worgen: at the beginning of each of their turns, the first among them (Warcraft rules, Worgen)."""
    game = after(isles(f"turn 1 Ann begin | column worgen+explorer, {COLUMN}"), Pick(0))
    assert {offer.kind for offer in offers(game, 0)} == {"choose"}


def test_human_form_brings_two_coins_at_once() -> None:
    """Worgen: human form, 2 bonus coins (Warcraft rules, Worgen)."""
    assert purses(chosen(isles(f"{BEGUN} | {ASKED}"), "human")) == [7, 5]


def test_worgen_form_costs_a_coin() -> None:
    """Worgen: they pay 1 (Warcraft rules, Worgen)."""
    assert purses(chosen(isles(f"{BEGUN} | {ASKED}"), "beast")) == [4, 5]


def test_in_worgen_form_every_region_costs_one_less() -> None:
    """Worgen: all conquests of this turn (Warcraft rules, Worgen)."""
    game = chosen(isles(f"{MOON} | {ASKED}"), "beast")
    assert [bill(game, number) for number in (10, 11)] == ["2 − 1 Worgen = 1", "2 + 1 mountain − 1 Worgen = 2"]


def test_in_human_form_every_region_costs_what_it_costs() -> None:
    """Worgen: no saving in human form (Warcraft rules, Worgen)."""
    assert bill(chosen(isles(f"{MOON} | {ASKED}"), "human"), 10) == "2"


def test_worgen_without_a_coin_are_human() -> None:
    """Worgen: who has none cannot pay, and it is said without a number (ruling J24)."""
    game = isles(f"{BEGUN.replace('coins 5', 'coins 0')} | {ASKED}")
    beast = next(offer.command for offer in offers(game, 0, blind=True) if offer.id.endswith(":beast"))
    assert refusal(game, beast) == "that costs 1 coin, and you have none"


def test_whether_worgen_are_asked_tells_nothing_of_their_purse() -> None:
    """Worgen: to others both forms are listed, whatever the stash holds (Scoring Victory Coins: hidden)."""
    rich, poor = (isles(f"{BEGUN.replace('coins 5', f'coins {coins}')} | {ASKED}") for coins in (5, 0))
    lists = [{offer.id for offer in offers(game, 0, blind=True)} for game in (rich, poor)]
    assert lists[0] == lists[1]
    assert len(lists[0]) == 2


def test_a_region_still_takes_worgen_a_token() -> None:
    """Worgen: a minimum of 1 is still required (Warcraft rules, Worgen)."""
    game = isles(f"{MOON.replace('explorer', 'blacksmith')} | used worgen")
    assert lies(after(game, Conquer(region(10))), 10) == "1 worgen+blacksmith@Ann"
