"""Small World of Warcraft: the races of the Horde."""

from __future__ import annotations

from companion.rules.commands import Accept, Answer, Conquer, Decline, UseAbility
from companion.rules.engine import chances, offers
from companion.rules.model import Chance, Game
from tests.rules.isles import isles, purses
from tests.rules.moves import band, finish, finish_turn, form, place, ready
from tests.rules.position import after, bent, bill, coins, conquer, lies, listed, refusal, region

# Blood Elves.


def test_magic_regions_pay_blood_elves() -> None:
    """Blood Elves: 1 for each Magic region (Warcraft rules, Blood Elves)."""
    line = "turn 3 Ann score | 9: 1 blood-elves+explorer@Ann | 15: 1 blood-elves@Ann | 8: 1 blood-elves@Ann"
    assert coins(isles(line)) == "regions 3, blood-elves 2, explorer 2"


def test_blood_elves_in_decline_earn_no_more_than_their_regions() -> None:
    """Blood Elves: no bonus in decline (Warcraft rules, Scoring with Races In Decline)."""
    assert coins(isles("turn 3 Ann score | 9: 1 blood-elves@Ann declined")) == "declined 1"


# Forsaken.

HARVEST = "turn 3 Ann conquer | 8: 1 forsaken+farmer@Ann | hand forsaken+farmer@Ann 9"


def test_forsaken_enlist_the_dead_for_a_coin_each() -> None:
    """Forsaken: 1 coin for each token whose loss they forced, a Murloc among them (Warcraft rules, Forsaken)."""
    line = f"{HARVEST} | 7: tribe | 10: 2 naga+ranger@Ben"
    game = after(finish(conquer(isles(line), 7, 10)), UseAbility("forsaken", "enlist", "2"))
    assert (band(game, "forsaken").hand, purses(game)) == (2 + 2, [3, 5])


def test_forsaken_may_enlist_fewer() -> None:
    """Forsaken: they may spend the coin (Warcraft rules, Forsaken)."""
    game = finish(conquer(isles(f"{HARVEST} | 7: tribe | 10: 2 naga+ranger@Ben"), 7, 10))
    assert {"act:forsaken:enlist:1", "act:forsaken:enlist:2"} == {each for each in listed(game) if "enlist" in each}


def test_tokens_that_draenei_keep_are_not_enlisted() -> None:
    """Forsaken: each time they force the loss, and here none is lost (Warcraft rules, Forsaken)."""
    game = finish(conquer(isles(f"{HARVEST} | 10: 2 draenei+ranger@Ben"), 10))
    assert not any("enlist" in each for each in listed(game))


def test_forsaken_enlist_for_a_beast_that_falls() -> None:
    """Forsaken: Beasts are treated like Race tokens for any purpose (Warcraft rules, Beast Master; Forsaken)."""
    beasts = "10: 1 naga+beast-master@Ben [beast] | memo naga@Ben beast-master.beasts 1"
    assert band(conquer(isles(f"{HARVEST} | {beasts}"), 10), "forsaken").memo["forsaken.dead"] == 1


def test_forsaken_enlist_none_of_their_own() -> None:
    """Forsaken: the dead of their enemies (Warcraft rules, Forsaken)."""
    game = finish(conquer(isles(f"{HARVEST} | 10: 2 tauren@Ann declined"), 10))
    assert not any("enlist" in each for each in listed(game))


def test_forsaken_enlist_after_their_last_conquest() -> None:
    """Forsaken: after the last conquest, before the redeployment (Warcraft rules, Forsaken)."""
    game = conquer(isles(f"{HARVEST} | 7: tribe"), 7)
    assert refusal(game, UseAbility("forsaken", "enlist", "1")) == "Forsaken: not possible now"
    assert band(bent(game, UseAbility("forsaken", "enlist", "1")), "forsaken").hand == 9 - 3 + 1


