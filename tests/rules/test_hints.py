"""Hints: what a player could still do and usually wants, said beside the end of a stage; each test one position."""

from __future__ import annotations

import pytest

from companion.language import text
from companion.rules.commands import Accept, Conquer, UseAbility
from companion.rules.engine import chances, hints, offers
from companion.rules.model import Game
from tests.rules.moves import finish, place, ready, redeploy, roll
from tests.rules.position import after, conquer, region, table


def said(game: Game) -> list[str]:
    """The hints of the seat whose turn it is, in words."""
    return [text.say(hint.message) for hint in hints(game, offers(game, game.turn.seat, blind=True))]


def leads(game: Game) -> list[str]:
    """Which offers the hints lead to."""
    return [hint.offer for hint in hints(game, offers(game, game.turn.seat, blind=True))]


FORTIFIED = "turn 3 Ann redeploy | 2: 3 ratmen+fortified@Ann"


def test_a_fortress_not_built_is_a_hint() -> None:
    """Once a turn a Fortress may be built (Fortified)."""
    assert said(table(FORTIFIED)) == ["You can still place 1 Fortress"]
    assert leads(table(FORTIFIED)) == ["place:fortress"]


def test_a_fortress_that_was_built_is_none() -> None:
    """It was this turn's Fortress (Fortified)."""
    assert said(place(table(FORTIFIED), "fortress", {2: 1})) == []


def test_no_fortress_is_missed_where_each_region_has_one() -> None:
    """One a region (Fortified)."""
    assert said(table("turn 3 Ann redeploy | 2: 3 ratmen+fortified@Ann [fortress]")) == []


HEROES = "turn 3 Ann conquer | 2: 1 ratmen+heroic@Ann [hero] | 6: 1 ratmen@Ann [hero] | hand ratmen@Ann 6"


def test_a_hero_off_the_map_is_a_hint() -> None:
    """Two Heroes are placed when the turn ends (Heroic)."""
    game = table("turn 3 Ann redeploy | 2: 3 ratmen+heroic@Ann [hero] | 6: 1 ratmen@Ann")
    assert said(game) == ["You can still place 1 Hero"]


def test_heroes_that_stand_where_they_stood_are_a_hint() -> None:
    """They may move to what was conquered this turn (Heroic)."""
    assert said(finish(conquer(table(HEROES), 3))) == ["You can still move 2 Heroes"]


def test_heroes_on_new_ground_are_none() -> None:
    """One that stands on this turn's conquest was placed there this turn (Heroic)."""
    assert said(place(finish(conquer(table(HEROES), 3)), "hero", {3: 1, 2: 1})) == []


def test_heroes_of_a_turn_without_conquests_are_none() -> None:
    """Nothing is new that they could guard (Heroic)."""
    assert said(finish(table(HEROES))) == []


def test_a_single_region_takes_a_single_hero() -> None:
    """In two different regions (Heroic): with one region the second Hero is not missed."""
    assert said(table("turn 3 Ann redeploy | 2: 3 ratmen+heroic@Ann [hero]")) == []


DRAGON = "turn 3 Ann conquer | 2: 1 ratmen+dragon-master@Ann | hand ratmen@Ann 1 | 3: 5 orcs+hill@Ben"


def test_a_dragon_that_has_not_flown_is_a_hint() -> None:
    """Once a turn it takes a region for a single token (Dragon Master)."""
    assert any(hint.startswith("Dragon Master: ") for hint in said(table(DRAGON)))


def test_a_dragon_that_has_flown_is_none() -> None:
    """Once a turn (Dragon Master)."""
    game = after(table(DRAGON.replace("Ann 1", "Ann 6")), Conquer(region(3), "dragon-master"))
    assert not any(hint.startswith("Dragon Master: ") for hint in said(game))


def test_a_lone_token_that_sorcerers_could_replace_is_a_hint() -> None:
    """A lone active token next to theirs, with an empty hand too (Sorcerers)."""
    game = table("turn 3 Ann conquer | 2: 1 sorcerers+hill@Ann | 3: 1 orcs+forest@Ben | 7: 2 orcs@Ben")
    assert said(game) == ["Sorcerers: 1 region within reach"]
    (hint,) = hints(game, offers(game, 0))
    assert hint.regions == (region(3),)


