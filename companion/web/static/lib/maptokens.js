/** Cardboard: race tokens, Lost Tribes, pieces, coins and prices, drawn around 0, 0 in pixels, or as pictures. */
import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";
import { emblem } from "./emblems.js";
import { seatOf } from "./page.js";
import { shapePath } from "./seats.js";

const SIDE = 33; // of a token's square
const HALF = SIDE / 2;
const LAYERS = 3; // a higher stack is told by its count alone

const sign = (key, x, y, size) =>
  svg`<g class="sign" transform=${`translate(${x - size / 2} ${y - size / 2}) scale(${size / 24})`}>${emblem(key)}</g>`;

/** Where the plate of a stack's count is from the stack's middle, and its height, in px. */
export const PLATE = { x: HALF - 2.5, y: HALF - 2.5, high: 20 };
const ARROW = 9; // px that an arrow is wider than a figure
export const plateWidth = (words) => 13 + 6.5 * String(words).length + (String(words).includes("→") ? ARROW : 0);

/**
 * What stands on the plate of a stack: how many, with a "~" where nobody has counted them, and how many of it are to
 * stay where that was said; "" where there is none.
 */
export const countOf = ({ tokens = 0, unconfirmed = false, stays = undefined }) =>
  tokens ? `${unconfirmed ? "~" : ""}${tokens}${stays === undefined ? "" : `→${stays}`}` : "";

/** A white plate with a number, at the lower right corner of what is counted; its edge is dashed where it is a plan. */
export function count(words, x, y, planned = false) {
  const wide = plateWidth(words);
  return svg`<g class=${`count ${planned ? "planned" : ""}`} transform=${`translate(${x} ${y})`}>
    <rect x=${-wide / 2} y="-10" width=${wide} height="20" rx="10"></rect><text y="5.6">${words}</text></g>`;
}

function layer(kind, from, place) {
  const [x, y, side] = [from + place * 2.4, from - place * 2.4, -2 * from];
  return svg`<rect class="edge" x=${x} y=${y + 2.8} width=${side} height=${side} rx="5"></rect>
    <rect class=${kind} x=${x} y=${y} width=${side} height=${side} rx="5"></rect>`;
}

/**
 * A stack of race tokens: the seat's colour and sign, and the race; hatched in decline. Its count is drawn apart.
 *
 * @param {{ seat?: number | null, race?: string, tokens?: number, declined?: boolean }} stack
 */
export function token({ seat = null, race = "", tokens = 0, declined = false }) {
  const owner = seat === null ? null : seatOf(seat);
  const layers = Math.min(LAYERS, Math.max(1, tokens));
  return svg`<g class=${`token c-${owner?.colour ?? "grey"} ${declined ? "declined" : ""}`}>
    <rect class="cast" x=${-HALF + 1} y=${-HALF + 4} width=${SIDE + 3} height=${SIDE + 1} rx="6"></rect>
    ${Array.from({ length: layers }, (_, place) => layer("body", -HALF, layers - 1 - place))}
    <rect class=${declined ? "hatch" : "shine"} x=${-HALF} y=${-HALF} width=${SIDE} height=${SIDE} rx="5"></rect>
    <rect class="inlay" x=${2.3 - HALF} y=${2.3 - HALF} width=${SIDE - 4.6} height=${SIDE - 4.6} rx="3.5"></rect>
    ${sign(race, tokens ? -3 : 0, tokens ? -2.5 : 0, 20)}
    ${
      owner
        ? svg`<g class="corner" transform=${`translate(${-HALF - 6} ${HALF - 8}) scale(.54)`}>
      ${shapePath(owner.shape)}</g>`
        : nothing
    }
  </g>`;
}

/** A Lost Tribe. */
export const tribe = () =>
  svg`<g class="token lost"><rect class="cast" x="-13" y="-10" width="31" height="29" rx="6"></rect>
    ${layer("body", -14, 0)}<rect class="shine" x="-14" y="-14" width="28" height="28" rx="5"></rect>
    ${sign("tribe", 0, 0, 20)}</g>`;

/** A piece that stands in a region: a fortress, a lair, an encampment. */
export const piece = (kind) =>
  svg`<g class="piece"><ellipse class="cast" cx="2" cy="11" rx="14" ry="6"></ellipse>
    <circle class="edge" r="13.5" cy="2.2"></circle><circle class="body" r="13.5"></circle>${sign(kind, 0, 0, 19)}</g>`;

