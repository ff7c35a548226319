"""What a command has done, in words: a line for the log, and what hands have to do.

A line never holds an amount of anybody's scoring, nor of a corrected purse.
"""

from __future__ import annotations

from companion import righted, text
from companion.piles import heaped
from companion.rules import column, commands, conquest, decisions, turn
from companion.rules.correct import REASONS
from companion.rules.engine import chances, evolve
from companion.rules.events import (
    PILE,
    Attacked,
    BadgeMoved,
    BadgesReshuffled,
    BandVanished,
    CoinsMoved,
    Declined,
    Event,
    GameEnded,
    MarkerLifted,
    MarkerPlaced,
    PileChanged,
    Remembered,
    Revealed,
    Rolled,
    Swapped,
    TokensLaid,
    TokensMoved,
    TribeMoved,
    Unveiled,
)
from companion.rules.hooks import acts
from companion.rules.model import Attack, Band, Combo, Game, Ground, Refused, Say
from companion.rules.sets import ABILITIES, asker


def headline(before: Game, command: commands.Command, events: tuple[Event, ...]) -> Say:
    """One line for the log: who did what."""
    name = before.name(before.turn.seat)
    race = _race(before)
    match command:
        case commands.Pick(place=place):
            combo = before.column[place]
            words = Say("combo", {"race": combo.race, "power": combo.power})
            price = column.price(before, place)
            return Say("log.pick.pay" if place else "log.pick", {"name": name, "combo": words, "count": price})
        case commands.Ready(band=band):
            return Say("log.ready", {"name": name, "race": before.bands[band].race})
        case commands.Conquer(die=True, region=region):
            return Say("log.attempt", {"name": name, "region": region})
        case commands.Conquer():
            return _conquest(before, name, command, events)
        case commands.Act(ability=ability, act=act, target=target):
            return Say("log.act", {"name": name, "what": _deed(before, ability, act, target)})
        case commands.Finish():
            if turn.own_stage(before):
                return Say(f"log.finish.{before.turn.stage}", {"name": name})
            key = "log.pass" if before.turn.stage == "begin" else "log.finish"
            return Say(key, {"name": name})
        case commands.Redeploy():
            return Say("log.redeploy", {"name": name, "race": race})
        case commands.Place(kind=kind):
            return Say("log.place", {"name": name, "piece": kind})
        case commands.Accept(decline=decline):
            key = "log.accept_decline" if decline else "log.accept"
            return Say(key, {"name": name, "race": race})
        case commands.Decline():
            return Say("log.decline", {"name": name, "race": race})
        case commands.Withdraw(band=number):
            owner = before.bands[number]
            return Say("log.withdraw", {"name": before.name(owner.seat), "race": owner.race})
        case commands.PutBack(band=number, kind=kind):
            owner = before.bands[number]
            return Say("log.put_back", {"name": before.name(owner.seat), "piece": kind})
        case commands.PlayTurn(pick=place):
            return Say("log.turn", {"name": name, "what": _turn(before, place, events)})
        case commands.Answer(occasion=occasion, value=value):
            return _answer(before, occasion, value, events)
        case commands.Choose(occasion=occasion, choice=choice):
            return _choice(before, occasion, choice)
        case commands.Cocked(value=value, source=source):
            roller = before.name(next(asked.seat for asked in chances(before) if asked.occasion == command.occasion))
            return Say("log.cocked", {"name": roller, "pips": value, "source": source})
        case commands.SetRegion(region=region):
            what = _lying(before, _after(before, events).grounds[region])
            return Say("log.set_region", {"region": region, "what": what})
        case commands.SetBand(band=number):
            owner = before.bands[number]
            what = righted.band(before, _after(before, events), number)
            return Say("log.set_band", {"name": before.name(owner.seat), "race": owner.race, "what": what})
        case commands.SetPile(pile=pile):
            heap = _after(before, events).piles.get(pile, {})
            return Say("log.set_pile", {"pile": pile, "what": heaped(heap) or (Say("lay.nothing.pile"),)})
        case commands.SetRecord():
            what = righted.record(before, _after(before, events))
            return Say("log.set_record", {"name": name, "what": what})
        case commands.SetCoins(seat=seat, reason=reason, note=note):
            key = "log.set_coins" + (".note" if note else ".why" if reason else "")
            why = Say(f"reason.{reason or 'other'}")
            return Say(key, {"name": before.name(seat), "why": why, "note": note})
        case commands.SetSheet(turn=number, seat=seat):
            whose = {"number": number, "name": before.name(seat)}
            return Say("log.set_sheet", {**whose, "what": line_of(command)})
        case commands.SetPast(turn=number, seat=seat, region=region):
            whose = {"number": number, "name": before.name(seat)}
            if command.also:
                each = tuple(lay_then(before, lay) for lay in command.lays)
                return Say("log.set_past.several", {**whose, "what": each})
            args = {**whose, "region": region, "what": lain(before, command.lays[0])}
            return Say("log.set_past" if args["what"] else "log.set_past.gone", args)
        case commands.SetTurn(number=number, seat=seat):
            return Say("log.set_turn", {"number": number, "name": before.name(seat)})
        case commands.SetRace(seat=seat, race=found):
            return Say("log.set_race", {"name": before.name(seat), "race": found})
        case commands.DropRace(band=number):
            owner = before.bands[number]
            return Say("log.drop_race", {"name": before.name(owner.seat), "race": owner.race})
        case commands.SetColumn():
            return Say("log.set_column")
        case commands.Leave(seat=seat):
            return Say("log.leave", {"name": before.name(seat)})
        case commands.Unveil():
            seat = next(event.seat for event in events if isinstance(event, Unveiled))
            return Say(
                "log.unveil", {"name": before.name(seat), "coins": before.seats[seat].coins}
            )
        case _:
            return Say("log.stop")


