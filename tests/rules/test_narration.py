"""What has happened, in words: lines of the log, and what hands have to do."""

from __future__ import annotations

from msgspec.structs import replace

from companion.game import hand_steps, narration
from companion.language import text
from companion.rules.commands import (
    Accept,
    Answer,
    Command,
    Conquer,
    Decline,
    Pick,
    Place,
    Ready,
    Redeploy,
    SetRegion,
    UseAbility,
    Withdraw,
)
from companion.rules.engine import chances, decide
from companion.rules.model import Game, Marker
from companion.views import game_view
from tests.rules.azeroth import azeroth
from tests.rules.moves import FILLERS, band, finish, redeploy
from tests.rules.position import after, conquer, listed, region, table


def hands(game: Game, command: Command) -> list[str]:
    """What people are told to do after a command."""
    return [text.sentence(say) for say in hand_steps.instructions(game, decide(game, command))]


def line(game: Game, command: Command) -> str:
    """What the log says of a command."""
    return text.sentence(narration.headline(game, command, decide(game, command)))


def test_a_decline_says_which_badge_goes() -> None:
    """A badge that stays with its race is not discarded, any other is."""
    game = table("turn 3 Ann begin | 5: 1 trolls+hill@Ann | 9: 1 elves+fortified@Ben")
    side = "Flip the Trolls banner and tokens to their in-decline side"
    assert f"{side} and discard the Hill badge" in hands(game, Decline())
    game = table("turn 3 Ann begin | 5: 1 trolls+fortified@Ann | 9: 1 elves+hill@Ben")
    assert f"{side} and keep the Fortified badge" in hands(game, Decline())


def test_pieces_in_hand_go_back_with_a_decline() -> None:
    """They are on no region from which they could be removed (Cursed, Hordes of)."""
    game = table("turn 3 Ann begin | 9: 1 elves+hordes-of@Ann [hordes]")
    assert "Return 1 Hordes token to the box" in hands(game, Decline())


def test_what_a_badge_counted_is_gone_with_it() -> None:
    """A decline takes the Fireballs out of hand (Royal Bonus)."""
    game = table("turn 3 Ann begin | 9: 1 elves+fireball@Ann | memo elves+fireball@Ann fireball.hand 3")
    assert "Fireballs in hand: now 0" in hands(game, Decline())


def test_bony_protects_nobody_once_the_boneyard_is_lost() -> None:
    """Bony is put on another banner by whoever holds the Boneyard next."""
    game = table(
        "turn 3 Ann begin | seats Ann Ben Cid Dan Eve Fay | board practice-6 | boxes base teams"
        "| 9: 1 elves+hill@Ann [boneyard] | 5: 1 trolls@Ben declined | memo elves+hill@Ann boneyard.banner trolls"
    )
    assert "Bony protects: now nobody" in hands(game, Decline())


def test_a_race_that_leaves_takes_its_badge_along() -> None:
    """An older race in decline goes with the badge that had stayed with it."""
    game = table("turn 3 Ann begin | 5: 1 trolls+hill@Ann | 9: 1 elves+fortified@Ann declined")
    back = "Put the Elves banner back at the bottom of its stack, and discard the Fortified badge"
    assert back in hands(game, Decline())


def test_several_pieces_are_moved_at_once() -> None:
    """One step says how many of a kind go the same way, and to whom, so that one tick is about all of them.

    Encampments are never lost (base rules, Bivouacking): their owner has them until they are put back.
    """
    game = table("turn 3 Ann begin | 10: 9 orcs+hill@Ann | 9: 1 elves+bivouacking@Ben [encampment encampment]")
    told = hands(game, Conquer("r09"))
    assert [say for say in told if "Encampment" in say] == ["Give Ben 2 Encampments back from region 9"]


def test_a_piece_that_is_lost_is_removed() -> None:
    """A Fortress goes with its region (base rules, Fortified)."""
    game = table("turn 3 Ann begin | 10: 9 orcs+hill@Ann | 9: 1 elves+fortified@Ben [fortress]")
    assert "Remove the Fortress from region 9" in hands(game, Conquer("r09"))


