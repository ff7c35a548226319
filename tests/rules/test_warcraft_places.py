"""What lies face down, and the legendary places of Small World of Warcraft (Warcraft rules, under their names).

Regions 1 to 13 are a large island with a lake, 14 to 21 a small one with a sea.  2 neighbours 1, 3, 7 and 8.
"""

from __future__ import annotations

import pytest

from companion.boards import maps
from companion.rules import engine
from companion.rules.boxes.registry import PRIZES
from companion.rules.commands import Accept, Answer, Choose, Conquer, Conquest, Finish, PlayTurn, Redeploy, UseAbility
from companion.rules.engine import chances, new_game, offers
from companion.rules.model import Form, Game, SeatSetup, Setup
from companion.rules.score import sheet
from companion.rules.troops import redeploy_form
from tests.rules.azeroth import BOX, azeroth
from tests.rules.moves import roll
from tests.rules.position import after, bill, conquer, lies, listed, refusal, region

ANN = "turn 2 Ann conquer | hand naga+mining@Ann 9"


def at(game: Game, kind: str) -> int:
    """The number of the region where a thing lies; 0 off the map."""
    return int(PRIZES[kind].at(game)[1:] or 0)


def earned(game: Game, key: str) -> int:
    """What a thing adds to the sheet of the player whose turn it is."""
    return sum(line.amount for line in sheet(game, game.turn.seat) if line.key == key)


def turned_up(game: Game, key: str) -> Game:
    """The game after chance has turned up what lay face down."""
    due = next(chance for chance in chances(game) if chance.kind == "draw")
    return after(game, Answer(due.occasion, key))


def ended(game: Game) -> Game:
    """The game after the conquests are ended and the troops stand."""
    return after(game, Finish(), Redeploy({}))


def form(game: Game) -> Form:
    """How the troops may be redeployed now."""
    return redeploy_form(game, game.bands[game.turn.band])


# Discovery.


def test_a_marker_lies_on_each_board() -> None:
    """Game Setup: as many as there are players, one facedown on each board, in the Regions featuring the icon."""
    seats = tuple(SeatSetup(name) for name in ("Ann", "Ben"))
    game = engine.fold(new_game(Setup(maps.load("isles-l1a-s1a").board, seats, boxes=BOX)))
    assert [int(id[1:]) for id in game.pieces("face-down")] == [8, 17]


def test_all_twelve_may_lie_there() -> None:
    """Components: 12 Artifact and Legendary Places markers."""
    game = conquer(azeroth(f"{ANN} | 2: 1 naga+mining@Ann | 8: [face-down]"), 8)
    assert len(chances(game)[0].choices) == 12


def test_what_lies_face_up_comes_up_no_more() -> None:
    """Artifacts and Legendary Places: a unique marker identifies each of them."""
    game = conquer(azeroth(f"{ANN} | 2: 1 naga+mining@Ann | 8: [face-down] | 20: [karazhan]"), 8)
    assert "karazhan" not in chances(game)[0].choices


def test_who_enters_turns_it_up_and_has_it_at_once() -> None:
    """A player occupying a Region with a Place or an Artifact may immediately use its effect."""
    game = turned_up(conquer(azeroth(f"{ANN} | 2: 1 naga+mining@Ann | 8: [face-down]"), 8), "dark-portal")
    assert (lies(game, 8), earned(game, "dark-portal")) == ("2 naga+mining@Ann [dark-portal]", 2)


def test_the_sheet_waits_for_what_lies_face_down() -> None:
    """It may score."""
    game = ended(conquer(azeroth(f"{ANN} | 2: 1 naga+mining@Ann | 8: [face-down]"), 8))
    assert "turn it over" in refusal(game, Accept())


def test_it_changes_hands_with_its_region() -> None:
    """When a Region containing a marker is conquered, the marker changes hands."""
    game = azeroth(f"{ANN} | 2: 1 naga+mining@Ann | 8: 1 worgen+farmer@Ben [dark-portal]")
    assert earned(conquer(game, 8), "dark-portal") == 2


