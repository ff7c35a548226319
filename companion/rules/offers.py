"""Offers: everything a seat may do, with words, price and form.

What is listed here is what is accepted: phone, button, random tester and
`decide` use the same quotes and forms.
"""

from __future__ import annotations

from msgspec import Struct, field

from companion.rules import column, decisions, hooks, placing, quotes, score, troops, turn
from companion.rules.answers import Placement
from companion.rules.boxes.registry import asker
from companion.rules.commands import (
    Accept,
    Choose,
    Command,
    Conquer,
    Decline,
    EndTurn,
    Finish,
    Pick,
    Place,
    PlayTurn,
    PutBack,
    Ready,
    Redeploy,
    Unveil,
    UseAbility,
    Withdraw,
)
from companion.rules.decline import gather_form
from companion.rules.execution import Execution
from companion.rules.model import Band, Form, Game, Line, Message, Quote, Way


class Offer(Struct, frozen=True):
    """One act, or one form, that a seat may choose now.

    `id` names its content.  `short` is how many pips an attempt needs, 0 if no
    die is needed; `tolls` say who will owe whom for a conquest, `boosts` what
    helps in it, by ability: how much of each.
    """

    id: str
    seat: int
    kind: str
    command: Command
    label: Message
    region: str = ""
    bill: tuple[Line, ...] = ()
    short: int = 0
    form: Form | None = None
    tolls: tuple[Message, ...] = ()
    boosts: dict[str, int] = field(default_factory=dict)


def offers(game: Game, seat: int, blind: bool = False) -> tuple[Offer, ...]:
    """What a seat may do now; `blind` lists picks without looking at its purse."""
    if game.over:
        return reveal_offers(game, seat)
    if game.turn.rolling:
        return ()
    found: list[Offer] = []
    if game.turn.asked:
        found += question_offers(game, seat, blind)
        if game.turn.held_up:
            return tuple(found)
    if game.turn.stage == "withdraw":
        found += withdraw_offers(game, seat)
    elif game.turn.seat == seat:
        found += STAGES.get(game.turn.stage, own_stage_offers)(game, blind)
        found += act_offers(game, blind)
    return tuple(found)


def reveal_offers(game: Game, seat: int) -> tuple[Offer, ...]:
    """After the end anybody may reveal the next purse."""
    if len(game.unveiled) == len(game.seats):
        return ()
    return (Offer("unveil", seat, "unveil", Unveil(), Message("offer.unveil")),)


def begin_offers(game: Game, blind: bool) -> list[Offer]:
    """Pick a combo, ready the troops, or decline."""
    seat = game.turn.seat
    found: list[Offer] = []
    band = game.active(seat)
    if band is None:
        found += pick_offers(game, seat, blind)
        if column.question(game) is None and game.column:
            found.append(turn_offer("pick", PlayTurn(pick=0), seat))
    able = troops.musterable(game)
    for other in able:
        form = troops.ready_form(game, other)
        found.append(turn_offer(str(other.id), PlayTurn(band=other.id), seat))
        count = form.total - sum([slot.start for slot in form.slots])
        key = "offer.ready" if count else "offer.ready.none" if form.slots else "offer.ready.hand"
        # That all of a race stay on the map is said in the plural, however many are in hand.
        several = count or (0 if form.slots else other.hand) or 2
        say = Message(key, {"race": other.race, "count": several})
        found.append(Offer(f"ready:{other.id}", seat, "ready", Ready(other.id), say, form=form))
        if len(able) == 1:
            found += first_conquests(game, other, form, blind)
    if band is not None and turn.may_decline(game):
        say = Message("offer.decline", {"race": band.race})
        found.append(Offer("decline", seat, "decline", Decline(), say, form=gather_form(game, band)))
    return found


def turn_offer(name: str, command: PlayTurn, seat: int, label: str = "offer.turn") -> Offer:
    """The turn, or the rest of it, at once: conquests and final counts are added to it (`whole_turn.draft`)."""
    return Offer(f"turn:{name}", seat, "turn", command, Message(label))


def pick_offers(game: Game, seat: int, blind: bool) -> list[Offer]:
    """The combos; without `blind`, only those the purse can pay for."""
    if column.question(game):
        return []
    if not game.column:
        return [Offer("finish", seat, "finish", Finish(), Message("offer.pass"))]
    return [
        Offer(
            f"pick:{place}",
            seat,
            "pick",
            Pick(place),
            Message(
                "offer.pick" + (".pay" if place else "") + (".get" if combo.coins else ""),
                {
                    "combo": Message("combo", {"race": combo.race, "power": combo.power}),
                    "count": column.tokens(game, combo),
                    "price": column.price(game, place),
                    "coins": combo.coins,
                },
            ),
        )
        for place, combo in enumerate(game.column)
        if blind or column.payable(game, seat, place)
    ]


def first_conquests(game: Game, band: Band, form: Form, blind: bool) -> list[Offer]:
    """What the race could conquer once it has readied its troops: the first conquest readies them."""
    execution = Execution(game, blind=True)
    turn.set_out(execution, band, form)
    readied = execution.game
    return region_offers(readied, blind) if readied.turn.stage == "conquer" and not readied.turn.held_up else []


