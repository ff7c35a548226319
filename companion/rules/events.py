"""What happened: few, physical, past tense.  None is named after an ability.

Each event applies itself to a game.  Old logs stay readable because an event
says what moved and not why; and each can be shown to the people at the table
as something to do with their hands.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.rules.model import (
    Attack,
    Attempt,
    Band,
    Combo,
    Decision,
    Game,
    Ground,
    Line,
    Marker,
    Seat,
    Setup,
    Sheet,
    Turn,
)

HANDS = ("hand", "withdrawn", "aside")
PILE = "pile:"
COUNTED = "counted"
TRIBE = "tribe"


class Impossible(ValueError):
    """The pieces do not allow it: a token that is not there, a region held by others."""


class Event(Struct, frozen=True, tag_field="type"):
    """Something that happened."""

    def apply(self, game: Game) -> Game:
        """The game after this event."""
        raise NotImplementedError


class GameBegan(Event, frozen=True, tag="game_began"):
    """The table is set: pieces of these boxes, tribes on their symbols, coins dealt."""

    setup: Setup
    banners: tuple[str, ...]
    badges: tuple[str, ...]
    tray: dict[str, int]
    tribes: int

    def begin(self) -> Game:
        """The game as it is laid out."""
        setup = self.setup
        grounds = {
            region.id: Ground(tribe=1) if region.lost_tribe else Ground()
            for region in setup.board.regions.values()
        }
        return Game(
            board=setup.board,
            seats=tuple(Seat(seat.name, seat.coins) for seat in setup.seats),
            start=setup.start,
            boxes=setup.boxes,
            options=setup.options,
            grounds=grounds,
            bands={},
            tray=self.tray,
            tribes=self.tribes - sum(ground.tribe for ground in grounds.values()),
            banners=self.banners,
            badges=self.badges,
            turn=Turn(1, setup.start),
        )

    def apply(self, game: Game) -> Game:
        """A new game takes the place of any other."""
        return self.begin()


def _with_ground(game: Game, region: str, ground: Ground) -> dict[str, Ground]:
    grounds = dict(game.grounds)
    grounds[region] = ground
    return grounds


def _with_band(game: Game, band: Band) -> dict[int, Band]:
    bands = dict(game.bands)
    bands[band.id] = band
    return bands


def _with_pile(game: Game, pile: str, kind: str, change: int) -> dict[str, dict[str, int]]:
    """The piles beside the map after a change.  Raises Impossible when there are not so many."""
    lying = game.piles.get(pile, {})
    left = lying.get(kind, 0) + change
    if left < 0:
        raise Impossible(f"the {pile} has no {-change} {kind}")
    changed = {key: count for key, count in {**lying, kind: left}.items() if count}
    return {key: heap for key, heap in {**game.piles, pile: changed}.items() if heap}


def _tokens_back(tray: dict[str, int], combos: list[Combo] | tuple[Combo, ...]) -> dict[str, int]:
    """The tray, when the tokens that lie on some combos go back to it."""
    return tray | {combo.race: tray[combo.race] + combo.tokens for combo in combos if combo.tokens}


def _without_question(game: Game, number: int) -> Game:
    asked = tuple(each for each in game.turn.asked if each.number != number)
    return replace(game, turn=replace(game.turn, asked=asked))


class TokensMoved(Event, frozen=True, tag="tokens_moved"):
    """Race tokens of a band went from one place to another.

    A place is "tray", "hand", "withdrawn", "aside", "pile:NAME" or a region's id.
    """

    band: int
    count: int
    source: str
    target: str

    def apply(self, game: Game) -> Game:
        """Raises Impossible when the tokens are not there or the region is not free."""
        band = game.bands[self.band]
        tray = game.tray
        grounds = game.grounds
        for place, change in ((self.source, -self.count), (self.target, self.count)):
            if place == "tray":
                left = tray.get(band.race, 0) + change
                if left < 0:
                    raise Impossible(f"the tray has no {self.count} {band.race}")
                tray = {**tray, band.race: left}
            elif place in HANDS:
                left = getattr(band, place) + change
                if left < 0:
                    raise Impossible(f"band {band.id} has no {self.count} tokens {place}")
                band = replace(band, **{place: left})
            elif place.startswith(PILE):
                game = replace(game, piles=_with_pile(game, place.removeprefix(PILE), band.race, change))
            else:
                ground = grounds[place]
                left = ground.tokens + change
                if left < 0 or (ground.band not in (0, band.id)):
                    raise Impossible(f"{place} is not held by band {band.id} with {self.count}")
                grounds = dict(grounds)
                grounds[place] = Ground(
                    band.id if left else 0, left, ground.tribe, ground.markers
                )
        return replace(game, bands=_with_band(game, band), tray=tray, grounds=grounds)


class Occupied(Event, frozen=True, tag="occupied"):
    """A region is held by a piece of a band alone; band 0: by nobody any more."""

    region: str
    band: int

    def apply(self, game: Game) -> Game:
        """Raises Impossible while tokens stand there."""
        ground = game.grounds[self.region]
        if ground.tokens:
            raise Impossible(f"{self.region} is held with tokens")
        return replace(game, grounds=_with_ground(game, self.region, replace(ground, band=self.band)))


class TribeMoved(Event, frozen=True, tag="tribe_moved"):
    """Lost Tribe tokens came onto a region (count above 0) or left it, for the tray or for a pile."""

    region: str
    count: int
    pile: str = ""

    def apply(self, game: Game) -> Game:
        """Raises Impossible when there are not so many."""
        ground = game.grounds[self.region]
        if ground.tribe + self.count < 0 or game.tribes < self.count:
            raise Impossible(f"not so many Lost Tribes: {self.count} to {self.region}")
        grounds = _with_ground(game, self.region, replace(ground, tribe=ground.tribe + self.count))
        if self.pile:
            return replace(game, grounds=grounds, piles=_with_pile(game, self.pile, TRIBE, -self.count))
        return replace(game, grounds=grounds, tribes=game.tribes - self.count)


class PileChanged(Event, frozen=True, tag="pile_changed"):
    """Tokens of a kind came onto a pile beside the map (count above 0), or went back from it to where they came from.

    Race tokens and Lost Tribes come from the tray; of any other kind nobody counts how many there are.
    """

    pile: str
    kind: str
    count: int

    def apply(self, game: Game) -> Game:
        """Raises Impossible when there are not so many."""
        tray, tribes = game.tray, game.tribes
        if self.kind == TRIBE:
            tribes -= self.count
        elif self.kind in tray:
            tray = {**tray, self.kind: tray[self.kind] - self.count}
        if tribes < 0 or tray.get(self.kind, 0) < 0:
            raise Impossible(f"the tray has no {self.count} {self.kind}")
        return replace(game, tray=tray, tribes=tribes, piles=_with_pile(game, self.pile, self.kind, self.count))


class BadgeMoved(Event, frozen=True, tag="badge_moved"):
    """A badge went from one place to another: the stack of badges, a pile, or the band that has its power.

    A place is "badges", "discards", "pile:NAME" or "band:N".
    """

    power: str
    source: str
    target: str

    def apply(self, game: Game) -> Game:
        """Raises Impossible when the badge is not there."""
        for place, change in ((self.source, -1), (self.target, 1)):
            kind, _, name = place.partition(":")
            if kind == "pile":
                game = replace(game, piles=_with_pile(game, name, self.power, change))
                continue
            band = game.bands[int(name)] if kind == "band" else None
            lying = band.powers if band else getattr(game, kind)
            if change < 0 and self.power not in lying:
                raise Impossible(f"{self.power} is not at {place}")
            moved = (*lying, self.power) if change > 0 else tuple(key for key in lying if key != self.power)
            if band is None:
                game = replace(game, **{kind: moved})
                continue
            memo = {key: value for key, value in band.memo.items() if key.partition(".")[0] in (band.race, *moved)}
            game = replace(game, bands=_with_band(game, replace(band, powers=moved, memo=memo)))
        return game


class MarkerPlaced(Event, frozen=True, tag="marker_placed"):
    """A piece was put on a region."""

    region: str
    kind: str
    band: int

    def apply(self, game: Game) -> Game:
        """The piece lies there."""
        ground = game.grounds[self.region]
        markers = (*ground.markers, Marker(self.kind, self.band))
        grounds = _with_ground(game, self.region, replace(ground, markers=markers))
        return replace(game, grounds=grounds)


class MarkerLifted(Event, frozen=True, tag="marker_lifted"):
    """A piece was taken off a region, back to its owner or the box."""

    region: str
    kind: str
    band: int

    def apply(self, game: Game) -> Game:
        """Raises Impossible when no such piece lies there."""
        ground = game.grounds[self.region]
        marker = Marker(self.kind, self.band)
        if marker not in ground.markers:
            raise Impossible(f"no {self.kind} on {self.region}")
        markers = list(ground.markers)
        markers.remove(marker)
        grounds = _with_ground(game, self.region, replace(ground, markers=tuple(markers)))
        return replace(game, grounds=grounds)


class CoinsMoved(Event, frozen=True, tag="coins_moved"):
    """Coins were paid: places are "bank", "seat:N" and "combo:N"; "counted" where a purse was only put right."""

    amount: int
    source: str
    target: str

    def apply(self, game: Game) -> Game:
        """The coins lie in their new place."""
        seats, column = list(game.seats), list(game.column)
        for place, change in ((self.source, -self.amount), (self.target, self.amount)):
            kind, _, number = place.partition(":")
            if kind == "seat":
                seat = seats[int(number)]
                seats[int(number)] = replace(seat, coins=seat.coins + change)
            elif kind == "combo":
                combo = column[int(number)]
                column[int(number)] = replace(combo, coins=combo.coins + change)
        return replace(game, seats=tuple(seats), column=tuple(column))


class TokensLaid(Event, frozen=True, tag="tokens_laid"):
    """Tokens of its race were laid on a combo in the column (count above 0), or went back to the tray."""

    place: int
    count: int

    def apply(self, game: Game) -> Game:
        """Raises Impossible when there are not so many."""
        combo = game.column[self.place]
        left = game.tray[combo.race] - self.count
        if left < 0 or combo.tokens + self.count < 0:
            raise Impossible(f"not so many {combo.race}")
        column = list(game.column)
        column[self.place] = replace(combo, tokens=combo.tokens + self.count)
        return replace(game, column=tuple(column), tray={**game.tray, combo.race: left})


class Revealed(Event, frozen=True, tag="revealed"):
    """A banner or a badge was turned up for the column's lowest empty slot."""

    kind: str
    key: str

    def apply(self, game: Game) -> Game:
        """Raises Impossible when that piece is not in its stack."""
        drawn = game.drawn + 1
        if self.kind == "banner":
            if self.key in game.banners:
                banners = tuple(key for key in game.banners if key != self.key)
                return replace(game, banners=banners, half=self.key, drawn=drawn)
            if game.returned[:1] == (self.key,):
                return replace(game, returned=game.returned[1:], half=self.key, drawn=drawn)
            raise Impossible(f"{self.key} is not in the stack of banners")
        if self.key not in game.badges or not game.half:
            raise Impossible(f"{self.key} is not in the stack of badges")
        badges = tuple(key for key in game.badges if key != self.key)
        column = (*game.column, Combo(game.half, self.key))
        return replace(game, badges=badges, column=column, half="", drawn=drawn)


