/** Coins by a difference, and why: the reason that is tapped sends it, with what was typed beside it. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { counted, counter, draft, forget } from "./counter.js";
import { game } from "../lib/page.js";
import { w } from "../lib/words.js";

/**
 * A line with a number, and the reasons below it once it is not 0, under a `question`. `apply` takes the reason, the
 * difference and the note; where it is refused, all stays as it was.
 */
export function coinsWithReason({ key, least, label, sign = nothing, question = null, apply }) {
  const difference = counted(key, 0);
  const note = `${key}-note`;
  const sendWith = async (reason) => {
    if (!(await apply(reason, difference, counted(note, "").trim()))) return;
    forget(note);
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
            data-test=${note}
            .value=${live(counted(note, ""))}
            @input=${(event) => draft(note, event.target.value)}
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
