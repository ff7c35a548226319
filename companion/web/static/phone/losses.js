/** Who has just lost regions reads which, until their own turn comes or they put it away. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "../lib/emblems.js";
import { cutout } from "../lib/map.js";
import { change, game, held, page } from "../lib/page.js";
import { w } from "../lib/words.js";

/** The regions lost on this phone since its last turn, and the last act that was looked at for more. */
let lost = { row: null, regions: [] };

/** Takes up what a new state says was lost. */
export function hearLosses(state) {
  const last = state.app ?? state.last;
  if (!state.game || held(state.game.turn.seat)) {
    lost = { row: last?.row ?? null, regions: [] };
    return;
  }
  if (!last || last.row === lost.row) return;
  const more = last.lost.filter(({ seat }) => held(seat)).map(({ region }) => region);
  lost = { row: last.row, regions: [...new Set([...lost.regions, ...more])] };
}

/** What came back, for an attack was undone, is not lost. */
const gone = () => lost.regions.filter((region) => !held(game().regions[region]?.seat));

/** Whether there is something to read here; a region's sheet, which reaches up to here, is read by itself. */
export const anyLosses = () => Boolean(page.board && page.screen === "map" && !page.sheet && gone().length);

/** One line, however much was lost. */
export function losses() {
  if (!anyLosses()) return nothing;
  const regions = gone();
  const { terrain } = page.board.byId[regions[0]];
  return html`<section class="losses" role="status" data-test="losses">
    ${cutout(regions)}<b>${regions.length > 1 ? w("lost.several", { count: regions.length }) : w(`lost.${terrain}`)}</b>
    <button
      class="round"
      aria-label=${w("close")}
      data-test="losses-close"
      @click=${() => {
        lost = { ...lost, regions: [] };
        change();
      }}
    >
      ${icon("close")}
    </button>
  </section>`;
}
