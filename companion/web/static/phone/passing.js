/** Several players on one phone: to whom it is passed, and whose coins may be in sight on it. */
import { waiting } from "../lib/asks.js";
import { awaited, change, focus, game, held, page, seatOf } from "../lib/page.js";
import { focusOn } from "../lib/focus.js";
import { looksAtScore } from "./lastsheet.js";
import { seatMark } from "../lib/seats.js";
import { w } from "../lib/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** The seat that has the phone in hand, the one that has something to do on it, and the one it is passed to. */
let has = null;
let due = null;
let next = null;

const shared = () => page.me?.seats.length > 1 && page.state?.phase === "play" && page.guide === null;

/** Who has this phone in hand: one of its seats. */
export const holder = () => (held(has) ? has : (focus() ?? page.me.seats[0]));

/** Asks for the phone to be passed to a seat. */
export function passTo(seat) {
  next = seat;
  change();
  queueMicrotask(() => focusOn("[data-test='pass-on']"));
}

/**
 * Whoever has just scored looks at it, and does what is left to do, before the phone goes on; nobody plays meanwhile.
 * Returns whether that is over now.
 */
export function rest() {
  const [was, seat] = [page.resting, game() ? awaited() : null];
  const looks = shared() && held(has) && held(seat) && seat !== has && looksAtScore(has);
  page.resting = looks && (was || page.screen === "map");
  return was && !page.resting;
}

/** The page has been drawn: where another of this phone's players has to do something, it is to be passed. */
export function noticeTurn() {
  if (!shared()) {
    has = due = next = null;
    return;
  }
  if (page.resting) return;
  const before = due;
  due = focus();
  if (!held(due)) return;
  has ??= due;
  const changed = due !== before;
  // It may come back to whoever still holds the phone.
  if (due === has) next = changed ? null : next;
  // Whoever was handed it for a look at coins may go on looking, but not play for the other.
  else if (changed || (next === null && page.screen !== "purse")) passTo(due);
}

function pass() {
  has = next;
  next = null;
  change();
}

/** A cover over everything until the next player has the phone. */
export function passCover() {
  if (!shared() || next === null || !game() || !held(next)) return nothing;
  const seat = seatOf(next);
  return html`<section
    class=${`pass c-${seat.colour}`}
    role="dialog"
    aria-modal="true"
    aria-labelledby="pass-title"
    data-test="pass"
  >
    ${seatMark(seat)}
    <h1 id="pass-title">${w("pass.title", seat)}</h1>
    <button data-test="pass-on" @click=${pass}>${w("pass.on", seat)}</button>
    ${waiting()}
  </section>`;
}
