"""Inside the virtual machine: the real service, and a button that is pressed by pulling a simulated line.

Prints one JSON object on a line that begins with RESULT.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

LINES = Path("/sys/devices/platform/gpio-sim.0/gpiochip0")
BUTTON, LIGHT = 17, 27
# Two attempts with the die: the second is asked for when the first has been rolled.
GAME = """{"record": 1, "position": "turn 2 Ann conquer | hand ratmen+forest@Ann 1 | 5: 1 ratmen+forest@Ann"}
{"type": "conquer", "region": 10, "die": true}
"""
PORT = 8000


def pull(way: str) -> None:
    """Pull the button's line: down closes the contact to ground, up opens it."""
    (LINES / f"sim_gpio{BUTTON}" / "pull").write_text(way)


def light() -> str:
    """What the light's line carries: 0 or 1."""
    return (LINES / f"sim_gpio{LIGHT}" / "value").read_text().strip()


def state() -> dict[str, Any]:
    """The table's public state."""
    with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/api/state", timeout=10) as answer:
        found: dict[str, Any] = json.load(answer)
        return found


def until(what: Any, seconds: float = 600) -> Any:
    """Ask until there is an answer; the last one when time is up, which only a failure waits for."""
    end = time.monotonic() + seconds
    while not (found := what()) and time.monotonic() < end:
        time.sleep(0.05)
    return found


def reached() -> dict[str, Any] | None:
    """The state once the table answers."""
    try:
        return state()
    except OSError:
        return None


def main() -> None:
    """Lay out a game whose roll is due, bounce and press the button, and say what the table made of it."""
    data = Path(tempfile.mkdtemp())
    game = data / "game.jsonl"
    game.write_text(GAME)
    companion = [sys.executable, "-m", "companion"]
    subprocess.run([*companion, "import", str(game), "--data", str(data)], check=True)
    serve = [*companion, "serve", "--data", str(data), "--port", str(PORT), "--address", f"http://127.0.0.1:{PORT}"]
    table = subprocess.Popen([*serve, "--tray", "off"])
    try:
        begun = until(reached)
        pull_of_the_pin = (LINES / f"sim_gpio{BUTTON}" / "pull").read_text().strip()
        breathing = {light() for _ in range(400)}
        # A contact that bounces for a few milliseconds and opens again is no press.
        pull("pull-down")
        pull("pull-up")
        time.sleep(0.5)
        bounced = state()["last_roll"]
        pull("pull-down")
        time.sleep(0.2)
        pull("pull-up")
        rolled = until(lambda: state()["last_roll"])
        pull("pull-down")
        time.sleep(0.2)
        pull("pull-up")
        time.sleep(0.5)
        again = state()
        result = {
            "notices": begun["table"]["notices"] if begun else None,
            "pull": pull_of_the_pin,
            "breathing": sorted(breathing),
            "bounced": bounced,
            "rolled": rolled,
            "second": (again["last_roll"] or {}).get("row"),
            "practice": again["practice"],
        }
        print("RESULT " + json.dumps(result), flush=True)
    finally:
        table.terminate()
        table.wait(300)


if __name__ == "__main__":
    main()
