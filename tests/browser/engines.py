"""The two other browser engines that phones have, each driven by the protocol it speaks itself.

WebKitGTK is of Safari's family and speaks WebDriver over HTTP; Firefox speaks
WebDriver BiDi over a WebSocket.  Both take fingers as W3C pointer actions.
"""

from __future__ import annotations

import base64
import itertools
import json
import os
import re
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import websocket

from tests.browser.house import SCREENS
from tests.ports import kept

SIZE = (460, 900)
"""The smallest window that WebKitGTK's browser makes; Firefox gets the same."""
PATIENCE = 60
"""Seconds; a slow machine needs them, and no test waits them out."""
ROUND, ANSWER = 2, 10
"""Seconds: a page is asked again after so many, and an answer that is not here after so many is lost."""
BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser"
BOARD = "127.0.0.1"

Plain = dict[str, Any]
# What both protocols call a page that went meanwhile.
_GONE = "no such frame"
# What WebKit's driver says, once in a while on a busy computer, of an answer that did not reach it whole.
_GARBLED = "Could not parse script result"


class Lost(Exception):
    """A page went while it was asked something, and the answer with it."""


class Engine:
    """A browser with one page. `run` gives what a JavaScript promise comes to; `finger` taps at a point of the page.

    `run` takes the seconds to wait for an answer, and raises Lost.
    """

    def __init__(
        self,
        go: Callable[[str], Any],
        run: Callable[..., Any],
        act: Callable[[list[Plain]], Any],
        shoot: Callable[[], str],
    ) -> None:
        self.go = go
        self.run = run
        self._act = act
        self._shoot = shoot

    def finger(self, x: float, y: float) -> None:
        """One short tap."""
        steps: list[Plain] = [
            {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._act([{"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": steps}])

    def until(self, condition: str) -> Any:
        """Wait until an expression is true in the page, and give what it is.

        The page is asked round by round: a browser may say that it has gone somewhere while its first, empty page
        still stands, and what that page was asked is never answered.
        """
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with suppress(Lost):
                if found := self.run(UNTIL % {"condition": condition, "patience": ROUND * 1000}, ANSWER):
                    return found
        raise AssertionError(f"not so: {condition}\n{self.run('document.body.innerText')}")

    def sees(self, name: str) -> None:
        """Wait until something is in sight, by its test name."""
        self.until(f"spot({name!r})")

    def tap(self, name: str) -> None:
        """Tap the middle of something, once it is in sight and nothing lies over it."""
        self.finger(*self.until(f"spot({name!r}, true)"))

    def touch(self, region: str, middle: list[float]) -> None:
        """Tap a region of the map at a point in the map's own units."""
        self.finger(*self.until(f"place({region!r}, {json.dumps(middle)})"))

    def keep_picture(self, name: str) -> None:
        """Leave a screenshot for people to look at, where SMALLWORLD_SCREENS names a folder."""
        if folder := os.environ.get(SCREENS):
            (Path(folder) / f"{name}.png").write_bytes(base64.b64decode(self._shoot()))

    def shows(self, name: str, words: str) -> None:
        """Wait until words stand somewhere."""
        self.until(f"""document.querySelector("[data-test='{name}']")?.innerText.includes({words!r})""")


# A point where a finger would meet the thing; with `free` only when nothing lies over it.
UNTIL = """new Promise((done) => {
  const spot = (name, free) => {
    const found = document.querySelector(`[data-test='${name}']`);
    if (!found || !found.checkVisibility()) return null;
    if (free) found.scrollIntoView({ block: 'center', inline: 'nearest' });
    const { x, y, width, height } = found.getBoundingClientRect(), at = [x + width / 2, y + height / 2];
    const top = document.elementFromPoint(...at);
    return !free || found.contains(top) || top?.contains(found) ? at : null;
  };
  const place = (id, [x, y]) => {
    const path = document.querySelector(`.tap[data-region='${id}']`);
    if (!path) return null;
    const at = new DOMPoint(x, y).matrixTransform(path.getScreenCTM());
    return document.elementFromPoint(at.x, at.y) === path ? [at.x, at.y] : null;
  };
  const end = performance.now() + %(patience)d;
  let before;
  // Scrolled to the middle again and again a thing may lie at one of two places, a pixel apart, for good.
  const near = (one, other) => JSON.stringify(one) === JSON.stringify(other) ||
    [one, other].every(Array.isArray) && one.every((value, at) => Math.abs(value - other[at]) < 2);
  const look = () => {
    let found = null;
    // What it speaks of may not be there yet, and what moves is still where it was a moment later.
    try { found = (%(condition)s) || null; } catch (error) { if (!(error instanceof TypeError)) throw error; }
    const still = near(found, before);
    before = found;
    if (found && still || performance.now() > end) done(still ? found : null); else setTimeout(look, 40);
  };
  look();
})"""


@contextmanager
def _process(
    *command: str, said: int = subprocess.DEVNULL, faults: int = subprocess.STDOUT, **more: Any
) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(command, stdout=said, stderr=faults, text=True, **more) as process:
        try:
            yield process
        finally:
            process.kill()


@contextmanager
def webkit(folder: Path) -> Iterator[Engine]:
    """WebKitGTK's small browser on a screen that nobody sees. A finger arrives there as a mouse."""
    with ExitStack() as stack:
        port: int = stack.enter_context(kept()).getsockname()[1]
        wide = f"{SIZE[0]}x{SIZE[1]}x24"
        xvfb = ("Xvfb", "-displayfd", "1", "-screen", "0", wide)
        # It complains of every number that another screen has before it says its own.
        screen = stack.enter_context(_process(*xvfb, said=subprocess.PIPE, faults=subprocess.DEVNULL))
        assert screen.stdout
        own = {**os.environ, "DISPLAY": f":{screen.stdout.readline().strip()}", "HOME": str(folder), "LANG": "C.UTF-8"}
        driver = stack.enter_context(_process("WebKitWebDriver", f"--port={port}", env=own))
        while not _open(port):
            assert driver.poll() is None, "WebKitWebDriver has ended"
            time.sleep(0.05)

        def call(method: str, path: str, body: Plain | None = None, patience: float = PATIENCE * 2) -> Any:
            data = json.dumps(body or {}).encode() if method == "POST" else None
            request = urllib.request.Request(f"http://{BOARD}:{port}{path}", data, method=method)
            try:
                with urllib.request.urlopen(request, timeout=patience) as answer:
                    return json.load(answer)["value"]
            except urllib.error.HTTPError as error:
                fault = error.read().decode()
                raise (Lost if _GONE in fault or _GARBLED in fault else AssertionError)(fault) from error

        options = {"webkitgtk:browserOptions": {"binary": BROWSER, "args": ["--automation"]}}
        session = f"/session/{call('POST', '/session', {'capabilities': {'alwaysMatch': options}})['sessionId']}"
        call("POST", f"{session}/window/rect", {"width": SIZE[0], "height": SIZE[1]})
        call("POST", f"{session}/timeouts", {"script": PATIENCE * 2000})
        script = """const done = arguments[0];
            Promise.resolve(%s).then((found) => done([found, null]), (fault) => done([null, String(fault)]))"""

        def run(promise: str, patience: float = PATIENCE * 2) -> Any:
            body = {"script": script % promise, "args": []}
            try:
                found, fault = call("POST", f"{session}/execute/async", body, patience)
            except TimeoutError as error:
                raise Lost(promise) from error
            assert fault is None, fault
            return found

        yield Engine(
            lambda url: call("POST", f"{session}/url", {"url": url}),
            run,
            lambda actions: call("POST", f"{session}/actions", {"actions": actions}),
            lambda: call("GET", f"{session}/screenshot"),
        )
        call("DELETE", session)


def _open(port: int) -> bool:
    with socket.socket() as wire:
        return wire.connect_ex((BOARD, port)) == 0


@contextmanager
def firefox(folder: Path) -> Iterator[Engine]:
    """Firefox without a window, with touch."""
    # However slow the computer is, a short tap is one, and no long press.
    slow = {"apz.max_tap_time": PATIENCE * 1000, "ui.click_hold_context_menus.delay": PATIENCE * 1000}
    wanted = {"dom.w3c_touch_events.enabled": 1, **slow}
    lines = (f'user_pref("{name}", {value});\n' for name, value in wanted.items())
    (folder / "user.js").write_text("".join(lines), encoding="utf-8")
    command = ("firefox-esr", "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0")
    with ExitStack() as stack:
        environ = {**os.environ, "HOME": str(folder)}
        process = stack.enter_context(_process(*command, said=subprocess.PIPE, env=environ))
        assert process.stdout
        address = next(filter(None, (re.search(r"listening on (ws://\S+)", line) for line in process.stdout)))[1]
        wire = websocket.create_connection(f"{address}/session", suppress_origin=True, timeout=PATIENCE * 2)
        stack.callback(wire.close)
        numbers = itertools.count(1)

        def call(method: str, **params: Any) -> Any:
            number = next(numbers)
            wire.send(json.dumps({"id": number, "method": method, "params": params}))
            while (answer := json.loads(wire.recv())).get("id") != number:
                pass
            if answer["type"] != "success":
                raise (Lost if answer["error"] == _GONE else AssertionError)(answer)
            return answer["result"]

        call("session.new", capabilities={})
        page = call("browsingContext.getTree")["contexts"][0]["context"]
        call("browsingContext.setViewport", context=page, viewport={"width": SIZE[0], "height": SIZE[1]})

        def run(promise: str, patience: float = PATIENCE * 2) -> Any:
            written = f"Promise.resolve({promise}).then(JSON.stringify)"
            wire.settimeout(patience)
            try:
                found = call("script.evaluate", expression=written, target={"context": page}, awaitPromise=True)
            except websocket.WebSocketTimeoutException as error:
                raise Lost(promise) from error
            finally:
                wire.settimeout(PATIENCE * 2)
            assert found["type"] == "success", found
            return json.loads(found["result"].get("value", "null"))

        yield Engine(
            lambda url: call("browsingContext.navigate", context=page, url=url, wait="complete"),
            run,
            lambda actions: call("input.performActions", context=page, actions=actions),
            lambda: call("browsingContext.captureScreenshot", context=page)["data"],
        )


ENGINES = {"webkit": webkit, "firefox": firefox}
