/** What stands on a board's label: its name, for how many players, and so how many turns. */
import { html } from "./vendor/lit-html/lit-html.js";
import { live } from "./vendor/lit-html/directives/live.js";
import { w } from "./words.js";

/** Base rulebook, game turn track: fewer turns for more players. */
export const turnsFor = (players) => ({ 4: 9, 5: 8, 6: 8 })[players] ?? 10;

/** Fields for a name and a number of players; `set` gets {name} or {players}, `test` begins the name's test name. */
export function nameplate({ name, players }, set, test) {
  return html`<label>${w("maker.name")}<input type="text" maxlength="40" .value=${live(name)} data-test=${`${test}-name`}
      @input=${(event) => set({ name: event.target.value })}></label>
    <p>${w("maker.players")}</p>
    <div class="players" role="radiogroup" aria-label=${w("maker.players")}>${[2, 3, 4, 5, 6].map((count) => html`
      <label class="option"><input type="radio" name="players" .checked=${live(count === players)} data-test=${`players-${count}`}
        @change=${() => set({ players: count })}><span>${count}</span></label>`)}</div>`;
}
