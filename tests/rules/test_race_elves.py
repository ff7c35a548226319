"""Elves: a conquest drives them off and kills none."""

from __future__ import annotations

from companion.rules.commands import Conquer
from tests.rules.moves import band, finish_turn
from tests.rules.position import after, conquer, lies, region, table

ATTACK = "turn 2 Ben conquer | 12: 1 orcs+hill@Ben | hand orcs@Ben 6"


def test_elves_lose_no_token() -> None:
    """All tokens of the region are kept in hand, none goes to the tray (Elves)."""
    game = conquer(table(f"{ATTACK} | 7: 3 elves+mounted@Ann | 2: 1 elves@Ann"), 7)
    assert (band(game, "elves").withdrawn, game.tray["elves"]) == (3, 7)


def test_a_lone_elf_escapes() -> None:
    """A single defending Elf is not discarded either (Elves)."""
    game = finish_turn(conquer(table(f"{ATTACK} | 7: 1 elves+mounted@Ann | 2: 1 elves@Ann"), 7))
    assert lies(game, 2) == "2 elves+mounted@Ann"


def test_other_races_lose_one() -> None:
    """Without the Elves' benefit one token is lost for good (Enemy Losses & Withdrawals)."""
    game = conquer(table(f"{ATTACK} | 7: 3 giants+mounted@Ann | 2: 1 giants@Ann"), 7)
    assert (band(game, "giants").withdrawn, game.tray["giants"]) == (2, 8)


def test_elves_without_a_region_wait_in_hand() -> None:
    """Driven from everywhere they enter on their next turn as in a first conquest (Enemy Losses & Withdrawals): B20."""
    game = finish_turn(conquer(table(f"{ATTACK} | 7: 3 elves+mounted@Ann"), 7))
    assert (band(game, "elves").hand, band(game, "elves").withdrawn) == (3, 0)


def test_elves_attacked_twice_keep_everybody() -> None:
    """Each region's tokens are kept (Elves): C4."""
    line = "turn 2 Ben conquer | 12: 1 orcs+hill@Ben | hand orcs@Ben 9"
    game = table(f"{line} | 7: 1 elves+mounted@Ann | 6: 1 elves@Ann | 2: 1 elves@Ann")
    assert band(conquer(game, 7, 6), "elves").withdrawn == 2


def test_elves_still_cost_the_attacker_their_tokens() -> None:
    """The benefit saves tokens, it does not lower what defenders are worth (Elves)."""
    game = conquer(table(f"{ATTACK} | 7: 3 elves+mounted@Ann | 2: 1 elves@Ann"), 7)
    assert lies(game, 7) == "5 orcs+hill@Ben"


def test_an_elf_in_decline_is_lost() -> None:
    """The benefit ends with the decline (The Races and Special Powers): E5."""
    game = conquer(table(f"{ATTACK} | 7: 1 elves@Ann declined | 2: 1 elves@Ann declined"), 7)
    assert (band(game, "elves").withdrawn, game.tray["elves"]) == (0, 10)


def test_a_converted_elf_is_lost() -> None:
    """If an Elf is converted by a Sorcerer, the Elf does lose his token (Sorcerers): E4."""
    game = table("turn 2 Ben conquer | 12: 1 sorcerers+hill@Ben | 7: 1 elves+mounted@Ann | 2: 1 elves@Ann")
    game = after(game, Conquer(region(7), "sorcerers"))
    assert (band(game, "elves").withdrawn, game.tray["elves"]) == (0, 10)


def test_ones_own_ghouls_are_not_the_enemy_that_elves_escape() -> None:
    """Elves are spared when the enemy conquers; one's own Ghouls are none, so one is lost (Elves; Ghouls): E10, F12."""
    game = table("turn 4 Ann conquer ghouls | 12: 1 ghouls@Ann declined | hand ghouls@Ann 4 | 7: 2 elves+mounted@Ann")
    game = conquer(game, 7)
    assert (band(game, "elves").hand, game.tray["elves"]) == (1, 10)
