/** Talking to the table: an act is done once or clearly refused, never twice. */
import { PATIENCE, Refusal, ask } from "./ask.js";
import { Dropped, hold, left, settle } from "./outbox.js";
import { change, page, signer } from "./page.js";
import { w } from "./words.js";

const LONG_PATIENCE = 20_000; // ms for what may be sent only once
const PHOTO_PATIENCE = 90_000; // ms; a megabyte over a crowded Wi-Fi
const PAUSES = [300, 1_000, 2_000, 4_000];

/** The table is out of reach, and this was not sent. */
class Away extends Error {}

/** A new id, made here so that the same tap sent twice is one act. crypto.randomUUID needs https. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const sent = (body) => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});
const pause = (turn) => new Promise((resume) => setTimeout(resume, PAUSES[turn]));
/** Whether an answer came that would not be another one later. */
export const final = (error) => error instanceof Refusal && error.status < 500 && error.status !== 429;

/** Sends until there is an answer. Only what carries an id, or may be done twice, may be sent `again`. */
export async function post(path, body, again = Boolean(body.id)) {
  if (page.link === "lost") throw new Away();
  for (let turn = 0; ; turn += 1) {
    try {
      return await ask(path, sent(body), again ? PATIENCE : LONG_PATIENCE);
    } catch (error) {
      if (final(error) || !again || turn >= PAUSES.length) throw error;
      await pause(turn);
    }
  }
}

/**
 * Sends a tap, and keeps it while the table is out of reach. The table knows its id, so that it is done once, and what
 * this phone had seen, so that it is refused where something else was done meanwhile.
 */
async function deliver(path, body) {
  if (page.kept.length) throw new Away();
  const tap = { path, body: { id: newId(), seen: page.state.changed, ...body } };
  try {
    return await untilAnswered(tap);
  } finally {
    settle(tap);
  }
}

async function untilAnswered(tap) {
  for (let turn = 0; ; turn = Math.min(turn + 1, PAUSES.length - 1)) {
    if (page.link === "lost") await hold(tap);
    if (tap.dropped) throw new Dropped();
    try {
      return await ask(tap.path, sent(tap.body));
    } catch (error) {
      const known = error instanceof Refusal;
      if (final(error) || (known && turn >= PAUSES.length - 1)) throw error;
      if (!known) await hold(tap);
      await pause(turn);
    }
  }
}

/** Sends what waited when this page was left or loaded again. */
export function takeUp() {
  for (const tap of left())
    once(tap.body.id, () =>
      hold(tap)
        .then(() => untilAnswered(tap))
        .finally(() => settle(tap)),
    );
}

/**
 * Runs one post, telling refusals; the key stops a second tap while the first is under way. null where it was refused,
 * undefined where no answer came.
 */
async function once(key, work, again) {
  if (page.busy.has(key)) return null;
  page.busy.add(key);
  if (page.told) change({ told: null });
  try {
    return await work();
  } catch (error) {
    const known = error instanceof Refusal;
    if (error instanceof Dropped) return null;
    const text = known
      ? error.message
      : w(!(error instanceof Away) ? "unreachable" : page.kept.length ? "kept.first" : "kept.none");
    change({ told: { text, again: known && error.overridable ? again : null } });
    return known ? null : undefined;
  } finally {
    page.busy.delete(key);
  }
}

const FRESH = 6_000;
let fresh = 0;

/** Shows the take-back large for some seconds. */
function remember(row) {
  clearTimeout(fresh);
  change({ fresh: row });
  fresh = setTimeout(() => change({ fresh: null }), FRESH);
}

/** Does an offer. A filled form gives its own command. */
export function act(offer, command = offer.command) {
  return send(offer.seat, command, offer.bill?.text ?? null, false, offer.kind !== "accept");
}

/** Enters any command for a seat. As played needs another's yes; with `whose`, it is for that seat or for nobody. */
export function send(seat, command, bill = null, asPlayed = false, takeback = true, whose = null) {
  const body = { by: signer(seat), command, bill, as_played: asPlayed, ...(whose === null ? {} : { seat: whose }) };
  const again = asPlayed ? null : () => send(seat, command, null, true);
  return once(
    JSON.stringify(command),
    async () => {
      const answer = await deliver("api/act", body);
      if (answer.row && takeback) remember(answer.row);
      return answer;
    },
    again,
  );
}

/** Enters what the cardboard shows, for nobody in particular. */
export const enter = (command) => send(signer(), command, null, false, false);

export function takeBack(row) {
  const body = { by: signer(page.state.game?.turn.seat), row };
  return once(`back ${row}`, async () => {
    const answer = await deliver("api/takeback", body);
    change({ fresh: null });
    return answer;
  });
}

export function redo() {
  return once("redo", () => deliver("api/redo", { by: signer(page.state.game?.turn.seat) }));
}

export function consent(ask_, by, yes) {
  return once(`ask ${ask_.id}`, () => deliver("api/consent", { by, ask: ask_.id, yes }));
}

/** A break of the clock, or its end. */
export function pauseClock(on) {
  return once("pause", () => post("api/pause", { id: newId(), by: signer(), on }));
}

/** A due roll: pips null lets the table roll, a number is the face of the box's own die. */
export function roll(chance, pips = null) {
  return once(`roll ${chance.occasion}`, () =>
    deliver("api/roll", { by: signer(chance.seat), occasion: chance.occasion, pips }),
  );
}

/** What came up on the cardboard. */
export function answer(chance, value) {
  return send(
    chance.seat ?? signer(),
    { type: "answer", occasion: chance.occasion, value, source: "table" },
    null,
    false,
    false,
  );
}

/** The owner's own count of a purse. */
export function setPurse(seat, coins) {
  return once(`purse ${seat}`, () => post("api/purse", { id: newId(), seat, coins }));
}

/** Whether these cardboard coins, {value: count}, are as many as the table has: {counted, difference}. Only a look. */
export function checkPurse(seat, coins) {
  return once(`check ${seat}`, () => post("api/check", { seat, coins }));
}

/** Any other post; true when it was done. */
export function tell(path, body) {
  return once(path + JSON.stringify(body), async () => (await post(path, body)) ?? {});
}

/** Lays a JPEG under a map, or with null takes it away. Sent twice it is laid once. */
export function layPhoto(map, picture) {
  const options = picture
    ? { method: "PUT", headers: { "Content-Type": "image/jpeg" }, body: picture }
    : { method: "DELETE" };
  return once("photo", () => ask(`api/photo/${map}`, options, PHOTO_PATIENCE));
}

/** Keeps something of the board maker; `key` stops a second one of its kind meanwhile. Sent twice it is kept once. */
export function keep(key, path, method, body) {
  const picture = body instanceof Blob;
  const headers = { "Content-Type": picture ? body.type : "application/json" };
  return once(key, () => ask(path, { method, headers, body: picture ? body : JSON.stringify(body) }, PHOTO_PATIENCE));
}
