"""A position as a line of text, both ways."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from companion.rules import notation
from companion.rules.commands import Answer, Command, Conquer, UseAbility
from companion.rules.engine import Refused, decide, fold, new_game
from companion.rules.model import Game, Ground, Marker
from companion.rules.notation import Malformed
from tests.rules.moves import band, finish, ready, redeploy
from tests.rules.position import after, board, listed, region, table
from tests.rules.test_walk import random_set_up
from tests.rules.walker import played, set_up, walk, wild


def written(line: str) -> set[str]:
    """The parts of a position as it is written after it was read."""
    return {part.strip() for part in notation.write(table(line)).split("|")}


def trying(number: int) -> Command:
    """The command that names a region for the final attempt."""
    return Conquer(region(number), die=True)


def rolled(pips: int) -> Command:
    """The answer of the die to the first roll of Ann's second turn."""
    return Answer("turn2.seat0.roll1", str(pips))


def test_a_region_is_read_with_all_that_lies_there() -> None:
    """Tokens, race, powers, player and pieces; the pieces are their holder's."""
    game = table("turn 3 Ann begin | 6: 2 trolls+fortified@Ben [lair fortress]")
    trolls = band(game, "trolls")
    assert game.grounds["r06"] == Ground(trolls.id, 2, 0, (Marker("lair", trolls.id), Marker("fortress", trolls.id)))
    assert (trolls.seat, trolls.powers, trolls.declined) == (1, ("fortified",), False)


def test_a_race_keeps_the_power_that_is_named_once() -> None:
    """Further regions need not repeat it."""
    game = table("turn 3 Ann begin | 6: 1 trolls+fortified@Ben | 7: 1 trolls@Ben")
    assert band(game, "trolls").powers == ("fortified",)
    assert game.holdings(band(game, "trolls").id) == ["r06", "r07"]


def test_the_rest_of_the_box_is_in_tray_and_stacks() -> None:
    """What is not on the table is where it always is."""
    game = table("turn 3 Ann begin | 6: 2 trolls+hill@Ben | 4: tribe | hand trolls+hill@Ben 1 | column elves+spirit 2")
    assert (game.tray["trolls"], game.tribes) == (7, 17)
    assert (len(game.banners), len(game.badges)) == (12, 18)


@pytest.mark.parametrize(
    "part",
    [
        "turn 3 Ben conquer",
        "seats Ann Ben",
        "board base-2",
        "start Ben",
        "r06: 2 trolls+fortified@Ben [lair fortress]",
        "r04: tribe",
        "r05: 2 tribes",
        "r07: 1 elves+spirit@Ann declined",
        "hand trolls+fortified@Ben 2",
        "withdrawn giants+hill@Ann 3",
        "aside trolls+fortified@Ben 1",
        "coins 9 12",
        "column humans+swamp 2, orcs+stout",
        "used dragon-master place:fortress",
        "pips 2",
        "option coins=open",
        "memo wizards+wealthy@Ann declined wealthy.paid 1",
        "returned dwarves+bivouacking@Ben declined encampment 2",
    ],
)
def test_what_is_read_is_written(part: str) -> None:
    """Every kind of part comes back as it was."""
    line = (
        "turn 3 Ben conquer | seats Ann Ben | board base-2 | start Ben | 6: 2 trolls+fortified@Ben [lair fortress]"
        "| 4: tribe | 5: 2 tribes | 7: 1 elves+spirit@Ann declined | hand trolls+fortified@Ben 2"
        "| withdrawn giants+hill@Ann 3 | aside trolls@Ben 1 | coins 9 12 | column humans+swamp 2, orcs+stout"
        "| used dragon-master place:fortress | pips 2 | option coins=open"
        "| 16: 1 wizards+wealthy@Ann declined | memo wizards@Ann wealthy.paid 1"
        "| 3: 1 dwarves+bivouacking@Ben declined | returned dwarves@Ben encampment 2"
    )
    assert part in written(line)


TOLD = (
    "turn 3 Ann conquer | seats Ann Ben%20B | taken 5 orcs=2 ghouls=3 elves=5 | 5: 1 ghouls@Ann declined "
    "| 6: 2 orcs+hill@Ben%20B [lair@-] | 7: 1 elves+berserk@Ann | hand elves@Ann 3 | left Ben%20B"
)


