"""The game for phones and the table screen: plain dicts, in a language.

Nothing here contains or depends on anybody's coins before they are revealed,
unless the table plays with open coins.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from companion.game import corrections, piles
from companion.language import text
from companion.language.sums import Part, Sum
from companion.rules import column, commands, decisions, hooks, quotes, score, ways, whole_turn
from companion.rules.boxes.registry import ABILITIES, BOXES, PIECES, banners
from companion.rules.engine import Offer, chances, hints, offers
from companion.rules.model import (
    Band,
    Form,
    Game,
    Ground,
    Line,
    Message,
    Region,
)
from companion.views import coins, ending

Plain = dict[str, Any]


def public(game: Game, language: str = text.DEFAULT) -> Plain:
    """Everything that all may see."""
    found = [offers(game, seat, blind=True) for seat in range(len(game.seats))]
    drawn = banners(game.boxes)
    return {
        "map": game.board.id,
        "turn": turn_view(game, language),
        "regions": {region.id: region_view(game, region, language) for region in game.board.regions.values()},
        "bands": [band_view(game, band, language) for band in game.bands.values()],
        "column": [
            {
                "place": place,
                "race": combo.race,
                "power": combo.power,
                "name": text.combo((combo.power,), combo.race, language),
                "tokens": column.tokens(game, combo),
                "numbers": [ABILITIES[combo.race].tokens, ABILITIES[combo.power].tokens],
                "faction": text.faction(combo.race, language),
                "coins": combo.coins,
                "laid": combo.tokens,
                "price": column.price(game, place),
                "rules": [rule_view(key, language) for key in (combo.race, combo.power)],
            }
            for place, combo in enumerate(game.column)
        ],
        "half": game.half or None,
        "laying": hooks.laid_on(game),
        "chances": [
            {
                "kind": chance.kind,
                "occasion": chance.occasion,
                "seat": chance.seat,
                "text": text.sentence(chance.message, language),
                "holds": chance.holds,
                "regions": [value for value in chance.message.args.values() if value in game.grounds],
                "choices": [
                    {"key": key, "text": key if chance.kind == "roll" else text.piece(key, language)}
                    for key in dict.fromkeys(chance.choices)
                ],
            }
            for chance in chances(game)
        ],
        "sheet": sheet_view(game, language),
        "offers": [
            offer_view(game, offer, language)
            for seat, own in enumerate(found)
            for offer in own
            if not game.over or seat == game.start
        ],
        "hints": [
            {
                "sign": hint.sign,
                "text": text.sentence(hint.message, language),
                "offer": hint.offer,
                "regions": hint.regions,
            }
            for hint in hints(game, found[game.turn.seat])
        ],
        "open_coins": open_coins(game),
        "tray": [
            {"race": race, "name": text.race(race, 2, language), "count": count}
            for race, count in game.tray.items()
            if race in drawn
        ],
        "piles": piles.piles(game, language),
        "badges": badges(game.boxes, language),
        "record": None if game.over else corrections.record_view(game, language),
        "reasons": corrections.reasons(language),
        "tribe": text.sentence(Message("line.tribe", {"count": 1}), language),
        "loose": [
            {"kind": marker.kind, "name": text.piece(marker.kind, language), "several": PIECES[marker.kind].several}
            for marker in corrections.unowned(game)
        ],
        "teams": ending.teams(game.boxes, game.start, len(game.seats)),
        **ending.view(game, language),
    }


# The same in all states of a game.
@lru_cache(maxsize=8)
def badges(boxes: tuple[str, ...], language: str) -> tuple[Plain, ...]:
    """The powers of these boxes."""
    return tuple(
        {"power": kind.key, "name": text.ability(kind.key, language), "stays": kind.keeps_badge}
        for box in boxes
        for kind in BOXES[box].powers
    )


def turn_view(game: Game, language: str) -> Plain:
    """The turn: whose it is, its stage, the tokens in hand, and which other seat it waits for (`asked`)."""
    band = game.bands.get(game.turn.band)
    asked = decisions.holding(game)
    seats = [game.turn.seat if asked is None else asked]
    stage = game.turn.stage if asked is None else "asked"
    if stage == "withdraw":
        seats = putting_back(game)
        # What is left may be a roll or an answer that its player has put off.
        if not seats:
            stage, seats = "asked", sorted({each.seat for each in decisions.asked_now(game)})
    name = text.listed([game.name(seat) for seat in seats], language)
    key = "turn.stopped" if game.stopped else f"turn.{stage}"
    return {
        "number": game.turn.number,
        "of": game.board.turns,
        "seat": game.turn.seat,
        "asked": asked,
        "stage": game.turn.stage,
        "band": game.turn.band,
        "hand": band.hand if band else 0,
        "text": text.say(Message(key, {"name": name}), language),
    }


def putting_back(game: Game) -> list[int]:
    """The seats with tokens or pieces to put back on the map before the turn ends."""
    bands = [band for band in game.bands.values() if band.withdrawn]
    bands += [game.bands[band] for band, _, _ in game.turn.returned]
    return sorted({band.seat for band in bands})


def region_view(game: Game, region: Region, language: str) -> Plain:
    """The contents of a region."""
    ground = game.grounds[region.id]
    band = game.bands.get(ground.band)
    return {
        "band": band.id if band else None,
        "seat": band.seat if band else None,
        "race": band.race if band else None,
        "declined": band.declined if band else False,
        "tokens": ground.tokens,
        "tribe": ground.tribe,
        "markers": [
            {"kind": marker.kind, "band": marker.band, "count": ground.markers.count(marker)}
            for marker in dict.fromkeys(ground.markers)
        ]
        if ground.markers
        else [],
        "rests": piles.rests(game, ground) if ground.markers else None,
        "text": region_text(game, region, ground, language),
    }


def region_text(game: Game, region: Region, ground: Ground, language: str) -> str:
    """A region in one line: terrain, symbols, tokens, pieces."""
    band = game.bands.get(ground.band)
    name, race, declined = (game.name(band.seat), band.race, band.declined) if band else ("", "", False)
    worth = hooks.worth(game, region.id) if ground.markers else ()
    return _region_text(region.id, region.terrain, region.symbols, ground, name, race, declined, worth, language)


# Every state names every region, and an action changes few of them.
@lru_cache(maxsize=500)
def _region_text(
    id: str,
    terrain: str,
    symbols: tuple[str, ...],
    ground: Ground,
    name: str,
    race: str,
    declined: bool,
    worth: tuple[tuple[str, int], ...],
    language: str,
) -> str:
    """`name` and `race` are "" for an empty region; `worth` has the value of pieces whose value changes."""
    parts = [text.name("terrain", terrain, language)]
    parts += [text.name("symbol", symbol, language) for symbol in symbols]
    if race:
        key = "region.held_declined" if declined else "region.held"
        tokens = Message("tokens", {"count": ground.tokens, "race": race})
        parts.append(text.say(Message(key, {"tokens": tokens, "name": name}), language))
    if ground.tribe:
        parts.append(text.say(Message("tribes", {"count": ground.tribe}), language))
    for marker in dict.fromkeys(ground.markers):
        count = ground.markers.count(marker)
        plural = Message("pieces", {"count": count, "piece": marker.kind})
        parts.append(text.piece(marker.kind, language) if count == 1 else text.say(plural, language))
        if marker.kind in dict(worth):
            parts[-1] = text.say(
                Message("piece.worth", {"what": parts[-1], "worth": dict(worth)[marker.kind]}), language
            )
    if not (race or ground.tribe or ground.markers):
        parts.append(text.say(Message("region.empty"), language))
    numbered = {"number": text.number(id), "parts": ", ".join(parts)}
    return text.say(Message("region.text", numbered), language)


def band_view(game: Game, band: Band, language: str) -> Plain:
    """A race in play, with its rules and what its abilities remember."""
    return {
        "id": band.id,
        "seat": band.seat,
        "race": band.race,
        "power": band.powers[0] if band.powers else None,
        "prizes": list(band.prizes),
        "powers": [
            {"power": power, "name": text.ability(power, language), "rule": text.rule(power, language)}
            for power in band.powers
        ],
        "banner": piles.with_banner(game, band),
        "name": band_name(band, language),
        "declined": band.declined,
        "faction": text.faction(band.race, language),
        "hand": band.hand,
        "withdrawn": band.withdrawn,
        "aside": band.aside,
        "regions": len(game.holdings(band.id)),
        "rules": [rule_view(key, language) for key in hooks.working(band)],
        "pieces": [
            {
                "kind": kind,
                "name": text.piece(kind, language),
                "several": PIECES[kind].several,
                "waiting": sum(n for owner, each, n in game.turn.returned if (owner, each) == (band.id, kind)),
            }
            for kind in hooks.pieces(band)
        ],
        "memory": corrections.memory_view(game, band, language),
    }


# Every state has those of all races in play and in the column.
@lru_cache(maxsize=500)
def rule_view(key: str, language: str) -> Plain:
    """A race or a power with its rule, to show when it is tapped; the symbol on the map that it is about, or None."""
    about = ABILITIES[key].symbol or None
    return {"key": key, "name": text.ability(key, language), "text": text.rule(key, language), "symbol": about}


def band_name(band: Band, language: str) -> str:
    """The name of a band: Flying Trolls, or Trolls without its badges."""
    return text.combo(band.powers, band.race, language)


def sheet_view(game: Game, language: str) -> Plain | None:
    """The current turn's score sheet, else the last accepted one."""
    if game.turn.stage == "score":
        seat, lines, accepted = game.turn.seat, score.sheet(game, game.turn.seat), False
    elif game.sheet:
        seat, lines, accepted = game.sheet.seat, game.sheet.lines, True
    else:
        return None
    return {
        "seat": seat,
        "accepted": accepted,
        "total": score.total(lines),
        "sum": sum_view(score_sum(lines, language)),
        "bank": list(coins.fewest(score.total(lines)).items()),
        "lines": [
            {
                "text": score_reason(game, line, language),
                "about": about(game, line),
                "amount": line.amount,
                # That every region brings a coin, nobody has to be shown.
                "where": list(line.where) if line.key in ABILITIES else [],
            }
            for line in lines
            if line.amount
        ],
    }


