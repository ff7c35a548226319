"""Banners and badges are moved by hands like everything else: the steps say which, with their signs."""

from tests.table.sitting import Sitting


def steps(three: Sitting) -> dict[str, list[str]]:
    """What hands do about the last act: each text with the signs beside it."""
    found = [each for step in three.state["last"]["steps"] for each in zip(step["texts"], step["signs"], strict=True)]
    return dict(found)


def test_who_picks_a_combo_takes_its_banner_and_badge(three: Sitting) -> None:
    """Base rules, Picking a Race and Special Power Combo: it lies before its player, those below it move up, and the
    next one comes."""
    combo = three.game.column[2]
    names = [rule["name"] for rule in three.state["game"]["column"][2]["rules"]]
    three.do("pick", 2)
    found = steps(three)
    assert found[f"Take the {names[0]} banner and the {names[1]} badge"] == [combo.race, combo.power]
    last = three.game.column[-1]
    assert [signs for text, signs in found.items() if text.startswith("Move the combos up")] == [[last.race]]


def test_a_race_declines_with_banner_and_tokens(three: Sitting) -> None:
    """Base rules, Entering in Decline: both are flipped, before anything goes to the tray, and the badge
    goes unless its power lasts."""
    for _ in range(3):
        three.turn()
    band = three.game.active(0)
    assert band is not None
    three.do("decline")
    assert "in-decline" in next(iter(steps(three)))
    ((text, signs),) = ((text, signs) for text, signs in steps(three).items() if "in-decline" in text)
    race, power = three.state["game"]["bands"][0]["race"], band.powers[0]
    assert "banner and tokens to their in-decline side" in text
    assert signs == [race, power]
    assert ("keep the" in text) == bool(three.game.bands[band.id].powers)
