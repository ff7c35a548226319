"""The card that sets the table up by itself: Debian 13's own cloud-init, switched on with the drive as its seed.

Around it is what Raspberry Pi OS has: its cloud-init configuration, NetworkManager, netplan, and the files that the
Raspberry Pi Imager writes onto the drive. What is missing is a radio, and the Pi.
"""

import json
import os
import random
import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.deploy.bootfs import BOOT, IMAGE, KERNEL, LOG, WIFI, imager, prepare
from tests.deploy.root import Computer, run, unpacked

UNIT = "smallworld-companion.service"
# The container shares this computer's network once: neither may touch it.
LEAVE = "[main]\nno-auto-default=*\ndns=none\n[device]\nmatch-device=*\nmanaged=0\n"
NO_NETWORK = "network: {config: disabled}\n"
STATE = 'import urllib.request as web; print(web.urlopen("http://127.0.0.1/api/state").read().decode())'
# The first phone's name. The page that shows progress knows no such request.
JOIN = """import urllib.request as web
form = web.Request("http://127.0.0.1/api/join", b'{"name": "Ann"}', {"Content-Type": "application/json"})
print(web.urlopen(form).read().decode())"""
# What the page's own process may, in bits of linux/capability.h, and whose it is: of the users that systemd makes up.
PORTS = 1 << 10
MADE_UP = range(61184, 65520)
TRANSLATED = """import sys
sys.path.insert(0, "/boot/firmware/smallworld")
from progress import Words
print("\\n".join(map(Words("de").say, sys.argv[1:])))"""
PAGE = 'import urllib.request as web; print(web.urlopen("http://127.0.0.1/").read().decode())'
# A kernel that is made for containers may have no such file system.
FAT = "vfat" in Path("/proc/filesystems").read_text()
SEED = int(os.environ.get("CUTS", "1"))
# Seconds: for the slowest set-up here, on a computer that has other things to do.
PATIENCE = 600.0

pytestmark = [
    pytest.mark.long(name="card"),
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can switch a system in a folder on"),
    *(
        pytest.mark.skipif(not shutil.which(name), reason=f"needs {name}")
        for name in ("systemd-nspawn", "mmdebstrap", "mkfs.vfat")
    ),
]


