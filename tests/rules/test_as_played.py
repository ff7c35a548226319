"""What the rules refuse and people did all the same: it is taken, and the turn goes on from there."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.game import hand_steps, narration
from companion.language import text
from companion.rules.commands import (
    Accept,
    Command,
    Conquer,
    Decline,
    Finish,
    Pick,
    Place,
    PutBack,
    Ready,
    Redeploy,
    UseAbility,
    Withdraw,
)
from companion.rules.engine import Refused, chances, decide, fold, new_game
from companion.rules.events import Event
from companion.rules.hooks import pieces
from companion.rules.model import Game
from companion.views import game_view, region_quote
from tests.rules import invariants
from tests.rules.moves import FILLERS, band, finish, placing, redeploy, roll
from tests.rules.position import after, bent, coins, conquer, lies, listed, refused, table
from tests.rules.walker import choose, played, set_up

COLUMN = "column " + ", ".join(FILLERS[1:])
BEATEN = "10: 1 ratmen+hill@Ann | 20: 1 elves+swamp@Ben | 21: 1 elves@Ben"


# Picking, declining, passing.


def test_a_race_is_picked_while_one_is_active() -> None:
    """Declined and picked in one turn: the old race makes way, its badge is discarded, the new one conquers."""
    game = bent(table(f"turn 3 Ann begin | 10: 3 ratmen+commando@Ann | {COLUMN}"), Pick(0))
    assert lies(game, 10) == "1 ratmen@Ann declined"
    assert (game.turn.stage, band(game, "humans").hand) == ("conquer", 9)
    assert "commando" in game.discards


def test_the_next_race_is_picked_in_the_turn_of_the_decline() -> None:
    """After the decline the turn is over by the rules; the table went on."""
    game = after(table(f"turn 3 Ann begin | 10: 3 ratmen+commando@Ann | {COLUMN}"), Decline())
    game = bent(game, Pick(0))
    assert (game.turn.stage, game.turn.band) == ("conquer", band(game, "humans").id)


def test_a_player_passes_a_turn_with_a_race() -> None:
    """Who is in the kitchen stays where they stand: finished, nothing conquered, on to the redeployment."""
    game = bent(table("turn 3 Ann begin | 10: 3 ratmen+merchant@Ann"), Finish())
    assert (game.turn.stage, lies(redeploy(game), 10)) == ("redeploy", "3 ratmen+merchant@Ann")


def test_a_player_passes_a_turn_without_a_race() -> None:
    """There were combos to pick; nobody was there to do it."""
    assert bent(table(f"turn 3 Ann begin | {COLUMN}"), Finish()).turn.stage == "score"


def test_a_race_declines_after_its_redeployment() -> None:
    """Decline at the wrong time: the conquests stay, one token a region, and the turn is scored."""
    game = conquer(table("turn 3 Ann conquer | 10: 1 ratmen+merchant@Ann | hand ratmen@Ann 6"), 9)
    game = bent(redeploy(finish(game)), Decline())
    assert (lies(game, 9), game.turn.stage, coins(game)) == ("1 ratmen@Ann declined", "score", "declined 2")


def test_a_race_declines_late_without_a_power_for_it() -> None:
    """The sheet is scored first, with everything the active race earns."""
    game = table("turn 3 Ann score | 10: 3 ratmen+merchant@Ann | coins 0 0")
    game = bent(game, Accept(decline=True))
    assert (game.seats[0].coins, lies(game, 10)) == (2, "1 ratmen@Ann declined")


# Acts in another stage.


def test_troops_are_readied_once_more() -> None:
    """A region is given up in the middle of the conquests."""
    game = table("turn 3 Ann conquer | 10: 3 ratmen+merchant@Ann | 9: 2 ratmen@Ann")
    game = bent(game, Ready(1, {"r10": 0, "r09": 2}))
    assert (lies(game, 10), lies(game, 9), band(game, "ratmen").hand) == ("nothing", "2 ratmen+merchant@Ann", 3)


def test_a_declined_race_readies_that_conquers_no_more() -> None:
    """Whatever the table had in mind; but only one's own."""
    game = table("turn 3 Ann begin | 10: 2 ratmen@Ann declined | 5: 2 elves+hill@Ann | 20: 2 trolls+stout@Ben")
    assert bent(game, Ready(band(game, "ratmen").id)).turn.band == band(game, "ratmen").id
    assert refused(game, Ready(band(game, "trolls").id)) == "the Trolls cannot be picked up now"


