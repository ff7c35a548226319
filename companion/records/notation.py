"""How a record writes its commands: regions by number, races and players by name, chance without its occasion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from companion.language import text
from companion.rules import commands, decisions
from companion.rules.ability import BAND, SEAT
from companion.rules.boxes.registry import ABILITIES, FORGOTTEN
from companion.rules.correct import REASONS
from companion.rules.engine import chances
from companion.rules.model import Game

Plain = dict[str, Any]
# Who or what rolls or draws.
SOURCES = ("box", "button", "tray", "phone", "companion", "table")


class Names:
    """What the names in a record mean in the game at the moment when a command is read."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def region(self, value: Any) -> Any:
        """A region's id, from 7, "7" or "r07"; unknown ones are left for the rules to refuse."""
        if isinstance(value, bool) or not isinstance(value, int | str) or value in self.game.grounds:
            return value
        for region in self.game.board.regions:
            if text.number(region) == str(value):
                return region
        return f"r{value:02d}" if isinstance(value, int) else value

    def regions(self, value: Any) -> Any:
        """The ids of several regions."""
        return [self.region(each) for each in value] if isinstance(value, list) else value

    def seat(self, value: Any) -> Any:
        """A seat's number, from a number or the player's name.  Raises ValueError for an unknown name."""
        if not isinstance(value, str):
            return value
        for number, seat in enumerate(self.game.seats):
            if seat.name == value:
                return number
        raise ValueError(f"nobody here is called {value}")

    def band(self, value: Any) -> Any:
        """A band's number, from a number or its race; -1 when the race is not in play.

        Raises ValueError for something that is not a race.
        """
        if not isinstance(value, str):
            return value
        if value not in ABILITIES:
            raise ValueError(f"there is no race {value}")
        return next((band.id for band in self.game.bands.values() if band.race == value), -1)

    def place(self, value: Any) -> Any:
        """An index into the column, from a number or the race there; -1 when it is not in the column."""
        if not isinstance(value, str):
            return value
        if value not in ABILITIES:
            raise ValueError(f"there is no race {value}")
        return next((n for n, combo in enumerate(self.game.column) if combo.race == value), -1)

    def counts(self, value: Any) -> Any:
        """Counts by region, with the regions' ids.  Raises ValueError for a region named twice."""
        if not isinstance(value, dict):
            return value
        named = {self.region(key): count for key, count in value.items()}
        if len(named) < len(value):
            raise ValueError("a region is named twice")
        return named

    def conquests(self, value: Any) -> Any:
        """Conquests in their order, from their regions alone or in full."""
        if not isinstance(value, list):
            return value
        told = [item if isinstance(item, dict) else {"region": item} for item in value]
        read = {"region": self.region, "way": self.way}
        return [{key: read.get(key, self.as_is)(one) for key, one in item.items()} for item in told]

    def actions(self, value: Any) -> Any:
        """The actions of abilities, each with its target by name or number."""
        return self._items(value, {"target": self.target})

    def way(self, value: Any) -> Any:
        """A way to conquer, with the id of the region where a piece is put for it."""
        ability, colon, stand = value.partition(":") if isinstance(value, str) else (value, "", "")
        return f"{ability}:{self.region(stand)}" if colon else value

    def pieces(self, value: Any) -> Any:
        """Counts by region for each kind of piece."""
        return {kind: self.counts(counts) for kind, counts in value.items()} if isinstance(value, dict) else value

    def target(self, value: Any) -> Any:
        """The target of an action: a player's name becomes the seat, a number its digits."""
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        return next((str(n) for n, seat in enumerate(self.game.seats) if seat.name == value), value)

    def value(self, value: Any) -> Any:
        """What chance answered; pips may be a number."""
        return str(value) if isinstance(value, int) and not isinstance(value, bool) else value

    def memo(self, value: Any) -> Any:
        """What abilities remember, by field; a player may be named, "" is nobody.  Raises ValueError."""
        if not isinstance(value, dict):
            return value
        kinds = {f"{key}.{field.key}": field.kind for key, ability in ABILITIES.items() for field in ability.memory}
        read = {SEAT: lambda one: self.seat(one) + 1, BAND: self.band}
        return {
            key: (read[kinds[key]](one) if one else 0) if kinds.get(key) in read and isinstance(one, str) else one
            for key, one in value.items()
            if key not in FORGOTTEN
        }

    def attacks(self, value: Any) -> Any:
        """The attacks of a turn: region, races and player by name; the acting race may be left out."""
        if not isinstance(value, list):
            return value
        read = {"region": self.region, "band": self.band, "against": self.band, "against_seat": self.seat}
        return [
            {"band": self.game.turn.band} | {key: read.get(key, self.as_is)(one) for key, one in item.items()}
            if isinstance(item, dict)
            else item
            for item in value
        ]

    def combos(self, value: Any) -> Any:
        """The combos of a column, from "elves+spirit" or from their parts."""
        if not isinstance(value, list):
            return value
        return [
            dict(zip(("race", "power"), item.split("+", 1), strict=False)) if isinstance(item, str) else item
            for item in value
        ]

    def sheets(self, value: Any) -> Any:
        """Score sheets, with the players by name and the regions by number."""
        return self._items(value, {"seat": self.seat, "regions": self.regions})

    def lays(self, value: Any) -> Any:
        """What was on regions, with races by name; pieces named alone belong to the race that holds the region."""
        named = self._items(value, {"region": self.region, "band": self.band})
        if not isinstance(named, list):
            return named
        return [{**one, "markers": _markers(self, one)} if isinstance(one, dict) else one for one in named]

    def _items(self, value: Any, read: dict[str, Callable[[Any], Any]]) -> Any:
        """The items of a list, each field read in its own way."""
        if not isinstance(value, list):
            return value
        return [
            {key: read.get(key, self.as_is)(one) for key, one in item.items()} if isinstance(item, dict) else item
            for item in value
        ]

    def as_is(self, value: Any) -> Any:
        """A value that can be written in one way only."""
        return value


