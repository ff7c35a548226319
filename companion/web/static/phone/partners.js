/** Before the game: who plays with whom. */
import { change, page } from "../lib/page.js";
import { tell } from "../lib/post.js";
import { seatMark, teamMark } from "../lib/seats.js";
import { teamsOf } from "../lib/teams.js";
import { w } from "../lib/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

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
  return tell("api/lobby", { order });
}

/** Before the game: the teams as they sit, and how to sit otherwise. */
export function teamsCard() {
  const teams = teamsOf(page.state.seats);
  if (!teams.length) return nothing;
  return html`<section class="card" data-test="teams">
    <h2>${w("lobby.teams")}</h2>
    <p>${w("lobby.teams.lead")}</p>
    <ul class="plain pairs">
      ${teams.map(
        (seats, team) =>
          html`<li data-test=${`team-${team}`}>
            ${teamMark(team)}
            ${seats.map(
              (seat) =>
                html`<button
                  class=${`quiet ${lifted === seat.id ? "lifted" : ""}`}
                  aria-pressed=${lifted === seat.id ? "true" : "false"}
                  data-test=${`partner-${seat.id}`}
                  @click=${() => tapSeat(seat.id)}
                >
                  ${seatMark(seat)}<span>${seat.name}</span>
                </button>`,
            )}
          </li>`,
      )}
    </ul>
  </section>`;
}
