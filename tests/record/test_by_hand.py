"""A record written by hand for each ability that needs a choice.

What each should come to was worked out from the rulebook with pencil and paper,
under the heading that the test names, of the base rules or the expansion sheet.
"""

from __future__ import annotations

import re
from pathlib import Path

from companion.rules.model import Game
from tests.record.played import BY_HAND, band, coins, end_of, on_map, refusal, text_of


def end(name: str) -> Game:
    """How a record written by hand ends."""
    return end_of(text_of(name))


def test_amazons_take_four_tokens_off_and_have_them_back():
    """Four Amazons come off the map after redeployment and are in hand for the next turn (Amazons)."""
    game = end("amazons")
    assert band(game, "amazons").hand == 10
    assert on_map(game, 3, 4, 5, 10) == ["1 amazons+commando@Ann"] * 4
    assert coins(game) == [9, 6]


def test_declined_ghouls_stay_and_conquer_first():
    """All Ghouls stay in decline; they ready, conquer, roll and redeploy before the new race does (Ghouls)."""
    game = end("ghouls")
    assert on_map(game, 5, 10, 11) == ["1 ghouls@Ann declined"] * 3
    assert on_map(game, 4, 15) == ["3 ghouls@Ann declined"] * 2
    assert on_map(game, 12, 17, 18) == [f"{n} wizards+mounted@Ann" for n in (4, 3, 3)]
    assert on_map(game, 21, 22) == ["3 orcs+hill@Ben", "5 orcs+hill@Ben"]
    assert coins(game) == [20, 12]
    assert game.tray["orcs"] == 10 - 9 + 1


def test_halflings_enter_anywhere_and_dig_two_holes():
    """Halflings enter inland; their first two regions get a Hole, gone when abandoned (Halflings)."""
    game = end("halflings")
    assert on_map(game, 12, 13, 14) == ["3 halflings+merchant@Ann", "1 halflings+merchant@Ann [hole]", "nothing"]
    assert on_map(game, 18) == ["10 orcs+flying@Ben"]
    assert band(game, "halflings").hand == 3
    assert coins(game) == [11, 7]


def test_a_hole_keeps_flying_orcs_out():
    """A Hole makes its region immune to enemy conquests (Halflings)."""
    until = text_of("halflings").rpartition('{"type": "conquer", "region": 18}')[0]
    assert refusal(until + '{"type": "conquer", "region": 14}') == "Protected by the Hole-in-the-Ground"


def test_sorcerers_replace_a_lone_elf():
    """The new Sorcerer comes from the tray and the Elf is lost although Elves lose none (Sorcerers)."""
    game = end("sorcerers")
    assert on_map(game, 5, 10, 11, 15) == [f"{n} sorcerers+commando@Ann" for n in (1, 1, 3, 5)]
    assert on_map(game, 16, 22) == ["1 elves+alchemist@Ben", "8 elves+alchemist@Ben"]
    assert (game.tray["sorcerers"], game.tray["elves"]) == (18 - 10, 11 - 9)
    assert coins(game) == [11, 10]


def test_sorcerers_do_so_once_a_turn_and_opponent():
    """A second lone token of the same opponent cannot be replaced in the same turn (Sorcerers)."""
    until = text_of("sorcerers").split('{"type": "conquer", "region": 15}')[0]
    reason = refusal(until + '{"type": "conquer", "region": 16, "way": "sorcerers"}')
    assert reason == "Your Sorcerers have already replaced one of Ben’s tokens this turn"


def test_berserk_pays_less_by_what_was_rolled():
    """The roll comes before the choice and serves one conquest, for at least one token (Berserk)."""
    game = end("berserk")
    assert on_map(game, 6, 2, 7, 12) == [f"{n} ratmen+berserk@Ann" for n in (1, 2, 3, 1)]
    assert band(game, "ratmen").hand == 5


def test_what_a_cocked_die_shows_does_not_count():
    """A cocked die is rolled again for the same conquest; only the answer makes it cheaper (Reinforcement Die)."""
    game = end("cocked")
    assert on_map(game, 6, 2) == ["1 orcs+berserk@Ann", "2 orcs+berserk@Ann"]
    assert band(game, "orcs").hand == 5 + 4 - 1 - 2
    assert game.turn.rolls == 2


