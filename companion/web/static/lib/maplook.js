/** How one looks at the map: how near, at which part, and from which side of the table. */
import { html } from "../vendor/lit-html/lit-html.js";
import { icon } from "./emblems.js";
import { bestQuarter, layoutOf } from "./maplayout.js";
import { change, page, stored } from "./page.js";
import { w } from "./words.js";

const TARGET = 22; // px from a region's middle to its border, so that a target is 44 px wide
const NEAREST = 4; // how much larger than the whole board it is seen at most, or more where regions are very small
const NEARER = 1.7; // what the button brings where the whole board is large enough already
const ALMOST = 0.98; // of 44 px: nobody feels the rest
const WATER = ["sea", "lake"];
const NARROW = 0.7; // of a box: a board that would be narrower, as beside a tall sheet, fills its width
const LOW = 0.3; // of the box
const COUNT = 28; // px from a region's middle down to the end of what stands there
const SHORE = 12; // px around an island that fills the box
const TAB = 48; // px that the button of an island takes
const CORNERS = ["low left", "low right", "top left", "top right"];
const REST = 80; // ms that a map is seen in a new size before what lies on it is placed again
const TOOL = 54; // px that a round button and the gap beside it take
const EDGE = 12; // px between a button and the edge at which it stands
const BEYOND = 200; // px beyond that edge where nothing makes way for it
const RISE = 20; // px that they rise where the sheet shows a sum, which lies over a little of the map
const LIST = 100; // px that they rise where it shows a list of what hands do

/** How far the sheet rises over the map's box, in px; beside it, not at all. */
function risen() {
  const [place, sheet] = [".sheetbox", ".sheetbox > .panel"].map((each) => document.querySelector(each));
  return place && sheet ? Math.max(0, place.getBoundingClientRect().top - sheet.getBoundingClientRect().top) : 0;
}

/** Whether a sheet covers no more of the map than one that goes with a turn does: a taller one is shut again. */
const low = (covered, box) => covered < box.clientHeight * LOW;

function turnNow() {
  const { number, seat } = page.state?.game?.turn ?? {};
  return `${number} ${seat}`;
}

export const boxNow = () => /** @type {HTMLElement | null} */ (document.querySelector(".mapbox"));

/** How many times larger than usual this reader wants text. */
const textSize = () =>
  Math.max(1, Math.min(2, parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1));

/** The seat whose side of the table is remembered, or "" for whoever only looks on. */
const sideKey = () => stored(`side.${page.me?.seats[0] ?? ""}`);

function chosenQuarter() {
  try {
    const stored = localStorage.getItem(sideKey());
    return stored === null ? null : Number(stored) % 4;
  } catch {
    return null;
  }
}

function rememberQuarter(quarter) {
  try {
    localStorage.setItem(sideKey(), String(quarter));
  } catch {
    // A browser that stores nothing still turns the map.
  }
}

/** The buttons of the islands stand where they leave the islands more room: beside the map, or below it. */
function makeRoom({ classList, clientWidth: width, clientHeight: height, style }, { isles }) {
  const strip = TAB * Math.ceil((isles.length * TAB) / height);
  classList.toggle("beside", width - strip > height);
  style.setProperty("--strip", `${strip}px`);
}

/** `glass`: a tap has brought the map nearer, and the next turn's first look is as before. */
class Look {
  /** @type {[number, number]} */
  box = [380, 540];
  measured = false;
  zoom = 0;
  isle = 0;
  glass = false;
  still = false;
  fresh = false; // whether it is to be seen as at first
  fixed = false; // the map of a screen that nobody touches
  text = 1;
  board = "";
  side = 0; // the quarter turn in which it was fitted
  size = "";
  interest = []; // the regions where things happen
  chosen = false; // whether somebody has zoomed
  brought = false; // whether it is as near as fingers need, where things happen
  middle = [0, 0]; // the point of the board in the middle of the box, for when it is shown again
  /** @type {string[] | null} */
  due = null; // the regions to be looked at when it is shown again
  covered = 0; // px of the box's lower end that the sheet lies over
  /** @type {{ left: number, top: number, right: number, low: number, beyond: number[] }[]} */
  over = []; // the buttons that lie over a part of the map, in units of its layout
  turn = ""; // the turn in which that was
  watched = new WeakSet();

