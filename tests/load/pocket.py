"""A phone that taps and watches as the page does, in the test's own process and, if asked, in a network of its own."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import http.client
import itertools
import json
import os
import re
import selectors
import socket
import threading
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any

STATIC = Path(__file__).parents[2] / "companion" / "web" / "static"
NEW_NETWORK = 0x40000000
Plain = dict[str, Any]


def constant(script: str, name: str) -> float:
    """A time that the page's own script sets, in seconds."""
    found = re.search(rf"const {name} = ([\d_]+)", (STATIC / script).read_text())
    assert found, name
    return int(found[1]) / 1000


def enter(space: int) -> None:
    """Let this thread, and those that it starts, live in the network namespace of a process."""
    with Path(f"/proc/{space}/ns/net").open() as file:
        if ctypes.CDLL(None, use_errno=True).setns(file.fileno(), NEW_NETWORK):
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


class Pocket:
    """A phone. What it sends carries an id and is sent again until there is an answer, as static/lib/post.js does.

    `done` holds the row of each tap that was done by its id, `refused` the sentence of each that was not. `state` is
    the newest state that its stream brought.
    """

    def __init__(self, port: int, name: str, host: str = "127.0.0.1", space: int = 0, patience: float = 0.0) -> None:
        """`space` is a process whose network it is in, 0 for the test's own; `patience` shortens the page's own."""
        self.port, self.name, self.host, self.space = port, name, host, space
        self.patience = patience or constant("lib/ask.js", "PATIENCE")
        self.cookie = ""
        self.ids = (f"{name}-{number}" for number in itertools.count(1))
        self.done: dict[str, int] = {}
        self.refused: dict[str, str] = {}
        self.resent = 0
        self.state: Plain = {"version": -1}
        self.ended = threading.Event()
        self._news = threading.Condition()
        self._threads: list[threading.Thread] = []
        self._line: http.client.HTTPConnection | None = None

    def start(self, work: Callable[[], None]) -> None:
        """Do something in a thread of this phone's."""

        def inside() -> None:
            if self.space:
                enter(self.space)
            work()

        self._threads.append(threading.Thread(target=inside, name=self.name))
        self._threads[-1].start()

    def close(self) -> None:
        """Switch it off."""
        self.ended.set()
        for thread in self._threads:
            thread.join()
        if self._line:
            self._line.close()

    def asks(self, method: str, path: str, value: object = None) -> tuple[int, Any]:
        """Send a request once; returns the status and the JSON. Raises OSError or HTTPException without an answer."""
        if self._line is None:
            self._line = http.client.HTTPConnection(self.host, self.port, timeout=self.patience)
        headers = {"Content-Type": "application/json", **({"Cookie": self.cookie} if self.cookie else {})}
        try:
            self._line.request(method, path, None if value is None else json.dumps(value), headers)
            with self._line.getresponse() as answer:
                found = json.loads(answer.read())
                self.cookie = answer.headers.get("Set-Cookie", self.cookie).partition(";")[0]
                return answer.status, found
        except (OSError, http.client.HTTPException, ValueError):
            self._line.close()
            self._line = None
            raise

    def taps(self, path: str, **body: object) -> None:
        """Send a tap until there is an answer."""
        id = next(self.ids)
        value = {"id": id, "seen": self.state["changed"], **body}
        for turn in itertools.count():
            with contextlib.suppress(OSError, http.client.HTTPException, ValueError):
                status, answer = self.asks("POST", path, value)
                if status == 200:
                    self.done[id] = answer["row"]
                    return
                # The rate of joining has no part in this, so nothing but a clear refusal is right.
                assert 400 <= status < 500, (status, answer)
                assert status != 429, answer
                self.refused[id] = answer["error"]
                return
            self.resent += 1
            # Ended or not, a tap has to come to its answer: the lines are good by then.
            self.ended.wait(min(0.3 * 2**turn, 4.0) * self.patience / 4)
        raise AssertionError

    def sees(self, version: int) -> Plain:
        """Wait until its stream has brought a state of at least this version."""
        with self._news:
            assert self._news.wait_for(lambda: self.state["version"] >= version, 60), f"{self.name} sees nothing new"
            return self.state

    def watches(self) -> None:
        """Watch the table until it is switched off, as lib/stream.js does: the first try that speaks is heard."""
        silence, again = (constant("lib/stream.js", name) for name in ("DOUBT", "AGAIN"))
        most = int(constant("lib/stream.js", "TRIES") * 1000)
        heard: _Try | None = None
        last, next_try = monotonic() - silence, 0.0
        tries: list[_Try] = []
        with selectors.DefaultSelector() as selector:
            while not self.ended.is_set():
                now = monotonic()
                if (heard is None or now - last >= silence) and now >= next_try:
                    next_try = now + again
                    while len(tries) >= most:
                        tries.pop(0).close(selector)
                    with contextlib.suppress(OSError):
                        tries.append(_Try(self.host, self.port, self.cookie, selector))
                for key, _ in selector.select(0.05):
                    one: _Try = key.data
                    if one not in (heard, *tries):
                        continue
                    try:
                        found = one.reads(selector)
                    except OSError:
                        one.close(selector)
                        tries = [each for each in tries if each is not one]
                        if one is heard:
                            heard, next_try = None, monotonic() + again
                        continue
                    if found is None:
                        continue
                    if one is not heard:
                        for other in (heard, *tries):
                            if other and other is not one:
                                other.close(selector)
                        heard, tries = one, []
                    last = monotonic()
                    for state in found:
                        with self._news:
                            self.state = state
                            self._news.notify_all()
            for one in (heard, *tries):
                if one:
                    one.close(selector)


class _Try:
    """A stream that is being opened, or is open."""

    def __init__(self, host: str, port: int, cookie: str, selector: selectors.BaseSelector) -> None:
        self._said, self._rest = False, b""
        lines = ["GET /api/stream HTTP/1.0", f"Host: {host}:{port}", *([f"Cookie: {cookie}"] if cookie else [])]
        self._request = "\r\n".join([*lines, "", ""]).encode()
        self._socket = socket.socket()
        self._socket.setblocking(False)
        failed = self._socket.connect_ex((host, port))
        if failed not in (0, errno.EINPROGRESS):
            self._socket.close()
            raise OSError(failed, os.strerror(failed))
        selector.register(self._socket, selectors.EVENT_WRITE, self)

    def reads(self, selector: selectors.BaseSelector) -> list[Plain] | None:
        """The states that have come, None where nothing has yet. Raises OSError when it has ended or was refused."""
        if not self._said:
            if failed := self._socket.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
                raise OSError(failed, os.strerror(failed))
            self._socket.send(self._request)
            self._said = True
            selector.modify(self._socket, selectors.EVENT_READ, self)
            return None
        came = self._socket.recv(1 << 18)
        if not came:
            raise ConnectionResetError
        *whole, self._rest = (self._rest + came).split(b"\n\n")
        datas = [re.search(rb"^data: (.*)$", event, re.MULTILINE) for event in whole if b"event: state" in event]
        return [json.loads(data[1]) for data in datas if data] if whole else None

    def close(self, selector: selectors.BaseSelector) -> None:
        """End it."""
        with contextlib.suppress(KeyError, ValueError):
            selector.unregister(self._socket)
        self._socket.close()
