"""Corrections: the board is right, and the program follows it.

Nothing here asks whether the rules allow it, only whether the box has the pieces.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.rules import hooks, placing, turn
from companion.rules.ability import BAND, Owner
from companion.rules.boxes.registry import ABILITIES, PIECES, banners, pieces
from companion.rules.column import VISIBLE
from companion.rules.commands import HAND, Lay, OldSheet, SetBand, SetCoins, SetPast, SetSheet
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
from companion.rules.events.event import controlled
from companion.rules.execution import Execution
from companion.rules.leaving import to_tray, vanish
from companion.rules.model import Combo, Game, Ground, Marker

# More coins than any box has: somebody's finger slipped.
TOO_MANY = 1000
# Why somebody's coins are corrected; the words are the messages "reason.KEY".
REASONS = ("forgotten", "paid", "counted", "other")
LONGEST_NOTE = 60
# The names of a score sheet's lines besides those of races and powers.
LINES = ("regions", "declined")


def set_region(execution: Execution, lay: Lay) -> None:
    """Make a region what it really is."""
    execution.need(not execution.game.over, "refuse.over")
    lay_out(execution, (lay,))
    turn.settle_changed(execution)


def recount(execution: Execution, region: str, tokens: int, others: tuple[str, ...]) -> None:
    """Stand so many tokens on a region: one by one from the fullest of the others, or to the emptiest.

    A token stays on each region that gives; the hand gives its last one too.
    """
    execution.need(not execution.game.over, "refuse.over")
    lands = [key for key in others if key != HAND]
    for key in (region, *lands):
        execution.need(key in execution.game.grounds, "refuse.no_region", region=key)
    number = execution.game.grounds[region].band
    same = all(key != region and execution.game.grounds[key].band == number for key in lands)
    execution.need(number > 0 and tokens > 0 and same, "refuse.form.slot", region=region)

    def standing(key: str) -> int:
        return execution.band(number).hand if key == HAND else execution.game.grounds[key].tokens

    while standing(region) != tokens:
        more = standing(region) < tokens
        able = [key for key in others if not more or standing(key) > (0 if key == HAND else 1)]
        execution.need(bool(able), "refuse.form.slot", region=region)
        other = max(able, key=standing) if more else min(able, key=standing)
        source, target = (other, region) if more else (region, other)
        execution.apply(TokensMoved(number, 1, source, target))
    turn.settle_changed(execution)


def lay_out(execution: Execution, lays: tuple[Lay, ...]) -> None:
    """Make regions what they really are; tokens and pieces come from the box and go to it.

    Everything is taken off before anything is put on, so that it is available for another region.
    """
    for lay in lays:
        execution.need(lay.region in execution.game.grounds, "refuse.no_region", region=lay.region)
        execution.need(lay.tokens >= 0 and lay.tribe >= 0, "refuse.negative")
        kinds = (each.kind for each in lay.markers if each.band == lay.band and each.kind in PIECES)
        alone = any(PIECES[kind].holds(execution.game) for kind in kinds)
        execution.need(bool(lay.band) == bool(lay.tokens) or (lay.band > 0 and alone), "refuse.whose_tokens")
    for lay in lays:
        _lift(execution, lay)
    for lay in lays:
        _lay(execution, lay)


def _lift(execution: Execution, lay: Lay) -> None:
    """Take off a region what is not there."""
    ground = execution.game.grounds[lay.region]
    for marker in dict.fromkeys(ground.markers):
        for _ in range(ground.markers.count(marker) - lay.markers.count(marker)):
            execution.apply(MarkerLifted(lay.region, marker.kind, marker.band))
    stays = lay.tokens if ground.band == lay.band else 0
    if ground.tokens > stays:
        execution.apply(TokensMoved(ground.band, ground.tokens - stays, lay.region, "tray"))
    if ground.tribe > lay.tribe:
        execution.apply(TribeMoved(lay.region, lay.tribe - ground.tribe))


def _lay(execution: Execution, lay: Lay) -> None:
    """Put on a region what is there as well."""
    ground = execution.game.grounds[lay.region]
    if lay.band:
        race = execution.band(lay.band).race
        more = lay.tokens - ground.tokens
        execution.need(more <= execution.game.tray[race], "refuse.tray", race=race)
        if more > 0:
            execution.apply(TokensMoved(lay.band, more, "tray", lay.region))
    more = lay.tribe - ground.tribe
    execution.need(more <= execution.game.tribes, "refuse.tribes")
    if more:
        execution.apply(TribeMoved(lay.region, more))
    place_markers(execution, lay.region, lay.markers)


def place_markers(execution: Execution, region: str, markers: tuple[Marker, ...]) -> None:
    """Make the pieces on a region those that are named, each as often as it is named.

    What is there already may stay, whoever brings it.
    """
    for marker in dict.fromkeys((*markers, *execution.game.grounds[region].markers)):
        execution.need(marker.kind in PIECES, "refuse.no_piece", piece=marker.kind)
        lying = execution.game.grounds[region].markers.count(marker)
        wanted = markers.count(marker)
        if wanted > lying:
            execution.need(brings(execution, marker), "refuse.whose_piece", piece=marker.kind)
        for _ in range(lying - wanted):
            execution.apply(MarkerLifted(region, marker.kind, marker.band))
        for _ in range(wanted - lying):
            execution.need(placing.free(execution.game, marker) > 0, "refuse.supply", piece=marker.kind)
            execution.apply(MarkerPlaced(region, marker.kind, marker.band))


def brings(execution: Execution, marker: Marker) -> bool:
    """Whether a band brings a piece by its race or power; nobody's piece must come from a box, and no band may bring
    it."""
    if marker.band:
        return marker.kind in hooks.pieces(execution.band(marker.band))
    brought = any(marker.kind in hooks.pieces(band) for band in execution.game.bands.values())
    return marker.kind in pieces(execution.game.boxes) and not brought


def set_band(execution: Execution, command: SetBand) -> None:
    """Correct a band's tokens and pieces off the map and what its abilities remember."""
    execution.need(not execution.game.over, "refuse.over")
    for place in HANDS:
        band = execution.band(command.band)
        count = getattr(command, place)
        if count is None:
            continue
        execution.need(count >= 0, "refuse.negative")
        change = count - getattr(band, place)
        execution.need(change <= execution.game.tray[band.race], "refuse.tray", race=band.race)
        if change > 0:
            execution.apply(TokensMoved(band.id, change, "tray", place))
        elif change < 0:
            execution.apply(TokensMoved(band.id, -change, place, "tray"))
    band = execution.band(command.band)
    fields = {f"{key}.{memory.key}": memory for key in band.abilities for memory in ABILITIES[key].memory}
    for key, value in command.memo.items():
        execution.need(key in fields, "refuse.no_memory", field=key)
        there = fields[key].kind != BAND or value == 0 or value in execution.game.bands
        execution.need(there and fields[key].fits(value, len(execution.game.seats)), "refuse.memory", field=key)
        execution.apply(Remembered(band.id, key, value))
    if command.powers is not None:
        set_powers(execution, command.band, command.powers)
    for kind, count in command.returned.items():
        set_returned(execution, Marker(kind, band.id), count)
    turn.settle_changed(execution)


