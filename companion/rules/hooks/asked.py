"""Who is asked: the abilities of a band, the rules of the table, the pieces in a region."""

from __future__ import annotations

from functools import cache

from companion.rules.ability import Ability, Owner, Pile
from companion.rules.boxes.registry import ABILITIES, BOXES, PIECES, RULES
from companion.rules.model import NOBODY, Band, Game, Ground, Marker
from companion.rules.piece import Piece
from companion.rules.prizes import GROUND
from companion.rules.table_rule import TableRule


def answers(kind: type[Ability], hook: str, base: type[Ability] = Ability) -> bool:
    """Whether an ability of this class implements a hook."""
    return getattr(kind, hook) is not getattr(base, hook)


def implemented(kind: type[Ability]) -> set[str]:
    """What a class has of its own: among it the hooks that it implements."""
    return {name for each in kind.__mro__[: kind.__mro__.index(Ability)] for name in vars(each)}


class Answering(dict[str, tuple[Ability, ...]]):
    """The abilities of a race with these powers and prizes that implement each hook, looked up on first use."""

    def __init__(self, abilities: tuple[str, ...], prizes: tuple[str, ...], declined: bool) -> None:
        own = [(ABILITIES[key], implemented(type(ABILITIES[key]))) for key in (*abilities, *prizes)]
        self._asked = [(each, hooks & each.lasts if declined else hooks) for each, hooks in own]
        for _, hooks in self._asked[len(abilities) :]:
            hooks -= GROUND

    def __missing__(self, hook: str) -> tuple[Ability, ...]:
        self[hook] = found = tuple([ability for ability, own in self._asked if hook in own])
        return found


class Combos(dict[tuple[str, tuple[str, ...], tuple[str, ...], bool], Answering]):
    """What answers for each race with its powers and prizes, active or in decline, looked up on first use.

    A game needs some dozens of them, again and again; all possible games have tens of thousands.
    """

    MOST = 512

    def __missing__(self, combo: tuple[str, tuple[str, ...], tuple[str, ...], bool]) -> Answering:
        if len(self) >= self.MOST:
            self.clear()
        race, powers, prizes, declined = combo
        self[combo] = found = Answering((race, *powers), prizes, declined)
        return found


COMBOS = Combos()


def abilities(band: Band) -> Answering:
    """The abilities of a band that answer now, by hook: for those who ask several hooks."""
    return COMBOS[band.race, band.powers, band.prizes, band.declined]


def answering(band: Band, hook: str) -> tuple[Ability, ...]:
    """The abilities of a band that answer a hook now."""
    return COMBOS[band.race, band.powers, band.prizes, band.declined][hook]


def working(band: Band) -> list[str]:
    """The abilities of a band that count now, by key: in decline those that last, by themselves or by their pieces."""
    return [key for key in band.abilities if not band.declined or _lasts(ABILITIES[key])]


def _lasts(ability: Ability) -> bool:
    lasts = ability.lasts or ability.keeps_badge or ability.tells_decline
    return bool(lasts) or any(PIECES[kind].lasting for kind in ability.pieces)


@cache
def rules(boxes: tuple[str, ...], hook: str) -> tuple[TableRule, ...]:
    """The rules of the table, of these boxes, that answer a hook."""
    return tuple(RULES[kind.key] for box in boxes for kind in BOXES[box].rules if answers(kind, hook, TableRule))


def piles(game: Game) -> dict[str, Pile]:
    """The piles beside the map that the rules of the table use."""
    return {each.key: each for box in game.boxes for rule in BOXES[box].rules for each in rule.piles}


def planners(game: Game, hook: str) -> list[tuple[Ability, Owner]]:
    """Who has a say in a turn's stages: the rules of the table, then all bands of the seat whose turn it is."""
    found: list[tuple[Ability, Owner]] = []
    if asked := rules(game.boxes, hook):
        found += [(rule, Owner(game, NOBODY)) for rule in asked]
    for band in game.bands.values():
        if band.seat == game.turn.seat and (own := answering(band, hook)):
            found += [(ability, Owner(game, band)) for ability in own]
    return found


def _pieces_with(*hooks: str) -> frozenset[str]:
    """The kinds of pieces that implement any of these hooks, or have a number for it."""
    return frozenset(
        kind
        for kind, piece in PIECES.items()
        for hook in hooks
        if getattr(type(piece), hook) is not getattr(Piece, hook)
    )


# Most regions have none of these, and every region is asked again and again.
IMMUNE = _pieces_with("immune")
SHIELDING = IMMUNE | _pieces_with("shields")
DEFENDING = _pieces_with("defence", "strength", "defence_cost")
# Most pieces have no say at all in an attack on their region: neither they nor what is owed for them.
WITH_A_SAY = (
    SHIELDING | DEFENDING | _pieces_with("counts_as_token") | {ability.tolls_for for ability in ABILITIES.values()}
)


def mute(ground: Ground) -> bool:
    """Whether there is no piece in a region that has a say in an attack on it."""
    return WITH_A_SAY.isdisjoint([marker.kind for marker in ground.markers])


def safe(ground: Ground) -> bool:
    """Whether a piece keeps all enemies out of a region."""
    return not IMMUNE.isdisjoint([marker.kind for marker in ground.markers])


def ground_pieces(ground: Ground) -> list[tuple[Piece, Marker]]:
    """The pieces in a region, in the order in which they were placed."""
    return [(PIECES[marker.kind], marker) for marker in ground.markers] if ground.markers else []


def piece_owner(game: Game, marker: Marker, region: str) -> Owner:
    """The owner of a piece: NOBODY for nobody's pieces, but for a prize the active band that controls it."""
    number = marker.band
    if marker.kind in game.prizes:
        holder = game.bands.get(game.grounds[region].band)
        number = holder.id if holder and marker.kind in holder.prizes else 0
    return Owner(game, game.bands.get(number, NOBODY), region)