def test_a_piece_that_may_stand_in_two_regions_is_one_hint() -> None:
    """The Catapult may be put in any region of one's own, and is named without it (Catapult)."""
    game = table(
        "turn 3 Ann conquer | seats Ann Ben Cid Dee | 12: 1 elves@Ann | 18: 2 elves+catapult@Ann "
        "| hand elves+catapult@Ann 5"
    )
    ways = {offer.command.way for offer in offers(game, 0) if isinstance(offer.command, Conquer)}
    assert {"catapult:r12", "catapult:r18"} <= ways
    assert [each.partition(":")[0] for each in said(game)] == ["Catapult"]


def test_sorcerers_that_have_replaced_a_token_of_everybody_are_none() -> None:
    """Once a turn against each opponent (Sorcerers)."""
    game = table("turn 3 Ann conquer | 2: 1 sorcerers+hill@Ann | 3: 1 orcs+forest@Ben | 7: 1 orcs@Ben")
    assert said(after(game, Conquer(region(3), "sorcerers"))) == []


TOKENS = "turn 3 Ann conquer | 2: 1 ratmen+hill@Ann | hand ratmen@Ann 5"


def test_tokens_in_hand_are_no_hint_before_the_first_conquest() -> None:
    """Nobody forgets to begin."""
    assert said(table(TOKENS)) == []


def test_tokens_in_hand_that_could_take_something_are_a_hint() -> None:
    """Before the conquests end, what the hand could still take is counted."""
    game = conquer(table(TOKENS), 3)
    open_regions = {offer.region for offer in offers(game, 0) if offer.kind == "conquer"}
    assert len(open_regions) > 1
    assert said(game) == [f"{game.bands[1].hand} Ratmen left, and {len(open_regions)} regions to choose from"]


def test_a_region_with_several_prices_is_counted_once() -> None:
    """With and without the Mercenary's coin it is one region (Mercenary)."""
    game = conquer(table("turn 3 Ann conquer | 2: 1 ratmen+mercenary@Ann | hand ratmen@Ann 5"), 3)
    found = [offer.region for offer in offers(game, 0) if offer.kind == "conquer"]
    assert len(found) > len(set(found))
    assert said(game) == [f"3 Ratmen left, and {len(set(found))} regions to choose from"]


def test_too_few_tokens_point_to_the_die() -> None:
    """The last conquest may be tried with the die (Final Conquest Attempt)."""
    game = conquer(table(TOKENS.replace("Ann 5", "Ann 3")), 3)
    kinds = {offer.kind for offer in offers(game, 0) if offer.region}
    assert kinds == {"attempt"}
    assert said(game)[0].startswith("You can still roll for one of ")


def test_an_empty_hand_is_none() -> None:
    """Nothing can be conquered with nothing."""
    game = conquer(table(TOKENS.replace("Ann 5", "Ann 2")), 3)
    assert game.bands[1].hand == 0
    assert said(game) == []


AMAZONS = "turn 3 Ann redeploy | 2: 3 amazons+hill@Ann | hand amazons@Ann 5"


def test_amazons_that_come_off_the_map_are_a_hint() -> None:
    """Four of them are for conquest only (Amazons)."""
    assert said(table(AMAZONS)) == ["4 Amazons are set aside until your next turn: for conquest only"]


def test_amazons_that_lie_aside_are_none() -> None:
    """They lie beside the map already (Amazons)."""
    assert said(table("turn 3 Ann redeploy | 2: 3 amazons+hill@Ann | aside amazons@Ann 4")) == []


def test_a_race_without_such_tokens_has_no_such_hint() -> None:
    """All of them stand on the map when the turn ends (Troop Redeployment)."""
    assert said(table("turn 3 Ann redeploy | 2: 3 ratmen+hill@Ann | hand ratmen@Ann 5")) == []


DIPLOMAT = "turn 3 Ann redeploy | seats Ann Ben Cid | 2: 3 ratmen+diplomat@Ann | 9: 2 orcs+hill@Ben"


def test_an_ally_not_named_is_a_hint_over_the_score_sheet() -> None:
    """When your turn ends (Diplomat): before that there is time."""
    assert said(table(DIPLOMAT)) == []
    assert said(redeploy(table(DIPLOMAT))) == ["You have not made peace with anyone yet"]


def test_an_ally_that_is_named_is_none() -> None:
    """Peace is with one opponent (Diplomat)."""
    assert said(after(redeploy(table(DIPLOMAT)), UseAbility("diplomat", "ally", "2"))) == []


