"""The box keeper's lists, against the rulebook's set-up and the position."""

import msgspec

from companion.language import text
from companion.rules import engine
from companion.rules.model import SeatSetup, Setup
from companion.views import box_contents
from tests.rules.position import board, table


def texts(lines: list[dict[str, str]]) -> list[str]:
    """The words of some lines."""
    return [line["text"] for line in lines]


def test_set_up_names_mountains_and_lost_tribes_by_region() -> None:
    """Base rulebook, "Setting up the game": a token on each Lost Tribe symbol and on each Mountain; five coins each."""
    game = table("turn 1 Ann begin | board base-2")
    assert texts(box_contents.lay_out(game.board, "en"))[1:4] == [
        "Mountains in regions 6, 9, 16 and 20",
        "Lost Tribes in regions 4, 7, 11, 12, 13, 14, 15, 17 and 19",
        "Only if you want cardboard coins too: 5 for each player, all 1s; the rest beside the board. "
        "Then turn them on under Coins",
    ]


def test_a_board_without_mountains_and_lost_tribes_lays_out_none() -> None:
    """A board that people made may have neither."""
    printed = board("base-2")
    bare = {
        id: msgspec.structs.replace(region, terrain="hill", lost_tribe=False) for id, region in printed.regions.items()
    }
    laid = texts(box_contents.lay_out(msgspec.structs.replace(printed, regions=bare), "en"))
    assert laid[1].startswith("Only if you want cardboard coins too: 5 for each player")


def test_nobody_shuffles_what_the_program_deals() -> None:
    """Banners and badges only have to be at hand."""
    game = table("turn 1 Ann begin | board base-2")
    shuffled, dealt = (texts(box_contents.lay_out(game.board, "en", dealt=each))[-1] for each in (False, True))
    assert shuffled.startswith("Shuffle race banners")
    assert dealt == (
        "Race banners and power badges to hand: the app tells you which to lay out, one combo below the other"
    )


def test_the_tray_of_a_race_in_play_is_counted() -> None:
    """Of ten Trolls five stand on the map and one is in hand."""
    game = table("turn 3 Ann conquer | 5: 3 trolls+hill@Ann [lair] | 10: 2 trolls+hill@Ann | hand trolls+hill@Ann 1")
    assert {"4 Trolls", "9 Troll’s Lairs"} <= set(texts(box_contents.left(game, "en")))


def test_pieces_nobody_uses_are_not_counted() -> None:
    """No Fortress is spoken of where no race is Fortified."""
    game = table("turn 3 Ann conquer | 5: 3 trolls+hill@Ann")
    assert not any("Fortress" in line for line in texts(box_contents.left(game, "en")))


def test_a_coin_that_marks_a_region_is_in_no_tray() -> None:
    """Gypsies mark what they have left with any coin."""
    game = table("turn 3 Ann conquer | 5: 3 gypsies+hill@Ann")
    assert not any("coin" in line for line in texts(box_contents.left(game, "en")))


def test_what_is_cleared_away_is_named_tray_by_tray() -> None:
    """Tokens on the map and in hand, pieces, tribes and mountains, each with their regions."""
    game = table(
        "turn 3 Ann conquer | 5: 3 trolls+hill@Ann [lair] | 10: 1 elves@Ben declined | 12: tribe"
        " | hand trolls+hill@Ann 1"
    )
    assert texts(box_contents.away(game, "en")) == [
        "Trolls: 3 in region 5, 1 in hand",
        "Elves: 1 in region 10",
        "Troll’s Lair: region 5",
        "Lost Tribes in region 12",
        "Mountains in regions 6, 9, 16 and 20",
        "Coins, banners, badges and the turn marker",
    ]


def test_set_up_says_what_a_box_lays_out_besides() -> None:
    """Expansion sheet, Necromancer Island: the Island in the Lake with a Ghost, the rest on the right of the first."""
    names = tuple(SeatSetup(name) for name in ("Ann", "Ben", "Cid", "Dee"))
    setup = Setup(board("base-3"), names, boxes=("base", "necromancer"))
    assert texts(box_contents.lay_out(setup.board, "en", setup))[-3:] == [
        "Dee, to the right of Ann, has the Ghosts, the Well of Souls and 6 badges",
        "Put 1 Necromancer Island in region 16",
        "Put 1 Ghost from the reserve on Necromancer Island",
    ]


def test_set_up_on_islands_names_them_and_the_murlocs() -> None:
    """Warcraft rules, Game Setup: the boards for 2 players with a space between them, Murlocs on their symbols."""
    spoken = text.printed("en", text.manner(engine.settled(("warcraft",))))
    lines = texts(box_contents.lay_out(board("isles-l1a-s1a"), spoken))
    assert (lines[0], lines[2]) == (
        "The islands, with gaps between them: Large 1, side A; Small 1, side A",
        "Murlocs in regions 4, 7, 9, 12, 17 and 21",
    )


def test_what_lies_on_a_pile_is_counted() -> None:
    """Expansion sheet: the reserve of Ghosts, and what lies in the Well."""
    line = "turn 3 Dee market | seats Ann Ben Cid Dee | board base-3 | 16: [island] | hand ghosts+hill@Dee 2"
    game = table(f"{line} | pile well ghosts 1, tribe 2, soul 3")
    assert {"11 Ghosts", "Well of Souls: 1 Ghost; 2 Lost Tribes; 3 souls"} <= set(texts(box_contents.left(game, "en")))
