"""Hooks of conquest: where, at what price, and with which consequences."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Set
from functools import cache, lru_cache
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from companion.rules.ability import Ability, Boost, Fight, OwedToll, Owner, Toll
from companion.rules.boxes.registry import ABILITIES, BOXES, PRIZES
from companion.rules.events import Event
from companion.rules.hooks.asked import (
    DEFENDING,
    SHIELDING,
    abilities,
    answering,
    answers,
    ground_pieces,
    piece_owner,
    rules,
)
from companion.rules.model import Band, Game, Line, Message, Way

NOT_ANY: Mapping[int, Message] = MappingProxyType({})
NOWHERE: Set[str] = frozenset()
USUAL_LEAST = (1, "")
NOBODY_THERE: Set[int] = frozenset({0})


def seen_declined(band: Band) -> bool:
    """Whether the other players see a race as declined."""
    return band.declined or ABILITIES[band.race].counts_declined


def fight(
    game: Game,
    band: Band,
    region: str,
    way: str = "ordinary",
    boosts: Mapping[str, int] = MappingProxyType({}),
    within: Reach | None = None,
) -> Fight:
    """An attack by a band, ready to be priced; `within` is its reach, if known."""
    ground = game.grounds[region]
    defender = game.bands.get(ground.band)
    enemy = defender if defender and defender.seat != band.seat else None
    seen: tuple[int, ...] = (band.id,) if ABILITIES[band.race].counts_declined else ()
    if defender and ABILITIES[defender.race].counts_declined:
        seen += (defender.id,)
    by_sea = region in within.sea if within else leads_over_sea(Owner(game, band), region)
    there = game.board.regions[region]
    key, _, at = way.partition(":") if ":" in way else (way, "", "")
    tokens = ground.tokens
    attack = Fight(game, band, there, ground, defender, enemy, key, at, boosts, seen, by_sea, tokens, tokens > 0)
    for piece, marker in ground_pieces(ground) if ground.markers else ():
        attack.race_there |= piece.follows and marker.band > 0
        if piece.counts_as_token and piece.strength(piece_owner(game, marker, region), attack) > 0:
            attack.tokens_there += 1
    if by_sea:
        attack.voyage, attack.waived = within.voyage if within else voyage(game, band)
    if defender and (bare := within.spared if within else spared(game, band)):
        attack.bare = bare.get(defender.id)
    return attack


OwnWays = tuple[tuple[Ability, Message | None], ...]
"""The abilities with ways of their own, and why all of these are closed, if they are."""


class Reach(Struct, frozen=True):
    """What is the same for every region that a band may attack.

    The regions within reach from `near`, those that can only be reached by `sea`, and the price of the `voyage`; what
    refuses all `others`; the abilities that are `changing` the price, those that have `ways` of their own, what `helps`
    besides tokens, and the `least` tokens for a region, and whose rule that is; the bands that are `spared` the
    attacker's race and powers.
    About a region that a band in `silent` holds (0: nobody) only the attacker is asked, if its pieces are mute.
    """

    near: Set[str]
    sea: Set[str]
    others: str
    voyage: tuple[tuple[Line, ...], str]
    changing: tuple[Ability, ...]
    ways: OwnWays
    helps: list[tuple[str, Boost]]
    least: tuple[int, str]
    spared: Mapping[int, Message]
    silent: Set[int]


@cache
def passage(boxes: tuple[str, ...]) -> Line | None:
    """The price of a sea voyage, if a rule of the table lets every race travel to the border regions."""
    return next((Line(rule.key, rule.passage) for box in boxes for rule in BOXES[box].rules if rule.passage), None)


def leads_over_sea(owner: Owner, region: str) -> bool:
    """Whether a region can only be reached by sea; `within_reach` has the same for all of them at once."""
    if not passage(owner.game.boxes) or region not in border(owner):
        return False
    # Most conquests are next door, so the others are asked last.
    return not owner.game.beside(owner.band.id, region) and region not in added(owner, owner.holdings())


@lru_cache(maxsize=256)
def _first(race: str, powers: tuple[str, ...], prizes: tuple[str, ...], mark: str) -> str:
    return next((key for key in (race, *powers, *prizes) if getattr(ABILITIES[key], mark)), "")


def first(band: Band, mark: str) -> str:
    """The first of an active band's abilities with a mark on its class; "" for none, or in decline."""
    return "" if band.declined else _first(band.race, band.powers, band.prizes, mark)


