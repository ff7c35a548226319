"""Two phones on the hotspot, from the join to the page: real NetworkManager, DHCP, names, rules and table."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.host.hotspot import ADDRESS
from tests.hotspot.namespaces import FAR, ROOT, ROUTER, UPLINK, Box, Street, street

NEEDED = ("NetworkManager", "dnsmasq", "dbus-daemon", "busybox", "nft", "ss", "unshare")
pytestmark = [
    pytest.mark.long(name="hotspot"),
    pytest.mark.skipif(os.geteuid() != 0, reason="only root makes networks"),
    *(pytest.mark.skipif(not shutil.which(name), reason=f"needs {name}") for name in NEEDED),
]
# What leaves the computer by its uplink, of phones' packets or of its own, is counted at the router's door.
# IPv6's talk between neighbours, by which a cable's two ends greet each other, is left out.
COUNT = """table netdev seen {
    chain door {
        type filter hook ingress device home priority 0;
        ip6 saddr { ::, fe80::/10 } accept
        meta protocol { ip, ip6 } counter
    }
}
"""
RESOLVE = """
import socket, sys
for name in sys.argv[1:]:
    print(sorted({found[4][0] for found in socket.getaddrinfo(name, 80)}))
"""
# A socket that is tried and the kernel's word for what becomes of it.
TRY = """
import errno, socket, sys
with socket.socket() as wire:
    wire.settimeout(5)
    try:
        wire.connect((sys.argv[1], int(sys.argv[2])))
        print("open")
    except OSError as error:
        print(errno.errorcode.get(error.errno, error))
