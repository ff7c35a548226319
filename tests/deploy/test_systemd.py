"""What systemd hears of the table, over a real socket."""

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.host import systemd


@pytest.fixture
def ears(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """The socket on which systemd listens, with a watchdog of three tenths of a second."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(60)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "300000")
        yield listening


def hear(ears: socket.socket) -> str:
    return ears.recv(1000).decode()


def test_a_sign_of_life_is_given_for_each_proof_and_for_nothing_else(ears: socket.socket) -> None:
    """Of four looks the first and the third find no life: one READY and one WATCHDOG are said."""
    looks = iter([False, True, False, True])
    ending = threading.Event()
    allowed = []

    def alive(patience: float) -> bool:
        allowed.append(patience)
        found = next(looks, None)
        if found is None:
            ending.set()
        return bool(found)

    systemd.keep_telling(alive, ending)
    ears.setblocking(False)
    assert [hear(ears), hear(ears)] == ["READY=1", "WATCHDOG=1"]
    with pytest.raises(BlockingIOError):
        hear(ears)
    assert allowed == [0.1] * 5


def test_without_systemd_nothing_is_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    """At a terminal the watching ends before it begins."""
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    systemd.keep_telling(lambda _: pytest.fail("Nobody listens."), threading.Event())


def test_a_name_in_the_abstract_namespace_is_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    """systemd writes such a name with an @ in front."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(f"\0smallworld-{os.getpid()}")
        monkeypatch.setenv("NOTIFY_SOCKET", f"@smallworld-{os.getpid()}")
        systemd.notify("READY=1", "STATUS=open")
        assert hear(listening) == "READY=1\nSTATUS=open"


def test_a_page_that_does_not_answer_is_no_sign_of_life() -> None:
    """A server that takes the connection and says nothing is given up on in time; a closed port is no life either."""
    with socket.create_server(("127.0.0.1", 0)) as mute:
        port = mute.getsockname()[1]
        assert not systemd.answers("0.0.0.0", port, 0.1)
    assert not systemd.answers("0.0.0.0", port, 0.1)


def test_the_service_says_that_it_is_open_alive_and_ending(ears: socket.socket, tmp_path: Path) -> None:
    """Under systemd it says so and shows no code to scan; at the end it has said that it ends."""
    service = subprocess.Popen(
        [sys.executable, "-m", "companion", "serve", "--data", tmp_path / "data", "--port", "0", "--pins", "off"],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert hear(ears) == "READY=1"
    assert hear(ears) == "WATCHDOG=1"
    service.send_signal(signal.SIGTERM)
    said, _ = service.communicate(timeout=60)
    heard = ""
    while heard != "STOPPING=1":
        heard = hear(ears)
        assert heard in ("WATCHDOG=1", "STOPPING=1")
    assert service.returncode == 0
    opened, closed = said.splitlines()
    assert opened.startswith("The table is open at http://")
    assert closed.startswith("The table is closed")
