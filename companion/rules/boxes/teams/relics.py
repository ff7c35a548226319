"""A Righteous Relic and four Popular Places (expansion sheet, under their names) for six players in teams."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.rules.ability import BAND, COUNT, Action, Income, Loss, Memory, Owner
from companion.rules.boxes import registry
from companion.rules.events import BadgeMoved, CoinsMoved, Event, MarkerLifted, Remembered, TokensMoved
from companion.rules.model import Band, Decision, Game, Message
from companion.rules.prizes import Prize

NO, NOBODY_ELSE = "no", "nobody"
SAVES, ASKS = "saves", "asks"
SHARED = 2


def partner(game: Game, seat: int) -> int:
    """The seat opposite."""
    seats = len(game.seats)
    return (seat + seats // 2) % seats


def named(game: Game, race: str) -> Band | None:
    """The band of a race in play."""
    for band in game.bands.values():
        if band.race == race:
            return band
    return None


def asking(game: Game, key: str) -> bool:
    """Whether a question of this ability is open."""
    return any(asked.ability == key for asked in game.turn.asked)


class Soapbar(Prize):
    """The Golden Soapbar earns its holder 1 coin when the turn ends. Then it must move to a region next to the same
    active race, but not one of that race's own."""

    key = "soapbar"

    def score(self, owner: Owner) -> Iterable[Income]:
        yield Income(1, (self.at(owner.game),))

    def on_scored(self, owner: Owner) -> Iterable[Event]:
        regions = owner.game.board.regions
        near = {other for held in owner.holdings() for other in regions[held].adjacent}
        to = self._free(owner, tuple(region for region in regions if region in near))
        if len(to) == 1:
            yield from self.comes(owner.game, to[0])
        elif to:
            yield self.ask(owner, owner.band.seat, "choice", self.at(owner.game), to)

    def _free(self, owner: Owner, near: tuple[str, ...]) -> tuple[str, ...]:
        """Those of some regions that the race does not hold; a position that people wrote may name unknown ones."""
        grounds = owner.game.grounds
        return tuple(region for region in near if region in grounds and grounds[region].band != owner.band.id)

    def answers(self, owner: Owner, decision: Decision) -> tuple[str, ...]:
        return self._free(owner, decision.choices)

    def choice(self, owner: Owner, decision: Decision, key: str) -> Message:
        return Message("choice.region", {"region": key})

    def on_answer(self, owner: Owner, decision: Decision, answer: str) -> Iterable[Event]:
        return self.comes(owner.game, answer)


class Tavern(Prize):
    """Glandulf's Tavern earns its holder 2 coins when the turn ends. The holder may give 1 or both of them to one
    other player."""

    key = "tavern"
    memory = (Memory("given", 0, SHARED, COUNT),)
    actions_in = ("score",)
    once = "opponent"

    def on_turn_begin(self, owner: Owner) -> Iterable[Event]:
        if self.recall(owner, "given"):
            yield Remembered(owner.band.id, f"{self.key}.given", 0)

    def score(self, owner: Owner) -> Iterable[Income]:
        yield Income(SHARED - self.recall(owner, "given"), (self.at(owner.game),))

    def actions(self, owner: Owner) -> Iterable[Action]:
        if self.recall(owner, "given") >= SHARED:
            return
        seats = range(len(owner.game.seats))
        guest = next((seat for seat in seats if self.spent(owner, seat)), None)
        for seat in seats:
            closed = None
            if owner.game.seats[seat].left:
                closed = Message("refuse.no_act", {"ability": self.key})
            elif guest not in (None, seat):
                closed = Message("refuse.tavern")
            if seat != owner.band.seat:
                yield Action("give", str(seat), Message("act.tavern.give", {"name": owner.game.name(seat)}), closed)

    def on_action(self, owner: Owner, act: str, target: str) -> Iterable[Event]:
        if not self.spent(owner, int(target)):
            yield self.spend(int(target))
        yield Remembered(owner.band.id, f"{self.key}.given", self.recall(owner, "given") + 1)
        yield CoinsMoved(1, "bank", f"seat:{target}")


