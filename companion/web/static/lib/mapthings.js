/** What stands on a region of the map, level and of constant size whichever way and however near the map is seen. */
import { nothing, svg } from "../vendor/lit-html/lit-html.js";
import { emblem } from "./emblems.js";
import { inside } from "./maplayout.js";
import { PLATE, count, countOf, piece, plateWidth, priceBadge, priceWidth, token, tribe } from "./maptokens.js";

const MIDST = 20; // px of the height of what stands there that no number may lie over
const PILL = 17; // px that a label is high
const HIGH = 26; // px that a price is high
const SIGN = 24; // px that a label with one sign is wide
const RAISED = 21; // px from a region's middle up to its label, where something stands below it
const RIM = 3; // px that stay free at the edge of the board
const FALL = 300; // ms in which tokens are new
const FEW = 2; // things that stand in one row
const FIRST = 6; // px from a region's middle down to that of the first row
const ROW = 28; // px from one row to the next
const OVERLAP = 1; // px that things in a row lie over each other
const ALSO = 13; // px by which a sign at its corner makes a price higher
const AWAY = [16, 24]; // px that a price goes aside, and up or down, from its place for the sake of another
const FAR = [60, 60]; // px that it does alone where there is no such place: a line leads to its region
const FARTHEST = [120, 120]; // px that it does from under a button in a corner
const NUDGE = [18, 12]; // px that a number does
const TOUCH = 0.5; // px by which two may overlap
const TAG = 22; // px from a region's middle up to its price, where something stands below it

export const numberOf = (region) => region.label ?? String(Number(region.id.replace(/\D/g, "")));

/** The number of a region, and the signs printed on it; null where there is neither. */
function label(region, signs) {
  const number = numberOf(region);
  if (!number && !signs.length) return null;
  const letters = 7 * number.length;
  const wide = letters + 16 * signs.length + (number && signs.length ? 11 : 10);
  const first = number ? letters + 8 : 5;
  return {
    wide,
    drawn: svg`<g class="label" transform=${`translate(${-wide / 2} ${-PILL / 2})`}>
      <rect width=${wide} height=${PILL} rx="8.5"></rect>
      <text class="number" x=${signs.length ? 5 + letters / 2 : wide / 2} y="12.6">${number}</text>
      ${signs.map(
        (key, place) =>
          svg`<g class="sign" transform=${`translate(${first + place * 16} 2) scale(.54)`}>${emblem(key)}</g>`,
      )}</g>`,
  };
}

