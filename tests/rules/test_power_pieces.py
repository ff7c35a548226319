"""The special powers with pieces of their own: Bivouacking, Dragon Master, Fortified, Heroic."""

from __future__ import annotations

import pytest

from companion.language import text
from companion.rules.commands import Accept, Conquer, Decline, PutBack
from companion.rules.engine import offers
from companion.rules.model import Game
from companion.views import region_quote
from tests.rules.moves import band, finish, finish_turn, place, placing, ready, redeploy
from tests.rules.position import after, bill, coins, conquer, lies, listed, refusal, region, table, ways


@pytest.mark.parametrize(
    ("combo", "piece"),
    [
        ("trolls+hill", "Troll’s Lair"),
        ("halflings+hill", "Hole-in-the-Ground"),
        ("ratmen+bivouacking", "Encampment"),
        ("ratmen+dragon-master", "Dragon"),
        ("ratmen+fortified", "Fortress"),
        ("ratmen+heroic", "Hero"),
    ],
)
def test_a_piece_can_be_set_where_its_race_stands(combo: str, piece: str) -> None:
    """What lies on the table but was not entered is one tap away (Components)."""
    choices = region_quote.quote_view(table(f"turn 3 Ann conquer | 7: 1 {combo}@Ann"), region(7))["correct"]["pieces"]
    assert f"+ {piece}" in {choice["label"] for choice in choices}


# Bivouacking.

CAMP = "turn 3 Ann redeploy | 7: 2 ratmen+bivouacking@Ann | 2: 2 ratmen@Ann | 12: 1 ratmen@Ann"
RAID = "turn 3 Ben conquer | 13: 1 orcs+hill@Ben | hand orcs@Ben 9"


def test_five_encampments_are_deployed_in_own_regions() -> None:
    """The 5 Encampments go to any of one's regions while redeploying, several in one if wanted (Bivouacking)."""
    game = place(table(CAMP), "encampment", {7: 3, 2: 2})
    assert (game.pieces("encampment").count("r07"), game.pieces("encampment").count("r02")) == (3, 2)


def test_there_are_five_encampments() -> None:
    """The box has 5 (Bivouacking; Components)."""
    assert refusal(table(CAMP), placing("encampment", {7: 3, 2: 3})) == "that adds up to 6; it has to be 0 to 5"


def test_an_encampment_that_lies_there_as_nobodys_is_none_of_the_five() -> None:
    """The box has 5, and one lies on the map (Components; ruling M21)."""
    assert refusal(table(f"{CAMP} | 9: tribe [encampment]"), placing("encampment", {7: 5})) == (
        "that adds up to 5; it has to be 0 to 4"
    )


def test_an_encampment_goes_to_an_own_region_only() -> None:
    """In any of your regions (Bivouacking): F5."""
    assert refusal(table(CAMP), placing("encampment", {3: 1})) == "region 3 cannot be used here"


def test_encampments_are_deployed_while_redeploying() -> None:
    """In the redeployment and at no other time (Bivouacking)."""
    game = table("turn 3 Ann conquer | 7: 2 ratmen+bivouacking@Ann | hand ratmen@Ann 3")
    assert refusal(game, placing("encampment", {7: 1})) == "not now: Ann is conquering"


def test_each_encampment_defends_like_a_token() -> None:
    """Each counts as 1 race token toward the defence (Bivouacking)."""
    game = table(f"{RAID} | 7: 1 ratmen+bivouacking@Ann [encampment encampment]")
    assert bill(game, 7) == "2 + 1 defender + 2 Encampments = 5"


def test_camp_may_be_broken_and_settled_anew() -> None:
    """Each turn the Encampments may move to other regions held (Bivouacking)."""
    game = table("turn 4 Ann redeploy | 7: 2 ratmen+bivouacking@Ann [encampment encampment] | 2: 2 ratmen@Ann")
    assert place(game, "encampment", {2: 2}).pieces("encampment") == ["r02", "r02"]


