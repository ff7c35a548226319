"""Hooks of the turn: its stages, actions, troops, and income."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from companion.rules.ability import Ability, Action, Fight, Garrison, Income, Owner, Placement
from companion.rules.boxes.registry import ABILITIES, PIECES
from companion.rules.events import Event
from companion.rules.hooks.asked import abilities, answering, mute, planners, rules
from companion.rules.hooks.conquest import fight, fighters, owed_tolls, shields, spared
from companion.rules.model import Band, Combo, Game, Message, Stage

ANYWHERE = Garrison()


def turn_begin(game: Game, band: Band) -> list[Event]:
    """What happens to a band when its owner's turn begins (in order)."""
    return [event for ability in answering(band, "on_turn_begin") for event in ability.on_turn_begin(Owner(game, band))]


def plan(game: Game, stages: list[Stage]) -> list[Stage]:
    """The stages of the running turn (chained)."""
    for ability, owner in planners(game, "plan"):
        stages = ability.plan(owner, stages)
    return stages


def on_stage(game: Game, stage: Stage) -> list[Event]:
    """What happens automatically when a stage begins (in order)."""
    return [event for ability, owner in planners(game, "on_stage") for event in ability.on_stage(owner, stage)]


def conquers(game: Game, band: Band) -> bool:
    """Whether a band conquers: an active one does; one in decline if any ability says so."""
    if not band.declined:
        return True
    return any(ability.conquers(Owner(game, band)) for ability in answering(band, "conquers"))


def actions(game: Game, band: Band) -> Iterable[tuple[Ability, Action]]:
    """Everything a band can do in this stage of the turn besides conquests (all that are not closed)."""
    asked = answering(band, "actions")
    return timely_actions(Owner(game, band), asked) if asked else ()


def timely_actions(owner: Owner, asked: Iterable[Ability]) -> Iterator[tuple[Ability, Action]]:
    """What those who are `asked` can do now."""
    met: dict[str, Met] = {}
    for ability in asked:
        if timely(owner, ability) and not ability.used_up(owner):
            for action in ability.actions(owner):
                # What is closed stays closed, whatever others have against it.
                yield ability, weighed(owner, action, met) if action.touches and not action.closed else action


def action_of(game: Game, band: Band, key: str, act: str, target: str) -> tuple[Ability, Action] | None:
    """What an ability's act does at a target, at any time, closed if it belongs to another stage; None if a band has
    no such act."""
    owner = Owner(game, band)
    for ability in answering(band, "actions"):
        for action in ability.actions(owner) if ability.key == key else ():
            if (action.act, action.target) == (act, target):
                shut = (
                    action.closed or ability.used_up(owner) or (None if timely(owner, ability) else untimely(ability))
                )
                open_ = replace(action, closed=shut)
                return ability, weighed(owner, open_, {}) if action.touches else open_
    return None


def timely(owner: Owner, ability: Ability) -> bool:
    """Whether this is a stage in which an ability acts; a die before a conquest needs something in hand for it."""
    if ability.calls_die and not fighters(owner):
        return False
    return not ability.actions_in or owner.game.turn.stage in ability.actions_in


def untimely(ability: Ability) -> Message:
    """Why an action is closed at any other time."""
    return Message("refuse.no_act", {"ability": ability.key})


Met = tuple[Fight, list[Message]] | None
"""A power that meets a region, and why it is shielded; None where nobody has anything against it."""


def weighed(owner: Owner, action: Action, met: dict[str, Met]) -> Action:
    """An action with what the holders of its regions have against it, and what they are owed for it.

    `met` are the regions that other actions touch as well.
    """
    for region in action.touches:
        if region not in met:
            met[region] = meet(owner, region)
    found = [each for region in action.touches if (each := met[region])]
    if not found:
        return action
    refusals = [why for _, shielded in found for why in shielded]
    owed = tuple(owed_tolls([attack for attack, _ in found], action.takes))
    return replace(action, closed=next(iter(refusals), action.closed), owed_tolls=owed)