def test_a_conquest_is_made_over_the_score_sheet() -> None:
    """Forgotten, and made before the sheet was accepted: it is on the sheet."""
    game = table("turn 3 Ann score | 10: 1 ratmen+hill@Ann | hand ratmen@Ann 4")
    assert coins(game) == "regions 1"
    game = bent(game, Conquer("r09"))
    assert (coins(game), game.turn.stage) == ("regions 2", "score")


def test_a_conquest_is_made_while_others_put_back() -> None:
    """The turn is scored and stays so; what is taken now waits with the rest for its owner."""
    line = "turn 3 Ann withdraw | 10: 1 ratmen+hill@Ann | hand ratmen@Ann 5 | 9: 2 elves+swamp@Ben | 20: 1 elves@Ben"
    game = table(f"{line} | 21: 1 elves@Ben | withdrawn elves@Ben 1")
    game = bent(game, Conquer("r09"))
    assert (game.turn.stage, band(game, "elves").withdrawn) == ("withdraw", 3)


def test_the_die_is_tried_again_after_the_conquests() -> None:
    """A second final attempt: it is won or lost, and the redeployment goes on."""
    game = finish(table("turn 3 Ann conquer | 10: 1 ratmen+hill@Ann | hand ratmen@Ann 1"))
    game = bent(game, Conquer("r09", die=True))
    assert listed(game) == set()
    game = roll(game, 3)
    assert (game.turn.stage, lies(game, 9)) == ("redeploy", "1 ratmen+hill@Ann")


def test_what_reinforces_comes_once_though_the_conquests_go_on() -> None:
    """Skeletons: two tribes conquered bring one token; back to the conquests as played, no second one."""
    line = "turn 3 Ann conquer | 10: 1 skeletons+hill@Ann | hand skeletons@Ann 9 | 9: tribe | 5: tribe"
    game = finish(conquer(table(line), 9, 5))
    tray = game.tray["skeletons"]
    game = finish(bent(game, Ready(1)))
    assert (game.turn.stage, game.tray["skeletons"]) == ("redeploy", tray)


def test_the_redeployment_comes_before_the_end_of_conquests() -> None:
    """Nobody said that the conquests were over: they are."""
    game = bent(table("turn 3 Ann conquer | 10: 1 ratmen+hill@Ann | hand ratmen@Ann 4"), Redeploy({"r10": 5}))
    assert (lies(game, 10), game.turn.stage) == ("5 ratmen+hill@Ann", "score")


def test_tokens_are_moved_over_the_score_sheet() -> None:
    """Amazons have come off the map already: no four more of them do."""
    line = "turn 3 Ann score | 10: 3 amazons+hill@Ann | 9: 1 amazons@Ann | aside amazons@Ann 4"
    game = bent(table(line), Redeploy({"r10": 1, "r09": 3}))
    assert (lies(game, 9), band(game, "amazons").aside, game.turn.stage) == ("3 amazons+hill@Ann", 4, "score")


def test_a_turn_is_scored_without_a_redeployment() -> None:
    """The sheet was accepted at once: the map stands as it is."""
    game = bent(table("turn 3 Ann conquer | 10: 4 ratmen+merchant@Ann | coins 0 0"), Accept())
    assert (game.seats[0].coins, game.turn.seat) == (2, 1)


