"""The name in the local network, with a program in avahi-publish's place that writes down how it was started."""

import os
import shutil
import socket
from pathlib import Path

import pytest

from companion.host.mdns import LocalName
from companion.language import text
from companion.rules.model import Message

PUBLISHER = """#!/bin/sh
echo "$*" >"{told}"
{end}
"""
WAITS = f"exec {shutil.which('sleep')} 1000"


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A pipe from which the words can be read with which the publisher was started; reading waits for it."""
    pipe = tmp_path / "told"
    os.mkfifo(pipe)
    # This computer may have the real one.
    monkeypatch.setenv("PATH", str(tmp_path))
    publisher(tmp_path, WAITS)
    return pipe


def publisher(folder: Path, end: str) -> None:
    program = folder / "avahi-publish"
    program.write_text(PUBLISHER.format(told=folder / "told", end=end))
    program.chmod(0o755)


def test_the_name_follows_the_address(told: Path) -> None:
    """It is told once for each address, and not without a network."""
    said: list[Message | None] = []
    name = LocalName("smallworld", tell=said.append)
    name.follow("http://127.0.0.1")
    for address in ("192.0.2.7", "192.0.2.8"):
        name.follow(f"http://{address}:8000")
        name.follow(f"http://{address}:8000")
        assert told.read_text() == f"--no-fail --no-reverse --address smallworld.local {address}\n"
    name.close()
    assert said == []


def test_a_name_that_is_taken_is_told_once(told: Path, tmp_path: Path) -> None:
    """The publisher ends when another device has the name; a new address is a new try."""
    publisher(tmp_path, "exit 1")
    said: list[Message | None] = []
    name = LocalName("smallworld", tell=said.append)
    name.follow("http://192.0.2.7")
    assert told.read_text()
    while not said:
        name.follow("http://192.0.2.7")
    name.follow("http://192.0.2.7")
    publisher(tmp_path, WAITS)
    name.follow("http://192.0.2.8")
    assert told.read_text()
    name.close()
    assert [each and text.sentence(each) for each in said] == [
        "Another device here is called smallworld.local. Use the QR code instead; it still works.",
        None,
    ]


def test_without_avahi_the_package_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table says what is missing, once."""
    monkeypatch.setenv("PATH", str(tmp_path))
    said: list[Message | None] = []
    name = LocalName("smallworld", tell=said.append)
    for address in ("192.0.2.7", "192.0.2.8"):
        name.follow(f"http://{address}")
    (sentence,) = said
    assert sentence
    assert "avahi-utils" in text.sentence(sentence)


def test_a_package_that_comes_later_is_used(told: Path, tmp_path: Path) -> None:
    """A table that opened before its package was there has its name as soon as it is, and says so."""
    program, aside = tmp_path / "avahi-publish", tmp_path / "aside"
    program.rename(aside)
    said: list[Message | None] = []
    name = LocalName("smallworld", tell=said.append)
    name.follow("http://192.0.2.7")
    aside.rename(program)
    name.follow("http://192.0.2.7")
    assert "smallworld.local 192.0.2.7" in told.read_text()
    name.close()
    assert [bool(sentence) for sentence in said] == [True, False]


@pytest.mark.parametrize("name", ["", socket.gethostname().partition(".")[0].lower()])
def test_its_own_name_needs_nothing(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """avahi tells this computer's host name by itself."""
    monkeypatch.setenv("PATH", str(tmp_path))
    LocalName(name, tell=lambda sentence: pytest.fail(str(sentence))).follow("http://192.0.2.7")