@pytest.mark.parametrize(
    "part",
    [
        "seats Ann Ben%20B",
        "taken 5 orcs=2 ghouls=3 elves=5",
        "ready ghouls elves",
        "ready -",
        "attack elves r05 by=dragon-master tribes=1",
        "attack 4 r06 tokens=2 against=orcs of=Ben%20B active failed",
        "attempt r06 cost=5 by=catapult:r07 with=fireball:1,mercenary:1",
        "attempt r06 cost=5 pips=2",
        "attempt r06 cost=5 free lent=1",
        "called berserk",
        "rolls 2",
        "asked elves+berserk@Ann berserk choice Ben%20B about of=yes,no holds no=4",
        "questions 7",
        "sheet Ben%20B regions 2 orcs at=r06,r07; wealthy 7 4 notes=paid:1; faction-bonus 0 -",
        "half trolls",
        "drawn 17",
        "below humans dwarves",
        "discards swamp commando",
        "left Ben%20B",
        "unveiled Ben%20B Ann",
        "won Ben%20B",
        "stopped",
        "r06: 2 orcs+hill@Ben%20B [lair@-]",
        "boxes - cursed base",
    ],
)
def test_what_a_turn_remembers_is_written(part: str) -> None:
    """What was done, what is due, what lies where nobody sees it, and how a game has ended."""
    told = part.partition(" ")[0] in [head for head, _ in notation.parts(TOLD.replace("6:", "r06:"))]
    assert part in written(TOLD if told else f"{TOLD} | {part}")


def test_a_final_attempt_goes_on_from_a_position() -> None:
    """A position between naming the region and the roll: the die decides it (Final Conquest Attempt)."""
    game = after(table("turn 2 Ann conquer | hand ratmen+forest@Ann 1 | 5: 1 ratmen+forest@Ann"), trying(10))
    assert after(table(notation.write(game)), rolled(1)) == after(game, rolled(1))


def test_a_roll_that_is_due_goes_on_from_a_position() -> None:
    """A position between asking for the roll and the roll (Berserk)."""
    game = table("turn 2 Ann conquer | hand elves+berserk@Ann 5 | 5: 1 elves+berserk@Ann")
    game = after(game, UseAbility("berserk", "roll"))
    assert after(table(notation.write(game)), rolled(2)) == after(game, rolled(2))


def test_ghouls_that_have_conquered_do_not_set_out_again_from_a_position() -> None:
    """A position between the turn of the Ghouls and that of the active race (Ghouls)."""
    line = "turn 5 Ann begin | 5: 3 ghouls@Ann declined | 22: 2 humans+hill@Ann"
    game = redeploy(finish(ready(table(line), "ghouls")))
    assert {each for each in listed(game) if each.startswith("ready")} == {"ready:2"}
    assert listed(table(notation.write(game))) == listed(game)


def test_a_race_with_nothing_on_the_table_is_written_too() -> None:
    """Wiped out, it is still its player's active race."""
    assert "hand trolls+hill@Ben 0" in written("turn 3 Ann begin | hand trolls+hill@Ben 0")


def test_a_declined_race_that_acts_is_written_with_the_turn() -> None:
    """Where it is not the player's active race, the turn says whose conquest it is."""
    assert "turn 3 Ann conquer ghouls" in written("turn 3 Ann conquer ghouls | 5: 2 ghouls@Ann declined")
    line = "turn 3 Ann conquer ghouls | 5: 2 ghouls@Ann declined | 7: 2 orcs+hill@Ann"
    assert "turn 3 Ann conquer ghouls" in written(line)
    assert "turn 3 Ann conquer" in written("turn 3 Ann conquer | 5: 2 ghouls@Ann declined | 7: 2 orcs+hill@Ann")


def comes_back(game: Game, seed: str) -> None:
    """Written and read a position is the same game, in every field, and written again it is the same line."""
    line = notation.write(game)
    again = notation.read(line, game.board)
    differs = [name for name in game.__struct_fields__ if getattr(again, name) != getattr(game, name)]
    assert not differs, f"{seed}: {differs} of {line}"
    # Who was there first is asked first.
    assert list(again.bands) == list(game.bands), f"{seed}: {line}"
    assert notation.write(again) == line, seed