  /** A phone is held upright or not, however much of it a sheet covers: the map does not turn when that grows. */
  quarter(board) {
    return chosenQuarter() ?? bestQuarter(board, this.fixed ? this.box : [innerWidth, innerHeight]);
  }

  layout(board) {
    return layoutOf(board, this.box, this.quarter(board));
  }

  /** The zoom at which each of some regions is large enough to tap; 1 is the whole board. */
  enough(board, regions) {
    const { regions: laid } = this.layout(board);
    const least = Math.min(Infinity, ...regions.map(({ id }) => laid[id].clear));
    return Math.max(1, (TARGET * ALMOST * this.text) / least);
  }

  /** The zoom at which all land can be tapped. */
  near(board) {
    const land = this.enough(
      board,
      board.regions.filter(({ terrain }) => !WATER.includes(terrain)),
    );
    return land > 1 ? land : NEARER;
  }

  small(board) {
    return this.near(board) !== NEARER;
  }

  /** How a board is seen at first: the whole of it, or where things happen as near as fingers need. */
  first(box, board) {
    this.chosen = false;
    if (board.isles.length > 1) this.toIsle(box, board, this.isle);
    else if (this.small(board) && this.interest.length) this.bring(box, board, this.interest, this.near(board));
    else this.set(box, board, this.across(box, board));
  }

  /** The zoom where nothing happens: the whole board, or all its width where it would be a narrow strip. */
  across(box, board) {
    const { width } = this.layout(board);
    return width < box.clientWidth * NARROW ? box.clientWidth / width : 1;
  }

  /** The zoom at which a board is seen again, in a box that may have another size. */
  again(box, board) {
    if (this.chosen || this.glass) return this.zoom;
    return this.brought ? this.near(board) : this.across(box, board);
  }

  fit(box, board) {
    const turned = this.side !== this.quarter(board) && !this.chosen;
    const fresh = this.fresh || this.board !== board.id || turned;
    this.fresh = false;
    if (this.board !== board.id) this.isle = 0;
    this.board = board.id;
    this.side = this.quarter(board);
    const { middle, brought } = this;
    if (fresh || this.still || (!this.chosen && this.zoom <= 1.01)) this.first(box, board);
    else {
      this.set(box, board, this.again(box, board));
      this.centre(box, board, this.layout(board).place(middle));
      this.brought = brought;
    }
  }

  toIsle(box, board, number) {
    const { x, y, width, height } = board.isles[number];
    const { place } = this.layout(board);
    const ends = [place([x, y]), place([x + width, y + height])];
    const [[left, right], [top, low]] = [0, 1].map((axis) => ends.map((end) => end[axis]).sort((a, b) => a - b));
    this.isle = number;
    const across = box.clientWidth / (right - left + 2 * SHORE);
    this.set(box, board, Math.max(1, Math.min(across, box.clientHeight / (low - top + 2 * SHORE))));
    this.keepStill(box, board, true);
    this.centre(box, board, [(left + right) / 2, (top + low) / 2]);
  }

  keepStill(box, board, still) {
    this.still = still;
    box.classList.toggle("still", still);
    this.layFoot(box, board);
  }

  /** Puts a point of the layout into the middle of the box. */
  centre(box, board, [x, y]) {
    const [left, top] = this.margin(box, board, this.zoom);
    box.scrollTo(x * this.zoom + left - box.clientWidth / 2, y * this.zoom + top - box.clientHeight / 2);
    this.remember(box, board);
  }

  /** Keeps in mind which part of the map is seen. */
  remember(box, board) {
    const [left, top] = this.margin(box, board, this.zoom);
    const [x, y] = [box.scrollLeft + box.clientWidth / 2 - left, box.scrollTop + box.clientHeight / 2 - top];
    this.middle = this.layout(board).back([x / this.zoom, y / this.zoom]);
  }

  /** Brings some regions into the middle of what the sheet leaves of the box. */
  bring(box, board, ids, zoom) {
    this.set(box, board, zoom);
    const { regions } = this.layout(board);
    const spots = ids.map((id) => regions[id]?.middle).filter(Boolean);
    const middle = (axis) => (Math.min(...spots.map((at) => at[axis])) + Math.max(...spots.map((at) => at[axis]))) / 2;
    if (spots.length) this.centre(box, board, [middle(0), middle(1) + this.covered / 2 / this.zoom]);
    this.brought = this.small(board);
  }

