"""`companion verify`: what a record and the heads of phones prove together, and each way of tampering that it finds."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.__main__ import main
from companion.record import digest, play, read
from companion.rules.commands import SetCoins
from tests.record.evenings import evening
from tests.record.played import BY_HAND
from tests.table.sitting import NAMES, sitting
from tests.web.house import Phone, filled, house, offer

Plain = dict[str, Any]


class Told:
    """A record whose receipts can be tampered with, and the files of phones that heard them before."""

    def __init__(self, folder: Path, text: str) -> None:
        self.folder = folder
        lines = [json.loads(line) for line in text.splitlines()]
        self.game = [line for line in lines if "receipt" not in line]
        self.receipts = [line for line in lines if "receipt" in line]
        self.phones = {seat: self.phone(seat) for seat in range(len(lines[0]["players"]))}

    def of(self, seat: int) -> list[Plain]:
        """The receipts of a seat."""
        return [each for each in self.receipts if each["receipt"]["seat"] == seat]

    def sheet(self) -> Plain:
        """The first score sheet of Ann that has lines and was not taken back."""
        back = {each["receipt"].get("of") for each in self.of(0)}
        return next(each for each in self.of(0) if each["receipt"].get("lines") and each["receipt"]["n"] not in back)

    def phone(self, seat: int, **other: Any) -> Plain:
        """What a phone brings that has heard all of a seat, or something else."""
        heads = [[number, each["head"]] for number, each in enumerate(self.of(seat), 1)]
        return {"receipts": 1, "game": 1, "seat": seat, "name": NAMES[seat], "since": 0, "heads": heads, **other}

    def anew(self, seat: int) -> None:
        """Link the receipts of a seat anew, as somebody would who has the whole log in hand."""
        before = "0" * 64
        for number, each in enumerate(self.of(seat), 1):
            each["receipt"]["n"] = number
            said = json.dumps(each["receipt"], sort_keys=True, separators=(",", ":"))
            text = f"smallworld-companion receipt 1\n{before}\n{each['salt']}\n{said}\n"
            before = each["head"] = sha256(text.encode()).hexdigest()

    def verify(self, *phones: Plain) -> tuple[int, str]:
        """What the command says; without phones, all bring what they heard."""
        file = self.folder / "game.jsonl"
        file.write_text("".join(json.dumps(line) + "\n" for line in (*self.game, *self.receipts)))
        paths = []
        for number, phone in enumerate(phones or self.phones.values()):
            paths.append(self.folder / f"phone-{number}.json")
            paths[-1].write_text(json.dumps(phone))
        return verify(file, *paths)


def verify(*paths: Path | str) -> tuple[int, str]:
    """Run the command: its exit status and all that it prints."""
    done = CliRunner().invoke(main, ["verify", *map(str, paths)])
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return done.exit_code, done.output


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A game by two in which sheets were taken back, coins put right by the other, and purses counted."""
    with sitting(tmp_path_factory.mktemp("evening"), seed=2) as table:
        evening(table, 2, 2)
        return table.table.record()


@pytest.fixture
def told(tmp_path: Path, text: str) -> Told:
    """That game's record."""
    return Told(tmp_path, text)


def test_an_evening_agrees(told: Told) -> None:
    """With take-backs that keep what others did, and all put right and counted, each sheet is found as committed."""
    status, said = told.verify()
    assert status == 0
    assert said.count("They say what the game in this record comes to, coin for coin.") == 2
    assert said.count("unchanged since this phone heard of them") == 2
    assert "!" not in said


@pytest.mark.long(name="receipts")
@pytest.mark.parametrize("seed", range(20))
def test_many_evenings_agree(tmp_path: Path, seed: int) -> None:
    """The same of twenty evenings of 2 to 5 players, who bend the rules."""
    players = 2 + seed % 4
    with sitting(tmp_path / "data", seed=seed, dealing=("companion", "table")[seed % 2]) as table:
        evening(table, seed, players)
        told = Told(tmp_path, table.table.record())
    status, said = told.verify()
    assert (status, "!" in said) == (0, False)
    assert said.count("They say what the game in this record comes to, coin for coin.") == players


