/** Our own signs, drawn on a 24 by 24 grid: [filled path, drawn line] by key. */
import { html, svg, nothing } from "./vendor/lit-html/lit-html.js";

const dot = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

const FORTRESS = ["M5 21V9H3V4h4v2h3V3h4v3h3V4h4v5h-2v12h-4v-5a3 3 0 0 0-6 0v5z", ""];
const TENT = ["M12 4 2 20h7l3-7 3 7h7z", "M9.5 2.5 12 6l2.5-3.5"];
const DRAGON = [
  "M2 13c3 0 4-2 5-4 0-3 3-5 6-5l-1 2 4 1 5 4-1 2-5-1c1 3 0 6-2 8H6c3-1 4-3 4-5-2 0-5 0-8-2z" + dot(14.6, 8.6, 0.9),
  "",
];
const TREE = ["M12 2 6 10h3l-4 6h5v5h4v-5h5l-4-6h3z", ""];
const HILLS = ["", "M2 19c2-7 8-8 11-1M9 13c3-7 11-6 13 6M2 19h20"];
const REEDS = ["", "M6 21V9M12 21V4M18 21v-9M3 21h18M12 12c-3 0-4-2-4-4M12 15c3 0 4-2 4-4"];
const PEAKS = ["M2 20 9 6l4 7 3-5 6 12zm7-10-2 4 2-1 2 1z", ""];
const WAVES = ["", "M2 8q2.5-3 5 0t5 0 5 0 5 0M2 13q2.5-3 5 0t5 0 5 0 5 0M2 18q2.5-3 5 0t5 0 5 0 5 0"];
const ARCH = ["M3 20C3 9 7 4 12 4s9 5 9 16h-4c0-7-2-11-5-11s-5 4-5 11z", "M9 20h6"];
const STAR = ["M12 2.5 14.9 9l7 .7-5.3 4.7 1.6 6.9L12 17.7l-6.2 3.6 1.6-6.9L2.1 9.7l7-.7z", ""];
const HERO = ["M12 11.5 13.5 15l3.7.3-2.8 2.4.9 3.6-3.3-2-3.3 2 .9-3.6-2.8-2.4 3.7-.3z", "M8 3l4 7 4-7M5.5 3h13"];

