"""The rules' front door: a handful of pure functions over frozen values.

    new_game(setup)          -> the events that lay out the table
    evolve(game, event)      -> the game after an event
    decide(game, command)    -> the events a command brings about, or Refused
    offers(game, seat)       -> every legal act and form, with words and bill
    hints(game, offers)    -> what the seat whose turn it is could still do and usually wants
    quote(game, seat, region) -> what conquering a region takes that seat, or why not
    chances(game)            -> the questions that wait for chance
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from companion.rules import acts, column, commands, conquest, correct, decisions, hooks, noted, score, turn, wholeturn
from companion.rules.ability import Ability, Me, Option
from companion.rules.conquest import quote
from companion.rules.doing import Doing
from companion.rules.events import Event, GameBegan, Impossible
from companion.rules.hints import hints
from companion.rules.model import NOBODY, Board, Chance, Game, Refused, Say, Setup
from companion.rules.offers import Offer, offers
from companion.rules.sets import ABILITIES, SETS, abilities, ability_options

__all__ = [
    "Offer",
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
    "players",
    "quote",
]

RULE_OPTIONS = (*conquest.OPTIONS, *score.OPTIONS)


def options(boxes: tuple[str, ...]) -> list[Option]:
    """What a table may choose at set-up with these boxes."""
    fixed = settled(boxes)
    return [option for option in (*RULE_OPTIONS, *ability_options(boxes)) if option.key not in fixed]


def settled(boxes: tuple[str, ...]) -> dict[str, str]:
    """The table options that these boxes' own rules have decided, and how."""
    return {key: choice for box in boxes for rule in SETS[box].rules for key, choice in rule.settles.items()}


def islands(boxes: tuple[str, ...]) -> dict[int, str]:
    """The boards that lie on the table together, a letter for the size of each, by players; {} for one board."""
    return {players: sizes for box in boxes for rule in SETS[box].rules for players, sizes in rule.islands.items()}


def new_game(setup: Setup) -> tuple[Event, ...]:
    """The events that lay out a new game.

    Raises Refused for a box or an option that does not exist, for boxes that
    are not played together, or a number of players that no game is made for.
    """
    _know(setup.boxes)
    if len(setup.boxes) > 1 and any(SETS[box].alone for box in setup.boxes):
        raise Refused(Say("refuse.boxes_alone"))
    fixed = settled(setup.boxes)
    known = {option.key: option for option in options(setup.boxes)}
    for key, choice in setup.options.items():
        if fixed.get(key) != choice and (key not in known or not known[key].takes(choice)):
            raise Refused(Say("refuse.no_option", {"option": key, "choice": choice}))
    if len(setup.seats) not in players(setup.boxes) or not 0 <= setup.start < len(setup.seats):
        raise Refused(_for_players(players(setup.boxes), len(setup.seats)))
    if why := unfit(setup.boxes, setup.board):
        raise Refused(why)
    races = [race for box in setup.boxes for race in SETS[box].races]
    powers = [power for box in setup.boxes for power in SETS[box].powers]
    bannerless = [race for box in setup.boxes for race in SETS[box].bannerless]
    began = GameBegan(
        setup=replace(setup, options={**setup.options, **fixed}),
        banners=tuple(race.key for race in races),
        badges=tuple(power.key for power in powers),
        tray={race.key: race.in_box(setup.options) for race in (*races, *bannerless)},
        tribes=sum(SETS[box].tribes for box in setup.boxes),
        prizes=tuple(prize.key for box in setup.boxes for prize in SETS[box].prizes),
    )
    doing = Doing(began.begin())
    for rule in hooks.rules(setup.boxes, "lays_out"):
        doing.do_all(rule.lays_out(Me(doing.game, NOBODY)))
    turn.open_turn(doing)
    return (began, *doing.events)


def _for_players(fitting: tuple[int, ...], count: int) -> Say:
    """For how many players it is, and not for so many."""
    if not fitting:
        return Say("refuse.together")
    least, most = fitting[0], fitting[-1]
    key = "refuse.players" if least < most else "refuse.players.just"
    return Say(key, {"least": least, "most": most, "count": count})


def _know(boxes: tuple[str, ...]) -> None:
    for box in boxes:
        if box not in SETS:
            raise Refused(Say("refuse.no_box", {"box": box}))


def on_map(boxes: tuple[str, ...], seats: int) -> int:
    """For how many players the map must be: some rules have players beside those.

    Raises Refused for a box that does not exist.
    """
    _know(boxes)
    return seats - sum(rule.apart for box in boxes for rule in SETS[box].rules)


def players(boxes: tuple[str, ...]) -> tuple[int, ...]:
    """For how many seats these boxes are; for none where their rules do not go together.

    Raises Refused for a box that does not exist.
    """
    apart = -on_map(boxes, 0)
    said = [rule.players for box in boxes for rule in SETS[box].rules if rule.players]
    if not said:
        return tuple(range(2 + apart, 6 + apart))
    return tuple(count for count in said[0] if not apart and all(count in other for other in said))


def allies(boxes: tuple[str, ...], seats: int) -> tuple[tuple[int, ...], ...]:
    """The seats that win or lose together, in their order; none where everybody plays alone."""
    sides = dict.fromkeys(hooks.allies(boxes, seat, seats) for seat in range(seats))
    return tuple(side for side in sides if len(side) > 1)


