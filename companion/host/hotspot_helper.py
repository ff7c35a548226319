"""The helper that switches the hotspot with root's rights: one command in, one sentence out, then it ends.

systemd starts it for the table alone, at a socket that nobody else may open. NetworkManager gives rights by kind and
not by network: whoever may switch this one could end every other and read its password. So the table gets none of them.
"""

import hashlib
import os
import subprocess
import sys
import time
from pathlib import Path
from uuid import uuid4

from companion.host.home_wifi import Wifi, typed
from companion.host.hotspot import ADDRESS, DONE, NAME, PASSWORD

ID, TRIAL = "smallworld-hotspot", "smallworld-trial"
# Lost with the power: a computer that restarts looks for the networks it knows.
PASSING = Path("/run/NetworkManager/system-connections")
FILE = PASSING / f"{ID}.nmconnection"
# What NetworkManager says of a Wi-Fi that does not work, and the table's word for the reason.
REASONS = {"Secrets were required": "password", "network could not be found": "name", "IP configuration": "address"}
# Seconds: for one question, for a network to start, and for one to be joined whose router may never give an address:
# NetworkManager asks it for 45 seconds before it says so.
PATIENCE, STARTING, JOINING = 10, 30, 60
# Seconds for a scan of all channels; and before each of those that say that a Wi-Fi is not there: one scan may miss it,
# and a radio that has just left the hotspot may tell at first what it heard before.
LOOKING, PAUSES = 15, (0, 3, 3)

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

# A Wi-Fi of somebody else, until it has been seen to work. In bytes, no character of its name is special.
HOME = """\
[connection]
id={id}
uuid={uuid}
type=wifi
interface-name={device}
autoconnect=false

[wifi]
mode=infrastructure
ssid={ssid}
{security}
[ipv4]
method=auto

[ipv6]
method=auto
"""
SECURITY = """
[wifi-security]
key-mgmt=wpa-psk
psk={psk}
"""


def profile(device: str, password: str) -> str:
    """The network as a key file of NetworkManager."""
    return PROFILE.format(id=ID, device=device, name=NAME, password=password, address=ADDRESS)


def trial(device: str, wifi: Wifi, number: str) -> str:
    """A Wi-Fi to try, under the UUID by which NetworkManager knows it, as a key file (with GKeyFile's escapes)."""
    psk = wifi.password.replace("\\", "\\\\").replace(" ", "\\s")
    return HOME.format(
        id=TRIAL,
        uuid=number,
        device=device,
        ssid="".join(f"{byte};" for byte in wifi.name.encode()),
        security=SECURITY.format(psk=psk) if wifi.password else "",
    )


def obey(line: str) -> str:
    """Carry out `on PASSWORD`, `off`, `home`, or `join` with a Wi-Fi. Returns what went wrong, or DONE."""
    match line.split():
        case ["join", *words] if wifi := typed(words):
            return try_out(wifi)
        case ["on", password] if PASSWORD.fullmatch(password):
            return on(password)
        case ["off"]:
            return off()
        case ["home"]:
            return home()
    return "The hotspot's helper knows four words: on PASSWORD, off, home, and join WI-FI."


def on(password: str) -> str:
    """Start the network on the first Wi-Fi radio."""
    device, wrong = first_radio()
    return wrong or start(profile(device, password))


def first_radio() -> tuple[str, str]:
    """The first Wi-Fi radio, switched on; "" and why where there is none."""
    try:
        found = nmcli("--terse", "--fields", "DEVICE,TYPE", "device")
    except FileNotFoundError:
        return "", "The hotspot needs NetworkManager, which does not run this computer's network."
    devices = [line.removesuffix(":wifi") for line in found.stdout.splitlines() if line.endswith(":wifi")]
    if found.returncode:
        return "", f"The hotspot cannot be started: {why(found)}"
    if not devices:
        return "", "This computer has no Wi-Fi radio that NetworkManager may use, so it has no hotspot."
    nmcli("radio", "wifi", "on")
    return devices[0], ""


