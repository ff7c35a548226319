"""The file for a fault report: it helps, and is fit for strangers. Secrets are planted and sought."""

from __future__ import annotations

import base64
import subprocess
import sys
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from companion.settings import Settings
from companion.store.store import FILE, ReadOnlyStore, Store
from companion.upkeep import fault_report
from tests.browser.house import Table
from tests.store.earlier_logs import EARLIER, laid

NAMES = ("Annabel", "Ben O'Hara")
HOTSPOT, WIFI, SSID = "correcthorse", "our home password", "Villa Sunshine"
# Of these each word helps, and none is secret.
USEFUL = (
    "2026-11-21T20:14:03 companion[812]: The table is open at http://192.168.1.5; the games are kept in /var/lib/x.",
    "2026-11-21T20:14:09 companion[812]: Traceback (most recent call last):",
    '2026-11-21T20:14:09 companion[812]:   File "/opt/smallworld-companion/releases/0.1.0-98f15a62/table.py", line 7',
    "2026-11-21T20:14:10 systemd[1]: smallworld-companion.service: Main process exited, code=killed, status=6/ABRT",
)


@pytest.fixture
def secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A table at which two players sat down, with every secret there is about it."""
    table = Table(tmp_path / "data")
    table.start()
    kept = [*NAMES, HOTSPOT, WIFI, SSID]
    try:
        for name in NAMES:
            form = {"Content-Type": "application/json"}
            asked = Request(f"{table.address}/api/join", f'{{"name": "{name}"}}'.encode(), form)
            with urlopen(asked) as answer:
                kept.append(answer.headers["Set-Cookie"].split(";")[0].split("=", 1)[1])
    finally:
        table.kill()
    log = ReadOnlyStore(table.data)
    kept += {
        place["phone"]
        for row in log.of_kind("join")
        for place in fault_report.msgspec.json.decode(row.events)[0]["places"]
    }
    log.close()
    (table.data / "hotspot.password").write_text(f"{HOTSPOT}\n")
    networks = tmp_path / "networks"
    networks.mkdir()
    (networks / "home.nmconnection").write_text(f"[wifi]\nssid={SSID}\n[wifi-security]\npsk={WIFI}\n")
    monkeypatch.setattr(fault_report, "NETWORKS", (networks,))
    for file in table.data.glob("*.key"):
        key = file.read_bytes()
        kept += [key.hex(), base64.b64encode(key).decode(), base64.urlsafe_b64encode(key).decode()]
    assert len(kept) == 15
    return kept


def test_planted_secrets_are_not_in_it(tmp_path: Path, secrets: list[str]) -> None:
    """Alone, in a sentence, in the message of an error, and with other signs around: no secret is in the report."""
    ways = ("{}", "said by {} just now", "a.b.Wrong: {} is wrong", "x=({}),", "['{}']", '{{"name":"{}"}}', "{!r}")
    lines = [*USEFUL, *(f"2026-11-21T20:14:09 companion[812]: {way.format(one)}" for one in secrets for way in ways)]
    lines += ["companion[812]: Annabel has 98765 coins", "KeyError: 'stash 98765'", "companion[812]: ValueError: 98765"]
    found = {"findings": [{"well": False, "name": "Table", "says": f"seat of {NAMES[0]}", "do": f"ask {NAMES[1]}"}]}
    text = fault_report.written(Settings(data=tmp_path / "data"), found, lines)
    for secret in [*secrets, *(secret.rstrip("=") for secret in secrets), "98765", "Hara", str(tmp_path)]:
        assert secret not in text, secret
    for line in USEFUL:
        assert line in text


@pytest.mark.parametrize(("name", "told"), [("table", True), ("annas-laptop", False)])
def test_the_name_of_the_computer_is_struck_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, told: bool
) -> None:
    """It may be its owner's; the one that README proposes says nothing, and is a word that the report needs."""
    monkeypatch.setattr("socket.gethostname", lambda: name)
    assert (name in fault_report.filtered([f"the {name} says"], fault_report.known(tmp_path))[0]) == told


@pytest.mark.parametrize("packed", [EARLIER[0], EARLIER[-1]], ids=lambda packed: packed.name[:4])
@pytest.mark.parametrize("sealed", [False, True], ids=["unread", "sealed"])
def test_the_names_in_a_damaged_log_are_struck_out(tmp_path: Path, packed: Path, sealed: bool) -> None:
    """With a letter that is none in its first set-up: the report says that the log is damaged, and has no name."""
    laid(packed, tmp_path)
    if sealed:
        Store(tmp_path).close()
    held = (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(held.replace(b'{"places":', b'{"pl\x01ces":', 1))
    text = fault_report.written(Settings(data=tmp_path), None, ["companion[1]: Ann, Ben and Cid"])
    assert f"companion[1]: {', '.join([fault_report.STRUCK] * 2)} and {fault_report.STRUCK}" in text


def test_the_doctor_writes_it_beside_a_running_table(tmp_path: Path) -> None:
    """One command, one file that only its owner may read, with version, computer, checks and log, and no name."""
    table = Table(tmp_path / "data")
    table.start()
    command = [sys.executable, "-m", "companion", "doctor", "--data", table.data, "--port", str(table.port), "--file"]
    try:
        form = {"Content-Type": "application/json"}
        urlopen(Request(f"{table.address}/api/join", b'{"name": "Annabel"}', form)).close()
        said = subprocess.run([*command, tmp_path / "report"], stdout=subprocess.PIPE, text=True, check=True).stdout
        again = subprocess.run([*command, tmp_path / "report"], stderr=subprocess.PIPE, text=True, check=False)
    finally:
        table.kill()
    assert "attach it to your bug report" in said
    assert (again.returncode, "already exists" in again.stderr) == (1, True)
    text = (tmp_path / "report").read_text()
    assert (tmp_path / "report").stat().st_mode & 0o077 == 0
    for part in (
        "== Version",
        "Python 3.",
        "ok   Table: Open at",
        "game 1, its rows by kind: 1 join",
        "of the journal",
    ):
        assert part in text
    assert "Annabel" not in text
