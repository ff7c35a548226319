/** Advice for whoever has asked for it: three answers with their reasons, on the own phone. */
import { comboSign } from "../lib/combo.js";
import { dialog } from "./dialog.js";
import { icon } from "../lib/emblems.js";
import { focusOn } from "../lib/focus.js";
import { get, problem } from "../lib/ask.js";
import { cutout } from "../lib/map.js";
import { change, held, page, seatOf } from "../lib/page.js";
import { tell } from "../lib/post.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { w } from "../lib/words.js";

/** What the table advises, once it has answered: {seat, found}. */
let asked = null;

async function ask(seat) {
  const mine = (asked = { seat, found: null });
  change({ open: "advice" });
  queueMicrotask(() => focusOn(".advice"));
  try {
    const found = await get(`api/advice?seat=${seat}`);
    if (asked === mine) asked = { seat, found };
    change();
  } catch (error) {
    change({ open: null, told: problem(error) });
  }
}

/** The button of a player who has asked for advice. */
export const adviceButton = (seat) =>
  seat !== null && held(seat) && seatOf(seat)?.advised
    ? html`<button class="small advice-button" data-test="advice-button" @click=${() => ask(seat)}>
        ${icon("advice")}<span>${w("advice")}</span>
      </button>`
    : nothing;

/** The switch under More, for the players of this phone. */
export function adviceSwitch() {
  if (!page.state.seats.length || !page.me.seats.length || page.state.phase !== "play") return nothing;
  // It does not know what is good for a team, nor how the Necromancer wins.
  if (page.state.seats.some(({ role, team }) => role || team !== null)) return nothing;
  const on = page.me.seats.every((seat) => seatOf(seat).advised);
  const set = async (wanted) => {
    for (const seat of page.me.seats) await tell("api/advice", { seat, on: wanted });
    change();
  };
  return html`<label class="option"
    ><input
      type="checkbox"
      .checked=${live(on)}
      data-test="setting-advice"
      @change=${(event) => set(event.target.checked)}
    /><span>${w("more.advice")}</span></label
  >`;
}

const place = (regions) =>
  regions.length ? html`<span class="place">${cutout(regions, { shape: 1 })}</span>` : nothing;

const reason = ({ sign, text, places }) => html`<li>${place(places)}<span>${icon(sign)} ${text}</span></li>`;

const combo = (each, number) =>
  html`<article class=${number ? "" : "best"} data-test=${`advice-combo-${each.place}`}>
    <p class="lead">${comboSign(each)} ${each.name}${number ? nothing : html` <small>${w("advice.best")}</small>`}</p>
    <p>${each.text}</p>
    <ul class="plain reasons">
      ${each.reasons.map(reason)}
    </ul>
  </article>`;

function answers({ combos, decline, weakest }) {
  if (!combos.length && !decline && !weakest.length) return html`<p>${w("advice.none")}</p>`;
  return html`${
    combos.length
      ? html`<h3>${w("advice.combos")}</h3>
          ${combos.map(combo)}`
      : nothing
  }
  ${
    decline
      ? html`<h3>${w("advice.decline")}</h3>
          <p class="lead" data-test="advice-decline">${icon(decline.race)} ${decline.text}</p>
          <p>${decline.turn}</p>`
      : nothing
  }
  ${
    weakest.length
      ? html`<h3>${w("advice.weakest")}</h3>
          <ul class="plain reasons" data-test="advice-weakest">
            ${weakest.map(({ region, text }) => html`<li>${place([region])}<span>${text}</span></li>`)}
          </ul>`
      : nothing
  }`;
}

export function adviceSheet() {
  if (page.open !== "advice" || !asked || !held(asked.seat)) return nothing;
  return dialog(
    { name: "advice", label: w("advice"), title: w("advice"), look: "advice", close: () => change({ open: null }) },
    asked.found ? answers(asked.found) : html`<p>${w("advice.thinking")}</p>`,
  );
}
