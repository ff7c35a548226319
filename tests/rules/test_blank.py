"""The blank banner and the blank badge, and numbers of pieces that nobody is sure of."""

from __future__ import annotations

import sys

import pytest

from companion.language import text
from companion.rules import notation
from companion.rules.boxes.registry import ABILITIES
from companion.rules.commands import Accept, SetBand, UseAbility
from companion.rules.engine import Refused, fold, new_game
from companion.rules.model import SeatSetup, Setup
from tests.rules.moves import band, finish, picked, ready, redeploy
from tests.rules.position import after, bent, board, coins, listed, refusal, table

LIZARDS = {
    "blank-banner-name": "Lizards",
    "blank-banner-tokens": "8",
    "blank-banner-rule": "Swamps pay 1 coin more.",
    "blank-badge-name": "Sleepy",
}
SAID = "boxes blank_banner blank_badge | " + " | ".join(f"option {key}={word}" for key, word in LIZARDS.items())
TURN = f"turn 3 Ann score | 4: 2 blank-banner+hill@Ann | {SAID}"


def test_the_blank_banner_brings_what_the_table_said() -> None:
    """Blank Race banner: so many tokens as the table has written on it, up to 10 (expansion sheet)."""
    game = picked("blank-banner+hill", f"turn 1 Ann begin | {SAID}")
    assert band(game, "blank-banner").hand == 8 + 4


def test_the_blank_badge_brings_what_the_table_said() -> None:
    """Blank Special Power badge: up to 5 tokens (expansion sheet)."""
    game = picked("giants+blank-badge", "turn 1 Ann begin | option blank-badge-tokens=5")
    assert band(game, "giants").hand == 6 + 5


@pytest.mark.parametrize(("piece", "most", "usual"), [("banner", 10, 6), ("badge", 5, 4)])
def test_a_blank_piece_brings_one_token_or_more(piece: str, most: int, usual: int) -> None:
    """Blank Race banner, up to 10 tokens; Blank Special Power badge, up to 5 (expansion sheet)."""
    option = next(each for each in ABILITIES[f"blank-{piece}"].options if each.key == f"blank-{piece}-tokens")
    assert [number for number in map(str, range(most + 3)) if option.takes(number)] == [
        str(number) for number in range(1, most + 1)
    ]
    assert option.default == str(usual)


def test_names_that_nobody_speaks_any_more_are_dropped() -> None:
    """Whoever changes the name in the lobby again and again fills no memory; the newest ones are spoken."""
    said = [text.manner({**LIZARDS, "blank-banner-name": f"Lizards {number}"}) for number in range(200)]
    assert len(text._owned) <= text.MOST_SPOKEN
    assert text.race("blank-banner", 2, text.printed("en", said[-1])) == "Lizards 199"
    assert text.race("blank-banner", 2, text.printed("en", text.manner(LIZARDS))) == "Lizards"


def test_a_name_that_was_said_keeps_no_table_of_words() -> None:
    """Names are kept longer than the tables they are from: else each change of one would cost a table."""
    tag = text.printed("de", text.manner({**LIZARDS, "blank-banner-name": "Echsen"}))
    assert (text.combo("flying", "trolls", tag), text.ability("trolls", tag)) == ("Fliegende Trolle", "Trolle")
    table = text.words(tag).table
    text.words.cache_clear()
    # This test's own name for it, and the question itself, which later Pythons do not count.
    assert sys.getrefcount(table) <= 2


@pytest.mark.parametrize(("letters", "taken"), [(160, True), (161, False)])
def test_a_rule_is_one_sentence(letters: int, taken: bool) -> None:
    """What is written on a blank piece has room for a sentence."""
    for piece in ("banner", "badge"):
        rule = ABILITIES[f"blank-{piece}"].options[2]
        assert (rule.key, rule.takes("L" * letters)) == (f"blank-{piece}-rule", taken)


def test_thirty_coins_are_told_at_most() -> None:
    """A blank piece is scored by hand; what is beyond a slip of the finger is put right as coins are."""
    thirty = f"{TURN} | memo blank-banner@Ann blank-banner.coins"
    offered = ["act:blank-banner:more:" in listed(table(f"{thirty} {count}")) for count in (29, 30)]
    assert offered == [True, False]


