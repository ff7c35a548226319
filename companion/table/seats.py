"""Seats and the lobby: joining and leaving, the board, the start of a game."""

import secrets

import msgspec

from companion.game import lobby, log_entries
from companion.game.claims import Claims
from companion.game.entries import Entry
from companion.game.lobby import Change, InBook, Lobby
from companion.game.names import LONGEST_NAME, as_read, cleaned
from companion.game.permissions import Changed
from companion.rules import engine, events
from companion.rules.model import Message, Refused
from companion.seat.games import kept_out
from companion.seat.player import LEVELS
from companion.store.store import NotStored
from companion.table.session import Session

# Seconds for which a link from `companion seat` is valid.
LINK_LASTS = 600.0


class Seats:
    """The lobby of a table, and which phone has which seat."""

    def __init__(self, session: Session, claims: Claims) -> None:
        self._session = session
        self._claims = claims
        # Valid links of `companion seat`, by secret: the game, the player's name, and the time they expire.
        self._links: dict[str, tuple[int, str, float]] = {}

    def joined(self, request: str) -> tuple[int, str] | None:
        """The seat that this request took and the phone that holds it; None when it took none, or it is free again."""
        with self._session.lock:
            row = self._session.store.row_of(request)
            if row is None or row.kind != "join" or row.seat is None:
                return None
            phone = msgspec.json.decode(row.events, type=tuple[Lobby])[0].places[row.seat].phone
            held = self._session.held_by(phone)
            return (row.seat if row.seat in held else held[0], phone) if held else None

    def join(
        self,
        phone: str,
        name: str,
        colour: str | None = None,
        shape: str | None = None,
        *,
        request: str | None = None,
    ) -> int:
        """Take a seat; returns its number. A phone may take several; the same `request` takes one."""
        with self._session.lock:
            if request is not None and (done := self.joined(request)):
                return done[0]
            if request is not None and self._session.store.row_of(request):
                # It took a seat that was given up since, or was another request: it is not done twice.
                raise Changed(Message("refuse.no_seat"))
            if self._session.history.game is not None:
                raise Refused(Message("table.began"))
            after = lobby.join(self._session.history.lobby, phone, name, colour, shape, self._session.choose)
            seat = len(after.places) - 1
            self._session.commit([log_entries.settled("join", after, seat, {"name": after.places[seat].name}, request)])
            return seat

    def change(self, phone: str | None, asked: Change) -> None:
        """Change the lobby: seats, order, who starts, map, dealing, options."""
        with self._session.lock:
            self._session.require_seat(phone)
            if self._session.history.game is not None:
                raise Refused(Message("table.began"))
            places = self._session.history.lobby.places
            if asked.seat is not None and not (asked.seat < len(places) and places[asked.seat].level):
                self._session.require_holder(phone, asked.seat)
            # Of two who leave in the same moment, the later one's seat has another number by then.
            if asked.remove is not None and any(place.phone for place in places[asked.remove : asked.remove + 1]):
                self._session.require_holder(phone, asked.remove)
            after = lobby.change(self._session.history.lobby, asked, self._session.boards, self._session.choose)
            command = {key: value for key, value in msgspec.to_builtins(asked).items() if value is not None}
            if after != self._session.history.lobby:
                self._session.commit([log_entries.settled("lobby", after, None, command)])

    def lay_photo(self, phone: str | None, by: int, map: str, photo: str) -> None:
        """Put a photo under the drawing of a map, by its id, or remove it with ""."""
        with self._session.lock:
            self._session.require_holder(phone, by)
            if self._session.boards.name(map) is None:
                raise Refused(Message("table.no_map", {"map": map[:40]}))
            if self._session.photos.get(map, "") != photo:
                before, self._session.photos = self._session.photos, self._session.photos | {map: photo}
                try:
                    self._session.commit([Entry(kind="photo", entered_by=by, command={"map": map, "photo": photo})])
                except NotStored:
                    self._session.photos = before
                    raise

    def boards_changed(self) -> None:
        """Publish a new or changed board, and what is wrong with a file."""
        with self._session.lock:
            self._session.publish()
        self._session.tell("maps", self._session.boards.notice())

    def start(self, phone: str | None) -> None:
        """Begin the game."""
        with self._session.lock:
            by = self._session.require_seat(phone)
            if self._session.history.game is not None:
                raise Refused(Message("table.began"))
            began = engine.new_game(lobby.setup(self._session.history.lobby, self._session.boards))
            entry = Entry(kind="start", entered_by=by, events=events.encode(began).decode())
            drawn = self._session.draw(engine.fold(began)) if self._session.history.lobby.dealing == "companion" else []
            self._session.commit([entry, *drawn])

    def new(self, phone: str | None, by: int) -> None:
        """After the game: a new lobby with the same seats, where the next player clockwise begins."""
        with self._session.lock:
            self._session.require_holder(phone, by)
            game = self._session.require_game()
            if not game.over:
                raise Refused(Message("table.not_over"))
            left = {number for number, seat in enumerate(game.seats) if seat.left}
            after = lobby.rematch(self._session.history.lobby, left, self._session.choose)
            self._session.next_game(log_entries.settled("new", after, None, {}))

    def heard(self, phone: str, address: str) -> None:
        """Note the address that a phone with a seat was heard from, as host/address.py counts it."""
        with self._session.lock:
            self._claims.heard(phone, address)

    def rejoin(self, phone: str, seat: int, address: str = "") -> None:
        """Ask for a seat whose phone lost it; another seat approves. A seat without a player is free to take.

        One that the app plays is no purse to be looked into: it needs approval, too, unless nobody else could give it.

        `address` is where the phone asks from, as host/address.py counts it; "" for none that it shares. Raises
        Refused, also where companion/game/claims.py does not let it ask.
        """
        with self._session.lock:
            if seat not in range(len(self._session.history.lobby.places)):
                raise Refused(Message("refuse.no_seat"))
            if self._session.history.lobby.places[seat].phone == phone:
                raise Refused(Message("table.your_own"))
            place, places = self._session.history.lobby.places[seat], self._session.history.lobby.places
            others = any(each.phone not in ("", phone) for each in places)
            if not place.phone and not (place.level and self._session.history.game and others):
                # A game from a file, or a seat given up: the first phone gets it without approval.
                self._hand_over(seat, phone)
                return
            asks = self._session.seat_requests()
            if any((ask.by, ask.command["phone"]) == (seat, phone) for ask in asks):
                return
            where = address or phone
            holders = {place.phone for place in self._session.history.lobby.places}
            instead = self._claims.making_room(self._session.history.number, where, phone, seat, asks, holders)
            command = {"what": "seat", "seat": seat, "phone": phone, "sign": self._claims.new_pairing_code(asks)}
            if instead:
                command["instead"] = instead
            row = self._session.commit([Entry(kind="ask", seat=seat, command=command)])["row"]
            self._claims.asked(row, where, self._session.seat_requests())

    def withdraw(self, phone: str | None) -> None:
        """Take back what this phone asks for: nobody is asked any more, and nobody has said no. Twice does no harm."""
        with self._session.lock:
            own = [ask for ask in self._session.seat_requests() if ask.command["phone"] == phone]
            if own:
                self._session.commit([Entry(kind="consent", command={"ask": ask.number, "yes": False}) for ask in own])

    def link(self, name: str) -> str | None:
        """A secret that gives this player's seat to one phone, for a while; None when nobody has this name.

        For the computer itself. It works once, and makes the previous one invalid.
        """
        with self._session.lock:
            names = (place.name for place in self._session.history.lobby.places)
            own = next((each for each in names if each.casefold() == name.casefold()), None)
            if own is None:
                return None
            now = self._session.clock()
            self._links = {key: made for key, made in self._links.items() if made[2] > now and made[1] != own}
            secret = secrets.token_hex(6)
            self._links[secret] = self._session.history.number, own, now + LINK_LASTS
            return secret

    def follow_link(self, phone: str, secret: str) -> int:
        """Give a phone the seat of a link; returns its number. Raises Refused if the link is no longer valid."""
        with self._session.lock:
            game, name, until = self._links.get(secret, (None, "", 0.0))
            places = self._session.history.lobby.places
            seat = next((seat for seat, place in enumerate(places) if place.name == name), None)
            if seat is None or game != self._session.history.number or self._session.clock() > until:
                raise Refused(Message("table.no_link"))
            if places[seat].phone != phone:
                self._hand_over(seat, phone)
            del self._links[secret]
            return seat

    def stand_up(self, phone: str | None, seat: int) -> None:
        """Give up a seat of this phone during a game, as after a wrong tap: the first phone to ask gets it."""
        with self._session.lock:
            self._session.require_holder(phone, seat)
            self._session.require_game()
            self._hand_over(seat, "")

    def entrust(self, phone: str | None, seat: int, level: str) -> None:
        """Let the app play a seat of this phone from now on, until somebody takes it. Raises Refused."""
        with self._session.lock:
            self._session.require_holder(phone, seat)
            game = self._session.require_game()
            if level not in LEVELS:
                raise Refused(Message("table.no_level"))
            if why := kept_out(game.boxes, len(game.seats)):
                raise Refused(Message(f"table.app_out.{why}"))
            if game.over:
                raise Refused(Message("refuse.over"))
            self._session.commit([log_entries.entrusted(self._session.history.lobby, seat, level)])

    def advise(self, phone: str | None, seat: int, on: bool) -> None:
        """Let the app advise the player of a seat of this phone, or no longer. Everybody reads that. Raises Refused."""
        with self._session.lock:
            self._session.require_holder(phone, seat)
            settled = self._session.history.lobby
            if on and not settled.advice:
                raise Refused(Message("table.no_advice"))
            game = self._session.require_game()
            if on and kept_out(game.boxes, len(game.seats)):
                raise Refused(Message("table.no_advice"))
            if settled.places[seat].advised != on:
                self._session.commit([log_entries.advised(settled, seat, on)])

    def remember(self, phone: str | None, seat: int, name: str, after: int = 0, *, known: bool = False) -> None:
        """Remember the player of a seat of this phone in the club's book under a name, or with "" no longer.

        Everybody reads that. `after` is how many players the book has forgotten, as far as the table knows. `known`:
        it is the name of a player whom the book has. Raises Refused, also once the game has ended.
        """
        with self._session.lock:
            self._session.require_holder(phone, seat)
            settled = self._session.history.lobby
            if self._session.history.game is not None and self._session.history.game.over:
                raise Refused(Message("book.ended"))
            book = InBook(_fitting(name), after, "" if known else secrets.token_hex(8)) if name else None
            others = {as_read(place.book.name) for place in settled.places if place.book} - {
                as_read(place.book.name) for place in settled.places[seat : seat + 1] if place.book
            }
            if book and as_read(book.name) in others:
                raise Refused(Message("table.name_taken", {"name": book.name}))
            before = settled.places[seat].book
            if (before and (before.name, not before.person)) != (book and (book.name, known)):
                self._session.commit([log_entries.remembered(settled, seat, book)])

    def be_forgotten(self, phone: str | None, request: str, seat: int, name: str) -> None:
        """Ask the club's book to forget a player, for a seat of this phone; the same `request` asks once.

        Everybody reads that. From now on nobody here is remembered under that name either. Raises Refused.
        """
        with self._session.lock:
            if self._session.store.row_of(request):
                return
            self._session.require_holder(phone, seat)
            known = _fitting(name)
            settled = self._session.history.lobby
            own = settled.places[seat].book
            command = {"name": known, "id": secrets.token_hex(8)}
            if own and own.person and as_read(own.name) == as_read(known):
                command["person"] = own.person
            entries = [Entry(kind="forget", seat=seat, entered_by=seat, request=request, command=command)]
            for number, place in enumerate(settled.places):
                # The result of a game that is over still has the name, which the book refuses; the next one is without.
                if place.book and as_read(place.book.name) == as_read(known):
                    entries.append(log_entries.remembered(settled, number, None))
            self._session.commit(entries)

    def _hand_over(self, seat: int, phone: str) -> None:
        self._session.commit(log_entries.seats_handed(self._session.history.lobby, [seat], phone))


def _fitting(name: str) -> str:
    """A name for the book as it is written there. Raises Refused."""
    if not (found := cleaned(name)):
        raise Refused(Message("table.name", {"count": LONGEST_NAME}))
    return found