def test_a_declined_race_has_no_benefit() -> None:
    """In Decline Races cannot benefit from Artifacts and Places effects and bonuses (J25)."""
    assert earned(azeroth("turn 2 Ann score | 8: 1 naga@Ann declined [dark-portal]"), "dark-portal") == 0


# Legendary places.

ORCS = "turn 2 Ann conquer | hand warcraft-orcs+mining@Ann 9"


def test_the_battleground_doubles_the_bonus() -> None:
    """Battleground: conquering 2 Regions - or more - of the same opposing Race in a turn will grant it 2 bonus VC."""
    game = azeroth(
        f"{ORCS} | 2: 1 warcraft-orcs+mining@Ann [battleground] | 8: 1 worgen+farmer@Ben | 10: 1 worgen+farmer@Ben"
        " | 7: 1 worgen+farmer@Ben"
    )
    game = conquer(game, 8, 10, 7)
    assert earned(game, "faction-bonus") + earned(game, "battleground") == 2


def test_two_regions_are_enough_for_the_second_bonus() -> None:
    """Battleground: conquering 2 Regions of the same opposing Race will grant it 2 bonus VC."""
    held = "8: 1 worgen+farmer@Ben | 10: 1 worgen+farmer@Ben"
    game = conquer(azeroth(f"{ORCS} | 2: 1 warcraft-orcs+mining@Ann [battleground] | {held}"), 8, 10)
    assert earned(game, "battleground") == 1


def test_one_region_is_not_doubled() -> None:
    """Battleground: a second time per Race takes a second Region."""
    game = azeroth(f"{ORCS} | 2: 1 warcraft-orcs+mining@Ann [battleground] | 8: 1 worgen+farmer@Ben")
    assert earned(conquer(game, 8), "battleground") == 0


def test_a_neutral_race_takes_a_side_for_a_turn() -> None:
    """Battleground: a neutral Race can choose to fight alongside the Alliance or the Horde."""
    game = azeroth(f"{ANN} | 2: 1 naga+mining@Ann [battleground] | 8: 1 worgen+farmer@Ben")
    game = conquer(after(game, UseAbility("battleground", "side", "horde")), 8)
    assert earned(game, "faction-bonus") == 1


def test_a_side_is_taken_when_the_last_conquest_found_the_battleground() -> None:
    """Battleground: who occupies it may use it at once, for the duration of the turn (ruling J33)."""
    game = azeroth(f"{ANN.replace('conquer', 'redeploy')} | 2: 1 naga+mining@Ann [battleground]")
    assert {"act:battleground:side:alliance", "act:battleground:side:horde"} <= listed(game)


def test_a_side_is_taken_once_a_turn() -> None:
    """Battleground: for the duration of its turn."""
    game = after(azeroth(f"{ANN} | 2: 1 naga+mining@Ann [battleground]"), UseAbility("battleground", "side", "horde"))
    assert refusal(game, UseAbility("battleground", "side", "alliance"))


def test_a_side_is_given_up_as_the_next_turn_begins() -> None:
    """Battleground: at the end of its turn this Race is neutral again, and may choose again."""
    line = "turn 1 Ben score | 2: 1 naga+mining@Ann [battleground] | memo naga@Ann battleground.side 2"
    game = after(azeroth(line), Accept())
    assert next(iter(game.bands.values())).memo == {"battleground.side": 0}


def test_no_side_is_remembered_where_the_battleground_has_gone() -> None:
    """Battleground and Championing: a Champion who held it alone comes back as the turn begins, and nobody holds it."""
    line = "turn 1 Ben score | 2: 0 naga+championing@Ann [champion battleground] | memo naga@Ann battleground.side 2"
    game = after(azeroth(line), Accept())
    assert next(iter(game.bands.values())).memo == {}


def test_no_side_is_taken_once_the_troops_stand() -> None:
    """Battleground: to fight alongside it in this turn (ruling J33)."""
    game = azeroth(f"{ANN.replace('conquer', 'score')} | 2: 1 naga+mining@Ann [battleground]")
    assert not any("battleground" in each for each in listed(game))


