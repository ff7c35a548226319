"""What costs as much as it can: no door takes more memory or time for it than docs/security.md says."""

from __future__ import annotations

import pytest

from companion.upkeep.wheel import MOST
from tests.fuzz.heavy import DOORS, cost

# Bytes of memory beyond the file. Of a photo what is kept of it is a copy; a record is read by a program of its own, as
# is a release, whose file is held as a whole.
MEMORY = dict.fromkeys(DOORS, 2_000_000) | {"photos": 5_000_000, "records": 20_000_000, "releases": MOST + 3_000_000}
# Seconds of the processor, ten times and more what it takes here: what grows with the square takes far longer.
SECONDS = dict.fromkeys(DOORS, 1.0) | {"records": 5.0, "drafts": 5.0, "tables": 5.0}


@pytest.mark.long(name="extras")
@pytest.mark.parametrize("name", DOORS)
def test_nothing_costs_more_than_its_door_allows(name: str) -> None:
    """Memory is counted at its worst moment, whether or not the thing is let in."""
    heavy = {}
    for shape, data in DOORS[name].shapes().items():
        found = cost(DOORS[name].enter, data)
        if found.memory >= MEMORY[name] or found.seconds >= SECONDS[name]:
            heavy[shape] = found
    assert heavy == {}
