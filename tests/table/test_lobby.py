"""The lobby: sitting down, agreeing, beginning."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.boards import maps
from companion.game.lobby import Change
from companion.game.permissions import NoSeat, NotYours
from companion.language import text
from companion.rules.commands import Leave, Stop
from companion.rules.model import Refused
from tests.table.sitting import NAMES, Sitting, sitting


@pytest.fixture
def lobby(tmp_path: Path) -> Iterator[Sitting]:
    """Ann, Ben and Cid have sat down."""
    with sitting(tmp_path) as opened:
        for name in NAMES[:3]:
            opened.table.seats.join(name.lower(), name)
        yield opened


def names(one: Sitting) -> list[str]:
    return [seat["name"] for seat in one.state["seats"]]


def refused(one: Sitting, change: Change, phone: str = "ann") -> str:
    with pytest.raises(Refused) as caught:
        one.table.seats.change(phone, change)
    return caught.value.message.key


def test_who_sits_down_gets_a_colour_and_a_shape_of_their_own(lobby: Sitting) -> None:
    """Nobody shares a colour or a shape, and asking for a taken one is refused."""
    seats = lobby.state["seats"]
    assert len({seat["colour"] for seat in seats}) == len({seat["shape"] for seat in seats}) == 3
    with pytest.raises(Refused, match="colour_taken"):
        lobby.table.seats.join("dee", "Dee", seats[0]["colour"])
    assert refused(lobby, Change(seat=0, shape=seats[1]["shape"])) == "table.shape_taken"


@pytest.mark.parametrize("name", ["", "   ", "\u202e", "x" * 21])
def test_a_name_is_a_name(lobby: Sitting, name: str) -> None:
    """Names that are empty, invisible or too long are refused."""
    with pytest.raises(Refused, match=r"table\.name"):
        lobby.table.seats.join("dee", name)


def _log(one: Sitting) -> list[str]:
    return [line["text"] for line in one.state["log"]]


def test_the_button_says_yes_only_where_the_table_wants_it(lobby: Sitting) -> None:
    """Without the switch a press answers no question; with it the yes is done, and the log says by what."""
    lobby.table.seats.start("ann")
    ask = lobby.back("ann", 0, lobby.do("pick"))["ask"]
    assert not lobby.table.press()
    assert [each["id"] for each in lobby.state["asks"]] == [ask]
    lobby.say("ben", 1, ask, yes=False)
    lobby.say("ben", 1, lobby.act("ann", 0, Stop())["ask"])
    lobby.table.seats.new("ann", 0)
    assert not lobby.state["lobby"]["button_yes"]
    lobby.table.seats.change("ben", Change(button_yes=True))
    lobby.table.seats.start("ann")
    row = lobby.do("pick")
    lobby.back("ann", 0, row)
    assert lobby.state["asks"][0]["button"]
    assert lobby.table.press()
    assert not lobby.state["asks"]
    assert lobby.game.active(0) is None
    said = ("Ann wants to undo: ", " – approved with the die button")
    for _ in range(2):
        assert any(each.startswith(said[0]) and each.endswith(said[1]) for each in _log(lobby))
        lobby.again()
    assert not lobby.table.press()


def test_the_button_does_not_choose_between_questions(lobby: Sitting) -> None:
    """With two questions open a press says nothing, and while a roll is due it rolls and answers none."""
    lobby.table.seats.change("ann", Change(button_yes=True))
    lobby.table.seats.start("ann")
    lobby.to_attempt()
    first = lobby.act("ann", 0, Stop())["ask"]
    assert lobby.table.press()
    assert lobby.state["last_roll"]["source"] == "button"
    lobby.act("ben", 1, Leave(2))
    assert not lobby.table.press()
    assert len(lobby.state["asks"]) == 2
    lobby.say("ben", 1, first, yes=False)
    assert lobby.table.press()
    assert lobby.game.seats[2].left


def test_a_yes_of_the_button_that_comes_too_late(lobby: Sitting) -> None:
    """A question that cannot be granted any more is closed by the press, and nothing else happens."""
    lobby.table.seats.change("ann", Change(button_yes=True))
    lobby.table.seats.start("ann")
    lobby.act("ben", 1, Leave(2))
    lobby.act("cid", 2, Leave(2))
    before = lobby.game
    assert lobby.table.press()
    assert not lobby.state["asks"]
    assert lobby.game == before
    assert _log(lobby)[0].endswith(" – approved with the die button, but no longer possible")


def test_a_name_is_cleaned_and_nobody_elses(lobby: Sitting) -> None:
    """Control signs and spare blanks go, and a name that differs in case alone is taken."""
    lobby.table.seats.join("dee", "  D\u202ee \n e ")
    assert names(lobby)[3] == "De e"
    with pytest.raises(Refused, match="name_taken"):
        lobby.table.seats.join("eve", "aNN")


def test_the_table_is_full(lobby: Sitting) -> None:
    """The seventh player is refused, for no box is for more than six."""
    for name in (*NAMES[3:], "Fay"):
        lobby.table.seats.join(name.lower(), name)
    with pytest.raises(Refused, match="full"):
        lobby.table.seats.join("gus", "Gus")


def test_a_sixth_player_is_told_with_what_six_play(lobby: Sitting) -> None:
    """The box alone is for two to five (base rulebook); the lobby names what is for six, and begins with one."""
    for name in (*NAMES[3:], "Fay"):
        lobby.table.seats.join(name.lower(), name)
    why = lobby.state["lobby"]["why_not"]
    assert why == (
        "This is for at most 5 players. For more, choose one of these: "
        "Necromancer Island (3 to 6 players); Six players in three teams."
    )
    with pytest.raises(Refused, match="too_many"):
        lobby.table.seats.start("ann")
    for box in ("necromancer", "teams"):
        lobby.table.seats.change("ann", Change(boxes=(box,)))
        assert lobby.state["lobby"]["why_not"] is None, box
    # Ghosts are a player beside the map, and three teams are six on it.
    lobby.table.seats.change("ann", Change(boxes=("necromancer", "teams")))
    assert lobby.state["lobby"]["why_not"] == "What you have ticked cannot be played together."


def test_seats_are_dragged_round_the_table(lobby: Sitting) -> None:
    """A new order renumbers the seats; phones keep their seats, and who starts stays the same person."""
    lobby.table.seats.change("ann", Change(start=1))
    seating = lobby.state["seating"]
    lobby.table.seats.change("ben", Change(order=(2, 0, 1)))
    assert names(lobby) == ["Cid", "Ann", "Ben"]
    assert lobby.table.queries.seats("ben") == [2]
    assert lobby.state["lobby"]["start"] == 2
    assert lobby.state["seating"] > seating
    assert refused(lobby, Change(order=(0, 1))) == "table.order"


def test_the_map_follows_the_number_of_players(lobby: Sitting) -> None:
    """Three players get a map for three, and with a fourth one for four."""
    assert lobby.state["lobby"]["map"] == "base-3"
    lobby.table.seats.join("dee", "Dee")
    assert lobby.state["lobby"]["map"] == "base-4"
    lobby.table.seats.start("ann")
    assert lobby.game.board.id == "base-4"


def test_a_change_is_made_whole_or_not_at_all(lobby: Sitting) -> None:
    """A change of which one part is refused leaves everything as it was, version and log included."""
    before = lobby.table.queries.state()
    assert refused(lobby, Change(start=2, map="nowhere")) == "table.no_map"
    assert refused(lobby, Change(options={"coins": "eaten"})) == "refuse.no_option"
    assert refused(lobby, Change(dealing="nobody")) == "table.dealing"
    assert refused(lobby, Change(start=7)) == "refuse.no_seat"
    assert lobby.table.queries.state() == before


def test_options_reach_the_game(lobby: Sitting) -> None:
    """What the table chooses in the lobby holds in the game."""
    lobby.table.seats.change("ann", Change(options={"coins": "open"}, start=1))
    lobby.table.seats.start("cid")
    assert lobby.game.options == {"coins": "open"}
    assert lobby.game.turn.seat == 1


def test_strangers_change_nothing(lobby: Sitting) -> None:
    """A phone without a seat changes nothing, and a seated one renames nobody else."""
    for phone in (None, "stranger"):
        with pytest.raises(NoSeat):
            lobby.table.seats.change(phone, Change(start=1))
        with pytest.raises(NoSeat):
            lobby.table.seats.start(phone)
    with pytest.raises(NotYours):
        lobby.table.seats.change("ann", Change(seat=1, name="Bad"))


def test_a_seat_taken_by_mistake_is_given_up(lobby: Sitting) -> None:
    """A removed seat is gone, those after it move up, and who starts stays the same person."""
    lobby.table.seats.change("ann", Change(start=2))
    lobby.table.seats.change("ben", Change(remove=1))
    assert names(lobby) == ["Ann", "Cid"]
    assert lobby.state["lobby"]["start"] == 1
    assert lobby.table.queries.seats("ben") == []


def test_nobody_else_loses_a_seat(lobby: Sitting) -> None:
    """Ann and Ben leave in the same moment: his tap comes when his number is Cid's. The app's seat is anybody's."""
    lobby.table.seats.change("ann", Change(remove=0))
    with pytest.raises(NotYours):
        lobby.table.seats.change("ben", Change(remove=1))
    assert names(lobby) == ["Ben", "Cid"]
    lobby.table.seats.change("cid", Change(level="easy"))
    lobby.table.seats.change("ben", Change(remove=2))
    assert names(lobby) == ["Ben", "Cid"]


