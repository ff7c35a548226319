"""The Royal Bonus: its races."""

from __future__ import annotations

import pytest

from companion.game import hand_steps
from companion.language import text
from companion.rules import notation
from companion.rules.boxes.registry import ABILITIES
from companion.rules.commands import Accept, Conquer, Decline, SetBand, UseAbility
from companion.rules.engine import decide, hints, offers
from companion.rules.model import Game
from tests.rules.moves import band, finish, ready, redeploy
from tests.rules.position import after, bent, board, conquer, listed, refusal, region, table, ways
from tests.rules.six import six

# Typed in from the printed pieces: tokens received, tokens in the box.
BANNERS = {"fauns": (5, 18), "igors": (4, 15), "shrubmen": (6, 11)}


@pytest.mark.parametrize(("race", "printed"), BANNERS.items())
def test_its_banners_say_what_is_printed(race: str, printed: tuple[int, int]) -> None:
    """Tokens received, and tokens in the box (printed banners)."""
    assert (ABILITIES[race].tokens, ABILITIES[race].supply) == printed


# Fauns.

DANCE = "turn 3 Ann conquer | 5: 1 fauns+swamp@Ann | 4: 1 orcs+hill@Ben | 10: 2 orcs@Ben | 21: 1 orcs@Ben"


def test_fauns_gain_one_for_each_active_region() -> None:
    """Fauns: a token for each active region conquered this turn, while redeploying (expansion sheet, Fauns)."""
    game = finish(conquer(table(f"{DANCE} | hand fauns@Ann 8"), 4, 10))
    assert band(game, "fauns").hand == 8 - 3 - 4 + 2


def test_their_victims_gain_one_too() -> None:
    """Fauns: the victim receives one for each of those regions, after the Fauns' turn (ruling G2)."""
    game = conquer(table(f"{DANCE} | hand fauns@Ann 8"), 4)
    assert (band(game, "orcs").withdrawn, game.tray["orcs"]) == (1, 10 - 4)


def test_elves_come_out_one_richer() -> None:
    """Fauns: Elves lose none and gain one (ruling G2)."""
    game = conquer(table(f"{DANCE.replace('orcs', 'elves')} | hand fauns@Ann 8"), 4)
    assert band(game, "elves").withdrawn == 2


@pytest.mark.parametrize("lying", ["tribe", "1 elves@Ben declined", "1 elves@Ann declined"])
def test_fauns_gain_nothing_elsewhere(lying: str) -> None:
    """Fauns: neither for Lost Tribes nor for races in decline (expansion sheet, Fauns)."""
    game = conquer(table(f"turn 3 Ann conquer | 5: 1 fauns+swamp@Ann | 4: {lying} | hand fauns@Ann 5"), 4)
    assert band(finish(game), "fauns").hand == 5 - 3


def test_a_victim_takes_what_the_tray_has() -> None:
    """Fauns: take what is left (ruling G2)."""
    game = table(f"{DANCE.replace('21: 1', '21: 7')} | hand fauns@Ann 8")
    assert game.tray["orcs"] == 0
    game = conquer(game, 4, 10)
    assert (band(game, "orcs").withdrawn, game.tray["orcs"]) == (1 + 2, 0)


def test_elves_gain_none_that_are_not_in_the_tray() -> None:
    """Fauns: take what is left (ruling G2); Elves lose none, so the tray may be empty."""
    game = table(f"{DANCE.replace('orcs', 'elves').replace('21: 1', '21: 8')} | hand fauns@Ann 8")
    assert game.tray["elves"] == 0
    assert band(conquer(game, 4), "elves").withdrawn == 1


# Igors.

CELLAR = "5: 1 igors+swamp@Ann | memo igors@Ann igors.collected {count}"


def collected(game: Game) -> int:
    """What lies with the Igors."""
    return band(game, "igors").memo.get("igors.collected", 0)


@pytest.mark.parametrize(
    ("lying", "count"),
    [("tribe", 1), ("1 orcs+hill@Ben", 1), ("3 orcs+hill@Ben", 1), ("1 orcs@Ann declined", 1), ("1 elves+hill@Ben", 0)],
)
def test_igors_collect_what_is_lost(lying: str, count: int) -> None:
    """Igors: Lost Tribes and all race tokens lost in conquests; Elves lose none (expansion sheet, Igors; ruling G5)."""
    game = conquer(table(f"turn 3 Ann conquer | 4: {lying} | 5: 1 igors+swamp@Ann | hand igors@Ann 6"), 4)
    assert collected(game) == count


