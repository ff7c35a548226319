"""The name of the table in the local network, as in http://smallworld.local, which avahi tells to whoever asks.

avahi by itself knows this computer by its host name alone, which is the owner's to choose. A further name has to be
told to it with an address, and anew when the address changes; `avahi-publish` keeps it as long as it runs.
"""

import contextlib
import shutil
import socket
import subprocess
from collections.abc import Callable
from ipaddress import ip_address
from urllib.parse import urlsplit

from companion.rules.model import Say


class LocalName:
    """Keeps a name in the local network pointing at the table. Nothing here raises; one thread at a time may call."""

    def __init__(self, name: str, *, tell: Callable[[Say | None], None]) -> None:
        """`name` is without ".local"; empty, or this computer's own, and there is nothing to do.

        `tell` is called with a sentence when the name cannot be had, and with None when it can again.
        """
        own = socket.gethostname().partition(".")[0].lower()
        self._name = "" if name == own else name
        self._tell = tell
        self._address = ""
        self._publisher: subprocess.Popen[bytes] | None = None
        self._said: Say | None = None

    def follow(self, address: str) -> None:
        """Have the name point at the host of a web address, which is a number."""
        if not self._name:
            return
        if address != self._address:
            self.close()
            self._address = address
            self._publish(urlsplit(address).hostname or "")
        elif self._publisher and self._publisher.poll() is not None:
            # It waits for avahi and for the network; only somebody else's claim on the name ends it.
            self._say(Say("notice.name.taken", {"name": self._name}))

    def close(self) -> None:
        """Take the name back."""
        if self._publisher:
            self._publisher.terminate()
            self._publisher.wait()
            self._publisher = None

    def _publish(self, address: str) -> None:
        program = shutil.which("avahi-publish")
        if program is None:
            self._say(Say("notice.name.package", {"name": self._name}))
            return
        self._say(None)
        if ip_address(address).is_loopback:  # There is no network yet.
            return
        command = [program, "--no-fail", "--no-reverse", "--address", f"{self._name}.local", address]
        with contextlib.suppress(OSError):
            self._publisher = subprocess.Popen(  # noqa: S603  The settings let no other signs into a name.
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )

    def _say(self, sentence: Say | None) -> None:
        if sentence != self._said:
            self._said = sentence
            self._tell(sentence)
