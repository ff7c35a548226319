"""Sorcerers: a lone active token is replaced by one of theirs from the tray."""

from __future__ import annotations

import pytest

from companion.rules.commands import Conquer, Finish
from companion.rules.model import Game
from tests.rules.moves import attempt, band, finish, finish_turn, redeploy
from tests.rules.position import after, bill, coins, conquer, lies, listed, refusal, region, table, ways

SORCERERS = "turn 3 Ann conquer | 12: 1 sorcerers+hill@Ann | hand sorcerers@Ann 3"
LONE = f"{SORCERERS} | 7: 1 orcs+mounted@Ben | 2: 2 orcs@Ben"


def convert(game: Game, number: int) -> Game:
    """The game after the Sorcerers have replaced a token."""
    return conquer(game, number, way="sorcerers")


def refused(line: str, number: int) -> str:
    """Why the Sorcerers may not replace what lies there."""
    return refusal(table(line), Conquer(region(number), "sorcerers"))


def test_sorcerers_replace_a_lone_active_token() -> None:
    """They conquer by substituting the opponent's token with one of their own (Sorcerers)."""
    assert lies(convert(table(LONE), 7), 7) == "1 sorcerers+hill@Ann"


def test_the_new_token_comes_from_the_tray() -> None:
    """It is taken from the tray and costs the hand nothing (Sorcerers)."""
    game = convert(table(LONE), 7)
    assert (band(game, "sorcerers").hand, game.tray["sorcerers"]) == (3, 18 - 4 - 1)


def test_the_replaced_token_goes_back_to_the_tray() -> None:
    """The opponent loses it for good (Sorcerers)."""
    game = convert(table(LONE), 7)
    assert (band(game, "orcs").withdrawn, game.tray["orcs"]) == (0, 10 - 2)


def test_the_price_of_a_conversion_is_itemised() -> None:
    """One token, by the Sorcerers' own way (Sorcerers)."""
    assert bill(table(LONE), 7, "sorcerers") == "1 Sorcerer"


def test_a_lone_token_may_be_conquered_the_ordinary_way_too() -> None:
    """The conversion is one way beside the usual one (Sorcerers)."""
    assert ways(table(LONE), 7) == ["ordinary", "sorcerers"]


def test_sorcerers_need_no_token_in_hand() -> None:
    """The new token is the tray's, so an empty hand is no hindrance (Sorcerers): E21."""
    game = table("turn 3 Ann conquer | 12: 1 sorcerers+hill@Ann | 7: 1 orcs+mounted@Ben")
    assert "conquer:r07:sorcerers" in listed(game)


def test_a_table_may_want_a_token_in_hand() -> None:
    """The table option holds to the note that a token must be available (Conquering a Region): E21."""
    line = "turn 3 Ann conquer | 12: 1 sorcerers+hill@Ann | 7: 1 orcs+mounted@Ben | option sorcerers-empty-hand=refused"
    assert refused(line, 7) == "your Sorcerers need a token in hand to replace another"


# Whom.


def test_two_tokens_are_not_alone() -> None:
    """The replaced token must be the only race token in its region (Sorcerers)."""
    assert refused(f"{SORCERERS} | 7: 2 orcs+mounted@Ben", 7) == "your Sorcerers can only replace a token that is alone"


@pytest.mark.parametrize(
    "lying",
    ["7: tribe", "7: 1 orcs@Ben declined", "7: 1 ghouls@Ben declined", "7: 1 orcs@Ann declined"],
    ids=["tribe", "declined", "declined-ghoul", "own-declined"],
)
def test_only_an_opponents_active_token_is_replaced(lying: str) -> None:
    """Lost Tribes and declined tokens, Ghouls among them, are conquered the usual way only (Sorcerers): E17."""
    assert ways(table(f"{SORCERERS} | {lying}"), 7) == ["ordinary"]


def test_an_empty_region_is_not_converted() -> None:
    """There is no token to replace (Sorcerers)."""
    assert ways(table(SORCERERS), 7) == ["ordinary"]


