"""The file of a record: what it may say, how generously it is read, and what is refused where."""

from __future__ import annotations

from typing import Any

import pytest

from companion.records.record import LARGEST, LONGEST_LINE, MOST_COMMANDS, Malformed, read
from companion.rules import notation
from tests.record.played import band, coins, end_of, lines, on_map, refusal_of

ANN_AND_BEN = {"record": 1, "players": ["Ann", "Ben"]}
TROLLS = {"record": 1, "position": "turn 2 Ann conquer | hand trolls+hill@Ann 9 | 5: 1 trolls+hill@Ann [lair]"}
# A turn after its pick or its ready, with nothing done.
NOTHING = [{"type": "finish"}, {"type": "redeploy"}, {"type": "accept"}]
DECLINE = [{"type": "decline"}, {"type": "accept"}]


# Generous reading.


FORTIFIED = {"record": 1, "position": "turn 2 Ann redeploy | 5: 2 elves+fortified@Ann | 10: 2 elves+fortified@Ann"}


def test_a_fortress_of_the_turn_that_was_used_up_for_nothing_is_read_as_it_was():
    """Older records have it, with the digest of a turn in which no Fortress can follow any more."""
    text = lines(FORTIFIED, {"type": "place", "kind": "fortress", "regions": {"5": 0}, "digest": "5fb1a076f97c"})
    assert end_of(text).turn.used == ("place:fortress",)


def test_only_an_empty_placement_is_read_as_it_was():
    """A second Fortress in one turn is refused as ever."""
    one = {"type": "place", "kind": "fortress", "regions": {"5": 1}}
    other = {"type": "place", "kind": "fortress", "regions": {"10": 1}}
    assert refusal_of(lines(FORTIFIED, one, other))[0] == 3


@pytest.mark.parametrize("region", [10, "10", "r10"])
def test_a_region_is_a_number_or_an_id(region: object):
    """Region 10 is 10, "10" or "r10"."""
    game = end_of(lines(TROLLS, {"type": "conquer", "region": region}))
    assert on_map(game, 10) == ["2 trolls+hill@Ann [lair]"]


@pytest.mark.parametrize("region", [99, "99", "r99", "attic"])
def test_a_region_that_is_on_no_map_is_refused_in_words(region: object):
    """Whoever has mistyped a region reads that there is none, and nothing of how a record is read."""
    wrong = {"type": "conquer", "region": region}
    assert refusal_of(lines(TROLLS, wrong)) == (2, "There is no such region on this map")


@pytest.mark.parametrize("who", ["trolls", 1])
def test_a_band_is_a_race_or_a_number(who: object):
    """The first race taken is its race's name or 1."""
    game = end_of(lines(TROLLS, {"type": "set_band", "band": who, "hand": 3}))
    assert band(game, "trolls").hand == 3


@pytest.mark.parametrize("who", ["Ben", 1])
def test_a_player_is_a_name_or_a_seat(who: object):
    """The second player is the name or seat 1."""
    game = end_of(lines(ANN_AND_BEN, {"type": "set_coins", "seat": who, "difference": 2}))
    assert coins(game) == [5, 7]


@pytest.mark.parametrize("pips", [2, "2"])
def test_an_answer_finds_its_question(pips: object):
    """A roll is answered with a number or its digit, and without naming the occasion."""
    one_left = {"type": "set_band", "band": "trolls", "hand": 1}
    attempt = {"type": "conquer", "region": 4, "die": True}
    game = end_of(lines(TROLLS, one_left, attempt, {"type": "answer", "value": pips}))
    assert on_map(game, 4) == ["1 trolls+hill@Ann [lair]"]


def test_a_piece_named_alone_belongs_to_the_holder():
    """ "lair" is the lair of the race on the region; another owner is named."""
    walled = {**TROLLS, "position": TROLLS["position"].replace("trolls+hill", "trolls+fortified")}
    holder = {"type": "set_region", "region": 5, "band": "trolls", "tokens": 1}
    owners = [{"kind": "lair", "band": "trolls"}, {"kind": "fortress", "band": 1}]
    alone = end_of(lines(walled, {**holder, "markers": ["lair", "fortress"]}))
    assert alone == end_of(lines(walled, {**holder, "markers": owners}))
    assert on_map(alone, 5) == ["1 trolls+fortified@Ann [lair fortress]"]


