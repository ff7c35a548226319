"""What a table loads to run: memory on a Pi is short, and so is patience."""

import platform
import subprocess
import sys
from functools import _lru_cache_wrapper as Cache
from pathlib import Path

import pytest

from companion import app
from tests.bench.table import Server

# The commands that need them load them.
NOT_NEEDED = {"asyncio", "companion.book", "openskill", "companion.upkeep.update", "multiprocessing", "polib"}


def test_a_table_loads_nothing_that_it_does_not_need() -> None:
    """What serves a table has none of the heavy modules that other commands have, not even through others."""
    code = "import sys; from companion import app as running; print(*sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=True)
    assert NOT_NEEDED.isdisjoint(found.stdout.split())


@pytest.mark.parametrize(("book", "loaded"), [("", False), ("http://[::1]:9", False), ("https://[::1]:9", True)])
def test_only_a_book_with_https_takes_openssl(tmp_path: Path, book: str, loaded: bool) -> None:
    """A table that speaks plain HTTP does not load 5 MB for HTTPS, though several of its libraries would."""
    asked = ("--host=127.0.0.1", "--port=0", "--pins=off", f"--data={tmp_path}", f"--book={book}")
    with Server("companion", "serve", *asked) as table:
        assert ("libcrypto" in Path(f"/proc/{table.process.pid}/maps").read_text(encoding="utf-8")) == loaded


def test_where_python_leaves_its_hashes_to_openssl_that_is_loaded() -> None:
    """As on Fedora: the table opens there too, and takes the 5 MB."""
    name = "_sha2" if sys.version_info >= (3, 12) else "_sha256"
    code = f"""
import sys
sys.modules["{name}"] = None
from companion.host import memory
memory.without_openssl()
import hashlib
print(hashlib.sha256(b"").hexdigest()[:8])
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (found.stdout, found.stderr) == ("e3b0c442\n", "")


# Every thread asks the C library for more than Python keeps ready itself; the library then tells of its heaps in XML.
HEAPS = """
import ctypes, threading
from companion.host import memory
{}
together = threading.Barrier(8)
def take(): together.wait(); kept = [bytes(5000) for _ in range(100)]; together.wait()
threads = [threading.Thread(target=take) for _ in range(8)]
for each in threads: each.start()
for each in threads: each.join()
libc = ctypes.CDLL(None)
libc.fdopen.restype = ctypes.c_void_p
out = ctypes.c_void_p(libc.fdopen(1, b"w"))
libc.malloc_info(0, out)
libc.fflush(out)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other C libraries have one heap anyway")
def test_all_threads_share_one_heap() -> None:
    """A heap for each of the threads that wait for phones would take memory and give nothing."""
    heaps = {}
    for asked in ("memory.one_heap()", ""):
        code = HEAPS.format(asked)
        found = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=True)
        heaps[asked] = found.stdout.count("<heap nr=")
    assert heaps["memory.one_heap()"] == 1 < heaps[""]


# What they are asked about is printed, or comes along: boxes, combos, maps, the migrations.
OF_THE_BOX = {
    "companion.boards.library._shipped",
    "companion.boards.islands.faces",
    "companion.rules.column.skip_price",
    "companion.rules.hooks.asked.rules",
    "companion.rules.hooks.conquest.passage",
    "companion.seat.worth.weights",
    "companion.seat.worth.weights_for",
    "companion.store.recovery._expected_schema",
    "companion.store.recovery.known_migrations",
}


def test_what_is_kept_in_mind_has_a_bound() -> None:
    """No cache of a running table grows from game to game without an end."""
    modules = [module for name, module in sys.modules.items() if name.startswith(app.__package__)]
    kept = {id(each): each for module in modules for each in vars(module).values() if isinstance(each, Cache)}
    endless = [each for each in kept.values() if each.cache_info().maxsize is None]
    assert {f"{each.__module__}.{each.__qualname__}" for each in endless} == OF_THE_BOX
    assert len(kept) > len(endless)