def test_encampments_not_moved_stay() -> None:
    """Nothing forces one to break camp (Bivouacking): L8."""
    game = table("turn 4 Ann redeploy | 7: 2 ratmen+bivouacking@Ann [encampment encampment] | 2: 2 ratmen@Ann")
    assert redeploy(game).pieces("encampment") == ["r07", "r07"]


ATTACKED = f"{RAID} | 7: 1 ratmen+bivouacking@Ann [encampment encampment] | 2: 2 ratmen@Ann | 3: 1 ratmen@Ann"


def test_encampments_of_a_conquered_region_are_not_the_conquerors() -> None:
    """They leave with their owner (Bivouacking): F4."""
    assert lies(conquer(table(ATTACKED), 7), 7) == "5 orcs+hill@Ben"


def test_encampments_are_never_lost() -> None:
    """They are redeployed at the end of the attacker's turn (Bivouacking): F4."""
    game = finish_turn(conquer(table(ATTACKED), 7))
    game = after(game, PutBack(band(game, "ratmen").id, "encampment", {"r02": 0, "r03": 2}))
    assert game.pieces("encampment") == ["r03", "r03"]


def test_all_returned_encampments_are_put_back() -> None:
    """None stays in hand while there is a region to put it on (Bivouacking): F4."""
    game = finish_turn(conquer(table(ATTACKED), 7))
    command = PutBack(band(game, "ratmen").id, "encampment", {"r02": 0, "r03": 1})
    assert refusal(game, command) == "that adds up to 1; it has to be 2"


def test_the_attackers_turn_waits_for_the_encampments() -> None:
    """The redeployment is the final action of that turn (Bivouacking; Enemy Losses & Withdrawals)."""
    game = finish_turn(conquer(table(ATTACKED), 7))
    assert (game.turn.stage, game.turn.seat) == ("withdraw", 1)


def test_encampments_wait_when_no_region_is_left() -> None:
    """Not lost: they are deployed again once their race holds a region (Bivouacking): F4."""
    game = finish_turn(conquer(table(f"{RAID} | 7: 3 ratmen+bivouacking@Ann [encampment encampment]"), 7))
    game = finish(conquer(ready(game, "ratmen"), 2))
    assert place(game, "encampment", {2: 5}).pieces("encampment") == ["r02"] * 5


def test_encampments_of_an_abandoned_region_are_free_again() -> None:
    """They are five every turn (Bivouacking)."""
    game = ready(
        table("turn 4 Ann begin | 7: 2 ratmen+bivouacking@Ann [encampment] | 2: 2 ratmen@Ann"), "ratmen", {7: 0}
    )
    assert lies(game, 7) == "nothing"


def test_encampments_disappear_in_decline() -> None:
    """When the race goes into decline they are gone (Bivouacking)."""
    game = after(table("turn 4 Ann begin | 7: 2 ratmen+bivouacking@Ann [encampment encampment]"), Decline())
    assert lies(game, 7) == "1 ratmen@Ann declined"


def test_encampments_score_nothing() -> None:
    """They only defend (Bivouacking)."""
    assert coins(table("turn 4 Ann score | 7: 2 ratmen+bivouacking@Ann [encampment]")) == "regions 1"


def test_encampments_cannot_exceed_five_when_ones_own_ghouls_drive_them_out() -> None:
    """Pieces taken back in one's own turn are among the five deployed in it (Bivouacking; Ghouls)."""
    game = table(
        "turn 4 Ann conquer ghouls | 12: 1 ghouls@Ann declined | hand ghouls@Ann 6 | 2: 2 ratmen+bivouacking@Ann"
        " | 7: 1 ratmen@Ann [encampment encampment]"
    )
    game = ready(redeploy(finish(conquer(game, 7))), "ratmen")
    game = after(redeploy(place(finish(game), "encampment", {2: 5})), Accept())
    assert game.pieces("encampment") == ["r02"] * 5


