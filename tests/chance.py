"""The chance in the tests: one seed for a whole run, from which each test derives its own by its name.

So a test draws the same alone as among all others, and `pytest --seed N` repeats a run. Without it every run has
another seed, which stands at its head and with each failure.
"""

from __future__ import annotations

import itertools
import os
import random

# The seed of this run. Programs that are no tests, such as docs/screens.py, always draw the same.
run = 0

_asked: dict[str, itertools.count[int]] = {}


def seed() -> str:
    """What the test that runs now may seed something with, another one each time it asks."""
    # pytest keeps "tests/a/test_b.py::test_c (call)" there.
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
    return f"{run} {test} {next(_asked.setdefault(test, itertools.count()))}"


def dice() -> random.Random:
    """A source of chance for the test that runs now."""
    return random.Random(seed())
