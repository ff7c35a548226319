"""Base rules, Scoring Victory Coins."""

from __future__ import annotations

from companion.rules.commands import Accept, Decline
from companion.rules.model import Game
from companion.rules.score import sheet, total
from companion.views import game_view
from tests.rules.moves import finish, finish_turn, ready, redeploy
from tests.rules.position import after, coins, conquer, listed, refusal, table


def purses(game: Game) -> list[int]:
    """Everybody's coins."""
    return [seat.coins for seat in game.seats]


def test_each_region_is_worth_a_coin() -> None:
    """One coin for each region that one's tokens occupy, however many stand there."""
    assert coins(table("turn 3 Ann score | 5: 4 ratmen+alchemist@Ann | 10: 1 ratmen+alchemist@Ann")) == (
        "regions 2, alchemist 2"
    )


def test_the_merchant_skeletons_of_the_rulebook() -> None:
    """3 regions occupied: 3 coins, and 3 more for the Merchant."""
    game = table("turn 3 Ann score | 5: 1 skeletons+merchant@Ann | 10: 1 skeletons+merchant@Ann | 9: 2 skeletons@Ann")
    assert coins(game) == "regions 3, merchant 3"


def test_the_hill_tritons_of_the_rulebook() -> None:
    """One Hill pays a coin more; the Skeletons in decline pay for their regions, without their Merchant."""
    game = table(
        "turn 5 Ann score | 5: 1 tritons+hill@Ann | 2: 1 tritons+hill@Ann | 3: 1 tritons+hill@Ann"
        "| 20: 1 skeletons@Ann declined | 21: 1 skeletons@Ann declined"
    )
    assert coins(game) == "regions 3, hill 1, declined 2"


def test_a_race_in_decline_has_no_bonus() -> None:
    """Neither banner nor badge pay any longer, unless they say so."""
    game = table("turn 5 Ann score | 2: 1 wizards+seafaring@Ann declined | 14: 1 wizards@Ann declined")
    assert coins(game) == "declined 2"


def test_benefits_of_banner_and_badge_cumulate() -> None:
    """A region counts for both: Humans on Farmland, as Merchants (appendix II)."""
    assert coins(table("turn 3 Ann score | 10: 1 humans+merchant@Ann")) == "regions 1, humans 1, merchant 1"


def test_water_is_a_region_like_others() -> None:
    """Whoever holds a Sea is paid for it (appendix II, Seafaring)."""
    assert coins(table("turn 3 Ann score | 1: 2 ratmen+seafaring@Ann | 2: 1 ratmen@Ann")) == "regions 2"


def test_lost_tribes_pay_nobody() -> None:
    """Only race tokens score."""
    assert coins(table("turn 3 Ann score | 4: tribe | 10: 1 ratmen+stout@Ann")) == "regions 1"


def test_no_region_no_coin() -> None:
    """A race off the map is paid nothing for regions."""
    assert sheet(table("turn 3 Ann score | hand ratmen+stout@Ann 4"), 0) == ()


def test_only_ones_own_regions_are_paid() -> None:
    """Everybody scores at the end of the own turn."""
    game = table("turn 3 Ann score | 10: 1 ratmen+stout@Ann | 5: 1 orcs+hill@Ben | 4: 1 elves@Ben declined")
    assert coins(game, 0) == "regions 1"
    assert coins(game, 1) == "regions 1, hill 1, declined 1"


def test_every_coin_says_where_it_comes_from() -> None:
    """An item of the sheet names its regions."""
    game = table("turn 3 Ann score | 10: 1 humans+merchant@Ann | 5: 1 humans+merchant@Ann")
    assert [(line.key, line.where) for line in sheet(game, 0)] == [
        ("regions", ("r05", "r10")),
        ("humans", ("r10",)),
        ("merchant", ("r05", "r10")),
    ]


def test_the_sheet_is_made_after_redeployment() -> None:
    """The turn complete, the player scores what stands then."""
    game = conquer(table("turn 3 Ann conquer | 10: 1 ratmen+stout@Ann | hand ratmen+stout@Ann 6"), 9)
    assert "accept" not in listed(game)
    assert refusal(game, Accept()) == "not now: Ann is conquering"
    game = redeploy(finish(game))
    assert listed(game) == {"accept", "accept:decline"}
    assert coins(game) == "regions 2"


def test_the_coins_go_to_the_stash() -> None:
    """The sheet accepted, its sum is added to the purse and to no other."""
    game = after(table("turn 3 Ann score | 5: 1 ratmen+merchant@Ann | 10: 1 ratmen+merchant@Ann | coins 7 9"), Accept())
    assert purses(game) == [7 + 4, 9]


def test_a_sheet_is_accepted_once() -> None:
    """It ends the turn."""
    game = after(table("turn 3 Ann score | 10: 1 ratmen+hill@Ann"), Accept())
    assert (game.turn.seat, game.turn.stage) == (1, "begin")
    assert refusal(game, Accept()) == "not now: Ben is starting their turn"


def test_what_is_remembered_goes_with_the_sheet() -> None:
    """What is paid once is noted down when it is paid."""
    game = after(table("turn 1 Ann score | 10: 1 ratmen+wealthy@Ann"), Accept())
    assert next(iter(game.bands.values())).memo == {"wealthy.paid": 1}


def test_the_sheet_lies_open_until_the_next_one() -> None:
    """The last score sheet may be read by all, item by item, and an older one by nobody."""
    game = after(table("turn 3 Ann score | 10: 1 ratmen+merchant@Ann | 5: 1 orcs+hill@Ben"), Accept())
    assert game.sheet is not None
    assert (game.sheet.seat, total(game.sheet.lines)) == (0, 2)
    game = finish_turn(ready(game, "orcs"))
    assert game.sheet is not None
    assert (game.sheet.seat, total(game.sheet.lines)) == (1, 2)


def test_the_open_sheet_names_no_total_of_a_purse() -> None:
    """Coins are hidden: the sheet shows what this turn brought, and nothing of what was there."""
    line = "turn 3 Ann score | 10: 1 ratmen+merchant@Ann | 5: 1 orcs+hill@Ben | coins"
    poor, rich = after(table(f"{line} 0 0"), Accept()), after(table(f"{line} 70 80"), Accept())
    assert game_view.public(poor) == game_view.public(rich)


def test_the_turn_of_a_decline_is_scored() -> None:
    """One coin for each region of the race that declines, and of no other race, for the older one is gone."""
    game = table("turn 5 Ann begin | 5: 2 tritons+hill@Ann | 2: 1 tritons+hill@Ann | 20: 1 skeletons@Ann declined")
    assert coins(after(game, Decline())) == "declined 2"
