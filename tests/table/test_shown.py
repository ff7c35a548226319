"""What all phones are shown so that everything can be put right."""

import pytest

from companion.rules.commands import SetRace, SetTurn
from companion.rules.model import Message
from companion.views import game_view
from tests.table.sitting import Sitting


def test_every_badge_is_shown_and_which_of_them_stay(three: Sitting) -> None:
    """The public state names all twenty badges, and marks those that stay with a race in decline."""
    badges = three.state["game"]["badges"]
    assert len(badges) == 20
    assert {each["power"] for each in badges if each["stays"]} == {"fortified", "seafaring", "spirit"}


def test_a_badge_is_named_alone(three: Sitting) -> None:
    """German joins some badges to their banner by a hyphen, which the badge alone does not have."""
    shown = game_view.public(three.game, "de")["badges"]
    assert next(each["name"] for each in shown if each["power"] == "berserk") == "Berserker"


def test_a_race_in_play_shows_the_pieces_it_brings(three: Sitting) -> None:
    """Fortified Trolls bring lairs and fortresses to be laid on the map."""
    three.act("ann", 0, SetRace(0, "trolls", "fortified"))
    [band] = three.state["game"]["bands"]
    assert {piece["kind"] for piece in band["pieces"]} == {"lair", "fortress"}


def test_a_correction_gives_hands_nothing_to_do(three: Sitting) -> None:
    """The cardboard is right already when a correction is entered."""
    three.act("ann", 0, SetRace(0, "trolls", "fortified"))
    assert three.todo == []


def test_a_turn_that_is_put_right_moves_no_marker(three: Sitting) -> None:
    """The marker on the table is what it was put right by."""
    three.do("pick")
    three.agree(three.act("ann", 0, SetTurn(3, 0))["ask"])
    assert three.state["game"]["turn"]["number"] == 3
    assert not any("marker" in line for line in three.todo)


def test_a_roll_that_is_due_names_its_region(three: Sitting) -> None:
    """The phone shows the region that is attempted beside the die."""
    three.to_attempt()
    attempt = three.game.turn.attempt
    assert attempt
    assert [chance["regions"] for chance in three.state["game"]["chances"]] == [[attempt.region]]


def test_a_take_back_says_how_much_goes_with_it(three: Sitting) -> None:
    """Who is asked for a yes reads how many later acts are taken back too."""
    three.turn()
    row = next(step.row for step in three.history.steps if step.row and step.kind == "act")
    later = sum(step.row > row and not step.drawn for step in three.history.steps)
    three.back("ben", 1, row)
    assert later > 2
    assert three.state["asks"][0]["since"] == later


@pytest.mark.parametrize(("notice", "told"), [("notice.pins.none", 0), ("notice.pins.library", 1)])
def test_players_are_spared_what_only_the_owner_can_use(three: Sitting, notice: str, told: int) -> None:
    """A computer without pins has no die button, and nothing is wrong; a missing library is another matter."""
    three.table.session.tell("button", Message(notice))
    assert len(three.state["table"]["notices"]) == told
