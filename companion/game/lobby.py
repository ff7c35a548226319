"""The lobby: who sits where, in which colour, and what the table chooses before the first turn."""

import secrets
from collections.abc import Callable, Collection, Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.boards import islands
from companion.boards.library import Boards
from companion.game.names import LONGEST_NAME, as_seen, cleaned
from companion.rules import engine
from companion.rules.boxes.registry import BOXES
from companion.rules.model import Message, Refused, SeatSetup, Setup
from companion.seat.games import kept_out
from companion.seat.player import LEVELS

COLOURS = ("blue", "orange", "green", "pink", "yellow", "grey")
SHAPES = ("circle", "square", "triangle", "diamond", "star", "cross")
# The shipped boards, for callers that have no others.
SHIPPED = Boards()
DEALING = ("companion", "table")
FIRST_BOX = "base"
# What the app is called at a seat of its own.
APP = "App"
# Picks one of several at random.
Choose = Callable[[Sequence[str]], str]


class InBook(Struct, frozen=True, omit_defaults=True):
    """How a player is remembered in the club's book: under a name, said when the book had forgotten so many players.

    The book takes the name only if it has not forgotten its player since. `person` is a random id of whoever gave a new
    name, by which the book tells two apart who gave the same one; "" for who is in the book under that name already.
    """

    name: str
    after: int = 0
    person: str = ""


class Place(Struct, frozen=True, omit_defaults=True):
    """A seat at the table. `phone` is the secret id of the phone that holds it; it is never shown.

    With a `level` the app plays the seat, as well as that: it has no phone, and any phone may take it over. `advised`:
    the app advises its player. `book`: its player wants to be remembered in the club's book.
    """

    name: str
    colour: str
    shape: str
    phone: str
    level: str = ""
    advised: bool = False
    book: InBook | None = None


class Lobby(Struct, frozen=True):
    """The set-up so far.

    `places` are in clockwise order; `map` is "" until somebody chooses one; `isles` is the map of practice islands, in
    a game on several boards; with `button_yes` a press of the die button approves a request; with `clock` each player's
    time is counted; without `advice` the app advises nobody.
    """

    places: tuple[Place, ...] = ()
    start: int = 0
    dealing: str = "companion"
    map: str = ""
    boxes: tuple[str, ...] = (FIRST_BOX,)
    options: dict[str, str] = {}
    button_yes: bool = False
    clock: bool = False
    isles: str = ""
    advice: bool = True


class Change(Struct, frozen=True, forbid_unknown_fields=True):
    """What a phone may change; None leaves a field unchanged.

    `order` lists the seats in their new clockwise order. `boxes` are all that are used; `add_box` and `drop_box` change
    only one, whatever another tap has just done to the others. `island` is one to use, "" for random ones. `name`,
    `colour` and `shape` belong to `seat`. `level` is how well the app plays that seat, or, without a seat, one more
    player. `remove` is a seat to free.
    """

    order: tuple[int, ...] | None = None
    start: int | None = None
    dealing: str | None = None
    map: str | None = None
    boxes: tuple[str, ...] | None = None
    add_box: str | None = None
    drop_box: str | None = None
    island: str | None = None
    options: dict[str, str] | None = None
    button_yes: bool | None = None
    clock: bool | None = None
    advice: bool | None = None
    seat: int | None = None
    name: str | None = None
    colour: str | None = None
    shape: str | None = None
    level: str | None = None
    remove: int | None = None


def join(
    lobby: Lobby, phone: str, name: str, colour: str | None, shape: str | None, choose: Choose = secrets.choice
) -> Lobby:
    """Somebody takes a seat, clockwise after all others. Raises Refused."""
    most = most_players()
    _need(len(lobby.places) < most, "table.full", count=most)
    place = _fitting(lobby.places, Place(name, colour or "", shape or "", phone))
    return with_isles(replace(lobby, places=(*lobby.places, place)), choose)


def _app_joins(lobby: Lobby, name: str, level: str) -> Lobby:
    """The app takes a seat as one more player, under a name that nobody has."""
    if why := app_out(lobby):
        raise Refused(why)
    most = most_players()
    _need(len(lobby.places) < most, "table.full", count=most)
    taken = {as_seen(place.name) for place in lobby.places}
    names = (name, *(f"{name} {number}" for number in range(2, most + 1)))
    free = next(each for each in names if as_seen(each) not in taken)
    return replace(lobby, places=(*lobby.places, _fitting(lobby.places, Place(free, "", "", "", level))))


def app_out(lobby: Lobby) -> Message | None:
    """Why the app cannot be one more player with these boxes, or None if it can."""
    reasons = [kept_out(lobby.boxes, seats) for seats in engine.players(lobby.boxes)]
    return Message(f"table.app_out.{reasons[0]}") if reasons and all(reasons) else None


