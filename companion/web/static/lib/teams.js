/** Teams: who plays with whom, and what each has won. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "./emblems.js";
import { page, seatOf } from "./page.js";
import { teamMark } from "./seats.js";
import { w } from "./words.js";

/** The seats of each team, in the order of play. */
export function teamsOf(seats) {
  const found = [];
  for (const seat of seats) if (seat.team !== null) (found[seat.team] ??= []).push(seat);
  return found;
}

/**
 * The reveal by teams: `shown` is what is laid open by seat, `row` draws a seat. A team's score is known with both
 * purses.
 */
export function teamReveal(scores, shown, row) {
  const teams = scores.length ? scores.map(({ seats }) => seats.map(seatOf)) : teamsOf(page.state.seats);
  return html`<p class="hint">${w("end.team")}</p>
    <div class="teams">
      ${teams.map((seats) => {
        const coins = seats.map((seat) => shown.get(seat.id)?.coins);
        const known = coins.every((each) => each !== undefined);
        return html`<section class="team" data-test=${`team-${seats[0].team}`}>
          <h2>
            ${teamMark(seats[0].team)} ${w("team", { number: seats[0].team + 1 })}
            ${
              known
                ? html`<span class="amount" data-test=${`team-score-${seats[0].team}`}
                    >${icon("coin")} ${Math.min(...coins)}</span
                  >`
                : nothing
            }
          </h2>
          <ol class="plain reveal" aria-live="polite">
            ${seats.map(row)}
          </ol>
        </section>`;
      })}
    </div>`;
}
