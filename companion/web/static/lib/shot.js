/** A picture of a board: opened, its corners shown by hand, straightened here, and handed on. */
import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";
import { icon } from "./emblems.js";
import { change } from "./page.js";
import { goesRound, straighten } from "./straighten.js";
import { w } from "./words.js";

const WORK = 2400; // px of the longer side while the corners are shown
const WIDE = 1600; // px of the longer side when it is done
const LARGEST = 3_500_000; // bytes; the table takes a little more
const LOUPE = 120; // px
const NEARER = 2.5; // how much the loupe enlarges

/**
 * The photo in hand, null when there is none. `stage` is reading, corners, straightening, done or sending; `picture` a
 * canvas; `corners` clockwise from the board's top left; `done` the straightened canvas.
 */
let shot = null;
/** Which photo it is: work on one that was given up comes to nothing. */
let number = 0;

export const photographing = () => shot !== null;

function put(patch) {
  shot = patch && { ...shot, ...patch };
  change();
}

function canvas(width, height) {
  return Object.assign(document.createElement("canvas"), { width: Math.round(width), height: Math.round(height) });
}

function giveUp() {
  number += 1;
  put(null);
}

const fail = (key) => {
  giveUp();
  change({ told: { text: w(key), again: null } });
};

/**
 * Opens a picture. `board` is the drawn board it shows, null for one that nobody has drawn yet; `use` gets the JPEG and
 * its canvas, and answers whether it was taken; `lay` is what the last button says.
 */
export async function takePicture(file, { board = null, use, lay }) {
  if (!file) return;
  change({ told: null });
  number += 1;
  const mine = number;
  put({ stage: "reading" });
  let bitmap;
  try {
    // The file says how the phone was held; the picture is turned to match.
    bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    if (number === mine) fail("photo.unreadable");
    return;
  }
  if (number !== mine) {
    bitmap.close();
    return;
  }
  const scale = Math.min(1, WORK / Math.max(bitmap.width, bitmap.height));
  const picture = canvas(bitmap.width * scale, bitmap.height * scale);
  const pen = picture.getContext("2d", { willReadFrequently: true });
  pen.imageSmoothingQuality = "high";
  pen.drawImage(bitmap, 0, 0, picture.width, picture.height);
  bitmap.close();
  if (Math.min(picture.width, picture.height) < 200) {
    fail("photo.small");
    return;
  }
  put({ stage: "corners", board, use, lay, picture, corners: within(picture) });
}

/** Where the corners begin: a little inside the picture. */
function within({ width, height }) {
  const [x, y] = [width * 0.1, height * 0.1];
  return [
    [x, y],
    [width - x, y],
    [width - x, height - y],
    [x, height - y],
  ];
}

/** The picture turned a quarter to the right, with its corners. */
function turn() {
  const { picture, corners } = shot;
  const turned = canvas(picture.height, picture.width);
  const pen = turned.getContext("2d", { willReadFrequently: true });
  pen.translate(turned.width, 0);
  pen.rotate(Math.PI / 2);
  pen.drawImage(picture, 0, 0);
  const [a, b, c, d] = corners.map(([x, y]) => [turned.width - y, x]);
  put({ picture: turned, corners: [d, a, b, c] });
}

/** How wide and how high the straightened picture is: as the drawn board, or as long as its sides are in the photo. */
function sizeOf({ board, corners }) {
  const long = (a, b) => Math.hypot(corners[a][0] - corners[b][0], corners[a][1] - corners[b][1]);
  const [width, height] = board ? [board.width, board.height] : [long(0, 1) + long(3, 2), long(0, 3) + long(1, 2)];
  const scale = WIDE / Math.max(width, height);
  return [width * scale, height * scale];
}

async function makeStraight() {
  const { picture, corners } = shot;
  const done = canvas(...sizeOf(shot));
  const pen = done.getContext("2d");
  const into = pen.createImageData(done.width, done.height);
  const from = picture.getContext("2d", { willReadFrequently: true }).getImageData(0, 0, picture.width, picture.height);
  const mine = number;
  put({ stage: "straightening", part: 0 });
  const whole = await straighten(from, corners, into, (part) => {
    if (number === mine) put({ part });
    return number === mine;
  });
  if (!whole) return;
  pen.putImageData(into, 0, 0);
  put({ stage: "done", done });
}

const asJpeg = (picture, quality) => new Promise((done) => picture.toBlob(done, "image/jpeg", quality));

async function hand() {
  const { done, use } = shot;
  put({ stage: "sending" });
  let picture = await asJpeg(done, 0.82);
  if (picture.size > LARGEST) picture = await asJpeg(done, 0.5);
  const taken = await use(picture, done);
  if (taken) giveUp();
  else put({ stage: "done" });
}

/** The corner that a finger has taken, and where both were then. */
let taken = null;

