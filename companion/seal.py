"""Seals a stream with a key that stays in the data folder: without it nobody reads or changes what is sealed.

After the beginning, which names the format and the key, comes a secretstream of libsodium (XChaCha20-Poly1305,
https://doc.libsodium.org/secret-key_cryptography/secretstream): pieces in their order, of which the last says so. The
length of what is sealed shows in the length of the seal, so what must not show has to be padded before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import BinaryIO

# The library is loaded when something is sealed or opened: it takes 3 MB.
KEY_FILE = "seal.key"
BEGINNING = b"smallworld-companion seal 1\n"
# Bytes that are sealed together, and how many more the seal makes of them: a tag of 1 byte and a proof of 16.
PIECE = 64 * 1024
MORE = 17
HEADER = 24
NAME = 16


class NotOpened(Exception):
    """One plain sentence: why a sealed file cannot be opened, to be said after its name."""


class Seal:
    """A file to be written, which gives what is written in sealed pieces."""

    def __init__(self, key: bytes) -> None:
        """`key` has 32 bytes."""
        from nacl.bindings import crypto_secretstream as stream

        self._push = stream.crypto_secretstream_xchacha20poly1305_push
        self._last = stream.crypto_secretstream_xchacha20poly1305_TAG_FINAL
        self._state = stream.crypto_secretstream_xchacha20poly1305_state()
        header = stream.crypto_secretstream_xchacha20poly1305_init_push(self._state, key)
        self._open = bytearray()
        self._sealed = bytearray(BEGINNING + _name(key) + header)

    def write(self, data: bytes) -> int:
        """Seal some bytes; the last of them wait for more."""
        self._open += data
        while len(self._open) > PIECE:
            self._sealed += self._push(self._state, bytes(self._open[:PIECE]))
            del self._open[:PIECE]
        return len(data)

    def flush(self) -> None:
        """Nothing waits for a disk here."""

    def close(self) -> None:
        """What is written into it does not end it."""

    def take(self) -> bytes:
        """What was sealed since this was asked last."""
        taken = bytes(self._sealed)
        self._sealed.clear()
        return taken

    def finish(self) -> bytes:
        """Seal what waits as the last piece, and give the rest."""
        self._sealed += self._push(self._state, bytes(self._open), tag=self._last)
        return self.take()


def is_sealed(file: BinaryIO) -> bool:
    """Whether a file begins as a sealed one does; it is read on from its beginning."""
    begins = file.read(len(BEGINNING)) == BEGINNING
    file.seek(0)
    return begins


def opened(file: BinaryIO, keys: Iterable[bytes]) -> Iterator[bytes]:
    """What was sealed in a file, piece by piece, with the one of the keys that it names. Raises NotOpened.

    No piece is right before the last one has come: until then the file may turn out to be cut off.
    """
    from nacl.bindings import crypto_secretstream as stream
    from nacl.exceptions import CryptoError

    file.seek(len(BEGINNING))
    name = file.read(NAME)
    key = next((key for key in keys if _name(key) == name), None)
    if key is None:
        raise NotOpened("was sealed by another Pi, or before this one's card was new: its key is not here")
    state = stream.crypto_secretstream_xchacha20poly1305_state()
    last = stream.crypto_secretstream_xchacha20poly1305_TAG_FINAL
    try:
        stream.crypto_secretstream_xchacha20poly1305_init_pull(state, file.read(HEADER), key)
        tag = None
        while tag != last:
            piece, tag = stream.crypto_secretstream_xchacha20poly1305_pull(state, file.read(PIECE + MORE))
            yield piece
    except (CryptoError, ValueError):
        raise NotOpened("was cut off or changed on its way") from None
    if file.read(1):
        raise NotOpened("was cut off or changed on its way")


def _name(key: bytes) -> bytes:
    """What a sealed file says of its key, from which nobody finds the key."""
    return blake2b(key, digest_size=NAME, person=b"smallworld seal").digest()
