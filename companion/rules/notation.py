"""A position as one line of text, both ways.

    turn 3 Ann conquer | 7: 2 trolls+fortified@Ben [lair fortress] | 12: tribe
    | hand giants+commando@Ann 5 | coins 9 12

Parts are set apart by `|`, in any order; the first says whose turn it is.

=====================================  ==========================================
`turn 3 Ann conquer`                   game turn, player, stage; a race may follow
                                       where it is not the player's active one;
                                       `conquer:2` is the second time this turn
`seats Ann Ben Cid`                    the players, clockwise; left out: Ann Ben
`start Ben`                            who began the game; left out: the first
`board base-3`                         the map; left out: the one for the players
`boxes cursed royal_bonus`             boxes besides the base box; those of what lies
                                       here need not be said
`7: 2 trolls+fortified@Ben [lair]`     tokens, race+powers@player, pieces there
`7: 1 trolls@Ben declined`             ... in decline
`7: tribe`                             a Lost Tribe (`2 tribes` for more)
`hand giants+commando@Ann 5`           tokens off the map; also `withdrawn`, `aside`
`coins 9 12`                           coins of all players; left out: 5 each
`column elves+spirit 2, orcs+hill`     the column from the top, with coins on it; `2+1`:
                                       with 2 coins and a token of the race
`memo trolls@Ben wealthy.paid 1`       what an ability remembers
`returned trolls@Ben encampment 2`     pieces that go back on the map at the turn's end
`asked elves@Ben elves roll Ben 7`     an open question: its band, ability and kind, who
                                       answers it, and what it is about; then
                                       `of=a,b` for the choices there are, `holds`
`used dragon-master place:fortress`    what was done already this turn
`pips 2`                               a roll that waits to be spent
`pile well trolls 2, soul 3`           what lies on a pile beside the map
`option coins=open`                    a table option
=====================================  ==========================================

What is not said is empty: no Lost Tribes, no tokens, an empty column.  Nothing
is said twice.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from msgspec.structs import replace

from companion.rules import decisions, hooks
from companion.rules.ability import Ability
from companion.rules.engine import fold, new_game
from companion.rules.events import TRIBE
from companion.rules.model import (
    Band,
    Board,
    Combo,
    Decision,
    Game,
    Ground,
    Marker,
    Seat,
    SeatSetup,
    Setup,
    Turn,
)
from companion.rules.sets import ABILITIES, PIECES, SETS, Box
from companion.rules.turn import PICKED

PLACES = ("hand", "withdrawn", "aside")
ACTING = ("conquer", "redeploy")
OWN_STAGES = tuple(stage for ability in ABILITIES.values() for stage in ability.stages)
STAGES = ("begin", *ACTING, "score", "withdraw", *OWN_STAGES)
HEAPS = {heap.key for box in SETS.values() for rule in box.rules for heap in rule.heaps}
RACES = {race.key for box in SETS.values() for race in box.races + box.bannerless}
POWERS = {power.key for box in SETS.values() for power in box.powers}
# What a turn notes of its own; an ability notes by its own name what it does once.
NOTED = {PICKED, "die", "place", "reinforced"} | {key for key, ability in ABILITIES.items() if ability.once}
_BAND = re.compile(r"^([a-z-]+)((?:\+[a-z-]+)*)@(\S+)$")
_HELD = re.compile(r"^(?:(\d+) (\S+@\S+)( declined)?)?\s*(?:(\d+ )?tribes?)?\s*(?:\[([^]]*)\])?$")


class Malformed(ValueError):
    """A line that is no position; says which part and why."""


def parts(line: str) -> list[tuple[str, str]]:
    """The parts of a line: the first word, and the rest."""
    found = []
    for part in line.replace("\n", " ").split("|"):
        head, _, rest = part.strip().partition(" ")
        if head:
            found.append((head, rest.strip()))
    return found


def seats_of(line: str) -> list[str]:
    """The players of a position, clockwise."""
    for head, rest in parts(line):
        if head == "seats":
            return rest.split()
    return ["Ann", "Ben"]


def board_of(line: str) -> str:
    """The id of the map a position is on."""
    for head, rest in parts(line):
        if head == "board":
            return rest
    return f"base-{len(seats_of(line))}"


class _Reader:
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
        markers = []
        for word in (match[5] or "").split():
            kind, _, race = word.partition("@")
            if kind not in PIECES:
                raise Malformed(f"there is no piece {kind}")
            owner = self.bands[race] if race else holder
            markers.append(Marker(kind, owner.id if owner else 0))
        tokens = int(match[1] or 0)
        self.grounds[region] = Ground(holder.id if holder else 0, tokens, tribe, tuple(markers))

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
        fields = {f"{ability}.{field.key}": field for ability in band.abilities for field in ABILITIES[ability].memory}
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
        band = self.band(words)
        if ability not in hooks.may_ask(band) or kind not in decisions.KINDS:
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

    def boxes(self) -> tuple[str, ...]:
        """The base box, those that are said, and every other one that a race, power or piece here comes from."""
        named = {key for band in self.bands.values() for key in band.abilities}
        named |= {key for combo in self.column for key in (combo.race, combo.power)}
        named |= {marker.kind for ground in self.grounds.values() for marker in ground.markers}
        return tuple(
            box
            for box, held in SETS.items()
            if box == "base" or box in self.ticked or not named.isdisjoint(kind.key for kind in _of(held))
        )

    def game(self) -> Game:
        """The position as a game, with the rest of the box in tray and stacks."""
        seats = tuple(SeatSetup(name) for name in self.names)
        began = new_game(Setup(self.board, seats, self.start, self.boxes(), self.options))[0]
        laid = fold((began,))
        bands = {band.id: band for band in self.bands.values()}
        game = replace(
            laid,
            seats=tuple(Seat(*pair) for pair in zip(self.names, self.coins, strict=True)),
            grounds=self.grounds,
            bands=bands,
            column=self.column,
            taken=len(bands),
            piles=self.piles,
        )
        acting = next((b for b in bands.values() if b.race == self.acting), None)
        acting = acting or game.active(self.turn.seat)
        turn = self.turn
        if acting and turn.stage in (*ACTING, "score"):
            turn = replace(turn, band=acting.id, mustered=(acting.id,))
        if acting and turn.stage in OWN_STAGES:
            turn = replace(turn, band=acting.id)
        races = {band.race for band in bands.values()} | {combo.race for combo in self.column}
        powers = {power for band in bands.values() for power in band.powers}
        powers |= {combo.power for combo in self.column}
        powers |= {kind for heap in self.piles.values() for kind in heap}
        tray = dict(laid.tray)
        for band in bands.values():
            standing = sum(game.grounds[region].tokens for region in game.holdings(band.id))
            tray[band.race] -= standing + band.hand + band.withdrawn + band.aside
        for heap in self.piles.values():
            for kind, count in heap.items():
                if kind in tray:
                    tray[kind] -= count
        for combo in self.column:
            tray[combo.race] -= combo.tokens
        for race, count in tray.items():
            if count < 0:
                raise Malformed(f"the box has not so many {race}")
        return replace(
            game,
            turn=turn,
            tray=tray,
            tribes=laid.tribes
            + sum(ground.tribe for ground in laid.grounds.values())
            - sum(ground.tribe for ground in self.grounds.values())
            - sum(heap.get(TRIBE, 0) for heap in self.piles.values()),
            banners=tuple(race for race in laid.banners if race not in races),
            badges=tuple(power for power in laid.badges if power not in powers),
        )


def _of(box: Box) -> tuple[type[Ability], ...]:
    """Everything that a box brings and that a position may name."""
    return box.races + box.powers + box.bannerless + box.pieces


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


def _checked(game: Game) -> Game:
    """The game, when the pieces of the box can lie so.  Raises Malformed."""
    turn = game.turn
    owned = [band.race for band in game.bands.values()] + [combo.race for combo in game.column]
    active = [band for band in game.bands.values() if not band.declined]
    badges = [key for band in active for key in band.powers] + [combo.power for combo in game.column]
    waiting: Counter[str] = Counter()
    for _, kind, count in turn.returned:
        waiting[kind] += count
    withdrawn = any(band.withdrawn for band in game.bands.values())
    wrong = {
        f"there is no turn {turn.number} on this map": not 1 <= turn.number <= game.board.turns,
        f"there is no stage {turn.stage}; there are {' '.join(STAGES)}": turn.stage not in STAGES,
        "no stage comes before its first time": turn.cycle < 0,
        f"{game.name(turn.seat)} has no race to {turn.stage} with": turn.stage in ACTING and not turn.band,
        "nobody has fewer than no coins": any(seat.coins < 0 for seat in game.seats),
        "no combo has fewer than no coins": any(min(combo.coins, combo.tokens) < 0 for combo in game.column),
        "nobody has anything to put back": turn.stage == "withdraw" and not (withdrawn or turn.returned),
        "a race is there twice": len(set(owned)) < len(owned),
        "a power is there twice": len(set(badges)) < len(badges),
        "a player has two active races": any(
            sum(not band.declined for band in game.bands_of(seat)) > 1 for seat in range(len(game.seats))
        ),
        "a race holds a region with no token": any(
            ground.band and not hooks.bodies(game, region) for region, ground in game.grounds.items()
        ),
        "the box has not so many Lost Tribes": game.tribes < 0,
        "the box has not so many of a piece": any(
            len(game.pieces(kind)) + waiting[kind] > piece.supply for kind, piece in PIECES.items()
        ),
    }
    for reason, holds in wrong.items():
        if holds:
            raise Malformed(reason)
    return game


def read(line: str, board: Board) -> Game:
    """The game that a line describes, on its board.

    Raises Malformed with the part that cannot be read, or what the box cannot
    hold; Refused for a number of players or an option that no game has.
    """
    return _checked(_Reader(line, board).game())


def write(game: Game) -> str:
    """A game's position as a line; read() makes the same position of it."""
    turn = game.turn
    acting = game.bands.get(turn.band)
    default = game.active(turn.seat)
    race = f" {acting.race}" if acting and acting != default else ""
    stage = f"{turn.stage}:{turn.cycle + 1}" if turn.cycle else turn.stage
    found = [f"turn {turn.number} {game.name(turn.seat)} {stage}{race}"]
    found.append("seats " + " ".join(seat.name for seat in game.seats))
    found.append(f"board {game.board.id}")
    if len(game.boxes) > 1:
        found.append("boxes " + " ".join(box for box in game.boxes if box != "base"))
    if game.start:
        found.append(f"start {game.name(game.start)}")
    for region, ground in game.grounds.items():
        if ground != Ground():
            found.append(f"{region}: {_ground(game, ground)}")
    for band in sorted(game.bands.values(), key=lambda band: band.race):
        found += _off_map(game, band)
    found.append("coins " + " ".join(str(seat.coins) for seat in game.seats))
    if game.column:
        found.append("column " + ", ".join(_combo(combo) for combo in game.column))
    for owner, kind, count in turn.returned:
        found.append(f"returned {_band(game, game.bands[owner])} {kind} {count}")
    for asked in turn.asked:
        words = [_band(game, game.bands[asked.band]).removesuffix(" declined"), asked.ability, asked.kind]
        words += [game.name(asked.seat), asked.about, f"of={','.join(asked.choices)}" if asked.choices else ""]
        found.append(" ".join(["asked", *(word for word in words if word), *(["holds"] if asked.holds else [])]))
    if turn.used:
        found.append("used " + " ".join(turn.used))
    if turn.pips is not None:
        found.append(f"pips {turn.pips}")
    for pile, heap in game.piles.items():
        found.append(f"pile {pile} " + ", ".join(f"{kind} {count}" for kind, count in heap.items()))
    found += [f"option {key}={choice}" for key, choice in game.options.items()]
    return " | ".join(found)


