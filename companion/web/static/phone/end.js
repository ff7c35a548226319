/** The reveal on a phone: opening one purse after the other, and what comes after the game. */
import { boxPart } from "./box.js";
import { icon } from "../lib/emblems.js";
import { afterwards, lastOpened, revealed } from "../lib/ending.js";
import { game, here, page } from "../lib/page.js";
import { send, tell } from "../lib/post.js";
import { twice } from "../lib/twice.js";
import { w } from "../lib/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

const BREATH = 600; // ms in which a purse opens: a second tap would open the next unseen
let tapped = -BREATH;

/** Opens the first purse, or the next one sooner than by itself. */
function unveil(seat) {
  const { count, at } = lastOpened();
  if ((count && performance.now() - at < BREATH) || performance.now() - tapped < BREATH) return;
  tapped = performance.now();
  send(seat, { type: "unveil" }, null, false, false);
}

/** `right` is what can still be put right. */
export function endScreen(right) {
  const over = Boolean(game().winner);
  const seated = page.me.seats.length > 0;
  const seat = page.me.seats[0];
  const begun = game().reveal.length > 0;
  return html`<main class="page end" data-test="screen-end">
    <header class="title">
      <h1>${w("end.title")}</h1>
      ${over ? nothing : html`<p>${w("end.lead")}</p>`}
    </header>
    ${revealed()}
    ${
      seated && !over
        ? html`<button class="main" data-test="unveil" @click=${() => unveil(seat)}>
            ${w(begun ? "end.next" : "end.open")}
          </button>`
        : nothing
    }
    ${
      seated && over
        ? html`<div class="again">
            ${twice("new-game", w("end.new"), w("end.again"), () => tell("api/new", { by: seat }))}
            ${page.open === "new-game" ? html`<p class="hint" role="status">${w("end.again.lead")}</p>` : nothing}
          </div>`
        : nothing
    }
    ${seated ? right : nothing} ${over ? boxPart(["away"]) : nothing} ${afterwards()}
    ${
      over && here()
        ? html`<section class="card">
            <a class="wide" href="games" data-test="to-games">${icon("crown")} ${w("more.games")}</a>
          </section>`
        : nothing
    }
  </main>`;
}