def sum_view(of: Sum) -> Plain:
    """A sum for a screen.

    {"parts": [{"number", "noun"}], "total", "least", "text"}: a number is below zero where it is taken off, a noun is
    "" for a bare number, `least` is "at least 1" where that is paid instead of the total, else "".
    """
    parts = [{"number": part.number, "noun": part.noun} for part in of.parts]
    return {"parts": parts, "total": of.total, "least": of.least, "text": of.text}


def score_sum(lines: tuple[Line, ...], language: str) -> Sum:
    """A score sheet as a sum: "Regions 4 + Hill 2 = 6"; the regions of two races in decline are one item."""
    amounts: dict[str, int] = {}
    for line in lines:
        noun = score_noun(line, language)
        amounts[noun] = amounts.get(noun, 0) + line.amount
    return Sum(tuple(Part(amount, noun) for noun, amount in amounts.items() if amount), score=True)


def score_noun(line: Line, language: str) -> str:
    """What coins are for, in a word or two."""
    if line.key in ABILITIES:
        return text.ability(line.key, language)
    return text.sentence(Message(f"line.{line.key}.short"), language)


def score_reason(game: Game, line: Line, language: str) -> str:
    """The reason for coins: an ability by its name, else the regions of a race."""
    band = game.bands.get(line.band)
    # A sheet stays open when a race on it has left the game.
    if line.key in ABILITIES or band is None:
        return score_noun(line, language)
    return text.sentence(Message(f"line.{line.key}", {"race": band.race}), language)


