"""Turn order, leaving, and the end: base rules, Starting the game, and End of the game."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.rules.commands import Accept, Conquer, Leave, SetCoins, SetTurn, Stop, Unveil, Withdraw
from companion.rules.engine import chances
from companion.rules.model import Game
from companion.rules.score import winners
from companion.views import game_view
from tests.rules.moves import band, finish_turn, ready
from tests.rules.position import after, bill, conquer, lies, listed, refusal, table

FOUR = (
    "seats Ann Ben Cid Dee | 5: 2 ratmen+merchant@Ann | 7: 2 orcs+hill@Ben"
    "| 13: 2 giants+stout@Cid | 19: 2 elves+swamp@Dee"
)


def whose(game: Game) -> tuple[int, str]:
    """The turn and who plays it."""
    return game.turn.number, game.name(game.turn.seat)


def passing(game: Game) -> Game:
    """The game after the player whose turn it is has readied, redeployed and scored."""
    race = game.active(game.turn.seat)
    assert race is not None
    return finish_turn(ready(game, race.race))


def unveiled(game: Game) -> Game:
    """The game with all purses open."""
    return after(game, *(Unveil() for _ in game.seats))


# Turn order.


def test_play_goes_clockwise() -> None:
    """From player to player, and when all have had a turn a new turn begins (Starting the game)."""
    game = table(f"turn 1 Ann begin | {FOUR}")
    seen = []
    for _ in range(5):
        seen.append(whose(game))
        game = passing(game)
    assert seen == [(1, "Ann"), (1, "Ben"), (1, "Cid"), (1, "Dee"), (2, "Ann")]


def test_the_turn_marker_moves_with_the_first_player() -> None:
    """Whoever began the game begins each turn (Starting the game): after Cid, Dee and Ann comes Ben's next turn."""
    game = table(f"turn 1 Ben begin | start Ben | {FOUR}")
    seen = []
    for _ in range(5):
        seen.append(whose(game))
        game = passing(game)
    assert seen == [(1, "Ben"), (1, "Cid"), (1, "Dee"), (1, "Ann"), (2, "Ben")]


@pytest.mark.parametrize(("players", "turns"), [(2, 10), (3, 10), (4, 9), (5, 8)])
def test_everybody_has_the_same_number_of_turns(players: int, turns: int) -> None:
    """The game ends when all have played their final turn (End of the game): the last is who sits before the first."""
    everybody = {
        "Ann": "5: 1 ratmen+merchant@Ann",
        "Ben": "3: 1 orcs+hill@Ben",
        "Cid": "6: 1 giants+stout@Cid",
        "Dee": "7: 1 elves+swamp@Dee",
        "Eve": "16: 1 trolls+forest@Eve",
    }
    names = list(everybody)[:players]
    standing = " | ".join(everybody[name] for name in names)
    game = table(f"seats {' '.join(names)} | turn 1 Ben begin | start Ben | {standing}")
    played = dict.fromkeys(range(players), 0)
    while not game.over:
        played[game.turn.seat] += 1
        game = passing(game)
    assert played == dict.fromkeys(range(players), turns)


def test_the_last_player_of_the_last_turn_ends_the_game() -> None:
    """Ben began, so Ann's turn 9 is the last one on the map for four (Setting up the game)."""
    game = passing(table(f"turn 9 Dee begin | start Ben | {FOUR}"))
    assert (whose(game), game.over) == ((9, "Ann"), False)
    assert passing(game).over


def test_withdrawn_tokens_go_down_before_the_game_ends() -> None:
    """They count in a tie: the last turn has its final action too (Enemy Losses & Withdrawals)."""
    game = table(
        "turn 10 Ben conquer | 10: 1 orcs+hill@Ben | hand orcs+hill@Ben 6 | 5: 3 ratmen+merchant@Ann"
        "| 20: 1 ratmen+merchant@Ann | 21: 1 ratmen+merchant@Ann"
    )
    game = finish_turn(conquer(game, 5))
    assert not game.over
    game = after(game, Withdraw(band(game, "ratmen").id, {"r20": 2}))
    assert game.over


def test_nothing_is_played_after_the_end() -> None:
    """Only the purses are left to open."""
    game = passing(table("turn 10 Ben begin | 5: 1 ratmen+merchant@Ann | 7: 1 orcs+hill@Ben"))
    assert listed(game, 0) == listed(game, 1) == {"unveil"}
    for command in (Conquer("r04"), Accept(), Leave(0), Stop(), SetTurn(3, 0)):
        assert refusal(game, command) == "the game is over"
    assert not chances(game)


# Who wins.


def ended(line: str) -> Game:
    """The game stopped in a position."""
    return after(table(f"turn 5 Ann begin | {line}"), Stop())