def _off_map(game: Game, band: Band) -> list[str]:
    """What a band has beside the map; one that has nothing anywhere is still in play."""
    words = _band(game, band)
    found = [f"{place} {words} {count}" for place in PLACES if (count := getattr(band, place))]
    if not found and not game.holdings(band.id):
        found = [f"hand {words} 0"]
    return found + [f"memo {words} {key} {value}" for key, value in band.memo.items()]


def _band(game: Game, band: Band) -> str:
    return "+".join(band.abilities) + f"@{game.name(band.seat)}" + (" declined" if band.declined else "")


def _combo(combo: Combo) -> str:
    tokens = f"+{combo.tokens}" if combo.tokens else ""
    return f"{combo.race}+{combo.power}" + (f" {combo.coins}{tokens}" if combo.coins or tokens else "")


def _ground(game: Game, ground: Ground) -> str:
    words: list[Any] = []
    holder = game.bands.get(ground.band)
    if holder:
        words += [ground.tokens, _band(game, holder)]
    if ground.tribe:
        words.append("tribe" if ground.tribe == 1 else f"{ground.tribe} tribes")
    if ground.markers:
        kinds = []
        for marker in ground.markers:
            owner = game.bands.get(marker.band)
            stray = owner and marker.band != ground.band
            kinds.append(f"{marker.kind}@{owner.race}" if owner and stray else marker.kind)
        words.append(f"[{' '.join(kinds)}]")
    return " ".join(str(word) for word in words)
