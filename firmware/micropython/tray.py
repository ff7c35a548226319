"""The tray: follows what the host says, and knocks. It knows no hardware but by its board."""

from contact import Contact
from frames import Reader, frame, number, tohex, unhex
from kept import Kept
from light import Light
from roll import Roll

PROTOCOL = "1"
FIRMWARE = PROTOCOL + ".0.0"


class Tray:
    """A tray on a board (see board.py)."""

    def __init__(self, board):
        now = board.now()
        self._board = board
        self._reader = Reader()
        self._number = -1  # of the last frame
        self._button, self._knock = Contact(now), Contact(now)
        self._light = Light()
        self._kept = Kept(board)
        self._verbs = {
            "HELLO": self._hello,
            "MODE": self._mode,
            "PING": self._ping,
            "DRAW": self._draw,
            "SEEN": self._seen,
            "LEVEL": self._level,
            "TEST": self._test,
        }
        self._send(f"BOOT {PROTOCOL} {FIRMWARE} {board.cause()}")
        self._roll = Roll(board, self._kept, self._light, self._send, now)

    def tick(self):
        """A moment has passed: call it each millisecond or so."""
        board, now = self._board, self._board.now()
        for byte in board.read():
            text = self._reader.feed(byte)
            if text is not None:
                self._handle(text, now)
        pressed = self._button.feed(board.button(), now)
        if self._knock.feed(board.knock(), now) or pressed:
            self._roll.press(now)
        self._roll.tick(now)
        board.lights(*self._light.show(now))

    def _send(self, text, again=None):
        if again is None:
            self._number = again = (self._number + 1) % 256
        self._board.write(frame(again, text))
        return again

    def _handle(self, text, now):
        verb, *words = text.split(" ")
        handle = self._verbs.get(verb)
        # What has too few words, or wrong ones, is not understood; what has too many is of a later version.
        if handle is None or not handle(words, now):
            self._send("WHAT " + verb)

    def _hello(self, words, now):
        if not words or number(words[0]) is None:
            return False
        tray, count = tohex(self._kept.id), self._roll.count
        self._send(f"TRAY {PROTOCOL} {FIRMWARE} {tray} {count} {self._board.cause()}")
        self._roll.greeted(now)
        return True

    def _mode(self, words, now):
        if not words or words[0] not in ("number", "magnets"):
            return False
        self._roll.mode(words[0] == "magnets")
        return True

    def _ping(self, words, now):
        if len(words) < 2 or words[0] not in ("0", "1") or words[1] not in ("-", "0", "1", "2", "3"):
            return False
        self._light.told(words[0] == "1", None if words[1] == "-" else int(words[1]), now)
        mode = "magnets" if self._roll.magnets else "number"
        self._send(f"PONG {self._roll.count} {int(self._light.due)} {mode}")
        return True

    def _draw(self, words, now):
        n = number(words[0]) if len(words) > 1 else None
        draw = unhex(words[1], 8) if n is not None else None
        if draw is None:
            return False
        self._roll.draw(n, draw, now)
        return True

    def _seen(self, words, now):
        n = number(words[0]) if len(words) > 1 else None
        if n is None or words[1] not in ("void", "0", "1", "2", "3"):
            return False
        self._roll.seen(n, None if words[1] == "void" else int(words[1]), now)
        return True

    def _level(self, words, now):
        self._send(f"LEVEL {self._board.level()} {self._knock.rang()}")
        return True

    def _test(self, words, now):
        if words:
            if words[0] != "watchdog":
                return False
            self._board.hang()
            return True
        wrong = "+".join(self._faults(now)) or "ok"
        self._send(f"TEST {wrong} {self._board.supply()} {self._board.free()}")
        return True

    def _faults(self, now):
        """The names of what is wrong."""
        if self._button.stuck(now):
            yield "button-stuck"
        if self._knock.stuck(now):
            yield "knock-stuck"
        if not self._kept.sound:
            yield "eeprom"
