"""Small World of Warcraft: special powers with pieces."""

from __future__ import annotations

from companion.rules.commands import Accept, Conquer, Decline, UseAbility
from companion.rules.engine import quote
from companion.rules.model import Game
from tests.rules.isles import isles, purses
from tests.rules.moves import band, finish_turn, placing, ready, redeploy
from tests.rules.position import after, bill, conquer, lies, refusal, region, ways

BEN = "19: 1 naga+ranger@Ben"


def next_turn(line: str) -> Game:
    """The game after Ben has accepted his sheet, so that Ann's turn begins."""
    return after(isles(f"turn 2 Ben score | {line} | {BEN}"), Accept())


# Beast Master.

TAMED = "memo forsaken@Ann beast-master.beasts 2"
HILLS = "turn 3 Ann conquer | 8: 1 forsaken+beast-master@Ann | 1: 1 forsaken@Ann"


def test_a_beast_comes_for_each_hill() -> None:
    """Beast Master: as many as Hill Regions at the beginning of the turn (Warcraft rules, Beast Master)."""
    game = next_turn("8: 1 forsaken+beast-master@Ann | 1: 1 forsaken@Ann | 10: 1 forsaken@Ann")
    assert band(game, "forsaken").memo["beast-master.beasts"] == 2


def test_beasts_are_given_back_before_hills_are_counted() -> None:
    """Beast Master: first discards all Beasts; a Hill that only a Beast held is lost (Warcraft rules, Beast Master)."""
    line = "8: 1 forsaken+beast-master@Ann | memo forsaken@Ann beast-master.beasts 1 | 1: 0 forsaken@Ann [beast]"
    game = next_turn(line)
    assert (lies(game, 1), band(game, "forsaken").memo["beast-master.beasts"]) == ("nothing", 1)


def test_a_beast_conquers_like_a_token() -> None:
    """Beast Master: treated like Race tokens for any purpose (Warcraft rules, Beast Master)."""
    game = isles(f"{HILLS} | {TAMED}")
    game = after(game, Conquer(region(10), boosts={"beast-master": 2}))
    assert lies(game, 10) == "0 forsaken+beast-master@Ann [beast beast]"


def test_one_beast_is_lost_in_place_of_a_token() -> None:
    """Beast Master: one Beast is discarded as a loss, all others are redeployed (Warcraft rules, Beast Master)."""
    line = "turn 3 Ben conquer | 7: 1 naga+ranger@Ben | hand naga+ranger@Ben 9"
    game = isles(f"{line} | 8: 2 forsaken+beast-master@Ann [beast beast] | 1: 1 forsaken@Ann | {TAMED}")
    lost = conquer(game, 8)
    owner = band(lost, "forsaken")
    assert (owner.withdrawn, owner.memo["beast-master.beasts"]) == (2, 1)
    assert lost.turn.returned == ((owner.id, "beast", 1),)


def test_beasts_of_few_tauren_are_not_heaped_up() -> None:
    """Beast Master, Tauren: no region is emptied while redeploying (ruling C10), and two hold one (Tauren)."""
    line = "turn 3 Ann redeploy | 8: 3 tauren+beast-master@Ann | 1: 0 tauren@Ann [beast beast]"
    game = isles(f"{line} | 10: 0 tauren@Ann [beast beast] | memo tauren@Ann beast-master.beasts 4")
    assert refusal(game, placing("beast", {8: 4})) == "region 8 takes 0 to 2"


def test_a_beast_defends_like_a_token() -> None:
    """Beast Master: treated like Race tokens for any purpose (Warcraft rules, Beast Master)."""
    line = "turn 3 Ben conquer | 7: 1 naga+ranger@Ben | hand naga+ranger@Ben 9"
    game = isles(f"{line} | 8: 1 forsaken+beast-master@Ann [beast beast] | {TAMED}")
    assert bill(game, 8) == "2 + 1 defender + 2 Beasts = 5"


