"""The tables that the tour visits: with a game laid out, or with two people in the middle of one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.browser.house import NAMES, Phone, Table
from tests.program import take_in

# A tour stops at a screen by its name; takes a phone in hand; and opens a page as wide as the table's screen.
Stop = Callable[[str, Page], None]
Take = Callable[[], Phone]
Wide = Callable[[], Page]


@contextmanager
def laid_out(folder: Path, *options: str, game: Path | None = None, lines: int | None = None) -> Iterator[Table]:
    """A table, with a game laid out, or the first lines of one."""
    folder.mkdir(parents=True, exist_ok=True)
    if game:
        record = folder / "game.jsonl"
        record.write_text("\n".join(game.read_text(encoding="utf-8").splitlines()[:lines]) + "\n", encoding="utf-8")
        take_in(record, folder / "data")
    table = Table(folder / "data", "--pins", "off", *options)
    try:
        table.start()
        yield table
    finally:
        table.kill()


def two_sit_down(table: Table, take: Take, **lobby: Any) -> list[Phone]:
    """Ann's and Ben's phones at a game for two that has just begun, with what the lobby was told."""
    phones = [take(), take()]
    for each, name in zip(phones, NAMES, strict=False):
        assert each.context.request.post(f"{table.address}/api/join", data={"name": name}).ok
    if lobby:
        assert phones[0].context.request.post(f"{table.address}/api/lobby", data=lobby).ok
    assert phones[0].context.request.post(f"{table.address}/api/start", data={}).ok
    for each in phones:
        each.page.goto(table.address)
        each.sees("screen-play")
    return phones


def put_notice_away(phone: Phone) -> None:
    """The table told this phone something; it is read and closed."""
    phone.sees("told")
    phone.page.locator("[data-test='told'] .round").tap()


def scores(phone: Phone) -> None:
    """From the conquests to the score sheet."""
    phone.tap("offer-finish")
    phone.sees("form-redeploy")
    while phone.at("confirm").is_disabled():
        phone.page.locator("[data-test^='slot-'] button:enabled").last.tap()
    phone.tap("confirm")
    phone.sees("score")
