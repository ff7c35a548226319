"""Smaller answers on the wire, for whoever takes gzip: all browsers do.

Over plain HTTP they take nothing better, so Python's own zlib is all that is needed. Nothing here keeps a secret from
whoever listens on the Wi-Fi; from other phones secrets are kept by not being sent.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator

from flask import Flask, Response, request

# Bytes: what fits into one packet gains nothing.
LEAST = 1000
KINDS = {"text/html", "application/json", "image/svg+xml", "text/csv", "text/plain", "application/toml"}
# A gzip frame around raw deflate, in zlib's terms.
GZIP = 31
# Less than zlib's own 8: 144 kB for each stream instead of 256, and hardly a byte more on the wire.
MEMORY = 5
# Pages get zlib's usual effort. A state repeats most of the one before, and each phone waits for its own: level 5
# takes two thirds of the time of 6, and a state of 0.6 kB with 6 has 0.8 with 5, which is one packet either way.
LEVEL, STATES = 6, 5


def accepted() -> bool:
    """Whether a request accepts gzip."""
    return request.accept_encodings.best_match(["gzip"]) is not None


def compress_answers(app: Flask) -> None:
    """Compress whole answers. Streams and the files of the pages are compressed elsewhere."""

    @app.after_request
    def compress(response: Response) -> Response:
        if response.mimetype not in KINDS or response.is_streamed or "Content-Encoding" in response.headers:
            return response
        response.vary.add("Accept-Encoding")
        if response.status_code == 200 and accepted():
            plain = response.get_data()
            if len(plain) >= LEAST:
                response.set_data(gzip.compress(plain, LEVEL, mtime=0))
                response.headers["Content-Encoding"] = "gzip"
        return response


def compressed(parts: Iterator[bytes]) -> Iterator[bytes]:
    """Compress each part as it comes, readable at once. A state costs only what changed since the one before."""
    packer = zlib.compressobj(STATES, wbits=GZIP, memLevel=MEMORY)
    for part in parts:
        yield packer.compress(part) + packer.flush(zlib.Z_SYNC_FLUSH)
