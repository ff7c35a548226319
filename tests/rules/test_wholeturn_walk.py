"""Whole turns of random games, entered at once: each comes out as it did step by step."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.rules import commands, decisions
from companion.rules.boxes.registry import ABILITIES, BOXES
from companion.rules.commands import Command, Conquer, Conquest, Pick, PlayTurn, UseAbility
from companion.rules.engine import decide, fold, new_game
from companion.rules.events import BadgesReshuffled, BandVanished, Scored, TokensMoved
from companion.rules.model import Decision, Game
from companion.rules.troops import musterable
from companion.rules.turn import conquers_again
from tests.rules.walker import Step, played, set_up, walk

LONG = 1000


def turns(steps: list[Step]) -> list[list[Step]]:
    """The steps of each race's turn, from its pick or its readying to the end of its redeployment."""
    found: list[list[Step]] = []
    turn: list[Step] = []
    for step in steps:
        begins = isinstance(step.command, Pick | commands.Ready | Conquer) and step.before.turn.stage == "begin"
        turn = [*turn, step] if turn or begins else []
        if turn and isinstance(step.command, commands.Redeploy | commands.EndTurn):
            found.append(turn)
        if isinstance(step.command, commands.Redeploy | commands.EndTurn | commands.Decline | PlayTurn):
            turn = []
    return found


def untold(turn: list[Step]) -> int:
    """How many steps come before those that one command can tell: acts before the last conquest, and their answers."""
    count = 0
    for number, (before, command, _, _) in enumerate(turn):
        asked = decisions.asked_on(before, getattr(command, "occasion", ""))
        spent = isinstance(command, UseAbility) and command.ability == "berserk"
        if spent and any(isinstance(step.command, Conquer) for step in turn[number:]):
            continue
        acted = isinstance(command, UseAbility) and before.turn.stage in ("begin", "conquer")
        answered = asked is not None and (asked.kind, before.turn.attempt) == (decisions.CHOICE, None)
        answered = answered and before.turn.stage in ("begin", "conquer")
        # What an act had asked of chance, the die among it.
        follows = number == count > 0 and isinstance(command, commands.Answer) and before.turn.attempt is None
        if acted or answered or (follows and (asked or before.turn.called)):
            count = number + 1
    return count


def at_once(turn: list[Step]) -> tuple[PlayTurn, list[Command]]:
    """The same turn as one command, and what is left to do after it: draws, and peace."""
    whole, rest = PlayTurn(), []
    pips: int | None = None

    def last(**told: Any) -> PlayTurn:
        """The turn with something more that is told of its last conquest."""
        return replace(whole, conquests=(*whole.conquests[:-1], replace(whole.conquests[-1], **told)))

    for before, command, events, _ in turn:
        attempt = before.turn.attempt
        asked = decisions.asked_on(before, getattr(command, "occasion", ""))
        match command:
            case Pick(place=place):
                whole = replace(whole, pick=place)
            case commands.Ready(band=number, stay=stay):
                whole = replace(whole, band=number, stay=stay)
            case Conquer(region=where, way=way, die=die, boosts=boosts):
                wave = before.turn.cycle + 1 if before.turn.cycle or conquers_again(before) else 0
                told = Conquest(where, way, die, pips, boosts, wave=wave)
                band = musterable(before)[0].id if before.turn.stage == "begin" else whole.band
                whole = replace(whole, conquests=(*whole.conquests, told), band=band)
                pips = None
            case commands.Answer(value=value) if attempt and before.turn.rolling:
                whole = last(**{"again" if whole.conquests[-1].late else "pips": int(value)})
            case commands.Answer(value=value) if before.turn.called:
                pips = int(value)
            case commands.Answer(value=value) if draws(asked) and not whole.conquests[-1].found:
                whole = last(found=value)
            case commands.Choose(choice=choice) if attempt:
                whole = last(late=choice == "yes")
            case commands.Place(kind=kind, regions=regions):
                # They are placed in the order in which they were placed last.
                others = {key: counts for key, counts in whole.pieces.items() if key != kind}
                whole = replace(whole, pieces={**others, kind: regions})
            case commands.Redeploy(tokens=tokens):
                whole = replace(whole, tokens=tokens)
            case commands.EndTurn(tokens=tokens):
                whole = replace(whole, tokens=tokens)
                rest += [commands.Accept()] * any(isinstance(event, Scored) for event in events)
            case UseAbility(ability=ability) if before.turn.stage == "redeploy" and waits(ability):
                rest.append(command)
            case UseAbility(ability=ability, act=act, target=target) if before.turn.stage == "redeploy":
                whole = replace(whole, acts=(*whole.acts, commands.Done(ability, act, target)))
            case commands.Answer() | commands.Choose():
                rest.append(command)
    return whole, rest


