"""The owner's command where it changes nothing: what it would do, and what it refuses."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# All that an installation makes or changes.
MADE = (
    "/opt/smallworld-companion",
    "/var/lib/smallworld-companion",
    "/etc/systemd/system",
    "/etc/avahi/services",
    "/etc/udev/rules.d",
    "/usr/local/bin",
    "/etc/passwd",
    "/etc/group",
    "/var/lib/dpkg/status",
)


def install(*options: str) -> subprocess.CompletedProcess[str]:
    """Type the command in the checkout."""
    return subprocess.run(["sh", "deploy/install.sh", *options], cwd=ROOT, capture_output=True, text=True, check=False)


def seen() -> dict[str, object]:
    """What lies where an installation would change something: files with their times, folders with their names."""
    found: dict[str, object] = {}
    for name in MADE:
        path = Path(name)
        if path.is_dir():
            found[name] = sorted(one.name for one in path.iterdir())
        else:
            found[name] = path.stat().st_mtime_ns if path.exists() else None
    return found


@pytest.mark.skipif(not shutil.which("systemctl") or not shutil.which("dpkg"), reason="needs a Debian with systemd")
def test_check_says_what_it_would_do_and_changes_nothing_here() -> None:
    """Each line is a thing it would do, and afterwards this computer is as it was."""
    before = seen()
    done = install("--check")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout
    plain = "Everything is in place: nothing would be done."
    assert all(line.startswith("Would do: ") or line == plain for line in done.stdout.splitlines())
    assert seen() == before


def test_help_lists_every_option() -> None:
    """All the options that the script knows stand in its help."""
    known = {
        line.split(")")[0].strip() for line in (ROOT / "deploy/install.sh").read_text().splitlines() if "--" in line
    }
    options = {name for name in known if name.startswith("--") and " " not in name}
    said = install("--help").stdout
    assert options >= {"--check", "--uninstall", "--beside", "--screen"}
    assert all(name in said for name in options)


@pytest.mark.parametrize("options", [("--chek",), ("--check", "--uninstall")])
def test_what_it_does_not_know_it_refuses(options: tuple[str, ...]) -> None:
    """A slip of the finger does not install or remove anything."""
    before = seen()
    assert install(*options).returncode != 0
    assert seen() == before
