"""The service as a person starts and stops it, in a process of its own with gpiozero's mock pins."""

import os
import random
import re
import signal
import socket
import stat
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import pytest
import zxingcpp
from flask import Flask
from PIL import Image

from companion.rules.engine import offers
from companion.store.store import Store
from companion.table.bots import NAMES
from companion.table.hub import Hub
from companion.table.service import TableService
from companion.table.session import Session
from companion.upkeep import local_socket, terminal
from companion.web import WebServer
from tests import chance
from tests.bench.former import choose


class Service:
    """A running table; `lines` is what it has printed so far.

    With a `seed` its chance is seeded, which the command of a person never is.
    """

    def __init__(self, data: Path, *options: str, command: str = "serve", seed: str = "", **environ: str) -> None:
        words = ("tests.served", seed) if seed else ("companion", command)
        self.data = data
        self.lines: list[str] = []
        self.process = subprocess.Popen(
            [sys.executable, "-m", *words, "--data", str(data), "--host", "127.0.0.1", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1", "COMPANION_PINS": "mock", "COMPANION_PORT": "0", **environ},
        )

    def prints(self, pattern: str) -> re.Match[str]:
        """Read on until a line matches; fails with all that was printed when the service ends first."""
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))
            if found := re.search(pattern, self.lines[-1]):
                return found
        raise AssertionError("\n".join(self.lines))

    def opened(self) -> str:
        """Wait until the table is open; returns its address on this computer."""
        port = self.prints(r"^ +http://\S+:(\d+)$")[1]
        self.prints(r"mock pins, pressed through")
        return f"http://127.0.0.1:{port}"

    def ends(self, number: int = signal.SIGTERM) -> int:
        """End it and return its exit code."""
        self.process.send_signal(number)
        rest, _ = self.process.communicate(timeout=30)
        self.lines += rest.splitlines()
        return self.process.returncode


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Any]:
    """Start services with one data folder; whatever still runs after the test is killed."""
    running: list[Service] = []

    def one(*options: str, **given: str) -> Service:
        running.append(Service(tmp_path / "data", *options, **given))
        return running[-1]

    yield one
    for service in running:
        service.process.kill()
        service.process.communicate()


def state(address: str) -> dict[str, Any]:
    with urllib.request.urlopen(f"{address}/api/state") as answer:
        return msgspec.json.decode(answer.read(), type=dict[str, Any])


def ask(data: Path, word: str) -> str:
    """Say a word to the mock pins and return the answer."""
    with socket.socket(socket.AF_UNIX) as wire:
        wire.connect(str(data / "pins.sock"))
        wire.sendall(f"{word}\n".encode())
        return wire.recv(100).decode().strip()


def play_until_a_roll_is_due(data: Path) -> None:
    """Leave a game in the data folder that waits for the die."""
    store, dice = Store(data), random.Random(3)
    table = TableService(Session(store, Hub(6), address=str, choose=dice.choice))
    for name in NAMES:
        table.seats.join("phone", name)
    table.seats.start("phone")
    number = 0
    while not table.queries.roll_due():
        game = table.queries.game()
        assert game
        command = choose(game, dice)
        assert command
        seat = next(seat for seat in range(len(game.seats)) if offers(game, seat))
        table.act("phone", f"q{(number := number + 1)}", seat, command)
    store.close()


def test_it_opens_answers_and_ends(start: Any) -> None:
    """The address it prints answers, the notices of the terminal are those of the table, and SIGTERM is a clean end."""
    service = start()
    address = service.opened()
    table = state(address)["table"]
    assert table["notices"] == [service.lines[-1]]
    assert table["address"].endswith(address.rpartition(":")[2])
    assert service.ends() == 0
    assert service.lines[-1].startswith("The table is closed")


def test_ctrl_c_is_a_clean_end_too(start: Any) -> None:
    """A person at the terminal sees no traceback, however often it is pressed."""
    service = start()
    service.opened()
    for _ in range(5):
        service.process.send_signal(signal.SIGINT)
    assert service.ends(signal.SIGINT) == 0
    assert "Traceback" not in "\n".join(service.lines)


