"""The table is right: corrections, acts entered as they were played, acts entered for others."""

from __future__ import annotations

from typing import Any

import pytest

from companion.game import narration
from companion.language import text
from companion.rules.commands import (
    Conquer,
    DropRace,
    Pick,
    Ready,
    Recount,
    Redeploy,
    SetBand,
    SetCoins,
    SetColumn,
    SetRegion,
    SetTurn,
    decode,
    encode,
)
from companion.rules.engine import Refused, chances, decide
from companion.rules.model import Combo, Game, Marker
from companion.views import region_quote
from tests.rules.moves import band, finish, finish_turn
from tests.rules.position import after, bent, conquer, lies, listed, refusal, refused, region, table

LINE = (
    "turn 3 Ann conquer | 5: 2 ratmen+fortified@Ann [fortress] | 10: 1 ratmen+fortified@Ann"
    "| 9: 2 trolls+hill@Ben [lair] | 21: 1 elves@Ben declined | 4: tribe | hand ratmen+fortified@Ann 3"
)


def total(game: Game, race: str) -> int:
    """All tokens of a race, wherever they are."""
    found = [one for one in game.bands.values() if one.race == race]
    off = sum(one.hand + one.withdrawn + one.aside for one in found)
    ids = {one.id for one in found}
    return game.tray[race] + off + sum(g.tokens for g in game.grounds.values() if g.band in ids)


# What lies on a region.


def test_fewer_tokens_go_to_the_tray_and_more_come_from_it() -> None:
    """Tokens of a race are neither made nor lost."""
    game = table(LINE)
    trolls = band(game, "trolls").id
    for count in (1, 4, 2):
        game = after(game, SetRegion("r09", trolls, count, markers=(Marker("lair", trolls),)))
        assert lies(game, 9) == f"{count} trolls+hill@Ben [lair]"
        assert (game.tray["trolls"], total(game, "trolls")) == (10 - count, 10)


def test_another_race_can_take_a_region() -> None:
    """What lay there goes to the tray; what is named comes from it."""
    game = after(table(LINE), SetRegion("r09", band(table(LINE), "ratmen").id, 2))
    assert lies(game, 9) == "2 ratmen+fortified@Ann"
    assert (total(game, "trolls"), total(game, "ratmen")) == (10, 13)


def test_a_region_can_be_emptied() -> None:
    """Tokens and pieces go back."""
    game = after(table(LINE), SetRegion("r05"))
    assert lies(game, 5) == "nothing"
    assert game.pieces("fortress") == []


def test_lost_tribes_come_and_go() -> None:
    """They belong to nobody; there are eighteen."""
    before = table(LINE)
    game = after(before, SetRegion("r04"), SetRegion("r03", tribe=1))
    assert (lies(game, 4), lies(game, 3), game.tribes) == ("nothing", "tribe", before.tribes)


def test_pieces_are_set_as_often_as_they_are_named() -> None:
    """Two Encampments may lie in one region."""
    game = table("turn 3 Ann conquer | 5: 1 ratmen+bivouacking@Ann [encampment]")
    rats = band(game, "ratmen").id
    camp = Marker("encampment", rats)
    game = after(game, SetRegion("r05", rats, 1, markers=(camp, camp, camp)))
    assert lies(game, 5) == "1 ratmen+bivouacking@Ann [encampment encampment encampment]"
    game = after(game, SetRegion("r05", rats, 1, markers=(camp,)))
    assert lies(game, 5) == "1 ratmen+bivouacking@Ann [encampment]"


