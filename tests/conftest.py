"""What all tests share."""

import hashlib
import subprocess
from pathlib import Path

import pytest
from hypothesis import settings

# Whether an example passes is a matter of what it shows, never of how busy the computer is.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

# Here a test goes on from where the one before it left off.
STORIES = ("test_run_sh.py", "test_update.py")
# Where pytest's cache keeps which long tests have passed, and with which code.
PASSED = "companion/long"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Long parts can be broken off and gone on with."""
    parser.addoption("--resume", action="store_true", help="leave out the long tests that this very code has passed")


def pytest_configure(config: pytest.Config) -> None:
    """Note what passes, where a long part runs and there is a cache to note it in."""
    if config.getoption("-m").startswith("long") and config.pluginmanager.has_plugin("cacheprovider"):
        config.pluginmanager.register(Passed(config))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the stories: a worker that has nothing left to do takes over others' last tests, never the first."""
    items.sort(key=lambda item: item.path.name not in STORIES)


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