class BadgesReshuffled(Event, frozen=True, tag="badges_reshuffled"):
    """The discarded badges became the new stack (base rules, Entering in decline)."""

    def apply(self, game: Game) -> Game:
        """The order is nobody's to know."""
        return replace(game, badges=tuple(sorted(game.badges + game.discards)), discards=())


class ComboTaken(Event, frozen=True, tag="combo_taken"):
    """A seat took a combo from the column and became its owner as a new band."""

    place: int
    seat: int
    band: int

    def apply(self, game: Game) -> Game:
        """The combos below slide up; tokens that lay on it come to hand."""
        combo = game.column[self.place]
        column = game.column[: self.place] + game.column[self.place + 1 :]
        band = Band(self.band, self.seat, combo.race, (combo.power,), hand=combo.tokens)
        return replace(game, column=column, bands=_with_band(game, band), taken=self.band)


class BandEntered(Event, frozen=True, tag="band_entered"):
    """A race was found in play that the program did not know of.

    Its banner and badges come from wherever they lay; what lay with them in the
    column goes back to its stack.
    """

    band: int
    seat: int
    race: str
    powers: tuple[str, ...]
    declined: bool

    def apply(self, game: Game) -> Game:
        """The band is there, without a token."""
        split = [c for c in game.column if c.race == self.race or c.power in self.powers]
        banners = (*game.banners, *(combo.race for combo in split))
        badges = (*game.badges, *(combo.power for combo in split))
        band = Band(self.band, self.seat, self.race, self.powers, self.declined)
        half = "" if game.half == self.race else game.half
        return replace(
            game,
            bands=_with_band(game, band),
            tray=_tokens_back(game.tray, split),
            taken=max(game.taken, self.band),
            column=tuple(combo for combo in game.column if combo not in split),
            banners=tuple(key for key in banners if key != self.race),
            returned=tuple(key for key in game.returned if key != self.race),
            badges=tuple(key for key in badges if key not in self.powers),
            discards=tuple(key for key in game.discards if key not in self.powers),
            half=half,
        )


