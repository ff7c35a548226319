"""Chance that neither side alone decides: what the tray commits itself to, and the pips of both numbers."""

from hashlib import sha256

FACES = (0, 0, 0, 1, 2, 3)


def commit(tray, n, secret):
    """The commitment to the secret of roll n: 16 bytes. `tray` is its id in 4 bytes."""
    return sha256(b"tray" + tray + n.to_bytes(4, "big") + secret).digest()[:16]


def pips(secret, draw, n):
    """The pips that the tray's secret and the host's draw make."""
    for byte in sha256(b"pips" + secret + draw + n.to_bytes(4, "big")).digest():
        # 252 is 6 times 42: from there on a remainder would favour the low faces.
        if byte < 252:
            return FACES[byte % 6]
    return 0
