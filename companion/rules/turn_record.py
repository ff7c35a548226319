"""The turn's record: what it may contain, and correcting it.

Attacks are in it with what was in the region before; abilities declare what they note (`once`, `calls_die`), and the
rules of the table have a few notes of their own.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from companion.rules import hooks, turn
from companion.rules.boxes.registry import ABILITIES
from companion.rules.commands import SetRecord
from companion.rules.contexts import STRUCK
from companion.rules.events import Mustered, RecordCorrected
from companion.rules.execution import Execution
from companion.rules.model import Attack, Band, Game, Message
from companion.rules.quotes import ORDINARY

ACTING = ("conquer", "redeploy")
# More tokens than any region has, in any box.
MOST_THERE = 30
NO_ROLL = -1


class Note(NamedTuple):
    """Something done once in a turn: its key in the record, and its words."""

    key: str
    message: Message


def notes(game: Game) -> list[Note]:
    """Everything of that kind that the seat whose turn it is could have done, done or not."""
    seat = game.turn.seat
    found = [Note(turn.PICKED, Message("noted.pick"))]
    for band in game.bands_of(seat):
        if hooks.conquers(game, band):
            found.append(Note(f"die:{band.id}", Message("noted.die", {"race": band.race})))
        if hooks.answering(band, "reinforcements"):
            found.append(Note(f"reinforced:{band.id}", Message("noted.reinforced", {"race": band.race})))
        for key in band.abilities:
            ability = ABILITIES[key]
            if ability.once == "turn":
                found.append(Note(ability.mark(), Message("noted.once", {"ability": key})))
            if ability.once == "opponent":
                found += [
                    Note(ability.mark(number), Message("noted.against", {"ability": key, "name": other.name}))
                    for number, other in enumerate(game.seats)
                    if number != seat
                ]
        found += [Note(f"place:{kind}", Message("noted.place", {"piece": kind})) for kind in placed_once(game, band)]
    if any(hooks.answering(band, "strikes") for band in game.bands_of(seat)):
        others = [number for number in range(len(game.seats)) if number != seat]
        found += [Note(f"{STRUCK}:{number}", Message("noted.struck", {"name": game.name(number)})) for number in others]
    # What others did in this turn of an opponent's.
    theirs = [ABILITIES[key] for band in game.bands.values() if band.seat != seat for key in band.abilities]
    found += [
        Note(each.mark(), Message("noted.once", {"ability": each.key})) for each in theirs if each.once == "theirs"
    ]
    return found


def placed_once(game: Game, band: Band) -> list[str]:
    """The kinds of pieces that the band may add to once a turn, or has added to."""
    offered = {placement.kind for placement in hooks.placements(game, band) if not placement.anew}
    return [kind for kind in hooks.pieces(band) if kind in offered or f"place:{kind}" in game.turn.used]


def stages(game: Game) -> list[str]:
    """The stages that a turn of the seat may have, including its abilities' own."""
    own = [stage for band in game.bands_of(game.turn.seat) for key in band.abilities for stage in ABILITIES[key].stages]
    return [*own, "begin", *ACTING, "score"]


def acting(game: Game) -> list[Band]:
    """The bands of the seat that may conquer in this turn, the active one first."""
    bands = [band for band in game.bands_of(game.turn.seat) if hooks.conquers(game, band)]
    return sorted(bands, key=lambda band: band.declined)


def rolls_before(game: Game) -> bool:
    """Whether the acting band may have rolled before a conquest, and the roll may still be unused."""
    band = game.bands.get(game.turn.band)
    return band is not None and hooks.calls_die(band) and game.turn.stage == "conquer"


def set_record(execution: Execution, command: SetRecord) -> None:
    """Make the turn's record what was really done."""
    execution.need(not execution.game.over, "refuse.over")
    execution.need(command.band >= 0, "refuse.no_band")
    if command.stage or command.band:
        set_stage(execution, command.stage or execution.game.turn.stage, command.band)
    record = execution.game.turn
    attacks, used, pips = record.attacks, record.used, record.pips
    if command.attacks is not None:
        attacks = tuple(whole(execution, attack) for attack in command.attacks)
        won = [(attack.band, attack.region) for attack in attacks if attack.won]
        execution.need(len(set(won)) == len(won), "refuse.conquered_twice")
    known = {note.key for note in notes(execution.game)}
    for key, done in command.used.items():
        execution.need(key in known, "refuse.no_note", field=key)
        used = tuple(other for other in used if other != key) + ((key,) if done else ())
    if command.pips is not None:
        execution.need(NO_ROLL <= command.pips <= 3, "refuse.pips")
        execution.need(command.pips == NO_ROLL or rolls_before(execution.game), "refuse.no_pips")
        pips = None if command.pips == NO_ROLL else command.pips
    if (attacks, used, pips) != (record.attacks, record.used, record.pips):
        execution.apply(RecordCorrected(attacks, used, record.mustered, pips))
    execution.need(bool(execution.events), "refuse.no_change")
    turn.settle_changed(execution)


def set_stage(execution: Execution, stage: str, band_id: int) -> None:
    """Move the turn to a stage, with this band acting (0: the same, else the active one)."""
    game = execution.game
    execution.need(stage in stages(game), "refuse.no_stage", stage=stage)
    execution.need(game.turn.stage in stages(game), "refuse.scored", name=game.name(game.turn.seat))
    active = game.active(game.turn.seat)
    band_id = band_id or game.turn.band or (active.id if active else 0)
    if stage in ACTING:
        execution.need(band_id > 0, "refuse.no_race", name=game.name(game.turn.seat))
    if band_id:
        band = execution.band(band_id)
        execution.need(band in acting(game), "refuse.not_ready", race=band.race)
    if turn.sets_out_after(game, stage, band_id):
        # The band that was acting readies again.
        ready = tuple(band for band in game.turn.mustered if band not in (game.turn.band, band_id))
        if ready != game.turn.mustered:
            execution.apply(RecordCorrected(game.turn.attacks, game.turn.used, ready))
        band_id = 0 if stage == "begin" else band_id
    elif stage in (*ACTING, "score") and band_id and band_id not in game.turn.mustered:
        execution.apply(Mustered(band_id))
    if (stage, band_id) != (game.turn.stage, game.turn.band):
        turn.go_on(execution, stage, band_id)


def whole(execution: Execution, attack: Attack) -> Attack:
    """The attack, complete. Refuses one that cannot have happened."""
    game = execution.game
    execution.need(
        execution.band(attack.band).seat == game.turn.seat, "refuse.not_theirs", name=game.name(game.turn.seat)
    )
    execution.need(attack.region in game.grounds, "refuse.no_region")
    execution.need(attack.way in (ORDINARY, *ABILITIES), "refuse.no_way")
    execution.need(0 <= attack.tribe <= MOST_THERE and 0 <= attack.tokens <= MOST_THERE, "refuse.how_many")
    execution.need(0 <= attack.against <= game.taken, "refuse.no_band")
    execution.need(-1 <= attack.against_seat < len(game.seats), "refuse.no_seat")
    return with_defender(game, attack)


def with_defender(game: Game, attack: Attack) -> Attack:
    """The attack with the seat, state and side of the race that was there, if only its band is named."""
    other = game.bands.get(attack.against)
    if other is None or attack.against_seat >= 0:
        return attack
    faction = ABILITIES[other.race].faction
    return replace(attack, against_seat=other.seat, active=not other.declined, faction=faction)
