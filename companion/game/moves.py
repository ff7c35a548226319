"""What hands move so that the table shows another position: the difference of two positions.

The first is what is on the table now, the second what is to be there: after an undo, or when a whole turn that was
undone is redone. Nobody's coins are looked at; what was paid in the open is given by its events.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from companion.game import corrections
from companion.game.hand_steps import at_home, combo_words, flipped, instruction, noted, vanished
from companion.game.piles import pile_contents
from companion.rules import hooks
from companion.rules.ability import Owner
from companion.rules.boxes.registry import ABILITIES, PIECES
from companion.rules.events import TRIBE, CoinsMoved
from companion.rules.model import NOBODY, Band, Game, Ground, Message

# What is to be somewhere, whoever's hands look.
STANDS = (
    *("back.lies", "back.pile"),
    *("back.hand", "back.hand.none", "back.hand.pieces", "back.hand.home", "back.hand.home.none"),
)


def moves(now: Game, to: Game, seat: int, paid: Iterable[CoinsMoved] = ()) -> list[Message]:
    """What is to be in each region that differs, then what hands do beside the map. `seat` is whose hands they are.

    `paid` are payments in the open that lead from the one position to the other; those to and from combos follow from
    the positions and are left out of it.
    """
    tray = _tray(now, to)
    found = [_lies(to, region) for region in to.grounds if differs(now, to, region)]
    found += [said for number in sorted({*now.bands, *to.bands}) for said in _band(now, to, number, tray, seat)]
    found += _column(now, to, seat)
    found += [said for coins in paid if not _of_combo(coins) and (said := instruction(now, coins))]
    found += _piles(now, to)
    return found if now.turn.number == to.turn.number else [*found, Message("do.turn", {"number": to.turn.number})]


def taken_back(paid: Iterable[CoinsMoved]) -> list[CoinsMoved]:
    """The payments that give payments back, the last one first."""
    return [CoinsMoved(coins.amount, coins.target, coins.source) for coins in reversed(list(paid))]


def _of_combo(coins: CoinsMoved) -> bool:
    return "combo" in (coins.source[:5], coins.target[:5])


# The map.


def _lies(to: Game, region: str) -> Message:
    """What is to be in a region: right for hands that have moved everything, and for those that were slower."""
    ground = to.grounds[region]
    found: list[Message] = []
    band = to.bands.get(ground.band)
    # A piece that is as good as a token may hold it alone.
    if band and ground.tokens:
        found.append(Message("tokens", {"count": ground.tokens, "race": band.race}))
    if ground.tribe:
        found.append(Message("pieces", {"count": ground.tribe, "piece": TRIBE}))
    found += [Message("pieces", {"count": count, "piece": kind}) for kind, count in _kinds(ground).items()]
    return Message("back.lies", {"region": region, "lies": tuple(found) or (Message("region.empty"),)})


def differs(now: Game, to: Game, region: str) -> bool:
    """Whether something else lies in a region; not what is remembered for it."""
    one, other = (
        (each.band, each.tokens, each.tribe, _kinds(each)) for each in (now.grounds[region], to.grounds[region])
    )
    return one != other


def _kinds(ground: Ground) -> Counter[str]:
    return Counter(marker.kind for marker in ground.markers)


def _tray(now: Game, to: Game) -> dict[str, int]:
    """By how many of each race the tray gains, below 0 where it gives.

    A race that left the game and came back has two bands, and one tray.
    """
    return {band.race: to.tray[band.race] - now.tray[band.race] for band in {**to.bands, **now.bands}.values()}


# Beside the map.


def _band(now: Game, to: Game, number: int, tray: dict[str, int], seat: int) -> Iterator[Message]:
    """A race's banner and badges, its tokens between hand and tray, and what is noted for it."""
    old, new = now.bands.get(number, NOBODY), to.bands.get(number, NOBODY)
    if new is NOBODY:
        yield _gone(to, old)
        yield from _boxed(now, old)
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
        yield from _pieces(to, old, new)
    else:
        gained = [power for power in new.powers if power not in old.powers]
        yield from (Message("do.badge.use", {"power": power, "race": new.race}) for power in gained)
    yield from _hand(old, new, tray[new.race], to.name(new.seat))
    if old is NOBODY:
        return
    for key, _ in corrections.memories(new):
        value = new.memo.get(key, 0)
        if value != old.memo.get(key, 0) and (said := noted(to, new, key, value, seat)):
            yield said


def _gone(to: Game, band: Band) -> Message:
    """Where the banner and the badges of a race belong that is not in play any more."""
    for place, combo in enumerate(to.column, 1):
        if combo.race == band.race:
            # With its badge, which a race in decline has no more.
            return Message("back.column", {"combo": combo_words(combo), "place": place})
    if band.declined and band.race in to.returned:
        return vanished(band)
    return Message("back.stack", {"combo": combo_words(band)})


def _boxed(now: Game, band: Band) -> Iterator[Message]:
    """The pieces that a race not in play any more got with its badges: those that are as good as its tokens."""
    for kind in hooks.pieces(band):
        if PIECES[kind].body and (count := PIECES[kind].owned(Owner(now, band))):
            yield Message("do.box", {"what": Message("pieces", {"count": count, "piece": kind})})


def _pieces(to: Game, old: Band, new: Band) -> Iterator[Message]:
    """The pieces that are in hand again with the badges of a race that is active again."""
    for kind in hooks.pieces(new):
        if kind not in hooks.pieces(old) and (count := hooks.in_hand(to, new, kind)):
            what = Message("pieces", {"count": count, "piece": kind})
            yield Message("back.hand.pieces", {"name": to.name(new.seat), "race": new.race, "what": what})


def _hand(old: Band, new: Band, tray: int, name: str) -> Iterator[Message]:
    """What is to be in the hand; and what is kept aside. `tray` is what the tray gains."""
    aside = new.aside - old.aside
    off_map = _off_map(new) - _off_map(old)
    args = {"race": new.race}
    home = ABILITIES[new.race].home
    comes_back = not new.aside and (not old.aside or new.hand + new.withdrawn > 0)
    if comes_back and (tray or aside or (off_map and (home or _off_map(new)))):
        # With the regions that says what the tray has, too, and is right for slow hands as well. A hand that has put
        # all of it on the map needs no word; a home that is empty lies there to be looked at.
        yield at_home(new) if home else _in_hand(new, name)
        return
    if tray < 0:
        yield Message("do.from_tray", {**args, "count": -tray})
    elif tray:
        yield Message("do.tray", {**args, "count": tray})
    if aside > 0:
        yield Message("do.aside", {**args, "count": aside})


def _in_hand(band: Band, name: str) -> Message:
    args: dict[str, object] = {"name": name, "race": band.race}
    if not (count := band.hand + band.withdrawn):
        return Message("back.hand.none", args)
    return Message("back.hand", {**args, "count": count})


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
    """What is to be on the piles beside the map that differ."""
    for pile in sorted({*now.piles, *to.piles}):
        before, after = (+Counter(game.piles.get(pile, {})) for game in (now, to))
        if before != after:
            yield Message("back.pile", {"pile": pile, "lies": pile_contents(after) or (Message("back.pile.empty"),)})
