"""`companion doctor`: what is connected and what to do about each fault, from the running table or looked at here."""

import contextlib
import fcntl
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import ProxyHandler, Request, build_opener

import click
import msgspec

from companion import status
from companion.hardware import finding
from companion.hardware.panel import Panel
from companion.hardware.tray import Tray
from companion.keeping import give, keep
from companion.report import journal, written
from companion.rules.model import Say
from companion.settings import Settings
from companion.status import Facts
from companion.store import LOCK

# Seconds: for an answer of the table on this computer, and between two looks with --live.
PATIENCE, LIVE = 5.0, 0.25
# What goes over the tray's line all the time.
ALWAYS = ("PING", "PONG", "TEST")
# A board that has just been opened starts anew, and an old one is silent for two seconds.
ANSWER = 6.0
# What the light test shows, and for how many seconds.
PIPS, LIT = 3, 3.0
# So many of the tray's last frames are printed.
FRAMES = 4
REPORT = "smallworld-report.txt"
EVERYWHERE = ("", "0.0.0.0", "::")  # noqa: S104  Names no listening, only what another command was told.

LOOK = "The lights of the button and the tray show three pips now: look at them."

Plain = dict[str, Any]


def run(settings: Settings, live: bool, light: bool = False) -> int:
    """Print what is found, with `light` show pips on the lights, and with `live` go on printing what happens.

    Returns 0 when all is well, else 1.
    """
    found = asked(settings)
    if found is not None:
        if light and _ask(settings, "/api/status/light", b"{}") is not None:
            click.echo(LOOK)
            found = asked(settings) or found
        return _show(found, (asked(settings) or found for _ in _ticks()) if live else None)
    if kept(settings):
        click.echo(
            f"A table has the games in {settings.data} open, but does not answer at port {settings.port}: give its"
            " own port with --port, or look with systemctl status smallworld-companion whether it hangs."
        )
        return 1
    with looked(settings) as (look, blink):
        if light:
            blink()
            click.echo(LOOK)
            time.sleep(LIT)
        return _show(look(), (look() for _ in _ticks()) if live else None)


def report(settings: Settings, file: str) -> int:
    """Write the file to attach to a fault report; "" is one with the usual name. Returns 0. Raises ClickException."""
    found = asked(settings)
    if found is None and not kept(settings):
        with looked(settings) as (look, _):
            found = look()
    path = Path(file or REPORT)
    if file and path.exists():
        raise click.ClickException(f"{path} is there already: name another file.")
    try:
        keep(path, written(settings, found, journal()).encode())
    except OSError as error:
        raise click.ClickException(f"{path} cannot be written: {error.strerror}. Name another file.") from None
    give(path)
    click.echo(f"{path} is written, without names, coins, keys and passwords: read it, and attach it to your report.")
    return 0


def asked(settings: Settings) -> Plain | None:
    """What the running table finds; None where no table answers."""
    found = _ask(settings, "/api/status")
    # Another program may have this port.
    return found if isinstance(found, dict) and "findings" in found else None


def _ask(settings: Settings, path: str, body: bytes | None = None) -> Any:
    """What the table on this computer answers, None for nothing."""
    host = "127.0.0.1" if settings.host in EVERYWHERE else settings.host
    where = f"[{host}]" if ":" in host else host
    # No proxy: this is the same computer.
    opener = build_opener(ProxyHandler({}))
    try:
        asking = Request(f"http://{where}:{settings.port}{path}", body, {"Content-Type": "application/json"})
        with opener.open(asking, timeout=PATIENCE) as answer:
            return msgspec.json.decode(answer.read())
    except (URLError, OSError, ValueError):
        return None


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
def looked(settings: Settings) -> Iterator[tuple[Callable[[], Plain], Callable[[], None]]]:
    """Open the pins and the tray as a table would.

    Yields a function that says what is found now, and one that shows pips on the lights.
    """
    notices: dict[str, Say] = {}

    def tell(source: str, sentence: Say | None) -> None:
        notices.pop(source, None)
        if sentence:
            notices[source] = sentence

    panel = Panel(settings, press=lambda: False, tell=tell)
    with contextlib.chdir(settings.data) if settings.data.exists() else contextlib.nullcontext():
        panel.start()
        tray = _tray(settings, tell)

        def look() -> Plain:
            report = msgspec.to_builtins(tray.status()) if tray else None
            return status.view(Facts(settings=settings, notices=dict(notices), tray=report, **panel.report()))

        def blink() -> None:
            panel.answer(PIPS)
            if tray:
                tray.answer(PIPS)

        try:
            yield look, blink
        finally:
            panel.close()
            if tray:
                tray.close()


