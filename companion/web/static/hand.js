/** What the hand does on the map: taps, long presses, pinching, and how near one looks. */
import { html } from "./vendor/lit-html/lit-html.js";
import { icon } from "./emblems.js";
import { change } from "./page.js";
import { pinching } from "./pinch.js";
import { w } from "./words.js";

const LONG_PRESS = 450;   // ms
const SLIP = 10;          // px a finger may move and still tap
const TARGET = 22;        // px from a region's middle to its rim, so that a target is 44 px wide
const CLOSE = 6;          // px from a border where small regions are taken for one another
const READABLE = 0.6;     // the zoom below which what lies there is drawn larger than the board
const NEAREST = 3;        // the zoom to which fingers go, or farther where a region is very small
const CHIP = 31;          // board units from a chip's middle to its side
const WATER = ["sea", "lake"];
const SWIPE = 40;         // px that a finger goes for another island
const SHORE = 24;         // board units round an island that fills the box
const TAB = 48;           // px that the button of an island takes

/** The zoom at which each of some regions is large enough to tap. */
const enough = (regions) => Math.max(0, ...regions.map((region) => TARGET / region.clear));

const boxNow = () => document.querySelector(".mapbox");

/** The buttons of the islands stand where they leave the largest one more room: beside the map, or below it. */
function makeRoom({ classList, clientWidth: width, clientHeight: height, style }, { isles }) {
  if (isles.length < 2) return;
  const strip = TAB * Math.ceil((isles.length * TAB) / height);
  const zoom = (across, down) => Math.min(...isles.map((isle) => Math.min(across / (isle.width + SHORE), down / (isle.height + SHORE))));
  classList.toggle("beside", zoom(width - strip, height) >= zoom(width, height - TAB));
  style.setProperty("--strip", `${strip}px`);
}

/** How the board lies in its box. `glass`: a tap has brought it nearer, and the next turn's first look is whole again. */
class Look {
  zoom = 0;
  near = 0;
  isle = 0;
  glass = false;

  /** The whole board at first; where it lies in the box stays when the box grows and shrinks with the panel. */
  fit(box, board) {
    makeRoom(box.parentElement, board);
    const { clientWidth: width, clientHeight: height } = box;
    if (!width || !height) return;
    const all = !this.zoom || this.board !== board.id || this.zoom <= this.whole;
    this.whole = Math.min(width / board.width, height / board.height);
    this.near = Math.max(this.whole, enough(board.regions.filter((region) => !WATER.includes(region.terrain))));
    if (this.board !== board.id) this.isle = 0;
    this.board = board.id;
    if (board.isles.length > 1 && (all || this.still)) this.toIsle(box, board, this.isle);
    else this.set(box, board, all ? this.whole : this.zoom);
  }

  /** One of several islands fills the box; fingers then swipe to another instead of pushing the map. */
  toIsle(box, board, number) {
    const { x, y, width, height } = board.isles[number];
    this.isle = number;
    this.set(box, board, Math.min(box.clientWidth / (width + SHORE), box.clientHeight / (height + SHORE)));
    this.keepStill(box, true);
    const [left, top] = this.margin(box, board, this.zoom);
    box.scrollTo((x + width / 2) * this.zoom + left - box.clientWidth / 2, (y + height / 2) * this.zoom + top - box.clientHeight / 2);
  }

  keepStill(box, still) {
    this.still = still;
    box.classList.toggle("still", still);
  }

  /** Zooms so that the point under the given place of the box stays there. */
  set(box, board, zoom, at = [box.clientWidth / 2, box.clientHeight / 2]) {
    const old = this.zoom || zoom;
    const before = this.margin(box, board, old);
    const point = [(box.scrollLeft + at[0] - before[0]) / old, (box.scrollTop + at[1] - before[1]) / old];
    this.zoom = Math.min(Math.max(zoom, this.whole), Math.max(NEAREST, this.near, enough(board.regions)));
    if (this.zoom <= this.whole) this.glass = false;
    this.keepStill(box, false);
    const map = box.querySelector("svg.map");
    map.setAttribute("width", board.width * this.zoom);
    map.setAttribute("height", board.height * this.zoom);
    const room = Math.max(1.35, Math.min(...board.regions.map((region) => region.clear)) / CHIP);
    map.style.setProperty("--grow", Math.min(room, Math.max(1, READABLE / this.zoom)));
    const now = this.margin(box, board, this.zoom);
    box.scrollTo(point[0] * this.zoom + now[0] - at[0], point[1] * this.zoom + now[1] - at[1]);
  }

  /** What the box has left on each side of a board that is smaller. */
  margin(box, board, zoom) {
    return [Math.max(0, (box.clientWidth - board.width * zoom) / 2), Math.max(0, (box.clientHeight - board.height * zoom) / 2)];
  }
}

const look = new Look();

