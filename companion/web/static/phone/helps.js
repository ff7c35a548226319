/**
 * What helps in a conquest besides tokens: a small stepper for each kind, and the one offer with just so much of it.
 */
import { html } from "../vendor/lit-html/lit-html.js";
import { icon } from "../lib/emblems.js";
import { game } from "../lib/page.js";
import { w } from "../lib/words.js";

const ORDINARY = "ordinary";

/** The offers of each way to a region: they differ in nothing but what helps. */
function byWay(offers) {
  const found = new Map();
  for (const offer of offers) found.set(offer.way, [...(found.get(offer.way) ?? []), offer]);
  return [...found.values()];
}

/** What a seat can do on each region, by region. */
export function byRegion(offers) {
  const found = {};
  for (const offer of offers) if (offer.region) (found[offer.region] ??= []).push(offer);
  return found;
}

/** The name of a race or a power in play; null for anything else that helps. */
export const called = (ability) =>
  game()
    .bands.flatMap(({ rules }) => rules)
    .find(({ key }) => key === ability)?.name ?? null;

/** What of a way is chosen at first: no help, or as little as makes it sure. */
export const atFirst = (offers) => offers.find(({ kind }) => kind === "conquer") ?? offers[0];

/** The ways to a region as its sheet lists them: what is sure comes first, as a failed attempt would end the turn. */
export const inOrder = (offers) =>
  byWay(offers).sort((one, other) => Number(isTried(atFirst(one))) - Number(isTried(atFirst(other))));

const isTried = ({ kind }) => kind === "attempt";

/** The ability that a way is about, or what helps in it; null for the way that everybody has. */
const abilityOf = ({ way, helps }) => {
  const [ability] = (way ?? ORDINARY).split(":");
  return ability === ORDINARY ? (helps[0]?.ability ?? null) : ability;
};

/**
 * What one tap on a region does, or the filled button of its sheet: {offer, by, also}. `by` is the ability that it
 * uses, `also` the first one that would take the region in another way; null where there is none.
 */
export function mainWay(offers) {
  const [first, ...others] = inOrder(offers);
  const offer = atFirst(first);
  const by = abilityOf(offer);
  const also = others.map((way) => abilityOf(atFirst(way))).find((ability) => ability && ability !== by);
  return { offer, by, also: also ?? null };
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
