"""What conquering a region takes: the ways into it, the price of each, what is owed, and what the die could do.

Base rules, Conquering Regions; nothing is carried out here.
"""

from __future__ import annotations

from companion.rules import hooks
from companion.rules.ability import Ability, Fight, Option, OwedToll, Owner
from companion.rules.model import (
    Band,
    Game,
    Ground,
    Line,
    Message,
    Quote,
    Refused,
    Region,
    Way,
)
from companion.rules.terrain import MOUNTAIN, WATER
from companion.rules.ways import as_asked, floored, price, variants, whole

DIE = (0, 0, 0, 1, 2, 3)
MOST_PIPS = max(DIE)
ORDINARY = "ordinary"
REGION = Line("region", 2)
SLOPE = Line("mountain", 1)
# More tokens than any region has.
NEVER = 1000
NO_TOLLS: tuple[tuple[Message, ...], int] = ((), 0)
NO_WAYS: tuple[list[Way], list[Message]] = ([], [])
OWN_DECLINED = Option("own-declined", ("costs-one", "costs-nothing"))
DECLINED_DIE = Option("declined-die", ("own", "shared"))


def lying_lines(region: Region, ground: Ground, tokens: int) -> list[Line]:
    """What everybody pays for a region with so many tokens of a race in it."""
    lines = [REGION]
    if tokens:
        lines.append(Line("defenders", tokens))
    if ground.tribe:
        lines.append(Line("tribe", ground.tribe))
    if region.terrain == MOUNTAIN:
        lines.append(SLOPE)
    return lines


def ordinary(attack: Fight, changing: tuple[Ability, ...], guarded: bool = True) -> Way:
    """The way that everybody has, without help and before it is raised to the minimum: 2 tokens, and 1 for each thing
    in the way.

    `changing` are the abilities of the attacker that change the price; unless the region is `guarded`, nobody else's
    do, neither its holder's nor a piece's.

    Base rules, Conquering a Region.
    """
    ground = attack.ground
    tokens = ground.tokens
    if tokens and own_declined(attack) and OWN_DECLINED.chosen(attack.game) == "costs-nothing":
        tokens = 0
    lines = lying_lines(attack.region, ground, tokens)
    if guarded and (attack.enemy or ground.markers):
        lines += hooks.defence_lines(attack)
    if changing or attack.voyage:
        lines += hooks.attack_lines(attack, changing)
    return Way(ORDINARY, tuple(lines), price(lines), fixed=False, die=True)


def own_declined(attack: Fight) -> bool:
    """Whether the region is held by the attacker's own declined race."""
    return attack.enemy is None and attack.defender is not None and attack.defender.declined


def out_of_bounds(attack: Fight) -> list[Message]:
    """Why a region cannot be entered at all, from near or far: it is held already, or it is water."""
    if attack.ground.band == attack.band.id:
        return [Message("refuse.own_region")]
    if attack.region.terrain in WATER and not hooks.may_enter(Owner(attack.game, attack.band), attack.region.id):
        return [Message("refuse.water", {"terrain": attack.region.terrain})]
    return []


def out_of_reach(attack: Fight, reach: hooks.Reach) -> list[Message]:
    """Why a region cannot be reached from one's own regions, nor as an entry."""
    if attack.region.id in reach.near or attack.by_sea or attack.ground.band == attack.band.id:
        return []
    return [Message(reach.others, {"race": attack.band.race})]


