"""Which address of this computer a phone at the table can reach."""

import fcntl
import socket
import struct
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path
from typing import NamedTuple

# The kernel's numbers from linux/sockios.h and linux/if.h.
_SIOCGIFFLAGS, _SIOCGIFADDR, _IFF_RUNNING = 0x8913, 0x8915, 0x40
# From where this computer's own browser asks. Nothing else in 127.0.0.0/8 makes requests.
_OWN = (IPv4Address("127.0.0.1"), IPv6Address("::1"))
# For documentation alone (RFC 5737). Connecting a datagram socket sends nothing: it only asks for the route.
_ELSEWHERE = ("192.0.2.1", 9)


class Interface(NamedTuple):
    """A network interface that has an address: `card` is true for a real network card, `routed` for the way out."""

    name: str
    address: IPv4Address
    card: bool
    routed: bool


def for_phones(port: int) -> str:
    """The web address for the QR code, the loopback address only when this computer has no other."""
    return web_address(str(ranked(interfaces())[0]), port)


def web_address(host: str, port: int) -> str:
    """A web address as people write it: without the port that browsers take for granted."""
    return f"http://{host}" + ("" if port == 80 else f":{port}")


def of_peer(address: str | None) -> IPv4Address | IPv6Address | None:
    """The address that a connection came from, an IPv4 address in an IPv6 one as itself; None for what is none."""
    try:
        found = ip_address(address or "")
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found


def is_own(address: str | None) -> bool:
    """Whether a connection came from a browser on this computer itself."""
    return of_peer(address) in _OWN


def counted_as(address: str | None) -> str:
    """What the requests from an address are counted by: an IPv4 address is one, and so is an IPv6 network of 64 bits.

    A device gives itself a new IPv6 address in its network as often as it likes.
    """
    found = of_peer(address)
    if isinstance(found, IPv6Address):
        return str(ip_network((found.packed, 64), strict=False))
    return str(found or "")


def ranked(found: list[Interface]) -> list[IPv4Address]:
    """All addresses, the one that phones reach most likely first; never empty.

    A real card comes before the bridges and tunnels that containers and VPNs make, even if those are the way out; an
    address that a card gave itself because nobody answered comes after one it was given.
    """
    order = sorted(
        found, key=lambda one: (one.address.is_loopback, not one.card, one.address.is_link_local, not one.routed)
    )
    return [one.address for one in order] or [IPv4Address("127.0.0.1")]


def interfaces() -> list[Interface]:
    """Every interface that is up and has an IPv4 address."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
            way_out = probe.getsockname()[0]
        except OSError:  # There is no way out, as on the Pi's own hotspot.
            way_out = ""
        found = []
        for _, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode())
            try:
                flags = struct.unpack_from("H", fcntl.ioctl(probe, _SIOCGIFFLAGS, request), 16)[0]
                raw = fcntl.ioctl(probe, _SIOCGIFADDR, request)[20:24]
            except OSError:  # It has no address, or went away.
                continue
            if flags & _IFF_RUNNING:
                card = Path("/sys/class/net", name, "device").exists()
                found.append(Interface(name, IPv4Address(raw), card, str(IPv4Address(raw)) == way_out))
    return found