def test_a_declined_race_may_lose_its_last_token_for_a_moment() -> None:
    """A token is moved with two corrections; only at its owner's next turn is the race seen to be gone."""
    game = table(LINE)
    elves = band(game, "elves").id
    game = after(game, SetRegion("r21"), SetRegion("r20", elves, 1))
    assert lies(game, 20) == "1 elves@Ben declined"
    gone = finish_turn(after(game, SetRegion("r20")))
    assert (gone.turn.seat, gone.returned) == (1, ("elves",))


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (SetRegion("r99"), "there is no such region on this map"),
        (SetRegion("r05", 1, -1), "a number cannot be below zero"),
        (SetRegion("r05", tribe=-1), "a number cannot be below zero"),
        (SetRegion("r05", 1, 0), "tokens need a race, and a race needs tokens in its region"),
        (SetRegion("r05", 0, 2), "tokens need a race, and a race needs tokens in its region"),
        (SetRegion("r05", 9, 2), "that race is not in play"),
        (
            SetRegion("r05", 1, 10),
            "there are not that many Ratmen left in the tray; first correct a region that shows too many",
        ),
        (SetRegion("r05", tribe=19), "there are not that many Lost Tribes in the box"),
        (SetRegion("r05", 1, 2, markers=(Marker("castle", 1),)), "there is no piece called castle"),
        (SetRegion("r05", 1, 2, markers=(Marker("fortress", 9),)), "that race is not in play"),
        (
            SetRegion("r05", 1, 2, markers=(Marker("fortress", 1),) * 7),
            "there is no Fortress left in the box; take one from another region first",
        ),
        (SetRegion("r05", 1, 2, markers=(Marker("dragon", 1),)), "that race has no Dragon"),
        (SetRegion("r05", 1, 2, markers=(Marker("lair"),)), "that race has no Troll’s Lair"),
    ],
)
def test_what_cannot_lie_there_is_refused_in_words(command: SetRegion, words: str) -> None:
    """The box has so many pieces and no more: 13 Ratmen, of whom 6 are in play and 2 of those on region 5."""
    assert refusal(table(LINE), command) == words
    assert refused(table(LINE), command) == words


def test_pieces_of_a_declined_race_stay_its_own() -> None:
    """A Lair belongs to the banner, a Fortress to a badge that stays; a Hero went with his badge."""
    line = "turn 3 Ann begin | 5: 1 trolls+fortified@Ben declined | 7: 1 elves@Ann declined"
    game = after(table(line), SetRegion("r05", 1, 1, markers=(Marker("lair", 1), Marker("fortress", 1))))
    assert lies(game, 5) == "1 trolls+fortified@Ben declined [lair fortress]"
    hero = SetRegion("r07", 2, 1, markers=(Marker("hero", 2),))
    assert refusal(game, hero) == "that race has no Hero"


def test_a_hole_is_not_dug_when_the_box_has_none_left() -> None:
    """Whatever was corrected about them, there are two Holes-in-the-Ground (Components)."""
    line = "turn 3 Ann conquer | 5: 1 halflings+hill@Ann [hole] | 10: 1 halflings@Ann [hole]"
    game = conquer(table(f"{line} | hand halflings+hill@Ann 5"), 9)
    assert lies(game, 9) == "3 halflings+hill@Ann"


def test_a_piece_that_waits_to_go_back_is_not_in_the_box() -> None:
    """Five Encampments: those taken back from a lost region are still their owner's."""
    line = (
        "turn 3 Ann conquer | 10: 1 ratmen+merchant@Ann | hand ratmen+merchant@Ann 9 | 20: 1 orcs+bivouacking@Ben"
        "| 5: 1 orcs+bivouacking@Ben [encampment encampment encampment encampment] | 21: 1 orcs@Ben [encampment]"
    )
    game = conquer(table(line), 5)
    orcs = band(game, "orcs").id
    camp = Marker("encampment", orcs)
    more = SetRegion("r21", orcs, 1, markers=(camp, camp))
    assert refusal(game, more) == "there is no Encampment left in the box; take one from another region first"


# Tokens off the map, and memory.


def test_tokens_in_hand_are_corrected() -> None:
    """From the tray and to it."""
    game = after(table(LINE), SetBand(band(table(LINE), "ratmen").id, hand=5))
    assert (band(game, "ratmen").hand, total(game, "ratmen")) == (5, 13)
    game = after(game, SetBand(band(game, "ratmen").id, hand=0, aside=2))
    assert (band(game, "ratmen").hand, band(game, "ratmen").aside, total(game, "ratmen")) == (0, 2, 13)


def test_what_is_not_named_stays() -> None:
    """A correction touches what it names."""
    game = after(table(LINE), SetBand(band(table(LINE), "ratmen").id, aside=1))
    assert (band(game, "ratmen").hand, band(game, "ratmen").aside) == (3, 1)