def about(game: Game, line: Line) -> str | None:
    """The race or power that explains a line of a score sheet; None where its race has left the game."""
    band = game.bands.get(line.band)
    return line.key if line.key in ABILITIES else band.race if band else None


def offer_view(game: Game, offer: Offer, language: str) -> Plain:
    """One offer with its words, its bill and its form."""
    faces, of = quotes.chance(offer.short) if offer.short else (0, 0)
    sign = offer_sign(offer)
    return {
        "id": offer.id,
        "seat": offer.seat,
        "kind": offer.kind,
        "label": text.sentence(offer.label, language),
        "region": offer.region or None,
        "lead": text.sentence(offer.label.args["what"], language) if offer.kind == "choose" else None,
        "choice": text.sentence(offer.label.args["choice"], language) if offer.kind == "choose" else None,
        "sign": sign,
        "rule": text.rule(sign, language) if sign in ABILITIES else None,
        "bill": sum_view(text.bill(offer.bill, language)) if offer.bill else None,
        "cost": ways.price(offer.bill) if offer.bill else None,
        "tolls": [text.sentence(toll, language) for toll in offer.tolls],
        "way": offer.command.way if isinstance(offer.command, commands.Conquer) else None,
        "helps": helps_view(offer, language),
        "least": offer.short or None,
        "chance": f"{faces}/{of}" if offer.short else None,
        "faces": [{"pips": pips, "brings": pips >= offer.short} for pips in quotes.DIE] if offer.short else [],
        "command": commands.encode(offer.command),
        "form": form_view(game, offer.form, language) if offer.form else None,
    }


