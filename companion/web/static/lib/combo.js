/** A race with its power, as banner and badge lie side by side. */
import { icon } from "./emblems.js";
import { w } from "./words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

export function comboSign({ race, power, declined }) {
  return html`<span class=${`combo-sign ${declined ? "declined" : ""}`}
    >${power ? icon(power) : nothing}${icon(race)}</span
  >`;
}

/** What a combo of the column costs, in words. */
export const priceOf = ({ price }) => (price ? w("column.costs", { count: price }) : w("column.free"));
