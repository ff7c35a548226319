"""Whether this computer's clock is right: without a network a Pi does not know the time."""

from pathlib import Path

# systemd's time service keeps this folder and touches the file in it each time it sets the clock.
SERVICE = Path("/run/systemd/timesync")
MARK = "synchronized"


def is_right() -> bool | None:
    """Whether a time server has set the clock since the start; None if systemd's time service is not in use."""
    if (SERVICE / MARK).exists():
        return True
    return False if SERVICE.exists() else None
