"""Who is asked, in which order, and how answers combine.  Only this file knows.

The order is always: the rules of the table, the race, its powers, the pieces
on the region in the order in which they were set.  A band in decline answers
only with the hooks that its abilities say last.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from companion.rules.ability import (
    Ability,
    Boost,
    Deed,
    Earn,
    Fight,
    Garrison,
    Heap,
    Loss,
    Me,
    Piece,
    Placement,
    Toll,
)
from companion.rules.events import Event
from companion.rules.model import NOBODY, Band, Combo, Game, Ground, Line, Marker, Say, Stage, Way
from companion.rules.sets import ABILITIES, PIECES, SETS


@cache
def _answering(race: str, powers: tuple[str, ...], declined: bool, hook: str) -> tuple[Ability, ...]:
    found = []
    for key in (race, *powers):
        ability = ABILITIES[key]
        answers = getattr(type(ability), hook) is not getattr(Ability, hook)
        if answers and (not declined or hook in ability.lasts):
            found.append(ability)
    return tuple(found)


def answering(band: Band, hook: str) -> tuple[Ability, ...]:
    """The abilities of a band that have something to say to a hook now."""
    return _answering(band.race, band.powers, band.declined, hook)


@cache
def rules(boxes: tuple[str, ...], hook: str) -> tuple[Ability, ...]:
    """The rules of the table, of whichever boxes are played, that have something to say to a hook."""
    found = [ABILITIES[kind.key] for box in boxes for kind in SETS[box].rules]
    return tuple(rule for rule in found if getattr(type(rule), hook) is not getattr(Ability, hook))


def heaps(game: Game) -> dict[str, Heap]:
    """The piles beside the map that the rules of the table use."""
    return {heap.key: heap for box in game.boxes for rule in SETS[box].rules for heap in rule.heaps}


def planners(game: Game, hook: str) -> list[tuple[Ability, Me]]:
    """Who has a say in a turn's stages: the rules of the table, then all bands of the seat whose turn it is."""
    found = [(rule, Me(game, NOBODY)) for rule in rules(game.boxes, hook)]
    for band in game.bands.values():
        if band.seat == game.turn.seat:
            found += [(ability, Me(game, band)) for ability in answering(band, hook)]
    return found


def ground_pieces(ground: Ground) -> list[tuple[Piece, Marker]]:
    """The pieces on a region, in the order in which they were set."""
    return [(PIECES[marker.kind], marker) for marker in ground.markers] if ground.markers else []


@cache
def _plain(race: str, powers: tuple[str, ...], declined: bool) -> bool:
    return not any(_answering(race, powers, declined, hook) for hook in ("ways", "boost", "least", "tolls"))


def plain(band: Band) -> bool:
    """The band conquers as everybody does: no way of its own, nothing that helps, no other least, no tolls."""
    return _plain(band.race, band.powers, band.declined)


def fight(
    game: Game,
    band: Band,
    region: str,
    held: list[str],
    way: str = "ordinary",
    boosts: Mapping[str, int] = MappingProxyType({}),
) -> Fight:
    """An attack by a band that holds these regions, ready to be weighed."""
    ground = game.grounds[region]
    defender = game.bands.get(ground.band)
    seen: tuple[int, ...] = (band.id,) if _counts_declined(band.race) else ()
    if defender and _counts_declined(defender.race):
        seen += (defender.id,)
    attack = Fight(game, band, region, held, way, boosts, seen)
    for piece, marker in ground_pieces(ground):
        worth = piece.counts_as_token and piece.strength(piece_owner(game, marker, region), attack) > 0
        attack.tokens_there += worth
    return attack


@cache
def _counts_declined(race: str) -> bool:
    return ABILITIES[race].counts_declined


def seen_declined(band: Band) -> bool:
    """Other players see a race in decline."""
    return band.declined or _counts_declined(band.race)


def bodies(game: Game, region: str) -> int:
    """How many tokens, and pieces as good as one, hold a region."""
    ground = game.grounds[region]
    if not ground.markers:
        return ground.tokens
    return ground.tokens + sum([bool(marker.band) and piece.holds(game) for piece, marker in ground_pieces(ground)])


def worth(game: Game, region: str) -> tuple[tuple[str, int], ...]:
    """What each piece on a region is worth in its defence now, by kind: of those that are not always worth the same."""
    ground = game.grounds[region]
    owned = [(piece, piece_owner(game, marker, region)) for piece, marker in ground_pieces(ground)]
    return tuple({piece.key: piece.strength(me) for piece, me in owned if piece.strength(me) != piece.defence}.items())