def test_a_correction_is_visible_as_what_it_is(told: Told) -> None:
    """Whoever put coins right is named, with the coins, and what was taken back says by which receipt."""
    _, said = told.verify()
    for seat, name in enumerate(NAMES[:2]):
        for each in (line["receipt"] for line in told.of(seat)):
            if each["kind"] == "correction":
                assert f"Receipt {each['n']}: correction by {NAMES[each['by']]}, {each['difference']:+d}" in said
            elif each["kind"] == "taken_back":
                assert f"taken back, says receipt {each['n']}." in said, name
    assert {line["receipt"]["kind"] for line in told.receipts} == {"sheet", "correction", "taken_back"}


# Somebody has the whole log, and links all receipts anew.


def a_coin_more(told: Told) -> None:
    """A line of an old sheet is higher."""
    said = told.sheet()["receipt"]
    said["lines"][0]["amount"] += 1
    said["coins"] += 1


def another_region(told: Told) -> None:
    """A line names other regions."""
    told.sheet()["receipt"]["lines"][0]["regions"] = ["r01"]


def another_purse(told: Told) -> None:
    """The purse was another one."""
    told.sheet()["receipt"]["purse"] += 1


def another_turn(told: Told) -> None:
    """The sheet was another turn's."""
    told.sheet()["receipt"]["turn"] += 1


def another_salt(told: Told) -> None:
    """The salt has one other digit."""
    salt = told.of(0)[2]["salt"]
    told.of(0)[2]["salt"] = ("0" if salt[0] != "0" else "1") + salt[1:]


def another_order(told: Told) -> None:
    """Two sheets have changed places."""
    one, two = told.of(0)[:2]
    one["receipt"], two["receipt"] = two["receipt"], one["receipt"]
    assert one["receipt"] != two["receipt"]


def one_less(told: Told) -> None:
    """A sheet is left out."""
    told.receipts.remove(told.of(0)[1])


def the_last_less(told: Told) -> None:
    """The last one is left out."""
    told.receipts.remove(told.of(0)[-1])


def a_correction_more(told: Told) -> None:
    """A correction was put in."""
    said = {"kind": "correction", "seat": 0, "by": 1, "difference": 1, "reason": "forgotten"}
    told.receipts.insert(1, {"receipt": said, "salt": "00" * 16, "head": "00" * 32})


def another_reason(told: Told) -> None:
    """A correction has another reason."""
    next(each for each in told.of(0) if each["receipt"]["kind"] == "correction")["receipt"]["reason"] = "paid"


TAMPERED = (
    a_coin_more,
    another_region,
    another_purse,
    another_turn,
    another_salt,
    another_order,
    one_less,
    the_last_less,
    a_correction_more,
    another_reason,
)


@pytest.mark.parametrize("tamper", TAMPERED)
def test_a_phone_finds_what_was_changed(told: Told, tamper: Callable[[Told], None]) -> None:
    """However well the chain is linked anew, it has other heads than Ann's phone; Ben's receipts still agree."""
    tamper(told)
    told.anew(0)
    status, said = told.verify()
    ann, ben = said.split("Ben:\n")
    assert status == 1
    assert "as this phone heard it, is not" in ann
    assert "!" not in ben
    assert "unchanged since" in ben


@pytest.mark.parametrize("tamper", TAMPERED[:5])
def test_a_chain_that_was_not_linked_anew_is_found_without_a_phone(told: Told, tamper: Callable[[Told], None]) -> None:
    """A changed receipt does not give its own head any more."""
    tamper(told)
    status, said = told.verify(told.phones[1])
    assert status == 1
    assert "was changed, or does not follow from the one before it." in said


