"""The tray of a table: a virtual one on a real pseudo-terminal, and whatever else may hang at a port."""

import os
import re
import stat
import threading
import tty
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import serial

from companion.hardware import finding
from companion.hardware.calibration import MAGNETS, Lesson, Taught
from companion.hardware.faces import Faces
from companion.hardware.finding import Port
from companion.hardware.frames import Decoder, encode
from companion.hardware.line import Line
from companion.hardware.talk import SelfTest
from companion.hardware.tray import KEY_FILE, Tray
from companion.hardware.virtual import SOCKET, VirtualTray
from companion.rules.model import Refused
from companion.settings import Settings
from tests.hardware.conftest import QUICK
from tests.hardware.heard import Table, knows, left_behind


def lit(say: Callable[..., list[str]], light: str) -> bool:
    """Wait until the lights show this."""
    return say(f"until {light}") == ["ok"]


def here(one: Any, say: Callable[..., list[str]]) -> bool:
    """Wait until the table knows the tray: lights may be dark before that."""
    while not one.status().here:
        say("light")
    return True


def test_a_knock_is_a_roll_and_its_pips_are_lit(tray: Any, table: Table, say: Any) -> None:
    """The table hears of it once, under a name of its own, and only then the tray lights the pips."""
    one = tray()
    one.show("the die")
    assert say("until breathes", "knock") == ["ok", "ok"]
    assert table.has_rolled(1)
    [(pips, request, asked)] = table.rolls
    assert request == f"tray:{one.status().about.id}:1"
    assert asked == "the die"
    assert lit(say, f"pips {pips}")
    assert [source for source in table.notices if source != "virtual tray"] == []


def test_a_virtual_tray_is_named_as_one(tray: Any, table: Table, tmp_path: Path) -> None:
    """Nobody takes it for a real one, and nobody else may knock on it."""
    tray()
    assert str(tmp_path / SOCKET) in table.notices["virtual tray"]
    assert stat.S_IMODE((tmp_path / SOCKET).stat().st_mode) == 0o600


def test_lost_doubled_and_noisy_frames_cost_no_roll(tray: Any, table: Table, say: Any) -> None:
    """Twenty knocks are twenty rolls, each with the light of its own pips."""
    tray()
    tricks = ["lose 1", "lose 2", "double 3", "deaf 1", "noise"]
    for number in range(1, 21):
        say(tricks[number % len(tricks)])
        assert say("knock") == ["ok"]
        assert table.has_rolled(number)
        assert lit(say, f"pips {table.rolls[-1][0]}")
    assert [request.rpartition(":")[2] for _, request, _ in table.rolls] == [str(number) for number in range(1, 21)]


def test_the_plug_is_pulled_in_the_middle_of_a_roll(tray: Any, table: Table, say: Any, tmp_path: Path) -> None:
    """It is said; plugged in again, the roll is counted as if nothing had been, and nobody knocks again."""
    tray().show("the die")
    assert knows(tmp_path, "the die")
    say("lose 100", "knock", "unplug")
    assert table.waits_for(lambda notices: "not connected: plug it in again" in notices.get("tray", ""))
    assert table.rolls == []
    say("lose 0", "plug")
    assert table.has_rolled(1)
    assert table.waits_for(lambda notices: "tray" not in notices)
    [(pips, request, asked)] = table.rolls
    assert (request.rpartition(":")[2], asked) == ("1", "the die")
    assert lit(say, f"pips {pips}")


def test_a_tray_that_goes_as_soon_as_it_has_answered(table: Table, tmp_path: Path) -> None:
    """It was here and is missed, though the tray's own thread had no turn before it went; what it rolled is told."""
    Taught(tmp_path).teach("00c0ffee", Lesson(MAGNETS, Faces({0: 500, 1: 600, 2: 700, 3: 800})))
    ours, other = os.openpty()
    tty.setraw(other)
    plugged = [Port(os.ttyname(other), False)]

    class Late(threading.Event):
        """Whoever waits has no turn while the tray is plugged in, as on a busy computer."""

        def set(self) -> None:
            if not plugged:
                super().set()

        def wait(self, timeout: float | None = None) -> bool:
            return super().wait(30 if plugged else timeout)

    def rolled(pips: int, request: str, asked: str | None) -> None:
        table.rolled(pips, request, asked)
        plugged.clear()
        os.close(ours)
        os.close(other)

    one = Tray(Settings(data=tmp_path), rolled=rolled, tell=table.tell, find=lambda: list(plugged), pace=QUICK)
    one._wake = Late()
    one.start()
    os.read(ours, 1000)  # Its HELLO.
    os.write(ours, encode(0, "TRAY", 1, "1.0.0", "00c0ffee", 1, "power") + encode(1, "FACE", 1, 700, "fresh"))
    assert table.waits_for(lambda notices: "not connected: plug it in again" in notices.get("tray", ""))
    one.close()
    assert table.rolls == [(2, "tray:00c0ffee:1", None)]


