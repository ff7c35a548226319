/** The cardboard coins in front of a player: counted on this phone, and checked against the table by a private look. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "../lib/emblems.js";
import { change, page } from "../lib/page.js";
import { checkPurse, setPurse } from "../lib/post.js";
import { named, w } from "../lib/words.js";

const VALUES = [10, 5, 3, 1];
const MOST = 40; // of a kind; no box has more

/** What was counted, by seat, until it is set or the page is left: {coins, found}. */
let counted = {};

/** Forgets what was counted here. */
export function forgetCounts() {
  counted = {};
}

/** A coin as it lies there; several of them with their number. */
export function coin(value, count = 1) {
  return html`<span class="coin"
    ><b class=${`disc of-${value}`}>${value}</b>${count > 1 ? html`<small>× ${count}</small>` : nothing}</span
  >`;
}

/** Coins in a row, from [value, count] each; read aloud as words. */
export const coinRow = (pairs) =>
  html`<span class="coins-row">${pairs.map(([value, count]) => coin(value, count))}</span>`;

function step(seat, value) {
  const { coins } = counted[seat.id];
  const now = coins[value] ?? 0;
  const set = (count) => {
    counted[seat.id] = { coins: { ...coins, [value]: count } };
    change();
  };
  const what = { what: w("coins.of", { value }) };
  return html`<li>
    <span class="what">${coin(value)}</span>
    <button
      class="round"
      aria-label=${w("sheet.fewer", what)}
      data-test=${`fewer-${seat.id}-${value}`}
      ?disabled=${now <= 0}
      @click=${() => set(now - 1)}
    >
      ${icon("minus")}
    </button>
    <output aria-live="polite">${now}</output>
    <button
      class="round"
      aria-label=${w("sheet.more", what)}
      data-test=${`count-${seat.id}-${value}`}
      ?disabled=${now >= MOST}
      @click=${() => set(now + 1)}
    >
      ${icon("plus")}
    </button>
  </li>`;
}

const sum = (coins) => VALUES.reduce((all, value) => all + value * (coins[value] ?? 0), 0);

/** What the table said; one tap then sets it right. */
function verdict(seat, { coins, found }) {
  const setting = () =>
    html`<button
      class="main"
      data-test=${`count-${seat.id}`}
      @click=${async () => {
        if (await setPurse(seat.id, sum(coins))) {
          delete counted[seat.id];
          change();
        }
      }}
    >
      ${w("purse.count", { count: sum(coins) })}
    </button>`;
  if (!found) return nothing;
  if (!found.difference)
    return html`<p class="verdict" role="status" data-test=${`verdict-${seat.id}`}>
      ${icon("check")} ${w("purse.right")}
    </p>`;
  const more = found.difference > 0;
  return html`<p class="verdict wrong" role="status" data-test=${`verdict-${seat.id}`}>
      ${w(more ? "purse.more" : "purse.fewer", { count: Math.abs(found.difference) })}
    </p>
    ${setting()}`;
}

/** Counting by the kinds of coins; `open` where everybody sets what is there, and there is nothing to check yet. */
export function countCoins(seat, open = false) {
  const now = (counted[seat.id] ??= { coins: {} });
  const check = async () => {
    const found = await checkPurse(seat.id, now.coins);
    // Whoever has counted on meanwhile asks again.
    if (found && counted[seat.id] === now) {
      counted[seat.id] = { ...now, found };
      change();
      queueMicrotask(() => document.querySelector(`[data-test="count-${seat.id}"]`)?.scrollIntoView({ block: "end" }));
    }
  };
  const counting = html`<p class="hint">${w(open ? "purse.count.lead" : "purse.check.lead")}</p>
    <ul class="slots">
      ${VALUES.map((value) => step(seat, value))}
    </ul>
    ${
      open
        ? html`<button
            class="quiet"
            data-test=${`count-${seat.id}`}
            @click=${async () => {
              if (await setPurse(seat.id, sum(now.coins))) {
                delete counted[seat.id];
                change();
              }
            }}
          >
            ${w("purse.count", { count: sum(now.coins) })}
          </button>`
        : now.found
          ? verdict(seat, now)
          : html`<button class="quiet" data-test=${`check-${seat.id}`} @click=${check}>
              ${w("purse.check.do", { count: sum(now.coins) })}
            </button>`
    }`;
  return open
    ? html`<div class="count">${counting}</div>`
    : html`<details class="count">
        <summary>${page.me.seats.length > 1 ? named(w("purse.check"), seat.name) : w("purse.check")}</summary>
        ${counting}
      </details>`;
}