def set_returned(execution: Execution, piece: Marker, count: int) -> None:
    """This many pieces of a band wait to go back on the map when the turn ends."""
    execution.need(piece.kind in PIECES, "refuse.no_piece", piece=piece.kind)
    execution.need(brings(execution, piece), "refuse.whose_piece", piece=piece.kind)
    execution.need(count >= 0, "refuse.negative")
    waiting = {(band, kind): n for band, kind, n in execution.game.turn.returned}
    change = count - waiting.get((piece.band, piece.kind), 0)
    execution.need(change <= placing.free(execution.game, piece), "refuse.supply", piece=piece.kind)
    if change:
        execution.apply(PiecesReturned(piece.band, piece.kind, count))


def set_powers(execution: Execution, band_id: int, powers: tuple[str, ...]) -> None:
    """Make these the badges of a race without a banner; others go back to their pile."""
    band = execution.band(band_id)
    execution.need(band.race not in banners(execution.game.boxes), "refuse.one_badge", race=band.race)
    execution.need(len(set(powers)) == len(powers), "refuse.twice")
    pile = next((each.key for each in hooks.piles(execution.game).values() if each.badges), "")
    for power in band.powers:
        if power not in powers:
            execution.apply(BadgeMoved(power, f"band:{band_id}", PILE + pile if pile else "badges"))
            # Nobody is left to put its waiting pieces back on the map.
            for kind in ABILITIES[power].pieces:
                if Owner(execution.game, band).waiting(kind):
                    execution.apply(PiecesReturned(band_id, kind, 0))
    for power in powers:
        if power not in band.powers:
            execution.apply(BadgeMoved(power, badge_place(execution, power), f"band:{band_id}"))


def badge_place(execution: Execution, power: str) -> str:
    """The place of a badge that no race has and that is not in the column.  Raises Refused if there is none."""
    game = execution.game
    piles = hooks.piles(game)
    places = {PILE + pile: tuple(contents) for pile, contents in game.piles.items() if piles[pile].badges}
    places |= {"badges": game.badges, "discards": game.discards}
    found = next((place for place, badges in places.items() if power in badges), "")
    execution.need(bool(found), "refuse.no_such_power", piece=power)
    return found


