"""Setting up the game: base rules, Setting up the game, and Components."""

from __future__ import annotations

from random import Random

import pytest

from companion.language import text
from companion.rules.boxes.registry import BOXES
from companion.rules.engine import Refused, chances, evolve, fold, new_game, offers, options
from companion.rules.model import Game, SeatSetup, Setup
from tests.rules.position import after, board
from tests.rules.walker import answer, set_up

TRAY = {
    "amazons": 15,
    "dwarves": 8,
    "elves": 11,
    "ghouls": 10,
    "ratmen": 13,
    "skeletons": 20,
    "sorcerers": 18,
    "tritons": 11,
    "giants": 11,
    "halflings": 11,
    "humans": 10,
    "orcs": 10,
    "trolls": 10,
    "wizards": 10,
}


def laid(players: int) -> Game:
    """A table just laid out, nothing turned up yet."""
    return fold(new_game(set_up(players, Random(0))))


def dealt(players: int) -> Game:
    """A table with its column dealt."""
    dice = Random(players)
    game = laid(players)
    while chances(game):
        game = after(game, answer(chances(game)[0], dice))
    return game


def refused(setup: Setup) -> str:
    """Why a set-up is refused, in words."""
    with pytest.raises(Refused) as caught:
        new_game(setup)
    return text.say(caught.value.message)


def seats(count: int) -> tuple[SeatSetup, ...]:
    """So many players."""
    return tuple(SeatSetup(name) for name in "ABCDEFG"[:count])


@pytest.mark.parametrize(("players", "turns"), [(2, 10), (3, 10), (4, 9), (5, 8)])
def test_the_track_has_as_many_turns_as_printed(players: int, turns: int) -> None:
    """8, 9 or 10 turns, depending on the map (base rules, Setting up the game)."""
    assert laid(players).board.turns == turns


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everybody_begins_with_five_coins(players: int) -> None:
    """Five coins of 1 for each player (base rules, Setting up the game)."""
    assert [seat.coins for seat in laid(players).seats] == [5] * players


@pytest.mark.parametrize(
    ("players", "tribes"),
    [
        (2, "4 7 11 12 13 14 15 17 19"),
        (3, "6 8 10 12 15 20 22 23 24 29"),
        (4, "3 4 5 8 9 12 15 24 25 26 27 28 33 34"),
        (5, "6 9 12 13 15 17 19 24 26 29 30 32 33 34 36 39 40 41"),
    ],
)
def test_a_lost_tribe_stands_on_each_symbol(players: int, tribes: str) -> None:
    """One Lost Tribe token on each Lost Tribe symbol, the rest of the 18 in the tray
    (base rules, Setting up the game; Components)."""
    game = laid(players)
    found = [region for region, ground in game.grounds.items() if ground.tribe]
    assert found == [f"r{int(number):02d}" for number in tribes.split()]
    assert all(game.grounds[region].tribe == 1 for region in found)
    assert game.tribes == 18 - len(found)


def test_the_tray_holds_what_the_box_holds() -> None:
    """168 race tokens, as many of each race as the box has (base rules, Components)."""
    assert laid(3).tray == TRAY
    assert sum(TRAY.values()) == 168


def test_the_map_is_empty_but_for_the_tribes() -> None:
    """No race and no piece stands on the map before the first turn (base rules, Setting up the game)."""
    game = laid(4)
    assert not game.bands
    assert all(not ground.tokens and not ground.markers for ground in game.grounds.values())


def test_the_first_piece_to_turn_up_is_one_of_fourteen_banners() -> None:
    """All race banners are shuffled (base rules, Setting up the game; Components)."""
    (due,) = chances(laid(2))
    assert due.kind == "banner"
    assert set(due.choices) == set(TRAY)


def test_each_banner_gets_a_badge_out_of_twenty() -> None:
    """A special power badge is placed to the left of each banner (base rules, Setting up the game)."""
    game = laid(2)
    game = after(game, answer(chances(game)[0], Random(1)))
    (due,) = chances(game)
    assert due.kind == "badge"
    assert len(due.choices) == 20


