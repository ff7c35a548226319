"""Explanations of races and powers, and of the whole game for a newcomer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from unicodedata import normalize

from companion.language import text
from companion.rules import engine
from companion.rules.ability import Option
from companion.rules.boxes.registry import ABILITIES, BOXES, PIECES
from companion.rules.model import Game, Message, Refused

Plain = dict[str, Any]


def explained(key: str, game: Game | None, chosen: Mapping[str, str], language: str) -> Plain:
    """A race, a power or a box's own rule.

    {"key", "name", "rule", "numbers": [{"sign", "text"}], "options": [{"sentence", "chosen"}]}

    `chosen` are the table options that differ from their default, before a game as well.  Raises Refused for anything
    else.
    """
    if key not in ABILITIES:
        raise Refused(Message("table.no_ability"))
    return {
        "key": key,
        "name": text.ability(key, language),
        "rule": text.rule(key, language),
        "numbers": [
            *({"sign": key, "text": side[:1].upper() + side[1:]} for side in (text.faction(key, language),) if side),
            *({"sign": sign, "text": text.sentence(say, language)} for sign, say in _numbers(key, game)),
        ],
        "options": [
            {
                "sentence": text.say(Message(f"option.{option.key}"), language),
                "chosen": _words(option, chosen.get(option.key, option.default), language),
            }
            for option in _options(key)
        ],
    }


def combo(race: str, power: str, language: str) -> Plain:
    """{"name"}: what a race is called with a power, as its language joins the two. Raises Refused for anything else."""
    races = {each.key for box in BOXES.values() for each in box.races}
    powers = {each.key for box in BOXES.values() for each in box.powers}
    if race not in races or power not in powers:
        raise Refused(Message("table.no_ability"))
    return {"name": text.combo(power, race, language)}


def _numbers(key: str, game: Game | None) -> list[tuple[str, Message]]:
    """What is printed on it, what the box holds of it, and what is left beside the map."""
    ability = ABILITIES[key]
    found: list[tuple[str, Message]] = []
    if ability.tokens:
        found.append((key, Message("explain.banner" if ability.supply else "explain.badge", {"count": ability.tokens})))
    if ability.supply:
        found.append((key, Message("explain.supply", {"count": ability.supply})))
        if game and key in game.tray:
            found.append((key, Message("explain.tray", {"count": game.tray[key]})))
    for kind in ability.pieces:
        found.append((kind, Message("explain.pieces", {"count": PIECES[kind].supply, "piece": kind})))
        if game and (there := len(game.pieces(kind))):
            found.append((kind, Message("explain.there", {"count": there, "piece": kind})))
    if ability.keeps_badge:
        found.append((key, Message("explain.stays")))
    return found


def _options(key: str) -> list[Option]:
    """The table options that belong to an ability, and those of the table that touch it.

    A name or a rule that the table has made up is the explanation itself.
    """
    ability = ABILITIES[key]
    own = (option for option in ability.options if not option.longest)
    return [*own, *(option for option in engine.RULE_OPTIONS if option.key in ability.concerns)]


def _words(option: Option, choice: str, language: str) -> str:
    """A choice in words; a number stays a number."""
    return choice if choice.isdecimal() else text.say(Message(f"option.{option.key}.{choice}"), language)


def in_play(boxes: tuple[str, ...], chosen: Mapping[str, str], language: str) -> list[Plain]:
    """What some boxes bring: [{"kind", "all": explanations}]; a kind is "rules" of the whole table in their order, and
    by name "races", "powers" and the "prizes" on the map."""
    prizes = [prize.key for box in boxes for prize in BOXES[box].prizes]
    named = {text.ability(key, language) for key in prizes}
    rules = [rule.key for box in boxes for rule in BOXES[box].rules if text.ability(rule.key, language) not in named]
    kinds = {
        "rules": rules,
        "races": [race.key for box in boxes for race in BOXES[box].races + BOXES[box].bannerless],
        "powers": [power.key for box in boxes for power in BOXES[box].powers],
        "prizes": prizes,
    }
    return [
        {
            "kind": kind,
            "all": sorted(
                (explained(key, None, chosen, language) for key in keys),
                key=lambda each: "" if kind == "rules" else _alphabetic(each["name"]),
            ),
        }
        for kind, keys in kinds.items()
        if keys
    ]


def _alphabetic(name: str) -> str:
    """What a name is sorted by: "de las Colinas" goes with D, "Élémentaires" with E."""
    return normalize("NFKD", name).casefold()
