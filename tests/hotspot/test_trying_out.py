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
LATE = "Error: Timeout expired (30 seconds)"


@pytest.mark.parametrize(
    ("heard", "wrong", "said"),
    [
        (["Home", "Next door"], "", "done"),
        ([], "", "done"),
        (["Home"], SECRETS, "password"),
        (["Next door"], NOT_FOUND, "name"),
        # On a slow computer, before NetworkManager has given up.
        (["Next door"], LATE, "name"),
        (["Home"], LATE, "Timeout expired (30 seconds)"),
        # A radio that heard nothing does not know.
        ([], LATE, "Timeout expired (30 seconds)"),
    ],
)
def test_a_name_that_nobody_hears_is_wrong(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, heard: list[str], wrong: str, said: str
) -> None:
    """Whatever NetworkManager says; and a Wi-Fi that does not work is forgotten, one that works is kept."""
    asked: list[tuple[str, ...]] = []

    def nmcli(*words: str, patience: float = 0) -> CompletedProcess[str]:
        asked.append(words)
        if "DEVICE,TYPE" in words:
            return CompletedProcess(words, 0, "lo:loopback\nwlan0:wifi\n", "")
        if "list" in words:
            return CompletedProcess(words, 0, "\n".join(heard), "")
        failed = wrong and "up" in words
        return CompletedProcess(words, 4 if failed else 0, "", wrong if failed else "")

    monkeypatch.setattr(hotspot_helper, "nmcli", nmcli)
    monkeypatch.setattr(hotspot_helper, "PASSING", tmp_path)
    monkeypatch.setattr(hotspot_helper, "FILE", tmp_path / "own.nmconnection")
    assert hotspot_helper.try_out(Wifi("Home", "bakolutine")) == said
    assert any(words[:2] == ("connection", "modify") for words in asked) == (said == "done")
    assert (tmp_path / "smallworld-trial.nmconnection").exists() == (said == "done")
