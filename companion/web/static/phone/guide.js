/** A game that is under way already, entered on one phone: races, map, column, whose turn, coins. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { columnPart, settleColumn } from "./laycolumn.js";
import { flush, layingMap, layingPanel, putAway } from "./laymap.js";
import { change, page, seatOf, setting } from "../lib/page.js";
import { countCoins } from "./coins.js";
import { racesPart } from "./races.js";
import { settleTurn, turnPart } from "./right.js";
import { listed, w } from "../lib/words.js";

const STEPS = ["races", "map", "column", "turn", "coins"];

function coins() {
  const own = page.me.seats.map(seatOf);
  const others = page.state.seats.filter((seat) => !page.me.seats.includes(seat.id) && !seat.left);
  return html`${own.map(
    (seat) =>
      html`<h3>${seat.name}</h3>
        ${countCoins(seat, true)}`,
  )}
  ${
    others.length
      ? html`<p class="notice">${w("guide.coins.others", { names: listed(others.map((seat) => seat.name)) })}</p>`
      : nothing
  }`;
}

const CONTENT = { races: () => racesPart({ counts: false }), column: columnPart, turn: turnPart, coins };

/** What is filled in counts when one goes on; a refusal keeps one there. */
const SETTLE = { map: flush, column: settleColumn, turn: settleTurn };

async function next() {
  const step = page.guide;
  if (await (SETTLE[STEPS[step]] ?? (() => true))()) go(step + 1);
}

async function go(step) {
  await putAway();
  const over = step === null || step >= STEPS.length;
  if (over) setting("guide", false);
  change({ guide: over ? null : step, screen: "map", open: null });
  document.querySelector(".scroll")?.scrollTo(0, 0);
}

/** The step in hand, and the way on and back. */
export function guideScreen(over, sheet) {
  const key = STEPS[page.guide];
  const head = html`<header class="turn">
    <div>
      <h1>${w(`guide.title.${key}`)}</h1>
      <small>${w("guide.step", { number: page.guide + 1, of: STEPS.length })}</small>
    </div>
    <button class="link" data-test="guide-leave" @click=${() => go(null)}>${w("guide.leave")}</button>
  </header>`;
  const steps = html`<nav class="steps" aria-label=${w("guide")}>
    <button class="quiet" data-test="guide-back" ?disabled=${page.guide === 0} @click=${() => go(page.guide - 1)}>
      ${w("guide.back")}
    </button>
    <button class="main" data-test="guide-next" @click=${next}>
      ${w(page.guide + 1 < STEPS.length ? "guide.next" : "guide.done")}
    </button>
  </nav>`;
  const body =
    key === "map"
      ? html`${layingMap()}${layingPanel(null)}`
      : html`<div class="scroll">
          <main class="page guide">
            <p class="hint">${w(`guide.${key}`)}</p>
            ${CONTENT[key]()}
          </main>
        </div>`;
  return html`<div class=${`play ${key === "map" ? "on-map" : ""}`} data-test=${`guide-${key}`}>
    ${head}${over}${body}${steps}${sheet}
  </div>`;
}
