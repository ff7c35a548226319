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
    lost = NotOwn(
        f"{named}, which cannot be found: it takes a module and a class, such as lizards:Lizards, and the module's "
        "folder in PYTHONPATH."
    )
    if not module or not kind or module.startswith("."):
        raise lost
    try:
        held = import_module(module)
    except (Exception, SystemExit) as fault:
        if isinstance(fault, ModuleNotFoundError) and f"{module}.".startswith(f"{fault.name}."):
            raise lost from fault
        raise NotOwn(f"{named}, and its module fails: {_said(fault)}. Correct it, and start again.") from fault
    value = getattr(held, kind, None)
    if value is None:
        raise NotOwn(f"{named}, which cannot be found: the module {module} has no class of this name.")
    if not (isinstance(value, type) and issubclass(value, Ability) and value.key):
        raise NotOwn(f"{named}, which is no race, power or piece with a key.")
    return value


def _said(fault: BaseException) -> str:
    """What went wrong, and in which line of the owner's own code."""
    said = f"{type(fault).__name__}: {fault}"
    if isinstance(fault, SyntaxError):
        return said
    # After `found` and `import_module` the module's own lines come first; what they call may belong to a library.
    frames = [frame for frame in extract_tb(fault.__traceback__)[2:] if not frame.filename.startswith("<")]
    own = [frame for frame in frames if Path(frame.filename).parent == Path(frames[0].filename).parent]
    return f"{said} ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else said