def sails(band: Band) -> str:
    """The ability of a band that makes sea voyages free (the first); "" for none."""
    return first(band, "sails")


def voyage(game: Game, band: Band) -> tuple[tuple[Line, ...], str]:
    """The price of a sea voyage, minus what an ability saves of it once; and the name of that ability."""
    added, by = passage(game.boxes), sails(band)
    if added is None:
        return (), ""
    return ((added, Line(by, -added.amount)) if by else (added,)), by


def border(owner: Owner) -> Set[str]:
    """The regions through which the race enters the map as it is printed."""
    return owner.game.board.border if ABILITIES[owner.band.race].by_border else frozenset()


def reach(owner: Owner, held: list[str], offering: bool = False) -> Reach:
    """What is the same for all regions that a band with these regions may attack; when `offering`, without ways that
    are closed everywhere, since nobody reads why."""
    return reaching(owner, within_reach(owner, held), held, owner.game.bands.values(), offering)


def reach_of(owner: Owner, region: str) -> Reach:
    """The same for a single region: if that is next door, nothing else on the map is looked at."""
    game = owner.game
    beside = game.beside(owner.band.id, region)
    held = beside or owner.holdings()
    within = ({region}, NOWHERE) if beside else within_reach(owner, held)
    holder = game.bands.get(game.grounds[region].band)
    return reaching(owner, within, held, (holder,) if holder else ())


def reaching(
    owner: Owner,
    within: tuple[Set[str], Set[str]],
    held: list[str],
    holders: Collection[Band],
    offering: bool = False,
) -> Reach:
    """What is the same for all regions within reach, those next door and those by sea, that these bands may hold."""
    near, sea = within
    over = voyage(owner.game, owner.band) if sea else ((), "")
    others = "refuse.not_adjacent" if held else "refuse.not_border"
    asked = abilities(owner.band)
    own = own_ways(owner, offering) if asked["ways"] else ()
    helps = boosts(owner) if asked["boost"] else []
    needed = least(owner.game, owner.band) if asked["least"] else USUAL_LEAST
    bare = spared(owner.game, owner.band) if holders else NOT_ANY
    silent = NOBODY_THERE if asked["spoils"] else without_a_say(owner.band, holders, bare)
    return Reach(near, sea, others, over, asked["attack_cost"], own, helps, needed, bare, silent)


def spared(game: Game, band: Band) -> Mapping[int, Message]:
    """The bands against which race and powers of a band do not help, and why (the first answer)."""
    for rule in rules(game.boxes, "spares"):
        if found := rule.spares(Owner(game, band)):
            return found
    return NOT_ANY


def without_a_say(band: Band, holders: Iterable[Band], bare: Mapping[int, Message]) -> Set[int]:
    """Those of these bands, of others, that have no say in an attack by a band which collects nothing, neither in its
    price nor in what it makes anybody owe, unless a piece there has; 0 for nobody. Spared ones are not among them."""
    found = {*NOBODY_THERE}
    for other in holders:
        if other.seat != band.seat and other.id not in bare:
            asked = abilities(other)
            tolls = asked["tolls"] and [ability for ability in asked["tolls"] if not ability.tolls_for]
            if not (tolls or asked["shields"] or asked["defence_cost"]):
                found.add(other.id)
    return found


