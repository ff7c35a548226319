"""Diplomat: peace with one opponent until the next turn."""

from __future__ import annotations

from companion.rules.commands import Accept, Conquer, Decline, Leave, UseAbility
from companion.rules.model import Game
from tests.rules.moves import attempt, band, finish, picked, ready, redeploy
from tests.rules.position import after, bill, conquer, lies, listed, refusal, region, table, ways

THREE = "seats Ann Ben Cid"
MADE = f"turn 3 Ann redeploy | {THREE} | 2: 3 ratmen+diplomat@Ann | 9: 2 orcs+hill@Ben | 8: 2 elves+forest@Cid"


def allies(game: Game) -> set[str]:
    """The names of those the Diplomat may now name."""
    return {game.name(int(offer.rsplit(":", 1)[1])) for offer in listed(game) if offer.startswith("act:diplomat:ally")}


def ally(seat: int) -> UseAbility:
    """The command that names an ally."""
    return UseAbility("diplomat", "ally", str(seat))


# Whom.


def test_the_diplomat_names_any_opponent_at_the_turns_end() -> None:
    """One opponent whose active race was not attacked this turn (Diplomat)."""
    assert allies(table(MADE)) == {"Ben", "Cid"}


def test_an_opponent_attacked_is_no_ally() -> None:
    """Whose active race you did not attack this turn (Diplomat): F6."""
    game = table(f"turn 3 Ann conquer | {THREE} | 2: 1 ratmen+diplomat@Ann | hand ratmen@Ann 6 | 9: 2 orcs+hill@Ben")
    assert allies(finish(conquer(game, 9))) == {"Cid"}


def test_attacking_a_declined_race_leaves_its_player_eligible() -> None:
    """Only the active race counts (Diplomat): F7."""
    game = table(
        f"turn 3 Ann conquer | {THREE} | 2: 1 ratmen+diplomat@Ann | hand ratmen@Ann 6 | 9: 1 orcs@Ben declined"
    )
    assert allies(finish(conquer(game, 9))) == {"Ben", "Cid"}


FAILED = f"turn 3 Ann conquer | {THREE} | 2: 1 ratmen+diplomat@Ann | hand ratmen@Ann 1 | 9: 1 orcs+hill@Ben"


def test_a_failed_attempt_is_an_attack() -> None:
    """The opponent was attacked, though in vain (Diplomat): F8."""
    assert allies(attempt(table(FAILED), 9, 0)) == {"Cid"}


def test_a_table_may_forgive_a_failed_attempt() -> None:
    """With the table option only a conquest is an attack: F8."""
    assert allies(attempt(table(f"{FAILED} | option failed-attack=does-not-count"), 9, 0)) == {"Ben", "Cid"}


def test_an_attack_of_ones_own_ghouls_does_not_count() -> None:
    """ "You" is the Diplomat's own race, not another one in decline (Special Powers; Diplomat)."""
    game = table(
        f"turn 4 Ann conquer ghouls | {THREE} | 10: 1 ghouls@Ann declined | hand ghouls@Ann 5"
        " | 9: 2 orcs+hill@Ben | 2: 3 ratmen+diplomat@Ann"
    )
    game = finish(ready(redeploy(finish(conquer(game, 9))), "ratmen"))
    assert allies(game) == {"Ben", "Cid"}


def test_no_peace_is_made_before_the_diplomats_own_conquests() -> None:
    """At the end of the turn: the redeployment of one's Ghouls is not that (Diplomat; Ghouls)."""
    game = table(
        "turn 4 Ann redeploy ghouls | 7: 4 ghouls@Ann declined | 2: 3 ratmen+diplomat@Ann | 12: 1 orcs+hill@Ben"
    )
    assert allies(game) == set()


def test_no_peace_is_made_while_conquering() -> None:
    """At the end of your turn (Diplomat)."""
    game = table(f"turn 3 Ann conquer | {THREE} | 2: 1 ratmen+diplomat@Ann | hand ratmen@Ann 6")
    assert refusal(game, ally(1)) == "Diplomat: not possible now"


def test_a_player_between_two_races_may_be_the_ally() -> None:
    """The peace is with the player, and binds the race they take next (Diplomat): F6."""
    game = picked("orcs+flying", "turn 3 Ben begin | 2: 3 ratmen+diplomat@Ann | memo ratmen@Ann diplomat.ally 2")
    assert refusal(game, Conquer(region(2))) == "at peace with Ann"


def test_the_diplomat_is_not_their_own_ally() -> None:
    """One opponent (Diplomat)."""
    assert refusal(table(MADE), ally(0)) == "Diplomat: not possible now"


def test_another_ally_takes_the_first_ones_place() -> None:
    """Peace is with one opponent; a second choice replaces the first (Diplomat)."""
    game = after(table(MADE), ally(1), ally(2))
    assert band(game, "ratmen").memo == {"diplomat.ally": 3}


def test_the_ally_just_named_is_not_offered_again() -> None:
    """Naming them twice would change nothing (Diplomat)."""
    assert allies(after(table(MADE), ally(1))) == {"Cid"}


