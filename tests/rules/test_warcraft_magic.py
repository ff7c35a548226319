"""Small World of Warcraft: special powers that move what others have."""

from __future__ import annotations

import pytest

from companion.language import text
from companion.rules.commands import UseAbility
from companion.rules.engine import offers
from companion.rules.model import Game
from tests.rules.isles import isles, purses
from tests.rules.moves import band, finish
from tests.rules.position import after, lies, listed, refusal, region

# Intimidating.

FEARED = "turn 3 Ann conquer | 8: 1 forsaken+intimidating@Ann | hand forsaken+intimidating@Ann 5"
RIVAL = "7: 3 naga+ranger@Ben | 10: 1 naga@Ben"


def frighten(game: Game, *numbers: int) -> Game:
    """The game after intimidating some regions."""
    return after(game, *(UseAbility("intimidating", "move", region(number)) for number in numbers))


def to(game: Game, number: int) -> Game:
    """The game after saying where the token goes."""
    return after(game, next(each.command for each in offers(game, 0) if each.id.endswith(f":{region(number)}")))


def test_a_token_goes_to_another_region_of_its_race() -> None:
    """Intimidating: 1 token to a region controlled by the same race (Warcraft rules, Intimidating)."""
    game = frighten(isles(f"{FEARED} | {RIVAL}"), 7)
    assert [lies(game, number) for number in (7, 10)] == ["2 naga+ranger@Ben", "2 naga+ranger@Ben"]


def test_the_intimidating_player_says_where() -> None:
    """Intimidating: to any region of the same race (Warcraft rules, Intimidating)."""
    game = to(frighten(isles(f"{FEARED} | {RIVAL} | 19: 1 naga@Ben"), 7), 19)
    assert [lies(game, number) for number in (7, 10, 19)] == [
        "2 naga+ranger@Ben",
        "1 naga+ranger@Ben",
        "2 naga+ranger@Ben",
    ]


def test_it_is_done_three_times_a_turn() -> None:
    """Intimidating: three times, several times in the same region too (Warcraft rules, Intimidating)."""
    game = frighten(isles(f"{FEARED} | {RIVAL.replace('3 naga', '5 naga')}"), 7, 7, 7)
    assert lies(game, 7) == "2 naga+ranger@Ben"
    assert refusal(game, UseAbility("intimidating", "move", region(7))) == "already used three times this turn"


def test_it_says_what_intimidation_does() -> None:
    """Intimidating: a wall goes, a Murloc goes, a token moves or is lost (Warcraft rules, Intimidating)."""
    game = isles(f"{FEARED} | 7: 1 naga+ranger@Ben | 10: 1 night-elves@Ben declined [wisp-wall] | 11: tribe")
    said = [text.sentence(each.label, "en") for each in offers(game, 0) if "intimidating" in each.id]
    assert said == [
        "Intimidate region 7: 1 Naga is lost",
        "Intimidate region 10: remove its Wisp Wall",
        "Intimidate region 11: remove a Murloc",
    ]


def test_a_token_without_another_region_is_lost() -> None:
    """Intimidating: otherwise discard the token; the region is then empty (Intimidating; ruling J20)."""
    game = frighten(isles(f"{FEARED} | 7: 1 naga@Ben declined"), 7)
    assert (lies(game, 7), game.tray["naga"], [each.race for each in game.bands.values()]) == (
        "nothing",
        11,
        ["forsaken"],
    )


BEASTS = "7: 1 naga+beast-master@Ben [beast] | memo naga@Ben beast-master.beasts 1"


def test_a_beast_is_moved_like_a_token() -> None:
    """Intimidating: Beasts are treated like Race tokens for any purpose (Warcraft rules, Beast Master)."""
    game = frighten(isles(f"{FEARED} | {BEASTS} | 10: 1 naga@Ben"), 7, 7)
    assert [lies(game, number) for number in (7, 10)] == ["nothing", "2 naga+beast-master@Ben [beast]"]


