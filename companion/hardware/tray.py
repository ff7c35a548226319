"""The dice tray of one table: found, talked to, lost and found again, told about in plain words."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec

from companion import files
from companion.hardware import finding, open_question
from companion.hardware.calibration import Lesson, Taught
from companion.hardware.finding import Port
from companion.hardware.happened import Happened
from companion.hardware.line import Line
from companion.hardware.notices import Notices
from companion.hardware.open_question import OpenQuestion
from companion.hardware.pins import Unavailable
from companion.hardware.rolls import TrayRoll, VoidRoll
from companion.hardware.talk import PROTOCOL, About, Event, Here, Level, SelfTest, Stranger, Talk
from companion.hardware.virtual import SOCKET, VirtualTray
from companion.rules.model import Message, Refused
from companion.settings import Settings

log = logging.getLogger(__name__)
T = TypeVar("T", Level, SelfTest)

KEY_FILE = "tray.key"
_INSTEAD = {"instead": Message("notice.instead")}

# A shorter silence, in seconds, is only a board restarting, and is not reported to anybody.
_RESET = 2.0
# How often its sensors are read, and for how long after somebody last looked, in seconds.
_SENSE, _LOOK = 0.25, 3.0
# A starting board breaks fewer frames than this within a while.
_NOISY = 5


class Pace(NamedTuple):
    """Seconds: between two looks for a tray; until what is at a port is taken for no tray; until a tray of another
    version is looked at again, as it may have been flashed; over which noise is judged; for an answer to a phone.

    A board with an old bootloader is silent for two after its port was opened.
    """

    retry: float = 0.5
    patience: float = 5.0
    stranger: float = 60.0
    noise: float = 10.0
    answer: float = 2.0


_PACE = Pace()


class Status(msgspec.Struct, frozen=True):
    """The state of the tray, for people looking for a fault. Counts are since the start of the table.

    `test` is what it last said of itself; it is asked again every few seconds. `level` is what its sensor for magnets
    said last, None before it was asked; `recent` are its last knocks and rolls (Happened). `others` are the serial
    devices that are left alone, because they did not answer as a tray, or because another program has them.
    """

    here: bool
    port: str | None
    about: About | None
    broken: dict[str, int]
    lost: int
    repeated: int
    dropped: int
    test: SelfTest | None
    level: int | None
    recent: list[dict[str, Any]]
    last: list[str]
    others: list[str]


class Tray:
    """Keeps the tray of one table.

    `rolled(pips, request, asked)` is called for each roll, on a thread of the tray; when it returns, the roll is on
    disk, and when it raises, the tray asks again. `asked` is the question that it may answer, None for practice.
    `tell(source, sentence)` is called whenever what is wrong changes. Nothing here raises or hangs because of a tray.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        rolled: Callable[[int, str, str | None], object],
        tell: Callable[[str, Message | None], None],
        find: Callable[[], Sequence[Port]] | None = None,
        pace: Pace = _PACE,
    ) -> None:
        """`find` finds the ports to try, as the settings say by default. Raises OSError if no key can be kept."""
        self._settings = settings
        self._rolled = rolled
        self._notices = Notices(tell)
        self._pace = pace
        self._find = find or (lambda: finding.ports(settings.tray))
        self._taught = Taught(settings.data)
        self._asked: OpenQuestion | None = open_question.load(settings.data)
        self._talk = Talk(files.key(settings.data / KEY_FILE).data, self._taught.of, self._asked)
        self._lock = threading.Condition()  # Held by whoever uses the talk, and notified when the tray answers.
        self._wake = threading.Event()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="tray", daemon=True)
        self._virtual: VirtualTray | None = None
        self._port: Port | None = None
        self._stranger: Stranger | None = None
        self._answers: deque[Event] = deque(maxlen=4)  # The last, most of which nobody waits for.
        self._left: dict[Port, float] = {}  # Ports that are left alone, and until when.
        self._others: list[Port] = []  # Those among them that are somebody else's.
        self._known: set[Port] = set()  # Ports where a tray was.
        self._vain: Port | None = None  # The port that was tried last, in vain.
        self._test: SelfTest | None = None
        self._level: int | None = None
        self._happened = Happened()
        self._watched = self._sensed = float("-inf")  # Until when somebody looks, and when the sensors were asked last.
        self._past = True  # Whatever the knock sensor did since it was last read is out of date.

    def start(self) -> None:
        """Look for the tray from now on."""
        if self._settings.tray == "virtual":
            try:
                self._virtual = virtual = VirtualTray(self._settings.data)
            except OSError as error:
                self._say(Message("notice.tray.virtual.shut", {"why": error.strerror or str(error)}))
                return
            self._find = lambda: [Port(virtual.port, True)] if virtual.port else []
            path = self._settings.data / SOCKET
            self._notices.say("virtual tray", Message("notice.tray.virtual", {"path": str(path)}))
        if self._settings.tray != "off":
            self._thread.start()

    def show(self, question: str | None) -> None:
        """Show on the tray whether a roll is due: the name of the question that waits for it, None for none."""
        with self._lock:
            self._talk.show(question, time.monotonic())
            self._keep_asked()
        self._wake.set()

    def answer(self, pips: int) -> None:
        """Show the pips of a roll that was made elsewhere."""
        with self._lock:
            self._talk.answer(pips, time.monotonic())
        self._wake.set()

    def watch(self) -> None:
        """Somebody looks at the tray now: its sensors are asked again and again for some seconds."""
        with self._lock:
            self._watched = time.monotonic() + _LOOK
        self._wake.set()

    def close(self) -> None:
        """Give the port back and end the threads."""
        self._closing = True
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join()
        if self._virtual:
            self._virtual.close()
            self._virtual = None

    def status(self) -> Status:
        """How the tray is."""
        with self._lock:
            talk, about = self._talk, self._here()
            return Status(
                here=about is not None,
                port=self._port and self._port.device,
                about=about,
                broken=dict(talk.broken),
                lost=talk.lost,
                repeated=talk.repeated,
                dropped=talk.dropped,
                test=self._test,
                level=self._level,
                recent=self._happened.report(time.monotonic()),
                last=list(talk.last),
                others=[str(port) for port in self._others],
            )

    # How it is read.

    def lesson(self) -> Lesson | None:
        """How the tray that is here is read, None when none is here."""
        with self._lock:
            about = self._here()
            return self._taught.of(about.id) if about else None

    def teach(self, change: Callable[[Lesson], Lesson]) -> None:
        """Change how the tray that is here is read. Raises Refused."""
        with self._lock:
            about = self._here()
            if about is None:
                raise Refused(Message("tray.away"))
            lesson = change(self._taught.of(about.id))
            try:
                self._taught.teach(about.id, lesson)
            except OSError as error:
                raise Refused(Message("tray.not_kept", {"why": error.strerror or str(error)})) from None
            self._talk.read(lesson)
        self._wake.set()

    def level(self) -> int:
        """What the sensor says now, 0 to 1023. Raises Refused."""
        return self._ask("LEVEL", Level).level

    def test(self) -> SelfTest:
        """The tray's own test. Raises Refused."""
        return self._ask("TEST", SelfTest)

    def _ask(self, verb: str, kind: type[T]) -> T:
        def answer() -> T | None:
            # Its own test is asked for meanwhile, and answers too.
            return next((each for each in self._answers if isinstance(each, kind)), None)

        with self._lock:
            self._answers.clear()
            for _ in range(4):  # A frame may get lost.
                if self._here() is None:
                    break
                self._talk.ask(verb)
                self._wake.set()
                if found := self._lock.wait_for(answer, timeout=self._pace.answer / 4):
                    return found
        raise Refused(Message("tray.away"))

    # The tray's own thread.

    def _run(self) -> None:
        while not self._closing:
            try:
                port = self._next_port()
                if port:
                    self._use(port)
            except Exception:  # Whatever a driver does, the table goes on, and the tray is tried again.
                log.exception("The dice tray could not be used")
            self._wait(self._pace.retry)

    def _wait(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while not self._closing and (left := until - time.monotonic()) > 0:
            self._wake.wait(left)
            self._wake.clear()

    def _next_port(self) -> Port | None:
        """The next port to try. One that was left alone has its turn again later, or when it was unplugged.

        The port that was just tried in vain comes after all others.
        """
        found, now = self._find(), time.monotonic()
        self._left = {port: until for port, until in self._left.items() if port in found and now < until}
        with self._lock:
            self._others = [port for port in self._others if port in found]
        if self._known and not self._known.intersection(found):
            self._say(Message("notice.tray.unplugged", _INSTEAD))
        elif all(port in self._others for port in found):
            auto = self._settings.tray in ("auto", "virtual")
            self._say(None if auto else finding.missing(self._settings.tray))
        free = [port for port in found if port not in self._left]
        return min(free, key=lambda port: port == self._vain, default=None)

    def _use(self, port: Port) -> None:
        """Talk to what is at a port until it is gone, or is no tray."""
        self._vain, self._stranger = port, None
        # Nothing says that the tray is there.
        other = not port.named and port not in self._known
        try:
            opened = finding.opened(port)
        except Unavailable as error:
            if other:
                # It may still be a tray, whose port is being set up at this very moment.
                self._leave_to_others(port, time.monotonic() + self._pace.patience)
            else:
                self._say(error.message)
            return
        with self._lock:
            self._port = port
            self._talk.open(time.monotonic(), gently=other)
        line = Line(opened, self._hear, self._wake.set)
        try:
            self._keep_talking(port, line)
        finally:
            line.close()
            with self._lock:
                self._port = self._talk.about = self._test = self._level = None
            self._notices.say("tray line", None)

    def _keep_talking(self, port: Port, line: Line) -> None:
        last = looked = time.monotonic()
        broken, met = self._talk.broken.total(), False
        while line.is_open and not self._closing:
            now = time.monotonic()
            with self._lock:
                self._talk.tick(now)
                self._speak(line)
                here = self._here() is not None
                wait = self._talk.due_at - now
                if here and now < self._watched:
                    wait = min(wait, self._sense(line, now) - now)
            if not here:
                wait = min(wait, last + self._pace.patience - now)
            if here:
                last, met = now, True
                self._vain = None
                self._say(None)
            elif self._stranger or now - last > self._pace.patience:
                self._leave(port, now)
                return
            elif met and now - last > _RESET:
                self._say(Message("notice.tray.silent", _INSTEAD))
            if now - looked > self._pace.noise:
                count = self._talk.broken.total()
                noisy = here and count - broken >= _NOISY
                self._notices.say("tray line", Message("notice.tray.noise") if noisy else None)
                looked, broken = now, count
                with self._lock:
                    self._talk.ask("TEST")
                    self._speak(line)
            self._wake.wait(max(0.0, wait))
            self._wake.clear()

    def _leave(self, port: Port, now: float) -> None:
        """What is at this port is no tray for us: let another port have its turn, and say so where it should be one."""
        if self._stranger:
            self._left[port] = now + self._pace.stranger
            self._say(_other_version(self._stranger))
        elif port.named or port in self._known:
            self._left[port] = now + self._pace.retry
            self._say(Message("notice.tray.mute", {**_INSTEAD, "device": port.device}))
        else:
            self._leave_to_others(port, float("inf"))

    def _leave_to_others(self, port: Port, until: float) -> None:
        """What is at this port is somebody else's: it is listed, and no phone hears of it."""
        self._left[port] = until
        with self._lock:
            self._others = [each for each in self._others if each != port] + [port]

    def _say(self, sentence: Message | None) -> None:
        self._notices.say("tray", sentence)

    # Inside the lock.

    def _here(self) -> About | None:
        return self._talk.about if self._talk.answers(time.monotonic()) else None

    def _sense(self, line: Line, now: float) -> float:
        """Ask the sensors when it is time to; returns when it is next."""
        if now >= self._sensed + _SENSE:
            self._past = now > self._sensed + _LOOK
            self._sensed = now
            self._talk.ask("LEVEL")
            self._speak(line)
        return self._sensed + _SENSE

    def _keep_asked(self) -> None:
        if self._talk.asked != self._asked:
            self._asked = self._talk.asked
            open_question.keep(self._settings.data, self._asked)

    def _speak(self, line: Line) -> None:
        if out := self._talk.take():
            line.write(out)

    # The reader's thread.

    def _hear(self, line: Line, data: bytes) -> None:
        with self._lock:
            # A frame that came twice at once is one event.
            events = dict.fromkeys(self._talk.receive(data, time.monotonic()))
            for event in events:
                self._handle(event)
            self._keep_asked()
            self._speak(line)
        for event in events:
            if isinstance(event, TrayRoll):
                self._store(event, line)
            elif isinstance(event, VoidRoll):
                with self._lock:
                    self._happened.note(time.monotonic(), "void", n=event.n)
                self._notices.say("tray roll", Message(f"notice.tray.{event.why}"))
        self._wake.set()

    def _handle(self, event: Event) -> None:
        match event:
            case Stranger():
                self._stranger = event
            case Here():
                # Now: it may be gone before the tray's own thread has its turn, and is missed then.
                if self._port:
                    self._known.add(self._port)
                    self._others = [port for port in self._others if port != self._port]
                self._talk.ask("TEST")
            case Level() | SelfTest():
                if isinstance(event, SelfTest):
                    self._test = event
                else:
                    self._level = event.level
                    if event.rang and not self._past:
                        self._happened.note(time.monotonic(), "rang", count=event.rang)
                self._answers.append(event)
                self._lock.notify_all()

    def _store(self, roll: TrayRoll, line: Line) -> None:
        try:
            self._rolled(roll.pips, roll.request, None if roll.old else roll.asked)
        except Exception as error:  # The tray asks again; meanwhile the disk may have room.
            log.warning("The roll %s could not be stored: %s", roll.request, error)
            return
        self._notices.say("tray roll", None)
        with self._lock:
            self._happened.note(time.monotonic(), "rolled", n=roll.n, count=roll.pips)
            self._talk.seen(roll)
            self._speak(line)


def _other_version(stranger: Stranger) -> Message:
    key = "notice.tray.old" if stranger.protocol < PROTOCOL else "notice.tray.new"
    return Message(key, {**_INSTEAD, "firmware": stranger.firmware or "?"})