def conquer_offers(game: Game, blind: bool) -> list[Offer]:
    """Every region that can be conquered, and the ways to end the conquests."""
    seat, band = game.turn.seat, game.bands[game.turn.band]
    found = region_offers(game, blind)
    ending = Message("offer.finish.again" if turn.conquers_again(game) else "offer.finish")
    rest = [turn_offer(str(band.id), PlayTurn(band=band.id), seat, "offer.turn.rest")]
    execution = Execution(game, blind=True)
    turn.finish(execution)
    after = execution.game
    if after.turn.stage == "redeploy" and not after.turn.held_up:
        acting = after.bands[after.turn.band]
        if missing := left_out(after, acting):
            ending = stopping("offer.stop.place", after, acting, missing[0])
        elif not to_place(after):
            if moved := moving(after, acting):
                ending = stopping("offer.stop.move", after, acting, moved[0])
            rest.append(done_offer(game, acting, troops.redeploy_form(after, acting)))
    return [*found, Offer("finish", seat, "finish", Finish(), ending), *rest]


def stopping(key: str, game: Game, band: Band, placement: Placement) -> Message:
    """The end of the conquests by what comes next: pieces that are placed or moved."""
    return Message(key, {"piece": placement.kind, "count": placing.placement_form(game, band, placement).room})


def done_offer(game: Game, band: Band, form: Form) -> Offer:
    """Done, with the redeployment that is proposed. After a race in decline the active one goes on, or is picked."""
    seat = game.turn.seat
    goes_on = band.declined and any(stage.kind == "begin" for stage in turn.following(game, "redeploy", band.id))
    label = Message("offer.done.declined", {"race": band.race}) if goes_on else Message("offer.done")
    return Offer("done", seat, "done", EndTurn(), label, form=form)


def moving(game: Game, band: Band) -> list[Placement]:
    """The pieces that are all placed, by hands or by the end of a turn, and may be placed elsewhere then."""
    return [
        placed
        for placed in placing.placements(game, band)
        if placed.anew and placed.most and not placing.leaves_some(game, band, placed)
    ]


def left_out(game: Game, band: Band) -> list[Placement]:
    """The pieces that do not stand yet and have a place."""
    return [placed for placed in placing.placements(game, band) if placing.leaves_some(game, band, placed)]


def to_place(game: Game) -> bool:
    """Something is still to be decided in the redeployment: a piece that does not stand yet, or an ability's act."""
    band = game.bands[game.turn.band]
    if left_out(game, band):
        return True
    own = game.bands_of(game.turn.seat)
    return any(not action.closed for each in own for _, action in hooks.actions(game, each))


def region_offers(game: Game, blind: bool) -> list[Offer]:
    """Every region that can be conquered, by every way that can be paid or tried with the die."""
    band = game.bands[game.turn.band]
    attempt = quotes.has_attempt(game, band)
    found, least = quotes.within_means(game, band, attempt)
    return [
        offer
        for quote in found
        for way in quote.ways
        if (blind or (coins := way.coins + quote.first) == 0 or coins <= game.seats[band.seat].coins)
        and (offer := conquest_offer(game, band, quote, way, least, attempt))
    ]


def conquest_offer(game: Game, band: Band, quote: Quote, way: Way, least: int, attempt: bool) -> Offer | None:
    """A way of a quote that the band can pay for, or try with the die; None for any other.

    `least` is how many tokens a region needs, and `attempt` whether the final attempt is left.
    """
    if way.rolls:
        rolls = game.turn.pips is None and quotes.within_dice(band, way, least, attempt)
        return flight_offer(band.seat, quote, way) if rolls else None
    if quotes.affordable(way, band.hand):
        return way_offer(band.seat, quote, way, "conquer", 0)
    if attempt and quotes.within_pips(band, way, least):
        return way_offer(band.seat, quote, way, "attempt", way.cost - band.hand)
    return None


def way_offer(seat: int, quote: Quote, way: Way, kind: str, short: int) -> Offer:
    """A way to conquer a region outright, or to try it with the die, this many tokens short."""
    usual, called = way.key == quotes.ORDINARY, way.name
    key = f"offer.{kind}"
    if not usual:
        key += "_by" + ".tray" * (way.source == "tray") + ".at" * bool(way.at)
    say = Message(key, {"region": quote.region, "count": way.cost, "ability": way.key, "stand": way.at, "need": short})
    if way.boosts:
        helps = tuple(Message(f"help.{each}", {"count": count}) for each, count in way.boosts.items())
        say = Message("offer.helped", {"what": say, "help": helps})
    # The ordinary final attempt needs no way in its name.
    name = f"{kind}:{quote.region}" if usual and short else f"{kind}:{quote.region}:{called}"
    return Offer(
        ":".join((name, *(f"{each}={count}" for each, count in way.boosts.items()))) if way.boosts else name,
        seat,
        kind,
        Conquer(quote.region, called, bool(short), way.boosts),
        say,
        quote.region,
        way.bill,
        short=short,
        tolls=quote.tolls,
        boosts=way.boosts,
    )


