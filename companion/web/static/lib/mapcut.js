/** A small picture of a place: a cut of the map with its regions lit, for whoever knows no number by heart. */
import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";
import { grown, sizeOf } from "./mapground.js";
import { latestLayout } from "./maplayout.js";
import { bringDrawings } from "./mapterrain.js";
import { page } from "./page.js";

const ROOM = 1.25; // of the map around what is lit
const LEAST = 90; // pixels of the map that are seen at least: a place is known by its neighbours

/** A part of the map of a shape, around some regions and not beyond its rim. */
function frame({ width, height, regions }, ids, shape) {
  const bounds = ids.map((id) => regions[id].bounds);
  const ends = [0, 1].map((axis) => [
    Math.min(...bounds.map((each) => each[axis])),
    Math.max(...bounds.map((each) => each[axis + 2])),
  ]);
  const [[left, right], [top, low]] = ends;
  const wide = Math.max((right - left) * ROOM, (low - top) * ROOM * shape, LEAST);
  const high = wide / shape;
  const within = (start, size, all) => (size > all ? (all - size) / 2 : Math.max(0, Math.min(all - size, start)));
  return [
    within((left + right) / 2 - wide / 2, wide, width),
    within((top + low) / 2 - high / 2, high, height),
    wide,
    high,
  ];
}

/**
 * A picture of where some regions are, turned as the map is. It says nothing by itself: the words stand beside it.
 *
 * @param {string[]} ids
 * @param {object} [options]
 * @param {number} [options.shape] its width divided by its height
 * @param {boolean} [options.whole] it shows the whole board, larger
 * @param {any} [options.piece] what lies there, drawn around 0, 0 by `token`, `tribe` or `piece`
 */
export function cutout(ids, { shape = 1, whole = false, piece = nothing } = {}) {
  const { board } = page;
  const known = board ? ids.filter((id) => board.byId[id]) : [];
  if (!known.length) return nothing;
  bringDrawings();
  const layout = latestLayout(board);
  const [x, y, wide, high] = whole ? [0, 0, layout.width, layout.height] : frame(layout, known, shape);
  const lit = known.map((id) => layout.regions[id].path).join("");
  const seen = board.regions.filter(({ id }) => {
    const [left, top, right, low] = layout.regions[id].bounds;
    return right > x && left < x + wide && low > y && top < y + high;
  });
  const unit = wide / (whole ? 150 : 60);
  const [mx, my] = layout.regions[known[0]].middle;
  return html`<svg
    class="cutout"
    viewBox=${`${x} ${y} ${wide} ${high}`}
    aria-hidden="true"
    data-regions=${known.join(" ")}
  >
    ${seen.map(
      ({ id, terrain }) => svg`<path class=${`land t-${terrain}`} d=${layout.regions[id].path}
        stroke-width=${unit}></path>`,
    )}
    ${known.map(
      (id) => svg`<g class=${`t-${board.byId[id].terrain}`}
        .innerHTML=${grown(board.byId[id], layout.regions[id], sizeOf(layout))}></g>`,
    )}
    <path class="veil" fill-rule="evenodd" d=${`M${x} ${y}h${wide}v${high}h${-wide}z${lit}`}></path>
    <path class="lit-edge" d=${lit} stroke-width=${4.6 * unit}></path>
    <path class="lit" d=${lit} stroke-width=${2.6 * unit}></path>
    <g transform=${`translate(${mx} ${my}) scale(${unit})`}>${piece}</g>
  </svg>`;
}