def test_a_piece_cannot_turn_up_twice() -> None:
    """What lies in the column is out of the stacks (base rules, Setting up the game)."""
    game = dealt(2)
    assert len({combo.race for combo in game.column}) == 6
    assert len({combo.power for combo in game.column}) == 6
    assert not {combo.race for combo in game.column} & set(game.banners)
    assert not {combo.power for combo in game.column} & set(game.badges)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_six_combos_lie_open(players: int) -> None:
    """Six combos are visible, without coins, and nothing more is turned up (base rules, Setting up the game)."""
    game = dealt(players)
    assert [combo.coins for combo in game.column] == [0] * 6
    assert (len(game.banners), len(game.badges)) == (8, 14)
    assert not chances(game)


def test_all_six_can_be_paid_on_the_first_turn() -> None:
    """Five coins pay for the sixth combo (base rules, Picking a Race and Special Power Combo)."""
    game = dealt(3)
    found = {offer.id for offer in offers(game, game.turn.seat) if offer.kind == "pick"}
    assert found == {f"pick:{place}" for place in range(6)}


def test_nobody_picks_before_the_column_is_dealt() -> None:
    """Until the six combos lie open there is nothing to pick and nothing to pass (base rules, Setting up the game)."""
    game = laid(2)
    assert not offers(game, game.turn.seat)


def test_the_chosen_player_begins() -> None:
    """Somebody starts the game and takes the first turn (base rules, Starting the game)."""
    game = fold(new_game(Setup(board("base-4"), seats(4), start=2)))
    assert (game.turn.number, game.turn.seat, game.turn.stage) == (1, 2, "begin")


@pytest.mark.parametrize("count", [0, 1, 6])
def test_other_numbers_of_players_are_refused(count: int) -> None:
    """For 2 to 5 players (base rules, title)."""
    assert refused(Setup(board("base-2"), seats(count))) == f"this game is for 2 to 5 players, not {count}"


def test_a_seat_that_is_not_there_cannot_begin() -> None:
    """The starting player is one of the players (base rules, Starting the game)."""
    with pytest.raises(Refused):
        new_game(Setup(board("base-3"), seats(3), start=3))


def test_a_box_nobody_has_is_refused() -> None:
    """Set-up takes only boxes that exist."""
    assert refused(Setup(board("base-2"), seats(2), boxes=("base", "moon"))) == "there is no box called moon"


@pytest.mark.parametrize(("option", "choice"), [("coins", "golden"), ("weather", "rain")])
def test_an_option_nobody_knows_is_refused(option: str, choice: str) -> None:
    """Set-up takes only options that exist."""
    why = f"the option {option} has no choice called {choice}"
    assert refused(Setup(board("base-2"), seats(2), options={option: choice})) == why


def test_every_option_has_a_default_and_another_choice() -> None:
    """A table option is a question with at least two answers, the ruling first."""
    found = {option.key: option.choices for option in options(("base",))}
    assert found == {
        "own-declined": ("costs-one", "costs-nothing"),
        "own-declined-empty": ("non-empty", "empty"),
        "declined-losses": ("one", "all"),
        "declined-die": ("own", "shared"),
        "full-tie": ("shared", "later-seat"),
        "coins": ("secret", "open"),
        "sorcerers-empty-hand": ("allowed", "refused"),
        "failed-attack": ("counts", "does-not-count"),
    }


def test_a_new_game_takes_the_place_of_an_old_one() -> None:
    """What began later is the game: nothing of the one before is left."""
    first, second = new_game(set_up(2, Random(1)))[0], new_game(set_up(3, Random(2)))[0]
    assert evolve(evolve(None, first), second) == evolve(None, second)


@pytest.mark.parametrize("box", [box for box, held in BOXES.items() if box != "base" and held.races + held.powers])
def test_nothing_of_a_box_that_is_not_ticked_can_come_up(box: str) -> None:
    """The stacks hold the pieces of the boxes in play, and no other draw is possible (Setting up the game)."""
    dice = Random(box)
    without = fold(new_game(set_up(3, dice)))
    theirs = {kind.key for kind in BOXES[box].races + BOXES[box].powers}
    assert not theirs & {*without.banners, *without.badges, *without.tray}
    assert not theirs & set(chances(without)[0].choices)
    ticked = fold(new_game(set_up(3, dice, (box,) if BOXES[box].alone else ("base", box))))
    assert theirs <= {*ticked.banners, *ticked.badges}
