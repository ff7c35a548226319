"""Be Not Afraid...: its races and special powers."""

from __future__ import annotations

import pytest

from companion.game import hand_steps, narration
from companion.language import text
from companion.rules.boxes.registry import ABILITIES
from companion.rules.commands import Conquer, Conquest, Decline, Finish, PlayTurn, SetRegion
from companion.rules.engine import decide, offers, quote
from companion.rules.model import Game, Marker
from tests.rules.moves import attempt, ready, roll
from tests.rules.position import after, bent, bill, conquer, lies, listed, refusal, refused, region, table, ways

# Typed in from the printed badges: tokens received.
BADGES = {"barricade": 4, "catapult": 4, "corrupt": 4, "imperial": 4, "mercenary": 4}


@pytest.mark.parametrize(("power", "tokens"), BADGES.items())
def test_its_badges_say_what_is_printed(power: str, tokens: int) -> None:
    """Tokens received (printed badges)."""
    assert ABILITIES[power].tokens == tokens


def purses(game: Game) -> list[int]:
    """Everybody's coins."""
    return [seat.coins for seat in game.seats]


# Corrupt.

ATTACKER = "turn 3 Ann conquer | 7: 1 ratmen+hill@Ann | hand ratmen+hill@Ann 5"


def test_who_conquers_a_corrupt_region_pays_a_coin() -> None:
    """Corrupt: 1 coin from any opponent who conquers an active region of theirs (expansion sheet, Corrupt)."""
    assert purses(conquer(table(f"{ATTACKER} | 2: 1 orcs+corrupt@Ben | coins 5 5"), 2)) == [4, 6]


def test_an_attacker_with_no_coin_pays_nothing() -> None:
    """Corrupt: as far as the attacker has it, and the conquest stands (ruling G19)."""
    game = conquer(table(f"{ATTACKER} | 2: 1 orcs+corrupt@Ben | coins 0 5"), 2)
    assert (purses(game), game.grounds["r02"].tokens) == ([0, 5], 3)


def test_corrupt_is_paid_once_for_each_region() -> None:
    """Corrupt: each time they conquer one (expansion sheet, Corrupt)."""
    line = f"{ATTACKER} | 2: 1 orcs+corrupt@Ben | 3: 1 orcs@Ben | coins 5 5"
    assert purses(conquer(table(line.replace("@Ann 5", "@Ann 6")), 2, 3)) == [3, 7]


def test_corrupt_ends_with_decline() -> None:
    """Corrupt: only regions of the active race (expansion sheet, Corrupt)."""
    assert purses(conquer(table(f"{ATTACKER} | 2: 1 orcs@Ben declined | coins 5 5"), 2)) == [5, 5]


def test_corrupt_attackers_owe_nobody_a_coin() -> None:
    """Corrupt: an opponent pays who conquers theirs, not they themselves (expansion sheet, Corrupt)."""
    line = "turn 3 Ann conquer | 7: 1 ratmen+corrupt@Ann | hand ratmen+corrupt@Ann 5 | 2: 1 orcs@Ben"
    assert [quote(table(line), 0, region).tolls for region in ("r02", "r06")] == [(), ()]


# Mercenary.

HIRED = "turn 3 Ann conquer | 7: 1 ratmen+mercenary@Ann | coins 5 5 | hand ratmen+mercenary@Ann"
PAID = {"mercenary": 1}


def helped(game: Game, number: int, boosts: dict[str, int], die: bool = False) -> Game:
    """The game after conquering a region with help, or naming it for the final attempt."""
    return after(game, Conquer(region(number), die=die, boosts=boosts))


def test_a_coin_takes_two_off_the_price() -> None:
    """Mercenary: 1 coin reduces the tokens needed by 2 (expansion sheet, Mercenary)."""
    game = helped(table(f"{HIRED} 5 | 6: 1 orcs@Ben declined"), 6, PAID)
    assert (lies(game, 6), purses(game)) == ("2 ratmen+mercenary@Ann", [4, 5])


