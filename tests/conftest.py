"""What all tests share."""

import hashlib
import os
import secrets
import subprocess
from collections.abc import Generator, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from companion.language import text
from companion.language.catalogues import LANGUAGES, SOURCE
from docs.words import lacking, updated
from tests import chance
from tests.limit import limited

# Whether an example passes is a matter of what it shows, never of how busy the computer is.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

# Where files are in memory, and how many bytes must be free there: a set-up of the libraries takes some hundred MB.
MEMORY = Path("/dev/shm")
ROOM = 2 << 30

# What these tests share takes long to set up: they stay with one worker, as far as that goes.
STORIES = ("test_run_sh.py", "test_update.py")
# Evenings on several phones, the longest first; each takes half a minute or more.
EVENINGS = ("test_whole_game.py", "test_axe.py", "test_engines.py", "test_taken_up.py", "test_afterwards.py")
# Long parts of many tests, each as short as those of the usual run.
SHORT = {"looks", "moments", "extras", "tray"}
# Where pytest's cache keeps which long tests have passed, and with which code.
PASSED = "companion/long"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Long parts can be broken off and gone on with, and chance repeated."""
    parser.addoption("--resume", action="store_true", help="leave out the long tests that this very code has passed")
    parser.addoption("--seed", type=int, help="what all chance in the tests follows from; otherwise another each time")


# Before Hypothesis, which takes its seed from the options.
@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Seed all chance; keep files in memory.

    In a long part, which may need a disk, note what passes where there is a cache for it.
    """
    given = getattr(config, "workerinput", {}).get("seed", config.option.seed)
    chance.run = secrets.randbelow(1_000_000) if given is None else given
    config.option.hypothesis_seed = str(chance.run)
    if not config.getoption("-m").startswith("long"):
        # Everything is written and synced as ever, and no test waits for it: power cuts, which a disk is needed for,
        # are a long part.
        if _in_memory():
            os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
    elif config.pluginmanager.has_plugin("cacheprovider"):
        config.pluginmanager.register(Passed(config))


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Each worker has the run's seed."""
    node.workerinput["seed"] = chance.run


def pytest_report_header() -> str:
    """What repeats the chance of this run."""
    return f"seed: {chance.run}"


def _in_time(item: pytest.Item) -> Generator[None, Any, Any]:
    """Nothing but a long part may take long."""
    long = any(mark.kwargs["name"] not in SHORT for mark in item.iter_markers("long"))
    with nullcontext() if long else limited():
        return (yield)


pytest_runtest_setup = pytest.hookimpl(wrapper=True)(_in_time)
pytest_runtest_call = pytest.hookimpl(wrapper=True)(_in_time)
pytest_runtest_teardown = pytest.hookimpl(wrapper=True)(_in_time)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Say with each failure what repeats it."""
    report = yield
    if report.failed:
        # The usual run leaves long tests out, those that are named too.
        left_out = "-m '' " if item.get_closest_marker("long") else ""
        again = f"pytest {left_out}--seed {chance.run} '{item.nodeid}'"
        report.sections.append(("Chance", f"This repeats what was drawn: {again}"))
    return report


# What is not to run has been left out by then.
@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests in an order in which several workers, who begin with a stretch of the list each, are done soonest.

    Stories, whose tests share most, come first: a worker that has nothing left to do takes over others' last tests,
    never the first. Half of the browser's tests begin each half of the list, so that two workers draw pages while
    others wait for a wire; whole evenings come first among them, so that nobody is left alone with one at the end.
    """
    stories = [item for item in items if item.path.name in STORIES]
    pages = sorted((item for item in items if "browser" in item.path.parts), key=lambda item: _length(item.path))
    others = [item for item in items if item not in stories and item not in pages]
    between = max(0, len(items) // 2 - len(stories) - len(pages[::2]))
    items[:] = [*stories, *pages[::2], *others[:between], *pages[1::2], *others[between:]]


def _length(path: Path) -> int:
    """Where a file of the browser's tests stands by how long its longest test takes."""
    return EVENINGS.index(path.name) if path.name in EVENINGS else len(EVENINGS)


def _in_memory() -> bool:
    """Whether files can lie in memory, and programs be run from there."""
    if not os.access(MEMORY, os.W_OK):
        return False
    there = os.statvfs(MEMORY)
    return there.f_bavail * there.f_frsize >= ROOM and not there.f_flag & os.ST_NOEXEC


class Passed:
    """The long tests that have passed with this code."""

    def __init__(self, config: pytest.Config) -> None:
        self._config, self._code = config, _code()

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
            self._config.cache.set(PASSED, {"code": self._code, "passed": [*self._known(), report.nodeid]})

    def _known(self) -> list[str]:
        # pytest sets its cache up after this.
        noted = self._config.cache.get(PASSED, {"code": "", "passed": []})
        return noted["passed"] if noted["code"] == self._code else []


def _code() -> str:
    """What tells this code from any other: the commit's files, and what was changed since."""
    asked = (("rev-parse", "HEAD^{tree}"), ("diff", "HEAD"))
    folder = Path(__file__).parent
    said = [subprocess.run(["git", *words], cwd=folder, capture_output=True, check=False).stdout for words in asked]
    return hashlib.sha256(b"".join(said)).hexdigest()


@pytest.fixture(autouse=True)
def _all_words_are_there() -> Iterator[None]:
    """A table shows the key of a sentence that nobody wrote, and goes on; a test does not."""
    yield
    assert text.missing == set()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say what is left to translate, which fails no test."""
    for language in LANGUAGES:
        keys = lacking(updated(language)) if language != SOURCE else []
        if keys:
            shown = ", ".join(keys[:10]) + (", ..." if len(keys) > 10 else "")
            terminalreporter.write_line(f"{len(keys)} sentences to translate in {language}.po: {shown}")
