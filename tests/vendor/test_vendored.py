"""What was taken from others is what they published."""

import hashlib
from pathlib import Path

import pytest

LIT = Path(__file__).parents[2] / "companion/web/static/vendor/lit-html"
SUMS = dict(reversed(line.split("  ")) for line in (LIT / "SHA256SUMS").read_text().splitlines())


@pytest.mark.parametrize("name", SUMS)
def test_a_vendored_file_is_verbatim(name: str) -> None:
    """Each file has the checksum it was published with."""
    assert hashlib.sha256((LIT / name).read_bytes()).hexdigest() == SUMS[name]


def test_nothing_else_is_vendored() -> None:
    """Every script in the folder has a checksum, and the version and licence stand beside it."""
    assert {str(path.relative_to(LIT)) for path in LIT.rglob("*.js")} == set(SUMS)
    assert (LIT / "VERSION").read_text().strip() in (LIT / "lit-html.js").read_text()
    assert "BSD" in (LIT / "LICENSE").read_text()
