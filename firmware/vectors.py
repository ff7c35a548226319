"""Writes vectors.txt: examples of docs/tray-protocol.md, worked out with nothing but the standard library.

Neither side's code is used here, so that the file can say when one of them is wrong.
`python firmware/vectors.py > firmware/vectors.txt` writes it.
"""

import binascii
import hashlib
import hmac

FACES = (0, 0, 0, 1, 2, 3)


def frame(seq: int, text: str) -> str:
    """The line of a frame, without its end."""
    body = f"{seq:02X} {text}"
    return f"!{body}*{binascii.crc_hqx(body.encode(), 0xFFFF):04X}"


def commit(tray: str, n: int, secret: str) -> str:
    """What the tray commits itself to."""
    data = b"tray" + bytes.fromhex(tray) + n.to_bytes(4, "big") + bytes.fromhex(secret)
    return hashlib.sha256(data).digest()[:16].hex()


def draw(key: str, tray: str, n: int, committed: str) -> str:
    """The host's number."""
    data = b"draw" + bytes.fromhex(tray) + n.to_bytes(4, "big") + bytes.fromhex(committed)
    return hmac.new(bytes.fromhex(key), data, hashlib.sha256).digest()[:8].hex()


def pips(secret: str, drawn: str, n: int) -> int:
    """The pips of both numbers together."""
    digest = hashlib.sha256(b"pips" + bytes.fromhex(secret) + bytes.fromhex(drawn) + n.to_bytes(4, "big")).digest()
    return next((FACES[byte % 6] for byte in digest if byte < 252), 0)


def made_up(word: str, size: int) -> str:
    """Bytes that look random and are the same each time, as hex."""
    return hashlib.sha256(word.encode()).hexdigest()[: 2 * size]


def escaped(data: bytes) -> str:
    r"""Bytes as printable text: \\, \n, \r and \xNN."""
    named = {0x5C: "\\\\", 0x0A: "\\n", 0x0D: "\\r"}
    return "".join(named.get(byte) or (chr(byte) if 0x20 <= byte < 0x7F else f"\\x{byte:02x}") for byte in data)


ID, KEY = "1a2b3c4d", made_up("key", 32)


class Talk:
    """One talk between a tray and a host, written down as it goes: the sequence numbers count by themselves."""

    def __init__(self, name: str, count: int, firmware: str = "1.0.0", due: int = 1, mode: str = "number") -> None:
        self.count, self.firmware, self.due, self.mode = count, firmware, due, mode
        self.secret = made_up(f"secret {count + 1}", 16)
        self.lines = [f"talk {name}", f"with id={ID} count={count} secret={self.secret} key={KEY} firmware={firmware}"]
        self.seq = {"<": 0, ">": 0}

    def say(self, mark: str, text: str) -> str:
        """A frame with a new number; the mark's first character is who says it."""
        line = frame(self.seq[mark[0]], text)
        self.seq[mark[0]] = (self.seq[mark[0]] + 1) % 256
        self.lines.append(f"{mark} {line}")
        return line

    def line(self, mark: str, line: str) -> None:
        self.lines.append(f"{mark} {line}")

    def happens(self, *what: str) -> None:
        self.lines.extend(f"= {one}" for one in what)

    def start(self, pending: str = "", cause: str = "power") -> None:
        """From the start of the tray to the first ping; a pending roll is taken up with its frame."""
        self.seq["<"] = 0
        self.say("<", f"BOOT 1 {self.firmware} {cause}")
        self.host_starts(pending, pending, cause)

    def host_starts(self, ignored: str, pending: str, cause: str = "power") -> None:
        """The host's hello and what follows; before TRAY the host ignores a frame."""
        self.say(">", "HELLO 1")
        if ignored:
            self.say("<", ignored)
        self.say("<", f"TRAY 1 {self.firmware} {ID} {self.count} {cause}")
        self.say(">", f"MODE {self.mode}")
        self.say(">", f"PING {self.due} -")
        if pending:
            self.say("<", pending)
            self.say(">", self.draw)
        self.say("<", f"PONG {self.count} {self.due} {self.mode}")

    def knock(self) -> None:
        self.count += 1
        self.happens("knock")

    def pull(self) -> None:
        self.happens("power off", "power on")

    @property
    def committed(self) -> str:
        return commit(ID, self.count, self.secret)

    @property
    def drawn(self) -> str:
        return draw(KEY, ID, self.count, self.committed)

    @property
    def pips(self) -> int:
        return pips(self.secret, self.drawn, self.count)

    @property
    def fresh(self) -> str:
        return f"ROLL {self.count} {self.committed} fresh"

    @property
    def again(self) -> str:
        return f"ROLL {self.count} {self.committed} again"

    @property
    def draw(self) -> str:
        return f"DRAW {self.count} {self.drawn}"

    @property
    def show(self) -> str:
        return f"SHOW {self.count} {self.secret} {self.drawn} {self.pips}"

    @property
    def seen(self) -> str:
        return f"SEEN {self.count} {self.pips}"

    def rolled(self, counts: str = "counted") -> None:
        """The reveal, the roll at the table, its answer, the light."""
        self.say("<", self.show)
        self.happens(f"rolled {self.pips} {counts}")
        self.say(">", self.seen)
        self.happens(f"light {self.pips}")

    def end(self) -> list[str]:
        return [*self.lines, "end", ""]


