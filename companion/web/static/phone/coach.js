/** The coach for a first game: one sentence and one picture for each step; each can be put away, and More ends all. */
import { live } from "../vendor/lit-html/directives/live.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { coinPile } from "../lib/coinpile.js";
import { icon } from "../lib/emblems.js";
import { explain } from "./explain.js";
import { formOf, gathers, layingOut, playable } from "./forms.js";
import { byRegion, called, mainWay } from "./helps.js";
import { picture, priceBadge } from "../lib/maptokens.js";
import { bandOf, change, focus, game, held, offersOf, page, stored } from "../lib/page.js";
import { w } from "../lib/words.js";

const STORED = stored("coach");
let chosen = recalled();
/** Steps in which one taps the map, whose prices and tokens a tip must not hide. */
const ON_MAP = ["also", "again", "enter", "conquer", "last", "die", "redeploy", "back", "prize"];
const closed = new Set(); // tips put away, until the page is loaded again
const ACTS = 2; // after so many acts a tip has been read, or will not be
const TIMES = 2; // so often a tip comes
const ONCE = ["wait", "guess", "last", "also", "prize"]; // these, which make way for another, but once

function recalled() {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}

function choose(on) {
  chosen = on ? "on" : "off";
  closed.clear();
  times.clear();
  try {
    localStorage.setItem(STORED, chosen);
  } catch {
    // A browser that stores nothing remembers it as long as its page is open.
  }
  change();
}

/** Puts one tip away; the others come in their turn. */
function put(key) {
  closed.add(key);
  change();
}

/** Reads what a tip leads to, which has done its part. */
function read(key, ability) {
  put(key);
  explain(ability);
}

/** The tip that is there now, how many acts it has been there, and the last one of them. */
let shown = { key: "", acts: 0, row: null };
/** How often each tip has been there. */
const times = new Map();

/** A tip about one thing among several has a key for each: "prize heart". */
const kindOf = (key) => key.split(" ")[0];

/** Whether a tip has had its time: nobody has to put it away for the map to be seen again. */
const isOver = (key) =>
  closed.has(key) ||
  (shown.key === key && shown.acts >= ACTS) ||
  (times.get(key) ?? 0) >= (ONCE.includes(kindOf(key)) ? 1 : TIMES);

/** Counts how often a tip comes, and the acts while it is there. One that nothing was done beside was not read. */
function follow(key) {
  const row = page.state.last?.row ?? null;
  if (shown.key !== key) {
    if (shown.acts || shown.row !== row) times.set(shown.key, (times.get(shown.key) ?? 0) + 1);
    shown = { key, acts: 0, row };
  } else if (shown.row !== row) shown = { key, acts: shown.acts + 1, row };
}

/** On by itself for a name that this table has never seen, until somebody says otherwise on this phone. */
export const coaching = () => (chosen === null ? page.me?.new?.length > 0 : chosen === "on");

const sign = (key) => html`<span class="sign">${icon(key)}</span>`;

/** What a region costs, as it stands on the map. */
const cost = () => html`<span class="sign tag">${picture(priceBadge({ price: "2" }), 40)}</span>`;

/** A region whose count nobody has set: on the own turn one that can be attacked. */
function guessed() {
  const within = focus() === game().turn.seat ? offersOf(focus()).map(({ region }) => region) : null;
  const found = Object.entries(game().regions).filter(
    ([id, { unconfirmed }]) => unconfirmed && within?.includes(id) !== false,
  );
  return (found.find(([, { seat }]) => held(seat)) ?? found[0])?.[1];
}

/** Whether a number on the map has a sign that its player has not read about. */
const guesses = () => page.screen === "map" && !isOver("guess") && guessed();

/** What a tap on each region that can be taken does, as the tags say. */
const mainWays = (offers) =>
  Object.values(byRegion(offers.filter(({ kind }) => ["conquer", "attempt"].includes(kind)))).map(mainWay);

