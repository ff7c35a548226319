"""The parts of a line, and the words that may stand in them."""

from __future__ import annotations

from companion.rules.contexts import STRUCK
from companion.rules.sets import ABILITIES, SETS
from companion.rules.turn import PICKED

# How a question is written that no band asks.
NONE = "-"
PLACES = ("hand", "withdrawn", "aside")
ACTING = ("conquer", "redeploy")
OWN_STAGES = tuple(stage for ability in ABILITIES.values() for stage in ability.stages)
STAGES = ("begin", *ACTING, "score", "withdraw", *OWN_STAGES)
HEAPS = {heap.key for box in SETS.values() for rule in box.rules for heap in rule.heaps}
RACES = {race.key for box in SETS.values() for race in box.races + box.bannerless}
POWERS = {power.key for box in SETS.values() for power in box.powers}
# What a turn notes of its own; an ability notes by its own name what it does once.
NOTED = {PICKED, STRUCK, "die", "place", "reinforced"} | {key for key, ability in ABILITIES.items() if ability.once}


class Malformed(ValueError):
    """A line that is no position; says which part and why."""

    def __init__(self, reason: str) -> None:
        super().__init__(on_one_line(reason))


def on_one_line(sentence: str) -> str:
    """A sentence that may quote anything: what breaks lines or steers a terminal becomes a blank."""
    return sentence if sentence.isprintable() else "".join(sign if sign.isprintable() else " " for sign in sentence)


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
            return rest.split()
    return ["Ann", "Ben"]


def board_of(line: str) -> str:
    """The id of the map a position is on."""
    for head, rest in parts(line):
        if head == "board":
            return rest
    return f"base-{len(seats_of(line))}"