def test_a_piece_that_falls_in_place_of_a_token_is_removed() -> None:
    """A Hordes token is lost, as a race token would be; another one there goes back to its owner."""
    position = "turn 3 Ann begin | 10: 9 orcs+hill@Ann | 9: 1 dwarves+hordes-of@Ben [{}]"
    told = hands(table(position.format("hordes")), Conquer("r09"))
    assert [say for say in told if "Hordes" in say] == ["Remove the Hordes token from region 9"]
    told = hands(table(position.format("hordes hordes")), Conquer("r09"))
    said = ["Remove 1 Hordes token from region 9", "Give Ben 1 Hordes token back from region 9"]
    assert sorted(say for say in told if "Hordes" in say) == sorted(said)


def test_own_pieces_that_stay_ones_own_are_picked_up() -> None:
    """They are in hand like the tokens beside them (Cursed, Hordes of)."""
    game = table("turn 4 Ann begin | 18: 3 elves+hordes-of@Ann [hordes hordes] | 12: 1 elves@Ann")
    told = hands(game, Ready(band(game, "elves").id, {region(18): 1, region(12): 1}))
    assert "Pick up 2 Hordes tokens from region 18" in told


def test_of_own_pieces_one_is_lost_and_one_picked_up() -> None:
    """One's own race in decline takes their region: what is lost goes back to the box (Cursed, Hordes of)."""
    elves = "18: 3 elves+hordes-of@Ann [hordes hordes] | 12: 1 elves@Ann"
    game = table(f"turn 4 Ann conquer ghouls | {elves} | 19: 1 ghouls@Ann declined | hand ghouls@Ann 8")
    told = [say for say in hands(game, Conquer(region(18))) if "Hordes" in say]
    assert told == ["Remove 1 Hordes token from region 18", "Pick up 1 Hordes token from region 18"]


def test_one_of_several_pieces_is_moved_with_its_number() -> None:
    """ "The Encampment" could be either of the two that lie there (base rules, Bivouacking)."""
    camps = "18: 3 elves+bivouacking@Ann [encampment encampment] | 12: 1 elves@Ann"
    game = table(f"turn 4 Ann redeploy elves | {camps}")
    assert hands(game, Place("encampment", {region(18): 1, region(12): 1})) == [
        "Move 1 Encampment from region 18 to region 12"
    ]


def test_own_pieces_that_a_decline_takes_away_are_removed() -> None:
    """Without their badge they are nobody's (base rules, Bivouacking)."""
    game = table("turn 3 Ann begin | 9: 1 elves+bivouacking@Ann [encampment encampment]")
    assert "Remove 2 Encampments from region 9" in hands(game, Decline())


def test_pieces_that_fight_like_tokens_are_taken_with_the_combo() -> None:
    """They are in hand from then on (Hordes of); what is only placed later is not told of."""
    game = table(f"turn 3 Ann begin | column amazons+hordes-of, dwarves+fortified, {', '.join(FILLERS[:4])}")
    told = hands(game, Pick(0))
    assert [say for say in told if "Hordes tokens" in say] == ["Take 2 Hordes tokens as well"]
    assert not [say for say in hands(game, Pick(1)) if "as well" in say]


def test_tokens_that_lie_on_a_combo_are_taken_with_it() -> None:
    """They are in hand with those of the tray (Homunculi)."""
    game = table(f"turn 4 Ann begin | column homunculi+alchemist 1+1, {', '.join(FILLERS[:5])}")
    told = [say for say in hands(game, Pick(0)) if "Homunculus" in say]
    assert told == ["Take 1 Homunculus from the combo"]


VALE = (
    "turn 4 Ann begin | seats Ann Ben Cid Dan Eve Fay | board practice-6 | boxes base teams"
    "| 11: 4 elves+hordes-of@Ann [vale hordes] | 12: 1 elves@Ann [hordes] | 18: 3 trolls+fireball@Dan [lair]"
    "| memo trolls+fireball@Dan fireball.hand 3"
)


