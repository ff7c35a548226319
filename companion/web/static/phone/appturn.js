/** The app's turn on one card: what it took, what hands do in order, and the tap of whoever has moved its pieces. */
import { icon } from "../lib/emblems.js";
import { game, nameOf, page, seatOf } from "../lib/page.js";
import { send } from "../lib/post.js";
import { seatMark } from "../lib/seats.js";
import { w } from "../lib/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { stepList } from "./steps.js";

/** The app's turn that is under way; null while a person plays, also where somebody plays for the app. */
export const appTurn = () => (page.state.app?.seat === page.acting ? null : (page.state.app ?? null));

/** What the turn brings, once it is over. */
const coins = ({ seat }) => {
  const { sheet } = game();
  return sheet && !sheet.accepted && sheet.seat === seat ? html`${icon("coin")} +${sheet.total}` : nothing;
};

/** The card, for everybody; only a phone with a seat ends the turn. */
export function appCard(turn) {
  const { seat, lead, ends } = turn;
  const seated = page.me.seats.length > 0;
  return html`<section class="app-turn" data-test="app-turn">
    ${(lead.length ? lead : [w("app.title", { name: nameOf(seat) })]).map(
      (text) => html`<p class="lead">${seatMark(seatOf(seat))} ${text}</p>`,
    )}
    ${stepList({ row: turn.first, steps: turn.steps }, "app-step", true)}
    ${
      ends && seated
        ? html`<div class="end">
            <button class="main done" data-test="app-done" @click=${() => send(seat, ends, null, false, false, seat)}>
              ${w("app.done")} <small>${coins(turn)}</small>
            </button>
          </div>`
        : html`<p class="hint">${ends ? coins(turn) : w("app.thinking", { name: nameOf(seat) })}</p>`
    }
  </section>`;
}
