"""What was done last, as steps for hands."""

from pathlib import Path

from companion.game.last_act import by_place
from companion.rules.commands import SetRegion
from companion.rules.engine import offers
from companion.rules.model import Message
from tests.table.sitting import sitting


def put(region: str) -> Message:
    """Tokens that hands put down."""
    return Message("do.map", {"count": 1, "race": "elves", "region": region})


def moved(stand: str, region: str) -> Message:
    """Tokens that hands move from one region to another."""
    return Message("do.move", {"count": 1, "race": "elves", "stand": stand, "region": region})


def test_what_is_done_in_one_region_is_one_step() -> None:
    """Whatever is done elsewhere in between."""
    assert by_place([put("1"), put("2"), put("1")]) == [[put("1"), put("1")], [put("2")]]


def test_each_way_between_two_regions_is_a_step_of_its_own() -> None:
    """A hand carries one thing at a time."""
    assert by_place([moved("1", "2"), moved("1", "2")]) == [[moved("1", "2")], [moved("1", "2")]]


def test_whoever_loses_a_region_is_told_and_an_empty_one_is_nobodys_loss(tmp_path: Path) -> None:
    """A phone says it to its player alone."""
    with sitting(tmp_path) as two:
        two.sit_two()
        two.do("pick")
        two.do("conquer")
        assert two.state["last"]["lost"] == []
        two.do("finish")
        two.do("redeploy")
        two.do("accept")
        two.do("pick")
        ((region, ground),) = ((region, ground) for region, ground in two.game.grounds.items() if ground.band)
        two.act("ann", 0, SetRegion(region, band=ground.band, tokens=1))
        attack = next(each for each in offers(two.game, 1) if each.kind == "conquer" and each.region == region)
        two.act("ben", 1, attack.command)
        assert two.state["last"]["lost"] == [{"seat": 0, "region": region}]