def test_what_another_player_gets_is_named_by_them() -> None:
    """Partners exchange their powers in the turn of one of them (Mirror's Vale)."""
    told = hands(table(VALE), UseAbility("vale", "swap"))
    assert "Dan takes 2 Hordes tokens as well" in told


def test_no_more_pieces_are_taken_than_are_left() -> None:
    """A Hordes token that was lost stays lost when the power changes hands (Hordes of, Mirror's Vale)."""
    lost = VALE.replace("12: 1 elves@Ann [hordes]", "12: 1 elves@Ann") + " | memo elves+hordes-of@Ann hordes-of.lost 1"
    assert "Dan takes 1 Hordes token as well" in hands(table(lost), UseAbility("vale", "swap"))


def test_what_another_player_has_now_is_named_by_them() -> None:
    """The same backwards: what is told of a power is about whoever has it then."""
    game = table(
        VALE.replace("turn 4 Ann", "turn 4 Dan").replace("[vale hordes]", "[hordes]").replace("[lair]", "[lair vale]")
    )
    assert "Fireballs in hand (Ann): now 3" in hands(game, UseAbility("vale", "swap"))


def test_a_champion_goes_back_to_his_owner_who_is_next() -> None:
    """He is picked up before each turn (Warcraft rules, Championing): whoever ended the last one gives him back."""
    game = azeroth(
        "turn 3 Ann score | 2: 1 naga+mining@Ann | 8: 1 pandaren+championing@Ben [champion] | 10: 2 pandaren@Ben"
    )
    told = [text.sentence(say) for say in hand_steps.instructions(game, decide(game, Accept()), 0)]
    assert [say for say in told if "Champion" in say] == ["Give Ben the Champion back from region 8"]


def test_a_champion_whose_owner_is_next_is_not_put_down_first() -> None:
    """He has one region to go back to, and is picked up there at once (Warcraft rules, Championing)."""
    game = azeroth("turn 3 Ben score | 2: 1 naga+championing@Ann | returned naga@Ann champion 1")
    told = hand_steps.instructions(game, decide(game, Accept()), 1)
    assert [text.sentence(say) for say in told] == ["Move the turn marker to 4"]


def test_the_dragon_moves_on() -> None:
    """There is one Dragon, so hands do not look for another (base rules, Dragon Master)."""
    game = table(
        "turn 3 Ann conquer | 10: 2 ghouls+dragon-master@Ann [dragon] | hand ghouls@Ann 1 | 9: 3 elves+hill@Ben"
    )
    told = hands(game, Conquer("r09", "dragon-master"))
    assert [say for say in told if "Dragon" in say] == ["Move the Dragon from region 10 to region 9"]


def test_another_players_piece_is_moved_without_its_owner() -> None:
    """Whoever may move a token of theirs moves a Beast in its place (Warcraft rules, Intimidating)."""
    beast = "7: 0 naga+beast-master@Ben [beast] | 10: 1 naga@Ben | memo naga@Ben beast-master.beasts 1"
    game = azeroth(f"turn 3 Ann conquer | 8: 1 forsaken+intimidating@Ann | hand forsaken@Ann 5 | {beast}")
    assert hands(game, UseAbility("intimidating", "move", region(7))) == ["Move the Beast from region 7 to region 10"]


def test_pieces_that_are_moved_the_same_way_are_told_once() -> None:
    """As many as there are leave a region for another one (base rules, Bivouacking)."""
    game = table("turn 3 Ann redeploy | 3: 2 elves+bivouacking@Ann [encampment encampment] | 4: 2 elves@Ann")
    assert hands(game, Place("encampment", {region(4): 2})) == ["Move 2 Encampments from region 3 to region 4"]


