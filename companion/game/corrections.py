"""What can be corrected, for the screens, and what was corrected, in words for the log."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from companion.language import text
from companion.rules import commands, hooks, placing, turn_record
from companion.rules.ability import BAND, FLAG, SEAT, Memory
from companion.rules.boxes.registry import ABILITIES, BOXES, PIECES, abilities
from companion.rules.correct import REASONS
from companion.rules.events import HANDS
from companion.rules.model import NOBODY, Attack, Band, Game, Ground, Marker, Message

Plain = dict[str, Any]

# A sheet has no room for more.
SOURCES = 3
"""How many regions are named that one more token may come from."""


# What abilities remember.


def memories(band: Band) -> list[tuple[str, Memory]]:
    """Every memory field of a band's abilities, with its key in the memo."""
    return [(f"{key}.{memory.key}", memory) for key in band.abilities for memory in ABILITIES[key].memory]


def memory_view(game: Game, band: Band, language: str) -> list[Plain]:
    """What a band's abilities remember: a flag, a count, a seat or a band each; for a band with all `choices`."""
    return [
        {
            "key": key,
            "kind": memory.kind,
            "label": text.name("memory", key, language),
            "value": band.memo.get(key, 0),
            "least": memory.least,
            "most": min(memory.most, len(game.seats)) if memory.kind == SEAT else memory.most,
            **({"choices": _bands(game, language)} if memory.kind == BAND else {}),
        }
        for key, memory in memories(band)
    ]


def _bands(game: Game, language: str) -> list[Plain]:
    """Every race in play, to choose from, or none."""
    nobody = {"value": 0, "text": text.sentence(Message("memory.nobody"), language)}
    return [nobody, *({"value": each.id, "text": text.race(each.race, 2, language)} for each in game.bands.values())]


def memory_value(game: Game, band: Band, key: str) -> Message | str:
    """The value of a memory field, in words: yes or no, a number, a player's name, a race."""
    return remembered(game, dict(memories(band))[key].kind, band.memo.get(key, 0))


def remembered(game: Game, kind: str, value: int) -> Message | str:
    """A value of a field of this kind, in words."""
    if kind == FLAG:
        return Message("memory.yes" if value else "memory.no")
    if kind == SEAT:
        return game.name(value - 1) if value else Message("memory.nobody")
    if kind == BAND:
        return (
            Message("lay.race", {"race": game.bands[value].race}) if value in game.bands else Message("memory.nobody")
        )
    return str(value)


# The turn's record.


def record_view(game: Game, language: str) -> Plain:
    """The running turn's record: how far it has come, each attack with what was there before, and what was used."""
    turn = game.turn
    return {
        "stages": [
            {
                "key": stage,
                "text": text.sentence(
                    Message("noted.now", {"name": game.name(turn.seat), "stage": Message(f"stage.{stage}")}), language
                ),
            }
            for stage in turn_record.stages(game)
        ],
        "bands": [band.id for band in turn_record.acting(game)],
        "lay": [
            {"key": key, "text": said, "seat": lay["against_seat"], "was": lay}
            for key, said, lay in possible_contents(game, language)
        ],
        "attacks": [
            {
                "attack": msgspec.to_builtins(attack),
                "text": text.sentence(Message("region", {"number": text.number(attack.region)}), language),
                "lay": contents_key(game, attack),
            }
            for attack in turn.attacks
        ],
        "used": [
            {"key": note.key, "label": text.sentence(note.message, language), "value": note.key in turn.used}
            for note in turn_record.notes(game)
        ],
        "rolls": turn_record.rolls_before(game),
        "pips": turn.pips,
    }


def possible_contents(game: Game, language: str) -> list[tuple[str, str, Plain]]:
    """What may have been on a region before it was attacked: its key, its words, and that part of an attack."""

    def lay(tribe: int = 0, against: int = 0, seat: int = -1, active: bool = False) -> Plain:
        tokens = int(against > 0)
        return {"tribe": tribe, "tokens": tokens, "against": against, "against_seat": seat, "active": active}

    found = [
        ("nothing", text.sentence(Message("lay.nothing"), language), lay()),
        ("tribe", text.sentence(Message("lay.tribe"), language), lay(tribe=1)),
    ]
    return found + [
        (
            str(band.id),
            _race_there(band.race, language),
            lay(0, band.id, band.seat, not hooks.seen_declined(band)),
        )
        for band in game.bands.values()
    ]


# Every state names all races in play.
@lru_cache(maxsize=500)
def _race_there(race: str, language: str) -> str:
    return text.sentence(Message("lay.race", {"race": race}), language)


def contents_key(game: Game, attack: Attack) -> str:
    """The key of what was on an attacked region; "gone" for a race that has left the game."""
    if attack.against:
        return str(attack.against) if attack.against in game.bands else "gone"
    return "tribe" if attack.non_empty else "nothing"


# What was corrected, in words.


