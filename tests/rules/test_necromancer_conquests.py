"""Necromancer Island (expansion sheet, under that name; rulings H): the Ghosts' conquests, and how others see them."""

from __future__ import annotations

import pytest

from companion.boards import maps
from companion.language import text
from companion.rules.commands import Conquer, Conquest, Decline, Finish, PlayTurn, Redeploy, UseAbility
from companion.rules.engine import hints, offers
from tests.rules.island import CONQUER, MARKET, SEATS, ghosts
from tests.rules.moves import attempt, band, finish, form, redeploy, roll
from tests.rules.position import after, bill, coins, conquer, lies, listed, refusal, refused, region, table, ways


def test_the_ghosts_enter_by_the_shore_of_the_lake() -> None:
    """Conquer Regions: the border regions are those around the Lake."""
    game = table(f"{CONQUER} | hand ghosts+wealthy@Dee 9")
    found = {offer.region for offer in offers(game, 3) if offer.kind == "conquer"}
    assert found == {region(number) for number in (10, 11, 15, 17, 20, 21, 22)}


def test_the_shore_stays_within_reach() -> None:
    """Conquer Regions: the Island is always behind them, whatever else they hold."""
    game = table(f"{CONQUER} | 10: 1 ghosts+wealthy@Dee | hand ghosts@Dee 9")
    assert ways(game, 22) == ["ordinary"]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_shore_is_that_of_every_printed_map(players: int) -> None:
    """Facts: the Lake's neighbours on the maps for two to five."""
    shores = {
        3: (3, 7, 9, 13, 14),
        4: (10, 11, 15, 17, 20, 21, 22),
        5: (10, 11, 12, 16, 18, 22, 23, 24),
        6: (13, 14, 20, 22, 25, 26, 29, 30, 36, 37),
    }
    regions = maps.load(f"base-{players - 1}").board.regions.values()
    water = next(each for each in regions if each.terrain == "lake")
    assert set(water.adjacent) == {region(number) for number in shores[players]}


def test_no_ghost_need_stay_on_the_island() -> None:
    """Conquer Regions: all of them may stand on the map."""
    game = conquer(table(f"{CONQUER} | hand ghosts+commando@Dee 4"), 15)
    assert (game.turn.stage, ghosts(redeploy(finish(game), {15: 4}))) == ("conquer", 0)


def test_ghosts_may_stay_on_the_island() -> None:
    """Conquer Regions: the Island is a place like others for them."""
    game = finish(conquer(table(f"{CONQUER} | hand ghosts+commando@Dee 6"), 15))
    assert ghosts(redeploy(game, {15: 1})) == 6 - 1


def test_a_held_region_keeps_a_ghost() -> None:
    """Troop Redeployment: at least one in each region."""
    game = finish(conquer(table(f"{CONQUER} | hand ghosts+commando@Dee 6"), 15))
    assert form(game, "redeploy", 3).slots[0].least == 1


def test_the_final_attempt_is_open_to_ghosts() -> None:
    """Scoring and Spawning: after his final conquest attempt."""
    game = attempt(table(f"{CONQUER} | hand ghosts+wealthy@Dee 1"), 15, 3)
    assert lies(game, 15).startswith("1 ghosts")


def test_nobody_conquers_the_island() -> None:
    """Other Rules: it is immune, even to Seafaring players."""
    line = f"turn 3 Ann conquer | {SEATS} | 15: 1 orcs+seafaring@Ann | hand orcs@Ann 9 | hand ghosts+hill@Dee 1"
    assert ways(table(line), 16) == []


def test_a_dragon_does_not_come_to_the_island() -> None:
    """Other Rules: immune to other players."""
    line = f"turn 3 Ann conquer | {SEATS} | 15: 1 orcs+dragon-master@Ann | hand orcs@Ann 9 | hand ghosts+hill@Dee 1"
    assert "Necromancer Island" in refusal(table(line), Conquer(region(16), "dragon-master"))


def test_ghosts_cannot_be_replaced_by_sorcerers() -> None:
    """Other Rules: others consider Ghosts as in decline (H1)."""
    line = f"turn 3 Ann conquer | {SEATS} | 9: 1 sorcerers+hill@Ann | 10: 1 ghosts+swamp@Dee | hand sorcerers@Ann 9"
    assert ways(table(line), 10) == ["ordinary"]


def test_goblins_save_a_token_against_ghosts() -> None:
    """Other Rules: others consider Ghosts as in decline (H1)."""
    line = f"turn 3 Ann conquer | {SEATS} | 9: 1 goblins+hill@Ann | 10: 1 ghosts+swamp@Dee | hand goblins@Ann 9"
    assert "− 1 Goblin" in bill(table(line), 10)


def test_an_attack_on_ghosts_is_none_on_an_active_race() -> None:
    """Other Rules: others consider Ghosts as in decline (H1)."""
    line = f"turn 3 Ann conquer | {SEATS} | 15: 1 orcs+hill@Ann | 10: 1 ghosts+swamp@Dee | hand orcs@Ann 9"
    game = conquer(table(line), 10)
    assert not game.turn.attacks[0].active


def test_peace_does_not_bind_ghosts() -> None:
    """Other Rules: a Diplomat binds active races only (H1)."""
    line = f"{CONQUER} | 15: 1 orcs+diplomat@Ann | memo orcs@Ann diplomat.ally 4 | hand ghosts+hill@Dee 9"
    assert ways(table(line), 15) == ["ordinary"]


def test_fauns_give_ghosts_nothing() -> None:
    """Other Rules: others consider Ghosts as in decline (H1)."""
    line = f"turn 3 Ann conquer | {SEATS} | 15: 1 fauns+hill@Ann | 10: 2 ghosts+swamp@Dee | hand fauns@Ann 9"
    assert band(conquer(table(line), 10), "ghosts").withdrawn == 1


