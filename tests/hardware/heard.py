"""A table as the hardware knows it, and the socket of what is played in place of hardware."""

import socket
import threading
from collections.abc import Callable
from pathlib import Path

from companion.hardware import open_question
from companion.hardware.virtual import SOCKET
from companion.language import text
from companion.rules.model import Message


class Table:
    """Counts presses, keeps rolls and what is not connected."""

    def __init__(self) -> None:
        self.presses = 0
        self.rolls: list[tuple[int, str, str | None]] = []
        self.notices: dict[str, str] = {}
        self.changed = threading.Condition()

    def press(self) -> bool:
        self.presses += 1
        return True

    def rolled(self, pips: int, request: str, asked: str | None) -> None:
        with self.changed:
            self.rolls.append((pips, request, asked))
            self.changed.notify_all()

    def has_rolled(self, count: int) -> bool:
        """Wait for so many rolls."""
        with self.changed:
            return self.changed.wait_for(lambda: len(self.rolls) >= count, timeout=30)

    def tell(self, source: str, sentence: Message | None) -> None:
        with self.changed:
            if sentence is None:
                self.notices.pop(source, None)
            else:
                self.notices[source] = text.sentence(sentence)
            self.changed.notify_all()

    def waits_for(self, condition: Callable[[dict[str, str]], bool]) -> bool:
        with self.changed:
            return self.changed.wait_for(lambda: condition(self.notices), timeout=30)


def ask(path: Path, *words: str) -> list[str]:
    """Say words to what listens at a socket, each after the answer to the one before."""
    with socket.socket(socket.AF_UNIX) as wire:
        wire.connect(str(path))
        with wire.makefile("rw") as lines:
            answers = []
            for word in words:
                lines.write(word + "\n")
                lines.flush()
                answers.append(lines.readline().strip())
            return answers


def knows(folder: Path, question: str) -> bool:
    """Wait until the table has heard that its virtual tray knows of a question: it says so after it breathes."""
    while (found := open_question.load(folder)) is None or found.question != question:
        ask(folder / SOCKET, "light")
    return True


def left_behind(before: set[threading.Thread]) -> list[threading.Thread]:
    """The threads begun since that do not end by themselves; one that answers at a socket does, a moment later."""
    begun = set(threading.enumerate()) - before
    for thread in begun:
        thread.join(30)
    return [thread for thread in begun if thread.is_alive()]
