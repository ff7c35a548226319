/** Where all that can be had without the die lies under the sheet: the way there, before somebody rolls for less. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "../lib/emblems.js";
import { formOf, laysOut } from "./forms.js";
import { boxNow } from "../lib/maplook.js";
import { change, focus, offersOf, page } from "../lib/page.js";
import { w } from "../lib/words.js";

const ROOM = 28; // px from a region's middle down to the end of what stands there
const GAP = 2; // px between the button and the sheet
const NOTHING = { count: 0, way: 0, rise: 0 };

/** How many regions lie there, how far the map is pushed up for them, and how far the sheet lies over it, in px. */
let below = NOTHING;

function measured() {
  const box = boxNow();
  const sheet = document.querySelector(".sheetbox > .panel");
  // Islands have their own buttons, and fill the map by themselves.
  if (!box?.querySelector(".tap") || !sheet || page.board.isles.length > 1 || focus() === null) return NOTHING;
  // One that was opened, or that is about more than the next tap, covers the map for a while.
  if (sheet.classList.contains("tall")) return NOTHING;
  const { bottom } = box.getBoundingClientRect();
  const { left, top } = sheet.getBoundingClientRect();
  const rise = left < box.getBoundingClientRect().right ? Math.max(0, bottom - top) : 0;
  const offers = offersOf(focus());
  // Where tokens are laid out nobody conquers, and no die is rolled.
  const sure = laysOut(formOf(offers)) ? [] : offers.filter(({ kind }) => kind === "conquer");
  const depths = [...new Set(sure.map(({ region }) => region))].map((region) => {
    const at = box.querySelector(`.tap[data-region="${CSS.escape(region)}"]`)?.getBoundingClientRect();
    return at ? (at.top + at.bottom) / 2 - (bottom - rise) : 0;
  });
  if (!rise || !depths.length || depths.some((depth) => depth <= 0)) return NOTHING;
  return { count: depths.length, way: Math.ceil(Math.max(...depths) + ROOM), rise };
}

/** After drawing, and after a push of the map: what lies under the sheet now. */
export function lookBelow() {
  const now = measured();
  const button = /** @type {HTMLElement | null} */ (document.querySelector(".below"));
  button?.style.setProperty("bottom", `${now.rise + GAP}px`);
  if (JSON.stringify(now) === JSON.stringify(below)) return;
  below = now;
  change();
}

addEventListener("scroll", ({ target }) => target === boxNow() && lookBelow(), true);

/** A button at the edge of the sheet that pushes the map up; nothing where something in sight needs no die. */
export const belowButton = () =>
  below.count
    ? html`<button class="below" data-test="map-below" @click=${() => boxNow()?.scrollBy({ top: below.way })}>
        ${icon("down")}<span>${w("map.below", { count: below.count })}</span>
      </button>`
    : nothing;