def test_nobody_scores_a_turn_twice() -> None:
    """While others put back, the sheet is accepted already."""
    line = f"turn 3 Ann withdraw | {BEATEN} | withdrawn elves@Ben 1"
    assert refused(table(line), Accept()) == "not now: Ann is done"
    assert refused(table(line), Finish()) == "not now: Ann is done"


def test_tokens_are_put_back_before_the_turn_ends() -> None:
    """The defender did not wait; the attacker goes on."""
    game = table(f"turn 3 Ann conquer | {BEATEN} | hand ratmen@Ann 4 | withdrawn elves@Ben 2")
    game = bent(game, Withdraw(2, {"r20": 2}))
    assert (lies(game, 20), game.turn.stage) == ("3 elves+swamp@Ben", "conquer")


def test_nothing_goes_on_before_a_roll_that_is_due() -> None:
    """Not even as played: the answer is on the table."""
    game = after(table("turn 3 Ann conquer | 10: 1 ratmen+hill@Ann | hand ratmen@Ann 1"), Conquer("r09", die=True))
    for command in (
        Redeploy(),
        Accept(),
        Decline(),
        Pick(0),
        Ready(1),
        Place("lair", {}),
        UseAbility("berserk", "roll"),
    ):
        assert refused(game, command) == "roll the die first, or undo the attempt"


# Out of bounds.


def test_tokens_are_put_back_elsewhere_and_some_not_at_all() -> None:
    """On an empty region next to it; the third one stays in hand, and nobody waits for it."""
    game = bent(table(f"turn 3 Ann withdraw | {BEATEN} | withdrawn elves@Ben 3"), Withdraw(2, {"r20": 1, "r19": 1}))
    assert (lies(game, 20), lies(game, 19)) == ("2 elves+swamp@Ben", "1 elves+swamp@Ben")
    assert (band(game, "elves").hand, game.turn.seat) == (1, 1)


def test_tokens_never_stand_beside_those_of_others() -> None:
    """Two races in a region are no mistake of the rules: one has to be off the cardboard."""
    game = table("turn 3 Ann redeploy | 10: 3 ratmen+hill@Ann | 9: 1 elves+swamp@Ben")
    assert refused(game, Redeploy({"r09": 1})) == "region 9 cannot be used here"


def test_a_second_fortress_is_built_in_one_turn() -> None:
    """One a turn, one a region: the table built two, on the same region."""
    game = table("turn 3 Ann redeploy | 10: 3 ratmen+fortified@Ann [fortress] | 9: 1 ratmen@Ann")
    game = after(game, placing("fortress", {9: 1}))
    assert lies(bent(game, placing("fortress", {10: 1})), 10) == "3 ratmen+fortified@Ann [fortress fortress]"


def test_two_heroes_stand_in_one_region() -> None:
    """Each is for another region; there are two of them, and no third."""
    game = table("turn 3 Ann redeploy | 10: 3 ratmen+heroic@Ann | 9: 1 ratmen@Ann")
    assert lies(bent(game, placing("hero", {10: 2})), 10) == "3 ratmen+heroic@Ann [hero hero]"
    assert refused(game, placing("hero", {10: 3})) == "that adds up to 3; it has to be 0 to 2"


def test_the_dragon_is_put_where_it_was_not_used() -> None:
    """A piece of one's own that is never placed by hand; those of others are not at hand."""
    game = table("turn 3 Ann redeploy | 10: 3 ratmen+dragon-master@Ann | 9: 1 elves+heroic@Ben")
    assert lies(bent(game, placing("dragon", {10: 1})), 10) == "3 ratmen+dragon-master@Ann [dragon]"
    assert refused(game, placing("hero", {10: 1})) == "you cannot place a Hero now"