def test_encampments_count_in_defence_and_are_put_back():
    """Three Encampments cost the attacker three and go back on the map when the turn ends (Bivouacking)."""
    game = end("bivouacking")
    assert on_map(game, 3, 4) == [
        "5 dwarves+bivouacking@Ann [encampment encampment]",
        "2 dwarves+bivouacking@Ann [encampment encampment encampment]",
    ]
    assert on_map(game, 5, 10, 11) == ["3 orcs+commando@Ben"] * 3
    assert game.tray["dwarves"] == 8 - 7
    assert coins(game) == [9, 10]


def test_an_ally_cannot_attack_the_diplomat():
    """At peace the ally cannot attack the active race (Diplomat)."""
    game = end("diplomat")
    assert coins(game) == [8, 5]
    assert on_map(game, 15) == ["3 orcs+flying@Ben"]
    assert refusal(text_of("diplomat") + '{"type": "conquer", "region": 10}') == "At peace with Ann"


def test_the_dragon_takes_any_region_with_one_token():
    """One token beats seven Ratmen, who lose one; the Dragon leaves its old region (Dragon Master)."""
    game = end("dragon-master")
    assert on_map(game, 11, 15, 16) == [
        "4 wizards+dragon-master@Ann",
        "3 wizards+dragon-master@Ann [dragon]",
        "3 wizards+dragon-master@Ann",
    ]
    assert on_map(game, 22) == ["11 ratmen+hill@Ben"]
    assert coins(game) == [12, 8]


def test_a_fortress_stays_in_decline_and_pays_no_longer():
    """A Fortress pays one coin a turn until the race declines, and stays (Fortified)."""
    game = end("fortified")
    assert on_map(game, 15, 16, 22) == [
        "1 giants+fortified@Ann declined",
        "1 giants+fortified@Ann declined [fortress]",
        "1 giants+fortified@Ann declined",
    ]
    assert coins(game) == [12, 8]


def test_heroes_move_each_turn():
    """Two Heroes stand in two different regions and may move at each redeployment (Heroic, Trolls)."""
    game = end("heroic")
    assert on_map(game, 3, 4, 5, 10) == [
        "3 trolls+heroic@Ann [lair hero]",
        "2 trolls+heroic@Ann [lair hero]",
        "2 trolls+heroic@Ann [lair]",
        "3 trolls+heroic@Ann [lair]",
    ]
    assert coins(game) == [12, 8]


def test_a_hero_keeps_enemies_out():
    """A region with a Hero is immune to enemy conquests (Heroic)."""
    until = text_of("heroic").split('{"type": "conquer", "region": 15}')[0]
    assert refusal(until + '{"type": "conquer", "region": 10}') == "Protected by the Hero"


def test_flying_conquers_land_anywhere():
    """Regions need not border on one's own, and a Triton saves one on the shore (Flying, Tritons)."""
    game = end("flying")
    assert on_map(game, 2, 5, 14) == [f"{n} tritons+flying@Ann" for n in (4, 3, 4)]
    assert coins(game) == [8, 5]


def test_flying_does_not_conquer_the_lake():
    """Seas and the Lake stay out of reach (Flying)."""
    until = text_of("flying").split('{"type": "finish"}')[0]
    assert refusal(until + '{"type": "conquer", "region": 8}').startswith("A lake cannot be conquered")


def test_seafaring_keeps_the_sea_in_decline():
    """The Sea costs two, stays in decline and scores; a declined Dwarf's mine still pays (Seafaring, Dwarves)."""
    game = end("seafaring")
    assert on_map(game, 1, 2, 6) == ["1 dwarves+seafaring@Ann declined"] * 3
    assert coins(game) == [13, 7]


def test_stout_declines_after_scoring():
    """A Stout race scores, declines at once, and its player picks in the next turn (Stout)."""
    game = end("stout")
    assert on_map(game, 5, 10) == ["1 elves@Ann declined"] * 2
    assert on_map(game, 3) == ["2 trolls+forest@Ann [lair]"]
    assert band(game, "trolls").hand == 7
    assert coins(game) == [7, 6]


