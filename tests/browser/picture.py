"""A photo of a board as somebody's phone takes it, and what was really on the board."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter

from companion.boards import maps
from companion.boards.maps import Map

# What the tester's printed board looks like; nothing of the product draws these.
PAINT = {
    "farmland": (222, 190, 84),
    "forest": (44, 110, 52),
    "hill": (150, 160, 70),
    "mountain": (120, 104, 96),
    "swamp": (70, 84, 98),
    "sea": (40, 90, 170),
    "lake": (90, 160, 200),
}
TABLE = (92, 60, 38)
SCALE = 3
# Where the corners of the board lie in a picture of 4000 × 3000 pixels, clockwise from the board's top left.
CORNERS = ((520.0, 640.0), (3480.0, 420.0), (3760.0, 2430.0), (260.0, 2280.0))
SIZE = (4000, 3000)
# The camera was held upright: the pixels lie on their side, and the file says so.
ORIENTATION, TURNED = 0x0112, 6


def board_of(id: str) -> Map:
    """A drawn map that the product ships."""
    return maps.load(id)


def printed(drawn: Map) -> Image.Image:
    """The board, flat and clean."""
    image = Image.new("RGB", (drawn.width * SCALE, drawn.height * SCALE), (230, 220, 200))
    pen = ImageDraw.Draw(image)
    for region in drawn.board.regions.values():
        outline = [(x * SCALE, y * SCALE) for x, y in drawn.outlines[region.id]]
        pen.polygon(outline, fill=PAINT[region.terrain], outline=(30, 24, 20), width=6)
    return image


def photographed(drawn: Map, path: Path) -> Path:
    """A photo of 12 megapixels: at an angle, noisy, a little blurred, lying on its side with a tag that says so."""
    path.write_bytes(_photo(drawn.board.id))
    return path


# Two seconds' work for each test that wants one.
@cache
def _photo(board: str) -> bytes:
    flat = printed(board_of(board))
    seen = Image.new("RGB", SIZE, TABLE)
    warped = flat.transform(SIZE, Image.Transform.PERSPECTIVE, _back(CORNERS, flat.size), Image.Resampling.BILINEAR)
    mask = Image.new("L", SIZE, 0)
    ImageDraw.Draw(mask).polygon(CORNERS, fill=255)
    seen.paste(warped, mask=mask)
    noise = Image.effect_noise(SIZE, 40).convert("RGB")
    seen = Image.blend(seen, noise, 0.12).filter(ImageFilter.GaussianBlur(1.5))
    # Turned a quarter to the left: whoever follows the tag turns it right again.
    exif = Image.Exif()
    exif[ORIENTATION] = TURNED
    photo = io.BytesIO()
    seen.transpose(Image.Transpose.ROTATE_90).save(photo, "JPEG", quality=90, exif=exif)
    return photo.getvalue()


def colour_at(picture: bytes, drawn: Map, region: str) -> tuple[float, float, float]:
    """The mean colour round a region's centre in a straightened picture of a board."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    scale = image.width / drawn.width
    x, y = (length * scale for length in drawn.centres[region])
    reach = drawn.clear[region] * scale / 2
    spot = image.crop((int(x - reach), int(y - reach), int(x + reach) + 1, int(y + reach) + 1))
    red, green, blue = spot.resize((1, 1), Image.Resampling.BOX).getpixel((0, 0))
    return float(red), float(green), float(blue)


def _back(corners: tuple[tuple[float, float], ...], size: tuple[int, int]) -> list[float]:
    """Pillow's eight numbers that bring a point of the picture back to the flat board."""
    rows = []
    for (x, y), (u, v) in zip(corners, ((0, 0), (size[0], 0), size, (0, size[1])), strict=True):
        rows.append([x, y, 1.0, 0.0, 0.0, 0.0, -u * x, -u * y, float(u)])
        rows.append([0.0, 0.0, 0.0, x, y, 1.0, -v * x, -v * y, float(v)])
    # Gauss, with the largest pivot.
    for column in range(8):
        pivot = max(range(column, 8), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in range(8):
            if row != column:
                share = rows[row][column] / rows[column][column]
                rows[row] = [a - share * b for a, b in zip(rows[row], rows[column], strict=True)]
    return [rows[row][8] / rows[row][row] for row in range(8)]
