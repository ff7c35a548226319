"""The board in the tests: what firmware/micropython/board.py gives, with everything behind it made up."""

import bench


class Board:
    """What the bench says is on the pins, at the bench's own time."""

    def now(self):
        return int(bench.now())

    def read(self):
        return bytes(ord(each) for each in bench.read())

    def write(self, data):
        bench.write("".join(chr(byte) for byte in data))

    def button(self):
        return bool(bench.closed("button"))

    def knock(self):
        return bool(bench.closed("knock"))

    def level(self):
        return int(bench.level())

    def lights(self, pips, due):
        bench.lights("".join("01"[on] for on in pips), due)

    def cause(self):
        return bench.cause()

    def supply(self):
        return 5000

    def free(self):
        return 100000

    def noise(self):
        return bytes.fromhex(bench.noise())

    def load(self, name):
        kept = bench.load(name)
        return bytes.fromhex(kept) if kept else None

    def save(self, name, data):
        bench.save(name, "".join(f"{byte:02x}" for byte in data))

    def hang(self):
        bench.hang()
