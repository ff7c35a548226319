"""The turn's record is put right: what was attacked and used, how far the turn has come, and a die that is due."""

from __future__ import annotations

import inspect
import re

import pytest

from companion.game import corrections, narration
from companion.language import text
from companion.rules import turn_record
from companion.rules.ability import SEAT
from companion.rules.boxes.registry import ABILITIES
from companion.rules.commands import (
    Accept,
    Answer,
    Command,
    Conquer,
    DropRace,
    Leave,
    SetBand,
    SetCoins,
    SetRecord,
    SetRegion,
    SetTurn,
    UseAbility,
    decode,
)
from companion.rules.engine import chances, decide
from companion.rules.model import Attack, Game, Marker
from companion.rules.turn import roll_question
from companion.views import game_view
from tests.rules.moves import band, finish, finish_turn, redeploy
from tests.rules.position import after, coins, conquer, lies, listed, refusal, table
from tests.rules.test_corrections import bent

ORCS = "turn 3 Ann conquer | 5: 1 orcs+stout@Ann | hand orcs+stout@Ann 8 | 21: 2 elves+hill@Ben"


def said(game: Game, command: Command) -> str:
    """The line of the log for a command."""
    return text.sentence(narration.headline(game, command, decide(game, command)))


# What was attacked.


def test_a_wrong_plunder_count_is_put_right_in_the_open_sheet() -> None:
    """A Lost Tribe that nobody had entered lay there, so the region was not empty (Orcs)."""
    game = redeploy(finish(conquer(table(ORCS), 4)))
    assert coins(game) == "regions 2"
    right = SetRecord(attacks=(Attack(1, "r04", tribe=1),))
    assert said(game, right) == "Ann’s turn was corrected: region 4 was not empty when it was taken"
    assert coins(after(game, right)) == "regions 2, orcs 1"
    assert after(game, right, Accept()).seats[0].coins == game.seats[0].coins + 3


def test_a_conquest_that_never_was_is_taken_out() -> None:
    """Only its record goes: what lies on the region is corrected for itself."""
    game = conquer(table(ORCS + " | 4: tribe"), 4)
    assert coins(game) == "regions 2, orcs 1"
    gone = after(game, SetRecord(attacks=()))
    assert (coins(gone), lies(gone, 4)) == ("regions 2", lies(game, 4))


def test_skeletons_gain_by_the_record_that_was_put_right() -> None:
    """One token for two regions conquered that were not empty (Skeletons)."""
    game = table("turn 3 Ann conquer | 5: 1 skeletons+stout@Ann | hand skeletons+stout@Ann 8")
    game = after(conquer(game, 4, 10), SetRecord(attacks=tuple(Attack(1, at, tribe=1) for at in ("r04", "r10"))))
    assert band(finish(game), "skeletons").hand == band(game, "skeletons").hand + 1


def test_nobody_is_reinforced_twice_by_going_back() -> None:
    """The gain came when the conquests ended; only the table can say that it did not (Skeletons)."""
    game = table("turn 3 Ann conquer | 5: 1 skeletons+stout@Ann | hand skeletons+stout@Ann 8 | 4: tribe | 10: tribe")
    ended = finish(conquer(game, 4, 10))
    again = finish(after(ended, SetRecord(stage="conquer")))
    assert band(again, "skeletons").hand == band(ended, "skeletons").hand == 8 - 6 + 1
    assert {note.key: note.key in again.turn.used for note in turn_record.notes(again)}["reinforced:1"]
    anew = after(ended, SetRecord(stage="conquer"), SetRecord(used={"reinforced:1": False}))
    assert band(finish(anew), "skeletons").hand == 8 - 6 + 1 + 1


def test_whom_one_attacked_is_put_right() -> None:
    """The Diplomat makes no peace with a player whose active race was attacked (Diplomat)."""
    game = table("turn 3 Ann redeploy | 5: 2 ratmen+diplomat@Ann | 21: 2 elves+hill@Ben")
    assert "act:diplomat:ally:1" in listed(game)
    elves = band(game, "elves").id
    attacked = after(game, SetRecord(attacks=(Attack(1, "r05", against=elves, tokens=1),)))
    assert attacked.turn.attacks == (Attack(1, "r05", against=elves, against_seat=1, active=True, tokens=1),)
    assert "act:diplomat:ally:1" not in listed(attacked)
    assert "act:diplomat:ally:1" in listed(after(attacked, SetRecord(attacks=())))


