"""Writes a position as a line."""

from __future__ import annotations

from typing import Any

from companion.rules.ability import BAND
from companion.rules.boxes.registry import ABILITIES, BOXES, FORGOTTEN, PRIZES
from companion.rules.model import Band, Combo, Game, Ground, Marker
from companion.rules.notation.line import LED, NONE, PLACES, READIED, as_word
from companion.rules.notation.stacks import stacks
from companion.rules.notation.turns import LineNames, write_attack, write_attempt, write_sheet


def write(game: Game) -> str:
    """A game's position as a line; read() makes the same game of it, with everything that its turn remembers."""
    found = [_turn_of(game), "seats " + " ".join(_name(game, seat) for seat in range(len(game.seats)))]
    found.append(f"board {game.board.id}")
    found += _boxes(game)
    if game.start:
        found.append(f"start {_name(game, game.start)}")
    found += _numbers(game)
    for region, ground in game.grounds.items():
        if ground != Ground():
            found.append(f"{region}: {_ground(game, ground)}")
    for band in sorted(game.bands.values(), key=lambda band: band.race):
        found += _off_map(game, band)
    found.append("coins " + " ".join(str(seat.coins) for seat in game.seats))
    if game.column:
        found.append("column " + ", ".join(_combo(combo) for combo in game.column))
    found += _stacks(game)
    found += _done(game)
    for pile, contents in game.piles.items():
        found.append(f"pile {pile} " + ", ".join(f"{kind} {count}" for kind, count in contents.items()))
    found += [f"option {key}={choice}" for key, choice in game.options.items()]
    return " | ".join(found + _ended(game))


def _name(game: Game, seat: int) -> str:
    return as_word(game.name(seat))


def _race(game: Game, band: int) -> str:
    """A band's race; or its number if it is no longer in play."""
    return game.bands[band].race if band in game.bands else str(band) if band else NONE


def _turn_of(game: Game) -> str:
    """Whose turn it is, how far it has come, and which race acts, unless it is the default."""
    turn = game.turn
    led = game.active(turn.seat) if turn.stage in LED else None
    race = f" {_race(game, turn.band)}" if turn.band != (led.id if led else 0) else ""
    stage = f"{turn.stage}:{turn.cycle + 1}" if turn.cycle else turn.stage
    return f"turn {turn.number} {_name(game, turn.seat)} {stage}{race}"


def _boxes(game: Game) -> list[str]:
    """The boxes besides the base box; all of them if that is missing, or if their order is another one."""
    told = tuple(box for box in BOXES if box in game.boxes)
    if told != game.boxes or ("base" not in told and not any(BOXES[box].alone for box in told)):
        return ["boxes " + " ".join((NONE, *game.boxes))]
    others = [box for box in game.boxes if box != "base"]
    return ["boxes " + " ".join(others)] if others else []


def _numbers(game: Game) -> list[str]:
    """How many races were taken, and the numbers of those in play, unless they were taken in the order given."""
    holders = dict.fromkeys(ground.band for ground in game.grounds.values() if ground.band)
    others = sorted((band for band in game.bands.values() if band.id not in holders), key=lambda band: band.race)
    told = [*holders, *(band.id for band in others)]
    if told == [*range(1, game.taken + 1)]:
        return []
    return ["taken " + " ".join([str(game.taken), *(f"{band.race}={band.id}" for band in game.bands.values())])]


def _stacks(game: Game) -> list[str]:
    """Unseen banners and badges; the stacks only if they are not as in the box."""
    banners, badges = stacks(game)
    found = [f"half {game.half}"] if game.half else []
    found += [f"drawn {game.drawn}"] if game.drawn else []
    listed = {"below": game.returned, "discards": game.discards}
    listed |= {"banners": game.banners} if game.banners != banners else {}
    listed |= {"badges": game.badges} if game.badges != badges else {}
    return found + [" ".join((head, *keys)) for head, keys in listed.items() if keys]


