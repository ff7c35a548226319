"""How long a press takes to six phones: `python -m tests.firmware.measure`. Figures only; no test depends on them.

The time runs from the moment the contact closes on the simulated board to the roll's arrival on the last of
six event streams. The debounce of 20 ms is part of it, and so are the frames on the wire at 5760 bytes a second.
"""

from __future__ import annotations

import json
import statistics
import tempfile
import threading
import time
import urllib.request
from pathlib import Path
from queue import SimpleQueue

from tests.firmware.bench import build
from tests.firmware.sitting import Sitting

PHONES, DEBOUNCE, BYTES_PER_SECOND = 6, 20.0, 5760
# ROLL, DRAW and SHOW with one digit of n; the roll is on its way to the phones before SEEN is sent.
WIRE = 1000 * (len("!00 ROLL 1 ") + 32 + len(" fresh*0000\n") + len("!00 DRAW 1 ") + 16 + 6) / BYTES_PER_SECOND
WIRE += 1000 * (len("!00 SHOW 1 ") + 32 + 1 + 16 + len(" 0*0000\n")) / BYTES_PER_SECOND


def watch(address: str, came: SimpleQueue[tuple[int, float]]) -> None:
    """Note each roll's row when it arrives on one stream."""
    seen = 0
    try:
        with urllib.request.urlopen(f"{address}/api/stream", timeout=120) as stream:
            for line in stream:
                now = time.perf_counter()
                if line.startswith(b"data: "):
                    last = json.loads(line[6:])["last_roll"]
                    if last and last["row"] > seen:
                        seen = last["row"]
                        came.put((seen, now))
    except OSError:
        pass


def main() -> None:
    """Play a game and print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        built = Path(folder) / "built"
        build(built)
        sitting = Sitting(built, Path(folder))
        try:
            took = measure(sitting)
        finally:
            sitting.close()
    took.sort()
    rest = statistics.median(took) - DEBOUNCE - WIRE
    print(f"{len(took)} rolls, from the contact to the last of {PHONES} phones, in ms:")
    print(f"  median {statistics.median(took):.0f}, quickest {took[0]:.0f}, slowest {took[-1]:.0f}")
    print(f"  of it {DEBOUNCE:.0f} debounce and {WIRE:.0f} wire; the rest, at the median, {rest:.0f}")


def measure(sitting: Sitting) -> list[float]:
    """The milliseconds of each roll of a game."""
    sitting.begin()
    came: SimpleQueue[tuple[int, float]] = SimpleQueue()
    for _ in range(PHONES):
        threading.Thread(target=watch, args=(sitting.address, came), daemon=True).start()
    took = []
    while sitting.play_to_the_die():
        sitting.ready()
        sitting.board.word("wait 420", "pin D3 0")
        pressed = time.perf_counter()
        arrived = [came.get(timeout=30)[1] for _ in range(PHONES)]
        took.append(1000 * (max(arrived) - pressed))
        sitting.board.word("pin D3 1", "wait 300")
    return took


if __name__ == "__main__":
    main()