/** What would take some region in another way than a tap does; undefined where nothing would. */
const another = (ways) => ways.map(({ also }) => also).find((ability) => ability && called(ability));

/** Whether some tags have a die and others none. */
const someByDie = (ways) => new Set(ways.map(({ offer }) => offer.kind)).size > 1;

/** What a race has won on the map, whose rule nobody has read when the race was picked. */
const prizeOf = (band) => band?.prizes.find((key) => !isOver(`prize ${key}`));

/** What is to be done now, as [key, picture, the ability that it is about]. */
function step() {
  const seat = focus();
  if (page.state.app) return null;
  // Until the die is rolled nobody's turn goes on, and the panel says all there is to do.
  if (game().chances.some(({ kind, seat: whose }) => kind === "roll" && held(whose))) return null;
  if (seat === null) {
    if (guesses()) return ["guess", sign("reserve")];
    return ["wait", sign("clock")];
  }
  // Whoever lays out tokens is told so by the head alone.
  if (layingOut()) return null;
  const offers = offersOf(seat);
  // The head says what the form asks.
  if (gathers(formOf(offers))) return null;
  const open = playable(offers, formOf(offers));
  const has = (kind) => open.some((offer) => offer.kind === kind);
  const { turn, bands } = game();
  if (turn.seat !== seat) return ["back", sign("reserve")];
  // Before a turn's first act it is no race's.
  const band = bandOf(turn.band) ?? bands.find((each) => each.seat === seat && !each.declined);
  if (has("pick")) return ["pick", html`<span class="sign">${coinPile(2)}</span>`];
  if (turn.stage === "score") return ["score", sign("coin")];
  // The head says which piece is to be placed.
  if (turn.stage === "redeploy" && formOf(offers)?.kind === "place") return null;
  if (turn.stage === "redeploy") return turn.hand ? ["redeploy", sign("reserve")] : null;
  const prize = prizeOf(band);
  if (prize) return [`prize ${prize}`, sign(prize), prize];
  if (guesses()) return ["guess", sign("reserve")];
  if (has("decline") && band?.regions) return has("conquer") || has("attempt") ? ["again", cost()] : null;
  const ways = mainWays(open);
  if (someByDie(ways) && !isOver("last")) return ["last", sign("die")];
  if (has("attempt") && !has("conquer")) return ["die", sign("die")];
  // What an ability offers is said on its button.
  if (has("done") && !has("attempt") && !has("conquer")) return has("act") ? null : ["end", sign("check")];
  const also = another(ways);
  if (also && !isOver("also")) return ["also", sign(also), also];
  if (band && !band.regions) return ["enter", cost()];
  return has("conquer") ? ["conquer", cost()] : null;
}

/** The step's sentence and picture; nothing where nobody wants them. */
export function coach() {
  if (!coaching() || page.state.phase !== "play" || !page.me.seats.length) return nothing;
  const now = step();
  if (now) follow(now[0]);
  if (!now || isOver(now[0])) return nothing;
  const [key, picture, ability = ""] = now;
  const kind = kindOf(key);
  const words = w(`coach.${kind}`, { count: guessed()?.tokens ?? 2, ability: called(ability) });
  const look = `coach ${ON_MAP.includes(kind) ? "for-map" : ""}`;
  return html`<section class=${look} role="note" aria-label=${w("coach")} data-test="coach" data-step=${kind}>
    ${
      kind === "prize"
        ? html`<button class="read" aria-label=${words} data-test="coach-read" @click=${() => read(key, ability)}>
            ${picture}
          </button>`
        : picture
    }
    <p>${words}</p>
    <button class="round" aria-label=${w("coach.off")} data-test="coach-off" @click=${() => put(key)}>
      ${icon("close")}
    </button>
  </section>`;
}

/** The switch on the More screen. */
export const coachSwitch = () =>
  html`<label class="option"
    ><input
      type="checkbox"
      .checked=${live(coaching())}
      data-test="setting-coach"
      @change=${(event) => choose(event.target.checked)}
    /><span>${w("more.coach")}</span></label
  >`;