# One more, though the tray has none left: there are ten Orcs.


def one_more(game: Game, *doubted: str) -> dict[str, Any]:
    """The button for a third Orc on region 5."""
    choices = region_quote.quote_view(game, "r05", doubted=doubted)["correct"]["choices"]
    return next((choice for choice in choices if choice["label"] == "3 Orcs"), {"changes": "not there"})


@pytest.mark.parametrize(
    ("elsewhere", "doubted", "said"),
    [
        ("9: 3 orcs@Ann | 10: 5 orcs@Ann", (), "+1 from region 10"),
        ("10: 4 orcs@Ann | 9: 4 orcs@Ann", (), "+1 from region 9"),
        ("9: 3 orcs@Ann | 10: 5 orcs@Ann", ("r09",), "+1 from region 9"),
        ("9: 1 orcs@Ann | 10: 7 orcs@Ann", ("r09",), "+1 from region 10"),
        ("9: 7 orcs@Ann | hand orcs@Ann 1", (), "+1 from hand"),
        ("9: 7 orcs@Ann", (), "+1"),
        ("9: 3 orcs@Ann | hand orcs@Ann 2", (), "+1 from hand"),
        ("hand orcs@Ann 0" + "".join(f" | {number}: 1 orcs@Ann" for number in range(9, 17)), (), "not there"),
    ],
)
def test_a_token_that_the_tray_has_not_comes_from_where_it_is_missing(
    elsewhere: str, doubted: tuple[str, ...], said: str
) -> None:
    """The hand, then a count that nobody laid out, then the fullest region, then the first one; one stays there."""
    game = table(f"turn 3 Ann conquer | 5: 2 orcs+hill@Ann | {elsewhere}")
    assert one_more(game, *doubted)["changes"] == said


def test_whoever_knows_from_where_a_token_came_says_so() -> None:
    """The likeliest three regions are offered, and each loses one."""
    elsewhere = "9: 1 orcs@Ann | 10: 3 orcs@Ann | 14: 2 orcs@Ann | 15: 2 orcs@Ann"
    game = table(f"turn 3 Ann conquer | 5: 2 orcs+hill@Ann | {elsewhere}")
    choices = region_quote.quote_view(game, "r05")["correct"]["choices"]
    found = [(choice["from"], decode(choice["command"])) for choice in choices if choice["label"] == "3 Orcs"]
    assert [lands for lands, _ in found] == [["r10"], ["r14"], ["r15"]]
    assert [after(game, command).grounds[lands[0]].tokens for lands, command in found] == [2, 1, 1]


def test_whoever_places_tokens_has_placed_more_or_fewer_from_the_hand() -> None:
    """So many there are of them; who only waits has none in hand that could lie there."""
    at_5 = "5: 2 orcs+hill@Ann | hand orcs@Ann 2 | 9: 1 elves+swamp@Ben"
    game = table(f"turn 3 Ann conquer | {at_5}")
    choices = region_quote.quote_view(game, "r05")["correct"]["choices"][:3]
    assert [choice["changes"] for choice in choices] == ["−1 to hand", "+1 from hand", "+2 from hand"]
    for choice, hand in zip(choices, (3, 1, 0), strict=True):
        corrected = after(game, decode(choice["command"]))
        assert (band(corrected, "orcs").hand, corrected.tray["orcs"]) == (hand, game.tray["orcs"])
    assert one_more(table(f"turn 3 Ben begin | {at_5}"))["changes"] == "+1"


@pytest.mark.parametrize(("hand", "said"), [(1, ["−1 to hand", "+1 from hand"]), (0, ["−1 to hand", "+1", "+2"])])
def test_no_more_are_corrected_with_the_hand_than_it_has(hand: int, said: list[str]) -> None:
    """Whose hand is empty may hold one that the phone has on the map."""
    game = table(f"turn 3 Ann conquer | 5: 2 orcs+hill@Ann | hand orcs@Ann {hand}")
    choices = region_quote.quote_view(game, "r05")["correct"]["choices"]
    assert [choice["changes"] for choice in choices if choice["label"].endswith((" Orc", " Orcs"))] == said


