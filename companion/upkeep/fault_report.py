"""The file to attach to a bug report: version, computer, results of the checks, last lines of the journal.

It is meant for strangers. Names, coins, cookies, keys and passwords are left out in three ways: what this table itself
keeps secret is known and struck out, what looks random is struck out, and lines that speak of such things are left out.
"""

from __future__ import annotations

import base64
import os
import platform
import re
import shutil
import socket
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from companion import __version__
from companion.game.entries import StoreError
from companion.settings import Settings
from companion.store.store import FILE, ReadOnlyStore

UNIT = "smallworld-companion.service"
LINES = 200
STRUCK, LEFT_OUT = "[struck out]", "[a line that may hold a secret was left out]"
# Where NetworkManager keeps what it knows of each Wi-Fi.
NETWORKS = (Path("/etc/NetworkManager/system-connections"), Path("/run/NetworkManager/system-connections"))
# Names of a computer that say nothing about its owner, and are words of ours besides.
OUR_OWN = {"companion", "localhost", "pi", "raspberrypi", "smallworld", "table"}
# Settings that say where the owner is, or who.
PRIVATE = ("data", "address")

_TOPIC = re.compile(r"coin|purse|stash|cookie|set-cookie|passw|passphrase|psk|secret|token=|authorization|WIFI:", re.I)
# The message of an error may hold anything; its kind holds nothing.
_ERROR = re.compile(
    r"^(?P<kind>.*?(?:\b(?:[A-Za-z_]\w*\.)+[A-Z]\w*|\b[A-Z]\w*(?:Error|Exception|Warning|Interrupt|Exit))): .+$"
)
_HOME = re.compile(r"/home/[^/\s]+")
_WIFI = re.compile(r"^(?:psk|ssid|password|wep-key\d)=(.+)$", re.M)
_NAMED = re.compile(rb'"(?:name|phone)":"([^"\\]+)"')
_RANDOM = re.compile(r"(?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?=[\w-]*\d)[\w-]{16,}(?:\.[\w-]{6,})*|\b[0-9a-fA-F]{24,}\b")


def written(settings: Settings, found: dict[str, Any] | None, journal: list[str]) -> str:
    """The report; `found` is what the checks say, None where they could not be asked; `journal` its last lines."""
    secrets = known(settings.data)
    parts = {
        "Version": [__version__],
        "This computer": list(_system()),
        "Settings that differ from the defaults": list(_settings(settings)),
        "Checks": list(_checks(found)),
        "The log": list(_log(settings.data)),
        f"The last {LINES} lines of the journal": journal,
    }
    text = []
    for title, lines in parts.items():
        text += [f"== {title}", *filtered(lines, secrets), ""]
    return "\n".join(text)


def known(data: Path) -> set[str]:
    """What is secret here: the players' names, their phones, the table's keys, and the passwords of this Wi-Fi."""
    secrets = {socket.gethostname()} - OUR_OWN
    for pattern in ("*.key", "*.password"):
        for file in data.glob(pattern):
            secrets |= _forms(_bytes(file))
    for file in (file for folder in NETWORKS for file in _files(folder)):
        secrets |= set(_WIFI.findall(_bytes(file).decode(errors="replace")))
    try:
        secrets |= _of_the_rows(data)
    except (StoreError, sqlite3.Error, OSError, ValueError):
        # Names can still be read in a damaged log; that it is damaged, the part about the log says.
        secrets |= _of_the_bytes(data)
    return {secret for secret in secrets if secret.strip()}


def _of_the_rows(data: Path) -> set[str]:
    found = set[str]()
    with closing(ReadOnlyStore(data)) as log:
        for kind in ("join", "lobby", "seat", "new", "start"):
            for row in log.of_kind(kind):
                found |= {*_named(row.command), *_named(msgspec.json.decode(row.events))}
    return found


def _of_the_bytes(data: Path) -> set[str]:
    held = (name for file in data.glob(f"{FILE}*") for name in _NAMED.findall(_bytes(file)))
    return {each for name in held for each in _named({"name": name.decode(errors="replace")})}


