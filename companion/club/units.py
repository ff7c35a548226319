"""A club's tables as services of systemd: each has a socket that waits for its first phone, and sleeps without one.

The service is the one of a single table under a second name, with a file that says what is different in a club.
"""

import subprocess
from collections.abc import Iterable
from pathlib import Path

import click

from companion.club.tables import FOLDER, ClubError, Table, Tables
from companion.upkeep.releases import ClubTable

UNITS = Path("/etc/systemd/system")
TEMPLATE = "smallworld-companion@"
ABSENT = "There are no services for a club here. To install them: sudo sh deploy/install.sh --club"
# What a table's socket listens on is in a file of its own beside it.
LISTENS = "port.conf"


def installed(folder: Path) -> bool:
    """Whether systemd runs here and has the services for the tables in this folder."""
    return folder == FOLDER and Path("/run/systemd/system").is_dir() and (UNITS / f"{TEMPLATE}.socket").exists()


def asleep(folder: Path, table: Table) -> bool:
    """Whether a table in this folder sleeps, so that to ask it anything would wake it."""
    return installed(folder) and not table.awake


def for_update(tables: Tables) -> list[ClubTable]:
    """The tables as an update has to look at them. Raises ClickException where their list is damaged."""
    try:
        return [ClubTable(table.name, table.folder, not asleep(tables.folder, table)) for table in tables.all()]
    except ClubError as error:
        raise click.ClickException(str(error)) from None


def start(tables: Tables, which: Iterable[Table]) -> None:
    """Open the ports of these tables, now and from each power-on: the first phone starts its table.

    A running table is restarted. Raises ClubError and BadSetting.
    """
    names = []
    for table in which:
        extra = UNITS / f"{_unit(table, 'socket')}.d"
        extra.mkdir(mode=0o755, exist_ok=True)
        (extra / LISTENS).write_text(
            f"[Socket]\nListenStream=\nListenStream={tables.settings(table.name).host}:{table.port}\n", encoding="ascii"
        )
        (extra / LISTENS).chmod(0o644)
        names.append(table)
    if not names:
        return
    sockets, services = ([_unit(table, kind) for table in names] for kind in ("socket", "service"))
    _systemctl("daemon-reload")
    # A socket cannot be reopened while its service is running.
    _systemctl("stop", *sockets, *services)
    _systemctl("enable", "--quiet", *sockets)
    _systemctl("start", *sockets)


def stop(table: Table) -> None:
    """Close the port of a table and end its process, for good. Raises ClubError."""
    names = [_unit(table, "socket"), _unit(table, "service")]
    _systemctl("disable", "--quiet", names[0])
    _systemctl("stop", *names)
    extra = UNITS / f"{names[0]}.d"
    (extra / LISTENS).unlink(missing_ok=True)
    if extra.is_dir() and not any(extra.iterdir()):
        extra.rmdir()
    _systemctl("daemon-reload")
    subprocess.run(["/usr/bin/systemctl", "reset-failed", *names], capture_output=True, check=False)  # noqa: S603


def _unit(table: Table, kind: str) -> str:
    return f"{TEMPLATE}{table.name}.{kind}"


def _systemctl(*words: str) -> None:
    done = subprocess.run(["/usr/bin/systemctl", *words], capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        why = done.stderr.strip() or f"systemctl {words[0]} ended with {done.returncode}"
        raise ClubError(f"systemd refuses: {why}")
