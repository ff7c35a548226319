/** Who has just lost regions reads in the head which, and sees them on the map, until their own turn comes. */
import { numberOf } from "../lib/mapthings.js";
import { game, held, nameOf, page } from "../lib/page.js";
import { listed, named, small, w } from "../lib/words.js";

/** What this phone's players have lost since its last turn, and the last act that was looked at for more. */
let lost = { row: null, all: [] };

/** Takes up what a new state says was lost. */
export function hearLosses(state) {
  const last = state.app ?? state.last;
  if (!state.game || held(state.game.turn.seat)) {
    lost = { row: last?.row ?? null, all: [] };
    return;
  }
  if (!last || last.row === lost.row) return;
  const more = last.lost.filter(({ seat, region }) => held(seat) && !lost.all.some((each) => each.region === region));
  lost = { row: last.row, all: [...lost.all, ...more] };
}

/** What came back, for an attack was undone, is not lost. */
const stillLost = () => lost.all.filter(({ seat, region }) => held(seat) && game().regions[region]?.seat !== seat);

/** Which regions they are. */
export const lostRegions = () => stillLost().map(({ region }) => region);

/** One line, however much was lost, with the names of whoever lost it where several share a phone; "" for nothing. */
export function losses() {
  const all = stillLost();
  if (!all.length || !page.board) return "";
  const region = page.board.byId[all[0].region];
  const names = [...new Set(all.map(({ seat }) => nameOf(seat)))];
  if (names.length > 1) return w("lost.among", { names: listed(names), count: all.length });
  const said =
    all.length > 1
      ? w("lost.several", { count: all.length })
      : w(`lost.${region.terrain}`, { number: numberOf(region) });
  return page.me.seats.length > 1 ? named(names[0], small(said)) : said;
}
