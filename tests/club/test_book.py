"""The club's front page and its book, each a program of its own behind or beside the real nginx, lead to each other."""

from __future__ import annotations

import re
import socket
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import click
import pytest
from click.testing import CliRunner

from companion.__main__ import main
from companion.club.front import create_front
from companion.club.overview import Overview
from companion.club.proxy import FRONT_PORT
from companion.club.tables import FIRST_PORT
from companion.settings import Settings
from tests.book.processes import Book
from tests.club.house import Club
from tests.program import Program
from tests.web.house import Phone


def leads(page: str, where: str) -> str:
    """The address of the link that a test knows by a name."""
    (address,) = re.findall(rf'<a [^>]*href="([^"]*)" data-test="{where}"', page)
    return str(address)


def opened(address: str, name: str) -> str:
    """A page, as a phone that knows this computer by a name opens its address."""
    parts = urlsplit(address)
    assert parts.hostname == name
    phone = Phone(parts.port or 80)
    with closing(phone.connection):
        found = phone.ask("GET", parts.path, Host=parts.netloc, Accept="text/html", Accept_Language="en")
    assert found.status == 200, found.body
    return found.body.decode()


@pytest.mark.parametrize("name", ["club.local", "club.example", "127.0.0.1"])
def test_the_front_page_leads_to_the_book_and_back(tmp_path: Path, name: str) -> None:
    """By whatever name the phone knows the computer: from the page with all tables to the season, and back to it."""
    home = Club(tmp_path / "club", ())
    front = f"http://{name}:{home.proxy.port}"
    book = Book(tmp_path / "book", "--club", front)
    settings = home.folder / "companion.toml"
    settings.write_text(f'address = "{front}"\nbook = "http://127.0.0.1:{book.port}"\n')
    try:
        book.start()
        home.begin()
        there = leads(opened(f"{front}/", name), "to-book")
        assert there == f"http://{name}:{book.port}/"
        season = opened(there, name)
        assert "<h1>The club’s book</h1>" in season
        assert leads(season, "to-tables") == front
        assert "<h1>The tables here</h1>" in opened(f"{leads(season, 'to-tables')}/", name)
    finally:
        home.close()
        book.close()


@pytest.mark.parametrize(
    ("book", "host", "link"),
    [
        ("http://localhost:8099/", "club.local", "http://club.local:8099/"),
        ("http://[::1]:8099", "[fe80::7]:80", "http://[fe80::7]:8099/"),
        ("https://127.0.0.1", "192.168.1.5:81", "https://192.168.1.5/"),
        ("http://192.168.1.7:8099", "club.local", "http://192.168.1.7:8099"),
        ("http://127.0.0.1.example:8099", "club.local", "http://127.0.0.1.example:8099"),
    ],
)
def test_a_book_elsewhere_is_found_where_the_tables_find_it(book: str, host: str, link: str) -> None:
    """One on the same computer, by the name that the phone has for that."""
    page = create_front(list, Overview(lambda _: False), "", book).test_client().get("/", headers={"Host": host})
    assert leads(page.text, "to-book") == link


def test_without_a_book_the_front_page_has_no_word_of_it() -> None:
    """Nor has the book a way to tables that it does not know (tests/book/test_pages.py)."""
    assert "book" not in create_front(list, Overview(lambda _: False)).test_client().get("/").text


def test_an_address_that_is_none_is_refused(tmp_path: Path) -> None:
    """A name alone would lead to a page of the book."""
    words = ["book", "serve", "--folder", str(tmp_path), "--club", "club.local"]
    found = CliRunner().invoke(main, words)
    assert (found.exit_code, "Write it like http://club.local." in found.output) == (2, True)


def test_nobody_s_port_is_another_s() -> None:
    """As long as nobody says which: a table at home, the book, the front page, and a club's tables."""
    club, book = main.commands["club"], main.commands["book"]
    assert isinstance(club, click.Group)
    assert isinstance(book, click.Group)
    front, serve = (
        next(option.default for option in command.params if option.name == "port")
        for command in (club.commands["front"], book.commands["serve"])
    )
    assert front == FRONT_PORT
    assert len({Settings().port, serve, front}) == 3
    assert max(Settings().port, serve, front) < FIRST_PORT


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("club", "front"), "The front page cannot open port {} of 127.0.0.1"),
        (("book", "serve"), "The book cannot open port {}"),
        (("book", "serve", "--host", "127.0.0.1"), "The book cannot open port {} of 127.0.0.1"),
    ],
)
def test_a_port_that_another_has_is_told_in_a_sentence(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    """Whether the other one listens there for everybody or, as the front page does, for this computer alone."""
    for host in ("127.0.0.1", "0.0.0.0"):
        with socket.create_server((host, 0)) as taken:
            port = taken.getsockname()[1]
            code, found = Program(*words, "--folder", str(tmp_path), "--port", str(port)).ended()
            assert f"Error: {said.format(port)}: Address already in use. Close the program" in " ".join(found.split())
            assert code == 1
