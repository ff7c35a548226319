"""The page that shows how far the table is set up, until the table itself opens at the same address.

python3 progress.py LOG [PORT]. It runs before anything is installed, so it uses nothing but Python, and says the little
that it says in the four languages by itself. The steps are those of install.sh, which speaks English.
"""

from __future__ import annotations

import html
import http.server
import json
import sys
from pathlib import Path

# How set-up.sh begins the line after a failure.
FAILED = "Failed."
STEPS = "/setting-up"
WORDS = {
    "en": {
        "title": "Your table is being set up",
        "lead": "This takes a few minutes. The page turns into the table by itself.",
        "failed": "Something went wrong. The last lines say what it was and what to do.",
    },
    "de": {
        "title": "Euer Tisch wird eingerichtet",
        "lead": "Das dauert ein paar Minuten. Danach öffnet sich der Tisch auf dieser Seite von selbst.",
        "failed": "Etwas ist schiefgegangen. Die letzten Zeilen sagen, was es war und was zu tun ist.",
    },
    "fr": {
        "title": "Votre table se prépare",
        "lead": "Cela prend quelques minutes. La table s’ouvrira d’elle-même sur cette page.",
        "failed": "Quelque chose n’a pas fonctionné. Les dernières lignes disent quoi, et que faire.",
    },
    "es": {
        "title": "La mesa se está preparando",
        "lead": "Tarda unos minutos. Después, la mesa se abre sola en esta página.",
        "failed": "Algo salió mal. Las últimas líneas dicen qué fue y qué hay que hacer.",
    },
}
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


def language(wanted: str) -> str:
    """The first language of a browser's list that there are words in."""
    spoken = (one.strip()[:2].lower() for one in wanted.split(","))
    return next((one for one in spoken if one in WORDS), "en")


def page(lines: list[str], spoken: str) -> str:
    """The whole page; without a script it shows the moment at which it was loaded."""
    return PAGE.format(
        language=spoken,
        path=STEPS,
        hidden="" if failed(lines) else " hidden",
        steps="".join(f"<li>{html.escape(line)}</li>" for line in lines),
        **WORDS[spoken],
    )


def failed(lines: list[str]) -> bool:
    """Whether the last thing that happened is that it failed."""
    return bool(lines) and lines[-1].startswith(FAILED)


class Progress(http.server.BaseHTTPRequestHandler):
    """Answers every address with the page, and one with its news."""

    log: Path

    def do_GET(self) -> None:
        """The news as JSON, or the page."""
        lines = steps(self.log)
        if self.path == STEPS:
            kind, body = "application/json", json.dumps({"lines": lines, "failed": failed(lines)})
        else:
            kind, body = "text/html; charset=utf-8", page(lines, language(self.headers.get("Accept-Language", "")))
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