def test_a_race_with_a_faction_takes_no_side() -> None:
    """Battleground: a neutral Race."""
    game = azeroth(f"{ORCS} | 2: 1 warcraft-orcs+mining@Ann [battleground]")
    assert not any(offer.startswith("act:battleground") for offer in listed(game))


def test_karazhan_counts_the_other_regions_of_its_terrain() -> None:
    """Karazhan: 1 bonus Victory Coin for all OTHER regions that match the terrain type; 2, 4 and 10 are forests."""
    game = azeroth(
        "turn 2 Ann score | 2: 1 naga+mining@Ann [karazhan] | 4: 1 naga+mining@Ann | 10: 1 naga+mining@Ann"
        " | 8: 1 naga+mining@Ann"
    )
    assert earned(game, "karazhan") == 2


def test_nobody_falls_who_holds_the_chapel() -> None:
    """Light's Hope Chapel: does not suffer any Race token loss when attacked."""
    game = azeroth(f"{ANN} | 2: 1 naga+mining@Ann | 8: 2 worgen+farmer@Ben | 13: 1 worgen+farmer@Ben [chapel]")
    found = conquer(game, 8)
    assert next(band.withdrawn for band in found.bands.values() if band.race == "worgen") == 2


def test_the_chapel_saves_nobody_from_intimidation() -> None:
    """Light's Hope Chapel: when attacked; a power that takes a token conquers nothing."""
    line = "turn 2 Ann conquer | hand forsaken+intimidating@Ann 9 | 2: 1 forsaken+intimidating@Ann"
    game = after(azeroth(f"{line} | 8: 1 worgen+farmer@Ben [chapel]"), UseAbility("intimidating", "move", region(8)))
    assert game.tray["worgen"] == 10


def test_the_chapel_saves_once_more_as_it_is_taken() -> None:
    """Light's Hope Chapel: the former owner still benefits from its effect one last time."""
    game = azeroth(f"{ANN} | 2: 1 naga+mining@Ann | 8: 2 worgen+farmer@Ben [chapel] | 13: 1 worgen+farmer@Ben")
    found = conquer(game, 8)
    assert next(band.withdrawn for band in found.bands.values() if band.race == "worgen") == 2


def test_the_meeting_stone_saves_the_travel_cost() -> None:
    """Meeting Stone: does not pay the +1 Race token cost when conquering a non-adjacent Entry Region."""
    game = azeroth(f"{ANN} | 2: 1 naga+mining@Ann [meeting-stone]")
    assert bill(game, 15) == "2 + 1 travel cost − 1 Meeting Stone = 2"


def test_the_meeting_stone_saves_nothing_beside_sailing() -> None:
    """Meeting Stone and Sailing: neither pays the +1, which is there once."""
    game = azeroth("turn 2 Ann conquer | hand naga+sailing@Ann 9 | 2: 1 naga+sailing@Ann [meeting-stone]")
    assert bill(game, 15) == "2 + 1 travel cost − 1 Sailing = 2"


def test_the_spirit_healer_brings_a_token() -> None:
    """Spirit Healer: during redeployment one bonus Race token."""
    game = after(azeroth(f"{ANN} | 2: 1 naga+mining@Ann [spirit-healer]"), Finish())
    assert next(iter(game.bands.values())).hand == 10


def test_the_spirit_healer_brings_one_token_of_many() -> None:
    """Spirit Healer: one bonus Race token, however many the tray has."""
    line = "turn 2 Ann conquer | hand forsaken+mining@Ann 9 | 2: 1 forsaken+mining@Ann [spirit-healer]"
    assert next(iter(after(azeroth(line), Finish()).bands.values())).hand == 10


LAST = "turn 2 Ann conquer | hand naga+mining@Ann 1 | 2: 1 naga+mining@Ann | 8: [face-down]"


def test_a_spirit_healer_that_the_final_attempt_finds_brings_a_token() -> None:
    """Spirit Healer: its holder redeploys with one token more, though the redeployment began before the draw."""
    game = turned_up(roll(after(azeroth(LAST), Conquer(region(8), die=True)), 1), "spirit-healer")
    assert (game.turn.stage, form(game).total, game.tray["naga"]) == ("redeploy", 3, 8)


