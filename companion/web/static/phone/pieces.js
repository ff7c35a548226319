/** Grids of banners and badges: one tap names a piece. */
import { html } from "../vendor/lit-html/lit-html.js";
import { icon } from "../lib/emblems.js";
import { game } from "../lib/page.js";
import { alphabetical } from "../lib/words.js";

/** Every banner and every badge of this game; the badges that stay with a race in decline know it. */
export const banners = () => game().tray.map(({ race, name }) => ({ key: race, text: name }));
export const badges = () => game().badges.map(({ power, name, stays }) => ({ key: power, text: name, stays }));

const LONG = 10; // letters of a word that a narrow button breaks

/**
 * Pieces to tap, by name; those in `gone` lie elsewhere.
 *
 * @param {{ key: string, text: string }[]} pieces
 * @param {(key: string) => void} onTap
 * @param {{ chosen?: string, gone?: string[], occasion?: string }} [options]
 */
export function pieceGrid(pieces, onTap, options = {}) {
  const { chosen, gone = [], occasion = "" } = options;
  const long = pieces.some(({ text }) => text.split(/[\s-]/).some((word) => word.length >= LONG));
  return html`<div class=${long ? "pieces long" : "pieces"} data-occasion=${occasion}>
    ${alphabetical(pieces).map(
      ({ key, text }) =>
        html` <button
          class=${chosen === key ? "chosen" : ""}
          ?disabled=${gone.includes(key)}
          data-test=${`piece-${key}`}
          @click=${() => onTap(key)}
        >
          ${icon(key)}<span>${text}</span>
        </button>`,
    )}
  </div>`;
}
