"""A game written to a file is the same game when it is read again."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.records.record import Header, Record, RecordLine, begin, digest, header_of, play, read, stamped, write
from companion.rules import commands
from companion.rules.model import SeatSetup, Setup
from tests.record.played import BY_HAND, end_of, refusal_of
from tests.rules.position import board
from tests.rules.walker import set_up, walk


def recorded(players: int, seed: int, most: int = 10_000) -> Record:
    """A random game, or its beginning, as a record."""
    dice = Random(seed)
    setup = set_up(players, dice)
    header = header_of(setup)
    steps = [step for step, _ in zip(walk(setup, dice), range(most), strict=False)]
    return Record(header, begin(header), tuple(RecordLine(commands.encode(step.command)) for step in steps))


@pytest.mark.parametrize("players", [2, 5])
def test_a_whole_game_survives_the_file(players: int):
    """A random game written with digests reads back, comes out the same, and is written the same again."""
    record = recorded(players, seed=players)
    written = write(record.header, stamped(record))
    again = read(written.encode())
    assert [step.after for step in play(again)] == [step.after for step in play(record)]
    assert write(again.header, again.entries) == written


@pytest.mark.parametrize("path", sorted(BY_HAND.glob("*.jsonl")), ids=lambda path: path.stem)
def test_a_record_by_hand_can_be_stamped(path: Path):
    """With draws told and digests put in, a record written by hand comes to the same end."""
    record = read(path.read_bytes())
    assert end_of(write(record.header, stamped(record))) == end_of(path.read_text())


def test_a_digest_that_differs_names_its_line():
    """The replay stops at the first line whose digest is not the game's."""
    record = recorded(2, seed=1, most=40)
    rows = write(record.header, stamped(record)).splitlines()
    rows[20] = rows[20].replace('"digest":"', '"digest":"0')
    rows[30] = rows[30].replace('"digest":"', '"digest":"0')
    line, reason = refusal_of("\n".join(rows))
    assert line == 21
    assert reason.startswith("The game differs from here on")


def test_a_digest_stands_for_the_whole_state():
    """Two states of a game have the same digest when they are the same, and only then."""
    games = [step.after for step in play(recorded(3, seed=3, most=150))]
    digests = [digest(game) for game in games]
    for place, game in enumerate(games):
        assert [found == digests[place] for found in digests] == [other == game for other in games]


def test_a_digest_leaves_the_map_out():
    """The same state on another map has the same digest, so that a redrawn map breaks no record."""
    game = begin(Header(record=1, players=("Ann", "Ben")))
    assert digest(replace(game, board=replace(game.board, id="other"))) == digest(game)


NAMES = st.text(min_size=1, max_size=8).filter(lambda name: name.strip() and name.isprintable())


@given(
    names=st.lists(NAMES, min_size=2, max_size=2),
    purse=st.lists(st.integers(0, 20), min_size=2, max_size=2),
    start=st.integers(0, 1),
    options=st.dictionaries(st.just("coins"), st.sampled_from(["open", "secret"])),
)
def test_any_set_up_survives_the_header(names: list[str], purse: list[int], start: int, options: dict[str, str]):
    """Whatever players are called, a set-up's header begins the game of that set-up."""
    seats = tuple(SeatSetup(name, has) for name, has in zip(names, purse, strict=True))
    setup = Setup(board("base-2"), seats, start, options=options)
    game = read(write(header_of(setup), ()).encode()).opening
    assert [(seat.name, seat.coins) for seat in game.seats] == list(zip(names, purse, strict=True))
    assert (game.start, game.board, game.options) == (start, setup.board, options)


def test_a_map_of_one_s_own_is_written_in_full():
    """A board that the program has differently goes into the header whole."""
    setup = Setup(board("base-2"), (SeatSetup("Ann"), SeatSetup("Ben")))
    assert header_of(setup).map == "base-2"
    changed = replace(setup.board, turns=4)
    header = header_of(replace(setup, board=changed))
    assert read(write(header, ()).encode()).opening.board == changed


def test_a_header_says_only_what_it_must():
    """What is as usual is left out of the file."""
    usual = Header(record=1, players=("Ann", "Ben"))
    assert write(usual, [RecordLine({"type": "stop"})]) == '{"record":1,"players":["Ann","Ben"]}\n{"type":"stop"}\n'
