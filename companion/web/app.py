"""The Flask app: the routes, and what guards them."""

from flask import Flask

from companion.hotspot import Hotspot
from companion.hub import Hub
from companion.photo import Photos
from companion.settings import Settings
from companion.table import TableService
from companion.web.answers import OWN_LANGUAGE, PRINTING, handle_errors
from companion.web.api import api
from companion.web.boards import boards
from companion.web.games import games
from companion.web.headers import guard
from companion.web.hotspot import hotspot as hotspot_routes
from companion.web.oldturns import old_turns
from companion.web.pages import pages
from companion.web.phonecopy import phone_copy
from companion.web.photos import photos
from companion.web.portal import portal
from companion.web.seats import Phones
from companion.web.status import Machines, status
from companion.web.tray import tray


def create_app(
    table: TableService,
    hub: Hub,
    settings: Settings,
    machines: Machines | None = None,
    hotspot: Hotspot | None = None,
) -> Flask:
    """The app of one table, and of the machines around it. Raises OSError when the data folder takes no key file."""
    app = Flask(__name__, static_folder="static", template_folder="templates")
    # Browsers ask again each time, and get "not modified": an update of the companion is seen at once.
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = 0
    app.config[OWN_LANGUAGE] = settings.language
    app.config[PRINTING] = table.printing
    handle_errors(app)
    hotspot = hotspot or Hotspot(settings.data)
    portal(app, hotspot)
    guard(app, settings.address)
    pages(app, table)
    games(app, table)
    machines = machines or Machines()
    phones = Phones(settings.data)
    status(app, table, phones, settings, machines)
    hotspot_routes(app, table, phones, hotspot)
    tray(app, table, phones, machines)
    api(app, table, hub, phones)
    old_turns(app, table, phones)
    kept = Photos(settings.data)
    photos(app, table, phones, kept)
    phone_copy(app, table, phones, settings.data)
    boards(app, table, phones)
    return app
