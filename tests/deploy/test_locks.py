"""What is installed is what was tested: the locks hold all that pyproject.toml asks for, for every Pi, and no more."""

import re
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from itertools import pairwise, product
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from companion.upkeep.wheel import _LOCKED, LIBRARIES, PINS

ROOT = Path(__file__).parents[2]
# A lock, the extra that it holds, and the locks that it is installed with.
LOCKS = {
    LIBRARIES: ("", ()),
    PINS: ("gpio", (LIBRARIES,)),
    "deploy/book.lock": ("book", (LIBRARIES,)),
    "deploy/test.lock": ("test", (LIBRARIES, "deploy/build.lock")),
    "deploy/api.lock": ("api", (LIBRARIES, "deploy/test.lock")),
    "deploy/fuzz.lock": ("fuzz", (LIBRARIES, "deploy/test.lock")),
    "deploy/build.lock": ("build", ()),
}
# Raspberry Pi OS and Debian 12 and 13, on a Pi and on a PC.
COMPUTERS = [
    {
        "python_version": python,
        "python_full_version": f"{python}.2",
        "platform_machine": machine,
        "sys_platform": "linux",
    }
    for python, machine in product(("3.11", "3.13"), ("aarch64", "x86_64"))
]
# Libraries say that they need these, to install more with them, and nothing here does.
LEFT_OUT = {"pip", "setuptools"}


def locked(lock: str, computer: dict[str, str]) -> dict[str, Version]:
    """The libraries that a lock holds for a computer."""
    lines = (line.partition(" \\")[0] for line in (ROOT / lock).read_text().splitlines() if "==" in line[:80])
    needs = [Requirement(line) for line in lines if not line.startswith(("#", " "))]
    return {
        canonicalize_name(need.name): Version(str(need.specifier).removeprefix("=="))
        for need in needs
        if need.marker is None or need.marker.evaluate(computer)
    }


def wanted(extra: str) -> list[Requirement]:
    """What pyproject.toml asks for in an extra, in building, or without any."""
    about = tomllib.loads((ROOT / "pyproject.toml").read_text())
    project = about["project"]
    parts = {
        "": project["dependencies"],
        "build": about["build-system"]["requires"],
        **project["optional-dependencies"],
    }
    return [Requirement(line) for line in parts[extra]]


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_holds_what_is_asked_for(lock: str) -> None:
    """Each requirement at a version that suits it, on each computer; python docs/lock.py renews them."""
    extra, others = LOCKS[lock]
    for computer in COMPUTERS:
        held = {name: version for one in (*others, lock) for name, version in locked(one, computer).items()}
        for need in wanted(extra):
            if need.marker is None or need.marker.evaluate(computer):
                version = held.get(canonicalize_name(need.name))
                assert version is not None, need
                assert need.specifier.contains(version), need


@pytest.mark.parametrize("lock", [LIBRARIES, PINS, "deploy/book.lock", "deploy/test.lock", "deploy/build.lock"])
def test_what_a_library_needs_is_held_too(lock: str) -> None:
    """Nothing is looked up at an installation, so what a library pulls in has to be listed, but for pip itself."""
    for computer in COMPUTERS:
        held = {name for one in (*LOCKS[lock][1], lock) for name in locked(one, computer)} | LEFT_OUT
        for name in locked(lock, computer):
            try:
                needs = map(Requirement, distribution(name).requires or ())
            except PackageNotFoundError:
                continue  # It is for another computer than this one.
            marked = {**computer, "extra": ""}
            lacking = {
                canonicalize_name(need.name) for need in needs if not need.marker or need.marker.evaluate(marked)
            }
            assert lacking <= held, name


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_has_names_numbers_and_hashes_alone(lock: str) -> None:
    """No address, no option for pip, neither pip nor setuptools, and no library without a hash."""
    lines = (ROOT / lock).read_text().splitlines()
    assert all(_LOCKED.fullmatch(line) for line in lines)
    assert not LEFT_OUT.intersection(name for computer in COMPUTERS for name in locked(lock, computer))
    blocks = re.split(r"(?m)^(?=\S)", "\n".join(lines[1:]))[1:]
    assert blocks
    assert all("--hash=sha256:" in block for block in blocks)
    assert all(line.endswith("\\") for line, after in pairwise(lines) if after.startswith(" "))


def test_the_tests_have_what_is_installed() -> None:
    """Of each library that a release has, this environment has that version; sh deploy/test.sh brings it up to date."""
    held = locked(LIBRARIES, {name: str(value) for name, value in default_environment().items()})
    assert {name: Version(distribution(name).version) for name in held} == held