@pytest.mark.parametrize(
    ("lying", "count"),
    [
        ("2: 4 priestesses@Ben declined", 4),
        ("2: 3 ghouls@Ben declined", 3),
        ("2: 3 ghouls@Ben declined | 21: 1 ghouls@Ben declined", 1),
        ("2: 3 ghouls@Ben declined | withdrawn ghouls@Ben 2", 3 + 2),
    ],
)
def test_igors_collect_all_of_a_race_that_is_gone(lying: str, count: int) -> None:
    """Igors: a race in decline loses all its tokens with its last region, those taken back this turn too (rulings C7,
    G11)."""
    game = conquer(table(f"turn 3 Ann conquer | 7: 1 igors+hill@Ann | hand igors@Ann 9 | {lying}"), 2)
    assert collected(game) == count


def test_igors_collect_a_monster_with_its_tribe() -> None:
    """Igors: Lost Tribes, Monsters and race tokens (expansion sheet, Igors), where six play in teams."""
    line = "turn 3 Ann conquer | 6: tribe [monster] | 7: 1 igors+swamp@Ann | hand igors@Ann 6"
    assert collected(conquer(six(line), 6)) == 2


def test_a_place_is_nothing_that_igors_collect() -> None:
    """Igors: only tokens are lost (expansion sheet, Igors); a Place remains on its region."""
    line = "turn 3 Ann conquer | 6: 1 orcs+hill@Ben [tavern] | 7: 1 igors+swamp@Ann | hand igors@Ann 6"
    assert collected(conquer(six(line), 6)) == 1


def test_what_igors_collect_is_said() -> None:
    """Igors: the lost token may be needed by its race, so the app counts those collected (ruling G5)."""
    game = table("turn 3 Ann conquer | 4: tribe | 5: 1 igors+swamp@Ann | hand igors@Ann 6")
    said = [text.say(each) for each in hand_steps.instructions(game, decide(game, Conquer(region(4))))]
    assert "Collected by the Igors (the app’s count): now 1" in said


def test_whose_token_a_dance_brings_is_said() -> None:
    """Fauns: the victim gains one too (expansion sheet, Fauns)."""
    game = table(f"{DANCE} | hand fauns@Ann 8")
    said = [text.say(each) for each in hand_steps.instructions(game, decide(game, Conquer(region(4))))]
    assert "Ben takes 1 Orc from the tray" in said


def test_igors_collect_whoever_fights() -> None:
    """Igors: others' losses and their own, in everybody's turn (expansion sheet, Igors)."""
    line = "turn 3 Ben conquer | 11: tribe | 5: 2 igors+swamp@Ann | 10: 1 orcs+hill@Ben | hand orcs@Ben 9"
    assert collected(conquer(table(line), 11, 5)) == 2


def test_igors_collect_nothing_in_decline() -> None:
    """Igors: only while they are active (ruling G5)."""
    line = "turn 3 Ben conquer | 11: tribe | 5: 1 igors@Ann declined | 10: 1 orcs+hill@Ben | hand orcs@Ben 9"
    assert collected(conquer(table(line), 11)) == 0


def test_a_replaced_token_goes_to_the_tray() -> None:
    """Igors: a token that Sorcerers replace is not theirs (ruling L7)."""
    line = "turn 3 Ben conquer | seats Ann Ben Cid | 5: 1 sorcerers+hill@Ben | 21: 1 igors+swamp@Ann"
    assert collected(conquer(table(f"{line} | 4: 1 orcs+stout@Cid"), 4, way="sorcerers")) == 0


@pytest.mark.parametrize(
    ("players", "count", "gain", "left"), [("Ann Ben", 5, 2, 1), ("Ann Ben Cid", 8, 2, 2), ("Ann Ben Cid Dee", 4, 1, 0)]
)
def test_igors_exchange_at_the_rate_of_the_players(players: str, count: int, gain: int, left: int) -> None:
    """Igors: as many collected tokens as players for each new one; the rest is kept (expansion sheet, Igors)."""
    line = f"turn 3 Ann begin | seats {players} | {CELLAR.format(count=count)}"
    game = after(table(line), UseAbility("igors", "exchange", str(gain)))
    assert (band(game, "igors").hand, collected(game)) == (gain, left)


def test_igors_with_too_few_exchange_nothing() -> None:
    """Igors: below the rate there is nothing to exchange (expansion sheet, Igors)."""
    game = table(f"turn 3 Ann begin | seats Ann Ben Cid | {CELLAR.format(count=2)}")
    assert not any("igors" in offer for offer in listed(game))


def test_igors_exchange_as_the_turn_begins() -> None:
    """Igors: at the beginning of the turn, not after readying (expansion sheet, Igors)."""
    game = ready(table(f"turn 3 Ann begin | {CELLAR.format(count=4)}"), "igors")
    assert refusal(game, UseAbility("igors", "exchange", "2")) == "Igors: not possible now"
    assert band(bent(game, UseAbility("igors", "exchange", "2")), "igors").hand == 2


