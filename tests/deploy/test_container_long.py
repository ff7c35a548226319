"""The image of a table: built, run with nothing it does not need, and kept from the memory of its neighbour."""

import http.client
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from tests.deploy.root import run, unpacked
from tests.ports import kept

pytestmark = [
    pytest.mark.long(name="container"),
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can build and run it everywhere"),
    pytest.mark.skipif(not shutil.which("podman") or not shutil.which("runc"), reason="needs podman and runc"),
    pytest.mark.skipif(not shutil.which("buildah"), reason="needs buildah"),
    pytest.mark.skipif(not shutil.which("mmdebstrap"), reason="needs the package mmdebstrap"),
]
IMAGE = "localhost/smallworld-companion"
# As in the unit for Podman: no right, nothing to write to but the games, and 256 MB.
SHUT_IN = ("--read-only", "--cap-drop=all", "--security-opt=no-new-privileges", "--memory=256m", "--pids-limit=256")
# Some systems let nobody raise these.
LIMITS = ("--ulimit=nofile=1024:4096", "--ulimit=nproc=4096:4096")
PATIENCE = 60
MB = 2**20


class Podman:
    """Podman with a store of its own."""

    def __init__(self, store: Path) -> None:
        self.store = store
        self._where = (f"--root={store}/root", f"--runroot={store}/run", "--storage-driver=vfs")

    def __call__(self, *words: str | Path) -> str:
        # Where the memory runs out, a file that says so is left in the working directory.
        there = ("env", f"--chdir={self.store}")
        return run(*there, "podman", *self._where, "--cgroup-manager=cgroupfs", "--runtime=runc", *words)

    def build(self, source: Path) -> None:
        """Build the image from a checkout."""
        run(
            *(
                "buildah",
                *self._where,
                "bud",
                "--isolation=chroot",
                "--network=host",
                "--build-arg=BASE=localhost/base",
            ),
            *(f"--file={source}/deploy/container/Containerfile", f"--tag={IMAGE}", source),
        )


@pytest.fixture(scope="module")
def podman(copied: Callable[[Path], Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Podman]:
    """Podman, with the image built on a Debian of our own."""
    source = copied(tmp_path_factory.mktemp("source"))
    # Not in memory, where tests may keep their files: every layer is a whole copy.
    with tempfile.TemporaryDirectory(prefix="podman-", dir="/var/tmp") as store:
        found = Podman(Path(store))
        with unpacked("trixie", "amd64", tmp_path_factory.mktemp("system") / "trixie") as system:
            tar = Path(store) / "base.tar"
            run("tar", "-C", system, "-cf", tar, ".")
            found("import", "--quiet", tar, "localhost/base")
            tar.unlink()
        found.build(source)
        yield found


@pytest.fixture
def folder(podman: Podman, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A volume for a table."""
    made = tmp_path_factory.mktemp("games")
    os.chown(made, 10001, 10001)
    return made


class Table:
    """A table in a container, which has ended when it is left."""

    def __init__(self, podman: Podman, folder: Path) -> None:
        self.podman = podman
        self._port = kept()
        self.port = self._port.getsockname()[1]
        self.id = podman(
            *("run", "--detach", "--network=host", *SHUT_IN, *LIMITS, f"--volume={folder}:/data"),
            *("--env=COMPANION_HOST=127.0.0.1", f"--env=COMPANION_PORT={self.port}", IMAGE),
        ).split()[-1]
        # It is open when it says so.
        with subprocess.Popen(
            ["podman", *podman._where, "logs", "--follow", self.id], stdout=subprocess.PIPE, text=True
        ) as log:
            assert log.stdout
            assert any("Press Ctrl-C" in line for line in log.stdout)
            log.terminate()

    def __enter__(self) -> "Table":
        return self

    def __exit__(self, *_: object) -> None:
        self.podman("rm", "--force", self.id)
        self._port.close()

    def inside(self, *words: str) -> str:
        """Run a command inside."""
        return self.podman("exec", self.id, *words)

    def ask(self, method: str, path: str, value: object = None) -> dict[str, object]:
        """Ask the table for something that it must give."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as line:
            line.request(method, path, json.dumps(value), {"Content-Type": "application/json"})
            answer = line.getresponse()
            assert answer.status == 200
            found = json.loads(answer.read())
            assert isinstance(found, dict)
            return found

    def names(self) -> list[str]:
        """Who sits there."""
        seats = self.ask("GET", "/api/state")["seats"]
        assert isinstance(seats, list)
        return [seat["name"] for seat in seats]


def test_it_holds_no_tool_and_no_right(podman: Podman, folder: Path) -> None:
    """A user without a name or a right, a system that cannot be written to, and nothing that builds or fetches."""
    with Table(podman, folder) as table:
        assert table.inside("id").startswith("uid=10001")
        status = table.inside("cat", "/proc/1/status")
        assert "CapEff:\t0000000000000000" in status
        assert "CapBnd:\t0000000000000000" in status
        for path in ("/new", "/opt/companion/new", "/tmp/../etc/new"):
            with pytest.raises(AssertionError, match="Read-only file system"):
                table.inside("touch", path)
        assert table.inside("sh", "-c", "command -v gcc cc make pip pip3 curl wget || echo none").strip() == "none"


def test_its_games_outlive_it(podman: Podman, folder: Path) -> None:
    """A newer container with the same volume goes on."""
    with Table(podman, folder) as table:
        table.ask("POST", "/api/join", {"name": "Ann"})
    with Table(podman, folder) as table:
        assert table.names() == ["Ann"]


def test_what_eats_all_memory_at_one_table_leaves_the_other_alone(
    podman: Podman, folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Whatever takes more than a table's share is ended there; the neighbour does not even start anew."""
    other = tmp_path_factory.mktemp("others")
    os.chown(other, 10001, 10001)
    with Table(podman, folder) as table, Table(podman, other) as neighbour:
        table.ask("POST", "/api/join", {"name": "Ann"})
        neighbour.ask("POST", "/api/join", {"name": "Ben"})
        before = neighbour.inside("cat", "/proc/1/stat").split()[21]
        # Eight times what a table may have, so that without a limit it would get there and end well.
        greedy = f"kept = [bytearray({16 * MB}) for _ in range({128})]"
        with pytest.raises(AssertionError, match="ended with 137"):
            table.inside("/opt/companion/bin/python", "-c", greedy)
        assert neighbour.names() == ["Ben"]
        assert neighbour.inside("cat", "/proc/1/stat").split()[21] == before
        with suppress(AssertionError):
            # It may have been ended itself, and is then started anew by whoever runs it.
            assert table.names() == ["Ann"]
