"""A wire to whatever stands in for real hardware: another program sends it commands through a Unix socket.

One line in, one line out, sent once the command is carried out: "ok", a value, or "error" and the list of commands.
"""

import contextlib
import socketserver
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

_BOUNCES = 5


class Wire:
    """Passes commands from a socket at `path` to `handler`, and its answers back.

    `handler` is called on threads of the wire. Raises OSError if the socket cannot be made.
    """

    def __init__(self, path: Path, handler: Callable[[str], str]) -> None:
        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                for line in self.rfile:
                    self.wfile.write(handler(line.decode(errors="replace").strip()).encode() + b"\n")

        self._path = path
        path.unlink(missing_ok=True)  # A killed table leaves its socket behind.
        self._server = _Server(str(path), Handler)
        path.chmod(0o600)
        self._thread = threading.Thread(target=self._server.serve_forever, name=path.name, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Close the socket and remove it."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
        with contextlib.suppress(FileNotFoundError):
            self._path.unlink()


def mock_pins(factory: Any, *, button: int, pull: Literal["up", "down"], light: int) -> Callable[[str], str]:
    """What drives the mock pins of `factory`.

    press and release move the contact, bounce presses it with metal that bounces, light tells how bright the light is,
    from 0 to 1. A contact closed again within the debounce time is a bounce, here as on a real button.
    """
    pin = factory.pin(button)
    # The button connects its pin to the side away from the pull.
    press, release = (pin.drive_low, pin.drive_high) if pull == "up" else (pin.drive_high, pin.drive_low)

    def handle(word: str) -> str:
        match word:
            case "press":
                press()
            case "release":
                release()
            case "bounce":
                for _ in range(_BOUNCES):
                    press()
                    release()
                press()
            case "light":
                return f"{float(factory.pin(light).state):.2f}"
            case _:
                return "error: press, release, bounce or light"
        return "ok"

    return handle


class _Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    # A program that keeps its connection open must not keep the table from ending.
    daemon_threads = True
    block_on_close = False
