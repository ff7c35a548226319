"""Commit and reveal for a tray's roll, so that neither side can choose it (docs/tray-protocol.md), in bytes."""

import hashlib
import hmac

# The die of the box: three faces without a pip.
FACES = (0, 0, 0, 1, 2, 3)


def commit(tray: bytes, n: int, secret: bytes) -> bytes:
    """What the tray with this id commits itself to before roll n: 16 bytes of its secret of 16 bytes."""
    return hashlib.sha256(b"tray" + tray + n.to_bytes(4, "big") + secret).digest()[:16]


def draw(key: bytes, tray: bytes, n: int, committed: bytes) -> bytes:
    """The host's own number for this commitment: 8 bytes, always the same, foreseen by nobody without the key."""
    return hmac.digest(key, b"draw" + tray + n.to_bytes(4, "big") + committed, "sha256")[:8]


def pips(secret: bytes, drawn: bytes, n: int) -> int:
    """The pips that follow from both sides' numbers: each face of the die as likely as the others."""
    digest = hashlib.sha256(b"pips" + secret + drawn + n.to_bytes(4, "big")).digest()
    # 252 is the last multiple of 6 that a byte can hold; above it, some faces would be likelier.
    return next((FACES[byte % len(FACES)] for byte in digest if byte < 252), 0)
