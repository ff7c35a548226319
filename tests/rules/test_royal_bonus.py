"""The Royal Bonus: its races and special powers."""

from __future__ import annotations

import pytest

from companion.game import hand_steps, narration
from companion.language import text
from companion.rules import hooks, notation
from companion.rules.boxes.registry import ABILITIES
from companion.rules.commands import Conquer, Conquest, Decline, PlayTurn, Redeploy, SetBand, SetRegion
from companion.rules.engine import decide, offers, quote
from companion.rules.model import Game, Marker
from companion.views import game_view
from tests.rules.moves import band, finish, finish_turn, place, ready, redeploy, roll
from tests.rules.position import (
    after,
    bent,
    bill,
    board,
    coins,
    conquer,
    lies,
    listed,
    refusal,
    refused,
    region,
    table,
    ways,
)

# Typed in from the printed badges: tokens received.
BADGES = {"aquatic": 3, "behemoth": 4, "fireball": 5}


@pytest.mark.parametrize(("power", "tokens"), BADGES.items())
def test_its_badges_say_what_is_printed(power: str, tokens: int) -> None:
    """Tokens received (printed badges)."""
    assert ABILITIES[power].tokens == tokens


# Aquatic.


def test_aquatic_pays_on_the_shore_and_takes_inland() -> None:
    """Aquatic: 1 more for each region on a Sea or the Lake, 1 less for any other (expansion sheet, Aquatic; L10)."""
    line = "turn 3 Ann score | 2: 1 elves+aquatic@Ann | 7: 1 elves@Ann | 12: 2 elves@Ann"
    assert coins(table(line)) == "regions 3, aquatic 2, aquatic -1"


def test_aquatic_looks_at_the_active_race_only() -> None:
    """Aquatic: a race in decline has no power (expansion sheet, Put a Race In Decline)."""
    line = "turn 3 Ann score | 2: 1 elves+aquatic@Ann | 12: 1 orcs@Ann declined"
    assert coins(table(line)) == "regions 1, aquatic 1, declined 1"


# Fireball.

MAGES = "turn 3 Ann conquer | 7: 1 ratmen+fireball@Ann | hand ratmen+fireball@Ann"
TWO = "memo ratmen+fireball@Ann fireball.hand 2"


def hand(game: Game) -> int:
    """The Fireballs that the Ratmen have in hand."""
    return band(game, "ratmen").memo.get("fireball.hand", 0)


def burnt(game: Game, number: int, count: int) -> Game:
    """The game after conquering a region with so many Fireballs."""
    return after(game, Conquer(region(number), boosts={"fireball": count}))


def test_a_fireball_is_taken_for_each_magic_region() -> None:
    """Fireball: 1 for each Magic Source occupied, while redeploying (expansion sheet, Fireball)."""
    game = redeploy(finish(table("turn 3 Ann conquer | 2: 2 ratmen+fireball@Ann | 14: 1 ratmen@Ann | 7: 1 ratmen@Ann")))
    assert hand(game) == 2


def test_a_fireball_that_is_taken_is_said() -> None:
    """Fireball: everybody hears how many lie in front of its owner now (expansion sheet, Fireball)."""
    game = finish(table("turn 3 Ann conquer | 2: 2 ratmen+fireball@Ann"))
    said = [text.say(each) for each in hand_steps.instructions(game, decide(game, Redeploy()))]
    assert said == ["Fireballs in hand: now 1"]


def test_there_are_four_fireballs() -> None:
    """Fireball: no more than the box has (ruling G21)."""
    game = table(f"{MAGES} 1 | 2: 2 ratmen@Ann | 14: 1 ratmen@Ann | {TWO.replace(' 2', ' 3')}")
    assert hand(redeploy(finish(game))) == 4


def test_fireballs_are_taken_once_a_turn() -> None:
    """Fireball: during Troop Redeployment, which comes once (expansion sheet, Fireball)."""
    game = redeploy(finish(table("turn 3 Ann conquer | 2: 2 ratmen+fireball@Ann")))
    assert hand(bent(game, Redeploy({region(2): 2}))) == 1


def test_a_fireball_counts_as_two_tokens() -> None:
    """Fireball: worth 2 race tokens (expansion sheet, Fireball)."""
    game = burnt(table(f"{MAGES} 5 | {TWO} | 6: 1 orcs@Ben declined"), 6, 1)
    assert (lies(game, 6), hand(game)) == ("2 ratmen+fireball@Ann", 1)