def test_one_alone_does_not_begin(tmp_path: Path) -> None:
    """With one player the game does not begin, and the lobby says why."""
    with sitting(tmp_path) as one:
        one.table.seats.join("ann", "Ann")
        assert not one.state["lobby"]["ready"]
        with pytest.raises(Refused, match="too_few"):
            one.table.seats.start("ann")


def test_the_lobby_outlives_a_restart(lobby: Sitting) -> None:
    """After a restart everybody sits where they sat, on the same phones."""
    lobby.table.seats.change("ann", Change(order=(1, 2, 0), dealing="table"))
    before = lobby.state
    lobby.again()
    assert {**lobby.state, "version": 0} == {**before, "version": 0}
    assert lobby.table.queries.seats("ann") == [2]


def test_nobody_joins_a_game_that_has_begun(lobby: Sitting) -> None:
    """After the beginning nobody sits down and nothing of the lobby changes."""
    lobby.table.seats.start("ann")
    with pytest.raises(Refused, match="began"):
        lobby.table.seats.join("dee", "Dee")
    assert refused(lobby, Change(start=1)) == "table.began"
    with pytest.raises(Refused, match="began"):
        lobby.table.seats.start("ann")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of maps of one's own, to begin with those that come along."""
    own = tmp_path / "maps"
    shutil.copytree(maps.FOLDER, own, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    monkeypatch.setattr(maps, "FOLDER", own)
    yield own
    maps._load.cache_clear()


def test_a_wrong_map_file_keeps_nobody_out(tmp_path: Path, folder: Path) -> None:
    """It is left out of the list with a notice; a map that has no words of its own is called what its file says."""
    (folder / "broken.toml").write_text("id = ")
    sheet = (folder / "base-2.toml").read_text()
    (folder / "bay.toml").write_text(sheet.replace('"base-2"', '"bay"').replace('"map.base-2"', '"Our bay"'))
    with sitting(tmp_path / "data") as two:
        for name in ("Ann", "Ben"):
            two.table.seats.join(name, name)
        listed = {map["id"]: map["name"] for map in two.state["lobby"]["maps"]}
        assert listed == {"base-2": "Board for 2 players", "bay": "Our bay"}
        assert [notice for notice in two.state["table"]["notices"] if notice.startswith("broken.toml")]
        two.table.seats.change("Ann", Change(map="bay"))
        two.table.seats.start("Ann")
        assert two.game.board.id == "bay"


def test_without_any_map_nobody_can_begin(tmp_path: Path, folder: Path) -> None:
    """All files are wrong: the lobby says so and stands."""
    for path in folder.glob("*.toml"):
        path.write_text("id = ")
    with sitting(tmp_path / "data") as nobody:
        for name in ("Ann", "Ben"):
            nobody.table.seats.join(name, name)
        assert nobody.state["lobby"]["maps"] == []
        assert nobody.state["lobby"]["why_not"] == "There is no board for 2 players."
        with pytest.raises(Refused, match="no_map_for"):
            nobody.table.seats.start("Ann")


def with_island(lobby: Sitting) -> None:
    """Dee sits down too, and the Necromancer's box is ticked."""
    lobby.table.seats.join("dee", "Dee")
    lobby.table.seats.change("ann", Change(boxes=("necromancer",)))


def test_who_plays_beside_the_map_is_not_counted_for_it(lobby: Sitting) -> None:
    """Necromancer Island: four play on the map for three, and the one right of the first is named."""
    with_island(lobby)
    assert lobby.state["lobby"]["map"] == "base-3"
    assert [seat["role"] for seat in lobby.state["seats"]] == [None, None, None, "Necromancer"]


def test_another_one_begins_and_another_one_plays_beside_the_map(lobby: Sitting) -> None:
    """Necromancer Island: always the one to the right of the first player."""
    with_island(lobby)
    lobby.table.seats.change("ann", Change(start=2))
    assert [bool(seat["role"]) for seat in lobby.state["seats"]] == [False, True, False, False]


IGORS = "The Igors will collect nothing here: everything that is lost goes to the Well of Souls."


def test_a_box_can_be_too_much_for_few(lobby: Sitting) -> None:
    """Necromancer Island: from three players on; the lobby says so."""
    lobby.table.seats.change("cid", Change(remove=2))
    lobby.table.seats.change("ann", Change(boxes=("necromancer",)))
    assert lobby.state["lobby"]["why_not"] == "You need at least 3 players."


def test_a_sixth_player_sits_down_where_a_box_allows_it(lobby: Sitting) -> None:
    """Necromancer Island: up to six play, on the map for five."""
    with_island(lobby)
    for name in ("Eve", "Fay"):
        lobby.table.seats.join(name.lower(), name)
    assert (lobby.state["lobby"]["map"], lobby.state["lobby"]["why_not"]) == ("base-5", None)


@pytest.mark.parametrize(
    ("boxes", "notes"),
    [
        (("necromancer", "royal_bonus"), [IGORS]),
        (("necromancer",), []),
        (("royal_bonus", "cursed"), []),
    ],
)
def test_a_race_that_a_box_leaves_nothing_is_named_beforehand(
    lobby: Sitting, boxes: tuple[str, ...], notes: list[str]
) -> None:
    """Igors and the Well of Souls want the same lost tokens (rulings G6): the lobby says who gets them."""
    lobby.table.seats.change("ann", Change(boxes=boxes))
    assert lobby.state["lobby"]["notes"] == notes


def test_a_box_that_is_ticked_off_takes_its_questions_along(lobby: Sitting) -> None:
    """What was chosen for it would be refused when the game begins."""
    with_island(lobby)
    lobby.table.seats.change("ann", Change(options={"ghosts": "13", "coins": "open"}))
    lobby.table.seats.change("ann", Change(boxes=()))
    chosen = {option["key"]: option["chosen"] for option in lobby.state["lobby"]["options"]}
    assert ("ghosts" in chosen, chosen["coins"]) == (False, "open")
    lobby.table.seats.change("dee", Change(remove=3))
    lobby.table.seats.start("ann")


def ticked(lobby: Sitting) -> list[str]:
    """The boxes that everybody sees ticked."""
    return [box["key"] for box in lobby.state["lobby"]["boxes"] if box["chosen"]]


def test_boxes_that_are_ticked_one_after_the_other_all_stay(lobby: Sitting) -> None:
    """A tap that has not heard of the one before takes no other box away."""
    lobby.table.seats.change("ann", Change(add_box="necromancer"))
    lobby.table.seats.change("ben", Change(add_box="royal_bonus"))
    lobby.table.seats.change("ann", Change(add_box="cursed"))
    lobby.table.seats.change("ben", Change(drop_box="necromancer"))
    assert ticked(lobby) == ["cursed", "royal_bonus"]


def test_a_box_that_is_played_alone_comes_and_goes_with_a_tick(lobby: Sitting) -> None:
    """Ticked, it sends the others away; ticked off, it leaves the first box."""
    lobby.table.seats.change("ann", Change(add_box="cursed"))
    lobby.table.seats.change("ann", Change(add_box="warcraft"))
    alone = ticked(lobby)
    lobby.table.seats.change("ann", Change(drop_box="warcraft"))
    assert (alone, ticked(lobby)) == (["warcraft"], [])


def test_a_box_there_is_not_is_refused(lobby: Sitting) -> None:
    """Boxes are named by their keys."""
    assert refused(lobby, Change(boxes=("moon",))) == refused(lobby, Change(add_box="moon")) == "refuse.no_box"


def test_the_badges_of_the_ghosts_are_drawn_at_once(lobby: Sitting) -> None:
    """Where the companion deals, the Necromancer chooses first and everybody sees among what."""
    with_island(lobby)
    lobby.table.seats.start("ann")
    pile = next(pile for pile in lobby.state["game"]["piles"] if pile["key"] == "reserve")
    asked = [offer for offer in lobby.state["game"]["offers"] if offer["kind"] == "choose"]
    assert (len(pile["items"]), {offer["seat"] for offer in asked}, len(asked)) == (6, {3}, 6)


def test_before_the_game_the_table_speaks_as_its_boxes_do(lobby: Sitting) -> None:
    """What lies on the map as nobody's is called Murlocs by whoever lays out Small World of Warcraft."""
    lobby.table.seats.change("ann", Change(boxes=("warcraft",)))
    spoken = text.printed("en", lobby.table.queries.printing())
    assert any(line["text"].startswith("Murlocs in") for line in lobby.table.queries.box(spoken)["lay_out"])