def band(before: Game, after: Game, number: int) -> tuple[Message, ...]:
    """The corrections of a band's tokens and pieces off the map and of its memory."""
    old, new = before.bands[number], after.bands.get(number, NOBODY)
    found = [
        Message(f"band.{place}", {"count": getattr(new, place)})
        for place in HANDS
        if getattr(new, place) != getattr(old, place)
    ]
    if new.powers != old.powers and new is not NOBODY:
        found.append(Message("band.powers", {"power": new.powers}) if new.powers else Message("band.powers.none"))
    found += [
        Message("band.returned", {"count": count, "piece": kind})
        for owner, kind, count in after.turn.returned
        if owner == number and (owner, kind, count) not in before.turn.returned
    ]
    found += [
        Message("band.memory", {"field": Message(f"memory.{key}"), "value": memory_value(after, new, key)})
        for key, _ in memories(new if new is not NOBODY else old)
        if new.memo.get(key, 0) != old.memo.get(key, 0)
    ]
    return tuple(found) or (Message("band.same"),)


def record(before: Game, after: Game) -> tuple[Message, ...]:
    """The corrections of the turn's record."""
    old, new = before.turn, after.turn
    found: list[Message] = []
    if (old.stage, old.band) != (new.stage, new.band):
        found.append(Message("noted.now", {"name": after.name(new.seat), "stage": Message(f"stage.{new.stage}")}))
    for attack in new.attacks:
        if attack not in old.attacks:
            kind = "vain" if not attack.won else "full" if attack.non_empty else "empty"
            found.append(Message(f"noted.{kind}", {"region": attack.region}))
    still = {attack.region for attack in new.attacks}
    found += [Message("noted.attack.not", {"region": each.region}) for each in old.attacks if each.region not in still]
    words = {note.key: note.message for note in (*turn_record.notes(before), *turn_record.notes(after))}
    found += [words[key] for key in new.used if key not in old.used and key in words]
    found += [Message("noted.not", {"what": words[key]}) for key in old.used if key not in new.used and key in words]
    if new.pips != old.pips:
        found.append(Message("noted.pips.none") if new.pips is None else Message("noted.pips", {"count": new.pips}))
    return tuple(found) or (Message("band.same"),)


# One region.


def region_view(game: Game, region: str, language: str, recounted: Sequence[commands.Recount] = ()) -> Plain:
    """What may be put on a region with one more tap: its contents, the likeliest first, and single pieces.

    `recounted` is what `recounts` found; an old turn has none, as its regions are corrected together.
    """
    ground = game.grounds[region]
    return {
        "band": ground.band or None,
        "tokens": ground.tokens,
        "tribe": ground.tribe,
        "markers": [{"kind": marker.kind, "band": marker.band} for marker in ground.markers],
        "choices": contents(game, region, language, recounted),
        "pieces": pieces(game, region, language),
    }


def recounts(game: Game, region: str, doubted: Collection[str]) -> list[commands.Recount]:
    """Other numbers on a region for which no token comes from the tray or goes there.

    Whoever is placing tokens has placed one more or fewer from the hand. One too many stands rather in a region of
    `doubted` counts than in the tray; where that has none left, in the race's hand, else in one of its fullest regions.
    """
    ground = game.grounds[region]
    holder = game.bands.get(ground.band)
    if not holder:
        return []
    placing = holder.id == game.turn.band and game.turn.stage in ("conquer", "redeploy")
    hand = holder.hand if placing or not game.tray[holder.race] else 0
    counts = [ground.tokens + more for more in (-1, 1, 2) if more <= hand] if placing or hand else []
    found = [commands.Recount(region, count, (commands.HAND,)) for count in counts if count > 0]
    if hand:
        return found
    standing = game.standing(holder.id)
    known = [key for key in standing if key not in doubted] if game.tray[holder.race] else []
    spare = [key for key, count in standing.items() if key != region and key not in known and count > 1]
    fullest = sorted(spare, key=lambda key: (key not in doubted, -standing[key], key))
    return [*found, *(commands.Recount(region, ground.tokens + 1, (source,)) for source in fullest[:SOURCES])]


