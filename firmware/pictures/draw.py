"""Draws the pictures of the build page: `python firmware/pictures/draw.py` writes the SVG files beside this one.

Wires differ in letter and in shape of line, not only in colour; the colours are Okabe and Ito's, which colour-blind
people tell apart.
"""

from __future__ import annotations

from pathlib import Path

PITCH, LEFT, TOP = 24, 60, 96
COLUMNS = 30
# The y of each row in pitches: two rails, rows a to e, the gap, rows f to j, two rails.
ROWS = {"+t": -2.6, "-t": -1.6, **{row: at for at, row in enumerate("abcde")}}
ROWS |= {row: at + 7 for at, row in enumerate("fghij")} | {"-b": 12.6, "+b": 13.6}
UPPER = ["D12", "D11", "D10", "D9", "D8", "D7", "D6", "D5", "D4", "D3", "D2", "GND", "RST", "RX0", "TX1"]
LOWER = ["D13", "3V3", "AREF", "A0", "A1", "A2", "A3", "A4", "A5", "A6", "A7", "5V", "RST", "GND", "VIN"]
BLACK, BLUE, SKY, ORANGE = "#222", "#0072B2", "#56B4E9", "#E69F00"
GREEN, RED, PURPLE = "#009E73", "#D55E00", "#CC79A7"
FONT = 'font-family="DejaVu Sans, sans-serif"'

Place = tuple[str, int]


def at(place: Place) -> tuple[float, float]:
    """The middle of a hole, as (row, column)."""
    row, column = place
    return LEFT + column * PITCH, TOP + ROWS[row] * PITCH


def text(x: float, y: float, words: str, size: int = 13, anchor: str = "middle", more: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}" {FONT} {more}>{words}</text>'


