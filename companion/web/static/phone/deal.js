/** A table that shuffles its own pieces taps in what came up: no typing, one tap a piece. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { comboSign } from "../lib/combo.js";
import { icon } from "../lib/emblems.js";
import { change, game } from "../lib/page.js";
import { banners, pieceGrid } from "./pieces.js";
import { answer } from "../lib/post.js";
import { w } from "../lib/words.js";

const PLACES = 6;

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

/** The column as far as it has been tapped in: six lines, the one in hand marked. */
function laidOut() {
  const { column, half } = game();
  const now = column.length;
  return html`<ol class="laid">
    ${Array.from({ length: PLACES }, (_, place) => {
      const combo = column[place];
      const race = combo?.race ?? (place === now ? half : null);
      return html`<li aria-current=${place === now ? "step" : nothing} class=${combo ? "done" : ""}>
        <b>${place + 1}</b>
        ${
          combo
            ? html`${comboSign(combo)}<span>${combo.name}</span>`
            : html`${race ? icon(race) : nothing}<span
                  >${
                    race ? (banners().find(({ key }) => key === race)?.text ?? "") : place === now ? w("deal.next") : ""
                  }</span
                >`
        }
      </li>`;
    })}
  </ol>`;
}

/** The grid of pieces of the draw that is due; while the first column is laid out, with what lies there. */
export function dealGrid() {
  const [chance] = dueDraws();
  if (!chance) return nothing;
  const pending = tapped.get(chance.occasion);
  const { column, bands } = game();
  const first = !bands.length;
  const number = { number: column.length + 1, of: PLACES };
  return html`<section class=${first ? "deal first" : "deal"} data-test=${`deal-${chance.kind}`}>
    <p class="lead">
      ${chance.text}${first ? html` <small data-test="deal-progress">${w("deal.progress", number)}</small>` : nothing}
    </p>
    ${first ? html`${column.length ? nothing : html`<p>${w("deal.start")}</p>`}${laidOut()}` : nothing}
    ${pieceGrid(chance.choices, (key) => tapPiece(chance, key), {
      chosen: pending,
      gone: pending === undefined ? [] : chance.choices.map((choice) => choice.key),
      occasion: chance.occasion,
    })}
  </section>`;
}
