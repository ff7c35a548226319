/** What stands on a region of the map, level and of constant size whichever way and however near the map is seen. */
import { nothing, svg } from "../vendor/lit-html/lit-html.js";
import { emblem } from "./emblems.js";
import { piece, priceBadge, priceWidth, token, tribe } from "./maptokens.js";

const PILL = 17; // px that a label is high
const RAISED = 21; // px from a region's middle up to its label, where something stands below it
const RIM = 3; // px that stay free at the edge of the board
const FALL = 300; // ms in which tokens are new
const FEW = 3; // things that stand in one row

export const numberOf = (region) => region.label ?? String(Number(region.id.replace(/\D/g, "")));

/** The number of a region and the signs printed on it. */
function label(region, signs, x, y) {
  const number = numberOf(region);
  const letters = 7 * number.length;
  const wide = letters + 16 * signs.length + (signs.length ? 11 : 10);
  return {
    wide,
    drawn: svg`<g class="label" transform=${`translate(${x - wide / 2} ${y - PILL / 2})`}>
      <rect width=${wide} height=${PILL} rx="8.5"></rect>
      <text class="number" x=${signs.length ? 5 + letters / 2 : wide / 2} y="12.6">${number}</text>
      ${signs.map(
        (key, place) =>
          svg`<g class="sign" transform=${`translate(${letters + 8 + place * 16} 2) scale(.54)`}>${emblem(key)}</g>`,
      )}</g>`,
  };
}

/** Who stood where when the map was drawn last. */
const stood = new Map();

/** Whether tokens have just been put on a region; not so when a map is seen for the first time. */
function dropped(id, { seat, race, declined }) {
  const now = `${seat} ${race} ${declined}`;
  const before = stood.get(id) ?? { now, since: -FALL };
  const since = before.now === now ? before.since : performance.now();
  stood.set(id, { now, since });
  return performance.now() - since < FALL;
}

/** Everything that stands in a region, from left to right: how wide it is, and its drawing around 0, 0. */
function standing(id, lies, mark) {
  const found = [];
  const stands = (lies?.band ?? null) !== null || mark?.count !== undefined;
  const stack = stands ? (mark?.chip ?? lies) : (lies?.rests ?? null);
  const fresh = dropped(id, stack ?? {});
  if (stack) {
    const drawn = token({ ...stack, tokens: mark?.count ?? stack.tokens });
    found.push([33, svg`<g class=${fresh ? "dropped" : ""}>${drawn}</g>`]);
  }
  if (lies?.tribe) found.push([28, tribe(lies.tribe)]);
  for (const { kind, count } of lies?.markers ?? []) found.push([25, piece(kind, count)]);
  if (mark?.price !== undefined || mark?.can === "die") {
    const never = mark.chance?.startsWith("0/") ?? false;
    const odds = never ? "" : (mark.chance ?? "");
    const badge = { price: mark.price ?? "", die: mark.can === "die", odds, never, quiet: !mark.can };
    found.push([priceWidth(badge) - 3, priceBadge(badge)]);
  }
  if (mark?.order !== undefined)
    found.push([
      28,
      svg`<g class=${`order ${mark.lost ? "lost" : ""}`}><circle r="14.5"></circle>
        <text y="7">${mark.order}</text></g>`,
    ]);
  return found;
}

/** Things beside each other around a place. They overlap a little, the first, with its count, on top. */
function row(things, y) {
  const overlap = things.length > 2 ? 5 : 1;
  const all = things.reduce((sum, [wide]) => sum + wide - overlap, overlap);
  let x = -all / 2;
  const placed = things.map(([wide, drawn]) => {
    const at = x + wide / 2;
    x += wide - overlap;
    return svg`<g transform=${`translate(${at} ${y})`}>${drawn}</g>`;
  });
  return placed.reverse();
}

/** How far something of a size has to move so that it stays on the board. */
const within = (at, half, all) => Math.max(0, RIM + half - at) - Math.max(0, at + half + RIM - all);

/**
 * A region's label, and what stands there: drawn after all labels, so that none of them lies over a count.
 *
 * @param {any} region
 * @param {{ middle: number[] }} laid where it is
 * @param {{ width: number, height: number }} layout
 * @param {any} lies what the table says stands there
 * @param {any} mark what the page adds
 * @param {boolean} printed it is on a photo, which shows its signs
 * @param {number} size how much larger than on a phone all of it is
 */
export function thingsOn(region, { middle: [x, y] }, layout, lies, mark, printed, size) {
  const signs = printed ? [] : region.symbols;
  const things = standing(region.id, lies, mark);
  const rows = things.length > FEW ? [things.slice(0, 2), things.slice(2)] : things.length ? [things] : [];
  const { wide, drawn } = label(region, signs, 0, rows.length ? -RAISED : 0);
  const across = Math.max(wide, ...rows.map((each) => each.reduce((sum, [width]) => sum + width, 0)));
  const top = rows.length ? RAISED + PILL / 2 : PILL / 2;
  const low = rows.length ? 24 + (rows.length - 1) * 28 : PILL / 2;
  const dx = within(x / size, across / 2, layout.width / size);
  const dy = Math.max(0, RIM + top - y / size) - Math.max(0, y / size + low + RIM - layout.height / size);
  const put = (
    content,
  ) => svg`<g class="things" transform=${`translate(${x} ${y})`}><g class="level" data-of=${region.id}>
    <g transform=${`scale(${size}) translate(${dx} ${dy})`}>${content}</g></g></g>`;
  return {
    label: put(drawn),
    things: rows.length ? put(rows.map((each, place) => row(each, 6 + 28 * place))) : nothing,
  };
}
