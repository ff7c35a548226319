"""Six players in three teams (expansion sheet, Playing in Teams): seats, monsters, what comes to light, the end."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from companion.language import text
from companion.rules import engine, notation
from companion.rules.commands import Accept, Answer, Choose, Conquer, Conquest, PlayTurn, SetRegion
from companion.rules.engine import Refused, allies, chances, fold, new_game, offers, players
from companion.rules.model import Board, Game, Marker, SeatSetup, Setup
from companion.rules.score import winners
from companion.views import game_view
from tests.bench import former
from tests.rules.moves import attempt, filled, finish, redeploy
from tests.rules.position import after, bill, board, coins, conquer, lies, listed, refusal, refused
from tests.rules.six import NAMES, answers, began, drawn, monsters, question, six

CONQUER = "turn 3 Ann conquer"
BEGIN = "turn 3 Ann begin | 7: 2 ratmen+hill@Ann"


def ended(*purses: int, options: str = "") -> Game:
    """A game that is over, with these purses."""
    game = six(f"turn 8 Fay begin | coins {' '.join(map(str, purses))}{options}")
    return replace(game, over=True, unveiled=tuple(range(6)))


# Seats.


def test_partners_sit_opposite_each_other() -> None:
    """Playing in Teams: three teams of two."""
    assert allies(("base", "teams"), 6) == ((0, 3), (1, 4), (2, 5))


def test_without_the_box_everybody_plays_alone() -> None:
    """Base rules: there are no teams."""
    assert allies(("base",), 5) == ()


@pytest.mark.parametrize("count", [5, 7])
def test_six_play(count: int) -> None:
    """Playing in Teams: three teams of two players each."""
    with pytest.raises(Refused) as caught:
        began(count)
    assert caught.value.message.key == "refuse.players.just"


def test_the_necromancer_plays_in_no_team() -> None:
    """Playing in Teams: seven would be too many, and so the two are not mixed."""
    with pytest.raises(Refused) as caught:
        began(6, boxes=("base", "necromancer", "teams"))
    assert (caught.value.message.key, players(("base", "necromancer", "teams"))) == ("refuse.together", ())


def test_play_proceeds_clockwise_from_team_to_team() -> None:
    """Playing in Teams: Fay is followed by Ann, the partner of Dee."""
    game = six("turn 3 Fay score | 30: 1 ratmen+hill@Fay | 39: 1 humans+swamp@Ann")
    assert after(game, Accept()).turn.seat == 0


def test_partners_may_attack_each_other() -> None:
    """Playing in Teams: allies of convenience, who can even attack each other."""
    game = six(f"{CONQUER} | 7: 1 ratmen+hill@Ann | hand ratmen+hill@Ann 5 | 16: 1 trolls+swamp@Dee")
    assert lies(conquer(game, 16), 16).startswith("3 ratmen")


def test_a_partners_coins_are_as_secret_as_anybodys() -> None:
    """Playing in Teams: the stash remains secret."""
    game = six("turn 3 Ann begin | 7: 1 ratmen+hill@Ann")
    richer = replace(game, seats=(*game.seats[:3], replace(game.seats[3], coins=40), *game.seats[4:]))
    assert game_view.public(game) == game_view.public(richer)


# Monsters.


def test_everybody_but_the_first_places_a_monster() -> None:
    """Set Up: 1 Monster each before the first turn, clockwise."""
    game, asked = began(start=2), []
    for number in (6, 9, 15, 17, 24):
        asked.append(question(game, "teams").seat)
        game = monsters(game, number)
    assert (asked, len(game.pieces("monster")), game.turn.asked) == ([3, 4, 5, 0, 1], 5, ())


def test_nobody_plays_before_the_monsters_lie() -> None:
    """Set Up: before the first turn."""
    assert all(offer.startswith("choose:") for offer in listed(began(), 1))
    assert listed(began(), 0) == set()


def test_a_monster_goes_on_a_lost_tribe() -> None:
    """Set Up: in the Lost Tribe regions of their choice."""
    game = began()
    tribes = [key for key, each in game.board.regions.items() if each.lost_tribe]
    assert answers(game, "teams", 1) == tribes


def test_a_monster_keeps_off_other_monsters() -> None:
    """Set Up: not one that already contains, or is adjacent to a region with, a monster."""
    near = {"r09", "r12", "r13", "r19"}
    assert near <= set(answers(began(), "teams", 1))
    assert near.isdisjoint(answers(monsters(began(), 13), "teams", 2))


def test_a_monster_on_another_region_is_refused() -> None:
    """Set Up: the cardboard is right only later; here it is a choice."""
    assert refusal(began(), Choose("turn1.seat0.ask1", "r07")) == "that is not one of the answers"


def test_a_board_with_few_lost_tribes_is_refused() -> None:
    """Set Up: five monsters need their places."""
    full = board("base-5")
    bare = {key: replace(each, lost_tribe=False) for key, each in full.regions.items()}
    with pytest.raises(Refused) as caught:
        new_game(Setup(replace(full, regions=bare), tuple(map(SeatSetup, NAMES)), boxes=("base", "teams")))
    assert caught.value.message.key == "refuse.few_tribes"


def star(outer: int) -> Board:
    """A board on which Lost Tribes stand on region 14 and on so many around it, which touch no other region."""
    full = board("base-5")
    around = full.regions["r14"].adjacent[:outer]
    regions = {
        key: replace(each, lost_tribe=key in {"r14", *around}, adjacent=around if key == "r14" else ("r14",))
        for key, each in full.regions.items()
    }
    return replace(full, regions={"r14": regions.pop("r14"), **regions})


@pytest.mark.parametrize(("outer", "fit"), [(5, True), (4, False)])
def test_a_board_is_fit_where_five_monsters_can_be_placed(outer: int, fit: bool) -> None:
    """Set Up: five tribes around another one have room, though a monster in the middle would take all of it."""
    assert (engine.unfit(("teams",), star(outer)) is None) == fit


def test_a_monster_without_a_place_is_not_placed() -> None:
    """Ruling I9: the one in the middle takes all the room, and the game begins without the others."""
    seats = tuple(SeatSetup(name) for name in NAMES)
    game = monsters(fold(new_game(Setup(star(5), seats, boxes=("base", "teams")))), 14)
    assert (game.pieces("monster"), game.turn.asked, {due.kind for due in chances(game)}) == (["r14"], (), {"banner"})


def test_nobody_picks_before_the_monsters_lie() -> None:
    """Set Up: before the first turn, also where the column has been laid out meanwhile."""
    assert listed(filled(began()), 0) == set()


def test_a_monster_is_nobodys() -> None:
    """Set Up: it defends its region against everybody, whoever has put it there."""
    assert monsters(began(), 6).pieces("monster", 0) == ["r06"]


def test_the_question_for_a_monster_names_player_and_region() -> None:
    """Set Up: whoever is to place one reads it, and where each answer would put it."""
    asked = next(offer for offer in offers(began(), 1) if offer.id.endswith(":r06"))
    assert text.say(asked.label) == "Ben, put a Monster in a region with a Lost Tribe: region 6"


def test_a_monster_adds_one_to_the_defence() -> None:
    """Set Up: they augment the defences of the region they are in by 1 (ruling I1)."""
    game = six(f"{CONQUER} | 7: 1 ratmen+hill@Ann | hand ratmen+hill@Ann 5 | 6: tribe [monster]")
    assert bill(game, 6) == "2 + 1 Lost Tribe + 1 Monster = 4"


def test_a_misplaced_monster_is_put_right() -> None:
    """The cardboard is right: it lies elsewhere."""
    game = six(f"{CONQUER} | 7: 1 ratmen+hill@Ann | 6: tribe [monster] | 9: tribe")
    moved = after(game, SetRegion("r06", tribe=1), SetRegion("r09", tribe=1, markers=(Marker("monster"),)))
    assert moved.pieces("monster") == ["r09"]


# What comes to light.


def conquered(prizes: str = "") -> Game:
    """A monster's region has just been conquered."""
    line = f"{CONQUER} | 7: 1 ratmen+hill@Ann | hand ratmen+hill@Ann 9 | 6: tribe [monster] | 15: tribe [monster]"
    return conquer(six(line + prizes), 6)


