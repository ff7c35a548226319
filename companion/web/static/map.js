/** The drawn map of a board: regions to tap, what lies on them, what can be had. */
import { html, nothing, svg } from "./vendor/lit-html/lit-html.js";
import { emblem } from "./emblems.js";
import { pinchingMap, press, release, slip, swiping, tap } from "./hand.js";
import { isleTabs, islesOf } from "./isles.js";
import { change, page, seatOf, setting } from "./page.js";
import { shapePath } from "./seats.js";
import { w } from "./words.js";

/** Line drawings strewn over a terrain; one small tile each. */
const STREWN = {
  farmland: [40, 26, "M2 20q8-6 16 0M22 8q8-6 16 0"],
  forest: [34, 30, "M9 16V9M4 12l5-8 5 8zM26 28v-6M21 25l5-8 5 8z"],
  hill: [46, 30, "M4 14q8-12 16 0M26 28q8-12 16 0"],
  mountain: [44, 34, "M4 16 12 3l8 13M12 3l2 6M25 32l7-12 7 12"],
  swamp: [36, 28, "M4 10h12M7 10V4M11 10V2M22 24h12M26 24v-6M30 24v-8"],
  sea: [44, 20, "M2 6q5-5 10 0t10 0M24 16q5-5 10 0t10 0"],
  lake: [44, 20, "M2 6q5-5 10 0t10 0M24 16q5-5 10 0t10 0"],
};

const numberOf = (region) => region.label ?? String(Number(region.id.replace(/\D/g, "")));

/** A map as the page uses it: every region with one path. */
export function boardOf(plain) {
  const regions = plain.regions.map((region) => ({
    ...region,
    path: `M${region.outline.map(([x, y]) => `${x} ${y}`).join("L")}Z`,
  }));
  return { ...plain, regions, isles: islesOf(regions), byId: Object.fromEntries(regions.map((region) => [region.id, region])) };
}

function patterns() {
  return Object.entries(STREWN).map(([terrain, [width, height, path]]) => svg`
    <pattern id=${`p-${terrain}`} width=${width} height=${height} patternUnits="userSpaceOnUse">
      <path class="strewn" d=${path}></path>
    </pattern>`);
}

function chip(lies, [x, y], count) {
  const seat = seatOf(lies.seat);
  const shown = count ?? lies.tokens;
  return svg`<g class=${`chip c-${seat?.colour ?? "grey"} ${lies.declined ? "declined" : ""}`} transform=${`translate(${x} ${y + 2})`}><g class="grows">
    ${shown > 1 ? svg`<rect class="under" x="-27" y="-14" width="62" height="36" rx="8"></rect>` : nothing}
    <rect class="body" x="-31" y="-18" width="62" height="36" rx="8"></rect>
    ${lies.declined ? svg`<rect class="hatch" x="-31" y="-18" width="62" height="36" rx="8"></rect>` : nothing}
    <g class="race" transform="translate(-26 -12)">${emblem(lies.race)}</g>
    <text class="count" x="15" y="10">${shown}</text>
    ${seat ? svg`<g class="corner" transform="translate(-40 -28) scale(.9)">${shapePath(seat.shape)}</g>` : nothing}
  </g></g>`;
}

/** Small signs in a row round a middle. */
function row(signs, x, y, size) {
  const step = size + 4;
  return signs.map(({ key, count = 1, kind }, place) => svg`
    <g class=${kind} transform=${`translate(${x + (place - (signs.length - 1) / 2) * step - size / 2} ${y - size / 2}) scale(${size / 24})`}>
      <circle class="plate" cx="12" cy="12" r="15"></circle>${emblem(key)}
      ${count > 1 ? svg`<text class="times" x="22" y="26">${count}</text>` : nothing}
    </g>`);
}

/** A price, and under it the chance with the die; one that nothing can pay is struck through. */
function priceTag({ price, chance }, x, y) {
  const never = chance?.startsWith("0/");
  return svg`<g class=${`price ${never ? "never" : ""}`} transform=${`translate(${x} ${y})`}>
    <circle r="14"></circle><text y="6">${price}</text>${never ? svg`<path class="struck" d="M-11 11 11 -11"></path>` : nothing}
    ${chance && !never ? svg`<rect class="odds" x="-19" y="13" width="38" height="19" rx="6"></rect><text class="odds" y="28">${chance}</text>` : nothing}</g>`;
}

