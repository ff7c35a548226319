"""The page that shows how far the table is set up, until the table itself opens at the same address.

python3 progress.py LOG [PORT]. It runs before anything is installed, so it uses nothing but Python. The steps are those
of install.sh, which speaks English; words.json beside it has them, and its own sentences, in the other languages.
"""

from __future__ import annotations

import html
import http.server
import json
import re
import sys
from pathlib import Path

# How set-up.sh begins the line after a failure.
FAILED = "Failed."
STEPS = "/setting-up"
WORDS = Path(__file__).with_name("words.json")
TITLE = "Your table is being set up"
LEAD = "This takes a few minutes. The page then opens the table by itself."
WRONG = "Something went wrong. The last lines say what it was and what to do."
PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {{ margin: 2rem auto; padding: 0 1rem; max-width: 34rem; font: 1.125rem/1.5 system-ui, sans-serif;
  color: #2b2118; background: #f6efe2; overflow-wrap: anywhere }}
h1 {{ font-size: 1.6rem; line-height: 1.2 }}
li:last-child {{ font-weight: 600 }}
#failed {{ padding: .75rem 1rem; border-left: .3rem solid #a32015; background: #fff }}
</style>
<h1>{title}</h1>
<p>{lead}</p>
<p id="failed" role="alert"{hidden}>{failed}</p>
<ol id="steps" aria-live="polite">{steps}</ol>
<script>
async function look() {{
  try {{
    const answer = await fetch("{path}", {{ cache: "no-store" }});
    // Whoever does not know this address is the table.
    if (!answer.ok) return location.replace("/");
    const {{ lines, failed }} = await answer.json();
    document.getElementById("failed").hidden = !failed;
    document.getElementById("steps").replaceChildren(...lines.map((line) => {{
      const step = document.createElement("li");
      step.textContent = line;
      return step;
    }}));
  }} catch {{
    // Between this page and the table nobody answers.
  }}
  setTimeout(look, 2000);
}}
look();
</script>
"""


def steps(log: Path) -> list[str]:
    """The lines of the log, none where it cannot be read."""
    try:
        return [line for line in log.read_text(encoding="utf-8", errors="replace").splitlines() if line.strip()]
    except OSError:
        return []


class Words:
    """The sentences of a browser's language; English where it is none of ours, or the file is damaged."""

    def __init__(self, wanted: str) -> None:
        """`wanted` is the browser's list of languages, the dearest first."""
        try:
            languages = json.loads(WORDS.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            languages = {}
        spoken = (one.strip()[:2].lower() for one in wanted.split(","))
        self.language = next((one for one in spoken if one == "en" or one in languages), "en")
        self._said = [(pattern(english), other) for english, other in languages.get(self.language, {}).items()]

    def say(self, line: str) -> str:
        """A line in this language; what is no sentence that we know stays as it is."""
        for known, other in self._said:
            if found := known.fullmatch(line):
                return str(other.format(**found.groupdict()))
        return line


def pattern(sentence: str) -> re.Pattern[str]:
    """What a sentence looks like when its {names} are filled in."""
    parts = re.split(r"\{(\w+)\}", sentence)
    return re.compile("".join(f"(?P<{part}>.+)" if at % 2 else re.escape(part) for at, part in enumerate(parts)))


def page(lines: list[str], words: Words) -> str:
    """The whole page; without a script it shows the moment at which it was loaded."""
    return PAGE.format(
        language=words.language,
        path=STEPS,
        hidden="" if failed(lines) else " hidden",
        steps="".join(f"<li>{html.escape(words.say(line))}</li>" for line in lines),
        title=words.say(TITLE),
        lead=words.say(LEAD),
        failed=words.say(WRONG),
    )


def failed(lines: list[str]) -> bool:
    """Whether the last thing that happened is that it failed."""
    return bool(lines) and lines[-1].startswith(FAILED)


class Progress(http.server.BaseHTTPRequestHandler):
    """Answers every address with the page, and one with its news."""

    log: Path

    def do_GET(self) -> None:
        """The news as JSON, or the page."""
        lines, words = steps(self.log), Words(self.headers.get("Accept-Language", ""))
        if self.path == STEPS:
            said = {"lines": [words.say(line) for line in lines], "failed": failed(lines)}
            kind, body = "application/json", json.dumps(said)
        else:
            kind, body = "text/html; charset=utf-8", page(lines, words)
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Length", str(len(body.encode())))
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, format: str, *args: object) -> None:
        """Nobody reads who asked."""


def main() -> None:
    """Serve until somebody ends it."""
    Progress.log = Path(sys.argv[1])
    port = int(sys.argv[2]) if len(sys.argv) > 2 else 80
    with http.server.ThreadingHTTPServer(("", port), Progress) as server:
        server.serve_forever()


if __name__ == "__main__":
    main()
