/** The page of a phone that has no seat: which game this is, who sits already, and the ways in. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "../lib/emblems.js";
import { change, game, page } from "../lib/page.js";
import { seatMark, seatName } from "../lib/seats.js";
import { w } from "../lib/words.js";
import { comeBack, joinForm, movedNotice, waitingNotice } from "./join.js";
import { languageChoice } from "./language.js";

/** Before the game everybody who sits; afterwards the list to come back by has the names. */
function sitting() {
  const { seats } = page.state;
  if (!seats.length) return html`<p class="sitting">${w("join.first")}</p>`;
  return html`<p class="sitting" data-test="sitting">
    <span>${w("join.sitting")}</span> ${seats.map(
      (seat) => html`<span class="chip">${seatMark(seat)} ${seat.name}</span>`,
    )}
  </p>`;
}

function face(screens) {
  const running = game();
  return html`<header class="welcome">
    <div class="board">${screens?.board() ?? nothing}</div>
    <h1>${w("join.game")}</h1>
    <p>
      ${
        running
          ? w(page.state.phase === "reveal" ? "join.over" : "join.now", running.turn)
          : html`${w("join.title")}. ${w("join.lead")}`
      }
    </p>
  </header>`;
}

/** A seat that somebody had, on this phone before or on one that is away; those that the app plays come last. */
function comingBack() {
  const back = page.state.seats
    .filter((seat) => !seat.left && (game() || !seat.level))
    .sort((one, other) => Number(Boolean(one.level)) - Number(Boolean(other.level)));
  if (!back.length) return nothing;
  return html`<section class="card">
    <h2>${w("join.here")}</h2>
    <p>${w("join.here.lead")}</p>
    <ul class="plain">
      ${back.map(
        (seat) =>
          html`<li>
            <button class="wide" data-test=${`rejoin-${seat.id}`} @click=${() => comeBack(seat)}>
              ${seatName({ ...seat, away: seat.phone && seat.away })}${
                seat.phone ? nothing : html`<small>${w(seat.level ? "app.here" : "seat.free")}</small>`
              }${icon("up")}
            </button>
          </li>`,
      )}
    </ul>
  </section>`;
}

/** `screens` has what is loaded a moment later, null before that. */
export function arrivalScreen(screens) {
  const canJoin = page.state.phase === "lobby";
  return html`<main class="page arrival" data-test="screen-join">
    ${face(screens)} ${movedNotice()}${waitingNotice()}${page.state.table.copy ? screens?.notices() : nothing}
    ${
      canJoin
        ? html`${sitting()}${joinForm()}${comingBack()}`
        : html`${comingBack()}
            <button class="wide watch" data-test="watch" @click=${() => change({ watching: true })}>
              ${w("join.watch")} ${icon("up")}
            </button>
            ${screens?.nextGame() ?? nothing}`
    }
    ${
      page.state.table.wifi
        ? html`<p><a class="button howto" href="wifi" data-test="to-wifi">${w("join.wifi")}</a></p>`
        : nothing
    }
    <p><a class="button howto" href="rules" data-test="to-rules">${icon("log")} ${w("rules")}</a></p>
    ${languageChoice()}
  </main>`;
}
