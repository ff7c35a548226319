/** The table screen during a game: the map, everybody at a glance, what was done last, and the column with prices. */
import { timeOf } from "../lib/clock.js";
import { comboSign, priceOf } from "../lib/combo.js";
import { comboArt } from "../lib/comboart.js";
import { face, rolledBy } from "../lib/die.js";
import { icon } from "../lib/emblems.js";
import { mapView, orderMarks } from "../lib/map.js";
import { game, mover, nameOf, page, reminds, seatOf, waiting } from "../lib/page.js";
import { pilesLine } from "../lib/piles.js";
import { seatMark, teamMark } from "../lib/seats.js";
import { sumView } from "../lib/sum.js";
import { anyOf, w } from "../lib/words.js";
import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { isOpen, links, way } from "./way.js";

const FEW = 3; // lines of what hands have to do that stay while a combo can be left out
const LONG = 24; // letters of a title that is written smaller
const ALL = { close: false, lines: Infinity, combos: Infinity, log: 5 };

let room = ALL; // how much there is room for beside the map

function track({ number, of }) {
  return html`<ol class="track" aria-label=${w("turn.of", { number, of })}>
    ${Array.from(
      { length: of },
      (_, place) =>
        html`<li class=${place + 1 === number ? "now" : place + 1 < number ? "gone" : ""}>${place + 1}</li>`,
    )}
  </ol>`;
}

/** Whom all wait for: between two turns those whose tokens have come back. */
const awaited = () =>
  (game().turn.stage === "withdraw" ? waiting().find((each) => each !== game().turn.seat) : undefined) ?? mover();

/** Whose turn it is, what is to be done, how far the game has come, and what is in hand. */
function top() {
  const { turn, bands } = game();
  const seat = seatOf(awaited());
  const band = bands.find(({ id }) => id === turn.band);
  return html`<header class="top">
    <section class="whose" data-test="whose">
      ${seatMark(seat)}
      <h1 class=${turn.text.length > LONG ? "long" : ""}>${turn.text} ${teamMark(seat.team)}</h1>
    </section>
    ${track(turn)}
    ${
      band && turn.asked === null
        ? html`<p class="in-hand" aria-label=${w("turn.hand", { count: turn.hand })}>
            ${icon(band.race)}<b>${turn.hand}</b>
          </p>`
        : nothing
    }
    ${isOpen() ? way() : nothing}
  </header>`;
}

const declinedName = (band) => `${band.name}, ${w("column.declined")}`;

/** A player: race and power, regions, tokens in hand, and what the last turn brought. */
function player(seat) {
  const own = game().bands.filter((band) => band.seat === seat.id);
  const shown = own.find((band) => !band.declined) ?? own.findLast((band) => band.regions);
  // What else scores has its sign, which is that of its tokens on the map.
  const others = own.filter((band) => band !== shown && band.regions);
  const regions = own.reduce((sum, band) => sum + band.regions, 0);
  const hand = own.reduce((sum, band) => sum + band.hand + band.withdrawn, 0);
  return html`<li class=${`player c-${seat.colour} ${seat.id === awaited() ? "now" : ""}`}>
    <p>
      ${seatMark(seat)} <b>${seat.name}</b>${teamMark(seat.team)}
      ${
        shown
          ? html`<span class="race"
              >${comboSign(shown)}<i>${shown.declined ? declinedName(shown) : shown.name}</i>${others.map(
                (band) =>
                  html`<span class="also" role="img" aria-label=${declinedName(band)}>${comboSign(band)}</span>`,
              )}</span
            >`
          : nothing
      }
    </p>
    <p class="figures">
      <span aria-label=${w("table.regions", { count: regions })}
        >${icon("region")} <span class="wide">${w("table.regions", { count: regions })}</span
        ><span class="narrow">${regions}</span></span
      >
      <span class="hand" aria-label=${w("turn.hand", { count: hand })}
        >${icon("reserve")} <span class="wide">${w("turn.hand", { count: hand })}</span
        ><span class="narrow">${hand}</span></span
      >
      ${
        (seat.income ?? null) === null
          ? nothing
          : html`<span aria-label=${w("table.income", { count: seat.income })}>${icon("coin")} +${seat.income}</span>`
      }
      ${timeOf(seat.id)}
    </p>
    ${seat.phone && seat.away ? html`<p class="cut">${icon("cut")} ${w("seat.away")}</p>` : nothing}
  </li>`;
}

