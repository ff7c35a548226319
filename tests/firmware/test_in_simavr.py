"""The firmware's own ELF on a simulated ATmega328P in real time, spoken to through pyserial."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
import serial

from tests.firmware.bench import Board, Line, commitment, frame, pips

DRAW = "00112233445566ff"
PIPS = {"0": [], "1": ["D5"], "2": ["D5", "D6"], "3": ["D5", "D6", "D9"]}


def lit(board: Board) -> list[str]:
    """The lights of the pips that are on all the time."""
    return [pin for pin, share in board.lights().items() if pin != "D13" and share > 0.99]


def roll(board: Board, line: Line, tray: str) -> tuple[str, str]:
    """A whole roll from the knock on, each step checked; its n and pips."""
    board.press()
    _, n, commit, how = line.wait_for("ROLL")
    assert how == "fresh"
    line.say(f"DRAW {n} {DRAW}")
    _, shown, secret, draw, made = line.wait_for("SHOW")
    assert (shown, draw) == (n, DRAW)
    assert commit == commitment(tray, n, secret)
    assert made == pips(secret, DRAW, n)
    line.say(f"SEEN {n} {made}")
    return n, made


def test_hello(board: Board, line: Line) -> None:
    """A started tray says so, and answers a greeting with its id, which stays its own."""
    board.word("reset")
    assert line.hear() == ["BOOT", "1", "1.0.0", "reset"]
    first = line.greet()
    assert first[1:3] == ["1", "1.0.0"]
    assert first[4:] == ["0", "reset"]
    board.word("power off", "power on")
    assert line.hear() == ["BOOT", "1", "1.0.0", "power"]
    assert line.greet()[3] == first[3]


@pytest.mark.long(name="extras")
@pytest.mark.long(name="tray")
def test_two_trays_differ(built: Path, tmp_path: Path, board: Board, line: Line) -> None:
    """Two new boards make different ids, and promise different secrets."""
    (tmp_path / "other").mkdir()
    with closing(Board(built, tmp_path / "other")) as other, closing(Line(other.port)) as far:
        other.word("wait 1000")
        assert far.greet()[3] != line.greet()[3]
        board.press()
        other.press()
        assert far.wait_for("ROLL")[2] != line.wait_for("ROLL")[2]


def test_rolls(board: Board, line: Line) -> None:
    """Rolls count up one by one, fit what was promised, and light their pips once they are seen."""
    tray = line.greet()[3]
    for expected in range(1, 7):
        n, made = roll(board, line, tray)
        assert n == str(expected)
        board.word("wait 40")
        assert lit(board) == PIPS[made]


def test_pips_stay_dark_until_seen(board: Board, line: Line) -> None:
    """The reveal alone lights nothing, and an answer that does not fit blinks instead."""
    line.greet()
    board.press()
    n = line.wait_for("ROLL")[1]
    line.say(f"DRAW {n} {DRAW}")
    made = line.wait_for("SHOW")[4]
    assert not any(board.lights()[pin] for pin in ("D5", "D6", "D9"))
    board.word("stat")
    line.say(f"SEEN {n} {(int(made) + 1) % 4}")
    # A blink of 900 ms, half of it dark, whenever the line brings the answer.
    board.word("wait 3000")
    share = board.word("stat")
    assert all(0.12 < float(share.split(f"{pin}=")[1].split(" ")[0]) < 0.2 for pin in ("D5", "D6", "D9")), share


def test_a_bouncing_knock_is_one(board: Board, line: Line) -> None:
    """A ringing contact makes one roll, a touch of 5 ms none, and the button one more."""
    line.greet()
    board.word("pin D3 0", "wait 5", "pin D3 1")
    line.quiet(board, 300)
    board.word(*["pin D3 0", "wait 3", "pin D3 1", "wait 4"] * 8)
    assert line.hear()[:2] == ["ROLL", "1"]
    line.say("SEEN 1 void")
    # On a busy computer it may have asked again before it heard that.
    board.word("wait 100")
    line.serial.reset_input_buffer()
    line.quiet(board, 600)
    board.press("D2")
    assert line.hear()[:2] == ["ROLL", "2"]


def test_lost_frames_come_again(board: Board, line: Line) -> None:
    """What is not answered is said again with its number, and what is answered twice is done once."""
    line.greet()
    board.word("lose 300")
    board.press()
    first, second = line.wait_for("ROLL"), line.wait_for("ROLL")
    assert first == second
    assert line.numbers[-1] == line.numbers[-2]
    for _ in range(3):
        line.say(f"DRAW 1 {DRAW}")
    shown = [line.wait_for("SHOW") for _ in range(3)]
    assert shown[0] == shown[1] == shown[2]
    for _ in range(3):
        line.say(f"SEEN 1 {shown[0][4]}")
    board.word("wait 100")
    line.serial.reset_input_buffer()
    line.say("PING 1 -")
    assert line.hear() == ["PONG", "1", "1", "number"]


def test_noise(board: Board, line: Line) -> None:
    """Noise, half lines and lines without end change nothing, in the middle of a roll too."""
    tray = line.greet()[3]
    board.press()
    n, commit = line.wait_for("ROLL")[1:3]
    board.word("noise 200", "wait 300")
    line.serial.write(b"!" + b"x" * 400 + b"!00 DRAW 1 " + frame(0, "DRAW 1 0000000000000000")[:-2] + b"\n")
    board.word("noise 50", "wait 100")
    line.say(f"DRAW {n} {DRAW}")
    _, _, secret, draw, made = line.wait_for("SHOW")
    assert draw == DRAW
    assert commit == commitment(tray, n, secret)
    line.say(f"SEEN {n} {made}")
    board.word("wait 100")
    assert roll(board, line, tray)[0] == "2"


def test_it_tells_how_long_the_knock_sensor_rang(board: Board, line: Line) -> None:
    """Too short for a knock or not, once: whoever places the sensor sees how hard a knock arrives."""
    line.greet()
    board.word("pin D3 0", "wait 8", "pin D3 1", "wait 40")
    line.say("LEVEL")
    assert 5 <= int(line.wait_for("LEVEL")[2]) <= 9
    line.say("LEVEL")
    assert line.wait_for("LEVEL")[2] == "0"
    board.press()
    board.word("wait 40")
    assert line.wait_for("ROLL")[1] == "1"
    line.say("LEVEL")
    assert 25 <= int(line.wait_for("LEVEL")[2]) <= 31


def test_numbers_with_leading_zeros_are_none(board: Board, line: Line) -> None:
    """Such a frame is answered like any that is not understood, and the roll goes on as if it had not come."""
    tray = line.greet()[3]
    board.press()
    n, commit = line.wait_for("ROLL")[1:3]
    for text in ("HELLO 01", "PING 00 -", "PING 1 03", f"DRAW 0{n} {DRAW}", f"SEEN 0{n} void", f"SEEN {n} 00"):
        line.say(text)
        assert line.wait_for("WHAT") == ["WHAT", text.split()[0]]
    line.say(f"DRAW {n} {DRAW}")
    _, _, secret, draw, made = line.wait_for("SHOW")
    assert (draw, commit, made) == (DRAW, commitment(tray, n, secret), pips(secret, DRAW, n))


def test_a_reset_in_the_middle_of_a_frame(board: Board, line: Line) -> None:
    """Half a frame before a reset and half a frame after it make none, and the roll goes on with what it promised."""
    line.greet()
    board.press()
    commit = line.wait_for("ROLL")[2]
    whole = frame(9, f"DRAW 1 {DRAW}")
    line.serial.write(whole[:20])
    board.word("wait 10", "reset")
    line.serial.write(whole[20:])
    assert line.wait_for("BOOT")[3] == "reset"
    assert line.wait_for("ROLL")[1:] == ["1", commit, "again"]


@pytest.mark.parametrize("cut", ["power off", "reset"])
def test_no_second_number_by_pulling_the_plug(board: Board, line: Line, cut: str) -> None:
    """A roll that is broken off keeps its secret, and once it was revealed also the host's number."""
    line.greet()
    board.press()
    commit = line.wait_for("ROLL")[2]
    board.word(cut, "wait 200", "power on" if cut == "power off" else "wait 1")
    assert line.wait_for("BOOT")[3] == ("power" if cut == "power off" else "reset")
    assert line.wait_for("ROLL")[1:] == ["1", commit, "again"]
    line.say(f"DRAW 1 {DRAW}")
    shown = line.wait_for("SHOW")
    board.word(cut, "wait 200", "power on" if cut == "power off" else "wait 1")
    assert line.wait_for("ROLL")[1:] == ["1", commit, "again"]
    line.say("DRAW 1 ffffffffffffffff")
    assert line.wait_for("SHOW") == shown


