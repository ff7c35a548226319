"""Where one may conquer, what it costs, and what it does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from functools import cache, lru_cache
from types import MappingProxyType
from typing import NamedTuple

from companion.rules.ability import Ability, Boost, Due, Fight, Me, Toll
from companion.rules.events import Event
from companion.rules.hooks.asked import DEFENDING, SHIELDING, answering, ground_pieces, piece_owner, rules
from companion.rules.model import NOBODY, Band, Game, Line, Say, Way
from companion.rules.sets import ABILITIES, PRIZES, SETS


def seen_declined(band: Band) -> bool:
    """Other players see a race in decline."""
    return band.declined or ABILITIES[band.race].counts_declined


def fight(
    game: Game,
    band: Band,
    region: str,
    held: list[str],
    way: str = "ordinary",
    boosts: Mapping[str, int] = MappingProxyType({}),
    within: Reach | None = None,
) -> Fight:
    """An attack by a band that holds these regions, ready to be weighed; `within` is its reach, where it is known."""
    ground = game.grounds[region]
    defender = game.bands.get(ground.band)
    enemy = defender if defender and defender.seat != band.seat else None
    seen: tuple[int, ...] = (band.id,) if ABILITIES[band.race].counts_declined else ()
    if defender and ABILITIES[defender.race].counts_declined:
        seen += (defender.id,)
    by_sea = region in within.sea if within else leads_over_sea(Me(game, band), region, held)
    there = game.board.regions[region]
    key, _, at = way.partition(":")
    attack = Fight(game, band, there, ground, defender, enemy, held, key, at, boosts, seen, by_sea, ground.tokens)
    for piece, marker in ground_pieces(ground) if ground.markers else ():
        if piece.counts_as_token and piece.strength(piece_owner(game, marker, region), attack) > 0:
            attack.tokens_there += 1
    if by_sea:
        attack.voyage, attack.waived = within.voyage if within else voyage(game, band)
    if defender and rules(game.boxes, "shields"):
        attack.bare = bool(table_shields(attack, "power"))
    return attack


class Reach(NamedTuple):
    """What is asked of every region that a band may attack, and is the same for all.

    The regions that can be had from `near`, and those to which nothing but the way over the `sea` leads, and what the
    `voyage` adds; the abilities that have `ways` of their own, what `helps` besides tokens, and the `least` tokens
    that take a region.
    """

    near: Set[str]
    sea: Set[str]
    voyage: tuple[tuple[Line, ...], str]
    ways: tuple[Ability, ...]
    helps: list[tuple[str, Boost]]
    least: int


@cache
def passage(boxes: tuple[str, ...]) -> Line | None:
    """What the way over the sea adds, where a rule of the table lets every race go it to the border regions."""
    return next((Line(rule.key, rule.passage) for box in boxes for rule in SETS[box].rules if rule.passage), None)


def leads_over_sea(me: Me, region: str, held: list[str]) -> bool:
    """Nothing but the way over the sea leads to a region, as `within_reach` has it for all of them at once."""
    if not passage(me.game.boxes) or region not in border(me):
        return False
    # Most conquests are next door, so the others are asked last.
    beside = me.game.board.regions[region].adjacent
    return not any(each in beside for each in held) and region in within_reach(me, held)[1]


@lru_cache(maxsize=256)
def _first(race: str, powers: tuple[str, ...], prizes: tuple[str, ...], mark: str) -> str:
    return next((key for key in (race, *powers, *prizes) if getattr(ABILITIES[key], mark)), "")


def first(band: Band, mark: str) -> str:
    """The first of an active band's abilities with a mark on its class; "" without one, or in decline."""
    return "" if band.declined else _first(band.race, band.powers, band.prizes, mark)


def sails(band: Band) -> str:
    """The ability of a band that makes the way over the sea as cheap as any other (the first); "" without one."""
    return first(band, "sails")


def voyage(game: Game, band: Band) -> tuple[tuple[Line, ...], str]:
    """What the way over the sea adds, and what an ability takes off again, once; and which one that is."""
    added, by = passage(game.boxes), sails(band)
    if added is None:
        return (), ""
    return ((added, Line(by, -added.amount)) if by else (added,)), by


def border(me: Me) -> Set[str]:
    """The regions through which the race enters the map as it is printed."""
    return me.game.board.border if ABILITIES[me.band.race].by_border else frozenset()


def reach(me: Me, held: list[str]) -> Reach:
    """What holds for all regions that a band may attack, which has these."""
    near, sea = within_reach(me, held)
    over = voyage(me.game, me.band) if sea else ((), "")
    return Reach(near, sea, over, answering(me.band, "ways"), boosts(me), least(me.game, me.band)[0])


def within_reach(me: Me, held: list[str]) -> tuple[Set[str], Set[str]]:
    """The regions next to one's own, and those any ability adds (union); those over the sea, where there is a way.

    Without a region of one's own it is a first conquest: from the border regions, and those any ability adds.
    """
    regions = me.game.board.regions
    found: set[str] = set()
    for region in held:
        found.update(regions[region].adjacent)
    if held:
        for ability in answering(me.band, "neighbours"):
            found.update(ability.neighbours(me, held))
    else:
        for ability in answering(me.band, "entries"):
            found.update(ability.entries(me))
    if passage(me.game.boxes):
        return found, border(me) - found
    return found if held else found | border(me), frozenset()


def far(me: Me, held: list[str]) -> set[str]:
    """The regions that abilities' own ways conquer from afar (union)."""
    return {region for ability in answering(me.band, "far") for region in ability.far(me, held)}


