/** What may be on a region instead, each a button: other contents, and pieces that are put on it or taken off it. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "../lib/emblems.js";
import { named } from "../lib/words.js";

/** Other contents; `put` takes the command of the one that is tapped, `where`, if given, shows where it comes from. */
export const contentButtons = (choices, put, where) =>
  choices.map(
    (choice, place) =>
      // What it replaces is said once above all that replace it.
      html`${
          choice.instead && choice.changes !== choices[place - 1]?.changes
            ? html`<p class="instead">${named(choice.changes)}</p>`
            : nothing
        }<button data-test=${`correct-${place}`} @click=${() => put(choice.command)}>
          ${choice.label}${choice.changes && !choice.instead ? html` <small>${choice.changes}</small>` : nothing}
          ${where?.(choice) ?? nothing}
        </button>`,
  );

export const pieceButtons = (pieces, put) =>
  pieces.map(
    (piece) =>
      html`<button data-test=${`piece-${piece.on ? "on" : "off"}-${piece.kind}`} @click=${() => put(piece.command)}>
        ${icon(piece.kind)} ${piece.label}
      </button>`,
  );

/** The pieces that are here or come with the race here, and all others. */
export const nearAndFar = (pieces) => [pieces.filter(({ near }) => near), pieces.filter(({ near }) => !near)];
