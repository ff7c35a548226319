/** Coins as a pile, as high as they are many. */
import { svg } from "../vendor/lit-html/lit-html.js";

const MOST = 9;

export function coinPile(count, most = MOST) {
  const high = Math.min(count, most);
  return svg`<svg class="coin-pile" viewBox=${`0 0 34 ${16 + 5 * (high - 1)}`} aria-hidden="true">
    ${Array.from({ length: high }, (_, place) => {
      const y = 5 * (high - 1 - place);
      const x = 1 + ((place * 5) % 3);
      return svg`<path class="coin-side" d=${`M${x} ${y + 6}v4a15 5.500 0 0 0 30 0v-4z`}></path>
        <ellipse class="coin-face" cx=${x + 15} cy=${y + 6} rx="15" ry="5.500"></ellipse>`;
    })}
  </svg>`;
}