def test_fewer_pieces_are_put_back_than_came_back() -> None:
    """The other Encampment stays with its owner."""
    line = "turn 3 Ann conquer | 10: 1 ratmen+hill@Ann | hand ratmen@Ann 8 | 20: 1 elves@Ben | 21: 1 elves@Ben"
    game = conquer(table(f"{line} | 9: 2 elves+bivouacking@Ben [encampment encampment]"), 9)
    game = after(redeploy(finish(game)), Accept())
    game = bent(game, PutBack(band(game, "elves").id, "encampment", {"r20": 1}))
    assert (game.pieces("encampment"), game.turn.returned) == (["r20"], ())


# What abilities let one do.


def test_the_dragon_flies_twice() -> None:
    """Once a turn: the table let it, for one token, and it lies where it flew last."""
    line = "turn 3 Ann conquer | 10: 1 ratmen+dragon-master@Ann | hand ratmen@Ann 4 | 9: 3 elves+hill@Ben"
    game = bent(table(f"{line} | used dragon-master"), Conquer("r09", "dragon-master"))
    assert lies(game, 9) == "1 ratmen+dragon-master@Ann [dragon]"
    assert band(game, "ratmen").hand == 3


def test_sorcerers_replace_one_token_of_two() -> None:
    """It must be alone: as played it was not, and the new token comes from the tray."""
    game = table("turn 3 Ann conquer | 10: 1 sorcerers+hill@Ann | hand sorcerers@Ann 4 | 9: 2 elves+swamp@Ben")
    tray = game.tray["sorcerers"]
    game = bent(game, Conquer("r09", "sorcerers"))
    assert (lies(game, 9), game.tray["sorcerers"]) == ("1 sorcerers+hill@Ann", tray - 1)


def test_nobody_conquers_in_a_way_the_race_does_not_have() -> None:
    """There is no Dragon at hand."""
    game = table("turn 3 Ann conquer | 10: 1 ratmen+hill@Ann | hand ratmen@Ann 4")
    assert refused(game, Conquer("r09", "dragon-master")) == "it cannot be conquered this way"


def test_peace_with_whom_one_attacked() -> None:
    """Not with those attacked this turn; the table made it, and it holds."""
    line = "turn 3 Ann conquer | 10: 1 ratmen+diplomat@Ann | hand ratmen@Ann 6 | 9: 1 elves+swamp@Ben"
    game = finish(conquer(table(f"{line} | 20: 1 elves@Ben"), 9))
    with pytest.raises(Refused) as caught:
        decide(game, UseAbility("diplomat", "ally", "1"))
    assert text.say(caught.value.message) == "you attacked Ben this turn"
    assert band(bent(game, UseAbility("diplomat", "ally", "1")), "ratmen").memo == {"diplomat.ally": 2}


def test_berserk_rolls_twice_before_a_conquest() -> None:
    """Once before each conquest; the last roll counts."""
    game = table("turn 3 Ann conquer | 10: 1 ratmen+berserk@Ann | hand ratmen@Ann 6 | pips 1")
    assert roll(bent(game, UseAbility("berserk", "roll")), 3).turn.pips == 3


def test_nobody_does_what_no_ability_knows() -> None:
    """No words for it, no pieces for it."""
    game = table("turn 3 Ann redeploy | 10: 1 ratmen+diplomat@Ann")
    assert refused(game, UseAbility("diplomat", "ally", "9")) == "Diplomat: not possible now"
    assert refused(game, UseAbility("berserk", "roll")) == "Berserk: not possible now"


# All of it.