function take(event) {
  const frame = event.currentTarget.getBoundingClientRect();
  const scale = shot.picture.width / frame.width;
  const finger = [(event.clientX - frame.x) * scale, (event.clientY - frame.y) * scale];
  const far = shot.corners.map(([x, y]) => Math.hypot(x - finger[0], y - finger[1]));
  event.currentTarget.setPointerCapture(event.pointerId);
  event.preventDefault();
  const corner = far.indexOf(Math.min(...far));
  taken = { corner, scale, from: [event.clientX, event.clientY], at: shot.corners[corner] };
  change();
}

function move(event) {
  if (!taken) return;
  const { corner, scale, from, at } = taken;
  nudge(corner, [at[0] + (event.clientX - from[0]) * scale, at[1] + (event.clientY - from[1]) * scale]);
}

function nudge(corner, [x, y]) {
  const { width, height } = shot.picture;
  const corners = [...shot.corners];
  corners[corner] = [Math.min(Math.max(x, 0), width), Math.min(Math.max(y, 0), height)];
  put({ corners });
}

function drop() {
  taken = null;
  change();
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function key(event, corner) {
  const by = ARROWS[event.key];
  if (!by) return;
  event.preventDefault();
  const step = shot.picture.width / 300;
  nudge(
    corner,
    shot.corners[corner].map((length, axis) => length + by[axis] * step),
  );
}

/** What lies under the taken corner, enlarged: the finger covers it. */
function loupe() {
  if (!taken) return nothing;
  const { picture, corners } = shot;
  const [x, y] = corners[taken.corner];
  const glass = canvas(LOUPE * 2, LOUPE * 2);
  const pen = glass.getContext("2d");
  const size = (LOUPE * taken.scale) / NEARER;
  pen.drawImage(picture, x - size / 2, y - size / 2, size, size, 0, 0, glass.width, glass.height);
  return html`<div class=${`loupe ${x < picture.width / 2 ? "right" : "left"}`} data-test="loupe">${glass}</div>`;
}

function cornersScreen() {
  const { picture, corners } = shot;
  const { width, height } = picture;
  const r = width / 26;
  const round = goesRound(corners);
  return html`<p>${w("photo.corners")}</p>
    <div class="shot">
      ${picture}
      <svg
        viewBox=${`0 0 ${width} ${height}`}
        data-test="photo-corners"
        @pointerdown=${take}
        @pointermove=${move}
        @pointerup=${drop}
        @pointercancel=${drop}
      >
        <path class="frame" d=${`M${corners.map((corner) => corner.join(" ")).join("L")}Z`}></path>
        ${corners.map(
          ([x, y], corner) => svg`<g class=${
            taken?.corner === corner ? "taken" : ""
          } transform=${`translate(${x} ${y})`} tabindex="0" role="slider"
          aria-label=${w(`photo.corner.${corner}`)} aria-valuetext=${`${Math.round(x)}, ${Math.round(y)}`}
            data-test=${`corner-${corner}`} @keydown=${(event) => key(event, corner)}>
          <circle class="handle" r=${r}></circle><path class="cross" d=${`M${-r} 0H${r}M0 ${-r}V${r}`}></path></g>`,
        )}
      </svg>
      ${loupe()}
    </div>
    ${round ? nothing : html`<p class="notice" data-test="photo-crossed">${w("photo.crossed")}</p>`}
    <button class="quiet" data-test="photo-turn" @click=${turn}>${icon("turn")} ${w("photo.turn")}</button>
    <button class="main" data-test="photo-straighten" ?disabled=${!round} @click=${makeStraight}>
      ${w("photo.straighten")}
    </button>`;
}

function doneScreen() {
  const { done, board, stage } = shot;
  return html`<p>${w(board ? "photo.look" : "photo.look.new")}</p>
    <div class="shot" data-test="photo-done">
      ${done}
      ${
        board
          ? html`<svg viewBox=${`0 0 ${board.width} ${board.height}`}>
              ${board.regions.map((region) => svg`<path class="seam" d=${region.path}></path>`)}
            </svg>`
          : nothing
      }
    </div>
    <button
      class="quiet"
      data-test="photo-again"
      ?disabled=${stage === "sending"}
      @click=${() => put({ stage: "corners" })}
    >
      ${w("photo.again")}
    </button>
    <button class="main" data-test="photo-lay" ?disabled=${stage === "sending"} @click=${hand}>
      ${stage === "sending" ? w("photo.sending") : w(shot.lay)}
    </button>`;
}

export function photoScreen() {
  const { stage, part = 0 } = shot;
  return html`<main class="page photo" data-test="screen-photo">
    <h1>${w("photo.title")}</h1>
    ${
      stage === "reading"
        ? html`<p role="status">${w("photo.reading")}</p>
            <progress></progress>`
        : nothing
    }
    ${stage === "corners" ? cornersScreen() : nothing}
    ${
      stage === "straightening"
        ? html`<p role="status">${w("photo.straightening")}</p>
            <progress max="1" value=${part}></progress>`
        : nothing
    }
    ${stage === "done" || stage === "sending" ? doneScreen() : nothing}
    <button class="quiet" data-test="photo-cancel" ?disabled=${stage === "sending"} @click=${giveUp}>
      ${w("cancel")}
    </button>
  </main>`;
}
