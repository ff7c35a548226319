"""Every route there is, who may use it, and an example: what a new route must be given a place in.

`all` may look, and change nothing. `here` is for those who sit and for the computer's own browser, `guests` for whoever
is on the hotspot as well; a past `game` is for those here, the one on the table for all. `seated` is for any phone with
a seat, `owner` for the one that holds the seat that is named in `by` or `seat`. `copy` is for those who sit, and for
anybody while nobody does. `joins` is the way to a seat, `link` the computer's own. docs/security.md has this list too,
in the words of `WHO`.
"""

from __future__ import annotations

from typing import NamedTuple

from tests.web.house import Answer, Phone, Plain

PHOTO = "0" * 32
WHO = {
    "all": "anybody",
    "game": "anybody for the game on the table; a seat, or the computer, for others",
    "here": "a seat, or the computer",
    "guests": "a seat, the computer, or a phone on the hotspot",
    "seated": "a seat",
    "owner": "that seat",
    "copy": "a seat; anybody while nobody has one",
    "joins": "anybody, so many a minute",
    "link": "anybody, for nothing without a secret from the computer",
}


class Route(NamedTuple):
    """Who may, where, and with what: `path` as it is asked for, `body` as JSON, or the `kind` of another body."""

    who: str
    path: str
    body: Plain | None = None
    kind: str = ""


def _looks(who: str, *paths: str, **more: str) -> dict[str, Route]:
    """Routes that these may look at, by their rule; those with arguments with an example."""
    return {f"GET {rule}": Route(who, path) for rule, path in [*((each, each) for each in paths), *more.items()]}


def _posts(who: str, **bodies: Plain) -> dict[str, Route]:
    return {
        f"POST /api/{path.replace('_', '/')}": Route(who, f"/api/{path.replace('_', '/')}", body)
        for path, body in bodies.items()
    }


DRAFT: Plain = {"name": "Kitchen"}
ISLANDS: Plain = {"together": ["base-2", "base-3"], "name": "Both", "players": 2, "turns": 9}
ROUTES: dict[str, Route] = {
    # What the table screen shows, and what lies open.
    **_looks("all", "/", "/table", "/rules", "/qr.svg", "/card/page.svg", "/portal", "/portal/done"),
    **_looks("all", "/api/state", "/api/stream", "/api/log", "/api/box", "/api/me"),
    **_looks(
        "all",
        **{
            "/static/<path:filename>": "/static/phone/main.js",
            "/api/map/<id>": "/api/map/base-2",
            "/api/ability/<key>": "/api/ability/orcs",
            "/api/combo/<race>/<power>": "/api/combo/orcs/flying",
            "/api/photo/<id>": f"/api/photo/{PHOTO}",
        },
    ),
    **_looks("game", **{"/api/games/<int:number>": "/api/games/1"}),
    **_looks("game", **{"/api/games/<int:number>/game.<kind>": "/api/games/1/game.csv"}),
    # What belongs to those who sit: what was played before, the boards they make, the machines, the hotspot.
    **_looks("here", "/dice", "/games", "/status", "/maker", "/card", "/card/home.svg"),
    **_looks("here", "/api/games", "/api/record", "/api/status", "/api/boards"),
    **_looks(
        "here",
        **{"/api/boards/<id>": "/api/boards/kitchen", "/api/boards/<id>/map.toml": "/api/boards/kitchen/map.toml"},
    ),
    **_looks("guests", "/card/wifi.svg", "/api/wifi", "/wifi", "/api/wifi/home"),
    **_posts("guests", wifi_home={"name": "Home", "password": "secret word"}),
    **_posts("here", status_light={}, status_hotspot={"on": False}, card={"name": "Home", "password": "secret word"}),
    **_posts("joins", join={"name": "Eve"}, rejoin={"seat": 0}, rejoin_withdraw={}),
    **_posts("link", link={"secret": "guessed"}),
    # What a seat alone sees and does.
    "GET /api/mine": Route("owner", "/api/mine?seat=0"),
    "GET /api/purse": Route("owner", "/api/purse?seat=0"),
    "GET /api/diary": Route("owner", "/api/diary?seat=0"),
    "GET /api/advice": Route("owner", "/api/advice?seat=0"),
    "GET /api/book": Route("owner", "/api/book?seat=0"),
    **_posts(
        "owner",
        act={"id": "x", "by": 0, "command": {"type": "pick", "place": 0}},
        takeback={"id": "x", "by": 0, "row": 1},
        redo={"id": "x", "by": 0},
        consent={"id": "x", "by": 0, "ask": "a1", "yes": True},
        roll={"by": 0, "occasion": "x"},
        pause={"id": "x", "by": 0, "on": True},
        purse={"id": "x", "seat": 0, "coins": 99},
        check={"seat": 0, "coins": {"1": 5}},
        standup={"seat": 0},
        advice={"seat": 0, "on": True},
        entrust={"seat": 0, "level": "normal"},
        book={"seat": 0, "name": "Ann"},
        book_forget={"id": "x", "seat": 0, "name": "Ann"},
        new={"by": 0},
    ),
    # What any player may: prices, the lobby, and what lies open on the table.
    "GET /api/quote": Route("seated", "/api/quote?region=r07"),
    "GET /api/past": Route("seated", "/api/past?row=1"),
    "GET /api/prices": Route("seated", "/api/prices?seat=0"),
    **_posts("seated", past={"command": {"type": "set_past", "turn": 1, "seat": 0, "region": "r02"}}),
    **_posts("seated", draft={"command": {"type": "play_turn"}}, lobby={"start": 1}, start={}),
    **_posts("seated", tick={"row": 1, "step": 0, "texts": [0], "done": True}),
    **_posts("seated", tray_face={"pips": 1}, tray_mode={"mode": "number"}, tray_forget={}, boards_propose=DRAFT),
    "POST /api/boards/import": Route("seated", "/api/boards/import", kind="application/toml"),
    "PUT /api/boards/<id>": Route("seated", "/api/boards/kitchen", DRAFT),
    "PUT /api/boards/<id>/islands": Route("seated", "/api/boards/kitchen/islands", ISLANDS),
    "DELETE /api/boards/<id>": Route("seated", "/api/boards/kitchen"),
    "PUT /api/photo": Route("seated", "/api/photo", kind="image/jpeg"),
    "PUT /api/photo/<id>": Route("seated", "/api/photo/base-2", kind="image/jpeg"),
    "DELETE /api/photo/<id>": Route("seated", "/api/photo/base-2"),
    **_posts("copy", copy={}),
}
# An answer without an end is read by Phone.stream.
STREAM = "GET /api/stream"
FILES = "GET /static/<path:filename>"


def ask(phone: Phone, name: str, **headers: str) -> Answer:
    """Ask for a route as its example does."""
    route, method = ROUTES[name], name.partition(" ")[0]
    if route.kind:
        return phone.ask(method, route.path, raw=b"anything", Content_Type=route.kind, **headers)
    body = route.body if route.body is not None or method in ("GET", "DELETE") else {}
    return phone.ask(method, route.path, body, **headers)


def of(*who: str) -> list[str]:
    """The routes for these, but for the stream."""
    return [name for name, route in ROUTES.items() if route.who in who and name != STREAM]
