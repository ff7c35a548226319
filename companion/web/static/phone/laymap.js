/** Putting the map right: take a race or a piece in hand, then tap the regions where it lies. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "../lib/emblems.js";
import { mapView } from "../lib/map.js";
import { change, game, page, seatOf } from "../lib/page.js";
import { enter } from "../lib/post.js";
import { seatMark } from "../lib/seats.js";
import { openSheet } from "./sheet.js";
import { w } from "../lib/words.js";

const PAUSE = 700; // ms after the last tap on a region until it is sent

/** What is in hand: {kind: "band" | "piece" | "tribe" | "nobody", band, piece}; whether taps take away. */
let tool = null;
let fewer = false;
/** Whether pieces that no race in play brings are among what can be taken in hand. */
let loose = false;

/** Regions that were tapped and are not sent yet, in the order of the taps. */
const tapped = new Map();
/** What of it the table has taken: further taps count on from there, also before the new state has come. */
const taken = new Map();
let pausing = 0;
let sending = Promise.resolve();

const flat = (markers) => markers.flatMap(({ kind, band, count }) => Array(count).fill({ kind, band }));
const counted = (markers) =>
  markers.reduce((rows, { kind, band }) => {
    const row = rows.find((each) => each.kind === kind && each.band === band);
    return row
      ? rows.map((each) => (each === row ? { ...row, count: row.count + 1 } : each))
      : [...rows, { kind, band, count: 1 }];
  }, []);

function lies(region) {
  const { band, tokens, tribe, markers } = game().regions[region];
  return tapped.get(region) ?? { band: band ?? 0, tokens, tribe, markers: flat(markers) };
}

/** What a tap makes of a region. */
function after(now) {
  const { kind, band, piece } = tool;
  const by = fewer ? -1 : 1;
  if (kind === "nobody") return { band: 0, tokens: 0, tribe: 0, markers: [] };
  if (kind === "tribe") return { ...now, tribe: Math.max(0, fewer ? now.tribe - 1 : 1) };
  if (kind === "piece") {
    const at = now.markers.findIndex((each) => each.kind === piece && each.band === band);
    // Where only one can lie, a second tap takes it up again: so a piece is moved by two taps.
    if (!fewer && (at < 0 || tool.several)) return { ...now, markers: [...now.markers, { kind: piece, band }] };
    return { ...now, markers: now.markers.filter((_, each) => each !== at) };
  }
  if (now.band !== band)
    return fewer ? now : { band, tokens: 1, tribe: 0, markers: now.markers.filter((each) => !each.band) };
  const tokens = now.tokens + by;
  return tokens
    ? { ...now, tokens }
    : { ...now, band: 0, tokens: 0, markers: now.markers.filter((each) => each.band !== band) };
}

async function send(region) {
  const wanted = tapped.get(region);
  if (!wanted || taken.get(region) === wanted) return;
  const answer = await enter({ type: "set_region", region, ...wanted });
  if (answer?.row) taken.set(region, wanted);
  // What was tapped meanwhile is sent by its own turn.
  else if (tapped.get(region) === wanted) tapped.delete(region);
  change();
}

/** Sends what was tapped, one region after the other; resolves when the table has all of it. */
export function flush() {
  clearTimeout(pausing);
  for (const region of tapped.keys()) sending = sending.then(() => send(region));
  return sending.then(() => true);
}

/** Sends what is left, and empties the hand. */
export async function putAway() {
  await flush();
  tapped.clear();
  taken.clear();
  tool = null;
  fewer = loose = false;
}

function tap(region) {
  if (!tool) return openSheet(region);
  const now = lies(region);
  tapped.set(region, after(now));
  clearTimeout(pausing);
  pausing = setTimeout(flush, PAUSE);
  return change();
}

/** The map with what was tapped on it, sent or not. */
export function layingMap() {
  const shown = Object.fromEntries(
    Object.entries(game().regions).map(([id, region]) => {
      const draft = tapped.get(id);
      if (!draft) return [id, region];
      const band = game().bands.find((each) => each.id === draft.band);
      return [
        id,
        {
          ...region,
          ...draft,
          band: band?.id ?? null,
          seat: band?.seat ?? null,
          race: band?.race ?? null,
          declined: band?.declined ?? false,
          markers: counted(draft.markers),
        },
      ];
    }),
  );
  return mapView({ board: page.board, regions: shown, onTap: tap, onHold: openSheet, always: true });
}

function take(next, key, content) {
  const same = tool && tool.kind === next.kind && tool.band === next.band && tool.piece === next.piece;
  return html`<button
    class=${same ? "chosen" : ""}
    aria-pressed=${Boolean(same)}
    data-test=${`tool-${key}`}
    @click=${() => {
      tool = next;
      change();
    }}
  >
    ${content}
  </button>`;
}

const takePiece = (band, { kind, name, several }) =>
  take({ kind: "piece", band, piece: kind, several }, `piece-${kind}`, html`${icon(kind)}<span>${name}</span>`);

/** What can be taken in hand, and the way on. */
export function layingPanel(on) {
  const { bands } = game();
  return html`<main class="panel laying" data-test="laying">
    <p class="hint">
      ${w(!tool ? "laying.take" : tool.kind === "piece" && !tool.several ? "laying.tap.piece" : "laying.tap")}
    </p>
    <div class="tools" role="group" aria-label=${w("laying.tools")}>
      ${bands.map((band) =>
        take(
          { kind: "band", band: band.id },
          `band-${band.id}`,
          html`${seatMark(seatOf(band.seat))}${icon(band.race)}<span
              >${band.name}${band.declined ? html` <small>${w("column.declined")}</small>` : nothing}</span
            >`,
        ),
      )}
      ${bands.flatMap((band) => band.pieces.map((piece) => takePiece(band.id, piece)))}
      ${take({ kind: "tribe" }, "tribe", html`${icon("tribe")}<span>${game().tribe}</span>`)}
      ${take({ kind: "nobody" }, "nobody", html`${icon("close")}<span>${w("laying.nothing")}</span>`)}
      ${
        loose
          ? game().loose.map((piece) => takePiece(0, piece))
          : html`<button
              data-test="tool-loose"
              @click=${() => {
                loose = true;
                change();
              }}
            >
              ${icon("plus")}<span>${w("laying.loose")}</span>
            </button>`
      }
    </div>
    <button
      class=${`quiet ${fewer ? "chosen" : ""}`}
      aria-pressed=${fewer}
      data-test="tool-fewer"
      @click=${() => {
        fewer = !fewer;
        change();
      }}
    >
      ${icon("minus")} ${w("laying.fewer")}
    </button>
    ${
      on
        ? html`<button
            class="main"
            data-test="laying-done"
            @click=${async () => {
              await putAway();
              on();
            }}
          >
            ${w("laying.done")}
          </button>`
        : nothing
    }
  </main>`;
}
