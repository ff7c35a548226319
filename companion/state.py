"""The one public state that all phones and screens get: plain values, the same for everybody who reads a language."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from companion import ending, show, text
from companion import lobby as lobbies
from companion.boards import Boards
from companion.consent import Ask, by_button, may
from companion.happened import instructions, put_back
from companion.ledger import BACK, Ledger, Said, Step
from companion.maps.islands import faces, on_table
from companion.rules import commands, engine
from companion.rules.ability import Option
from companion.rules.events import Rolled
from companion.rules.model import Game, Say
from companion.rules.sets import SETS

SHOWN_LINES = 30

Plain = dict[str, Any]


def public(
    ledger: Ledger,
    version: int,
    *,
    address: str,
    wifi: Mapping[str, str] | None,
    notices: list[Say],
    copy: Say | None,
    photos: Mapping[str, str],
    boards: Boards,
    watching: frozenset[str],
    language: str,
) -> Plain:
    """Everything that all may see.

    `copy` is the offer to go on from a copy of the log, `wifi` the name and the password of the table's own network,
    `watching` are the phones that have the table open, `photos` the boards' by map.
    """
    game = ledger.game
    view = {
        "version": version,
        "phase": phase(game),
        "language": language,
        "seating": ledger.seating,
        "table": {
            "address": address,
            "wifi": wifi,
            "dealing": ledger.lobby.dealing,
            "notices": [text.say(notice, language) for notice in notices],
            "copy": text.say(copy, language) if copy else None,
            "photo": photos.get(game.board.id if game else lobbies.chosen_map(ledger.lobby, boards) or "") or None,
        },
        "seats": seats(ledger, watching, language),
        "asks": asks(ledger, language),
        "log": lines(ledger, language, SHOWN_LINES),
        "practice": practice(ledger, language),
    }
    if game is None:
        nothing = dict.fromkeys(("takeback", "last", "last_roll", "cocked"))
        return view | {"lobby": lobby(ledger.lobby, boards, language), **nothing}
    return view | {
        "changed": ledger.changes[-1],
        "clock": {"paused": ledger.paused} if ledger.lobby.clock else None,
        "number": ledger.number if game.over else None,
        "takeback": takeback(ledger, language),
        "beginning": next((step.row for step in ledger.steps[:1] if ledger.step(step.row)), None),
        "last": last(ledger, language),
        "last_roll": last_roll(ledger, language),
        "cocked": cocked(ledger),
        "game": show.public(game, language) | ({"sheet": None} if _shut(ledger, game) else {}),
    }


def _shut(ledger: Ledger, game: Game) -> bool:
    """The sheet that a take-back would bring back was shut already: it stays nobody's to read."""
    return ledger.sheet_closed and game.turn.stage != "score"


def phase(game: Game | None) -> str:
    """lobby, play or reveal."""
    if game is None:
        return "lobby"
    return "reveal" if game.over else "play"


def seats(ledger: Ledger, watching: frozenset[str], language: str = text.DEFAULT) -> list[Plain]:
    """Who sits where. Nothing here names a phone."""
    left, lobby = ledger.left, ledger.lobby
    roles = engine.beside(lobby.boxes, lobby.start, len(lobby.places))
    together = ending.teams(lobby.boxes, lobby.start, len(lobby.places))
    teams = {seat: number for number, team in enumerate(together) for seat in team}
    return [
        {
            "id": number,
            "name": place.name,
            "colour": place.colour,
            "shape": place.shape,
            "phone": bool(place.phone),
            "away": place.phone not in watching,
            "left": number in left,
            "team": teams.get(number),
            "role": text.name("role", roles[number], language) if number in roles else None,
        }
        for number, place in enumerate(ledger.lobby.places)
    ]


def option_view(lobby: lobbies.Lobby, option: Option, language: str) -> Plain:
    """A question on which tables differ: one of its choices, a number, or a line of so many letters (`longest`)."""
    numbers = sorted((choice for choice in option.choices if choice.isdecimal()), key=int)
    return {
        "key": option.key,
        "sentence": text.say(Say(f"option.{option.key}"), language),
        "choices": [
            {"key": choice, "text": choice if numbers else text.label(f"option.{option.key}.{choice}", language)}
            for choice in (numbers or option.choices)
        ],
        "chosen": lobby.options.get(option.key, option.default),
        "kind": "line" if option.longest else "number" if numbers else "choice",
        "longest": option.longest,
    }


def lobby(lobby: lobbies.Lobby, boards: Boards, language: str) -> Plain:
    """What the table settles before the first turn."""
    reason = lobbies.why_not(lobby, boards)
    return {
        "start": lobby.start,
        "dealing": lobby.dealing,
        "button_yes": lobby.button_yes,
        "clock": lobby.clock,
        "map": lobbies.chosen_map(lobby, boards),
        "maps": [
            {"id": key, "name": text.label(name.name, language)}
            for key in lobbies.fitting_maps(lobby, boards)
            if (name := boards.name(key))
        ],
        "isles": [
            {"id": face, "name": text.say(Say(f"isle.{face}"), language), "chosen": face in on_table(lobby.isles)}
            for face in faces()
            if lobby.isles and face[0] in {each[0] for each in on_table(lobby.isles)}
        ],
        "boxes": [
            {"key": box, "name": text.name("set", box, language), "chosen": box in lobby.boxes}
            for box in SETS
            if box != lobbies.FIRST_BOX
        ],
        "options": [option_view(lobby, option, language) for option in engine.options(lobby.boxes)],
        "colours": list(lobbies.COLOURS),
        "shapes": list(lobbies.SHAPES),
        "most": lobbies.most_players(),
        "ready": reason is None,
        "why_not": text.say(reason, language) if reason else None,
        "notes": [text.say(Say("table.idle", {"race": race}), language) for race in engine.idle(lobby.boxes)],
    }


