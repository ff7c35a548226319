/** Grids of banners and badges: one tap names a piece. */
import { html } from "./vendor/lit-html/lit-html.js";
import { icon } from "./emblems.js";
import { game } from "./page.js";

/** Every banner and every badge of this game; the badges that stay with a race in decline know it. */
export const banners = () => game().tray.map(({ race, name }) => ({ key: race, text: name }));
export const badges = () => game().badges.map(({ power, name, combo, stays }) => ({ key: power, text: name, combo, stays }));

/** Pieces to tap; those in `gone` lie elsewhere. */
export function pieceGrid(pieces, onTap, { chosen, gone = [], occasion = "" } = {}) {
  return html`<div class="pieces" data-occasion=${occasion}>${pieces.map(({ key, text }) => html`
    <button class=${chosen === key ? "chosen" : ""} ?disabled=${gone.includes(key)} data-test=${`piece-${key}`}
      @click=${() => onTap(key)}>${icon(key)}<span>${text}</span></button>`)}</div>`;
}
