"""A race and a power that are in no box are played and advised like any other, without a word about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from companion.rules.ability import Ability, Fight, Income, Owner
from companion.rules.boxes.registry import ABILITIES, BOXES
from companion.rules.commands import Conquer, Pick
from companion.rules.notation import line
from companion.seat.advice import advise
from companion.seat.player import think
from tests import chance
from tests.rules.position import table
from tests.seat.seated import begun, played


class Otters(Ability):
    """Each Swamp they hold is worth 3 coins more."""

    key = "otters"
    tokens = 6
    supply = 11

    def score(self, owner: Owner) -> Iterable[Income]:
        """The swamps."""
        swamps = owner.with_terrain("swamp")
        yield Income(3 * len(swamps), swamps)


class Wading(Ability):
    """A Swamp costs 1 token less."""

    key = "wading"
    tokens = 4

    def attack_cost(self, owner: Owner, fight: Fight) -> Iterator[int]:
        """The saving."""
        if fight.region.terrain == "swamp":
            yield -1


@pytest.fixture(autouse=True)
def made_up(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Both are in the base box, and a position may name them."""
    for kind in (Otters, Wading):
        monkeypatch.setitem(ABILITIES, kind.key, kind())
    base = BOXES["base"]
    more = base._replace(races=(*base.races, Otters), powers=(*base.powers, Wading))
    monkeypatch.setitem(BOXES, "base", more)
    line.RACES.add(Otters.key)
    line.POWERS.add(Wading.key)
    yield
    line.RACES.remove(Otters.key)
    line.POWERS.remove(Wading.key)


def test_they_are_played_to_the_end() -> None:
    """A game in which they are drawn first."""
    keys = (Otters.key, Wading.key)
    taken = {
        key
        for game, _ in played(begun(2, chance.dice()), "normal", chance.dice(), gladly=keys)
        for band in game.bands.values()
        for key in band.abilities
    }
    assert taken >= set(keys)


def test_what_they_earn_is_found_out() -> None:
    """Otters beside a swamp take it first of all."""
    game = table("turn 9 Ann conquer | 9: 1 otters+wading@Ann | hand otters+wading@Ann 2")
    plan = think(game, 0, "normal")
    assert plan is not None
    first = next(each for each in plan.commands if isinstance(each, Conquer))
    assert game.board.regions[first.region].terrain == "swamp"


def test_they_are_advised() -> None:
    """The adviser tells what they earn and what they save, by their bills and sheets."""
    combos = "column elves+spirit, otters+wading, giants+commando, trolls+swamp, humans+stout, tritons+flying"
    best = advise(table(f"turn 2 Ann begin | {combos} | coins 5 5"), 0).combos[0]
    assert (best.race, best.place) == ("otters", Pick(1).place)
    assert {line.key for line in best.lines} >= {"regions", "otters"}
    assert [line.key for line in best.saves] == ["wading"]
