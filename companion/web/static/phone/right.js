/** Everything that can be put right, part by part: this turn, whose turn, races, the map, the column, coins. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { coinsWithReason } from "./reasons.js";
import { counted, counter, forget } from "./counter.js";
import { icon } from "../lib/emblems.js";
import { columnPart } from "./laycolumn.js";
import { openTurns } from "./log.js";
import { change, game, page, seatOf } from "../lib/page.js";
import { enter } from "../lib/post.js";
import { pilesPart } from "./pilesheet.js";
import { countCoins } from "./coins.js";
import { racesPart } from "./races.js";
import { recordPart } from "./record.js";
import { seatMark } from "../lib/seats.js";
import { signed } from "../lib/sum.js";
import { w } from "../lib/words.js";

const TURN = "turn-number";

/**
 * What is chosen here, until the turn is another one: {number, seat} as they were, and the seat whose turn it really
 * is.
 */
let chosen = null;

function turnNow() {
  const { number, seat } = game().turn;
  if (chosen?.number !== number || chosen?.seat !== seat) {
    if (chosen) forget(TURN);
    chosen = { number, seat, whose: seat };
  }
  return { number: counted(TURN, number), seat: seatOf(chosen.whose) };
}

/** Asks for the turn that was chosen, if it is another one; whether it is or was asked for. */
export async function settleTurn() {
  const { number, seat } = turnNow();
  if (number === game().turn.number && seat.id === game().turn.seat) return true;
  return Boolean(await enter({ type: "set_turn", number, seat: seat.id }));
}

export function turnPart() {
  const { number, seat } = turnNow();
  const set = () => enter({ type: "set_turn", number, seat: seat.id });
  return html`<p class="hint">${w("more.turn.lead")}</p>
    <ul class="slots">
      ${counter({ key: TURN, value: game().turn.number, least: 1, most: game().turn.of, label: w("more.number") })}
    </ul>
    <div class="tools" role="group" aria-label=${w("more.turn.whose")}>
      ${page.state.seats
        .filter((each) => !each.left)
        .map(
          (each) =>
            html`<button
              class=${each === seat ? "chosen" : ""}
              aria-pressed=${each === seat}
              data-test=${`turn-seat-${each.id}`}
              @click=${() => {
                chosen = { ...chosen, whose: each.id };
                change();
              }}
            >
              ${seatMark(each)}<span>${each.name}</span>
            </button>`,
        )}
    </div>
    <button class="main" data-test="turn-set" @click=${set}>
      ${w("more.turn.set", { number, name: seat.name })}
    </button>`;
}

const ofOthers = (seat) =>
  coinsWithReason({
    key: `coins-${seat.id}`,
    least: -99,
    label: seat.name,
    sign: seatMark(seat),
    question: (difference) => html`<b>${w("coins.why", { name: seat.name, count: signed(difference) })}</b>`,
    apply: (reason, difference, note) => enter({ type: "set_coins", seat: seat.id, difference, reason, note }),
  });

export function coinsPart() {
  const others = page.state.seats.filter((seat) => !page.me.seats.includes(seat.id));
  return html`${page.me.seats.map(seatOf).map(
    (seat) =>
      html`<h3>${seatMark(seat)} ${w("coins.own", { name: seat.name })}</h3>
        ${countCoins(seat)}`,
  )}
  ${
    others.length
      ? html`<h3>${w("coins.others")}</h3>
          <p class="hint">${w("more.coins.lead")}</p>
          <ul class="slots">
            ${others.map(ofOthers)}
          </ul>`
      : nothing
  }`;
}

/** The part that lies open, and whether all of it does. */
let open = null;
let shown = false;

/** Goes to a part of what can be put right. */
export function putRight(key) {
  open = key;
  shown = true;
  change({ screen: "more", open: null });
  setTimeout(() => document.querySelector(`[data-test="right-${key}"]`)?.scrollIntoView());
}

function toggle(key, button) {
  open = open === key ? null : key;
  change();
  // What closed above moved it away.
  setTimeout(() => button.scrollIntoView({ block: "nearest" }));
}

function part(key, content) {
  const lies = open === key;
  return html`<div class=${`part ${lies ? "open" : ""}`}>
    <button
      class="wide"
      aria-expanded=${lies}
      data-test=${`right-${key}`}
      @click=${(event) => toggle(key, event.currentTarget)}
    >
      ${w(`right.${key}`)}${icon(lies ? "up" : "down")}</button
    >${lies ? content() : nothing}
  </div>`;
}

function rightParts() {
  return html` ${part("record", recordPart)} ${part("turn", turnPart)} ${part("races", racesPart)}
    ${game().piles.length ? part("piles", pilesPart) : nothing} ${part("column", columnPart)}
    ${part("coins", coinsPart)}
    <button class="wide" data-test="right-past" @click=${openTurns}>${w("right.past")}${icon("log")}</button>
    <button
      class="wide"
      data-test="right-check"
      @click=${() => change({ screen: "map", checking: true, laying: false, open: null })}
    >
      ${w("right.check")}${icon("check")}
    </button>
    <button class="wide" data-test="right-map" @click=${() => change({ screen: "map", laying: true, open: null })}>
      ${w("right.map")}${icon("map")}
    </button>
    <button class="wide" data-test="right-all" @click=${() => change({ guide: 0, open: null })}>
      ${w("right.all")}${icon("log")}
    </button>`;
}

/** What can still be put right when the game is over: old turns, and coins; who has won follows from both. */
export function rightAtEnd() {
  return html`<details class="card" data-test="put-right">
    <summary>${w("end.right")}</summary>
    <p class="hint">${w("end.right.lead")}</p>
    <button class="wide" data-test="right-past" @click=${openTurns}>${w("right.past")}${icon("log")}</button>
    ${part("coins", coinsPart)}
  </details>`;
}

/** All that can be put right. */
export function rightCard() {
  return html`<details
    class="card"
    data-test="put-right"
    .open=${live(shown)}
    @toggle=${(event) => {
      shown = event.target.open;
    }}
  >
    <summary>${w("more.right")}</summary>
    <p class="hint">${w("more.right.lead")}</p>
    ${rightParts()}
  </details>`;
}
