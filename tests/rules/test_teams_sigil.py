"""The Sigil of Sacrifice (expansion sheet, under its name; rulings I7, I8, M17).

Partners are Ann and Dee, Ben and Eve, Cid and Fay.
"""

from __future__ import annotations

from companion.rules import decisions
from companion.rules.commands import Accept, Choose, SetRegion, UseAbility
from companion.rules.model import Game
from tests.rules.moves import band, finish, ready, redeploy
from tests.rules.position import after, conquer, lies, listed
from tests.rules.six import answers, choose, labels, question, six, told

BEGIN = "turn 3 Ann begin"
CONQUER = "turn 3 Ann conquer"


def sigil(memo: str, more: str = "") -> Game:
    """Cid attacks; Ann's Ratmen hold the Sigil on region 30, two tokens on 39; Ben's Humans stand on 6 and 11."""
    line = "turn 3 Cid conquer | 7: 1 trolls+hill@Cid | hand trolls@Cid 9 | 6: 2 humans+swamp@Ben | 11: 1 humans@Ben"
    return six(f"{line} | 30: 1 ratmen+forest@Ann [sigil] | 39: 2 ratmen@Ann | memo ratmen@Ann {memo}{more}")


def ended_turn(game: Game) -> Game:
    """The attacker's turn as far as others have to decide."""
    return after(redeploy(finish(game)), Accept())


def test_whoever_takes_the_sigil_names_a_race() -> None:
    """Sigil of Sacrifice: own in decline, one of your ally's or one of your enemies'; either way round, or nobody."""
    line = f"{CONQUER} | 7: 1 ratmen+hill@Ann | hand ratmen+hill@Ann 5 | 6: [sigil] | 16: 1 humans+swamp@Ben"
    game = conquer(six(f"{line} | 11: 1 elves@Ann declined"), 6)
    assert sorted(answers(game, "sigil")) == ["asks:elves", "asks:humans", "nobody", "saves:elves", "saves:humans"]


def test_without_another_race_there_is_none_to_name() -> None:
    """Sigil of Sacrifice: another race."""
    alone = f"{BEGIN} | 6: 2 ratmen+hill@Ann [sigil]"
    named = ["act:sigil:name:" in listed(six(line)) for line in (alone, f"{alone} | 16: 1 humans+swamp@Ben")]
    assert named == [False, True]


def test_a_race_is_named_one_at_a_time() -> None:
    """Sigil of Sacrifice: while the question is open there is no second one."""
    game = after(
        six(f"{BEGIN} | 6: 2 ratmen+hill@Ann [sigil] | 16: 1 humans+swamp@Ben"), UseAbility("sigil", "name", "")
    )
    assert "act:sigil:name:" not in listed(game)


def test_the_race_named_is_said_to_everybody() -> None:
    """Sigil of Sacrifice: it lies open which race gives for which."""
    game = after(
        six(f"{BEGIN} | 6: 2 ratmen+hill@Ann [sigil] | 16: 1 humans+swamp@Ben"), UseAbility("sigil", "name", "")
    )
    assert labels(game, "sigil") == [
        "Ann has the Sigil of Sacrifice. Name a race: Nobody",
        "Ann has the Sigil of Sacrifice. Name a race: Give up my own tokens for: Ben’s Humans",
        "Ann has the Sigil of Sacrifice. Name a race: Ask for tokens to save mine: Ben’s Humans",
    ]
    occasion = f"turn3.seat0.ask{question(game, 'sigil').number}"
    for use in ("saves", "asks"):
        assert any("Humans" in each for each in told(game, Choose(occasion, f"{use}:humans")))


def test_whoever_is_asked_reads_for_whom() -> None:
    """Sigil of Sacrifice: that player must be willing to do so, and chooses the region."""
    asked = labels(ended_turn(conquer(asked_for(), 6)), "sigil", 3)
    assert asked == [f"Dee, give up one of your Humans to save one of Ann’s Ratmen? {each}" for each in
                     ("Give up none", "region 11", "region 16")]  # fmt: skip


def test_another_race_may_be_named_in_a_turn_of_ones_own() -> None:
    """Sigil of Sacrifice; ruling I7: at your choice and depending on circumstances."""
    line = f"{BEGIN} | 6: 2 ratmen+hill@Ann [sigil] | 16: 1 humans+swamp@Ben | 11: 1 elves@Dee declined"
    game = after(six(f"{line} | memo ratmen@Ann sigil.saves humans"), UseAbility("sigil", "name", ""))
    assert choose(game, "sigil", "asks:elves").bands[1].memo == {"sigil.saves": 0, "sigil.asks": band(game, "elves").id}


