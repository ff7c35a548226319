/**
 * Where everything on a map is, in pixels of a box of some size. Only outlines are turned and stretched: whatever is
 * drawn on them comes afterwards, level and in its own proportions.
 */

export const STRETCH = 1.34; // how much longer one side may become than it is on the board
const STRETCH_PHOTO = 1.15; // of a board on a photo, whose printed signs are stretched with it
const SHARP = 0.5; // the cosine of an angle from which on a border has a corner there
const QUARTERS = [
  [1, 0, 0, 1],
  [0, 1, -1, 0],
  [-1, 0, 0, -1],
  [0, -1, 1, 0],
];

const round = (number) => Math.round(number * 10) / 10;

/** The unit vector from one point to another. */
function direction([ax, ay], [bx, by]) {
  const length = Math.hypot(bx - ax, by - ay) || 1;
  return [(bx - ax) / length, (by - ay) / length];
}

/** How many outlines share each point; a border runs where it is two. */
function shared(regions) {
  const found = new Map();
  for (const { outline } of regions)
    for (const point of outline) found.set(`${point}`, (found.get(`${point}`) ?? 0) + 1);
  return found;
}

/**
 * A smooth line through an outline. Neighbours get the very same curve, because each stretch follows from the points
 * beside it alone, whichever way it is walked. Junctions, the rim and sharp corners stay as they are.
 */
function smooth(outline, uses) {
  const size = outline.length;
  const tangents = outline.map((point, at) => {
    const before = outline[(at + size - 1) % size];
    const after = outline[(at + 1) % size];
    const [one, other] = [direction(before, point), direction(point, after)];
    const turns = one[0] * other[0] + one[1] * other[1];
    if (uses.get(`${point}`) !== 2 || turns < SHARP) return [0, 0];
    return direction(before, after);
  });
  const steps = outline.map((point, at) => {
    const next = (at + 1) % size;
    const third = Math.hypot(outline[next][0] - point[0], outline[next][1] - point[1]) / 3;
    const [[ax, ay], [bx, by]] = [tangents[at], tangents[next]];
    return [
      [point[0] + ax * third, point[1] + ay * third],
      [outline[next][0] - bx * third, outline[next][1] - by * third],
      outline[next],
    ];
  });
  return { start: outline[0], steps };
}

/** A smooth line as a path, its points put where `place` says. */
export const pathOf = ({ start, steps }, place) =>
  `M${place(start).map(round)}C${steps.flatMap((step) => step.map((point) => place(point).map(round))).join(" ")}Z`;

/** Adds to the regions of a board their smooth outlines. */
export function smoothed(regions) {
  const uses = shared(regions);
  return regions.map((region) => {
    const curve = smooth(region.outline, uses);
    return { ...region, curve, path: pathOf(curve, (point) => point) };
  });
}

/** Whether a point is inside a polygon. @param {number[]} point @param {number[][]} corners */
export function inside([x, y], corners) {
  let found = false;
  corners.forEach(([ax, ay], at) => {
    const [bx, by] = corners[(at || corners.length) - 1];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) found = !found;
  });
  return found;
}

/**
 * How far a point is from the sides of a polygon; it stops looking where that is less than `least`, as most points are.
 *
 * @param {number[]} point
 * @param {number[][]} corners
 */
export function distance([x, y], corners, least = 0) {
  let found = Infinity;
  for (let at = 0, last = corners.length - 1; at < corners.length && found > least * least; last = at++) {
    const [ax, ay] = corners[at];
    const [dx, dy] = [corners[last][0] - ax, corners[last][1] - ay];
    const share = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    found = Math.min(found, (x - ax - share * dx) ** 2 + (y - ay - share * dy) ** 2);
  }
  return Math.sqrt(found);
}

