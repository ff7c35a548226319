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
function keep(game, seat, heads) {
  const now = Date.now();
  const before = kept(game, seat);
  const told = heads.map((head, at) => [at + 1, head]);
  const known = (list, [number, head]) => list.some((each) => each[0] === number && each[1] === head);
  const other = before && told.length && before.heads.length && !known(told, before.heads[0]) && now - before.at > LONG_AGO;
  const mine = before && !other ? before : { since: heads.length, heads: [] };
  const all = [...mine.heads, ...told.filter((each) => !known(mine.heads, each))];
  try {
    localStorage.setItem(`${KEY}${game}.${seat}`, JSON.stringify({ ...mine, name: nameOf(seat), heads: all, told: told.length, at: now }));
    const names = Object.keys(localStorage).filter((name) => name.startsWith(KEY));
    const at = (name) => JSON.parse(localStorage.getItem(name)).at;
    names.sort((one, two) => at(two) - at(one)).slice(MOST).forEach((name) => localStorage.removeItem(name));
  } catch {
    // A browser that stores nothing brings no receipts.
  }
}

/** Asks for the heads of this phone's seats when a turn has changed; what was missed meanwhile comes along. */
export async function hearReceipts() {
  const { game, beginning, phase } = page.state;
  const seats = page.me?.seats ?? [];
  if (!game || !seats.length) return;
  const now = JSON.stringify([beginning, seats, phase, game.turn.number, game.turn.seat, game.winner]);
  if (now === heard) return;
  heard = now;
  try {
    for (const seat of seats) {
      const found = await get(`/api/receipts?seat=${seat}`);
      keep(found.game, seat, found.heads);
    }
    change();
  } catch {
    heard = null;
  }
}

/** The first number under which the table has told another head since, or none any more. */
const wrong = ({ heads, told }) => heads.find(([number], at) => number > told || heads.slice(0, at).some((each) => each[0] === number))?.[0];

function part(game, seat, player) {
  const mine = kept(game, seat);
  if (!mine?.heads.length || mine.name !== player) return nothing;
  const { name, since, heads } = mine;
  const number = wrong(mine);
  const file = JSON.stringify({ receipts: 1, game, seat, name, since, heads });
  return html`<p>${number ? html`<b class="wrong">${w("receipts.differ", { name, number })}</b>` : w("receipts.held", { name, count: heads.length })}</p>
    <a class="button quiet" href=${`data:application/json;charset=utf-8,${encodeURIComponent(file)}`} download=${`receipts-${game}-${name}.json`}
      data-test=${`receipts-${seat}`}>${icon("log")} ${w("receipts.file", { name })}</a>`;
}

/** What this phone holds of a game whose purses are open. */
export function receiptFiles(game, seats) {
  const parts = seats.map(({ name }, seat) => part(game, seat, name)).filter((each) => each !== nothing);
  return parts.length ? html`<section class="card keep" data-test="receipts"><h2>${w("receipts.title")}</h2>
    <p class="soft">${w("receipts.lead")}</p>${parts}</section>` : nothing;
}
