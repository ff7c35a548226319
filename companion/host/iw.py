"""The program iw, which reports on Wi-Fi radios: power saving, and who is connected. It needs no rights."""

import os
import shutil
import subprocess

# Seconds: a driver that has not answered by then hangs.
PATIENCE = 2


def iw(*words: str) -> str | None:
    """What iw answers, None where it is missing or fails."""
    # Not every user's PATH leads to where Debian has it.
    if not (program := shutil.which("iw", path=f"{os.environ.get('PATH', '')}:/usr/sbin")):
        return None
    try:
        done = subprocess.run([program, *words], capture_output=True, text=True, check=False, timeout=PATIENCE)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return None
    return None if done.returncode else done.stdout.strip()
