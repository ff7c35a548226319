/** Plus and minus on the token itself: over the region that was tapped last while tokens are laid out. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { add, asBefore, countsOf, laysOut, redirect, remaining, single, spare, stuck, touched } from "./forms.js";
import { icon } from "../lib/emblems.js";
import { change, page } from "../lib/page.js";
import { w } from "../lib/words.js";

const least = (slot) => (slot.none ? 0 : slot.least);

/** The pair of buttons for a form in hand; nothing where no region of it was tapped, or no other number can be. */
export function onToken(form) {
  const slot = form?.form.slots.find((each) => each.id === page.slot);
  // Pieces and tokens that come back are laid by taps, and the buttons would cover the next region.
  const laid = ["ready", "redeploy", "done"].includes(form?.kind);
  const count = slot && countsOf(form)[slot.id];
  const fixed = slot && ((count <= least(slot) && count >= slot.most) || stuck(form, slot.id));
  if (!slot || !laid || single(form) || fixed) return nothing;
  const name = { name: slot.label };
  // Who taps for one more where none is left to lay has to know where it can come from.
  const none = remaining(form) < 1;
  const more = () =>
    none ? redirect(form, slot.id) || change({ told: { text: w("form.none") } }) : add(form, slot.id, 1);
  const step = (sign, label, stops, tap, looks = "") =>
    html`<button
      class=${`round ${looks}`}
      aria-label=${label}
      data-test=${`token-${sign}`}
      ?disabled=${stops}
      @click=${tap}
    >
      ${icon(sign)}
    </button>`;
  return html`<div class="on-token" role="group" aria-label=${slot.label} data-test="on-token" data-at=${slot.id}>
    ${form.kind === "ready" ? html`<span>${w(count ? "form.stays" : "form.leaves")}</span>` : nothing}
    ${step("minus", w("form.minus", name), count <= least(slot), () => add(form, slot.id, -1))}
    <output>${count}</output>
    ${step("plus", w("form.plus", name), count >= slot.most, more, none && !spare(form, slot.id) ? "none" : "")}
    <button
      class="round"
      aria-label=${w("close")}
      data-test="token-close"
      @click=${() => change(laysOut(form) && !touched(form) ? asBefore(form) : { slot: null })}
    >
      ${icon("check")}
    </button>
  </div>`;
}

const BESIDE = 32; // px between the middle of the region and the buttons
const FINGER = 22; // px around the middle of a region that a finger needs

/** Whether a finger could not get at the middle of a region. @param {Element} region @param {DOMRect} box */
function covers(region, box) {
  const { left, right, top, bottom } = region.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const across = x > box.left - FINGER && x < box.right + FINGER;
  return across && y > box.top - FINGER && y < box.bottom + FINGER;
}

/**
 * Puts the buttons where their region is on the screen, within the stage: below or above it, in the middle or aside,
 * wherever they lie over fewest of the regions that would be tapped next.
 */
export function placeOnToken() {
  const shown = /** @type {HTMLElement | null} */ (document.querySelector(".on-token"));
  const region = shown && document.querySelector(`.tap[data-region="${CSS.escape(shown.dataset.at ?? "")}"]`);
  if (!shown || !region) return;
  const stage = shown.parentElement?.getBoundingClientRect() ?? document.body.getBoundingClientRect();
  // The sheet lies over the lower end of the stage.
  const sheet = document.querySelector(".sheetbox > .panel")?.getBoundingClientRect();
  const beside = !sheet || sheet.left >= stage.right || sheet.right <= stage.left;
  const low = (beside ? stage.bottom : Math.min(stage.bottom, sheet.top)) - stage.top;
  const at = region.getBoundingClientRect();
  const [wide, high] = [shown.offsetWidth, shown.offsetHeight];
  // A tip lies over its upper end, and lets fingers through where there is no room between the two.
  const tip = document.querySelector(".over-map > .coach")?.getBoundingClientRect();
  const below = tip && tip.left < stage.right && tip.right > stage.left ? tip.bottom - stage.top : 0;
  const free = below + high + 8 <= low ? below : 0;
  const within = (want, most, least = 0) => Math.max(4, least + 4, Math.min(most - 4, want));
  const [x, y] = [(at.left + at.right) / 2 - stage.left, (at.top + at.bottom) / 2 - stage.top];
  // The region itself counts as well: its tokens are what one looks at.
  const next = [...new Set([...document.querySelectorAll(".tap[data-can]"), region])];
  const [best] = [x - wide / 2, x - wide, x]
    .flatMap((left) => [y + BESIDE, y - BESIDE - high].map((top) => [left, top]))
    .map(([left, top]) => [within(left, stage.width - wide), within(top, low - high, free)])
    .map(([left, top]) => ({ left, top, box: new DOMRect(stage.left + left, stage.top + top, wide, high) }))
    .map(({ left, top, box }) => ({ left, top, over: next.filter((each) => covers(each, box)).length }))
    .sort((one, other) => one.over - other.over);
  shown.style.transform = `translate(${best.left}px, ${best.top}px)`;
}

addEventListener("scroll", placeOnToken, true);
