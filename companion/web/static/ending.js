/** The reveal: one player at a time, the fewest coins first; then the winner, and the game in pictures. */
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { boxPart } from "./box.js";
import { icon } from "./emblems.js";
import { change, game, page } from "./page.js";
import { nameOf, send, tell } from "./post.js";
import { seatMark } from "./seats.js";
import { teamReveal, teamsOf } from "./teams.js";
import { w } from "./words.js";

const BREATH = 600; // ms in which a purse opens: a second tap would open the next unseen

let album = null; // what draws the pictures, once it has been loaded
let opened = { count: 0, at: 0 };

async function load() {
  load.begun ??= import("./album.js").catch(() => (load.begun = null));
  const loaded = await load.begun;
  if (!loaded || album) return;
  album = loaded.album;
  change();
}

/** The game in pictures, once every purse is open. */
export function afterwards(options) {
  if (!game().winner) return nothing;
  load();
  return album ? album(page.state.number, page.state.log[0]?.row, options) : nothing;
}

/** The players with what is laid open, also for the table screen. */
export function revealed() {
  const { reveal, winner, tie, team_scores: scores = [] } = game();
  const shown = new Map((reveal ?? []).map((each) => [each.seat, each]));
  if (shown.size !== opened.count) opened = { count: shown.size, at: performance.now() };
  const open = page.state.seats.filter((seat) => shown.has(seat.id)).sort((a, b) => shown.get(b.id).coins - shown.get(a.id).coins);
  const covered = page.state.seats.filter((seat) => !shown.has(seat.id));
  const row = (seat) => {
    const each = shown.get(seat.id);
    return html`<li class=${`c-${seat.colour} ${each ? "open" : "covered"} ${winner?.includes(seat.id) ? "first" : ""}`} data-test=${`reveal-${seat.id}`}>
      ${seatMark(seat)}<b>${seat.name}${seat.left ? html` <i class="away">${w("seat.left")}</i>` : nothing}</b>
      ${each ? html`<span class="amount">${icon("coin")} ${each.coins}</span><small>${w("end.tokens", { count: each.tokens })}</small>`
        : html`<span class="amount">${w("end.covered")}</span>`}</li>`;
  };
  return html`
    ${winner ? html`<p class="winner" data-test="winner" role="status">${icon("crown")}
      <b>${w(winner.length > 1 ? "end.winners" : "end.winner", { name: winner.map(nameOf).join(", ") })}</b></p>` : nothing}
    ${tie ? html`<p class="notice">${tie}</p>` : nothing}
    ${teamsOf(page.state.seats).length ? teamReveal(scores, shown, row) : html`<ol class="plain reveal" aria-live="polite">${[...covered, ...open].map(row)}</ol>`}`;
}

/** Opens the first purse, or the next one sooner than by itself. */
function unveil(seat) {
  if (opened.count && performance.now() - opened.at < BREATH) return;
  opened.at = performance.now();
  send(seat, { type: "unveil" }, null, false, false);
}

/** `right` is what can still be put right. */
export function endScreen(right) {
  const over = Boolean(game().winner);
  const seated = page.me.seats.length > 0;
  const seat = page.me.seats[0];
  const begun = game().reveal.length > 0;
  return html`<main class="page end" data-test="screen-end">
    <header class="title"><h1>${w("end.title")}</h1>${over ? nothing : html`<p>${w("end.lead")}</p>`}</header>
    ${revealed()}
    ${seated && !over ? html`<button class="main" data-test="unveil" @click=${() => unveil(seat)}>${w(begun ? "end.next" : "end.open")}</button>` : nothing}
    ${seated && over ? html`<button class="main" data-test="new-game" @click=${() => tell("/api/new", { by: seat })}>${w("end.new")}</button>` : nothing}
    ${seated ? right : nothing}
    ${over ? boxPart(["away"]) : nothing}
    ${afterwards()}
    ${over ? html`<section class="card"><a class="wide" href="/games" data-test="to-games">${icon("crown")} ${w("games.title")}</a></section>` : nothing}
  </main>`;
}
