/** The silent clock: how long each player has thought, and a break in which it stands still. */
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { icon } from "./emblems.js";
import { change, page } from "./page.js";
import { pauseClock } from "./post.js";
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
  return html`<span class="time" data-test=${`time-${seat}`} aria-label=${w("clock.time", { time: text })}>${icon("clock")}${text}</span>`;
}

/** The way into a break, and out of it. */
export function pauseButton() {
  const { clock, asks } = page.state;
  if (!clock || !page.me.seats.length || asks.some((ask) => ask.what === "pause")) return nothing;
  return html`<button class="quiet" data-test="pause" @click=${() => pauseClock(!clock.paused)}>${icon("clock")} ${w(clock.paused ? "clock.on" : "clock.pause")}</button>`;
}

/** While the clock stands everybody sees it. */
export function clockStands() {
  if (!page.state.clock?.paused) return nothing;
  return html`<section class="paused" role="status" data-test="paused"><p>${w("clock.paused")}</p>${pauseButton()}</section>`;
}
