"""The plan of the house."""

import ast
from pathlib import Path

COMPANION = Path(__file__).parents[2] / "companion"


def test_the_root_has_eight_modules_at_most() -> None:
    """Whatever has a role is in the package of that role."""
    assert len(list(COMPANION.glob("*.py"))) <= 8


def test_each_package_says_what_it_is() -> None:
    """In a sentence, at its top."""
    packages = [path.parent for path in COMPANION.rglob("__init__.py")]
    assert [
        path for path in packages if not ast.get_docstring(ast.parse((path / "__init__.py").read_text("utf-8")))
    ] == []
