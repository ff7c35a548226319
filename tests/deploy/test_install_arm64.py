"""The installation on a Raspberry Pi's kind of processor, which is emulated: every library is there ready made."""

import os
import re
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.deploy.root import EMULATION, run, run_arm64, unpacked

PROGRAM = "/opt/smallworld-companion/current/bin"
INSTALL = ("sh", "/root/companion/deploy/install.sh")

pytestmark = [
    pytest.mark.long(name="arm64"),
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can change into another system"),
    pytest.mark.skipif(not shutil.which("mmdebstrap"), reason="needs the package mmdebstrap"),
    pytest.mark.skipif(not shutil.which("update-binfmts"), reason="needs qemu-user-static and binfmt-support"),
]


def within(system: Path, *command: str | Path) -> tuple[str | Path, ...]:
    """What to type to have a command carried out in the system, with processes and mounts of its own."""
    enter = ("unshare", "--mount", "--pid", "--fork", f"--root={system}", "--mount-proc")
    clean = ("env", "-i", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "PYTHONUNBUFFERED=1")
    return (*enter, *clean, f"QEMU_CPU={EMULATION['QEMU_CPU']}", *command)


@pytest.fixture(scope="module", params=["bookworm", "trixie"])
def system(
    request: pytest.FixtureRequest, copied: Callable[[Path], Path], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path]:
    """A clean system for arm64 with a checkout; the tests below go on with it one after the other."""
    run_arm64()
    with unpacked(request.param, "arm64", tmp_path_factory.mktemp("arm64") / request.param) as folder:
        copied(folder / "root/companion")
        yield folder


def test_it_is_installed_and_nothing_is_compiled(system: Path) -> None:
    """Every library comes as a wheel, the one for the pins too, and there is no compiler."""
    began = time.monotonic()
    said = run(*within(system, *INSTALL))
    print(f"install.sh in an emulated {system.name}: {time.monotonic() - began:.0f} s")
    assert "The companion is installed." in said
    assert "There is no GPIO library" not in said
    assert not (system / "usr/bin/gcc").exists()
    (log,) = (system / "opt/smallworld-companion/releases").glob("*/pip.log")
    built = re.findall(r"Building wheel for (\S+)", log.read_text())
    assert [name for name in built if "smallworld" not in name] == []
    factory = "import gpiozero.pins.lgpio, lgpio; print(lgpio.LGPIO_PY_VERSION)"
    assert run(*within(system, f"{PROGRAM}/python", "-c", factory)).strip()


def test_again_it_does_nothing(system: Path) -> None:
    """The second run finds everything in place."""
    assert run(*within(system, *INSTALL, "--check")) == "Everything is in place. Nothing would be changed.\n"


def test_the_table_answers_and_the_doctor_misses_the_hardware_only(system: Path) -> None:
    """As its own user the table opens and shows its page; of what the doctor looks at, only the button is not there."""
    as_user = ("setpriv", "--reuid=smallworld-table", "--regid=smallworld-table", "--init-groups")
    settings = ("env", "COMPANION_DATA=/var/lib/smallworld-companion", "COMPANION_PORT=0")
    table = within(system, *as_user, *settings, f"{PROGRAM}/companion", "serve")
    with subprocess.Popen(table, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as service:
        assert service.stdout
        try:
            said = []
            for line in service.stdout:
                said.append(line)
                if found := re.match(r" +http://\S+:(\d+)$", line):
                    break
            else:
                pytest.fail("".join(said))
            port = found[1]
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as page:
                assert b"<html" in page.read()
            asked = within(system, "env", f"COMPANION_PORT={port}", "companion", "doctor")
            told = subprocess.run(
                asked, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
            ).stdout
        finally:
            # unshare itself hands no signal on, and the change of user keeps its child from going with it.
            run("pkill", "--signal", "KILL", "--parent", str(service.pid))
    print(told)
    faults = [line for line in told.splitlines() if line.startswith("LOOK")]
    assert re.search(r"^ok   Table: Open at http://", told, re.M)
    assert re.search(r"^ok   Games: Saved in /var/lib/smallworld-companion", told, re.M)
    assert all("no GPIO pins" in fault for fault in faults)
