"""How the tests wait for a page: none waits for ever, and none misses what is there for a moment."""

import re

import pytest
from playwright.sync_api import Browser, Error

from tests.browser import house
from tests.browser.house import ROLLED, shows_meanwhile
from tests.limit import limited


def test_what_a_page_never_answers_fails_and_the_browser_lives_on(browser: Browser) -> None:
    """A promise that nobody keeps is left at the limit, and the page answers what it is asked next."""
    page = browser.new_page()
    with limited(0.5), pytest.raises(pytest.fail.Exception, match="not over after"):
        page.evaluate("new Promise(() => {})")
    assert page.evaluate("1 + 1") == 2
    page.close()


def test_what_a_page_shows_for_a_moment_is_not_missed(browser: Browser) -> None:
    """It is seen though it stands there for no frame at all."""
    page = browser.new_page()
    with shows_meanwhile(page, ROLLED) as shown:
        page.evaluate("document.body.innerHTML = '<b data-test=rolled>3</b>'")
        page.evaluate("document.body.innerHTML = ''")
    assert shown == ['<b data-test="rolled">3</b>']
    page.close()


def test_what_a_page_never_shows_is_named(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """After some time the wait ends with what it waited for."""
    monkeypatch.setattr(house, "PATIENCE", 100)
    page = browser.new_page()
    with pytest.raises(Error, match=re.escape("never there: document.querySelector")), shows_meanwhile(page, ROLLED):
        pass
    page.close()
