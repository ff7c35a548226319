/** The drawn map of a board: regions to tap, what stands on them, what can be had and for how much. */
import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";
import { pinchingMap, press, release, slip, swiping, tap } from "./hand.js";
import { isleTabs, islesOf } from "./isles.js";
import { groundOf, sizeOf } from "./mapground.js";
import { smoothed } from "./maplayout.js";
import { buttonsSeen, look, mapTools, nearness, pushed, toolsOver } from "./maplook.js";
import { bringDrawings } from "./mapterrain.js";
import { numberOf, pushes, thingsOn } from "./mapthings.js";
import { change, focus, page, seatOf, setting } from "./page.js";
import { w } from "./words.js";

export { cutout } from "./mapcut.js";

/** A map as the page uses it: every region with its smooth outline, as a curve and as a path in board units. */
export function boardOf(plain) {
  const regions = smoothed(plain.regions);
  return {
    ...plain,
    regions,
    isles: islesOf(regions),
    byId: Object.fromEntries(regions.map((region) => [region.id, region])),
  };
}

/** Photos that could not be had: the drawing serves. */
const lost = new Set();

/** The photos under a board: the table's own of the printed one, or those on which a board was made. */
function photosOf(board) {
  if (setting("drawn")) return [];
  const { photo } = page.state.table;
  const found = photo ? [{ photo, x: 0, y: 0, width: board.width, height: board.height }] : (board.pictures ?? []);
  return found.filter((each) => !lost.has(each.photo));
}

/** Whether a region is on a photo; an island without one is drawn. */
const onPhoto = (photos, [x, y]) =>
  photos.some((at) => x >= at.x && x <= at.x + at.width && y >= at.y && y <= at.y + at.height);

const photo = ({ photo: id, x, y, width, height }) =>
  svg`<image href=${`api/photo/${id}`} x=${x} y=${y} width=${width} height=${height} preserveAspectRatio="none"
    @error=${() => {
      lost.add(id);
      change();
    }}></image>`;

/** Enter taps a region, Space looks closer. */
function typed(event, region, onTap, onHold) {
  if (event.key === "Enter") onTap(region);
  if (event.key !== " ") return;
  event.preventDefault();
  onHold(region);
}

