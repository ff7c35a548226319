/** The screen on which a board is made: regions tapped on the photo, what each one is, and which of them touch. */
import { focusOn } from "../lib/focus.js";
import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";
import {
  brushed,
  done,
  hand,
  keepAnother,
  leave,
  propose,
  put,
  relabel,
  replaced,
  SYMBOLS,
  TERRAINS,
  toggleJoin,
  turn,
  undo,
} from "./draft.js";
import { emblem, icon } from "../lib/emblems.js";
import { nameplate } from "./nameplate.js";
import { pinching } from "../lib/pinch.js";
import { twice } from "../lib/twice.js";
import { listed, w } from "../lib/words.js";

const TARGET = 44; // px across what a finger hits
const NEAREST = 6; // so many times the whole board

/** Where on the board a finger is, in board units. */
function at(event) {
  const svg_ = event.currentTarget.ownerSVGElement ?? event.currentTarget;
  const frame = svg_.getBoundingClientRect();
  const { width, height } = hand.draft;
  const x = Math.round(((event.clientX - frame.x) / frame.width) * width);
  const y = Math.round(((event.clientY - frame.y) / frame.height) * height);
  return [Math.min(Math.max(x, 1), width - 1), Math.min(Math.max(y, 1), height - 1)];
}

/** The region under a finger: the nearest one within reach. */
function under(event) {
  const frame = event.currentTarget.getBoundingClientRect();
  const scale = hand.draft.width / frame.width;
  const [x, y] = at(event);
  const far = hand.draft.spots.map((spot) => Math.hypot(spot.x - x, spot.y - y));
  const nearest = far.indexOf(Math.min(...far));
  return nearest >= 0 && far[nearest] <= (TARGET / 2) * scale ? nearest : null;
}

/** A finger that is down: which region it began on, and whether it has moved away. */
let finger = null;

function down(event) {
  if (!event.isPrimary) {
    gone(); // A second finger: they pinch.
    return;
  }
  const place = under(event);
  finger = { place, from: [event.clientX, event.clientY], moved: false };
  // A finger on a region draws a join or moves the region; anywhere else it pushes the board.
  if (place !== null) event.currentTarget.setPointerCapture(event.pointerId);
}

function move(event) {
  if (!finger || finger.place === null) return;
  if (Math.hypot(event.clientX - finger.from[0], event.clientY - finger.from[1]) > 10) finger.moved = true;
  if (!finger.moved) return;
  const [x, y] = at(event);
  if (hand.brush === "join") put({ line: [x, y], from: finger.place });
  else put({ shift: { place: finger.place, x, y } });
}

function up(event) {
  if (!finger) return;
  const { place, moved } = finger;
  finger = null;
  if (place !== null && moved) {
    const other = under(event);
    if (hand.brush === "join") {
      put({ line: null, from: null });
      if (other !== null) toggleJoin(place, other);
    } else {
      const { x, y } = hand.shift;
      put({ shift: null });
      turn({ spots: replaced(place, { x, y }) });
    }
  } else if (place !== null) brushed(place);
}

function gone() {
  finger = null;
  put({ line: null, shift: null });
}

/** How wide the whole board is shown, in px. */
const whole = () => Math.min(document.documentElement.clientWidth, 900);

/** Zooms so that the point under the given place of the box stays there. */
function nearer(zoom, at) {
  const box = document.querySelector(".makerbox");
  const [x, y] = at ?? [box.clientWidth / 2, box.clientHeight / 2];
  const now = Math.min(Math.max(zoom, 1), NEAREST);
  const { draft, zoom: old } = hand;
  const high = (whole() * draft.height) / draft.width;
  const margin = (times) => Math.max(0, (box.clientHeight - high * times) / 2);
  const [left, top] = [(box.scrollLeft + x) / old, (box.scrollTop + y - margin(old)) / old];
  put({ zoom: now });
  queueMicrotask(() => box.scrollTo(left * now - x, top * now + margin(now) - y)); // Once it is drawn so large.
}

const pinch = pinching(() => hand.zoom, nearer);

/** A tap beside every region makes a new one, of the terrain in hand. */
function tap(event) {
  if (event.detail === 0 || under(event) !== null || !TERRAINS.includes(hand.brush)) return;
  const [x, y] = at(event);
  turn({ spots: [...hand.draft.spots, { x, y, terrain: hand.brush, symbols: [], tribe: false, edge: false }] });
}

const NEW = 60; // board units between regions that are added without a finger

/**
 * A new region on the first free place, row by row from the middle: for whoever has no finger or no eye for the
 * board.
 */
