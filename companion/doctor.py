"""`companion doctor`: what is connected and what to do about each fault, from the running table or looked at here."""

import contextlib
import fcntl
import os
import time
from collections.abc import Iterator
from typing import Any
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

import click
import msgspec

from companion import status
from companion.hardware.panel import Panel
from companion.settings import Settings
from companion.status import Facts
from companion.store import LOCK

# Seconds: for an answer of the table on this computer, and between two looks with --live.
PATIENCE, LIVE = 5.0, 0.25
EVERYWHERE = ("", "0.0.0.0", "::")  # noqa: S104  Names no listening, only what another command was told.

Plain = dict[str, Any]


def run(settings: Settings, live: bool) -> int:
    """Print what is found, and with `live` go on printing what happens. Returns 0 when all is well, else 1."""
    found = asked(settings)
    if found is not None:
        return _show(found, (asked(settings) or found for _ in _ticks()) if live else None)
    if kept(settings):
        click.echo(
            f"A table has the games in {settings.data} open, but does not answer at port {settings.port}: give its"
            " own port with --port, or look with systemctl status smallworld-companion whether it hangs."
        )
        return 1
    with looked(settings) as look:
        return _show(look(), (look() for _ in _ticks()) if live else None)


def asked(settings: Settings) -> Plain | None:
    """What the running table finds; None where no table answers."""
    host = "127.0.0.1" if settings.host in EVERYWHERE else settings.host
    where = f"[{host}]" if ":" in host else host
    # No proxy: this is the same computer.
    opener = build_opener(ProxyHandler({}))
    try:
        with opener.open(f"http://{where}:{settings.port}/api/status", timeout=PATIENCE) as answer:
            found: Plain = msgspec.json.decode(answer.read())
    except (URLError, OSError, ValueError):
        return None
    # Another program may have this port.
    return found if isinstance(found, dict) and "findings" in found else None


def kept(settings: Settings) -> bool:
    """Whether a table, answering or not, has the games open."""
    try:
        lock = os.open(settings.data / LOCK, os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(lock)
    return False


@contextlib.contextmanager
def looked(settings: Settings) -> Iterator[Any]:
    """Open the pins as a table would, and yield a function that says what is found now."""
    notices: dict[str, str] = {}

    def tell(source: str, sentence: str | None) -> None:
        notices.pop(source, None)
        if sentence:
            notices[source] = sentence

    panel = Panel(settings, press=lambda: False, tell=tell)
    with contextlib.chdir(settings.data) if settings.data.exists() else contextlib.nullcontext():
        panel.start()
        try:
            yield lambda: status.view(Facts(settings=settings, notices=dict(notices), **panel.report()))
        finally:
            panel.close()


def _show(found: Plain, later: Iterator[Plain] | None) -> int:
    """Print the findings, and then whatever changes."""
    for finding in found["findings"]:
        _print(finding)
    if later is not None:
        click.echo("Press the button, and Ctrl-C to end.")
        with contextlib.suppress(KeyboardInterrupt):
            _follow(found, later)
    return 0 if all(finding["well"] for finding in found["findings"]) else 1


def _follow(before: Plain, later: Iterator[Plain]) -> None:
    for now in later:
        for finding in now["findings"]:
            if finding not in before["findings"] and not _counts_only(finding, before):
                _print(finding)
        for event in news(before, now):
            click.echo(f"  {event}")
        before = now


def news(before: Plain, now: Plain) -> list[str]:
    """What happened to the button between two looks, the oldest first."""
    seen = max((each["number"] for each in (before.get("button") or {}).get("recent", ())), default=0)
    recent = (now.get("button") or {}).get("recent", ())
    return [each["text"] for each in reversed(recent) if each["number"] > seen]


def _counts_only(finding: Plain, before: Plain) -> bool:
    """Whether a part was well before and is well now: how often it was pressed is printed as it happens."""
    same = [each for each in before["findings"] if each["part"] == finding["part"]]
    return finding["well"] and bool(same) and all(each["well"] for each in same)


def _print(finding: Plain) -> None:
    click.echo(f"{'ok  ' if finding['well'] else 'LOOK'} {finding['name']}: {finding['says']}")
    if finding["do"]:
        click.echo(f"     {finding['do']}")


def _ticks() -> Iterator[None]:
    while True:
        time.sleep(LIVE)
        yield
