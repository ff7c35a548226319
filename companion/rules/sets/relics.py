"""A Righteous Relic and four Popular Places (expansion sheet, under their names): prizes for six players in teams."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.rules import sets
from companion.rules.ability import BAND, COUNT, Deed, Earn, Loss, Me, Memory
from companion.rules.events import BadgeMoved, CoinsMoved, Event, MarkerLifted, Remembered, TokensMoved
from companion.rules.model import Band, Decision, Game, Say
from companion.rules.prizes import Prize

NO, NOBODY_ELSE = "no", "nobody"
SAVES, ASKS = "saves", "asks"
SHARED = 2


def partner(game: Game, seat: int) -> int:
    """Who sits opposite."""
    seats = len(game.seats)
    return (seat + seats // 2) % seats


def named(game: Game, race: str) -> Band | None:
    """The band of a race in play."""
    return next((band for band in game.bands.values() if band.race == race), None)


def asking(game: Game, key: str) -> bool:
    """A question of this ability is open."""
    return any(asked.ability == key for asked in game.turn.asked)


class Soapbar(Prize):
    """The Golden Soapbar brings its holder 1 coin when the turn ends, and then has to move to a region next to any
    region of the same active race, but not its own."""

    key = "soapbar"

    def score(self, me: Me) -> Iterable[Earn]:
        yield Earn(1, (self.at(me.game),))

    def on_scored(self, me: Me) -> Iterable[Event]:
        regions = me.game.board.regions
        near = {other for held in me.holdings() for other in regions[held].adjacent}
        to = self._free(me, tuple(region for region in regions if region in near))
        if len(to) == 1:
            yield from self.comes(me.game, to[0])
        elif to:
            yield self.ask(me, me.band.seat, "choice", self.at(me.game), to)

    def _free(self, me: Me, near: tuple[str, ...]) -> tuple[str, ...]:
        """Those of some regions that the race does not hold; a written position may name others than there are."""
        grounds = me.game.grounds
        return tuple(region for region in near if region in grounds and grounds[region].band != me.band.id)

    def answers(self, me: Me, decision: Decision) -> tuple[str, ...]:
        return self._free(me, decision.choices)

    def choice(self, me: Me, decision: Decision, key: str) -> Say:
        return Say("choice.region", {"region": key})

    def on_answer(self, me: Me, decision: Decision, answer: str) -> Iterable[Event]:
        return self.comes(me.game, answer)


class Tavern(Prize):
    """Glandulf's Tavern brings its holder 2 coins when the turn ends. 1 or both of them may be given to one other
    player."""

    key = "tavern"
    memory = (Memory("given", 0, SHARED, COUNT),)
    acts_in = ("score",)
    once = "opponent"

    def on_turn_begin(self, me: Me) -> Iterable[Event]:
        if self.recall(me, "given"):
            yield Remembered(me.band.id, f"{self.key}.given", 0)

    def score(self, me: Me) -> Iterable[Earn]:
        yield Earn(SHARED - self.recall(me, "given"), (self.at(me.game),))

    def acts(self, me: Me) -> Iterable[Deed]:
        seats = range(len(me.game.seats))
        guest = next((seat for seat in seats if self.spent(me, seat)), None)
        for seat in seats:
            closed = None
            if me.game.seats[seat].left:
                closed = Say("refuse.no_act", {"ability": self.key})
            elif guest not in (None, seat):
                closed = Say("refuse.tavern")
            if seat != me.band.seat and self.recall(me, "given") < SHARED:
                yield Deed("give", str(seat), Say("act.tavern.give", {"name": me.game.name(seat)}), closed)

    def on_act(self, me: Me, act: str, target: str) -> Iterable[Event]:
        if not self.spent(me, int(target)):
            yield self.spend(int(target))
        yield Remembered(me.band.id, f"{self.key}.given", self.recall(me, "given") + 1)
        yield CoinsMoved(1, "bank", f"seat:{target}")


class Boneyard(Prize):
    """Whoever holds Bony's Boneyard puts Bony on the banner of a race in decline. No race, power, relic or place of
    another player helps against it; an ordinary conquest remains possible."""

    key = "boneyard"
    memory = (Memory("banner", kind=BAND, told=True),)

    def on_gained(self, me: Me, before: Band | None) -> Iterable[Event]:
        found = self._banners(me)
        if found:
            yield self.ask(me, me.band.seat, "choice", self.at(me.game), found)

    def _banners(self, me: Me) -> tuple[str, ...]:
        return tuple(band.race for band in me.game.bands.values() if band.declined)

    def acts(self, me: Me) -> Iterable[Deed]:
        if self._banners(me) and self.recall(me, "banner") not in me.game.bands and not asking(me.game, self.key):
            yield Deed("place", "", Say("act.boneyard.place"))

    def on_act(self, me: Me, act: str, target: str) -> Iterable[Event]:
        return self.on_gained(me, None)

    def answers(self, me: Me, decision: Decision) -> tuple[str, ...]:
        banners = self._banners(me) if self.key in me.band.prizes else ()
        return tuple(race for race in decision.choices if race in banners)

    def choice(self, me: Me, decision: Decision, key: str) -> Say:
        return whose(me.game, key)

    def on_answer(self, me: Me, decision: Decision, answer: str) -> Iterable[Event]:
        band = named(me.game, answer)
        if band:
            yield Remembered(me.band.id, f"{self.key}.banner", band.id)


class Vale(Prize):
    """Whoever holds Mirror's Vale may, as a turn of theirs begins, exchange their special power for their partner's.
    Its pieces come off the map into the new owner's hand."""

    key = "vale"
    once = "turn"

    def acts(self, me: Me) -> Iterable[Deed]:
        other = me.game.active(partner(me.game, me.band.seat))
        if not (other and other.powers and me.band.powers):
            return
        begins = me.game.turn.stage == "begin" and not me.game.turn.mustered and not self.spent(me)
        closed = None if begins else Say("refuse.vale")
        words = {"power": other.powers, "name": me.game.name(other.seat)}
        yield Deed("swap", "", Say("act.vale.swap", words), closed)

    def on_act(self, me: Me, act: str, target: str) -> Iterable[Event]:
        other = me.game.active(partner(me.game, me.band.seat))
        if other:
            yield self.spend()
            yield from handed(me.game, me.band, other)
            yield from handed(me.game, other, me.band)


