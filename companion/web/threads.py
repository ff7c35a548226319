"""The threads in which requests are answered: what is done at the table at once, and pages a few at a time.

Python runs one thread at a time. With eight readers of a page that takes a while, every tap would wait for each of
them, several times; and each page takes memory while it is made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from waitress.task import ThreadedTaskDispatcher

# So many pages are made at a time.
PAGES = 2
# Looks that are no page: a phone in play asks for them, and waits for no reader.
QUICK = {"/api/stream", "/api/state", "/api/me", "/api/mine"}
# Nor are files that are kept ready.
FILES = "/static/"


class Threads(ThreadedTaskDispatcher):
    """Threads that are started when they are needed: a table of six has a few, a crowd many. Each takes some 30 kB."""

    def __init__(self, most: int) -> None:
        """At most so many, which then do one thing after the other."""
        super().__init__()
        self._most = most
        self._reading: Counter[str] = Counter()
        self._readers: list[Any] = []

    def add_task(self, task: Any) -> None:
        """Have a connection's request answered by a thread that has nothing to do, or by one more."""
        with self.lock:
            if not _is_page(task):
                self._begin(task)
            elif self._reading.total() < PAGES:
                self._begin_page(task)
            else:
                # Who has gone meanwhile is not kept.
                self._readers = [connection for connection in self._readers if connection.connected] + [task]

    def readers(self) -> list[Any]:
        """The connections that wait until a page can be made for them."""
        with self.lock:
            return list(self._readers)

    def shutdown(self, cancel_pending: bool = True, timeout: int = 5) -> bool:
        """End them all, and start none any more."""
        with self.lock:
            self._most = 0
            self._readers.clear()
        return bool(super().shutdown(cancel_pending, timeout))

    def _begin(self, task: Any) -> None:
        self.queue.append(task)
        idle = len(self.threads) - self.active_count
        if len(self.queue) > idle and len(self.threads) < self._most:
            # They end all together, so the numbers below are taken.
            number = len(self.threads)
            self.threads.add(number)
            self.active_count += 1
            self.start_new_thread(self.handler_thread, number)
        self.queue_cv.notify()

    def _begin_page(self, connection: Any) -> None:
        self._reading[connection.client] += 1
        self._begin(_Page(connection, self._made))

    def _made(self, client: str) -> None:
        """A page is made for a client: the next one is that of the address for which fewest are made now."""
        with self.lock:
            self._reading -= Counter({client: 1})
            if self._readers:
                following = min(self._readers, key=lambda reader: self._reading[reader.client])
                self._readers.remove(following)
                self._begin_page(following)


class _Page:
    """A page that is to be made for a connection, and word of it when it is."""

    def __init__(self, connection: Any, made: Callable[[str], None]) -> None:
        self._connection = connection
        self._made = made
        # Once it is made, the connection no longer knows for whom.
        self._client = connection.client

    def service(self) -> None:
        """Make it."""
        try:
            self._connection.service()
        finally:
            self._made(self._client)

    def cancel(self) -> None:
        """Let it be."""
        self._connection.cancel()


def _is_page(connection: Any) -> bool:
    """Whether what a connection asks for is only looked at. What could not be read has neither method nor path."""
    asked = connection.requests[0]
    path = getattr(asked, "path", "")
    return getattr(asked, "command", "") in ("GET", "HEAD") and path not in QUICK and not path.startswith(FILES)
