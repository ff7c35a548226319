/** A sheet over the page, which its button, a tap beside it and Escape close. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "../lib/emblems.js";
import { w } from "../lib/words.js";

/**
 * `name` is that of the sheet and, with "-close", of its button in tests; `label` is read aloud, `title` shown;
 * `look` names what the style sheet adds to it, and `over` lays it over another sheet.
 */
export function dialog({ name, closes = name, label, title = null, look = "", over = false, close }, content) {
  return html`<div class=${over ? "shade over" : "shade"} @click=${close}></div>
    <section
      class=${`sheet ${look}`}
      role="dialog"
      aria-modal="true"
      tabindex="-1"
      aria-label=${label}
      data-test=${name}
      @keydown=${(event) => event.key === "Escape" && close()}
    >
      <button class="round out" aria-label=${w("close")} data-test=${`${closes}-close`} @click=${close}>
        ${icon("close")}
      </button>
      ${title === null ? nothing : html`<h2>${title}</h2>`} ${content}
    </section>`;
}
