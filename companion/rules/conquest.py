"""Conquest: where, for how much, and what becomes of the defenders.

Base rules, Conquering Regions; the final attempt is under Final Conquest
Attempt / Reinforcement Die Roll.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from companion.rules import hooks
from companion.rules.ability import Due, Fight, Loss, Me, Option, Toll
from companion.rules.answers import OWN_DECLINED_EMPTY
from companion.rules.decline import lose, vanish_if_gone
from companion.rules.doing import Doing
from companion.rules.events import (
    Attacked,
    AttemptDeclared,
    CoinsMoved,
    PipsSpent,
    StageBegan,
    TokensMoved,
    TribeMoved,
    Used,
)
from companion.rules.model import (
    EMPTY,
    Attack,
    Attempt,
    Band,
    Game,
    Line,
    Quote,
    Refused,
    Say,
    Way,
)
from companion.rules.sets import ABILITIES
from companion.rules.terrain import MOUNTAIN, WATER
from companion.rules.ways import as_asked, floored, price, variants, whole

DIE = (0, 0, 0, 1, 2, 3)
MOST_PIPS = max(DIE)
ORDINARY = "ordinary"
REGION = Line("region", 2)
SLOPE = Line("mountain", 1)
# Whether something helps after the roll.
LATE = ("no", "yes")
OWN_DECLINED = Option("own-declined", ("costs-one", "costs-nothing"))
DECLINED_LOSSES = Option("declined-losses", ("one", "all"))
DECLINED_DIE = Option("declined-die", ("own", "shared"))
OPTIONS = (OWN_DECLINED, OWN_DECLINED_EMPTY, DECLINED_LOSSES, DECLINED_DIE)


def ordinary_lines(attack: Fight) -> tuple[Line, ...]:
    """What the region costs: 2, and 1 for each thing in the way, before it is raised to the least.

    Base rules, Conquering a Region.
    """
    ground = attack.ground
    lines = [REGION]
    if ground.tokens and not (own_declined(attack) and OWN_DECLINED.chosen(attack.game) == "costs-nothing"):
        lines.append(Line("defenders", ground.tokens))
    if ground.tribe:
        lines.append(Line("tribe", ground.tribe))
    if attack.region.terrain == MOUNTAIN:
        lines.append(SLOPE)
    lines += hooks.defence_lines(attack)
    lines += hooks.attack_lines(attack)
    return tuple(lines)


def ordinary(attack: Fight) -> Way:
    """The way that everybody has, without help and before it is raised to the least."""
    lines = ordinary_lines(attack)
    return Way(ORDINARY, lines, price(lines), fixed=False, die=True)


def own_declined(attack: Fight) -> bool:
    """The region holds the attacker's own race in decline."""
    return attack.defender is not None and attack.defender.declined and not attack.by_enemy


def out_of_bounds(attack: Fight) -> list[Say]:
    """Why a region cannot be entered at all, from near or far: it is held already, or it is water."""
    if attack.ground.band == attack.band.id:
        return [Say("refuse.own_region")]
    if attack.region.terrain in WATER and not hooks.may_enter(Me(attack.game, attack.band), attack.region.id):
        return [Say("refuse.water", {"terrain": attack.region.terrain})]
    return []


def out_of_reach(attack: Fight, reach: hooks.Reach) -> list[Say]:
    """Why a region cannot be had from one's own regions, nor as an entry."""
    if attack.region.id in reach.near or attack.by_sea or attack.ground.band == attack.band.id:
        return []
    key = "refuse.not_adjacent" if attack.held else "refuse.not_border"
    return [Say(key, {"race": attack.band.race})]


def weigh(game: Game, band: Band, region: str, held: list[str], reach: hooks.Reach) -> Quote:
    """All ways for a band to conquer a region, or why there is none."""
    attack = hooks.fight(game, band, region, held, within=reach)
    barred, far, shields = out_of_bounds(attack), out_of_reach(attack, reach), hooks.shields(attack, "conquest")
    if barred or shields:
        return Quote(region, band.id, band.hand, (), (*barred, *far, *shields))
    usual = ordinary(attack)
    found = [] if far else [usual]
    own, closed = hooks.ways(attack) if reach.ways else ([], [])
    helps = hooks.helping(reach.helps, region) if reach.helps else []
    if (own or helps) and (attack.bare or hooks.shields(attack, "power")):
        own, helps = [], []
    found += [whole(way, usual.bill) for way in own if not way.closed and (way.far or not far)]
    if helps:
        found = [each for way in found for each in variants(attack, way, helps)]
    else:
        found = [way if way.cost >= reach.least else floored(attack, way) for way in found]
    tolls, first = owed(attack) if found and attack.enemy else NO_TOLLS
    return Quote(region, band.id, band.hand, tuple(found), tuple(far or closed), tolls, first)


