/** Receipts: this phone keeps what the table has committed to of its seats, and gives it as a file after the reveal. */
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { icon } from "./emblems.js";
import { change, page } from "./page.js";
import { get, nameOf } from "./post.js";
import { w } from "./words.js";

const KEY = "companion.receipts.";
const MOST = 60;                 // games and seats that are kept
const LONG_AGO = 12 * 3_600_000; // ms; a game with the same number is another table's by then

let heard = null;

function kept(game, seat) {
  try {
    return JSON.parse(localStorage.getItem(`${KEY}${game}.${seat}`));
  } catch {
    return null;
  }
}

/** Every head that was ever heard stays: a second one with the same number shows that the first was not kept to. */
function keep(game, seat, heads, without) {
  const now = Date.now();
  const before = kept(game, seat);
  const told = heads.map((head, at) => [at + 1, head]);
  const known = (list, [number, head]) => list.some((each) => each[0] === number && each[1] === head);
  const other = before && told.length && before.heads.length && !known(told, before.heads[0]) && now - before.at > LONG_AGO;
  const mine = before && !other ? before : { since: heads.length, heads: [] };
  const all = [...mine.heads, ...told.filter((each) => !known(mine.heads, each))];
  try {
    localStorage.setItem(`${KEY}${game}.${seat}`, JSON.stringify({ ...mine, name: nameOf(seat), heads: all, told: told.length, without, at: now }));
    const names = Object.keys(localStorage).filter((name) => name.startsWith(KEY));
    const at = (name) => JSON.parse(localStorage.getItem(name)).at;
    names.sort((one, two) => at(two) - at(one)).slice(MOST).forEach((name) => localStorage.removeItem(name));
  } catch {
    // A browser that stores nothing brings no receipts.
  }
}

/** Asks for the heads of this phone's seats when a turn has changed, and after each change at the reveal; what was missed meanwhile comes along. */
export async function hearReceipts() {
  const { game, beginning, phase, changed } = page.state;
  const seats = page.me?.seats ?? [];
  if (!game || !seats.length) return;
  const now = JSON.stringify([beginning, seats, phase, game.turn.number, game.turn.seat, phase === "reveal" && changed]);
  if (now === heard) return;
  heard = now;
  try {
    for (const seat of seats) {
      const found = await get(`/api/receipts?seat=${seat}`);
      keep(found.game, seat, found.heads, found.without);
    }
    change();
  } catch {
    heard = null;
  }
}

/** The first number under which the table has told another head since, or none any more. */
const wrong = ({ heads, told }) => heads.find(([number], at) => number > told || heads.slice(0, at).some((each) => each[0] === number))?.[0];

/** The last receipt as one reads it out: it holds all before it, for each is chained to the one before. */
function readOut({ name, heads }) {
  const [number, head] = heads.reduce((last, each) => (each[0] > last[0] ? each : last));
  return `${name} ${number} ${head.slice(0, 16).match(/.{4}/g).join(" ")}`;
}

function part(game, seat, player) {
  const mine = kept(game, seat);
  if (mine?.name !== player) return nothing;
  const { name, since, heads, without } = mine;
  const early = without ? html`<p data-test=${`receipts-without-${seat}`}>${w("receipts.without", { name, count: without })}</p>` : nothing;
  if (!heads.length) return early;
  const number = wrong(mine);
  const file = JSON.stringify({ receipts: 1, game, seat, name, since, heads });
  return html`<p>${number ? html`<b class="wrong">${w("receipts.differ", { name, number })}</b>` : w("receipts.held", { name, count: heads.length })}</p>${early}
    <p class="soft">${w("receipts.read")}<br><code data-test=${`receipts-read-${seat}`}>${readOut(mine)}</code></p>
    <a class="button quiet" href=${`data:application/json;charset=utf-8,${encodeURIComponent(file)}`} download=${`receipts-${game}-${name}.json`}
      data-test=${`receipts-${seat}`}>${icon("log")} ${w("receipts.file", { name })}</a>`;
}

/** What this phone holds of a game whose purses are open. */
export function receiptFiles(game, seats) {
  const parts = seats.map(({ name }, seat) => part(game, seat, name)).filter((each) => each !== nothing);
  return parts.length ? html`<section class="card keep" data-test="receipts"><h2>${w("receipts.title")}</h2>
    ${seats.some((_, seat) => kept(game, seat)?.heads.length) ? html`<p class="soft">${w("receipts.lead")}</p>` : nothing}${parts}</section>` : nothing;
}