def test_ransackers_get_nothing_from_ghosts() -> None:
    """Other Rules: others consider Ghosts as in decline (H1)."""
    line = f"turn 3 Ann conquer | {SEATS} | 15: 1 orcs+ransacking@Ann | 10: 1 ghosts+swamp@Dee | hand orcs@Ann 9"
    assert conquer(table(line), 10).seats[3].coins == 5


def test_to_its_owner_a_ghost_region_is_active() -> None:
    """Scoring and Spawning: a coin for each region, and the powers' bonus."""
    game = table(f"turn 3 Dee score | {SEATS} | 10: 2 ghosts+merchant@Dee | 11: 1 ghosts@Dee")
    assert coins(game, 3) == "regions 2, merchant 2"


def test_ghosts_never_decline() -> None:
    """Other Rules (H): there is no banner to flip, whatever the table says."""
    game = after(table(f"{MARKET} | 10: 3 ghosts+hill@Dee"), Finish())
    assert refused(game, Decline()) == "the Ghosts never go into decline"


def test_decline_is_not_offered_to_ghosts() -> None:
    """Other Rules (H): their turn begins with readying."""
    game = after(table(f"{MARKET} | 10: 3 ghosts+hill@Dee"), Finish())
    assert {each.partition(":")[0] for each in listed(game, 3)} == {"ready", "conquer", "attempt"}


def test_no_power_lets_ghosts_decline_late() -> None:
    """Other Rules (H): not after scoring either, by whatever power a correction has given them (base rules, Stout)."""
    game = table(f"turn 3 Dee score | {SEATS} | 10: 2 ghosts+stout@Dee")
    assert "accept:decline" not in listed(game, 3)


def test_a_turn_of_ghosts_is_entered_at_once() -> None:
    """Entered at once: from readying to the score sheet, as for every race."""
    game = after(table(f"{MARKET} | 10: 1 ghosts+commando@Dee | hand ghosts@Dee 5"), Finish())
    game = after(game, PlayTurn(conquests=(Conquest(region(15)), Conquest(region(20)))))
    held = [key for key, ground in game.grounds.items() if ground.band == band(game, "ghosts").id]
    assert (game.turn.stage, held) == ("score", [region(10), region(15), region(20)])


def test_a_turn_is_not_entered_at_once_before_the_market_is_over() -> None:
    """Entered at once: what was bought is a secret of nobody, so it is told first."""
    game = table(f"{MARKET} | hand ghosts+commando@Dee 5")
    assert refusal(game, PlayTurn(conquests=(Conquest(region(15)),))) == "not now: Dee is buying Ghosts and powers"


RAIDERS = (
    f"{CONQUER} | 15: 3 ghosts+berserk+marauding@Dee | hand ghosts@Dee 1 | 10: 3 skeletons+hill@Ann"
    " | 11: 3 skeletons@Ann | 17: 3 skeletons@Ann | 20: 3 skeletons@Ann | 21: 3 skeletons@Ann"
)


def test_a_roll_in_vain_ends_both_waves() -> None:
    """Berserk: without enough tokens this is the turn's final attempt, and no wave follows one (Marauding)."""
    game = finish(roll(after(table(RAIDERS), UseAbility("berserk", "roll")), 0))
    assert (game.turn.stage, ghosts(game)) == ("redeploy", 1)


def test_after_a_roll_in_vain_no_further_wave_is_offered() -> None:
    """Berserk and Marauding: what ends the conquests says that they are over."""
    game = roll(after(table(RAIDERS), UseAbility("berserk", "roll")), 0)
    ending = next(offer for offer in offers(game, 3) if offer.id == "finish")
    assert text.say(ending.label) == "Stop and move tokens"


def test_a_roll_that_was_not_used_leaves_the_second_wave() -> None:
    """Berserk and Marauding: who rolls and does not attack has not failed (L12)."""
    game = finish(roll(after(table(RAIDERS.replace("17: 3", "17: 1")), UseAbility("berserk", "roll")), 3))
    assert (game.turn.stage, game.turn.cycle) == ("conquer", 1)


HORDE = f"{CONQUER} | 15: 3 ghosts+berserk+hordes-of@Dee [hordes] | hand ghosts@Dee 0"


def test_a_hordes_token_in_hand_lets_berserk_roll() -> None:
    """Hordes of: exactly as if it were a race token, so the die may be used before its conquest (Berserk)."""
    assert "act:berserk:roll:" in listed(table(HORDE), 3)


def test_the_pips_help_a_hordes_token() -> None:
    """Hordes of, Berserk: a region for 2 falls to one of them and a pip."""
    game = roll(after(table(HORDE), UseAbility("berserk", "roll")), 1)
    assert lies(after(game, Conquer(region(20), boosts={"hordes-of": 1})), 20).endswith("[hordes]")


def test_berserk_does_not_roll_for_hordes_that_stand_on_the_map() -> None:
    """Hordes of, Berserk: with nothing in hand there is no conquest before which to roll, and nobody is told to."""
    game = table(HORDE.replace("[hordes]", "[hordes hordes]"))
    found = offers(game, 3)
    assert ("act:berserk:roll:" in listed(game, 3), [hint.offer for hint in hints(game, found)]) == (False, [])


def test_redeployment_leaves_others_nothing_in_hand() -> None:
    """Troop Redeployment: only Ghosts may wait on an Island (L13)."""
    line = f"turn 3 Ann redeploy | {SEATS} | 15: 1 orcs+hill@Ann | hand orcs@Ann 2 | hand ghosts+swamp@Dee 1"
    assert "3" in refusal(table(line), Redeploy({region(15): 1}))