def picture(name: str, width: int, height: int, title: str, parts: list[str], unit: str = "") -> None:
    """Write one file. In millimetres, it is as large on paper as in life."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}{unit}" '
        f'height="{height}{unit}" role="img"><title>{title}</title><rect width="100%" height="100%" fill="#fff"/>'
    )
    Path(__file__).with_name(name).write_text("\n".join([head, *parts, "</svg>", ""]), encoding="utf-8")


def board() -> list[str]:
    """The empty breadboard, with its rows and columns named."""
    x0, y0 = LEFT + PITCH * 0.2, TOP + PITCH * -3.3
    wide, high = PITCH * (COLUMNS + 0.6), PITCH * 17.6
    parts = [f'<rect x="{x0:g}" y="{y0:g}" width="{wide:g}" height="{high:g}" rx="8" fill="#f4f1ea" stroke="#999"/>']
    parts.append(f'<rect x="{x0:g}" y="{TOP + PITCH * 5:g}" width="{wide:g}" height="{PITCH}" fill="#e2ddd2"/>')
    for rail, colour in (("+t", RED), ("-t", BLUE), ("-b", BLUE), ("+b", RED)):
        y = at((rail, 1))[1]
        shift = -10 if rail[0] == "+" == ("+" if rail[1] == "t" else "-") or rail == "-b" else 10
        parts.append(
            f'<line x1="{LEFT + PITCH:g}" x2="{LEFT + PITCH * 30:g}" y1="{y + shift:g}" y2="{y + shift:g}" '
            f'stroke="{colour}" stroke-width="2"/>'
        )
        parts.append(text(LEFT - 6, y + 6, {"+": "+", "-": "−"}[rail[0]], 20, more='font-weight="bold"'))
    holes = []
    for row in ROWS:
        for column in range(1, COLUMNS + 1):
            x, y = at((row, column))
            holes.append(f"M{x - 3:g} {y - 3:g}h6v6h-6z")
        if len(row) == 1:
            parts.append(text(LEFT - 6, at((row, 1))[1] + 5, row))
    parts.append(f'<path d="{"".join(holes)}" fill="#8a8578"/>')
    parts += [text(at(("a", c))[0], at(("a", c))[1] - 12, str(c), 10) for c in (1, *range(5, 31, 5))]
    return parts


def nano() -> list[str]:
    """The Nano over the gap, its USB plug to the left."""
    x, y = at(("d", 1))
    bottom = at(("h", 1))[1]
    right = at(("d", 15))[0]
    parts = [
        f'<rect x="{x - 18:g}" y="{y - 12:g}" width="{right - x + 36:g}" height="{bottom - y + 24:g}" rx="6" '
        f'fill="{BLUE}" stroke="#003c5f" fill-opacity="0.92"/>',
        f'<rect x="{x - 44:g}" y="{(y + bottom) / 2 - 26:g}" width="50" height="52" rx="4" fill="#ccc" stroke="#666"/>',
        text(x - 20, (y + bottom) / 2 + 5, "USB", 12),
        text((x + right) / 2, (y + bottom) / 2 + 6, "Arduino Nano", 18, more='fill="#fff"'),
    ]
    for names, row, shift in ((UPPER, "d", 26), (LOWER, "h", -18)):
        for column, name in enumerate(names, 1):
            px, py = at((row, column))
            parts.append(f'<circle cx="{px:g}" cy="{py:g}" r="4.5" fill="#f5d76e" stroke="#333"/>')
            turn = f'transform="rotate(-90 {px + 4:g} {py + shift + 6:g})" fill="#fff"'
            parts.append(text(px + 4, py + shift + 6, name, 10, more=turn))
    return parts


def wire(letter: str, colour: str, start: Place, end: Place, bend: float, dash: str = "") -> str:
    """A wire with its letter at both ends; `bend` is how far it swings out, in pitches."""
    (x1, y1), (x2, y2) = at(start), at(end)
    middle = (y1 + y2) / 2 + bend * PITCH
    path = f'<path d="M{x1:g} {y1:g}C{x1:g} {middle:g} {x2:g} {middle:g} {x2:g} {y2:g}" fill="none" '
    strokes = [(7, "#fff", ""), (4, colour, f'stroke-dasharray="{dash}"' if dash else "")]
    parts = [f'{path} stroke="{ink}" stroke-width="{wide}" {more}/>' for wide, ink, more in strokes]
    for x, y in ((x1, y1), (x2, y2)):
        parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="9" fill="#fff" stroke="{colour}" stroke-width="3"/>')
        parts.append(text(x, y + 4, letter, 11, more='font-weight="bold"'))
    return "".join(parts)


def light(column: int, name: str) -> str:
    """A resistor and a light beside it."""
    (x1, y1), (x2, _) = at(("c", column)), at(("c", column + 2))
    x3, y3 = at(("d", column + 2))
    x4, _ = at(("d", column + 3))
    middle = (x3 + x4) / 2
    return "".join([
        f'<line x1="{x1:g}" x2="{x2:g}" y1="{y1:g}" y2="{y1:g}" stroke="#777" stroke-width="3"/>',
        f'<rect x="{x1 + 8:g}" y="{y1 - 7:g}" width="32" height="14" rx="5" fill="#d9c39a" stroke="#665"/>',
        text((x1 + x2) / 2, y1 + 4, "330", 9),
        f'<path d="M{x3:g} {y3:g}L{middle:g} {y3 + 22:g}L{x4:g} {y3:g}" stroke="#777" stroke-width="3" fill="none"/>',
        f'<circle cx="{middle:g}" cy="{y3 + 26:g}" r="13" fill="{ORANGE}" stroke="#5a3d00" stroke-width="2"/>',
        text(middle, y3 + 31, name, 13, more='font-weight="bold"'),
        text(x3 - 3, y3 + 34, "long", 10, "end", 'font-weight="bold"'),
    ])  # fmt: skip


def on_four_legs(left: int, right: int, upper: str, lower: str, drawn: str, name: str) -> str:
    """A part over four holes; `name` is written under it."""
    (x1, y1), (x2, y2) = at((upper, left)), at((lower, right))
    legs = f'<path d="M{x1:g} {y1:g}V{y2:g}M{x2:g} {y1:g}V{y2:g}" stroke="#777" stroke-width="3"/>'
    middle = (x1 + x2) / 2
    return legs + drawn.format(x=middle, y=(y1 + y2) / 2) + text(middle, y2 + 14, name, 11)


def on_two_legs(left: int, right: int, row: str, drawn: str, name: str, under: float) -> str:
    (x1, y), (x2, _) = at((row, left)), at((row, right))
    legs = f'<line x1="{x1:g}" x2="{x2:g}" y1="{y:g}" y2="{y:g}" stroke="#777" stroke-width="3"/>'
    return legs + drawn.format(x=(x1 + x2) / 2, y=y) + text((x1 + x2) / 2, y + under, name, 11)


GROUND = [
    wire("A", BLACK, ("a", 12), ("-t", 12), 0),
    wire("B", BLACK, ("j", 14), ("-b", 14), 0),
]
LIGHTS = [
    light(17, "1"), light(21, "2"), light(25, "3"),
    wire("C", BLACK, ("a", 20), ("-t", 20), 0), wire("D", BLACK, ("a", 24), ("-t", 24), 0),
    wire("E", BLACK, ("a", 28), ("-t", 28), 0),
    wire("F", ORANGE, ("c", 8), ("a", 17), -2.2), wire("G", SKY, ("b", 7), ("a", 21), -3.6, "10 4"),
    wire("H", GREEN, ("a", 4), ("a", 25), -4.6, "3 3"),
]  # fmt: skip
BUTTON = '<rect x="{x}" y="{y}" width="54" height="44" transform="translate(-27 -22)" rx="3" fill="#444"/>'
BUTTON += '<circle cx="{x}" cy="{y}" r="13" fill="#ddd"/>'
SPRING = '<rect x="{x}" y="{y}" width="34" height="14" transform="translate(-17 -7)" rx="6" fill="#b8b8b8"/>'
CONTACTS = [
    on_four_legs(18, 20, "f", "i", BUTTON, "button"),
    on_two_legs(23, 25, "h", SPRING, "knock", 24),
    wire("I", PURPLE, ("b", 11), ("j", 18), 1), wire("J", BLACK, ("j", 20), ("-b", 20), 0),
    wire("K", BLUE, ("b", 10), ("f", 23), 2, "10 4"), wire("L", BLACK, ("j", 25), ("-b", 25), 0),
]  # fmt: skip


def hall() -> list[str]:
    """The hall sensor on three legs."""
    (x1, y), (x3, _) = at(("h", 28)), at(("h", 30))
    body = (
        f'<rect x="{x1 - 8:g}" y="{y - 13:g}" width="{x3 - x1 + 16:g}" height="26" rx="3" fill="#333"/>'
        + text((x1 + x3) / 2, y + 5, "49E", 13, more='fill="#fff"')
        + text((x1 + x3) / 2, y - 20, "print to you", 10)
    )
    return [
        body,
        wire("P", GREEN, ("i", 4), ("i", 30), 2.4, "3 3"),
        wire("M", RED, ("j", 12), ("+b", 12), 0), wire("N", RED, ("j", 28), ("+b", 28), 0),
        wire("O", BLACK, ("j", 29), ("-b", 29), 0),
    ]  # fmt: skip


def steps() -> None:
    """Two steps a picture, one above the other; what is new is drawn strong, what was there before is pale."""
    done: list[str] = []
    parts: list[str] = []
    titles = ("The board and its ground", "Three lights", "Button and knock sensor", "The hall sensor, if you want one")
    for number, new in enumerate((nano() + GROUND, LIGHTS, CONTACTS, hall()), 1):
        head = text(LEFT + 14, 0, f"{number}. {titles[number - 1]}", 20, "start", 'dy="-2" font-weight="bold"')
        parts += [
            f'<g transform="translate(0 {34 if number % 2 else 524})">', head, *board(),
            f'<g opacity="0.35">{"".join(done)}</g>', *new, "</g>",
        ]  # fmt: skip
        done += new
        if number % 2 == 0:
            title = f"Step {number - 1}: {titles[number - 2]}. Step {number}: {titles[number - 1]}"
            picture(f"steps-{number - 1}-{number}.svg", 830, 980, title, parts)
            parts = []


def plan() -> None:
    """What is joined to what, without a breadboard."""
    parts = [
        f'<rect x="300" y="40" width="170" height="330" rx="10" fill="{BLUE}"/>',
        text(385, 70, "Arduino Nano", 18, more='fill="#fff"'),
        '<rect x="345" y="20" width="80" height="30" rx="4" fill="#ccc" stroke="#666"/>', text(385, 40, "USB", 13),
    ]  # fmt: skip
    ground = '<path d="M{x} {y}v10m-11 0h22m-18 5h14m-9 5h4" stroke="#222" stroke-width="2.5" fill="none"/>'
    lights = (("D5", 110, ORANGE, "", "1 pip"), ("D6", 170, SKY, "10 4", "2 pips"), ("D9", 230, GREEN, "3 3", "3 pips"))
    for pin, y, colour, dash, name in lights:
        parts += [
            text(460, y + 5, pin, 14, "end", 'fill="#fff"'),
            f'<path d="M470 {y}H540" stroke="{colour}" stroke-width="4" stroke-dasharray="{dash}"/>',
            f'<rect x="540" y="{y - 10}" width="60" height="20" rx="6" fill="#d9c39a" stroke="#665"/>',
            text(570, y + 5, "330 Ω", 12),
            f'<path d="M600 {y}H625M665 {y}H690" stroke="#222" stroke-width="3"/>',
            f'<path d="M625 {y - 16}v32l32 -16zM659 {y - 16}v32" fill="{ORANGE}" stroke="#222" stroke-width="3"/>',
            ground.format(x=690, y=y), text(645, y - 24, name, 12),
        ]  # fmt: skip
    contacts = (("D2", 110, PURPLE, "", "button"), ("D3", 190, BLUE, "10 4", "knock or tilt sensor"))
    for pin, y, colour, dash, name in contacts:
        parts += [
            text(310, y + 5, pin, 14, "start", 'fill="#fff"'),
            f'<path d="M300 {y}H210" stroke="{colour}" stroke-width="4" stroke-dasharray="{dash}"/>',
            f'<path d="M120 {y}H90M120 {y}L205 {y - 22}M210 {y}H205" stroke="#222" stroke-width="3" fill="none"/>',
            f'<circle cx="120" cy="{y}" r="5"/><circle cx="207" cy="{y}" r="5"/>',
            ground.format(x=90, y=y), text(150, y - 28, name, 12),
        ]  # fmt: skip
    parts += [
        text(310, 275, "5V", 14, "start", 'fill="#fff"'), text(310, 305, "GND", 14, "start", 'fill="#fff"'),
        text(310, 335, "A0", 14, "start", 'fill="#fff"'),
        f'<path d="M300 270H180" stroke="{RED}" stroke-width="4"/>',
        '<path d="M300 300H180" stroke="#222" stroke-width="4"/>',
        f'<path d="M300 330H180" stroke="{GREEN}" stroke-width="4" stroke-dasharray="3 3"/>',
        '<rect x="90" y="250" width="90" height="100" rx="6" fill="#333"/>',
        text(135, 296, "hall", 14, more='fill="#fff"'), text(135, 314, "49E", 14, more='fill="#fff"'),
        text(135, 372, "only for a magnetic die", 12),
        text(385, 360, "L (D13): a roll is due", 12, more='fill="#fff"'),
        ground.format(x=560, y=330), text(580, 345, "ground: any GND of the Nano", 12, "start"),
    ]  # fmt: skip
    picture("wiring.svg", 790, 400, "What is joined to what", parts)


def die() -> None:
    """The die's net: each face with pips is opposite to a blank one, and behind that one lie as many magnets."""
    parts = []
    faces = ((1, 0, 3, 0), (0, 1, 0, 2), (1, 1, 1, 0), (2, 1, 2, 0), (3, 1, 0, 1), (1, 2, 0, 3))
    for column, row, pips, magnets in faces:
        x, y = 20 + column * 110, 20 + row * 110
        parts.append(f'<rect x="{x}" y="{y}" width="110" height="110" fill="#fbf7ee" stroke="#222" stroke-width="3"/>')
        places = {0: (), 1: ((55, 55),), 2: ((30, 30), (80, 80)), 3: ((26, 26), (55, 55), (84, 84))}
        parts += [f'<circle cx="{x + dx}" cy="{y + dy}" r="11" fill="#222"/>' for dx, dy in places[pips]]
        for number in range(magnets):
            mx = x + 55 + (number - (magnets - 1) / 2) * 28
            parts.append(f'<circle cx="{mx:g}" cy="{y + 48}" r="12" fill="{SKY}" stroke="#222" stroke-width="2"/>')
            parts.append(text(mx, y + 53, "N", 14))
        if magnets:
            parts.append(text(x + 55, y + 88, "no pips", 13, more='fill="#555"'))
    parts += [
        f'<circle cx="500" cy="45" r="12" fill="{SKY}" stroke="#222" stroke-width="2"/>', text(500, 50, "N", 14),
        text(520, 50, "a magnet behind the face,", 14, "start"),
        text(520, 72, "its north pole outwards", 14, "start"),
        text(488, 290, "The face that lies on the sensor is", 14, "start"),
        text(488, 312, "opposite to the one you read.", 14, "start"),
    ]  # fmt: skip
    picture("die.svg", 790, 370, "The six faces of the die, unfolded", parts)


