"""`companion replay`, as a person types it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from companion.records.replay import refusals
from companion.rules.commands import Conquer
from companion.rules.engine import offers
from tests.record.played import BY_HAND, end_of, lines
from tests.rules.position import table
from tests.rules.walker import set_up, walk

TROLLS = {
    "record": 1,
    "position": "turn 2 Ann conquer | hand trolls+hill@Ann 3 | 5: 1 trolls+hill@Ann [lair] | 11: 2 elves+swamp@Ben",
}


def replay(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    command = [sys.executable, "-m", "companion", "replay", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A file with Trolls about to conquer."""
    path = tmp_path / "game.jsonl"
    path.write_text(lines(TROLLS))
    return path


def test_it_prints_the_final_position():
    """Without options the final position is told in words: turn, coins, races, regions and the sheet."""
    path = BY_HAND / "seafaring.jsonl"
    done = replay(path)
    assert (done.returncode, done.stderr) == (0, "")
    told = done.stdout.splitlines()
    assert told[1:4] == ["Turn 2 of 10: Ben’s turn", "Ann: 13 coins", "Ben: 7 coins"]
    assert "Seafaring Dwarves of Ann, in decline, regions 1 2 6" in told
    assert "Region 1: sea, 1 Dwarf in decline (Ann)" in told
    assert told[-1] == "Ann's score sheet, accepted: Regions in decline 3 + Dwarves 1 = 4"


def test_it_prints_everything_as_one_object():
    """With --json there is one object with coins, regions, bands, column, tray, piles, turn and sheet."""
    done = replay("--json", BY_HAND / "bivouacking.jsonl")
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    assert [(player["name"], player["coins"]) for player in told["players"]] == [("Ann", 9), ("Ben", 10)]
    assert told["regions"]["r04"] == {
        "player": "Ann",
        "race": "dwarves",
        "declined": False,
        "tokens": 2,
        "tribes": 0,
        "markers": [{"kind": "encampment", "race": "dwarves"}] * 3,
    }
    assert (told["turn"]["player"], told["turn"]["stage"], told["turn"]["number"]) == ("Ann", "begin", 2)
    assert told["tray"]["dwarves"] == 1
    assert told["sheet"]["lines"][-1] == {"key": "orcs", "amount": 2, "regions": ["r05", "r11"]}
    assert len(told["piles"]["banners"]) + len(told["column"]) + len(told["bands"]) == 14
    assert told["winners"] == []


def test_it_tells_what_happened(game: Path):
    """With --events each command has its line's number, what was done for how much, and what hands had to do."""
    game.write_text(lines("# Trolls", TROLLS, {"type": "conquer", "region": 10}, {"type": "finish"}))
    assert replay("--events", game).stdout.splitlines() == [
        "3: Ann conquers region 10 with 2 Trolls",
        "    Put 2 Trolls in region 10",
        "    Put 1 Troll’s Lair in region 10",
        "4: Ann is done conquering",
    ]


def test_it_lists_what_a_player_may_do(game: Path):
    """With --offers there is each act with bill, chance and command, and why other regions cannot be had."""
    told = replay("--offers", "Ann", game).stdout.splitlines()
    assert told[0] == "Ann may:"
    place = told.index("  Conquer region 10 with 2 tokens (2)")
    command = {"type": "conquer", "region": "r10", "way": "ordinary", "die": False, "boosts": {}}
    assert json.loads(told[place + 1]) == command
    assert "  not region 20: Not next to the Trolls" in told
    assert "  Final attempt: roll 1 or more for region 11 (2 + 2 defenders = 4), 3/6 likely" in told
    assert replay("--offers", "Ben", game).stdout.startswith("Ben has nothing to do now.\nWaits for chance: ")


def test_what_it_lists_can_be_written_down(game: Path):
    """Every command that --offers prints is played when it is put at the end of the record."""
    listed = json.loads(replay("--json", "--offers", "Ann", game).stdout)["offers"]
    assert {offer["kind"] for offer in listed} == {"conquer", "attempt", "finish", "turn", "done"}
    for offer in listed:
        assert end_of(lines(TROLLS, offer["command"]))


def test_a_refused_command_is_one_line_and_status_1(game: Path):
    """A refusal names file, line and reason; nothing of the game is printed."""
    game.write_text(lines(TROLLS, "", {"type": "finish"}, {"type": "conquer", "region": 10}))
    done = replay("--json", game)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"{game}:4: Not now: Ann is redeploying\n"