def meet(owner: Owner, region: str) -> Met:
    """What a power meets in a region."""
    game, band, ground = owner.game, owner.band, owner.game.grounds[region]
    holder = game.bands.get(ground.band)
    if (not ground.markers or mute(ground)) and (
        holder is None or holder.id == band.id or lets_happen(game, band, holder)
    ):
        return None
    attack = fight(game, band, region)
    shielded = shields(attack, "power")
    return (attack, shielded) if shielded or (attack.enemy and answering(attack.enemy, "owed_tolls")) else None


def lets_happen(game: Game, band: Band, holder: Band) -> bool:
    """Whether a holder has nothing against the powers of a band, wherever they meet."""
    asked = abilities(holder)
    return not (asked["shields"] or asked["owed_tolls"]) and holder.id not in spared(game, band)


def hints(game: Game, band: Band) -> list[tuple[Ability, Message, str]]:
    """What a band's owner could still do, besides what its offers show anyway (all)."""
    owner = Owner(game, band)
    return [(ability, say, offer) for ability in answering(band, "hints") for say, offer in ability.hints(owner)]


def extra_tokens(game: Game, band: Band) -> int:
    """Tokens received on top of the printed numbers (sum)."""
    return sum([ability.extra_tokens(Owner(game, band)) for ability in answering(band, "extra_tokens")])


def laid_on(game: Game) -> list[str]:
    """The races in the column on whose combo tokens may be put."""
    return [race for race in game.tray if type(ABILITIES[race]).on_passed is not Ability.on_passed]


def passed(game: Game, combo: Combo, place: int) -> list[Event]:
    """What happens to a combo that is passed over (in order)."""
    owner = Owner(game, Band(0, game.turn.seat, combo.race, (combo.power,)))
    return [event for ability in answering(owner.band, "on_passed") for event in ability.on_passed(owner, place)]


def taken(game: Game, band: Band) -> list[Event]:
    """What happens when a combo has been picked (in order)."""
    return [event for ability in answering(band, "on_taken") for event in ability.on_taken(Owner(game, band))]


def reinforcements(game: Game, band: Band) -> int:
    """Tokens that come from the tray when conquests have ended (sum)."""
    return sum([ability.reinforcements(Owner(game, band)) for ability in answering(band, "reinforcements")])


def placements(game: Game, band: Band) -> list[Placement]:
    """Pieces that a band may place while redeploying (all); those as good as tokens follow the tokens' rules."""
    asked = answering(band, "placements")
    if not asked:
        return []
    owner = Owner(game, band)
    found = [placement for ability in asked for placement in ability.placements(owner) if placement.regions]
    if not any(PIECES[placement.kind].body for placement in found):
        return found
    rule = garrison(game, band)
    return [as_troops(each, rule) for each in found if rule.moves or not PIECES[each.kind].body]


def as_troops(placement: Placement, rule: Garrison) -> Placement:
    """A placement of pieces that are as good as tokens, within the bounds for the race's tokens."""
    if not PIECES[placement.kind].body:
        return placement
    each = placement.each if rule.most is None else min(placement.each, rule.most)
    return replace(
        placement,
        most=min(placement.most, each * len(placement.regions)),
        each=each,
        all=placement.all and not rule.rest,
    )


def garrison(game: Game, band: Band) -> Garrison:
    """Where a band's tokens must be when its turn ends (tightest)."""
    found = ANYWHERE
    for ability in answering(band, "garrison"):
        asked = ability.garrison(Owner(game, band))
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
    """What happens after a band's redeployment (in order)."""
    return [event for ability in answering(band, "on_redeployed") for event in ability.on_redeployed(Owner(game, band))]


def earnings(game: Game, band: Band) -> list[tuple[Ability, Income]]:
    """What the rules of the table and a band's abilities add to the score (itemised sum)."""
    owner = Owner(game, band)
    return [
        (ability, earn)
        for ability in rules(game.boxes, "score") + answering(band, "score")
        for earn in ability.score(owner)
        if earn.amount or earn.remember
    ]


def scored(game: Game, band: Band) -> list[Event]:
    """What happens after the sheet of a band's seat is accepted (in order)."""
    return [event for ability in answering(band, "on_scored") for event in ability.on_scored(Owner(game, band))]