def test_a_last_coin_is_not_spent_twice() -> None:
    """Mercenary: its coin is paid for the conquest, and nothing is left for a Corrupt region (ruling G19)."""
    line = HIRED.replace("coins 5 5", "coins 1 5")
    game = helped(table(f"{line} 5 | 6: 1 orcs+corrupt@Ben"), 6, PAID)
    assert purses(game) == [0, 5]


def test_the_bill_says_what_the_coin_saves() -> None:
    """Mercenary: the way with the coin has its own bill (expansion sheet, Mercenary)."""
    bills = [text.bill(way.bill).text for way in quote(table(f"{HIRED} 5 | 6: 1 orcs@Ben declined"), 0, region(6)).ways]
    assert bills == ["2 + 1 defender + 1 mountain = 4", "2 + 1 defender + 1 mountain − 2 Mercenary = 2"]


def test_a_token_is_still_needed() -> None:
    """Mercenary: a minimum of 1 is still required (expansion sheet, Mercenary)."""
    assert lies(helped(table(f"{HIRED} 5"), 2, PAID), 2) == "1 ratmen+mercenary@Ann"


def test_the_coin_is_a_choice() -> None:
    """Mercenary: you may spend it (expansion sheet, Mercenary)."""
    assert purses(conquer(table(f"{HIRED} 5"), 2)) == [5, 5]


def test_there_is_one_coin_to_a_conquest() -> None:
    """Mercenary: 1 coin, not more (ruling G25)."""
    command = Conquer(region(6), boosts={"mercenary": 2})
    assert refused(table(f"{HIRED} 5 | 6: 1 orcs@Ben declined"), command) == "Mercenary: you do not have 2 to use here"


def test_without_a_coin_there_is_no_mercenary() -> None:
    """Mercenary: what is not there cannot be spent (expansion sheet, Mercenary)."""
    game = table(f"{HIRED} 5".replace("coins 5", "coins 0"))
    assert refusal(game, Conquer(region(2), boosts=PAID)) == "that costs 1 coin, and you have none"


def test_to_others_the_mercenary_is_listed_whatever_the_stash_holds() -> None:
    """Mercenary: what all may see tells nothing of the stash (Scoring Victory Coins: hidden)."""
    rich, poor = (table(f"{HIRED} 5".replace("coins 5", f"coins {coins}")) for coins in (5, 0))
    ids = {offer.id for offer in offers(poor, 0, blind=True)}
    assert "conquer:r02:ordinary:mercenary=1" in ids
    assert ids == {offer.id for offer in offers(rich, 0, blind=True)}


def test_the_owner_is_not_offered_what_the_stash_cannot_pay() -> None:
    """Mercenary: the seat's own list looks at its purse (expansion sheet, Mercenary)."""
    poor = table(f"{HIRED} 5".replace("coins 5", "coins 0"))
    assert "conquer:r02:ordinary:mercenary=1" not in listed(poor)


TRIED = f"{HIRED} 1 | 6: 2 orcs@Ben declined"
"""Region 6, a mountain with 2 defenders, costs 5."""


def test_a_coin_before_the_roll_widens_what_is_within_three() -> None:
    """Mercenary: 4 short, with the coin 2 short (ruling M4)."""
    game = table(TRIED)
    assert {"attempt:r06", "attempt:r06:mercenary=1"} & listed(game) == {"attempt:r06:mercenary=1"}


def test_a_coin_paid_before_a_roll_that_fails_is_gone() -> None:
    """Mercenary: it is spent (ruling M4)."""
    game = roll(helped(table(TRIED), 6, PAID, die=True), 1)
    assert (lies(game, 6), purses(game)) == ("2 orcs@Ben declined", [4, 5])


AFTER = f"{HIRED} 2 | 6: 1 orcs@Ben declined"
"""Region 6 costs 4: two short; a roll of 0 or 1 leaves it to the coin."""


