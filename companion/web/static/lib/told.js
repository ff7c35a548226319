/** What the table told this phone, with what one may do about it. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "./emblems.js";
import { change, page } from "./page.js";
import { w } from "./words.js";

export function told() {
  if (!page.told) return nothing;
  const { text, again, label } = page.told;
  return html`<section class="told" role="alert" data-test="told">
    <p>${text}</p>
    <div class="two">
      ${
        again
          ? html`<button
              class="quiet"
              data-test=${label ? "told-back" : "as-played"}
              @click=${() => {
                change({ told: null });
                again();
              }}
            >
              ${label ?? w("told.played")}
            </button>`
          : nothing
      } <button class="round" aria-label=${w("close")} @click=${() => change({ told: null })}>${icon("close")}</button>
    </div>
  </section>`;
}
