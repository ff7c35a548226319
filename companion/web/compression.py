"""Smaller answers on the wire, for whoever takes gzip: all browsers do.

Over plain HTTP they take nothing better, so Python's own zlib is all that is needed. Nothing here keeps a secret from
whoever listens on the Wi-Fi; from other phones secrets are kept by not being sent.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from functools import lru_cache
from threading import Lock

from flask import Flask, Response, request

# Bytes: what fits into one packet gains nothing.
LEAST = 1000
KINDS = {"text/html", "application/json", "image/svg+xml", "text/csv", "text/plain", "application/toml"}
LEVEL = 6
# How far back deflate refers to what was sent before, in bytes (RFC 1951).
WINDOW = 32 * 1024
# The beginning of a gzip file that tells nothing of where it comes from (RFC 1952).
BEGINNING = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
_packing = Lock()


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


def compressed(parts: Iterator[bytes]) -> Iterator[bytes]:
    """Compress each part as it comes, readable at once. A state costs only what changed since the one before."""
    sent, begun = b"", BEGINNING
    for part in parts:
        # All wait for the same state at once: the first packs it, and the others find it.
        with _packing:
            packed, sent = _packed(sent, part)
        yield begun + packed
        begun = b""


# Phones that were sent the same before, and most were, get the same bytes: only what they were sent counts.
@lru_cache(maxsize=4)
def _packed(sent: bytes, part: bytes) -> tuple[bytes, bytes]:
    """A part as it goes on a gzip stream that has carried `sent`, and the end of what it has carried then."""
    # To go through all that was sent costs more than it saves of a few words.
    known = sent if len(part) >= LEAST else b""
    packer = zlib.compressobj(LEVEL, wbits=-zlib.MAX_WBITS, zdict=known)
    return packer.compress(part) + packer.flush(zlib.Z_SYNC_FLUSH), (sent + part)[-WINDOW:]
