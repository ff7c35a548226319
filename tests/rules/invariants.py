"""What holds in every position of a game, however it was reached."""

from __future__ import annotations

from collections import Counter

from companion.rules import hooks, score
from companion.rules.ability import Owner
from companion.rules.boxes.registry import ABILITIES, BOXES, PIECES
from companion.rules.events import COUNTED, CoinsMoved, Event, Scored
from companion.rules.model import Game

BADGES = {power.key for box in BOXES.values() for power in box.powers}
SPENT = {kind: [f"{key}.spent" for key, ability in ABILITIES.items() if kind in ability.pieces] for kind in PIECES}
"""Where bands remember of each kind of piece how many were spent for good."""


def check(game: Game) -> None:
    """The pieces of the box: each of them is somewhere, and none is there twice."""
    tokens_are_conserved(game)
    banners_and_badges_are_conserved(game)
    pieces_are_in_the_box(game)
    grounds_make_sense(game)
    memory_is_declared(game)
    assert len(game.column) <= 6
    assert all(combo.coins >= 0 for combo in game.column)
    assert 1 <= game.turn.number <= game.board.turns


def check_played(game: Game) -> None:
    """What holds as long as nobody corrects anything."""
    check(game)
    lying = on_the_map(game)
    assert all(lying[kind] + used_up(game, kind) <= piece.supply for kind, piece in PIECES.items())
    assert all(seat.coins >= 0 for seat in game.seats)
    for number in range(len(game.seats)):
        bands = game.bands_of(number)
        assert sum(not band.declined for band in bands) <= 1
        assert sum(band.declined and "spirit" not in band.powers for band in bands) <= 1
        for band in bands:
            assert game.holdings(band.id) or not band.declined or game.turn.seat == number
            assert not band.declined or not band.aside
    laid_out = nobodys(game)
    for region, ground in game.grounds.items():
        assert not (ground.band and ground.tribe), f"{region} is held twice"
        owned = [marker for marker in ground.markers if marker.kind not in laid_out]
        assert all(marker.band in game.bands for marker in owned)
        assert all(marker.band == ground.band or PIECES[marker.kind].unheld for marker in owned)
    for band in game.bands.values():
        held = [marker.kind for region in game.holdings(band.id) for marker in game.grounds[region].markers]
        assert band.prizes == (() if band.declined else tuple(kind for kind in held if kind in game.prizes))
    nobody_stands_alone_who_must_not(game)
    struck = any(mark.startswith("struck:") or mark == "vale" for mark in game.turn.used)
    if game.turn.stage != "withdraw" and not game.turn.attacks and not struck:
        assert not any(band.withdrawn for band in game.bands.values())


def nobody_stands_alone_who_must_not(game: Game) -> None:
    """Active Kobolds and Tauren hold no region with fewer than two, but while their own player moves them about."""
    for band in game.bands.values():
        if not band.declined and (game.turn.stage, game.turn.band) != ("redeploy", band.id):
            least = hooks.least(game, band, readying=Owner(game, band).sets_out)[0]
            assert all(hooks.bodies(game, region) >= least for region in game.holdings(band.id)), band.race


def nobodys(game: Game) -> set[str]:
    """The kinds of pieces that the rules of the table lay out and that belong to nobody."""
    return {kind for box in game.boxes for rule in BOXES[box].rules for kind in rule.pieces}


def tokens_are_conserved(game: Game) -> None:
    """Race tokens lie in the tray, in hands or on the map; Lost Tribes in the tray or on the map."""
    found = Counter(game.tray)
    for contents in game.piles.values():
        assert min(contents.values()) > 0
        found.update({kind: count for kind, count in contents.items() if kind in game.tray})
    for band in game.bands.values():
        assert min(band.hand, band.withdrawn, band.aside) >= 0
        found[band.race] += band.hand + band.withdrawn + band.aside
    for ground in game.grounds.values():
        assert min(ground.tokens, ground.tribe) >= 0
        if ground.band:
            found[game.bands[ground.band].race] += ground.tokens
    for combo in game.column:
        assert combo.tokens >= 0
        found[combo.race] += combo.tokens
    assert min(game.tray.values()) >= 0
    boxes = [BOXES[box] for box in game.boxes]
    assert found == {race.key: race.in_box(game.options) for box in boxes for race in box.races + box.bannerless}
    assert game.tribes >= 0
    beside = sum(contents.get("tribe", 0) for contents in game.piles.values())
    standing = sum(ground.tribe for ground in game.grounds.values())
    assert game.tribes + beside + standing == sum(box.tribes for box in boxes)


def banners_and_badges_are_conserved(game: Game) -> None:
    """Each banner and each badge is in one place only."""
    banners = [*game.banners, *game.returned, *(combo.race for combo in game.column)]
    banners += [game.half] if game.half else []
    bannerless = [race.key for box in game.boxes for race in BOXES[box].bannerless]
    banners += [band.race for band in game.bands.values() if band.race not in bannerless]
    assert sorted(banners) == sorted(race.key for box in game.boxes for race in BOXES[box].races)
    badges = [*game.badges, *game.discards, *(combo.power for combo in game.column)]
    badges += [power for band in game.bands.values() for power in band.powers]
    badges += [kind for contents in game.piles.values() for kind in contents if kind in BADGES]
    assert sorted(badges) == sorted(power.key for box in game.boxes for power in BOXES[box].powers)


def pieces_are_in_the_box(game: Game) -> None:
    """No more pieces of a kind on the map, or on their way back to it, than there are."""
    waiting = Counter[str]()
    for _, kind, count in game.turn.returned:
        waiting[kind] += count
    for band in game.bands.values():
        for kind in hooks.pieces(band):
            waiting[kind] += hooks.in_hand(game, band, kind)
    lying = on_the_map(game)
    for kind, piece in PIECES.items():
        assert lying[kind] + waiting[kind] <= piece.supply


def on_the_map(game: Game) -> Counter[str]:
    """How many pieces of each kind lie on the map."""
    return Counter(marker.kind for ground in game.grounds.values() for marker in ground.markers)


def used_up(game: Game, kind: str) -> int:
    """Pieces that were spent for good, as their band remembers."""
    return sum(band.memo.get(key, 0) for band in game.bands.values() for key in SPENT[kind])


def grounds_make_sense(game: Game) -> None:
    """A token, or a piece as good as one, in each held region, and no token of nobody."""
    for region, ground in game.grounds.items():
        assert (ground.band in game.bands) == (hooks.bodies(game, region) > 0)
        assert bool(ground.band) == (hooks.bodies(game, region) > 0)
        assert ground.band or not ground.tokens


def memory_is_declared(game: Game) -> None:
    """Whatever is remembered is a declared field of an ability the band has, and in its range."""
    for band in game.bands.values():
        fields = {f"{key}.{field.key}": field for key in band.abilities for field in ABILITIES[key].memory}
        for key, value in band.memo.items():
            assert key in fields, f"{key} is not declared"
            assert fields[key].fits(value, len(game.seats))


def coins(game: Game) -> int:
    """All coins in purses and on the column."""
    return sum(seat.coins for seat in game.seats) + sum(combo.coins for combo in game.column)


def minted(events: tuple[Event, ...]) -> int:
    """The coins that came from the bank: what was scored, and corrections."""
    total = 0
    for event in events:
        if isinstance(event, Scored):
            total += score.total(event.lines)
        if isinstance(event, CoinsMoved) and event.source in ("bank", COUNTED):
            total += event.amount
        if isinstance(event, CoinsMoved) and event.target == "bank":
            total -= event.amount
    return total