def weigh(game: Game, band: Band, region: str, reach: hooks.Reach) -> Quote:
    """All ways for a band to conquer a region, or why there are none."""
    ground = game.grounds[region]
    quiet = ground.band in reach.silent and (not ground.markers or hooks.mute(ground))
    if quiet and not (reach.changing or reach.ways) and is_open(game, region, reach):
        return Quote(region, band.id, band.hand, open_ways(game, region, reach), ())
    attack = hooks.fight(game, band, region, within=reach)
    guarded = not quiet and bool(attack.enemy or ground.markers)
    barred = out_of_bounds(attack) if attack.region.terrain in WATER or ground.band == band.id else []
    shields = hooks.shields(attack, "conquest") if guarded else []
    far = [] if region in reach.near else out_of_reach(attack, reach)
    if barred or shields:
        return Quote(region, band.id, band.hand, (), (*barred, *far, *shields))
    usual = ordinary(attack, reach.changing, guarded)
    found = [] if far else [usual]
    own, closed = hooks.ways(attack, reach.ways) if reach.ways else NO_WAYS
    helps = hooks.helping(reach.helps, region) if reach.helps else []
    if (own or helps) and not (attack.bare or (guarded and hooks.shields(attack, "power"))):
        for way in own:
            if way.closed or (far and not way.far):
                continue
            found.append(whole(way, usual))
        if helps:
            found = [each for way in found for each in variants(way, helps, reach.least)]
        elif [way for way in found if way.cost < reach.least[0]]:
            found = [floored(way, reach.least) for way in found]
    elif found and usual.cost < reach.least[0]:
        found = [floored(usual, reach.least)]
    tolls, first = owed(attack) if found and guarded and attack.enemy else NO_TOLLS
    return Quote(region, band.id, band.hand, tuple(found), tuple(far or closed), tolls, first)


def is_open(game: Game, region: str, reach: hooks.Reach) -> bool:
    """Whether a region is land within reach: it needs no attack to be made if nobody is asked about it."""
    return game.board.regions[region].terrain not in WATER and (region in reach.near or region in reach.sea)


def open_ways(game: Game, region: str, reach: hooks.Reach) -> tuple[Way, ...]:
    """The ordinary way into such a region, without help and with whatever helps there."""
    ground = game.grounds[region]
    lines = lying_lines(game.board.regions[region], ground, ground.tokens)
    if region in reach.sea:
        lines += reach.voyage[0]
    way = Way(ORDINARY, tuple(lines), price(lines), fixed=False, die=True)
    if reach.helps and (helps := hooks.helping(reach.helps, region)):
        return tuple(variants(way, helps, reach.least))
    return (floored(way, reach.least) if way.cost < reach.least[0] else way,)


def beyond_means(game: Game, band: Band, reach: hooks.Reach, attempt: bool) -> int:
    """How many tokens a region must have in it, whoever's they are, so that a band has too few for it in any case.

    `attempt`: whether the final attempt is left. What only adds to the price need not be asked then.
    """
    if reach.ways or reach.changing or OWN_DECLINED.chosen(game) == "costs-nothing":
        return NEVER
    helps = sum([boost.most * boost.worth for _, boost in reach.helps]) if reach.helps else 0
    return band.hand + helps + MOST_PIPS * attempt - REGION.amount + 1


def within_means(game: Game, band: Band, attempt: bool) -> tuple[list[Quote], int]:
    """Every region within reach that a band may have enough for, and how many tokens a region needs at least.

    `attempt`: whether the final attempt is left.
    """
    owner = Owner(game, band)
    if hooks.empty_handed(owner):
        return [], 0
    held = game.holdings(band.id)
    reach = hooks.reach(owner, held, offering=True)
    beyond = beyond_means(game, band, reach, attempt)
    within = reach.near | reach.sea
    if reach.ways:
        within |= hooks.far(owner, held)
    # Neither has a price: what nobody can enter, and one's own regions, which are next to each other too.
    shut = hooks.shut(owner, within)
    found = [
        weigh(game, band, region, reach)
        for region, ground in game.grounds.items()
        if region in within and ground.band != band.id and ground.tokens + ground.tribe < beyond and region not in shut
    ]
    return found, reach.least[0]


def rolled_in_vain(game: Game, band: Band) -> bool:
    """Whether a roll before a region was named leaves nothing that the band has enough tokens for.

    That was its final attempt. A roll that merely was not used is none.
    """
    if game.turn.pips is None:
        return False
    found, _ = within_means(game, band, attempt=False)
    return not any(affordable(way, band.hand) for quote in found for way in quote.ways)


def owed(attack: Fight) -> tuple[tuple[Message, ...], int]:
    """What a conquest makes players owe each other, whatever is in their purses; and what of it is due before."""
    found = hooks.tolls(attack)
    if not found:
        return NO_TOLLS
    said = tuple(due(attack.game, OwedToll(ability.key, toll)) for ability, toll in found)
    return said, sum(toll.coins for _, toll in found if toll.before)


def due(game: Game, owed: OwedToll) -> Message:
    """A toll in words: who gives whom how much, and why."""
    toll = owed.toll
    words = {"name": game.name(toll.payer), "other": game.name(toll.payee), "count": toll.coins}
    return Message("toll", {**words, "ability": owed.ability})