def choosing(game: Game, seat: int = 0, blind: bool = False) -> list[str]:
    """What a seat may answer to an open question."""
    return [offer.id.rsplit(":", 1)[1] for offer in offers(game, seat, blind) if offer.kind == "choose"]


def answered(game: Game, choice: str) -> Game:
    """The game after the question was answered."""
    return after(game, next(o.command for o in offers(game, 0, blind=True) if o.id.endswith(f":{choice}")))


def test_a_coin_may_be_decided_after_the_roll() -> None:
    """Mercenary: in the final attempt you may decide after you roll (expansion sheet, Mercenary)."""
    game = attempt(table(AFTER), 6, 1)
    assert (game.turn.stage, choosing(game)) == ("conquer", ["no", "yes"])


def test_the_question_says_what_the_coin_would_take() -> None:
    """Mercenary: whoever decides reads for which region (expansion sheet, Mercenary)."""
    asked = next(offer for offer in offers(attempt(table(AFTER), 6, 1), 0) if offer.id.endswith(":yes"))
    assert text.say(asked.label) == "Pay 1 coin to take region 6 anyway? Pay 1 coin"


def test_a_coin_after_the_roll_takes_the_region() -> None:
    """Mercenary: the coin makes up for 2 pips (expansion sheet, Mercenary; ruling M4)."""
    game = answered(attempt(table(AFTER), 6, 1), "yes")
    assert (lies(game, 6), purses(game), game.turn.stage) == ("2 ratmen+mercenary@Ann", [4, 5], "redeploy")


def test_no_coin_after_the_roll_leaves_the_region() -> None:
    """Mercenary: the coin is due only when it wins the region (ruling M4)."""
    game = answered(attempt(table(AFTER), 6, 1), "no")
    assert (lies(game, 6), purses(game), game.turn.stage) == ("1 orcs@Ben declined", [5, 5], "redeploy")


def test_nobody_is_asked_where_the_coin_would_not_do() -> None:
    """Mercenary: 3 short and rolled 0, two pips more are not enough (ruling M4)."""
    game = attempt(table(f"{HIRED} 1 | 6: 1 orcs@Ben declined"), 6, 0)
    assert (choosing(game), game.turn.stage) == ([], "redeploy")


def test_nobody_is_asked_where_the_roll_was_enough() -> None:
    """Mercenary: there is nothing to decide (Final Conquest Attempt)."""
    assert choosing(attempt(table(AFTER), 6, 2)) == []


def test_a_player_without_a_coin_is_asked_too() -> None:
    """Mercenary: whether a question opens never depends on a stash; with none one can only decline (law of secrets)."""
    game = attempt(table(AFTER.replace("coins 5", "coins 0")), 6, 1)
    assert (choosing(game), choosing(game, blind=True)) == (["no"], ["no", "yes"])


def test_nothing_goes_on_before_the_answer() -> None:
    """Mercenary: the conquests end with the answer, not before (Final Conquest Attempt)."""
    assert "question" in refusal(attempt(table(AFTER), 6, 1), Finish())


def test_kobold_mercenaries_pay_two_tokens_at_least() -> None:
    """Mercenary, Kobolds: two stand above the coin (ruling M1)."""
    line = HIRED.replace("ratmen", "kobolds").replace("7: 1", "7: 2")
    assert lies(helped(table(f"{line} 5 | 2: 1 orcs@Ben declined"), 2, PAID), 2) == "2 kobolds+mercenary@Ann"


def test_a_turn_entered_at_once_pays_the_mercenary() -> None:
    """Mercenary: told with the conquest (expansion sheet, Mercenary)."""
    told = PlayTurn(conquests=(Conquest(region(6), boosts=PAID),))
    game = after(table(f"{HIRED} 5 | 6: 1 orcs@Ben declined"), told)
    assert purses(game) == [4, 5]


