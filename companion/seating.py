"""Sitting down and getting up: the lobby, the seats, the board, the beginning of a game."""


import msgspec

from companion import consent, lobby, rows
from companion.asking import Asking
from companion.consent import Changed
from companion.ledger import Ledger
from companion.lobby import Change, Lobby
from companion.rules import engine, events
from companion.rules.model import Refused, Say
from companion.store import Entry, NotStored

# So many phones may ask for a seat at a time.
MOST_WAITING = 12


class Seating(Asking):
    """The table before and between the games, and who holds which seat."""

    def joined(self, request: str) -> tuple[int, str] | None:
        """The seat that this request took and the phone that holds it; None when it took none, or it is free again."""
        with self._lock:
            row = self._ledger.requests.get(request)
            places = self._ledger.lobby.places
            if row is None or row.kind != "join" or row.seat is None:
                return None
            phone = msgspec.json.decode(row.events, type=tuple[Lobby])[0].places[row.seat].phone
            held = consent.held_by(places, phone)
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
        with self._lock:
            if request is not None and (done := self.joined(request)):
                return done[0]
            if request in self._ledger.requests:
                # It has taken a seat that was given up since, or was another request: it is not done twice.
                raise Changed(Say("refuse.no_seat"))
            if self._ledger.game is not None:
                raise Refused(Say("table.began"))
            after = lobby.join(self._ledger.lobby, phone, name, colour, shape)
            seat = len(after.places) - 1
            self._append([rows.settled("join", after, seat, {"name": after.places[seat].name}, request)])
            return seat

    def change(self, phone: str | None, asked: Change) -> None:
        """Change the lobby: seats, order, who starts, map, dealing, options."""
        with self._lock:
            self._seated(phone)
            if self._ledger.game is not None:
                raise Refused(Say("table.began"))
            if asked.seat is not None:
                self._holds(phone, asked.seat)
            after = lobby.change(self._ledger.lobby, asked, self.boards)
            command = {key: value for key, value in msgspec.to_builtins(asked).items() if value is not None}
            if after != self._ledger.lobby:
                self._append([rows.settled("lobby", after, None, command)])

    def lay_photo(self, phone: str | None, by: int, map: str, photo: str) -> None:
        """Lay a photo under the drawing of a map, by its id, or take it away with ""."""
        with self._lock:
            self._holds(phone, by)
            if self.boards.name(map) is None:
                raise Refused(Say("table.no_map", {"map": map[:40]}))
            if self._photos.get(map, "") != photo:
                before, self._photos = self._photos, self._photos | {map: photo}
                try:
                    self._append([Entry(kind="photo", entered_by=by, command={"map": map, "photo": photo})])
                except NotStored:
                    self._photos = before
                    raise

    def boards_changed(self) -> None:
        """Somebody made or changed a board: everybody sees it, and what is wrong with a file."""
        with self._lock:
            self._publish()
        self.tell("maps", self.boards.notice())

    def start(self, phone: str | None) -> None:
        """Begin the game."""
        with self._lock:
            by = self._seated(phone)
            if self._ledger.game is not None:
                raise Refused(Say("table.began"))
            began = engine.new_game(lobby.setup(self._ledger.lobby, self.boards))
            entry = Entry(kind="start", entered_by=by, events=events.encode(began).decode())
            drawn = self._follow(engine.fold(began)) if self._ledger.lobby.dealing == "companion" else []
            self._append([entry, *drawn])

    def new(self, phone: str | None, by: int) -> None:
        """After the game: a new lobby with the same seats."""
        with self._lock:
            self._holds(phone, by)
            game = self._playing()
            if not game.over:
                raise Refused(Say("table.not_over"))
            left = {number for number, seat in enumerate(game.seats) if seat.left}
            entry = rows.settled("new", lobby.without(self._ledger.lobby, left), None, {})
            stored = self._store.append(self._ledger.number + 1, [entry])
            self._ledger = Ledger(self._ledger.number + 1, Lobby(dealing=self._dealing), stored)
            self._publish()

    def rejoin(self, phone: str, seat: int) -> None:
        """Ask for a seat whose phone lost it; another seat says yes. A seat that no phone ever had is free to take."""
        with self._lock:
            if seat not in range(len(self._ledger.lobby.places)):
                raise Refused(Say("refuse.no_seat"))
            if self._ledger.lobby.places[seat].phone == phone:
                raise Refused(Say("table.your_own"))
            if not self._ledger.lobby.places[seat].phone:
                # A game from a file, or a seat given up: nobody need say yes to the first one who comes.
                self._append(self._handed([seat], phone))
                return
            command = {"what": "seat", "seat": seat, "phone": phone}
            if any(ask.command == command for ask in self._seat_asks()):
                return
            if len(self._seat_asks()) >= MOST_WAITING:
                raise Refused(Say("table.many_wait"))
            self._append([Entry(kind="ask", seat=seat, command=command)])

    def stand_up(self, phone: str | None, seat: int) -> None:
        """Give up a seat of this phone in a game, as after a wrong tap: whoever comes first may take it."""
        with self._lock:
            self._holds(phone, seat)
            self._playing()
            self._append(self._handed([seat], ""))
