/** One board in the making: regions tapped on the photo, what each one is, and which of them touch. */
import { html, nothing, svg } from "./vendor/lit-html/lit-html.js";
import { emblem, icon } from "./emblems.js";
import { change } from "./page.js";
import { keep } from "./post.js";
import { w } from "./words.js";

const TERRAINS = ["farmland", "forest", "hill", "mountain", "swamp", "sea", "lake"];
const SYMBOLS = ["mine", "magic", "cavern"];
const PAUSE = 700;   // ms after the last change until it is kept
const MOST_BACK = 200;
const TARGET = 44;   // px across what a finger hits

/**
 * The board in hand: `id`, `draft` as it is kept, `before` its earlier versions, `brush` what a tap does, `from` the
 * region a join begins at, `verdict` what the table said of it, `zoom` how large it is shown, `kept` when it is stored.
 */
let hand = null;
let keeping = 0;
let close = () => {};

export const drafting = () => hand !== null;

export function openDraft(id, draft, closed) {
  hand = { id, draft, before: [], brush: "farmland", from: null, verdict: null, zoom: 0, kept: true };
  close = closed;
  store();
}

function put(patch) {
  hand = { ...hand, ...patch };
  change();
}

/** Another version of the draft: it can be taken back, and is kept in a moment. */
function turn(patch, tapped = {}) {
  const { draft, before } = hand;
  put({ draft: { ...draft, ...patch }, before: [...before.slice(-MOST_BACK), draft], kept: false, ...tapped });
  clearTimeout(keeping);
  keeping = setTimeout(store, PAUSE);
}

async function store() {
  clearTimeout(keeping);
  const { id, draft } = hand;
  const verdict = await keep("draft", `/api/boards/${id}`, "PUT", draft);
  if (!hand || hand.id !== id) return;
  if (hand.draft !== draft) keeping = setTimeout(store, PAUSE);
  else put(verdict ? { verdict, kept: true } : { kept: false });
}

function undo() {
  const { before } = hand;
  if (!before.length) return;
  put({ draft: before.at(-1), before: before.slice(0, -1), from: null, kept: false });
  clearTimeout(keeping);
  keeping = setTimeout(store, PAUSE);
}

const replaced = (place, patch) => hand.draft.spots.map((spot, each) => (each === place ? { ...spot, ...patch } : spot));

function removed(place) {
  const { spots, joins } = hand.draft;
  const down = (each) => (each > place ? each - 1 : each);
  return {
    spots: spots.filter((_, each) => each !== place),
    joins: joins.filter((join) => !join.includes(place)).map((join) => join.map(down)),
  };
}

function toggleJoin(a, b) {
  if (a === b) return;
  const pair = [Math.min(a, b), Math.max(a, b)];
  const { joins } = hand.draft;
  const without = joins.filter((join) => join.join() !== pair.join());
  turn({ joins: without.length < joins.length ? without : [...joins, pair] }, { from: null });
}

/** Likely neighbours and edges, worked out by the table from the points alone. */
async function propose() {
  const found = await keep("propose", "/api/boards/propose", "POST", hand.draft);
  if (!found) return;
  const spots = hand.draft.spots.map((spot, place) => ({ ...spot, edge: found.edge.includes(place) }));
  turn({ joins: found.joins, spots });
}

/** What a tap on a region does with the brush in hand. */
function brushed(place) {
  const { brush, from, draft } = hand;
  const spot = draft.spots[place];
  if (brush === "join") {
    if (from === null) put({ from: place });
    else if (from === place) put({ from: null });
    else toggleJoin(from, place);
  } else if (brush === "remove") turn(removed(place));
  else if (brush === "tribe" || brush === "edge") turn({ spots: replaced(place, { [brush]: !spot[brush] }) });
  else if (SYMBOLS.includes(brush)) {
    const symbols = spot.symbols.includes(brush) ? spot.symbols.filter((each) => each !== brush) : [...spot.symbols, brush];
    turn({ spots: replaced(place, { symbols }) });
  } else if (TERRAINS.includes(brush)) turn({ spots: replaced(place, { terrain: brush }) });
}

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

/** A tap beside every region makes a new one, of the terrain in hand. */
function tap(event) {
  if (event.detail === 0 || under(event) !== null || !TERRAINS.includes(hand.brush)) return;
  const [x, y] = at(event);
  turn({ spots: [...hand.draft.spots, { x, y, terrain: hand.brush, symbols: [], tribe: false, edge: false }] });
}

// A finger on a region must not push the board at the same time.
const grip = {
  handleEvent(event) {
    if (event.touches.length === 1 && finger?.place != null) event.preventDefault();
  },
  passive: false,
};

