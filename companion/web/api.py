"""The JSON routes. Each checks its body's form, asks the table, and says what the table says."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from flask import Blueprint, Flask, Response, request
from msgspec import Meta, Struct

from companion import maps
from companion.hub import Hub
from companion.lobby import LONGEST_NAME, Change
from companion.rules import commands
from companion.rules.model import Say
from companion.table import TableService
from companion.web.answers import Fault, answer, body, language, spoken
from companion.web.often import Often
from companion.web.seats import Phones
from companion.web.stream import stream

# How often an address may ask for a seat, by the seconds looked back on.
JOINING = {60: 20, 3600: 200}
# Asking for a seat puts a question to all players: who wants to be a nuisance does not get far.
ASKING = {60: 6, 3600: 30}

Seat = Annotated[int, Meta(ge=0, le=11)]
# Made by the phone: random, so that nobody meets another one's. Those of machines have a colon.
Request = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[^:]*$")]
Name = Annotated[str, Meta(max_length=4 * LONGEST_NAME)]
Number = Annotated[int, Meta(ge=0, le=2**53)]


class Join(Struct, forbid_unknown_fields=True):
    """Sit down; `another`: this phone holds a seat already and wants one more."""

    name: Name
    id: Request | None = None
    colour: str | None = None
    shape: str | None = None
    another: bool = False


class Rejoin(Struct, forbid_unknown_fields=True):
    """Ask for a seat back."""

    seat: Seat


class StandUp(Struct, forbid_unknown_fields=True):
    """Give up a seat in a game."""

    seat: Seat


class By(Struct, forbid_unknown_fields=True):
    """Something a seat asks for."""

    by: Seat


class Act(Struct, forbid_unknown_fields=True):
    """A command of the rules. `bill` is the price the phone showed, `seat` whose act it took it for.

    `seen` is here and elsewhere the last change of the game that the phone had heard of when it was tapped.
    """

    id: Request
    by: Seat
    command: dict[str, Any]
    bill: str | None = None
    as_played: bool = False
    seat: Seat | None = None
    seen: Number | None = None


class Told(Struct, forbid_unknown_fields=True):
    """A turn that is being told: a `play_turn`, as far as it has come."""

    command: dict[str, Any]


class Back(Struct, forbid_unknown_fields=True):
    """Take back everything from a row of the log on."""

    id: Request
    by: Seat
    row: Number
    seen: Number | None = None


class Consent(Struct, forbid_unknown_fields=True):
    """Answer an ask."""

    id: Request
    by: Seat
    ask: str
    yes: bool
    seen: Number | None = None


class Roll(Struct, forbid_unknown_fields=True):
    """Roll the die, or enter the face of the box's own."""

    by: Seat
    occasion: str
    pips: int | None = None
    id: Request | None = None
    seen: Number | None = None


class Counted(Struct, forbid_unknown_fields=True):
    """The cardboard coins in front of the owner: how many of each value."""

    seat: Seat
    coins: dict[int, Annotated[int, Meta(ge=0, le=99)]]


class Pause(Struct, forbid_unknown_fields=True):
    """Let the clock stand still, or go on."""

    id: Request
    by: Seat
    on: bool


class Purse(Struct, forbid_unknown_fields=True):
    """The owner has counted: so many coins."""

    id: Request
    seat: Seat
    coins: Annotated[int, Meta(ge=0, le=9999)]


