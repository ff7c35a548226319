/** The score of the turn that is over, until somebody has seen it. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { awaited, change, game, held, page, seatOf } from "../lib/page.js";
import { scoreSheet } from "./score.js";
import { w } from "../lib/words.js";

/** The score sheets put away on this phone: the last one. */
let shut = null;

/** A sheet by its own turn, which may be over: whose turn it is now makes no new score of it. */
function nameOfSheet({ seat, total, accepted }) {
  const turn = accepted ? page.state.log.find(({ sheet, state }) => sheet && !state)?.sheet.turn : game().turn.number;
  return `${turn} ${seat} ${total}`;
}

/** Puts the last score sheet away. */
export function shutSheet() {
  shut = nameOfSheet(game().sheet);
  change({ open: null });
}

const isShut = (sheet) => shut === nameOfSheet(sheet);
const isFresh = ({ accepted }) => !accepted || ["begin", "withdraw"].includes(game().turn.stage);

/** Whether a seat has scored and not put its sheet away. */
export function looksAtScore(seat) {
  const { sheet } = game();
  return Boolean(sheet?.accepted) && sheet.seat === seat && isFresh(sheet) && !isShut(sheet);
}

/** The last score sheet shows itself until the next player does something, or somebody puts it away, and on request. */
export function lastSheet(sheet, seat) {
  // Whoever is to play does not look at another's coins; on a table's one phone everybody does.
  if (seat !== null && !(sheet.accepted && held(sheet.seat))) return nothing;
  if (!isFresh(sheet) || (isShut(sheet) && page.open !== "tall")) return nothing;
  return html`${scoreSheet(sheet)}
    <div class="end">
      <button class="quiet past" data-test="score-shut" @click=${shutSheet}>
        ${page.resting ? w("pass.title", seatOf(awaited())) : w("close")}
      </button>
    </div>`;
}
