"""The colours of the pages: whatever is read has the contrast that WCAG asks for, by daylight and in the dark."""

import re

import pytest

from tests.web.test_scripts import STATIC

CSS = (STATIC / "css/base.css").read_text(encoding="utf-8")
DAY, DARK = CSS.split("@media (prefers-color-scheme: dark)", 1)
DARK = DARK[: DARK.index("\n}\n")]
SEATS = ("blue", "orange", "green", "pink", "yellow", "grey")
# What is written, on what, and the least contrast: 4.5 for text, 3 for large letters and for edges that tell something.
PAIRS = [
    *((ink, ground, 4.5) for ink in ("ink", "soft", "accent", "grave", "gold-ink") for ground in ("paper", "card")),
    ("ink", "sunk", 4.5),
    ("on-accent", "accent", 4.5),
    ("on-tonal", "tonal", 4.5),
    ("on-good", "good", 4.5),
    ("table-ink", "table", 4.5),
    ("on-badge", "badge", 4.5),
    ("on-coin", "coin", 4.5),
    ("map-ink", "map-halo", 4.5),
    ("lit", "lit-edge", 4.5),
    ("badge-edge", "badge", 4.5),
]


def colours(css: str) -> dict[str, str]:
    """The variables that hold a colour, and those of each seat as `seat@blue`."""
    found = dict(re.findall(r"\n +--([\w-]+): (#[0-9a-f]{3,6});", css))
    for seat, rules in re.findall(r"\.c-(\w+) \{([^}]*)\}", css):
        found |= {f"{name}@{seat}": value for name, value in re.findall(r"--([\w-]+): (#[0-9a-f]{3,6})", rules)}
    return found


def luminance(colour: str) -> float:
    """WCAG's relative luminance of #rgb or #rrggbb."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The ratio of two colours, 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", ["day", "dark"])
def test_whatever_is_read_has_contrast(theme: str) -> None:
    """Text on every surface, badge, coin and seat: WCAG 1.4.3 and 1.4.11."""
    palette = colours(DAY) | (colours(DARK) if theme == "dark" else {})
    pairs = PAIRS + [(f"on-seat@{seat}", f"seat@{seat}", 4.5) for seat in SEATS]
    found = {(ink, ground): contrast(palette[ink], palette[ground]) for ink, ground, _ in pairs}
    assert [(ink, ground) for ink, ground, least in pairs if found[ink, ground] < least] == []


def test_both_themes_have_the_same_variables() -> None:
    """A colour that only the dark theme has would be missing by day."""
    assert set(colours(DARK)) <= set(colours(DAY))
