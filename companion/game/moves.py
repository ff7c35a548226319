"""What hands move so that the table shows another position: the difference of two positions.

The first is what is on the table now, the second what is to be there: after an undo, or when a whole turn that was
undone is redone. Nobody's coins are looked at; what was paid in the open is given by its events.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import repeat

from companion.game import corrections
from companion.game.hand_steps import combo_words, flipped, gathered, instruction, vanished
from companion.game.piles import pile_contents
from companion.rules.boxes.registry import ABILITIES
from companion.rules.events import CoinsMoved
from companion.rules.model import NOBODY, Band, Game, Ground, Message


def moves(now: Game, to: Game, seat: int, paid: Iterable[CoinsMoved] = ()) -> list[Message]:
    """What hands do, region by region, then beside the map. `seat` is whose hands they are.

    `paid` are payments in the open that lead from the one position to the other; those to and from combos follow from
    the positions and are left out of it.
    """
    lost, won, tray = _tokens(now, to, seat)
    found = [said for region in now.grounds for said in _region_emptied(now, to, region, lost)]
    found += [said for region in now.grounds for said in _region_filled(now, to, region, won)]
    found += [said for number in sorted({*now.bands, *to.bands}) for said in _band(now, to, number, tray)]
    found += _column(now, to, seat)
    found += [said for coins in paid if not _of_combo(coins) and (said := instruction(now, coins))]
    found = gathered([*found, *_piles(now, to)])
    return found if now.turn.number == to.turn.number else [*found, Message("do.turn", {"number": to.turn.number})]


def taken_back(paid: Iterable[CoinsMoved]) -> list[CoinsMoved]:
    """The payments that give payments back, the last one first."""
    return [CoinsMoved(coins.amount, coins.target, coins.source) for coins in reversed(list(paid))]


def _of_combo(coins: CoinsMoved) -> bool:
    return "combo" in (coins.source[:5], coins.target[:5])


# Tokens.


Told = dict[str, list[Message]]


def _tokens(now: Game, to: Game, seat: int) -> tuple[Told, Told, dict[str, int]]:
    """The tokens that leave each region and those that come to it; the tray takes and gives before hands do.

    Last, by how many of each race the tray gains besides, below 0 where it gives. A race that left the game and came
    back has two bands, and one tray.
    """
    lost: Told = {}
    won: Told = {}
    bands = {**to.bands, **now.bands}
    tray = {band.race: to.tray[band.race] - now.tray[band.race] for band in bands.values()}
    for number, band in bands.items():
        theirs = band.seat != seat
        stood, stands = now.standing(number), to.standing(number)
        for region in now.grounds:
            more = stands.get(region, 0) - stood.get(region, 0)
            args = {"race": band.race, "region": region, "name": now.name(band.seat)}
            if more < 0:
                back = max(0, min(-more, tray[band.race]))
                tray[band.race] -= back
                keys = ("do.lose", "do.give_back") if theirs else ("do.tray_region", "do.take")
                lost[region] = _counted(args, (keys[0], back), (keys[1], -more - back))
            elif more:
                fresh = max(0, min(more, -tray[band.race]))
                tray[band.race] += fresh
                own = "do.put" if theirs else "do.map.more" if stood.get(region) else "do.map"
                won[region] = _counted(args, ("do.map_from_tray", fresh), (own, more - fresh))
    return lost, won, tray


def _counted(args: Mapping[str, object], *told: tuple[str, int]) -> list[Message]:
    return [Message(key, {**args, "count": count}) for key, count in told if count]


def _region_emptied(now: Game, to: Game, region: str, lost: Told) -> Iterator[Message]:
    """What leaves a region."""
    before, after = now.grounds[region], to.grounds[region]
    yield from lost.get(region, ())
    yield from repeat(Message("do.tribe", {"region": region}), max(0, before.tribe - after.tribe))
    for kind in (_kinds(before) - _kinds(after)).elements():
        yield Message("do.lift", {"piece": kind, "region": region})


def _region_filled(now: Game, to: Game, region: str, won: Told) -> Iterator[Message]:
    """What comes to a region."""
    before, after = now.grounds[region], to.grounds[region]
    yield from won.get(region, ())
    yield from repeat(Message("do.tribe.back", {"region": region}), max(0, after.tribe - before.tribe))
    for kind in (_kinds(after) - _kinds(before)).elements():
        yield Message("do.place", {"piece": kind, "region": region})


def _kinds(ground: Ground) -> Counter[str]:
    return Counter(marker.kind for marker in ground.markers)


# Beside the map.


def _band(now: Game, to: Game, number: int, tray: dict[str, int]) -> Iterator[Message]:
    """A race's banner and badges, its tokens between hand and tray, and what is noted for it."""
    old, new = now.bands.get(number, NOBODY), to.bands.get(number, NOBODY)
    if new is NOBODY:
        yield _gone(to, old)
        return
    whose = {"combo": combo_words(new), "name": to.name(new.seat)}
    if new.declined and old is not NOBODY and not old.declined:
        yield flipped(old, new.powers)
    elif old is NOBODY and new.declined:
        yield Message("back.declined", whose)
    elif old is NOBODY:
        yield Message("back.again", whose)
    elif old.declined and not new.declined:
        yield Message("back.active", whose)
    yield from _hand(old, new, tray.pop(new.race, 0))
    if old is NOBODY:
        return
    for key, memory in corrections.memories(new):
        if memory.told and (value := new.memo.get(key, 0)) != old.memo.get(key, 0):
            now_is = corrections.remembered(to, memory.kind, value)
            yield Message("do.remember", {"field": Message(f"memory.{key}"), "number": now_is})