def test_the_holder_may_lose_a_token_for_the_race_named() -> None:
    """Sigil of Sacrifice: you may sacrifice one of your own active tokens instead."""
    game = ended_turn(conquer(sigil("sigil.saves humans"), 11))
    assert answers(game, "sigil", 0) == ["no", "r30", "r39"]


def test_the_saved_token_goes_back_on_the_map() -> None:
    """Sigil of Sacrifice: allowing the race you protected to redeploy their token while you lose yours."""
    game = choose(ended_turn(conquer(sigil("sigil.saves humans"), 11)), "sigil", "r39")
    assert (lies(game, 39), lies(game, 6)) == ("1 ratmen+forest@Ann", "3 humans+swamp@Ben")


def test_no_sacrifice_is_forced() -> None:
    """Sigil of Sacrifice: you may."""
    game = choose(ended_turn(conquer(sigil("sigil.saves humans"), 11)), "sigil", "no")
    assert (lies(game, 39), lies(game, 6), game.turn.seat) == ("2 ratmen+forest@Ann", "2 humans+swamp@Ben", 3)


def test_the_attacker_waits_for_nobody() -> None:
    """Ruling M17: it is answered at the latest before the withdrawn tokens go back."""
    game = conquer(sigil("sigil.saves humans"), 11)
    assert "finish" in listed(game, 2)


def test_a_race_not_named_is_not_saved() -> None:
    """Sigil of Sacrifice: that race."""
    game = conquer(sigil("sigil.saves humans", " | 15: 1 orcs+flying@Eve"), 15)
    assert game.turn.asked == ()


def test_a_race_that_loses_nothing_needs_no_sacrifice() -> None:
    """Sigil of Sacrifice: whenever that race would normally lose a token; Elves do not."""
    line = "turn 3 Cid conquer | 7: 1 trolls+hill@Cid | hand trolls@Cid 9 | 6: 2 elves+swamp@Ben"
    game = six(f"{line} | 30: 1 ratmen+forest@Ann [sigil] | memo ratmen@Ann sigil.saves elves")
    assert conquer(game, 6).turn.asked == ()


def test_sacrificed_elves_are_lost() -> None:
    """Sigil of Sacrifice: a token given is really lost, whatever its race can do."""
    line = "turn 3 Cid conquer | 7: 1 trolls+hill@Cid | hand trolls@Cid 9 | 6: 1 humans+swamp@Ben | 11: 1 humans@Ben"
    game = six(f"{line} | 30: 2 elves+forest@Ann [sigil] | memo elves@Ann sigil.saves humans")
    given = choose(conquer(game, 6), "sigil", "r30")
    assert (lies(given, 30), given.tray["elves"]) == ("1 elves+forest@Ann [sigil]", game.tray["elves"] + 1)


def asked_for(memo: str = "sigil.asks humans") -> Game:
    """Cid takes one of Ann's regions; she holds the Sigil on 30 and has asked the Humans, who stand on 16 and 11."""
    line = "turn 3 Cid conquer | 7: 1 trolls+hill@Cid | hand trolls@Cid 9"
    line += " | 6: 2 ratmen+swamp@Ann | 30: 1 ratmen@Ann [sigil]"
    return six(f"{line} | 16: 2 humans+forest@Dee | 11: 1 humans@Dee | memo ratmen@Ann {memo}")


def test_the_player_who_was_asked_decides() -> None:
    """Sigil of Sacrifice: that player chooses which region to take it from, and could refuse."""
    game = ended_turn(conquer(asked_for(), 6))
    assert (answers(game, "sigil", 3), answers(game, "sigil", 0)) == (["no", "r11", "r16"], [])


def consents(game: Game) -> list[bool]:
    """Of each open question, whether it asks for a consent."""
    return [decisions.consent(game, decisions.occasion(game, asked)) for asked in game.turn.asked]


def test_a_sacrifice_is_its_players_own_consent() -> None:
    """Sigil of Sacrifice: that player must be willing to do so."""
    assert consents(conquer(asked_for(), 6)) == [True]


def test_naming_a_race_is_no_consent() -> None:
    """Sigil of Sacrifice: it lies open, so anybody may enter it for its player."""
    line = f"{CONQUER} | 7: 1 ratmen+hill@Ann | hand ratmen+hill@Ann 5 | 6: [sigil] | 16: 1 humans+swamp@Ben"
    assert consents(conquer(six(line), 6)) == [False]


def test_a_token_is_given_for_the_holders() -> None:
    """Sigil of Sacrifice: you can then redeploy your own token as normal, instead of losing it."""
    game = choose(ended_turn(conquer(asked_for(), 6)), "sigil", "r16")
    assert (lies(game, 16), lies(game, 30)) == ("1 humans+forest@Dee", "3 ratmen+swamp@Ann [sigil]")


