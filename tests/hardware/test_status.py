"""What is connected: each fault is named with what to do, from the real panel on gpiozero's mock pins."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiozero import LED, PWMLED

from companion.hardware.panel import Panel
from companion.hardware.pins import Unavailable, open_pins
from companion.rules.model import Message
from companion.settings import Settings
from companion.upkeep import doctor
from companion.upkeep.status import Facts, examine, view
from tests.hardware.test_button import Shorted

Plain = dict[str, Any]


class Bench:
    """A panel on mock pins, and what is found about it."""

    def __init__(self, folder: Path, opener: Callable[[], Any] | None = None, **settings: Any) -> None:
        self.factory = open_pins("mock")
        self.settings = Settings(data=folder, **settings)
        self.notices: dict[str, Message] = {}
        self.panel = Panel(
            self.settings, press=lambda: True, tell=self._tell, opener=opener or (lambda: self.factory), retry=600
        )

    def _tell(self, source: str, sentence: Message | None) -> None:
        self.notices.pop(source, None)
        if sentence:
            self.notices[source] = sentence

    @property
    def view(self) -> Plain:
        """The whole answer."""
        return view(Facts(settings=self.settings, notices=self.notices, **self.panel.report()))

    def found(self, part: str) -> list[tuple[bool, str, str | None]]:
        """What is found about a part."""
        return [(each["well"], each["says"], each["do"]) for each in self.view["findings"] if each["part"] == part]


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Callable[..., Bench]]:
    made: list[Bench] = []

    def make(opener: Callable[[], Any] | None = None, **settings: Any) -> Bench:
        made.append(Bench(tmp_path, opener, **settings))
        made[-1].panel.start()
        return made[-1]

    yield make
    for one in made:
        one.panel.close()


def test_a_button_that_works_is_told_with_its_pin(bench: Any) -> None:
    """Before the first press it asks for one; then it tells pin, pull and how often it was pressed."""
    one = bench()
    ((well, says, do),) = one.found("button")
    assert (well, says) == (True, "On GPIO 17, pulled up; not pressed yet")
    assert do.startswith("If there is a button, press it now")
    pin = one.factory.pin(17)
    pin.drive_low()
    pin.drive_high()
    assert one.found("button") == [(True, "On GPIO 17, pulled up; presses: 1, bounces ignored: 0", None)]
    assert one.view["button"]["down"] is False


def test_presses_and_bounces_are_listed_as_they_happen(bench: Any) -> None:
    """The newest is first, each has its own number, and metal that bounces is told as that."""
    one = bench(button_debounce=1.0)
    before = one.view
    pin = one.factory.pin(17)
    for drive in (pin.drive_low, pin.drive_high, pin.drive_low):
        drive()
    now = one.view
    assert [each["text"] for each in now["button"]["recent"]] == ["Bounced, ignored", "Released", "Pressed"]
    assert doctor.news(before, now) == ["Pressed", "Released", "Bounced, ignored"]
    assert doctor.news(now, now) == []
    assert now["button"]["down"] is True


def test_a_shorted_button_is_named(bench: Any) -> None:
    """A contact that is closed from the start is told as stuck, with where to look."""
    factory = open_pins("mock")
    factory.pin(17, pin_class=Shorted)
    one = bench(lambda: factory)
    ((well, says, do),) = one.found("button")
    assert not well
    assert "stays pressed" in says
    assert "Check the wire from GPIO 17" in do


def test_a_loose_wire_is_named_also_afterwards(bench: Any) -> None:
    """While it chatters and after it has come to rest, people read that it did."""
    one = bench(button_debounce=0.001)
    contact = one.panel._button._contact
    contact._debounce = 0.0
    pin = one.factory.pin(17)
    for _ in range(25):
        pin.drive_low()
        pin.drive_high()
    ((well, says, _),) = one.found("button")
    assert not well
    assert "faster than any finger" in says
    one.notices.clear()
    assert [(well, "faster than any finger" in says) for well, says, _ in one.found("button")] == [
        (True, False),
        (False, True),
    ]


def test_what_is_missing_says_how_to_mend_it(bench: Any) -> None:
    """No pins at all: the panel's own sentence, and what to set where no button is wanted."""

    def opener() -> Any:
        raise Unavailable(Message("notice.pins.none"))

    one = bench(opener)
    ((well, says, do),) = one.found("button")
    assert (well, says) == (
        False,
        "No die button: this computer has nowhere to connect one. Roll on a phone or with the real die.",
    )
    assert "set pins to off" in do
    assert one.found("light") == []


def test_pins_that_are_off_are_well(bench: Any) -> None:
    """Whoever switched them off reads that, and no fault."""
    assert bench(pins="off").found("button") == [(True, "Switched off in the settings (pins)", None)]


def test_a_busy_pin_is_named(bench: Any) -> None:
    """Another program has the button's GPIO, or the light's: each is told by itself."""
    factory = open_pins("mock")
    with LED(17, pin_factory=factory):
        one = bench(lambda: factory)
        ((well, says, _),) = one.found("button")
        assert not well
        assert "using GPIO 17" in says
        assert [well for well, _, _ in one.found("light")] == [True]
    factory = open_pins("mock")
    with PWMLED(27, pin_factory=factory):
        ((well, says, _),) = bench(lambda: factory).found("light")
        assert not well
        assert "using GPIO 27" in says