# Dragon Master.

DRAGON = "turn 3 Ann conquer | 2: 1 ratmen+dragon-master@Ann | hand ratmen@Ann 3"


def dragon(game: Game, number: int) -> Game:
    """The game after the Dragon has conquered a region."""
    return conquer(game, number, way="dragon-master")


def test_the_dragon_conquers_with_a_single_token() -> None:
    """One race token, whatever the number of defenders (Dragon Master)."""
    game = dragon(table(f"{DRAGON} | 7: 9 orcs+hill@Ben"), 7)
    assert lies(game, 7) == "1 ratmen+dragon-master@Ann [dragon]"


def test_the_dragon_ignores_every_defence() -> None:
    """Tokens, Mountain, Fortress, Lair and Encampments alike (Dragon Master): F10."""
    game = table(f"{DRAGON} | 6: 5 trolls+fortified@Ben [lair fortress]")
    assert bill(game, 6, "dragon-master") == "1 Dragon Master"


def test_the_defenders_withdraw_as_usual() -> None:
    """It is a conquest: one token is lost, the others are taken back (Dragon Master; Enemy Losses & Withdrawals)."""
    assert band(dragon(table(f"{DRAGON} | 7: 9 orcs+hill@Ben"), 7), "orcs").withdrawn == 8


def test_the_dragon_flies_once_a_turn() -> None:
    """Once per turn (Dragon Master)."""
    game = dragon(table(f"{DRAGON} | 7: tribe"), 7)
    assert refusal(game, Conquer(region(12), "dragon-master")) == "the Dragon has already been used this turn"


def test_after_the_dragon_others_are_conquered_the_usual_way() -> None:
    """Only the Dragon's way is used up (Dragon Master)."""
    assert ways(dragon(table(f"{DRAGON} | 7: tribe"), 7), 12) == ["ordinary"]


def test_the_dragon_needs_a_token() -> None:
    """A single race token is used (Dragon Master; Conquering a Region, Important Note)."""
    game = table("turn 3 Ann conquer | 2: 1 ratmen+dragon-master@Ann")
    assert refusal(game, Conquer(region(7), "dragon-master")) == "costs 1 Dragon Master; you have 0"


def test_the_dragon_moves_to_the_next_conquest() -> None:
    """Each turn it may move to a different region to conquer (Dragon Master)."""
    game = dragon(table("turn 4 Ann conquer | 2: 1 ratmen+dragon-master@Ann [dragon] | hand ratmen@Ann 3"), 7)
    assert game.pieces("dragon") == ["r07"]


def test_the_dragon_may_stay() -> None:
    """The region is immune until the Dragon moves, however many turns that is (Dragon Master): F11."""
    game = table("turn 4 Ann begin | 2: 2 ratmen+dragon-master@Ann [dragon] | 7: 1 ratmen@Ann")
    assert redeploy(finish(ready(game, "ratmen"))).pieces("dragon") == ["r02"]


def test_an_ordinary_conquest_does_not_move_the_dragon() -> None:
    """It moves to conquer, and only the conquest it makes is its one of the turn (Dragon Master): F11."""
    game = conquer(table("turn 4 Ann conquer | 2: 1 ratmen+dragon-master@Ann [dragon] | hand ratmen@Ann 3"), 7)
    assert (game.pieces("dragon"), ways(game, 12)) == (["r02"], ["ordinary", "dragon-master"])


def test_the_dragon_needs_adjacency() -> None:
    """The number of tokens is all it changes (Dragon Master): F10."""
    assert refusal(table(DRAGON), Conquer(region(20), "dragon-master")) == "not next to the Ratmen"


def test_the_dragon_enters_at_the_border() -> None:
    """A first conquest stays one (First Conquest; Dragon Master): F10."""
    game = table("turn 1 Ann conquer | hand ratmen+dragon-master@Ann 13")
    assert (
        refusal(game, Conquer(region(10), "dragon-master")) == "the first conquest has to enter at the edge of the map"
    )