def test_several_fireballs_help_in_one_conquest() -> None:
    """Fireball: several may be used to conquer a single region (expansion sheet, Fireball)."""
    game = burnt(table(f"{MAGES} 5 | {TWO} | 6: 2 orcs@Ben declined"), 6, 2)
    assert (lies(game, 6), hand(game)) == ("1 ratmen+fireball@Ann", 0)


def test_a_token_goes_along_with_the_fireballs() -> None:
    """Fireball: a minimum of 1 race token to occupy the region (expansion sheet, Fireball)."""
    assert lies(burnt(table(f"{MAGES} 5 | {TWO}"), 2, 1), 2) == "1 ratmen+fireball@Ann"


def test_without_a_token_fireballs_take_nothing() -> None:
    """Fireball: a token is needed in hand (expansion sheet, Fireball)."""
    assert listed(table(f"{MAGES} 0 | {TWO}")) == {"finish"}


def test_a_fireball_that_is_of_no_use_is_not_offered() -> None:
    """Fireball: each takes something off the price, or it would be thrown away (our own reading)."""
    ids = {f"conquer:r02:ordinary:fireball={count}" for count in (1, 2)}
    assert ids & listed(table(f"{MAGES} 5 | {TWO}")) == {"conquer:r02:ordinary:fireball=1"}


def test_there_are_no_more_fireballs_than_in_hand() -> None:
    """Fireball: what is not there cannot be thrown, not even as played (expansion sheet, Fireball)."""
    game = table(f"{MAGES} 5 | {TWO} | 6: 4 orcs@Ben declined")
    assert refused(game, Conquer(region(6), boosts={"fireball": 3})) == "Fireball: you do not have 3 to use here"


def test_fireballs_are_used_up_in_a_failed_attempt() -> None:
    """Fireball: discarded once used, also where the die fails (ruling G21)."""
    tried = Conquer(region(6), die=True, boosts={"fireball": 1})
    game = after(table(f"{MAGES} 1 | {TWO} | 6: 2 orcs@Ben declined"), tried)
    game = roll(game, 1)
    assert (lies(game, 6), hand(game)) == ("2 orcs@Ben declined", 1)


def test_fireballs_help_in_an_attempt_that_wins() -> None:
    """Fireball: with the die as without (expansion sheet, Fireball; Final Conquest Attempt)."""
    tried = Conquer(region(6), die=True, boosts={"fireball": 1})
    game = after(table(f"{MAGES} 1 | {TWO} | 6: 2 orcs@Ben declined"), tried)
    game = roll(game, 2)
    assert (lies(game, 6), hand(game)) == ("1 ratmen+fireball@Ann", 1)


def test_fireballs_go_with_the_badge() -> None:
    """Fireball: in decline the power is gone, and what it had with it (Put a Race In Decline)."""
    game = after(table(f"turn 3 Ann begin | 7: 2 ratmen+fireball@Ann | {TWO}"), Decline())
    assert band(game, "ratmen").memo == {}


@pytest.mark.parametrize("count", [-1, 5])
def test_no_more_fireballs_are_in_hand_than_there_are(count: int) -> None:
    """Fireball: four in the box (ruling G21; Corrections)."""
    assert (
        refusal(table(MAGES + " 5"), SetBand(1, memo={"fireball.hand": count}))
        == "fireball.hand cannot have that value"
    )


def test_fireballs_in_hand_can_be_corrected() -> None:
    """Fireball: what is in hand stands on the correcting screen (Corrections)."""
    game = table(f"{MAGES} 5 | {TWO}")
    assert hand(after(game, SetBand(1, memo={"fireball.hand": 4}))) == 4


def test_conquests_with_fireballs_are_told_with_them() -> None:
    """Fireball: the bill says what they saved (Conquering a Region)."""
    game = table(f"{MAGES} 5 | {TWO} | 6: 1 orcs@Ben declined")
    command = Conquer(region(6), boosts={"fireball": 1})
    said = narration.headline(game, command, decide(game, command))
    assert (text.say(said), text.bill(said.args["bill"]).text) == (
        "Ann conquers region 6 with 2 Ratmen",
        "2 + 1 defender + 1 mountain − 2 Fireball = 2",
    )


# Behemoth.
#
# On the map for two Swamps are 4, 17, 19 and 21.

BEASTS = "turn 3 Ann conquer | 19: 1 ratmen+behemoth@Ann | 17: 1 ratmen@Ann | hand ratmen+behemoth@Ann"


