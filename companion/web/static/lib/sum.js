/** Sums: "2 + 1 defender − 1 Commando = 2". The table writes them; here they are shown, and said aloud. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { w } from "./words.js";

const MINUS = "−";
const SIGNS = { "+": "sum.plus", [MINUS]: "sum.minus", "=": "sum.equals" };

/** More or fewer coins, with their sign. */
export const signed = (amount) => (amount < 0 ? `${MINUS}${-amount}` : `+${amount}`);

/** A sum as a screen reader says it: not every one of them reads a minus sign. */
const aloud = (text) => text.replace(/(?<= )[+−=](?= )/g, (sign) => w(SIGNS[sign]));

/** A written sum in small letters. */
export const spoken = (text) => html`<span role="math" aria-label=${aloud(text)}>${text}</span>`;

const total = ({ total: all, least }) =>
  html`= <b>${all < 0 ? MINUS : ""}${Math.abs(all)}</b>${least ? `, ${least}` : nothing}`;

/** A sum with its numbers large; nothing where there is none, or a single number. */
export function sumView(sum) {
  if (!sum || (sum.parts.length < 2 && !sum.least)) return nothing;
  const sign = (number, place) => (number < 0 ? MINUS : place ? "+" : "");
  return html`<p class="bill" role="math" aria-label=${aloud(sum.text)} data-test="bill">
    ${sum.parts.map(
      ({ number, noun }, place) => html`<span>${sign(number, place)} <b>${Math.abs(number)}</b> ${noun}</span> `,
    )}
    <span>${sum.parts.length ? total(sum) : sum.least}</span>
  </p>`;
}

/** A sum beside a sentence that may have it already. */
export const besides = (sentence, sum) => (sum && sentence?.includes(sum.text) ? nothing : sumView(sum));