BOXES = {"base": 2, "cursed": 3, "grand_dames": 4, "be_not_afraid": 5, "royal_bonus": 3, "necromancer": 4, "teams": 6}
"""For each box that is mixed with the base box, with how many players it is tried."""


@pytest.mark.parametrize(("box", "players"), [*BOXES.items(), ("warcraft", 3)])
def test_every_position_of_a_game_comes_back(box: str, players: int) -> None:
    """A fully written position holds everything: of a game to its last purse, in each box."""
    dice = Random(f"position {box}")
    boxes = ("warcraft",) if box == "warcraft" else tuple(dict.fromkeys(("base", box)))
    for step in walk(set_up(players, dice, boxes), dice):
        comes_back(step.after, box)


@pytest.mark.parametrize("seed", range(6))
def test_every_position_comes_back_whatever_people_enter(seed: int) -> None:
    """The same among corrections, acts as played and nonsense, with purses below nothing and stacks out of order."""
    dice = Random(f"wild position {seed}")
    game = fold(new_game(random_set_up(seed, dice)))
    for _ in range(300):
        with suppress(Refused):
            command, bent, blind = wild(game, dice), dice.random() < 0.5, dice.random() < 0.5
            game = played(game, decide(game, command, as_played=bent, blind=blind))
        comes_back(game, f"wild position {seed}")


@pytest.mark.long(name="boxes")
@pytest.mark.parametrize("first", range(0, 60, 6))
def test_ten_thousand_positions_come_back(first: int) -> None:
    """Games of every box and number of players, a thousand positions and more at a time."""
    positions = 0
    for seed in range(first, first + 6):
        dice = Random(f"position {seed}")
        for step in walk(random_set_up(seed, dice), dice):
            comes_back(step.after, f"position {seed}")
            positions += 1
    assert positions >= 1000


@pytest.mark.parametrize(
    "line",
    [
        "turn 3 Zoe begin",
        "turn three Ann begin",
        "turn 3 Ann dance",
        "turn 3 Ann conquer",
        "turn 11 Ann begin",
        "turn 3 Ann begin | 24: tribe",
        "turn 3 Ann begin | 5: 2 trolls",
        "turn 3 Ann begin | 5: 2 krakens@Ben",
        "turn 3 Ann begin | 5: 2 trolls+magic@Ben",
        "turn 3 Ann begin | 5: 2 trolls@Zoe",
        "turn 3 Ann begin | 5: 2 trolls+hill@Ben [castle]",
        "turn 3 Ann begin | 5: 11 trolls+hill@Ben",
        "turn 3 Ann begin | 5: 1 trolls+hill@Ben [dragon dragon]",
        "turn 3 Ann begin | 5: 19 tribes",
        "turn 3 Ann begin | 5: 1 trolls+hill@Ben | 7: 1 orcs+swamp@Ben",
        "turn 3 Ann begin | 5: 1 trolls+hill@Ben | 7: 1 trolls+hill@Ann",
        "turn 3 Ann begin | 5: 1 trolls+hill@Ben | column trolls+swamp",
        "turn 3 Ann begin | coins 5",
        "turn 3 Ann begin | memo trolls@Ben wealthy.paid 1",
        "turn 3 Ann begin | pips 4",
        "turn 3 Ann conquer | hand trolls+hill@Ann -3",
        "turn 3 Ann conquer | hand trolls+hill@Ann 3 | aside trolls+hill@Ann -1",
        "turn 3 Ann begin | 5: 1 trolls+hill@Ann | 7: 1 orcs+hill@Ben",
        "turn 3 Ann begin | 5: 1 trolls+hill@Ann | column orcs+hill",
        "turn 3 Ann begin | column orcs+hill, elves+hill",
        "turn 3 Ann begin | column orcs+hill, orcs+swamp",
        "turn 3 Ann begin | 5: 1 trolls+hill@Ann | 7: 1 trolls+swamp@Ann",
        "turn 3 Ann begin | 5: 1 trolls+hill@Ann | 7: 1 trolls@Ann declined",
        "turn 3 Ann begin | 5: 1 trolls@Ann declined | 7: 1 trolls+hill@Ann",
        "turn 3 Ann begin | 5: 1 trolls+hill@Ann | r05: 2 trolls+hill@Ann",
        "turn 3 Ann begin | hand trolls+hill@Ann 1 | hand trolls+hill@Ann 2",
        "turn 3 Ann begin | turn 4 Ben begin",
        "turn 3 Ann begin | used dragon-master | used pick",
        "turn 3 Ann begin | seats Ann Ann",
        "turn 3 Ann begin | seats Ann Ben | seats Ben Ann",
        "turn 3 Ann begin | 5: 1 trolls+diplomat@Ann | memo trolls@Ann diplomat.ally 3",
        "turn 3 Ann begin | used dragonmaster",
        "turn 3 Ann withdraw | 5: 1 trolls+hill@Ben",
        "turn 3 Ann withdraw | 5: 1 trolls+hill@Ben | returned trolls@Ben encampment 1",
        "turn 3 Ann withdraw | 5: 1 trolls+bivouacking@Ben | returned trolls@Ben encampment 6",
        "turn 3 Ann withdraw | 5: 1 trolls+bivouacking@Ben | returned trolls@Ben tent 1",
        "turn 3 Ann begin | weather rain",
        "turn 3 Ann begin | 5: 1 trolls+hill@Ben [lair@orcs]",
        "turn 3 Ann begin | seats Ann Ben Cid | board base-2 | boxes necromancer | pile well tribe 0",
        "turn 3 Ann begin | seats Ann Ben Cid | board base-2 | boxes necromancer | pile well tribe 2,",
        "turn 3 Ann begin | seats Ann Ben Cid | board base-2 | boxes necromancer | pile well hill 1",
        "turn 3 Ann begin | seats Ann Ben Cid | board base-2 | pile reserve hill 1 | column elves+hill",
        "turn 3 Ann begin | pile removed trolls 1000",
        "turn 3 Ann begin | seats Ann Ben Cid Dee Eve Fay | board base-5 | boxes teams | r15: 4 ratmen+commando@Ann "
        "| memo ratmen+commando@Ann tavern.given 1",
    ],
)
def test_what_is_no_position_is_refused(line: str) -> None:
    """Neither nonsense nor what the box cannot hold is read."""
    with pytest.raises(Malformed):
        table(line)


