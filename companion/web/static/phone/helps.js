/**
 * What helps in a conquest besides tokens: a small stepper for each kind, and the one offer with just so much of it.
 */
import { html } from "../vendor/lit-html/lit-html.js";
import { icon } from "../lib/emblems.js";
import { w } from "../lib/words.js";

/** The offers of each way to a region: they differ in nothing but what helps. */
export function byWay(offers) {
  const found = new Map();
  for (const offer of offers) found.set(offer.way, [...(found.get(offer.way) ?? []), offer]);
  return [...found.values()];
}

const count = (offer, ability) => offer.helps.find((help) => help.ability === ability)?.count ?? 0;

/** The offer with more or less of one thing and the same of all others; undefined where there is none. */
function changed(offers, now, ability, by) {
  const kinds = kindsOf(offers);
  return offers.find((offer) =>
    kinds.every((each) => count(offer, each) === count(now, each) + (each === ability ? by : 0)),
  );
}

const kindsOf = (offers) => [...new Set(offers.flatMap((offer) => offer.helps.map((help) => help.ability)))];

/** A line for each thing that helps; `choose` gets the offer that a tap leads to. */
export function helpSteppers(offers, now, choose) {
  const most = (ability) => Math.max(...offers.map((offer) => count(offer, ability)));
  const step = (ability, by, sign, label) => {
    const next = changed(offers, now, ability, by);
    return html`<button
      class="round"
      aria-label=${label}
      data-test=${`help-${sign}-${ability}`}
      ?disabled=${!next}
      @click=${() => choose(next)}
    >
      ${icon(sign)}
    </button>`;
  };
  return html`<ul class="slots helps">
    ${kindsOf(offers).map((ability) => {
      const words = offers
        .flatMap((offer) => offer.helps)
        .find((help) => help.ability === ability && help.count === most(ability)).text;
      return html`<li data-test=${`help-${ability}`}>
        <span class="what">${icon(ability)} ${w("sheet.help", { what: words, count: most(ability) })}</span>
        ${step(ability, -1, "minus", w("sheet.fewer", { what: words }))}<output aria-live="polite"
          >${count(now, ability)}</output
        >${step(ability, 1, "plus", w("sheet.more", { what: words }))}
      </li>`;
    })}
  </ul>`;
}
