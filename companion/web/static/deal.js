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
  const due = dueDraws();
  const open = due.filter((chance) => !tapped.has(chance.occasion));
  const chance = open[0];
  if (!chance) return nothing;
  const gone = new Set(tapped.values());
  return html`<section class="deal" data-test=${`deal-${chance.kind}`}>
    <p class="lead">${chance.text || w(`deal.title.${chance.kind}`)}</p>
    ${due.length > 2 ? html`<p>${w("deal.start")} ${w("deal.left", { count: open.length })}</p>` : nothing}
    <div class="pieces">${chance.choices.filter(({ key }) => !gone.has(key)).map(({ key, text }) => html`
      <button data-test=${`piece-${key}`} @click=${() => tapPiece(chance, key)}>${icon(key)}<span>${text}</span></button>`)}</div>
  </section>`;
}
