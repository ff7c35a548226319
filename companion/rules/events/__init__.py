"""Events: what happened; few, physical, past tense.  None is named after an ability.

Each event applies itself to a game.  Old logs stay readable because an event
says what moved and not why; and each can be shown to the people at the table
as something to do with their hands.
"""

from __future__ import annotations

from typing import Any

import msgspec

from companion.rules.events.bands import BandEntered, BandVanished, Declined, Remembered
from companion.rules.events.chance import Asked, DieCalled, DieCocked, PipsSpent, Rolled, Settled
from companion.rules.events.coins import CoinsMoved, Scored, Unveiled
from companion.rules.events.column import BadgesReshuffled, ColumnLaid, ComboTaken, Revealed, TokensLaid
from companion.rules.events.event import COUNTED, HANDS, PILE, TRIBE, Event, Impossible, controlled
from companion.rules.events.game import GameBegan, GameEnded, SeatLeft, TakenUp
from companion.rules.events.pieces import (
    BadgeMoved,
    MarkerLifted,
    MarkerPlaced,
    Occupied,
    PiecesReturned,
    PileChanged,
    Swapped,
    TokensMoved,
    TribeMoved,
)
from companion.rules.events.turn import (
    Attacked,
    AttemptDeclared,
    Mustered,
    RecordCorrected,
    StageBegan,
    TurnBegan,
    Used,
)

__all__ = [
    "COUNTED",
    "HANDS",
    "PILE",
    "TRIBE",
    "Asked",
    "Attacked",
    "AttemptDeclared",
    "BadgeMoved",
    "BadgesReshuffled",
    "BandEntered",
    "BandVanished",
    "CoinsMoved",
    "ColumnLaid",
    "ComboTaken",
    "Declined",
    "DieCalled",
    "DieCocked",
    "Event",
    "GameBegan",
    "GameEnded",
    "Impossible",
    "MarkerLifted",
    "MarkerPlaced",
    "Mustered",
    "Occupied",
    "PiecesReturned",
    "PileChanged",
    "PipsSpent",
    "RecordCorrected",
    "Remembered",
    "Revealed",
    "Rolled",
    "Scored",
    "SeatLeft",
    "Settled",
    "StageBegan",
    "Swapped",
    "TakenUp",
    "TokensLaid",
    "TokensMoved",
    "TribeMoved",
    "TurnBegan",
    "Unveiled",
    "Used",
    "controlled",
    "decode",
    "encode",
]

ANY_EVENT = (
    GameBegan
    | TokensMoved
    | Occupied
    | Swapped
    | TribeMoved
    | PileChanged
    | BadgeMoved
    | MarkerPlaced
    | MarkerLifted
    | CoinsMoved
    | TokensLaid
    | Revealed
    | BadgesReshuffled
    | ComboTaken
    | BandEntered
    | ColumnLaid
    | Declined
    | BandVanished
    | Remembered
    | TurnBegan
    | StageBegan
    | Mustered
    | Used
    | AttemptDeclared
    | DieCalled
    | Rolled
    | Asked
    | Settled
    | DieCocked
    | PipsSpent
    | Attacked
    | RecordCorrected
    | PiecesReturned
    | Scored
    | SeatLeft
    | TakenUp
    | GameEnded
    | Unveiled
)

_decoder = msgspec.json.Decoder(tuple[ANY_EVENT, ...])
_encoder = msgspec.json.Encoder()


def encode(events: tuple[Event, ...]) -> bytes:
    """Events as one JSON array."""
    return _encoder.encode(events)


def decode(text: bytes | str) -> tuple[Event, ...]:
    """Events from JSON; raises msgspec.ValidationError on anything else."""
    events: Any = _decoder.decode(text)
    return tuple(events)