@pytest.mark.parametrize("tamper", [a_coin_more, another_region, another_purse, another_turn, one_less])
def test_receipts_of_another_game_than_the_record_are_found(told: Told, tamper: Callable[[Told], None]) -> None:
    """The record is played, and its sheets are not what the receipts say, phones or none."""
    tamper(told)
    told.anew(0)
    status, said = told.verify(told.phones[1])
    assert status == 1
    assert "! " in said.split("Ben:\n")[0]


def test_a_record_that_was_changed_is_found(told: Told) -> None:
    """Coins put right in the commands alone, with digests made anew, are in no receipt."""
    place = next(number for number, line in enumerate(told.game) if line.get("type") == "accept") + 1
    told.game.insert(place, {"type": "set_coins", "seat": "Ann", "difference": 3, "by": "Ann"})
    bare = [{key: value for key, value in line.items() if key != "digest"} for line in told.game]
    steps = list(play(read("".join(json.dumps(line) + "\n" for line in bare).encode())))
    told.game = [bare[0], *({**line, "digest": digest(step.after)} for line, step in zip(bare[1:], steps, strict=True))]
    status, said = told.verify()
    assert status == 1
    assert "! " in said.split("Ben:\n")[0]


def test_a_record_that_ends_too_early_is_found(told: Told) -> None:
    """Where the last turns are left out, receipts say more than the record comes to."""
    last = max(number for number, line in enumerate(told.game) if line.get("type") == "accept")
    del told.game[last:]
    status, said = told.verify()
    assert status == 1
    assert "! " in said
    assert said.count("The record ends before what receipt") == 1


def test_a_record_that_cannot_be_played_is_said(told: Told) -> None:
    """Where a digest differs, the line is named, and the heads are compared all the same."""
    told.game[5]["digest"] = "000000000000"
    status, said = told.verify()
    assert status == 1
    assert "cannot be played beyond its line 6" in said
    assert said.count("unchanged since this phone heard of them") == 2


def test_a_sheet_taken_back_after_the_game_is_found(told: Told) -> None:
    """The heads agree as far as they go; what was put in after them is named, and is not what the record comes to."""
    last = max(each["receipt"]["n"] for each in told.of(0) if each["receipt"]["kind"] == "sheet")
    said_ = {"kind": "taken_back", "seat": 0, "of": last}
    told.receipts.append({"receipt": said_, "salt": "00" * 16, "head": "00" * 32})
    told.anew(0)
    status, said = told.verify()
    count = len(told.of(0))
    assert status == 1
    assert f"Receipt {last}: score sheet of turn" in said
    assert f"taken back, says receipt {count}." in said
    assert f"What comes after receipt {count - 1} no phone here has heard of: it is not proved." in said


# What is not proved.


def test_a_phone_that_is_missing_proves_nothing(told: Told) -> None:
    """Of Ben, whose phone is not there, the record says so; that alone is no fault."""
    status, said = told.verify(told.phones[0])
    ann, ben = said.split("Ben:\n")
    assert status == 0
    assert "No phone" not in ann
    assert "No phone has brought its heads, so nothing is proved" in ben


def test_what_a_phone_did_not_hear_is_not_proved(told: Told) -> None:
    """A phone that left early proves what it heard, and the rest is named."""
    heads = told.phones[0]["heads"]
    status, said = told.verify(told.phone(0, heads=heads[:4]), told.phones[1])
    assert status == 0
    assert "receipts 1 to 4 are unchanged" in said
    assert "What comes after receipt 4 no phone here has heard of: it is not proved." in said


def test_a_seat_that_moved_begins_there(told: Told) -> None:
    """The second phone says what there was when it came; both together prove the whole."""
    heads = told.phones[0]["heads"]
    old, new = told.phone(0, heads=heads[:4]), told.phone(0, since=4)
    status, said = told.verify(new, told.phones[1])
    assert status == 0
    assert "It came when there were 4: what was done to those before it came, it cannot know." in said
    status, said = told.verify(old, new)
    assert status == 0
    assert said.count("unchanged since this phone heard") == 2
    assert "not proved" not in said.split("Ben:\n")[0]


