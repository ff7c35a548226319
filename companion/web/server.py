"""The web server: waitress in this process, with threads beyond those of the streams, and a fast clean shutdown."""

import errno
import os
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from flask import Flask
from waitress import wasyncore
from waitress.buffers import ReadOnlyFileBasedBuffer
from waitress.channel import HTTPChannel
from waitress.server import create_server
from waitress.task import ErrorTask, WSGITask

from companion.host.systemd import handed
from companion.table.hub import ENDING, Hub
from companion.web.headers import HEADERS
from companion.web.incoming import LARGEST_BODY, LARGEST_HEADERS, REFUSED, TOGETHER, Incoming, most
from companion.web.seats import SITS
from companion.web.threads import Threads

# Threads for everything except streams.
SPARE_THREADS = 16
# Seconds that a shutdown waits for streams to end and their last bytes to be sent.
PATIENCE = 1.0
# Most bytes that are buffered for a phone that stops reading, plus one whole state or page.
LARGEST_BACKLOG = 64 * 1024
# Bytes buffered for all connections together, per connection allowed.
BACKLOG_EACH = 32 * 1024
NEVER = sys.maxsize
# The kernel's buffer for each connection and direction; by default it takes up to 6 MB from a sender nobody reads.
KERNEL_BUFFER = 64 * 1024
# Seconds in which a request must be complete, since even a slow one occupies a connection.
LONGEST_REQUEST = 60.0
# With fewer connections than this left, each new one replaces an idle one.
CONNECTION_HEADROOM = 50
# From where a proxy on this computer asks, and how one names the address for which it does.
PROXY = "127.0.0.1"
PROXY_HEADERS = ("x-forwarded-for",)
# A phone that acknowledges nothing for this many ms is gone. Without the limit the kernel keeps trying for 15 minutes.
UNHEARD = 6_000
SOCKET_OPTIONS = [(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1), (socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNHEARD)]


class RefusalTask(ErrorTask):
    """The server's own answer to a request that never reaches the app, with the same headers as all others."""

    def execute(self) -> None:
        """Write the answer."""
        self.response_headers = [*self.response_headers, *HEADERS.items()]
        super().execute()

    def write(self, data: bytes) -> None:
        """Write the headers, and the body unless the request is a HEAD."""
        super().write(b"" if _asks_head(self) else data)


class AppTask(WSGITask):
    """A request for the app; its environment says whether the server refused its body."""

    def finish(self) -> None:
        """End the response. A HEAD has no body: the last chunk of one would be read as the next response."""
        if _asks_head(self):
            if not self.wrote_header:
                self.write(b"")
            self.chunked_response = False
        super().finish()

    def get_environment(self) -> dict[str, Any]:
        """The WSGI environment."""
        environ: dict[str, Any] = super().get_environment()
        environ[REFUSED] = getattr(self.request, "refused", 0)
        return environ


