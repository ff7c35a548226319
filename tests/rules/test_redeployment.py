"""Base rules, Troop Redeployment."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.rules.commands import Command, Conquer, EndTurn, Redeploy
from companion.rules.model import Game
from tests.rules.moves import finish, form, numbered, redeploy
from tests.rules.position import after, conquer, lies, refusal, region, table

THREE = (
    "turn 3 Ann redeploy | 5: 4 ratmen+merchant@Ann | 10: 1 ratmen+merchant@Ann | 21: 1 ratmen+merchant@Ann"
    "| 20: 1 elves@Ann declined | hand ratmen+merchant@Ann 2"
)

BURROWS = (
    "turn 3 Ann redeploy | 5: 1 halflings+merchant@Ann [hole] | 10: 1 halflings+merchant@Ann"
    "| 21: 1 halflings+merchant@Ann | hand halflings+merchant@Ann 5"
)


def test_tokens_move_freely_between_ones_regions() -> None:
    """From any region of the race to any other, adjacent or not."""
    game = redeploy(table(THREE), {5: 1, 10: 1, 21: 6})
    assert [lies(game, n) for n in (5, 10, 21)] == [f"{n} ratmen+merchant@Ann" for n in (1, 1, 6)]


def test_at_least_one_token_stays_in_each_region() -> None:
    """No region is emptied now: of eight tokens, six at most are left for one of three regions."""
    assert refusal(table(THREE), Redeploy(numbered({5: 0, 10: 2, 21: 6}))) == "region 5 takes 1 to 6"


def test_all_tokens_go_on_the_map() -> None:
    """What is in hand is deployed too: eight tokens, no more and no fewer (ruling L13)."""
    game = table(THREE)
    assert refusal(game, Redeploy(numbered({5: 4, 10: 1, 21: 1}))) == "that adds up to 6; it has to be 8"
    assert refusal(game, Redeploy(numbered({5: 4, 10: 4, 21: 1}))) == "that adds up to 9; it has to be 8"


def test_tokens_in_hand_are_proposed_where_the_fewest_stand() -> None:
    """The form starts as the tokens stand, with those in hand added to the weakest regions."""
    slots = form(table(THREE), "redeploy").slots
    assert {slot.id: slot.start for slot in slots} == {"r05": 4, "r10": 2, "r21": 2}


def proposed(game: Game) -> list[int]:
    """How many tokens the form proposes, region by region."""
    return [slot.start for slot in form(replace(game, guard=True), "redeploy").slots]


def test_spare_tokens_are_proposed_where_enemies_can_come() -> None:
    """Nobody enters a region with a Hole-in-the-Ground (Races, Halflings): what is in hand is needed elsewhere."""
    assert proposed(table(BURROWS)) == [1, 4, 3]


def test_where_no_enemy_can_come_at_all_spare_tokens_are_proposed_everywhere() -> None:
    """All tokens go on the map, whether they are needed there or not (ruling L13)."""
    game = table("turn 3 Ann redeploy | 5: 1 halflings+merchant@Ann [hole] | hand halflings+merchant@Ann 5")
    assert proposed(game) == [6]


def test_tokens_in_a_region_that_nobody_enters_are_not_moved_by_the_proposal() -> None:
    """It only says where those in hand go."""
    assert proposed(table(BURROWS.replace("5: 1", "5: 3"))) == [3, 4, 3]


def test_tokens_that_leave_the_map_are_replaced_where_enemies_can_come() -> None:
    """Amazons with a Dragon: of nine tokens four leave the map, and of those in hand one stays (Races, Amazons)."""
    game = table(
        "turn 3 Ann redeploy | 5: 1 amazons+dragon-master@Ann [dragon] | 10: 1 amazons+dragon-master@Ann"
        "| 21: 2 amazons+dragon-master@Ann | hand amazons+dragon-master@Ann 5"
    )
    assert proposed(game) == [1, 2, 2]


@pytest.mark.parametrize("command", [Redeploy(), EndTurn()])
@pytest.mark.parametrize(("guard", "stand"), [(True, [1, 4, 3]), (False, [3, 3, 2])])
def test_what_is_not_named_stands_as_the_game_proposes_it(command: Command, guard: bool, stand: list[int]) -> None:
    """Games of earlier versions proposed spare tokens everywhere, and their logs name none of what was proposed."""
    game = after(replace(table(BURROWS), guard=guard), command)
    assert [game.grounds[region(number)].tokens for number in (5, 10, 21)] == stand


def test_only_ones_own_active_regions_take_part() -> None:
    """Neither foreign regions, nor empty ones, nor those of one's race in decline."""
    for number in (4, 20):
        assert refusal(table(THREE), Redeploy(numbered({number: 1}))) == f"region {number} cannot be used here"


def test_redeployment_ends_the_conquests() -> None:
    """Once the conquests have ended they have ended."""
    game = conquer(table("turn 3 Ann conquer | 10: 1 ratmen+merchant@Ann | hand ratmen+merchant@Ann 6"), 9)
    assert refusal(finish(game), Conquer("r05")) == "not now: Ann is redeploying"


def test_a_region_just_conquered_takes_part() -> None:
    """All tokens on the board may move, one stays in each region."""
    game = conquer(table("turn 3 Ann conquer | 10: 1 ratmen+merchant@Ann | hand ratmen+merchant@Ann 3"), 9)
    game = redeploy(finish(game), {9: 1, 10: 3})
    assert (lies(game, 9), lies(game, 10)) == ("1 ratmen+merchant@Ann", "3 ratmen+merchant@Ann")


def test_a_race_without_a_region_keeps_its_tokens_in_hand() -> None:
    """There is nowhere to put them (ruling L13)."""
    game = redeploy(table("turn 3 Ann redeploy | hand ratmen+merchant@Ann 4"))
    assert next(iter(game.bands.values())).hand == 4
    assert game.turn.stage == "score"
