"""The plan of the house."""

import ast
import re
from pathlib import Path

import pytest

COMPANION = Path(__file__).parents[2] / "companion"
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