def test_what_was_enlisted_is_not_enlisted_again() -> None:
    """Forsaken: one for each loss that they forced (Warcraft rules, Forsaken)."""
    game = isles(f"{HARVEST} | memo forsaken@Ann forsaken.dead 3".replace("conquer", "redeploy"))
    game = after(game, UseAbility("forsaken", "enlist", "2"))
    assert {each for each in listed(game) if "enlist" in each} == {"act:forsaken:enlist:1"}


def test_forsaken_do_not_enlist_whom_others_kill() -> None:
    """Forsaken: each time they force the loss (Warcraft rules, Forsaken)."""
    line = "turn 3 Ben conquer | 7: 1 naga+ranger@Ben | hand naga+ranger@Ben 9 | 19: 1 forsaken+farmer@Ann"
    assert band(conquer(isles(f"{line} | 8: tribe"), 8), "forsaken").memo == {}


def test_forsaken_enlist_what_the_tray_has() -> None:
    """Forsaken: limited by the tokens there are (Warcraft rules, Picking a Race)."""
    line = f"{HARVEST} | memo forsaken@Ann forsaken.dead 3 | 9: 9 forsaken@Ann".replace("conquer", "redeploy")
    game = isles(line)
    assert game.tray["forsaken"] == 1
    assert {each for each in listed(game) if "enlist" in each} == {"act:forsaken:enlist:1"}


def test_forsaken_without_a_coin_enlist_nobody() -> None:
    """Forsaken: 1 coin each, and to others it is listed whatever the stash holds (Forsaken; ruling J12)."""
    game = isles(f"{HARVEST} | memo forsaken@Ann forsaken.dead 1 | coins 0 5".replace("conquer", "redeploy"))
    assert not any("enlist" in each for each in listed(game))
    assert "act:forsaken:enlist:1" in {offer.id for offer in offers(game, 0, blind=True)}


def test_what_forsaken_did_not_enlist_is_gone_next_turn() -> None:
    """Forsaken: of this turn's losses only (Warcraft rules, Forsaken)."""
    line = "turn 3 Ben score | 8: 1 forsaken+farmer@Ann | 19: 1 naga+ranger@Ben | memo forsaken@Ann forsaken.dead 2"
    assert band(after(isles(line), Accept()), "forsaken").memo["forsaken.dead"] == 0


# Goblins.

SAPPERS = "turn 3 Ann redeploy | 8: 2 warcraft-goblins+farmer@Ann | 7: 2 draenei+ranger@Ben"
LIT = "turn 2 Ben score | 8: 2 warcraft-goblins+farmer@Ann | 20: 1 naga@Ben declined"
BOMBED = "7: 3 night-elves+ranger@Ben [wisp-wall bomb@warcraft-goblins] | 10: 2 night-elves@Ben"


def bombs(game: Game) -> list[Chance]:
    """The Bombs that are to be turned up now."""
    return [chance for chance in chances(game) if chance.kind == "draw"]


def opened(game: Game, what: str) -> Game:
    """The game after the Bomb that is due has been turned up."""
    return after(game, Answer(bombs(game)[0].occasion, what))


def test_goblins_put_bombs_in_neighbouring_regions_of_active_races() -> None:
    """Goblins: adjacent Regions of opponents' active races, one in each (Warcraft rules, Goblins)."""
    game = isles(f"{SAPPERS} | 10: 1 naga@Ben declined | 19: 2 draenei@Ben")
    assert [(slot.id, slot.most) for slot in form(game, "place:bomb").slots] == [(region(7), 1)]
    assert place(game, "bomb", {7: 1}).pieces("bomb") == [region(7)]


def test_goblins_put_no_bomb_on_another_one_nor_among_themselves() -> None:
    """Goblins: never more than one in a region, and in opponents' regions (Warcraft rules, Goblins)."""
    line = SAPPERS.replace("7: 2 draenei+ranger@Ben", "7: 2 draenei+ranger@Ben [bomb@warcraft-goblins]")
    game = isles(f"{line} | 10: 1 draenei@Ben | 2: 1 warcraft-goblins@Ann")
    assert [slot.id for slot in form(game, "place:bomb").slots] == [region(10)]