def api(app: Flask, table: TableService, hub: Hub, phones: Phones) -> None:
    """Add the JSON routes to an app."""
    routes = Blueprint("api", __name__, url_prefix="/api")

    joining = Often(JOINING).limited

    def phone() -> str | None:
        return phones.known(request)

    def seat() -> int:
        number = request.args.get("seat", "")
        if not (number.isascii() and number.isdigit() and len(number) <= 2):
            raise Fault(400, Say("web.seat"))
        return int(number)

    # What all may see.

    @routes.get("/state")
    def state() -> Response:
        """The public state, as the stream carries it."""
        response = answer(None)
        response.set_data(table.state(spoken())[1])
        return response

    @routes.get("/stream")
    def open_stream() -> Response:
        """Server-sent events: `state` with the public state, at once and whenever it changes."""
        return stream(table, hub, phone() if table.seats(phone()) else None, language())

    @routes.get("/log")
    def log() -> Response:
        """Every line of the log, the newest first."""
        return answer({"log": table.log(spoken())})

    @routes.get("/box")
    def box() -> Response:
        """What of the box lies where."""
        return answer(table.box(spoken()))

    @routes.get("/record")
    def record() -> Response:
        """The game as a text file, once every purse is open."""
        response = answer(None)
        response.set_data(table.record())
        response.content_type = "application/jsonl; charset=utf-8"
        response.headers["Content-Disposition"] = "attachment; filename=game.jsonl"
        return response

    @routes.get("/map/<id>")
    def drawn_map(id: str) -> Response:
        """A map's regions, their centres and outlines."""
        if table.boards.name(id) is None:
            raise Fault(404, Say("table.no_map", {"map": id[:40]}))
        response = answer({**drawing(table.boards.load(id)), "pictures": table.boards.pictures(id)})
        response.headers["Cache-Control"] = "no-cache"
        response.add_etag()
        response.make_conditional(request)
        return response

    @routes.get("/ability/<key>")
    def ability(key: str) -> Response:
        """A race or a power explained."""
        return answer(table.explained(key, language()))

    # Sitting down.

    @routes.post("/join")
    @joining
    def join() -> Response:
        """Take a seat in the lobby."""
        asked = body(Join)
        known = phone()
        asking = asked.id or phones.new()
        # The answer that gave the phone its id may have been lost: asked again, it gets the same one.
        if table.joined(asking) is None:
            if known is not None and not asked.another and table.seats(known):
                raise Fault(409, Say("web.seated"))
            table.join(known or phones.new(), asked.name, asked.colour, asked.shape, request=asking)
        done = table.joined(asking)
        if done is None:
            raise Fault(409, Say("refuse.no_seat"))
        seat, id = done
        response = answer({"seat": seat})
        phones.give(response, id)
        return response

    @routes.post("/rejoin")
    @joining
    @Often(ASKING).limited
    def rejoin() -> Response:
        """Ask for a seat whose cookie is gone, or take one that no phone holds."""
        asked = body(Rejoin)
        id = phone() or phones.new()
        table.rejoin(id, asked.seat)
        sign = table.waiting(id)
        response = answer({"waiting": sign is not None, "sign": sign})
        phones.give(response, id)
        return response

    @routes.post("/standup")
    def stand_up() -> Response:
        """Give up a seat in a game: it is free then."""
        table.stand_up(phone(), body(StandUp).seat)
        return answer({})

    @routes.get("/me")
    def me() -> Response:
        """The seats this phone holds, those that moved on to another, and whether it waits for one."""
        sign = table.waiting(phone())
        mine = {"seats": table.seats(phone()), "moved": table.moved(phone())}
        return answer({**mine, "waiting": sign is not None, "sign": sign})

    @routes.post("/lobby")
    def lobby() -> Response:
        """Change the lobby."""
        table.change(phone(), body(Change))
        return answer({})

    @routes.post("/start")
    def start() -> Response:
        """Begin the game."""
        body(dict[str, Any])
        table.start(phone())
        return answer({})

    @routes.post("/new")
    def new() -> Response:
        """After the game: a lobby with the same seats."""
        table.new(phone(), body(By).by)
        return answer({})

    @routes.post("/copy")
    @joining
    def bring_back() -> Response:
        """Go on from the copy of the log that is offered."""
        body(dict[str, Any])
        table.bring_back(phone())
        return answer({})

    # What one seat may see.

    @routes.get("/mine")
    def mine() -> Response:
        """What a seat may do, its purse looked at."""
        return answer({"offers": table.mine(phone(), seat(), spoken())})

    @routes.get("/purse")
    def purse() -> Response:
        """The coins of a seat of this phone."""
        return answer({"coins": table.purse(phone(), seat())})

    @routes.get("/diary")
    def diary() -> Response:
        """Where the coins of a seat of this phone came from."""
        return answer(table.diary(phone(), seat(), language()))

    @routes.get("/receipts")
    def receipts() -> Response:
        """The heads of a seat of this phone, which keeps them."""
        return answer(table.receipts(phone(), seat()))

    @routes.post("/check")
    def check() -> Response:
        """Whether the cardboard coins are as many as the table says. It changes nothing."""
        asked = body(Counted)
        return answer(table.check_purse(phone(), asked.seat, asked.coins))

    @routes.get("/quote")
    def quote() -> Response:
        """A region looked at closely; the price is that of `seat`, else of the seat whose turn it is."""
        whose = seat() if "seat" in request.args else None
        return answer(table.quote(phone(), request.args.get("region", ""), whose, spoken()))

    @routes.post("/draft")
    def draft() -> Response:
        """A turn that is being told: what may come next, and what is counted at its end. It changes nothing."""
        command = decoded(body(Told).command)
        if not isinstance(command, commands.PlayTurn):
            raise Fault(400, Say("refuse.no_command"))
        return answer(table.draft(phone(), command, spoken()))

    @routes.get("/prices")
    def prices() -> Response:
        """What every region within a seat's reach costs, and the chance with the die."""
        return answer(table.prices(phone(), seat()))

    # Playing.

    @routes.post("/act")
    def act() -> Response:
        """Do what a command says."""
        asked = body(Act)
        command = decoded(asked.command)
        done = table.act(
            phone(),
            asked.id,
            asked.by,
            command,
            seat=asked.seat,
            bill=asked.bill,
            as_played=asked.as_played,
            seen=asked.seen,
            language=spoken(),
        )
        return answer(done)

    @routes.post("/purse")
    def count_purse() -> Response:
        """Set one's own coins to what was counted."""
        asked = body(Purse)
        return answer(table.count_purse(phone(), asked.id, asked.seat, asked.coins))

    @routes.post("/takeback")
    def take_back() -> Response:
        """Take back everything from a row on."""
        asked = body(Back)
        return answer(table.take_back(phone(), asked.id, asked.by, asked.row, seen=asked.seen))

    @routes.post("/consent")
    def consent() -> Response:
        """Answer what another seat asks."""
        asked = body(Consent)
        return answer(table.consent(phone(), asked.id, asked.by, asked.ask, asked.yes, seen=asked.seen))

    @routes.post("/pause")
    def pause() -> Response:
        """A break: the clock stands still."""
        asked = body(Pause)
        return answer(table.pause(phone(), asked.id, asked.by, asked.on))

    @routes.post("/roll")
    def roll() -> Response:
        """Roll the die that is due."""
        asked = body(Roll)
        return answer(table.roll(phone(), asked.by, asked.occasion, asked.pips, request=asked.id, seen=asked.seen))

    app.register_blueprint(routes)


def decoded(plain: dict[str, Any]) -> commands.Command:
    """A command as a phone sends it. Raises Fault for anything else."""
    try:
        return commands.decode(plain)
    except msgspec.ValidationError as error:
        raise Fault(400, Say("web.malformed", {"why": str(error)})) from None


def drawing(drawn: maps.Map) -> dict[str, Any]:
    """A map as phones draw it, in board units."""
    board = drawn.board
    return {
        "id": board.id,
        "width": drawn.width,
        "height": drawn.height,
        "players": board.players,
        "turns": board.turns,
        "regions": [
            {
                "id": region.id,
                "terrain": region.terrain,
                "symbols": region.symbols,
                "centre": drawn.centres[region.id],
                "clear": drawn.clear[region.id],
                "outline": drawn.outlines[region.id],
                "adjacent": region.adjacent,
                "border": region.border,
                "coastal": region.coastal,
            }
            for region in board.regions.values()
        ],
    }