def test_a_spirit_race_stays_beside_another_in_decline():
    """A Spirit race does not count as the one race in decline, and both score (Spirit)."""
    game = end("spirit")
    assert on_map(game, 5, 10) == ["1 elves+spirit@Ann declined"] * 2
    assert on_map(game, 12, 17) == ["1 humans@Ann declined"] * 2
    assert coins(game) == [18, 8]


def test_caverns_lie_next_to_each_other():
    """Caverns cost one less and count as adjacent; two non-empty ones bring a Skeleton (Underworld, Skeletons)."""
    game = end("underworld")
    assert on_map(game, 4, 6, 15, 18) == ["3 skeletons+underworld@Ann"] * 4
    assert game.tray["skeletons"] == 20 - 12
    assert coins(game) == [9, 5]


def test_the_third_combo_costs_two_coins_and_elves_lose_nobody():
    """A coin lies on each combo above the chosen one and goes to who takes it; Elves all come back (Picking, Elves)."""
    game = end("elves")
    assert on_map(game, 4, 5, 10) == ["4 elves+merchant@Ben", "9 orcs+hill@Ann", "4 elves+merchant@Ben"]
    assert game.column[0].race == "humans"
    assert game.column[0].coins == 1
    assert coins(game) == [9, 9]


def test_an_evening_with_all_its_edges():
    """A failed try ends the conquests, abandoning all makes a first conquest, the most coins win (Conquest, End)."""
    game = end("evening")
    assert on_map(game, 3, 28) == ["3 orcs+hill@Ann", "9 giants+forest@Cid"]
    assert coins(game) == [9, 6, 10]
    assert game.over
    assert game.seats[1].left
    assert game.unveiled == (1, 0, 2)


def test_a_turn_is_put_right_before_it_is_scored():
    """Two regions that had a Lost Tribe after all bring one Skeleton when conquests end (Skeletons)."""
    game = end("record")
    assert on_map(game, 4, 5, 10) == ["3 skeletons+stout@Ann", "4 skeletons+stout@Ann", "4 skeletons+stout@Ann"]
    assert game.tray["skeletons"] == 20 - 11
    assert coins(game) == [8, 5, 7]


def test_declined_ghouls_meet_their_own_camp_and_a_peace():
    """Their own Elf is lost and its Encampments are laid anew; a peace binds no declined race (Ghouls, Diplomat)."""
    game = end("interplay")
    assert on_map(game, 9, 10, 14) == ["1 ghouls@Ann declined", "1 ghouls@Ann declined", "2 ghouls@Ann declined"]
    assert on_map(game, 21, 22) == [
        "1 elves+bivouacking@Ann [encampment encampment encampment encampment]",
        "1 elves+bivouacking@Ann [encampment]",
    ]
    assert on_map(game, 4, 5, 11) == ["nothing", "1 orcs+hill@Ben", "2 orcs+hill@Ben"]
    assert (band(game, "elves").hand, band(game, "trolls").withdrawn) == (1, 1)
    assert (game.tray["elves"], game.tray["trolls"]) == (11 - 4 + 1, 10 - 5 + 1 + 1)
    assert coins(game) == [9, 9, 8]


def test_a_peace_binds_the_active_race():
    """What the Ghouls may do their owner's Elves may not (Diplomat)."""
    assert refusal(text_of("interplay") + '{"type": "conquer", "region": 20}') == "At peace with Cid"


def test_six_players_in_teams():
    """Monsters, what lay under them, a coin for the partner, and a Troll given for one of the Ratmen (ruling M17)."""
    game = end("teams")
    assert on_map(game, 6, 7, 11) == ["6 ratmen+commando@Ann", "6 ratmen+commando@Ann", "[soapbar]"]
    assert on_map(game, 15, 16) == ["6 elves+forest@Cid [tavern]", "4 elves+forest@Cid"]
    assert on_map(game, 17, 9) == ["3 trolls+hill@Ben [lair sigil]", "tribe [monster]"]
    assert (game.tray["ratmen"], game.tray["trolls"]) == (13 - 12, 10 - 9 + 1)
    assert coins(game) == [10, 10, 9, 6, 5, 5]
    assert (game.turn.number, game.name(game.turn.seat)) == (1, "Dee")


