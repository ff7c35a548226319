"""A game as a link for BG Stats: what that app reads, and on Android insists on."""

from __future__ import annotations

import json
from urllib.parse import parse_qs, urlsplit

from msgspec.structs import replace

from companion.stats.bg_stats import link
from companion.stats.past_games import Past, Player

PLAYED = Past(
    number=7,
    begun="2026-11-20T18:00:00+01:00",
    board="base-3",
    turns=10,
    players=(Player("Ann", "blue", "circle", 91, won=False), Player("Zoé & Ben", "orange", "square", 104, won=True)),
    over=True,
    open=True,
    combos=(),
    ended="2026-11-20T19:24:40+01:00",
    start=1,
)


def test_a_game_is_told_as_the_app_reads_it() -> None:
    """Its day in UTC when it ended, its minutes, and of every player the score, who won and who began."""
    found = urlsplit(link(PLAYED) or "")
    assert (found.scheme, found.netloc, found.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    assert json.loads(parse_qs(found.query)["data"][0]) == {
        "sourceName": "Small World companion",
        "sourcePlayId": "7-2026-11-20T18:00:00+01:00",
        "playDate": "2026-11-20 18:24:40",
        "game": {"name": "Small World", "bggId": 40692, "highestWins": True, "noPoints": False},
        "players": [
            {"name": "Ann", "score": 91, "winner": False, "startPlayer": False},
            {"name": "Zoé & Ben", "score": 104, "winner": True, "startPlayer": True},
        ],
        "durationMin": 85,
    }


def test_a_game_without_a_right_clock_or_with_hidden_coins_has_none() -> None:
    """No day is made up, and no score is told before the reveal."""
    assert link(replace(PLAYED, begun=None, ended=None)) is None
    assert link(replace(PLAYED, open=False)) is None


def test_without_its_beginning_no_length_is_made_up() -> None:
    """The day it ended is enough."""
    told = json.loads(parse_qs(urlsplit(link(replace(PLAYED, begun=None)) or "").query)["data"][0])
    assert "durationMin" not in told
    assert told["playDate"] == "2026-11-20 18:24:40"
