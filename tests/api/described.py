"""The web as OpenAPI describes it, made from the code; python -m tests.api.described prints it.

Routes, their arguments and their words are those of the app; bodies are the types that a route reads them as. What a
route answers is written here, once for each.
"""

from __future__ import annotations

import ast
import functools
import inspect
import json
import re
import tempfile
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from flask import Flask
from werkzeug.routing import Rule

from companion import __version__
from companion.boards.library import Boards
from companion.book import at_table
from companion.book.delivery import Delivery
from companion.rules.commands import ANY_COMMAND
from companion.settings import Settings
from companion.store.store import Store
from companion.table.hub import Hub
from companion.table.service import TableService
from companion.table.session import Session
from companion.web import create_app
from companion.web.routes.play import ActRequest
from companion.web.routes.private import PastCorrection, UnfinishedTurn

Plain = dict[str, Any]
METHODS = ("get", "post", "put", "delete")
ABOUT = """The table's own web. Phones carry a signed cookie, which a seat is given with; a post from another page is
refused. Every refusal is a sentence with its status. Texts are in the language that `?lang=`, the cookie `language` or
the browser asks for."""
ROW = "row:int? ask:str?"
# What each route answers with 200: the fields of an object with their types, `?` for one that may be null or missing;
# or the type of another answer.
ANSWERS = {
    "/api/state": "version:int phase:str language:str seating:int table:object seats:list asks:list log:list "
    "practice:object? lobby:object? game:object? changed:int? clock:object? number:int? takeback:object? redo:object? "
    "ticks:object ticking:bool beginning:int? last:object? earlier:list last_roll:object? cocked:object? app:object? "
    "rejected:object?",
    "/api/stream": "text/event-stream",
    "/api/log": "log:list",
    "/api/box": "lay_out:list left:list away:list",
    "/api/record": "application/jsonl",
    "/api/map/{id}": "id:str width:int height:int players:int turns:int regions:list pictures:list",
    "/api/ability/{key}": "key:str name:str rule:str numbers:list options:list",
    "/api/combo/{race}/{power}": "name:str",
    "/api/join": "seat:int",
    "/api/rejoin": "waiting:bool sign:str?",
    "/api/link": "seat:int",
    "/api/me": "seats:list new:list moved:list waiting:bool sign:str?",
    "/api/mine": "offers:list",
    "get /api/purse": "coins:int",
    "/api/purse": ROW,
    "/api/diary": "entries:list stash:list",
    "get /api/advice": "combos:list decline:object? weakest:list",
    "get /api/book": "name:str own:str new:bool ended:bool reached:bool players:list said:object",
    "/api/past": "object",
    "/api/check": "counted:int difference:int",
    "/api/quote": "region:str seat:int text:str ways:list bills:list refusal:str? as_played:object? correct:object?",
    "/api/draft": "hand:int? regions:object offers:list forms:list leavable:list roll:bool due:bool refusal:str?",
    "/api/prices": "object",
    **dict.fromkeys(("/api/act", "/api/takeback", "/api/redo", "/api/consent", "/api/pause"), ROW),
    "/api/roll": "row:int pips:int",
    "/api/tick": "version:int",
    "/api/games": "games:list players:list",
    "/api/games/{number}": "game:int begun:str? map:str over:bool open:bool seats:list",
    "/api/games/{number}/game.{kind}": "application/jsonl application/json text/csv",
    "/api/wifi": "name:str password:str",
    "/api/boards": "made:list all:list faults:list",
    "get /api/boards/{id}": "name:str players:int turns:int",
    "put /api/boards/{id}": "lacks:list ready:bool undrawn:str?",
    "/api/boards/{id}/islands": "ready:bool",
    "/api/boards/{id}/map.toml": "application/toml",
    "/api/boards/import": "id:str",
    "/api/boards/propose": "joins:list edge:list order:list",
    "get /api/photo/{id}": "image/jpeg",
    "/api/photo": "photo:str?",
    "/api/photo/{id}": "photo:str?",
    "/api/status": "findings:list button:object? light:bool hotspot:object? tray:object? frames:list",
    "/static/{filename}": "*/*",
    **dict.fromkeys(("/qr.svg", "/card/wifi.svg", "/card/home.svg", "/card/page.svg"), "image/svg+xml"),
    **dict.fromkeys(("/", "/table", "/rules", "/dice", "/games", "/status", "/maker", "/card"), "text/html"),
    **dict.fromkeys(("/portal", "/portal/done", "/wifi"), "text/html"),
}
# Bodies that are no JSON.
BODIES = {"/api/boards/import": "application/toml", "/api/photo": "image/jpeg", "/api/photo/{id}": "image/jpeg"}
# What an address may ask so many times a minute, beside photos, boards and the book.
CROWDED = ("/api/join", "/api/rejoin", "/api/rejoin/withdraw", "/api/copy", "/api/tick")
# What may be looked at by those who sit and at the computer itself: these, and what is below them.
HERE = (
    *("/card", "/dice", "/games", "/maker", "/status"),
    *("/api/boards", "/api/games", "/api/record", "/api/status", "/api/wifi", "/api/card"),
)
# What stands behind the question mark; with `?` it may be left out.
QUERIES: dict[str, dict[str, object]] = {
    "seat": {"type": "integer", "minimum": 0, "maximum": 99},
    "region": {"type": "string"},
    "row": {"type": "integer", "minimum": 0},
    "ask": {"type": "string"},
    "like": {"type": "string"},
}
ASKED = {
    ("get", "/api/quote"): ("region", "seat?"),
    ("get", "/api/book"): ("seat", "like?"),
    ("get", "/api/past"): ("row?", "region?", "ask?"),
    **dict.fromkeys([("get", f"/api/{own}") for own in ("mine", "purse", "diary", "prices", "advice")], ("seat",)),
}
REFUSALS = {
    304: "What the browser has is right",
    308: "The address is written otherwise",
    400: "The request is not in order",
    401: "This phone has no seat",
    403: "This is another player's, or another page asked",
    404: "There is no such thing",
    405: "This is not done in this way",
    409: "The rules or the table say no, and why",
    413: "The body is too large",
    415: "The body is of another kind",
    429: "Too often; wait as long as Retry-After says",
    503: "It could not be kept, or no more phones can watch",
}
TYPES: dict[str, Plain] = {
    "int": {"type": "integer"},
    "str": {"type": "string"},
    "bool": {"type": "boolean"},
    "list": {"type": "array"},
    "object": {"type": "object"},
}


