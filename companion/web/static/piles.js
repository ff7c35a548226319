/** What lies beside the map for all to see: badges in reserve, tokens on piles; and putting it right. */
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { counter } from "./counter.js";
import { icon } from "./emblems.js";
import { game } from "./page.js";
import { pieceGrid } from "./pieces.js";
import { enter } from "./post.js";
import { w } from "./words.js";

/** The badges that lie with a race without a banner, each with its rule. */
const inUse = () => game().bands.filter((band) => !band.banner);

function badge({ power, kind = power, name, rule }) {
  return html`<li class="badge" data-test=${`badge-${kind}`}>${icon(kind)}<span><b>${name}</b><small>${rule}</small></span></li>`;
}

function tokens({ kind, text }) {
  return html`<li class="heap" data-test=${`heap-${kind}`}>${icon(kind)} <span>${text}</span></li>`;
}

/** Every pile with what lies there; nothing where the rules of the table use none. */
export function pilesCard() {
  const { piles } = game();
  if (!piles.length) return nothing;
  return html`${inUse().map((band) => html`<section class="piles" data-test=${`powers-${band.id}`}>
      <h2>${icon(band.race)} ${w("piles.use")}</h2><ul class="plain">${band.powers.map(badge)}</ul></section>`)}
    ${piles.filter((pile) => pile.items.length).map((pile) => html`<section class="piles" data-test=${`pile-${pile.key}`}>
      <h2>${icon(pile.key)} ${pile.name}</h2><ul class="plain">${pile.items.map(pile.badges ? badge : tokens)}</ul></section>`)}`;
}

/** The same in a line or two, for the table screen. */
export function pilesLine() {
  return game().piles.filter((pile) => pile.count).map((pile) => html`<li class="pile-line" data-test=${`pile-${pile.key}`}>${icon(pile.key)} <b>${pile.name}</b>
    ${pile.items.map(({ kind, name, count }) => html`<span>${icon(kind)} ${pile.badges ? name : count}</span>`)}</li>`);
}

const lay = (pile, change) => {
  const kinds = Object.fromEntries(pile.items.map(({ kind, count }) => [kind, count]));
  return enter({ type: "set_pile", pile: pile.key, kinds: { ...kinds, ...change } });
};

function ofTokens(pile) {
  return html`<ul class="slots">${[...pile.items, ...pile.others].map(({ kind, name, count }) => counter({
    key: `pile-${pile.key}-${kind}`, value: count, least: 0, most: 40, label: name, sign: icon(kind), apply: (next) => lay(pile, { [kind]: next }) }))}</ul>`;
}

const listed = (items) => items.map(({ kind, name }) => ({ key: kind, text: name }));

/** One tap takes a badge off, one tap lays it there. */
function ofBadges(pile) {
  return html`<p class="hint">${w("piles.off")}</p>${pieceGrid(listed(pile.items), (kind) => lay(pile, { [kind]: 0 }))}
    <p class="hint">${w("piles.on")}</p>${pieceGrid(listed(pile.others), (kind) => lay(pile, { [kind]: 1 }))}`;
}

function ofBand(band, reserve) {
  const now = band.powers.map(({ power }) => power);
  const set = (powers) => enter({ type: "set_band", band: band.id, powers });
  return html`<h3>${w("piles.use")}</h3><p class="hint">${w("piles.off")}</p>
    ${pieceGrid(band.powers.map(({ power, name }) => ({ key: power, text: name })), (key) => set(now.filter((each) => each !== key)))}
    <p class="hint">${w("piles.on")}</p>${pieceGrid(listed(reserve), (key) => set([...now, key]))}`;
}

/** All of it to be put right; nothing where there is nothing of the kind. */
export function pilesPart() {
  const { piles } = game();
  const reserve = piles.filter((pile) => pile.badges).flatMap((pile) => pile.items);
  return html`${inUse().map((band) => ofBand(band, reserve))}
    ${piles.map((pile) => html`<h3>${icon(pile.key)} ${pile.name}</h3>${pile.badges ? ofBadges(pile) : ofTokens(pile)}`)}`;
}