def test_the_eeprom_outlives_the_board(built: Path, tmp_path: Path) -> None:
    """Id, count and the next secret are there when the tray is taken out of its box again."""
    with closing(Board(built, tmp_path)) as board, closing(Line(board.port)) as line:
        board.word("wait 1000")
        tray = line.greet()[3]
        roll(board, line, tray)
        board.word("wait 300")
    with closing(Board(built, tmp_path)) as board, closing(Line(board.port)) as line:
        board.word("wait 100")
        assert line.greet()[3:] == [tray, "1", "power"]
        assert roll(board, line, tray)[0] == "2"


@pytest.mark.long(name="extras")
@pytest.mark.long(name="tray")
def test_the_watchdog_bites(board: Board, line: Line) -> None:
    """A program that hangs is started anew, says why, and has lost no number."""
    tray = line.greet()[3]
    roll(board, line, tray)
    board.word("wait 300")
    line.say("TEST watchdog")
    assert line.wait_for("BOOT")[3] == "watchdog"
    assert line.greet()[3:] == [tray, "1", "watchdog"]
    assert roll(board, line, tray)[0] == "2"


def test_magnets(board: Board, line: Line) -> None:
    """In the other mode the hall sensor's level is told once the die has come to rest."""
    line.greet("magnets")
    line.say("PING 1 -")
    assert line.wait_for("PONG") == ["PONG", "0", "1", "magnets"]
    # In one go: while the board waited for a busy computer's next word, the die would lie still.
    moves = [word for level in (1000, 4000, 2000, 3500) for word in (f"adc 0 {level}", "wait 100")]
    board.press("D3", *moves, "adc 0 3125")
    _, n, level, how = line.hear()
    assert (n, how) == ("1", "fresh")
    assert abs(int(level) - 3125 * 1023 // 5000) <= 2
    line.say("SEEN 1 2")
    board.word("wait 40")
    assert lit(board) == PIPS["2"]
    line.say("LEVEL")
    assert abs(int(line.wait_for("LEVEL")[1]) - 639) <= 2


def test_another_version_is_asked_for(board: Board, line: Line) -> None:
    """A host of another version is told which one this is; what is not understood is said."""
    line.say("HELLO 2")
    assert line.wait_for("TRAY")[1] == "1"
    line.say("SING softly")
    assert line.hear() == ["WHAT", "SING"]


def test_pings(board: Board, line: Line) -> None:
    """200 questions get 200 answers with numbers in a row, and the due light breathes meanwhile."""
    line.greet()
    line.numbers.clear()
    for at in range(200):
        line.say(f"PING {at % 2} -")
        assert line.hear() == ["PONG", "0", str(at % 2), "number"]
    assert line.numbers == [(line.numbers[0] + step) % 256 for step in range(200)]
    assert 0 < board.lights()["D13"] < 1


@pytest.mark.long(name="extras")
@pytest.mark.long(name="tray")
def test_self_test(board: Board, line: Line) -> None:
    """After some rolls the tray is well, knows its supply, and its stack has never come near its variables."""
    tray = line.greet()[3]
    for _ in range(3):
        roll(board, line, tray)
    board.press()
    line.wait_for("ROLL")
    line.greet()  # The deepest way: the answer, and the pending roll once more.
    board.word("wait 300")
    line.say("TEST")
    _, result, supply, free = line.wait_for("TEST")
    assert result == "ok"
    assert abs(int(supply) - 5000) < 50
    assert int(free) > 128
    board.word("pin D2 0", "wait 5500")
    line.serial.reset_input_buffer()
    line.say("TEST")
    assert line.wait_for("TEST")[1] == "button-stuck"


def test_unplugged(board: Board, line: Line) -> None:
    """Without its cable the port is gone; with it the tray is there with the roll that was pending."""
    line.greet()
    board.press()
    commit = line.wait_for("ROLL")[2]
    board.word("unplug", "power off")
    with pytest.raises(serial.SerialException):
        line.serial.read(4096)
    board.word("plug", "power on")
    with closing(Line(board.port)) as again:
        again.say("HELLO 1")
        assert again.wait_for("ROLL")[1:] == ["1", commit, "again"]