def in_hand(game: Game, band: Band, kind: str) -> int:
    """How many pieces of a kind a band has in hand."""
    me = Me(game, band)
    return me.in_hand(kind, PIECES[kind].owned(me))


def piece_owner(game: Game, marker: Marker, region: str) -> Me:
    """Whom a piece belongs to; pieces of nobody belong to NOBODY."""
    return Me(game, game.bands.get(marker.band, NOBODY), region)


# Where one may conquer.


def entries(me: Me) -> set[str]:
    """First conquest: the border regions, and those any ability adds (union)."""
    found: set[str] = set()
    if ABILITIES[me.band.race].by_border:
        found.update(region.id for region in me.game.board.regions.values() if region.border)
    for ability in answering(me.band, "entries"):
        found.update(ability.entries(me))
    return found


def reach(me: Me, held: list[str]) -> set[str]:
    """The regions next to one's own, and those any ability adds (union).

    Without a region of one's own it is a first conquest.
    """
    if not held:
        return entries(me)
    regions = me.game.board.regions
    found: set[str] = set()
    for region in held:
        found.update(regions[region].adjacent)
    for ability in answering(me.band, "neighbours"):
        found.update(ability.neighbours(me, held))
    return found


def far(me: Me, held: list[str]) -> set[str]:
    """The regions that abilities' own ways conquer from afar (union)."""
    return {region for ability in answering(me.band, "far") for region in ability.far(me, held)}


def may_enter(me: Me, region: str) -> bool:
    """Water opens when any ability says so."""
    return any(
        ability.may_enter(me, me.game.board.regions[region])
        for ability in answering(me.band, "may_enter")
    )


def shields(attack: Fight, kind: str) -> list[Say]:
    """Any refuses, all reasons are shown.

    Asked of the enemy's abilities and of every piece on the region.
    """
    reasons: list[Say] = []
    if attack.by_enemy and attack.defender:
        defender = Me(attack.game, attack.defender, attack.region.id)
        for ability in answering(attack.defender, "shields"):
            reasons += ability.shields(defender, kind, attack)
    for piece, marker in ground_pieces(attack.ground):
        owner = piece_owner(attack.game, marker, attack.region.id)
        reasons += piece.shields(owner, kind, attack)
    return reasons


# What it costs, and what it does.


def attack_lines(attack: Fight) -> list[Line]:
    """What the attacker's abilities add or take off, an item each."""
    return [
        Line(ability.key, amount)
        for ability in answering(attack.band, "attack_cost")
        for amount in ability.attack_cost(Me(attack.game, attack.band), attack)
    ]


def defence_lines(attack: Fight) -> list[Line]:
    """What the defender's abilities and the pieces add, an item for each kind."""
    items: dict[str, int] = {}
    if attack.by_enemy and attack.defender:
        me = Me(attack.game, attack.defender, attack.region.id)
        for ability in answering(attack.defender, "defence_cost"):
            items[ability.key] = sum(ability.defence_cost(me, attack))
    for piece, marker in ground_pieces(attack.ground):
        owner = piece_owner(attack.game, marker, attack.region.id)
        items[piece.key] = items.get(piece.key, 0) + sum(piece.defence_cost(owner, attack))
    return [Line(key, amount) for key, amount in items.items() if amount]


def least(game: Game, band: Band, readying: bool = False) -> tuple[int, str]:
    """How many tokens a band takes and holds a region with, and whose rule that is (the highest; "": the table's)."""
    asked = answering(band, "least")
    if not asked:
        return 1, ""
    me = Me(game, band)
    return max((ability.least(me, readying), ability.key) for ability in asked)


def boosts(attack: Fight) -> list[tuple[str, Boost]]:
    """What helps the attacker besides tokens, as far as there is any of it worth something (all)."""
    asked = answering(attack.band, "boost")
    if not asked:
        return []
    me = Me(attack.game, attack.band)
    found = [(ability.key, ability.boost(me, attack)) for ability in asked]
    return [(key, boost) for key, boost in found if boost and boost.most > 0 and boost.worth > 0]


def tolls(attack: Fight) -> list[tuple[Ability, Toll]]:
    """What a conquest makes players owe each other: the defender's abilities, then the attacker's (all)."""
    asked = [(each, attack.band) for each in answering(attack.band, "tolls")]
    if attack.defender and attack.by_enemy:
        asked = [(each, attack.defender) for each in answering(attack.defender, "tolls")] + asked
    return [(each, toll) for each, band in asked for toll in each.tolls(Me(attack.game, band), attack)] if asked else []


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