/** A coin; `value` is written on it. */
export const coin = (value = "", radius = 9) =>
  svg`<g class="coin" transform=${`scale(${radius / 9})`}><circle class="edge" r="9" cy="1.5"></circle>
    <circle class="body" r="9"></circle><circle class="ring" r="6.5"></circle>
    ${value === "" ? nothing : svg`<text y="4">${value}</text>`}</g>`;

const POINT = 9; // px of a price tag from its point to where its sides are level
const DIGIT = 9;
const DIE = 17;
const PAYS = 12; // px for the token that follows a price
const BY = 19; // px for the sign of what pays a price
const ODDS = 27;

/** How wide a price is drawn. */
export const priceWidth = ({ price = "", die = false, odds = "", by = null }) =>
  POINT + 5 + DIGIT * String(price).length + (die ? DIE + 2 : 0) + (by ? BY : die ? 0 : PAYS) + (odds ? ODDS : 0);

/** A tag as it hangs on goods, around 0, 0, with the hole for its string: nothing that is counted looks like it. */
const tag = (wide, x = -wide / 2, y = 0) =>
  `M${x} ${y}l${POINT - 1}-11q1-1.5 2.5-1.5h${wide - POINT - 6.5}` +
  `q5 0 5 5v15q0 5-5 5h${POINT + 6.5 - wide}q-1.5 0-2.5-1.5z`;

/**
 * What a region costs, on a dark price tag: so many tokens, or a die beside it where luck has to help. `odds` stand at
 * its end, and a price that nothing can pay is struck through. `quiet` where it is only told, and nothing can be
 * conquered. `by` is the race or power that has to be used for this price, `also` one that would do in its place: its
 * sign hangs small at the corner.
 */
export function priceBadge({
  price = "",
  die = false,
  odds = "",
  never = false,
  quiet = false,
  by = null,
  also = null,
}) {
  const wide = priceWidth({ price, die, odds, by });
  const left = -wide / 2;
  const figures = left + POINT + 3 + (die ? DIE : 0);
  const right = figures + DIGIT * String(price).length;
  const end = right + (by ? BY : 0);
  return svg`<g class=${`price ${die ? "luck" : ""} ${never ? "never" : ""} ${quiet ? "quiet" : ""}`}>
    <path class="cast" d=${tag(wide, left + 1, 2.5)}></path>
    <path class="badge" d=${tag(wide)}></path>
    <circle class="hole" cx=${left + 7} r="1.9"></circle>
    ${
      die
        ? svg`<g transform=${`translate(${left + POINT + 9} 0) rotate(8)`}>
        <rect class="face" x="-7.5" y="-7.5" width="15" height="15" rx="3.5"></rect>
        <path class="pips" d="M-3.5-3.5h.01M0 0h.01M3.5 3.5h.01"></path></g>`
        : by
          ? nothing
          : svg`<g class="pays" transform=${`translate(${right + 6} 0)`}>
        <rect x="-4" y="-2.4" width="8" height="8" rx="1.8"></rect>
        <rect class="upper" x="-4" y="-4.8" width="8" height="8" rx="1.8"></rect></g>`
    }
    ${by ? svg`<g class="by" data-by=${by}>${sign(by, right + BY / 2, 0, 17)}</g>` : nothing}
    ${price === "" ? nothing : svg`<text x=${(figures + right) / 2} y="6">${price}</text>`}
    ${never ? svg`<path class="struck" d="M${left + 9} 9 ${-left - 5}-9"></path>` : nothing}
    ${
      odds
        ? svg`<rect class="odds" x=${end + 2} y="-8.5" width=${ODDS - 3} height="17" rx="4"></rect>
      <text class="odds" x=${end + ODDS / 2 + 0.5} y="4.2">${odds}</text>`
        : nothing
    }
    ${
      also
        ? svg`<g class="also" data-also=${also} transform=${`translate(${left + 6} 11)`}>
      <circle r="8.5"></circle>${sign(also, 0, 0, 13)}</g>`
        : nothing
    }</g>`;
}

/** One of the drawings above as a picture of its own, so many pixels wide. It says nothing: words stand beside it. */
export const picture = (drawn, size = 44) =>
  html`<svg class="cardboard" viewBox="-24 -24 48 48" width=${size} height=${size} aria-hidden="true">${drawn}</svg>`;