/** What stands on a region; `printed`: it lies on a photo, which shows its signs. */
function things(board, region, lies, mark, printed) {
  const [x, y] = region.centre;
  const signs = region.symbols.map((key) => ({ key, kind: `symbol ${printed ? "printed" : ""}` }));
  if (region.terrain === "mountain") signs.unshift({ key: "mountain", kind: `symbol ${printed ? "printed" : ""}` });
  const pieces = (lies?.markers ?? []).map((marker) => ({ key: marker.kind, count: marker.count, kind: "piece" }));
  if (lies?.tribe) pieces.unshift({ key: "tribe", count: lies.tribe, kind: "piece tribe" });
  // Signs and tags of a region at the board's rim stay on it.
  const top = Math.max(y - 31, 15);
  const right = Math.min(x + 36, board.width - 20);
  const low = top - (y - 31);
  const stands = lies?.band != null || mark?.count !== undefined;
  return svg`
    <text class="number" x=${x - (signs.length * 11 + 2)} y=${top + 6}>${numberOf(region)}</text>
    ${row(signs, x + 10, top, 18)}
    ${stands ? chip(mark?.chip ?? lies, [x, y + low], mark?.count) : nothing}
    ${lies?.rests && !stands ? chip(lies.rests, [x, y + low - 4], mark?.count) : nothing}
    ${row(pieces, x, low + (stands || lies?.rests ? y + 35 : y + 6), stands || lies?.rests ? 22 : 30)}
    ${mark?.price !== undefined ? priceTag(mark, right, Math.max(y - 30, 17)) : nothing}
    ${mark?.order !== undefined ? svg`<g class=${`order ${mark.lost ? "lost" : ""}`} transform=${`translate(${right} ${y + 25})`}>
      <circle r="16"></circle><text y="8">${mark.order}</text></g>` : nothing}`;
}

/** Photos that could not be had: the drawing serves. */
const lost = new Set();

/** The photos under a board: the table's own of the printed one, or those on which a board was made. */
function photosOf(board) {
  if (setting("drawn")) return [];
  const { photo } = page.state.table;
  const found = photo ? [{ photo, x: 0, y: 0, width: board.width, height: board.height }] : board.pictures ?? [];
  return found.filter((each) => !lost.has(each.photo));
}

/** Whether a region lies on a photo; an island without one is drawn. */
const onPhoto = (photos, [x, y]) => photos.some((at) => x >= at.x && x <= at.x + at.width && y >= at.y && y <= at.y + at.height);

/**
 * The map. `marks` says by region what the page adds: {can: "sure" | "die", price, chance, order, lost, count, chip, picked, label}.
 * onTap and onHold get a region's id. A tap does something where a region can be had, or `always`.
 */
export function mapView({ board, regions, marks = {}, onTap, onHold, fixed = false, always = false }) {
  const pinch = pinchingMap(board);
  const acts = (id) => always || Boolean(marks[id]?.can);
  const photos = photosOf(board);
  const printed = (region) => onPhoto(photos, region.centre);
  const map = svg`<svg class=${`map ${photos.length ? "on-photo" : ""}`} viewBox=${`0 0 ${board.width} ${board.height}`} role="group" aria-label=${w("map.label")}>
    <defs>${patterns()}
      <pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="hatchline" d="M0 0V7"></path></pattern>
      ${board.regions.map((region) => svg`<clipPath id=${`clip-${region.id}`}><path d=${region.path}></path></clipPath>`)}
    </defs>
    ${photos.map(({ photo, x, y, width, height }) => svg`<image href=${`/api/photo/${photo}`} x=${x} y=${y} width=${width} height=${height}
      preserveAspectRatio="none" @error=${() => { lost.add(photo); change(); }}></image>`)}
    ${board.regions.map((region) => {
      const lies = regions?.[region.id];
      const mark = marks[region.id];
      const seat = lies?.seat != null ? seatOf(lies.seat) : null;
      return svg`<g clip-path=${`url(#clip-${region.id})`}>
        ${printed(region) ? nothing : svg`<path class=${`land t-${region.terrain}`} d=${region.path}></path>
          <path fill=${`url(#p-${region.terrain})`} d=${region.path}></path>`}
        ${seat ? svg`<path class=${`realm c-${seat.colour} ${lies.declined ? "declined" : ""}`} d=${region.path}></path>` : nothing}
        ${mark?.can ? svg`<path class=${`can ${mark.can}`} d=${region.path}></path>` : nothing}
        ${mark?.picked ? svg`<path class="picked" d=${region.path}></path>` : nothing}
      </g>`;
    })}
    ${board.regions.map((region) => svg`<path class=${`outline ${printed(region) ? "printed" : ""}`} d=${region.path}></path>`)}
    ${board.regions.map((region) => things(board, region, regions?.[region.id], marks[region.id], printed(region)))}
    ${fixed ? nothing : board.regions.map((region) => svg`<path class="tap" d=${region.path} role="button" tabindex="0"
      data-region=${region.id} data-can=${marks[region.id]?.can ?? nothing}
      aria-label=${[regions?.[region.id]?.text ?? numberOf(region), marks[region.id]?.label].filter(Boolean).join(", ")}
      @pointerdown=${(event) => press(event, region.id, onHold)} @pointermove=${slip} @pointerup=${release}
      @pointercancel=${release} @contextmenu=${(event) => event.preventDefault()}
      @click=${(event) => tap(event, board, region.id, acts, onTap)}
      @keydown=${(event) => (event.key === "Enter" && onTap(region.id)) || (event.key === " " && (event.preventDefault(), onHold(region.id)))}></path>`)}
  </svg>`;
  if (fixed) return map;
  const { down, up } = swiping(board);
  return html`<div class="mapframe">
    <div class="mapbox" @touchstart=${pinch} @touchmove=${pinch} @touchend=${pinch} @pointerdown=${down} @pointerup=${up}>${map}</div>
    ${isleTabs(board, marks)}
  </div>`;
}
