"""A club on a clean Debian that was switched on: its tables are services that sleep, wake and share nothing."""

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.deploy.root import SOURCE, Computer, unpacked

INSTALL = ("sh", f"{SOURCE}/deploy/install.sh")
FOLDER = "/var/lib/smallworld-club"
# Somebody sits down at the table of a port, is told apart by a name, and goes away.
SIT_DOWN = """
import json, sys, urllib.request as web
form = {"Content-Type": "application/json"}
asked = web.Request(f"http://127.0.0.1:{sys.argv[1]}/api/join", json.dumps({"name": sys.argv[2]}).encode(), form)
print(web.urlopen(asked).status)
"""
NAMES = """
import json, sys, urllib.request as web
state = json.load(web.urlopen(f"http://127.0.0.1:{sys.argv[1]}/api/state"))
print(" ".join(seat["name"] for seat in state["seats"]))
"""
WAKE = """
import sys, time, urllib.request as web
began = time.monotonic()
web.urlopen(f"http://127.0.0.1:{sys.argv[1]}/api/state").read()
print(time.monotonic() - began)
"""

pytestmark = [
    pytest.mark.long(name="club"),
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can switch a system in a folder on"),
    pytest.mark.skipif(not shutil.which("systemd-nspawn"), reason="needs the package systemd-container"),
    pytest.mark.skipif(not shutil.which("mmdebstrap"), reason="needs the package mmdebstrap"),
]


