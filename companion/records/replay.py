"""What a record leads to, printed: the final position in words or as JSON, what happened, what may follow."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import msgspec

from companion.game import corrections, hand_steps, narration, piles
from companion.language import text
from companion.records.record import Halted, Malformed, Record, Step, digest, load, play
from companion.rules import column, commands, notation, score
from companion.rules.engine import chances, offers, quote
from companion.rules.events import HANDS
from companion.rules.model import EMPTY, Attack, Band, Game, Message, Slot
from companion.rules.quotes import affordable, may_attempt, may_roll
from companion.views import game_view, region_quote

Plain = dict[str, Any]

REFUSED = 1
MALFORMED = 2


class Absent(LookupError):
    """Nobody at the table has this name."""


def run(paths: tuple[str, ...], as_json: bool = False, events: bool = False, name: str = "") -> int:
    """Replay files one after the other and print what was asked for.

    Returns the highest exit status of them: 0, 1 for a refused command, 2 for
    a file that is no record.  A file that fails prints one line on stderr and
    nothing else.
    """
    status = 0
    for path in paths:
        try:
            record = load(Path(path))
            seat = seat_of(record.opening, name) if name else None
            steps = list(play(record))
        except OSError as fault:
            status = max(status, MALFORMED)
            fail(f"{path}: {fault.strerror}")
        except Absent:
            status = max(status, MALFORMED)
            fail(f"{path}: nobody here is called {name}")
        except (Malformed, Halted) as fault:
            status = max(status, MALFORMED if isinstance(fault, Malformed) else REFUSED)
            fail(f"{path}:{fault.line}: {fault.reason}")
        else:
            if as_json:
                show_json(path, record, steps, events, seat)
            else:
                show_words(path, record, steps, events, seat)
    return status


def fail(message: str) -> None:
    """Print one line on stderr, even if names in the file have line breaks."""
    click.echo(" ".join(message.split()), err=True)


def seat_of(game: Game, name: str) -> int:
    """The seat of a player.  Raises Absent."""
    for number, seat in enumerate(game.seats):
        if seat.name == name:
            return number
    raise Absent(name)


def final(record: Record, steps: list[Step]) -> Game:
    """The game after the last command."""
    return steps[-1].after if steps else record.opening


def show_json(path: str, record: Record, steps: list[Step], events: bool, seat: int | None) -> None:
    """Everything as one JSON object on one line."""
    game = final(record, steps)
    plain: Plain = {"file": path, "commands": len(steps), **facts(game)}
    if events:
        plain["events"] = [
            {"line": step.entry.line, "text": headline(step), "instructions": instructions(step)} for step in steps
        ]
    if seat is not None:
        plain["offers"] = [game_view.offer_view(game, offer, text.DEFAULT) for offer in offers(game, seat)]
        plain["refusals"] = refusals(game, seat)
    click.echo(msgspec.json.encode(plain).decode())


def show_words(path: str, record: Record, steps: list[Step], events: bool, seat: int | None) -> None:
    """What was asked for, in words; the final position if nothing was."""
    game = final(record, steps)
    lines: list[str] = []
    if events:
        for step in steps:
            lines.append(f"{step.entry.line}: {headline(step)}")
            lines += [f"    {said}" for said in instructions(step)]
    if seat is not None:
        lines += may_do(game, seat)
    if not events and seat is None:
        lines = [f"{path}: {len(steps)} commands", *position(game)]
    click.echo("\n".join(lines) or "Nothing happened yet.")


# What happened.


def headline(step: Step) -> str:
    """One line: who did what."""
    return text.sentence(narration.headline(step.before, step.command, step.events))


def instructions(step: Step) -> list[str]:
    """What people had to do with the pieces."""
    return [text.sentence(said) for said in hand_steps.instructions(step.before, step.events)]


# What may follow.


def refusals(game: Game, seat: int) -> Plain:
    """Why each region that is not offered cannot be conquered, while the seat conquers."""
    turn = game.turn
    if game.over or turn.seat != seat or turn.stage != "conquer" or turn.rolling or turn.held_up:
        return {}
    offered = {offer.region for offer in offers(game, seat) if isinstance(offer.command, commands.Conquer)}
    return {region: why_not(game, region) for region in game.grounds if region not in offered}


def why_not(game: Game, region: str) -> str:
    """Why the acting race cannot conquer a region, for a reader who may know its player's purse."""
    found = quote(game, game.turn.seat, region)
    band = game.bands[found.band]
    fees = [
        way.coins + found.first
        for way in found.ways
        if (may_roll if way.rolls else may_attempt)(game, band, way) or affordable(way, found.hand)
    ]
    # There are enough tokens, or the die could do it, so it must be the coins.
    return (
        text.sentence(Message("refuse.fee", {"count": min(fees)}))
        if fees
        else region_quote.quote_view(game, region)["refusal"]
    )


