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

/** Asks once and gives what was answered. Rejects with Refusal where the table says no. */
export async function ask(path, options = {}, patience = PATIENCE) {
  const answer = await fetch(path, { ...options, signal: AbortSignal.timeout(patience), cache: "no-store" });
  // A line that ended in the middle of an answer has brought none.
  const body = await answer.json().catch((error) => {
    if (answer.ok) throw error;
    return {};
  });
  if (answer.ok) return body;
  throw new Refusal(answer.status, body);
}

export const get = (path) => ask(path);
