/** What lies beside the map for all to see: badges in reserve, tokens on piles. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "./emblems.js";
import { game } from "./page.js";
import { w } from "./words.js";

/** The badges that lie with a race without a banner, each with its rule. */
export const inUse = () => game().bands.filter((band) => !band.banner);

function badge({ power, kind = power, name, rule }) {
  return html`<li class="badge" data-test=${`badge-${kind}`}>
    ${icon(kind)}<span><b>${name}</b><small>${rule}</small></span>
  </li>`;
}

function tokens({ kind, text }) {
  return html`<li class="pile-tokens" data-test=${`pile-tokens-${kind}`}>${icon(kind)} <span>${text}</span></li>`;
}

/** Every pile with what lies there; nothing where the rules of the table use none. */
export function pilesCard() {
  const { piles } = game();
  if (!piles.length) return nothing;
  return html`${inUse().map(
    (band) =>
      html`<section class="piles" data-test=${`powers-${band.id}`}>
        <h2>${icon(band.race)} ${w("piles.use")}</h2>
        <ul class="plain">
          ${band.powers.map(badge)}
        </ul>
      </section>`,
  )}
  ${piles
    .filter((pile) => pile.items.length)
    .map(
      (pile) =>
        html`<section class="piles" data-test=${`pile-${pile.key}`}>
          <h2>${icon(pile.key)} ${pile.name}</h2>
          <ul class="plain">
            ${pile.items.map(pile.badges ? badge : tokens)}
          </ul>
        </section>`,
    )}`;
}

/** The same in a line or two, for the table screen. */
export function pilesLine() {
  return game()
    .piles.filter((pile) => pile.count)
    .map(
      (pile) =>
        html`<li class="pile-line" data-test=${`pile-${pile.key}`}>
          ${icon(pile.key)}
          <b>${pile.name}</b>
          ${pile.items.map(({ kind, name, count }) => html`<span>${icon(kind)} ${pile.badges ? name : count}</span>`)}
        </li>`,
    );
}
