"""Which race is whose, and what lies in the column, can be put right (law: the table is right)."""

from __future__ import annotations

from companion.rules.commands import DropRace, SetColumn, SetRace
from companion.rules.model import Combo
from tests.rules.position import after, refusal, table

LINE = "turn 4 Ann begin | 5: 2 trolls+hill@Ben [lair] | column elves+spirit 2, orcs+swamp"


def test_a_seat_gets_the_race_it_has():
    """A race found in play comes with its badge and without tokens."""
    game = after(table(LINE), SetRace(0, "giants", "flying"))
    band = game.bands[2]
    assert (band.seat, band.abilities, band.hand, game.holdings(2)) == (0, ("giants", "flying"), 0, [])


def test_a_race_in_decline_keeps_only_a_badge_that_stays():
    """Commando is discarded at decline, Seafaring is not (base rules, Entering in decline)."""
    game = after(table(LINE), SetRace(0, "giants", "commando", True), SetRace(1, "wizards", "seafaring", True))
    assert [band.powers for band in game.bands.values() if band.declined] == [(), ("seafaring",)]


def test_a_race_in_play_is_no_longer_in_the_column():
    """Its badge there goes back to the stack, and other pieces move up."""
    game = after(table(LINE), SetRace(0, "elves", "flying"))
    assert Combo("orcs", "swamp") in game.column
    assert "elves" not in [combo.race for combo in game.column]
    assert "spirit" in game.badges


def test_no_piece_is_lost_or_doubled():
    """All 14 banners and 20 badges are somewhere, once."""
    game = after(table(LINE), SetRace(0, "elves", "flying"), SetColumn((Combo("orcs", "stout", 1),)), DropRace(1))
    banners = [*game.banners, *game.returned, *(c.race for c in game.column), *(b.race for b in game.bands.values())]
    badges = [*game.badges, *game.discards, *(c.power for c in game.column)]
    badges += [power for band in game.bands.values() for power in band.powers]
    assert (len(banners), len(set(banners)), len(badges), len(set(badges))) == (14, 14, 20, 20)


def test_a_dropped_race_leaves_nothing_behind():
    """Tokens, pieces, banner and badge go back."""
    game = after(table(LINE), DropRace(1))
    assert (game.bands, game.tray["trolls"], game.pieces("lair")) == ({}, 10, [])


def test_the_column_is_what_really_lies_there():
    """Coins on it too."""
    game = after(table(LINE), SetColumn((Combo("humans", "stout", 3), Combo("elves", "spirit"))))
    assert game.column[:2] == (Combo("humans", "stout", 3), Combo("elves", "spirit"))


def test_a_race_has_one_owner():
    """The Trolls are Ben's."""
    assert refusal(table(LINE), SetRace(0, "trolls", "flying")) == "the Trolls are already in play"


def test_a_badge_has_one_owner():
    """Hill lies with the Trolls."""
    assert refusal(table(LINE), SetRace(0, "giants", "hill")) == "the Hill badge is not available"


def test_an_active_race_has_a_badge():
    """Which one has to be said."""
    assert refusal(table(LINE), SetRace(0, "giants")) == "an active race needs a power badge: choose one"


def test_a_column_has_each_piece_once():
    """Two Elves cannot lie there."""
    twice = SetColumn((Combo("elves", "spirit"), Combo("elves", "stout")))
    assert refusal(table(LINE), twice) == "there is only one of each banner and badge"