NO_TOLLS: tuple[tuple[Say, ...], int] = ((), 0)


def owed(attack: Fight) -> tuple[tuple[Say, ...], int]:
    """What a conquest makes players owe each other, whatever their stashes hold; and what of it is due before."""
    found = hooks.tolls(attack)
    if not found:
        return NO_TOLLS
    said = tuple(due(attack.game, Due(ability.key, toll)) for ability, toll in found)
    return said, sum(toll.coins for _, toll in found if toll.before)


def due(game: Game, owed: Due) -> Say:
    """The words of a toll: who gives whom how much, and why."""
    toll = owed.toll
    words = {"name": game.name(toll.payer), "other": game.name(toll.payee), "count": toll.coins}
    return Say("toll", {**words, "ability": owed.ability})


def attacker(game: Game, seat: int) -> Band:
    """The band of a seat whose conquests are asked about: the acting one, else its active one.

    Raises Refused when there is neither.
    """
    acting = game.bands.get(game.turn.band)
    band = acting if acting and acting.seat == seat else game.active(seat)
    if band is None:
        raise Refused(Say("refuse.no_race", {"name": game.name(seat)}))
    return band


def quote(game: Game, seat: int, region: str) -> Quote:
    """What conquering a region takes a seat, whoever's turn it is, with the tokens in hand.

    Raises Refused for a region that this map does not have, or for a seat
    without a race that could attack.
    """
    if region not in game.grounds:
        raise Refused(Say("refuse.no_region", {"region": region}))
    band = attacker(game, seat)
    held = game.holdings(band.id)
    return weigh(game, band, region, held, hooks.reach(Me(game, band), held))


def affordable(way: Way, hand: int) -> bool:
    """The tokens are there; a way that takes them from the tray asks for none."""
    return way.source != "hand" or way.cost <= hand


def may_attempt(game: Game, band: Band, way: Way) -> bool:
    """The die could still do it: 1 to 3 tokens short, with those in hand that a region takes at least."""
    return (
        1 <= way.cost - band.hand <= MOST_PIPS
        and way.die
        and game.turn.pips is None
        and band.hand + way.bodies >= hooks.least(game, band)[0]
        and hooks.named_attempt(band)
        and die_is_free(game)
    )


def may_roll(game: Game, band: Band, way: Way) -> bool:
    """A way with a die of its own could do it: with that die, or with another one where the final attempt is free."""
    dice = 2 if hooks.named_attempt(band) and die_is_free(game) else 1
    enough = band.hand + way.bodies >= hooks.least(game, band)[0]
    return game.turn.pips is None and enough and way.cost - band.hand <= dice * MOST_PIPS


def odds(game: Game, band: Band, way: Way) -> tuple[int, int]:
    """In how many of six faces the die makes up for the tokens that a way lacks.

    A final attempt counts, and a roll that is made before a region is named.
    """
    short = way.cost - band.hand
    enough = band.hand + way.bodies >= hooks.least(game, band)[0]
    before = way.die and game.turn.pips is None and enough and hooks.calls_die(band)
    return chance(short) if before or may_attempt(game, band, way) else (0, len(DIE))


def die_is_free(game: Game) -> bool:
    """Each band has its own final attempt, unless the table shares one a turn."""
    if DECLINED_DIE.chosen(game) == "own":
        return True
    return not any(key.startswith("die:") for key in game.turn.used)


def chance(short: int) -> tuple[int, int]:
    """In how many of six faces the die gives at least so many pips."""
    return sum(pips >= short for pips in DIE), len(DIE)