def test_what_is_for_people_is_passed_over():
    """Blank lines, lines with #, a byte order mark and Windows line ends change nothing; lines keep their number."""
    text = lines("\ufeff# a game\r", "\r", ANN_AND_BEN, "", "  # done", {"type": "stop"}, '{"type": "accept"}\r')
    assert refusal_of(text) == (7, "The game is over")


def test_draws_that_are_not_told_are_dealt():
    """Before a pick the header's further combos come up, then the box's order."""
    column = ["elves+hill", "orcs+swamp", "trolls+forest", "giants+flying", "humans+stout", "ratmen+spirit"]
    header = {**ANN_AND_BEN, "column": [*column, "wizards+mounted"]}
    picks = [{"type": "pick", "place": race} for race in ("elves", "orcs", "trolls")]
    game = end_of(lines(header, picks[0], *NOTHING, picks[1], *NOTHING, *DECLINE, *DECLINE, picks[2]))
    dealt = [f"{combo.race}+{combo.power}" for combo in game.column]
    assert dealt == ["giants+flying", "humans+stout", "ratmen+spirit", "wizards+mounted", "amazons+alchemist"]


def test_draws_that_are_told_come_first():
    """What the record answers is drawn, and the header's further combos follow."""
    header = {**ANN_AND_BEN, "column": ["elves+hill"]}
    told = [{"type": "answer", "value": value} for value in ("wizards", "flying")]
    game = end_of(lines(header, *told, {"type": "pick", "place": 0}))
    assert (game.column[0].race, game.column[0].power) == ("wizards", "flying")


def test_what_was_played_may_bend_the_rules():
    """`as_played` enters what the rules refuse."""
    far = {"type": "conquer", "region": 20}
    assert refusal_of(lines(TROLLS, far)) == (2, "Not next to the Trolls")
    assert on_map(end_of(lines(TROLLS, {**far, "as_played": True})), 20) == ["3 trolls+hill@Ann [lair]"]


def test_an_act_for_another_player_does_not_look_at_the_purse():
    """`blind` enters what the purse cannot pay."""
    poor = {**ANN_AND_BEN, "coins": [0, 5]}
    pick = {"type": "pick", "place": 1}
    assert refusal_of(lines(poor, pick))[0] == 2
    assert coins(end_of(lines(poor, {**pick, "blind": True}))) == [-1, 5]


def test_whose_act_it_is_can_be_checked():
    """`by` must be the player whose turn it is; an answer may be anybody's."""
    finish = {"type": "finish"}
    assert refusal_of(lines(TROLLS, {**finish, "by": "Ben"})) == (2, "This is for Ann to do")
    assert end_of(lines(TROLLS, {**finish, "by": "Ann"})).turn.stage == "redeploy"
    assert end_of(lines(ANN_AND_BEN, {"type": "answer", "value": "elves", "by": "Ben"})).half == "elves"


def test_tokens_are_put_back_by_their_owner():
    """`by` of a withdrawal must be the player who lost the region."""
    header = {
        "record": 1,
        "position": "turn 2 Ben withdraw | withdrawn elves+hill@Ann 2 | 5: 1 elves+hill@Ann | 10: 1 elves+hill@Ann",
    }
    back = {"type": "withdraw", "band": "elves", "tokens": {"5": 2}}
    assert refusal_of(lines(header, {**back, "by": "Ben"})) == (2, "This is for Ann to do")
    assert on_map(end_of(lines(header, {**back, "by": "Ann"})), 5) == ["3 elves+hill@Ann"]


