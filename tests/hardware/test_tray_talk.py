"""The talk of host and tray: every talk of the examples from both ends, and any line that loses and doubles."""

import pytest

from companion.hardware import commitment
from companion.hardware.board import Board, Memory
from companion.hardware.calibration import MAGNETS, NUMBER, Lesson
from companion.hardware.faces import Faces
from companion.hardware.frames import Decoder, encode
from companion.hardware.rolls import TrayRoll, VoidRoll
from companion.hardware.talk import AWAY_AFTER, About, Here, Level, SelfTest, Stranger, Talk
from tests.hardware import vectors

FACES = Faces({0: 512, 1: 576, 2: 640, 3: 704})
KEY = bytes(32)
TALKS = list(vectors.talks())


def said(data: bytes) -> list[str]:
    """What some bytes say, without numbers and pings: those come by the clock."""
    return [str(frame) for frame in Decoder().feed(data) if frame.verb not in ("PING", "PONG")]


def text_of(line: str) -> str:
    """The words of a frame's line, "" for a ping or pong."""
    return "".join(said(line.encode() + b"\n"))


@pytest.mark.parametrize("talk", TALKS, ids=lambda talk: talk.name)
def test_the_hosts_part(talk: vectors.Talk) -> None:
    """To everything the tray says in the example the host answers as the example does."""
    lesson = Lesson(MAGNETS, FACES) if any("magnets" in text for _, text in talk.lines) else Lesson()
    host = Talk(bytes.fromhex(talk.made_of["key"]), lambda _: lesson)
    now = 1000.0
    host.open(now)
    host.take()  # The first HELLO goes to a board that is still starting.
    answers: list[str] = []
    noticed: list[str] = []
    rolled: TrayRoll | None = None
    for mark, text in [*talk.lines, ("=", "end")]:
        if mark in ("<", "<+"):
            assert answers == [], f"nobody says {answers} before {text}"
            for event in host.receive(vectors.raw(text) + b"\n", now):
                match event:
                    case TrayRoll():
                        rolled = event
                    case VoidRoll(_, why):
                        noticed.append("unclear" if why == "level" else "void")
                    case Stranger(version, _):
                        noticed.append(f"version {version}")
            answers = said(host.take())
        elif mark in (">", ">-") and text_of(text):
            assert answers.pop(0) == text_of(text)
        elif (words := text.split())[0] == "wait":
            now += int(words[1]) / 1000
        elif words[0] == "rolled":
            assert rolled
            assert (rolled.pips, rolled.request) == (int(words[1]), f"tray:{talk.made_of['id']}:{rolled.n}")
            # Whether a roll is due is the table's to say; an old one is practice without asking.
            assert not (rolled.old and words[2] == "counted")
            host.seen(rolled)
            rolled = None
            answers = said(host.take())
        elif text == "host anew":
            host = Talk(bytes.fromhex(talk.made_of["key"]), lambda _: lesson)
            host.open(now)
            answers = said(host.take())
        elif words[0] in ("void", "unclear", "version"):
            assert noticed.pop(0) == text
    assert (answers, noticed, rolled) == ([], [], None)


@pytest.mark.parametrize("talk", TALKS, ids=lambda talk: talk.name)
def test_the_trays_part(talk: vectors.Talk) -> None:
    """The board that ships as the virtual tray says what the tray of the example says, and lights what it lights."""
    made_of = talk.made_of
    memory = Memory(made_of["id"], int(made_of["count"]), bytes.fromhex(made_of["secret"]))
    board = Board(memory)
    board.firmware = made_of["firmware"]
    board.protocol = int(board.firmware[0])
    now, begun, spoken = 1000.0, 1000.0, []
    if ("=", "pending") not in talk.lines:
        board.start(now)
    for mark, text in talk.lines:
        for frame in board.take():
            spoken += said(frame)
        if mark in ("<", "<-") and text_of(text):
            if not spoken:
                board.tick(now)
                spoken += [line for frame in board.take() for line in said(frame)]
            expected = text_of(text)
            if ("=", "false") in talk.lines and expected.startswith("SHOW"):
                assert spoken.pop(0).startswith(f"SHOW {memory.rolls} {'0' * 32} ")
            else:
                assert spoken.pop(0) == expected
        elif mark in (">", ">+"):
            board.receive(vectors.raw(text) + b"\n", now)
        elif mark == "=":
            match text.split():
                case ["knock"]:
                    board.knock(now)
                    begun = now
                case ["die", level]:
                    board.die(int(level), now)
                case ["wait", ms]:
                    now += int(ms) / 1000
                case ["pending"]:
                    memory.rolls, memory.pending = memory.rolls + 1, True
                case ["power", "on"]:
                    spoken.clear()
                    board.start(now)
                case ["watchdog"]:
                    board.receive(encode(0, "TEST", "watchdog"), now)
                    now += 0.6
                    board.tick(now)
                case ["false"]:
                    board.lies = True
                    board.receive(encode(0, "DRAW", memory.rolls, "0" * 16), now)
                    spoken = [line for frame in board.take()[-1:] for line in said(frame)]
                case ["give", "up", ms]:
                    while memory.pending:
                        now += 0.05
                        board.tick(now)
                        assert now - begun < 61
                    assert now - begun == pytest.approx(int(ms) / 1000, abs=0.1)
                    board.take()
                case ["light" | "error", *_]:
                    assert board.light == text.replace("light", "pips")
    assert spoken == []