/** Brings regions into view, unless they are there already; what a tap has magnified is whole again. */
export function lookAt(board, ids) {
  const box = boxNow();
  if (!box || !board) return;
  const isles = board.isles.filter((isle) => ids.some((id) => isle.ids.has(id)));
  if (board.isles.length > 1 && (look.still || look.glass)) {
    look.glass = false;
    const number = isles.length && !isles.includes(board.isles[look.isle]) ? board.isles.indexOf(isles[0]) : look.isle;
    look.toIsle(box, board, number);
    return;
  }
  if (look.glass) look.set(box, board, look.whole);
  const [left, top] = look.margin(box, board, look.zoom);
  const spots = ids.map((id) => board.byId[id]?.centre).filter(Boolean).map(([x, y]) => [x * look.zoom + left, y * look.zoom + top]);
  if (!spots.length) return;
  const middle = (axis) => (Math.min(...spots.map((spot) => spot[axis])) + Math.max(...spots.map((spot) => spot[axis]))) / 2;
  const seen = ([x, y]) => x >= box.scrollLeft && x <= box.scrollLeft + box.clientWidth && y >= box.scrollTop && y <= box.scrollTop + box.clientHeight;
  if (!spots.every(seen)) box.scrollTo({ left: middle(0) - box.clientWidth / 2, top: middle(1) - box.clientHeight / 2 });
}

/** After drawing: fit a new board, and again when the phone is turned. */
export function settle(board) {
  const box = boxNow();
  if (!box || !board) return;
  const size = `${board.id} ${box.clientWidth} ${box.clientHeight}`;
  if (look.size === size && box.querySelector("svg.map").hasAttribute("width")) return;
  look.size = size;
  look.fit(box, board);
}

/** Which island fills the map; null where all are seen, or something nearer. */
export const isleShown = (board) => (look.board !== board.id ? 0 : look.still ? look.isle : null);

/** Bring an island to the phone. */
export function toIsle(board, number) {
  look.toIsle(boxNow(), board, number);
  change();
}

/** A finger that leaves an island to one side brings the next one from there. */
function swipe(event, board, [x, y]) {
  const [dx, dy] = [x - event.clientX, y - event.clientY];
  if (!look.still || Math.hypot(dx, dy) < SWIPE) return;
  held = true;
  const middle = (isle) => [isle.x + isle.width / 2, isle.y + isle.height / 2];
  const [fromX, fromY] = middle(board.isles[look.isle]);
  const along = board.isles.map((isle) => ((middle(isle)[0] - fromX) * dx + (middle(isle)[1] - fromY) * dy) / Math.hypot(dx, dy));
  const far = board.isles.map((isle) => Math.hypot(middle(isle)[0] - fromX, middle(isle)[1] - fromY));
  // Of those that lie rather there than aside the nearest.
  const ahead = along.map((way, number) => number).filter((number) => along[number] > far[number] * 0.5);
  if (ahead.length) toIsle(board, ahead.reduce((best, number) => (far[number] < far[best] ? number : best)));
}

/** Fingers on the map's box: from where they came, for a swipe. */
export const swiping = (board) => ({
  down: (event) => { from = [event.clientX, event.clientY]; },
  up: (event) => { if (from && event.isPrimary && board.isles.length > 1) swipe(event, board, from); },
});

/** Nearer, further, and the whole board or not: beside the map, where they cover nothing. */
export function zoomButtons(board) {
  const step = (factor) => () => look.set(boxNow(), board, look.zoom * factor);
  const turn = () => look.set(boxNow(), board, look.zoom > look.whole * 1.01 ? look.whole : look.near);
  return html`<div class="zoom">
    <button class="round" aria-label=${w("map.in")} data-test="map-in" @click=${step(1.35)}>${icon("plus")}</button>
    <button class="round" aria-label=${w("map.out")} data-test="map-out" @click=${step(1 / 1.35)}>${icon("minus")}</button>
    <button class="round" aria-label=${w("map.whole")} data-test="map-whole" @click=${turn}>${icon("whole")}</button>
  </div>`;
}

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
addEventListener("pointerdown", () => { held = false; }, true);
addEventListener("click", (event) => {
  if (!held) return;
  held = false;
  event.stopPropagation();
  event.preventDefault();
}, true);

/** How far a point is from a line between two corners, in board units. */
function distance([x, y], [ax, ay], [bx, by]) {
  const [dx, dy] = [bx - ax, by - ay];
  const share = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - ax - share * dx, y - ay - share * dy);
}

const reaches = (region, point, far) => region.outline.some((corner, at, all) => distance(point, corner, all[(at + 1) % all.length]) < far);

/**
 * Taps a region. On a small map a finger close to a border may mean either side: it means the one that can be had; and
 * where that is both, the map comes nearer and asks for another tap.
 */
export function tap(event, board, id, acts, onTap) {
  release();
  if (!event.detail) {
    onTap(id);
    return;
  }
  const box = event.currentTarget.closest(".mapbox");
  const bounds = box.querySelector("svg.map").getBoundingClientRect();
  const point = [(event.clientX - bounds.left) / look.zoom, (event.clientY - bounds.top) / look.zoom];
  const meant = board.regions.filter((region) => acts(region.id) && (region.id === id || reaches(region, point, CLOSE / look.zoom)));
  const near = Math.max(look.near, enough(meant));
  if (look.zoom >= near * 0.99) {
    onTap(id);
    return;
  }
  if (meant.length > 1) {
    const frame = box.getBoundingClientRect();
    look.set(box, board, near, [event.clientX - frame.left, event.clientY - frame.top]);
    look.glass = true;
    return;
  }
  onTap(meant[0]?.id ?? id);
}

/** Two fingers on the map. */
export const pinchingMap = (board) => pinching(() => look.zoom, (zoom, at) => {
  release();
  look.set(boxNow(), board, zoom, at);
  look.glass = false;
});
