/** Switches of this phone, the players on it, and everything that can be put right. */
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { live } from "./vendor/lit-html/directives/live.js";
import { icon } from "./emblems.js";
import { invite, notices } from "./lobby.js";
import { change, game, page, setting } from "./page.js";
import { send } from "./post.js";
import { seatName } from "./seats.js";
import { w } from "./words.js";

/** What is being set, by key, until it is sent. */
let drafts = {};

function stepper(key, value, least, most, label, apply) {
  const now = drafts[key] ?? value;
  const set = (next) => { drafts[key] = next; change(); };
  return html`<li><span class="what">${label}</span>
    <button class="round" aria-label=${w("sheet.fewer", { what: label })} data-test=${`${key}-minus`} ?disabled=${now <= least} @click=${() => set(now - 1)}>${icon("minus")}</button>
    <output>${now > 0 && least < 0 ? `+${now}` : now}</output>
    <button class="round" aria-label=${w("sheet.more", { what: label })} data-test=${`${key}-plus`} ?disabled=${now >= most} @click=${() => set(now + 1)}>${icon("plus")}</button>
    <button class="link all" data-test=${`${key}-set`} ?disabled=${now === value} @click=${async () => {
      if (await apply(now)) drafts = { ...drafts, [key]: undefined };
      change();
    }}>${w("more.apply")}</button></li>`;
}

const enter = (command) => send(page.me.seats[0], command);

function coins() {
  return html`<h3>${w("more.coins.lead")}</h3><ul class="slots">${page.state.seats.map((seat) =>
    stepper(`coins-${seat.id}`, 0, -50, 50, w("more.coins", { name: seat.name }), (difference) => enter({ type: "set_coins", seat: seat.id, difference })))}</ul>`;
}

function turn() {
  const { number, of, seat } = game().turn;
  const chosen = drafts["turn-number"] ?? number;
  return html`<h3>${w("more.turn.lead")}</h3>
    <ul class="slots">${stepper("turn-number", number, 1, of, w("more.number"), (next) => enter({ type: "set_turn", number: next, seat }))}</ul>
    <div class="corrections">${page.state.seats.filter((each) => !each.left).map((each) => html`<button data-test=${`turn-seat-${each.id}`}
      @click=${() => enter({ type: "set_turn", number: chosen, seat: each.id })}>${seatName(each)}</button>`)}</div>`;
}

function bands() {
  return html`<h3>${w("more.band")}</h3>${game().bands.map((band) => html`<h4>${band.name}</h4><ul class="slots">
    ${stepper(`hand-${band.id}`, band.hand, 0, 30, w("more.hand"), (hand) => enter({ type: "set_band", band: band.id, hand }))}
    ${stepper(`aside-${band.id}`, band.aside, 0, 30, w("more.aside"), (aside) => enter({ type: "set_band", band: band.id, aside }))}
    ${band.memory.map((field) => stepper(`memo-${band.id}-${field.key}`, field.value, field.least, field.most, field.label,
      (value) => enter({ type: "set_band", band: band.id, memo: { [field.key]: value } })))}</ul>`)}`;
}

/** A button that asks once more before it does something large. */
function twice(key, text, sure, work) {
  const armed = page.open === key;
  return html`<button class=${armed ? "grave" : "quiet"} data-test=${key} @click=${() => armed ? work().then(() => change({ open: null })) : change({ open: key })}>${armed ? sure : text}</button>`;
}

function toggle(key) {
  return html`<label class="option"><input type="checkbox" .checked=${live(setting(key) ?? false)} data-test=${`setting-${key}`}
    @change=${(event) => setting(key, event.target.checked)}><span>${w(`more.${key}`)}</span></label>`;
}

export function moreScreen() {
  const seated = page.me.seats.length > 0;
  return html`<main class="page more" data-test="screen-more">
    <h1>${w("more.title")}</h1>
    ${notices()}
    <section class="card">
      <h2>${w("more.phone")}</h2>
      ${toggle("ask")}${toggle("prices")}
    </section>
    ${seated ? html`<details class="card" data-test="put-right"><summary>${w("more.right")}</summary>
      <p class="hint">${w("more.right.lead")}</p>${coins()}${turn()}${bands()}
      <h3>${w("more.leave")}</h3>
      ${page.state.seats.filter((seat) => !seat.left).map((seat) => twice(`leave-${seat.id}`, w("more.leave.do", seat), w("more.leave.sure", seat), () => enter({ type: "leave", seat: seat.id })))}
      <h3>${w("more.stop")}</h3>${twice("stop", w("more.stop"), w("more.stop.sure"), () => enter({ type: "stop" }))}
    </details>` : nothing}
    ${seated ? nothing : html`<button class="quiet" data-test="take-seat" @click=${() => change({ watching: false })}>${w("join.here")}</button>`}
    <details class="card"><summary>${w("more.invite")}</summary>${invite()}</details>
    <section class="card"><h2>${w("more.seats")}</h2><ul class="plain">${page.state.seats.map((seat) => html`<li>${seatName(seat)}
      <small>${page.me.seats.includes(seat.id) ? w("seat.you") : nothing}${seat.left ? w("seat.left") : nothing}</small></li>`)}</ul></section>
  </main>`;
}

