"""The file of the games is damaged in the middle of an evening: two taps on any phone, and the game goes on."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from companion import copies
from companion.store import FILE
from tests.browser.house import NAMES, Phone, Table, keep_picture


def test_a_damaged_evening_goes_on(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """Every screen says that a copy is there and how far it goes; two taps bring it back, and both have their seats."""
    table = serve()
    ann, ben, screen = phone(), phone(), phone()
    for each, name in zip((ann, ben), NAMES, strict=False):
        assert each.page.request.post(f"{table.address}/api/join", data={"name": name}).ok
    assert ann.page.request.post(f"{table.address}/api/start", data={}).ok
    for each in (ann, ben):
        each.page.goto(table.address)
        each.sees("screen-play")
    screen.page.goto(f"{table.address}/table")
    table.kill()
    copies.make(table.data)
    for file in (FILE, f"{FILE}-wal"):
        (table.data / file).write_bytes(bytes(8192))
    table.start()
    for each in (ann, ben, screen):
        expect(each.sees("copy")).to_contain_text("Ann, Ben, turn 1")
    keep_picture(ben.page, "copy-offered", whole=True)
    keep_picture(screen.page, "copy-offered-table")
    ben.tap("take-copy")
    ben.tap("take-copy")
    for each in (ann, ben):
        each.sees("screen-play")
        expect(each.at("copy")).to_have_count(0)
    expect(screen.at("whose")).to_contain_text(re.compile("Ann|Ben"))
    assert [each.state()["seats"][0]["name"] for each in (ann, ben)] == ["Ann", "Ann"]
