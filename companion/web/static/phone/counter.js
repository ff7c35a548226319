/** A number put right by plus and minus: nothing is sent before it is set. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "../lib/emblems.js";
import { change } from "../lib/page.js";
import { w } from "../lib/words.js";

/** What is being set, by key, until it is sent. */
const drafts = {};

/** The number as it stands on this phone, sent or not. */
export const counted = (key, value) => drafts[key] ?? value;

/** Sets something on this phone; the caller draws it. */
export function draft(key, value) {
  drafts[key] = value;
}

export function forget(key) {
  delete drafts[key];
  change();
}

/** Forgets everything whose key begins like this. */
export function forgetAll(beginning) {
  for (const key of Object.keys(drafts)) if (key.startsWith(beginning)) delete drafts[key];
}

/** One line with a number; with apply, a button sends it and a refusal keeps it. */
export function counter({ key, value, least, most, label, sign = nothing, apply = null }) {
  const now = counted(key, value);
  const set = (next) => {
    draft(key, next);
    change();
  };
  return html`<li>
    <span class="what">${sign} ${label}</span>
    <button
      class="round"
      aria-label=${w("sheet.fewer", { what: label })}
      data-test=${`${key}-minus`}
      ?disabled=${now <= least}
      @click=${() => set(now - 1)}
    >
      ${icon("minus")}
    </button>
    <output aria-live="polite" data-test=${key}>${now > 0 && least < 0 ? `+${now}` : now}</output>
    <button
      class="round"
      aria-label=${w("sheet.more", { what: label })}
      data-test=${`${key}-plus`}
      ?disabled=${now >= most}
      @click=${() => set(now + 1)}
    >
      ${icon("plus")}
    </button>
    ${
      apply
        ? html`<button
            class=${`set ${now === value ? "" : "due"}`}
            aria-label=${w("more.apply.what", { what: label })}
            data-test=${`${key}-set`}
            ?disabled=${now === value}
            @click=${async () => (await apply(now)) && forget(key)}
          >
            ${w("more.apply")}
          </button>`
        : nothing
    }
  </li>`;
}
