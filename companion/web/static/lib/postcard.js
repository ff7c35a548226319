/**
 * A picture of a game to share: drawn here as SVG, made a PNG by this phone. Sharing needs https in every browser, so
 * where there is none the picture is kept with a long press, or with the link beneath it.
 */
import { nothing, render, svg } from "../vendor/lit-html/lit-html.js";
import { lines, mark } from "./charts.js";
import { postmap } from "./postmap.js";
import { w } from "./words.js";

const WIDE = 1080,
  HIGH = 1350;
const FONT = ["Grenze", "Georgia", "serif"].join(", ");
const FACE = new URL("../fonts/grenze-700.woff2", import.meta.url);
const WOOD = "#c79b68";
const COLOURS = {
  blue: "#1d63b5",
  orange: "#ea8a1f",
  green: "#0b7a58",
  pink: "#b3267a",
  yellow: "#f2d437",
  grey: "#666d72",
};
/** The colours of the light page, whatever this phone shows: who gets the picture has not chosen. */
const INK = {
  ink: "#2b1d12",
  soft: "#66503a",
  line: "#d3bb8e",
  card: "#fdf6e6",
  paper: "#f4e7cb",
  accent: "#8a2c16",
  seat: ({ colour }) => COLOURS[colour] ?? COLOURS.grey,
};

const text = (
  x,
  y,
  words,
  size,
  { fill = INK.ink, weight = 400, anchor = "start" } = {},
) => svg`<text x=${x} y=${y} font-family=${FONT} font-size=${size}
  font-weight=${weight} fill=${fill} text-anchor=${anchor}>${words}</text>`;

/** Who played, from the winner down: a line each. */
function ranking(found, top, step) {
  const ranked = [...found.seats].sort((a, b) => b.won - a.won || b.coins - a.coins);
  return ranked.map((seat, place) => {
    const y = top + place * step;
    return svg`${
      seat.won
        ? svg`<rect x="60" y=${y - step / 2} width=${WIDE - 120} height=${step - 8} rx="20"
            fill=${INK.seat(seat)} fill-opacity=".2" stroke=${INK.seat(seat)} stroke-width="5"></rect>
        ${text(WIDE - 230, y + 10, w("charts.wins"), 38, { fill: INK.accent, anchor: "end", weight: 700 })}`
        : nothing
    }
      ${mark(seat, 112, y - 4, Math.min(50, step * 0.6), INK)}${text(160, y + 14, seat.name, Math.min(52, step * 0.7), {
        weight: 700,
      })}
      ${text(WIDE - 90, y + 16, seat.coins, Math.min(64, step * 0.85), { weight: 700, anchor: "end" })}`;
  });
}

/** The board at the end on a wooden table; its frame is as wide as the card. */
function lastBoard({ board, regions }, found, top, high) {
  const scale = Math.min((WIDE - 140) / board.width, high / board.height);
  const [wide, tall] = [board.width * scale, board.height * scale];
  const [x, y] = [(WIDE - wide) / 2, top + (high - tall) / 2];
  return svg`<rect x=${x - 14} y=${y - 14} width=${wide + 28} height=${tall + 28} rx="16" fill="#6d4a28"></rect>
    <svg x=${x} y=${y} width=${wide} height=${tall} viewBox=${`0 0 ${board.width} ${board.height}`}
      font-family=${FONT}>${postmap({ board, regions }, found.seats, INK)}</svg>`;
}

/** The coins turn by turn, for a game whose last board nobody has any more. */
function coins(found, top, high) {
  const inner = (360 * high) / (WIDE - 140);
  return svg`${text(80, top, w("charts.coins"), 36, { weight: 700 })}
    <svg x="70" y=${top + 18} width=${WIDE - 140} height=${high} viewBox=${`0 0 360 ${inner}`}>
      ${lines({ seats: found.seats, series: found.coins, first: 0, ink: INK, label: "", high: inner })}</svg>`;
}

/** The whole picture; `found` is a game as the table tells it, `day` the words for its date, or "". */
function drawing(found, day, lying, font) {
  const step = Math.min(lying ? 124 : 92, (lying ? 400 : 470) / found.seats.length);
  const about = [day, found.map, w("charts.turns", { count: found.turns })];
  const first = lying ? 800 + step / 2 : 268;
  const below = first + found.seats.length * step;
  return svg`<svg xmlns="http://www.w3.org/2000/svg" viewBox=${`0 0 ${WIDE} ${HIGH}`} width=${WIDE} height=${HIGH}>
    <style>${faceRule(font)}</style>
    <rect width=${WIDE} height=${HIGH} fill=${WOOD}></rect>
    <rect x="28" y="28" width=${WIDE - 56} height=${HIGH - 56} rx="36"
      fill=${INK.card} stroke=${INK.line} stroke-width="4"></rect>
    ${text(80, 130, w("keep.game"), 84, { weight: 700, fill: INK.accent })}
    ${text(80, 184, about.filter(Boolean).join(" · "), 32, { fill: INK.soft })}
    ${lying ? lastBoard(lying, found, 222, 520) : nothing} ${ranking(found, first, step)}
    ${lying ? nothing : coins(found, below + 16, HIGH - below - 230)}
    ${found.told.slice(0, 3).map((line, place) => text(80, HIGH - 156 + place * 44, line, 28, { fill: INK.ink }))}
  </svg>`;
}

const faceRule = (font) => `@font-face{${["font-family:Grenze", "font-weight:700", `src:url(${font})`].join(";")}}`;

/** The display face as a data URL: a picture of its own loads nothing. */
async function displayFace() {
  const bytes = new Uint8Array(await (await fetch(FACE)).arrayBuffer());
  return `data:font/woff2;base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))}`;
}

const load = (source) =>
  new Promise((done, failed) => {
    const image = new Image();
    image.onload = () => done(image);
    image.onerror = failed;
    image.src = source;
  });

/** The picture as the address of a PNG, which needs no network. */
export async function postcard(found, day, lying = null) {
  const box = document.createElement("div");
  const font = await displayFace().catch(() => "");
  render(drawing(found, day, lying, font), box);
  // What lit leaves between the parts is nobody's business.
  const source = new XMLSerializer().serializeToString(box.querySelector("svg")).replace(/<!--.*?-->/g, "");
  const image = await load(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`);
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDE, height: HIGH });
  canvas.getContext("2d").drawImage(image, 0, 0, WIDE, HIGH);
  return canvas.toDataURL("image/png");
}

/** Whether this browser can hand the picture to another app: only over https. */
export const canShare = () =>
  Boolean(window.isSecureContext && navigator.canShare?.({ files: [new File([], "game.png", { type: "image/png" })] }));

export async function share(address, name) {
  const [, data] = address.split(",");
  const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
  await navigator.share({ files: [new File([bytes], name, { type: "image/png" })] });
}
