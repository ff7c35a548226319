"""The hotspot's switch, and the card with its two codes: the first joins the Wi-Fi, the second opens the page.

The card is for the way phones come: over the hotspot while it is on, else over the home's Wi-Fi, whose password stands
on it only if somebody has typed it. Both passwords are for those who sit at the table and for the computer itself; the
hotspot's also for whoever came in with it: a table screen on the hotspot shows it to the next guest."""

from __future__ import annotations

from socket import gethostname
from typing import Annotated

from flask import Blueprint, Response, render_template, request
from msgspec import Meta, Struct

from companion.host import home_wifi
from companion.host.address import of_peer, web_address
from companion.host.hotspot import DONE, NAME, NETWORK, join_code, page
from companion.language import text
from companion.rules.model import Message
from companion.web.answers import Fault, answer, body, language
from companion.web.context import hotspot, phones, settings, table
from companion.web.pictures import qr_code, words
from companion.web.seats import at_the_computer

routes = Blueprint("hotspot", __name__)

# Whatever comes before it in Unicode is a control character, which no keyboard types and no camera reads.
FIRST_PRINTED = ord(" ")


class Card(Struct, frozen=True):
    """What is on it: the Wi-Fi's name and password, "" where they are not known, and the address of the page."""

    name: str
    password: str
    address: str
    hotspot: bool = True


class HomeWifi(Struct, forbid_unknown_fields=True):
    """The home's Wi-Fi for the card; without a `name` it comes off the card. An open one has no `password`."""

    name: Annotated[str, Meta(max_length=32)]
    password: Annotated[str, Meta(max_length=63)] = ""


class HotspotSwitch(Struct, forbid_unknown_fields=True):
    """Whether the hotspot should be on."""

    on: bool


def guest() -> None:
    """Also allow phones on the hotspot."""
    peer = of_peer(request.remote_addr)
    if peer is None or peer not in NETWORK:
        phones.only_here(table, request)


def address() -> str:
    return page(int(request.environ["SERVER_PORT"]))


def card() -> Card:
    """The card for the requesting device."""
    try:
        return Card(NAME, hotspot.password(), address())
    except OSError as error:
        raise Fault(503, Message("hotspot.unkept", {"why": error.strerror or "?"})) from None


def drawn(text: str) -> Response:
    return Response(qr_code(text), content_type="image/svg+xml", headers={"Cache-Control": "no-cache"})


@routes.get("/card")
def shown() -> str:
    """The card, to view and print."""
    phones.only_here(table, request)
    if hotspot.on or request.args.get("of") == "hotspot":
        found = card()
    else:
        home = home_wifi.kept(settings.data) or home_wifi.Wifi("", "")
        found = Card(home.name, home.password, table.session.address(), hotspot=False)
    return render_template("card.html", say=words(language()), language=language(), card=found, also=hotspot.here)


@routes.post("/api/card")
def keep_home() -> Response:
    """Put the home's Wi-Fi on the card, or take it off."""
    phones.only_here(table, request)
    asked = body(HomeWifi)
    name = asked.name.strip()
    if any(ord(sign) < FIRST_PRINTED for sign in name + asked.password):
        raise Fault(400, Message("card.unreadable"))
    try:
        home_wifi.keep(settings.data, home_wifi.Wifi(name, asked.password) if name else None)
    except OSError as error:
        raise Fault(503, Message("hotspot.unkept", {"why": error.strerror or "?"})) from None
    return answer({})


@routes.get("/card/home.svg")
def joins_home() -> Response:
    """The code that joins the home's Wi-Fi."""
    phones.only_here(table, request)
    home = home_wifi.kept(settings.data)
    if home is None:
        raise Fault(404, Message("web.nothing"))
    return drawn(home.code())


@routes.get("/card/wifi.svg")
def joins() -> Response:
    """The code that joins the Wi-Fi."""
    guest()
    return drawn(join_code(card().password))


@routes.get("/api/wifi")
def wifi() -> Response:
    """The name and the password of the hotspot, for a table screen."""
    guest()
    return answer({"name": NAME, "password": card().password})


@routes.get("/wifi")
def joining() -> str:
    """The page on which whoever is on the hotspot tells this computer the home's Wi-Fi."""
    guest()
    # By its name the table is found in a network that is to give it an address yet.
    name = f"{settings.local_name or gethostname()}.local"
    home = web_address(name, int(request.environ["SERVER_PORT"]))
    return render_template("wifi.html", say=words(language()), language=language(), home=home)


@routes.get("/api/wifi/home")
def tried() -> Response:
    """What came of the Wi-Fi that was tried last: `works` is null as long as it is tried, and where none was."""
    guest()
    found = hotspot.tried
    if found is None:
        return answer({"name": "", "works": None, "says": ""})
    if not found.said:
        said = Message("wifi.trying", {"name": found.name})
    elif found.said == DONE:
        # Whoever reads this on the hotspot has switched it on again since.
        said = Message("wifi.works.later" if hotspot.on else "wifi.works", {"name": found.name})
    elif found.said in ("password", "name", "address", "mute", "switched"):
        said = Message(f"wifi.wrong.{found.said}", {"name": found.name})
    else:
        said = Message("wifi.wrong", {"name": found.name, "why": found.said})
    works = None if not found.said else found.said == DONE
    return answer({"name": found.name, "works": works, "says": text.sentence(said, language())})


@routes.post("/api/wifi/home")
def join() -> Response:
    """Have this computer try the home's Wi-Fi. This disconnects all phones on the hotspot for a while."""
    guest()
    asked = body(HomeWifi)
    wifi = home_wifi.Wifi(asked.name.strip(), asked.password)
    if not wifi.can_be():
        raise Fault(400, Message("wifi.impossible"))
    if not hotspot.here:
        raise Fault(409, Message("hotspot.away"))
    if not hotspot.on and not at_the_computer(request):
        # A guest in the home's network could otherwise move the table to a network of their own.
        raise Fault(409, Message("wifi.off"))
    if hotspot.busy:
        raise Fault(409, Message("status.hotspot_busy"))
    hotspot.join(wifi)
    return answer({})


@routes.get("/card/page.svg")
def opens() -> Response:
    """The code that opens the page: the address, as the sign-in sheet of a phone shows it too."""
    return drawn(address())


@routes.post("/api/status/hotspot")
def switch() -> Response:
    """Switch the hotspot on or off. This may disconnect the other phones."""
    phones.only_here(table, request)
    wish = body(HotspotSwitch)
    if not hotspot.here:
        raise Fault(409, Message("hotspot.away"))
    hotspot.switch(wish.on)
    return answer({})