def test_a_race_in_decline_gets_a_token_from_its_other_region() -> None:
    """Its tokens are counted as those of an active one."""
    game = table("turn 3 Ann begin | 5: 2 orcs@Ben declined | 10: 8 orcs@Ben declined")
    assert one_more(game)["changes"] == "+1 from region 10"


@pytest.mark.parametrize(
    ("elsewhere", "left"),
    [
        ("10: 8 orcs@Ann", "region 10: 7 Orcs (Ann)"),
        ("10: 5 orcs@Ann | hand orcs@Ann 3", "2 in hand"),
    ],
)
def test_the_log_says_where_a_token_was_missing(elsewhere: str, left: str) -> None:
    """Both counts are another one, by one act."""
    game = table(f"turn 3 Ann conquer | 5: 2 orcs+hill@Ann | {elsewhere}")
    command = decode(one_more(game)["command"])
    said = text.sentence(narration.headline(game, command, decide(game, command)))
    assert said == f"Region 5 was corrected: 3 Orcs (Ann). That leaves {left}"


def test_the_log_says_which_piece_is_gone_with_its_region() -> None:
    """A region that is empty has no Fortress any more, either."""
    game = table("turn 3 Ann conquer | 5: 2 orcs+fortified@Ann [fortress] | 10: 2 orcs+fortified@Ann")
    empty = SetRegion("r05")
    said = text.sentence(narration.headline(game, empty, decide(game, empty)))
    assert said == "Region 5 was corrected: empty; 2 Orcs back in the tray; 1 Fortress off the map"


def test_the_hand_gives_its_last_token() -> None:
    """A region keeps one, the hand need not."""
    game = table("turn 3 Ann conquer | 5: 2 orcs+hill@Ann | 10: 7 orcs@Ann | hand orcs@Ann 1")
    game = after(game, Recount("r05", 3, ("hand",)))
    assert (lies(game, 5), band(game, "orcs").hand) == ("3 orcs+hill@Ann", 0)


def test_a_hand_gives_no_more_than_it_has() -> None:
    """The rest is missing nowhere."""
    game = table("turn 3 Ann conquer | 5: 2 orcs+hill@Ann | 10: 7 orcs@Ann | hand orcs@Ann 1")
    assert "region 5" in refused(game, Recount("r05", 4, ("hand",)))


def test_what_an_ability_remembers_is_corrected() -> None:
    """Any declared field, within its range."""
    game = table("turn 3 Ann conquer | 5: 1 ratmen+wealthy@Ann")
    game = after(game, SetBand(1, memo={"wealthy.paid": 1}))
    assert game.bands[1].memo == {"wealthy.paid": 1}


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (SetBand(9, hand=1), "that race is not in play"),
        (SetBand(1, hand=-1), "a number cannot be below zero"),
        (
            SetBand(1, hand=11),
            "there are not that many Ratmen left in the tray; first correct a region that shows too many",
        ),
        (SetBand(1, memo={"fortified.paid": 1}), "there is nothing called fortified.paid to remember"),
        (SetBand(1, memo={"wealthy.paid": 1}), "there is nothing called wealthy.paid to remember"),
    ],
)
def test_what_a_race_cannot_have_is_refused_in_words(command: SetBand, words: str) -> None:
    """Three Ratmen are on the map, so at most ten can be in hand; a Fortified race remembers nothing."""
    assert refusal(table(LINE), command) == words


def test_a_memory_out_of_range_is_refused() -> None:
    """Paid or not paid: there is no third."""
    game = table("turn 3 Ann conquer | 5: 1 ratmen+wealthy@Ann")
    assert refusal(game, SetBand(1, memo={"wealthy.paid": 2})) == "wealthy.paid cannot have that value"


# Coins, and the turn.


