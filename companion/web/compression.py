"""Smaller answers on the wire, for whoever takes gzip: all browsers do.

Over plain HTTP they take nothing better, so Python's own zlib is all that is needed. Nothing here keeps a secret from
whoever listens on the Wi-Fi; from other phones secrets are kept by not being sent.
"""

from __future__ import annotations

import gzip
import zlib
from collections import deque
from collections.abc import Iterator
from threading import Lock
from typing import Any, NamedTuple

from flask import Flask, Response, request
from msgspec import Struct

# Bytes: what fits into one packet gains nothing.
LEAST = 1000
KINDS = {"text/html", "application/json", "image/svg+xml", "text/csv", "text/plain", "application/toml"}
LEVEL = 6
# Of a stream nearly all was sent before and is found at once; looking for more costs more than it saves.
STREAM_LEVEL = 5
# How far back deflate refers to what was sent before, in bytes (RFC 1951).
WINDOW = 32 * 1024
# The beginning of a gzip file that tells nothing of where it comes from (RFC 1952).
BEGINNING = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
# How many of the last packings are kept for others.
MOST_LAST = 4
_packing = Lock()
_last: deque[Packing] = deque()


def accepted() -> bool:
    """Whether a request accepts gzip."""
    return request.accept_encodings.best_match(["gzip"]) is not None


def compress_answers(app: Flask) -> None:
    """Compress whole answers. Streams and the files of the pages are compressed elsewhere."""

    @app.after_request
    def compress(response: Response) -> Response:
        if response.mimetype not in KINDS or response.is_streamed or "Content-Encoding" in response.headers:
            return response
        plain = response.get_data()
        if response.status_code == 200 and len(plain) < LEAST:
            return response
        response.vary.add("Accept-Encoding")
        if response.status_code == 200 and accepted():
            response.set_data(gzip.compress(plain, LEVEL, mtime=0))
            response.headers["Content-Encoding"] = "gzip"
        return response


class Carried(Struct, eq=False):
    """What a stream has carried: the end of it, and what packed it, unless that has gone on from there already."""

    end: bytes = b""
    packer: Any = None


class Packing(NamedTuple):
    """A part that was packed for a stream which had carried something before, and what it has carried now."""

    before: Carried
    part: bytes
    packed: bytes
    after: Carried


def compressed(parts: Iterator[bytes]) -> Iterator[bytes]:
    """Compress each part as it comes, readable at once. A state costs only what changed since the one before."""
    carried, begun = Carried(), BEGINNING
    for part in parts:
        # All wait for the same state at once: the first packs it, and the others find it.
        with _packing:
            done = _packed(carried, part)
        carried = done.after
        yield begun + done.packed
        begun = b""


def _packed(carried: Carried, part: bytes) -> Packing:
    """A part as it goes on a gzip stream.

    Phones that were sent the same before, and most were, get the same bytes: only what they were sent counts.
    """
    for done in _last:
        if done.part == part and done.before.end == carried.end:
            return done
    packer, carried.packer = carried.packer, None
    # To go through all that was sent costs more than it saves of a few words.
    knows = packer is not None or len(part) >= LEAST
    if packer is None:
        known = carried.end if knows else b""
        packer = zlib.compressobj(STREAM_LEVEL, wbits=-zlib.MAX_WBITS, zdict=known)
    packed = packer.compress(part) + packer.flush(zlib.Z_SYNC_FLUSH)
    done = Packing(carried, part, packed, Carried((carried.end + part)[-WINDOW:], packer if knows else None))
    if len(_last) == MOST_LAST:
        # A packer takes a quarter of a megabyte: what is not sent again soon begins a new one.
        _last.pop().after.packer = None
    _last.appendleft(done)
    return done