def conquer(doing: Doing, region: str, way_name: str, die: bool, boosts: Mapping[str, int]) -> None:
    """Conquer a region now, or name it for the final attempt; so much of what helps goes along.

    As played also in another stage: some tables go on after the die, or
    remember a conquest while redeploying or scoring.
    """
    doing.stage("conquer")
    game = doing.game
    found = quote(game, game.turn.seat, region)
    band = game.bands[found.band]
    wanted = {key: count for key, count in boosts.items() if count}
    way = next((way for way in found.ways if (way.name, way.boosts) == (way_name, wanted)), None)
    if way is None:
        doing.rule(False, "refuse.all", reasons=found.refusals or (Say("refuse.no_way"),))
        way = forced_way(game, band, region, way_name, wanted, found.refusals)
    coins = way.coins + found.first
    if coins and not doing.blind:
        doing.rule(coins <= game.seats[game.turn.seat].coins, "refuse.fee", count=coins)
    if way.rolls:
        doing.rule(may_roll(game, band, way), "refuse.no_attempt", cost=way.cost, hand=band.hand)
        doing.need(band.hand + way.bodies > 0, "refuse.no_token", race=band.race)
        owed_first = tolls_before(game, band, region)
        doing.do(AttemptDeclared(Attempt(region, way.cost, way.name, way.boosts, free=True)))
        settle_tolls(doing, owed_first)
        return
    if die:
        short = {"cost": way.cost, "hand": band.hand}
        doing.rule(may_attempt(game, band, way), "refuse.no_attempt", **short)
        doing.need(way.source == "hand", "refuse.no_attempt", **short)
        doing.need(band.hand + way.bodies > 0, "refuse.no_token", race=band.race)
        doing.do(AttemptDeclared(Attempt(region, way.cost, way.name, way.boosts)))
        settle_tolls(doing, tolls_before(game, band, region))
        return
    if not affordable(way, band.hand):
        key = "refuse.short_die" if may_attempt(game, band, way) else "refuse.short"
        doing.rule(False, key, cost=way.cost, hand=band.hand)
    spent = min(way.cost, band.hand) if way.source == "hand" else way.cost
    doing.need(spent + way.bodies > 0, "refuse.no_token", race=band.race)
    settle_tolls(doing, tolls_before(game, band, region))
    capture(doing, band, region, way, spent)


def forced_way(
    game: Game, band: Band, region: str, way_name: str, boosts: dict[str, int], reasons: tuple[Say, ...]
) -> Way:
    """A way into a region that the rules would not let one attack like this.

    A region one holds already cannot be attacked by anybody's leave, nor can
    any region in a way that the band does not have.
    """
    if game.grounds[region].band == band.id:
        raise Refused(Say("refuse.all", {"reasons": reasons}))
    attack = hooks.fight(game, band, region, game.holdings(band.id))
    usual = ordinary(attack)
    for way in (usual, *hooks.ways(attack)[0]):
        if way.name == way_name:
            return as_asked(attack, whole(way, () if way is usual else usual.bill), boosts)
    raise Refused(Say("refuse.no_way"))


def reconsider(doing: Doing) -> None:
    """A correction under a due die: the attempt is weighed again.

    Its price follows.  What can be paid by now, or is out of the die's reach, is tried no more.
    """
    attempt = doing.game.turn.attempt
    if attempt is None or attempt.pips is not None or attempt != doing.before.turn.attempt:
        return
    price_now, hand, open_ = weighed_again(doing.game, attempt)
    if (price_now, hand, open_) == weighed_again(doing.before, attempt):
        return
    if open_ and hand and (attempt.free or 1 <= price_now - hand <= MOST_PIPS):
        doing.do(AttemptDeclared(replace(attempt, cost=price_now)))
    else:
        doing.do(StageBegan(doing.game.turn.stage, doing.game.turn.band))


def weighed_again(game: Game, attempt: Attempt) -> tuple[int, int, bool]:
    """An attempt's price now, the hand that pays it, and whether the rules allow it."""
    try:
        found = quote(game, game.turn.seat, attempt.region)
    except Refused:
        # The race that tried it is not there any more.
        return 0, 0, False
    band = game.bands[found.band]
    open_ = [way for way in found.ways if (way.name, way.boosts) == (attempt.way, attempt.boosts)]
    return weighed(game, attempt).cost, band.hand, bool(open_)


