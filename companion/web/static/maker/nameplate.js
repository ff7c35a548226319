/** What stands on a board's label: its name, for how many players, and how many turns. */
import { html } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { icon } from "../lib/emblems.js";
import { w } from "../lib/words.js";

/** Base rulebook, game turn track: fewer turns for more players. */
export const turnsFor = (players) => ({ 4: 9, 5: 8, 6: 8 })[players] ?? 10;

const MOST_TURNS = 20;

/**
 * Fields for a name, players and turns; `set` gets what was changed of them, `test` begins the name's test name.
 *
 * @param {{ name: string, players: number, turns?: number }} named
 * @param {(patch: object) => void} set
 * @param {string} test
 */
export function nameplate({ name, players, turns }, set, test) {
  const shown = turns ?? turnsFor(players);
  const step = (by, sign) =>
    html`<button
      class="round"
      aria-label=${w(by < 0 ? "sheet.fewer" : "sheet.more", { what: w("maker.turns") })}
      data-test=${`turns-${sign}`}
      ?disabled=${by < 0 ? shown <= 1 : shown >= MOST_TURNS}
      @click=${() => set({ turns: shown + by })}
    >
      ${icon(sign)}
    </button>`;
  return html`<label class="field"
      >${w("maker.name")}<input
        type="text"
        maxlength="40"
        .value=${live(name)}
        data-test=${`${test}-name`}
        @input=${(event) => set({ name: event.target.value })}
    /></label>
    <p class="asks">${w("maker.players")}</p>
    <div class="players" role="radiogroup" aria-label=${w("maker.players")}>
      ${[2, 3, 4, 5, 6].map(
        (count) =>
          html` <label class="option"
            ><input
              type="radio"
              name="players"
              .checked=${live(count === players)}
              data-test=${`players-${count}`}
              @change=${() => set({ players: count, turns: turnsFor(count) })}
            /><span>${count}</span></label
          >`,
      )}
    </div>
    <p class="turns">
      <span class="asks">${w("maker.turns")}</span>${step(-1, "minus")}<output data-test="turns">${shown}</output
      >${step(1, "plus")}
    </p>`;
}
