"""What all tests share."""

import hashlib
import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import settings

# Whether an example passes is a matter of what it shows, never of how busy the computer is.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

# Where files are in memory, and how many bytes must be free there: a set-up of the libraries takes some hundred MB.
MEMORY = Path("/dev/shm")
ROOM = 2 << 30

# Here a test goes on from where the one before it left off.
STORIES = ("test_run_sh.py", "test_update.py")
# Where pytest's cache keeps which long tests have passed, and with which code.
PASSED = "companion/long"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Long parts can be broken off and gone on with."""
    parser.addoption("--resume", action="store_true", help="leave out the long tests that this very code has passed")


def pytest_configure(config: pytest.Config) -> None:
    """Keep files in memory; in a long part, which may need a disk, note what passes where there is a cache for it."""
    if not config.getoption("-m").startswith("long"):
        # Everything is written and synced as ever, and no test waits for it: power cuts, which a disk is needed for,
        # are a long part.
        if _in_memory():
            os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
    elif config.pluginmanager.has_plugin("cacheprovider"):
        config.pluginmanager.register(Passed(config))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the stories: a worker that has nothing left to do takes over others' last tests, never the first."""
    items.sort(key=lambda item: item.path.name not in STORIES)


def _in_memory() -> bool:
    """Whether files can lie in memory, and programs be run from there."""
    if not os.access(MEMORY, os.W_OK):
        return False
    there = os.statvfs(MEMORY)
    return there.f_bavail * there.f_frsize >= ROOM and not there.f_flag & os.ST_NOEXEC


class Passed:
    """The long tests that have passed with this code."""

    def __init__(self, config: pytest.Config) -> None:
        self._config, self._cache, self._code = config, config.cache, _code()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out what has passed, where one goes on."""
        if self._config.getoption("--resume"):
            known = self._known()
            done = [item for item in items if item.nodeid in known]
            self._config.hook.pytest_deselected(items=done)
            items[:] = [item for item in items if item.nodeid not in known]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note each test at once: the next one may be broken off."""
        if report.when == "call" and report.passed:
            self._cache.set(PASSED, {"code": self._code, "passed": [*self._known(), report.nodeid]})

    def _known(self) -> list[str]:
        noted = self._cache.get(PASSED, {"code": "", "passed": []})
        return noted["passed"] if noted["code"] == self._code else []


def _code() -> str:
    """What tells this code from any other: the commit's files, and what was changed since."""
    asked = (("rev-parse", "HEAD^{tree}"), ("diff", "HEAD"))
    folder = Path(__file__).parent
    said = [subprocess.run(["git", *words], cwd=folder, capture_output=True, check=False).stdout for words in asked]
    return hashlib.sha256(b"".join(said)).hexdigest()