def test_a_reset_in_the_middle_of_a_roll(tray: Any, table: Table, say: Any, tmp_path: Path) -> None:
    """A board that starts anew is nothing to speak of."""
    tray().show("the die")
    assert knows(tmp_path, "the die")
    say("deaf 1", "knock", "reset")
    assert table.has_rolled(1)
    assert table.rolls[0][2] == "the die"
    assert table.waits_for(lambda notices: "tray" not in notices)


def test_a_roll_that_cannot_be_stored_is_asked_for_again(tray: Any, table: Table, say: Any) -> None:
    """The lights wait for the disk; when it has room, the roll counts, once."""
    tries: list[str] = []

    def rolled(pips: int, request: str, asked: str | None) -> None:
        tries.append(request)
        if len(tries) < 3:
            raise OSError("the disk is full")
        table.rolled(pips, request, asked)

    tray(rolled=rolled)
    say("knock")
    assert table.has_rolled(1)
    assert lit(say, f"pips {table.rolls[0][0]}")
    assert len(tries) == 3
    assert len(set(tries)) == 1


def test_the_lights_follow_the_table(tray: Any, table: Table, say: Any) -> None:
    """They breathe while a roll is due, and show an answer that came from elsewhere."""
    one = tray()
    assert lit(say, "dark")
    one.show("the die")
    assert lit(say, "breathes")
    one.answer(2)
    assert lit(say, "pips 2")


def test_another_version_is_named_and_not_used(tray: Any, table: Table, say: Any) -> None:
    """A newer tray waits for a newer companion, an older one is to be flashed; then it comes into use by itself."""
    tray()
    assert lit(say, "dark")
    say("version 2")
    assert table.waits_for(lambda notices: "newer than the app" in notices.get("tray", ""))
    say("knock")
    say("version 0")
    assert table.waits_for(lambda notices: "flash it again" in notices.get("tray", ""))
    assert table.rolls == []
    say("version 1")
    assert table.waits_for(lambda notices: "tray" not in notices)
    assert table.has_rolled(1)


def test_a_false_reveal_does_not_count(tray: Any, table: Table, say: Any) -> None:
    """It is said in a sentence, and the next roll is a good one."""
    tray()
    assert lit(say, "dark")
    assert say("lie", "knock", "until error")[-1] == "ok"
    assert table.waits_for(lambda notices: "does not count: knock again" in notices.get("tray roll", ""))
    assert table.rolls == []
    say("knock")
    assert table.has_rolled(1)
    assert table.waits_for(lambda notices: "tray roll" not in notices)


def test_noise_is_named_while_it_lasts(tray: Any, table: Table, say: Any) -> None:
    """A few broken frames are nothing; many are a bad cable."""
    one = tray()
    assert lit(say, "dark")
    while "another USB cable" not in table.notices.get("tray line", ""):
        say("noise")
    assert one.status().broken["form"] > 0
    assert table.waits_for(lambda notices: "tray line" not in notices)


def test_a_tray_that_falls_silent_is_named_and_comes_back(tray: Any, table: Table, say: Any) -> None:
    """The port is open and nothing comes: that is said, and after the plug was pulled all is well again."""
    one = tray()
    assert lit(say, "dark")
    say("mute")
    assert table.waits_for(lambda notices: "tray" in notices)
    assert any(words in table.notices["tray"] for words in ("stopped answering", "does not answer at"))
    assert not one.status().here
    say("unplug", "plug")
    assert table.waits_for(lambda notices: "tray" not in notices)


def test_the_trays_own_test_is_known_without_asking(tray: Any, say: Any) -> None:
    """It is asked as soon as the tray is there, for whoever looks at the status page."""
    one = tray()
    assert here(one, say)
    assert one.test() == SelfTest("ok", 5000, 1024)
    assert one.status().test == SelfTest("ok", 5000, 1024)