def test_a_spirit_healer_of_a_turn_entered_at_once_brings_a_token() -> None:
    """Spirit Healer: found by the final attempt, it brings the third token of the redeployment."""
    found = Conquest(region(8), die=True, pips=1, found="spirit-healer")
    game = after(azeroth(LAST), PlayTurn(conquests=(found,), tokens={region(2): 1, region(8): 2}))
    assert lies(game, 8) == "2 naga+mining@Ann [spirit-healer]"


def test_a_spirit_healer_turned_up_after_the_conquests_brings_a_token() -> None:
    """Spirit Healer: it was taken before the conquests ended, and is turned up while redeploying."""
    game = after(conquer(azeroth(f"{ANN} | 2: 1 naga+mining@Ann | 8: [face-down]"), 8), Finish())
    assert form(turned_up(game, "spirit-healer")).total == form(game).total + 1


def test_a_spirit_healer_turned_up_over_the_score_sheet_brings_a_token_to_its_region() -> None:
    """Spirit Healer: the troops stand, so its token stands there too (ruling J31)."""
    game = ended(conquer(azeroth(f"{ANN} | 2: 1 naga+mining@Ann | 8: [face-down]"), 8))
    there = game.grounds[region(8)].tokens
    assert turned_up(game, "spirit-healer").grounds[region(8)].tokens == there + 1


def test_the_spirit_healer_needs_a_token_in_the_tray() -> None:
    """Spirit Healer: provided there is at least one available in the tray."""
    game = azeroth("turn 2 Ann conquer | hand naga+mining@Ann 10 | 2: 1 naga+mining@Ann [spirit-healer]")
    assert form(after(game, Finish())).total == 11


MAGES = "turn 2 Ann conquer | hand naga+portal-mage@Ann 5"


def swap(game: Game, one: int, other: int) -> Game:
    """The game after exchanging two Magic regions."""
    return after(game, UseAbility("portal-mage", "swap", f"{region(one)}:{region(other)}"))


def test_a_portal_to_the_spirit_healer_brings_a_token() -> None:
    """Spirit Healer: who comes there while redeploying occupies it during redeployment (ruling J44)."""
    game = after(azeroth(f"{MAGES} | 9: 1 naga+portal-mage@Ann | 6: [spirit-healer]"), Finish())
    assert form(swap(game, 6, 9)).total == form(game).total + 1


def test_the_spirit_healer_brings_one_token_a_turn() -> None:
    """Spirit Healer: one bonus Race token, though its region is left and entered again."""
    game = after(azeroth(f"{MAGES} | 6: 1 naga+portal-mage@Ann [spirit-healer] | 9: 1 worgen+farmer@Ben"), Finish())
    assert form(swap(swap(game, 6, 9), 6, 9)).total == form(game).total == 7


def test_a_portal_gives_nobody_else_a_token() -> None:
    """Spirit Healer: whoever redeploys gains, and no opponent who is exchanged onto it."""
    game = after(azeroth(f"{MAGES} | 6: 1 naga+portal-mage@Ann [spirit-healer] | 9: 1 worgen+farmer@Ben"), Finish())
    assert swap(game, 6, 9).tray["worgen"] == game.tray["worgen"]


def test_a_well_that_waits_for_its_water_asks_once() -> None:
    """Well of Eternity: the question stays open while its region goes through a portal and back (ruling J32)."""
    line = f"{MAGES} | 12: 1 naga+portal-mage@Ann | 11: 1 naga@Ann | 8: [face-down]"
    game = turned_up(conquer(azeroth(line, "isles-l1b-s1a"), 8), "eternity")
    assert len(swap(swap(game, 1, 8), 1, 8).turn.asked) == 1


def test_the_well_goes_to_the_water_of_its_island() -> None:
    """Well of Eternity: when revealed, move it to the Sea or Lake Region on the same board."""
    game = turned_up(conquer(azeroth(f"{ANN} | 2: 1 naga+mining@Ann | 8: [face-down]"), 8), "eternity")
    assert at(game, "eternity") == 5