def test_a_malformed_file_is_one_line_and_status_2(game: Path):
    """A malformed line is found before any command is played."""
    game.write_text(lines(TROLLS, {"type": "accept"}, {"type": "acept"}))
    done = replay(game)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"{game}:3: acept is no command")
    assert done.stderr.count("\n") == 1


def test_a_file_that_is_not_there_is_status_2(tmp_path: Path):
    """A missing file and a folder are named in one line each."""
    done = replay(tmp_path / "none.jsonl", tmp_path)
    assert done.returncode == 2
    assert done.stderr == f"{tmp_path}/none.jsonl: No such file or directory\n{tmp_path}: Is a directory\n"


def test_nobody_of_that_name_is_status_2(game: Path):
    """The player asked for must sit at the table."""
    done = replay("--offers", "Cid", game)
    assert (done.returncode, done.stderr) == (2, f"{game}: nobody here is called Cid\n")


def test_of_several_files_the_others_are_printed(game: Path, tmp_path: Path):
    """One object a file; a file that fails takes nothing from the others, and the highest status counts."""
    refused, malformed = tmp_path / "refused.jsonl", tmp_path / "malformed.jsonl"
    refused.write_text(lines(TROLLS, {"type": "accept"}))
    malformed.write_text("{}")
    done = replay("--json", malformed, game, refused, BY_HAND / "stout.jsonl")
    assert done.returncode == 2
    assert [json.loads(line)["file"] for line in done.stdout.splitlines()] == [str(game), str(BY_HAND / "stout.jsonl")]
    assert [line.split(":")[0] for line in done.stderr.splitlines()] == [str(malformed), str(refused)]


def test_an_end_names_the_winner():
    """After the end the winners stand in words and in JSON."""
    path = BY_HAND / "evening.jsonl"
    assert "Cid: 10 coins, wins" in replay(path).stdout.splitlines()
    assert json.loads(replay("--json", path).stdout)["winners"] == ["Cid"]


def test_it_loads_nothing_heavy():
    """A replay starts quickly because it loads no server, no pins and no database."""
    command = [sys.executable, "-X", "importtime", "-m", "companion", "replay", str(BY_HAND / "stout.jsonl")]
    told = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stderr
    loaded = {line.rpartition("|")[2].strip().partition(".")[0] for line in told.splitlines()}
    assert {"companion", "msgspec"} <= loaded
    heavy = {"flask", "werkzeug", "gpiozero", "sqlite_utils", "sqlite3", "qrcode", "serial", "waitress", "asyncio"}
    assert loaded & heavy == set()


@pytest.mark.parametrize(
    "boxes",
    [
        ("base", "be_not_afraid", "cursed", "royal_bonus"),
        pytest.param(("base", "teams"), marks=pytest.mark.long(name="extras")),
        ("warcraft",),
    ],
)
def test_each_region_is_offered_or_has_its_reason(boxes: tuple[str, ...]):
    """While a race conquers no region is both, and none is neither, however little its player has."""
    dice, looked_at = Random(f"reasons {boxes}"), 0
    for step in walk(set_up(6 if "teams" in boxes else 3, dice, boxes), dice):
        turn = step.after.turn
        if turn.stage != "conquer" or turn.rolling or turn.held_up:
            continue
        game = replace(step.after, seats=tuple(replace(seat, coins=dice.randrange(3)) for seat in step.after.seats))
        offered = {offer.region for offer in offers(game, turn.seat) if isinstance(offer.command, Conquer)}
        reasons = refusals(game, turn.seat)
        assert offered.isdisjoint(reasons)
        assert offered | reasons.keys() == game.grounds.keys()
        assert all(reasons.values())
        looked_at += 1
    assert looked_at > 20


def test_too_few_coins_are_a_reason():
    """The Doomhammer would take the region, and takes 2 coins (Warcraft rules, Doomhammer; ruling J12)."""
    line = "turn 2 Ann conquer | coins 1 5 | hand naga+mining@Ann 1 | 2: 1 naga@Ann [doomhammer] | boxes warcraft"
    game = table(f"{line} | board isles-l1a-s1a | 8: 4 worgen+farmer@Ben")
    assert refusals(game, 0)["r08"] == "That costs 2 coins, more than you have"


def test_a_form_says_that_a_region_may_be_left(tmp_path: Path):
    """Kobolds hold a region with two or leave it, and nothing lies between (expansion sheet, Kobolds)."""
    path = tmp_path / "kobolds.jsonl"
    path.write_text(lines({"record": 1, "position": "turn 2 Ann begin | 7: 4 kobolds+hill@Ann"}))
    assert "    stay: r07 0 or 2–4 (now 2); 0–4 in all" in replay("--offers", "Ann", path).stdout.splitlines()
