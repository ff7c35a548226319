"""How many tables one computer carries, each with six phones that play: python -m tests.bench.club.

The tables are processes of their own, as in a club. The phones are others beside them on the same processors, so what
is measured is rather too slow than too quick; how busy the phones keep those is told apart. Each table is tapped at
random moments, on average once in so many seconds; a tap counts from when it was sent until the last of its six phones
has the new state. Memory is what the tables hold alone, with their share of what several hold together.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any

import click
import msgspec

from tests.bench import table
from tests.bench.table import Line, Phones, Plain, Server

# The most of each with which a computer carries its tables: milliseconds and MB.
MOST_WAIT, MOST_MEMORY = 50.0, 4000.0
# Tables whose phones share a process.
TOGETHER = 10
# Seconds of a look at tables where nobody taps, and at tables without a phone.
STILL = 15.0
# Taps at a table before anything is measured.
WARMING = 15
ROW = "{:>6}  {:>8} {:>8} {:>6}   {:>8} {:>8}   {:>10} {:>10} {:>10}"
HEAD = ROW.format(
    "tables", "half, ms", "95 %, ms", "taps", "all, MB", "each, MB", "cores busy", "by phones", "CPU/tap ms"
)


class Opened(msgspec.Struct):
    """A table that was opened, as those who play there need it."""

    port: int
    cookies: list[str]


class Seen(Line):
    """The line of a phone that taps, and knows from its stream what it can do: it asks for nothing more."""

    phones: Phones | None = None

    def state(self) -> Plain:
        """The newest state that came, or before the first one that of the table."""
        if self.phones is None:
            return super().state()
        found: Plain = msgspec.json.decode(self.phones.newest())
        return found


def measure(most: int, step: int, pace: float, seconds: float, *, anyway: bool) -> Iterator[str]:
    """Lines for people: one for each number of tables, until they are too many, then what a table takes.

    `anyway` goes on with more, for a computer that others keep busy.
    """
    yield f"{os.cpu_count()} cores; a tap at each table every {pace:g} s; {seconds:g} s for each line"
    yield HEAD
    with TemporaryDirectory(prefix="smallworld-club-") as name, ExitStack() as open_now:
        servers: list[Server] = []
        opened: list[Opened] = []
        still = 0.0
        for count in range(step, most + 1, step):
            while len(servers) < count:
                server = open_now.enter_context(table.companion(Path(name) / str(len(servers))))
                servers.append(server)
                opened.append(Opened(server.port, table.seated(server)))
            if count == step:
                asleep = busy(servers, STILL)
            with playing(opened, pace) as players:
                if count == step:
                    still = busy(servers, STILL)
                told(players, "play")
                before, mine, began = cpu(servers), spent(players), monotonic()
                sleep(seconds)
                took, beside = cpu(servers) - before, spent(players) - mine
                lasted = monotonic() - began
                waits = sorted(1000 * wait for wait in ended(players))
            if len(waits) < 20:
                raise click.ClickException("Fewer than 20 taps were measured: give it more time, or tap faster.")
            slow, memory = quantiles(waits, n=20)[-1], sum(held(server) for server in servers)
            each = 1000 * (took - still * lasted * count) / len(waits)
            yield ROW.format(
                count,
                f"{median(waits):.1f}",
                f"{slow:.1f}",
                len(waits),
                f"{memory:.0f}",
                f"{memory / count:.1f}",
                f"{took / lasted:.2f}",
                f"{beside / lasted:.2f}",
                f"{each:.1f}",
            )
            if not anyway and (slow > MOST_WAIT or memory > MOST_MEMORY):
                yield f"That is one too many: at most {MOST_WAIT:g} ms and {MOST_MEMORY:g} MB."
                break
    yield f"A table without a phone keeps {asleep:.2%} of a core busy, one with six that only look {still:.2%}."
    need = still + each / 1000 / pace
    yield (
        f"One that plays takes {need:.2%}, so by processor time alone {os.cpu_count()} cores carry"
        f" {int((os.cpu_count() or 1) / need)} tables, without the phones, which were on the same cores here."
    )


def busy(servers: list[Server], seconds: float) -> float:
    """How much of a core each server keeps busy for a while."""
    before, began = cpu(servers), monotonic()
    sleep(seconds)
    return (cpu(servers) - before) / (monotonic() - began) / len(servers)


def cpu(servers: list[Server]) -> float:
    """The processor time that servers have taken, in seconds."""
    return spent([server.process for server in servers])


def spent(processes: Sequence[subprocess.Popen[Any]]) -> float:
    """The processor time that processes have taken, in seconds."""
    fields = [Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split() for process in processes]
    return sum(int(each[11]) + int(each[12]) for each in fields) / os.sysconf("SC_CLK_TCK")


def held(server: Server) -> float:
    """The memory of a server in MB, with its share of what several hold together."""
    text = Path(f"/proc/{server.process.pid}/smaps_rollup").read_text()
    return sum(int(kb) for kb in re.findall(r"^Pss:\s+(\d+) kB", text, re.M)) * 1024 / 1e6


Players = list["subprocess.Popen[str]"]


@contextmanager
def playing(opened: list[Opened], pace: float) -> Iterator[Players]:
    """The phones of these tables, warm and waiting for the word to play."""
    with ExitStack() as stack:
        players: Players = []
        for first in range(0, len(opened), TOGETHER):
            command = [sys.executable, "-m", "tests.bench.club", "phones", str(pace), str(first)]
            players.append(
                stack.enter_context(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
            )
            told(players[-1:], msgspec.json.encode(opened[first : first + TOGETHER]).decode())
        for player in players:
            assert player.stdout
            if player.stdout.readline() != "warm\n":
                raise click.ClickException("The phones that were to play did not get in.")
        yield players


def told(players: Players, line: str) -> None:
    """Say a line to each."""
    for player in players:
        assert player.stdin
        player.stdin.write(f"{line}\n")
        player.stdin.flush()


def ended(players: Players) -> list[float]:
    """End the playing; the seconds that each tap took."""
    for player in players:
        assert player.stdin
        player.stdin.close()
        player.stdin = None
    return [wait for player in players for wait in msgspec.json.decode(player.communicate()[0], type=list[float])]


def play(pace: float, first: int) -> None:
    """Tap at the tables that are read from standard input until it ends; then print how long each tap took."""
    opened = msgspec.json.decode(sys.stdin.readline(), type=list[Opened])
    with ExitStack() as stack:
        tables = []
        for each in opened:
            line = Seen(each.port)
            phones = line.phones = stack.enter_context(Phones(line, ["", *each.cookies]))
            tables.append((phones, table.taps(line, each.cookies)))
        for phones, game in tables:
            for _ in range(WARMING):
                phones.tap(*next(game))
        click.echo("warm")
        sys.stdin.readline()
        over = threading.Event()
        waits: list[float] = []

        def tap_now_and_then(number: int, phones: Phones, game: Iterator[Any]) -> None:
            dice = Random(first + number)
            while not over.wait(dice.expovariate(1 / pace)):
                waits.append(phones.tap(*next(game)))

        threads = [
            threading.Thread(target=tap_now_and_then, args=(number, *each)) for number, each in enumerate(tables)
        ]
        for thread in threads:
            thread.start()
        sys.stdin.read()
        over.set()
        for thread in threads:
            thread.join()
        click.echo(msgspec.json.encode(waits).decode())


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--tables", type=click.IntRange(1, 500), default=80, help="At most so many tables. [80]")
@click.option("--step", type=click.IntRange(1, 100), default=20, help="So many more each time. [20]")
@click.option("--pace", type=click.FloatRange(0.05), default=10.0, help="Seconds between two taps at a table. [10]")
@click.option("--seconds", type=click.FloatRange(1), default=60.0, help="Seconds of play for each number. [60]")
@click.option("--anyway", is_flag=True, help="Go on with more tables when there are too many.")
@click.pass_context
def main(context: click.Context, tables: int, step: int, pace: float, seconds: float, anyway: bool) -> None:
    """Measure how many tables this computer carries, each with six streaming phones that play."""
    if context.invoked_subcommand is None:
        for line in measure(tables, step, pace, seconds, anyway=anyway):
            click.echo(line)


@main.command(hidden=True)
@click.argument("pace", type=float)
@click.argument("first", type=int)
def phones(pace: float, first: int) -> None:
    """The phones of some tables, in a process of their own."""
    play(pace, first)


if __name__ == "__main__":
    main(prog_name="python -m tests.bench.club")