def test_what_lay_on_an_attacked_region_is_shown() -> None:
    """A race, a Lost Tribe, or nothing; and a race that has gone for good is none of those there are to choose from."""
    game = conquer(table(f"{ORCS} | 4: tribe | 10: 1 elves@Ben"), 4, 10, 15)
    elves = str(band(game, "elves").id)
    assert lay(game) == {"r04": "tribe", "r10": elves, "r15": "nothing"}
    assert lay(after(game, DropRace(int(elves)))) == {"r04": "tribe", "r10": "gone", "r15": "nothing"}


def lay(game: Game) -> dict[str, str]:
    """For each attacked region what is chosen of what may have lain there."""
    attacks = corrections.record_view(game, text.DEFAULT)["attacks"]
    return {each["attack"]["region"]: each["lay"] for each in attacks}


# What was used.


def test_the_dragon_has_flown_or_it_has_not() -> None:
    """Once a turn a region for a single token (Dragon Master)."""
    game = table("turn 3 Ann conquer | 5: 2 ratmen+dragon-master@Ann | hand ratmen+dragon-master@Ann 5")
    game = conquer(game, 4, way="dragon-master")
    assert "conquer:r10:dragon-master" not in listed(game)
    again = SetRecord(used={"dragon-master": False})
    assert said(game, again) == "Ann’s turn was corrected: not Dragon Master was used"
    game = after(game, again)
    assert "conquer:r10:dragon-master" in listed(game)
    assert "conquer:r10:dragon-master" not in listed(after(game, SetRecord(used={"dragon-master": True})))


def test_sorcery_is_noted_for_each_opponent() -> None:
    """Once a turn and opponent (Sorcerers)."""
    line = "seats Ann Ben Cid | turn 3 Ann conquer | 5: 1 sorcerers+hill@Ann | 4: 1 elves+swamp@Ben"
    game = table(line)
    assert {"sorcerers:1", "sorcerers:2"} <= {note.key for note in turn_record.notes(game)}
    way = next(offer for offer in listed(game) if offer.endswith(":sorcerers"))
    assert way in listed(after(game, SetRecord(used={"sorcerers:2": True})))
    assert way not in listed(after(game, SetRecord(used={"sorcerers:1": True})))


def test_the_fortress_of_the_turn_is_built_or_it_is_not() -> None:
    """One a turn (Fortified)."""
    game = table("turn 3 Ann redeploy | 5: 2 ratmen+fortified@Ann")
    built = after(game, SetRecord(used={"place:fortress": True}))
    assert "place:fortress" in listed(game) - listed(built)
    assert "place:fortress" in listed(after(built, SetRecord(used={"place:fortress": False})))


def test_a_roll_that_waits_is_put_right() -> None:
    """The pips make the next conquest cheaper (Berserk)."""
    game = table("turn 3 Ann conquer | 5: 1 ratmen+berserk@Ann | hand ratmen+berserk@Ann 5")
    game = after(game, SetRecord(pips=2))
    assert game.turn.pips == 2
    assert band(conquer(game, 10), "ratmen").hand == 4
    gone = after(game, SetRecord(pips=-1))
    assert gone.turn.pips is None
    assert "act:berserk:roll:" in listed(gone)


def test_everything_that_is_noted_once_is_declared() -> None:
    """Only what an ability declares can be shown and corrected, so no ability writes notes of its own."""
    for ability in ABILITIES.values():
        source = inspect.getsource(type(ability))
        assert not re.search(r"\b(Used|used)\b", re.sub(r'""".*?"""', "", source, flags=re.DOTALL)), ability.key
        assert ("self.spend(" in source or "once=self.mark(" in source) == bool(ability.once), ability.key
        assert ability.once in ("", "turn", "theirs", "opponent")
    assert {key for key, ability in ABILITIES.items() if ability.calls_die} == {"berserk"}


# How far the turn has come.


