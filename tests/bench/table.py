"""A table with six phones, served by a process of its own: the way of a tap to all of them, memory, and the start.

Five of the phones have seats, the sixth watches; all of them have opened the page, and take what is compressed, as
browsers do. The way of a tap is measured at the same time for a server that sends a constant of the same size (see
constant.py), in a process of its own too: what is more than there is what the companion does. Memory and start stand
beside those of Python with nothing to do. Whatever else this Python has installed stays out of the servers.
"""

from __future__ import annotations

import compileall
import gzip
import http.client
import itertools
import os
import random
import re
import selectors
import signal
import socket
import subprocess
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple, Self

import click
import msgspec

import companion as program
from tests.bench.figure import Figure

Plain = dict[str, Any]

NAMES = ("Ann", "Ben", "Cid", "Dee", "Eve")
PHONES = 6
SEED = 2009
# Taps before anything is measured, and starts of each server.
WARMING = 20
STARTS = 3
# Other programs disturb a measurement and never help it, so the quickest of several rounds is the truest.
ROUNDS = 5
# Two pages of SQLite, as a row makes its log grow.
SYNCED_BYTES = 8192
# How long to wait for anything at all, in seconds: far more than it can take.
PATIENCE = 30
CONSTANT = "the same web server sending a constant"
ALONE = "Python with nothing to do"
PROGRAM = Path(program.__file__).parent
LOCK = PROGRAM / "libraries.lock"
_ADDRESS = re.compile(r"http://[^\s/]+:([0-9]+)")


class Line:
    """A connection to a server, whoever has started it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)

    def ask(self, method: str, path: str, value: object = None, cookie: str = "") -> tuple[bytes, str]:
        """Send a request that must be answered well; returns the body, and the cookie that came with it or ""."""
        self.send(method, path, value, cookie)
        return self.answer()

    def send(self, method: str, path: str, value: object = None, cookie: str = "") -> None:
        """Send a request and do not wait for its answer."""
        headers = {"Content-Type": "application/json", "Accept-Encoding": "gzip"}
        if cookie:
            headers["Cookie"] = cookie
        self.connection.request(method, path, None if value is None else msgspec.json.encode(value), headers)

    def answer(self) -> tuple[bytes, str]:
        """The answer to what was sent. Raises ClickException for a refusal."""
        response = self.connection.getresponse()
        body = response.read()
        if response.headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        if response.status != 200:
            raise click.ClickException(f"The server refused what the benchmark asked: {body.decode(errors='replace')}")
        return body, response.headers.get("Set-Cookie", "").partition(";")[0]

    def state(self) -> Plain:
        """The public state."""
        found: Plain = msgspec.json.decode(self.ask("GET", "/api/state")[0])
        return found


@cache
def libraries() -> set[str]:
    """The modules and packages that the libraries of the lock bring, and the companion."""
    needed = set(re.findall(r"^[\w.-]+(?===)", LOCK.read_text(encoding="utf-8"), re.MULTILINE))
    plain = {re.sub(r"[-_.]+", "-", name).lower() for name in (*needed, "smallworld-companion")}
    return {
        module
        for module, brought in packages_distributions().items()
        if any(re.sub(r"[-_.]+", "-", name).lower() in plain for name in brought)
    }


@cache
def _installed() -> str:
    """A program that runs a module as a table does that has the libraries of the lock and nothing else.

    Libraries take up what else there is: memory and time. `pip` has compiled a table's modules when it installed them.
    """
    compileall.compile_dir(PROGRAM, quiet=2)
    beside = sorted(packages_distributions().keys() - libraries())
    return (
        f"import runpy, sys; sys.modules.update(dict.fromkeys({beside})); sys.argv[:] = sys.argv[1:];"
        " sys.path.insert(0, ''); runpy.run_module(sys.argv[0], run_name='__main__', alter_sys=True)"
    )


class Server(Line):
    """A server in a process of its own.

    `ready` is how long it took to its first answer, and `worked` the processor's time until then, in seconds.
    """

    def __init__(self, module: str, *arguments: str) -> None:
        """Start a module that prints its address. Raises ClickException when it does not."""
        began = perf_counter()
        # The module and its arguments are our own.
        command = [sys.executable, "-c", _installed(), module, *arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        super().__init__(self._printed_port())
        self.ask("GET", "/api/state")
        self.ready = perf_counter() - began
        self.worked = self._worked()

    def _printed_port(self) -> int:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := _ADDRESS.search(line):
                return int(found[1])
        raise click.ClickException(f"The server that was to be measured ended at once, with {self.process.wait()}.")

    @property
    def memory(self) -> float:
        """Resident memory in MB, shared libraries included."""
        return _resident(Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii"))

    def _worked(self) -> float:
        """The processor's time of the process, in seconds (proc_pid_stat(5): utime and stime)."""
        stat = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=PATIENCE)


