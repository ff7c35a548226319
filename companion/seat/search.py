"""The search of a turn: from what is offered, the steps that lead to the position of most worth.

A turn is built conquest by conquest. Of the positions after each, the few that look best are kept (one for a greedy
search), and each of those is played to its end: redeployment and score sheet. The best end decides. The search is
bounded by the number of positions that it looks at, never by the clock, so it finds the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from zlib import crc32

from companion.rules.commands import Command
from companion.rules.engine import offers
from companion.rules.model import Board, Game
from companion.rules.offers import Offer
from companion.seat.ending import End, to_the_end
from companion.seat.figures import cheapness
from companion.seat.habits import proposed
from companion.seat.moves import answered, blocked, carried_out
from companion.seat.style import Style
from companion.seat.threats import weak_regions

# The kinds of offers after which a turn goes on as before.
STEPS = frozenset({"conquer", "act", "ready"})
# On how many of its six faces the die shows each number of pips.
FACES = {"0": 3, "1": 1, "2": 1, "3": 1}
# Final attempts that are weighed in a position, the likeliest first, once no more conquests than this can be paid for:
# an attempt ends them, and so is seldom better than a sure one.
ATTEMPTS = 3
FEW = 3
# Combos whose first turn is thought through at most, after a glance at all of them.
PICKS = 2
# Coins that a cheap region risks, and what an action must bring to be worth its while: it may be offered for ever.
RISK = 0.3
LITTLE = 0.01
NOTHING = float("-inf")
# Positions of a greedy search that are played to their end, the best at a glance; a wider one plays more,
# up to a limit.
ENDS = 2
MOST_ENDS = 16
# A search that is wider than NARROW keeps one position for each AHEAD that it may still look at, so that it gets to the
# end of a long turn.
NARROW = 4
AHEAD = 20


class Found(NamedTuple):
    """A turn: its commands, as far as they can be foreseen, and the worth of its end."""

    worth: float
    commands: tuple[Command, ...]


class Node(NamedTuple):
    """A position inside a turn, how it looks, and the commands that led there."""

    looks: float
    game: Game
    commands: tuple[Command, ...]


class Search:
    """The search of one turn by one seat in its style, on a map."""

    def __init__(self, seat: int, style: Style, board: Board) -> None:
        self.seat = seat
        self.style = style
        self.width, self.budget = style.on(board).width, style.on(board).budget

    def turn(self, game: Game, found: Sequence[Offer]) -> Found | None:
        """The best way on from these offers, or None if nobody need think."""
        kinds = {offer.kind for offer in found}
        if "choose" in kinds:
            return self._choice(game, [offer for offer in found if offer.kind == "choose"])
        if "withdraw" in kinds or game.turn.seat != self.seat:
            return None
        if "pick" in kinds:
            return self._pick(game, [offer for offer in found if offer.kind == "pick"])
        if game.turn.stage == "redeploy":
            return self._standing(game, found)
        if game.turn.stage == "score":
            return self._stopping(Node(0.0, game, ()))
        return better(self.line(Node(0.0, game, ()), self.width), self.declined(game, found))

    def declined(self, game: Game, found: Sequence[Offer]) -> Found | None:
        """The turn spent on a decline, if that is among the offers."""
        for offer in found:
            if offer.kind == "decline":
                command = proposed(offer)
                after = carried_out(game, command)
                return self._stopping(Node(0.0, after, (command,))) if after else None
        return None

    def _standing(self, game: Game, found: Sequence[Offer]) -> Found | None:
        """The best end of the redeployment: as it is, or with one of the actions first."""
        best = self._safe(game, ())
        for offer in found:
            if offer.kind == "act" and self.budget > 0:
                after = carried_out(game, offer.command)
                with_act = self._safe(after, (offer.command,)) if after else None
                if with_act and (best is None or with_act.worth > best.worth + LITTLE):
                    best = with_act
        return best

    def _safe(self, game: Game, commands: tuple[Command, ...]) -> Found | None:
        """The end of the turn, valued also by what the others would really pay for each region.

        The figures of a position know no price that depends on who pays it.
        """
        end = self._ended(game)
        if end is None:
            return None
        weak = sum(cheapness(each.price) for each in weak_regions(end.game, self.seat))
        return Found(end.worth - RISK * weak, (*commands, *(() if commands else end.commands)))

    def _choice(self, game: Game, answers: list[Offer]) -> Found | None:
        """The best answer to a question."""
        found = []
        for offer in answers:
            after = carried_out(game, offer.command)
            if after is None:
                continue
            end = self._ended(after) if after.turn.seat == self.seat else None
            value = end.worth if end else self.worth(after)
            found.append(Found(value, (offer.command,)))
        return max(found, key=lambda each: each.worth, default=None)

    def _pick(self, game: Game, picks: Sequence[Offer]) -> Found | None:
        """The best turn with one of these combos; those that look best at a glance are thought through."""
        turns = [self.line(node, self.width) for node, _ in self.sketched(game, picks)[: min(self.width, PICKS)]]
        return max((each for each in turns if each), key=lambda each: each.worth, default=None)

    def sketched(self, game: Game, picks: Sequence[Offer]) -> list[tuple[Node, Found]]:
        """The position after each of these picks, and a turn with it as it is seen at a glance; the best one first."""
        found = []
        for offer in picks:
            after = carried_out(game, offer.command)
            if after is None:
                continue
            root = Node(0.0, after, (offer.command,))
            turn = self._sketch(root)
            if turn:
                found.append((root, turn))
        return sorted(found, key=lambda each: -each[1].worth)

    def _sketch(self, root: Node) -> Found | None:
        """A turn from a position on as it is seen at a glance."""
        met = self._furthest(root, 1)
        return self._stopping(max(met[1:], key=lambda each: each.looks, default=root))

    def line(self, root: Node, width: int) -> Found | None:
        """The best turn from a position on, with at most so many positions kept at each step."""
        met = self._furthest(root, width)
        best = self._stopping(root)
        for found in self._leaving(root, offers(root.game, self.seat), first=True):
            best = better(best, found)
        # A glance tells the likely ends; only they are played out.
        for node in sorted(met[1:], key=lambda each: -each.looks)[: min(ENDS * width, MOST_ENDS)]:
            best = better(best, self._stopping(node))
            for found in self._leaving(node, offers(node.game, self.seat), first=False):
                best = better(best, found)
        return best

    def _furthest(self, root: Node, width: int) -> list[Node]:
        """The positions kept at each step from here, the root first and those of the last step last."""
        found, kept, met = [root], [root], {outline(root.game)}
        while kept and self.budget > 0:
            ahead = [after for node in kept for after in self._onwards(node, met)]
            room = min(width, max(NARROW, self.budget // AHEAD))
            best = sorted(ahead, key=lambda each: -each.looks)[:room]
            found += best
            # Where somebody is asked something, the turn cannot be seen any further.
            kept = [each for each in best if not blocked(each.game)]
        return found

    def _onwards(self, node: Node, met: set[object]) -> Iterator[Node]:
        """The positions one step further on, each of which is looked at once."""
        listed = offers(node.game, self.seat)
        conquers = any(offer.kind == "conquer" for offer in listed)
        for offer in listed:
            # The first conquest readies the troops by itself.
            if offer.kind not in STEPS or (offer.kind == "ready" and conquers):
                continue
            command = proposed(offer)
            after = carried_out(node.game, command)
            if after is None or after.turn.rolling or after.turn.stage == "score":
                continue
            shape = outline(after)
            if shape in met:
                continue
            met.add(shape)
            self.budget -= 1
            yield Node(self.glance(after), after, (*node.commands, command))

    def _stopping(self, node: Node) -> Found | None:
        """The turn that ends here."""
        end = self._ended(node.game)
        return Found(end.worth, (*node.commands, *end.commands)) if end else None

    def _leaving(self, node: Node, listed: Sequence[Offer], first: bool) -> Iterator[Found]:
        """The turns that go on with the die."""
        sure = sum(offer.kind == "conquer" for offer in listed)
        attempts = [offer for offer in listed if offer.kind == "attempt" and sure <= FEW]
        attempts.sort(key=lambda offer: offer.short)
        acts = [offer for offer in listed if offer.kind == "act"] if first else []
        for offer in (*attempts[:ATTEMPTS], *acts):
            after = carried_out(node.game, offer.command)
            if after and after.turn.rolling and self.budget > 0:
                yield Found(self._rolled(after, offer.short), (*node.commands, offer.command))

    def _rolled(self, game: Game, short: int) -> float:
        """The mean worth over the faces of a die that is due; an attempt is so many tokens short."""
        # Whether an attempt succeeds is all that its pips decide.
        lost = sum(count for face, count in FACES.items() if int(face) < short)
        faces = {"0": lost, "3": 6 - lost} if short else FACES
        mean = 0.0
        for face, count in faces.items():
            after = answered(game, face)
            if after is None:
                return NOTHING
            goes_on = not short and not blocked(after)
            found = self._sketch(Node(0.0, after, ())) if goes_on else self._ended(after)
            if found is None:
                return NOTHING
            mean += found.worth * count / 6
        return mean

    def worth(self, game: Game) -> float:
        """The worth of a position at the end of the turn, as this style sees it."""
        value = self.style.worth(game, self.seat)
        return value + self._mistaken(game) if self.style.doubt else value

    def glance(self, game: Game) -> float:
        """The same in the middle of the conquests."""
        value = self.style.glance(game, self.seat)
        return value + self._mistaken(game) if self.style.doubt else value

    def _mistaken(self, game: Game) -> float:
        """The error in the worth of a position: as if by chance, but always the same for the same position."""
        return self.style.doubt * (crc32(repr(outline(game)).encode()) / 2**31 - 1)

    def _ended(self, game: Game) -> End | None:
        self.budget -= 2
        return to_the_end(game, self.seat, self.worth)


def better(one: Found | None, other: Found | None) -> Found | None:
    """The turn of more worth."""
    if one is None or other is None:
        return one or other
    return other if other.worth > one.worth else one


def outline(game: Game) -> object:
    """What two orders of the same conquests have in common."""
    turn = game.turn
    bands = tuple((band.id, band.hand, band.withdrawn, *band.memo.values()) for band in game.bands.values())
    return tuple(game.grounds.values()), bands, turn.stage, turn.band, turn.cycle, tuple(sorted(turn.used)), turn.pips
