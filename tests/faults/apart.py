"""A table whose process lives in surroundings of its own: a file system, a clock."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests import chance
from tests.browser.house import Table

HERE = Path(__file__).parents[2]


class Apart(Table):
    """`under` is a command that runs it, such as unshare; `environ` are variables that it has besides."""

    def __init__(self, data: Path, *options: str, under: Sequence[str] = (), **environ: str) -> None:
        super().__init__(data, *options)
        self.under, self.environ = under, environ
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it, and wait until it says that it is open."""
        self.process = subprocess.Popen(
            [*self.under, sys.executable, "-m", "tests.served", chance.seed(), *self.words()],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=HERE,
            env={**os.environ, "PYTHONUNBUFFERED": "1", **self.environ},
        )
        assert self.process.stdout
        printed = []
        for line in self.process.stdout:
            printed.append(line)
            if self.ready in line:
                return
        raise AssertionError("".join(printed))

    def kill(self, number: int = signal.SIGKILL) -> None:
        """End it, by default as a power cut would."""
        if self.process:
            self.process.send_signal(number)
            self.process.communicate()
            self.process = None
