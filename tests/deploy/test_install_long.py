"""The installation on a clean Debian that was switched on, and what becomes of the service there."""

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import companion
from tests.deploy.root import SOURCE, Computer, unpacked

UNIT = "smallworld-companion.service"
DATA = "/var/lib/smallworld-companion"
JOURNAL = ("journalctl", "--output=cat", f"--unit={UNIT}")
INSTALL = ("sh", f"{SOURCE}/deploy/install.sh")
# A player sits down, and the cookie that is the seat's key is printed.
SIT_DOWN = """
import json, urllib.request as web
form = {"Content-Type": "application/json"}
asked = web.Request("http://127.0.0.1:%s/api/join", json.dumps({"name": "Ann"}).encode(), form)
print(web.urlopen(asked).headers["Set-Cookie"].split(";")[0].split("=", 1)[1])
"""
STATE = 'import urllib.request as web; print(web.urlopen("http://127.0.0.1:%s/api/state").read().decode())'
# Twelve phones watch; then whoever reads our output knows.
WATCH = """
import urllib.request as web
streams = [web.urlopen("http://127.0.0.1:%s/api/stream") for phone in range(12)]
for stream in streams:
    stream.readline()
print("watching", flush=True)
for stream in streams:
    stream.read()
"""

# Folders whose files come and go by themselves.
PASSING = re.compile(r"(proc|sys|run|tmp|dev|var/(log|cache|tmp|lib/(apt|dpkg|systemd)))(/|$)")

pytestmark = [
    pytest.mark.long(name="install"),
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can switch a system in a folder on"),
    pytest.mark.skipif(not shutil.which("systemd-nspawn"), reason="needs the package systemd-container"),
    pytest.mark.skipif(not shutil.which("mmdebstrap"), reason="needs the package mmdebstrap"),
]


