"""Past games and players, a game in figures, and games as files."""

from __future__ import annotations

from flask import Blueprint, Response, render_template, request

from companion.language import text
from companion.rules.model import Message
from companion.stats import bg_stats, charts
from companion.stats.past_games import Career, Past, careers
from companion.web.answers import Fault, answer, language
from companion.web.context import phones, table
from companion.web.pictures import words

routes = Blueprint("games", __name__)


TYPES = {"jsonl": "application/jsonl", "json": "application/json", "csv": "text/csv"}


@routes.before_request
def only_here() -> None:
    if (request.view_args or {}).get("number") != table.queries.number():
        phones.only_here(table, request)


@routes.get("/games")
def games_page() -> str:
    """The page; it loads its data by script."""
    return render_template("games.html", say=words(language()), language=language())


@routes.get("/api/games")
def listed() -> Response:
    """All games, the newest first, and the results of their players."""
    found, spoken = table.queries.games(), language()
    return answer(
        {
            "games": [_game(each) for each in found],
            "players": [_career(each, spoken) for each in careers(found)],
        }
    )


@routes.get("/api/games/<int:number>")
def one(number: int) -> Response:
    """A game's charts."""
    past, figures = table.queries.figures(number)
    return answer({**_game(past), "bg_stats": bg_stats.link(past), **charts.view(figures, language())})


@routes.get("/api/games/<int:number>/game.<kind>")
def file(number: int, kind: str) -> Response:
    """A game as a file: jsonl is its record, json and csv its figures."""
    past, figures = table.queries.figures(number)
    match kind:
        case "jsonl":
            content: str | bytes = table.queries.record_of(number)
        case "json":
            content = charts.as_json(number, past.begun, figures)
        case "csv":
            content = charts.as_csv(figures)
        case _:
            raise Fault(404, Message("web.nothing"))
    response = Response(content, content_type=f"{TYPES[kind]}; charset=utf-8")
    response.headers["Cache-Control"] = "no-store"
    response.headers["Content-Disposition"] = f"attachment; filename=game-{number}.{kind}"
    return response


@routes.get("/api/record")
def record() -> Response:
    """The game as a text file, once every purse is open."""
    phones.only_here(table, request)
    response = answer(None)
    response.set_data(table.queries.record())
    response.content_type = "application/jsonl; charset=utf-8"
    response.headers["Content-Disposition"] = "attachment; filename=game.jsonl"
    return response


def _game(past: Past) -> dict[str, object]:
    board = table.session.boards.name(past.board)
    return {
        "game": past.number,
        "begun": past.begun,
        "map": text.label(board.name, language()) if board else past.board,
        "over": past.over,
        "open": past.open,
        "seats": [
            {
                "id": seat,
                "name": player.name,
                "colour": player.colour,
                "shape": player.shape,
                "coins": player.coins,
                "won": player.won,
            }
            for seat, player in enumerate(past.players)
        ],
    }


def _career(career: Career, spoken: str) -> dict[str, object]:
    return {
        "name": career.name,
        "games": career.games,
        "wins": career.wins,
        "best": career.best,
        "mean": round(career.mean),
        "combos": [
            {
                "name": text.say(Message("combo", {"race": each.race, "power": each.power}), spoken),
                "times": each.times,
                "coins": each.coins,
            }
            for each in career.combos
        ],
    }
