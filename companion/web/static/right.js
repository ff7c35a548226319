/** Everything that can be put right, part by part: whose turn, races, the map, the column, coins. */
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { counted, counter, forget } from "./counter.js";
import { icon } from "./emblems.js";
import { columnPart } from "./laycolumn.js";
import { racesPart } from "./races.js";
import { change, game, page, seatOf } from "./page.js";
import { enter } from "./post.js";
import { seatMark } from "./seats.js";
import { w } from "./words.js";

const TURN = "turn-number";

/** What is chosen here, until the turn is another one: {number, seat} as they were, and the seat whose turn it really is. */
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
    <ul class="slots">${counter({ key: TURN, value: game().turn.number, least: 1, most: game().turn.of, label: w("more.number") })}</ul>
    <div class="tools" role="group" aria-label=${w("more.turn.whose")}>${page.state.seats.filter((each) => !each.left).map((each) => html`<button class=${each === seat ? "chosen" : ""} aria-pressed=${each === seat}
      data-test=${`turn-seat-${each.id}`} @click=${() => { chosen = { ...chosen, whose: each.id }; change(); }}>${seatMark(each)}<span>${each.name}</span></button>`)}</div>
    <button class="main" data-test="turn-set" @click=${set}>${w("more.turn.set", { number, name: seat.name })}</button>`;
}

export function coinsPart() {
  return html`<p class="hint">${w("more.coins.lead")}</p><ul class="slots">${page.state.seats.map((seat) =>
    counter({ key: `coins-${seat.id}`, value: 0, least: -99, most: 99, label: seat.name,
      apply: (difference) => enter({ type: "set_coins", seat: seat.id, difference }) }))}</ul>`;
}

/** The part that lies open. */
let open = null;

function part(key, content) {
  const shown = open === key;
  return html`<div class="part"><button class="wide" aria-expanded=${shown} data-test=${`right-${key}`}
    @click=${() => { open = shown ? null : key; change(); }}>${w(`right.${key}`)}${icon(shown ? "up" : "down")}</button>${shown ? content() : nothing}</div>`;
}

export function rightParts() {
  return html`
    <h3>${w("right.turn")}</h3>${turnPart()}
    ${part("races", racesPart)}
    ${part("column", columnPart)}
    ${part("coins", coinsPart)}
    <button class="wide" data-test="right-map" @click=${() => change({ screen: "map", laying: true, open: null })}>${w("right.map")}${icon("map")}</button>
    <button class="wide" data-test="right-all" @click=${() => change({ guide: 0, open: null })}>${w("right.all")}${icon("log")}</button>`;
}