def test_a_behemoth_is_worth_the_swamps_held() -> None:
    """Behemoth: a stack as high as the Swamps you occupy, for attack (expansion sheet, Behemoth)."""
    game = after(table(f"{BEASTS} 5 | 20: 2 orcs@Ben declined"), Conquer(region(20), boosts={"behemoth": 1}))
    assert lies(game, 20) == "3 ratmen+behemoth@Ann [behemoth]"


def test_a_behemoth_that_is_not_asked_stays_in_hand() -> None:
    """Behemoth: it goes where its owner sends it (expansion sheet, Behemoth)."""
    game = conquer(table(f"{BEASTS} 5"), 18)
    assert (lies(game, 18), hooks.in_hand(game, band(game, "ratmen"), "behemoth")) == ("2 ratmen+behemoth@Ann", 2)


def test_a_token_goes_along_with_a_behemoth() -> None:
    """Behemoth: it must always be accompanied by at least 1 race token (expansion sheet, Behemoth)."""
    game = after(table(f"{BEASTS} 5"), Conquer(region(18), boosts={"behemoth": 1}))
    assert lies(game, 18) == "1 ratmen+behemoth@Ann [behemoth]"


def test_without_a_swamp_a_behemoth_is_worth_nothing() -> None:
    """Behemoth: none until a Swamp is held (ruling G17)."""
    game = table("turn 3 Ann conquer | 7: 1 ratmen+behemoth@Ann | hand ratmen+behemoth@Ann 5")
    assert not {each for each in listed(game) if "behemoth" in each}


def test_both_behemoths_may_help_in_one_conquest() -> None:
    """Behemoth: one race token may accompany both (ruling M8)."""
    game = after(table(f"{BEASTS} 1 | 20: 2 orcs@Ben declined"), Conquer(region(20), boosts={"behemoth": 2}))
    assert lies(game, 20) == "1 ratmen+behemoth@Ann [behemoth behemoth]"


def test_a_behemoth_grows_with_the_swamp_it_takes() -> None:
    """Behemoth: adjusted each time you capture a Swamp (expansion sheet, Behemoth)."""
    game = conquer(table(f"{BEASTS} 9 | 20: 1 ratmen@Ann | 22: 2 orcs@Ben declined"), 21)
    game = after(game, Conquer(region(22), boosts={"behemoth": 1}))
    assert lies(game, 22) == "1 ratmen+behemoth@Ann [behemoth]"


DEFENDED = "turn 3 Ann conquer | 18: 1 elves+hill@Ann | hand elves+hill@Ann 9 | 4: 1 ratmen+behemoth@Ben"


def test_a_behemoth_defends_with_the_swamps_held() -> None:
    """Behemoth: an equivalent number of race tokens for defence (expansion sheet, Behemoth)."""
    game = table(f"{DEFENDED} | 21: 1 ratmen@Ben | 12: 1 ratmen@Ben [behemoth]")
    assert bill(game, 12) == "2 + 1 defender + 2 Behemoth = 5"


def test_a_swamp_under_attack_does_not_count() -> None:
    """Behemoth: the Swamp that is attacked is not among them (ruling G17)."""
    game = table(f"{DEFENDED} | 17: 1 ratmen@Ben [behemoth]")
    assert bill(game, 17) == "2 + 1 defender + 1 Behemoth = 4"


def test_the_way_to_move_behemoths_names_them() -> None:
    """Behemoth: redeployed as normal (expansion sheet, Behemoth)."""
    game = table("turn 3 Ann conquer | 19: 2 ratmen+behemoth@Ann [behemoth] | 17: 2 ratmen@Ann [behemoth]")
    (finishing,) = [offer for offer in offers(game, 0) if offer.kind == "finish"]
    assert text.sentence(finishing.label) == "Stop and move your Behemoths"
    game = table("turn 3 Ann conquer | 19: 2 ratmen+behemoth@Ann [behemoth] | 17: 2 ratmen@Ann")
    (finishing,) = [offer for offer in offers(game, 0) if offer.kind == "finish"]
    assert text.sentence(finishing.label) == "Stop and move your Behemoths"


def test_both_behemoths_defend_one_region() -> None:
    """Behemoth: each stack counts (expansion sheet, Behemoth)."""
    game = table(f"{DEFENDED} | 12: 1 ratmen@Ben [behemoth behemoth]")
    assert bill(game, 12) == "2 + 1 defender + 2 Behemoth = 5"


