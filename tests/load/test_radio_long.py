"""Six phones and a screen on a bad radio: real links that go down, and lines that delay, stall, lose and are cut."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import cast

import pytest
from playwright.sync_api import sync_playwright

from tests import chance
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.link import Link
from tests.load.evening import once_each, plays, rows
from tests.load.network import HERE, Network, network
from tests.load.pocket import Pocket
from tests.web.house import NAMES, Phone

pytestmark = [
    pytest.mark.long(name="radio"),
    pytest.mark.skipif(os.geteuid() != 0, reason="only root makes networks"),
    *(pytest.mark.skipif(not shutil.which(name), reason=f"needs {name}") for name in ("ip", "nsenter", "unshare")),
]
OUTAGES = int(os.environ.get("OUTAGES", "60"))
BROWSED = int(os.environ.get("BROWSED", "40"))
PORT = 8000
# A program of its own that naps, and says when it woke up late: then the computer gave nobody any time, or too little.
NAPS = """
from time import monotonic, sleep
slept = monotonic()
while True:
    sleep(0.02)
    woke = monotonic()
    if woke - slept > 0.3:
        print(slept, woke, flush=True)
    slept = woke
"""
# A tap by the page's own script; its answer is null where it was refused. And whether the page shows a version.
TAP = """difference => import(`${document.scripts[1].src}/../../lib/post.js`).then(({ enter }) => {
    enter({ type: "set_coins", seat: 0, difference }).then((answer) => window.answers.push(answer ?? null));
})"""
SEES = """version =>
    import(`${document.scripts[1].src}/../../lib/page.js`).then(({ page }) => page.state.version >= version)"""


@contextmanager
def service(at: Network, folder: Path) -> Iterator[int]:
    """The real service in the table's namespace, with seeded chance; gives its process."""
    words = ["--data", str(folder), "--port", str(PORT), "--host", "0.0.0.0", "--pins", "off", "--tray", "off"]
    command = at.table.enters(sys.executable, "-m", "tests.served", chance.seed(), *words, spaces=("--net",))
    environ = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environ) as process:
        assert process.stdout
        for line in process.stdout:
            if re.match(r" +http://\S+:\d+$", line):
                break
        try:
            yield process.pid
        finally:
            process.terminate()
            process.stdout.read()


def seated() -> list[str]:
    """Six sit down and begin; what their phones are known by."""
    phones = [Phone(PORT) for _ in range(6)]
    for phone, name in zip(phones, NAMES, strict=True):
        phone.post("/api/join", name=name)
    phones[0].post("/api/lobby", boxes=["teams"])
    phones[0].post("/api/start")
    for phone in phones:
        phone.connection.close()
    return [phone.cookie for phone in phones]


def one_phone() -> str:
    """Two sit down on one phone and begin; what it is known by."""
    phone = Phone(PORT)
    for name in NAMES[:2]:
        phone.post("/api/join", name=name, another=True)
    phone.post("/api/start")
    phone.connection.close()
    return phone.cookie


def trouble(at: Network, links: list[Link], number: int, dice: random.Random, phone: Pocket) -> str:
    """Something random that keeps a phone from the table for a while; returns what it was, when it is over."""
    link = links[number]
    kind = dice.choice(("pulled", "pulled", "silent", "silent", "silent", "stalled", "answers lost", "cut", "slow"))
    # Short ones, which the page does not notice, and long ones, which it does.
    long = dice.choice((0.2, 1.5, 4.0, 8.0)) * dice.uniform(0.7, 1.3)
    if kind == "pulled":
        at.pulls(number)
    elif kind == "silent":
        at.silences(number)
    else:
        {"stalled": link.down, "answers lost": link.lose_answers, "cut": link.cut, "slow": lambda: link.slow(0.3)}[
            kind
        ]()
    phone.ended.wait(long)
    if kind == "pulled":
        at.plugs(number)
    elif kind == "silent":
        at.speaks(number)
    else:
        if kind != "slow" and dice.random() < 0.5:
            link.cut()
        link.slow(0)
        link.up()
    return kind


@contextmanager
def standstills() -> Iterator[list[tuple[float, float]]]:
    """When the computer itself stood still, from and to; known at the end."""
    found: list[tuple[float, float]] = []
    with subprocess.Popen([sys.executable, "-c", NAPS], stdout=subprocess.PIPE, text=True) as process:
        try:
            yield found
        finally:
            process.terminate()
            assert process.stdout
            found += [(float(slept), float(woke)) for slept, woke in (line.split() for line in process.stdout)]


