"""The parts of a line, and the words that may stand in them."""

from __future__ import annotations

import re

from companion.rules.boxes.registry import ABILITIES, BOXES
from companion.rules.contexts import STRUCK
from companion.rules.turn import PICKED

# A question that no band asks, a piece of nobody's, a turn without an acting race.
NONE = "-"
PLACES = ("hand", "withdrawn", "aside")
ACTING = ("conquer", "redeploy")
OVER = "over"
OWN_STAGES = tuple(stage for ability in ABILITIES.values() for stage in ability.stages)
STAGES = ("begin", *ACTING, "score", "withdraw", OVER, *OWN_STAGES)
# In these the active race acts by default; and in the first three it has readied its troops.
LED = (*ACTING, "score", *OWN_STAGES)
READIED = (*ACTING, "score")
PILES = {each.key for box in BOXES.values() for rule in box.rules for each in rule.piles}
RACES = {race.key for box in BOXES.values() for race in box.races + box.bannerless}
POWERS = {power.key for box in BOXES.values() for power in box.powers}
# What a turn notes itself; an ability's own notes have its name.
NOTED = {PICKED, STRUCK, "die", "place", "reinforced"} | {key for key, ability in ABILITIES.items() if ability.once}
# They shape a line and end none: a place where a word may be parted, and blanks at which no line may be.
SHAPING = "\u00ad\u00a0\u202f"
_ESCAPED = re.compile(r"(?:%[0-9A-F]{2})+")


class Malformed(ValueError):
    """A line that is not a position; says which part and why."""

    def __init__(self, reason: str) -> None:
        super().__init__(on_one_line(reason))


def on_one_line(sentence: str) -> str:
    """A sentence that may quote anything, with blanks for line breaks and terminal controls."""
    if sentence.isprintable():
        return sentence
    return "".join(sign if sign.isprintable() or sign in SHAPING else " " for sign in sentence)


def as_word(name: str) -> str:
    """A player's name as one word: blanks and separators are encoded as in URLs, `Ann%20B`."""
    return "".join(
        "".join(f"%{byte:02X}" for byte in sign.encode()) if sign.isspace() or sign in "|%" else sign for sign in name
    )


def as_name(word: str) -> str:
    """The player's name that a word stands for."""
    return _ESCAPED.sub(lambda found: bytes.fromhex(found[0].replace("%", "")).decode(errors="replace"), word)


def parts(line: str) -> list[tuple[str, str]]:
    """The parts of a line: the first word, and the rest."""
    found = []
    for part in line.replace("\n", " ").split("|"):
        head, _, rest = part.strip().partition(" ")
        if head:
            found.append((head, rest.strip()))
    return found


def seats_of(line: str) -> list[str]:
    """The players of a position, clockwise."""
    for head, rest in parts(line):
        if head == "seats":
            return [as_name(word) for word in rest.split()]
    return ["Ann", "Ben"]


def board_of(line: str) -> str:
    """The id of a position's map."""
    for head, rest in parts(line):
        if head == "board":
            return rest
    return f"base-{len(seats_of(line))}"