def may_do(game: Game, seat: int) -> list[str]:
    """What a seat may do: words, price, and the command to write next; then what it may not."""
    lines = [f"{game.name(seat)} may:"]
    for offer in offers(game, seat):
        view = game_view.offer_view(game, offer, text.DEFAULT)
        bill = f" ({view['bill']['text']})" if view["bill"] else ""
        chance = f", {view['chance']} likely" if view["chance"] else ""
        lines.append(f"  {view['label']}{bill}{chance}")
        lines.append(f"    {msgspec.json.encode(commands.encode(offer.command)).decode()}")
        if offer.form:
            slots = ", ".join(f"{slot.id} {takes(slot)} (now {slot.start})" for slot in offer.form.slots)
            total = between(offer.form.least_total, offer.form.total)
            lines.append(f"    {offer.form.field}: {slots or 'no region'}; {total} in all")
    if len(lines) == 1:
        lines = [f"{game.name(seat)} has nothing to do now."]
    lines += waiting(game)
    for region, reason in refusals(game, seat).items():
        lines.append(f"  not {text.region(region)}: {reason}")
    return lines


def takes(slot: Slot) -> str:
    """What a slot of a form takes, in words."""
    return f"{'0 or ' if slot.none else ''}{between(slot.least, slot.most)}"


def between(least: int, most: int) -> str:
    """A range in words."""
    return str(most) if least == most else f"{least}–{most}"


def waiting(game: Game) -> list[str]:
    """The questions that wait for chance."""
    return [
        f"Waits for chance: {text.sentence(chance.message)} ({', '.join(chance.choices)})" for chance in chances(game)
    ]


# The position, in words.


def position(game: Game) -> list[str]:
    """The whole position, a line a fact."""
    turn = game_view.turn_view(game, text.DEFAULT)
    lines = [f"Turn {turn['number']} of {turn['of']}: {turn['text']}"]
    for number, seat in enumerate(game.seats):
        left = ", has left" if seat.left else ""
        wins = ", wins" if game.over and number in score.winners(game) else ""
        lines.append(f"{seat.name}: {seat.coins} coins{left}{wins}")
    lines += [band_text(game, band) for band in game.bands.values()]
    for region, ground in game.grounds.items():
        if ground != EMPTY:
            lines.append(game_view.region_text(game, game.board.regions[region], ground, text.DEFAULT))
    for place, combo in enumerate(game.column):
        name = text.say(Message("combo", {"race": combo.race, "power": combo.power}))
        lines.append(f"Combo {place}: {name}, {column.tokens(game, combo)} tokens, {combo.coins} coins on it")
    for pile, contents in game.piles.items():
        what = ", ".join(text.say(each) for each in piles.pile_contents(contents))
        lines.append(f"{text.name('heading', pile)}: {what}")
    return [*lines, *waiting(game), *sheet_text(game)]


def band_text(game: Game, band: Band) -> str:
    """A race in play: whose, what it holds, what is off the map, what it remembers."""
    parts = [f"{game_view.band_name(band, text.DEFAULT)} of {game.name(band.seat)}"]
    parts += ["in decline"] if band.declined else []
    regions = [text.number(region) for region in game.holdings(band.id)]
    parts.append(f"regions {' '.join(regions)}" if regions else "no region")
    parts += [f"{count} {place}" for place in HANDS if (count := getattr(band, place))]
    for key, value in band.memo.items():
        if value:
            words = {"field": text.name("memory", key), "value": corrections.memory_value(game, band, key)}
            parts.append(text.say(Message("band.memory", words)))
    return ", ".join(parts)