@pytest.fixture(scope="module", params=["bookworm", "trixie"])
def system(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of a clean system; the tests below go on with it one after the other, as a club would."""
    with unpacked(request.param, "amd64", tmp_path_factory.mktemp("system") / request.param) as folder:
        yield folder


@pytest.fixture(scope="module")
def bar(system: Path, copied: Callable[[Path], Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Computer]:
    """The computer behind the bar."""
    computer = Computer(system, copied(tmp_path_factory.mktemp("source")))
    try:
        computer.switch_on(network=True)
        yield computer
    finally:
        computer.switch_off()


def ports(on: Computer) -> dict[str, str]:
    """The port of each table, as `companion club list` says it."""
    return dict(re.findall(r"^(\S+) +port (\d+)", on.run("companion", "club", "list"), re.M))


def awake(on: Computer) -> list[str]:
    """The tables whose process runs."""
    return re.findall(r"^(\S+) .* awake ", on.run("companion", "club", "list"), re.M)


def process(on: Computer, name: str) -> str:
    """The number of a table's process, 0 for one that sleeps."""
    return on.run("systemctl", "show", "--property=MainPID", "--value", f"smallworld-companion@{name}.service").strip()


def ask(on: Computer, program: str, *words: str) -> str:
    """Run a program of ours inside."""
    return on.run("python3", "-c", program, *words).strip()


def test_it_is_installed_without_a_table(bar: Computer, system: Path) -> None:
    """The single table is neither started nor enabled, and the next line to type is said."""
    said = bar.run(*INSTALL, "--club")
    assert re.search(r"All tables will be at http://\S+\. To add one: sudo companion club add NAME\n$", said)
    assert not (system / "etc/systemd/system/multi-user.target.wants/smallworld-companion.service").exists()
    assert bar.run("companion", "club", "list").startswith("There are no tables yet.")
    # From here on its network is its own: nobody beside it asks at its ports.
    bar.switch_off()
    bar.switch_on(network=False)
    assert "running" in bar.run("systemctl", "is-system-running", "--wait")


def test_a_phone_that_was_switched_off_is_noticed(bar: Computer) -> None:
    """The kernel gives it up after 100 seconds, from power-on (tests/club/test_vanished_long.py)."""
    assert bar.run("cat", "/proc/sys/net/ipv4/tcp_retries2") == "8\n"


def test_tables_wait_asleep_and_a_phone_wakes_one(bar: Computer) -> None:
    """Ten are added in ten lines; none runs, and the first request to a port starts that table alone."""
    for number in range(1, 11):
        assert "It waits for its first phone." in bar.run("companion", "club", "add", f"table-{number}")
    assert len(set(ports(bar).values())) == 10
    assert awake(bar) == []
    took = float(ask(bar, WAKE, ports(bar)["table-3"]))
    print(f"a table woke in {took:.2f} s")
    assert awake(bar) == ["table-3"]


def test_who_sits_at_one_table_sits_at_no_other(bar: Computer) -> None:
    """Each keeps its own game, in a folder of its own that only its own user may read."""
    found = ports(bar)
    for name, player in (("table-1", "Ann"), ("table-2", "Ben")):
        assert ask(bar, SIT_DOWN, found[name], player) == "200"
    assert [ask(bar, NAMES, found[name]) for name in ("table-1", "table-2", "table-3")] == ["Ann", "Ben", ""]


def test_no_table_reads_another(bar: Computer) -> None:
    """As the user and in the view of one table: another's folder, memory and process are out of reach."""
    first, second = process(bar, "table-1"), process(bar, "table-2")
    users = {bar.run("stat", "--format=%u", f"/proc/{number}").strip() for number in (first, second)}
    assert len(users) == 2
    user = bar.run("stat", "--format=%u", f"/proc/{first}").strip()
    inside = ("nsenter", f"--target={first}", "--mount", "setpriv", f"--reuid={user}", f"--regid={user}")
    inside = (*inside, "--clear-groups", "sh", "-c")
    assert bar.run(*inside, f"ls {FOLDER}/table-1/games.db").strip() == f"{FOLDER}/table-1/games.db"
    for reach in (
        f"cat {FOLDER}/table-2/games.db",
        f"ls {FOLDER}/table-2/",
        "ls /var/lib/private/smallworld-club/table-2",
        f"cat /proc/{second}/environ",
        f"kill {second}",
        f"touch {FOLDER}/new",
        "cat /etc/shadow",
    ):
        said = bar.run(*inside, f"({reach}) 2>&1 || echo refused")
        assert said.endswith("refused\n"), reach


def test_a_table_has_no_right_of_root(bar: Computer) -> None:
    """It cannot even open a low port, and sees no device but the harmless ones."""
    status = bar.run("cat", f"/proc/{process(bar, 'table-1')}/status")
    assert re.search("^CapEff:\t0{16}$", status, re.M)
    assert re.search("^CapBnd:\t0{16}$", status, re.M)
    assert re.search("^Seccomp:\t2$", status, re.M)


def test_each_table_has_limits_of_its_own(bar: Computer) -> None:
    """As systemd has read them: 256 MB and 1024 threads each, an equal share, and all of them together in a slice."""
    wanted = ("MemoryMax", "TasksMax", "CPUWeight", "Slice", "DynamicUser", "ProtectSystem")
    unit = "smallworld-companion@table-1.service"
    shown = bar.run("systemctl", "show", *(f"--property={key}" for key in wanted), unit)
    assert dict(line.split("=") for line in shown.splitlines()) == {
        "MemoryMax": str(256 * 2**20),
        "TasksMax": "1024",
        "CPUWeight": "100",
        "Slice": "smallworld-club.slice",
        "DynamicUser": "yes",
        "ProtectSystem": "strict",
    }


def test_a_killed_table_comes_back_alone(bar: Computer) -> None:
    """The others go on as they were, and its player still sits there."""
    other, before = process(bar, "table-2"), process(bar, "table-1")
    bar.run("systemctl", "kill", "--signal=KILL", "smallworld-companion@table-1.service")
    assert ask(bar, NAMES, ports(bar)["table-1"]) == "Ann"
    assert process(bar, "table-1") not in (before, "0")
    assert process(bar, "table-2") == other


def test_all_of_them_wait_again_after_power_on(bar: Computer) -> None:
    """Nobody types anything, and there is no network yet; the first to ask finds who sat there."""
    bar.switch_off()
    bar.switch_on(network=False)
    bar.run("systemctl", "is-system-running", "--wait")
    assert awake(bar) == []
    assert ask(bar, NAMES, ports(bar)["table-2"]) == "Ben"
    assert awake(bar) == ["table-2"]


def test_one_address_leads_to_all_of_them(bar: Computer) -> None:
    """nginx has the front page, which wakes nobody, and below /t/NAME each table."""
    page = ask(bar, 'import urllib.request as web; print(web.urlopen("http://127.0.0.1/").read().decode())')
    assert all(f"table-{number}" in page for number in range(1, 11))
    assert awake(bar) == ["table-2"]
    assert ask(bar, NAMES, "80/t/table-1") == "Ann"
    assert ask(bar, NAMES, "80/t/table-2") == "Ben"
    assert awake(bar) == ["table-1", "table-2"]


def test_settings_of_the_club_reach_every_table(bar: Computer, system: Path) -> None:
    """After a change: one command. With a proxy in front, no table is reached from elsewhere."""
    file = system / FOLDER[1:] / "companion.toml"
    file.write_text('host = "127.0.0.1"\npath = "/t"\nlanguage = "de"\n')
    assert bar.run("companion", "club", "start") == "Every table waits for its first phone: 10.\n"
    listening = bar.run("systemctl", "show", "--property=Listen", "smallworld-companion@table-2.socket")
    assert f"127.0.0.1:{ports(bar)['table-2']} " in listening
    assert ask(bar, NAMES, ports(bar)["table-2"]) == "Ben"


def test_a_removed_table_keeps_its_games(bar: Computer, system: Path) -> None:
    """Its port is closed, nothing of it starts again, and the command says where its games are."""
    port = ports(bar)["table-2"]
    (where,) = re.findall(r"its games are kept in (\S+)\.\n", bar.run("companion", "club", "remove", "table-2"))
    assert (system / where[1:] / "games.db").stat().st_size > 0
    assert "table-2" not in ports(bar)
    assert ask(bar, f"import socket; print(socket.socket().connect_ex(('127.0.0.1', {port})))") == "111"
    left = [path.name for path in (system / "etc/systemd/system").rglob("*table-2*")]
    assert left == []


def test_typed_again_it_stays_a_club(bar: Computer, system: Path) -> None:
    """The owner who updates need not know the option, and no table is disturbed."""
    ask(bar, NAMES, ports(bar)["table-1"])
    before = process(bar, "table-1")
    assert before != "0"
    assert "To add one: " in bar.run(*INSTALL)
    assert process(bar, "table-1") == before
    assert "Nothing would be changed" in bar.run(*INSTALL, "--check")


def test_uninstalled_and_installed_again_it_has_its_games(bar: Computer, system: Path) -> None:
    """Nothing runs or waits in between; afterwards one command opens all tables that there were."""
    bar.switch_off()
    bar.switch_on(network=True)
    bar.run(*INSTALL, "--uninstall")
    for folder in ("systemd/system", "sysctl.d"):
        assert list((system / "etc" / folder).rglob("*smallworld*")) == []
    tables = json.loads((system / FOLDER[1:] / "tables.json").read_text())
    assert len(tables) == 9
    bar.run(*INSTALL, "--club")
    assert bar.run("companion", "club", "start") == "Every table waits for its first phone: 9.\n"
    assert ask(bar, NAMES, ports(bar)["table-1"]) == "Ann"