def test_a_beast_without_another_region_is_lost() -> None:
    """Intimidating: otherwise it is discarded (Warcraft rules, Intimidating; Beast Master)."""
    game = frighten(isles(f"{FEARED} | {BEASTS}"), 7, 7)
    assert (lies(game, 7), band(game, "naga").memo["beast-master.beasts"]) == ("nothing", 0)


def test_a_champion_alone_is_not_moved() -> None:
    """Intimidating: a Champion counts as a token in defence, and is none (Warcraft rules, Championing)."""
    game = isles(f"{FEARED} | 7: 0 naga+championing@Ben [champion] | 10: 1 naga@Ben")
    assert "act:intimidating:move:r07" not in listed(game)


def test_a_murloc_is_always_lost() -> None:
    """Intimidating: Murlocs are always discarded (Warcraft rules, Intimidating)."""
    assert lies(frighten(isles(f"{FEARED} | 7: tribe"), 7), 7) == "nothing"


@pytest.mark.parametrize(("race", "wall"), [("night-elves+ranger", "wisp-wall"), ("naga+garrisoned", "fort")])
def test_a_wall_goes_first(race: str, wall: str) -> None:
    """Intimidating: a Wisp Wall or a Fort is discarded first, which counts as a use (Warcraft rules, Intimidating)."""
    game = frighten(isles(f"{FEARED} | 10: 2 {race}@Ben [{wall}]"), 10)
    assert (lies(game, 10), game.turn.used.count("intimidating")) == (f"2 {race}@Ben", 1)


WALLED = (
    f"{FEARED} | 7: 3 pandaren+garrisoned@Ben [fort] | 10: 1 pandaren@Ben | memo pandaren@Ben pandaren.seat1 1"
    " | coins 1 5"
)


def test_a_fort_of_pandaren_goes_for_nothing() -> None:
    """Pandaren: forcing the removal of a Race token, which a Fort is not (Warcraft rules, Pandaren; ruling J43)."""
    game = frighten(isles(WALLED), 7)
    assert (lies(game, 7), purses(game)) == ("3 pandaren+garrisoned@Ben", [1, 5])


def test_the_token_of_pandaren_behind_the_fort_is_paid_for() -> None:
    """Pandaren: 2 coins before a Race token is moved away, once (Warcraft rules, Pandaren; ruling J43)."""
    game = frighten(isles(WALLED.replace("coins 1 5", "coins 5 5")), 7)
    assert [purses(frighten(game, *moved)) for moved in ((7,), (7, 7))] == [[3, 7], [3, 7]]


def test_a_fort_under_the_aegis_is_paid_for() -> None:
    """Aegis of Aggramar: immune to all powers, whatever they take (Warcraft rules, Aegis of Aggramar)."""
    game = frighten(isles(f"{FEARED} | 7: 3 naga+garrisoned@Ben [fort aegis] | coins 5 5"), 7)
    assert purses(game) == [3, 7]


def test_a_watch_tower_keeps_the_fort() -> None:
    """Defensive: immune to all powers (Warcraft rules, Defensive)."""
    game = isles(f"{FEARED} | 7: 3 naga+defensive@Ben [watch-tower fort]")
    assert refusal(game, UseAbility("intimidating", "move", region(7))) == "protected by the Watch Tower"


def test_only_neighbours_are_intimidated() -> None:
    """Intimidating: an opponent's neighbouring region (Warcraft rules, Intimidating)."""
    game = isles(f"{FEARED} | {RIVAL} | 19: 1 naga@Ben | 11: 1 tauren@Ann declined")
    assert {each for each in listed(game) if "intimidating" in each} == {
        "act:intimidating:move:r07",
        "act:intimidating:move:r10",
    }


def test_nobody_is_intimidated_after_the_last_conquest() -> None:
    """Intimidating: before the last conquest of the turn (Warcraft rules, Intimidating)."""
    assert not any("intimidating" in each for each in listed(finish(isles(f"{FEARED} | {RIVAL}"))))


