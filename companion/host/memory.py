"""What a running table takes of this computer's memory."""

import contextlib
import ctypes
import gc

# malloc.h of the GNU C library.
M_ARENA_MAX = -8


def one_heap() -> None:
    """Let all threads share one heap, where the C library has several: 2 MB less. To be called before any is started.

    The threads mostly wait for phones, so none of them would gain from a heap of its own.
    """
    with contextlib.suppress(AttributeError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


def keep_all() -> None:
    """Exempt everything loaded so far from garbage collection: on a Pi each collection delays a tap."""
    gc.collect()
    gc.freeze()