def asks(ledger: Ledger, language: str) -> list[Plain]:
    """What waits for a yes, and whose; `button`: a press of the table's button says it too; `past`: of an old board."""
    pressed = by_button(ledger.lobby, ledger.left, ledger.asks.values())
    return [
        {
            "id": ask.id,
            "by": ask.by,
            "what": ask.what,
            "text": text.sentence(ask.say, language),
            "since": _since(ledger, ask),
            "may": may(ledger.lobby.places, ledger.left, ask),
            "button": ask is pressed,
            "past": ask.what == "act" and isinstance(commands.decode(ask.command["command"]), commands.SetPast),
        }
        for ask in ledger.asks.values()
    ]


def _since(ledger: Ledger, ask: Ask) -> int:
    """How many later acts a take-back or a cocked die takes along; 0 for other questions."""
    if ask.what not in BACK:
        return 0
    return sum(step.row > ask.command["row"] and not step.drawn for step in ledger.steps)


def lines(ledger: Ledger, language: str, most: int | None = None) -> list[Plain]:
    """The log, the newest line first."""
    said = ledger.said if most is None else ledger.said[-most:]
    return [_line(ledger, one, language) for one in reversed(said)]


def _line(ledger: Ledger, said: Said, language: str) -> Plain:
    by = Say("log.entered", {"name": ledger.name(said.entered_by)}) if said.entered_by is not None else None
    return {
        "row": said.row,
        "text": _words(said, language),
        "by": text.say(by, language) if by else None,
        "state": text.say(Say(said.mark), language) if said.mark else None,
        "about": _about(said),
        "sheet": {"turn": said.sheet[0], "seat": said.sheet[1]} if said.sheet else None,
    }


# Every state shows the last lines again. What a line says never changes, only its mark.
@lru_cache(maxsize=500)
def _words(said: Said, language: str) -> str:
    return text.sentence(said.say, language)


@lru_cache(maxsize=500)
def _about(said: Said) -> tuple[str, ...]:
    return text.mentioned(said.say)


def takeback(ledger: Ledger, language: str) -> Plain | None:
    """The act that is taken back next."""
    step = ledger.last_act()
    if step is None:
        return None
    what = ledger.words(step.row)
    return {
        "row": step.row,
        "text": text.say(Say("takeback", {"what": what}), language),
        "free": ledger.free(step.row),
    }


def last(ledger: Ledger, language: str) -> Plain | None:
    """What was done last, with its bill and what hands have to do, chance's answers included."""
    if ledger.undone is not None:
        return _undone(ledger, *ledger.undone, language)
    steps: list[Step] = []
    for step in reversed(ledger.steps):
        steps.insert(0, step)
        if not isinstance(step.command, commands.Answer) or step.dealt or _is_roll(step):
            break
    first = steps[0]
    words = ledger.words(first.row)
    hands = [
        say
        for step in steps
        if step.before and not isinstance(step.command, commands.DONE_BY_HAND)
        for say in instructions(step.before, step.events)
    ]
    return {
        "row": first.row,
        "text": text.sentence(words, language),
        "bill": text.bill(words.args["bill"], language) if "bill" in words.args else None,
        "instructions": [text.sentence(say, language) for say in hands],
    }


def _undone(ledger: Ledger, row: int, before: Game, language: str) -> Plain:
    """After a take-back: what lies now where something else lay."""
    game = ledger.game
    assert game is not None  # noqa: S101  A take-back names a row after the first.
    return {
        "row": row,
        "text": text.sentence(ledger.words(row), language),
        "bill": None,
        "instructions": [
            *(text.sentence(say, language) for say in put_back(before, game)),
            *(
                show.region_text(game, region, game.grounds[key], language)
                for key, region in game.board.regions.items()
                if game.grounds[key] != before.grounds[key]
            ),
        ],
    }


def _is_roll(step: Step) -> bool:
    return any(isinstance(event, Rolled) for event in step.events)


def cocked(ledger: Ledger) -> Plain | None:
    """The command that says that the die just rolled was cocked; None where none was, or somebody asks already."""
    step = ledger.just_rolled()
    command = commands.cocked(step.command) if step else None
    if step is None or command is None:
        return None
    if any(ask.what == "cocked" and ask.command["row"] == step.row for ask in ledger.asks.values()):
        return None
    return commands.encode(command)


def practice(ledger: Ledger, language: str) -> Plain | None:
    """The last roll that came when none was due, for screens to show for a moment."""
    roll = ledger.practice
    if roll is None:
        return None
    words = Say("practice", {"pips": roll.pips, "source": roll.source})
    return {"row": roll.row, "pips": roll.pips, "source": roll.source, "text": text.say(words, language)}


def last_roll(ledger: Ledger, language: str) -> Plain | None:
    """The last roll that stands, and what rolled it."""
    for step in reversed(ledger.steps):
        for event in step.events:
            if isinstance(event, Rolled) and isinstance(step.command, commands.Answer):
                return {
                    "row": step.row,
                    "pips": event.pips,
                    "source": event.source,
                    "text": text.sentence(ledger.words(step.row), language),
                    "occasion": step.command.occasion,
                }
    return None
