"""A map as the text of its file (docs/maps.md)."""

from __future__ import annotations

import json
import textwrap

import msgspec

from companion.boards.sheet import RegionSheet, Sheet

_WIDTH = 78
# Looked up once: it takes longer than writing a region.
_FIELDS = msgspec.structs.fields(RegionSheet)


def toml(sheet: Sheet) -> str:
    """The text of a map file; reading it gives the same sheet."""
    head = [f"{key} = {_value(getattr(sheet, key))}" for key in ("id", "name", "players", "turns", "width", "height")]
    if sheet.islands > 1:
        head.append(f"islands = {sheet.islands}")
    return "\n\n".join(["\n".join(head), *(_region(region) for region in sheet.regions)]) + "\n"


def _region(region: RegionSheet) -> str:
    lines = ["[[region]]"]
    for field in _FIELDS:
        value = getattr(region, field.name)
        if value != field.default and field.name != "outline":
            lines.append(f"{field.name} = {_value(value)}")
    if region.outline:
        lines += ['outline = """', *textwrap.wrap(region.outline, _WIDTH), '"""']
    return "\n".join(lines)


def _value(value: object) -> str:
    """A value in TOML, which writes these kinds as JSON does, except for one character that JSON does not escape."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