def test_most_coins_win() -> None:
    """The player with the highest score wins, whoever stands on the map (End of the game)."""
    assert winners(ended("5: 9 ratmen+merchant@Ann | 7: 1 orcs+hill@Ben | coins 50 51")) == (1,)


def test_a_tie_goes_to_the_most_race_tokens_on_the_board() -> None:
    """Active and in decline together (End of the game): 3 against 1 and 3."""
    game = ended("5: 3 ratmen+merchant@Ann | 7: 1 orcs+hill@Ben | 20: 3 ghouls@Ben declined | coins 50 50")
    assert winners(game) == (1,)


def test_tokens_off_the_map_do_not_break_a_tie() -> None:
    """Only tokens still on the board count (End of the game)."""
    game = ended("5: 2 ratmen+merchant@Ann | hand ratmen+merchant@Ann 5 | 7: 3 orcs+hill@Ben | coins 50 50")
    assert winners(game) == (1,)


def test_pieces_do_not_break_a_tie() -> None:
    """Race tokens only: no Encampments, no Lairs, no Fortresses (ruling D14)."""
    game = ended("5: 2 ratmen+bivouacking@Ann [encampment encampment encampment] | 7: 3 orcs+hill@Ben | coins 50 50")
    assert winners(game) == (1,)


def test_tokens_count_only_in_a_tie() -> None:
    """Coins first (End of the game)."""
    assert winners(ended("5: 1 ratmen+merchant@Ann | 7: 9 orcs+hill@Ben | coins 51 50")) == (0,)


def test_a_tie_in_both_is_shared() -> None:
    """Nothing breaks it: all of them have won (ruling D15)."""
    line = "seats Ann Ben Cid | 5: 2 ratmen+merchant@Ann | 7: 2 orcs+hill@Ben | 21: 9 giants+stout@Cid"
    assert winners(ended(f"{line} | coins 50 50 40")) == (0, 1)


def test_a_tie_in_both_may_go_to_who_sat_later() -> None:
    """By a table option: later in the order of play, which began with Ben, so Ann is the last (ruling D15)."""
    line = "seats Ann Ben Cid | start Ben | 5: 2 ratmen+merchant@Ann | 7: 2 orcs+hill@Ben"
    assert winners(ended(f"{line} | coins 50 50 40 | option full-tie=later-seat")) == (0,)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("7: 1 orcs+hill@Ben | coins 50 49", None),
        ("7: 1 orcs+hill@Ben | coins 50 50", "Tied on coins: most race tokens on the map wins"),
        ("coins 50 50", "Tied on coins and on race tokens: they share the victory"),
        (
            "coins 50 50 | option full-tie=later-seat",
            "Tied on coins and on race tokens: later in turn order wins",
        ),
    ],
)
def test_the_tie_break_is_shown(line: str, words: str | None) -> None:
    """The reveal says how a tie was broken (End of the game)."""
    assert game_view.public(unveiled(ended(line)))["tie"] == words


# The reveal.


def test_purses_open_one_at_a_time_the_fewest_first() -> None:
    """The coins are revealed and tallied at the end, the winner's last (End of the game)."""
    game = ended("seats Ann Ben Cid | coins 70 50 60")
    order = []
    for _ in range(3):
        game = after(game, Unveil())
        order.append(game.unveiled[-1])
    assert order == [1, 2, 0]
    assert refusal(game, Unveil()) == "all scores are already revealed"


def test_purses_stay_shut_while_the_game_runs() -> None:
    """Final scores are not revealed until the end (Scoring Victory Coins)."""
    assert refusal(table("turn 5 Ann begin"), Unveil()) == "the game is not over yet"


def test_the_winner_is_not_named_before_the_last_purse() -> None:
    """Each purse is shown as it opens, and the winner with the last."""
    game = after(ended("coins 70 50"), Unveil())
    assert game_view.public(game)["reveal"] == [{"seat": 1, "coins": 50, "tokens": 0}]
    assert game_view.public(game)["winner"] is None
    assert game_view.public(after(game, Unveil()))["winner"] == [0]


# Leaving, and stopping early.


def test_who_has_left_is_passed_over() -> None:
    """The others play on: after Ann comes Cid."""
    game = after(table(f"turn 1 Ann begin | {FOUR}"), Leave(1))
    assert whose(passing(game)) == (1, "Cid")


def test_who_leaves_in_the_own_turn_ends_it_unscored() -> None:
    """The next player goes on, and no coin changes hands."""
    game = after(table(f"turn 1 Ann begin | {FOUR}"), Leave(0))
    assert whose(game) == (1, "Ben")
    assert game.seats[0].coins == 5


