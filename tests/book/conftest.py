"""What the tests of the club's book share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.house import House, house


@pytest.fixture
def home(tmp_path: Path) -> Iterator[House]:
    """A table with nobody at it yet."""
    with house(tmp_path / "data") as opened:
        yield opened