/** What a region costs, as a tag; null where nothing is said of it. */
function priceOf(mark) {
  if (mark?.price === undefined && mark?.can !== "die") return null;
  const never = mark.chance?.startsWith("0/") ?? false;
  const odds = never ? "" : (mark.chance ?? "");
  const badge = {
    // Where the die decides, it says what has to be rolled: a price beside a die would be taken for that.
    price: mark.can === "die" && mark.least && !odds ? `${mark.least}+` : (mark.price ?? ""),
    die: mark.can === "die",
    odds,
    never,
    quiet: !mark.can,
    by: mark.by,
    also: mark.also,
  };
  return { wide: priceWidth(badge), high: HIGH + (badge.also ? ALSO : 0), drawn: priceBadge(badge), odds };
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

const STACK = [PLATE.x, PLATE.y];

/** All in a region, from left to right: its width, its drawing around 0, 0, what its count says, and where that is. */
function standing(id, lies, mark) {
  const found = [];
  const stands = (lies?.band ?? null) !== null || mark?.count !== undefined;
  const stack = stands ? (mark?.chip ?? lies) : (lies?.rests ?? null);
  const fresh = dropped(id, stack ?? {});
  if (stack) {
    const laid = mark?.count === undefined ? {} : { tokens: mark.count };
    const shown = { ...stack, ...laid, stays: mark?.stays, planned: mark?.planned };
    found.push([33, svg`<g class=${fresh ? "dropped" : ""}>${token(shown)}</g>`, countOf(shown), STACK]);
  }
  const several = (many) => (many > 1 ? String(many) : "");
  if (lies?.tribe) found.push([28, tribe(), several(lies.tribe), [12, 12]]);
  const lying = (lies?.markers ?? []).filter(({ kind }) => kind !== mark?.pieces?.kind);
  for (const { kind, count: many } of [...lying, ...(mark?.pieces?.count ? [mark.pieces] : [])])
    found.push([25, piece(kind), several(many), [10, 9]]);
  if (mark?.order !== undefined)
    found.push([
      28,
      svg`<g class=${`order ${mark.lost ? "lost" : ""}`}><circle r="14.5"></circle>
        <text y="7">${mark.order}</text></g>`,
    ]);
  return found;
}

const widthOf = (things) => things.reduce((sum, [wide]) => sum + wide - OVERLAP, OVERLAP);

/** The counts of things in a row: what each says, where it is, with its size, and whether it is that of a stack. */
function countsIn(things, y) {
  let x = -widthOf(things) / 2;
  return things.flatMap(([wide, , words, at]) => {
    const middle = x + wide / 2;
    x += wide - OVERLAP;
    if (!words) return [];
    return [{ words, box: [middle + at[0], y + at[1], plateWidth(words), PLATE.high], stack: at === STACK }];
  });
}

/** Things beside each other around a place. They overlap a little, the first on top. */
function row(things, y) {
  let x = -widthOf(things) / 2;
  const placed = things.map(([wide, drawn]) => {
    const at = x + wide / 2;
    x += wide - OVERLAP;
    return svg`<g transform=${`translate(${at} ${y})`}>${drawn}</g>`;
  });
  return placed.reverse();
}

/** How far something has to move that reaches so far either way, so that it stays on the board. */
const within = (at, left, right, all) => Math.max(0, RIM + left - at) - Math.max(0, at + right + RIM - all);

/** Where a label and a price stand above so many rows of things, around a region's middle, and how far they reach. */
function above(name, tag, rows) {
  if (!tag) return { name: [0, rows ? -RAISED : 0], wide: name?.wide ?? 0, top: (rows ? RAISED : 0) + PILL / 2 };
  if (rows) {
    // The signs stand beside the price, for there is no room higher up; the price is left of the count of who is there.
    const signs = name?.wide ?? SIGN;
    const wide = tag.wide + signs;
    return { tag: [-signs / 2, -TAG], name: [tag.wide / 2 - 1, -TAG], wide, top: TAG + HIGH / 2 };
  }
  if (!name) return { tag: [0, 0], wide: tag.wide, top: HIGH / 2 };
  return { tag: [0, 5], name: [0, 5 - RAISED], wide: Math.max(name.wide, tag.wide), top: RAISED + PILL / 2 - 5 };
}

/** Whether something that reaches so far lies under the round buttons. */
const under = (/** @type {any} */ [left, top, right, low], tools) =>
  tools && right > tools.left && left < tools.right && low > tools.top && top < tools.low;

/**
 * How far things that reach so far around a place go aside, so that none lies under the round buttons: the shortest way
 * that leaves them in their region, or none.
 */
function besideTools(/** @type {any} */ [left, top, right, low], [x, y], tools, corners) {
  if (!under([left, top, right, low], tools)) return [0, 0];
  const ways = [
    [tools.right - left, 0],
    [tools.left - right, 0],
    [0, tools.low - top],
    [0, tools.top - low],
  ];
  const stays = (/** @type {any} */ [dx, dy]) =>
    inside([x + dx, y + dy], corners) &&
    [left, right].every((end) => inside([end + dx, (top + low) / 2 + dy], corners));
  const length = (/** @type {any} */ [dx, dy]) => Math.abs(dx + dy);
  return ways.filter(stays).sort((one, other) => length(one) - length(other))[0] ?? [0, 0];
}

/** Whether two boxes around their middles lie over each other. */
const over = (/** @type {any} */ [x, y, wide, high], [cx, cy, across, tall]) =>
  Math.abs(cx - x) < (wide + across) / 2 - TOUCH && Math.abs(cy - y) < (high + tall) / 2 - TOUCH;

/**
 * The shortest way aside, up or down, for a box that lies over none of those taken, and stays on the board; null where
 * it would be too far.
 */
function apart(/** @type {any} */ [x, y, wide, high], taken, most, /** @type {any} */ [all, deep]) {
  const within = ([cx, cy]) => cx >= wide / 2 && cy >= high / 2 && cx <= all - wide / 2 && cy <= deep - high / 2;
  const near = taken.filter(
    ([cx, cy, across, tall]) =>
      Math.abs(cx - x) < (wide + across) / 2 + most[0] && Math.abs(cy - y) < (high + tall) / 2 + most[1],
  );
  const free = (/** @type {any} */ [dx, dy]) => !near.some((each) => over([x + dx, y + dy, wide, high], each));
  const clear = (/** @type {any} */ [dx, dy]) => within([x + dx, y + dy]) && free([dx, dy]);
  if (free([0, 0])) return [0, 0];
  const [aside, upright] = [0, 1].map((axis) => {
    const ends = near.flatMap((each) =>
      [-1, 1].map((sign) => each[axis] - [x, y][axis] + (sign * ([wide, high][axis] + each[2 + axis])) / 2),
    );
    return [0, ...ends.filter((way) => Math.abs(way) <= most[axis])];
  });
  const length = (/** @type {any} */ [dx, dy]) => Math.abs(dx) + Math.abs(dy);
  const ways = aside.flatMap((dx) => upright.map((dy) => [dx, dy])).sort((one, other) => length(one) - length(other));
  return ways.find(clear) ?? null;
}

/**
 * How far aside, up or down the price of each region goes with its number, so that none lies over a count or another
 * price, or under one of the buttons on the map. Those with nothing below them make way for those that have, and those
 * at the edge of the board have none. Where there is no room for both, it is the price's.
 * The number of a region without a price makes way a little, so that it is read beside what stands next to it.
 */
export function pushes(standing, size, room, buttons, near) {
  const [counts, filled] = ["counted", "filled"].map((key) =>
    standing.flatMap((each) => (each[key] ? [each[key]] : [])),
  );
  const board = room.map((each) => each * near);
  const box = ({ left, top, right, low }) =>
    [(left + right) / 2, (top + low) / 2, right - left, low - top].map((part) => part * near);
  const wider = ({ left, top, right, low, beyond: [west, north, east, south] = [0, 0, 0, 0] }) =>
    box({ left: left - west, top: top - north, right: right + east, low: low + south });
  const hides = buttons.map(box);
  const taken = [...counts, ...buttons.map(wider)];
  const [most, far, farthest, little] = [AWAY, FAR, FARTHEST, NUDGE].map((way) => way.map((each) => each * size));
  const found = new Map();
  const rank = ({ alone, edge }) => 2 * Number(alone) - Number(edge);
  for (const each of [...standing].sort((one, other) => rank(one) - rank(other))) {
    if (!each.tagged) continue;
    const { tagged, priced } = each;
    const way = (place, others, reach) => apart(place, others, reach, board);
    const out = () => (hides.some((button) => over(priced, button)) ? way(priced, taken, farthest) : null);
    const [dx, dy] = way(tagged, taken, most) ??
      way(priced, taken, far) ??
      out() ??
      way(priced, counts, most) ?? [0, 0];
    const [x, y, ...extent] = tagged;
    found.set(each, [dx, dy]);
    taken.push([x + dx, y + dy, ...extent]);
  }
  const all = [...taken, ...filled];
  for (const each of standing) if (each.named) found.set(each, apart(each.named, all, little, board) ?? [0, 0]);
  return found;
}

/**
 * A region's label, what stands there, its counts, and its price: the counts are drawn after all labels and all things,
 * the prices after them, so that nothing lies over a count, or a price. The number stands beside a price, small and on
 * paper as everywhere: the log goes by it. `label` and `price` draw them so far from their place, and `leader` a line
 * from a price that comes to lie outside its region.
 * Told with their sizes are the price itself (`priced`) and with its number (`tagged`), the number where there is no
 * price (`named`), all that stands there (`filled`), and its count (`counted`). A price is `alone` where nothing stands
 * below it, and at the `edge` where it was kept on the board.
 *
 * @param {any} region
 * @param {{ middle: number[], corners: number[][] }} laid where it is
 * @param {{ width: number, height: number }} layout
 * @param {any} lies what the table says stands there
 * @param {any} mark what the page adds
 * @param {boolean} printed it is on a photo, which shows its signs
 * @param {number} size how much larger than on a phone all of it is
 * @param {any} tools where the round buttons are, {left, top, right, low}, or null
 * @param {number} near how much farther apart regions are seen than on the whole board
 */
export function thingsOn(region, { middle: [x, y], corners }, layout, lies, mark, printed, size, tools, near) {
  const tag = priceOf(mark);
  // Beside odds or a die there is no room for signs.
  const name = label(region, printed || tag?.odds || mark?.can === "die" ? [] : region.symbols);
  const things = standing(region.id, lies, mark);
  const rows = Array.from({ length: Math.ceil(things.length / FEW) }, (_, at) =>
    things.slice(FEW * at, FEW * (at + 1)),
  );
  let head = above(name, tag, rows.length);
  const wide = Math.max(0, ...rows.map((each) => each.reduce((sum, [width]) => sum + width, 0)));
  const across = Math.max(head.wide, wide);
  const stacked = Math.max(0, rows.length - 1) * ROW;
  const low = rows.length ? 24 + stacked : tag ? HIGH / 2 + 5 : PILL / 2;
  const counts = rows.flatMap((each, place) => countsIn(each, FIRST + ROW * place));
  const plate = counts.find(({ stack }) => stack)?.box ?? null;
  // A count may reach farther than what it counts.
  const [left, right] = [-1, 1].map((way) => Math.max(across / 2, plate ? way * plate[0] + plate[2] / 2 : 0));
  const inward = within(x / size, left, right, layout.width / size);
  // Several rows stand as high as one does, around the middle.
  const lift = stacked / 2;
  const upward =
    Math.max(0, RIM + head.top - y / size + lift) -
    Math.max(0, y / size - lift + low + RIM - layout.height / size) -
    lift;
  const [cx, cy] = [x + inward * size, y + upward * size];
  const reach = [cx - left * size, cy - head.top * size, cx + right * size, cy + low * size];
  let aside = besideTools(reach, [cx, cy], tools, corners);
  if (tag && !rows.length && under(reach, tools) && !aside[0] && !aside[1]) {
    // There is no room for the number: the price stands above the buttons or below them, in its region.
    const half = (HIGH / 2) * size;
    const ways = [tools.top - half - cy, tools.low + half - cy].filter((way) => inside([cx, cy + way], corners));
    if (ways.length) {
      head = { ...head, tag: [0, 0], name: null };
      aside = [0, ways.sort((one, other) => Math.abs(one) - Math.abs(other))[0]];
    }
  }
  const [dx, dy] = [inward + aside[0] / size, upward + aside[1] / size];
  const lying = (/** @type {any} */ [atX, atY, wide, high]) => [
    x * near + (dx + atX) * size,
    y * near + (dy + atY) * size,
    wide * size,
    high * size,
  ];
  // The number of a region goes with its price: above it where nothing stands below, else beside it.
  const priced = tag && [...head.tag, tag.wide, tag.high];
  const numbered = () => {
    if (rows.length) return [0, head.tag[1], head.wide, tag.high];
    const [highest, lowest] = [head.name[1] - PILL / 2, head.tag[1] + tag.high / 2];
    return [head.tag[0], (highest + lowest) / 2, head.wide, lowest - highest];
  };
  const moved = (place, push) => place.map((part, axis) => part + push[axis] / size);
  const put = (
    content,
  ) => svg`<g class="things" transform=${`translate(${x} ${y})`}><g class="level" data-of=${region.id}>
    <g transform=${`scale(${size}) translate(${dx} ${dy})`}>${content}</g></g></g>`;
  const at = ({ drawn }, place) => put(svg`<g transform=${`translate(${place.join(" ")})`}>${drawn}</g>`);
  // A price that has no room in its region says by a line which one it is about.
  const led = (/** @type {any} */ [atX, atY]) =>
    inside([x + ((dx + atX) * size) / near, y + ((dy + atY) * size) / near], corners)
      ? nothing
      : put(svg`<g class=${`leader ${mark.can ? "" : "quiet"}`}>
          <path d=${`M${atX} ${atY}L${-dx} ${-dy}`} /><circle cx=${-dx} cy=${-dy} r="3" />
        </g>`);
  return {
    label: (push) => (name && head.name ? at(name, moved(head.name, push)) : nothing),
    things: rows.length ? put(rows.map((each, place) => row(each, FIRST + ROW * place)).reverse()) : nothing,
    plates: counts.map(({ words, box: [atX, atY], stack }) =>
      put(svg`<g class="plate">${count(words, atX, atY, stack && Boolean(mark?.planned))}</g>`),
    ),
    leader: (push) => (tag ? led(moved(head.tag, push)) : nothing),
    price: (push) => (tag ? at(tag, moved(head.tag, push)) : nothing),
    priced: tag ? lying(priced) : null,
    tagged: tag ? lying(name && head.name ? numbered() : priced) : null,
    named: !tag && name ? lying([...head.name, name.wide, PILL]) : null,
    alone: !rows.length,
    edge: Boolean(inward),
    filled: rows.length ? lying([0, FIRST + stacked / 2, wide - RIM, MIDST + stacked]) : null,
    counted: plate ? lying(plate) : null,
  };
}
