"""Conquest carried out: the attack, the final attempt, and what happens to the defenders.

Base rules, Conquering Regions; the final attempt is under Final Conquest
Attempt / Reinforcement Die Roll.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from companion.rules import hooks
from companion.rules.ability import Fight, Loss, Option, Owner, Toll
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
from companion.rules.model import EMPTY, Attack, Attempt, Band, Game, Message, Refused, Way
from companion.rules.quotes import (
    DECLINED_DIE,
    MOST_PIPS,
    OWN_DECLINED,
    affordable,
    attacker,
    die_is_free,
    forced_way,
    may_attempt,
    may_roll,
    own_declined,
    quote,
    quote_for,
)

# The kind of question whether something helps after the roll.
LATE = ("no", "yes")
DECLINED_LOSSES = Option("declined-losses", ("one", "all"))
OPTIONS = (OWN_DECLINED, OWN_DECLINED_EMPTY, DECLINED_LOSSES, DECLINED_DIE)


def conquer(execution: Execution, region: str, way_name: str, die: bool, boosts: Mapping[str, int]) -> None:
    """Conquer a region now, or name it for the final attempt, with this much help.

    As played also in another stage: some tables go on after the die, or
    remember a conquest while redeploying or scoring.
    """
    execution.stage("conquer")
    game = execution.game
    found, band, reach = quote_for(game, game.turn.seat, region)
    wanted = {key: count for key, count in boosts.items() if count}
    way = next((way for way in found.ways if (way.name, way.boosts) == (way_name, wanted)), None)
    if way is None:
        execution.rule(False, "refuse.all", reasons=found.refusals or (Message("refuse.no_way"),))
        way = forced_way(game, band, region, way_name, wanted, found.refusals)
    coins = way.coins + found.first
    if coins and not execution.blind:
        execution.rule(coins <= game.seats[game.turn.seat].coins, "refuse.fee", count=coins)
    owed_first = tolls_before(game, band, region) if found.tolls or not found.ways else []
    if way.rolls:
        execution.rule(may_roll(game, band, way), "refuse.no_attempt", bill=way.bill, hand=band.hand)
        execution.need(band.hand + way.bodies > 0, "refuse.no_token", race=band.race)
        execution.apply(AttemptDeclared(Attempt(region, way.cost, way.name, way.boosts, free=True)))
        settle_tolls(execution, owed_first)
        return
    if die:
        short = {"bill": way.bill, "hand": band.hand}
        execution.rule(may_attempt(game, band, way), "refuse.no_attempt", **short)
        execution.need(way.source == "hand", "refuse.no_attempt", **short)
        execution.need(band.hand + way.bodies > 0, "refuse.no_token", race=band.race)
        execution.apply(AttemptDeclared(Attempt(region, way.cost, way.name, way.boosts)))
        settle_tolls(execution, owed_first)
        return
    if not affordable(way, band.hand):
        key = "refuse.short_die" if may_attempt(game, band, way) else "refuse.short"
        execution.rule(False, key, bill=way.bill, hand=band.hand)
    spent = min(way.cost, band.hand) if way.source == "hand" else way.cost
    execution.need(spent + way.bodies > 0, "refuse.no_token", race=band.race)
    settle_tolls(execution, owed_first)
    capture(execution, band, region, way, spent, reach)


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
    attack = hooks.fight(game, band, attempt.region, attempt.way, attempt.boosts)
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
    tokens = hooks.bodies(attack.game, attack.region.id) if attack.race_there else 0
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


def capture(
    execution: Execution, band: Band, region: str, way: Way, spent: int, within: hooks.Reach | None = None
) -> None:
    """Take a region with this many tokens, with all consequences; `within` is the band's reach, if known."""
    game = execution.game
    attack = hooks.fight(game, band, region, way.name, way.boosts, within)
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


def tolls_before(game: Game, band: Band, region: str) -> list[Toll]:
    """The tolls due before a conquest."""
    holder = game.bands.get(game.grounds[region].band)
    if holder is None or holder.seat == band.seat:
        return []
    attack = hooks.fight(game, band, region)
    return [toll for _, toll in hooks.tolls(attack) if toll.before]


def settle_tolls(execution: Execution, tolls: Sequence[Toll]) -> None:
    """Players pay each other as far as they can, after the conquest itself is paid: nobody from coins they get by
    this."""
    if not tolls:
        return
    stash = [max(0, seat.coins) for seat in execution.game.seats]
    for toll in tolls:
        if toll.once:
            execution.apply(Used(toll.once))
        coins = min(toll.coins, stash[toll.payer])
        if coins:
            stash[toll.payer] -= coins
            execution.apply(CoinsMoved(coins, f"seat:{toll.payer}", f"seat:{toll.payee}"))


def expel(execution: Execution, attack: Fight, killed: bool) -> None:
    """The defenders lose a token and take the others back in hand; a race in decline that loses its last region loses
    all of them.

    Base rules, Enemy Losses and Withdrawals.  `killed`: the one token is
    replaced, and nothing saves it.
    """
    region, ground, defender = attack.region.id, attack.ground, attack.defender
    if ground == EMPTY:
        return
    declined = defender is not None and defender.declined
    # Its tokens have no other region to go to, neither these nor those that were taken back this turn.
    gone = declined and execution.game.holdings(ground.band) == [region]
    waiting = defender.withdrawn if defender and gone else 0
    every_one = gone or (declined and DECLINED_LOSSES.chosen(execution.game) == "all")
    pieces = hooks.ground_pieces(ground)
    standing = ground.tokens + sum([piece.body and marker.band > 0 for piece, marker in pieces])
    captured = any(piece.captive for piece, _ in pieces)
    doomed = standing if killed or every_one else 0 if captured else min(1, standing)
    cause = "replaced" if killed else "conquest"
    others = sum([piece.lost_as_token for piece, _ in pieces]) + waiting
    loss = Loss(cause, defender, False, region, doomed, ground.tribe, attack, by=attack.band.id, others=others)
    if not killed:
        loss = hooks.casualties(execution.game, loss)
    for piece, marker in pieces:
        owner = hooks.piece_owner(execution.game, marker, region)
        falls = piece.body and marker.band > 0 and loss.tokens > 0
        loss = replace(loss, tokens=loss.tokens - falls, fallen=loss.fallen + falls)
        execution.apply_all(piece.on_fall(owner) if falls else piece.on_loss(owner, loss))
    if ground.tribe:
        pile = hooks.buries(execution.game, replace(loss, band=None))
        execution.apply(TribeMoved(region, -ground.tribe, pile or ""))
    if defender and loss.tokens:
        lose(execution, defender, loss.tokens, region, loss.cause)
    if defender and waiting:
        lose(execution, defender, waiting, "withdrawn", loss.cause)
    if defender and ground.tokens > loss.tokens:
        # One's own active race readies after this, so its tokens may be used this turn.
        own = defender.seat == attack.band.seat and not defender.declined
        back = "hand" if own else "withdrawn"
        execution.apply(TokensMoved(defender.id, ground.tokens - loss.tokens, region, back))
    apply_and_settle(execution, hooks.lost(execution.game, loss))
