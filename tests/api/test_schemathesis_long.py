"""Schemathesis asks every route for everything that its description allows, and much that it does not."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from copy import deepcopy
from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from flask import Response, request

from companion.web.routes import lobby, photos
from tests.api.described import described
from tests.web.hotspots import hotspot
from tests.web.house import House, Phone, Plain, filled, house, offer
from tests.web.routes import ROUTES
from tests.web.test_boards import square
from tests.web.test_photo import picture

# Left out: the stream, of which there is no end; map files, which tests/fuzz brings in; and standing up or letting the
# app play, after which a player would be a stranger.
OUT = ("/api/stream", "/api/boards/import", "/api/standup", "/api/entrust")
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
STAGES = ("game", "reveal", "lobby")
# What lets no player in at any stage: who sits need not join, no hotspot is on, no copy is offered, no roll is due, no
# JPEG comes of chance, and what takes steps back comes before the record is asked for.
NEVER = {
    *("GET /portal", "GET /portal/done", "POST /api/status/hotspot", "POST /api/copy", "POST /api/roll"),
    *("PUT /api/photo", "PUT /api/photo/<id>", "POST /api/join", "POST /api/rejoin", "GET /api/record"),
}
# And what has another time.
NOT_YET = {
    "lobby": {"GET /api/past", "POST /api/past", "POST /api/new"},
    "game": {"POST /api/lobby", "POST /api/start", "POST /api/new"},
    "reveal": {"GET /api/past", "POST /api/past", "POST /api/lobby"},
}


@pytest.mark.long(name="api")
@pytest.mark.parametrize("who", ["stranger", "player"])
@pytest.mark.parametrize("stage", STAGES)
def test_no_answer_is_an_error_or_undocumented(
    tmp_path: Path, who: str, stage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stranger and a player ask each route hundreds of things at each stage of an evening: no 5xx, all described.

    A player is let in somewhere by every route that has its time then.
    """
    for seconds in lobby.JOINING:
        monkeypatch.setitem(lobby.JOINING, seconds, 100_000)
    for seconds in photos.SENDING:
        monkeypatch.setitem(photos.SENDING, seconds, 100_000)
    answers: Counter[tuple[str, int]] = Counter()

    def noted(answer: Response) -> Response:
        answers[f"{request.method} {request.url_rule}", answer.status_code] += 1
        return answer

    found, _ = hotspot(tmp_path / "data", on=False)
    with house(tmp_path / "data", hotspot=found, book="http://127.0.0.1:9") as home:
        home.app.after_request(noted)
        ann = at(stage, home)
        photo = ann.ask("PUT", "/api/photo/base-2", raw=picture(), Content_Type="image/jpeg").json["photo"]
        sheets = [line["row"] for line in ann.get("/api/log")["log"] if line["sheet"]]
        (tmp_path / "described.json").write_text(json.dumps(with_examples(photo, sheets[-1] if sheets else 1)))
        answers.clear()
        command = [
            *(sys.executable, "-m", "schemathesis.cli", "run", str(tmp_path / "described.json")),
            *("--url", f"http://127.0.0.1:{home.port}"),
            *("--checks", CHECKS, "--phases", "examples,coverage,fuzzing", "--max-examples", "200"),
            *("--seed", str(1 + STAGES.index(stage)), "--no-color"),
            *(word for path in OUT for word in ("--exclude-path", path)),
            *("--generation-database", "none", "--suppress-health-check", "all", "--request-timeout", "60"),
            *(("--header", f"Cookie: {ann.cookie}") if who == "player" else ()),
        ]
        done = subprocess.run(
            command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
        )
    print(done.stdout[-1500:])
    asked = {name for name in ROUTES if not any(re.search(f" {path}$", name) for path in OUT)}
    well = {name for name, status in answers if status < 400}
    print(f"{sum(answers.values())} requests; let in nowhere: {sorted(asked - well)}")
    assert done.returncode == 0, done.stdout[-6000:]
    assert asked <= {name for name, _ in answers}
    assert who == "stranger" or asked - well <= NEVER | NOT_YET[stage]


def at(stage: str, home: House) -> Phone:
    """A player's phone at this stage of an evening, where a game has been played, and a board made."""
    ann, ben = home.seated(2)
    ann.ask("PUT", "/api/boards/kitchen", square())
    if stage != "reveal":
        reveal(ann, ben)
        ann.post("/api/new", by=0)
    if stage == "game":
        ann.post("/api/start")
        a_turn(ann)
    if stage == "reveal":
        reveal(ann, ben)
    return ann


def a_turn(ann: Phone) -> None:
    """Ann's Dwarves, laid on the board as they lie, score a turn; so the next player's begins."""
    ann.act(0, {"type": "set_race", "seat": 0, "race": "dwarves", "power": "commando"})
    ann.act(0, {"type": "set_region", "region": "r02", "band": 1, "tokens": 3})
    for kind in ("ready", "finish", "redeploy", "accept"):
        ann.act(0, filled(offer(ann.state(), kind)))


def reveal(ann: Phone, ben: Phone) -> None:
    """The game ends, and both open their purses."""
    ben.post("/api/consent", id="yes", by=1, ask=ann.act(0, {"type": "stop"})["ask"], yes=True)
    for seat, phone in enumerate((ann, ben)):
        phone.act(seat, {"type": "unveil"})


def with_examples(photo: str, row: int) -> Plain:
    """The description with an example beside everything that is asked, so that much of it gets past the first look."""
    told = deepcopy(described())
    for name, route in ROUTES.items():
        method, _, rule = name.partition(" ")
        shape = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule)
        place, _, query = route.path.partition("?")
        pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(shape))
        given = re.fullmatch(pattern, place)
        assert given is not None, name
        values = {**given.groupdict(), **dict(parse_qsl(query))}
        values |= {"GET /api/photo/<id>": {"id": photo}, "GET /api/past": {"row": str(row)}}.get(name, {})
        one = told["paths"][shape][method.lower()]
        for each in one["parameters"]:
            if each["name"] in values:
                value = values[each["name"]]
                each["example"] = int(value) if each["schema"]["type"] == "integer" else value
                each["schema"] = {"anyOf": [{"enum": [each["example"]]}, each["schema"]]}
        if route.body is not None and "requestBody" in one:
            one["requestBody"]["content"]["application/json"]["example"] = route.body
    return told
