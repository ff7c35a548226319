"""A real table that plays with the firmware: the service in a process of its own, a phone, and a board in simavr."""

from __future__ import annotations

import itertools
import json
import random
import signal
import time
import urllib.request
from pathlib import Path
from typing import Any

from companion.hardware import open_question
from companion.table.bots import NAMES
from tests.deploy.test_serve import Service, state
from tests.firmware.bench import Board

Plain = dict[str, Any]
# Seconds; only a test that fails waits so long.
PATIENCE = 60.0


class Sitting:
    """A game, its tray, and one phone for all seats."""

    def __init__(self, built: Path, folder: Path, board: type[Board] = Board) -> None:
        self.board = board(built, folder)
        self.data = folder / "data"
        self.start()
        self._dice = random.Random(7)
        self._acts = itertools.count()
        self._cookie = ""

    def start(self) -> None:
        """Open the table, at first or after it was killed."""
        self.service = Service(self.data, "--tray", str(self.board.port))
        self.address = self.service.opened()

    def begin(self) -> None:
        """Three sit down and begin."""
        for name in NAMES:
            self.post("join", {"name": name, "another": True})
        self.post("start", {})

    def post(self, path: str, value: Plain) -> None:
        """Post something that must be taken."""
        headers = {"Content-Type": "application/json", **({"Cookie": self._cookie} if self._cookie else {})}
        asked = urllib.request.Request(f"{self.address}/api/{path}", json.dumps(value).encode(), headers)
        with urllib.request.urlopen(asked, timeout=30) as answer:
            self._cookie = answer.headers.get("Set-Cookie", self._cookie).partition(";")[0]

    def play_to_the_die(self) -> bool:
        """Act until a roll is due; False when the game has come to its reveal."""
        while True:
            now = state(self.address)
            game = now["game"]
            if any(chance["kind"] == "roll" for chance in game["chances"]):
                return True
            if now["phase"] == "reveal" and not game["offers"]:
                return False
            offer = self._choose(game["offers"])
            act = {"id": f"act-{next(self._acts)}", "by": offer["seat"], "command": offer["command"]}
            self.post("act", act)

    def _choose(self, offers: list[Plain]) -> Plain:
        """The die where it may help, else a conquest, else anything that is complete as it is proposed."""
        for kind in ("attempt", "conquer"):
            if fitting := [offer for offer in offers if offer["kind"] == kind]:
                return self._dice.choice(fitting)
        return self._dice.choice([o for o in offers if o["kind"] != "place" and not o["command"].get("place")])

    def shown(self, condition: Any) -> Plain:
        """Follow the stream as a phone does, until what it shows meets the condition."""
        until = time.monotonic() + PATIENCE
        with urllib.request.urlopen(f"{self.address}/api/stream", timeout=30) as stream:
            for line in stream:
                # It beats for ever.
                assert time.monotonic() < until, "the table does not come to show it"
                if line.startswith(b"data: "):
                    view: Plain = json.loads(line[6:])
                    # A beat is no state.
                    if "version" in view and condition(view):
                        return view
        raise AssertionError

    def found(self) -> None:
        """Wait until the table has found the tray: a new one gathers chance first, and hears no knock meanwhile."""
        asked = urllib.request.Request(f"{self.address}/api/status", headers={"Cookie": self._cookie})
        until = time.monotonic() + PATIENCE
        while True:
            with urllib.request.urlopen(asked, timeout=30) as answer:
                if json.load(answer)["tray"]:
                    return
            assert time.monotonic() < until, "the table does not find the tray"
            self.board.word("wait 20")

    def ready(self) -> None:
        """Wait until the tray breathes for the roll that is due, and has told the table so.

        To see it breathe is not enough: at the next question it still breathes for the last one, and if what it says
        then gets lost, it is asked again a second later. Until the table has heard it, a knock is practice.
        """
        [due] = [each["occasion"] for each in state(self.address)["game"]["chances"] if each["kind"] == "roll"]
        until = time.monotonic() + PATIENCE
        while (heard := open_question.load(self.data)) is None or heard.question != due:
            assert time.monotonic() < until, f"the tray does not learn of {due}"
            self.board.word("wait 20")
        self.board.breathes()

    def lights(self, pips: int) -> bool:
        """Whether the tray comes to light so many pips within some of its seconds; none are a light that runs along."""
        for _ in range(10):
            shares = self.board.lights()
            if [shares[pin] for pin in ("D5", "D6", "D9")] == [float(light < pips) for light in range(3)]:
                return True
            if pips == 0 and 0 < sum(shares[pin] for pin in ("D5", "D6", "D9")) < 1.01:
                return True
        return False

    def answered(self, row: int) -> Plain:
        """Wait until the roll after this row of the log was taken from the tray."""
        last: Plain = self.shown(lambda view: (view["last_roll"] or {"row": 0})["row"] > row)["last_roll"]
        assert last["source"] == "tray"
        return last

    def last_row(self) -> int:
        """The row of the last roll."""
        return int((state(self.address)["last_roll"] or {"row": 0})["row"])

    def close(self) -> None:
        """End the table and the board."""
        try:
            if self.service.process.poll() is None:
                assert self.service.ends(signal.SIGTERM) == 0
        finally:
            self.board.close()
