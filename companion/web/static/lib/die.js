/** The reinforcement die: its faces, and what came up. */
import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";
import { change, page } from "./page.js";
import { icon } from "./emblems.js";
import { cutout } from "./map.js";
import { w } from "./words.js";

const PIPS = {
  0: [],
  1: [[12, 12]],
  2: [
    [7.5, 7.5],
    [16.5, 16.5],
  ],
  3: [
    [7, 7],
    [12, 12],
    [17, 17],
  ],
};
const SOURCES = ["button", "tray", "phone", "box"];
const TUMBLING = 900; // ms
const LARGE = 4_000; // ms
const FADING = 600; // ms for a late tap, which was meant for the die
let hiding = 0;

/** One face of the die with its pips. */
export function face(pips, label = "") {
  return html`<svg class="face-die" viewBox="0 0 24 24" role=${label ? "img" : nothing} aria-label=${label || nothing}>
    <path class="die" d="M5 2h14q3 0 3 3v14q0 3-3 3H5q-3 0-3-3V5q0-3 3-3z"></path>
    ${PIPS[pips].map(([x, y]) => svg`<circle class="pip" cx=${x} cy=${y} r="2.3"></circle>`)}
  </svg>`;
}

/** What a roll came from, as a sign; the sentence beside it has the word. */
export function rolledBy({ source }) {
  return SOURCES.includes(source)
    ? html`<span class="by" data-test=${`by-${source}`}>${icon(`by-${source}`, w(`by.${source}`))}</span>`
    : nothing;
}

/** How long the die tumbles before it comes to rest, in ms; not at all for whoever wants no motion. */
const TUMBLE = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : TUMBLING);

/** The roll that one state has and the one before had not. */
function newRoll(before, after) {
  if (!before) return null;
  const kind = ["last_roll", "practice"].find((each) => after[each] && after[each].row > (before[each]?.row ?? 0));
  return kind ? after[kind] : null;
}

/** It goes by itself, and for a moment still takes the tap that would have put it away. */
function fade() {
  change({ fading: true });
  hiding = setTimeout(() => change({ roll: null }), FADING);
}

/**
 * Shows a new result large on every screen: it tumbles, and stays for a moment or until it is tapped. Returns how long
 * it tumbles, in ms: until then nothing else of the new state is to be seen.
 */
export function noticeRoll(before, after) {
  const roll = newRoll(before, after);
  if (!roll) return 0;
  clearTimeout(hiding);
  change({ roll, tumbling: Boolean(TUMBLE()), fading: false });
  hiding = setTimeout(() => {
    change({ tumbling: false });
    hiding = setTimeout(fade, LARGE);
  }, TUMBLE());
  return TUMBLE();
}

export function rolled() {
  if (!page.roll) return nothing;
  // What came up is written nowhere before it has come to rest.
  if (page.tumbling)
    return html`<div class="rolled tumbling" data-test="tumbling" aria-hidden="true">
      <span class="dice">${Object.keys(PIPS).map((pips) => face(pips))}</span>
    </div>`;
  return html`<button
    class=${`rolled ${page.fading ? "fading" : ""}`}
    data-test="rolled"
    aria-live="assertive"
    @click=${() => change({ roll: null })}
  >
    ${face(page.roll.pips, w("roll.face", { count: page.roll.pips }))}<b>${page.roll.text}</b>
    ${cutout(page.roll.places ?? [])} ${rolledBy(page.roll)}<small>${w("roll.close")}</small>
  </button>`;
}