def _tray(settings: Settings, tell: Callable[[str, Say | None], None]) -> Tray | None:
    """The tray, once it has answered and told of its own test, or has had the time to; None where none can be."""
    try:
        tray = Tray(settings, rolled=_kept_for_the_table, tell=tell)
    except OSError:
        return None  # Without a data folder there is no key to roll with; the games' finding says so.
    tray.start()
    waits = settings.tray not in ("off", "auto") or bool(finding.ports(settings.tray))
    until = time.monotonic() + ANSWER
    while waits and not tray.status().test and time.monotonic() < until:
        time.sleep(LIVE)
    return tray


def _kept_for_the_table(*roll: object) -> object:
    """A roll that is made while nobody keeps the games: the tray asks again when the table is open."""
    raise LookupError(f"no table is open for {roll}")


def _show(found: Plain, later: Iterator[Plain] | None) -> int:
    """Print the findings, and then whatever changes."""
    for each in found["findings"]:
        _print(each)
    for frame in found["frames"][-FRAMES:]:
        click.echo(f"       {frame}")
    if later is not None:
        click.echo("Press the button or knock on the tray, and Ctrl-C to end.")
        with contextlib.suppress(KeyboardInterrupt):  # Before the first look.
            _follow(found, later)
    return 0 if all(each["well"] for each in found["findings"]) else 1


def _follow(before: Plain, later: Iterator[Plain]) -> None:
    for now in later:
        for each in now["findings"]:
            if each not in before["findings"] and not _counts_only(each, before):
                _print(each)
        for event in news(before, now):
            click.echo(f"  {event}")
        before = now


def news(before: Plain, now: Plain) -> list[str]:
    """What happened to the button and on the tray's line between two looks, the oldest first."""
    seen = max((each["number"] for each in (before.get("button") or {}).get("recent", ())), default=0)
    recent = (now.get("button") or {}).get("recent", ())
    pressed = [each["text"] for each in reversed(recent) if each["number"] > seen]
    return pressed + [frame for frame in _came(before["frames"], now["frames"]) if frame.split()[1] not in ALWAYS]


def _came(before: list[str], now: list[str]) -> list[str]:
    """What stands in the later of two looks at a list that loses its oldest, and not in the earlier."""
    kept = next(kept for kept in range(len(before), -1, -1) if before[len(before) - kept :] == now[:kept])
    return now[kept:]


def _counts_only(found: Plain, before: Plain) -> bool:
    """Whether a part was well before and is well now: how often it was pressed is printed as it happens."""
    same = [each for each in before["findings"] if each["part"] == found["part"]]
    return found["well"] and bool(same) and all(each["well"] for each in same)


def _print(found: Plain) -> None:
    click.echo(f"{'ok  ' if found['well'] else 'LOOK'} {found['name']}: {found['says']}")
    if found["do"]:
        click.echo(f"     {found['do']}")


def _ticks() -> Iterator[None]:
    """Until Ctrl-C. As an exception it would be lost where it comes while something is being cleaned up."""
    ended = False

    def end(*_: object) -> None:
        nonlocal ended
        ended = True

    before = signal.signal(signal.SIGINT, end)
    try:
        while not ended:
            time.sleep(LIVE)
            yield
    finally:
        signal.signal(signal.SIGINT, before)
