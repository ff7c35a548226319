"""The real program in processes that begin at once and are killed at any moment.

A fork server imports the program a single time, so each process begins where `companion` itself would begin its work.
"""

from __future__ import annotations

import io
import multiprocessing
import os
import signal
import sys
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import companion.backup
import companion.export
import companion.running  # noqa: F401  Imported once for all processes.
from companion import store
from companion.__main__ import main
from tests.ports import kept

_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload([__name__])
# Nothing of this computer's own but the folder and the port.
ALONE = ("--host", "127.0.0.1", "--pins", "off", "--tray", "off", "--hotspot", "asked")


class Program:
    """`companion` with some words, running.

    With `careless` it is spoilt, to see that a test would find it out: so SQLite is told to sync, and files never are.
    """

    def __init__(self, *words: str, careless: str = "") -> None:
        self._said, said = _forks.Pipe(duplex=False)
        self.process = _forks.Process(target=_run, args=(said, words, careless), daemon=True)
        self.process.start()
        said.close()

    def says(self, sign: str) -> str:
        """Read on until a sign stands there or it has ended; all that it said meanwhile."""
        read = bytearray()
        while sign.encode() not in read and (more := os.read(self._said.fileno(), 4096)):
            read += more
        return read.decode()

    def kill(self) -> None:
        """End it as a pulled plug would, and wait until it is gone."""
        with suppress(ProcessLookupError):
            os.kill(self.process.pid or 0, signal.SIGKILL)
        self._gone()

    def ended(self) -> tuple[int, str]:
        """Wait for its own end: how it ended, and what it said last."""
        said = self.says("\0")
        code = self._gone()
        return code, said

    def _gone(self) -> int:
        self.process.join()
        code = self.process.exitcode
        self.process.close()
        self._said.close()
        assert code is not None
        return code


class Served:
    """A table on a port that stays its own, opened again after every kill."""

    def __init__(self, data: Path, *, careless: str = "") -> None:
        self.data = data
        self._careless = careless
        self._port = kept()
        self.port: int = self._port.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.program: Program | None = None

    def begin(self) -> None:
        """Begin to start it."""
        words = ("--data", str(self.data), "--port", str(self.port), "--address", self.address)
        self.program = Program("serve", *words, *ALONE, careless=self._careless)

    def start(self) -> None:
        """Start it, and wait until it is open."""
        self.begin()
        assert self.program
        said = self.program.says(f"{self.address}/table")
        assert f"{self.address}/table" in said, said

    def kill(self) -> None:
        """Kill it, wherever it is."""
        if self.program:
            self.program.kill()
            self.program = None

    def close(self) -> None:
        """Kill it for good."""
        self.kill()
        self._port.close()


def _run(said: Connection, words: tuple[str, ...], careless: str) -> None:
    os.dup2(said.fileno(), 1)
    os.dup2(said.fileno(), 2)
    said.close()
    sys.stdout = io.TextIOWrapper(os.fdopen(1, "wb", buffering=0), write_through=True)
    sys.stderr = sys.stdout
    if careless:
        _spoil(careless)
    main(words, prog_name="companion")


def _spoil(synchronous: str) -> None:
    class Careless(store.Database):
        def execute(self, sql: str, *bound: Any) -> Any:
            return super().execute(sql.replace("synchronous=FULL", f"synchronous={synchronous}"), *bound)

    store.Database = Careless
    os.fsync = lambda _: None
