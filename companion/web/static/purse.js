/** Secret coins: asked for only while a finger holds the cover, and forgotten when it lifts. */
import { html } from "./vendor/lit-html/lit-html.js";
import { icon } from "./emblems.js";
import { change, page, seatOf } from "./page.js";
import { get, setPurse } from "./post.js";
import { seatMark } from "./seats.js";
import { w } from "./words.js";

let lifted = null;

async function lift(seat) {
  const mine = (lifted = {});
  try {
    const { coins } = await get(`/api/purse?seat=${seat}`);
    if (lifted === mine) change({ coins: { [seat]: coins } });
  } catch (error) {
    change({ told: { text: error.status ? error.message : w("unreachable") } });
  }
}

/** What the owner has counted, by seat, until it is sent. */
const counted = {};

export function countPurse(seat, open = false) {
  const now = counted[seat.id] ?? 0;
  const step = (by) => html`<button class="round" data-test=${`count-${seat.id}-${by}`} ?disabled=${now + by < 0}
    @click=${() => { counted[seat.id] = now + by; change(); }}>${by > 0 ? `+${by}` : by}</button>`;
  const counting = html`<p class="hint">${w("purse.count.lead")}</p>
    <div class="steps">${[-10, -1].map(step)}<output>${now}</output>${[1, 10].map(step)}</div>
    <button class="quiet" data-test=${`count-${seat.id}`} @click=${async () => {
      if (await setPurse(seat.id, now)) { delete counted[seat.id]; change(); }
    }}>${w("purse.count", { count: now })}</button>`;
  // Where everybody counts anyway, nothing differs yet.
  return open ? html`<div class="count">${counting}</div>` : html`<details class="count"><summary>${w("purse.differs")}</summary>${counting}</details>`;
}

/** Covers every purse. */
export function cover() {
  lifted = null;
  if (Object.keys(page.coins).length) change({ coins: {} });
}

document.addEventListener("visibilitychange", cover);
addEventListener("blur", cover);
addEventListener("pagehide", cover);

export function purseScreen() {
  const seats = page.me.seats.map(seatOf);
  return html`<main class="page purse" data-test="screen-purse">
    <h1>${w("purse.title")}</h1>
    <p>${seats.length ? w("purse.lead") : w("purse.none")}</p>
    ${seats.map((seat) => {
      const coins = page.coins[seat.id];
      const open = coins !== undefined;
      return html`<button class=${`cover ${open ? "lifted" : ""}`} data-test=${`purse-${seat.id}`} aria-label=${w("purse.of", { name: seat.name })}
        @pointerdown=${(event) => { event.currentTarget.setPointerCapture(event.pointerId); lift(seat.id); }}
        @pointerup=${cover} @pointercancel=${cover} @lostpointercapture=${cover}
        @keydown=${(event) => [" ", "Enter"].includes(event.key) && !event.repeat && lift(seat.id)} @keyup=${cover} @blur=${cover}
        @contextmenu=${(event) => event.preventDefault()}>
        <span class="of">${seatMark(seat)} ${seat.name}</span>
        ${open ? html`<output class="coins" data-test="coins">${coins}</output><span>${w("purse.coins")}</span>`
          : html`${icon("coin")}<span>${w("purse.hold")}</span>`}
      </button>${countPurse(seat)}`;
    })}
  </main>`;
}
