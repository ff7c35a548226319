"""Necromancer Island (expansion sheet, under that name; rulings H): what is laid out before the first turn."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.language import text
from companion.rules.boxes.registry import BOXES
from companion.rules.commands import Choose
from companion.rules.engine import Refused, chances, new_game, offers
from companion.rules.model import SeatSetup, Setup
from tests.rules.island import NAMES, began, drawn, ghosts
from tests.rules.moves import band, filled
from tests.rules.position import after, board, listed


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_island_lies_in_the_lake_of_a_map_for_one_player_fewer(players: int) -> None:
    """Modified Game Setup: the map for the number of players minus 1, and the Island in its Lake."""
    game = began(players)
    at = game.pieces("island")
    assert [game.board.regions[each].terrain for each in at] == ["lake"]


@pytest.mark.parametrize("players", [2, 7])
def test_three_to_six_play(players: int) -> None:
    """Modified Game Setup: there is a map for two to five of the others."""
    seats = tuple(SeatSetup(name) for name in (*NAMES, "Gus")[:players])
    with pytest.raises(Refused):
        new_game(Setup(board("base-5"), seats, boxes=("base", "necromancer")))


def test_a_board_without_a_lake_is_refused() -> None:
    """Modified Game Setup: the Island needs a Lake."""
    dry = board("base-3")
    regions = {key: each for key, each in dry.regions.items() if each.terrain != "lake"}
    with pytest.raises(Refused) as caught:
        new_game(Setup(replace(dry, regions=regions), tuple(map(SeatSetup, NAMES[:4])), boxes=("base", "necromancer")))
    assert caught.value.message.key == "refuse.no_lake"


@pytest.mark.parametrize(("start", "seat"), [(0, 3), (1, 0), (3, 2)])
def test_the_necromancer_sits_to_the_right_of_the_first_player(start: int, seat: int) -> None:
    """Modified Game Setup: so the Ghosts play last in each turn."""
    assert band(began(start=start), "ghosts").seat == seat


def test_one_ghost_lies_on_the_island_and_thirteen_in_reserve() -> None:
    """Modified Game Setup: 14 Ghosts."""
    game = began()
    assert (ghosts(game), game.tray["ghosts"]) == (1, 13)


@pytest.mark.parametrize(("option", "reserve"), [("13", 12), ("12", 11)])
def test_a_handicap_takes_ghosts_out_of_the_reserve(option: str, reserve: int) -> None:
    """Other Rules: a Ghost or two fewer before the game begins."""
    assert began(ghosts=option).tray["ghosts"] == reserve


def test_six_badges_are_drawn_and_nothing_else_goes_on_meanwhile() -> None:
    """Modified Game Setup: the Necromancer draws before anybody plays."""
    due = chances(began())[0]
    assert (due.kind, due.seat, listed(began(), 0)) == ("draw", 3, set())


@pytest.mark.parametrize("count", [0, 3, 6])
def test_nobody_picks_before_the_necromancer_is_ready(count: int) -> None:
    """Modified Game Setup: he draws and selects first, also where the column has been laid out meanwhile."""
    assert listed(filled(drawn(began(), count)), 0) == set()


def test_ghosts_are_an_active_race_of_the_necromancer() -> None:
    """Modified Game Setup: they are in decline in the others' eyes only (Other Rules)."""
    assert (band(began(), "ghosts").declined, band(began(), "ghosts").id) == (False, 1)


def test_the_island_belongs_to_no_race() -> None:
    """Other Rules: it is no region that one could take, with ships neither, and not even for the Necromancer."""
    assert began().pieces("island", 0) == ["r16"]


def test_badges_that_mean_nothing_to_ghosts_are_not_drawn() -> None:
    """Modified Game Setup: Cursed, Spirit and Stout are drawn again."""
    boxes = ("base", "cursed", "necromancer")
    badges = {power.key for box in boxes for power in BOXES[box].powers}
    assert badges - set(chances(began(boxes=boxes))[0].choices) == {"cursed", "spirit", "stout"}


def test_a_badge_is_drawn_once() -> None:
    """Modified Game Setup: what lies open is in no stack any more."""
    game = drawn(began(), 1)
    lying = set(game.piles["reserve"])
    assert lying.isdisjoint({*chances(game)[0].choices, *game.badges})


def test_the_necromancer_chooses_the_power_to_begin_with() -> None:
    """Modified Game Setup: one of the six is in use, five are in reserve."""
    game = drawn(began())
    first = game.turn.asked[0]
    game = after(game, Choose("turn1.seat0.ask7", first.choices[2]))
    assert (band(game, "ghosts").powers, len(game.piles["reserve"])) == ((first.choices[2],), 5)


def test_the_necromancer_reads_what_is_drawn_and_chosen() -> None:
    """Modified Game Setup: the questions name who draws, who chooses, and the power of each answer."""
    assert text.say(chances(began())[0].message) == "Dee, draw a power badge for the Ghosts"
    game = drawn(began())
    label = "Dee, choose the power the Ghosts start with:"
    powers = [text.ability(key) for key in game.turn.asked[0].choices]
    assert [text.say(offer.label) for offer in offers(game, 3)] == [f"{label} {power}" for power in powers]


def test_then_the_first_player_begins() -> None:
    """Modified Game Setup: now proceed with the standard game setup."""
    game = drawn(began())
    game = after(game, Choose("turn1.seat0.ask7", game.turn.asked[0].choices[0]))
    assert {chance.kind for chance in chances(game)} == {"banner"}


def test_ghosts_have_no_banner_in_the_column() -> None:
    """Modified Game Setup: they are drawn by nobody."""
    assert "ghosts" not in began().banners
