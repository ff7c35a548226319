"""What the web's tests share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.house import House, house


@pytest.fixture
def home(tmp_path: Path) -> Iterator[House]:
    """A table with nobody at it yet, of a club whose book is out of reach."""
    with house(tmp_path / "data", book="http://127.0.0.1:9") as opened:
        yield opened
