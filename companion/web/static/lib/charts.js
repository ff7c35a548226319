/**
 * Charts of our own: SVG without a library. A seat has its colour, its shape and its kind of line; a part of a bar
 * has a pattern, so that nothing hangs on colour alone. `ink` says with which colours: those of the page, or fixed
 * ones.
 */
import { nothing, svg } from "../vendor/lit-html/lit-html.js";
import { SHAPES } from "./seats.js";
import { w } from "./words.js";

const WIDE = 360; // all charts, in their own units; a unit is about a pixel on a narrow phone
const DASHES = ["", "10 4", "2.5 4", "12 4 2.500 4", "6 3", "1.5 3 6 3"];
const ROW = 46; // of a bar chart
const BAR = 18;

/** The colours of the page, light or dark. */
export const PAGE = {
  ink: "var(--ink)",
  soft: "var(--soft)",
  line: "var(--line)",
  card: "var(--card)",
  seat: () => "var(--seat)",
  on: () => "var(--on-seat)",
};

/** How each part of a bar is filled, over the colour of its seat: lines in the colour of the ink. */
const PATTERNS = [
  "",
  "M0 0l8 8M-2 6l4 4M6-2l4 4",
  "M2 2h.1M6 6h.1",
  "M0 4h8",
  "M4 0v8",
  "M0 0l8 8M8 0l-8 8",
  "M0 2h4v4h4",
  "M1 4h6M4 1v6",
];

const text = (
  x,
  y,
  words,
  { ink, fill = ink.ink, size = 13, weight = 400, anchor = "start" },
) => svg`<text x=${x} y=${y} fill=${fill}
  font-size=${size} font-weight=${weight} text-anchor=${anchor} font-family="system-ui, sans-serif">${words}</text>`;

/** A seat's shape round a point. */
export function mark(seat, x, y, size, ink) {
  const scale = size / 24;
  return svg`<path class=${`c-${seat.colour}`} d=${SHAPES[seat.shape] ?? SHAPES.circle} fill=${ink.seat(seat)}
    stroke=${ink.ink}
    stroke-width=${1.4 / scale} stroke-linejoin="round"
    transform=${`translate(${x - size / 2} ${y - size / 2}) scale(${scale})`}></path>`;
}

/** Round numbers from 0 to at least `most`, some four of them. */
function ticks(most) {
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500].find((each) => most / each <= 4.5) ?? Math.ceil(most / 4);
  return Array.from({ length: Math.ceil(Math.max(most, 1) / step) + 1 }, (_, place) => place * step);
}

/** Moves labels apart that would lie on one another; they stay in their order. */
function apart(labels, gap, lowest) {
  const sorted = [...labels].sort((a, b) => a.y - b.y);
  sorted.forEach((label, place) => {
    if (place) label.y = Math.max(label.y, sorted[place - 1].y + gap);
  });
  for (let place = sorted.length - 1, bound = lowest; place >= 0; place -= 1, bound -= gap)
    sorted[place].y = Math.min(sorted[place].y, bound);
  return sorted;
}

/**
 * A line for each seat. `series` has by seat a value for each turn from `first` on, or null where there is none.
 */
export function lines({ seats, series, first, ink, label, high = 220 }) {
  const left = 30,
    right = 48,
    top = 12,
    low = high - 26;
  const last = first + Math.max(...series.map((each) => each.length)) - 1;
  const scale = ticks(Math.max(1, ...series.flat().filter((value) => value !== null)));
  const x = (turn) => left + ((WIDE - left - right) * (turn - first)) / Math.max(1, last - first);
  const y = (value) => low - ((low - top) * Math.max(0, value)) / scale.at(-1);
  const points = seats.map((_, place) =>
    series[place].map((value, turn) => (value === null ? null : [x(first + turn), y(value)])).filter(Boolean),
  );
  const ends = seats
    .map((seat, place) => ({
      seat,
      y: points[place].at(-1)?.[1],
      value: series[place].findLast((value) => value !== null),
    }))
    .filter((end) => end.y !== undefined);
  const path = (each) => `M${each.map((point) => point.map((n) => Math.round(n * 10) / 10).join(" ")).join("L")}`;
  const every = last - first > 11 ? 2 : 1;
  return svg`<svg class="chart" viewBox=${`0 0 ${WIDE} ${high}`} role="img" aria-label=${label}>
    ${scale.map(
      (value) =>
        svg`<path d=${`M${left} ${y(value)}H${WIDE - right + 6}`}
          stroke=${ink.line}></path>${text(left - 6, y(value) + 4, value, {
            ink,
            fill: ink.soft,
            anchor: "end",
            size: 12,
          })}`,
    )}
    ${Array.from({ length: last - first + 1 }, (_, turn) =>
      turn % every
        ? nothing
        : text(x(first + turn), high - 8, first + turn, { ink, fill: ink.soft, anchor: "middle", size: 12 }),
    )}
    ${seats.map((seat, place) =>
      points[place].length < 2
        ? nothing
        : svg`<g fill="none" class=${`c-${seat.colour}`} stroke-linejoin="round"
          stroke-dasharray=${DASHES[place % DASHES.length]}>
      <path d=${path(points[place])} stroke=${ink.ink} stroke-width="4.6"></path>
      <path d=${path(points[place])} stroke=${ink.seat(seat)} stroke-width="2.8"></path></g>`,
    )}
    ${seats.map((seat, place) => points[place].map(([px, py]) => mark(seat, px, py, 9, ink)))}
    ${apart(ends, 17, low).map(
      (end) =>
        svg`${mark(end.seat, WIDE - right + 16, end.y, 13, ink)}
          ${text(WIDE - right + 26, end.y + 4.5, end.value, { ink, weight: 700 })}`,
    )}
  </svg>`;
}

