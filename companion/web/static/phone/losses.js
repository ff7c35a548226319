/** Who has just lost regions reads in the head which, and sees them on the map, until their own turn comes. */
import { numberOf } from "../lib/mapthings.js";
import { game, held, page } from "../lib/page.js";
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

/** Which they are; what came back, for an attack was undone, is not lost. */
export const lostRegions = () => lost.regions.filter((region) => !held(game().regions[region]?.seat));

/** One line, however much was lost; "" where nothing was. */
export function losses() {
  const regions = lostRegions();
  if (!regions.length || !page.board) return "";
  const region = page.board.byId[regions[0]];
  if (regions.length > 1) return w("lost.several", { count: regions.length });
  return w(`lost.${region.terrain}`, { number: numberOf(region) });
}