def test_the_turn_goes_back_to_the_conquests() -> None:
    """Somebody ended the conquests too early; whatever was used stays used."""
    game = finish(conquer(table(ORCS), 4))
    back = after(game, SetRecord(stage="conquer"))
    assert (back.turn.stage, back.turn.attacks) == ("conquer", game.turn.attacks)
    assert "conquer:r10:ordinary" in listed(back)
    sheet = after(game, SetRecord(stage="score"))
    assert "accept" in listed(sheet)
    assert said(game, SetRecord(stage="score")) == "Ann’s turn was corrected: Ann is scoring"


def test_a_race_readies_again_and_another_one_acts() -> None:
    """The active race had begun before the Ghouls in decline had their turn (Ghouls)."""
    game = table("turn 3 Ann conquer | 5: 2 orcs+stout@Ann | 21: 2 ghouls@Ann declined | hand orcs+stout@Ann 3")
    ghouls = band(game, "ghouls").id
    assert f"ready:{ghouls}" in listed(after(game, SetRecord(stage="begin")))
    acting = after(game, SetRecord(band=ghouls))
    assert (acting.turn.stage, acting.turn.band) == ("conquer", ghouls)
    assert ghouls in acting.turn.mustered


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (SetRecord(), "that changes nothing"),
        (SetRecord(stage="conquer"), "that changes nothing"),
        (SetRecord(stage="lunch"), "a turn has no stage called lunch"),
        (SetRecord(stage="withdraw"), "a turn has no stage called withdraw"),
        (SetRecord(band=2), "the Elves cannot be picked up now"),
        (SetRecord(band=9), "that race is not in play"),
        (SetRecord(band=-1), "that race is not in play"),
        (SetRecord(used={"dragon-master": True}), "a turn has nothing called dragon-master"),
        (SetRecord(pips=2), "no roll is waiting for a conquest now"),
        (SetRecord(pips=4), "the die shows 0 to 3"),
        (SetRecord(attacks=(Attack(2, "r04"),)), "it is Ann’s turn, and that race belongs to another player"),
        (SetRecord(attacks=(Attack(9, "r04"),)), "that race is not in play"),
        (SetRecord(attacks=(Attack(1, "r99"),)), "there is no such region on this map"),
        (SetRecord(attacks=(Attack(1, "r04", "by-night"),)), "it cannot be conquered this way"),
        (SetRecord(attacks=(Attack(1, "r04", tribe=-1),)), "there were never that many tokens there"),
        (SetRecord(attacks=(Attack(1, "r04", tokens=99),)), "there were never that many tokens there"),
        (SetRecord(attacks=(Attack(1, "r04", against=9),)), "that race is not in play"),
        (SetRecord(attacks=(Attack(1, "r04", against_seat=2),)), "there is no such player"),
        (
            SetRecord(attacks=(Attack(1, "r04"), Attack(1, "r04", tribe=1))),
            "a race can conquer a region only once a turn",
        ),
    ],
)
def test_a_record_that_cannot_be_is_refused_in_words(command: SetRecord, words: str) -> None:
    """Ann's Orcs are the first band, Ben's Elves the second."""
    assert refusal(table(ORCS), command) == words


def test_an_accepted_turn_is_taken_back_not_corrected() -> None:
    """Its coins are in the purse already."""
    line = ORCS + " | 4: 3 elves+hill@Ben | 22: 1 elves+hill@Ben | 20: 1 elves+hill@Ben"
    game = finish_turn(conquer(table(line), 4))
    assert game.turn.stage == "withdraw"
    assert refusal(game, SetRecord(stage="score")) == "Ann has already taken the coins; undo that first"


# A die that is due.

DUE = "turn 3 Ann conquer | 10: 1 ratmen+merchant@Ann | hand ratmen+merchant@Ann 1"


@pytest.fixture
def due() -> Game:
    """Region 9 is a Mountain: 3, with one token in hand; the die is asked for 2."""
    game = after(table(DUE), Conquer("r09", die=True))
    assert asked(game) == "Roll for region 9: 2 or more"
    return game


def asked(game: Game) -> str:
    """What the die is due for, "" when it is not."""
    question = roll_question(game)
    return text.sentence(question.message) if question else ""


