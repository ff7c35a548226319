/** A seat's mark: a colour and, for eyes that mix up colours, a shape. */
import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";
import { w } from "./words.js";

/** In the order of the lobby. */
export const COLOURS = ["blue", "orange", "green", "pink", "yellow", "grey"];

/** Shapes on a 24 by 24 grid. */
export const SHAPES = {
  circle: "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20z",
  square: "M3.5 3.5h17v17h-17z",
  triangle: "M12 2 23 21H1z",
  diamond: "M12 1 22 12 12 23 2 12z",
  star: "M12 1l3.3 7.2 7.7.9-5.7 5.3 1.5 7.7L12 18.3 5.2 22.1l1.5-7.7L1 9.100l7.7-.9z",
  cross: "M8 2h8v6h6v8h-6v6H8v-6H2V8h6z",
};

/** The same as letters, for a page's title. */
export const SIGNS = { circle: "●", square: "■", triangle: "▲", diamond: "◆", star: "★", cross: "✚" };

/** The mark's path, for use inside an SVG that carries the class of its colour. */
export const shapePath = (shape) => svg`<path class="mark" d=${SHAPES[shape] ?? SHAPES.circle}></path>`;

export function seatMark({ colour, shape }) {
  return html`<svg class="seatmark c-${colour}" viewBox="-1 -1 26 26" aria-hidden="true">${shapePath(shape)}</svg>`;
}

/** Badges of teams: an outline, and the bars in it. */
const BADGES = [
  ["M3 2h18v10c0 5-4 8-9 10-5-2-9-5-9-10z", "M7 10h10"],
  ["M3 2h18v20l-9-5-9 5z", "M7 7h10M7 12h10"],
  ["M12 1 22 6.500v11L12 23 2 17.500v-11z", "M7 8h10M7 12h10M7 16h10"],
];

/** A team's badge: a shape and a colour that no seat has, and as many bars as its number. */
export function teamMark(team) {
  if (team === null || team === undefined) return nothing;
  const [outline, bars] = BADGES[team % BADGES.length];
  return html`<svg
    class=${`teammark team-${team}`}
    viewBox="-1 -1 26 26"
    role="img"
    aria-label=${w("team", { number: team + 1 })}
  >
    <path class="mark" d=${outline}></path>
    <path class="bars" d=${bars}></path>
  </svg>`;
}

/** A seat's mark and name, and its team's badge where there are teams. */
export function seatName(seat) {
  return html`<span class="seat"
    >${seatMark(seat)}<b>${seat.name}</b>${teamMark(seat.team)}${
      seat.away ? html`<i class="away">${w("seat.away")}</i>` : ""
    }</span
  >`;
}