def attacker(game: Game, seat: int) -> Band:
    """The band of a seat whose conquests are priced: the acting one, else its active one.

    Raises Refused if it has neither.
    """
    acting = game.bands.get(game.turn.band)
    band = acting if acting and acting.seat == seat else game.active(seat)
    if band is None:
        raise Refused(Message("refuse.no_race", {"name": game.name(seat)}))
    return band


def quote(game: Game, seat: int, region: str) -> Quote:
    """What conquering a region takes a seat, whoever's turn it is, with the tokens in hand.

    Raises Refused for an unknown region, and for a seat without a race that
    could attack.
    """
    return quote_for(game, seat, region)[0]


def quote_for(game: Game, seat: int, region: str) -> tuple[Quote, Band, hooks.Reach]:
    """The same, with the band that attacks, and what is within its reach."""
    if region not in game.grounds:
        raise Refused(Message("refuse.no_region", {"region": region}))
    band = attacker(game, seat)
    reach = hooks.reach_of(Owner(game, band), region)
    return weigh(game, band, region, reach), band, reach


def affordable(way: Way, hand: int) -> bool:
    """Whether there are enough tokens; a way that takes them from the tray needs none."""
    return way.source != "hand" or way.cost <= hand


def may_attempt(game: Game, band: Band, way: Way) -> bool:
    """Whether the die could still do it: 1 to 3 tokens short, with the minimum for a region in hand."""
    return within_pips(band, way, hooks.least(game, band)[0]) and has_attempt(game, band)


def within_pips(band: Band, way: Way, least: int) -> bool:
    """Whether a final attempt could take a region by this way, which needs at least so many tokens."""
    return way.die and 1 <= way.cost - band.hand <= MOST_PIPS and band.hand + way.bodies >= least


def has_attempt(game: Game, band: Band) -> bool:
    """Whether the final attempt is still left to a band, and names its region first."""
    return game.turn.pips is None and hooks.named_attempt(band) and die_is_free(game)


def may_roll(game: Game, band: Band, way: Way) -> bool:
    """Whether a way with a die of its own could do it."""
    return game.turn.pips is None and within_dice(band, way, hooks.least(game, band)[0], has_attempt(game, band))


def within_dice(band: Band, way: Way, least: int, attempt: bool) -> bool:
    """Whether a way with a die of its own could take a region that needs at least so many tokens: with that die, or
    with another one if the final `attempt` is left."""
    return band.hand + way.bodies >= least and way.cost - band.hand <= (1 + attempt) * MOST_PIPS


def odds(game: Game, band: Band, way: Way) -> tuple[int, int]:
    """On how many of six faces the die makes up for the missing tokens.

    For a final attempt, and for a roll before a region is named.
    """
    rolls = has_attempt(game, band) or (game.turn.pips is None and hooks.calls_die(band))
    within = within_pips(band, way, hooks.least(game, band)[0])
    return chance(way.cost - band.hand) if rolls and within else (0, len(DIE))


def die_is_free(game: Game) -> bool:
    """Whether the final attempt is left: each band has its own, unless the table shares one a turn."""
    if DECLINED_DIE.chosen(game) == "own":
        return True
    return not any(key.startswith("die:") for key in game.turn.used)


def chance(short: int) -> tuple[int, int]:
    """On how many of six faces the die shows at least this many pips."""
    return sum(pips >= short for pips in DIE), len(DIE)


def forced_way(
    game: Game, band: Band, region: str, way_name: str, boosts: dict[str, int], reasons: tuple[Message, ...]
) -> Way:
    """A way into a region that the rules do not allow to be attacked like this.

    A region that one holds already cannot be attacked at all, nor can any region
    in a way that the band does not have.
    """
    if game.grounds[region].band == band.id:
        raise Refused(Message("refuse.all", {"reasons": reasons}))
    attack = hooks.fight(game, band, region)
    usual = ordinary(attack, hooks.answering(band, "attack_cost"))
    own = hooks.ways(attack, hooks.own_ways(Owner(game, band)))[0]
    for way in (usual, *[whole(each, usual) for each in own]):
        if way.name == way_name:
            return as_asked(attack, way, boosts)
    raise Refused(Message("refuse.no_way"))
