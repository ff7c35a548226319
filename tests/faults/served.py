"""A table that is killed at any moment, and opened again."""

from __future__ import annotations

from pathlib import Path

from tests import chance
from tests.ports import kept
from tests.program import Program

# Nothing of this computer's own but the folder and the port.
ALONE = ("--host", "127.0.0.1", "--pins", "off", "--tray", "off", "--hotspot", "asked")


class Served:
    """A table on a port that stays its own, opened again after every kill; its chance follows from the test's seed."""

    def __init__(self, data: Path, *options: str, careless: str = "", address: str = "") -> None:
        """`address` is the one that its code says, unless it is its own."""
        self.data = data
        self._options = options
        self._careless = careless
        self._port = kept()
        self.port: int = self._port.getsockname()[1]
        self.address = address or f"http://127.0.0.1:{self.port}"
        self.program: Program | None = None

    def begin(self) -> None:
        """Begin to start it."""
        words = ("--data", str(self.data), "--port", str(self.port), "--address", self.address)
        self.program = Program(*words, *ALONE, *self._options, seed=chance.seed(), careless=self._careless)

    def start(self) -> None:
        """Start it, and wait until it is open."""
        self.begin()
        assert self.program
        said = self.program.says("/table")
        assert "/table" in said, said

    def kill(self) -> None:
        """Kill it, wherever it is."""
        if self.program:
            self.program.kill()
            self.program = None

    def close(self) -> None:
        """Kill it for good."""
        self.kill()
        self._port.close()