def test_a_position_keeps_the_pieces_that_wait_alone():
    """A lost token's Encampment waits for its owner, in the position as it is printed too."""
    camped = {
        "record": 1,
        "position": "turn 2 Ann conquer | hand orcs+hill@Ann 4 | 11: 1 orcs+hill@Ann"
        "| 5: 1 trolls+bivouacking@Ben [encampment]"
        "| 3: 1 trolls@Ben | 4: 1 trolls@Ben",
    }
    conquered = end_of(lines(camped, {"type": "conquer", "region": 5}, *NOTHING))
    printed = {"record": 1, "position": notation.write(conquered)}
    back = {"type": "put_back", "band": "trolls", "kind": "encampment", "regions": {"3": 1}}
    game = end_of(lines(printed, back))
    assert on_map(game, 3, 5) == ["1 trolls+bivouacking@Ben [encampment]", "4 orcs+hill@Ann"]
    assert (game.turn.number, game.turn.seat) == (2, 1)


# What is no record.


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "the file is empty"),
        (b"# only a comment\n\n", "the file is empty"),
        (b"nonsense", "JSON"),
        (b"[1, 2]", "no JSON object"),
        (b"[" * 60_000, "nested too deeply"),
        (b'{"record": 1, "players": ["\xff"]}', "utf-8"),
        (b"\n" * (LARGEST + 1), "the file is too large"),
        (b'{"record": 1, "comment": "' + b"x" * LONGEST_LINE, "this line is too long"),
    ],
)
def test_what_is_no_json_says_so(data: bytes, reason: str):
    """Anything but JSON objects in lines of UTF-8 is refused at its line."""
    with pytest.raises(Malformed, match=reason) as caught:
        read(data)
    assert caught.value.line == 1


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ({"type": "accept"}, "record"),
        ({"record": 2, "players": ["Ann", "Ben"]}, "a record begins with"),
        ({"record": 1}, 'needs "players"'),
        ({"record": 1, "players": ["Ann", ""]}, "name is missing"),
        ({"record": 1, "players": ["Ann"]}, "no map base-1"),
        ({"record": 1, "players": ["Ann"], "map": "base-2"}, "2 to 5 players"),
        ({**ANN_AND_BEN, "map": "../maps/base-2"}, "no map"),
        ({**ANN_AND_BEN, "start": "Cid"}, "nobody here is called Cid"),
        ({**ANN_AND_BEN, "start": 2}, "there is no seat 2"),
        ({**ANN_AND_BEN, "coins": [5]}, "one number for each player"),
        ({**ANN_AND_BEN, "coins": [5, -1]}, "none below 0"),
        ({**ANN_AND_BEN, "coins": [5, 10**20]}, "far too large"),
        ({**ANN_AND_BEN, "boxes": ["attic"]}, "no box called attic"),
        ({**ANN_AND_BEN, "boxes": ["base", "base"]}, "each box once"),
        ({**ANN_AND_BEN, "boxes": []}, "each box once"),
        ({**ANN_AND_BEN, "options": {"coins": "lost"}}, "option coins has no choice called lost"),
        ({**ANN_AND_BEN, "column": ["elves"]}, "a race and a power"),
        ({**ANN_AND_BEN, "column": ["elves+hill", "elves+swamp"]}, "Elves cannot come up"),
        ({**ANN_AND_BEN, "colour": "red"}, "colour"),
        ({"record": 1, "position": "turn 2 Ann conquer"}, "no race to conquer with"),
        ({"record": 1, "position": "turn 11 Ann begin"}, "no turn 11"),
        ({"record": 1, "position": "turn 1 Ann begin" + " | option a=b" * 2_000}, "the position is too long"),
        ({"record": 1, "position": "turn 1 Ann begin", "coins": [5, 5]}, "a position says that itself: coins"),
        ({"record": 1, "position": "turn 1 Ann begin | coins 5 1000000"}, "far too large"),
        ({"record": 1, "position": "turn 1 Ann begin | 99: tribe"}, "no region 99"),
        ({"record": 1, "position": "turn 1 Ann begin | 5: 1 hill+trolls@Ann"}, "no race hill"),
    ],
)
def test_a_header_that_makes_no_game_says_why(header: dict[str, Any], reason: str):
    """A header is refused at its line, comments before it counted."""
    with pytest.raises(Malformed) as caught:
        read(lines("# a game", header).encode())
    assert caught.value.line == 2
    assert reason in caught.value.reason


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ('{"type": "accept"', "truncated"),
        ({"type": "concede"}, "concede is no command"),
        ({"region": 5}, "no type"),
        ({"type": "conquer"}, "region"),
        ({"type": "conquer", "region": True}, "region"),
        ({"type": "conquer", "region": 5, "tokens": 3}, "tokens"),
        ({"type": "ready", "band": "troll"}, "no race troll"),
        ({"type": "ready", "band": 1, "stay": {"7": 1, "r07": 0}}, "named twice"),
        ({"type": "leave", "seat": "Cid"}, "nobody here is called Cid"),
        ({"type": "accept", "by": "Cid"}, "nobody here is called Cid"),
        ({"type": "accept", "as_played": 1}, "as_played"),
        ({"type": "answer", "value": 1, "source": "mars"}, "no source called mars"),
        ({"type": "cocked", "value": 1, "source": "mars"}, "no source called mars"),
        ({"type": "set_coins", "seat": 0, "difference": 10**9}, "far too large"),
    ],
)
def test_a_line_that_is_no_command_says_why(command: str | dict[str, Any], reason: str):
    """A line is refused when it is read, wherever the game would stand by then."""
    with pytest.raises(Malformed) as caught:
        read(lines(ANN_AND_BEN, {"type": "accept"}, "", command).encode())
    assert caught.value.line == 4
    assert reason in caught.value.reason


