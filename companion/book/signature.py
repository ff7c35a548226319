"""The secret that a club's tables share with its book: what is signed with it comes from one of them.

The secret itself is never sent, so that whoever listens on the Wi-Fi cannot write into the book. Sending a
recorded request again has no effect.
"""

import hmac
import secrets
from pathlib import Path

from companion.files import write_atomically

HEADER = "X-Signature"
FILE = "book.secret"
# Of the secret in its file, in letters.
SHORTEST, LONGEST = 32, 200


class NoSecret(Exception):
    """A sentence: why there is no secret, and what to do."""


def read(path: Path) -> bytes:
    """The secret in a file. Raises NoSecret."""
    try:
        with path.open("rb") as file:
            found = file.read(LONGEST + 1).strip()
    except OSError as error:
        raise NoSecret(
            f"The secret of the club's book cannot be read from {path}: {error.strerror}."
            f" Copy the file {FILE} from the book's folder."
        ) from None
    if not SHORTEST <= len(found) <= LONGEST:
        raise NoSecret(f"{path} holds no secret of a club's book. Copy the file {FILE} from the book's folder.")
    return found


def made(path: Path) -> bytes:
    """The secret in a file, which is made if there is none. Raises NoSecret and OSError."""
    if not path.exists():
        write_atomically(path, secrets.token_hex(32).encode() + b"\n")
    return read(path)


def signature(secret: bytes, method: str, path: str, body: bytes) -> str:
    """What a request is signed with, in hexadecimal digits."""
    return hmac.digest(secret, b"%s %s\n%s" % (method.encode(), path.encode(), body), "sha256").hex()


def fits(secret: bytes, method: str, path: str, body: bytes, signed: str) -> bool:
    """Whether a request was signed with this secret."""
    return hmac.compare_digest(signature(secret, method, path, body).encode(), signed.encode("latin-1", "replace"))