def frames() -> list[str]:
    """Whole frames of every verb, and the first and last of what may vary."""
    secret = made_up("secret 1", 16)
    committed = commit(ID, 1, secret)
    texts = [
        "HELLO 1", "MODE number", "MODE magnets", "PING 0 -", "PING 1 3", f"DRAW 1 {draw(KEY, ID, 1, committed)}",
        "SEEN 1 0", "SEEN 4294967295 void", "LEVEL", "TEST", "TEST watchdog", "BOOT 1 1.0.0 power",
        "BOOT 1 1.0.0 brownout", f"TRAY 1 1.0.0 {ID} 0 watchdog", f"ROLL 1 {committed} fresh",
        f"ROLL 4294967295 {'f' * 32} again", f"SHOW 4294967295 {'0' * 32} {'f' * 16} 3", "FACE 7 0 fresh",
        "FACE 4294967295 1023 again", "PONG 41 1 number", "PONG 41 0 magnets", "LEVEL 512",
        "LEVEL 512 34", "TEST ok 4987 1203",
        "TEST button-stuck+knock-stuck+eeprom 4400 900", "WHAT SING", "SING a b,c ~ { }", "A " + "x" * 84,
    ]  # fmt: skip
    return [f"frame {seq % 256:02X} {text} => {frame(seq % 256, text)}" for seq, text in enumerate(texts, 254)]


def broken() -> list[str]:
    """What is no frame, with its end where it has one, and the first reason that is met."""
    good = frame(5, "PING 1 -")
    body = good[:-4]
    cases = [
        (body.encode() + b"0000\n", "checksum"),
        (good.replace("PING", "PONG").encode() + b"\n", "checksum"),
        (good[:-4].encode() + good[-4:].lower().encode() + b"\n", "form"),
        (good[:-1].encode() + b"\n", "form"),
        (good.encode() + b"0\n", "form"),
        (body[:-1].encode() + b"\n", "form"),
        (b"!\n", "form"),
        (b"!*FFFF\n", "form"),
        (unchecked("05")[:].encode() + b"\n", "form"),
        (unchecked("5 PING 1 -").encode() + b"\n", "form"),
        (unchecked("0a PING 1 -").encode() + b"\n", "form"),
        (unchecked("05 ping 1 -").encode() + b"\n", "form"),
        (unchecked("05  PING 1 -").encode() + b"\n", "form"),
        (unchecked("05 PING  1 -").encode() + b"\n", "form"),
        (unchecked("05 PING 1 - ").encode() + b"\n", "form"),
        (unchecked("05 ABCDEFGHI").encode() + b"\n", "form"),
        (unchecked("05 PING * 1").encode() + b"\n", "form"),
        (good.encode()[:6] + b"\x00" + good.encode()[6:] + b"\n", "byte"),
        (good.encode()[:6] + b"\xff" + good.encode()[6:] + b"\n", "byte"),
        (good.encode()[:6] + b"\t" + good.encode()[6:] + b"\n", "byte"),
        (frame(5, "A " + "x" * 85).encode() + b"\n", "long"),
        (b"!" + b"x" * 95, "long"),
        (good.encode()[:8] + b"!", "cut"),
        (good.encode() + b"!", "cut"),
    ]
    return [f"broken {escaped(line)} => {reason}" for line, reason in cases]