def beside(boxes: tuple[str, ...], start: int, seats: int) -> dict[int, str]:
    """The seats that play beside those whom the map is made for, and by which rule."""
    rules = [ABILITIES[rule.key] for box in boxes for rule in SETS[box].rules if rule.apart]
    return {rule.beside(start, seats): rule.key for rule in rules} if seats else {}


def unfit(boxes: tuple[str, ...], board: Board) -> Say | None:
    """Why these boxes cannot be played on a board, or None when they can."""
    return next((why for rule in hooks.rules(boxes, "unfit") if (why := rule.unfit(board))), None)


def idle(boxes: tuple[str, ...]) -> tuple[str, ...]:
    """The races and powers that get nothing of what they collect, as a rule of these boxes takes all that is lost."""
    if not hooks.rules(boxes, "buries"):
        return ()
    return tuple(ability.key for ability in abilities(boxes) if type(ability).collects is not Ability.collects)


def evolve(game: Game | None, event: Event) -> Game:
    """The game after an event; the first one lays out the table."""
    if isinstance(event, GameBegan):
        return event.begin()
    if game is None:
        raise Impossible("a game begins with its set-up")
    return event.apply(game)


def fold(events: Iterable[Event]) -> Game:
    """The game that a whole list of events makes."""
    game: Game | None = None
    for event in events:
        game = evolve(game, event)
    if game is None:
        raise Impossible("a game begins with its set-up")
    return game


def chances(game: Game) -> tuple[Chance, ...]:
    """The questions that wait for chance: a due roll first, then what abilities ask, then a piece to turn up."""
    roll, piece = turn.roll_question(game), column.question(game)
    found = [roll] if roll else decisions.chances(game)
    return (*found, piece) if piece else tuple(found)


def decide(
    game: Game, command: commands.Command, *, as_played: bool = False, blind: bool = False
) -> tuple[Event, ...]:
    """What a command brings about.

    `as_played` enters what the table really did although the rules refuse it.
    `blind` does not look at purses: it is entered for another player.

    Raises Refused with the reason; nothing has happened then.
    """
    doing = Doing(game, as_played, blind)
    try:
        _carry_out(doing, command)
        column.replenish(doing)
    except Impossible as fault:
        raise Refused(Say("refuse.impossible", {"why": str(fault)})) from fault
    return tuple(doing.events)


def _carry_out(doing: Doing, command: commands.Command) -> None:
    """One line a command: who carries it out."""
    match command:
        case commands.Pick():
            turn.pick(doing, command.place)
        case commands.Ready():
            turn.ready(doing, command.band, command.stay)
        case commands.Conquer():
            turn.conquer(doing, command.region, command.way, command.die, command.boosts)
        case commands.Act():
            acts.act(doing, command.ability, command.act, command.target)
        case commands.Finish():
            turn.finish(doing)
        case commands.Redeploy():
            turn.redeploy(doing, command.tokens)
        case commands.Place():
            turn.place(doing, command.kind, command.regions)
        case commands.Accept():
            turn.accept(doing, command.decline, command.regions)
        case commands.Decline():
            turn.go_into_decline(doing, command.regions)
        case commands.Withdraw():
            turn.withdraw(doing, command.band, command.tokens)
        case commands.PutBack():
            turn.put_back(doing, command.band, command.kind, command.regions)
        case commands.PlayTurn():
            wholeturn.play(doing, command)
        case commands.Answer():
            answer(doing, command.occasion, command.value, command.source)
        case commands.Choose():
            decisions.choose(doing, command.occasion, command.choice)
            turn.settle_changed(doing)
        case commands.Cocked():
            turn.cocked(doing, command.occasion, command.value, command.source)
        case commands.SetRegion():
            there = commands.Lay(command.region, command.band, command.tokens, command.tribe, command.markers)
            correct.set_region(doing, there)
        case commands.SetBand():
            correct.set_band(doing, command)
        case commands.SetPile():
            correct.set_pile(doing, command.pile, command.kinds)
        case commands.SetRecord():
            noted.set_record(doing, command)
        case commands.SetCoins():
            correct.set_coins(doing, command)
        case commands.SetSheet():
            correct.set_sheet(doing, command)
        case commands.SetPast():
            correct.set_past(doing, command)
        case commands.SetTurn():
            correct.set_turn(doing, command.number, command.seat)
        case commands.SetRace():
            correct.set_race(doing, command.seat, command.race, command.power, command.declined)
        case commands.DropRace():
            correct.drop_race(doing, command.band)
        case commands.SetColumn():
            correct.set_column(doing, command.combos)
        case commands.Leave():
            turn.leave(doing, command.seat)
        case commands.Stop():
            turn.stop(doing)
        case commands.Unveil():
            turn.unveil(doing)
        case _:
            raise Refused(Say("refuse.no_command"))


def answer(doing: Doing, occasion: str, value: str, source: str) -> None:
    """Chance has answered one of the questions that wait for it."""
    for chance in chances(doing.game):
        if chance.occasion == occasion:
            doing.need(value in chance.choices, "refuse.not_drawable", piece=value)
            asked = decisions.asked_on(doing.game, occasion)
            if asked:
                decisions.answer(doing, asked, value, source)
                turn.settle_changed(doing)
            elif chance.kind == "roll":
                turn.roll(doing, int(value), source)
            else:
                column.turn_up(doing, chance, value)
            return
    raise Refused(Say("refuse.no_chance"))