def test_the_light_says_what_it_shows(bench: Any) -> None:
    """Dark, breathing while a roll is due, and blinking an answer."""
    one = bench()
    assert "dark now" in one.found("light")[0][1]
    one.panel.show(True)
    assert "breathing, because a roll is due now" in one.found("light")[0][1]
    one.panel.answer(3)
    assert "blinking the pips of a roll now" in one.found("light")[0][1]


def test_a_light_that_is_lit_by_low_is_dark_at_high(bench: Any) -> None:
    """A light wired to 3.3 V is off when its pin is high, and comes on when the pin goes down."""
    one = bench(light_lit="low")
    assert one.factory.pin(27).state == 1.0
    one.panel._light._led.on()
    assert one.factory.pin(27).state == 0.0


def facts(folder: Path, **known: Any) -> Facts:
    """Facts about a table without pins."""
    return Facts(settings=Settings(data=folder, pins="off"), **known)


def test_a_tray_is_told_with_port_and_firmware(tmp_path: Path) -> None:
    """What a tray reports, and beside it what it complains of; none at all is no fault."""
    report = {
        "here": True,
        "port": "/dev/ttyUSB0",
        "about": {"firmware": "1.0.0", "id": "0badcafe", "rolls": 41},
        "broken": {"checksum": 2, "long": 1},
    }
    found = [each for each in view(facts(tmp_path, tray=report))["findings"] if each["part"] == "tray"]
    assert [each["says"] for each in found] == [
        "Circuit board 0badcafe at /dev/ttyUSB0, firmware 1.0.0, rolls so far: 41, broken frames: 3"
    ]
    noisy = facts(tmp_path, tray=report, notices={"tray line": Message("notice.tray.noise")})
    assert [finding.well for finding in examine(noisy) if finding.part == "tray"] == [True, False]
    away = facts(tmp_path, tray={"here": False}, notices={"tray": Message("notice.tray.silent", {"instead": ""})})
    assert [finding.well for finding in examine(away) if finding.part == "tray"] == [False]
    assert [finding.well for finding in examine(facts(tmp_path)) if finding.part == "tray"] == [True]


def test_the_trays_own_test_is_told(tmp_path: Path) -> None:
    """What it found, with what to do about each; a word of a later firmware, and too little power."""
    report = {"here": True, "port": "/dev/ttyUSB0", "about": {}, "broken": {}}

    def found(**more: Any) -> list[Plain]:
        told = view(facts(tmp_path, tray={**report, **more}))["findings"]
        return [each for each in told if each["part"] == "tray"]

    (well,) = found(test=["ok", 4875, 903])
    assert well["well"]
    assert well["says"].endswith("self-test passed, running on 4.9 V")
    _, stuck, worn, other, low = found(test=["knock-stuck+eeprom+gremlins", 3620, 903])
    assert ("knock sensor stays closed" in stuck["says"].lower(), "D3" in stuck["do"]) == (True, True)
    assert "did not keep" in worn["says"]
    assert "gremlins" in other["says"]
    assert "3.6 V" in low["says"]
    assert not any(each["well"] for each in (stuck, worn, other, low))


def test_rolls_that_a_tray_did_not_finish_are_told(tmp_path: Path) -> None:
    """The loser of a roll may read how often the tray began one and left it aside."""
    report = {"here": True, "about": {}, "broken": {}, "dropped": 2}
    well, ill = [each for each in view(facts(tmp_path, tray=report))["findings"] if each["part"] == "tray"]
    assert (well["well"], ill["well"]) == (True, False)
    assert "did not finish as promised: 2" in ill["says"]


def test_other_devices_are_listed_once_and_are_no_fault(tmp_path: Path) -> None:
    """Whoever has built a tray reads which device did not answer as one; a printer is none's business."""
    report = {"here": False, "others": ["/dev/ttyUSB0 (USB Serial)", "/dev/ttyACM0"]}
    none, others = [each for each in view(facts(tmp_path, tray=report))["findings"] if each["part"] == "tray"]
    assert (none["well"], others["well"]) == (True, True)
    assert others["says"].endswith(": /dev/ttyUSB0 (USB Serial), /dev/ttyACM0")
    assert "firmware/README.md" in others["do"]


def test_a_reveal_is_veiled(tmp_path: Path) -> None:
    """The last frames show that there was one, but not its pips: it may not have counted yet."""
    last = ["> DRAW 7 0011223344556677", "< SHOW 7 00112233445566778899aabbccddeeff 0011223344556677 3"]
    shown = view(facts(tmp_path, tray={"here": False, "last": last}))["frames"]
    assert shown == [last[0], "< SHOW 7 ..."]


def test_a_disk_that_takes_nothing_is_named(tmp_path: Path) -> None:
    """What the store says of the disk is told first of all that concerns the games."""
    found = [
        one for one in examine(facts(tmp_path, notices={"store": Message("notice.disk.full")})) if one.part == "games"
    ]
    assert [one.well for one in found] == [False]
    assert [one.well for one in examine(facts(tmp_path)) if one.part == "games"] == [True]