def test_a_diplomat_who_attacked_everybody_has_no_hint() -> None:
    """An opponent whose active race was attacked cannot be the ally (Diplomat)."""
    game = table("turn 3 Ann conquer | 2: 1 ratmen+diplomat@Ann | hand ratmen@Ann 6 | 3: 2 orcs+hill@Ben")
    assert said(redeploy(finish(conquer(game, 3)))) == []


BERSERK = "turn 3 Ann conquer | 2: 1 ratmen+berserk@Ann | hand ratmen@Ann 5"


def test_a_roll_not_made_is_a_hint() -> None:
    """Before each conquest (Berserk)."""
    assert said(table(BERSERK)) == ["You can still roll the die before a conquest"]


def test_who_would_roll_first_is_told_to_pick_up_first() -> None:
    """Before each conquest; a tap on a price readies the troops and conquers at once (Berserk)."""
    assert said(table("turn 3 Ann begin | 2: 3 ratmen+berserk@Ann")) == [
        "Pick up your tokens to roll before conquering"
    ]


def test_who_rolls_is_told_so_after_a_declined_race_has_moved_too() -> None:
    """Declined Ghouls ready their troops first; the others have not yet (Berserk; Ghouls)."""
    game = redeploy(finish(ready(table(GHOULS.replace("hill", "berserk")), "ghouls")))
    assert said(game) == ["Pick up your tokens to roll before conquering"]


def test_a_roll_that_was_made_is_none() -> None:
    """It waits for its conquest (Berserk)."""
    game = roll(after(table(BERSERK), UseAbility("berserk", "roll")), 1)
    assert said(game) == []


GHOULS = "turn 4 Ann begin | 10: 3 ghouls@Ann declined | 2: 3 ratmen+hill@Ann | 12: 1 orcs+swamp@Ben"


def test_declined_ghouls_that_have_not_moved_are_a_hint() -> None:
    """They conquer at the start of the turn, before the active race (Ghouls)."""
    assert said(table(GHOULS)) == ["Your declined Ghouls may conquer before your active race"]
    assert leads(table(GHOULS)) == ["ready:1"]


def test_ghouls_that_have_moved_are_none() -> None:
    """Once a turn (Ghouls)."""
    assert said(redeploy(finish(ready(table(GHOULS), "ghouls")))) == []


def test_other_races_in_decline_are_none() -> None:
    """A race in decline does not conquer (Entering in Decline)."""
    assert said(table(GHOULS.replace("ghouls", "elves"))) == []


def test_while_a_roll_is_due_there_are_no_hints() -> None:
    """The die is what is to be done."""
    game = after(table(BERSERK), UseAbility("berserk", "roll"))
    assert chances(game)
    assert said(game) == []


def test_others_have_no_hints_in_ones_turn() -> None:
    """Tokens that go back on the map after an attack are no thing to forget: the turn waits for them."""
    game = table(
        "turn 3 Ann conquer | 2: 1 ratmen+hill@Ann | hand ratmen@Ann 8 | 3: 3 orcs+forest@Ben | 12: 1 orcs@Ben"
        " | 17: 1 orcs@Ben"
    )
    game = after(redeploy(finish(conquer(game, 3))), Accept())
    assert game.turn.stage == "withdraw"
    assert hints(game, offers(game, 1)) == ()


def test_a_hint_never_needs_a_purse() -> None:
    """The same hints with an empty purse and a full one: everybody reads them."""
    line = "turn 3 Ann begin | 10: 3 ghouls@Ann declined | column ratmen+hill, orcs+forest | coins {} 5"
    poor, rich = (table(line.format(coins)) for coins in (0, 9))
    assert hints(poor, offers(poor, 0)) == hints(rich, offers(rich, 0))


@pytest.mark.parametrize("line", [FORTIFIED, HEROES, DRAGON, AMAZONS, DIPLOMAT, BERSERK, GHOULS])
def test_what_a_hint_leads_to_is_offered(line: str) -> None:
    """One tap leads to the thing, so it is there."""
    game = table(line)
    found = offers(game, 0, blind=True)
    ids, regions = {offer.id for offer in found}, {offer.region for offer in found}
    for hint in hints(game, found):
        assert not hint.offer or hint.offer in ids
        assert set(hint.regions) <= regions