def helps_view(offer: Offer, language: str) -> list[Plain]:
    """The boosts of a conquest, and how many of each."""
    return [
        {"ability": key, "text": text.say(Message(f"help.{key}", {"count": count}), language), "count": count}
        for key, count in offer.boosts.items()
    ]


def offer_sign(offer: Offer) -> str | None:
    """What an offer is about: the race or power of an act or an answer, or pieces that are moved at a turn's end."""
    match offer.command:
        case commands.Finish() if offer.label.key == "offer.stop.move":
            return str(offer.label.args["piece"])
        case commands.UseAbility(target=key) | commands.Choose(choice=key) if key in ABILITIES:
            return key
        case _:
            return None


def form_view(game: Game, form: Form, language: str) -> Plain:
    """An allocation form: slots with their limits and starting values."""
    return {
        "slots": [
            {
                "id": slot.id,
                "label": text.capital(text.region(slot.id, language)) if slot.id in game.grounds else slot.id,
                "least": slot.least,
                "most": slot.most,
                "start": slot.start,
                "none": slot.none,
            }
            for slot in form.slots
        ],
        "least_total": form.least_total,
        "total": form.total,
        "there": form.there,
        "field": form.field,
        "what": [piles.name(form.what, language, count) for count in (1, 2)],
        "left": form.spare,
    }


def draft_view(game: Game, command: commands.PlayTurn, language: str = text.DEFAULT, *, blind: bool = True) -> Plain:
    """A turn that is being entered: the board so far, what can come next, and the counts at its end.

    `roll`: the die is rolled before a conquest here; `due`: its face is still to be told.  Raises Refused where the
    turn cannot go on, not even as played.
    """
    told = whole_turn.draft(game, command, blind=blind)
    seat, lies = game.turn.seat, told.standing or told.conquering
    following = [offer for offer in offers(told.conquering, seat) if offer.kind in ("conquer", "attempt")]
    return {
        "hand": whole_turn.acting(told.conquering).hand,
        "regions": {region.id: region_view(lies, region, language) for region in game.board.regions.values()},
        "offers": [offer_view(told.conquering, offer, language) for offer in following],
        "forms": [offer_view(lies, offer, language) for offer in offers(lies, seat) if offer.form],
        "leavable": [
            {"id": region, "label": text.capital(text.region(region, language))}
            for region in whole_turn.leavable(game, command)
        ],
        "roll": bool(whole_turn.die_call(told.conquering)),
        "due": told.standing is None,
        "refusal": text.sentence(told.refused, language) if told.refused else None,
    }


def open_coins(game: Game) -> list[int] | None:
    """Everybody's coins, where the table plays with open coins."""
    return [seat.coins for seat in game.seats] if score.COINS.chosen(game) == "open" else None
