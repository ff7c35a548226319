"""Recorded games are played again and compared line by line; a changed rule shows at its first line."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from companion.records import replay
from companion.records.notation import KINDS
from companion.records.record import Record, Step, play, read
from companion.rules.boxes.registry import BOXES
from companion.rules.engine import options
from companion.rules.events import MarkerPlaced
from tests.playthroughs.again import GAMES, HERE, bare, kept, path_of, rows


@cache
def record(name: str) -> Record:
    """A playthrough as it is stored."""
    return read(path_of(name).read_bytes())


def every_step() -> Iterator[Step]:
    """All steps of all playthroughs."""
    for name in GAMES:
        yield from play(record(name))


@pytest.mark.parametrize("name", GAMES)
def test_a_playthrough_comes_out_line_by_line(name: str):
    """What was on offer, what was done and what it came to are what the file says, in every line."""
    header = record(name).header
    entries = kept(header, bare(record(name)))
    found = rows(Record(header, record(name).opening, tuple(entries))).splitlines()
    stored = path_of(name).read_text(encoding="utf-8").splitlines()
    for number, (now, before) in enumerate(zip(found, stored, strict=False), 1):
        assert now == before, f"{path_of(name)}:{number} has changed; tests/playthroughs/README.md says what to do"
    assert len(found) == len(stored), f"{path_of(name)}:{len(found) + 1} is refused now"


def test_every_playthrough_is_a_whole_game():
    """Each game is played until the last purse is open, and none lies here that is not played."""
    assert {path.stem for path in HERE.glob("*.jsonl")} == set(GAMES)
    for name in GAMES:
        assert len(replay.final(record(name), list(play(record(name)))).unveiled) == len(record(name).header.players)


def test_every_race_and_power_occurs():
    """Each race and each power of the box is taken by somebody in one of the games."""
    bands = {key for step in every_step() for band in step.after.bands.values() for key in band.abilities}
    box = BOXES["base"]
    assert {kind.key for kind in box.races + box.powers} - bands == set()


def test_every_piece_and_command_occurs():
    """Each kind of piece of the base box comes onto the map, and each kind of command is given."""
    steps = list(every_step())
    pieces = {event.kind for step in steps for event in step.events if isinstance(event, MarkerPlaced)}
    assert {piece.key for piece in BOXES["base"].pieces} - pieces == set()
    assert set(KINDS) - {step.entry.command["type"] for step in steps} == set()


def test_every_table_option_occurs():
    """Each table option is played in one of the games with a choice that is not the usual one."""
    chosen = {key for name in GAMES for key in record(name).header.options}
    assert {option.key for option in options(("base",))} - chosen == set()


def test_every_way_of_playing_occurs():
    """Failed and successful attempts, abilities' own ways, acts as played and late declines are all there."""
    steps = list(every_step())
    attacks = {(attack.won, attack.way) for step in steps for attack in step.after.turn.attacks}
    assert {(True, "ordinary"), (False, "ordinary"), (True, "sorcerers"), (True, "dragon-master")} <= attacks
    assert any(step.entry.as_played for step in steps)
    assert {step.entry.command.get("decline") for step in steps if step.entry.command["type"] == "accept"} == {
        True,
        False,
    }
    acts = {step.entry.command["act"] for step in steps if step.entry.command["type"] == "act"}
    assert acts == {"roll", "ally", "ghost", "power"}
