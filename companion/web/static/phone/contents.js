/** What may be on a region instead, each a button: other contents, and pieces that are put on it or taken off it. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "../lib/emblems.js";
import { change } from "../lib/page.js";
import { named, w } from "../lib/words.js";

/** Other contents; `put` takes the command of the one that is tapped, `where`, if given, shows where it comes from. */
const contentButtons = (choices, put, where) =>
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

const pieceButtons = (pieces, put) =>
  pieces.map(
    (piece) =>
      html`<button data-test=${`piece-${piece.on ? "on" : "off"}-${piece.kind}`} @click=${() => put(piece.command)}>
        ${icon(piece.kind)} ${piece.label}
      </button>`,
  );

/** The pieces of which all are shown; each answer of the server brings others, which are short again. */
let unfolded = null;

/**
 * All that may be on a region. Pieces that are not here, nor come with the race here, show once they are asked for,
 * and what else there is with them.
 */
export function contents({ choices, pieces }, put, { where = null, other = null } = {}) {
  const [near, far] = [pieces.filter((piece) => piece.near), pieces.filter((piece) => !piece.near)];
  const open = unfolded === pieces;
  const unfold = () => {
    unfolded = open ? null : pieces;
    change();
  };
  return html`<div class="corrections">
      ${contentButtons(choices, put, where)} ${pieceButtons(near, put)}
      ${
        other || far.length
          ? html`<button class="link" data-test="correct-other" aria-expanded=${open} @click=${unfold}>
              ${w("sheet.other")}
            </button>`
          : nothing
      }
    </div>
    ${
      open
        ? html`${other?.() ?? nothing}
            <div class="corrections more">${pieceButtons(far, put)}</div>`
        : nothing
    }`;
}
