"""What costs as much as it can: no door takes more memory or time for it than docs/security.md says."""

from __future__ import annotations

from functools import cache

import pytest

from companion.upkeep.wheel import MOST
from tests.fuzz.heavy import DOORS, Shapes, cost

# Bytes of memory beyond the file. Of a photo what is kept of it is a copy; a record is read by a program of its own, as
# is a release, whose file is held as a whole.
MEMORY = dict.fromkeys(DOORS, 2_000_000) | {"photos": 5_000_000, "records": 20_000_000, "releases": MOST + 3_000_000}
# Seconds of the processor, ten times and more what it takes here: what grows with the square takes far longer.
SECONDS = dict.fromkeys(DOORS, 1.0) | {"records": 5.0, "drafts": 5.0, "tables": 5.0}


@cache
def shapes(name: str) -> Shapes:
    """The shapes of a door, made once."""
    return DOORS[name].shapes()


@pytest.mark.parametrize(("name", "shape"), [(name, shape) for name in DOORS for shape in shapes(name)])
def test_nothing_costs_more_than_its_door_allows(name: str, shape: str) -> None:
    """Memory is counted at its worst moment, whether or not the thing is let in."""
    data = shapes(name)[shape]
    found = cost(DOORS[name].enter, data)
    assert found.memory < MEMORY[name]
    assert found.seconds < SECONDS[name]