class Watcher:
    """A phone's open stream, asked for as browsers do.

    `version` is that of the last whole state that came, `size` its bytes on the wire, `state` itself.
    """

    def __init__(self, port: int, cookie: str) -> None:
        self.version, self.size, self.state, self._rest, self._came = -1, 0, b"", b"", 0
        self._head: bytes | None = b""
        # A crowd gets it plain.
        self._unpack: Callable[[bytes], bytes] = bytes
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        # By HTTP/1.0, so that the states come as they are and not in chunks.
        lines = ["GET /api/stream HTTP/1.0", "Host: 127.0.0.1", "Accept-Encoding: gzip"]
        lines += [f"Cookie: {cookie}"] if cookie else []
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())

    def read(self) -> None:
        """Take in what has come. Raises ClickException when the stream has ended."""
        came = self.socket.recv(1 << 18)
        if not came:
            raise click.ClickException("The server ended a stream that was being measured.")
        if self._head is not None:
            self._head, end, came = (self._head + came).partition(b"\r\n\r\n")
            if not end:
                return
            if b"content-encoding: gzip" in self._head.lower():
                self._unpack = zlib.decompressobj(zlib.MAX_WBITS | 16).decompress
            self._head = None
        self._came += len(came)
        *whole, self._rest = (self._rest + self._unpack(came)).split(b"\n\n")
        for event in whole:
            # What a state holds is on one line, so this is the line of the event.
            if found := re.search(rb"^id: ([0-9]+)$", event, re.MULTILINE):
                self.version, self.state = int(found[1]), event.partition(b"\ndata: ")[2]
                self.size, self._came = self._came, 0


class Phones:
    """Six phones that watch a server."""

    def __init__(self, server: Line, cookies: list[str]) -> None:
        self.server = server
        self.watchers = [Watcher(server.port, cookie) for cookie in cookies]
        self._selector = selectors.DefaultSelector()
        for watcher in self.watchers:
            self._selector.register(watcher.socket, selectors.EVENT_READ, watcher)
        self._settle()

    def tap(self, path: str, value: object, cookie: str = "", *, rest: float = 0.0) -> float:
        """Post something that changes the state; returns the seconds until every phone has a newer one.

        Before that the server is left alone for so many seconds.
        """
        seen = self._settle()
        time.sleep(rest)
        began = perf_counter()
        self.server.send("POST", path, value, cookie)
        self._wait(seen + 1)
        took = perf_counter() - began
        self.server.answer()
        return took

    def after(self, path: str, value: object, cookie: str = "") -> list[Watcher]:
        """All of them once they have what somebody's tap made new."""
        self.tap(path, value, cookie)
        return self.watchers

    def newest(self) -> bytes:
        """The newest state of the first phone, as JSON, once all that has come is read."""
        while ready := self._selector.select(0):
            for key, _ in ready:
                key.data.read()
        return self.watchers[0].state

    def arrived(self) -> None:
        """Wait until the table has noticed that every player's phone is there, and all of them know."""
        now = self.server.state()
        while any(seat["away"] for seat in now["seats"]):
            self._wait(int(now["version"]) + 1)
            now = self.server.state()

    def _settle(self) -> int:
        """Wait until every phone has the newest state; returns its version."""
        version = int(self.server.state()["version"])
        self._wait(version)
        return version

    def _wait(self, version: int) -> None:
        while any(watcher.version < version for watcher in self.watchers):
            ready = self._selector.select(PATIENCE)
            if not ready:
                raise click.ClickException("A state did not reach every phone.")
            for key, _ in ready:
                key.data.read()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._selector.close()
        for watcher in self.watchers:
            watcher.socket.close()


def start(most: int = STARTS) -> list[Figure]:
    """How long a server takes from its start to its first answer: by the clock, and of the processor's time."""
    took, worked, base, least = [], [], [], []
    for _ in range(min(STARTS, most)):
        with TemporaryDirectory(prefix="smallworld-bench-") as folder, companion(Path(folder)) as server:
            took.append(server.ready)
            worked.append(server.worked)
        idle = _idle_python()
        base.append(idle.took)
        least.append(idle.worked)
    return [
        Figure("from start to the first answer", median(took), "s", ALONE, median(base), "at most 0.4 s"),
        Figure("of it the processor's time", min(worked), "s", ALONE, min(least)),
    ]


