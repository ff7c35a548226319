"""What a tap costs the card that the games are kept on, and how soon a long game is open again.

What is written is read from SQLite's own file of new pages beside the log: each commit there is one synced write, and
its last page is marked. Nothing but the table's acts is counted; they come by the web as phones send them.
"""

from __future__ import annotations

import sqlite3
import struct
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from companion.store.store import FILE, Store
from companion.table.hub import Hub
from companion.table.service import TableService
from companion.table.session import Session
from tests.bench import table
from tests.bench.figure import Figure

# So many taps are counted: before SQLite brings its new pages into the log and begins their file anew.
COUNTED = 100
COMMANDS = 1000
OPENINGS = 5


def costs(taps: int) -> list[Figure]:
    """Play a game of 1,000 commands by tapping, of fewer where less than 100 taps are asked for, and open it again."""
    wanted = min(COMMANDS, 10 * taps)
    with TemporaryDirectory(prefix="smallworld-bench-") as name:
        folder = Path(name)
        counted = min(COUNTED, wanted)
        with table.companion(folder) as server:
            game = _game(server)
            server.ask(*next(game))
            commits, pages = _written(folder)
            for _ in range(counted):
                server.ask(*next(game))
            more_commits, more_pages = _written(folder)
            own = _own(folder, counted)
            for _ in range(wanted - counted):
                server.ask(*next(game))
        opening = [_opened(folder) for _ in range(OPENINGS)]
    return [
        Figure("synced writes to the card for a tap", (more_commits - commits) / counted, "", aim="one"),
        Figure("written to the card for a tap", (more_pages - pages) / counted / 1000, "kB", "its rows", own / 1000),
        Figure(
            f"a game of {wanted:,} commands opened again",
            1000 * min(took for took, _ in opening),
            "ms",
            "reading its rows",
            1000 * min(base for _, base in opening),
            "under 100 ms",
        ),
    ]


def _game(server: table.Server) -> Iterator[tuple[str, str, table.Plain, str]]:
    """One long game: what its phones send, with the cookie of the one that taps.

    Between two taps of the play a purse is put right four times, so that a single game has all the commands.
    """
    cookies = table.seated(server)
    for number, (path, value, cookie) in enumerate(table.taps(server, cookies)):
        yield "POST", path, value, cookie
        for difference in (1, -1, 2, -2):
            coins = {"type": "set_coins", "seat": 0, "difference": difference}
            yield "POST", "/api/act", {"id": f"coins{difference}-{number}", "by": 0, "command": coins}, cookies[0]


def _written(folder: Path) -> tuple[int, int]:
    """The commits in SQLite's file of new pages, and its bytes up to the last of them (https://sqlite.org/walformat.html)."""
    data = (folder / f"{FILE}-wal").read_bytes()
    page, salt = struct.unpack(">8xI", data[:12])[0], data[16:24]
    commits = bytes_ = 0
    for start in range(32, len(data), 24 + page):
        if data[start + 8 : start + 16] != salt:
            break
        if struct.unpack(">4xI", data[start : start + 8])[0]:
            commits, bytes_ = commits + 1, start + 24 + page
    return commits, bytes_


def _own(folder: Path, count: int) -> float:
    """The bytes of the text in one of the last so many rows of the log, on average."""
    texts = " + ".join(f"length(coalesce({each}, ''))" for each in ("time", "request", "command", "events"))
    with closing(sqlite3.connect(folder / FILE)) as log:
        query = f"SELECT avg({texts}) FROM (SELECT * FROM log ORDER BY row DESC LIMIT {count})"
        return float(log.execute(query).fetchone()[0])


def _opened(folder: Path) -> tuple[float, float]:
    """The seconds until a table stands as it stood, and those to read its rows and do nothing with them."""
    began = perf_counter()
    with closing(sqlite3.connect(folder / FILE)) as log:
        log.execute("SELECT * FROM log").fetchall()
    read = perf_counter() - began
    began = perf_counter()
    store = Store(folder)
    TableService(Session(store, Hub(6), address=lambda: "")).queries.state()
    took = perf_counter() - began
    store.close()
    return took, read