def _after(game: Game, events: tuple[Event, ...]) -> Game:
    for event in events:
        game = evolve(game, event)
    return game


def line_of(command: commands.SetSheet) -> tuple[Say | str, ...]:
    """Which line of an old score sheet was put right, or why there is one more; and what else was said of it."""
    if command.line in ABILITIES:
        what = Say("past.ability", {"ability": command.line})
    else:
        what = Say(f"reason.{command.line}" if command.line in REASONS else f"past.{command.line}")
    return (what, command.note) if command.note else (what,)


def lay_then(now: Game, lay: commands.Lay) -> Say:
    """A region, and what lay on it at an old turn's end; the region alone where its race has left the game since."""
    what, where = lain(now, lay), {"region": lay.region}
    return Say("past.lies", {**where, "lies": what}) if what else Say("past.region", where)


def lain(now: Game, lay: commands.Lay) -> tuple[Say, ...]:
    """What lay on a region, an item each; () where its race has left the game since."""
    if lay.band and lay.band not in now.bands:
        return ()
    found = _lying(now, Ground(lay.band, lay.tokens, lay.tribe, lay.markers))
    if lay.conquered is None:
        return found
    return (*found, Say("past.conquered" if lay.conquered else "past.not_conquered"))


def where_lay(regions: tuple[str, ...]) -> Say:
    """On which regions it was put right what lay there."""
    return Say("past.lay", {"regions": named(regions)})


def named(regions: tuple[str, ...]) -> tuple[Say, ...]:
    """Regions as people call them."""
    return tuple(Say("past.region", {"region": region}) for region in regions)