def test_the_player_who_was_asked_may_refuse() -> None:
    """Sigil of Sacrifice: in which case no sacrifice occurs."""
    game = choose(ended_turn(conquer(asked_for(), 6)), "sigil", "no")
    assert (lies(game, 16), lies(game, 30)) == ("2 humans+forest@Dee", "2 ratmen+swamp@Ann [sigil]")


def test_the_last_token_of_a_region_may_be_given() -> None:
    """Sigil of Sacrifice: the player chooses which region; it is empty then."""
    game = choose(ended_turn(conquer(asked_for(), 6)), "sigil", "r11")
    assert (lies(game, 11), lies(game, 30)) == ("nothing", "3 ratmen+swamp@Ann [sigil]")


def test_a_kobold_left_alone_by_a_sacrifice_goes_too() -> None:
    """Kobolds: never occupy a region with less than 2 tokens (ruling G8); it joins the others as the turn ends."""
    line = "turn 3 Cid conquer | 7: 1 trolls+hill@Cid | hand trolls@Cid 9 | 6: 2 ratmen+swamp@Ann | 39: 1 ratmen@Ann"
    line += " | 30: 1 ratmen@Ann [sigil] | 11: 2 kobolds+forest@Dee | 31: 2 kobolds@Dee | memo ratmen@Ann sigil.asks"
    given = choose(conquer(six(f"{line} kobolds"), 6), "sigil", "r11")
    assert (lies(given, 11), band(given, "kobolds").withdrawn) == ("nothing", 1)
    assert lies(ended_turn(given), 31) == "3 kobolds+forest@Dee"


def test_a_single_kobold_with_no_other_region_comes_to_hand() -> None:
    """Kobolds: it returns to hand when there is none (ruling G8)."""
    line = "turn 3 Cid conquer | 7: 1 trolls+hill@Cid | hand trolls@Cid 9 | 6: 2 ratmen+swamp@Ann | 39: 1 ratmen@Ann"
    line += " | 30: 1 ratmen@Ann [sigil] | 11: 2 kobolds+forest@Dee | memo ratmen@Ann sigil.asks kobolds"
    game = ended_turn(choose(conquer(six(line), 6), "sigil", "r11"))
    assert (lies(game, 11), band(game, "kobolds").hand) == ("nothing", 1)


def test_a_fortress_goes_with_a_kobold_that_a_sacrifice_left_alone() -> None:
    """Kobolds, Fortified: the region is left, and what stood there goes (Abandoning a Region; ruling G8)."""
    line = "turn 3 Cid conquer | 7: 1 trolls+hill@Cid | hand trolls@Cid 9 | 6: 2 ratmen+swamp@Ann | 39: 1 ratmen@Ann"
    line += " | 30: 1 ratmen@Ann [sigil] | 11: 2 kobolds+fortified@Dee [fortress] | memo ratmen@Ann sigil.asks kobolds"
    assert lies(choose(conquer(six(line), 6), "sigil", "r11"), 11) == "nothing"


def test_ones_own_race_in_decline_may_give() -> None:
    """Sigil of Sacrifice: that could be yourself; a race in decline that has given its last token is gone."""
    line = "turn 3 Cid conquer | 7: 1 trolls+hill@Cid | hand trolls@Cid 9"
    line += " | 6: 2 ratmen+swamp@Ann | 30: 1 ratmen@Ann [sigil]"
    game = six(f"{line} | 16: 1 humans@Ann declined | memo ratmen@Ann sigil.asks humans")
    given = choose(conquer(game, 6), "sigil", "r16")
    assert (lies(given, 16), [band.race for band in given.bands.values()]) == ("nothing", ["trolls", "ratmen"])


def test_the_sigil_does_not_save_its_own_region() -> None:
    """Righteous Relics and Popular Places: with the region the power goes to the new occupier."""
    line = "turn 3 Cid conquer | 31: 1 trolls+hill@Cid | hand trolls@Cid 9"
    line += " | 30: 1 ratmen+swamp@Ann [sigil] | 6: 1 ratmen@Ann"
    game = conquer(six(f"{line} | 16: 2 humans+forest@Dee | memo ratmen@Ann sigil.asks humans"), 30)
    assert [asked.seat for asked in game.turn.asked if asked.about.count(":")] == []


def test_a_conversion_is_no_sacrifice() -> None:
    """Sigil of Sacrifice; ruling I8: a token that is replaced is not lost in a conquest."""
    line = "turn 3 Cid conquer | 7: 1 sorcerers+hill@Cid | hand sorcerers@Cid 3 | 6: 1 humans+swamp@Ben"
    game = six(f"{line} | 30: 1 ratmen+forest@Ann [sigil] | memo ratmen@Ann sigil.saves humans")
    assert conquer(game, 6, way="sorcerers").turn.asked == ()


