/** The newcomer's page: our signs in their places. The words are there without it. */
import { html, render } from "../vendor/lit-html/lit-html.js";
import { icon } from "../lib/emblems.js";

/** A plain region, for which no sign is needed anywhere else. */
const region = html`<svg class="icon region" viewBox="0 0 24 24" aria-hidden="true">
  <path d="M4 6l7-3 8 4 2 8-7 6-9-3z"></path>
</svg>`;

for (const place of document.querySelectorAll("[data-sign]")) {
  const sign = place.getAttribute("data-sign");
  render(sign === "region" ? region : icon(sign), /** @type {HTMLElement} */ (place));
}