def test_the_dragon_does_not_take_water() -> None:
    """Seas and Lakes stay closed (Dragon Master): F10."""
    words = "a sea cannot be conquered without the right power"
    assert refusal(table(DRAGON), Conquer(region(1), "dragon-master")) == words


def test_the_dragon_respects_immune_regions() -> None:
    """A Hero makes the region immune to special powers (Heroic; Dragon Master): F12."""
    game = table(f"{DRAGON} | 7: 1 orcs+heroic@Ben [hero]")
    assert refusal(game, Conquer(region(7), "dragon-master")) == "protected by the Hero"


def test_the_dragons_region_is_immune() -> None:
    """To enemy conquests until the Dragon moves (Dragon Master)."""
    game = table(f"{RAID} | 7: 1 ratmen+dragon-master@Ann [dragon]")
    assert refusal(game, Conquer(region(7))) == "protected by the Dragon"


def test_the_dragon_leaves_an_abandoned_region() -> None:
    """It returns to its owner and may fly in the same turn (Dragon Master): F11."""
    game = ready(table("turn 4 Ann begin | 2: 2 ratmen+dragon-master@Ann [dragon] | 7: 1 ratmen@Ann"), "ratmen", {2: 0})
    assert (lies(game, 2), lies(dragon(game, 12), 12)) == ("nothing", "1 ratmen+dragon-master@Ann [dragon]")


def test_the_dragon_disappears_in_decline() -> None:
    """It is removed from the board when its race goes into decline (Dragon Master)."""
    game = after(table("turn 4 Ann begin | 2: 2 ratmen+dragon-master@Ann [dragon]"), Decline())
    assert lies(game, 2) == "1 ratmen@Ann declined"


def test_the_dragons_conquest_counts_as_one() -> None:
    """A region taken by the Dragon was conquered (Orcs; Dragon Master)."""
    game = dragon(table("turn 3 Ann conquer | 2: 1 orcs+dragon-master@Ann | hand orcs@Ann 3 | 7: tribe"), 7)
    assert coins(game) == "regions 2, orcs 1"


# Fortified.

FORT = "turn 3 Ann redeploy | 7: 2 ratmen+fortified@Ann [fortress] | 2: 2 ratmen@Ann | 12: 1 ratmen@Ann"


def test_a_fortress_is_built_in_an_own_region() -> None:
    """Once a turn 1 Fortress is placed in a region one occupies (Fortified)."""
    assert lies(place(table(FORT), "fortress", {2: 1}), 2) == "2 ratmen+fortified@Ann [fortress]"


def test_one_fortress_is_built_in_a_turn() -> None:
    """Once per turn, so not two at once (Fortified): F15."""
    assert refusal(table(FORT), placing("fortress", {2: 1, 12: 1})) == "that adds up to 2; it has to be 1"


def test_no_fortress_at_all_is_not_placed() -> None:
    """Fortified: the Fortress of the turn is not used up for nothing."""
    assert refusal(table(FORT), placing("fortress", {})) == "that adds up to 0; it has to be 1"
    assert refusal(table(FORT), placing("fortress", {2: 0})) == "that adds up to 0; it has to be 1"


def test_the_way_to_place_a_fortress_names_it() -> None:
    """Once a turn 1 Fortress is placed, after the conquests (Fortified)."""
    game = table("turn 3 Ann conquer | 19: 2 ratmen+fortified@Ann")
    (finishing,) = [offer for offer in offers(game, 0) if offer.kind == "finish"]
    assert text.sentence(finishing.label) == "Stop and place your Fortress"


def test_no_second_fortress_follows_in_the_same_turn() -> None:
    """Once per turn, so not one after the other either (Fortified): F15."""
    game = place(table(FORT), "fortress", {2: 1})
    assert refusal(game, placing("fortress", {12: 1})) == "you cannot place a Fortress now"