def _lying(game: Game, ground: Ground) -> tuple[Say, ...]:
    """What lies on a region, an item each."""
    found: list[Say] = []
    band = game.bands.get(ground.band)
    if band:
        tokens = Say("tokens", {"count": ground.tokens, "race": band.race})
        key = "region.held_declined" if band.declined else "region.held"
        found.append(Say(key, {"tokens": tokens, "name": game.name(band.seat)}))
    if ground.tribe:
        found.append(Say("tribes", {"count": ground.tribe}))
    for kind in dict.fromkeys(marker.kind for marker in ground.markers):
        count = sum(marker.kind == kind for marker in ground.markers)
        found.append(Say("pieces", {"count": count, "piece": kind}))
    return tuple(found) or (Say("region.empty"),)


def _race(before: Game) -> str:
    band = before.bands.get(before.turn.band) or before.active(before.turn.seat)
    return band.race if band else ""


def _conquest(before: Game, name: str, command: commands.Conquer, events: tuple[Event, ...]) -> Say:
    region, (ability, _, stand) = command.region, command.way.partition(":")
    args = {"name": name, "region": region, "ability": ability, "stand": stand}
    paid = [event.count for event in events if isinstance(event, TokensMoved) and event.target == region]
    try:
        ways = conquest.quote(before, before.turn.seat, region).ways
    except Refused:
        ways = ()
    for way in ways:
        # As played the tokens may have been others than the bill says.
        same = (way.name, way.boosts) == (command.way, command.boosts)
        if same and way.key == conquest.ORDINARY and sum(paid) == way.cost:
            return Say("log.conquer", {**args, "bill": way.bill, "count": way.cost, "race": _race(before)})
    key = "log.conquer_otherwise" if ability == conquest.ORDINARY else "log.conquer_by"
    return Say(key + ".at" * bool(stand), args)


def _deed(before: Game, ability_key: str, act: str, target: str) -> Say | str:
    for band in before.bands_of(before.turn.seat):
        for ability, deed in acts(before, band):
            if (ability.key, deed.act, deed.target) == (ability_key, act, target):
                return deed.say
    return text.ability(ability_key)


def _turn(before: Game, place: int | None, events: tuple[Event, ...]) -> tuple[Say, ...]:
    """A turn entered at once: the combo, then every region in its order, with its way or the die."""
    said: list[Say] = []
    if place is not None:
        combo = before.column[place]
        words = Say("combo", {"race": combo.race, "power": combo.power})
        price = column.price(before, place)
        said.append(Say("turn.did.pick.pay" if place else "turn.did.pick", {"combo": words, "count": price}))
    regions: list[Say] = []
    pips: int | None = None
    for event in events:
        if isinstance(event, Rolled):
            pips = event.pips
        elif isinstance(event, Attacked):
            regions.append(_attack(event.attack, pips))
            pips = None
    said.append(Say("turn.did.conquers", {"regions": tuple(regions)}) if regions else Say("turn.did.nothing"))
    return tuple(said)


def _attack(attack: Attack, pips: int | None) -> Say:
    args = {"region": attack.region, "ability": attack.way, "pips": pips}
    if pips is not None:
        return Say("turn.did.rolled" if attack.won else "turn.did.lost", args)
    if attack.way != conquest.ORDINARY:
        return Say("turn.did.way", args)
    return Say("region", {"number": text.number(attack.region)})


def _answer(before: Game, occasion: str, value: str, events: tuple[Event, ...]) -> Say:
    asked = next(chance for chance in chances(before) if chance.occasion == occasion)
    if asked.kind != "roll":
        return Say(f"log.{asked.kind}", {"piece": value})
    source = next(event.source for event in events if isinstance(event, Rolled))
    args: dict[str, object] = {
        "name": before.name(asked.seat),
        "pips": value,
        "source": source,
    }
    for event in events:
        if isinstance(event, Attacked):
            key = "log.roll_won" if event.attack.won else "log.roll_lost"
            return Say(key, {**args, "region": event.attack.region})
    return Say("log.roll", args)


