"""What survives a loss of power: who this tray is, and its roll.

Two files take turns, and the newer whole one counts: one that was being written when the power went is none.
"""

import struct
from hashlib import sha256

_FORM = ">I4sI16s16sBB8sHB"  # turn, id, n, secret, seed, begun, drawn, draw, level, landed
_FILES = ("tray.a", "tray.b")


class Kept:
    """The tray's `id`, the number `n` of its next or pending roll, and what is known of that."""

    def __init__(self, board):
        self._board = board
        self.sound = True  # whether all was read back as it had been written
        found = [one for one in (_read(board.load(name)) for name in _FILES) if one]
        if found:
            newest = max(found)
            self._turn, self.id, self.n, self.secret, self.seed = newest[:5]
            self.begun, drawn, draw, level, landed = newest[5:]
            self.draw = draw if drawn else None
            self.level = level if landed else None
            self.begun = bool(self.begun)
        else:
            # A new tray, or one whose memory holds nothing whole: with another id its numbers are new, too.
            self._turn, self.n, self.seed = 0, 0, bytes(16)
            self.id = self._chance(b"id")[:4]
            self.next()

    def next(self):
        """Go on to the next roll, whose secret is made and kept before anybody asks for it."""
        self.n += 1
        fresh = self._chance(b"next")
        self.secret, self.seed = fresh[:16], fresh[16:]
        self.begun, self.draw, self.level = False, None, None
        self._write()

    def begin(self, level=None):
        """The roll has begun; a magnetic die has come to rest at this level."""
        self.begun, self.level = True, level
        self._write()

    def drawn(self, draw):
        """The host's number is known."""
        self.draw = draw
        self._write()

    def _chance(self, what):
        """32 bytes that nobody can foresee: the chip's noise, the time, and what was kept for this."""
        return sha256(what + self._board.noise() + self.seed).digest()

    def _write(self):
        self._turn += 1
        fields = (self._turn, self.id, self.n, self.secret, self.seed, self.begun, self.draw is not None)
        data = struct.pack(_FORM, *fields, self.draw or bytes(8), self.level or 0, self.level is not None)
        data += sha256(data).digest()[:8]
        name = _FILES[self._turn % 2]
        self._board.save(name, data)
        self.sound = self.sound and self._board.load(name) == data


def _read(data):
    """The fields of a file, or None where it is not whole."""
    size = struct.calcsize(_FORM)
    if data is None or len(data) != size + 8 or sha256(data[:size]).digest()[:8] != data[size:]:
        return None
    return struct.unpack(_FORM, data[:size])