def casualties(loss: Loss) -> Loss:
    """The loss as it is in the end; each of the defender's abilities changes the number before it (chained)."""
    if loss.band and loss.fight:
        me = Me(loss.fight.game, loss.band, loss.region)
        for ability in answering(loss.band, "casualties"):
            loss = loss._replace(tokens=ability.casualties(me, loss))
    return loss


def lost(game: Game, loss: Loss) -> list[Event]:
    """What comes of a loss: every band, unless a pile has taken the tokens, then the loser (in order)."""
    found: list[Event] = []
    if not buries(game, loss):
        for band in game.bands.values():
            for ability in answering(band, "collects"):
                found += ability.collects(Me(game, band, loss.region), loss)
    loser = game.bands.get(loss.band.id) if loss.band else None
    if loser and loss.tokens:
        for ability in answering(loser, "on_loss"):
            found += ability.on_loss(Me(game, loser, loss.region), loss)
    return found


def left(game: Game, band: Band, region: str, cause: str) -> list[Event]:
    """What happens when a band leaves a region: its pieces, whosever they are, then its abilities (in order)."""
    found: list[Event] = []
    for piece, marker in ground_pieces(game.grounds[region]):
        found += piece.on_left(piece_owner(game, marker, region), cause)
    for ability in answering(band, "on_left"):
        found += ability.on_left(Me(game, band, region), cause)
    return found


def buries(game: Game, loss: Loss) -> str | None:
    """The pile for lost tokens (first answer: the rules of the table, then all bands); None: the tray."""
    asked = [(rule, Me(game, NOBODY)) for rule in rules(game.boxes, "buries")]
    asked += [(ability, Me(game, band)) for band in game.bands.values() for ability in answering(band, "buries")]
    return next((pile for ability, me in asked if (pile := ability.buries(me, loss))), None)


def calls_die(band: Band) -> bool:
    """Whether an active band may roll before it names a region."""
    return not band.declined and any(ABILITIES[key].calls_die for key in band.abilities)


def named_attempt(band: Band) -> bool:
    """The final attempt names its region first, unless an ability replaces that."""
    return band.declined or all(ABILITIES[key].named_attempt for key in band.abilities)


# The turn.


def conquers(game: Game, band: Band) -> bool:
    """An active band conquers; one in decline when any ability says so."""
    if not band.declined:
        return True
    return any(ability.conquers(Me(game, band)) for ability in answering(band, "conquers"))


def acts(game: Game, band: Band) -> list[tuple[Ability, Deed]]:
    """Everything a band can do that is no conquest (all offered that are not closed)."""
    me = Me(game, band)
    return [(ability, deed) for ability in answering(band, "acts") for deed in ability.acts(me)]


def plan(game: Game, stages: list[Stage]) -> list[Stage]:
    """The stages of the running turn (chained)."""
    for ability, me in planners(game, "plan"):
        stages = ability.plan(me, stages)
    return stages


def on_stage(game: Game, stage: Stage) -> list[Event]:
    """What happens by itself as a stage begins (in order)."""
    return [event for ability, me in planners(game, "on_stage") for event in ability.on_stage(me, stage)]


def hints(game: Game, band: Band) -> list[tuple[Ability, Say, str]]:
    """What a band's owner could still do, beside what its offers tell anyway (all said)."""
    me = Me(game, band)
    return [(ability, say, offer) for ability in answering(band, "hints") for say, offer in ability.hints(me)]


def extra_tokens(game: Game, band: Band) -> int:
    """Tokens received on top of the printed numbers (sum)."""
    me = Me(game, band)
    return sum(ability.extra_tokens(me) for ability in answering(band, "extra_tokens"))


def laid_on(game: Game) -> list[str]:
    """The races on whose combo tokens may come to lie in the column."""
    return [race for race in game.tray if type(ABILITIES[race]).on_passed is not Ability.on_passed]


def passed(game: Game, combo: Combo, place: int) -> list[Event]:
    """What happens to a combo that is passed over (in order)."""
    me = Me(game, Band(0, game.turn.seat, combo.race, (combo.power,)))
    return [event for ability in answering(me.band, "on_passed") for event in ability.on_passed(me, place)]


def taken(game: Game, band: Band) -> list[Event]:
    """What happens when a combo has been taken (in order)."""
    me = Me(game, band)
    return [event for ability in answering(band, "on_taken") for event in ability.on_taken(me)]