def test_the_trays_own_test_is_not_asked_for_with_every_word(tray: Any, table: Table, say: Any) -> None:
    """A line that is busy with tests makes a knock wait: after one or two there is none for a good while."""
    one = tray(pace=QUICK._replace(noise=3600))
    assert here(one, say)
    for number in (1, 2):
        assert say("knock") == ["ok"]
        assert table.has_rolled(number)
        # Until it has heard that its roll is kept, no knock begins another.
        assert lit(say, f"pips {table.rolls[-1][0]}")
    assert one.status().last.count("> TEST") < 3


def test_off_leaves_everything_alone(tray: Any, table: Table) -> None:
    """No port is looked for, and the table's calls are no errors."""

    def find() -> list[Port]:
        raise AssertionError

    one = tray("off", find)
    one.show("the die")
    one.answer(1)
    one.close()
    assert table.notices == {}


def test_without_a_tray_nothing_is_said(tray: Any, table: Table) -> None:
    """Most tables have none, and need not be told."""
    looked = threading.Event()

    def find() -> list[Port]:
        looked.set()
        return []

    tray("auto", find).close()
    assert looked.is_set()
    assert table.notices == {}


def test_closing_gives_everything_back(tray: Any, say: Any, tmp_path: Path) -> None:
    """No socket and no thread stay behind, and closing twice is no error."""
    before = set(threading.enumerate())
    one = tray()
    assert lit(say, "dark")
    one.close()
    one.close()
    assert left_behind(before) == []
    assert not (tmp_path / SOCKET).exists()


def test_the_key_is_kept(tray: Any, table: Table, tmp_path: Path) -> None:
    """The draw of a roll is the same after a restart, and nobody else may read what it is made of."""
    tray().close()
    key = (tmp_path / KEY_FILE).read_bytes()
    tray().close()
    assert len(key) == 32
    assert (tmp_path / KEY_FILE).read_bytes() == key
    assert stat.S_IMODE((tmp_path / KEY_FILE).stat().st_mode) == 0o600


def test_a_folder_that_keeps_no_key(table: Table, tmp_path: Path) -> None:
    """The table says at its start which file it could not make."""
    with pytest.raises(OSError, match="missing"):
        Tray(Settings(data=tmp_path / "missing"), rolled=table.rolled, tell=table.tell)


def test_any_fault_of_a_driver_leaves_the_table_running(tray: Any, table: Table, caplog: Any) -> None:
    """What raises is written down and tried again."""
    tries = threading.Semaphore(0)

    def find() -> list[Port]:
        tries.release()
        raise RuntimeError("a driver")

    one = tray("auto", find)
    assert tries.acquire(timeout=30)
    assert tries.acquire(timeout=30)
    one.close()
    assert "could not be used" in caplog.text


def test_a_die_with_magnets(tray: Any, table: Table, say: Any) -> None:
    """Its faces are laid down once; then what lies over the sensor counts, and what is between two faces does not."""
    one = tray()
    assert here(one, say)
    for pips, level in enumerate((500, 600, 700, 800)):
        say(f"level {level}")
        found = one.level()
        one.teach(lambda lesson, pips=pips, found=found: Lesson(lesson.mode, lesson.faces.learned(pips, found)))
    assert one.lesson() == Lesson("number", Faces({0: 500, 1: 600, 2: 700, 3: 800}))
    one.teach(lambda lesson: Lesson(MAGNETS, lesson.faces))
    while not any("magnets" in line and "PONG" in line for line in one.status().last):
        say("light")
    say("die 703")
    assert table.has_rolled(1)
    assert table.rolls[0][0] == 2
    assert lit(say, "pips 2")
    assert say("die 651", "until error")[-1] == "ok"
    assert table.waits_for(lambda notices: "is between two faces" in notices.get("tray roll", ""))
    say("die 500")
    assert table.has_rolled(2)
    assert table.rolls[1][0] == 0
    assert table.waits_for(lambda notices: "tray roll" not in notices)


def test_what_a_tray_was_taught_is_kept(tray: Any, table: Table, say: Any) -> None:
    """Pulled out and plugged in, the tray reads the same die."""
    one = tray()
    assert here(one, say)
    lesson = Lesson(MAGNETS, Faces({0: 500, 1: 600, 2: 700, 3: 800}))
    one.teach(lambda _: lesson)
    say("unplug")
    assert table.waits_for(lambda notices: "tray" in notices)
    assert one.lesson() is None
    say("plug")
    assert table.waits_for(lambda notices: "tray" not in notices)
    assert one.lesson() == lesson