def test_a_single_tauren_leaves_with_the_other() -> None:
    """Intimidating: a Tauren that would be alone goes to another region at the turn's end (Tauren; ruling J8)."""
    game = frighten(isles(f"{FEARED} | 7: 2 tauren+ranger@Ben | 10: 2 tauren@Ben"), 7)
    assert (lies(game, 7), lies(game, 10), band(game, "tauren").withdrawn) == ("nothing", "3 tauren+ranger@Ben", 1)


def test_draenei_keep_the_first_token_that_a_power_takes() -> None:
    """Intimidating: due to any type of power (Warcraft rules, Draenei)."""
    game = frighten(isles(f"{FEARED} | 7: 2 draenei+ranger@Ben"), 7)
    assert (lies(game, 7), band(game, "draenei").withdrawn) == ("1 draenei+ranger@Ben", 1)


def test_a_watch_tower_keeps_intimidation_off() -> None:
    """Intimidating: immune to all powers (Warcraft rules, Defensive)."""
    line = FEARED.replace("8: 1", "10: 1")
    game = isles(f"{line} | 9: 2 naga+defensive@Ben [watch-tower] | 8: 1 naga@Ben")
    assert refusal(game, UseAbility("intimidating", "move", region(9))) == "protected by the Watch Tower"


def test_pandaren_are_paid_before_they_are_intimidated() -> None:
    """Intimidating: forcing the removal of a token by any means (Warcraft rules, Pandaren)."""
    line = f"{FEARED} | 7: 3 pandaren+ranger@Ben | 10: 1 pandaren@Ben | memo pandaren@Ben pandaren.seat1 1"
    assert purses(frighten(isles(f"{line} | coins 5 5"), 7, 7)) == [3, 7]
    poor = isles(f"{line} | coins 1 5")
    assert refusal(poor, UseAbility("intimidating", "move", region(7))) == "that costs 2 coins, more than you have"
    assert "act:intimidating:move:r07" in {offer.id for offer in offers(poor, 0, blind=True)}


def test_the_aegis_is_paid_for_before_it_is_intimidated() -> None:
    """Intimidating: immune to all powers unless the opponent pays 2 coins (Warcraft rules, Aegis of Aggramar)."""
    game = isles(f"{FEARED} | 7: 3 naga+ranger@Ben [aegis] | 10: 1 naga@Ben | coins 5 5")
    assert purses(frighten(game, 7)) == [3, 7]


def test_forsaken_enlist_whom_they_frightened_to_death() -> None:
    """Intimidating: each time they force the loss of a token (Warcraft rules, Forsaken)."""
    game = frighten(isles(f"{FEARED} | 7: tribe | 10: 1 naga@Ben declined"), 7, 10)
    assert band(game, "forsaken").memo["forsaken.dead"] == 2


# Portal Mage.

MAGES = "turn 3 Ann conquer | 8: 1 forsaken+portal-mage@Ann | hand forsaken+portal-mage@Ann 5 | 9: 1 forsaken@Ann"


def swap(game: Game, one: int, other: int) -> Game:
    """The game after an exchange."""
    return after(game, UseAbility("portal-mage", "swap", f"{region(one)}:{region(other)}"))


def test_a_portal_exchanges_all_that_lies_on_two_magic_regions() -> None:
    """Portal Mage: all tokens, and with them who holds the regions (Warcraft rules, Portal Mage; ruling J18)."""
    game = swap(isles(f"{MAGES} | 6: 3 night-elves+ranger@Ben [wisp-wall]"), 6, 9)
    assert [lies(game, number) for number in (6, 9)] == [
        "1 forsaken+portal-mage@Ann",
        "3 night-elves+ranger@Ben [wisp-wall]",
    ]


def test_a_portal_opens_twice_a_turn() -> None:
    """Portal Mage: twice a turn (Warcraft rules, Portal Mage)."""
    game = swap(swap(isles(MAGES), 6, 9), 6, 9)
    assert refusal(game, UseAbility("portal-mage", "swap", "r06:r09")) == "already used twice this turn"


