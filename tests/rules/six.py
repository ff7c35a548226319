"""Six players in three teams, for the rules' tests: Ann with Dee, Ben with Eve, Cid with Fay.

The board for five serves as theirs: it has Lost Tribes enough.
"""

from __future__ import annotations

from companion.game import hand_steps
from companion.language import text
from companion.rules.commands import Answer, Choose, Command
from companion.rules.engine import chances, decide, fold, new_game, offers
from companion.rules.model import Decision, Game, SeatSetup, Setup
from tests.rules.position import after, board, region, table

NAMES = ("Ann", "Ben", "Cid", "Dee", "Eve", "Fay")
SEATS = "seats Ann Ben Cid Dee Eve Fay | board base-5 | boxes teams"


def began(players: int = 6, start: int = 0, boxes: tuple[str, ...] = ("base", "teams")) -> Game:
    """A game as it is laid out."""
    seats = tuple(SeatSetup(name) for name in (*NAMES, "Gus")[:players])
    return fold(new_game(Setup(board("base-5"), seats, start, boxes)))


def six(line: str) -> Game:
    """A position with everybody at the table."""
    return table(f"{line} | {SEATS}")


def question(game: Game, ability: str) -> Decision:
    """The first open question of an ability."""
    return next(asked for asked in game.turn.asked if asked.ability == ability)


def answers(game: Game, ability: str, seat: int = 0) -> list[str]:
    """What a seat may answer to the first open question of an ability."""
    start = f"choose:turn{game.turn.number}.seat{game.turn.seat}.ask{question(game, ability).number}:"
    return [offer.id.removeprefix(start) for offer in offers(game, seat) if offer.id.startswith(start)]


def labels(game: Game, ability: str, seat: int = 0) -> list[str]:
    """What a seat reads of the answers to the first open question of an ability."""
    start = f"choose:turn{game.turn.number}.seat{game.turn.seat}.ask{question(game, ability).number}:"
    return [text.say(offer.label) for offer in offers(game, seat) if offer.id.startswith(start)]


def told(game: Game, command: Command) -> list[str]:
    """What hands are told to do after a command."""
    return [text.say(each) for each in hand_steps.instructions(game, decide(game, command))]


def choose(game: Game, ability: str, choice: str) -> Game:
    """The game after the first open question of an ability was answered."""
    number = question(game, ability).number
    return after(game, Choose(f"turn{game.turn.number}.seat{game.turn.seat}.ask{number}", choice))


def drawn(game: Game, prize: str) -> Game:
    """The game after chance has turned up this prize."""
    due = next(chance for chance in chances(game) if chance.kind == "draw")
    return after(game, Answer(due.occasion, prize))


def monsters(game: Game, *numbers: int) -> Game:
    """The game after the next players have put their monsters on these regions."""
    for number in numbers:
        game = choose(game, "teams", region(number))
    return game
