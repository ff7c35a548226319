/** The prices on the map, while their switch is on: asked for once for each change of the game. */
import { change, focus, game, page, setting, signer } from "../lib/page.js";
import { get } from "../lib/ask.js";

/** The prices there are, and for which change of the game and which seat they were asked. */
let found = { of: null, regions: {} };

async function ask(of, seat) {
  found = { ...found, of };
  try {
    const regions = await get(`api/prices?seat=${seat}`);
    if (found.of === of) found = { of, regions };
  } catch (error) {
    // A seat without a race pays nothing anywhere. Where no answer came, it is asked again when the table is back.
    if (error.status && found.of === of) found = { of, regions: {} };
  }
  change();
}

/** What each region in reach costs the seat in question: {cost, chance}; nothing while the switch is off. */
export function prices() {
  if (!setting("prices") || !page.me.seats.length) return {};
  const seat = focus() ?? signer();
  const of = `${page.state.changed} ${seat} ${page.link}`;
  if (found.of !== of && game()) ask(of, seat);
  return found.regions;
}
