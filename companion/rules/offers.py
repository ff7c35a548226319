"""Everything a seat may do, with words, price and form.

What is listed here is what is accepted: phone, button, random tester and
`decide` go through the same quotes and forms.
"""

from __future__ import annotations

from msgspec import Struct, field

from companion.rules import column, conquest, decisions, hooks, score, troops, turn
from companion.rules.ability import Me
from companion.rules.commands import (
    Accept,
    Act,
    Choose,
    Command,
    Conquer,
    Decline,
    Finish,
    Pick,
    Place,
    PlayTurn,
    PutBack,
    Ready,
    Redeploy,
    Unveil,
    Withdraw,
)
from companion.rules.decline import gather_form
from companion.rules.model import Band, Form, Game, Line, Quote, Say, Way
from companion.rules.sets import asker


class Offer(Struct, frozen=True):
    """One act, or one form, that a seat may choose now.

    `id` names its content.  `short` is how many pips an attempt needs, 0 where
    no die is needed; `tolls` say who will owe whom for a conquest, `boosts` what
    helps in it, by ability: how much of each.
    """

    id: str
    seat: int
    kind: str
    command: Command
    label: Say
    region: str = ""
    bill: tuple[Line, ...] = ()
    short: int = 0
    form: Form | None = None
    tolls: tuple[Say, ...] = ()
    boosts: dict[str, int] = field(default_factory=dict)


def offers(game: Game, seat: int, blind: bool = False) -> tuple[Offer, ...]:
    """What a seat may do now; `blind` lists picks without looking at its purse."""
    if game.over:
        return reveal_offers(game, seat)
    if game.turn.rolling:
        return ()
    found = question_offers(game, seat, blind)
    if game.turn.held_up:
        return tuple(found)
    if game.turn.stage == "withdraw":
        found += withdraw_offers(game, seat)
    elif game.turn.seat == seat:
        found += STAGES.get(game.turn.stage, own_stage_offers)(game, blind)
        found += act_offers(game, blind)
    return tuple(found)


def reveal_offers(game: Game, seat: int) -> tuple[Offer, ...]:
    """After the end anybody may lay open the next purse."""
    if len(game.unveiled) == len(game.seats):
        return ()
    return (Offer("unveil", seat, "unveil", Unveil(), Say("offer.unveil")),)


def begin_offers(game: Game, blind: bool) -> list[Offer]:
    """Pick a combo, ready the troops, or decline."""
    seat = game.turn.seat
    found: list[Offer] = []
    band = game.active(seat)
    if band is None:
        found += pick_offers(game, seat, blind)
        if column.question(game) is None and game.column:
            found.append(turn_offer("pick", PlayTurn(pick=0), seat))
    for other in troops.musterable(game):
        found.append(turn_offer(str(other.id), PlayTurn(band=other.id), seat))
        found.append(
            Offer(
                f"ready:{other.id}",
                seat,
                "ready",
                Ready(other.id),
                Say("offer.ready", {"race": other.race}),
                form=troops.ready_form(game, other),
            )
        )
    if band is not None and turn.may_decline(game):
        say = Say("offer.decline", {"race": band.race})
        found.append(Offer("decline", seat, "decline", Decline(), say, form=gather_form(game, band)))
    return found


def turn_offer(name: str, command: PlayTurn, seat: int, label: str = "offer.turn") -> Offer:
    """The turn, or what is left of it, at once: conquests and final counts are told beside it (`wholeturn.draft`)."""
    return Offer(f"turn:{name}", seat, "turn", command, Say(label))


def pick_offers(game: Game, seat: int, blind: bool) -> list[Offer]:
    """The combos; without `blind`, only those the purse can pay for."""
    if column.question(game):
        return []
    if not game.column:
        return [Offer("finish", seat, "finish", Finish(), Say("offer.pass"))]
    return [
        Offer(
            f"pick:{place}",
            seat,
            "pick",
            Pick(place),
            Say(
                "offer.pick" + (".pay" if place else "") + (".get" if combo.coins else ""),
                {
                    "combo": Say("combo", {"race": combo.race, "power": combo.power}),
                    "count": column.tokens(game, combo),
                    "price": column.price(game, place),
                    "coins": combo.coins,
                },
            ),
        )
        for place, combo in enumerate(game.column)
        if blind or column.payable(game, seat, place)
    ]


def conquer_offers(game: Game, blind: bool) -> list[Offer]:
    """Every region that can be had, by every way that can be paid or tried with the die."""
    seat, band = game.turn.seat, game.bands[game.turn.band]
    held = game.holdings(band.id)
    reach = hooks.reach(Me(game, band), held)
    within = reach.near | reach.sea | hooks.far(Me(game, band), held)
    found = []
    for region in game.board.regions:
        # One's own regions lie next to one's own too; they are nobody's to attack.
        if region in within and game.grounds[region].band != band.id:
            found += quote_offers(game, conquest.weigh(game, band, region, held, reach), blind)
    ending = "offer.finish.again" if turn.conquers_again(game) else "offer.finish"
    found.append(Offer("finish", seat, "finish", Finish(), Say(ending)))
    found.append(turn_offer(str(band.id), PlayTurn(band=band.id), seat, "offer.turn.rest"))
    return found