def test_beasts_go_with_decline() -> None:
    """Beast Master: the power ends, and a region that only Beasts held is given up (ruling M6)."""
    game = isles(f"turn 3 Ann begin | 8: 1 forsaken+beast-master@Ann [beast] | 10: 0 forsaken@Ann [beast] | {TAMED}")
    assert [lies(after(game, Decline()), number) for number in (8, 10)] == ["1 forsaken@Ann declined", "nothing"]


def test_a_tauren_that_its_beast_leaves_alone_comes_to_hand() -> None:
    """Tauren: under no circumstances is one left alone (Warcraft rules, Tauren; ruling M15)."""
    line = "8: 2 tauren+beast-master@Ann | 10: 1 tauren@Ann [beast] | memo tauren@Ann beast-master.beasts 1"
    game = next_turn(line)
    assert (lies(game, 10), band(game, "tauren").hand) == ("nothing", 1)


def test_no_beast_comes_for_a_hill_that_a_single_tauren_leaves() -> None:
    """Beast Master, Tauren: a Hill held with a Beast is held no more once all are given back (ruling M15)."""
    game = next_turn("8: 1 tauren+beast-master@Ann [beast] | memo tauren@Ann beast-master.beasts 1")
    assert (lies(game, 8), band(game, "tauren").memo["beast-master.beasts"]) == ("nothing", 0)


def test_a_beast_of_tauren_that_is_left_alone_goes_too() -> None:
    """Tauren, Beast Master: a Beast is as good as a token, and one is too few (Warcraft rules, Intimidating)."""
    line = "turn 3 Ann conquer | 8: 1 forsaken+intimidating@Ann | 7: 0 tauren+beast-master@Ben [beast beast]"
    game = isles(f"{line} | 20: 2 tauren@Ben | memo tauren@Ben beast-master.beasts 2")
    game = after(game, UseAbility("intimidating", "move", region(7)))
    assert (lies(game, 7), game.turn.returned) == ("nothing", ((band(game, "tauren").id, "beast", 1),))


# Championing.

LED = "turn 3 Ann conquer | 8: 1 forsaken+championing@Ann | hand forsaken+championing@Ann"


def test_the_champion_takes_any_region_alone_and_for_nothing() -> None:
    """Championing: for free, regardless of tokens and defences (Warcraft rules, Championing)."""
    game = conquer(isles(f"{LED} 0 | 7: 4 tauren+ranger@Ben"), 7, way="championing")
    assert (lies(game, 7), band(game, "tauren").withdrawn) == ("0 forsaken+championing@Ann [champion]", 3)


def test_the_champion_conquers_once_a_turn() -> None:
    """Championing: once a turn (Warcraft rules, Championing)."""
    game = conquer(isles(f"{LED} 2"), 7, way="championing")
    assert refusal(game, Conquer(region(10), "championing")) == "the Champion has already conquered this turn"


def test_the_champion_stays_away_from_an_ordinary_conquest() -> None:
    """Championing: he conquers by himself, and is still to come (Warcraft rules, Championing)."""
    game = conquer(isles(f"{LED} 5"), 7)
    assert (lies(game, 7), "championing" in ways(game, 10)) == ("2 forsaken+championing@Ann", True)


def test_the_champion_goes_to_an_adjacent_region() -> None:
    """Championing: any adjacent Region, not over the sea (Warcraft rules, Championing)."""
    game = isles(f"{LED} 9")
    assert (ways(game, 19), "championing" in ways(game, 10)) == (["ordinary"], True)


def test_the_champion_does_not_make_a_first_conquest() -> None:
    """Championing: adjacent to a region one holds (Warcraft rules, Championing)."""
    assert ways(isles("turn 1 Ann conquer | hand forsaken+championing@Ann 11"), 1) == ["ordinary"]


def test_the_champion_of_kobolds_does_not_begin_in_a_cavern() -> None:
    """Championing: adjacent to a region one holds, whatever else lets one enter (Warcraft rules, Championing)."""
    game = isles("turn 1 Ann conquer | hand warcraft-kobolds+championing@Ann 11")
    assert ways(game, 4) == ["ordinary"]


