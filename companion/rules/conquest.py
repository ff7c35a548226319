"""Conquest: where, for how much, and what happens to the defenders.

Base rules, Conquering Regions; the final attempt is under Final Conquest
Attempt / Reinforcement Die Roll.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from companion.rules import hooks
from companion.rules.ability import Ability, Fight, Loss, Option, OwedToll, Owner, Toll
from companion.rules.answers import OWN_DECLINED_EMPTY
from companion.rules.boxes.registry import ABILITIES
from companion.rules.decline import lose
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
from companion.rules.execution import Execution
from companion.rules.leaving import apply_and_settle, vanish_if_gone
from companion.rules.model import (
    EMPTY,
    Attack,
    Attempt,
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
# The kind of question whether something helps after the roll.
LATE = ("no", "yes")
OWN_DECLINED = Option("own-declined", ("costs-one", "costs-nothing"))
DECLINED_LOSSES = Option("declined-losses", ("one", "all"))
DECLINED_DIE = Option("declined-die", ("own", "shared"))
OPTIONS = (OWN_DECLINED, OWN_DECLINED_EMPTY, DECLINED_LOSSES, DECLINED_DIE)


def ordinary_lines(attack: Fight, changing: tuple[Ability, ...]) -> tuple[Line, ...]:
    """The price of a region: 2, and 1 for each thing in the way, before it is raised to the minimum.

    Base rules, Conquering a Region.
    """
    ground = attack.ground
    free = ground.tokens and own_declined(attack) and OWN_DECLINED.chosen(attack.game) == "costs-nothing"
    lines = lying_lines(attack.region, ground, 0 if free else ground.tokens)
    if attack.enemy or ground.markers:
        lines += hooks.defence_lines(attack)
    if changing or attack.voyage:
        lines += hooks.attack_lines(attack, changing)
    return tuple(lines)


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


def ordinary(attack: Fight, changing: tuple[Ability, ...]) -> Way:
    """The way that everybody has, without help and before it is raised to the minimum.

    `changing` are the abilities of the attacker that change the price.
    """
    lines = ordinary_lines(attack, changing)
    return Way(ORDINARY, lines, price(lines), fixed=False, die=True)


def own_declined(attack: Fight) -> bool:
    """Whether the region is held by the attacker's own declined race."""
    return attack.defender is not None and attack.defender.declined and not attack.by_enemy


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
    key = "refuse.not_adjacent" if attack.held else "refuse.not_border"
    return [Message(key, {"race": attack.band.race})]


def weigh(game: Game, band: Band, region: str, held: list[str], reach: hooks.Reach) -> Quote:
    """All ways for a band to conquer a region, or why there are none."""
    if reach.silent and is_open(game, region, reach):
        return Quote(region, band.id, band.hand, (open_way(game, region, reach),), ())
    attack = hooks.fight(game, band, region, held, within=reach)
    guarded = attack.enemy or attack.ground.markers
    barred, shields = out_of_bounds(attack), hooks.shields(attack, "conquest") if guarded else []
    far = [] if region in reach.near else out_of_reach(attack, reach)
    if barred or shields:
        return Quote(region, band.id, band.hand, (), (*barred, *far, *shields))
    usual = ordinary(attack, reach.changing)
    found = [] if far else [usual]
    own, closed = hooks.ways(attack, reach.ways) if reach.ways else NO_WAYS
    helps = hooks.helping(reach.helps, region) if reach.helps else []
    if (own or helps) and not (attack.bare or (guarded and hooks.shields(attack, "power"))):
        found += [whole(way, usual.bill) for way in own if not way.closed and (way.far or not far)]
        if helps:
            found = [each for way in found for each in variants(way, helps, reach.least)]
        else:
            found = [floored(way, reach.least) if way.cost < reach.least[0] else way for way in found]
    elif found and usual.cost < reach.least[0]:
        found = [floored(usual, reach.least)]
    tolls, first = owed(attack) if found and attack.enemy else NO_TOLLS
    return Quote(region, band.id, band.hand, tuple(found), tuple(far or closed), tolls, first)


def is_open(game: Game, region: str, reach: hooks.Reach) -> bool:
    """Whether a region within reach is land about which nobody is asked."""
    ground = game.grounds[region]
    if ground.markers or ground.band not in reach.silent or game.board.regions[region].terrain in WATER:
        return False
    if reach.helps and hooks.helping(reach.helps, region):
        return False
    return region in reach.near or region in reach.sea


def open_way(game: Game, region: str, reach: hooks.Reach) -> Way:
    """The only way into such a region."""
    ground = game.grounds[region]
    lines = lying_lines(game.board.regions[region], ground, ground.tokens)
    if region in reach.sea:
        lines += reach.voyage[0]
    way = Way(ORDINARY, tuple(lines), price(lines), fixed=False, die=True)
    return floored(way, reach.least) if way.cost < reach.least[0] else way


