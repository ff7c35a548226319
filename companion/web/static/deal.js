/** A table that shuffles its own pieces taps in what came up: no typing, one tap a piece. */
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { icon } from "./emblems.js";
import { change, game } from "./page.js";
import { answer } from "./post.js";
import { w } from "./words.js";

/** What was tapped and is still on its way, by occasion. */
const tapped = new Map();

async function tapPiece(chance, key) {
  tapped.set(chance.occasion, key);
  change();
  await answer(chance, key);
  tapped.delete(chance.occasion);
  change();
}

export const dueDraws = () => game().chances.filter((chance) => chance.kind !== "roll");

/** The grid of pieces of the draw that is due. */
export function dealGrid() {
  const [chance] = dueDraws();
  if (!chance) return nothing;
  const pending = tapped.get(chance.occasion);
  const { column } = game();
  return html`<section class="deal" data-test=${`deal-${chance.kind}`}>
    <p class="lead">${chance.text}</p>
    ${column.length < 5 ? html`<p>${w("deal.start")}</p>` : nothing}
    <div class="pieces" data-occasion=${chance.occasion}>${chance.choices.map(({ key, text }) => html`
      <button class=${pending === key ? "chosen" : ""} ?disabled=${pending !== undefined} data-test=${`piece-${key}`} @click=${() => tapPiece(chance, key)}>${icon(key)}<span>${text}</span></button>`)}</div>
  </section>`;
}
