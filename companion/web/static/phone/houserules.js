/** Before the game: the questions on which tables differ. */
import { html } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { icon } from "../lib/emblems.js";
import { change, page } from "../lib/page.js";
import { tell } from "../lib/post.js";
import { w } from "../lib/words.js";

const set = (body) => tell("api/lobby", body);

/** One of several answers; `body` is what the table is told. */
export function choice(name, value, chosen, text, body) {
  return html`<label class="option"
    ><input
      type="radio"
      name=${name}
      .checked=${live(value === chosen)}
      data-test=${`${name}-${value}`}
      @change=${() => set(body)}
    /><span>${text}</span></label
  >`;
}

/** Numbers on their way to the table, by option: a quick second tap counts on from them. */
const stepped = {};

async function step(option, by, answer) {
  const { key } = option;
  const value = beside(option, by);
  if (!value) return;
  const underWay = stepped[key]?.sending;
  stepped[key] = { value, sending: true };
  change();
  if (underWay) return;
  let sent, taken;
  do {
    sent = stepped[key].value;
    taken = await answer(sent);
  } while (stepped[key].value !== sent);
  // The table's state may come a moment after its answer.
  stepped[key] = taken ? { value: sent, since: page.state } : null;
  change();
}

/** The number as it stands on this phone. */
function numberNow({ key, chosen }) {
  const own = stepped[key];
  return own && (own.sending || own.since === page.state) ? own.value : chosen;
}

/** The number so many places on; undefined beyond the last. */
function beside(option, by) {
  return option.choices[option.choices.findIndex(({ key }) => key === numberNow(option)) + by]?.key;
}

/** A question on which tables differ: one of several answers, a number by steps, or a line of their own. */
export function question(option) {
  const answer = (value) => set({ options: { [option.key]: value } });
  if (option.kind === "line") {
    return html`<label class="field"
      >${option.sentence}<input
        type="text"
        maxlength=${option.longest}
        .value=${live(option.chosen)}
        data-test=${`option-${option.key}`}
        @change=${({ target }) => {
          const said = target.value.trim();
          // What the table has already brings no new state that would be drawn.
          if (said === option.chosen) target.value = said;
          else answer(said);
        }}
    /></label>`;
  }
  if (option.kind === "number") {
    const button = (by, sign, words) =>
      html`<button
        class="round"
        aria-label=${w(words, { what: option.sentence })}
        data-test=${`option-${option.key}-${by}`}
        ?disabled=${!beside(option, by)}
        @click=${() => step(option, by, answer)}
      >
        ${icon(sign)}
      </button>`;
    return html`<ul class="slots">
      <li>
        <span class="what">${option.sentence}</span>${button(-1, "minus", "sheet.fewer")}
        <output>${numberNow(option)}</output>${button(1, "plus", "sheet.more")}
      </li>
    </ul>`;
  }
  return html`<fieldset>
    <legend>${option.sentence}</legend>
    ${option.choices.map((each) =>
      choice(option.key, each.key, option.chosen, each.text, { options: { [option.key]: each.key } }),
    )}
  </fieldset>`;
}