def set_pile(execution: Execution, pile: str, kinds: dict[str, int]) -> None:
    """Make a pile what it really is; pieces come from where such pieces are kept, and go back there."""
    execution.need(not execution.game.over, "refuse.over")
    piles = hooks.piles(execution.game)
    execution.need(pile in piles, "refuse.no_pile")
    found = piles[pile]
    before = execution.game.piles.get(pile, {})
    known = (TRIBE, *found.besides, *execution.game.tray)
    for kind in dict.fromkeys((*before, *kinds)):
        count = kinds.get(kind, 0)
        change = count - before.get(kind, 0)
        execution.need(count >= 0, "refuse.negative")
        if found.badges:
            execution.need(count <= 1, "refuse.twice")
            if change > 0:
                execution.apply(BadgeMoved(kind, badge_place(execution, kind), PILE + pile))
            elif change < 0:
                execution.apply(BadgeMoved(kind, PILE + pile, "badges"))
            continue
        execution.need(kind in known, "refuse.no_such_race", piece=kind)
        execution.need(kind not in execution.game.tray or change <= execution.game.tray[kind], "refuse.tray", race=kind)
        execution.need(kind != TRIBE or change <= execution.game.tribes, "refuse.tribes")
        execution.need(count < TOO_MANY, "refuse.how_many")
        if change:
            execution.apply(PileChanged(pile, kind, change))
    turn.settle_changed(execution)


def set_race(execution: Execution, seat: int, race: str, power: str, declined: bool) -> None:
    """Give a seat the race that it really has; its tokens are counted afterwards."""
    game = execution.game
    execution.need(not game.over, "refuse.over")
    execution.need(0 <= seat < len(game.seats), "refuse.no_seat")
    execution.need(race in banners(game.boxes), "refuse.no_such_race", piece=race)
    execution.need(all(band.race != race for band in game.bands.values()), "refuse.race_in_play", race=race)
    badges = {key for band in game.bands.values() for key in band.powers}
    known = {*game.badges, *game.discards, *(combo.power for combo in game.column)}
    execution.need(not power or power in known, "refuse.no_such_power", piece=power)
    execution.need(power not in badges, "refuse.power_in_play", piece=power)
    execution.need(declined or bool(power), "refuse.power_missing")
    execution.need(declined or game.active(seat) is None, "refuse.has_race", name=game.name(seat))
    kept = bool(power) and (not declined or ABILITIES[power].keeps_badge)
    powers = (power,) if kept else ()
    for place, combo in enumerate(game.column):
        if combo.coins and (combo.race == race or combo.power in powers):
            execution.apply(CoinsMoved(combo.coins, f"combo:{place}", "bank"))
    execution.apply(BandEntered(game.taken + 1, seat, race, powers, declined))


def drop_race(execution: Execution, band_id: int) -> None:
    """Remove a race that is not in play after all: everything of it goes back."""
    execution.need(not execution.game.over, "refuse.over")
    race = execution.band(band_id).race
    execution.need(race in banners(execution.game.boxes), "refuse.no_banner", race=race)
    if execution.game.turn.band == band_id:
        execution.apply(StageBegan("begin", 0))
    vanish(execution, band_id)
    turn.settle_changed(execution)


def set_column(execution: Execution, combos: tuple[Combo, ...]) -> None:
    """Make the column what it really is."""
    game = execution.game
    execution.need(not game.over, "refuse.over")
    races = [combo.race for combo in combos]
    powers = [combo.power for combo in combos]
    execution.need(len(set(races)) == len(races) and len(set(powers)) == len(powers), "refuse.twice")
    execution.need(len(combos) <= VISIBLE, "refuse.column_long", count=VISIBLE)
    free = {*game.banners, *game.returned, game.half, *(combo.race for combo in game.column)}
    badges = {*game.badges, *game.discards, *(combo.power for combo in game.column)}
    for combo in combos:
        execution.need(combo.race in free, "refuse.no_such_race", piece=combo.race)
        execution.need(combo.power in badges, "refuse.no_such_power", piece=combo.power)
        execution.need(combo.coins >= 0, "refuse.negative")
        execution.need(combo.coins < TOO_MANY, "refuse.many_coins")
        execution.need(combo.tokens >= 0, "refuse.negative")
    for place, combo in enumerate(game.column):
        if combo.coins:
            execution.apply(CoinsMoved(combo.coins, f"combo:{place}", "bank"))
    execution.apply(ColumnLaid(tuple(replace(combo, coins=0, tokens=0) for combo in combos)))
    for place, combo in enumerate(combos):
        execution.need(combo.tokens <= execution.game.tray[combo.race], "refuse.tray", race=combo.race)
        if combo.tokens:
            execution.apply(TokensLaid(place, combo.tokens))
        if combo.coins:
            execution.apply(CoinsMoved(combo.coins, "bank", f"combo:{place}"))


