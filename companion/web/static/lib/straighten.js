/**
 * A picture of something flat, seen at an angle, made straight. Pictures are ImageData; points are [x, y] in pixels.
 */

const ROWS = 16; // so many at a time, then the page may draw

/** Whether four corners, clockwise from the top left, go once round without a dent. */
export function goesRound(corners) {
  return corners.every(([x, y], place) => {
    const [bx, by] = corners[(place + 1) % 4];
    const [cx, cy] = corners[(place + 2) % 4];
    return (bx - x) * (cy - by) - (by - y) * (cx - bx) > 0;
  });
}

/** The projection of the unit square onto four corners, clockwise from the top left: (u, v) to a point. */
export function projection([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) {
  const [sx, sy] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const [ax, ay, bx, by] = [x1 - x2, y1 - y2, x3 - x2, y3 - y2];
  const whole = ax * by - ay * bx;
  const g = (sx * by - sy * bx) / whole;
  const h = (ax * sy - ay * sx) / whole;
  return (u, v) => {
    const depth = g * u + h * v + 1;
    return [
      ((x1 - x0 + g * x1) * u + (x3 - x0 + h * x3) * v + x0) / depth,
      ((y1 - y0 + g * y1) * u + (y3 - y0 + h * y3) * v + y0) / depth,
    ];
  };
}

/**
 * Fills `into` with what lies between the corners of `from`. Now and then `told` hears how far it is, from 0 to 1, and
 * answers whether it is still wanted. Says whether all was done.
 */
export async function straighten(from, corners, into, told) {
  const at = projection(corners);
  const { data, width, height } = from;
  const out = into.data;
  const [right, low] = [width - 1, height - 1];
  for (let row = 0; row < into.height; row += 1) {
    for (let column = 0; column < into.width; column += 1) {
      const point = at((column + 0.5) / into.width, (row + 0.5) / into.height);
      const x = Math.min(Math.max(point[0] - 0.5, 0), right);
      const y = Math.min(Math.max(point[1] - 0.5, 0), low);
      const [left, top] = [Math.floor(x), Math.floor(y)];
      const [dx, dy] = [x - left, y - top];
      const a = 4 * (top * width + left);
      const b = left < right ? a + 4 : a;
      const below = top < low ? 4 * width : 0;
      const to = 4 * (row * into.width + column);
      // Between four pixels, by how near each one is.
      for (let colour = 0; colour < 3; colour += 1) {
        const upper = data[a + colour] * (1 - dx) + data[b + colour] * dx;
        const lower = data[a + below + colour] * (1 - dx) + data[b + below + colour] * dx;
        out[to + colour] = upper * (1 - dy) + lower * dy;
      }
      out[to + 3] = 255;
    }
    if (row % ROWS === ROWS - 1) {
      if (!told((row + 1) / into.height)) return false;
      await new Promise((resume) => setTimeout(resume));
    }
  }
  return true;
}