def within_reach(owner: Owner, held: list[str]) -> tuple[Set[str], Set[str]]:
    """The regions next to one's own, and those any ability adds (union); and those by sea, if that is allowed.

    A race without a region makes a first conquest: from the border regions, and those any ability adds.
    """
    regions = owner.game.board.regions
    found = added(owner, held)
    for region in held:
        found.update(regions[region].adjacent)
    if passage(owner.game.boxes):
        return found, border(owner) - found
    return found if held else found | border(owner), frozenset()


def added(owner: Owner, held: list[str]) -> set[str]:
    """The regions within reach that abilities add to those next to one's own, or to the border (union)."""
    found: set[str] = set()
    if held:
        for ability in answering(owner.band, "neighbours"):
            found.update(ability.neighbours(owner, held))
    else:
        for ability in answering(owner.band, "entries"):
            found.update(ability.entries(owner))
    return found


def far(owner: Owner, held: list[str]) -> set[str]:
    """The regions that abilities' own ways can conquer from afar (union)."""
    return {region for ability in answering(owner.band, "far") for region in ability.far(owner, held)}


def shut(owner: Owner, within: Set[str]) -> list[str]:
    """The waters among these regions that may not be entered."""
    waters = [region for region in owner.game.board.waters if region in within]
    if waters and answering(owner.band, "may_enter"):
        return [region for region in waters if not may_enter(owner, region)]
    return waters


def may_enter(owner: Owner, region: str) -> bool:
    """Whether a region may be entered: water if any ability says so."""
    return any(
        ability.may_enter(owner, owner.game.board.regions[region]) for ability in answering(owner.band, "may_enter")
    )


def shields(attack: Fight, kind: str) -> list[Message]:
    """Why an attack is refused: any refusal counts, all reasons are shown.

    Of the rules of the table it is known; the abilities of an enemy there are asked, and every piece in the region.
    """
    reasons = [attack.bare] if attack.bare and kind == "power" else []
    if attack.enemy:
        for ability in answering(attack.enemy, "shields"):
            reasons += ability.shields(Owner(attack.game, attack.enemy, attack.region.id), kind, attack)
    for piece, marker in ground_pieces(attack.ground) if attack.ground.markers else ():
        if marker.kind in SHIELDING:
            owner = piece_owner(attack.game, marker, attack.region.id)
            reasons += piece.shields(owner, kind, attack)
    return reasons


def attack_lines(attack: Fight, changing: tuple[Ability, ...]) -> list[Line]:
    """What those of the attacker's abilities that are `changing` the price add or save; savings only if powers help.

    The price of a sea voyage comes first.
    """
    told = [*attack.voyage]
    if changing:
        owner = Owner(attack.game, attack.band)
        for ability in changing:
            told += [Line(ability.key, amount) for amount in ability.attack_cost(owner, attack)]
    return [line for line in told if line.amount > 0] if attack.bare and told else told


def defence_lines(attack: Fight) -> list[Line]:
    """What the defender's abilities and the pieces add, an item for each kind."""
    items: dict[str, int] = {}
    if attack.enemy:
        for ability in answering(attack.enemy, "defence_cost"):
            items[ability.key] = sum(ability.defence_cost(Owner(attack.game, attack.enemy, attack.region.id), attack))
    for piece, marker in ground_pieces(attack.ground) if attack.ground.markers else ():
        if marker.kind in DEFENDING:
            owner = piece_owner(attack.game, marker, attack.region.id)
            items[piece.key] = items.get(piece.key, 0) + sum(piece.defence_cost(owner, attack))
    return [Line(key, amount) for key, amount in items.items() if amount] if items else []


def least(game: Game, band: Band, readying: bool = False) -> tuple[int, str]:
    """How many tokens a band needs to take and hold a region, and whose rule that is (the highest; "": the table's)."""
    asked = answering(band, "least")
    if not asked:
        return USUAL_LEAST
    owner = Owner(game, band)
    return max((ability.least(owner, readying), ability.key) for ability in asked)


def raises_least(key: str) -> bool:
    """Whether an item of a bill is an ability whose race needs more than one token for a region."""
    return key in ABILITIES and answers(type(ABILITIES[key]), "least")


