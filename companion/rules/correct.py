"""Corrections: the cardboard is right, and the program follows it.

Nothing here asks whether the rules allow it, only whether the box has the pieces.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.rules import hooks, troops, turn
from companion.rules.ability import BAND
from companion.rules.column import VISIBLE
from companion.rules.commands import Lay, OldSheet, SetBand, SetCoins, SetPast, SetSheet
from companion.rules.decline import to_tray, vanish
from companion.rules.doing import Doing
from companion.rules.events import (
    COUNTED,
    HANDS,
    PILE,
    TRIBE,
    BadgeMoved,
    BandEntered,
    CoinsMoved,
    ColumnLaid,
    MarkerLifted,
    MarkerPlaced,
    PiecesReturned,
    PileChanged,
    Remembered,
    StageBegan,
    TokensLaid,
    TokensMoved,
    TribeMoved,
)
from companion.rules.model import Combo, Marker
from companion.rules.sets import ABILITIES, PIECES, banners, pieces

# More coins at once than any box holds: somebody's finger slipped.
TOO_MANY = 1000
# Why somebody's coins are corrected; the words are the messages "reason.KEY".
REASONS = ("forgotten", "paid", "counted", "other")
LONGEST_NOTE = 60
# What a score sheet calls its lines beside those of races and powers.
LINES = ("regions", "declined")


def set_region(doing: Doing, lay: Lay) -> None:
    """Lay on a region what really lies there."""
    doing.need(not doing.game.over, "refuse.over")
    lay_out(doing, (lay,))
    turn.settle_changed(doing)


def lay_out(doing: Doing, lays: tuple[Lay, ...]) -> None:
    """Lay on regions what really lies there; tokens and pieces come from the box and go to it.

    All is lifted before anything is laid, so that what went from one region to another is there for it.
    """
    for lay in lays:
        doing.need(lay.region in doing.game.grounds, "refuse.no_region", region=lay.region)
        doing.need(lay.tokens >= 0 and lay.tribe >= 0, "refuse.negative")
        kinds = (each.kind for each in lay.markers if each.band == lay.band and each.kind in PIECES)
        alone = any(PIECES[kind].holds(doing.game) for kind in kinds)
        doing.need(bool(lay.band) == bool(lay.tokens) or (lay.band > 0 and alone), "refuse.whose_tokens")
    for lay in lays:
        _lift(doing, lay)
    for lay in lays:
        _lay(doing, lay)


def _lift(doing: Doing, lay: Lay) -> None:
    """Take off a region what does not lie there."""
    ground = doing.game.grounds[lay.region]
    for marker in dict.fromkeys(ground.markers):
        for _ in range(ground.markers.count(marker) - lay.markers.count(marker)):
            doing.do(MarkerLifted(lay.region, marker.kind, marker.band))
    stays = lay.tokens if ground.band == lay.band else 0
    if ground.tokens > stays:
        doing.do(TokensMoved(ground.band, ground.tokens - stays, lay.region, "tray"))
    if ground.tribe > lay.tribe:
        doing.do(TribeMoved(lay.region, lay.tribe - ground.tribe))


def _lay(doing: Doing, lay: Lay) -> None:
    """Lay on a region what lies there as well."""
    ground = doing.game.grounds[lay.region]
    if lay.band:
        race = doing.band(lay.band).race
        more = lay.tokens - ground.tokens
        doing.need(more <= doing.game.tray[race], "refuse.tray", race=race)
        if more > 0:
            doing.do(TokensMoved(lay.band, more, "tray", lay.region))
    more = lay.tribe - ground.tribe
    doing.need(more <= doing.game.tribes, "refuse.tribes")
    if more:
        doing.do(TribeMoved(lay.region, more))
    place_markers(doing, lay.region, lay.markers)


def place_markers(doing: Doing, region: str, markers: tuple[Marker, ...]) -> None:
    """Bring the pieces on a region to what they should be, each as often as it is named.

    What lies there already may stay, whosever it is.
    """
    for marker in dict.fromkeys((*markers, *doing.game.grounds[region].markers)):
        doing.need(marker.kind in PIECES, "refuse.no_piece", piece=marker.kind)
        lying = doing.game.grounds[region].markers.count(marker)
        wanted = markers.count(marker)
        if wanted > lying:
            doing.need(brings(doing, marker), "refuse.whose_piece", piece=marker.kind)
        for _ in range(lying - wanted):
            doing.do(MarkerLifted(region, marker.kind, marker.band))
        for _ in range(wanted - lying):
            doing.need(troops.free(doing.game, marker) > 0, "refuse.supply", piece=marker.kind)
            doing.do(MarkerPlaced(region, marker.kind, marker.band))


def brings(doing: Doing, marker: Marker) -> bool:
    """A piece belongs to a band that has its race or power; to nobody only where a box has it and no band."""
    if marker.band:
        return marker.kind in hooks.pieces(doing.band(marker.band))
    brought = any(marker.kind in hooks.pieces(band) for band in doing.game.bands.values())
    return marker.kind in pieces(doing.game.boxes) and not brought


def set_band(doing: Doing, command: SetBand) -> None:
    """Correct a band's tokens and pieces off the map and what its abilities remember."""
    doing.need(not doing.game.over, "refuse.over")
    for place in HANDS:
        band = doing.band(command.band)
        count = getattr(command, place)
        if count is None:
            continue
        doing.need(count >= 0, "refuse.negative")
        change = count - getattr(band, place)
        doing.need(change <= doing.game.tray[band.race], "refuse.tray", race=band.race)
        if change > 0:
            doing.do(TokensMoved(band.id, change, "tray", place))
        elif change < 0:
            doing.do(TokensMoved(band.id, -change, place, "tray"))
    band = doing.band(command.band)
    fields = {
        f"{key}.{memory.key}": memory for key in band.abilities for memory in ABILITIES[key].memory
    }
    for key, value in command.memo.items():
        doing.need(key in fields, "refuse.no_memory", field=key)
        there = fields[key].kind != BAND or value == 0 or value in doing.game.bands
        doing.need(there and fields[key].fits(value, len(doing.game.seats)), "refuse.memory", field=key)
        doing.do(Remembered(band.id, key, value))
    if command.powers is not None:
        set_powers(doing, command.band, command.powers)
    for kind, count in command.returned.items():
        set_returned(doing, Marker(kind, band.id), count)
    turn.settle_changed(doing)


