"""Incoming requests: refused as soon as they turn out unreadable, their bodies kept only if there is room.

waitress reads a body before anybody checks who sends it. Anyone in the network could fill the memory that way, so
every body is small until its sender is known: only a phone that holds a seat may send more, only to the routes that
need it, and all such bodies together stay within a budget. No body ever becomes a temporary file, which on many
computers lies in memory too.
"""

from collections.abc import Callable
from typing import Any

from waitress.buffers import OverflowableBuffer
from waitress.parser import HTTPRequestParser, ParsingError, TransferEncodingNotImplemented
from waitress.receiver import FixedStreamReceiver

from companion.boards.photos import LARGEST as LARGEST_PHOTO
from companion.toml import LARGEST as LARGEST_FILE

# Bytes that any phone may send: enough for every tap.
SMALL = 8 * 1024
# What a phone that holds a seat may send, by the beginning of the path. A byte more than a map file may have lets the
# route say in words why it takes no larger one.
LARGE = {"/api/photo": LARGEST_PHOTO, "/api/boards": LARGEST_FILE + 1}
# A body somewhat larger is passed over, so that its sender hears why; nothing of one above this is read.
LARGEST_BODY = max(LARGE.values()) + 64 * 1024
# All bodies above SMALL together: one photo of the largest size, or a dozen of those that the pages send.
TOGETHER = 6 * 1024 * 1024
LARGEST_HEADERS = 16 * 1024
# The key of a request's `refused` in the WSGI environment.
REFUSED = "companion.refused"
# Headers that are passed over: files have tags, which say without a date whether they have changed, and are sent whole.
# Of dates that nobody ever sends, werkzeug makes a fault.
NEEDLESS = ("IF_MODIFIED_SINCE", "IF_UNMODIFIED_SINCE", "IF_RANGE", "RANGE")
# Nothing here has an address that is nearly as long.
LONGEST_ADDRESS = 2048


def most(path: str) -> int:
    """The largest body, in bytes, that is taken at a path from a phone that holds a seat."""
    return next((size for beginning, size in LARGE.items() if path.startswith(beginning)), SMALL)


class Incoming(HTTPRequestParser):
    """A request while it comes in.

    `refused` is the HTTP status with which the app is to refuse it for its body, of which nothing is kept, or 0. `held`
    are the bytes of memory that a body above SMALL has or is about to have. `asks_head` says that it is a HEAD.
    """

    # The stubs leave the path out, and let nobody write into the headers.
    path: str
    headers: dict[str, str]

    def __init__(self, adj: Any, refusal: Callable[["Incoming"], int]) -> None:
        """`refusal` gives `refused` for a request whose headers have come and whose body is above SMALL."""
        super().__init__(adj)
        self._decide = refusal
        self.asks_head = False
        self.refused = 0
        self.held = 0

    def received(self, data: bytes) -> int:
        """Consume some bytes; returns how many."""
        beginning = self.body_rcv is None
        taken = int(super().received(data))
        if beginning and self.error is None and self.content_length > SMALL:
            self.refused = self._decide(self)
            if self.refused:
                self._pass_over()
            else:
                self.held = self.content_length
        if self.completed:
            # waitress would ask for a body that is not wanted any more.
            self.expect_continue = False
        return taken

    def parse_header(self, header_plus: bytes) -> None:
        """Read the headers. Raises ParsingError with a sentence for whoever wrote such a request."""
        line = header_plus.partition(b"\r\n")[0]
        self.asks_head = line.startswith(b"HEAD ")
        if len(line) > LONGEST_ADDRESS:
            raise ParsingError("The address is too long")
        if not line.isascii():
            raise ParsingError("The address has to be in ASCII")
        try:
            super().parse_header(header_plus)
        except ValueError:
            # waitress lets through what urlsplit says of brackets, and int of too many digits.
            raise ParsingError("The address or a number cannot be read") from None
        except TransferEncodingNotImplemented:
            self.chunked = True
        # Behind a proxy: it hands a request on as it came.
        if self.path.startswith(f"{self.adj.url_prefix}/"):
            self.path = self.path.removeprefix(self.adj.url_prefix)
        if self.chunked:
            # No browser sends one in pieces, and of what comes in pieces nobody knows how long it will be.
            raise ParsingError("A body has to come whole, with its Content-Length")
        for name in NEEDLESS:
            self.headers.pop(name, None)

    def _pass_over(self) -> None:
        """Read the body without keeping it: a browser that is still sending would not hear the refusal."""
        if self.expect_continue:
            self.completed = True
            self.headers["CONNECTION"] = "close"
        else:
            self.body_rcv = FixedStreamReceiver(self.content_length, _Nowhere(1))


class _Nowhere(OverflowableBuffer):
    """A sink for bodies that are not kept."""

    def append(self, s: bytes) -> None:
        """Discard it."""