def boosts(owner: Owner) -> list[tuple[str, Boost]]:
    """What helps a band besides tokens, if any of it is left and is worth something (all)."""
    found = [(ability.key, ability.boost(owner)) for ability in answering(owner.band, "boost")]
    return [(key, boost) for key, boost in found if boost and boost.most > 0 and boost.worth > 0]


def fighters(owner: Owner) -> int:
    """How many tokens a band has in hand, with whatever is as good as one."""
    return owner.band.hand + sum([boost.most for _, boost in boosts(owner) if boost.body])


def empty_handed(owner: Owner) -> bool:
    """Whether a band can take no region at all: it has too few tokens in hand with whatever is as good as one, and no
    way left that needs none."""
    needed = least(owner.game, owner.band)[0]
    if owner.band.hand >= needed or any(
        each.empty_handed and not each.used_up(owner) for each in answering(owner.band, "ways")
    ):
        return False
    return fighters(owner) < needed


def helping(found: list[tuple[str, Boost]], region: str) -> list[tuple[str, Boost]]:
    """What of it helps in a region."""
    return [(key, boost) for key, boost in found if boost.where is None or region in boost.where]


def tolls(attack: Fight) -> list[tuple[Ability, Toll]]:
    """The tolls of a conquest: the defender's abilities, then the attacker's (all)."""
    found: list[tuple[Ability, Toll]] = []
    if attack.enemy:
        for ability in answering(attack.enemy, "tolls"):
            found += [(ability, toll) for toll in ability.tolls(Owner(attack.game, attack.enemy), attack)]
        for ability in answering(attack.band, "spoils"):
            found += [(ability, toll) for toll in ability.spoils(Owner(attack.game, attack.band), attack)]
    return found


def owed_tolls(attacks: Iterable[Fight], takes: bool = True) -> list[OwedToll]:
    """What a band owes others before a power of its own affects some regions; once a turn only once (all).

    It `takes` tokens from there, or something else.
    """
    found: dict[tuple[str, str], OwedToll] = {}
    for attack in attacks:
        if attack.enemy:
            region = attack.region.id
            for ability in answering(attack.enemy, "owed_tolls"):
                for toll in ability.owed_tolls(Owner(attack.game, attack.enemy, region), attack, takes):
                    found.setdefault((ability.key, toll.once or region), OwedToll(ability.key, toll))
    return list(found.values())


def own_ways(owner: Owner, offering: bool = False) -> OwnWays:
    """Whose own ways a band has; when `offering`, without those that are closed everywhere."""
    found = [(ability, ability.used_up(owner)) for ability in answering(owner.band, "ways")]
    return tuple([(ability, why) for ability, why in found if not (offering and why)])


def ways(attack: Fight, asked: OwnWays) -> tuple[list[Way], list[Message]]:
    """The own ways of those `asked`, open and closed, and why some of them are closed here."""
    found: list[Way] = []
    closed: list[Message] = []
    owner = Owner(attack.game, attack.band)
    for ability, why in asked:
        for way in ability.ways(owner, attack):
            if not isinstance(way, Way):
                closed.append(way)
                continue
            found.append(way if why is None else replace(way, closed=why))
            if reason := why or way.closed:
                closed.append(reason)
    return found, closed


def gained(game: Game, attack: Fight) -> list[Event]:
    """What happens when the conqueror gains control of the prizes on a region (in order)."""
    if not attack.ground.markers:
        return []
    band = game.bands[attack.band.id]
    owner = Owner(game, band, attack.region.id)
    lying = [marker.kind for marker in attack.ground.markers if marker.kind in band.prizes]
    return [event for kind in lying for event in PRIZES[kind].on_gained(owner)]


def calls_die(band: Band) -> bool:
    """Whether an active band may roll before it names a region."""
    return first(band, "calls_die") != ""


def named_attempt(band: Band) -> bool:
    """Whether the final attempt names its region first, as it does unless an ability replaces that."""
    return first(band, "replaces_attempt") == ""
