/** The drawings that terrains are strewn with: light falls from the upper left, and each stands on its own 0, 0. */

const shadow = (wide) => `<ellipse class="under" cx="2" cy=".5" rx="${wide}" ry="${(wide * 0.3).toFixed(1)}"/>`;
const shape = (fill, path) => `<path fill="var(--${fill})" d="${path}"/>`;
const line = (stroke, width, path) =>
  `<path class="line" stroke="var(--${stroke})" stroke-width="${width}" d="${path}"/>`;

const GLYPHS = {
  tree:
    shadow(7) +
    shape("trunk", "M-1.2 0V-6H1.2V0Z") +
    shape(
      "forest-2",
      "M-7-6a4 4 0 0 1 2-6a5 5 0 0 1 9.5-.5a4.2 4.2 0 0 1 1 7.5a4.5 4.5 0 0 1-5 1.5a5 5 0 0 1-7.5-2.5z",
    ) +
    shape(
      "forest-3",
      "M-5.5-7.5a3.5 3.5 0 0 1 1.5-4.5a4.5 4.5 0 0 1 6.5-1.5" +
        "a2.6 2.6 0 0 1-1.5 4.5a3.5 3.5 0 0 1-3.5 1.6a2.5 2.5 0 0 1-3-.1z",
    ),
  fir:
    shadow(6) +
    shape("trunk", "M-1 0V-4H1V0Z") +
    shape("forest-4", "M0-19 4.5-12H2.6L6-7.5H4L7.5-3H-7.5L-4-7.5H-6L-2.6-12H-4.5Z") +
    shape("forest-3", "M0-19V-15L-1.5-12H-.5L-3-7.5H-1.5L-3.5-3H-7.5L-4-7.5H-6L-2.6-12H-4.5Z"),
  peak:
    shape("shade", "M-14 1 4-10 25 2.5Q6 5-14 1Z") +
    shape("mountain-5", "M-19 1-10-10-7-8.5 0-23 6-14 9-16.5 19 1Q0 4.5-19 1Z") +
    shape("mountain-2", "M0-23 6-14 9-16.5 19 1Q10 2.8 1 3L4-5 .5-11Z") +
    shape("mountain-3", "M9-16.5 19 1Q15 2 11.5 2.3L11-7Z") +
    shape(
      "mountain-4",
      "M0-23-3.8-15 -1.5-16.2-.2-13 2-16 4.3-15 5.1-15.3ZM9-16.5 7.3-15.1 8.3-12.8 9.6-14 11.1-12.8Z",
    ) +
    line("mountain-2", 1, "M-13-2.5-10-6M-8-1.5-6-5.5M-3.5-1-3-4"),
  rock:
    shadow(6) +
    shape("mountain-5", "M-6 .7-5-4-1-6.5 4-5 6 .7Q0 2-6 .7Z") +
    shape("mountain-2", "M-1-6.5 4-5 6 .7Q3.5 1.5 1 1.5L1.5-2.5Z"),
  mound:
    shape("hill-2", "M-15 1C-12-7-6-11 0-11S12-6 15 1Q0 4-15 1Z") +
    shape("hill-4", "M-15 1C-12-7-6-11 0-11 2-9-3-8-6.5-5-10-3-12-1-13 1.3Z") +
    shape("hill-3", "M15 1C12.5-6.5 8-10 4-10.7 9-7 8.5-2 8.5 2.2Q12 1.8 15 1Z") +
    line("hill-3", 0.9, "M-4.5-.5l-.5-2.5M-2.5-.3v-2.8M1.5-3l.5-2.2M3.2-3v-2.4"),
  reeds:
    `<ellipse fill="var(--swamp-2)" rx="10" ry="3.6"/>` +
    line("lake-3", 0.8, "M-7 .8q2.5-1.4 5 0M2-1q2-1 4.5 0") +
    line("swamp-3", 1.3, "M-4 .5Q-4-5-6-9M-1.5 0V-10.5M2 .5Q2-5 4.5-8.5") +
    line("swamp-4", 2.3, "M-6.3-9.5l-.7-2.2M-1.5-11v-2.6M4.8-9l1.1-2.1"),
  snag: shadow(5) + line("swamp-4", 1.8, "M0 0Q-1-6 1-13M-.2-5.5-4.5-9.5M.3-7.5 4-11.5M-3-8.2-3.2-11"),
  sheaf:
    shadow(6) +
    shape("farmland-3", "M-4.5 0Q-2.5-3-5-8.5L-2-7.5 0-10 2-7.5 5-8.5Q2.5-3 4.5 0Q0 1.5-4.5 0Z") +
    shape("farmland-4", "M-4.5 0Q-2.5-3-5-8.5L-2-7.5 0-10Q-1-4-.8 .9Q-3 .6-4.5 0Z") +
    line("trunk", 1.1, "M-2.7-3.5Q0-2.7 2.7-3.5"),
  wave: `<path class="wave" d="M-9 1q2.3-4.2 4.5-.8t4.5 0 4.5 0 4.5 .8"/>`,
  sail:
    line("sea-3", 1.2, "M-12 5q3-2.4 6 0t6 0 6 0 6 0") +
    shape("trunk", "M-9-2H9L5.5 3.5H-6Z") +
    shape("mountain-4", "M-.4-3.5V-16L8.5-4.5Z") +
    shape("mountain-5", "M-2-3.5V-13L-7.5-4.5Z"),
};

