"""A Raspberry Pi Pico: the only file that knows its hardware. The line to the host is its USB cable."""

import gc
import os
import select
import sys
import time

import machine
import settings

HANG = 500  # ms until the chip's watchdog bites
DIM = 60  # the light on the board is on or off: on from this brightness


class Board:
    """The pins of settings.py, the USB line, and the chip's flash."""

    def __init__(self):
        self._now = self._ticks = time.ticks_ms()
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._button = self._contact(settings.BUTTON)
        self._knocked = False
        self._knock = self._contact(settings.KNOCK)
        if self._knock:
            # It may ring for less than a moment.
            self._knock.irq(self._rings, machine.Pin.IRQ_FALLING)
        self._pips = [machine.Pin(pin, machine.Pin.OUT, value=0) for pin in settings.PIPS or ()]
        self._due = None if settings.DUE is None else machine.Pin(settings.DUE, machine.Pin.OUT)
        self._magnets = None if settings.MAGNETS is None else machine.ADC(settings.MAGNETS)
        self._cause = "watchdog" if machine.reset_cause() == machine.WDT_RESET else "power"

    def now(self):
        """Milliseconds since some moment; they only grow."""
        ticks = time.ticks_ms()
        self._now += time.ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._now

    def read(self):
        """The bytes that have come from the host."""
        came = bytearray()
        while self._poll.poll(0) and len(came) < 256:
            came += sys.stdin.buffer.read(1)
        return came

    def write(self, data):
        """Send bytes to the host."""
        sys.stdout.buffer.write(data)

    def button(self):
        """Whether it is pressed."""
        return self._button is not None and not self._button.value()

    def knock(self):
        """Whether the sensor was closed since the last time it was asked."""
        rang, self._knocked = self._knocked, False
        return rang or (self._knock is not None and not self._knock.value())

    def level(self):
        """What the hall sensor says, 0 to 1023."""
        return self._magnets.read_u16() >> 6 if self._magnets else 0

    def lights(self, pips, due):
        """Three lights on or off, and one with a brightness from 0 to 255."""
        for pin, on in zip(self._pips, pips):
            pin.value(on)
        if self._due:
            self._due.value(due >= DIM)

    def cause(self):
        """Why it started: power or watchdog. The chip cannot tell a reset from either."""
        return self._cause

    def supply(self):
        """The supply in millivolts: GP29 has a third of it on every Pico without Wi-Fi. 0 where it cannot be known."""
        try:
            return machine.ADC(29).read_u16() * 3 * 3300 // 65535
        except ValueError:
            return 0

    def free(self):
        """Bytes of memory that are free."""
        gc.collect()
        return gc.mem_free()

    def noise(self):
        """Bytes that nobody can foresee."""
        return os.urandom(32) + time.ticks_us().to_bytes(4, "big")

    def load(self, name):
        """What was saved, None for nothing."""
        try:
            with open(name, "rb") as file:
                return file.read()
        except OSError:
            return None

    def save(self, name, data):
        """Keep it through a loss of power."""
        with open(name, "wb") as file:
            file.write(data)

    def hang(self):
        """Do nothing any more; the chip's watchdog starts it anew."""
        machine.WDT(timeout=HANG)
        while True:
            pass

    def rest(self):
        """Wait for the next moment."""
        time.sleep_us(300)

    def _rings(self, _):
        self._knocked = True

    @staticmethod
    def _contact(pin):
        return None if pin is None else machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP)