@contextmanager
def app() -> Iterator[Flask]:
    """The app of a table in a folder of its own."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        store = Store(folder)
        try:
            table = TableService(Session(store, Hub(1), address=str, boards=Boards(folder)))
            made = create_app(table, Hub(1), Settings(data=folder))
            # As at a table of a club.
            at_table.add(made, Delivery(table.session, "http://127.0.0.1:9", b"secret"))
            yield made
        finally:
            store.close()


@functools.cache
def described() -> Plain:
    """The whole description. It is for everybody who asks: not to be changed."""
    with app() as made:
        routes = [
            (method, re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), rule, made.view_functions[rule.endpoint])
            for rule in sorted(made.url_map.iter_rules(), key=lambda rule: rule.rule)
            for method in METHODS
            if method.upper() in (rule.methods or ())
        ]
    kinds = list({kind: None for *_, view in routes if (kind := body_of(view))})
    (command, *schemas), components = msgspec.json.schema_components([ANY_COMMAND, *kinds], ref_template=REF)
    bodies = dict(zip(kinds, schemas, strict=True))
    for kind in (ActRequest, UnfinishedTurn, PastCorrection):
        # As it is read a command is any object, and is looked at afterwards.
        components[bodies[kind]["$ref"].rpartition("/")[2]]["properties"]["command"] = named("Command")
    paths: Plain = {}
    for method, path, rule, view in routes:
        paths.setdefault(path, {})[method] = operation(method, path, rule, view, bodies)
    refused = {
        "application/json": {"schema": fields("error:str overridable:bool changed:bool")},
        "text/html": {"schema": TYPES["str"]},
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Small World, at your table", "version": __version__, "description": " ".join(ABOUT.split())},
        "paths": paths,
        "components": {
            "schemas": {**components, "Command": command},
            "responses": {
                str(status): {"description": words, **({} if status < 400 else {"content": refused})}
                for status, words in REFUSALS.items()
            },
        },
    }


REF = "#/components/schemas/{name}"


def named(name: str) -> Plain:
    """A schema by its name."""
    return {"$ref": REF.format(name=name)}


def operation(method: str, path: str, rule: Rule, view: Callable[..., object], bodies: dict[type, Plain]) -> Plain:
    """One route: its words, what it takes, and what it answers."""
    kind = body_of(view)
    words = "A file of the pages." if rule.endpoint == "static" else (inspect.getdoc(view) or "").partition("\n\n")[0]
    said = ANSWERS.get(f"{method} {path}", ANSWERS.get(path, ""))
    made: Plain = {
        "summary": " ".join(words.split()),
        "operationId": f"{method}_{rule.endpoint.replace('.', '_')}",
        "parameters": [*arguments(rule), *queries(method, path)],
        "responses": {"200": {"description": "Done, or shown", **answered(said)}},
    }
    if kind is not None:
        made["requestBody"] = {**content("application/json", bodies[kind]), "required": True}
    elif path in BODIES and method != "get" and method != "delete":
        made["requestBody"] = {**content(BODIES[path], {"type": "string", "format": "binary"}), "required": True}
    for status in statuses(method, path, "requestBody" in made):
        made["responses"][str(status)] = {"$ref": f"#/components/responses/{status}"}
    return made


def statuses(method: str, path: str, with_body: bool) -> Iterator[int]:
    """The other answers that a route may give."""
    if path.startswith(("/static", "/words", "/api/map")):
        yield 304
    if "{" in path:
        yield 308
    yield 400
    if method != "get" or (method, path) in ASKED or path.startswith(HERE):
        yield 401
    yield 403
    if "{" in path or path.startswith("/portal") or path == "/card/home.svg":
        yield 404
    yield 405
    yield 409
    if with_body:
        yield 413
    if with_body and path in BODIES:
        yield 415
    if path in CROWDED or path.startswith(("/api/photo", "/api/boards", "/api/book")):
        yield 429
    yield 503


def arguments(rule: Rule) -> Iterator[Plain]:
    """What stands in the path."""
    for name in sorted(rule.arguments):
        number = f"<int:{name}>" in rule.rule
        yield {"name": name, "in": "path", "required": True, "schema": {"type": "integer" if number else "string"}}


def queries(method: str, path: str) -> Iterator[Plain]:
    """What stands behind the question mark."""
    for asked in ASKED.get((method, path), ()):
        name = asked.removesuffix("?")
        yield {"name": name, "in": "query", "required": name == asked, "schema": QUERIES[name]}


def body_of(view: Callable[..., object]) -> type | None:
    """The type as which a route reads its JSON, from its text: `body(TYPE)`."""
    view = inspect.unwrap(view)
    for call in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(view)))):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "body":
            kind = call.args[0]
            name = ast.unparse(kind.value if isinstance(kind, ast.Subscript) else kind)
            found: type = dict if name == "dict" else view.__globals__[name]
            return found
    return None


def answered(said: str) -> Plain:
    """The content of an answer."""
    if "/" in said:
        texts: Plain = {"type": "string"}
        return {"content": {kind: {"schema": {} if kind == "application/json" else texts} for kind in said.split()}}
    return content("application/json", TYPES["object"] if said == "object" else fields(said))


def fields(said: str) -> Plain:
    """An object of such fields, of which those without a question mark are always there."""
    properties, required = {}, []
    for field in said.split():
        name, _, kind = field.partition(":")
        if kind.endswith("?"):
            properties[name] = {"anyOf": [TYPES[kind[:-1]], {"type": "null"}]}
        else:
            properties[name] = TYPES[kind]
            required.append(name)
    return {"type": "object", "properties": properties, "required": required}


def content(kind: str, schema: Plain) -> Plain:
    """Something of a media type."""
    return {"content": {kind: {"schema": schema}}}


if __name__ == "__main__":
    print(json.dumps(described(), indent=1, sort_keys=True, ensure_ascii=False))
