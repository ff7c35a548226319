"""Which phone is which: a cookie with a secret id, signed with a key that stays in the data folder."""

import secrets
from pathlib import Path

from flask import Request, Response
from itsdangerous import BadSignature, URLSafeSerializer

from companion.consent import NoSeat
from companion.keeping import key
from companion.rules.model import Say
from companion.table import TableService

COOKIE = "phone"
KEY_FILE = "server.key"
# A year, in seconds: a game goes on next weekend, or next summer.
LASTS = 365 * 24 * 60 * 60


class Phones:
    """Gives phones their ids and knows them again, after a restart and at another address of this computer too."""

    def __init__(self, folder: Path) -> None:
        """Read the key in a folder, or make one that only this user may read. Raises OSError."""
        self._signer = URLSafeSerializer(key(folder / KEY_FILE), salt="phone")

    def known(self, request: Request) -> str | None:
        """The id of the phone that sent a request, None if it has none that is ours."""
        try:
            phone = self._signer.loads(request.cookies.get(COOKIE, ""))
        except BadSignature:
            return None
        return phone if isinstance(phone, str) else None

    def seated(self, table: TableService, request: Request) -> str:
        """The id of the phone that sent a request, which holds a seat. Raises NoSeat when it holds none."""
        phone = self.known(request)
        if phone is None or not table.seats(phone):
            raise NoSeat(Say("table.no_seat"))
        return phone

    def sitting(self, table: TableService, request: Request) -> None:
        """Let those who sit touch what belongs to the table, and anybody as long as nobody sits. Raises NoSeat."""
        if table.taken():
            self.seated(table, request)

    def new(self) -> str:
        """An id nobody can guess."""
        return secrets.token_urlsafe(16)

    def give(self, response: Response, phone: str) -> None:
        """Have a phone keep its id. Scripts cannot read it, other sites cannot send it.

        It is not marked Secure: on the table's own network there is no certificate.
        """
        signed = self._signer.dumps(phone)
        value = signed if isinstance(signed, str) else signed.decode()
        response.set_cookie(COOKIE, value, max_age=LASTS, httponly=True, samesite="Lax", path="/")