def weighed(game: Game, attempt: Attempt) -> Attempt:
    """An attempt at its price with the help it has now."""
    band = attacker(game, game.turn.seat)
    try:
        return replace(attempt, cost=forced_way(game, band, attempt.region, attempt.way, attempt.boosts, ()).cost)
    except Refused:
        # What helped is not there any more.
        return attempt


def resolve_attempt(doing: Doing, attempt: Attempt) -> None:
    """The die has answered the final attempt, and so has whoever may still have helped: the region is taken or not.

    Base rules, Final Conquest Attempt: won or lost, the conquests are over.
    """
    game = doing.game
    band = attacker(game, game.turn.seat)
    if band.hand + (attempt.pips or 0) >= attempt.cost:
        key, _, at = attempt.way.partition(":")
        way = Way(key, (), attempt.cost, fixed=False, at=at, boosts=attempt.boosts)
        capture(doing, band, attempt.region, way, band.hand)
        return
    fail(doing, band, attempt)


def fail(doing: Doing, band: Band, attempt: Attempt) -> None:
    """An attempt comes to nothing."""
    game = doing.game
    attack = hooks.fight(game, band, attempt.region, game.holdings(band.id), attempt.way, attempt.boosts)
    doing.do(Attacked(record(attack, attack.way, won=False)))
    for ability in hooks.answering(band, "on_failure"):
        doing.do_all(ability.on_failure(Me(doing.game, doing.game.bands[band.id], attempt.region), attack))


def resolve_free(doing: Doing, attempt: Attempt) -> None:
    """The die of a way has shown what it saves: the region is taken for what it costs now, or not at all."""
    game = doing.game
    band = attacker(game, game.turn.seat)
    if band.hand >= attempt.cost:
        key, _, at = attempt.way.partition(":")
        way = Way(key, (), attempt.cost, fixed=False, at=at, boosts=attempt.boosts)
        capture(doing, band, attempt.region, way, attempt.cost)
        return
    fail(doing, band, attempt)


def lend(doing: Doing) -> None:
    """The die of a way was rolled: its price falls. Where a final attempt could still do it, the player is asked."""
    game, attempt = doing.game, doing.game.turn.attempt
    if attempt is None or attempt.pips is None:
        return
    band = attacker(game, game.turn.seat)
    doing.do(AttemptDeclared(replace(attempt, lent=attempt.pips)))
    # Its price follows from what is lent, so it is weighed once that stands there.
    cheaper = weighed(doing.game, replace(attempt, lent=attempt.pips))
    doing.do(AttemptDeclared(cheaper))
    short = cheaper.cost - band.hand
    if 1 <= short <= MOST_PIPS and hooks.named_attempt(band) and die_is_free(game):
        key = attempt.way.partition(":")[0]
        doing.do(ABILITIES[key].ask(Me(game, band), band.seat, "choice", attempt.region, LATE, holds=True))


def ask_for_help(doing: Doing) -> None:
    """Where the die fell short, ask whether to use what may still be decided after it and would be enough."""
    game, attempt = doing.game, doing.game.turn.attempt
    if attempt is None or attempt.pips is None:
        return
    band = attacker(game, game.turn.seat)
    reached = band.hand + attempt.pips
    for key, boost in hooks.helping(hooks.boosts(Me(game, band)), attempt.region):
        more = {**attempt.boosts, key: attempt.boosts.get(key, 0) + 1}
        enough = weighed(game, replace(attempt, boosts=more)).cost <= reached < attempt.cost
        if boost.after_roll and more[key] <= boost.most and enough:
            doing.do(ABILITIES[key].ask(Me(game, band), band.seat, "choice", attempt.region, LATE, holds=True))
            return


def record(attack: Fight, way: str, won: bool = True) -> Attack:
    """The attack as it goes into the turn's record, with what lay there before."""
    defender = attack.defender
    tokens = hooks.bodies(attack.game, attack.region.id)
    if own_declined(attack) and OWN_DECLINED_EMPTY.chosen(attack.game) == "empty":
        tokens = 0
    return Attack(
        band=attack.band.id,
        region=attack.region.id,
        way=way,
        tribe=attack.ground.tribe,
        against=attack.ground.band,
        against_seat=defender.seat if defender else -1,
        active=attack.against_active,
        tokens=tokens,
        won=won,
        faction=ABILITIES[defender.race].faction if defender else "",
    )