def test_every_record_written_by_hand_is_looked_at():
    """No file lies there whose end nobody has worked out."""
    counted = set(re.findall(r'end\("([\w-]+)"\)', Path(__file__).read_text()))
    assert {path.stem for path in BY_HAND.glob("*.jsonl")} == counted


def test_turns_entered_at_once():
    """A pick and four conquests with a failed try, the rest of a turn with a roll before it, and a region given up."""
    game = end("at-once")
    assert on_map(game, 9, 10, 11, 15, 22) == ["1 sorcerers+commando@Ann"] * 5
    assert on_map(game, 14, 5, 16) == ["5 sorcerers+commando@Ann", "nothing", "nothing"]
    assert on_map(game, 20, 21) == ["5 elves+berserk@Ben", "4 elves+berserk@Ben"]
    assert (game.tray["sorcerers"], game.tray["elves"]) == (18 - 10, 11 - 9)
    assert coins(game) == [16, 8]


def test_a_turn_entered_at_once_names_what_is_wrong():
    """Which of its conquests is refused, or which sum; the rest of the record stands."""
    until = text_of("at-once").rpartition('{"type": "play_turn", "stay"')[0]
    told = '{"type": "play_turn", "conquests": [{"region": 22, "way": "sorcerers"}, 19]}'
    assert refusal(until + told) == "Conquest 2, region 19: not next to the Sorcerers"
    told = '{"type": "play_turn", "conquests": [14], "tokens": {"5": 1, "9": 1, "10": 1, "11": 1, "15": 1, "14": 3}}'
    assert refusal(until + told) == "The Sorcerers at the end of the turn: that adds up to 8; it has to be 9"


def test_the_necromancer_buys_conquers_and_spawns():
    """The market, the Well of Souls, a soul, a spawned Ghost (Necromancer Island)."""
    game = end("necromancer")
    assert (band(game, "ghosts").powers, band(game, "ghosts").hand) == (("commando", "merchant"), 2)
    assert game.piles["well"] == {"soul": 1}
    assert set(game.piles["reserve"]) == {"forest", "mounted", "flying", "berserk"}
    assert game.tray["ghosts"] == 13 - 1 + 1 - 1
    assert game.tribes == 18 - 9 + 3
    assert coins(game) == [5 + 5 + 8, 5 + 1, 5 - 2 - 3 + 2]


def test_a_priestess_of_each_region_builds_the_tower():
    """Three regions make a Tower of 3, worth 3 coins in all; the other 5 are in the tray (Priestesses)."""
    game = end("priestesses")
    assert on_map(game, 4, 5, 10) == ["nothing", "nothing", "3 priestesses@Ann declined"]
    assert (game.tray["priestesses"], coins(game)) == (9 - 3, [12, 8])


def test_pots_are_paid_to_their_owner_or_the_conqueror():
    """Of three Pots one is Ben's with the region, two are Ann's when her next turn begins (Leprechauns)."""
    game = end("leprechauns")
    assert on_map(game, 4, 10) == ["4 leprechauns+swamp@Ann", "5 leprechauns+swamp@Ann"]
    assert (band(game, "leprechauns").memo, coins(game)) == ({"leprechauns.spent": 3}, [14, 11])


def test_two_collected_tokens_are_an_igor_for_two_players():
    """Three tribes lost, one Igor for two of them, one is kept (Igors)."""
    game = end("igors")
    assert (band(game, "igors").memo, game.tray["igors"]) == ({"igors.collected": 1}, 15 - 9)
    assert coins(game) == [14, 10]


def test_a_lost_pygmy_brings_as_many_as_it_rolls():
    """One of 3 is lost, 2 and the 2 rolled go back on the map when Ben's turn ends (Pygmies)."""
    game = end("pygmies")
    assert on_map(game, 4, 10) == ["5 pygmies+hill@Ann", "6 pygmies+hill@Ann"]
    assert (game.tray["pygmies"], coins(game)) == (15 - 10 + 1 - 2, [9, 7])