def test_a_tauren_goes_with_the_champion() -> None:
    """Championing: he counts as one of the two (ruling M15)."""
    game = isles("turn 3 Ann conquer | 8: 2 tauren+championing@Ann | hand tauren+championing@Ann 3")
    assert next(way.cost for way in quote(game, 0, region(10)).ways if way.key == "championing") == 1


def test_the_champion_counts_as_a_token_in_defence() -> None:
    """Championing: counts as 1 Race token for defence (Warcraft rules, Championing)."""
    line = "turn 3 Ben conquer | 7: 1 naga+ranger@Ben | hand naga+ranger@Ben 9"
    game = isles(f"{line} | 8: 2 forsaken+championing@Ann [champion]")
    assert bill(game, 8) == "2 + 2 defenders + 1 Champion = 5"


TAKEN = "turn 3 Ben conquer | 7: 1 naga+ranger@Ben | hand naga+ranger@Ben 9 | 8: 2 forsaken+championing@Ann [champion]"


def test_who_takes_the_champion_gets_a_coin_and_no_token_is_lost() -> None:
    """Championing: a ransom of 1, and no defending token is discarded (Warcraft rules, Championing)."""
    game = conquer(isles(f"{TAKEN} | 1: 1 forsaken@Ann | coins 5 5"), 8)
    assert (purses(game), band(game, "forsaken").withdrawn) == ([4, 6], 2)


def test_no_ransom_is_paid_where_the_champion_is_not() -> None:
    """Championing: for the Region with the Champion (Warcraft rules, Championing)."""
    assert purses(conquer(isles(f"{TAKEN} | 10: 1 forsaken@Ann | coins 5 5"), 10)) == [5, 5]


def test_the_champion_is_redeployed_by_his_owner() -> None:
    """Championing: retrieved and redeployed like a regular Race token (Warcraft rules, Championing)."""
    game = conquer(isles(f"{TAKEN} | 1: 1 forsaken@Ann | 10: 1 forsaken@Ann"), 8)
    assert game.turn.returned == ((band(game, "forsaken").id, "champion", 1),)


def test_a_ransom_is_paid_as_far_as_there_is_a_coin() -> None:
    """Championing: who has none pays none, and the conquest stands (ruling J12)."""
    game = conquer(isles(f"{TAKEN} | 1: 1 forsaken@Ann | coins 0 5"), 8)
    assert (purses(game), lies(game, 8)) == ([0, 5], "5 naga+ranger@Ben")


def test_the_champion_comes_back_with_the_troops() -> None:
    """Championing: retrieved, and redeployed like a token (Warcraft rules, Championing)."""
    game = finish_turn(conquer(isles(f"{TAKEN} | 1: 1 forsaken@Ann"), 8))
    assert lies(game, 1) == "3 forsaken+championing@Ann"
    assert band(game, "forsaken").memo == {}


def test_a_region_that_only_the_champion_held_is_empty_next_turn() -> None:
    """Championing: he is taken up first (ruling J10)."""
    assert lies(next_turn("8: 1 forsaken+championing@Ann | 10: 0 forsaken@Ann [champion]"), 10) == "nothing"


# Defensive.

FIELDS = "turn 3 Ann redeploy | 9: 1 forsaken+defensive@Ann | 7: 1 forsaken@Ann | 21: 1 forsaken@Ann"


def test_a_watch_tower_stands_where_one_holds_most_regions_around() -> None:
    """Defensive: the majority of adjacent regions; round 21 nobody holds one (Warcraft rules, Defensive)."""
    game = redeploy(isles(FIELDS))
    assert [lies(game, number) for number in (9, 21)] == [
        "1 forsaken+defensive@Ann [watch-tower]",
        "1 forsaken+defensive@Ann",
    ]