def beyond_means(game: Game, band: Band, reach: hooks.Reach, attempt: bool) -> int:
    """How many tokens a region must have in it, whoever's they are, so that a band has too few for it in any case.

    `attempt`: whether the final attempt is left. What only adds to the price need not be asked then.
    """
    if reach.ways or reach.helps:
        return NEVER
    if band.hand < reach.least[0]:
        return 0
    if reach.changing or OWN_DECLINED.chosen(game) == "costs-nothing":
        return NEVER
    return band.hand + MOST_PIPS * attempt - REGION.amount + 1


NO_TOLLS: tuple[tuple[Message, ...], int] = ((), 0)
NO_WAYS: tuple[list[Way], list[Message]] = ([], [])


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


def quote_for(game: Game, seat: int, region: str) -> tuple[Quote, Band, list[str]]:
    """The same, with the band that attacks and the regions it holds."""
    if region not in game.grounds:
        raise Refused(Message("refuse.no_region", {"region": region}))
    band = attacker(game, seat)
    held = game.holdings(band.id)
    return weigh(game, band, region, held, hooks.reach(Owner(game, band), held)), band, held


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
    short = way.cost - band.hand
    enough = band.hand + way.bodies >= hooks.least(game, band)[0]
    before = way.die and game.turn.pips is None and enough and hooks.calls_die(band)
    return chance(short) if before or may_attempt(game, band, way) else (0, len(DIE))


def die_is_free(game: Game) -> bool:
    """Whether the final attempt is left: each band has its own, unless the table shares one a turn."""
    if DECLINED_DIE.chosen(game) == "own":
        return True
    return not any(key.startswith("die:") for key in game.turn.used)


def chance(short: int) -> tuple[int, int]:
    """On how many of six faces the die shows at least this many pips."""
    return sum(pips >= short for pips in DIE), len(DIE)


def conquer(execution: Execution, region: str, way_name: str, die: bool, boosts: Mapping[str, int]) -> None:
    """Conquer a region now, or name it for the final attempt, with this much help.

    As played also in another stage: some tables go on after the die, or
    remember a conquest while redeploying or scoring.
    """
    execution.stage("conquer")
    game = execution.game
    found, band, held = quote_for(game, game.turn.seat, region)
    wanted = {key: count for key, count in boosts.items() if count}
    way = next((way for way in found.ways if (way.name, way.boosts) == (way_name, wanted)), None)
    if way is None:
        execution.rule(False, "refuse.all", reasons=found.refusals or (Message("refuse.no_way"),))
        way = forced_way(game, band, region, way_name, wanted, found.refusals)
    coins = way.coins + found.first
    if coins and not execution.blind:
        execution.rule(coins <= game.seats[game.turn.seat].coins, "refuse.fee", count=coins)
    if way.rolls:
        execution.rule(may_roll(game, band, way), "refuse.no_attempt", bill=way.bill, hand=band.hand)
        execution.need(band.hand + way.bodies > 0, "refuse.no_token", race=band.race)
        owed_first = tolls_before(game, band, region, held)
        execution.apply(AttemptDeclared(Attempt(region, way.cost, way.name, way.boosts, free=True)))
        settle_tolls(execution, owed_first)
        return
    if die:
        short = {"bill": way.bill, "hand": band.hand}
        execution.rule(may_attempt(game, band, way), "refuse.no_attempt", **short)
        execution.need(way.source == "hand", "refuse.no_attempt", **short)
        execution.need(band.hand + way.bodies > 0, "refuse.no_token", race=band.race)
        execution.apply(AttemptDeclared(Attempt(region, way.cost, way.name, way.boosts)))
        settle_tolls(execution, tolls_before(game, band, region, held))
        return
    if not affordable(way, band.hand):
        key = "refuse.short_die" if may_attempt(game, band, way) else "refuse.short"
        execution.rule(False, key, bill=way.bill, hand=band.hand)
    spent = min(way.cost, band.hand) if way.source == "hand" else way.cost
    execution.need(spent + way.bodies > 0, "refuse.no_token", race=band.race)
    settle_tolls(execution, tolls_before(game, band, region, held))
    capture(execution, band, region, way, spent, held)


def forced_way(
    game: Game, band: Band, region: str, way_name: str, boosts: dict[str, int], reasons: tuple[Message, ...]
) -> Way:
    """A way into a region that the rules do not allow to be attacked like this.

    A region that one holds already cannot be attacked at all, nor can any region
    in a way that the band does not have.
    """
    if game.grounds[region].band == band.id:
        raise Refused(Message("refuse.all", {"reasons": reasons}))
    attack = hooks.fight(game, band, region, game.holdings(band.id))
    usual = ordinary(attack, hooks.answering(band, "attack_cost"))
    for way in (usual, *hooks.ways(attack, hooks.answering(band, "ways"))[0]):
        if way.name == way_name:
            return as_asked(attack, whole(way, () if way is usual else usual.bill), boosts)
    raise Refused(Message("refuse.no_way"))


