"""The turn's record: what it may hold, and putting it right.

Attacks stand in it with what lay there before; abilities declare what they note
(`once`, `calls_die`), the rules of the table have a few notes of their own.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from companion.rules import hooks, turn
from companion.rules.commands import SetRecord
from companion.rules.conquest import ORDINARY
from companion.rules.contexts import STRUCK
from companion.rules.doing import Doing
from companion.rules.events import Mustered, RecordCorrected
from companion.rules.model import Attack, Band, Game, Say
from companion.rules.sets import ABILITIES

ACTING = ("conquer", "redeploy")
# No region holds more, in no box.
MOST_THERE = 30
NO_ROLL = -1


class Note(NamedTuple):
    """Something done once in a turn: how the record names it, and its words."""

    key: str
    say: Say


def notes(game: Game) -> list[Note]:
    """Everything of that kind that the seat whose turn it is could have done, done or not."""
    seat = game.turn.seat
    found = [Note(turn.PICKED, Say("noted.pick"))]
    for band in game.bands_of(seat):
        if hooks.conquers(game, band):
            found.append(Note(f"die:{band.id}", Say("noted.die", {"race": band.race})))
        if hooks.answering(band, "reinforcements"):
            found.append(Note(f"reinforced:{band.id}", Say("noted.reinforced", {"race": band.race})))
        for key in band.abilities:
            ability = ABILITIES[key]
            if ability.once == "turn":
                found.append(Note(ability.mark(), Say("noted.once", {"ability": key})))
            if ability.once == "opponent":
                found += [
                    Note(ability.mark(number), Say("noted.against", {"ability": key, "name": other.name}))
                    for number, other in enumerate(game.seats)
                    if number != seat
                ]
        found += [Note(f"place:{kind}", Say("noted.place", {"piece": kind})) for kind in placed_once(game, band)]
    if any(hooks.answering(band, "strikes") for band in game.bands_of(seat)):
        others = [number for number in range(len(game.seats)) if number != seat]
        found += [Note(f"{STRUCK}:{number}", Say("noted.struck", {"name": game.name(number)})) for number in others]
    # What others did in this turn of their opponent's.
    theirs = [ABILITIES[key] for band in game.bands.values() if band.seat != seat for key in band.abilities]
    found += [Note(each.mark(), Say("noted.once", {"ability": each.key})) for each in theirs if each.once == "theirs"]
    return found


def placed_once(game: Game, band: Band) -> list[str]:
    """The kinds of pieces that the band may add to once a turn, or has added to."""
    offered = {placement.kind for placement in hooks.placements(game, band) if not placement.anew}
    return [kind for kind in hooks.pieces(band) if kind in offered or f"place:{kind}" in game.turn.used]


def stages(game: Game) -> list[str]:
    """How far a turn of the seat may have come, its abilities' own stages among it."""
    own = [stage for band in game.bands_of(game.turn.seat) for key in band.abilities for stage in ABILITIES[key].stages]
    return [*own, "begin", *ACTING, "score"]


def acting(game: Game) -> list[Band]:
    """The bands of the seat that may conquer in this turn, the active one first."""
    bands = [band for band in game.bands_of(game.turn.seat) if hooks.conquers(game, band)]
    return sorted(bands, key=lambda band: band.declined)


def rolls_before(game: Game) -> bool:
    """The acting band may have rolled before a conquest, and the roll may wait for it."""
    band = game.bands.get(game.turn.band)
    return band is not None and hooks.calls_die(band) and game.turn.stage == "conquer"


def set_record(doing: Doing, command: SetRecord) -> None:
    """Bring the turn's record to what was really done."""
    doing.need(not doing.game.over, "refuse.over")
    doing.need(command.band >= 0, "refuse.no_band")
    if command.stage or command.band:
        set_stage(doing, command.stage or doing.game.turn.stage, command.band)
    record = doing.game.turn
    attacks, used, pips = record.attacks, record.used, record.pips
    if command.attacks is not None:
        attacks = tuple(whole(doing, attack) for attack in command.attacks)
        won = [(attack.band, attack.region) for attack in attacks if attack.won]
        doing.need(len(set(won)) == len(won), "refuse.conquered_twice")
    known = {note.key for note in notes(doing.game)}
    for key, done in command.used.items():
        doing.need(key in known, "refuse.no_note", field=key)
        used = tuple(other for other in used if other != key) + ((key,) if done else ())
    if command.pips is not None:
        doing.need(NO_ROLL <= command.pips <= 3, "refuse.pips")
        doing.need(command.pips == NO_ROLL or rolls_before(doing.game), "refuse.no_pips")
        pips = None if command.pips == NO_ROLL else command.pips
    if (attacks, used, pips) != (record.attacks, record.used, record.pips):
        doing.do(RecordCorrected(attacks, used, record.mustered, pips))
    doing.need(bool(doing.events), "refuse.no_change")
    turn.settle_changed(doing)


def set_stage(doing: Doing, stage: str, band_id: int) -> None:
    """The turn has come so far, with this band to act (0: as it is, else the active one)."""
    game = doing.game
    doing.need(stage in stages(game), "refuse.no_stage", stage=stage)
    doing.need(game.turn.stage in stages(game), "refuse.scored", name=game.name(game.turn.seat))
    active = game.active(game.turn.seat)
    band_id = band_id or game.turn.band or (active.id if active else 0)
    if stage in ACTING:
        doing.need(band_id > 0, "refuse.no_race", name=game.name(game.turn.seat))
    if band_id:
        band = doing.band(band_id)
        doing.need(band in acting(game), "refuse.not_ready", race=band.race)
    if turn.sets_out_after(game, stage, band_id):
        # The band that was acting readies again.
        ready = tuple(band for band in game.turn.mustered if band not in (game.turn.band, band_id))
        if ready != game.turn.mustered:
            doing.do(RecordCorrected(game.turn.attacks, game.turn.used, ready))
        band_id = 0 if stage == "begin" else band_id
    elif stage in (*ACTING, "score") and band_id and band_id not in game.turn.mustered:
        doing.do(Mustered(band_id))
    if (stage, band_id) != (game.turn.stage, game.turn.band):
        turn.go_on(doing, stage, band_id)


def whole(doing: Doing, attack: Attack) -> Attack:
    """An attack that can be, with whose tokens lay there where only their band is named."""
    game = doing.game
    doing.need(doing.band(attack.band).seat == game.turn.seat, "refuse.not_theirs", name=game.name(game.turn.seat))
    doing.need(attack.region in game.grounds, "refuse.no_region")
    doing.need(attack.way in (ORDINARY, *ABILITIES), "refuse.no_way")
    doing.need(0 <= attack.tribe <= MOST_THERE and 0 <= attack.tokens <= MOST_THERE, "refuse.how_many")
    doing.need(0 <= attack.against <= game.taken, "refuse.no_band")
    doing.need(-1 <= attack.against_seat < len(game.seats), "refuse.no_seat")
    other = game.bands.get(attack.against)
    if other and attack.against_seat < 0:
        faction = ABILITIES[other.race].faction
        return replace(attack, against_seat=other.seat, active=not other.declined, faction=faction)
    return attack