/** What somebody is asked while others wait or go on. */
const questions = () => [
  ...new Set(
    game()
      .offers.filter((offer) => offer.kind === "choose")
      // The answers that follow it are on that phone alone.
      .map((offer) => offer.lead.replace(/\s*:$/, "")),
  ),
];

const due = (text, more = nothing) =>
  html`<section class="due">
    <p>${text}</p>
    ${more}
  </section>`;

/** What a player has asked of another one, and who may approve it. */
const asked = ({ text, may }) =>
  due(text, html`<small data-test="asked">${w("ask.title", { name: anyOf(may.map(nameOf)) })}</small>`);

/** Whether a roll belongs to the turn that is played now. */
const isOfNow = ({ occasion }, { number, seat }) => occasion.startsWith(`turn${number}.seat${seat}.`);

const lastRoll = (roll) =>
  html`<div class="roll-last">
    ${face(roll.pips, String(roll.pips))}
    <p>${roll.text}</p>
    ${rolledBy(roll)}
  </div>`;

/** What hands still have to do of the steps of an act, without what is ticked off, and the coins: phones have those. */
const toDo = (row, steps) =>
  steps
    .map((step, at) => ({ number: at, lines: [...step.texts.keys()], ...step }))
    .map((step) => ({
      ...step,
      texts: step.texts.filter((_, at) => !page.state.ticks[row]?.[step.number]?.[step.lines[at]]),
    }))
    .filter(({ texts, coins }) => texts.length && !coins);

const hasSteps = ({ steps }) => steps.some(({ coins }) => !coins);
const allDone = () => html`<small data-test="steps-done">${icon("check")} ${w("steps.done")}</small>`;

/** How many steps of earlier acts are left, where it is reminded of them. */
const leftOver = () =>
  reminds() ? page.state.earlier.reduce((sum, { row, steps }) => sum + toDo(row, steps).length, 0) : 0;

const suggested = () => Object.values(game().regions).some(({ unconfirmed }) => unconfirmed);

/** What is left of the act that hands may still be at, or just before one that moves nothing on the map. */
function justBefore({ steps }) {
  const act = page.state.earlier.at(-1);
  return act && (act.just || !steps.some(({ places }) => places.length)) ? toDo(act.row, act.steps) : [];
}

/** What hands do, as far as there is room. */
function lines(todo) {
  const more = todo.length - room.lines;
  return html`${todo.slice(0, room.lines).map((line) => html`<small class="do">${line}</small>`)}
  ${more > 0 ? html`<small data-test="more-to-do">${w("panel.todo", { count: more })}</small>` : nothing}`;
}

/** What was done last, and what hands have to do; `title` where it is not told already, as a roll is. */
function lastAct(last, title) {
  const before = justBefore(last);
  // What is from before would seem new: hands would do it twice.
  const past = before
    .flatMap(({ texts }) => texts)
    .map((text, at) => html`<i>${at ? nothing : html`${w("steps.past")} · `}${text}</i>`);
  const todo = [...toDo(last.row, last.steps).flatMap(({ texts }) => texts), ...past];
  const left = leftOver() - (reminds() ? before.length : 0);
  const news = last.steps.filter((step) => step.news).flatMap(({ texts }) => texts);
  if (!title && !todo.length && !left && !news.length) return nothing;
  return html`<section class="last" data-test="last">
    ${title ? html`${title} ${sumView(last.bill)}` : nothing} ${lines(todo)}
    ${news.map((text) => html`<small data-test="news">${text}</small>`)}
    ${left ? html`<small data-test="steps-left">${w("steps.before", { count: left })}</small>` : nothing}
    ${hasSteps(last) && !todo.length && !left ? allDone() : nothing}
    ${suggested() ? html`<small data-test="suggested">${w("table.suggested")}</small>` : nothing}
  </section>`;
}

/** What the app has played, for whoever moves its pieces. */
const appPlays = ({ first, lead, steps }) =>
  html`<section class="last app-turn" data-test="app-turn">
    ${lead.map((text) => html`<p>${text}</p>`)}
    ${lines(
      toDo(first, steps).map(
        ({ texts, order }) => html`${order ? html`<b>${order}</b> ` : nothing}${texts.join(" · ")}`,
      ),
    )}
    <p><b>${w("app.task.phone")}</b></p>
  </section>`;

