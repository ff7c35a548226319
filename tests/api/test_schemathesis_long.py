"""Schemathesis asks every route for everything that its description allows, and much that it does not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from companion.web import api, photos
from tests.web.house import house

DESCRIBED = Path(__file__).parents[2] / "docs" / "openapi.json"
# Left out: the stream, of which there is no end; map files, which tests/fuzz brings in; and standing up, after which a
# player would be a stranger.
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"


@pytest.mark.long(name="api")
@pytest.mark.parametrize("seated", [False, True], ids=["stranger", "player"])
@pytest.mark.parametrize("part", range(4))
def test_no_answer_is_an_error_or_undocumented(
    tmp_path: Path, seated: bool, part: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stranger and a player ask hundreds of things of each route in each part: no 5xx, nothing undescribed."""
    monkeypatch.setattr(api, "JOINING", {60: 100_000})
    monkeypatch.setattr(photos, "SENDING", {60: 100_000})
    with house(tmp_path / "data") as home:
        ann, _ = home.seated(2)
        command = [
            *(sys.executable, "-m", "schemathesis.cli", "run", str(DESCRIBED)),
            *("--url", f"http://127.0.0.1:{home.port}"),
            *("--checks", CHECKS, "--phases", "examples,coverage,fuzzing", "--max-examples", "200"),
            *("--exclude-path", "/api/stream", "--seed", str(part + 1), "--no-color"),
            *("--exclude-path", "/api/boards/import", "--exclude-path", "/api/standup"),
            *("--generation-database", "none", "--suppress-health-check", "all", "--request-timeout", "60"),
            *(("--header", f"Cookie: {ann.cookie}") if seated else ()),
        ]
        done = subprocess.run(
            command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
        )
    print(done.stdout[-1500:])
    assert done.returncode == 0, done.stdout[-6000:]