/** The middle of the largest circle in a polygon, near enough, and its radius: most room for tokens and fingers. */
function roomiest(corners, start, [left, top, right, low]) {
  let best = [start, inside(start, corners) ? distance(start, corners) : 0];
  const weigh = (point) => {
    const room = distance(point, corners, best[1]);
    if (room > best[1] && inside(point, corners)) best = [point, room];
  };
  const CELLS = 7;
  const step = [(right - left) / CELLS, (low - top) / CELLS];
  for (let row = 0; row < CELLS; row++)
    for (let cell = 0; cell < CELLS; cell++) weigh([left + (cell + 0.5) * step[0], top + (row + 0.5) * step[1]]);
  for (let part = 0.5; part > 0.05; part /= 2) {
    const [[x, y]] = best;
    for (const [across, down] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
      [1, 1],
      [-1, 1],
      [1, -1],
      [-1, -1],
    ])
      // prettier-ignore
      weigh([x + across * part * step[0], y + down * part * step[1]]);
  }
  return best;
}

/** @returns {[number, number, number, number]} the left, upper, right and lower end of a polygon */
const limits = (corners) => [
  Math.min(...corners.map(([x]) => x)),
  Math.min(...corners.map(([, y]) => y)),
  Math.max(...corners.map(([x]) => x)),
  Math.max(...corners.map(([, y]) => y)),
];

/** How wide and high a board is after so many quarter turns. */
const turned = ({ width, height }, quarter) => (quarter % 2 ? [height, width] : [width, height]);

/** How wide and high a board is drawn in a box: as large as it can be without being stretched too far. */
function fitted(board, quarter, [wide, high]) {
  const [across, down] = turned(board, quarter);
  const most = board.pictures?.length ? STRETCH_PHOTO : STRETCH;
  const least = Math.min(wide / across, high / down);
  return [Math.min(wide, across * least * most), Math.min(high, down * least * most)];
}

/** The quarter turn with which a board fills a box best, where nobody has chosen one. */
export function bestQuarter(board, box) {
  const area = (quarter) => fitted(board, quarter, box).reduce((one, other) => one * other);
  return area(1) > area(0) * 1.05 ? 1 : 0;
}

const layouts = new WeakMap();
let latest = null; // the layout that was drawn last, which small pictures follow

/**
 * The layout of a board in a box: {width, height, matrix, place, back, regions}. `matrix` and `place` lead from the
 * board's units to pixels, `back` the other way; each region has its path, corners, box, middle and the radius around
 * that which no border crosses.
 *
 * @param {any} board
 * @param {[number, number]} box its width and height in pixels
 * @param {number} quarter how many quarter turns clockwise
 */
export function layoutOf(board, box, quarter) {
  const key = `${box} ${quarter}`;
  const known = layouts.get(board) ?? new Map();
  layouts.set(board, known);
  if (!known.has(key)) {
    if (known.size > 3) known.clear();
    known.set(key, arranged(board, box, quarter));
  }
  latest = { board, box, quarter };
  return known.get(key);
}

/** The layout in which a board was drawn last; before that, one of a usual phone that is held as this one. */
export function latestLayout(board) {
  if (latest?.board === board) return layoutOf(board, latest.box, latest.quarter);
  const box = /** @type {[number, number]} */ ([380, 540]);
  return layoutOf(board, box, bestQuarter(board, [innerWidth, innerHeight]));
}

function arranged(board, box, quarter) {
  const [width, height] = fitted(board, quarter, box).map(Math.round);
  const [across, down] = turned(board, quarter);
  const [a, b, c, d] = QUARTERS[quarter];
  const [sx, sy] = [width / across, height / down];
  const matrix = [a * sx, b * sy, c * sx, d * sy, a + c < 0 ? width : 0, b + d < 0 ? height : 0];
  const place = ([x, y]) => [matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5]];
  const whole = matrix[0] * matrix[3] - matrix[1] * matrix[2];
  const back = ([x, y]) => {
    const [dx, dy] = [x - matrix[4], y - matrix[5]];
    return [(matrix[3] * dx - matrix[2] * dy) / whole, (matrix[0] * dy - matrix[1] * dx) / whole];
  };
  const regions = Object.fromEntries(
    board.regions.map((region) => {
      const corners = region.outline.map(place);
      const bounds = limits(corners);
      const [middle, clear] = roomiest(corners, place(region.centre), bounds);
      return [region.id, { path: pathOf(region.curve, place), corners, bounds, middle, clear }];
    }),
  );
  return { width, height, scale: Math.min(sx, sy), matrix, place, back, regions };
}