def test_a_due_roll_is_asked_anew_after_a_correction(due: Game) -> None:
    """A forgotten Lost Tribe makes it 4, a second token in hand makes it easier (Final Conquest Attempt)."""
    tribe = after(due, SetRegion("r09", tribe=1))
    assert asked(tribe) == "Roll for region 9: 3 or more"
    assert asked(after(tribe, SetBand(1, hand=2))) == "Roll for region 9: 2 or more"
    assert asked(after(due, SetRegion("r20", tribe=1))) == asked(due)
    roll = chances(tribe)[0].occasion
    assert roll == chances(due)[0].occasion


def test_an_attempt_the_die_has_no_part_in_is_over(due: Game) -> None:
    """It can be paid, it is out of the die's reach, no token is left, or the region is out of the race's reach."""
    payable = after(due, SetBand(1, hand=3))
    assert asked(payable) == ""
    assert "conquer:r09:ordinary" in listed(payable)
    for over in (SetBand(1, hand=0), SetRegion("r09", tribe=3), SetRegion("r09", 1, 1), SetRecord(stage="redeploy")):
        assert asked(after(due, over)) == ""
    moved = after(due, SetRegion("r20", 1, 1), SetRegion("r10"))
    assert asked(moved) == ""
    assert (moved.turn.stage, moved.turn.band) == ("conquer", 1)
    assert after(due, DropRace(1)).turn.stage == "begin"


def test_a_try_as_it_was_played_outlives_a_correction_elsewhere() -> None:
    """The rules would not have allowed it from the start."""
    game = bent(table(DUE), Conquer("r21", die=True))
    assert asked(game)
    assert asked(after(game, SetRegion("r20", tribe=1))) == asked(game)


# A race's tokens, pieces and memory.

ATTACKED = (
    "turn 3 Ann conquer | 10: 1 ratmen+merchant@Ann | hand ratmen+merchant@Ann 9 | 20: 1 orcs+bivouacking@Ben"
    "| 5: 3 orcs+bivouacking@Ben [encampment] | 21: 1 orcs+bivouacking@Ben"
)


def test_what_waits_for_the_end_of_the_turn_is_put_right() -> None:
    """Tokens taken back, and Encampments that return with them (Enemy Losses and Withdrawals; Bivouacking)."""
    game = conquer(table(ATTACKED), 5)
    orcs = band(game, "orcs").id
    assert (band(game, "orcs").withdrawn, game.turn.returned) == (2, ((orcs, "encampment", 1),))
    right = SetBand(orcs, withdrawn=1, returned={"encampment": 2})
    assert said(game, right) == "Ben’s Orcs were corrected: 1 to redeploy; 2 Encampments to put back on the map"
    game = after(game, right)
    assert (band(game, "orcs").withdrawn, game.turn.returned) == (1, ((orcs, "encampment", 2),))
    nothing = after(finish_turn(game), SetBand(orcs, withdrawn=0, returned={"encampment": 0}))
    assert (nothing.turn.seat, nothing.turn.stage) == (1, "begin")


def test_what_cannot_wait_is_refused() -> None:
    """Five Encampments in the box, and Ratmen bring none."""
    game = conquer(table(ATTACKED), 5)
    rats, orcs = band(game, "ratmen").id, band(game, "orcs").id
    words = "there is no Encampment left in the box; take one from another region first"
    assert refusal(game, SetBand(orcs, returned={"encampment": 6})) == words
    assert refusal(game, SetBand(rats, returned={"encampment": 1})) == "that race has no Encampment"
    assert refusal(game, SetBand(orcs, returned={"castle": 1})) == "there is no piece called castle"
    assert refusal(game, SetBand(orcs, returned={"encampment": -1})) == "a number cannot be below zero"


def test_a_memory_that_is_a_player_is_shown_by_name() -> None:
    """Whom the Diplomat has made peace with, or nobody; two sit here, so there is no third."""
    game = table("turn 3 Ann redeploy | 5: 2 ratmen+diplomat@Ann")
    field = game_view.band_view(game, game.bands[1], "en")["memory"][0]
    assert (field["label"], field["kind"], field["most"]) == ("Ally", SEAT, 2)
    peace = SetBand(1, memo={"diplomat.ally": 2})
    assert said(game, peace) == "Ann’s Ratmen were corrected: Ally: Ben"
    ended = SetBand(1, memo={"diplomat.ally": 0})
    assert said(after(game, peace), ended) == "Ann’s Ratmen were corrected: Ally: nobody"
    assert refusal(game, SetBand(1, memo={"diplomat.ally": 3})) == "diplomat.ally cannot have that value"