def with_isles(lobby: Lobby, choose: Choose = secrets.choice) -> Lobby:
    """The lobby with practice islands for its number of players, drawn at random if that number changed."""
    players = engine.on_map(lobby.boxes, len(lobby.places))
    if players not in engine.islands(lobby.boxes):
        return replace(lobby, isles="")
    isles = lobby.map if islands.on_table(lobby.map) else lobby.isles
    fits = isles and islands.chosen(isles) == players
    return replace(lobby, isles=isles if fits else islands.drawn(players, choose))


def change(lobby: Lobby, asked: Change, boards: Boards = SHIPPED, choose: Choose = secrets.choice) -> Lobby:
    """The lobby after a change. Raises Refused, and then nothing of it is done."""
    return with_isles(_changed(lobby, asked, boards), choose)


def _changed(lobby: Lobby, asked: Change, boards: Boards) -> Lobby:
    seats = range(len(lobby.places))
    if asked.level is not None:
        _need(asked.level in LEVELS, "table.no_level")
    if asked.seat is None and asked.level:
        lobby = _app_joins(lobby, asked.name or APP, asked.level)
    if asked.seat is not None:
        _need(asked.seat in seats, "refuse.no_seat")
        old = lobby.places[asked.seat]
        _need(asked.level is None or bool(old.level), "refuse.no_seat")
        new = replace(
            old,
            name=asked.name or old.name,
            colour=asked.colour or old.colour,
            shape=asked.shape or old.shape,
            level=asked.level or old.level,
        )
        others = (*lobby.places[: asked.seat], *lobby.places[asked.seat + 1 :])
        new = _fitting(others, new)
        lobby = replace(lobby, places=(*lobby.places[: asked.seat], new, *lobby.places[asked.seat + 1 :]))
    if asked.start is not None:
        _need(asked.start in seats, "refuse.no_seat")
        lobby = replace(lobby, start=asked.start)
    if asked.order is not None:
        _need(sorted(asked.order) == list(seats), "table.order")
        places = tuple(lobby.places[seat] for seat in asked.order)
        lobby = replace(lobby, places=places, start=asked.order.index(lobby.start) if places else 0)
    if asked.remove is not None:
        _need(asked.remove in seats, "refuse.no_seat")
        places = (*lobby.places[: asked.remove], *lobby.places[asked.remove + 1 :])
        start = lobby.start - 1 if lobby.start > asked.remove else lobby.start
        lobby = replace(lobby, places=places, start=min(start, max(len(places) - 1, 0)))
    if asked.dealing is not None:
        _need(asked.dealing in DEALING, "table.dealing")
        lobby = replace(lobby, dealing=asked.dealing)
    if asked.map is not None:
        _need(boards.name(asked.map) is not None, "table.no_map", map=asked.map)
        lobby = replace(lobby, map=asked.map)
    wanted = lobby.boxes if asked.boxes is None else asked.boxes
    if asked.add_box is not None:
        wanted = (*wanted, asked.add_box)
    if asked.drop_box is not None:
        wanted = tuple(box for box in wanted if box != asked.drop_box)
    if wanted != lobby.boxes:
        _need(all(box in BOXES for box in wanted), "refuse.no_box", box=", ".join(wanted))
        boxes = together(lobby.boxes, wanted)
        asking = {option.key for option in engine.options(boxes)}
        options = {key: choice for key, choice in lobby.options.items() if key in asking}
        lobby = replace(lobby, boxes=boxes, options=options)
    if asked.island is not None:
        _need(asked.island in ("", *islands.faces()), "table.no_map", map=asked.island)
        isles = islands.with_face(lobby.isles, asked.island) if asked.island else ""
        lobby = replace(lobby, isles=isles, map="")
    if asked.button_yes is not None:
        lobby = replace(lobby, button_yes=asked.button_yes)
    if asked.clock is not None:
        lobby = replace(lobby, clock=asked.clock)
    if asked.advice is not None:
        lobby = replace(lobby, advice=asked.advice)
    if asked.options is not None:
        known = {option.key: option for option in engine.options(lobby.boxes)}
        for key, choice in asked.options.items():
            _need(key in known and known[key].takes(choice), "refuse.no_option", option=key, choice=choice)
        lobby = replace(lobby, options={**lobby.options, **asked.options})
    return lobby


