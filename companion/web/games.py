"""The page of past games and players, and a game in figures: for screens, and as files."""

from flask import Blueprint, Flask, Response, render_template

from companion import charts, text
from companion.past import Career, Past, careers
from companion.rules.model import Say
from companion.table import TableService
from companion.web.answers import Fault, answer, language
from companion.web.pages import words


def games(app: Flask, table: TableService) -> None:
    """Add the page and its routes to an app. They tell of games whose purses are open, and name the others."""
    routes = Blueprint("games", __name__)

    @routes.get("/games")
    def page() -> str:
        """The page; what it shows it asks for."""
        return render_template("games.html", say=words(language()), language=language())

    @routes.get("/api/games")
    def listed() -> Response:
        """All games, the newest first, and how their players have fared."""
        found, spoken = table.games(), language()
        return answer(
            {
                "games": [_game(table, each) for each in found],
                "players": [_career(each, spoken) for each in careers(found)],
            }
        )

    @routes.get("/api/games/<int:number>")
    def one(number: int) -> Response:
        """A game's charts."""
        past, figures = table.figures(number)
        return answer({**_game(table, past), **charts.view(figures, language())})

    @routes.get("/api/games/<int:number>/game.<kind>")
    def file(number: int, kind: str) -> Response:
        """A game as a file: jsonl is its record, json and csv its figures."""
        past, figures = table.figures(number)
        match kind:
            case "jsonl":
                content: str | bytes = table.record_of(number)
            case "json":
                content = charts.as_json(number, past.begun, figures)
            case "csv":
                content = charts.as_csv(figures)
            case _:
                raise Fault(404, Say("web.nothing"))
        response = Response(content, content_type=f"{TYPES[kind]}; charset=utf-8")
        response.headers["Cache-Control"] = "no-store"
        response.headers["Content-Disposition"] = f"attachment; filename=game-{number}.{kind}"
        return response

    app.register_blueprint(routes)


TYPES = {"jsonl": "application/jsonl", "json": "application/json", "csv": "text/csv"}


def _game(table: TableService, past: Past) -> dict[str, object]:
    board = table.boards.name(past.board)
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
                "name": text.say(Say("combo", {"race": each.race, "power": each.power}), spoken),
                "times": each.times,
                "coins": each.coins,
            }
            for each in career.combos
        ],
    }