def test_every_memory_says_what_kind_of_thing_it_is() -> None:
    """Yes or no, a number, a player or a race in play; a flag has two values."""
    kinds = {f"{key}.{field.key}": field for key, ability in ABILITIES.items() for field in ability.memory}
    assert {key: field.kind for key, field in kinds.items()} == {
        "halflings.dug": "count",
        "fireball.hand": "count",
        "hordes-of.lost": "count",
        "diplomat.ally": "seat",
        "wealthy.paid": "flag",
        "leprechauns.spent": "count",
        "igors.collected": "count",
        "blank-banner.coins": "count",
        "blank-badge.coins": "count",
        "forsaken.dead": "count",
        "beast-master.beasts": "count",
        "tavern.given": "count",
        "boneyard.banner": "band",
        "sigil.saves": "band",
        "sigil.asks": "band",
        **{f"pandaren.seat{number}": "flag" for number in range(1, 6)},
        "warcraft-goblins.exploded": "count",
        "warcraft-goblins.duds": "count",
        "battleground.side": "count",
    }
    assert all((field.least, field.most) == (0, 1) for field in kinds.values() if field.kind == "flag")


# Single pieces.


def test_any_piece_is_one_tap_of_its_own() -> None:
    """On and off, also one of another race, and one that no race in play brings."""
    game = table("turn 3 Ann conquer | 7: 1 trolls+fortified@Ann [lair] | 9: 1 elves+hill@Ben")
    at_7 = [piece["label"] for piece in corrections.region_view(game, "r07", "en")["pieces"]]
    assert at_7[:2] == ["− Troll’s Lair", "+ Fortress"]
    pieces = corrections.region_view(game, "r09", "en")["pieces"]
    labels = {piece["label"]: piece["command"] for piece in pieces}
    assert {"+ Fortress of the Trolls", "+ Troll’s Lair of the Trolls", "+ Dragon", "+ Hero"} <= set(labels)
    assert all(decide(game, decode(piece["command"])) for piece in pieces)


def test_a_piece_of_nobody_lies_on_the_map_like_any_other() -> None:
    """The race that had built it is gone, the cardboard is not; it defends, and goes when its region is taken."""
    game = table("turn 3 Ann conquer | 5: 1 ratmen+merchant@Ann | hand ratmen+merchant@Ann 9")
    plain = {offer for offer in listed(game) if offer.startswith("conquer")}
    game = after(game, SetRegion("r10", markers=(Marker("fortress"), Marker("encampment"))))
    assert plain == {offer for offer in listed(game) if offer.startswith("conquer")}
    taken = conquer(game, 10)
    assert (band(taken, "ratmen").hand, lies(taken, 10)) == (9 - 4, "4 ratmen+merchant@Ann")
    assert (finish_turn(taken).turn.seat, taken.turn.returned) == (1, ())
    hero = after(game, SetRegion("r10", markers=(Marker("hero"),)))
    assert "conquer:r10:ordinary" not in listed(hero)


def test_a_strange_piece_does_not_stand_in_the_way_of_other_corrections() -> None:
    """Whosever it is, it may stay where it lies while the tokens beside it are corrected."""
    game = table("turn 3 Ann conquer | 5: 1 ratmen+merchant@Ann | 9: 1 elves+hill@Ben [hero]")
    stray = Marker("hero", band(game, "elves").id)
    elves = band(game, "elves").id
    game = after(game, SetRegion("r09", elves, 2, markers=(stray,)))
    assert lies(game, 9).startswith("2 elves+hill@Ben [hero")
    assert lies(after(game, SetRegion("r09", elves, 2)), 9) == "2 elves+hill@Ben"


# Coins with a reason.


