"""The public state: plain values, the same for every phone and screen in one language."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from companion.boards.islands import faces, on_table
from companion.boards.library import Boards
from companion.game import lobby as lobbies
from companion.game import questions
from companion.game.app_turn import app_turn
from companion.game.history import History
from companion.game.last_act import Left, last_act
from companion.game.permissions import BACK, Ask, by_button, eligible_approvers, held_by
from companion.game.steps import LogLine
from companion.game.turn_payments import payments
from companion.language import text
from companion.rules import commands, engine, score
from companion.rules.ability import Option
from companion.rules.boxes.registry import BOXES
from companion.rules.events import Rolled, Scored
from companion.rules.model import Game, Message
from companion.views import ending, game_view, hands

SHOWN_LINES = 30
# What comes up when combos are dealt: whoever watches reads it off the column.
DRAWN = frozenset({"log.draw", "log.banner", "log.badge"})
REAL_DICE = ("tray", "box")  # what rolls a die that can lie askew

Plain = dict[str, Any]


def public(
    history: History,
    version: int,
    *,
    address: str,
    wifi: str | None,
    button: bool,
    notices: list[Message],
    copy: Message | None,
    photos: Mapping[str, str],
    boards: Boards,
    watching: frozenset[str],
    app_ends: commands.Accept | None,
    ticks: Mapping[int, list[list[bool]]],
    ticking: bool,
    left: Sequence[Left],
    open_counts: Mapping[str, int],
    language: str,
) -> Plain:
    """Everything that all may see.

    `copy` is the offer to go on from a copy of the log, `wifi` the name of the table's own network while it is on,
    `button` whether there is a die button, `watching` are the phones that have the table open, `photos` the boards' by
    map. `app_ends` is how the app ends its turn once its pieces have been moved. `ticks` are the steps that hands have
    done, `ticking` whether people tick at all, `left` what earlier acts have for them, `open_counts` the regions whose
    counts are only proposed, all four as in table/ticks.py.
    """
    game = history.game
    view = {
        "version": version,
        "phase": phase(game),
        "language": language,
        "seating": history.seating,
        "table": {
            "address": address,
            "wifi": wifi,
            "button": button,
            "dealing": history.lobby.dealing,
            "notices": [text.say(notice, language) for notice in notices],
            "copy": text.say(copy, language) if copy else None,
            "photo": photos.get(game.board.id if game else lobbies.chosen_map(history.lobby, boards) or "") or None,
        },
        "seats": seats(history, watching, language),
        "asks": asks(history, language),
        "rejected": rejected(history, language),
        "log": lines(history, language, SHOWN_LINES),
        "practice": practice(history, language),
        "ticks": ticks,
        "ticking": ticking,
    }
    if game is None:
        nothing = dict.fromkeys(("takeback", "redo", "last", "last_roll", "cocked", "app"))
        return view | {"lobby": lobby(history.lobby, boards, language), "earlier": [], **nothing}
    playing = app_turn(history)
    act = last_act(history, playing.first if playing else None)
    return view | {
        "app": hands.app_card(playing, app_ends, language) if playing else None,
        "changed": history.changes[-1],
        "clock": {"paused": history.paused} if history.lobby.clock else None,
        "number": history.number if game.over else None,
        "takeback": takeback(history, language),
        "redo": redo(history, language),
        "beginning": next((step.row for step in history.steps[:1] if history.step(step.row)), None),
        "last": hands.last(act, language) if act else None,
        "earlier": hands.earlier(left, language),
        "last_roll": last_roll(history, language),
        "cocked": cocked(history),
        "game": _with_sheet(history, _with_proposals(open_counts, game_view.public(game, language)), language),
    }


def _with_proposals(open_counts: Iterable[str], plain: Plain) -> Plain:
    """The game, with `unconfirmed` at the regions whose counts nobody laid out."""
    for region in open_counts:
        plain["regions"][region]["unconfirmed"] = True
    return plain


def _with_sheet(history: History, plain: Plain, language: str) -> Plain:
    """The game, whose score sheet says what was paid in its turn before; a sheet that was shut is none."""
    if history.game and _shut(history, history.game):
        plain["sheet"] = None
    elif sheet := plain["sheet"]:
        sheet["paid"] = [text.sentence(told, language) for told in payments(history, accepted=sheet["accepted"])]
    return plain


def _shut(history: History, game: Game) -> bool:
    """Whether the sheet that an undo brings back was already closed: it stays hidden."""
    return history.sheet_closed and game.turn.stage != "score"


def phase(game: Game | None) -> str:
    """lobby, play or reveal."""
    if game is None:
        return "lobby"
    return "reveal" if game.over else "play"


def seats(history: History, watching: frozenset[str], language: str = text.DEFAULT) -> list[Plain]:
    """The seats and their players. Nothing here identifies a phone."""
    left, lobby = history.left, history.lobby
    roles = engine.beside(lobby.boxes, lobby.start, len(lobby.places))
    together = ending.teams(lobby.boxes, lobby.start, len(lobby.places))
    teams = {seat: number for number, team in enumerate(together) for seat in team}
    incomes = income(history)
    return [
        {
            "id": number,
            "name": place.name,
            "colour": place.colour,
            "shape": place.shape,
            "phone": bool(place.phone),
            "level": place.level or None,
            "advised": place.advised and lobby.advice,
            "away": place.phone not in watching and not place.level,
            "left": number in left,
            "team": teams.get(number),
            "role": text.name("role", roles[number], language) if number in roles else None,
            "income": incomes.get(number),
        }
        for number, place in enumerate(history.lobby.places)
    ]


def income(history: History) -> dict[int, int]:
    """The coins of each seat's last score sheet, of none before its first. What was corrected later stays secret."""
    found: dict[int, int] = {}
    for step in reversed(history.steps):
        for event in step.events:
            if isinstance(event, Scored):
                found.setdefault(event.seat, score.total(event.lines))
        if len(found) == len(history.lobby.places):
            break
    return found