def test_no_portal_opens_once_the_coins_are_counted() -> None:
    """Portal Mage: in their turn, until the troops stand (ruling J44)."""
    assert not any("portal" in each for each in listed(isles(MAGES.replace("conquer", "score"))))


def test_places_alone_open_no_portal() -> None:
    """Portal Mage: what stays is not exchanged (Warcraft rules, Portal Mage)."""
    line = "turn 3 Ann conquer | 8: 1 forsaken+portal-mage@Ann | hand forsaken+portal-mage@Ann 5 | 6: [chapel]"
    assert not any("portal-mage" in each for each in listed(isles(line)))


def test_a_portal_needs_magic() -> None:
    """Portal Mage: between 2 Magic Regions (Warcraft rules, Portal Mage)."""
    found = {each for each in listed(isles(MAGES)) if each.startswith("act:portal-mage")}
    assert found == {f"act:portal-mage:swap:{pair}" for pair in ("r03:r09", "r06:r09", "r09:r15")}


@pytest.mark.parametrize("held", ["6: 4 naga+ranger@Ben | 9: 1 naga@Ben", "6: tribe"])
def test_a_portal_opens_between_two_regions_of_one_race_and_of_nobody(held: str) -> None:
    """Portal Mage: between 2 Magic Regions, whoever holds them (Warcraft rules, Portal Mage)."""
    line = "turn 3 Ann conquer | 8: 1 forsaken+portal-mage@Ann | hand forsaken+portal-mage@Ann 5"
    assert "act:portal-mage:swap:r06:r09" in listed(isles(f"{line} | {held}"))


def test_an_exchange_is_no_conquest() -> None:
    """Portal Mage: nobody is conquered (ruling J18)."""
    assert swap(isles(f"{MAGES} | 6: 3 draenei+ranger@Ben"), 6, 9).turn.attacks == ()


def test_artifacts_go_through_a_portal_and_places_do_not() -> None:
    """Portal Mage: all tokens except Mountain and Legendary Places tokens (Warcraft rules, Portal Mage)."""
    game = swap(isles(f"{MAGES} | 6: 3 night-elves+ranger@Ben [chapel aegis]"), 6, 9)
    assert [lies(game, number) for number in (6, 9)] == [
        "1 forsaken+portal-mage@Ann [chapel]",
        "3 night-elves+ranger@Ben [aegis]",
    ]
    assert [each.prizes for each in game.bands.values()] == [("chapel",), ("aegis",)]


def test_a_portal_opens_to_no_immune_region() -> None:
    """Portal Mage: immune to all powers (ruling J19)."""
    game = isles(f"{MAGES.replace('9: 1', '6: 1')} | 9: 3 naga+defensive@Ben [watch-tower]")
    assert refusal(game, UseAbility("portal-mage", "swap", "r06:r09")) == "protected by the Watch Tower"


def test_a_portal_to_the_aegis_is_paid_for() -> None:
    """Portal Mage: immune to all powers unless the opponent pays 2 coins (Aegis of Aggramar; ruling J19)."""
    game = isles(f"{MAGES} | 6: 3 naga+ranger@Ben [aegis] | coins 5 5")
    assert purses(swap(game, 6, 9)) == [3, 7]


def test_a_portal_under_pandaren_is_paid_for() -> None:
    """Portal Mage: forcing the removal of a token by any means (Warcraft rules, Pandaren)."""
    game = isles(f"{MAGES} | 6: 3 pandaren+ranger@Ben | memo pandaren@Ben pandaren.seat1 1 | coins 5 5")
    assert purses(swap(game, 6, 9)) == [3, 7]


def test_what_lies_face_down_goes_through_no_portal() -> None:
    """Portal Mage: it stays, and stays face down (ruling M16)."""
    game = swap(isles(f"{MAGES} | 6: 3 naga+ranger@Ben [face-down]"), 6, 9)
    assert (game.pieces("face-down"), lies(game, 9)) == ([region(6)], "3 naga+ranger@Ben")
