"""What the helper makes of NetworkManager's words about a Wi-Fi that it tries. The long part wifi has the real one."""

from pathlib import Path
from subprocess import CompletedProcess

import pytest

from companion.host import hotspot_helper
from companion.host.home_wifi import Wifi

FAILED = "Error: Connection activation failed: "
# As nmcli 1.52 said them.
SECRETS = f"{FAILED}Secrets were required, but not provided."
NOT_FOUND = f"{FAILED}The Wi-Fi network could not be found."
NO_ADDRESS = f"{FAILED}IP configuration could not be reserved (no available address, timeout, etc.)."
LATE = "Error: Timeout expired (60 seconds)"


@pytest.mark.parametrize(
    ("heard", "wrong", "said"),
    [
        ([["Home", "Next door"]], "", "done"),
        ([[]], "", "done"),
        # A scan may miss it.
        ([["Next door"], ["Next door"], ["Next door", "Home"]], "", "done"),
        ([["Home"]], SECRETS, "password"),
        ([["Home"]], NO_ADDRESS, "address"),
        # It went away meanwhile.
        ([["Home"]], NOT_FOUND, "name"),
        ([["Home"]], LATE, "Timeout expired (60 seconds)"),
        # A radio that heard nothing does not know.
        ([[]], NOT_FOUND, "name"),
        ([["Small World"]], LATE, "Timeout expired (60 seconds)"),
        ([["Next door"], []], LATE, "Timeout expired (60 seconds)"),
    ],
)
def test_a_wifi_that_is_tried_is_kept_if_it_works(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, heard: list[list[str]], wrong: str, said: str
) -> None:
    """One that does not is forgotten, and why it does not is NetworkManager's answer in the table's word for it."""
    asked = spy(monkeypatch, tmp_path, heard, wrong)
    assert hotspot_helper.try_out(Wifi("Home", "bakolutine")) == said
    assert any(words[:2] == ("connection", "modify") for words in asked) == (said == "done")
    assert (tmp_path / "smallworld-trial.nmconnection").exists() == (said == "done")


def test_a_name_that_nobody_hears_is_wrong_without_trying(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """NetworkManager takes half a minute for it. It is not even told of such a Wi-Fi."""
    asked = spy(monkeypatch, tmp_path, [["Next door"]] * 3, LATE)
    assert hotspot_helper.try_out(Wifi("Home", "bakolutine")) == "name"
    assert not any("up" in words or "load" in words for words in asked)
    assert not list(tmp_path.iterdir())


def spy(monkeypatch: pytest.MonkeyPatch, folder: Path, heard: list[list[str]], wrong: str) -> list[tuple[str, ...]]:
    """Have a NetworkManager hear that in its scans, and fail so. Returns what it is asked, as it comes."""
    asked: list[tuple[str, ...]] = []
    scans = iter(heard)

    def nmcli(*words: str, patience: float = 0) -> CompletedProcess[str]:
        asked.append(words)
        if "DEVICE,TYPE" in words:
            return CompletedProcess(words, 0, "lo:loopback\nwlan0:wifi\n", "")
        if "list" in words:
            return CompletedProcess(words, 0, "\n".join(next(scans)), "")
        failed = wrong and "up" in words
        return CompletedProcess(words, 4 if failed else 0, "", wrong if failed else "")

    monkeypatch.setattr(hotspot_helper, "nmcli", nmcli)
    monkeypatch.setattr(hotspot_helper, "PAUSES", (0, 0, 0))
    monkeypatch.setattr(hotspot_helper, "PASSING", folder)
    monkeypatch.setattr(hotspot_helper, "FILE", folder / "own.nmconnection")
    return asked