def _choice(before: Game, occasion: str, choice: str) -> Say:
    asked = decisions.asked_on(before, occasion)
    if asked is None:
        return Say("log.choose", {"name": before.name(before.turn.seat), "what": choice})
    what = asker(asked.ability).choice(decisions.me(before, asked), asked, choice)
    return Say("log.choose", {"name": before.name(asked.seat), "what": what})


def instructions(before: Game, events: tuple[Event, ...]) -> list[Say]:
    """What the people at the table do with their hands: what they pay, then everything else in its order."""
    found: list[Say] = []
    given: list[Say] = []
    game = before
    paid: list[CoinsMoved] = []
    for event in events:
        said = _instruction(game, event)
        if isinstance(event, CoinsMoved) and event.source.startswith("seat:") and event.target.startswith("combo:"):
            paid.append(event)
        elif said:
            (given if isinstance(event, CoinsMoved) and event.source.startswith("seat:") else found).append(said)
        game = evolve(game, event)
    return _paying(before, paid) + given + found


def _paying(before: Game, paid: list[CoinsMoved]) -> list[Say]:
    """The coins on the combos above: one on each, and those that ask for more."""
    name = before.name(before.turn.seat)
    ones = sum(event.amount == 1 for event in paid)
    found = [Say("do.pay", {"name": name, "count": ones})] if ones else []
    for event in paid:
        if event.amount > 1:
            combo = _combo(before.column[int(event.target.partition(":")[2])])
            found.append(Say("do.pay.more", {"name": name, "count": event.amount, "combo": combo}))
    return found


def put_back(before: Game, after: Game) -> list[Say]:
    """After a take-back: where banners, badges, coins on combos and tokens in hand are now; the map is not among it."""
    found: list[Say] = []
    places = {combo.race: place for place, combo in enumerate(after.column, 1)}
    for band in before.bands.values():
        if band.id not in after.bands:
            key = "back.column" if band.race in places else "back.stack"
            found.append(Say(key, {"combo": _combo(band), "place": places.get(band.race, 0)}))
    for band in after.bands.values():
        old = before.bands.get(band.id)
        whose = {"combo": _combo(band), "name": after.name(band.seat)}
        if old is None or old.declined != band.declined:
            found.append(Say("back.declined" if band.declined else "back.active", whose))
        if old and band.hand != old.hand:
            found.append(Say("back.hand", {"race": band.race, "count": band.hand, "name": after.name(band.seat)}))
    return found + _column_back(before, after)


def _column_back(before: Game, after: Game) -> list[Say]:
    """The coins on the combos, and combos that were turned up since."""
    found: list[Say] = []
    lay = {combo.race: combo.coins for combo in before.column}
    for combo in after.column:
        if combo.coins != lay.get(combo.race, 0):
            key = "back.coins" if combo.coins else "back.coins.none"
            found.append(Say(key, {"combo": _combo(combo), "count": combo.coins}))
    shown = {combo.race for combo in after.column} | {band.race for band in after.bands.values()}
    return found + [Say("back.unseen", {"combo": _combo(each)}) for each in before.column if each.race not in shown]


def _combo(of: Band | Combo) -> Say:
    """A race with its powers, by name; some have none left."""
    powers = of.powers if isinstance(of, Band) else (of.power,)
    return Say("combo", {"race": of.race, "power": powers}) if powers else Say("lay.race", {"race": of.race})


