/** The last board on a picture to share: colours stand in the drawing itself, as no style of a page reaches it. */
import { nothing, svg } from "../vendor/lit-html/lit-html.js";
import { EMBLEMS } from "./emblems.js";
import { shapePath } from "./seats.js";

const LAND = {
  farmland: "#f0d27a",
  forest: "#86b262",
  hill: "#c6d178",
  mountain: "#b9a696",
  swamp: "#a3b08a",
  sea: "#5ba4cb",
  lake: "#86cede",
};
const LINE = "#3d2a1a";
const PALE = "#fffaf0";
const FADED = "#cfc3ae";

/** An emblem in one colour. */
function sign(key, colour) {
  const [area, line] = EMBLEMS[key] ?? ["", ""];
  return svg`${area ? svg`<path d=${area} fill=${colour} fill-rule="evenodd"></path>` : nothing}${
    line
      ? svg`<path d=${line} fill="none" stroke=${colour} stroke-width="2.200" stroke-linecap="round"
          stroke-linejoin="round"></path>`
      : nothing
  }`;
}

/** A stack of tokens: its race, how many, and whose it is. */
function tokens({ race, tokens: count, declined }, seat, ink) {
  const colour = ink.seat(seat);
  const [face, edge] = declined ? [FADED, colour] : [colour, LINE];
  return svg`<rect x="-33" y="-21" width="66" height="44" rx="9" fill=${LINE}></rect>
    <rect x="-33" y="-25" width="66" height="44" rx="9" fill=${face} stroke=${edge} stroke-width=${declined ? 5 : 2}
      stroke-dasharray=${declined ? "8 5" : "none"}></rect>
    <g transform="translate(-29 -17) scale(1.2)">${sign(race, declined ? LINE : PALE)}</g>
    <circle cx="19" cy="-2" r="15" fill=${PALE} stroke=${LINE} stroke-width="2"></circle>
    <text x="19" y="6" font-size="24" font-weight="700" text-anchor="middle" fill=${LINE}>${count}</text>
    <g transform="translate(-44 -36) scale(1.05)" fill=${colour} stroke=${PALE} stroke-width="3" paint-order="stroke">
      ${shapePath(seat.shape)}</g>`;
}

/** A board in its own units with what lies on it; `seats` are the players, `ink` has their colours. */
export function postmap({ board, regions }, seats, ink) {
  const owner = (id) => seats.find((seat) => seat.id === regions[id]?.seat);
  return svg`<defs>${board.regions.map(
    ({ id, path }) => svg`<clipPath id=${`post-${id}`}><path d=${path}></path></clipPath>`,
  )}</defs>
    ${board.regions.map(({ id, terrain, path }) => {
      const seat = owner(id);
      return svg`<path d=${path} fill=${LAND[terrain] ?? ink.card}></path>
        ${
          seat
            ? svg`<g clip-path=${`url(#post-${id})`}><path d=${path} fill=${ink.seat(seat)} fill-opacity=".22"
              stroke=${PALE} stroke-width="26"></path><path d=${path} fill="none" stroke=${ink.seat(seat)}
              stroke-width="20" stroke-dasharray=${regions[id].declined ? "14 9" : "none"}></path></g>`
            : nothing
        }
        <path d=${path} fill="none" stroke=${LINE} stroke-width="4" stroke-linejoin="round"></path>`;
    })}
    ${board.regions.map(({ id, centre: [x, y] }) => {
      const seat = owner(id);
      return seat ? svg`<g transform=${`translate(${x} ${y})`}>${tokens(regions[id], seat, ink)}</g>` : nothing;
    })}`;
}