class ColumnLaid(Event, frozen=True, tag="column_laid"):
    """The column was laid out as it really is, without coins or tokens; what lay there before went to its stacks."""

    column: tuple[Combo, ...]

    def apply(self, game: Game) -> Game:
        """Pieces named here are in the column and nowhere else."""
        races = {combo.race for combo in self.column}
        powers = {combo.power for combo in self.column}
        before = tuple(combo.race for combo in game.column) + ((game.half,) if game.half else ())
        banners = game.banners + before
        badges = game.badges + tuple(combo.power for combo in game.column)
        return replace(
            game,
            column=self.column,
            tray=_tokens_back(game.tray, game.column),
            half="",
            banners=tuple(key for key in banners if key not in races),
            returned=tuple(key for key in game.returned if key not in races),
            badges=tuple(key for key in badges if key not in powers),
            discards=tuple(key for key in game.discards if key not in powers),
        )


class Declined(Event, frozen=True, tag="declined"):
    """A band went into decline and kept these badges; the others were discarded."""

    band: int
    kept: tuple[str, ...]

    def apply(self, game: Game) -> Game:
        """The banner is flipped; a badge that goes takes what it remembers along."""
        band = game.bands[self.band]
        dropped = tuple(power for power in band.powers if power not in self.kept)
        memo = {key: value for key, value in band.memo.items() if key.partition(".")[0] not in dropped}
        band = replace(band, declined=True, powers=self.kept, memo=memo)
        return replace(game, bands=_with_band(game, band), discards=game.discards + dropped)


