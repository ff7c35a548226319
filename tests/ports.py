"""Ports for servers in processes of their own."""

import socket

# What tests gave back, to be kept by the next ones.
_given_back: list[socket.socket] = []


def kept() -> socket.socket:
    """A socket that keeps a port of this computer while it is open, without listening there.

    Whoever is told its number may listen, now and again later, and no other server of any other test gets it meanwhile.
    It is kept at every address: phones that come from an address of their own hold ports there, where no table could
    listen at all addresses.
    """
    found = socket.socket()
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    found.bind(("", 0))
    return found


def lent() -> socket.socket:
    """The same, of those that were given back, if there is one: a browser keeps what it loaded by its port."""
    return _given_back.pop() if _given_back else kept()


def give_back(port: socket.socket) -> None:
    """Nobody listens at a port any longer: the next test may."""
    _given_back.append(port)
