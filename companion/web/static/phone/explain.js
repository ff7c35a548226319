/** A race or a power explains itself on a tap, anywhere its name stands. */
import { dialog } from "./dialog.js";
import { focusOn } from "../lib/focus.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "../lib/emblems.js";
import { change, page } from "../lib/page.js";
import { get, problem } from "../lib/ask.js";
import { w } from "../lib/words.js";

/** Opens the sheet for some races and powers, by their keys. */
export async function explain(...keys) {
  const shown = { keys };
  change({ explained: shown });
  queueMicrotask(() => focusOn(".explain"));
  try {
    const found = await Promise.all(keys.map((key) => get(`api/ability/${key}`)));
    if (page.explained === shown) change({ explained: { keys, found } });
  } catch (error) {
    change({ explained: null, told: problem(error) });
  }
}

export const closeExplain = () => change({ explained: null });

/** A rule that tells more when it is tapped. */
export function ruleLine({ key, name, text, symbol }) {
  return html`<button class="rule" data-test=${`rule-${key}`} @click=${() => explain(key)}>
    ${icon(key)}<span><b>${w("head", { name })}</b> ${ruleText({ text, symbol })}</span>
  </button>`;
}

/** What counts of a race in play: each rule, or that none does in decline. */
export const rulesOf = ({ rules }) =>
  rules.length ? rules.map(ruleLine) : html`<p class="hint">${w("rules.rest")}</p>`;

/** What a rule says, with the sign that stands on the map for what it is about. */
export const ruleText = ({ text, symbol }) => html`${text}${symbol ? html` ${icon(symbol)}` : nothing}`;

function part({ key, name, rule, numbers, options }) {
  return html`<section data-test=${`explained-${key}`}>
    <h2>${icon(key)} ${name}</h2>
    <p>${rule}</p>
    <ul class="plain facts">
      ${numbers.map((number) => html`<li>${icon(number.sign)} ${number.text}</li>`)}
    </ul>
    ${
      options.length
        ? html`<h3>${w("explain.options")}</h3>
            ${options.map((option) => html`<p class="hint">${option.sentence} <b>${option.chosen}</b></p>`)}`
        : nothing
    }
  </section>`;
}

export function explainView() {
  if (!page.explained) return nothing;
  const { found } = page.explained;
  return dialog(
    { name: "explain", label: w("explain.title"), look: "explain", over: true, close: closeExplain },
    html`${found ? found.map(part) : html`<p>${w("sheet.loading")}</p>`}
      <p><a class="link" href="rules" data-test="explain-rules">${w("explain.all")}</a></p>`,
  );
}
