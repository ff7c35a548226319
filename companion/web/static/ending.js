/** The reveal: one player at a time, the fewest coins first; then the winner. */
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { boxPart } from "./box.js";
import { icon } from "./emblems.js";
import { game, page } from "./page.js";
import { nameOf, send, tell } from "./post.js";
import { seatMark } from "./seats.js";
import { w } from "./words.js";

/** The players with what is laid open, also for the table screen. */
export function revealed() {
  const { reveal, winner, tie } = game();
  const shown = new Map((reveal ?? []).map((each) => [each.seat, each]));
  const open = page.state.seats.filter((seat) => shown.has(seat.id)).sort((a, b) => shown.get(b.id).coins - shown.get(a.id).coins);
  const covered = page.state.seats.filter((seat) => !shown.has(seat.id));
  return html`
    ${winner ? html`<p class="winner" data-test="winner">${icon("crown")}
      <b>${w(winner.length > 1 ? "end.winners" : "end.winner", { name: winner.map(nameOf).join(", ") })}</b></p>` : nothing}
    ${tie ? html`<p class="notice">${tie}</p>` : nothing}
    <ol class="plain reveal">
      ${[...covered, ...open].map((seat) => {
        const each = shown.get(seat.id);
        return html`<li class=${`c-${seat.colour} ${each ? "open" : "covered"} ${winner?.includes(seat.id) ? "first" : ""}`} data-test=${`reveal-${seat.id}`}>
          ${seatMark(seat)}<b>${seat.name}${seat.left ? html` <i class="away">${w("seat.left")}</i>` : nothing}</b>
          ${each ? html`<span class="amount">${icon("coin")} ${each.coins}</span><small>${w("end.tokens", { count: each.tokens })}</small>`
            : html`<span class="amount">${w("end.covered")}</span>`}</li>`;
      })}
    </ol>`;
}

export function endScreen() {
  const over = Boolean(game().winner);
  const seated = page.me.seats.length > 0;
  const seat = page.me.seats[0];
  return html`<main class="page end" data-test="screen-end">
    <header class="title"><h1>${w("end.title")}</h1><p>${w("end.lead")}</p></header>
    ${revealed()}
    ${seated && !over ? html`<button class="main" data-test="unveil" @click=${() => send(seat, { type: "unveil" }, null, false, false)}>${w("end.next")}</button>` : nothing}
    ${over ? boxPart(["away"]) : nothing}
    ${seated && over ? html`<a class="button quiet" href="/api/record" download="game.jsonl" data-test="record">${icon("log")} ${w("end.record")}</a>` : nothing}
    ${seated && over ? html`<button class="main" data-test="new-game" @click=${() => tell("/api/new", { by: seat })}>${w("end.new")}</button>` : nothing}
  </main>`;
}
