"""Takes every picture of docs/screens anew, from real games: python docs/screens.py

The tour of tests/browser/tour.py goes through all screens; the phone is dark
on every second one.  Look at what comes out before you commit it.
"""

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
COLOURS = 128  # enough for flat drawings, at a third of the size


def main() -> None:
    """Go on the tour and keep what is seen."""
    expect.set_options(timeout=PATIENCE)
    taken: list[str] = []

    def keep(name: str, page: Page) -> None:
        # Pictures that the README shows side by side stay light.
        dark = len(taken) % 2 == 1 and name not in ("column-open", "map-conquer", "score", "table-play")
        page.emulate_media(color_scheme="dark" if dark else "light", reduced_motion="reduce")
        page.wait_for_function("() => [...document.images].every(image => image.complete)")
        picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
        picture.quantize(COLOURS, dither=Image.Dither.NONE).save(FOLDER / f"{name}.png", optimize=True)
        page.emulate_media(color_scheme="light")
        taken.append(name)
        sys.stderr.write(f"{name}\n")

    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        wide = browser.new_context(viewport={"width": 1280, "height": 720}, locale="en-GB")
        for part, go in TOUR.items():
            go(Path(folder) / part, lambda: Phone(browser, USUAL), wide.new_page, keep)
        browser.close()
    for old in {path.stem for path in FOLDER.glob("*.png")} - set(taken):
        (FOLDER / f"{old}.png").unlink()


if __name__ == "__main__":
    main()
