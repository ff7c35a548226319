"""The stream: the whole public state whenever it changes, as server-sent events."""

from collections.abc import Iterator

import msgspec
from flask import Response

from companion.language import text
from companion.rules.model import Message
from companion.table.hub import Full, Hub, Stream
from companion.table.service import TableService
from companion.web.answers import Fault
from companion.web.compression import accepted, compressed

# In seconds: a phone takes a few of these without a beat for a dead line, and so does this computer for a phone.
HEARTBEAT = 1.5
# An event and not a comment: a page cannot see comments, and takes a long silence for a dead link. It carries the times
# of the players where they are counted: they are in no state, for the same state is kept for whoever comes later.
BEAT = b"event: beat\ndata: %s\n\n"


def stream(table: TableService, hub: Hub, phone: str | None, language: str, heartbeat: float = HEARTBEAT) -> Response:
    """Open a stream. Raises Fault when too many are open."""
    try:
        place = hub.enter(phone)
    except Full:
        raise Fault(503, Message("web.full")) from None
    table.session.look_around()
    events = _events(table, hub, place, language, heartbeat)
    # A crowd of strangers gets it plain: packed for those who come and go, it would keep players waiting.
    small = accepted() and not place.crowd
    response = Response(compressed(events) if small else events, content_type="text/event-stream")
    if small:
        response.headers["Content-Encoding"] = "gzip"
    response.vary.add("Accept-Encoding")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"

    @response.call_on_close
    def gone() -> None:
        hub.leave(place)
        table.session.look_around()

    return response


def _events(table: TableService, hub: Hub, place: Stream, language: str, heartbeat: float) -> Iterator[bytes]:
    # Whole states, no patches: to reconnect is the same as to connect.
    seen, state = table.queries.state(text.printed(language, table.queries.printing()))
    yield b"retry: 1000\n\n" + _event(seen, state)
    while (version := hub.wait(seen, heartbeat, place)) >= 0:
        if version > seen:
            seen, state = table.queries.state(text.printed(language, table.queries.printing()))
            yield _event(seen, state)
        else:
            yield BEAT % msgspec.json.encode(table.queries.times())


def _event(version: int, state: bytes) -> bytes:
    return b"event: state\nid: %d\ndata: %s\n\n" % (version, state)
