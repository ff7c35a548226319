"""Necromancer Island (expansion sheet, under that name; rulings H): what the Necromancer buys, and at what price."""

from __future__ import annotations

from companion.rules.commands import Finish, UseAbility
from companion.rules.engine import decide, offers
from companion.rules.events import CoinsMoved
from companion.rules.model import Game
from tests.rules.island import CONQUER, MARKET, ghosts
from tests.rules.moves import band, ready
from tests.rules.position import after, bent, bill, listed, refusal, region, table


def test_a_ghost_costs_a_coin_for_each_power_and_each_ghost() -> None:
    """Acquiring Ghosts and Special Powers: 2 powers in use and 6 Ghosts on the map make 8 coins."""
    line = f"{MARKET} | 10: 2 ghosts+hill+swamp@Dee | 11: 1 ghosts@Dee | hand ghosts@Dee 3 | coins 5 5 5 20"
    assert bought(table(line), UseAbility("ghosts", "ghost")) == 8


def bought(game: Game, command: UseAbility) -> int:
    """What a purchase costs."""
    return game.seats[3].coins - after(game, command).seats[3].coins


def test_ghosts_in_the_well_or_the_reserve_and_powers_in_reserve_cost_nothing() -> None:
    """Acquiring Ghosts and Special Powers: powers in use, Ghosts on the map (H)."""
    line = f"{MARKET} | hand ghosts+hill@Dee 2 | pile well ghosts 3 | pile reserve flying, forest"
    assert bought(table(line), UseAbility("ghosts", "ghost")) == 3


def test_a_table_may_want_a_coin_more() -> None:
    """Rulings H5: one review adds 1."""
    game = table(f"{MARKET} | hand ghosts+hill@Dee 2 | option ghost-price=one-more")
    assert bought(game, UseAbility("ghosts", "ghost")) == 4


def test_the_price_is_worked_out_again_after_each_purchase() -> None:
    """Acquiring Ghosts and Special Powers: the second Ghost costs one coin more (H)."""
    game = table(f"{MARKET} | hand ghosts+hill@Dee 2 | coins 5 5 5 20")
    game = after(game, UseAbility("ghosts", "ghost"))
    assert bought(game, UseAbility("ghosts", "ghost")) == 4


def test_a_bought_ghost_lies_on_the_island() -> None:
    """Acquiring Ghosts and Special Powers: from the reserve onto the Island."""
    game = table(f"{MARKET} | hand ghosts+hill@Dee 2")
    game = after(game, UseAbility("ghosts", "ghost"))
    assert (ghosts(game), game.tray["ghosts"]) == (3, 11)


def test_a_bought_power_joins_those_in_use() -> None:
    """Acquiring Ghosts and Special Powers: their effects add up."""
    game = table(f"{MARKET} | hand ghosts+hill@Dee 2 | pile reserve flying, forest")
    game = after(game, UseAbility("ghosts", "power", "flying"))
    assert (band(game, "ghosts").powers, game.piles["reserve"]) == (("hill", "flying"), {"forest": 1})


def test_two_powers_work_together() -> None:
    """Acquiring Ghosts and Special Powers: each takes its token off the price."""
    game = table(f"{CONQUER} | hand ghosts+commando+mounted@Dee 5")
    shore = game.board.regions[region(16)].adjacent
    hill = next(each for each in shore if game.board.regions[each].terrain in ("hill", "farmland"))
    assert "− 1 Commando − 1 Mounted" in bill(game, int(hill[1:]))


def test_a_bought_power_begins_as_one_that_is_taken() -> None:
    """Acquiring Ghosts and Special Powers: the Historian is paid for the races in decline at once, 2 here, after 3."""
    line = f"{MARKET} | hand ghosts+hill@Dee 2 | 15: 1 orcs@Ann declined | 21: 1 elves@Ben declined"
    game = after(table(f"{line} | pile reserve historian"), UseAbility("ghosts", "power", "historian"))
    assert game.seats[3].coins == 5 - 3 + 2


def test_what_the_purse_cannot_pay_is_not_offered_to_its_owner() -> None:
    """Acquiring Ghosts and Special Powers: coins earned in earlier turns."""
    game = table(f"{MARKET} | hand ghosts+hill@Dee 2 | coins 5 5 5 2")
    assert listed(game, 3) == {"finish"}


def test_what_is_for_sale_tells_others_nothing_about_the_purse() -> None:
    """Abilities 23: everybody's list of offers is the same with an empty purse."""
    poor, rich = (table(f"{MARKET} | hand ghosts+hill@Dee 2 | coins 5 5 5 {coins}") for coins in (0, 99))
    assert offers(poor, 3, blind=True) == offers(rich, 3, blind=True)


def test_nobody_buys_on_credit() -> None:
    """Acquiring Ghosts and Special Powers: as many as he can afford."""
    game = table(f"{MARKET} | hand ghosts+hill@Dee 2 | coins 5 5 5 2")
    assert "3" in refusal(game, UseAbility("ghosts", "ghost"))


def test_nothing_is_bought_after_the_market() -> None:
    """Necromancer's Game Turn: first the purchases, then the conquests."""
    game = table(f"{CONQUER} | hand ghosts+hill@Dee 2")
    assert "act:ghosts:ghost:" not in listed(game, 3)


def test_a_forgotten_purchase_is_entered_as_played() -> None:
    """Corrections: the cardboard is right."""
    game = bent(table(f"{CONQUER} | hand ghosts+hill@Dee 2"), UseAbility("ghosts", "ghost"))
    assert (ghosts(game), game.seats[3].coins) == (3, 2)


def test_the_last_ghost_of_the_reserve_is_the_last_one_sold() -> None:
    """Acquiring Ghosts and Special Powers: there are 14."""
    game = table(f"{MARKET} | hand ghosts+hill@Dee 14 | coins 5 5 5 99")
    assert listed(game, 3) == {"finish"}


def test_after_the_market_the_ghosts_set_out() -> None:
    """Necromancer's Game Turn: with none on the map there is nothing to ready."""
    game = after(table(f"{MARKET} | hand ghosts+hill@Dee 2"), Finish())
    assert (game.turn.stage, game.turn.band) == ("conquer", band(game, "ghosts").id)
    assert game.turn.mustered == (band(game, "ghosts").id,)


def test_ghosts_on_the_map_are_readied_first() -> None:
    """Conquer Regions: he conquers as others do."""
    game = after(table(f"{MARKET} | 10: 3 ghosts+hill@Dee"), Finish())
    assert ghosts(ready(game, "ghosts")) == 2


def test_what_is_paid_goes_to_the_bank_for_all_to_see() -> None:
    """Acquiring Ghosts and Special Powers: an event of its own, no part of anybody's score."""
    events = decide(table(f"{MARKET} | hand ghosts+hill@Dee 2"), UseAbility("ghosts", "ghost"))
    assert events[0] == CoinsMoved(3, "seat:3", "bank")