def _gone(to: Game, band: Band) -> Message:
    """Where the banner and the badges of a race belong that is not in play any more."""
    places = {combo.race: place for place, combo in enumerate(to.column, 1)}
    if band.race in places:
        return Message("back.column", {"combo": combo_words(band), "place": places[band.race]})
    if band.declined and band.race in to.returned:
        return vanished(band)
    return Message("back.stack", {"combo": combo_words(band)})


def _hand(old: Band, new: Band, tray: int) -> Iterator[Message]:
    """What hand and tray exchange without the map; and what is kept aside. `tray` is what the tray gains."""
    aside = new.aside - old.aside
    off_map = _off_map(new) - _off_map(old)
    args = {"race": new.race}
    home = ABILITIES[new.race].home
    if tray < 0:
        key = "do.home" if home and off_map > 0 else "do.from_tray"
        yield Message(key, {**args, "count": -tray, "piece": home})
    elif tray:
        yield Message("do.tray", {**args, "count": tray})
    if aside > 0:
        yield Message("do.aside", {**args, "count": aside})


def _off_map(band: Band) -> int:
    return band.hand + band.withdrawn + band.aside


def _column(now: Game, to: Game, seat: int) -> Iterator[Message]:
    """The coins and tokens on the combos, and combos that are not to be seen any more or appear."""
    name = to.name(seat)
    lying = {combo.race: combo for combo in now.column}
    for combo in to.column:
        before, laid = (lying[combo.race].coins, lying[combo.race].tokens) if combo.race in lying else (0, 0)
        if combo.coins != before:
            key = "back.coins.on" if combo.coins > before else "back.coins.off"
            yield Message(key, {"name": name, "combo": combo_words(combo), "count": abs(combo.coins - before)})
        if combo.tokens != laid:
            key = "do.lay" if combo.tokens > laid else "do.tray"
            yield Message(key, {"race": combo.race, "count": abs(combo.tokens - laid)})
    seen = {combo.race for combo in to.column} | {band.race for band in to.bands.values()}
    for combo in now.column:
        if combo.race not in seen:
            yield Message("back.unseen", {"combo": combo_words(combo)})


def _piles(now: Game, to: Game) -> Iterator[Message]:
    """What comes to the piles beside the map and leaves them."""
    for pile in sorted({*now.piles, *to.piles}):
        before, after = Counter(now.piles.get(pile, {})), Counter(to.piles.get(pile, {}))
        for kind in sorted({*before, *after}):
            if count := after[kind] - before[kind]:
                key = "do.pile.hand" if count > 0 else "do.pile.out"
                yield Message(key, {"what": pile_contents({kind: abs(count)})[0], "pile": pile})