def set_returned(doing: Doing, piece: Marker, count: int) -> None:
    """So many pieces of a band wait to go back on the map when the turn ends."""
    doing.need(piece.kind in PIECES, "refuse.no_piece", piece=piece.kind)
    doing.need(brings(doing, piece), "refuse.whose_piece", piece=piece.kind)
    doing.need(count >= 0, "refuse.negative")
    waiting = {(band, kind): n for band, kind, n in doing.game.turn.returned}
    change = count - waiting.get((piece.band, piece.kind), 0)
    doing.need(change <= troops.free(doing.game, piece), "refuse.supply", piece=piece.kind)
    if change:
        doing.do(PiecesReturned(piece.band, piece.kind, count))


def set_powers(doing: Doing, band_id: int, powers: tuple[str, ...]) -> None:
    """All the badges that lie with a race without a banner; others go back to where it has them from."""
    band = doing.band(band_id)
    doing.need(band.race not in banners(doing.game.boxes), "refuse.one_badge", race=band.race)
    doing.need(len(set(powers)) == len(powers), "refuse.twice")
    pile = next((heap.key for heap in hooks.heaps(doing.game).values() if heap.badges), "")
    for power in band.powers:
        if power not in powers:
            doing.do(BadgeMoved(power, f"band:{band_id}", PILE + pile if pile else "badges"))
    for power in powers:
        if power not in band.powers:
            doing.do(BadgeMoved(power, lying(doing, power), f"band:{band_id}"))


def lying(doing: Doing, power: str) -> str:
    """Where a badge lies that no race has and that is not in the column.  Refuses one that is not there."""
    game = doing.game
    heaps = hooks.heaps(game)
    places = {PILE + pile: tuple(heap) for pile, heap in game.piles.items() if heaps[pile].badges}
    places |= {"badges": game.badges, "discards": game.discards}
    found = next((place for place, badges in places.items() if power in badges), "")
    doing.need(bool(found), "refuse.no_such_power", piece=power)
    return found


