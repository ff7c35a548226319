/** What machines say of themselves, and the copy of the games that can be taken up again. */
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { page } from "./page.js";
import { tell } from "./post.js";
import { twice } from "./twice.js";
import { w } from "./words.js";

/** Whoever sits here may take the copy up, and while nobody does, anybody: there is nothing that it could disturb. */
function offer() {
  const { copy } = page.state.table;
  if (!copy) return nothing;
  const may = !page.state.seats.length || page.me?.seats.length;
  return html`<section class="card" role="status" data-test="copy"><p>${copy}</p>
    ${may ? twice("take-copy", w("copy.take"), w("copy.sure"), () => tell("/api/copy", {})) : nothing}</section>`;
}

export function notices() {
  const { notices: said } = page.state.table;
  return html`${offer()}${said.map((text) => html`<p class="notice">${text}</p>`)}
    ${said.length ? html`<p><a class="link" href="/status" data-test="to-status-notice">${w("more.status")}</a></p>` : nothing}`;
}
