"""What has happened, in words: lines of the log, and what hands have to do."""

from __future__ import annotations

from msgspec.structs import replace

from companion import happened, show, text
from companion.rules.commands import Accept, Answer, Command, Decline, Pick, SetRegion
from companion.rules.engine import chances, decide
from companion.rules.model import Game, Marker
from tests.rules.moves import FILLERS, band
from tests.rules.position import after, listed, table


def hands(game: Game, command: Command) -> list[str]:
    """What people are told to do after a command."""
    return [text.sentence(say) for say in happened.instructions(game, decide(game, command))]


def line(game: Game, command: Command) -> str:
    """What the log says of a command."""
    return text.sentence(happened.headline(game, command, decide(game, command)))


def test_a_decline_says_which_badge_goes() -> None:
    """A badge that stays with its race is not discarded, any other is."""
    game = table("turn 3 Ann begin | 5: 1 trolls+hill@Ann | 9: 1 elves+fortified@Ben")
    assert "Flip the Trolls to their in-decline side and discard the Hill badge" in hands(game, Decline())
    game = table("turn 3 Ann begin | 5: 1 trolls+fortified@Ann | 9: 1 elves+hill@Ben")
    assert "Flip the Trolls to their in-decline side" in hands(game, Decline())


def test_a_race_that_leaves_takes_its_badge_along() -> None:
    """An older race in decline goes with the badge that had stayed with it."""
    game = table("turn 3 Ann begin | 5: 1 trolls+hill@Ann | 9: 1 elves+fortified@Ann declined")
    assert "Put the Elves banner below its stack and discard the Fortified badge" in hands(game, Decline())


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
    assert line(game, Pick(0)) == "Ann takes the Hill Ratmen"
    assert line(game, Pick(1)) == "Ann takes the Swamp Humans for 1 coin"
    assert line(game, Pick(2)) == "Ann takes the Forest Orcs for 2 coins"


def test_a_correction_says_what_lies_there_now() -> None:
    """Everyone can read in the log what was set."""
    game = table("turn 3 Ann begin | 5: 1 trolls+hill@Ann | 9: 1 elves@Ben declined")
    trolls = band(game, "trolls").id
    lair = SetRegion("r05", trolls, 2, markers=(Marker("lair", trolls),))
    assert line(game, lair) == "Region 5 was corrected: 2 Trolls of Ann; 1 × Troll's Lair"
    assert line(game, SetRegion("r09")) == "Region 9 was corrected: nobody"


def test_a_sheet_outlives_its_races() -> None:
    """The sheet that was accepted still reads well when a race on it left the game by a late decline."""
    game = table(
        "turn 3 Ann score | 5: 1 trolls+stout@Ann | 9: 1 elves@Ann declined | 10: 1 orcs+hill@Ben"
        "| hand trolls+stout@Ann 0"
    )
    assert "accept:decline" in listed(game)
    sheet = show.sheet_view(after(game, Accept(decline=True)), "en")
    assert sheet is not None
    assert [each["text"] for each in sheet["lines"]] == ["Regions of the Trolls", "Regions of a declined race"]
    assert band(after(game, Accept(decline=True)), "trolls").declined
