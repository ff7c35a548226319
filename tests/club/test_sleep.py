"""A table that systemd wakes for its first phone, and that goes to sleep when the last one has left."""

import http.client
import json
import shutil
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from companion.club.tables import Tables
from companion.table.hub import Hub
from tests.bench.table import Watcher
from tests.ports import kept


@pytest.mark.long(name="extras")
@pytest.mark.skipif(not shutil.which("systemd-socket-activate"), reason="needs systemd")
def test_a_phone_wakes_a_table_that_sleeps_and_finds_it_as_it_was(tmp_path: Path) -> None:
    """By systemd's own program: the port is open before the table is, and it ends well with no phone there."""
    Tables(tmp_path).add("bar")
    command = [sys.executable, "-m", "companion", "club", "serve", "--sleep=0.1", "bar", f"--folder={tmp_path}"]
    with kept() as port:
        number = port.getsockname()[1]
        for evening in range(2):
            waiting = ["systemd-socket-activate", f"--listen=127.0.0.1:{number}", *command]
            with subprocess.Popen(waiting, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as table:
                assert table.stderr
                assert "Listening on" in table.stderr.readline()
                phone = Watcher(number, "")
                while phone.version < 0:
                    phone.read()
                assert names(number) == ["Ann"] * evening
                if not evening:
                    join(number)
                assert table.poll() is None
                phone.socket.close()
                said, complained = table.communicate(timeout=60)
                assert table.returncode == 0, complained
                assert said.endswith("The game continues from here when you open it again.\n")


def ask(port: int, method: str, path: str, value: object = None) -> bytes:
    """Ask the table for something that it must give."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as line:
        line.request(method, path, json.dumps(value), {"Content-Type": "application/json"})
        answer = line.getresponse()
        assert answer.status == 200
        return answer.read()


def names(port: int) -> list[str]:
    """Who sits at the table."""
    return [seat["name"] for seat in json.loads(ask(port, "GET", "/api/state"))["seats"]]


def join(port: int) -> None:
    """Ann sits down."""
    ask(port, "POST", "/api/join", {"name": "Ann"})


def test_a_table_is_deserted_only_when_the_last_stream_has_left() -> None:
    """As long as one is open nobody waits in vain; without one the time runs from when it left."""
    hub, found = Hub(10), []
    phone, screen = hub.enter("phone"), hub.enter(None)
    waiting = threading.Thread(target=lambda: found.append(hub.deserted(0.01)))
    waiting.start()
    hub.leave(phone)
    hub.publish()
    waiting.join(0.2)
    assert (found, waiting.is_alive()) == ([], True)
    hub.leave(screen)
    waiting.join(60)
    assert found == [True]


def test_a_table_that_closes_does_not_fall_asleep() -> None:
    """Whoever waits for that is let go, with phones and without."""
    for phones in (0, 1):
        hub = Hub(10)
        for _ in range(phones):
            hub.enter("phone")
        found: list[bool] = []
        waiting = threading.Thread(target=lambda hub=hub, found=found: found.append(hub.deserted(600)))
        waiting.start()
        hub.close()
        waiting.join(60)
        assert found == [False]


def test_a_tables_settings_are_the_clubs_and_its_own(tmp_path: Path) -> None:
    """One file for all of them; port and folder are each table's, and none has devices, a Wi-Fi or a name."""
    tables = Tables(tmp_path)
    tables.add("window")
    tables.add("bar")
    (tmp_path / "companion.toml").write_text('language = "de"\nlocal_name = "club"\npins = "auto"\ntray = "virtual"\n')
    found = [tables.settings(name) for name in ("window", "bar")]
    assert [each.data for each in found] == [tmp_path / "window", tmp_path / "bar"]
    assert found[1].port == found[0].port + 1
    for each in found:
        assert (each.language, each.local_name, each.pins, each.tray) == ("de", "", "off", "off")


def test_behind_a_proxy_each_table_has_a_path_of_its_own(tmp_path: Path) -> None:
    """The club's says what stands before every name."""
    tables = Tables(tmp_path)
    tables.add("bar")
    assert tables.settings("bar").path == ""
    (tmp_path / "companion.toml").write_text('path = "/t"\n')
    assert tables.settings("bar").path == "/t/bar"