def test_a_conquered_monster_turns_up_a_relic_or_a_place() -> None:
    """Righteous Relics and Popular Places: immediately draw a marker from the stack."""
    due = next(chance for chance in chances(conquered()) if chance.kind == "draw")
    assert (due.seat, due.choices) == (0, ("soapbar", "tavern", "boneyard", "vale", "sigil"))


def test_the_monster_leaves_the_board() -> None:
    """Set Up: it showed where a relic or place is."""
    assert lies(conquered(), 6) == "4 ratmen+hill@Ann"


def test_what_lies_on_the_map_already_does_not_come_up() -> None:
    """Righteous Relics and Popular Places: each marker is there once."""
    due = next(chance for chance in chances(conquered(" | 30: [vale] | 31: [sigil]")) if chance.kind == "draw")
    assert due.choices == ("soapbar", "tavern", "boneyard")


def test_two_monsters_do_not_turn_up_the_same() -> None:
    """Righteous Relics and Popular Places: what was drawn for one region is gone from the stack."""
    game = drawn(conquer(conquered(), 15), "vale")
    assert next(chance for chance in chances(game) if chance.kind == "draw").choices == (
        "soapbar", "tavern", "boneyard", "sigil",
    )  # fmt: skip


def test_a_monster_hides_nothing_where_all_have_come_up() -> None:
    """Righteous Relics and Popular Places: with no marker left in the stack there is none to draw."""
    lying = " | 30: [vale] | 31: [sigil] | 39: [soapbar] | 9: [tavern] | 24: [boneyard]"
    assert conquered(lying).turn.asked == ()