def unchecked(body: str) -> str:
    """A body of any form with the right checksum."""
    return f"!{body}*{binascii.crc_hqx(body.encode(), 0xFFFF):04X}"


def streams() -> list[str]:
    """Bytes as they come, the frames in them, and how many were broken."""
    one, two = frame(1, "HELLO 1"), frame(2, "PING 0 -")
    a, b = one.encode() + b"\n", two.encode() + b"\n"
    cases: list[tuple[bytes, list[str], int]] = [
        (a + b, [one, two], 0),
        (one.encode() + b"\r\n\r\n" + b, [one, two], 0),
        (b"\x00\xff noise * \n" + a, [one], 0),
        (one.encode()[:7] + b, [two], 1),
        (one.encode()[:7] + b"\n" + b, [two], 1),
        (one.encode() + b, [two], 1),
        (b"!!" + a + b"!", [one], 2),
        (b"!" + b"z" * 200 + b"\n" + b, [two], 1),
        (b"!" + b"z" * 200 + b, [two], 1),
        (a[:5] + b"\x80" + a[5:] + b, [two], 1),
        (a[:5] + b"\r" + a[5:] + b, [one, two], 0),
        (a + a, [one, one], 0),
    ]
    lines = []
    for data, whole, count in cases:
        found = "".join(f"{line[1:-5]} | " for line in whole)
        lines.append(f"stream {escaped(data)} => {found}broken {count}")
    return lines


def numbers() -> list[str]:
    """Commitments, draws and pips."""
    lines = []
    for tray, n in ((ID, 1), (ID, 2), ("00000000", 0), ("ffffffff", 4294967295), ("deadbeef", 65536)):
        secret = made_up(f"secret {n}", 16)
        committed = commit(tray, n, secret)
        lines.append(f"commit {tray} {n} {secret} => {committed}")
        lines.append(f"draw {KEY} {tray} {n} {committed} => {draw(KEY, tray, n, committed)}")
    lines.append(f"draw {'00' * 32} {ID} 1 {'00' * 16} => {draw('00' * 32, ID, 1, '00' * 16)}")
    for n in range(1, 25):
        secret, drawn = made_up(f"secret {n}", 16), made_up(f"draw {n}", 8)
        lines.append(f"pips {secret} {drawn} {n} => {pips(secret, drawn, n)}")
    # The first byte of these digests is 252 or above, so that the second counts.
    n, found = 24, 0
    while found < 6:
        n += 1
        secret, drawn = made_up(f"secret {n}", 16), made_up(f"draw {n}", 8)
        digest = hashlib.sha256(b"pips" + bytes.fromhex(secret) + bytes.fromhex(drawn) + n.to_bytes(4, "big")).digest()
        if digest[0] >= 252:
            found += 1
            lines.append(f"pips {secret} {drawn} {n} => {pips(secret, drawn, n)}")
    return lines


