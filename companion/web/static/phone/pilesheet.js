/** Correcting what is on the piles beside the map. */
import { counter } from "./counter.js";
import { icon } from "../lib/emblems.js";
import { game } from "../lib/page.js";
import { pieceGrid } from "./pieces.js";
import { inUse } from "../lib/piles.js";
import { enter } from "../lib/post.js";
import { w } from "../lib/words.js";
import { html } from "../vendor/lit-html/lit-html.js";

const lay = (pile, change) => {
  const kinds = Object.fromEntries(pile.items.map(({ kind, count }) => [kind, count]));
  return enter({ type: "set_pile", pile: pile.key, kinds: { ...kinds, ...change } });
};

function ofTokens(pile) {
  return html`<ul class="slots">
    ${[...pile.items, ...pile.others].map(({ kind, name, count }) =>
      counter({
        key: `pile-${pile.key}-${kind}`,
        value: count,
        least: 0,
        most: 40,
        label: name,
        sign: icon(kind),
        apply: (next) => lay(pile, { [kind]: next }),
      }),
    )}
  </ul>`;
}

const listed = (items) => items.map(({ kind, name }) => ({ key: kind, text: name }));

/** One tap takes a badge off, one tap lays it there. */
function ofBadges(pile) {
  return html`<p class="hint">${w("piles.off")}</p>
    ${pieceGrid(listed(pile.items), (kind) => lay(pile, { [kind]: 0 }))}
    <p class="hint">${w("piles.on")}</p>
    ${pieceGrid(listed(pile.others), (kind) => lay(pile, { [kind]: 1 }))}`;
}

function ofBand(band, reserve) {
  const now = band.powers.map(({ power }) => power);
  const set = (powers) => enter({ type: "set_band", band: band.id, powers });
  return html`<h3>${w("piles.use")}</h3>
    <p class="hint">${w("piles.off")}</p>
    ${pieceGrid(
      band.powers.map(({ power, name }) => ({ key: power, text: name })),
      (key) => set(now.filter((each) => each !== key)),
    )}
    <p class="hint">${w("piles.on")}</p>
    ${pieceGrid(listed(reserve), (key) => set([...now, key]))}`;
}

/** All of it to be put right; nothing where there is nothing of the kind. */
export function pilesPart() {
  const { piles } = game();
  const reserve = piles.filter((pile) => pile.badges).flatMap((pile) => pile.items);
  return html`${inUse().map((band) => ofBand(band, reserve))}
  ${piles.map(
    (pile) =>
      html`<h3>${icon(pile.key)} ${pile.name}</h3>
        ${pile.badges ? ofBadges(pile) : ofTokens(pile)}`,
  )}`;
}