class BandVanished(Event, frozen=True, tag="band_vanished"):
    """A race left the game: its banner went below its stack, its badges to the discards."""

    band: int

    def apply(self, game: Game) -> Game:
        """Raises Impossible while tokens of the band are still out of the tray."""
        band = game.bands[self.band]
        if band.hand or band.withdrawn or band.aside or game.holdings(self.band):
            raise Impossible(f"band {self.band} still has tokens")
        bands = {key: other for key, other in game.bands.items() if key != self.band}
        return replace(
            game,
            bands=bands,
            returned=(*game.returned, band.race),
            discards=game.discards + band.powers,
        )


class Remembered(Event, frozen=True, tag="remembered"):
    """An ability noted something down: "ability.field" and its value."""

    band: int
    key: str
    value: int

    def apply(self, game: Game) -> Game:
        """The note replaces an earlier one."""
        band = game.bands[self.band]
        memo = {**band.memo, self.key: self.value}
        return replace(game, bands=_with_band(game, replace(band, memo=memo)))


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """A seat's turn began."""

    number: int
    seat: int

    def apply(self, game: Game) -> Game:
        """Nothing of the turn before is left but its score sheet."""
        return replace(game, turn=Turn(self.number, self.seat))


class StageBegan(Event, frozen=True, tag="stage_began"):
    """The turn came to a new stage, with this band to act (0: none)."""

    stage: str
    band: int
    cycle: int = 0

    def apply(self, game: Game) -> Game:
        """What belonged to the stage before is closed."""
        turn = replace(
            game.turn, stage=self.stage, band=self.band, cycle=self.cycle, attempt=None, called="", pips=None
        )
        return replace(game, turn=turn)


