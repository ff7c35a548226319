"""Six players in three teams, from the lobby on."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.game.lobby import Change
from companion.rules import decisions
from companion.rules.commands import (
    Answer,
    Choose,
    Conquer,
    SetBand,
    SetCoins,
    SetRace,
    SetRegion,
    SetTurn,
    Stop,
    Unveil,
)
from companion.rules.model import Marker, Refused
from tests.table.sitting import NAMES, Sitting, sitting

SIX = (*NAMES, "Fay")
SHARED = "Tied teams, and their richest players are tied too: they share the victory"


@pytest.fixture
def six(tmp_path: Path) -> Iterator[Sitting]:
    """Six have sat down, and the teams are ticked."""
    with sitting(tmp_path) as opened:
        for name in SIX:
            opened.table.seats.join(name.lower(), name)
        opened.table.seats.change("ann", Change(boxes=("teams",)))
        yield opened


def pairs(one: Sitting) -> list[str]:
    """The teams in the order of play, by the first letters of their players."""
    seats = one.state["seats"]
    return ["".join(seat["name"][0] for seat in seats if seat["team"] == team) for team in range(3)]


def test_partners_sit_opposite_each_other(six: Sitting) -> None:
    """The first player's team is the first, and play goes clockwise from team to team (Playing in Teams)."""
    assert pairs(six) == ["AD", "BE", "CF"]
    six.table.seats.change("ann", Change(start=5))
    assert pairs(six) == ["CF", "AD", "BE"]


def test_another_order_makes_other_teams(six: Sitting) -> None:
    """Ann and Ben change seats, so that each has the other's partner; who begins stays the same person."""
    six.table.seats.change("ann", Change(order=(1, 0, 2, 3, 4, 5)))
    assert [seat["name"] for seat in six.state["seats"]] == ["Ben", "Ann", "Cid", "Dee", "Eve", "Fay"]
    assert pairs(six) == ["AE", "CF", "BD"]


@pytest.mark.parametrize("leaving", [1, 4])
def test_teams_are_for_six(six: Sitting, leaving: int) -> None:
    """With fewer there are no teams, no map and no beginning, and the lobby says how many it takes."""
    for seat in range(5, 5 - leaving, -1):
        six.table.seats.change(six.state["seats"][seat]["name"].lower(), Change(remove=seat))
    assert six.state["lobby"]["why_not"] == "You need at least 6 players."
    assert {seat["team"] for seat in six.state["seats"]} == {None}
    with pytest.raises(Refused, match="too_few"):
        six.table.seats.start("ann")


def test_nobody_has_a_team_where_all_play_alone(six: Sitting) -> None:
    """Without the box, and with the Necromancer, nobody has a partner."""
    for boxes in ((), ("necromancer",)):
        six.table.seats.change("ann", Change(boxes=boxes))
        assert {seat["team"] for seat in six.state["seats"]} == {None}


def test_teams_are_seen_in_the_game_too(six: Sitting) -> None:
    """They play on our own board, and each seat has its team still."""
    six.table.seats.start("ann")
    assert six.state["game"]["map"] == "practice-6"
    assert pairs(six) == ["AD", "BE", "CF"]
    assert six.state["game"]["teams"] == [[0, 3], [1, 4], [2, 5]]


def laid_open(six: Sitting, *coins: int) -> dict[str, Any]:
    """The end of a game in which everybody has so many coins, every purse open."""
    six.table.seats.start("ann")
    for seat, (wanted, there) in enumerate(zip(coins, six.game.seats, strict=True)):
        six.act("ann", 0, SetCoins(seat, wanted - there.coins))
    six.act("ann", 0, Stop())
    six.table.approvals.consent("ben", "yes", 1, six.state["asks"][0]["id"], True)
    for _ in coins:
        assert six.state["game"]["winner"] is None
        assert six.state["game"]["team_scores"] == []
        six.act("ann", 0, Unveil())
    found: dict[str, Any] = six.state["game"]
    return found


@pytest.mark.parametrize(
    ("coins", "winner", "score", "tie"),
    [
        # Ann, Dee; Ben, Eve; Cid, Fay. The poorer one decides, however rich the partner.
        ((20, 25, 90, 30, 24, 10), [1, 4], 24, None),
        # Two teams at 24: the richest player of those two teams wins for theirs.
        ((24, 25, 90, 30, 24, 10), [0, 3], 24, "Tied teams: of these, the one with the richest player wins"),
        ((24, 30, 90, 30, 24, 10), [0, 1, 3, 4], 24, SHARED),
    ],
)
def test_the_poorer_partner_decides(
    six: Sitting, coins: tuple[int, ...], winner: list[int], score: int, tie: str | None
) -> None:
    """A team has what the poorer one has; a tie goes to the richest single player among the tied teams (End Game)."""
    end = laid_open(six, *coins)
    assert (end["winner"], end["tie"]) == (winner, tie)
    assert end["team_scores"][0]["coins"] == score
    assert end["team_scores"][2] == {"seats": [2, 5], "coins": 10}