def may_enter(me: Me, region: str) -> bool:
    """Water opens when any ability says so."""
    return any(
        ability.may_enter(me, me.game.board.regions[region])
        for ability in answering(me.band, "may_enter")
    )


def table_shields(attack: Fight, kind: str) -> list[Say]:
    """Why the rules of the table keep the attacker off; from powers alone, and the region can be taken without them."""
    me = Me(attack.game, NOBODY)
    return [why for rule in rules(attack.game.boxes, "shields") for why in rule.shields(me, kind, attack)]


def shields(attack: Fight, kind: str) -> list[Say]:
    """Any refuses, all reasons are shown.

    Asked of the rules of the table and the abilities of an enemy there, and of every piece on the region.
    """
    reasons: list[Say] = []
    if not (attack.enemy or attack.ground.markers):
        return reasons
    if attack.enemy:
        reasons += table_shields(attack, kind)
        for ability in answering(attack.enemy, "shields"):
            reasons += ability.shields(Me(attack.game, attack.enemy, attack.region.id), kind, attack)
    for piece, marker in ground_pieces(attack.ground):
        if marker.kind in SHIELDING:
            owner = piece_owner(attack.game, marker, attack.region.id)
            reasons += piece.shields(owner, kind, attack)
    return reasons


def attack_lines(attack: Fight) -> list[Line]:
    """What the attacker's abilities add or take off, an item each; savings only where they help.

    What the way over the sea takes stands first.
    """
    asked = answering(attack.band, "attack_cost")
    told = [*attack.voyage]
    if asked:
        me = Me(attack.game, attack.band)
        told += [Line(ability.key, amount) for ability in asked for amount in ability.attack_cost(me, attack)]
    return [line for line in told if line.amount > 0] if attack.bare and told else told


def defence_lines(attack: Fight) -> list[Line]:
    """What the defender's abilities and the pieces add, an item for each kind."""
    items: dict[str, int] = {}
    if attack.enemy:
        for ability in answering(attack.enemy, "defence_cost"):
            items[ability.key] = sum(ability.defence_cost(Me(attack.game, attack.enemy, attack.region.id), attack))
    for piece, marker in ground_pieces(attack.ground):
        if marker.kind in DEFENDING:
            owner = piece_owner(attack.game, marker, attack.region.id)
            items[piece.key] = items.get(piece.key, 0) + sum(piece.defence_cost(owner, attack))
    return [Line(key, amount) for key, amount in items.items() if amount] if items else []


def least(game: Game, band: Band, readying: bool = False) -> tuple[int, str]:
    """How many tokens a band takes and holds a region with, and whose rule that is (the highest; "": the table's)."""
    asked = answering(band, "least")
    if not asked:
        return 1, ""
    me = Me(game, band)
    return max((ability.least(me, readying), ability.key) for ability in asked)


def boosts(me: Me) -> list[tuple[str, Boost]]:
    """What helps a band besides tokens, as far as there is any of it worth something (all)."""
    found = [(ability.key, ability.boost(me)) for ability in answering(me.band, "boost")]
    return [(key, boost) for key, boost in found if boost and boost.most > 0 and boost.worth > 0]


def helping(found: list[tuple[str, Boost]], region: str) -> list[tuple[str, Boost]]:
    """What of it helps in a region."""
    return [(key, boost) for key, boost in found if boost.where is None or region in boost.where]


def tolls(attack: Fight) -> list[tuple[Ability, Toll]]:
    """What a conquest makes two players owe each other: the defender's abilities, then the attacker's (all)."""
    found: list[tuple[Ability, Toll]] = []
    for band in (attack.enemy, attack.band) if attack.enemy else ():
        for ability in answering(band, "tolls"):
            found += [(ability, toll) for toll in ability.tolls(Me(attack.game, band), attack)]
    # Both sides are asked, so who collects from the other side may come out as both.
    return [(ability, toll) for ability, toll in found if toll.payer != toll.payee] if found else found


def dues(attacks: Iterable[Fight], takes: bool = True) -> list[Due]:
    """What a band owes others before a power of its own touches some regions: once what is owed once a turn (all).

    It `takes` tokens from there, or something else.
    """
    found: dict[tuple[str, str], Due] = {}
    for attack in attacks:
        if attack.enemy:
            region = attack.region.id
            for ability in answering(attack.enemy, "dues"):
                for toll in ability.dues(Me(attack.game, attack.enemy, region), attack, takes):
                    found.setdefault((ability.key, toll.once or region), Due(ability.key, toll))
    return list(found.values())


def ways(attack: Fight) -> tuple[list[Way], list[Say]]:
    """Every ability's own ways, open and closed, and why some of them are closed here."""
    found: list[Way] = []
    closed: list[Say] = []
    for ability in answering(attack.band, "ways"):
        for way in ability.ways(Me(attack.game, attack.band), attack):
            if isinstance(way, Way):
                found.append(way)
            why = way.closed if isinstance(way, Way) else way
            if why:
                closed.append(why)
    return found, closed


def gained(game: Game, attack: Fight) -> list[Event]:
    """What happens as the prizes on a conquered region come under the conqueror's control (in order)."""
    band = game.bands[attack.band.id]
    me = Me(game, band, attack.region.id)
    lying = [marker.kind for marker in attack.ground.markers if marker.kind in band.prizes]
    return [event for kind in lying for event in PRIZES[kind].on_gained(me, attack.defender)]


def calls_die(band: Band) -> bool:
    """Whether an active band may roll before it names a region."""
    return first(band, "calls_die") != ""


def named_attempt(band: Band) -> bool:
    """The final attempt names its region first, unless an ability replaces that."""
    return first(band, "replaces_attempt") == ""