def test_a_tie_is_no_majority() -> None:
    """Defensive: more regions than any other race, in decline too (Warcraft rules, Defensive)."""
    game = redeploy(isles(f"{FIELDS} | 10: 1 tauren@Ben declined"))
    assert lies(game, 9) == "1 forsaken+defensive@Ann"


def test_murlocs_round_a_field_are_a_race() -> None:
    """Defensive: than any other race in decline, and Murlocs are one belonging to no player (Entering In Decline)."""
    assert lies(redeploy(isles(f"{FIELDS} | 10: tribe")), 9) == "1 forsaken+defensive@Ann"


def test_a_watch_tower_goes_with_the_majority() -> None:
    """Defensive: removed at the end of the turn where the majority is gone (Warcraft rules, Defensive)."""
    game = isles(f"{FIELDS.replace('21: 1 forsaken@Ann', '21: 1 forsaken@Ann [watch-tower]')}")
    assert lies(redeploy(game), 21) == "1 forsaken+defensive@Ann"


WATCHED = "turn 3 Ben conquer | 10: 1 naga+ranger@Ben | hand naga+ranger@Ben 9 | 9: 1 forsaken+{}@Ann [watch-tower]"


def test_a_watch_tower_makes_its_region_immune() -> None:
    """Defensive: immune to all conquest attempts (Warcraft rules, Defensive)."""
    assert refusal(isles(WATCHED.format("defensive")), Conquer(region(9))) == "protected by the Watch Tower"


def test_watch_towers_go_with_decline() -> None:
    """Defensive: the power ends (Warcraft rules, Entering In Decline)."""
    game = after(isles(FIELDS.replace("redeploy", "begin").replace("@Ann |", "@Ann [watch-tower] |", 1)), Decline())
    assert lies(game, 9) == "1 forsaken@Ann declined"


# Garrisoned.

POSTED = "turn 3 Ann redeploy | 8: 2 forsaken+garrisoned@Ann | 10: 1 forsaken@Ann [fort]"


def test_a_fort_stands_in_each_region() -> None:
    """Garrisoned: one in each region, and never two (Warcraft rules, Garrisoned)."""
    game = redeploy(isles(POSTED))
    assert [lies(game, number) for number in (8, 10)] == [
        "2 forsaken+garrisoned@Ann [fort]",
        "1 forsaken+garrisoned@Ann [fort]",
    ]


def test_there_are_ten_forts() -> None:
    """Garrisoned: a maximum of 10 on the boards (Warcraft rules, Garrisoned)."""
    held = " | ".join(f"{number}: 1 forsaken@Ann" for number in (1, 2, 3, 4, 6, 7, 8, 9, 10, 11))
    game = redeploy(isles(f"turn 3 Ann redeploy | 12: 1 forsaken+garrisoned@Ann | {held}"))
    assert (len(game.pieces("fort")), lies(game, 12)) == (10, "1 forsaken+garrisoned@Ann")


def test_forts_and_their_badge_stay_in_decline() -> None:
    """Garrisoned: remains In Decline (Warcraft rules, Garrisoned; ruling J28)."""
    game = after(isles(POSTED.replace("redeploy", "begin")), Decline())
    assert lies(game, 10) == "1 forsaken+garrisoned@Ann declined [fort]"


def test_a_fort_defends_in_decline_too() -> None:
    """Garrisoned: augments the defence by 1 (Warcraft rules, Garrisoned)."""
    line = "turn 3 Ben conquer | 7: 1 naga+ranger@Ben | hand naga+ranger@Ben 9"
    game = isles(f"{line} | 8: 1 forsaken+garrisoned@Ann declined [fort]")
    assert bill(game, 8) == "2 + 1 defender + 1 Fort = 4"
    assert lies(conquer(game, 8), 8) == "4 naga+ranger@Ben"


def test_a_fort_goes_when_its_region_is_abandoned() -> None:
    """Garrisoned: discarded if the region is emptied (Warcraft rules, Garrisoned)."""
    game = ready(isles(POSTED.replace("redeploy", "begin")), "forsaken", {10: 0})
    assert lies(game, 10) == "nothing"
