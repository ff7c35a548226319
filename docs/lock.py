"""Renew the locks, which say by version and hash what is installed: python docs/lock.py

What pyproject.toml asks for, and all that this pulls in, is resolved once, so that whoever runs the table has what the
tests had. Each lock holds one part of it: names, versions, and the hashes of the wheels for the computers below. It
ends with an error where one of them would find no wheel. pip and setuptools are in none: an installation installs
nothing.

uv resolves for all computers at once and is fetched for that; where it looks is set by its own variables (UV_*).
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path
from typing import Any

from packaging.markers import Marker
from packaging.tags import Tag, compatible_tags, cpython_tags
from packaging.utils import parse_wheel_filename

ROOT = Path(__file__).parent.parent
UV = "uv>=0.13,<0.14"
MACHINES = ("aarch64", "x86_64")
# Debian 12 and 13, which the tests run on; and what is between them and comes next, as far as there are wheels.
TESTED, OTHERS = ((3, 11), (3, 13)), ((3, 12), (3, 14))
# The minor version of Debian 12's C library, and of the oldest that wheels are made for.
GLIBC = range(36, 4, -1)
OLD_NAMES = ("manylinux2014", "manylinux2010", "manylinux1", "linux")
LEFT_OUT = ("pip", "setuptools")
# Each part without what is in the parts before it.
PARTS = {
    "companion/libraries.lock": "",
    "companion/pins.lock": "gpio",
    "deploy/build.lock": "build",
    "deploy/book.lock": "book",
    "deploy/test.lock": "test",
    "deploy/api.lock": "api",
    "deploy/fuzz.lock": "fuzz",
}
# What has no wheel for some of the computers at all.
SOME = ("fuzz",)
HEAD = "# {what}. Written by docs/lock.py: do not edit.\n"

Target = tuple[tuple[int, int], str]
Package = dict[str, Any]


def environment(target: Target) -> dict[str, str]:
    """What markers ask about a computer."""
    (major, minor), machine = target
    return {
        "implementation_name": "cpython",
        "implementation_version": f"{major}.{minor}.0",
        "os_name": "posix",
        "platform_machine": machine,
        "platform_python_implementation": "CPython",
        "platform_system": "Linux",
        "python_full_version": f"{major}.{minor}.0",
        "python_version": f"{major}.{minor}",
        "sys_platform": "linux",
    }


def tags(target: Target) -> set[Tag]:
    """The kinds of wheels that a computer takes."""
    python, machine = target
    platforms = [f"{kind}_{machine}" for kind in (*(f"manylinux_2_{minor}" for minor in GLIBC), *OLD_NAMES)]
    name = f"cp{python[0]}{python[1]}"
    return {*cpython_tags(python, [name], platforms), *compatible_tags(python, name, platforms)}


def resolved(uv: Path, folder: Path, extras: list[str], *more: str | Path) -> list[Package]:
    """The packages that the project with some extras needs, as uv finds them. Raises CalledProcessError."""
    found = folder / "pylock.toml"
    found.unlink(missing_ok=True)
    left_out = [word for name in LEFT_OUT for word in ("--no-emit-package", name)]
    chosen = [word for extra in extras for word in ("--extra", extra)]
    command = [uv, "pip", "compile", "--universal", "--python-version", "3.11", "--only-binary", ":all:", "--quiet"]
    command += ["--format", "pylock.toml", "--output-file", found, *left_out, *chosen, *more]
    subprocess.run(command, check=True, cwd=folder, stdout=subprocess.DEVNULL)  # noqa: S603  Our own words.
    packages: list[Package] = tomllib.loads(found.read_text())["packages"]
    return packages


def line(package: Package, *, everywhere: bool) -> str:
    """A package as a lock holds it; "" where no computer needs it.

    Raises ValueError where it should be to be had `everywhere` and has no wheel for a computer that tests run on.
    """
    marker, hashes = package.get("marker", ""), set()
    wanted = [
        (python, machine)
        for python in (*TESTED, *OTHERS)
        for machine in MACHINES
        if not marker or Marker(marker).evaluate(environment((python, machine)))
    ]
    for target in wanted:
        suiting = tags(target)
        found = {
            wheel["hashes"]["sha256"]
            for wheel in package["wheels"]
            if parse_wheel_filename(wheel.get("name") or wheel["url"].rpartition("/")[2])[3] & suiting
        }
        if everywhere and target[0] in TESTED and not found:
            raise ValueError(f"{package['name']} {package['version']} has no wheel for {target}")
        hashes |= found
    if not hashes:
        return ""
    always = len(wanted) == len(MACHINES) * len(TESTED + OTHERS)
    named = f"{package['name']}=={package['version']}" + ("" if always else f" ; {marker}")
    return " \\\n".join((named, *(f"    --hash=sha256:{one}" for one in sorted(hashes)))) + "\n"


def main() -> None:
    """Write the locks."""
    about = tomllib.loads((ROOT / "pyproject.toml").read_text())
    extras = about["project"]["optional-dependencies"]
    extras["build"] = about["build-system"]["requires"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        venv.create(folder / "uv", with_pip=True)
        subprocess.run([folder / "uv/bin/python", "-m", "pip", "install", "--quiet", UV], check=True)  # noqa: S603
        project = folder / "pyproject.toml"
        # The build's requirements are resolved like an extra.
        listed = "".join(f"{extra} = {needs!r}\n" for extra, needs in extras.items())
        needs = about["project"]["dependencies"]
        project.write_text(
            f'[project]\nname = "all"\nversion = "0"\nrequires-python = ">=3.11"\ndependencies = {needs!r}\n'
            f"[project.optional-dependencies]\n{listed}"
        )
        uv = folder / "uv/bin/uv"
        pins = folder / "pins.txt"
        pins.write_text("".join(map(pinned, resolved(uv, folder, list(extras), project))))
        done = {""}
        for lock, extra in PARTS.items():
            found = resolved(uv, folder, [extra] if extra else [], "--constraints", pins, project)
            lines = [line(package, everywhere=extra not in SOME) for package in found]
            lines = [one for one in lines if one not in done]
            done.update(lines)
            what = f"The extra `{extra}`" if extra in about["project"]["optional-dependencies"] else extra
            (ROOT / lock).write_text(HEAD.format(what=what or "What the table needs") + "".join(lines))
            sys.stdout.write(f"{lock}: {len(lines)}\n")


def pinned(package: Package) -> str:
    """A package at its version, as a constraint."""
    marker = f" ; {package['marker']}" if "marker" in package else ""
    return f"{package['name']}=={package['version']}{marker}\n"


if __name__ == "__main__":
    main()
