/** Asking the table, where nothing is done. What does something is in post.js. */
import { w } from "./words.js";

export const PATIENCE = 4_000; // ms to wait for an answer that can be asked for again

/** The table said no: its sentence, whether it can be entered as played, the HTTP status. */
export class Refusal extends Error {
  constructor(status, answer) {
    super(answer.error ?? w("refused"));
    this.status = status;
    this.overridable = answer.overridable ?? false;
  }
}

/** What people are told where a look failed: the table's own sentence, or that it is out of reach. */
export const problem = (error) => ({ text: error instanceof Refusal ? error.message : w("unreachable") });

/** Asks once and gives what was answered. Rejects with Refusal where the table says no. */
export async function ask(path, options = {}, patience = PATIENCE) {
  // A map hardly ever changes: the browser keeps it, and the table says whether it is still the same.
  const cache = path.startsWith("api/map/") ? "no-cache" : "no-store";
  const answer = await fetch(path, { ...options, signal: AbortSignal.timeout(patience), cache });
  // A line that ended in the middle of an answer has brought none.
  const body = await answer.json().catch((error) => {
    if (answer.ok) throw error;
    return {};
  });
  if (answer.ok) return body;
  throw new Refusal(answer.status, body);
}

/** What was asked for ahead, by its path. */
const coming = new Map();

/** Asks for something before it is needed: who gets it next need not wait as long. */
export function ahead(path) {
  const answer = ask(path);
  // Who gets it asks again, and nobody else minds.
  answer.catch(() => null);
  coming.set(path, answer);
}

/** What was asked for ahead is out of date. */
export const forget = (path) => coming.delete(path);

export function get(path) {
  const found = coming.get(path);
  forget(path);
  return found?.catch(() => ask(path)) ?? ask(path);
}