def talks() -> list[str]:
    """Whole talks."""
    lines: list[str] = []

    for name, count, due, counts in (
        ("a roll", 41, 1, "counted"),
        ("a roll that nobody waits for", 99, 0, "practice"),
    ):
        talk = Talk(name, count, due=due)
        talk.start()
        talk.knock()
        talk.say("<", talk.fresh)
        talk.say(">", talk.draw)
        talk.rolled(counts)
        lines += talk.end()

    talk = Talk("the roll and then the draw get lost", 7)
    talk.start()
    talk.knock()
    line = talk.say("<-", talk.fresh)
    talk.happens("wait 250")
    talk.line("<", line)
    talk.say(">-", talk.draw)
    talk.happens("wait 250")
    talk.line("<", line)
    talk.say(">", talk.draw)
    talk.rolled()
    lines += talk.end()

    talk = Talk("the reveal and then its answer get lost", 8)
    talk.start()
    talk.knock()
    talk.say("<", talk.fresh)
    talk.say(">", talk.draw)
    line = talk.say("<-", talk.show)
    talk.happens("wait 250")
    talk.line("<", line)
    talk.happens(f"rolled {talk.pips} counted")
    talk.say(">-", talk.seen)
    talk.happens("wait 250")
    talk.line("<", line)
    talk.say(">", talk.seen)
    talk.happens(f"light {talk.pips}")
    lines += talk.end()

    talk = Talk("everything comes twice", 9)
    talk.start()
    talk.knock()
    line = talk.say("<", talk.fresh)
    talk.say(">", talk.draw)
    talk.line("<+", line)
    talk.say(">", talk.draw)
    talk.rolled()
    talk.say("<", talk.show)
    talk.say(">", talk.seen)
    lines += talk.end()

    for name, count, after in (
        ("the plug is pulled after the knock", 10, 0),
        ("the plug is pulled after the draw", 11, 1),
        ("the plug is pulled after the reveal", 12, 2),
    ):
        talk = Talk(name, count)
        talk.start()
        talk.knock()
        talk.say("<", talk.fresh)
        talk.say(">" if after else ">-", talk.draw)
        if after:
            talk.say("<-", talk.show)
        if after > 1:
            talk.happens("wait 250")
            talk.lines.append(talk.lines[-2])
        talk.pull()
        talk.start(talk.again)
        talk.rolled()
        lines += talk.end()

    talk = Talk("the plug is pulled after the roll was counted", 13)
    talk.start()
    talk.knock()
    talk.say("<", talk.fresh)
    talk.say(">", talk.draw)
    talk.say("<", talk.show)
    talk.happens(f"rolled {talk.pips} counted")
    talk.say(">-", talk.seen)
    talk.pull()
    talk.start(talk.again)
    talk.say("<", talk.show)
    talk.say(">", talk.seen)
    talk.happens(f"light {talk.pips}")
    lines += talk.end()

    talk = Talk("the watchdog bites in the middle of a roll", 23)
    talk.start()
    talk.knock()
    talk.say("<", talk.fresh)
    talk.say(">-", talk.draw)
    talk.happens("watchdog")
    talk.start(talk.again, "watchdog")
    talk.rolled()
    lines += talk.end()

    talk = Talk("a knock of yesterday", 14)
    talk.count += 1
    talk.happens("pending", "power on")
    talk.start(talk.again)
    talk.rolled("practice")
    lines += talk.end()

    talk = Talk("the host is started anew after the draw", 15)
    talk.start()
    talk.knock()
    talk.say("<", talk.fresh)
    talk.say(">", talk.draw)
    talk.say("<-", talk.show)
    talk.happens("host anew")
    talk.seq[">"] = 0
    talk.host_starts("", talk.fresh)
    talk.rolled()
    lines += talk.end()

    talk = Talk("a reveal that does not fit", 16)
    talk.start()
    talk.knock()
    talk.say("<", talk.fresh)
    talk.say(">", talk.draw)
    talk.happens("false")
    talk.say("<", f"SHOW {talk.count} {made_up('another secret', 16)} {talk.drawn} 3")
    talk.happens("void")
    talk.say(">", f"SEEN {talk.count} void")
    talk.happens("error")
    lines += talk.end()

    talk = Talk("nobody answers a knock", 17)
    talk.start()
    talk.knock()
    talk.say("<-", talk.fresh)
    talk.happens("give up 60000", "error")
    lines += talk.end()

    talk = Talk("noise and half a line in the middle of a roll", 18)
    talk.start()
    talk.knock()
    line = talk.say("<-", talk.fresh)
    talk.line("<+", line[:8])
    talk.happens("wait 250")
    talk.line("<", line)
    talk.line(">+", "\\x00\\xfe!03 DRA")
    talk.say(">", talk.draw)
    talk.rolled()
    lines += talk.end()

    talk = Talk("words this firmware does not know", 19)
    talk.start()
    for text, verb in (("SING softly", "SING"), ("DRAW 20 xyz", "DRAW"), ("PING 2 -", "PING"), ("SEEN 20", "SEEN")):
        talk.say(">+", text)
        talk.say("<", f"WHAT {verb}")
    lines += talk.end()

    talk = Talk("numbers with leading zeros are none", 19)
    talk.start()
    talk.knock()
    line = talk.say("<", talk.fresh)
    talk.say(">-", talk.draw)
    for text in ("HELLO 01", "PING 00 -", f"DRAW 020 {'0' * 16}", "SEEN 020 void", "PING 1 03", "SEEN 20 00"):
        talk.say(">+", text)
        talk.say("<", f"WHAT {text.split()[0]}")
    talk.happens("wait 250")
    talk.line("<", line)
    talk.say(">", talk.draw)
    talk.rolled()
    lines += talk.end()

    talk = Talk("a magnetic die", 20, mode="magnets")
    talk.start()
    talk.happens("die 640")
    talk.count += 1
    face = talk.say("<-", f"FACE {talk.count} 640 fresh")
    talk.happens("wait 250")
    talk.line("<", face)
    talk.happens("rolled 2 counted")
    talk.say(">", f"SEEN {talk.count} 2")
    talk.happens("light 2")
    lines += talk.end()

    talk = Talk("a magnetic die that lies on its edge", 21, mode="magnets")
    talk.start()
    talk.happens("die 608")
    talk.count += 1
    talk.say("<", f"FACE {talk.count} 608 fresh")
    talk.happens("unclear")
    talk.say(">", f"SEEN {talk.count} void")
    talk.happens("error")
    lines += talk.end()

    talk = Talk("a tray of another version", 22, firmware="2.0.0")
    talk.say("<", "BOOT 2 2.0.0 power")
    talk.say(">", "HELLO 1")
    talk.say("<", f"TRAY 2 2.0.0 {ID} 22 power")
    talk.happens("version 2")
    lines += talk.end()
    return lines


