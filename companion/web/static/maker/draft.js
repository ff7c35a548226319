/** One board in the making: what it holds, how it changes, and that all of it is kept. */
import { change } from "../lib/page.js";
import { keep } from "../lib/post.js";

export const TERRAINS = ["farmland", "forest", "hill", "mountain", "swamp", "sea", "lake"];
export const SYMBOLS = ["mine", "magic", "cavern", "anchor", "size-s", "size-m", "size-l"];
const PAUSE = 700; // ms after the last change until it is kept
const AGAIN = 4_000; // ms until it is sent again when no answer came
const MOST_BACK = 200;

/**
 * The board in hand: `id`, `draft` as it is kept, `before` its earlier versions, `brush` what a tap does, `from` the
 * region a join begins at, `verdict` what the table said of it, `zoom` how large it is shown, `kept` when it is stored,
 * `lost` when the table did not take it.
 */
export let hand = null;
let keeping = 0;
let storing = null;
let close = () => {};
/** @type {(name: string) => Promise<string>} */
let freeId = async () => "";

export const drafting = () => hand !== null;

/** Takes a board in hand. `closed` is called at the end; `free` finds an id for a name. */
export function openDraft(id, draft, closed, free) {
  hand = { id, draft, before: [], brush: "farmland", from: null, verdict: null, zoom: 1, kept: false, lost: false };
  [close, freeId] = [closed, free];
  store();
}

export function put(patch) {
  hand = { ...hand, ...patch };
  change();
}

/** Another version of the draft: it can be taken back, and is kept in a moment. */
export function turn(patch, tapped = {}) {
  const { draft, before } = hand;
  put({ draft: { ...draft, ...patch }, before: [...before.slice(-MOST_BACK), draft], kept: false, ...tapped });
  clearTimeout(keeping);
  keeping = setTimeout(store, PAUSE);
}

const path = () => `api/boards/${hand.id}`;

/** Keeps the draft as it is when the answer comes; says whether it is kept. */
function store() {
  clearTimeout(keeping);
  storing ??= storeAll().finally(() => {
    storing = null;
  });
  return storing;
}

async function storeAll() {
  while (hand) {
    const { id, draft } = hand;
    const verdict = await keep("draft", path(), "PUT", draft);
    if (!hand) break;
    if (!verdict) {
      put({ kept: false, lost: true });
      // Without an answer it is sent again; what was refused waits for people.
      if (verdict === undefined) keeping = setTimeout(store, AGAIN);
      return false;
    }
    if (hand.draft === draft && hand.id === id) {
      put({ verdict, kept: true, lost: false });
      return true;
    }
  }
  return false;
}

// A page that is left, by the back button too, sends what it has not sent yet.
document.addEventListener("visibilitychange", () => {
  if (!document.hidden || !hand || hand.kept) return;
  const headers = { "Content-Type": "application/json" };
  fetch(path(), { method: "PUT", headers, body: JSON.stringify(hand.draft), keepalive: true }).catch(() => {});
});

export async function leave() {
  clearTimeout(keeping);
  hand = null;
  close();
  change();
}

export async function done() {
  if (await store()) leave();
}

/** Another phone has this board, or a game is played on it: the work goes on under another id. */
export async function keepAnother() {
  const id = await freeId(hand.draft.name);
  put({ id });
  store();
}

export function undo() {
  const { before } = hand;
  if (!before.length) return;
  put({ draft: before.at(-1), before: before.slice(0, -1), from: null, kept: false });
  clearTimeout(keeping);
  keeping = setTimeout(store, PAUSE);
}

export const replaced = (place, patch) =>
  hand.draft.spots.map((spot, each) => (each === place ? { ...spot, ...patch } : spot));

function removed(place) {
  const { spots, joins } = hand.draft;
  const down = (each) => (each > place ? each - 1 : each);
  return {
    spots: spots.filter((_, each) => each !== place),
    joins: joins.filter((join) => !join.includes(place)).map((join) => join.map(down)),
  };
}

export function toggleJoin(a, b) {
  if (a === b) return;
  const pair = [Math.min(a, b), Math.max(a, b)];
  const { joins } = hand.draft;
  const without = joins.filter((join) => join.join() !== pair.join());
  turn({ joins: without.length < joins.length ? without : [...joins, pair] }, { from: null });
}

/** Likely neighbours and edges, worked out by the table from the points alone. */
export async function propose() {
  const { draft } = hand;
  const found = await keep("propose", "api/boards/propose", "POST", draft);
  if (!found || hand?.draft !== draft) return;
  // From now on they are numbered as one reads.
  const { spots } = hand.draft;
  const number = (place) => found.order.indexOf(place);
  turn(
    {
      spots: found.order.map((place) => ({ ...spots[place], edge: found.edge.includes(place) })),
      joins: found.joins.map((join) => join.map(number).sort((a, b) => a - b)),
    },
    { from: null, verdict: null },
  );
}

/** What a tap on a region does with the brush in hand. */
export function brushed(place) {
  const { brush, from, draft } = hand;
  const spot = draft.spots[place];
  if (brush === "join") {
    if (from === null) put({ from: place });
    else if (from === place) put({ from: null });
    else toggleJoin(from, place);
  } else if (brush === "remove") turn(removed(place));
  else if (brush === "tribe" || brush === "edge") turn({ spots: replaced(place, { [brush]: !spot[brush] }) });
  else if (SYMBOLS.includes(brush)) {
    const symbols = spot.symbols.includes(brush)
      ? spot.symbols.filter((each) => each !== brush)
      : [...spot.symbols, brush];
    turn({ spots: replaced(place, { symbols }) });
  } else if (TERRAINS.includes(brush)) turn({ spots: replaced(place, { terrain: brush }) });
}

/** Another name, or other players and turns. A board is never without a name. */
export function relabel(patch) {
  if (patch.name?.trim() !== "") turn(patch);
}
