/** What the hands do on the table after an act: one card a step, ticked off by a tap or swiped away. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "../lib/emblems.js";
import { cutout } from "../lib/map.js";
import { change, page } from "../lib/page.js";
import { w } from "../lib/words.js";

const SWIPE = 36; // px up or down that take a card away

const ACTS = 4; // of so many acts it is known what was ticked off

/** The steps ticked off on this phone, by act. */
const ticked = new Map();

function doneOf(row) {
  if (!ticked.has(row)) ticked.set(row, new Set());
  if (ticked.size > ACTS) ticked.delete(ticked.keys().next().value);
  return ticked.get(row);
}

function tick(row, place) {
  const done = doneOf(row);
  if (!done.delete(place)) done.add(place);
  change();
}

let from = null;

/** @param {number | null} [order] its number on the map */
function card(row, text, places, place, test, order = null) {
  const done = doneOf(row).has(place);
  return html`<li>
    <button
      class=${`step ${done ? "done" : ""}`}
      aria-pressed=${done}
      data-test=${`${test}-${place}`}
      @pointerdown=${(event) => {
        from = event.clientY;
      }}
      @pointerup=${(event) => {
        if (from !== null && Math.abs(event.clientY - from) > SWIPE && !done) tick(row, place);
        from = null;
      }}
      @click=${() => tick(row, place)}
    >
      ${
        places.length
          ? html`<span class="place">${cutout(places, { shape: 1 })}${order ? html`<b>${order}</b>` : nothing}</span>`
          : nothing
      }
      <span class="tick">${done ? icon("check") : nothing}</span><span class="do">${text}</span>
    </button>
  </li>`;
}

/** The steps of the last act, those still to do first; nothing where hands have nothing to do. */
export function steps() {
  const { last } = page.state;
  const todo = last?.instructions ?? [];
  if (!todo.length) return nothing;
  const done = doneOf(last.row);
  const order = [...todo.keys()].sort((a, b) => Number(done.has(a)) - Number(done.has(b)) || a - b);
  return html`<ul class="steps plain" aria-label=${w("steps")} data-test="steps">
    ${order.map((place) => card(last.row, todo[place], last.places[place], place, "step"))}
  </ul>`;
}

/** Steps in their order, one below the other; `row` names the act they belong to. */
export const stepList = (row, listed, test) =>
  html`<ol class="step-list plain" aria-label=${w("steps")} data-test=${`${test}s`}>
    ${listed.map(({ texts, places, order }, place) =>
      card(
        row,
        texts.map((text) => html`<span>${text}</span>`),
        places,
        place,
        test,
        order,
      ),
    )}
  </ol>`;

/** Whether there is anything to do. */
export const anySteps = () => (page.state.last?.instructions ?? []).length > 0;