def test_a_table_that_is_started_anew_reads_the_same_die(tray: Any, table: Table, say: Any, tmp_path: Path) -> None:
    """The tray does not remember its die; the table does, by the tray's id."""
    other = VirtualTray(tmp_path)
    try:
        one = tray(other.port)
        assert here(one, say)
        one.teach(lambda _: Lesson(MAGNETS, Faces({0: 500, 1: 600, 2: 700, 3: 800})))
        one.close()
        say("reset")
        one = tray(other.port)
        while not any("magnets" in line and "PONG" in line for line in one.status().last):
            say("light")
        say("die 800")
        assert table.has_rolled(1)
        assert table.rolls[0][0] == 3
    finally:
        one.close()
        other.close()


def test_a_file_of_lessons_that_is_broken_counts_as_none(tray: Any, say: Any, tmp_path: Path) -> None:
    """The die is laid down again; nothing else is lost."""
    (tmp_path / "tray.json").write_bytes(b'{"00c0ffee":')
    one = tray()
    assert lit(say, "dark")
    assert one.lesson() == Lesson()


def test_a_tray_that_is_away_refuses(tray: Any, table: Table, say: Any) -> None:
    """Whoever asks it something hears so, and does not wait for ever."""
    one = tray()
    assert here(one, say)
    assert one.test() == SelfTest("ok", 5000, 1024)
    say("mute")
    for question in (one.level, one.test):
        with pytest.raises(Refused) as refused:
            question()
        assert refused.value.message.key == "tray.away"
    say("unplug")
    assert table.waits_for(lambda notices: "tray" in notices)
    with pytest.raises(Refused):
        one.teach(lambda lesson: lesson)


def test_an_answer_to_another_question_is_none(tray: Any, terminal: Any) -> None:
    """The tray's own test is asked for all the time; who waits for the level does not take it for the answer."""
    ours, device = terminal()
    one = tray(device)
    levels: list[int] = []
    asking = threading.Thread(target=lambda: levels.append(one.level()))
    decoder = Decoder()
    while not asking.ident or asking.is_alive():
        for frame in decoder.feed(os.read(ours, 1000)):
            match frame.verb:
                case "HELLO":
                    os.write(ours, encode(0, "TRAY", 1, "1.0.0", "00c0ffee", 7, "power"))
                case "PING":
                    os.write(ours, encode(1, "PONG", 7, 0, "number"))
                    if not asking.ident:
                        asking.start()
                case "LEVEL":
                    os.write(ours, encode(2, "TEST", "ok", 5000, 1024))
                case "TEST" if one.status().test:
                    os.write(ours, encode(3, "LEVEL", 640))
    assert levels == [640]


def test_words_the_virtual_tray_does_not_know(tray: Any, say: Any) -> None:
    """It lists those it knows."""
    tray()
    for words in ("sing", "lose", "lose many", "reset 3", "die"):
        assert say(words)[0].startswith("error: knock [MS], die N,")


def test_the_udev_rule_names_the_same_devices() -> None:
    """A board that is looked for also gets the stable name, and no other does."""
    rules = (Path(__file__).parents[2] / "deploy" / "60-smallworld-tray.rules").read_text()
    found = re.findall(r'idVendor}=="(\w{4})"(?:, ATTRS\{idProduct}=="(\w{4})")?', rules)
    chips = {(int(vendor, 16), int(product, 16)) for vendor, product in found if product}
    assert chips == finding.CHIPS
    assert {int(vendor, 16) for vendor, product in found if not product} == finding.MAKERS
    assert f'SYMLINK+="{finding.LINK.name}"' in rules


def test_a_port_that_goes_while_it_is_read() -> None:
    """The kernel answers differently then than when nobody reads; either way the end is noticed."""
    ours, other = os.openpty()
    tty.setraw(other)
    gone = threading.Event()

    def hear(line: Line, data: bytes) -> None:
        os.close(ours)
        os.close(other)

    line = Line(serial.Serial(os.ttyname(other), exclusive=True), hear, gone.set)
    os.write(ours, b"x")
    assert gone.wait(30)
    assert not line.is_open
    line.write(b"nobody hears this")
    line.close()