def _instruction(game: Game, event: Event) -> Say | None:
    match event:
        case TokensMoved(band=band, count=count, source=source, target=target):
            args = {"race": game.bands[band].race, "count": count}
            home = ABILITIES[game.bands[band].race].home
            if target.startswith(PILE):
                pile = {"what": Say("tokens", args), "pile": target.removeprefix(PILE), "region": source}
                return Say("do.pile" if source in game.grounds else "do.pile.hand", pile)
            if home and target == "hand" and source not in game.grounds:
                return Say("do.home" if source == "tray" else "do.home.back", {**args, "piece": home})
            if target in game.grounds and source in game.grounds:
                return Say("do.move", {**args, "stand": source, "region": target})
            if target in game.grounds:
                key = "do.map_from_tray" if source == "tray" else "do.map"
                return Say(key, {**args, "region": target})
            if target == "tray":
                if source in game.grounds:
                    return Say("do.tray_region", {**args, "region": source})
                return Say("do.tray", args)
            if source in game.grounds:
                return Say("do.take", {**args, "region": source})
            if source == "tray":
                return Say("do.from_tray", args)
            return Say("do.aside", args) if target == "aside" else None
        case Swapped(region=region, other=other):
            return Say("do.swap", {"region": region, "stand": other})
        case TribeMoved(region=region, count=count, pile=pile) if count < 0 and pile:
            return Say("do.pile", {"what": Say("tribes", {"count": -count}), "region": region, "pile": pile})
        case TribeMoved(region=region, count=count) if count < 0:
            return Say("do.tribe", {"region": region})
        case PileChanged(pile=pile, kind=kind, count=count):
            what = heaped({kind: abs(count)})[0]
            return Say("do.pile.hand" if count > 0 else "do.pile.out", {"what": what, "pile": pile})
        case BadgeMoved(power=power, target=target) if target.startswith(PILE):
            return Say("do.badge.reserve", {"power": power})
        case BadgeMoved(power=power, target=target) if target.startswith("band:"):
            return Say("do.badge.use", {"power": power, "race": game.bands[int(target[5:])].race})
        case GameEnded(winner=winner) if winner is not None:
            return Say("do.won", {"name": game.name(winner)})
        case MarkerPlaced(region=region, kind=kind):
            return Say("do.place", {"piece": kind, "region": region})
        case MarkerLifted(region=region, kind=kind):
            return Say("do.lift", {"piece": kind, "region": region})
        case Declined(band=band, kept=kept):
            dropped = tuple(power for power in game.bands[band].powers if power not in kept)
            return _with_badges("do.flip", game.bands[band].race, dropped)
        case BandVanished(band=band):
            return _with_badges("do.vanish", game.bands[band].race, game.bands[band].powers)
        case BadgesReshuffled():
            return Say("do.reshuffle")
        case Revealed(kind=kind, key=key):
            return Say(f"do.{kind}", {"piece": key})
        case TokensLaid(place=place, count=count) if count > 0:
            return Say("do.lay", {"race": game.column[place].race, "count": count})
        case Remembered(band=band, key=key, value=value):
            memory = dict(righted.memories(game.bands[band])).get(key)
            if memory is None or not memory.told:
                return None
            now = righted.remembered(game, memory.kind, value)
            return Say("do.remember", {"field": Say(f"memory.{key}"), "number": now})
        case CoinsMoved(amount=amount, source="bank", target=target) if target[:4] == "seat" and amount > 0:
            return Say("do.income", {"name": game.name(int(target.partition(":")[2])), "count": amount})
        case CoinsMoved(amount=amount, source=source, target=target) if source[:5] == "combo" and target[:4] == "seat":
            seat = int(target.partition(":")[2])
            return Say("do.get", {"name": game.name(seat), "count": amount})
        case CoinsMoved(amount=amount, source=source, target=target) if source[:4] == target[:4] == "seat":
            payer, payee = (game.name(int(place.partition(":")[2])) for place in (source, target))
            return Say("do.give", {"name": payer, "other": payee, "count": amount})
        case CoinsMoved(amount=amount, source=source, target="bank") if source[:4] == "seat":
            return Say("do.spend", {"name": game.name(int(source.partition(":")[2])), "count": amount})
        case _:
            return None


def _with_badges(key: str, race: str, discarded: tuple[str, ...]) -> Say:
    """What to do with a race's banner, and with the badges that do not stay with it."""
    if not discarded:
        return Say(key, {"race": race})
    return Say(f"{key}.discard", {"race": race, "power": discarded})
