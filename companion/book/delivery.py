"""The table's post to the club's book: results of games that are over, and wishes to be forgotten.

Everything is in the table's log, so nothing is lost while the book is out of reach or the table is closed. What the
book has taken is noted in a file beside the log; without that file all is sent once more, which does nothing twice. All
of this happens in a separate thread, for which nobody at the table waits.
"""

from __future__ import annotations

import http.client
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from hashlib import blake2b
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from companion.book import signature
from companion.book.message import ForgetRequest, Players, Result
from companion.book.results import result
from companion.files import read_json, write_atomically
from companion.game.entries import StoreError
from companion.rules.model import Message
from companion.store.rows import Begun
from companion.store.store import ReadOnlyStore
from companion.table.session import Session

FILE = "book.json"
# Seconds between two looks at the table.
LOOK = 3.0
# Seconds until the book is tried again, twice as long each time.
AGAIN, LATEST = 5.0, 300.0
# Seconds for which the list of players is good: who walks over to another table is on it there.
FRESH = 15.0
# Seconds between two looks of phones that have the book asked.
SELDOM = 1.0
# Seconds to wait for the book, and bytes of an answer.
PATIENCE = 10.0
LARGEST_ANSWER = 2 * 1024 * 1024
LARGEST_NOTES = 8 * 1024 * 1024


class Away(Exception):
    """The book is out of reach, or cannot take anything now."""


class Refusal(Exception):
    """The book does not take this: its sentence, in English."""


class Sent(Struct):
    """What the book has taken. `games`, by number: a mark of the rows that were looked at, and of what was sent."""

    games: dict[str, tuple[str, str]] = {}
    wishes: list[str] = []