"""
# A phone: the sheet asks and shows the page, the browser sits down. Each has its own cookies, or none.
EVENING = """
import json, sys, urllib.request as web
class Stay(web.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None
probe, name = sys.argv[1:]
def asks(address, *handlers):
    try:
        with web.build_opener(web.ProxyHandler({}), *handlers).open(address, timeout=10) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except web.HTTPError as error:
        return error.code, error.headers, error.read().decode()
status, headers, _ = asks(probe, Stay)
sheet = headers["Location"]
first = asks(sheet)
second = asks(sheet + "/done")
after = asks(probe, Stay)
table = sheet.removesuffix("/portal")
form = web.Request(table + "/api/join", json.dumps({"name": name}).encode(), {"Content-Type": "application/json"})
joined = asks(form)
print(json.dumps({
    "before": status, "sheet": sheet, "page": table in first[2], "after": [after[0], after[2]],
    "cookies": [bool(each[1]["Set-Cookie"]) for each in (first, second, after, joined)],
    "seat": json.loads(joined[2])["seat"],
    "wifi": json.loads(asks(table + "/api/wifi")[2]),
}))
"""
NAMES = ("captive.apple.com", "connectivitycheck.gstatic.com", "example.org", "smallworld.local", "x.y.z.invalid")


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Street]:
    with street(tmp_path_factory.mktemp("street")) as built:
        built.router.run("nft", COUNT)
        assert built.switches_on() == "done"
        yield built


@pytest.fixture(scope="module")
def joined(town: Street) -> list[list[str]]:
    """What each phone's lease says."""
    return [town.joins(phone) for phone in town.phones]


@pytest.fixture(scope="module")
def table(town: Street) -> Iterator[Path]:
    """The table at port 80 of the computer; yields its data folder."""
    data = town.folder / "data"
    command = [sys.executable, "-m", "companion", "serve", "--port", "80", "--pins", "off", "--tray", "off"]
    with subprocess.Popen(
        town.computer.enters(*command, "--data", str(data)),
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"},
    ) as process:
        assert process.stdout
        assert any(line.strip() == f"http://{ADDRESS}" for line in process.stdout)
        yield data
        process.send_signal(signal.SIGTERM)
        process.stdout.read()


def counted(router: Box) -> int:
    """Packets that came in at the router's door."""
    found = re.search(r"counter packets (\d+)", router.run("nft", "list", "ruleset"))
    assert found
    return int(found[1])


def test_both_phones_get_a_lease(joined: list[list[str]]) -> None:
    """An address of their own each; router and server for names are the computer."""
    assert len({address for address, *_ in joined}) == 2
    for address, *rest in joined:
        assert address.startswith(ADDRESS.removesuffix("1"))
        assert rest == [ADDRESS, ADDRESS]


def test_every_name_is_the_table(town: Street, joined: list[list[str]]) -> None:
    """Whatever a phone looks for, the answer is the one address, at once, and there is no other kind of answer."""
    for phone in town.phones:
        assert phone.python(RESOLVE, *NAMES).splitlines() == [f"['{ADDRESS}']"] * len(NAMES)


@pytest.mark.parametrize(
    ("number", "probe", "kept"),
    [
        (0, "http://connectivitycheck.gstatic.com/generate_204", [204, ""]),
        (1, "http://captive.apple.com/hotspot-detect.html", None),
    ],
)
def test_from_the_join_to_the_seat(
    town: Street, joined: list[list[str]], table: Path, number: int, probe: str, kept: list[object] | None
) -> None:
    """The question leads to our page, the page tells the address, then the phone is kept; the browser sits down."""
    found = json.loads(town.phones[number].python(EVENING, probe, f"Player {number}"))
    success = [200, "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"]
    assert found == {
        "before": 302,
        "sheet": f"http://{ADDRESS}/portal",
        "page": True,
        "after": kept or success,
        "cookies": [False, False, False, True],
        "seat": number,
        "wifi": {"name": "Small World", "password": (table / "hotspot.password").read_text().strip()},
    }


def test_nothing_leads_anywhere_else(town: Street, joined: list[list[str]], table: Path) -> None:
    """Neither names, nor addresses far away, nor the home's router; a phone is told at once, and no packet gets out."""
    assert town.computer.python(TRY, ROUTER, "80") == "ECONNREFUSED\n"  # The uplink works: this can fail.
    before = counted(town.router)
    assert before
    for phone in town.phones:
        for where in (ROUTER, FAR):
            assert phone.python(TRY, where, "443") in ("EHOSTUNREACH\n", "EACCES\n")
            phone.run("busybox", "ping", "-c", "1", "-W", "1", where, check=False)
        phone.python(RESOLVE, *NAMES)
        assert phone.python(TRY, "www.google.com", "443") == "ECONNREFUSED\n"
        assert phone.python(TRY, UPLINK, "80") == "open\n"
    assert counted(town.router) == before


def test_nothing_listens_beyond_what_is_needed(town: Street, joined: list[list[str]], table: Path) -> None:
    """Names and leases on the hotspot alone, and the table."""
    heard = town.computer.run("ss", "-H", "-l", "-n", "-t", "-u").splitlines()
    places = sorted({(row.split()[0], row.split()[4]) for row in heard})
    assert places == [("tcp", "0.0.0.0:80"), ("tcp", f"{ADDRESS}:53"), ("udp", "0.0.0.0:67"), ("udp", f"{ADDRESS}:53")]


def test_networkmanager_reads_the_profile_for_a_radio(town: Street) -> None:
    """The real profile, as the helper writes it, is understood to the last line."""
    file = Path("/run/NetworkManager/system-connections/read.nmconnection")
    program = (
        "import sys; from pathlib import Path; from companion.host import hotspot_helper as radio\n"
        f"file = Path('{file}'); file.write_text(radio.profile('wlan9', 'bakolutine')); file.chmod(0o600)"
    )
    town.computer.python(program)
    town.computer.run("nmcli", "connection", "load", str(file))
    fields = (
        "connection.type,connection.interface-name,connection.autoconnect,802-11-wireless.ssid,802-11-wireless.mode,"
        "802-11-wireless.band,802-11-wireless-security.key-mgmt,802-11-wireless-security.psk,"
        "802-11-wireless-security.pmf,ipv4.method,ipv4.addresses,ipv4.routing-rules,ipv6.method"
    )
    rows = town.computer.run("nmcli", "-t", "-f", "UUID,FILENAME", "connection", "show").splitlines()
    uuid = next(row for row in rows if row.endswith(str(file))).partition(":")[0]
    said = town.computer.run("nmcli", "-s", "-t", "-g", fields, "connection", "show", uuid).splitlines()
    town.computer.run("nmcli", "connection", "delete", uuid)
    assert said == [
        "802-11-wireless", "wlan9", "no", "Small World", "ap", "bg", "wpa-psk", "bakolutine", "1", "shared",
        f"{ADDRESS}/24", "priority 100 from 0.0.0.0/0 iif wlan9 type prohibit", "disabled",
    ]  # fmt: skip


def test_off_it_leaves_nothing(town: Street, joined: list[list[str]]) -> None:
    """No address, rule, file or listener stays; off twice is no fault."""
    assert town.switches_off() == "done"
    assert ADDRESS not in town.computer.run("ip", "address")
    assert "prohibit" not in town.computer.run("ip", "rule")
    assert town.computer.run("ls", "/run/NetworkManager/system-connections") == ""
    assert ":53 " not in town.computer.run("ss", "-H", "-l", "-n", "-t", "-u")
    assert town.switches_off() == "done"


def test_without_a_radio_it_says_so(town: Street) -> None:
    """The helper's own way, with this NetworkManager, which has no Wi-Fi radio here."""
    program = "from companion.host import hotspot_helper as radio; print(radio.obey('on bakolutine'))"
    assert "has no Wi-Fi radio" in town.computer.python(program)
