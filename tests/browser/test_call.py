"""It is your turn: what the phone and the table screen do to say so."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.house import NAMES, Phone, Table, keep_picture

# What a person feels in the hand: how often the phone was made to shake.
FELT = "window.shaken = 0; navigator.vibrate = () => { window.shaken += 1; return true; };"
KINDS = ("pick", "finish", "redeploy", "accept")
ON = "document.querySelector('video')?.paused === false"


# Only the browser knows the table by its name.
ASK = """([path, body]) => fetch(path, body && { method: 'POST', headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body) }).then((answer) => answer.ok ? answer.json() : Promise.reject(answer.status))"""


def ends_turn(phone: Phone) -> None:
    """Ann's turn is over without a conquest, entered on another phone."""
    while (state := phone.page.evaluate(ASK, ["/api/state", None]))["game"]["turn"]["seat"] == 0:
        kinds = {offer["kind"]: offer["command"] for offer in state["game"]["offers"]}
        command = next(kinds[kind] for kind in KINDS if kind in kinds)
        phone.page.evaluate(ASK, ["/api/act", {"id": f"at {state['version']}", "by": 1, "command": command}])


def test_whose_turn_it_is_is_felt(serve: Callable[..., Table], phone: Callable[..., Phone], wall: Page) -> None:
    """The phone whose turn it is shakes, says so in its title and stays awake, without https; then the next one."""
    table = serve()
    address = f"http://smallworld.local:{table.port}"
    ann, ben = phones = [phone(), phone()]
    for each, name in zip(phones, NAMES, strict=False):
        each.last_page().add_init_script(FELT)
        each.sits_down(address, name)
    ann.tap("start")
    wall.goto(f"{address}/table")
    for each in phones:
        each.sees("screen-play")
    assert not ann.page.evaluate("isSecureContext")
    expect(ann.page).to_have_title("● Your turn")
    expect(ben.page).to_have_title("Small World companion")
    ann.page.wait_for_function(ON)
    assert ben.page.evaluate("window.shaken") == 0
    expect(wall.locator("[data-test='whose'] h1")).to_have_text("Ann’s turn ")
    expect(wall.locator("[data-test='table-play']")).to_have_class("playing c-blue")
    keep_picture(wall, "table-whose")

    ends_turn(ben)
    expect(ben.page).to_have_title("■ Your turn")
    expect(ann.page).to_have_title("Small World companion")
    ben.page.wait_for_function(ON)
    ann.page.wait_for_function("document.querySelector('video').paused")
    assert ben.page.evaluate("window.shaken") == 1
    expect(wall.locator("[data-test='whose'] h1")).to_have_text("Ben’s turn ")
    expect(wall.locator("[data-test='round'] .now")).to_contain_text("Ben")

    ben.tap("nav-more")
    ben.sees("setting-awake").uncheck()
    ben.page.wait_for_function("document.querySelector('video').paused")
    ben.at("setting-awake").check()
    ben.page.wait_for_function(ON)