def test_a_head_that_was_replaced_shows(told: Told) -> None:
    """A phone that heard two heads under one number brings both, and one of them is wrong."""
    phone = told.phone(0)
    phone["heads"].insert(3, [3, "ab" * 32])
    status, said = told.verify(phone)
    assert status == 1
    assert "! " in said
    assert "receipt 3, as this phone heard it, is not what the record says." in said


def test_a_phone_of_another_game_is_said(told: Told) -> None:
    """Nobody of that name sits there, or none of its heads agrees."""
    status, said = told.verify(told.phone(0, name="Zoe"))
    assert (status, "of another game: no Zoe sits there" in said) == (1, True)
    other = told.phone(0, heads=[[number, "ab" * 32] for number in range(1, 9)])
    status, said = told.verify(other)
    assert (status, "None of its heads agrees" in said) == (1, True)


def test_a_phone_that_heard_nothing(told: Told) -> None:
    """It is said, and is no fault."""
    status, said = told.verify(told.phone(0, heads=[]))
    assert (status, "this phone has heard no head, and proves nothing." in said) == (0, True)


def read_out(told: Told, number: int, digits: int = 16) -> str:
    """A head as a phone shows it to be read out."""
    head = told.of(0)[number - 1]["head"][:digits]
    return f"Ann {number} {' '.join(head[at : at + 4] for at in range(0, digits, 4))}"


def test_a_head_that_is_read_out_holds_all_before_it(told: Told) -> None:
    """Sixteen digits of the last receipt, in capitals or not, prove what a file does; others are found."""
    last = len(told.of(0))
    file = told.folder / "game.jsonl"
    told.verify()
    status, said = verify(file, read_out(told, last).upper().replace("ANN", "Ann"))
    assert status == 0
    assert f"As it was read out: receipts 1 to {last} are unchanged since that phone heard of receipt {last}." in said
    assert said.count("No phone has brought its heads") == 1
    _, said = verify(file, read_out(told, last - 1))
    assert f"What comes after receipt {last - 1} no phone here has heard of: it is not proved." in said
    a_coin_more(told)
    told.anew(0)
    assert told.verify()[0] == 1
    wrong = read_out(told, last)
    told.receipts.remove(told.of(0)[-1])
    told.verify()
    status, said = verify(file, wrong)
    assert (status, f"! Receipt {last}, as it was read out" in said.replace("!   ", "! ")) == (1, True)
    status, said = verify(file, wrong.replace("Ann", "Zoe"))
    assert (status, "No Zoe sits in this game." in said) == (1, True)
    # Too few digits prove nothing, and are looked for as a file.
    assert verify(file, "Ann 3 0c1a 0e10 e1e2")[0] == 2


def test_a_game_without_receipts_says_so() -> None:
    """A record by hand, or of a game of before, has none."""
    status, said = verify(BY_HAND / "evening.jsonl")
    assert status == 0
    assert said.count("No receipts that count, and so nothing to prove.") == 3
    assert "taken in from a record, or written by hand, has none" in said


