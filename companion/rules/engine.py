"""The interface of the rules: a handful of pure functions over frozen values.

new_game(setup)          -> the events that set up the table
evolve(game, event)      -> the game after an event
decide(game, command)    -> the events of a command, or Refused
offers(game, seat)       -> every legal act and form, with words and price
hints(game, offers)      -> what the seat whose turn it is could still do and usually wants
quote(game, seat, region) -> what conquering a region takes that seat, or why not
chances(game)            -> the questions that wait for chance
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from companion.rules import (
    actions,
    column,
    commands,
    conquest,
    correct,
    decisions,
    hooks,
    score,
    turn,
    turn_record,
    whole_turn,
)
from companion.rules.ability import Ability, Option, Owner
from companion.rules.boxes.registry import BOXES, RULES, abilities, ability_options
from companion.rules.events import Event, GameBegan, Impossible
from companion.rules.execution import Execution
from companion.rules.hints import hints
from companion.rules.model import NOBODY, Board, Chance, Game, Message, Refused, Setup
from companion.rules.offers import Offer, offers
from companion.rules.quotes import quote

__all__ = [
    "Offer",
    "Outcome",
    "Refused",
    "allies",
    "chances",
    "decide",
    "evolve",
    "fold",
    "hints",
    "new_game",
    "offers",
    "options",
    "outcome",
    "players",
    "quote",
]

RULE_OPTIONS = (*conquest.OPTIONS, *score.OPTIONS)


def options(boxes: tuple[str, ...]) -> list[Option]:
    """The options of a table with these boxes."""
    fixed = settled(boxes)
    return [option for option in (*RULE_OPTIONS, *ability_options(boxes)) if option.key not in fixed]


def settled(boxes: tuple[str, ...]) -> dict[str, str]:
    """The table options that the rules of these boxes decide, with their values."""
    return {key: choice for box in boxes for rule in BOXES[box].rules for key, choice in rule.settles.items()}


def islands(boxes: tuple[str, ...]) -> dict[int, str]:
    """The boards that are used together, a letter for the size of each, by number of players; {} for one board."""
    return {players: sizes for box in boxes for rule in BOXES[box].rules for players, sizes in rule.islands.items()}


def new_game(setup: Setup) -> tuple[Event, ...]:
    """The events that set up a new game.

    Raises Refused for a box or an option that does not exist, for boxes that
    are not played together, and for an impossible number of players.
    """
    _require_boxes(setup.boxes)
    if len(setup.boxes) > 1 and any(BOXES[box].alone for box in setup.boxes):
        raise Refused(Message("refuse.boxes_alone"))
    fixed = settled(setup.boxes)
    known = {option.key: option for option in options(setup.boxes)}
    for key, choice in setup.options.items():
        if fixed.get(key) != choice and (key not in known or not known[key].takes(choice)):
            raise Refused(Message("refuse.no_option", {"option": key, "choice": choice}))
    if len(setup.seats) not in players(setup.boxes) or not 0 <= setup.start < len(setup.seats):
        raise Refused(_for_players(players(setup.boxes), len(setup.seats)))
    if why := unfit(setup.boxes, setup.board):
        raise Refused(why)
    races = [race for box in setup.boxes for race in BOXES[box].races]
    powers = [power for box in setup.boxes for power in BOXES[box].powers]
    bannerless = [race for box in setup.boxes for race in BOXES[box].bannerless]
    began = GameBegan(
        setup=replace(setup, options={**setup.options, **fixed}),
        banners=tuple(race.key for race in races),
        badges=tuple(power.key for power in powers),
        tray={race.key: race.in_box(setup.options) for race in (*races, *bannerless)},
        tribes=sum(BOXES[box].tribes for box in setup.boxes),
        prizes=tuple(prize.key for box in setup.boxes for prize in BOXES[box].prizes),
    )
    execution = Execution(began.begin())
    for rule in hooks.rules(setup.boxes, "lays_out"):
        execution.apply_all(rule.lays_out(Owner(execution.game, NOBODY)))
    turn.open_turn(execution)
    return (began, *execution.events)


def _for_players(fitting: tuple[int, ...], count: int) -> Message:
    """The words for a wrong number of players, such as: for 2 to 5 players, not for 6."""
    if not fitting:
        return Message("refuse.together")
    least, most = fitting[0], fitting[-1]
    key = "refuse.players" if least < most else "refuse.players.just"
    return Message(key, {"least": least, "most": most, "count": count})


def _require_boxes(boxes: tuple[str, ...]) -> None:
    for box in boxes:
        if box not in BOXES:
            raise Refused(Message("refuse.no_box", {"box": box}))


def on_map(boxes: tuple[str, ...], seats: int) -> int:
    """The number of players that the map must be for: some rules have players beside those.

    Raises Refused for a box that does not exist.
    """
    _require_boxes(boxes)
    return seats - sum(rule.apart for box in boxes for rule in BOXES[box].rules)


def players(boxes: tuple[str, ...]) -> tuple[int, ...]:
    """The numbers of seats that these boxes are for; none if their rules do not go together.

    Raises Refused for a box that does not exist.
    """
    apart = -on_map(boxes, 0)
    said = [rule.players for box in boxes for rule in BOXES[box].rules if rule.players]
    if not said:
        return tuple(range(2 + apart, 6 + apart))
    return tuple(count for count in said[0] if not apart and all(count in other for other in said))


def allies(boxes: tuple[str, ...], seats: int) -> tuple[tuple[int, ...], ...]:
    """The seats that win or lose together, in order; none if everybody plays alone."""
    sides = dict.fromkeys(hooks.allies(boxes, seat, seats) for seat in range(seats))
    return tuple(side for side in sides if len(side) > 1)


def beside(boxes: tuple[str, ...], start: int, seats: int) -> dict[int, str]:
    """The seats that play beside those whom the map is for, and by which rule."""
    rules = [RULES[rule.key] for box in boxes for rule in BOXES[box].rules if rule.apart]
    return {rule.beside(start, seats): rule.key for rule in rules} if seats else {}


def unfit(boxes: tuple[str, ...], board: Board) -> Message | None:
    """Why these boxes cannot be played on a board, or None if they can."""
    return next((why for rule in hooks.rules(boxes, "unfit") if (why := rule.unfit(board))), None)


def idle(boxes: tuple[str, ...]) -> tuple[str, ...]:
    """The races and powers whose collecting is useless, because a rule of these boxes takes everything that is lost."""
    if not hooks.rules(boxes, "buries"):
        return ()
    return tuple(ability.key for ability in abilities(boxes) if type(ability).collects is not Ability.collects)


def evolve(game: Game | None, event: Event) -> Game:
    """The game after an event; the first one sets up the table."""
    if isinstance(event, GameBegan):
        return event.begin()
    if game is None:
        raise Impossible("a game begins with its set-up")
    return event.apply(game)


def fold(events: Iterable[Event], game: Game | None = None) -> Game:
    """The game after these events, from the beginning or from another game."""
    for event in events:
        game = evolve(game, event)
    if game is None:
        raise Impossible("a game begins with its set-up")
    return game


def chances(game: Game) -> tuple[Chance, ...]:
    """The questions that wait for chance: a due roll first, then what abilities ask, then a piece to reveal."""
    roll, piece = turn.roll_question(game), column.question(game)
    found = [roll] if roll else decisions.chances(game) if game.turn.asked else []
    return (*found, piece) if piece else tuple(found)


class Outcome(NamedTuple):
    """The events of a command, and the game after them."""

    events: tuple[Event, ...]
    game: Game


def decide(game: Game, command: commands.Command, *, as_played: bool = False, blind: bool = False) -> tuple[Event, ...]:
    """The events of a command. Takes and raises what `outcome` does."""
    return outcome(game, command, as_played=as_played, blind=blind).events


def outcome(game: Game, command: commands.Command, *, as_played: bool = False, blind: bool = False) -> Outcome:
    """The events of a command, and the game after them.

    `as_played` enters what the table really did although the rules refuse it.
    `blind` does not look at purses: it is entered for another player.

    Raises Refused with the reason; nothing has happened then.
    """
    execution = Execution(game, as_played, blind)
    try:
        _carry_out(execution, command)
        column.replenish(execution)
    except Impossible as fault:
        raise Refused(Message("refuse.impossible", {"why": str(fault)})) from fault
    return Outcome(tuple(execution.events), execution.game)


def _carry_out(execution: Execution, command: commands.Command) -> None:
    """Dispatch a command to its handler."""
    match command:
        # The most frequent ones first.
        case commands.Conquer():
            turn.conquer(execution, command.region, command.way, command.die, command.boosts)
        case commands.Answer():
            answer(execution, command.occasion, command.value, command.source)
        case commands.Pick():
            turn.pick(execution, command.place)
        case commands.Ready():
            turn.ready(execution, command.band, command.stay)
        case commands.UseAbility():
            actions.act(execution, command.ability, command.act, command.target)
        case commands.Finish():
            turn.finish(execution)
        case commands.EndTurn():
            turn.end(execution, command.tokens)
        case commands.Redeploy():
            turn.redeploy(execution, command.tokens)
        case commands.Place():
            turn.place(execution, command.kind, command.regions)
        case commands.Accept():
            turn.accept(execution, command.decline, command.regions)
        case commands.Decline():
            turn.go_into_decline(execution, command.regions)
        case commands.Withdraw():
            turn.withdraw(execution, command.band, command.tokens)
        case commands.PutBack():
            turn.put_back(execution, command.band, command.kind, command.regions)
        case commands.PlayTurn():
            whole_turn.play(execution, command)
        case commands.Choose():
            decisions.choose(execution, command.occasion, command.choice)
            turn.settle_changed(execution)
        case commands.Cocked():
            turn.cocked(execution, command.occasion, command.value, command.source)
        case commands.SetRegion():
            there = commands.Lay(command.region, command.band, command.tokens, command.tribe, command.markers)
            correct.set_region(execution, there)
        case commands.Recount():
            correct.recount(execution, command.region, command.tokens, command.others)
        case commands.SetBand():
            correct.set_band(execution, command)
        case commands.SetPile():
            correct.set_pile(execution, command.pile, command.kinds)
        case commands.SetRecord():
            turn_record.set_record(execution, command)
        case commands.SetCoins():
            correct.set_coins(execution, command)
        case commands.SetSheet():
            correct.set_sheet(execution, command)
        case commands.SetPast():
            correct.set_past(execution, command)
        case commands.SetTurn():
            correct.set_turn(execution, command.number, command.seat)
        case commands.SetRace():
            correct.set_race(execution, command.seat, command.race, command.power, command.declined)
        case commands.DropRace():
            correct.drop_race(execution, command.band)
        case commands.SetColumn():
            correct.set_column(execution, command.combos)
        case commands.Leave():
            turn.leave(execution, command.seat)
        case commands.Stop():
            turn.stop(execution)
        case commands.Unveil():
            turn.unveil(execution)
        case _:
            raise Refused(Message("refuse.no_command"))


def answer(execution: Execution, occasion: str, value: str, source: str) -> None:
    """Apply the answer of chance to one of the questions that wait for it."""
    for chance in chances(execution.game):
        if chance.occasion == occasion:
            execution.need(value in chance.choices, "refuse.not_drawable", piece=value)
            asked = decisions.asked_on(execution.game, occasion)
            if asked:
                decisions.answer(execution, asked, value, source)
                turn.settle_changed(execution)
            elif chance.kind == "roll":
                turn.roll(execution, int(value), source)
            else:
                column.turn_up(execution, chance, value)
            return
    raise Refused(Message("refuse.no_chance"))