def draws(asked: Decision | None) -> bool:
    """Chance was asked what comes to light."""
    return asked is not None and asked.kind == decisions.DRAW


def gave(step: Step) -> bool:
    """A token was sacrificed between the conquests and the end of a turn: somebody was asked, which cannot be told."""
    chosen = isinstance(step.command, commands.Choose) and step.before.turn.stage == "redeploy"
    return chosen and any(isinstance(event, TokensMoved) for event in step.events)


def waits(ability: str) -> bool:
    """It may be done in every stage, so over the score sheet as well, and may ask something."""
    return not ABILITIES[ability].actions_in


def same(game: Game) -> Game:
    """A game without the number of rolls, as one that took nothing is not told, and with pieces on a region and notes
    of the turn in one order: at once pieces are laid after all that abilities did."""
    grounds = {
        region: replace(ground, markers=tuple(sorted(ground.markers, key=lambda marker: (marker.kind, marker.band))))
        for region, ground in game.grounds.items()
    }
    return replace(game, turn=replace(game.turn, rolls=0, used=tuple(sorted(game.turn.used))), grounds=grounds)


MIXED = tuple(box for box, held in BOXES.items() if not held.alone and box not in ("teams", "necromancer"))
TABLES = {
    "base": (("base",), range(2, 6)),
    "expansions": (MIXED, range(2, 6)),
    "necromancer": ((*MIXED, "necromancer"), range(3, 7)),
    "teams": ((*MIXED, "teams"), range(6, 7)),
    "warcraft": (("warcraft",), range(2, 6)),
}


def prove(seed: int, what: str) -> int:
    """Play a random game, enter each of its turns at once, and compare; returns how many turns there were."""
    boxes, players = TABLES[what]
    dice = Random(f"at once {what} {seed}")
    setup = set_up(players[seed % len(players)], dice, boxes)
    assert fold(new_game(setup))
    compared = 0
    for turn in turns(list(walk(setup, dice))):
        first = untold(turn)
        whole, rest = at_once(turn[first:])
        # Draws come after a turn that is entered at once, so badges are shuffled at another time.
        moved = any(isinstance(event, BadgesReshuffled | BandVanished) for step in turn for event in step.events)
        if (moved and whole.pick is not None) or any(gave(step) for step in turn):
            continue
        game = turn[first].before
        for command in (whole, *rest):
            game = played(game, decide(game, command))
        assert same(game) == same(turn[-1].after), f"{what} {seed}: {whole}"
        compared += 1
    return compared


@pytest.mark.parametrize(
    ("what", "games"), [("base", 12), ("expansions", 6), ("necromancer", 3), ("teams", 3), ("warcraft", 16)]
)
def test_whole_turns_of_random_games(what: str, games: int) -> None:
    """Every turn of a game, entered at once, comes to the same game as step by step."""
    for seed in range(games):
        assert prove(seed, what) > 5


@pytest.mark.long(name="walk")
@pytest.mark.parametrize("first", range(100, 100 + LONG, 100))
@pytest.mark.parametrize("what", TABLES)
def test_whole_turns_of_a_thousand_random_games(what: str, first: int) -> None:
    """The same for a thousand further games, two hundred of each kind."""
    for seed in range(first, first + 20):
        prove(seed, what)