def test_bombs_are_turned_up_one_after_the_other() -> None:
    """Goblins: all that were placed; what came up is counted (Warcraft rules, Goblins)."""
    line = BOMBED.replace("10: 2 night-elves@Ben", "10: 2 night-elves@Ben [bomb@warcraft-goblins]")
    game = opened(after(isles(f"{LIT} | {line}"), Accept()), "explosion")
    assert band(game, "warcraft-goblins").memo == {"warcraft-goblins.exploded": 1}
    assert (game.pieces("bomb"), [each.kind for each in bombs(game)]) == ([region(10)], ["draw"])


def test_a_bomb_that_the_goblins_have_taken_back_goes_back_unseen() -> None:
    """Goblins: still occupied by an opponent (ruling M12)."""
    line = LIT.replace("8: 2 warcraft-goblins+farmer@Ann", "8: 2 warcraft-goblins+farmer@Ann [bomb@warcraft-goblins]")
    game = after(isles(line), Accept())
    assert (game.pieces("bomb"), bombs(game)) == ([], [])


def test_bombs_are_turned_up_as_the_goblins_begin() -> None:
    """Goblins: at the beginning of the next turn, before anything else (Warcraft rules, Goblins)."""
    game = after(isles(f"{LIT} | {BOMBED}"), Accept())
    assert [(each.holds, set(each.choices)) for each in bombs(game)] == [(True, {"explosion", "dud"})]
    assert not [offer for offer in offers(game, 0) if offer.kind != "answer"]


def test_an_explosion_costs_a_token_and_empties_the_region() -> None:
    """Goblins: one lost, the others taken back, the region empty, its Wisp Wall gone (Warcraft rules, Goblins)."""
    game = opened(after(isles(f"{LIT} | {BOMBED}"), Accept()), "explosion")
    assert (lies(game, 7), band(game, "night-elves").withdrawn, game.tray["night-elves"]) == ("nothing", 2, 9 - 4)


def test_the_bombed_go_back_at_the_end_of_the_goblins_turn() -> None:
    """Goblins: redeployed as usual (ruling J15)."""
    game = opened(after(isles(f"{LIT} | {BOMBED}"), Accept()), "explosion")
    assert lies(finish_turn(ready(game, "warcraft-goblins")), 10) == "4 night-elves+ranger@Ben"


def test_a_dud_does_nothing() -> None:
    """Goblins: a miss has no effect, and the Bomb goes to the box (Warcraft rules, Goblins)."""
    game = opened(after(isles(f"{LIT} | {BOMBED}"), Accept()), "dud")
    assert lies(game, 7) == "3 night-elves+ranger@Ben [wisp-wall]"
    assert band(game, "warcraft-goblins").memo["warcraft-goblins.duds"] == 1


def test_an_explosion_is_no_conquest() -> None:
    """Goblins: nobody conquers, so there is no faction bonus (ruling J14)."""
    game = ready(opened(after(isles(f"{LIT} | {BOMBED}"), Accept()), "explosion"), "warcraft-goblins")
    assert coins(finish(game)) == "regions 1"


def test_a_bomb_explodes_under_a_race_that_declined_meanwhile() -> None:
    """Goblins: even if the race has gone In Decline, and then all its tokens go (Goblins; ruling J7)."""
    line = f"{LIT} | 7: 2 tauren@Ben declined [bomb@warcraft-goblins]".replace("| 20: 1 naga@Ben declined ", "")
    assert opened(after(isles(line), Accept()), "explosion").tray["tauren"] == 16


def test_a_bomb_where_nobody_stands_goes_back_unseen() -> None:
    """Goblins: back on the stack without looking (ruling M12)."""
    game = after(isles(f"{LIT} | 7: [bomb@warcraft-goblins]"), Accept())
    assert (game.pieces("bomb"), bombs(game), band(game, "warcraft-goblins").memo) == ([], [], {})


def test_a_bomb_goes_back_when_its_region_is_abandoned() -> None:
    """Goblins: if the region is emptied before their next turn (Warcraft rules, Goblins)."""
    line = "turn 3 Ben begin | 8: 2 warcraft-goblins+farmer@Ann | 10: 1 naga+ranger@Ben"
    game = isles(f"{line} | 7: 1 naga@Ben [bomb@warcraft-goblins]")
    assert ready(game, "naga", {7: 0}).pieces("bomb") == []


