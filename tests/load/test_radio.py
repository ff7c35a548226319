"""Bad lines: every tap of six phones is done once or refused, and all see the same in the end."""

from __future__ import annotations

import random
from pathlib import Path

from tests.browser.link import Link
from tests.load.evening import once_each, plays
from tests.load.pocket import Pocket
from tests.web.house import house

TROUBLES = 24


def test_six_phones_on_bad_lines(tmp_path: Path) -> None:
    """Lines that delay, stall, lose answers and are cut: each tap is done once or refused, and nothing twice."""
    with house(tmp_path, streams=24) as home:
        links = [Link(home.port) for _ in range(7)]
        phones = [Pocket(link.here, f"p{number}", patience=0.3) for number, link in enumerate(links)]
        players, screen = phones[:6], phones[6]
        dice = random.Random(10)
        table = home.phone("straight")
        try:
            for phone, seated in zip(players, home.seated(6, boxes=["teams"]), strict=True):
                phone.cookie = seated.cookie
            for phone in phones:
                phone.start(phone.watches)
                phone.sees(table.state()["version"])
            for seat, phone in enumerate(players):
                chance = random.Random(seat)
                phone.start(lambda phone=phone, seat=seat, chance=chance: plays(phone, seat, chance, 0.1))
            for _ in range(TROUBLES):
                link = dice.choice(links)
                trouble = dice.choice((link.down, link.lose_answers, link.cut, lambda link=link: link.slow(0.05)))
                trouble()
                screen.ended.wait(dice.uniform(0.02, 0.25))
                if dice.random() < 0.5:
                    link.cut()
                link.slow(0)
                link.up()
            for phone in phones:
                version = table.state()["version"]
                phone.sees(version)
        finally:
            for phone in phones:
                phone.close()
            for link in links:
                link.close()
        assert once_each(tmp_path, players) > 20
        assert sum(phone.resent for phone in players) > 0
