"""The column of combos: base rules, Picking a Race and Special Power Combo."""

from __future__ import annotations

from msgspec.structs import replace

from companion.rules import notation
from companion.rules.commands import Answer, Decline, Finish, Pick, SetCoins
from companion.rules.engine import chances, decide
from companion.rules.events import BadgesReshuffled
from companion.rules.model import Game
from tests.rules.moves import band
from tests.rules.position import after, conquer, listed, refusal, table
from tests.rules.walker import played

SIX = "column elves+spirit, orcs+hill 2, giants+commando 1, trolls+swamp, humans+stout 4, tritons+flying"
NAMES = "elves orcs giants trolls humans tritons"


def at_start(more: str = "") -> Game:
    """Ann begins a turn without a race before six combos."""
    return table(f"turn 2 Ann begin | {SIX} {more}")


def column(game: Game) -> str:
    """The column as the notation writes it."""
    return dict(notation.parts(notation.write(game)))["column"]


def purse(game: Game, seat: int = 0) -> int:
    """A seat's coins."""
    return game.seats[seat].coins


def draw(game: Game, *pieces: str) -> Game:
    """The game after these pieces were turned up."""
    for piece in pieces:
        game = after(game, Answer(chances(game)[0].occasion, piece, "table"))
    return game


def test_the_top_combo_is_free() -> None:
    """The first combo costs nothing."""
    game = after(at_start("| coins 0 5"), Pick(0))
    assert purse(game) == 0
    assert band(game, "elves").seat == 0


def test_each_place_down_costs_one_more_coin_dropped_on_the_combos_above() -> None:
    """One coin on each combo above the one that is picked; they slide up to fill the gap."""
    game = after(at_start(), Pick(3))
    assert purse(game) == 5 - 3
    assert column(game) == "elves+spirit 1, orcs+hill 3, giants+commando 2, humans+stout 4, tritons+flying"


def test_the_top_combo_is_free_for_a_purse_below_nothing() -> None:
    """Others have entered a pick that the purse could not pay: the next one is still to be had (ruling A3)."""
    game = played(at_start("| coins 2 5"), decide(at_start("| coins 2 5"), SetCoins(0, -4), blind=True))
    assert purse(game) == -2
    assert listed(game) == {"pick:0"}
    assert purse(after(game, Pick(0))) == -2


def test_coins_on_the_chosen_combo_go_to_the_picker() -> None:
    """The picker pockets the coins that lie on the combo, and pays in full all the same."""
    game = after(at_start(), Pick(4))
    assert purse(game) == 5 - 4 + 4


def test_coins_on_the_chosen_combo_do_not_pay_for_it() -> None:
    """The coins dropped above are the picker's own (base rules; ruling A2)."""
    game = at_start("| coins 3 5")
    assert refusal(game, Pick(4)) == "that combo costs 4 coins, more than you have"


def test_only_what_one_can_pay_is_offered() -> None:
    """With two coins the three upper combos can be had (ruling A3)."""
    assert listed(at_start("| coins 2 5")) == {"pick:0", "pick:1", "pick:2"}


def test_the_sixth_combo_is_on_top_of_the_stacks_and_can_be_had() -> None:
    """Six combos are visible, the one on the stacks included."""
    game = after(at_start(), Pick(5))
    assert purse(game) == 0
    assert band(game, "tritons").hand == 6 + 5


def test_there_is_no_seventh_combo() -> None:
    """Only what lies open can be picked."""
    assert refusal(at_start("| coins 9 9"), Pick(6)) == "that combo is not available"
    assert refusal(at_start("| coins 9 9"), Pick(-1)) == "that combo is not available"


def test_tokens_are_the_sum_of_banner_and_badge() -> None:
    """As many tokens as the two numbers together: Giants 6, Commando 4."""
    game = after(at_start(), Pick(2))
    assert band(game, "giants").hand == 10
    assert game.tray["giants"] == 11 - 10


def test_tokens_are_limited_by_the_tray() -> None:
    """No more tokens than are physically there (ruling A10)."""
    game = at_start()
    game = after(replace(game, tray={**game.tray, "giants": 7}), Pick(2))
    assert (band(game, "giants").hand, game.tray["giants"]) == (7, 0)


def test_after_the_pick_the_race_conquers() -> None:
    """The first turn: pick, conquer, score."""
    game = after(at_start(), Pick(2))
    assert game.turn.stage == "conquer"
    assert game.bands[game.turn.band].race == "giants"


def test_the_gap_is_filled_from_the_stacks() -> None:
    """A banner and then a badge are turned up, for the lowest place."""
    game = after(at_start(), Pick(0))
    assert chances(game)[-1].kind == "banner"
    game = draw(game, "wizards", "wealthy")
    assert column(game).endswith("tritons+flying, wizards+wealthy")
    assert not chances(game)


def test_what_lies_open_or_is_in_play_does_not_turn_up() -> None:
    """The stacks hold what is neither in the column nor with a player."""
    game = after(at_start("| 5: 1 dwarves+mounted@Ben"), Pick(0))
    assert not set(chances(game)[0].choices) & {*NAMES.split(), "dwarves"}
    assert len(chances(game)[0].choices) == 14 - 6 - 1
    banner = chances(game)[0]
    assert refusal(game, Answer(banner.occasion, "dwarves", "table")) == "Dwarves cannot come up now"


