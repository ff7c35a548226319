/** A break, in which the players' clocks stand still. */
import { icon } from "../lib/emblems.js";
import { page } from "../lib/page.js";
import { pauseClock } from "../lib/post.js";
import { w } from "../lib/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** The way into a break, and out of it. */
export function pauseButton() {
  const { clock, asks } = page.state;
  if (!clock || !page.me.seats.length || asks.some((ask) => ask.what === "pause")) return nothing;
  return html`<button class="quiet" data-test="pause" @click=${() => pauseClock(!clock.paused)}>
    ${icon("clock")} ${w(clock.paused ? "clock.on" : "clock.pause")}
  </button>`;
}

/** While the clock stands everybody sees it. */
export function clockStands() {
  if (!page.state.clock?.paused) return nothing;
  return html`<section class="paused" role="status" data-test="paused">
    <p>${w("clock.paused")}</p>
    ${pauseButton()}
  </section>`;
}
