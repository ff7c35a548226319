"""What people do at the table, by region number, on top of tests.rules.position."""

from __future__ import annotations

from companion.rules.commands import Accept, Answer, Conquer, Finish, Pick, Place, Ready, Redeploy
from companion.rules.engine import chances, offers
from companion.rules.model import Band, Form, Game
from tests.rules.position import after, region, table

FILLERS = (
    "ratmen+hill",
    "humans+swamp",
    "orcs+forest",
    "trolls+merchant",
    "giants+mounted",
    "elves+stout",
    "wizards+alchemist",
)


def band(game: Game, race: str) -> Band:
    """A race in play."""
    return next(band for band in game.bands.values() if band.race == race)


def numbered(counts: dict[int, int] | None) -> dict[str, int]:
    """Counts by region number as commands want them."""
    return {region(number): count for number, count in (counts or {}).items()}


def picked(combo: str, line: str = "turn 1 Ann begin") -> Game:
    """The game after the player has taken a combo from the top of a full column."""
    words = f"{combo} {line}"
    below = [other for other in FILLERS if not any(key in words for key in other.split("+"))]
    return after(table(f"{line} | column {combo}, {', '.join(below[:5])}"), Pick(0))


def readying(game: Game, race: str, stay: dict[int, int] | None = None) -> Ready:
    """The command that readies a race; a region with 0 is abandoned, others keep one."""
    return Ready(band(game, race).id, numbered(stay))


def ready(game: Game, race: str, stay: dict[int, int] | None = None) -> Game:
    """The game after a race has readied its troops."""
    return after(game, readying(game, race, stay))


def roll(game: Game, pips: int) -> Game:
    """The game after the die that is due has shown these pips."""
    due = next(chance for chance in chances(game) if chance.kind == "roll")
    return after(game, Answer(due.occasion, str(pips), "button"))


def attempt(game: Game, number: int, pips: int) -> Game:
    """The game after a final attempt on a region with these pips."""
    return roll(after(game, Conquer(region(number), die=True)), pips)


def filled(game: Game) -> Game:
    """The game after the column was laid out with the first pieces there are, whatever else is due."""
    while due := [chance for chance in chances(game) if chance.kind in ("banner", "badge")]:
        game = after(game, Answer(due[0].occasion, due[0].choices[0]))
    return game


def finish(game: Game) -> Game:
    """The game after the conquests are ended."""
    return after(game, Finish())


def redeploy(game: Game, counts: dict[int, int] | None = None) -> Game:
    """The game after a redeployment; regions not named keep what the form proposes."""
    return after(game, Redeploy(numbered(counts)))


def placing(kind: str, counts: dict[int, int]) -> Place:
    """The command that places pieces."""
    return Place(kind, numbered(counts))


def place(game: Game, kind: str, counts: dict[int, int]) -> Game:
    """The game after pieces were placed."""
    return after(game, placing(kind, counts))


def finish_turn(game: Game, decline: bool = False) -> Game:
    """The game after ending conquests, redeploying as proposed and accepting the sheet."""
    return after(redeploy(finish(game)), Accept(decline))


def form(game: Game, offer_id: str, seat: int = 0) -> Form:
    """The form of something that is offered to a seat."""
    found = next(offer.form for offer in offers(game, seat) if offer.id == offer_id)
    assert found is not None
    return found


def tries(game: Game, *numbers: int) -> dict[int, bool]:
    """For each region, whether a final attempt on it is offered."""
    ids = {offer.id for offer in offers(game, game.turn.seat)}
    return {number: f"attempt:{region(number)}" in ids for number in numbers}