def reconsider(execution: Execution) -> None:
    """Price a due attempt again after a correction.

    An attempt that can be paid by now, or that the die cannot save, is dropped.
    """
    attempt = execution.game.turn.attempt
    if attempt is None or attempt.pips is not None or attempt != execution.before.turn.attempt:
        return
    price_now, hand, open_ = weighed_again(execution.game, attempt)
    if (price_now, hand, open_) == weighed_again(execution.before, attempt):
        return
    if open_ and hand and (attempt.free or 1 <= price_now - hand <= MOST_PIPS):
        execution.apply(AttemptDeclared(replace(attempt, cost=price_now)))
    else:
        execution.apply(StageBegan(execution.game.turn.stage, execution.game.turn.band))


def weighed_again(game: Game, attempt: Attempt) -> tuple[int, int, bool]:
    """An attempt's price now, the hand that pays it, and whether the rules allow it."""
    try:
        found = quote(game, game.turn.seat, attempt.region)
    except Refused:
        # The race that tried it is gone.
        return 0, 0, False
    band = game.bands[found.band]
    open_ = [way for way in found.ways if (way.name, way.boosts) == (attempt.way, attempt.boosts)]
    return weighed(game, attempt).cost, band.hand, bool(open_)


def weighed(game: Game, attempt: Attempt) -> Attempt:
    """An attempt at its present price with the help it has left."""
    band = attacker(game, game.turn.seat)
    try:
        return replace(attempt, cost=forced_way(game, band, attempt.region, attempt.way, attempt.boosts, ()).cost)
    except Refused:
        # What helped is gone.
        return attempt


def resolve_attempt(execution: Execution, attempt: Attempt) -> None:
    """Take the region or not, once the die has answered the final attempt, and everybody who might have helped.

    Base rules, Final Conquest Attempt: won or lost, the conquests are over.
    """
    game = execution.game
    band = attacker(game, game.turn.seat)
    if band.hand + (attempt.pips or 0) >= attempt.cost:
        key, _, at = attempt.way.partition(":")
        way = Way(key, (), attempt.cost, fixed=False, at=at, boosts=attempt.boosts)
        capture(execution, band, attempt.region, way, band.hand)
        return
    fail(execution, band, attempt)


def fail(execution: Execution, band: Band, attempt: Attempt) -> None:
    """The attempt fails."""
    game = execution.game
    attack = hooks.fight(game, band, attempt.region, game.holdings(band.id), attempt.way, attempt.boosts)
    execution.apply(Attacked(record(attack, attack.way, won=False)))
    for ability in hooks.answering(band, "on_failure"):
        apply_and_settle(
            execution, ability.on_failure(Owner(execution.game, execution.game.bands[band.id], attempt.region), attack)
        )


def resolve_free(execution: Execution, attempt: Attempt) -> None:
    """A way's own die has shown what it saves: the region is taken for what it costs now, or not at all."""
    game = execution.game
    band = attacker(game, game.turn.seat)
    if band.hand >= attempt.cost:
        key, _, at = attempt.way.partition(":")
        way = Way(key, (), attempt.cost, fixed=False, at=at, boosts=attempt.boosts)
        capture(execution, band, attempt.region, way, attempt.cost)
        return
    fail(execution, band, attempt)


def lend(execution: Execution) -> None:
    """A way's own die was rolled: its price falls. If a final attempt could still do it, the player is asked."""
    game, attempt = execution.game, execution.game.turn.attempt
    if attempt is None or attempt.pips is None:
        return
    band = attacker(game, game.turn.seat)
    execution.apply(AttemptDeclared(replace(attempt, lent=attempt.pips)))
    # The price depends on the pips lent, so they are stored before it is worked out.
    cheaper = weighed(execution.game, replace(attempt, lent=attempt.pips))
    execution.apply(AttemptDeclared(cheaper))
    short = cheaper.cost - band.hand
    if 1 <= short <= MOST_PIPS and hooks.named_attempt(band) and die_is_free(game):
        key = attempt.way.partition(":")[0]
        execution.apply(ABILITIES[key].ask(Owner(game, band), band.seat, "choice", attempt.region, LATE, holds=True))


