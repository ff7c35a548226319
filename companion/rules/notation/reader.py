"""Reading a line: part after part, as far as each can be understood by itself."""

from __future__ import annotations

import re

from msgspec.structs import replace

from companion.rules import decisions, hooks
from companion.rules.ability import BAND
from companion.rules.model import NOBODY, Band, Board, Combo, Decision, Ground, Marker, Turn
from companion.rules.notation.line import HEAPS, NONE, NOTED, PLACES, POWERS, RACES, Malformed, parts, seats_of
from companion.rules.sets import ABILITIES, PIECES, PRIZES, SETS

_BAND = re.compile(r"^([a-z-]+)((?:\+[a-z-]+)*)@(\S+)$")
_HELD = re.compile(r"^(?:(\d+) (\S+@\S+)( declined)?)?\s*(?:(\d+ )?tribes?)?\s*(?:\[([^]]*)\])?$")


class Reader:
    """Collects the parts of one position."""

    def __init__(self, line: str, board: Board) -> None:
        self.names = seats_of(line)
        if len(set(self.names)) < len(self.names):
            raise Malformed("two players have the same name")
        self.board = board
        self.said: set[tuple[str, str]] = set()
        self.standing: dict[str, bool] = {}
        self.bands: dict[str, Band] = {}
        self.grounds = {region: Ground() for region in board.regions}
        # The pieces on each region, each with its owner's race; "" where it is nobody's.
        self.pieces: dict[str, list[tuple[str, str]]] = {}
        self.coins = [5] * len(self.names)
        self.start = 0
        self.column: tuple[Combo, ...] = ()
        self.options: dict[str, str] = {}
        self.ticked: tuple[str, ...] = ()
        self.piles: dict[str, dict[str, int]] = {}
        self.turn = Turn(1, 0)
        self.acting = ""
        for head, rest in parts(line):
            if head in ("seats", "board"):
                self.once(head)
            else:
                self.part(head, rest)
        for region, pieces in self.pieces.items():
            self.grounds[region] = replace(self.grounds[region], markers=self.owned(region, pieces))

    def part(self, head: str, rest: str) -> None:
        """Take in one part.  Raises Malformed."""
        read = getattr(self, f"read_{head}", None)
        try:
            if head.endswith(":"):
                self.region(head[:-1], rest)
            elif head in PLACES:
                words, count = rest.rsplit(" ", 1)
                band = self.band(words)
                self.once(head, band.race)
                self.bands[band.race] = replace(band, **{head: _count(count)})
            elif read:
                if head not in ("memo", "option", "returned", "asked", "pile"):
                    self.once(head)
                read(rest)
            else:
                raise Malformed(f"no part of a position is called {head}")
        except (ValueError, KeyError, IndexError) as fault:
            reason = fault if isinstance(fault, Malformed) else "this cannot be read"
            raise Malformed(f"{head} {rest}: {reason}") from fault

    def once(self, head: str, what: str = "") -> None:
        """This is said here and nowhere else.  Raises Malformed."""
        if (head, what) in self.said:
            raise Malformed(f"{head} {what}".strip() + " is said twice")
        self.said.add((head, what))

    def seat(self, name: str) -> int:
        """A player's seat.  Raises Malformed."""
        if name not in self.names:
            raise Malformed(f"nobody here is called {name}")
        return self.names.index(name)

    def band(self, words: str) -> Band:
        """The band that "race+powers@player" names, made when it is new."""
        match = _BAND.match(words.removesuffix(" declined"))
        if not match:
            raise Malformed(f"{words}: write race+power@player")
        race, powers, name = match[1], tuple(match[2].split("+")[1:]), match[3]
        _known(race, powers)
        declined = words.endswith(" declined")
        band = self.bands.get(race)
        if band and band.seat != self.seat(name):
            raise Malformed(f"{words}: {race} cannot belong to two players")
        if band and powers and band.powers not in ((), powers):
            raise Malformed(f"{words}: {race} have another power elsewhere")
        if band is None:
            band = Band(len(self.bands) + 1, self.seat(name), race, powers, declined)
        band = replace(band, powers=band.powers or powers, declined=band.declined or declined)
        self.bands[race] = band
        return band

    def region(self, name: str, rest: str) -> None:
        """What lies on a region."""
        region = name if name in self.board.regions else f"r{int(name):02d}"
        if region not in self.board.regions:
            raise Malformed(f"{self.board.id} has no region {name}")
        self.once("region", region)
        match = _HELD.match(rest)
        if not match:
            raise Malformed(f"{rest}: write tokens race@player, tribe, [pieces]")
        holder = self.band(match[2] + (match[3] or "")) if match[2] else None
        if holder and self.standing.setdefault(holder.race, bool(match[3])) != bool(match[3]):
            raise Malformed(f"{holder.race} cannot be active and in decline")
        tribe = int(match[4] or 1) if "tribe" in rest.partition("[")[0] else 0
        pieces = self.pieces.setdefault(region, [])
        for word in (match[5] or "").split():
            kind, at, race = word.partition("@")
            if kind not in PIECES:
                raise Malformed(f"there is no piece {kind}")
            holds = holder.race if holder and kind not in PRIZES else ""
            pieces.append((kind, race if at else holds))
        tokens = int(match[1] or 0)
        self.grounds[region] = Ground(holder.id if holder else 0, tokens, tribe)

    def owned(self, region: str, pieces: list[tuple[str, str]]) -> tuple[Marker, ...]:
        """Pieces with their owners, who may be told of behind them. Raises Malformed where one is nowhere."""
        for kind, race in pieces:
            if race and race not in self.bands:
                raise Malformed(f"{region}: {kind}@{race}: nobody has the {race}")
        return tuple(Marker(kind, self.bands[race].id if race else 0) for kind, race in pieces)

    def read_turn(self, rest: str) -> None:
        """Whose turn it is."""
        number, name, stage, *race = rest.split()
        stage, _, time = stage.partition(":")
        cycle = _count(time) - 1 if time else 0
        self.turn = replace(self.turn, number=int(number), seat=self.seat(name), stage=stage, cycle=cycle)
        self.acting = race[0] if race else ""

    def read_boxes(self, rest: str) -> None:
        """The boxes that are played with, besides the base box."""
        self.ticked = tuple(rest.split())
        for box in self.ticked:
            if box not in SETS:
                raise Malformed(f"there is no box {box}")

    def read_start(self, rest: str) -> None:
        """Who began the game."""
        self.start = self.seat(rest)

    def read_coins(self, rest: str) -> None:
        """Everybody's coins."""
        self.coins = [int(word) for word in rest.split()]
        if len(self.coins) != len(self.names):
            raise Malformed("coins need one number for each player")

    def read_column(self, rest: str) -> None:
        """The column from the top."""
        combos = []
        for item in rest.split(","):
            names, _, rest = item.strip().partition(" ")
            coins, _, tokens = rest.partition("+")
            race, _, power = names.partition("+")
            _known(race, (power,))
            combos.append(Combo(race, power, int(coins or 0), int(tokens or 0)))
        self.column = tuple(combos)

    def read_memo(self, rest: str) -> None:
        """What an ability remembers."""
        words, key, value = rest.rsplit(" ", 2)
        band = self.band(words)
        keys = (*band.abilities, *PRIZES)
        fields = {f"{ability}.{field.key}": field for ability in keys for field in ABILITIES[ability].memory}
        if key in fields and fields[key].kind == BAND and value in self.bands:
            value = str(self.bands[value].id)
        if key not in fields or not fields[key].fits(int(value), len(self.names)):
            raise Malformed(f"{words} remember nothing like {key} {value}")
        self.bands[band.race] = replace(band, memo={**band.memo, key: int(value)})

    def read_returned(self, rest: str) -> None:
        """Pieces that go back on the map at the turn's end."""
        words, kind, count = rest.rsplit(" ", 2)
        band = self.band(words)
        if kind not in hooks.pieces(band):
            raise Malformed(f"{words} have no piece {kind}")
        self.once(kind, band.race)
        self.turn = replace(self.turn, returned=(*self.turn.returned, (band.id, kind, _count(count))))

    def read_asked(self, rest: str) -> None:
        """An open question: band, ability, kind, seat, then what it is about, its choices, and whether it holds."""
        words, ability, kind, name, *more = rest.split()
        about, holds = "", False
        choices: tuple[str, ...] = ()
        for word in more:
            if word == "holds":
                holds = True
            elif word.startswith("of="):
                choices = tuple(word[3:].split(","))
            else:
                about = word
        band = NOBODY if words == NONE else self.band(words)
        asking = [*ABILITIES, *PIECES] if band is NOBODY else [*hooks.may_ask(band), *PRIZES]
        if ability not in asking or kind not in decisions.KINDS:
            raise Malformed(f"{words} ask nothing as {ability} {kind}")
        number = len(self.turn.asked) + 1
        asked = Decision(ability, band.id, self.seat(name), kind, about, choices, holds, number)
        self.turn = replace(self.turn, asked=(*self.turn.asked, asked), questions=number)

    def read_pile(self, rest: str) -> None:
        """What lies on a pile beside the map."""
        name, _, items = rest.partition(" ")
        if name not in HEAPS:
            raise Malformed(f"there is no pile {name}")
        self.once("pile", name)
        for item in items.split(","):
            kind, _, count = item.strip().partition(" ")
            self.piles.setdefault(name, {})[kind] = _count(count or "1")

    def read_used(self, rest: str) -> None:
        """What was done already this turn."""
        for word in rest.split():
            if word.partition(":")[0] not in NOTED:
                raise Malformed(f"nothing called {word} is done once")
        self.turn = replace(self.turn, used=tuple(rest.split()))

    def read_pips(self, rest: str) -> None:
        """A roll that waits to be spent."""
        if rest not in ("0", "1", "2", "3"):
            raise Malformed(f"the die shows no {rest}")
        self.turn = replace(self.turn, pips=int(rest), rolls=1)

    def read_option(self, rest: str) -> None:
        """A table option."""
        key, _, choice = rest.partition("=")
        self.options[key] = choice


def _count(word: str) -> int:
    """How many.  Raises Malformed below none."""
    count = int(word)
    if count < 0:
        raise Malformed("there cannot be fewer than none")
    return count


def _known(race: str, powers: tuple[str, ...]) -> None:
    """Raises Malformed for a race or a power that no box has."""
    for key, kind, keys in ((race, "race", RACES), *((power, "power", POWERS) for power in powers)):
        if key not in keys:
            raise Malformed(f"there is no {kind} {key}")
