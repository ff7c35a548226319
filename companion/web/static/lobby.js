/** Before the game: who sits where, who begins, which map and which house rules. */
import { html, nothing, svg } from "./vendor/lit-html/lit-html.js";
import { live } from "./vendor/lit-html/directives/live.js";
import { boxPart } from "./box.js";
import { icon } from "./emblems.js";
import { isleChoice } from "./isles.js";
import { joinForm, startForm } from "./join.js";
import { notices } from "./notices.js";
import { languageChoice } from "./language.js";
import { change, held, page, setting } from "./page.js";
import { photoPart } from "./photo.js";
import { tell } from "./post.js";
import { seatMark, seatName, shapePath } from "./seats.js";
import { teamsCard } from "./teams.js";
import { w } from "./words.js";

const set = (body) => tell("/api/lobby", body);

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

/** Whether the cardboard is in the middle of a game already. */
let underWay = false;

/** The table itself knows the pieces of a game under way, and goes on shuffling them. */
async function begin() {
  if (!underWay) return tell("/api/start", {});
  if (page.state.lobby.dealing !== "table" && !(await set({ dealing: "table" }))) return null;
  const begun = await tell("/api/start", {});
  if (begun) {
    underWay = false;
    setting("guide", true);
    change({ guide: 0 });
  }
  return begun;
}

function round(seats, start) {
  const place = (index) => {
    const angle = (index / seats.length) * 2 * Math.PI - Math.PI / 2;
    return [100 + 78 * Math.cos(angle), 62 + 42 * Math.sin(angle)];
  };
  return html`<svg class="round-table" viewBox="0 0 200 124" aria-hidden="true">
    <ellipse cx="100" cy="62" rx="56" ry="26"></ellipse>
    <path class="clockwise" d="M76 57a26 13 0 0 1 46-3m1-8 0 9-9-1"></path>
    ${seats.map((seat, index) => {
      const [x, y] = place(index);
      return svg`<g class=${`c-${seat.colour}`} transform=${`translate(${x - 12} ${y - 12})`}>${shapePath(seat.shape)}
        ${seat.id === start ? svg`<circle class="first" cx="12" cy="12" r="17"></circle>` : nothing}</g>`;
    })}
  </svg>`;
}

function seatRow(seat, place, seats, start) {
  const move = (to) => set({ order: moved(seats.map((each) => each.id), place, to) });
  return html`<li class=${dragged?.place === place ? "lifted" : ""} data-test=${`seat-${seat.id}`}>
    <button class="grip" aria-label=${w("lobby.grip", { name: seat.name })} data-test=${`grip-${seat.id}`}
      @pointerdown=${(event) => grab(event, place)} @pointermove=${drag} @pointerup=${drop} @pointercancel=${drop}>${icon("grip")}</button>
    <span class="who">${seatName({ ...seat, away: false, team: null })}${seat.role ? html`<small class="role" data-test=${`role-${seat.id}`}>${icon("ghosts")} ${seat.role}</small>` : nothing}${held(seat.id) ? html`<button class="link" data-test=${`edit-${seat.id}`}
      @click=${() => startForm({ seat: seat.id, name: seat.name, colour: seat.colour, shape: seat.shape })}>${w("lobby.edit")}</button>` : seat.away ? html`<small class="away">${w("seat.away")}</small>` : nothing}</span>
    <button class="round" aria-label=${w("lobby.up", { name: seat.name })} data-test=${`up-${seat.id}`} ?disabled=${place === 0} @click=${() => move(place - 1)}>${icon("up")}</button>
    <button class="round" aria-label=${w("lobby.down", { name: seat.name })} data-test=${`down-${seat.id}`} ?disabled=${place === seats.length - 1} @click=${() => move(place + 1)}>${icon("down")}</button>
    <label class="begins"><input type="radio" name="start" .checked=${live(start === seat.id)} data-test=${`start-${seat.id}`}
      aria-label=${w("lobby.starts", { name: seat.name })} @change=${() => set({ start: seat.id })}>${icon("crown")}</label>
  </li>`;
}

function choice(name, value, chosen, text, body) {
  return html`<label class="option"><input type="radio" name=${name} .checked=${live(value === chosen)}
    data-test=${`${name}-${value}`} @change=${() => set(body)}><span>${text}</span></label>`;
}

/** Numbers on their way to the table, by option: a quick second tap counts on from them. */
const stepped = {};

async function step(option, by, answer) {
  const { key } = option;
  const value = beside(option, by);
  if (!value) return;
  const underWay = stepped[key]?.sending;
  stepped[key] = { value, sending: true };
  change();
  if (underWay) return;
  let sent, taken;
  do {
    sent = stepped[key].value;
    taken = await answer(sent);
  } while (stepped[key].value !== sent);
  // The table's state may come a moment after its answer.
  stepped[key] = taken ? { value: sent, since: page.state } : null;
  change();
}

/** The number as it stands on this phone. */
function numberNow({ key, chosen }) {
  const own = stepped[key];
  return own && (own.sending || own.since === page.state) ? own.value : chosen;
}

/** The number so many places on; undefined beyond the last. */
function beside(option, by) {
  return option.choices[option.choices.findIndex(({ key }) => key === numberNow(option)) + by]?.key;
}