/** Whose region it is: a band of the seat's colour inside its border, dashed in decline. */
function realm(region, lies, { path }, size) {
  const seat = (lies?.seat ?? null) === null ? null : seatOf(lies.seat);
  if (!seat) return nothing;
  const [white, band] = lies.declined ? [9, 7] : [13, 10.5];
  const dashes = lies.declined ? `${7 * size} ${5 * size}` : nothing;
  return svg`<g class=${`realm c-${seat.colour} ${lies.declined ? "declined" : ""}`}
    clip-path=${`url(#clip-${region.id})`}>
    <path class="tint" d=${path}></path><path class="inner" stroke-width=${white * size} d=${path}></path>
    <path class="band" stroke-width=${band * size} stroke-dasharray=${dashes} d=${path}></path></g>`;
}

/** A region that can be had: full colour, a glow inside, and a double outline that holds on light and dark ground. */
function lit(region, can, { path }, size) {
  const dashes = can === "die" ? `${8 * size} ${5 * size}` : nothing;
  return svg`<g clip-path=${`url(#clip-${region.id})`}>
      <path class="glow wide" stroke-width=${24 * size} d=${path}></path>
      <path class="glow" stroke-width=${13 * size} d=${path}></path></g>
    <path class=${`can ${can} edge`} stroke-width=${5.6 * size} d=${path}></path>
    <path class=${`can ${can}`} stroke-width=${3.4 * size} stroke-dasharray=${dashes} d=${path}></path>`;
}

/** A line round a region that is pointed out, or that is gone. */
const ring = (mark, { path }, size) =>
  mark?.picked
    ? svg`<path class=${`picked ${mark.gone ? "gone" : ""}`} stroke-width=${6 * size} d=${path}></path>`
    : nothing;

/** Everything that can be had is lit; this covers the rest, but for what one holds oneself. */
function veil(board, regions, marks, layout) {
  if (!board.regions.some(({ id }) => marks[id]?.can)) return nothing;
  const own = focus();
  const clear = ({ id }) =>
    marks[id]?.can || marks[id]?.picked || (own !== null && regions?.[id]?.seat === own && !regions[id].declined);
  const covered = board.regions.filter((region) => !clear(region));
  return svg`<path class="veil" d=${covered.map(({ id }) => layout.regions[id].path).join("")}></path>`;
}

/** A region for fingers, keys and readers, above all that is drawn. It keeps the board's own units. */
function target(shown, region, can) {
  const { board, regions, marks = {}, onTap, onHold } = shown;
  const { id } = region;
  return svg`<path class="tap" d=${region.path} role="button" tabindex="0" data-region=${id}
    data-can=${marks[id]?.can ?? nothing}
    aria-label=${[regions?.[id]?.text ?? numberOf(region), marks[id]?.label].filter(Boolean).join(", ")}
    @pointerdown=${(event) => press(event, id, onHold)} @pointermove=${slip} @pointerup=${release}
    @pointercancel=${release} @contextmenu=${(event) => event.preventDefault()}
    @click=${(event) => tap(event, board, id, can, onTap)}
    @keydown=${(event) => typed(event, id, onTap, onHold)}></path>`;
}

function drawing(shown) {
  const { board, regions, marks = {}, fixed = false, always = false } = shown;
  bringDrawings();
  const layout = look.layout(board);
  const photos = photosOf(board);
  const printed = (region) => onPhoto(photos, region.centre);
  const size = sizeOf(layout);
  const acts = (id) => always || Boolean(marks[id]?.can);
  const can = {
    acts,
    meant: (id) => Boolean(marks[id]?.can) && !marks[id].own,
    tagged: (id) => Boolean(marks[id]?.can) && marks[id].price !== undefined,
    last: (id) => Boolean(marks[id]?.last),
  };
  const laid = (region) => layout.regions[region.id];
  const matrix = `matrix(${layout.matrix.join(" ")})`;
  // From the back of the table to the front, so that what stands in front lies above.
  const order = [...board.regions].sort((a, b) => laid(a).middle[1] - laid(b).middle[1]);
  // Where counts change, hands have to read both: no other one lies over them.
  const changes = ({ id }) => Number(marks[id]?.stays !== undefined);
  const tools = fixed ? null : toolsOver(board, marks, regions);
  const near = fixed ? 1 : nearness();
  const standing = order.map((region) => {
    const [lies, mark] = [regions?.[region.id], marks[region.id]];
    return thingsOn(region, laid(region), layout, lies, mark, printed(region), fixed ? size : 1, tools, near);
  });
  const buttons = fixed ? [] : tools ? [tools] : buttonsSeen();
  const aside = pushes(standing, fixed ? size : 1, [layout.width, layout.height], buttons, near);
  const labels = standing.map((each) => each.label(aside.get(each) ?? [0, 0]));
  const plates = [0, 1].flatMap((last) =>
    standing.map(({ plates: own }, at) => (changes(order[at]) === last ? own : nothing)),
  );
  const leaders = standing.map((each) => each.leader(aside.get(each) ?? [0, 0]));
  const prices = standing.map((each) => each.price(aside.get(each) ?? [0, 0]));
  return svg`<svg class=${`map ${photos.length ? "on-photo" : ""}`} data-quarter=${look.quarter(board)}
    viewBox=${`0 0 ${layout.width} ${layout.height}`} width=${fixed ? layout.width : nothing}
    height=${fixed ? layout.height : nothing} role="group" aria-label=${w("map.label")}>
    <defs>${board.regions.map(
      (region) => svg`<clipPath id=${`clip-${region.id}`}><path d=${laid(region).path}></path></clipPath>`,
    )}</defs>
    <g transform=${matrix}>${photos.map(photo)}</g>
    <g class="ground" .innerHTML=${groundOf(board, layout, printed)}></g>
    ${veil(board, regions, marks, layout)}
    <path class="border" stroke-width=${2.2 * size} d=${order.map((region) => laid(region).path).join("")}></path>
    ${board.regions.map((region) => realm(region, regions?.[region.id], laid(region), size))}
    ${board.regions.map((region) =>
      marks[region.id]?.can ? lit(region, marks[region.id].can, laid(region), size) : nothing,
    )}
    ${board.regions.map((region) => ring(marks[region.id], laid(region), size))}
    ${labels}${standing.map(({ things }) => things)}${plates}${leaders}${prices}
    ${fixed ? nothing : svg`<g transform=${matrix}>${board.regions.map((region) => target(shown, region, can))}</g>`}
  </svg>`;
}

/** Regions in an order, as marks. */
export const orderMarks = (regions) => Object.fromEntries(regions.map((id, place) => [id, { order: place + 1 }]));

/**
 * The map, as large as the box it is given. `marks` says by region what the page adds: {can: "sure" | "die", price,
 * by, also, chance, least, order, last, lost, own, count, stays, planned, chip, pieces, picked, gone, label}. onTap and
 * onHold get a region's id. A tap does something where a region can be had, or `always`. A `fixed` map is only looked
 * at.
 *
 * @param {object} shown
 * @param {any} shown.board
 * @param {any} shown.regions
 * @param {Record<string, any>} [shown.marks]
 * @param {(region: string) => void} [shown.onTap]
 * @param {(region: string) => void} [shown.onHold]
 * @param {boolean} [shown.fixed]
 * @param {boolean} [shown.always]
 */
export function mapView(shown) {
  const { board, regions, marks = {}, fixed = false } = shown;
  // It comes a moment after the page.
  if (!board) return html`<div class="mapframe"></div>`;
  look.fixed = fixed;
  look.interest = board.regions.map(({ id }) => id).filter((id) => marks[id]?.can);
  // Drawing it twice takes an old phone a tenth of a second, so the box is measured before it is first filled.
  const map = fixed || look.measured ? drawing(shown) : nothing;
  if (fixed) return html`<div class="mapbox fixed">${map}</div>`;
  const pinch = pinchingMap(board);
  const { down, up } = swiping(board);
  return html`<div class="mapframe">
    <div
      class="mapbox"
      @scroll=${pushed}
      @touchstart=${pinch}
      @touchmove=${pinch}
      @touchend=${pinch}
      @pointerdown=${down}
      @pointerup=${up}
    >
      ${map}<i class="foot"></i>
    </div>
    ${mapTools(board, marks, regions)}${isleTabs(board, marks)}
  </div>`;
}