@pytest.mark.parametrize("pieces", ["", "[fortress]"])
def test_mountain_and_fortress_do_not_protect_a_lone_token(pieces: str) -> None:
    """These markers provide no protection (Sorcerers): E18."""
    game = convert(table(f"{SORCERERS} | 6: 1 orcs+fortified@Ben {pieces}"), 6)
    assert lies(game, 6) == "1 sorcerers+hill@Ann"


def test_an_encampment_protects_a_lone_token() -> None:
    """It counts as a race token (Bivouacking; Sorcerers): E18."""
    line = f"{SORCERERS} | 7: 1 orcs+bivouacking@Ben [encampment]"
    assert refused(line, 7) == "your Sorcerers can only replace a token that is alone"


@pytest.mark.parametrize(
    ("owner", "piece", "words"),
    [
        ("orcs+heroic", "hero", "protected by the Hero"),
        ("orcs+dragon-master", "dragon", "protected by the Dragon"),
        ("halflings+hill", "hole", "protected by the Hole-in-the-Ground"),
    ],
)
def test_immune_regions_cannot_be_converted(owner: str, piece: str, words: str) -> None:
    """Hero, Dragon and Hole are immune to racial powers (Sorcerers): E19."""
    assert refused(f"{SORCERERS.replace('hill', 'forest')} | 7: 1 {owner}@Ben [{piece}]", 7) == words


def test_an_ally_is_not_converted() -> None:
    """Who is at peace with a Diplomat cannot take his active tokens in any way (Diplomat): E19."""
    line = f"{SORCERERS} | 7: 1 orcs+diplomat@Ben | memo orcs@Ben diplomat.ally 1"
    assert refused(line, 7) == "at peace with Ben"


# Where.


def test_the_region_must_be_next_to_the_sorcerers() -> None:
    """It must be adjacent to one of the Sorcerers' regions (Sorcerers)."""
    assert refused(f"{SORCERERS} | 10: 1 orcs+mounted@Ben", 10) == "not next to the Sorcerers"


def test_a_first_conquest_is_no_conversion() -> None:
    """Without a region of theirs nothing is adjacent (Sorcerers): E20."""
    assert ways(table("turn 3 Ann conquer | hand sorcerers+hill@Ann 9 | 12: 1 orcs+mounted@Ben"), 12) == ["ordinary"]


def test_a_conversion_goes_on_from_a_conversion() -> None:
    """A converted region is the Sorcerers' own and others are adjacent to it (Sorcerers)."""
    game = table(
        "turn 3 Ann conquer | seats Ann Ben Cid | 8: 1 sorcerers+hill@Ann | 9: 1 orcs+mounted@Ben"
        " | 10: 1 elves+forest@Cid"
    )
    assert lies(convert(convert(game, 9), 10), 10) == "1 sorcerers+hill@Ann"


def test_flying_sorcerers_convert_anywhere() -> None:
    """To Flying Sorcerers every land region is within reach (Flying; Sorcerers): E20."""
    game = table("turn 3 Ann conquer | 12: 1 sorcerers+flying@Ann | 10: 1 orcs+mounted@Ben")
    assert lies(convert(game, 10), 10) == "1 sorcerers+flying@Ann"


def test_underworld_sorcerers_convert_through_the_caverns() -> None:
    """Caverns are adjacent to each other for them (Underworld; Sorcerers): E20."""
    game = table("turn 3 Ann conquer | 18: 1 sorcerers+underworld@Ann | 4: 1 orcs+mounted@Ben")
    assert lies(convert(game, 4), 4) == "1 sorcerers+underworld@Ann"


def test_sorcerers_do_not_follow_a_token_to_sea() -> None:
    """Only Seafaring races may occupy a Sea (Seafaring; Sorcerers)."""
    line = "turn 3 Ann conquer | 2: 1 sorcerers+hill@Ann | 1: 1 orcs+seafaring@Ben"
    assert refused(line, 1) == "a sea cannot be conquered without the right power"


# How often.


def test_sorcerers_convert_each_opponent_once_a_turn() -> None:
    """Once per turn per opponent (Sorcerers)."""
    game = convert(table(f"{SORCERERS} | 7: 1 orcs+mounted@Ben | 6: 1 orcs@Ben"), 7)
    words = "your Sorcerers have already replaced one of Ben’s tokens this turn"
    assert refusal(game, Conquer(region(6), "sorcerers")) == words


