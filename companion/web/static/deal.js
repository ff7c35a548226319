/** A table that shuffles its own pieces taps in what came up: no typing, one tap a piece. */
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { change, game } from "./page.js";
import { pieceGrid } from "./pieces.js";
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
  const { column, bands } = game();
  const first = !bands.length;
  return html`<section class=${first ? "deal first" : "deal"} data-test=${`deal-${chance.kind}`}>
    <p class="lead">${chance.text}</p>
    ${column.length < 5 ? html`<p>${w("deal.start")}</p>` : nothing}
    ${pieceGrid(chance.choices, (key) => tapPiece(chance, key), {
      chosen: pending, gone: pending === undefined ? [] : chance.choices.map((choice) => choice.key), occasion: chance.occasion })}
  </section>`;
}