def together(before: tuple[str, ...], asked: tuple[str, ...]) -> tuple[str, ...]:
    """The boxes that are used when these are asked for.

    The first box is always among them, and the others follow in the order of their printing, unless one of them is
    played alone; the box that was ticked last counts.
    """
    alone = [box for box in asked if BOXES[box].alone]
    fresh = [box for box in alone if box not in before]
    if fresh or (alone and len(set(asked) - {FIRST_BOX}) == 1):
        return ((fresh or alone)[0],)
    return tuple(box for box in BOXES if box == FIRST_BOX or (box in asked and not BOXES[box].alone))


def rematch(lobby: Lobby, left: Collection[int], choose: Choose = secrets.choice) -> Lobby:
    """The lobby of the next game: without the seats in `left`, and the next player clockwise begins."""
    seats = len(lobby.places)
    staying = [seat for seat in range(seats) if seat not in left]
    clockwise = [(lobby.start + 1 + step) % seats for step in range(seats)]
    first = next((seat for seat in clockwise if seat in staying), None)
    places = tuple(lobby.places[seat] for seat in staying)
    lobby = replace(lobby, places=places, start=0 if first is None else staying.index(first))
    return with_isles(lobby, choose)


def most_players() -> int:
    """How many can sit down: as many as any box allows. They choose the box when they sit there."""
    return min(max(max(engine.players(together((), (box,))), default=0) for box in BOXES), len(COLOURS))


def _maps_for(lobby: Lobby, boards: Boards) -> dict[str, Message | None]:
    """The maps for this number of players, each with the reason why these boxes cannot be played on it, or None."""
    players = engine.on_map(lobby.boxes, len(lobby.places))
    return {
        key: engine.unfit(lobby.boxes, boards.board(key))
        for key, board in boards.names().items()
        if board.players == players
    }


def fitting_maps(lobby: Lobby, boards: Boards = SHIPPED) -> list[str]:
    """The maps for this number of players and these boxes; the practice islands first."""
    isles = [lobby.isles] if lobby.isles else []
    return isles + [key for key, unfit in _maps_for(lobby, boards).items() if not unfit]


def chosen_map(lobby: Lobby, boards: Boards = SHIPPED) -> str | None:
    """The map that will be played: the chosen one if it fits, else the first that does."""
    fitting = fitting_maps(lobby, boards)
    return lobby.map if lobby.map in fitting else next(iter(fitting), None)


def why_not(lobby: Lobby, boards: Boards = SHIPPED) -> Message | None:
    """Why the game cannot begin, or None if it can."""
    seats, players = len(lobby.places), engine.players(lobby.boxes)
    if not players:
        return Message("table.clash")
    if seats < players[0]:
        return Message("table.too_few", {"count": players[0]})
    if seats > players[-1]:
        more = {box: together(lobby.boxes, (*lobby.boxes, box)) for box in BOXES}
        which = tuple(Message(f"set.{box}") for box, boxes in more.items() if seats in engine.players(boxes))
        return Message("table.too_many" if which else "table.too_many.any", {"count": players[-1], "which": which})
    if any(place.level for place in lobby.places) and (why := kept_out(lobby.boxes, seats)):
        return Message(f"table.no_app.{why}")
    if chosen_map(lobby, boards) is None:
        unfit = next(iter(_maps_for(lobby, boards).values()), None)
        return unfit or Message("table.no_map_for", {"count": len(lobby.places)})
    return None


def setup(lobby: Lobby, boards: Boards = SHIPPED) -> Setup:
    """The game that was set up. Raises Refused while it cannot begin."""
    reason, map_id = why_not(lobby, boards), chosen_map(lobby, boards)
    if reason or map_id is None:
        raise Refused(reason or Message("table.too_few"))
    return Setup(
        board=boards.board(map_id),
        seats=tuple(SeatSetup(place.name) for place in lobby.places),
        start=lobby.start,
        boxes=lobby.boxes,
        options=lobby.options,
        guard=True,
    )


def _fitting(others: tuple[Place, ...], place: Place) -> Place:
    """The place with a clean name and a colour and shape of its own; without a wish the first free ones."""
    name = cleaned(place.name)
    _need(bool(name), "table.name", count=LONGEST_NAME)
    _need(as_seen(name) not in {as_seen(other.name) for other in others}, "table.name_taken", name=name)
    colours = [colour for colour in COLOURS if colour not in {other.colour for other in others}]
    shapes = [shape for shape in SHAPES if shape not in {other.shape for other in others}]
    colour, shape = place.colour or colours[0], place.shape or shapes[0]
    _need(colour in colours, "table.colour_taken")
    _need(shape in shapes, "table.shape_taken")
    return replace(place, name=name, colour=colour, shape=shape)


def _need(holds: bool, key: str, **args: object) -> None:
    if not holds:
        raise Refused(Message(key, args))
