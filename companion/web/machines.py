"""The devices around the table, as the pages use them."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct


class Machines(Struct, frozen=True):
    """The devices around the table.

    `report` tells how each part is (Facts), `blink` shows pips on the lights; `learn`, `read` and `forget` teach the
    tray a die, and raise Refused.
    """

    report: Callable[[], dict[str, Any]] = dict
    blink: Callable[[int], object] = int
    learn: Callable[[int], object] = int
    read: Callable[[str], object] = str
    forget: Callable[[], object] = dict