class Field(NamedTuple):
    """A field of a command: what it holds, for docs/reference.md, and how it is read."""

    words: str
    read: Callable[[Names, Any], Any] = Names.as_is


FIELDS: dict[str, Field] = {
    "pick.place": Field('the combo: its place, `0` at the top of the column, or its race, `"trolls"`', Names.place),
    "band": Field('the race in play: `"trolls"`, or its number, `1` for the first one taken in the game', Names.band),
    "ready.stay": Field('how many tokens stay, region by region: `{"7": 1, "12": 0}`', Names.counts),
    "region": Field('the region: its number on the drawn map, `7`, or its id, `"r07"`', Names.region),
    "conquer.way": Field(
        '`"ordinary"`, or the ability by which it is done: `"sorcerers"`, `"dragon-master"`; '
        'with the region where a piece is put for it, if one is: `"catapult:5"`',
        Names.way,
    ),
    "conquer.boosts": Field('what helps besides tokens, by ability: `{"fireball": 2}`'),
    "conquer.die": Field("`true` for the final attempt; the roll is the `answer` that follows"),
    "act.ability": Field('the ability that offers it: `"berserk"`, `"diplomat"`'),
    "act.act": Field('what it offers: `"roll"`, `"ally"`'),
    "act.target": Field("with whom or where, if that is asked: a player's name", Names.target),
    "redeploy.tokens": Field('how many tokens stand on each region: `{"7": 3}`', Names.counts),
    "end_turn.tokens": Field('how many tokens stand on each region, left out as proposed: `{"7": 3}`', Names.counts),
    "kind": Field('the piece: `"fortress"`, `"encampment"`, `"hero"`'),
    "place.regions": Field('how many pieces lie on each region: `{"7": 1}`', Names.counts),
    "accept.decline": Field("`true`: go into decline after scoring"),
    "accept.regions": Field("as in `decline`", Names.counts),
    "decline.regions": Field('where a race comes together that does so in decline: `{"7": 1}`', Names.counts),
    "withdraw.tokens": Field('how many tokens go to each region: `{"7": 2}`', Names.counts),
    "put_back.regions": Field('how many pieces go to each region: `{"7": 2}`', Names.counts),
    "play_turn.pick": Field("the combo that was taken, where one was: its place or its race", Names.place),
    "play_turn.band": Field("the race that conquers; left out: the active one", Names.band),
    "play_turn.stay": Field("as in `ready`: how many tokens stayed where; `0`: was left empty", Names.counts),
    "play_turn.conquests": Field(
        'the regions in their order: `[7, 12]`; with what is to be said of one: `{"region": 12, "way": "sorcerers"}`, '
        '`{"region": 12, "die": true, "pips": 0}` for the final attempt, '
        '`{"region": 12, "pips": 2}` for a roll before the conquest, `{"region": 12, "boosts": {"fireball": 2}}`; '
        '`"late": true` for yes to the question after a roll, and `"again": 2` for the final attempt that followed; '
        '`"found": "karazhan"` for what came to light there; `"wave": 2` for the second wave of a '
        "race that marauds",
        Names.conquests,
    ),
    "play_turn.tokens": Field("how many tokens stand on each region at the end; all of them together", Names.counts),
    "play_turn.acts": Field(
        'what abilities did when the conquests were over: `[{"ability": "forsaken", "act": "enlist", "target": 2}]`',
        Names.actions,
    ),
    "play_turn.pieces": Field('how pieces were placed: `{"fortress": {"7": 1}}`', Names.pieces),
    "answer.occasion": Field("the question that is answered; left out: the one that is due"),
    "answer.value": Field('the pips, `2`, or the race or power that was turned up, `"trolls"`', Names.value),
    "answer.source": Field("what rolled or drew: " + ", ".join(f'`"{source}"`' for source in SOURCES)),
    "choose.occasion": Field("the question that is answered; left out: the first one that can be answered so"),
    "choose.choice": Field('one of the answers there are: a region, `7`, a word, `"yes"`', Names.target),
    "cocked.occasion": Field("the roll that is due again; left out: the one that is due"),
    "cocked.value": Field("the pips that did not count: `2`", Names.value),
    "cocked.source": Field("what rolled them, as in `answer`"),
    "set_region.tokens": Field("how many of its tokens are there"),
    "set_region.tribe": Field("how many Lost Tribe tokens are there"),
    "set_region.markers": Field(
        'the pieces there: `["lair", "fortress"]`, or with their owner `[{"kind": "hole", "band": "halflings"}]`'
    ),
    "recount.tokens": Field("how many tokens really stand there"),
    "recount.others": Field(
        'the race\'s other regions, which give or take the difference: `[9, 10]`, or its tokens in hand: `["hand"]`',
        Names.regions,
    ),
    "set_band.hand": Field("how many tokens it has in hand"),
    "set_band.aside": Field("how many wait off the map for its next turn"),
    "set_band.memo": Field(
        'what its abilities remember: `{"wealthy.paid": 1}`; a player by name: `{"diplomat.ally": "Ben"}`', Names.memo
    ),
    "set_band.withdrawn": Field("how many were taken back after an attack and wait for the turn's end"),
    "set_band.returned": Field('how many of its pieces wait for the turn\'s end: `{"encampment": 1}`'),
    "set_band.powers": Field('all badges of a race without a banner: `["flying", "merchant"]`'),
    "set_pile.pile": Field("the pile beside the map: `well`, `reserve` or `removed`"),
    "set_pile.kinds": Field(
        'what is there: `{"trolls": 2, "tribe": 1, "ghosts": 1, "soul": 3}`, or badges: `{"flying": 1}`'
    ),
    "set_record.stage": Field("how far the turn has come: `begin`, `conquer`, `redeploy`, `score`, or `market`"),
    "set_record.band": Field("the race that acts, by name or number; left out: as it is", Names.band),
    "set_record.attacks": Field(
        "all attacks of this turn: `region`, and what was there: nothing, `tribe` how many Lost Tribes, or `against` "
        "which race and how many `tokens`; `won` is `false` for a try in vain. `band` is the attacker, left out: the "
        "race that acts; `way` as in `conquer`; `against_seat` and `active` tell of a race that is gone",
        Names.attacks,
    ),
    "set_record.used": Field('what may be done once a turn: `{"dragon-master": true, "sorcerers:1": false}`'),
    "set_record.pips": Field("a roll that waits for its conquest, `-1` for none"),
    "seat": Field("the player: the name, or the seat's number, `0` for the first name in the header", Names.seat),
    "set_coins.difference": Field("how many coins more; fewer with a minus"),
    "set_coins.reason": Field("why: " + ", ".join(f"`{reason}`" for reason in REASONS)),
    "set_coins.note": Field("a few words more, for everybody to read"),
    "set_sheet.turn": Field("the game turn of the sheet"),
    "set_sheet.line": Field(
        "the line: `regions`, `declined`, a race or a power; or why there is one more, as `reason` in `set_coins`"
    ),
    "set_sheet.difference": Field("how many coins more; fewer with a minus"),
    "set_sheet.note": Field("a few words more, for everybody to read"),
    "set_past.turn": Field("the game turn at whose end it was there"),
    "set_past.tokens": Field("how many of its tokens were there"),
    "set_past.tribe": Field("how many Lost Tribe tokens were there"),
    "set_past.markers": Field("the pieces there, as in `set_region`"),
    "set_past.sheets": Field(
        "every score sheet that follows from it, and how many coins more it comes to: "
        '`[{"turn": 3, "seat": "Ann", "coins": 1}]`; with `regions`, where not all of those named lay so by then',
        Names.sheets,
    ),
    "set_past.today": Field("`true`: it is there today as well"),
    "set_past.conquered": Field("`true`: it counts as conquered in that turn, `false`: as not; left out: as entered"),
    "set_past.also": Field(
        'what lay on other regions: `[{"region": 7, "band": "orcs", "tokens": 2, "markers": ["fortress"]}]`', Names.lays
    ),
    "set_turn.number": Field("the game turn"),
    "set_race.race": Field('the race: `"giants"`'),
    "set_race.power": Field('its power: `"flying"`; in decline it may be left out'),
    "set_race.declined": Field("`true` when it is in decline"),
    "set_column.combos": Field(
        'the combos from the top: `["elves+spirit"]`, '
        'or with coins `[{"race": "elves", "power": "spirit", "coins": 2}]`',
        Names.combos,
    ),
}