def set_coins(execution: Execution, command: SetCoins) -> None:
    """Correct a seat's coins by a difference, with a reason for everybody to read."""
    execution.need(command.reason in ("", *REASONS), "refuse.no_reason", reason=command.reason)
    move_coins(execution, command.seat, command.difference, command.note)


def move_coins(execution: Execution, seat: int, difference: int, note: str = "") -> None:
    """Correct a purse by a difference.  Refuses zero, and on the owner's phone more than the purse has."""
    execution.need(0 <= seat < len(execution.game.seats), "refuse.no_seat")
    execution.need(difference != 0, "refuse.no_change")
    execution.need(abs(difference) < TOO_MANY, "refuse.many_coins")
    execution.need(len(note) <= LONGEST_NOTE and note.isprintable(), "refuse.note", count=LONGEST_NOTE)
    if not execution.blind:
        # To others a refusal would reveal what the purse holds.
        execution.need(execution.game.seats[seat].coins + difference >= 0, "refuse.negative")
    execution.apply(CoinsMoved(difference, COUNTED, f"seat:{seat}"))


def set_sheet(execution: Execution, command: SetSheet) -> None:
    """Correct a line of a score sheet that was accepted."""
    old_turn(execution, command.turn)
    execution.need(command.line in (*LINES, *REASONS, *ABILITIES), "refuse.no_reason", reason=command.line)
    move_coins(execution, command.seat, command.difference, command.note)


def set_past(execution: Execution, command: SetPast) -> None:
    """Pay the differences of old score sheets.  Whether the board could be like that was judged on the board of
    then.

    A finished game can be corrected too: coins decide it, and in a tie the tokens on the board.
    """
    regions = [lay.region for lay in command.lays]
    execution.need(len(set(regions)) == len(regions), "refuse.region_twice")
    for sheet in (OldSheet(command.turn, command.seat), *command.sheets):
        old_turn(execution, sheet.turn)
        execution.need(0 <= sheet.seat < len(execution.game.seats), "refuse.no_seat")
        regions += sheet.regions
    for region in regions:
        execution.need(region in execution.game.grounds, "refuse.no_region", region=region)
    for sheet in command.sheets:
        execution.need(abs(sheet.coins) < TOO_MANY, "refuse.many_coins")
        if sheet.coins:
            execution.apply(CoinsMoved(sheet.coins, COUNTED, f"seat:{sheet.seat}"))
    if command.today:
        lay_out(execution, command.lays)
        if not execution.game.over:
            turn.settle_changed(execution)


def with_grounds(game: Game, grounds: dict[str, Ground]) -> Game:
    """A game on another board, to look back at. Nothing is refused: the tray may be short of a token."""
    changed = {region: ground for region, ground in grounds.items() if ground != game.grounds[region]}
    tray, tribes = dict(game.tray), game.tribes
    for region, after in changed.items():
        for ground, sign in ((game.grounds[region], 1), (after, -1)):
            tribes += sign * ground.tribe
            if ground.band in game.bands:
                tray[game.bands[ground.band].race] += sign * ground.tokens
    moved = replace(game, grounds={**game.grounds, **changed}, tray=tray, tribes=tribes)
    execution = Execution(controlled(moved))
    for region in changed:
        execution.hold(region)
    return execution.game


def old_turn(execution: Execution, number: int) -> None:
    """Refuse a turn that no game on this board has; people may have set the turn back since."""
    execution.need(1 <= number <= execution.game.board.turns, "refuse.no_turn")


def set_turn(execution: Execution, number: int, seat: int) -> None:
    """Correct whose turn it is, from its beginning."""
    execution.need(not execution.game.over, "refuse.over")
    execution.need(0 <= seat < len(execution.game.seats), "refuse.no_seat")
    execution.need(1 <= number <= execution.game.board.turns, "refuse.no_turn")
    execution.need(not execution.game.seats[seat].left, "refuse.has_left", name=execution.game.name(seat))
    for band in list(execution.game.bands.values()):
        if band.withdrawn:
            # Tokens taken back in hand stay with their owner, not in limbo.
            execution.apply(TokensMoved(band.id, band.withdrawn, "withdrawn", "hand"))
            if band.declined:
                to_tray(execution, band.id)
    turn.begin(execution, number, seat)