def test_a_region_has_one_fortress_at_most() -> None:
    """A maximum of 1 Fortress per region (Fortified): F15."""
    assert refusal(table(FORT), placing("fortress", {7: 1})) == "region 7 cannot be used here"


def test_the_box_has_six_fortresses() -> None:
    """A maximum of 6 Fortresses on the map (Fortified): F15."""
    regions = " | ".join(f"{number}: 1 ratmen@Ann [fortress]" for number in (3, 4, 5, 10, 11))
    game = table(f"turn 9 Ann redeploy | 2: 1 ratmen+fortified@Ann [fortress] | 7: 2 ratmen@Ann | {regions}")
    assert refusal(game, placing("fortress", {7: 1})) == "you cannot place a Fortress now"


def test_a_fortress_is_not_built_elsewhere() -> None:
    """In a region you occupy (Fortified)."""
    assert refusal(table(FORT), placing("fortress", {3: 1})) == "region 3 cannot be used here"


def test_each_standing_fortress_pays_while_active() -> None:
    """It is worth 1 bonus coin at turn's end (Fortified): F15."""
    game = table(
        "turn 4 Ann score | 7: 2 ratmen+fortified@Ann [fortress] | 2: 2 ratmen@Ann [fortress] | 12: 1 ratmen@Ann"
    )
    assert coins(game) == "regions 3, fortified 2"


def test_a_fortress_just_built_pays_at_once() -> None:
    """At the end of the turn it stands there (Fortified)."""
    assert coins(place(table(FORT), "fortress", {2: 1})) == "regions 3, fortified 2"


def test_a_fortress_pays_nothing_in_decline() -> None:
    """Unless you are in decline (Fortified): F17."""
    game = after(table("turn 4 Ann begin | 7: 2 ratmen+fortified@Ann [fortress]"), Decline())
    assert coins(game) == "declined 1"


@pytest.mark.parametrize("state", ["", " declined"], ids=["active", "declined"])
def test_a_fortress_defends_in_both_states(state: str) -> None:
    """It augments the defence by 1 even if its race is in decline (Fortified): F17."""
    game = table(f"{RAID} | 7: 1 ratmen+fortified@Ann{state} [fortress]")
    assert bill(game, 7) == "2 + 1 defender + 1 Fortress = 4"


def test_a_fortress_stays_in_decline() -> None:
    """It is not removed by the decline (Fortified): F17."""
    game = after(table("turn 4 Ann begin | 7: 2 ratmen+fortified@Ann [fortress]"), Decline())
    assert lies(game, 7) == "1 ratmen+fortified@Ann declined [fortress]"


def test_a_conquered_fortress_is_removed() -> None:
    """The conqueror does not get it (Fortified): F16."""
    assert lies(conquer(table(f"{RAID} | 7: 1 ratmen+fortified@Ann [fortress]"), 7), 7) == "4 orcs+hill@Ben"


def test_an_abandoned_fortress_is_removed() -> None:
    """It goes when its region is abandoned (Fortified)."""
    game = table("turn 4 Ann begin | 7: 2 ratmen+fortified@Ann [fortress] | 2: 2 ratmen@Ann")
    assert lies(ready(game, "ratmen", {7: 0}), 7) == "nothing"


def test_a_lost_fortress_may_be_built_again() -> None:
    """Six on the map at a time: a removed one is in the supply again (Fortified): F16."""
    regions = " | ".join(f"{number}: 1 ratmen@Ann [fortress]" for number in (4, 5, 10, 11))
    game = table(f"turn 9 Ann redeploy | 2: 1 ratmen+fortified@Ann [fortress] | 7: 2 ratmen@Ann | {regions}")
    assert len(place(game, "fortress", {7: 1}).pieces("fortress")) == 6


