"""Home-made races and powers: classes in the owner's modules, named in the setting `own`."""

from __future__ import annotations

from importlib import import_module

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
    try:
        value = getattr(import_module(module), kind)
    except (ImportError, AttributeError, ValueError) as fault:
        raise NotOwn(f"The setting own names {name}, which cannot be found: {fault}.") from fault
    if not (isinstance(value, type) and issubclass(value, Ability) and value.key):
        raise NotOwn(f"The setting own names {name}, which is no race, power or piece with a key.")
    return value
