/** Several players on one phone: to whom it is passed, and whose coins may be in sight on it. */
import { askedOnCover } from "./asks.js";
import { awaited, change, focus, game, held, page, seatOf, stored } from "../lib/page.js";
import { dueRoll } from "./roll.js";
import { focusOn } from "../lib/focus.js";
import { ownRegions } from "./forms.js";
import { lookAnew } from "../lib/maplook.js";
import { looksAtScore } from "./lastsheet.js";
import { seatMark } from "../lib/seats.js";
import { w } from "../lib/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

const KEY = stored("holder");
/** The seat that has something to do on this phone, and the one it is passed to; `page.holder` has it in hand. */
let due = null;
let next = null;
/** The one that it is passed to because something is to do, and not for a look at coins. */
let raised = null;
/** The state of the game that was looked at last for a score. */
let looked = null;

/** What was kept when the page was left: a game, and who had the phone in hand. */
let kept = recalled();

function recalled() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY));
  } catch {
    return null;
  }
}

/** Who has it in hand is known when the page is loaded again, too, in the same game. */
function recall() {
  if (kept?.game === page.state.beginning) page.holder = kept?.seat ?? null;
  kept = null;
}

function handTo(seat) {
  page.holder = seat;
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ game: page.state.beginning, seat }));
  } catch {
    // A browser that stores nothing knows it as long as the page lives.
  }
}

const shared = () => page.me?.seats.length > 1 && page.state?.phase === "play" && page.guide === null;

/** Who has this phone in hand: one of its seats. */
export const holder = () => (held(page.holder) ? page.holder : (focus() ?? page.me.seats[0]));

/** Asks for the phone to be passed to a seat. */
export function passTo(seat) {
  next = seat;
  change();
  queueMicrotask(() => focusOn("[data-test='pass-on']"));
}

/**
 * Whoever has just scored looks at it, and does what is left to do, before the phone goes on; nobody plays meanwhile.
 * That can begin with a new state alone, while the map is there to show it and the phone is not on its way already.
 * Returns whether it is over now.
 */
export function rest() {
  if (!page.state || !page.me) return false;
  if (kept) recall();
  const [was, seat] = [page.resting, game() ? awaited() : null];
  const begins = looked !== page.state.changed && next === null && page.screen === "map";
  looked = page.state.changed;
  const passes = shared() && held(page.holder) && held(seat) && seat !== page.holder;
  const looks = passes && !dueRoll() && looksAtScore(page.holder);
  page.resting = looks && (was || begins);
  return was && !page.resting;
}

/** The page has been drawn: where another of this phone's players has to do something, it is to be passed. */
export function noticeTurn() {
  if (!page.state || !page.me || page.resting) return;
  if (!shared()) {
    if (page.holder !== null) handTo(null);
    due = next = raised = null;
    return;
  }
  const before = due;
  due = focus();
  // Somebody else has done it meanwhile, or it is with whoever holds the phone.
  if (next !== null && next === raised && (!held(due) || due === page.holder)) {
    next = raised = null;
    change();
  }
  if (!held(due) || due === page.holder) return;
  if (page.holder === null) handTo(due);
  // Whoever was handed it for a look at coins may go on looking, but not play for the other.
  else if (due !== before || (next === null && page.screen !== "purse")) {
    raised = due;
    passTo(due);
  }
}

function pass() {
  if (next === null) return;
  // One player's look at the map is not the other's.
  if (next !== page.holder) lookAnew(ownRegions(next));
  handTo(next);
  next = raised = null;
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
    ${askedOnCover()}
  </section>`;
}