def test_a_race_that_leaves_as_many_everywhere_is_picked_up_at_once() -> None:
    """Hands sweep over the map at a turn's beginning; a race in decline, and another player's, stay as they are."""
    declined = "18: 2 dwarves@Ann declined"
    game = table(f"turn 3 Ann begin | 5: 3 trolls+hill@Ann | 9: 2 trolls@Ann | 10: 1 trolls@Ann | {declined}")
    assert hands(game, Ready(band(game, "trolls").id, {region(5): 1, region(9): 1, region(10): 1})) == [
        "Pick up 3 Trolls, leaving 1 in each region"
    ]
    by_one = ["Pick up 2 Trolls from region 5", "Pick up 1 Troll from region 10"]
    game = table("turn 3 Ann begin | 5: 3 trolls+hill@Ann | 9: 2 trolls@Ann | 10: 2 trolls@Ann")
    assert hands(game, Ready(band(game, "trolls").id, {region(5): 1, region(9): 2, region(10): 1})) == by_one
    assert hands(game, Ready(band(game, "trolls").id, {region(5): 1, region(9): 2, region(10): 2})) == by_one[:1]


def test_tokens_that_waited_off_the_map_are_taken_back() -> None:
    """As the turn before theirs ends, their owner by name."""
    game = table("turn 2 Ben score | 2: 3 amazons+commando@Ann | aside amazons@Ann 4")
    assert "Ann gets back the 4 Amazons set aside" in hands(game, Accept())


def test_tokens_that_waited_off_the_map_are_told_from_others_where_they_go_to_the_tray() -> None:
    """A race in decline keeps one token a region, and none beside the map."""
    game = table("turn 3 Ann begin | 2: 2 amazons+commando@Ann | aside amazons@Ann 4")
    assert "Return the 4 Amazons set aside to the tray" in hands(game, Decline())


def test_of_pieces_that_stood_those_that_moved_are_named() -> None:
    """Both Heroes are placed again, and one of them where it was."""
    game = table("turn 3 Ann redeploy | 3: 2 elves+heroic@Ann [hero] | 4: 2 elves@Ann [hero] | 5: 2 elves@Ann")
    assert line(game, Place("hero", {region(3): 1, region(5): 1})) == "Ann moves 1 Hero"
    assert line(game, Place("hero", {region(3): 1, region(4): 1})) == "Ann places 2 Heroes"


def test_a_piece_that_is_new_beside_one_that_stood_is_placed() -> None:
    """One Hero stands, and the other one comes onto the map."""
    game = table("turn 3 Ann redeploy | 3: 2 elves+heroic@Ann [hero] | 4: 2 elves@Ann | 5: 2 elves@Ann")
    assert line(game, Place("hero", {region(3): 1, region(4): 1})) == "Ann places 1 Hero"
    assert line(game, Place("hero", {region(4): 1, region(5): 1})) == "Ann places 2 Heroes"


def test_tokens_that_can_go_to_one_region_alone_are_their_owners() -> None:
    """Nobody is asked where they go: the owner is told by name to put them there, and without it where one is asked."""
    game = table("turn 2 Ann score | 5: 1 trolls+hill@Ann | 9: 1 elves+fortified@Ben | withdrawn elves@Ben 2")
    assert hands(game, Accept()) == ["Ben puts 2 Elves in region 9"]
    game = table("turn 2 Ann score | 9: 1 elves+fortified@Ben | 10: 1 elves@Ben | withdrawn elves@Ben 2")
    asked = after(game, Accept())
    command = Withdraw(band(asked, "elves").id, {region(9): 2})
    told = hand_steps.instructions(asked, decide(asked, command), hands=1)
    assert [text.sentence(say) for say in told] == ["Put 2 more Elves in region 9"]


def test_pieces_that_can_go_to_one_region_alone_are_their_owners() -> None:
    """As with tokens: they are in the owner's hand, who is told by name to put them there (base rules, Bivouacking)."""
    game = table("turn 2 Ann score | 9: 1 elves+bivouacking@Ben | returned elves@Ben encampment 2")
    assert hands(game, Accept()) == ["Ben puts 2 Encampments in region 9"]