def _done(game: Game) -> list[str]:
    """What was done in this turn, and what it waits for; then the current score sheet."""
    turn = game.turn
    told = LineNames(lambda band: _race(game, band), str, lambda seat: _name(game, seat))
    found = []
    led = turn.stage in READIED and turn.band in game.bands
    if turn.mustered != ((turn.band,) if led else ()):
        found.append("ready " + (" ".join(_race(game, band) for band in turn.mustered) or NONE))
    found += [f"attack {write_attack(attack, told)}" for attack in turn.attacks]
    if turn.attempt:
        found.append(f"attempt {write_attempt(turn.attempt)}")
    if turn.called:
        found.append(f"called {turn.called}")
    for owner, kind, count in turn.returned:
        found.append(f"returned {_band(game, game.bands[owner])} {kind} {count}")
    for place, asked in enumerate(turn.asked, 1):
        who = _band(game, game.bands[asked.band]).removesuffix(" declined") if asked.band in game.bands else NONE
        words = [who, asked.ability, asked.kind]
        words += [_name(game, asked.seat), asked.about, f"of={','.join(asked.choices)}" if asked.choices else ""]
        words += ["holds" if asked.holds else "", f"no={asked.number}" if asked.number != place else ""]
        found.append(" ".join(["asked", *(word for word in words if word)]))
    if turn.questions != max((asked.number for asked in turn.asked), default=0):
        found.append(f"questions {turn.questions}")
    if turn.used:
        found.append("used " + " ".join(turn.used))
    if turn.pips is not None:
        found.append(f"pips {turn.pips}")
    if turn.rolls != (turn.pips is not None):
        found.append(f"rolls {turn.rolls}")
    return found + ([f"sheet {write_sheet(game.sheet, told)}"] if game.sheet else [])


def _ended(game: Game) -> list[str]:
    """Who has left, and how the game has ended."""
    left = [number for number, seat in enumerate(game.seats) if seat.left]
    lists = {"left": left, "unveiled": game.unveiled, "won": () if game.won is None else (game.won,)}
    found = [" ".join((head, *(_name(game, seat) for seat in seats))) for head, seats in lists.items() if seats]
    return found + (["stopped"] if game.stopped else [])


def _off_map(game: Game, band: Band) -> list[str]:
    """What a band has beside the map; one that has nothing anywhere is still in play."""
    words = _band(game, band)
    found = [f"{place} {words} {count}" for place in PLACES if (count := getattr(band, place))]
    if not found and not game.holdings(band.id):
        found = [f"hand {words} 0"]
    known = {key: value for key, value in band.memo.items() if key not in FORGOTTEN}
    return found + [f"memo {words} {key} {_remembered(game, key, value)}" for key, value in known.items()]


def _remembered(game: Game, key: str, value: int) -> str:
    """A number; or for a band its race."""
    ability, _, field = key.partition(".")
    kinds = {memory.key: memory.kind for memory in ABILITIES[ability].memory}
    return game.bands[value].race if kinds.get(field) == BAND and value in game.bands else str(value)


def _band(game: Game, band: Band) -> str:
    return "+".join((band.race, *band.powers)) + f"@{_name(game, band.seat)}" + (" declined" if band.declined else "")


def _combo(combo: Combo) -> str:
    tokens = f"+{combo.tokens}" if combo.tokens else ""
    return f"{combo.race}+{combo.power}" + (f" {combo.coins}{tokens}" if combo.coins or tokens else "")


def _ground(game: Game, ground: Ground) -> str:
    words: list[Any] = []
    holder = game.bands.get(ground.band)
    if holder:
        words += [ground.tokens, _band(game, holder)]
    if ground.tribe:
        words.append("tribe" if ground.tribe == 1 else f"{ground.tribe} tribes")
    if ground.markers:
        kinds = [_marker(game, ground, marker) for marker in ground.markers]
        words.append(f"[{' '.join(kinds)}]")
    return " ".join(str(word) for word in words)


def _marker(game: Game, ground: Ground, marker: Marker) -> str:
    """A piece, with its owner if that is not the region's holder; prizes are nobody's anyway."""
    holder = 0 if marker.kind in PRIZES else ground.band
    return marker.kind if marker.band == holder else f"{marker.kind}@{_race(game, marker.band)}"
