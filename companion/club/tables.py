"""The list of a club's tables: which there are, and where each one's port and folder is.

It is one small file in the club's folder, which everybody may read and only its owner may change. A table's games are
in a folder of its own beside it.
"""

import fcntl
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from companion import files, settings
from companion.settings import Settings

FOLDER = Path("/var/lib/smallworld-club")
FILE = "tables.json"
# Where systemd makes a folder for each table for as long as its process runs.
RUNNING = Path("/run/smallworld-club")
# The first table's port, from which on each new one gets the lowest that no table has.
FIRST_PORT = 8101
LAST_PORT = 65535
# A name is a part of addresses, of the names of files and units, and of a user's name, which may have 31 letters.
NAME = re.compile(r"[a-z0-9]([a-z0-9-]{0,18}[a-z0-9])?")
# Bytes of a list with thousands of tables.
_LARGEST = 1 << 20


class ClubError(Exception):
    """A sentence for people: what was not done and why."""


class Table(msgspec.Struct, frozen=True):
    """A table of the club. `folder` holds its games; `port` is the TCP port of its pages and stays the same."""

    name: str
    port: int
    folder: Path

    @property
    def awake(self) -> bool:
        """Whether its process runs as a service of systemd. See units.asleep() before a table is asked anything."""
        return (RUNNING / self.name).exists()


class _Entry(msgspec.Struct, frozen=True):
    """What the file has of a table."""

    name: str
    port: int


class Tables:
    """The tables of the club in a folder. Every method raises ClubError."""

    def __init__(self, folder: Path = FOLDER) -> None:
        """The folder need not exist before the first table is added."""
        self.folder = folder

    def all(self) -> list[Table]:
        """Every table, by port: the one that was added first usually comes first."""
        try:
            data = (self.folder / FILE).read_bytes()[: _LARGEST + 1]
        except FileNotFoundError:
            return []
        except OSError as error:
            raise ClubError(f"The list of tables {self.folder / FILE} cannot be read: {error.strerror}.") from None
        try:
            entries = msgspec.json.decode(data, type=list[_Entry])
            if len({one.name for one in entries}) < len(entries) or len({one.port for one in entries}) < len(entries):
                raise ValueError("two tables share a name or a port")
            if not all(NAME.fullmatch(one.name) and 0 < one.port <= LAST_PORT for one in entries):
                raise ValueError("a name or a port is none")
        except (ValueError, RecursionError) as error:
            raise ClubError(
                f"The list of tables {self.folder / FILE} is damaged ({error}). The games are safe, each table's in its"
                f" own folder in {self.folder}. Move the file away and add the tables again by their names, in the"
                " order of their ports."
            ) from None
        return [self._table(one) for one in sorted(entries, key=lambda one: one.port)]

    def find(self, name: str) -> Table:
        """The table of that name."""
        for table in self.all():
            if table.name == name:
                return table
        raise ClubError(f"There is no table {name}. To see which there are: companion club list")

    def settings(self, name: str) -> Settings:
        """The settings of a table: those of the club, from companion.toml in its folder, and what is the table's own.

        A path there is what stands before each table's name in its own: "/t" makes it /t/NAME. Raises BadSetting too.
        """
        table, file = self.find(name), self.folder / settings.FILE
        own = {"data": table.folder, "port": table.port, "pins": "off", "tray": "off"}
        # A computer with many tables is no table's own: none opens its Wi-Fi or takes its name.
        own |= {"hotspot": "asked", "local_name": ""}
        # One in front of the club's own proxy is that one's matter, which alone asks a table.
        own |= {"proxy": ""}
        found = settings.load(file if file.exists() else None, given=own)
        return msgspec.structs.replace(found, path=f"{found.path}/{name}") if found.path else found

    def add(self, name: str) -> Table:
        """Add a table with a name that no other has. A folder of that name that is already there becomes its own."""
        if not NAME.fullmatch(name):
            raise ClubError(
                f"{name!r} cannot be a table's name: use 1 to 20 small letters, digits and hyphens, with no hyphen at"
                " either end, such as window-3."
            )
        with self._changing():
            tables = self.all()
            if any(table.name == name for table in tables):
                raise ClubError(f"There already is a table {name}.")
            used = {table.port for table in tables}
            port = next((port for port in range(FIRST_PORT, LAST_PORT + 1) if port not in used), 0)
            if not port:
                raise ClubError("There is no free port for another table.")
            added = self._table(_Entry(name, port))
            added.folder.mkdir(mode=0o750, exist_ok=True)
            self._write([*tables, added])
        return added

    def remove(self, name: str) -> Path | None:
        """Take a table off the list and move its games aside. Returns where they are kept, or None if it had no folder.

        Its service must have been stopped. Interrupted, it leaves the games where they were.
        """
        with self._changing():
            removed = self.find(name)
            self._write([table for table in self.all() if table != removed])
            # systemd keeps the folder of a user who exists only while the table runs elsewhere, and a link to it here.
            kept = removed.folder.resolve()
            if not kept.is_dir():
                return None
            aside = files.free(kept, "removed")
            kept.rename(aside)
            if removed.folder.is_symlink():
                removed.folder.unlink()
            return aside

    def _table(self, entry: _Entry) -> Table:
        return Table(entry.name, entry.port, self.folder / entry.name)

    def _write(self, tables: list[Table]) -> None:
        entries = [_Entry(table.name, table.port) for table in tables]
        data = msgspec.json.format(msgspec.json.encode(entries), indent=1) + b"\n"
        # The proxy and the front page read it too.
        files.write_atomically(self.folder / FILE, data, mode=0o644)

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """One change at a time."""
        try:
            self.folder.mkdir(mode=0o755, parents=True, exist_ok=True)
            lock = os.open(self.folder / "tables.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX)
                yield
            finally:
                os.close(lock)
        except PermissionError:
            raise ClubError(
                f"You are not allowed to change {self.folder}. Run the same command with sudo, or name another folder"
                " with --folder."
            ) from None
        except OSError as error:
            raise ClubError(f"The club's folder {self.folder} cannot be changed: {error.strerror or error}.") from None