class Mustered(Event, frozen=True, tag="mustered"):
    """A band readied its troops."""

    band: int

    def apply(self, game: Game) -> Game:
        """It does so once a turn."""
        turn = replace(game.turn, mustered=(*game.turn.mustered, self.band))
        return replace(game, turn=turn)


class Used(Event, frozen=True, tag="used"):
    """Something that may be done once this turn was done."""

    key: str

    def apply(self, game: Game) -> Game:
        """It stands in the turn's record."""
        return replace(game, turn=replace(game.turn, used=(*game.turn.used, self.key)))


class AttemptDeclared(Event, frozen=True, tag="attempt_declared"):
    """A region was named for the final attempt; the die is due."""

    attempt: Attempt

    def apply(self, game: Game) -> Game:
        """The turn waits for the roll."""
        return replace(game, turn=replace(game.turn, attempt=self.attempt))


class DieCalled(Event, frozen=True, tag="die_called"):
    """An ability asked for the die; the roll is due."""

    ability: str

    def apply(self, game: Game) -> Game:
        """The turn waits for the roll."""
        return replace(game, turn=replace(game.turn, called=self.ability))


class Rolled(Event, frozen=True, tag="rolled"):
    """The reinforcement die showed 0 to 3 pips; `source` is what rolled it, `asked` the question it answers."""

    pips: int
    source: str
    asked: int = 0

    def apply(self, game: Game) -> Game:
        """The pips are kept until a conquest spends them or the stage ends; those of a question are its answer."""
        if self.asked:
            return _without_question(game, self.asked)
        turn = game.turn
        pips = self.pips if turn.called else None
        attempt = replace(turn.attempt, pips=self.pips) if turn.attempt else None
        return replace(game, turn=replace(turn, pips=pips, attempt=attempt, called="", rolls=turn.rolls + 1))


class Asked(Event, frozen=True, tag="asked"):
    """An ability asked a question of a seat or of chance."""

    decision: Decision

    def apply(self, game: Game) -> Game:
        """It is open, with the next number of this turn."""
        number = game.turn.questions + 1
        asked = (*game.turn.asked, replace(self.decision, number=number))
        return replace(game, turn=replace(game.turn, asked=asked, questions=number))


class Settled(Event, frozen=True, tag="settled"):
    """A question was answered; with no answer it was dropped, as nothing hangs on it any more."""

    number: int
    answer: str = ""

    def apply(self, game: Game) -> Game:
        """It is open no longer."""
        return _without_question(game, self.number)


class DieCocked(Event, frozen=True, tag="die_cocked"):
    """The die lay cocked and is rolled again; what it showed, 0 to 3 pips, does not count."""

    pips: int
    source: str

    def apply(self, game: Game) -> Game:
        """The same roll is still due."""
        return game


class PipsSpent(Event, frozen=True, tag="pips_spent"):
    """The last roll was used up by a conquest."""

    def apply(self, game: Game) -> Game:
        """The next roll may be asked for."""
        return replace(game, turn=replace(game.turn, pips=None))


class Attacked(Event, frozen=True, tag="attacked"):
    """A region was conquered, or a final attempt on it failed."""

    attack: Attack

    def apply(self, game: Game) -> Game:
        """It stands in the turn's record."""
        turn = replace(game.turn, attacks=(*game.turn.attacks, self.attack), attempt=None)
        return replace(game, turn=turn)


