"""What a phone loads when it comes for the first time."""

import gzip
from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import Response

from tests.browser.house import Phone, Table

MOST = 150_000  # bytes, compressed


def test_a_first_visit_is_small_and_stays_in_the_house(
    serve: Callable[..., Table], phone: Callable[..., Phone]
) -> None:
    """Everything comes from the table itself and weighs less than 150 kB compressed."""
    table, ann = serve(), phone()
    found: list[Response] = []
    ann.page.on("response", lambda each: found.append(each))
    ann.sits_down(table.address, "Ann")
    loaded = [each for each in found if "/api/stream" not in each.url]
    assert {urlsplit(each.url).netloc for each in found} == {urlsplit(table.address).netloc}
    assert sum(len(gzip.compress(each.body())) for each in loaded if each.status == 200) < MOST


def test_no_page_is_wider_than_the_phone(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """On the narrowest phone nothing sticks out sideways, in the seat form and in the lobby."""
    table, ann = serve(), phone((360, 640))
    ann.page.goto(table.address)
    ann.sees("screen-join")
    wide = "document.documentElement.scrollWidth"
    assert ann.page.evaluate(wide) == 360
    ann.sits_down(table.address, "A name of 20 letters")
    assert ann.page.evaluate(wide) == 360
