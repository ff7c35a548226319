"""The list of a club's tables, by the commands a person types."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.club.tables import FILE, FIRST_PORT, ClubError, Tables


def club(folder: Path, *words: str) -> tuple[int, str, str]:
    """Type `companion club`; returns the exit code and what was said and complained about."""
    command = [sys.executable, "-m", "companion", "club", *words, "--folder", folder]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.long(name="extras")
def test_tables_are_added_listed_and_removed(tmp_path: Path) -> None:
    """Each has a port and a folder; the others keep theirs when one goes, and its port is free for the next."""
    folder = tmp_path / "club"
    assert club(folder, "list")[1] == "There are no tables yet. To add one: companion club add NAME\n"
    code, said, _ = club(folder, "add", "window")
    assert (code, said) == (
        0,
        f"Added the table window: port {FIRST_PORT}, its games in {folder}/window.\n"
        "To run it in this terminal: companion club serve window\n",
    )
    club(folder, "add", "bar")
    club(folder, "add", "stairs-2")
    (folder / "bar/games.db").write_text("a game")
    code, said, _ = club(folder, "remove", "bar")
    assert said == f"Removed the table bar. Nothing was deleted: its games are kept in {folder}/bar.removed-1.\n"
    assert (folder / "bar.removed-1/games.db").read_text() == "a game"
    assert [(table.name, table.port) for table in Tables(folder).all()] == [
        ("window", FIRST_PORT),
        ("stairs-2", FIRST_PORT + 2),
    ]
    assert Tables(folder).add("cellar").port == FIRST_PORT + 1
    lines = club(folder, "list")[1].splitlines()
    assert [line.split() for line in lines] == [
        ["window", "port", str(FIRST_PORT), "asleep", f"{folder}/window"],
        ["cellar", "port", str(FIRST_PORT + 1), "asleep", f"{folder}/cellar"],
        ["stairs-2", "port", str(FIRST_PORT + 2), "asleep", f"{folder}/stairs-2"],
    ]


def test_a_removed_table_comes_back_with_its_games(tmp_path: Path) -> None:
    """Its folder is moved back by hand; without that a table of the same name begins empty, and nothing mixes."""
    tables = Tables(tmp_path)
    (tables.add("bar").folder / "games.db").write_text("the first")
    tables.remove("bar")
    (tables.add("bar").folder / "games.db").write_text("the second")
    aside = tables.remove("bar")
    assert aside == tmp_path / "bar.removed-2"
    (tmp_path / "bar.removed-1").rename(tmp_path / "bar")
    assert (tables.add("bar").folder / "games.db").read_text() == "the first"


def test_a_folder_that_is_a_link_is_moved_where_it_is(tmp_path: Path) -> None:
    """systemd keeps the folders of users it makes up in a private place and links to them."""
    tables = Tables(tmp_path / "club")
    link = tables.add("bar").folder
    (tmp_path / "private").mkdir()
    link.rename(tmp_path / "private/bar")
    link.symlink_to(tmp_path / "private/bar")
    assert tables.remove("bar") == tmp_path / "private/bar.removed-1"
    assert sorted(path.name for path in (tmp_path / "private").iterdir()) == ["bar.removed-1"]
    assert not link.is_symlink()


@pytest.mark.parametrize(
    "name", ["", "Bar", "the bar", "bar.removed-1", "../bar", "bar/2", "-bar", "bar-", "b" * 21, "bar\n", "bär"]
)
def test_a_name_that_could_be_taken_for_something_else_is_refused(name: str, tmp_path: Path) -> None:
    """Not as a path, an option, another table or a unit: and nothing is made."""
    with pytest.raises(ClubError, match="use 1 to 20 small letters, digits and hyphens"):
        Tables(tmp_path).add(name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.long(name="extras")
def test_what_cannot_be_done_is_said(tmp_path: Path) -> None:
    """A name taken, a name unknown: one sentence, exit code 1, and the list as it was."""
    club(tmp_path, "add", "bar")
    before = (tmp_path / FILE).read_bytes()
    assert club(tmp_path, "add", "bar") == (1, "", "Error: There already is a table bar.\n")
    assert club(tmp_path, "remove", "bra") == (
        1,
        "",
        "Error: There is no table bra. To see which there are: companion club list\n",
    )
    assert (tmp_path / FILE).read_bytes() == before


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[",
        "[" * 100_000,
        "{}",
        '[{"name": "bar"}]',
        '[{"name": "../bar", "port": 8101}]',
        '[{"name": "bar", "port": 0}]',
        '[{"name": "bar", "port": 8101}, {"name": "bar", "port": 8102}]',
        '[{"name": "bar", "port": 8101}, {"name": "window", "port": 8101}]',
    ],
)
def test_a_damaged_list_is_left_alone(text: str, tmp_path: Path) -> None:
    """It is said what it is and what to do, and no command writes over it."""
    (tmp_path / FILE).write_text(text)
    tables = Tables(tmp_path)
    for act in (tables.all, lambda: tables.find("bar"), lambda: tables.add("new"), lambda: tables.remove("bar")):
        with pytest.raises(ClubError, match=r"is damaged .* The games are safe"):
            act()
    assert (tmp_path / FILE).read_text() == text


def test_the_list_is_for_everybody_to_read(tmp_path: Path) -> None:
    """The proxy and the front page are other users; they see names and ports, and no folder of games."""
    Tables(tmp_path).add("bar")
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o644
    assert json.loads((tmp_path / FILE).read_text()) == [{"name": "bar", "port": FIRST_PORT}]
    assert not (tmp_path / "bar").stat().st_mode & 0o007


def test_commands_at_once_lose_no_table(tmp_path: Path) -> None:
    """Twelve are added and half of them removed by as many callers: each has its own port."""
    with ThreadPoolExecutor(12) as many:
        list(many.map(lambda number: Tables(tmp_path).add(f"t{number}"), range(12)))
        list(many.map(lambda number: Tables(tmp_path).remove(f"t{number}"), range(0, 12, 2)))
    tables = Tables(tmp_path).all()
    assert {table.name for table in tables} == {f"t{number}" for number in range(1, 12, 2)}
    assert len({table.port for table in tables}) == 6


def test_whoever_may_not_change_the_club_is_told(tmp_path: Path) -> None:
    """The usual folder belongs to root, and only root gets further."""
    tmp_path.chmod(0o500)
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        with pytest.raises(ClubError, match="Run the same command with sudo"):
            Tables(tmp_path / "club").add("bar")
    finally:
        if root:
            os.seteuid(0)
    assert not (tmp_path / "club").exists()
