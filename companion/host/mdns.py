"""The table's name in the local network, as in http://smallworld.local, published by avahi.

avahi itself publishes only this computer's host name, which is the owner's choice. A further name has to be registered
with an address, and again when the address changes; `avahi-publish` keeps it as long as it runs.
"""

import contextlib
import shutil
import socket
import subprocess
from collections.abc import Callable
from ipaddress import ip_address
from urllib.parse import urlsplit

from companion.rules.model import Message


class LocalName:
    """Keeps a name in the local network pointing at the table. Nothing here raises; one thread at a time may call."""

    def __init__(self, name: str, *, tell: Callable[[Message | None], None]) -> None:
        """`name` is without ".local"; if it is empty, or this computer's own, there is nothing to do.

        `tell` is called with a sentence when the name cannot be had, and with None when it can again.
        """
        own = socket.gethostname().partition(".")[0].lower()
        self._name = "" if name == own else name
        self._tell = tell
        self._address = ""
        self._publisher: subprocess.Popen[bytes] | None = None
        self._said: Message | None = None

    def follow(self, address: str) -> None:
        """Point the name at the host of a web address, which is an IP address."""
        if not self._name:
            return
        if address != self._address:
            self.close()
            self._address = address
            self._publish(urlsplit(address).hostname or "")
        elif self._publisher is None:
            # The package may have come since, or the network.
            self._publish(urlsplit(address).hostname or "")
        elif self._publisher.poll() is not None:
            # It waits for avahi and for the network; only somebody else's claim on the name ends it.
            self._say(Message("notice.name.taken", {"name": self._name}))

    def close(self) -> None:
        """Withdraw the name."""
        if self._publisher:
            self._publisher.terminate()
            self._publisher.wait()
            self._publisher = None

    def _publish(self, address: str) -> None:
        program = shutil.which("avahi-publish")
        if program is None:
            self._say(Message("notice.name.package", {"name": self._name}))
            return
        self._say(None)
        if ip_address(address).is_loopback:  # There is no network yet.
            return
        command = [program, "--no-fail", "--no-reverse", "--address", f"{self._name}.local", address]
        with contextlib.suppress(OSError):
            self._publisher = subprocess.Popen(  # noqa: S603  The settings let no other signs into a name.
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )

    def _say(self, sentence: Message | None) -> None:
        if sentence != self._said:
            self._said = sentence
            self._tell(sentence)
