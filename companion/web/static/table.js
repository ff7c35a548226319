/** The table screen: what everybody may see, readable across the room. Nobody's secrets. */
import { html, nothing, render } from "./vendor/lit-html/lit-html.js";
import { face, noticeRoll, rolled, rolledBy } from "./die.js";
import { icon } from "./emblems.js";
import { hearTimes, timeOf } from "./clock.js";
import { comboSign } from "./column.js";
import { afterwards, revealed } from "./ending.js";
import { boardOf, mapView } from "./map.js";
import { change, game, mover, onChange, page, seatOf } from "./page.js";
import { pilesLine } from "./piles.js";
import { get } from "./post.js";
import { seatMark, seatName, teamMark } from "./seats.js";
import { listen } from "./stream.js";
import { w } from "./words.js";

const root = document.getElementById("app");
const LOG = 6;
const MANY = 3; // lines of what hands have to do
const LONG = 9; // letters of a name that is written smaller

/** The way in. On the Pi's own hotspot it has two steps: the Wi-Fi, then the page. */
function way() {
  const { address, wifi } = page.state.table;
  const open = html`<figure class="way"><img src=${`/qr.svg?${address}`} alt=${address} data-test="qr">
    <figcaption><b>${w(wifi ? "table.then" : "table.scan")}</b><span>${w("table.or")} <code>${address}</code></span>
      <small><a href="/rules">${w("rules")}</a> · <a href="/dice">${w("more.dice")}</a></small></figcaption></figure>`;
  if (!wifi) return open;
  return html`<div class="ways" data-test="two-steps"><figure class="way"><img src="/card/wifi.svg" alt=${wifi.name} data-test="qr-wifi">
    <figcaption><b>${w("table.join")}</b><span>${w("table.network")} <code>${wifi.name}</code></span>
      <span>${w("table.password")} <code>${wifi.password}</code></span></figcaption></figure>${open}</div>`;
}

function lobby() {
  const { seats } = page.state;
  return html`<main class="lobby" data-test="table-lobby">${way()}
    <section><h1>${w("title")}</h1>
      ${seats.length ? html`<ol class="plain seats">${seats.map((seat) => html`<li>${seatName(seat)}${seat.role ? html` <small>${seat.role}</small>` : nothing}
        ${page.state.lobby.start === seat.id ? icon("crown", w("lobby.begins")) : nothing}</li>`)}</ol>` : html`<p>${w("table.waiting")}</p>`}
      <p>${page.state.lobby.why_not ?? w("table.begins")}</p>
      <p><a href="/games">${w("games.title")}</a></p>
      ${page.state.table.notices.map((text) => html`<p class="notice">${text}</p>`)}
      ${page.state.table.copy ? html`<p class="notice" data-test="copy">${page.state.table.copy}</p>` : nothing}
      ${page.state.table.notices.length ? html`<p><a href="/status">${w("more.status")}</a></p>` : nothing}</section></main>`;
}

function track({ number, of }) {
  return html`<ol class="track" aria-label=${w("turn.of", { number, of })}>${Array.from({ length: of }, (_, place) => html`<li
    class=${place + 1 === number ? "now" : place + 1 < number ? "gone" : ""}>${place + 1}</li>`)}</ol>`;
}

function whose() {
  const { turn } = game();
  const seat = seatOf(mover());
  return html`<section class="whose" data-test="whose">${seatMark(seat)}<div>
    <h1 class=${seat.name.length > LONG ? "long" : ""}>${seat.name} ${teamMark(seat.team)}</h1><p>${turn.text}${turn.asked === null ? html` · ${w("turn.hand", { count: turn.hand })}` : nothing}</p></div></section>`;
}

/** Everybody round the table in the order of their turns, and whose phone does not hear the table. */
function round() {
  return html`<ol class="plain round" data-test="round">${page.state.seats.filter((seat) => !seat.left).map((seat) => html`<li
    class=${seat.id === mover() ? "now" : ""}>${seatMark(seat)}<span>${seat.name}</span>${teamMark(seat.team)}${timeOf(seat.id)}${seat.phone && seat.away ? icon("cut", w("seat.away")) : nothing}</li>`)}</ol>`;
}

/** What somebody is asked while others wait or go on. */
const questions = () => [...new Set(game().offers.filter((offer) => offer.kind === "choose").map((offer) => offer.lead))];

function play() {
  const { turn, column, chances, regions } = game();
  const { last, last_roll: roll, log } = page.state;
  const todo = last?.instructions ?? [];
  const due = chances.find((chance) => chance.kind === "roll");
  return html`<main class=${`playing c-${seatOf(mover()).colour}`} data-test="table-play">
    <div class="board">${page.board ? mapView({ board: page.board, regions, fixed: true }) : nothing}</div>
    <aside>
      ${page.state.clock?.paused ? html`<section class="due"><p>${w("clock.paused")}</p></section>` : nothing}
      ${whose()}${round()}${track(turn)}
      ${questions().map((text) => html`<section class="due"><p>${text}</p></section>`)}
      ${due ? html`<section class="due"><p>${due.text}</p><b>${w("table.due")}</b></section>` : nothing}
      ${roll && !due ? html`<section class="roll-last">${face(roll.pips, String(roll.pips))}<p>${roll.text}</p>${rolledBy(roll)}</section>` : nothing}
      ${last && (todo.length || last.text !== roll?.text) ? html`<section class="last"><p>${last.text}</p>${last.bill && !last.text.includes(last.bill) ? html`<small>${last.bill}</small>` : nothing}
        ${todo.slice(0, MANY).map((text) => html`<small class="do">${text}</small>`)}
        ${todo.length > MANY ? html`<small>${w("panel.todo", { count: todo.length - MANY })}</small>` : nothing}</section>` : nothing}
      <ol class="plain combos">${column.map((each) => html`<li>${comboSign(each)}<b>${each.name}</b>
        <span>${each.coins ? html`${icon("coin")} ${each.coins}` : nothing}</span></li>`)}</ol>
      ${game().piles.length ? html`<ul class="plain piles-line" data-test="piles">${pilesLine()}</ul>` : nothing}
      <ol class="plain rows">${log.slice(1, LOG).map((row) => html`<li class=${row.state ? "gone" : ""}>${row.text}</li>`)}</ol>
      ${way()}
    </aside></main>`;
}

function screen() {
  if (!page.state) return html`<main><p>${w("link.connecting")}</p></main>`;
  if (page.state.phase === "lobby") return lobby();
  if (page.state.phase === "reveal") {
    return html`<main class=${`end ${game().winner ? "over" : ""}`} data-test="table-end"><section><h1>${w("end.title")}</h1>${revealed()}</section>
      ${afterwards({ only: true })}</main>`;
  }
  return play();
}

function draw() {
  const why = ["lost", "full"].find((link) => link === page.link);
  render(html`${why ? html`<p class="link-lost" data-test=${why}>${icon("cut")} ${w(`link.${why}`)}</p>` : nothing}${screen()}${rolled()}`, root);
}

let asked = null;

async function onState(state) {
  noticeRoll(page.state, state);
  change({ state });
  const id = state.game?.map;
  if (!id || asked === id) return;
  asked = id;
  try {
    change({ board: boardOf(await get(`/api/map/${id}`)) });
  } catch {
    asked = null;
  }
}

onChange(draw);
listen(onState, (state) => page.link !== state && change({ link: state }), hearTimes);
