"""The plan of the pages' scripts: which module loads which."""

import re
from graphlib import TopologicalSorter
from pathlib import Path

STATIC = Path(__file__).parents[2] / "companion/web/static"
VENDOR = STATIC / "vendor"
ROOMS = {"lib": set[str](), "phone": {"lib"}, "screen": {"lib"}, "maker": {"lib"}}


def loaded_by(script: Path) -> set[Path]:
    """The modules of ours that a script loads, at once or later."""
    source = script.read_text(encoding="utf-8")
    paths = re.findall(r'(?:from|import)\s*\(?\s*"(\.[^"]+)"', source)
    return {found for path in paths if VENDOR not in (found := (script.parent / path).resolve()).parents}


SCRIPTS = {script: loaded_by(script) for script in STATIC.rglob("*.js") if VENDOR not in script.parents}
LOADED = {other for others in SCRIPTS.values() for other in others}
# It stands in the pages themselves, so that it works where nothing could be loaded.
INLINED = {STATIC / "lib/restart.js"}


def reached_from(entry: Path) -> set[Path]:
    """The modules that come with a page's own script, itself among them."""
    todo, seen = [entry], set[Path]()
    while todo:
        script = todo.pop()
        if script not in seen:
            seen.add(script)
            todo += SCRIPTS[script]
    return seen


def test_no_two_scripts_load_each_other() -> None:
    """Each script stands on others in one direction alone."""
    TopologicalSorter(SCRIPTS).prepare()


def test_pages_share_through_lib_alone() -> None:
    """The phone, the screen and the maker load their own scripts and those of lib, and lib loads no page's."""
    strays = {
        f"{script.relative_to(STATIC)} loads {other.relative_to(STATIC)}"
        for script, others in SCRIPTS.items()
        for other in others
        if other.parent.name not in ROOMS[script.parent.name] | {script.parent.name}
    }
    assert strays == set()


def test_lib_keeps_what_two_pages_load() -> None:
    """What the scripts of one page alone load stands with them, not in lib."""
    pages = [reached_from(entry) for entry in SCRIPTS.keys() - LOADED]
    shared = {script for script in SCRIPTS if script.parent.name == "lib"} - INLINED
    assert {script.name for script in shared if sum(script in page for page in pages) < 2} == set()


def test_whatever_a_browser_keeps_is_kept_by_table() -> None:
    """A club's tables share one origin: each key begins with the table's path, which stored() alone puts there."""
    keeping = {
        script.name: text
        for script in SCRIPTS
        if re.search(r"\b(local|session)Storage\b", text := script.read_text(encoding="utf-8"))
    }
    assert {"page.js", "outbox.js", "whole.js"} <= keeping.keys()
    assert [name for name, text in keeping.items() if "stored(" not in text] == []
    assert [name for name, text in keeping.items() if re.search("[\"'`]companion[.]", text)] == []


def test_the_table_screen_loads_nothing_that_can_act() -> None:
    """The table screen only shows: nothing that it loads sends anything but questions."""
    seen = reached_from(STATIC / "screen/table.js")
    assert {STATIC / "lib/map.js", STATIC / "lib/ask.js"} < seen
    sends = re.compile(r'method: *[^,}]*"(POST|PUT|DELETE)"|sendBeacon|"[^"]*(post|outbox)\.js"')
    assert {str(script.relative_to(STATIC)) for script in seen if sends.search(script.read_text("utf-8"))} == set()