def field_of(tag: str, name: str) -> Field:
    """How a field of a type of command is written."""
    return FIELDS.get(f"{tag}.{name}") or FIELDS[name]


KINDS: dict[str, type[commands.Command]] = {
    str(kind.__struct_config__.tag): kind for kind in commands.ANY_COMMAND.__args__
}


def spelled(written: Plain, game: Game) -> commands.Command:
    """The command that a record's line means in this game.

    Raises ValueError (of which msgspec's ValidationError is one) with what is wrong.
    """
    tag = written.get("type")
    if not isinstance(tag, str) or tag not in KINDS:
        raise ValueError(f"{tag} is no command; there are: {', '.join(KINDS)}" if tag else "there is no type")
    names = Names(game)
    known = KINDS[tag].__struct_fields__
    plain = {key: field_of(tag, key).read(names, value) if key in known else value for key, value in written.items()}
    if tag in ("set_region", "set_past"):
        plain["markers"] = _markers(names, plain)
    if tag == "choose":
        plain = _chosen(game, names, plain)
    if tag in ("answer", "cocked"):
        plain = {"source": "table", "occasion": due_for(game, plain.get("value")), **plain}
        source = plain["source"]
        if isinstance(source, str) and source and source not in SOURCES:
            raise ValueError(f"there is no source called {source}; there are: {', '.join(SOURCES)}")
    return commands.decode(plain)


def _markers(names: Names, plain: Plain) -> Any:
    """Pieces named alone belong to the race that holds the region."""
    markers = plain.get("markers", [])
    if not isinstance(markers, list):
        return markers
    owned = [
        {"kind": marker, "band": plain.get("band", 0)} if isinstance(marker, str) else marker for marker in markers
    ]
    return [
        {**marker, "band": names.band(marker.get("band", 0))} if isinstance(marker, dict) else marker
        for marker in owned
    ]


def _chosen(game: Game, names: Names, plain: Plain) -> Plain:
    """A choice with its occasion, if that was left out, and with a region's id."""
    choice = plain.get("choice")
    for asked in decisions.due(game):
        occasion = decisions.occasion(game, asked)
        for meant in (choice, names.region(choice)):
            fits = asked.kind == decisions.CHOICE and meant in asked.choices
            if fits and plain.get("occasion", occasion) == occasion:
                return {**plain, "choice": meant, "occasion": occasion}
    return {"occasion": "", **plain}


def due_for(game: Game, value: Any) -> str:
    """The occasion for an answer that names none: the first that could have this answer."""
    open_now = chances(game)
    fitting = [chance for chance in open_now if value in chance.choices]
    return next((chance.occasion for chance in (*fitting, *open_now)), "")
