"""A game as a link for BG Stats, an app in which people keep the games they play.

The app opens such a link, shows what it has read and keeps it only if its owner says so. Its format is described on
bgstatsapp.com; on Android the app refuses a player without `winner` or `startPlayer`, so every one has both.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

import msgspec

from companion.stats.past_games import Past

CREATE = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Small World companion"
# As BoardGameGeek calls and numbers it; its expansions are played with it and have no game of their own.
GAME = {"name": "Small World", "bggId": 40692, "highestWins": True, "noPoints": False}


def link(past: Past) -> str | None:
    """The address of a game that is revealed; None for one that is not, or whose day nobody knows."""
    when = past.ended or past.begun
    if not past.open or when is None:
        return None
    return CREATE + quote(msgspec.json.encode(_play(past, _moment(when))))


def _play(past: Past, when: datetime) -> dict[str, Any]:
    """The play as the app reads it; `when` it ended."""
    play: dict[str, Any] = {
        "sourceName": SOURCE,
        # The same game sent twice is one play; the day tells one table's games from another's.
        "sourcePlayId": f"{past.number}-{past.begun or past.ended}",
        "playDate": f"{when:%Y-%m-%d %H:%M:%S}",
        "game": GAME,
        "players": [
            {"name": player.name, "score": player.coins, "winner": player.won, "startPlayer": seat == past.start}
            for seat, player in enumerate(past.players)
        ],
    }
    if past.begun and past.ended:
        play["durationMin"] = round((when - _moment(past.begun)).total_seconds() / 60)
    return play


def _moment(time: str) -> datetime:
    """A time of the log, in UTC."""
    return datetime.fromisoformat(time).astimezone(UTC)