def write(path: Path, text: str) -> None:
    """Write a key file, which NetworkManager reads only if nobody else may."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(handle, "w") as file:
        file.write(text)


def try_out(wifi: Wifi) -> str:
    """Leave the hotspot and join another Wi-Fi. One that works is kept for good, any other is forgotten.

    Returns DONE, "password", "name" or "address" for what is wrong with it, or NetworkManager's sentence.
    """
    radio, wrong = first_radio()
    if wrong:
        return wrong
    off()
    # NetworkManager looks for a network in the radio's last scan, and a hotspot does not scan.
    if missing(wifi.name, radio):
        return "name"
    number = str(uuid4())
    file = PASSING / f"{TRIAL}.nmconnection"
    return prove(file, trial(radio, wifi, number), number, radio, kept_as(wifi))


def missing(name: str, radio: str) -> bool:
    """Whether a radio that hears others does not hear this one, however often it scans.

    NetworkManager says so too, but only after half a minute, in which a phone waits for the hotspot.
    """
    for pause in PAUSES:
        time.sleep(pause)
        # What is left of the hotspot is no other. A radio that heard nothing does not know.
        heard = {*in_range(radio)} - {NAME}
        if not heard or name in heard:
            return False
    return True


def prove(file: Path, text: str, number: str, device: str, name: str) -> str:
    """Start a network from a key file, and keep it under a name if it works."""
    write(file, text)
    done = nmcli("connection", "load", str(file))
    if not done.returncode:
        words = ("--wait", str(JOINING), "connection", "up", "uuid", number, "ifname", device)
        done = nmcli(*words, patience=JOINING + PATIENCE)
    if not done.returncode:
        # The same Wi-Fi may have been kept with the password it had before.
        nmcli("connection", "delete", "id", name)
        wishes = {"id": name, "autoconnect": "yes", "autoconnect-priority": "1", "interface-name": ""}
        changed = [word for key, value in wishes.items() for word in (f"connection.{key}", value)]
        done = nmcli("connection", "modify", "uuid", number, *changed)
    if done.returncode:
        nmcli("connection", "delete", "uuid", number, patience=STARTING)
        file.unlink(missing_ok=True)
        return next((word for said, word in REASONS.items() if said in done.stderr), "") or why(done)
    return DONE


def kept_as(wifi: Wifi) -> str:
    """What NetworkManager calls a Wi-Fi that was typed in here: a name of ours, with no character of the Wi-Fi's."""
    return f"smallworld-home-{hashlib.sha256(wifi.name.encode()).hexdigest()[:8]}"


def start(text: str) -> str:
    """Start the network of a key file."""
    write(FILE, text)
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
    """Stop the network and forget it. NetworkManager then looks for the networks it knows."""
    # The first waits until the radio is free, which the second does not.
    nmcli("--wait", str(PATIENCE), "connection", "down", "id", ID, patience=STARTING)
    done = nmcli("connection", "delete", "id", ID, patience=STARTING)
    FILE.unlink(missing_ok=True)
    # 10: there is no such network, so there is nothing to end.
    return DONE if done.returncode in (0, 10) else f"The hotspot did not end: {why(done)}"


def home() -> str:
    """Look around with every idle radio, and join the network in range that was used last.

    NetworkManager does so by itself, but looks ever more rarely, and not at all after a handshake that a router broke
    off while it started: it then takes the password for a wrong one.
    """
    try:
        radios = idle()
    except FileNotFoundError:
        return "NetworkManager does not run this computer's network."
    for radio in radios:
        seen = in_range(radio)
        if found := next((uuid for uuid, name in networks() if name in seen), None):
            join(found, radio)
    return DONE


def in_range(radio: str) -> list[str]:
    """The names of the Wi-Fi networks that a radio hears now."""
    words = ("device", "wifi", "list", "ifname", radio, "--rescan", "yes")
    return nmcli("--terse", "--escape", "no", "--fields", "SSID", *words, patience=LOOKING).stdout.splitlines()


def idle() -> list[str]:
    """The radios that are neither in a network nor joining one."""
    said = nmcli("--terse", "--fields", "DEVICE,TYPE,STATE", "device").stdout.splitlines()
    return [line.removesuffix(":wifi:disconnected") for line in said if line.endswith(":wifi:disconnected")]


def networks() -> list[tuple[str, str]]:
    """The Wi-Fi networks that may be joined without asking, each with its name, the last used first."""
    said = nmcli("--terse", "--fields", "TIMESTAMP,UUID,TYPE,AUTOCONNECT", "connection", "show").stdout.splitlines()
    rows = [line.split(":") for line in said]
    uuids = [(int(used), uuid) for used, uuid, *kind in rows if kind == ["802-11-wireless", "yes"]]
    found = []
    for _, uuid in sorted(uuids, reverse=True):
        fields = "802-11-wireless.mode,802-11-wireless.ssid"
        mode, _, name = nmcli("--escape", "no", "--get-values", fields, "connection", "show", uuid).stdout.partition(
            "\n"
        )
        if mode in ("", "infrastructure"):
            found.append((uuid, name.rstrip("\n")))
    return found


def join(uuid: str, device: str) -> bool:
    """Start a known network on a device, even if NetworkManager has given up on it."""
    done = nmcli(
        "--wait", str(STARTING), "connection", "up", "uuid", uuid, "ifname", device, patience=STARTING + PATIENCE
    )
    return done.returncode == 0


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
    """The last line of nmcli's output."""
    said = (done.stderr.strip() or done.stdout.strip() or "no reason was given.").splitlines()[-1]
    return said.removeprefix("Error: ")


def main() -> None:
    """Answer one command from standard input."""
    sys.stdout.write(f"{obey(sys.stdin.readline(300))}\n")


if __name__ == "__main__":
    main()
