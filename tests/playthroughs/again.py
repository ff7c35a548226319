"""Record the playthroughs again, after a deliberate change of a rule: python -m tests.playthroughs.again

Each game keeps its commands as far as the rules still allow them; from there
random players go on.  `git diff tests/playthroughs` then shows what the change
has changed: read it before you commit it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import msgspec

from companion.records.record import (
    Halted,
    Header,
    Record,
    RecordLine,
    begin,
    fingerprint,
    header_of,
    play,
    read,
    stamped,
    write,
)
from companion.rules import commands
from companion.rules.engine import decide
from companion.rules.model import Game, Refused
from tests.rules.walker import EAGERNESS, RESTLESS, choose, everything, played, set_up, wild

HERE = Path(__file__).parent
ROUGH = 0.08
"""How often a rough table corrects something, bends a rule or mistypes."""
GAMES: dict[str, tuple[int, int, bool, dict[str, str]]] = {
    "two": (2, 11, False, {}),
    "three": (3, 12, False, {}),
    "four": (4, 13, False, {"declined-losses": "all", "sorcerers-empty-hand": "refused"}),
    "five": (5, 14, False, {"own-declined": "costs-nothing", "full-tie": "later-seat"}),
    "two-rough": (2, 25, True, {"coins": "open"}),
    "three-rough": (3, 26, True, {"own-declined-empty": "empty", "declined-die": "shared"}),
    "two-mended": (2, 32, True, {}),
    "three-at-once": (3, 44, True, {}),
    "four-ghosts": (4, 10, True, {"ghosts": "13"}),
    "two-quick": (2, 55, True, {}),
    "five-rough": (5, 17, True, {"failed-attack": "does-not-count"}),
}
"""By name: players, seed, whether the table is rough, table options."""
BOXES = {"four-ghosts": ("base", "necromancer")}
"""The boxes of those that are played with more than the base box."""


def path_of(name: str) -> Path:
    """The file of a playthrough."""
    return HERE / f"{name}.jsonl"


def on_offer(game: Game) -> str:
    """How many offers there are, and six digits for their bills and forms."""
    listed = [(offer.id, offer.bill, offer.short, offer.form) for offer in everything(game)]
    return f"of {len(listed)}, {fingerprint(msgspec.to_builtins(listed))[:6]}"


def rows(record: Record) -> str:
    """The record as a file in which each command has what was on offer before it, and the digest after it."""
    games = [record.opening, *(step.after for step in play(record))]
    entries = [
        RecordLine(entry.command, as_played=entry.as_played, digest=entry.digest, comment=on_offer(game))
        for game, entry in zip(games, stamped(record), strict=False)
    ]
    return write(record.header, entries)


def bare(record: Record) -> list[RecordLine]:
    """The commands of a record without digests and comments."""
    return [RecordLine(entry.command, as_played=entry.as_played) for entry in record.entries]


def kept(header: Header, entries: list[RecordLine]) -> list[RecordLine]:
    """The commands that the rules still allow, up to the first that they refuse."""
    found: list[RecordLine] = []
    with suppress(Halted):
        found.extend(step.entry for step in play(Record(header, begin(header), tuple(entries))))
    return found


def more(game: Game, dice: Random, rough: bool) -> Iterator[RecordLine]:
    """What random players do until the last purse is open."""
    eagerness = dice.choice((EAGERNESS, RESTLESS))
    while (command := choose(game, dice, eagerness)) is not None:
        bent = False
        if rough and not game.over and dice.random() < ROUGH:
            command, bent = roughly(game, dice), dice.random() < 0.5
        try:
            game = played(game, decide(game, command, as_played=bent))
        except Refused:
            continue
        yield RecordLine(commands.encode(command), as_played=bent)


def roughly(game: Game, dice: Random) -> commands.Command:
    """What a rough table does: it enters anything, corrects, somebody leaves, or it stops early."""
    turn = game.turn
    if turn.number == game.board.turns:
        return commands.Stop()
    if turn.number > 4 and len(game.seats) > 2 and not any(seat.left for seat in game.seats):
        return commands.Leave(dice.randrange(len(game.seats)))
    region = dice.choice(list(game.grounds))
    ground = game.grounds[region]
    return dice.choice(
        [
            wild(game, dice),
            commands.SetRegion(region, ground.band, ground.tokens + bool(ground.band), 0, ground.markers),
            commands.Recount(region, ground.tokens),
            commands.SetBand(turn.band, hand=dice.randrange(6)),
            commands.SetCoins(turn.seat, dice.choice((-1, 2))),
            commands.SetTurn(turn.number, turn.seat),
            commands.SetColumn(game.column[1:]),
            commands.SetPile("well", {"soul": 2, "ghosts": 1}),
            commands.SetRecord(attacks=game.turn.attacks[1:]),
            commands.DropRace(turn.band),
            commands.SetRace(turn.seat, dice.choice([*game.tray]), dice.choice(["", *game.badges])),
        ]
    )


def again(name: str) -> Record:
    """A playthrough recorded again."""
    players, seed, rough, options = GAMES[name]
    dice = Random(seed)
    header = header_of(set_up(players, dice, BOXES.get(name, ("base",)), **options))
    old = bare(read(path_of(name).read_bytes())) if path_of(name).exists() else []
    entries = kept(header, old)
    game = begin(header)
    for step in play(Record(header, game, tuple(entries))):
        game = step.after
    return Record(header, begin(header), (*entries, *more(game, dice, rough)))


if __name__ == "__main__":
    for game_name in GAMES:
        path_of(game_name).write_text(rows(again(game_name)), encoding="utf-8")
