"""State versions, and the streams that wait for the next one."""

import threading
import time

from msgspec import Struct

# Screens without a seat that are told of changes at once, such as the one on the wall.
SCREENS = 2
# Seconds by which all other screens without a seat are told later, so that players never wait for a crowd.
LATER = 0.03
# Streams that were told to end may linger on a phone that reads nothing.
ENDING = 8


class Full(Exception):
    """The limit of open streams is reached."""


class Stream(Struct, eq=False):
    """One open stream; `phone` is the id of the phone that watches, None for a screen without a seat.

    One in the `crowd` hears of everything a moment later than those who play.
    """

    phone: str | None
    crowd: bool = False
    ended: bool = False


class Hub:
    """Counts versions of the table and lets streams wait for the next one.

    `most` streams are open at a time. Of those without a seat the first two, the screen on the wall among them, hear of
    a new version at once, as phones do, and the others a moment later. A phone keeps at most `each`; its oldest one
    is closed, because a phone that was out of range comes back before anybody notices that it had gone. If all are
    taken, one without a seat gives way to a phone.
    """

    def __init__(self, most: int, *, first: int = 0, each: int = 3, later: float = LATER) -> None:
        """`first` is the version to begin with; a crowd hears of a new one so many seconds `later`."""
        self.version = first
        self.closed = False
        self._most = most
        self._each = each
        self._later = later
        self._streams: list[Stream] = []
        self._changed = threading.Condition()

    def publish(self) -> None:
        """Count a new version and wake everybody who waits for it."""
        with self._changed:
            self.version += 1
            self._changed.notify_all()

    def enter(self, phone: str | None) -> Stream:
        """Open a stream. Raises Full when there are too many, or when the table is closing."""
        with self._changed:
            if self.closed or len(self._streams) >= self._most + ENDING:
                raise Full
            live = [stream for stream in self._streams if not stream.ended]
            own = [stream for stream in live if phone and stream.phone == phone]
            if len(own) >= self._each:
                own[0].ended = True
            elif len(live) >= self._most:
                strangers = [stream for stream in live if stream.phone is None]
                if phone is None or not strangers:
                    raise Full
                strangers[0].ended = True
            screens = sum(stream.phone is None for stream in live)
            stream = Stream(phone, crowd=phone is None and screens >= SCREENS)
            self._streams.append(stream)
            self._changed.notify_all()
            return stream

    def leave(self, stream: Stream) -> None:
        """Remove a stream that has ended."""
        with self._changed:
            if stream in self._streams:
                self._streams.remove(stream)
            self._changed.notify_all()

    def wait(self, seen: int, timeout: float, stream: Stream | None = None) -> int:
        """Wait until there is a version after `seen`, at most `timeout` seconds; return the version there is.

        Returns -1 when the stream is to end, and so does a wait without one when the table is closed.
        """

        def over() -> bool:
            return self.closed or (stream is not None and stream.ended)

        with self._changed:
            self._changed.wait_for(lambda: over() or self.version > seen, timeout)
            found = -1 if over() else self.version
        if found > seen and stream and stream.crowd:
            time.sleep(self._later)
        return found

    def watching(self) -> frozenset[str]:
        """The phones that have a stream open."""
        with self._changed:
            return frozenset(stream.phone for stream in self._streams if stream.phone and not stream.ended)

    def count(self) -> int:
        """How many streams are open, including those that are ending."""
        with self._changed:
            return len(self._streams)

    def deserted(self, seconds: float) -> bool:
        """Wait until no stream has been open for so many seconds on end. Returns False when the table is closing."""
        with self._changed:
            while not self.closed:
                self._changed.wait_for(lambda: self.closed or not self._streams)
                if not self._changed.wait_for(lambda: self.closed or self._streams, seconds):
                    return True
            return False

    def close(self) -> None:
        """End every stream, now and from now on."""
        with self._changed:
            self.closed = True
            self._changed.notify_all()
