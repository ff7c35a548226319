"""Any line between a host and a tray: whatever is lost, doubled or cut off, each roll counts exactly once."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from companion.hardware.board import Board, Memory
from companion.hardware.rolls import TrayRoll, VoidRoll
from companion.hardware.talk import Talk

KEY = bytes(32)


class AnyLine(RuleBasedStateMachine):
    """A tray, a host and a line between them that loses, doubles and delays frames, with plugs pulled on both sides."""

    up = st.lists(st.sampled_from(["pass", "lose", "twice", "noise"]), max_size=12)

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.board = Board(Memory("0badcafe"))
        self.talk = Talk(KEY)
        self.log: dict[str, int] = {}
        self.lit: list[tuple[int, str]] = []
        self.knocks = 0
        self.fates: list[str] = []
        self.to_board: list[bytes] = []
        self.to_host: list[bytes] = []
        self.stored = True
        self.board.start(0.0)
        self.talk.open(0.0)

    def line(self, frames: list[bytes]) -> list[bytes]:
        """What arrives of these frames."""
        came = []
        for frame in frames:
            fate = self.fates.pop() if self.fates else "pass"
            came += {"pass": [frame], "lose": [], "twice": [frame, frame], "noise": [b"\xff!0", frame[:9], frame]}[fate]
        return came

    def pump(self) -> None:
        """Let both talk until neither has anything to say at this moment."""
        for _ in range(20):
            self.board.tick(self.now)
            self.talk.tick(self.now)
            self.to_host += self.line(self.board.take())
            said = self.talk.take()
            self.to_board += self.line([line + b"\n" for line in said.splitlines()])
            if not self.to_host and not self.to_board:
                return
            host, self.to_host = self.to_host, []
            for data in host:
                for event in self.talk.receive(data, self.now):
                    if isinstance(event, TrayRoll) and self.stored:
                        assert self.log.setdefault(event.request, event.pips) == event.pips
                        self.talk.seen(event)
                    assert not isinstance(event, VoidRoll)
            board, self.to_board = self.to_board, []
            for data in board:
                before = self.board.memory.pending
                self.board.receive(data, self.now)
                if before and not self.board.memory.pending:
                    self.lit.append((self.board.memory.rolls, self.board.light))

    @rule()
    def knock(self) -> None:
        """A knock begins a roll, unless one is under way."""
        before = self.board.memory.rolls
        self.board.knock(self.now)
        self.knocks += self.board.memory.rolls - before
        self.pump()

    @rule(ms=st.sampled_from([10, 250, 500, 1000, 3000]), fates=up)
    def time(self, ms: int, fates: list[str]) -> None:
        """Time passes, and these things befall the next frames."""
        self.fates = fates
        self.now += ms / 1000
        self.pump()

    @rule()
    def pull_the_plug(self) -> None:
        """What was on the way is gone; the host opens the port again."""
        self.to_host.clear()
        self.to_board.clear()
        self.board.start(self.now)
        self.talk.open(self.now)
        self.pump()

    @rule()
    def reset(self) -> None:
        """The board starts anew with the port open."""
        self.board.start(self.now, "reset")
        self.pump()

    @rule()
    def start_the_host_anew(self) -> None:
        """The companion forgets everything but its key and its log."""
        self.talk = Talk(KEY)
        self.talk.open(self.now)
        self.pump()

    @rule(stored=st.booleans())
    def disk(self, stored: bool) -> None:
        """The disk is full, or has room again."""
        self.stored = stored

    @rule()
    def come_to_rest(self) -> None:
        """With a quiet line and a disk, every roll that was not given up is in the log within seconds."""
        self.fates.clear()
        self.stored = True
        for _ in range(12):
            self.now += 0.25
            self.pump()
        assert not self.board.memory.pending
        assert self.talk.answers(self.now)

    @invariant()
    def each_roll_once(self) -> None:
        """The log has no more rolls than there were knocks, and the lights show what stands in it."""
        assert len(self.log) <= self.knocks
        for n, light in self.lit:
            assert light == f"pips {self.log[f'tray:0badcafe:{n}']}"


TestAnyLine = AnyLine.TestCase
TestAnyLine.settings = settings(max_examples=150, stateful_step_count=40, deadline=None)