def ask_for_help(execution: Execution) -> None:
    """If the die fell short, ask whether to use help that may still be decided on and would be enough."""
    game, attempt = execution.game, execution.game.turn.attempt
    if attempt is None or attempt.pips is None:
        return
    band = attacker(game, game.turn.seat)
    reached = band.hand + attempt.pips
    for key, boost in hooks.helping(hooks.boosts(Owner(game, band)), attempt.region):
        more = {**attempt.boosts, key: attempt.boosts.get(key, 0) + 1}
        enough = weighed(game, replace(attempt, boosts=more)).cost <= reached < attempt.cost
        if boost.after_roll and more[key] <= boost.most and enough:
            execution.apply(
                ABILITIES[key].ask(Owner(game, band), band.seat, "choice", attempt.region, LATE, holds=True)
            )
            return


def record(attack: Fight, way: str, won: bool = True) -> Attack:
    """The attack for the turn's record, with what was in the region before."""
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


def capture(execution: Execution, band: Band, region: str, way: Way, spent: int, held: list[str] | None = None) -> None:
    """Take a region with this many tokens, with all consequences; `held` are the band's regions, if known."""
    game = execution.game
    attack = hooks.fight(game, band, region, held or game.holdings(band.id), way.name, way.boosts)
    tolls = [toll for _, toll in hooks.tolls(attack) if not toll.before]
    expel(execution, attack, killed=way.source == "tray")
    if spent:
        execution.apply(TokensMoved(band.id, spent, way.source, region))
    execution.apply(Attacked(record(attack, way.key)))
    if game.turn.pips is not None and not way.fixed:
        # A way with a fixed price was not made cheaper, so it uses up no roll.
        execution.apply(PipsSpent())
    for ability in hooks.answering(band, "on_conquest"):
        owner = Owner(execution.game, execution.game.bands[band.id], region)
        apply_and_settle(execution, ability.on_conquest(owner, attack))
    apply_and_settle(execution, hooks.gained(execution.game, attack))
    settle_tolls(execution, tolls)
    if attack.defender:
        vanish_if_gone(execution, attack.defender.id)


def tolls_before(game: Game, band: Band, region: str, held: list[str]) -> list[Toll]:
    """The tolls due before a conquest."""
    holder = game.bands.get(game.grounds[region].band)
    if holder is None or holder.seat == band.seat:
        return []
    attack = hooks.fight(game, band, region, held)
    return [toll for _, toll in hooks.tolls(attack) if toll.before]


def settle_tolls(execution: Execution, tolls: Sequence[Toll]) -> None:
    """Players pay each other as far as they can, after the conquest itself is paid: nobody from coins they get by
    this."""
    stash = [max(0, seat.coins) for seat in execution.game.seats]
    for toll in tolls:
        if toll.once:
            execution.apply(Used(toll.once))
        coins = min(toll.coins, stash[toll.payer])
        if coins:
            stash[toll.payer] -= coins
            execution.apply(CoinsMoved(coins, f"seat:{toll.payer}", f"seat:{toll.payee}"))


def expel(execution: Execution, attack: Fight, killed: bool) -> None:
    """The defenders lose a token and take the others back in hand.

    Base rules, Enemy Losses and Withdrawals.  `killed`: the one token is
    replaced, and nothing saves it.
    """
    region, ground, defender = attack.region.id, attack.ground, attack.defender
    if ground == EMPTY:
        return
    every_one = defender is not None and defender.declined and DECLINED_LOSSES.chosen(execution.game) == "all"
    standing = ground.tokens + sum(piece.body and marker.band > 0 for piece, marker in hooks.ground_pieces(ground))
    captured = any(piece.captive for piece, _ in hooks.ground_pieces(ground))
    doomed = standing if killed or every_one else 0 if captured else min(1, standing)
    cause = "replaced" if killed else "conquest"
    others = sum(piece.lost_as_token for piece, _ in hooks.ground_pieces(ground))
    loss = Loss(cause, defender, False, region, doomed, ground.tribe, attack, by=attack.band.id, others=others)
    if not killed:
        loss = hooks.casualties(execution.game, loss)
    for piece, marker in hooks.ground_pieces(ground):
        owner = hooks.piece_owner(execution.game, marker, region)
        falls = piece.body and marker.band > 0 and loss.tokens > 0
        loss = loss._replace(tokens=loss.tokens - falls, fallen=loss.fallen + falls)
        execution.apply_all(piece.on_fall(owner) if falls else piece.on_loss(owner, loss))
    if ground.tribe:
        pile = hooks.buries(execution.game, loss._replace(band=None))
        execution.apply(TribeMoved(region, -ground.tribe, pile or ""))
    if defender and loss.tokens:
        lose(execution, defender, loss.tokens, region, loss.cause)
    if defender and ground.tokens > loss.tokens:
        # One's own active race readies after this, so its tokens may be used this turn.
        own = defender.seat == attack.band.seat and not defender.declined
        back = "hand" if own else "withdrawn"
        execution.apply(TokensMoved(defender.id, ground.tokens - loss.tokens, region, back))
    apply_and_settle(execution, hooks.lost(execution.game, loss))