  /** Zooms so that the point under the given place of the box stays there. */
  set(box, board, zoom, at = [box.clientWidth / 2, box.clientHeight / 2]) {
    const old = this.zoom || zoom;
    const layout = this.layout(board);
    const before = this.margin(box, board, old);
    const point = [(box.scrollLeft + at[0] - before[0]) / old, (box.scrollTop + at[1] - before[1]) / old];
    this.zoom = Math.min(Math.max(zoom, 1), Math.max(NEAREST, this.enough(board, board.regions)));
    if (this.zoom !== old) placeAnew();
    if (this.zoom <= 1) this.glass = false;
    this.brought = false;
    this.keepStill(box, board, false);
    const map = box.querySelector("svg.map");
    map.setAttribute("width", layout.width * this.zoom);
    map.setAttribute("height", layout.height * this.zoom);
    const level = String(this.text / this.zoom);
    // Whatever is on the map inherits it, and is styled again where it is set.
    if ((map.style.getPropertyValue("--level") || "1") !== level) map.style.setProperty("--level", level);
    box.parentElement.classList.toggle("nearer", this.zoom > 1.01);
    const now = this.margin(box, board, this.zoom);
    box.scrollTo(point[0] * this.zoom + now[0] - at[0], point[1] * this.zoom + now[1] - at[1]);
    this.remember(box, board);
  }

  /**
   * Lays the map's foot so far below it that the map can be pushed up from under the sheet, and no farther, or at
   * `least` where it is now.
   */
  layFoot(box, board, least = 0) {
    const foot = /** @type {HTMLElement | null} */ (box.querySelector(".foot"));
    if (!foot) return;
    const end = this.margin(box, board, this.zoom)[1] + this.layout(board).height * this.zoom;
    foot.style.top = `${this.still ? 0 : Math.floor(Math.max(end + this.covered, least)) - 1}px`;
  }

  /** What the box has left on each side of a board that is smaller. */
  margin(box, board, zoom) {
    const { width, height } = this.layout(board);
    return [Math.max(0, (box.clientWidth - width * zoom) / 2), Math.max(0, (box.clientHeight - height * zoom) / 2)];
  }
}

let placing = 0;

/** How far prices make way depends on how near the map is and on what lies over it: once it rests. */
function placeAnew() {
  clearTimeout(placing);
  placing = setTimeout(() => {
    // Nothing moves under a finger that is down.
    if (boxNow()?.matches(":active")) {
      placeAnew();
      return;
    }
    look.over = buttonsOver();
    change();
  }, REST);
}

/** What lies over the part of the map that is seen, as it was measured last. */
export const buttonsSeen = () => (inPart() ? look.over : []);

/** Whether the map is seen nearer, or island by island: what lies on it can be pushed under the buttons. */
const inPart = () => look.zoom > 1.01 || look.still;

/**
 * The round buttons, and those of islands, over a map of which a part is seen, as it lies now. One that stands at the
 * edge of what is seen reaches `beyond` it, on the left, above, on the right, below: nothing goes out of sight to make
 * way for it.
 */
function buttonsOver() {
  const box = look.fixed || !inPart() ? null : boxNow();
  const map = box?.querySelector("svg.map");
  if (!map) return [];
  const [seen, laid] = [box.getBoundingClientRect(), map.getBoundingClientRect()];
  const foot = seen.bottom - look.covered;
  return [...document.querySelectorAll(".maptools .round, .isles button")].map((button) => {
    const { left, top, right, bottom } = button.getBoundingClientRect();
    const gaps = [left - seen.left, top - seen.top, seen.right - right, foot - bottom];
    const beyond = gaps.map((gap) => (gap < EDGE ? BEYOND / look.zoom : 0));
    return {
      left: (left - laid.left) / look.zoom,
      top: (top - laid.top) / look.zoom,
      right: (right - laid.left) / look.zoom,
      low: (bottom - laid.top) / look.zoom,
      beyond,
    };
  });
}

export const look = new Look();

