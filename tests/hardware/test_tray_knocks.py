"""Which question a knock on the tray answers: a host and a board on one line, in a test's own time."""

import pytest

from companion.hardware.board import Board, Memory
from companion.hardware.rolls import TrayRoll
from companion.hardware.talk import Talk

KEY = bytes(32)


class Sitting:
    """A host and a board on one line, whose time a test moves on; what each says comes to the other when it is let."""

    def __init__(self) -> None:
        self.now = 0.0
        self.board = Board(Memory("1a2b3c4d"))
        self.board.start(self.now)
        self.board.take()
        self.host = Talk(KEY)
        self.rolls: list[TrayRoll] = []

    def open(self, host: Talk | None = None) -> None:
        """The host opens the port, or another one does in its place."""
        self.host = host or self.host
        self.host.open(self.now)

    def ask(self, question: str | None) -> None:
        """The table waits for a roll, or for none."""
        self.host.show(question, self.now)

    def speak(self) -> None:
        """Both say what they have to say, until nobody has a word left."""
        while True:
            self.host.tick(self.now)
            self.board.tick(self.now)
            heard = self.host.take()
            self.board.receive(heard, self.now)
            said = b"".join(self.board.take())
            self.hear(said)
            if not heard and not said:
                return

    def hear(self, said: bytes) -> None:
        """Some bytes of the board's come to the host."""
        for event in self.host.receive(said, self.now):
            if isinstance(event, TrayRoll):
                self.rolls.append(event)
                self.host.seen(event)

    def wait(self, seconds: float) -> None:
        """Time passes, in which both talk."""
        end = self.now + seconds
        while self.now < end:
            self.now = min(end, self.now + 0.1)
            self.speak()

    @property
    def asked(self) -> list[str | None]:
        """What each roll may answer."""
        return [roll.asked for roll in self.rolls]


@pytest.fixture
def sitting() -> Sitting:
    return Sitting()


def test_a_knock_answers_the_question_that_is_open(sitting: Sitting) -> None:
    """And no other: the next knock answers the next question."""
    sitting.open()
    for question in ("first", "second"):
        sitting.ask(question)
        sitting.wait(1)
        sitting.board.knock(sitting.now)
        sitting.wait(4)
    assert sitting.asked == ["first", "second"]


@pytest.mark.parametrize("before", [0.0, 20.0, 55.0])
def test_a_knock_that_nobody_listened_to_answers_nothing(sitting: Sitting, before: float) -> None:
    """The tray goes on saying it for a minute; a table that opens meanwhile with a roll due shows it as practice."""
    sitting.board.knock(sitting.now)
    sitting.now += before
    sitting.ask("the die")
    sitting.open()
    sitting.wait(5)
    assert sitting.asked == [None]
    sitting.board.knock(sitting.now)
    sitting.wait(1)
    assert sitting.asked == [None, "the die"]


def test_a_knock_from_before_the_question_answers_nothing(sitting: Sitting) -> None:
    """Its frames came late, or the table was busy: when they are read, a roll is due that nobody had asked for then."""
    sitting.open()
    sitting.wait(1)
    sitting.board.knock(sitting.now)
    late = b"".join(sitting.board.take())
    sitting.ask("the die")
    sitting.hear(late)
    sitting.wait(1)
    assert sitting.asked == [None]


def test_a_knock_for_one_question_does_not_answer_the_next(sitting: Sitting) -> None:
    """The first was answered on a phone while the knock was on its way, and another one follows at once."""
    sitting.open()
    sitting.ask("first")
    sitting.wait(1)
    sitting.board.knock(sitting.now)
    late = b"".join(sitting.board.take())
    sitting.ask("second")
    sitting.hear(late)
    sitting.wait(1)
    assert sitting.asked == [None]
    sitting.wait(3)
    sitting.board.knock(sitting.now)
    sitting.wait(1)
    assert sitting.asked == [None, "second"]


def test_a_question_that_is_asked_again_wants_a_new_knock(sitting: Sitting) -> None:
    """A die that lay cocked: the same occasion is due, and what was rolled between the two is no answer."""
    sitting.open()
    sitting.ask("the die")
    sitting.wait(1)
    sitting.ask(None)
    sitting.wait(1)
    sitting.board.knock(sitting.now)
    sitting.board.tick(sitting.now)
    late = b"".join(sitting.board.take())
    sitting.ask("the die")
    sitting.hear(late)
    sitting.wait(1)
    assert sitting.asked == [None]


def test_a_host_that_was_started_anew_knows_which_question_the_tray_had_heard(sitting: Sitting) -> None:
    """A knock of the last second counts, as the question was open all the time."""
    sitting.open()
    sitting.ask("the die")
    sitting.wait(1)
    sitting.board.knock(sitting.now)
    sitting.board.take()
    sitting.open(Talk(KEY, asked=sitting.host.asked))
    sitting.ask("the die")
    sitting.wait(2)
    assert sitting.asked == ["the die"]
