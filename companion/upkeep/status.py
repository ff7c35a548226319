"""Status checks of everything connected, shown by the status page and `companion doctor`.

A check is a small function in CHECKS that examines the facts and yields findings. It never raises: a check that fails
is a finding.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from companion import __version__
from companion.game.entries import StoreError
from companion.host import health
from companion.language import text
from companion.rules.model import Message
from companion.settings import Settings
from companion.store.recovery import damaged
from companion.store.store import FILE, ReadOnlyStore

# Less room than this in the data folder is told, in bytes: years of games fit into it.
ROOM = 50 * 2**20
# Less than this at the tray's board, in millivolts, is told: at its speed the chip wants 3.8 V.
SUPPLY = 4000


class Facts(Struct, frozen=True, kw_only=True):
    """The facts that the checks examine.

    `address` is that of the running table, "" when none runs; `notices` are the sentences that the parts say of
    themselves, by source; `button`, `light`, `tray` and `hotspot` are the reports of those parts, None for what is not
    open.
    """

    settings: Settings
    address: str = ""
    notices: dict[str, Message] = field(default_factory=dict)
    button: dict[str, Any] | None = None
    light: dict[str, Any] | None = None
    tray: dict[str, Any] | None = None
    hotspot: dict[str, Any] | None = None


class Finding(Struct, frozen=True):
    """What a check found: the part, whether all is well there, what it says, and what to do, None for nothing."""

    part: str
    well: bool
    says: Message
    do: Message | None = None


Check = Callable[[Facts], Iterator[Finding]]


def examine(facts: Facts) -> list[Finding]:
    """The findings of all checks."""
    return [finding for check in CHECKS for finding in check(facts)]


def table(facts: Facts) -> Iterator[Finding]:
    """Whether a table is running, and where."""
    args = {"version": __version__, "address": facts.address, "data": str(facts.settings.data)}
    if facts.address:
        yield Finding("table", True, Message("status.table", args))
    elif state := health.service(facts.settings):
        yield Finding("table", False, Message("status.service", {**args, "state": state}), Message("status.service.do"))
    else:
        yield Finding("table", True, Message("status.no_table", args))


def games(facts: Facts) -> Iterator[Finding]:
    """Whether games can be saved."""
    folder = facts.settings.data
    if said := facts.notices.get("store"):
        yield Finding("games", False, said)
        return
    log = folder / FILE
    # Where a table runs, it could read them.
    if not facts.address and _damaged(log):
        yield Finding(
            "games", False, Message("status.games_damaged", {"file": str(log)}), Message("status.games_damaged.do")
        )
        return
    if why := "" if facts.address else _unreadable(folder):
        yield Finding("games", False, Message("status.games_unseen", {"data": str(folder), "why": why}))
        return
    try:
        free = shutil.disk_usage(folder if folder.exists() else folder.parent).free
    except OSError as error:
        yield Finding(
            "games", False, Message("status.games_unseen", {"data": str(folder), "why": error.strerror or "?"})
        )
        return
    if free < ROOM:
        args = {"data": str(folder), "room": free // 2**20}
        yield Finding("games", False, Message("status.games_full", args), Message("status.games_full.do"))
    else:
        yield Finding("games", True, Message("status.games", {"data": str(folder), "room": round(free / 2**30, 1)}))


def _damaged(log: Path) -> bool:
    try:
        return log.exists() and damaged(log)
    except (OSError, sqlite3.Error):
        return False  # It cannot be looked at, which is said otherwise.


def _unreadable(folder: Path) -> str:
    """Why the games in a folder cannot be read, "" if they can or there are none."""
    try:
        if (folder / FILE).exists():
            ReadOnlyStore(folder).close()
    except StoreError as error:
        return str(error).removesuffix(".")
    except OSError:
        return ""
    return ""


def button(facts: Facts) -> Iterator[Finding]:
    """The die button: where it is, whether it is heard, stuck or loose."""
    if facts.settings.pins == "off":
        yield Finding("button", True, Message("status.pins_off"))
        return
    found, said = facts.button, facts.notices.get("button")
    if found is None:
        says = said or Message("status.button_away")
        yield Finding("button", False, says, Message("status.button_off"))
        return
    if said:
        yield Finding("button", False, said, Message("status.button_wire", found))
    elif found["presses"]:
        yield Finding("button", True, Message("status.button", found))
    else:
        yield Finding("button", True, Message("status.button_new", found), Message("status.button_try"))
    if found["chatter"] and not said:
        yield Finding("button", False, Message("status.button_chatter", found), Message("status.button_wire", found))


def light(facts: Facts) -> Iterator[Finding]:
    """The button's light."""
    if facts.settings.pins == "off" or (facts.button is None and facts.light is None):
        return  # The button has said why.
    if facts.light is None:
        said = facts.notices.get("light")
        yield Finding("light", False, said or Message("status.light_away"))
        return
    shows = Message(f"status.light.{facts.light['shows']}")
    yield Finding("light", True, Message("status.light", {**facts.light, "shows": shows}), Message("status.light_try"))