/** Somebody has pushed the map. A box that has just been taken off the page says that it is at its upper left end. */
export function pushed({ currentTarget: box }) {
  if (!box.clientWidth || look.board !== page.board?.id) return;
  look.remember(box, page.board);
  if (inPart()) placeAnew();
}

/** A map's box that grows or shrinks by itself is drawn again in its new size. */
const watcher = new ResizeObserver(() => settle(page.board));

/** After drawing: measure the box, and look at a new board as one does at first. */
export function settle(board) {
  const box = boxNow();
  const fixed = box?.classList.contains("fixed") ?? false;
  if (!box || !(board || fixed)) return;
  if (!look.watched.has(box)) {
    look.watched.add(box);
    watcher.observe(box);
  }
  if (!fixed && board.isles.length > 1) makeRoom(box.parentElement, board);
  const { clientWidth: width, clientHeight: height } = box;
  if (!width || !height) return;
  look.text = textSize();
  if (!look.measured || look.box[0] !== width || look.box[1] !== height) {
    look.measured = true;
    look.box = [width, height];
    change();
    return;
  }
  const map = box.querySelector("svg.map");
  if (fixed || !map) return;
  const [covered, turn] = [risen(), turnNow()];
  if ((look.covered !== covered || look.turn !== turn) && map.hasAttribute("width")) {
    // A lower sheet does not pull the map back while a turn is played; one that was tall only for a while does.
    const least = look.turn === turn && low(look.covered, box) ? box.scrollTop + box.clientHeight : 0;
    Object.assign(look, { covered, turn });
    look.layFoot(box, board, least);
    if (inPart()) placeAnew();
  }
  const size = `${board.id} ${look.box} ${look.quarter(board)} ${look.text}`;
  if (look.size === size && map.hasAttribute("width")) return;
  look.size = size;
  look.fit(box, board);
  if (inPart()) placeAnew();
  if (look.due) lookAt(board, look.due);
  change();
}

/** Brings regions into view, unless they are there already; what a tap has magnified is as it was before. */
export function lookAt(board, ids) {
  const box = boxNow();
  const here = box?.querySelector("svg.map");
  look.due = !here && look.board === board?.id ? ids : null;
  if (!here || !board) return;
  const isles = board.isles.filter((isle) => ids.some((id) => isle.ids.has(id)));
  if (board.isles.length > 1 && (look.still || look.glass)) {
    look.glass = false;
    const number = isles.length && !isles.includes(board.isles[look.isle]) ? board.isles.indexOf(isles[0]) : look.isle;
    look.toIsle(box, board, number);
    return;
  }
  const known = ids.filter((id) => board.byId[id]);
  const around = known.length ? known : look.interest;
  if (look.small(board) && !look.chosen && around.length) {
    look.bring(box, board, around, look.near(board));
    return;
  }
  if (look.glass) look.set(box, board, 1);
  const { regions } = look.layout(board);
  const [left, top] = look.margin(box, board, look.zoom);
  const spots = known.map((id) => {
    const [x, y] = regions[id].middle;
    return [x * look.zoom + left - box.scrollLeft, y * look.zoom + top - box.scrollTop];
  });
  const inBox = ([across, down]) => across >= 0 && across <= box.clientWidth && down >= 0 && down <= box.clientHeight;
  if (!spots.every(inBox)) look.bring(box, board, known, look.zoom);
  // What the sheet lies over is pushed up no farther than it has to be.
  else if (low(look.covered, box))
    box.scrollBy(0, Math.max(0, ...spots.map(([, down]) => down + COUNT - (box.clientHeight - look.covered))));
}

/** The map is seen as at first, whatever somebody has made of it, with some regions in view. */
export function lookAnew(ids) {
  Object.assign(look, { fresh: true, size: "", glass: false, due: ids });
  change();
}

/** How much farther apart regions are than on the whole board, for things that are as large as ever. */
export const nearness = () => Math.max(1, look.zoom) / look.text;

/** Which island fills the map; null where all are seen, or something nearer. */
export const isleShown = (board) => (look.board !== board.id ? 0 : look.still ? look.isle : null);

/** Brings an island to the phone. */
export function toIsle(board, number) {
  look.toIsle(boxNow(), board, number);
  change();
}