def here(now: float = 0.0, talk: Talk | None = None, id: str = "1a2b3c4d", rolls: int = 0) -> Talk:
    """A host to which a tray has said hello."""
    talk = talk or Talk(KEY)
    talk.open(now)
    [event] = talk.receive(encode(0, "TRAY", 1, "1.0.0", id, rolls, "power"), now)
    assert event == Here(About(1, "1.0.0", id, rolls, "power"))
    talk.take()
    return talk


def test_hello_is_repeated_until_somebody_answers() -> None:
    """Each half second, and nothing else is ever said to whoever does not answer as a tray."""
    talk = Talk(KEY)
    talk.show("the die", 0.0)
    talk.answer(3, 0.0)
    talk.open(0.0)
    for step in range(1, 200):
        talk.tick(step / 20)
        talk.receive(encode(step, "ROLL", step, "0" * 32, "fresh") + b"ok T:20.1 /0.0 !00 echo", step / 20)
        talk.ask("LEVEL")
    assert [str(frame) for frame in Decoder().feed(talk.take())] == ["HELLO 1"] * 20


def asked_gently(*said: tuple[float, bytes]) -> int:
    """How many hellos a device hears in ten seconds that says this at these times."""
    talk = Talk(KEY)
    talk.open(0.0, gently=True)
    hellos = 0
    for step in range(200):
        for at, data in said:
            if at == step / 20:
                talk.receive(data, at)
        talk.tick(step / 20)
        hellos += [str(frame) for frame in Decoder().feed(talk.take())].count("HELLO 1")
    return hellos


def test_a_device_that_may_be_somebody_elses_is_asked_gently() -> None:
    """A silent one twice, one that talks or sends back what it hears once; a tray that starts is greeted as ever."""
    assert asked_gently() == 2
    assert asked_gently((1.0, b"$GPGGA,092750.000,5321.6802,N*76\r\n")) == 1
    assert asked_gently((1.0, encode(0, "HELLO", 1))) == 1
    assert asked_gently((2.0, encode(0, "BOOT", 1, "1.0.0", "reset"))) > 10


def test_pings_tell_what_is_due_and_what_was_rolled_elsewhere() -> None:
    """Each second, and at once when something changes; an answer is shown for five seconds."""
    talk = here()
    told = []
    for step in range(1, 101):
        now = step / 10
        if now == 2.5:
            talk.show("the die", now)
        if now == 4.2:
            talk.answer(2, now)
        if step % 10 == 0:
            talk.receive(encode(step, "PONG", 0, 0, NUMBER), now)
        talk.tick(now)
        told += [(now, str(frame)) for frame in Decoder().feed(talk.take())]
    assert told == [
        (1.0, "PING 0 -"),
        (2.0, "PING 0 -"),
        (2.5, "PING 1 -"),
        (3.5, "PING 1 -"),
        (4.2, "PING 1 2"),
        (5.2, "PING 1 2"),
        (6.2, "PING 1 2"),
        (7.2, "PING 1 2"),
        (8.2, "PING 1 2"),
        (9.2, "PING 1 -"),
    ]


def test_a_tray_that_falls_silent_is_greeted_again() -> None:
    """After two and a half seconds without a word it counts as away; its answer brings it back."""
    talk = here()
    talk.tick(AWAY_AFTER)
    assert talk.answers(AWAY_AFTER)
    talk.tick(AWAY_AFTER + 0.01)
    assert not talk.answers(AWAY_AFTER + 0.01)
    assert said(talk.take()) == ["HELLO 1"]
    here(3.0, talk)
    assert talk.answers(3.0)


def test_the_mode_is_said_until_the_tray_has_it() -> None:
    """A lost MODE is said again at the next pong, which also tells the number of the last roll."""
    talk = here()
    talk.read(Lesson(MAGNETS, FACES))
    assert said(talk.take()) == ["MODE magnets"]
    talk.receive(encode(1, "PONG", 0, 0, NUMBER), 1.0)
    assert said(talk.take()) == ["MODE magnets"]
    talk.receive(encode(2, "PONG", 8, 0, MAGNETS), 2.0)
    assert said(talk.take()) == []
    assert talk.about
    assert talk.about.rolls == 8


