/** The ground of a map: land, water, and what grows on it. It is drawn once for a layout, as one string. */
import { distance, inside } from "./maplayout.js";
import { STREWN } from "./mapterrain.js";

const WATER = ["sea", "lake"];
const USUAL = 0.55; // pixels of a board's unit at which drawings have their own size
const FAR = 4000; // pixels: beyond every map
const FREE = 11; // pixels around a region's middle where tokens will stand

/** Numbers from 0 to 1 that follow from a seed alone, so that a wood looks the same on every phone. */
function numbers(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) | 0;
    return (state >>> 0) / 2 ** 32;
  };
}

const seedOf = (id) => [...id].reduce((sum, sign) => Math.imul(sum, 31) + sign.charCodeAt(0), 7);
const one = (number) => Number(number).toFixed(1);

/** Where drawings stand in a region: on a grid that nobody sees, from the back to the front. */
function places({ corners, bounds: [left, top, right, low], middle }, [gap, rim], size, wet, next) {
  const found = [];
  const step = gap * size;
  for (let row = 0, y = top + 4; y < low; y += step * 0.78, row++) {
    for (let x = left + (row % 2 ? step / 2 : 2); x < right; x += step) {
      const at = [x + (next() - 0.5) * step * 0.55, y + (next() - 0.5) * step * 0.45];
      const body = [at[0], at[1] - (wet ? 0 : 4 * size)];
      const covered = Math.abs(at[0] - middle[0]) < FREE && Math.abs(at[1] - 6 - middle[1]) < FREE;
      if (!covered && distance(body, corners, rim * size) > rim * size && inside(body, corners)) found.push(at);
    }
  }
  return found.sort((a, b) => a[1] - b[1]);
}

/** Two fields, and a hedge between them. */
function fields(path, clip, [x, y], next) {
  const turn = next() * Math.PI;
  const [along, across] = [Math.cos(turn) * FAR, Math.sin(turn) * FAR];
  const [cx, cy] = [x + (next() - 0.5) * 18, y + (next() - 0.5) * 18].map(one);
  const hedge = `M${cx} ${cy}m${one(-along)} ${one(-across)}l${one(2 * along)} ${one(2 * across)}`;
  const half = `${hedge}l${one(-across)} ${one(along)}l${one(-2 * along)} ${one(-2 * across)}z`;
  return `<path fill="url(#furrows)" d="${path}"/><g clip-path="url(#${clip})"><path class="field" d="${half}"/>
<path fill="url(#stubble)" d="${half}"/><path class="hedge" d="${hedge}"/></g>`;
}

/** Foam along a shore: how wide, of which shade of the water, how strong. */
const FOAM = [
  { width: 34, shade: "", strong: 0.75 },
  { width: 17, shade: "-3", strong: 0.35 },
  { width: 8, shade: "-3", strong: 0.7 },
];

/** Water that grows paler towards the shore. */
function shallows(path, clip, terrain, size) {
  const foam = FOAM.map(
    ({ width, shade, strong }) =>
      `<path stroke="var(--${terrain}${shade})" stroke-opacity="${strong}" stroke-width="${one(width * size)}"
d="${path}"/>`,
  );
  const deep = `<path class="deep" fill="var(--${terrain}-2)" d="${path}"/>`;
  return `<g clip-path="url(#${clip})" class="shallows">${deep}${foam.join("")}</g>`;
}

/** A rim that is light where the sun comes from, and dark on the other side. */
const relief = (path, clip, size) =>
  `<g clip-path="url(#${clip})" class="relief">
<path class="fall" stroke-width="${one(9 * size)}" transform="translate(-1.6 -2)" d="${path}"/>
<path class="rise" stroke-width="${one(4 * size)}" transform="translate(1.5 1.8)" d="${path}"/></g>`;

/** How large drawings are on a layout: they keep their size on a phone and grow on a table screen. */
export const sizeOf = (layout) => Math.max(0.85, Math.min(2.4, layout.scale / USUAL));

/** What grows in a region. */
export function grown({ id, terrain }, where, size, next = numbers(seedOf(id))) {
  const [, , kinds] = STREWN[terrain];
  return places(where, STREWN[terrain], size, WATER.includes(terrain), next)
    .map(([x, y]) => {
      const kind = kinds[Math.floor(next() * kinds.length)];
      const scale = (size * (0.82 + next() * 0.3)).toFixed(2);
      return `<use href="#g-${kind}" transform="translate(${one(x)} ${one(y)}) scale(${scale})"/>`;
    })
    .join("");
}

function region(each, where, size) {
  const next = numbers(seedOf(each.id));
  const { path, middle } = where;
  const clip = `clip-${each.id}`;
  const { terrain } = each;
  const wet = WATER.includes(terrain);
  const land = `<path class="land t-${terrain}" d="${path}"/>`;
  const surface = wet
    ? shallows(path, clip, terrain, size)
    : terrain === "farmland"
      ? fields(path, clip, middle, next)
      : `<path fill="url(#grass)" d="${path}"/>`;
  const plants = `<g class="grown t-${terrain}">${grown(each, where, size, next)}</g>`;
  return land + surface + plants + (wet ? "" : relief(path, clip, size));
}

const drawn = new WeakMap();

/** The ground of a layout, without the regions for which `bare` holds: they lie on a photo. */
export function groundOf(board, layout, bare) {
  const known = drawn.get(layout) ?? new Map();
  drawn.set(layout, known);
  const shown = board.regions.filter((each) => !bare(each));
  const key = shown.length;
  if (!known.has(key)) {
    const size = sizeOf(layout);
    known.set(key, shown.map((each) => region(each, layout.regions[each.id], size)).join(""));
  }
  return known.get(key);
}
