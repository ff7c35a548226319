"""The turn: its stages, what a band does beside conquests, troops, and what it earns."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.ability import Ability, Deed, Earn, Garrison, Me, Placement
from companion.rules.events import Event
from companion.rules.hooks.asked import answering, planners, rules
from companion.rules.hooks.conquest import dues, fight, shields
from companion.rules.model import Band, Combo, Game, Say, Stage
from companion.rules.sets import ABILITIES, PIECES


def turn_begin(game: Game, band: Band) -> list[Event]:
    """What happens to a band as its owner's turn begins (in order)."""
    me = Me(game, band)
    return [
        event
        for ability in answering(band, "on_turn_begin")
        for event in ability.on_turn_begin(me)
    ]


def plan(game: Game, stages: list[Stage]) -> list[Stage]:
    """The stages of the running turn (chained)."""
    for ability, me in planners(game, "plan"):
        stages = ability.plan(me, stages)
    return stages


def on_stage(game: Game, stage: Stage) -> list[Event]:
    """What happens by itself as a stage begins (in order)."""
    return [event for ability, me in planners(game, "on_stage") for event in ability.on_stage(me, stage)]


def conquers(game: Game, band: Band) -> bool:
    """An active band conquers; one in decline when any ability says so."""
    if not band.declined:
        return True
    return any(ability.conquers(Me(game, band)) for ability in answering(band, "conquers"))


def acts(game: Game, band: Band, of: str = "") -> Iterator[tuple[Ability, Deed]]:
    """Everything a band can do in this stage of the turn that is no conquest (all offered that are not closed).

    `of`: all that this ability can do at any time, closed where it belongs to another stage.
    """
    for ability in answering(band, "acts"):
        timely = not ability.acts_in or game.turn.stage in ability.acts_in
        if ability.key == of or (timely and not of):
            for deed in ability.acts(Me(game, band)):
                open_ = deed if timely or deed.closed else deed._replace(closed=untimely(ability))
                yield ability, weighed(game, band, open_) if deed.touches else open_


def untimely(ability: Ability) -> Say:
    """Why a deed is closed in another stage than its own."""
    return Say("refuse.no_act", {"ability": ability.key})


def weighed(game: Game, band: Band, deed: Deed) -> Deed:
    """A deed with what those on whose regions it does something have against it, and what they want for it."""
    held = game.holdings(band.id)
    attacks = [fight(game, band, region, held) for region in deed.touches]
    refusals = [why for attack in attacks for why in shields(attack, "power")]
    owed = tuple(dues(attacks, deed.takes))
    return deed._replace(closed=next(iter(refusals), deed.closed), dues=owed)


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


def reinforcements(game: Game, band: Band) -> int:
    """Tokens that come from the tray when conquests have ended (sum)."""
    me = Me(game, band)
    return sum(ability.reinforcements(me) for ability in answering(band, "reinforcements"))


def placements(game: Game, band: Band) -> list[Placement]:
    """Pieces that a band may place while redeploying (all offered); those as good as tokens stand as these must."""
    me = Me(game, band)
    found = [
        placement
        for ability in answering(band, "placements")
        for placement in ability.placements(me)
        if placement.regions
    ]
    if not any(PIECES[placement.kind].body for placement in found):
        return found
    rule = garrison(game, band)
    return [as_troops(each, rule) for each in found if rule.moves or not PIECES[each.kind].body]


def as_troops(placement: Placement, rule: Garrison) -> Placement:
    """A placement of pieces that are as good as tokens, held to how its race must stand."""
    if not PIECES[placement.kind].body:
        return placement
    each = placement.each if rule.most is None else min(placement.each, rule.most)
    return placement._replace(
        most=min(placement.most, each * len(placement.regions)), each=each, all=placement.all and not rule.rest
    )


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


def redeployed(game: Game, band: Band) -> list[Event]:
    """What happens once a band's troops stand as they end the turn (in order)."""
    me = Me(game, band)
    return [event for ability in answering(band, "on_redeployed") for event in ability.on_redeployed(me)]


def earnings(game: Game, band: Band) -> list[tuple[Ability, Earn]]:
    """What the rules of the table and a band's abilities add to the score (itemised sum)."""
    me = Me(game, band)
    return [
        (ability, earn)
        for ability in rules(game.boxes, "score") + answering(band, "score")
        for earn in ability.score(me)
        if earn.amount or earn.remember
    ]


def scored(game: Game, band: Band) -> list[Event]:
    """What happens once the sheet of a band's seat is accepted (in order)."""
    me = Me(game, band)
    return [event for ability in answering(band, "on_scored") for event in ability.on_scored(me)]
