"""Reads a position: part after part, as far as each can be understood by itself."""

from __future__ import annotations

import re

from msgspec.structs import replace

from companion.rules import decisions, hooks
from companion.rules.ability import BAND
from companion.rules.boxes.registry import ABILITIES, BOXES, FORGOTTEN, PIECES, PRIZES
from companion.rules.model import NOBODY, Band, Board, Combo, Decision, Ground, Marker, Sheet, Turn
from companion.rules.notation.line import (
    NONE,
    NOTED,
    PILES,
    PLACES,
    POWERS,
    RACES,
    Malformed,
    as_name,
    parts,
    seats_of,
)
from companion.rules.notation.turns import LineNames, read_attack, read_attempt, read_sheet

MOST_COUNTED = 10_000
AGAIN = ("memo", "option", "returned", "asked", "pile", "attack")
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
        # The pieces in each region, each with its owner's race; "" for nobody's.
        self.pieces: dict[str, list[tuple[str, str]]] = {}
        self.coins = [5] * len(self.names)
        self.start = 0
        self.column: tuple[Combo, ...] = ()
        self.options: dict[str, str] = {}
        self.ticked: tuple[str, ...] = ()
        self.piles: dict[str, dict[str, int]] = {}
        self.turn = Turn(1, 0)
        self.acting = ""
        self.taken: int | None = None
        self.numbers: dict[str, int] = {}
        self.ready: tuple[str, ...] | None = None
        self.questions = 0
        self.rolls: int | None = None
        # Unseen banners and badges, by place, as far as they are given.
        self.stacks: dict[str, tuple[str, ...]] = {}
        self.half = ""
        self.drawn = 0
        self.sheet: Sheet | None = None
        self.gone: tuple[int, ...] = ()
        self.unveiled: tuple[int, ...] = ()
        self.won: int | None = None
        self.stopped = False
        # Memory of a race that may be given later: whose memory, its key, and that race.
        self.named: list[tuple[str, str, str]] = []
        self.told = LineNames(self.number, self.region_of, self.seat)
        found = parts(line)
        # Numbers come before the races that have them; parts that only name races come after all of these.
        found.sort(key=lambda part: (part[0] != "taken", part[0] in ("attack", "sheet", "ready")))
        for head, rest in found:
            if head in ("seats", "board"):
                self.once(head)
            else:
                self.part(head, rest)
        for race, key, other in self.named:
            memo = {**self.bands[race].memo, key: self.number(other)}
            self.bands[race] = replace(self.bands[race], memo=memo)
        for region, pieces in self.pieces.items():
            self.grounds[region] = replace(self.grounds[region], markers=self.owned(region, pieces))

    def part(self, head: str, rest: str) -> None:
        """Read one part.  Raises Malformed."""
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
                if head not in AGAIN:
                    self.once(head)
                read(rest)
            else:
                raise Malformed(f"no part of a position is called {head}")
        except (ValueError, KeyError, IndexError) as fault:
            reason = fault if isinstance(fault, Malformed) else "this cannot be read"
            raise Malformed(f"{head} {rest}: {reason}") from fault

    def once(self, head: str, what: str = "") -> None:
        """Check that a part is given only once.  Raises Malformed."""
        if (head, what) in self.said:
            raise Malformed(f"{head} {what}".strip() + " is said twice")
        self.said.add((head, what))

    def seat(self, word: str) -> int:
        """A player's seat.  Raises Malformed."""
        name = as_name(word)
        if name not in self.names:
            raise Malformed(f"nobody here is called {name}")
        return self.names.index(name)

    def region_of(self, name: str) -> str:
        """A region's id, from an id or its number.  Raises Malformed."""
        region = name if name in self.board.regions else f"r{int(name):02d}"
        if region not in self.board.regions:
            raise Malformed(f"{self.board.id} has no region {name}")
        return region

    def number(self, word: str) -> int:
        """A band's number, from its race, or from the number itself if it is no longer in play.  Raises Malformed."""
        if word in self.bands:
            return self.bands[word].id
        if not word.isdecimal():
            raise Malformed(f"nobody has the {word}")
        return int(word)

    def next_number(self, race: str) -> int:
        """The number of a race that is given for the first time."""
        taken = {*self.numbers.values(), *(band.id for band in self.bands.values())}
        free = (number for number in range(1, len(RACES) + len(taken) + 2) if number not in taken)
        return self.numbers.get(race) or next(free)

    def band(self, words: str) -> Band:
        """The band that "race+powers@player" names, created if it is new."""
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
            band = Band(self.next_number(race), self.seat(name), race, powers, declined)
        band = replace(band, powers=band.powers or powers, declined=band.declined or declined)
        self.bands[race] = band
        return band

    def region(self, name: str, rest: str) -> None:
        """What is on a region."""
        region = self.region_of(name)
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
            pieces.append((kind, race.removeprefix(NONE) if at else holds))
        tokens = int(match[1] or 0)
        self.grounds[region] = Ground(holder.id if holder else 0, tokens, tribe)

    def owned(self, region: str, pieces: list[tuple[str, str]]) -> tuple[Marker, ...]:
        """Pieces with their owners, who may be given after them. Raises Malformed for an owner that is nowhere."""
        for kind, race in pieces:
            if race and race not in self.bands:
                raise Malformed(f"{region}: {kind}@{race}: nobody has the {race}")
        return tuple(Marker(kind, self.bands[race].id if race else 0) for kind, race in pieces)

    def read_turn(self, rest: str) -> None:
        """Whose turn it is."""
        number, name, stage, *race = rest.split()
        if len(race) > 1:
            raise Malformed("a turn is its number, player, stage and at most a race")
        stage, _, time = stage.partition(":")
        cycle = _count(time) - 1 if time else 0
        self.turn = replace(self.turn, number=int(number), seat=self.seat(name), stage=stage, cycle=cycle)
        self.acting = race[0] if race else ""

    def read_boxes(self, rest: str) -> None:
        """The boxes besides the base box; after `-` all of them, in order."""
        self.ticked = tuple(rest.split())
        for place, box in enumerate(self.ticked):
            if box not in BOXES and (place, box) != (0, NONE):
                raise Malformed(f"there is no box {box}")
        if len(set(self.ticked)) < len(self.ticked):
            raise Malformed("a box is named twice")

    def read_start(self, rest: str) -> None:
        """The player who began the game."""
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
        if key in FORGOTTEN:
            return
        keys = (*band.abilities, *PRIZES)
        fields = {f"{ability}.{field.key}": field for ability in keys for field in ABILITIES[ability].memory}
        if key in fields and fields[key].kind == BAND and value in RACES:
            self.named.append((band.race, key, value))
            value = "0"
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
        about, holds, number = "", False, len(self.turn.asked) + 1
        choices: tuple[str, ...] = ()
        for word in more:
            if word == "holds":
                holds = True
            elif word.startswith("of="):
                choices = tuple(word[3:].split(","))
            elif word.startswith("no="):
                number = _count(word[3:])
            else:
                about = word
        band = NOBODY if words == NONE else self.band(words)
        asking = [*ABILITIES, *PIECES] if band is NOBODY else [*hooks.may_ask(band), *PRIZES]
        if ability not in asking or kind not in decisions.KINDS:
            raise Malformed(f"{words} ask nothing as {ability} {kind}")
        if number in [other.number for other in self.turn.asked]:
            raise Malformed("two questions have the same number")
        asked = Decision(ability, band.id, self.seat(name), kind, about, choices, holds, number)
        self.turn = replace(self.turn, asked=(*self.turn.asked, asked))
        self.questions = max(self.questions, number)

    def read_questions(self, rest: str) -> None:
        """How many questions there were in this turn."""
        self.questions = max(self.questions, _count(rest))

    def read_taken(self, rest: str) -> None:
        """How many races were taken in this game, and the numbers of those in play."""
        count, *words = rest.split()
        self.taken = _count(count)
        for word in words:
            race, _, number = word.partition("=")
            _known(race, ())
            self.numbers[race] = _count(number)
        numbers = [*self.numbers.values()]
        if len(set(numbers)) < len(words) or not all(1 <= number <= self.taken for number in numbers):
            raise Malformed("each race has a number of its own, and none is above how many were taken")

    def read_ready(self, rest: str) -> None:
        """The races that have readied their troops."""
        readied = () if rest == NONE else tuple(rest.split())
        self.ready = readied
        self.turn = replace(self.turn, mustered=tuple(self.number(race) for race in readied))

    def read_attack(self, rest: str) -> None:
        """An attack of this turn."""
        self.turn = replace(self.turn, attacks=(*self.turn.attacks, read_attack(rest, self.told)))

    def read_attempt(self, rest: str) -> None:
        """A final attempt that is not decided yet."""
        self.turn = replace(self.turn, attempt=read_attempt(rest, self.told))

    def read_called(self, rest: str) -> None:
        """The ability for which the die is due."""
        if rest not in ABILITIES or not ABILITIES[rest].calls_die:
            raise Malformed(f"{rest} calls for no die")
        self.turn = replace(self.turn, called=rest)

    def read_rolls(self, rest: str) -> None:
        """How often the die was rolled in this turn."""
        self.rolls = _count(rest)

    def read_sheet(self, rest: str) -> None:
        """The score sheet that was accepted last."""
        self.sheet = read_sheet(rest, self.told)

    def read_half(self, rest: str) -> None:
        """A banner that waits for its badge."""
        _known(rest, ())
        self.half = rest

    def read_drawn(self, rest: str) -> None:
        """How many pieces were revealed in this game."""
        self.drawn = _count(rest)

    def read_banners(self, rest: str) -> None:
        """The stack of banners, if it is not as it came out of the box."""
        self.stacks["banners"] = tuple(rest.split())

    def read_badges(self, rest: str) -> None:
        """The stack of badges, if it is not as it came out of the box."""
        self.stacks["badges"] = tuple(rest.split())

    def read_below(self, rest: str) -> None:
        """The banners that came back below their stack, in order."""
        self.stacks["below"] = tuple(rest.split())

    def read_discards(self, rest: str) -> None:
        """The badges that are out of play."""
        self.stacks["discards"] = tuple(rest.split())

    def read_left(self, rest: str) -> None:
        """Who has left the game."""
        self.gone = self.seats(rest)

    def read_unveiled(self, rest: str) -> None:
        """The players whose coins are revealed, in order."""
        self.unveiled = self.seats(rest)

    def read_won(self, rest: str) -> None:
        """The player to whom a rule gave the game."""
        self.won = self.seat(rest)

    def read_stopped(self, rest: str) -> None:
        """The table stopped early."""
        if rest:
            raise Malformed("stopped stands alone")
        self.stopped = True

    def seats(self, rest: str) -> tuple[int, ...]:
        """Several players, each once.  Raises Malformed."""
        seats = tuple(self.seat(word) for word in rest.split())
        if len(set(seats)) < len(seats) or not seats:
            raise Malformed("each player once")
        return seats

    def read_pile(self, rest: str) -> None:
        """What is on a pile beside the map."""
        name, _, items = rest.partition(" ")
        if name not in PILES:
            raise Malformed(f"there is no pile {name}")
        self.once("pile", name)
        for item in items.split(","):
            kind, _, count = item.strip().partition(" ")
            self.piles.setdefault(name, {})[kind] = _count(count or "1")

    def read_used(self, rest: str) -> None:
        """What was already done this turn."""
        for word in rest.split():
            if word.partition(":")[0] not in NOTED:
                raise Malformed(f"nothing called {word} is done once")
        self.turn = replace(self.turn, used=tuple(rest.split()))

    def read_pips(self, rest: str) -> None:
        """A roll that waits to be spent."""
        if rest not in ("0", "1", "2", "3"):
            raise Malformed(f"the die shows no {rest}")
        self.turn = replace(self.turn, pips=int(rest))

    def read_option(self, rest: str) -> None:
        """A table option."""
        key, _, choice = rest.partition("=")
        self.options[key] = choice


def _count(word: str) -> int:
    """A count.  Raises Malformed below zero, and for more than any game has."""
    count = int(word)
    if count < 0:
        raise Malformed("there cannot be fewer than none")
    if count > MOST_COUNTED:
        raise Malformed("there are never so many")
    return count


def _known(race: str, powers: tuple[str, ...]) -> None:
    """Raises Malformed for a race or a power that no box has."""
    for key, kind, keys in ((race, "race", RACES), *((power, "power", POWERS) for power in powers)):
        if key not in keys:
            raise Malformed(f"there is no {kind} {key}")
