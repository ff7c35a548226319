"""What a card brings along: the page that shows how far it is, and the steps that need no system of their own."""

import json
import re
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

from companion.language.en.setting_up import WORDS
from tests.ports import kept

ROOT = Path(__file__).parents[2]
CARD = ROOT / "deploy/card"
STEPS = "Setting up the Small World table from the card.\nCreating the user smallworld-table...\n"


@contextmanager
def page(log: Path) -> Iterator[str]:
    """The page of a log, which lies beside it as on a card; its address."""
    program = shutil.copy(CARD / "progress.py", log.parent)
    with (
        kept() as place,
        subprocess.Popen([sys.executable, program, log, str(place.getsockname()[1])]) as server,
    ):
        try:
            address = f"http://127.0.0.1:{place.getsockname()[1]}"
            while True:
                try:
                    urllib.request.urlopen(address).close()
                    break
                except OSError:
                    assert server.poll() is None
            yield address
        finally:
            server.terminate()


def read(address: str, language: str = "en") -> str:
    """What a browser is sent."""
    asked = urllib.request.Request(address, headers={"Accept-Language": language})
    with urllib.request.urlopen(asked) as answer:
        text: str = answer.read().decode()
        return text


def test_the_page_shows_each_step(tmp_path: Path) -> None:
    """Before there is a log, with each line as it comes, and a failure as one."""
    log = tmp_path / "log.txt"
    with page(log) as address:
        assert json.loads(read(f"{address}/setting-up")) == {"lines": [], "failed": False}
        log.write_text(STEPS)
        assert "<li>Creating the user smallworld-table...</li>" in read(f"{address}/any/where")
        assert 'role="alert" hidden' in read(address)
        log.write_text(f"{STEPS}<b>No room.</b>\nFailed. The line above says why.\n")
        assert json.loads(read(f"{address}/setting-up"))["failed"]
        said = read(address)
        assert 'role="alert">' in said
        assert "&lt;b&gt;No room." in said


@pytest.mark.parametrize(
    ("wanted", "title", "step"),
    [
        ("de-CH, en;q=0.8", "Euer Tisch wird eingerichtet", "Version 1.2 wird installiert."),
        ("fr", "Votre table se prépare", "Installation de la version 1.2."),
        ("pt, es;q=0.5", "La mesa se está preparando", "Instalando la versión 1.2."),
        ("en, de", "Your table is being set up", "Installing version 1.2."),
        ("fi", "Your table is being set up", "Installing version 1.2."),
    ],
)
def test_the_page_speaks_as_the_browser_does(tmp_path: Path, wanted: str, title: str, step: str) -> None:
    """The first of its languages that there are words in; a line that nobody translated is shown as it is."""
    other = "ERROR: No matching distribution found for flask"
    (tmp_path / "log.txt").write_text(
        f"Installing version 1.2. On a Raspberry Pi this takes a minute or two...\n{other}\n"
    )
    (tmp_path / "words.json").write_text(words())
    with page(tmp_path / "log.txt") as address:
        said = read(address, wanted)
        assert title in said
        news = json.loads(read(f"{address}/setting-up", wanted))["lines"]
    assert news[0].startswith(step)
    assert news[1] == other
    assert f"<li>{news[0]}</li>\n".strip() in said


def test_without_its_words_the_page_speaks_english(tmp_path: Path) -> None:
    """They may have been copied badly, and this page is what says so."""
    (tmp_path / "words.json").write_text(words()[:1000])
    with page(tmp_path / "log.txt") as address:
        assert "Your table is being set up" in read(address, "de")


@cache
def words() -> str:
    """What is on the card for the page."""
    made = [sys.executable, CARD / "words.py"]
    return subprocess.run(made, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("key", WORDS)
def test_each_sentence_of_the_page_is_one_that_is_printed(key: str) -> None:
    """In the scripts, with anything where a name is filled in; an older one would not be found in the log."""
    files = [CARD / "progress.py", CARD / "set-up.sh", ROOT / "deploy/install.sh", ROOT / "deploy/setup.sh"]
    printed = re.sub(r'"? \\\n +"', " ", "".join(file.read_text() for file in files))
    parts = re.split(r" ?\{\w+\}", WORDS[key].removesuffix("..."))
    assert re.search('"' + '[^"]*'.join(map(re.escape, parts)) + r'(\.\.\.)?"', printed)


def test_a_failure_is_said_in_the_words_that_the_page_looks_for() -> None:
    """The script begins that line as the page expects."""
    assert 'say "Failed. ' in (CARD / "set-up.sh").read_text()
    assert 'FAILED = "Failed."' in (CARD / "progress.py").read_text()


def test_cloud_init_reads_it_as_something_to_run_at_every_start() -> None:
    """Its first line says so, and nothing in it is the Imager's."""
    first, second = (CARD / "vendor-data").read_text().splitlines()[:2]
    assert (first, second) == ("#cloud-boothook", "#!/bin/sh")