def filtered(lines: list[str], secrets: set[str]) -> list[str]:
    """The lines with all secrets removed."""
    # The longest first, so that no rest of one is left where another is a part of it.
    ordered = sorted(map(re.escape, secrets), key=len, reverse=True)
    struck = re.compile(rf"(?<!\w)(?:{'|'.join(ordered)})(?!\w)", re.I) if ordered else None
    return [_filtered(line, struck) for line in lines]


def _filtered(line: str, struck: re.Pattern[str] | None) -> str:
    if _TOPIC.search(line):
        return LEFT_OUT
    if error := _ERROR.match(line):
        line = f"{error['kind']}: {STRUCK}"
    line = _RANDOM.sub(STRUCK, _HOME.sub("~", line))
    return struck.sub(STRUCK, line) if struck else line


def _system() -> Iterator[str]:
    release = platform.freedesktop_os_release() if Path("/etc/os-release").exists() else {}
    yield release.get("PRETTY_NAME", platform.system())
    yield f"Linux {platform.release()}, {platform.machine()}, Python {platform.python_version()}"
    model = _bytes(Path("/proc/device-tree/model")).rstrip(b"\0").decode(errors="replace")
    yield model or "no Raspberry Pi"
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2**20
    yield f"{os.cpu_count()} cores, {memory} MB of memory, {shutil.disk_usage('/').free // 2**20} MB free on the disk"
    yield f"up for {float(_bytes(Path('/proc/uptime')).split()[0]) / 3600:.1f} hours"


def _settings(settings: Settings) -> Iterator[str]:
    for one in msgspec.structs.fields(Settings):
        value = getattr(settings, one.name)
        if value != one.default:
            yield f"{one.name} = {'(set)' if one.name in PRIVATE else value}"


def _checks(found: dict[str, Any] | None) -> Iterator[str]:
    if found is None:
        yield "could not be asked: a table has the games open and does not answer"
        return
    for each in found["findings"]:
        yield f"{'ok  ' if each['well'] else 'LOOK'} {each['name']}: {each['says']}"
        if each["do"]:
            yield f"     {each['do']}"


def _log(data: Path) -> Iterator[str]:
    try:
        with closing(ReadOnlyStore(data)) as log:
            kinds: dict[str, int] = {}
            number = log.last_game()
            for row in log.rows(number):
                kinds[row.kind] = kinds.get(row.kind, 0) + 1
            counted = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
            yield f"{(data / FILE).stat().st_size // 1000} kB; game {number}, its rows by kind: {counted or 'none'}"
    except (StoreError, sqlite3.Error, OSError) as error:
        yield f"cannot be read: {error}"


def journal() -> list[str]:
    """The last lines that the service left in the journal, or why they cannot be had."""
    program = shutil.which("journalctl")
    if program is None:
        return ["there is none"]
    command = [program, f"--unit={UNIT}", f"--lines={LINES}", "--no-pager", "--output=short-iso", "--no-hostname"]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)  # noqa: S603
    return done.stdout.splitlines() or [done.stderr.strip() or "it is empty"]


def _named(value: Any) -> Iterator[str]:
    """The names and the phones' ids in a lobby, or in anything else, as JSON has it."""
    if isinstance(value, dict):
        for key, one in value.items():
            if key in ("name", "phone") and isinstance(one, str):
                yield one
                # A sign in between may be printed in another way.
                yield from (word for word in re.split(r"\W+", one) if len(word) > 2)
            else:
                yield from _named(one)
    elif isinstance(value, list):
        for one in value:
            yield from _named(one)


def _forms(key: bytes) -> set[str]:
    """The forms in which a key may be printed."""
    codes = (base64.b64encode(key), base64.urlsafe_b64encode(key))
    return {key.hex(), key.decode(errors="replace").strip(), *(code.decode().rstrip("=") for code in codes)}


def _files(folder: Path) -> list[Path]:
    try:
        return list(folder.glob("*"))
    except OSError:
        return []


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:
        return b""
