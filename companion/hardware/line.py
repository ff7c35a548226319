"""An open port: pyserial's reader thread, whose end is noticed whatever closes the port."""

import logging
from collections.abc import Callable

import serial
from serial.threaded import Protocol, ReaderThread

log = logging.getLogger(__name__)


class Line(Protocol):
    """Reads from a port until it is closed or gone; `hear` gets the bytes, on the reader's thread."""

    def __init__(self, port: serial.Serial, hear: Callable[["Line", bytes], None], gone: Callable[[], None]) -> None:
        """`gone` is called when the port ends by itself."""
        self.is_open = True
        self._port = port
        self._hear = hear
        self._gone = gone
        self._reader = _Reader(port, lambda: self)
        self._reader.start()

    def write(self, data: bytes) -> None:
        """Send bytes. What a port that is gone does not take is lost, as on any line."""
        try:
            self._reader.write(data)
        except (serial.SerialException, OSError):
            self.connection_lost(None)

    def close(self) -> None:
        """Close the port and end the thread."""
        self.is_open = False
        # Not the reader's own close: it holds the lock of write for as long as the reader may be waiting to write.
        self._reader.stop()
        self._port.close()

    def data_received(self, data: bytes) -> None:
        """Called by the reader."""
        self._hear(self, data)

    def connection_lost(self, exc: BaseException | None) -> None:
        """Called by the reader at its end."""
        if exc and not isinstance(exc, OSError):
            log.error("What the dice tray said could not be handled", exc_info=exc)
        if self.is_open:
            self.is_open = False
            self._gone()


class _Reader(ReaderThread):
    def run(self) -> None:
        try:
            super().run()
        except OSError as error:  # pyserial lets through what the kernel says of a port that was unplugged.
            self.protocol.connection_lost(error)