/** How a seat's name stands over its bar, and its number at the right. */
function heading(seat, y, number, ink) {
  return svg`${mark(seat, 8, y - 5, 14, ink)}${text(20, y, seat.name, { ink, weight: 600 })}
    ${text(WIDE, y, number, { ink, weight: 700, anchor: "end" })}`;
}

/** The patterns of the parts, for one chart; `id` must be its own on the page. */
function patterns(id, ink) {
  return svg`<defs>${PATTERNS.map((d, place) =>
    d
      ? svg`<pattern id=${`${id}-${place}`} width="8" height="8" patternUnits="userSpaceOnUse">
    <path d=${d} fill="none" stroke=${ink.ink} stroke-width="1.700" stroke-linecap="round"></path></pattern>`
      : nothing,
  )}</defs>`;
}

/** The sample of a part's pattern, for the words beside the chart. */
export function sample(part, id, ink) {
  return svg`<svg class="sample" viewBox="0 0 26 16" aria-hidden="true">${patterns(id, ink)}
    <rect x="1" y="1" width="24" height="14" fill=${ink.card} stroke=${ink.ink}></rect>
    ${
      PATTERNS[part] ? svg`<rect x="1" y="1" width="24" height="14" fill=${`url(#${id}-${part})`}></rect>` : nothing
    }</svg>`;
}

/** A bar for each seat, made of parts; `parts` has by seat a number for each. What is below 0 stands beside the bar. */
export function bars({ seats, parts, id, ink, label, which }) {
  const most = Math.max(1, ...parts.map((each) => each.reduce((sum, value) => sum + Math.max(0, value), 0)));
  const less = parts.some((each) => each.some((value) => value < 0)) ? 30 : 0;
  const unit = (WIDE - 2 - less) / most;
  const row = (seat, place) => {
    const y = place * ROW + 20;
    let x = 1;
    const boxes = parts[place].map((value, part) => {
      if (value <= 0) return nothing;
      const wide = value * unit,
        from = x;
      x += wide;
      return svg`<rect x=${from} y=${y} width=${wide} height=${BAR} fill=${ink.seat(seat)} stroke=${ink.ink}></rect>
        ${
          PATTERNS[which(part)]
            ? svg`<rect x=${from} y=${y} width=${wide} height=${BAR} fill=${`url(#${id}-${which(part)})`}
              opacity=".55"></rect>`
            : nothing
        }
        ${
          wide > 20
            ? svg`<rect x=${from + wide / 2 - 9} y=${y + 2} width="18" height=${BAR - 4} rx="4"
              fill=${ink.card}></rect>
              ${text(from + wide / 2, y + 13.5, value, { ink, size: 12, weight: 700, anchor: "middle" })}`
            : nothing
        }`;
    });
    const below = parts[place].reduce((sum, value) => sum + Math.min(0, value), 0);
    return svg`<g class=${`c-${seat.colour}`}>${heading(
      seat,
      y - 6,
      parts[place].reduce((sum, value) => sum + value, 0),
      ink,
    )}${boxes}
      ${below ? text(x + 5, y + 14, `−${-below}`, { ink, weight: 700 }) : nothing}</g>`;
  };
  return svg`<svg class="chart" viewBox=${`0 0 ${WIDE} ${seats.length * ROW}`} role="img"
    aria-label=${label}>${patterns(id, ink)}${seats.map(row)}</svg>`;
}

/** Pips rolled, as a bar for each seat; a stroke where a fair die would be, and the stretch it usually stays in. */
export function luck({ seats, rolls, ink, label }) {
  const most = Math.max(1, ...rolls.map((each) => Math.max(each.pips, each.expected + each.usual)));
  const unit = (WIDE - 4) / most;
  return svg`<svg class="chart" viewBox=${`0 0 ${WIDE} ${seats.length * ROW}`} role="img"
    aria-label=${label}>${seats.map((seat, place) => {
      const { pips, expected, usual, average } = rolls[place];
      const y = place * ROW + 20;
      const from = 2 + Math.max(0, expected - usual) * unit;
      return svg`<g class=${`c-${seat.colour}`}>${heading(
        seat,
        y - 6,
        rolls[place].rolls ? w("charts.luck.count", { count: pips, average }) : "–",
        ink,
      )}
      <path d=${`M2 ${y + BAR}H${WIDE - 2}`} stroke=${ink.line}></path>
      ${
        pips
          ? svg`<rect x="2" y=${y + 3} width=${pips * unit} height=${BAR - 6} fill=${ink.seat(seat)}
            stroke=${ink.ink}></rect>`
          : nothing
      }
      ${
        expected
          ? svg`<rect x=${from} y=${y} width=${2 + (expected + usual) * unit - from} height=${BAR} fill="none"
            stroke=${ink.ink} stroke-dasharray="2 3"></rect>
        <path d=${`M${2 + expected * unit} ${y - 4}v${BAR + 8}`} stroke=${ink.ink} stroke-width="3.500"></path>`
          : nothing
      }</g>`;
    })}</svg>`;
}
