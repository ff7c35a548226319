/** Teams: who plays with whom, before the game and at its end. */
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { icon } from "./emblems.js";
import { change, page, seatOf } from "./page.js";
import { tell } from "./post.js";
import { seatMark, teamMark } from "./seats.js";
import { w } from "./words.js";

/** The seat that was tapped first; the next tap lets the two change places. */
let lifted = null;

async function tapSeat(id) {
  if (lifted === null || lifted === id) {
    lifted = lifted === id ? null : id;
    return change();
  }
  const order = page.state.seats.map((seat) => ({ [id]: lifted, [lifted]: id })[seat.id] ?? seat.id);
  lifted = null;
  change();
  return tell("/api/lobby", { order });
}

/** The seats of each team, in the order of play. */
export function teamsOf(seats) {
  const found = [];
  for (const seat of seats) if (seat.team !== null) (found[seat.team] ??= []).push(seat);
  return found;
}

/** Before the game: the teams as they sit, and how to sit otherwise. */
export function teamsCard() {
  const teams = teamsOf(page.state.seats);
  if (!teams.length) return nothing;
  return html`<section class="card" data-test="teams"><h2>${w("lobby.teams")}</h2><p>${w("lobby.teams.lead")}</p>
    <ul class="plain pairs">${teams.map((seats, team) => html`<li data-test=${`team-${team}`}>${teamMark(team)}
      ${seats.map((seat) => html`<button class=${`quiet ${lifted === seat.id ? "lifted" : ""}`} aria-pressed=${lifted === seat.id ? "true" : "false"}
        data-test=${`partner-${seat.id}`} @click=${() => tapSeat(seat.id)}>${seatMark(seat)}<span>${seat.name}</span></button>`)}</li>`)}</ul></section>`;
}

/** The reveal by teams: `shown` is what is laid open by seat, `row` draws a seat. A team's score is known with both purses. */
export function teamReveal(scores, shown, row) {
  const teams = scores.length ? scores.map(({ seats }) => seats.map(seatOf)) : teamsOf(page.state.seats);
  return html`<p class="hint">${w("end.team")}</p><div class="teams">${teams.map((seats) => {
    const coins = seats.map((seat) => shown.get(seat.id)?.coins);
    const known = coins.every((each) => each !== undefined);
    return html`<section class="team" data-test=${`team-${seats[0].team}`}><h2>${teamMark(seats[0].team)} ${w("team", { number: seats[0].team + 1 })}
      ${known ? html`<span class="amount" data-test=${`team-score-${seats[0].team}`}>${icon("coin")} ${Math.min(...coins)}</span>` : nothing}</h2>
      <ol class="plain reveal" aria-live="polite">${seats.map(row)}</ol></section>`;
  })}</div>`;
}
