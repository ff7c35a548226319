"""The web server in our own process: waitress, with threads well above the streams, ended cleanly and soon."""

import socket
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from flask import Flask
from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.server import create_server
from waitress.task import ErrorTask, ThreadedTaskDispatcher

from companion.hub import ENDING, Hub
from companion.photo import LARGEST
from companion.web.headers import HEADERS

# Threads for everything that is no stream.
SPARE_THREADS = 16
# How long a stop waits for streams to end and for their last bytes to leave, in seconds.
PATIENCE = 1.0
# The photo of a board; each route takes less where less is due.
LARGEST_BODY = LARGEST + 64 * 1024
LARGEST_HEADERS = 32 * 1024
# A phone that takes nothing in holds back this many bytes at most, and one whole state.
LARGEST_BACKLOG = 64 * 1024
# A request has to be whole after so many seconds, however slowly its sender goes on: each takes up a line.
LONGEST_REQUEST = 60.0
# When fewer lines than this are left, each that comes takes the place of one on which nothing is asked.
LAST_LINES = 50
# What a phone does not acknowledge for so long, in ms, cannot reach it: it is away. Without this the kernel goes on
# trying for a quarter of an hour.
UNHEARD = 6_000
SOCKET_OPTIONS = [(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1), (socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNHEARD)]


class Refusal(ErrorTask):
    """What the server says by itself to a request that never reaches the app; it is marked as all answers are."""

    def execute(self) -> None:
        """Write it."""
        self.response_headers = [*self.response_headers, *HEADERS.items()]
        super().execute()


class Channel(HTTPChannel):
    """A line to a phone, closed when a request on it takes too long to come, or when it is idle and others come."""

    error_task_class = Refusal
    _begun = 0.0

    def __init__(self, *given: Any, **named: Any) -> None:
        """Where lines become few, the one gives way that has been idle for longest, of the address with most of them.

        So a stranger who takes all lines loses its own, and who plays behind one address with others keeps the newest.
        """
        super().__init__(*given, **named)
        lines: dict[int, Any] = self.server.active_channels  # type: ignore[assignment]  # The stubs say one.
        if len(lines) > self.adj.connection_limit - LAST_LINES:
            idle = [line for line in lines.values() if not line.requests]
            each = Counter(line.addr[0] for line in idle)
            max(idle, key=lambda line: (each[line.addr[0]], -line.last_activity)).handle_close()

    def received(self, data: bytes) -> bool:
        """Take some bytes."""
        now = time.monotonic()
        if self.request is None:
            self._begun = now
        elif now - self._begun > LONGEST_REQUEST:
            self.will_close = True
            return False
        heard = bool(super().received(data))
        # No browser asks again before it has its answer; whoever does, and reads none, would hold up a thread.
        self.will_close |= len(self.requests) > 1
        return heard

    def _flush_some(self, do_close: bool = True) -> bool:
        """Send what the phone takes, and let go of it: waitress itself keeps what it has sent."""
        sent = bool(super()._flush_some(do_close=do_close))  # type: ignore[misc]  # The stubs leave it out.
        if self.connected and not self.total_outbufs_len:
            self.outbufs[-1].prune()
        return sent


class Threads(ThreadedTaskDispatcher):
    """Threads that are started when they are needed: a table of six has a few, a crowd many. Each takes some 30 kB."""

    def __init__(self, most: int) -> None:
        """At most so many, which then do one thing after the other."""
        super().__init__()
        self._most = most

    def add_task(self, task: Any) -> None:
        """Have a task done by a thread that has nothing to do, or by one more."""
        with self.lock:
            self.queue.append(task)
            idle = len(self.threads) - self.active_count
            if len(self.queue) > idle and len(self.threads) < self._most:
                # They end all together, so the numbers below are taken.
                number = len(self.threads)
                self.threads.add(number)
                self.active_count += 1
                self.start_new_thread(self.handler_thread, number)
            self.queue_cv.notify()

    def shutdown(self, cancel_pending: bool = True, timeout: int = 5) -> bool:
        """End them all, and start none any more."""
        with self.lock:
            self._most = 0
        return bool(super().shutdown(cancel_pending, timeout))


class WebServer:
    """Serves an app on a port. `port` is the one that was taken, also where 0 was asked for.

    Raises OSError when the port is taken already.
    """

    def __init__(self, app: Flask, hub: Hub, host: str, port: int, streams: int) -> None:
        """`streams` is the cap on open streams that the hub keeps."""
        self._hub = hub
        self._sockets: dict[int, Any] = {}
        server: Any = create_server(
            app,
            map=self._sockets,
            host=host,
            port=port,
            _dispatcher=Threads(streams + ENDING + SPARE_THREADS),
            connection_limit=4 * streams + 100,
            max_request_body_size=LARGEST_BODY,
            max_request_header_size=LARGEST_HEADERS,
            outbuf_high_watermark=LARGEST_BACKLOG,
            channel_timeout=60,
            ident=None,
            # A phone that has gone is no fault of anything here.
            log_socket_errors=False,
        )
        server.adj.socket_options = SOCKET_OPTIONS
        server.channel_class = Channel
        self._server = server
        self.port = int(server.effective_port)
        self._stopping = threading.Event()
        # A signal handler may stop the very thread that is closing.
        self._waking = threading.RLock()
        self._stopped = False

    def run(self) -> None:
        """Serve until stop() is called, from any thread or a signal handler; then end streams and return."""
        try:
            while not self._stopping.is_set():
                # Not for long: a signal that comes just before the wait begins is heeded only after it.
                wasyncore.loop(timeout=PATIENCE, use_poll=True, map=self._sockets, count=1)
            self._hub.close()
            self._until(lambda: self._hub.count() == 0 and not self._unsent())
            self._server.task_dispatcher.shutdown(timeout=PATIENCE)
            self._until(lambda: not self._unsent())
        finally:
            with self._waking:
                self._stopped = True
                self._server.close()
            wasyncore.close_all(self._sockets)

    def stop(self) -> None:
        """Have run() end, where it has not. Returns at once."""
        self._stopping.set()
        with self._waking:
            # At its end run() closes the pipe that wakes it; its number may be another file's by now.
            if not self._stopped:
                self._server.pull_trigger()

    def _until(self, done: Callable[[], bool]) -> None:
        """Go on serving until something is done, with patience."""
        end = time.monotonic() + PATIENCE
        while not done() and time.monotonic() < end:
            wasyncore.loop(timeout=0.05, use_poll=True, map=self._sockets, count=1)

    def _unsent(self) -> bool:
        return any(getattr(channel, "total_outbufs_len", 0) for channel in list(self._sockets.values()))