def test_a_table_that_deals_says_what_the_monster_hid(six: Sitting) -> None:
    """Where people shuffle their own pieces the table asks which of the five came up, and lays that one there."""
    six.table.seats.change("ann", Change(dealing="table"))
    six.table.seats.start("ann")
    for _ in range(5):
        six.do("choose")
    drawn = six.state["game"]["chances"]
    while len(six.state["game"]["column"]) < 6 or drawn:
        six.act("ann", 0, Answer(drawn[0]["occasion"], drawn[0]["choices"][0]["key"], "table"))
        drawn = six.state["game"]["chances"]
    six.do("pick")
    for _ in range(2):
        drawn = six.state["game"]["chances"]
        six.act("ann", 0, Answer(drawn[0]["occasion"], drawn[0]["choices"][0]["key"], "table"))
    six.act("ann", 0, SetBand(six.game.turn.band, hand=9))
    lair = next(id for id, lies in six.state["game"]["regions"].items() if lies["markers"])
    assert six.game.board.regions[lair].border
    six.act("ann", 0, Conquer(lair))
    (asked,) = six.state["game"]["chances"]
    assert {each["key"] for each in asked["choices"]} == {"soapbar", "tavern", "boneyard", "vale", "sigil"}
    six.act("ann", 0, Answer(asked["occasion"], "tavern", "table"))
    assert [marker.kind for marker in six.game.grounds[lair].markers] == ["tavern"]


def asking_eve(six: Sitting) -> str:
    """Cid has taken a region of Ben's, who holds the Sigil and has asked Eve's Ratmen; returns the occasion."""
    six.table.seats.start("ann")
    for _ in range(5):
        six.do("choose")
    six.act("ann", 0, SetRace(1, "humans", "hill"))
    six.act("ann", 0, SetRace(2, "giants", "merchant"))
    six.act("ann", 0, SetRace(4, "ratmen", "alchemist"))
    humans, giants, ratmen = six.game.bands
    six.act("ann", 0, SetRegion("r43", humans, 2, markers=(Marker("sigil"),)))
    six.act("ann", 0, SetRegion("r50", humans, 2))
    six.act("ann", 0, SetRegion("r44", giants, 9))
    six.act("ann", 0, SetRegion("r20", ratmen, 2))
    six.act("ann", 0, SetBand(humans, memo={"sigil.asks": ratmen}))
    six.act("ann", 0, SetTurn(3, 2))
    six.say("ben", 1, six.state["asks"][0]["id"])
    six.do("ready")
    six.act("cid", 2, Conquer("r50"))
    (asked,) = six.game.turn.asked
    assert asked.seat == 4
    return decisions.occasion(six.game, asked)


def test_a_consent_is_given_on_ones_own_phone(six: Sitting) -> None:
    """Only who is asked to give a token may say so; elsewhere it is told as it was played, with another one's yes."""
    occasion = asking_eve(six)
    with pytest.raises(Refused, match="consent") as caught:
        six.act("ben", 1, Choose(occasion, "r20"))
    assert (caught.value.overridable, six.game.grounds["r20"].tokens) == (True, 2)
    six.act("eve", 4, Choose(occasion, "r20"))
    assert six.game.grounds["r20"].tokens == 1


def test_a_consent_told_as_it_was_played_waits_for_a_yes(six: Sitting) -> None:
    """Eve's phone is empty: she gave the token on the cardboard, and her partner's neighbour says so."""
    occasion = asking_eve(six)
    six.act("ben", 1, Choose(occasion, "r20"), as_played=True)
    assert six.game.grounds["r20"].tokens == 2
    six.say("dee", 3, six.state["asks"][0]["id"])
    assert six.game.grounds["r20"].tokens == 1


def test_who_places_a_monster_is_said_instead_of_whose_turn_it_is(six: Sitting) -> None:
    """Before the first turn everybody waits for the next one who places a monster, and then for the first player."""
    six.table.seats.start("ann")
    shown = []
    for _ in range(6):
        turn = six.state["game"]["turn"]
        shown.append((turn["asked"], turn["text"]))
        if turn["asked"] is not None:
            six.do("choose")
    names = [(seat, f"Waiting for {SIX[seat]}") for seat in range(1, 6)]
    assert shown == [*names, (None, "Ann’s turn")]
