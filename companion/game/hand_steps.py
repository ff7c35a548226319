"""What the people at the table do with their hands about what happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.game import corrections
from companion.game.piles import pile_contents, with_banner
from companion.rules import hooks
from companion.rules.ability import Owner
from companion.rules.boxes.registry import ABILITIES, PIECES
from companion.rules.engine import evolve
from companion.rules.events import (
    PILE,
    TRIBE,
    BadgeMoved,
    BadgesReshuffled,
    BandVanished,
    CoinsMoved,
    ComboTaken,
    Declined,
    Event,
    GameEnded,
    MarkerLifted,
    MarkerPlaced,
    PileChanged,
    Remembered,
    Revealed,
    Swapped,
    TokensLaid,
    TokensMoved,
    TribeMoved,
    TurnBegan,
)
from companion.rules.model import Band, Combo, Game, Message

# What is told of each piece by itself, and of several at once where they go the same way.
OF_A_PIECE = ("do.place", "do.place.theirs", "do.lift", "do.lift.theirs", "do.pick_up", "do.shift")


def instructions(before: Game, events: tuple[Event, ...], hands: int | None = None) -> list[Message]:
    """What the people at the table do with their hands: what they pay, then everything else in order.

    `hands` is the seat that is told so, the one whose turn it is if it is None; any other one is named.
    """
    found: list[Message] = []
    given: list[Message] = []
    paid: list[CoinsMoved] = []
    happened = list(told_events(before, events, hands))
    for game, event, said in happened:
        if isinstance(event, CoinsMoved) and event.source.startswith("seat:") and event.target.startswith("combo:"):
            paid.append(event)
        elif said:
            (given if isinstance(event, CoinsMoved) and event.source.startswith("seat:") else found).append(said)
        found += besides(before, game, event, hands)
    if any(isinstance(event, ComboTaken | BadgeMoved) for event in events):
        found += followers(before, evolve(*happened[-1][:2]), hands)
    return gathered(before, paying(before, paid) + given + swept(before, found + homeward(happened)))


def besides(before: Game, game: Game, event: Event, hands: int | None) -> list[Message]:
    """What an event brings or takes that has no event of its own, in the game before the act and before the event."""
    match event:
        case ComboTaken(place=place) if game.column[place].tokens:
            return [Message("do.combo.tokens", {"race": game.column[place].race, "count": game.column[place].tokens})]
        case Declined(band=band):
            return given_up(before, evolve(game, event), band, hands)
    return []


def told_events(
    before: Game, events: Sequence[Event], hands: int | None = None
) -> Iterator[tuple[Game, Event, Message | None]]:
    """Each event with the game before it and what hands do about it. `hands`: as above."""
    game = before
    fell = _fallen(before, events)
    for event in events:
        said = instruction(game, event, hands)
        if isinstance(event, MarkerLifted) and fell[event.band, event.kind] > 0:
            fell[event.band, event.kind] -= 1
            said = Message("do.lift", {"piece": event.kind, "region": event.region})
        yield game, event, said
        game = evolve(game, event)


def _fallen(before: Game, events: Sequence[Event]) -> Counter[tuple[int, str]]:
    """How many pieces of a kind a band has no more after these events: they go back to the box, not to its owner."""
    pieces = {(event.band, event.kind) for event in events if isinstance(event, MarkerLifted)}
    after = before
    for event in events if any(PIECES[kind].returns for _, kind in pieces) else ():
        after = evolve(after, event)

    def fallen(number: int, kind: str) -> int:
        was, now = before.bands.get(number), after.bands.get(number)
        if was is None or now is None or kind not in hooks.pieces(now):
            return PIECES[kind].supply
        return PIECES[kind].owned(Owner(before, was)) - PIECES[kind].owned(Owner(after, now))

    return Counter({(band, kind): fallen(band, kind) for band, kind in pieces})


def followers(before: Game, after: Game, hands: int | None = None) -> list[Message]:
    """The pieces that a race has got with a badge and fights with as with tokens: they are in hand from now on."""
    found: list[Message] = []
    for band in after.bands.values():
        had = hooks.pieces(before.bands[band.id]) if band.id in before.bands else []
        for kind in hooks.pieces(band):
            count = PIECES[kind].owned(Owner(after, band)) if PIECES[kind].body and kind not in had else 0
            if count:
                what = Message("pieces", {"count": count, "piece": kind})
                own = band.seat == (after.turn.seat if hands is None else hands)
                theirs = Message("do.follow.theirs", {"what": what, "name": after.name(band.seat)})
                found.append(Message("do.follow", {"what": what}) if own else theirs)
    return found


def given_up(before: Game, declined: Game, number: int, hands: int | None = None) -> list[Message]:
    """What goes with the badges of a race that declines: pieces in its hand, and what is noted for people to see."""
    now, was = declined.bands[number], before.bands.get(number)
    if was is None:
        return []
    kinds = {kind: hooks.in_hand(before, was, kind) for kind in hooks.pieces(was) if kind not in hooks.pieces(now)}
    pieces = [Message("pieces", {"count": count, "piece": kind}) for kind, count in kinds.items() if count]
    seat = declined.turn.seat if hands is None else hands
    notes = [noted(declined, was, key, 0, seat) for key, value in was.memo.items() if value and key not in now.memo]
    return [*(Message("do.box", {"what": what}) for what in pieces), *(note for note in notes if note)]


def homeward(happened: Sequence[tuple[Game, Event, Message | None]]) -> list[Message]:
    """Tokens that come off the map as a race redeploys conquer no more this turn: they go home, and not in hand.

    With them goes what was picked up as the turn began and conquered nothing.
    """
    moved = [
        event.band
        for game, event, _ in happened
        if isinstance(event, TokensMoved) and game.turn.stage == "redeploy" and "hand" in (event.source, event.target)
    ]
    bands = [evolve(*happened[-1][:2]).bands[number] for number in dict.fromkeys(moved)]
    return [at_home(band) for band in bands if ABILITIES[band.race].home and band.hand]


def at_home(band: Band) -> Message:
    """How many tokens a race with a home of its own has there, with those that its player is to put back."""
    args = {"race": band.race, "count": band.hand + band.withdrawn, "piece": ABILITIES[band.race].home}
    return Message("back.hand.home" if args["count"] else "back.hand.home.none", args)


def swept(before: Game, hands: Sequence[Message]) -> list[Message]:
    """Where a race leaves as many tokens in each of its regions, what is picked up there is told once.

    That is how most turns begin; what a player leaves otherwise is told region by region.
    """
    taken = [said for said in hands if said.key == "do.take"]
    regions = tuple(said.args["region"] for said in taken)
    bands = {before.grounds[region].band for region in regions}
    counts = dict.fromkeys(regions, 0)
    for said in taken:
        counts[said.args["region"]] += said.args["count"]
    left = {ground.tokens - counts.get(region, 0) for region, ground in before.grounds.items() if ground.band in bands}
    if len(counts) < 2 or len(bands) > 1 or len(left) > 1 or min(left) < 1:
        return list(hands)
    args = {"race": taken[0].args["race"], "count": sum(counts.values()), "left": min(left), "regions": tuple(counts)}
    place = hands.index(taken[0])
    rest = [said for said in hands[place:] if said.key != "do.take"]
    return [*hands[:place], Message("do.sweep", args), *rest]


def gathered(before: Game, hands: Sequence[Message]) -> list[Message]:
    """Pieces of a kind that go the same way from or to a region are told once, with how many they are.

    One of several that lay there is told with its number too: "the Encampment" could be any of them, or all.
    """
    told = _shifted(hands)
    found: list[Message] = []
    for place, said in enumerate(told):
        if said.key not in OF_A_PIECE:
            found.append(said)
        elif said not in told[:place]:
            count = sum(other == said for other in told)
            args = {key: value for key, value in said.args.items() if key != "piece"}
            args["what"] = Message("pieces", {"count": count, "piece": said.args["piece"]})
            several = count > 1 or _lying(before, said) > 1
            found.append(Message(f"{said.key}.several", args) if several else said)
    return found


def _lying(before: Game, said: Message) -> int:
    """How many pieces of its kind lay where a piece is taken; 0 where one is placed."""
    if "place" in said.key:
        return 0
    lay = before.grounds[said.args.get("stand", said.args["region"])]
    return sum(marker.kind == said.args["piece"] for marker in lay.markers)


def _shifted(hands: Sequence[Message]) -> list[Message]:
    """A piece that leaves one region and comes to another is moved: hands do not look for a second one.

    One that comes and goes in the same region, in whatever order, stays where it is: there, or in its owner's hand.
    """
    found = list(hands)
    lifts = ("do.lift", "do.pick_up", "do.lift.theirs")
    for said in (said for said in hands if said.key in lifts):
        where = said.args["piece"], said.args["region"]
        placed = [each for each in found if each.key in ("do.place", "do.place.theirs")]
        same = next((each for each in placed if (each.args["piece"], each.args["region"]) == where), None)
        if same:
            found.remove(same)
            found.remove(said)
    for said in [said for said in found if said.key in lifts]:
        piece, region = said.args["piece"], said.args["region"]
        there = next((each for each in found if each.key == "do.place" and each.args["piece"] == piece), None)
        if there:
            args = {"piece": piece, "stand": region, "region": there.args["region"]}
            found[found.index(there)] = Message("do.shift", args)
            found.remove(said)
    return found


def paying(before: Game, paid: list[CoinsMoved]) -> list[Message]:
    """The coins on the combos above: one on each, and more on those that ask for more."""
    name = before.name(before.turn.seat)
    ones = sum(event.amount == 1 for event in paid)
    # "The combo above" would be the nearest one, whichever of them asks for more.
    key = "do.pay" if ones == len(paid) else "do.pay.others"
    found: list[Message] = []
    for event in paid:
        if event.amount > 1:
            combo = combo_words(before.column[int(event.target.partition(":")[2])])
            found.append(Message("do.pay.more", {"name": name, "count": event.amount, "combo": combo}))
    return [*found, Message(key, {"name": name, "count": ones})] if ones else found


def combo_words(of: Band | Combo) -> Message:
    """A race with its powers, by name; it may have none left."""
    powers = of.powers if isinstance(of, Band) else (of.power,)
    return Message("combo", {"race": of.race, "power": powers})


def instruction(game: Game, event: Event, hands: int | None = None) -> Message | None:
    """What hands do about an event, in the game before it; None where they do nothing. `hands`: as above."""
    match event:
        case TokensMoved(band=band, count=count, source=source, target=target):
            args = {"race": game.bands[band].race, "count": count}
            # Whoever's turn it is moves the tokens; another player's are named by their owner.
            owner = game.bands[band].seat
            own = owner == (game.turn.seat if hands is None else hands)
            theirs = None if own else {**args, "name": game.name(owner)}
            home = ABILITIES[game.bands[band].race].home
            if target.startswith(PILE):
                pile = {"what": Message("tokens", args), "pile": target.removeprefix(PILE), "region": source}
                return Message("do.pile" if source in game.grounds else "do.pile.hand", pile)
            if home and target == "hand" and source not in game.grounds:
                return Message("do.home" if source == "tray" else "do.home.back", {**args, "piece": home})
            if target in game.grounds and source in game.grounds:
                return Message("do.move", {**args, "stand": source, "region": target})
            if target in game.grounds:
                if theirs and source == "withdrawn":
                    return Message("do.put", {**theirs, "region": target})
                more = ".more" if game.grounds[target].band == band and game.grounds[target].tokens else ""
                key = "do.map_from_tray" if source == "tray" else f"do.map{more}"
                return Message(key, {**args, "region": target})
            if target == "tray":
                if source in game.grounds:
                    key = "do.lose" if theirs else "do.tray_region"
                    return Message(key, {**(theirs or args), "region": source})
                return Message("do.aside.tray" if source == "aside" else "do.tray", args)
            if theirs and source in game.grounds and target == "withdrawn":
                return Message("do.give_back", {**theirs, "region": source})
            if source in game.grounds:
                return Message("do.take", {**args, "region": source})
            if source == "tray":
                return Message("do.from_tray.theirs", theirs) if theirs else Message("do.from_tray", args)
            if source == "aside":
                # As the turn before theirs ends: whoever ended that one is told whose they are.
                return Message("do.aside.back", {**args, "name": game.name(owner)})
            return Message("do.aside", args) if target == "aside" else None
        case Swapped(region=region, other=other):
            return Message("do.swap", {"region": region, "stand": other})
        case TribeMoved(region=region, count=count, pile=pile) if count < 0 and pile:
            return Message("do.pile", {"what": pile_contents({TRIBE: -count})[0], "region": region, "pile": pile})
        case TribeMoved(region=region, count=count) if count < 0:
            return Message("do.tribe", {"region": region})
        case PileChanged(pile=pile, kind=kind, count=count):
            what = pile_contents({kind: abs(count)})[0]
            return Message("do.pile.hand" if count > 0 else "do.pile.out", {"what": what, "pile": pile})
        case BadgeMoved(power=power, target=target) if target.startswith(PILE):
            return Message("do.badge.reserve", {"power": power})
        case BadgeMoved(power=power, target=target) if target.startswith("band:"):
            return Message("do.badge.use", {"power": power, "race": game.bands[int(target[5:])].race})
        case TurnBegan(number=number) if number not in (1, game.turn.number):
            return Message("do.turn", {"number": number})
        case GameEnded(winner=winner) if winner is not None:
            return Message("do.won", {"name": game.name(winner)})
        case MarkerPlaced(region=region, kind=kind, band=band):
            args = {"piece": kind, "region": region}
            # A piece that waited for the turn's end comes from the hand of its owner, who was given it back.
            back = band in game.bands and Owner(game, game.bands[band]).waiting(kind) > 0
            if back and (owner := game.bands[band].seat) != (game.turn.seat if hands is None else hands):
                return Message("do.place.theirs", {**args, "name": game.name(owner)})
            return Message("do.place", args)
        case MarkerLifted(region=region, kind=kind, band=band):
            args = {"piece": kind, "region": region}
            if not PIECES[kind].returns or band not in game.bands:
                return Message("do.lift", args)
            # What its owner puts back later is in that player's hand until then.
            if (owner := game.bands[band].seat) == (game.turn.seat if hands is None else hands):
                return Message("do.pick_up", args)
            return Message("do.lift.theirs", {**args, "name": game.name(owner)})
        case ComboTaken(place=place):
            return Message("do.combo", {"race": game.column[place].race, "power": game.column[place].power})
        case Declined(band=band, kept=kept):
            return flipped(game.bands[band], kept)
        case BandVanished(band=band):
            return vanished(game.bands[band])
        case BadgesReshuffled():
            return Message("do.reshuffle")
        case Revealed(kind="banner", key=key) if any(with_banner(game, band) for band in game.bands.values()):
            # A combo was picked: those below it move up, and the next one comes.
            return Message("do.banner.next", {"piece": key})
        case Revealed(kind=kind, key=key):
            return Message(f"do.{kind}", {"piece": key})
        case TokensLaid(place=place, count=count) if count > 0:
            return Message("do.lay", {"race": game.column[place].race, "count": count})
        case Remembered(band=band, key=key, value=value):
            return noted(game, game.bands[band], key, value, game.turn.seat if hands is None else hands)
        case CoinsMoved(amount=amount, source="bank", target=target) if target[:4] == "seat" and amount > 0:
            return Message("do.income", {"name": game.name(int(target.partition(":")[2])), "count": amount})
        case CoinsMoved(amount=amount, source=source, target=target) if source[:5] == "combo" and target[:4] == "seat":
            seat = int(target.partition(":")[2])
            return Message("do.get", {"name": game.name(seat), "count": amount})
        case CoinsMoved(amount=amount, source=source, target=target) if source[:4] == target[:4] == "seat":
            payer, payee = (game.name(int(place.partition(":")[2])) for place in (source, target))
            return Message("do.give", {"name": payer, "other": payee, "count": amount})
        case CoinsMoved(amount=amount, source=source, target="bank") if source[:4] == "seat":
            return Message("do.spend", {"name": game.name(int(source.partition(":")[2])), "count": amount})
        case _:
            return None


def noted(game: Game, band: Band, key: str, value: int, hands: int) -> Message | None:
    """What an ability notes for people to see; whose it is, where it is not the one who is told so."""
    memory = dict(corrections.memories(band)).get(key)
    if memory is None or not memory.told:
        return None
    args = {"field": Message(f"memory.{key}"), "number": corrections.remembered(game, memory.kind, value)}
    if band.seat == hands:
        return Message("do.remember", args)
    return Message("do.remember.theirs", {**args, "name": game.name(band.seat)})


def flipped(band: Band, kept: tuple[str, ...]) -> Message:
    """A race declines and keeps these badges."""
    discarded = tuple(power for power in band.powers if power not in kept)
    if kept and not discarded:
        return Message("do.flip.keep", {"race": band.race, "power": kept})
    return _with_badges("do.flip", band.race, discarded)


def vanished(band: Band) -> Message:
    """A race leaves the game."""
    return _with_badges("do.vanish", band.race, band.powers)


def _with_badges(key: str, race: str, discarded: tuple[str, ...]) -> Message:
    """What to do with a race's banner, and with the badges that do not stay with it."""
    if not discarded:
        return Message(key, {"race": race})
    return Message(f"{key}.discard", {"race": race, "power": discarded})