class Channel(HTTPChannel):
    """A connection, closed when a request takes too long to arrive, or when it is idle and others need its place."""

    task_class = AppTask
    error_task_class = RefusalTask
    _begun = 0.0

    def __init__(self, *given: Any, **named: Any) -> None:
        """When connections run short, close the longest idle one of the address that has most of them.

        A connection that waits for a page counts as idle. So a stranger who opens them all loses their own, and
        players who share one address keep the newest.
        """
        super().__init__(*given, **named)
        self.parser_class = lambda adj: Incoming(adj, self._refusal)  # type: ignore[assignment]  # It makes one.
        if len(self._connections) > self.adj.connection_limit - CONNECTION_HEADROOM:
            server: Any = self.server
            readers = server.task_dispatcher.readers()
            idle = [
                connection
                for connection in self._connections
                if connection is not self and (not connection.requests or connection in readers)
            ]
            each = Counter(connection.client for connection in idle)
            if idle:
                max(idle, key=lambda connection: (each[connection.client], -connection.last_activity)).handle_close()

    @property
    def client(self) -> str:
        """The address of whoever asks: the one that the proxy names, where there is one."""
        named = self.requests[0].headers.get("X_FORWARDED_FOR", "") if self.requests else ""
        # Only the last one is from the proxy itself; any before it may have been said by the phone.
        last = named.rpartition(",")[2].strip()
        return str(last if last and self.addr[0] == self.adj.trusted_proxy else self.addr[0])

    def received(self, data: bytes) -> bool:
        """Receive some bytes."""
        now = time.monotonic()
        if self.request is None:
            self._begun = now
        elif now - self._begun > LONGEST_REQUEST:
            self.will_close = True
            return False
        heard = bool(super().received(data))
        # No browser pipelines requests; a client that does and reads nothing would block a thread.
        self.will_close |= len(self.requests) > 1
        return heard

    def write_soon(self, data: Any) -> int:
        """Queue bytes. When too many are waiting on all connections, close the one with the longest queue."""
        written = int(super().write_soon(data))
        if self.unsent > BACKLOG_EACH:
            backlogs = [
                (connection.unsent, connection) for connection in self._connections if not connection.will_close
            ]
            if sum(unsent for unsent, _ in backlogs) > self.adj.connection_limit * BACKLOG_EACH:
                max(backlogs, key=lambda one: one[0])[1].will_close = True
                self.server.pull_trigger()
        return written

    @property
    def unsent(self) -> int:
        """The bytes in memory that the phone has not read yet; a file is only read as it is sent."""
        return sum(len(each) for each in list(self.outbufs) if not isinstance(each, ReadOnlyFileBasedBuffer))

    def handle_expt(self) -> None:
        """Close the connection: no browser sends urgent data."""
        self.handle_close()

    def handle_error(self) -> None:
        """Log an error in reading or sending, and close the connection."""
        self.logger.exception("A connection to a phone failed")
        self.handle_close()

    def _flush_some(self, do_close: bool = True) -> bool:
        """Send what the phone can take, and free it: waitress itself keeps what it has sent."""
        sent = bool(super()._flush_some(do_close=do_close))  # type: ignore[misc]  # The stubs leave it out.
        if self.connected and not self.total_outbufs_len:
            self.outbufs[-1].prune()
        return sent

    @property
    def _connections(self) -> "list[Channel]":
        channels: Any = self.server.active_channels
        return list(channels.values())

    def _refusal(self, request: Incoming) -> int:
        """The status that refuses a body above SMALL, or 0 to accept it."""
        server: Any = self.server
        if request.content_length > server.most(request.path):
            return 413
        if not server.sits(request.headers.get("COOKIE", "")):
            return 401
        coming: list[Any] = [
            one for connection in self._connections for one in (connection.request, *connection.requests)
        ]
        held = sum(one.held for one in coming if one is not None)
        return 503 if held + request.content_length > TOGETHER else 0


def why_closed(who: str, host: str, port: int, error: OSError) -> str:
    """Why somebody, such as "The table", cannot serve pages at an address, and what to do: a sentence or two."""
    where = f"port {port}" + ("" if host == "0.0.0.0" else f" of {host}")  # noqa: S104
    if isinstance(error, PermissionError) and error.filename is None:
        return f"You are not allowed to open {where}, which is reserved for root. Choose one with --port, such as 8000."
    if error.filename is not None:
        return f"{error.filename} cannot be used: {error.strerror}. Nothing was changed."
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        do = "Choose an address of this computer with --host, such as 0.0.0.0 for all of them."
    else:
        do = "Close the program that is using it, or choose another with --port."
    return f"{who} cannot open {where}: {error.strerror or error}. {do}"


def _address(host: str) -> str:
    """The address to listen on: the first IPv4 one of a name that has several, such as localhost. Raises OSError."""
    try:
        found = socket.getaddrinfo(host.strip("[]"), None, type=socket.SOCK_STREAM)
    except ValueError:
        # A name with an empty part, for example, cannot even be looked up.
        raise OSError(errno.EADDRNOTAVAIL, os.strerror(errno.EADDRNOTAVAIL)) from None
    return str(min(found, key=lambda one: one[0] != socket.AF_INET)[4][0])


