"""Whether this computer's clock is right: a Pi without a network does not know the time."""

from pathlib import Path

# systemd's time service keeps this folder, and touches the file in it each time it has set the clock.
SERVICE = Path("/run/systemd/timesync")
MARK = "synchronized"


def is_right() -> bool | None:
    """Whether a time server has set the clock since the start; None where another service, or none, looks after it."""
    if (SERVICE / MARK).exists():
        return True
    return False if SERVICE.exists() else None