def test_a_question_ends_with_the_last_token_that_can_be_given() -> None:
    """Sigil of Sacrifice: two tokens are lost, and the race that was asked has one to give."""
    line = "turn 3 Cid conquer | 7: 1 trolls+hill@Cid | 11: 1 trolls@Cid | hand trolls@Cid 7"
    line += " | 6: 2 ratmen+swamp@Ann | 16: 1 ratmen@Ann | 30: 1 ratmen@Ann [sigil]"
    game = six(f"{line} | 39: 1 humans+forest@Dee | memo ratmen@Ann sigil.asks humans")
    game = conquer(game, 6, 16)
    assert len(game.turn.asked) == 2
    assert choose(game, "sigil", "r39").turn.asked == ()


def test_who_has_no_token_on_the_map_is_not_asked() -> None:
    """Sigil of Sacrifice: the player chooses which region to take it from (ruling I8: from the map)."""
    line = "turn 3 Cid conquer | 7: 1 trolls+hill@Cid | hand trolls@Cid 9 | 6: 2 ratmen+swamp@Ann"
    game = six(f"{line} | 30: 1 ratmen@Ann [sigil] | hand humans+forest@Dee 3 | memo ratmen@Ann sigil.asks humans")
    assert conquer(game, 6).turn.asked == ()


def test_a_race_that_is_gone_is_saved_by_nobody() -> None:
    """Sigil of Sacrifice: the token that is saved has no region of its race to go to (Entering in Decline)."""
    line = "turn 3 Cid conquer | 7: 1 trolls+hill@Cid | hand trolls@Cid 9 | 11: 1 humans@Ben declined"
    game = six(f"{line} | 30: 2 ratmen+forest@Ann [sigil] | memo ratmen@Ann sigil.saves humans")
    assert conquer(game, 11).turn.asked == ()


def test_a_token_that_is_not_in_the_tray_is_not_saved() -> None:
    """Sigil of Sacrifice: what was lost stands on the map again already, put right by hand."""
    game = conquer(sigil("sigil.saves humans"), 11)
    standing = game.tray["humans"] + 2
    game = after(game, SetRegion("r06", band(game, "humans").id, standing))
    assert (game.tray["humans"], game.turn.asked) == (0, ())


def test_a_token_saved_from_ones_own_ghouls_comes_to_hand() -> None:
    """Sigil of Sacrifice, Ghouls: the active race readies after them, so it may use its tokens (ruling L2)."""
    line = "turn 3 Ann conquer ghouls | 7: 1 ghouls@Ann declined | hand ghouls@Ann declined 8 | 6: 2 ratmen+swamp@Ann"
    game = six(f"{line} | 30: 1 ratmen@Ann [sigil] | 16: 2 humans+forest@Dee | memo ratmen@Ann sigil.asks humans")
    game = choose(conquer(game, 6), "sigil", "r16")
    assert (band(game, "ratmen").hand, band(game, "ratmen").withdrawn) == (1 + 1, 0)


def test_a_token_of_ones_own_race_in_decline_goes_back_when_the_turn_ends() -> None:
    """Sigil of Sacrifice: your own in decline; it is redeployed as others' are, not used in this turn."""
    line = f"{CONQUER} | 7: 1 ratmen+hill@Ann [sigil] | hand ratmen+hill@Ann 5"
    game = six(f"{line} | 11: 1 orcs@Ann declined | 16: 1 orcs@Ann declined | memo ratmen@Ann sigil.saves orcs")
    game = choose(conquer(game, 11), "sigil", "r07")
    assert (band(game, "orcs").hand, band(game, "orcs").withdrawn) == (0, 1)


def test_a_token_saved_while_the_attacker_goes_on_waits_for_the_turns_end() -> None:
    """Sigil of Sacrifice: it is redeployed as those taken back are (Enemy Losses and Withdrawals; ruling M17)."""
    game = choose(conquer(sigil("sigil.saves humans"), 11), "sigil", "r39")
    assert (game.turn.stage, band(game, "humans").hand, band(game, "humans").withdrawn) == ("conquer", 0, 1)


def test_a_token_saved_from_ones_own_ghouls_after_the_conquests_goes_back_on_the_map() -> None:
    """Sigil of Sacrifice, Ghouls: answered at the turn's end the token is used no more (ruling M17)."""
    line = "turn 3 Ann conquer ghouls | 7: 1 ghouls@Ann declined | hand ghouls@Ann declined 8 | 6: 1 ratmen+swamp@Ann"
    game = six(f"{line} | 30: 1 ratmen@Ann [sigil] | 16: 2 humans+forest@Dee | memo ratmen@Ann sigil.asks humans")
    game = redeploy(finish(conquer(game, 6)))
    game = choose(ended_turn(ready(game, "ratmen")), "sigil", "r16")
    assert (lies(game, 30), band(game, "ratmen").hand) == ("2 ratmen+swamp@Ann [sigil]", 0)