REGION = {"id": "r01", "terrain": "hill", "border": True, "adjacent": ["r02"]}
OTHER = {"id": "r02", "terrain": "swamp", "adjacent": ["r01"]}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"regions": [REGION, REGION]}, "the same id"),
        ({"regions": [REGION]}, "r01 lists r02"),
        ({"regions": [{**REGION, "adjacent": ["r01"]}]}, "r01 lists r01"),
        ({"regions": [REGION, {**OTHER, "adjacent": []}]}, "r01 lists r02 as adjacent"),
        ({"regions": []}, "a region at least"),
        ({"regions": [{"id": "tray", "terrain": "hill", "border": True}]}, 'such as "r07"'),
        ({"regions": [{**REGION, "terrain": "lava"}, OTHER]}, "r01 has the unknown terrain lava"),
        ({"regions": [REGION, {**OTHER, "symbols": ["mines"]}]}, "r02 has the unknown symbol mines"),
        ({"turns": 0}, "a turn and a region"),
        ({"id": "a b"}, "letters, digits and dashes"),
        ({"id": 5}, "id"),
    ],
)
def test_a_map_that_cannot_be_says_why(change: dict[str, object], reason: str):
    """A whole map needs turns, regions and neighbours that name each other."""
    whole = {"id": "islet", "turns": 3, "regions": [REGION, OTHER], **change}
    with pytest.raises(Malformed) as caught:
        read(lines({**ANN_AND_BEN, "map": whole}).encode())
    assert reason in caught.value.reason


def test_a_record_has_an_end() -> None:
    """So many commands no game has, whatever they are; blank lines and comments are not counted."""
    commands = [*["", "# nothing"] * 100, *[{"type": "finish"}] * (MOST_COMMANDS + 1)]
    with pytest.raises(Malformed, match=f"a record has {MOST_COMMANDS} commands at most") as caught:
        read(lines(ANN_AND_BEN, *commands).encode())
    assert caught.value.line == 1 + len(commands)


def test_what_a_file_quotes_breaks_no_line_and_steers_no_terminal() -> None:
    """A command's name or a region with control signs in it is told on one line, in letters."""
    head = b'{"record": 1, "players": ["Ann", "Ben"]}\n'
    with pytest.raises(Malformed) as caught:
        read(head + rb'{"type": "con\nquer\u001b[2J", "region": 22}')
    assert caught.value.reason.startswith("con quer [2J is no command")
    assert str(caught.value) == f"2: {caught.value.reason}"