class Delivery:
    """Delivers a table's results to the book at an address. Any thread may call a public method."""

    def __init__(self, session: Session, address: str, secret: bytes, *, look: float = LOOK) -> None:
        self._session = session
        self._folder = session.store.path.parent
        self._book = urlsplit(address)
        self._secret = secret
        self._look = look
        self._sent = read_json(self._folder / FILE, Sent, LARGEST_NOTES) or Sent()
        self._news = threading.Event()
        self._ending = threading.Event()
        self._names: Players | None = None
        self._asked = -FRESH
        self._looked = -SELDOM

    def names(self) -> Players | None:
        """Who is in the book, as last heard; None if it was never reached. Has it asked again soon."""
        now = time.monotonic()
        # Somebody typing a name asks again with every letter.
        if now - self._looked >= SELDOM:
            self._looked = now
            self._news.set()
        return self._names

    def hurry(self) -> None:
        """Deliver what there is now."""
        self._asked = -FRESH
        self._news.set()

    def end(self) -> None:
        """Make keep() return soon."""
        self._ending.set()
        self._news.set()

    def keep(self) -> None:
        """Deliver whatever there is until end() is called, and try again while the book is out of reach."""
        seen: object = None
        again = AGAIN
        due = 0.0
        while not self._ending.is_set():
            standing = self._standing()
            asked = self._news.is_set()
            self._news.clear()
            if (standing != seen or asked) and (asked or time.monotonic() >= due):
                try:
                    taken = self._deliver()
                    if time.monotonic() - self._asked >= FRESH:
                        self._ask_names()
                    seen, again, due = (standing, AGAIN, 0.0) if taken else (None, AGAIN, time.monotonic() + LATEST)
                except Away:
                    seen, due = None, time.monotonic() + again
                    again = min(2 * again, LATEST)
                except (StoreError, sqlite3.Error):
                    # The table itself says what is wrong with its log.
                    seen, due = None, time.monotonic() + LATEST
            self._news.wait(self._look)

    def _standing(self) -> tuple[int, int | None]:
        """A value that changes when there may be something to deliver, and not with each tap of a running game."""
        with self._session.lock:
            history = self._session.history
            over = history.game is not None and history.game.over
            return history.number, history.changes[-1] if over else None

    def _deliver(self) -> bool:
        """Send what the book has not taken yet; whether it took everything. Raises Away and StoreError."""
        taken = True
        with closing(ReadOnlyStore(self._folder)) as log:
            for row in log.of_kind("forget"):
                wish = ForgetRequest(row.command["id"], row.command["name"], row.command.get("person"))
                if wish.id not in self._sent.wishes:
                    if self._post("/forget", wish):
                        self._sent.wishes.append(wish.id)
                        self._note()
                    else:
                        taken = False
            looked = False
            for begun, mark in self._unseen(log):
                taken &= self._tell(log, begun, mark)
                # The card is left alone while the last game is revealed.
                looked |= begun.game != self._session.history.number
            if looked:
                self._note()
        return taken

    def _unseen(self, log: ReadOnlyStore) -> Iterator[tuple[Begun, str]]:
        """The games in which something happened since they were looked at, each with the mark of it."""
        running = self._running()
        for begun in log.games():
            mark = f"{begun.row} {begun.last} {log.time_of(begun)}"
            before, sent = self._sent.games.get(str(begun.game), ("", ""))
            # Of a game under way there is nothing to say, unless it had ended before.
            if mark != before and (begun.game != running or sent):
                yield begun, mark

    def _running(self) -> int | None:
        with self._session.lock:
            game = self._session.history.game
            return self._session.history.number if game is not None and not game.over else None

    def _tell(self, log: ReadOnlyStore, begun: Begun, mark: str) -> bool:
        """Send what came of a game, if there is something to send; False if the book refuses it."""
        found = result(log, begun)
        _, sent = self._sent.games.get(str(begun.game), ("", ""))
        if found is None or (found.played is None and not sent):
            told = sent
        else:
            told = blake2b(msgspec.json.encode(found), digest_size=8).hexdigest()
        if found is not None and told != sent and not self._post("/results", found):
            return False
        self._sent.games[str(begun.game)] = (mark, told)
        if told != sent:
            self._note()
        return True

    def _post(self, path: str, value: Result | ForgetRequest) -> bool:
        """Send something; False if the book refuses it, which the table says. Raises Away."""
        try:
            self._ask("POST", path, msgspec.json.encode(value))
        except Refusal as refusal:
            self._refused(refusal)
            return False
        self._session.tell("book", None)
        return True

    def _ask_names(self) -> None:
        try:
            self._names = msgspec.json.decode(self._ask("GET", "/names", b""), type=Players)
        except Refusal as refusal:
            self._refused(refusal)
        except msgspec.MsgspecError:
            self._refused(Refusal(""))
        self._asked = time.monotonic()

    def _refused(self, refusal: Refusal) -> None:
        self._session.tell("book", Message("notice.book", {"why": str(refusal)}))

    def _ask(self, method: str, path: str, body: bytes) -> bytes:
        """The book's answer. Raises Away, and Refusal."""
        kind = http.client.HTTPSConnection if self._book.scheme == "https" else http.client.HTTPConnection
        headers = {signature.HEADER: signature.signature(self._secret, method, path, body)}
        if body:
            headers["Content-Type"] = "application/json"
        try:
            with closing(kind(self._book.netloc, timeout=PATIENCE)) as line:
                line.request(method, self._book.path.rstrip("/") + path, body or None, headers)
                with line.getresponse() as answer:
                    said = answer.read(LARGEST_ANSWER)
        except (OSError, http.client.HTTPException) as error:
            raise Away from error
        if answer.status == http.client.OK:
            return said
        if answer.status >= http.client.INTERNAL_SERVER_ERROR or answer.status == http.client.TOO_MANY_REQUESTS:
            raise Away
        raise Refusal(_why(said))

    def _note(self) -> None:
        # Not noted, it is sent once more.
        with suppress(OSError):
            write_atomically(self._folder / FILE, msgspec.json.encode(self._sent))


def _why(said: bytes) -> str:
    with suppress(msgspec.MsgspecError, UnicodeDecodeError):
        return msgspec.json.decode(said, type=dict[str, str]).get("error", "")[:300]
    return ""
