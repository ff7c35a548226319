"""What a running table takes of this computer's memory."""

import contextlib
import ctypes
import gc
import sys
from importlib.util import find_spec

# malloc.h of the GNU C library.
M_ARENA_MAX = -8
# Where Python has the hashes of its own that it promises. Some systems, such as Fedora, leave them to OpenSSL.
HASHES = ("_md5", "_sha1", "_sha2" if sys.version_info >= (3, 12) else "_sha256", "_sha3", "_blake2")


def one_heap() -> None:
    """Let all threads share one heap, where the C library has several: 2 MB less. To be called before any is started.

    The threads mostly wait for phones, so none of them would gain from a heap of its own.
    """
    with contextlib.suppress(AttributeError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


def without_openssl() -> None:
    """Let nothing load OpenSSL, which takes 5 MB and a part of each start. To be called before a table is imported.

    A table speaks plain HTTP, and Python has the few hashes that it needs itself. The libraries do without: they load
    OpenSSL only in case somebody asks them for HTTPS. Where Python lacks one of its hashes, nothing is changed.
    """
    if not all(find_spec(name) for name in HASHES):
        return
    for name in ("_hashlib", "_ssl"):
        # None in the place of a module makes its import fail; what is already loaded stays.
        sys.modules.setdefault(name, None)  # type: ignore[arg-type]


def keep_all() -> None:
    """Exempt everything loaded so far from garbage collection: on a Pi each collection delays a tap."""
    gc.collect()
    gc.freeze()