function add() {
  const { width, height, spots } = hand.draft;
  const taken = (x, y) => spots.some((spot) => Math.hypot(spot.x - x, spot.y - y) < NEW / 2);
  let [x, y] = [Math.round(width / 2), Math.round(height / 2)];
  while (taken(x, y)) [x, y] = x + 2 * NEW < width ? [x + NEW, y] : [NEW, y + 2 * NEW < height ? y + NEW : NEW];
  turn({
    spots: [
      ...spots,
      {
        x,
        y,
        terrain: TERRAINS.includes(hand.brush) ? hand.brush : TERRAINS[0],
        symbols: [],
        tribe: false,
        edge: false,
      },
    ],
  });
  queueMicrotask(() => focusOn(`[data-test="spot-${spots.length}"]`));
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const STEP = 10; // board units that an arrow moves a region

/** On a region in focus Enter does what a tap does, and the arrows move it. */
function key(event, place) {
  const by = ARROWS[event.key];
  if (!by && event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  if (!by) {
    brushed(place);
    return;
  }
  const { width, height, spots } = hand.draft;
  const [x, y] = [spots[place].x + by[0] * STEP, spots[place].y + by[1] * STEP];
  turn({ spots: replaced(place, { x: Math.min(Math.max(x, 1), width - 1), y: Math.min(Math.max(y, 1), height - 1) }) });
}

/** What a region is, and which it touches, in words. */
function spoken(spot, place) {
  const touching = hand.draft.joins.filter((join) => join.includes(place)).map(([a, b]) => (a === place ? b : a) + 1);
  return [
    w("maker.spot", { number: place + 1 }),
    spot.terrain ? w(`terrain.${spot.terrain}`) : null,
    ...spot.symbols.map((each) => w(`symbol.${each}`)),
    spot.tribe ? w("maker.tribe") : null,
    spot.edge ? w("maker.edge") : null,
    touching.length ? w("maker.touches", { numbers: listed(touching.map(String)) }) : null,
  ]
    .filter(Boolean)
    .join(", ");
}

// A finger on a region must not push the board at the same time.
const grip = {
  handleEvent(event) {
    if (event.touches.length === 1 && (finger?.place ?? null) !== null) event.preventDefault();
  },
  passive: false,
};

function spotView(spot, place) {
  const { shift, from, verdict } = hand;
  const [x, y] = shift?.place === place ? [shift.x, shift.y] : [spot.x, spot.y];
  const lacks = (verdict?.lacks ?? []).filter((lack) => lack.spots.includes(place));
  const marked = lacks.includes(hand.shown) ? "marked" : lacks.some((lack) => !lack.hint) ? "lacking" : "";
  const signs = [...spot.symbols, ...(spot.tribe ? ["tribe"] : [])];
  return svg`<g class=${`spot t-${spot.terrain || "none"} ${from === place ? "from" : ""} ${marked}`}
    transform=${`translate(${x} ${y}) scale(${1 / hand.scale})`} data-test=${`spot-${place}`}
    tabindex="0" role="button" aria-label=${spoken(spot, place)} aria-pressed=${from === place} @keydown=${(event) =>
      key(event, place)} @click=${(event) => event.detail === 0 && brushed(place)}>
    ${spot.edge ? svg`<circle class="rim" r="20"></circle>` : nothing}
    <circle class="body" r="15"></circle><text y="5">${place + 1}</text>
    ${signs.map(
      (key, each) =>
        svg`<g transform=${`translate(${each * 17 - (signs.length - 1) * 8.5 - 8} 17) scale(.68)`}><circle
          class="plate" cx="12" cy="12" r="14"></circle>${emblem(key)}</g>`,
    )}</g>`;
}

function joinView([a, b]) {
  const { spots } = hand.draft;
  const [one, other] = [spots[a], spots[b]];
  return one && other ? svg`<path class="join" d=${`M${one.x} ${one.y}L${other.x} ${other.y}`}></path>` : nothing;
}

function boardView() {
  const { draft, from, line, zoom } = hand;
  const wide = whole() * zoom;
  hand.scale = wide / draft.width;
  return html`<div class="makerbox" @touchstart=${pinch} @touchmove=${pinch} @touchend=${pinch}>
    <svg
      class="maker"
      @touchmove=${grip}
      width=${wide}
      height=${(wide * draft.height) / draft.width}
      viewBox=${`0 0 ${draft.width} ${draft.height}`}
      role="group"
      aria-label=${draft.name}
      data-test="maker-board"
      @pointerdown=${down}
      @pointermove=${move}
      @pointerup=${up}
      @pointercancel=${gone}
      @click=${tap}
    >
      ${
        draft.photo
          ? svg`<image href=${`api/photo/${draft.photo}`} width=${draft.width} height=${draft.height}
            preserveAspectRatio="none"></image>`
          : svg`<rect class="bare" width=${draft.width} height=${draft.height}></rect>`
      }
      ${draft.joins.map(joinView)}
      ${
        line && from !== null
          ? svg`<path class="join drawn"
            d=${`M${draft.spots[from].x} ${draft.spots[from].y}L${line.join(" ")}`}></path>`
          : nothing
      }
      ${draft.spots.map(spotView)}
    </svg>
  </div>`;
}

function brushes() {
  const button = (key, sign, label) =>
    html`<button
      class=${`brush t-${key} ${hand.brush === key ? "chosen" : ""}`}
      aria-pressed=${hand.brush === key}
      data-test=${`brush-${key}`}
      @click=${() => put({ brush: key, from: null })}
    >
      ${sign}<small>${label}</small>
    </button>`;
  return html`<div class="brushes">
    ${TERRAINS.map((key) => button(key, html`<i class=${`swatch t-${key}`}></i>`, w(`terrain.${key}`)))}
    ${SYMBOLS.map((key) => button(key, icon(key), w(`symbol.${key}`)))}
    ${button("tribe", icon("tribe"), w("maker.tribe"))}${button("edge", icon("whole"), w("maker.edge"))}
    ${button("join", icon("join"), w("maker.join"))}${button("remove", icon("close"), w("maker.take"))}
  </div>`;
}

function verdict() {
  const { lacks = [], ready, undrawn } = hand.verdict ?? {};
  return html`<section class="verdict" aria-live="polite">
    ${
      ready
        ? html`<p class="notice" data-test="board-ready">
            ${icon("check")} ${w("maker.done", { count: hand.draft.players })}
          </p>`
        : nothing
    }
    ${undrawn ? html`<p class="hint">${w("maker.circles")}</p>` : nothing}
    <ul class="plain">
      ${lacks.map(
        (lack) =>
          html`<li>
            <button
              class=${`wide ${lack.hint ? "hint" : "lack"}`}
              data-test=${lack.hint ? "odd" : "lack"}
              aria-pressed=${hand.shown === lack}
              @click=${() => put({ shown: hand.shown === lack ? null : lack })}
            >
              ${lack.text}${
                lack.spots.length ? html` <b>${listed(lack.spots.map((place) => String(place + 1)))}</b>` : nothing
              }
            </button>
          </li>`,
      )}
    </ul>
  </section>`;
}

export function draftScreen() {
  const { draft, brush, zoom, kept, lost, before } = hand;
  return html`<main class="making" data-test="screen-draft">
    <header>
      <div>
        <b>${draft.name}</b
        ><small
          >${w("maker.regions", { count: draft.spots.length })} ·
          ${w(kept ? "maker.kept" : lost ? "maker.lost" : "maker.keeping")}</small
        >
      </div>
      <button class="round" aria-label=${w("maker.undo")} data-test="undo" ?disabled=${!before.length} @click=${undo}>
        ${icon("undo")}
      </button>
      <button class="round" aria-label=${w("map.in")} data-test="larger" @click=${() => nearer(zoom * 1.5)}>
        ${icon("plus")}
      </button>
      <button class="round" aria-label=${w("map.out")} data-test="smaller" @click=${() => nearer(zoom / 1.5)}>
        ${icon("minus")}
      </button>
    </header>
    ${boardView()}
    <p class="hint">
      ${w(
        brush === "join"
          ? "maker.hint.join"
          : brush === "remove"
            ? "maker.hint.remove"
            : TERRAINS.includes(brush)
              ? "maker.hint.terrain"
              : "maker.hint.sign",
      )}
    </p>
    ${brushes()}
    <button class="quiet unseen" data-test="add-spot" @click=${add}>${w("maker.add")}</button>
    <button class="quiet" data-test="propose" ?disabled=${draft.spots.length < 2} @click=${propose}>
      ${w("maker.propose")}
    </button>
    ${verdict()}
    <details class="card">
      <summary>${w("maker.label")}</summary>
      ${nameplate(draft, relabel, "draft")}
    </details>
    ${
      lost
        ? html`<button class="quiet" data-test="draft-another" @click=${keepAnother}>${w("maker.another")}</button>
            ${twice("draft-leave", w("maker.leave"), w("maker.leave.sure"), leave)}`
        : nothing
    }
    <button class="main" data-test="draft-close" @click=${done}>${w("maker.close")}</button>
  </main>`;
}
