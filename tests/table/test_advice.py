"""Advice from the app: for whoever asks for it, on their own phone, and everybody sees who does."""

from __future__ import annotations

import pytest

from companion.game.lobby import Change
from companion.game.permissions import NoSeat, NotYours
from companion.language import text
from companion.rules.model import Line, Refused
from companion.seat.advice import Advice, Choice, ComboAdvice, DeclineAdvice
from companion.seat.threats import WeakRegion
from companion.views.advice_view import view
from tests.table.sitting import Sitting


def test_nobody_is_advised_unasked(three: Sitting) -> None:
    """Without the switch there is no advice, and nothing says that anybody has it."""
    assert [seat["advised"] for seat in three.state["seats"]] == [False] * 3
    with pytest.raises(Refused):
        three.table.queries.advice("ann", 0)


def test_everybody_sees_who_is_advised(three: Sitting) -> None:
    """Ann switches it on, and off again; the log says so each time."""
    three.table.seats.advise("ann", 0, True)
    assert [seat["advised"] for seat in three.state["seats"]] == [True, False, False]
    assert three.table.queries.log()[0]["text"] == "Ann gets advice from the app from now on"
    three.table.seats.advise("ann", 0, False)
    assert [seat["advised"] for seat in three.state["seats"]] == [False] * 3
    assert three.table.queries.log()[0]["text"] == "Ann gets no more advice from the app"


def test_advice_is_for_its_player_alone(three: Sitting) -> None:
    """Ben gets none of Ann's, and cannot switch it on for her; nor can a phone without a seat."""
    three.table.seats.advise("ann", 0, True)
    for ask in (
        lambda: three.table.queries.advice("ben", 0),
        lambda: three.table.seats.advise("ben", 0, False),
    ):
        with pytest.raises(NotYours):
            ask()
    with pytest.raises(NoSeat):
        three.table.queries.advice("eve", 0)


def test_which_combo(three: Sitting) -> None:
    """At the beginning of her turn Ann hears of the best combos, with what they bring, and nothing happens."""
    three.table.seats.advise("ann", 0, True)
    before = three.game
    found = three.table.queries.advice("ann", 0)
    assert 1 <= len(found["combos"]) <= 2
    best = found["combos"][0]
    combo = three.game.column[best["place"]]
    assert (best["race"], best["power"]) == (combo.race, combo.power)
    assert "tokens" in best["text"]
    assert "this turn" in best["text"]
    assert three.game is before


def test_the_switch_survives_a_restart_and_not_another_phone(three: Sitting) -> None:
    """It belongs to the player's own phone: who takes the seat over has not asked for advice."""
    three.table.seats.advise("ann", 0, True)
    three.again()
    assert three.state["seats"][0]["advised"]
    three.table.seats.stand_up("ann", 0)
    three.table.seats.rejoin("dee", 0)
    assert not three.state["seats"][0]["advised"]


def test_a_house_rule_forbids_it(three: Sitting) -> None:
    """At a table without advice nobody gets any, also who had switched it on before."""
    three.table.seats.advise("ann", 0, True)
    (beginning,) = [step.row for step in three.history.steps if step.kind == "start"]
    three.back("ann", 0, beginning)
    three.table.seats.change("ben", Change(advice=False))
    three.table.seats.start("ann")
    assert not three.state["seats"][0]["advised"]
    for ask in (
        lambda: three.table.queries.advice("ann", 0),
        lambda: three.table.seats.advise("ben", 1, True),
    ):
        with pytest.raises(Refused, match=r"table\.no_advice"):
            ask()


def test_the_reasons_are_words_and_regions(three: Sitting) -> None:
    """What a combo saves and earns by race and power, with where; a plain region is no reason."""
    lines = (Line("regions", 4, ("r02",)), Line("swamp", 2, ("r02", "r05")))
    saves = (Line("commando", -3, ("r02", "r03")),)
    found = view(three.game, 0, Advice((ComboAdvice(1, "orcs", "swamp", 9, 2, 1, 7, lines, saves, 12.5),)), "en")[
        "combos"
    ][0]
    assert found["text"] == "9 tokens, 2 coins on it, costs 1 coin, about 7 coins this turn"
    assert [(each["text"], each["places"]) for each in found["reasons"]] == [
        ("Commando: 3 fewer tokens needed here", ["r02", "r03"]),
        ("Swamp: 2 more coins", ["r02", "r05"]),
    ]


@pytest.mark.parametrize(
    ("decline", "go_on", "said"),
    [
        (Choice(4, 31.2), Choice(9, 26.1), "Decline now: about 5 coins better by the end"),
        (Choice(4, 20.0), Choice(9, 21.0), "about 1 coin better by the end"),
        (Choice(4, 20.2), Choice(9, 20.0), "Decline now, though it hardly matters"),
    ],
)
def test_decline_or_not(three: Sitting, decline: Choice, go_on: Choice, said: str) -> None:
    """The better way, by how much, and what either brings this turn."""
    three.do("pick")
    found = view(three.game, 0, Advice(decline=DeclineAdvice(decline, go_on)), "en")["decline"]
    assert said in found["text"]
    assert found["now"] == (decline.worth > go_on.worth)
    assert found["turn"] == "This turn’s coins: 9 if you go on, 4 if you decline"


def test_a_race_to_go_on_with_is_named_whole_for_a_single_coin(three: Sitting) -> None:
    """The number in that sentence is one of coins: nobody goes on with "the Elf"."""
    three.do("pick")
    found = DeclineAdvice(Choice(4, 20.0), Choice(9, 21.0))
    said = {
        language: view(three.game, 0, Advice(decline=found), language)["decline"]
        for language in ("en", "de", "fr", "es")
    }
    race = said["en"]["race"]
    assert text.race(race, 1, "en") != text.race(race, 2, "en")
    assert [text.race(race, 2, language) in told["text"] for language, told in said.items()] == [True] * 4


def test_a_weak_region_names_everybody_in_one_breath(three: Sitting) -> None:
    """Two names with a comma alone are nothing that one says."""
    weak = Advice(weakest=(WeakRegion("r02", 3, (1, 2)),))
    said = {language: view(three.game, 0, weak, language)["weakest"][0]["text"] for language in ("en", "fr")}
    assert said["en"].endswith("Ben and Cid could take it with 3 tokens")
    assert said["fr"].endswith("3 pions suffisent à Ben et Cid")