def test_a_homunculus_lies_on_the_combo_that_was_passed_over():
    """It comes with the combo, beside the coin and the printed numbers (Homunculi)."""
    game = end("homunculi")
    assert on_map(game, 22) == ["10 homunculi+hill@Ben"]
    assert (game.tray["homunculi"], coins(game)) == (18 - 10, [5, 7])


def test_pixies_stand_alone_and_barbarians_stay():
    """12 Pixies waited and are back in Ann's turn; the Barbarians never moved (Pixies, Barbarians)."""
    game = end("pixies")
    assert on_map(game, 4, 10) == ["1 pixies+swamp@Ann", "1 pixies+swamp@Ann"]
    assert on_map(game, 5, 11) == ["3 barbarians+hill@Ben", "3 barbarians+hill@Ben"]
    assert (band(game, "pixies").aside, band(game, "barbarians").hand) == (12, 7)
    assert coins(game) == [12, 8]


def test_fireballs_are_spent_and_gathered_again():
    """Fireballs are worth 2 each and used up; each conquest of a Corrupt region costs 1 coin (Fireball, Corrupt)."""
    game = end("fireball")
    assert band(game, "ratmen").memo == {"fireball.hand": 2}
    assert on_map(game, 15, 21, 22) == ["2 ratmen+fireball@Ann", "3 ratmen+fireball@Ann", "7 orcs+corrupt@Ben"]
    assert coins(game) == [13, 11]


def test_marauding_kobolds_meet_mercenaries():
    """A second wave with what two a region leave; a coin before a conquest and after the roll (Kobolds, Marauding,
    Mercenary)."""
    game = end("marauding")
    assert on_map(game, 4, 5, 10, 11) == [f"{n} kobolds+marauding@Ann" for n in (3, 3, 5, 2)]
    assert on_map(game, 9, 15, 16, 21) == [f"{n} ratmen+mercenary@Ben" for n in (5, 4, 2, 1)]
    assert coins(game) == [12, 6]
    assert game.tray["kobolds"] == 3


def test_worgen_choose_and_are_bombed():
    """A form, a ransom, three moves, two Bombs (Warcraft rules: Worgen, Championing, Intimidating, Goblins)."""
    game = end("worgen")
    assert on_map(game, 2, 3) == ["nothing", "8 worgen+championing@Ann"]
    goblins = "warcraft-goblins+intimidating@Ben"
    assert on_map(game, 8, 10, 11) == [f"3 {goblins} [meeting-stone]", f"3 {goblins}", f"4 {goblins}"]
    assert coins(game) == [11, 13]
    assert game.tray["worgen"] == 10 - 10 + 2


def test_gnomes_fly_and_pay_for_the_peace():
    """A free die, a portal, a Harmony token (Warcraft rules: Gnomes, Portal Mage, Pandaren)."""
    game = end("gnomes")
    assert on_map(game, 3, 2, 9) == ["2 gnomes+farmer@Ann", "4 gnomes+farmer@Ann", "3 pandaren+portal-mage@Ben"]
    assert coins(game) == [11, 11]
    assert (game.tray["pandaren"], on_map(game, 8)) == (1, ["4 pandaren+portal-mage@Ben [battleground]"])


def test_the_doomhammer_is_stolen_back_and_paid_to_who_held_the_region():
    """The bank is paid first, then the region's owner; the Dark Portal and an Archaeologist's find pay at the end
    (Doomhammer; Ethereals; Archaeologist; Dark Portal)."""
    game = end("doomhammer")
    ethereals, orcs = "ethereals+archaeologist@Ann", "warcraft-orcs+sailing@Ben"
    assert on_map(game, 8, 17) == [f"3 {ethereals} [doomhammer]", f"3 {orcs} [dark-portal]"]
    assert on_map(game, 2, 3, 10, 19) == [f"{n} {ethereals}" for n in (1, 1, 1, 2)]
    assert on_map(game, 7, 11, 15) == [f"{n} {orcs}" for n in (3, 2, 2)]
    assert coins(game) == [13, 16]
    assert (game.tray["ethereals"], game.tray["warcraft-orcs"]) == (10 - 10 + 2, 11 - 11 + 1)
