"""What the pages' scripts and templates say in plain text: JavaScript taken apart as far as that needs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

LETTERS = re.compile(r"[^\W\d_]{2,}")
# Attributes that people see or hear.
SPOKEN = re.compile(r"""\b(?:aria-label|alt|title|placeholder|content)=(?:"([^"]*)"|'([^']*)')""")
# A sentence: words in a row of which the first is capital. A path of a drawing has no second word.
SENTENCE = re.compile(r"^[A-ZÀ-Þ][a-zà-ÿ’']*[ ,.!?…]+[A-Za-zÀ-ÿ]{2,}")


class Script(NamedTuple):
    """The markup of its html`` and svg`` templates, a blank for each ${}, and its other strings."""

    markup: list[str]
    strings: list[str]


def taken_apart(source: str) -> Script:
    """A script in pieces. Comments and regular expressions are left out."""
    found = Script([], [])
    _code(source, 0, found, "")
    return found


def plain_text(markup: str) -> list[str]:
    """The words of some markup that stand there as they are, between tags and in attributes that people notice."""
    said = [one or other for one, other in SPOKEN.findall(markup)]
    said += re.sub(r"<!--.*?-->|<[^>]*>?", "\n", markup, flags=re.S).splitlines()
    return [text.strip() for text in said if LETTERS.search(re.sub(r"&\w+;", "", text))]


def sentences(strings: list[str]) -> list[str]:
    """Those of some strings that are meant for people."""
    return [text for text in strings if SENTENCE.match(text)]


def keys(source: str) -> Iterator[str]:
    """The keys that a script or a template asks words for, as far as they are written out."""
    yield from re.findall(r"""\b(?:w|say)\(\s*["']([\w.:-]+)["']\s*[,)]""", source)
    for one, other in re.findall(r"""\bw\([^()"]*\? "([\w.-]+)" : "([\w.-]+)"[,)]""", source):
        yield from (one, other)


def _code(source: str, at: int, found: Script, end: str) -> int:
    """Read code up to a bracket that closes it; the place after it."""
    before = ""
    while at < len(source):
        sign = source[at]
        if source.startswith("//", at):
            at = (source.find("\n", at) + 1) or len(source)
        elif source.startswith("/*", at):
            at = source.find("*/", at) + 2
        elif sign in "\"'":
            close = re.compile(r"(?:\\.|[^\\])*?" + sign, re.S).match(source, at + 1)
            assert close, source[at : at + 40]
            found.strings.append(close.group()[:-1])
            at, before = close.end(), sign
        elif sign == "`":
            at, before = _template(source, at + 1, found, re.search(r"\b(html|svg)$", source[:at]) is not None), sign
        elif sign == "/" and before in "(,=:[!&|?{};+" and before:
            close = re.compile(r"(?:\\.|\[(?:\\.|[^\]])*\]|[^/\\\n])*/").match(source, at + 1)
            assert close, source[at : at + 40]
            at, before = close.end(), "/"
        elif sign == "{":
            at, before = _code(source, at + 1, found, "}"), "}"
        elif sign == end:
            return at + 1
        else:
            at, before = at + 1, before if sign.isspace() else sign
    return at


def _template(source: str, at: int, found: Script, markup: bool) -> int:
    text = ""
    while source[at] != "`":
        if source.startswith("${", at):
            at, text = _code(source, at + 2, found, "}"), text + " "
        else:
            step = 2 if source[at] == "\\" else 1
            text += source[at : at + step]
            at += step
    (found.markup if markup else found.strings).append(text)
    return at + 1
