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

from companion.files import hand_to_user, write_atomically
from companion.hardware import finding
from companion.hardware.panel import Panel
from companion.hardware.teaching import Teaching
from companion.hardware.tray import Tray
from companion.rules.model import Message
from companion.settings import Settings
from companion.store.store import LOCK
from companion.upkeep import status
from companion.upkeep.fault_report import journal, written
from companion.upkeep.status import Facts

# Seconds: for an answer of the table on this computer, and between two looks with --live.
PATIENCE, LIVE = 5.0, 0.25
# The level of the tray's sensor is at rest when it changes by no more between two looks; it is told again when it has
# changed by more.
STILL = 4
# A board that has just been opened starts again, and an old one is silent for two seconds.
ANSWER = 6.0
# What the light test shows, and for how many seconds.
PIPS, LIT = 3, 3.0
# So many of the tray's last frames are printed.
FRAMES = 4
REPORT = "smallworld-report.txt"
EVERYWHERE = ("", "0.0.0.0", "::")  # noqa: S104  Names no listening, only what another command was told.

LOOK = "The lights of the button and the dice tray are showing three pips now. Check them."

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
            f"A table has the games in {settings.data} open but does not answer on port {settings.port}. Give its port"
            " with --port, or check whether it hangs: systemctl status smallworld-companion"
        )
        return 1
    with looked(settings, live) as (look, blink):
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
        raise click.ClickException(f"{path} already exists. Choose another file.")
    try:
        write_atomically(path, written(settings, found, journal()).encode())
    except OSError as error:
        raise click.ClickException(f"{path} cannot be written: {error.strerror}. Choose another file.") from None
    hand_to_user(path)
    click.echo(f"Wrote {path}, without names, coins, keys or passwords. Read it, then attach it to your bug report.")
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
def looked(settings: Settings, live: bool = False) -> Iterator[tuple[Callable[[], Plain], Callable[[], None]]]:
    """Open the pins and the tray as a table would.

    Yields a function that says what is found now, and one that shows pips on the lights. What is rolled `live` is
    practice.
    """
    notices: dict[str, Message] = {}

    def tell(source: str, sentence: Message | None) -> None:
        notices.pop(source, None)
        if sentence:
            notices[source] = sentence

    panel = Panel(settings, press=lambda: False, tell=tell)
    with contextlib.chdir(settings.data) if settings.data.exists() else contextlib.nullcontext():
        panel.start()
        rolls = Practice()
        tray = _tray(settings, tell, rolls if live else _kept_for_the_table)
        teaching = Teaching(tray) if tray else None

        def look() -> Plain:
            report = teaching.report() if teaching else None
            rolls.meet((report or {}).get("about"))
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


def _tray(
    settings: Settings, tell: Callable[[str, Message | None], None], rolled: Callable[[int, str, str | None], object]
) -> Tray | None:
    """The tray, once it has answered and told of its own test, or has had the time to; None where none can be."""
    try:
        tray = Tray(settings, rolled=rolled, tell=tell)
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


class Practice:
    """Rolls made while somebody looks and no table is open are practice, so that the next knock is seen as well.

    A roll that had begun before waits for the table.
    """

    def __init__(self) -> None:
        self._begun: dict[str, int] = {}

    def meet(self, about: Plain | None) -> None:
        """A tray is here; what it has rolled by now is not practice."""
        if about:
            self._begun.setdefault(about["id"], about["rolls"])

    def __call__(self, pips: int, request: str, asked: str | None) -> None:
        """Take a roll. Raises LookupError for one that the tray has to ask again for."""
        _, id, n = request.split(":")
        if id not in self._begun or int(n) <= self._begun[id]:
            _kept_for_the_table(pips, request, asked)


def _show(found: Plain, later: Iterator[Plain] | None) -> int:
    """Print the findings, and then whatever changes."""
    for each in found["findings"]:
        _print(each)
    for frame in found["frames"][-FRAMES:]:
        click.echo(f"       {frame}")
    if later is not None:
        click.echo("Press the button or knock on the dice tray. Press Ctrl-C to stop.")
        with contextlib.suppress(KeyboardInterrupt):  # Before the first look.
            _follow(found, later)
    return 0 if all(each["well"] for each in found["findings"]) else 1


def _follow(before: Plain, later: Iterator[Plain]) -> None:
    told: int | None = None
    for now in later:
        for each in now["findings"]:
            if each not in before["findings"] and not _counts_only(each, before):
                _print(each)
        for event in news(before, now):
            click.echo(f"  {event}")
        level = at_rest(before, now)
        if level is not None and (told is None or abs(level - told) > STILL):
            click.echo(f"  The magnet sensor reads {level}")
            told = level
        before = now


def news(before: Plain, now: Plain) -> list[str]:
    """What happened to the button and to the tray between two looks, the oldest first."""
    return [
        each["text"]
        for part in ("button", "tray")
        for each in reversed((now.get(part) or {}).get("recent", ()))
        if each["number"] > max((old["number"] for old in (before.get(part) or {}).get("recent", ())), default=0)
    ]


def at_rest(before: Plain, now: Plain) -> int | None:
    """The level of the tray's sensor for magnets, None while it changes or is not known."""
    was, level = ((look.get("tray") or {}).get("level") for look in (before, now))
    return level if was is not None and level is not None and abs(level - was) <= STILL else None


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