HEAD = """\
# Examples of docs/tray-protocol.md, written by vectors.py; do not edit. Both sides' tests read this file.
# In BYTES, \\n \\r \\\\ and \\xNN stand for single bytes.
#
# frame SS TEXT => LINE           the line of a whole frame, without its end
# broken BYTES => REASON          one broken frame
# stream BYTES => SS TEXT | ... | broken N     the whole frames in these bytes, and how many were broken
# commit ID N SECRET => COMMIT
# draw KEY ID N COMMIT => DRAW
# pips SECRET DRAW N => PIPS
#
# talk NAME ... end               a whole talk. Its first line says what the tray and the host are made of: the secret
#                                 belongs to roll count + 1. Sequence numbers are examples: compare what follows them.
#   < LINE   the tray says it, the host hears it        > LINE   the host says it, the tray hears it
#   <- >-    said and lost on the way                   <+ >+ BYTES   not said, but heard: doubled, or noise
#   = WHAT   happens: knock; die LEVEL (0 pips 512, 1: 576, 2: 640, 3: 704); wait MS; power off; power on; watchdog;
#            host anew; pending (roll count + 1 was left unfinished long ago); false (the tray lies next)
#            or is to be seen: rolled PIPS counted|practice (at the table); light PIPS, error (on the tray);
#            void, unclear, version N (the host notices);
#            give up MS (so long after the knock; the line before is sent again until then)
# Each answer stands as early as it can; what one side sends by its timers is named, except pings and pongs.
"""


def main() -> None:
    """Print the whole file."""
    parts = [frames(), broken(), streams(), numbers(), talks()]
    print(HEAD + "\n" + "\n\n".join("\n".join(part) for part in parts).rstrip())  # noqa: T201


if __name__ == "__main__":
    main()