function spotView(spot, place) {
  const { shift, from, verdict } = hand;
  const [x, y] = shift?.place === place ? [shift.x, shift.y] : [spot.x, spot.y];
  const marked = (verdict?.lacks ?? []).some((lack) => lack.spots.includes(place) && lack === hand.shown);
  const signs = [...spot.symbols, ...(spot.tribe ? ["tribe"] : [])];
  return svg`<g class=${`spot t-${spot.terrain || "none"} ${from === place ? "from" : ""} ${marked ? "marked" : ""}`} transform=${`translate(${x} ${y}) scale(${1 / hand.scale})`} data-test=${`spot-${place}`}>
    ${spot.edge ? svg`<circle class="rim" r="20"></circle>` : nothing}
    <circle class="body" r="15"></circle><text y="5">${place + 1}</text>
    ${signs.map((key, each) => svg`<g transform=${`translate(${each * 17 - (signs.length - 1) * 8.5 - 8} 17) scale(.68)`}><circle class="plate" cx="12" cy="12" r="14"></circle>${emblem(key)}</g>`)}</g>`;
}

function joinView([a, b]) {
  const { spots } = hand.draft;
  const [one, other] = [spots[a], spots[b]];
  return one && other ? svg`<path class="join" d=${`M${one.x} ${one.y}L${other.x} ${other.y}`}></path>` : nothing;
}

function boardView() {
  const { draft, from, line, zoom } = hand;
  const frame = Math.min(document.documentElement.clientWidth, 900);
  const wide = frame * (zoom || 1);
  hand.scale = wide / draft.width;
  return html`<div class="makerbox" @touchmove=${grip}>
    <svg class="maker" width=${wide} height=${(wide * draft.height) / draft.width} viewBox=${`0 0 ${draft.width} ${draft.height}`}
      role="group" aria-label=${draft.name} data-test="maker-board"
      @pointerdown=${down} @pointermove=${move} @pointerup=${up} @pointercancel=${gone} @click=${tap}>
      ${draft.photo ? svg`<image href=${`/api/photo/${draft.photo}`} width=${draft.width} height=${draft.height} preserveAspectRatio="none"></image>` : svg`<rect class="bare" width=${draft.width} height=${draft.height}></rect>`}
      ${draft.joins.map(joinView)}
      ${line && from !== null ? svg`<path class="join drawn" d=${`M${draft.spots[from].x} ${draft.spots[from].y}L${line.join(" ")}`}></path>` : nothing}
      ${draft.spots.map(spotView)}
    </svg></div>`;
}

function brushes() {
  const button = (key, sign, label) => html`<button class=${`brush t-${key} ${hand.brush === key ? "chosen" : ""}`} aria-pressed=${hand.brush === key}
    data-test=${`brush-${key}`} @click=${() => put({ brush: key, from: null })}>${sign}<small>${label}</small></button>`;
  return html`<div class="brushes">
    ${TERRAINS.map((key) => button(key, html`<i class=${`swatch t-${key}`}></i>`, w(`terrain.${key}`)))}
    ${SYMBOLS.map((key) => button(key, icon(key), w(`symbol.${key}`)))}
    ${button("tribe", icon("tribe"), w("maker.tribe"))}${button("edge", icon("whole"), w("maker.edge"))}
    ${button("join", icon("join"), w("maker.join"))}${button("remove", icon("close"), w("maker.take"))}</div>`;
}

function verdict() {
  const { lacks = [], ready, undrawn } = hand.verdict ?? {};
  return html`<section class="verdict" aria-live="polite">
    ${ready ? html`<p class="notice" data-test="board-ready">${icon("check")} ${w("maker.done", { count: hand.draft.players })}</p>` : nothing}
    ${undrawn ? html`<p class="hint">${w("maker.circles")}</p>` : nothing}
    <ul class="plain">${lacks.map((lack) => html`<li><button class=${`wide ${lack.hint ? "hint" : "lack"}`} data-test=${lack.hint ? "odd" : "lack"}
      aria-pressed=${hand.shown === lack} @click=${() => put({ shown: hand.shown === lack ? null : lack })}>${lack.text}${lack.spots.length ? html` <b>${lack.spots.map((place) => place + 1).join(", ")}</b>` : nothing}</button></li>`)}</ul></section>`;
}

export function draftScreen() {
  const { draft, brush, zoom, kept, before } = hand;
  return html`<main class="making" data-test="screen-draft">
    <header><div><b>${draft.name}</b><small>${w("maker.regions", { count: draft.spots.length })} · ${w(kept ? "maker.kept" : "maker.keeping")}</small></div>
      <button class="round" aria-label=${w("maker.undo")} data-test="undo" ?disabled=${!before.length} @click=${undo}>${icon("undo")}</button>
      <button class="round" aria-label=${w("map.in")} data-test="larger" @click=${() => put({ zoom: Math.min((zoom || 1) * 1.5, 5) })}>${icon("plus")}</button>
      <button class="round" aria-label=${w("map.out")} data-test="smaller" @click=${() => put({ zoom: Math.max((zoom || 1) / 1.5, 1) })}>${icon("minus")}</button></header>
    ${boardView()}
    <p class="hint">${w(brush === "join" ? "maker.hint.join" : brush === "remove" ? "maker.hint.remove" : TERRAINS.includes(brush) ? "maker.hint.terrain" : "maker.hint.sign")}</p>
    ${brushes()}
    <button class="quiet" data-test="propose" ?disabled=${draft.spots.length < 2} @click=${propose}>${w("maker.propose")}</button>
    ${verdict()}
    <button class="main" data-test="draft-close" @click=${async () => { await store(); hand = null; close(); change(); }}>${w("maker.close")}</button>
  </main>`;
}