def sheet_text(game: Game) -> list[str]:
    """The current score sheet, in one line."""
    sheet = game_view.sheet_view(game, text.DEFAULT)
    if not sheet:
        return []
    state = "accepted" if sheet["accepted"] else "not accepted yet"
    return [f"{game.name(sheet['seat'])}'s score sheet, {state}: {sheet['sum']['text'] or 'no coins'}"]


# The position, as JSON.  docs/record.md describes it.


def facts(game: Game) -> Plain:
    """All that there is to know about a game, secrets included; players and races by name."""
    turn, acting = game.turn, game.bands.get(game.turn.band)
    return {
        "map": game.board.id,
        "turn": {
            "number": turn.number,
            "of": game.board.turns,
            "player": game.name(turn.seat),
            "stage": turn.stage,
            "race": acting.race if acting else None,
            "hand": acting.hand if acting else 0,
            "attempt": turn.attempt.region if turn.attempt else None,
            "pips": turn.pips,
            "used": turn.used,
            "attacks": [attack_facts(game, attack) for attack in turn.attacks],
        },
        "players": [
            {"name": seat.name, "coins": seat.coins, "tokens": score.tokens_on_board(game, number), "left": seat.left}
            for number, seat in enumerate(game.seats)
        ],
        "regions": {region: region_facts(game, region) for region in game.grounds},
        "bands": [band_facts(game, band) for band in game.bands.values()],
        "column": [
            {"race": combo.race, "power": combo.power, "tokens": column.tokens(game, combo), "coins": combo.coins}
            for combo in game.column
        ],
        "tray": {**game.tray, "lost_tribes": game.tribes},
        "piles": {
            "banners": sorted(game.banners),
            "banners_below": game.returned,
            "badges": sorted(game.badges),
            "badges_discarded": sorted(game.discards),
            "banner_without_badge": game.half or None,
            **game.piles,
        },
        "waiting": [
            {"kind": chance.kind, "occasion": chance.occasion, "choices": chance.choices} for chance in chances(game)
        ],
        "sheet": sheet_facts(game),
        "over": game.over,
        "stopped": game.stopped,
        "winners": [game.name(seat) for seat in score.winners(game)] if game.over else [],
        "position": notation.write(game),
        "digest": digest(game),
    }


def attack_facts(game: Game, attack: Attack) -> Plain:
    """An attack of the running turn, with what was there before."""
    attacker, against = game.bands.get(attack.band), game.bands.get(attack.against)
    return {
        "region": attack.region,
        "race": attacker.race if attacker else None,
        "way": attack.way,
        "won": attack.won,
        "tribes": attack.tribe,
        "tokens": attack.tokens,
        "against": against.race if against else None,
        "player": game.name(attack.against_seat) if attack.against_seat >= 0 else None,
        "active": attack.active,
    }


def region_facts(game: Game, region: str) -> Plain:
    """What is on a region."""
    ground = game.grounds[region]
    band = game.bands.get(ground.band)
    return {
        "player": game.name(band.seat) if band else None,
        "race": band.race if band else None,
        "declined": bool(band and band.declined),
        "tokens": ground.tokens,
        "tribes": ground.tribe,
        "markers": [
            {"kind": marker.kind, "race": owner.race if (owner := game.bands.get(marker.band)) else None}
            for marker in ground.markers
        ],
    }


def band_facts(game: Game, band: Band) -> Plain:
    """A race in play."""
    return {
        "number": band.id,
        "player": game.name(band.seat),
        "race": band.race,
        "powers": band.powers,
        "declined": band.declined,
        "regions": game.holdings(band.id),
        "hand": band.hand,
        "withdrawn": band.withdrawn,
        "aside": band.aside,
        "memo": band.memo,
    }


def sheet_facts(game: Game) -> Plain | None:
    """The current score sheet: the running turn's, else the last one accepted."""
    if game.turn.stage == "score":
        seat, lines = game.turn.seat, score.sheet(game, game.turn.seat)
    elif game.sheet:
        seat, lines = game.sheet.seat, game.sheet.lines
    else:
        return None
    return {
        "player": game.name(seat),
        "accepted": game.turn.stage != "score",
        "total": score.total(lines),
        "lines": [{"key": line.key, "amount": line.amount, "regions": line.where} for line in lines if line.amount],
    }