def flight_offer(seat: int, quote: Quote, way: Way) -> Offer:
    """A way with a die of its own, which is rolled before the price is known."""
    return Offer(
        f"attempt:{quote.region}:{way.name}",
        seat,
        "attempt",
        Conquer(quote.region, way.name, True, way.boosts),
        Message("offer.flight_by", {"ability": way.key, "region": quote.region}),
        quote.region,
        way.bill,
        tolls=quote.tolls,
        boosts=way.boosts,
    )


def redeploy_offers(game: Game, _blind: bool) -> list[Offer]:
    """The redeployment form, and pieces to place before it."""
    seat, band = game.turn.seat, game.bands[game.turn.band]
    form = troops.redeploy_form(game, band)
    placements = placing.placements(game, band)
    forms = {placed.kind: placing.placement_form(game, band, placed) for placed in placements}
    moved = [placed.kind for placed in moving(game, band)]
    found = [
        Offer(
            f"place:{kind}",
            seat,
            "place",
            Place(kind, {}),
            Message("offer.move" if kind in moved else "offer.place", {"piece": kind, "count": form.room}),
            form=form,
        )
        for kind, form in forms.items()
    ]
    found.append(
        Offer(
            "redeploy",
            seat,
            "redeploy",
            Redeploy(),
            Message("offer.redeploy", {"race": band.race}),
            form=form,
        )
    )
    found.append(done_offer(game, band, form))
    return found


def score_offers(game: Game, _blind: bool) -> list[Offer]:
    """Accept the sheet; and decline at once, if an ability allows it."""
    seat = game.turn.seat
    if decisions.drawing(game):
        return []
    coins = score.total(score.sheet(game, seat))
    found = [Offer("accept", seat, "accept", Accept(), Message("offer.accept", {"count": coins}))]
    band = turn.late_decliner(game)
    if band:
        say = Message("offer.accept_decline", {"race": band.race})
        form = gather_form(game, band)
        found.append(Offer("accept:decline", seat, "accept", Accept(decline=True), say, form=form))
    return found


def own_stage_offers(game: Game, _blind: bool) -> list[Offer]:
    """End an ability's own stage; what may be done in it are actions."""
    say = Message(f"offer.finish.{game.turn.stage}")
    return [Offer("finish", game.turn.seat, "finish", Finish(), say)]


def act_offers(game: Game, blind: bool) -> list[Offer]:
    """The actions of the seat's abilities; without `blind`, only what the purse can pay for."""
    seat = game.turn.seat
    return [
        Offer(
            f"act:{ability.key}:{action.act}:{action.target}",
            seat,
            "act",
            UseAbility(ability.key, action.act, action.target),
            action.message,
            action.target if action.target in game.grounds else "",
            tolls=tuple([quotes.due(game, owed) for owed in action.owed_tolls]) if action.owed_tolls else (),
        )
        for band in game.bands_of(seat)
        for ability, action in hooks.actions(game, band)
        if not action.closed and (blind or (coins := action.coins) == 0 or coins <= game.seats[seat].coins)
    ]


def withdraw_offers(game: Game, seat: int) -> list[Offer]:
    """Put back what was taken in hand during the turn that is ending."""
    found = [
        Offer(
            f"withdraw:{band.id}",
            seat,
            "withdraw",
            Withdraw(band.id),
            Message("offer.withdraw", {"race": band.race, "count": band.withdrawn}),
            form=troops.withdraw_form(game, band),
        )
        for band in game.bands_of(seat)
        if band.withdrawn
    ]
    for band_id, kind, count in game.turn.returned:
        owner: Band = game.bands[band_id]
        if owner.seat == seat:
            found.append(
                Offer(
                    f"put_back:{band_id}:{kind}",
                    seat,
                    "withdraw",
                    PutBack(band_id, kind),
                    Message("offer.put_back", {"piece": kind, "count": count}),
                    form=placing.put_back_form(game, owner, kind, count),
                )
            )
    return found


def question_offers(game: Game, seat: int, blind: bool) -> list[Offer]:
    """The answers to what abilities ask this seat; without `blind`, only those its purse can pay for."""
    found: list[Offer] = []
    for asked in decisions.choices(game, seat):
        ability, owner, name = asker(asked.ability), decisions.owner(game, asked), decisions.occasion(game, asked)
        question = ability.question(owner, asked)
        found += [
            Offer(
                f"choose:{name}:{choice}",
                seat,
                "choose",
                Choose(name, choice),
                Message("offer.choose", {"what": question, "choice": ability.choice(owner, asked, choice)}),
                choice if choice in game.grounds else "",
            )
            for choice in asked.choices
            if blind or (fee := ability.fee(owner, asked, choice)) == 0 or fee <= game.seats[seat].coins
        ]
    return found


STAGES = {
    "begin": begin_offers,
    "conquer": conquer_offers,
    "redeploy": redeploy_offers,
    "score": score_offers,
}