def test_a_behemoth_shrinks_when_a_swamp_is_lost() -> None:
    """Behemoth: adjusted each time you lose a Swamp (expansion sheet, Behemoth)."""
    game = conquer(table(f"{DEFENDED} | 17: 1 ratmen@Ben | 12: 1 ratmen@Ben [behemoth]"), 17)
    assert bill(game, 12) == "2 + 1 defender + 1 Behemoth = 4"


def test_a_behemoth_is_worth_six_at_most() -> None:
    """Behemoth: there are 6 tokens to a stack (badges; ruling G17)."""
    five = "turn 3 Ann conquer | seats Ann Ben Cid Dee Eve | hand elves+hill@Ann 9"
    swamps = [each.id for each in board("base-5").regions.values() if each.terrain == "swamp"][:7]
    land = next(each.id for each in board("base-5").regions.values() if each.border and each.terrain == "farmland")
    line = " | ".join(f"{each}: 1 ratmen+behemoth@Ben" for each in swamps)
    game = table(f"{five} | {line} | {land}: 1 ratmen@Ben [behemoth]")
    assert text.bill(quote(game, 0, land).ways[0].bill).text == "2 + 1 defender + 6 Behemoth = 9"


def test_only_the_token_beside_a_behemoth_is_lost() -> None:
    """Behemoth: redeploy it at the end of your attacker's turn (expansion sheet, Behemoth)."""
    game = conquer(table(f"{DEFENDED} | 12: 1 ratmen@Ben [behemoth]"), 12)
    assert (game.turn.returned, game.tray["ratmen"]) == (((band(game, "ratmen").id, "behemoth", 1),), 12)


def test_a_lost_behemoth_goes_to_another_region() -> None:
    """Behemoth: as a single stack, as normal (expansion sheet, Behemoth)."""
    game = finish_turn(conquer(table(f"{DEFENDED} | 12: 1 ratmen@Ben [behemoth]"), 12))
    assert lies(game, 4) == "1 ratmen+behemoth@Ben [behemoth]"


def test_behemoths_come_to_hand_with_the_troops() -> None:
    """Behemoth: taken up to attack again (expansion sheet, Behemoth; Ready your Troops)."""
    game = ready(table("turn 3 Ann begin | 19: 3 ratmen+behemoth@Ann [behemoth behemoth]"), "ratmen")
    assert (lies(game, 19), hooks.in_hand(game, band(game, "ratmen"), "behemoth")) == ("1 ratmen+behemoth@Ann", 2)


def test_behemoths_stay_where_they_conquered_until_redeployment() -> None:
    """Behemoth: each helps once a turn (ruling G17)."""
    game = after(table(f"{BEASTS} 9"), Conquer(region(18), boosts={"behemoth": 1}))
    assert hooks.in_hand(game, band(game, "ratmen"), "behemoth") == 1


def test_behemoths_are_placed_with_the_troops() -> None:
    """Behemoth: redeployed as the tokens are (expansion sheet, Behemoth)."""
    game = place(finish(table(f"{BEASTS} 2")), "behemoth", {17: 2})
    assert lies(redeploy(game), 17).endswith("[behemoth behemoth]")


def test_behemoths_that_nobody_placed_stand_by_themselves() -> None:
    """Behemoth: no piece stays in hand while the race holds a region (ruling L13)."""
    game = redeploy(finish(table(f"{BEASTS} 0")))
    assert sorted(game.pieces("behemoth")) == ["r17", "r19"]


def test_behemoths_leave_with_the_badge() -> None:
    """Behemoth: the power goes with decline (Put a Race In Decline)."""
    game = after(table("turn 3 Ann begin | 19: 3 ratmen+behemoth@Ann [behemoth behemoth]"), Decline())
    assert lies(game, 19) == "1 ratmen@Ann declined"


def test_behemoths_fail_with_the_die_and_come_back() -> None:
    """Behemoth: a failed attempt loses none (expansion sheet, Behemoth; ruling L9)."""
    tried = Conquer(region(20), die=True, boosts={"behemoth": 1})
    game = roll(after(table(f"{BEASTS} 1 | 20: 2 orcs@Ben declined"), tried), 0)
    assert (game.turn.stage, hooks.in_hand(game, band(game, "ratmen"), "behemoth")) == ("redeploy", 2)


def test_a_region_says_what_its_behemoth_is_worth() -> None:
    """Behemoth: the stack's height can be read off the map (expansion sheet, Behemoth)."""
    game = table("turn 3 Ann conquer | 19: 3 ratmen+behemoth@Ann [behemoth] | 17: 1 ratmen@Ann")
    said = game_view.region_text(game, game.board.regions["r19"], game.grounds["r19"], "en")
    assert said == "Region 19: swamp, mine, 3 Ratmen (Ann), Behemoth worth 2"