def test_open_streams_do_not_hold_up_the_end(start: Any) -> None:
    """With twelve streams open it ends by itself, and every phone sees its stream end."""
    service = start()
    address = service.opened()
    streams = [urllib.request.urlopen(f"{address}/api/stream") for _ in range(12)]
    for stream in streams:
        while not stream.readline().startswith(b"data:"):
            pass
    assert service.ends() == 0
    for stream in streams:
        with stream:
            stream.read()


def test_a_held_button_does_not_hold_up_the_end(start: Any) -> None:
    """Somebody leans on the button while the table is closed."""
    service = start()
    service.opened()
    assert ask(service.data, "press") == "ok"
    assert service.ends() == 0


def test_a_press_without_a_due_roll_changes_nothing(start: Any) -> None:
    """An elbow on the button in the lobby leaves no trace at all."""
    service = start()
    address = service.opened()
    before = state(address)
    assert ask(service.data, "press") == "ok"
    assert state(address) == before


def test_the_light_breathes_and_a_press_rolls_once(start: Any, tmp_path: Path) -> None:
    """A table that waits for the die says so with its light; a bouncing press rolls, and the log names the button."""
    play_until_a_roll_is_due(tmp_path / "data")
    service = start(seed=chance.seed(), COMPANION_BUTTON_DEBOUNCE="1")
    address = service.opened()
    (due,) = [asked for asked in state(address)["game"]["chances"] if asked["kind"] == "roll"]
    assert any(float(ask(service.data, "light")) > 0 for _ in range(10_000))
    assert ask(service.data, "bounce") == "ok"
    roll = state(address)["last_roll"]
    assert (roll["source"], roll["occasion"]) == ("button", due["occasion"])
    rolled = [line for line in state(address)["log"] if "(button)" in line["text"]]
    assert len(rolled) == 1


def test_versions_go_on_after_a_kill(start: Any) -> None:
    """A phone that saw the table before SIGKILL takes what it sees afterwards for newer."""
    service = start()
    seen = state(service.opened())["version"]
    service.ends(signal.SIGKILL)
    assert state(start().opened())["version"] > seen


def test_two_tables_in_one_data_folder_are_refused(start: Any) -> None:
    """The second one says so and leaves the first alone."""
    address = start().opened()
    second = start()
    second.process.wait()
    assert second.process.returncode == 1
    second.prints("^Error: ")
    assert state(address)["phase"] == "lobby"


