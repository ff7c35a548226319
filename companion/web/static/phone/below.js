/** Where all that can be had without the die lies under the sheet: the way there, before somebody rolls for less. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "../lib/emblems.js";
import { formOf, laysOut, playable } from "./forms.js";
import { boxNow } from "../lib/maplook.js";
import { change, focus, offersOf, page } from "../lib/page.js";
import { w } from "../lib/words.js";

const ROOM = 28; // px from a region's middle down to the end of what stands there
const GAP = 2; // px between the button and the sheet

/** How many regions lie there, as far as was last seen. */
let count = 0;

/**
 * The regions under the sheet that can be had without the die, and how far below its edge they are, in px, where none
 * of them is in sight; and how far the sheet lies over the map.
 */
function measured() {
  const box = boxNow();
  const sheet = document.querySelector(".sheetbox > .panel");
  const none = { hidden: [], rise: 0 };
  // Islands have their own buttons, and fill the map by themselves.
  if (!box?.querySelector(".tap") || !sheet || page.board.isles.length > 1 || focus() === null) return none;
  // One that was opened, or that is about more than the next tap, covers the map for a while.
  if (sheet.classList.contains("tall")) return none;
  const map = box.getBoundingClientRect();
  const { left, top } = sheet.getBoundingClientRect();
  const rise = left < map.right ? Math.max(0, map.bottom - top) : 0;
  const offers = offersOf(focus());
  // Where tokens are laid out nobody conquers, and no die is rolled.
  const form = formOf(offers);
  const sure = laysOut(form) ? [] : playable(offers, form).filter(({ kind }) => kind === "conquer");
  const spots = [...new Set(sure.map(({ region }) => region))]
    .map((region) => box.querySelector(`.tap[data-region="${CSS.escape(region)}"]`))
    .filter(Boolean)
    .map((tap) => {
      const at = tap.getBoundingClientRect();
      return { tap, across: (at.left + at.right) / 2, down: (at.top + at.bottom) / 2 };
    })
    .filter(({ across, down }) => across >= map.left && across <= map.right && down >= map.top);
  const edge = map.bottom - rise;
  if (!rise || spots.some(({ down }) => down <= edge)) return none;
  return { hidden: spots.map(({ tap, down }) => ({ tap, depth: down - edge })), rise };
}

/** After drawing, and when the map or the sheet has moved: what lies under the sheet now. */
export function lookBelow() {
  const { hidden, rise } = measured();
  const button = /** @type {HTMLElement | null} */ (document.querySelector(".below"));
  button?.style.setProperty("bottom", `${rise + GAP}px`);
  if (hidden.length === count) return;
  count = hidden.length;
  change();
}

addEventListener("scroll", ({ target }) => target === boxNow() && lookBelow(), true);

/** Pushes the map up from under the sheet; the keyboard goes on in the first of the regions. */
function pushUp() {
  const { hidden } = measured();
  if (!hidden.length) return;
  hidden[0].tap.focus({ preventScroll: true });
  boxNow()?.scrollBy({ top: Math.ceil(Math.max(...hidden.map(({ depth }) => depth)) + ROOM) });
}

/** The button at the edge of the sheet; nothing where something in sight needs no die. */
export const belowButton = () =>
  count
    ? html`<button class="below" data-test="map-below" @click=${pushUp}>
        ${icon("down")}<span>${w("map.below", { count })}</span>
      </button>`
    : nothing;