def test_the_turn_marker_goes_on_once_everybody_has_had_a_turn() -> None:
    """After the last player's turn, and not after any other's."""
    assert hands(table("turn 2 Ben score"), Accept()) == ["Move the turn marker to 3"]
    assert hands(table("turn 2 Ann score"), Accept()) == []


def test_the_table_is_told_to_shuffle_badges() -> None:
    """When the stack of badges is used up, the discarded ones become a new one, by somebody's hands."""
    game = table(f"turn 3 Ann begin | coins 5 5 | column {', '.join(FILLERS[:6])}")
    game = after(replace(game, badges=(), discards=game.badges), Pick(0))
    banner = chances(game)[0]
    told = hands(game, Answer(banner.occasion, banner.choices[0]))
    assert "Shuffle the discarded badges into a new stack" in told


def test_a_pick_names_its_price_in_coins() -> None:
    """Nothing is said of coins where none were paid."""
    game = table(f"turn 3 Ann begin | coins 5 5 | column {', '.join(FILLERS[:6])}")
    assert line(game, Pick(0)) == "Ann picks the Hill Ratmen"
    assert line(game, Pick(1)) == "Ann picks the Swamp Humans for 1 coin"
    assert line(game, Pick(2)) == "Ann picks the Forest Orcs for 2 coins"


def test_a_combo_above_that_asks_for_more_is_told_apart() -> None:
    """The coins for the others go to the others, wherever the dear one stands (Cursed)."""
    column = [FILLERS[0], "orcs+cursed", *FILLERS[3:]]
    game = table(f"turn 4 Ann begin | coins 9 9 | column {', '.join(column)}")
    assert hands(game, Pick(2))[1] == "Ann puts 1 coin on the other combo above the one picked"


def test_a_correction_says_what_lies_there_now() -> None:
    """Everyone can read in the log what was set."""
    game = table("turn 3 Ann begin | 5: 1 trolls+hill@Ann | 9: 1 elves@Ben declined")
    trolls = band(game, "trolls").id
    lair = SetRegion("r05", trolls, 2, markers=(Marker("lair", trolls),))
    assert line(game, lair) == "Region 5 was corrected: 2 Trolls (Ann); 1 Troll’s Lair"
    assert line(game, SetRegion("r09")) == "Region 9 was corrected: empty; 1 Elf back in the tray"
    fewer = SetRegion("r05", trolls, 1, markers=())
    assert line(table("turn 3 Ann begin | 5: 3 trolls+hill@Ann"), fewer).endswith("; 2 Trolls back in the tray")


def test_a_sheet_outlives_its_races() -> None:
    """The sheet that was accepted still reads well when a race on it left the game by a late decline."""
    game = table(
        "turn 3 Ann score | 5: 1 trolls+stout@Ann | 9: 1 elves@Ann declined | 10: 1 orcs+hill@Ben"
        "| hand trolls+stout@Ann 0"
    )
    assert "accept:decline" in listed(game)
    sheet = game_view.sheet_view(after(game, Accept(decline=True)), "en")
    assert sheet is not None
    assert [each["text"] for each in sheet["lines"]] == ["Regions held by the Trolls", "Regions in decline"]
    assert band(after(game, Accept(decline=True)), "trolls").declined


GHOSTS = "seats Ann Ben Cid Dee | board base-3 | 16: [island]"


def test_a_purchase_says_what_is_paid_and_where_it_lies() -> None:
    """Necromancer Island: prices and purchases are everybody's to see."""
    game = table(f"turn 3 Dee market | {GHOSTS} | hand ghosts+hill@Dee 2 | pile reserve flying")
    assert hands(game, UseAbility("ghosts", "ghost")) == [
        "Dee pays 3 coins to the bank",
        "Put 1 Ghost from the reserve on Necromancer Island",
    ]
    assert line(game, UseAbility("ghosts", "power", "flying")) == "Dee chooses “Buy the Flying power for 3 coins”"
    assert hands(game, UseAbility("ghosts", "power", "flying"))[1] == "Put the Flying badge next to the Ghosts"


