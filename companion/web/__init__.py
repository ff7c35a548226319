"""The table on the network: pages, JSON routes and the stream, for phones and screens on the same Wi-Fi.

May import: upkeep, table, host, stats, views, store, game, boards, language, rules, settings, files, toml.
"""

from companion.web.app import create_app
from companion.web.machines import Machines
from companion.web.server import WebServer

__all__ = ["Machines", "WebServer", "create_app"]
