"""The switch as it is installed: the table in its sandbox, systemd's socket, the helper in its own, NetworkManager."""

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.deploy.root import SOURCE, Computer, unpacked

pytestmark = [
    pytest.mark.long(name="hotspot"),
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can switch a system in a folder on"),
    *(pytest.mark.skipif(not shutil.which(name), reason=f"needs {name}") for name in ("systemd-nspawn", "mmdebstrap")),
]
# The container shares this computer's network for the installation: NetworkManager must not touch it.
LEAVE = "[main]\nno-auto-default=*\ndns=none\n[device]\nmatch-device=*\nmanaged=0\n"
SAY = """
import socket, sys
with socket.socket(socket.AF_UNIX) as wire:
    wire.connect("/run/smallworld-hotspot.sock")
    wire.sendall(sys.argv[1].encode() + b"\\n")
    print(wire.makefile().readline().strip())
"""
SWITCH = """
import json, re, time, urllib.request as web
port = re.search(r"^port = (\\d+)", open("/var/lib/smallworld-companion/companion.toml").read(), re.M)[1]
table = f"http://127.0.0.1:{port}/api/status"
def says():
    return next(one for one in json.load(web.urlopen(table))["findings"] if one["part"] == "hotspot")["says"]
before = says()
web.urlopen(web.Request(table + "/hotspot", b'{"on": true}', {"Content-Type": "application/json"})).close()
while "radio" not in (after := says()):
    time.sleep(0.1)
print(json.dumps([before, after]))
"""


@pytest.fixture(scope="module")
def computer(copied: Callable[[Path], Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Computer]:
    """A Debian with NetworkManager, as a Raspberry Pi has it, on which the product was installed."""
    folder = tmp_path_factory.mktemp("system")
    with unpacked("bookworm", "amd64", folder / "bookworm") as system:
        kept = system / "etc/NetworkManager/conf.d/leave.conf"
        kept.parent.mkdir(parents=True)
        kept.write_text(LEAVE)
        computer = Computer(system, copied(tmp_path_factory.mktemp("source")))
        try:
            computer.switch_on(network=True)
            computer.run("apt-get", "update", "-qq")
            computer.run("apt-get", "install", "-y", "-qq", "--no-install-recommends", "network-manager")
            computer.run("sh", f"{SOURCE}/deploy/install.sh")
            yield computer
        finally:
            computer.switch_off()


def test_the_table_reaches_networkmanager_through_its_switch(computer: Computer) -> None:
    """From a post to NetworkManager's word and back; here that word is that there is no radio."""
    before, after = json.loads(computer.run("python3", "-c", SWITCH))
    assert "starts by itself" in before
    assert after.startswith("This computer has no Wi-Fi radio")


def test_the_helper_knows_three_words(computer: Computer) -> None:
    """Off and home are done, and all that is no password of ours is refused."""
    for word in ("off", "home"):
        assert computer.run("python3", "-c", SAY, word) == "done\n"
    for words in ("on", "on ../../etc/passwd", "on Bakolutine", "up eth0"):
        assert "knows four words" in computer.run("python3", "-c", SAY, words)


def test_nobody_else_may_switch(computer: Computer) -> None:
    """Another user of the computer cannot open the socket."""
    with pytest.raises(AssertionError, match="Permission denied"):
        computer.run("setpriv", "--reuid=nobody", "--clear-groups", "python3", "-c", SAY, "off")


def test_it_is_taken_away(computer: Computer) -> None:
    """Uninstalled, no part of the switch, no password and no wish about the home's Wi-Fi is left."""
    wifi = "/etc/NetworkManager/conf.d/smallworld-wifi.conf"
    assert computer.run("cat", wifi) == computer.run("cat", f"{SOURCE}/deploy/wifi.conf")
    computer.run("sh", f"{SOURCE}/deploy/install.sh", "--uninstall")
    left = computer.run("find", "/etc", "/run", "/var/lib/smallworld-companion", "-name", "*hotspot*")
    assert left == ""
    computer.run("test", "!", "-e", wifi)