def box() -> None:
    """The box's net on one sheet of A4, in millimetres: cut along the lines, fold along the dashes."""
    wide, deep, wall, tab = 160, 110, 45, 12
    left, top = (297 - wide) / 2, (210 - deep) / 2
    right, bottom = left + wide, top + deep
    cut, fold = (
        'fill="none" stroke="#222" stroke-width="0.5"',
        'stroke="#222" stroke-width="0.4" stroke-dasharray="3 2"',
    )
    parts = [
        f'<path d="M{left} {top}h{-wall}v{deep}h{wall}M{right} {top}h{wall}v{deep}h{-wall}" {cut}/>',
        f'<path d="M{left} {top - wall}h{wide}M{left} {bottom + wall}h{wide}" {cut}/>',
        f'<path d="M{left} {top}H{right}V{bottom}H{left}Z" fill="none" {fold}/>',
    ]
    for x, out in ((left, -tab), (right, tab)):
        for y, up in ((top, -1), (bottom, 1)):
            parts += [
                f'<path d="M{x} {y}l{out} {4 * up}v{(wall - 8) * up}l{-out} {4 * up}" {cut}/>',
                f'<path d="M{x} {y}v{wall * up}" fill="none" {fold}/>',
            ]
    for light in (-15, 0, 15):
        parts.append(f'<circle cx="{148.5 + light}" cy="{bottom + 18}" r="2.6" {cut}/>')
    parts += [
        f'<rect x="{left - 16}" y="{top + deep / 2 - 7}" width="9" height="14" {cut}/>',
        text(148.5, bottom + 10, "lights", 4),
        text(left - 11.5, top + deep / 2 - 10, "cable", 4),
        text(148.5, 96, "floor, 160 × 110 mm: the knock sensor is glued here", 4),
        text(148.5, 104, "cut along the lines, fold along the dashes, glue the tabs inside", 4),
        '<path d="M123.5 116v4h50v-4" fill="none" stroke="#222" stroke-width="0.4"/>',
        text(148.5, 126, "50 mm, if it was printed at 100 %", 4),
    ]  # fmt: skip
    picture("box.svg", 297, 210, "A box of cardboard, as a plan to cut out", parts, "mm")


if __name__ == "__main__":
    box()
    plan()
    steps()
    die()
