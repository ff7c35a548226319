/** The silent clock: how long each player has thought. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "./emblems.js";
import { change, page } from "./page.js";
import { w } from "./words.js";

/** Takes up what the table says between the states; only what differs is drawn. */
export function hearTimes(times) {
  const now = times.seconds ? times : null;
  if (JSON.stringify(now) !== JSON.stringify(page.times)) change({ times: now });
}

/** The time of a seat in minutes and seconds, where the table plays with the clock. */
export function timeOf(seat) {
  if (!page.times || !page.state.clock) return nothing;
  const seconds = page.times.seconds[seat] ?? 0;
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return html`<span class="time" data-test=${`time-${seat}`} aria-label=${w("clock.time", { time: text })}
    >${icon("clock")}${text}</span
  >`;
}