def option_view(lobby: lobbies.Lobby, option: Option, language: str) -> Plain:
    """A question on which tables differ: one of its choices, a number, or a line of so many letters (`longest`)."""
    numbers = sorted((choice for choice in option.choices if choice.isdecimal()), key=int)
    return {
        "key": option.key,
        "sentence": text.say(Message(f"option.{option.key}"), language),
        "choices": [
            {"key": choice, "text": choice if numbers else text.label(f"option.{option.key}.{choice}", language)}
            for choice in (numbers or option.choices)
        ],
        "chosen": lobby.options.get(option.key, option.default),
        "kind": "line" if option.longest else "number" if numbers else "choice",
        "longest": option.longest,
    }


def lobby(lobby: lobbies.Lobby, boards: Boards, language: str) -> Plain:
    """What is decided before the first turn."""
    reason, chosen = lobbies.why_not(lobby, boards), lobbies.chosen_map(lobby, boards)
    out = lobbies.app_out(lobby)
    return {
        "start": lobby.start,
        "dealing": lobby.dealing,
        "button_yes": lobby.button_yes,
        "clock": lobby.clock,
        "advice": lobby.advice,
        "map": chosen,
        # A picture of the game before enough sit there for a map.
        "shown": chosen or next(iter(boards.names()), None),
        "maps": [
            {"id": key, "name": text.label(name.name, language)}
            for key in lobbies.fitting_maps(lobby, boards)
            if (name := boards.name(key))
        ],
        "isles": [
            {"id": face, "name": text.say(Message(f"isle.{face}"), language), "chosen": face in on_table(lobby.isles)}
            for face in faces()
            if lobby.isles and face[0] in {each[0] for each in on_table(lobby.isles)}
        ],
        "boxes": [
            {"key": box, "name": text.name("set", box, language), "chosen": box in lobby.boxes}
            for box in BOXES
            if box != lobbies.FIRST_BOX
        ],
        "options": [option_view(lobby, option, language) for option in engine.options(lobby.boxes)],
        "colours": list(lobbies.COLOURS),
        "shapes": list(lobbies.SHAPES),
        "most": lobbies.most_players(),
        "app_out": text.say(out, language) if out else None,
        "ready": reason is None,
        "why_not": text.say(reason, language) if reason else None,
        "notes": [text.say(Message("table.idle", {"race": race}), language) for race in engine.idle(lobby.boxes)],
    }


def asks(history: History, language: str) -> list[Plain]:
    """What waits for approval, and whose; `own` is the same for whoever asked.

    `button`: a press of the table's button approves it too; `past`: it is about an old board.
    """
    pressed = by_button(history.lobby, history.left, history.asks.values())
    return [
        {
            "id": ask.id,
            "by": ask.by,
            "what": ask.what,
            "text": text.sentence(ask.message, language),
            "own": text.sentence(questions.asking(ask.message), language),
            "places": text.places(ask.message),
            "since": _since(history, ask),
            "may": eligible_approvers(history.lobby.places, history.left, ask),
            "button": ask is pressed,
            "past": ask.what == "act" and isinstance(commands.decode(ask.command["command"]), commands.SetPast),
        }
        for ask in history.asks.values()
    ]