def test_the_refusal_names_the_part() -> None:
    """Whoever wrote the line finds the place."""
    with pytest.raises(Malformed, match="there are not enough trolls in the box"):
        table("turn 3 Ann begin | 5: 11 trolls+hill@Ben")
    with pytest.raises(Malformed, match="24: tribe"):
        table("turn 3 Ann begin | 24: tribe")


def test_a_piece_may_stand_before_its_owner() -> None:
    """Bombs of Goblins lie on regions that are told of before the Goblins are."""
    line = (
        "turn 1 Ann begin | board isles-l1a-s1a | 2: 5 worgen+championing@Ann [bomb@warcraft-goblins] "
        "| 8: 3 warcraft-goblins+intimidating@Ben"
    )
    game = notation.read(line, board("isles-l1a-s1a"))
    assert game.grounds["r02"].markers == (Marker("bomb", band(game, "warcraft-goblins").id),)
    assert "r02: 5 worgen+championing@Ann [bomb@warcraft-goblins]" in notation.write(game)


def test_boxes_that_nothing_here_comes_from_stand_in_a_position() -> None:
    """What may still be drawn hangs on the boxes, so they are said even where nothing of them lies on the table."""
    game = table("turn 1 Ann begin | boxes cursed grand_dames")
    assert {"goblins", "gypsies"} <= set(game.banners)
    assert "pixies" not in game.banners
    assert notation.read(notation.write(game), board("base-2")) == game


def test_a_box_there_is_not_is_no_position() -> None:
    """A box that nobody knows is refused by its name."""
    with pytest.raises(Malformed, match="there is no box atlantis"):
        table("turn 1 Ann begin | boxes atlantis")


def test_a_position_that_is_none_is_refused_on_one_line() -> None:
    """What is quoted of it breaks no line and steers no terminal."""
    with pytest.raises(Malformed) as caught:
        table("turn 1 Ann begin | 7: tr\x1bbe\x85")
    assert str(caught.value).isprintable()