@pytest.mark.parametrize("count", [-1, 31])
def test_what_was_told_is_put_right_within_bounds(count: int) -> None:
    """Putting right: from no coin to thirty."""
    wrong = SetBand(1, memo={"blank-banner.coins": count})
    assert refusal(table(TURN), wrong) == "blank-banner.coins cannot have that value"


def test_its_coins_are_told_over_the_sheet() -> None:
    """A blank piece is scored by hand, a coin a tap, and the sheet follows."""
    game = after(table(TURN), UseAbility("blank-banner", "more"), UseAbility("blank-banner", "more"))
    assert coins(game) == "regions 1, blank-banner 2"
    assert coins(after(game, UseAbility("blank-banner", "fewer"))) == "regions 1, blank-banner 1"


def test_no_fewer_than_none() -> None:
    """There is nothing to take away before something was told."""
    assert not any("fewer" in offer for offer in listed(table(TURN)))


def test_coins_are_told_at_the_turns_end() -> None:
    """During the conquests there is no sheet; as played it may be told all the same."""
    game = table(TURN.replace("score", "conquer"))
    assert refusal(game, UseAbility("blank-banner", "more")).endswith("not possible now")
    assert coins(bent(game, UseAbility("blank-banner", "more"))) == "regions 1, blank-banner 1"


def test_every_turn_is_told_anew() -> None:
    """What was scored by hand counts once."""
    game = after(table(f"{TURN} | 12: 1 elves+swamp@Ben"), UseAbility("blank-banner", "more"), Accept())
    game = after(redeploy(finish(ready(game, "elves"))), Accept())
    assert (game.turn.seat, band(game, "blank-banner").memo) == (0, {"blank-banner.coins": 0})


def test_a_blank_race_in_decline_may_still_pay() -> None:
    """Whether its rule goes on in decline is the table's word, so its coins can be told there too."""
    game = table(f"turn 3 Ann score | 4: 1 blank-banner@Ann declined | {SAID}")
    assert coins(after(game, UseAbility("blank-banner", "more"))) == "declined 1, blank-banner 1"


def test_its_name_and_rule_are_the_tables() -> None:
    """The name and the sentence of the table stand everywhere instead of ours, in every language."""
    for language in ("en", "fr"):
        spoken = text.printed(language, text.manner(LIZARDS))
        assert text.race("blank-banner", 2, spoken) == "Lizards"
        assert text.race("blank-banner", 1, spoken) == "Lizards"
        assert text.rule("blank-banner", spoken) == "Swamps pay 1 coin more."
        assert text.name("power", "blank-badge", spoken) == "Sleepy"


def test_own_names_and_a_later_printing_go_together() -> None:
    """The names of a later printing stand beside the table's own."""
    spoken = text.printed("en", text.manner({**LIZARDS, "printing": "later"}))
    assert (text.race("gypsies", 2, spoken), text.race("blank-banner", 2, spoken)) == ("Nomads", "Lizards")


def test_tables_without_own_words_speak_as_everybody() -> None:
    """Nothing is different where nothing was said."""
    assert text.manner({}) is None
    assert text.manner({"blank-banner-tokens": "3"}) is None


def test_a_position_carries_the_tables_words() -> None:
    """The name stands in the position, so a record of the game has it."""
    game = table(TURN)
    assert notation.read(notation.write(game), board("base-2")).options == LIZARDS


@pytest.mark.parametrize("name", ["", " Lizards", "L" * 25, "Li|zards", "{race}", "two\nlines", "a=b"])
def test_a_name_is_one_short_line(name: str) -> None:
    """Blanks around it, gaps of sentences, further lines, or too many letters are refused; nothing is the default."""
    seats = (SeatSetup("Ann"), SeatSetup("Ben"))
    setup = Setup(board("base-2"), seats, boxes=("base", "blank_banner"), options={"blank-banner-name": name})
    if not name:
        assert fold(new_game(setup)).tray["blank-banner"] == 15
        return
    with pytest.raises(Refused):
        new_game(setup)


@pytest.mark.parametrize(("key", "race"), [("homunculi-tokens", "homunculi"), ("pygmies-tokens", "pygmies")])
def test_the_number_of_tokens_is_the_tables_where_nobody_is_sure(key: str, race: str) -> None:
    """Homunculi and Pygmies: how many are in the box is found out by counting (Components)."""
    assert table(f"turn 3 Ann score | 4: 1 {race}+hill@Ann | option {key}=13").tray[race] == 13 - 1
