/**
 * A picture of a game to share: drawn here as SVG, made a PNG by this phone. Sharing needs https in every browser, so
 * where there is none the picture is kept with a long press, or with the link beneath it.
 */
import { nothing, render, svg } from "./vendor/lit-html/lit-html.js";
import { lines, mark } from "./charts.js";
import { w } from "./words.js";

const WIDE = 1080, HIGH = 1350;
const FONT = "Georgia, 'Noto Serif', serif";
const COLOURS = { blue: "#1f6fb8", orange: "#e8871e", green: "#0a8060", pink: "#d98bb8", yellow: "#f1dd3f", grey: "#6d7175" };
/** The colours of the light page, whatever this phone shows: who gets the picture has not chosen. */
const INK = { ink: "#2a2620", soft: "#665c4c", line: "#cdbf9f", card: "#fbf6e9", paper: "#f3ead6", accent: "#7d3413", seat: ({ colour }) => COLOURS[colour] ?? COLOURS.grey };

const text = (x, y, words, size, { fill = INK.ink, weight = 400, anchor = "start" } = {}) => svg`<text x=${x} y=${y} font-family=${FONT} font-size=${size}
  font-weight=${weight} fill=${fill} text-anchor=${anchor}>${words}</text>`;

/** The whole picture; `found` is a game as the table tells it, `day` the words for its date, or "". */
function drawing(found, day) {
  const ranked = [...found.seats].sort((a, b) => b.won - a.won || b.coins - a.coins);
  const step = Math.min(92, 470 / ranked.length);
  const top = 268 + ranked.length * step;
  return svg`<svg xmlns="http://www.w3.org/2000/svg" viewBox=${`0 0 ${WIDE} ${HIGH}`} width=${WIDE} height=${HIGH}>
    <rect width=${WIDE} height=${HIGH} fill=${INK.paper}></rect>
    <rect x="28" y="28" width=${WIDE - 56} height=${HIGH - 56} rx="36" fill=${INK.card} stroke=${INK.line} stroke-width="4"></rect>
    ${text(80, 130, w("keep.game"), 72, { weight: 700, fill: INK.accent })}
    ${text(80, 186, [day, found.map, w("charts.turns", { count: found.turns })].filter(Boolean).join(" · "), 34, { fill: INK.soft })}
    ${ranked.map((seat, place) => {
      const y = 268 + place * step;
      return svg`${seat.won ? svg`<rect x="60" y=${y - step / 2} width=${WIDE - 120} height=${step - 8} rx="20" fill="none" stroke=${INK.accent} stroke-width="4"></rect>
        ${text(WIDE - 230, y + 10, w("charts.wins"), 34, { fill: INK.accent, anchor: "end", weight: 700 })}` : nothing}
        ${mark(seat, 112, y - 4, Math.min(50, step * .6), INK)}${text(160, y + 12, seat.name, 48, { weight: seat.won ? 700 : 400 })}
        ${text(WIDE - 90, y + 12, seat.coins, 56, { weight: 700, anchor: "end" })}`;
    })}
    ${text(80, top + 16, w("charts.coins"), 36, { weight: 700 })}
    <svg x="70" y=${top + 34} width=${WIDE - 140} height=${HIGH - top - 230} viewBox=${`0 0 360 ${(360 * (HIGH - top - 230)) / (WIDE - 140)}`}>
      ${lines({ seats: found.seats, series: found.coins, first: 0, ink: INK, label: "", high: (360 * (HIGH - top - 230)) / (WIDE - 140) })}</svg>
    ${found.told.slice(0, 3).map((line, place) => text(80, HIGH - 156 + place * 44, line, 28, { fill: INK.ink }))}
  </svg>`;
}

const load = (source) => new Promise((done, failed) => {
  const image = new Image();
  image.onload = () => done(image);
  image.onerror = failed;
  image.src = source;
});

/** The picture as the address of a PNG, which needs no network. */
export async function postcard(found, day) {
  const box = document.createElement("div");
  render(drawing(found, day), box);
  // What lit leaves between the parts is nobody's business.
  const source = new XMLSerializer().serializeToString(box.querySelector("svg")).replace(/<!--.*?-->/g, "");
  const image = await load(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`);
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDE, height: HIGH });
  canvas.getContext("2d").drawImage(image, 0, 0, WIDE, HIGH);
  return canvas.toDataURL("image/png");
}

/** Whether this browser can hand the picture to another app: only over https. */
export const canShare = () => Boolean(window.isSecureContext && navigator.canShare?.({ files: [new File([], "game.png", { type: "image/png" })] }));

export async function share(address, name) {
  const [, data] = address.split(",");
  const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
  await navigator.share({ files: [new File([bytes], name, { type: "image/png" })] });
}
