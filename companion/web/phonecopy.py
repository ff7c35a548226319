"""The route of a copy that a player keeps on the phone."""

from __future__ import annotations

import sqlite3
import threading
from datetime import datetime
from pathlib import Path

from flask import Blueprint, Flask, Response, request

from companion import phonecopy
from companion.rules.model import Say
from companion.store import StoreError
from companion.table import TableService
from companion.web.answers import Fault
from companion.web.often import Often
from companion.web.seats import Phones

# How often an address may fetch one, by the seconds looked back on.
FETCHING = {60: 6, 3600: 30}
# So many copies are on their way at a time.
MOST = 3


def phone_copy(app: Flask, table: TableService, phones: Phones, data: Path) -> None:
    """Add the route to an app, for the data folder of its table."""
    routes = Blueprint("phonecopy", __name__, url_prefix="/api")
    places = threading.BoundedSemaphore(MOST)

    @routes.get("/sealed")
    @Often(FETCHING).limited
    def fetch() -> Response:
        """All games, photos, boards and settings as one file for the phone, sealed with a key that stays here."""
        phones.seated(table, request)
        if not places.acquire(blocking=False):
            raise Fault(503, Say("phonecopy.busy"))
        response = Response(content_type="application/octet-stream")
        response.call_on_close(places.release)
        try:
            copy = phonecopy.begun(data)
        except (OSError, sqlite3.Error, StoreError):
            copy = None
        if copy is None:
            response.close()
            raise Fault(503, Say("phonecopy.none"))
        response.response = copy
        name = f"smallworld-{datetime.now().astimezone():%Y-%m-%d-%H%M}.sealed"
        response.headers["Content-Disposition"] = f"attachment; filename={name}"
        response.headers["Cache-Control"] = "no-store"
        return response

    app.register_blueprint(routes)
