"""The baseline of the table: the same web server, with the same number of streams, that only ever sends a constant.

Run as `python -m tests.bench.constant BYTES`, it prints its address, and at every post it sends BYTES bytes to
every stream, as the table sends its state. It ends on SIGTERM.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator

import click
from flask import Flask, Response

from companion.table.hub import Hub
from companion.web import WebServer

STREAMS = 64


def serve(size: int) -> None:
    """Serve until SIGTERM."""
    hub = Hub(STREAMS)
    app = Flask(__name__)
    constant = b'"%s"' % (b"." * size)

    def events() -> Iterator[bytes]:
        seen = hub.version
        yield b"event: state\nid: %d\ndata: %s\n\n" % (seen, constant)
        while (seen := hub.wait(seen, 60)) >= 0:
            yield b"event: state\nid: %d\ndata: %s\n\n" % (seen, constant)

    @app.get("/api/state")
    def state() -> Response:
        return Response(b'{"version":%d}' % hub.version, content_type="application/json")

    @app.get("/api/stream")
    def stream() -> Response:
        return Response(events(), content_type="text/event-stream")

    @app.post("/api/act")
    def act() -> Response:
        hub.publish()
        return Response(b"{}", content_type="application/json")

    server = WebServer(app, hub, "127.0.0.1", 0, STREAMS)
    signal.signal(signal.SIGTERM, lambda *_: server.stop())
    click.echo(f"http://127.0.0.1:{server.port}")
    server.run()


if __name__ == "__main__":
    serve(int(sys.argv[1]))