def rejected(history: History, language: str) -> Plain | None:
    """The request that was rejected last, while nothing has been done since: who asked for what, and who said no.

    A phone that asks for a seat is told apart from this.
    """
    if history.rejected is None:
        return None
    row, ask, seat = history.rejected
    if ask.what == "seat" or (history.changes and history.changes[-1] > row):
        return None
    what = ask.kept or ask.message
    return {
        "row": row,
        "by": ask.by,
        "seat": seat,
        "text": text.sentence(what, language),
        "places": text.places(what),
    }


def _since(history: History, ask: Ask) -> int:
    """How many later actions an undo or a cocked die also undoes; 0 for other requests."""
    if ask.what not in BACK:
        return 0
    return sum(step.row > ask.command["row"] and not step.drawn for step in history.steps)


def lines(history: History, language: str, most: int | None = None) -> list[Plain]:
    """The log, the newest line first."""
    said = history.said if most is None else history.said[-most:]
    return [_line(history, one, language) for one in reversed(said)]


def _line(history: History, said: LogLine, language: str) -> Plain:
    by = None if said.entered_by is None else history.name(said.entered_by)
    return _told(said, said.mark, by, language)


# Every state shows the last lines again, and of a line nothing ever changes but its mark, and the name of a player.
@lru_cache(maxsize=500)
def _told(said: LogLine, mark: str, by: str | None, language: str) -> Plain:
    bill = hands.bill(said.message, language)
    return {
        "row": said.row,
        "text": text.sentence(said.message, language),
        "places": text.places(said.message),
        "by": None if by is None else text.say(Message("log.entered", {"name": by}), language),
        "state": text.say(Message(mark), language) if mark else None,
        "about": text.mentioned(said.message),
        "bill": bill.text if bill else None,
        "sheet": {"turn": said.sheet[0], "seat": said.sheet[1]} if said.sheet else None,
    } | ({"drawn": True} if said.message.key in DRAWN else {})


def takeback(history: History, language: str) -> Plain | None:
    """The act that is undone next; `free` are the seats that may do so without asking anybody."""
    step = history.last_act()
    if step is None:
        return None
    what, asked = history.words(step.row), history.asked_for(step.row)
    return {
        "row": step.row,
        "text": text.say(Message("takeback", {"what": what}), language),
        "free": [
            seat
            for seat, held in _held_with(history)
            if (asked is not None and asked <= {*held}) or _alone(history, seat)
        ],
    }


def _alone(history: History, seat: int) -> bool:
    """Whether nobody else could approve what this seat asks for: it is done at once."""
    asking = Ask(0, seat, "takeback", {}, Message("log.asked"))
    return eligible_approvers(history.lobby.places, history.left, asking) == [seat]


def redo(history: History, language: str) -> Plain | None:
    """The act that is redone next, and the seats that may redo it; None when something else was done since."""
    step = next(iter(history.redoable), None)
    if step is None or history.game is None:
        return None
    what = history.words(step.row)
    may = [seat for seat, held in _held_with(history) if step.entered_by in (None, *held)]
    return {"text": text.say(Message("redo", {"what": what}), language), "may": may}


def _held_with(history: History) -> list[tuple[int, list[int]]]:
    """Every seat with those that the same phone holds."""
    places = history.lobby.places
    return [(seat, held_by(places, place.phone)) for seat, place in enumerate(places) if place.phone]


def cocked(history: History) -> Plain | None:
    """The command that says that the die just rolled was cocked.

    None where no real die was rolled, which alone can lie askew, or somebody asks already.
    """
    step = history.just_rolled()
    command = commands.cocked(step.command) if step else None
    if step is None or command is None or command.source not in REAL_DICE:
        return None
    if any(ask.what == "cocked" and ask.command["row"] == step.row for ask in history.asks.values()):
        return None
    return commands.encode(command)


def practice(history: History, language: str) -> Plain | None:
    """The last roll that was not due, for screens to show for a moment."""
    roll = history.practice
    if roll is None:
        return None
    words = Message("practice", {"pips": roll.pips, "source": roll.source})
    return {"row": roll.row, "pips": roll.pips, "source": roll.source, "text": text.say(words, language)}


def last_roll(history: History, language: str) -> Plain | None:
    """The last roll that stands, and what rolled it."""
    for step in reversed(history.steps):
        if not isinstance(step.command, commands.Answer):
            continue
        for event in step.events:
            if isinstance(event, Rolled):
                words = history.words(step.row)
                return {
                    "row": step.row,
                    "pips": event.pips,
                    "source": event.source,
                    "text": text.sentence(words, language),
                    "places": text.places(words),
                    "occasion": step.command.occasion,
                }
    return None
