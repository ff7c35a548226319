"""The files of the pages: styles, scripts, pictures, and the words that scripts say.

Their addresses hold a digest of them all, so a browser keeps each for good and asks again only after an update. Scripts
find each other by relative addresses and need not know it. Text is packed once, when it is first asked for.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import posixpath
import re
from collections.abc import Iterator
from functools import cache, cached_property, lru_cache
from pathlib import Path

import msgspec
from flask import Response, make_response, request

from companion import language
from companion.language import text
from companion.language.catalogues import LANGUAGES
from companion.language.names import JOINTS
from companion.rules.model import Message
from companion.web.answers import Fault
from companion.web.compression import accepted

FOLDER = Path(__file__).parent / "static"
# Digits of the digest: enough to tell one release from another.
DIGITS = 12
# Packed files in memory: all there are and then some, as styles are put together by any names.
MOST = 200
FOREVER = 365 * 24 * 60 * 60  # seconds
# Fonts are packed already.
PACKED = {".woff2"}
mimetypes.add_type("font/woff2", ".woff2")
# Stands in the pages themselves, so it is there when nothing else arrives.
RESTART = (FOLDER / "lib/restart.js").read_text(encoding="utf-8")
# Static imports of a script. What it loads later by import() does not count.
_IMPORT = re.compile(r"""^(?:import|export)\b[^;]*?["'](\.{1,2}/[^"']+)["'];""", re.MULTILINE)


class Assets:
    """Every file below static/ by its name, such as `phone/main.js`, and `words/en.js` for each language."""

    def __init__(self) -> None:
        files = sorted(each for each in FOLDER.rglob("*") if each.is_file())
        self._files = {each.relative_to(FOLDER).as_posix(): each for each in files}
        self._packed = lru_cache(MOST)(lambda name: gzip.compress(self._plain(name), mtime=0))

    @cached_property
    def digest(self) -> str:
        """What changes whenever a file or a sentence does."""
        told = hashlib.sha256()
        sentences = sorted(each for each in Path(language.__file__).parent.rglob("*") if each.suffix in (".py", ".po"))
        for each in [*self._files.values(), *sentences]:
            told.update(hashlib.sha256(each.read_bytes()).digest())
        return told.hexdigest()[:DIGITS]

    def url(self, name: str) -> str:
        """The address of a file, for a browser to keep."""
        return f"{request.script_root}/static/{self.digest}/{name}"

    def modules(self, *names: str) -> list[str]:
        """Scripts and all that they import, by name, so that a browser can ask for them at once."""
        found = dict.fromkeys(names)
        todo = list(names)
        while todo:
            for each in self._imported(todo.pop()):
                if each not in found:
                    found[each] = None
                    todo.append(each)
        return list(found)

    def send(self, path: str) -> Response:
        """The file at a path below /static/, with the digest or without. Raises Fault where there is none."""
        head, _, rest = path.partition("/")
        kept = head == self.digest
        # A page from before an update may still load more files.
        name = rest if re.fullmatch(f"[0-9a-f]{{{DIGITS}}}", head) else path
        if not _tag(name) and not self._files.keys() >= set(_parts(name)):
            raise Fault(404, Message("web.nothing"))
        kind = mimetypes.guess_type(name)[0] or "text/plain"
        small = Path(name).suffix not in PACKED and accepted()
        response = Response(self._packed(name) if small else self._plain(name), content_type=kind)
        if small:
            response.headers["Content-Encoding"] = "gzip"
        response.vary.add("Accept-Encoding")
        if kept:
            response.cache_control.public = True
            response.cache_control.max_age = FOREVER
            response.cache_control.immutable = True
            return response
        response.cache_control.no_cache = True
        response.add_etag()
        return make_response(response.make_conditional(request))

    def _plain(self, name: str) -> bytes:
        return _words(tag) if (tag := _tag(name)) else b"".join(self._files[each].read_bytes() for each in _parts(name))

    @cache  # noqa: B019  # There is one Assets for each app, for as long as it runs.
    def _imported(self, name: str) -> tuple[str, ...]:
        return tuple(self._names(name))

    def _names(self, name: str) -> Iterator[str]:
        for found in _IMPORT.findall(self._files[name].read_text(encoding="utf-8")):
            yield posixpath.normpath(posixpath.join(posixpath.dirname(name), found))


def _parts(name: str) -> list[str]:
    """The files that a name stands for: `css/base+phone.css` is both in a row, each once."""
    folder, _, together = name.rpartition("/")
    ending = Path(together).suffix
    stems = dict.fromkeys(together.removesuffix(ending).split("+"))
    return [f"{folder}/{stem}{ending}".removeprefix("/") for stem in stems]


def _tag(name: str) -> str:
    """The language of a file of words, "" for any other file."""
    found = re.fullmatch(r"words/(\w+)\.js", name)
    return found[1] if found and found[1] in LANGUAGES else ""


def _words(tag: str) -> bytes:
    """The words that the pages say by themselves in one language, and how they are joined to names, as a module."""
    joints = [(found, put.replace("\\", "$")) for found, put in JOINTS.get(tag, ())]
    names, joined, said = (msgspec.json.encode(each).decode() for each in (LANGUAGES, joints, text.page(tag)))
    return f"export const languages = {names};\nexport const joints = {joined};\nexport default {said};\n".encode()
