"""The lobby of a box that is played on islands, by itself (Warcraft rules, Game Setup)."""

from __future__ import annotations

import pytest

from companion.boards.islands import chosen, on_table
from companion.game import lobby
from companion.game.lobby import Change, Lobby
from companion.rules.model import Refused
from tests import chance


def joined(found: Lobby, name: str) -> Lobby:
    """A lobby with one more player; islands are drawn by the test's own chance."""
    return lobby.join(found, "", name, None, None, chance.dice().choice)


def changed(found: Lobby, asked: Change) -> Lobby:
    """A lobby after a change; islands are drawn by the test's own chance."""
    return lobby.change(found, asked, choose=chance.dice().choice)


def seated(players: int, *boxes: str) -> Lobby:
    """A lobby with so many players who play with these boxes."""
    found = changed(Lobby(), Change(boxes=boxes))
    for name in ("Ann", "Ben", "Cid", "Dee", "Eve")[:players]:
        found = joined(found, name)
    return found


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_islands_for_the_players_are_drawn(players: int) -> None:
    """Randomly select a set of Game Boards matching the number of players."""
    found = lobby.setup(seated(players, "warcraft")).board
    assert (chosen(found.id), found.players) == (players, players)


def test_one_more_player_has_other_islands() -> None:
    """The set is drawn again for as many as there are now."""
    assert chosen(joined(seated(2, "warcraft"), "Dee").isles) == 3


def test_islands_that_were_drawn_stay() -> None:
    """Nothing else that is changed draws them again."""
    found = seated(3, "warcraft")
    assert changed(found, Change(start=1)).isles == found.isles


def test_an_island_is_tapped() -> None:
    """Who has drawn boards by hand taps them, one after the other."""
    found = seated(2, "warcraft")
    for face in ("l2b", "s1a"):
        found = changed(found, Change(island=face))
    assert lobby.chosen_map(found) == "isles-l2b-s1a"


def test_an_island_that_there_is_not() -> None:
    """A phone cannot ask for anything else."""
    with pytest.raises(Refused, match="no_map"):
        changed(seated(2, "warcraft"), Change(island="../l1a"))


def test_islands_are_drawn_anew() -> None:
    """Asked often enough, others come."""
    found = seated(5, "warcraft")
    assert len({changed(found, Change(island="")).isles for _ in range(60)}) > 1


def test_who_plays_on_one_board_has_no_islands() -> None:
    """They belong to the box that is played on them."""
    found = changed(seated(2, "warcraft"), Change(boxes=("cursed",)))
    assert (found.isles, on_table(lobby.chosen_map(found) or "")) == ("", [])


def test_a_box_that_is_played_alone_takes_the_place_of_all() -> None:
    """What was ticked last counts."""
    assert seated(2, "cursed", "warcraft").boxes == ("warcraft",)


def test_a_box_ticked_after_it_takes_its_place() -> None:
    """The first box comes back with it."""
    found = seated(2, "warcraft")
    assert changed(found, Change(boxes=("warcraft", "cursed"))).boxes == ("base", "cursed")


def test_unticking_it_brings_the_first_box_back() -> None:
    """No game is played without any box."""
    assert changed(seated(2, "warcraft"), Change(boxes=())).boxes == ("base",)


def test_no_more_than_five_begin() -> None:
    """There are boards for 2 to 5 players; a sixth is told so, and may tick what six play with."""
    assert lobby.why_not(seated(5, "warcraft")) is None
    six = joined(seated(5, "warcraft"), "Fay")
    with pytest.raises(Refused, match="too_many"):
        lobby.setup(six)
    assert lobby.why_not(changed(six, Change(boxes=("warcraft", "teams")))) is None
