"""All settings: one table of names, defaults and help, read from a TOML file, the environment and the command line.

The command line overrides the environment, the environment the file, and the file the defaults.
"""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_type_hints

import msgspec
from msgspec import Meta

from companion import toml

FILE = "companion.toml"
PREFIX = "COMPANION_"


class BadSetting(Exception):
    """A sentence: which setting is wrong, where it is and what is accepted."""


def _words(help: str, accepts: str, **limits: Any) -> Meta:
    """The metadata of a setting: its help, what it accepts in words, and the same as limits."""
    return Meta(description=help, extra={"accepts": accepts}, **limits)


_DATA = Path("~/.local/share/smallworld-companion")
_GPIO = "the number of a GPIO from 2 to 27 (not the number of the pin on the header)"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a table; every field is one setting, and its annotation has its help.

    Units: `port` is a TCP port, pins are GPIO numbers, times are seconds, `streams` counts open streams.
    """

    data: Annotated[Path, _words("The folder that keeps the games.", "a folder")] = _DATA
    host: Annotated[
        str, _words("The address to listen on; 0.0.0.0 is every one.", "an address of this computer", min_length=1)
    ] = "0.0.0.0"  # noqa: S104  The phones must reach it.
    port: Annotated[
        int, _words("The port to listen on; 0 takes a free one.", "a whole number from 0 to 65535", ge=0, le=65535)
    ] = 8000
    address: Annotated[
        str,
        _words(
            "The address in the QR code; empty: it is found.",
            "an address like http://192.168.1.5:8000, or nothing",
            pattern=r"^(https?://[^\s/]+/?)?$",
        ),
    ] = ""
    path: Annotated[
        str,
        _words(
            "The path below which a proxy on this computer serves the table; empty: there is no proxy.",
            "a path like /t/corner, or nothing",
            pattern=r"^(/[a-z0-9-]+)*$",
        ),
    ] = ""
    proxy: Annotated[
        str,
        _words(
            "The IPv4 address of another computer whose proxy is believed whom it asks for; empty: of none.",
            "an address like 192.168.1.2, or nothing",
            pattern=r"^((25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3})?$",
        ),
    ] = ""
    local_name: Annotated[
        str,
        _words(
            "The name in the local network, as smallworld for smallworld.local; empty: only this computer's own.",
            "a name of small letters, digits and hyphens, or nothing",
            pattern=r"^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)?$",
        ),
    ] = ""
    hotspot: Annotated[
        Literal["auto", "asked"],
        _words("auto begins the Pi's own Wi-Fi where there is no network, asked only when asked to.", "auto or asked"),
    ] = "auto"
    streams: Annotated[
        int, _words("How many phones and screens may watch at once.", "a whole number from 6 to 500", ge=6, le=500)
    ] = 64
    dealing: Annotated[
        Literal["companion", "table"], _words("Who draws banners and badges at a new table.", "companion or table")
    ] = "companion"
    language: Annotated[
        Literal["", "en", "fr", "de", "es"],
        _words("The language of this computer's own screen; empty: its browser's.", "en, fr, de or es, or nothing"),
    ] = ""
    book: Annotated[
        str,
        _words(
            "The address of the club's book, for the results of those who want that (docs/book.md); empty: none.",
            "an address like http://192.168.1.5:8099, or nothing",
            pattern=r"^(https?://[^\s/]+/?)?$",
        ),
    ] = ""
    book_secret: Annotated[
        str,
        _words(
            "The file with the secret that the club's book made; empty: book.secret in the data folder.",
            "a file, or nothing",
        ),
    ] = ""
    own: Annotated[
        str,
        _words(
            "Races and powers of your own (CONTRIBUTING.md): classes of modules that Python finds.",
            "names like lizards:Lizards set apart by commas, or nothing",
            pattern=r"^([\w.]+:\w+(\s*,\s*[\w.]+:\w+)*)?$",
        ),
    ] = ""
    pins: Annotated[
        Literal["auto", "mock", "off"],
        _words("auto uses the GPIO pins, mock plays them on a socket, off leaves them alone.", "auto, mock or off"),
    ] = "auto"
    button_pin: Annotated[int, _words("The GPIO of the die button.", _GPIO, ge=2, le=27)] = 17
    button_pull: Annotated[
        Literal["up", "down"], _words("up: the button connects to ground; down: it connects to 3.3 V.", "up or down")
    ] = "up"
    button_debounce: Annotated[
        float, _words("How many seconds a contact needs to come to rest.", "seconds from 0.001 to 1", ge=0.001, le=1)
    ] = 0.02
    button_stuck: Annotated[
        float, _words("After how many seconds a held button counts as stuck.", "seconds from 1 to 600", ge=1, le=600)
    ] = 10.0
    light_pin: Annotated[int, _words("The GPIO of the button's light.", _GPIO, ge=2, le=27)] = 27
    light_lit: Annotated[
        Literal["high", "low"],
        _words("high: the light connects to ground; low: it connects to 3.3 V.", "high or low"),
    ] = "high"
    tray: Annotated[
        str,
        _words(
            "auto looks for a dice tray at every USB port, virtual plays one, off leaves the ports alone.",
            "auto, virtual, off, a device like /dev/ttyUSB0, or a URL of pyserial",
            pattern=r"^(auto|virtual|off|/.+|[a-z0-9]+://.+)$",
        ),
    ] = "auto"


def load(
    file: Path | None = None, *, environ: Mapping[str, str] = os.environ, given: Mapping[str, Any] | None = None
) -> Settings:
    """Read the settings; `given` are those of the command line, where None means not given.

    Without `file`, companion.toml in the data folder is read if it is there. The data folder comes back absolute.
    Raises BadSetting for an unknown key, a value that is not accepted, or a file that cannot be read.
    """
    typed = {key: value for key, value in (given or {}).items() if value is not None}
    variables = {name.removeprefix(PREFIX).lower(): value for name, value in environ.items() if name.startswith(PREFIX)}
    outside = _checked(variables, lambda key: f"The environment variable {PREFIX}{key.upper()}")
    outside |= _checked(typed, lambda key: f"The option --{key.replace('_', '-')}")
    data = _absolute(outside.get("data", _DATA))
    values = _from_file(file, own_folder=False) if file else _from_file(data / FILE, own_folder=True)
    values |= outside
    settings = Settings(**values | {"data": _absolute(values.get("data", data))})
    if settings.button_pin == settings.light_pin:
        raise BadSetting(f"button_pin and light_pin are both {settings.light_pin}, but each needs a GPIO of its own.")
    return settings


def accepted(key: str) -> tuple[str, str]:
    """The help of a setting and, in words, what it accepts."""
    meta = _META[key]
    return str(meta.description), str((meta.extra or {})["accepts"])


def _absolute(folder: Path) -> Path:
    return folder.expanduser().absolute()


def _from_file(path: Path, *, own_folder: bool) -> dict[str, Any]:
    """Read a TOML file; the data folder's own file may be missing, and may not move the data folder."""
    try:
        with path.open("rb") as file:
            values = toml.read(file.read(toml.LARGEST + 1))
    except FileNotFoundError:
        if own_folder:
            return {}
        raise BadSetting(f"There is no settings file {path}.") from None
    except OSError as error:
        raise BadSetting(f"The settings file {path} cannot be read: {error.strerror}.") from None
    except toml.NotRead as error:
        raise BadSetting(f"The settings file {path} {error}.") from None
    if own_folder and "data" in values:
        raise BadSetting(
            f"The setting data cannot be set in {path}, which lies in the data folder: set {PREFIX}DATA, or name this"
            " file with --settings."
        )
    return _checked(values, lambda key: f"The setting {key} in {path}")


def _checked(values: Mapping[str, Any], where: Callable[[str], str]) -> dict[str, Any]:
    """Convert each value to its setting's type, from text too, since the environment has nothing else."""
    checked = {}
    for key, value in values.items():
        if key not in _TYPES:
            raise BadSetting(f"{where(key)} is no setting. There are: {', '.join(_TYPES)}.")
        try:
            checked[key] = msgspec.convert(value, _TYPES[key], strict=False, dec_hook=_folder)
        except msgspec.ValidationError:
            raise BadSetting(f"{where(key)} is {value!r}, but it must be {accepted(key)[1]}.") from None
    return checked


def _folder(kind: type, value: object) -> object:
    """Convert a path, the one type of ours that msgspec does not know."""
    if kind is Path and isinstance(value, str | Path) and str(value):
        return Path(value)
    raise ValueError(value)


_TYPES: dict[str, Any] = get_type_hints(Settings, include_extras=True)
_META: dict[str, Meta] = {key: kind.__metadata__[0] for key, kind in _TYPES.items()}