def test_coins_are_corrected_by_a_difference() -> None:
    """More or fewer, for one purse only."""
    game = after(table("turn 3 Ann begin | coins 9 12"), SetCoins(1, 3), SetCoins(0, -9))
    assert [seat.coins for seat in game.seats] == [0, 15]


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (SetCoins(2, 1), "there is no such player"),
        (SetCoins(-1, 1), "there is no such player"),
        (SetCoins(0, 0), "that changes nothing"),
        (SetCoins(0, -10), "a number cannot be below zero"),
    ],
)
def test_coins_that_cannot_be_are_refused(command: SetCoins, words: str) -> None:
    """A purse holds no fewer than none."""
    assert refusal(table("turn 3 Ann begin | coins 9 12"), command) == words


def test_a_correction_entered_for_another_tells_nothing_of_the_purse() -> None:
    """It is accepted whatever the purse holds."""
    for purse in (0, 50):
        assert decide(table(f"turn 3 Ann begin | coins {purse} 12"), SetCoins(0, -10), blind=True)


def test_no_box_holds_so_many_coins() -> None:
    """A slip of the finger makes no number that no screen can show."""
    game = table(LINE)
    for command in (SetCoins(1, 10**30), SetCoins(1, -(10**30)), SetColumn((Combo("orcs", "swamp", 10**30),))):
        assert refused(game, command) == "there are not that many coins in the box"


def test_the_turn_is_corrected_from_its_beginning() -> None:
    """Another player's turn, or another turn; nothing on the map moves."""
    before = table(LINE)
    game = after(before, SetTurn(5, 1))
    assert (game.turn.number, game.turn.seat, game.turn.stage) == (5, 1, "begin")
    assert game.grounds == before.grounds
    assert band(game, "ratmen").hand == 3


def test_withdrawn_tokens_do_not_get_lost_when_the_turn_is_corrected() -> None:
    """They go to their owner's hand; a race in decline has none, so to the tray."""
    line = (
        "turn 3 Ann conquer | 10: 1 ratmen+merchant@Ann | hand ratmen+merchant@Ann 10"
        "| 5: 3 orcs+hill@Ben | 4: 3 ghouls@Ben declined | 21: 1 ghouls@Ben declined"
    )
    game = after(conquer(table(line), 5, 4), SetTurn(3, 1))
    assert (band(game, "orcs").hand, band(game, "orcs").withdrawn) == (2, 0)
    assert (band(game, "ghouls").hand, band(game, "ghouls").withdrawn) == (0, 0)
    assert (total(game, "orcs"), total(game, "ghouls")) == (10, 10)


@pytest.mark.parametrize("race_goes", [True, False])
def test_a_turn_goes_on_when_a_correction_leaves_nothing_to_put_back(race_goes: bool) -> None:
    """Ben has tokens to put back, but no race or no region any more: nobody waits for that."""
    line = (
        "turn 3 Ann conquer | 10: 1 ratmen+merchant@Ann | hand ratmen+merchant@Ann 10"
        "| 5: 3 orcs+hill@Ben | 21: 1 orcs@Ben | 22: 1 orcs@Ben"
    )
    game = finish_turn(conquer(table(line), 5))
    assert game.turn.stage == "withdraw"
    if race_goes:
        game = after(game, DropRace(band(game, "orcs").id))
        assert game.tray["orcs"] == 10
    else:
        game = after(game, SetRegion(region(21)), SetRegion(region(22)))
        assert total(game, "orcs") == 10
    assert (game.turn.seat, game.turn.stage) == (1, "begin")
    assert listed(game, 1) or chances(game)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (SetTurn(0, 0), "this board has no such turn"),
        (SetTurn(11, 0), "this board has no such turn"),
        (SetTurn(3, 2), "there is no such player"),
    ],
)
def test_a_turn_that_cannot_be_is_refused(command: SetTurn, words: str) -> None:
    """The map for two has ten turns and two players."""
    assert refusal(table(LINE), command) == words


# As it was played.


def test_a_conquest_out_of_reach_can_be_entered_as_played() -> None:
    """The table did it: it costs what it would have cost, and counts like a legal one."""
    game = table(LINE)
    with pytest.raises(Refused) as caught:
        decide(game, Conquer("r21"))
    assert caught.value.overridable
    game = bent(game, Conquer("r21"))
    assert lies(game, 21) == "3 ratmen+fortified@Ann"
    assert [(attack.region, attack.non_empty) for attack in game.turn.attacks] == [("r21", True)]
    assert game.returned == ("elves",)


