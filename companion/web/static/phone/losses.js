/** Who has just lost regions reads in the head which, and sees them on the map, until their own turn comes. */
import { numberOf } from "../lib/mapthings.js";
import { game, held, nameOf, page } from "../lib/page.js";
import { listed, named, small, w } from "../lib/words.js";

/** The regions lost on this phone since its last turn, whose they were, and the last act looked at for more. */
let lost = { row: null, regions: [], seats: [] };

/** Takes up what a new state says was lost. */
export function hearLosses(state) {
  const last = state.app ?? state.last;
  if (!state.game || held(state.game.turn.seat)) {
    lost = { row: last?.row ?? null, regions: [], seats: [] };
    return;
  }
  if (!last || last.row === lost.row) return;
  const more = last.lost.filter(({ seat }) => held(seat));
  const together = (before, now) => [...new Set([...before, ...now])];
  lost = {
    row: last.row,
    regions: together(
      lost.regions,
      more.map(({ region }) => region),
    ),
    seats: together(
      lost.seats,
      more.map(({ seat }) => seat),
    ),
  };
}

/** Which they are; what came back, for an attack was undone, is not lost. */
export const lostRegions = () => lost.regions.filter((region) => !held(game().regions[region]?.seat));

/** One line, however much was lost, with the names of whoever lost it where several share a phone; "" for nothing. */
export function losses() {
  const regions = lostRegions();
  if (!regions.length || !page.board) return "";
  const region = page.board.byId[regions[0]];
  const said =
    regions.length > 1
      ? w("lost.several", { count: regions.length })
      : w(`lost.${region.terrain}`, { number: numberOf(region) });
  return page.me.seats.length > 1 ? named(listed(lost.seats.map(nameOf)), small(said)) : said;
}
