"""No page says anything that is in no catalogue."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion import web
from companion.language.catalogues import PAGE, SOURCE
from companion.language.text import english, page
from tests.words.scripts import keys, plain_text, sentences, taken_apart

WEB = Path(web.__file__).parent
VENDOR = WEB / "static" / "vendor"
SCRIPTS = sorted(path for path in (WEB / "static").rglob("*.js") if VENDOR not in path.parents)
TEMPLATES = sorted((WEB / "templates").glob("*.html"))
# What a viewport and a colour scheme are told, which nobody reads.
TOLD_TO_BROWSERS = re.compile(r"<meta [^>]*>")


def test_what_is_said_in_plain_text_is_found() -> None:
    """The search below finds a sentence between tags, in an attribute, and in a string; and nothing else."""
    script = taken_apart(
        """
        // Not "this comment" and `not that`.
        const path = /["'`]/.test(name) ? "M0 0v6" : w("close");
        html`<p class="${kind} two words">Some text ${list.map((each) => html`<i>${each}</i>`)}</p>`;
        html`<button aria-label="Close it">×</button> 12 &nbsp; ${w("yes")}`;
        change({ told: { text: "The table is away." } });
        """
    )
    assert [text for markup in script.markup for text in plain_text(markup)] == ["Some text", "Close it"]
    assert sentences(script.strings) == ["The table is away."]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_no_script_says_anything_by_itself(script: Path) -> None:
    """Between the tags of a script's templates, in spoken attributes and in its strings no words stand as they are."""
    parts = taken_apart(script.read_text(encoding="utf-8"))
    assert [text for markup in parts.markup for text in plain_text(markup)] == []
    assert sentences(parts.strings) == []


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_no_template_says_anything_by_itself(template: Path) -> None:
    """All that a template shows comes from the words."""
    source = re.sub(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", " ", template.read_text(encoding="utf-8"), flags=re.S)
    assert plain_text(TOLD_TO_BROWSERS.sub("", source)) == []


def test_every_key_that_is_written_out_has_its_words() -> None:
    """A script asks for words of the pages, a template for any."""
    own = page(SOURCE)
    assert {key for path in SCRIPTS for key in keys(path.read_text(encoding="utf-8"))} - set(own) == set()
    assert {key for path in TEMPLATES for key in keys(path.read_text(encoding="utf-8"))} - set(english()) == set()


def test_every_word_of_the_pages_is_asked_for() -> None:
    """Each key of the pages, or its beginning where the rest is put together, is in a script."""
    sources = "".join(path.read_text(encoding="utf-8") for path in (*SCRIPTS, *TEMPLATES))
    # These two are put together of their kind and their name.
    begun = {"colour.", "shape."} | set(re.findall(r"w\(`([\w.-]+)\$\{", sources))
    words = {key.removeprefix(PAGE).removesuffix(".one") for key in english() if key.startswith(PAGE)}
    asked = {key for key in words if f'"{key}"' in sources or f'"{PAGE}{key}"' in sources}
    assert {key for key in words - asked if not any(key.startswith(start) for start in begun)} == set()