def quote_offers(game: Game, quote: Quote, blind: bool) -> list[Offer]:
    """The ways of a quote that the band can pay for, or try with the die; coins count unless `blind`."""
    seat, band = game.turn.seat, game.bands[quote.band]
    found = []
    for way in quote.ways:
        if (way.coins or quote.first) and not blind and way.coins + quote.first > game.seats[seat].coins:
            continue
        if way.rolls:
            if conquest.may_roll(game, band, way):
                found.append(flight_offer(seat, quote, way))
        elif conquest.affordable(way, band.hand):
            found.append(way_offer(seat, quote, way, "conquer", 0))
        elif conquest.may_attempt(game, band, way):
            found.append(way_offer(seat, quote, way, "attempt", way.cost - band.hand))
    return found


def way_offer(seat: int, quote: Quote, way: Way, kind: str, short: int) -> Offer:
    """A way to conquer a region outright, or to try it with the die, so many tokens short."""
    usual, called = way.key == conquest.ORDINARY, way.name
    key = f"offer.{kind}"
    if not usual:
        key += "_by" + ".tray" * (way.source == "tray") + ".at" * bool(way.at)
    say = Say(key, {"region": quote.region, "cost": way.cost, "ability": way.key, "stand": way.at, "need": short})
    if way.boosts:
        helps = tuple(Say(f"help.{each}", {"count": count}) for each, count in way.boosts.items())
        say = Say("offer.helped", {"what": say, "help": helps})
    # The final attempt of everybody's kind needs no way in its name.
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
    """A way with a die of its own, which is rolled before one knows what the region costs."""
    return Offer(
        f"attempt:{quote.region}:{way.name}",
        seat,
        "attempt",
        Conquer(quote.region, way.name, True, way.boosts),
        Say("offer.flight_by", {"ability": way.key, "region": quote.region}),
        quote.region,
        way.bill,
        tolls=quote.tolls,
        boosts=way.boosts,
    )


def redeploy_offers(game: Game, _blind: bool) -> list[Offer]:
    """The redeployment form, and pieces to place before it."""
    seat, band = game.turn.seat, game.bands[game.turn.band]
    found = [
        Offer(
            f"place:{placement.kind}",
            seat,
            "place",
            Place(placement.kind, {}),
            Say("offer.place", {"piece": placement.kind}),
            form=troops.placement_form(game, band, placement),
        )
        for placement in troops.placements(game, band)
    ]
    found.append(
        Offer(
            "redeploy",
            seat,
            "redeploy",
            Redeploy(),
            Say("offer.redeploy", {"race": band.race}),
            form=troops.redeploy_form(game, band),
        )
    )
    return found


def score_offers(game: Game, _blind: bool) -> list[Offer]:
    """Accept the sheet; and decline at once, where an ability allows it."""
    seat = game.turn.seat
    if decisions.drawing(game):
        return []
    coins = score.total(score.sheet(game, seat))
    found = [Offer("accept", seat, "accept", Accept(), Say("offer.accept", {"count": coins}))]
    band = turn.late_decliner(game)
    if band:
        say = Say("offer.accept_decline", {"race": band.race})
        form = gather_form(game, band)
        found.append(Offer("accept:decline", seat, "accept", Accept(decline=True), say, form=form))
    return found


def own_stage_offers(game: Game, _blind: bool) -> list[Offer]:
    """A stage of an ability's own is ended; what may be done in it are acts."""
    say = Say(f"offer.finish.{game.turn.stage}")
    return [Offer("finish", game.turn.seat, "finish", Finish(), say)]


def act_offers(game: Game, blind: bool) -> list[Offer]:
    """What the seat's abilities offer besides conquests; without `blind`, only what the purse can pay for."""
    seat = game.turn.seat
    return [
        Offer(
            f"act:{ability.key}:{deed.act}:{deed.target}",
            seat,
            "act",
            Act(ability.key, deed.act, deed.target),
            deed.say,
            deed.target if deed.target in game.grounds else "",
            tolls=tuple([conquest.due(game, owed) for owed in deed.dues]) if deed.dues else (),
        )
        for band in game.bands_of(seat)
        for ability, deed in hooks.acts(game, band)
        if not deed.closed and (blind or (coins := deed.coins) == 0 or coins <= game.seats[seat].coins)
    ]


def withdraw_offers(game: Game, seat: int) -> list[Offer]:
    """Put back what was taken in hand during the turn that ends."""
    found = [
        Offer(
            f"withdraw:{band.id}",
            seat,
            "withdraw",
            Withdraw(band.id),
            Say("offer.withdraw", {"race": band.race, "count": band.withdrawn}),
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
                    Say("offer.put_back", {"piece": kind, "count": count}),
                    form=troops.put_back_form(game, owner, kind, count),
                )
            )
    return found


def question_offers(game: Game, seat: int, blind: bool) -> list[Offer]:
    """The answers to what abilities ask this seat; without `blind`, only those its purse can pay for."""
    found: list[Offer] = []
    for asked in decisions.choices(game, seat):
        ability, me, name = asker(asked.ability), decisions.me(game, asked), decisions.occasion(game, asked)
        question = ability.question(me, asked)
        found += [
            Offer(
                f"choose:{name}:{choice}",
                seat,
                "choose",
                Choose(name, choice),
                Say("offer.choose", {"what": question, "choice": ability.choice(me, asked, choice)}),
                choice if choice in game.grounds else "",
            )
            for choice in asked.choices
            if blind or (fee := ability.fee(me, asked, choice)) == 0 or fee <= game.seats[seat].coins
        ]
    return found


STAGES = {
    "begin": begin_offers,
    "conquer": conquer_offers,
    "redeploy": redeploy_offers,
    "score": score_offers,
}