def test_the_sensor_and_the_test_of_the_tray() -> None:
    """Both are asked and told."""
    talk = here()
    talk.ask("LEVEL")
    talk.ask("TEST", "watchdog")
    assert said(talk.take()) == ["LEVEL", "TEST watchdog"]
    assert talk.receive(encode(0, "LEVEL", 512, 34), 0.0) == [Level(512, 34)]
    events = talk.receive(encode(1, "LEVEL", 700) + encode(2, "TEST", "button-stuck+eeprom", 4875, 903), 0.0)
    assert events == [Level(700), SelfTest("button-stuck+eeprom", 4875, 903)]


def committed(id: str, n: int) -> tuple[bytes, bytes]:
    """A tray's commitment to some secret, as the examples have it."""
    given, follows = next(
        (given, follows) for given, follows in vectors.examples("commit") if given.startswith(f"{id} {n} ")
    )
    return bytes.fromhex(given.split()[2]), bytes.fromhex(follows)


@pytest.mark.parametrize(("away", "old"), [(59.0, False), (61.0, True)])
def test_a_roll_taken_up_again_is_old_after_a_minute(away: float, old: bool) -> None:
    """A plug pulled for a moment costs nothing; yesterday's knock is practice."""
    talk = here(0.0)
    here(away, talk, rolls=1)
    secret, commit = committed("1a2b3c4d", 1)
    assert talk.receive(encode(1, "ROLL", 1, commit.hex(), "again"), away) == []
    board = Board(Memory("1a2b3c4d", 1, secret, pending=True))
    board.start(away)
    board.receive(talk.take(), away)
    [event] = talk.receive(board.take()[-1], away)
    assert isinstance(event, TrayRoll)
    assert event.old is old


def test_a_commitment_that_changes_is_void() -> None:
    """Whoever commits to something else under the same number gets no draw for it."""
    talk = here()
    assert talk.receive(encode(1, "ROLL", 1, "00" * 16, "fresh"), 0.0) == []
    assert said(talk.take())[0].startswith("DRAW 1 ")
    assert talk.receive(encode(2, "ROLL", 1, "11" * 16, "fresh"), 0.0) == [VoidRoll(1, "commitment")]
    assert said(talk.take()) == ["SEEN 1 void"]


def test_a_die_that_lies_since_before_the_start_is_read_as_it_was_taught() -> None:
    """What the tray is and which face lies there may come in the same bytes, before anybody could say how to read."""
    talk = Talk(KEY, {"1a2b3c4d": Lesson(MAGNETS, FACES)}.__getitem__)
    talk.open(0.0)
    talk.take()
    both = encode(0, "TRAY", 1, "1.0.0", "1a2b3c4d", 7, "reset") + encode(1, "FACE", 7, 640, "again")
    assert talk.receive(both, 0.0)[-1] == TrayRoll("1a2b3c4d", 7, 2, old=True)
    assert said(talk.take()) == ["MODE magnets"]


def test_a_tray_that_rolls_by_knocks_shows_no_face() -> None:
    """A face that was taught before is no way around the two numbers."""
    talk = Talk(KEY, lambda _: Lesson(NUMBER, FACES))
    here(0.0, talk)
    assert talk.receive(encode(1, "FACE", 1, 704, "fresh"), 0.0) == [VoidRoll(1, "mode")]
    assert said(talk.take()) == ["SEEN 1 void"]


def test_a_tray_that_shows_only_what_it_likes_is_found_out() -> None:
    """With our number it knows its pips; if it begins another roll instead, the first never counts, and is told."""
    talk = here()
    secret, commit = committed("1a2b3c4d", 1)
    talk.receive(encode(1, "ROLL", 1, commit.hex(), "fresh"), 0.0)
    draw = bytes.fromhex(said(talk.take())[0].split()[2])
    shown = encode(2, "SHOW", 1, secret.hex(), draw.hex(), commitment.pips(secret, draw, 1))
    talk.receive(encode(3, "ROLL", 2, "22" * 16, "fresh"), 0.0)
    talk.take()
    assert talk.receive(shown, 0.0) == []
    assert said(talk.take()) == ["SEEN 1 void"]
    assert talk.dropped == 1


