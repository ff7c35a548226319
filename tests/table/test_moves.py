"""What hands put back: moves carried out on a cardboard table of its own, in games by players who choose at random."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from companion.game.hand_steps import instructions
from companion.game.moves import STANDS, moves
from companion.language import text
from companion.language.catalogues import LANGUAGES
from companion.rules.commands import Accept, Decline, Finish, Pick, Ready, Redeploy, UseAbility
from companion.rules.engine import decide
from companion.rules.model import Game, Message
from tests.rules.moves import FILLERS
from tests.rules.position import after, conquer, table
from tests.rules.test_walk import random_set_up
from tests.rules.walker import walk

ONTO = ("do.map", "do.map.more", "do.map_from_tray", "do.put")
OFF = ("do.take", "do.tray_region", "do.give_back", "do.lose")
GAMES = 6


HOME = ("back.column", "back.stack", "do.vanish", "do.vanish.discard")


class Cardboard:
    """What is on each region, in hands or on combos, in the tray and the turn, moved by instructions alone."""

    def __init__(self, game: Game) -> None:
        self.turn = game.turn.number
        self.tray = Counter(game.tray)
        self.hands: Counter[str] = Counter()
        for band in game.bands.values():
            self.hands[band.race] += band.hand + band.withdrawn + band.aside
        for combo in game.column:
            self.hands[combo.race] += combo.tokens
        self.piles = {pile: Counter(held) for pile, held in game.piles.items()}
        self.on: dict[str, Counter[str]] = {}
        for region, ground in game.grounds.items():
            race = game.bands[ground.band].race if ground.band in game.bands else ""
            self.on[region] = Counter(marker.kind for marker in ground.markers)
            self.on[region].update({race: ground.tokens, "tribe": ground.tribe})

    def do(self, said: Message) -> None:
        """Carry out an instruction; nothing is taken from where it is not."""
        key, args = said.key, said.args
        region = self.on.get(str(args.get("region")), Counter())
        kind, count = str(args.get("race", args.get("piece"))), int(args.get("count", 1))
        if key in OFF:
            self._off(region, kind, count)
            (self.tray if key in ("do.tray_region", "do.lose") else self.hands)[kind] += count
        elif key in ONTO:
            region[kind] += count
            (self.tray if key == "do.map_from_tray" else self.hands)[kind] -= count
        elif key in ("do.from_tray", "do.from_tray.theirs", "do.home", "do.tray", "do.aside.tray", "do.lay"):
            count = -count if key in ("do.tray", "do.aside.tray") else count
            self.tray[kind] -= count
            self.hands[kind] += count
        elif key in ("do.pile.hand", "do.pile.out") and args["what"].key == "tokens":
            what = args["what"].args
            self.hands[what["race"]] += what["count"] if key == "do.pile.out" else -what["count"]
        elif key in HOME:
            race = kind if "race" in args else args["combo"].args["race"]
            self.tray[race] += self.hands.pop(race, 0)
        elif key in ("do.lift", "do.lift.theirs", "do.pick_up"):
            self._off(region, kind, 1)
        elif key in ("do.place", "do.place.theirs"):
            region[kind] += 1
        elif key == "do.shift":
            self._off(self.on[args["stand"]], kind, 1)
            region[kind] += 1
        elif key == "do.shift.several":
            self._off(self.on[args["stand"]], args["what"].args["piece"], args["what"].args["count"])
            region[args["what"].args["piece"]] += args["what"].args["count"]
        elif key in ("do.lift.several", "do.lift.theirs.several", "do.pick_up.several"):
            self._off(region, args["what"].args["piece"], args["what"].args["count"])
        elif key in ("do.place.several", "do.place.theirs.several"):
            region[args["what"].args["piece"]] += args["what"].args["count"]
        elif key == "do.tribe":
            self._off(region, "tribe", 1)
        elif key == "back.lies":
            self._lies(region, args["lies"])
        elif key == "back.pile":
            self._lies(self.piles.setdefault(args["pile"], Counter()), args["lies"])
        elif key.startswith("back.hand") and key != "back.hand.pieces":
            # The tray has what is neither on the map nor in a hand.
            count = args.get("count", 0)
            self.tray[kind] += self.hands[kind] - count
            self.hands[kind] = count
        elif key == "do.turn":
            self.turn = int(args["number"])

    def _lies(self, region: Counter[str], lies: tuple[Message, ...]) -> None:
        """Make a region as it is said to be: tokens come from a hand and go there, pieces and Lost Tribes do not."""
        there: Counter[str] = Counter()
        for each in lies:
            if each.key not in ("region.empty", "back.pile.empty"):
                kind = next((each.args[arg] for arg in ("race", "piece", "power") if arg in each.args), each.key)
                there[kind] = each.args.get("count", 1)
        for race in {*region, *there} & {*self.tray}:
            self.hands[race] += region[race] - there[race]
        region.clear()
        region.update(there)

    def _off(self, region: Counter[str], kind: str, count: int) -> None:
        assert region[kind] >= count
        region[kind] -= count

    def shows(self, game: Game) -> bool:
        there = Cardboard(game)
        # A race that is not in play has no hands: what comes from it to a pile comes from the tray.
        for race in {*self.hands} - {band.race for band in game.bands.values()} - {each.race for each in game.column}:
            self.tray[race] += self.hands.pop(race)
        on = [{key: +held for key, held in board.on.items()} for board in (self, there)]
        beside = [(board.hands, board.tray, board.turn) for board in (self, there)]
        return on[0] == on[1] and beside[0] == beside[1]


@pytest.mark.parametrize("seed", range(GAMES))
def test_the_moves_lead_from_one_position_to_another(seed: int) -> None:
    """Back over one act or several, and on again: whoever does what is said has that position on the table."""
    dice = Random(seed)
    steps = list(walk(random_set_up(seed, dice), dice))
    for at, step in enumerate(steps):
        back = steps[max(0, at - dice.choice((0, 0, 1, 2, 5)))]
        for now, to in ((step.after, back.before), (back.before, step.after)):
            board = Cardboard(now)
            seat = back.before.turn.seat
            told = moves(now, to, seat)
            for said in told:
                for language in LANGUAGES:
                    assert text.sentence(said, language)
            # Whoever looks what a hand has does so when the rest is where it is to be.
            for said in sorted(told, key=lambda each: each.key.startswith("back.hand")):
                board.do(said)
            assert board.shows(to)
            # Slow hands take no tokens that were never returned; where some are kept apart no sentence says how many.
            kept = {band.race for game in (now, to) for band in game.bands.values() if band.aside}
            assert {said.args["race"] for said in told if said.key == "do.from_tray"} <= kept
            slow = Cardboard(to)
            for said in sorted(told, key=lambda each: each.key.startswith("back.hand")):
                if said.key in STANDS:
                    slow.do(said)
            assert slow.shows(to), told
            named = {race for said in told for race in text.mentioned(said) if "combo" in said.args}
            came = {band.race for number, band in to.bands.items() if number not in now.bands}
            assert came <= named


def test_an_undone_pick_returns_the_pieces_that_were_taken_with_it() -> None:
    """They are as good as tokens, so they were in hand (Cursed, Hordes of)."""
    game = table(f"turn 3 Ann begin | column amazons+hordes-of, {', '.join(FILLERS[:5])}")
    told = [text.sentence(said) for said in moves(after(game, Pick(0)), game, 0)]
    assert "Return 2 Hordes tokens to the box" in told


def test_an_undone_decline_says_which_pieces_are_in_hand_again() -> None:
    """The decline put them in the box, where slow hands may not have put them yet (Cursed, Hordes of)."""
    game = table("turn 3 Ann begin | 5: 2 amazons+hordes-of@Ann | hand amazons+hordes-of@Ann 4")
    told = [text.sentence(said) for said in moves(after(game, Decline()), game, 0)]
    assert "In Ann’s hand: 2 Hordes tokens" in told


def test_a_combo_goes_back_with_the_badge_that_its_race_has_lost() -> None:
    """In decline it has none any more; among the combos it had."""
    game = table(f"turn 3 Ann begin | column wizards+alchemist, {', '.join(FILLERS[:5])}")
    held = after(game, Pick(0))
    declined = replace(held, bands={1: replace(held.bands[1], powers=(), declined=True)})
    assert "Put the Alchemist Wizards back as number 1" in text.sentence(moves(declined, game, 0)[0])


def test_nothing_moves_where_nothing_differs() -> None:
    """The same position twice needs no hands."""
    dice = Random(3)
    for step in walk(random_set_up(3, dice), dice):
        assert moves(step.after, step.after, 0) == []


@pytest.mark.parametrize(("language", "tray"), [("en", "tray"), ("de", "Vorrat"), ("fr", "réserve"), ("es", "reserva")])
def test_what_the_tray_takes_or_gives_is_told_from_what_a_hand_does(language: str, tray: str) -> None:
    """Beside a picture of the region or without one, tokens of the tray are never mistaken for those of a hand."""
    args = {"race": "orcs", "count": 2, "region": "r03", "name": "Ann"}
    for key in ("do.tray_region", "do.lose", "do.map_from_tray"):
        for said in (Message(key, args), text.here(Message(key, args))):
            assert tray in text.sentence(said, language)
    for key in ("do.take", "do.give_back", "do.map", "do.map.more", "do.put"):
        assert tray not in text.sentence(Message(key, args), language)


def test_a_token_that_comes_to_others_of_its_race_is_one_more() -> None:
    """Twice the same sentence for a region, after the conquest and after the redeployment, was one token too few."""
    game = table("turn 3 Ann redeploy | 5: 2 trolls+hill@Ann | 9: 3 trolls+hill@Ann | hand trolls+hill@Ann 1")
    (told,) = instructions(game, decide(game, Redeploy({"r05": 3, "r09": 3})))
    assert text.say(told) == "Put 1 more Troll in region 5"


def test_an_undo_says_what_is_to_be_there() -> None:
    """Hands that had not moved yet, and read what to move back, would have made it wrong."""
    game = table("turn 3 Ann begin | 5: 2 trolls+hill@Ann")
    (told,) = moves(after(game, Ready(1, {"r05": 1})), game, 0)
    assert text.sentence(told) == "Region 5, as before: 2 Trolls"
    back, hand = moves(game, after(game, Ready(1, {"r05": 1})), 0)
    assert text.sentence(text.here(back)) == "As before: 1 Troll"
    assert text.sentence(hand) == "In Ann’s hand: 1 Troll"


def test_an_undo_names_no_token_where_a_piece_holds_a_region_alone() -> None:
    """A Hordes token is as good as a token of its race (Hordes of)."""
    held = "5: 0 trolls+hordes-of@Ben [hordes] | 9: 1 trolls@Ben | 4: 1 orcs@Ann"
    game = table(f"turn 3 Ann conquer | {held} | hand orcs+hill@Ann 9")
    told = [text.sentence(said) for said in moves(conquer(game, 5), game, 0)]
    assert told[0] == "Region 5, as before: 1 Hordes token"


def test_tokens_set_aside_are_in_hand_again_after_an_undo() -> None:
    """Four Amazons were put aside when the turn ended: undone, they are in hand with the others."""
    game = table("turn 3 Ann conquer | 2: 1 amazons+commando@Ann | 5: 1 amazons@Ann | hand amazons@Ann 6")
    ended = after(after(game, Finish()), Redeploy({}))
    assert text.sentence(moves(ended, game, 0)[-1]) == "In Ann’s hand: 6 Amazons"


def test_an_undo_names_pieces_and_lost_tribes_and_what_is_empty() -> None:
    """All that is to be in a region again, of whichever player."""
    game = table(
        "turn 3 Ann conquer | 3: 2 ratmen+hill@Ann | 4: 2 trolls+swamp@Ben [lair] | 9: tribe | hand ratmen+hill@Ann 11"
    )
    told = [text.sentence(said) for said in moves(conquer(game, 4, 9, 10), game, 0)]
    assert told == [
        "Region 4, as before: 2 Trolls, 1 Troll’s Lair",
        "Region 9, as before: 1 Lost Tribe",
        "Region 10, as before: empty",
        "In Ann’s hand: 11 Ratmen",
        "In Ben’s hand: no Trolls",
    ]


def test_an_undone_conquest_says_how_many_are_home_again() -> None:
    """Necromancer Island has the Ghosts that are on no region."""
    ghosts = "8: [island@-] | 9: 1 ghosts+hill@Cid | hand ghosts+hill@Cid 5"
    game = table(f"turn 4 Cid conquer ghosts | seats Ann Ben Cid | board base-2 | boxes base necromancer | {ghosts}")
    told = [text.sentence(said) for said in moves(conquer(game, 3), game, 2)]
    assert told == ["Region 3, as before: empty", "On Necromancer Island: 5 Ghosts"]


def test_an_undone_ghost_goes_where_it_came_from() -> None:
    """Of those on the Well of Souls, one was on the Island and the others in the reserve: each place has its line."""
    game = table(
        "turn 4 Ann score elves | seats Ann Ben Cid | board base-2 | boxes base necromancer | 8: [island@-]"
        "| 7: 1 elves+swamp@Ann | 9: 1 ghosts+hill@Cid | hand ghosts+hill@Cid 3 | pile well ghosts 3, trolls 1"
    )
    told = [text.sentence(said) for said in moves(after(game, Accept()), game, 0)]
    assert told == ["On Necromancer Island: 3 Ghosts", "The Well of Souls, as before: 3 Ghosts, 1 Troll"]


def test_badges_that_partners_exchanged_go_back() -> None:
    """Mirror's Vale: each lies beside its race again."""
    game = table(
        "turn 4 Ann begin | seats Ann Ben Cid Dan Eve Fay | board practice-6 | boxes base teams"
        "| 11: 4 elves+fortified@Ann [vale] | 18: 3 trolls+hill@Dan [lair]"
    )
    told = [text.sentence(said) for said in moves(after(game, UseAbility("vale", "swap")), game, 0)]
    assert told == ["Put the Fortified badge next to the Elves", "Put the Hill badge next to the Trolls"]