class Boneyard(Prize):
    """The holder of Bony's Boneyard puts Bony on the banner of a race in decline. No race, power, relic or place of
    another player helps against that race; an ordinary conquest remains possible."""

    key = "boneyard"
    memory = (Memory("banner", kind=BAND, told=True),)

    def on_gained(self, owner: Owner) -> Iterable[Event]:
        found = self._banners(owner)
        if found:
            yield self.ask(owner, owner.band.seat, "choice", self.at(owner.game), found)

    def _banners(self, owner: Owner) -> tuple[str, ...]:
        return tuple(band.race for band in owner.game.bands.values() if band.declined)

    def actions(self, owner: Owner) -> Iterable[Action]:
        if (
            self._banners(owner)
            and self.recall(owner, "banner") not in owner.game.bands
            and not asking(owner.game, self.key)
        ):
            yield Action("place", "", Message("act.boneyard.place"))

    def on_action(self, owner: Owner, act: str, target: str) -> Iterable[Event]:
        return self.on_gained(owner)

    def answers(self, owner: Owner, decision: Decision) -> tuple[str, ...]:
        banners = self._banners(owner) if self.key in owner.band.prizes else ()
        return tuple(race for race in decision.choices if race in banners)

    def choice(self, owner: Owner, decision: Decision, key: str) -> Message:
        return whose(owner.game, key)

    def on_answer(self, owner: Owner, decision: Decision, answer: str) -> Iterable[Event]:
        band = named(owner.game, answer)
        if band:
            yield Remembered(owner.band.id, f"{self.key}.banner", band.id)


class Vale(Prize):
    """When their turn begins, the holder of Mirror's Vale may exchange special powers with their partner. The
    powers' pieces come off the map into the new owner's hand."""

    key = "vale"
    once = "turn"

    def actions(self, owner: Owner) -> Iterable[Action]:
        other = owner.game.active(partner(owner.game, owner.band.seat))
        if not (other and other.powers and owner.band.powers):
            return
        begins = owner.game.turn.stage == "begin" and not owner.game.turn.mustered and not self.spent(owner)
        closed = None if begins else Message("refuse.vale")
        words = {"power": other.powers, "name": owner.game.name(other.seat)}
        yield Action("swap", "", Message("act.vale.swap", words), closed)

    def on_action(self, owner: Owner, act: str, target: str) -> Iterable[Event]:
        other = owner.game.active(partner(owner.game, owner.band.seat))
        if other:
            yield self.spend()
            yield from handed(owner.game, owner.band, other)
            yield from handed(owner.game, other, owner.band)


def handed(game: Game, giver: Band, taker: Band) -> Iterator[Event]:
    """A band's powers go to another one, with their memory, and with their pieces from the map."""
    for power in giver.powers:
        for kind in registry.ABILITIES[power].pieces:
            for region in game.pieces(kind, giver.id):
                yield MarkerLifted(region, kind, giver.id)
        yield BadgeMoved(power, f"band:{giver.id}", f"band:{taker.id}")
        for key, value in giver.memo.items():
            if key.partition(".")[0] == power:
                yield Remembered(taker.id, key, value)