def test_a_turn_entered_at_once_keeps_the_coin_that_is_not_told() -> None:
    """Mercenary: a failed attempt told without the coin has failed (ruling M4)."""
    told = PlayTurn(conquests=(Conquest(region(6), die=True, pips=1),))
    game = after(table(AFTER), told)
    assert (purses(game), game.turn.stage) == ([5, 5], "score")


def test_what_was_paid_is_said() -> None:
    """Mercenary: a payment is public (law of secrets)."""
    game = table(f"{HIRED} 5 | 6: 1 orcs@Ben declined")
    command = Conquer(region(6), boosts=PAID)
    said = [text.say(each) for each in hand_steps.instructions(game, decide(game, command))]
    assert "Ann pays 1 coin to the bank" in said


# Catapult.
#
# On the map for two region 14 is two away from 18, by 13 and 19; on that for four only the Lake lies between 10 and 18,
# and only a Sea between 2 and 20.

FOUR = "turn 3 Ann conquer | seats Ann Ben Cid Dee | hand elves+catapult@Ann 5"
THROWN = "turn 3 Ann conquer | 18: 2 elves+catapult@Ann | hand elves+catapult@Ann"


def test_the_catapult_takes_a_region_two_away_for_one_less() -> None:
    """Catapult: a region 1 region away, not adjacent, for 1 token less (expansion sheet, Catapult)."""
    game = conquer(table(f"{THROWN} 1"), 14, way="catapult:r18")
    assert lies(game, 14) == "1 elves+catapult@Ann"


def test_the_catapult_is_offered_beyond_the_neighbours() -> None:
    """Catapult: what only it reaches is on the list too (expansion sheet, Catapult)."""
    assert "conquer:r14:catapult:r18" in listed(table(f"{THROWN} 1"))


def test_there_is_one_catapult() -> None:
    """Catapult: a second one does not lie in the box (Components)."""
    game = table(f"{THROWN} 5 | 12: 1 elves@Ann [catapult]")
    assert refused(game, SetRegion(region(18), 1, 2, markers=(Marker("catapult", 1),)))


def test_the_bill_of_the_catapult() -> None:
    """Catapult: everything that is in the way counts, less 1 (expansion sheet, Catapult)."""
    game = table(f"{THROWN} 5 | 14: 2 orcs+hill@Ben")
    assert bill(game, 14, "catapult") == "2 + 2 defenders − 1 Catapult = 3"


def test_the_catapult_stands_where_it_was_put() -> None:
    """Catapult: you place it in a region you occupy (expansion sheet, Catapult)."""
    game = conquer(table(f"{THROWN} 5 | 12: 1 elves@Ann"), 14, way="catapult:r18")
    assert (lies(game, 18), lies(game, 12)) == ("2 elves+catapult@Ann [catapult]", "1 elves+catapult@Ann")


def test_the_region_of_the_catapult_is_immune() -> None:
    """Catapult: immune to enemy conquests and powers (expansion sheet, Catapult)."""
    line = "turn 3 Ann conquer | 18: 2 elves+catapult@Ben [catapult] | 12: 1 orcs+hill@Ann | hand orcs+hill@Ann 9"
    assert "protected by the Catapult" in refusal(table(line), Conquer(region(18)))


def test_the_catapult_moves_on() -> None:
    """Catapult: it is one piece (expansion sheet, Catapult)."""
    line = THROWN.replace("18: 2 elves+catapult@Ann", "18: 2 elves+catapult@Ann | 2: 1 elves@Ann [catapult]")
    game = conquer(table(f"{line} 5"), 14, way="catapult:r18")
    assert (lies(game, 2), lies(game, 18)) == ("1 elves+catapult@Ann", "2 elves+catapult@Ann [catapult]")


def test_the_catapult_throws_once_a_turn() -> None:
    """Catapult: once per turn (expansion sheet, Catapult)."""
    game = conquer(table(f"{THROWN} 9"), 14, way="catapult:r18")
    assert not {each for each in listed(game) if ":catapult:" in each}


