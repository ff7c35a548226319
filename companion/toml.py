"""Reads TOML files from outside, in bounded time and memory whatever they contain.

tomllib uses about a kilobyte for each table and array, and its time and memory grow with the square of the number of
parts in a dotted key: 16 kB of "a.a.a" took 250 MB. So both the size of a file and the number of characters that make
tomllib build something are limited before tomllib sees it.
"""

from __future__ import annotations

import io
import re
import tomllib
from typing import Any

# Bytes. The largest map that ships with the project has a third of this.
LARGEST = 64 * 1024
# How often each sign may occur in a file. A map of 99 regions has 500 brackets, 1,200 = and 1,000 commas; the rest
# leaves room for way points, and for outlines written on one line.
MOST = {"[": 800, "{": 200, "=": 2_000, ".": 50, ",": 6_000, "\\": 500}
# No number in a table has this many digits in a row. tomllib's pattern uses memory for each of them.
MOST_DIGITS = 200
# Lines that are not counted: comments, of which nothing is built, and lines of an outline, such as "120,45 1", at which
# tomllib stops if it expects anything but text.
_IDLE = re.compile(rb"[ \t]*(?:#.*|\d{1,5},\d{1,5} \d[\d, ]*)[ \t\r]*\n?")
_DIGITS = re.compile(rb"[0-9A-Fa-f_]{%d}" % (MOST_DIGITS + 1))
# An error may quote the file.
_LONGEST_FAULT = 300


class NotRead(ValueError):
    """What is wrong with a file and what to do, in words that follow "the file"."""


def read(data: bytes) -> dict[str, Any]:
    """The content of a file. Raises NotRead."""
    if len(data) > LARGEST:
        raise NotRead(f"is too large (more than {LARGEST} bytes); choose another file")
    _see_its_shape(data)
    try:
        return tomllib.loads(data.decode())
    except UnicodeDecodeError:
        raise NotRead("is no UTF-8 text; save it as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise NotRead(f"is no valid TOML, mend this: {cut(str(error))}") from None
    except RecursionError:
        raise NotRead("has brackets inside brackets without end; take them out") from None


def cut(fault: str) -> str:
    """An error that quotes a file, short enough for a sentence."""
    return fault if len(fault) <= _LONGEST_FAULT else f"{fault[:_LONGEST_FAULT]} ..."


def _see_its_shape(data: bytes) -> None:
    """Count the signs. Raises NotRead. Takes time in proportion to the size."""
    counted = bytearray()
    for line in io.BytesIO(data):
        if not _IDLE.fullmatch(line):
            counted += line
    for sign, most in MOST.items():
        if counted.count(sign.encode()) > most:
            raise NotRead(f'has "{sign}" more than {most} times; choose another file, or write it more simply')
    if _DIGITS.search(counted):
        raise NotRead("has a number with far too many digits; shorten it")