/** What a terrain is strewn with: how far apart, how far from its borders, and the drawings, usual ones repeated. */
export const STREWN = {
  forest: [11.5, 5, ["tree", "tree", "fir"]],
  mountain: [22, 9, ["peak", "peak", "peak", "rock"]],
  hill: [23, 9, ["mound"]],
  swamp: [18, 8, ["reeds", "reeds", "reeds", "snag"]],
  farmland: [25, 9, ["sheaf"]],
  sea: [19, 9, ["wave"]],
  lake: [18, 9, ["wave"]],
};

const tile = (id, side, turn, drawn) =>
  `<pattern id="${id}" width="${side}" height="${side}" patternUnits="userSpaceOnUse"
patternTransform="rotate(${turn})">${drawn}</pattern>`;

const PATTERNS = `${tile(
  "furrows",
  6,
  28,
  line("farmland-2", 1.7, "M0 1.5H6") + line("farmland-4", 1, "M0 3.4H6"),
)}${tile(
  "stubble",
  7,
  -54,
  line("farmland-3", 1.3, "M0 2H7") + line("farmland-2", 1.5, "M1 5.2H2M4.5 5.2h1"),
)}${tile("grass", 10, 0, '<path class="blade" d="M1 3l.9-1.7M6 8l.8-1.7M8 3l.6-1.3M3 8.5l.4-1.2"/>')}${tile(
  "hatch",
  6,
  45,
  '<path class="hatchline" d="M0 0V6"/>',
)}
<linearGradient id="shine" x2="1" y2="1"><stop class="light" offset="0"/><stop class="even" offset=".5"/>
<stop class="dark" offset="1"/></linearGradient>
<radialGradient id="gold" cx=".35" cy=".3" r=".9"><stop class="coin-light" offset="0"/>
<stop class="coin-dark" offset="1"/></radialGradient>`;

/** Puts the drawings into the page, once: maps and small pictures use them from there. */
export function bringDrawings() {
  if (document.getElementById("drawings")) return;
  const glyphs = Object.entries(GLYPHS).map(([name, drawn]) => `<g id="g-${name}">${drawn}</g>`);
  const all = `<defs>${glyphs.join("")}${PATTERNS}</defs>`;
  document.body.insertAdjacentHTML(
    "beforeend",
    `<svg id="drawings" class="drawings" width="0" height="0" aria-hidden="true">${all}</svg>`,
  );
}