def turn_begin(game: Game, band: Band) -> list[Event]:
    """What happens to a band as its owner's turn begins (in order)."""
    me = Me(game, band)
    return [
        event
        for ability in answering(band, "on_turn_begin")
        for event in ability.on_turn_begin(me)
    ]


def reinforcements(game: Game, band: Band) -> int:
    """Tokens that come from the tray when conquests have ended (sum)."""
    me = Me(game, band)
    return sum(ability.reinforcements(me) for ability in answering(band, "reinforcements"))


def redeployed(game: Game, band: Band) -> list[Event]:
    """What happens once a band's troops stand as they end the turn (in order)."""
    me = Me(game, band)
    return [event for ability in answering(band, "on_redeployed") for event in ability.on_redeployed(me)]


def placements(game: Game, band: Band) -> list[Placement]:
    """Pieces that a band may place while redeploying (all offered)."""
    me = Me(game, band)
    return [
        placement
        for ability in answering(band, "placements")
        for placement in ability.placements(me)
        if placement.regions
    ]


def may_ask(band: Band) -> list[str]:
    """The abilities and kinds of pieces that may ask questions for a band."""
    return [*band.abilities, *pieces(band)]


def pieces(band: Band) -> list[str]:
    """The kinds of pieces that a band's abilities put on the map."""
    return [kind for key in band.abilities for kind in ABILITIES[key].pieces]


def garrison(game: Game, band: Band) -> Garrison:
    """How a band must stand when its turn ends (tightest)."""
    me = Me(game, band)
    found = Garrison()
    for ability in answering(band, "garrison"):
        asked = ability.garrison(me)
        mosts = [most for most in (found.most, asked.most) if most is not None]
        found = Garrison(
            max(found.aside, asked.aside),
            found.rest or asked.rest,
            min(mosts, default=None),
            found.moves and asked.moves,
            found.back and asked.back,
            found.spare or asked.spare,
        )
    return found


def earnings(game: Game, band: Band) -> list[tuple[Ability, Earn]]:
    """What a band's abilities add to the score (itemised sum)."""
    me = Me(game, band)
    return [
        (ability, earn)
        for ability in answering(band, "score")
        for earn in ability.score(me)
        if earn.amount or earn.remember
    ]


# Decline and the end.


def declines(game: Game, band: Band) -> bool:
    """The race may be put in decline (all)."""
    me = Me(game, band)
    return all(ability.declines(me) for ability in answering(band, "declines"))


def ranked(game: Game, seat: int) -> bool:
    """The seat is among those of whom one with most coins wins (all)."""
    return all(rule.ranked(Me(game, NOBODY), seat) for rule in rules(game.boxes, "ranked"))


def declines_late(game: Game, band: Band) -> bool:
    """Any ability lets the band decline after scoring."""
    me = Me(game, band)
    return any(ability.declines_late(me) for ability in answering(band, "declines_late"))


def gathers(game: Game, band: Band) -> bool:
    """Any ability brings the band together in one region at decline."""
    me = Me(game, band)
    return any(ability.gathers(me) for ability in answering(band, "gathers"))


def at_decline(game: Game, band: Band) -> list[Event]:
    """What happens as a band goes into decline (in order)."""
    me = Me(game, band)
    return [event for ability in answering(band, "on_decline") for event in ability.on_decline(me)]


def witness(game: Game, event: Event, band: int) -> list[Event]:
    """What something that a band did or suffered brings to all others (in order)."""
    return [
        found
        for other in game.bands.values()
        if other.id != band
        for ability in answering(other, "witness")
        for found in ability.witness(Me(game, other), event)
    ]


def stays(game: Game, band: Band, region: str, tokens: int) -> int:
    """How many tokens stay at decline: the first answer, else one."""
    me = Me(game, band, region)
    for ability in answering(band, "stays"):
        answer = ability.stays(me, region, tokens)
        if answer is not None:
            return answer
    return min(1, tokens)


def outlives_next(game: Game, band: Band) -> bool:
    """Any ability keeps the band in play beside another one in decline."""
    me = Me(game, band)
    return any(ability.outlives_next(me) for ability in answering(band, "outlives_next"))


def kept_badges(band: Band) -> tuple[str, ...]:
    """The badges that stay with a race in decline."""
    return tuple(power for power in band.powers if ABILITIES[power].keeps_badge)


def tie_tokens(game: Game, band: Band) -> int:
    """What abilities add to the tokens counted in a tie (sum)."""
    me = Me(game, band)
    return sum(ability.tie_tokens(me) for ability in answering(band, "tie_tokens"))