def test_bombs_come_up_as_often_as_they_are_in_the_box() -> None:
    """Goblins: six of each kind (Warcraft rules, components)."""
    memo = "memo warcraft-goblins@Ann warcraft-goblins.exploded 6 | memo warcraft-goblins@Ann warcraft-goblins.duds 4"
    game = after(isles(f"{LIT} | {BOMBED} | {memo}"), Accept())
    assert [each.choices for each in bombs(game)] == [("dud", "dud")]


def test_goblins_without_a_bomb_place_none() -> None:
    """Goblins: once the stack is depleted they place no more (Warcraft rules, Goblins)."""
    memo = "memo warcraft-goblins@Ann warcraft-goblins.exploded 6 | memo warcraft-goblins@Ann warcraft-goblins.duds 6"
    assert "place:bomb" not in listed(isles(f"{SAPPERS} | {memo}"))


def test_a_watch_tower_keeps_a_bomb_harmless() -> None:
    """Goblins: the region is immune to all powers (Warcraft rules, Defensive)."""
    line = f"{LIT} | 9: 2 naga+defensive@Ben [watch-tower bomb@warcraft-goblins]".replace("20: 1 naga", "20: 1 tauren")
    game = opened(after(isles(line), Accept()), "explosion")
    assert lies(game, 9) == "2 naga+defensive@Ben [watch-tower]"


def test_a_bomb_among_pandaren_is_paid_for() -> None:
    """Goblins: who forces the loss of a token pays for Harmony, here as far as there are coins (Pandaren; J12)."""
    line = f"{LIT} | 7: 2 pandaren+ranger@Ben [bomb@warcraft-goblins] | memo pandaren@Ben pandaren.seat1 1 | coins 5 5"
    assert purses(opened(after(isles(line), Accept()), "explosion")) == [5 - 2, 5 + 2 + 2]


# Orcs.

RAID = "turn 3 Ann conquer | 8: 1 warcraft-orcs+farmer@Ann | hand warcraft-orcs+farmer@Ann 8"


def test_orcs_are_paid_for_each_region_of_the_alliance() -> None:
    """Orcs: 1 for each, while the faction bonus counts the race once (Warcraft rules, Orcs)."""
    game = conquer(isles(f"{RAID} | 7: 1 draenei+ranger@Ben | 10: 1 draenei@Ben"), 7, 10)
    assert coins(game) == "regions 3, faction-bonus 1, warcraft-orcs 2"


def test_orcs_are_not_paid_for_others() -> None:
    """Orcs: not for races of the Horde, nor for neutral ones, nor for Murlocs (Warcraft rules, Orcs)."""
    game = conquer(isles(f"{RAID} | 7: 1 tribe | 10: 1 tauren@Ben declined"), 7, 10)
    assert coins(game) == "regions 3"


# Tauren.

HERD = "turn 3 Ann conquer | 8: 2 tauren+blacksmith@Ann | hand tauren+blacksmith@Ann"


def test_tauren_take_a_region_with_two_tokens() -> None:
    """Tauren: they may not conquer with less than 2, whatever is saved (Warcraft rules, Tauren)."""
    assert bill(isles(f"{HERD} 5"), 10) == "2 − 1 Blacksmith = 1, at least 2 (Tauren)"


def test_a_single_tauren_conquers_nothing() -> None:
    """Tauren: never less than 2 tokens, not with the die either (Warcraft rules, Tauren)."""
    command = Conquer(region(10), die=True)
    assert (
        refusal(isles(f"{HERD} 1"), command)
        == "the die cannot help: it costs 2 − 1 Blacksmith = 1, at least 2 (Tauren); you have 1"
    )


