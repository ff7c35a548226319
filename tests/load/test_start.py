"""What a table loads to run: memory on a Pi is short, and so is patience."""

import subprocess
import sys
from functools import _lru_cache_wrapper as Cache

from companion import app

# The commands that need them load them.
NOT_NEEDED = {"asyncio", "companion.book", "openskill", "companion.upkeep.update", "multiprocessing", "polib"}


def test_a_table_loads_nothing_that_it_does_not_need() -> None:
    """What serves a table has none of the heavy modules that other commands have, not even through others."""
    code = "import sys; from companion import app as running; print(*sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=True)
    assert NOT_NEEDED.isdisjoint(found.stdout.split())


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
