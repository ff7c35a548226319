"""The stream: whole states to everybody, capped, and ended cleanly."""

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

from companion.rules.model import Message
from companion.web.server import UNHEARD
from companion.web.stream import BEAT
from companion.web.stream import stream as open_stream
from tests.web.house import House, Stream, house, offer

SERVE = [sys.executable, "-m", "companion", "serve"]


def test_everybody_gets_the_same_state(home: House) -> None:
    """Phones, a stranger and /api/state get the same bytes for the same version."""
    phones = home.seated(3)
    streams = [phone.stream() for phone in (*phones, home.phone())]
    version = streams[-1].state(phones[0].state()["version"])["version"]
    phones[0].act(0, offer(phones[0].state(), "pick")["command"])
    states = [stream.state(version + 1) for stream in streams]
    assert all(state == states[0] for state in states)
    assert {stream.messages[-1] for stream in streams} == {streams[0].messages[-1]}
    assert states[0] == phones[1].state()
    for stream in streams:
        stream.close()


def test_the_first_message_is_the_whole_state(home: House) -> None:
    """To connect again is the same as to connect: the state is there at once."""
    phone, _ = home.seated(2)
    first = phone.stream()
    state = first.state()
    first.close()
    again = phone.stream()
    assert again.state()["game"] == state["game"]
    again.close()


def test_a_silent_stream_beats(home: House) -> None:
    """While nothing changes a stream sends a beat that a page can hear, and no version is counted for it."""
    version = home.hub.version
    with home.app.test_request_context():
        found = open_stream(home.table, home.hub, None, "en", heartbeat=0.01)
    parts = iter(found.response)
    assert next(parts).endswith(home.table.queries.state()[1] + b"\n\n")
    assert [next(parts), next(parts)] == [BEAT % b"{}"] * 2
    found.close()
    assert home.hub.version == version
    assert home.hub.count() == 0


def test_who_is_away_is_shown(home: House) -> None:
    """A seat is away while its phone has no stream open."""
    ann, ben = home.seated(2)
    streams = [ann.stream(), ben.stream()]
    state = streams[0].state()
    while any(seat["away"] for seat in state["seats"]):
        state = streams[0].state(state["version"] + 1)
    streams[1].close()
    # A phone that has gone is noticed at the next thing sent to it.
    while not state["seats"][1]["away"]:
        home.table.session.tell("test", Message("status.said", {"sentence": str(state["version"])}))
        state = streams[0].state(state["version"] + 1)
    streams[0].close()


def test_a_phone_that_acknowledges_nothing_is_given_up(home: House) -> None:
    """The kernel ends a stream whose phone is out of range after some seconds, not after a quarter of an hour."""
    ann, _ = home.seated(2)
    stream = ann.stream()
    stream.settle(0)
    accepted = [each.socket for each in lines(home)]
    assert accepted
    assert {each.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) for each in accepted} == {UNHEARD}
    assert 3_000 <= UNHEARD <= 10_000
    stream.close()


def test_streams_are_capped_and_everything_else_goes_on(tmp_path: Path) -> None:
    """With all streams taken a stranger gets 503, a player still gets one, and acts are done."""
    with house(tmp_path, streams=6) as home:
        ann, ben = home.seated(2)
        strangers = [Stream(home.port, "") for _ in range(6)]
        assert [stream.status for stream in strangers] == [200] * 6
        refused = home.phone().ask("GET", "/api/stream")
        assert refused.status == 503
        assert "Too many" in refused.json["error"]
        mine = ann.stream()
        assert mine.status == 200
        strangers[0].wait_end()
        before = mine.state()["version"]
        ben.act(1, offer(ben.state(), "pick")["command"])
        assert mine.state(before + 1)["game"]["turn"]["stage"] == "conquer"
    for stream in (*strangers, mine):
        stream.wait_end()
        assert stream.ended_cleanly


def test_one_who_takes_nothing_in_holds_up_nobody(home: House) -> None:
    """A phone that has stopped reading its stream delays no other."""
    ann, ben = home.seated(2)
    with socket.create_connection(("127.0.0.1", home.port)) as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.sendall(b"GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        stream = ben.stream()
        for number in range(60):
            version = ann.state()["version"]
            home.table.session.tell("test", Message("status.said", {"sentence": f"{number} " + "x" * 20_000}))
            assert stream.state(version + 1)["table"]["notices"][0].startswith(f"{number} ")
        stream.close()


def lines(home: House) -> list[Any]:
    """The server's ends of the lines that are open."""
    return [each for each in list(home.server._sockets.values()) if hasattr(each, "total_outbufs_len")]


def test_what_was_sent_is_let_go_of(home: House) -> None:
    """A stream keeps no state that its phone has, so a crowd takes no memory but while it is being told."""
    ann, ben = home.seated(2)
    stream = ann.stream()
    size = len(home.table.queries.state()[1])
    for _ in range(4):
        ben.act(1, {"type": "set_coins", "seat": 1, "difference": 1})
        stream.settle(home.hub.version)
        # The last may still be on its way out.
        held = [len(each.getfile().getvalue()) for line in lines(home) for each in line.outbufs]
        assert max(held) < 1.5 * size
    stream.close()


def test_threads_are_started_when_they_are_needed(home: House) -> None:
    """A quiet table has no thread that waits for a crowd; each stream gets one, and whoever comes beside them too."""
    threads = home.server._server.task_dispatcher.threads
    assert not threads
    ann, _ = home.seated(2)
    for _ in range(30):
        assert ann.state()["phase"] == "play"
    streams = [Stream(home.port, "") for _ in range(8)]
    for stream in streams:
        stream.settle(home.hub.version)
    assert ann.state()["phase"] == "play"
    # A thread may not have gone back yet when the next request comes, but hardly two.
    assert 8 < len(threads) < 20
    for stream in streams:
        stream.close()


def test_a_server_that_has_ended_may_be_stopped_again(home: House) -> None:
    """Whoever stops it may come after its end, by a second signal or a moment too late."""
    home.server.stop()
    home.ended()
    home.server.stop()


def serve(folder: Path) -> tuple["subprocess.Popen[bytes]", int]:
    """Start the service as a person does; returns it and its port once it answers."""
    service = subprocess.Popen(
        [*SERVE, "--data", str(folder), "--port", "0", "--host", "127.0.0.1", "--pins", "off"],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert service.stdout is not None
    while not (found := re.match(rb" +http://\S+:(\d+)$", line := service.stdout.readline())):
        assert line, "the service ended before it was open"
    port = int(found[1])
    return service, port


def finish(service: "subprocess.Popen[bytes]", number: signal.Signals) -> None:
    service.send_signal(number)
    service.communicate(timeout=30)


def test_sigterm_ends_streams_cleanly(tmp_path: Path) -> None:
    """After SIGTERM every stream ends with its last chunk, and the service ends by itself without a fault."""
    service, port = serve(tmp_path / "data")
    streams = [Stream(port, "") for _ in range(20)]
    for stream in streams:
        stream.state()
    finish(service, signal.SIGTERM)
    assert service.returncode == 0
    for stream in streams:
        stream.wait_end()
        assert stream.ended_cleanly