def test_each_marker_is_there_once() -> None:
    """Set Up: 4 Places and 1 Relic; a second Tavern is on no table, not even where it is put right."""
    game = six(f"{BEGIN} [tavern] | 9: tribe")
    assert refused(game, SetRegion("r09", tribe=1, markers=(Marker("tavern"),)))


def test_the_marker_is_placed_inside_the_region() -> None:
    """Righteous Relics and Popular Places: place it inside this region; its power is there at once."""
    game = drawn(conquered(), "tavern")
    assert (lies(game, 6), game.bands[1].prizes) == ("4 ratmen+hill@Ann [tavern]", ("tavern",))


def test_a_failed_attempt_turns_up_nothing() -> None:
    """Righteous Relics and Popular Places: when you conquer the region."""
    game = six(f"{CONQUER} | 7: 1 ratmen+hill@Ann | hand ratmen+hill@Ann 2 | 6: tribe [monster]")
    failed = attempt(game, 6, 0)
    assert (lies(failed, 6), failed.turn.asked) == ("tribe [monster]", ())


def test_the_sheet_waits_for_what_comes_to_light() -> None:
    """Righteous Relics and Popular Places: drawn immediately, so it counts in the same turn."""
    game = redeploy(finish(conquered()))
    assert "accept" not in listed(game)
    assert refusal(game, Accept()) == "something was found: turn it over first"


def test_a_turn_entered_at_once_leaves_the_drawing_for_its_end() -> None:
    """Righteous Relics and Popular Places: the draws follow, and the sheet with them."""
    game = six("turn 3 Ann begin | 7: 6 ratmen+hill@Ann | 6: tribe [monster]")
    game = after(game, PlayTurn(band=1, conquests=(Conquest("r06"),)))
    assert coins(drawn(game, "tavern")) == "regions 2, tavern 2"


def test_a_conquered_place_serves_its_new_occupier() -> None:
    """Righteous Relics and Popular Places: its power immediately falls under the control of the new occupier."""
    line = f"{CONQUER} | 7: 1 ratmen+hill@Ann | hand ratmen+hill@Ann 5"
    line += " | 6: 1 trolls+swamp@Ben [tavern] | 9: 1 trolls@Ben"
    game = six(line)
    taken = conquer(game, 6)
    assert [(band.race, band.prizes) for band in taken.bands.values()] == [("ratmen", ("tavern",)), ("trolls", ())]
    assert game.bands[2].prizes == ("tavern",)


def test_an_abandoned_place_stays() -> None:
    """Righteous Relics and Popular Places: that Relic or Place remains behind."""
    game = six("turn 3 Ann begin | 7: 2 ratmen+hill@Ann | 6: 1 ratmen@Ann [tavern]")
    left = after(game, replace(next(o.command for o in offers(game, 0) if o.kind == "ready"), stay={"r06": 0}))
    assert (lies(left, 6), left.bands[1].prizes) == ("[tavern]", ())


def test_a_place_adds_nothing_to_the_defence() -> None:
    """Righteous Relics and Popular Places: they never augment the defence."""
    game = six(f"{CONQUER} | 7: 1 ratmen+hill@Ann | hand ratmen+hill@Ann 5 | 6: 1 trolls+swamp@Ben [tavern]")
    assert bill(game, 6) == "2 + 1 defender = 3"


def test_a_token_beside_a_place_is_single() -> None:
    """Righteous Relics and Popular Places: a single token is still considered a single token."""
    game = six(f"{CONQUER} | 7: 1 sorcerers+hill@Ann | 6: 1 humans+swamp@Ben [tavern]")
    assert lies(conquer(game, 6, way="sorcerers"), 6) == "1 sorcerers+hill@Ann [tavern]"


