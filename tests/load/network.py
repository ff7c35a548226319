"""A table, six phones and a screen, each in a network namespace of its own, joined by cables that can be pulled."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from tests.hotspot.namespaces import EMPTY, Box
from tests.load.pocket import enter

HERE = "10.77.0.1"


class Network:
    """`table` is the table's namespace, with the address HERE; `phones` are the others."""

    def __init__(self, count: int, stack: ExitStack) -> None:
        self.table, *self.phones = [self._opened(stack) for _ in range(1 + count)]
        # What one sends all others hear, as on a Wi-Fi.
        # It keeps its address, as a Pi does: by itself it would take another one whenever a cable comes or goes, and
        # all others would send to the one that they know for seconds.
        self.table.run("ip", "link", "add", "air", "address", "02:00:00:00:00:01", "type", "bridge")
        self.table.run("ip", "address", "add", f"{HERE}/24", "dev", "air")
        for up in ("air", "lo"):
            self.table.run("ip", "link", "set", up, "up")
        for number, box in enumerate(self.phones):
            add = f"ip link add to{number} type veth peer name wlan netns {box.pid}"
            subprocess.run(["nsenter", f"--target={self.table.pid}", "--net", "--", *add.split()], check=True)
            self.table.run("ip", "link", "set", f"to{number}", "master", "air", "up")
            box.run("ip", "address", "add", f"10.77.0.{10 + number}/24", "dev", "wlan")
            box.run("ip", "link", "set", "wlan", "up")

    @staticmethod
    def _opened(stack: ExitStack) -> Box:
        box = Box(*EMPTY)
        stack.callback(box.close)
        return box

    def pulls(self, number: int) -> None:
        """Take a phone out of reach: it sees no more of its network than of the table."""
        self.phones[number].run("ip", "link", "set", "wlan", "down")

    def plugs(self, number: int) -> None:
        """Bring it back."""
        self.phones[number].run("ip", "link", "set", "wlan", "up")

    def silences(self, number: int) -> None:
        """Let the air swallow all between a phone and the table: neither end's own link is seen to change."""
        self.table.run("ip", "link", "set", f"to{number}", "nomaster")

    def speaks(self, number: int) -> None:
        """Let it through again."""
        self.table.run("ip", "link", "set", f"to{number}", "master", "air")

    def inside(self, box: Box, work: Callable[[], object]) -> object:
        """What comes of something that is done, with all its threads and sockets, in one of the namespaces."""
        found: list[object] = []

        def go() -> None:
            enter(box.pid)
            found.append(work())

        thread = threading.Thread(target=go)
        thread.start()
        thread.join()
        assert found
        return found[0]


@contextmanager
def network(count: int) -> Iterator[Network]:
    """All of it, taken down at the end."""
    with ExitStack() as stack:
        yield Network(count, stack)