# What peace does.

PEACE = (
    f"turn 3 Ben conquer | {THREE} | 2: 1 ratmen+diplomat@Ann | 3: 1 orcs+hill@Ben | hand orcs@Ben 6"
    " | memo ratmen@Ann diplomat.ally 2"
)


def test_the_ally_cannot_attack_the_active_race() -> None:
    """He cannot attack your active race (Diplomat)."""
    assert refusal(table(PEACE), Conquer(region(2))) == "at peace with Ann"


def test_the_ally_cannot_try_the_die_either() -> None:
    """An attempt is an attack (Diplomat; Final Conquest Attempt): F8."""
    game = table(PEACE.replace("hand orcs@Ben 6", "hand orcs@Ben 1"))
    assert refusal(game, Conquer(region(2), die=True)) == "at peace with Ann"


def test_the_allys_powers_are_bound_as_well() -> None:
    """No Dragon, no conversion: he cannot attack in any way (Diplomat): E19."""
    game = table(PEACE.replace("orcs+hill", "sorcerers+dragon-master").replace("orcs", "sorcerers"))
    assert ways(game, 2) == []


def test_others_are_not_bound() -> None:
    """Peace is with one opponent only (Diplomat)."""
    game = table(
        f"turn 3 Cid conquer | {THREE} | 2: 1 ratmen+diplomat@Ann | 3: 1 elves+hill@Cid | hand elves@Cid 6"
        " | memo ratmen@Ann diplomat.ally 2"
    )
    assert bill(game, 2) == "2 + 1 defender = 3"


def test_the_diplomats_declined_tokens_are_not_protected() -> None:
    """Tokens in decline are not impacted (Diplomat): F9."""
    assert bill(table(f"{PEACE} | 9: 1 elves@Ann declined"), 9) == "2 + 1 defender = 3"


def test_the_allys_declined_ghouls_may_attack() -> None:
    """Ghouls in decline are immune to this power (Diplomat): F9."""
    game = table(
        "turn 3 Ben conquer ghouls | 2: 1 ratmen+diplomat@Ann | 3: 1 ghouls@Ben declined | hand ghouls@Ben 6"
        " | memo ratmen@Ann diplomat.ally 2"
    )
    assert lies(conquer(game, 2), 2) == "3 ghouls@Ben declined"


def test_the_diplomat_may_attack_the_ally() -> None:
    """The peace of last turn is over when the Diplomat's turn begins; it binds the ally (Diplomat)."""
    game = table(f"turn 4 Ann conquer | {THREE} | 2: 1 ratmen+diplomat@Ann | hand ratmen@Ann 6 | 3: 1 orcs+hill@Ben")
    assert bill(game, 3) == "2 + 1 defender + 1 mountain = 4"


# How long.


def test_peace_lasts_until_the_diplomats_next_turn() -> None:
    """It ends as that turn begins (Diplomat): F9."""
    game = table("turn 3 Ben score | 2: 3 ratmen+diplomat@Ann | 3: 1 orcs+hill@Ben | memo ratmen@Ann diplomat.ally 2")
    assert band(after(game, Accept()), "ratmen").memo == {"diplomat.ally": 0}


def test_peace_outlasts_the_turns_of_the_others() -> None:
    """It holds in every turn until the Diplomat's own (Diplomat): F9."""
    game = after(table(f"{PEACE.replace('conquer', 'score')} | 7: 1 elves+forest@Cid"), Accept())
    assert (game.turn.seat, band(game, "ratmen").memo) == (2, {"diplomat.ally": 2})


def test_peace_ends_when_the_diplomat_leaves() -> None:
    """There is no next turn of the Diplomat that would end it."""
    game = after(table(PEACE), Leave(0))
    assert lies(conquer(game, 2), 2) == "3 orcs+hill@Ben"


def test_the_same_ally_may_be_named_again() -> None:
    """You may stay at peace with the same opponent (Diplomat)."""
    game = table(f"{MADE} | memo ratmen@Ann diplomat.ally 0")
    assert band(after(game, ally(1)), "ratmen").memo == {"diplomat.ally": 2}


def test_peace_ends_with_the_diplomats_decline() -> None:
    """It protected the active race, and there is none any more (Diplomat): F9."""
    game = table("turn 3 Ben conquer | 2: 1 ratmen@Ann declined | 3: 1 orcs+hill@Ben | hand orcs@Ben 6")
    declined = after(table("turn 3 Ann begin | 2: 3 ratmen+diplomat@Ann"), Decline())
    assert (bill(game, 2), band(declined, "ratmen").powers) == ("2 + 1 defender = 3", ())


def test_no_peace_is_made_in_the_turn_of_decline() -> None:
    """The power is gone with the badge (Diplomat; Entering Into Decline)."""
    game = after(table("turn 3 Ann begin | 2: 3 ratmen+diplomat@Ann | 3: 1 orcs+hill@Ben"), Decline())
    assert allies(game) == set()