def test_who_leaves_between_turns_changes_nobodys_turn() -> None:
    """Another player's turn runs on."""
    game = after(ready(table(f"turn 1 Ann begin | {FOUR}"), "ratmen"), Leave(2))
    assert (whose(game), game.turn.stage) == ((1, "Ann"), "conquer")


def test_the_tokens_of_who_left_stay_and_defend() -> None:
    """What stands on the map stays, and costs what it costs."""
    game = table("turn 3 Ann conquer | 10: 1 orcs+hill@Ann | 5: 2 ratmen+merchant@Ben | hand orcs+hill@Ann 5")
    assert bill(after(game, Leave(1)), 5) == "2 + 2 defenders = 4"


WITHDRAWING = (
    "seats Ann Ben Cid | turn 3 Ann conquer | 4: 1 orcs+hill@Ann | hand orcs+hill@Ann 9"
    "| 5: 3 ratmen+merchant@Ben | 28: 2 ratmen+merchant@Ben | 29: 1 ratmen+merchant@Ben"
)


def test_nobody_waits_for_the_defence_of_who_has_left() -> None:
    """Their tokens go where they are proposed: one to each, to the region with the fewest first (ruling L14)."""
    game = finish_turn(conquer(after(table(WITHDRAWING), Leave(1)), 5))
    assert (lies(game, 28), lies(game, 29)) == ("3 ratmen+merchant@Ben", "2 ratmen+merchant@Ben")
    assert whose(game) == (3, "Cid")


def test_who_leaves_while_others_wait_for_the_own_tokens_holds_nobody_up() -> None:
    """The turn goes on as if the tokens had been placed as proposed."""
    game = finish_turn(conquer(table(WITHDRAWING), 5))
    assert game.turn.stage == "withdraw"
    assert whose(after(game, Leave(1))) == (3, "Cid")


def test_nobody_leaves_twice() -> None:
    """Gone is gone."""
    game = after(table(f"turn 1 Ann begin | {FOUR}"), Leave(1))
    assert refusal(game, Leave(1)) == "Ben has left the game"
    assert refusal(game, Leave(4)) == "there is no such player"
    assert refusal(game, Leave(-1)) == "there is no such player"


def test_who_began_may_leave_and_turns_are_counted_all_the_same() -> None:
    """The turn marker moves when the round comes back to the first seat, empty or not."""
    game = after(table(f"turn 1 Ann begin | {FOUR}"), Leave(0))
    seen = []
    for _ in range(4):
        seen.append(whose(game))
        game = passing(game)
    assert seen == [(1, "Ben"), (1, "Cid"), (1, "Dee"), (2, "Ben")]


def test_the_last_turn_ends_without_who_left() -> None:
    """Nobody waits for an empty seat."""
    game = after(table(f"turn 9 Cid begin | {FOUR}"), Leave(3))
    assert passing(game).over


def test_when_all_have_left_the_game_is_over() -> None:
    """Nobody is there to take a turn."""
    assert after(table("turn 1 Ann begin"), Leave(1), Leave(0)).over


def test_who_has_left_does_not_win() -> None:
    """The victory is for those who stayed."""
    game = after(table("turn 5 Ann begin | coins 90 50"), Leave(0), Stop())
    assert winners(game) == (1,)


def test_the_table_may_stop_early() -> None:
    """The map and the purses stand as they are, and nothing more is scored."""
    game = after(ready(table(f"turn 4 Ben begin | {FOUR}"), "orcs"), Stop())
    assert (game.over, game.stopped) == (True, True)
    assert [seat.coins for seat in game.seats] == [5, 5, 5, 5]
    assert game_view.public(game)["turn"]["text"] == "The game was ended early"


def test_no_die_is_due_in_a_game_that_was_stopped() -> None:
    """A final attempt that was named is nobody's any more."""
    game = table("turn 3 Ann conquer | hand orcs+hill@Ann 1 | 5: 1 orcs@Ann")
    game = after(game, Conquer("r10", die=True), Stop())
    assert (game.turn.attempt, chances(game)) == (None, ())


def test_a_purse_can_still_be_corrected_before_it_opens() -> None:
    """The cardboard is right, at the end too."""
    game = after(ended("coins 50 51"), SetCoins(0, 2))
    assert winners(game) == (0,)


def test_with_five_players_of_whom_four_have_left_one_plays_on() -> None:
    """The turns of the others are passed over."""
    game = replace(table("seats Ann Ben Cid Dee Eve | turn 7 Ann begin | 5: 1 ratmen+merchant@Ann"))
    game = after(game, *(Leave(seat) for seat in (1, 2, 3, 4)))
    assert whose(passing(game)) == (8, "Ann")
    assert passing(passing(game)).over
