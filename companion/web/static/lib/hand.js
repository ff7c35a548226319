/** What the hand does on the map: taps, long presses, pinching and swipes. */
import { distance } from "./maplayout.js";
import { boxNow, look, toIsle } from "./maplook.js";
import { pinching } from "./pinch.js";

export { lookAt, settle } from "./maplook.js";

const LONG_PRESS = 450; // ms
const SLIP = 10; // px a finger may move and still tap
const CLOSE = 6; // px from a border where small regions are taken for one another
const SWIPE = 40; // px that a finger goes for another island
const TWICE = 500; // ms in which a second tap on the same place is the same finger's
const FINGER = 24; // px around a tap that are the same place
const BESIDE = 16; // px beside a price tag that still count for it: half a finger

/** A finger that leaves an island to one side brings the next one from there. */
function swipe(event, board, [x, y]) {
  const [dx, dy] = [x - event.clientX, y - event.clientY];
  if (!look.still || Math.hypot(dx, dy) < SWIPE) return;
  held = true;
  const { place } = look.layout(board);
  const middles = board.isles.map((isle) => place([isle.x + isle.width / 2, isle.y + isle.height / 2]));
  const [fromX, fromY] = middles[look.isle];
  const along = middles.map(([mx, my]) => ((mx - fromX) * dx + (my - fromY) * dy) / Math.hypot(dx, dy));
  const far = middles.map(([mx, my]) => Math.hypot(mx - fromX, my - fromY));
  // Of those that lie rather there than aside the nearest.
  const ahead = along.map((way, number) => number).filter((number) => along[number] > far[number] * 0.5);
  if (ahead.length)
    toIsle(
      board,
      ahead.reduce((best, number) => (far[number] < far[best] ? number : best)),
    );
}

/** Fingers on the map's box: from where they came, for a swipe. */
export const swiping = (board) => ({
  down: (event) => {
    from = [event.clientX, event.clientY];
  },
  up: (event) => {
    if (from && event.isPrimary && board.isles.length > 1) swipe(event, board, from);
  },
});

// Holding and tapping.

let holding = 0;
let from = null;
let held = false;

export function press(event, id, onHold) {
  clearTimeout(holding);
  from = [event.clientX, event.clientY];
  holding = setTimeout(() => {
    held = true;
    onHold(id);
  }, LONG_PRESS);
}

export function slip(event) {
  if (from && Math.hypot(event.clientX - from[0], event.clientY - from[1]) > SLIP) release();
}

export const release = () => clearTimeout(holding);

// A finger that has held a region lifts over the sheet it opened: that taps nothing there.
addEventListener(
  "pointerdown",
  () => {
    held = false;
  },
  true,
);
// A second tap on a button that has gone with its sheet would meet what lay below.
let tapped = [0, 0];
let spent = null;

const near = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]) < FINGER;

/** Called with the tap on a button; what it gives is called once that has gone, so that a second tap is none. */
export function spending() {
  const place = tapped;
  return () => {
    // Whoever has tapped elsewhere since is done with it.
    if (near(place, tapped)) spent = { place, until: performance.now() + TWICE };
  };
}

/** A finger's second tap on what has gone. Keys and screen readers choose what is there, whenever they do. */
const again = ({ detail, clientX, clientY }) =>
  detail && spent && performance.now() < spent.until && near(spent.place, [clientX, clientY]);

addEventListener(
  "click",
  (event) => {
    if (!held && !again(event)) {
      tapped = [event.clientX, event.clientY];
      spent = null;
      return;
    }
    held = false;
    event.stopPropagation();
    event.preventDefault();
  },
  true,
);

/** How far something drawn is from a finger; 0 on it. */
function away(part, { clientX: x, clientY: y }) {
  const { left, right, top, bottom } = part.getBoundingClientRect();
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}

/** The region whose price tag a finger met, wherever that lies: the one drawn last is on top. Undefined for none. */
function onTag(event, { tagged }) {
  const tags = [...event.currentTarget.closest("svg.map").querySelectorAll(".price")];
  const of = (tag) => tag.closest("[data-of]").dataset.of;
  const met = tags.filter((tag) => tagged(of(tag)) && away(tag, event) === 0).at(-1);
  return met && of(met);
}

/**
 * The region at whose price tag a finger aimed that came down beside it, in a region without a price: nearer to the tag
 * than to all that stands in the region it met.
 */
function aimedAt(event, id, { meant, tagged }) {
  if (meant(id)) return id;
  const map = event.currentTarget.closest("svg.map");
  const things = [...map.querySelectorAll(`[data-of="${CSS.escape(id)}"]`)].map((each) => away(each, event));
  const tags = [...map.querySelectorAll(".price")].filter((tag) => tagged(tag.closest("[data-of]").dataset.of));
  const nearest = { id, far: Math.min(BESIDE, ...things) };
  for (const tag of tags) {
    const far = away(tag, event);
    if (far < nearest.far) Object.assign(nearest, { id: tag.closest("[data-of]").dataset.of, far });
  }
  return nearest.id;
}

/**
 * Taps a region. On a small map a finger close to a border may mean either side: it means the one that can be had; and
 * where that is both, the map comes nearer and asks for another tap, unless it met a price tag. `can` tells of a region
 * whether a tap acts there, whether a finger on it is `meant` for it wherever it lies, whether it is `tagged` with a
 * price, and whether it was tapped `last`: another tap takes it off, however near others are.
 */
export function tap(event, board, met, can, onTap) {
  release();
  if (!event.detail || can.last(met)) {
    onTap(met);
    return;
  }
  const sure = onTag(event, can);
  const id = sure ?? aimedAt(event, met, can);
  const box = event.currentTarget.closest(".mapbox");
  const bounds = box.querySelector("svg.map").getBoundingClientRect();
  const point = [(event.clientX - bounds.left) / look.zoom, (event.clientY - bounds.top) / look.zoom];
  const { regions } = look.layout(board);
  const meant = board.regions.filter(
    (region) =>
      !sure &&
      can.acts(region.id) &&
      (region.id === id || distance(point, regions[region.id].corners) < CLOSE / look.zoom),
  );
  const near = look.enough(board, meant.length ? meant : [board.byId[id]]);
  if (meant.length > 1 && look.zoom < near * 0.99) {
    const frame = box.getBoundingClientRect();
    look.set(box, board, near, [event.clientX - frame.left, event.clientY - frame.top]);
    look.glass = true;
    return;
  }
  onTap(look.zoom >= near * 0.99 ? id : (meant[0]?.id ?? id));
}

/** Two fingers on the map. */
export const pinchingMap = (board) =>
  pinching(
    () => look.zoom,
    (zoom, at) => {
      release();
      look.set(boxNow(), board, zoom, at);
      look.glass = false;
      look.chosen = true;
    },
  );
