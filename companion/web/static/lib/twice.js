/** A button that asks once more before it does something large. */
import { html } from "../vendor/lit-html/lit-html.js";
import { change, page } from "./page.js";

export function twice(key, text, sure, work) {
  const armed = page.open === key;
  return html`<button
    class=${armed ? "grave" : "quiet"}
    data-test=${key}
    @click=${() => (armed ? work().then(() => change({ open: null })) : change({ open: key }))}
  >
    ${armed ? sure : text}
  </button>`;
}
