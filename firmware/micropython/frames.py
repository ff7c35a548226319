"""Frames of docs/tray-protocol.md: written, and found in a stream of bytes."""

LONGEST = 96  # bytes, with "!" and the end of the line
_UPPER_HEX = b"0123456789ABCDEF"


def _nibbles():
    table = []
    for high in range(16):
        crc = high << 12
        for _ in range(4):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
        table.append(crc)
    return table


_TABLE = _nibbles()


def crc16(data):
    """CRC-16/CCITT-FALSE of some bytes."""
    crc = 0xFFFF
    for byte in data:
        crc = (crc << 4 & 0xFFFF) ^ _TABLE[crc >> 12 ^ byte >> 4]
        crc = (crc << 4 & 0xFFFF) ^ _TABLE[crc >> 12 ^ byte & 15]
    return crc


def frame(number, text):
    """The bytes of a frame: its sequence number, 0 to 255, and its words."""
    body = f"{number:02X} {text}".encode()
    return b"!" + body + b"*" + f"{crc16(body):04X}\n".encode()


class Reader:
    """Finds frames in bytes. `broken` counts those that were none, `fault` names the last one's."""

    def __init__(self):
        self.broken = 0
        self.fault = ""
        self._line = None  # what has come since "!"

    def feed(self, byte):
        """Take a byte; the text of the frame that it ends, else None."""
        if byte == 0x21:  # !
            if self._line is not None:
                self._break("cut")
            self._line = bytearray()
        elif self._line is None or byte == 0x0D:
            pass
        elif byte == 0x0A:
            line, self._line = self._line, None
            fault = _fault(line)
            if not fault:
                return line[3:-5].decode()
            self._break(fault)
        elif not 0x20 <= byte <= 0x7E:
            self._break("byte")
        elif len(self._line) == LONGEST - 2:
            self._break("long")
        else:
            self._line.append(byte)
        return None

    def _break(self, fault):
        self._line = None
        self.fault = fault
        self.broken += 1


def _fault(line):
    """What is wrong with the line of a frame, "" for nothing."""
    line = bytes(line)
    body, check = line[:-5], line[-4:]
    if len(line) < 10 or line[-5] != 0x2A or not all(each in _UPPER_HEX for each in check):
        return "form"
    if not (body[0] in _UPPER_HEX and body[1] in _UPPER_HEX and body[2] == 0x20) or 0x2A in body:
        return "form"
    words = body[3:].split(b" ")
    verb = words[0]
    if b"" in words or len(verb) > 8 or not all(0x41 <= each <= 0x5A for each in verb):
        return "form"
    return "" if int(check, 16) == crc16(body) else "checksum"


def number(word):
    """A decimal number without leading zeros, or None."""
    if not word or not all("0" <= each <= "9" for each in word) or (word[0] == "0" and len(word) > 1) or len(word) > 10:
        return None
    value = int(word)
    return value if value <= 0xFFFFFFFF else None


def unhex(word, count):
    """So many bytes in lower-case hex, or None."""
    if len(word) != 2 * count or not all(each in "0123456789abcdef" for each in word):
        return None
    return bytes(int(word[at : at + 2], 16) for at in range(0, 2 * count, 2))


def tohex(data):
    """Bytes in lower-case hex."""
    return "".join(f"{each:02x}" for each in data)
