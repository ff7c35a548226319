"""The units, as systemd itself reads and rates them."""

import http.server
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.ports import kept
from tests.program import Program

DEPLOY = Path(__file__).parents[2] / "deploy"
BOOK = DEPLOY.parent / "docs" / "book.md"
UNITS = sorted(DEPLOY.glob("*.service"))

pytestmark = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd")


def analyze(*words: str | Path) -> tuple[int, str]:
    """Ask systemd-analyze; returns its exit code and all it said."""
    done = subprocess.run(
        ["systemd-analyze", *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    return done.returncode, done.stdout


def tree(folder: Path, unit: str) -> Path:
    """A system that has one unit and the programs it starts."""
    release = "opt/smallworld-companion/current/bin"
    programs = (f"{release}/companion", f"{release}/python", "opt/smallworld-book/bin/companion")
    for program in (*programs, "usr/bin/cage", "usr/bin/chromium"):
        (folder / program).parent.mkdir(parents=True, exist_ok=True)
        (folder / program).write_text("#!/bin/sh\n")
        (folder / program).chmod(0o755)
    (folder / "etc/systemd/system").mkdir(parents=True)
    (folder / "etc/systemd/system/one.service").write_text(unit)
    # The targets that every unit needs.
    shutil.copytree("/usr/lib/systemd/system", folder / "usr/lib/systemd/system", symlinks=True)
    return folder


def test_these_are_the_units() -> None:
    """The table, a club's front page, the hotspot's switch and the table screen."""
    names = ["smallworld-companion.service", "smallworld-front.service"]
    names += ["smallworld-hotspot@.service", "smallworld-screen.service"]
    assert [unit.name for unit in UNITS] == names


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_understands_all_of_it(unit: Path, tmp_path: Path) -> None:
    """It has nothing to say: for a key that it does not know it only says so, and ends with 0."""
    assert analyze("verify", f"--root={tree(tmp_path, unit.read_text())}", "one.service") == (0, "")


def test_a_mistake_in_a_unit_would_be_found(tmp_path: Path) -> None:
    """The test above can fail."""
    wrong = UNITS[0].read_text().replace("NoNewPrivileges", "NoNewPrivilege")
    assert "NoNewPrivilege" in analyze("verify", f"--root={tree(tmp_path, wrong)}", "one.service")[1]


def the_books_unit() -> tuple[str, str]:
    """The unit that docs/book.md shows, and the lines there by which the program comes to be."""
    text = BOOK.read_text()
    (unit,) = re.findall(r"^```ini\n(.*?)^```$", text, re.M | re.S)
    (install,) = re.findall(r"^```sh\n(python3 -m venv.*?)^```$", text, re.M | re.S)
    return unit, install


def test_systemd_understands_the_books_unit(tmp_path: Path) -> None:
    """As it is shown to whoever keeps a book; and a mistake in it would be found."""
    unit, _ = the_books_unit()
    assert analyze("verify", f"--root={tree(tmp_path / 'right', unit)}", "one.service") == (0, "")
    wrong = unit.replace("StateDirectory", "StateDirectories")
    assert "StateDirectories" in analyze("verify", f"--root={tree(tmp_path / 'wrong', wrong)}", "one.service")[1]


def test_the_books_unit_starts_the_book(tmp_path: Path) -> None:
    """Its line is the program that was installed, and keeps the book in the folder that systemd makes for it."""
    unit, install = the_books_unit()
    (line,) = re.findall(r"^ExecStart=(.+)$", unit, re.M)
    (folder,) = re.findall(r"^StateDirectory=(.+)$", unit, re.M)
    program, *words = line.split()
    assert line in install.splitlines()
    assert f"{Path(program).parent}/pip install" in install
    assert f"/var/lib/{folder}" in words
    book = tmp_path / "book"
    with kept() as port:
        moved = [str(book) if word == f"/var/lib/{folder}" else word for word in words]
        running = Program(*moved, "--host", "127.0.0.1", "--port", str(port.getsockname()[1]))
        said = running.says("book.secret")
        running.kill()
    assert "The club's book is open on port" in said
    assert {path.name for path in book.iterdir()} >= {"book.db", "book.secret"}


def test_the_table_is_shut_in() -> None:
    """systemd rates its exposure at 2.0 of 10 or better."""
    code, said = analyze(
        "security", "--offline=true", "--threshold=20", "--no-pager", DEPLOY / "smallworld-companion.service"
    )
    assert code == 0, said


def test_a_clubs_front_page_is_shut_in() -> None:
    """It needs nothing but its port: systemd rates its exposure at 1.5 of 10 or better."""
    unit = DEPLOY / "smallworld-front.service"
    code, said = analyze("security", "--offline=true", "--threshold=15", "--no-pager", unit)
    assert code == 0, said


def test_the_hotspots_switch_is_shut_in() -> None:
    """It is root, and systemd rates its exposure at 1.0 of 10 or better all the same."""
    unit = DEPLOY / "smallworld-hotspot@.service"
    code, said = analyze("security", "--offline=true", "--threshold=10", "--no-pager", unit)
    assert code == 0, said


def test_systemd_understands_the_switchs_socket(tmp_path: Path) -> None:
    """The socket and the service it starts belong together."""
    folder = tree(tmp_path, UNITS[0].read_text())
    names = ("smallworld-hotspot.socket", "smallworld-hotspot@.service")
    for name in names:
        shutil.copy(DEPLOY / name, folder / "etc/systemd/system")
    assert analyze("verify", f"--root={folder}", names[0]) == (0, "")


def club(folder: Path) -> Path:
    """A system with what a club has, put together as `install.sh --club` does."""
    tree(folder, UNITS[0].read_text())
    units = folder / "etc/systemd/system"
    shutil.copy(UNITS[0], units / "smallworld-companion@.service")
    (units / "smallworld-companion@.service.d").mkdir()
    shutil.copy(DEPLOY / "smallworld-club.conf", units / "smallworld-companion@.service.d/club.conf")
    (units / "smallworld-companion@bar.socket.d").mkdir()
    (units / "smallworld-companion@bar.socket.d/port.conf").write_text("[Socket]\nListenStream=0.0.0.0:8101\n")
    for name in ("smallworld-companion@.socket", "smallworld-club.slice"):
        shutil.copy(DEPLOY / name, units)
    return folder


@pytest.mark.parametrize("unit", ["smallworld-companion@bar.socket", "smallworld-companion@bar.service"])
def test_systemd_understands_a_table_of_a_club(unit: str, tmp_path: Path) -> None:
    """The unit of a single table, under a second name and with what is different."""
    assert analyze("verify", f"--root={club(tmp_path)}", unit) == (0, "")


def test_a_mistake_in_what_is_different_would_be_found(tmp_path: Path) -> None:
    """The test above can fail."""
    file = club(tmp_path) / "etc/systemd/system/smallworld-companion@.service.d/club.conf"
    file.write_text(file.read_text().replace("DynamicUser", "DynamicUsers"))
    assert "DynamicUsers" in analyze("verify", f"--root={tmp_path}", "smallworld-companion@bar.service")[1]


def test_a_table_of_a_club_is_shut_in_more_tightly(tmp_path: Path) -> None:
    """systemd rates its exposure at 1.5 of 10 or better: it has no right of root's, no device and a user of its own."""
    code, said = analyze(
        *("security", "--offline=true", "--threshold=15", "--no-pager", f"--root={club(tmp_path)}"),
        "smallworld-companion@bar.service",
    )
    assert code == 0, said


@pytest.mark.skipif(not shutil.which("chromium"), reason="needs chromium")
def test_the_table_screen_opens_without_a_question(tmp_path: Path) -> None:
    """The browser takes all the options of the unit, and loads the page; on a small Pi its launcher asks nothing.

    Only the display is another one, and the sandbox is off, as root needs. Debian's launcher has no memory check.
    """
    unit = (DEPLOY / "smallworld-screen.service").read_text().replace("\\\n", " ")
    (line,) = re.findall(r"^ExecStart=/usr/bin/cage -- (.+)$", unit, re.M)
    *command, address = line.split()
    assert "--no-memcheck" in command
    loaded = threading.Event()

    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path == "/table":
                loaded.set()
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Nobody reads it."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        command = [word.replace("--ozone-platform=wayland", "--ozone-platform=headless") for word in command]
        there = address.replace("//localhost/", f"//127.0.0.1:{server.server_port}/")
        with subprocess.Popen(
            [*command, "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}", there],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as browser:
            try:
                assert loaded.wait(30)
            finally:
                browser.terminate()
        server.shutdown()


@pytest.mark.parametrize("module", ["companion.host.hotspot_helper", "companion.radio"])
def test_a_unit_of_any_installation_finds_the_hotspots_helper(module: str) -> None:
    """An update by a wheel leaves the unit as it is, and an earlier one has the helper under another name."""
    command = [sys.executable, "-I", "-m", module]
    said = subprocess.run(command, input="dance\n", stdout=subprocess.PIPE, text=True, check=True).stdout
    assert said.startswith("The hotspot's helper knows four words")
