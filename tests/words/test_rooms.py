"""The plan of the house."""

import ast
import re
from pathlib import Path

import pytest

COMPANION = Path(__file__).parents[2] / "companion"
TESTS = Path(__file__).parents[1]
# What a test holds of the table: these, and what hangs on them.
TABLE = {"table", "session", "hub", "queries", "seats", "approvals", "die"}
PACKAGES = sorted(path.parent for path in COMPANION.glob("*/__init__.py"))


def said_by(package: Path) -> str:
    """What a package says of itself."""
    return ast.get_docstring(ast.parse((package / "__init__.py").read_text("utf-8"))) or ""


def test_the_root_has_eight_modules_at_most() -> None:
    """Whatever has a role is in the package of that role."""
    assert len(list(COMPANION.glob("*.py"))) <= 8


def test_each_package_says_what_it_is() -> None:
    """In a sentence, at its top."""
    assert [path.parent for path in COMPANION.rglob("__init__.py") if not said_by(path.parent)] == []


def imported_by(package: Path) -> set[str]:
    """The packages and modules of ours that a package imports, at once, later, or for type checking alone."""
    nodes = [node for file in package.rglob("*.py") for node in ast.walk(ast.parse(file.read_text("utf-8")))]
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            names += [f"{node.module}.{alias.name}" for alias in node.names]
    return {name.split(".")[1] for name in names if name.startswith("companion.")} - {package.name, "__version__"}


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_each_package_says_what_it_imports(package: Path) -> None:
    """Its docstring lists each part of ours that it imports, and no other."""
    listed = re.findall(r"May import: ([^.]+)\.", said_by(package))
    assert [set(each.split(", ")) for each in listed] == [imported_by(package) or {"nothing of ours"}]


def reached_behind(source: str) -> list[str]:
    """What a text of Python takes from a table although it is its own affair: it begins with an underscore."""
    # Most tests take nothing of the kind from anything.
    if "._" not in source:
        return []
    found = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Attribute)]
    own = [node for node in found if node.attr.startswith("_") and not node.attr.startswith("__")]
    return [ast.unparse(node) for node in own if TABLE & {*ast.unparse(node.value).split(".")}]


def test_the_tests_ask_the_table_what_anybody_may_ask() -> None:
    """What they know of it is what its public parts say, so that a part can be built again behind them."""
    for wrong in ("club.table.session._history(1)", "[*timed.hub._streams]", "table.die.told._last", "hub._most = 2"):
        assert len(reached_behind(wrong)) == 1
    assert reached_behind("store._db.table('log'), table.__class__, self._table.session.hub") == []
    files = [path for path in TESTS.rglob("*.py") if "node_modules" not in path.parts]
    found = {str(path.relative_to(TESTS)): reached_behind(path.read_text("utf-8")) for path in files}
    assert {path: taken for path, taken in found.items() if taken} == {}