def test_a_correction_of_coins_says_why_and_not_how_many() -> None:
    """Everybody reads the reason; the amount is the owner's."""
    game = table("turn 3 Ann begin")
    assert said(game, SetCoins(1, 3)) == "Ben’s coins were corrected"
    assert said(game, SetCoins(1, 3, "forgotten")) == "Ben’s coins were corrected: forgotten when scoring"
    words = "Ben’s coins were corrected: another reason (dropped on the floor)"
    assert said(game, SetCoins(1, -4, "other", "dropped on the floor")) == words
    assert after(game, SetCoins(1, 3, "paid")).seats[1].coins == 8


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (SetCoins(1, 1, "greed"), "there is no reason called greed"),
        (SetCoins(1, 1, "other", "x" * 61), "a note can have up to 60 characters, on one line"),
        (SetCoins(1, 1, "other", "two\nlines"), "a note can have up to 60 characters, on one line"),
        (SetCoins(1, 1, "other", "turned \u202e round"), "a note can have up to 60 characters, on one line"),
    ],
)
def test_a_reason_is_a_reason(command: SetCoins, words: str) -> None:
    """It stands in everybody's log."""
    assert refusal(table("turn 3 Ann begin"), command) == words


def test_acts_of_the_diplomat_are_no_correction() -> None:
    """The screen's field and the act of the game write the same memory."""
    game = table("turn 3 Ann redeploy | 5: 2 ratmen+diplomat@Ann")
    acted = after(game, UseAbility("diplomat", "ally", "1"))
    assert acted.bands[1].memo == after(game, SetBand(1, memo={"diplomat.ally": 2})).bands[1].memo


# Whose turn it is.


def test_the_turn_is_set_whatever_stood_open(due: Game) -> None:
    """A due die, a roll asked for, pieces and tokens that wait: the named turn begins with nothing left over."""
    asked_for = after(
        table("turn 3 Ann conquer | 5: 1 ratmen+berserk@Ann | hand ratmen+berserk@Ann 5"), UseAbility("berserk", "roll")
    )
    waiting = conquer(table(ATTACKED), 5)
    for game in (due, asked_for, waiting):
        begun = after(game, SetTurn(3, 1))
        assert (begun.turn.stage, begun.turn.attacks, begun.turn.returned, asked(begun)) == ("begin", (), (), "")
        assert listed(begun, 1) or any(chance.kind != "roll" for chance in chances(begun))


def test_a_player_with_a_race_in_decline_only_begins_by_picking() -> None:
    """As after a turn of decline (Entering in Decline)."""
    game = table("turn 3 Ann conquer | 5: 1 ratmen+hill@Ann | 21: 1 elves@Ben declined | column orcs+swamp")
    game = after(game, SetTurn(4, 1))
    while asked_now := chances(game):
        game = after(game, Answer(asked_now[0].occasion, asked_now[0].choices[0]))
    assert {offer for offer in listed(game, 1) if not offer.startswith("pick")} == set()
    assert "pick:0" in listed(game, 1)


def test_nobody_gets_a_turn_who_has_left() -> None:
    """Nor one after the last: the map says how many there are."""
    game = after(table("seats Ann Ben Cid | turn 3 Ann begin | 5: 1 ratmen+hill@Ann"), Leave(1))
    assert refusal(game, SetTurn(3, 1)) == "Ben has left the game"
    assert refusal(game, SetTurn(11, 2)) == "this board has no such turn"
    assert after(game, SetTurn(10, 2)).turn.number == 10


def test_a_correction_says_first_what_differs_least_and_always_what_goes_for_it() -> None:
    """By how many tokens; a lair that would go with its Trolls is told; where nothing lay nothing goes."""
    game = table("turn 3 Ann conquer | 7: 2 trolls+fortified@Ann [lair] | 9: 1 elves+hill@Ben | 4: tribe")
    choices = {choice["label"]: choice["changes"] for choice in corrections.region_view(game, "r07", "en")["choices"]}
    assert list(choices.items())[:3] == [("1 Troll", "−1"), ("3 Trolls", "+1"), ("4 Trolls", "+2")]
    assert choices["1 Elf"] == choices["Empty"] == "Instead of 2 Trolls, Troll’s Lair"
    assert {choice["changes"] for choice in corrections.region_view(game, "r05", "en")["choices"]} == {""}
    tribe = {choice["label"]: choice["changes"] for choice in corrections.region_view(game, "r04", "en")["choices"]}
    assert tribe["1 Elf"] == "Instead of Lost Tribe"