def test_a_board_without_water_gets_another_place() -> None:
    """Well of Eternity: if any, otherwise draw another Legendary Place token (J27)."""
    game = azeroth(f"{ANN} | 15: 1 naga+mining@Ann | 18: [face-down]", "isles-l1a-s2b")
    game = turned_up(conquer(game, 18), "eternity")
    assert set(chances(game)[0].choices) == {
        "battleground", "dark-portal", "karazhan", "chapel", "meeting-stone", "spirit-healer"
    }  # fmt: skip


def test_the_well_without_water_comes_up_nowhere_else() -> None:
    """Well of Eternity: it is drawn no more, nor is a place that lies face up elsewhere."""
    game = azeroth(f"{ANN} | 2: 1 naga+mining@Ann | 15: 1 naga+mining@Ann | 18: [face-down] | 8: [face-down karazhan]",
                   "isles-l1a-s2b")  # fmt: skip
    game = turned_up(conquer(game, 18), "eternity")
    assert "karazhan" not in chances(game)[0].choices
    assert "eternity" not in chances(conquer(turned_up(game, "chapel"), 8))[0].choices


def test_on_a_board_without_water_other_places_come_to_light() -> None:
    """Artifacts and Legendary Places: only the Well has to move."""
    game = azeroth(f"{ANN} | 15: 1 naga+mining@Ann | 18: [face-down]", "isles-l1a-s2b")
    assert at(turned_up(conquer(game, 18), "dark-portal"), "dark-portal") == 18


def test_the_well_pays_nobody_before_it_has_found_water() -> None:
    """Well of Eternity: it must be placed on a Sea or Lake Region."""
    assert earned(azeroth("turn 2 Ann score | 8: 1 naga+mining@Ann [eternity] | 2: 1 naga+mining@Ann"), "shores") == 0


def test_the_well_stays_when_its_water_is_taken() -> None:
    """Well of Eternity: moved when revealed, and not again."""
    game = conquer(azeroth(f"{ANN} | 3: 1 naga+mining@Ann | 4: [eternity]", "isles-l1b-s1a"), 4)
    assert (at(game, "eternity"), game.turn.asked) == (4, ())


def test_the_well_pays_who_holds_most_round_it() -> None:
    """Well of Eternity: more Regions adjacent to the Well than any other Race gains 2."""
    held = "8: 1 naga+mining@Ann | 4: 1 naga+mining@Ann | 6: 1 worgen+farmer@Ben"
    game = azeroth(f"turn 2 Ann score | 5: [eternity] | {held}")
    assert [(line.amount, line.where) for line in sheet(game, 0) if line.key == "shores"] == [
        (2, (region(4), region(8)))
    ]


def test_a_tie_round_the_well_pays_nobody() -> None:
    """Well of Eternity: in the case of a tie, nobody claims this bonus."""
    game = azeroth("turn 2 Ann score | 5: [eternity] | 8: 1 naga+mining@Ann | 6: 1 worgen+farmer@Ben")
    assert earned(game, "shores") == 0


def test_murlocs_round_the_well_are_a_race() -> None:
    """Well of Eternity: more than any other Race, and Murlocs are always considered as an In Decline Race."""
    game = azeroth("turn 2 Ann score | 5: [eternity] | 8: 1 naga+mining@Ann | 6: tribe")
    assert earned(game, "shores") == 0


def test_the_well_pays_a_declined_race_too() -> None:
    """Well of Eternity: even if this Race is In Decline."""
    game = azeroth("turn 2 Ann score | 5: [eternity] | 8: 1 naga@Ann declined")
    assert earned(game, "shores") == 2


@pytest.mark.parametrize("board", ["isles-l1b-s1a"])
def test_where_there_are_two_waters_the_finder_chooses(board: str) -> None:
    """Well of Eternity: to the Sea or Lake Region on the same board."""
    game = azeroth("turn 2 Ann conquer | hand naga+mining@Ann 9 | 3: 1 naga+mining@Ann | 6: [face-down]", board)
    game = turned_up(conquer(game, 6), "eternity")
    chosen = next(offer.command for offer in offers(game, 0) if isinstance(offer.command, Choose))
    assert at(after(game, chosen), "eternity") in (4, 7)
