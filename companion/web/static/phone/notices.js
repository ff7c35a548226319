/** What machines say of themselves, and the copy of the games that can be taken up again. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { here, page } from "../lib/page.js";
import { tell } from "../lib/post.js";
import { twice } from "../lib/twice.js";
import { w } from "../lib/words.js";

/** A button for the copy, or for what the table has without it. */
function choice(key, take) {
  const said = take ? "copy.take" : "copy.stay";
  const sure = take ? "copy.sure" : "copy.stay.sure";
  return twice(key, w(said), w(sure), () => tell("api/copy", { take }));
}

/** Whoever sits here may take the copy up, and while nobody does, anybody: there is nothing that it could disturb. */
function offer() {
  const { copy } = page.state.table;
  if (!copy) return nothing;
  const may = !page.state.seats.length || page.me?.seats.length;
  return html`<section class="card" role="status" data-test="copy">
    <p>${copy}</p>
    ${may ? [choice("take-copy", true), choice("leave-copy", false)] : nothing}
  </section>`;
}

export function notices() {
  const { notices: said } = page.state.table;
  return html`${offer()}${said.map((text) => html`<p class="notice">${text}</p>`)}
  ${
    said.length && here()
      ? html`<p><a class="link" href="status" data-test="to-status-notice">${w("more.status")}</a></p>`
      : nothing
  }`;
}