def test_igors_exchange_nothing_while_they_conquer() -> None:
    """Igors: at the beginning of the turn (expansion sheet, Igors)."""
    game = table(f"turn 3 Ann conquer | {CELLAR.format(count=4)}")
    assert refusal(game, UseAbility("igors", "exchange", "2")) == "Igors: not possible now"


def test_igors_exchange_before_ghouls_in_decline_set_out() -> None:
    """Igors: at the beginning of the turn, which is over when another race of theirs has conquered (Igors; Ghouls)."""
    game = ready(table(f"turn 3 Ann begin | 7: 2 ghouls@Ann declined | {CELLAR.format(count=4)}"), "ghouls")
    game = redeploy(finish(game))
    assert (game.turn.stage, refusal(game, UseAbility("igors", "exchange", "2"))) == (
        "begin",
        "Igors: not possible now",
    )


@pytest.mark.parametrize("count", [-1, 100])
def test_what_igors_collected_is_a_number_of_two_digits(count: int) -> None:
    """Igors: no box holds a hundred tokens to collect (Putting right)."""
    game = table(f"turn 3 Ann begin | {CELLAR.format(count=4)}")
    wrong = SetBand(band(game, "igors").id, memo={"igors.collected": count})
    assert refusal(game, wrong) == "igors.collected cannot have that value"


def test_igors_are_limited_by_the_tray() -> None:
    """Igors: as many as the tray has (ruling A11)."""
    game = table(f"turn 3 Ann begin | {CELLAR.format(count=8).replace('5: 1', '5: 14')}")
    game = after(game, UseAbility("igors", "exchange", "1"))
    assert (game.tray["igors"], collected(game)) == (0, 6)


def test_exchanged_igors_may_be_used_at_once() -> None:
    """Igors: the new tokens come to hand before the troops are readied (expansion sheet, Igors)."""
    game = after(table(f"turn 3 Ann begin | {CELLAR.format(count=4)}"), UseAbility("igors", "exchange", "2"))
    assert band(ready(game, "igors"), "igors").hand == 2


def test_what_they_collected_can_be_put_right_and_written() -> None:
    """Igors: the pile is a number that everybody may correct, and a part of the position."""
    game = table(f"turn 3 Ann begin | {CELLAR.format(count=4)}")
    game = after(game, SetBand(band(game, "igors").id, memo={"igors.collected": 7}))
    assert collected(game) == 7
    assert notation.read(notation.write(game), board("base-2")) == game


def test_their_pile_goes_when_they_decline() -> None:
    """Igors: in decline there is nothing to exchange (ruling G5)."""
    game = after(table(f"turn 3 Ann begin | {CELLAR.format(count=4)}"), Decline(), Accept())
    assert not any("igors" in offer for offer in listed(game))


# Shrubmen.

GROVE = "5: 1 orcs+dragon-master@Ann | hand orcs@Ann 9"


@pytest.mark.parametrize("theirs", ["1 shrubmen+hill@Ben", "1 shrubmen@Ben declined"])
def test_forests_of_shrubmen_are_immune(theirs: str) -> None:
    """Shrubmen: Forests they hold are immune, active and in decline (expansion sheet, Shrubmen)."""
    game = table(f"turn 3 Ann conquer | 11: {theirs} | {GROVE}")
    assert ways(game, 11) == []
    assert refusal(game, Conquer(region(11), "dragon-master")) == "the Shrubmen there are immune"


def test_their_other_regions_are_not() -> None:
    """Shrubmen: Forests only (expansion sheet, Shrubmen)."""
    game = table(f"turn 3 Ann conquer | 4: 1 shrubmen+hill@Ben | {GROVE}")
    assert ways(game, 4) == ["ordinary", "dragon-master"]


def test_their_own_player_may_take_a_forest() -> None:
    """Shrubmen: immune to opponents, not to their own player (expansion sheet, Shrubmen)."""
    game = table(f"turn 3 Ann conquer | 11: 1 shrubmen@Ann declined | {GROVE}")
    assert ways(game, 11) == ["ordinary", "dragon-master"]


def test_igors_are_reminded_of_what_they_can_exchange() -> None:
    """Igors: what lies ready is among the hints as the turn begins (expansion sheet, Igors)."""
    game = table(f"turn 3 Ann begin | {CELLAR.format(count=5)}")
    found = hints(game, offers(game, 0))
    assert "act:igors:exchange:2" in [hint.offer for hint in found]