def handed(game: Game, giver: Band, taker: Band) -> Iterator[Event]:
    """A band's powers go to another one, their pieces off the map and their memory along."""
    for power in giver.powers:
        for kind in sets.ABILITIES[power].pieces:
            for region in game.pieces(kind, giver.id):
                yield MarkerLifted(region, kind, giver.id)
        yield BadgeMoved(power, f"band:{giver.id}", f"band:{taker.id}")
        for key, value in giver.memo.items():
            if key.partition(".")[0] == power:
                yield Remembered(taker.id, key, value)


class Sigil(Prize):
    """Whoever holds the Sigil of Sacrifice names a race. Either they may lose an active token of theirs whenever that
    race would lose one, or that race's player may lose one of its tokens whenever the holder's active race would. The
    token that is saved goes back on the map when the turn ends."""

    key = "sigil"
    memory = (Memory("saves", kind=BAND, told=True), Memory("asks", kind=BAND, told=True))

    def on_gained(self, me: Me, before: Band | None) -> Iterable[Event]:
        others = [band.race for band in me.game.bands.values() if band.id != me.band.id]
        if others:
            choices = (NOBODY_ELSE, *(f"{use}:{race}" for use in (SAVES, ASKS) for race in others))
            yield self.ask(me, me.band.seat, "choice", self.at(me.game), choices)

    def acts(self, me: Me) -> Iterable[Deed]:
        if len(me.game.bands) > 1 and not asking(me.game, self.key):
            yield Deed("name", "", Say("act.sigil.name"))

    def on_act(self, me: Me, act: str, target: str) -> Iterable[Event]:
        return self.on_gained(me, None)

    def collects(self, me: Me, loss: Loss) -> Iterable[Event]:
        """A token lost in a conquest, whoever conquers: does somebody give one instead?"""
        if loss.band is None or loss.cause != "conquest":
            return
        saves = self.recall(me, "saves") == loss.band.id
        giver = me.band if saves else me.game.bands.get(self.recall(me, "asks")) if loss.band.id == me.band.id else None
        standing = places(me.game, giver) if giver else ()
        if giver and standing:
            for _ in range(loss.tokens):
                yield self.ask(me, giver.seat, "choice", f"{giver.race}:{loss.band.race}", (NO, *standing))

    def answers(self, me: Me, decision: Decision) -> tuple[str, ...]:
        if sacrifice(decision):
            giver, loser = parties(me.game, decision)
            if not (giver and loser and me.game.tray[loser.race]):
                return ()
            left = tuple(each for each in decision.choices if each in places(me.game, giver))
            return (NO, *left) if left else ()
        if self.key not in me.band.prizes:
            return ()
        races = {band.race for band in me.game.bands.values()}
        return tuple(each for each in decision.choices if each == NOBODY_ELSE or each.partition(":")[2] in races)

    def consent(self, me: Me, decision: Decision) -> bool:
        """A sacrifice is voluntary, whoever's token it is."""
        return sacrifice(decision)

    def question(self, me: Me, decision: Decision) -> Say:
        if not sacrifice(decision):
            return super().question(me, decision)
        giver, _, loser = decision.about.partition(":")
        words = {"name": me.game.name(decision.seat), "race": giver, "other": whose(me.game, loser)}
        return Say("question.sigil.sacrifice", words)

    def choice(self, me: Me, decision: Decision, key: str) -> Say:
        if key in me.game.grounds:
            return Say("choice.region", {"region": key})
        use, _, race = key.partition(":")
        return Say(f"choice.sigil.{use}", {"whose": whose(me.game, race)} if race else {})

    def on_answer(self, me: Me, decision: Decision, answer: str) -> Iterable[Event]:
        if sacrifice(decision):
            giver, saved = parties(me.game, decision)
            if answer != NO and giver and saved:
                yield TokensMoved(giver.id, 1, answer, "tray")
                yield TokensMoved(saved.id, 1, "tray", back_to(me.game, saved))
            return
        use, _, race = answer.partition(":")
        band = named(me.game, race)
        for field in (SAVES, ASKS):
            value = band.id if band and field == use else 0
            if value != me.band.memo.get(f"{self.key}.{field}", 0):
                yield Remembered(me.band.id, f"{self.key}.{field}", value)


def sacrifice(decision: Decision) -> bool:
    """The Sigil's question is whether to lose a token, of one band for another, and not which race is named."""
    return ":" in decision.about


def parties(game: Game, decision: Decision) -> tuple[Band | None, Band | None]:
    """Whose token may be given, and whose is saved by it."""
    giver, _, loser = decision.about.partition(":")
    return named(game, giver), named(game, loser)


def places(game: Game, band: Band) -> tuple[str, ...]:
    """Where a band has tokens that it could give."""
    return tuple(region for region in game.holdings(band.id) if game.grounds[region].tokens)


def back_to(game: Game, band: Band) -> str:
    """Where a token that was saved waits: with others taken back, or in the hand of who may still use it."""
    own = band.seat == game.turn.seat and not band.declined
    return "hand" if own and game.turn.stage in ("begin", "conquer", "redeploy") else "withdrawn"


def whose(game: Game, race: str) -> Say:
    """A race in play with its player's name."""
    band = named(game, race)
    key = "choice.race.declined" if band and band.declined else "choice.race"
    return Say(key, {"race": race, "name": game.name(band.seat) if band else ""})


PRIZES: tuple[type[Prize], ...] = (Soapbar, Tavern, Boneyard, Vale, Sigil)
