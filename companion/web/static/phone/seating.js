/** Before the game: who sits where, and who begins. Seats are dragged, or moved by arrows. */
import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { icon } from "../lib/emblems.js";
import { miniature } from "../lib/miniature.js";
import { change, held, page } from "../lib/page.js";
import { tell } from "../lib/post.js";
import { seatName, shapePath } from "../lib/seats.js";
import { named, w } from "../lib/words.js";
import { plays, startForm } from "./join.js";

const set = (body) => tell("api/lobby", body);

/** The order while a seat is dragged, else null. */
let dragged = null;

function moved(order, from, to) {
  const next = [...order];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

function grab(event, place) {
  event.preventDefault();
  event.currentTarget.setPointerCapture(event.pointerId);
  dragged = { order: page.state.seats.map((seat) => seat.id), place };
  change();
}

function drag(event) {
  if (!dragged) return;
  const rows = [...event.currentTarget.closest("ol").children];
  const height = rows[0].getBoundingClientRect().height;
  const top = rows[0].parentElement.getBoundingClientRect().top;
  const to = Math.min(Math.max(Math.floor((event.clientY - top) / height), 0), rows.length - 1);
  if (to === dragged.place) return;
  dragged = { order: moved(dragged.order, dragged.place, to), place: to };
  change();
}

async function drop() {
  if (!dragged) return;
  const { order } = dragged;
  if (order.some((seat, place) => seat !== page.state.seats[place].id)) await set({ order });
  dragged = null;
  change();
}

/** The seats in the order in which they are shown now. */
function seatsNow() {
  const order = dragged?.order ?? page.state.seats.map((seat) => seat.id);
  return order.map((id) => page.state.seats.find((seat) => seat.id === id)).filter(Boolean);
}

/** The board as it lies on the table, with everybody around it, clockwise; who begins has a ring. */
export function roundTable() {
  const { start } = page.state.lobby;
  const seats = seatsNow();
  return html`<div class="round-table" aria-hidden="true">
    ${miniature(page.board)}
    <svg viewBox="0 0 300 200">
      ${seats.map((seat, index) => {
        const angle = (index / seats.length) * 2 * Math.PI - Math.PI / 2;
        const [x, y] = [150 + 128 * Math.cos(angle), 100 + 82 * Math.sin(angle)];
        return svg`<g class=${`c-${seat.colour}`} transform=${`translate(${x - 12} ${y - 12})`}>
          ${seat.id === start ? svg`<circle class="first" cx="12" cy="12" r="19"></circle>` : nothing}
          ${shapePath(seat.shape)}</g>`;
      })}
    </svg>
  </div>`;
}

/** A seat's name; one of this phone's or of the app is a button to change it. */
function nameOf(seat) {
  const role = seat.role
    ? html`<small class="role" data-test=${`role-${seat.id}`}>${icon("ghosts")} ${seat.role}</small>`
    : nothing;
  if (!held(seat.id) && !seat.level)
    return html`${seatName({ ...seat, away: false, team: null })}${role}${
      seat.away ? html`<small class="away">${w("seat.away")}</small>` : nothing
    }`;
  return html`<button
      class="seat-edit"
      aria-label=${named(seat.name, w("lobby.edit"))}
      data-test=${`edit-${seat.id}`}
      @click=${() => startForm({ ...seat, seat: seat.id })}
    >
      ${seatName({ ...seat, away: false, team: null })}${icon("edit")}</button
    >${role}${seat.level ? html`<small class="away">${plays(seat)}</small>` : nothing}`;
}

function seatRow(seat, place, seats, start) {
  const move = (to) =>
    set({
      order: moved(
        seats.map((each) => each.id),
        place,
        to,
      ),
    });
  return html`<li class=${dragged?.place === place ? "lifted" : ""} data-test=${`seat-${seat.id}`}>
    <button
      class="grip"
      aria-label=${w("lobby.grip", { name: seat.name })}
      data-test=${`grip-${seat.id}`}
      @pointerdown=${(event) => grab(event, place)}
      @pointermove=${drag}
      @pointerup=${drop}
      @pointercancel=${drop}
    >
      ${icon("grip")}
    </button>
    <span class="who">${nameOf(seat)}</span>
    <span class="moves">
      <button
        class="round"
        aria-label=${w("lobby.up", { name: seat.name })}
        data-test=${`up-${seat.id}`}
        ?disabled=${place === 0}
        @click=${() => move(place - 1)}
      >
        ${icon("up")}
      </button>
      <button
        class="round"
        aria-label=${w("lobby.down", { name: seat.name })}
        data-test=${`down-${seat.id}`}
        ?disabled=${place === seats.length - 1}
        @click=${() => move(place + 1)}
      >
        ${icon("down")}
      </button>
      <label class="begins"
        ><input
          type="radio"
          name="start"
          .checked=${live(start === seat.id)}
          data-test=${`start-${seat.id}`}
          aria-label=${w("lobby.starts", { name: seat.name })}
          @change=${() => set({ start: seat.id })}
        />${icon("crown")}</label
      >
    </span>
  </li>`;
}

export function seatList() {
  const seats = seatsNow();
  return html`<ol class="seats">
    ${seats.map((seat, place) => seatRow(seat, place, seats, page.state.lobby.start))}
  </ol>`;
}
