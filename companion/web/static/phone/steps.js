/**
 * What the hands do on the table after an act: one card a place, with all that is to be done there, ticked off by a tap
 * or swiped away. The picture says where; whoever hears the card is told the region.
 */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "../lib/emblems.js";
import { cutout } from "../lib/map.js";
import { change, held, page, seatOf } from "../lib/page.js";
import { seatMark } from "../lib/seats.js";
import { named, w } from "../lib/words.js";

const SWIPE = 36; // px up or down that take a card away
// What a card in the row below the map has room for on the narrowest phone: so many sentences, of so many letters.
const SENTENCES = 2;
const LETTERS = 38;

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

/** Whose hands they are: on the player's own phone the mark is enough, others read the name before the words. */
const marked = (seat) => (seat && held(seat.id) ? seatMark(seat) : nothing);
const whose = (seat, text) =>
  seat && !held(seat.id)
    ? html`<span class="whose"
        >${seatMark(seat)}${says(text, seat) ? nothing : html` ${named(seat.name).trimEnd()}`}</span
      > `
    : nothing;
/** Whether the words begin with the name themselves. */
const says = (text, seat) => text.startsWith(`${seat.name} `);

/**
 * @param {number | string} row the act it belongs to
 * @param {{ texts: string[], here: string[], places: string[], order: number | null, by?: number | null }} step
 * @param {number} place its number in the list
 * @param {string} test
 * @param {string} nth which one of several it is, as "1 of 2"
 */
function card(row, { texts, here, places, order, by = null }, place, test, nth = "") {
  const done = doneOf(row).has(place);
  const seat = by === null ? null : seatOf(by);
  return html`<li>
    <button
      class=${`step ${done ? "ticked" : ""}`}
      aria-pressed=${done}
      aria-label=${[seat?.name, ...texts, nth].filter(Boolean).join(", ")}
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
      ${marked(seat)}<span class="tick">${done ? icon("check") : nothing}</span
      ><span class="do"
        >${here.map((text, line) => html`<span>${line ? nothing : whose(seat, text)}${text}</span>`)}</span
      >
      ${nth ? html`<small class="nth">${nth}</small>` : nothing}
    </button>
  </li>`;
}

/** Each step with the seat whose hands it is for. */
const bySeat = ({ steps, by }) => steps.map((step) => ({ ...step, by }));

/** The steps of the last act, in cards that have room for all their words; each says whose hands they are for. */
function cards(last) {
  return bySeat(last).flatMap((step) => {
    const parts = [];
    step.here.forEach((text, line) => {
      const part = parts.at(-1);
      const fits = part?.here.length < SENTENCES && [...part.here, text].join("").length <= LETTERS;
      if (fits) {
        part.texts.push(step.texts[line]);
        part.here.push(text);
      } else parts.push({ ...step, texts: [step.texts[line]], here: [text] });
    });
    return parts;
  });
}

/** The steps of the last act beside the way on, those still to do first; nothing where hands have nothing to do. */
export function steps() {
  const { last } = page.state;
  const all = last ? cards(last) : [];
  if (!all.length) return nothing;
  const done = doneOf(last.row);
  const order = [...all.keys()].sort((a, b) => Number(done.has(a)) - Number(done.has(b)) || a - b);
  const nth = (place) => (all.length > 1 ? w("deal.progress", { number: place + 1, of: all.length }) : "");
  return html`<ul class="steps plain" aria-label=${w("steps")} data-test="steps">
    ${order.map((place) => card(last.row, all[place], place, "step", nth(place)))}
  </ul>`;
}

/** Steps in their order, one below the other; `row` names the act they belong to. */
export const stepList = (row, listed, test) =>
  html`<ol class="step-list plain" aria-label=${w("steps")} data-test=${`${test}s`}>
    ${listed.map((step, place) => card(row, step, place, test))}
  </ol>`;

/** Everything that hands do about the last act, where there is room for a list. */
export const allSteps = () =>
  anySteps() ? stepList(`all ${page.state.last.row}`, bySeat(page.state.last), "step") : nothing;

/** Whether there is anything to do. */
export const anySteps = () => (page.state.last?.steps ?? []).length > 0;