def test_ghosts_that_leave_the_map_go_back_to_the_island() -> None:
    """Necromancer Island: whoever redeploys picks them up, and keeps none in hand."""
    game = table(f"turn 4 Dee redeploy ghosts | {GHOSTS} | 14: 3 ghosts+hill@Dee | 15: 4 ghosts@Dee")
    told = ["Pick up 5 Ghosts, leaving 1 in each region", "On Necromancer Island: 5 Ghosts"]
    assert hands(game, Redeploy({region(14): 1, region(15): 1})) == told


def test_the_first_combos_are_laid_out_below_each_other() -> None:
    """Necromancer Island: the Ghosts are in play before anybody has picked a combo, and none moves up."""
    game = table(f"turn 1 Ann begin | {GHOSTS} | hand ghosts@Dee 1 | column {', '.join(FILLERS[:5])}")
    banner = chances(game)[0]
    assert hands(game, Answer(banner.occasion, "sorcerers")) == ["Lay out the Sorcerers banner"]


def test_lost_tokens_are_put_on_the_well() -> None:
    """Necromancer Island: with the region they come from."""
    game = table(f"turn 3 Dee conquer | {GHOSTS} | 15: 2 trolls+swamp@Ben | 10: tribe | hand ghosts+hill@Dee 9")
    assert "Move 1 Troll from region 15 to the Well of Souls" in hands(game, Conquer("r15"))
    assert "Move 1 Lost Tribe from region 10 to the Well of Souls" in hands(game, Conquer("r10"))


def test_a_spawned_ghost_says_what_leaves_the_well() -> None:
    """Necromancer Island: four tokens off the Well, one Ghost on the Island."""
    line = f"turn 3 Ann score | {GHOSTS} | 15: 1 trolls+swamp@Ann | hand ghosts+hill@Dee 2"
    game = table(f"{line} | pile well orcs 3, ghosts 1")
    assert hands(game, Accept()) == [
        "Take 1 Ghost from the Well of Souls",
        "Take 3 Orcs from the Well of Souls",
        "Put 1 Ghost from the reserve on Necromancer Island",
    ]


def test_a_victory_is_said_at_once() -> None:
    """Necromancer Island: the game is over in the middle of the evening, so somebody has to say why."""
    game = table(f"turn 3 Dee score | {GHOSTS} | 15: 1 ghosts+swamp@Dee | hand ghosts@Dee 13")
    assert hands(game, Accept())[-1] == "Dee has won, and the game is over"


def test_several_who_put_tokens_back_are_named_as_one_says_it() -> None:
    """Both are awaited at the end of the conqueror's turn (base rules, Enemy Losses & Withdrawals)."""
    beaten = "9: 2 elves+swamp@Ben | 12: 2 giants+hill@Cid | withdrawn elves@Ben 2 | withdrawn giants@Cid 1"
    game = table(f"seats Ann Ben Cid | turn 3 Ann withdraw | 10: 1 ratmen+stout@Ann | {beaten}")
    assert game_view.public(game)["turn"]["text"] == "Waiting for Ben and Cid to redeploy"


def test_whoever_has_put_off_a_roll_is_named_at_the_end_of_the_turn() -> None:
    """The Pygmies may come back with it; nobody has anything to put back yet (Be Not Afraid, Pygmies)."""
    pygmies = "4: 1 pygmies+hill@Ben | 21: 1 pygmies@Ben"
    game = conquer(table(f"turn 3 Ann conquer | {pygmies} | 5: 1 orcs+swamp@Ann | hand orcs@Ann 9"), 4)
    game = after(redeploy(finish(game)), Accept())
    assert game.turn.stage == "withdraw"
    assert game_view.public(game)["turn"]["text"] == "Waiting for Ben"


def test_a_side_that_is_chosen_is_nothing_for_hands() -> None:
    """No piece shows it (Warcraft places, Battleground)."""
    game = azeroth("turn 3 Ann begin | 2: 2 naga+mining@Ann [battleground] | 8: 1 worgen+farmer@Ben")
    assert hands(game, UseAbility("battleground", "side", "horde")) == []