/** What is waited for, or what was done. */
function latest() {
  const { chances, turn } = game();
  const { app, last, last_roll, clock, table } = page.state;
  const roll = last_roll && isOfNow(last_roll, turn) ? last_roll : null;
  const call = chances.find((chance) => chance.kind === "roll");
  const shown = call ? null : roll;
  const told = last?.text === roll?.text;
  // What a roll gives hands to do stands under it: it is written once.
  const title = told && shown && hasSteps(last) ? lastRoll(shown) : null;
  return html`<div class="latest">
    ${clock?.paused ? due(w("clock.paused")) : nothing} ${page.state.asks.map(asked)}
    ${questions().map((text) => due(text))}
    ${call ? due(call.text, html`<b>${w(table.button ? "table.due" : "table.due.phone")}</b>`) : nothing}
    ${shown && (app || !title) ? html`<section>${lastRoll(shown)}</section>` : nothing} ${app ? appPlays(app) : nothing}
    ${last && !app ? lastAct(last, title ?? (call || told ? null : html`<p>${last.text}</p>`)) : nothing}
  </div>`;
}

const combo = (each) =>
  html`<li>
    ${comboArt(each, each.place)}${comboSign(each)}<b>${each.name}</b>
    ${
      each.coins
        ? html`<span class="gain" role="img" aria-label=${w("column.coins", { count: each.coins })}
            >${icon("coin")} +${each.coins}</span
          >`
        : nothing
    }
    <span class="price">${priceOf(each)}</span>
  </li>`;

/** What stands beside the map. */
function side() {
  const { column, piles } = game();
  const { log, seats } = page.state;
  return html`<ol class="plain players" data-test="round">
      ${seats.filter((seat) => !seat.left).map(player)}
    </ol>
    ${latest()}
    <ol class=${`plain combos ${room.close ? "close" : ""}`}>
      ${column.slice(0, room.combos).map(combo)}
      ${
        room.combos && column.length > room.combos
          ? html`<li class="more">${w("table.combos", { count: column.length - room.combos })}</li>`
          : nothing
      }
    </ol>
    ${
      piles.length
        ? html`<ul class="plain piles-line" data-test="piles">
            ${pilesLine()}
          </ul>`
        : nothing
    }
    <ol class="plain rows">
      ${log
        .slice(1)
        .filter(({ drawn }) => !drawn)
        .slice(0, room.log)
        .map((row) => html`<li class=${row.state ? "gone" : ""}>${row.text}</li>`)}
    </ol>
    <p class="links">${isOpen() ? nothing : html`<code>${page.state.table.address}</code> · `}${links()}</p>`;
}

const isCut = (box) => box.scrollHeight > box.clientHeight + 1;

/** What gives way next where not all is whole: combos move together, then lines go, then combos, from the last. */
function less(aside) {
  const [lines, combos] = [".do", ".combos li:not(.more)"].map((each) => aside.querySelectorAll(each).length);
  if (!room.close) return { ...room, close: true };
  // Nobody picks a combo while the pieces of the app are moved.
  const few = page.state.app ? Infinity : FEW;
  if (lines > few || (lines && !combos)) return { ...room, lines: lines - 1 };
  return combos ? { ...room, combos: combos - 1 } : null;
}

/** After drawing: fills what is beside the map with as much as is whole there. The log has what is left. */
export function fillSide() {
  const aside = document.querySelector("aside");
  if (!aside) return;
  const fill = (next) => {
    room = next;
    render(side(), aside);
  };
  fill(ALL);
  while ([aside, aside.querySelector(".latest")].some(isCut)) {
    const next = less(aside);
    if (!next) break;
    fill(next);
  }
  const rows = aside.querySelector(".rows");
  const end = rows.getBoundingClientRect().bottom;
  fill({ ...room, log: [...rows.children].filter((row) => row.getBoundingClientRect().bottom <= end).length });
}

export function playing() {
  const { regions } = game();
  const marks = orderMarks(page.state.app?.order ?? []);
  return html`<main class=${`playing c-${seatOf(awaited()).colour}`} data-test="table-play">
    ${top()}
    <div class="board">${page.board ? mapView({ board: page.board, regions, marks, fixed: true }) : nothing}</div>
    <aside></aside>
  </main>`;
}
