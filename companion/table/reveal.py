"""The reveal of the scores: after the first one is opened by hand, the others follow one by one."""

import time

from companion.store.store import NotStored
from companion.table.hub import Hub
from companion.table.service import TableService

# Seconds from one score to the next, and at most for all of them.
PACE = 3.5
LONGEST = 16.0
# Seconds between two checks while nothing is being revealed; changes are noticed at once.
REST = 60.0


def keep(table: TableService, hub: Hub, pace: float = PACE, longest: float = LONGEST) -> None:
    """Reveal one score after another until the hub is closed.

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
                # The disk takes nothing. A tap reports that, and tries again before this does.
                due = time.monotonic() + REST
            continue
        seen = hub.wait(seen, left if found else REST)
        if seen < 0:
            return