def set_pile(doing: Doing, pile: str, kinds: dict[str, int]) -> None:
    """Lay on a pile what really lies there; it comes from where such pieces are kept, and goes back there."""
    doing.need(not doing.game.over, "refuse.over")
    heaps = hooks.heaps(doing.game)
    doing.need(pile in heaps, "refuse.no_pile")
    heap = heaps[pile]
    before = doing.game.piles.get(pile, {})
    known = (TRIBE, *heap.besides, *doing.game.tray)
    for kind in dict.fromkeys((*before, *kinds)):
        count = kinds.get(kind, 0)
        change = count - before.get(kind, 0)
        doing.need(count >= 0, "refuse.negative")
        if heap.badges:
            doing.need(count <= 1, "refuse.twice")
            if change > 0:
                doing.do(BadgeMoved(kind, lying(doing, kind), PILE + pile))
            elif change < 0:
                doing.do(BadgeMoved(kind, PILE + pile, "badges"))
            continue
        doing.need(kind in known, "refuse.no_such_race", piece=kind)
        doing.need(kind not in doing.game.tray or change <= doing.game.tray[kind], "refuse.tray", race=kind)
        doing.need(kind != TRIBE or change <= doing.game.tribes, "refuse.tribes")
        doing.need(count < TOO_MANY, "refuse.how_many")
        if change:
            doing.do(PileChanged(pile, kind, change))
    turn.settle_changed(doing)


def set_race(doing: Doing, seat: int, race: str, power: str, declined: bool) -> None:
    """Give a seat the race that it really has; its tokens are counted afterwards."""
    game = doing.game
    doing.need(not game.over, "refuse.over")
    doing.need(0 <= seat < len(game.seats), "refuse.no_seat")
    doing.need(race in banners(game.boxes), "refuse.no_such_race", piece=race)
    doing.need(all(band.race != race for band in game.bands.values()), "refuse.race_in_play", race=race)
    badges = {key for band in game.bands.values() for key in band.powers}
    known = {*game.badges, *game.discards, *(combo.power for combo in game.column)}
    doing.need(not power or power in known, "refuse.no_such_power", piece=power)
    doing.need(power not in badges, "refuse.power_in_play", piece=power)
    doing.need(declined or bool(power), "refuse.power_missing")
    doing.need(declined or game.active(seat) is None, "refuse.has_race", name=game.name(seat))
    kept = bool(power) and (not declined or ABILITIES[power].keeps_badge)
    powers = (power,) if kept else ()
    for place, combo in enumerate(game.column):
        if combo.coins and (combo.race == race or combo.power in powers):
            doing.do(CoinsMoved(combo.coins, f"combo:{place}", "bank"))
    doing.do(BandEntered(game.taken + 1, seat, race, powers, declined))


def drop_race(doing: Doing, band_id: int) -> None:
    """A race that is not in play after all: everything of it goes back."""
    doing.need(not doing.game.over, "refuse.over")
    race = doing.band(band_id).race
    doing.need(race in banners(doing.game.boxes), "refuse.no_banner", race=race)
    if doing.game.turn.band == band_id:
        doing.do(StageBegan("begin", 0))
    vanish(doing, band_id)
    turn.settle_changed(doing)


def set_column(doing: Doing, combos: tuple[Combo, ...]) -> None:
    """Lay the column out as it really is."""
    game = doing.game
    doing.need(not game.over, "refuse.over")
    races = [combo.race for combo in combos]
    powers = [combo.power for combo in combos]
    doing.need(len(set(races)) == len(races) and len(set(powers)) == len(powers), "refuse.twice")
    doing.need(len(combos) <= VISIBLE, "refuse.column_long", count=VISIBLE)
    free = {*game.banners, *game.returned, game.half, *(combo.race for combo in game.column)}
    badges = {*game.badges, *game.discards, *(combo.power for combo in game.column)}
    for combo in combos:
        doing.need(combo.race in free, "refuse.no_such_race", piece=combo.race)
        doing.need(combo.power in badges, "refuse.no_such_power", piece=combo.power)
        doing.need(combo.coins >= 0, "refuse.negative")
        doing.need(combo.coins < TOO_MANY, "refuse.many_coins")
        doing.need(combo.tokens >= 0, "refuse.negative")
    for place, combo in enumerate(game.column):
        if combo.coins:
            doing.do(CoinsMoved(combo.coins, f"combo:{place}", "bank"))
    doing.do(ColumnLaid(tuple(replace(combo, coins=0, tokens=0) for combo in combos)))
    for place, combo in enumerate(combos):
        doing.need(combo.tokens <= doing.game.tray[combo.race], "refuse.tray", race=combo.race)
        if combo.tokens:
            doing.do(TokensLaid(place, combo.tokens))
        if combo.coins:
            doing.do(CoinsMoved(combo.coins, "bank", f"combo:{place}"))


