"""The real program in processes that begin at once and are killed at any moment.

A fork server imports the program a single time, so each process begins where `companion` itself would begin its work;
also what a table imports later, for its pins and its code.
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

import gpiozero.pins.mock  # noqa: F401  Imported once for all processes, as are those that nothing here calls.
import qrcode.image.svg  # noqa: F401

import companion.app
import companion.records.export
import companion.records.importer
import companion.upkeep.backup  # noqa: F401
from companion.__main__ import main
from companion.store import store
from tests import served

_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload([__name__, "tests.settled"])


class Program:
    """`companion` with some words, running.

    With a `seed` the words are those of `serve` without that one, and its chance is seeded. With `careless` it is
    spoilt, to see that a test would find it out: so SQLite is told to sync, and files never are.
    """

    def __init__(self, *words: str, seed: str = "", careless: str = "") -> None:
        self._said, said = _forks.Pipe(duplex=False)
        self.process = _forks.Process(target=_run, args=(said, words, seed, careless), daemon=True)
        self.process.start()
        said.close()

    def says(self, sign: str) -> str:
        """Read on until a sign stands there or it has ended; all that it said meanwhile."""
        read = bytearray()
        while sign.encode() not in read and (more := os.read(self._said.fileno(), 4096)):
            read += more
        return read.decode()

    def kill(self, number: int = signal.SIGKILL) -> None:
        """End it, by default as a pulled plug would, and wait until it is gone."""
        with suppress(ProcessLookupError):
            os.kill(self.process.pid or 0, number)
        self.says("\0")
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


def take_in(record: Path, data: Path) -> None:
    """Make a record the game of the table in a data folder."""
    code, said = Program("import", str(record), "--data", str(data)).ended()
    assert code == 0, said


def _run(said: Connection, words: tuple[str, ...], seed: str, careless: str) -> None:
    os.dup2(said.fileno(), 1)
    os.dup2(said.fileno(), 2)
    said.close()
    sys.stdout = io.TextIOWrapper(os.fdopen(1, "wb", buffering=0), write_through=True)
    sys.stderr = sys.stdout
    if careless:
        _spoil(careless)
    if seed:
        served.main((seed, *words))
    main(words, prog_name="companion")


def _spoil(synchronous: str) -> None:
    class Careless(store.Database):
        def execute(self, sql: str, *bound: Any) -> Any:
            return super().execute(sql.replace("synchronous=FULL", f"synchronous={synchronous}"), *bound)

    store.Database = Careless
    os.fsync = lambda _: None