def anything(game: Game, dice: Random) -> Command:
    """An act of a turn, whatever its stage: with what is really there more often than not."""
    mine = [band.id for band in game.bands_of(game.turn.seat)] or [1]
    own = [at for band in mine for at in game.holdings(band)]
    beaten = [band.id for band in game.bands.values() if band.withdrawn] or mine
    returned = game.turn.returned or ((1, "encampment", 1),)
    regions = [*dice.sample(sorted(game.board.regions), 2), *own]
    some = {at: dice.choice((0, 1, 1, 2)) for at in dice.sample(regions, dice.randrange(1, 3))}
    kind = dice.choice([kind for band in mine if band in game.bands for kind in pieces(game.bands[band])] or ["hero"])
    often: list[Command] = [
        Ready(dice.choice(mine), some),
        Conquer(regions[0], dice.choice(("ordinary", "ordinary", "dragon-master", "sorcerers"))),
        Conquer(regions[0], die=True),
        UseAbility("berserk", "roll"),
        UseAbility("diplomat", "ally", str(dice.randrange(5))),
        Redeploy(some),
        Place(kind, some),
        Withdraw(dice.choice(beaten), {dice.choice(regions): 1}),
        PutBack(*dice.choice(returned)[:2], {dice.choice(regions): 1}),
    ]
    seldom = [Pick(dice.randrange(6)), Finish(), Accept(dice.random() < 0.5), Decline()]
    return dice.choice(often if dice.random() < 0.9 else seldom)


def judged(game: Game, command: Command, **how: bool) -> tuple[Event, ...] | Refused:
    """What a command brings about, or why it is refused."""
    try:
        return decide(game, command, **how)
    except Refused as reason:
        return reason


def bend(seed: int) -> Counter[tuple[str, str]]:
    """A game in which people do as they like; returns how often the rules were bent, by act and stage."""
    dice = Random(f"bent {seed}")
    game = fold(new_game(set_up(2 + seed % 4, dice)))
    met: Counter[tuple[str, str]] = Counter()
    for _ in range(500):
        chance = bool(chances(game))
        command = choose(game, dice) if chance or dice.random() < 0.5 else anything(game, dice)
        if command is None or game.over:
            break
        legal = judged(game, command)
        happens = judged(game, command, as_played=True, blind=dice.random() < 0.5)
        if isinstance(happens, Refused):
            assert text.say(happens.message)
            assert isinstance(legal, Refused)
            assert not happens.overridable
            continue
        if isinstance(legal, Refused):
            assert legal.overridable
            met[type(command).__name__, game.turn.stage] += 1
        after_ = played(game, happens)
        invariants.check(after_)
        assert invariants.coins(after_) - invariants.coins(game) == invariants.minted(happens)
        for number in range(len(after_.seats)):
            assert sum(not one.declined for one in after_.bands_of(number)) <= 1
        region_quote.quote_view(after_, dice.choice([*after_.board.regions]), dice.randrange(len(after_.seats)))
        if dice.random() < 0.1:
            game_view.public(after_)
        narration.headline(game, command, happens)
        hand_steps.instructions(game, happens)
        game = after_
    while (command := choose(game, dice)) is not None:
        game = played(game, decide(game, command))
        invariants.check(game)
    assert len(game.unveiled) == len(game.seats)
    return met


@pytest.mark.long(name="walk")
@pytest.mark.parametrize("first", range(100, 2100, 200))
def test_two_thousand_games_of_people_who_do_as_they_like(first: int) -> None:
    """The same for two thousand further games."""
    for seed in range(first, first + 200):
        bend(seed)


@pytest.mark.parametrize("seed", range(10))
def test_whatever_people_did_the_game_stays_whole(seed: int) -> None:
    """Random acts as played at random places: taken or refused in words, no piece made or lost, and the game ends."""
    bend(seed)


@pytest.mark.long(name="walk")
def test_the_bent_games_bend_every_act_in_several_stages() -> None:
    """A walk that never bent something would prove nothing about it."""
    met: Counter[tuple[str, str]] = Counter()
    for seed in range(100, 140):
        met += bend(1000 + seed)
    stages = ("begin", "conquer", "redeploy", "score", "withdraw")
    acts = ("Pick", "Ready", "Conquer", "UseAbility", "Redeploy", "Place", "Accept", "Decline", "Withdraw")
    assert met["Finish", "begin"]
    for act in acts:
        assert sum(met[act, stage] > 0 for stage in stages) >= 3, act
