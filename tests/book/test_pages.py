"""The book's web: only the club's tables write, everybody reads, and every refusal is a sentence."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from waitress import wasyncore
from waitress.server import create_server

from companion.book import signature
from companion.book.ledger import Ledger
from companion.book.message import LARGEST
from companion.book.pages import create_book
from companion.language.catalogues import LANGUAGES
from companion.web.headers import HEADERS
from tests.book.test_ledger import game
from tests.web.house import SECRET, Answer, Phone


class Served:
    """A book on a free port, its server in a thread."""

    def __init__(self, folder: Path) -> None:
        self.ledger = Ledger(folder)
        self._sockets: dict[int, Any] = {}
        self._server: Any = create_server(create_book(self.ledger, SECRET), map=self._sockets, host="127.0.0.1", port=0)
        self._over, self._pulled = threading.Event(), threading.Event()
        self.phone = Phone(int(self._server.effective_port))
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        """Its sockets belong to this thread, which closes them too: another one's close could meet them in use."""
        while not self._over.is_set():
            wasyncore.loop(map=self._sockets, use_poll=True, count=1)
        # Something else may have woken it, while what is to wake it was not written yet.
        self._pulled.wait()
        self._server.task_dispatcher.shutdown()
        self._server.close()
        wasyncore.close_all(self._sockets)

    def close(self) -> None:
        """Stop it."""
        self._server.trigger.pull_trigger(self._over.set)
        self._pulled.set()
        self._thread.join()
        self.phone.connection.close()

    def post(self, path: str, body: bytes, signed: str | None = None) -> Answer:
        """Deliver something as a table does."""
        sign = signature.signature(SECRET, "POST", path, body) if signed is None else signed
        return self.phone.ask("POST", path, raw=body, Content_Type="application/json", X_Signature=sign)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """An empty book that is open."""
    opened = Served(tmp_path / "book")
    yield opened
    opened.close()


RESULT = msgspec.json.encode(game(1, "Ann", "Ben"))
WISH = b'{"id": "0123456789abcdef", "name": "Ann"}'


def test_a_table_of_the_club_writes(served: Served) -> None:
    """A result, a wish, and the question who is in the book."""
    assert served.post("/results", RESULT).status == 200
    sign = signature.signature(SECRET, "GET", "/names", b"")
    names = json.loads(served.phone.ask("GET", "/names", X_Signature=sign).body)
    assert {(player["name"], player["games"]) for player in names["players"]} == {("Ann", 1), ("Ben", 1)}
    assert served.post("/forget", WISH).status == 200
    assert [player.name for player in served.ledger.names().players] == ["Ben"]


@pytest.mark.parametrize("signed", ["", "0" * 64, "ä", signature.signature(b"x" * 40, "POST", "/results", RESULT)])
def test_a_stranger_writes_nothing(served: Served, signed: str) -> None:
    """Without the secret, or with another club's: refused in a sentence, and nothing is there."""
    for path, body in (("/results", RESULT), ("/forget", WISH)):
        found = served.post(path, body, signed.encode("utf-8").decode("latin-1"))
        assert (found.status, found.json["error"].startswith("The signature")) == (401, True)
    assert served.phone.ask("GET", "/names").status == 401
    assert served.ledger.names().players == ()


def test_what_was_signed_for_one_thing_is_good_for_no_other(served: Served) -> None:
    """Another body, another path, another method."""
    sign = signature.signature(SECRET, "POST", "/results", RESULT)
    assert served.post("/results", RESULT + b" ", sign).status == 401
    assert served.post("/forget", RESULT, sign).status == 401


@pytest.mark.parametrize(
    ("body", "status"),
    [(b"", 400), (b"{", 400), (b"[" * 9000, 400), (b'{"game": "1"}', 400), (b"\xff", 400), (b"x" * (LARGEST + 1), 413)],
)
def test_what_is_no_result_is_refused(served: Served, body: bytes, status: int) -> None:
    """Signed, and still nothing is kept: a sentence says why."""
    found = served.post("/results", body)
    assert found.status == status
    assert found.json["error"]
    assert served.ledger.names().players == ()


@pytest.mark.parametrize(
    "wrong",
    [{"place": 0}, {"coins": 10**6}, {"name": "x" * 81}, {"more": 1}, {"combos": [{"race": "orcs"}]}, {"side": -1}],
)
def test_a_seat_that_cannot_be_is_refused(served: Served, wrong: dict[str, object]) -> None:
    """Every number has its bounds, and there are no fields but those."""
    told = json.loads(RESULT)
    told["played"]["seats"][0] |= wrong
    assert served.post("/results", json.dumps(told).encode()).status == 400


def test_everybody_reads_in_four_languages(served: Served) -> None:
    """The season and a player's page, with every header; a name is text and no markup."""
    served.ledger.keep(game(1, "<b>Ann</b>", "Ben"))
    number = next(line.player for line in served.ledger.table("2026") if "Ann" in line.name)
    titles = set()
    for language in LANGUAGES:
        season, player = (
            served.phone.ask("GET", path, Accept="text/html", Accept_Language=language)
            for path in ("/?season=2026", f"/players/{number}")
        )
        for page in (season, player):
            assert page.status == 200
            assert f'<html lang="{language}">' in page.body.decode()
            assert "&lt;b&gt;Ann" in page.body.decode()
            assert "<b>" not in page.body.decode()
            assert set(page.headers) >= {name.lower() for name in HEADERS}
            assert 'data-test="to-tables"' not in page.body.decode()
        titles.add(season.body.decode().partition("<h1>")[2].partition("<")[0])
    assert len(titles) == len(LANGUAGES)


@pytest.mark.parametrize(
    "path", ["/players/7", "/players/99999999999999999999", "/nothing", "/book.db", "/static/../book.db"]
)
def test_what_is_not_there_is_a_page_with_a_way_back(served: Served, path: str) -> None:
    """For a browser a page, for anybody else a sentence."""
    page = served.phone.ask("GET", path, Accept="text/html")
    assert (page.status, b'data-test="back"' in page.body) == (404, True)
    assert served.phone.ask("GET", path).json["error"]


def test_another_host_s_name_is_refused(served: Served) -> None:
    """No page from elsewhere reads the book through a visitor's browser."""
    assert served.phone.ask("GET", "/", Host="evil.example").status == 403


def test_the_secret_is_made_once_and_is_its_owner_s_alone(tmp_path: Path) -> None:
    """Sixty-four digits; what is too short is none."""
    path = tmp_path / signature.FILE
    made = signature.made(path)
    assert (signature.made(path), signature.read(path), len(made)) == (made, made, 64)
    assert path.stat().st_mode & 0o777 == 0o600
    path.write_text("short")
    with pytest.raises(signature.NoSecret, match="holds no secret"):
        signature.read(path)
    with pytest.raises(signature.NoSecret, match="cannot be read"):
        signature.read(tmp_path / "nothing")