def evening(count: int, most: int = ROUNDS) -> list[Figure]:
    """Play by tapping about so often, on both servers in turn."""
    with ExitStack() as open_now:
        folder = open_now.enter_context(TemporaryDirectory(prefix="smallworld-bench-"))
        server = open_now.enter_context(companion(Path(folder) / "data"))
        cookies = seated(server)
        phones = open_now.enter_context(Phones(server, [*cookies, ""]))
        game = taps(server, cookies)
        size = round(median([watcher.size for _ in range(WARMING) for watcher in phones.after(*next(game))]))
        plain = open_now.enter_context(Server("tests.bench.constant", str(size)))
        others = open_now.enter_context(Phones(plain, [""] * PHONES))
        for _ in range(WARMING):
            others.tap("/api/act", {})
        took: list[float] = []
        base: list[float] = []
        disk: list[float] = []
        for _ in range(min(ROUNDS, most)):
            # One after the other again and again, so that all are disturbed alike.
            times = [
                (phones.tap(*next(game)), others.tap("/api/act", {}), _synced_write(Path(folder)))
                for _ in range(max(1, count // ROUNDS))
            ]
            for medians, found in zip((took, base, disk), zip(*times, strict=True), strict=True):
                medians.append(1000 * median(found))
        return [
            Figure("a tap as it is sent to a phone", size / 1000, "kB", aim="at most 4 kB"),
            Figure("from a tap to the last of six phones", min(took), "ms", CONSTANT, min(base), "at most 3 ms"),
            Figure("of it, about, one write that is on the disk", min(disk), "ms"),
            Figure(
                "memory with six phones in a game", server.memory, "MB", ALONE, _idle_python().memory, "at most 50 MB"
            ),
        ]


class Idle(NamedTuple):
    """What Python takes to do nothing: seconds by the clock and of the processor's time, and MB."""

    took: float
    worked: float
    memory: float


def _idle_python() -> Idle:
    """Run it once."""
    began = perf_counter()
    # It does nothing but say what it takes.
    code = "import time; print(time.process_time(), open('/proc/self/status').read())"
    done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=True)
    return Idle(perf_counter() - began, float(done.stdout.split()[0]), _resident(done.stdout))


def _resident(status: str) -> float:
    """The resident memory in MB that a process's status tells."""
    return int(re.findall(r"VmRSS:\s+([0-9]+) kB", status)[0]) * 1024 / 1e6


def _synced_write(folder: Path) -> float:
    """The seconds until a write of a few kB is on the disk, as every tap needs one."""
    with (folder / "write").open("ab", buffering=0) as file:
        began = perf_counter()
        file.write(bytes(SYNCED_BYTES))
        os.fsync(file.fileno())
        return perf_counter() - began


@contextmanager
def companion(folder: Path) -> Iterator[Server]:
    """The companion at a table of its own, which keeps its games in this folder.

    What it deals is the same each time, as are the taps: figures of two versions are of the same game.
    """
    settings = {"data": folder, "host": "127.0.0.1", "port": "0", "pins": "off"}
    given = [f"--{key}={value}" for key, value in settings.items()]
    with Server("tests.served", str(SEED), *given) as server:
        yield server


def seated(server: Line) -> list[str]:
    """Five phones open the page, sit down and begin; their cookies."""
    for _ in NAMES:
        server.ask("GET", "/")
    cookies = [server.ask("POST", "/api/join", {"name": name})[1] for name in NAMES]
    server.ask("POST", "/api/start", {}, cookies[0])
    return cookies


def taps(server: Line, cookies: list[str]) -> Iterator[tuple[str, Plain, str]]:
    """Game after game, each tap with the path it is posted to and the cookie of the phone that taps."""
    dice = random.Random(SEED)
    # A table that has heard an id does nothing for it again. Others, perhaps in another process, have played there
    # before, and whatever they did made it a newer version.
    mine = server.state()["version"]
    for number in itertools.count():
        state = server.state()
        if state["phase"] == "reveal" and not state["game"]["offers"]:
            server.ask("POST", "/api/new", {"by": 0}, cookies[0])
            server.ask("POST", "/api/start", {}, cookies[0])
            state = server.state()
        game = state["game"]
        if rolls := [chance for chance in game["chances"] if chance["kind"] == "roll"]:
            seat = rolls[0]["seat"]
            yield "/api/roll", {"by": seat, "occasion": rolls[0]["occasion"]}, cookies[seat]
        else:
            offer = _choose(game["offers"], dice)
            seat = offer["seat"]
            yield "/api/act", {"id": f"bench-{mine}-{number}", "by": seat, "command": offer["command"]}, cookies[seat]


def _choose(offers: list[Plain], dice: random.Random) -> Plain:
    """Conquer while that can be done; else anything that is complete as it is proposed, and costs nothing."""
    fitting = [offer for offer in offers if offer["kind"] == "conquer"]
    return dice.choice(fitting or [o for o in offers if o["kind"] != "place" and not o["command"].get("place")])