def _asks_head(task: RefusalTask | AppTask) -> bool:
    request: Any = task.request
    return bool(request.asks_head)


class WebServer:
    """Serves an app on a port. `port` is the actual one, even if 0 was asked for.

    Raises OSError if the port is in use, or the host is not an address of this computer.
    """

    def __init__(
        self,
        app: Flask,
        hub: Hub,
        host: str,
        port: int,
        streams: int,
        path: str = "",
        *,
        proxied: bool = False,
        proxy: str = "",
        most: Callable[[str], int] = most,
    ) -> None:
        """`streams` is the most event streams that the hub keeps open; `path` the one below which a proxy serves them.

        Only with a path, or where it is `proxied` without one, is there a proxy, on this computer, which is believed
        who it asks for; one at the address `proxy` takes its place. No header can set one. `most` is the largest body,
        in bytes, that is taken at a path. Where systemd has opened the port and hands it over, that is taken: it is
        kept open while the service sleeps.
        """
        self._hub = hub
        self._sockets: dict[int, Any] = {}
        trusted = proxy or (PROXY if proxied or path else None)
        opened = handed()
        listening: dict[str, Any] = {"sockets": [opened]} if opened else {"host": _address(host), "port": port}
        server: Any = create_server(
            app,
            map=self._sockets,
            **listening,
            _dispatcher=Threads(streams + ENDING + SPARE_THREADS),
            connection_limit=4 * streams + 100,
            max_request_body_size=LARGEST_BODY,
            max_request_header_size=LARGEST_HEADERS,
            outbuf_high_watermark=LARGEST_BACKLOG,
            # No temporary files: memory is bounded without them.
            inbuf_overflow=NEVER,
            outbuf_overflow=NEVER,
            channel_timeout=60,
            ident=None,
            url_prefix=path,
            trusted_proxy=trusted,
            trusted_proxy_headers=PROXY_HEADERS if trusted else (),
            # Others are not trusted, but their presence shows that the client is not this computer itself.
            clear_untrusted_proxy_headers=False,
            # A phone that has left is not an error.
            log_socket_errors=False,
        )
        server.adj.socket_options = SOCKET_OPTIONS
        for buffer in (socket.SO_SNDBUF, socket.SO_RCVBUF):
            # Accepted connections inherit this.
            server.socket.setsockopt(socket.SOL_SOCKET, buffer, KERNEL_BUFFER)
        server.channel_class = Channel
        server.most = most
        server.sits = app.config.get(SITS, lambda _: False)
        self._server = server
        self.port = int(server.effective_port)
        self._stopping = threading.Event()
        # A signal handler may stop the very thread that is closing.
        self._waking = threading.RLock()
        self._stopped = False

    def run(self) -> None:
        """Serve until stop() is called from any thread or a signal handler; then end the streams and return."""
        try:
            while not self._stopping.is_set():
                # Briefly: a signal that arrives just before the wait is noticed only after it.
                self._serve(PATIENCE)
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
        """Make run() end, if it has not. Returns immediately."""
        self._stopping.set()
        with self._waking:
            # run() closes the pipe that wakes it when it ends, and its file descriptor may be reused.
            if not self._stopped:
                self._server.pull_trigger()

    def _serve(self, patience: float) -> None:
        """Receive and send what there is, and close connections that are due to be closed."""
        wasyncore.loop(timeout=patience, use_poll=True, map=self._sockets, count=1)
        for connection in list(self._server.active_channels.values()):
            # waitress would wait until the connection can take more: for ever, if nobody reads.
            if connection.will_close:
                connection.handle_close()

    def _until(self, done: Callable[[], bool]) -> None:
        """Keep serving until something is done, for PATIENCE at most."""
        end = time.monotonic() + PATIENCE
        while not done() and time.monotonic() < end:
            self._serve(0.05)

    def _unsent(self) -> bool:
        return any(getattr(channel, "total_outbufs_len", 0) for channel in list(self._sockets.values()))