def test_a_position_with_behemoths_is_written_and_read() -> None:
    """Notation: pieces of a band stand in brackets, those in hand follow from what is on the map."""
    game = table(f"{BEASTS} 2 | 18: 1 ratmen@Ann [behemoth]")
    assert table(notation.write(game)) == game


# Among the others.


def test_ones_own_ghouls_drive_a_behemoth_into_the_hand() -> None:
    """Behemoth, Ghouls: what one's own Ghouls expel may be used this turn (ruling L2)."""
    line = "turn 3 Ann conquer ghouls | 12: 2 ghouls@Ann declined | hand ghouls@Ann declined 8"
    game = conquer(table(f"{line} | 17: 2 ratmen+behemoth@Ann [behemoth] | 4: 1 ratmen@Ann"), 17)
    ratmen = band(game, "ratmen")
    assert (game.turn.returned, hooks.in_hand(game, ratmen, "behemoth"), ratmen.hand) == ((), 2, 1)


def test_a_behemoth_with_no_region_left_waits_in_hand() -> None:
    """Behemoth: with no region to go to it comes back with the race (Enemy Losses and Withdrawals)."""
    game = finish_turn(conquer(table(DEFENDED.replace("4: 1 ratmen", "12: 3 ratmen") + " [behemoth]"), 12))
    ratmen = band(game, "ratmen")
    assert (ratmen.hand, hooks.in_hand(game, ratmen, "behemoth")) == (2, 2)


def test_a_behemoth_may_be_put_right_on_the_map() -> None:
    """Behemoth: the cardboard is right, and what stands on the map is not in hand (Corrections)."""
    game = table("turn 3 Ann conquer | 19: 1 ratmen+behemoth@Ann | hand ratmen+behemoth@Ann 3")
    game = after(game, SetRegion(region(19), 1, 2, 0, (Marker("behemoth", 1),)))
    assert (lies(game, 19), hooks.in_hand(game, band(game, "ratmen"), "behemoth")) == (
        "2 ratmen+behemoth@Ann [behemoth]", 1,
    )  # fmt: skip


def test_a_behemoth_keeps_sorcerers_off() -> None:
    """Behemoth, Sorcerers: it counts as race tokens in defence, as an Encampment does (ruling M27)."""
    line = DEFENDED.replace("elves", "sorcerers") + " | 12: 1 ratmen@Ben [behemoth]"
    assert ways(table(line), 12) == ["ordinary"]


def test_a_behemoth_that_is_worth_nothing_keeps_nobody_off() -> None:
    """Behemoth, Sorcerers: the only Swamp is the one under attack (rulings G17, M27)."""
    line = DEFENDED.replace("elves", "sorcerers").replace("4: 1 ratmen+behemoth@Ben", "17: 1 ratmen+behemoth@Ben")
    game = conquer(table(f"{line} [behemoth] | 22: 1 ratmen@Ben"), 17, way="sorcerers")
    assert (lies(game, 17), game.turn.returned) == ("1 sorcerers+hill@Ann", ((band(game, "ratmen").id, "behemoth", 1),))


def test_the_dragon_flies_over_a_behemoth() -> None:
    """Behemoth, Dragon Master: one token, whatever defends (base rules, Dragon Master)."""
    line = DEFENDED.replace("elves+hill", "elves+dragon-master") + " | 12: 1 ratmen@Ben [behemoth behemoth]"
    assert lies(conquer(table(line), 12, way="dragon-master"), 12) == "1 elves+dragon-master@Ann [dragon]"


def test_fireballs_do_not_help_a_dragon() -> None:
    """M2: what helps joins a way whose price is not fixed; here the power is one or the other, so as asked."""
    game = table(f"{MAGES} 5 | {TWO}")
    assert (
        refused(game, Conquer(region(2), "dragon-master", boosts={"fireball": 1})) == "it cannot be conquered this way"
    )


def test_a_turn_entered_at_once_throws_fireballs() -> None:
    """Fireball: told with the conquest, gathered with the end (expansion sheet, Fireball)."""
    told = PlayTurn(conquests=(Conquest(region(6), boosts={"fireball": 2}),))
    game = after(table(f"{MAGES} 5 | {TWO} | 6: 2 orcs@Ben declined"), told)
    assert (game.turn.stage, hand(game)) == ("score", 0)
