"""Fields that several request bodies share."""

from typing import Annotated

from msgspec import Meta

from companion.game.names import LONGEST_NAME

Seat = Annotated[int, Meta(ge=0, le=11)]
# Made by the phone: random, so that nobody meets another one's. Those of machines have a colon.
Request = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[^:]*$")]
Name = Annotated[str, Meta(max_length=4 * LONGEST_NAME)]
Number = Annotated[int, Meta(ge=0, le=2**53)]
