"""The file of the games is damaged in the middle of an evening: two taps on any phone, and the game goes on."""

import re
from collections.abc import Callable
from contextlib import closing

import pytest
from playwright.sync_api import expect

from companion.game.entries import Entry
from companion.store import snapshots
from companion.store.store import FILE, Store
from tests.browser.house import NAMES, Phone, Table, keep_picture


def test_a_damaged_evening_goes_on(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """Every screen says that a copy is there and how far it goes; two taps bring it back, and both have their seats."""
    table = serve()
    ann, ben, screen = phone(), phone(), phone()
    for each, name in zip((ann, ben), NAMES, strict=False):
        assert each.context.request.post(f"{table.address}/api/join", data={"name": name}).ok
    assert ann.context.request.post(f"{table.address}/api/start", data={}).ok
    for each in (ann, ben):
        each.page.goto(table.address)
        each.sees("screen-play")
    screen.page.goto(f"{table.address}/table")
    screen.sees("whose")
    table.kill()
    snapshots.make(table.data)
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


@pytest.mark.long(name="extras")
def test_an_evening_goes_on_without_the_copy(serve: Callable[..., Table], phone: Callable[..., Phone]) -> None:
    """Two taps on the other button: no screen offers the copy any more, and none does after a restart."""
    table = serve()
    ann, ben = phone(), phone()
    for each, name in zip((ann, ben), NAMES, strict=False):
        assert each.context.request.post(f"{table.address}/api/join", data={"name": name}).ok
    table.kill()
    snapshots.make(table.data)
    # Ben's seat was in the file beside the log.
    with closing(Store(table.data)) as store:
        seats = list(store.rows(1))
    for file in table.data.glob(f"{FILE}*"):
        file.unlink()
    with closing(Store(table.data)) as store:
        store.append(1, [Entry(**{name: getattr(seats[0], name) for name in Entry.__struct_fields__})])
    table.start()
    for each in (ann, ben):
        each.page.goto(table.address)
        expect(each.sees("copy")).to_contain_text("Ann, Ben, not started yet")
    expect(ben.at("leave-copy")).to_have_count(0)
    ann.tap("leave-copy")
    ann.tap("leave-copy")
    for each in (ann, ben):
        expect(each.at("copy")).to_have_count(0)
    table.kill()
    table.start()
    ann.page.goto(table.address)
    ann.sees("screen-lobby")
    assert ann.state()["table"]["copy"] is None