def test_a_taken_port_is_one_sentence(start: Any) -> None:
    """It names the port and what to do."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        service = start(COMPANION_PORT=str(port))
        service.prints(rf"^Error: The table cannot open port {port} of 127.0.0.1: Address already in use\.")
        assert service.process.wait() == 1


def test_a_host_that_is_none_of_this_computer_s_is_one_sentence(start: Any) -> None:
    """It names the host and what to do."""
    service = start("--host", "..")
    service.prints(r"^Error: The table cannot open port 0 of \.\.: .*\. Choose an address of this computer with --host")
    assert service.process.wait() == 1


@pytest.mark.parametrize("host", ["*", "127.0.0.1:80", "a" * 300])
def test_the_table_listens_on_one_address_of_this_computer(host: str) -> None:
    """What is none, or stands for several, is refused before anything is opened."""
    with pytest.raises(OSError, match=r"[Aa]ddress|[Nn]ame"):
        WebServer(Flask("test"), Hub(6), host, 0, 6)


def test_it_works_in_its_data_folder(start: Any) -> None:
    """lgpio writes where the service works, and the folder it was started in may be one that takes no files."""
    service = start()
    service.opened()
    assert Path(f"/proc/{service.process.pid}/cwd").resolve() == service.data


def post(address: str, path: str, value: dict[str, Any]) -> str:
    """Post to a table as a new phone; returns the phone's cookie."""
    body = msgspec.json.encode(value)
    request = urllib.request.Request(f"{address}/api/{path}", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return str(answer.headers["Set-Cookie"])


def seat(data: Path, *name: str) -> subprocess.CompletedProcess[str]:
    """Run `companion seat` to its end."""
    command = [sys.executable, "-m", "companion", "seat", *name, "--data", str(data)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


@pytest.mark.long(name="extras")
def test_a_seat_is_handed_over_at_the_computer(start: Any, tmp_path: Path) -> None:
    """The only phone is lost: the command lists who asks, says yes to a sign, and refuses what nobody shows."""
    play_until_a_roll_is_due(tmp_path / "data")
    service = start()
    address = service.opened()
    assert "No phone asks" in seat(service.data).stdout
    name = state(address)["seats"][1]["name"]
    cookie = post(address, "rejoin", {"seat": 1})
    (sign,) = re.findall(r"showing (\d\d)", state(address)["asks"][0]["text"])
    assert seat(service.data).stdout == f"{name}: asked for by the phone that shows {sign}\n"
    for nobody in ("nobody", "\udcff", '"' * 3000):
        wrong = seat(service.data, nobody)
        assert (wrong.returncode, wrong.stderr.count("no player is called so")) == (1, 1)
    done = seat(service.data, sign)
    assert (done.returncode, done.stdout) == (0, f"The seat of {name} is on the phone that asked for it.\n")
    assert seats_of(address, cookie) == [1]
    assert service.ends() == 0
    assert not (service.data / "table.sock").exists()
    assert "No table of yours runs" in seat(service.data).stderr


def seats_of(address: str, cookie: str) -> Any:
    """The seats that a phone holds."""
    me = urllib.request.Request(f"{address}/api/me", headers={"Cookie": cookie.partition(";")[0]})
    with urllib.request.urlopen(me) as answer:
        return msgspec.json.decode(answer.read())["seats"]


def test_the_computer_gives_a_seat_whoever_asks_for_it(start: Any, tmp_path: Path) -> None:
    """By a player's name it prints a link and its code: the phone that opens it has the seat."""
    play_until_a_roll_is_due(tmp_path / "data")
    service = start()
    address = service.opened()
    name = state(address)["seats"][1]["name"]
    stranger = post(address, "rejoin", {"seat": 1})
    done = seat(service.data, name.lower())
    (link,) = re.findall(r"^ *(http\S+)$", done.stdout, re.MULTILINE)
    assert done.returncode == 0
    assert terminal.code(link) in done.stdout
    shown, secret = link.split("/#seat=")
    assert shown == state(address)["table"]["address"]
    assert seats_of(address, post(address, "link", {"secret": secret})) == [1]
    assert seats_of(address, stranger) == []


@pytest.mark.skipif(os.getuid() != 0, reason="only root can ask as somebody else")
def test_nobody_else_hands_seats_over(start: Any) -> None:
    """Another user of the computer does not get through, even where the socket can be opened."""
    service = start()
    service.opened()
    wire = service.data / "table.sock"
    assert stat.S_IMODE(wire.stat().st_mode) == 0o600
    for folder in wire.parents:
        if not folder.stat().st_mode & stat.S_IXOTH:
            folder.chmod(0o755)
    os.seteuid(65534)
    try:
        with pytest.raises(PermissionError):
            local_socket.say(service.data, None)
        os.seteuid(0)
        wire.chmod(0o666)
        os.seteuid(65534)
        with pytest.raises(ConnectionError):
            local_socket.say(service.data, None)
    finally:
        os.seteuid(0)
    assert local_socket.say(service.data, None).waiting == []


@pytest.mark.long(name="extras")
def test_the_demonstration_plays_by_itself_and_keeps_nothing(start: Any) -> None:
    """Players sit down and begin; a stream shows a conquest; at the end no file is left."""
    # The way to a test's own folder is too long for a socket in a folder of the demonstration's own.
    with TemporaryDirectory() as folder:
        service = start(command="demo", TMPDIR=folder)
        address = service.opened()
        with urllib.request.urlopen(f"{address}/api/stream") as stream:
            while b" conquers region " not in stream.readline():
                pass
        assert service.ends() == 0
        assert list(Path(folder).iterdir()) == []


def test_the_code_on_the_terminal_can_be_scanned() -> None:
    """The blocks, drawn as a terminal draws them, are read by a phone's kind of reader."""
    address = "http://192.168.178.25:8000"
    lines = terminal.code(address).replace("\N{NO-BREAK SPACE}", " ").splitlines()
    rows = [[sign in blocks for sign in line] for line in lines for blocks in ("█▀", "█▄")]
    image = Image.new("L", (len(rows[0]), len(rows)))
    image.putdata([255 * light for row in rows for light in row])
    (found,) = zxingcpp.read_barcodes(image.resize((6 * image.width, 6 * image.height), Image.Resampling.NEAREST))
    assert found.text == address