class Sigil(Prize):
    """The holder of the Sigil of Sacrifice names a race. Either they may lose an active token of theirs whenever
    that race would lose one, or that race's player may lose one of its tokens whenever the holder's active race
    would. The token that is saved goes back on the map when the turn ends."""

    key = "sigil"
    memory = (Memory("saves", kind=BAND, told=True), Memory("asks", kind=BAND, told=True))

    def on_gained(self, owner: Owner) -> Iterable[Event]:
        others = [band.race for band in owner.game.bands.values() if band.id != owner.band.id]
        if others:
            choices = (NOBODY_ELSE, *(f"{use}:{race}" for use in (SAVES, ASKS) for race in others))
            yield self.ask(owner, owner.band.seat, "choice", self.at(owner.game), choices)

    def actions(self, owner: Owner) -> Iterable[Action]:
        if len(owner.game.bands) > 1 and not asking(owner.game, self.key):
            yield Action("name", "", Message("act.sigil.name"))

    def on_action(self, owner: Owner, act: str, target: str) -> Iterable[Event]:
        return self.on_gained(owner)

    def collects(self, owner: Owner, loss: Loss) -> Iterable[Event]:
        """When a token is lost in a conquest, whoever conquers, ask whether somebody gives one instead."""
        if loss.band is None or loss.cause != "conquest":
            return
        saves = self.recall(owner, "saves") == loss.band.id
        giver = (
            owner.band
            if saves
            else owner.game.bands.get(self.recall(owner, "asks"))
            if loss.band.id == owner.band.id
            else None
        )
        standing = places(owner.game, giver) if giver else ()
        if giver and standing:
            for _ in range(loss.tokens):
                yield self.ask(owner, giver.seat, "choice", f"{giver.race}:{loss.band.race}", (NO, *standing))

    def answers(self, owner: Owner, decision: Decision) -> tuple[str, ...]:
        if sacrifice(decision):
            giver, loser = parties(owner.game, decision)
            if not (giver and loser and owner.game.tray[loser.race]):
                return ()
            standing = places(owner.game, giver)
            left = tuple(each for each in decision.choices if each in standing)
            return (NO, *left) if left else ()
        if self.key not in owner.band.prizes:
            return ()
        races = {band.race for band in owner.game.bands.values()}
        return tuple([each for each in decision.choices if each == NOBODY_ELSE or each.partition(":")[2] in races])

    def consent(self, owner: Owner, decision: Decision) -> bool:
        """A sacrifice is voluntary, whoever's token it is."""
        return sacrifice(decision)

    def question(self, owner: Owner, decision: Decision) -> Message:
        if not sacrifice(decision):
            return super().question(owner, decision)
        giver, _, loser = decision.about.partition(":")
        words = {"name": owner.game.name(decision.seat), "race": giver, "other": whose(owner.game, loser)}
        return Message("question.sigil.sacrifice", words)

    def choice(self, owner: Owner, decision: Decision, key: str) -> Message:
        if key in owner.game.grounds:
            return Message("choice.region", {"region": key})
        use, _, race = key.partition(":")
        return Message(f"choice.sigil.{use}", {"whose": whose(owner.game, race)} if race else {})

    def on_answer(self, owner: Owner, decision: Decision, answer: str) -> Iterable[Event]:
        if sacrifice(decision):
            giver, saved = parties(owner.game, decision)
            if answer != NO and giver and saved:
                yield TokensMoved(giver.id, 1, answer, "tray")
                yield TokensMoved(saved.id, 1, "tray", Owner(owner.game, saved).taken_back)
            return
        use, _, race = answer.partition(":")
        band = named(owner.game, race)
        for field in (SAVES, ASKS):
            value = band.id if band and field == use else 0
            if value != owner.band.memo.get(f"{self.key}.{field}", 0):
                yield Remembered(owner.band.id, f"{self.key}.{field}", value)


def sacrifice(decision: Decision) -> bool:
    """Whether the Sigil asks for a token, of one band for another, and not which race to name."""
    return ":" in decision.about


def parties(game: Game, decision: Decision) -> tuple[Band | None, Band | None]:
    """The band that may give a token, and the one that it saves."""
    giver, _, loser = decision.about.partition(":")
    return named(game, giver), named(game, loser)


def places(game: Game, band: Band) -> tuple[str, ...]:
    """Where a band has tokens to give."""
    return tuple(region for region in game.holdings(band.id) if game.grounds[region].tokens)


def whose(game: Game, race: str) -> Message:
    """A race in play with its player's name."""
    band = named(game, race)
    key = "choice.race.declined" if band and band.declined else "choice.race"
    return Message(key, {"race": race, "name": game.name(band.seat) if band else ""})


PRIZES: tuple[type[Prize], ...] = (Soapbar, Tavern, Boneyard, Vale, Sigil)
