"""Puts into words what a command did: a line for the log.

A line never contains an amount of anybody's score, nor of a corrected purse.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.game import corrections
from companion.game.piles import pile_contents
from companion.language import text
from companion.rules import column, commands, decisions, hooks, quotes, turn
from companion.rules.boxes.registry import ABILITIES, asker
from companion.rules.correct import REASONS
from companion.rules.engine import chances, fold
from companion.rules.events import (
    Attacked,
    Event,
    MarkerLifted,
    Rolled,
    Scored,
    TokensMoved,
    Unveiled,
)
from companion.rules.model import Attack, Game, Ground, Message, Refused


def headline(before: Game, command: commands.Command, events: tuple[Event, ...]) -> Message:
    """One line for the log: who did what."""
    name = before.name(before.turn.seat)
    race = _race(before)
    match command:
        case commands.Pick(place=place):
            combo = before.column[place]
            words = Message("combo", {"race": combo.race, "power": combo.power})
            price = column.price(before, place)
            return Message("log.pick.pay" if place else "log.pick", {"name": name, "combo": words, "count": price})
        case commands.Ready(band=band):
            return Message("log.ready", {"name": name, "race": before.bands[band].race})
        case commands.Conquer(die=True, region=region):
            return Message("log.attempt", {"name": name, "region": region})
        case commands.Conquer():
            return _conquest(before, name, command, events)
        case commands.UseAbility():
            return _deed(before, name, command)
        case commands.Finish():
            if turn.own_stage(before):
                return Message(f"log.finish.{before.turn.stage}", {"name": name})
            key = "log.pass" if before.turn.stage == "begin" else "log.finish"
            return Message(key, {"name": name})
        case commands.EndTurn():
            scored = any(isinstance(event, Scored) for event in events)
            return Message("log.end_turn" if scored else "log.redeploy", {"name": name, "race": race})
        case commands.Redeploy():
            return Message("log.redeploy", {"name": name, "race": race})
        case commands.Place(kind=kind, regions=regions):
            return _placed(name, kind, regions, events)
        case commands.Accept(decline=decline):
            key = "log.accept_decline" if decline else "log.accept"
            return Message(key, {"name": name, "race": race})
        case commands.Decline():
            return Message("log.decline", {"name": name, "race": race})
        case commands.Withdraw(band=number):
            owner = before.bands[number]
            return Message("log.withdraw", {"name": before.name(owner.seat), "race": owner.race})
        case commands.PutBack(band=number, kind=kind):
            count = sum(n for band, each, n in before.turn.returned if (band, each) == (number, kind))
            named = {"name": before.name(before.bands[number].seat), "piece": kind, "count": count}
            return Message("log.put_back", named)
        case commands.PlayTurn(pick=place):
            return Message("log.turn", {"name": name, "what": _turn(before, place, events)})
        case commands.Answer(occasion=occasion, value=value):
            return _answer(before, occasion, value, events)
        case commands.Choose(occasion=occasion, choice=choice):
            return _choice(before, occasion, choice)
        case commands.Cocked(value=value, source=source):
            roller = before.name(next(asked.seat for asked in chances(before) if asked.occasion == command.occasion))
            return Message("log.cocked" + _side(value), {"name": roller, "pips": value, "source": source})
        case commands.SetRegion(region=region):
            return _corrected(before, fold(events, before), region)
        case commands.Recount(region=region, others=others):
            after = fold(events, before)
            return _corrected(before, after, region, others)
        case commands.SetBand(band=number):
            owner = before.bands[number]
            what = corrections.band(before, fold(events, before), number)
            return Message("log.set_band", {"name": before.name(owner.seat), "race": owner.race, "what": what})
        case commands.SetPile(pile=pile):
            contents = fold(events, before).piles.get(pile, {})
            return Message(
                "log.set_pile", {"pile": pile, "what": pile_contents(contents) or (Message("lay.nothing.pile"),)}
            )
        case commands.SetRecord():
            what = corrections.record(before, fold(events, before))
            return Message("log.set_record", {"name": name, "what": what})
        case commands.SetCoins(seat=seat, reason=reason, note=note):
            key = "log.set_coins" + (".note" if note else ".why" if reason else "")
            why = Message(f"reason.{reason or 'other'}")
            return Message(key, {"name": before.name(seat), "why": why, "note": note})
        case commands.SetSheet(turn=number, seat=seat):
            whose = {"number": number, "name": before.name(seat)}
            return Message("log.set_sheet", {**whose, "what": line_of(command)})
        case commands.SetPast(turn=number, seat=seat, region=region):
            whose = {"number": number, "name": before.name(seat)}
            today = (Message("past.today"),) if command.today else ()
            if command.also:
                each = tuple(contents_then(before, lay) for lay in command.lays)
                return Message("log.set_past.several", {**whose, "what": (*each, *today)})
            args = {**whose, "region": region, "what": contents_words(before, command.lays[0]) + today}
            return Message("log.set_past" if args["what"] else "log.set_past.gone", args)
        case commands.SetTurn(number=number, seat=seat):
            return Message("log.set_turn", {"number": number, "name": before.name(seat)})
        case commands.SetRace(seat=seat, race=found):
            return Message("log.set_race", {"name": before.name(seat), "race": found})
        case commands.DropRace(band=number):
            owner = before.bands[number]
            return Message("log.drop_race", {"name": before.name(owner.seat), "race": owner.race})
        case commands.SetColumn():
            return Message("log.set_column")
        case commands.Leave(seat=seat):
            return Message("log.leave", {"name": before.name(seat)})
        case commands.Unveil():
            seat = next(event.seat for event in events if isinstance(event, Unveiled))
            return Message("log.unveil", {"name": before.name(seat), "coins": before.seats[seat].coins})
        case _:
            return Message("log.stop")


def line_of(command: commands.SetSheet) -> tuple[Message | str, ...]:
    """Which line of an old score sheet was corrected, or the reason for an extra one; and the note, if any."""
    if command.line in ABILITIES:
        what = Message("past.ability", {"ability": command.line})
    else:
        what = Message(f"reason.{command.line}" if command.line in REASONS else f"past.{command.line}")
    return (what, command.note) if command.note else (what,)


def _placed(name: str, kind: str, regions: Mapping[str, int], events: Sequence[Event]) -> Message:
    """How many pieces were placed; of those that stood before, how many are elsewhere now."""
    lifted = Counter(event.region for event in events if isinstance(event, MarkerLifted) and event.kind == kind)
    total, new = sum(regions.values()), (Counter(regions) - lifted).total()
    words = {"name": name, "piece": kind, "count": new or total or 1}
    if new and total <= lifted.total():
        return Message("log.moves", words)
    return Message("log.place" if total else "log.place.none", words)


def _corrected(before: Game, after: Game, region: str, others: Sequence[str] = ()) -> Message:
    """What lies on a region now, and what is left of `others` that made up for it; what nobody has any more."""
    gone = {race: count - before.tray[race] for race, count in after.tray.items() if count > before.tray[race]}
    back = tuple(Message("lay.tray", {"count": count, "race": race}) for race, count in gone.items())
    pieces = _pieces(before, region) - _pieces(after, region)
    back += tuple(
        Message("lay.off", {"what": Message("pieces", {"count": count, "piece": kind})})
        for kind, count in pieces.items()
    )
    words = {"region": region, "what": (*_contents(before, after.grounds[region]), *back)}
    left = tuple(
        Message("past.lies", {"region": other, "lies": _contents(before, after.grounds[other])})
        for other in dict.fromkeys(others)
        if other != commands.HAND and after.grounds[other] != before.grounds[other]
    )
    number = before.grounds[region].band
    if commands.HAND in others and after.bands[number].hand != before.bands[number].hand:
        left += (Message("band.hand", {"count": after.bands[number].hand}),)
    return Message("log.recount", {**words, "others": left}) if left else Message("log.set_region", words)


def _pieces(game: Game, region: str) -> Counter[str]:
    return Counter(marker.kind for marker in game.grounds[region].markers)


def contents_then(now: Game, lay: commands.Lay) -> Message:
    """A region and what was on it at the end of an old turn; the region alone if its race has left the game since."""
    what, where = contents_words(now, lay), {"region": lay.region}
    return Message("past.lies", {**where, "lies": what}) if what else Message("past.region", where)


def contents_words(now: Game, lay: commands.Lay) -> tuple[Message, ...]:
    """What was on a region, an item each; () if its race has left the game since."""
    if lay.band and lay.band not in now.bands:
        return ()
    found = _contents(now, lay.ground)
    if lay.conquered is None:
        return found
    return (*found, Message("past.conquered" if lay.conquered else "past.not_conquered"))


def corrected_where(regions: tuple[str, ...]) -> Message:
    """The regions whose contents were corrected."""
    return Message("past.lay", {"regions": named(regions)})


def named(regions: tuple[str, ...]) -> tuple[Message, ...]:
    """Regions by the names people use."""
    return tuple(Message("past.region", {"region": region}) for region in regions)


def _contents(game: Game, ground: Ground) -> tuple[Message, ...]:
    """What is on a region, an item each."""
    found: list[Message] = []
    band = game.bands.get(ground.band)
    if band:
        tokens = Message("tokens", {"count": ground.tokens, "race": band.race})
        key = "region.held_declined" if band.declined else "region.held"
        found.append(Message(key, {"tokens": tokens, "name": game.name(band.seat)}))
    if ground.tribe:
        found.append(Message("tribes", {"count": ground.tribe}))
    for kind in dict.fromkeys(marker.kind for marker in ground.markers):
        count = sum(marker.kind == kind for marker in ground.markers)
        found.append(Message("pieces", {"count": count, "piece": kind}))
    return tuple(found) or (Message("region.empty"),)


def _race(before: Game) -> str:
    band = before.bands.get(before.turn.band) or before.active(before.turn.seat)
    return band.race if band else ""


def _conquest(before: Game, name: str, command: commands.Conquer, events: tuple[Event, ...]) -> Message:
    region, (ability, _, stand) = command.region, command.way.partition(":")
    args = {"name": name, "region": region, "ability": ability, "stand": stand}
    paid = [event.count for event in events if isinstance(event, TokensMoved) and event.target == region]
    try:
        ways = quotes.quote(before, before.turn.seat, region).ways
    except Refused:
        ways = ()
    for way in ways:
        # As played, other tokens may have been used than the price says.
        same = (way.name, way.boosts) == (command.way, command.boosts)
        if same and way.key == quotes.ORDINARY and sum(paid) == way.cost:
            return Message("log.conquer", {**args, "bill": way.bill, "count": way.cost, "race": _race(before)})
    key = "log.conquer_otherwise" if ability == quotes.ORDINARY else "log.conquer_by"
    return Message(key + ".at" * bool(stand), args)


def _deed(before: Game, name: str, command: commands.UseAbility) -> Message:
    for band in before.bands_of(before.turn.seat):
        for ability, action in hooks.actions(before, band):
            if (ability.key, action.act, action.target) == (command.ability, command.act, command.target):
                return Message("log.act", {"name": name, "what": action.message})
    return Message("log.used", {"name": name, "ability": command.ability})


def _turn(before: Game, place: int | None, events: tuple[Event, ...]) -> tuple[Message, ...]:
    """A turn entered at once: the combo, then every region in order, with its way or the die."""
    said: list[Message] = []
    if place is not None:
        combo = before.column[place]
        words = Message("combo", {"race": combo.race, "power": combo.power})
        price = column.price(before, place)
        said.append(Message("turn.did.pick.pay" if place else "turn.did.pick", {"combo": words, "count": price}))
    won: list[Message] = []
    lost: list[Message] = []
    pips: int | None = None
    for event in events:
        if isinstance(event, Rolled):
            pips = event.pips
        elif isinstance(event, Attacked):
            (won if event.attack.won else lost).append(_attack(event.attack, pips))
            pips = None
    if won:
        said.append(Message("turn.did.conquers", {"regions": tuple(won)}))
    elif not lost:
        said.append(Message("turn.did.nothing"))
    return (*said, *lost)


def _attack(attack: Attack, pips: int | None) -> Message:
    args = {"region": attack.region, "ability": attack.way, "pips": pips}
    if pips is not None:
        return Message("turn.did.rolled" if attack.won else "turn.did.lost", args)
    if attack.way != quotes.ORDINARY:
        return Message("turn.did.way", args)
    return Message("turn.did.region", {"number": text.number(attack.region)})


def _answer(before: Game, occasion: str, value: str, events: tuple[Event, ...]) -> Message:
    asked = next(chance for chance in chances(before) if chance.occasion == occasion)
    if asked.kind != "roll":
        return Message(f"log.{asked.kind}", {"piece": value})
    source = next(event.source for event in events if isinstance(event, Rolled))
    args: dict[str, object] = {
        "name": before.name(asked.seat),
        "pips": value,
        "source": source,
    }
    for event in events:
        if isinstance(event, Attacked):
            key = "log.roll_won" if event.attack.won else "log.roll_lost"
            return Message(key + _side(value), {**args, "region": event.attack.region})
    return Message("log.roll" + _side(value), args)


def _side(pips: str) -> str:
    """How the key of a sentence about a roll ends: people call the side without a pip a blank."""
    return ".blank" if pips == "0" else ""


def _choice(before: Game, occasion: str, choice: str) -> Message:
    asked = decisions.asked_on(before, occasion)
    if asked is None:
        return Message("log.choose", {"name": before.name(before.turn.seat), "what": choice})
    what = asker(asked.ability).choice(decisions.owner(before, asked), asked, choice)
    return Message("log.choose", {"name": before.name(asked.seat), "what": what})
