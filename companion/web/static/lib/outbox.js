/**
 * Taps that wait for a table out of reach: kept with their ids, also while the page is loaded again, until there is an
 * answer.
 */
import { change, onChange, page, stored } from "./page.js";

const KEY = stored("taps");
const waiters = [];

/** Somebody has let the waiting taps be. */
export class Dropped extends Error {}

function show(kept) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A browser that stores nothing keeps them as long as the page lives.
  }
  change({ kept });
}

/** Shows that a tap waits, and waits while the table is out of reach. Rejects with Dropped. */
export async function hold(tap) {
  if (!page.kept.includes(tap)) show([...page.kept, tap]);
  if (page.link === "lost")
    await new Promise((resolve, reject) => {
      waiters.push({ resolve, reject });
    });
}

/** A tap has its answer. */
export function settle(tap) {
  if (page.kept.includes(tap)) show(page.kept.filter((each) => each !== tap));
}

/** What waits is not sent again. What was under way already may arrive: then the table shows it. */
export function drop() {
  waiters.splice(0).forEach(({ reject }) => reject(new Dropped()));
  page.kept.forEach((tap) => {
    tap.dropped = true;
  });
  show([]);
}

/** The taps that waited when the page was left. */
export function left() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY)) ?? [];
  } catch {
    return [];
  }
}

onChange(() => page.link === "open" && waiters.splice(0).forEach(({ resolve }) => resolve()));