def test_the_catapult_does_not_throw_next_door() -> None:
    """Catapult: not at a region adjacent to it (expansion sheet, Catapult)."""
    assert ways(table(f"{THROWN} 5"), 17) == ["ordinary"]


def test_the_catapult_does_not_throw_farther_than_two() -> None:
    """Catapult: 1 region away, not 2 (expansion sheet, Catapult)."""
    assert ways(table(f"{THROWN} 5"), 2) == []


def test_the_catapult_throws_over_the_lake() -> None:
    """Catapult: a region beyond the Lake (expansion sheet, Catapult; ruling G18)."""
    game = table(f"{FOUR} | 10: 2 elves+catapult@Ann")
    assert ways(game, 18) == ["catapult"]


def test_the_catapult_does_not_throw_over_a_sea() -> None:
    """Catapult: but not over Seas (expansion sheet, Catapult; ruling G18)."""
    game = table(f"{FOUR} | 2: 2 elves+catapult@Ann")
    assert ways(game, 20) == []


def test_the_catapult_needs_a_region_to_stand_in() -> None:
    """Catapult: in a region you occupy, so a first conquest is without it (expansion sheet, Catapult)."""
    game = table("turn 3 Ann conquer | hand elves+catapult@Ann 9")
    assert not {each for each in listed(game) if ":catapult:" in each}


def test_the_catapult_may_be_tried_with_the_die() -> None:
    """Catapult: its price is one like any other (expansion sheet, Catapult; Final Conquest Attempt)."""
    game = table(f"{THROWN} 1 | 14: 2 orcs+hill@Ben")
    tried = after(game, Conquer(region(14), "catapult:r18", die=True))
    assert lies(roll(tried, 2), 14) == "1 elves+catapult@Ann"


def test_the_catapult_stands_where_it_failed_from() -> None:
    """Catapult: it was placed for the attempt, won or lost (our own reading)."""
    game = table(f"{THROWN} 1 | 14: 2 orcs+hill@Ben")
    tried = after(game, Conquer(region(14), "catapult:r18", die=True))
    assert lies(roll(tried, 0), 18) == "2 elves+catapult@Ann [catapult]"


def test_an_immune_region_is_out_of_the_catapults_reach() -> None:
    """Catapult: a Hero keeps its stones off too (base rules, Heroic)."""
    game = table(f"{THROWN} 5 | 14: 1 orcs+heroic@Ben [hero]")
    assert "protected by the Hero" in refusal(game, Conquer(region(14), "catapult:r18"))


def test_a_second_throw_can_be_entered_as_it_was_played() -> None:
    """Catapult: the cardboard is right (Corrections: as played)."""
    game = table(f"{THROWN} 5 | used catapult")
    assert lies(bent(game, Conquer(region(14), "catapult:r18")), 14) == "1 elves+catapult@Ann"


def test_the_catapult_disappears_in_decline() -> None:
    """Catapult: it disappears when you go into decline (expansion sheet, Catapult)."""
    game = table("turn 3 Ann begin | 18: 2 elves+catapult@Ann [catapult]")
    assert lies(after(game, Decline()), 18) == "1 elves@Ann declined"


def test_the_catapult_returns_to_hand_when_its_region_is_left() -> None:
    """Catapult: what stands on an abandoned region does not stay (ruling F11, as the Dragon)."""
    game = ready(table("turn 3 Ann begin | 18: 2 elves+catapult@Ann [catapult] | 12: 1 elves@Ann"), "elves", {18: 0})
    assert lies(game, 18) == "nothing"


def test_a_throw_is_told_with_its_place() -> None:
    """Catapult: from where it was thrown (Conquering a Region)."""
    game = table(f"{THROWN} 5")
    command = Conquer(region(14), "catapult:r18")
    said = text.say(narration.headline(game, command, decide(game, command)))
    assert said == "Ann uses Catapult from region 18 to conquer region 14"
