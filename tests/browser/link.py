"""A line between a phone and the table that can be taken down, as where the Wi-Fi does not reach."""

from __future__ import annotations

import contextlib
import socket
import threading


class Link:
    """Carries TCP connections from a port of its own to the table's.

    While it is down nothing comes through and nobody is told: connections stay open and silent, as on a phone that was
    carried out of range. What is under way comes through when it is up again.
    """

    def __init__(self, port: int, host: str = "127.0.0.1") -> None:
        """`port` is the table's, `host` the address of this computer to listen on."""
        self.port = port
        self._listening = socket.create_server((host, 0))
        self.here: int = self._listening.getsockname()[1]
        self.address = f"http://{host}:{self.here}"
        self._forgotten: list[threading.Event] = []
        self._delay = 0.0
        self._breaking: bytes | None = None
        self._closed = threading.Event()
        self._there = threading.Event()
        self._back = threading.Event()
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._threads = [threading.Thread(target=self._accept)]
        self.up()
        self._threads[0].start()

    def up(self) -> None:
        """Let everything through."""
        self._there.set()
        self._back.set()

    def down(self) -> None:
        """Let nothing through, in either direction."""
        self._there.clear()
        self._back.clear()

    def lose_answers(self) -> None:
        """Let what the phone says reach the table, and nothing come back."""
        self._there.set()
        self._back.clear()

    def slow(self, delay: float) -> None:
        """Hold everything up by so many seconds, 0 for a good line again."""
        self._delay = delay

    def breaks_off(self, request: str) -> None:
        """Let the next answer to such a request, "POST /api/act", end behind its head, and its connection with it."""
        self._breaking = request.encode()

    @property
    def broke(self) -> bool:
        """Whether the answer that was to break off has done so."""
        return self._breaking is None

    def forget(self) -> None:
        """Carry nothing more on the connections that there are, and tell nobody; new ones go through."""
        self.down()
        self._forgotten += [self._there, self._back]
        self._there, self._back = threading.Event(), threading.Event()
        self.up()

    def cut(self) -> None:
        """End every connection there is: what was under way is lost."""
        for pair in self._pairs:
            for end in pair:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """End everything."""
        self._closed.set()
        for flows in (self._there, self._back, *self._forgotten):
            flows.set()
        with contextlib.suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._threads[0].join()
        self._listening.close()
        self.cut()
        for thread in self._threads[1:]:
            thread.join()
        for end in (end for pair in self._pairs for end in pair):
            end.close()

    def _accept(self) -> None:
        while True:
            try:
                phone, _ = self._listening.accept()
            except OSError:
                return
            try:
                table = socket.create_connection(("127.0.0.1", self.port))
            except OSError:
                phone.close()
                continue
            self._pairs.append((phone, table))
            half = threading.Event()
            for start, end, flows in ((phone, table, self._there), (table, phone, self._back)):
                self._threads.append(threading.Thread(target=self._carry, args=(start, end, flows, half)))
                self._threads[-1].start()

    def _carry(self, start: socket.socket, end: socket.socket, flows: threading.Event, half: threading.Event) -> None:
        """`half`: the next answer on this connection breaks off."""
        with contextlib.suppress(OSError):
            while data := start.recv(65536):
                self._closed.wait(self._delay)
                flows.wait()
                if flows is self._there and self._breaking and data.startswith(self._breaking):
                    self._breaking = None
                    half.set()
                elif flows is self._back and half.is_set():
                    self._end_behind_head(data, start, end)
                    break
                end.sendall(data)
        # Who went away while the line was down is missed when it is up.
        flows.wait()
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)

    @staticmethod
    def _end_behind_head(data: bytes, start: socket.socket, end: socket.socket) -> None:
        while b"\r\n\r\n" not in data and (more := start.recv(65536)):
            data += more
        head, blank, _ = data.partition(b"\r\n\r\n")
        end.sendall(head + blank)
        start.shutdown(socket.SHUT_RDWR)
