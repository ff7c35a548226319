"""Home-made races and powers: classes in the owner's modules, named in the setting `own`."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from traceback import extract_tb

from companion.rules.ability import Ability
from companion.rules.boxes.registry import add


class NotOwn(ValueError):
    """A name in the setting that is not a race, power or piece; says which and why."""


def take_in(names: str) -> None:
    """Put the classes of `names`, "module:Class" set apart by commas, into the box "own".

    Must run before any other module that reads the boxes is imported.  Raises NotOwn.
    """
    add([found(name.strip()) for name in names.split(",") if name.strip()])


def found(name: str) -> type[Ability]:
    """The class that a name stands for.  Raises NotOwn."""
    module, _, kind = name.partition(":")
    named = f"The setting own names {name}"
    try:
        held = import_module(module)
    except (Exception, SystemExit) as fault:
        missing = isinstance(fault, ModuleNotFoundError) and f"{module}.".startswith(f"{fault.name}.")
        if missing or not module:
            raise NotOwn(
                f"{named}, which cannot be found: it takes a module and a class, such as lizards:Lizards, and the "
                "module's folder in PYTHONPATH."
            ) from fault
        raise NotOwn(f"{named}, and its module fails: {_said(fault)}. Correct it, and start again.") from fault
    value = getattr(held, kind, None)
    if value is None:
        raise NotOwn(f"{named}, which cannot be found: the module {module} has no class of this name.")
    if not (isinstance(value, type) and issubclass(value, Ability) and value.key):
        raise NotOwn(f"{named}, which is no race, power or piece with a key.")
    return value


def _said(fault: BaseException) -> str:
    """What went wrong, and in which line."""
    said = f"{type(fault).__name__}: {fault}"
    if isinstance(fault, SyntaxError):
        return said
    place = extract_tb(fault.__traceback__)[-1]
    return f"{said} ({Path(place.filename).name}, line {place.lineno})"
