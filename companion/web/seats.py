"""Identity of phones: a cookie with a secret id, signed with a key in the data folder."""

import secrets
from functools import lru_cache
from pathlib import Path

from flask import Request, Response
from flask import request as current_request
from itsdangerous import BadSignature, URLSafeSerializer

from companion.files import key
from companion.game.permissions import NoSeat
from companion.host.address import is_own
from companion.rules.model import Message
from companion.table.service import TableService

COOKIE = "phone"
# The key of the app's function that says of a Cookie header whether its phone holds a seat.
SITS = "SITS"
KEY_FILE = "server.key"
# Cookies in memory: a phone shows its own with every request.
MOST = 64
# A year, in seconds: a game may continue next weekend, or next summer.
LASTS = 365 * 24 * 60 * 60


# Headers that a proxy adds to a forwarded request.
PASSED_ON = ("Forwarded", "X-Forwarded-For", "X-Real-IP", "Via")
# What nginx speaks to the server behind it unless it is told otherwise, and no browser of this century does.
OLD_HTTP = "HTTP/1.0"


def at_the_computer(request: Request) -> bool:
    """Whether a request comes from a browser on this computer: over loopback, and passed on for nobody else."""
    passed_on = any(name in request.headers for name in PASSED_ON)
    return is_own(request.remote_addr) and not passed_on and request.environ["SERVER_PROTOCOL"] != OLD_HTTP


def own_path() -> str:
    """The path that cookies are for: below one host each table keeps its own, and no other table is sent them."""
    return current_request.script_root or "/"


class Phones:
    """Gives phones their ids and recognises them, also after a restart or at another address of this computer."""

    def __init__(self, folder: Path) -> None:
        """Read the key in a folder, or make one that only this user may read. Raises OSError."""
        found = key(folder / KEY_FILE)
        self._signer = URLSafeSerializer(found.data, salt="phone")
        self._signed = lru_cache(MOST)(self._read)
        # The notice about a damaged key.
        self.notice: Message | None = None
        if found.damaged:
            said = "notice.key.repaired" if found.known else "notice.key.lost"
            self.notice = Message(said, {"file": found.damaged})

    def known(self, request: Request) -> str | None:
        """The id of the phone that sent a request, None if it has none that is ours."""
        return self._signed(request.cookies.get(COOKIE, ""))

    def _read(self, cookie: str) -> str | None:
        try:
            phone = self._signer.loads(cookie)
        except BadSignature:
            return None
        return phone if isinstance(phone, str) else None

    def sits(self, table: TableService, cookies: str) -> bool:
        """Whether the phone with this Cookie header holds a seat."""
        phone = self.known(Request({"HTTP_COOKIE": cookies}))
        return phone is not None and bool(table.queries.seats(phone))

    def seated(self, table: TableService, request: Request) -> str:
        """The id of the phone that sent a request, which holds a seat. Raises NoSeat when it holds none."""
        phone = self.known(request)
        if phone is None or not table.queries.seats(phone):
            raise NoSeat(Message("table.no_seat"))
        return phone

    def here(self, table: TableService, request: Request) -> bool:
        """Whether a request comes from a player, or from this computer's own browser."""
        return at_the_computer(request) or bool(table.queries.seats(self.known(request)))

    def only_here(self, table: TableService, request: Request) -> None:
        """Allow players and this computer's own browser. Raises NoSeat for anybody else."""
        if not self.here(table, request):
            raise NoSeat(Message("table.no_seat"))

    def new(self) -> str:
        """An id nobody can guess."""
        return secrets.token_urlsafe(16)

    def give(self, response: Response, phone: str) -> None:
        """Store its id on a phone. Scripts cannot read it, other sites cannot send it.

        It is not marked Secure: on the table's own network there is no certificate.
        """
        signed = self._signer.dumps(phone)
        value = signed if isinstance(signed, str) else signed.decode()
        response.set_cookie(COOKIE, value, max_age=LASTS, httponly=True, samesite="Lax", path=own_path())