def test_one_may_conquer_while_the_column_waits() -> None:
    """The column is everybody's business: the picker's turn goes on meanwhile."""
    game = after(at_start(), Pick(2))
    assert chances(game)
    assert "conquer:r05:ordinary" in listed(game)


def test_nobody_picks_from_a_column_with_a_gap() -> None:
    """There are always six combos to choose from, as long as the stacks last."""
    game = table("turn 2 Ann begin | column elves+spirit, orcs+hill")
    assert listed(game) == set()
    assert refusal(game, Pick(0)) == "some combos to pick are missing; draw them first"


def test_a_player_with_an_active_race_does_not_pick() -> None:
    """A new race only follows on one in decline."""
    game = at_start("| 5: 2 ratmen+merchant@Ann")
    assert refusal(game, Pick(0)) == "Ann still has an active race; put it in decline first"
    assert not any(offer.startswith("pick") for offer in listed(game))


def test_a_race_without_a_token_is_an_active_race_all_the_same() -> None:
    """Wiped out, one may not take a new combo at once (ruling D1)."""
    game = at_start("| hand ratmen+merchant@Ann 0")
    assert refusal(game, Pick(0)) == "Ann still has an active race; put it in decline first"
    assert "decline" in listed(game)


def test_nobody_picks_twice_in_a_turn() -> None:
    """One combo, then conquests."""
    game = after(at_start(), Pick(0))
    assert refusal(game, Pick(0)).startswith("not now")


def test_discarded_badges_are_shuffled_when_none_is_left() -> None:
    """Too few badges: the discarded ones become the new stack (base rules, Entering In Decline)."""
    game = after(at_start(), Pick(0))
    spent = game.badges
    game = draw(replace(game, badges=(), discards=spent), "wizards")
    assert set(chances(game)[0].choices) == set(spent)
    assert game.discards == ()


def test_badges_are_not_shuffled_while_one_is_left() -> None:
    """The last badge is turned up before the discards are shuffled."""
    game = after(at_start(), Pick(0))
    game = replace(game, badges=("wealthy",), discards=("alchemist", "mounted"))
    events = decide(game, Answer(chances(game)[0].occasion, "wizards", "table"))
    assert not [event for event in events if isinstance(event, BadgesReshuffled)]
    game = draw(game, "wizards")
    assert column(game).endswith("wizards+wealthy")
    assert game.discards == ("alchemist", "mounted")


def test_a_banner_without_a_badge_waits_for_one() -> None:
    """Within the limit of the badges there are: the next badge that is discarded goes to it."""
    line = f"turn 2 Ann begin | {SIX} | 5: 2 ratmen+merchant@Ann"
    game = replace(table(line), badges=(), half="wizards", column=table(line).column[:5])
    assert not chances(game)
    game = after(game, Decline())
    assert column(game).endswith("wizards+merchant")


def test_a_vanished_races_banner_goes_below_the_stack() -> None:
    """It comes up again only when all others have (base rules, Entering In Decline)."""
    line = f"turn 3 Ann conquer | {SIX} | 5: 1 ratmen@Ben declined | hand wizards+wealthy@Ann 5"
    game = conquer(table(line), 5)
    assert game.returned == ("ratmen",)
    assert "ratmen" not in game.banners
    open_slot = replace(game, column=game.column[:5])
    assert "ratmen" not in chances(open_slot)[0].choices


def test_banners_come_back_in_the_order_in_which_they_were_laid_below() -> None:
    """The bottom of the stack is known, and needs no draw: only its badge is chance."""
    game = replace(at_start(), banners=(), returned=("ratmen", "dwarves"))
    game = after(game, Pick(0))
    assert game.half == "ratmen"
    assert game.returned == ("dwarves",)
    assert chances(game)[-1].kind == "badge"


def test_with_the_stack_used_up_the_banner_fills_the_lowest_empty_slot() -> None:
    """A vanished race's banner goes into the column when there is a gap (base rules, Entering In Decline)."""
    line = "turn 3 Ann conquer | column elves+spirit | 5: 1 ratmen@Ben declined | hand wizards+wealthy@Ann 5"
    game = conquer(replace(table(line), banners=()), 5)
    assert game.half == "ratmen"
    game = draw(game, "stout")
    assert column(game) == "elves+spirit, ratmen+stout"


def test_the_column_gets_shorter_when_nothing_is_left() -> None:
    """Six combos within the limit of the banners there are (ruling A6)."""
    game = after(replace(at_start(), banners=()), Pick(0))
    assert not chances(game)
    assert len(game.column) == 5


def test_without_any_combo_one_passes() -> None:
    """No combo left to pick: the turn is scored as it stands."""
    game = replace(table("turn 2 Ann begin | 5: 1 ratmen@Ann declined"), banners=())
    assert listed(game) == {"finish"}
    assert after(game, Finish()).turn.stage == "score"


def test_nobody_passes_while_there_is_a_combo() -> None:
    """Without a race one picks a combo; the top one is always free."""
    assert refusal(at_start(), Finish()) == "Ann has to pick a combo first"


def test_a_price_entered_for_another_player_does_not_look_at_the_purse() -> None:
    """Entered for somebody else, a pick tells nothing about that purse."""
    game = at_start("| coins 0 5")
    events = decide(game, Pick(5), blind=True)
    assert len([event for event in events if type(event).__name__ == "CoinsMoved"]) == 5
