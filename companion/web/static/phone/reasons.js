/** Coins by a difference, and why: the reason that is tapped sends it, with what was typed beside it. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { counted, counter, forget } from "./counter.js";
import { game } from "../lib/page.js";
import { w } from "../lib/words.js";

/** What was typed beside the reasons, by key. */
const notes = {};

/**
 * A line with a number, and the reasons below it once it is not 0, under a `question`. `apply` takes the reason, the
 * difference and the note; where it is refused, all stays as it was.
 */
export function coinsWithReason({ key, least, label, sign = nothing, question = null, apply }) {
  const difference = counted(key, 0);
  const sendWith = async (reason) => {
    if (!(await apply(reason, difference, (notes[key] ?? "").trim()))) return;
    delete notes[key];
    forget(key);
  };
  return html`${counter({ key, value: 0, least, most: 99, label, sign })}
  ${
    difference
      ? html`<li class="why">
          ${question ? question(difference) : nothing}
          <input
            class="note"
            maxlength="60"
            placeholder=${w("coins.note")}
            aria-label=${w("coins.note")}
            data-test=${`${key}-note`}
            .value=${live(notes[key] ?? "")}
            @input=${(event) => {
              notes[key] = event.target.value;
            }}
          />
          <div class="chips">
            ${game().reasons.map(
              (reason) =>
                html`<button data-test=${`${key}-${reason.key}`} @click=${() => sendWith(reason.key)}>
                  ${reason.text}
                </button>`,
            )}
          </div>
        </li>`
      : nothing
  }`;
}
