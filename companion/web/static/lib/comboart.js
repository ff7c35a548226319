/** A combo as a small picture: its race's token and its power's badge before hills in the colours of the race. */
import { svg } from "../vendor/lit-html/lit-html.js";
import { emblem } from "./emblems.js";

const HUES = 6;
const HILLS = [
  ["M0 70Q20 48 44 64T92 58T130 66V110H0z", "M0 88Q26 70 56 84T118 80V110H0z"],
  ["M0 62Q30 72 52 54T118 66V110H0z", "M0 84Q18 76 40 88T84 78T130 90V110H0z"],
  ["M0 72L20 48 36 64 58 40 82 66 100 52 118 70V110H0z", "M0 90Q34 74 62 88T118 84V110H0z"],
];

/** The same race has the same colours in every game. */
const hueOf = (race) => [...race].reduce((sum, letter) => (sum * 37 + letter.charCodeAt(0)) % 9973, 11) % HUES;

export function comboArt({ race, power }, place = 0) {
  const [far, near] = HILLS[place % HILLS.length];
  return svg`<svg class=${`combo-art hue-${hueOf(race)}`} viewBox="0 0 118 104" preserveAspectRatio="xMidYMid slice"
    aria-hidden="true">
    <path class="sky" d="M0 0h118v110H0z"></path>
    <circle class="sun" cx="96" cy="20" r="12"></circle>
    <path class="far" d=${far}></path><path class="near" d=${near}></path>
    <g transform="translate(46 48) rotate(-5)">
      <rect class="shadow" x="-27" y="-22" width="62" height="62" rx="10"></rect>
      <rect class="edge" x="-31" y="-27" width="62" height="62" rx="9"></rect>
      <rect class="body" x="-31" y="-31" width="62" height="62" rx="9"></rect>
      <rect class="rim" x="-26.500" y="-26.500" width="53" height="53" rx="6"></rect>
      <g class="race" transform="translate(-21 -21) scale(1.75)">${emblem(race)}</g>
    </g>
    ${
      power
        ? svg`<g transform="translate(91 78) rotate(4)">
            <circle class="shadow" cx="2" cy="4" r="22"></circle><circle class="coin-edge" cy="2.500" r="21"></circle>
            <circle class="coin" r="21"></circle><circle class="coin-rim" r="17"></circle>
            <g class="power" transform="translate(-12 -12)">${emblem(power)}</g></g>`
        : svg``
    }
  </svg>`;
}
