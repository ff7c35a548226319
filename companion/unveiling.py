"""The reveal as a small ceremony: once somebody has opened the first purse, the others follow by themselves, calmly."""

import time

from companion.hub import Hub
from companion.store import NotStored
from companion.table import TableService

# Seconds from one purse to the next, and for all of them together.
PACE = 3.5
LONGEST = 16.0
# Seconds between two looks while nothing is being unveiled; a change is noticed at once.
REST = 60.0


def keep(table: TableService, hub: Hub, pace: float = PACE, longest: float = LONGEST) -> None:
    """Open purse after purse until the hub is closed.

    Each waits its time after the one before, whoever opened that; a tap that hurries is an act like any other. Where
    somebody takes a purse back, or puts coins right, the next one waits for a tap again.
    """
    seen, shown, due = -1, None, 0.0
    while True:
        found = table.unveiling()
        if found != shown:
            shown = found
            due = time.monotonic() + (min(pace, longest / found[1]) if found else REST)
        left = due - time.monotonic()
        if found and left <= 0:
            try:
                table.unveil_next(found[0])
            except NotStored:
                # The disk takes nothing. A tap says so, and tries again before this does.
                due = time.monotonic() + REST
            continue
        seen = hub.wait(seen, left if found else REST)
        if seen < 0:
            return