/** A question on which tables differ: one of several answers, a number by steps, or a line of their own. */
function question(option) {
  const answer = (value) => set({ options: { [option.key]: value } });
  if (option.kind === "line") {
    return html`<label class="field">${option.sentence}<input type="text" maxlength=${option.longest} .value=${live(option.chosen)}
      data-test=${`option-${option.key}`} @change=${(event) => answer(event.target.value.trim())}></label>`;
  }
  if (option.kind === "number") {
    const button = (by, sign, words) => html`<button class="round" aria-label=${w(words, { what: option.sentence })} data-test=${`option-${option.key}-${by}`}
      ?disabled=${!beside(option, by)} @click=${() => step(option, by, answer)}>${icon(sign)}</button>`;
    return html`<ul class="slots"><li><span class="what">${option.sentence}</span>${button(-1, "minus", "sheet.fewer")}
      <output>${numberNow(option)}</output>${button(1, "plus", "sheet.more")}</li></ul>`;
  }
  return html`<fieldset><legend>${option.sentence}</legend>
    ${option.choices.map((each) => choice(option.key, each.key, option.chosen, each.text, { options: { [option.key]: each.key } }))}
  </fieldset>`;
}

export function invite() {
  const { address } = page.state.table;
  return html`<section class="card invite"><img src="/qr.svg" alt=${address} width="200" height="200">
    <p>${w("lobby.invite", { address })}</p></section>`;
}

/** What is played with besides the first box: ticked by whoever owns it. */
function boxes(all, notes) {
  // One box a tap: the next may come before the page has heard of the one before.
  const tick = (key, on) => set({ [on ? "add_box" : "drop_box"]: key });
  return html`<section class="card" data-test="boxes"><h2>${w("lobby.boxes")}</h2>
    ${all.map((box) => html`<label class="option"><input type="checkbox" .checked=${live(box.chosen)} data-test=${`box-${box.key}`}
      @change=${(event) => tick(box.key, event.target.checked)}><span>${box.name}</span></label>`)}
    ${notes.map((note) => html`<p class="notice" data-test="note">${note}</p>`)}</section>`;
}

export function lobbyScreen() {
  const { lobby } = page.state;
  if (page.open === "join") {
    return html`<main class="page">${joinForm()}
      <button class="quiet" @click=${() => change({ open: null })}>${w("cancel")}</button></main>`;
  }
  const order = dragged?.order ?? page.state.seats.map((seat) => seat.id);
  const seats = order.map((id) => page.state.seats.find((seat) => seat.id === id)).filter(Boolean);
  return html`<main class="page" data-test="screen-lobby">
    <header class="title"><h1>${w("lobby.title")}</h1></header>
    ${notices()}
    <section class="card">
      ${round(seats, lobby.start)}
      <p>${w("lobby.lead")}</p>
      <ol class="seats">${seats.map((seat, place) => seatRow(seat, place, seats, lobby.start))}</ol>
      <button class="quiet" data-test="add-player" @click=${() => startForm({ another: true })}>${icon("plus")} ${w("lobby.add")}</button>
    </section>
    ${boxes(lobby.boxes, lobby.notes)}
    ${isleChoice(lobby.isles, set)}
    ${teamsCard()}
    <section class="card">
      <h2>${w("lobby.deal")}</h2>
      ${["companion", "table"].map((dealing) => choice("dealing", dealing, lobby.dealing, w(`lobby.deal.${dealing}`), { dealing }))}
      ${lobby.maps.length > 1 ? html`<h2>${w("lobby.map")}</h2>
        ${lobby.maps.map((map) => choice("map", map.id, lobby.map, map.name, { map: map.id }))}` : nothing}
    </section>
    <p><a class="button howto" href="/rules" data-test="to-rules">${icon("log")} ${w("rules")}</a></p>
    <p><a class="button howto" href="/games" data-test="to-games">${icon("crown")} ${w("games.title")}</a></p>
    <a class="button" href="/maker" data-test="to-maker">${icon("map")} ${w("lobby.maker")}</a>
    ${lobby.map ? html`${photoPart()}${boxPart(["lay_out"])}` : nothing}
    ${lobby.options.length ? html`<details class="card options"><summary>${w("lobby.options")}</summary>
      ${lobby.options.map(question)}
      <label class="option"><input type="checkbox" .checked=${live(lobby.clock)} data-test="clock"
        @change=${(event) => set({ clock: event.target.checked })}><span>${w("lobby.clock")}<small>${w("lobby.clock.lead")}</small></span></label>
      <label class="option"><input type="checkbox" .checked=${live(lobby.button_yes)} data-test="button-yes"
        @change=${(event) => set({ button_yes: event.target.checked })}><span>${w("lobby.button")}<small>${w("lobby.button.lead")}</small></span></label>
    </details>` : nothing}
    ${languageChoice()}
    <div class="doing">
      <label class="option"><input type="checkbox" .checked=${live(underWay)} data-test="under-way"
        @change=${(event) => { underWay = event.target.checked; change(); }}><span>${w("lobby.underway")}<small>${w("lobby.underway.lead")}</small></span></label>
      ${lobby.why_not ? html`<p class="notice" data-test="why-not">${lobby.why_not}</p>` : nothing}
      <button class="main" data-test="start" ?disabled=${!lobby.ready} @click=${begin}>${w("lobby.start")}</button>
    </div>
    ${invite()}
  </main>`;
}