class RecordCorrected(Event, frozen=True, tag="record_corrected"):
    """The turn's record was put right: what it says now of attacks, of what was used, readied and rolled."""

    attacks: tuple[Attack, ...]
    used: tuple[str, ...]
    mustered: tuple[int, ...]
    pips: int | None = None

    def apply(self, game: Game) -> Game:
        """It takes the place of what the record said."""
        turn = replace(
            game.turn, attacks=self.attacks, used=self.used, mustered=self.mustered, pips=self.pips
        )
        return replace(game, turn=turn)


class PiecesReturned(Event, frozen=True, tag="pieces_returned"):
    """How many of a band's pieces wait to go back on the map when the turn ends."""

    band: int
    kind: str
    count: int

    def apply(self, game: Game) -> Game:
        """The number replaces an earlier one; 0 clears it."""
        others = tuple(item for item in game.turn.returned if item[:2] != (self.band, self.kind))
        item = ((self.band, self.kind, self.count),) if self.count else ()
        return replace(game, turn=replace(game.turn, returned=others + item))


class Scored(Event, frozen=True, tag="scored"):
    """A seat's score sheet was accepted and its coins went to the stash."""

    seat: int
    lines: tuple[Line, ...]

    def apply(self, game: Game) -> Game:
        """The sheet stays open until the next one is accepted."""
        seats = list(game.seats)
        seat = seats[self.seat]
        seats[self.seat] = replace(seat, coins=seat.coins + sum(line.amount for line in self.lines))
        return replace(game, seats=tuple(seats), sheet=Sheet(self.seat, self.lines))


class SeatLeft(Event, frozen=True, tag="seat_left"):
    """A player left the game; what stands on the map stays."""

    seat: int

    def apply(self, game: Game) -> Game:
        """The seat's turns are passed over."""
        seats = list(game.seats)
        seats[self.seat] = replace(seats[self.seat], left=True)
        return replace(game, seats=tuple(seats))


class GameEnded(Event, frozen=True, tag="game_ended"):
    """The last turn was played, the table stopped early, or a rule gave the game to a seat, the `winner`."""

    stopped: bool = False
    winner: int | None = None

    def apply(self, game: Game) -> Game:
        """Only the reveal is left."""
        turn = replace(game.turn, stage="over", attempt=None, called="", pips=None)
        return replace(game, over=True, stopped=self.stopped, won=self.winner, turn=turn)


class Unveiled(Event, frozen=True, tag="unveiled"):
    """A seat's coins were laid open."""

    seat: int

    def apply(self, game: Game) -> Game:
        """Everybody may see them from now on."""
        return replace(game, unveiled=(*game.unveiled, self.seat))


ANY_EVENT = (
    GameBegan
    | TokensMoved
    | Occupied
    | TribeMoved
    | PileChanged
    | BadgeMoved
    | MarkerPlaced
    | MarkerLifted
    | CoinsMoved
    | TokensLaid
    | Revealed
    | BadgesReshuffled
    | ComboTaken
    | BandEntered
    | ColumnLaid
    | Declined
    | BandVanished
    | Remembered
    | TurnBegan
    | StageBegan
    | Mustered
    | Used
    | AttemptDeclared
    | DieCalled
    | Rolled
    | Asked
    | Settled
    | DieCocked
    | PipsSpent
    | Attacked
    | RecordCorrected
    | PiecesReturned
    | Scored
    | SeatLeft
    | GameEnded
    | Unveiled
)

_decoder = msgspec.json.Decoder(tuple[ANY_EVENT, ...])
_encoder = msgspec.json.Encoder()


def encode(events: tuple[Event, ...]) -> bytes:
    """Events as one JSON array."""
    return _encoder.encode(events)


def decode(text: bytes | str) -> tuple[Event, ...]:
    """Events from JSON; raises msgspec.ValidationError on anything else."""
    events: Any = _decoder.decode(text)
    return tuple(events)