def test_a_race_in_decline_has_nothing_of_a_place() -> None:
    """Righteous Relics and Popular Places: never used by races in decline."""
    game = six("turn 3 Ann score | 6: 1 humans@Ann declined [tavern] | 7: 1 ratmen+hill@Ann")
    assert coins(game) == "regions 1, declined 1"


def test_not_even_ghouls_in_decline_use_a_place() -> None:
    """Righteous Relics and Popular Places: even Ghouls."""
    game = six("turn 3 Ann begin | 7: 4 ghouls@Ann declined | 6: 1 trolls+swamp@Ben [boneyard] | 16: 1 elves+hill@Ann")
    ghouls = next(band.id for band in game.bands.values() if band.race == "ghouls")
    ready = next(offer.command for offer in offers(game, 0) if offer.id == f"ready:{ghouls}")
    taken = after(game, ready, Conquer("r06"))
    assert (lies(taken, 6), taken.turn.asked) == ("3 ghouls@Ann declined [boneyard]", ())


def test_what_ghouls_in_decline_bring_to_light_does_nothing_for_them() -> None:
    """Righteous Relics and Popular Places: even Ghouls; they draw the marker, and it waits for an active race."""
    line = "turn 3 Ann conquer ghouls | 7: 1 ghouls@Ann declined | hand ghouls@Ann declined 8 | 16: 1 elves+hill@Ann"
    game = drawn(conquer(six(f"{line} | 6: tribe [monster]"), 6), "boneyard")
    assert (lies(game, 6), game.turn.asked) == ("4 ghouls@Ann declined [boneyard]", ())


# The end.


def test_a_team_is_as_rich_as_its_poorer_player() -> None:
    """End Game: each team's score is the lowest of the two player's scores."""
    assert winners(ended(90, 30, 20, 10, 31, 20)) == (1, 4)


def test_the_richest_player_breaks_a_tie() -> None:
    """End Game: the highest individual player score from among those teams tied."""
    assert winners(ended(30, 40, 90, 50, 30, 10)) == (0, 3)


def test_teams_tied_to_the_last_share_the_victory() -> None:
    """End Game; ruling I5: nothing more decides."""
    assert winners(ended(30, 50, 10, 50, 30, 10)) == (0, 1, 3, 4)


def test_a_full_tie_goes_to_the_later_team_where_the_table_wants_that() -> None:
    """Ruling D15, for teams."""
    assert winners(ended(30, 50, 10, 50, 30, 10, options=" | option full-tie=later-seat")) == (1, 4)


def test_tokens_on_the_board_decide_nothing_between_teams() -> None:
    """End Game: the tie-break of the base game is replaced."""
    game = six("turn 8 Fay begin | 7: 9 ratmen+hill@Ann | coins 30 30 1 30 30 1")
    assert winners(replace(game, over=True)) == (0, 1, 3, 4)


def test_the_game_ends_after_8_turns() -> None:
    """End Game: with 6 players, the game ends after 8 turns."""
    game = six("turn 8 Fay score | 30: 1 ratmen+hill@Fay")
    assert (game.board.turns, after(game, Accept()).over) == (8, True)


def test_everybody_sees_the_teams_and_their_scores() -> None:
    """End Game: the players each reveal their own score, and each team's is the lowest."""
    view = game_view.public(ended(30, 40, 90, 50, 30, 10))
    assert [list(team) for team in view["teams"]] == [[0, 3], [1, 4], [2, 5]]
    scores = [(*score["seats"], score["coins"]) for score in view["team_scores"]]
    assert scores == [(0, 3, 30), (1, 4, 30), (2, 5, 10)]
    assert view["tie"] == "Tied teams: of these, the one with the richest player wins"


# Written down, and played.


def test_a_position_with_places_is_written_and_read() -> None:
    """The notation: nobody's pieces, a question that no band asks, and a race that is remembered."""
    for game in (
        began(),
        conquered(" | 30: [vale]"),
        six(f"{BEGIN} [boneyard] | 9: 1 elves@Ben declined | memo ratmen@Ann boneyard.banner elves"),
    ):
        line = notation.write(game)
        assert notation.write(notation.read(line, game.board)) == line
    assert game.bands[1].memo == {"boneyard.banner": 2}


def test_players_who_need_no_phone_play_it_to_the_end() -> None:
    """The demonstration: they choose only from what is offered, the monsters first."""
    game, dice = began(), Random(6)
    while not game.over:
        due = chances(game)
        command = Answer(due[0].occasion, dice.choice(due[0].choices)) if due else former.choose(game, dice)
        assert command is not None
        game = after(game, command)
    assert (game.turn.number, len(winners(game)) % 2) == (8, 0)
