/** Somebody who comes while a game runs and wants to be in the next one: this phone remembers it, and joins then. */
import { html } from "../vendor/lit-html/lit-html.js";
import { icon } from "../lib/emblems.js";
import { nameField, whoAmI } from "./join.js";
import { change, page, stored } from "../lib/page.js";
import { newId, tell } from "../lib/post.js";
import { w } from "../lib/words.js";

const STORED = stored("next");

let waiting = recalled();
let joining = false;

function recalled() {
  try {
    return JSON.parse(localStorage.getItem(STORED));
  } catch {
    return null;
  }
}

function remember(wish) {
  waiting = wish;
  try {
    if (wish) localStorage.setItem(STORED, JSON.stringify(wish));
    else localStorage.removeItem(STORED);
  } catch {
    // A browser that stores nothing remembers it as long as its page is open.
  }
  change();
}

/** Sits down as soon as there is a lobby again; a name that is taken by then is asked for once more. */
export async function joinNext() {
  if (!waiting || joining || page.state?.phase !== "lobby" || page.me?.seats.length !== 0) return;
  joining = true;
  const { name, id } = waiting;
  const sits = await tell("api/join", { name, id });
  if (sits || page.link === "open") remember(null);
  joining = false;
  // The state that shows the seat may come before the answer that makes it this phone's.
  await whoAmI();
}

function submit(event) {
  event.preventDefault();
  remember({ name: String(new FormData(event.target).get("name")).trim(), id: newId() });
}

/** The offer of the next game, or what this phone has promised. */
export function nextGame() {
  if (waiting)
    return html`<section class="card next" role="status" data-test="next-waits">
      <h2>${icon("check")} ${w("next.waits", { name: waiting.name })}</h2>
      <p>${w("next.waits.lead")}</p>
      <button class="quiet" data-test="next-cancel" @click=${() => remember(null)}>${w("cancel")}</button>
    </section>`;
  return html`<form class="card next" @submit=${submit} data-test="next">
    <h2>${w("next.title")}</h2>
    ${nameField("next-name")}
    <button class="quiet" data-test="next-join">${w("next.go")}</button>
  </form>`;
}
