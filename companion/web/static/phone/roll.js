/** A roll that is due: the table's die at a tap, or the face of the box's own. */
import { face } from "../lib/die.js";
import { cutout } from "../lib/map.js";
import { game, held, nameOf, page } from "../lib/page.js";
import { roll } from "../lib/post.js";
import { w } from "../lib/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

export const dueRoll = () => game().chances.find((chance) => chance.kind === "roll");

/** The panel of a roll that is due. */
export function rollPanel(chance) {
  const mine = held(chance.seat) || page.acting === chance.seat;
  return html`<section class="roll" data-test="roll-due">
    <p class="lead">${cutout(chance.regions)}<span>${chance.text}</span></p>
    ${
      mine
        ? html`<button class="main" data-test="roll" @click=${() => roll(chance)}>${face(3)} ${w("roll")}</button>`
        : html`<button class="quiet" data-test="roll" @click=${() => roll(chance)}>
            ${w("roll.for", { name: nameOf(chance.seat) })}
          </button>`
    }
    <p class="hint">${page.state.table.button ? w("roll.lead") : nothing} ${w("roll.box")}</p>
    <div class="faces">
      ${chance.choices.map(
        ({ key, text }) =>
          html`<button
            aria-label=${w("roll.face", { count: text })}
            data-test=${`face-${key}`}
            @click=${() => roll(chance, Number(key))}
          >
            ${face(key)}
          </button>`,
      )}
    </div>
  </section>`;
}