def set_coins(doing: Doing, command: SetCoins) -> None:
    """Correct a seat's coins by a difference, with a reason for everybody to read."""
    doing.need(command.reason in ("", *REASONS), "refuse.no_reason", reason=command.reason)
    move_coins(doing, command.seat, command.difference, command.note)


def move_coins(doing: Doing, seat: int, difference: int, note: str = "") -> None:
    """Put a purse right by a difference.  Refuses what is none, and on the owner's phone what the purse has not."""
    doing.need(0 <= seat < len(doing.game.seats), "refuse.no_seat")
    doing.need(difference != 0, "refuse.no_change")
    doing.need(abs(difference) < TOO_MANY, "refuse.many_coins")
    doing.need(len(note) <= LONGEST_NOTE and note.isprintable(), "refuse.note", count=LONGEST_NOTE)
    if not doing.blind:
        # To others a refusal would tell what the purse holds.
        doing.need(doing.game.seats[seat].coins + difference >= 0, "refuse.negative")
    doing.do(CoinsMoved(difference, COUNTED, f"seat:{seat}"))


def set_sheet(doing: Doing, command: SetSheet) -> None:
    """Correct a line of a score sheet that was accepted."""
    old_turn(doing, command.turn)
    doing.need(command.line in (*LINES, *REASONS, *ABILITIES), "refuse.no_reason", reason=command.line)
    move_coins(doing, command.seat, command.difference, command.note)


def set_past(doing: Doing, command: SetPast) -> None:
    """Pay what the sheets of old turns differ by.  Whether it could lie so then was judged on the board of then.

    A game that is over can be put right too: coins decide it, and where they are even what stands on the board.
    """
    regions = [lay.region for lay in command.lays]
    doing.need(len(set(regions)) == len(regions), "refuse.region_twice")
    for sheet in (OldSheet(command.turn, command.seat), *command.sheets):
        old_turn(doing, sheet.turn)
        doing.need(0 <= sheet.seat < len(doing.game.seats), "refuse.no_seat")
        regions += sheet.regions
    for region in regions:
        doing.need(region in doing.game.grounds, "refuse.no_region", region=region)
    for sheet in command.sheets:
        doing.need(abs(sheet.coins) < TOO_MANY, "refuse.many_coins")
        if sheet.coins:
            doing.do(CoinsMoved(sheet.coins, COUNTED, f"seat:{sheet.seat}"))
    if command.today:
        lay_out(doing, command.lays)
        if not doing.game.over:
            turn.settle_changed(doing)


def old_turn(doing: Doing, number: int) -> None:
    """Refuses a turn that no game of this board has; people may have set it back since."""
    doing.need(1 <= number <= doing.game.board.turns, "refuse.no_turn")


def set_turn(doing: Doing, number: int, seat: int) -> None:
    """Correct whose turn it is, from its beginning."""
    doing.need(not doing.game.over, "refuse.over")
    doing.need(0 <= seat < len(doing.game.seats), "refuse.no_seat")
    doing.need(1 <= number <= doing.game.board.turns, "refuse.no_turn")
    doing.need(not doing.game.seats[seat].left, "refuse.has_left", name=doing.game.name(seat))
    for band in list(doing.game.bands.values()):
        if band.withdrawn:
            # What was taken back in hand stays with its owner, not in limbo.
            doing.do(TokensMoved(band.id, band.withdrawn, "withdrawn", "hand"))
            if band.declined:
                to_tray(doing, band.id)
    turn.begin(doing, number, seat)