def pins(facts: Facts) -> Iterator[Finding]:
    """Simulated pins."""
    if said := facts.notices.get("pins"):
        yield Finding("pins", False, said)


def tray(facts: Facts) -> Iterator[Finding]:
    """The dice tray: its port, its firmware, and how good the line is."""
    said = [say for source, say in facts.notices.items() if source.endswith("tray") or source.startswith("tray ")]
    found = facts.tray
    if found and found.get("here"):
        about = found.get("about") or {}
        broken = found.get("broken", 0)
        args = {
            "port": found.get("port") or "?",
            "firmware": about.get("firmware", "?"),
            "id": about.get("id", "?"),
            "rolls": about.get("rolls", 0),
            "broken": sum(broken.values()) if isinstance(broken, dict) else int(broken),
        }
        result, supply, _ = found.get("test") or ("", 0, 0)
        if result == "ok":
            yield Finding("tray", True, Message("status.tray_tested", {**args, "volts": supply / 1000}))
        else:
            yield Finding("tray", True, Message("status.tray", args))
        yield from _tested(result, supply)
        if dropped := found.get("dropped"):
            yield Finding(
                "tray", False, Message("status.tray_dropped", {"count": dropped}), Message("status.tray_dropped.do")
            )
    elif not said:
        yield Finding("tray", True, Message("status.no_tray"))
    for sentence in said:
        yield Finding("tray", False, sentence)
    if others := (found or {}).get("others"):
        says = Message("status.tray_others", {"devices": ", ".join(others)})
        yield Finding("tray", True, says, Message("status.tray_others.do"))


def machine(facts: Facts) -> Iterator[Finding]:
    """The computer itself."""
    found = health.faults(facts.settings, open=bool(facts.address))
    for fault in found:
        what = f"status.{fault.what}"
        yield Finding(fault.part, False, Message(what, fault.args), Message(f"{what}.do", fault.args))
    if not found:
        yield Finding("computer", True, Message("status.computer"))


def _tested(result: str, supply: int) -> Iterator[Finding]:
    """What the tray's own test complains of; nothing before it was asked."""
    for fault in result.split("+"):
        if fault in ("button-stuck", "knock-stuck", "eeprom"):
            yield Finding("tray", False, Message(f"status.tray_{fault}"), Message(f"status.tray_{fault}.do"))
        elif fault not in ("", "ok"):
            yield Finding("tray", False, Message("status.tray_fault", {"fault": fault}))
    if 0 < supply < SUPPLY:
        yield Finding(
            "tray", False, Message("status.tray_supply", {"volts": supply / 1000}), Message("status.tray_supply.do")
        )


def hotspot(facts: Facts) -> Iterator[Finding]:
    """The Pi's own Wi-Fi. Its password is on the card and nowhere here."""
    found = facts.hotspot
    if found is None:
        return
    if said := facts.notices.get("hotspot"):
        yield Finding("hotspot", False, said)
    elif not found["here"]:
        yield Finding("hotspot", True, Message("status.no_hotspot"))
    elif found["busy"]:
        yield Finding("hotspot", True, Message("status.hotspot_busy"))
    elif found["on"]:
        yield Finding("hotspot", True, Message("status.hotspot_on"), Message("status.hotspot_card"))
    else:
        yield Finding("hotspot", True, Message("status.hotspot_alone" if found["alone"] else "status.hotspot_off"))


# In the order in which they are shown. A new check is a function above and its place here.
CHECKS: tuple[Check, ...] = (table, games, machine, button, light, pins, tray, hotspot)


def view(facts: Facts, language: str = text.DEFAULT) -> dict[str, Any]:
    """The findings in words, what happened to the button last, and what the tray does and was taught."""
    pressed = facts.button
    return {
        "findings": [
            {
                "part": finding.part,
                "name": text.sentence(Message(f"status.part.{finding.part}"), language),
                "well": finding.well,
                "says": text.sentence(finding.says, language),
                "do": text.sentence(finding.do, language) if finding.do else None,
            }
            for finding in examine(facts)
        ],
        "button": pressed and {**pressed, "recent": [_told(each, language) for each in pressed["recent"]]},
        "light": facts.light is not None,
        "hotspot": facts.hotspot,
        "tray": _looked_at(facts.tray, language),
        "frames": [_veiled(frame) for frame in (facts.tray or {}).get("last", [])],
    }


def _veiled(frame: str) -> str:
    """A frame without the pips of a reveal: nobody may know them before they count."""
    words = frame.split()
    return " ".join([*words[:3], "..."]) if words[1] == "SHOW" else frame


def _looked_at(tray: dict[str, Any] | None, language: str) -> dict[str, Any] | None:
    """What a tray that is here was taught, what its sensor says, and its last knocks and rolls."""
    if not tray or not tray.get("taught"):
        return None
    recent = [_told(each, language) for each in tray.get("recent", ())]
    return {**tray["taught"], "level": tray.get("level"), "recent": recent}


def _told(event: dict[str, Any], language: str) -> dict[str, Any]:
    told = Message(f"status.event.{event['what']}", event.get("args", {}))
    return {**event, "text": text.sentence(told, language)}