export const EMBLEMS = {
  // Races.
  amazons: ["", "M8 3c9 3 9 15 0 18M8 3v18M3 12h17M16.5 8.5 20 12l-3.5 3.5"],
  dwarves: ["", "M5 21 15.5 8.5M6 4.5c6-1.5 12 3 13.5 9.5"],
  elves: ["M5 19C3 9 10 3 21 3c0 11-6 18-16 16zm2.5-1.5C10 13 13 10 17 7.5c-3 3.5-6 6.5-9.5 10z", "M3 21.5 6 18"],
  ghouls: ["M6 20V10a6 6 0 0 1 12 0v10zm5-12v2H9v2h2v5h2v-5h2v-2h-2V8z", "M3 21h18"],
  giants: [
    "M8 21c-3-2-2-6-1-9s4-4 7-3 4 4 2 7-4 7-8 5z" + dot(6.5, 7.5, 1.7) + dot(10, 4.8, 1.7) + dot(14, 4.5, 1.6) + dot(17.5, 6.2, 1.5),
    "",
  ],
  halflings: ["M12 3a9 9 0 0 1 9 9c0 4-1 7-2 9H5c-1-2-2-5-2-9a9 9 0 0 1 9-9zm0 3a6 6 0 0 0-6 6c0 2 .5 4.5 1 6h10c.5-1.5 1-4 1-6a6 6 0 0 0-6-6z" + dot(12, 13, 1.4), ""],
  humans: ["M12 2c3 2 6 2.5 9 2.5C21 12 18 19 12 22 6 19 3 12 3 4.5 6 4.5 9 4 12 2zm-1.3 5v3.5H7.5v2.5h3.2v5h2.6v-5h3.2v-2.5h-3.2V7z", ""],
  orcs: ["M11 4c4-3 9-1 10 5-3-1-5 0-6 3-2-1-4-4-4-8z", "M4 21 14 8"],
  ratmen: ["M9 17c-3 0-5-1.5-5-4 0-4 4-7 8-6 .5-2 3.5-2 4 .5l1 1.5 4.5 4.5c.5 1-.5 2-1.5 2L15 17z" + dot(17.5, 12, 0.9), "M4 14c-3 2-2 6 2 6h7"],
  skeletons: ["M12 3c5 0 8 3 8 7.5 0 3-1.5 4-2.5 5V18h-11v-2.5c-1-1-2.5-2-2.5-5C4 6 7 3 12 3z" + dot(8.7, 11, 1.9) + dot(15.3, 11, 1.9) + "M12 13l-1 2.5h2z", "M8.5 19v2.5M12 19v2.5M15.5 19v2.5"],
  sorcerers: ["M15 2l1.3 4.2L20.5 7.5l-4.2 1.3L15 13l-1.3-4.2L9.5 7.5l4.2-1.3z" + dot(20, 14, 1.1) + dot(7.5, 4, 1), "M4 21l7.5-9.5"],
  tritons: ["", "M12 21V4M5 4v4c0 4 3 6 7 6s7-2 7-6V4M3.5 6 5 3.5 6.5 6M10.5 6 12 3l1.5 3M17.5 6 19 3.5 20.5 6M9 18.5h6"],
  trolls: ["M3 21l-1-2 9-10c-1-3 2-7 6-7s6 3 5 6-4 6-7 5l-9 9z" + dot(16.5, 5.5, 1.1) + dot(18.8, 8.5, 1.1) + dot(14.5, 9, 1.1), ""],
  wizards: ["M2.5 20c3-1.5 4-2 5-5L13 2l1.5 4 3 1-1 2 2 6c1 3 2 3.5 3 5-6 1.8-13 1.8-19 0zM12 10l-.8 2-2 .7 2 .7.8 2 .8-2 2-.7-2-.7z", ""],

  // Powers.
  alchemist: ["M9 3h6v5l5 10.5c.6 1.5-.3 2.5-1.7 2.5H5.7C4.3 21 3.4 20 4 18.5L9 8zm2 2v4l-2 4.5h6L13 9V5z", ""],
  berserk: ["M13.5 2 5 13h5l-2.5 9L19 9.5h-6z", ""],
  bivouacking: TENT,
  commando: ["", "M5 12l7-7 7 7M5 19l7-7 7 7"],
  diplomat: ["M6 3h13v14h-9v1.5A2.5 2.5 0 0 1 5 18.5V16h1zm3 3.5v1.5h7V6.5zm0 3.5v1.5h7V10z" + dot(16, 18.5, 3), ""],
  "dragon-master": DRAGON,
  flying: ["M2 9c5-5 10-3 11 3 2-2 5-3 9-2-2 1-3 2-3.5 3.5C17 18 12 20 7 18c2 0 3.5-1 4-2-3 .5-5-.5-6-2.5 1.5.5 3 .3 3.5-.5C5.5 12.5 3.5 11 2 9z", ""],
  forest: TREE,
  fortified: FORTRESS,
  heroic: HERO,
  hill: HILLS,
  merchant: ["M2 13h8a4 4 0 0 1-8 0zm12 0h8a4 4 0 0 1-8 0z", "M12 3v17M8 20.5h8M6 6h12M6 6 3 13M6 6l3 7M18 6l-3 7M18 6l3 7"],
  mounted: ["", "M8 20C4 15 3 4 12 4s8 11 4 16M6 20.5h4M14 20.5h4M7 9h.01M17 9h.01M12 6.5h.01"],
  pillaging: ["M9 3h6l-1.5 4h-3zm1 5h4c4 3 6 7 6 9.5 0 2.5-2 3.5-4 3.5H8c-2 0-4-1-4-3.5C4 15 6 11 10 8zm1.2 3v1.2c-2.5.6-2.5 3.3 0 3.8l1.3.3c1 .3 1 1.2-.5 1.2-1 0-1.5-.3-2-.8v2c.4.2.8.3 1.2.4V20h1.6v-1c2.5-.6 2.5-3.5 0-4.1l-1.2-.3c-.9-.3-.8-1.1.5-1.1.8 0 1.3.2 1.8.5v-1.8c-.4-.2-.7-.3-1.1-.3V11z", ""],
  seafaring: ["M11 3c5 2 7 6 7 10h-7zM9 6v7H4c1-3 3-5 5-7zM2 15h20c-1 4-3 6-5 6H7c-2 0-4-2-5-6z", ""],
  spirit: ["M12 2c4.5 0 7 3.5 7 8v11l-3-2-2 2.5-2-2.5-2 2.5L8 19l-3 2V10c0-4.5 2.5-8 7-8z" + dot(9.5, 9.5, 1.4) + dot(14.5, 9.5, 1.4), ""],
  stout: ["M4 8h12v12a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 4 20zm2.5 3v7.5H8V11zm3 0v7.5H11V11zm3 0v7.5H14V11z" + "M4 7c-1-3 2-4 3.5-3C9 2 12 2 13 4c2-1 4 1 3 3z", "M16.5 11H20v7h-3.5"],
  swamp: REEDS,
  underworld: ["", "M3 20v-4h4v-4h4V8h4V4h6M3 20h18V4"],
  wealthy: ["M6 3h12l4 6-10 12L2 9zm1.2 2L5.3 8h3.5L10 5zm9.6 0H14l1.2 3h3.5z", ""],

  // Ground.
  farmland: ["M12 5c2 1.5 2 4 0 5.5-2-1.5-2-4 0-5.5zM12 10.5c3-1 4.5.5 5 3-2.5 1-4.5 0-5-3zm0 0c-3-1-4.5.5-5 3 2.5 1 4.5 0 5-3zM12 15c3-1 4.5.5 5 3-2.5 1-4.5 0-5-3zm0 0c-3-1-4.5.5-5 3 2.5 1 4.5 0 5-3z", "M12 8v14"],
  mountain: PEAKS,
  sea: WAVES,
  lake: ["M12 3c4 5 6 8 6 11.5a6 6 0 0 1-12 0C6 11 8 8 12 3zm-3 11.5a3 3 0 0 0 3 3v-1.5c-1 0-1.5-.5-1.5-1.5z", ""],
  mine: ["", "M4 20 15 7M20 20 9 7M5 8.5c2-3 6-4.5 9-4M19 8.5c-2-3-6-4.5-9-4"],
  magic: ["M12 2c.8 6 3 8.5 9 10-6 1.5-8.2 4-9 10-.8-6-3-8.5-9-10 6-1.5 8.2-4 9-10z", ""],
  cavern: ["M2 20c0-4 2-5 2-8 0-5 4-8 8-8s8 3 8 8c0 3 2 4 2 8zm6 0h8c0-6-1-9-4-9s-4 3-4 9z", ""],

  // Pieces.
  tribe: ["M12 3a4 4 0 0 1 4 4 4 4 0 0 1-1.5 3.1C18 11.5 20 15 20 21H4c0-6 2-9.5 5.5-10.9A4 4 0 0 1 12 3zm-1.5 12v3h3v-3z", "M18.5 3v9"],
  lair: ARCH,
  fortress: FORTRESS,
  encampment: TENT,
  hole: ["M12 7c6 0 10 2.5 10 5.5S18 18 12 18 2 15.5 2 12.5 6 7 12 7zm0 2.5c-4 0-7 1.3-7 3s3 3 7 3 7-1.3 7-3-3-3-7-3z" + "M12 11c3 0 5 .7 5 1.5S15 14 12 14s-5-.7-5-1.5S9 11 12 11z", ""],
  hero: HERO,
  dragon: DRAGON,
  coin: [dot(12, 12, 9.5) + "M12 5.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13z" + "M13.5 8v8h-2.3v-5.3l-1.5.5V9.3L12 8z", ""],
  crown: ["M3 7l5 4 4-7 4 7 5-4-2 12H5z", ""],

  // The page's own buttons.
  map: ["", "M3 6l6-3 6 3 6-3v15l-6 3-6-3-6 3zM9 3v15M15 6v15"],
  column: ["", "M4 4h16v4.5H4zM4 10h16v4.5H4zM4 16h16v4.5H4z"],
  log: ["", "M7 3h13v14M7 3a3 3 0 0 0-3 3v1h3zM7 3v15a3 3 0 0 0 3 3h7a3 3 0 0 0 3-3v-1h-9M11 8h5M11 12h5"],
  more: [dot(5, 12, 2) + dot(12, 12, 2) + dot(19, 12, 2), ""],
  undo: ["", "M8 4 3 9l5 5M3 9h11a6 6 0 0 1 0 12h-4"],
  close: ["", "M5 5l14 14M19 5 5 19"],
  up: ["", "M5 15l7-7 7 7"],
  down: ["", "M5 9l7 7 7-7"],
  grip: [dot(9, 6, 1.5) + dot(15, 6, 1.5) + dot(9, 12, 1.5) + dot(15, 12, 1.5) + dot(9, 18, 1.5) + dot(15, 18, 1.5), ""],
  plus: ["", "M12 5v14M5 12h14"],
  minus: ["", "M5 12h14"],
  whole: ["", "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5"],
  turn: ["", "M20 12a8 8 0 1 1-2.5-5.8M20 3v5h-5"],
  camera: ["", "M4 7h4l2-3h4l2 3h4v12H4zM12 9.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z"],
  check: ["", "M4 13l5 5L20 6"],
  hand: ["M7 12V5.5a1.5 1.5 0 0 1 3 0V10h.5V3.5a1.5 1.5 0 0 1 3 0V10h.5V4.5a1.5 1.5 0 0 1 3 0V11h.5V7a1.5 1.5 0 0 1 3 0v8c0 4-3 7-7 7-3.5 0-5-1.5-7-5l-3-5c-.8-1.5 1-2.5 2-1.5z", ""],
  cocked: ["", "M3 21h18M6.2 15.5 14 5l8 6-6.5 8.5M6.2 15.5 12 20" ],
  "by-button": ["M12 6a5 3.2 0 0 1 5 3.2v3H7v-3A5 3.2 0 0 1 12 6z", "M3 19h18M4.5 19v-5h15v5"],
  "by-tray": [dot(9, 11, 1.3) + dot(13, 14, 1.3), "M3 8l3 11h12l3-11M3 8h18M7 8V5M17 8V5"],
  "by-phone": [dot(12, 18.2, 1.1), "M7 3h10v18H7zM7 15.5h10"],
  "by-box": [dot(8.5, 8.5, 1.5) + dot(15.5, 15.5, 1.5) + dot(12, 12, 1.5), "M6 3.5h12q2.5 0 2.5 2.5v12q0 2.5-2.5 2.5H6q-2.5 0-2.5-2.5V6q0-2.5 2.5-2.5z"],
  cut: ["", "M3 3l18 18M8.5 5.5C14 3 19.5 6 22 10M2 10c1-1.5 2.2-2.6 3.5-3.5M6 14c1.5-1.8 3.3-2.7 5-3M15 12c1.2.5 2.2 1.2 3 2M11 18.5h2"],
};

/** The paths of one sign, for use inside an SVG; nothing for an unknown key. */
export function emblem(key) {
  const found = EMBLEMS[key?.replaceAll("_", "-")];
  if (!found) return nothing;
  const [fill, line] = found;
  return svg`${fill ? svg`<path class="ef" d=${fill}></path>` : nothing}${line ? svg`<path class="el" d=${line}></path>` : nothing}`;
}

/** One sign as a picture of its own; it is read aloud only where it has a label. */
export function icon(key, label = "") {
  return html`<svg class="icon" viewBox="0 0 24 24" role=${label ? "img" : nothing} aria-label=${label || nothing}
    aria-hidden=${label ? nothing : "true"}>${emblem(key)}</svg>`;
}