def contents(game: Game, region: str, language: str, recounted: Sequence[commands.Recount]) -> list[Plain]:
    """Whose tokens may be on a region, and how many; `changes` says by how many, or `instead` of what.

    Where a token comes from other regions, `from` names them: they have fewer then.
    """
    ground = game.grounds[region]
    choices: list[Plain] = []

    def offer(label: str, band: int, tokens: int, tribe: int, markers: tuple[Marker, ...], changes: str = "") -> None:
        command = commands.SetRegion(region, band, tokens, tribe, markers)
        after = Ground(band, tokens, tribe, markers)
        instead = not (band and band == ground.band)
        changes = changes or (
            _instead(game, ground, after, language) if instead else f"{tokens - ground.tokens:+}".replace("-", "−")
        )
        choices.append(
            {
                "label": label,
                "changes": changes,
                "instead": instead and bool(changes),
                "command": commands.encode(command),
            }
        )

    def tokens_of(band: Band, count: int) -> str:
        return text.say(Message("tokens", {"count": count, "race": band.race}), language)

    holder = game.bands.get(ground.band)
    # Whoever has tokens in hand has placed no more than those.
    by_hand = any(commands.HAND in command.others and command.tokens > ground.tokens for command in recounted)
    if holder:
        for count in (ground.tokens - 1, ground.tokens + 1, ground.tokens + 2):
            known = [command for command in recounted if command.tokens == count]
            for command in known:
                lands = [key for key in command.others if key != commands.HAND]
                choices.append(
                    {
                        "label": tokens_of(holder, count),
                        "changes": text.say(_source(count - ground.tokens, lands), language),
                        "instead": False,
                        "from": lands,
                        "command": commands.encode(command),
                    }
                )
            moved = any(commands.HAND in command.others for command in known)
            if not moved and 0 < count <= ground.tokens + (0 if by_hand else game.tray[holder.race]):
                more = Message("correct.from_tray", {"count": count - ground.tokens})
                changes = text.say(more, language) if known else ""
                offer(tokens_of(holder, count), holder.id, count, ground.tribe, ground.markers, changes)
    if ground != Ground():
        offer(text.sentence(Message("region.empty"), language), 0, 0, 0, ())
    for band in game.bands.values():
        if band.id != ground.band:
            for count in (1, 2, 3):
                if count <= game.tray[band.race]:
                    offer(tokens_of(band, count), band.id, count, 0, ())
    if not ground.tribe and game.tribes:
        offer(text.sentence(Message("tribes", {"count": 1}), language), 0, 0, 1, ())
    return choices


def _source(more: int, lands: Sequence[str]) -> Message:
    """Where so many more tokens come from, or where they go: a region, else the hand."""
    if lands:
        return Message("correct.from", {"region": lands[0]})
    return Message("correct.from_hand" if more > 0 else "correct.to_hand", {"count": abs(more)})


def _instead(game: Game, before: Ground, after: Ground, language: str) -> str:
    """What is replaced when a region changes like this: "Instead of 3 Orcs, Lost Tribe", or ""."""
    gone: list[str] = []
    holder = game.bands.get(before.band)
    if holder:
        gone.append(text.say(Message("tokens", {"count": before.tokens, "race": holder.race}), language))
    if before.tribe and not after.tribe:
        gone.append(text.say(Message("tribes", {"count": before.tribe}), language))
    gone += [text.piece(marker.kind, language) for marker in before.markers if marker not in after.markers]
    return text.sentence(Message("correct.instead", {"what": ", ".join(gone)}), language) if gone else ""


def pieces(game: Game, region: str, language: str) -> list[Plain]:
    """Single pieces to take off a region or to put on it: those of the race there come first."""
    ground = game.grounds[region]
    found: list[Plain] = []

    def offer(marker: Marker, on: bool, markers: tuple[Marker, ...]) -> None:
        command = commands.SetRegion(region, ground.band, ground.tokens, ground.tribe, markers)
        owner = game.bands.get(marker.band)
        label = text.piece(marker.kind, language)
        if owner and owner.id != ground.band:
            label = text.say(Message("piece.of", {"piece": marker.kind, "race": owner.race}), language)
        label = f"{'+' if on else '−'} {label}"
        near = not on or marker.band == ground.band > 0
        plain = commands.encode(command)
        found.append({"label": label, "kind": marker.kind, "on": on, "near": near, "command": plain})

    for marker in dict.fromkeys(ground.markers):
        fewer = list(ground.markers)
        fewer.remove(marker)
        offer(marker, False, tuple(fewer))
    for marker in sorted(available(game), key=lambda each: each.band != ground.band):
        if PIECES[marker.kind].several or marker not in ground.markers:
            offer(marker, True, (*ground.markers, marker))
    return found


def unowned(game: Game) -> list[Marker]:
    """The pieces of these boxes that no race in play brings: they may be on the map all the same."""
    brought = {kind for band in game.bands.values() for kind in hooks.pieces(band)}
    rules = (ABILITIES[rule.key] for box in game.boxes for rule in BOXES[box].rules)
    kinds = dict.fromkeys(kind for ability in (*abilities(game.boxes), *rules) for kind in ability.pieces)
    return [Marker(kind) for kind in kinds if kind not in brought]


def available(game: Game) -> list[Marker]:
    """Every piece that is left in the box, with the band that brings it, or nobody's."""
    owned = [Marker(kind, band.id) for band in game.bands.values() for kind in hooks.pieces(band)]
    return [marker for marker in (*owned, *unowned(game)) if placing.free(game, marker) > 0]


# Reasons for correcting coins.


def reasons(language: str) -> list[Plain]:
    """The reasons to choose from."""
    return [{"key": key, "text": text.sentence(Message(f"reason.{key}"), language)} for key in REASONS]
