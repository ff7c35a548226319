"""The helper that switches the hotspot, with root's rights: one word comes in, one sentence goes out, and it ends.

systemd starts it for the table alone, at a socket that nobody else may open. NetworkManager gives rights by kind and
not by network: whoever may switch this one could end every other and read its password. So the table gets none of them.
"""

import os
import subprocess
import sys
from pathlib import Path

from companion.hotspot import ADDRESS, DONE, NAME, PASSWORD

ID = "smallworld-hotspot"
# Gone when the power is: a computer that starts anew looks for the networks it knows.
FILE = Path("/run/NetworkManager/system-connections") / f"{ID}.nmconnection"
# Seconds: for one question, and for a network to start.
PATIENCE, STARTING = 10, 30

# `shared` makes NetworkManager run dnsmasq for the phones. It would also pass their packets on to other networks: the
# rule forbids that for whatever is not for this computer itself, and a phone that tries hears so at once.
# `pmf=1` (off), because the Pi's own radio does not start a network with it.
PROFILE = """\
[connection]
id={id}
type=wifi
interface-name={device}
autoconnect=false

[wifi]
mode=ap
band=bg
ssid={name}

[wifi-security]
key-mgmt=wpa-psk
proto=rsn
pairwise=ccmp
group=ccmp
pmf=1
psk={password}

[ipv4]
method=shared
address1={address}/24
routing-rule1=priority 100 from 0.0.0.0/0 iif {device} type prohibit

[ipv6]
method=disabled
"""


def profile(device: str, password: str) -> str:
    """The network as a key file of NetworkManager."""
    return PROFILE.format(id=ID, device=device, name=NAME, password=password, address=ADDRESS)


def obey(line: str) -> str:
    """Do what was asked for: `on PASSWORD` or `off`. Returns what is wrong, or DONE."""
    match line.split():
        case ["on", password] if PASSWORD.fullmatch(password):
            return on(password)
        case ["off"]:
            return off()
    return "The hotspot's helper knows two words: on PASSWORD, and off."


def on(password: str) -> str:
    """Start the network on the first Wi-Fi radio."""
    try:
        found = nmcli("--terse", "--fields", "DEVICE,TYPE", "device")
    except FileNotFoundError:
        return "The hotspot needs NetworkManager, which does not run this computer's network."
    devices = [line.removesuffix(":wifi") for line in found.stdout.splitlines() if line.endswith(":wifi")]
    if found.returncode:
        return f"The hotspot cannot be started: {why(found)}"
    if not devices:
        return "This computer has no Wi-Fi radio that NetworkManager may use, so it has no hotspot."
    nmcli("radio", "wifi", "on")
    return start(profile(devices[0], password))


def start(text: str) -> str:
    """Start the network of a key file."""
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.unlink(missing_ok=True)
    handle = os.open(FILE, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(handle, "w") as file:
        file.write(text)
    for words in (("load", str(FILE)), ("up", "id", ID)):
        done = nmcli("--wait", str(STARTING), "connection", *words, patience=STARTING + PATIENCE)
        if done.returncode:
            off()
            return (  # The radio is blocked until it knows which country's channels it may use.
                f"The hotspot did not start: {why(done)} If Wi-Fi was never set up on this computer, set its country"
                " with sudo raspi-config."
            )
    return DONE


def off() -> str:
    """End the network, and forget it. NetworkManager then looks for the networks it knows."""
    # The first waits until the radio is free, which the second does not.
    nmcli("--wait", str(PATIENCE), "connection", "down", "id", ID, patience=STARTING)
    done = nmcli("connection", "delete", "id", ID, patience=STARTING)
    FILE.unlink(missing_ok=True)
    # 10: there is no such network, so there is nothing to end.
    return DONE if done.returncode in (0, 10) else f"The hotspot did not end: {why(done)}"


def nmcli(*words: str, patience: float = PATIENCE) -> subprocess.CompletedProcess[str]:
    """Ask NetworkManager. Raises FileNotFoundError where there is none."""
    try:
        return subprocess.run(  # noqa: S603  No word comes from outside but a password of letters, and that in a file.
            ["/usr/bin/nmcli", *words],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=patience,
            env={"LC_ALL": "C"},
        )
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(words, 3, "", "NetworkManager does not answer.")


def why(done: subprocess.CompletedProcess[str]) -> str:
    """What nmcli said last, as one line."""
    said = (done.stderr.strip() or done.stdout.strip() or "no reason was given.").splitlines()[-1]
    return said.removeprefix("Error: ")


def main() -> None:
    """Answer the one who asks at the standard input."""
    sys.stdout.write(f"{obey(sys.stdin.readline(100))}\n")


if __name__ == "__main__":
    main()
