"""The web is as it is described (tests/api/described.py)."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import pytest

from tests.api import described as api
from tests.web import routes
from tests.web.house import Answer, House, house
from tests.web.routes import ROUTES, ask

# Made where a test asks for it: it opens a table of its own.
DESCRIBED = functools.cache(api.described)
IS = {"integer": int, "string": str, "boolean": bool, "array": list, "object": dict, "null": type(None)}


@pytest.fixture
def home(tmp_path: Path) -> Any:
    """A table with nobody at it yet."""
    with house(tmp_path / "data", book="http://127.0.0.1:9") as opened:
        yield opened


def fits(answer: Answer, described: dict[str, Any]) -> bool:
    """Whether an answer is one of those that are described for its route: status, kind, and the fields it has."""
    found = described["responses"].get(str(answer.status))
    if found is None:
        return False
    if "$ref" in found:
        found = DESCRIBED()["components"]["responses"][found["$ref"].rpartition("/")[2]]
    kind = answer.headers.get("content-type", "").partition(";")[0]
    schema = found.get("content", {}).get(kind, found.get("content", {}).get("*/*", {})).get("schema")
    if schema is None:
        return not found.get("content")
    if kind != "application/json":
        return True
    known = schema.get("properties", {})
    return (
        set(schema.get("required", ())) <= answer.json.keys()
        and (not known or answer.json.keys() <= known.keys())
        and all(
            any(isinstance(value, IS[one["type"]]) for one in known[name].get("anyOf", [known[name]]))
            for name, value in answer.json.items()
            if name in known
        )
    )


def described(name: str) -> dict[str, Any]:
    """What is written of a route."""
    method, _, rule = name.partition(" ")
    path = rule.replace("<int:", "<").replace("<path:", "<").replace("<", "{").replace(">", "}")
    found: dict[str, Any] = DESCRIBED()["paths"][path][method.lower()]
    return found


def test_every_route_is_described() -> None:
    """Each of them, and its words."""
    for name in ROUTES:
        assert described(name)["summary"], name
    assert sum(len(methods) for methods in DESCRIBED()["paths"].values()) == len(ROUTES)


def test_answers_are_as_described(home: House) -> None:
    """To strangers, to players, to the page of a browser, before the game, in it, and after it."""
    stranger, ann = home.phone(), home.phone("ann")

    def all_fit(*who: str) -> None:
        for name in routes.of("all", "game", "here", "guests", "owner", "seated", "copy", "link", *who):
            for phone in (stranger, ann):
                for accept in ("application/json", "text/html"):
                    found = ask(phone, name, Accept=accept)
                    assert fits(found, described(name)), (name, found)

    all_fit()
    ann.post("/api/join", name="Ann")
    home.phone("ben").post("/api/join", name="Ben")
    all_fit()
    # Somebody may have stood up on the way.
    ann.ask("POST", "/api/join", {"name": "Ann", "another": True})
    assert ask(ann, "POST /api/start").status in (200, 409)
    all_fit("joins")


def test_a_wrong_answer_would_be_found(home: House) -> None:
    """The comparison is none that takes everything."""
    state = home.phone().ask("GET", "/api/state")
    assert fits(state, described("GET /api/state"))
    assert not fits(state, described("GET /api/log"))
    assert not fits(state._replace(status=500), described("GET /api/state"))
    assert not fits(state._replace(headers={"content-type": "text/plain"}), described("GET /api/state"))
