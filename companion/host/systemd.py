"""What systemd and its service tell each other: ready, alive, stopping (sd_notify(3)), and a socket that it opened.

Without systemd as the parent nothing is sent, and no socket is taken.
"""

import contextlib
import http.client
import os
import socket
import threading
from collections.abc import Callable

# How often a sign of life is given without a watchdog, in seconds: only the first one, READY, matters then.
UNWATCHED = 60.0
# When to ask again whether the table is open, in seconds.
SOON = 0.2
# The first file that systemd hands over (sd_listen_fds(3)).
FIRST_HANDED = 3


def listening() -> bool:
    """Whether systemd started this program and expects notifications."""
    return bool(os.environ.get("NOTIFY_SOCKET"))


def handed() -> socket.socket | None:
    """The listening socket that systemd opened for this program and keeps while it sleeps; None without one."""
    if os.environ.get("LISTEN_PID") != str(os.getpid()) or os.environ.get("LISTEN_FDS") != "1":
        return None
    found = socket.socket(fileno=FIRST_HANDED)
    found.set_inheritable(False)
    return found


def notify(*lines: str) -> None:
    """Notify systemd, as in notify("READY=1"). Failures are ignored: nobody could act on them."""
    where = os.environ.get("NOTIFY_SOCKET", "")
    if not where:
        return
    # A name in the abstract namespace is written with an @, where the kernel has a zero byte.
    address = "\0" + where[1:] if where.startswith("@") else where
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as wire:
        wire.connect(address)
        wire.sendall("\n".join(lines).encode())


def beat_every() -> float:
    """Seconds between two signs of life: a third of the watchdog's time."""
    asked = os.environ.get("WATCHDOG_USEC", "")
    return int(asked) / 3_000_000 if asked.isdecimal() and int(asked) else UNWATCHED


def answers(host: str, port: int, patience: float) -> bool:
    """Whether the pages answer with the state of the table within so many seconds."""
    # A table that listens on every address is asked at the loopback address.
    web = http.client.HTTPConnection("127.0.0.1" if host == "0.0.0.0" else host, port, timeout=patience)  # noqa: S104
    try:
        web.request("HEAD", "/api/state")
        return web.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        web.close()


def keep_telling(alive: Callable[[float], bool], ending: threading.Event) -> None:
    """Say READY at the first proof of life and feed the watchdog at each further one, until `ending` is set.

    `alive` is given the seconds that it may take. If it gives no proof, nothing is sent, and systemd restarts us.
    """
    if not listening():
        return
    every = beat_every()
    ready = False
    while not ending.is_set():
        if alive(every):
            notify("WATCHDOG=1" if ready else "READY=1")
            ready = True
        ending.wait(every if ready else SOON)
