/** The reveal on the table screen: player after player, then the winner's colour over everything, and the board. */
import { afterwards, revealed, winners } from "../lib/ending.js";
import { icon } from "../lib/emblems.js";
import { miniature } from "../lib/miniature.js";
import { change, game, page, seatOf } from "../lib/page.js";
import { place, w } from "../lib/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

const VIEW = 20_000; // ms until the other half of the end is shown

/** After the game the picture for everybody's cameras and the figures take turns, until somebody taps. */
let figures = false;
let turning = 0;

function turn(byHand) {
  figures = !figures;
  change();
  clearInterval(turning);
  turning = byHand ? -1 : setInterval(turn, VIEW);
}

/** The turn of the last score: one that was broken off before anybody scored is none. */
const played = () => page.state.log.find(({ sheet, state }) => sheet && !state)?.sheet.turn ?? game().turn.number;

const facts = () =>
  html`<p class="facts">
    <span>${w("charts.turns", { count: played() })} · ${w("table.players", { count: page.state.seats.length })}</span>
    <span>${new Date().toLocaleDateString(place, { dateStyle: "long" })}</span>
  </p>`;

export function finale() {
  const { winner, regions } = game();
  if (!winner) {
    clearInterval(turning);
    turning = 0;
    figures = false;
  } else if (!turning) turning = setInterval(turn, VIEW);
  const flood = winner ? `over c-${seatOf(winner[0]).colour}` : "";
  return html`<main class=${`end ${flood} ${figures ? "figures" : ""}`} data-test="table-end">
    <header>
      ${
        winner
          ? html`<h1 class="winner" data-test="winner" role="status">${icon("crown")} ${winners(winner)}</h1>`
          : html`<h1>${w("end.title")}</h1>`
      }
      ${winner ? facts() : nothing}
    </header>
    <div class="framed">${miniature(page.board, regions)}</div>
    <section class="podium">${revealed({ podium: true })}</section>
    ${winner ? html`<div class="album" @click=${() => turn(true)}>${afterwards({ only: true })}</div>` : nothing}
  </main>`;
}
