/** The players over the map: what each one has, at a glance; a tap tells it in words. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { comboSign } from "../lib/combo.js";
import { dialog } from "./dialog.js";
import { inHand } from "./forms.js";
import { icon } from "../lib/emblems.js";
import { rulesOf } from "./explain.js";
import { focusOn } from "../lib/focus.js";
import { change, focus, game, held, page, seatOf, waiting } from "../lib/page.js";
import { seatMark, seatName } from "../lib/seats.js";
import { w } from "../lib/words.js";

const bandsOf = (seat) => game().bands.filter((band) => band.seat === seat);
const activeOf = (seat) => bandsOf(seat).find((band) => !band.declined);
/** The race that a player shows: the active one, else the latest in decline, whose regions count all the same. */
const shownOf = (seat) => activeOf(seat) ?? bandsOf(seat).findLast((band) => band.regions);
const nameOf = (band) => (band.declined ? `${band.name}, ${w("column.declined")}` : band.name);
const regionsOf = (seat) => bandsOf(seat).reduce((all, band) => all + band.regions, 0);

/** Whether a player's phone does not hear the table. */
const offline = (seat) => seat.phone && seat.away && !held(seat.id);

/** What the strip says of a seat, as words. */
function facts(seat) {
  const { id, income, advised } = seat;
  const active = activeOf(id);
  return [
    offline(seat) ? w("seat.away") : null,
    w("strip.regions", { count: regionsOf(id) }),
    active ? w("turn.hand", { count: offMap(active) }) : null,
    active?.aside ? `${active.aside} ${w("more.aside")}` : null,
    advised ? w("advice.on") : null,
    income === null ? null : w("strip.income", { count: income }),
  ].filter(Boolean);
}

const earned = ({ income }) => (income === null ? nothing : html`${icon("coin")}+${income}`);

/** The tokens of a race that are off the map: in hand, or given back to its player. */
const offMap = (band) => (band ? inHand(band) + band.withdrawn : 0);

function chip(seat) {
  const active = activeOf(seat.id);
  const shown = shownOf(seat.id);
  const due = waiting().includes(seat.id);
  return html`<button
    class=${`chip c-${seat.colour} ${due ? "on" : ""}`}
    aria-label=${[seat.name, shown && nameOf(shown), ...facts(seat)].filter(Boolean).join(", ")}
    data-test=${`player-${seat.id}`}
    @click=${() => {
      change({ open: `player-${seat.id}` });
      queueMicrotask(() => focusOn(".player-sheet"));
    }}
  >
    <span class="who"
      >${seatMark(seat)}<b>${seat.name}</b>${seat.advised ? icon("advice", w("advice.on")) : nothing}${
        offline(seat)
          ? html`<span class="cut" data-test=${`offline-${seat.id}`}>${icon("cut", w("seat.away"))}</span>`
          : nothing
      }${shown ? comboSign(shown) : nothing}</span
    >
    <span class="figures">
      <span>${icon("region")}${regionsOf(seat.id)}</span>
      <span>${offMap(active) ? html`${icon(active.race)}${offMap(active)}` : earned(seat)}</span>
    </span>
  </button>`;
}

/** In place of the strip while this phone plays for somebody else: nobody takes that turn for the own. */
export function standingIn() {
  const seat = page.acting === null || focus() !== page.acting ? null : seatOf(page.acting);
  if (!seat) return nothing;
  return html`<div class=${`standing-in c-${seat.colour}`} role="status" data-test="standing-in">
    ${seatMark(seat)} <b>${w("panel.entering", { name: seat.name })}</b>
    <button data-test="stop-entering" @click=${() => change({ acting: null, form: null })}>${w("panel.stop")}</button>
  </div>`;
}

export function strip() {
  return html`<div class="strip" role="group" aria-label=${w("strip")} data-test="strip">
    ${page.state.seats.filter((seat) => !seat.left).map(chip)}
  </div>`;
}

const close = () => change({ open: null });

/** What a chip stands for, in words: the races of a player with their rules, and a way to play for them. */
export function playerSheet() {
  const id = Number(/^player-(\d+)$/.exec(page.open ?? "")?.[1] ?? -1);
  const seat = id >= 0 ? seatOf(id) : null;
  if (!seat) return nothing;
  const others = page.me.seats.length > 0 && !held(id) && waiting().includes(id);
  return dialog(
    { name: "player-sheet", closes: "player", label: seat.name, title: seatName(seat), look: "player-sheet", close },
    html`<p>${facts(seat).join(" · ")}</p>
      ${
        others
          ? html`<button
              class="quiet"
              data-test=${`enter-for-${id}`}
              @click=${() => change({ acting: id, form: null, open: null })}
            >
              ${seatMark(seat)} ${w("panel.enter", { name: seat.name })}
            </button>`
          : nothing
      }
      ${bandsOf(id).map(
        (band) =>
          html`<h3>
              ${comboSign(band)} ${band.name}${band.declined ? html` <small>${w("column.declined")}</small>` : nothing}
            </h3>
            ${rulesOf(band)}`,
      )}`,
  );
}