/** Turns the map by a quarter, clockwise; it stays so for this seat. */
function turn(board) {
  rememberQuarter((look.quarter(board) + 1) % 4);
  change();
}

/** Nearer to where things happen, or back to the whole board. */
function toggle(board) {
  const box = boxNow();
  if (look.zoom > 1.01) look.set(box, board, 1);
  else if (look.interest.length) look.bring(box, board, look.interest, look.near(board));
  else look.set(box, board, look.near(board));
  look.chosen = true;
  look.glass = false;
  change();
}

/** What the round buttons take of the box in a corner: its left and upper end, width and height. */
function square({ corner, upright }) {
  const [across, down] = upright ? [TOOL, 2 * TOOL] : [2 * TOOL, TOOL];
  const x = corner.endsWith("left") ? 0 : look.box[0] - across;
  const y = corner.startsWith("top") ? 0 : look.box[1] - down;
  return [x, y, across, down];
}

/** The corner where the round buttons lie over the least of what stands on the map. */
function emptiest(board, marks, regions) {
  const layout = look.layout(board);
  const [wide, high] = look.box;
  const [left, top] = [(wide - layout.width) / 2, (high - layout.height) / 2];
  const stands = (id) => (regions?.[id]?.band ?? null) !== null || Boolean(regions?.[id]?.tribe);
  const weight = ({ id, terrain }) =>
    (WATER.includes(terrain) ? 0.4 : 1) + (marks[id]?.can ? 4 : 0) + (stands(id) ? 2 : 0);
  const options = CORNERS.flatMap((corner) => [false, true].map((upright) => ({ corner, upright })));
  const coveredAt = (place, rise) => {
    const [x, from, across, down] = square(place);
    const y = from - rise;
    return board.regions.reduce((sum, region) => {
      const [mx, my] = layout.regions[region.id].middle;
      // From the label down to what stands below it.
      const [upper, lower] = [my + top - (stands(region.id) ? TARGET : 0), my + top];
      const away = Math.hypot(
        Math.max(x - mx - left, 0, mx + left - x - across),
        Math.max(y - lower, 0, upper - y - down),
      );
      return sum + (away < TARGET ? (weight(region) * (TARGET - away)) / TARGET : 0);
    }, 0);
  };
  // Low ones rise with the sheet, and must not lie over much up there either.
  const covered = (place) =>
    Math.max(...(place.corner.startsWith("low") ? [0, LIST] : [0]).map((rise) => coveredAt(place, rise)));
  return options.reduce((best, each) => (covered(each) < covered(best) - 0.01 ? each : best));
}

let tools = { key: "", place: { corner: CORNERS[0], upright: false } };

/** Where the round buttons are. They stay there while a turn is played. */
function toolsAt(board, marks, regions) {
  const key = `${board.id} ${look.box} ${look.quarter(board)}`;
  if (tools.key !== key) tools = { key, place: emptiest(board, marks, regions) };
  return tools.place;
}

/** What they cover of a board's layout, wherever the sheet ends; null where only a part of the board is seen. */
export function toolsOver(board, marks, regions) {
  if (look.zoom > 1.01 || board.isles.length > 1) return null;
  const place = toolsAt(board, marks, regions);
  const [x, y, across, down] = square(place);
  const { width, height } = look.layout(board);
  const [left, top] = [x - (look.box[0] - width) / 2, y - (look.box[1] - height) / 2];
  return { left, top: top - (place.corner.startsWith("low") ? RISE : 0), right: left + across, low: top + down };
}

/** Two round buttons on the map: turn it, and nearer or the whole board. */
export function mapTools(board, marks, regions) {
  const { corner, upright } = toolsAt(board, marks, regions);
  const near = look.zoom > 1.01;
  return html`<div class=${`maptools ${corner} ${upright ? "upright" : ""}`}>
    <button class="round" aria-label=${w("map.turn")} data-test="map-turn" @click=${() => turn(board)}>
      ${icon("turn")}
    </button>
    <button
      class="round"
      aria-label=${near ? w("map.whole") : w("map.in")}
      data-test=${near ? "map-whole" : "map-near"}
      @click=${() => toggle(board)}
    >
      ${icon(near ? "whole" : "near")}
    </button>
  </div>`;
}
