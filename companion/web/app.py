"""The Flask app: the routes, and what guards them."""

from functools import partial

from flask import Flask

from companion.boards.photos import Photos
from companion.host.hotspot import Hotspot
from companion.settings import Settings
from companion.table.hub import Hub
from companion.table.service import TableService
from companion.web.answers import OWN_LANGUAGE, PRINTING, handle_errors
from companion.web.assets import RESTART, Assets
from companion.web.compression import compress_answers
from companion.web.context import KEY, Context
from companion.web.headers import guard
from companion.web.machines import Machines
from companion.web.routes import boards, games, lobby, pages, photos, play, portal, private, public, status, tray
from companion.web.routes import hotspot as hotspot_routes
from companion.web.seats import SITS, Phones


def create_app(
    table: TableService,
    hub: Hub,
    settings: Settings,
    machines: Machines | None = None,
    hotspot: Hotspot | None = None,
    *,
    show: bool = False,
) -> Flask:
    """The app of one table and the devices around it; with `show` the table plays by itself.

    Raises OSError when the data folder takes no key file.
    """
    app = Flask(__name__, static_folder=None, template_folder="templates")
    assets = Assets()
    app.jinja_env.globals.update(asset=assets.url, modules=assets.modules, restart=RESTART)
    app.add_url_rule("/static/<path:filename>", "static", lambda filename: assets.send(filename))
    compress_answers(app)
    app.config[OWN_LANGUAGE] = settings.language
    app.config[PRINTING] = table.queries.printing
    handle_errors(app)
    phones = Phones(settings.data)
    table.session.tell("key", phones.notice)
    app.config[SITS] = partial(phones.sits, table)
    hotspot = hotspot or Hotspot(settings.data)
    app.extensions[KEY] = Context(
        table, hub, phones, Photos(settings.data), settings, machines or Machines(), hotspot, show=show
    )
    app.extensions[portal.KEY] = portal.Portal(hotspot)
    # Before the guard, which refuses foreign hosts.
    app.register_blueprint(portal.routes)
    guard(app, settings.address)
    for module in (pages, games, status, hotspot_routes, tray, public, lobby, private, play, photos, boards):
        app.register_blueprint(module.routes)
    return app