def test_a_declined_fortified_race_builds_nothing() -> None:
    """As long as the Fortified race is active (Fortified): F17."""
    game = table("turn 5 Ann redeploy | 7: 1 ratmen+fortified@Ann declined [fortress] | 2: 3 orcs+hill@Ann")
    assert "place:fortress" not in listed(game)


# Heroic.

HEROES = "turn 3 Ann redeploy | 7: 2 ratmen+heroic@Ann | 2: 2 ratmen@Ann | 12: 1 ratmen@Ann"


def test_two_heroes_stand_in_two_regions() -> None:
    """At turn's end each of the 2 Heroes is placed in a region held (Heroic)."""
    assert place(table(HEROES), "hero", {7: 1, 12: 1}).pieces("hero") == ["r07", "r12"]


def test_two_heroes_do_not_share_a_region() -> None:
    """In 2 different regions (Heroic): F13."""
    assert refusal(table(HEROES), placing("hero", {7: 2})) == "region 7 takes 0 to 1"


def test_there_are_two_heroes() -> None:
    """Two and no more (Heroic; Components)."""
    assert refusal(table(HEROES), placing("hero", {7: 1, 2: 1, 12: 1})) == "that adds up to 3; it has to be 0 to 2"


def test_a_single_region_takes_one_hero() -> None:
    """With one region only one Hero has a place (Heroic): F13."""
    game = table("turn 3 Ann redeploy | 7: 2 ratmen+heroic@Ann")
    assert place(game, "hero", {7: 1}).pieces("hero") == ["r07"]


def test_heroes_stand_in_own_regions_only() -> None:
    """Regions you occupy (Heroic)."""
    assert refusal(table(HEROES), placing("hero", {3: 1})) == "region 3 cannot be used here"


@pytest.mark.parametrize("way", ["ordinary", "sorcerers", "dragon-master"])
def test_a_heros_region_is_immune(way: str) -> None:
    """To enemy conquests and to racial and special powers (Heroic)."""
    game = table(
        "turn 3 Ben conquer | 13: 1 sorcerers+dragon-master@Ben | hand sorcerers@Ben 5 | 7: 1 ratmen+heroic@Ann [hero]"
    )
    assert refusal(game, Conquer(region(7), way)) == "protected by the Hero"


def test_heroes_may_move_each_turn() -> None:
    """They protect until they move (Heroic)."""
    game = table("turn 4 Ann redeploy | 7: 2 ratmen+heroic@Ann [hero] | 2: 2 ratmen@Ann [hero] | 12: 1 ratmen@Ann")
    assert place(game, "hero", {2: 1, 12: 1}).pieces("hero") == ["r02", "r12"]


def test_heroes_may_stay() -> None:
    """Placed nowhere else, they stay where they are (Heroic): L8."""
    game = table("turn 4 Ann redeploy | 7: 2 ratmen+heroic@Ann [hero] | 2: 2 ratmen@Ann [hero]")
    assert redeploy(game).pieces("hero") == ["r02", "r07"]


def test_a_hero_leaves_an_abandoned_region() -> None:
    """It is its owner's to place again (Heroic; Abandoning a Region)."""
    game = table("turn 4 Ann begin | 7: 2 ratmen+heroic@Ann [hero] | 2: 2 ratmen@Ann")
    assert lies(ready(game, "ratmen", {7: 0}), 7) == "nothing"


def test_heroes_disappear_in_decline() -> None:
    """They are gone when the race goes into decline (Heroic)."""
    game = after(table("turn 4 Ann begin | 7: 2 ratmen+heroic@Ann [hero]"), Decline())
    assert lies(game, 7) == "1 ratmen@Ann declined"


def test_heroes_are_placed_at_the_turns_end() -> None:
    """Not before the conquests (Heroic)."""
    game = table("turn 4 Ann conquer | 7: 2 ratmen+heroic@Ann | hand ratmen@Ann 3")
    assert refusal(game, placing("hero", {7: 1})) == "not now: Ann is conquering"