def test_what_a_tray_says_wrongly_is_let_be() -> None:
    """A frame with a good checksum and bad words is no event and no answer, and raises nothing."""
    talk = here()
    lines = [
        "ROLL", "ROLL 1", "ROLL x 00 fresh", f"ROLL 4294967296 {'0' * 32} fresh", f"ROLL 01 {'0' * 32} fresh",
        f"ROLL 1 {'0' * 31}G fresh", "SHOW 1 2 3 4", f"SHOW 1 {'0' * 32} {'0' * 16} 2", "FACE 1", "FACE x 1 fresh",
        "LEVEL", "LEVEL high", "TEST", "TEST ok", "PONG", "TRAY", "TRAY x", "TRAY 1 1.0 xyz 0 power", "WHAT HELLO",
        # Leading zeros.
        f"SHOW 01 {'0' * 32} {'0' * 16} 2", f"SHOW 1 {'0' * 32} {'0' * 16} 02", "FACE 01 512 fresh",
        "FACE 1 0512 fresh", "LEVEL 0512", "LEVEL 512 034", "LEVEL 512 x",
        "TEST ok 04987 1203", "TEST ok 4987 01203", "PONG 01 0 number", "TRAY 01 1.0 1a2b3c4d 0 power",
        "TRAY 1 1.0 1a2b3c4d 00 power",
    ]  # fmt: skip
    for line in lines:
        verb, *args = line.split()
        assert talk.receive(encode(0, verb, *args), 0.0) == []
        assert talk.take() == b""


def test_frames_that_did_not_come_are_counted() -> None:
    """By their numbers: 3 and 4 never came, and 5 came twice; a start begins anew."""
    talk = Talk(KEY)
    for seq in (1, 2, 5, 5, 6):
        talk.receive(encode(seq, "PONG", 0, 0, NUMBER), 0.0)
    talk.receive(encode(0, "BOOT", 1, "1.0.0", "reset") + encode(1, "PONG", 0, 0, NUMBER), 0.0)
    assert (talk.lost, talk.repeated) == (2, 1)


def test_only_the_trays_own_broken_frames_are_counted() -> None:
    """Not what a printer said at another port, nor what the board's boot loader said before it was a tray."""
    noise = b"!start\n!!ok T:20.1\n"
    talk = Talk(KEY)
    talk.open(0.0)
    talk.receive(noise, 0.0)
    talk.open(1.0)
    talk.receive(noise + encode(0, "TRAY", 1, "1.0.0", "1a2b3c4d", 0, "power"), 1.0)
    assert talk.broken.total() == 0
    talk.receive(b"!02 PONG 0 0 num", 1.5)
    talk.receive(encode(3, "PONG", 0, 0, NUMBER), 1.6)
    assert talk.broken == {"cut": 1}
    here(2.0, talk)
    assert talk.broken == {"cut": 1}
    here(3.0, talk, id="0badcafe")
    assert talk.broken.total() == 0


def test_only_so_many_rolls_are_remembered() -> None:
    """A tray that rolls all night fills no memory."""
    talk = here()
    for n in range(500):
        talk.receive(encode(0, "ROLL", n, "00" * 16, "fresh"), 0.0)
        talk.take()
    assert len(talk._rolls._rolls) <= 64


def test_only_so_many_trays_are_remembered() -> None:
    """Something that says another id each time fills no memory either, and the last one is known."""
    talk = Talk(KEY)
    for number in range(500):
        talk.receive(encode(0, "TRAY", 1, "1.0.0", f"{number:08x}", 0, "power"), 0.0)
        talk.take()
    assert len(talk._heard_of) <= 16
    assert "000001f3" in talk._heard_of


def test_what_was_not_sent_is_not_said_to_the_next() -> None:
    """Whatever hangs at a port that was just opened hears a hello first, and nothing that was meant for another."""
    talk = here()
    talk.ask("TEST", "watchdog")
    talk.open(5.0)
    assert said(talk.take()) == ["HELLO 1"]


@pytest.mark.parametrize("lie", ["secret", "draw", "pips"])
def test_a_reveal_has_to_fit_in_every_part(lie: str) -> None:
    """Another secret than the one committed to, another draw than ours, other pips than both give: one is enough."""
    talk = here()
    secret, commit = committed("1a2b3c4d", 1)
    talk.receive(encode(1, "ROLL", 1, commit.hex(), "fresh"), 0.0)
    draw = bytes.fromhex(said(talk.take())[0].split()[2])
    shown, pips = draw, commitment.pips(secret, draw, 1)
    if lie == "secret":
        secret = bytes(16)
        pips = commitment.pips(secret, draw, 1)
    elif lie == "draw":
        shown = bytes(8)
    else:
        pips = (pips + 1) % 4
    assert talk.receive(encode(2, "SHOW", 1, secret.hex(), shown.hex(), pips), 0.0) == [VoidRoll(1, "reveal")]
    assert said(talk.take()) == ["SEEN 1 void"]
    assert talk.dropped == 1
