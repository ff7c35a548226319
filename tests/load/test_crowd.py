"""A crowd that watches: whoever plays is not kept waiting, and what it took up is given back."""

from __future__ import annotations

import socket
from pathlib import Path

from companion.settings import Settings
from tests.web.house import House, Stream, house, offer

READING, DEAF = 50, 10


def deaf(port: int) -> socket.socket:
    """A stream whose other end never reads."""
    found = socket.create_connection(("127.0.0.1", port))
    found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    found.sendall(b"GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    return found


def files() -> int:
    """How many files this process has open."""
    return len(list(Path("/proc/self/fd").iterdir()))


def given_back(home: House, streams: int, most: int) -> bool:
    """Whether no more streams and files than these are open in the end; who has gone is noticed when it is sent to."""
    for _ in range(600):
        if home.hub.count() <= streams and files() <= most:
            return True
        home.hub.publish()
        home.hub.wait(home.hub.version, 0.05)
    return False


def test_sixty_watch_and_everything_else_goes_on(tmp_path: Path) -> None:
    """Sixty streams, some never read: every tap is done and seen; when they have gone, so have their files."""
    with house(tmp_path, streams=Settings().streams) as home:
        ann, ben = home.seated(2)
        mine = ann.stream()
        ben.act(1, {"type": "set_coins", "seat": 1, "difference": 1})
        before = files()
        crowd = [Stream(home.port, "") for _ in range(READING)]
        quiet = [deaf(home.port) for _ in range(DEAF)]
        assert {stream.status for stream in crowd} == {200}
        for _ in range(3):
            version = home.hub.version
            ben.act(1, {"type": "set_coins", "seat": 1, "difference": 1})
            for stream in (mine, *crowd):
                stream.settle(version + 1)
        assert home.hub.count() == 1 + READING + DEAF
        ann.act(0, offer(ann.state(), "pick")["command"])
        assert mine.state(home.hub.version)["game"]["turn"]["stage"] == "conquer"
        for stream in crowd:
            stream.close()
        for line in quiet:
            line.close()
        assert given_back(home, 1, before)
        mine.close()
