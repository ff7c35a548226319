"""Take a picture of every screen, from real games: python docs/screens.py

The tour of tests/browser/tour.py goes through all screens but the one that is there
before the table. Those that the documents show go into docs/screens, light, and
are committed: look at them first. All others go into docs/screens/more, which git
ignores, every second one dark.
"""

import runpy
import sys
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.browser.conftest import CHROMIUM, FLAGS, PATIENCE
from tests.browser.house import USUAL, Phone
from tests.browser.tour import TOUR

FOLDER = Path(__file__).parent / "screens"
SHOWN = ("map-conquer", "score", "setting-up", "table-play")
PROGRESS = Path(__file__).parents[1] / "deploy/card/progress.py"
STEPS = """Setting up the Small World table from the card.
Creating the user smallworld-table, which runs the table...
Installing version 0.1.0. On a Raspberry Pi this takes a minute or two...
"""
COLOURS = 128  # enough for flat drawings, at a third of the size


def main() -> None:
    """Go on the tour and keep what is seen."""
    expect.set_options(timeout=PATIENCE)
    more = FOLDER / "more"
    more.mkdir(exist_ok=True)
    taken: list[str] = []

    def keep(name: str, page: Page) -> None:
        dark = len(taken) % 2 == 1 and name not in SHOWN
        page.emulate_media(color_scheme="dark" if dark else "light", reduced_motion="reduce")
        page.wait_for_function("() => [...document.images].every(image => image.complete)")
        picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
        picture.quantize(COLOURS, dither=Image.Dither.NONE).save(
            (FOLDER if name in SHOWN else more) / f"{name}.png", optimize=True
        )
        page.emulate_media(color_scheme="light")
        taken.append(name)
        sys.stderr.write(f"{name}\n")

    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = Phone(browser, USUAL).page
        progress = runpy.run_path(str(PROGRESS))
        page.set_content(progress["page"](STEPS.splitlines(), progress["Words"]("en")))
        keep("setting-up", page)
        page.context.close()
        for part, go in TOUR.items():
            wide = browser.new_context(viewport={"width": 1280, "height": 720}, locale="en-GB")
            go(Path(folder) / part, lambda: Phone(browser, USUAL), wide.new_page, keep)
            # A table gets the port of one before, and its streams would go to that one's pages.
            for context in browser.contexts:
                context.close()
        browser.close()
    for old in more.glob("*.png"):
        if old.stem not in taken:
            old.unlink()
    if missing := set(SHOWN) - set(taken):
        raise SystemExit(f"The tour has not come by {', '.join(sorted(missing))}.")


if __name__ == "__main__":
    main()