def test_a_game_that_was_begun_before_there_were_any(tmp_path: Path) -> None:
    """A game of an older release goes on with receipts, and it is said where they begin."""
    with sitting(tmp_path / "data") as table:
        table.sit("ann", "ben")
        for _ in range(4):
            table.turn()
        # As the older release left it.
        table.store._db.execute("DROP TRIGGER log_keeps_every_row_from_update")
        table.store._db.execute("UPDATE log SET receipts = NULL")
        table.again()
        for _ in range(4):
            table.turn()
        table.act("ben", 1, SetCoins(0, 1, "forgotten"))
        record = CliRunner().invoke(main, ["export", "--open", "--data", str(tmp_path / "data")]).stdout
    status, said = Told(tmp_path, record).verify()
    assert status == 0
    assert said.count("They begin with score sheet of turn 3") == 2
    assert "correction by Ben, +1 (forgotten)" in said


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "no file with the heads of a phone"),
        (b"\xff\xfe\x00", "no file with the heads of a phone"),
        (b"[" * 100_000, "no file with the heads of a phone"),
        (b'{"receipts": 2}', "no file with the heads of a phone"),
        (b'{"receipts": 1, "game": 1, "seat": -1, "name": "Ann", "since": 0, "heads": []}', "seat"),
        (b'{"receipts": 1, "game": 1, "seat": 0, "name": "Ann", "since": 0, "heads": [[0, "ab"]]}', "heads"),
        (b'{"receipts": 1, "game": 1, "seat": 0, "name": "Ann", "since": 0, "heads": [[1, "AB"]]}', "heads"),
        (b'{"receipts": 1, "game": 1, "seat": 0, "name": "Ann", "since": 0, "heads": [], "more": 1}', "more"),
    ],
)
def test_a_file_that_is_none_is_one_line_and_status_2(tmp_path: Path, content: bytes, said: str) -> None:
    """Nothing else is printed."""
    (tmp_path / "bad.json").write_bytes(content)
    status, found = verify(BY_HAND / "evening.jsonl", tmp_path / "bad.json")
    assert status == 2
    assert said in found
    assert found.count("\n") == 1


def test_files_that_are_not_there_and_records_that_are_none(tmp_path: Path) -> None:
    """Each is named in one line."""
    assert verify(tmp_path / "none") == (2, f"{tmp_path}/none: No such file or directory\n")
    assert verify(tmp_path) == (2, f"{tmp_path}: Is a directory\n")
    file = tmp_path / "game.jsonl"
    for line in ('{"receipt": {}}', '{"receipt": {"kind": "sheet"}, "salt": "", "head": ""}', '{"receipt": 5}'):
        file.write_text(f'{{"record": 1, "players": ["Ann", "Ben"]}}\n{line}\n')
        status, said = verify(file)
        assert (status, said.count("\n")) == (2, 1)
        assert said.startswith(f"{file}:2: ")
    nobody = {"receipt": {"kind": "taken_back", "seat": 2, "n": 1, "of": 1}, "salt": "0" * 32, "head": "0" * 64}
    file.write_text(f'{{"record": 1, "players": ["Ann", "Ben"]}}\n{json.dumps(nobody)}\n')
    assert verify(file) == (2, f"{file}:2: there is no seat 2\n")


# A game over real HTTP.


def a_turn(phones: list[Phone], seat: int) -> None:
    """One seat's whole turn."""
    ann = phones[0]
    begin = "pick" if any(one["kind"] == "pick" for one in ann.state()["game"]["offers"]) else "ready"
    phones[seat].act(seat, filled(offer(ann.state(), begin)))
    phones[seat].act(seat, {"type": "finish"})
    phones[seat].act(seat, filled(offer(ann.state(), "redeploy")))
    phones[seat].act(seat, {"type": "accept"})


def test_a_game_over_http_is_verified(tmp_path: Path) -> None:
    """Each phone hears its own heads as they are made; the record that the table gives at the end agrees with them."""
    with house(tmp_path / "data") as home:
        phones = home.seated(2)
        heard: list[list[str]] = [[], []]
        while phones[0].state()["phase"] == "play":
            seat = phones[0].state()["game"]["turn"]["seat"]
            a_turn(phones, seat)
            for each in (0, 1):
                now = phones[each].get(f"/api/receipts?seat={each}")["heads"]
                assert now[: len(heard[each])] == heard[each]
                assert len(now) == len(heard[each]) + (each == seat)
                heard[each] = now
        for _ in (0, 1):
            phones[0].act(0, {"type": "unveil"})
        told = Told(tmp_path, phones[1].ask("GET", "/api/record").body.decode())
        assert told.phones[0]["heads"] == [[number, head] for number, head in enumerate(heard[0], 1)]
        status, said = told.verify()
    assert status == 0
    assert said.count("receipts 1 to 10 are unchanged since this phone heard of them.") == 2
