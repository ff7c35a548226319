"""Necromancer Island (expansion sheet, under that name; rulings H): what is put right, and written down."""

from __future__ import annotations

from companion.rules import notation
from companion.rules.commands import DropRace, Finish, SetBand, SetPile, SetRecord, SetRegion
from tests.rules.island import CONQUER, END, MARKET, ghosts
from tests.rules.moves import band
from tests.rules.position import after, board, lies, listed, refused, region, table


def test_what_lies_in_the_well_is_put_right() -> None:
    """Corrections: its tokens come from the tray and go back there."""
    game = table(f"{END} | hand ghosts+swamp@Dee 1 | pile well trolls 2")
    game = after(game, SetPile("well", {"tribe": 1, "soul": 2}))
    assert (game.piles["well"], game.tray["trolls"]) == ({"tribe": 1, "soul": 2}, 10)


def test_the_well_holds_no_more_than_the_box() -> None:
    """Corrections: there are 10 Trolls."""
    game = table(f"{END} | hand ghosts+swamp@Dee 1")
    assert "Troll" in refused(game, SetPile("well", {"trolls": 11}))


def test_the_powers_in_use_are_put_right() -> None:
    """Corrections: badges come from the reserve and go back there."""
    game = table(f"{MARKET} | hand ghosts+hill@Dee 1 | pile reserve flying, forest")
    game = after(game, SetBand(band(game, "ghosts").id, powers=("flying",)))
    assert (band(game, "ghosts").powers, set(game.piles["reserve"])) == (("flying",), {"hill", "forest"})


def test_no_badge_lies_in_the_reserve_twice() -> None:
    """Corrections: there is only one of each."""
    game = table(f"{MARKET} | hand ghosts+hill@Dee 1 | pile reserve flying, forest")
    assert "only one" in refused(game, SetPile("reserve", {"flying": 2, "forest": 1}))


def test_a_badge_that_is_still_there_stays_in_the_reserve() -> None:
    """Corrections: what is not named has gone back to the stack, and nothing else has."""
    game = table(f"{MARKET} | hand ghosts+hill@Dee 1 | pile reserve flying, forest")
    game = after(game, SetPile("reserve", {"flying": 1}))
    assert (game.piles["reserve"], {"flying", "forest"} & set(game.badges)) == ({"flying": 1}, {"forest"})


def test_no_tokens_are_taken_for_a_badge() -> None:
    """Corrections: what is no badge is none, though tokens of that name lie in the Well of Souls."""
    game = table(f"{MARKET} | hand ghosts+hill@Dee 1 | pile well trolls 2")
    assert "troll" in refused(game, SetBand(band(game, "ghosts").id, powers=("trolls",))).lower()


def test_other_races_keep_their_one_badge() -> None:
    """Corrections: a race of the column is corrected with its badge."""
    game = table(END)
    assert "one badge" in refused(game, SetBand(band(game, "orcs").id, powers=("hill", "swamp")))


def test_ghosts_on_the_island_are_put_right() -> None:
    """Corrections: those in hand lie on the Island."""
    game = table(f"{MARKET} | hand ghosts+hill@Dee 1")
    assert ghosts(after(game, SetBand(band(game, "ghosts").id, hand=4))) == 4


def test_ghosts_on_a_region_are_put_right() -> None:
    """Corrections: as for every race."""
    game = table(f"{MARKET} | hand ghosts+hill@Dee 1")
    game = after(game, SetRegion(region(10), band(game, "ghosts").id, 2))
    assert (lies(game, 10), game.tray["ghosts"]) == ("2 ghosts+hill@Dee", 11)


def test_the_turn_goes_back_to_the_market() -> None:
    """Corrections: how far the turn has come."""
    game = table(f"{CONQUER} | hand ghosts+hill@Dee 2")
    assert "act:ghosts:ghost:" in listed(after(game, SetRecord("market")), 3)


def test_after_a_market_that_was_gone_back_to_the_ghosts_ready_again() -> None:
    """Corrections: what comes after that stage is still to come."""
    game = table(f"{CONQUER} | 10: 2 ghosts+hill@Dee | hand ghosts+hill@Dee 2")
    game = after(game, SetRecord("market"), Finish())
    assert f"ready:{band(game, 'ghosts').id}" in listed(game, 3)


def test_ghosts_stay_in_the_game() -> None:
    """Corrections: there is no banner that could go back."""
    game = table(f"{MARKET} | hand ghosts+hill@Dee 1")
    assert "no banner" in refused(game, DropRace(band(game, "ghosts").id))


def test_a_position_says_it_all() -> None:
    """Notation: both ways, with the market, the Island, the Well, the reserve and all powers."""
    line = f"{MARKET} | 10: 2 ghosts+hill+swamp@Dee | hand ghosts@Dee 1"
    line += " | pile well tribe 1, soul 2 | pile reserve flying"
    assert notation.read(notation.write(table(line)), board("base-3")) == table(line)
