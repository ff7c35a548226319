"""Whole games by players who choose at random: what must hold in every position of every game."""

from __future__ import annotations

from collections.abc import Container
from contextlib import suppress
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from companion.game import hand_steps, narration
from companion.language import text
from companion.rules import commands, events, placing
from companion.rules.ability import Ability
from companion.rules.boxes.registry import ABILITIES, BOXES
from companion.rules.engine import Refused, chances, decide, fold, hints, new_game, offers, options, players
from companion.rules.model import Form, Game, Setup
from companion.views import game_view
from tests.rules import invariants
from tests.rules.walker import Step, at_random, choose, everything, played, proposed, set_up, walk, wild, with_counts

GAMES = 40
LONG = 3000
WILD = 10
SHARE = {"teams": 0.25}
"""How often a box is among those that are mixed, where not in seven games of ten: six players take their time."""
OTHERWISE = frozenset(
    key
    for key, ability in ABILITIES.items()
    for hook in ("boost", "garrison", "least", "placements")
    if getattr(type(ability), hook) is not getattr(Ability, hook)
)
"""Races and powers whose troops stand otherwise than others', or have pieces that stand and fight with them."""
SOME = 8
"""In the normal run one position in so many is looked at from all sides."""


def random_set_up(seed: int, dice: Random) -> Setup:
    """As many players as can play, with the base box alone, most of the others or one that is played alone, and table
    options thrown in."""
    if seed % 5 == 4:
        box = dice.choice([box for box, held in BOXES.items() if held.alone])
        chosen = {option.key: dice.choice(option.choices) for option in options((box,)) if dice.random() < 0.3}
        return set_up(2 + seed // 5 % 4, dice, (box,), **chosen)
    mixed = [box for box, held in BOXES.items() if not held.alone]
    boxes = tuple(box for box in mixed if box == "base" or (seed % 3 and dice.random() < SHARE.get(box, 0.7)))
    while not (fitting := players(boxes)):
        boxes = tuple(box for box in boxes if box != dice.choice(boxes[1:]))
    chosen = {option.key: dice.choice(option.choices) for option in options(boxes) if dice.random() < 0.3}
    return set_up(fitting[seed % len(fitting)], dice, boxes, **chosen)


def prove(seed: int, one_in: int, gladly: Container[str] = ()) -> None:
    """Play a game, and hold every position of it against all that must be true."""
    dice = Random(seed)
    setup = random_set_up(seed, dice)
    began = new_game(setup)
    steps = []
    for step in walk(setup, dice, gladly):
        steps.append(step)
        invariants.check_played(step.after)
        assert invariants.coins(step.after) - invariants.coins(step.before) == invariants.minted(step.events)
        assert not any(moved.source == moved.target for moved in step.events if isinstance(moved, events.CoinsMoved))
        narration.headline(step.before, step.command, step.events)
        hand_steps.instructions(step.before, step.events)
        if dice.randrange(one_in) == 0:
            what_is_listed_is_accepted(step.after, dice)
            bills_come_to_their_price(step.after)
            hints_lead_to_what_is_offered(step.after)
            what_is_left_to_place_is_what_its_form_leaves(step.after)
            pieces_that_stand_have_their_way(step.after)
            what_is_not_listed_is_refused(step.after, dice)
            nothing_shown_depends_on_purses(step.after, dice)
    end = steps[-1].after
    assert (end.over, len(end.unveiled)) == (True, len(end.seats))
    replay_is_equal(began, steps)
    take_back_and_redo_are_equal(began, steps, dice)


def bills_come_to_their_price(game: Game) -> None:
    """Each item of a bill takes or saves something, together they make its price, and a toll has two sides."""
    for offer in everything(game):
        assert all(line.amount for line in offer.bill)
        assert all(toll.args["name"] != toll.args["other"] for toll in offer.tolls)
        if offer.bill and offer.kind == "conquer":
            told = offer.label.args.get("what", offer.label)
            assert sum(line.amount for line in offer.bill) == told.args["count"]


def hints_lead_to_what_is_offered(game: Game) -> None:
    """A hint names an offer there is, or regions that can be had; and it has its words."""
    found = offers(game, game.turn.seat, blind=True)
    ids, regions = {offer.id for offer in found}, {offer.region for offer in found}
    for hint in hints(game, found):
        assert not hint.offer or hint.offer in ids
        assert set(hint.regions) <= regions
        assert text.say(hint.message)


def what_is_left_to_place_is_what_its_form_leaves(game: Game) -> None:
    """Pieces are still to be placed as long as the form that proposes where they stand has fewer than could."""
    if band := game.bands.get(game.turn.band):
        for placement in placing.placements(game, band):
            form = placing.placement_form(game, band, placement)
            standing = sum(slot.start for slot in form.slots)
            assert placing.leaves_some(game, band, placement) == (standing < min(form.total, form.there))


def pieces_that_stand_have_their_way(game: Game) -> None:
    """Where the turn can be ended at once, pieces that could be placed otherwise first are named by the way there."""
    found = {offer.kind: offer for offer in offers(game, game.turn.seat)}
    if game.turn.stage != "conquer" or "done" not in found:
        return
    after = fold(decide(game, found["finish"].command), game)
    placed = {offer.id.partition(":")[2] for offer in offers(after, game.turn.seat) if offer.kind == "place"}
    assert not placed or found["finish"].label.args.get("piece") in placed


def replay_is_equal(began: tuple[events.Event, ...], steps: list[Step]) -> None:
    """All events of the game make its last position again, through JSON as well."""
    everything_that_happened = began + tuple(event for step in steps for event in step.events)
    read = events.decode(events.encode(everything_that_happened))
    assert read == everything_that_happened
    assert fold(everything_that_happened) == fold(read) == steps[-1].after


def take_back_and_redo_are_equal(began: tuple[events.Event, ...], steps: list[Step], dice: Random) -> None:
    """The events up to some move make the position before it; the same command makes the same events again."""
    at = dice.randrange(len(steps))
    before = fold(began + tuple(event for step in steps[:at] for event in step.events))
    assert before == steps[at].before
    again = commands.decode(msgspec.json.encode(steps[at].command))
    assert decide(before, again) == steps[at].events


def what_is_listed_is_accepted(game: Game, dice: Random) -> None:
    """Every offer, with its form as proposed and filled in at random."""
    for offer in everything(game):
        decide(game, proposed(offer))
        if offer.form:
            decide(game, with_counts(offer, at_random(offer.form, dice)))
            for slot in offer.form.slots[:3]:
                for count in (slot.least - 1, slot.most + 1):
                    assert refused(game, with_counts(offer, {slot.id: count}))
            ranges_say_what_is_taken(offer.form)


def ranges_say_what_is_taken(form: Form) -> None:
    """With the fewest and with the most of each slot, the others can make up the sum."""
    for slot in form.slots:
        others = [other for other in form.slots if other is not slot]
        fewest, most = sum(0 if other.none else other.least for other in others), sum(other.most for other in others)
        for count in (slot.least, slot.most):
            assert fewest + count <= form.total, (slot, form)
            # Where there is one place alone, what is named nowhere goes there, or nothing goes anywhere.
            assert most + count >= form.least_total or not others, (slot, form)


def what_is_not_listed_is_refused(game: Game, dice: Random) -> None:
    """Conquests, picks, readying and everything without arguments: refused where it is not offered."""
    listed = {offer.id for offer in everything(game)}
    for region in game.board.regions:
        for die, kind in ((False, f"conquer:{region}:ordinary"), (True, f"attempt:{region}")):
            if kind not in listed:
                assert refused(game, commands.Conquer(region, die=die)), kind
    for place in range(-1, 7):
        if f"pick:{place}" not in listed:
            assert refused(game, commands.Pick(place))
    for band in range(1, game.taken + 2):
        at_once = ("turn", commands.PlayTurn(band=band))
        for kind, command in (at_once, ("ready", commands.Ready(band)), ("withdraw", commands.Withdraw(band))):
            if f"{kind}:{band}" not in listed:
                assert refused(game, command)
    bare = {
        "finish": commands.Finish(),
        "redeploy": commands.Redeploy(),
        "accept": commands.Accept(),
        "accept:decline": commands.Accept(decline=True),
        "decline": commands.Decline(),
        "unveil": commands.Unveil(),
        "turn:pick": commands.PlayTurn(pick=0),
    }
    for name, command in bare.items():
        if name not in listed:
            assert refused(game, command), name
    for value in ("0", "4", "trolls", "nonsense"):
        assert refused(game, commands.Answer(f"draw{game.drawn + 2}", value))
    assert refused(game, commands.Place("castle", dict.fromkeys(dice.sample(sorted(game.board.regions), 2), 1)))


def refused(game: Game, command: commands.Command) -> bool:
    """Whether a command is refused, with words there are."""
    try:
        decide(game, command)
    except Refused as reason:
        return bool(text.say(reason.message))
    return False


def nothing_shown_depends_on_purses(game: Game, dice: Random) -> None:
    """What everybody sees is the same whatever the purses hold, unless they lie open."""
    if game.unveiled:
        return
    seats = tuple(replace(seat, coins=dice.randrange(200)) for seat in game.seats)
    other = replace(game, seats=seats)
    shown, same = (msgspec.json.encode(game_view.public(each)) for each in (game, other))
    if game.options.get("coins") == "open":
        assert (shown == same) == (seats == game.seats)
    else:
        assert shown == same
        for seat in range(len(seats)):
            assert offers(game, seat, blind=True) == offers(other, seat, blind=True)


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_random_game_holds_all_that_must_hold(seed: int) -> None:
    """Pieces and coins are conserved, what is listed is accepted, the log replays, purses stay secret."""
    prove(seed, SOME)


@pytest.mark.long(name="walk")
@pytest.mark.parametrize("first", range(GAMES, GAMES + LONG, 100))
def test_three_thousand_random_games(first: int) -> None:
    """The same for three thousand further games, looked at twice as closely."""
    for seed in range(first, first + 100):
        prove(seed, SOME // 2)


@pytest.mark.long(name="walk")
@pytest.mark.parametrize("first", range(5000, 5300, 100))
def test_three_hundred_games_of_those_that_stand_otherwise(first: int) -> None:
    """The same for games full of races and powers whose troops or pieces stand otherwise: rare by chance, and rarer
    together."""
    for seed in range(first, first + 100):
        prove(seed, SOME // 2, OTHERWISE)


def kind(seed: int) -> str:
    """What a random set-up plays with, as `random_set_up` works it out."""
    return "warcraft" if seed % 5 == 4 else "expansions" if seed % 3 else "base"


HUNDREDS = {"base": 20, "expansions": 30, "warcraft": 30}
"""How often a hundred games of each kind are played."""


@pytest.mark.long(name="boxes")
@pytest.mark.parametrize(("what", "part"), [(what, part) for what, most in HUNDREDS.items() for part in range(most)])
def test_thousands_of_games_with_each_box(what: str, part: int) -> None:
    """Two thousand games with the base box alone, three thousand with expansions, the Necromancer and teams, and three
    thousand of Warcraft; less closely looked at."""
    seeds = [seed for seed in range(10_000, 30_000) if kind(seed) == what][part * 100 : part * 100 + 100]
    for seed in seeds:
        boxes = {"base": {"base"}, "warcraft": {"warcraft"}}.get(what)
        dice = Random(seed)
        assert boxes is None or set(random_set_up(seed, dice).boxes) == boxes
        prove(seed, 5 * SOME)


@pytest.mark.long(name="walk")
@pytest.mark.parametrize("first", range(WILD, WILD + 1000, 100))
def test_a_thousand_games_with_all_sorts_of_mistakes(first: int) -> None:
    """The same for a thousand further games of the wild kind."""
    for seed in range(first, first + 100):
        survive(seed)


@pytest.mark.parametrize("seed", range(WILD))
def test_the_pieces_stay_together_whatever_people_enter(seed: int) -> None:
    """Corrections, acts as played, nonsense and players who leave: accepted or refused in words, and no
    piece is made or lost; and the game still comes to its end."""
    survive(seed)


def survive(seed: int) -> None:
    """A game in which people enter all sorts of things for a while, and then play on."""
    dice = Random(f"wild {seed}")
    setup = random_set_up(seed, dice)
    game = fold(new_game(setup))
    for _ in range(600):
        command = wild(game, dice)
        as_played, blind = dice.random() < 0.5, dice.random() < 0.5
        if isinstance(command, commands.PlayTurn):
            with suppress(Refused):
                game_view.draft_view(game, command, blind=blind)
        try:
            happens = decide(game, command, as_played=as_played, blind=blind)
        except Refused as reason:
            text.say(reason.message)
        else:
            after = played(game, happens)
            invariants.check(after)
            assert invariants.coins(after) - invariants.coins(game) == invariants.minted(happens)
            game_view.public(after)
            narration.headline(game, command, happens)
            assert after.over or chances(after) or everything(after), "nobody can do anything"
            game = after
        if game.over:
            break
    for _ in range(5000):
        command = choose(game, dice)
        if command is None:
            break
        game = played(game, decide(game, command))
        invariants.check(game)
    assert game.over
    assert len(game.unveiled) == len(game.seats)


def test_the_walks_meet_every_kind_of_act() -> None:
    """A walk that never came to something would prove nothing about it."""
    wanted = {
        "ordinary", "attempt", "dragon-master", "sorcerers", "berserk", "diplomat", "late decline",
        "Place encampment", "Place fortress", "Place hero", "PutBack encampment",
        "Pick", "Ready", "Finish", "Redeploy", "EndTurn", "Accept", "Decline", "Withdraw", "Answer", "Unveil",
        "PlayTurn",
        "BandVanished", "BadgesReshuffled", "TribeMoved", "PipsSpent", "GameEnded",
        "tavern", "vale", "sigil", "Choose",
    }  # fmt: skip
    met: set[str] = set()
    for seed in range(60):
        if wanted <= met:
            break
        dice = Random(seed)
        for step in walk(random_set_up(seed, dice), dice):
            match step.command:
                case commands.Conquer(way=way, die=die):
                    met.add("attempt" if die else way)
                case commands.Place(kind=kind) | commands.PutBack(kind=kind):
                    met.add(f"{type(step.command).__name__} {kind}")
                case commands.UseAbility(ability=ability):
                    met.add(ability)
                case commands.Accept(decline=True):
                    met.add("late decline")
                case other:
                    met.add(type(other).__name__)
            met |= {type(event).__name__ for event in step.events}
    assert wanted <= met


def test_at_random_fills_a_form_within_its_bounds() -> None:
    """The random player is no cheat: its fillings are as legal as they are various."""
    dice = Random(0)
    setup = set_up(2, dice)
    seen = set()
    for step in walk(setup, dice):
        for offer in everything(step.after):
            if offer.form and offer.form.slots:
                counts = at_random(offer.form, dice)
                assert offer.form.least_total <= sum(counts.values()) <= offer.form.total
                assert all(slot.takes(counts[slot.id]) for slot in offer.form.slots)
                seen.add(tuple(counts.values()) == tuple(slot.start for slot in offer.form.slots))
    assert seen == {True, False}
