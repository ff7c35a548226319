/** The reinforcement die: rolling it, tapping in the box's own, showing what came up. */
import { html, nothing, svg } from "./vendor/lit-html/lit-html.js";
import { change, game, held, page } from "./page.js";
import { icon } from "./emblems.js";
import { nameOf, roll } from "./post.js";
import { w } from "./words.js";

const PIPS = { 0: [], 1: [[12, 12]], 2: [[7.5, 7.5], [16.5, 16.5]], 3: [[7, 7], [12, 12], [17, 17]] };
const SOURCES = ["button", "tray", "phone", "box"];
const LARGE = 4_000; // ms
let hiding = 0;

/** One face of the die with its pips. */
export function face(pips, label = "") {
  return html`<svg class="face-die" viewBox="0 0 24 24" role=${label ? "img" : nothing} aria-label=${label || nothing}>
    <path class="die" d="M5 2h14q3 0 3 3v14q0 3-3 3H5q-3 0-3-3V5q0-3 3-3z"></path>
    ${PIPS[pips].map(([x, y]) => svg`<circle class="pip" cx=${x} cy=${y} r="2.3"></circle>`)}</svg>`;
}

/** What a roll came from, as a sign; the sentence beside it has the word. */
export function rolledBy({ source }) {
  return SOURCES.includes(source) ? html`<span class="by" data-test=${`by-${source}`}>${icon(`by-${source}`, w(`by.${source}`))}</span>` : nothing;
}

/** The panel of a roll that is due. */
export function rollPanel(chance) {
  const mine = held(chance.seat) || page.acting === chance.seat;
  return html`<section class="roll" data-test="roll-due">
    <p class="lead">${chance.text}</p>
    ${mine
      ? html`<button class="main" data-test="roll" @click=${() => roll(chance)}>${face(3)} ${w("roll")}</button>`
      : html`<button class="quiet" data-test="roll" @click=${() => roll(chance)}>${w("roll.for", { name: nameOf(chance.seat) })}</button>`}
    <p>${w("roll.lead")}</p>
    <p>${w("roll.box")}</p>
    <div class="faces">${chance.choices.map(({ key, text }) => html`<button aria-label=${w("roll.face", { count: text })}
      data-test=${`face-${key}`} @click=${() => roll(chance, Number(key))}>${face(key)}</button>`)}</div>
  </section>`;
}

/** Shows a new result large on every phone, for a moment or until it is tapped. */
export function noticeRoll(before, after) {
  const now = ["last_roll", "practice"].find((kind) => after[kind] && after[kind].row > (before?.[kind]?.row ?? 0));
  if (!before || !now) return;
  clearTimeout(hiding);
  change({ roll: after[now] });
  hiding = setTimeout(() => change({ roll: null }), LARGE);
}

export function rolled() {
  if (!page.roll) return nothing;
  return html`<button class="rolled" data-test="rolled" aria-live="assertive" @click=${() => change({ roll: null })}>
    ${face(page.roll.pips, w("roll.face", { count: page.roll.pips }))}<b>${page.roll.text}</b>${rolledBy(page.roll)}<small>${w("roll.close")}</small></button>`;
}

export const dueRoll = () => game().chances.find((chance) => chance.kind === "roll");
