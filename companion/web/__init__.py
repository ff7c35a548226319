"""The table on the network: pages, JSON routes and the stream, for phones and screens on the same Wi-Fi."""

from companion.web.app import create_app
from companion.web.machines import Machines
from companion.web.server import WebServer

__all__ = ["Machines", "WebServer", "create_app"]