def test_six_phones_on_a_bad_radio(tmp_path: Path) -> None:
    """Each tap is done once or refused, never twice; the state is right as soon as the network is back."""
    folder = tmp_path / "data"
    with network(8) as at, service(at, folder), standstills() as still:
        links = [cast(Link, at.inside(at.table, lambda: Link(PORT, HERE))) for _ in range(7)]
        phones = [Pocket(link.here, f"p{number}", HERE, at.phones[number].pid) for number, link in enumerate(links)]
        players = phones[:6]
        # Who looks straight at the table, over a cable that is never touched.
        straight = Pocket(PORT, "straight", HERE, at.phones[7].pid)
        # What it was, since when it is over, and when the phone saw the newest state.
        back: list[tuple[str, float, float]] = []
        try:
            straight.start(straight.watches)
            straight.sees(0)
            for phone, cookie in zip(players, cast("list[str]", at.inside(at.table, seated)), strict=True):
                phone.cookie = cookie
            for phone in phones:
                phone.start(phone.watches)
                phone.sees(straight.state["version"])
            for seat, phone in enumerate(players):
                phone.start(lambda p=phone, s=seat: plays(p, s, random.Random(s), 3.0))

            def suffers(number: int) -> None:
                dice = random.Random(number)
                for _ in range(OUTAGES):
                    phones[number].ended.wait(dice.uniform(0, 2))
                    kind = trouble(at, links, number, dice, phones[number])
                    version, since = straight.state["version"], monotonic()
                    phones[number].sees(version)
                    back.append((kind, since, monotonic()))

            threads = [Thread(target=suffers, args=(number,)) for number in range(7)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        finally:
            for phone in (*phones, straight):
                phone.close()
            for link in links:
                link.close()
        taps = once_each(folder, players)
        refused = sum(len(phone.refused) for phone in players)
        resent = sum(phone.resent for phone in players)
        print(f"{len(back)} outages; {taps} taps done once, {refused} refused, {resent} sent again")
        for kind in sorted({kind for kind, *_ in back}):
            times = [seen - since for each, since, seen in back if each == kind]
            within = sum(one <= 1 for one in times)
            print(f"{kind}: {len(times)}, {within} within a second, the longest {max(times):.2f} s")
        assert len(back) == 7 * OUTAGES
        assert resent > len(back) / 10
    for kind, since, seen in back:
        if seen - since > 1:
            stood = sum(max(0.0, min(seen, woke) - max(since, slept)) for slept, woke in still)
            print(f"{kind} at {since:.0f} s: late, after {seen - since:.2f} s; for {stood:.2f} of them all stood still")
    print(f"all stood still {len(still)} times, for {sum(woke - slept for slept, woke in still):.1f} s together")


def test_a_browser_on_a_bad_radio(tmp_path: Path) -> None:
    """The page itself, in Chromium behind a link that goes down: each tap is done once, the newest state comes back."""
    folder, dice = tmp_path / "data", random.Random(3)
    with network(2) as at, service(at, folder), sync_playwright() as playwright:
        chromium = tmp_path / "chromium"
        chromium.write_text(f'#!/bin/sh\nexec nsenter --target={at.phones[0].pid} --net -- {CHROMIUM} "$@"\n')
        chromium.chmod(0o755)
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        straight = Pocket(PORT, "straight", HERE, at.phones[1].pid)
        times = []
        try:
            straight.start(straight.watches)
            page = browser.new_page()
            name, value = cast("str", at.inside(at.table, one_phone)).split("=", 1)
            page.context.add_cookies([{"name": name, "value": value, "url": f"http://{HERE}:{PORT}"}])
            page.goto(f"http://{HERE}:{PORT}")
            page.locator("[data-test='screen-play']").wait_for()
            page.evaluate("window.answers = []")
            for number in range(1, BROWSED + 1):
                away, back = dice.choice(((at.pulls, at.plugs), (at.silences, at.speaks)))
                taps = [number, -number]
                dice.shuffle(taps)
                page.evaluate(TAP, taps[0])
                straight.ended.wait(dice.uniform(0, 0.05))
                away(0)
                page.evaluate(TAP, taps[1])
                straight.ended.wait(dice.choice((0.5, 2.0, 4.0, 8.0)) * dice.uniform(0.7, 1.3))
                back(0)
                since = monotonic()
                page.wait_for_function(SEES, arg=straight.state["version"])
                times.append(monotonic() - since)
                page.wait_for_function("count => window.answers.length === count", arg=2 * number)
            answers = page.evaluate("window.answers")
        finally:
            straight.close()
            browser.close()
        done = sorted(answer["row"] for answer in answers if answer)
        acts = [row["row"] for found in rows(folder).values() for row in found if row["kind"] not in ("join", "start")]
        assert sorted(acts) == done
        within = sum(one <= 1 for one in times)
        print(f"{BROWSED} outages; {len(done)} of {len(answers)} taps done once, the others refused or not taken")
        print(f"{within} within a second, the longest {max(times):.2f} s")