def test_two_tauren_stay_while_readying() -> None:
    """Tauren: not even while readying is one left alone (Warcraft rules, Tauren)."""
    game = isles("turn 3 Ann begin | 8: 5 tauren+blacksmith@Ann | 10: 2 tauren@Ann")
    slots = {slot.id: (slot.least, slot.most, slot.none) for slot in form(game, "ready:1").slots}
    assert slots == {"r08": (2, 5, True), "r10": (2, 2, True)}


def test_a_region_of_tauren_is_abandoned_whole() -> None:
    """Tauren: none or two and more stay (Warcraft rules, Tauren; Abandoning a Region)."""
    game = ready(isles("turn 3 Ann begin | 8: 5 tauren+blacksmith@Ann | 10: 2 tauren@Ann"), "tauren", {10: 0})
    assert (lies(game, 8), lies(game, 10), band(game, "tauren").hand) == ("2 tauren+blacksmith@Ann", "nothing", 5)


def test_conquered_tauren_lose_one_token() -> None:
    """Tauren: they still lose one token when conquered (Warcraft rules, Tauren)."""
    game = isles("turn 3 Ann conquer | 7: 1 forsaken+farmer@Ann | hand forsaken+farmer@Ann 6 | 8: 3 tauren+ranger@Ben")
    assert band(conquer(game, 8), "tauren").withdrawn == 2


def test_two_tauren_stay_in_each_region_at_decline() -> None:
    """Tauren: 2 tokens instead of 1 (Warcraft rules, Tauren)."""
    game = after(isles("turn 3 Ann begin | 8: 4 tauren+blacksmith@Ann"), Decline())
    assert lies(game, 8) == "2 tauren@Ann declined"


def test_all_declined_tauren_of_a_region_are_lost() -> None:
    """Tauren: all In Decline tokens of a conquered region are discarded (Warcraft rules, Entering In Decline)."""
    game = isles("turn 3 Ann conquer | 7: 1 naga+farmer@Ann | hand naga+farmer@Ann 6 | 8: 2 tauren@Ben declined")
    assert conquer(game, 8).tray["tauren"] == 16


# Trolls.

HUNT = "turn 3 Ann conquer | 8: 1 warcraft-trolls+farmer@Ann | hand warcraft-trolls+farmer@Ann 5"


def test_regions_that_are_not_empty_cost_trolls_one_less() -> None:
    """Trolls: Murlocs, active and declined races (Warcraft rules, Trolls)."""
    game = isles(f"{HUNT} | 7: tribe | 10: 2 draenei+ranger@Ben | 11: 1 tauren@Ann declined")
    assert [bill(game, number) for number in (7, 10, 11)] == [
        "2 + 1 Lost Tribe − 1 Troll = 2",
        "2 + 2 defenders − 1 Troll = 3",
        "2 + 1 defender + 1 mountain − 1 Troll = 3",
    ]


def test_ones_own_declined_race_helps_trolls_as_the_table_has_it() -> None:
    """Trolls: without an enemy token a region is empty, where the table reads it so (ruling B21)."""
    game = isles(f"{HUNT} | 11: 1 tauren@Ann declined | option own-declined-empty=empty")
    assert bill(game, 11) == "2 + 1 defender + 1 mountain = 4"


def test_a_champion_alone_helps_trolls_nothing() -> None:
    """Trolls: only a Murloc or Race token makes a region non-empty (Races and Special Powers; ruling J46)."""
    game = isles(f"{HUNT} | 7: 0 naga+championing@Ben [champion] | 10: 1 naga@Ben")
    assert bill(game, 7) == "2 + 1 Champion = 3"


def test_a_beast_alone_helps_trolls() -> None:
    """Trolls: Beasts are treated like Race tokens for any purpose (Beast Master; ruling J46)."""
    game = isles(f"{HUNT} | 7: 0 naga+beast-master@Ben [beast] | memo naga@Ben beast-master.beasts 1")
    assert bill(game, 7) == "2 + 1 Beast − 1 Troll = 2"


def test_empty_regions_cost_trolls_what_they_cost() -> None:
    """Trolls: a Mountain without tokens is empty (Warcraft rules, The Races and Special Powers)."""
    assert bill(isles(HUNT), 11) == "2 + 1 mountain = 3"