@pytest.fixture(scope="module")
def source(copied: Callable[[Path], Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What somebody gets who clones the project."""
    return copied(tmp_path_factory.mktemp("source"))


@pytest.fixture(scope="module")
def download(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What an owner unpacks, made by its one command for the computer that the tests have."""
    made = tmp_path_factory.mktemp("card") / "card"
    run("sh", source / "deploy/card.sh", "--machine", "x86_64", made)
    return made


@contextmanager
def drive(folder: Path, download: Path) -> Iterator[Path]:
    """The drive bootfs with the Imager's files, onto which the download was copied. Without FAT it is a folder."""
    image, seen = folder / "bootfs.img", folder / "bootfs"
    seen.mkdir()
    if FAT:
        run("mkfs.vfat", "-n", "bootfs", "-C", image, "65536")
        run("mount", "-o", "loop", image, seen)
    try:
        for name, text in imager("Mistyped", "bakolutine").items():
            (seen / name).write_text(text)
        shutil.copy(download / "vendor-data", seen)
        shutil.copytree(download / "smallworld", seen / "smallworld")
        yield seen
    finally:
        if FAT:
            run("umount", seen)


class Pi(Computer):
    """A computer with such a card."""

    def __init__(self, folder: Path, bootfs: Path) -> None:
        super().__init__(folder, bootfs, at=f"/{BOOT}", words=KERNEL)
        self.bootfs = bootfs
        prepare(folder)

    def log(self) -> str:
        """What an owner reads on the drive."""
        log = self.bootfs / LOG
        return log.read_text() if log.exists() else ""

    def waits_for(self, words: str) -> None:
        """Wait until the log says so."""
        self.until(lambda: words in " ".join(self.log().split()))

    def until(self, true: Callable[[], bool]) -> None:
        """Wait for anything else."""
        end = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < end, self.log()
            time.sleep(0.2)

    def table(self) -> dict[str, object]:
        """The public state of the table."""
        state = json.loads(self.run("python3", "-c", STATE))
        assert isinstance(state, dict)
        return state

    def answers(self, program: str) -> str:
        """What a page says; "" where nobody answers."""
        try:
            return self.run("python3", "-c", program)
        except AssertionError:
            return ""


@pytest.fixture
def pi(download: Path, tmp_path: Path) -> Iterator[Pi]:
    """A Pi that was never switched on."""
    with unpacked("trixie", "amd64", tmp_path / "system", *IMAGE) as system, drive(tmp_path, download) as bootfs:
        pi = Pi(system, bootfs)
        try:
            yield pi
        finally:
            pi.switch_off()


def installed(pi: Pi) -> set[str]:
    """All that an installation makes, without what a running table writes, such as a password when it is needed."""
    passing = re.compile(r"(\.pyc|pip\.log|\.db.*|\.sock|\.lock|\.key.*|hotspot\.password|\.lgd-.*)$|/source/|/card$")
    roots = ("opt/smallworld-companion", "var/lib/smallworld-companion", "etc/systemd/system", "etc/udev/rules.d")
    roots += ("etc/avahi/services", "etc/NetworkManager", "usr/local/bin")
    return {
        str(file.relative_to(pi.folder))
        for root in roots
        for file in (pi.folder / root).rglob("*")
        if not file.is_dir() and not passing.search(str(file))
    }


def test_without_a_network_the_table_opens_all_the_same(pi: Pi) -> None:
    """Nobody types anything: cloud-init begins it, a page shows it, the table opens, and the Imager's words count."""
    begun = time.monotonic()
    pi.switch_on(network=False, ready=False)
    pi.until(lambda: "Your table is being set up" in pi.answers(PAGE))
    page = pi.run("systemctl", "show", "--value", "--property=MainPID", "smallworld-progress").strip()
    status = dict(line.split(":", 1) for line in pi.run("cat", f"/proc/{page}/status").splitlines())
    assert int(status["Uid"].split()[0]) in MADE_UP
    assert {int(status[name], 16) for name in ("CapPrm", "CapEff", "CapBnd")} == {PORTS}
    assert pi.run("nsenter", f"--target={page}", "--mount", "ls", f"/{BOOT}").split() == ["smallworld", LOG]
    pi.until(lambda: "seat" in pi.answers(JOIN))
    took = time.monotonic() - begun
    assert pi.table()["phase"] == "lobby"
    print(f"From the start of its system to the first name at the table, without a network: {took:.0f} s")
    pi.waits_for("The companion is installed.")
    # All that the page showed of it is said in other languages too.
    shown = pi.log().partition("Opening the table...")[0].splitlines()
    said = pi.run("python3", "-c", TRANSLATED, *shown).splitlines()
    assert [line for line, other in zip(shown, said, strict=True) if line == other] == []
    # This computer's name is the table's, so nothing that it needs is missing but what only a network can bring.
    pi.waits_for("These Debian packages wait until there is a network: avahi-utils iw.")
    pi.until((pi.folder / "root/the-imagers-own-commands-ran").exists)
    assert pi.run("hostname").strip() == "smallworld"
    assert pi.run("id", "-un", "ann").strip() == "ann"
    assert pi.run("systemctl", "is-active", UNIT) == "active\n"
    # What opens its Wi-Fi is on the drive, for whoever finds no way in.
    pi.until((pi.bootfs / WIFI).exists)
    words = (pi.bootfs / WIFI).read_text()
    assert re.search(r"^Password:  [a-z]{10}$", words, re.M)
    assert "10.83.87.1/wifi" in words


def test_with_a_network_it_ends_in_the_state_of_the_terminals_way(pi: Pi, source: Path, tmp_path: Path) -> None:
    """All packages are there, nothing is left to do, and the other way leads to the same files."""
    (pi.folder / "etc/cloud/cloud.cfg.d/99_test.cfg").write_text(NO_NETWORK)
    leave = pi.folder / "etc/NetworkManager/conf.d/leave.conf"
    leave.parent.mkdir(parents=True, exist_ok=True)
    leave.write_text(LEAVE)
    pi.switch_on(network=True)
    pi.waits_for("The companion is installed.")
    pi.until((pi.folder / "opt/smallworld-companion/card").exists)
    pi.run("test", "-x", "/usr/bin/avahi-publish")
    again = pi.run("sh", "/opt/smallworld-companion/source/deploy/install.sh", "--check")
    assert again == "Everything is in place. Nothing would be changed.\n"
    pi.switch_off()
    with unpacked("trixie", "amd64", tmp_path / "typed", *IMAGE) as system:
        leave = system / "etc/NetworkManager/conf.d/leave.conf"
        leave.parent.mkdir(parents=True, exist_ok=True)
        leave.write_text(LEAVE)
        typed = Computer(system, source)
        try:
            typed.switch_on(network=True)
            typed.run("sh", "/root/companion/deploy/install.sh")
        finally:
            typed.switch_off()
        other = Pi(system, pi.bootfs)
        assert installed(pi) == installed(other)


def test_a_power_cut_at_any_moment_costs_only_time(pi: Pi) -> None:
    """Twenty cuts at random moments of the set-up: at the next start it goes on, and in the end the table is whole."""
    chance = random.Random(SEED)
    for number in range(20):
        pi.switch_on(network=False, ready=False)
        # Later and later, so that each step of it is hit.
        time.sleep(chance.uniform(0, 4 + number))
        print(f"{number}: {(pi.log().splitlines() or ['before its first line'])[-1]}")
        pi.cut()
    pi.switch_on(network=False)
    pi.waits_for("The companion is installed.")
    assert pi.table()["phase"] == "lobby"
    assert pi.run("systemctl", "is-active", UNIT) == "active\n"
    releases = list((pi.folder / "opt/smallworld-companion/releases").iterdir())
    assert [(release / "complete").exists() for release in releases] == [True]


def test_a_folder_that_was_not_copied_whole_is_named(pi: Pi) -> None:
    """Pulled out too early: the page and the drive say what to do; copied again, the table opens."""
    wheel = next((pi.bootfs / "smallworld/wheels").glob("flask-*.whl"))
    whole = wheel.read_bytes()
    wheel.write_bytes(whole[:1000])
    pi.switch_on(network=False)
    pi.waits_for("Failed.")
    assert "incomplete or damaged. Copy it to the drive bootfs again" in pi.log()
    assert "Something went wrong" in pi.answers(PAGE)
    pi.switch_off()
    wheel.write_bytes(whole)
    pi.switch_on(network=False)
    pi.waits_for("The companion is installed.")


def test_taken_away_it_stays_away(pi: Pi) -> None:
    """Uninstalled, the next start does not set it up again."""
    pi.switch_on(network=False)
    pi.waits_for("These Debian packages wait")
    pi.run("sh", "/opt/smallworld-companion/source/deploy/install.sh", "--uninstall")
    pi.switch_off()
    pi.switch_on(network=False)
    pi.run("sh", "-c", "systemctl is-system-running --wait || true")
    assert not (pi.folder / "opt/smallworld-companion").exists()