@pytest.fixture(scope="module")
def source(copied: Callable[[Path], Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What somebody gets who clones the project."""
    return copied(tmp_path_factory.mktemp("source"))


@pytest.fixture(scope="module", params=["bookworm", "trixie"])
def system(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of a clean system; the tests below go on with it one after the other, as its owner would."""
    with unpacked(request.param, "amd64", tmp_path_factory.mktemp("system") / request.param) as folder:
        yield folder


@pytest.fixture(scope="module")
def owned(system: Path, source: Path) -> Iterator[Computer]:
    """The system, switched on where there is a network, as it is on the day of the installation."""
    computer = Computer(system, source)
    try:
        computer.switch_on(network=True)
        computer.run("useradd", "--no-create-home", "smallworld")
        yield computer
    finally:
        computer.switch_off()


def port(system: Path) -> str:
    """The port in the settings that were written: 80, unless something on this computer has it."""
    found = re.search(r"^port = (\d+)$", (system / DATA[1:] / "companion.toml").read_text(), re.M)
    assert found
    return found[1]


def table(on: Computer, system: Path) -> dict[str, object]:
    """The public state of the table, asked for inside."""
    state = json.loads(on.run("python3", "-c", STATE % port(system)))
    assert isinstance(state, dict)
    return state


def address_of(on: Computer, system: Path) -> str:
    """The address in the QR code."""
    shown = table(on, system)["table"]
    assert isinstance(shown, dict)
    return str(shown["address"])


def names(on: Computer, system: Path) -> list[str]:
    """Who sits at the table."""
    seats = table(on, system)["seats"]
    assert isinstance(seats, list)
    return [seat["name"] for seat in seats]


def everything(system: Path) -> set[str]:
    """Every file of the system that is no pseudo file, log or cache."""
    return {
        str(Path(folder, name).relative_to(system))
        for folder, _, names in os.walk(system)
        for name in names
        if not PASSING.match(folder[len(str(system)) + 1 :])
    }


def test_check_says_what_it_would_do_and_does_nothing(owned: Computer, system: Path) -> None:
    """On the clean system everything is listed, and no file has come or gone afterwards."""
    before = everything(system)
    said = owned.run(*INSTALL, "--check")
    assert all(line.startswith("Would do: ") for line in said.splitlines())
    assert "Creating the user smallworld-table" in said
    assert "Removing" not in said
    assert f"Installing version {companion.__version__}" in said
    assert everything(system) == before


def test_it_is_installed_and_answers(owned: Computer, system: Path) -> None:
    """One command, and the table answers at an address without a number at its end; nothing was compiled."""
    said = owned.run(*INSTALL)
    assert "The companion is installed." in said
    address = address_of(owned, system)
    assert f"    {address}\n" in said
    assert said.endswith(f"http://smallworld.local{'' if port(system) == '80' else ':' + port(system)}\n")
    assert re.fullmatch(r"http://[\d.]+" if port(system) == "80" else rf"http://[\d.]+:{port(system)}", address)
    assert not (system / "usr/bin/gcc").exists()
    (log,) = (system / "opt/smallworld-companion/releases").glob("*/pip.log")
    assert not [name for name in re.findall(r"Building wheel for (\S+)", log.read_text()) if "smallworld" not in name]
    assert not list((system / "opt/smallworld-companion/releases").glob("*/lib/python3*/site-packages/pip*"))
    assert "running" in owned.run("systemctl", "is-system-running")


def test_its_name_is_known_in_the_local_network(owned: Computer, system: Path) -> None:
    """avahi answers for smallworld.local with the address of the code."""
    host = re.findall(r"[\d.]{7,}", address_of(owned, system))[0]
    assert owned.run("avahi-resolve", "-4", "--name", "smallworld.local").split() == ["smallworld.local", host]


def test_again_it_does_nothing(owned: Computer, system: Path) -> None:
    """The second run needs no network, changes no file, and does not disturb the table."""
    before = everything(system)
    since = owned.run("systemctl", "show", "--property=MainPID", UNIT)
    assert not re.search("^(Would do|.* \\.\\.\\.$)", owned.run(*INSTALL), re.M)
    assert "Nothing would be changed" in owned.run(*INSTALL, "--check")
    assert everything(system) == before
    assert owned.run("systemctl", "show", "--property=MainPID", UNIT) == since


def test_an_interrupted_installation_is_finished(owned: Computer, system: Path) -> None:
    """A release that was left half made is made again."""
    (release,) = (system / "opt/smallworld-companion/releases").iterdir()
    (release / "complete").unlink()
    shutil.rmtree(next(release.glob("lib/python3*/site-packages/flask")))
    assert "Installing version" in owned.run(*INSTALL)
    assert table(owned, system)["phase"] == "lobby"


def test_a_newer_release_lies_beside_until_it_is_used(owned: Computer, system: Path) -> None:
    """Put beside, it disturbs nobody; installed, it is used, and the one before stays to be gone back to."""
    newer = system / "root/newer"
    shutil.copytree(owned.source, newer)
    (newer / "companion/__init__.py").write_text('"""A newer one."""\n\n__version__ = "99.0"\n')
    program = system / "opt/smallworld-companion"
    old, process = (program / "current").readlink(), owned.run("systemctl", "show", "--property=MainPID", UNIT)
    beside = owned.run("sh", "/root/newer/deploy/install.sh", "--beside").splitlines()[-1]
    assert beside.startswith("/opt/smallworld-companion/releases/99.0-")
    assert owned.run(f"{beside}/bin/companion", "--version") == "companion, version 99.0\n"
    assert (program / "current").readlink() == old
    assert owned.run("systemctl", "show", "--property=MainPID", UNIT) == process
    owned.run("sh", "/root/newer/deploy/install.sh")
    assert [str((program / name).readlink()) for name in ("current", "previous")] == [beside, str(old)]
    assert owned.run("companion", "--version") == "companion, version 99.0\n"
    assert names(owned, system) == []
    owned.run(*INSTALL)
    assert [str((program / name).readlink()) for name in ("current", "previous")] == [str(old), beside]
    shutil.rmtree(newer)


@pytest.mark.parametrize("death", ["KILL", "STOP"])
def test_it_comes_back(owned: Computer, system: Path, death: str) -> None:
    """Killed hard, or alive without giving a sign of life, it is started again with the same table."""
    before = table(owned, system)
    # What is written before the follower is there is read too.
    now = owned.run(*JOURNAL, "--lines=1", "--show-cursor").splitlines()[-1].removeprefix("-- cursor: ")
    with owned.starts(*JOURNAL, "--follow", "--no-tail", f"--after-cursor={now}") as lines:
        owned.run("systemctl", "kill", f"--signal={death}", "--kill-who=main", UNIT)
        end = next(line for line in lines if "Failed with result" in line)
        assert ("'watchdog'" if death == "STOP" else "'signal'") in end
        next(line for line in lines if line.startswith("Started "))
    after = table(owned, system)
    assert (after["seats"], after["phase"]) == (before["seats"], before["phase"])


def test_it_ends_soon_and_cleanly_with_phones_watching(owned: Computer, system: Path) -> None:
    """Twelve open streams, and less than two seconds from the wish to the end, by systemd's own clock."""
    with owned.starts("python3", "-c", WATCH % port(system)) as phones:
        assert next(phones) == "watching\n"
        owned.run("systemctl", "stop", UNIT)
    wish, end = "ActiveExitTimestampMonotonic", "InactiveEnterTimestampMonotonic"
    shown = owned.run("systemctl", "show", f"--property=Result,{wish},{end}", UNIT)
    values = dict(line.split("=") for line in shown.splitlines())
    took = int(values[end]) - int(values[wish])
    print(f"the service ended in {took / 1_000_000:.2f} s")
    assert (values["Result"], took < 2_000_000) == ("success", True)
    owned.run("systemctl", "start", UNIT)


def test_the_sandbox_holds(owned: Computer) -> None:
    """The process has the one right it needs, and sees no more of the system than is in the unit."""
    process = owned.run("systemctl", "show", "--property=MainPID", "--value", UNIT).strip()
    status = owned.run("cat", f"/proc/{process}/status")
    assert re.search("^CapEff:\t0000000000000400$", status, re.M)  # Bit 10: to open a port below 1024.
    assert re.search("^NoNewPrivs:\t1$", status, re.M)
    assert re.search("^Seccomp:\t2$", status, re.M)
    assert owned.run("stat", "--format=%U", f"/proc/{process}").strip() == "smallworld-table"
    mounts = owned.run("cat", f"/proc/{process}/mounts")
    assert re.search(r"^\S+ / \S+ ro,", mounts, re.M)
    assert re.search(rf"^\S+ {DATA} \S+ rw,", mounts, re.M)


def test_the_journal_holds_no_secret(owned: Computer, system: Path) -> None:
    """After a player sat down the journal has the three plain sentences of the service and nothing of a phone."""
    cookie = owned.run("python3", "-c", SIT_DOWN % port(system)).strip()
    owned.run("systemctl", "restart", UNIT)
    heard = owned.run(*JOURNAL, "--identifier=companion")
    assert cookie
    assert cookie not in heard
    # Where the service hung it prints its files and lines, in pieces that a busy journal does not put together again.
    calm = re.sub("^Fatal Python error.*?(?=^The table is open at)", "", heard, flags=re.S | re.M)
    plain = "The table is (open at|closed)|No die button|$"
    assert [line for line in calm.splitlines() if not re.match(plain, line)] == []


def test_it_opens_at_power_on_without_a_network(owned: Computer, system: Path) -> None:
    """Switched off and on again where there is no network at all, it answers, and the player still sits there."""
    owned.switch_off()
    owned.switch_on(network=False)
    owned.run("systemctl", "is-system-running", "--wait")
    assert names(owned, system) == ["Ann"]


def test_uninstalled_it_leaves_the_games_only(owned: Computer, system: Path) -> None:
    """Of all that was made, the log of the games is left with its copies, and the keys that know phones and tray.

    The owner's own account is left too, though it is called like the game.
    """
    owned.run(*INSTALL, "--uninstall")
    left = everything(system)
    games = {f"{DATA[1:]}/{name}" for name in ("games.db", "copies/games-1.db", "server.key", "tray.key")}
    later_copies = {f"{DATA[1:]}/copies/games-{number}.db" for number in range(2, 6)}
    found = {name for name in left if "smallworld" in name or name.startswith("usr/local/bin/")}
    assert found - later_copies == games
    users = [line.partition(":")[0] for line in (system / "etc/passwd").read_text().splitlines()]
    assert [user for user in users if user.startswith("smallworld")] == ["smallworld"]


def test_installed_again_it_takes_the_games_up(owned: Computer, system: Path) -> None:
    """The games that stayed are the new installation's games."""
    owned.switch_off()
    owned.switch_on(network=True)
    owned.run(*INSTALL)
    assert names(owned, system) == ["Ann"]