def test_a_conquest_with_too_few_tokens_takes_all_there_are() -> None:
    """Whatever the price, no more than the hand holds can lie there."""
    game = bent(table(LINE), Conquer("r09"))
    assert lies(game, 9) == "3 ratmen+fortified@Ann"
    assert band(game, "ratmen").hand == 0


def test_even_as_played_a_conquest_needs_a_token() -> None:
    """No token, no conquest: that is cardboard, not rules."""
    game = table("turn 3 Ann conquer | 10: 1 ratmen+merchant@Ann")
    assert refused(game, Conquer("r09")) == "no Ratmen in hand"
    assert refused(game, Conquer("r09", die=True)) == "no Ratmen in hand"


def test_even_as_played_nobody_conquers_the_own_region() -> None:
    """It is held already."""
    assert refused(table(LINE), Conquer("r05")) == "you already hold this region"


def test_an_attempt_on_what_could_be_paid_can_be_entered_as_played() -> None:
    """Needless, but done: with enough tokens the roll cannot fail."""
    game = bent(table(LINE), Conquer("r11", die=True))
    due = chances(game)[0]
    assert text.sentence(due.message).startswith("Roll for region 11")


def test_a_combo_one_cannot_pay_can_be_entered_as_played() -> None:
    """The refusal is of the rules, and the table may have lent a coin."""
    column = "elves+spirit, orcs+hill, giants+swamp, trolls+stout, humans+flying, dwarves+wealthy"
    game = table(f"turn 2 Ann begin | column {column} | coins 0 5")
    with pytest.raises(Refused) as caught:
        decide(game, Pick(1))
    assert caught.value.overridable
    assert band(bent(game, Pick(1)), "orcs").seat == 0


# For another player.


def test_an_act_for_another_is_the_same_act() -> None:
    """Whatever is done openly can be entered from any phone, with the same result."""
    game = table("turn 3 Ann begin | 10: 3 ratmen+merchant@Ann")
    command = Ready(1, {"r10": 2})
    assert decide(game, command, blind=True) == decide(game, command)


def test_what_the_rules_refuse_is_refused_to_others_too() -> None:
    """Only the purse is not looked at."""
    game = table(LINE)
    with pytest.raises(Refused):
        decide(game, Conquer("r21"), blind=True)
    with pytest.raises(Refused):
        decide(game, Pick(0), blind=True)


def test_nothing_has_happened_after_a_refusal() -> None:
    """A value is not changed by a question."""
    game = table(LINE)
    copy = table(LINE)
    refusal(game, SetRegion("r05", 1, 1, markers=(Marker("fortress", 1),) * 7))
    assert game == copy
    assert listed(game) == listed(copy)


def test_a_conquest_after_the_end_of_conquests_is_entered_as_played() -> None:
    """The table went on after the failed roll: the rules say no, the log takes it, the turn goes on from there."""
    game = finish(table("turn 3 Ann conquer | 5: 1 ratmen+hill@Ann | hand ratmen+hill@Ann 4"))
    with pytest.raises(Refused) as caught:
        decide(game, Conquer("r04"))
    assert caught.value.overridable
    assert region_quote.quote_view(game, "r04")["as_played"] == encode(Conquer("r04"))
    game = bent(game, Conquer("r04"))
    assert game.grounds["r04"].tokens == 2
    assert (game.turn.stage, band(game, "ratmen").hand) == ("redeploy", 2)


def test_tokens_are_moved_otherwise_as_played() -> None:
    """The table gave up a region while redeploying; the tokens are those there are."""
    game = finish(table("turn 3 Ann conquer | 5: 2 ratmen+hill@Ann | 4: 1 ratmen@Ann | hand ratmen+hill@Ann 2"))
    gone = bent(game, Redeploy({"r05": 0, "r04": 5}))
    assert (lies(gone, 4), gone.grounds["r05"].band, gone.turn.stage) == ("5 ratmen+hill@Ann", 0, "score")
    assert refused(game, Redeploy({"r05": 6, "r04": 1})) == "that adds up to 7; it has to be 5"
    assert refused(game, Redeploy({"r05": -1})) == "a number cannot be below zero"
