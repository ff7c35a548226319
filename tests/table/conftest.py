"""What the table's tests share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.table.sitting import Sitting, sitting


@pytest.fixture
def three(tmp_path: Path) -> Iterator[Sitting]:
    """Ann, Ben and Cid on a phone each; the companion deals, and the game has begun."""
    with sitting(tmp_path) as opened:
        opened.sit("ann", "ben", "cid")
        yield opened


@pytest.fixture
def dealt(tmp_path: Path) -> Iterator[Sitting]:
    """Ann and Ben on a phone each, who deal with their own cardboard; the game has begun."""
    with sitting(tmp_path, dealing="table") as opened:
        opened.sit("ann", "ben")
        yield opened
