/**
 * What could still be done: quiet lines beside the button that goes on. A tap leads to the thing and does nothing
 * else.
 */
import { focusOn } from "../lib/focus.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "../lib/emblems.js";
import { lookAt } from "../lib/hand.js";
import { change, game, offersOf, page, setting } from "../lib/page.js";
import { openSheet } from "./sheet.js";

const MANY = 3;

/** The hints for a seat: the table has them for whoever's turn it is. */
export const hintsFor = (seat) => (seat === game().turn.seat ? game().hints.slice(0, MANY) : []);

/** The regions that a hint points out on the map, until the game changes. */
export const pointedOut = () => (page.pointed?.changed === page.state.changed ? page.pointed.regions : []);

function lead(hint, seat) {
  const offer = offersOf(seat).find((each) => each.id === hint.offer);
  if (offer?.form) {
    change({ form: offer.id, slot: null });
    return;
  }
  if (offer) {
    const button = `[data-offer="${CSS.escape(offer.id)}"]`;
    document.querySelector(button)?.scrollIntoView({ block: "center" });
    focusOn(button);
    return;
  }
  if (hint.regions.length === 1) {
    openSheet(hint.regions[0]);
    return;
  }
  change({ pointed: { changed: page.state.changed, regions: hint.regions } });
  lookAt(page.board, hint.regions);
}

export function hintLines(seat) {
  const found = hintsFor(seat);
  if (!found.length) return nothing;
  return html`<ul class="plain hints" data-test="hints">
    ${found.map((hint) => {
      const said = html`${icon(hint.sign)}<span>${hint.text}</span>`;
      // What is only told leads nowhere; in the list of the regions no map points them out.
      const leads = hint.offer || hint.regions.length === 1 || (hint.regions.length && !setting("list"));
      return html`<li>
        ${
          leads
            ? html`<button class="link" data-test=${`hint-${hint.sign}`} @click=${() => lead(hint, seat)}>
                ${said}
              </button>`
            : html`<p data-test=${`hint-${hint.sign}`}>${said}</p>`
        }
      </li>`;
    })}
  </ul>`;
}