def test_sorcerers_convert_two_opponents_in_a_turn() -> None:
    """Another opponent's token may be replaced in the same turn (Sorcerers)."""
    game = table(
        "turn 3 Ann conquer | seats Ann Ben Cid | 9: 1 sorcerers+hill@Ann | 8: 1 orcs+mounted@Ben"
        " | 15: 1 elves+forest@Cid"
    )
    assert lies(convert(convert(game, 8), 15), 15) == "1 sorcerers+hill@Ann"


def test_an_ordinary_conquest_does_not_use_up_the_conversion() -> None:
    """What is limited is the substitution (Sorcerers)."""
    game = conquer(table(f"{SORCERERS} | 7: 1 orcs+mounted@Ben | 6: 1 orcs@Ben"), 7)
    assert "conquer:r06:sorcerers" in listed(game)


def test_sorcerers_convert_again_in_the_next_turn() -> None:
    """The limit is the turn's (Sorcerers)."""
    game = finish_turn(convert(table(f"{SORCERERS} | 7: 1 orcs+mounted@Ben | 6: 1 orcs@Ben"), 7))
    assert game.turn.used == ()


def test_an_empty_tray_ends_the_conversions() -> None:
    """With all 18 Sorcerers on the map none can be substituted (Sorcerers; Picking a Combo): A11."""
    line = "turn 3 Ann conquer | 12: 9 sorcerers+hill@Ann | 13: 9 sorcerers@Ann | 7: 1 orcs+mounted@Ben"
    assert refused(line, 7) == "there are no Sorcerers left in the tray"


def test_a_conversion_comes_before_the_conquests_end() -> None:
    """Once the conquests have ended there is none: it is a conquest (Sorcerers; Final Conquest Attempt)."""
    line = "turn 3 Ann conquer | 12: 1 sorcerers+hill@Ann | hand sorcerers@Ann 2"
    game = attempt(table(f"{line} | 7: 1 orcs+mounted@Ben | 6: tribe"), 6, 0)
    assert refusal(game, Conquer(region(7), "sorcerers")) == "not now: Ann is redeploying"


# It is a conquest.


def test_a_conversion_counts_as_a_conquest() -> None:
    """The Sorcerers conquer a region in this way: Pillaging is paid for it (Sorcerers; Pillaging): E22."""
    game = convert(table("turn 3 Ann conquer | 12: 1 sorcerers+pillaging@Ann | 7: 1 orcs+mounted@Ben"), 7)
    assert coins(game) == "regions 2, pillaging 1"


def test_a_conversion_is_an_attack_to_the_diplomat() -> None:
    """Diplomat Sorcerers make no peace with the one they converted (Diplomat; Sorcerers): E22."""
    game = table("turn 3 Ann conquer | 12: 1 sorcerers+diplomat@Ann | 7: 1 orcs+mounted@Ben")
    assert "act:diplomat:ally:1" not in listed(finish(convert(game, 7)))


def test_a_fortress_is_removed_by_a_conversion() -> None:
    """A Fortress goes when an enemy conquers its region (Fortified; Sorcerers): E22."""
    game = convert(table(f"{SORCERERS} | 7: 1 orcs+fortified@Ben [fortress] | 2: 1 orcs@Ben"), 7)
    assert game.pieces("fortress") == []


def test_the_converted_tokens_join_the_redeployment() -> None:
    """A token from the tray is theirs like the others (Sorcerers; Troop Redeployment)."""
    game = redeploy(after(convert(table(LONE), 7), Finish()), {12: 1, 7: 4})
    assert lies(game, 7) == "4 sorcerers+hill@Ann"


def test_sorcerers_in_decline_convert_nobody() -> None:
    """The benefit ends with the decline, also beside an active race (The Races and Special Powers)."""
    game = table(
        "turn 3 Ann conquer | 12: 1 sorcerers@Ann declined | 13: 1 elves+hill@Ann | hand elves@Ann 3"
        " | 7: 1 orcs+mounted@Ben"
    )
    assert ways(game, 7) == ["ordinary"]