def capture(doing: Doing, band: Band, region: str, way: Way, spent: int) -> None:
    """Take a region with so many tokens, and let everything follow from it."""
    game = doing.game
    attack = hooks.fight(game, band, region, game.holdings(band.id), way.name, way.boosts)
    tolls = [toll for _, toll in hooks.tolls(attack) if not toll.before]
    expel(doing, attack, killed=way.source == "tray")
    if spent:
        doing.do(TokensMoved(band.id, spent, way.source, region))
    doing.do(Attacked(record(attack, way.key)))
    if game.turn.pips is not None and not way.fixed:
        # A way with a price of its own was not made cheaper, so it spends no roll.
        doing.do(PipsSpent())
    for ability in hooks.answering(band, "on_conquest"):
        me = Me(doing.game, doing.game.bands[band.id], region)
        doing.do_all(ability.on_conquest(me, attack))
    doing.do_all(hooks.gained(doing.game, attack))
    settle_tolls(doing, tolls)
    if attack.defender:
        vanish_if_gone(doing, attack.defender.id)


def tolls_before(game: Game, band: Band, region: str) -> list[Toll]:
    """What is due before a conquest."""
    holder = game.bands.get(game.grounds[region].band)
    if holder is None or holder.seat == band.seat:
        return []
    attack = hooks.fight(game, band, region, game.holdings(band.id))
    return [toll for _, toll in hooks.tolls(attack) if toll.before]


def settle_tolls(doing: Doing, tolls: Sequence[Toll]) -> None:
    """Players pay each other as far as they can, once the conquest itself is paid: nobody by what another pays them."""
    stash = [max(0, seat.coins) for seat in doing.game.seats]
    for toll in tolls:
        if toll.once:
            doing.do(Used(toll.once))
        coins = min(toll.coins, stash[toll.payer])
        if coins:
            stash[toll.payer] -= coins
            doing.do(CoinsMoved(coins, f"seat:{toll.payer}", f"seat:{toll.payee}"))


def expel(doing: Doing, attack: Fight, killed: bool) -> None:
    """The defenders lose a token and take the others back in hand.

    Base rules, Enemy Losses and Withdrawals.  `killed`: the one token is
    replaced, and nothing saves it.
    """
    region, ground, defender = attack.region.id, attack.ground, attack.defender
    if ground == EMPTY:
        return
    every_one = defender is not None and defender.declined and DECLINED_LOSSES.chosen(doing.game) == "all"
    standing = ground.tokens + sum(piece.body and marker.band > 0 for piece, marker in hooks.ground_pieces(ground))
    captured = any(piece.captive for piece, _ in hooks.ground_pieces(ground))
    doomed = standing if killed or every_one else 0 if captured else min(1, standing)
    cause = "replaced" if killed else "conquest"
    others = sum(piece.lost_as_token for piece, _ in hooks.ground_pieces(ground))
    loss = Loss(cause, defender, False, region, doomed, ground.tribe, attack, by=attack.band.id, others=others)
    if not killed:
        loss = hooks.casualties(doing.game, loss)
    for piece, marker in hooks.ground_pieces(ground):
        owner = hooks.piece_owner(doing.game, marker, region)
        falls = piece.body and marker.band > 0 and loss.tokens > 0
        loss = loss._replace(tokens=loss.tokens - falls, fallen=loss.fallen + falls)
        doing.do_all(piece.on_fall(owner) if falls else piece.on_loss(owner, loss))
    if ground.tribe:
        pile = hooks.buries(doing.game, loss._replace(band=None))
        doing.do(TribeMoved(region, -ground.tribe, pile or ""))
    if defender and loss.tokens:
        lose(doing, defender, loss.tokens, region, loss.cause)
    if defender and ground.tokens > loss.tokens:
        # One's own active race readies after this, so its tokens may be used this turn.
        own = defender.seat == attack.band.seat and not defender.declined
        back = "hand" if own else "withdrawn"
        doing.do(TokensMoved(defender.id, ground.tokens - loss.tokens, region, back))
    doing.do_all(hooks.lost(doing.game, loss))
