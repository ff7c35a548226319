/**
 * What hands have done, as anybody at the table ticks it off. A tap shows at once; the table is told as soon as it is
 * in reach, and tells everybody.
 */
import { change, page } from "../lib/page.js";
import { final, post } from "../lib/post.js";

/** By act, step and text. What the table knows no more stays as it was, on this phone alone. */
const ticked = new Map();

/** The ticks of this phone that no state has shown yet: {row, step, texts, done}, with the `version` that will. */
let unseen = [];
let sending = false;

export const isTicked = (row, step, text) => ticked.get(row)?.[step]?.[text] ?? false;

function put({ row, step, texts, done }) {
  const steps = ticked.get(row) ?? [];
  steps[step] ??= [];
  for (const text of texts) steps[step][text] = done;
  ticked.set(row, steps);
}

/** Sends what waits, one after the other. Where no answer comes, the next state tries again. */
async function send() {
  if (sending) return;
  sending = true;
  try {
    for (let next; (next = unseen.find(({ version }) => version === undefined));) {
      const { row, step, texts, done } = next;
      try {
        next.version = (await post("api/tick", { row, step, texts, done }, true)).version;
      } catch (error) {
        if (!final(error)) break;
        // The table has forgotten the act: the tick stays here.
        unseen = unseen.filter((each) => each !== next);
      }
      hearTicks(page.state);
      change();
    }
  } finally {
    sending = false;
  }
}

/** Ticks off some texts of a step of an act, or unticks them. */
export function tick(row, step, texts, done) {
  const tap = { row, step, texts, done };
  put(tap);
  change();
  if (!(row in page.state.ticks)) return;
  unseen.push(tap);
  send();
}

/** Takes up what a state shows, under what is on its way. */
export function hearTicks({ version, ticks }) {
  unseen = unseen.filter((tap) => !(tap.version <= version));
  for (const [row, steps] of Object.entries(ticks))
    ticked.set(
      Number(row),
      steps.map((step) => [...step]),
    );
  unseen.forEach(put);
  if (unseen.length) send();
}

/** Forgets all acts but these, and those the table knows. */
export function keepTicks(rows) {
  [...ticked.keys()]
    .filter((row) => !rows.includes(row) && !(row in page.state.ticks))
    .forEach((row) => ticked.delete(row));
}
